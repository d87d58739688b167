"""Every way in which a holding can be won by the fewest draws: what goes, what comes, and the points of the last tile.

Every draw leads closer. So no kind is both drawn and discarded, and the order of the draws does not matter. So two
*piles* identify a hand on its way: the tiles gone and the tiles come. A flat list of last steps stands for all ways.
Knows which tiles are red and how many are left; it does not choose between discards.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from math import prod
from typing import NamedTuple

from webapp.efficiency.holding import Holding
from webapp.efficiency.shanten import Nearest, Segment, part_of
from webapp.efficiency.suits import Choice, copies_in
from webapp.efficiency.worth import CompleteHand
from webapp.scoring.tiles import KIND, RED_FIVES, RED_OF, Counts, Kind

#: Tiles packed three bits each, as counts are, but a red five apart from the plain ones.
Pile = int
#: A draw that wins: what has gone and come before, how many of the tile are left then, the points that it brings.
Finish = tuple[Pile, Pile, int, int]


class Wall(dict[Pile, list[tuple[Pile, int]]]):
    """For a pile of tiles come: each pile that it can have been one draw before, and how many copies of the last tile
    were left then.

    Any of them can be the last. The answers are kept; nothing is put in from outside.
    """

    def __init__(self, left: tuple[int, ...]) -> None:
        """`left` is how many of each tile there are before any comes."""
        super().__init__()
        self._left = left

    def __missing__(self, come: Pile) -> list[tuple[Pile, int]]:
        all_left = self._left
        before = [(come - (1 << 3 * tile), all_left[tile] - copies + 1) for tile, copies in copies_in(come)]
        self[come] = before
        return before


#: The cost of scoring a complete hand, in the budget's unit (one hand looked at); and the extra cost of each local yaku
#: in the rules.
SCORING, LOCAL_YAKU = 60, 2


class TooMuch(Exception):  # noqa: N818 - nothing is wrong
    """More would have to be looked at than the budget allows."""


class Budget:
    """How many hands on the way may be looked at. It bounds time and memory, and on every machine alike."""

    def __init__(self, hands: int) -> None:
        """So many hands, all together."""
        self._hands = hands
        #: How many were looked at.
        self.spent = 0

    def foresee(self, hands: int) -> None:
        """Raises `TooMuch` if the budget has room for fewer hands than this."""
        if self.spent + hands > self._hands:
            raise TooMuch

    def spend(self, hands: int) -> None:
        """Takes note of so many more; raises `TooMuch` beyond the budget."""
        self.foresee(hands)
        self.spent += hands


class _Sort(NamedTuple):
    """One choice of plain and red tiles for some kinds: the pile, and its number of red fives."""

    pile: Pile
    reds: int


_NOTHING = [_Sort(0, 0)]


class _Member(NamedTuple):
    """A part of a complete hand: its kinds, the kinds gone and come to make it, and the piles of tiles that these can
    be."""

    kinds: tuple[Kind, ...]
    gone: Counts
    come: Counts
    goes: list[_Sort]
    comes: list[_Sort]


class Finishes:
    """Every finish of a holding, by the nearest complete hands for which there are tiles left."""

    def __init__(self, holding: Holding, nearest: Nearest, budget: Budget) -> None:
        """Finds the members of the complete hands; the hands themselves are put together and scored one by one."""
        self.wall = Wall(holding.left)
        self._holding = holding
        self._reds = sum(holding.held[red] for red in RED_FIVES)
        self._known: dict[tuple[Kind, Choice], list[_Member]] = {}
        self._ways = [[self._members(segment) for segment in way] for way in nearest.ways]
        self._budget = budget
        self._cost = SCORING + LOCAL_YAKU * len(holding.rules.local_yaku)
        complete = sum([prod(map(len, members)) for members in self._ways])
        # How many hands there are on the way, guessed without looking at any. Of the draws that lead to a complete hand
        # each has been made or not: 2^distance hands. That is too few. The choice of discards multiplies the hands;
        # hands shared by several complete hands lower the number less than that.
        budget.foresee(complete * self._cost + (complete << nearest.distance))

    def __iter__(self) -> Iterator[Finish]:
        """The finishes, hand by hand. What two ways lead to, by sets and by seven pairs, counts once."""
        done = set()
        for way in self._ways:
            for members in product(*way):
                hand = sum([member.gone for member in members]), sum([member.come for member in members])
                if hand not in done:
                    done.add(hand)
                    self._budget.spend(self._cost)
                    yield from self._of_hand(members)

    def _of_hand(self, members: tuple[_Member, ...]) -> Iterator[Finish]:
        """The finishes of one complete hand: each tile that came may be the last, and be red or not."""
        points = CompleteHand(self._holding, [kind for member in members for kind in member.kinds]).points
        goes = _joined([member.goes for member in members])
        for come, reds_come in _joined([member.comes for member in members]):
            for (before, left), (tile, _) in zip(self.wall[come], copies_in(come), strict=True):
                for gone, reds_gone in goes:
                    yield gone, before, left, points(KIND[tile], self._reds + reds_come - reds_gone)

    def _members(self, segment: Segment) -> list[_Member]:
        """The members that the exchanges of a segment make, if the tiles that have to come are left."""
        key = segment.first, segment.choice
        if key not in self._known:
            self._known[key] = list(self._found_members(segment))
        return self._known[key]

    def _found_members(self, segment: Segment) -> Iterator[_Member]:
        first = segment.first
        held = part_of(self._holding.counts, first, segment.ranks)
        for gone, come in segment.choice.exchanges:
            comes = _sorts(come << 3 * first, self._holding.left)
            if comes:
                kinds = [first + kind for kind, copies in copies_in(held - gone + come) for _ in range(copies)]
                gone, come = gone << 3 * first, come << 3 * first
                yield _Member(tuple(kinds), gone, come, _sorts(gone, self._holding.held), comes)


def _sorts(counts: Counts, available: tuple[int, ...]) -> list[_Sort]:
    """Every pile that these kinds can be if so many of each tile are available."""
    if not counts:
        return _NOTHING
    found = [_Sort(counts, 0)]
    for kind, copies in copies_in(counts):
        if kind in RED_OF:
            red = RED_OF[kind]
            reds = range(max(0, copies - available[kind]), min(copies, available[red]) + 1)
            swap = (1 << 3 * red) - (1 << 3 * kind)
            found = [_Sort(pile + number * swap, others + number) for pile, others in found for number in reds]
        elif copies > available[kind]:
            return []
    return found


def _joined(parts: Iterable[list[_Sort]]) -> list[_Sort]:
    """Every pile that takes one sort from each part: the piles and the red fives added up."""
    found = _NOTHING
    for sorts in parts:
        if found is _NOTHING:
            found = sorts
        elif sorts is not _NOTHING:
            found = [_Sort(pile + more, reds + more_reds) for pile, reds in found for more, more_reds in sorts]
    return found
