"""Our own scripts as they are sent: each in one piece, without comments and spaces.

Small modules are easy to read, but slow to fetch one by one: each is one more request, and compresses less well. So the
modules that a script imports are put before it, in the order in which a browser would run them. They then share one
scope: names at the top level must differ, an import cannot rename, and modules must not import each other in a circle.
A module that a script loads later, with `import("./share.js")`, is sent as a script of its own.

A bundler would replace these few lines, but would need Node, and a build after each change of a script.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from posixpath import dirname, join, normpath

import rjsmin

_IMPORT = re.compile(r'^import (?:\{[\w\s,]+\} from )?"(\.[\w./-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=async|class|const|function|let)", re.MULTILINE)


def in_one_piece(name: str, sources: Mapping[str, str]) -> str:
    """The script of this name with all that it imports. `sources` are the scripts by their paths."""
    *imported, script = _in_order(name, sources)
    parts = [_EXPORT.sub("", sources[module]) for module in imported] + [sources[script]]
    return str(rjsmin.jsmin("".join(_IMPORT.sub("", part) for part in parts)))


@lru_cache(1 << 7)
def _imports(source: str) -> list[str]:
    """The paths that a script imports. A script is asked for them once for each that imports it."""
    return _IMPORT.findall(source)


def _in_order(name: str, sources: Mapping[str, str]) -> dict[str, None]:
    """The names of a script and of all modules that it imports, in the order in which they run, each once."""
    order: dict[str, None] = {}
    for path in _imports(sources[name]):
        order |= _in_order(normpath(join(dirname(name), path)), sources)
    return order | {name: None}
