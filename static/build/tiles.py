"""Agari's mahjong tiles, drawn by program.

`draw_sprite` returns one SVG document with a `<symbol>` for every tile: `t1m`..`t9m`, `t1p`..`t9p`, `t1s`..`t9s`,
`t1z`..`t7z`, the red fives `t0m`, `t0p`, `t0s`, and `tback`. A symbol holds only the ink, on a field of 300 x 400; the
page draws the face (ivory, border, corners, shadow) with CSS.

The symbols are made for `<use href="tiles.svg#t5p">` in another document under a strict content security policy: plain
presentation attributes, no styles, no gradients, no references. Light details are holes through which the face shows,
except in the bird, where shapes lie over one another. Repeated shapes are written out, in relative path commands, so
that a circle or a stick of bamboo has the same bytes wherever it stands and compression folds it away.

Colour alone carries no meaning: a red five also has a dot in its corner. As in a Japanese set, the bamboo tiles of the
all green hand (2, 3, 4, 6, 8) are all green.

Characters are outlines of Shippori Mincho 800 (SIL Open Font License 1.1), read from the npm package
`@fontsource/shippori-mincho` (fontTools needs brotli for that); every other shape is drawn here.
"""

import json
from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from math import cos, pi, sin
from pathlib import Path

from fontTools.pens.boundsPen import BoundsPen
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

WIDTH, HEIGHT = 300, 400
INK, RED, GREEN, BLUE = "#16181d", "#c1201f", "#0b6e3f", "#1c3c8c"
FACE = "#fffdf6"
BACK, BACK_LINE = "#1f7a55", "#4c9c7b"

FONT, WEIGHT = "shippori-mincho", 800
NUMBERS = "一二三四五六七八九"
MYRIAD = "萬"
HONOURS = {1: ("東", INK), 2: ("南", INK), 3: ("西", INK), 4: ("北", INK), 6: ("發", GREEN), 7: ("中", RED)}

Box = tuple[float, float, float, float]  # x, y, width, height
Spot = tuple[float, float, str]  # a circle's or a stick's centre and colour


def tile_names() -> list[str]:
    """The 38 tiles in the order of the sprite: 1m .. 9m, 0m, 1p .. 0p, 1s .. 0s, 1z .. 7z, back."""
    suited = [f"{number}{suit}" for suit in "mps" for number in (1, 2, 3, 4, 5, 6, 7, 8, 9, 0)]
    return [*suited, *(f"{number}z" for number in range(1, 8)), "back"]


def draw_sprite(node_modules: Path) -> str:
    """The whole set as one SVG document of symbols, ink only."""
    symbols = "".join(
        f'<symbol id="t{name}" viewBox="0 0 {WIDTH} {HEIGHT}">{_ink(name, node_modules)}</symbol>'
        for name in tile_names()
    )
    return f'<svg xmlns="http://www.w3.org/2000/svg">{symbols}</svg>'


def _ink(name: str, node_modules: Path) -> str:
    if name == "back":
        return _back()
    number, suit = int(name[0]), name[1]
    match suit:
        case "m":
            ink = _characters(number, node_modules)
        case "p":
            ink = _circles(number)
        case "s":
            ink = _bamboo(number)
        case _:
            return _honour(number, node_modules)
    return ink if number else ink + _filled(_disc(267, 32, 20), RED)


# --- SVG text -------------------------------------------------------------------------------------


def _number(value: float) -> str:
    """The shortest text of a coordinate, to a tenth of a unit."""
    text = f"{value:.1f}".removesuffix(".0")
    if text in ("0", "-0"):
        return "0"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def _command(letter: str, *values: float) -> str:
    """A path command; a minus sign parts two numbers as well as a space does."""
    text = letter
    for index, value in enumerate(values):
        word = _number(value)
        text += word if index == 0 or word.startswith("-") else " " + word
    return text


def _filled(d: str, colour: str, more: str = "") -> str:
    return f'<path fill="{colour}"{more} d="{d}"/>'


def _by_colour(shapes: Iterable[tuple[str, str]]) -> str:
    """Shapes (path data, colour) as one path for each colour."""
    paths: dict[str, str] = {}
    for d, colour in shapes:
        paths[colour] = paths.get(colour, "") + d
    return "".join(_filled(d, colour) for colour, d in paths.items())


def _stroked(d: str, colour: str, width: float) -> str:
    return (
        f'<path fill="none" stroke="{colour}" stroke-width="{_number(width)}" stroke-linecap="round"'
        f' stroke-linejoin="round" d="{d}"/>'
    )


