"""A short game by touch on a phone: riichi, a win by points, one by han and fu, a draw, undo."""

import json
import re
from collections.abc import Mapping

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.conftest import NewContext
from tests.e2e.layout import boxes
from tests.e2e.page import Calculator, Held

pytestmark = [pytest.mark.slow]
USUAL: ViewportSize = {"width": 390, "height": 664}
SMALL: ViewportSize = {"width": 320, "height": 568}


#: For tests in which a button could lie beside or below the screen.
on_two_phones = pytest.mark.parametrize(
    "size", [USUAL, pytest.param(SMALL, marks=pytest.mark.ci)], ids=["390x664", "320x568"]
)


@pytest.fixture
def size() -> ViewportSize:
    return USUAL


@pytest.fixture
def table(page: Page, size: ViewportSize) -> Page:
    """The table of a new game."""
    page.set_viewport_size(size)
    page.goto(new_game(page, name0="あおい"))
    return page


def tap(page: Page, *selectors: str) -> None:
    for selector in selectors:
        page.locator(selector).tap()


def tap_middle(page: Page, *selectors: str) -> None:
    """Taps on the screen, whether or not the element there takes it."""
    for selector in selectors:
        box = page.locator(selector).bounding_box()
        assert box
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def new_game(page: Page, **fields: str | float | bool) -> str:
    """Begins a game as the form of the page does; the address of its table."""
    return page.request.post("/game", form={**fields}).url


def enter(page: Page, table: str, *events: Mapping[str, object]) -> None:
    """The first events of a game."""
    for seen, event in enumerate(events):
        form: dict[str, str | float | bool] = {"event": json.dumps(event), "seen": seen, "key": f"event{seen}"}
        assert page.request.post(f"{table}/events", form=form).ok


