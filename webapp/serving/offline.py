"""The files with which a browser runs the application by itself: Python, as the build packed it, and the application.

The application's archive holds our own modules and the packages that they need, without comments, docstrings and
modules that a browser cannot use; the templates; the catalogues as JSON. It is made at the first request for it, from
the installed files, so a browser runs the same code as the server. Its address contains a digest of its sources, which
is quick to work out.

`browser.py` runs it there.
"""

import hashlib
import io
import json
import zipfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib.metadata import distribution
from pathlib import Path
from threading import Lock

from flask import Flask, Response, current_app

from webapp.serving import assets
from webapp.serving.docstrings import strip_docstrings
from webapp.serving.site import Site, site

EXTENSION = "agari.offline"
#: A worker gets the policy of its own script. This one allows compiling Python; our pages may compile nothing.
POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
#: The megabytes that are sent in all (Python, its library, the application, the letters of pictures), and the
#: approximate size of the application in bytes.
SIZE, APP_SIZE = 5, 720_000
#: The header of every answer that names the `Place` where it was made.
MARK = "X-Answered-By"

Catalogues = Mapping[str, Mapping[str, str]]

PACKAGES = (
    "blinker",
    "cachetools",
    "click",
    "flask",
    "itsdangerous",
    "jinja2",
    "markdown-it-py",
    "markupsafe",
    "mdurl",
    "segno",
    "werkzeug",
)
#: Modules that only a server, a terminal or a developer uses.
UNUSED = (
    *("webapp/__main__", "webapp/commands/", "webapp/language/messages"),
    *("webapp/serving/metrics", "webapp/serving/server", "webapp/serving/workers", "webapp/serving/scripts"),
    *("webapp/store/database", "webapp/store/games", "webapp/store/live", "webapp/store/migrations"),
    *(
        "webapp/store/postgresql",
        "webapp/store/renewal",
        "webapp/store/rows",
        "webapp/store/schema",
        "webapp/store/upkeep",
        "webapp/store/watch",
    ),
    *("werkzeug/debug/", "werkzeug/testapp", "werkzeug/_reloader", "werkzeug/middleware/dispatcher"),
    *("werkzeug/middleware/http_proxy", "werkzeug/middleware/lint", "werkzeug/middleware/profiler"),
    *("werkzeug/middleware/shared_data", "click/testing", "click/shell_completion", "click/_termui_impl"),
    *("click/_winconsole", "flask/__main__", "flask/testing", "flask/views", "jinja2/sandbox", "jinja2/nativetypes"),
    *("jinja2/meta", "segno/cli", "segno/__main__", "segno/helpers", "markdown_it/cli", "markdown_it/port"),
)
#: Modules that keep their docstrings, since pages show them: what a yaku is, with its examples.
READ = ("webapp/scoring/yaku.py", "webapp/scoring/local_yaku.py")
#: The file in the archive with the licences of its contents and of Python.
LICENCES = "licences.txt"
#: The file with the letters of pictures, and its name in a browser.
GLYPHS, LETTERS = "vendor/glyphs.json", "letters.json"
#: Our scripts that are served with Python's files: the name there, and the static file.
SCRIPTS = {"worker.js": "js/offline/worker.js"}
TYPES = {"js": "text/javascript", "mjs": "text/javascript", "json": "application/json"} | {
    "wasm": "application/wasm",
    "zip": "application/zip",
}


