"""Use without a network: its page, the service worker, the files that a browser keeps, how it is installed."""

import json
import re

from flask import Blueprint, Response, abort, current_app, render_template, request

from webapp.inputs.forms import read_entry
from webapp.language.i18n import in_chosen_language, language, translate
from webapp.outputs.links import query
from webapp.outputs.wording import NAME, PURPOSE
from webapp.serving import assets, offline
from webapp.serving.assets import YEAR, asset, contents

blueprint = Blueprint("offline", __name__)
#: Pages that are kept: the empty calculator, and the one that stands for a page until Python has made it.
PAGES = ("/", "/offline/waiting")
FELT = "#0b5c4a"
_ICON = re.compile(r"vendor/icon-(?:(?P<purpose>maskable)-)?(?P<size>\d+)\.png")
#: Browsers want the encoding of a shared text named, though an address has but one.
FORM = "application/x-www-form-urlencoded"


@blueprint.get("/offline")
def page() -> str:
    """What it does and what it costs; where it is kept and deleted."""
    link = in_chosen_language(query(read_entry(request.args).entry))
    return render_template("offline.html", size=offline.SIZE, is_on=offline.is_on(), problems=(), link=link)


@blueprint.get("/offline/waiting")
def waiting() -> str:
    """The page that stands for one which cannot be made yet."""
    return render_template("waiting.html", problems=(), link="")


@blueprint.get("/sw.js")
def worker() -> Response:
    """The service worker; if it is switched off, one that removes itself and all that was kept."""
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
    runtime, app = f"/offline/@{pack.runtime_digest}/", f"/offline/app-{pack.app_digest}.zip"
    return json.dumps(
        {
            "version": f"{pack.runtime_digest}-{pack.app_digest}",
            "shell": [*map(asset, _files()), *PAGES],
            "runtime": runtime,
            "python": {runtime + name: len(body) for name, body in pack.runtime.items()} | {app: offline.APP_SIZE},
            "app": app,
            "memory": f"/offline/memory-{pack.runtime_digest}-{pack.app_digest}",
        }
    )


def _files() -> list[str]:
    """What the pages need beside themselves: styles, pictures, and the scripts that are not part of others."""
    names = current_app.extensions[assets.EXTENSION].files
    return [name for name in names if name.endswith((".css", ".js", ".svg")) and name.count("/") < 2]


@blueprint.get("/offline/@<digest>/<name>")
def runtime(digest: str, name: str) -> Response:
    """A file of Python."""
    pack = offline.pack()
    if digest != pack.runtime_digest or name not in pack.runtime:
        abort(404)
    return _kept(pack.runtime[name], name)


@blueprint.get("/offline/app-<digest>.zip")
def app(digest: str) -> Response:
    """The application."""
    if digest != offline.pack().app_digest:
        abort(404)
    return _kept(offline.packed_app(), "app.zip")


def _kept(packed: bytes, name: str) -> Response:
    """Only browsers with a safe connection ask for it, and all of these take Brotli."""
    response = Response(packed, mimetype=offline.TYPES[name.rpartition(".")[2]])
    response.content_encoding = "br"
    response.cache_control.public = response.cache_control.immutable = True
    response.cache_control.max_age = YEAR
    response.headers["Content-Security-Policy"] = offline.POLICY
    return response


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """How the installed page is called, looks and is opened, in the reader's language."""
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
    """Those that the build painted: ``icon-192.png``, ``icon-maskable-512.png``; and the drawing."""
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
    """The icon by the name that iPhones try."""
    return assets.serve("vendor/icon-180.png")
