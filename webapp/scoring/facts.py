"""The facts that the points of a tsumo depend on, packed into numbers that are quick to join and compare.

At the same table and with the same melds, the yaku and the fu of a tsumo depend only on these facts: those of all
suits, joined, and the role of the last tile. So hands with equal facts and equally many dora have equal points, and one
of them is scored for all. A yaku that depends on anything else needs a new fact here; a test compares hands with equal
facts for every yaku.
"""

from functools import lru_cache
from typing import NamedTuple

from webapp.scoring.blocks import HONOUR_TRIPLETS, PAIR, SEQUENCE, Wait, block_of, traits_of
from webapp.scoring.decompose import Part
from webapp.scoring.tiles import FIRST_WIND, GREENS, HONOURS, NUMBERS, YAOCHUU, Kind, TileSet, count, count_of, kinds_of


class Facts(NamedTuple):
    """The facts of one or several suits. To combine two, sum up `added` and join `joined` with `|`."""

    added: int
    joined: int

    @property
    def key(self) -> int:
        """`added` and `joined` packed into one number."""
        return self.added | self.joined


#: The facts in `added`, three bits each: pairs of identical sequences, triplets, triplets of terminals or honours.
_TRIPLETS, _OUTER, _ADDED = 3, 6, 9
#: The facts in `joined`. First the traits of the blocks, then the honour of the pair.
_PAIR = _ADDED + HONOUR_TRIPLETS + 7
_NOT_GREEN, _STRAIGHT, _GATES, _SEVEN_PAIRS, _ORPHANS = [1 << _PAIR + 7 + number for number in range(5)]
#: The ranks at which a suit has no sequence, and those at which it has no triplet. Joined over the suits, these are the
#: ranks that not every suit has.
_NO_SEQUENCE = _PAIR + 12
_NO_TRIPLET = _NO_SEQUENCE + 9
#: The facts that only local yaku need: the triplets of numbers, a sequence held three times, big wheels.
_NUMBER_TRIPLETS = _NO_TRIPLET + 9
_TRIPLED, _WHEELS = 1 << _NUMBER_TRIPLETS + 27, 1 << _NUMBER_TRIPLETS + 28

_RANKS = 0o777
HONOURS_SUIT = 3
#: The number of facts that are cached: several times what the suits of one holding need.
FACTS_KEPT = 1 << 12
_BIG_WHEELS = [count(2 * [*range(first + 1, first + 8)]) for first in (0, 9, 18)]
#: The thirteen tiles of nine gates in each suit, without the fourteenth.
_NINE_GATES = [count([first] * 2 + [*range(first, first + 9)] + [first + 8] * 2) for first in (0, 9, 18)]


@lru_cache(FACTS_KEPT)
def facts_of(part: Part, suit: int, melds: Part, *, has_local: bool) -> Facts:
    """The facts of a suit (3: honours) that is split like this, in a hand with these melds. `has_local`: the rules have
    local yaku."""
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
    """The facts of a suit of numbers that depend on its sequences and triplets, melds included."""
    ranks = sequences >> first & _RANKS
    straight = _STRAIGHT if ranks & ranks >> 3 & ranks >> 6 & 1 else 0
    return straight | (ranks ^ _RANKS) << _NO_SEQUENCE | (triplets >> first & _RANKS ^ _RANKS) << _NO_TRIPLET


def is_nine_gates(part: Part, suit: int) -> bool:
    """Whether a suit is nine gates, whichever tile came last."""
    return suit < HONOURS_SUIT and part.counts - _NINE_GATES[suit] in _ONE_MORE[suit]


_ONE_MORE = [{count([kind]) for kind in range(first, first + 9)} for first in (0, 9, 18)]


def _for_local_yaku(part: Part, suit: int, melds: Part) -> int:
    """The facts of a suit of numbers that only local yaku need."""
    kinds = [block.kind for block in part.sets + melds.sets if block.type is SEQUENCE]
    tripled = _TRIPLED if any(kind // 9 == suit and kinds.count(kind) == 3 for kind in kinds) else 0
    wheels = _WHEELS if part.counts == _BIG_WHEELS[suit] else 0
    return (part.triplets & NUMBERS) << _NUMBER_TRIPLETS | tripled | wheels


@lru_cache(FACTS_KEPT)
def last_of(part: Part, suit: int, last: Kind) -> int:
    """The role of the last tile in a suit that is split like this: a bit for each wait that it can have completed, and
    one that says whether it is the fourteenth tile of nine gates."""
    waits = sum(1 << list(Wait).index(wait) for wait in {wait for _, wait, _ in part.placements(last)})
    is_true = is_nine_gates(part, suit) and not count_of(part.counts, last) & 1
    return waits | is_true << len(Wait)


def facts_of_pairs(kinds: TileSet) -> Facts:
    """The facts of a suit in a hand of seven pairs; `kinds` are its pairs. The last tile makes no difference."""
    traits = traits_of(block_of(PAIR, kind) for kind in kinds_of(kinds))
    return Facts(0, traits << _ADDED | (_NOT_GREEN if kinds & ~GREENS else 0) | _SEVEN_PAIRS)


#: The facts of thirteen orphans. The last tile matters: the hand has it once or twice.
OF_ORPHANS = Facts(0, _ORPHANS)