def expect_nothing_beside_the_screen(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def expect_points(page: Page, *points: int) -> None:
    """Each player's points on the table, which is no wider than the screen."""
    for player, has in enumerate(points):
        expect(page.locator(f'[data-player="{player}"][data-points]')).to_have_attribute("data-points", str(has))
    expect_nothing_beside_the_screen(page)


@on_two_phones
def test_every_item_of_the_menu_below_the_table_can_be_tapped(table: Page) -> None:
    address = table.url
    for action in ("chombo", "adjust", "standings", "join", "delete"):
        table.goto(address)
        tap(table, "[data-action=more]")
        item = f".acts [data-action={action}]"
        href = table.locator(item).get_attribute("href")
        assert href
        tap_middle(table, item)
        expect(table).to_have_url(re.compile(f"{re.escape(href)}$"))


@on_two_phones
def test_the_second_tap_of_a_double_tap_reaches_nothing_that_has_just_come(
    table: Page, size: ViewportSize, new_context: NewContext
) -> None:
    address = table.url
    table = new_context(takes_taps_at_once=False).new_page()
    table.set_viewport_size(size)
    table.goto(address)
    tools = table.context.new_cdp_session(table)
    tools.send("Animation.enable")
    for selector, place in (
        ("[data-action=draw]", "/draw"),
        ("[data-apply]", "$"),
        ("[data-action=win]", r"/win\?after=1$"),
    ):
        tools.send("Animation.setPlaybackRate", {"playbackRate": 1})
        control = table.locator(selector)
        control.tap(trial=True)
        box = control.bounding_box()
        assert box
        middle = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        tools.send("Animation.setPlaybackRate", {"playbackRate": 0.01})  # however slow the machine is
        table.touchscreen.tap(*middle)
        expect(table).to_have_url(re.compile(re.escape(address) + place))
        table.touchscreen.tap(*middle)
        if place == "$":  # before all of a table has come, its seats can be where its buttons will be
            tap_middle(table, '[data-player="2"] .player', "[data-action=riichi][data-player='1']")
        table.wait_for_timeout(500)
        expect(table).to_have_url(re.compile(re.escape(address) + place))
    assert table.request.get(re.sub("/win.*", "/game.json", table.url)).json()["events"][1:] == []


def test_back_after_a_hand_was_applied_does_not_offer_it_as_the_next_one(table: Page) -> None:
    tap(table, "[data-action=win]", '[data-winner="1"]', '[data-from="0"]', '[data-figure="8000"]', "[data-apply]")
    expect_points(table, 17000, 33000, 25000, 25000)
    table.go_back()
    expect_points(table, 17000, 33000, 25000, 25000)


def tap_quickly(page: Page, *selectors: str) -> None:
    """Taps where these are now, before any answer."""
    for selector in selectors:
        page.locator(selector).tap(trial=True)
    held = Held(page, re.compile(r"/(win|draw)\?"))  # only now, since a page that is on its way is not held reliably
    boxes = [page.locator(selector).bounding_box() for selector in selectors]
    for box in boxes:
        assert box
        page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    held.first()
    held.let_go()


@pytest.mark.browser_context_args(service_workers="block")  # it would fetch what is held here
def test_apply_tapped_before_the_chosen_points_have_come_enters_those(table: Page) -> None:
    tap(table, "[data-action=win]", '[data-winner="1"]', '[data-from="0"]', '[data-figure="8000"]')
    tap_quickly(table, '[data-figure="3900"]', "[data-apply]")
    expect_points(table, 21100, 28900, 25000, 25000)


def test_apply_that_was_there_before_takes_taps_as_soon_as_the_chosen_points_have_come(table: Page) -> None:
    tap(table, "[data-action=win]", '[data-winner="1"]', '[data-from="0"]', '[data-figure="8000"]')
    table.evaluate("document.adoptedStyleSheets = []")  # what has just come takes no taps
    tools = table.context.new_cdp_session(table)
    tools.send("Animation.enable")
    tools.send("Animation.setPlaybackRate", {"playbackRate": 0.01})
    tap(table, '[data-figure="3900"]')
    expect(table.locator('[data-figure="3900"]')).to_have_attribute("aria-current", "true")
    tap_middle(table, "[data-apply]")
    expect_points(table, 21100, 28900, 25000, 25000)


@pytest.mark.browser_context_args(service_workers="block")  # it would fetch what is held here
def test_while_back_leads_to_an_earlier_choice_nothing_is_applied(table: Page) -> None:
    tap(table, "[data-action=win]", '[data-winner="1"]', '[data-from="0"]', '[data-figure="8000"]')
    tap(table, '[data-figure="3900"]')
    chosen = table.locator('[data-figure="3900"][aria-current=true]')
    expect(chosen).to_be_visible()
    held = Held(table, re.compile(r"/win\?"))
    table.evaluate("history.back()")
    held.first()
    tap_middle(table, "[data-apply]")
    table.evaluate("history.forward()")
    table.wait_for_url("**points=3900*")
    held.let_go()
    expect(chosen).to_be_visible()
    expect(table.locator("main[aria-busy]")).to_have_count(0)
    tap(table, "[data-apply]")
    expect_points(table, 21100, 28900, 25000, 25000)


def test_the_keyboard_goes_on_where_a_step_begins(table: Page) -> None:
    tap(table, "[data-action=win]")
    table.locator('[data-winner="1"]').press("Enter")
    expect(table.locator("h1")).to_be_focused()
    table.locator('[data-from="0"]').press("Enter")
    table.locator('[data-figure="3900"]').press("Enter")
    expect(table.locator('[data-figure="3900"][aria-current=true]')).to_be_focused()


@pytest.mark.parametrize("size", [SMALL])
def test_a_choice_stays_where_it_was_tapped(table: Page) -> None:
    tap(table, "[data-action=win]", '[data-winner="1"]', "[data-by=tsumo]")
    chosen = table.locator('[data-figure="32000"]')
    chosen.tap(trial=True)
    place = chosen.bounding_box()
    tap_middle(table, '[data-figure="32000"]')
    expect(chosen).to_have_attribute("aria-current", "true")
    assert chosen.bounding_box() == place


@pytest.mark.browser_context_args(service_workers="block")  # it would fetch what is held here
def test_two_players_tapped_at_once_are_both_in_tenpai(table: Page) -> None:
    """A double tap on one of them is one tap."""
    tap(table, "[data-action=draw]")
    tap_quickly(table, '[data-tenpai="1"]', '[data-tenpai="1"]', '[data-tenpai="2"]')

    def expect_tenpai(*tenpai: int) -> None:
        for player in range(4):
            one = table.locator(f'[data-tenpai="{player}"]')
            expect(one).to_have_attribute("aria-current", str(player in tenpai).lower())

    expect_tenpai(1, 2)
    table.go_back()
    expect_tenpai(1)
    table.reload()
    table.go_back()
    expect_tenpai()


@on_two_phones
def test_a_hand_is_entered_by_its_tiles(table: Page) -> None:
    tap(table, '[data-action=riichi][data-player="1"]')
    tap(table, "[data-action=win]", '[data-winner="1"]', '[data-from="0"]', "[data-how=tiles]")
    calculator = Calculator(table).tap("123m456p789s11z23s4s").dora("4m")
    expect(table.locator("[data-field=liable] option", has_text="あおい")).to_have_count(1)
    calculator.undo().undo().tap("4s").dora("4m")
    expect(table.locator("[data-points]")).to_have_attribute("data-points", "1300")
    expect(table.locator("[data-outcome=E]")).to_have_attribute("data-delta", "-1300")
    expect_nothing_beside_the_screen(table)
    address = re.compile(
        r"/hand\?step\.player=\d&step\.from=\w+(&step\.\w+=\w+)*&hand=123m456p23789s11z4s&dora=4m&riichi=1$"
    )
    expect(table).to_have_url(address)
    table.reload()
    expect(table.locator("[data-points]")).to_have_attribute("data-points", "1300")
    expect(table).to_have_url(address)
    tap(table, "[data-apply]")
    expect_points(table, 23700, 26300, 25000, 25000)


def test_a_hand_of_a_game_is_none_of_the_hands_of_the_calculator(table: Page) -> None:
    game = table.url
    calculator = Calculator(table).open("hand=123m456p789s23s")
    with calculator.answered():
        calculator.tap("1p")
    table.goto(game)
    tap(table, "[data-action=win]", '[data-winner="1"]', "[data-by=tsumo]", "[data-how=tiles]")
    Calculator(table).tap("9m").undo()
    expect(table.locator("#hand [data-hand-tile]")).to_have_count(0)
    Calculator(table).tap("9m").undo()
    table.goto("/")
    expect(table.locator("#hand [data-hand-tile]")).to_have_count(12)
    # Only what leads this device on to its last game, and taps that wait to it, knows the secret.
    of_game = "{'agari.game': '', 'agari.games': ''}"
    kept = table.evaluate(f"JSON.stringify([localStorage, sessionStorage].map((kept) => ({{...kept, ...{of_game}}})))")
    assert game.rpartition("/")[2] not in kept


@on_two_phones
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


def test_a_result_is_shared_by_a_button(table: Page) -> None:
    table.add_init_script("navigator.share = (shared) => { window.shared = shared; return Promise.resolve(); };")
    tap(table, "[data-action=more]", "[data-action=standings]", ".take summary", "[data-share-by=system]")
    shared = table.evaluate("window.shared")
    assert shared["url"] == table.locator("[data-shared-link]").input_value()
    assert shared["url"].endswith("/result")
    assert shared["title"]


def test_the_menu_below_a_table_of_three_players_is_on_the_screen(page: Page) -> None:
    page.goto(new_game(page, rules="tenhou_sanma"))
    tap(page, "[data-action=more]")
    for size in (SMALL, ViewportSize(width=740, height=360), ViewportSize(width=390, height=664)):
        page.set_viewport_size(size)
        for item in page.locator(".acts .menu .word").all():
            item.scroll_into_view_if_needed()
            expect(item).to_be_in_viewport(ratio=0.95)
    for size in (SMALL, ViewportSize(width=390, height=664), ViewportSize(width=1280, height=800)):
        page.set_viewport_size(size)
        page.evaluate("scrollTo(0, 0)")
        button, menu = boxes(page.locator(".acts summary, .acts .menu"))
        assert menu["top"] >= 0
        assert menu["bottom"] <= button["top"] or button["bottom"] <= menu["top"]
    page.set_viewport_size(SMALL)
    tap(page, ".acts [data-action=end]", "[data-apply]")
    expect(page.locator(".acts .menu")).to_be_hidden()
    tap(page, "[data-action=result]")
    expect(page.locator("[data-rank]")).to_have_count(3)


def test_the_question_whether_the_last_dealer_stops_is_on_a_small_screen(page: Page) -> None:
    page.set_viewport_size(SMALL)
    table = new_game(page, rules="house", rounds="0")
    enter(page, table, {"type": "win", "wins": [{"player": 0, "from": 1, "points": 7700}]})
    page.goto(table)
    expect(page.locator(".again [data-action=end]")).to_be_in_viewport(ratio=1)


def test_the_table_fills_a_screen_of_1280_by_800(page: Page) -> None:
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(new_game(page, rules="house"))
    (board,) = boxes(page.locator(".board"))
    assert 700 <= board["height"] <= 800 - board["top"]
    assert board["width"] >= 700


def test_a_forgotten_riichi_is_added_to_an_earlier_hand(table: Page) -> None:
    tap(table, "[data-action=win]", '[data-winner="1"]', '[data-from="0"]', '[data-figure="8000"]', "[data-apply]")
    expect_points(table, 17000, 33000, 25000, 25000)
    table.get_by_role("link", name=re.compile("経過")).tap()
    tap(table, ".correct", ".sticks-of summary", '[data-stick="2"]')
    expect(table.locator('[data-stick="2"]')).to_have_attribute("aria-current", "true")
    expect(table.locator("[data-outcome=W]")).to_have_attribute("data-delta", "-1000")
    expect_nothing_beside_the_screen(table)
    tap(table, "[data-apply]")
    expect_points(table, 17000, 34000, 24000, 25000)
    tap(table, "[data-action=undo]")
    expect_points(table, 17000, 33000, 25000, 25000)
