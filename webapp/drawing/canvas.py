"""The ground of every picture, 1200 × 630: its letters, its heading, and how it is painted."""

import re
from collections.abc import Iterator
from xml.sax.saxutils import escape

from webapp.drawing.lettering import Lettering, Line

WIDTH, HEIGHT = 1200, 630
#: The most bytes of a painted picture.
LARGEST = 100 << 10
MARGIN = 48
ROOM = WIDTH - 2 * MARGIN

FELT, IVORY, SOFT, GOLD, LOSS = "#16493a", "#fffdf6", "#b9d3c6", "#f3cd6b", "#f0a99c"
_LETTER = re.compile(r'<path transform="translate\((\d+)\)" d="([^"]+)"/>')


def lettered(lettering: Lettering, line: Line, x: float, y: float, fill: str, more: str = "") -> str:
    """A line of text as paths, with its baseline at y."""
    scale = line.size / 1000
    at = 0
    paths = []
    for char in line.text:
        advance, path = lettering.glyph(char)
        if path:
            paths.append(f'<path transform="translate({at})" d="{path}"/>')
        at += advance
    text = escape(printable(line.text), {'"': "&quot;"})
    return (
        f'<g fill="{fill}" transform="translate({x:.1f} {y:.1f}) scale({scale:.4f})" data-text="{text}"'
        f' data-width="{line.width:.1f}"{more}>{"".join(paths)}</g>'
    )


def document(title: str, body: str, defs: str = "") -> str:
    """The SVG document of a picture: its title, what it refers to, and what is drawn on the cloth."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDTH}" height="{HEIGHT}"'
        f' viewBox="0 0 {WIDTH} {HEIGHT}"><title>{escape(printable(title))}</title>{defs}'
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{FELT}"/>{body}</svg>'
    )


def heading(lettering: Lettering, title: str) -> Iterator[str]:
    """The title of a picture, and the name of the site at its right."""
    brand = lettering.fit("Agari", 30, 200)
    yield lettered(lettering, brand, WIDTH - MARGIN - brand.width, 84, GOLD)
    yield lettered(lettering, lettering.fit(title, 40, ROOM - 160), MARGIN, 88, GOLD)


def each_letter_once(body: str) -> tuple[str, str]:
    """A drawing in which each letter is drawn once and referred to afterwards. A line repeats most of its letters."""
    paths: dict[str, int] = {}

    def reference(match: re.Match[str]) -> str:
        return f'<use href="#c{paths.setdefault(match[2], len(paths))}" x="{match[1]}"/>'

    body = _LETTER.sub(reference, body)
    return body, "".join(f'<path id="c{number}" d="{path}"/>' for path, number in paths.items())


def printable(text: str) -> str:
    """A text without characters that XML forbids. A problem may quote anything from a link."""
    return "".join(char if char.isprintable() else " " for char in text)


def png(svg: str) -> bytes:
    """The picture as PNG. It is smaller than `WIDTH` × `HEIGHT` if it would have more than `LARGEST` bytes."""
    import resvg_py  # not in a browser

    painted = b""
    for width in range(WIDTH, 0, -WIDTH // 10):
        painted = bytes(resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, width=width))
        if len(painted) <= LARGEST:
            break
    return painted
