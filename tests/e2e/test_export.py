"""The exported site: files on a host that knows nothing else, at its root or below a path."""

import re
from collections.abc import Iterator
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Worker, expect

from tests.e2e.conftest import PATIENCE, Complaints, missing
from tests.e2e.device import Host
from tests.e2e.hands import A, B
from tests.e2e.page import Calculator, link
from tests.e2e.test_game import expect_points, tap
from tests.e2e.test_review import expect_the_sample_reviewed
from webapp import create_app
from webapp.commands.export import export
from webapp.serving import offline

pytestmark = pytest.mark.ci
#: What the browser says of a host that takes no forms, or is away, and of a device that is late: the page asks again.
AWAY = "501|404.*/nowhere|ERR_CONNECTION_REFUSED|ERR_FAILED|Failed to fetch|error: timeout"
#: Milliseconds that fetching Python and starting it from its sources may take on a busy machine.
FIRST = 120_000
#: The questions of a day, made for ever.
DAYS_TEN = "/drill/2026-11-22?kind=points&level=4&v=1"

#: Has a worker list, in order, when it gave an answer and when it began to save Python's memory.
IN_ORDER = """() => {
  self.order = [];
  const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (...sent) {
    if (sent[0].status) order.push("answer");
    return postMessage.apply(this, sent);
  };
  const { open } = CacheStorage.prototype;
  CacheStorage.prototype.open = function (name) {
    order.push("save");
    return open.call(this, name);
  };
}"""
IS_SAVED = """async () => {
  const python = await caches.open("agari-python");
  return (await python.keys()).some(({ url }) => url.includes("/offline/memory-"));
}"""


