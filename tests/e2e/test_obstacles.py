"""What a hand cannot be is greyed out and says why."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.hands import FULL
from tests.e2e.page import Calculator


def test_a_key_that_enters_nothing_says_why(table: Calculator) -> None:
    table.open(FULL).edit()
    table.key("1m").tap(force=True)
    expect(table.key("1m")).to_have_class(re.compile("refused"))
    expect(table.key("1m")).not_to_have_class(re.compile("refused"))


def test_what_a_key_says_takes_no_tap_and_goes_with_the_next_one(phone: Calculator) -> None:
    phone.open("hand=1111m&lang=en").edit().mode("pon")
    key = phone.key("1m")
    key.tap(force=True)
    expect(key).to_have_class(re.compile("refused"))
    box = key.bounding_box()
    assert box
    phone.page.touchscreen.tap(box["x"] + 12, box["y"] - 16)  # on the words, which lie over the mode
    expect(phone.choice("mode", "tile")).to_be_checked()
    expect(key).not_to_have_class(re.compile("refused"), timeout=500)


def test_ura_waits_for_riichi(table: Calculator) -> None:
    table.open(FULL).edit()
    ura = table.choice("mode", "ura")
    expect(ura).to_have_attribute("aria-disabled", "true")
    ura.tap(force=True)
    expect(ura).not_to_be_checked()
    expect(table.page.locator(".indicators .reason")).to_be_visible()
    table.declare_riichi()
    expect(ura).not_to_have_attribute("aria-disabled", "true")


def test_the_fifth_copy_of_a_tile_is_greyed_out(table: Calculator) -> None:
    key = table.key("9m")
    for _ in range(4):
        expect(key).to_be_enabled()
        table.tap("9m")
    expect(key).to_be_disabled()
    expect(table.key("8m")).to_be_enabled()
    table.mode("sequence")
    expect(table.key("7m")).to_be_disabled()
    expect(table.key("6m")).to_be_enabled()
    table.mode("tile").undo()
    expect(key).to_be_enabled()


def test_red_and_plain_fives_are_counted_apart(table: Calculator) -> None:
    table.tap("0p")
    expect(table.key("0p")).to_be_disabled()
    table.tap("555p")
    expect(table.key("5p")).to_be_disabled()


def test_a_greyed_key_does_nothing(table: Calculator) -> None:
    table.tap("9999m")
    expect(table.key("9m")).to_be_disabled()
    table.key("9m").tap(force=True)
    table.tap("1p").expect_hand("9999m1p")


def test_indicators_and_melds_count_too(table: Calculator) -> None:
    table.pon("5z").dora("5z")
    expect(table.key("5z")).to_be_disabled()
    table.ankan("1m")
    expect(table.key("1m")).to_be_disabled()


def test_a_set_for_which_there_is_no_room_or_no_tile_is_greyed_out(table: Calculator) -> None:
    for mode in ("sequence", "chi"):
        table.mode(mode)
        for tile in ("8m", "9m", "8s", "1z", "7z"):
            expect(table.key(tile)).to_be_disabled()
        for tile in ("1m", "7p", "5s", "0s"):
            expect(table.key(tile)).to_be_enabled()
    table.open("hand=19m19p19s123456z").mode("triplet")
    expect(table.key("5m")).to_be_disabled()
    table.mode("pair")
    expect(table.key("5m")).to_be_enabled()


def test_a_full_hand_takes_no_more_tiles_but_indicators(table: Calculator) -> None:
    table.open(FULL)
    expect(table.key("1z")).to_be_disabled()
    table.mode("dora")
    expect(table.key("1z")).to_be_enabled()
    table.tap("1z")
    expect(table.key("2z")).to_be_disabled()


def test_ippatsu_is_greyed_out_without_riichi(table: Calculator) -> None:
    expect(table.switch("ippatsu")).to_be_disabled()
    table.declare_riichi()
    expect(table.switch("ippatsu")).to_be_enabled()
    table.flag("ippatsu")
    expect(table.switch("ippatsu")).to_be_checked()


def test_ippatsu_goes_with_riichi(table: Calculator) -> None:
    table.declare_riichi()
    expect(table.switch("ippatsu")).to_be_enabled()
    table.flag("ippatsu").declare_riichi()
    expect(table.switch("ippatsu")).not_to_be_checked()
    expect(table.switch("ippatsu")).to_be_disabled()
    table.expect_link("")


def test_riichi_is_greyed_out_with_an_open_hand(table: Calculator) -> None:
    table.pon("5z")
    expect(table.switch("riichi")).to_be_disabled()
    table.undo()
    expect(table.switch("riichi")).to_be_enabled()
    table.ankan("5z").declare_riichi()
    expect(table.switch("riichi")).to_be_checked()


def test_another_sort_of_riichi_takes_the_place_of_riichi(table: Calculator) -> None:
    table.open(FULL).edit().declare_riichi().expect_points(5200, ron=3900)
    table.flag("double_riichi").expect_points(8000, ron=7700)
    expect(table.switch("riichi")).not_to_be_checked()
    expect(table.result.locator("[data-problem]")).to_have_count(0)
    table.declare_riichi().expect_points(5200, ron=3900)
    expect(table.switch("double_riichi")).not_to_be_checked()


@pytest.mark.parametrize(
    ("hand", "plain"), [("", "Tap the hand"), ("hand=123m", "11 more tiles."), ("hand=234567m345p2267s", "Tenpai")]
)
def test_a_mode_says_what_its_keys_enter(table: Calculator, hand: str, plain: str) -> None:
    table.open(f"{hand}&lang=en").edit()
    line = table.result.locator("[data-hints]")
    table.mode("pon")
    expect(line).to_have_text("Pon, a called triplet: tap its tile.")
    table.mode("dora")
    expect(line).to_contain_text("the tile that lies face up on the wall")
    table.mode("tile")
    expect(line).to_contain_text(plain)
    if hand == "hand=123m":
        table.mode("chi").tap("1p")
        expect(line).to_have_text("8 more tiles.")


NEEDED = ("Tanyao – holds", "Yakuhai – no triplet of")


def test_no_yaku_of_an_open_hand_names_the_common_yaku_with_the_tiles_in_their_way(table: Calculator) -> None:
    table.open("hand=678p345s11z&melds=chi123m-pon999p&by=ron&from=1&lang=en&round=S").edit()
    why = table.result.locator(".near li")
    expect(why).to_have_text([re.compile(text) for text in ("Riichi, Pinfu – the hand is open", *NEEDED)])
    expect(why.nth(1).locator("[role=img]")).to_have_count(3)
    expect(why.nth(1).get_by_label("9 of circles")).to_be_visible()


def test_no_yaku_says_why_and_what_would_give_one(table: Calculator) -> None:
    table.open("hand=123m456p23789s11z4s").ron().expect_no_points()
    expect(table.result.locator("[data-problem='no_yaku']")).to_be_visible()
    expect(table.result).to_contain_text("立直")
    table.declare_riichi()
    expect(table.result.locator("[data-problem]")).to_have_count(0)
