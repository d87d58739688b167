"""The tiles and the state of one player during a hand, and what follows from these alone."""

from dataclasses import dataclass, field
from typing import NamedTuple

from webapp.game.events import Player
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.hand import Flag
from webapp.scoring.tiles import KIND, YAOCHUU, Kind, Tile, TileSet


@dataclass
class Seat:
    """The tiles and the state of a player during a hand; `tiles` is None if the log hides them."""

    tiles: list[Tile] | None
    melds: list[Meld] = field(default_factory=list)
    river: list[Tile] = field(default_factory=list)
    #: The discards that were called, a bit for each place in the river.
    called: int = 0
    nuki: int = 0
    drawn: Tile | None = None
    has_drawn: bool = False
    riichi: Flag | None = None
    is_declared: bool = False
    is_ippatsu: bool = False
    is_rinshan: bool = False
    barred: TileSet = 0
    #: Kinds that cannot deal into this player: their river, and what was discarded since they declared riichi.
    safe: TileSet = 0


class LastTile(NamedTuple):
    """A tile that can be won on: a discard, a tile added to a pon, one of a concealed kan, a north."""

    player: Player
    tile: Tile
    move: type


def barred_by(meld: Meld) -> TileSet:
    """The kinds that kuikae forbids after a call: the called one, and after a chi the one at the other end."""
    if meld.called is None or meld.type is MeldType.DAIMINKAN:
        return 0
    called = KIND[meld.called]
    barred: TileSet = 1 << called
    if meld.type is MeldType.CHI:
        low: Kind = min(KIND[tile] for tile in meld.tiles)
        if called == low and called % 9 < 6:
            barred |= 1 << called + 3
        if called == low + 2 and low % 9 > 0:
            barred |= 1 << low - 1
    return barred


def has_nagashi(seat: Seat) -> bool:
    return bool(seat.river) and not seat.called and all(1 << KIND[tile] & YAOCHUU for tile in seat.river)
