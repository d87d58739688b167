"""What the device keeps: the hand that was there last, the last hands; and a device that keeps nothing."""

import json
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import NewContext
from tests.e2e.page import SCORE, Calculator, Held
from tests.pages.links import A, B

pytestmark = [pytest.mark.ci, pytest.mark.browser_context_args(locale="en")]

#: A hand as it is tapped: 2,700 by tsumo.
HAND = "234567m345p22678s"
FORBIDDEN = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("denied", "SecurityError"); } });
"""
FULL = "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError'); };"
NO_LISTS = ["null", "{", "{}", "1", '"x"', ""]


def last_hands(page: Page) -> Locator:
    """Opens the list of the last hands."""
    page.locator(".menu > summary").click()
    page.locator(".menu a[href^='/hands']").click()
    page.wait_for_url(re.compile("/hands"))
    return page.locator("#hands")


def remembered(page: Page, number: int) -> None:
    """Waits until this many hands are kept."""
    page.wait_for_function(
        """number => {
            try {
                const kept = JSON.parse(localStorage['agari.history']);
                return Array.isArray(kept) && kept.length === number;
            } catch {}
        }""",
        arg=number,
    )


def put(page: Page, key: str, text: str) -> None:
    """Puts a text into the device's memory."""
    page.evaluate("([key, text]) => localStorage.setItem(key, text)", [key, text])


# -- the hand that was there last --------------------------------------------------------------------


def test_the_bare_address_opens_the_hand_that_was_there_last(table: Calculator) -> None:
    with table.answered():
        table.tap("1m")
    table.open().expect_hand("1m")


def test_what_stands_in_the_device_s_memory_need_not_be_a_hand(table: Calculator) -> None:
    for rubbish in ("x", "hand=", "null", "&"):
        put(table.page, "agari.last", rubbish)
        with table.open().expect_empty().answered():
            table.tap("1m")


# -- the last hands ----------------------------------------------------------------------------------


def test_scored_hands_are_kept_newest_first_reopened_and_deleted(page: Page) -> None:
    calculator = Calculator(page).open().tap(HAND).tsumo()
    remembered(page, 1)
    with calculator.answered():
        page.locator("[data-switch=riichi]").click()
    remembered(page, 1)
    calculator.open(B.query).honba(1)
    remembered(page, 2)
    hands = last_hands(page)
    rows = hands.locator("li")
    expect(rows).to_have_count(2)
    expect(rows.first.locator("b")).to_have_text(re.compile(r"^1 han 30 fu 1,300$"))
    expect(rows.first.locator(".tile")).to_have_count(14)
    rows.nth(1).locator("a").click()
    page.wait_for_url(re.compile("riichi=1"))
    hands = last_hands(page)
    expect(hands.locator("li")).to_have_count(2)
    hands.locator("li button").first.click()
    expect(hands.locator("li")).to_have_count(1)
    hands.locator("[data-hands=clear]").click()
    expect(hands.locator("li")).to_have_count(0)
    expect(hands.locator(".empty")).to_be_visible()


def test_deleted_hands_are_brought_back_to_their_place(page: Page) -> None:
    hands = kept_hands(page)
    told = hands.locator("li b")
    before = told.all_text_contents()
    expect(hands.locator(".deleted")).to_be_hidden()
    for delete, left in ((hands.locator("li button").nth(1), 3), (hands.locator("[data-hands=clear]"), 0)):
        delete.click()
        expect(told).to_have_count(left)
        hands.locator("[data-hands=undo]").click()
        expect(told).to_have_text(before)
        expect(hands.locator(".deleted")).to_be_hidden()


def expect_kept(page: Page, *wanted: str) -> None:
    """Waits until hands of these points are kept, newest first."""
    points = "JSON.parse(localStorage['agari.history'] ?? '[]').map(({ result }) => result.split(' ').at(-1))"
    page.wait_for_function(f"wanted => {points}.join(' ') === wanted", arg=" ".join(wanted))


