"""The waits of 3n + 1 tiles, each with the tiles left and what it is worth by ron and by tsumo.

Which tiles complete a hand is read from its suits, which is faster than by its shanten and gives the same answer. This
module looks no further ahead than the winning tile.
"""

from functools import lru_cache
from typing import NamedTuple

from webapp.efficiency.holding import Holding
from webapp.efficiency.shanten import SUITS, Nearest, Ukeire, part_of
from webapp.efficiency.special_hands import ONE_OF_EACH, PAIRS
from webapp.efficiency.suits import NUMBER_RANKS, kinds_in, members
from webapp.scoring.score import Score, score_both_ways
from webapp.scoring.tiles import RED_OF, YAOCHUU, Counts, Kind, Tile, TileSet, kinds_of

_ORPHAN_MASK: Counts = sum(7 << 3 * kind for kind in kinds_of(YAOCHUU))


class WaitTile(NamedTuple):
    """A tile that completes the hand, the number of copies left, and the hand that it makes by ron and by tsumo."""

    tile: Tile
    left: int
    ron: Score
    tsumo: Score

    @property
    def has_yaku(self) -> bool:
        """Whether the hand can be won on it at all."""
        return self.ron.best is not None or self.tsumo.best is not None

    @property
    def worth(self) -> tuple[int, int]:
        """The points by ron and by tsumo."""
        return self.ron.points, self.tsumo.points


class Waits(NamedTuple):
    """The shanten, ukeire and waits of 3n + 1 tiles. If they are not tenpai, there are no waits, and the ukeire has the
    kinds that take the hand a step closer. `melded` are the kinds that it waits for in vain, since its own melds hold
    the last copies; the rules say whether it is tenpai then."""

    shanten: int
    ukeire: Ukeire
    waits: tuple[WaitTile, ...]
    melded: TileSet = 0


def waits(holding: Holding) -> Waits:
    """Every wait of a holding of 3n + 1 tiles, scored in the circumstances of its flags."""
    kinds, melded = _awaited(holding)
    if kinds or (melded and holding.rules.wait_in_melds):
        ukeire = Ukeire.of(holding, kinds or melded)
        return Waits(0, ukeire, tuple([wait for kind in ukeire.kinds for wait in _waits_on(holding, kind)]), melded)
    nearest = Nearest(holding)
    return Waits(nearest.shanten, Ukeire.of(holding, nearest.advancing), (), melded)


def is_tenpai(holding: Holding) -> bool:
    """Whether 3n + 1 tiles are tenpai; the rules decide it if their own melds hold all that they wait for."""
    kinds, melded = _awaited(holding)
    return bool(kinds or (melded and holding.rules.wait_in_melds))


def _awaited(holding: Holding) -> tuple[TileSet, TileSet]:
    """The kinds that complete a holding of 3n + 1 tiles; if there are none, those that its own melds hold."""
    counts = holding.counts
    completing_kinds = _completing(holding, counts)
    kinds = completing_kinds & ~_full(counts, holding.room, completing_kinds)
    return kinds, 0 if kinds else completing_kinds & ~_full(counts, holding.all_copies, completing_kinds)


def _waits_on(holding: Holding, kind: Kind) -> list[WaitTile]:
    """The waits on a kind: one, or two if the red five and the plain one differ in worth."""
    plain = _wait_on(holding, kind)
    red = RED_OF.get(kind)
    if red is None or not holding.left[red]:
        return [plain]
    with_red = _wait_on(holding, red)
    if with_red.worth == plain.worth:
        return [plain._replace(left=plain.left + with_red.left)]
    return [plain, with_red] if plain.left else [with_red]


def _wait_on(holding: Holding, tile: Tile) -> WaitTile:
    by_ron, by_tsumo = score_both_ways(holding.won_with(tile, False), holding.won_with(tile, True))
    return WaitTile(tile, holding.left[tile], by_ron, by_tsumo)


