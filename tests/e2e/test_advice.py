"""A hand on its way: its waits with their points, what to discard of it, and its chances by turn; on a phone."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.page import Calculator
from webapp.language.i18n import LANGUAGES

#: Hand b (`tests/pages/links.py`) before it is won.
TENPAI = "hand=567m2399p&melds=pon555z-chi234s"
#: The first hand of koba's page; by its indicator 1s is dora.
DISCARDS = "hand=12378m123p13488s6m&dora=9s"
#: The second one: it has eight discards that keep the shanten.
CHOICES = "hand=6778p1122345s77z0p&dora=2z&rules=majiang"


def expect_discards(table: Calculator) -> None:
    """The two discards of the page with tiles left and points to expect, the better one first."""
    found = table.result.locator("[data-discard]")
    for index, (tile, value, left, points) in enumerate([("4s", 32000, 4, 3837), ("1s", 24100, 8, 2216)]):
        expect(found.nth(index)).to_have_attribute("data-discard", tile)
        expect(found.nth(index)).to_have_attribute("data-value", str(value))
        expect(found.nth(index)).to_contain_text(str(left))
        expect(found.nth(index)).to_contain_text(f"{points:,}")
        expect(found.nth(index)).not_to_contain_text(f"{value:,}")


def test_the_waits_of_thirteen_tiles_are_seen_without_scrolling(table: Calculator) -> None:
    table.pon("5z").chi("2s").tap("567m9923p")
    expect(table.result.locator("[data-wait]")).to_have_count(2)
    table.expect_on_screen("[data-wait='1p']", "[data-wait='4p']")
    assert table.overflow()[0] <= 0


def test_a_wait_that_is_tapped_wins_what_it_says(phone: Calculator) -> None:
    """With honba and sticks; a tile that is seen elsewhere is not left."""
    phone.open(f"{TENPAI}&honba=2&sticks=1")
    wait = phone.result.locator("[data-wait='4p']")
    expect(wait.locator("small")).to_contain_text("4")
    phone.mode("seen").tap("4p")
    expect(phone.page.locator("#seen-count")).to_have_text("1")
    expect(wait.locator("small")).to_contain_text("3")
    expect(phone.result.locator("[data-wait='1p'] small")).to_contain_text("4")
    ron = wait.locator("[data-wait-ron]")
    points = int(ron.get_attribute("data-wait-ron") or 0)
    expect(ron).to_contain_text(f"{points:,}")
    phone.mode("tile")
    with phone.answered():
        wait.tap()
    expect(phone.page.locator("#hand [data-winning]")).to_have_attribute("data-hand-tile", "4p")
    phone.expect_link("hand=567m2399p4p&melds=pon555z-chi234s&seen=4p&honba=2&sticks=1")
    phone.ron().expect_delta("S", points)


def test_the_better_discard_comes_first_and_goes_when_it_is_tapped(phone: Calculator) -> None:
    phone.open(DISCARDS)
    expect_discards(phone)
    phone.expect_on_screen("[data-discard='4s']", "[data-discard='1s']")
    with phone.answered():
        phone.result.locator("[data-discard='4s']").tap()
    expect(phone.hand).to_have_count(13)
    expect(phone.page.locator("#hand [data-hand-tile='4s']")).to_have_count(0)
    expect(phone.page.locator("#seen-count")).to_have_text("1")


def test_four_choices_fit_beside_the_keys(phone: Calculator) -> None:
    choices = phone.result.locator(".told [data-discard]")
    for language in LANGUAGES:
        phone.open(f"{CHOICES}&lang={language}").edit()
        expect(choices).to_have_count(8)
        for index, tile in enumerate(["5s", "2s", "1s", "8p"]):
            expect(choices.nth(index)).to_have_attribute("data-discard", tile)
            expect(choices.nth(index)).to_be_in_viewport(ratio=0.99)  # but for a fraction of a pixel
            assert choices.nth(index).evaluate("one => one.scrollWidth <= one.clientWidth"), language
        phone.expect_on_screen("[data-tile='1m']", "[data-tile='7z']")


def test_why_lists_every_tenpai_form(phone: Calculator) -> None:
    phone.open(CHOICES)
    phone.result.locator("summary").first.tap()
    phone.result.locator(".forms summary").nth(1).tap()
    forms = phone.result.locator("[data-why-discard='2s'] [data-form]")
    expect(forms).to_have_count(6)
    best = phone.result.locator("[data-why-discard='2s'] [data-form='1s']")
    expect(best).to_contain_text("× 2")
    expect(best.locator("[data-form-wait='9p']")).to_have_text(re.compile(r"5,200\s*× 4"))
    expect(best).to_contain_text("赤ドラ 1")
    assert phone.overflow()[0] <= 0


def test_fewer_draws_have_smaller_chances(phone: Calculator) -> None:
    phone.open(DISCARDS)
    phone.result.locator("summary").first.tap()
    wins = phone.result.locator("[data-course='4s'] td").nth(1)
    before = float(wins.inner_text().removesuffix("%"))
    draws = phone.page.locator("[data-field='draws']")
    with phone.answered():
        draws.fill("7")
        draws.blur()
    expect(wins).not_to_have_text(f"{before} %")
    assert float(wins.text_content().removesuffix("%")) < before  # type: ignore[union-attr]


def test_a_discard_and_a_wait_are_tapped_without_scripts(plain: Page) -> None:
    table = Calculator(plain, has_javascript=False).open(DISCARDS)
    with plain.expect_navigation():
        table.result.locator("[data-discard='4s']").tap()
    expect(table.hand).to_have_count(13)
    table.open(TENPAI)
    with plain.expect_navigation():
        table.result.locator("[data-wait='4p']").tap()
    expect(plain.locator("#hand [data-winning]")).to_have_attribute("data-hand-tile", "4p")
