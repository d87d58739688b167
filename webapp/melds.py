"""Melds as they lie on the table: the tile that was called lies sideways, on the side of the player it came from."""

from typing import NamedTuple

from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.hand import is_meld
from webapp.scoring.tiles import KIND, NAMES, Tile, sort_key

BACK = "back"
#: Where the called tile lies, by who discarded it: from the left first, from across second, from the right last.
_LEFT, _ACROSS, _RIGHT = 3, 2, 1


class LaidTile(NamedTuple):
    """A tile of a meld: its name (``back`` for a turned one), whether it lies sideways, the tile added on top of it."""

    name: str
    is_sideways: bool = False
    added: str | None = None


def laid_out(meld: Meld) -> list[LaidTile]:
    """The tiles of a meld from left to right. Where it is not known who discarded, he sat on the left.

    What was entered need not be a meld yet: tiles that are none lie in a row.
    """
    tiles = sorted(meld.tiles, key=sort_key)
    if not is_meld(meld.type, [KIND[tile] for tile in tiles]):
        return [LaidTile(NAMES[tile]) for tile in tiles]
    if meld.type is MeldType.ANKAN:
        middle = [LaidTile(NAMES[tile]) for tile in tiles[:2]]
        return [LaidTile(BACK), *middle, LaidTile(BACK)]
    added = _added(meld, tiles) if meld.type is MeldType.KAKAN else None
    if added is not None:
        tiles.remove(added)
    called = meld.called if meld.called in tiles else tiles[0]
    tiles.remove(called)
    place = {_LEFT: 0, _ACROSS: 1, _RIGHT: len(tiles)}[meld.source or _LEFT]
    row = [LaidTile(NAMES[tile]) for tile in tiles]
    return [*row[:place], LaidTile(NAMES[called], True, None if added is None else NAMES[added]), *row[place:]]


def _added(meld: Meld, tiles: list[Tile]) -> Tile:
    """The tile added to a pon; any but the called one where that is not known."""
    if meld.added in tiles:
        return meld.added
    return next((tile for tile in reversed(tiles) if tile != meld.called), tiles[-1])
