"""A server that can go away, and a device that keeps what it needs to answer in its place."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import HTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

from flask import Flask
from playwright.sync_api import BrowserContext, expect
from werkzeug.serving import make_server

from tests.e2e.conftest import missing
from webapp import create_app
from webapp.serving import offline

Wsgi = Callable[[dict[str, Any], Any], Any]


class Host:
    """A server of any kind, made for a port, that can be stopped and started at the same address."""

    def __init__(self, make: Callable[[int], HTTPServer]) -> None:
        self._make = make
        self._port = 0
        self._running: tuple[HTTPServer, Thread] | None = None
        self.start()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self._port}"

    def start(self) -> None:
        """Serves, at the same address as before."""
        if self._running:
            return
        server = self._make(self._port)
        thread = Thread(target=server.serve_forever)
        thread.start()
        self._port, self._running = server.server_port, (server, thread)

    def stop(self) -> None:
        """Refuses connections."""
        if self._running:
            server, thread = self._running
            server.shutdown()
            thread.join()
            server.server_close()
            self._running = None


class Server(Host):
    """The application on a port of its own, which can be stopped, be deaf, or have something between it and us."""

    def __init__(self, app: Flask) -> None:
        self.app = app
        self.between: Wsgi | None = None
        super().__init__(lambda port: make_server("127.0.0.1", port, self._answer, threaded=True))

    def _answer(self, environ: dict[str, Any], start_response: Any) -> Any:
        return (self.between or self.app)(environ, start_response)


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    """A server with its games in this folder, which has Python for browsers."""
    app = create_app({"TESTING": True, "DATABASE": str(folder / "games.db")})
    with app.app_context():
        if not offline.is_on():
            missing("static/vendor/ has no Python for browsers: pip install -e . makes it")
    server = Server(app)
    yield server
    server.stop()
    app.extensions["store"].close()


def keep(context: BrowserContext) -> None:
    page = context.new_page()
    page.goto("/offline?lang=en")
    asked, kept = page.locator("[data-offline=keep]"), page.locator("[data-offline=kept]")
    # A device on a quick connection may have kept it by itself.
    expect(asked.or_(kept).filter(visible=True).first).to_be_visible()
    if asked.is_visible():
        asked.tap()
    expect(kept).to_be_visible(timeout=120_000)
    page.close()
