"""One win as a template sees it: what each seat pays and why, every reading, what would change it.

Frozen values, made from a score of the engine; words stay keys.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from webapp.entry import By
from webapp.pages.calculator.reading import Line, ReadingView, reading_view
from webapp.scoring.blocks import Meld
from webapp.scoring.hand import WinningHand
from webapp.scoring.pao import Liability
from webapp.scoring.payments import Declaration, Payment, declaration, deltas
from webapp.scoring.points import hand_points
from webapp.scoring.score import Score, ScoredReading
from webapp.scoring.table import UNNAMED


class Sum(NamedTuple):
    """The parts of the points that the winner receives, and the number of honba."""

    hand: int
    honba: int
    sticks: int
    honba_count: int

    @property
    def total(self) -> int:
        """The sum of all parts."""
        return self.hand + self.added

    @property
    def added(self) -> int:
        """What is added to the points of the hand."""
        return self.honba + self.sticks


class Share(NamedTuple):
    """The share of a payer in the points of the hand: basic points × multiplier (`exact`), rounded up, and with half of
    North's payment (`north`), rounded up again. `times` is 0 for a part of a ron's points."""

    payer: str
    times: float
    exact: int
    points: int
    north: int


class Price(NamedTuple):
    """How basic points become points, per payer."""

    basic: int
    shares: tuple[Share, ...]


class Why(NamedTuple):
    """Why the best reading beats another one: the yaku and dora that the other one lacks."""

    other: ScoredReading
    lost: tuple[Line, ...]


class WhatIf(NamedTuple):
    """What the winner would receive with one more han, or two, honba and sticks included."""

    more_han: int
    total: int
    limit: str | None


@dataclass(frozen=True)
class WinView:
    """A score as the answer for one way of winning. Seats are 0–3 for E S W N.

    Its parts are computed on demand: of the win by the other way, a template shows only the best reading and the sum.
    """

    score: Score

    @property
    def hand(self) -> WinningHand:
        """The hand that has won."""
        return self.score.hand

    @cached_property
    def _paid(self) -> tuple[Payment, ...]:
        return self.score.payments

    @property
    def owed(self) -> int:
        """The points that the discarder pays, while the discarder has not been named."""
        return _points_of([payment for payment in self._paid if payment.payer == UNNAMED])

    @cached_property
    def sum(self) -> Sum:
        """The points that the winner receives."""
        return _sum(self._paid)

    @cached_property
    def declaration(self) -> Declaration | None:
        """None if a liable player pays a part: then nobody pays the points that would be called out."""
        return declaration(self._paid)

    @cached_property
    def price(self) -> Price | None:
        """How basic points become points; None if a liable player pays a part."""
        return _price(self._paid) if self.declaration else None

    @cached_property
    def readings(self) -> tuple[ReadingView, ...]:
        """Every reading, the best first."""
        return tuple(reading_view(scored, self.hand) for scored in self.score.readings)

    @cached_property
    def why(self) -> Why | None:
        """Why the best reading counts; None if no other reading differs from it."""
        return _why(self.readings)

    @property
    def what_if(self) -> tuple[WhatIf, ...]:
        """What more han would bring."""
        return _what_if(self.score, self.sum.honba + self.sum.sticks)

    @property
    def liabilities(self) -> tuple[Liability, ...]:
        """The players who are liable for a yakuman (pao)."""
        return self.score.liabilities

    @property
    def unfed(self) -> tuple[Meld, ...]:
        """The melds that somebody is liable for, if nothing says who."""
        return tuple(self.hand.melds[index] for _, index in self.score.unfed)

    @cached_property
    def deltas(self) -> tuple[int, ...]:
        """The points that each seat gains or loses."""
        return deltas(self._paid, self.hand.rules)

    @property
    def by(self) -> By:
        """The way of winning."""
        return "tsumo" if self.hand.is_tsumo else "ron"

    @property
    def seat(self) -> int:
        """The seat of the winner."""
        return self.hand.table.seat

    @property
    def discarder(self) -> int | None:
        """The seat of the discarder; None by tsumo, and if the discarder has not been named."""
        table = self.hand.table
        return table.discarder_seat if table.discarder and not self.hand.is_tsumo else None

    @property
    def best(self) -> ScoredReading:
        """The reading that counts."""
        return self.score.readings[0]

    @property
    def yaku(self) -> tuple[tuple[Line, None], ...]:
        """Its yaku and dora, as `ResultView.yaku` has them."""
        return tuple((line, None) for line in self.readings[0].lines)

    @property
    def payers(self) -> tuple[tuple[int, int], ...]:
        """The seats that pay, with the points. A discarder who has not been named is not among them."""
        return payers_of(self.deltas)

    @property
    def spoken(self) -> Declaration | None:
        """The words that the winner calls out; None if they would only repeat the points, as by ron without honba."""
        called = self.declaration
        return called if called and (called.plain != (self.best.points,) or self.sum.honba) else None


def payers_of(change: Sequence[int]) -> tuple[tuple[int, int], ...]:
    """The seats that lose points, each with the points."""
    return tuple((seat, points) for seat, points in enumerate(change) if points < 0)


def _sum(paid: Sequence[Payment]) -> Sum:
    honba = [payment for payment in paid if payment.reason == "honba"]
    sticks = [payment for payment in paid if payment.reason == "sticks"]
    hand = [payment for payment in paid if payment.reason not in ("honba", "sticks")]
    return Sum(_points_of(hand), _points_of(honba), _points_of(sticks), _count_of(honba))


def _points_of(paid: Sequence[Payment]) -> int:
    return sum(payment.points for payment in paid)


def _count_of(paid: Sequence[Payment]) -> int:
    return int(max((payment.times for payment in paid), default=0))


def _price(paid: Sequence[Payment]) -> Price:
    """The shares of the hand. Equal shares are listed once; the dealer's share is last."""
    shares = [payment for payment in paid if payment.reason in ("ron", "tsumo")]
    shares.sort(key=lambda share: share.payer == 0)
    shown = [
        Share(_payer(share), share.times, int(share.unit * share.times), share.points, share.north) for share in shares
    ]
    return Price(shares[0].unit, tuple(dict.fromkeys(shown)))


def _payer(share: Payment) -> str:
    if share.reason == "ron":
        return "discarder"
    if share.receiver == 0:
        return "each"
    return "other" if share.payer else "dealer"


def _why(readings: tuple[ReadingView, ...]) -> Why | None:
    """The best reading compared with the next one that differs from it in points, han or fu."""
    first, best = readings[0], readings[0].scored
    for view in readings[1:]:
        other = view.scored
        if (other.points, other.han, other.fu) != (best.points, best.han, best.fu):
            known = {line.key for line in view.lines}
            return Why(other, tuple(line for line in first.lines if line.key not in known))
    return None


def _what_if(score: Score, beside: int) -> tuple[WhatIf, ...]:
    """One han more, and two, with the points of honba and sticks (`beside`); a yakuman has none."""
    best, hand = score.readings[0], score.hand
    if best.yakuman:
        return ()
    rows = []
    for more in (1, 2):
        basic, limit = best.with_more_han(more)
        worth = hand_points(basic, hand.is_dealer, hand.is_tsumo, hand.rules)
        rows.append(WhatIf(more, worth + beside, limit))
    return tuple(rows)
