"""Settles a hand of the game: several ron on one discard, or no win.

The rules decide who wins (the first in turn alone, two, three, or nobody at the third ron), and who gets honba and
sticks. Without a win: who pays whom at a draw, for nagashi mangan, for a chombo.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from webapp.scoring.checks import problems
from webapp.scoring.hand import WinningHand
from webapp.scoring.payments import Payment, chombo_payments, deltas, nagashi_mangan, shares_of_sticks, tenpai_payments
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.rules import Rules
from webapp.scoring.score import Score, score

WithoutWin = Literal["draw", "abortive_draw", "nagashi_mangan", "chombo"]


class Settlement(NamedTuple):
    """How a hand ends. `wins` are those that count, in turn order from the discarder; `bumped` are those that do not.
    `deltas` is what each seat E S W N gains or loses by all `payments`."""

    outcome: Literal["wins"] | WithoutWin
    wins: tuple[Score, ...]
    bumped: tuple[Score, ...]
    payments: tuple[Payment, ...]
    deltas: tuple[int, ...]


def settle(hands: Sequence[WinningHand]) -> Settlement:
    """Settles hands without `settlement_problems`. The next player in turn after the discarder is the first winner."""
    rules = hands[0].rules
    in_turn = sorted(hands, key=lambda hand: -hand.table.discarder)
    if is_drawn_by(len(hands), rules):
        return Settlement("abortive_draw", (), tuple(score(hand) for hand in in_turn), (), (0,) * rules.players)
    winning, bumped = in_turn[: rules.multiple_ron], in_turn[rules.multiple_ron :]
    wins = tuple(score(hand) for hand in _ranked(winning))
    paid = tuple(payment for win in wins for payment in win.payments)
    return Settlement("wins", wins, tuple(score(hand) for hand in bumped), paid, deltas(paid, rules))


def is_drawn_by(ron: int, rules: Rules) -> bool:
    """Whether this number of ron on one discard is a draw (三家和)."""
    return ron > 2 and rules.multiple_ron == 2


def _ranked(hands: Sequence[WinningHand]) -> list[WinningHand]:
    """The hands as first, second and third winner, each with the sticks that the winner takes."""
    sticks = shares_of_sticks(hands[0].table.sticks, [hand.has_riichi for hand in hands], hands[0].rules)
    return [
        replace(hand, nth_ron=n, table=replace(hand.table, sticks=share))
        for n, (hand, share) in enumerate(zip(hands, sticks, strict=True), 1)
    ]


class NoWin(NamedTuple):
    """A hand that ended without a win. `seats` are those in tenpai at a draw, those with nagashi mangan, or the one
    with a chombo. `tenpai_payment` is what the seats without tenpai pay together at a draw."""

    outcome: WithoutWin
    seats: frozenset[int] = frozenset()
    tenpai_payment: int = 0


def settle_without_win(ended: NoWin, rules: Rules) -> Settlement:
    """Settles a hand without a win; honba and sticks stay on the table. A chombo pays a mangan."""
    paid = tuple(_paid_without_win(ended, rules))
    return Settlement(ended.outcome, (), (), paid, deltas(paid, rules))


def _paid_without_win(ended: NoWin, rules: Rules) -> Iterator[Payment]:
    if ended.outcome == "draw":
        yield from tenpai_payments(ended.seats, ended.tenpai_payment, rules)
    for seat in sorted(ended.seats):
        if ended.outcome == "nagashi_mangan":
            yield from nagashi_mangan(seat, rules)
        elif ended.outcome == "chombo":
            yield from chombo_payments(seat, rules)


def wrong_number_of_winners(got: int, most: int) -> Problem:
    """The problem of too many winners, or of no winner."""
    return problem("cases", Code.BAD_NUMBER, "From 1 to {most} hands can win, not {got}.", most=most, got=got)


def settlement_problems(hands: Sequence[WinningHand], places: Sequence[int] = ()) -> tuple[Problem, ...]:
    """Why hands cannot be settled: the problems of each hand, and of all together.

    One to three players win, by ron on the same discard, each on their own seat. The field of a hand's problem begins
    with its place: ``cases.0.concealed``; `places` gives the place of each hand, for when some hands could not be read.
    """
    own = [
        replace(item, field=f"cases.{place}.{item.field}")
        for place, hand in zip(places or range(len(hands)), hands, strict=True)
        for item in problems(hand) or score(hand).problems
    ]
    return (*own, *_problems_together(hands))


def _problems_together(hands: Sequence[WinningHand]) -> list[Problem]:
    problems: list[Problem] = []
    if len(hands) < 2:
        return problems
    most = hands[0].rules.players - 1
    if len(hands) > most:
        problems.append(wrong_number_of_winners(len(hands), most))
    if any(hand.is_tsumo for hand in hands):
        problems.append(problem("cases", Code.CONFLICTING_FLAGS, "Several players can win by ron only."))
    if len({hand.table.seat for hand in hands}) < len(hands):
        problems.append(problem("cases", Code.BAD_WIND, "Each winner sits on a different seat."))
    if len({hand.table.discarder_seat for hand in hands}) > 1:
        problems.append(problem("cases", Code.CONFLICTING_FLAGS, "All winners win on the same player's discard."))
    for name, values in (
        ("win", {hand.win for hand in hands}),
        ("round", {hand.table.round for hand in hands}),
        ("honba", {hand.table.honba for hand in hands}),
        ("sticks", {hand.table.sticks for hand in hands}),
        ("dora", {hand.table.dora for hand in hands}),
    ):
        if len(values) > 1:
            problems.append(problem("cases", Code.CONFLICTING_FLAGS, "All winners have the same {what}.", what=name))
    return problems
