"""Agari: what a winning hand of riichi mahjong is worth.

`create_app` wires the application together and knows nothing else.
"""

from collections.abc import Mapping
from pathlib import Path

from flask import Flask
from flask_compress import Compress
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
    missing,
    preview,
    reference,
    rules,
    share,
)
from webapp.serving import assets, device, limits, security, templates, thinking
from webapp.store import Store


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """The application; `config` overrides the defaults below, and so do environment variables (``AGARI_PROXIES=1``).

    `DATABASE` is where games are kept (a path or an address; empty: the user's data folder), `KEEP_DAYS` how long
    after their last event. `PROXIES` is how many proxies stand before it whose word on the visitor's host and scheme
    is taken. Raises ValueError if it is no such number.
    """
    app = Flask(__name__, static_folder=None, template_folder=_resources("templates"))
    limits.init_app(app)
    app.config.from_mapping(
        PROXIES=0,
        THINKERS=0,
        DATABASE="",
        KEEP_DAYS=90,
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_MIMETYPES=["text/html", "text/css", "text/javascript", "application/json", "image/svg+xml"],
    )
    app.config.from_prefixed_env("AGARI")
    app.config.update(config or {})
    if hops := _proxies(app.config["PROXIES"]):
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    app.extensions["store"] = Store(app.config["DATABASE"], keep_days=app.config["KEEP_DAYS"])
    Compress(app)
    security.init_app(app)
    thinking.init_app(app)
    templates.init_app(app)
    assets.init_app(app, _resources("static"))
    device.init_app(app)
    i18n.init_app(app)
    wording.init_app(app)
    game_wording.init_app(app)
    for page in (
        calculator,
        comfort,
        games,
        game_steps,
        game_papers,
        hands,
        rules,
        reference,
        documents,
        api,
        preview,
        share,
        missing,
    ):
        app.register_blueprint(page.blueprint)
    return app


def _proxies(number: object) -> int:
    if isinstance(number, int) and not isinstance(number, bool) and number >= 0:
        return number
    raise ValueError(f"AGARI_PROXIES is how many proxies stand before the server, not {number!r}")


def _resources(name: str) -> Path:
    """`templates` or `static`: inside the package when installed from a wheel, beside it in a checkout."""
    package = Path(__file__).parent
    installed = package / name
    return installed if installed.is_dir() else package.parent / name
