"""What the device keeps: the hand that was there last, the last hands; and a device that keeps nothing."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.e2e.page import SCORE, Calculator
from tests.pages.links import A, B

pytestmark = pytest.mark.browser_context_args(locale="en")

#: A hand as it is tapped: 2,700 by tsumo.
HAND = "234567m345p22678s"
FORBIDDEN = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } });
"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
NO_LISTS = ["null", "{", "{}", "1", '"x"', ""]


def last_hands(page: Page) -> Locator:
    """Opens the list of the last hands."""
    page.locator(".menu > summary").click()
    page.locator(".menu a[href^='/hands']").click()
    page.wait_for_url(re.compile("/hands"))
    return page.locator("#hands")


def remembered(page: Page, number: int) -> None:
    """Waits until this many hands are kept."""
    kept = "number => { try { return JSON.parse(localStorage['agari.history']).length === number; } catch {} }"
    page.wait_for_function(kept, arg=number)


def put(page: Page, key: str, text: str) -> None:
    """Puts a text into the device's memory."""
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, text])


# -- the hand that was there last --------------------------------------------------------------------


def test_the_bare_address_opens_the_hand_that_was_there_last(table: Calculator) -> None:
    with table.answered():
        table.tap("1m")
    table.open().expect_hand("1m")


@pytest.mark.parametrize("rubbish", ["x", "hand=", "null", "&"])
def test_what_stands_in_the_device_s_memory_need_not_be_a_hand(table: Calculator, rubbish: str) -> None:
    put(table.page, "agari.last", rubbish)
    table.open().tap(HAND).expect_hand(HAND, win="8s")


# -- the last hands ----------------------------------------------------------------------------------


def test_scored_hands_are_kept_newest_first_reopened_and_deleted(page: Page) -> None:
    Calculator(page).open().tap(HAND)
    remembered(page, 1)
    calculator = Calculator(page)
    with calculator.answered():
        page.locator("[data-switch=riichi]").click()
    remembered(page, 1)
    calculator.open(B.query).honba(1)
    remembered(page, 2)
    hands = last_hands(page)
    rows = hands.locator("li")
    expect(rows).to_have_count(2)
    expect(rows.first.locator("b")).to_have_text(re.compile(r"^1 han 30 fu 1,300$"))
    expect(rows.first.locator(".tile")).to_have_count(14)
    rows.nth(1).locator("a").click()
    page.wait_for_url(re.compile("riichi=1"))
    hands = last_hands(page)
    expect(hands.locator("li")).to_have_count(2)
    hands.locator("li button").first.click()
    expect(hands.locator("li")).to_have_count(1)
    hands.locator("[data-hands=clear]").click()
    expect(hands.locator("li")).to_have_count(0)
    expect(hands.locator(".empty")).to_be_visible()


def test_a_hand_on_its_way_is_not_kept(page: Page) -> None:
    Calculator(page).open("hand=123m456p")
    assert page.evaluate("localStorage.getItem('agari.history')") is None


def test_a_hand_that_is_changed_while_the_list_is_fetched_is_not_kept_by_halves(page: Page) -> None:
    fetched: list[Route] = []
    page.route("**/js/remember.js", lambda route: fetched.append(route))
    calculator = Calculator(page).open().tap(HAND).expect_points(2700, ron=2000)
    scored: list[Route] = []
    page.route(SCORE, lambda route: scored.append(route))
    calculator.touch("8s")
    fetched[0].continue_()
    page.evaluate("address => import(address).then(() => 0)", fetched[0].request.url)
    assert page.evaluate("localStorage.getItem('agari.history')") is None
    for route in scored:
        route.continue_()
    calculator.expect_no_points()
    assert page.evaluate("localStorage.getItem('agari.history')") is None


@pytest.mark.parametrize("rubbish", NO_LISTS)
def test_what_stands_in_the_device_s_memory_need_not_be_hands(page: Page, rubbish: str) -> None:
    calculator = Calculator(page).open()
    put(page, "agari.history", rubbish)
    hands = last_hands(page)
    expect(hands.locator(".empty")).to_be_visible()
    page.go_back()
    calculator.tap(HAND)
    remembered(page, 1)
    expect(last_hands(page).locator("li")).to_have_count(1)


def test_of_the_kept_hands_those_are_shown_that_are_hands(page: Page) -> None:
    hand: dict[str, object] = {
        "link": f"/?{A.query}",
        "tiles": ["1m", "0p", "7z"],
        "title": "Mangan",
        "points": "8,000",
    }
    wrong: list[dict[str, object]] = [
        {"link": None},
        {"link": ""},
        {"link": "https://elsewhere.example/"},
        {"link": "//elsewhere.example/?hand=1m"},
        {"link": "/\\elsewhere.example/?hand=1m"},
        {"link": "javascript:alert(1)"},
        {"tiles": None},
        {"tiles": "1m"},
        {"tiles": ["9z"]},
        {"tiles": [None]},
        {"points": 8000},
    ]
    Calculator(page).open()
    put(page, "agari.history", json.dumps([None, 1, "x", {}, *({**hand, **part} for part in wrong), hand]))
    rows = last_hands(page).locator("li")
    expect(rows).to_have_count(1)
    expect(rows.locator("b")).to_have_text("Mangan 8,000")
    expect(rows.locator("svg")).to_have_count(3)


# -- a device that keeps nothing ---------------------------------------------------------------------


@pytest.fixture(params=[FORBIDDEN, FULL], ids=["forbidden", "full"])
def forgetful(request: pytest.FixtureRequest, page: Page) -> Page:
    """A page that can keep nothing."""
    page.add_init_script(request.param)
    return page


def test_where_nothing_can_be_kept_a_hand_is_scored(forgetful: Page) -> None:
    table = Calculator(forgetful).open().tap(HAND).tsumo().expect_points(2700)
    table.declare_riichi().expect_points(5200).undo().expect_points(2700)
    expect(last_hands(forgetful).locator(".empty")).to_be_visible()


@pytest.mark.browser_context_args(viewport={"width": 1280, "height": 800}, is_mobile=False)
def test_where_nothing_can_be_kept_a_link_is_opened_as_anywhere(forgetful: Page) -> None:
    table = Calculator(forgetful).open(f"riichi=1&{A.query.replace('&riichi=1', '')}")
    expect(forgetful.locator("[data-reading]").first).to_be_visible()
    table.expect_link(A.query)


def test_where_nothing_can_be_kept_the_rules_can_be_chosen(forgetful: Page) -> None:
    forgetful.goto("/rules")
    forgetful.locator("#own-name").fill("mine")
    forgetful.locator("#own-save").click()
    expect(forgetful.locator("#own-list li")).to_have_count(0)
    forgetful.locator("#rules button[type='submit']").click()
    Calculator(forgetful).expect_empty()
