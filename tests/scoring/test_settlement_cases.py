"""Several winners on one discard, and nagashi mangan (RULES.md); `POST /api/settle`.

West discards unless a test says otherwise, so the first in turn is North, then East, then South.
"""

import json
from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import law
from tests.scoring.hands import all_by, but, meld, random_win, win
from webapp.outputs.replies import case_json
from webapp.scoring.checks import problems
from webapp.scoring.hand import WinningHand
from webapp.scoring.payments import deltas, nagashi_mangan
from webapp.scoring.rules import PRESETS, SWITCHES, TENHOU, Rules
from webapp.scoring.score import score
from webapp.scoring.settlement import Settlement, settle, settlement_problems

E, S, W, N = range(4)
#: By seat: South 2,000 (with riichi), North 1,000 (open), East 5,800 (30 fu 3 han, with riichi).
LINES = {
    S: "123m 456p 789s 34s 55p +5s riichi",
    N: "(555z) 123m 456p 34s 88s +5s",
    E: "234m 456p 678s 34s 66p +5s riichi",
}
POINTS = {S: 2000, N: 1000, E: 5800}
ONE, TWO, THREE = (replace(TENHOU, multiple_ron=most) for most in (1, 2, 3))


def winner(seat: int, discarder: int = W, players: int = 4, **facts: Any) -> WinningHand:
    return win(LINES[seat], seat=seat, discarder=(discarder - seat) % players, **facts).hand


def won(settled: Settlement) -> list[int]:
    return [one.hand.table.seat for one in settled.wins]


def left_out(settled: Settlement) -> list[int]:
    return [one.hand.table.seat for one in settled.bumped]


def settled(*seats: int, rules: Rules, **facts: Any) -> Settlement:
    hands = [winner(seat, **facts) for seat in seats]
    assert settlement_problems(all_by(rules, hands)) == ()
    return settle(all_by(rules, hands))


# -- how many win ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [ONE, TWO, THREE])
def test_one_winner_wins_by_any_rules(rules: Rules) -> None:
    for seat, points in POINTS.items():
        found = settled(seat, rules=rules, honba=1, sticks=2)
        assert (found.outcome, won(found), left_out(found)) == ("wins", [seat], [])
        assert found.deltas == score(but(winner(seat, honba=1, sticks=2), rules=rules)).deltas
        assert found.deltas[seat] == points + 2300


@pytest.mark.parametrize(
    ("rules", "outcome", "winners", "bumped", "change"),
    [
        (ONE, "wins", [N], [S], (0, 0, -1000, 1000)),
        (TWO, "wins", [N, S], [], (0, 2000, -3000, 1000)),
        (THREE, "wins", [N, S], [], (0, 2000, -3000, 1000)),
    ],
)
def test_two_winners(
    rules: Rules, outcome: str, winners: list[int], bumped: list[int], change: tuple[int, ...]
) -> None:
    found = settled(S, N, rules=rules)
    assert (found.outcome, won(found), left_out(found), found.deltas) == (outcome, winners, bumped, change)


@pytest.mark.parametrize(
    ("rules", "outcome", "winners", "bumped", "change"),
    [
        (ONE, "wins", [N], [E, S], (0, 0, -1000, 1000)),
        (TWO, "abortive_draw", [], [N, E, S], (0, 0, 0, 0)),
        (THREE, "wins", [N, E, S], [], (5800, 2000, -8800, 1000)),
    ],
)
def test_three_winners(
    rules: Rules, outcome: str, winners: list[int], bumped: list[int], change: tuple[int, ...]
) -> None:
    found = settled(E, S, N, rules=rules)
    assert (found.outcome, won(found), left_out(found), found.deltas) == (outcome, winners, bumped, change)
    assert [payment.points for payment in found.payments] == [POINTS[seat] for seat in winners]


def test_at_a_draw_honba_and_sticks_stay_on_the_table() -> None:
    found = settled(E, S, N, rules=TWO, honba=3, sticks=4)
    assert found.payments == ()
    assert found.deltas == (0, 0, 0, 0)


@pytest.mark.parametrize("order", list(permutations([E, S, N])))
def test_the_order_in_which_they_are_named_does_not_matter(order: tuple[int, ...]) -> None:
    for rules, winners in ((THREE, [N, E, S]), (ONE, [N])):
        assert won(settled(*order, rules=rules)) == winners


