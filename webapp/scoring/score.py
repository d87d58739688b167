"""Scores a hand: every reading with its yaku, fu and points, the best one first, and who pays whom.

The reading with the most points counts (高点法). If points are equal, a yakuman goes first, then more han, then more
fu, then the order of the readings.
"""

from functools import lru_cache
from typing import NamedTuple

from webapp.scoring.awards import Award, awards
from webapp.scoring.dora import Bonus, bonuses, dora_han
from webapp.scoring.fu import FuItem, fu_items, fu_of
from webapp.scoring.hand import WinningHand
from webapp.scoring.near import NearMiss, Reason, near_misses, reasons
from webapp.scoring.pao import Liability, Unfed, liabilities, unfed
from webapp.scoring.payments import Payment, Winner, deltas, payments
from webapp.scoring.points import (
    AT_LEAST,
    COUNTED_YAKUMAN_HAN,
    Limit,
    TableEntry,
    Worth,
    hand_points,
    is_rounded_up,
    table_entry,
    worth,
    yakuman_worth,
)
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.reading import SITUATIONS, Reading, Situation, readings, tsumo_instead
from webapp.scoring.rules import Rules
from webapp.scoring.tiles import EAST


class ScoredReading(NamedTuple):
    """A reading and what it is worth. `han` includes dora; a yakuman has `yakuman` > 0 and no han. Without yaku there
    are no points."""

    hand: WinningHand
    reading: Reading
    yaku: tuple[Award, ...]
    fu: int
    han: int
    yakuman: int
    basic: int
    limit: Limit | None
    points: int

    @property
    def is_rounded_up(self) -> bool:
        """Whether it is a mangan only because the rules round it up (切り上げ満貫)."""
        return self.limit is Limit.MANGAN and is_rounded_up(self.han, self.fu, self.reading.rules)

    @property
    def bonuses(self) -> tuple[Bonus, ...]:
        """Its dora; empty if they do not count (a yakuman, or no yaku)."""
        return bonuses(self.hand) if self.han else ()

    @property
    def fu_items(self) -> tuple[FuItem, ...]:
        """Its fu, item by item; empty for a yakuman. Some rules have the same fu for every hand."""
        if self.fu and (fixed := self.reading.rules.fu_fixed):
            return (FuItem("fixed", "fixed", fixed),)
        return fu_items(self.reading) if self.fu else ()

    def with_more_han(self, more: int) -> Worth:
        """Its worth with more han; never less than now, because a yaku may already make it a limit."""
        more_worth = worth(self.han + more, self.fu, self.reading.rules)
        return more_worth if more_worth.basic >= self.basic else Worth(self.basic, self.limit)


