"""Without a server: everything was kept on the device while there was one, then the device answers."""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from threading import Event
from time import sleep
from typing import Any

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Browser, BrowserContext, Page, expect
from sqlalchemy import text

from tests.e2e.conftest import PATIENCE, Complaints
from tests.e2e.device import Server, keep, serving
from tests.e2e.hands import READY, A, B, C
from tests.e2e.page import Calculator, link
from tests.e2e.test_evening import NAMES, begin
from tests.e2e.test_game import expect_points, tap
from tests.e2e.test_group import finish, win
from tests.e2e.test_review import expect_the_sample_reviewed
from tests.serving.questions import Question, questions, without_key
from webapp import create_app
from webapp.serving import offline

pytestmark = pytest.mark.ci
#: Headers that come with a connection or a cookie, or say who answered.
APART = {"date", "server", "connection", "content-length", "set-cookie", "x-answered-by"}
#: What the browser says of a server that is away, and of an answer for which Python had to start first.
AWAY = (
    "status of 409.*/events|ERR_CONNECTION_REFUSED|ERR_EMPTY_RESPONSE|ERR_CONNECTION_RESET|ERR_FAILED|Failed to fetch"
    "|ERR_INTERNET_DISCONNECTED|ERR_SOCKET_NOT_CONNECTED|503|504|error: timeout"
)
#: The browser's storage for games is full: a small one cannot be had, since browsers round what is used.
FULL = """() => {
  self.put = IDBObjectStore.prototype.put;
  IDBObjectStore.prototype.put = () => { throw new DOMException("full", "QuotaExceededError"); };
}"""
#: What is kept stays chosen although each test begins with empty storage. A page of the browser's own has none.
WANTED = "try { localStorage.setItem('agari.offline', 'yes'); } catch {}"
#: Milliseconds that Python may take to start without its saved memory on a busy machine.
FROM_SOURCES = 120_000
SIGN_IN = b"<!doctype html><title>Wi-Fi</title><p>Please sign in"


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("games")) as server:
        yield server


@pytest.fixture(scope="module")
def kept(browser: Browser, browser_context_args: dict[str, Any], served: Server) -> Iterator[BrowserContext]:
    """A device that keeps all that it needs, because somebody pressed the button."""
    context = browser.new_context(**{**browser_context_args, "base_url": served.origin})
    context.set_default_timeout(PATIENCE)
    context.add_init_script(WANTED)
    keep(context)
    yield context
    context.close()


@pytest.fixture
def server(served: Server) -> Iterator[Server]:
    """The server, which is there again after the test."""
    yield served
    served.between = None
    served.start()


@pytest.fixture
def heard(kept: BrowserContext, server: Server) -> Complaints:
    """What the browser objected to."""
    complaints = Complaints()
    complaints.watch(kept)
    return complaints


@pytest.fixture
def phone(kept: BrowserContext, server: Server, heard: Complaints) -> Iterator[BrowserContext]:
    """The device; a server that is away is no reason to complain."""
    kept.add_cookies([{"name": "lang", "value": "en", "url": server.origin}])
    forget(kept, server)
    yield kept
    kept.set_offline(False)
    for page in kept.pages:
        page.evaluate("0")  # events arrive in order: after this answer, all of them are here
        page.close()
    heard.take(AWAY)
    assert not [complaint for complaint in heard if "/no-such-page" not in complaint]


def forget(device: BrowserContext, server: Server) -> None:
    """Forgets the last hand and all games, and in the service worker that a server was slow a moment ago."""
    page = device.new_page()
    tools = device.new_cdp_session(page)
    tools.send("Storage.clearDataForOrigin", {"origin": server.origin, "storageTypes": "local_storage,indexeddb"})
    tools.send("ServiceWorker.enable")
    tools.send("ServiceWorker.stopAllWorkers")
    page.close()


@pytest.fixture
def alone(phone: BrowserContext, server: Server) -> Page:
    """A new page on the device without a server."""
    server.stop()
    return phone.new_page()


def expect_by(page: Page, who: str) -> None:
    """The page says who gave the last answer."""
    expect(page.locator("html")).to_have_attribute("data-answered-by", who)


