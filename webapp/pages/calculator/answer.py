"""The answer that a template shows: wins, the settlement of several winners, missing tiles, problems.

Frozen values, worked out from an entry by the engine. No request, no form field, no HTML; words stay keys.
"""

from collections.abc import Mapping
from dataclasses import replace
from itertools import chain
from typing import Literal, NamedTuple

from webapp.efficiency.holding import TOO_MANY, holding_problems
from webapp.entry import MOST_TILES, By, Entry
from webapp.pages.calculator.advice import Advice, Ahead, advice_of, with_values
from webapp.pages.calculator.other_players import Other, others_of
from webapp.pages.calculator.reading import Line
from webapp.pages.calculator.win import Sum, WinView, payers_of
from webapp.scoring.blocks import Meld
from webapp.scoring.checks import problems, robbed_problem
from webapp.scoring.dora import Bonus
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.near import Reason
from webapp.scoring.problems import Problem
from webapp.scoring.score import score
from webapp.scoring.settlement import settle, settlement_problems


class Question(NamedTuple):
    """A question that the user answers by tapping one of the `others`. The `field` is ``from`` (who discarded, and so
    pays what is `owed`) or ``fed`` (who fed the `unfed` melds, and so is liable)."""

    field: Literal["from", "fed"]
    others: tuple[Other, ...]
    owed: int = 0
    unfed: tuple[Meld, ...] = ()


class SettlementView(NamedTuple):
    """Several winners on one discard: the winners who are paid, those who are not (`bumped`), and what every seat gains
    or loses.

    The discarder decides which winner takes honba and sticks. Until the discarder is named, the winners' points are
    without them.
    """

    outcome: str
    winners: tuple[WinView, ...]
    bumped: tuple[WinView, ...] = ()
    deltas: tuple[int, ...] = ()


class ResultView(NamedTuple):
    """The answer of the page: wins (the main one first), the number of missing tiles, or problems."""

    wins: tuple[WinView, ...] = ()
    #: The way of winning (ron or tsumo) without a yaku, if the user chose no way.
    no_yaku_by: By | None = None
    settlement: SettlementView | None = None
    #: The same hand won the other way, where one way was chosen.
    otherwise: WinView | None = None
    question: Question | None = None
    problems: tuple[Problem, ...] = ()
    missing: int = 0
    #: Why it has no yaku.
    reasons: tuple[Reason, ...] = ()
    advice: Advice | None = None

    @property
    def paid(self) -> tuple[WinView, ...]:
        """The winners who are paid. The rules choose among several winners; nobody is paid if three ron are a draw."""
        return self.settlement.winners if self.settlement else self.wins[:1]

    @property
    def deltas(self) -> tuple[int, ...]:
        """The points that each seat gains or loses by the main win, or by all wins together."""
        return self.settlement.deltas if self.settlement else self.wins[0].deltas

    @property
    def included(self) -> tuple[Sum, ...]:
        """Sums with the honba and sticks among the points that are shown: those of the wins, or of the waits that win.
        There are two if the honba are worth something else by tsumo than by ron."""
        waits = self.advice.waits if self.advice else ()
        of_waits = (WinView(score) for wait in waits for score in (wait.tsumo, wait.ron) if score.best)
        return tuple({win.sum.honba: win.sum for win in chain(self.wins, of_waits)}.values())

    @property
    def payers(self) -> tuple[tuple[int, int], ...]:
        """The seats that pay, with the points."""
        return payers_of(self.deltas)

    @property
    def liable(self) -> frozenset[int]:
        """The seats that pay for a yakuman that they fed (pao)."""
        return frozenset(part.seat for win in self.paid for part in win.liabilities)

    @property
    def is_empty(self) -> bool:
        """Whether no tile has been entered."""
        return self.missing == MOST_TILES

    @property
    def is_open(self) -> bool:
        """Whether the hand may have been won by ron or by tsumo."""
        return len(self.wins) > 1 or self.no_yaku_by is not None

    @property
    def yaku(self) -> tuple[tuple[Line, By | None], ...]:
        """The yaku and dora of the answer, in the order of the first win's reading. If both ron and tsumo are possible,
        what only one of them has comes with that way of winning, unless the yaku is called so."""
        if len(self.wins) == 1:
            return self.wins[0].yaku
        first, second = ({line.key: line for line in win.readings[0].lines} for win in self.wins)
        lines = sorted((first | second).values(), key=lambda line: isinstance(line, Bonus))
        ways = dict.fromkeys(first, self.wins[0].by) | dict.fromkeys(second, self.wins[1].by)
        named = (first.keys() ^ second.keys()) - {*ways.values()}
        return tuple((line, ways[line.key] if line.key in named else None) for line in lines)

    @property
    def ending(self) -> str:
        """How the hand ended: a key of `entry.AFTER`."""
        if self.settlement and self.settlement.outcome == "abortive_draw":
            return "drawn"
        return "dealer_won" if self.dealer_has_won else "won" if self.paid else "next"

    @property
    def dealer_has_won(self) -> bool:
        """Whether the dealer is among those who are paid."""
        return any(win.hand.is_dealer for win in self.paid)