@pytest.mark.parametrize(
    ("discarder", "seats", "order"),
    [(E, [N, S], [S, N]), (S, [E, N], [N, E]), (N, [S, E], [E, S]), (W, [S, E, N], [N, E, S])],
)
def test_the_next_after_the_discarder_is_the_first(discarder: int, seats: list[int], order: list[int]) -> None:
    found = settled(*seats, rules=THREE, discarder=discarder, sticks=2, honba=1)
    assert won(found) == order
    first = order[0]
    assert found.deltas[first] == POINTS[first] + 2000 + 300
    assert all(found.deltas[seat] == POINTS[seat] for seat in order[1:])
    assert found.deltas[discarder] == -sum(POINTS[seat] for seat in seats) - 300


# -- honba and sticks ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("honba_to", "seats", "change"),
    [
        ("first", [S, N], (0, 2000, -3600, 1600)),
        ("each", [S, N], (0, 2600, -4200, 1600)),
        ("first", [E, S, N], (5800, 2000, -9400, 1600)),
        ("each", [E, S, N], (6400, 2600, -10600, 1600)),
    ],
)
def test_the_honba_are_paid_to_the_first_or_to_each(honba_to: Any, seats: list[int], change: tuple[int, ...]) -> None:
    assert settled(*seats, rules=replace(THREE, honba_to=honba_to), honba=2).deltas == change


@pytest.mark.parametrize(
    ("returned", "seats", "sticks", "change"),
    [
        # South and East have a stick of this hand on the table, North has none.
        (False, [S, N], 1, (0, 2000, -3000, 2000)),
        (True, [S, N], 1, (0, 3000, -3000, 1000)),
        (True, [S, N], 3, (0, 3000, -3000, 3000)),
        (False, [E, S, N], 2, (5800, 2000, -8800, 3000)),
        (True, [E, S, N], 2, (6800, 3000, -8800, 1000)),
        (True, [E, S, N], 5, (6800, 3000, -8800, 4000)),
        # The first has his own among those he takes.
        (True, [E, S], 2, (6800, 3000, -7800, 0)),
        (False, [E, S], 2, (7800, 2000, -7800, 0)),
        # What stands there is not known: a riichi without a stick is none to be returned.
        (True, [S, N], 0, (0, 2000, -3000, 1000)),
    ],
)
def test_a_winner_s_own_stick_goes_back_to_him_where_the_rules_say_so(
    returned: bool, seats: list[int], sticks: int, change: tuple[int, ...]
) -> None:
    assert settled(*seats, rules=replace(THREE, own_stick_returned=returned), sticks=sticks).deltas == change


def test_no_more_sticks_are_paid_out_than_lie_on_the_table() -> None:
    """A single stick cannot go back to two winners."""
    found = settled(E, S, N, rules=replace(THREE, own_stick_returned=True), sticks=1)
    assert sum(payment.points for payment in found.payments if payment.payer is None) == 1000
    assert sum(found.deltas) == 1000


def test_by_head_bump_the_first_takes_the_sticks_of_those_left_out() -> None:
    rules = replace(ONE, own_stick_returned=True, honba_to="each")
    assert settled(E, S, N, rules=rules, sticks=3, honba=1).deltas == (0, 0, -1300, 4300)


# -- with pao --------------------------------------------------------------------------------------


def test_a_liable_player_shares_his_winner_s_ron_alone() -> None:
    # North's dragons were fed by East, on his right; West discards to him and to South.
    dragons = tuple(meld("pon", f"{rank * 3}z", 1) for rank in "567")
    north = win("34s 88s +5s", seat=N, discarder=3, melds=dragons).hand
    found = settle(all_by(TWO, [winner(S), north]))
    assert won(found) == [N, S]
    assert found.deltas == (-16000, 2000, -18000, 32000)


# -- three players ---------------------------------------------------------------------------------

SANMA = PRESETS["mahjong_soul_sanma"]
#: East 5,800 and South 2,000 on West's discard.
SANMA_WINNERS = [
    win("234p 456p 678s 34s 66p +5s riichi", seat=E, discarder=2, honba=1, sticks=2).hand,
    win("123p 456p 789s 34s 99m +5s riichi", seat=S, discarder=1, honba=1, sticks=2).hand,
]


