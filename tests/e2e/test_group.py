"""An evening of a group: five phones and a board through three games, with a correction and a lost network."""

import re

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Complaints, NewContext
from tests.e2e.layout import boxes
from tests.e2e.test_evening import NAMES, begin
from tests.e2e.test_game import expect_nothing_beside_the_screen, tap
from tests.pages.game.forms import press
from tests.pages.group import forms


@pytest.fixture
def group(client: FlaskClient) -> str:
    """The address of a group of four who have played one game, and Rin."""
    address = forms.keep(client, forms.begin(client), name="Friday")
    client.post(f"{address}/members", data={"name": "Rin"})
    return address


def win(page: Page, winner: int, loser: int, points: int = 8000) -> None:
    tap(page, "[data-action=win]", f'[data-winner="{winner}"]', f'[data-from="{loser}"]', f'[data-figure="{points}"]')
    tap(page, "[data-apply]")
    expect(page.locator("[data-round]")).to_be_visible()


def finish(page: Page) -> None:
    tap(page, "[data-action=more]", "[data-action=end]", "[data-apply]", "[data-action=result]")
    expect(page.locator("[data-rank]")).to_have_count(4)


def test_five_phones_and_a_board_follow_an_evening(
    page: Page, group: str, new_context: NewContext, complaints: Complaints
) -> None:
    page.goto(f"{group}/links")
    onlooker = page.locator("[data-action=onlookers]").get_attribute("href")
    phones = [page, *[new_context().new_page() for _ in range(4)]]
    for number, phone in enumerate(phones, 1):
        phone.goto(f"{group}?lang=en")
        tap(phone, f'[data-me="{number}"]')
        expect(phone.locator(f'[data-member="{number}"].chosen')).to_be_visible()
    board = new_context().new_page()
    board.set_viewport_size({"width": 1280, "height": 720})
    board.goto(f"{onlooker}/board")
    expect(board.locator("[data-standing]")).to_have_count(4)

    # The second game: who played last.
    page.goto(f"{group}/new?seats=1.2.3.4")
    tap(page, "[data-action=begin]")
    expect(page.locator(".side-0 .name")).to_have_text(re.compile("Aoi"))
    for name, phone in zip(NAMES[1:], phones[1:4], strict=True):
        expect(phone.locator("[data-next-game]")).to_have_text(f"{name}: to the new table")
        tap(phone, "[data-next-game]")
        expect(phone.locator(".side-0 .name")).to_have_text(re.compile(name))
    expect(phones[4].locator("[data-next-game]")).to_have_count(0)
    expect(board.locator("[data-table]")).to_have_count(1)
    win(phones[1], 1, 0)
    expect(board.locator("[data-table]")).to_contain_text("33,000")
    expect(phones[4].locator("[data-table]")).to_contain_text("33,000")

    # A phone without a network comes back by itself.
    phones[4].context.set_offline(True)
    finish(page)
    expect(board.locator("[data-standing]").first).to_contain_text("Yui")
    expect(board.locator("[data-table]")).to_have_count(0)
    phones[4].context.set_offline(False)
    expect(phones[4].locator('[data-games="2"]')).to_have_count(4)
    complaints.take("ERR_INTERNET_DISCONNECTED|Failed to fetch|Failed to load")

    # A correction after the end reaches the board.
    before = board.locator("[data-standing]").first.get_attribute("data-points")
    page.goto(page.url.replace("/result", ""))
    tap(page, "[data-action=undo]")
    expect(board.locator("[data-table]")).to_have_count(1)
    win(page, 1, 0, 12000)
    finish(page)
    expect(board.locator("[data-standing]").first).not_to_have_attribute("data-points", before or "")

    # The third game with Rin in Aoi's place: the four who play are led there from wherever they are.
    phones[4].goto(f"{group}/new?seats=1.2.3.4")
    tap(phones[4], '[data-sits="1"]', '[data-member="5"]', "[data-action=begin]")
    expect(phones[4].locator(".side-0 .name")).to_have_text(re.compile("Rin"))
    for name, phone in zip(NAMES[1:], phones[1:4], strict=True):
        tap(phone, "[data-next-game]")
        expect(phone).to_have_url(phones[4].url)
        expect(phone.locator(".side-0 .name")).to_have_text(re.compile(name))
        expect_nothing_beside_the_screen(phone)
    expect(board.locator("[data-table]")).to_have_count(1)
    finish(phones[4])
    expect(board.locator("[data-standing]")).to_have_count(5)
    expect(board.locator('[data-games="3"]')).to_have_count(3)


