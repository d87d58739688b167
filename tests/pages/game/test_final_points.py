"""A game that was played without this program, of which only the final points are entered."""

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.pages.game.forms import page, points
from tests.pages.markup import Element, problems_of

NAMES = {"name0": "Aoi", "name1": "Yui", "name2": "Rin", "name3": "Ken"}
POINTS = {"p0": "31000", "p1": "-2000", "p2": "45000", "p3": "25000", "sticks": "1"}


def ranks(client: FlaskClient, result: str) -> list[tuple[str, str]]:
    rows = page(client, f"{result}?lang=en").having("data-rank")
    return [(row.tags("bdi")[0].text, row["data-total"]) for row in rows]


def test_the_final_points_are_a_game_with_its_result(client: FlaskClient) -> None:
    form = page(client, "/game").one(data_action="only-points")
    assert form["formaction"] == "/game/points"
    shown = page(client, "/game/points?name2=Rin&rules=house&rounds=1&game.goal_points=0&lang=en")
    assert shown.one(name="name2")["value"] == "Rin"
    fields = {field["name"]: field["value"] for field in shown.having(type="hidden") if "name" in field}
    assert (fields["rules"], fields["rounds"], fields["game.goal_points"]) == ("house", "1", "0")
    answer = client.post("/game/points", data=fields | NAMES | POINTS)
    assert answer.status_code == 303
    assert str(answer.location).endswith("/result")
    assert ranks(client, answer.location) == [("Rin", "56.0"), ("Aoi", "11.0"), ("Ken", "-15.0"), ("Yui", "-52.0")]
    table = answer.location.removesuffix("/result")
    assert points(client, table) == [31000, -2000, 46000, 25000]
    game = client.get(f"{table}/game.json").get_json()
    assert [event["type"] for event in game["events"]] == ["adjust", "end"]
    assert game["rules"]["goal_points"] == 0


@pytest.mark.parametrize(
    ("leftover", "expected"), [("share", [31500, 31500, 9000, 28000]), ("nobody", [31000, 31000, 9000, 28000])]
)
def test_the_sticks_that_are_left_go_where_the_rules_say(
    client: FlaskClient, leftover: str, expected: list[int]
) -> None:
    form = {"p0": "31,000", "p1": "31000", "p2": "9000", "p3": "28000", "sticks": "1"}
    answer = client.post("/game/points", data=form | {"rules": "house", "game.leftover_sticks": leftover})
    assert points(client, answer.location.removesuffix("/result")) == expected


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"p0": "", "p1": "x"}, ["Aoi: points are a number like 32400.", "Yui: points are a number like 32400."]),
        ({"p3": "25050"}, ["Ken: points are a number like 32400."]),
        ({"sticks": "0"}, ["add up to 99,000 and must add up to 100,000: 1,000 are missing. Correct the points or"]),
        ({"sticks": "3"}, ["add up to 102,000 and must add up to 100,000: 2,000 are too many. Correct the points or"]),
        ({"sticks": "-1"}, ["A whole number from 0 to 99 is expected, not -1."]),
        ({"game.leftover_sticks": "back"}, ["By these rules the sticks that are left go back"]),
        ({"p0": "9" * 5000}, ["Aoi: points are a number like 32400."]),
        ({"p0": "2000000", "p1": "-1971000"}, ["Points are corrected by whole hundreds"]),
    ],
)
def test_what_cannot_be_is_said_and_what_was_typed_stays(client: FlaskClient, wrong: Any, said: list[str]) -> None:
    answer = client.post("/game/points?lang=en", data={"rules": "house", **NAMES, **POINTS, **wrong})
    assert answer.status_code == 422
    shown = Element.of(answer.text)
    text = shown.text
    assert problems_of(shown)
    assert all(line in text for line in said), text
    assert shown.one(name="name1")["value"] == "Yui"
    assert shown.one(name="p2")["value"] == "45000"


def test_a_form_that_is_sent_twice_makes_one_game(client: FlaskClient) -> None:
    form = {"rules": "house", **NAMES, **POINTS, "key": page(client, "/game/points").one(name="key")["value"]}
    first, again = (client.post("/game/points", data=form).location for _ in range(2))
    assert first == again
