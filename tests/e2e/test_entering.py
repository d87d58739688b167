"""A hand is entered at the table: tiles, melds, dora, who discarded; and how many taps it takes."""

import re

from playwright.sync_api import expect

from tests.e2e.hands import FULL, A, B, C
from tests.e2e.page import Calculator


def test_the_answer_comes_without_asking_for_it_after_every_tap(table: Calculator) -> None:
    table.tap("234567m345p2267s").expect_no_points()
    table.tap("8s").expect_points(2700, ron=2000)
    table.take_out("8s").expect_no_points()
    table.tap("5s").expect_points(2700, ron=2000)


def test_tsumo_and_ron_are_chosen_by_their_points_too(phone: Calculator) -> None:
    phone.open(FULL).edit()
    phone.result.get_by_role("button", name=re.compile("2,000")).tap()
    phone.expect_points(2000).expect_link(f"{FULL}&by=ron")
    phone.undo().expect_points(2700, ron=2000)


def test_a_pasted_hand_takes_the_place_of_the_hand_that_has_been_tapped(table: Calculator) -> None:
    table.tap("19p").declare_riichi().paste("234567m345p22678s")
    table.expect_points(2700, ron=2000).expect_link(FULL)


def test_hand_b_is_tapped_in(table: Calculator) -> None:
    table.pon("5z").chi("2s").tap("99p").sequence("5m").sequence("2p").ron()
    table.expect_points(1000).expect_link(B)
    assert table.taps == 11


def test_hand_c_is_tapped_in(table: Calculator) -> None:
    table.ankan("9m").sets("sequence", "25p7s").pair("5s").declare_riichi().ron()
    table.expect_points(2300).expect_link(C)
    assert table.taps == 11


def test_honba_and_sticks_are_counted_by_tapping(phone: Calculator) -> None:
    phone.open(A).edit()
    phone.page.locator(".situation .more > summary").tap()
    more, fewer = (phone.page.locator(f".counter:has(#honba) [data-step='{step}']") for step in (1, -1))
    more.tap()
    more.tap()
    fewer.tap()
    expect(phone.page.locator("#honba")).to_have_value("1")
    expect(phone.page).to_have_url(re.compile("honba=1"))
    fewer.tap()
    fewer.tap()
    expect(phone.page.locator("#honba")).to_have_value("0")
