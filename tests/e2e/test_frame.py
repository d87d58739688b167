"""What is the same on every page: the menu, what opens over a page, and the phone's Back."""

import re
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewContext
from tests.e2e.hands import A, B
from tests.e2e.layout import Layout, boxes
from tests.e2e.page import Calculator
from webapp.language.i18n import LANGUAGES

pytestmark = pytest.mark.ci

PAGES = ["/", f"/?{A}", "/rules", "/table", "/yaku", "/hands", "/help", "/changes", "/api", "/game"]
MENU = {"ja": "メニュー", "en": "Menu", "zh": "菜单", "ko": "메뉴"}


def open_menu(page: Page) -> None:
    page.locator(".menu > summary").tap()
    expect(page.locator(".menu .popover")).to_be_visible()


# -- the menu --------------------------------------------------------------------------------------


def test_every_page_has_the_menu_at_the_top_left(page: Page) -> None:
    places = set()
    for language, address in product(LANGUAGES, PAGES):
        page.goto(f"{address}{'&' if '?' in address else '?'}lang={language}")
        button = page.locator(".menu > summary")
        expect(button).to_have_text(MENU[language])
        box = button.bounding_box()
        assert box
        assert (box["x"] <= 16, box["y"] <= 20, box["height"] >= 40) == (True, True, True), (address, language)
        places.add(box["x"])
    assert len(places) == 1  # it never moves sideways


def test_the_menu_leads_everywhere_and_begins_with_the_game(page: Page) -> None:
    Calculator(page).open(f"{A}&lang=en")
    places = page.locator(".menu .places a")
    words = ["Games and groups", "Calculator", "Rules", "Score table", "Yaku", "Practice", "Last hands", "Review a log"]
    words += ["Share", "Help", "What is new", "Without a network"]
    assert places.all_text_contents() == words
    for number, word in enumerate(words):
        page.goto(f"/yaku?{A}&lang=en")
        open_menu(page)
        address = places.nth(number).get_attribute("href") or ""
        assert A in address, word
        assert "lang=en" in address, word
        places.nth(number).tap()
        expect(page).to_have_url(address)


def test_the_menu_needs_no_scripts(plain: Page) -> None:
    for address in ("/", "/yaku", "/game"):
        plain.goto(address)
        open_menu(plain)
        plain.mouse.click(380, 650)
        expect(plain.locator(".menu .popover")).to_be_hidden()
        expect(plain.locator("#hand [data-hand-tile]")).to_have_count(0)
        open_menu(plain)
        plain.locator(".menu a[href^='/help']").tap()
        expect(plain.locator("h1")).to_have_text("使い方")


def test_the_language_changes_on_the_page_where_one_is(page: Page) -> None:
    for address, language in zip(("/yaku?all=1", "/table?honba=2", "/help", "/game"), LANGUAGES, strict=True):
        page.goto(address)
        open_menu(page)
        page.locator(f".menu a[hreflang={language}]").tap()
        expect(page.locator("html")).to_have_attribute("lang", language)
        assert page.evaluate("location.pathname") == address.split("?")[0]


#: Says which of some elements cannot be scrolled to, have something over them, or are too small for a finger.
OUT_OF_REACH = """elements => elements.filter((element) => {
  element.scrollIntoView({ block: "nearest", behavior: "instant" });
  const { left, top, right, bottom, width, height } = element.getBoundingClientRect();
  const isCut = Math.ceil(left) < 0 || Math.ceil(top) < 0 || Math.floor(right) > innerWidth
    || Math.floor(bottom) > innerHeight;
  const first = document.elementFromPoint(left + width / 2, top + height / 2);
  return isCut || Math.min(width, height) < 24 || !element.contains(first);
}).map((element) => element.outerHTML)"""


def test_every_entry_of_the_menu_can_be_reached(page: Page) -> None:
    for address, language in product(("/", "/yaku", "/game"), LANGUAGES):
        page.goto(f"{address}?lang={language}")
        open_menu(page)
        for width, height in [(320, 568), (740, 360), (390, 664)]:
            page.set_viewport_size({"width": width, "height": height})
            entries = page.locator(".menu .popover a")
            assert entries.count() > len(LANGUAGES)
            assert (address, language, width, entries.evaluate_all(OUT_OF_REACH)) == (address, language, width, [])
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (address, language)


