"""What a reader of the page relies on without thinking of it: every mode, the keyboard alone, large text, no waiting,
nothing that jumps, reasons for what is grey, and a page that is light."""

import re
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import NewContext
from tests.e2e.hands import FULL, A, B
from tests.e2e.page import SCORE, Calculator, Held

pytestmark = pytest.mark.ci

KB = 1000  # bytes


# -- every mode --------------------------------------------------------------------------------------


def test_a_mode_enters_its_set_with_one_key_and_ends(table: Calculator) -> None:
    """What each key enters is tested in `tests/entry`, and for the script by `test_replay`."""
    for mode, key, hand in (("sequence", "0s", "067s"), ("kakan", "5s", "0555s"), ("ankan", "1z", "1111z")):
        table.mode(mode)
        expect(table.choice("mode", mode)).to_be_checked()
        table.tap(key).expect_hand(hand)
        expect(table.choice("mode", "tile")).to_be_checked()
        table.undo().expect_empty()


@pytest.mark.parametrize(("mode", "count"), [("dora", 5), ("ura", 5)])
def test_indicators_lie_beside_the_hand(phone: Calculator, mode: str, count: int) -> None:
    below = "&dora=66777z" if mode == "ura" else ""
    phone.open(f"{FULL}&riichi=1{below}").mode(mode).mode(mode).tap("11223z")
    expect(phone.page.locator(f"#{mode}-tiles .tile")).to_have_count(count)
    expect(phone.key("4z")).to_be_disabled()


def test_seen_tiles_are_counted_until_the_mode_is_left(table: Calculator) -> None:
    table.mode("seen").tap("19m5z").mode("seen").tap("5z")
    expect(table.page.locator("#seen-count")).to_have_text("3")
    table.expect_hand("5z").expect_link("hand=5z&seen=19m5z")


def test_a_mode_tapped_twice_stays_until_it_is_tapped_again(table: Calculator) -> None:
    table.sets("pair", "1m9p5z").expect_hand("11m99p55z").mode("pair").tap("7z").expect_hand("11m99p557z")


# -- the keyboard alone ------------------------------------------------------------------------------

#: Whether what has the focus is seen to have it: an outline around it, or around the label drawn in its place.
FOCUS = """() => {
  const focused = document.activeElement;
  const drawn = focused.matches("input[type=radio], input[type=checkbox]") ? focused.nextElementSibling : focused;
  const { outlineStyle, outlineWidth } = getComputedStyle(drawn);
  const box = drawn.getBoundingClientRect();
  return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2
    && box.top >= 0 && box.bottom <= innerHeight && box.width > 0;
}"""
PART = "() => document.activeElement.closest('.situation, #result, #hand, .keys, #switches')?.className.split(' ')[0]"


def tab_to(page: Page, control: Locator) -> None:
    """Presses Tab until a control has the focus; wherever the focus rests, it is seen."""
    for _ in range(90):
        page.keyboard.press("Tab")
        assert page.evaluate(FOCUS), page.evaluate("document.activeElement.outerHTML")
        if control.evaluate("control => control === document.activeElement"):
            return
    pytest.fail("not reached by Tab")


@pytest.mark.browser_context_args(has_touch=False, is_mobile=False)
def test_hand_b_by_the_keyboard_alone(table: Calculator) -> None:
    keyboard = table.page.keyboard
    tab_to(table.page, table.choice("mode", "tile"))
    for _ in range(5):
        keyboard.press("ArrowRight")
    expect(table.choice("mode", "pon")).to_be_focused()
    keyboard.type("5z")
    keyboard.press("ArrowLeft")
    expect(table.choice("mode", "chi")).to_be_checked()
    keyboard.type("2s567m2399p3p")
    keyboard.press("Control+z")
    keyboard.type("4p")
    table.expect_hand("567m2399p4p555z234s", win="4p")
    tab_to(table.page, table.choice("by", "tsumo"))
    keyboard.press("ArrowRight")
    table.expect_points(1000).expect_link(B)


