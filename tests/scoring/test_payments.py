"""Who pays whom: the hand, honba and riichi sticks."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from tests.scoring.hands import Win, but, win, wins
from webapp.scoring.pao import Liability
from webapp.scoring.payments import (
    Declaration,
    Payment,
    Winner,
    chombo_payments,
    chombo_to_each,
    declaration,
    deltas,
    nagashi_mangan,
    nagashi_wins,
    payments,
    shares_of_sticks,
    tenpai_payments,
)
from webapp.scoring.points import round_up
from webapp.scoring.rules import PRESETS, TENHOU, Rules
from webapp.scoring.score import score, winner

EAST, SOUTH, WEST, NORTH = range(4)
SANMA = PRESETS["tenhou_sanma"]
LINE = "123p 456p 789s 345s 2p +2p riichi"


def paid(basic: int, rules: Rules = TENHOU, **facts: Any) -> tuple[Payment, ...]:
    return payments(winner(but(win(LINE, **facts).hand, rules=rules), basic, ()), rules)


def changes(basic: int, rules: Rules = TENHOU, **facts: Any) -> tuple[int, ...]:
    return deltas(paid(basic, rules, **facts), rules)


@pytest.mark.parametrize(
    ("seat", "discarder", "expected"),
    [
        (SOUTH, 1, (0, 2000, -2000, 0)),
        (SOUTH, 2, (0, 2000, 0, -2000)),
        (SOUTH, 3, (-2000, 2000, 0, 0)),
        (NORTH, 1, (-2000, 0, 0, 2000)),
        (EAST, 1, (2900, -2900, 0, 0)),
        (EAST, 3, (2900, 0, 0, -2900)),
    ],
)
def test_the_discarder_pays_a_ron_alone(seat: int, discarder: int, expected: tuple[int, ...]) -> None:
    assert changes(480, seat=seat, discarder=discarder) == expected


@pytest.mark.parametrize(
    ("seat", "expected"),
    [
        (EAST, (3000, -1000, -1000, -1000)),
        (SOUTH, (-1000, 2000, -500, -500)),
        (NORTH, (-1000, -500, -500, 2000)),
    ],
)
def test_all_others_pay_a_tsumo_the_dealer_twice(seat: int, expected: tuple[int, ...]) -> None:
    assert changes(480, seat=seat, is_tsumo=True) == expected


def test_who_threw_a_tile_before_a_tsumo_changes_nothing() -> None:
    assert len({changes(480, is_tsumo=True, discarder=discarder) for discarder in (1, 2, 3)}) == 1


def test_each_payment_says_what_it_is_for() -> None:
    assert paid(480, seat=WEST, discarder=2, honba=2, sticks=3) == (
        Payment(EAST, WEST, 2000, "ron", 480, 4),
        Payment(EAST, WEST, 600, "honba", 300, 2),
        Payment(None, WEST, 3000, "sticks", 1000, 3),
    )
    assert set(paid(480, seat=WEST, is_tsumo=True, honba=1, sticks=1)) == {
        Payment(EAST, WEST, 1000, "tsumo", 480, 2),
        Payment(EAST, WEST, 100, "honba", 100, 1),
        Payment(SOUTH, WEST, 500, "tsumo", 480, 1),
        Payment(SOUTH, WEST, 100, "honba", 100, 1),
        Payment(NORTH, WEST, 500, "tsumo", 480, 1),
        Payment(NORTH, WEST, 100, "honba", 100, 1),
        Payment(None, WEST, 1000, "sticks", 1000, 1),
    }


def test_nothing_is_paid_for_no_honba_and_no_sticks() -> None:
    assert [payment.reason for payment in paid(480)] == ["ron"]
    assert [payment.reason for payment in paid(480, is_tsumo=True)] == ["tsumo"] * 3


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"honba": 2}, (0, 2600, -2600, 0)),
        ({"honba": 2, "is_tsumo": True}, (-1200, 2600, -700, -700)),
        ({"sticks": 2}, (0, 4000, -2000, 0)),
        ({"honba": 1, "sticks": 1}, (0, 3300, -2300, 0)),
        ({"honba": 1, "sticks": 1, "is_tsumo": True}, (-1100, 3300, -600, -600)),
    ],
)
def test_a_honba_is_300_in_all_and_a_stick_1000_from_the_table(
    facts: dict[str, Any], expected: tuple[int, ...]
) -> None:
    assert changes(480, **facts) == expected


def test_a_honba_may_be_500_from_each_by_tsumo_and_another_number_by_ron() -> None:
    dear = replace(TENHOU, honba_ron=1000, honba_tsumo=500)
    assert changes(480, dear, honba=1) == (0, 3000, -3000, 0)
    assert changes(480, dear, honba=1, is_tsumo=True) == (-1500, 3500, -1000, -1000)


# -- three players ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "lost", "shared"),
    [
        ({"seat": SOUTH, "is_tsumo": True}, (-4000, 6000, -2000), (-5000, 8000, -3000)),
        ({"seat": EAST, "is_tsumo": True}, (8000, -4000, -4000), (12000, -6000, -6000)),
        ({"seat": SOUTH, "is_tsumo": True, "honba": 1}, (-4100, 6200, -2100), (-5100, 8200, -3100)),
        ({"seat": SOUTH, "discarder": 2}, (-8000, 8000, 0), (-8000, 8000, 0)),
        ({"seat": WEST, "discarder": 1, "honba": 2, "sticks": 1}, (-8400, 0, 9400), (-8400, 0, 9400)),
    ],
)
def test_three_players_lose_the_missing_share_or_bear_it_half_and_half(
    facts: dict[str, Any], lost: tuple[int, ...], shared: tuple[int, ...]
) -> None:
    assert changes(2000, SANMA, **facts) == lost
    assert changes(2000, replace(SANMA, tsumo_loss=False), **facts) == shared


# -- several winners on one discard ----------------------------------------------------------------


@pytest.mark.parametrize(
    ("switches", "expected"),
    [
        ({}, (0, 2000, -2000, 0)),
        ({"honba_to": "each"}, (0, 2600, -2600, 0)),
        ({"own_stick_returned": True}, (0, 3000, -2000, 0)),
        ({"honba_to": "each", "own_stick_returned": True}, (0, 3600, -2600, 0)),
    ],
)
@pytest.mark.parametrize("nth_ron", [2, 3])
def test_a_further_winner_gets_honba_and_his_own_stick_as_the_rules_say(
    nth_ron: int, switches: dict[str, Any], expected: tuple[int, ...]
) -> None:
    assert changes(480, replace(TENHOU, **switches), nth_ron=nth_ron, honba=2, sticks=3) == expected


def test_a_further_winner_without_riichi_gets_no_stick_back() -> None:
    returned = replace(TENHOU, own_stick_returned=True)
    assert changes(480, returned, nth_ron=2, sticks=3, flags=frozenset()) == (0, 2000, -2000, 0)
    assert changes(480, returned, nth_ron=2, sticks=0) == (0, 2000, -2000, 0)


@pytest.mark.parametrize(
    ("sticks", "with_riichi", "shares"),
    [
        (4, (True, True, True), (2, 1, 1)),
        (2, (True, False, True), (1, 0, 1)),
        (1, (True, True, True), (0, 1, 0)),
        (0, (False, False), (0, 0)),
        (3, (True,), (3,)),
    ],
)
def test_later_winners_take_their_own_stick_and_the_first_all_others(
    sticks: int, with_riichi: tuple[bool, ...], shares: tuple[int, ...]
) -> None:
    returned = replace(TENHOU, own_stick_returned=True)
    assert shares_of_sticks(sticks, with_riichi, returned) == shares
    assert shares_of_sticks(sticks, with_riichi, TENHOU) == (sticks, *[0] * (len(with_riichi) - 1))


def test_a_winner_needs_no_tiles() -> None:
    assert payments(Winner(SOUTH, None, 640), TENHOU) == (
        Payment(EAST, SOUTH, 1300, "tsumo", 640, 2),
        Payment(WEST, SOUTH, 700, "tsumo", 640, 1),
        Payment(NORTH, SOUTH, 700, "tsumo", 640, 1),
    )
    assert payments(Winner(EAST, WEST, 640, honba=1), TENHOU) == (
        Payment(WEST, EAST, 3900, "ron", 640, 6),
        Payment(WEST, EAST, 300, "honba", 300, 1),
    )


def test_a_winner_has_neither_honba_nor_sticks_unless_told() -> None:
    assert Winner(SOUTH, None, 640) == Winner(SOUTH, None, 640, 0, 0, False, 1, ())


# -- as it is called out ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("won", "rules", "expected"),
    [
        (Winner(SOUTH, WEST, 640), TENHOU, Declaration(False, (2600,), (2600,))),
        (Winner(EAST, WEST, 640, honba=2), TENHOU, Declaration(False, (3900,), (4500,))),
        (Winner(SOUTH, None, 640), TENHOU, Declaration(False, (700, 1300), (700, 1300))),
        (Winner(SOUTH, None, 640, honba=1, sticks=2), TENHOU, Declaration(False, (700, 1300), (800, 1400))),
        (Winner(EAST, None, 640, honba=1), TENHOU, Declaration(True, (1300,), (1400,))),
        (Winner(EAST, None, 640), SANMA, Declaration(True, (1300,), (1300,))),
        (Winner(WEST, None, 640), SANMA, Declaration(False, (700, 1300), (700, 1300))),
        (Winner(SOUTH, WEST, 640, honba=2, nth_ron=2), TENHOU, Declaration(False, (2600,), (2600,))),
        (Winner(SOUTH, WEST, 8000, liable=(Liability(NORTH, ("daisangen",), 8000),)), TENHOU, None),
    ],
)
def test_a_win_is_called_out(won: Winner, rules: Rules, expected: Declaration | None) -> None:
    assert declaration(payments(won, rules)) == expected


@pytest.mark.parametrize(
    ("sanma_tsumo", "seat", "parts"),
    [
        ("half", SOUTH, {EAST: (2, 350), WEST: (1, 350)}),
        ("half", EAST, {SOUTH: (2, 650), WEST: (2, 650)}),
        ("mixed", SOUTH, {EAST: (2, 350), WEST: (1, 350)}),
        ("mixed", EAST, {SOUTH: (3, 0), WEST: (3, 0)}),
        ("two_to_one", SOUTH, {EAST: (0, 0), WEST: (0, 0)}),
        ("rounded_once", SOUTH, {EAST: (2.5, 0), WEST: (1.5, 0)}),
        ("rounded_once", EAST, {SOUTH: (3, 0), WEST: (3, 0)}),
    ],
)
def test_without_tsumo_loss_a_payment_says_how_often_it_counts_and_its_half_of_norths(
    sanma_tsumo: Any, seat: int, parts: dict[int, tuple[float, int]]
) -> None:
    found = payments(Winner(seat, None, 640), replace(SANMA, tsumo_loss=False, sanma_tsumo=sanma_tsumo))
    assert {payment.payer: (payment.times, payment.north) for payment in found} == parts


@given(wins())
def test_a_payment_is_its_unit_so_many_times_rounded_up(won: Win) -> None:
    for payment in won.score.payments:
        if payment.times:
            assert payment.points == round_up(round_up(int(payment.unit * payment.times)) + payment.north)
        else:  # half of what pao covers, or two thirds and one third of the points by ron
            assert won.score.liabilities or won.rules.sanma_tsumo == "two_to_one"


# -- nagashi mangan --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "change"),
    [
        (EAST, (12000, -4000, -4000, -4000)),
        (SOUTH, (-4000, 8000, -2000, -2000)),
        (WEST, (-4000, -2000, 8000, -2000)),
        (NORTH, (-4000, -2000, -2000, 8000)),
    ],
)
def test_nagashi_mangan_is_paid_as_a_mangan_tsumo(seat: int, change: tuple[int, ...]) -> None:
    assert deltas(nagashi_mangan(seat, TENHOU), TENHOU) == change
    assert {payment.reason for payment in nagashi_mangan(seat, TENHOU)} == {"nagashi_mangan"}


@pytest.mark.parametrize(
    ("tsumo_loss", "seat", "change"),
    [
        (True, EAST, (8000, -4000, -4000)),
        (True, SOUTH, (-4000, 6000, -2000)),
        (True, WEST, (-4000, -2000, 6000)),
        (False, EAST, (12000, -6000, -6000)),
        (False, SOUTH, (-5000, 8000, -3000)),
    ],
)
def test_nagashi_mangan_of_three_players(tsumo_loss: bool, seat: int, change: tuple[int, ...]) -> None:
    rules = replace(SANMA, tsumo_loss=tsumo_loss)
    assert deltas(nagashi_mangan(seat, rules), rules) == change


@pytest.mark.parametrize(
    ("seats", "honba", "sticks", "change"),
    [
        ([WEST], 0, 0, (-4000, -2000, 8000, -2000)),
        ([NORTH, SOUTH], 0, 0, (-8000, 6000, -4000, 6000)),
        ([NORTH, SOUTH], 2, 3, (-8200, 9600, -4200, 5800)),
        ([WEST, EAST], 1, 0, (8300, -6100, 3900, -6100)),
    ],
)
def test_nagashi_mangan_as_a_win_takes_honba_and_sticks(
    seats: list[int], honba: int, sticks: int, change: tuple[int, ...]
) -> None:
    assert deltas(nagashi_wins(seats, honba, sticks, TENHOU), TENHOU) == change


def test_the_payments_of_a_nagashi_mangan_won_say_what_they_are_for() -> None:
    assert nagashi_wins([SOUTH], 2, 3, replace(SANMA, tsumo_loss=False)) == (
        Payment(EAST, SOUTH, 5000, "nagashi_mangan", 2000, 2, 1000),
        Payment(WEST, SOUTH, 3000, "nagashi_mangan", 2000, 1, 1000),
        Payment(EAST, SOUTH, 200, "honba", 100, 2),
        Payment(WEST, SOUTH, 200, "honba", 100, 2),
        Payment(None, SOUTH, 3000, "sticks", 1000, 3),
    )


# -- draws and chombo ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("seat", "change"),
    [(EAST, (-12000, 4000, 4000, 4000)), (WEST, (4000, 2000, -8000, 2000))],
)
def test_a_chombo_pays_what_its_mangan_would_have_brought(seat: int, change: tuple[int, ...]) -> None:
    paid = chombo_payments(seat, TENHOU)
    assert deltas(paid, TENHOU) == change
    to_each = chombo_to_each(seat, 3000, TENHOU)
    assert deltas(to_each, TENHOU) == tuple(-9000 if other == seat else 3000 for other in range(4))
    assert {(payment.payer, payment.reason) for payment in (*paid, *to_each)} == {(seat, "chombo")}


@pytest.mark.parametrize(
    ("tenpai", "rules", "change"),
    [
        ([], TENHOU, (0, 0, 0, 0)),
        ([SOUTH], TENHOU, (-1000, 3000, -1000, -1000)),
        ([EAST, SOUTH], TENHOU, (1500, 1500, -1500, -1500)),
        ([EAST, SOUTH, NORTH], TENHOU, (1000, 1000, -3000, 1000)),
        ([EAST, SOUTH, WEST, NORTH], TENHOU, (0, 0, 0, 0)),
        ([WEST], SANMA, (-1500, -1500, 3000)),
    ],
)
def test_those_without_tenpai_pay_those_with_it(tenpai: list[int], rules: Rules, change: tuple[int, ...]) -> None:
    paid = tenpai_payments(tenpai, 3000, rules)
    assert deltas(paid, rules) == change
    assert all(
        payment == Payment(payment.payer, payment.receiver, payment.points, "tenpai", payment.points, 1)
        for payment in paid
    )


def test_a_share_of_what_tenpai_brings_is_a_whole_number() -> None:
    assert {type(payment.points) for payment in tenpai_payments([EAST, SOUTH], 3000, TENHOU)} == {int}
    assert [payment.points for payment in tenpai_payments([EAST, SOUTH, WEST], 1000, TENHOU)] == [333] * 3


def test_a_draw_without_payments_for_tenpai_has_none() -> None:
    assert tenpai_payments([EAST], 0, TENHOU) == ()


# -- of a score ------------------------------------------------------------------------------------


def test_a_hand_that_is_not_won_pays_nothing() -> None:
    hand = win("(123m) 456p 789s 345s 2p +2p", honba=3, sticks=2).hand
    assert score(hand).payments == ()
    assert score(hand).deltas == (0, 0, 0, 0)


@given(wins())
def test_the_payments_of_the_hand_are_its_points(won: Win) -> None:
    result = won.score
    of_the_hand = [payment for payment in result.payments if payment.reason in ("ron", "tsumo", "pao")]
    assert all(payment.points > 0 for payment in result.payments)
    assert all(payment.receiver == won.hand.table.seat for payment in result.payments)
    if not result.liabilities:
        assert sum(payment.points for payment in of_the_hand) == result.points
