"""Taking things back: undo, clear, the next hand."""

import re

from playwright.sync_api import expect

from tests.e2e.hands import FULL, A
from tests.e2e.page import Calculator


def test_undo_of_the_empty_page_does_nothing(table: Calculator) -> None:
    table.undo().expect_empty()
    table.tap("1m").undo().undo().undo().expect_empty()
    table.tap("2m").expect_hand("2m")


def test_clear_empties_everything_but_the_rules_and_can_be_undone(phone: Calculator) -> None:
    phone.open(f"{A}&honba=2&seat=W&rules=majiang").clear()
    phone.expect_hand("").expect_link("rules=majiang")
    phone.undo().expect_points(12_000)


def test_on_an_empty_page_nobody_has_said_who_wins(phone: Calculator) -> None:
    """The answer is given all the same, and the link says what is only a guess."""
    phone.open("lang=en").tap("234567m345p2267s8s").expect_points(2700, ron=2000)
    taps = phone.taps
    expect(phone.result.locator("[data-guessed]")).to_have_text(re.compile("Winner: South?"))
    expect(phone.choice("seat-choice", "S")).to_have_attribute("data-guessed", "")
    phone.expect_link(f"{FULL}&guessed_seat=S&lang=en").sit("S")
    expect(phone.result.locator("[data-guessed]")).to_have_count(0)
    phone.expect_link(f"{FULL}&lang=en")
    assert taps == len("23456734522678")
    phone.clear()
    expect(phone.page.locator("[data-seat-choice]:checked")).to_have_count(0)
    expect(phone.choice("seat-choice", "S")).to_have_attribute("data-guessed", "")
