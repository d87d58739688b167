"""The hands on the way, level by level, from the hands before the last draw back to the hand before the first draw.

Two piles identify a hand on the way: the tiles gone and the tiles come. Each level numbers its piles. Which piles they
were one tile earlier is worked out once for the whole level. A *row* holds the hands with the same tiles gone, by the
number of the tiles come. What a row keeps for each hand is up to the module that fills it.
"""

from collections.abc import Iterable
from typing import NamedTuple

from webapp.efficiency.finishes import Pile
from webapp.scoring.tiles import NAMES

#: Piles in the order of their numbers, each with the bit of every tile in it, once each.
Piles = dict[Pile, tuple[Pile, ...]]

_ONE_OF_EACH: Pile = sum(1 << 3 * tile for tile in range(len(NAMES)))


class Before(NamedTuple):
    """The piles of the level before, and for each pile of this level the numbers of those that it can come from."""

    piles: Piles
    numbers: list[list[int]]


def numbered(piles: Iterable[Pile]) -> Piles:
    """These piles in their order, each with the bits of its tiles."""
    return {pile: _bits(pile) for pile in piles}


def _bits(pile: Pile) -> tuple[Pile, ...]:
    bits = []
    tiles = (pile | pile >> 1 | pile >> 2) & _ONE_OF_EACH
    while tiles:
        bit = tiles & -tiles
        bits.append(bit)
        tiles ^= bit
    return tuple(bits)


def before(piles: Piles) -> Before:
    """Every pile that is left when one tile is taken from one of these piles."""
    smaller: Piles = {}
    numbers: dict[Pile, int] = {}
    known = numbers.get
    own: list[list[int]] = []
    for pile, bits in piles.items():
        mine = []
        for index, bit in enumerate(bits):
            less = pile - bit
            number = known(less)
            if number is None:
                number = numbers[less] = len(numbers)
                smaller[less] = bits if less & 7 * bit else bits[:index] + bits[index + 1 :]
            mine.append(number)
        own.append(mine)
    return Before(smaller, own)


def after(numbers: list[list[int]], size: int) -> list[list[int]]:
    """The opposite of `Before.numbers`: for each of the `size` smaller piles the numbers of the piles that it becomes
    by one more tile."""
    following: list[list[int]] = [[] for _ in range(size)]
    for number, own in enumerate(numbers):
        for smaller in own:
            following[smaller].append(number)
    return following
