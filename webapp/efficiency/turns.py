"""Turn by turn: how likely a discard leads to tenpai and to a win by the last draw, and the points to expect (期待値).

The same hands as in `discards`, now with probabilities. A course has an entry for each turn: the figure before the draw
of that turn, so that at turn 1 all 18 draws are still to come, at turn 18 a single one. At turn t, a given tile is
drawn with the chance `left / (unseen + 1 - t)`. `unseen` is counted at turn 1. At every later discard each of the three
figures is maximised, independently of the other two. A discarded tile is never drawn again.

Not considered, so that no figure is a forecast: calls, ron, what the others do, draws that lead sideways or back. A
tenpai counts as long as a tile is left that completes it.
"""

from typing import NamedTuple

from webapp.efficiency.finishes import Budget, Finishes, Pile, TooMuch, Wall
from webapp.efficiency.holding import Holding
from webapp.efficiency.shanten import Nearest
from webapp.efficiency.suits import copies_in
from webapp.scoring.tiles import KIND, Tile, sort_key

DRAWS = 18
#: How many hands on the way are looked at unless more are asked for; each takes as long as twenty do in `discards`.
BUDGET = 2000
COST = 20

#: One figure for each draw that can be next. The last figure is for no draw left.
Course = tuple[float, ...]


class Turns(NamedTuple):
    """Of a hand before a draw: the chance of tenpai, the chance to win, the points to expect."""

    tenpai: Course
    win: Course
    points: Course


TurnRows = dict[Pile, dict[Pile, Turns]]


class _Draws:
    """The draws to come: what a hand makes of them."""

    def __init__(self, draws: int, unseen: int) -> None:
        """`unseen` is how many tiles there are before the first draw; where none can be left, nothing is drawn."""
        self._chances = [1 / (unseen - draw) if unseen > draw else 0.0 for draw in range(draws)]
        self._certain: Course = (1.0,) * (draws + 1)
        self._nothing: Course = (0.0,) * (draws + 1)
        self._wins: dict[int, Course] = {}
        self._tenpais: dict[tuple[int, int], Turns] = {}

    def tenpai(self, left: int, gain: int) -> Turns:
        """The course of a tenpai: `left` tiles win, and the sum of their points is `gain`."""
        if left not in self._wins:
            self._wins[left] = self._course(left, (left,) * len(self._chances))
        if (left, gain) not in self._tenpais:
            points = self._course(left, (gain,) * len(self._chances))
            self._tenpais[left, gain] = Turns(self._certain, self._wins[left], points)
        return self._tenpais[left, gain]

    def before(self, following: list[tuple[int, Turns]]) -> Turns:
        """The course before a draw. `following` lists the courses after it, each with the number of tiles that lead to
        it."""
        number = sum([left for left, _ in following])
        sums = [self._nothing[1:]] * len(Turns._fields)
        for left, then in following:
            for figure, course in enumerate(then):
                sums[figure] = tuple([total + left * value for total, value in zip(sums[figure], course, strict=True)])
        return Turns(*[self._course(number, total) for total in sums])

    def nothing(self) -> Turns:
        """The course of a hand without any way to a win."""
        return Turns(self._nothing, self._nothing, self._nothing)

    def _course(self, left: int, sums: Course) -> Course:
        """The figure before each draw. `left` tiles lead on; `sums` holds, for each draw, the sum of the figures after
        these tiles.

        With any other tile the hand stays as it is and has a draw less.
        """
        course = [0.0] * (len(sums) + 1)
        figure = 0.0
        for draw in range(len(sums) - 1, -1, -1):
            figure += self._chances[draw] * (sums[draw] - left * figure)
            course[draw] = figure
        return tuple(course)


def turns(holding: Holding, budget: int = BUDGET, draws: int = DRAWS) -> dict[Tile, Turns] | None:
    """For each discard of 3n + 2 tiles that keeps the shanten its course over the draws; none of a complete hand.

    None if working it out would take more than the budget.
    """
    nearest = Nearest(holding)
    kept = sorted({tile for tile in holding.concealed if KIND[tile] in nearest.advancing_after}, key=sort_key)
    to_come = _Draws(draws, sum(holding.left))
    try:
        rows = _after_discard(holding, nearest, to_come, Budget(COST * budget))
    except TooMuch:
        return None
    courses = {tile: rows.get(1 << 3 * tile, {}).get(0, to_come.nothing()) for tile in kept}
    return {tile: Turns(*[course[:draws] for course in found]) for tile, found in courses.items()}


def _after_discard(holding: Holding, nearest: Nearest, draws: _Draws, budget: Budget) -> TurnRows:
    """The hands before the first draw, worked out backwards from the tenpais."""
    finishes = Finishes(holding, nearest, budget)
    rows = _tenpais(finishes, draws)
    for _ in range(nearest.distance - 1):
        budget.spend(COST * sum(map(len, rows.values())))
        rows = _before_draw(_before_discard(rows), finishes.wall, draws, budget)
    return rows


def _tenpais(finishes: Finishes, draws: _Draws) -> TurnRows:
    """The hands before the last draw."""
    sums: dict[Pile, dict[Pile, tuple[int, int]]] = {}
    for gone, come, left, points in finishes:
        row = sums.setdefault(gone, {})
        winning, gain = row.get(come, (0, 0))
        row[come] = winning + (left if points else 0), gain + left * points
    return {gone: {come: draws.tenpai(*both) for come, both in row.items()} for gone, row in sums.items()}


def _before_discard(hands: TurnRows) -> dict[Pile, dict[Pile, list[Turns]]]:
    """The hands one discard before these, each with every course that its discards allow."""
    rows: dict[Pile, dict[Pile, list[Turns]]] = {}
    for gone, row in hands.items():
        for tile, _ in copies_in(gone):
            options = rows.setdefault(gone - (1 << 3 * tile), {})
            for come, then in row.items():
                options.setdefault(come, []).append(then)
    return rows


def _before_draw(hands: dict[Pile, dict[Pile, list[Turns]]], wall: Wall, draws: _Draws, budget: Budget) -> TurnRows:
    """The hands that these follow by a draw."""
    rows: TurnRows = {}
    for gone, row in hands.items():
        following: dict[Pile, list[tuple[int, Turns]]] = {}
        for come, options in row.items():
            best = _best(options)
            for before, left in wall[come]:
                following.setdefault(before, []).append((left, best))
        budget.spend(COST * (len(row) + len(following)))
        rows[gone] = {before: draws.before(then) for before, then in following.items()}
    return rows


def _best(options: list[Turns]) -> Turns:
    """The highest of each figure, after each draw: the courses begin one draw later."""
    if len(options) == 1:
        tenpai, win, points = options[0]
        return Turns(tenpai[1:], win[1:], points[1:])
    return Turns(*[_highest(courses) for courses in zip(*options, strict=True)])


def _highest(courses: tuple[Course, ...]) -> Course:
    first, *rest = courses
    if all(course is first for course in rest):
        return first[1:]
    return tuple(map(max, *[course[1:] for course in courses]))