def test_a_hand_takes_the_place_of_what_it_was_made_from(page: Page) -> None:
    """Until a new hand is begun. A hand of before stays, also when undo goes back to it."""
    table = Calculator(page).open().tsumo().tap(HAND)
    expect_kept(page, "2,700")
    table.select("2m").tap("8m").declare_riichi()
    expect_kept(page, "5,200")
    table.next_hand().tsumo().tap("123m456p11789s23s4s")
    expect_kept(page, "1,500", "5,200")
    for _ in range(15):
        table.undo()
    table.undo().expect_points(5200)
    expect_kept(page, "1,500", "5,200")


def test_the_hand_that_is_kept_is_the_one_on_the_screen(page: Page) -> None:
    """Other rules are chosen, then undone: each opens a page."""
    table = Calculator(page).open("hand=123m45556p34789s&dora=9m8s&by=ron&riichi=1").tap("5s")
    expect_kept(page, "7,700")
    table.play_by("m_league").expect_points(8000)
    expect_kept(page, "8,000")
    with page.expect_navigation():
        table.undo()
    table.expect_points(7700)
    expect_kept(page, "7,700")


def test_a_link_that_is_opened_and_reloaded_is_no_hand_of_this_device(page: Page) -> None:
    Calculator(page).open(A.query)
    page.reload()
    page.evaluate("import(document.querySelector('script[src*=\"main\"]').src).then(() => 0)")
    assert page.evaluate("localStorage.getItem('agari.history')") is None


def test_a_hand_on_its_way_is_not_kept(page: Page) -> None:
    Calculator(page).open("hand=123m456p")
    assert page.evaluate("localStorage.getItem('agari.history')") is None


def test_a_hand_that_is_changed_while_the_list_is_fetched_is_not_kept_by_halves(page: Page) -> None:
    fetched = Held(page, "**/js/remember.js")
    with page.expect_request("**/js/remember.js") as asked:
        calculator = Calculator(page).open().tap(HAND).expect_points(2700, ron=2000)
    scored = Held(page, SCORE)
    calculator.take_out("8s")
    fetched.let_go()
    page.evaluate("address => import(address).then(() => 0)", asked.value.url)
    assert page.evaluate("localStorage.getItem('agari.history')") is None
    scored.let_go()
    calculator.expect_no_points()
    assert page.evaluate("localStorage.getItem('agari.history')") is None


def test_what_stands_in_the_device_s_memory_need_not_be_hands(page: Page) -> None:
    calculator = Calculator(page)
    for rubbish in NO_LISTS:
        page.goto("/hands")
        put(page, "agari.history", rubbish)
        page.reload()
        expect(page.locator("#hands .empty")).to_be_visible()
        calculator.open(f"hand={HAND[:-2]}s").edit().tap("8s").tsumo()
        remembered(page, 1)


def test_kept_hands_have_their_melds_apart_and_turned(page: Page) -> None:
    Calculator(page).open("hand=567m2399p4p&melds=kakan5555z.2-ankan9999s").edit().tsumo()
    remembered(page, 1)
    row = last_hands(page).locator("li > a > .row")
    melds = row.locator(".row")
    expect(row.locator("> .tile")).to_have_count(8)
    expect(melds.nth(0).locator(".stack > .lying")).to_have_count(2)
    expect(melds.nth(1).locator(".back")).to_have_count(2)


def test_of_the_kept_hands_those_are_shown_that_are_hands(page: Page) -> None:
    hand: dict[str, object] = {
        "link": f"/?{A.query}",
        "tiles": ["1m", "0p", "7z"],
        "title": "Mangan",
        "points": "8,000",
    }
    wrong: list[dict[str, object]] = [
        {"link": None},
        {"link": ""},
        {"link": "https://elsewhere.example/"},
        {"link": "//elsewhere.example/?hand=1m"},
        {"link": "/\\elsewhere.example/?hand=1m"},
        {"link": "/agari//elsewhere.example/?hand=1m"},
        {"link": "javascript:alert(1)"},
        {"tiles": None},
        {"tiles": "1m"},
        {"tiles": ["9z"]},
        {"tiles": [None]},
        {"melds": "pon1m"},
        {"melds": [["9z"]]},
        {"points": 8000},
    ]
    Calculator(page).open()
    put(page, "agari.history", json.dumps([None, 1, "x", {}, *({**hand, **part} for part in wrong), hand]))
    rows = last_hands(page).locator("li")
    expect(rows).to_have_count(1)
    expect(rows.locator("b")).to_have_text("Mangan 8,000")
    expect(rows.locator("svg")).to_have_count(3)


