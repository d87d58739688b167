"""What might lose a hand and does not: Enter in a field, a text that cannot be read, a mode that stays on."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Complaints
from tests.e2e.layout import boxes
from tests.e2e.page import FOLD, SCORE, SMALL_PHONE, Calculator, Held

pytestmark = pytest.mark.ci

FULL = "hand=234567m345p2267s8s&by=tsumo"
OPEN = "hand=567m2399p4p&melds=pon555z-chi234s&by=ron"
NOTHING_MAY_BE_KEPT = (
    "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('no', 'SecurityError'); } });"
)
NO_ROOM = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"


def menu(table: Calculator) -> None:
    """Opens the box that holds honba and the text field."""
    table.choice("field", "honba").locator(FOLD).tap()


# -- Enter and Escape --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["honba", "sticks"])
def test_enter_in_a_number_takes_the_number_and_keeps_the_hand(phone: Calculator, name: str) -> None:
    phone.open(FULL).edit()
    menu(phone)
    field = phone.choice("field", name)
    field.fill("2")
    with phone.answered():
        field.press("Enter")
    phone.expect_hand("234567m345p22678s", win="8s").expect_link(f"{FULL}&{name}=2")


def test_enter_in_a_number_without_javascript(plain_table: Calculator) -> None:
    plain_table.open(FULL)
    menu(plain_table)
    plain_table.choice("field", "honba").fill("2")
    plain_table.choice("field", "honba").press("Enter")
    plain_table.expect_hand("234567m345p22678s", win="8s").expect_link(f"{FULL}&honba=2")


def test_the_draws_left_are_typed_while_its_chances_are_read(phone: Calculator) -> None:
    phone.open("hand=123m456p789s1123z5z").page.locator(".readings > summary").tap()
    draws = phone.page.locator(".readings input[name=draws]")
    draws.fill("9")
    with phone.answered():
        draws.press("Enter")
    expect(draws).to_have_value("9")
    expect(draws).to_be_visible()
    expect(phone.page.locator("#table")).to_have_class(re.compile("reader"))


def test_escape_closes_the_box_that_one_is_in(table: Calculator) -> None:
    menu(table)
    field = table.choice("field", "honba")
    field.focus()
    field.press("Escape")
    expect(field).to_be_hidden()


# -- what is said at once ----------------------------------------------------------------------------


def test_a_pasted_text_that_cannot_be_read_leaves_the_hand(phone: Calculator) -> None:
    phone.open(OPEN).edit().paste("123m406p789s11z 2")
    expect(phone.choice("field", "text")).to_have_value("123m406p789s11z 2")
    expect(phone.page.locator(".paste .problem")).to_be_visible()
    field, enter = boxes(phone.resize(*SMALL_PHONE).page.locator(".paste > :is(input, button)"))
    assert field["top"] == enter["top"]
    phone.expect_hand("567m2399p4p555z234s", win="4p").expect_points(1000)


def test_a_typed_tile_that_there_is_not_says_why(table: Calculator) -> None:
    with table.answered():
        table.page.keyboard.type("11111m")
    table.expect_hand("1111m")
    expect(table.key("1m")).to_have_class(re.compile("refused"))


def test_letters_may_be_capitals(table: Calculator) -> None:
    table.page.keyboard.type("123M0P")
    table.expect_hand("123m0p").expect_link("hand=123m0p")


# -- pages that are left ------------------------------------------------------------------------------


def test_a_page_loaded_anew_keeps_the_taps_that_were_not_answered(table: Calculator) -> None:
    table.tap("123m").expect_link("hand=123m")
    table.page.route(SCORE, lambda route: None)
    table.tap("456p").expect_hand("123m456p")
    table.page.unroute(SCORE)
    table.page.reload()
    table.expect_hand("123m456p").expect_link("hand=123m456p").undo().expect_hand("123m45p")


def test_a_page_loaded_anew_before_the_answer_has_no_riichi_in_an_open_hand(table: Calculator) -> None:
    table.tap("123456m11z22z").flag("riichi").expect_link("hand=123456m1122z&riichi=1")
    table.page.route(SCORE, lambda route: None)
    table.pon("5p")
    table.page.reload()
    table.expect_link("hand=123456m1122z&melds=pon555p")
    expect(table.page.locator("[data-problem]")).to_have_count(0)


def test_a_pasted_hand_is_taken_back(table: Calculator) -> None:
    table.tap("9s").tap("1m").paste("456p").expect_hand("456p")
    table.undo().expect_hand("1m9s").undo().expect_hand("9s").undo().expect_hand("")


def test_other_rules_are_taken_back(table: Calculator) -> None:
    table.tap("1m").play_by("wrc").expect_link("hand=1m&rules=wrc").tap("2m")
    table.undo().expect_hand("1m").expect_link("hand=1m&rules=wrc")
    with table.page.expect_navigation():
        table.undo()
    table.expect_hand("1m").expect_link("hand=1m").undo().expect_hand("")


@pytest.mark.browser_context_args(service_workers="block")  # it would open the page that is held here
def test_an_answer_that_comes_while_other_rules_are_opened_takes_no_step_away(
    table: Calculator,
) -> None:
    page, others = table.page, re.compile("rules=wrc")
    answer, opened = Held(page, SCORE), Held(page, others)
    page.on("request", lambda request: answer.let_go() if others.search(request.url) else None)
    page.on("requestfinished", lambda request: opened.let_go() if SCORE.search(request.url) else None)
    table.tap("1m").play_by("wrc").expect_link("hand=1m&rules=wrc")
    table.undo().expect_hand("1m").expect_link("hand=1m")


def test_a_hand_of_before_is_taken_back_after_another_link(table: Calculator) -> None:
    table.tap("1m").expect_link("hand=1m").open("hand=9s").undo().expect_hand("1m").expect_link("hand=1m")


@pytest.mark.parametrize("query", ["hand=147m258p369s12345z", "hand=147m258p369s1234z5z&ippatsu=1"])
def test_the_address_is_the_link_however_the_hand_is_wrong(phone: Calculator, query: str) -> None:
    phone.open(query)
    link = phone.share.get_attribute("href")
    assert link
    expect(phone.page).to_have_url(link)


def test_what_could_not_be_read_stays_in_the_address(phone: Calculator) -> None:
    phone.open("hand=1m&honba=-1")
    expect(phone.page).to_have_url("/?hand=1m&honba=-1")


# -- networks that answer in our stead, or not at all -------------------------------------------------


@pytest.mark.parametrize("body", ["<h1>Sign in</h1>", ""])
def test_the_page_of_a_network_is_no_answer(table: Calculator, body: str) -> None:
    table.tap("1m").expect_link("hand=1m")
    table.page.route(SCORE, lambda route: route.fulfill(content_type="text/html", body=body), times=1)
    table.tap("2m")
    expect(table.notice).to_be_visible()
    table.tap("3m").expect_hand("123m").expect_link("hand=123m")
    expect(table.notice).to_be_hidden()


def test_a_network_that_does_not_answer_is_given_up_in_time(page: Page, complaints: Complaints) -> None:
    page.clock.install()
    table = Calculator(page).open("hand=1m")
    page.route(SCORE, lambda route: None, times=1)
    table.tap("2m")
    expect(table.result).to_have_attribute("aria-busy", "true")
    expect(table.notice).to_be_hidden()
    page.clock.run_for(9000)
    expect(table.notice).to_be_visible()
    page.clock.run_for(3000)
    table.expect_link("hand=12m")
    expect(table.notice).to_be_hidden()
    expect(table.result).not_to_have_attribute("aria-busy", "true")
    complaints.take("timeout")


def test_the_notice_moves_nothing(phone: Calculator, complaints: Complaints) -> None:
    phone.open(FULL).edit()
    places = phone.page.locator("#hand, [data-tile], #switches")
    before = boxes(places)
    phone.page.route(SCORE, lambda route: route.abort())
    phone.declare_riichi()
    expect(phone.notice).to_be_visible()
    assert boxes(places) == before
    complaints.take("ERR_FAILED|Failed to fetch")


# -- modes -------------------------------------------------------------------------------------------


def test_a_mode_that_came_by_itself_is_not_locked_by_the_first_tap_on_it(phone: Calculator) -> None:
    phone.open(f"{FULL}&riichi=1").edit().dora("1s")
    ura = phone.choice("mode", "ura")
    expect(ura).to_be_checked()
    ura.locator("..").tap()
    expect(ura).not_to_have_attribute("data-locked", "")
    with phone.answered():
        phone.key("4p").tap()
    expect(phone.choice("mode", "tile")).to_be_checked()


def test_a_locked_mode_ends_where_there_is_no_room_for_its_set(table: Calculator) -> None:
    mode = table.choice("mode", "sequence")
    for _ in range(2):
        mode.locator("..").tap()
    for lowest in ("1m", "4m", "7m", "1p"):
        with table.answered():
            table.key(lowest).tap()
    expect(table.choice("mode", "tile")).to_be_checked()
    table.tap("5s5s").expect_hand("123456789m123p5s5s", win="5s")


def test_the_last_tile_of_the_wall_goes_with_tsumo_alone(phone: Calculator) -> None:
    phone.open(f"{FULL}&haitei=1&riichi=1").edit().ron()
    expect(phone.switch("haitei")).not_to_be_checked()
    phone.expect_link(f"{FULL.replace('tsumo', 'ron')}&riichi=1").undo().expect_link(f"{FULL}&riichi=1&haitei=1")


# -- who sits where, which rules -----------------------------------------------------------------------


def test_who_is_liable_is_named_by_the_seat_that_he_has_now(phone: Calculator) -> None:
    phone.open("hand=234m99p&melds=pon555z-pon666z-pon777z&by=tsumo").edit().sit("E")
    menu(phone)
    liable = phone.choice("field", "liable")
    expect(liable.locator("option")).to_have_text(["副露から判断", "なし", "北家", "西家", "南家"])
    with phone.answered():
        liable.select_option("西家")
    phone.expect_delta("W", -48_000).expect_delta("E", 48_000)


def test_a_preset_is_shown_as_soon_as_it_is_chosen(table: Calculator) -> None:
    table.page.goto("/rules?hand=1m")
    with table.page.expect_navigation():
        table.page.locator("#preset").select_option("m_league")
    expect(table.page.locator("h1")).to_contain_text("Mリーグ")
    table.page.locator("button.main[type=submit]").tap()
    expect(table.page.locator(".in-force")).to_have_text("Mリーグ")
    table.expect_link("hand=1m&rules=m_league")
