"""How many hands a second we find the shanten of, and what 13 tiles wait for, beside other programs.

Ours is told a hand that it has not seen, by tiles; `mahjong` is told counts of the kinds. Waits are scored: ours by
ron and by tsumo each, majiang-core's by ron.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from random import Random

from mahjong.shanten import Shanten

from tests.benchmarks import majiang
from tests.benchmarks.efficiency import tenpais, wall
from tests.benchmarks.sides import Side, Tasks
from webapp.efficiency.holding import Holding
from webapp.efficiency.shanten import shanten
from webapp.efficiency.waits import waits
from webapp.scoring.hand import WinningHand
from webapp.scoring.tiles import KIND, KINDS, Tile


def hands(number: int, seed: int = 2) -> list[tuple[Tile, ...]]:
    """So many random hands of 14 tiles."""
    random = Random(seed)
    tiles = wall()
    return [tuple(random.sample(tiles, 14)) for _ in range(number)]


def _ours(tiles: tuple[Tile, ...]) -> int:
    return shanten(Holding(tiles))


def _waits(held: Holding) -> object:
    return waits(Holding(held.concealed, held.melds, held.round, held.seat, held.dora))


def counts_of(tiles: Sequence[Tile]) -> list[int]:
    """How many there are of each kind, as `mahjong` takes them."""
    kinds = [KIND[tile] for tile in tiles]
    return [kinds.count(kind) for kind in KINDS]


@contextmanager
def shanten_sides(dealt: Sequence[tuple[Tile, ...]]) -> Iterator[list[Side]]:
    """We and they, asked how far the same hands are from tenpai."""
    calculate = Shanten.calculate_shanten
    yield [
        Tasks("agari", [partial(_ours, tiles) for tiles in dealt]),
        Tasks("mahjong 2.1", [partial(calculate, counts_of(tiles)) for tiles in dealt]),
    ]


@contextmanager
def waits_sides(number: int) -> Iterator[list[Side]]:
    """We and they, asked what the same tenpais wait for and what each wait brings."""
    found = tenpais(number)
    ours = Tasks("agari, ron and tsumo", [partial(_waits, held) for held, _ in found])
    if not majiang.is_there():
        yield [ours]
        return
    won = [
        WinningHand(held.concealed, win, False, 1, held.melds, held.round, held.seat, held.flags, held.dora)
        for held, win in found
    ]
    with majiang.Majiang("tingpai", won) as side:
        yield [ours, side]
