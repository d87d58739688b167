"""Settles several ron on one discard.

The rules decide who wins (the first in turn alone, two, three, or nobody at the third ron), and who gets honba and
sticks.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from webapp.scoring.checks import problems
from webapp.scoring.hand import WinningHand
from webapp.scoring.payments import Payment, deltas, shares_of_sticks
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.score import Score, score


class Settlement(NamedTuple):
    """The outcome: the wins that count, in turn order from the discarder, those that do not, and all payments."""

    outcome: Literal["wins", "abortive_draw"]
    wins: tuple[Score, ...]
    bumped: tuple[Score, ...]
    payments: tuple[Payment, ...]
    deltas: tuple[int, ...]


def settle(hands: Sequence[WinningHand]) -> Settlement:
    """Settles hands without `settlement_problems`. The next player in turn after the discarder is the first winner."""
    rules = hands[0].rules
    in_turn = sorted(hands, key=lambda hand: -hand.table.discarder)
    if len(hands) > 2 and rules.multiple_ron == 2:
        return Settlement("abortive_draw", (), tuple(score(hand) for hand in in_turn), (), (0,) * rules.players)
    winning, bumped = in_turn[: rules.multiple_ron], in_turn[rules.multiple_ron :]
    wins = tuple(score(hand) for hand in _ranked(winning))
    paid = tuple(payment for win in wins for payment in win.payments)
    return Settlement("wins", wins, tuple(score(hand) for hand in bumped), paid, deltas(paid, rules))


def _ranked(hands: Sequence[WinningHand]) -> list[WinningHand]:
    """The hands as first, second and third winner, each with the sticks that the winner takes."""
    sticks = shares_of_sticks(hands[0].table.sticks, [hand.has_riichi for hand in hands], hands[0].rules)
    return [
        replace(hand, nth_ron=n, table=replace(hand.table, sticks=share))
        for n, (hand, share) in enumerate(zip(hands, sticks, strict=True), 1)
    ]


def wrong_number_of_winners(got: int, most: int) -> Problem:
    """The problem of too many winners, or none."""
    return problem("cases", Code.BAD_NUMBER, "From 1 to {most} hands can win, not {got}.", most=most, got=got)


def settlement_problems(hands: Sequence[WinningHand]) -> tuple[Problem, ...]:
    """Why hands cannot be settled: the problems of each hand; if there are none, the problems of all together.

    One to three players win, by ron on the same discard, each on their own seat. The field of a hand's problem begins
    with its place: ``cases.0.concealed``.
    """
    own = [
        replace(found, field=f"cases.{place}.{found.field}")
        for place, hand in enumerate(hands)
        for found in problems(hand) or score(hand).problems
    ]
    return tuple(own or _problems_together(hands))


def _problems_together(hands: Sequence[WinningHand]) -> list[Problem]:
    found = []
    most = hands[0].rules.players - 1
    if len(hands) > most:
        found.append(wrong_number_of_winners(len(hands), most))
    if len(hands) < 2:
        return found
    if any(hand.is_tsumo for hand in hands):
        found.append(problem("cases", Code.CONFLICTING_FLAGS, "Several players win by ron only."))
    if len({hand.table.seat for hand in hands}) < len(hands):
        found.append(problem("cases", Code.BAD_WIND, "Each winner has their own seat."))
    if len({hand.table.discarder_seat for hand in hands}) > 1:
        found.append(problem("cases", Code.CONFLICTING_FLAGS, "All win on the discard of the same player."))
    for name, values in (
        ("win", {hand.win for hand in hands}),
        ("round", {hand.table.round for hand in hands}),
        ("honba", {hand.table.honba for hand in hands}),
        ("sticks", {hand.table.sticks for hand in hands}),
        ("dora", {hand.table.dora for hand in hands}),
    ):
        if len(values) > 1:
            found.append(problem("cases", Code.CONFLICTING_FLAGS, "All winners have the same {what}.", what=name))
    return found
