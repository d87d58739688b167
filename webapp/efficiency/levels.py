"""The hands on the way, level by level, from the hands before the last draw back to the hand before the first draw.

Two counts identify a hand on the way: the tiles gone and the tiles come. Each level numbers its counts, and works out
once for all its hands which counts they had one tile earlier. A *row* has the hands with the same tiles gone; its keys
are the numbers of the tiles come. The module that fills a row decides what to keep for each hand.
"""

from collections.abc import Iterable
from typing import NamedTuple

from webapp.efficiency.last_draws import TileCounts
from webapp.scoring.tiles import NAMES

#: Counts in the order of their numbers, each with the bits of its different tiles.
NumberedCounts = dict[TileCounts, tuple[TileCounts, ...]]

_ONE_OF_EACH: TileCounts = sum(1 << 3 * tile for tile in range(len(NAMES)))


class Before(NamedTuple):
    """The counts of the level before, and for each count of this level the numbers of those that it can come from."""

    counts: NumberedCounts
    numbers: list[list[int]]


def numbered(counts: Iterable[TileCounts]) -> NumberedCounts:
    """These counts in their order, each with the bits of its tiles."""
    return {count: _bits(count) for count in counts}


def _bits(count: TileCounts) -> tuple[TileCounts, ...]:
    bits = []
    tiles = (count | count >> 1 | count >> 2) & _ONE_OF_EACH
    while tiles:
        bit = tiles & -tiles
        bits.append(bit)
        tiles ^= bit
    return tuple(bits)


def before(counts: NumberedCounts) -> Before:
    """All counts that are left when one tile is taken from one of these."""
    smaller: NumberedCounts = {}
    numbers: dict[TileCounts, int] = {}
    known = numbers.get
    own: list[list[int]] = []
    for count, bits in counts.items():
        mine = []
        for index, bit in enumerate(bits):
            less = count - bit
            number = known(less)
            if number is None:
                number = numbers[less] = len(numbers)
                smaller[less] = bits if less & 7 * bit else bits[:index] + bits[index + 1 :]
            mine.append(number)
        own.append(mine)
    return Before(smaller, own)


def after(numbers: list[list[int]], size: int) -> list[list[int]]:
    """The opposite of `Before.numbers`: for each of the `size` smaller counts the numbers of the counts that it becomes
    by one more tile."""
    following: list[list[int]] = [[] for _ in range(size)]
    for number, own in enumerate(numbers):
        for smaller in own:
            following[smaller].append(number)
    return following
