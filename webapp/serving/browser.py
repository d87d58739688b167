"""The application in a browser, without a server: `answer` takes a request and gives what a server would have sent.

`server.py` is its counterpart on a server. Pyodide runs this module in a worker of a page (`static/js/offline/`); its
files are those that `offline.py` packed.
"""

import io
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import unquote_to_bytes, urlencode, urlsplit

from flask import Flask
from werkzeug.wrappers import Response

from webapp.serving import assets
from webapp.serving.routes import fixed_addresses
from webapp.serving.site import Place, Site
from webapp.store.device import DeviceGames, DeviceStore

FORM = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}
READY, FULL, LONG_WAY = "123m456p789s1112z", "123m456p789s11122z", "123m456p78s11122z5z"
#: Addresses that are requested once before the memory is saved, in addition to every page. This compiles templates and
#: loads modules.
FURTHER = (
    "/no-such-page",
    *(f"/?hand={hand}" for hand in (READY, FULL, LONG_WAY)),
    *(f"{path}?hand={FULL}" for path in ("/share", "/qr.svg", "/case.json", "/values")),
    *(f"/drill?seed=1&v=1{judged}" for judged in ("", "&done=0.1&answer=x", "&n=1&done=0.1")),
    *(f"/?text=x&lang={language}" for language in ("ja", "zh", "ko", "en")),
)

Headers = list[tuple[str, str]]

application: Flask


def open_app(create: Callable[[Mapping[str, object]], Flask]) -> None:
    """Make the application. Its pages use the same addresses for static files as the server's, so the browser has the
    files in its cache."""
    global application
    kept = json.loads((Path(__file__).parents[1] / "site.json").read_bytes())
    application = create({"COMPRESS": False, "SITE": Site(Place(kept["place"]), kept["root"])})
    application.extensions[assets.EXTENSION] = assets.StaticTree(
        Path(), dict.fromkeys(kept["names"], b""), kept["fingerprint"]
    )


def take_file(name: str, body: bytes) -> None:
    """Take the contents of a static file from which pictures are made: the letters or the tiles."""
    tree: assets.StaticTree = application.extensions[assets.EXTENSION]
    application.extensions[assets.EXTENSION] = replace(tree, files={**tree.files, name: bytes(body)})


def load_games(texts: Iterable[str]) -> None:
    """Load the games of this device from the texts that the browser has kept."""
    _games().load(texts)
    application.extensions["game_cache"].forget()


def changed_games() -> list[tuple[str, str]]:
    """The games that changed since the last call: the secret of each, and the text to keep (empty: it was deleted)."""
    return _games().take_changes()


def take_copy(site: str, text: str) -> None:
    """Load the device's latest copy of a game of the server, and enter the taps that the server does not have yet.

    `text` is JSON: the `secret` of the game's link, the `game` as `/game/<secret>/game.json` gives it, and the form
    fields of the `taps`. Taps that the server would refuse are left out.
    """
    copy = json.loads(text)
    secret, game = copy["secret"], copy["game"]
    _games().take_copy(secret, {"names": game["names"], "rules": game["rules"]}, game["events"])
    application.extensions["game_cache"].forget()
    for tap in copy["taps"]:
        fields = dict(tap) | {"seen": str(len(_games().since(secret)))}
        answer("POST", f"{site}/game/{secret}/events", FORM, urlencode(fields).encode())


def _games() -> DeviceGames:
    store: DeviceStore = application.extensions["store"]
    return store.games


def answer(method: str, url: str, headers: Mapping[str, str], body: bytes = b"") -> tuple[int, Headers, bytes]:
    """Status, headers and body of the application's response to a request."""
    response = Response.from_app(application.wsgi_app, _environ(method, url, headers, body))
    return response.status_code, [*response.headers], response.get_data()


def _environ(method: str, url: str, headers: Mapping[str, str], body: bytes) -> dict[str, Any]:
    at = urlsplit(url)
    root = application.config["SITE"].root
    given = {name.upper().replace("-", "_"): value for name, value in headers.items()}
    return {
        **{f"HTTP_{name}": value for name, value in given.items() if name not in ("CONTENT_TYPE", "CONTENT_LENGTH")},
        "REQUEST_METHOD": method,
        "SCRIPT_NAME": root,
        "PATH_INFO": unquote_to_bytes(at.path.removeprefix(root)).decode("latin-1"),
        "QUERY_STRING": at.query,
        "SERVER_NAME": at.hostname,
        "SERVER_PORT": str(at.port or (443 if at.scheme == "https" else 80)),
        "SERVER_PROTOCOL": "HTTP/1.1",
        "CONTENT_TYPE": given.get("CONTENT_TYPE", ""),
        "CONTENT_LENGTH": str(len(body)),
        "HTTP_HOST": at.netloc,
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": at.scheme,
        "wsgi.input": io.BytesIO(body),
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": False,
        "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }


def warm_up(site: str) -> Iterator[int]:
    """Request every page once, so that the saved memory has it ready. `site` is the beginning of all addresses. Yields
    the status of each answer, and goes on when the next one is asked for.

    The answers that need most come first: the others use what they leave free, so less memory has to be saved.
    """
    for hand in (READY, FULL, LONG_WAY):
        yield answer("POST", f"{site}/score", FORM, f"hand={hand}".encode())[0]
    for path in (*FURTHER, *fixed_addresses(application)):
        yield answer("GET", site + path, {"Accept": "text/html"})[0]


def check(site: str) -> None:
    """Score a known hand, since a saved memory may be damaged. Raises RuntimeError if the answer is wrong."""
    status, _, body = answer("POST", f"{site}/score", FORM, f"hand={FULL}&by=ron".encode())
    if status != HTTPStatus.OK or b'data-points="' not in body:
        raise RuntimeError(f"this is no memory of ours: {status}")