def _disc(x: float, y: float, r: float, hole: bool = False) -> str:
    """A circle; a hole runs the other way round, so that the default (nonzero) fill rule leaves it open."""
    sweep = 0 if hole else 1
    return _command("M", x - r, y) + "".join(_command("a", r, r, 0, 1, sweep, dx, 0) for dx in (2 * r, -2 * r)) + "z"


# --- Characters -----------------------------------------------------------------------------------


def _covers(ranges: str, code: int) -> bool:
    for part in ranges.split(","):
        low, _, high = part.strip().removeprefix("U+").partition("-")
        if int(low, 16) <= code <= int(high or low, 16):
            return True
    return False


def font_of(node_modules: Path, code: int, family: str = FONT, weight: int = WEIGHT) -> TTFont:
    """The slice of a font of @fontsource that holds a character. Raises LookupError if the font does not have it."""
    for key, ranges in _slices(node_modules, family).items():
        if _covers(ranges, code):
            font = _font(node_modules / "@fontsource" / family / "files" / f"{family}-{key}-{weight}-normal.woff2")
            if code in font.getBestCmap():
                return font
    raise LookupError(f"{family} has no {chr(code)}")


@cache
def _slices(node_modules: Path, family: str) -> dict[str, str]:
    """The ranges of code points of every slice."""
    path = node_modules / "@fontsource" / family / "unicode.json"
    return {key.strip("[]"): ranges for key, ranges in json.loads(path.read_text(encoding="utf-8")).items()}


@cache
def _font(path: Path) -> TTFont:
    return TTFont(path)


def _glyph(character: str, box: Box, colour: str, weight: float, node_modules: Path) -> str:
    """A character fitted to a box and made heavier by a stroke.

    A Ming face has hairline horizontals that vanish on a small tile. The path is written at half its height and
    drawn with scale(1 2), so that the stroke adds `weight` to verticals and twice that to horizontals.
    """
    font = font_of(node_modules, ord(character))
    glyphs = font.getGlyphSet()
    glyph = glyphs[font.getBestCmap()[ord(character)]]
    bounds = BoundsPen(glyphs)
    glyph.draw(bounds)
    left, bottom, right, top = bounds.bounds
    x, y, width, height = box
    scale_x, scale_y = (width - weight) / (right - left), (height - 2 * weight) / (top - bottom) / 2
    offset = (x + weight / 2 - left * scale_x, (y + weight) / 2 + top * scale_y)
    outline = SVGPathPen(glyphs, ntos=_number)
    glyph.draw(TransformPen(outline, (scale_x, 0, 0, -scale_y, *offset)))
    return (
        f'<path transform="scale(1 2)" fill="{colour}" stroke="{colour}" stroke-width="{_number(weight)}"'
        f' stroke-linejoin="round" d="{outline.getCommands()}"/>'
    )


def _characters(number: int, node_modules: Path) -> str:
    boxes: dict[int, Box] = {
        0: (30, 18, 206, 162),
        1: (30, 68, 240, 66),
        2: (36, 34, 228, 136),
        3: (38, 20, 224, 158),
    }
    box = boxes.get(number, (42, 18, 216, 162))
    weight = 7 if number in (1, 2, 3) else 5
    upper = _glyph(NUMBERS[(number or 5) - 1], box, INK if number else RED, weight, node_modules)
    return upper + _glyph(MYRIAD, (38, 196, 224, 186), RED, 3.5, node_modules)


def _honour(number: int, node_modules: Path) -> str:
    if number == 5:
        return _frame(32, 36, 18, 19) + _frame(64, 68, 6, 10)
    character, colour = HONOURS[number]
    box: Box = (52, 30, 196, 340) if number == 7 else (24, 46, 252, 308)
    return _glyph(character, box, colour, 6, node_modules)


def _frame(x: float, y: float, radius: float, width: float) -> str:
    """A line round the tile, x and y from its edges."""
    return (
        f'<rect x="{x}" y="{y}" width="{WIDTH - 2 * x}" height="{HEIGHT - 2 * y}" rx="{radius}" fill="none"'
        f' stroke="{BLUE}" stroke-width="{width}"/>'
    )


# --- Circles --------------------------------------------------------------------------------------


def _flower(x: float, y: float, r: float, petals: int, bulge: float, hole: bool = False) -> str:
    """A scalloped disc: arcs of radius `bulge` that meet on a circle of radius r."""
    turn = (-2 if hole else 2) * pi / petals
    corners = [(r * cos(turn * i), r * sin(turn * i)) for i in range(petals + 1)]
    arcs = (
        _command("a", bulge, bulge, 0, 0, 0 if hole else 1, to_x - from_x, to_y - from_y)
        for (from_x, from_y), (to_x, to_y) in pairwise(corners)
    )
    return _command("M", x + r, y) + "".join(arcs) + "z"


