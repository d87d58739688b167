"""A hand on its way: its waits with their points, what to discard of it, and its chances by turn; on a phone."""

from playwright.sync_api import expect

from tests.e2e.page import Calculator

#: Hand b (`tests/pages/links.py`) before it is won.
TENPAI = "hand=567m2399p&melds=pon555z-chi234s"
#: The first hand of koba's page; by its indicator 1s is dora.
DISCARDS = "hand=12378m123p13488s6m&dora=9s"


def expect_discards(table: Calculator) -> None:
    """The two discards of the page with their values, the better one first."""
    found = table.result.locator("[data-discard]")
    for index, (tile, value) in enumerate([("4s", 32000), ("1s", 24100)]):
        expect(found.nth(index)).to_have_attribute("data-discard", tile)
        expect(found.nth(index)).to_have_attribute("data-value", str(value))
        expect(found.nth(index)).to_contain_text(f"{value:,}")


def test_the_waits_of_thirteen_tiles_are_seen_without_scrolling(table: Calculator) -> None:
    table.pon("5z").chi("2s").tap("567m9923p")
    expect(table.result.locator("[data-wait]")).to_have_count(2)
    table.expect_on_screen("[data-wait='1p']", "[data-wait='4p']")
    assert table.overflow()[0] <= 0


def test_a_wait_that_is_tapped_wins(table: Calculator) -> None:
    table.open(TENPAI)
    wait = table.result.locator("[data-wait='4p']")
    points = wait.locator("[data-wait-ron]").get_attribute("data-wait-ron")
    with table.answered():
        wait.tap()
    expect(table.page.locator("#hand [data-winning]")).to_have_attribute("data-hand-tile", "4p")
    table.expect_link("hand=567m2399p4p&melds=pon555z-chi234s")
    table.ron()
    table.expect_points(int(points or 0))


def test_the_better_discard_comes_first(table: Calculator) -> None:
    table.open(DISCARDS)
    expect_discards(table)
    table.expect_on_screen("[data-discard='4s']", "[data-discard='1s']")


def test_a_discard_that_is_tapped_goes_and_stays_seen(table: Calculator) -> None:
    table.open(DISCARDS)
    with table.answered():
        table.result.locator("[data-discard='4s']").tap()
    expect(table.hand).to_have_count(13)
    expect(table.page.locator("#hand [data-hand-tile='4s']")).to_have_count(0)
    expect(table.page.locator("#seen-count")).to_have_text("1")


def test_tiles_seen_elsewhere_are_not_left(table: Calculator) -> None:
    table.open(TENPAI)
    expect(table.result.locator("[data-wait='4p'] small")).to_contain_text("4")
    table.mode("seen").tap("4p")
    expect(table.page.locator("#seen-count")).to_have_text("1")
    expect(table.result.locator("[data-wait='4p'] small")).to_contain_text("3")
    expect(table.result.locator("[data-wait='1p'] small")).to_contain_text("4")


def test_a_later_turn_has_smaller_chances(table: Calculator) -> None:
    table.open(DISCARDS)
    table.result.locator("summary").first.tap()
    wins = table.result.locator("[data-course='4s'] td").nth(1)
    before = float(wins.inner_text().removesuffix("%"))
    turn = table.page.locator("[data-field='turn']")
    with table.answered():
        turn.fill("12")
        turn.blur()
    expect(wins).not_to_have_text(f"{before} %")
    assert float(wins.text_content().removesuffix("%")) < before  # type: ignore[union-attr]


def test_without_javascript_too(plain_table: Calculator) -> None:
    plain_table.open(DISCARDS)
    expect_discards(plain_table)
    with plain_table.page.expect_navigation():
        plain_table.result.locator("[data-discard='4s']").tap()
    expect(plain_table.hand).to_have_count(13)
    plain_table.open(TENPAI)
    with plain_table.page.expect_navigation():
        plain_table.result.locator("[data-wait='4p']").tap()
    expect(plain_table.page.locator("#hand [data-winning]")).to_have_attribute("data-hand-tile", "4p")
