"""The letters of pictures, read once for each language."""

from functools import cache

from webapp.outputs.lettering import Lettering
from webapp.serving.assets import contents
from webapp.serving.offline import GLYPHS


@cache
def lettering(language: str) -> Lettering:
    """The letters of a language."""
    return Lettering.read(contents(GLYPHS), language)
