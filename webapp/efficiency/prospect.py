"""The value of every hand on the shortest ways of a holding, and the tenpais that the best discards lead to.

By definition, the value of a complete hand is the points of its tsumo. Before a draw, the value is the sum of `tiles
left × value after the draw` over the tiles that take the hand closer. Before a discard, it is the best value after a
discard. A value is not a probability or an expectation; those are in `turns`.

The number of ways to draw the tiles that have come does not depend on their order. So each hand is kept with its
*weight*: its value times that number. The weight before a draw is then a plain sum, the best discard has the greatest
weight, and the weight of the first hand is its value.
"""

from collections import defaultdict
from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from math import perm, prod
from typing import NamedTuple

from webapp.efficiency.holding import Holding
from webapp.efficiency.last_draws import Budget, LastDraw, LastDraws, TileCounts
from webapp.efficiency.levels import NumberedCounts, after, before, numbered
from webapp.efficiency.shanten import Nearest
from webapp.efficiency.suits import copies_in
from webapp.efficiency.waits import completing
from webapp.efficiency.worth import tsumo
from webapp.scoring.score import Score
from webapp.scoring.tiles import KIND, Tile, sort_key

#: The hands with the same tiles gone: the number of the tiles come → the weight of the hand.
Row = dict[int, int]


class WinningDraw(NamedTuple):
    """A draw that wins: the tile, the number of copies left, and the hand that it makes by tsumo."""

    tile: Tile
    left: int
    tsumo: Score

    @property
    def value(self) -> int:
        """The points of its tsumo."""
        return self.tsumo.points


class Tenpai(NamedTuple):
    """A tenpai that the best discards lead to: the tiles gone and come by then, and its waits.

    `ways` is the number of ways to draw the tiles come: the product of the tiles left at each draw. `value` is the
    value of the tenpai, a sum over its waits. The value of a hand is the sum of `ways × value` over all its tenpais.
    """

    gone: tuple[Tile, ...]
    come: tuple[Tile, ...]
    ways: int
    value: int
    waits: tuple[WinningDraw, ...]


class Reached(NamedTuple):
    """The points and the tenpais that a discard leads to, if the best discards follow.

    `usual` are the points, without honba, that at least half of the ways to win reach; None if no way to win is known.
    `tenpais` begin with the one that adds most to the value. If two add the same, the one with the lower tiles come
    goes first, then the one with the lower tiles gone. `more` is the number of tenpais that are not listed.
    """

    usual: int | None = None
    tenpais: tuple[Tenpai, ...] = ()
    more: int = 0


#: A tenpai that is reached: how much it adds to the value, the tiles gone, the tiles come, and the number of orders in
#: which the draws lead to it.
_Way = tuple[int, TileCounts, TileCounts, int]


@dataclass(frozen=True, eq=False)
class _Level:
    """The hands before a draw, a row for each count of tiles gone.

    `choices` are the hands after the draw, before the discard, in rows for the same counts gone. `smaller` holds for
    each count come after the draw the numbers of the counts before it. Both are empty before the last draw.
    """

    goes: NumberedCounts
    comes: NumberedCounts
    rows: list[Row]
    choices: list[Row] = field(default_factory=list)
    smaller: list[list[int]] = field(default_factory=list)

    @cached_property
    def following(self) -> list[list[int]]:
        """For each count come before the draw the numbers of the counts after it."""
        return after(self.smaller, len(self.comes))

    @cached_property
    def number_of(self) -> dict[TileCounts, int]:
        """The number of each count of tiles gone."""
        return {count: number for number, count in enumerate(self.goes)}

    @cached_property
    def number_of_come(self) -> dict[TileCounts, int]:
        """The number of each count of tiles come."""
        return {count: number for number, count in enumerate(self.comes)}


