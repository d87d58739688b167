"""How many hands a second we find the shanten of, what 13 tiles wait for and what 14 can give up, beside others.

Ours is told a hand that it has not seen, by tiles; `mahjong` is told counts of the kinds. Waits are scored: ours by
ron and by tsumo each, majiang-core's by ron. For each discard that is no step back we name the kinds that take the
hand closer then; `mahjong` and `riichienv` know the shanten alone, so they are asked for it kind by kind, and
majiang-core's `tingpai` does the same inside.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec
from random import Random

from mahjong.shanten import Shanten

from tests.benchmarks import majiang
from tests.benchmarks.efficiency import deal, tenpais, wall
from tests.benchmarks.sides import Side, Tasks
from webapp.efficiency.holding import Holding
from webapp.efficiency.shanten import Nearest, shanten
from webapp.efficiency.waits import waits
from webapp.scoring.hand import WinningHand
from webapp.scoring.tiles import KIND, KINDS, Kind, Tile, kinds_of

#: For each kind to discard the kinds that take the hand closer then.
Closer = dict[Kind, list[Kind]]


def hands(number: int, seed: int = 2) -> list[tuple[Tile, ...]]:
    """So many random hands of 14 tiles."""
    random = Random(seed)
    tiles = wall()
    return [tuple(random.sample(tiles, 14)) for _ in range(number)]


def _ours(tiles: tuple[Tile, ...]) -> int:
    return shanten(Holding(tiles))


def _waits(held: Holding) -> object:
    return waits(Holding(held.concealed, held.melds, held.table))


def counts_of(tiles: Sequence[Tile]) -> list[int]:
    """How many there are of each kind, as `mahjong` takes them."""
    kinds = [KIND[tile] for tile in tiles]
    return [kinds.count(kind) for kind in KINDS]


def _drawn(dealt: Sequence[tuple[Tile, ...]]) -> list[WinningHand]:
    """The hands of 14 tiles as majiang-core is told them, the last tile drawn."""
    return [WinningHand(tiles[:-1], tiles[-1], True) for tiles in dealt]


@contextmanager
def shanten_sides(dealt: Sequence[tuple[Tile, ...]]) -> Iterator[list[Side]]:
    """We and they, asked how far the same hands are from tenpai."""
    calculate, counts = Shanten.calculate_shanten, [counts_of(tiles) for tiles in dealt]
    found: list[Side] = [
        Tasks("agari", [partial(_ours, tiles) for tiles in dealt]),
        Tasks("mahjong 2.1", [partial(calculate, each) for each in counts]),
    ]
    if find_spec("riichienv"):
        from tests.benchmarks.riichienv import shanten_tasks

        found.append(Tasks("riichienv (Rust)", shanten_tasks(counts)))
    if not majiang.is_there():
        yield found
        return
    with majiang.Majiang("xiangting", _drawn(dealt)) as side:
        yield [*found, side]


@contextmanager
def waits_sides(number: int) -> Iterator[list[Side]]:
    """We and they, asked what the same tenpais wait for and what each wait brings."""
    found = tenpais(number)
    ours = Tasks("agari, ron and tsumo", [partial(_waits, held) for held, _ in found])
    if not majiang.is_there():
        yield [ours]
        return
    won = [WinningHand(held.concealed, win, False, held.melds, held.table, held.flags) for held, win in found]
    with majiang.Majiang("tingpai", won) as side:
        yield [ours, side]


def discarding(tiles: tuple[Tile, ...]) -> Closer:
    """What 14 tiles can give up, by us."""
    return {gone: kinds_of(come) for gone, come in Nearest(Holding(tiles)).advancing_after.items()}


def by_shanten(shanten_of: Callable[[list[int]], int], counts: list[int]) -> Closer:
    """The same by a program that knows the shanten of counts."""
    now, found = shanten_of(counts), {}
    for gone in KINDS:
        if counts[gone]:
            counts[gone] -= 1
            if shanten_of(counts) == now:
                found[gone] = [come for come in KINDS if counts[come] < 4 and _with(shanten_of, counts, come) < now]
            counts[gone] += 1
    return found


def _with(shanten_of: Callable[[list[int]], int], counts: list[int], come: Kind) -> int:
    counts[come] += 1
    found = shanten_of(counts)
    counts[come] -= 1
    return found


@contextmanager
def discards_sides(number: int) -> Iterator[list[Side]]:
    """We and they, asked about all discards of so many hands of each shanten from 1 to 4."""
    dealt = [held.concealed for hands in deal(number).values() for held in hands]
    calculate, counts = Shanten.calculate_shanten, [counts_of(tiles) for tiles in dealt]
    found: list[Side] = [
        Tasks("agari", [partial(discarding, tiles) for tiles in dealt]),
        Tasks("mahjong 2.1", [partial(by_shanten, calculate, each) for each in counts]),
    ]
    if find_spec("riichienv"):
        from tests.benchmarks.riichienv import shanten_of

        found.append(Tasks("riichienv (Rust)", [partial(by_shanten, shanten_of, each) for each in counts]))
    if not majiang.is_there():
        yield found
        return
    with majiang.Majiang("dapai", _drawn(dealt)) as side:
        yield [*found, side]
