"""Every way to win a holding with the fewest draws: the tiles that go and come, and the points with each last tile.

Every draw takes the hand closer, so no kind is both drawn and discarded, and the order of the draws does not matter.
Two counts identify a hand on the way: the tiles gone and the tiles come. The list of all last draws is enough to work
out every hand before them. This module knows red fives and the tiles left; it does not choose between discards.

A complete hand consists of a *member* of each suit. What depends on one suit alone (the tiles that come, red or not,
their dora, the facts that points depend on) is worked out once for each member.
"""

from collections.abc import Callable, Container, Iterator
from itertools import product
from math import perm, prod
from typing import NamedTuple

from webapp.efficiency.holding import Holding
from webapp.efficiency.shanten import SUITS, Nearest, Way
from webapp.efficiency.special_hands import several, some
from webapp.efficiency.suits import Choice, copies_in, kinds_in
from webapp.efficiency.worth import Worth
from webapp.scoring.decompose import SUIT_MASKS, SUIT_PARTS, meld_part
from webapp.scoring.facts import OF_ORPHANS, Facts, facts_of, facts_of_pairs, last_of
from webapp.scoring.reading import CHIITOITSU, KOKUSHI, STANDARD, Shape
from webapp.scoring.tiles import KIND, RED_OF, Counts, Kind, count_of

#: Tiles packed three bits each, as counts are, but a red five apart from the plain ones.
TileCounts = int
#: A draw that wins: the tiles gone, the tiles come before it, the number of ways to draw all tiles that come, and the
#: points.
LastDraw = tuple[TileCounts, TileCounts, int, int]

#: Tiles that go or come, and their number of red fives.
_Sort = tuple[TileCounts, int]
#: One of the tiles that come, as the last one: its bit in the counts, its kind, and its role in each split (`last_of`).
_Last = tuple[TileCounts, Kind, tuple[int, ...]]
#: Tiles that come: their counts, the dora of the suits with them, the number of ways to draw them, and each of them as
#: the last one.
_Coming = tuple[TileCounts, int, int, tuple[_Last, ...]]

#: The suits that are joined first.
_HALVES = (0, 1), (2, 3)
#: The costs of a complete hand, of scoring one, and of a last draw. The unit is a hand on the way.
HAND, SCORING, LAST_DRAW = 10, 60, 5


class TooMuch(Exception):  # noqa: N818 - nothing is wrong
    """The work would exceed the budget."""


class Budget:
    """A limit on the work that may be done. Work is counted, not timed, so the limit is the same on every machine. It
    bounds memory too.

    The unit is one hand on the way; about 6,000 cost as much as a scoring tap (tests/MEASURED.md).
    """

    def __init__(self, most: int) -> None:
        """`most` is the whole budget."""
        self._most = most
        #: The work done so far.
        self.spent = 0

    def foresee(self, more: int) -> None:
        """Raises `TooMuch` if the budget has no room for this much more."""
        if self.spent + more > self._most:
            raise TooMuch

    def spend(self, more: int) -> None:
        """Adds to the work done; raises `TooMuch` beyond the budget."""
        self.foresee(more)
        self.spent += more


class _Member(NamedTuple):
    """One suit or several of a complete hand: their counts, the facts of each split, and the tiles that go and come to
    make them, red or not."""

    counts: Counts
    facts: list[Facts]
    goes: list[_Sort]
    comes: list[_Coming]


def _joined(one: _Member, other: _Member) -> _Member:
    """Two members as one, with the suits of both."""
    facts = [Facts(added + more, joined | also) for added, joined in one.facts for more, also in other.facts]
    comes = [_both(here, there, len(one.facts), len(other.facts)) for here in one.comes for there in other.comes]
    return _Member(one.counts | other.counts, facts, _all_sorts(one.goes, other.goes), comes)


def _all_sorts(one: list[_Sort], other: list[_Sort]) -> list[_Sort]:
    """The sum of every pair of one sort from each list."""
    return [(packed + more, reds + also) for packed, reds in one for more, also in other]


