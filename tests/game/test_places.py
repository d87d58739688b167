"""The places of an evening or a season after a hand; `test_needs_brute_force` compares them with every win."""

from dataclasses import replace

from tests.game.games import last_hand, rules
from webapp.game.places import Place, Sums, place, place_goals
from webapp.game.state import State

STATE = last_hand(269, 179, 241, 301, honba=5, sticks=1)
EARLIER = Sums((-36.8, 31.0, 6.3, 36.9))


def least(state: State, earlier: Sums, player: int = 0) -> dict[int, dict[int | None, tuple[int, ...]]]:
    """For each place the least win by who deals in, as it is called out."""
    goals = place_goals(state, player, earlier)
    return {goal.rank: {need.dealt_in: need.least.value.called for need in goal.ways} for goal in goals}


def test_a_place_is_by_the_sums_of_all_totals() -> None:
    assert place(STATE, 0, EARLIER) == Place(4, False)
    assert place(STATE, 0, EARLIER._replace(others=(90.0, -90.0))) == Place(5, False)
    level = last_hand(250, 250, 250, 250, played_by=rules("m_league"))
    assert place(level, 1, Sums((0.0, 0.0, 9.0, -9.0))) == Place(2, True)


def test_a_greater_win_can_cost_a_place() -> None:
    (second,) = (goal for goal in place_goals(STATE, 0, EARLIER) if goal.rank == 2)
    (off_two,) = (need for need in second.ways if need.dealt_in == 2)
    assert off_two.least.value.called == (1000,)
    assert [(some.least.called, some.most.called) for some in off_two.exceptions] == [((5200,), (5800,))]


def test_each_place_that_a_win_brings_has_its_least_win() -> None:
    assert least(STATE, EARLIER)[1] == {None: (6000, 12000), 1: (64000,), 2: (64000,), 3: (12000,)}


def test_members_who_do_not_play_count() -> None:
    assert min(least(STATE, EARLIER._replace(others=(300.0,)))) == 2


def test_in_the_last_hand_only_wins_that_end_the_game_have_a_place_and_before_it_all() -> None:
    behind = last_hand(400, 260, 200, 140, played_by=rules("house", tobi="off"))
    assert least(behind, Sums((0.0,) * 4), player=3).keys() == {1}
    assert least(replace(behind, number=3), Sums((0.0,) * 4), player=3).keys() == {1, 2, 3}
