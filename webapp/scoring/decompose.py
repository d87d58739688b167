"""Every way to split a hand's counts into four sets and a pair.

No block spans two suits, so each suit is split separately, and the splits of all suits are combined. The splits of a
suit are cached. A split of a suit is a `Part`; so are the melds of a hand. Seven pairs and thirteen orphans are found
in `reading`, not here.
"""

from collections.abc import Iterator
from functools import cache, lru_cache, reduce
from itertools import product
from operator import add

from webapp.scoring.blocks import KAN, PAIR, SEQUENCE, SINGLE, TRIPLET, Block, Meld, Traits, Wait, block_of, wait_of
from webapp.scoring.tiles import ALL_KINDS, FIRST_WIND, SHIFT, Counts, Kind, TileSet, count

#: A mask for the counts of each suit; the last is that of the honours.
SUIT_MASKS = _MAN, _PIN, _SOU, _HONOURS = [ALL_KINDS & 0o777_777_777 << SHIFT[first] for first in (0, 9, 18, 27)]
#: The number of melds that are cached, and of combinations of melds.
MELDS_KEPT = 1 << 12

#: A block that the winning tile can have completed, the wait, and the triplet that becomes open by ron (or 0).
Placement = tuple[Block, Wait, TileSet]


_TRIPLETS, _PAIRS = (TRIPLET, KAN), (PAIR, SINGLE)


@cache
def _placement(block: Block, win: Kind) -> Placement:
    """The placement of a winning tile of this kind in this block."""
    return block, wait_of(block, win), block.tiles if block.type is TRIPLET else 0


class Part:
    """Some blocks of a hand, their tiles as `counts`, and their facts. Parts are shared, so never change one.

    `sets` (lowest first) and `pair` (one or none; in a hand without sets all its blocks) are tuples of blocks; `kinds`
    are the kinds of all tiles. These are sets of lowest kinds: `sequences`, `triplets` (with kans), `ankou` (the
    concealed triplets), `kans`. `twins` is the number of pairs of identical sequences; the sum of two parts counts no
    pair across both. `is_closed`: no block was called.
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
            elif block.type in _TRIPLETS:
                triplets |= bit
                ankou |= 0 if block.is_open else bit
                kans |= bit if block.type is KAN else 0
        self.sets = tuple([block for block in blocks if block.type not in _PAIRS])
        self.pair = tuple([block for block in blocks if block.type in _PAIRS])
        self.kinds: TileSet = kinds
        self.sequences: TileSet = sequences
        self.twins = twins
        self.triplets: TileSet = triplets
        self.ankou: TileSet = ankou
        self.kans: TileSet = kans
        self.traits: Traits = traits
        self.is_closed = is_closed
        self.counts = counts
        self._placements: dict[Kind, tuple[Placement, ...]] = {}

    def __add__(self, other: "Part") -> "Part":
        """Both parts together. Adding the facts is quicker than finding them in the blocks again."""
        both = object.__new__(Part)
        both.sets = self.sets + other.sets
        both.pair = self.pair + other.pair
        both.kinds = self.kinds | other.kinds
        both.sequences = self.sequences | other.sequences
        both.twins = self.twins + other.twins
        both.triplets = self.triplets | other.triplets
        both.ankou = self.ankou | other.ankou
        both.kans = self.kans | other.kans
        both.traits = self.traits | other.traits
        both.is_closed = self.is_closed and other.is_closed
        both.counts = self.counts + other.counts
        both._placements = {}
        return both

    def placements(self, win: Kind) -> tuple[Placement, ...]:
        """Every block that a winning tile of this kind can have completed, identical blocks once. Cached."""
        placed = self._placements.get(win)
        if placed is None:
            blocks = dict.fromkeys(self.sets + self.pair)
            placed = tuple([_placement(block, win) for block in blocks if block.tiles >> win & 1])
            self._placements[win] = placed
        return placed


NOTHING = Part((), 0)


@lru_cache(MELDS_KEPT)
def meld_part(melds: tuple[Meld, ...]) -> Part:
    """The melds of a hand as a part. Cached, because all waits of a hand and all hands with the same melds share it.
    Single melds are cached too: there are far fewer of them than combinations."""
    return reduce(add, map(_laid, melds)) if melds else NOTHING


@lru_cache(MELDS_KEPT)
def _laid(meld: Meld) -> Part:
    return Part((meld.block,), count(meld.tiles))


#: The number of counts of one suit that are cached: several times what thousands of hands need.
MOST_COUNTS = 1 << 14


class SuitParts(dict[Counts, tuple[Part, ...]]):
    """Counts of the tiles of one suit → every split into sets and at most one pair.

    An entry is worked out when it is first looked up. The rest of each split without its lowest blocks becomes an entry
    too, because many counts have the same rest.
    """

    def __missing__(self, counts: Counts) -> tuple[Part, ...]:
        splits = tuple(self._splits(counts)) if counts else (NOTHING,)
        if len(self) >= MOST_COUNTS:
            self.clear()
        self[counts] = splits
        return splits

    def _splits(self, counts: Counts) -> Iterator[Part]:
        """Every split, blocks in order. Takes a triplet, a pair or nothing of the lowest kind; each other tile of that
        kind begins a sequence. Then splits the rest in the same way."""
        low = ((counts & -counts).bit_length() - 1) // 3
        copies = counts >> 3 * low & 7
        most = min(counts >> 3 * low + 3 & 7, counts >> 3 * low + 6 & 7) if low < FIRST_WIND else 0
        for triplets, pairs in ((1, 0), (0, 1), (0, 0)):
            sequences = copies - 3 * triplets - 2 * pairs
            if 0 <= sequences <= most:
                lowest = _lowest(low, pairs, sequences, triplets)
                for rest in self[counts - lowest.counts]:
                    if not (lowest.pair and rest.pair):
                        yield lowest + rest


SUIT_PARTS = SuitParts()


@cache
def _lowest(kind: Kind, pairs: int, sequences: int, triplets: int) -> Part:
    """A part of this many blocks of each type, all with this lowest kind."""
    types = [PAIR] * pairs + [SEQUENCE] * sequences + [TRIPLET] * triplets
    blocks = tuple([block_of(block, kind) for block in types])
    return Part(blocks, count([kind for block in blocks for kind in block.kinds]))


#: One part for each suit; the part of a suit without tiles has no blocks.
Split = tuple[Part, Part, Part, Part]


def decompose(counts: Counts) -> list[Split]:
    """Every split of concealed tiles into sets and one pair."""
    man, pin = SUIT_PARTS[counts & _MAN], SUIT_PARTS[counts & _PIN]
    sou, honours = SUIT_PARTS[counts & _SOU], SUIT_PARTS[counts & _HONOURS]
    if not (man and pin and sou and honours):
        return []
    # The number of tiles in a suit decides whether there is a pair: all its splits have one, or none.
    pairs = man[0].pair + pin[0].pair + sou[0].pair + honours[0].pair
    return list(product(man, pin, sou, honours)) if len(pairs) == 1 else []
