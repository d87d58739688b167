"""The pages of a game on every screen: nothing beside it, nothing that axe objects to, in four languages."""

import json
from importlib.resources import files
from typing import Literal

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.e2e.test_game import SMALL, tap

HAND = "step=player%3D1%26from%3D0&hand=234m456p678s88p23s4s"
#: What is opened below the address of a game, by what stands there.
PLACES = {
    "table": "",
    "distances": "?look=2",
    "win": "/win",
    "from whom": "/win?player=1",
    "points": "/win?player=1&from=0&points=12000",
    "han and fu": "/win?player=1&from=0&how=han&han=3&fu=40",
    "tiles": f"/hand?{HAND}",
    "riichi missing": f"/hand?{HAND}&riichi=1",
    "draw": "/draw?tenpai=02",
    "nagashi": "/draw?nagashi=1",
    "chombo": "/draw?kind=chombo&player=3",
    "correction": "/win?amend=2&player=0&from=1&points=12000",
    "by hand": "/adjust?p0=-1000&note=late",
    "course": "/course",
    "result": "/result",
    "delete": "/delete",
}
OTHERS = {
    "new": "/game",
    "rules": "/game/rules?rules=m_league",
    "rules changed": "/game?game.goal_points=0",
    "import": "/game/import",
}
SIZES: list[ViewportSize] = [{"width": 390, "height": 664}, SMALL, {"width": 768, "height": 1024}]
EVENTS = [
    {"type": "riichi", "player": 1},
    {"type": "win", "wins": [{"player": 1, "from": 0, "points": 8000}]},
    {"type": "win", "wins": [{"player": 1, "from": None, "han": 3, "fu": 30}]},
    {"type": "draw", "kind": "exhaustive", "tenpai": [1, 2]},
    {"type": "chombo", "player": 2},
    {"type": "riichi", "player": 3},
]
NAMES = ["W" * 20, "あおいあおいあおいあおいあおいあおいあお", "שלום עולם שלום עולם", "👨‍👩‍👧 Müller-Lüdenscheidt"]


@pytest.fixture
def places(page: Page) -> dict[str, str]:
    """The address of every page, of a game in its middle."""
    page.goto("/game/import?lang=en")
    text = json.dumps({"names": NAMES, "rules": "house", "events": EVENTS})
    page.locator("textarea").fill(text)
    tap(page, "[data-action=import]")
    expect(page.locator("[data-round]")).to_be_visible()
    return {name: page.url + place for name, place in PLACES.items()} | OTHERS


def in_language(address: str, language: str) -> str:
    return f"{address}{'&' if '?' in address else '?'}lang={language}"


@pytest.mark.parametrize("language", ["ja", "en", "zh", "ko"])
def test_nothing_stands_beside_the_screen(page: Page, places: dict[str, str], language: str) -> None:
    wide = []
    for name, address in places.items():
        page.goto(in_language(address, language))
        for size in SIZES:
            page.set_viewport_size(size)
            if page.evaluate("document.documentElement.scrollWidth") > size["width"]:
                wide.append((name, size["width"]))
    assert not wide


DECISIONS = ["points", "han and fu", "draw", "nagashi", "chombo", "correction", "by hand"]


def test_what_a_choice_does_is_on_the_screen_with_the_button_that_applies_it(
    page: Page, places: dict[str, str]
) -> None:
    for name in DECISIONS:
        page.goto(places[name])
        for size in SIZES:
            page.set_viewport_size(size)
            outcome, apply = page.locator(".outcome").bounding_box(), page.locator("[data-apply]").bounding_box()
            assert outcome, name
            assert apply, name
            assert 0 < outcome["y"] < outcome["y"] + outcome["height"] <= apply["y"] + 1, (name, size["width"])
            assert apply["y"] + apply["height"] <= size["height"], (name, size["width"])


@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_answer_at_the_table_shows_every_yaku_of_a_tsumo(page: Page, places: dict[str, str], language: str) -> None:
    hand = "/hand?step=player%3D3%26from%3Dtsumo&hand=234m456p678s88p23s4s&riichi=1&dora=1m"
    page.goto(in_language(places["table"] + hand, language))
    expect(page.locator("[data-points]")).to_have_attribute("data-points", "8000")
    assert page.locator(".told").evaluate("told => told.scrollHeight <= told.clientHeight + 1")


@pytest.mark.parametrize(("language", "scheme"), [("ja", "light"), ("en", "dark")])
def test_axe_finds_nothing_on_the_pages_of_a_game(
    page: Page, places: dict[str, str], language: str, scheme: Literal["light", "dark"]
) -> None:
    axe = files("axe_playwright_python").joinpath("axe.min.js").read_text("utf-8")
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    found = []
    for name, address in places.items():
        page.goto(in_language(address, language))
        if name == "table":
            tap(page, "[data-action=more]")
        page.evaluate(axe + "; 0")
        result = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        found += [
            f"{name}: {violation['id']}: {node['target']}: {node['failureSummary']}"
            for violation in result["violations"]
            for node in violation["nodes"]
        ]
    assert not found, "\n".join(found)