class Prospect:
    """Every hand that a holding becomes on its shortest ways, with its value."""

    def __init__(self, holding: Holding, nearest: Nearest, budget: Budget) -> None:
        """Begins with the tenpais and goes back from there; raises `TooMuch` beyond the budget."""
        self._holding = holding
        self._bits = [1 << 3 * tile for tile in sorted(set(holding.concealed), key=sort_key)]
        #: Every way to win.
        self.last_draws = LastDraws(holding, nearest, budget).last_draws
        #: The hands before each draw, the first draw first.
        self._levels = [_tenpais(self.last_draws, budget)]
        for _ in range(nearest.distance - 1):
            self._levels.insert(0, _earlier(self._levels[0], budget))
        #: What it cost, in the unit of a budget.
        self.size = budget.spent
        #: The number of hands on the way.
        self.hands = sum([len(row) for level in self._levels for row in (*level.rows, *level.choices)])

    def value(self, gone: TileCounts = 0) -> int:
        """The value before the first draw, after the tiles `gone` are discarded."""
        first = self._levels[0]
        return first.rows[first.number_of[gone]][0] if gone in first.goes else 0

    def reached(self, gone: TileCounts, most: int) -> Reached:
        """The tenpais that the discard of `gone` leads to if the best discards follow. Lists at most `most` of them."""
        rows = self._orders(gone)
        ways = list(self._ways(rows))
        listed = [self._tenpai(way) for way in _heaviest(ways, most)]
        return Reached(self._usual(rows), tuple(listed), len(ways) - len(listed))

    def _orders(self, gone: TileCounts) -> dict[int, Row]:
        """The number of orders of the draws in which the best discards lead to each tenpai: rows of the last level."""
        first = self._levels[0]
        rows: dict[int, Row] = {first.number_of[gone]: {0: 1}} if gone in first.goes else {}
        for level, later in pairwise(self._levels):
            rows = self._one_draw_on(level, later, rows)
        return rows

    def _ways(self, rows: dict[int, Row]) -> Iterator[_Way]:
        """The tenpais of `_orders`, with their tiles and weights."""
        last = self._levels[-1]
        goes, comes = list(last.goes), list(last.comes)
        for number, orders in rows.items():
            weights, gone = last.rows[number], goes[number]
            for come, times in orders.items():
                yield times * weights[come], gone, comes[come], times

    def _one_draw_on(self, level: _Level, later: _Level, rows: dict[int, Row]) -> dict[int, Row]:
        """The orders that lead to each hand after one more draw and the best discard."""
        goes, reached = list(level.goes), defaultdict[int, Row](dict)
        for row, orders in rows.items():
            possible = level.choices[row]
            options = [
                (number, later.rows[number])
                for bit in self._bits
                if (number := later.number_of.get(goes[row] + bit)) is not None
            ]
            for come, number in _drawn(orders, possible, level.following).items():
                then = reached[_best_option(options, come, possible[come])]
                then[come] = then.get(come, 0) + number
        return reached

    def _usual(self, rows: dict[int, Row]) -> int | None:
        """The points that at least half of the ways to win bring. A draw without yaku is no win."""
        last = self._levels[-1]
        numbers = defaultdict[int, int](int)
        for gone, come, ways, points in self.last_draws:
            orders = rows.get(last.number_of[gone])
            if orders and points:
                numbers[points] += orders.get(last.number_of_come[come], 0) * ways
        half, reached = sum(numbers.values()) / 2, 0
        for points in sorted(numbers, reverse=True):
            reached += numbers[points]
            if reached >= half > 0:
                return points
        return None

    def _tenpai(self, way: _Way) -> Tenpai:
        weight, gone, come, orders = way
        ways = orders * prod([perm(self._holding.left[tile], copies) for tile, copies in copies_in(come)])
        gone_tiles, come_tiles = tiles_in(gone), tiles_in(come)
        waits = winning_draws(self._holding.after(gone_tiles, come_tiles))
        return Tenpai(gone_tiles, come_tiles, ways, weight // ways, waits)


def _heaviest(ways: list[_Way], most: int) -> list[_Way]:
    """The first `most` tenpais in the order of `Reached`. Comparing tiles is slow, so tenpais that add too little to be
    listed are dropped before the sort."""
    if len(ways) > most:
        least = sorted([way[0] for way in ways], reverse=True)[most - 1]
        ways = [way for way in ways if way[0] >= least]
    return sorted(ways, key=_rank)[:most]


def _rank(way: _Way) -> tuple[object, ...]:
    weight, gone, come, _ = way
    return -weight, _in_order(come), _in_order(gone)


def _tenpais(last_draws: Iterable[LastDraw], budget: Budget) -> _Level:
    """The hands before the last draw."""
    rows: dict[TileCounts, Row] = {}
    numbers: dict[TileCounts, int] = {}
    for gone, come, ways, points in last_draws:
        row = rows.get(gone)
        if row is None:
            row = rows[gone] = {}
        number = numbers.setdefault(come, len(numbers))
        row[number] = row.get(number, 0) + ways * points
    budget.spend(sum(map(len, rows.values())))
    return _Level(numbered(rows), numbered(numbers), list(rows.values()))


def _earlier(level: _Level, budget: Budget) -> _Level:
    """The hands one draw before these. Between the two lies a discard."""
    goes, own = before(level.goes)
    options: list[list[Row]] = [[] for _ in goes]
    for row, numbers in zip(level.rows, own, strict=True):
        for number in numbers:
            options[number].append(row)
    comes, smaller = before(level.comes)
    rows, choices = [], []
    for each in options:
        choices.append(_best(each))
        rows.append(_before_draw(choices[-1], smaller))
        budget.spend(len(choices[-1]) + len(rows[-1]))
    return _Level(goes, comes, rows, choices, smaller)


def _best(options: list[Row]) -> Row:
    """The greatest weight of each hand in any of the rows. Rows are never changed, so a single row is not copied."""
    if len(options) == 1:
        return options[0]
    longest, *others = sorted(options, key=len, reverse=True)
    best = longest.copy()
    known = best.get
    for row in others:
        for come, weight in row.items():
            if weight > known(come, -1):
                best[come] = weight
    return best


def _before_draw(row: Row, smaller: list[list[int]]) -> Row:
    """The weights before a draw: for each count come the sum over the counts that it can become."""
    sums: Row = {}  # plain dicts of numbers are left alone by the garbage collection
    known = sums.get
    for come, weight in row.items():
        for number in smaller[come]:
            sums[number] = known(number, 0) + weight
    return sums


def _drawn(orders: Row, possible: Container[int], following: list[list[int]]) -> Row:
    """The orders after one more draw, for those of the counts that are possible."""
    drawn: Row = defaultdict(int)
    for come, number in orders.items():
        for more in following[come]:
            if more in possible:
                drawn[more] += number
    return drawn


def _best_option(options: list[tuple[int, Row]], come: int, weight: int) -> int:
    """The number of the first option in which the hand has this weight; one of them has it."""
    for number, row in options[:-1]:
        if row.get(come) == weight:
            return number
    return options[-1][0]


def _in_order(count: TileCounts) -> list[int]:
    """The sorted tiles of a count, for comparison."""
    return sorted(map(sort_key, tiles_in(count)))


def tiles_in(count: TileCounts) -> tuple[Tile, ...]:
    """The tiles of a count."""
    return tuple([tile for tile, copies in copies_in(count) for _ in range(copies)])


def winning_draws(holding: Holding) -> tuple[WinningDraw, ...]:
    """The waits of a tenpai as draws, each tile with the points of its tsumo."""
    kinds = completing(holding)
    tiles = [tile for tile, left in enumerate(holding.left) if left and kinds >> KIND[tile] & 1]
    return tuple(
        [
            WinningDraw(tile, holding.left[tile], tsumo(holding, (*holding.concealed, tile)))
            for tile in sorted(tiles, key=sort_key)
        ]
    )
