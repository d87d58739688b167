"""A hand that ends without a win: who pays whom, and what stays on the table (RULES.md, section 12)."""

from dataclasses import replace

import pytest

from tests.scoring.winners import E, N, S, W
from webapp.scoring.rules import PRESETS, TENHOU
from webapp.scoring.settlement import NoWin, settle_without_win

SANMA = replace(PRESETS["tenhou_sanma"], tsumo_loss=True)


@pytest.mark.parametrize(
    ("ended", "change"),
    [
        (NoWin("draw", frozenset({E}), 3000), (3000, -1000, -1000, -1000)),
        (NoWin("draw", frozenset({E, N}), 3000), (1500, -1500, -1500, 1500)),
        (NoWin("draw", frozenset({S, W, N}), 3000), (-3000, 1000, 1000, 1000)),
        (NoWin("draw", frozenset({E, S, W, N}), 3000), (0, 0, 0, 0)),
        (NoWin("draw"), (0, 0, 0, 0)),
        (NoWin("draw", frozenset({E})), (0, 0, 0, 0)),
        (NoWin("abortive_draw"), (0, 0, 0, 0)),
        (NoWin("abortive_draw", frozenset({E}), 3000), (0, 0, 0, 0)),
        (NoWin("nagashi_mangan", frozenset({S})), (-4000, 8000, -2000, -2000)),
        (NoWin("nagashi_mangan", frozenset({E, S})), (8000, 4000, -6000, -6000)),
        (NoWin("nagashi_mangan", frozenset({S}), 3000), (-4000, 8000, -2000, -2000)),
        (NoWin("chombo", frozenset({E})), (-12000, 4000, 4000, 4000)),
        (NoWin("chombo", frozenset({N})), (4000, 2000, 2000, -8000)),
    ],
    ids=str,
)
def test_what_each_seat_gains_or_loses(ended: NoWin, change: tuple[int, ...]) -> None:
    found = settle_without_win(ended, TENHOU)
    assert (found.outcome, found.wins, found.bumped, found.deltas) == (ended.outcome, (), (), change)
    paid = [0] * len(change)
    for payment in found.payments:
        assert payment.payer is not None
        paid[payment.payer] -= payment.points
        paid[payment.receiver] += payment.points
    assert tuple(paid) == change


def test_nobody_and_nothing_need_not_be_named() -> None:
    assert NoWin("draw") == NoWin("draw", frozenset(), 0)


def test_three_players_have_three_seats() -> None:
    assert settle_without_win(NoWin("chombo", frozenset({S})), SANMA).deltas == (4000, -6000, 2000)
    assert settle_without_win(NoWin("draw", frozenset({W}), 2000), SANMA).deltas == (-1000, -1000, 2000)


def test_payments_say_what_they_are_for() -> None:
    reasons = {
        ended.outcome: {payment.reason for payment in settle_without_win(ended, TENHOU).payments}
        for ended in (
            NoWin("draw", frozenset({E}), 3000),
            NoWin("nagashi_mangan", frozenset({E})),
            NoWin("chombo", frozenset({E})),
        )
    }
    assert reasons == {"draw": {"tenpai"}, "nagashi_mangan": {"nagashi_mangan"}, "chombo": {"chombo"}}
