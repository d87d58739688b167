"""Every way to split a hand's counts into four sets and a pair.

Suits do not touch each other, so each is split for itself, once (the answers are kept), and the splits are
multiplied. A split of a suit is a `Part`; a hand's melds are a `Part` too. Knows nothing of waits, seven pairs and
thirteen orphans.
"""

from collections.abc import Iterator
from functools import lru_cache
from itertools import product

from webapp.scoring.blocks import KAN, PAIR, SEQUENCE, TANKI, TRIPLET, Block, Meld, Wait, block_of, traits_of, wait_of
from webapp.scoring.tiles import ALL_KINDS, Counts, Kind, TileSet, count

_SUIT_BITS = 27
_SUIT_MASK = (1 << _SUIT_BITS) - 1
HONOURS_SUIT = 3

#: A way to complete a part with its last tile: the index among its sets (None: the pair), the wait, and the triplet
#: that a ron opens.
Placement = tuple[int | None, Wait, TileSet]


class Part:
    """Some blocks of a hand, whose tiles are `counts`, and what they add to the facts of the whole.

    `sets`, lowest first, and `pair` (one or none), as tuples of blocks. `kinds` of all its tiles. The lowest kinds of
    its `sequences`, and how many `twins` (pairs of identical ones) there are. The kinds of its `triplets` (kans too),
    of those that are concealed (`ankou`), of the `kans` alone. The `traits` of its blocks; `is_closed`: none was
    called. Not to be changed.
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
        """Works out the facts in one pass over the blocks."""
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
        """The different ways in which a last tile of this kind can have completed the part."""
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
    """The melds of a hand; they stay as they are."""
    tiles = [tile for meld in melds for tile in meld.tiles]
    return Part(tuple(meld.block for meld in melds), count(tiles))


NO_MELDS = meld_part(())


#: How many counts of a suit are kept: about as many as thousands of hands of the game have, and soon worked out again.
MOST_COUNTS = 1 << 12


class SuitParts(dict[Counts, tuple[Part, ...]]):
    """Every split of one suit (0–2; 3 are the honours) into sets and at most one pair, by its counts; each worked out
    when it is first asked for."""

    def __init__(self, suit: int) -> None:
        """Nothing is known yet."""
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
    """Takes out the lowest tile in each way that it can be used."""
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
    """Every split of concealed tiles into sets and one pair, as the parts of the suits that are not empty."""
    counts &= ALL_KINDS
    suits = []
    pairs = 0
    for shift, parts_of in _SHIFTS:
        if of_suit := counts >> shift & _SUIT_MASK:
            parts = parts_of[of_suit]
            if not parts:
                return []
            # How many tiles a suit has decides whether its splits have a pair: all of them or none.
            pairs += len(parts[0].pair)
            suits.append(parts)
    return list(product(*suits)) if pairs == 1 else []
