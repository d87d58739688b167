"""A tile or meld is mended where it lies, in two taps; modes are large enough for a finger on every screen."""

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.e2e.hands import FULL, READY, A, B
from tests.e2e.page import PHONE, SCORE, Calculator, Held, link
from tests.e2e.test_room import SCREENS

# -- mending ---------------------------------------------------------------------------------------


def test_a_wrong_third_tile_of_a_full_hand_is_mended_in_two_taps(phone: Calculator) -> None:
    phone.open("hand=239567m345p2267s8s").edit()
    phone.select("9m").tap("4m").expect_hand("234567m345p22678s", win="8s").expect_points(2700, ron=2000)
    assert phone.taps <= 3  # one of them leads from reading to the keys
    expect(phone.choice("mode", "tile")).to_be_checked()


def test_what_is_selected_is_seen_and_a_second_tap_ends_it(phone: Calculator) -> None:
    phone.open("hand=123m&melds=pon555z")
    chosen = phone.page.locator("#hand [aria-pressed='true']")
    phone.select("2m")
    expect(chosen).to_have_attribute("data-hand-tile", "2m")
    expect(phone.choice("action", "remove")).to_be_visible()
    expect(phone.choice("action", "winning")).to_be_hidden()
    expect(phone.choice("mode", "pon")).to_be_hidden()
    phone.select("3m")
    expect(chosen).to_have_attribute("data-hand-tile", "3m")
    phone.select("3m")
    expect(chosen).to_have_count(0)
    expect(phone.choice("action", "remove")).to_be_hidden()
    expect(phone.choice("mode", "pon")).to_be_visible()
    phone.select_meld(0)
    expect(chosen).to_have_class("meld size-3")
    phone.mode("dora")
    expect(chosen).to_have_count(0)
    phone.tap("1s")
    expect(chosen).to_have_count(0)
    expect(phone.share).to_have_attribute("href", link("hand=123m&melds=pon555z&dora=1s"))


def test_winning_tile_red_five_and_removal_are_two_taps_each(phone: Calculator) -> None:
    phone.open(f"{FULL}&by=ron").edit()
    taps = phone.taps
    phone.select("2s").win_on_selected().expect_hand("234567m345p2678s2s", win="2s").expect_points(1300)
    phone.select("5m").redden().expect_hand("234067m345p2678s2s", win="2s")
    phone.select("0m").whiten().expect_hand("234567m345p2678s2s", win="2s")
    phone.select("4m").remove().expect_hand("23567m345p2678s2s", win="2s").expect_no_points()
    assert phone.taps == taps + 8
    phone.tap("8m").expect_hand("235678m345p2678s2s", win="2s")


def test_a_selection_outlives_an_answer_that_was_asked_for_before(table: Calculator) -> None:
    held = Held(table.page, SCORE)
    table.tap("123m")
    table.select("2m")
    with table.page.expect_response(SCORE):
        held.let_go()
    expect(table.page.locator("[data-share]")).to_have_attribute("href", link("hand=123m"))
    expect(table.page.locator("#result")).not_to_have_attribute("aria-busy", "true")
    expect(table.page.locator("#hand [aria-pressed='true']")).to_have_attribute("data-hand-tile", "2m")
    table.page.unroute(SCORE)
    table.tap("9m").expect_hand("139m")


def test_a_wait_is_drawn_though_a_tile_is_selected(phone: Calculator) -> None:
    phone.open(READY).edit().select("3m").choice("wait", "8s").tap()
    phone.expect_hand("234567m345p22678s", win="8s")


def test_of_a_called_tile_the_runs_are_shown_at_once_and_one_tap_chooses_another(table: Calculator) -> None:
    def places() -> list[Any]:
        return [table.choice(*hook).bounding_box() for hook in (("tile", "1m"), ("mode", "pon"), ("switch", "riichi"))]

    before = places()
    table.chi("0s").expect_hand("067s")
    assert table.taps == 2
    expect(table.result.locator("[data-run]")).to_have_count(3)
    table.take_run("406s").expect_hand("046s")
    expect(table.result.locator("[aria-pressed=true]")).to_have_attribute("data-run", "406s")
    table.page.keyboard.press("Tab")
    table.page.keyboard.press("Enter")
    table.expect_hand("067s").undo().expect_hand("046s").undo().expect_hand("067s")
    assert places() == before


def test_a_selected_chi_shows_its_runs_above_the_keys(phone: Calculator) -> None:
    phone.open(B).edit().select_meld(1)
    expect(phone.page.locator(".mending [data-run]")).to_have_count(2)
    phone.take_run("123s").expect_hand("567m2399p4p555z213s", win="4p")
    phone.select_meld(0)
    expect(phone.page.locator(".mending [data-run]")).to_have_count(0)


