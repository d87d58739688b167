"""The picture of a member of a group: the figures of a season, the places, the course, and how riichi and wins came."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from webapp.drawing.canvas import GOLD, IVORY, LOSS, MARGIN, SOFT, document, heading, lettered
from webapp.drawing.lettering import Lettering
from webapp.groups import Figures, Rate
from webapp.language.numbers import total
from webapp.pages.game.course import CHART_HEIGHT, CHART_WIDTH
from webapp.pages.group.member_figures import Bar, TotalsCourse

#: The left edge of the right half, and the width of each half.
MIDDLE, HALF = 640, 512
FIGURES, PLACES, COURSE, BARS = 170, 330, 170, 450
ROW = 62
#: The greatest width of a bar of places, and the colours of the parts of the other bars.
LONGEST = 300
PARTS = {
    "riichi_won": GOLD,
    "riichi_dealt_in": LOSS,
    "riichi_lost": SOFT,
    "riichi_drawn": IVORY,
    "with_riichi": GOLD,
    "without_riichi": IVORY,
}


class MemberPicture(NamedTuple):
    """Draws a member in the letters of a language.

    `called` has the words for the figures (``games``, ``sum``, ``mean``, ``rank``), the charts (``course``) and the
    parts of the bars by their names. `places` are the rates of the places, the first place first.
    """

    name: str
    figures: Figures
    places: Sequence[Rate]
    course: TotalsCourse
    bars: Sequence[Bar]
    called: Mapping[str, str]
    lettering: Lettering

    def svg(self) -> str:
        """The picture as an SVG document."""
        title = heading(self.lettering, self.name)
        return document(self.name, "".join([*title, *self._figures(), *self._places(), *self._course(), *self._bars()]))

    def _text(self, text: str, size: float, x: float, y: float, fill: str = SOFT, room: float = HALF) -> str:
        return lettered(self.lettering, self.lettering.fit(text, size, room), x, y, fill)

    def _figures(self) -> Iterator[str]:
        shown = {
            "games": f"{self.figures.games}",
            "sum": total(self.figures.total),
            "mean": total(self.figures.mean_total),
            "rank": f"{self.figures.mean_rank:.2f}",
        }
        step = HALF / len(shown)
        for index, (name, value) in enumerate(shown.items()):
            x = MARGIN + index * step
            yield self._text(self.called[name], 24, x, FIGURES, SOFT, step - 20)
            yield self._text(value, 40, x, FIGURES + 56, GOLD if name == "sum" else IVORY, step - 20)

    def _places(self) -> Iterator[str]:
        for index, place in enumerate(self.places):
            y = PLACES + index * ROW
            width = LONGEST * place.share
            yield self._text(f"{index + 1}", 36, MARGIN, y)
            yield f'<rect x="{MARGIN + 40}" y="{y - 32}" width="{width:.1f}" height="38" rx="5" fill="{GOLD}"/>'
            said = f"{place.number} · {100 * place.share:.0f} %"
            yield self._text(said, 28, MARGIN + 54 + width, y - 3, IVORY, HALF - 54 - width)

    def _course(self) -> Iterator[str]:
        yield self._text(self.called["course"], 24, MIDDLE, COURSE)
        scale, tall = HALF / CHART_WIDTH, (BARS - COURSE - 90) / CHART_HEIGHT
        top, course = COURSE + 26, self.course
        yield f'<g transform="translate({MIDDLE} {top}) scale({scale:.3f} {tall:.3f})" fill="none">'
        yield f'<path d="M0 {course.zero}H{CHART_WIDTH}" stroke="{SOFT}" stroke-width="0.6" opacity="0.6"/>'
        yield f'<polyline points="{course.line}" stroke="{GOLD}" stroke-width="2.2"/></g>'

    def _bars(self) -> Iterator[str]:
        scale = HALF / CHART_WIDTH
        for index, bar in enumerate(self.bars):
            y = BARS + 95 * index
            yield self._text(f"{self.called[bar.name]} {bar.number}", 24, MIDDLE, y)
            at = float(MIDDLE)
            for name, number, begins, ends in (part for part in bar.parts if part[1]):
                x, width = MIDDLE + scale * begins, max(scale * (ends - begins) - 2, 1)
                yield f'<rect x="{x:.1f}" y="{y + 10}" width="{width:.1f}" height="24" rx="3" fill="{PARTS[name]}"/>'
                said = self.lettering.fit(f"{self.called[name]} {number}", 20, MIDDLE + HALF - at)
                yield lettered(self.lettering, said, at, y + 58, PARTS[name])
                at += said.width + 18
