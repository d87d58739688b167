"""Fingers drawn over the keys, keyboards, and what a screen reader says."""

import re

from playwright.sync_api import expect

from tests.e2e.page import Calculator


def test_a_finger_drawn_over_three_keys_of_a_suit_enters_a_run_either_way(table: Calculator) -> None:
    table.draw("234m").expect_hand("234m").expect_link("hand=234m").clear()
    for drawn, hand in (("876s", "9p678s"), ("34p", "9p"), ("123z", "9p"), ("456m", "456m9p")):
        table.draw(drawn).tap("9p").expect_hand(hand).clear().expect_hand("")


def test_a_finger_drawn_over_more_keys_enters_the_run_of_the_first_three(table: Calculator) -> None:
    for drawn, hand in (("2345m", "234m9p"), ("87654s", "9p678s"), ("123456789p", "1239p")):
        table.draw(drawn).tap("9p").expect_hand(hand).clear().expect_hand("")


def test_a_run_drawn_in_chi_mode_is_a_chi(table: Calculator) -> None:
    table.mode("chi").draw("234s").tap("9p").expect_hand("9p234s").expect_link("hand=9p&melds=chi234s")


def test_a_key_keeps_the_keyboard_s_focus_while_answers_come(table: Calculator) -> None:
    table.key("9m").focus()
    for count in (1, 2, 3):
        with table.answered():
            table.page.keyboard.press("Enter")
        expect(table.key("9m")).to_be_focused()
        table.expect_hand("9m" * count)
    table.switch("riichi").focus()
    with table.answered():
        table.page.keyboard.press("Space")
    expect(table.switch("riichi")).to_be_focused()
    expect(table.switch("riichi")).to_be_checked()


def test_every_control_is_reached_by_the_keyboard(table: Calculator) -> None:
    reached = set()
    table.page.locator("body").press("Tab")
    for _ in range(120):
        hooks = table.page.evaluate(
            "() => [...(document.activeElement?.attributes ?? [])]"
            ".filter(({ name }) => name.startsWith('data-')).map(({ name, value }) => `${name}=${value}`)"
        )
        reached |= set(hooks)
        table.page.keyboard.press("Tab")
    for tile in (f"{rank}{suit}" for suit in "mps" for rank in range(10)):
        assert f"data-tile={tile}" in reached
    assert {"data-action=undo", "data-switch=riichi", "data-mode=tile"} <= reached
    assert any(hook.startswith("data-by") for hook in reached)


def test_the_winning_tile_and_a_meld_say_what_they_are(phone: Calculator) -> None:
    phone.open("hand=234567m2267s&melds=pon555z&lang=en").edit().tap("8s")
    expect(phone.page.locator("[data-winning]")).to_have_accessible_name("8 of bamboos, winning tile")
    expect(phone.page.locator("#hand .meld")).to_have_accessible_name(re.compile("^Pon: White dragon"))
    expect(phone.hand.first).to_have_accessible_name("2 of characters")
