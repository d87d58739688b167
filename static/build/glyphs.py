"""The characters of the preview pictures, as outlines.

A picture must look the same everywhere, and a server has no fonts; so the text in it is drawn as paths. `draw_glyphs`
writes down every character that the catalogues use, by language: its advance and its path, in an em of 1000 units with
the baseline at y = 0 and y growing downwards. The server reads them as they are; browsers that keep them to draw
pictures by themselves fetch them packed with Brotli.

Japanese and English are set in Shippori Mincho, Chinese and Korean in Noto Serif SC and KR (SIL Open Font License
1.1), read from the npm packages of @fontsource.
"""

import json
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from string import ascii_letters, digits, punctuation

import brotli
from fontTools.pens.svgPathPen import SVGPathPen
from fontTools.pens.transformPen import TransformPen
from fontTools.ttLib import TTFont

#: The font of each language, as it is called at @fontsource, and its weight.
FONTS = {"ja": ("shippori-mincho", 700), "zh": ("noto-serif-sc", 700), "ko": ("noto-serif-kr", 700)}
ALWAYS = ascii_letters + digits + punctuation + " ·×−–—…"
EM = 1000

FontOf = Callable[[Path, int, str, int], TTFont]


def draw_glyphs(node_modules: Path, texts: Mapping[str, str], font_of: FontOf) -> str:
    """JSON: language → character → [advance, path], for the characters of each language's text that its font has."""
    drawn: dict[str, dict[str, list[int | str]]] = {}
    for language, (family, weight) in FONTS.items():
        drawn[language] = {}
        for char in sorted(set(ALWAYS + texts[language])):
            with suppress(LookupError):
                drawn[language][char] = _glyph(ord(char), font_of(node_modules, ord(char), family, weight))
    return json.dumps(drawn, ensure_ascii=False, separators=(",", ":"))


def pack(drawn: str) -> bytes:
    """The text, packed with Brotli as small as possible, for browsers. This takes seconds."""
    return bytes(brotli.compress(drawn.encode(), quality=11, lgwin=22))


def _glyph(code: int, font: TTFont) -> list[int | str]:
    scale = EM / font["head"].unitsPerEm
    glyphs = font.getGlyphSet()
    glyph = glyphs[font.getBestCmap()[code]]
    outline = SVGPathPen(glyphs, ntos=lambda value: str(round(value)))
    glyph.draw(TransformPen(outline, (scale, 0, 0, -scale, 0, 0)))
    return [round(glyph.width * scale), outline.getCommands()]
