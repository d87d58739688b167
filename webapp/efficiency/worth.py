"""The points of a complete hand by tsumo, for each tile that may have come last and each choice of red fives.

All points come from `webapp.scoring.score`, which scores one hand for all with the same `facts`. A test compares every
answer with it.
"""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from webapp.efficiency.holding import Holding
from webapp.efficiency.suits import copies_in
from webapp.scoring.blocks import Meld
from webapp.scoring.dora import dora_by_kind, dora_han
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.points import table_entry
from webapp.scoring.reading import readings
from webapp.scoring.rules import Rules
from webapp.scoring.score import Score, ScoredReading, score, score_reading
from webapp.scoring.table import Table
from webapp.scoring.tiles import KINDS, NORTH_KIND, ONE, RED_FIVES, Counts, Kind, Tile, count, count_of

_RIICHI = frozenset({Flag.RIICHI})
_NO_FLAGS: frozenset[Flag] = frozenset()


def won_by_tsumo(holding: Holding, tiles: Sequence[Tile]) -> WinningHand:
    """The hand of these concealed tiles and the melds of a holding, won by tsumo on the last tile.

    A closed hand has riichi; there are no other flags.
    """
    return WinningHand(
        concealed=tuple(tiles[:-1]),
        win=tiles[-1],
        melds=holding.melds,
        table=holding.table,
        flags=_RIICHI if holding.is_closed else _NO_FLAGS,
        nuki=holding.nuki,
    )


def tsumo(holding: Holding, tiles: Sequence[Tile]) -> Score:
    """The score of `won_by_tsumo`."""
    return score(won_by_tsumo(holding, tiles))


class Points(NamedTuple):
    """The points of a reading, and its han and fu, from which follow its points with more dora. `fu` is 0 if more dora
    add nothing."""

    points: int
    han: int
    fu: int


class Tsumos(dict[int, int]):
    """The number of further dora → the points of a tsumo, worked out when first looked up; 0 without yaku."""

    def __init__(self, readings: Sequence[Points], table: Table) -> None:
        """The best of the readings counts; their own points are those without further dora."""
        super().__init__()
        self._readings = readings
        self._table = table

    def __missing__(self, dora: int) -> int:
        self[dora] = points = max([self._with_dora(reading, dora) for reading in self._readings])
        return points

    def _with_dora(self, reading: Points, dora: int) -> int:
        points, han, fu = reading
        if not fu or not dora:
            return points
        # Never less than without them, because a yaku may already make it a limit.
        return max(points, table_entry(han + dora, fu, self._table.seat == 0, True, self._table.rules).points)


#: What the points depend on apart from dora: the facts of each split, and the role of the last tile in each.
Question = tuple[tuple[int, ...], tuple[int, ...]]


#: One split of a question: its facts, and the role of the last tile.
_Split = tuple[int, int]
#: The number of tables with melds whose points are cached, and of splits for each; at most some 2 MB for each table.
TABLES_KEPT, SPLITS_KEPT = 1 << 4, 1 << 12


@lru_cache(TABLES_KEPT)
def _kept_splits(
    rules: Rules, round_wind: int, seat: int, melds: tuple[Meld, ...], nuki: int
) -> dict[_Split, list[Points]]:
    """The cache of points that all holdings at such a table with these melds share. Entries are never removed."""
    return {}


class Worth(dict[Question, Tsumos]):
    """The points of the complete hands that a holding can become, by the questions asked so far."""

    def __init__(self, holding: Holding) -> None:
        """Starts empty."""
        super().__init__()
        hand = won_by_tsumo(holding, holding.concealed)
        #: For each kind, how many dora a concealed tile of it is.
        self.dora = dora_by_kind(hand)
        #: The dora that do not depend on the tiles that come: among melds and norths, and the red fives held.
        self.other_dora = _laid_dora(holding, self.dora) + sum([holding.held[red] for red in RED_FIVES])
        #: The holding without indicators: their dora are added to the score.
        self._plain = replace(holding, table=replace(holding.table, dora=()))
        self._splits: dict[_Split, list[Points]] = {}
        self._kept = _kept_splits(holding.rules, holding.table.round, holding.table.seat, holding.melds, holding.nuki)

    @property
    def scored(self) -> int:
        """The number of splits needed so far, scored now or cached. A budget must not depend on earlier holdings."""
        return len(self._splits)

    def ask(self, question: Question, counts: Counts, last: Kind) -> Tsumos:
        """The points of these concealed tiles, of which one of kind `last` came last. Splits with the same facts are
        scored once."""
        splits = list(zip(*question, strict=True))
        self._splits |= {split: self._kept[split] for split in splits if split in self._kept}
        if not self._splits.keys() >= set(splits):
            others = [kind for kind, copies in copies_in(counts - ONE[last]) for _ in range(copies)]
            self._score(splits, won_by_tsumo(self._plain, (*others, last)))
        readings = [reading for split in splits for reading in self._splits[split]]
        self[question] = tsumos = Tsumos(readings, self._plain.table)
        return tsumos

    def _score(self, splits: list[_Split], hand: WinningHand) -> None:
        """Scores the splits of a hand that are not known. Its readings come in the order of the splits. If four sets
        and a pair are also seven pairs, that reading comes last and is left out, because it is worth less."""
        read = readings(hand)
        dora = dora_han(hand, read[0].counts)
        by_split = [list(each) for _, each in groupby(read, key=attrgetter("laid"))]
        for split, each in zip(splits, by_split, strict=False):
            if split not in self._splits:
                self._splits[split] = [_points(score_reading(hand, reading, dora)) for reading in each]
                if len(self._kept) < SPLITS_KEPT:
                    self._kept[split] = self._splits[split]


def _points(scored: ScoredReading) -> Points:
    is_fixed = scored.yakuman or not scored.yaku
    return Points(scored.points, scored.han, 0 if is_fixed else scored.fu)


def _laid_dora(holding: Holding, dora: Sequence[int]) -> int:
    """The dora that indicators make among melds and norths set aside. Red fives, and norths as dora by themselves, are
    not counted here."""
    counts = count([tile for meld in holding.melds for tile in meld.tiles])
    return sum([number * count_of(counts, kind) for kind, number in zip(KINDS, dora, strict=True) if number]) + (
        dora[NORTH_KIND] * holding.nuki
    )
