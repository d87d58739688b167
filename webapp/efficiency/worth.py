"""What a complete hand gets for a tsumo, whichever of its tiles came last and whichever of its fives are red.

All points are those of `webapp.scoring.score`; it is only asked no more often than can make a difference. A test
holds every answer against it.
"""

from collections.abc import Sequence

from webapp.efficiency.holding import Holding
from webapp.scoring.blocks import Block, BlockType, Wait, wait_of
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.points import hand_points, worth
from webapp.scoring.score import Score, ScoredReading, score
from webapp.scoring.tiles import Kind, Tile

_RIICHI = frozenset({Flag.RIICHI})
_NO_FLAGS: frozenset[Flag] = frozenset()

#: All that the points of a tsumo depend on besides the tiles: how many of the last kind there are, and what it completes.
Last = tuple[int, frozenset[tuple[BlockType, Wait]]]


def tsumo(holding: Holding, tiles: Sequence[Tile]) -> Score:
    """The score of concealed tiles beside the melds of a holding, for the tsumo of the last of them.

    Riichi was declared if they are closed; nothing else happened.
    """
    hand = WinningHand(
        concealed=tuple(tiles[:-1]),
        win=tiles[-1],
        melds=holding.melds,
        round=holding.round,
        seat=holding.seat,
        flags=_RIICHI if holding.is_closed else _NO_FLAGS,
        dora=holding.dora,
        nuki=holding.nuki,
    )
    return score(hand, holding.rules)


class CompleteHand:
    """A complete hand by its kinds, and the points of its tsumos."""

    def __init__(self, holding: Holding, kinds: Sequence[Kind]) -> None:
        """The hand that a holding has become; `kinds` are its concealed tiles."""
        self._holding = holding
        self._kinds = kinds
        self._scores: dict[Last, Score] = {}
        first = self._scored(kinds[-1])
        self._splits = {scored.reading.blocks for scored in first.readings}
        self._scores[self._last(kinds[-1])] = first

    def points(self, last: Kind, reds: int) -> int:
        """The points for a tsumo on a kind with so many red fives concealed; 0 without yaku."""
        key = self._last(last)
        if key not in self._scores:
            self._scores[key] = self._scored(last)
        return max([self._with_dora(scored, reds) for scored in self._scores[key].readings])

    def _last(self, kind: Kind) -> Last:
        blocks = [block for split in self._splits for block in split if block.tiles >> kind & 1 and not block.is_meld]
        return self._kinds.count(kind), frozenset([(block.type, wait_of(block, kind)) for block in blocks])

    def _scored(self, last: Kind) -> Score:
        tiles = list(self._kinds)
        tiles.remove(last)
        return tsumo(self._holding, (*tiles, last))

    def _with_dora(self, scored: ScoredReading, more: int) -> int:
        """The points of a reading with so many more dora. It keeps the limit that its yaku may have brought it."""
        if not more or scored.yakuman or not scored.yaku:
            return scored.points
        rules = self._holding.rules
        basic = max(scored.basic, worth(scored.han + more, scored.fu, rules).basic)
        return hand_points(basic, self._holding.seat == 0, True, rules)
