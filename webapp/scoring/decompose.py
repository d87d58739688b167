"""Every way to split a hand's counts into four sets and a pair.

Suits do not touch each other, so each is split for itself, once (the answers are kept), and the splits are
multiplied. A split of a suit is a `Part`; a hand's melds are a `Part` too. Knows nothing of waits, seven pairs and
thirteen orphans.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import product

from webapp.scoring.blocks import KAN, PAIR, SEQUENCE, TRIPLET, Block, Meld, block_of
from webapp.scoring.tiles import ALL_KINDS, YAOCHUU, Counts, Kind, TileSet, count

_SUIT_BITS = 27
_SUIT_MASK = (1 << _SUIT_BITS) - 1
_SUIT_SHIFTS = [(suit, _SUIT_BITS * suit) for suit in range(4)]


@dataclass(frozen=True, slots=True, eq=False)
class Part:
    """Some blocks of a hand, and what they add to the facts of the whole."""

    #: Its sets, lowest first, and its pair (or none).
    sets: tuple[Block, ...]
    pairs: tuple[Block, ...]
    #: The kinds of all its tiles.
    kinds: TileSet
    #: The lowest kinds of its sequences.
    sequences: TileSet
    #: Pairs of identical sequences among them.
    twins: int
    #: The kinds of its triplets and kans, of those that are concealed, and of the kans alone.
    triplets: TileSet
    ankou: TileSet
    kans: TileSet
    #: Every block holds a terminal or an honour; none was called.
    is_outside: bool
    is_closed: bool
    #: How many of each kind of tile, and of red fives, it holds.
    counts: Counts


def part_of(blocks: tuple[Block, ...], counts: Counts) -> Part:
    """The facts of these blocks, whose tiles are `counts`, in one pass over them."""
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
    pairs = tuple(block for block in blocks if block.type is PAIR)
    sets = tuple(block for block in blocks if block.type is not PAIR)
    is_outside = all(block.tiles & YAOCHUU for block in blocks)
    is_closed = not any(block.is_open for block in blocks)
    return Part(sets, pairs, kinds, sequences, twins, triplets, ankou, kans, is_outside, is_closed, counts)


@lru_cache(1 << 15)
def meld_part(melds: tuple[Meld, ...]) -> Part:
    """The melds of a hand; they stay as they are."""
    tiles = [tile for meld in melds for tile in meld.tiles]
    return part_of(tuple(meld.block for meld in melds), count(tiles))


NO_MELDS = meld_part(())


@cache
def suit_parts(counts: Counts, suit: int) -> tuple[Part, ...]:
    """Every split of one suit (0–2; 3 are the honours) into sets and at most one pair; `counts` are of its kinds
    alone."""
    splits = _splits(counts, 9 * suit, has_sequences=suit < 3)
    distinct = dict.fromkeys(tuple(sorted(split, key=_order)) for split in splits)
    return tuple(part_of(blocks, counts << _SUIT_BITS * suit) for blocks in distinct)


def _order(block: Block) -> tuple[Kind, str]:
    return block.kind, block.type


def _splits(counts: Counts, first: Kind, *, has_sequences: bool, has_pair: bool = False) -> Iterator[tuple[Block, ...]]:
    """Takes out the lowest tile in each way that it can be used."""
    if not counts:
        yield ()
        return
    low = ((counts & -counts).bit_length() - 1) // 3
    copies = counts >> 3 * low & 7
    has_next_two = low < 7 and counts >> 3 * low + 3 & 7 and counts >> 3 * low + 6 & 7
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
    for suit, shift in _SUIT_SHIFTS:
        if of_suit := counts >> shift & _SUIT_MASK:
            parts = suit_parts(of_suit, suit)
            if not parts:
                return []
            # How many tiles a suit has decides whether its splits have a pair: all of them or none.
            pairs += len(parts[0].pairs)
            suits.append(parts)
    return list(product(*suits)) if pairs == 1 else []
