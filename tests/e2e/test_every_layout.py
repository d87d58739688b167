"""Every page and state on every screen, with larger text too: no word is small or cut, no button covered."""

from collections.abc import Callable, Iterator

import pytest
from flask.testing import FlaskClient
from playwright.sync_api import Page

from tests.e2e.layout import Layout
from tests.e2e.test_accessibility import STATES
from tests.e2e.test_game_pages import places as places_of_a_game
from tests.e2e.test_group import group as played_group
from tests.e2e.test_layout import STATES as HANDS
from tests.pages.game.forms import press
from tests.pages.group import forms
from tests.records.played import played_game
from tests.records.written import as_tenhou6

UPRIGHT = [(320, 568), (390, 664), (768, 1024)]
SCREENS = [*UPRIGHT, (1280, 800), (568, 320), (740, 360)]
places = places_of_a_game
group = played_group
WIN = "/win?player=1&from=0&points=8000"

#: What is opened below the address of a group.
OF_A_GROUP = ["", "/board", "/new", "/new?seats=1.2.3.4.5", "/games", "/members", "/members/1", "/links", "/settings"]
OF_A_GROUP += ["/delete", "/members/5/merge?into=1"]


@pytest.fixture
def pages_of_group(client: FlaskClient, group: str) -> dict[str, str]:
    """The address of every page of a group that has played two games and plays a third one."""
    forms.end(client, forms.play(client, group, "1.2.3.4", WIN))
    press(client, forms.play(client, group, "2.3.4.1", WIN), "", data_action="riichi", data_player="2")
    return {f"group{rest}": group + rest for rest in OF_A_GROUP}


Step = tuple[str, str | None, Callable[[Page], None] | None]


def review(page: Page) -> None:
    """A log read in."""
    page.get_by_role("textbox").first.fill(as_tenhou6(played_game(4)))
    page.locator("[data-action=review]").click()
    page.locator("[data-agrees]").wait_for()


def judge(page: Page) -> None:
    page.locator("[data-judge='1']").click()
    page.locator("[data-judged-hand]").first.wait_for(timeout=60_000)


def steps(places: dict[str, str], group: dict[str, str]) -> Iterator[Step]:
    """Every page and state: its name, its address if it is another one, what is done there."""
    states = {name: (f"?{query}", None) for name, query in HANDS.items()} | STATES
    for name, (address, act) in states.items():
        yield name, f"/{address}", act
    for name, address in (places | group).items():
        yield name, address, None
    yield "review", "/review", None
    yield "log", "/review", review
    yield "judged log", None, judge


@pytest.mark.ci
@pytest.mark.parametrize(
    ("language", "comfort", "screens"),
    [
        ("en", "text-150", SCREENS),
        ("ja", "text-125.dark", SCREENS),
        # What differs is the length of words, and those that are too long show on narrow screens first.
        ("zh", "text-150", UPRIGHT),
        ("ko", "text-100.left", UPRIGHT),
    ],
)
def test_every_page_has_room(
    page: Page,
    base_url: str,
    places: dict[str, str],
    pages_of_group: dict[str, str],
    language: str,
    comfort: str,
    screens: list[tuple[int, int]],
) -> None:
    layout = Layout(page, base_url)
    layout.comfort(comfort)
    page.emulate_media(reduced_motion="reduce")
    faults = []
    for name, address, act in steps(places, pages_of_group):
        layout.resize(390, 664)
        if address:
            page.goto(f"{address}{'&' if '?' in address else '?'}lang={language}")
        if act:
            act(page)
        for size in screens:
            layout.resize(*size)
            faults += [f"{name} {size}: {fault}" for fault in layout.measured()]
    assert not faults, "\n".join(faults)