def _both(one: _Coming, other: _Coming, splits: int, other_splits: int) -> _Coming:
    """The tiles that come to two members together. `splits` and `other_splits` are their numbers of splits."""
    packed, dora, ways, lasts = one
    more, also, times, more_lasts = other
    if splits > 1 or other_splits > 1:
        repeats = range(other_splits)
        lasts = tuple([(bit, kind, tuple([each for each in does for _ in repeats])) for bit, kind, does in lasts])
        more_lasts = tuple([(bit, kind, does * splits) for bit, kind, does in more_lasts])
    return packed + more, dora + also, ways * times, lasts + more_lasts


class _Suits:
    """The members of each suit, made once each."""

    def __init__(self, holding: Holding, dora: tuple[int, ...]) -> None:
        """`dora` has, for each kind, how many dora one tile of it is."""
        self._holding = holding
        self._dora = dora
        self._melds = meld_part(holding.melds)
        self._has_local = bool(holding.rules.local_yaku)
        self._made: dict[tuple[Shape, int, Counts, Counts], _Member | None] = {}

    def member(self, shape: Shape, suit: int, gone: Counts, come: Counts) -> _Member | None:
        """The member that a suit becomes by an exchange, in a hand of this shape; None if a tile is not left."""
        key = shape, suit, gone, come
        if key not in self._made:
            sorts = _sorts(come, self._holding.left)
            self._made[key] = self._make(key, sorts) if sorts else None
        return self._made[key]

    def _make(self, key: tuple[Shape, int, Counts, Counts], sorts: list[_Sort]) -> _Member:
        shape, suit, gone, come = key
        counts = self._holding.counts - gone + come & SUIT_MASKS[suit]
        facts, does = self._facts(shape, suit, counts)
        dora = sum([self._dora[kind] * copies for kind, copies in copies_in(counts)])
        comes = [self._coming(packed, dora + reds, does) for packed, reds in sorts]
        return _Member(counts, facts, _sorts(gone, self._holding.held), comes)

    def _coming(self, packed: TileCounts, dora: int, does: Callable[[Kind], tuple[int, ...]]) -> _Coming:
        tiles, left = copies_in(packed), self._holding.left
        lasts = tuple([(1 << 3 * tile, KIND[tile], does(KIND[tile])) for tile, _ in tiles])
        return packed, dora, prod([perm(left[tile], copies) for tile, copies in tiles]), lasts

    def _facts(self, shape: Shape, suit: int, counts: Counts) -> tuple[list[Facts], Callable[[Kind], tuple[int, ...]]]:
        """The facts of each split of a suit, and a function from the kind of a last tile to its role in each split."""
        if shape is CHIITOITSU:
            return [facts_of_pairs(kinds_in(counts))], lambda last: (0,)
        if shape is KOKUSHI:
            return [OF_ORPHANS], lambda last: (count_of(counts, last),)
        parts = SUIT_PARTS[counts]
        facts = [facts_of(part, suit, self._melds, has_local=self._has_local) for part in parts]
        return facts, lambda last: tuple([last_of(part, suit, last) for part in parts])


