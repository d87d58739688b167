"""The palette: its modes, and its keys with what each enters, or why it is greyed.

What stands in the way of a key is decided by `webapp.entry.palette_keys`.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from webapp.entry import (
    INDICATOR_MODES,
    MELD_MODES,
    MODES,
    ROOM_NEEDED,
    SINGLE_MODES,
    TILE_MODES,
    Entry,
    Obstacle,
    entered_by_keys,
    has_mode,
    lacks_indicator,
    obstacles,
)
from webapp.scoring.notation import format_tiles
from webapp.scoring.rules import RULES_KEPT, Rules, copies_of
from webapp.scoring.tiles import NAMES, TILES, Tile


class Indicator(NamedTuple):
    """An indicator, and its place among the things that can be selected."""

    name: str
    place: int
    is_selected: bool


class Mode(NamedTuple):
    """A mode of the palette. While it is chosen, a key enters only its own tile (`is_single`), or a set.

    `into` is the field of the form that takes the tiles, `room` the room that they need in the hand. `needs` is a
    condition of the mode, and `is_waiting` says that it is not met yet. `is_there`: whether the rules have the mode.
    `indicators` are those entered in it, `lacks_indicator` says whether another one is to come.
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
    lacks_indicator: bool


class PaletteKey(NamedTuple):
    """A key of the palette: the number of copies by the rules, what it enters in each mode, and the obstacle if it can
    enter nothing now.

    `enters` leaves out the modes for single tiles.
    """

    tile: str
    copies: int
    enters: Mapping[str, str]
    obstacle: Obstacle | None


# -- modes -------------------------------------------------------------------------------------------


def modes_of(entry: Entry) -> dict[str, Mode]:
    """The modes by name; those that enter tiles into the hand come first."""
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
        lacks_indicator=name in INDICATOR_MODES and lacks_indicator(entry, name),
    )


def _indicators(name: str, entry: Entry) -> tuple[Indicator, ...]:
    tiles = entry.indicators(name)
    first = entry.places - len(entry.ura) - (len(tiles) if name == "dora" else 0)
    return tuple(
        Indicator(NAMES[tile], place, is_selected=place == entry.selected) for place, tile in enumerate(tiles, first)
    )


# -- keys --------------------------------------------------------------------------------------------


#: The tiles that have a key, without red fives.
PLAIN_KEYS = tuple(TILES[name] for name in NAMES if name[0] != "0")


def keys_of(entry: Entry, keys: Sequence[Tile] = PLAIN_KEYS) -> tuple[PaletteKey, ...]:
    """The keys of these tiles in the entry's mode."""
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
