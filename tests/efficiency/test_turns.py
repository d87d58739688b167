"""Chances and expected points turn by turn: the literal recursion, and what must hold of any chances."""

from itertools import pairwise
from math import prod
from random import Random

import pytest
from hypothesis import given

from tests.efficiency import literal
from tests.efficiency.hands import holding, holdings, random_holding, spelled
from tests.examples import law, share
from tests.scoring.hands import but
from webapp.efficiency.discards import discards
from webapp.efficiency.holding import Holding
from webapp.efficiency.shanten import shanten
from webapp.efficiency.turns import DRAWS, TOGETHER, Turns, cost, turns, turns_beside
from webapp.scoring.notation import parse_tile
from webapp.scoring.rules import MAJIANG, PRESETS, TENHOU
from webapp.scoring.tiles import NAMES, sort_key

SANMA = PRESETS["tenhou_sanma"]
FIRST = holding("123678m123p13488s", dora="9s", rules=MAJIANG)
EPSILON = 1e-9


def of(held: Holding, tile: str, draws: int = DRAWS) -> Turns:
    found = turns(held, draws=draws)
    assert found is not None
    return found[parse_tile(tile)]


def missed(left: int, unseen: int, draws: int) -> float:
    """The chance that none of so many tiles is among the next draws."""
    return prod(1 - left / (unseen - draw) for draw in range(draws))


# -- a wait, by hand -------------------------------------------------------------------------------


def test_a_tenpai_is_won_unless_all_draws_miss() -> None:
    course = of(FIRST, "4s")
    assert course.tenpai == (1.0,) * DRAWS
    for turn in range(DRAWS):
        expected = 1 - missed(4, 136 - 15 - turn, DRAWS - turn)
        assert course.win[turn] == pytest.approx(expected, abs=EPSILON)
        assert course.points[turn] == pytest.approx(8000 * expected, abs=1e-6)


def test_the_first_entry_is_of_all_draws_and_the_last_of_one() -> None:
    course = of(FIRST, "4s")
    assert len(course.win) == len(course.points) == len(course.tenpai) == DRAWS == 18
    assert course.win[0] == pytest.approx(0.4796, abs=5e-5)
    assert course.win[-1] == pytest.approx(4 / (121 - 17))


def test_there_may_be_fewer_draws() -> None:
    assert len(of(FIRST, "4s", draws=5).win) == 5
    assert of(FIRST, "4s", draws=1).win == pytest.approx((4 / 121,))


def test_a_tile_that_was_discarded_is_not_drawn_again() -> None:
    """With it the wall would be a tile more: engines that put it back have a chance too high."""
    wide = holding("123678m123p13488s", seen="2s", rules=MAJIANG)
    assert of(wide, "4s", draws=1).win == pytest.approx((3 / (136 - 15),))


def test_a_wait_without_yaku_is_a_tenpai_that_is_never_won() -> None:
    held = holding("123m99p45s1z", "chi 234p", "chi 789s", dora="7z", rules=MAJIANG)
    course = of(held, "1z")
    assert course.tenpai == (1.0,) * DRAWS
    assert course.win == course.points == (0.0,) * DRAWS


def test_a_wait_of_which_nothing_is_left_is_worth_nothing() -> None:
    held = holding("123678m123p13488s", seen="2222s", rules=MAJIANG)
    assert of(held, "4s") == Turns((0.0,) * DRAWS, (0.0,) * DRAWS, (0.0,) * DRAWS)


def test_the_points_to_expect_can_make_the_other_discard_better() -> None:
    """4s waits for half as many tiles as 1s; each brings three times as much."""
    slow, fast = of(FIRST, "4s"), of(FIRST, "1s")
    assert slow.win[0] < fast.win[0]
    assert slow.points[0] > fast.points[0]


def test_a_complete_hand_has_no_turns() -> None:
    assert turns(holding("123678m123p12388s")) == {}


# -- the definition --------------------------------------------------------------------------------