class Files(SimpleHTTPRequestHandler):
    """What `python -m http.server` does, without its log; a missing file is answered as many hosts do."""

    def send_error(self, code: int, message: str | None = None, explain: str | None = None) -> None:
        found = next(Path(self.directory).rglob("404.html"))
        if code != HTTPStatus.NOT_FOUND:
            super().send_error(code, message, explain)
            return
        self.send_response(code)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(found.read_bytes())

    def log_request(self, code: int | str = "-", size: int | str = "-") -> None:
        """Says nothing."""

    def log_error(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture(scope="module")
def site(root: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Host]:
    with create_app({"TESTING": True}).app_context():
        if not offline.is_on():
            missing("static/vendor/ has no Python for browsers: pip install -e . makes it")
    folder = tmp_path_factory.mktemp("site")
    export(folder / root.strip("/"), root)
    files = partial(Files, directory=str(folder))
    host = Host(lambda port: ThreadingHTTPServer(("127.0.0.1", port), files))
    yield host
    host.stop()


@pytest.fixture
def host(site: Host) -> Iterator[Host]:
    """The host, which is there again after the test."""
    yield site
    site.start()


@pytest.fixture
def visitor(
    host: Host, browser: Browser, browser_context_args: dict[str, Any], base_url: str
) -> Iterator[BrowserContext]:
    """A new device of somebody who reads English; a host that is away is no reason for it to complain."""
    context = browser.new_context(**{**browser_context_args, "base_url": host.origin, "locale": "en-GB"})
    context.set_default_timeout(PATIENCE)
    complaints = Complaints()
    complaints.watch(context)
    away: list[str] = []
    home = (f"{host.origin}/", f"{base_url}/", "data:", "blob:", "about:")
    context.on("request", lambda request: None if request.url.startswith(home) else away.append(request.url))
    yield context
    for page in context.pages:
        page.evaluate("0")  # events arrive in order: after this answer, all of them are here
    context.close()
    complaints.take(AWAY)
    assert (complaints, away) == ([], [])


def score_hand_a(table: Calculator, root: str) -> None:
    table.tap("234567m345p2267s8s").tsumo().declare_riichi().dora("1s").ura("4p")
    expect(table.share).to_have_attribute("href", link(A, root), timeout=FIRST)
    table.expect_points(12000)


def expect_picture(page: Page) -> None:
    """The picture is drawn on the device."""
    page.wait_for_function("() => document.querySelector('img.picture')?.naturalWidth === 1200", timeout=FIRST)


def expect_the_days_ten(page: Page, origin: str, server: Page, base_url: str) -> None:
    """A day's questions are those of the server, are judged alike, and are shared by a link to them."""
    for number in (1, 6, 10):
        address = f"{DAYS_TEN}&done={'-'.join(['1.5'] * (number - 1))}"
        server.goto(base_url + address)
        page.goto(origin + address)
        expect(page.locator(f"[data-question='{number}']")).to_be_visible()
        for part in (".asked", ".answers"):
            assert page.locator(part).aria_snapshot() == server.locator(part).aria_snapshot()
    for one in (server, page):
        one.locator("[data-answer]").last.tap()
    expect(page.locator(".judged h2")).to_be_focused()
    # Addresses differ: in the path of the site, and in how long the answer took.
    said, heard = (re.sub(r"/url: .*", "", one.locator(".judged").aria_snapshot()) for one in (page, server))
    assert said == heard
    page.locator("[data-next]").tap()
    expect(page.locator("[data-shared-link]")).to_have_value(origin + DAYS_TEN)


@pytest.mark.parametrize("root", [""], scope="module")
def test_a_hand_is_scored_on_the_first_visit_and_again_without_the_host(
    host: Host, visitor: BrowserContext, root: str, base_url: str
) -> None:
    page = visitor.new_page()
    workers: list[Worker] = []
    page.on("worker", lambda worker: workers.append(worker))
    page.on("worker", lambda worker: worker.evaluate(IN_ORDER))
    page.goto("/")
    table = Calculator(page)
    expect(page.get_by_role("status").filter(has_text="is being fetched")).to_be_visible()
    expect(page.locator("html")).to_have_attribute("lang", "en")
    score_hand_a(table, root)
    expect(page.locator(".fetching")).to_have_count(0, timeout=FIRST)
    page.wait_for_function(IS_SAVED, timeout=FIRST)
    assert workers[0].evaluate("order[0]") == "answer"

    # A link made there opens on a server.
    server = visitor.new_page()
    server.goto(f"{base_url}/?{urlsplit(page.url).query}")
    Calculator(server).expect_points(12000)
    server.close()
    host.stop()
    page.goto(f"/?{B}")
    table.expect_points(1000)
    page.goto("/")
    table.clear()
    score_hand_a(table, root)
    page.evaluate("performance.clearResourceTimings()")
    table.clear()
    score_hand_a(table, root)
    assert page.evaluate("performance.getEntriesByName(`${location.origin}/score`)") == []  # no service worker


@pytest.mark.parametrize("root", ["/agari"], scope="module")
def test_an_address_that_the_host_does_not_know_waits_for_python_in_the_language_of_the_reader(
    visitor: BrowserContext, root: str
) -> None:
    page = visitor.new_page()
    page.goto(f"{root}/nowhere?lang=ko")
    expect(page).to_have_url(f"{root}/ko/offline/waiting/#nowhere?lang=ko")
    expect(page.locator("[data-waiting]")).to_be_visible()


@pytest.mark.parametrize("root", ["/agari"], scope="module")
def test_a_link_of_a_server_opens_on_the_first_visit_below_a_path(
    host: Host, visitor: BrowserContext, root: str, base_url: str
) -> None:
    page = visitor.new_page()
    page.goto(f"{root}/?{B}")
    table = Calculator(page)
    expect(page.locator("[data-waiting]")).to_be_visible()
    expect(table.result.locator("[data-points]")).to_have_attribute("data-points", "1000", timeout=FIRST)
    expect(page).to_have_url(f"{root}/?{B}")
    host.stop()
    table.edit().clear()
    score_hand_a(table, root)
    server = visitor.new_page()
    expect_the_days_ten(page, host.origin + root, server, base_url)
    server.close()
    page.goto(f"{root}/share?{A}")
    expect_picture(page)
    page.goto(f"{root}/table?honba=2")
    expect(page.locator("h1")).to_have_text("Score table")
    page.locator("summary").first.tap()
    page.get_by_role("link", name="日本語").first.tap()
    expect(page.locator("h1")).to_have_text("点数早見表")
    expect_the_sample_reviewed(page, root)
    page.goto(f"{root}/game")
    tap(page, "[data-action=new-game]")
    expect_points(page, *[25000] * 4)
    expect(page.locator("[data-local]")).to_be_visible()
    tap(page, "[data-action=win]", '[data-winner="1"]', '[data-from="0"]', '[data-figure="8000"]', "[data-apply]")
    expect_points(page, 17000, 33000, 25000, 25000)
    tap(page, "[data-action=more]")
    page.locator("a[href$='/result']").tap()
    page.locator(".take > summary").tap()
    expect_picture(page)
