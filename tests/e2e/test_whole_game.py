"""Whole recorded games, played by taps on a phone: hands by their tiles, by han and fu, and by points in turn.

The points after each event are those of the record. A hand by its tiles has the worth of the recorded one: its own
tiles are not known.
"""

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewContext
from tests.e2e.page import Calculator
from tests.e2e.test_game import SMALL, expect_nothing_beside_the_screen, expect_points
from webapp.entry import Entry
from webapp.formats.address import form_fields, read_entry
from webapp.formats.game import read_event
from webapp.formats.rules import game_rules_fields, read_game_rules
from webapp.game.log import Game, play
from webapp.game.state import State
from webapp.game.worth import at_table
from webapp.scoring.checks import problems
from webapp.scoring.hand import Flag
from webapp.scoring.notation import parse_tiles
from webapp.scoring.points import hand_points, worth, yakuman_worth
from webapp.scoring.score import score

GAMES = Path(__file__).resolve().parents[3] / "shared" / "data" / "games.jsonl"
pytestmark = [
    pytest.mark.ci,
    pytest.mark.slow,
    pytest.mark.skipif(not GAMES.exists(), reason=f"the recorded games are not here: {GAMES}"),
]
#: Closed hands and open ones of few han; indicators add dora to them.
HANDS = [
    "hand=123m456p789s11z23s4s",
    "hand=234m456p678s88p23s4s",
    "hand=123m55p678s777z44s4s",
    "hand=234m55p678s44s77s4s&melds=pon222p",
    "hand=234m88p67s5s&melds=chi345p-pon222s",
    "hand=234m88p67s5s&melds=chi345p-ankan2222s",
    "hand=2233m4455p6677s88s",
]
INDICATORS: tuple[tuple[int, ...], ...] = ((), *((tile,) for tile in parse_tiles("7p1m3m1s3s2p4p5z1z")))
#: What each way of entering ends with.
LIMITS = (13, 11, 8, 6, 5)


def game_at(number: int) -> dict[str, Any]:
    with GAMES.open(encoding="utf-8") as lines:
        found: dict[str, Any] = json.loads(lines.readlines()[number])
    return found


