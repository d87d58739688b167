"""All that a template may see: frozen values, worked out from an entry.

Knows the engine and the entry; no request, no form field, no HTML. Words stay keys here: templates choose them.
"""

from collections import Counter
from dataclasses import dataclass, replace

from webapp.answer import Result, result_of
from webapp.entry import BESIDE_MODES, MELD_MODES, TILE_MODES, Entry, meld_of, set_of
from webapp.fields import WINDS
from webapp.scoring.hand import Flag, Problem, WinningHand, flags_of, problems
from webapp.scoring.notation import format_tiles
from webapp.scoring.rules import copies_of
from webapp.scoring.tiles import NAMES, Tile


@dataclass(frozen=True)
class HandTile:
    """A tile of the hand as it is held."""

    name: str
    is_winning: bool


@dataclass(frozen=True)
class MeldView:
    """A meld behind the hand."""

    key: str
    tiles: tuple[str, ...]
    is_concealed: bool


@dataclass(frozen=True)
class HandView:
    """The hand: sorted, the winning tile last, melds behind; how many tiles still fit."""

    tiles: tuple[HandTile, ...]
    melds: tuple[MeldView, ...]
    room: int


@dataclass(frozen=True)
class Key:
    """A key of the palette: how many copies there are by the rules, what it enters in each mode, what is in its way."""

    tile: str
    copies: int
    enters: dict[str, str]
    obstacle: str | None


@dataclass(frozen=True)
class FlagView:
    """A switch for a circumstance; `problem` says why it cannot be turned on."""

    flag: str
    is_on: bool
    problem: Problem | None


@dataclass(frozen=True)
class Sheet:
    """The whole page."""

    entry: Entry
    hand: HandView
    keys: tuple[tuple[Key, ...], ...]
    is_sanma: bool
    has_nuki: bool
    flags: tuple[FlagView, ...]
    #: The winds of the seats that there are.
    winds: tuple[str, ...]
    result: Result
    #: Who can have discarded: 1–3 seen from the winner, and the wind of that seat.
    others: tuple[tuple[int, str], ...]


def sheet_of(entry: Entry, unread: tuple[Problem, ...] = ()) -> Sheet:
    """The page for an entry; `unread` is what could not be read of it."""
    return Sheet(
        entry=entry,
        hand=_hand(entry),
        keys=_keys(entry),
        is_sanma=entry.rules.players == 3,
        has_nuki=entry.rules.players == 3 and entry.rules.nuki_dora,
        flags=tuple(_flag(entry, flag) for flag in flags_of(entry.rules)),
        winds=tuple(WINDS[: entry.rules.players]),
        result=result_of(entry, unread),
        others=_others(entry),
    )


def _others(entry: Entry) -> tuple[tuple[int, str], ...]:
    players = entry.rules.players
    return tuple((source, WINDS[(entry.seat + source) % players]) for source in range(1, players))


# -- what is entered -------------------------------------------------------------------------------


def _hand(entry: Entry) -> HandView:
    last = len(entry.shown_tiles) - 1
    tiles = tuple(HandTile(NAMES[tile], entry.is_full and i == last) for i, tile in enumerate(entry.shown_tiles))
    melds = tuple(
        MeldView(meld.type.value, tuple(NAMES[tile] for tile in meld.tiles), not meld.type.is_open)
        for meld in entry.melds
    )
    return HandView(tiles, melds, max(entry.room, 0))


_KEY_ROWS = (
    "1m 2m 3m 4m 5m 6m 7m 8m 9m",
    "1p 2p 3p 4p 5p 6p 7p 8p 9p",
    "1s 2s 3s 4s 5s 6s 7s 8s 9s",
    "1z 2z 3z 4z 5z 6z 7z",
    "0m 0p 0s",
)


def _keys(entry: Entry) -> tuple[tuple[Key, ...], ...]:
    entered = Counter(entry.all_tiles)
    return tuple(tuple(_key(entry, NAMES.index(name), entered) for name in row.split()) for row in _KEY_ROWS)


def _key(entry: Entry, tile: Tile, entered: Counter[Tile]) -> Key:
    sets = {mode: format_tiles(set_of(mode, tile, entry.rules)) for mode in TILE_MODES}
    melds = {mode.value: meld_of(mode, tile, entry.rules) for mode in MELD_MODES}
    called = {mode: format_tiles(meld.tiles) if meld else "" for mode, meld in melds.items()}
    copies = copies_of(tile, entry.rules)
    is_full = entry.is_full and entry.mode not in BESIDE_MODES
    obstacle = "absent" if not copies else "room" if is_full else "copies" if entered[tile] >= copies else None
    return Key(NAMES[tile], copies, sets | called, obstacle)


def _flag(entry: Entry, flag: Flag) -> FlagView:
    """A flag is blocked if turning it on brings a problem that turning it off does not have."""
    if flag in entry.flags:
        return FlagView(flag.value, True, None)
    base = entry if entry.tiles else replace(entry, tiles=(0,))
    ways = [entry.by == "tsumo"] if entry.by else [True, False]
    found = [_new_problem(base, flag, is_tsumo=is_tsumo) for is_tsumo in ways]
    return FlagView(flag.value, False, found[0] if all(found) else None)


def _new_problem(entry: Entry, flag: Flag, *, is_tsumo: bool) -> Problem | None:
    hand = entry.hand(is_tsumo=is_tsumo)
    before = set(_flag_messages(hand, entry))
    after = _flag_messages(replace(hand, flags=hand.flags | {flag}), entry)
    return next((problem for message, problem in after.items() if message not in before), None)


def _flag_messages(hand: WinningHand, entry: Entry) -> dict[str, Problem]:
    return {found.text: found for found in problems(hand, entry.rules) if found.field == "flags"}
