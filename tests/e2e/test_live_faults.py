"""A phone that follows a game on the production server comes back by itself after every kind of fault.

The browser reaches the server through a proxy that can become a black hole. No tap is lost, none is counted twice. How
soon a phone asks again is tested with a clock that the test moves.
"""

import re
import socket
from collections.abc import Iterator
from contextlib import closing, suppress
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from threading import Thread

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.e2e.conftest import Complaints, NewContext
from tests.e2e.test_game import expect_points, tap
from tests.tools.load import HOST, Server
from webapp.store.database import Database
from webapp.store.inventory import deleted

pytestmark = pytest.mark.ci
RIICHI = '[data-action=riichi][data-player="{}"]'
#: Waits until the page has its service worker.
CONTROLLED = """() => new Promise((resolve) => {
  if (navigator.serviceWorker.controller) resolve();
  else navigator.serviceWorker.addEventListener("controllerchange", () => resolve());
})"""
LOST = re.compile("ERR_|htmx:error|Failed to load resource|fetching the script|dynamically imported")


class Proxy:
    """Passes bytes on to a port. What is open when it turns into a black hole hears nothing more, and is not closed."""

    def __init__(self, target: int) -> None:
        self._target = target
        self._listening = socket.create_server((HOST, 0))
        self.port: int = self._listening.getsockname()[1]
        self._open: list[socket.socket] = []
        self._swallowed: set[socket.socket] = set()
        Thread(target=self._accept, daemon=True).start()

    def swallow(self) -> None:
        """Makes a black hole of every connection that is open now."""
        self._swallowed |= set(self._open)

    def close(self) -> None:
        """Ends it."""
        self._listening.close()
        for end in self._open:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)
            end.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                try:
                    far = socket.create_connection((HOST, self._target))
                except OSError:
                    near.close()
                    continue
                self._open += [near, far]
                for source, target in ((near, far), (far, near)):
                    Thread(target=self._pass_on, args=(source, target), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(1 << 16):
                if source not in self._swallowed:
                    target.sendall(data)
        if source not in self._swallowed:
            with suppress(OSError):
                target.shutdown(socket.SHUT_RDWR)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    server = Server(database=tmp_path_factory.mktemp("live") / "games.db")
    yield server
    server.stop()


@pytest.fixture(scope="session")
def proxy(server: Server) -> Iterator[Proxy]:
    with closing(Proxy(server.port)) as proxy:
        yield proxy


class ButLost(Complaints):
    """Requests that are lost are what these tests are about; they also ask another server than the other tests do."""

    def append(self, complaint: str) -> None:
        if not LOST.search(complaint):
            super().append(complaint)


@pytest.fixture
def complaints() -> Complaints:
    return ButLost("")


@pytest.fixture
def phone(page: Page, proxy: Proxy) -> Page:
    """The table of a new game, followed."""
    page.goto(f"http://{HOST}:{proxy.port}/game?lang=en")
    tap(page, "[data-action=new-game]")
    expect_points(page, 25000, 25000, 25000, 25000)
    return page


@pytest.fixture
def other(phone: Page, new_context: NewContext, server: Server, proxy: Proxy) -> Page:
    """Another phone at the same table, which reaches the server without the proxy."""
    other = new_context().new_page()
    other.goto(phone.url.replace(str(proxy.port), str(server.port), 1))
    return other


def events(phone: Page) -> int:
    """How many events the server keeps of the game."""
    return len(phone.request.get(f"{phone.url}/game.json").json()["events"])


def is_following(request: Request) -> bool:
    return "if-none-match" in request.headers


def test_a_server_that_is_killed_and_started_again(phone: Page, other: Page, server: Server) -> None:
    server.kill()
    tap(phone, RIICHI.format(1), RIICHI.format(2))
    expect(phone.locator("#sending")).to_be_visible()
    expect(other.locator("#sending")).to_be_visible()
    server.start()
    for one in (phone, other):
        expect_points(one, 25000, 24000, 24000, 25000)
        expect(one.locator("#sending")).to_be_hidden()
    assert events(phone) == 2


def test_a_table_that_is_reloaded_without_a_server_shows_its_points_and_opens_by_itself(
    phone: Page, server: Server
) -> None:
    tap(phone, RIICHI.format(1))
    expect_points(phone, 25000, 24000, 25000, 25000)
    phone.evaluate(CONTROLLED)
    server.kill()
    phone.reload()
    known = phone.locator("[data-last-points]")
    expect(known.locator("li").nth(1)).to_contain_text("24,000")
    server.start()
    expect_points(phone, 25000, 24000, 25000, 25000)


def test_a_table_that_was_deleted_while_its_page_waited_for_the_server_says_so(phone: Page, server: Server) -> None:
    tap(phone, RIICHI.format(1))
    phone.evaluate(CONTROLLED)
    server.kill()
    phone.reload()
    expect(phone.locator("[data-last-points]")).to_be_visible()
    deleted(Database(str(server.database)), phone.url, for_good=False)
    server.start()
    tap(phone, "[data-action=undelete]")
    expect_points(phone, 25000, 24000, 25000, 25000)


@pytest.mark.parametrize("gone", [pytest.param("00:28", id="awake"), pytest.param("10:00", id="asleep")])
def test_a_connection_that_becomes_a_black_hole(page: Page, phone: Page, other: Page, proxy: Proxy, gone: str) -> None:
    """The request is given up after 28 s; a phone that slept notices when it wakes."""
    page.clock.install()
    phone.reload()
    expect_points(phone, 25000, 25000, 25000, 25000)
    proxy.swallow()
    tap(other, RIICHI.format(3))
    expect_points(other, 25000, 25000, 25000, 24000)
    page.clock.fast_forward(gone)
    expect_points(phone, 25000, 25000, 25000, 24000)
    expect(phone.locator("#sending")).to_be_hidden()


def test_a_tap_into_a_black_hole_is_counted_once(page: Page, phone: Page, proxy: Proxy) -> None:
    proxy.swallow()
    tap(phone, RIICHI.format(0))
    expect(phone.locator("#sending")).to_be_visible()
    expect_points(phone, 24000, 25000, 25000, 25000)
    assert events(phone) == 1


def test_fifteen_seconds_without_a_network(page: Page, phone: Page, other: Page) -> None:
    page.clock.install()
    phone.reload()
    expect_points(phone, 25000, 25000, 25000, 25000)
    phone.context.set_offline(True)
    tap(phone, RIICHI.format(0))
    expect(phone.locator("#sending")).to_be_visible()
    page.clock.fast_forward(15_000)
    phone.context.set_offline(False)
    for one in (phone, other):
        expect_points(one, 24000, 25000, 25000, 25000)
    expect(phone.locator("#sending")).to_be_hidden()
    assert events(phone) == 1


def test_the_first_two_requests_fail(phone: Page, other: Page) -> None:
    failing = iter(range(2))

    def fail(route: Route) -> None:
        if is_following(route.request) and next(failing, None) is not None:
            route.abort()
        else:
            route.continue_()

    phone.route(re.compile(r"/game/"), fail)
    phone.reload()
    expect(phone.locator("#sending")).to_be_visible()
    tap(other, RIICHI.format(2))
    expect_points(phone, 25000, 25000, 24000, 25000)
    expect(phone.locator("#sending")).to_be_hidden()
    assert next(failing, None) is None


#: Whoever follows hears nothing; when they asked, and how long they would have waited.
NOBODY_ANSWERS = """
window.asked = [];
const really = window.fetch;
window.fetch = (address, request) => request?.headers?.["If-None-Match"] === undefined
  ? really(address, request)
  : new Promise((_, reject) => {
      asked.push([Date.now(), request.headers.Prefer]);
      document.documentElement.dataset.asked = "";
      request.signal.addEventListener("abort", () => reject(request.signal.reason));
    });
"""
MORNING = datetime(2026, 1, 1, tzinfo=UTC)


@pytest.fixture
def unheard(page: Page, phone: Page) -> Page:
    """A phone that nobody answers, and whose time passes only when the test says so."""
    page.clock.install(time=MORNING)
    page.clock.pause_at(MORNING + timedelta(hours=1))
    page.add_init_script(NOBODY_ANSWERS)
    page.reload()
    page.clock.run_for(1000)
    expect(page.locator("html[data-asked]")).to_be_attached()
    return page


def gaps(unheard: Page) -> list[int]:
    """Milliseconds of the phone's clock between one question and the next."""
    times = [at for at, _ in unheard.evaluate("asked")]
    return [after - before for before, after in pairwise(times)]


def test_a_request_that_hears_nothing_is_given_up_in_time(unheard: Page) -> None:
    """The first one waits longer than the server lets it wait; those after it ask whether anybody is there."""
    unheard.clock.run_for(90_000)
    waits = [wait for _, wait in unheard.evaluate("asked")]
    assert waits == ["wait=25", *["wait=0"] * (len(waits) - 1)]
    first, *soon = gaps(unheard)[:4]
    assert 27_000 < first <= 28_100
    assert all(2_000 < gap <= 3_100 for gap in soon)
    later = gaps(unheard)[4:]
    assert later
    assert all(10_000 < gap <= 12_100 for gap in later)


def test_a_phone_that_wakes_asks_at_once_and_soon_again(unheard: Page) -> None:
    unheard.clock.fast_forward("10:00")
    unheard.clock.run_for(9_000)
    slept, *soon = gaps(unheard)
    assert 600_000 <= slept <= 602_500
    assert len(soon) >= 2
    assert all(gap <= 3_100 for gap in soon)
