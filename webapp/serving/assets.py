"""Static files and their addresses.

In a template `{{ asset("css/app.css") }}` gives `/static/@3f9c2a/css/app.css`. The part after the @ is a
fingerprint of the whole static tree, so such an address never changes its content and browsers keep it for a year
without asking. One fingerprint for all files, in the path and not in a query string, because scripts load one another
by relative address (`import("./share.js")`): a script with a fingerprint in its address loads its neighbours with it.

WhiteNoise gives each file a fingerprint of its own, so it cannot serve scripts that load one another in this way.

The files are read once, when the application starts, and served from memory: what is sent is what was fingerprinted.
Each of our own scripts is sent in one piece with what it imports (`scripts.py`), and so is each of our styles.
What was not read (the build helpers in `static/build/`, dot files, anything outside the folder) does not exist,
however its address is spelled; nor does, for browsers, what is read for the server alone.
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
#: What the build is made with; and Python for browsers, which has addresses of its own (`offline.py`).
PRIVATE = ("build/", "vendor/python/")
#: What has no such address: the letters of pictures, for the server, and packed for browsers (`offline.py`).
INTERNAL = {"vendor/glyphs.json", "vendor/glyphs.json.br"}
#: What is made smaller before it is sent. What comes from elsewhere is small already.
OWN_SCRIPTS = "js/"
#: What is worth packing; pictures are packed already.
PACKED = {"text/css", "text/javascript", "image/svg+xml"}
_IMPORT = re.compile(rb'^@import "([\w./-]+)";\n', re.MULTILINE)


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
        files |= {name: _with_imports(name, files) for name in files if name.endswith(".css")}
        summary = "".join(f"{name} {_digest(body)}\n" for name, body in files.items())
        return cls(folder, files, _digest(summary.encode())[:6])

    def is_public(self, name: str) -> bool:
        """Whether there is a file of that name, and browsers may have it."""
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
    """A static file, for what is made of it on the server."""
    return _tree().files[name]


def serve(name: str, fingerprint: str | None = None) -> Response:
    """One static file, to be kept for a year if the address carries the present fingerprint.

    An old fingerprint (a page opened before an update) gets the present file, to be asked for again each time.
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
    """While developing, a saved file is a new fingerprint at the next request."""
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


def _with_imports(name: str, files: Mapping[str, bytes]) -> bytes:
    """A style sheet with those that it imports in place of the `@import` lines. An import ends in a style sheet that
    imports nothing."""
    folder = dirname(name)
    return _IMPORT.sub(lambda line: files[join(folder, line[1].decode())], files[name])


def _digest(body: bytes) -> str:
    return hashlib.sha256(body).hexdigest()