def result_of(entry: Entry, unread: tuple[Problem, ...], ahead: Ahead = with_values) -> ResultView:
    """The answer for an entry. `unread` are the problems of reading it; `ahead` gives the discards."""
    entry = entry.with_only_discarder()
    if not entry.is_full:
        return _of_unfinished(entry, unread)
    ways: list[By] = [entry.by] if entry.by else ["tsumo", "ron"]
    hands = {by: entry.hand(is_tsumo=by == "tsumo") for by in ways}
    wrong = {by: problems(hand) for by, hand in hands.items()}
    possible = [by for by in ways if not wrong[by]]
    if not possible:
        return ResultView(problems=unread + wrong[ways[0]])
    scores = {by: score(hands[by]) for by in possible}
    wins = tuple(WinView(scores[by]) for by in possible if scores[by].best)
    if wins:
        settlement, wrong_together = _settlement(entry, hands.get("ron"))
        without = next((by for by in possible if not scores[by].best), None)
        return ResultView(
            _settled(wins, settlement),
            without,
            settlement,
            _otherwise(entry),
            _question(entry, wins[0], settlement),
            unread + _robbed(hands) + wrong_together,
        )
    first = scores[possible[0]]
    advice = None if first.readings else advice_of(entry, ahead)[0]
    return ResultView(problems=unread + first.problems, reasons=first.reasons, advice=advice)


def _robbed(hands: Mapping[By, WinningHand]) -> tuple[Problem, ...]:
    """What speaks against the robbed kan of a hand that is scored anyway."""
    wrong = [robbed_problem(hand) for hand in hands.values() if Flag.CHANKAN in hand.flags]
    return tuple(filter(None, wrong))


def _of_unfinished(entry: Entry, unread: tuple[Problem, ...]) -> ResultView:
    """The number of missing tiles; if it is one, also the waits."""
    if entry.room > 1:
        too_many = tuple(item for item in holding_problems(entry.holding()) if item.code in TOO_MANY)
        return ResultView(missing=entry.room, problems=unread + too_many)
    if entry.shares_win:
        return ResultView(missing=1, problems=unread)
    advice, wrong = advice_of(entry)
    return ResultView(missing=1, problems=unread + wrong, advice=advice)


def _question(entry: Entry, win: WinView, settlement: SettlementView | None) -> Question | None:
    """The question to ask, the first of those that decide who pays; None if there is none."""
    if entry.by == "ron" and not entry.table.discarder:
        owed = 0 if settlement else win.owed
        return Question("from", others_of(entry.table, entry.discarders), owed)
    if win.unfed:
        return Question("fed", others_of(entry.table, range(1, entry.rules.players)), unfed=win.unfed)
    return None


def _settled(wins: tuple[WinView, ...], settlement: SettlementView | None) -> tuple[WinView, ...]:
    """The wins. If several players win, each is shown as settled: another winner may take honba and sticks."""
    together = settlement.winners + settlement.bumped if settlement else ()
    return tuple(next((settled for settled in together if settled.seat == win.seat), win) for win in wins)


def _otherwise(entry: Entry) -> WinView | None:
    """The win by the other way of winning; None if no way was chosen, or if the other way wins nothing."""
    if entry.by is None:
        return None
    hand = entry.hand(is_tsumo=entry.by == "ron")
    if problems(hand):
        return None
    other = score(hand)
    return WinView(other) if other.best else None


def _settlement(entry: Entry, hand: WinningHand | None) -> tuple[SettlementView | None, tuple[Problem, ...]]:
    """The settlement with the other winners of the entry, or what is wrong with them."""
    others = [entry.of_other_winner(other) for other in entry.also]
    if not others or hand is None:
        return None, ()
    hands = [hand, *(other.hand(is_tsumo=False) for other in others if other.is_full)]
    if len(hands) == 1:
        return None, ()
    if wrong := settlement_problems(hands):
        return None, wrong
    if not hand.table.discarder:
        alone = [replace(each, table=replace(each.table, honba=0, sticks=0)) for each in hands]
        return SettlementView("unsettled", tuple(WinView(score(each)) for each in alone)), ()
    outcome, wins, bumped, _, change = settle(hands)
    return SettlementView(outcome, tuple(map(WinView, wins)), tuple(map(WinView, bumped)), change), ()
