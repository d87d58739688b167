"""Reading templates and filling them in.

Pages are sent without the indentation of their templates. Neither Jinja nor a library removes it when a template is
read. With the indentation, and with Jinja's own way of finding globals, the answer to a tap was a fifth larger and took
half as long again.
"""

import os
import re
import sys
from collections.abc import Callable, Mapping, MutableMapping
from contextlib import suppress
from functools import cache
from itertools import chain
from keyword import iskeyword
from pathlib import Path
from threading import RLock
from typing import Any

from flask import Flask
from flask.templating import Environment
from jinja2 import FileSystemBytecodeCache, Template, compiler, nodes
from jinja2.bccache import Bucket
from jinja2.compiler import CodeGenerator, Frame
from jinja2.ext import Extension
from jinja2.visitor import NodeTransformer
from markupsafe import Markup, escape

#: The folder of compiled templates: that of Python's compiled modules. None if Python may write none, as in a browser.
COMPILED = None if sys.dont_write_bytecode else Path(__file__).parent / "__pycache__"
#: Spaces before tags, attributes, text, and what Jinja replaces. Examples in a `pre` begin with brackets and quotes,
#: and keep theirs.
_INDENTATION = re.compile(r"^[ \t]+(?=[<\w×=]|\{[{%#])", re.MULTILINE)


class Unindented(Extension):
    """Removes the indentation when a template is read. The lines keep their numbers."""

    def preprocess(self, source: str, name: str | None, filename: str | None = None) -> str:
        """The source as Jinja compiles it."""
        return _INDENTATION.sub("", source)


class _Prepared(NodeTransformer):
    """Puts the parts that a template includes in their places, and turns each ``_("text")`` into ``"text"|translated``.

    Jinja makes a context for each part, and each part looks up its names again. Jinja calls a filter at once, without
    looking for its context, and applies it to a constant when it compiles the template.
    """

    def __init__(self, part: Callable[[str], nodes.Template | None]) -> None:
        self._part = part

    def visit_Include(self, node: nodes.Include) -> nodes.Stmt:  # noqa: N802 (Jinja's name)
        """A part. One whose name is worked out, or with blocks for other templates, stays as it is."""
        part = self._part(node.template.value) if isinstance(node.template, nodes.Const) else None
        if part is None or part.find(nodes.Block) or part.find(nodes.Extends):
            return node
        return nodes.Scope(self.visit(part).body, lineno=node.lineno)

    def visit_Call(self, node: nodes.Call) -> nodes.Expr:  # noqa: N802
        """A call; one of another function stays as it is."""
        self.generic_visit(node)
        is_text = isinstance(node.node, nodes.Name) and node.node.name == "_"
        return nodes.Filter(node.args[0], "translated", [], [], None, None, lineno=node.lineno) if is_text else node


_has_special_character = re.compile("[&<>'\"]").search


def escaped(value: object) -> str:
    """A value as text of HTML, as `escape` returns it. Most values need no escaping, and are found in a third of the
    time that `escape` takes."""
    if type(value) is str:
        return escape(value) if _has_special_character(value) else value
    return value if type(value) is Markup else str(value) if type(value) is int else escape(value)


class _Direct(CodeGenerator):
    """Calls functions and macros directly. Jinja first looks whether a function asks for its context, which none of
    ours does; that takes longer than most of the calls."""

    def visit_Call(self, node: nodes.Call, frame: Frame, forward_caller: bool = False) -> None:  # noqa: N802
        """A call."""
        if node.dyn_args or node.dyn_kwargs or any(iskeyword(argument.key) for argument in node.kwargs):
            return super().visit_Call(node, frame, forward_caller=forward_caller)
        self.visit(node.node, frame)
        self.write("(")
        for argument in (*node.args, *node.kwargs):
            self.visit(argument, frame)
            self.write(", ")
        self.write("caller=caller)" if forward_caller else ")")
        return None

    def visit_Template(self, node: nodes.Template, frame: Frame | None = None) -> None:  # noqa: N802
        """A template. It escapes by our function, which the name `escape` is bound to after Jinja's own."""
        super().visit_Template(node, frame)
        self.writeline("escape = environment.escaped")


