"""Melds as they lie on the table: the tile that was called lies sideways, on the side of the player it came from."""

from collections.abc import Sequence
from typing import Literal, NamedTuple

from webapp.scoring.blocks import Meld, MeldType, is_meld
from webapp.scoring.tiles import KIND, NAMES, Tile, sort_key

BACK = "back"
Side = Literal["right", "across", "left"]


def side_of(source: int, players: int) -> Side:
    """The side of another player, 1–3 seen from the winner; with three players nobody sits across."""
    if source == 1:
        return "right"
    return "left" if source == players - 1 else "across"


class LaidTile(NamedTuple):
    """A tile of a meld: its name (``back`` if it lies face down), whether it lies sideways, and the tile added on top
    of it. `other_side` is the name of a tile that lies face down."""

    name: str
    is_sideways: bool = False
    added: str | None = None
    other_side: str | None = None


class LaidMeld(NamedTuple):
    """A meld, its tiles as they lie at the table, and the side of the player who fed it, if that is known."""

    meld: Meld
    tiles: tuple[LaidTile, ...]
    side: Side | None

    @property
    def in_order(self) -> list[Tile]:
        """Its tiles in the order in which they are named."""
        return sorted(self.meld.tiles, key=sort_key)


def laid_meld(meld: Meld, players: int) -> LaidMeld:
    """A meld as it lies at the table."""
    return LaidMeld(meld, tuple(laid_out(meld, players)), side_of(meld.source, players) if meld.source else None)


def concealed_kan(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
    """The tiles of a concealed kan from left to right: its red fives in the middle, where the tiles lie face up."""
    first, second, third, *rest = sorted(tiles, key=sort_key)
    return third, first, second, *rest


def laid_out(meld: Meld, players: int) -> list[LaidTile]:
    """The tiles of a meld from left to right. If the discarder is not known, the left player is taken.

    Tiles that do not make a meld yet lie in a row.
    """
    tiles = sorted(meld.tiles, key=sort_key)
    if not is_meld(meld.type, [KIND[tile] for tile in tiles]):
        return [LaidTile(NAMES[tile]) for tile in tiles]
    if meld.type is MeldType.ANKAN:
        first, *middle, last = (NAMES[tile] for tile in concealed_kan(tiles))
        return [LaidTile(BACK, other_side=first), *map(LaidTile, middle), LaidTile(BACK, other_side=last)]
    added = _added(meld, tiles) if meld.type is MeldType.KAKAN else None
    if added is not None:
        tiles.remove(added)
    called = meld.called if meld.called in tiles else tiles[0]
    tiles.remove(called)
    side = side_of(meld.source, players) if meld.source else "left"
    place = {"left": 0, "across": 1, "right": len(tiles)}[side]
    row = [LaidTile(NAMES[tile]) for tile in tiles]
    return [*row[:place], LaidTile(NAMES[called], True, None if added is None else NAMES[added]), *row[place:]]


def _added(meld: Meld, tiles: list[Tile]) -> Tile:
    """The tile added to a pon. If it is not known, it is any tile but the called one."""
    if meld.added in tiles:
        return meld.added
    return next((tile for tile in reversed(tiles) if tile != meld.called), tiles[-1])
