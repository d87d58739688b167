"""The values that the pages of a review show: every hand with its differences, and the judged discards of a player,
hand by hand."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from webapp.game.state import Place
from webapp.pages.game.course import Chart, chart_of
from webapp.pages.game.event_summary import EventSummary, hand_summary
from webapp.records.check import CheckedHand, Review
from webapp.records.judge import NEARLY_EQUAL, Judged
from webapp.scoring.tiles import NAMES, sort_key


class HandRow(NamedTuple):
    """A checked hand of the log, its place (None if it cannot be read), how it ended, and each player's change by the
    riichi sticks that they laid in it."""

    hand: CheckedHand
    place: Place | None
    summary: EventSummary | None
    sticks: tuple[int, ...]


@dataclass(frozen=True)
class DiscardView:
    """A judged discard. In each pair the first value is that of the chosen discard, the second that of the best one;
    `win` is in per cent. `tiles` are those of the hand, the drawn one last; `melds` are the tiles of each meld."""

    turn: int
    kind: str
    tile: str
    best: str
    #: The best discard and all that are as good.
    better: tuple[str, ...]
    tiles: tuple[str, ...]
    melds: tuple[tuple[str, ...], ...]
    shanten: int | None
    ukeire: tuple[int | None, int] | None
    points: tuple[int | None, int] | None
    win: tuple[int | None, int] | None
    cost: int
    is_safe: bool | None
    is_best: bool
    #: The dora indicators that lay open.
    dora: tuple[str, ...]
    #: Its place among the discards that were judged with it.
    index: int


@dataclass(frozen=True)
class JudgedHand:
    """The discards of a player in one hand, or in a part of it. `rest` is the number of the discard with which the next
    part begins; None if no part follows."""

    index: int
    place: Place
    discards: tuple[DiscardView, ...]
    rest: int | None

    @property
    def turns(self) -> tuple[int, int] | None:
        """The first and the last turn of a part of a hand; None for a whole hand."""
        if not self.discards or (self.rest is None and self.discards[0].turn == 1):
            return None
        return self.discards[0].turn, self.discards[-1].turn

    @cached_property
    def costly(self) -> tuple[DiscardView, ...]:
        """The discards with a cost of at least `NEARLY_EQUAL`, worst first."""
        costing = [one for one in self.discards if one.cost >= NEARLY_EQUAL]
        return tuple(sorted(costing, key=lambda one: -one.cost))

    @property
    def has_costs(self) -> bool:
        """Whether the cost of any discard is known."""
        return any(one.kind == "free" and one.points for one in self.discards)

    @property
    def largest(self) -> DiscardView | None:
        """The discard that cost most, however little; None if none cost a point."""
        costing = [one for one in self.discards if one.cost > 0]
        return max(costing, key=lambda one: one.cost, default=None)

    @property
    def has_points(self) -> bool:
        """Whether any discard has points to show, even if they are no cost."""
        return any(one.points for one in self.discards)

    @property
    def worst(self) -> int:
        """The highest cost of a discard; 0 if no cost reaches `NEARLY_EQUAL`, -1 if no cost is known."""
        return self.costly[0].cost if self.costly else 0 if self.has_costs else -1

    @property
    def counts(self) -> dict[str, int]:
        """The number of discards of each kind."""
        return dict(Counter(one.kind for one in self.discards))


def rows_of(review: Review, names: tuple[str, ...]) -> tuple[HandRow, ...]:
    """The rows of all hands, the first one first."""
    return tuple(_row(hand, names) for hand in review.hands)


def _row(hand: CheckedHand, names: tuple[str, ...]) -> HandRow:
    settled = hand.settled
    sticks = [delta - gain for delta, gain in zip(settled.deltas, settled.gains, strict=True)] if settled else ()
    summary = hand_summary(settled, names) if settled else None
    return HandRow(hand, place_of_hand(hand) if hand.recorded.points else None, summary, tuple(sticks))


def place_of_hand(hand: CheckedHand) -> Place:
    """The place of a hand in the game."""
    recorded = hand.recorded
    return Place(recorded.number, hand.rules.players, recorded.honba, recorded.sticks)


def review_chart(review: Review) -> Chart | None:
    """The points of each player over the hands of the log; None if no hand could be settled. Sticks left at the end are
    counted with the last hand."""
    steps = [(hand.place.round, hand.points) for hand in review.state.hands]
    if not steps:
        return None
    if any(review.leftover):
        steps[-1] = (steps[-1][0], review.points)
    return chart_of(review.state.rules, steps, review.hands[0].recorded.points)


def judged_hand(index: int, hand: CheckedHand, judged: tuple[Judged, ...], rest: int | None) -> JudgedHand:
    """The judged discards of a player in a hand."""
    views = tuple(_discard(place, one) for place, one in enumerate(judged))
    return JudgedHand(index, place_of_hand(hand), views, rest)


def _discard(index: int, judged: Judged) -> DiscardView:
    decision = judged.decision
    holding = decision.holding
    points = _rounded(judged.points)
    # The cost is the difference of the rounded points, so that the shown figures agree.
    cost = points[1] - points[0] if judged.cost and points and points[0] is not None else 0
    tiles = list(holding.concealed)
    drawn = [] if holding.drawn is None else [holding.drawn]
    for tile in drawn:
        tiles.remove(tile)
    return DiscardView(
        turn=decision.turn,
        kind=judged.kind,
        tile=NAMES[decision.tile],
        best=NAMES[judged.best],
        better=tuple(NAMES[tile] for tile in (judged.best, *judged.equal)),
        tiles=tuple([NAMES[tile] for tile in (*sorted(tiles, key=sort_key), *drawn)]),
        melds=tuple(tuple([NAMES[tile] for tile in meld.tiles]) for meld in holding.melds),
        shanten=judged.shanten,
        ukeire=judged.ukeire,
        points=points,
        win=_rounded(judged.win, 100),
        cost=cost,
        is_safe=decision.is_safe if decision.against else None,
        is_best=judged.best == decision.tile,
        dora=tuple([NAMES[tile] for tile in holding.table.dora]),
        index=index,
    )


def _rounded(pair: tuple[float | None, float] | None, times: int = 1) -> tuple[int | None, int] | None:
    if pair is None:
        return None
    chosen, best = pair
    return None if chosen is None else round(times * chosen), round(times * best)