@dataclass(frozen=True)
class Pack:
    """Everything that a browser needs: Python from `folder`, the application in `package` with its `templates`, and the
    addresses of its `static` files."""

    folder: Path
    package: Path
    templates: Path
    static: assets.StaticTree
    #: Returns the translations by language.
    catalogues: Callable[[], Catalogues]
    #: The site that serves all this.
    site: Site

    @cached_property
    def runtime(self) -> Mapping[str, bytes]:
        """Python's files and our scripts, by name, packed with Brotli; empty if the build made none."""
        made = {path.name.removesuffix(".br"): path.read_bytes() for path in sorted(self.folder.glob("*.br"))}
        own = {name: _packed(self.static.files[path]) for name, path in SCRIPTS.items()}
        return made | own if made else {}

    @cached_property
    def runtime_digest(self) -> str:
        """Twelve hexadecimal digits that change whenever a file of `runtime` does."""
        return _digest(self.runtime)

    @cached_property
    def app_digest(self) -> str:
        """Twelve hexadecimal digits that change whenever the application's archive would."""
        return _digest(dict(self._sources()))

    @property
    def runtime_address(self) -> str:
        """The address below which the files of `runtime` are served."""
        return f"{self.site.root}/offline/@{self.runtime_digest}/"

    @property
    def files(self) -> Mapping[str, bytes]:
        """The files of `runtime` by their addresses."""
        return {self.runtime_address + name: body for name, body in self.runtime.items()}

    @cached_property
    def letters_digest(self) -> str:
        """Twelve hexadecimal digits that change with the letters of pictures."""
        return _digest({LETTERS: self.letters})

    @property
    def letters_address(self) -> str:
        """The address of the letters of pictures."""
        return f"{self.site.root}/offline/@{self.letters_digest}/{LETTERS}"

    @property
    def sizes(self) -> Mapping[str, int]:
        """The size in bytes of every file that is kept, by its address. The application's is approximate, since the
        application is packed only when it is asked for."""
        known = {address: len(body) for address, body in self.files.items()}
        return known | {self.app_address: APP_SIZE, self.letters_address: len(self.letters)}

    @property
    def app_address(self) -> str:
        """The address of the application's archive."""
        return f"{self.site.root}/offline/app-{self.app_digest}.zip"

    @property
    def version(self) -> str:
        """A text that changes whenever Python or the application does."""
        return f"{self.runtime_digest}-{self.app_digest}"

    @cached_property
    def licences(self) -> bytes:
        """The licences of other people's work: static files, Python, packages. A device reads them from the archive."""
        here = self.package / LICENCES
        return here.read_bytes() if here.exists() else _licences(self.static.files)

    @property
    def letters(self) -> bytes:
        """The letters of pictures, as the build packed them with Brotli."""
        return self.static.files[f"{GLYPHS}.br"]

    @cached_property
    def app(self) -> bytes:
        """The application's archive, packed with Brotli. Making it takes seconds, once."""
        whole = io.BytesIO()
        with zipfile.ZipFile(whole, "w") as target:
            for name, body in sorted(self._sources()):
                is_code = name.endswith(".py") and name not in READ
                target.writestr(zipfile.ZipInfo(name), strip_docstrings(body) if is_code else body)
        return _packed(whole.getvalue())

    def _sources(self) -> Iterator[tuple[str, bytes]]:
        yield from _package_files()
        for pattern in ("*.py", "*.md", "*.json"):
            for path in self.package.rglob(pattern):
                name = f"webapp/{path.relative_to(self.package).as_posix()}"
                if not name.startswith(UNUSED):
                    yield name, path.read_bytes()
        for path in self.templates.rglob("*.html"):
            yield f"webapp/templates/{path.relative_to(self.templates).as_posix()}", path.read_bytes()
        for language, texts in self.catalogues().items():
            yield f"webapp/language/locale/{language}/LC_MESSAGES/messages.json", _json(texts)
        names = [name for name in self.static.files if self.static.is_public(name)]
        there = {"place": self.site.in_browser.place.value, "root": self.site.root}
        yield "webapp/site.json", _json({"fingerprint": self.static.fingerprint, "names": names, **there})
        yield f"webapp/{LICENCES}", self.licences


def init_app(app: Flask, package: Path, templates: Path, catalogues: Callable[[], Catalogues]) -> None:
    """Adds the pack to `app`, where it is read and made when a browser asks for it, and marks every answer."""
    static: assets.StaticTree = app.extensions[assets.EXTENSION]
    folder, here = static.folder / "vendor/python", app.config["SITE"]
    app.extensions[EXTENSION] = Pack(folder, package, templates, static, catalogues, here)
    app.extensions[f"{EXTENSION}.lock"] = Lock()
    app.after_request(_marked)


def _marked(response: Response) -> Response:
    response.headers[MARK] = site().place.value
    return response


def pack() -> Pack:
    """The pack of the running application."""
    kept: Pack = current_app.extensions[EXTENSION]
    return kept


def is_on() -> bool:
    """Whether browsers may keep the application: it is not switched off, and the build packed a Python for them."""
    return bool(current_app.config["OFFLINE"] and (site().is_in_browser or pack().runtime))


def packed_app() -> bytes:
    """The application's archive. It is made only once, even if several requests ask for it at the same time."""
    with current_app.extensions[f"{EXTENSION}.lock"]:
        return pack().app


def _package_files() -> Iterator[tuple[str, bytes]]:
    """The name and contents of each module of the packages."""
    for package in PACKAGES:
        for file in distribution(package).files or ():
            name = file.as_posix()
            if name.endswith(".py") and not name.startswith((*UNUSED, "..")):
                yield name, file.read_binary()


def _licences(static: Mapping[str, bytes]) -> bytes:
    """All licences as one text, with a chapter for each."""
    files = {name: body for name, body in static.items() if name.endswith(".LICENSE.txt")}
    own = {name.removeprefix("vendor/").removesuffix(".LICENSE.txt"): body.decode() for name, body in files.items()}
    packages = {package: "\n\n".join(_licences_of(package)) for package in PACKAGES}
    return "\n\n".join(f"== {name} ==\n\n{text.strip()}" for name, text in (own | packages).items()).encode() + b"\n"


def _licences_of(package: str) -> Iterator[str]:
    for file in distribution(package).files or ():
        if ".dist-info" in file.parts[0] and file.name.startswith("LICEN"):
            yield file.read_text(encoding="utf-8")


def _json(value: object) -> bytes:
    return json.dumps(value, ensure_ascii=False, sort_keys=True).encode()


def _packed(body: bytes) -> bytes:
    import brotli  # not in a browser

    return bytes(brotli.compress(body, quality=9, lgwin=22))


def _digest(files: Mapping[str, bytes]) -> str:
    hashes = "".join(f"{name} {hashlib.sha256(body).hexdigest()}\n" for name, body in sorted(files.items()))
    return hashlib.sha256(hashes.encode()).hexdigest()[:12]
