"""The letters of pictures."""

import json
from functools import cache

from webapp.drawing.lettering import Glyphs, Lettering
from webapp.serving.assets import contents
from webapp.serving.offline import GLYPHS


@cache
def lettering(language: str) -> Lettering:
    """The letters of a language."""
    return Lettering(_glyphs(), language)


@cache
def _glyphs() -> Glyphs:
    """The characters of all languages, read once."""
    glyphs: Glyphs = json.loads(contents(GLYPHS))
    return glyphs