class Hands:
    """A player of recorded games, who counts the taps."""

    def __init__(self, page: Page, recorded: dict[str, Any]) -> None:
        self.page = page
        self.rules = read_game_rules("rules", recorded["rules"], [])
        self.game = Game(self.rules)
        self.ways = cycle((self._tiles, self._han_fu, self._points))
        self.used: list[str] = []
        self.taps = 0

    @property
    def state(self) -> State:
        return self.game.state

    def begin(self) -> None:
        fields = {"rules": self.rules.preset, "rounds": str(self.rules.rounds), **game_rules_fields(self.rules)}
        self.page.goto(f"/game?{urlencode(fields | {'lang': 'en'})}")
        self.tap("[data-action=new-game]")
        expect_points(self.page, *self.state.points)

    def tap(self, *selectors: str) -> None:
        for selector in selectors:
            self.page.locator(selector).first.tap()
            self.taps += 1

    def enter(self, body: dict[str, Any]) -> None:
        """One event, as somebody at the table enters it."""
        self.taps = 0
        event = read_event("event", body, self.rules, [])
        assert event is not None
        getattr(self, f"_{body['type']}")(body)
        self.game = play(self.game, event).game

    def _riichi(self, body: dict[str, Any]) -> None:
        self.tap(f'[data-action=riichi][data-player="{body["player"]}"]')
        assert self.taps == 1

    def _draw(self, body: dict[str, Any]) -> None:
        self.tap("[data-action=draw]")
        asked = [player for player in body.get("tenpai", []) if player not in self.state.riichi]
        if body.get("kind", "exhaustive") != "exhaustive":
            self.tap(f'[data-kind="{body["kind"]}"]')
        for player in asked:
            self.tap(f'[data-tenpai="{player}"]')
            expect(self.page.locator(f'[data-tenpai="{player}"]')).to_have_attribute("aria-current", "true")
        self.tap("[data-apply]")
        assert self.taps <= 3 + len(asked)

    def _win(self, body: dict[str, Any]) -> None:
        for nth, won in enumerate(body["wins"]):
            self.tap("[data-action=win]" if nth == 0 else "[data-action=another], [data-action=another-ron]")
            self.tap(f'[data-winner="{won["player"]}"]')
            if nth == 0:
                self.tap('[data-by="tsumo"]' if won["from"] is None else f'[data-from="{won["from"]}"]')
            else:  # it is entered in the same way as the first, unless another one is chosen
                self.tap(".at-table > .square" if self.used[-1] == "tiles" else "[data-how=points]")
            way = next(self.ways)
            way(won)
            expect(self.page.locator("[data-apply]")).to_be_visible()
            expect_nothing_beside_the_screen(self.page)
        self.tap("[data-apply]")
        if self.used[-1] == "points" and len(body["wins"]) == 1:
            assert self.taps == 5

    # -- the ways to enter what a hand is worth ------------------------------------------------------

    def _basic(self, won: dict[str, Any]) -> int:
        if "yakuman" in won:
            return yakuman_worth(won["yakuman"]).basic
        return worth(won["han"], won["fu"], self.rules.scoring).basic

    def _points(self, won: dict[str, Any]) -> None:
        is_dealer = self.state.seat(won["player"]) == 0
        points = hand_points(self._basic(won), is_dealer, won["from"] is None, self.rules.scoring)
        self.tap(f'[data-figure="{points}"]')
        self.used.append("points")

    def _han_fu(self, won: dict[str, Any]) -> None:
        self.tap("[data-how=han]")
        if "yakuman" in won:
            self.tap(f'[data-yakuman="{won["yakuman"]}"]')
        elif won["han"] < 5:
            cells = self.page.locator(f'[data-han="{won["han"]}"][data-fu]')
            expect(cells.first).to_be_visible()
            offered = [int(cell.get_attribute("data-fu") or "") for cell in cells.all()]
            fu = max(fu for fu in offered if fu <= won["fu"])  # the fu of a mangan stand for all above
            self.tap(f'[data-han="{won["han"]}"][data-fu="{fu}"]')
        else:
            self.tap(f'[data-han="{next(han for han in LIMITS if han <= won["han"])}"]')
        self.used.append("han_fu")

    def _tiles(self, won: dict[str, Any]) -> None:
        entry = next(self._entries_worth(won), None)
        if entry is None:
            self._han_fu(won)
        else:
            self._by_its_tiles(entry, is_tsumo=won["from"] is None)

    def _by_its_tiles(self, entry: Entry, *, is_tsumo: bool) -> None:
        fields = form_fields(entry)
        self.tap("[data-how=tiles]")
        calculator = Calculator(self.page)
        for meld in fields["melds"].split("-") if fields["melds"] else []:
            kind = meld.rstrip("0123456789mpsz")
            calculator.enter(kind, meld[len(kind)] + meld[-1])
        calculator.tap(fields["hand"])
        if fields["dora"]:
            calculator.dora(fields["dora"])
        points = str(score(entry.hand(is_tsumo=is_tsumo)).points)
        expect(self.page.locator("[data-points]")).to_have_attribute("data-points", points)
        self.used.append("tiles")

    def _entries_worth(self, won: dict[str, Any]) -> Iterator[Entry]:
        """Hands with the worth of a recorded one, won by this player in this state."""
        flags = frozenset({Flag.RIICHI} if won["player"] in self.state.riichi else ())
        for query in HANDS:
            for dora in INDICATORS:
                entry, _ = read_entry(dict(part.split("=") for part in query.split("&")))
                table = at_table(entry.table, self.state, won["player"], won["from"])
                entry = Entry(entry.tiles, entry.melds, replace(table, dora=dora), flags=flags)
                hand = entry.hand(is_tsumo=won["from"] is None)
                best = None if problems(hand) else score(hand).best
                if best and best.basic == self._basic(won):
                    yield entry


def replay(hands: Hands, recorded: dict[str, Any]) -> None:
    hands.begin()
    for step in recorded["steps"]:
        hands.enter(step["event"])
        expect_points(hands.page, *step["state"]["points"])
    hands.tap("[data-action=result]")
    expect(hands.page.locator("[data-total]")).to_have_count(len(recorded["seats"]))
    totals = {row.get_attribute("data-total") for row in hands.page.locator("[data-total]").all()}
    assert totals == {str(total) for total in recorded["final"]["totals"]}


def test_a_whole_game_is_played_by_taps(page: Page) -> None:
    page.set_viewport_size(SMALL)
    recorded = game_at(416)
    hands = Hands(page, recorded)
    replay(hands, recorded)
    assert {"tiles", "han_fu", "points"} <= set(hands.used)


def test_four_phones_play_a_whole_game_and_each_shows_every_event(page: Page, new_context: NewContext) -> None:
    """The taps are spread over the phones, hands are entered by han and fu and by points."""
    recorded = game_at(386)
    hands = Hands(page, recorded)
    hands.ways = cycle((hands._han_fu, hands._points))
    hands.begin()
    phones = [page, *(new_context().new_page() for _ in range(3))]
    for phone in phones[1:]:
        phone.goto(page.url)
    for step, hands.page in zip(recorded["steps"], cycle(phones), strict=False):
        hands.enter(step["event"])
        for phone in phones:
            expect_points(phone, *step["state"]["points"])
    for phone in phones:
        expect(phone.locator("[data-action=result]")).to_be_visible()
    assert set(hands.used) == {"han_fu", "points"}
