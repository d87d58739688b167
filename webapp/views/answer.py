"""The answer as a template sees it: who wins what, every reading, why the best one counts, what would change it.

Frozen values, worked out from an entry by the engine. No request, no form field, no HTML; words stay keys.
"""

from collections import Counter
from dataclasses import dataclass

from webapp.efficiency.holding import TOO_MANY, holding_problems
from webapp.entry import By, Entry
from webapp.scoring.checks import problems
from webapp.scoring.hand import WinningHand
from webapp.scoring.near import NearMiss
from webapp.scoring.payments import STICK
from webapp.scoring.points import hand_points, ron_points, round_up, tsumo_shares
from webapp.scoring.problems import Problem
from webapp.scoring.score import Score, score
from webapp.scoring.settlement import settle, settlement_problems
from webapp.scoring.table import WIND_NAMES
from webapp.views.advice import Advice, advice_of
from webapp.views.reading import ReadingView, YakuLine, reading_view


@dataclass(frozen=True)
class SeatDelta:
    """What a seat gains or loses."""

    seat: str
    points: int
    is_winner: bool
    is_dealer: bool


@dataclass(frozen=True)
class Declaration:
    """The points as they are called out: one number by ron or from all alike, else others and dealer; and with
    honba."""

    is_all: bool
    plain: tuple[int, ...]
    with_honba: tuple[int, ...]


@dataclass(frozen=True)
class Sum:
    """What the winner receives, part by part; how many honba and sticks that is, for as many as he receives."""

    hand: int
    honba: int
    sticks: int
    honba_count: int
    stick_count: int

    @property
    def total(self) -> int:
        """All of it."""
        return self.hand + self.honba + self.sticks


@dataclass(frozen=True)
class Price:
    """How han and fu become points: the basic points, and who pays them how many times, which is how much."""

    basic: int
    payers: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True)
class Why:
    """Why the best reading beats another: what the other one is worth, and the yaku that it lacks."""

    points: int
    other_points: int
    lost: tuple[YakuLine, ...]
    fu: int
    other_fu: int


@dataclass(frozen=True)
class WhatIf:
    """What the hand would be worth with one more han, or two."""

    more_han: int
    points: int
    limit: str | None


@dataclass(frozen=True)
class LiableView:
    """Who is liable, for which yakuman."""

    seat: str
    yakuman: tuple[YakuLine, ...]


@dataclass(frozen=True)
class Win:
    """The answer for one way of winning."""

    by: By
    seat: str
    is_dealer: bool
    #: Who discarded the winning tile.
    discarder: str | None
    points: int
    sum: Sum
    price: Price | None
    #: None where a part is paid by who is liable: then no player pays what would be called out.
    declaration: Declaration | None
    best: ReadingView
    readings: tuple[ReadingView, ...]
    why: Why | None
    what_if: tuple[WhatIf, ...]
    liable: tuple[LiableView, ...]
    deltas: tuple[SeatDelta, ...]


@dataclass(frozen=True)
class SettlementView:
    """Several winners on one discard: each with his points, what everybody gains or loses, who is left out."""

    outcome: str
    winners: tuple[Win, ...]
    bumped: tuple[Win, ...]
    deltas: tuple[SeatDelta, ...]


@dataclass(frozen=True)
class Result:
    """What the page answers: wins (the main one first), or how many tiles are missing, or what is wrong."""

    wins: tuple[Win, ...] = ()
    #: The way in which the same hand has no yaku, where none was chosen.
    no_yaku_by: By | None = None
    settlement: SettlementView | None = None
    #: The same hand won the other way, where one way was chosen.
    otherwise: Win | None = None
    problems: tuple[Problem, ...] = ()
    missing: int = 0
    near: tuple[NearMiss, ...] = ()
    advice: Advice | None = None

    @property
    def paid(self) -> tuple[Win, ...]:
        """Those who are paid: of several winners as the rules say, perhaps nobody."""
        return self.settlement.winners if self.settlement else self.wins[:1]

    @property
    def dealer_has_won(self) -> bool:
        """Whether the dealer is among those who are paid."""
        return any(win.is_dealer for win in self.paid)


def result_of(entry: Entry, unread: tuple[Problem, ...]) -> Result:
    """The answer for an entry; `unread` is what could not be read of it."""
    if not entry.is_full:
        return _of_unfinished(entry, unread)
    ways: list[By] = [entry.by] if entry.by else ["tsumo", "ron"]
    hands = {by: entry.hand(is_tsumo=by == "tsumo") for by in ways}
    wrong = {by: problems(hand) for by, hand in hands.items()}
    possible = [by for by in ways if not wrong[by]]
    if not possible:
        return Result(problems=unread + wrong[ways[0]])
    scores = {by: score(hands[by]) for by in possible}
    wins = tuple(_win(by, scores[by]) for by in possible if scores[by].best)
    if wins:
        settlement, wrong_together = _settlement(entry, hands.get("ron"))
        without = next((by for by in possible if not scores[by].best), None)
        return Result(_settled(wins, settlement), without, settlement, _otherwise(entry), unread + wrong_together)
    first = scores[possible[0]]
    advice = None if first.readings else advice_of(entry)[0]
    return Result(problems=unread + first.problems, near=first.near_misses, advice=advice)


