"""What a hand cannot be is greyed out and says why."""

import re

from playwright.sync_api import expect

from tests.e2e.hands import FULL
from tests.e2e.page import Calculator

HOUR = 3600


def test_a_key_that_enters_nothing_says_why(phone: Calculator) -> None:
    phone.page.clock.install(time=0)
    phone.open(FULL).edit()
    phone.page.clock.pause_at(HOUR)
    phone.key("1m").tap(force=True)
    expect(phone.key("1m")).to_have_class(re.compile("refused"))
    phone.page.clock.run_for(2000)
    expect(phone.key("1m")).not_to_have_class(re.compile("refused"))


def test_the_reason_of_a_greyed_key_takes_no_tap_and_disappears_with_the_next_one(phone: Calculator) -> None:
    phone.page.clock.install(time=0)
    phone.open("hand=1111m&lang=en").edit().mode("pon")
    phone.page.clock.pause_at(HOUR)  # it would disappear by itself
    key = phone.key("1m")
    key.tap(force=True)
    expect(key).to_have_class(re.compile("refused"))
    box = key.bounding_box()
    assert box
    phone.page.touchscreen.tap(box["x"] + 12, box["y"] - 16)  # on the words, which lie over the mode
    expect(phone.choice("mode", "tile")).to_be_checked()
    expect(key).not_to_have_class(re.compile("refused"))


def test_a_mode_says_what_its_keys_enter(phone: Calculator) -> None:
    line = phone.open("lang=en").result.locator("[data-hints]")
    expect(line).to_contain_text("Tap the hand")
    phone.mode("pon")
    expect(line).to_have_text("Pon, a called triplet: tap its tile. A second tap on Pon keeps it on.")
    phone.mode("dora")
    expect(line).to_contain_text("the tile that lies face up on the wall")
    phone.mode("tile").tap("123m")
    expect(line).to_have_text("11 more tiles.")
    phone.mode("chi").tap("1p")
    expect(line).to_have_text("8 more tiles.")
    phone.tap("456789m2s").mode("dora").mode("tile")
    expect(line).to_contain_text("Tenpai")


NEEDED = ("Tanyao – holds", "Yakuhai – no triplet of")


def test_no_yaku_of_an_open_hand_names_the_common_yaku_with_the_tiles_in_their_way(phone: Calculator) -> None:
    phone.open("hand=678p345s11z&melds=chi123m-pon999p&by=ron&from=1&lang=en&round=S").edit()
    why = phone.result.locator(".near li")
    expect(why).to_have_text([re.compile(text) for text in ("Riichi, Pinfu – the hand is open", *NEEDED)])
    expect(why.nth(1).locator("[role=img]")).to_have_count(3)
    expect(why.nth(1).get_by_label("9 of circles")).to_be_visible()


def test_no_yaku_says_why_and_what_would_give_one(phone: Calculator) -> None:
    phone.open("hand=123m456p23789s11z4s").ron().expect_no_points()
    expect(phone.result.locator("[data-problem='no_yaku']")).to_be_visible()
    expect(phone.result).to_contain_text("立直")
    phone.declare_riichi()
    expect(phone.result.locator("[data-problem]")).to_have_count(0)
