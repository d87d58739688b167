"""Recorded games and every rare case, entered through the pages of a phone: after each event the table shows the
recorded state, and at the end the result its totals."""

import json
import re
from collections.abc import Iterator
from itertools import count

import pytest
from flask.testing import FlaskClient

from tests.game.recorded import Json, cases, games, needs_cases
from webapp import create_app
from webapp.formats.rules import game_rules_fields, read_game_rules

pytestmark = pytest.mark.ci
#: The engine plays every recorded game (`tests/game/test_recorded_games.py`); every sixth one is entered here.
EVERY = 6
#: How many parts these are played in, so that several processes share them.
PARTS = 3
KEYS = count()


@pytest.fixture(scope="module")
def phone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    app = create_app({"TESTING": True, "DATABASE": str(tmp_path_factory.mktemp("recorded") / "games.db")})
    yield app.test_client()
    app.extensions["store"].close()


def begun(phone: FlaskClient, described: object) -> str:
    """The address of the table of a new game by these rules, made by the form of a new game."""
    rules = read_game_rules("rules", described, [])
    form = {"rules": rules.preset, "rounds": str(rules.rounds), **game_rules_fields(rules)}
    return str(phone.post("/game", data=form).location)


def enter(phone: FlaskClient, table: str, event: Json, seen: int) -> None:
    """Sends an event as the form of a button does."""
    fields = {"event": json.dumps(event), "seen": str(seen), "key": f"k{next(KEYS)}"}
    assert phone.post(f"{table}/events", data=fields).status_code == 303


def shown(phone: FlaskClient, table: str) -> Json:
    """What the table shows: hand, honba, sticks and points."""
    html = phone.get(table).text
    places = re.search(r'data-round="(\d+)"\s+data-honba="(\d+)"\s+data-sticks="(\d+)"', html)
    assert places
    seats = dict(re.findall(r'data-player="(\d)"\s+data-seat="[ESWN]"\s+data-points="(-?\d+)"', html))
    number, honba, sticks = map(int, places.groups())
    return {
        "number": number,
        "honba": honba,
        "sticks": sticks,
        "points": [int(seats[str(n)]) for n in range(len(seats))],
    }


def totals(phone: FlaskClient, table: str) -> list[float]:
    """The totals of the result, the first one first."""
    return [float(total) for total in re.findall(r'data-total="(-?[\d.]+)"', phone.get(f"{table}/result").text)]


def wanted(state: Json) -> Json:
    return {name: state[name] for name in ("number", "honba", "sticks", "points")}


def differs(phone: FlaskClient, game: Json) -> bool:
    table = begun(phone, game["rules"])
    for seen, step in enumerate(game["steps"]):
        enter(phone, table, step["event"], seen)
        if shown(phone, table) != wanted(step["state"]):
            return True
    return totals(phone, table) != [game["final"]["totals"][player] for player in game["final"]["order"]]


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_a_recorded_game_is_played_through_the_pages(phone: FlaskClient, part: int) -> None:
    assert [game["id"] for game in games()[::EVERY][part::PARTS] if differs(phone, game)] == []


@needs_cases
@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_a_rare_case_is_played_through_the_pages(phone: FlaskClient, case: Json) -> None:
    table = begun(phone, case["rules"])
    for seen, event in enumerate(case["events"]):
        enter(phone, table, event, seen)
    assert shown(phone, table) == wanted(case["state"])
