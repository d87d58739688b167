"""Static files and their addresses.

In a template `{{ asset("css/app.css") }}` gives `/static/@3f9c2a/css/app.css`. The part after the @ is a
fingerprint of the whole static tree, so the content at such an address never changes and browsers keep it for a year
without asking. All files share one fingerprint. It is in the path and not in the query, because scripts load one
another by relative address (`import("./share.js")`): a script loads its neighbours with its own fingerprint.

WhiteNoise gives each file a fingerprint of its own, so it cannot serve scripts that load one another in this way.

The files are read once, when the application starts, and served from memory: what is sent is what was fingerprinted.
Each of our own scripts is sent in one piece with what it imports (`scripts.py`), and so is each of our styles, without
comments and indentation.
Files that were not read (the build helpers in `static/build/`, dot files, anything outside the folder) get a 404,
however their address is spelled. So do files that are read only for the server.
"""

import hashlib
import mimetypes
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from posixpath import dirname, join
from typing import Self

from flask import Flask, Response, abort, current_app, request

from webapp.limits import YEAR

EXTENSION = "agari.static"
#: Folders that are not read: the build helpers, and Python for browsers, which has its own addresses (`offline.py`).
PRIVATE = ("build/", "vendor/python/")
#: Files without a static address: the letters of pictures, for the server and, packed, for browsers (`offline.py`).
INTERNAL = {"vendor/glyphs.json", "vendor/glyphs.json.br"}
#: Our own scripts, which are made smaller before they are sent. Those of others are small already.
OWN_SCRIPTS = "js/"
#: The types of files that are worth compressing. Pictures are compressed already.
PACKED = {"text/css", "text/javascript", "image/svg+xml"}
_IMPORT = re.compile(rb'^@import "([\w./-]+)";\n', re.MULTILINE)
#: Spaces and comments of a style sheet. No string in ours has more than one space or the mark of a comment.
_BETWEEN = re.compile(rb"(?:\s|/\*.*?\*/)+", re.DOTALL)


@dataclass(frozen=True)
class StaticTree:
    """The files of a folder, without the private ones, as they were when it was read."""

    folder: Path
    #: Contents by path relative to `folder`, with forward slashes.
    files: Mapping[str, bytes]
    #: Six hexadecimal digits. They change when a file or its name changes.
    fingerprint: str

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Read every file below `folder` that is not private."""
        files = {name: (folder / name).read_bytes() for name in sorted(_names(folder))}
        if scripts := {name: body.decode() for name, body in files.items() if name.startswith(OWN_SCRIPTS)}:
            from webapp.serving.scripts import in_one_piece  # not in a browser, which has none of these files

            files |= {name: in_one_piece(name, scripts).encode() for name in scripts}
        files |= {name: _style_sheet(name, files) for name in files if name.endswith(".css")}
        summary = "".join(f"{name} {_digest(body)}\n" for name, body in files.items())
        return cls(folder, files, _digest(summary.encode())[:6])

    def is_public(self, name: str) -> bool:
        """Whether there is a file of this name that browsers may have."""
        return name in self.files and name not in INTERNAL


def init_app(app: Flask, folder: Path) -> None:
    """Serve the files of `folder` below /static/ and give the templates `asset`."""
    app.extensions[EXTENSION] = StaticTree.read(folder)
    app.before_request(_read_again_in_debug)
    app.add_url_rule("/static/<path:name>", "static", serve)
    app.add_url_rule("/static/@<fingerprint>/<path:name>", "asset", serve)
    app.add_template_global(asset)


def asset(name: str) -> str:
    """The fingerprinted address of a static file. Raises LookupError when there is none of that name."""
    tree = _tree()
    if not tree.is_public(name):
        hint = "; `pip install -e .` makes it" if name.startswith("vendor/") else ""
        raise LookupError(f"no such static file: {name!r}{hint}")
    # Put together here: an answer has some fifty tiles, each with an address, and url_for takes five times as long.
    return f"/static/@{tree.fingerprint}/{name}"


def contents(name: str) -> bytes:
    """The bytes of a static file, for pages that make something from it on the server."""
    return _tree().files[name]


def serve(name: str, fingerprint: str | None = None) -> Response:
    """Answers with one static file. Browsers may keep it for a year if the address has the current fingerprint.

    With an old fingerprint (a page opened before an update) they get the current file, and ask again each time.
    """
    tree = _tree()
    if not tree.is_public(name):
        abort(404)
    response = Response(tree.files[name], mimetype=mimetypes.guess_type(name)[0] or "application/octet-stream")
    if response.mimetype in PACKED:
        response.vary.add("Accept-Encoding")
        if request.accept_encodings["br"]:
            response.data, response.content_encoding = _packed(tree.files[name]), "br"
    if fingerprint == tree.fingerprint:
        response.cache_control.public = True
        response.cache_control.max_age = YEAR
        response.cache_control.immutable = True
    else:
        response.cache_control.no_cache = True
    response.add_etag()
    response.make_conditional(request)
    return response


@lru_cache(64)
def _packed(body: bytes) -> bytes:
    """A file packed with Brotli at its best, which is slow but done once."""
    import brotli  # not in a browser

    return bytes(brotli.compress(body, quality=11))


def _tree() -> StaticTree:
    tree: StaticTree = current_app.extensions[EXTENSION]
    return tree


def _read_again_in_debug() -> None:
    """In debug mode, reads all files again before each request, so that a saved file changes the fingerprint."""
    if current_app.debug:
        current_app.extensions[EXTENSION] = StaticTree.read(_tree().folder)


def _names(folder: Path) -> Iterator[str]:
    for path in folder.rglob("*"):
        name = path.relative_to(folder).as_posix()
        if (
            not name.startswith(PRIVATE)
            and not any(part.startswith(".") for part in name.split("/"))
            and path.is_file()
        ):
            yield name


def _style_sheet(name: str, files: Mapping[str, bytes]) -> bytes:
    """A style sheet as it is sent, with the imported files in place of the `@import` lines. Imported files must import
    nothing."""
    folder = dirname(name)
    return _BETWEEN.sub(b" ", _IMPORT.sub(lambda line: files[join(folder, line[1].decode())], files[name])).strip()


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()