def test_a_group_without_scripts(plain: Page) -> None:
    begin(plain)
    tap(plain, "[data-action=more]", "[data-action=end]", "[data-apply]")
    tap(plain, "[data-action=result]", "[data-action=keep-group]")
    plain.locator("[data-action=keep-group]").tap()
    expect(plain.locator("[data-member]")).to_have_count(4)
    group = plain.url
    tap(plain, "[data-action=new-game]", "[data-action=seats-drawn]", "[data-action=begin]")
    expect(plain.locator("[data-round]")).to_be_visible()
    plain.goto(group)
    expect(plain.locator("[data-table]")).to_have_count(1)
    tap(plain, "[data-table]")
    expect(plain.locator("[data-round]")).to_be_visible()


def test_open_pages_go_to_the_renewed_links_by_themselves(page: Page, group: str, new_context: NewContext) -> None:
    page.goto(f"{group}/links")
    onlooker = page.locator("[data-action=onlookers]").get_attribute("href") or ""
    phone, board = new_context().new_page(), new_context().new_page()
    phone.goto(group)
    board.goto(f"{onlooker}/board")
    tap(page, "summary:has(~ form [data-action=renew])", "[data-action=renew]")
    new = re.compile("^(?!.*" + group.rpartition("/")[2] + ").*/group/[^/]+$")
    expect(phone).to_have_url(new)
    expect(board).not_to_have_url(re.compile(onlooker))
    for screen in (phone, board):
        screen.reload()
        expect(screen.locator("[data-standing]")).to_have_count(4)
    phone.goto(group)
    expect(phone).to_have_url(new)


def test_the_board_fills_a_television(page: Page, client: FlaskClient, group: str) -> None:
    table = forms.play(client, group, "1.2.3.4", "/win?player=2&from=1&points=8000")
    press(client, table, "", data_action="riichi", data_player="3")
    page.goto(group)
    tap(page, "[data-action=board]", "header a.square")
    expect(page).to_have_url(group)
    tap(page, "[data-action=board]")
    expect(page.locator("[data-table] .stick")).to_be_visible()
    expect(page.locator("[data-table] [data-last]")).to_be_visible()
    for width, height in ((1280, 720), (1920, 1080)):
        page.set_viewport_size({"width": width, "height": height})
        assert page.evaluate("document.documentElement.scrollHeight") == height
        for part in ("[data-table]", ".standings"):
            box = page.locator(part).bounding_box()
            assert box
            assert box["y"] + box["height"] > 0.95 * height
        size = page.locator("[data-table] bdi").first.evaluate("one => parseFloat(getComputedStyle(one).fontSize)")
        assert float(size) >= height / 20


@pytest.mark.ci
@pytest.mark.parametrize("width", [320, 390])
def test_long_names_stay_inside_their_buttons(page: Page, group: str, width: int) -> None:
    for number, name in enumerate(("Emily", "Gustavina", "Wwwwwwwwwwwwwwwwwwww"), 6):
        page.goto(f"{group}/members")
        page.locator("[name=name]").first.fill(name)
        heights = [page.locator(part).bounding_box() for part in (".adding input", ".adding button")]
        assert [box and box["height"] for box in heights] == [44, 44]
        tap(page, "[data-action=add-member]")
        expect(page.locator("[data-member]")).to_have_count(number)
    page.set_viewport_size({"width": width, "height": 664})
    for address in (group, f"{group}/new"):
        page.goto(address)
        for chip in page.locator(".chips .word:visible").all():
            assert chip.evaluate("one => one.scrollWidth <= one.clientWidth"), chip.inner_text()
        expect_nothing_beside_the_screen(page)


def test_rules_kept_on_the_device_are_offered_to_a_group(page: Page, group: str) -> None:
    page.goto("/game/rules?lang=en")
    page.locator("[name='game.start_points']").fill("27000")
    tap(page, "#save-rules summary")
    page.locator("#own-name").fill("Club")
    tap(page, "#own-save")
    page.goto(f"{group}/settings")
    page.locator("select[name=rules]").select_option(label="Club")
    page.locator("form.step button[type=submit]").first.tap()
    expect(page.locator("[data-saved]")).to_be_visible()
    expect(page.locator("select[name=rules] option:checked")).to_have_text("Club")
    page.goto(f"{group}/new")
    expect(page.locator("[data-in-force]")).to_have_text("Club")
    tap(page, ".next-rules summary")
    page.locator("select[name=rules]").select_option("wrc")
    expect(page.locator(".next-rules summary")).to_have_text("WRC (world championship) · East and south")


def test_the_link_that_deletes_a_game_is_as_high_as_its_card(page: Page, group: str) -> None:
    page.goto(f"{group}/games")
    card, link = boxes(page.locator(".games .card, [data-action=delete]"))
    assert link["height"] == card["height"] >= 40
    assert link["left"] >= card["right"]
