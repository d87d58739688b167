"""Agari: what a winning hand of riichi mahjong is worth.

`create_app` wires the application together and knows nothing else.
"""

from collections.abc import Mapping
from pathlib import Path

from flask import Flask
from flask_compress import Compress

from webapp import assets, i18n, security
from webapp.pages import api, calculator, reference, rules

KIB = 1024


def create_app(config: Mapping[str, object] | None = None) -> Flask:
    """The application; `config` overrides the defaults below."""
    app = Flask(__name__, static_folder=None, template_folder=_resources("templates"))
    app.config.from_mapping(
        MAX_CONTENT_LENGTH=64 * KIB,
        MAX_FORM_MEMORY_SIZE=64 * KIB,
        MAX_FORM_PARTS=200,
        COMPRESS_ALGORITHM=["br", "gzip"],
        COMPRESS_MIMETYPES=["text/html", "text/css", "text/javascript", "application/json", "image/svg+xml"],
    )
    app.config.update(config or {})
    Compress(app)
    security.init_app(app)
    assets.init_app(app, _resources("static"))
    i18n.init_app(app)
    for page in (calculator, rules, reference, api):
        app.register_blueprint(page.blueprint)
    return app


def _resources(name: str) -> Path:
    """`templates` or `static`: inside the package when installed from a wheel, beside it in a checkout."""
    package = Path(__file__).parent
    installed = package / name
    return installed if installed.is_dir() else package.parent / name
