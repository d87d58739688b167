"""A slow network, one that fails, and none at all."""

import pytest
from playwright.sync_api import Page, Request, Route, expect

from tests.e2e.conftest import Complaints
from tests.e2e.hands import FULL, READY, B
from tests.e2e.page import SCORE, Calculator, Held, names

MAIN_SCRIPT = "**/js/main.js"


def test_fourteen_taps_before_the_first_answer_all_arrive_in_order(table: Calculator) -> None:
    tiles = names("9s2m7p3m1z4m5p6p2s3s4s1z9s9s")
    answered: list[Request] = []
    page = table.page
    held = Held(page, SCORE)
    page.on("requestfinished", lambda request: answered.append(request) if SCORE.search(request.url) else None)
    for x, y in [table.middle(tile) for tile in tiles]:
        with page.expect_request(SCORE):
            page.touchscreen.tap(x, y)
    table.expect_hand("234m567p23499s11z9s", win="9s").expect_no_points()
    expect(page.locator("input[name='hand']").first).to_have_value("9s2m7p3m1z4m56p234s1z99s")
    held.let_go()
    table.expect_points(1500).expect_link("hand=234m567p23499s11z9s")
    assert len(held.routes) == len(tiles)
    assert answered == [held.routes[-1].request]


def test_the_tile_is_in_the_hand_before_the_server_knows(table: Calculator) -> None:
    held = Held(table.page, SCORE)
    table.tap("19m").expect_hand("19m")
    table.pon("5z").expect_hand("19m555z")
    held.let_go()
    table.expect_link("hand=19m&melds=pon555z")


def test_answers_that_come_in_the_wrong_order_do_no_harm(table: Calculator) -> None:
    held = Held(table.open(READY).page, SCORE)
    table.tap("8s").expect_hand("234567m345p22678s", win="8s")
    table.tsumo()
    expect(table.choice("by", "tsumo")).to_be_checked()
    held.let_go(last_first=True)
    table.expect_points(2700).expect_link("hand=234567m345p2267s8s&by=tsumo")


def test_what_follows_from_taps_comes_with_the_answer_and_no_tap_is_lost(table: Calculator) -> None:
    """The pon ends riichi. What has been tapped since is there, and is selected."""
    held = Held(table.open("hand=34567m22678s&dora=1s9p&riichi=1&ippatsu=1&ura=1m").page, SCORE)
    table.pon("5z").tap("8m").select("3m")
    table.expect_hand("34567m22678s8m555z", win="8m")
    expect(table.page.locator("#ura-tiles button")).to_have_count(1)
    held.let_go()
    for flag in ("riichi", "ippatsu"):
        expect(table.switch(flag)).not_to_be_checked()
    expect(table.page.locator("#ura-tiles button")).to_have_count(0)
    expect(table.page.locator("#hand [aria-pressed='true']")).to_have_attribute("data-hand-tile", "3m")
    table.expect_hand("34567m22678s8m555z", win="8m").tap("4m").expect_hand("44567m22678s8m555z", win="8m")
    table.undo().expect_hand("34567m22678s8m555z", win="8m").undo().undo()
    expect(table.switch("ippatsu")).to_be_checked()
    expect(table.page.locator("#ura-tiles button")).to_have_count(1)


def test_a_tap_that_the_answer_undoes_is_no_step(table: Calculator) -> None:
    """Houtei was tapped before the answer to tsumo had turned it off."""
    held = Held(table.open(f"{READY}&by=ron").page, SCORE)
    table.tap("8s").tsumo().flag("houtei")
    held.let_go()
    expect(table.switch("houtei")).not_to_be_checked()
    table.expect_points(2700).undo().expect_points(2000)
    expect(table.choice("by", "ron")).to_be_checked()


