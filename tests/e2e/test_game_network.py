"""Taps of a game without a server: they act at once, wait on the device, arrive in order and are counted once."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import parse_qs

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.e2e.conftest import Complaints, NewContext
from tests.e2e.test_game import expect_points, new_game, tap

pytestmark = pytest.mark.ci

EVENTS = re.compile(r"/events$")
RIICHI = '[data-action=riichi][data-player="{}"]'


@pytest.fixture
def table(page: Page, request: pytest.FixtureRequest) -> Page:
    """The table of a new game. Its service worker is there: it would fail to come once the network is away."""
    page.request.get("/game?lang=en")
    page.goto(new_game(page))
    if not request.node.get_closest_marker("browser_context_args"):  # which blocks it
        page.wait_for_function("() => Boolean(navigator.serviceWorker.controller)")
    return page


@pytest.fixture
def sent(table: Page) -> list[Request]:
    """Every tap that reached the network."""
    found: list[Request] = []
    table.on("request", lambda request: found.append(request) if EVENTS.search(request.url) else None)
    return found


def keys(sent: list[Request]) -> list[str]:
    return [parse_qs(request.post_data or "")["key"][0] for request in sent]


@pytest.fixture(autouse=True)
def lost(page: Page, complaints: Complaints) -> Iterator[None]:
    """The browser complains of each request that is lost; of the last one also after the server is back."""
    yield
    page.evaluate("0")  # events arrive in order: after this answer, all of them are here
    complaints.take("ERR_FAILED.*/game/|ERR_INTERNET_DISCONNECTED|Failed to fetch|htmx:error")


@contextmanager
def no_server(page: Page) -> Iterator[None]:
    """The server is away. A route would lose nothing once the service worker sends what the page asks for."""
    page.context.set_offline(True)
    yield
    page.context.set_offline(False)


@pytest.mark.browser_context_args(service_workers="block")  # it would send what is routed here
def test_the_first_answers_are_lost_and_nothing_is_counted_twice(
    table: Page, sent: list[Request], complaints: Complaints
) -> None:
    lost = iter(range(2))

    def lose(route: Route) -> None:
        if next(lost, None) is None:
            return route.continue_()
        route.fetch(max_redirects=0)
        return route.abort()

    table.route(EVENTS, lose)
    with table.expect_response(EVENTS):  # only of the third: an answer that is lost is none
        tap(table, RIICHI.format(1))
    expect_points(table, 25000, 24000, 25000, 25000)
    assert len(sent) == 3
    assert len(set(keys(sent))) == 1
    assert len(complaints.take("ERR_FAILED")) == 2


def test_a_stick_lies_at_once_and_what_waits_is_said(table: Page) -> None:
    with no_server(table):
        tap(table, RIICHI.format(2))
        expect(table.locator(RIICHI.format(2))).to_have_attribute("aria-pressed", "true")
        expect(table.locator("#sending")).to_be_visible()
    expect_points(table, 25000, 25000, 24000, 25000)
    expect(table.locator("#sending")).to_be_hidden()


def test_taps_without_a_server_arrive_in_order_once_it_is_back(table: Page, sent: list[Request]) -> None:
    with no_server(table):
        tap(table, *(RIICHI.format(player) for player in (3, 0, 2)))
        expect(table.locator("#sending")).to_be_visible()
    expect_points(table, 24000, 25000, 24000, 24000)
    events = dict(zip(keys(sent), (parse_qs(request.post_data or "") for request in sent), strict=True))
    assert [json.loads(fields["event"][0])["player"] for fields in events.values()] == [3, 0, 2]
    assert [fields["seen"][0] for fields in events.values()] == ["0", "1", "2"]


def test_taps_wait_on_the_device_while_the_page_is_closed(table: Page) -> None:
    with no_server(table):
        tap(table, RIICHI.format(1), RIICHI.format(3))
        expect(table.locator("#sending")).to_be_visible()
        address = table.url
        table.goto("about:blank")
    table.goto(address)
    expect_points(table, 25000, 24000, 25000, 24000)


def test_a_win_without_a_server_is_applied_when_it_is_back(table: Page) -> None:
    tap(table, "[data-action=win]", '[data-winner="1"]', '[data-from="0"]', '[data-figure="8000"]')
    table.wait_for_url("**points=8000**")  # the page must be there before its requests are lost
    with no_server(table):
        tap(table, "[data-apply]")
        expect(table.locator("#sending")).to_be_visible()
    expect_points(table, 17000, 33000, 25000, 25000)


def test_whoever_was_slower_is_told_and_loses_nothing(
    table: Page, new_context: NewContext, complaints: Complaints
) -> None:
    other = new_context().new_page()
    other.goto(table.url)
    tap(table, "[data-action=win]", '[data-winner="1"]', '[data-from="0"]', '[data-figure="8000"]')
    table.wait_for_url("**points=8000**")  # the page must be there before its requests are lost
    table.context.set_offline(True)
    tap(table, "[data-apply]")
    expect(table.locator("#sending")).to_be_visible()
    tap(other, RIICHI.format(3))
    expect_points(other, 25000, 25000, 25000, 24000)
    table.context.set_offline(False)
    expect(table.locator(".again")).to_be_visible()
    assert complaints.take("status of 409")
    assert complaints.take("ERR_INTERNET_DISCONNECTED")
    expect_points(table, 25000, 25000, 25000, 24000)
    tap(table, ".again button")
    expect_points(table, 17000, 34000, 25000, 24000)


def test_what_was_entered_after_a_refused_tap_is_looked_at_before_it_is_sent(
    table: Page, new_context: NewContext, complaints: Complaints
) -> None:
    other = new_context().new_page()
    other.goto(table.url)
    table.context.set_offline(True)
    tap(table, RIICHI.format(1), RIICHI.format(2))
    expect(table.locator("#sending")).to_contain_text("No connection")
    tap(other, "[data-action=draw]", "[data-apply]")
    expect(other.locator("[data-round]")).to_have_attribute("data-round", "1")
    table.context.set_offline(False)
    expect(table.locator(".again")).to_be_visible()
    expect(table.locator(".again [data-more]")).to_be_visible()
    assert complaints.take("status of 409")
    assert complaints.take("ERR_INTERNET_DISCONNECTED")
    tap(table, ".again [data-action=all-the-same]")
    expect(table.locator("[data-waits]")).to_contain_text("−1,000")
    expect_points(table, 25000, 24000, 25000, 25000)
    tap(table, "[data-decide=send-waiting]")
    expect_points(table, 25000, 24000, 24000, 25000)
    expect(table.locator("#sending")).to_be_hidden()


def test_a_riichi_that_waits_for_the_network_is_taken_back_by_another_tap(table: Page, sent: list[Request]) -> None:
    stick = table.locator(RIICHI.format(1))
    with no_server(table):
        for is_laid in ("true", "false", "true", "false"):
            tap(table, RIICHI.format(1))
            expect(stick).to_have_attribute("aria-pressed", is_laid)
            expect(table.locator("#sending")).to_be_visible()
    expect(table.locator("#sending")).to_be_hidden()
    expect_points(table, 25000, 25000, 25000, 25000)
    assert len(set(keys(sent))) == 4


def test_the_focus_stays_where_it_was(table: Page) -> None:
    table.locator(RIICHI.format(1)).focus()
    table.keyboard.press("Enter")
    expect_points(table, 25000, 24000, 25000, 25000)
    expect(table.locator('[data-action=withdraw][data-player="1"]')).to_be_focused()


def test_a_new_game_is_the_same_as_the_last_with_four_taps(page: Page) -> None:
    page.goto("/game?lang=en")
    page.locator("[name=name0]").fill("Aoi")
    page.locator("[name=rounds]").select_option("1")
    tap(page, "[data-action=new-game]")
    expect(page.locator("[data-round]")).to_be_visible()
    first = page.url
    page.goto("/")
    tap(page, ".menu > summary", ".menu a[href^='/game']", "[data-action=same]", "[data-action=new-game]")
    expect(page.locator("[data-round]")).to_be_visible()
    assert page.url != first
    expect(page.get_by_text("Aoi")).to_be_visible()
    page.goto("/game")
    expect(page.locator("[data-action=resume]")).to_be_hidden()
    page.locator("[data-game] a").first.tap()
    expect(page.locator("[data-round]")).to_be_visible()


@pytest.mark.parametrize("rubbish", ["x", "null", "{}", '{"taken": [], "game": null}'])
def test_what_stands_in_the_device_s_memory_need_not_be_a_game(table: Page, rubbish: str) -> None:
    table.evaluate("text => localStorage.setItem('agari.copy', text)", rubbish)
    tap(table, RIICHI.format(0))
    expect_points(table, 24000, 25000, 25000, 25000)
    expect(table.locator("#sending")).to_be_hidden()


@pytest.mark.parametrize("leave", ["[data-action=win]", "[data-action=draw]", ".last a"])
def test_a_page_that_nobody_can_open_now_opens_when_the_network_is_back(
    table: Page, complaints: Complaints, leave: str
) -> None:
    """The table stays until then, where the browser would show a page of its own."""
    address = table.url
    table.context.set_offline(True)
    tap(table, leave)
    expect(table.locator("#sending")).to_contain_text("opens as soon as")
    expect_points(table, 25000, 25000, 25000, 25000)
    assert table.url == address
    table.context.set_offline(False)
    table.wait_for_url(re.compile(f"{re.escape(address)}/"))
    complaints.take("ERR_INTERNET_DISCONNECTED|htmx:error")


def test_a_page_that_waits_for_the_network_is_told_of_though_taps_wait_too(table: Page, complaints: Complaints) -> None:
    table.context.set_offline(True)
    tap(table, RIICHI.format(0))
    expect(table.locator("#sending")).to_contain_text("kept and sent")
    tap(table, "[data-action=win]")
    for _ in range(3):
        expect(table.locator("#sending")).to_contain_text("opens as soon as")
        table.wait_for_timeout(1000)
    table.context.set_offline(False)
    table.wait_for_url("**/win**")
    complaints.take("ERR_INTERNET_DISCONNECTED|htmx:error")


def test_a_draw_is_not_entered_without_a_choice_that_waits_for_the_network(table: Page, complaints: Complaints) -> None:
    tap(table, "[data-action=draw]")
    table.wait_for_url("**/draw**")
    expect(table.locator("[data-apply]")).to_be_visible()
    table.context.set_offline(True)
    tap(table, '[data-tenpai="1"]')
    expect(table.locator("#sending")).to_contain_text("opens as soon as")
    # Another one would be chosen in place of the first.
    table.locator('[data-tenpai="2"]').tap(force=True)
    table.locator("[data-apply]").tap(force=True)
    expect(table.locator("[data-apply]")).not_to_have_attribute("aria-busy", "true")
    table.context.set_offline(False)
    expect(table.locator('[data-tenpai="1"]')).to_have_attribute("aria-current", "true")
    expect(table.locator('[data-tenpai="2"]')).to_have_attribute("aria-current", "false")
    tap(table, "[data-apply]")
    expect_points(table, 24000, 28000, 24000, 24000)
    complaints.take("ERR_INTERNET_DISCONNECTED|htmx:error")


def test_points_by_hand_that_were_changed_after_the_preview_are_previewed_again(table: Page) -> None:
    tap(table, "[data-action=more]", "[data-action=adjust]")
    table.locator("[name=p0]").fill("24000")
    tap(table, "[data-action=preview]")
    expect(table.locator("[data-outcome=E]")).to_have_attribute("data-delta", "-1000")
    table.locator("[name=p0]").fill("23000")
    expect(table.locator("[data-apply]")).to_be_hidden()
    expect(table.locator("[data-outcome=E]")).to_be_hidden()
    tap(table, "[data-action=preview]")
    expect(table.locator("[data-outcome=E]")).to_have_attribute("data-delta", "-2000")
    tap(table, "[data-apply]")
    expect_points(table, 23000, 25000, 25000, 25000)


def test_a_notice_that_lies_over_a_button_goes_at_a_tap(table: Page, complaints: Complaints) -> None:
    table.context.set_offline(True)
    expect(table.locator("#sending")).to_be_visible()
    table.locator("#sending").tap()
    expect(table.locator("#sending")).to_be_hidden()
    tap(table, RIICHI.format(1))
    expect(table.locator("#sending")).to_contain_text("kept and sent again")
    table.context.set_offline(False)
    expect_points(table, 25000, 24000, 25000, 25000)
    complaints.take("ERR_INTERNET_DISCONNECTED|htmx:error")


@pytest.mark.browser_context_args(service_workers="block")  # it would fetch what fails here
def test_a_notice_that_was_put_away_comes_back_only_after_another_loss(table: Page, complaints: Complaints) -> None:
    """The menu says meanwhile that there is no network."""
    notice, page = table.locator("#sending"), table.locator("html")

    def lose() -> None:
        table.route(
            "**/game/**", lambda route: route.abort() if route.request.resource_type == "fetch" else route.continue_()
        )
        table.evaluate("dispatchEvent(new Event('online'))")  # asks again, instead of waiting for the last answer

    lose()
    expect(notice).to_contain_text("No connection")
    notice.tap()
    for renewed in (False, True):
        if renewed:
            table.reload()
        for _ in range(2):
            table.wait_for_event("requestfailed")
        expect(page).to_have_attribute("data-cut", "")
        expect(notice).to_be_hidden()
    table.unroute("**/game/**")
    expect(notice).to_contain_text("Connected again")
    expect(page).not_to_have_attribute("data-cut", "")
    lose()
    expect(notice).to_contain_text("No connection")
    complaints.take("ERR_FAILED|htmx:error")


@pytest.mark.parametrize(
    ("step", "tapped"), [("/win", "[data-winner]"), ("/win?player=1&from=0&points=3900", "[data-apply], [data-figure]")]
)
def test_the_notice_lies_over_no_seat_to_choose_from_and_no_button(
    table: Page, complaints: Complaints, step: str, tapped: str
) -> None:
    table.goto(table.url + step)
    table.context.set_offline(True)
    expect(table.locator("#sending")).to_be_visible()
    for control in table.locator(tapped).all():
        control.tap(trial=True)
    table.context.set_offline(False)
    expect(table.locator("#sending")).to_contain_text("Connected again")
    complaints.take("ERR_INTERNET_DISCONNECTED|htmx:error")
