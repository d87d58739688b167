"""Several winners on one discard: who wins, and who gets what."""

from dataclasses import replace
from typing import Any, Literal

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.scoring.hands import Win, all_by, but, is_complete, win, wins
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.notation import parse_tile, parse_tiles
from webapp.scoring.rules import TENHOU, Rules
from webapp.scoring.score import score
from webapp.scoring.settlement import settle, settlement_problems

EAST, SOUTH, WEST, NORTH = range(4)
LINE = "123m 456p 789s 345s 2p +2p riichi"
#: The same without the tiles that three players lack.
SANMA_LINE = "123p 456p 789s 345s 2p +2p riichi"
#: What changes when the hand of `LINE` is won on another tile.
ANOTHER_TILE = {"concealed": parse_tiles("123m456p789s345s1m"), "win": parse_tile("1m")}


def winner(seat: int, discarder: int, **facts: Any) -> WinningHand:
    return win(LINE, seat=seat, discarder=discarder, **facts).hand


def table(*seats: int, thrown_by: int = EAST, **facts: Any) -> list[WinningHand]:
    """Winners on these seats on a discard of one player, 1,300 each (2,000 the dealer)."""
    return [winner(seat, (thrown_by - seat) % 4, **facts) for seat in seats]


def rules(most: Literal[1, 2, 3], **switches: Any) -> Rules:
    return replace(TENHOU, multiple_ron=most, **switches)


def seats(scores: tuple[Any, ...]) -> list[int]:
    return [score.hand.table.seat for score in scores]


def test_one_winner_is_settled_as_his_score() -> None:
    (hand,) = table(WEST, honba=1, sticks=2)
    settled = settle(all_by(TENHOU, [hand]))
    assert settled.outcome == "wins"
    assert settled.deltas == (-1600, 0, 3600, 0) == settled.wins[0].deltas
    assert settled.payments == settled.wins[0].payments
    assert settled.bumped == ()


def test_a_single_winner_is_paid_as_the_first_whatever_was_entered() -> None:
    hand = winner(WEST, 2, honba=1, sticks=2, nth_ron=2)
    assert settle(all_by(TENHOU, [hand])).deltas == (-1600, 0, 3600, 0)


@pytest.mark.parametrize("order", [(SOUTH, WEST, NORTH), (NORTH, SOUTH, WEST), (WEST, NORTH, SOUTH)])
def test_the_nearest_to_the_discarder_in_turn_order_is_the_first(order: tuple[int, ...]) -> None:
    assert seats(settle(all_by(rules(3), table(*order))).wins) == [SOUTH, WEST, NORTH]


@pytest.mark.parametrize(
    ("thrown_by", "winners", "first"),
    [(WEST, (SOUTH, NORTH), NORTH), (NORTH, (SOUTH, EAST), EAST), (SOUTH, (EAST, NORTH), NORTH)],
)
def test_turns_go_around_the_table(thrown_by: int, winners: tuple[int, ...], first: int) -> None:
    assert seats(settle(all_by(rules(2), table(*winners, thrown_by=thrown_by))).wins)[0] == first


def test_of_two_both_win_and_the_first_gets_honba_and_sticks() -> None:
    settled = settle(all_by(rules(2), table(SOUTH, NORTH, honba=1, sticks=3)))
    assert seats(settled.wins) == [SOUTH, NORTH]
    assert settled.deltas == (-1300 - 300 - 1300, 1300 + 300 + 3000, 0, 1300)


def test_by_head_bump_the_nearest_alone_wins() -> None:
    settled = settle(all_by(rules(1), table(NORTH, SOUTH, WEST, honba=1, sticks=3)))
    assert settled.outcome == "wins"
    assert seats(settled.wins) == [SOUTH]
    assert seats(settled.bumped) == [WEST, NORTH]
    assert settled.deltas == (-1600, 4600, 0, 0)


def test_a_third_ron_is_a_draw_where_only_two_may_win() -> None:
    settled = settle(all_by(rules(2), table(SOUTH, WEST, NORTH, honba=1, sticks=3)))
    assert settled.outcome == "abortive_draw"
    assert settled.wins == ()
    assert seats(settled.bumped) == [SOUTH, WEST, NORTH]
    assert settled.payments == ()
    assert settled.deltas == (0, 0, 0, 0)


def test_three_may_win() -> None:
    settled = settle(all_by(rules(3), table(SOUTH, WEST, NORTH, honba=1, sticks=3)))
    assert settled.deltas == (-4200, 4600, 1300, 1300)


def test_honba_may_be_paid_to_each() -> None:
    settled = settle(all_by(rules(3, honba_to="each"), table(SOUTH, WEST, NORTH, honba=1, sticks=3)))
    assert settled.deltas == (-4800, 4600, 1600, 1600)


