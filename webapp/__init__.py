"""Agari: what a winning hand of riichi mahjong is worth.

`create_app` wires the application together and knows nothing else.
"""

import gc

# What a start makes stays. Looking for garbage in it, again and again as it grows, would take a sixth of the start.
gc.disable()

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from webapp.language import i18n
from webapp.limits import KEEP_DAYS
from webapp.pages import blueprints
from webapp.pages.calculator import result_text
from webapp.pages.game import game_text, needed_text
from webapp.pages.game.game_cache import GameCache
from webapp.pages.group import group_text
from webapp.serving import assets, device, request_limits, security, site, templates, work
from webapp.serving.offline import init_app as init_offline
from webapp.serving.site import Site
from webapp.settings import read_settings
from webapp.store import GameStore, Store
from webapp.store.device import DeviceStore

gc.enable()

#: `CONTACT` is where to report a weakness (empty: nothing is said). `DATABASE` is the database of the games (a path or
#: an address; empty: a file in the user's data folder). `KEEP_DAYS` is the number of days for which a game is kept
#: after its last event (0: for ever). `NEW_GAMES` is the number of games that an address may begin in an hour (0: any
#: number). `WAITERS` is the number of requests that may wait for a change of a game at once. `PROXIES` is the number
#: of proxies in front of the application; it trusts what they say about the visitor's address, host and scheme.
#: `WORKERS` is the number of processes for heavy work (0: the request's own thread does it).
DEFAULTS = {
    "PROXIES": 0,
    "WORKERS": 0,
    "WAITERS": 0,
    "CONTACT": "",
    "DATABASE": "",
    "KEEP_DAYS": KEEP_DAYS,
    "MONITORS": (),  # the networks that may read /metrics
    "NEW_GAMES": 60,
    "OFFLINE": True,  # browsers may keep the application; without it they delete what they kept
    "SITE": Site(),
    "COMPRESS": True,
    "COMPRESS_ALGORITHM": ["br", "gzip"],
    "COMPRESS_BR_WINDOW": 16,  # 64 KiB: most pages are smaller, and a larger window takes longer
    "COMPRESS_BR_LEVEL": 5,  # a page is a twelfth smaller than with 4, in the same time
    "COMPRESS_MIMETYPES": ["text/html", "text/css", "text/javascript", "application/json", "image/svg+xml"],
}

#: The names by which programs on this machine reach a process, such as a monitor: trusted besides `TRUSTED_HOSTS`.
LOOPBACK = ["127.0.0.1", "localhost"]


class _App(Flask):
    """An application without coroutines. Flask looks at each call of a function whether it is one."""

    def ensure_sync(self, func: Callable[..., Any]) -> Callable[..., Any]:
        """The function itself."""
        return func


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """Makes the application. The settings of the environment (``AGARI_PROXIES=1``) override `DEFAULTS`, and `config`
    overrides both.

    Raises ValueError if a setting cannot be used.
    """
    gc.disable()
    try:
        return _app(config or {})
    finally:
        gc.enable()


def _app(config: Mapping[str, object]) -> Flask:
    app = _App(__name__, static_folder=None, template_folder=_resources("templates"))
    request_limits.init_app(app)
    app.config.from_mapping(DEFAULTS)
    app.config.update(read_settings(os.environ))
    app.config.update(config)
    if trusted := app.config["TRUSTED_HOSTS"]:
        app.config["TRUSTED_HOSTS"] = trusted + LOOPBACK
    if number := app.config["PROXIES"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=number, x_proto=number, x_host=number)  # type: ignore[method-assign]
    app.extensions["store"] = _store(app.config)
    app.extensions[request_limits.NEW_GAMES] = request_limits.NewGames(app.config["NEW_GAMES"])
    app.extensions["game_cache"] = GameCache()
    if app.config["COMPRESS"]:
        from flask_compress import Compress  # not in a browser

        Compress(app)
    templates.init_app(app, i18n.language, i18n.catalogue)
    for part in (security, work, device, site, i18n, result_text, game_text, needed_text, group_text):
        part.init_app(app)
    assets.init_app(app, _resources("static"))
    init_offline(app, Path(__file__).parent, _resources("templates"), i18n.catalogues)
    for blueprint in blueprints():
        app.register_blueprint(blueprint)
    return app


def _store(config: Mapping[str, Any]) -> GameStore:
    if config["SITE"].is_in_browser:
        return DeviceStore()
    return Store(config["DATABASE"], keep_days=config["KEEP_DAYS"], waiters=config["WAITERS"])


def _resources(name: str) -> Path:
    """`templates` or `static`: inside the package when installed from a wheel, beside it in a checkout."""
    package = Path(__file__).parent
    installed = package / name
    return installed if installed.is_dir() else package.parent / name
