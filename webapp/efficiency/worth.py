"""What a complete hand gets for a tsumo, whichever of its tiles came last and whichever of its fives are red.

`webapp.scoring.score` gives all points. It is asked again only where the answer can differ. A test
holds every answer against it.
"""

from collections.abc import Iterable, Sequence
from functools import cache

from webapp.efficiency.holding import Holding
from webapp.scoring.blocks import Block, Wait, wait_of
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.points import hand_points
from webapp.scoring.score import Score, ScoredReading, score
from webapp.scoring.tiles import Kind, Tile

#: What a last tile does: how many copies there are of its kind (three bits), then the waits that it can complete, a
#: bit each, split by split. The points of a tsumo depend on nothing else about it.
_Last = int
_WAITS = len(Wait)

_RIICHI = frozenset({Flag.RIICHI})
_NO_FLAGS: frozenset[Flag] = frozenset()


def tsumo(holding: Holding, tiles: Sequence[Tile]) -> Score:
    """The score of concealed tiles beside the melds of a holding, for the tsumo of the last of them.

    Riichi was declared if they are closed; nothing else happened.
    """
    hand = WinningHand(
        concealed=tuple(tiles[:-1]),
        win=tiles[-1],
        melds=holding.melds,
        table=holding.table,
        flags=_RIICHI if holding.is_closed else _NO_FLAGS,
        nuki=holding.nuki,
    )
    return score(hand)


class CompleteHand:
    """A complete hand by its kinds, and the points of its tsumos."""

    def __init__(self, holding: Holding, kinds: Sequence[Kind]) -> None:
        """The hand that a holding has become; `kinds` are its concealed tiles."""
        self._holding = holding
        self._kinds = kinds
        first = self._scored(kinds[-1])
        self._lasts = _lasts({scored.reading.blocks for scored in first.readings}, kinds)
        self._scores = {self._lasts[kinds[-1]]: first}
        self._points: dict[tuple[_Last, int], int] = {}

    def points(self, last: Kind, reds: int) -> int:
        """The points for a tsumo on a kind with so many red fives concealed; 0 without yaku."""
        key = self._lasts[last], reds
        if key not in self._points:
            readings = self._score(last).readings
            self._points[key] = max([self._with_dora(scored, reds) for scored in readings])
        return self._points[key]

    def _score(self, last: Kind) -> Score:
        """The score without red fives. Two last tiles that do the same share one score."""
        key = self._lasts[last]
        if key not in self._scores:
            self._scores[key] = self._scored(last)
        return self._scores[key]

    def _scored(self, last: Kind) -> Score:
        tiles = list(self._kinds)
        tiles.remove(last)
        return tsumo(self._holding, (*tiles, last))

    def _with_dora(self, scored: ScoredReading, more: int) -> int:
        """The points of a reading with so many more dora."""
        if not more or scored.yakuman or not scored.yaku:
            return scored.points
        table = self._holding.table
        return hand_points(scored.with_more_han(more).basic, table.seat == 0, True, table.rules)


def _lasts(splits: Iterable[tuple[Block, ...]], kinds: Sequence[Kind]) -> dict[Kind, _Last]:
    """For each kind what it does as the last tile."""
    lasts: dict[Kind, _Last] = {}
    for kind in kinds:
        lasts[kind] = lasts.get(kind, 0) + 1
    for number, blocks in enumerate(splits):
        for block in blocks:
            if not block.is_meld:
                for kind, wait in _waits_on(block):
                    lasts[kind] |= wait << _WAITS * number
    return lasts


@cache
def _waits_on(block: Block) -> list[tuple[Kind, _Last]]:
    """For each kind of a block the bit of its wait, above the copies."""
    return [(kind, 1 << 3 + list(Wait).index(wait_of(block, kind))) for kind in sorted(set(block.kinds))]
