"""A short game by touch on a phone: riichi, a win by points, one by han and fu, a draw, undo."""

import re

import pytest
from playwright.sync_api import Page, expect

pytestmark = [pytest.mark.slow]
SMALL = {"width": 320, "height": 568}


@pytest.fixture(params=[None, SMALL], ids=["390x664", "320x568"])
def table(page: Page, request: pytest.FixtureRequest) -> Page:
    """The table of a new game."""
    if request.param:
        page.set_viewport_size(request.param)
    page.goto("/game?lang=ja")
    page.locator("[name=name0]").fill("あおい")
    page.locator("[data-action=new-game]").tap()
    return page


def tap(page: Page, *selectors: str) -> None:
    for selector in selectors:
        page.locator(selector).tap()


def expect_nothing_beside_the_screen(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def expect_points(page: Page, *points: int) -> None:
    """Each player's points on the table, which is no wider than the screen."""
    for player, has in enumerate(points):
        expect(page.locator(f'[data-player="{player}"][data-points]')).to_have_attribute("data-points", str(has))
    expect_nothing_beside_the_screen(page)


def test_a_short_game_is_played_by_taps(table: Page) -> None:
    tap(table, '[data-action=riichi][data-player="1"]')
    expect_points(table, 25000, 24000, 25000, 25000)
    tap(table, "[data-action=win]", '[data-winner="1"]', '[data-from="0"]', '[data-figure="8000"]', "[data-apply]")
    expect_points(table, 17000, 33000, 25000, 25000)
    tap(table, "[data-action=draw]", '[data-tenpai="1"]', "[data-apply]")
    expect_points(table, 16000, 36000, 24000, 24000)
    tap(
        table,
        "[data-action=win]",
        '[data-winner="1"]',
        "[data-by=tsumo]",
        "[data-how=han]",
        '[data-han="3"][data-fu="30"]',
    )
    tap(table, "[data-apply]")
    expect_points(table, 13900, 42300, 21900, 21900)
    tap(table, "[data-action=undo]")
    expect_points(table, 16000, 36000, 24000, 24000)
    expect(table.locator("[data-round]")).to_have_attribute("data-honba", "1")
    table.get_by_role("link", name=re.compile("経過")).tap()
    expect(table.locator("[data-hand]")).to_have_count(2)