class LastDraws:
    """Every draw that completes one of the nearest complete hands of a holding for which there are tiles left."""

    def __init__(self, holding: Holding, nearest: Nearest, budget: Budget) -> None:
        """Lists the last draws. Raises `TooMuch` beyond the budget, at once if the complete hands alone exceed it."""
        self._holding = holding
        self._worth = Worth(holding)
        self._suits = _Suits(holding, self._worth.dora)
        self._ways = nearest.ways
        #: The number of complete hands, or more than that: some may need tiles that are not left.
        self.most_hands = sum([prod([len(segment.choice.exchanges) for segment in way]) for way in self._ways])
        budget.foresee(HAND * self.most_hands)
        self._halves: dict[tuple[Choice, ...], list[_Member]] = {}
        self._special_halves: dict[tuple[Shape, tuple[int, int], Counts, Counts], _Member | None] = {}
        self._budget = budget
        self.last_draws: list[LastDraw] = []
        self._list()

    def _list(self) -> None:
        """Lists the last draws. A complete hand that two ways lead to, by sets and by seven pairs, counts once."""
        by_sets = set()
        for way in self._ways:
            if len(way) == len(SUITS):
                for one, other in product(self._half(way, 0), self._half(way, 2)):
                    by_sets.add(one.counts | other.counts)
                    self._add(one, other)
            else:
                for one, other in self._specials(way[0].choice, by_sets):
                    self._add(one, other)

    def _half(self, way: Way, suit: int) -> list[_Member]:
        """The members of this suit and of the next one, joined."""
        choices = way[suit].choice, way[suit + 1].choice
        if choices not in self._halves:
            both = [self._of_choice(suit + number, choice) for number, choice in enumerate(choices)]
            self._halves[choices] = [_joined(one, other) for one, other in product(*both)]
        return self._halves[choices]

    def _of_choice(self, suit: int, choice: Choice) -> list[_Member]:
        shift = 3 * SUITS[suit][0]
        members = [self._suits.member(STANDARD, suit, gone << shift, come << shift) for gone, come in choice.exchanges]
        return [member for member in members if member]

    def _specials(self, choice: Choice, by_sets: Container[Counts]) -> Iterator[tuple[_Member, _Member]]:
        """The hands of seven pairs or thirteen orphans, each in two halves, without those that are also `by_sets`."""
        held = self._holding.counts
        for gone, come in choice.exchanges:
            counts = held - gone + come
            if counts not in by_sets:
                shape = CHIITOITSU if some(counts) == several(counts) else KOKUSHI
                one, other = [self._special_half(shape, half, gone, come) for half in _HALVES]
                if one and other:
                    yield one, other

    def _special_half(self, shape: Shape, half: tuple[int, int], gone: Counts, come: Counts) -> _Member | None:
        """Two suits of such a hand joined; None if a tile is not left."""
        mask = SUIT_MASKS[half[0]] | SUIT_MASKS[half[1]]
        key = shape, half, gone & mask, come & mask
        if key not in self._special_halves:
            one, other = [
                self._suits.member(shape, suit, gone & SUIT_MASKS[suit], come & SUIT_MASKS[suit]) for suit in half
            ]
            self._special_halves[key] = _joined(one, other) if one and other else None
        return self._special_halves[key]

    def _add(self, one: _Member, other: _Member) -> None:
        """Adds the last draws of one complete hand: each tile that came may be the last, and be red or not."""
        keys = tuple([added + more | joined | also for added, joined in one.facts for more, also in other.facts])
        splits, other_splits = len(one.facts), len(other.facts)
        goes = _all_sorts(one.goes, other.goes)
        before, scored = len(self.last_draws), self._worth.scored
        counts, worth, add = one.counts | other.counts, self._worth, self.last_draws.append
        for here in one.comes:
            for there in other.comes:
                packed, dora, ways, lasts = _both(here, there, splits, other_splits)
                dora += worth.other_dora
                for bit, kind, does in lasts:
                    tsumos = worth.get((keys, does)) or worth.ask((keys, does), counts, kind)
                    for gone, reds in goes:
                        add((gone, packed - bit, ways, tsumos[dora - reds]))
        self._budget.spend(HAND + LAST_DRAW * (len(self.last_draws) - before) + SCORING * (worth.scored - scored))


def _sorts(counts: Counts, available: tuple[int, ...]) -> list[_Sort]:
    """All counts of tiles, red or plain, that have these counts of kinds, each with its number of red fives.

    `available` has the number of copies of each tile that there are; empty if these are too few.
    """
    sorts = [(counts, 0)]
    for kind, copies in copies_in(counts):
        if kind in RED_OF:
            red = RED_OF[kind]
            possible = range(max(0, copies - available[kind]), min(copies, available[red]) + 1)
            swap = (1 << 3 * red) - (1 << 3 * kind)
            sorts = [(packed + more * swap, reds + more) for packed, reds in sorts for more in possible]
        elif copies > available[kind]:
            return []
    return sorts