# -- the first visit -------------------------------------------------------------------------------


def test_the_empty_answer_shows_how_it_works_in_one_look(phone: Calculator) -> None:
    told = phone.page.locator(".told")
    for language in LANGUAGES:
        phone.open(f"lang={language}")
        expect(phone.page.locator(".welcome .tile")).to_have_count(14)
        for size in [(390, 664), (320, 568), (768, 1024), (1280, 800), (740, 360)]:
            phone.resize(*size)
            phone.expect_on_screen(".welcome .tile", ".welcome p", ".welcome strong", ".welcome a", ".welcome li")
            cut = told.evaluate("told => told.scrollHeight > told.clientHeight || told.scrollWidth > told.clientWidth")
            assert (language, size, cut) == (language, size, False)


def test_with_large_text_the_example_is_on_the_smallest_screen(phone: Calculator, base_url: str) -> None:
    Layout(phone.page, base_url).comfort("text-150")
    phone.resize(320, 568)
    for language in LANGUAGES:
        phone.open(f"lang={language}")
        (last,), (told,), keys = (
            boxes(phone.page.locator(place))
            for place in (".welcome .ways > a:last-of-type", ".told", ".seen > span, [data-action='undo']")
        )
        assert last["y"] + last["height"] <= told["y"] + told["height"], language
        assert keys[0]["height"] == keys[1]["height"], language


def test_the_first_visit_shows_what_fingers_can_do_and_after_the_first_tile_never_again(table: Calculator) -> None:
    def places() -> list[Any]:
        return [table.choice(*hook).bounding_box() for hook in (("tile", "9s"), ("mode", "pon"), ("switch", "riichi"))]

    shown, before = table.page.locator(".welcome .gestures > li"), places()
    expect(shown).to_have_count(3)
    table.page.reload()
    expect(shown).to_have_count(3)
    table.tap("1m").expect_hand("1m")
    expect(shown).to_have_count(0)
    table.undo()
    expect(table.page.locator(".welcome")).to_be_visible()
    assert places() == before
    table.page.reload()
    expect(table.page.locator(".welcome [data-then]")).to_be_visible()
    expect(shown).to_have_count(0)


def test_without_scripts_the_first_visit_leads_to_the_same_pictures_in_the_help(plain_table: Calculator) -> None:
    expect(plain_table.page.locator(".welcome .gestures")).to_have_count(0)
    plain_table.page.locator(".welcome a[href^='/help']").tap()
    expect(plain_table.page.locator(".gestures > li")).to_have_count(3)


def test_the_example_fills_in_a_hand_that_can_be_undone(phone: Calculator) -> None:
    for rules, points in (("", 12_000), ("rules=m_league", 12_000), ("rules=tenhou_sanma", 3900)):
        phone.open(f"{rules}&honba=2".lstrip("&"))
        assert (rules, phone.page.locator(".welcome strong").inner_text()) == (rules, f"{points:,}")
        with phone.answered():
            phone.page.locator("[data-action=example]").tap()
        phone.expect_points(points)
        expect(phone.page.locator("#honba")).to_have_value("2")
        expect(phone.page.locator(".welcome")).to_have_count(0)
        phone.expect_on_screen("[data-tile]")
        phone.undo().expect_hand("")
        expect(phone.page.locator(".welcome")).to_be_visible()


def test_the_example_needs_no_scripts(plain_table: Calculator) -> None:
    plain_table.page.locator("[data-action=example]").tap()
    plain_table.expect_points(12_000).expect_hand("234567m345p22678s", win="8s")


def test_the_round_is_said_as_people_say_it(table: Calculator) -> None:
    situation = table.page.locator("#situation b")
    expect(situation).to_have_text("東1局")
    table.page.locator(".situation .more > summary").tap()
    for choice in ("[data-round-choice=S]", "[data-kyoku-choice='3']"):
        with table.answered():
            table.page.locator(choice).tap()
    expect(situation).to_have_text("南3局")
    table.open("round=S&kyoku=3&honba=1&sticks=2&lang=en")
    expect(table.page.locator("#situation")).to_have_text(re.compile(r"South 3\s*1 honba · 2 sticks"))


# -- what opens over the page ----------------------------------------------------------------------


