"""The course of a game: a row for every hand, and the chart of the points."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from webapp.game.events import Adjust
from webapp.game.log import Game, Moment
from webapp.game.rules import GameRules
from webapp.pages.game.event_summary import EventSummary, event_summary
from webapp.scoring.table import WIND_NAMES

CHART_WIDTH, CHART_HEIGHT = 320, 150


class CourseRow(NamedTuple):
    """A row of the course: the moment of a hand, or of points or chips by hand. Of each player it has the points gained
    when the hand ended (`gains`) and by riichi sticks before (`sticks`), and the points afterwards."""

    moment: Moment
    summary: EventSummary
    gains: tuple[int, ...]
    sticks: tuple[int, ...]
    points: tuple[int, ...]

    @property
    def deltas(self) -> tuple[int, ...]:
        """The points that each player gained in all."""
        return tuple(gain + paid for gain, paid in zip(self.gains, self.sticks, strict=True))


class Chart(NamedTuple):
    """The points of each player after each row of the course, as lines in a box of `CHART_WIDTH` × `CHART_HEIGHT`."""

    lines: tuple[str, ...]
    zero: float
    start: float
    #: Where each round begins, and its wind.
    rounds: tuple[tuple[float, str], ...]
    #: The most points, which are at the top.
    most: int


def course_of(game: Game, names: tuple[str, ...]) -> tuple[CourseRow, ...]:
    """A row for every hand and every entry of points or chips by hand, the newest first."""
    rows = (_course_row(moment, summary) for moment in game.line if (summary := event_summary(moment, names)))
    return tuple(reversed(list(rows)))


def _course_row(moment: Moment, summary: EventSummary) -> CourseRow:
    nothing = (0,) * moment.state.rules.players
    if hand := moment.hand:
        sticks = tuple(delta - gain for delta, gain in zip(hand.deltas, hand.gains, strict=True))
        return CourseRow(moment, summary, hand.gains, sticks, hand.points)
    gains = moment.event.points if isinstance(moment.event, Adjust) else nothing
    # The sticks on the table belong to the hand that has not ended yet.
    return CourseRow(moment, summary, gains, nothing, moment.state.points_at_start)


def course_chart(rules: GameRules, rows: Sequence[CourseRow]) -> Chart:
    """The points after each row of the course."""
    return chart_of(rules, [(row.summary.place.round, row.points) for row in reversed(rows)])


def chart_of(
    rules: GameRules, steps: Sequence[tuple[int, tuple[int, ...]]], first: tuple[int, ...] | None = None
) -> Chart:
    """The chart of the points after each step. A step is the wind of its round and the points of each player. `first`
    are the points before the first step, if they differ from those of the rules."""
    rows = [first or (rules.start_points,) * rules.players, *[points for _, points in steps]]
    low, high = min(0, *map(min, rows)), max(rules.start_points, *map(max, rows))
    step = CHART_WIDTH / max(len(rows) - 1, 1)

    def y(points: int) -> float:
        return round(CHART_HEIGHT - CHART_HEIGHT * (points - low) / max(high - low, 1), 1)

    lines = tuple(" ".join(f"{n * step:.1f},{y(has)}" for n, has in enumerate(one)) for one in zip(*rows, strict=True))
    return Chart(lines, y(0), y(rules.start_points), tuple(_rounds([wind for wind, _ in steps], step)), high)


def _rounds(winds: Sequence[int], step: float) -> Iterator[tuple[float, str]]:
    """The x at which each round begins, and the wind of the round."""
    before = None
    for n, wind in enumerate(winds):
        if wind != before:
            yield round(n * step, 1), WIND_NAMES[wind]
        before = wind
