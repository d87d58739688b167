"""One win as a template sees it: what each seat pays and why, every reading, what would change it.

Frozen values, made from a score of the engine; words stay keys.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from webapp.entry import By
from webapp.pages.calculator.reading import ReadingView, YakuLine, reading_view
from webapp.scoring.payments import Declaration, Payment, declaration
from webapp.scoring.points import hand_points
from webapp.scoring.score import Score
from webapp.scoring.table import UNNAMED, WIND_NAMES
from webapp.scoring.tiles import NAMES


@dataclass(frozen=True)
class SeatDelta:
    """The points that a seat gains or loses. `is_liable`: it pays for a yakuman that it fed (pao)."""

    seat: str
    points: int
    is_winner: bool
    is_dealer: bool
    is_liable: bool = False


@dataclass(frozen=True)
class Sum:
    """The parts of the points that the winner receives, and the numbers of honba and sticks."""

    hand: int
    honba: int
    sticks: int
    honba_count: int
    stick_count: int

    @property
    def honba_each(self) -> int:
        """The points of one honba."""
        return self.honba // self.honba_count if self.honba_count else 0

    @property
    def stick_each(self) -> int:
        """The points of one stick."""
        return self.sticks // self.stick_count if self.stick_count else 0

    @property
    def total(self) -> int:
        """The sum of all parts."""
        return self.hand + self.honba + self.sticks


@dataclass(frozen=True)
class Share:
    """The share of a payer in the points of the hand: basic points × multiplier (`exact`), rounded up, and with half of
    North's payment (`north`), rounded up again. `times` is 0 for a part of a ron's points."""

    payer: str
    times: float
    exact: int
    points: int
    north: int


@dataclass(frozen=True)
class Price:
    """How basic points become points, per payer."""

    basic: int
    shares: tuple[Share, ...]


@dataclass(frozen=True)
class Why:
    """Why the best reading beats another: the worth of the other one, and the yaku that it lacks."""

    points: int
    other_points: int
    lost: tuple[YakuLine, ...]
    fu: int
    other_fu: int


@dataclass(frozen=True)
class WhatIf:
    """What the winner would receive with one more han, or two, honba and sticks included."""

    more_han: int
    total: int
    limit: str | None


@dataclass(frozen=True)
class LiableView:
    """A liable seat, and the yakuman that it is liable for."""

    seat: str
    yakuman: tuple[YakuLine, ...]


@dataclass(frozen=True)
class WinView:
    """The answer for one way of winning."""

    by: By
    seat: str
    is_dealer: bool
    #: The seat of the discarder; None by tsumo, and if the discarder has not been named.
    discarder: str | None
    #: The points that the discarder pays, while the discarder has not been named.
    owed: int
    points: int
    sum: Sum
    price: Price | None
    #: None if a liable player pays a part: then nobody pays the points that would be called out.
    declaration: Declaration | None
    best: ReadingView
    readings: tuple[ReadingView, ...]
    why: Why | None
    what_if: tuple[WhatIf, ...]
    liable: tuple[LiableView, ...]
    #: The melds that somebody is liable for, if nothing says who.
    unfed: tuple[tuple[str, ...], ...]
    deltas: tuple[SeatDelta, ...]

    @property
    def yaku(self) -> tuple[tuple[YakuLine, None], ...]:
        """Its yaku, as `ResultView.yaku` has them."""
        return tuple((line, None) for line in self.best.yaku)

    @property
    def payers(self) -> tuple[SeatDelta, ...]:
        """The seats that pay. A discarder who has not been named is not among them."""
        return tuple(delta for delta in self.deltas if delta.points < 0)

    @property
    def spoken(self) -> Declaration | None:
        """The words that the winner calls out; None if they would only repeat the points, as by ron without honba."""
        called = self.declaration
        return called if called and (called.plain != (self.points,) or self.sum.honba) else None


def win_view(by: By, score: Score) -> WinView:
    """A score as the answer for one way of winning."""
    hand = score.hand
    views = tuple(reading_view(scored, hand, is_best=i == 0) for i, scored in enumerate(score.readings))
    liable = tuple(
        LiableView(WIND_NAMES[part.seat], tuple(line for line in views[0].yaku if line.key in part.yakuman))
        for part in score.liabilities
    )
    paid = score.payments
    called = declaration(paid)
    is_named = not hand.is_tsumo and hand.table.discarder
    received = _sum(paid)
    beside = received.honba + received.sticks
    return WinView(
        by=by,
        seat=WIND_NAMES[hand.table.seat],
        is_dealer=hand.is_dealer,
        discarder=WIND_NAMES[hand.table.discarder_seat] if is_named else None,
        owed=_points_of([payment for payment in paid if payment.payer == UNNAMED]),
        points=score.points,
        sum=received,
        price=_price(paid) if called else None,
        declaration=called,
        best=views[0],
        readings=views,
        why=_why(views),
        what_if=_what_if(score, beside),
        liable=liable,
        unfed=tuple(tuple(NAMES[tile] for tile in hand.melds[index].tiles) for _, index in score.unfed),
        deltas=seat_deltas(score.deltas, {hand.table.seat}, {part.seat for part in score.liabilities}),
    )


def seat_deltas(change: tuple[int, ...], winners: set[int], liable: set[int]) -> tuple[SeatDelta, ...]:
    """The gain or loss of every seat, whether it won, and whether it is liable."""
    return tuple(
        SeatDelta(WIND_NAMES[seat], points, seat in winners, seat == 0, seat in liable)
        for seat, points in enumerate(change)
    )


def _sum(paid: Sequence[Payment]) -> Sum:
    honba = [payment for payment in paid if payment.reason == "honba"]
    sticks = [payment for payment in paid if payment.reason == "sticks"]
    hand = [payment for payment in paid if payment.reason not in ("honba", "sticks")]
    return Sum(_points_of(hand), _points_of(honba), _points_of(sticks), _count_of(honba), _count_of(sticks))


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


def _why(views: tuple[ReadingView, ...]) -> Why | None:
    """The best reading compared with the next one that differs from it in points, han or fu."""
    best = views[0]
    for other in views[1:]:
        if (other.points, other.han, other.fu) != (best.points, best.han, best.fu):
            lost = tuple(line for line in best.yaku if line.key not in {known.key for known in other.yaku})
            return Why(best.points, other.points, lost, best.fu, other.fu)
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