RON = {"link": "/?hand=234567m345p2267s8s&by=ron&from=2&riichi=1&lang=en", "tiles": ["1m"], "title": "x", "points": "1"}
#: Three hands of two days, the newest first, as the device keeps them; and one of before the time was kept.
HANDS = """([ron]) => localStorage.setItem("agari.history", JSON.stringify([
  { ...ron, title: "Mangan", points: "8,000", at: +new Date(2026, 10, 22, 21, 5), seat: "S", by: "ron", from: "N" },
  { ...ron, title: "2 han 30 fu", points: "2,000", at: +new Date(2026, 10, 22, 20, 40), seat: "E", by: "tsumo" },
  { ...ron, title: "Haneman", points: "12,000", at: +new Date(2026, 10, 21, 9, 30), seat: "W", by: "ron" },
  ron,
]))"""


def kept_hands(page: Page) -> Locator:
    """The page of the last hands with the hands above."""
    page.goto("/hands")
    page.evaluate(HANDS, [RON])
    page.reload()
    return page.locator("#hands")


def test_the_last_hands_say_who_won_how_and_when(page: Page) -> None:
    rows = kept_hands(page).locator("li")
    expect(rows.locator(".who")).to_have_text(
        [
            "East 1 · South wins · Ron from North · Tenhou",
            "East 1 · East wins · Tsumo · Tenhou",
            "East 1 · West wins · Ron · Tenhou",
            "East 1 · Tenhou",
        ]
    )
    expect(rows.locator("time")).to_have_text(["21:05", "20:40", "09:30", ""])
    expect(page.locator("#hands h2")).to_have_text(["Sun, Nov 22, 2026", "Sat, Nov 21, 2026", "Earlier"])


def test_hands_by_other_rules_are_named_by_them_and_lead_back_to_the_hand_before(page: Page) -> None:
    page.goto("/hands")
    links = ["", "&rules=wrc", "&rule.open_tanyao=no", "&rule.kiriage_mangan=yes"]
    put(page, "agari.history", json.dumps([{**RON, "link": f"/?hand={HAND}{rules}&by=ron"} for rules in links]))
    own = {"name": "Home", "query": "rules=tenhou&rule.kiriage_mangan=yes"}
    put(page, "agari.rules", json.dumps([own]))
    page.reload()
    who = page.locator("#hands .who")
    names = ["Tenhou", "WRC (world championship)", "Tenhou (1 changed)", "Home"]
    expect(who).to_have_text([f"East 1 · {name}" for name in names])
    before = Calculator(page).open("hand=123m&round=S").play_by("m_league").expect_hand("123m")
    in_force = page.locator(".in-force")
    for way in ("[data-action=next]", ".menu > summary", "a.square"):
        last_hands(page).locator("li a").first.click()
        page.wait_for_url(re.compile("by=ron"))
        expect(in_force).to_have_text("Tenhou")
        expect(page.locator("[data-action=next]")).to_have_text("Your hand")
        if way == "[data-action=next]":  # what is changed in it takes nobody's place
            Calculator(page).edit().flag("riichi")
        page.locator(way).click()
        if way == ".menu > summary":
            page.locator(".menu .places a[href^='/?']").first.click()
        if way == "a.square":
            page.get_by_role("link", name="Back").click()
        before.expect_hand("123m")
        expect(page.locator("#situation")).to_contain_text("South 1")
        expect(in_force).to_have_text("M-League")
        expect(page.locator("a.square")).to_have_count(0)


