"""How templates are read and filled in.

They are sent without their indentation, which is for those who write them. Neither Jinja nor a library does that when a
template is read: with the indentation and Jinja's own globals the answer to a tap was a fifth larger and took half as
long again.
"""

import re
from collections.abc import MutableMapping
from threading import RLock
from typing import Any

from flask import Flask
from flask.templating import Environment
from jinja2 import Template
from jinja2.ext import Extension

#: Before tags, attributes and text. Examples in a `pre` begin with brackets and quotes, and keep their spaces.
_INDENTATION = re.compile(r"^[ \t]+(?=[<\w×=])", re.MULTILINE)


class Unindented(Extension):
    """Takes the indentation away when a template is read; its lines stay, and keep their numbers."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """A template as Jinja compiles it."""
        return _INDENTATION.sub("", source)


class SharedEnvironment(Environment):
    """Has the same globals for every template, in one dictionary, and compiles each template once.

    Jinja looks at all globals for each import of macros and each part of a page. In its usual chain of dictionaries
    that takes a seventh of a page's time.

    Threads that ask for a template at the same moment would each compile it: a server that starts anew while a hundred
    phones wait for it was busy with that for a minute.
    """

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._compiling = RLock()

    def get_template(self, *args: Any, **options: Any) -> Template:
        """A template, compiled by the first who asks for it."""
        with self._compiling:
            return super().get_template(*args, **options)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of a template; a template has none of its own here."""
        return super().make_globals(d) if d else self.globals


def init_app(app: Flask) -> None:
    """Does so for all templates of `app`, whose environment is made here."""
    app.jinja_environment = SharedEnvironment
    app.jinja_env.add_extension(Unindented)