@pytest.mark.browser_context_args(has_touch=False, is_mobile=False)
def test_a_hand_is_mended_by_the_keyboard_alone(phone: Calculator) -> None:
    phone.open(FULL).edit()
    keyboard = phone.page.keyboard
    tile = phone.page.locator("#hand [data-hand-tile='3m']")
    tile.focus()
    keyboard.press("Enter")
    expect(tile).to_be_focused()
    expect(tile).to_have_attribute("aria-pressed", "true")
    keyboard.press("Escape")
    expect(tile).to_have_attribute("aria-pressed", "false")
    keyboard.press("Enter")
    keyboard.type("9p")
    phone.expect_hand("24567m3459p22678s", win="8s")
    phone.page.locator("#hand [data-hand-tile='9p']").focus()
    keyboard.press("Enter")
    keyboard.press("Delete")
    phone.expect_hand("24567m345p2267s8s", win="8s")


# -- three players ---------------------------------------------------------------------------------


def test_norths_that_four_players_do_not_have_are_removed_with_one_tap(phone: Calculator) -> None:
    hand = "99m123456p34789s5s"
    phone.open(f"hand={hand}&nuki=2&by=tsumo&riichi=1").edit()
    expect(phone.result.locator("[data-problem]")).to_have_attribute("data-problem", "bad_number")
    phone.remove_norths()
    expect(phone.result.locator("[data-problem]")).to_have_count(0)
    phone.expect_link(f"hand={hand}&by=tsumo&riichi=1")


@pytest.mark.parametrize("hand", ["hand=23m", "hand=22234567m34p5p"])
def test_a_tap_on_an_indicator_adds_one_while_the_kans_have_more_and_the_next_tap_selects_it(
    phone: Calculator, hand: str
) -> None:
    indicators = phone.open(f"{hand}&melds=ankan9999s").mode("dora").tap("1s").page.locator("#dora-tiles")
    indicators.tap(force=True)  # in the middle
    phone.tap("8m").expect_link(f"{hand}&melds=ankan9999s&dora=1s8m")
    phone.undo()
    indicators.tap(force=True)
    indicators.tap(force=True)
    phone.tap("9m").expect_link(f"{hand}&melds=ankan9999s&dora=9m")


def test_a_tap_on_the_only_indicator_of_a_hand_without_kans_selects_it(phone: Calculator) -> None:
    phone.open("hand=23m&dora=1s").select_indicator("dora", 0).tap("9m").expect_link("hand=23m&dora=9m")


# -- modes are large enough ------------------------------------------------------------------------

#: Modes and buttons for what is selected that are too small, or whose words are too small or cut. On narrow and low
#: screens the two kans beside the indicators lie one above the other.
TOO_SMALL = """() => [...document.querySelectorAll("[data-mode], .mending button")]
  .filter((control) => control.checkVisibility())
  .map((control) => [control, control.matches("input") ? control.nextElementSibling : control])
  .filter(([control, drawn]) => {
    const [box, shown] = [control.getBoundingClientRect(), drawn.getBoundingClientRect()];
    const isNarrow = matchMedia("(max-width: 24rem), (max-height: 30rem)").matches;
    const isHalf = isNarrow && control.matches(".beside > .choice > *");
    return Math.min(box.width, shown.width) < 43.9 || Math.min(box.height, shown.height) < (isHalf ? 24 : 40)
      || parseFloat(getComputedStyle(drawn).fontSize) < 11
      || drawn.scrollWidth > drawn.clientWidth + 1 || drawn.scrollHeight > drawn.clientHeight + 1;
  }).map(([, drawn]) => drawn.textContent.trim())"""


@pytest.mark.parametrize("languages", [("ja", "en"), pytest.param(("zh", "ko"), marks=pytest.mark.ci)])
def test_every_mode_is_large_enough_for_a_finger(phone: Calculator, languages: tuple[str, ...]) -> None:
    def expect_large() -> None:
        for size in SCREENS.values():
            assert (phone.page.url, size, phone.resize(*size).page.evaluate(TOO_SMALL)) == (phone.page.url, size, [])

    for language in languages:
        for query in (A, "rules=tenhou_sanma&hand=9m", "dora=12345m&ura=12345p&riichi=1"):
            phone.resize(*PHONE).open(f"{query}&lang={language}").edit()
            expect_large()
        phone.resize(*PHONE).open(f"hand=5m&melds=pon555p&lang={language}").edit()
        for index in (0, 1):
            phone.page.locator("#hand button").nth(index).tap()
            expect_large()


def test_a_phone_that_lies_on_its_side_shows_the_answer_beside_the_keys(phone: Calculator) -> None:
    keys, answer = ("[data-tile]", "#hand [data-hand-tile]", "[data-by]", "[data-action='undo']"), "[data-points]"
    phone.resize(*SCREENS["lying"])
    for language in ("ja", "en"):
        phone.open(f"{A}&lang={language}").edit().expect_on_screen(*keys, answer, "[data-delta]")
        assert (language, phone.overflow()) == (language, (0, 0))


def test_selecting_moves_nothing(phone: Calculator) -> None:
    def places() -> list[Any]:
        hooks = (("tile", "1m"), ("mode", "dora"), ("switch", "riichi"), ("by", "ron"))
        return [phone.choice(*hook).bounding_box() for hook in hooks]

    phone.open(B).edit()
    before = places()
    for index in (0, 8):
        phone.page.locator("#hand button").nth(index).tap()
        assert places() == before
