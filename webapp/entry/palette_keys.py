"""The effect of each key on an entry, and the obstacles to it; the effect of a tap on a discard, a seat or undo.

Each edit returns a new entry, or the same one if the key can enter nothing.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from enum import StrEnum
from itertools import repeat

from webapp.entry.entered import Entry
from webapp.entry.modes import (
    INDICATOR_MODES,
    MELD_MODES,
    ROOM_NEEDED,
    SEEN,
    SET_SIZE,
    called_in,
    chi_of,
    entered_by_keys,
    has_mode,
    sets_norths_aside,
)
from webapp.scoring.blocks import KAN, Meld, MeldType
from webapp.scoring.hand import Flag
from webapp.scoring.rules import copies_of
from webapp.scoring.table import MOST_INDICATORS
from webapp.scoring.tiles import KIND, NORTH_KIND, RED_FIVES, Tile, sort_key


class Obstacle(StrEnum):
    """The reasons why a key can enter nothing."""

    ABSENT = "absent"  #: The rules do not use this tile.
    SHAPE = "shape"  #: There is no such set.
    ROOM = "room"  #: The hand has no room for it.
    MOST = "most"  #: There are five indicators already.
    FIRST = "first"  #: Each ura indicator lies below a dora indicator, which is entered first.
    COPIES = "copies"  #: Too few copies are left.


def obstacle(entry: Entry, tile: Tile) -> Obstacle | None:
    """Why a key cannot be tapped in the entry's mode; None if it can."""
    return obstacles(entry, (tile,))[0]


def obstacles(entry: Entry, keys: Sequence[Tile]) -> tuple[Obstacle | None, ...]:
    """For each of these keys, why it cannot be tapped now; None if it can."""
    before = _before_key(entry)
    entered = Counter(before.all_tiles)
    enters = [_entered_by(entry, before.mode, tile) for tile in keys]
    pons = (_pon_within(entry, tiles) for tiles in enters)
    return tuple(map(_obstacle, repeat(before), keys, enters, repeat(entered), pons))


def _entered_by(entry: Entry, mode: str, tile: Tile) -> tuple[Tile, ...]:
    """The tiles that a key enters in a mode; the selected meld with its five red, if the key is that red five."""
    if _reddens(entry, tile):
        selected = entry.selected_tiles
        plain = selected.index(KIND[tile])
        return tuple(sorted((*selected[:plain], tile, *selected[plain + 1 :]), key=sort_key))
    return entered_by_keys(entry.rules)[mode][tile]


def _reddens(entry: Entry, tile: Tile) -> bool:
    """Whether a key is the red five of the selected meld, which has it plain."""
    return tile in RED_FIVES and entry.selected_meld is not None and KIND[tile] in entry.selected_tiles


def _pon_within(entry: Entry, tiles: tuple[Tile, ...]) -> Meld | None:
    """The pon that an added kan of these tiles replaces; None if there is none, or in another mode."""
    if entry.mode != MeldType.KAKAN or entry.selected is not None:
        return None
    pons = (meld for meld in entry.melds if meld.type is MeldType.PON and len(meld.tiles) == SET_SIZE)
    return next((pon for pon in pons if Counter(pon.tiles) < Counter(tiles)), None)


def _before_key(entry: Entry) -> Entry:
    """The entry that the next key adds to: without the selection, and in the mode in which that was entered."""
    if entry.selected is None:
        return entry
    if indicator := entry.selected_indicator:
        return replace(exchanged(entry), mode=indicator[0])
    index = entry.selected_meld
    return replace(exchanged(entry), mode="tile" if index is None else entry.melds[index].type.value)