def _of_unfinished(entry: Entry, unread: tuple[Problem, ...]) -> Result:
    """How many tiles are missing; if it is one, what the hand waits for."""
    if entry.room > 1:
        too_many = tuple(found for found in holding_problems(entry.holding()) if found.code in TOO_MANY)
        return Result(missing=entry.room, problems=unread + too_many)
    advice, wrong = advice_of(entry)
    return Result(missing=1, problems=unread + wrong, advice=advice)


def _settled(wins: tuple[Win, ...], settlement: SettlementView | None) -> tuple[Win, ...]:
    """The main win as it is paid among several: honba and sticks may be another's."""
    together = settlement.winners + settlement.bumped if settlement else ()
    return tuple(next((one for one in together if one.seat == win.seat), win) for win in wins)


def _otherwise(entry: Entry) -> Win | None:
    """What the hand would be won the other way, if one way was chosen."""
    if entry.by is None:
        return None
    by: By = "ron" if entry.by == "tsumo" else "tsumo"
    hand = entry.hand(is_tsumo=by == "tsumo")
    if problems(hand):
        return None
    other = score(hand)
    return _win(by, other) if other.best else None


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
    outcome, wins, bumped, _, change = settle(hands)
    winners = tuple(_win("ron", won) for won in wins)
    seats = {won.hand.table.seat for won in wins}
    return SettlementView(outcome, winners, tuple(_win("ron", won) for won in bumped), _deltas(change, seats)), ()


def _deltas(change: tuple[int, ...], winners: set[int]) -> tuple[SeatDelta, ...]:
    return tuple(SeatDelta(WIND_NAMES[seat], points, seat in winners, seat == 0) for seat, points in enumerate(change))


def _win(by: By, score: Score) -> Win:
    hand = score.hand
    views = tuple(reading_view(scored, hand, is_best=i == 0) for i, scored in enumerate(score.readings))
    liable = tuple(
        LiableView(WIND_NAMES[part.seat], tuple(line for line in views[0].yaku if line.key in part.yakuman))
        for part in score.liabilities
    )
    declaration = None if liable else _declaration(score)
    return Win(
        by=by,
        seat=WIND_NAMES[hand.table.seat],
        is_dealer=hand.is_dealer,
        discarder=None if hand.is_tsumo else WIND_NAMES[hand.table.discarder_seat],
        points=score.points,
        sum=_sum(score),
        price=_price(score, declaration) if declaration else None,
        declaration=declaration,
        best=views[0],
        readings=views,
        why=_why(views),
        what_if=_what_if(score),
        liable=liable,
        deltas=_deltas(score.deltas, {hand.table.seat}),
    )


def _sum(score: Score) -> Sum:
    apart = Counter[str]()
    for payment in score.payments:
        apart[payment.reason if payment.reason in ("honba", "sticks") else "hand"] += payment.points
    honba, sticks = apart["honba"], apart["sticks"]
    return Sum(apart["hand"], honba, sticks, score.hand.table.honba if honba else 0, sticks // STICK)


def _price(score: Score, declaration: Declaration) -> Price | None:
    """Four or six times the basic points by ron, once or twice by tsumo; none where a lost share is borne by others."""
    hand, basic = score.hand, score.readings[0].basic
    if not hand.is_tsumo:
        times: tuple[tuple[str, int], ...] = (("discarder", 6 if hand.is_dealer else 4),)
    else:
        times = (("each", 2),) if hand.is_dealer else (("other", 1), ("dealer", 2))
    shares = zip(times, declaration.plain, strict=True)
    payers = tuple((who, n, points) for (who, n), points in shares)
    return Price(basic, payers) if all(round_up(basic * n) == points for _, n, points in payers) else None


def _declaration(score: Score) -> Declaration:
    hand, rules, basic = score.hand, score.hand.rules, score.readings[0].basic
    if not hand.is_tsumo:
        points = ron_points(basic, hand.is_dealer)
        return Declaration(False, (points,), (points + _sum(score).honba,))
    honba = rules.honba_per_payer * hand.table.honba
    from_dealer, from_other = tsumo_shares(basic, hand.is_dealer, rules)
    shares = (from_other,) if hand.is_dealer else (from_other, from_dealer)
    return Declaration(hand.is_dealer, shares, tuple(share + honba for share in shares))


def _why(views: tuple[ReadingView, ...]) -> Why | None:
    """The best reading against the next one that differs from it in points, han or fu."""
    best = views[0]
    for other in views[1:]:
        if (other.points, other.han, other.fu) != (best.points, best.han, best.fu):
            lost = tuple(line for line in best.yaku if line.key not in {known.key for known in other.yaku})
            return Why(best.points, other.points, lost, best.fu, other.fu)
    return None


def _what_if(score: Score) -> tuple[WhatIf, ...]:
    """One han more, and two; a yakuman has none."""
    best, hand = score.readings[0], score.hand
    if best.yakuman:
        return ()
    found = []
    for more in (1, 2):
        basic, limit = best.with_more_han(more)
        found.append(WhatIf(more, hand_points(basic, hand.is_dealer, hand.is_tsumo, hand.rules), limit))
    return tuple(found)