def tap_until_by(table: Calculator, who: str, suit: str) -> str:
    """Taps tiles of the suit until the page says who gave the answer, for on a busy machine a server can be slow for a
    while. Returns the tiles."""
    for count in range(1, 7):
        with table.answered():
            table.tap(f"{count}{suit}")
        if table.page.locator("html").get_attribute("data-answered-by") == who:
            break
    expect_by(table.page, who)
    return "".join(str(number + 1) for number in range(count)) + suit


# -- what a calculator does --------------------------------------------------------------------------


def test_hands_are_tapped_in_and_scored(alone: Page) -> None:
    table = Calculator(alone).open()
    expect_by(alone, "device")
    table.tap("234567m345p2267s8s").tsumo().declare_riichi().dora("1s").ura("4p")
    table.expect_hand("234567m345p22678s", win="8s").expect_link(A)
    table.clear().pon("5z").chi("2s").tap("567m2399p4p").ron().expect_points(1000).expect_link(B)
    table.clear().ankan("9m").tap("234567p5789s5s").declare_riichi().ron().expect_link(C)
    expect(table.result.locator("[data-points]")).to_be_visible()


def test_a_language_rules_and_the_last_hands(alone: Page) -> None:
    table = Calculator(alone).open(A).edit()
    expect(table.result.locator("[data-points]")).to_be_visible()
    table.speak("ko")
    expect(alone.locator("html")).to_have_attribute("lang", "ko")
    table.play_by("ema")
    expect(alone).to_have_url(re.compile("rules=ema"))
    expect(table.result.locator("[data-points]")).to_be_visible()
    alone.goto("/hands")
    expect(alone.locator("h1")).to_have_text("최근 화료")
    alone.goto("/hands?lang=en")
    expect(alone.locator("h1")).to_have_text("Last hands")


@pytest.mark.parametrize("path", ["/table?honba=2", "/rules", "/no-such-page"])
def test_a_page_is_opened(alone: Page, server: Server, path: str) -> None:
    """The one that stands for it meanwhile has no such title."""
    wanted = server.app.test_client().get(path, headers={"Accept": "text/html", "Accept-Language": "en"}).text
    alone.goto(path)
    expect(alone).to_have_title(wanted.split("<title>")[1].split("</title>")[0].strip())
    expect_by(alone, "device")


def test_a_log_is_reviewed(alone: Page) -> None:
    expect_the_sample_reviewed(alone)
    expect_by(alone, "device")


def test_waits_and_what_to_discard(alone: Page) -> None:
    table = Calculator(alone).open(READY)
    expect(table.result.locator("[data-wait='8s']")).to_be_visible()
    table.open("hand=13579m2468p1357s").edit().tap("1z")
    expect(table.result.locator("[data-discard]").first).to_be_visible()


def test_the_picture_of_a_result_is_drawn_here(alone: Page) -> None:
    Calculator(alone).open(A)
    alone.goto(f"/share?{A}")
    expect_by(alone, "device")
    alone.wait_for_function("() => document.querySelector('img.picture')?.naturalWidth === 1200")
    with alone.expect_download() as download:
        alone.locator("[data-shared-picture]").tap()
    assert download.value.suggested_filename == "agari.png"
    picture = download.value.path().read_bytes()
    assert picture.startswith(b"\x89PNG")
    assert picture[16:24] == (1200).to_bytes(4) + (630).to_bytes(4)


ASK = """async ([questions, origin]) => {
  const registration = await navigator.serviceWorker.getRegistration();
  const told = (to, message) => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    to.postMessage(message, [port2]);
  });
  const { settings } = await told(registration.active, "settings");
  const python = new Worker(`${settings.runtime}worker.js`, { type: "module" });
  const answers = [];
  for (const [method, address, headers, text] of questions) {
    const body = new TextEncoder().encode(text);
    const answer = await told(python, { settings, request: { method, url: origin + address, headers, body } });
    answers.push(answer.error ?? [answer.status, answer.headers, new TextDecoder().decode(answer.body)]);
  }
  python.terminate();
  return answers;
}"""