@pytest.mark.browser_context_args(has_touch=False, is_mobile=False)
def test_tab_goes_through_the_page_as_it_is_read(phone: Calculator) -> None:
    phone.open(A)
    parts = []
    for _ in range(75):
        phone.page.keyboard.press("Tab")
        parts.append(phone.page.evaluate(PART))
    visited = [part for part, before in zip(parts, [None, *parts], strict=False) if part and part != before]
    assert visited[:5] == ["situation", "result", "hand", "keys", "switches"]


@pytest.mark.browser_context_args(has_touch=False, is_mobile=False)
def test_the_keyboard_enters_nothing_below_a_dialog_and_closes_it(table: Calculator) -> None:
    table.page.keyboard.type("1m")
    table.expect_hand("1m").share.click()
    expect(table.page.get_by_role("dialog")).to_be_visible()
    table.page.keyboard.type("123m")
    table.page.keyboard.press("Escape")
    expect(table.page.get_by_role("dialog")).to_be_hidden()
    table.expect_hand("1m")


# -- what is grey says why ---------------------------------------------------------------------------


def test_a_greyed_key_says_why_on_focus(phone: Calculator) -> None:
    for query, mode, key, reason in (
        (FULL, "tile", "1m", "The hand is full."),
        ("hand=9999m", "tile", "9m", "Too few copies are left."),
        ("hand=99m", "triplet", "9m", "Too few copies are left."),
        ("", "sequence", "8p", "This key does nothing in this mode."),
        ("dora=11223z", "dora", "1m", "There are at most five indicators."),
        ("rules=tenhou_sanma", "tile", "5m", "These rules do not use this tile."),
    ):
        phone.open(f"{query}&lang=en".lstrip("&"))
        phone.choice("mode", mode).press("Space")  # five indicators lie over the middle of their mode
        expect(phone.choice("mode", mode)).to_be_checked()
        expect(phone.key(key)).to_be_disabled()
        expect(phone.key(key)).to_have_accessible_description(reason)
        phone.page.keyboard.press("Shift")  # from now on the focus is the keyboard's
        phone.key(key).focus()
        assert phone.key(key).evaluate("key => getComputedStyle(key, '::after').content") == f'"{reason}"'


def test_a_greyed_switch_says_why_on_focus(phone: Calculator) -> None:
    phone.open("melds=pon555z&lang=en")
    expect(phone.key("1m")).to_have_accessible_description("")
    reason = phone.page.locator("#why-riichi")
    expect(reason).to_be_hidden()
    phone.switch("riichi").focus()
    expect(reason).to_be_visible()
    expect(phone.switch("riichi")).to_have_accessible_description(reason.inner_text())


# -- no waiting, nothing jumps -----------------------------------------------------------------------

#: Notes each tap, each change of the hand and the first frame after each tap, in their order.
WATCH_TAPS = """() => {
  window.seen = [];
  document.addEventListener("click", () => {
    window.seen.push("tap");
    requestAnimationFrame(() => window.seen.push("frame"));
  }, true);
  new MutationObserver(() => window.seen.push("hand")).observe(document.getElementById("hand"), { childList: true });
}"""


def test_a_tap_is_seen_in_the_next_frame_whatever_the_network_does(table: Calculator) -> None:
    held = Held(table.page, SCORE)
    table.page.evaluate(WATCH_TAPS)
    table.tap("234567m345p2267s8s").expect_hand("234567m345p22678s", win="8s").expect_no_points()
    table.page.wait_for_function("seen.filter((what) => what === 'frame').length === 14")
    assert table.page.evaluate("seen") == ["tap", "hand", "frame"] * 14
    held.let_go()
    table.expect_points(2700, ron=2000)


