"""The course and the result of a game, what is taken away, and reading it in again."""

import csv
import io
import json

import pytest
from flask.testing import FlaskClient

from tests.pages.game.forms import apply, hand_at, page, points, press
from tests.pages.markup import Element, problems_of


def test_the_course_and_the_result_name_everybody(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    assert "East 1 · Yui +8,000 ← Aoi" in page(client, f"{table}/course").text
    ranks = page(client, f"{table}/result").having("data-rank")
    assert [(row["data-rank"], row["data-total"]) for row in ranks] == [
        ("1", "43.0"),
        ("2", "5.0"),
        ("3", "-15.0"),
        ("4", "-33.0"),
    ]


def test_the_game_is_over_when_somebody_is_below_zero_and_the_same_players_go_on(
    client: FlaskClient, table: str
) -> None:
    apply(client, table, "/win?player=1&from=0&yakuman=1&how=han")
    shown = page(client, table)
    assert "somebody is below zero" in shown.text
    assert not shown.having(data_action="win")
    again = client.post(f"{table}/next").location
    assert again != table
    assert points(client, again) == [25000] * 4
    assert client.post(f"{table}/next").location == again


def test_the_differences_to_a_player_are_shown(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    seats = page(client, f"{table}?look=1").having("data-points", "data-player")
    assert any("−16,000" in seat.text for seat in seats if seat["data-player"] == "0")


def test_what_is_exported_can_be_played_again(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    found = client.get(f"{table}/game.json").json
    assert found is not None
    answer = client.post("/api/game", json={"rules": found["rules"], "events": found["events"]}).json
    assert answer is not None
    assert answer["states"][-1]["points"] == [17000, 33000, 25000, 25000]


# -- to take away, and to read in again ------------------------------------------------------------


def test_a_game_is_told_as_text(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    apply(client, table, "/draw?tenpai=13")
    lines = client.get(f"{table}/game.txt").text.splitlines()
    onlooker = page(client, f"{table}/join").one(data_action="onlookers")["href"]
    assert lines[0] == "East 2 · East and south · House rules"
    assert lines[1] == "1. Yui 34,500 (+44.5)"
    assert lines[6:8] == ["East 1 · Yui +8,000 ← Aoi", "East 2 · Exhaustive draw: Yui, Martin"]
    assert lines[-1] == f"http://localhost{onlooker}/result"


def test_a_game_is_a_table_for_a_spreadsheet_without_formulas(client: FlaskClient) -> None:
    table = str(client.post("/game", data={"name0": "=1+1", "name1": 'a","b'}).location)
    apply(client, table, "/win?player=1&from=0&points=8000")
    rows = list(csv.reader(client.get(f"{table}/game.csv").text.removeprefix("\ufeff").splitlines()))
    assert rows[0][6:8] == ["'=1+1", 'a","b']
    assert rows[1][:6] == ["E1", "0", "0", "ron", 'a","b', "'=1+1"]
    assert rows[1][6:] == ["-8000", "8000", "0", "0", "17000", "33000", "25000", "25000"]


def test_the_picture_of_a_game_has_everybody(client: FlaskClient) -> None:
    table = str(client.post("/game", data={"name0": "<Aoi>", "name1": "🀄", "name2": "مرحبا"}).location)
    apply(client, table, "/win?player=1&from=0&points=8000")
    drawn = Element.of(client.get(f"{table}/game.svg").text)
    assert {"<Aoi>", "Player 2", "Player 3"} <= {text["data-text"] for text in drawn.having("data-text")}
    assert [text["data-total"] for text in drawn.having("data-total")] == ["43.0", "5.0", "-15.0", "-33.0"]
    assert client.get(f"{table}/game.png").data.startswith(b"\x89PNG")


def test_a_preview_of_a_link_for_players_shows_no_points(client: FlaskClient, table: str) -> None:
    onlooker = page(client, f"{table}/join").one(data_action="onlookers")["href"]
    for address, is_shown in ((table, False), (f"{table}/result", False), (f"{onlooker}/result", True)):
        metas = [meta for meta in page(client, address).tags("meta") if "property" in meta]
        assert bool(metas) == is_shown
        assert table.rpartition("/")[2] not in str(metas)


def test_a_game_is_read_in_again_and_goes_on(client: FlaskClient, table: str) -> None:
    press(client, table, "", data_action="riichi", data_player="3")
    apply(client, table, hand_at("player=1&from=0", hand="234m456p678s88p23s4s"))
    apply(client, table, "/draw?tenpai=1")
    kept = client.get(f"{table}/game.json").text
    for data in ({"game": kept}, {"file": (io.BytesIO(kept.encode()), "game.json")}):
        again = client.post("/game/import", data=data).location
        assert again != table
        assert client.get(f"{again}/game.json").json == json.loads(kept)
        assert points(client, again) == points(client, table)
        assert apply(client, again, "/draw") == 303


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"events": 7}',
        '{"rules": "nobody", "events": []}',
        '{"events": [{"type": "riichi", "player": 7}]}',
        '{"events": [{"type": "undo"}]}',
        "[" * 9000,
        '{"names": ["\\ud800"], "events": []}',
        "\u202e",
    ],
)
def test_what_is_no_game_is_not_read_in(client: FlaskClient, text: str) -> None:
    answer = client.post("/game/import", data={"game": text})
    assert answer.status_code == 422
    assert problems_of(Element.of(answer.text))


def test_strange_names_are_read_in_tidied(client: FlaskClient) -> None:
    body = json.dumps({"names": ["a\u202eb", 7, None, "x" * 99, "five"], "events": []})
    table = client.post("/game/import", data={"game": body}).location
    assert json.loads(client.get(f"{table}/game.json").text)["names"] == ["ab", "", "", "x" * 20]
