"""Use without a network: its page, the service worker, the files that a browser keeps, the manifest for installing."""

import json
import re

from flask import Blueprint, Response, abort, current_app, render_template, request

from webapp.formats.address import query, read_entry
from webapp.language.i18n import LANGUAGES, in_chosen_language, language, translate
from webapp.limits import YEAR
from webapp.pages.calculator.result_text import NAME, PURPOSE
from webapp.serving import assets, offline
from webapp.serving.assets import asset, contents

blueprint = Blueprint("offline", __name__)
#: Pages that browsers keep: the empty calculator, and the page that is shown until Python has made the real one.
PAGES = ("/", "/offline/waiting")
#: Files that only an exported site needs.
OF_FILES = ("css/exported.css", "js/exported.js")
#: The drawings of the tiles.
TILES = "vendor/tiles.svg"
POLICY = "Content-Security-Policy"
FELT = "#0b5c4a"
_ICON = re.compile(r"vendor/icon-(?:(?P<purpose>maskable)-)?(?P<size>\d+)\.png")
#: Browsers want the encoding of a shared text to be named, though an address can have only this one.
FORM = "application/x-www-form-urlencoded"


@blueprint.get("/offline")
def page() -> str:
    """The page about use without a network: what it does and costs, with the buttons that keep and delete it."""
    link = in_chosen_language(query(read_entry(request.args).entry))
    return render_template("device/offline.html", size=offline.SIZE, is_on=offline.is_on(), problems=(), link=link)


@blueprint.get("/offline/waiting")
def waiting() -> str:
    """The page that is shown until the real one can be made."""
    return render_template("device/waiting.html", problems=(), link="")


@blueprint.get("/offline/licences.txt")
def licences() -> Response:
    """The licences of other people's work."""
    return Response(offline.pack().licences, mimetype="text/plain")


@blueprint.get("/sw.js")
def worker() -> Response:
    """The service worker. If offline use is switched off, one that removes itself and all that was kept."""
    script = f"const SETTINGS={_settings()};{_script('service')}" if offline.is_on() else _script("gone")
    response = Response(script, mimetype="text/javascript")
    response.cache_control.no_cache = True
    response.add_etag()
    response.make_conditional(request)
    return response


def _script(name: str) -> str:
    return contents(f"js/offline/{name}.js").decode()


def _settings() -> str:
    pack = offline.pack()
    return json.dumps(
        {
            "version": pack.version,
            "root": pack.site.root,
            "isAlone": not pack.site.has_server,
            "shell": [pack.site.root + address for address in (*map(asset, _files(pack)), *_pages(pack))],
            "runtime": pack.runtime_address,
            "python": pack.sizes,
            "app": pack.app_address,
            "pictures": {offline.GLYPHS: pack.letters_address, TILES: pack.site.root + asset(TILES)},
            "memory": f"{pack.site.root}/offline/memory-{pack.version}",
            **({} if pack.site.has_server else _of_host()),
        }
    )


def _of_host() -> dict[str, object]:
    """Settings that a host of files does not know: the languages, and the headers of packed files."""
    headers = {kind: {"Content-Type": mimetype, POLICY: offline.POLICY} for kind, mimetype in offline.TYPES.items()}
    return {"languages": list(LANGUAGES), "headers": headers}


def _files(pack: offline.Pack) -> list[str]:
    """The static files that the pages need: styles, pictures, and the scripts that are not part of others."""
    names = [name for name in pack.static.files if name.endswith((".css", ".js", ".svg")) and name.count("/") < 2]
    return [name for name in names if not pack.site.has_server or name not in OF_FILES]


def _pages(pack: offline.Pack) -> list[str]:
    """The pages that are kept; of an exported site in all languages, by the addresses of their files."""
    if pack.site.has_server:
        return list(PAGES)
    return [f"/{language}{page.rstrip('/')}/" for language in LANGUAGES for page in PAGES]


@blueprint.get("/offline/@<digest>/<name>")
def runtime(digest: str, name: str) -> Response:
    """A file of Python, or the letters of pictures."""
    pack = offline.pack()
    if (digest, name) == (pack.letters_digest, offline.LETTERS):
        return _kept(pack.letters, name)
    if digest != pack.runtime_digest or name not in pack.runtime:
        abort(404)
    return _kept(pack.runtime[name], name)


@blueprint.get("/offline/app-<digest>.zip")
def app(digest: str) -> Response:
    """The application's archive."""
    if digest != offline.pack().app_digest:
        abort(404)
    return _kept(offline.packed_app(), "app.zip")


def _kept(packed: bytes, name: str) -> Response:
    """A packed file. Only browsers with a secure connection ask for one, and all of these take Brotli."""
    response = Response(packed, mimetype=offline.TYPES[name.rpartition(".")[2]])
    response.content_encoding = "br"
    response.cache_control.public = response.cache_control.immutable = True
    response.cache_control.max_age = YEAR
    response.headers[POLICY] = offline.POLICY
    return response


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """The manifest: how the installed page is called, looks and opens, in the reader's language."""
    body = {
        "name": translate(NAME),
        "short_name": "Agari",
        "description": translate(PURPOSE),
        "lang": language(),
        "id": "/",
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": FELT,
        "theme_color": FELT,
        "icons": _icons(),
        "shortcuts": [_shortcut(translate("New game"), "/game"), _shortcut(translate("Score table"), "/table")],
        "share_target": {"action": "/", "method": "GET", "enctype": FORM, "params": {"text": "text"}},
    }
    response = Response(json.dumps(body, ensure_ascii=False), mimetype="application/manifest+json")
    response.cache_control.no_cache = True
    response.vary.update(["Accept-Language", "Cookie"])
    return response


def _icons() -> list[dict[str, str]]:
    """The icons of the manifest: the drawing, and those that the build painted from it (``icon-192.png``,
    ``icon-maskable-512.png``)."""
    painted = [_ICON.fullmatch(name) for name in current_app.extensions[assets.EXTENSION].files]
    drawing = {"src": asset("icon.svg"), "type": "image/svg+xml", "sizes": "any", "purpose": "any"}
    return [drawing] + [
        {
            "src": asset(icon[0]),
            "type": "image/png",
            "sizes": f"{icon['size']}x{icon['size']}",
            "purpose": icon["purpose"] or "any",
        }
        for icon in painted
        if icon
    ]


def _shortcut(name: str, address: str) -> dict[str, str]:
    return {"name": name, "url": address}


@blueprint.get("/apple-touch-icon.png")
def icon_of_iphones() -> Response:
    """The icon, by the name that iPhones try."""
    return assets.serve("vendor/icon-180.png")