WATCH_SHIFTS = """() => {
  window.shifts = [];
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries()) for (const { node } of sources) {
      if (!node?.parentElement?.closest("#result")) window.shifts.push(node?.outerHTML ?? node?.nodeName);
    }
  }).observe({ type: "layout-shift" });
}"""


def test_nothing_shifts_when_an_answer_comes(phone: Calculator) -> None:
    hands = (
        ("hand=234567m345p2267s", "8s"),  # points
        ("hand=234567m345p226s", "7s"),  # what it waits for
        ("hand=19m19p19s123456z", "7z"),  # thirteen waits
        ("hand=23456m345p22679s", "1z"),  # what to discard
        ("hand=123m456p23789s11z&by=ron", "4s"),  # no yaku
    )
    for language, (query, key) in product(("ja", "en"), hands):
        phone.open(f"{query}&lang={language}").page.evaluate(WATCH_SHIFTS)
        before = phone.key("1m").bounding_box()
        with phone.answered():
            phone.tap(key)
        phone.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))")
        assert (query, phone.page.evaluate("shifts")) == (query, [])
        assert phone.key("1m").bounding_box() == before, query


@pytest.mark.parametrize("address", ["/", "/?lang=ko"])
def test_a_closed_tab_loses_nothing(table: Calculator, page: Page, address: str) -> None:
    table.tap("19m").pon("5z").sit("E").honba(2).expect_link("hand=19m&melds=pon555z&seat=E&honba=2")
    context = page.context
    page.close()
    again = Calculator(context.new_page())
    again.page.goto(address)
    expect(again.page.locator("html")).to_have_attribute("lang", "ko" if "ko" in address else "ja")
    again.expect_hand("19m555z").expect_link("hand=19m&melds=pon555z&seat=E&honba=2")


# -- languages and large text ------------------------------------------------------------------------


def test_each_language_says_the_answer(phone: Calculator) -> None:
    for language, words, red_five in (
        ("ja", ["跳満", "立直", "断幺九", "東"], "赤5萬"),
        ("en", ["Haneman", "Riichi", "Tanyao All simples", "East"], "red 5 of characters"),
        ("zh", ["跳满", "立直", "断幺九", "东"], "赤5万"),
        ("ko", ["하네만", "리치", "탕야오", "동"], "적5만|5만"),
    ):
        phone.open(f"{A}&lang={language}").expect_points(12_000).expect_link(f"{A}&lang={language}")
        expect(phone.page.locator("html")).to_have_attribute("lang", language)
        for word in words:
            expect(phone.result).to_contain_text(word)
        expect(phone.key("0m")).to_have_accessible_name(re.compile(red_five))
        phone.ron().expect_points(12_000).expect_link(f"{A}&lang={language}".replace("tsumo", "ron"))
        expect(phone.result).to_contain_text(words[0])


# -- how heavy it is ---------------------------------------------------------------------------------


def sizes_of(page: Page, address: str) -> dict[str, int]:
    """The path of every response of a first load, with its compressed bytes."""
    found: dict[str, Any] = {}
    page.on("requestfinished", lambda request: found.setdefault(request.url, request))
    page.goto(address, wait_until="networkidle")
    return {url: request.sizes()["responseBodySize"] for url, request in found.items()}


def test_a_first_load_is_light(new_context: NewContext) -> None:
    sizes = sizes_of(new_context().new_page(), f"/?{A}")
    assert len(sizes) <= 8
    assert sum(sizes.values()) <= 60 * KB
    own = [size for url, size in sizes.items() if "/js/" in url]
    assert own
    assert sum(own) <= 11.25 * KB


def test_an_answer_is_light(phone: Calculator) -> None:
    for query in (A, B, "hand=112233m112233p1s1s", "hand=19m19p19s1234567z1z"):
        phone.open(query)
        with phone.page.expect_response(SCORE) as answer:
            phone.sit("E")
        assert answer.value.request.sizes()["responseBodySize"] <= 4 * KB, query