def test_a_meld_lies_as_the_server_last_showed_it(table: Calculator) -> None:
    table.pon("5z").select_meld(0)
    with table.answered():
        table.fed_by(2)
    lying = table.page.locator("#hand .meld > *:nth-child(2)")
    expect(lying).to_have_class("tile lying")
    held = Held(table.page, SCORE)
    table.tap("1m")
    expect(lying).to_have_class("tile lying")
    table.chi("1p")
    expect(table.page.locator("#hand .lying")).to_have_count(1)
    held.let_go()
    expect(table.page.locator("#hand .lying")).to_have_count(2)


def test_a_failed_request_keeps_the_hand_and_is_repeated_until_it_is_answered(
    table: Calculator, complaints: Complaints
) -> None:
    table.open(READY)
    table.page.route(SCORE, lambda route: route.abort(), times=2)
    table.tap("8s").expect_hand("234567m345p22678s", win="8s")
    expect(table.notice).to_be_visible()
    table.expect_hand("234567m345p22678s", win="8s")
    table.expect_points(2700, ron=2000)
    expect(table.notice).to_be_hidden()
    complaints.take("ERR_FAILED|Failed to fetch")
    table.expect_link(FULL)


@pytest.mark.parametrize("status", [500, 503])
def test_a_request_that_a_server_in_trouble_answers_is_repeated(
    table: Calculator, complaints: Complaints, status: int
) -> None:
    table.open(READY)
    table.page.route(
        SCORE, lambda route: route.fulfill(status=status, content_type="text/html", body="<h1>Trouble</h1>"), times=1
    )
    table.tap("8s")
    expect(table.notice).to_be_visible()
    table.expect_hand("234567m345p22678s", win="8s").expect_points(2700, ron=2000)
    expect(table.page.get_by_role("heading", name="Trouble")).to_have_count(0)
    expect(table.notice).to_be_hidden()
    complaints.take(str(status))


@pytest.mark.parametrize("status", [503, 429])
def test_a_busy_server_is_asked_again_when_it_says(table: Calculator, complaints: Complaints, status: int) -> None:
    """The last answer stays meanwhile, and the page says why."""
    table.page.clock.install()
    table.open(READY).page.route(
        SCORE, lambda route: route.fulfill(status=status, headers={"Retry-After": "600"}, body="Busy"), times=1
    )
    table.tap("8s")
    expect(table.result).to_have_attribute("data-stale", "busy")
    expect(table.notice).to_have_text(str(table.notice.get_attribute("data-busy")))
    table.page.clock.fast_forward("09:00")
    expect(table.result).to_have_attribute("data-stale", "busy")
    with table.page.expect_request(SCORE):  # there was none before
        table.page.clock.fast_forward("01:00")
    table.expect_points(2700, ron=2000)
    expect(table.notice).to_be_hidden()
    complaints.take(str(status))


def test_what_is_tapped_without_a_network_is_there_when_it_comes_back(
    table: Calculator, complaints: Complaints
) -> None:
    table.page.context.set_offline(True)
    table.tap("234567m345p2267s8s").ron().expect_hand("234567m345p22678s", win="8s")
    expect(table.notice).to_be_visible()
    table.page.context.set_offline(False)
    table.expect_points(2000).expect_link("hand=234567m345p2267s8s&by=ron")
    complaints.take("ERR_INTERNET_DISCONNECTED|Failed to fetch")


def test_a_switch_tapped_before_the_scripts_have_come_is_not_lost(page: Page) -> None:
    table, held = Calculator(page), Held(page, MAIN_SCRIPT)
    page.goto(f"/?{B}", wait_until="commit")
    table.tsumo()
    expect(table.choice("by", "tsumo")).to_be_checked()
    held.let_go()
    table.expect_points(1100).expect_link(B.replace("ron", "tsumo"))


def test_a_key_tapped_before_the_scripts_have_come_is_not_lost(page: Page) -> None:
    table, held = Calculator(page), list[Route]()
    page.route(MAIN_SCRIPT, lambda route: held.append(route), times=1)
    page.goto(f"/?{READY}", wait_until="commit")
    table.tap("8s").expect_hand("234567m345p22678s", win="8s").expect_points(2700, ron=2000).expect_link(FULL)
