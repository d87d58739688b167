"""The chances of a discard, turn by turn: of tenpai and of a win by the last draw, and the points to expect (期待値).

These are the hands of `prospect`, now with probabilities. A course has an entry for each own draw that is left: the
figure before that draw. At turn 1 all draws are still to come (18 at the start of a hand), at the last turn one draw.
The chance to draw a given tile at turn t is `left / (unseen + 1 - t)`, with the unseen tiles counted at turn 1. At
every later discard each of the three figures is maximised, independently of the other two. A discarded tile is never
drawn again.

The figures are no forecast: they leave out calls, ron, what the others do, and draws that lead sideways or back. A
tenpai counts as long as a tile that completes it is left.
"""

from collections import defaultdict
from collections.abc import Iterable
from math import perm, prod
from operator import add
from typing import NamedTuple

from webapp.efficiency.discards import Discards
from webapp.efficiency.holding import Holding
from webapp.efficiency.last_draws import Budget, LastDraw, LastDraws, TileCounts, TooMuch
from webapp.efficiency.levels import NumberedCounts, before, numbered
from webapp.efficiency.shanten import Nearest
from webapp.efficiency.suits import copies_in
from webapp.scoring.tiles import KIND, Tile, sort_key

DRAWS = 18
#: The default budget: about 50 scoring taps. Every hand three steps from tenpai costs less.
BUDGET = 320_000
#: The most that values and chances may cost together: about 60 scoring taps, the limit of one request.
TOGETHER = 340_000

#: One figure for each draw that can be next.
Course = tuple[float, ...]


def cost(distance: int) -> int:
    """The cost of a hand on the way of a holding that is `distance` draws from complete, in the unit of a budget. Each
    hand has three figures for each draw, and the farther the holding, the more hands lead to one."""
    return 7 * max(distance - 2, 1)


class Turns(NamedTuple):
    """The courses of a hand before a draw: the chance of tenpai, the chance to win, the points to expect."""

    tenpai: Course
    win: Course
    points: Course


FIGURES = len(Turns._fields)
#: The three figures before the first draw, then before the second, … and at the end those with no draw left. Each is
#: multiplied by the number of ways to draw what has come, as a *weight* in `prospect` is.
_Figures = list[float]
_Row = dict[int, _Figures]


class _Level(NamedTuple):
    """The hands before a draw: the counts gone and come, and a row for each count gone."""

    goes: NumberedCounts
    comes: NumberedCounts
    rows: list[_Row]


class _Turns:
    """Works out the figures of the hands on the way from a holding, for a number of draws."""

    def __init__(self, holding: Holding, distance: int, draws: int) -> None:
        self._cost = cost(distance)
        unseen = sum(holding.left)
        self._left = holding.left
        self._draws = draws
        #: For each draw, the last one first: the index of the figures before it, and the chance to draw one given tile
        #: (0 if no tile can be left).
        self._chances = [
            (FIGURES * draw, 1 / (unseen - draw) if unseen > draw else 0.0) for draw in reversed(range(draws))
        ]
        self._tenpais: dict[tuple[int, int, int], _Figures] = {}

    def tenpai(self, ways: int, winning: int, gain: int) -> _Figures:
        """The figures of a tenpai: `winning` tiles win, and `gain` is the sum of their points, both times `ways`."""
        key = ways, winning, gain
        if key not in self._tenpais:
            figures = self.before([0.0, winning, gain] * self._draws, winning / ways)
            figures[::FIGURES] = [float(ways)] * (self._draws + 1)  # it stays tenpai after the last draw
            self._tenpais[key] = figures
        return self._tenpais[key]

    def before(self, sums: _Figures, left: float) -> _Figures:
        """The figures before a draw: `left` tiles lead on, and `sums` is the sum of the figures after them. With any
        other tile the hand stays as it is and has one draw less."""
        figures = [0.0] * (len(sums) + FIGURES)
        tenpai = win = points = 0.0
        for first, chance in self._chances:
            stays = 1 - chance * left
            figures[first] = tenpai = stays * tenpai + chance * sums[first]
            figures[first + 1] = win = stays * win + chance * sums[first + 1]
            figures[first + 2] = points = stays * points + chance * sums[first + 2]
        return figures

    def ways(self, come: TileCounts) -> int:
        """The number of ways to draw these tiles."""
        return prod([perm(self._left[tile], copies) for tile, copies in copies_in(come)])

    def tenpais(self, last_draws: Iterable[LastDraw]) -> _Level:
        """The hands before the last draw."""
        sums: dict[TileCounts, dict[int, tuple[int, int]]] = defaultdict(dict)
        numbers: dict[TileCounts, int] = {}
        for gone, come, ways, points in last_draws:
            row, number = sums[gone], numbers.setdefault(come, len(numbers))
            winning, gain = row.get(number, (0, 0))
            row[number] = winning + (ways if points else 0), gain + ways * points
        ways_to = list(map(self.ways, numbers))
        rows = [{come: self.tenpai(ways_to[come], *both) for come, both in row.items()} for row in sums.values()]
        return _Level(numbered(sums), numbered(numbers), rows)

    def earlier(self, level: _Level, budget: Budget) -> _Level:
        """The hands one draw before these. Between the two lies a discard."""
        goes, own = before(level.goes)
        options: list[list[_Row]] = [[] for _ in goes]
        for row, numbers in zip(level.rows, own, strict=True):
            for number in numbers:
                options[number].append(row)
        comes, smaller = before(level.comes)
        budget.spend(self._cost * sum(map(len, level.rows)))
        ways_after, ways = list(map(self.ways, level.comes)), list(map(self.ways, comes))
        rows = [self._before_draw(_best(each), smaller, ways_after, ways) for each in options]
        return _Level(goes, comes, rows)

    def _before_draw(self, row: _Row, smaller: list[list[int]], ways_after: list[int], ways: list[int]) -> _Row:
        """A row before a draw, from the row after it. `ways_after` and `ways` are the ways to draw each count come."""
        sums: _Row = {}
        leading = defaultdict[int, int](int)
        for come, figures in row.items():
            for number in smaller[come]:
                leading[number] += ways_after[come]
                known = sums.get(number)
                sums[number] = list(map(add, known, figures)) if known else figures
        return {number: self.before(each, leading[number] / ways[number]) for number, each in sums.items()}