def test_a_tap_that_closes_a_menu_presses_nothing(table: Calculator) -> None:
    table.tap("1m")
    targets = (table.key("9s"), table.key("9m"), table.choice("by", "ron"), table.choice("mode", "pon"))
    for menu, target in product((".menu", ".situation .more", ".switches .more"), targets):
        popover = table.page.locator(f"{menu} .popover")
        table.page.locator(f"{menu} > summary").tap()
        expect(popover).to_be_visible()
        box = target.bounding_box()
        inside = popover.bounding_box()
        assert box
        assert inside
        x, y = box["x"] + 4, box["y"] + box["height"] - 4
        if inside["x"] <= x <= inside["x"] + inside["width"] and inside["y"] <= y <= inside["y"] + inside["height"]:
            table.page.locator(f"{menu} > summary").tap(position={"x": 3, "y": 3})
            continue
        table.page.touchscreen.tap(x, y)
        expect(popover).to_be_hidden()
    table.expect_hand("1m")
    expect(table.choice("by", "ron")).not_to_be_checked()
    expect(table.choice("mode", "tile")).to_be_checked()


def test_a_tap_beside_a_dialog_closes_it_and_presses_nothing(table: Calculator) -> None:
    table.tap("1m").share.tap()
    expect(table.page.locator("#share")).to_be_visible()
    table.page.touchscreen.tap(3, 3)
    expect(table.page.locator("#share")).to_be_hidden()
    expect(table.page.locator(".menu .popover")).to_be_hidden()
    table.expect_hand("1m")


def test_the_help_leads_back_to_the_hand(table: Calculator) -> None:
    table.tap("1m").expect_link("hand=1m")
    table.page.keyboard.press("?")
    expect(table.page).to_have_url(re.compile("/help"))
    table.page.go_back()
    table.expect_hand("1m")
    open_menu(table.page)
    table.page.locator("[data-action=help]").tap()
    expect(table.page).to_have_url(re.compile("/help"))
    table.page.locator(".head > .square").tap()
    table.expect_hand("1m")


# -- Back ------------------------------------------------------------------------------------------


def test_back_closes_what_is_open_and_then_leaves(page: Page) -> None:
    page.goto("/table")
    table = Calculator(page).open(A).edit()
    for fold in (".menu > summary", ".situation .more > summary", ".switches .more > summary", ".readings > summary"):
        page.locator(fold).tap()
        expect(page.locator(fold)).to_have_js_property("parentElement.open", True)
        page.go_back()
        expect(page.locator(fold)).to_have_js_property("parentElement.open", False)
        table.expect_link(A)
    table.share.tap()
    page.locator("#share .qr").wait_for()
    page.go_back()
    expect(page.locator("#share")).to_be_hidden()
    table.expect_link(A).expect_points(12_000)
    page.go_back()
    expect(page).to_have_url(re.compile("/table$"))


def test_back_closes_the_dialog_and_then_the_details_below_it(page: Page) -> None:
    page.goto("/table")
    table = Calculator(page).open(A).edit()
    page.locator(".readings > summary").tap()
    table.share.tap()
    for selector in ("#share", ".readings"):
        expect(page.locator(selector)).to_have_js_property("open", True)
        page.go_back()
        expect(page.locator(selector)).to_have_js_property("open", False)
    table.expect_link(A)
    page.go_back()
    expect(page).to_have_url(re.compile("/table$"))


def test_a_menu_closed_by_hand_costs_no_second_back(page: Page) -> None:
    page.goto("/table")
    Calculator(page).open(A).edit()
    for _ in range(3):
        open_menu(page)
        page.touchscreen.tap(380, 640)
        expect(page.locator(".menu .popover")).to_be_hidden()
    page.go_back()
    expect(page).to_have_url(re.compile("/table$"))


def test_what_was_changed_in_a_menu_stays_after_back(phone: Calculator) -> None:
    phone.open(B).edit()
    phone.page.locator(".situation .more > summary").tap()
    with phone.answered():
        phone.page.locator("[data-round-choice=S]").tap()
    phone.page.go_back()
    expect(phone.page.locator(".situation .more .popover")).to_be_hidden()
    phone.expect_link(B.replace("&by", "&round=S&by"))


def test_back_from_another_page_comes_back_to_the_hand(page: Page) -> None:
    table = Calculator(page).open(A).edit()
    open_menu(page)
    page.locator(".menu a[href^='/yaku']").tap()
    page.wait_for_url(re.compile("/yaku"))
    page.go_back()
    table.expect_points(12_000).expect_link(A)


