"""What the points of a tsumo depend on, packed into numbers that are quickly joined and compared.

Between hands at the same table with the same melds, the yaku and the fu of a tsumo differ only by these facts: those of
each suit's part, joined, and what the last tile does. So hands with equal facts and as many dora have equal points, and
one of them is scored for all. A yaku that looks at something else needs one more fact here; a test compares hands of
equal facts for every yaku there is.
"""

from functools import lru_cache
from typing import NamedTuple

from webapp.scoring.blocks import HONOUR_TRIPLETS, PAIR, SEQUENCE, Wait, block_of, traits_of
from webapp.scoring.decompose import HONOURS_SUIT, Part
from webapp.scoring.tiles import FIRST_WIND, GREENS, HONOURS, NUMBERS, YAOCHUU, Kind, TileSet, count, count_of, kinds_of


class Facts(NamedTuple):
    """The facts of one or several suits. Of two together `added` is the sum and `joined` is what either has (`|`)."""

    added: int
    joined: int

    @property
    def key(self) -> int:
        """`added` and `joined` packed into one number."""
        return self.added | self.joined


#: What is added up, three bits each: pairs of identical sequences, triplets, triplets of terminals or honours.
_TRIPLETS, _OUTER, _ADDED = 3, 6, 9
#: What is joined. First the traits of the blocks, then the honour of the pair.
_PAIR = _ADDED + HONOUR_TRIPLETS + 7
_NOT_GREEN, _STRAIGHT, _GATES, _SEVEN_PAIRS, _ORPHANS = [1 << _PAIR + 7 + number for number in range(5)]
#: The ranks of which a suit has no sequence, and of which it has no triplet: joined, the ranks that not all suits have.
_NO_SEQUENCE = _PAIR + 12
_NO_TRIPLET = _NO_SEQUENCE + 9
#: What local yaku alone ask for: every triplet of numbers, whether a sequence is there three times, big wheels.
_NUMBER_TRIPLETS = _NO_TRIPLET + 9
_TRIPLED, _WHEELS = 1 << _NUMBER_TRIPLETS + 27, 1 << _NUMBER_TRIPLETS + 28

_RANKS = 0o777
#: How many facts are kept: several times as many as the suits of a hand on its way.
FACTS_KEPT = 1 << 12
_BIG_WHEELS = [count(2 * [*range(first + 1, first + 8)]) for first in (0, 9, 18)]
#: Without the tile that is there once more.
_NINE_GATES = [count([first] * 2 + [*range(first, first + 9)] + [first + 8] * 2) for first in (0, 9, 18)]


@lru_cache(FACTS_KEPT)
def facts_of(part: Part, suit: int, melds: Part, *, has_local: bool) -> Facts:
    """The facts of a suit (3: honours) that is split like this, beside these melds. `has_local`: the rules have local
    yaku."""
    triplets = part.triplets
    added = part.twins | triplets.bit_count() << _TRIPLETS | (triplets & YAOCHUU).bit_count() << _OUTER
    joined = part.traits << _ADDED | (_NOT_GREEN if part.kinds & ~GREENS else 0)
    if suit == HONOURS_SUIT:
        pair = part.pair[0].tiles if part.pair else 0
        return Facts(added, joined | (pair & HONOURS) >> FIRST_WIND << _PAIR)
    joined |= _of_ranks(part.sequences | melds.sequences, triplets | melds.triplets, 9 * suit)
    if is_nine_gates(part, suit):
        joined |= _GATES
    if has_local:
        joined |= _for_local_yaku(part, suit, melds)
    return Facts(added, joined)


def _of_ranks(sequences: TileSet, triplets: TileSet, first: Kind) -> int:
    """The facts of a suit of numbers by its sequences and triplets, melds among them."""
    ranks = sequences >> first & _RANKS
    straight = _STRAIGHT if ranks & ranks >> 3 & ranks >> 6 & 1 else 0
    return straight | (ranks ^ _RANKS) << _NO_SEQUENCE | (triplets >> first & _RANKS ^ _RANKS) << _NO_TRIPLET


def is_nine_gates(part: Part, suit: int) -> bool:
    """Whether a suit is nine gates, whichever tile came last."""
    return suit < HONOURS_SUIT and part.counts - _NINE_GATES[suit] in _ONE_MORE[suit]


_ONE_MORE = [{count([kind]) for kind in range(first, first + 9)} for first in (0, 9, 18)]


def _for_local_yaku(part: Part, suit: int, melds: Part) -> int:
    """The facts of a suit of numbers that local yaku alone ask for."""
    kinds = [block.kind for block in part.sets + melds.sets if block.type is SEQUENCE]
    tripled = _TRIPLED if any(kind // 9 == suit and kinds.count(kind) == 3 for kind in kinds) else 0
    wheels = _WHEELS if part.counts == _BIG_WHEELS[suit] else 0
    return (part.triplets & NUMBERS) << _NUMBER_TRIPLETS | tripled | wheels


@lru_cache(FACTS_KEPT)
def last_of(part: Part, suit: int, last: Kind) -> int:
    """What a last tile does in a suit that is split like this: a bit for each wait that it can have completed, and one
    for the tile that is there once more in nine gates."""
    waits = sum(1 << list(Wait).index(wait) for wait in {wait for _, wait, _ in part.placements(last)})
    is_true = is_nine_gates(part, suit) and not count_of(part.counts, last) & 1
    return waits | is_true << len(Wait)


def facts_of_pairs(kinds: TileSet) -> Facts:
    """The facts of a suit whose kinds are pairs of seven; the last tile does the same in all of them."""
    traits = traits_of(block_of(PAIR, kind) for kind in kinds_of(kinds))
    return Facts(0, traits << _ADDED | (_NOT_GREEN if kinds & ~GREENS else 0) | _SEVEN_PAIRS)


#: The facts of thirteen orphans. The last tile matters: it is there twice, or not.
OF_ORPHANS = Facts(0, _ORPHANS)