class Score(NamedTuple):
    """The answer for a hand: every reading, the best first; none if the tiles are not a winning hand."""

    hand: WinningHand
    readings: tuple[ScoredReading, ...]

    @property
    def best(self) -> ScoredReading | None:
        """The reading that counts; None if the hand is not won."""
        return self.readings[0] if self.readings and self.readings[0].yaku else None

    @property
    def points(self) -> int:
        """The points of the hand without honba and sticks; 0 if it is not won."""
        return self.readings[0].points if self.readings else 0

    @property
    def payments(self) -> tuple[Payment, ...]:
        """The payments of the win, with honba and sticks; empty if the hand is not won."""
        best = self.best
        return payments(winner(self.hand, best.basic, self.liabilities), self.hand.rules) if best else ()

    @property
    def liabilities(self) -> tuple[Liability, ...]:
        """The players who are liable for a yakuman of the hand, or for the kan that it was won after (pao)."""
        best = self.best
        if not best or not (best.yakuman or self.hand.rules.pao_daiminkan):
            return ()
        return liabilities(self.hand, best.yaku if best.yakuman else (), best.basic)

    @property
    def unfed(self) -> tuple[Unfed, ...]:
        """The melds for which a player is liable (pao), if it is not known which player."""
        best = self.best
        return unfed(self.hand, best.yaku if best.yakuman else ()) if best else ()

    @property
    def deltas(self) -> tuple[int, ...]:
        """The points that each seat E S W N gains or loses."""
        return deltas(self.payments, self.hand.rules)

    @property
    def receives(self) -> int:
        """The points that the winner receives, with honba and sticks; 0 if the hand is not won."""
        return self.deltas[self.hand.table.seat]

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Why the hand is not won: the tiles are not a winning hand, or it has no yaku."""
        if not self.readings:
            return (problem("concealed", Code.NOT_WINNING, "These tiles are not a winning hand."),)
        if not self.best:
            return (problem("concealed", Code.NO_YAKU, "The hand has no yaku (dora do not count as yaku)."),)
        return ()

    @property
    def near_misses(self) -> tuple[NearMiss, ...]:
        """The yaku that a hand without yaku nearly has; empty if it has one."""
        return () if self.best else near_misses([scored.reading for scored in self.readings])

    @property
    def reasons(self) -> tuple[Reason, ...]:
        """Why a hand without yaku lacks the common ones, then its other near misses; empty if it has one."""
        return () if self.best else reasons([scored.reading for scored in self.readings])


def winner(hand: WinningHand, basic: int, liable: tuple[Liability, ...]) -> Winner:
    """The win, as payments need it, of a hand that is worth these basic points."""
    table = hand.table
    discarder = None if hand.is_tsumo else table.discarder_seat
    return Winner(table.seat, discarder, basic, table.honba, table.sticks, hand.has_riichi, hand.nth_ron, liable)


#: Makes a named tuple of a tuple with all its fields. Its class, called with them, takes twice the time.
_as = tuple.__new__


def score(hand: WinningHand) -> Score:
    """The score of a legal hand (see `checks`): all its readings, the one that counts first."""
    return _score(hand, readings(hand))


def score_both_ways(ron: WinningHand, tsumo: WinningHand) -> tuple[Score, Score]:
    """The scores of a complete hand that is won on the same tile by ron and by tsumo; only the flags may differ as
    well. It is read once for both."""
    read = readings(ron)
    situation = tsumo_instead(read[0].situation, tsumo.flags)
    return _score(ron, read), _score(tsumo, [reading.by_tsumo(situation) for reading in read])


def _score(hand: WinningHand, read: list[Reading]) -> Score:
    if not read:
        return Score(hand, ())
    dora = dora_han(hand, read[0].counts)
    if len(read) == 1:
        return _as(Score, (hand, (score_reading(hand, read[0], dora),)))
    return Score(hand, tuple(sorted([score_reading(hand, reading, dora) for reading in read], key=_rank)))


class _ScoreTable(dict[tuple[int, int], TableEntry]):
    """The score table of a seat and a way of winning: han and fu → the entry, worked out when first looked up."""

    def __init__(self, is_dealer: bool, is_tsumo: bool, rules: Rules) -> None:
        """Starts empty."""
        super().__init__()
        self._won = is_dealer, is_tsumo, rules

    def __missing__(self, han_fu: tuple[int, int]) -> TableEntry:
        self[han_fu] = entry = table_entry(*han_fu, *self._won)
        return entry


_score_table = lru_cache(SITUATIONS)(_ScoreTable)


@lru_cache(SITUATIONS)
def _score_table_of(won: Situation) -> _ScoreTable:
    """The table for a situation; most situations share theirs with others."""
    return _score_table(won.seat_wind == EAST, won.is_tsumo, won.rules)


def score_reading(hand: WinningHand, reading: Reading, dora: int) -> ScoredReading:
    """One reading of a hand, scored with this number of dora."""
    rules = hand.table.rules
    yaku = awards(reading)
    if yaku and yaku[0].yakuman and not rules.no_limit:
        times = _times([award.yakuman for award in yaku], rules)
        basic, limit = yakuman_worth(times)
        return ScoredReading(hand, reading, yaku, 0, 0, times, basic, limit, _points(hand, basic))
    fu = rules.fu_fixed or fu_of(reading)
    if not yaku:
        return ScoredReading(hand, reading, (), fu, 0, 0, 0, None, 0)
    han = dora
    for _, more, _ in yaku:
        han += more
    if rules.no_limit:
        han += COUNTED_YAKUMAN_HAN * sum([award.yakuman for award in yaku])
    basic, limit, points = _score_table_of(reading.situation)[han, fu]
    if rules.has_optional_yaku and basic < (least := max([AT_LEAST[award.yaku.limit] for award in yaku])).basic:
        basic, limit = least
        points = _points(hand, basic)
    return _as(ScoredReading, (hand, reading, yaku, fu, han, 0, basic, limit, points))


def _points(hand: WinningHand, basic: int) -> int:
    return hand_points(basic, hand.table.seat == 0, hand.is_tsumo, hand.table.rules)


def _times(multiples: list[int], rules: Rules) -> int:
    """How many times a hand counts as a yakuman. If yakuman do not add up, it counts once, even with a double
    yakuman."""
    return sum(multiples) if rules.yakuman_stack else 1


def _rank(scored: ScoredReading) -> tuple[int, int, int, int]:
    """The key that sorts the best first; a yakuman comes before a counted yakuman of the same points."""
    return -scored.points, -scored.yakuman, -scored.han, -scored.fu
