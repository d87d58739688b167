"""Every way to split a hand's counts into four sets and a pair.

No block spans two suits, so each suit is split separately, and the splits of all suits are combined. The splits of a
suit are kept. A split of a suit is a `Part`; so are the melds of a hand. Seven pairs and thirteen orphans are not found
here.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from webapp.scoring.blocks import KAN, PAIR, SEQUENCE, TANKI, TRIPLET, Block, Meld, Wait, block_of, traits_of, wait_of
from webapp.scoring.tiles import ALL_KINDS, Counts, Kind, TileSet, count

_SUIT_BITS = 27
_SUIT_MASK = (1 << _SUIT_BITS) - 1
HONOURS_SUIT = 3

#: The block of a part that the winning tile completed: its index among the sets (None: the pair), the wait, and the
#: triplet that becomes open by ron (or 0).
Placement = tuple[int | None, Wait, TileSet]


class Part:
    """Some blocks of a hand, their tiles as `counts`, and their facts. It is shared: never change one.

    `sets` (lowest first) and `pair` (one or none) are tuples of blocks; `kinds` are the kinds of all tiles. These are
    sets of lowest kinds: `sequences`, `triplets` (with kans), `ankou` (the concealed triplets), `kans`. `twins` is the
    number of pairs of identical sequences. `is_closed`: no block was called.
    """

    __slots__ = (
        "_placements",
        "ankou",
        "counts",
        "is_closed",
        "kans",
        "kinds",
        "pair",
        "sequences",
        "sets",
        "traits",
        "triplets",
        "twins",
    )

    def __init__(self, blocks: tuple[Block, ...], counts: Counts) -> None:
        """Finds the facts in one pass over the blocks."""
        kinds = sequences = twins = unpaired = triplets = ankou = kans = 0
        for block in blocks:
            bit = 1 << block.kind
            kinds |= block.tiles
            if block.type is SEQUENCE:
                twins += bool(unpaired & bit)
                unpaired ^= bit
                sequences |= bit
            elif block.type is not PAIR:
                triplets |= bit
                ankou |= 0 if block.is_open else bit
                kans |= bit if block.type is KAN else 0
        self.sets = tuple(block for block in blocks if block.type is not PAIR)
        self.pair = tuple(block for block in blocks if block.type is PAIR)
        self.kinds: TileSet = kinds
        self.sequences: TileSet = sequences
        self.twins = twins
        self.triplets: TileSet = triplets
        self.ankou: TileSet = ankou
        self.kans: TileSet = kans
        self.traits = traits_of(blocks)
        self.is_closed = not any(block.is_open for block in blocks)
        self.counts = counts
        self._placements: dict[Kind, tuple[Placement, ...]] = {}

    def placements(self, win: Kind) -> tuple[Placement, ...]:
        """Every block that a winning tile of this kind can have completed; of identical blocks one."""
        if win not in self._placements:
            self._placements[win] = tuple(self._find_placements(win))
        return self._placements[win]

    def _find_placements(self, win: Kind) -> Iterator[Placement]:
        for index, block in enumerate(self.sets):
            if block.tiles >> win & 1 and block not in self.sets[:index]:
                yield index, wait_of(block, win), block.tiles if block.type is TRIPLET else 0
        if any(block.tiles >> win & 1 for block in self.pair):
            yield None, TANKI, 0


@lru_cache(1 << 13)
def meld_part(melds: tuple[Meld, ...]) -> Part:
    """The melds of a hand as a part."""
    tiles = [tile for meld in melds for tile in meld.tiles]
    return Part(tuple(meld.block for meld in melds), count(tiles))


NO_MELDS = meld_part(())


#: How many counts of a suit are kept: about as many as occur in thousands of hands.
MOST_COUNTS = 1 << 12


class SuitParts(dict[Counts, tuple[Part, ...]]):
    """Counts of one suit (0–2; 3 for honours) → every split into sets and at most one pair. A missing entry is found
    and kept."""

    def __init__(self, suit: int) -> None:
        """Without any entry."""
        super().__init__()
        self._suit = suit

    def __missing__(self, counts: Counts) -> tuple[Part, ...]:
        if len(self) >= MOST_COUNTS:
            self.clear()
        splits = _splits(counts, 9 * self._suit, has_sequences=self._suit != HONOURS_SUIT)
        distinct = dict.fromkeys(tuple(sorted(split, key=_order)) for split in splits)
        self[counts] = tuple(Part(blocks, counts << _SUIT_BITS * self._suit) for blocks in distinct)
        return self[counts]


SUIT_PARTS = tuple(map(SuitParts, range(4)))
_SHIFTS = tuple((_SUIT_BITS * suit, parts) for suit, parts in enumerate(SUIT_PARTS))


def _order(block: Block) -> tuple[Kind, str]:
    return block.kind, block.type


def _splits(counts: Counts, first: Kind, *, has_sequences: bool, has_pair: bool = False) -> Iterator[tuple[Block, ...]]:
    """Every split: the lowest tile is in a triplet, the pair or a sequence; then the same for the rest."""
    if not counts:
        yield ()
        return
    low = ((counts & -counts).bit_length() - 1) // 3
    copies = counts >> 3 * low & 7
    has_next_two = counts >> 3 * low + 3 & 7 and counts >> 3 * low + 6 & 7  # none beyond the nine
    for fits, block, taken in (
        (copies >= 3, TRIPLET, 3),
        (copies >= 2 and not has_pair, PAIR, 2),
        (has_sequences and has_next_two, SEQUENCE, 0o111),
    ):
        if fits:
            rest = counts - (taken << 3 * low)
            pair_used = has_pair or block is PAIR
            for split in _splits(rest, first, has_sequences=has_sequences, has_pair=pair_used):
                yield (block_of(block, first + low), *split)


def decompose(counts: Counts) -> list[tuple[Part, ...]]:
    """Every split of concealed tiles into sets and one pair: one part for each suit that is not empty."""
    counts &= ALL_KINDS
    suits = []
    pairs = 0
    for shift, parts_of in _SHIFTS:
        if of_suit := counts >> shift & _SUIT_MASK:
            parts = parts_of[of_suit]
            if not parts:
                return []
            # The number of tiles in a suit decides whether there is a pair: all its splits have one, or none.
            pairs += len(parts[0].pair)
            suits.append(parts)
    return list(product(*suits)) if pairs == 1 else []
