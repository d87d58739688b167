"""The pages around the calculator in a browser: score table, yaku; several winners; three players."""

import re
from itertools import product

from playwright.sync_api import Locator, Page, expect

from tests.e2e.conftest import Complaints
from tests.e2e.page import SCORE, Calculator, Held, expect_query, query_of

#: 4 han 30 fu by ron: 7,700, or a mangan where it is rounded up.
ALMOST = "hand=123m45556p34789s5s&dora=9m8s&by=ron&riichi=1"
PAGES = [
    *("/", "/hands", "/help", "/game", "/rules", "/table", "/yaku", "/yaku?all=1", "/api", "/documents/rules"),
    *("/documents/api", "/changes"),
]


# -- the score table and the yaku ------------------------------------------------------------------


def cell(page: Page, side: int, row: str, column: int) -> Locator:
    """A cell of the table of the others (0) or of the dealer (1)."""
    return page.locator("table").nth(side).locator(f"{row} td").nth(column)


def test_the_score_table_and_its_honba(page: Page) -> None:
    page.goto("/table?rules=tokuten")
    expect(cell(page, 0, "[data-fu='30']", 0)).to_have_text(re.compile(r"1,000\s*300・500"))
    expect(cell(page, 0, "[data-fu='30']", 3).locator("[data-ron]")).to_have_text("8,000")
    expect(cell(page, 1, "[data-limit='yakuman']", 0).locator("[data-ron]")).to_have_text("48,000")
    less, more = (page.locator(".stepper button").nth(n) for n in (0, 1))
    more.click()
    expect(cell(page, 0, "[data-fu='30']", 0)).to_have_text(re.compile(r"1,300\s*400・600"))
    more.click()
    expect(cell(page, 0, "[data-fu='30']", 0)).to_have_text(re.compile(r"1,600\s*500・700"))
    less.click()
    expect_query(page, {"rules": "tokuten", "with_honba": "1"})
    expect(cell(page, 1, "[data-fu='30']", 2)).to_have_text(re.compile(r"6,100\s*2,100"))


def test_the_points_stay_in_their_cells(page: Page) -> None:
    page.goto("/table?honba=99")
    over = "cells => cells.filter(cell => cell.scrollWidth > cell.clientWidth).map(cell => cell.textContent)"
    for width in (320, 360, 390, 768):
        page.set_viewport_size({"width": width, "height": 664})
        assert (width, page.locator(".scores td").evaluate_all(over)) == (width, [])


def test_from_the_calculator_to_the_score_table_by_its_rules_and_back(page: Page) -> None:
    table = Calculator(page).open(f"{ALMOST}&rules=m_league").expect_points(8000)
    page.locator(".menu > summary").click()
    page.locator("a[href^='/table']").first.click()
    expect(cell(page, 0, "[data-fu='30']", 3).locator("[data-ron]")).to_have_text("8,000")
    page.locator(".head .square").first.click()
    table.expect_points(8000).expect_link(f"{ALMOST}&rules=m_league")


def test_the_list_of_yaku_follows_the_rules(page: Page) -> None:
    page.goto("/yaku?rules=kimagure")
    expect(page.locator("[data-yaku='daisharin']")).to_be_visible()
    expect(page.locator("[data-yaku='uumensai']")).to_have_count(0)
    page.locator(".hint a").click()
    expect(page.locator("[data-yaku='uumensai']")).to_be_visible()
    expect(page.locator("[data-yaku='uumensai']")).to_have_class(re.compile(r"\boff\b"))
    expect(page.locator("[data-yaku='daisharin']")).not_to_have_class(re.compile(r"\boff\b"))
    page.locator(".hint a").click()
    expect(page.locator("[data-yaku='uumensai']")).to_have_count(0)


def test_a_yaku_has_its_own_place_in_the_address(page: Page) -> None:
    page.goto("/yaku#chuuren_9")
    expect(page.locator("[data-yaku='chuuren_9']")).to_be_in_viewport()


def test_the_list_of_yaku_follows_what_is_typed(page: Page) -> None:
    page.goto("/yaku?rules=kimagure")
    field = page.locator("#q")
    yaku = page.locator("[data-yaku]")
    field.press_sequentially("さんあん")
    expect(yaku).to_have_count(1)
    expect(page.locator("[data-yaku='sanankou']")).to_be_visible()
    expect(field).to_be_focused()
    expect_query(page, {"rules": "kimagure", "q": "さんあん"})
    page.locator(".orders a").tap()
    expect(yaku).to_have_count(1)
    page.locator("#q").fill("")
    expect(page.locator("[data-yaku='daisharin']")).to_be_visible()
    expect_query(page, {"rules": "kimagure", "order": "group"})


def test_without_a_connection_the_list_of_yaku_stays(page: Page, complaints: Complaints) -> None:
    page.goto("/yaku")
    number = page.locator("[data-yaku]").count()
    page.context.set_offline(True)
    with page.expect_event("requestfailed"):
        page.locator("#q").fill("pinfu")
    expect(page.locator("[data-yaku]")).to_have_count(number)
    complaints.take("ERR_INTERNET_DISCONNECTED")


