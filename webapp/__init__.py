"""Agari: what a winning hand of riichi mahjong is worth.

`create_app` wires the application together and knows nothing else.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from webapp.language import i18n
from webapp.outputs import game_wording, wording
from webapp.pages import (
    api,
    calculator,
    comfort,
    documents,
    game_papers,
    game_steps,
    games,
    hands,
    joining,
    missing,
    offline,
    preview,
    reference,
    rules,
    share,
)
from webapp.pages.replayed import Replays
from webapp.serving import assets, device, exported, limits, security, templates, thinking
from webapp.serving.offline import init_app as init_offline
from webapp.store import Store
from webapp.store.device import DeviceStore

PAGES = (
    calculator,
    comfort,
    games,
    game_steps,
    game_papers,
    joining,
    hands,
    rules,
    reference,
    documents,
    api,
    preview,
    share,
    offline,
    missing,
)
#: `DATABASE` is where games are kept (a path or an address; empty: the user's data folder), `KEEP_DAYS` how long after
#: their last event. `WAITERS` is the number of requests that may wait for a change of a game at the same time: fewer
#: than the server has threads. `PROXIES` is the number of proxies in front of the application; it trusts what they say
#: about the visitor's address, host and scheme. `THINKERS` is the number of processes for heavy work (0: the request's
#: own thread does it).
DEFAULTS = {
    "PROXIES": 0,
    "THINKERS": 0,
    "WAITERS": 0,
    "DATABASE": "",
    "KEEP_DAYS": 90,
    "OFFLINE": True,  # browsers may keep the application; without it they delete what they kept
    "ANSWERED_BY": "server",
    "ALONE": False,  # an exported site: no server stands behind it
    "ROOT": "",  # the path below which it lies
    "COMPRESS": True,
    "COMPRESS_ALGORITHM": ["br", "gzip"],
    "COMPRESS_MIMETYPES": ["text/html", "text/css", "text/javascript", "application/json", "image/svg+xml"],
}


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """The application; environment variables (``AGARI_PROXIES=1``) override `DEFAULTS`, and `config` overrides both.

    Raises ValueError if a setting cannot be used.
    """
    app = Flask(__name__, static_folder=None, template_folder=_resources("templates"))
    limits.init_app(app)
    app.config.from_mapping(DEFAULTS)
    app.config.from_prefixed_env("AGARI")
    app.config.update(config or {})
    _trust_proxies(app)
    app.extensions["store"] = _store(app.config)
    app.extensions["replays"] = Replays()
    if app.config["COMPRESS"]:
        from flask_compress import Compress  # not in a browser

        Compress(app)
    for part in (security, thinking, templates, device, exported, i18n, wording, game_wording):
        part.init_app(app)
    assets.init_app(app, _resources("static"))
    init_offline(app, Path(__file__).parent, _resources("templates"), i18n.catalogues)
    for page in PAGES:
        app.register_blueprint(page.blueprint)
    return app


def _store(config: Mapping[str, Any]) -> Store | DeviceStore:
    if config["ANSWERED_BY"] == "device":
        return DeviceStore()
    return Store(config["DATABASE"], keep_days=config["KEEP_DAYS"], waiters=config["WAITERS"])


def _trust_proxies(app: Flask) -> None:
    number = app.config["PROXIES"]
    if not isinstance(number, int) or isinstance(number, bool) or number < 0:
        raise ValueError(f"AGARI_PROXIES is how many proxies stand before the server, not {number!r}")
    if number:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=number, x_proto=number, x_host=number)  # type: ignore[method-assign]


def _resources(name: str) -> Path:
    """`templates` or `static`: inside the package when installed from a wheel, beside it in a checkout."""
    package = Path(__file__).parent
    installed = package / name
    return installed if installed.is_dir() else package.parent / name
