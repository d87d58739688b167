"""A member's games, hands and charts, as their page shows them."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import NamedTuple

from webapp.groups import Figures
from webapp.pages.game.course import CHART_HEIGHT, CHART_WIDTH


class MemberGame(NamedTuple):
    """A finished game of a member: its id, when it was made, the member's place and points, and the total with uma and
    oka in thousands of points."""

    game: str
    at: datetime
    place: int
    points: int
    total: float


class Bar(NamedTuple):
    """A bar of a chart: its name, its number, and its parts. Each part has a name, a number, and the x where it begins
    and ends, in a box of `CHART_WIDTH`."""

    name: str
    number: int
    parts: tuple[tuple[str, int, float, float], ...]


def riichi_bars(figures: Figures) -> tuple[Bar, ...]:
    """Two bars in the same scale: riichi by how they ended, and wins with and without riichi."""
    number = {name: rate.number for name, rate in figures.rates.items()}
    with_riichi, wins = number.get("riichi_won", 0), number.get("won", 0)
    ends = [(name, number.get(name, 0)) for name in ("riichi_won", "riichi_dealt_in", "riichi_lost", "riichi_drawn")]
    scale = CHART_WIDTH / max(number.get("riichi", 0), wins, 1)
    bars = [("riichi", ends), ("won", [("with_riichi", with_riichi), ("without_riichi", wins - with_riichi)])]
    return tuple(Bar(name, sum(n for _, n in parts), tuple(_parts(parts, scale))) for name, parts in bars)


def _parts(parts: Sequence[tuple[str, int]], scale: float) -> Iterator[tuple[str, int, float, float]]:
    at = 0.0
    for name, number in parts:
        end = at + scale * number
        yield name, number, round(at, 1), round(end, 1)
        at = end


class TotalsCourse(NamedTuple):
    """The sum of the totals after each game, as a line in a box of `CHART_WIDTH` × `CHART_HEIGHT`; the y of zero; the
    lowest and the highest sum."""

    line: str
    zero: float
    low: float
    high: float


def totals_course(totals: Sequence[float]) -> TotalsCourse:
    """The course of a season for one member: the sum after each game, in thousands."""
    sums = [0.0]
    for total in totals:
        sums.append(sums[-1] + total)
    low, high = min(sums), max(sums)
    step, span = CHART_WIDTH / max(len(sums) - 1, 1), (high - low) or 1

    def y(value: float) -> float:
        return round(CHART_HEIGHT - CHART_HEIGHT * (value - low) / span, 1)

    line = " ".join(f"{n * step:.1f},{y(value)}" for n, value in enumerate(sums))
    return TotalsCourse(line, y(0), round(low, 1), round(high, 1))
