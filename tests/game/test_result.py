"""The end of a game: ranks, uma, oka, ties, rounding, and what is settled beside the table."""

from typing import Any

import pytest

from tests.game.games import draw, ron, rons, rules, state, tsumo
from webapp.game.events import Adjust, Chips, Chombo, End, Event, Riichi
from webapp.game.result import Result, ranking, ranks, result
from webapp.game.rules import GameRules


def ended(*events: Event, played_by: GameRules) -> Result:
    return result(state(*events, End(), played_by=played_by))


def to(*points: int) -> Adjust:
    """The players have these points, in hundreds above 25,000."""
    return Adjust(tuple(100 * n for n in points))


def test_players_are_ranked_by_points_then_by_seat() -> None:
    assert ranking([25000, 31000, 19000, 25000]) == (1, 0, 3, 2)


def test_totals_have_uma_and_oka() -> None:
    found = ended(to(100, -50, 30, -80), played_by=rules("house"))
    assert found.order == (0, 2, 1, 3)
    assert found.ranks == (1, 3, 2, 4)
    assert found.totals == (5 + 20 + 20, -10 - 10, -2 + 10, -13 - 20)


def test_each_part_of_a_total_is_told() -> None:
    first = ended(to(100, -50, 30, -80), played_by=rules("house", chip_points=500)).standings[0]
    assert (first.player, first.rank, first.points) == (0, 1, 35000)
    assert [first.base, int(first.uma), int(first.oka)] == [5000, 20000, 20000]
    assert first.extras == {"chips": 0}


def test_without_oka_the_totals_are_below_zero_together() -> None:
    assert sum(ended(played_by=rules("mahjong_soul")).totals) == 0
    assert sum(ended(played_by=rules("house", oka_to="nobody")).totals) == -20


# -- ties ------------------------------------------------------------------------------------------


def test_of_equal_points_the_seat_decides() -> None:
    found = ended(played_by=rules("house"))
    assert (found.ranks, found.totals) == ((1, 2, 3, 4), (35.0, 5.0, -15.0, -25.0))


@pytest.mark.parametrize(
    ("points", "ranks", "totals"),
    [
        ((0, 0, 0, 0), (1, 1, 1, 1), (0.0, 0.0, 0.0, 0.0)),
        ((50, 50, -50, -50), (1, 1, 3, 3), (30.0, 30.0, -30.0, -30.0)),
        ((90, -30, -30, -30), (1, 2, 2, 2), (54.0, -18.0, -18.0, -18.0)),
        ((10, 10, 10, -30), (1, 1, 1, 4), (12.6667, 12.6667, 12.6667, -38.0)),
    ],
)
def test_a_shared_rank_shares_uma_and_oka(points: Any, ranks: Any, totals: Any) -> None:
    found = ended(to(*points), played_by=rules("m_league"))
    assert (found.ranks, found.totals) == (ranks, totals)


@pytest.mark.parametrize(
    ("preset", "expected"), [("house", (3, 1, 4, 2)), ("m_league", (3, 1, 3, 2))], ids=["by seat", "shared"]
)
def test_the_ranks_while_the_game_runs_follow_the_rule_for_equal_points(preset: Any, expected: Any) -> None:
    assert ranks((20_000, 35_000, 20_000, 25_000), rules(preset)) == expected


# -- rounding --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rounding", "others"),
    [("exact", (25.5, 24.5, 22.5)), ("half_up", (26, 25, 23)), ("half_down", (25, 24, 22))],
)
def test_points_may_be_rounded_to_thousands_and_the_first_takes_the_rest(rounding: Any, others: Any) -> None:
    found = ended(to(25, 5, -5, -25), played_by=rules("house", rounding=rounding))
    uma = (10, -10, -20)
    assert found.totals[1:] == tuple(points - 30 + bonus for points, bonus in zip(others, uma, strict=True))
    assert sum(found.totals) == 0


@pytest.mark.parametrize(
    ("preset", "points", "totals"),
    [
        ("tenhou", (148, 66, 16, -230), (49.8, 11.6, -13.4, -48.0)),
        ("tenhou_sanma", (148, 66, -214), (44.8, 1.6, -46.4)),
    ],
)
def test_the_totals_of_tenhou_have_a_decimal(preset: str, points: Any, totals: Any) -> None:
    found = ended(to(*points), played_by=rules(preset))
    assert found.totals == totals
    assert sum(found.totals) == pytest.approx(0)


def test_points_below_zero_are_rounded_away_from_it_alike() -> None:
    half_up = ended(to(300, 0, 5, -305), played_by=rules("house", rounding="half_up", tobi="off"))
    half_down = ended(to(300, 0, 5, -305), played_by=rules("house", rounding="half_down", tobi="off"))
    assert (half_up.totals[3], half_down.totals[3]) == (-6 - 30 - 20, -5 - 30 - 20)


# -- sticks that are left ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("leftover_sticks", "points"),
    [
        ("first", (22500, 27500, 25500, 22500)),
        ("share", (22500, 26500, 26500, 22500)),
        ("nobody", (22500, 25500, 25500, 22500)),
    ],
)
def test_sticks_that_are_left_go_where_the_rules_say(leftover_sticks: Any, points: Any) -> None:
    left: list[Event] = [Adjust((-1000, 0, 0, -1000)), Riichi(1), Riichi(2), draw(1, 2)]
    assert ended(*left, played_by=rules(leftover_sticks=leftover_sticks)).points == points