def _obstacle(
    entry: Entry, tile: Tile, tiles: tuple[Tile, ...], entered: Counter[Tile], pon: Meld | None
) -> Obstacle | None:
    replaced = pon.tiles if pon else ()
    if not copies_of(tile, entry.rules):
        return Obstacle.ABSENT
    if not tiles:
        return Obstacle.SHAPE
    if 0 < ROOM_NEEDED[entry.mode] > entry.room + len(replaced):
        return Obstacle.ROOM
    if entry.mode in INDICATOR_MODES and len(entry.indicators(entry.mode)) >= MOST_INDICATORS:
        return Obstacle.MOST
    if entry.mode == "ura" and len(entry.ura) >= len(entry.table.dora):
        return Obstacle.FIRST
    if any(entered[each] - replaced.count(each) + tiles.count(each) > copies_of(each, entry.rules) for each in tiles):
        return Obstacle.COPIES
    return None


def tapped(entry: Entry, tile: Tile) -> Entry:
    """The entry after a key of the palette in the entry's mode, with the mode for the next key.

    A key replaces the selection, and ends it.
    """
    if obstacle(entry, tile):
        return entry
    if entry.selected is not None:
        tiles = _entered_by(entry, _before_key(entry).mode, tile)
        return exchanged(entry, tiles, None if _reddens(entry, tile) else tile)
    after = _with_key(entry, tile, _entered_by(entry, entry.mode, tile))
    return replace(after, mode=_mode_after(after))


def _with_key(entry: Entry, key: Tile, tiles: tuple[Tile, ...]) -> Entry:
    mode = entry.mode
    if mode in INDICATOR_MODES:
        return entry.with_indicators(mode, entry.indicators(mode) + tiles)
    if mode == SEEN:
        return replace(entry, seen=entry.seen + tiles)
    if mode in MELD_MODES:
        return _with_meld(entry, chi_of(tiles, key) if mode == MeldType.CHI else Meld(MeldType(mode), tiles))
    place = len(entry.tiles) - entry.knows_win
    return replace(entry, tiles=entry.tiles[:place] + tiles + entry.tiles[place:])


def _with_meld(entry: Entry, meld: Meld) -> Entry:
    """The entry with one more meld. An added kan replaces its pon, and was called from the same player."""
    pon = _pon_within(entry, meld.tiles)
    if pon is None:
        return replace(entry, melds=(*entry.melds, meld))
    (added,) = (Counter(meld.tiles) - Counter(pon.tiles)).elements()
    kan = meld._replace(called=pon.called, source=pon.source, added=added)
    index = entry.melds.index(pon)
    return replace(entry, melds=(*entry.melds[:index], kan, *entry.melds[index + 1 :]))


def _mode_after(entry: Entry) -> str:
    """The mode after a key in the entry's mode.

    The mode for seen tiles stays. With a full hand, so do those for indicators until there are enough of them: one dora
    indicator, and one more for each kan; after them, with riichi, as many ura indicators if the rules have any. Before
    that the next key may be the winning tile.
    """
    if entry.is_full and entry.mode in INDICATOR_MODES:
        if entry.mode == "dora" and lacks_indicator(entry, "dora"):
            return "dora"
        if entry.has_riichi and lacks_indicator(entry, "ura") and has_mode(entry.rules, "ura"):
            return "ura"
    return SEEN if entry.mode == SEEN else "tile"


def lacks_indicator(entry: Entry, name: str) -> bool:
    """Whether another dora or ura indicator is to come: by the kans of the hand, by the dora indicators."""
    kans = sum(meld.type.block is KAN for meld in entry.melds)
    return len(entry.table.dora) <= kans if name == "dora" else len(entry.ura) < len(entry.table.dora)


def exchanged(entry: Entry, tiles: tuple[Tile, ...] = (), key: Tile | None = None) -> Entry:
    """The entry with these tiles in place of the selection, or without it if there are none. Nothing is selected then.

    The winning tile stays the winning tile, unless it is removed. A meld keeps its type and the player it was called
    from. The called tile of a chi is that of the key; without a key it stays.
    """
    if indicator := entry.selected_indicator:
        name, place = indicator
        shown = entry.indicators(name)
        return replace(entry, mode="tile", selected=None).with_indicators(
            name, shown[:place] + tiles + shown[place + 1 :]
        )
    keeps_win = entry.has_win and (bool(tiles) or entry.selected != len(entry.tiles) - 1)
    before = replace(entry, mode="tile", selected=None, keeps_win=keeps_win)
    index = entry.selected_meld
    if index is not None:
        meld = entry.melds[index]
        melds = (_meld_in_place(meld, tiles, key),) if tiles else ()
        return replace(before, melds=(*entry.melds[:index], *melds, *entry.melds[index + 1 :]))
    index = _index_of_selected(entry)
    return replace(before, tiles=entry.tiles[:index] + tiles + entry.tiles[index + 1 :])