def _circle(x: float, y: float, r: float) -> str:
    """One circle of the suit: a ring opened by eight petals around a flower, its heart open where there is room."""
    ring = _disc(x, y, r) + _flower(x, y, 0.62 * r, 8, 0.25 * r, hole=True)
    flower = _flower(x, y, 0.37 * r, 8, 0.15 * r)
    return ring + flower + (_disc(x, y, 0.14 * r, hole=True) if r > 50 else "")


def _great_circle() -> str:
    """The one of circles: the same flower, larger, in three colours."""
    x, y = WIDTH / 2, HEIGHT / 2
    ring = _disc(x, y, 134) + _flower(x, y, 96, 12, 26, hole=True)
    wreath = _flower(x, y, 76, 12, 20.5) + _flower(x, y, 52, 12, 14, hole=True)
    heart = _flower(x, y, 36, 8, 14.5) + _disc(x, y, 14, hole=True)
    return _filled(ring, BLUE) + _filled(wreath, GREEN) + _filled(heart, RED)


def _circle_spots(number: int) -> tuple[float, list[Spot]]:
    """The radius and the circles of 2 .. 9, and of the red five (0)."""
    match number:
        case 0:
            return 53, [(150, 217, RED), *((x, y, RED) for y in (106, 328) for x in (76, 224))]
        case 2:
            return 84, [(150, 106, GREEN), (150, 294, BLUE)]
        case 3:
            return 64, [(80, 82, BLUE), (150, 200, RED), (220, 318, GREEN)]
        case 4:
            return 63, [(83, 92, BLUE), (217, 92, GREEN), (83, 308, GREEN), (217, 308, BLUE)]
        case 5:
            return 59, [(76, 80, BLUE), (224, 80, GREEN), (150, 200, RED), (76, 320, GREEN), (224, 320, BLUE)]
        case 6:
            return 53, [(x, y, c) for y, c in ((72, GREEN), (212, RED), (328, RED)) for x in (87, 213)]
        case 7:
            upper = [(60.0 + 90 * i, 58.0 + 34 * i, GREEN) for i in range(3)]
            return 43, [*upper, *((x, y, RED) for y in (238, 338) for x in (96, 204))]
        case 8:
            return 42, [(x, 61 + 92.7 * i, BLUE) for i in range(4) for x in (94, 206)]
        case _:
            return 42, [(57 + 93 * i, y, c) for y, c in ((62, GREEN), (200, RED), (338, BLUE)) for i in range(3)]


def _circles(number: int) -> str:
    if number == 1:
        return _great_circle()
    r, spots = _circle_spots(number)
    return _by_colour((_circle(x, y, r), colour) for x, y, colour in spots)


# --- Bamboo ---------------------------------------------------------------------------------------


def _stick(x: float, y: float, width: float, height: float) -> str:
    """One stick of bamboo: two waisted joints, each with a slot of light, and a knot between them."""
    corner, knot, waist = 0.16 * width, 0.24 * width, 0.14 * width
    joint = (height - knot) / 2
    flat, side, bend = width - 2 * corner, joint - corner, 4 / 3 * waist
    right = _command("c", -bend, 0.12 * side, -bend, 0.88 * side, 0, side)
    left = _command("c", bend, -0.12 * side, bend, -0.88 * side, 0, -side)
    outline = _command("M", x - flat / 2, y - height / 2) + _command("h", flat)
    outline += _command("a", corner, corner, 0, 0, 1, corner, corner) + right
    outline += _command("q", 0.3 * corner, knot / 2, 0, knot) + right
    outline += _command("a", corner, corner, 0, 0, 1, -corner, corner) + _command("h", -flat)
    outline += _command("a", corner, corner, 0, 0, 1, -corner, -corner) + left
    outline += _command("q", -0.3 * corner, -knot / 2, 0, -knot) + left
    outline += _command("a", corner, corner, 0, 0, 1, corner, -corner) + "z"
    slot, light = 0.045 * width, 0.5 * joint
    hole = _command("v", light) + _command("a", slot, slot, 0, 0, 0, 2 * slot, 0)
    hole += _command("v", -light) + _command("a", slot, slot, 0, 0, 0, -2 * slot, 0) + "z"
    middle = (joint + corner) / 2
    tops = (y - height / 2 + middle - light / 2, y + height / 2 - middle - light / 2)
    return outline + "".join(_command("M", x - slot, top) + hole for top in tops)


