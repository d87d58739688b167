"""The picture of a game: the ranking with the points and totals, and the course of the points."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from webapp.drawing.canvas import GOLD, HEIGHT, IVORY, LOSS, MARGIN, SOFT, WIDTH, document, heading, lettered
from webapp.drawing.lettering import Lettering
from webapp.game.result import Standing
from webapp.language.numbers import total
from webapp.pages.game.course import CHART_HEIGHT, CHART_WIDTH, Chart

#: The colours and dashes of the players' lines.
LINES = ((GOLD, "none"), (IVORY, "7 3"), (LOSS, "2 3"), (SOFT, "9 3 2 3"))
TOP, ROW = 160, 105
LEFT = 660


class GamePicture(NamedTuple):
    """Draws a game in the letters of a language."""

    title: str
    standings: Sequence[Standing]
    names: Sequence[str]
    chart: Chart
    lettering: Lettering

    def svg(self) -> str:
        """The picture as an SVG document."""
        title = heading(self.lettering, self.title)
        return document(self.title, "".join([*title, *self._ranking(), *self._course()]))

    def _ranking(self) -> Iterator[str]:
        fit = self.lettering.fit
        for index, standing in enumerate(self.standings):
            y = TOP + 50 + index * ROW
            colour, dash = LINES[standing.player]
            yield f'<path d="M{MARGIN} {y - 14}h44" stroke="{colour}" stroke-width="6" stroke-dasharray="{dash}"/>'
            yield lettered(self.lettering, fit(f"{standing.rank}", 44, 60), MARGIN + 62, y, SOFT)
            sum_ = fit(total(standing.total), 48, 180)
            yield lettered(self.lettering, fit(self.names[standing.player], 42, 300), MARGIN + 110, y, IVORY)
            more = f' data-total="{standing.total}"'
            yield lettered(self.lettering, sum_, LEFT - 40 - sum_.width, y, GOLD if standing.total > 0 else LOSS, more)
            yield lettered(self.lettering, fit(f"{standing.points:,}", 30, 240), MARGIN + 110, y + 42, SOFT)

    def _course(self) -> Iterator[str]:
        scale = (WIDTH - MARGIN - LEFT) / CHART_WIDTH
        tall = (HEIGHT - TOP - MARGIN) / CHART_HEIGHT
        yield f'<g transform="translate({LEFT} {TOP}) scale({scale:.3f} {tall:.3f})" fill="none">'
        for y in (self.chart.start, self.chart.zero):
            yield f'<path d="M0 {y}H{CHART_WIDTH}" stroke="{SOFT}" stroke-width="0.6" opacity="0.6"/>'
        for line, (colour, dash) in zip(self.chart.lines, LINES, strict=False):
            yield f'<polyline points="{line}" stroke="{colour}" stroke-width="2.2" stroke-dasharray="{dash}"/>'
        yield "</g>"
