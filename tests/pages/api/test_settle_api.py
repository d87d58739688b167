"""`POST /api/settle`: several winners on one discard, and nagashi mangan."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.scoring.hands import but
from tests.scoring.winners import ONE, THREE, TWO, E, N, S, winner
from webapp.formats.case import case_json
from webapp.scoring.rules import SWITCHES, TENHOU, Rules


def case(seat: int, rules: Rules = THREE, **facts: Any) -> dict[str, Any]:
    return json.loads(json.dumps(case_json(but(winner(seat, **facts), rules=rules))))  # type: ignore[no-any-return]


def ask(client: FlaskClient, body: object) -> dict[str, Any]:
    answer = client.post("/api/settle", json=body)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.get_json()
    assert found.keys() == {"rules", "outcome", "deltas", "payments", "wins", "bumped"}
    assert found["rules"].keys() == {"preset", *SWITCHES}
    return found


def refused(client: FlaskClient, body: object) -> set[tuple[str, str]]:
    answer = client.post("/api/settle", json=body)
    assert answer.status_code == 422, answer.text
    assert answer.get_json().keys() == {"problems"}
    for problem in answer.get_json()["problems"]:
        assert problem.keys() == {"field", "code", "message"}
        assert problem["message"]
    return {(problem["field"], problem["code"]) for problem in answer.get_json()["problems"]}


def test_three_winners_are_answered_in_turn_order(client: FlaskClient) -> None:
    found = ask(client, [case(seat, honba=1, sticks=2) for seat in (E, S, N)])
    assert found["outcome"] == "wins"
    assert found["deltas"] == [5800, 2000, -9100, 3300]
    assert found["bumped"] == []
    assert [one["seat"] for one in found["wins"]] == ["N", "E", "S"]
    assert [one["points"] for one in found["wins"]] == [1000, 5800, 2000]
    assert found["payments"] == [
        {"from": "W", "to": "N", "points": 1000, "for": "ron"},
        {"from": "W", "to": "N", "points": 300, "for": "honba"},
        {"from": None, "to": "N", "points": 2000, "for": "sticks"},
        {"from": "W", "to": "E", "points": 5800, "for": "ron"},
        {"from": "W", "to": "S", "points": 2000, "for": "ron"},
    ]


def test_each_winner_is_answered_as_his_score(client: FlaskClient) -> None:
    found = ask(client, [case(seat, honba=1, sticks=2) for seat in (S, N)])
    for place, one in enumerate(found["wins"], 1):
        seat = "ESWN".index(one.pop("seat"))
        alone = client.post("/api/score", json=case(seat, honba=1, sticks=2, nth_ron=place)).get_json()
        assert one == alone


def test_head_bump_and_the_draw_of_three_are_answered(client: FlaskClient) -> None:
    bumped = ask(client, [case(seat, ONE) for seat in (E, S, N)])
    assert (bumped["outcome"], bumped["bumped"]) == ("wins", ["E", "S"])
    assert [one["seat"] for one in bumped["wins"]] == ["N"]
    draw = ask(client, [case(seat, TWO) for seat in (E, S, N)])
    assert (draw["outcome"], draw["wins"], draw["payments"], draw["deltas"]) == ("abortive_draw", [], [], [0, 0, 0, 0])
    assert draw["bumped"] == ["N", "E", "S"]


def test_a_single_winner_may_be_a_tsumo(client: FlaskClient) -> None:
    found = ask(client, [{"concealed": "123m456p789s34s55p", "win": "5s"}])
    assert found["deltas"] == [-700, 1500, -400, -400]
    assert found["rules"]["preset"] == "tenhou"


@pytest.mark.parametrize(
    ("body", "change"),
    [
        ({"nagashi_mangan": "E"}, [12000, -4000, -4000, -4000]),
        ({"nagashi_mangan": "N", "rules": "majiang"}, [-4000, -2000, -2000, 8000]),
        ({"nagashi_mangan": "S", "rules": "tenhou_sanma"}, [-4000, 6000, -2000]),
        ({"nagashi_mangan": "S", "rules": {"preset": "m_league", "nagashi_mangan": True}}, [-4000, 8000, -2000, -2000]),
    ],
)
def test_nagashi_mangan_is_answered(client: FlaskClient, body: dict[str, Any], change: list[int]) -> None:
    found = ask(client, body)
    assert (found["outcome"], found["wins"], found["bumped"]) == ("nagashi_mangan", [], [])
    assert found["deltas"] == change
    assert {payment["for"] for payment in found["payments"]} == {"nagashi_mangan"}
    assert sum(payment["points"] for payment in found["payments"]) == max(change)


@pytest.mark.parametrize(
    ("body", "outcome", "change"),
    [
        ({"nagashi_mangan": ["S", "W"]}, "nagashi_mangan", [-8000, 6000, 6000, -4000]),
        ({"draw": "exhaustive"}, "draw", [0, 0, 0, 0]),
        ({"draw": "exhaustive", "tenpai": []}, "draw", [0, 0, 0, 0]),
        ({"draw": "exhaustive", "tenpai": ["W"]}, "draw", [-1000, -1000, 3000, -1000]),
        ({"draw": "exhaustive", "tenpai": "W", "tenpai_payment": 1200}, "draw", [-400, -400, 1200, -400]),
        ({"draw": "exhaustive", "tenpai": ["E", "N"]}, "draw", [1500, -1500, -1500, 1500]),
        ({"draw": "exhaustive", "tenpai": ["E", "S"], "rules": "tenhou_sanma"}, "draw", [1000, 1000, -2000]),
        ({"draw": "four_kans"}, "abortive_draw", [0, 0, 0, 0]),
        ({"chombo": "E"}, "chombo", [-12000, 4000, 4000, 4000]),
        ({"chombo": "S", "rules": "tenhou_sanma"}, "chombo", [4000, -6000, 2000]),
    ],
)
def test_a_hand_without_a_win_is_settled(
    client: FlaskClient, body: dict[str, Any], outcome: str, change: list[int]
) -> None:
    found = ask(client, body)
    assert (found["outcome"], found["wins"], found["bumped"]) == (outcome, [], [])
    assert found["deltas"] == change
    assert {payment["for"] for payment in found["payments"]} <= {"nagashi_mangan", "tenpai", "chombo"}


@pytest.mark.parametrize(
    ("body", "found"),
    [
        ({"nagashi_mangan": []}, {("nagashi_mangan", "bad_wind")}),
        ({"nagashi_mangan": ["E", 7]}, {("nagashi_mangan.1", "bad_wind")}),
        ({"draw": "rain"}, {("draw", "bad_value")}),
        ({"draw": ["exhaustive"]}, {("draw", "bad_value")}),
        ({"draw": "exhaustive", "tenpai": ["E"] * 5}, {("tenpai", "bad_wind")}),
        ({"draw": "exhaustive", "tenpai": ["N"], "rules": "tenhou_sanma"}, {("tenpai.0", "bad_wind")}),
        ({"draw": "exhaustive", "tenpai_payment": 1000}, {("tenpai_payment", "bad_number")}),
        ({"draw": "exhaustive", "tenpai_payment": None}, {("tenpai_payment", "bad_number")}),
        ({"chombo": None}, {("chombo", "bad_wind")}),
        ({"chombo": "E", "draw": "four_kans"}, {("chombo", "conflicting_event")}),
        ({"nagashi_mangan": "X"}, {("nagashi_mangan", "bad_wind")}),
        ({}, {("nagashi_mangan", "bad_wind")}),
        ({"nagashi_mangan": "N", "rules": "tenhou_sanma"}, {("nagashi_mangan", "bad_wind")}),
        ({"nagashi_mangan": "S", "rules": "m_league"}, {("nagashi_mangan", "unknown_rule")}),
        ({"nagashi_mangan": "S", "rules": "poker"}, {("rules", "unknown_rule")}),
        ([], {("", "bad_json")}),
        ("settle", {("", "bad_json")}),
        (4, {("", "bad_json")}),
    ],
)
def test_what_is_no_settlement_is_refused(client: FlaskClient, body: object, found: set[tuple[str, str]]) -> None:
    assert refused(client, body) == found


@pytest.mark.parametrize(
    ("change", "found"),
    [
        ({"win": "9m"}, {("cases.1.concealed", "not_winning"), ("cases", "conflicting_flags")}),
        ({"concealed": "123m456p789s34s5p"}, {("cases.1.concealed", "wrong_count")}),
        ({"flags": ["haitei"]}, {("cases.1.flags", "conflicting_flags")}),
        (
            {"flags": [], "concealed": "123m456p789s35s55p", "win": "4s"},
            {("cases.1.concealed", "no_yaku"), ("cases", "conflicting_flags")},
        ),
        ({"win": "", "seat": "Q"}, {("cases.1.win", "bad_notation"), ("cases.1.seat", "bad_wind")}),
        ({"rules": "poker"}, {("cases.1.rules", "unknown_rule"), ("rules", "unknown_rule")}),
        ({"rules": "majiang"}, {("rules", "unknown_rule")}),
        ({"seat": "N", "from": 3}, {("cases", "bad_wind")}),
        ({"from": 2}, {("cases", "conflicting_flags")}),
        ({"by": "tsumo"}, {("cases", "conflicting_flags")}),
        ({"honba": 1}, {("cases", "conflicting_flags")}),
    ],
)
def test_a_problem_names_the_case_that_has_it(
    client: FlaskClient, change: dict[str, object], found: set[tuple[str, str]]
) -> None:
    assert refused(client, [case(N), case(S) | change]) == found


def test_problems_of_all_cases_are_told_together(client: FlaskClient) -> None:
    assert refused(client, [case(N) | {"win": "9m"}, case(S) | {"concealed": "1m"}]) == {
        ("cases.0.concealed", "not_winning"),
        ("cases.1.concealed", "wrong_count"),
        ("cases", "conflicting_flags"),
    }


@pytest.mark.parametrize("number", [4, 5, 30])
def test_more_winners_than_there_are_others_are_refused_and_counted(client: FlaskClient, number: int) -> None:
    answer = client.post("/api/settle", json=[case(S)] * number)
    assert answer.status_code == 422
    messages = [found["message"] for found in answer.get_json()["problems"] if found["code"] == "bad_number"]
    assert messages == [f"From 1 to 3 hands can win, not {number}."]


def test_a_case_that_is_none_is_named_by_its_place(client: FlaskClient) -> None:
    assert refused(client, [case(S, TENHOU), 4]) == {("cases.1", "bad_json")}


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_a_settlement_is_asked_for_by_post(client: FlaskClient, method: str) -> None:
    assert client.open("/api/settle", method=method).status_code == 405


def test_what_is_no_json_is_400_and_too_much_413(client: FlaskClient) -> None:
    assert client.post("/api/settle", data=b"{").status_code == 400
    assert client.post("/api/settle", data=b" " * (65 * 1024)).status_code == 413


def test_a_tsumo_has_no_second_winner(client: FlaskClient) -> None:
    case = {"concealed": "123m456p789s34s55p", "win": "5s", "by": "tsumo", "nth_ron": 2}
    assert refused(client, [case]) == {("cases.0.nth_ron", "conflicting_flags")}


def test_everything_that_is_wrong_is_told_in_one_round(client: FlaskClient) -> None:
    """Fields that cannot be read, hands that are illegal, winners who cannot win together, rules that differ."""
    unread, illegal, legal = case(S), case(E), case(E, honba=3)
    unread["win"], unread["rules"] = "x", "wrc"
    illegal["concealed"] = "111112z" + illegal["concealed"]
    found = refused(client, [unread, illegal, legal])
    assert {"cases.0.win", "cases.1.concealed", "cases", "rules"} <= {field for field, _ in found}
    assert ("cases", "bad_wind") in found
