"""Our own scripts as they are sent: each in one piece, without comments and spaces.

Small modules are good to read, and slow to fetch one by one: each is one more request, and packs less well. So what a
script imports is put before it, in the order in which a browser would run it. All of it shares one scope then: names
at the top level have to differ, an import takes no other name, and modules do not import each other in a circle. What a
script loads later, `import("./share.js")`, is a script of its own.

A bundler would take the place of these few lines by Node and a build between a saved script and the page.
"""

import re
from collections.abc import Mapping
from posixpath import dirname, join, normpath

import rjsmin

_IMPORT = re.compile(r'^import (?:\{[\w\s,]+\} from )?"(\.[\w./-]+\.js)";\n', re.MULTILINE)
_EXPORT = re.compile(r"^export (?=async|class|const|function|let)", re.MULTILINE)


def in_one_piece(name: str, sources: Mapping[str, str]) -> str:
    """The script of this name with all that it imports. `sources` are the scripts by their paths."""
    *imported, script = _in_order(name, sources)
    parts = [_EXPORT.sub("", sources[module]) for module in imported] + [sources[script]]
    return str(rjsmin.jsmin("".join(_IMPORT.sub("", part) for part in parts)))


def _in_order(name: str, sources: Mapping[str, str]) -> dict[str, None]:
    """A script after all that it imports, each module once."""
    order: dict[str, None] = {}
    for path in _IMPORT.findall(sources[name]):
        order |= _in_order(normpath(join(dirname(name), path)), sources)
    return order | {name: None}
