"""Sets text in lines, as outlines of the characters that the build drew (`static/build/glyphs.py`).

So the text of a picture looks the same everywhere. Its width is known, so it can be made to fit.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

Glyph = tuple[int, str]
#: As the build writes them: language → character → advance and path.
Glyphs = Mapping[str, Mapping[str, Sequence[int | str]]]
EM = 1000
#: How far text may shrink before it is cut.
_SMALLEST = 0.7
#: The smallest size of wrapped words. Words that do not fit at this size are left out.
_SMALLEST_SIZE = 20
_CUT = "…"


@dataclass(frozen=True)
class Line:
    """A line of text that has been made to fit: the text that is left, its size, and its width."""

    text: str
    size: float
    width: float


class Lettering:
    """The characters of all languages; a language's own come first."""

    def __init__(self, glyphs: Glyphs, language: str) -> None:
        order = [language, *(other for other in glyphs if other != language)]
        self._fonts = [glyphs[name] for name in order if name in glyphs]
        self._known: dict[str, Glyph] = {}

    @cached_property
    def _missing(self) -> Glyph:
        """An empty box, as a font shows what it does not have."""
        return 700, "M80 0V-740H620V0ZM120 -40H580V-700H120Z"

    def glyph(self, char: str) -> Glyph:
        """The advance and the path of a character."""
        if char not in self._known:
            drawn = next((font[char] for font in self._fonts if char in font), None)
            self._known[char] = (int(drawn[0]), str(drawn[1])) if drawn else self._missing
        return self._known[char]

    def has(self, text: str) -> bool:
        """Whether every character of a text was drawn."""
        return all(any(char in font for font in self._fonts) for char in text)

    def width(self, text: str, size: float) -> float:
        """The width of a text at this size."""
        return sum(self.glyph(char)[0] for char in text) * size / EM

    def fit(self, text: str, size: float, room: float) -> Line:
        """A text made to fit into this room: smaller, and cut if that is not enough."""
        width = self.width(text, size)
        if width > room:
            size *= max(_SMALLEST, room / width)
        if self.width(text, size) > room + 0.01:
            while text and self.width(text + _CUT, size) > room:
                text = text[:-1]
            text = text.rstrip() + _CUT
        return Line(text, size, self.width(text, size))

    def wrap(self, words: Sequence[str], size: float, room: float, lines: int, gap: str) -> list[Line]:
        """Words in at most this number of lines, smaller if necessary. Words that do not fit are counted (``+3``)."""
        rows, left = self._filled(words, size, room, lines, gap)
        while left and size > _SMALLEST_SIZE:
            size -= 2
            rows, left = self._filled(words, size, room, lines, gap)
        return [self.fit(row, size, room) for row in rows]

    def _filled(
        self, words: Sequence[str], size: float, room: float, lines: int, gap: str
    ) -> tuple[list[str], list[str]]:
        """The rows, and the words that do not fit into them. The last row ends with the number of these words."""
        left, rows = list(words), list[str]()
        while left and len(rows) < lines:
            row = left.pop(0)
            while left and self.width(row + gap + left[0], size) <= room:
                row += gap + left.pop(0)
            rows.append(row)
        while left and " " in rows[-1] and self.width(f"{rows[-1]}{gap}+{len(left)}", size) > room:
            kept, _, last = rows[-1].rpartition(gap)
            if not kept:
                break
            rows[-1], left = kept, [last, *left]
        if left:
            rows[-1] += f"{gap}+{len(left)}"
        return rows, left