def test_two_hundred_requests_are_answered_byte_for_byte_like_the_server(alone: Page, server: Server) -> None:
    asked = list(questions())
    assert len(asked) >= 200
    Calculator(alone).open()
    client = create_app({"TESTING": True, "COMPRESS": False}).test_client(use_cookies=False)
    answers = alone.evaluate(ASK, [[list(question) for question in asked], server.origin])
    for question, answer in zip(asked, answers, strict=True):
        status, headers, text = answer
        expected = by_server(client, server.origin, question)
        assert [status, told(headers)] == expected[:2], question
        assert without_key(text.encode()) == without_key(expected[2].encode()), question


def by_server(client: FlaskClient, origin: str, question: Question) -> list[Any]:
    """What the server answers, without its connection."""
    method, address, headers, text = question
    response = client.open(address, base_url=origin, method=method, headers=headers, data=text)
    return [response.status_code, told(response.headers), response.text]


def told(headers: Any) -> list[list[str]]:
    return sorted([name.lower(), value] for name, value in headers if name.lower() not in APART)


# -- a game on this device ---------------------------------------------------------------------------


def test_a_game_of_eight_hands_is_played_without_a_server_and_moved_to_it(
    phone: BrowserContext, server: Server, heard: Complaints
) -> None:
    server.stop()
    page = phone.new_page()
    page.goto("/game")
    tap(page, "[data-action=new-game]")
    expect(page).to_have_url(re.compile("/game/device-"))
    expect(page.locator("[data-local]")).to_contain_text("on this device only")
    address, points = page.url, [25000] * 4
    for hand in range(8):
        winner, source = (hand + 1) % 4, (hand + 2) % 4
        if hand == 2:
            tap(page, f'[data-action=riichi][data-player="{winner}"]')
            expect(page.locator("[data-action=withdraw]")).to_be_visible()
        tap(page, "[data-action=win]", f'[data-winner="{winner}"]', f'[data-from="{source}"]', '[data-figure="3900"]')
        tap(page, "[data-apply]")
        points[winner] += 3900
        points[source] -= 3900
        expect_points(page, *points)
    expect(page.locator(".over")).to_be_visible()
    page.close()

    # It is kept on the device, and goes to the server when that is there.
    page = phone.new_page()
    page.goto(address)
    expect_points(page, *points)
    page.goto(f"{address}/join")
    tap(page, "[data-action=move]")
    expect(page.locator("[data-failed]")).to_be_visible()
    server.start()
    tap(page, "[data-action=move]")
    expect(page).to_have_url(re.compile("/game/(?!device-)[^/]{22}/join$"))
    expect(page.locator("[data-action=players]")).to_be_visible()
    moved = page.url.removesuffix("/join")
    # The device has no copy of what it moved. Every other page opens, whatever becomes of the network.
    server.stop()
    phone.set_offline(True)
    tap(page, ".menu > summary", ".menu [href^='/drill']")
    expect(page.locator("[data-action=day]")).to_be_visible()
    page.goto(moved)
    expect(page.locator("[data-waiting]")).to_contain_text("This game is on the server")
    expect(page.locator("a.square")).to_have_attribute("href", "/game")
    phone.set_offline(False)
    server.start()
    expect_points(page, *points)
    page.goto(address)
    expect(page).to_have_title(re.compile("This page does not exist"))
    page.evaluate("0")  # events arrive in order
    heard.take("status of 404.*/game/device-")