def test_a_look_at_a_hand_of_the_list_leads_back_to_one_by_the_rules_of_a_link(page: Page) -> None:
    """The device does not remember it as the last hand."""
    Calculator(page).open("hand=222m555m333p4448s&rules=wrc&round=S&honba=1&by=tsumo").edit().tap("8s")
    remembered(page, 1)
    put(page, "agari.history", json.dumps([{**RON, "link": f"/?hand={HAND}&by=ron&rules=wrc"}]))
    last_hands(page).locator("li a").first.click()
    page.locator("[data-action=next]").click()
    expect(page.locator("#situation")).to_contain_text("1 honba")
    expect(page.locator("#hand [data-hand-tile='4s']")).to_have_count(3)


def test_a_hand_by_other_rules_of_the_page_of_rules_takes_the_place_of_the_hand(page: Page) -> None:
    table = Calculator(page).open("hand=222555m333p4448s&by=tsumo").edit().tap("8s").expect_points(32000)
    remembered(page, 1)
    page.locator(".menu > summary").click()
    page.locator(".menu a[href^='/rules']").click()
    expect(page.locator("#find-rules")).to_be_visible()  # the script is there
    with page.expect_navigation():
        page.locator("#preset").select_option("mahjong_soul")
    page.locator("#rules button[type=submit]").click()
    table.expect_points(64000)
    expect_kept(page, "64,000")
    table.next_hand().tsumo().tap(HAND)
    expect_kept(page, "2,700", "64,000")
    last_hands(page).locator("li a").nth(1).click()
    table.expect_points(64000).play_by("m_league").expect_points(32000)
    expect_kept(page, "32,000", "2,700", "64,000")


def test_the_same_tiles_won_from_another_seat_are_another_hand(page: Page) -> None:
    table = Calculator(page).open().tsumo().tap(HAND).sit("S")
    expect_kept(page, "2,700")
    table.next_hand().tsumo().tap(HAND).sit("E")
    expect_kept(page, "3,900", "2,700")


def test_hands_kept_at_another_base_path_open_on_this_site(page: Page) -> None:
    Calculator(page).open()
    put(page, "agari.history", json.dumps([{**RON, "link": f"/agari{RON['link']}"}]))
    link = last_hands(page).locator("li a")
    expect(link).to_have_attribute("href", str(RON["link"]))


def test_two_winners_on_one_discard_are_one_line(page: Page) -> None:
    """The first one's hand was kept while it stood alone: the line of both takes its place."""
    table = Calculator(page).open("hand=123m45556p34789s&by=ron&from=1&riichi=1&honba=1&round=S&kyoku=2").tap("5s")
    remembered(page, 1)
    page.locator("[data-action=another]").click()
    table.pon("5z").tap("123m456p34s88s").expect_points(1500)
    page.wait_for_function("JSON.parse(localStorage['agari.history'])[0].link.includes('also=')")
    rows = last_hands(page).locator("li")
    expect(rows).to_have_count(1)
    held = rows.locator("a > .row")
    expect(held.nth(0).locator("use")).to_have_count(14)
    expect(held.nth(1).locator("use")).to_have_count(14)
    expect(held.nth(0).locator(".row use")).to_have_count(3)
    expect(held.locator(".won")).to_have_count(2)
    expect(rows.locator(".who")).to_have_text("South 2, 1 honba · East, South win · Ron from West · Tenhou")
    expect(rows.locator("b")).to_have_text(re.compile("^1 han 30 fu 1,800 · 2 han 30 fu 2,000$"))


def test_the_last_hands_are_filtered_by_day(page: Page) -> None:
    hands = kept_hands(page)
    page.locator("#day").select_option(label="Sat, Nov 21, 2026")
    expect(hands.locator("li b")).to_have_text(["Haneman 12,000"])
    hands.locator("li button").click()
    expect(hands.locator("li")).to_have_count(3)
    expect(page.locator("#day option")).to_have_text(["All days", "Sun, Nov 22, 2026", "Earlier"])