def completing(holding: Holding) -> TileSet:
    """The kinds that complete a holding of 3n + 1 tiles, other than fifth copies."""
    counts = holding.counts
    kinds = _completing(holding, counts)
    return kinds & ~_full(counts, holding.room, kinds)


def _completing(holding: Holding, counts: Counts) -> TileSet:
    """The kinds that complete a holding of 3n + 1 tiles with these counts, fifth copies too."""
    kinds = _completing_sets(counts)
    if not holding.melds:
        kinds |= _completing_pairs(counts) | _completing_orphans(counts)
    return kinds


def _full(counts: Counts, room: Counts, kinds: TileSet) -> TileSet:
    """The kinds of which the concealed tiles already hold every possible copy."""
    return sum([1 << kind for kind in members(kinds) if counts >> 3 * kind & 7 == room >> 3 * kind & 7])


class _Shape(NamedTuple):
    """A suit read as sets and at most one pair: the number of its pairs (2 if it is not complete), the ranks that
    complete it, and the number of its pairs with one of these."""

    pairs: int
    completing: TileSet
    pairs_then: int


def _completing_sets(counts: Counts) -> TileSet:
    """The kinds that complete the hand: their suit becomes complete, all other suits are complete, and there is exactly
    one pair."""
    shapes = [_shape(part_of(counts, first, ranks), ranks) for first, ranks in SUITS]
    pairs = sum([shape.pairs for shape in shapes])
    kinds = 0
    for (first, _), shape in zip(SUITS, shapes, strict=True):
        if shape.completing and pairs - shape.pairs + shape.pairs_then == 1:
            kinds |= shape.completing << first
    return kinds


@lru_cache(maxsize=1 << 12)
def _shape(counts: Counts, ranks: int) -> _Shape:
    has_sequences = ranks == NUMBER_RANKS
    tiles = sum([counts >> 3 * rank & 7 for rank in range(ranks)]) % 3
    pairs = int(tiles == 2) if _is_complete(counts, has_sequences) else 2
    near = (counts | counts << 3 | counts >> 3) if tiles else 0  # one tile more than sets is never complete
    ranks_to_try = [rank for rank in range(ranks) if near >> 3 * rank & 7]
    completing = sum([1 << rank for rank in ranks_to_try if _is_complete(counts + (1 << 3 * rank), has_sequences)])
    return _Shape(pairs, completing, int(tiles == 1))


def _is_complete(counts: Counts, has_sequences: bool, has_pair: bool = False) -> bool:
    """Whether these tiles are sets and at most one pair. The lowest tile is removed with each set or pair that it can
    belong to, and the rest is checked."""
    if not counts:
        return True
    low = counts & -counts
    low >>= (low.bit_length() - 1) % 3
    copies = counts // low & 7
    if copies >= 3 and _is_complete(counts - 3 * low, has_sequences, has_pair):
        return True
    if copies >= 2 and not has_pair and _is_complete(counts - 2 * low, has_sequences, True):
        return True
    has_next_two = has_sequences and counts & 7 * (low << 3) and counts & 7 * (low << 6)
    return bool(has_next_two) and _is_complete(counts - 0o111 * low, has_sequences, has_pair)


def _completing_pairs(counts: Counts) -> TileSet:
    """The kind that completes seven pairs: the single tile beside six pairs."""
    odd, pairs = counts & ONE_OF_EACH, counts >> 1 & ONE_OF_EACH
    is_tenpai = counts == odd | pairs << 1 and not odd & pairs and pairs.bit_count() == PAIRS - 1
    return kinds_in(odd) if is_tenpai else 0


def _completing_orphans(counts: Counts) -> TileSet:
    """The kinds that complete thirteen orphans: the missing one, or all thirteen if none is missing."""
    if counts & ~_ORPHAN_MASK:
        return 0
    missing = YAOCHUU & ~kinds_in(counts)
    return missing if missing.bit_count() == 1 else 0 if missing else YAOCHUU