def _meld_in_place(meld: Meld, tiles: tuple[Tile, ...], key: Tile | None) -> Meld:
    if meld.type is MeldType.CHI:
        return chi_of(tiles, called_in(meld) if key is None else key, meld.source)
    return Meld(meld.type, tiles, source=meld.source)


def _index_of_selected(entry: Entry) -> int:
    """The index of the selected tile in the order of the taps."""
    last = len(entry.tiles) - 1
    if entry.has_win and entry.selected == last:
        return last
    (tile,) = entry.selected_tiles
    return _last_index(entry.tiles[:last] if entry.has_win else entry.tiles, tile)


def with_north_aside(entry: Entry) -> Entry:
    """The entry with one more north set aside. If no more are left, it has none set aside, so that a mistake can be
    corrected."""
    is_left = Counter(entry.all_tiles)[NORTH_KIND] < copies_of(NORTH_KIND, entry.rules)
    if not sets_norths_aside(entry.rules) or not (is_left or entry.nuki):
        return entry
    return replace(entry, nuki=entry.nuki + 1 if is_left else 0, mode="tile", selected=None)


def discarded(entry: Entry, tile: Tile) -> Entry:
    """The entry after a discard from a full hand; the tile is seen from now on."""
    if tile not in entry.tiles:
        return entry
    index = _last_index(entry.tiles, tile)
    tiles = entry.tiles[:index] + entry.tiles[index + 1 :]
    return replace(entry, tiles=tiles, seen=(*entry.seen, tile), selected=None, keeps_win=False)


def _last_index(tiles: tuple[Tile, ...], tile: Tile) -> int:
    return len(tiles) - 1 - tiles[::-1].index(tile)


def moved(entry: Entry, seat: int) -> Entry:
    """The entry after the winner takes another seat.

    The discarder and the liable player were named by their winds, so they keep their seats. If that seat is now the
    winner's, the name is dropped. The dealer's tenhou is the others' chiihou.
    """
    if seat == entry.table.seat:
        return entry
    further = entry.table.seat - seat
    players = entry.rules.players
    discarder = (entry.table.discarder + further) % players if entry.table.discarder else 0
    liable = ((entry.liable + further) % players or None) if entry.liable else entry.liable
    own, other = (Flag.CHIIHOU, Flag.TENHOU) if seat else (Flag.TENHOU, Flag.CHIIHOU)
    flags = entry.flags - {other} | {own} if other in entry.flags else entry.flags
    return replace(entry, table=replace(entry.table, seat=seat, discarder=discarder), liable=liable, flags=flags)


def without_last(entry: Entry) -> Entry:
    """The entry without its last tile, or else its last meld, ura indicator, north, seen tile or dora indicator.

    The tile that another player has won on stays.
    """
    before = replace(entry, mode="tile", selected=None, keeps_win=False)
    place = len(entry.tiles) - 1 - entry.shares_win
    if place >= 0:
        return replace(before, tiles=entry.tiles[:place] + entry.tiles[place + 1 :])
    if entry.melds:
        return replace(before, melds=entry.melds[:-1])
    if entry.ura:
        return replace(before, ura=entry.ura[:-1])
    if entry.nuki:
        return replace(before, nuki=entry.nuki - 1)
    if entry.seen:
        return replace(before, seen=entry.seen[:-1])
    return before.with_indicators("dora", entry.table.dora[:-1])