@pytest.mark.parametrize(
    ("switches", "winners", "change"),
    [
        ({}, [E, S], (5800 + 200 + 2000, 2000, -8000)),
        ({"honba_to": "each"}, [E, S], (8000, 2200, -8200)),
        ({"own_stick_returned": True}, [E, S], (7000, 3000, -8000)),
        ({"multiple_ron": 2}, [E, S], (8000, 2000, -8000)),
        ({"multiple_ron": 1}, [E], (8000, 0, -6000)),
    ],
)
def test_two_of_three_players_win(switches: dict[str, Any], winners: list[int], change: tuple[int, ...]) -> None:
    rules = replace(SANMA, **switches)
    assert settlement_problems(all_by(rules, SANMA_WINNERS)) == ()
    for hands in (SANMA_WINNERS, SANMA_WINNERS[::-1]):
        found = settle(all_by(rules, hands))
        assert (found.outcome, won(found), found.deltas) == ("wins", winners, change)


# -- the second and the third winner by himself ----------------------------------------------------


@pytest.mark.parametrize("honba_to", ["first", "each"])
@pytest.mark.parametrize("returned", [True, False])
def test_the_nth_ron_of_one_hand_is_his_part_of_the_settlement(honba_to: Any, returned: bool) -> None:
    rules = replace(THREE, honba_to=honba_to, own_stick_returned=returned)
    found = settled(E, S, N, rules=rules, honba=2, sticks=3)
    for place, one in enumerate(found.wins, 1):
        assert one.hand.nth_ron == place
        alone = score(
            but(winner(one.hand.table.seat, honba=2, sticks=one.hand.table.sticks, nth_ron=place), rules=rules)
        )
        assert alone.payments == one.payments
    assert found.payments == tuple(payment for one in found.wins for payment in one.payments)
    sums = [sum(changes) for changes in zip(*(one.deltas for one in found.wins), strict=True)]
    assert tuple(sums) == found.deltas


@pytest.mark.parametrize(
    ("seat", "switches", "change"),
    [
        (S, {}, (0, 2000, -2000, 0)),
        (S, {"honba_to": "each"}, (0, 2600, -2600, 0)),
        (S, {"own_stick_returned": True}, (0, 3000, -2000, 0)),
        (N, {"honba_to": "each", "own_stick_returned": True}, (0, 0, -1600, 1600)),
        (E, {"honba_to": "each", "own_stick_returned": True}, (7400, 0, -6400, 0)),
    ],
)
@pytest.mark.parametrize("place", [2, 3])
def test_what_a_later_winner_is_paid(seat: int, switches: dict[str, Any], change: tuple[int, ...], place: int) -> None:
    hand = winner(seat, honba=2, sticks=3, nth_ron=place)
    assert score(but(hand, rules=replace(THREE, **switches))).deltas == change


def test_a_tsumo_has_no_second_winner(client: FlaskClient) -> None:
    case = {"concealed": "123m456p789s34s55p", "win": "5s", "by": "tsumo", "nth_ron": 2}
    assert refused(client, [case]) == {("cases.0.nth_ron", "conflicting_flags")}


# -- nagashi mangan --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "change"),
    [
        (E, (12000, -4000, -4000, -4000)),
        (S, (-4000, 8000, -2000, -2000)),
        (W, (-4000, -2000, 8000, -2000)),
        (N, (-4000, -2000, -2000, 8000)),
    ],
)
def test_nagashi_mangan_is_paid_as_a_mangan_tsumo(seat: int, change: tuple[int, ...]) -> None:
    assert deltas(nagashi_mangan(seat, TENHOU), TENHOU) == change
    assert {payment.reason for payment in nagashi_mangan(seat, TENHOU)} == {"nagashi_mangan"}


