"""Templates are sent without their indentation, which is for those who write them: a seventh of a page."""

import re

from flask import Flask
from jinja2.ext import Extension

#: Before tags, attributes and text. Examples in a `pre` begin with brackets and quotes, and keep their spaces.
_INDENTATION = re.compile(r"^[ \t]+(?=[<\w×=])", re.MULTILINE)


class Unindented(Extension):
    """Takes the indentation away when a template is read; its lines stay, and keep their numbers."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """A template as Jinja compiles it."""
        return _INDENTATION.sub("", source)


def init_app(app: Flask) -> None:
    """Does so for all templates of `app`."""
    app.jinja_env.add_extension(Unindented)
