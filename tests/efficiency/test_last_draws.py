"""The last draws of a holding, and the work that they cost."""

from dataclasses import replace

import pytest

from tests.efficiency import literal
from tests.efficiency.hands import holding
from webapp.efficiency.discards import discards
from webapp.efficiency.last_draws import Budget, LastDraws, TooMuch
from webapp.efficiency.shanten import Nearest
from webapp.scoring.rules import TENHOU

#: 9s goes for a second 2p or a 3p, or the 2p goes for another 9s.
TENPAI = holding("123m456m789m1112p9s")
#: Three complete hands with a last draw each; their pairs and waits differ, so each is scored by itself.
SPENT = 3 * 10 + 3 * 5 + 3 * 60


def listed(most: int) -> tuple[LastDraws, Budget]:
    """The last draws of `TENPAI` within a budget, and the budget."""
    budget = Budget(most)
    return LastDraws(TENPAI, Nearest(TENPAI), budget), budget


def test_each_complete_hand_each_last_draw_and_each_score_has_its_cost() -> None:
    draws, budget = listed(10_000)
    assert len(draws.last_draws) == draws.most_hands == 3
    assert budget.spent == SPENT


def test_a_budget_of_just_that_is_enough() -> None:
    assert listed(SPENT)[1].spent == SPENT
    with pytest.raises(TooMuch):
        listed(SPENT - 1)


def test_too_many_complete_hands_are_foreseen_before_one_is_listed() -> None:
    far = holding("147m2589p3366s12z4s")
    hands = LastDraws(far, Nearest(far), Budget(10**7)).most_hands
    budget = Budget(10 * hands - 1)
    with pytest.raises(TooMuch):
        LastDraws(far, Nearest(far), budget)
    assert budget.spent == 0


def test_local_yaku_are_seen_in_the_facts_of_a_suit() -> None:
    rules = replace(TENHOU, local_yaku=frozenset({"isshoku_sanjun"}))
    held = holding("123m78p55s1z", "chi 123m", "chi 123m", rules=rules)
    # Four 6p and four 9p, 2 han and 30 fu each, and no yaku beside it.
    assert discards(held).value == 8 * 2000


def test_hands_that_differ_by_a_local_yaku_alone_are_told_apart() -> None:
    rules = replace(TENHOU, local_yaku=frozenset({"isshoku_sanjun"}))
    held = holding("36m55s1z", "chi 234m", "chi 234m", "chi 567m", rules=rules)
    literally = literal.Values()
    assert discards(held).value == max(literally.of(after) for _, after in literal.discards(held)) == 118100


def test_what_is_foreseen_is_not_spent() -> None:
    budget = Budget(5)
    budget.foresee(5)
    assert budget.spent == 0
    with pytest.raises(TooMuch):
        budget.foresee(6)