def test_a_day_s_hands_are_one_link_that_anybody_can_open(page: Page, new_context: NewContext) -> None:
    link = kept_hands(page).locator("[data-day-link]").first.get_attribute("href")
    other = new_context().new_page()
    other.goto(f"{link}&lang=ja")
    expect(other.locator("h1")).to_have_text("2026年11月22日日曜日")
    rows = other.locator(".hands li")
    expect(rows.locator("time")).to_have_text(["21:05", "20:40"])
    expect(rows.first.locator(".who")).to_have_text("南家の和了 · 北家からロン · 天鳳")
    rows.first.locator("a").click()
    Calculator(other).expect_points(3900)


def test_a_day_s_hands_are_copied_as_text_and_as_a_link(page: Page) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    day = kept_hands(page).locator("section").first
    link = day.locator("[data-day-link]").evaluate("link => link.href")
    day.locator("[data-hands=text]").click()
    expect(day.locator(".said")).to_have_text("Copied.")
    assert page.evaluate("navigator.clipboard.readText()").splitlines() == [
        "Sun, Nov 22, 2026",
        "21:05  East 1 · South wins · Ron from North · Tenhou  Mangan 8,000",
        "20:40  East 1 · East wins · Tsumo · Tenhou  2 han 30 fu 2,000",
        link,
    ]
    day.locator("[data-hands=link]").click()
    page.wait_for_function("async (link) => await navigator.clipboard.readText() === link", arg=link)


def test_where_nothing_can_be_copied_the_text_is_shown(page: Page) -> None:
    page.add_init_script("Object.defineProperty(navigator, 'clipboard', { value: undefined });")
    day = kept_hands(page).locator("section").nth(1)
    day.locator("[data-hands=text]").click()
    expect(day.locator("textarea")).to_have_value(
        re.compile("^Sat, Nov 21, 2026\n09:30  East 1 · West wins · Ron · Tenhou  Haneman 12,000\nhttp")
    )


def test_a_hand_whose_outcome_cannot_be_read_is_not_shown(page: Page) -> None:
    page.goto("/hands")
    times, seats, ways = (
        [("at", "x"), ("at", 1e99), ("at", None)],
        [("seat", "X"), ("seat", 1)],
        [("by", "luck"), ("by", 1)],
    )
    for part in (*times, *seats, ("from", "SS"), *ways):
        put(page, "agari.history", json.dumps([RON | dict([part]), RON]))
        page.reload()
        expect(page.locator("#hands li"), str(part)).to_have_count(1)


# -- a device that keeps nothing ---------------------------------------------------------------------


@pytest.fixture(params=[FORBIDDEN, FULL], ids=["forbidden", "full"])
def forgetful(request: pytest.FixtureRequest, page: Page) -> Page:
    """A page that can keep nothing."""
    page.add_init_script(request.param)
    return page


def test_where_nothing_can_be_kept_a_hand_is_scored(forgetful: Page) -> None:
    table = Calculator(forgetful).open().tap(HAND).tsumo().expect_points(2700)
    table.declare_riichi().expect_points(5200).undo().expect_points(2700)
    expect(last_hands(forgetful).locator(".empty")).to_be_visible()


@pytest.mark.browser_context_args(viewport={"width": 1280, "height": 800}, is_mobile=False)
def test_where_nothing_can_be_kept_a_link_is_opened_as_anywhere(forgetful: Page) -> None:
    table = Calculator(forgetful).open(f"riichi=1&{A.query.replace('&riichi=1', '')}")
    expect(forgetful.locator("[data-reading]").first).to_be_visible()
    table.expect_link(A.query)


def test_where_nothing_can_be_kept_the_rules_can_be_chosen(forgetful: Page) -> None:
    forgetful.goto("/rules")
    forgetful.locator("#save-rules summary").click()
    forgetful.locator("#own-name").fill("mine")
    forgetful.locator("#own-save").click()
    expect(forgetful.locator("#own-list li")).to_have_count(0)
    forgetful.locator("#rules button[type='submit']").click()
    Calculator(forgetful).expect_empty()