def test_a_single_leader_shares_the_sticks_with_nobody() -> None:
    found = ended(Riichi(1), draw(1), played_by=rules(leftover_sticks="share"))
    assert found.points == (24000, 28000, 24000, 24000)


def test_what_cannot_be_shared_in_hundreds_is_the_first_ones() -> None:
    found = ended(Riichi(3), draw(0, 1, 2, 3), Adjust((0, 0, 0, -2000)), played_by=rules(leftover_sticks="share"))
    assert found.points == (25400, 25300, 25300, 22000)


@pytest.mark.parametrize(
    ("preset", "tenpai", "points", "ranks", "totals"),
    [
        ("m_league", (0, 1, 2, 3), (25400, 25300, 25300, 24000), (1, 1, 1, 4), (12.0667, 11.9667, 11.9667, -36.0)),
        ("ema", (1, 2, 3), (27000, 31500, 31500, 30000), (4, 1, 1, 3), (-18.0, 11.5, 11.5, -5.0)),
        ("wrc", (1, 2, 3), (27000, 31000, 31000, 30000), (4, 1, 1, 3), (-18.0, 11.0, 11.0, -5.0)),
    ],
)
def test_sticks_that_are_left_break_no_shared_rank(
    preset: str, tenpai: tuple[int, ...], points: Any, ranks: Any, totals: Any
) -> None:
    found = ended(Riichi(3), draw(*tenpai), played_by=rules(preset))
    assert (found.points, found.ranks, found.totals) == (points, ranks, totals)


def test_the_first_player_takes_the_sticks_that_are_left_and_shares_the_rank() -> None:
    found = ended(Riichi(3), draw(0, 1, 2, 3), played_by=rules("m_league", leftover_sticks="first"))
    assert (found.points, found.ranks) == ((26000, 25000, 25000, 24000), (1, 1, 1, 4))
    by_seat = ended(Riichi(3), draw(0, 1, 2, 3), played_by=rules("m_league", ties="seat"))
    assert (by_seat.points, by_seat.ranks) == ((25400, 25300, 25300, 24000), (1, 2, 3, 4))


# -- beside the table ------------------------------------------------------------------------------


def extras(*events: Event, played_by: GameRules) -> dict[int, dict[str, int]]:
    return {standing.player: standing.extras for standing in result(state(*events, played_by=played_by)).standings}


def test_chips_are_worth_their_points() -> None:
    chips = rules(chip_points=2000)
    found = extras(Chips(2, 0, 3), played_by=chips)
    assert [found[player]["chips"] for player in range(4)] == [6000, 0, -6000, 0]
    assert ended(Chips(2, 0, 3), played_by=chips).totals == (35 + 6, 5, -15 - 6, -25)


def test_a_chombo_costs_points_of_the_result() -> None:
    found = extras(Chombo(2), Chombo(2), played_by=rules("wrc"))
    assert [found[player]["chombo"] for player in range(4)] == [0, 0, -40000, 0]
    assert "chombo" not in extras(Chombo(2), played_by=rules("house"))[2]


@pytest.mark.parametrize(
    ("hands", "change"),
    [
        ([], [0, 0, 0, 0]),
        ([ron(1, 2)], [-5000, 15000, -5000, -5000]),
        ([rons(2, 0, 1)], [5000, 5000, -5000, -5000]),
        ([ron(1, 2), ron(2, 3), ron(3, 0)], [-5000, 1800, 1600, 1600]),
        ([ron(1, 2), ron(2, 3), ron(3, 0), ron(0, 1)], [0, 0, 0, 0]),
        ([draw(1, nagashi=[3])], [0, 0, 0, 0]),
    ],
)
def test_players_without_a_win_pay_those_who_have_one(hands: list[Event], change: list[int]) -> None:
    found = extras(*hands, played_by=rules(yakitori_points=5000))
    assert [found[player]["yakitori"] for player in range(4)] == change


@pytest.mark.parametrize(
    ("last", "change"),
    [
        (ron(1, 2, han=5), [0, 10000, -10000, 0]),
        (rons(0, 3, 2, han=5), [-10000, 0, 10000, 0]),
        (tsumo(0, han=13), [30000, -10000, -10000, -10000]),
        (draw(1, nagashi=[0, 3]), [0, 0, 0, 0]),
    ],
)
def test_who_is_out_of_points_pays_a_prize_to_the_winner(last: Event, change: list[int]) -> None:
    poor = rules(tobi_prize=10000, start_points=3900)
    assert state(last, played_by=poor).over == "tobi"
    found = extras(last, played_by=poor)
    assert [found[player]["tobi_prize"] for player in range(4)] == change


@pytest.mark.parametrize(
    ("tobi", "change"), [("below_zero", [0, 10000, 0, -10000]), ("at_zero", [-10000, 20000, 0, -10000])]
)
def test_who_has_no_points_at_all_pays_the_prize_if_that_ends_a_game(tobi: Any, change: list[int]) -> None:
    poor = rules(tobi_prize=10000, tobi=tobi, start_points=3900)
    empty = Adjust((-3900, 0, 100, 0))
    assert [extras(empty, ron(1, 3, han=5), played_by=poor)[player]["tobi_prize"] for player in range(4)] == change


def test_no_prize_is_paid_where_no_game_ends_so() -> None:
    found = extras(ron(1, 2, han=5), played_by=rules(tobi_prize=10000, start_points=3900, tobi="off"))
    assert [found[player]["tobi_prize"] for player in range(4)] == [0] * 4