# -- comfort ---------------------------------------------------------------------------------------

#: Notes what is felt and heard.
FELT = """
window.felt = [];
navigator.vibrate = (pattern) => felt.push(["vibration", String(pattern)]);
const part = () => ({ connect: (other) => other, frequency: {}, start() { felt.push(["sound"]); }, stop() {},
  gain: { setValueAtTime() {}, exponentialRampToValueAtTime() {} } });
window.AudioContext = class { currentTime = 0; createOscillator = part; createGain = part; };
"""


def choose(page: Page, word: str) -> None:
    """Taps a button for comfort and closes the menu."""
    open_menu(page)
    page.locator(f".menu button[value='{word}']").tap()
    page.locator(".menu > summary").tap(position={"x": 4, "y": 4})


def test_the_size_of_the_text_is_kept_on_the_device(page: Page) -> None:
    page.goto("/table")
    for word, size in (("text-150", "24px"), ("text-125", "20px"), ("text-100", "16px")):
        choose(page, word)
        for address in ("/", "/yaku", "/game"):
            page.goto(address)
            assert page.evaluate("getComputedStyle(document.documentElement).fontSize") == size
            expect(page.locator(f".menu button[value='{word}']")).to_have_attribute("aria-pressed", "true")
            expect(page.locator(".menu .comfort").first.locator("[aria-pressed=true]")).to_have_count(1)


def test_comfort_needs_no_scripts(new_context: NewContext) -> None:
    page = new_context(java_script_enabled=False).new_page()
    page.goto(f"/table?{A}&honba=2")
    address = page.url
    for word in ("text-125", "left"):
        open_menu(page)
        page.locator(f".menu button[value='{word}']").tap()
        expect(page).to_have_url(address)
    expect(page.locator("html")).to_have_attribute("data-comfort", "text-125 left")
    open_menu(page)
    page.locator(".menu button[value='left']").tap()
    expect(page.locator("html")).to_have_attribute("data-comfort", "text-125")


def test_nothing_is_felt_or_heard_by_default(page: Page) -> None:
    page.add_init_script(FELT)
    Calculator(page).open().tap("234567m345p22678s").expect_points(2700, ron=2000)
    assert page.evaluate("felt") == []


@pytest.mark.parametrize(("word", "at_tap", "at_answer"), [("sound", 1, 2), ("vibration", 1, 1)])
def test_who_chose_it_feels_or_hears_each_tap_and_the_answer(
    page: Page, word: str, at_tap: int, at_answer: int
) -> None:
    page.add_init_script(FELT)
    table = Calculator(page).open()
    choose(page, word)
    assert page.evaluate("felt.length") == at_tap
    table.open().tap("234567m345p2267s")
    assert page.evaluate("felt.length") == 13 * at_tap
    table.tap("8s").expect_points(2700, ron=2000)
    page.wait_for_function(f"felt.length === {14 * at_tap + at_answer}")
    assert page.evaluate("felt.every(([what]) => what === arguments[0])".replace("arguments[0]", f"'{word}'"))
    choose(page, word)
    heard = page.evaluate("felt.length")
    table.select("2s")
    assert page.evaluate("felt.length") == heard


def test_for_the_left_hand_what_is_used_most_lies_at_the_left(phone: Calculator) -> None:
    def left_of(selector: str) -> float:
        box = phone.page.locator(selector).first.bounding_box()
        assert box
        return box["x"]

    phone.open(A).edit()
    places = "[data-action=undo]", "[data-share]", ".switches .more"
    before = [left_of(place) for place in places]
    choose(phone.page, "left")
    for place, right in zip(places, before, strict=True):
        assert left_of(place) < 100 < right
    assert left_of("[data-tile='1m']") < left_of("[data-tile='9m']")
    assert phone.overflow()[0] == 0


def test_what_stands_in_the_cookie_need_not_be_comfort(page: Page, base_url: str) -> None:
    for rubbish in ("x", "left.left", "text-125.text-150", "%00", "sound" * 500):
        page.context.add_cookies([{"name": "comfort", "value": rubbish, "url": base_url}])
        Calculator(page).open("hand=2m").tap("1m").expect_hand("12m")