@pytest.mark.parametrize(
    ("tsumo_loss", "seat", "change"),
    [
        (True, E, (8000, -4000, -4000)),
        (True, S, (-4000, 6000, -2000)),
        (True, W, (-4000, -2000, 6000)),
        (False, E, (12000, -6000, -6000)),
        (False, S, (-5000, 8000, -3000)),
    ],
)
def test_nagashi_mangan_of_three_players(tsumo_loss: bool, seat: int, change: tuple[int, ...]) -> None:
    rules = replace(SANMA, tsumo_loss=tsumo_loss)
    assert deltas(nagashi_mangan(seat, rules), rules) == change


# -- what cannot be --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"is_tsumo": True}, "conflicting_flags"),
        ({"seat": N}, "bad_wind"),
        ({"discarder": 2}, "conflicting_flags"),
        ({"round": 1}, "conflicting_flags"),
        ({"honba": 1}, "conflicting_flags"),
        ({"sticks": 1}, "conflicting_flags"),
        ({"dora": (3,)}, "conflicting_flags"),
        ({"win": 19}, "conflicting_flags"),
    ],
)
def test_winners_share_the_discard_and_the_table(change: dict[str, Any], code: str) -> None:
    others = but(winner(S), **change)
    assert code in [found.code for found in settlement_problems(all_by(THREE, [winner(N), others]))]
    assert settlement_problems(all_by(THREE, [winner(N), winner(S)])) == ()


def test_from_one_to_three_can_win_with_three_players_two() -> None:
    four = [winner(seat) for seat in (E, S, N, E)]
    assert "bad_number" in [found.code for found in settlement_problems(all_by(THREE, four))]
    three = [*SANMA_WINNERS, SANMA_WINNERS[0]]
    assert "bad_number" in [found.code for found in settlement_problems(all_by(SANMA, three))]


# -- the API ---------------------------------------------------------------------------------------


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
        ({"win": "9m"}, {("cases.1.concealed", "not_winning")}),
        ({"concealed": "123m456p789s34s5p"}, {("cases.1.concealed", "wrong_count")}),
        ({"flags": ["haitei"]}, {("cases.1.flags", "conflicting_flags")}),
        ({"flags": [], "concealed": "123m456p789s35s55p", "win": "4s"}, {("cases.1.concealed", "no_yaku")}),
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


# -- laws ------------------------------------------------------------------------------------------


@st.composite
def winners_of_one_discard(draw: st.DrawFn) -> tuple[list[WinningHand], Rules]:
    """One to three winners with hands of their own, by any preset; the tiles need not be possible together."""
    random = draw(st.randoms(use_true_random=False))
    rules = draw(st.sampled_from(list(PRESETS.values())))
    discarder = random.randrange(rules.players)
    seats = random.sample(
        [seat for seat in range(rules.players) if seat != discarder], random.randint(1, rules.players - 1)
    )
    honba, sticks = random.choice((0, 1, 3)), random.choice((3, 4))
    hands = []
    for seat in seats:
        for _ in range(20):
            dealt = random_win(random, rules).hand
            hand = but(
                dealt,
                is_tsumo=False,
                seat=seat,
                discarder=(discarder - seat) % rules.players,
                round=0,
                honba=honba,
                sticks=sticks,
                dora=(),
                ura=(),
                nth_ron=1,
            )
            if not problems(but(hand, rules=rules)) and score(but(hand, rules=rules)).best:
                hands.append(hand)
                break
    return hands, rules


@given(winners_of_one_discard().filter(lambda dealt: bool(dealt[0])))
@law(150)
def test_a_settlement_adds_up(dealt: tuple[list[WinningHand], Rules]) -> None:
    hands, rules = dealt
    found = settle(hands)
    taken = sum(payment.points for payment in found.payments if payment.payer is None)
    assert sum(found.deltas) == taken
    assert taken == (1000 * hands[0].table.sticks if found.wins else 0)
    assert sorted(won(found) + left_out(found)) == sorted(hand.table.seat for hand in hands)
    assert len(found.wins) <= rules.multiple_ron
    for seat in won(found):
        received = sum(payment.points for payment in found.payments if payment.receiver == seat)
        paid = sum(payment.points for payment in found.payments if payment.payer == seat)
        assert received > 0
        assert found.deltas[seat] == received - paid
        assert paid == 0 or any(seat == part.seat for win in found.wins for part in win.liabilities)
    for seat in left_out(found):
        assert found.deltas[seat] <= 0  # never paid; he pays only if he is liable
