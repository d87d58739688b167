"""Laws of the JSON API: an answer adds up, and whatever is sent is answered."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import law
from tests.pages.api.asked import post, wrong
from tests.pages.laws import json_values
from tests.pages.site import APP, CLIENT
from tests.scoring.hands import Win, but, wins
from webapp.formats.case import case_json
from webapp.scoring.problems import Code

ROUTES = sorted(
    rule.rule for rule in APP.url_map.iter_rules() if rule.rule.startswith("/api/") and "POST" in (rule.methods or ())
)
"""Every address that takes JSON."""
KNOWN_CODES = set(Code)


@given(wins())
@law(150)
def test_an_answer_adds_up(win: Win) -> None:
    response = post(case_json(win.hand))
    answer = response.get_json()
    if response.status_code == 422:
        assert [problem["code"] for problem in answer["problems"]] == ["no_yaku"]
        return
    assert response.status_code == 200
    deltas, payments, readings = answer["deltas"], answer["payments"], answer["readings"]
    assert len(deltas) == win.rules.players
    change = dict.fromkeys("ESWN"[: win.rules.players], 0)
    for payment in payments:
        assert payment["points"] > 0
        change[payment["to"]] += payment["points"]
        if payment["for"] == "sticks":
            assert payment["from"] is None
        else:
            change[payment["from"]] -= payment["points"]
    assert list(change.values()) == deltas
    assert sum(deltas) == sum(payment["points"] for payment in payments if payment["for"] == "sticks")
    assert answer["points"] == readings[answer["best"]]["points"] == max(reading["points"] for reading in readings)
    assert [reading["points"] for reading in readings] == sorted((r["points"] for r in readings), reverse=True)
    for reading in readings:
        assert 0 <= reading["win_block"] < len(reading["blocks"])
        if reading["yakuman"]:
            assert (reading["han"], reading["fu"], reading["fu_items"]) == (None, None, [])
            multiples = [yaku["yakuman"] for yaku in reading["yaku"]]
            assert reading["yakuman"] == (sum(multiples) if win.rules.yakuman_stack else 1)
        else:
            # Where there is no limit, a yakuman counts 13 han.
            han = [yaku["han"] if "han" in yaku else 13 * yaku["yakuman"] for yaku in reading["yaku"]]
            assert reading["han"] == sum(han)
            assert win.rules.no_limit or not any("yakuman" in yaku for yaku in reading["yaku"])
            added = sum(item["fu"] for item in reading["fu_items"])
            assert reading["fu"] == (25 if added == 25 else -(-added // 10) * 10)


@pytest.mark.parametrize("route", ROUTES)
@given(body=json_values)
@law(100)
def test_any_json_is_answered_with_problems(route: str, body: Any) -> None:
    response = CLIENT.post(route, data=json.dumps(body))
    is_answered_one_by_one = route == "/api/score" and isinstance(body, list) and body
    assert response.status_code == (200 if is_answered_one_by_one else 422)
    answers = response.get_json() if is_answered_one_by_one else [response.get_json()]
    assert {problem["code"] for answer in answers for problem in answer["problems"]} <= KNOWN_CODES


@pytest.mark.parametrize("route", ROUTES)
@given(body=st.binary(max_size=200))
@law(100)
def test_any_bytes_are_answered(route: str, body: bytes) -> None:
    assert CLIENT.post(route, data=body).status_code in (400, 422)


@st.composite
def mutated(draw: st.DrawFn) -> object:
    """A case with one to three of its values, anywhere inside, replaced by anything or taken away."""
    win = draw(wins())
    case: Any = json.loads(json.dumps(case_json(win.hand)))
    for _ in range(draw(st.integers(1, 3))):
        place, key = case, draw(st.sampled_from(sorted(case)))
        while isinstance(place[key], dict | list) and place[key] and draw(st.booleans()):
            place = place[key]
            key = draw(st.sampled_from(sorted(place)) if isinstance(place, dict) else st.integers(0, len(place) - 1))
        if draw(st.booleans()) or isinstance(place, list) or (place is case and len(case) < 3):
            place[key] = draw(json_values)
        else:
            del place[key]
    return case


@pytest.mark.parametrize("route", ROUTES)
@given(body=mutated() | st.lists(mutated(), min_size=1, max_size=3))
@law(75)
def test_a_spoiled_case_is_scored_or_refused_with_known_codes(route: str, body: object) -> None:
    response = CLIENT.post(route, data=json.dumps(body))
    assert response.status_code in (200, 422)
    answered = response.get_json()
    for answer in answered if isinstance(answered, list) else [answered]:
        assert {problem["code"] for problem in answer.get("problems", ())} <= KNOWN_CODES


def test_no_field_at_all_is_named_for_each_that_is_required() -> None:
    assert wrong({}) == {("concealed", "bad_notation"), ("win", "bad_notation")}


@given(wins())
@law(50)
def test_the_order_of_the_tiles_does_not_matter(win: Win) -> None:
    case = case_json(win.hand)
    turned = case_json(but(win.hand, concealed=win.hand.concealed[::-1], rules=win.rules))
    assert post(case).get_json() == post(turned).get_json()