def check(held: Holding, draws: int) -> None:
    found = turns(held, budget=10**9, draws=draws)
    assert found is not None
    assert set(found) == {tile for tile, _ in literal.discards(held)}
    known = literal.Chances(held, draws)
    for tile, after in literal.discards(held):
        for turn in {1, 2, draws // 2 + 1, draws}:
            expected = known.of(after, turn) if known.leads_on(after) else (0.0, 0.0, 0.0)
            got = [course[turn - 1] for course in found[tile]]
            assert got == pytest.approx(expected, rel=EPSILON, abs=EPSILON), (spelled(held), NAMES[tile], turn)


@pytest.mark.ci
@pytest.mark.slow
def test_the_literal_recursion_agrees() -> None:
    random = Random(8)
    for _ in range(40):
        rules = random.choice((TENHOU, MAJIANG, SANMA))
        held = random_holding(random, random.randint(1, 2), rules, seen=random.choice((0, 0, 30, 70)))
        if shanten(held) >= 0:
            check(held, random.choice((4, 18)))


@pytest.mark.slow
def test_the_literal_recursion_agrees_two_steps_from_tenpai() -> None:
    random = Random(9)
    done = 0
    while done < share(4):
        held = random_holding(random, 3, seen=random.choice((0, 30)))
        if shanten(held) == 2:
            check(held, 6)
            done += 1


# -- laws ------------------------------------------------------------------------------------------


@law(30)
@given(holdings(4, seen=30))
def test_chances_are_chances_and_fall_with_every_draw(held: Holding) -> None:
    for course in (turns(held, budget=10**6) or {}).values():
        for figure in course:
            assert all(after <= before * (1 + EPSILON) for before, after in pairwise(figure))
        for tenpai, win in zip(course.tenpai, course.win, strict=True):
            assert -EPSILON <= win <= tenpai + EPSILON <= 1 + 2 * EPSILON


@law(30)
@given(holdings(4))
def test_there_is_a_course_for_every_discard_that_keeps_the_shanten(held: Holding) -> None:
    kept = [discard.tile for discard in discards(held).discards]
    assert list(turns(held, budget=10**6) or {}) == sorted(kept, key=sort_key)


@law(30)
@given(holdings(4))
def test_every_step_needs_a_draw(held: Holding) -> None:
    steps = shanten(held)
    for course in (turns(held, budget=10**6) or {}).values():
        assert course.win[DRAWS - steps :] == (0.0,) * steps
        assert course.tenpai[DRAWS - steps + 1 :] == (0.0,) * max(0, steps - 1)


def test_beyond_the_budget_there_is_nothing() -> None:
    far = holding("147m258p369s12345z")
    assert turns(far) is None
    assert turns(holding("06778p1122345s77z"), budget=10) is None
    assert turns(holding("06778p1122345s77z"), budget=10**5) is not None


def test_where_three_tiles_are_unseen_there_are_three_draws() -> None:
    held = holding("123m456m789m1112p9s")
    rest = list(held.left)
    for tile in ("2p", "9s", "5z"):
        rest[parse_tile(tile)] -= 1
    seen = tuple(tile for tile, copies in enumerate(rest) for _ in range(copies))
    course = (turns(but(held, seen=seen)) or {})[parse_tile("9s")]
    assert course.win[:4] == pytest.approx((1, 1, 1, 0))


def test_a_hand_costs_more_the_more_hands_lead_to_it() -> None:
    assert [cost(distance) for distance in (1, 2, 3, 4, 5)] == [7, 7, 7, 14, 21]


def test_beside_values_the_chances_take_the_rest_of_what_a_request_may_cost() -> None:
    near, far = (discards(holding(tiles)) for tiles in ("06778p1122345s77z", "4567m155p688s3567z"))
    assert turns_beside(near, 5) == turns(near.holding, draws=5)
    assert far.prospect
    assert far.spent + cost(far.shanten + 1) * far.prospect.hands > TOGETHER
    assert turns_beside(far) is None
    assert turns_beside(discards(near.holding, budget=0)) is None


def test_discards_are_in_order_with_the_red_five_among_the_fives() -> None:
    known = turns(holding("13m0p7p9s555666777z"))
    assert known
    assert [NAMES[tile] for tile in known] == ["1m", "3m", "0p", "7p", "9s", "5z", "6z", "7z"]