def test_a_game_of_the_server_goes_on_without_it_and_the_server_gets_every_tap(
    phone: BrowserContext, server: Server
) -> None:
    page = phone.new_page()
    page.goto("/game")
    tap(page, "[data-action=new-game]")
    expect_points(page, *[25000] * 4)
    address = page.url
    page.goto(f"{address}/join")
    tap(page, '[data-sit="2"]')
    expect(page.locator(".seat.side-0")).to_have_attribute("data-player", "2")
    for _ in range(PATIENCE // 100):  # `wait_for_function` evaluates a text, which the page's policy forbids
        if page.evaluate("JSON.parse(localStorage.getItem('agari.copy'))?.seat") == "2":
            break
        page.wait_for_timeout(100)
    server.stop()
    page.goto(address)
    expect_by(page, "device")
    expect(page.locator(".seat.side-0")).to_have_attribute("data-player", "2")
    tap(page, '[data-action=riichi][data-player="1"]')
    expect_points(page, 25000, 24000, 25000, 25000)
    expect(page.locator("#sending")).to_be_visible()
    tap(page, "[data-action=win]", '[data-winner="2"]', '[data-from="0"]', '[data-figure="3900"]', "[data-apply]")
    expect_points(page, 21100, 24000, 29900, 25000)
    server.start()
    expect(page.locator("#sending")).to_be_hidden()
    expect_points(page, 21100, 24000, 29900, 25000)
    expect(page).to_have_url(address)
    kept = server.app.test_client().get(f"{address}/game.json").json
    assert kept
    assert [event["type"] for event in kept["events"]] == ["riichi", "win"]


def test_a_phone_that_is_made_ready_during_a_game_goes_on_with_it(phone: BrowserContext, server: Server) -> None:
    page = phone.new_page()
    page.goto("/game")
    tap(page, "[data-action=new-game]")
    expect_points(page, *[25000] * 4)
    address = page.url
    page.goto("/offline")
    page.wait_for_load_state("networkidle")
    script = page.evaluate("performance.getEntriesByType('resource').find(({name}) => name.includes('/offline.')).name")
    page.evaluate("localStorage.removeItem('agari.copy')")
    page.evaluate("script => import(script).then(({ keepAsAsked }) => keepAsAsked(() => {}))", script)
    server.stop()
    page.goto(address)
    expect_by(page, "device")
    tap(page, "[data-action=win]", '[data-winner="2"]', '[data-from="0"]', '[data-figure="3900"]', "[data-apply]")
    expect_points(page, 21100, 25000, 28900, 25000)


def test_a_game_begins_where_the_browser_knows_of_no_network(phone: BrowserContext, server: Server) -> None:
    """As in airplane mode, where the page does not wait for anybody."""
    page = phone.new_page()
    page.goto("/game?lang=en")
    expect(page.locator("[data-action=new-game]")).to_be_visible()
    server.stop()
    phone.set_offline(True)
    tap(page, "[data-action=new-game]")
    expect(page).to_have_url(re.compile("/game/device-"))
    expect_points(page, *[25000] * 4)
    tap(page, "[data-action=riichi][data-player='1']")
    expect_points(page, 25000, 24000, 25000, 25000)
    sign = page.locator(".menu > summary > span")
    for is_offline, said in ((True, '"⊘ offline"'), (False, "none")):
        phone.set_offline(is_offline)
        page.reload()
        expect_points(page, 25000, 24000, 25000, 25000)
        tap(page, "[data-action=win]")
        expect(page.locator("[data-winner]")).to_have_count(4)
        assert sign.evaluate("sign => getComputedStyle(sign, '::after').content") == said
        tap(page, ".head > .square")
        expect_points(page, 25000, 24000, 25000, 25000)
        assert sign.evaluate("sign => getComputedStyle(sign, '::after').content") == said


def games_of(server: Server) -> int:
    """How many games the server has."""
    database = server.app.extensions["store"].games.database
    if not database.is_made():
        return 0
    with database.reading() as connection:
        return int(connection.scalar(text("select count(*) from game")))


#: How many games the device has. The application makes their database.
OWN_GAMES = """async () => {
  if (!(await indexedDB.databases()).some(({ name }) => name === "agari-games")) return 0;
  return new Promise((resolve) => {
    const opening = indexedDB.open("agari-games");
    opening.onsuccess = () => {
      const count = opening.result.transaction("games").objectStore("games").count();
      count.onsuccess = () => {
        opening.result.close();
        resolve(count.result);
      };
    };
  });
}"""


@pytest.mark.parametrize("weak", ["slow", "deaf", "unheard"])
def test_a_weak_network_makes_one_game(phone: BrowserContext, server: Server, weak: str) -> None:
    """The server takes longer than the device has patience; or answers nothing; or makes it, and its answer is lost."""
    page = phone.new_page()
    page.goto("/game")
    expect(page.locator("[data-action=new-game]")).to_be_visible()
    before = games_of(server), page.evaluate(OWN_GAMES)
    lost = iter([True])

    def between(environ: dict[str, Any], start_response: Any) -> Any:
        is_making = environ["REQUEST_METHOD"] == "POST"
        if weak == "slow" and is_making:
            sleep(3)
        if weak == "deaf":
            sleep(4)
        answer = server.app(environ, start_response)
        if weak == "unheard" and is_making and next(lost, False):
            raise ConnectionResetError
        return answer

    server.between = between
    tap(page, "[data-action=new-game]")
    # The device has the game if the server does not say in time that it is there, as on a busy machine too.
    expect(page).to_have_url(re.compile("/game/device-" if weak == "deaf" else "/game/[^/]{15,}$"))
    expect_points(page, *[25000] * 4)
    is_on_device = "/game/device-" in page.url
    server.between = None
    page.wait_for_timeout(5000)  # longer than anything was late
    after = games_of(server), page.evaluate(OWN_GAMES)
    assert [new - old for old, new in zip(before, after, strict=True)] == ([0, 1] if is_on_device else [1, 0])


def group_of_four(page: Page) -> str:
    """A group of the four with a game; its address."""
    begin(page)
    tap(page, "[data-action=more]", "[data-action=end]", "[data-apply]")
    tap(page, "[data-action=result]", "[data-action=keep-group]")
    page.locator("[data-action=keep-group]").tap()
    expect(page.locator("[data-member]")).to_have_count(4)
    return page.url


def ask_the_server(page: Page) -> None:
    """From now on the device does not answer in place of a server that was slow a moment ago."""
    tools = page.context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.setBypassServiceWorker", {"bypass": True})


def test_an_evening_without_a_network_goes_into_its_group(
    phone: BrowserContext, server: Server, heard: Complaints
) -> None:
    page = phone.new_page()
    group = group_of_four(page)

    # Groups need the server; the page says so, and games go on here.
    server.stop()
    page.goto(group)
    expect(page.locator("[data-waiting=server]")).to_be_visible()
    begin(page)
    expect(page).to_have_url(re.compile("/game/device-"))
    win(page, 1, 0)
    finish(page)
    tap(page, "[data-action=next-game]", "[data-action=new-game]")
    win(page, 2, 3, 12000)
    finish(page)
    last = page.url
    tap(page, "[data-action=keep-evening]")
    expect(page.locator("[data-failed]")).to_be_visible()

    # The network is back: the page of the group by itself, the evening by one tap, and its members confirmed.
    other = phone.new_page()
    other.goto(group)
    expect(other.locator("[data-waiting=server]")).to_be_visible()
    server.start()
    expect(other.locator("[data-standing]")).to_have_count(4)
    ask_the_server(other)
    other.goto("/game")
    expect(other.locator("[data-device-game]")).to_have_count(2)
    expect(other.locator("[data-device-game]").first).to_contain_text(" · ".join(NAMES))
    other.close()
    tap(page, "[data-action=keep-evening]")
    expect(page).to_have_url(re.compile("/game/(?!device-)[^/]{22}/keep$"))
    form = page.locator("form", has=page.locator("[data-action=keep-in]"))
    for number, name in enumerate(NAMES):
        expect(form.locator(f"[name=member{number}] :checked")).to_have_text(name)
    tap(page, "[data-action=keep-in]")
    expect(page).to_have_url(group)
    expect(page.locator('[data-games="3"]')).to_have_count(4)
    expect(page.locator("[data-standing]").first).to_contain_text("Ken")
    page.goto("/game")
    expect(page.locator("[data-on-device]")).to_be_hidden()
    page.goto(last)
    expect(page).to_have_title(re.compile("This page does not exist"))
    page.evaluate("0")  # events arrive in order
    heard.take("status of 404.*/game/device-")


# -- what can go wrong -------------------------------------------------------------------------------


def test_the_server_goes_between_two_taps_and_comes_back(phone: BrowserContext, server: Server) -> None:
    table = Calculator(phone.new_page()).open()
    before = tap_until_by(table, "server", "m")
    server.stop()
    with table.answered():
        table.tap("1s")
    expect_by(table.page, "device")
    table.expect_hand(f"{before}1s")
    server.start()
    after = tap_until_by(table, "server", "p")
    table.expect_hand(f"{before}{after}1s")


def test_a_server_that_never_answers(phone: BrowserContext, server: Server) -> None:
    end = Event()
    table = Calculator(phone.new_page()).open(READY)

    def deaf(environ: dict[str, Any], start_response: Any) -> Any:
        end.wait(120)
        return server.app(environ, start_response)

    server.between = deaf
    try:
        table.edit().tap("8s").expect_points(2700, ron=2000)
        expect_by(table.page, "device")
    finally:
        end.set()


@pytest.mark.parametrize("status", ["200 OK", "511 Network Authentication Required"])
def test_a_network_that_wants_a_sign_in(phone: BrowserContext, server: Server, status: str) -> None:
    table = Calculator(phone.new_page()).open(READY)

    def sign_in(_: dict[str, Any], start_response: Any) -> Any:
        start_response(status, [("Content-Type", "text/html")])
        return [SIGN_IN]

    server.between = sign_in
    table.edit().tap("8s").expect_points(2700, ron=2000)
    expect_by(table.page, "device")
    expect(table.page.get_by_text("Please sign in")).to_have_count(0)


def test_the_browser_ends_the_workers(alone: Page) -> None:
    """The service worker, which it does at will, and Python's."""
    table = Calculator(alone).open()
    with table.answered():
        table.tap("1m")
    tools = alone.context.new_cdp_session(alone)
    tools.send("ServiceWorker.enable")
    tools.send("ServiceWorker.stopAllWorkers")
    with table.answered():
        table.tap("2m")
    table.expect_link("hand=12m")
    for worker in alone.workers:
        worker.evaluate("setTimeout(() => self.close())")
    with table.answered():
        table.tap("3m")
    table.expect_link("hand=123m")


def test_two_tabs_do_not_disturb_each_other(phone: BrowserContext, server: Server) -> None:
    server.stop()
    one, two = (Calculator(phone.new_page()).open() for _ in range(2))
    one.tap("123m")
    two.tap("456p")
    one.expect_link("hand=123m")
    two.expect_link("hand=456p")


def test_two_tabs_know_of_one_game(phone: BrowserContext, server: Server) -> None:
    server.stop()
    one, two = phone.new_page(), phone.new_page()
    one.goto("/game")
    tap(one, "[data-action=new-game]")
    expect_points(one, *[25000] * 4)
    two.goto(one.url)
    tap(two, '[data-action=riichi][data-player="1"]')
    expect_points(two, 25000, 24000, 25000, 25000)
    # A riichi of somebody else in the other tab comes after that one.
    tap(one, '[data-action=riichi][data-player="2"]')
    expect(one.locator("[data-action=withdraw]")).to_have_count(2)
    expect_points(one, 25000, 24000, 24000, 25000)


def test_without_room_it_says_so_and_the_server_answers(
    browser: Browser, browser_context_args: dict[str, Any], server: Server
) -> None:
    context = browser.new_context(**{**browser_context_args, "base_url": server.origin})
    page = context.new_page()
    page.goto("/offline?lang=en")
    tools = context.new_cdp_session(page)
    tools.send("Storage.overrideQuotaForOrigin", {"origin": server.origin, "quotaSize": 1_000_000})
    tap(page, "[data-offline=keep]")
    expect(page.locator("[data-offline=failed]")).to_be_visible()
    expect(page.locator("[data-offline=keep]")).to_be_visible()
    table = Calculator(page).open()
    table.tap("123m").expect_link("hand=123m")
    context.close()


def test_a_device_that_keeps_nothing_says_that_a_page_needs_the_network(
    browser: Browser, browser_context_args: dict[str, Any], server: Server
) -> None:
    context = browser.new_context(**{**browser_context_args, "base_url": server.origin})
    page = context.new_page()
    context.add_cookies([{"name": "lang", "value": "en", "url": server.origin}])
    page.goto(page.request.post(f"{server.origin}/game").url)  # a table has the service worker
    page.evaluate("navigator.serviceWorker.ready.then(() => {})")
    server.stop()
    page.goto("/yaku")
    expect(page.locator("[data-waiting]")).to_have_text("No connection. This page opens as soon as there is one.")
    expect(page.locator("progress")).to_have_count(0)
    server.start()
    expect(page.locator("[data-yaku=pinfu]")).to_be_visible()
    context.close()


def test_a_tap_of_a_game_waits_for_room(phone: BrowserContext, server: Server) -> None:
    server.stop()
    page = phone.new_page()
    page.goto("/game")
    tap(page, "[data-action=new-game]")
    expect_points(page, *[25000] * 4)
    expect(page.locator("[data-local]")).to_be_visible()
    (python,) = page.workers
    python.evaluate(FULL)
    tap(page, '[data-action=riichi][data-player="1"]')
    expect(page.locator("#sending")).to_be_visible()
    python.evaluate("() => { IDBObjectStore.prototype.put = self.put; }")
    expect_points(page, 25000, 24000, 25000, 25000)
    expect(page.locator("#sending")).to_be_hidden()
    page.reload()
    expect_points(page, 25000, 24000, 25000, 25000)


def test_storage_that_was_cleared_loses_no_tap(phone: BrowserContext, server: Server) -> None:
    page = phone.new_page()
    table = Calculator(page).open()
    page.evaluate("async () => { for (const name of await caches.keys()) await caches.delete(name); }")
    try:
        server.stop()
        table.tap("123m").expect_hand("123m")
        expect(table.notice).to_be_visible()
        server.start()
        # The device may have begun to answer, from the sources.
        expect(table.share).to_have_attribute("href", link("hand=123m"), timeout=FROM_SOURCES)
    finally:
        server.start()
        keep(phone)


# -- versions ----------------------------------------------------------------------------------------


UPDATE = """async () => {
  const registration = await navigator.serviceWorker.getRegistration();
  await registration.update();
  const worker = registration.installing ?? registration.waiting;
  while (worker && !["installed", "activated"].includes(worker.state))
    await new Promise((resolve) => worker.addEventListener("statechange", resolve, { once: true }));
  return worker !== null;
}"""
#: Whether nothing is left of it, or within a minute.
GONE = """async () => {
  for (let times = 0; times < 600; times += 1) {
    const rest = [...(await caches.keys()), ...(await navigator.serviceWorker.getRegistrations())];
    if (!rest.length) return true;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  return false;
}"""


def wait_for_one_version(phone: BrowserContext) -> None:
    """Waits until the service worker of the newest version is the only one: a browser that stops the old one while a
    page is being opened fails to open it."""
    phone.service_workers[-1].evaluate("""async () => {
      const { registration } = self;
      while (registration.waiting || registration.active?.state !== "activated")
        await new Promise((resolve) => setTimeout(resolve, 50));
    }""")


def test_a_new_version_takes_over_when_the_old_tab_is_closed(phone: BrowserContext, server: Server) -> None:
    old = Calculator(phone.new_page()).open()
    before = json.dumps(old.page.evaluate("caches.keys()"))
    made: offline.Pack = server.app.extensions[offline.EXTENSION]
    other_words = {**made.catalogues(), "en": {"Pon": "Pung"}}
    server.app.extensions[offline.EXTENSION] = replace(made, catalogues=lambda: other_words)
    assert old.page.evaluate(UPDATE)
    server.stop()
    old.tap("123m")
    expect(old.share).to_have_attribute("href", link("hand=123m"), timeout=FROM_SOURCES)
    expect_by(old.page, "device")
    old.page.close()
    wait_for_one_version(phone)
    new = Calculator(phone.new_page()).open()
    new.tap("456p")  # the last hand of the device was opened again
    expect(new.share).to_have_attribute("href", link("hand=123m456p"), timeout=FROM_SOURCES)
    assert json.dumps(new.page.evaluate("caches.keys()")) != before
    expect(new.page.get_by_text("Pung").first).to_be_attached()


def test_switched_off_it_removes_itself(phone: BrowserContext, server: Server) -> None:
    server.app.config["OFFLINE"] = False
    page = phone.new_page()
    table = Calculator(page).open()
    assert page.evaluate(GONE)
    table.tap("123m").expect_link("hand=123m")