def test_each_may_get_his_own_stick_back_and_the_first_the_rest() -> None:
    settled = settle(all_by(rules(3, own_stick_returned=True), table(SOUTH, WEST, NORTH, sticks=4)))
    assert settled.deltas == (-3900, 1300 + 2000, 1300 + 1000, 1300 + 1000)
    without = [replace(hand, flags=frozenset({Flag.HOUTEI})) for hand in table(WEST, sticks=2)]
    settled = settle(all_by(rules(2, own_stick_returned=True), [*table(SOUTH, sticks=2), *without]))
    assert settled.deltas[SOUTH] == 1300 + 2000
    assert sum(settled.deltas) == 2000


def test_no_more_sticks_are_given_back_than_lie_on_the_table() -> None:
    settled = settle(all_by(rules(3, own_stick_returned=True), table(SOUTH, WEST, NORTH, sticks=1)))
    assert sum(settled.deltas) == 1000
    assert settled.deltas[SOUTH] == 1300


def test_each_hand_is_paid_by_its_own_worth() -> None:
    dealer, other = table(EAST, SOUTH, thrown_by=NORTH)
    dear = but(other, dora=parse_tiles("1p1p"))
    cheap = but(dealer, dora=parse_tiles("1p1p"), concealed=parse_tiles("123m456p789s345s3p"), win=parse_tiles("3p")[0])
    assert settle(all_by(rules(2), [dear, cheap])).deltas == (2000, 8000, 0, -10000)


@given(st.lists(wins(players=4), min_size=1, max_size=3), st.integers(0, 5), st.integers(0, 3))
def test_all_payments_add_up_to_the_sticks_on_the_table(won: list[Win], sticks: int, honba: int) -> None:
    rules = won[0].rules
    hands = [
        but(each.hand, seat=seat, discarder=NORTH - seat, is_tsumo=False, sticks=sticks, honba=honba)
        for seat, each in enumerate(won)
    ]
    assume(all(score(but(hand, rules=rules)).best for hand in hands))
    settled = settle(all_by(rules, hands))
    assert len(settled.wins) + len(settled.bumped) == len(hands)
    assert len(settled.wins) <= rules.multiple_ron
    assert sum(settled.deltas) == (1000 * sticks if settled.wins else 0)
    assert settled.deltas[NORTH] <= 0


# -- what cannot be --------------------------------------------------------------------------------


def codes(hands: list[WinningHand], rules: Rules = TENHOU) -> list[tuple[str, str]]:
    return [(found.field, found.code) for found in settlement_problems(all_by(rules, hands))]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_one_to_three_winners_on_one_discard_are_possible(number: int) -> None:
    assert codes(table(SOUTH, WEST, NORTH)[:number]) == []


def test_a_single_tsumo_is_possible() -> None:
    assert codes(table(SOUTH, is_tsumo=True)) == []


def test_more_than_the_other_players_cannot_win() -> None:
    assert ("cases", "bad_number") in codes([*table(SOUTH, WEST, NORTH), *table(SOUTH)])
    sanma = win(SANMA_LINE, rules=replace(TENHOU, players=3)).hand
    assert ("cases", "bad_number") in [(found.field, found.code) for found in settlement_problems([sanma] * 3)]


@pytest.mark.parametrize(("players", "most"), [(4, 3), (3, 2)])
def test_a_wrong_number_of_winners_is_told_with_the_right_one(players: Literal[4, 3], most: int) -> None:
    hands = [win(SANMA_LINE, rules=replace(TENHOU, players=players)).hand] * (most + 1)
    assert f"From 1 to {most} hands can win, not {most + 1}." in [found.message for found in settlement_problems(hands)]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"is_tsumo": True}, "conflicting_flags"),
        ({"seat": SOUTH, "discarder": 3}, "bad_wind"),
        ({"discarder": 1}, "conflicting_flags"),
        (ANOTHER_TILE, "conflicting_flags"),
        ({"round": 1}, "conflicting_flags"),
        ({"honba": 1}, "conflicting_flags"),
        ({"sticks": 1}, "conflicting_flags"),
        ({"dora": (0,)}, "conflicting_flags"),
    ],
)
def test_winners_must_agree_about_the_discard(change: dict[str, Any], code: str) -> None:
    one, other = table(SOUTH, WEST)
    found = settlement_problems([one, but(other, **change)])
    assert [(problem.field, problem.code) for problem in found] == [("cases", code)]
    assert all(is_complete(problem.message) for problem in found)


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("win", ANOTHER_TILE),
        ("round", {"round": 1}),
        ("honba", {"honba": 1}),
        ("sticks", {"sticks": 1}),
        ("dora", {"dora": (0,)}),
    ],
)
def test_what_winners_must_have_alike_is_named(what: str, change: dict[str, Any]) -> None:
    one, other = table(SOUTH, WEST)
    (found,) = settlement_problems([one, but(other, **change)])
    assert found.message == f"All winners have the same {what}."