# -- several winners -------------------------------------------------------------------------------


SOUTH = "hand=123m45556p34789s5s&by=ron&from=1&riichi=1&honba=1&sticks=1"


def another(table: Calculator) -> None:
    """To the hand of one more winner."""
    table.page.locator("[data-action='another']").click()
    table.expect_no_points()


def test_another_winner_on_the_same_discard(page: Page) -> None:
    """South 2,000 on West's discard; then East, who comes before him, 1,500: honba and sticks go to East."""
    table = Calculator(page).open(SOUTH).expect_points(2000)
    table.expect_delta("S", 3300).expect_delta("W", -2300)
    another(table)
    expect(table.choice("seat-choice", "E")).to_have_attribute("data-guessed", "")
    expect(table.choice("by", "ron")).to_be_checked()
    table.sit("E")
    expect(table.choice("from", 2)).to_be_checked()
    table.pon("5z").tap("123m456p34s88s")
    table.expect_points(1500)
    table.expect_delta("E", 2800).expect_delta("S", 2000).expect_delta("W", -3800)
    winners = page.locator("#result [data-winner]")
    expect(winners).to_have_count(2)
    for index, (seat, points) in enumerate((("E", "2,800"), ("S", "2,000"))):
        expect(winners.nth(index)).to_have_attribute("data-winner", seat)
        expect(winners.nth(index)).to_have_text(re.compile(points))
    link = str(table.share.get_attribute("href"))
    expect(page).to_have_url(link)
    again = page.context.new_page()
    again.goto(link)
    expect(again.locator("#result [data-delta][data-seat='W']")).to_have_attribute("data-delta", "-3800")
    expect(again.locator("#result [data-winner]")).to_have_count(2)
    again.locator("[data-winner=S] [data-action=winner]").click()
    front = Calculator(again).expect_points(2000)
    expect(front.choice("seat-choice", "S")).to_be_checked()
    front.expect_delta("E", 2800).expect_delta("S", 2000).expect_delta("W", -3800)


def test_another_winner_waits_for_the_answer(page: Page) -> None:
    """What is tapped just before goes with the first winner's hand."""
    table = Calculator(page).open(SOUTH).expect_points(2000)
    link = page.locator("[data-action='another']")
    held = Held(page, SCORE)
    table.flag("ippatsu")
    expect(link).to_have_attribute("inert", "")
    held.let_go()
    table.expect_points(3900)
    expect(link).not_to_have_attribute("inert", "")
    another(table)
    assert "ippatsu" in query_of(page)["also"]


# -- without JavaScript ----------------------------------------------------------------------------


def test_the_table_and_the_yaku_need_no_javascript(plain: Page) -> None:
    plain.goto("/table?rules=m_league")
    plain.locator(".stepper button").nth(1).click()
    expect(cell(plain, 0, "[data-fu='30']", 0).locator("[data-ron]")).to_have_text("1,300")
    expect_query(plain, {"rules": "m_league", "with_honba": "1"})
    plain.locator(".menu > summary").click()
    plain.locator(".menu a[href^='/yaku']").click()
    expect(plain.locator("[data-yaku='pinfu']")).to_be_visible()
    plain.locator(".hint a").click()
    expect(plain.locator("[data-yaku='daichisei']")).to_be_visible()


# -- the screen ------------------------------------------------------------------------------------


def test_no_page_is_wider_than_the_screen(page: Page) -> None:
    for path in PAGES:
        page.goto(f"{path}{'&' if '?' in path else '?'}lang=en")
        for width in (390, 320):
            page.set_viewport_size({"width": width, "height": 664})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_three_players_and_several_winners_fit_on_the_screen(page: Page) -> None:
    several = "hand=123m456p3488s5s&melds=pon555z&seat=N&by=ron&from=3&also=hand%3D123m45556p34789s5s%26by%3Dron"
    norths = "hand=99m123456p34789s5s&nuki=4&rules=tenhou_sanma"
    for link, language in product((several, norths), ("ja", "en")):
        page.goto(f"/?{link}&lang={language}")
        for width in (390, 320):
            page.set_viewport_size({"width": width, "height": 664})
            assert page.evaluate("document.documentElement.scrollWidth") <= width, (link, language)


def test_what_is_pressed_is_large_enough_for_a_finger(page: Page) -> None:
    for path in ("/rules", "/table", "/yaku"):
        page.goto(path)
        small = page.evaluate(
            """() => [...document.querySelectorAll("button, select, input:not([type=hidden]), nav a")]
              .filter((element) => element.checkVisibility())
              .map((element) => [element.name || element.id || element.textContent,
                (element.closest("label.box") ?? element).getBoundingClientRect()])
              .filter(([, box]) => box.height < 24 || box.width < 24)
              .map(([name]) => name.trim())"""
        )
        assert (path, small) == (path, [])
