"""Everybody comes along: four phones and an onlooker, from one game to the next."""

import re

from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewContext
from tests.e2e.test_game import expect_nothing_beside_the_screen, new_game, tap

NAMES = ["Aoi", "Yui", "Ken", "Martin"]


def begin(page: Page) -> str:
    page.goto("/game?lang=en")
    for number, name in enumerate(NAMES):
        page.locator(f"[name=name{number}]").fill(name)
    tap(page, "[data-action=new-game]")
    expect(page.locator("[data-round]")).to_be_visible()
    return page.url


def test_all_phones_and_the_onlooker_sit_at_the_new_table_with_one_tap(page: Page, new_context: NewContext) -> None:
    table = new_game(page, **{f"name{player}": name for player, name in enumerate(NAMES)})
    page.goto(f"{table}/join")
    onlooker = page.locator("[data-action=onlookers]").get_attribute("href") or ""
    phones = [page, *[new_context().new_page() for _ in range(3)]]
    for seat, phone in enumerate(phones):
        phone.goto(f"{table}/join?lang=en")
        tap(phone, f'[data-sit="{seat}"]')
        expect(phone.locator(f'.side-0[data-player="{seat}"]')).to_be_visible()
    away = new_context().new_page()
    away.goto(onlooker)
    phones[2].goto(f"{table}/course")  # wherever a phone is in the game
    tap(page, "[data-action=more]", "[data-action=end]", "[data-apply]")
    tap(page, "[data-action=result]", "[data-action=next-game-drawn]")
    expect(page.locator("[data-seat]")).to_have_count(4)
    tap(page, "[data-action=new-game]")
    expect(page.locator("[data-round]")).to_be_visible()
    for name, phone in zip(NAMES[1:], phones[1:], strict=True):
        expect(phone.locator("[data-next-game]")).to_have_text(f"{name}: to the new table")
        expect_nothing_beside_the_screen(phone)
    phones[3].reload()  # the next day, too
    for name, phone in zip(NAMES, phones, strict=True):
        if phone is not page:
            tap(phone, "[data-next-game]")
        expect(phone).to_have_url(page.url)
        expect(phone.locator(".side-0 .name")).to_have_text(re.compile(name))
    tap(away, "[data-next-game]")
    expect(away.locator("[data-round]")).to_be_visible()
    expect(away.locator("[data-action=win]")).to_have_count(0)
    away.goto("/game")
    expect(away.locator("[data-game]")).to_have_count(2)


def test_a_phone_without_scripts_lists_its_games_and_comes_along(plain: Page) -> None:
    table = begin(plain)
    tap(plain, "[data-action=more]", "[data-action=end]", "[data-apply]")
    tap(plain, "[data-action=result]", "[data-action=next-game]", "[data-action=new-game]")
    expect(plain.locator("[data-round]")).to_be_visible()
    following = plain.url
    plain.goto(table)
    tap(plain, "[data-next-game]")
    expect(plain).to_have_url(following)
    plain.goto("/game")
    tap(plain, "[data-game] >> nth=0")
    expect(plain).to_have_url(following)
