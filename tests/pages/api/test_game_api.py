"""`POST /api/game`: every recorded game through the address, and what it says of games that cannot be."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.game.recorded import Json, cases, events_of, games, needs_cases, states_of

WIN = {"type": "win", "wins": [{"player": 1, "from": 3, "han": 4, "fu": 40}]}
RIICHI = {"type": "riichi", "player": 1}


def post(client: FlaskClient, body: object, status: int = 200) -> Json:
    response = client.post("/api/game", json=body)
    assert response.status_code == status, response.text
    answer: Json = response.get_json()
    return answer


def refused(client: FlaskClient, *events: object, rules: object = None) -> tuple[list[tuple[str, str]], int]:
    """The field and the code of every problem, and how many states come with them."""
    answer = post(client, {"rules": rules, "events": list(events)}, 422)
    assert answer.keys() == {"problems", "states"}
    return [(problem["field"], problem["code"]) for problem in answer["problems"]], len(answer["states"])


# -- recorded games --------------------------------------------------------------------------------


def told(states: list[Json], recorded: list[Json]) -> list[Json]:
    """The states as they were recorded: of some games whether they are over, not why."""
    found = []
    for state, record in zip(states, recorded, strict=True):
        seen = {name: state[name] for name in record}
        found.append({**seen, "over": bool(seen["over"])} if isinstance(record["over"], bool) else seen)
    return found


def test_every_recorded_game_is_answered_exactly(client: FlaskClient) -> None:
    differing = []
    for game in games():
        answer = post(client, {"rules": game["rules"], "events": events_of(game)})
        states = states_of(game)
        final = {name: answer["final"][name] for name in game["final"]}
        if (told(answer["states"], states), final) != (states, game["final"]):
            differing.append(game["id"])
    assert differing == []


@needs_cases
@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_every_rare_case_is_answered_as_worked_out_by_hand(client: FlaskClient, case: Json) -> None:
    answer = post(client, {"rules": case["rules"], "events": case["events"]})
    assert told(answer["states"][-1:], [case["state"]]) == [case["state"]]
    if "final" in case:
        assert {name: answer["final"][name] for name in case["final"]} == case["final"]


# -- the answer ------------------------------------------------------------------------------------


def test_a_game_without_events_has_no_states(client: FlaskClient) -> None:
    answer = post(client, {"events": []})
    assert (answer["states"], answer["final"]) == ([], None)
    assert answer["rules"]["preset"] == "house"
    assert answer["rules"]["scoring"]["multiple_ron"] == 3
    assert answer["rules"]["uma"] == [20000, 10000, -10000, -20000]


def test_the_rules_of_an_answer_are_rules_that_can_be_sent(client: FlaskClient) -> None:
    rules = post(client, {"rules": {"preset": "m_league", "tobi": "at_zero"}, "events": []})["rules"]
    assert post(client, {"rules": rules, "events": []})["rules"] == rules


def test_a_state_is_told_after_each_event(client: FlaskClient) -> None:
    answer = post(client, {"events": [RIICHI, WIN, {"type": "undo"}]})
    assert [state["points"][1] for state in answer["states"]] == [24000, 33000, 24000]
    assert [state["riichi"] for state in answer["states"]] == [[1], [], [1]]
    assert answer["final"] is None


def test_a_win_may_be_a_case_of_the_api(client: FlaskClient) -> None:
    case = {"concealed": "234567m345p2267s", "win": "8s", "flags": ["riichi"], "dora": ["1s"], "ura": ["4p"]}
    win = {"type": "win", "wins": [{"player": 1, "from": None, "case": case}]}
    answer = post(client, {"events": [RIICHI, win]})
    assert answer["states"][-1]["points"] == [19000, 37000, 22000, 22000]
    assert client.post("/api/score", json=case).get_json()["deltas"] == [-6000, 12000, -3000, -3000]


def test_three_players_without_tsumo_loss_pay_half_of_norths_rounded_payment(client: FlaskClient) -> None:
    hands = {"preset": "mahjong_soul_sanma", "tsumo_loss": False}
    win = {"type": "win", "wins": [{"player": 1, "from": None, "han": 2, "fu": 30}]}
    for older, points in (({}, [33_700, 37_100, 34_200]), ({"sanma_tsumo": "rounded_once"}, [33_800, 37_000, 34_200])):
        rules = {"preset": "mahjong_soul_sanma", "scoring": hands | older}
        assert post(client, {"rules": rules, "events": [win]})["states"][-1]["points"] == points


def test_a_stick_that_is_left_breaks_no_shared_first_place(client: FlaskClient) -> None:
    draw = {"type": "draw", "kind": "exhaustive", "tenpai": [1, 2, 3]}
    body = {"rules": {"preset": "ema", "rounds": 0}, "events": [{"type": "riichi", "player": 3}, draw]}
    final = post(client, body)["final"]
    assert (final["points"], final["ranks"]) == ([27_000, 31_500, 31_500, 30_000], [4, 1, 1, 3])
    assert final["totals"] == [-18.0, 11.5, 11.5, -5.0]


# -- what each player needs ------------------------------------------------------------------------

ONE_HAND = {"preset": "tenhou", "rounds": 0}


def needs_of(client: FlaskClient, *events: Json, rules: Json = ONE_HAND) -> Any:
    return post(client, {"rules": rules, "events": list(events), "needs": True})["needs"]


def adjust(*points: int) -> Json:
    return {"type": "adjust", "points": points}


def by_way(needed: Json, rank: int) -> dict[int | None, int]:
    """The least points for a rank, by who deals in."""
    return {win["from"]: win["points"] for win in needed["wins"] if win["rank"] == rank}


def test_needs_are_in_the_answer_only_if_they_are_asked_for(client: FlaskClient) -> None:
    for more in ({}, {"needs": False}, {"needs": None}):
        assert "needs" not in post(client, {"events": [], **more})


def test_nobody_needs_anything_once_the_game_is_over(client: FlaskClient) -> None:
    assert needs_of(client, {"type": "end"}) is None


def test_needs_have_the_least_win_for_each_better_rank_in_each_way(client: FlaskClient) -> None:
    first, second, third, last = needs_of(client, adjust(7000, 2000, -3000, -6000))
    assert [needed["rank"] for needed in (first, second, third, last)] == [1, 2, 3, 4]
    assert by_way(first, 1) == {None: 1500, 1: 1500, 2: 1500, 3: 1500}
    assert by_way(last, 3) == {None: 2700, 0: 3200, 1: 3200, 2: 1600}
    assert by_way(last, 2) == {None: 7200, 0: 7100, 1: 4500, 2: 12000}
    assert by_way(last, 1) == {None: 12000, 0: 12000, 1: 16000, 2: 16000}
    (off_third,) = (win for win in last["wins"] if (win["rank"], win["from"]) == (2, 1))
    assert off_third == {
        "rank": 2,
        "from": 1,
        "points": 4500,
        "han": 2,
        "fu": 70,
        "limit": None,
        "usual": {"points": 5200, "han": 3, "fu": 40, "limit": None},
        "then": "over",
        "tied": False,
        "except": [],
    }


def test_a_need_of_a_yakuman_has_neither_han_nor_fu(client: FlaskClient) -> None:
    last = needs_of(client, adjust(60_000, 0, 0, -10_000))[3]
    (by_tsumo,) = (win for win in last["wins"] if (win["rank"], win["from"]) == (1, None))
    yakuman = {"points": 64_000, "han": None, "fu": None, "limit": "yakuman"}
    assert {name: by_tsumo[name] for name in yakuman} == by_tsumo["usual"] == yakuman


def test_a_rank_that_no_win_reaches_has_no_wins(client: FlaskClient) -> None:
    last = needs_of(client, adjust(400_000, 0, 0, -10_000))[3]
    assert by_way(last, 1) == {}
    assert by_way(last, 2).keys() == {None, 0, 1, 2}


def test_needs_say_what_a_draw_does_and_what_a_riichi_changes(client: FlaskClient) -> None:
    rules = {"preset": "house", "rounds": 0}
    second = needs_of(client, {"type": "riichi", "player": 3}, adjust(700, 0, -400, 300), rules=rules)[1]
    draws = {(draw["riichi"], *draw["tenpai"]): (draw["rank"], draw["then"]) for draw in second["draws"]}
    assert len(draws) == 8 + 4
    assert all(3 in key for key in draws)
    assert draws[False, 1, 3] == (1, "over")
    assert draws[True, 1, 3] == (2, "over")


@pytest.mark.parametrize("wrong", ["yes", 1, 0, "", [], {}, [True]])
def test_needs_that_are_neither_true_nor_false_are_a_problem_beside_all_others(
    client: FlaskClient, wrong: object
) -> None:
    answer = post(client, {"events": [RIICHI, {"type": "riichi", "player": 9}], "needs": wrong}, 422)
    assert [problem["field"] for problem in answer["problems"]] == ["events.1.player", "needs"]
    assert answer["problems"][1]["message"].startswith("True or false is expected")
    assert len(answer["states"]) == 1


# -- what cannot be --------------------------------------------------------------------------------


def test_the_event_that_cannot_be_is_named_with_the_states_before_it(client: FlaskClient) -> None:
    assert refused(client, RIICHI, RIICHI, WIN) == ([("events.1.player", "already_riichi")], 1)


def test_an_event_that_cannot_be_read_is_named_with_the_states_before_it(client: FlaskClient) -> None:
    events = [RIICHI, {"type": "draw", "tenpai": [1]}, {"type": "riichi", "player": 7}, {"type": "fold"}]
    assert refused(client, *events) == (
        [("events.2.player", "bad_number"), ("events.3.type", "unknown_event")],
        2,
    )


def test_a_correction_may_say_whose_riichi_sticks_lay(client: FlaskClient) -> None:
    events = [{"type": "draw"}, {"type": "amend", "seq": 1, "event": {"type": "draw", "tenpai": [2]}, "riichi": [2]}]
    answer = post(client, {"rules": "house", "events": events})
    assert [state["sticks"] for state in answer["states"]] == [0, 1]
    assert answer["states"][-1]["points"] == [24000, 24000, 27000, 24000]


def test_a_hand_is_scored_at_the_table_of_the_game(client: FlaskClient) -> None:
    case = {"concealed": "234567m345p2267s", "win": "8s", "flags": ["tenhou"]}
    win = {"type": "win", "wins": [{"player": 1, "case": case}]}
    assert refused(client, win)[0] == [("events.0.wins.0.case.flags", "conflicting_flags")]
    no_yaku = {"concealed": "123m456p789s35s55p", "win": "4s"}
    assert refused(client, {"type": "win", "wins": [{"player": 1, "from": 2, "case": no_yaku}]})[0] == [
        ("events.0.wins.0.case.concealed", "no_yaku")
    ]
    assert refused(client, {"type": "win", "wins": [{"player": 1, "case": {"concealed": "9z", "win": "8s"}}]})[0] == [
        ("events.0.wins.0.case.concealed", "bad_notation")
    ]


def test_a_hand_has_riichi_if_the_stick_lies_on_the_table(client: FlaskClient) -> None:
    case = {"concealed": "234567m345p2267s", "win": "8s", "flags": ["riichi"]}
    won = {"type": "win", "wins": [{"player": 1, "case": case}]}
    assert refused(client, won) == ([("events.0.wins.0.case.flags", "riichi_differs")], 0)
    won["wins"][0]["case"]["flags"] = []  # type: ignore[index]
    assert refused(client, RIICHI, won) == ([("events.1.wins.0.case.flags", "riichi_differs")], 1)


def test_rules_that_cannot_be_read_play_no_game(client: FlaskClient) -> None:
    assert refused(client, RIICHI, rules={"tobi": 3}) == ([("rules.tobi", "unknown_rule")], 0)


DEEP: Any = {"type": "amend", "seq": 1, "event": {"type": "end"}}
for _ in range(200):
    DEEP = {"type": "amend", "seq": 1, "event": DEEP}


@pytest.mark.parametrize(
    "event",
    [
        None,
        7,
        "riichi",
        [],
        {},
        {"type": []},
        {"type": {"a": 1}},
        {"type": "riichi"},
        {"type": "riichi", "player": None},
        {"type": "riichi", "player": -1},
        {"type": "riichi", "player": True},
        {"type": "riichi", "player": 1.0},
        {"type": "riichi", "player": 10**400},
        {"type": "win"},
        {"type": "win", "wins": {}},
        {"type": "win", "wins": [7]},
        {"type": "win", "wins": [{"player": 1}] * 4},
        {"type": "win", "wins": [{"player": 1}]},
        {"type": "win", "wins": [{"player": 1, "han": 99, "fu": 30}]},
        {"type": "win", "wins": [{"player": 1, "han": 1}]},
        {"type": "win", "wins": [{"player": 1, "han": 1, "fu": 33}]},
        {"type": "win", "wins": [{"player": 1, "han": 1, "fu": 30, "yakuman": 1}]},
        {"type": "win", "wins": [{"player": 1, "yakuman": 7}]},
        {"type": "win", "wins": [{"player": 1, "points": 1234}]},
        {"type": "win", "wins": [{"player": 1, "case": []}]},
        {"type": "win", "wins": [{"player": 1, "case": [1]}]},
        {"type": "win", "wins": [{"player": 1, "case": {"concealed": "1m"}}]},
        {"type": "win", "wins": [{"player": 1, "basic": 10**30}]},
        {"type": "win", "wins": [{"player": 1, "basic": 2000, "round": "X", "seat": "S"}]},
        {"type": "win", "wins": [{"player": 1, "basic": 2000, "round": "E"}]},
        {"type": "win", "wins": [{"player": 1, "yakuman": 1, "pao": 7}]},
        {"type": "win", "wins": [{"player": 1, "yakuman": 1, "pao": [7]}]},
        {"type": "win", "wins": [{"player": 1, "yakuman": 1, "pao": [{"player": 1}]}]},
        {"type": "win", "wins": [{"player": 1, "yakuman": 1, "pao": [{"player": 2, "basic": 9000}]}]},
        {"type": "draw", "kind": "rain"},
        {"type": "draw", "kind": {}},
        {"type": "draw", "tenpai": 1},
        {"type": "draw", "tenpai": [4]},
        {"type": "draw", "tenpai": ["E"]},
        {"type": "draw", "tenpai": [0] * 5},
        {"type": "draw", "kind": "nine_terminals", "tenpai": [0]},
        {"type": "chombo"},
        {"type": "adjust"},
        {"type": "adjust", "points": [100]},
        {"type": "adjust", "points": [50, 0, 0, 0]},
        {"type": "adjust", "points": [0] * 99},
        {"type": "adjust", "points": [10**9, 0, 0, 0]},
        {"type": "adjust", "points": [0, 0, 0, 0], "note": 7},
        {"type": "adjust", "points": [0, 0, 0, 0], "note": "x" * 201},
        {"type": "adjust", "points": [0, 0, 0, 0], "note": "\ud800"},
        {"type": "adjust", "points": [0, 0, 0, 0], "note": "a\x00b"},
        {"type": "chips", "from": 0, "to": 1, "n": 1},
        {"type": "undo"},
        {"type": "redo"},
        {"type": "amend"},
        {"type": "amend", "seq": 1},
        {"type": "amend", "seq": 1, "event": {"type": "undo"}},
        {"type": "amend", "seq": 1, "event": {"type": "end"}},
        {"type": "amend", "seq": 10**9, "event": {"type": "end"}},
        {"type": "amend", "seq": 1, "event": {"type": "draw"}, "riichi": "01"},
        {"type": "amend", "seq": 1, "event": {"type": "draw"}, "riichi": [4]},
        {"type": "amend", "seq": 1, "event": {"type": "draw"}, "riichi": [[], {}]},
        DEEP,
    ],
    ids=lambda event: json.dumps(event)[:60],
)
def test_a_hostile_event_is_refused_with_problems(client: FlaskClient, event: object) -> None:
    problems, states = refused(client, event)
    assert problems
    assert all(field.startswith("events.0") for field, _ in problems)
    assert states == 0


@pytest.mark.parametrize("body", [None, 7, [], "game", {"events": 7}, {"events": {}}, {}])
def test_a_body_that_is_no_game_is_refused(client: FlaskClient, body: object) -> None:
    response = client.post("/api/game", data=json.dumps(body), content_type="application/json")
    assert response.status_code == 422
    assert response.get_json()["problems"]


def test_a_note_may_hold_what_people_write(client: FlaskClient) -> None:
    note = "遅刻 👨‍👩‍👧 <b>שלום</b>"
    event = {"type": "adjust", "points": [0, 0, 0, -1000], "note": note}
    assert post(client, {"events": [event]})["states"][0]["points"] == [25000, 25000, 25000, 24000]


def test_there_are_only_so_many_events(client: FlaskClient) -> None:
    answer = post(client, {"events": [0] * 2001}, 422)
    assert [problem["field"] for problem in answer["problems"]] == ["events"]
    assert answer["states"] == []


def test_no_json_and_too_much_of_it_are_told_apart(client: FlaskClient) -> None:
    assert client.post("/api/game", data="{", content_type="application/json").status_code == 400
    assert client.post("/api/game", data=" " * 70000, content_type="application/json").status_code == 413
