"""Every way to split a hand's counts into four sets and a pair.

No block spans two suits, so each suit is split separately, and the splits of all suits are combined. The splits of a
suit are kept. A split of a suit is a `Part`; so are the melds of a hand. Seven pairs and thirteen orphans are not found
here.
"""

from collections.abc import Iterable, Iterator
from functools import cache, lru_cache
from itertools import product

from webapp.scoring.blocks import KAN, PAIR, SEQUENCE, TRIPLET, Block, Meld, Traits, Wait, block_of, wait_of
from webapp.scoring.tiles import ALL_KINDS, Counts, Kind, TileSet, count

_SUIT_BITS = 27
_SUIT_MASK = (1 << _SUIT_BITS) - 1
_HONOURS_MASK = ALL_KINDS >> 3 * _SUIT_BITS
HONOURS_SUIT = 3
#: How many melds, and how many hands' melds, are kept.
MELDS_KEPT = 1 << 13

#: A block that the winning tile can have completed, the wait, and the triplet that becomes open by ron (or 0).
Placement = tuple[Block, Wait, TileSet]


class _Placements(dict[Kind, tuple[Placement, ...]]):
    """For each kind every block that a winning tile of it can have completed; found when first asked for."""

    __slots__ = ("_blocks",)

    def __init__(self, blocks: Iterable[Block]) -> None:
        """Of identical blocks one is taken."""
        super().__init__()
        self._blocks = tuple(dict.fromkeys(blocks))

    def __missing__(self, win: Kind) -> tuple[Placement, ...]:
        self[win] = found = tuple(
            [
                (block, wait_of(block, win), block.tiles if block.type is TRIPLET else 0)
                for block in self._blocks
                if block.tiles >> win & 1
            ]
        )
        return found


class Part:
    """Some blocks of a hand, their tiles as `counts`, and their facts. It is shared: never change one.

    `sets` (lowest first) and `pair` (one or none) are tuples of blocks; `kinds` are the kinds of all tiles. These are
    sets of lowest kinds: `sequences`, `triplets` (with kans), `ankou` (the concealed triplets), `kans`. `twins` is the
    number of pairs of identical sequences. `is_closed`: no block was called. `placements`: for each kind every block
    that a winning tile of this kind can have completed.
    """

    __slots__ = (
        "ankou",
        "counts",
        "is_closed",
        "kans",
        "kinds",
        "pair",
        "placements",
        "sequences",
        "sets",
        "traits",
        "triplets",
        "twins",
    )

    def __init__(self, blocks: tuple[Block, ...], counts: Counts) -> None:
        """Finds the facts in one pass over the blocks."""
        kinds = traits = sequences = twins = unpaired = triplets = ankou = kans = 0
        is_closed = True
        for block in blocks:
            bit = 1 << block.kind
            kinds |= block.tiles
            traits |= block.traits
            is_closed &= not block.is_open
            if block.type is SEQUENCE:
                twins += bool(unpaired & bit)
                unpaired ^= bit
                sequences |= bit
            elif block.type is not PAIR:
                triplets |= bit
                ankou |= 0 if block.is_open else bit
                kans |= bit if block.type is KAN else 0
        self.sets = tuple([block for block in blocks if block.type is not PAIR])
        self.pair = tuple([block for block in blocks if block.type is PAIR])
        self.kinds: TileSet = kinds
        self.sequences: TileSet = sequences
        self.twins = twins
        self.triplets: TileSet = triplets
        self.ankou: TileSet = ankou
        self.kans: TileSet = kans
        self.traits: Traits = traits
        self.is_closed = is_closed
        self.counts = counts
        self.placements = _Placements(self.sets + self.pair)


@lru_cache(MELDS_KEPT)
def meld_part(melds: tuple[Meld, ...]) -> Part:
    """The melds of a hand as a part."""
    laid = [_laid(meld) for meld in melds]
    return Part(tuple([block for block, _ in laid]), sum([counts for _, counts in laid]))


@lru_cache(MELDS_KEPT)
def _laid(meld: Meld) -> tuple[Block, Counts]:
    """The block of a meld, and its tiles. There are far fewer melds than combinations of melds, so single melds are
    kept apart."""
    return meld.block, count(meld.tiles)


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
        self[counts] = found = tuple([Part(blocks, counts << _SUIT_BITS * self._suit) for blocks in splits])
        return found


SUIT_PARTS = _MAN, _PIN, _SOU, _HONOURS = tuple(map(SuitParts, range(4)))


def _splits(counts: Counts, first: Kind, *, has_sequences: bool, has_pair: bool = False) -> Iterator[tuple[Block, ...]]:
    """Every split, blocks in order. Of the lowest kind a triplet, a pair or nothing is taken; each of its other tiles
    begins a sequence. The same follows for the rest."""
    if not counts:
        yield ()
        return
    low = ((counts & -counts).bit_length() - 1) // 3
    copies = counts >> 3 * low & 7
    most = min(counts >> 3 * low + 3 & 7, counts >> 3 * low + 6 & 7) if has_sequences else 0  # beyond the nine: 0
    for triplets, pairs in ((1, 0), (0, 1), (0, 0)):
        taken = 3 * triplets + 2 * pairs
        sequences = copies - taken
        if 0 <= sequences <= most and not (has_pair and pairs):
            blocks = _lowest_blocks(first + low, pairs, sequences, triplets)
            rest = counts - (taken + 0o111 * sequences << 3 * low)
            for split in _splits(rest, first, has_sequences=has_sequences, has_pair=has_pair or pairs > 0):
                yield (*blocks, *split)


@cache
def _lowest_blocks(kind: Kind, pairs: int, sequences: int, triplets: int) -> tuple[Block, ...]:
    """So many blocks of each type that begin with this kind."""
    types = [PAIR] * pairs + [SEQUENCE] * sequences + [TRIPLET] * triplets
    return tuple([block_of(block, kind) for block in types])


#: One part for each suit; the part of a suit without tiles has no blocks.
Split = tuple[Part, Part, Part, Part]


def decompose(counts: Counts) -> list[Split]:
    """Every split of concealed tiles into sets and one pair."""
    man = _MAN[counts & _SUIT_MASK]
    pin = _PIN[counts >> 27 & _SUIT_MASK]
    sou = _SOU[counts >> 54 & _SUIT_MASK]
    honours = _HONOURS[counts >> 81 & _HONOURS_MASK]
    if not (man and pin and sou and honours):
        return []
    # The number of tiles in a suit decides whether there is a pair: all its splits have one, or none.
    pairs = man[0].pair + pin[0].pair + sou[0].pair + honours[0].pair
    return list(product(man, pin, sou, honours)) if len(pairs) == 1 else []
