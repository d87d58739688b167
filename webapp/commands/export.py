"""`python -m webapp export FOLDER`: the whole site as files, for any host that serves files.

The empty pages are written in every language: `ja/table/index.html`. Those at the root are in English, and their script
(`static/js/exported.js`) leads to the reader's language. Everything else is answered by Python in the browser, which
the service worker asks (`static/js/offline/`). The files that it fetches are packed here, since hosts pack nothing.
"""

import argparse
import gzip
import re
import sys
from collections.abc import Iterator, Sequence
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory

import brotli
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from webapp import create_app
from webapp.language.i18n import LANGUAGES
from webapp.serving import assets, offline
from webapp.serving.routes import fixed_addresses
from webapp.serving.site import Place, Site, refuse_own_pages

DEFAULT = "en"
#: The file that hosts send for an unknown address. The page waits for Python, which may know the address.
MISSING = "404.html"


def main(arguments: Sequence[str]) -> int:
    """Writes the site. Returns the exit status: 0, or 1 if the site cannot be made or the folder is not empty."""
    options = _parse(arguments)
    try:
        number = export(options.folder, options.below.rstrip("/"))
    except (ValueError, OSError) as error:
        print(f"agari: {error}", file=sys.stderr)
        return 1
    print(f"{number} files in {options.folder}; serve them at {options.below.rstrip('/')}/")
    return 0


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m webapp export", description="Write the whole site as files, for a host without Python."
    )
    parser.add_argument("folder", type=Path, help="where to write them; an empty folder, or a new one")
    parser.add_argument("--below", default="", metavar="/PATH", help="the path at which the host serves the folder")
    return parser.parse_args(arguments)


def export(folder: Path, root: str = "") -> int:
    """Writes the site into a folder, to be served below `root`. Returns the number of files.

    Raises ValueError if there is no Python for browsers, or if the folder or the root cannot be used.
    """
    if folder.exists() and any(folder.iterdir()):
        raise ValueError(f"{folder} is not empty")
    number = 0
    for name, body in files(root):
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(body)
        number += 1
    return number


def files(root: str = "") -> Iterator[tuple[str, bytes]]:
    """The path and contents of each file of the site. The machine's own games are not opened."""
    with TemporaryDirectory() as empty:
        yield from _files(root, Path(empty) / "games.db")


def _files(root: str, database: Path) -> Iterator[tuple[str, bytes]]:
    app = create_app({"SITE": Site(Place.EXPORT, root), "COMPRESS": False, "DATABASE": str(database)})
    refuse_own_pages(app)
    with app.app_context():
        if not offline.is_on():
            raise ValueError("this installation has no Python for browsers; `pip install .` makes it")
        tree = app.extensions[assets.EXTENSION]
        yield from (
            (f"static/@{tree.fingerprint}/{name}", tree.files[name]) for name in tree.files if tree.is_public(name)
        )
        yield from _python()
    client = app.test_client(use_cookies=False)
    yield from _pages(client, root)
    yield from ((name, _got(client, root, name)) for name in ("sw.js", "apple-touch-icon.png", "offline/licences.txt"))
    yield ".nojekyll", b""  # GitHub's pages would leave files out without it


def _python() -> Iterator[tuple[str, bytes]]:
    """The files that the service worker fetches."""
    pack = offline.pack()
    for address, packed in {**pack.files, pack.app_address: pack.app, pack.letters_address: pack.letters}.items():
        yield f"{address.removeprefix(f'{pack.site.root}/')}.packed", gzip.compress(brotli.decompress(packed), mtime=0)


def _pages(client: FlaskClient, root: str) -> Iterator[tuple[str, bytes]]:
    addresses = (address.lstrip("/") for address in fixed_addresses(client.application))
    pages = [page for page in addresses if _is_page(client, root, page)]
    names = [*pages, "manifest.webmanifest"]
    for language in LANGUAGES:
        for page in names:
            body = _linked(_got(client, root, page, language), root, language, names)
            name = page if "." in page else f"{page}/index.html".lstrip("/")
            yield f"{language}/{name}", body
            if language == DEFAULT:
                yield name, body
                if page == "offline/waiting":
                    yield MISSING, body


def _is_page(client: FlaskClient, root: str, name: str) -> bool:
    """Whether an address answers with a page. JSON, and an error because parameters are missing, are none."""
    body: bytes = _asked(client, root, name).data
    return body.startswith(b"<!DOCTYPE html>")


def _asked(client: FlaskClient, root: str, name: str, language: str = DEFAULT) -> TestResponse:
    headers = {"Accept": "text/html", "Accept-Language": language}
    return client.get(f"/{name}", base_url=f"http://localhost{root}/", headers=headers)


def _got(client: FlaskClient, root: str, name: str, language: str = DEFAULT) -> bytes:
    response = _asked(client, root, name, language)
    if response.status_code != HTTPStatus.OK:
        raise ValueError(f"{name}: {response.status}")
    body: bytes = response.data
    return body


def _linked(page: bytes, root: str, language: str, names: Sequence[str]) -> bytes:
    """The page with links to files: those in its own language, or in another one that a link names.

    The links are changed in the finished page. Python in the browser fills in the same templates, and there they lead
    to addresses without a language.
    """
    link = rf'(href="{re.escape(root)}/)({"|".join(map(re.escape, names))})(?:\?lang=(\w\w))?(?=["#])'

    def of_file(match: re.Match[str]) -> str:
        before, name, chosen = match.groups()
        return f"{before}{chosen or language}/{name}" + ("/" if name and "." not in name else "")

    return re.sub(link, of_file, page.decode()).encode()
