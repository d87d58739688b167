"""The picture of a result, 1200 × 630: what a link shows in a chat.

The hand lies as on the table, the winning tile set apart, called tiles turned; above it the points, below it dora,
yaku and who pays. It is one SVG document without fonts, styles and references to anything outside; `png` paints it.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from webapp.drawing.canvas import GOLD, IVORY, LOSS, MARGIN, ROOM, SOFT, WIDTH, document, each_letter_once, lettered
from webapp.drawing.lettering import Lettering, Line
from webapp.entry import Entry
from webapp.formats.result_summary import SEPARATOR, ResultSummary
from webapp.language.numbers import signed
from webapp.pages.calculator.meld_layout import LaidTile, laid_out
from webapp.scoring.tiles import NAMES

#: The height of a tile in widths of a tile, and the view box of its symbol.
TALL = 4 / 3
TILE_BOX = "0 0 300 400"
#: The gap between hand, winning tile and melds, in widths of a tile.
GAP = 0.4
LARGEST_TILE = 76.0
MOST_FIGURES = 13
FACE, EDGE, SHADE = "#fffdf6", "#cfc6b0", "#8d8468"
_SYMBOL = re.compile(r'<symbol id="t(\w+)"[^>]*>(.*?)</symbol>', re.DOTALL)


def ink_of(sprite: str) -> dict[str, str]:
    """The drawing on each tile, by the name of the tile, from the sprite that the build drew."""
    return dict(_SYMBOL.findall(sprite))


class Picture(NamedTuple):
    """Draws a result, its summary and its tiles, in the letters of a language. `place` is the hand of the game;
    `labels` are the words for the dora and the ura indicators."""

    summary: ResultSummary
    entry: Entry
    place: str
    labels: tuple[str, str]
    lettering: Lettering
    ink: dict[str, str]
    #: Several winners on one discard: what each one's hand is worth, its yaku and its tiles.
    winners: tuple[tuple[str, str, Entry], ...] = ()

    def svg(self) -> str:
        """The picture as an SVG document."""
        drawn = self._together() if self.winners else self._alone()
        body = "".join([*drawn, *self._payments()])
        used = sorted(set(re.findall(r'href="#t(\w+)"', body)))
        symbols = "".join(f'<symbol id="t{name}" viewBox="{TILE_BOX}">{self.ink[name]}</symbol>' for name in used)
        body, letters = each_letter_once(body)
        title = f"{self.summary.headline} {self.summary.description}".strip()
        return document(title, body, f"<defs>{symbols}{letters}</defs>")

    def _alone(self) -> Iterator[str]:
        yield from self._heading()
        yield from self._hand(self.entry, 345)
        yield from self._beside(378)
        yield from self._foot()

    def _together(self) -> Iterator[str]:
        """The winners below one another: who, the points and the yaku above the tiles."""
        yield from self._above()
        height = 390 / len(self.winners)
        for row, (worth, yaku, entry) in enumerate(self.winners):
            y = 140 + row * height
            line = self.lettering.fit(worth, 34, ROOM * 0.6)
            yield self._text(line, MARGIN, y, GOLD)
            yaku_line = self.lettering.fit(yaku, 26, ROOM - line.width - 24)
            yield self._text(yaku_line, MARGIN + line.width + 24, y, IVORY)
            yield from self._hand(entry, y + height - 58, (height - 74) / TALL)
        yield from self._beside(490)

    # -- text --------------------------------------------------------------------------------------

    def _text(self, line: Line, x: float, y: float, fill: str, more: str = "") -> str:
        """A line with its baseline at y."""
        return lettered(self.lettering, line, x, y, fill, more)

    def _above(self) -> Iterator[str]:
        """The first line: the hand of the game, how it was won, and the name of the site."""
        summary, fit = self.summary, self.lettering.fit
        brand = fit("Agari", 30, 200)
        yield self._text(brand, WIDTH - MARGIN - brand.width, 78, GOLD)
        above = SEPARATOR.join(filter(None, (self.place, summary.way, summary.worth)))
        yield self._text(fit(above, 34, ROOM - brand.width - 40), MARGIN, 80, SOFT)

    def _heading(self) -> Iterator[str]:
        yield from self._above()
        summary, fit = self.summary, self.lettering.fit
        points = fit("" if summary.points is None else f"{summary.points:,}", 112, ROOM * 0.6)
        name = fit(summary.name, 68, ROOM - points.width - 36)
        yield self._text(name, MARGIN, 190, GOLD)
        if summary.points is not None:
            start = MARGIN + name.width + 36 * bool(name.text)
            yield self._text(points, start, 192, IVORY, f' data-points="{summary.points}"')

    # -- tiles -------------------------------------------------------------------------------------

    def _tile(self, name: str, x: float, y: float, width: float, more: str = "") -> str:
        """A tile lying with its upper left corner at x, y."""
        scale = width / 300
        return (
            f'<g data-tile="{name}" transform="translate({x:.1f} {y:.1f}) scale({scale:.4f})"{more}>'
            f'<rect x="1" y="12" width="298" height="400" rx="28" fill="{SHADE}"/>'
            f'<rect x="1" y="1" width="298" height="398" rx="28" fill="{FACE}" stroke="{EDGE}" stroke-width="3"/>'
            f'<use href="#t{name}" width="300" height="400"/></g>'
        )

    def _turned(self, name: str, x: float, bottom: float, width: float) -> str:
        """A tile lying on its side as on the page, on the line of the others' lower edges."""
        return f'<g transform="translate({x:.1f} {bottom:.1f}) rotate(-90)">{self._tile(name, 0, 0, width)}</g>'

    def _hand(self, entry: Entry, bottom: float, largest: float = LARGEST_TILE) -> Iterator[str]:
        """The tiles and melds of an entry, their lower edges at `bottom`."""
        tiles = [NAMES[tile] for tile in entry.shown_tiles]
        melds = [laid_out(meld, self.entry.rules.players) for meld in entry.melds]
        units = self._units(len(tiles) + GAP * entry.is_full, melds)
        width = min(LARGEST_TILE, largest, ROOM / max(units, 1))
        x = float(MARGIN)
        top = bottom - width * TALL
        for index, name in enumerate(tiles):
            is_winning = entry.is_full and index == len(tiles) - 1
            x += width * GAP if is_winning else 0
            yield self._tile(name, x, top, width, ' data-winning=""' if is_winning else "")
            x += width
        for meld in melds:
            x += width * GAP
            for tile in meld:
                if not tile.is_sideways:
                    yield self._tile(tile.name, x, top, width)
                    x += width
                    continue
                yield self._turned(tile.name, x, bottom, width)
                if tile.added:
                    yield self._turned(tile.added, x, bottom - width, width)
                x += width * TALL

    @staticmethod
    def _units(tiles: float, melds: list[list[LaidTile]]) -> float:
        """The width of the hand, in widths of a tile."""
        lying = sum(TALL if tile.is_sideways else 1 for meld in melds for tile in meld)
        return tiles + lying + GAP * len(melds)

    def _beside(self, y: float) -> Iterator[str]:
        """The indicators, with the dora's and the ura's apart."""
        x, width = float(MARGIN), 40.0
        sorts = ("dora", self.entry.table.dora), ("ura", self.entry.ura)
        for (sort, tiles), label in zip(sorts, self.labels, strict=True):
            if not tiles:
                continue
            name = self.lettering.fit(label, 26, 200)
            yield self._text(name, x, y + 36, SOFT)
            x += name.width + 14
            for tile in tiles:
                yield self._tile(NAMES[tile], x, y, width, f' data-indicator="{sort}"')
                x += width + 3
            x += 30

    # -- the foot ----------------------------------------------------------------------------------

    def _foot(self) -> Iterator[str]:
        y = 480.0
        for line in self.lettering.wrap(self.summary.yaku, 34, ROOM, 2, ", "):
            yield self._text(line, MARGIN, y, IVORY)
            y += line.size * 1.3
        yield from self._figures()

    def _payments(self) -> Iterator[str]:
        x = float(MARGIN)
        room = ROOM / max(len(self.summary.payments), 1)
        for seat, points in self.summary.payments:
            colour = GOLD if points > 0 else LOSS
            label = self.lettering.fit(seat, 28, room * 0.4)
            yield self._text(label, x, 590, SOFT)
            line = self.lettering.fit(signed(points), 36, room - label.width - 24)
            yield self._text(line, x + label.width + 12, 590, colour, f' data-delta="{points}"')
            x += room

    def _figures(self) -> Iterator[str]:
        """Each tile to wait for or to discard, with what it brings."""
        tiles = self.summary.tiles[:MOST_FIGURES]
        step = min(ROOM / max(len(tiles), 1), 150.0)
        width = min(64.0, step - 12)
        for index, (name, figure) in enumerate(tiles):
            x = MARGIN + index * step
            yield self._tile(name, x, 452, width, ' data-figure=""')
            line = self.lettering.fit("—" if figure is None else f"{figure:,}", 28, step - 10)
            yield self._text(line, x, 452 + width * TALL + 44, IVORY)
