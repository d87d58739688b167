"""Hostile input, and a server that can keep no games."""

from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.pages.game.forms import page, points, tap
from tests.pages.markup import Element, problems_of
from webapp import create_app
from webapp.store import Reason, UnavailableError


@pytest.mark.parametrize(
    "event",
    [
        "{",
        "[]",
        "null",
        "7",
        '{"type": "win"}',
        '{"type": "win", "wins": [{"player": 9, "points": 8000}]}',
        '{"type": "win", "wins": [{"player": 1, "from": 1, "points": 8000}]}',
        '{"type": "win", "wins": [{"player": 1, "from": 0, "points": 8001}]}',
        '{"type": "riichi", "player": "<script>"}',
        '{"type": "amend", "seq": 99, "event": {"type": "end"}}',
        '{"type": "undo"}',
        '{"type": "win", "wins": [{"player": 1, "from": 0, "han": 1e400, "fu": 30}]}',
        '{"type": "win", "wins": [{"player": 1, "from": 0, "points": 8000, "basic": -1}]}',
        '{"type": "win", "wins": [{"player": 1, "from": 0, "case": {"concealed": "19z", "win": "\\ud800"}}]}',
        '{"type": "adjust", "points": [1e99, 0, 0, 0]}',
        '{"type": "adjust", "points": [100, 0, 0, 0], "note": "\\ud800"}',
        '{"type": "chips", "from": 0, "to": 0, "n": -1}',
        '{"type": "draw", "tenpai": [0, 0, 9], "nagashi": "x"}',
        '{"type": "draw", "kind": {"a": []}}',
        "[" * 5000,
        "\x00",
    ],
)
def test_an_event_that_cannot_be_is_refused_with_a_problem(client: FlaskClient, table: str, event: str) -> None:
    answer = client.post(f"{table}/events", data={"event": event, "seen": "0", "key": "k"})
    assert answer.status_code == 422
    assert problems_of(Element.of(answer.text))
    assert points(client, table) == [25000] * 4


@pytest.mark.parametrize(
    "fields",
    [
        {"seen": "-1"},
        {"seen": "x"},
        {"seen": "9" * 400},
        {"seen": "٣"},
        {"key": ""},
        {"key": "é" * 9},
        {"key": "k" * 65},
        {"key": "\ud800".encode("utf-8", "surrogatepass").decode("latin-1")},
    ],
)
def test_numbers_and_keys_are_checked(client: FlaskClient, table: str, fields: dict[str, str]) -> None:
    answer = client.post(f"{table}/events", data=tap(client, table, data_action="riichi", data_player="0") | fields)
    assert answer.status_code == 422
    assert points(client, table) == [25000] * 4


@pytest.mark.parametrize(
    "query",
    [
        "player=9",
        "player=x",
        "from=tsumo",
        "also=[[]]",
        "also=[{}]",
        "also={",
        "points=99999999999",
        "amend=77&player=1",
    ],
)
def test_no_address_of_a_step_is_an_error(client: FlaskClient, table: str, query: str) -> None:
    for step in ("win", "draw"):
        assert client.get(f"{table}/{step}?{query}&player=1&from=0&points=8000").status_code == 200
        assert client.get(f"{table}/{step}?{query}").status_code == 200


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("<b>x</b>", "<b>x</b>"),
        ("  a \u202e\u0007 b  ", "a b"),
        ("🀄" * 30, "🀄" * 20),
        ("x" * 10_000, "x" * 20),
        ("שלום עולם", "שלום עולם"),
        ("👨‍👩‍👧", "👨‍👩‍👧"),
        ("a\x00b\x1bc", "abc"),
        ("{{ 7 * 7 }} ${x}", "{{ 7 * 7 }} ${x}"),
    ],
)
def test_names_are_tidied_and_shown_as_they_are(client: FlaskClient, name: str, shown: str) -> None:
    table = client.post("/game", data={"name0": name}).location
    assert page(client, table).one("data-player", "data-points", data_player="0").tags("bdi")[0].text == shown


@pytest.mark.parametrize("form", [{"rules": "nobody"}, {"rounds": "3"}, {"rounds": "x"}])
def test_a_game_by_unknown_rules_does_not_begin(client: FlaskClient, form: dict[str, str]) -> None:
    answer = client.post("/game", data=form)
    assert answer.status_code == 422
    assert problems_of(Element.of(answer.text))


def test_a_server_without_a_database_says_so_and_still_scores(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    client = create_app({"TESTING": True, "DATABASE": str(tmp_path / "file" / "games.db")}).test_client()
    answer = client.post("/game", data={})
    assert answer.status_code == 503
    assert "No game can be kept here." in answer.text
    assert client.get("/?hand=123m").status_code == 200


def test_a_server_that_is_busy_for_a_moment_says_to_try_again(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wait_in_vain(*_: object, **__: object) -> None:
        raise UnavailableError(Reason.BUSY)

    monkeypatch.setattr(client.application.extensions["store"].games, "create", wait_in_vain)
    answer = client.post("/game", data={})
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert "Try again in a moment." in answer.text
    assert "No game can be kept here." not in answer.text