def _best(options: list[_Row]) -> _Row:
    """The highest of each figure in any of the rows, from the next draw on."""
    best: _Row = {}
    for row in options:
        for come, figures in row.items():
            known = best.get(come)
            if known is None:
                best[come] = figures
            elif known is not figures:
                # A comparison here takes a third of the time of `max`.
                best[come] = [one if one > other else other for one, other in zip(known, figures, strict=True)]
    return {come: figures[FIGURES:] for come, figures in best.items()}


def turns(holding: Holding, budget: int = BUDGET, draws: int = DRAWS) -> dict[Tile, Turns] | None:
    """The courses of each discard of 3n + 2 tiles that keeps the shanten, over the own draws that are left (`draws`);
    empty for a complete hand.

    Returns None if working it out would take more than the budget.
    """
    nearest, limit = Nearest(holding), Budget(budget)
    kept = [tile for tile in set(holding.concealed) if KIND[tile] in nearest.advancing_after]
    try:
        return _courses(holding, kept, nearest.distance, LastDraws(holding, nearest, limit).last_draws, limit, draws)
    except TooMuch:
        return None


def turns_beside(discards: Discards, draws: int = DRAWS) -> dict[Tile, Turns] | None:
    """The `turns` of a hand whose values are known; None if both together cost too much for one request.

    The hands on the way are those of the values, so the cost is known beforehand.
    """
    prospect = discards.prospect
    distance = discards.shanten + 1
    if not prospect or discards.spent + cost(distance) * prospect.hands > TOGETHER:
        return None
    kept = [discard.tile for discard in discards.discards]
    budget = Budget(cost(distance) * prospect.hands)
    return _courses(discards.holding, kept, distance, prospect.last_draws, budget, draws)


def _courses(
    holding: Holding, kept: list[Tile], distance: int, last_draws: list[LastDraw], budget: Budget, draws: int
) -> dict[Tile, Turns]:
    """The courses of the discards `kept` of a holding that is `distance` draws from complete. Raises `TooMuch`."""
    work = _Turns(holding, distance, draws)
    level = work.tenpais(last_draws)
    for _ in range(distance - 1):
        level = work.earlier(level, budget)
    rows = dict(zip(level.goes, level.rows, strict=True))
    nothing = [0.0] * (FIGURES * draws)
    kept = sorted(kept, key=sort_key)
    return {tile: _by_figure(rows.get(1 << 3 * tile, {}).get(0, nothing)[: FIGURES * draws]) for tile in kept}


def _by_figure(figures: _Figures) -> Turns:
    return Turns(*[tuple(figures[number::FIGURES]) for number in range(FIGURES)])
