"""A log that differs names the one rule by which it would agree."""

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.records.logs import read_text
from tests.records.played import ended, played_game
from tests.records.written import as_tenhou6
from webapp.game.result import result
from webapp.records.check import Review, checked
from webapp.records.explain import MOST, explanations
from webapp.records.record import Record
from webapp.records.rules import rules_of


def by_other_rules(game: Record, *, scoring: dict[str, Any], **switches: Any) -> Record:
    """A game as its log would be if it had been played by other rules."""
    rules = replace(rules_of(game), **switches)
    rules = replace(rules, scoring=replace(rules.scoring, **scoring))
    hands, points = [], game.hands[0].points
    sticks = 0
    for hand in game.hands:
        [done] = checked(replace(game, hands=(replace(hand, sticks=sticks, points=points, stated=()),)), rules).hands
        assert done.settled
        assert hand.ending
        deltas = tuple(change + 1000 * (n in done.settled.riichi) for n, change in enumerate(done.settled.deltas))
        wins = tuple(won._replace(points=None, deltas=None) for won in hand.ending.wins)
        ending = replace(hand.ending, deltas=deltas, wins=wins)
        hands.append(replace(hand, points=points, sticks=sticks, ending=ending, stated=()))
        points = tuple(had + change for had, change in zip(points, done.settled.deltas, strict=True))
        sticks = 0 if hand.ending.wins else sticks + len(done.settled.riichi)
    return replace(game, hands=tuple(hands))


def review_of(game: Record) -> Review:
    record = read_text("tenhou6", as_tenhou6(game)).record
    assert record
    return checked(record)


def found(review: Review) -> dict[str, object]:
    """The switches of the explanations with their values. Each makes the log agree."""
    explained = explanations(review)
    assert all(checked(review.record, one.rules).agrees for one in explained)
    assert len(explained) <= MOST
    return {one.switch.name: one.value for one in explained}


def test_a_log_that_agrees_needs_no_explanation() -> None:
    assert explanations(review_of(played_game(4))) == ()


@pytest.mark.parametrize(("switch", "value"), [("ippatsu", False), ("ura_dora", False), ("kiriage_mangan", True)])
def test_the_rule_of_the_hands_that_explains_a_difference_is_found(switch: str, value: object) -> None:
    reviews = [review_of(by_other_rules(played_game(seed), scoring={switch: value})) for seed in range(12)]
    differing = [review for review in reviews if not review.agrees]
    assert differing
    assert {found(review)[switch] for review in differing} == {value}


def test_the_payment_at_a_draw_that_explains_a_difference_is_found() -> None:
    review = review_of(by_other_rules(played_game(4), scoring={}, tenpai_payment=0))
    assert review.differs
    assert found(review)["tenpai_payment"] == 0


def test_the_uma_that_explains_the_totals_is_found() -> None:
    game = ended(played_game(3))
    rules = replace(rules_of(game), uma=(30_000, 10_000, -10_000, -30_000))
    totals = result(replace(checked(game).state, rules=rules)).totals
    review = review_of(replace(game, totals=tuple(round(1000 * total) for total in totals)))
    assert [one.what for one in review.hands[-1].differences] == ["totals"]
    assert found(review) == {"uma": (30_000, 10_000, -10_000, -30_000)}


def test_a_log_that_no_rule_explains_has_no_explanation() -> None:
    log = json.loads(as_tenhou6(played_game(4)))
    log["log"][0][1][0] += 100
    log["log"][0][-1][1][0] += 300
    record = read_text("tenhou6", json.dumps(log)).record
    assert record
    review = checked(record)
    assert review.differs
    assert explanations(review) == ()
