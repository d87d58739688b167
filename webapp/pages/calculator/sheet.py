"""The frozen values that the calculator's page shows, worked out from an entry.

Knows the engine and the entry; no request, no form field, no HTML. Words stay keys here: templates choose them.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from itertools import repeat

from webapp.entry import (
    AFTER,
    INDICATOR_MODES,
    MELD_MODES,
    MODES,
    ROOM_NEEDED,
    SINGLE_MODES,
    TILE_MODES,
    Entry,
    Obstacle,
    cleared,
    entered_by_keys,
    has_mode,
    obstacles,
    sets_norths_aside,
)
from webapp.entry.mending import Offers, offers
from webapp.pages.calculator.advice import Ahead, with_values
from webapp.pages.calculator.answer import ResultView, result_of
from webapp.pages.calculator.meld_layout import LaidTile, Side, laid_out, side_of
from webapp.pages.calculator.other_players import Other, others_of
from webapp.scoring.blocks import Meld
from webapp.scoring.checks import flag_problems, robbed_problem
from webapp.scoring.hand import IN_PLACE_OF, RIICHI_FLAGS, Flag, WinningHand, flags_of
from webapp.scoring.notation import format_tiles
from webapp.scoring.problems import Problem
from webapp.scoring.rules import RULES_KEPT, Rules, copies_of
from webapp.scoring.settlement import is_drawn_by
from webapp.scoring.table import WIND_NAMES
from webapp.scoring.tiles import NAMES, RED_FIVES, TILES, Tile, sort_key

#: The circumstances that are always on the screen.
UNFOLDED = frozenset({Flag.RIICHI, Flag.IPPATSU})


@dataclass(frozen=True)
class HandTile:
    """A tile of the hand as it is held."""

    name: str
    is_winning: bool
    is_selected: bool


@dataclass(frozen=True)
class MeldView:
    """A meld behind the hand: its tiles as they lie at the table, the names of them all, and the side of the player
    who fed it, if that is known."""

    key: str
    tiles: tuple[LaidTile, ...]
    names: tuple[str, ...]
    side: Side | None
    is_selected: bool


@dataclass(frozen=True)
class Indicator:
    """An indicator, and its place among the things that can be selected."""

    name: str
    place: int
    is_selected: bool


@dataclass(frozen=True)
class HandView:
    """The hand: its tiles in order with the winning tile last, its melds, and `room`, the number of tiles that still
    fit."""

    tiles: tuple[HandTile, ...]
    melds: tuple[MeldView, ...]
    room: int

    @property
    def size(self) -> int:
        """The number of tiles outside of melds when the hand is complete."""
        return len(self.tiles) + self.room


@dataclass(frozen=True)
class Mode:
    """A mode of the palette. While it is chosen, a key enters only its own tile (`is_single`), or a set.

    `into` is the field of the form that takes the tiles, `room` the room that they need in the hand. `needs` is a
    condition of the mode, and `is_waiting` says that it is not met yet. `is_there`: whether the rules have the mode.
    `indicators` are those entered in it.
    """

    name: str
    is_there: bool
    is_single: bool
    into: str
    room: int
    is_chosen: bool
    needs: str | None
    is_waiting: bool
    indicators: tuple[Indicator, ...]


@dataclass(frozen=True)
class PaletteKey:
    """A key of the palette: the number of copies by the rules, what it enters in each mode, and the obstacle if it can
    enter nothing now.

    `enters` leaves out the modes for single tiles.
    """

    tile: str
    copies: int
    enters: Mapping[str, str]
    obstacle: Obstacle | None


@dataclass(frozen=True)
class FlagView:
    """A switch for a circumstance. `replaces` are the flags that it turns off, `problem` is the reason why it cannot be
    turned on. Rare ones are folded away."""

    flag: str
    is_on: bool
    is_folded: bool
    is_riichi: bool
    replaces: tuple[str, ...]
    problem: Problem | None


@dataclass(frozen=True)
class Sheet:
    """The whole page. The palette is computed on demand, since the answer to a tap does not need it."""

    entry: Entry
    hand: HandView
    flags: tuple[FlagView, ...]
    #: The winds of the seats at this table.
    winds: tuple[str, ...]
    result: ResultView
    #: How the hand ended, and the entry with which the next hand begins.
    ending: str
    next: Entry
    #: The seats of the other winners on the same discard.
    also: tuple[str, ...]
    #: The players who can have discarded the winning tile.
    others: tuple[Other, ...]

    @cached_property
    def keys(self) -> tuple[PaletteKey, ...]:
        """The keys of the palette, without red fives."""
        return _keys(self.entry.in_mode(), _KEYS)

    @cached_property
    def red_keys(self) -> tuple[PaletteKey, ...]:
        """The keys of the red fives."""
        return _keys(self.entry.in_mode(), RED_FIVES)

    @cached_property
    def modes(self) -> Mapping[str, Mode]:
        """The modes by name; those that enter tiles into the hand come first."""
        return _modes(self.entry.in_mode())

    @cached_property
    def offers(self) -> Offers | None:
        """The actions on the selected tile or meld; None if none is selected."""
        return offers(self.entry)

    @property
    def cleared(self) -> Entry:
        """The entry after everything is cleared."""
        return cleared(self.entry)

    @property
    def is_third(self) -> bool:
        """Whether this hand is that of a third winner, who makes the hand a draw by these rules."""
        return is_drawn_by(len(self.also) + 1, self.entry.rules)

    @property
    def has_norths(self) -> bool:
        """Whether norths can be set aside."""
        return sets_norths_aside(self.entry.rules)


def sheet_of(entry: Entry, unread: tuple[Problem, ...] = (), ahead: Ahead = with_values) -> Sheet:
    """The page for an entry. `unread` are the problems of reading it; `ahead` gives the discards."""
    result = result_of(entry, unread, ahead)
    return Sheet(
        entry=entry,
        hand=_hand(entry),
        flags=_flags(entry),
        winds=tuple(WIND_NAMES[: entry.rules.players]),
        result=result,
        ending=result.ending,
        next=AFTER[result.ending](entry),
        also=tuple(WIND_NAMES[other.table.seat] for other in entry.also),
        others=others_of(entry.table, range(1, entry.rules.players)),
    )


# -- what is entered -------------------------------------------------------------------------------


def _hand(entry: Entry) -> HandView:
    last = len(entry.shown_tiles) - 1
    tiles = tuple(
        HandTile(NAMES[tile], is_winning=entry.has_win and i == last, is_selected=i == entry.selected)
        for i, tile in enumerate(entry.shown_tiles)
    )
    players = entry.rules.players
    melds = tuple(_meld(meld, players, is_selected=i == entry.selected_meld) for i, meld in enumerate(entry.melds))
    return HandView(tiles, melds, max(entry.room, 0))


def _meld(meld: Meld, players: int, *, is_selected: bool) -> MeldView:
    return MeldView(
        key=meld.type.value,
        tiles=tuple(laid_out(meld, players)),
        names=tuple(NAMES[tile] for tile in sorted(meld.tiles, key=sort_key)),
        side=side_of(meld.source, players) if meld.source else None,
        is_selected=is_selected,
    )


def _modes(entry: Entry) -> dict[str, Mode]:
    return {name: _mode(name, entry) for name in MODES}


def _mode(name: str, entry: Entry) -> Mode:
    needs = "riichi" if name == "ura" else None
    return Mode(
        name=name,
        is_there=has_mode(entry.rules, name),
        is_single=name in SINGLE_MODES,
        into="hand" if name in TILE_MODES else "melds" if name in MELD_MODES else name,
        room=ROOM_NEEDED[name],
        is_chosen=name == entry.mode,
        needs=needs,
        is_waiting=needs is not None and not entry.has_riichi,
        indicators=_indicators(name, entry) if name in INDICATOR_MODES else (),
    )


def _indicators(name: str, entry: Entry) -> tuple[Indicator, ...]:
    tiles = entry.indicators(name)
    first = entry.places - len(entry.ura) - (len(tiles) if name == "dora" else 0)
    return tuple(
        Indicator(NAMES[tile], place, is_selected=place == entry.selected) for place, tile in enumerate(tiles, first)
    )


_KEYS = tuple(TILES[name] for name in NAMES if name[0] != "0")


def _keys(entry: Entry, keys: Sequence[Tile]) -> tuple[PaletteKey, ...]:
    enters = _enters(entry.rules)
    return tuple(
        PaletteKey(NAMES[tile], copies_of(tile, entry.rules), enters[tile], in_the_way)
        for tile, in_the_way in zip(keys, obstacles(entry, keys), strict=True)
    )


@lru_cache(RULES_KEPT)
def _enters(rules: Rules) -> tuple[dict[str, str], ...]:
    """For each tile, what its key enters in each mode. A mode in which it enters the tile itself, or nothing, is left
    out."""
    entered = entered_by_keys(rules)
    return tuple(
        {mode: format_tiles(tiles[tile]) for mode, tiles in entered.items() if mode not in SINGLE_MODES and tiles[tile]}
        for tile in TILES.values()
    )


def _flags(entry: Entry) -> tuple[FlagView, ...]:
    base = entry if entry.tiles else replace(entry, tiles=(0,))
    ways = [entry.by == "tsumo"] if entry.by else [True, False]
    hands = [base.hand(is_tsumo=is_tsumo) for is_tsumo in ways]
    known = [{item.text for item in flag_problems(hand)} for hand in hands]
    robbed = robbed_problem(hands[0]) if entry.is_full else None
    blocked = {Flag.CHANKAN: robbed} if robbed else {}
    return tuple(_flag(flag, hands, known, blocked.get(flag)) for flag in flags_of(entry.rules))


def _flag(flag: Flag, hands: list[WinningHand], known: list[set[str]], blocked: Problem | None) -> FlagView:
    """The switch for a flag. The flag cannot be turned on if its own problem blocks it, or if turning it on brings a
    new problem by every way of winning."""
    is_on = flag in hands[0].flags
    problems = [] if is_on else list(map(_new_problem, hands, repeat(flag), known))
    problem = problems[0] if problems and all(problems) else None if is_on else blocked
    replaces = tuple(sorted(other.value for other in IN_PLACE_OF.get(flag, ())))
    return FlagView(flag.value, is_on, flag not in UNFOLDED, flag in RIICHI_FLAGS, replaces, problem)


def _new_problem(hand: WinningHand, flag: Flag, known: set[str]) -> Problem | None:
    others = hand.flags - IN_PLACE_OF.get(flag, frozenset())
    after = flag_problems(replace(hand, flags=others | {flag}))
    return next((item for item in after if item.text not in known), None)
