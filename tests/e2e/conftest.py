"""The browser tests' world: the application on a port of its own, a phone, and an ear for complaints.

All of them are slow but the main path. A test that wants another device says so:
`@pytest.mark.browser_context_args(viewport={…}, is_mobile=False)`.
"""

import os
import re
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib.resources import files
from pathlib import Path
from typing import Any, NoReturn

import pytest
from flask import Flask
from flask.testing import FlaskClient
from playwright.sync_api import (
    BrowserContext,
    BrowserType,
    ConsoleMessage,
    Error,
    Page,
    Playwright,
    WebError,
    expect,
)
from werkzeug.serving import make_server

from tests.e2e import browser
from tests.e2e.page import Calculator
from webapp import create_app

#: What has just come takes taps at once. Otherwise each step of a game waits for it.
TAKES_TAPS_AT_ONCE = """const sheet = new CSSStyleSheet();
sheet.replaceSync("@keyframes come {}");
document.adoptedStyleSheets.push(sheet);"""

NewContext = Callable[..., BrowserContext]
FOLDER = Path(__file__).parent
MAIN_PATH = FOLDER / "test_main_path.py"

#: Milliseconds. A busy machine answers late; what never comes is wrong all the same.
PATIENCE = 60_000
expect.set_options(timeout=PATIENCE)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Marks every browser test slow but those of the main path."""
    for item in items:
        if FOLDER in item.path.parents and item.path != MAIN_PATH:
            item.add_marker(pytest.mark.slow)


def missing(what: str) -> NoReturn:
    """Fails: a run that leaves out the browser must not look as if all were well."""
    pytest.fail(what, pytrace=False)


class Complaints(list[str]):
    """What the browser objected to during a test. The test fails unless it takes every one of them."""

    def watch(self, context: BrowserContext) -> None:
        """Note all that goes wrong in `context`. Violations of the content security policy are console errors, and so
        are requests to other origins, which Chromium is started not to find: to be called for every request costs a
        tenth of a test's time.
        """
        context.on("console", self._note_console)
        context.on("weberror", self._note_exception)

    def take(self, pattern: str) -> list[str]:
        """Remove and return the complaints in which the pattern is found: for a test that provokes them."""
        taken = [complaint for complaint in self if re.search(pattern, complaint)]
        self[:] = [complaint for complaint in self if complaint not in taken]
        return taken

    def _note_console(self, message: ConsoleMessage) -> None:
        is_ours = "registration blocked by Playwright" not in message.text  # a test has blocked service workers
        if is_ours and message.type in ("error", "warning", "assert"):
            self.append(f"console {message.type}: {message.text} ({message.location['url']})")

    def _note_exception(self, error: WebError) -> None:
        self.append(f"uncaught exception: {error.error}")


@pytest.fixture(scope="session")
def application(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """The application that is served, one per worker."""
    app = create_app({"DATABASE": str(tmp_path_factory.mktemp("games") / "games.db"), "WAITERS": 100})
    yield app
    app.extensions["store"].close()


@pytest.fixture
def client(application: Flask) -> FlaskClient:
    """A visitor without a browser: for games and groups that a test finds as they are."""
    return application.test_client()


@pytest.fixture(scope="session")
def base_url(application: Flask) -> Iterator[str]:
    """The application, served from a thread on a free port of the loopback interface."""
    server = make_server("127.0.0.1", 0, application, threaded=True)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(scope="session")
def browser_type_launch_args(
    browser_type_launch_args: dict[str, Any],
    browser_type: BrowserType,
    tmp_path_factory: pytest.TempPathFactory,
    pytestconfig: pytest.Config,
) -> dict[str, Any]:
    """A Chromium that starts, unless the command line names a browser. Without one the test fails."""
    if browser_type.name != "chromium" or "channel" in browser_type_launch_args:
        return browser_type_launch_args
    own = tmp_path_factory.getbasetemp()
    shared = own.parent if "PYTEST_XDIST_WORKER" in os.environ else own
    capture = pytestconfig.pluginmanager.getplugin("capturemanager")

    def say(text: str) -> None:
        with capture.global_and_fixture_disabled():
            print(f"\n{text}", file=sys.stderr, flush=True)

    try:
        options = browser.launch_options(browser_type, shared, say)
    except browser.NoBrowserError as error:
        missing(str(error))
    return {**options, **browser_type_launch_args}


@pytest.fixture(scope="session")
def browser_context_args(browser_context_args: dict[str, Any], playwright: Playwright) -> dict[str, Any]:
    """A phone in Japan whose browser shows its bars; options of the command line win."""
    phone = {**playwright.devices["Pixel 7"], "viewport": {"width": 390, "height": 664}, "device_scale_factor": 1}
    return {**phone, "locale": "ja-JP", **browser_context_args}


@pytest.fixture
def complaints() -> Complaints:
    """What the browser objected to so far. Whatever is left in it at the end fails the test."""
    return Complaints()


@pytest.fixture
def new_context(new_context: NewContext, complaints: Complaints) -> Iterator[NewContext]:
    """pytest-playwright's `new_context`, which `context` and `page` use too, with each context watched.

    Its pages take taps at once, unless a test of double taps says `takes_taps_at_once=False`.
    """
    contexts: list[BrowserContext] = []

    def watched_context(*, takes_taps_at_once: bool = True, **options: Any) -> BrowserContext:
        context = new_context(**options)
        context.set_default_timeout(PATIENCE)
        if takes_taps_at_once:
            context.add_init_script(TAKES_TAPS_AT_ONCE)
        complaints.watch(context)
        contexts.append(context)
        return context

    yield watched_context
    for page in [page for context in contexts for page in context.pages]:
        with suppress(Error):
            page.evaluate("0")  # events arrive in order: after this answer, all of them are here
    if complaints:
        pytest.fail("\n".join(["the browser complained:", *complaints]), pytrace=False)


@pytest.fixture(scope="session")
def axe() -> str:
    """The script that looks for what hinders people with disabilities."""
    return files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")


@pytest.fixture
def phone(page: Page) -> Calculator:
    """A phone on which the test opens the calculator itself, with a link."""
    return Calculator(page)


@pytest.fixture
def table(phone: Calculator) -> Calculator:
    """The empty calculator on a phone."""
    return phone.open()


@pytest.fixture
def plain(new_context: NewContext) -> Page:
    """A page without JavaScript."""
    return new_context(java_script_enabled=False).new_page()


@pytest.fixture
def plain_table(plain: Page) -> Calculator:
    """The empty calculator on a phone without JavaScript."""
    return Calculator(plain, has_javascript=False).open()
