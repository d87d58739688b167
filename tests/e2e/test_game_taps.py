"""Taps of a game in several tabs, on devices that keep nothing, and taps that the server does not take."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from typing import Any
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.e2e.conftest import PATIENCE, Complaints, NewContext
from tests.e2e.hands import A
from tests.e2e.page import Calculator, Held
from tests.e2e.test_game import expect_points, tap
from tests.e2e.test_storage import FORBIDDEN, FULL

pytestmark = pytest.mark.ci

EVENTS = re.compile(r"/events$")
RIICHI = '[data-action=riichi][data-player="{}"]'
UNDO, REDO = "[data-action=undo]", "[data-action=redo]"
#: What the browser says of requests that are lost or refused on purpose.
PROVOKED = "ERR_FAILED|ERR_INTERNET_DISCONNECTED|htmx:error|/events|/waiting|Failed to fetch"


@pytest.fixture
def table(page: Page) -> Page:
    """The table of a new game."""
    page.goto("/game?lang=en")
    tap(page, "[data-action=new-game]")
    expect_points(page, 25000, 25000, 25000, 25000)
    return page


@pytest.fixture
def second(table: Page) -> Page:
    """The same table in another tab of the same browser."""
    page = table.context.new_page()
    page.goto(table.url)
    expect_points(page, 25000, 25000, 25000, 25000)
    return page


@pytest.fixture(autouse=True)
def lost(page: Page, complaints: Complaints) -> Iterator[None]:
    """The browser complains of each request that is lost or refused: these tests are about them."""
    yield
    for one in page.context.pages:
        one.evaluate("0")  # events arrive in order: after this answer, all of them are here
    complaints.take(PROVOKED)


@contextmanager
def no_server(page: Page) -> Iterator[None]:
    """No tap of any tab reaches the server."""
    page.context.route(EVENTS, lambda route: route.abort())
    yield
    page.context.unroute(EVENTS)


def events(page: Page) -> list[dict[str, Any]]:
    """What the server has."""
    address = re.sub(r"(/game/[\w-]{22}).*", r"\1", page.url)
    kept: list[dict[str, Any]] = page.request.get(f"{address}/game.json").json()["events"]
    return kept


def players(page: Page) -> list[int]:
    return [event["player"] for event in events(page)]


def expect_none_waits(page: Page, timeout: int = PATIENCE) -> None:
    """The device keeps no tap any more."""
    page.wait_for_function("!Object.keys(localStorage).some((key) => key.startsWith('agari.tap '))", timeout=timeout)


# -- renewed links -----------------------------------------------------------------------------------


@pytest.mark.parametrize("only", ["", "given"])
def test_taps_that_wait_come_along_to_the_new_link(
    table: Page, new_context: NewContext, complaints: Complaints, only: str
) -> None:
    address = table.url
    with no_server(table):
        tap(table, RIICHI.format(1), RIICHI.format(2))
        expect(table.locator("#sending")).to_be_visible()
        other = new_context().request
        new = other.post(f"{address}/renew", form={"only": only}).url.removesuffix("/join")
        if only:
            # The page is loaded again: this phone has to get the new link from somebody.
            expect(table.locator(".board")).to_have_count(0)
            complaints.take("404")
            table.goto(new)
        expect(table).to_have_url(new)
    expect_points(table, 25000, 24000, 24000, 25000)
    assert players(table) == [1, 2]
    expect_none_waits(table)


# -- several tabs ------------------------------------------------------------------------------------


def test_two_tabs_lose_no_tap_whose_answer_came_late(table: Page, second: Page) -> None:
    """Each tab is asked to send at the same moment, and the first request is lost after it has arrived."""
    with no_server(table):
        tap(table, RIICHI.format(1))
        tap(second, RIICHI.format(2))
        for tab in (table, second):
            expect(tab.locator("#sending")).to_be_visible()
    lost = iter([True])

    def lose(route: Route) -> None:
        if next(lost, False):
            route.fetch(max_redirects=0)
            return route.abort()
        return route.continue_()

    table.context.route(EVENTS, lose)
    for tab in (table, second):
        tab.evaluate("dispatchEvent(new Event('online'))")
    for tab in (table, second):
        expect_points(tab, 25000, 24000, 24000, 25000)
        expect(tab.locator("#sending")).to_be_hidden()
    assert players(table) == [1, 2]
    expect_none_waits(table)


def test_a_tab_sends_what_another_one_has_entered_and_both_go_on(table: Page, second: Page) -> None:
    tap(second, "[data-action=win]", '[data-winner="1"]', '[data-from="0"]', '[data-figure="8000"]')
    second.wait_for_url("**points=8000**")
    with no_server(table):
        tap(table, RIICHI.format(3))
        tap(second, "[data-apply]")
        for tab in (table, second):
            expect(tab.locator("#sending")).to_be_visible()
    for tab in (table, second):
        expect_points(tab, 17000, 34000, 25000, 24000)
    assert [event["type"] for event in events(table)] == ["riichi", "win"]


def test_forty_taps_in_three_tabs_arrive_once_each_and_in_order(table: Page, second: Page) -> None:
    """The network comes and goes; requests are lost on their way there and on their way back."""
    third = table.context.new_page()
    third.goto(table.url)
    tabs = [table, second, third]
    fate = cycle(["lost", "there", "unheard", "there", "there", "lost"])

    def weak(route: Route) -> None:
        match next(fate):
            case "lost":
                return route.abort()
            case "unheard":
                route.fetch(max_redirects=0)
                return route.abort()
        return route.continue_()

    table.context.route(EVENTS, weak)
    made: list[str] = []
    for n in range(40):
        tab = tabs[n * 7 % 3]
        if n % 9 == 0:
            table.context.set_offline((n // 9) % 2 == 0)
        made.append(tab.evaluate(ENTER, n % 4))
    table.context.set_offline(False)
    for tab in tabs:
        expect(tab.locator("#sending")).to_be_hidden(timeout=120_000)
    expect_none_waits(table, timeout=120_000)
    assert [event["note"] for event in events(table)] == made


#: Enters points by hand with a note of its own, as the form of this tab would; the server numbers what it has.
ENTER = """(player) => {
  const form = document.querySelector("form.tap").cloneNode(true);
  const note = crypto.randomUUID();
  const points = [0, 0, 0, 0];
  points[player] = 100;
  form.elements.event.value = JSON.stringify({ type: "adjust", points, note });
  form.elements.key.value = note;
  document.body.append(form);
  form.requestSubmit();
  form.remove();
  return note;
}"""


def test_a_lock_that_another_tab_never_gives_back_stops_no_tap(table: Page, second: Page) -> None:
    name = "agari.sending " + table.evaluate("location.pathname")
    second.evaluate("name => { navigator.locks.request(name, () => new Promise(() => {})); }", name)
    tap(table, RIICHI.format(1))
    expect(table.locator("#sending")).to_be_visible()
    expect_points(table, 25000, 24000, 25000, 25000)
    expect(table.locator("#sending")).to_be_hidden()
    assert players(table) == [1]


def test_where_browsers_know_no_locks_taps_of_two_tabs_arrive_once_and_in_order(page: Page) -> None:
    """As on a server without https."""
    page.context.add_init_script("Object.defineProperty(navigator, 'locks', { value: undefined });")
    page.goto("/game?lang=en")
    tap(page, "[data-action=new-game]")
    expect_points(page, 25000, 25000, 25000, 25000)
    second = page.context.new_page()
    second.goto(page.url)
    with no_server(page):
        tap(page, RIICHI.format(3))
        tap(second, RIICHI.format(0))
        tap(page, RIICHI.format(2))
        for tab in (page, second):
            expect(tab.locator("#sending")).to_be_visible()
    for tab in (page, second):
        expect_points(tab, 24000, 25000, 24000, 24000)
    assert players(page) == [3, 0, 2]


def test_a_refused_tap_is_told_in_the_tab_in_which_it_was_made(
    table: Page, second: Page, new_context: NewContext
) -> None:
    """Also where the other tab has sent it. There what is being entered stays."""
    other = new_context().new_page()
    other.goto(table.url)
    tap(second, "[data-action=win]", '[data-winner="1"]', '[data-from="0"]')
    with no_server(table):
        tap(table, RIICHI.format(1))
        expect(table.locator("#sending")).to_be_visible()
        tap(other, "[data-action=draw]", "[data-apply]")
        expect(other.locator("[data-round]")).to_have_attribute("data-honba", "1")
    second.evaluate("dispatchEvent(new Event('online'))")
    for tab in (table, second):
        expect(tab.locator("[data-late=own]")).to_contain_text("Riichi P2")
    expect(second.locator('[data-figure="8000"]')).to_be_attached()
    tap(table, "[data-action=all-the-same]")
    expect_points(table, 25000, 24000, 25000, 25000)
    expect(second.locator(".late")).to_have_count(0)


# -- devices that keep nothing -----------------------------------------------------------------------


@pytest.mark.parametrize(("points", "is_told"), [(8000, False), (3900, True)], ids=["this win", "another one"])
def test_a_win_left_open_in_another_tab_is_not_one_of_the_next_hand(
    table: Page, second: Page, points: int, is_told: bool
) -> None:
    """The second tab shows the hand before. This win is there already; another one has to be decided by the player."""
    address = table.url.partition("?")[0]
    second.context.route(re.compile("/news|/live"), lambda route: route.abort())
    for page, shown in ((table, 8000), (second, points)):
        page.goto(f"{address}/win?player=1&from=0&points={shown}&lang=en")
        expect(page.locator("[data-apply]")).to_be_visible()
    tap(table, "[data-apply]")
    expect_points(table, 17000, 33000, 25000, 25000)
    tap(second, "[data-apply]")
    expect_points(second, 17000, 33000, 25000, 25000)
    expect(second.locator("#kept [data-card]")).to_have_count(int(is_told))
    assert [event["type"] for event in events(table)] == ["win"]


@pytest.fixture(params=[FORBIDDEN, FULL], ids=["forbidden", "full"])
def forgetful(request: pytest.FixtureRequest, page: Page) -> Page:
    """The table of a new game in a browser that keeps nothing."""
    page.add_init_script(request.param)
    page.goto("/game?lang=en")
    tap(page, "[data-action=new-game]")
    expect_points(page, 25000, 25000, 25000, 25000)
    return page


def test_where_nothing_can_be_kept_a_tap_is_sent_at_once(forgetful: Page) -> None:
    tap(forgetful, RIICHI.format(1))
    expect_points(forgetful, 25000, 24000, 25000, 25000)
    tap(forgetful, "[data-action=win]", '[data-winner="1"]', '[data-from="0"]', '[data-figure="8000"]', "[data-apply]")
    expect_points(forgetful, 17000, 33000, 25000, 25000)
    expect(forgetful.locator("#sending")).to_be_hidden()
    expect(forgetful.locator("[aria-busy=true]")).to_have_count(0)


def test_where_nothing_can_be_kept_the_page_says_so_and_sends_from_memory(forgetful: Page) -> None:
    with no_server(forgetful):
        tap(forgetful, RIICHI.format(1), RIICHI.format(2))
        expect(forgetful.locator("#sending")).to_have_text(re.compile("keeps nothing"))
    expect_points(forgetful, 25000, 24000, 24000, 25000)
    expect(forgetful.locator("#sending")).to_be_hidden()
    assert players(forgetful) == [1, 2]


def test_a_page_that_alone_knows_of_a_tap_is_not_left_without_a_question(forgetful: Page) -> None:
    with no_server(forgetful):
        tap(forgetful, RIICHI.format(1))
        expect(forgetful.locator("#sending")).to_be_visible()
        with forgetful.expect_event("dialog") as asked:
            forgetful.evaluate("() => { setTimeout(() => location.assign('/')); }")
        assert asked.value.type == "beforeunload"
        asked.value.dismiss()
    expect_points(forgetful, 25000, 24000, 25000, 25000)


def test_where_nothing_can_be_kept_a_refused_tap_is_told(forgetful: Page, new_context: NewContext) -> None:
    other = new_context().new_page()
    other.goto(forgetful.url)
    with no_server(forgetful):
        tap(forgetful, RIICHI.format(1))
        tap(other, "[data-action=draw]", "[data-apply]")
        expect(other.locator("[data-round]")).to_have_attribute("data-honba", "1")
    tap(forgetful, "[data-action=all-the-same]")
    expect_points(forgetful, 25000, 24000, 25000, 25000)


# -- taps that the server does not take --------------------------------------------------------------


@pytest.fixture
def failing(table: Page) -> Iterator[list[str]]:
    """The server fails at the riichi of player 1; the keys of the taps that it failed at."""
    keys: list[str] = []

    def fail(route: Route) -> None:
        fields = parse_qs(route.request.post_data or "")
        if '"player": 1' in fields["event"][0]:
            keys.append(fields["key"][0])
            return route.fulfill(status=500, body="Internal Server Error")
        return route.continue_()

    table.context.route(EVENTS, fail)
    yield keys
    table.context.unroute(EVENTS)


def test_a_tap_at_which_the_server_fails_is_shown_after_three_tries(table: Page, failing: list[str]) -> None:
    sent: list[Request] = []
    table.on("request", lambda request: sent.append(request) if EVENTS.search(request.url) else None)
    tap(table, RIICHI.format(1), RIICHI.format(2), RIICHI.format(3))
    expect(table.locator("[data-failed-tap]")).to_have_text("Riichi of P2")
    assert len(failing) == len(sent) == 3
    table.wait_for_timeout(2500)  # longer than between two tries
    assert len(sent) == 3
    assert not events(table)

    address = table.url
    Calculator(table).open(A)
    expect(table.locator("[data-points]")).to_be_visible()
    table.goto("/game?lang=en")
    tap(table, "[data-action=new-game]")
    tap(table, RIICHI.format(0))
    expect_points(table, 24000, 25000, 25000, 25000)

    table.goto(address)
    expect(table.locator("[data-failed-tap]")).to_have_text("Riichi of P2")
    tap(table, "[data-decide=drop]")
    rows = table.locator("[data-waits]")
    expect(rows).to_have_text([re.compile("Riichi P3.*−1,000", re.DOTALL), re.compile("Riichi P4.*−1,000", re.DOTALL)])
    expect(table.locator(RIICHI.format(1))).to_have_attribute("aria-pressed", "false")
    assert not events(table)
    rows.last.locator("[data-decide=drop-one]").tap()
    expect(rows).to_have_count(1)
    tap(table, "[data-decide=send-waiting]")
    expect_points(table, 25000, 25000, 24000, 25000)
    expect(table.locator("#kept > *")).to_have_count(0)
    assert players(table) == [2]
    expect_none_waits(table)


def test_a_tap_at_which_the_server_failed_is_sent_again(table: Page, failing: list[str]) -> None:
    tap(table, RIICHI.format(1), RIICHI.format(2))
    expect(table.locator("[data-failed-tap]")).to_be_visible()
    table.context.unroute(EVENTS)
    tap(table, "[data-decide=again]")
    expect_points(table, 25000, 24000, 24000, 25000)
    expect(table.locator("#kept > *")).to_have_count(0)
    assert players(table) == [1, 2]


def test_what_comes_later_does_not_overtake_a_tap_that_was_stopped(
    table: Page, second: Page, failing: list[str]
) -> None:
    tap(table, RIICHI.format(1))
    expect(table.locator("[data-failed-tap]")).to_be_visible()
    tap(second, RIICHI.format(2))
    expect(second.locator("[data-failed-tap]")).to_be_visible()
    expect(second.locator("[data-more]")).to_be_visible()
    assert not events(table)
    table.context.unroute(EVENTS)
    tap(second, "[data-decide=again]")
    for tab in (table, second):
        expect_points(tab, 25000, 24000, 24000, 25000)
        expect(tab.locator("#kept > *")).to_have_count(0)


def test_a_tap_that_cannot_be_is_told_until_it_is_dropped(table: Page) -> None:
    """The second riichi of the same player was made before the page showed the first."""
    with no_server(table):
        table.evaluate(ENTER_AGAIN, 1)
        table.evaluate(ENTER_AGAIN, 1)
    expect(table.locator("#kept [data-problem]")).to_be_visible()
    expect(table.locator("[data-late=own]")).to_contain_text("Riichi P2")
    table.reload()
    tap(table, "[data-decide=drop]")
    expect(table.locator("#kept > *")).to_have_count(0)
    table.reload()
    expect_points(table, 25000, 24000, 25000, 25000)
    expect(table.locator("#kept > *")).to_have_count(0)


#: The same event by a key of its own.
ENTER_AGAIN = """(player) => {
  const form = document.querySelector(`[data-action=riichi][data-player="${player}"]`).form.cloneNode(true);
  form.elements.key.value = crypto.randomUUID();
  document.body.append(form);
  form.requestSubmit();
  form.remove();
}"""


# -- a hand that is over meanwhile -------------------------------------------------------------------


def test_whoever_enters_a_hand_that_is_over_meanwhile_is_told(table: Page, new_context: NewContext) -> None:
    other = new_context().new_page()
    other.goto(table.url)
    tap(table, "[data-action=win]", '[data-winner="1"]')
    table.wait_for_url("**player=1**")
    tap(other, "[data-action=draw]", "[data-apply]")
    expect(other.locator("[data-round]")).to_have_attribute("data-honba", "1")
    expect(table.locator("[data-overtaken]")).to_be_in_viewport(ratio=1)
    tap(table, '[data-from="0"]')
    expect(table.locator("[data-ended]")).to_contain_text("East 1")
    tap(other, "[data-action=undo]")
    expect(table.locator("[data-ended]")).to_contain_text("was taken back meanwhile")
    tap(table, "[data-ended] a")
    expect(table.locator("[data-ended]")).to_have_count(0)


def test_the_last_tile_of_a_hand_that_is_over_meanwhile_does_not_score_it_as_the_next_one(
    table: Page, new_context: NewContext
) -> None:
    other = new_context().new_page()
    other.goto(table.url)
    tap(table, "[data-action=win]", '[data-winner="1"]', '[data-from="2"]', "[data-how=tiles]")
    Calculator(table).tap("234m456p678s88p23s")
    tap(other, "[data-action=win]", '[data-winner="1"]', '[data-from="2"]', '[data-figure="2000"]', "[data-apply]")
    expect_points(other, 25000, 27000, 23000, 25000)
    table.locator('[data-tile="4s"]').tap()
    expect(table.locator("[data-ended]")).to_contain_text("East 1")
    expect_points(table, 25000, 27000, 23000, 25000)


def test_a_hand_by_its_tiles_that_comes_too_late_is_kept_in_hand(table: Page, new_context: NewContext) -> None:
    other = new_context().new_page()
    other.goto(table.url)
    tap(table, "[data-action=win]", '[data-winner="1"]', '[data-from="3"]', "[data-how=tiles]")
    Calculator(table).tap("234m456p678s88p23s4s")
    expect(table.locator("[data-apply]")).to_be_enabled()
    with no_server(table):
        tap(table, "[data-apply]")
        expect(table.locator("#sending")).to_be_visible()
        tap(other, "[data-action=draw]", "[data-apply]")
        expect(other.locator("[data-round]")).to_have_attribute("data-honba", "1")
    expect(table.locator("[data-late=own]")).to_contain_text("P2 +2,000")
    expect(table.locator("[data-late=other]")).to_be_visible()
    expect(table.locator("[data-round]")).to_have_attribute("data-honba", "1")


def test_without_scripts_a_late_riichi_says_what_was_not_counted(plain: Page, new_context: NewContext) -> None:
    plain.goto("/game?lang=en")
    tap(plain, "[data-action=new-game]")
    expect(plain.locator("[data-round]")).to_be_visible()
    other = new_context(java_script_enabled=False).new_page()
    other.goto(plain.url)
    tap(other, "[data-action=draw]", "[data-apply]")
    tap(plain, RIICHI.format(1))
    expect(plain.locator("[data-late=own]")).to_contain_text("Riichi P2")
    expect(plain.locator("[data-more]")).to_be_hidden()
    tap(plain, "[data-action=drop]")
    expect(plain.locator(".late")).to_have_count(0)
    expect(plain.locator("[data-round]")).to_have_attribute("data-honba", "1")


@pytest.mark.parametrize(
    ("action", "undone", "named", "then"),
    [(UNDO, [], "P3", "P2"), (REDO, ["P3", "P2"], "P2", "P3")],
)
def test_undo_and_redo_name_their_event_when_the_table_came_before_the_answer(
    table: Page, action: str, undone: list[str], named: str, then: str
) -> None:
    """The event reaches the page by the connection that follows the game, and only then as the answer to the tap."""
    tap(table, RIICHI.format(1))
    tap(table, RIICHI.format(2))
    for name in undone:
        expect(table.locator(UNDO)).to_contain_text(name)
        tap(table, UNDO)
    button = table.locator(action)
    expect(button).to_contain_text(named)
    held = Held(table, EVENTS)
    tap(table, action)
    answer = held.first().fetch()
    expect(table.locator("[data-action=withdraw]")).to_have_count(1)
    expect(button).to_have_attribute("aria-busy", "true")
    expect(button).to_contain_text(named)
    held.first().fulfill(response=answer)
    expect(button).not_to_have_attribute("aria-busy", "true")
    expect(button).to_contain_text(then)


def test_a_double_tap_on_undo_undoes_one_event(table: Page) -> None:
    """The second tap comes when the button names the event before already. After a moment it takes taps again."""
    tap(table, RIICHI.format(1), RIICHI.format(2))
    undo = table.locator(UNDO)
    expect(undo).to_contain_text("P3")
    tap(table, UNDO)
    expect(undo).to_contain_text("P2")
    expect(undo).to_have_attribute("aria-disabled", "true")
    undo.dispatch_event("click")
    expect(undo).not_to_have_attribute("aria-disabled", "true")
    expect_points(table, 25000, 24000, 25000, 25000)
    tap(table, UNDO)
    expect_points(table, 25000, 25000, 25000, 25000)
