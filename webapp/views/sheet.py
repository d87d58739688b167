"""All that a template may see: frozen values, worked out from an entry.

Knows the engine and the entry; no request, no form field, no HTML. Words stay keys here: templates choose them.
"""

from collections import Counter
from dataclasses import dataclass, replace
from functools import lru_cache

from webapp.efficiency.holding import BY_RON, BY_TSUMO
from webapp.entry import AFTER, BESIDE_MODES, MELD_MODES, TILE_MODES, By, Entry, meld_of, set_of
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.checks import flag_problems
from webapp.scoring.hand import Flag, WinningHand, flags_of
from webapp.scoring.notation import format_tiles, parse_tiles
from webapp.scoring.problems import Problem
from webapp.scoring.rules import COPIES, RULES_KEPT, Rules, copies_of
from webapp.scoring.table import WIND_NAMES
from webapp.scoring.tiles import NAMES, TILES, Tile
from webapp.views.answer import Result, result_of
from webapp.views.melds import Side, concealed_kan, side_of


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

    @property
    def size(self) -> int:
        """How many tiles it has beside its melds when it is complete."""
        return len(self.tiles) + self.room


@dataclass(frozen=True)
class Key:
    """A key of the palette: how many copies there are by the rules, what it enters in each mode, what is in its way."""

    tile: str
    copies: int
    enters: dict[str, str]
    obstacle: str | None


@dataclass(frozen=True)
class FlagView:
    """A switch for a circumstance; `way` is the only one in which it can be, `problem` why it cannot be turned on."""

    flag: str
    is_on: bool
    way: By | None
    problem: Problem | None


@dataclass(frozen=True)
class Other:
    """Another player: 1–3 in turn order from the winner, the wind of his seat, on which side he sits."""

    source: int
    wind: str
    side: Side


@dataclass(frozen=True)
class Sheet:
    """The whole page."""

    entry: Entry
    hand: HandView
    keys: tuple[tuple[Key, ...], ...]
    #: What a key can enter into the hand.
    modes: tuple[str, ...]
    has_nuki: bool
    flags: tuple[FlagView, ...]
    #: The winds of the seats that there are.
    winds: tuple[str, ...]
    result: Result
    #: How the hand ended, and what a new one begins with.
    ending: str
    next: Entry
    #: The seats of those who have won on the same discard.
    also: tuple[str, ...]
    #: Who can have discarded.
    others: tuple[Other, ...]


def sheet_of(entry: Entry, unread: tuple[Problem, ...] = ()) -> Sheet:
    """The page for an entry; `unread` is what could not be read of it."""
    result = result_of(entry, unread)
    ending = "dealer_won" if result.dealer_has_won else "won" if result.paid else "next"
    return Sheet(
        entry=entry,
        hand=_hand(entry),
        keys=_keys(entry),
        modes=(*TILE_MODES, *MELD_MODES),
        has_nuki=entry.rules.players == 3 and entry.rules.nuki_dora,
        flags=_flags(entry),
        winds=tuple(WIND_NAMES[: entry.rules.players]),
        result=result,
        ending=ending,
        next=AFTER[ending](entry),
        also=tuple(WIND_NAMES[other.table.seat] for other in entry.also),
        others=_others(entry),
    )


def _others(entry: Entry) -> tuple[Other, ...]:
    players = entry.rules.players
    return tuple(
        Other(source, WIND_NAMES[entry.table.seat_of(source)], side_of(source, players)) for source in range(1, players)
    )


# -- what is entered -------------------------------------------------------------------------------


def _hand(entry: Entry) -> HandView:
    last = len(entry.shown_tiles) - 1
    tiles = tuple(HandTile(NAMES[tile], entry.is_full and i == last) for i, tile in enumerate(entry.shown_tiles))
    melds = tuple(
        MeldView(meld.type.value, tuple(NAMES[tile] for tile in _in_order(meld)), not meld.type.is_open)
        for meld in entry.melds
    )
    return HandView(tiles, melds, max(entry.room, 0))


def _in_order(meld: Meld) -> tuple[Tile, ...]:
    is_concealed_kan = meld.type is MeldType.ANKAN and len(meld.tiles) == COPIES
    return concealed_kan(meld.tiles) if is_concealed_kan else meld.tiles


_KEY_ROWS = [parse_tiles(row) for row in ("123456789m", "123456789p", "123456789s", "1234567z", "0m0p0s")]


def _keys(entry: Entry) -> tuple[tuple[Key, ...], ...]:
    entered = Counter(entry.all_tiles)
    is_full = entry.is_full and entry.mode not in BESIDE_MODES
    enters = _enters(entry.rules)
    return tuple(
        tuple(_key(tile, enters[tile], entered[tile], entry.rules, is_full) for tile in row) for row in _KEY_ROWS
    )


def _key(tile: Tile, enters: dict[str, str], entered: int, rules: Rules, is_full: bool) -> Key:
    copies = copies_of(tile, rules)
    obstacle = "absent" if not copies else "room" if is_full else "copies" if entered >= copies else None
    return Key(NAMES[tile], copies, enters, obstacle)


@lru_cache(RULES_KEPT)
def _enters(rules: Rules) -> tuple[dict[str, str], ...]:
    """What the key of each tile enters in each mode."""
    return tuple(_sets(tile, rules) | _melds(tile, rules) for tile in TILES.values())


def _sets(tile: Tile, rules: Rules) -> dict[str, str]:
    return {mode: format_tiles(set_of(mode, tile, rules)) for mode in TILE_MODES}


def _melds(tile: Tile, rules: Rules) -> dict[str, str]:
    melds = {mode.value: meld_of(mode, tile, rules) for mode in MELD_MODES}
    return {mode: format_tiles(meld.tiles) if meld else "" for mode, meld in melds.items()}


def _flags(entry: Entry) -> tuple[FlagView, ...]:
    base = entry if entry.tiles else replace(entry, tiles=(0,))
    ways = [entry.by == "tsumo"] if entry.by else [True, False]
    hands = [base.hand(is_tsumo=is_tsumo) for is_tsumo in ways]
    return tuple(_flag(flag, hands) for flag in flags_of(entry.rules))


def _flag(flag: Flag, hands: list[WinningHand]) -> FlagView:
    """A flag is blocked if, whichever way it is won, turning it on brings a problem that turning it off does not
    have."""
    way: By | None = "tsumo" if flag in BY_TSUMO else "ron" if flag in BY_RON else None
    if flag in hands[0].flags:
        return FlagView(flag.value, True, way, None)
    found = [_new_problem(hand, flag) for hand in hands]
    return FlagView(flag.value, False, way, found[0] if all(found) else None)


def _new_problem(hand: WinningHand, flag: Flag) -> Problem | None:
    before = {found.text for found in flag_problems(hand)}
    after = flag_problems(replace(hand, flags=hand.flags | {flag}))
    return next((found for found in after if found.text not in before), None)