def _bamboo_spots(number: int) -> tuple[float, float, list[Spot]]:
    """The width, the height and the sticks of 2 .. 7 and 9, and of the red five (0)."""
    thirds = (60, 150, 240)
    match number:
        case 0:
            return 58, 153, [(150, 224, RED), *((x, y, RED) for y in (142, 306) for x in (58, 242))]
        case 2:
            return 70, 176, [(150, 105, GREEN), (150, 295, GREEN)]
        case 3:
            return 70, 176, [(150, 105, GREEN), (82, 295, GREEN), (218, 295, GREEN)]
        case 4:
            return 66, 176, [(x, y, GREEN) for y in (105, 295) for x in (82, 218)]
        case 5:
            return 60, 176, [(150, 200, RED), *((x, y, GREEN) for y in (105, 295) for x in (57, 243))]
        case 6:
            return 60, 176, [(x, y, GREEN) for y in (105, 295) for x in thirds]
        case 7:
            return 60, 114, [(150, 73, RED), *((x, y, GREEN) for y in (200, 327) for x in thirds)]
        case _:
            columns = zip(thirds, (GREEN, RED, GREEN), strict=True)
            return 60, 114, [(x, y, colour) for x, colour in columns for y in (73, 200, 327)]


def _bamboo(number: int) -> str:
    if number == 1:
        return _bird()
    if number == 8:
        uprights = _filled("".join(_stick(x, y, 50, 176) for y in (105, 295) for x in (42, 258)), GREEN)
        slants = ((113, 108, -25), (187, 108, 25), (113, 292, 25), (187, 292, -25))
        return uprights + "".join(
            _filled(_stick(x, y, 48, 154), GREEN, f' transform="rotate({angle} {x} {y})"') for x, y, angle in slants
        )
    width, height, spots = _bamboo_spots(number)
    return _by_colour((_stick(x, y, width, height), colour) for x, y, colour in spots)


def _bird() -> str:
    """The one of bamboo: a peacock in profile, its train down to the right."""
    tips = ((255, 212), (263, 285), (232, 344), (178, 361))
    train = "M146 158C190 148 228 160 262 183L263 285L232 344L178 392L149 361L130 250z"
    quills = "M206 206L246 250M198 238L236 300M182 262L202 334"
    body = (
        "M77 104C82 126 70 146 56 168C30 208 38 252 74 273C108 291 152 278 176 248"
        "C204 212 196 174 166 154C142 138 130 124 131 104A40 40 0 0 1 77 104z"
    )
    wing = "M88 198C122 160 184 172 204 242C154 270 102 248 88 198z"
    vanes = "M120 202C146 200 164 210 176 227M120 225C136 231 148 234 160 234"
    crest = "M109 40L100 24M124 44L135 22M137 56L162 40"
    beads = ((100, 24), (136, 24), (163, 40))
    legs = "M86 280L80 352M80 354L54 372M80 354L100 372M124 284L122 340M122 342L140 358"
    return (
        '<g transform="translate(3 9)scale(.95)">'
        + _filled(train + "".join(_disc(x, y, 30) for x, y in tips), GREEN)
        + _stroked(quills, FACE, 7)
        + _filled("".join(_disc(x, y, 18) for x, y in tips), FACE)
        + _filled(body, GREEN)
        + _stroked(wing, FACE, 12)
        + _filled(wing, BLUE)
        + _stroked(vanes, FACE, 8)
        + _filled(_disc(104, 76, 33) + _disc(94, 69, 9, hole=True) + "".join(_disc(x, y, 10) for x, y in tips), RED)
        + _filled("M73 60L26 86L77 97z", INK)
        + _stroked(crest, BLUE, 8)
        + _filled("".join(_disc(x, y, 10) for x, y in beads), BLUE)
        + _stroked(legs, RED, 12)
        + "</g>"
    )


# --- The back -------------------------------------------------------------------------------------


def _back() -> str:
    """Green, with a lattice of bamboo strips in a frame."""
    left, top, across, down, step = 42, 38, 4, 6, 54
    lines = ""
    for i in range(across + down):
        # one line of each slope from the i-th joint of the frame's left and upper, or right and upper, side
        start_x, start_y = (i * step, 0) if i < across else (0, (i - across) * step)
        run = min(across * step - start_x, down * step - start_y)
        lines += _command("M", left + start_x, top + start_y) + _command("l", run, run)
        lines += _command("M", WIDTH - left - start_x, top + start_y) + _command("l", -run, run)
    frame = _command("M", left, top) + _command("h", across * step) + _command("v", down * step)
    frame += _command("h", -across * step) + "z"
    return f'<rect width="{WIDTH}" height="{HEIGHT}" rx="26" fill="{BACK}"/>' + _stroked(lines + frame, BACK_LINE, 6)