#: The endings of the files that a compiled template is made of.
_OURS = (".py", ".po", ".html")


@cache
def _version() -> str:
    """A text that changes when a file of ours or Jinja's compiler does, as Python tells that a module was changed."""
    package = Path(__file__).parents[1]
    folders = chain(os.walk(package), os.walk(package.parent / "templates"))
    ours = [Path(folder, name) for folder, _, names in folders for name in names if name.endswith(_OURS)]
    stats = {path: path.stat() for path in [*ours, Path(compiler.__file__)]}
    return "".join(sorted(f"{path} {stat.st_mtime_ns} {stat.st_size}\n" for path, stat in stats.items()))


class Compiled(FileSystemBytecodeCache):
    """The compiled templates of a language in a folder. One is compiled anew if it, our code, a text or Jinja changed.

    They take a quarter of the time of a server's start. If nothing can be written, each start compiles them.
    """

    def __init__(self, folder: Path, language: str) -> None:
        super().__init__(str(folder), f"{language}-%s.template")

    def get_source_checksum(self, source: str) -> str:
        """What a stored template must have been made of."""
        return super().get_source_checksum(_version() + source)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Stores a template if the folder is there and can be written to."""
        with suppress(OSError):
            super().dump_bytecode(bucket)


class Texts(dict[str, str]):
    """The texts of a language by their messages. A message without a translation is its own text."""

    def __missing__(self, message: str) -> str:
        """The message itself."""
        return message


class SharedEnvironment(Environment):
    """Has the same globals for every template, in one dictionary, and compiles each template once for each language.

    Jinja looks at all globals for each import of macros and each part of a page. In its usual chain of dictionaries
    that takes a seventh of a page's time.

    A lock keeps threads that ask for a template at the same moment from each compiling it. Without the lock, a server
    that was restarted while a hundred phones waited for it was busy with that for a minute.
    """

    code_generator_class = _Direct
    escaped = staticmethod(escaped)
    #: The language of a request, and the texts of a language.
    language: Callable[[], str]
    texts: Callable[[str], Mapping[str, str]]

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self._compiling = RLock()
        self._by_language: dict[str, SharedEnvironment] = {}

    def get_template(self, *args: Any, **options: Any) -> Template:
        """A template in the language of the request. The first thread that asks for it compiles it."""
        with self._compiling:
            if self.overlayed:
                return super().get_template(*args, **options)
            language = self.language()
            if language not in self._by_language:
                self._by_language[language] = self._in_language(language)
            return self._by_language[language].get_template(*args, **options)

    def _in_language(self, language: str) -> "SharedEnvironment":
        """The environment whose filter `translated` is that of one language."""
        compiled = Compiled(COMPILED, language) if COMPILED and not self.auto_reload else None
        environment = self.overlay(cache_size=-1, bytecode_cache=compiled)
        environment.language = lambda: language
        environment.filters = {**self.filters, "translated": Texts(self.texts(language)).__getitem__}
        return environment

    def compile(self, source: Any, *names: Any, **options: Any) -> Any:
        """The code of a template, whose name and file are `names`."""
        tree = self.parse(source, *names) if isinstance(source, str) else source
        return super().compile(_Prepared(self._part).visit(tree), *names, **options)

    def _part(self, name: str) -> nodes.Template | None:
        """A part as parsed. None in debug mode, in which a changed part is read again."""
        assert self.loader
        return None if self.auto_reload else self.parse(self.loader.get_source(self, name)[0], name)

    def make_globals(self, d: MutableMapping[str, Any] | None) -> MutableMapping[str, Any]:
        """The globals of a template; a template has none of its own here."""
        return super().make_globals(d) if d else self.globals


def init_app(app: Flask, language: Callable[[], str], texts: Callable[[str], Mapping[str, str]]) -> None:
    """Uses both classes for the templates of `app`. This makes its Jinja environment.

    `language` returns the language of a request, and `texts` the translations of a language, by their messages.
    """
    app.jinja_environment = SharedEnvironment
    environment = app.jinja_env
    assert isinstance(environment, SharedEnvironment)
    environment.language, environment.texts = language, texts
    environment.add_extension(Unindented)
