"""The two complete hands that are not made of sets: seven pairs and thirteen orphans.

Each spans all suits and needs a hand without melds. The functions take packed counts: the tiles held, and the most
tiles of each kind that can be concealed (`room`). They work on all kinds at once, with the bits of the counts.
"""

from collections.abc import Callable, Iterator
from itertools import combinations
from typing import NamedTuple

from webapp.efficiency.suits import NEVER, Exchange, copies_in
from webapp.scoring.tiles import KINDS, YAOCHUU, Counts, kinds_of

PAIRS = 7
#: One of each kind, and one of each terminal and honour.
ONE_OF_EACH: Counts = sum(1 << 3 * kind for kind in KINDS)
ORPHANS: Counts = sum(1 << 3 * kind for kind in kinds_of(YAOCHUU))


class SpecialHand(NamedTuple):
    """A complete hand without sets. Its functions take the tiles held and the room, and return the distance to it and
    every exchange of that distance."""

    distance: Callable[[Counts, Counts], int]
    exchanges: Callable[[Counts, Counts], Iterator[Exchange]]


def some(counts: Counts) -> Counts:
    """One tile of each kind in these counts."""
    return (counts | counts >> 1 | counts >> 2) & ONE_OF_EACH


def several(counts: Counts) -> Counts:
    """One tile of each kind that these counts have at least twice."""
    return (counts >> 1 | counts >> 2) & ONE_OF_EACH


def pairs_distance(held: Counts, room: Counts) -> int:
    """The number of tiles that seven different pairs lack: one for each single tile to be paired, two for each new
    kind."""
    more = held >> 1 | held >> 2
    missing = PAIRS - (more & ONE_OF_EACH).bit_count()
    singles = (held & ~more & (room >> 1 | room >> 2) & ONE_OF_EACH).bit_count()
    return missing if singles >= missing else 2 * missing - singles


def pairs_exchanges(held: Counts, room: Counts) -> Iterator[Exchange]:
    """The exchanges to seven pairs: one for every choice of the missing pairs."""
    paired, possible = several(held), several(room)
    singles = (some(held) ^ paired) & possible
    missing = max(0, PAIRS - paired.bit_count())
    from_singles = min(missing, singles.bit_count())
    for completed in _choices(singles, from_singles):
        for new in _choices(possible & ~some(held), missing - from_singles):
            yield Exchange(held - 2 * paired - completed, completed + 2 * new)


def orphans_distance(held: Counts, room: Counts) -> int:
    """The number of tiles that thirteen orphans lack. Norths set aside (three players) can make them impossible."""
    if room >> 2 & ORPHANS != ORPHANS and some(room) & ORPHANS != ORPHANS:
        return NEVER
    more = held >> 1 | held >> 2
    return (ORPHANS & ~(held | more)).bit_count() + (0 if more & ORPHANS else 1)


def orphans_exchanges(held: Counts, room: Counts) -> Iterator[Exchange]:
    """The exchanges to thirteen orphans: one for every choice of the kind held twice."""
    for twin in _choices(several(held) & ORPHANS or several(room) & ORPHANS, 1):
        yield _exchange(held, ORPHANS + twin)


SEVEN_PAIRS = SpecialHand(pairs_distance, pairs_exchanges)
THIRTEEN_ORPHANS = SpecialHand(orphans_distance, orphans_exchanges)
SPECIAL_HANDS = (SEVEN_PAIRS, THIRTEEN_ORPHANS)


def _choices(counts: Counts, number: int) -> Iterator[Counts]:
    """Every choice of `number` kinds, as counts with one tile of each."""
    return map(sum, combinations([1 << 3 * kind for kind, _ in copies_in(counts)], number))


def _exchange(held: Counts, wanted: Counts) -> Exchange:
    """The exchange that turns one hand into the other."""
    gone = come = 0
    for shift in range(0, 3 * len(KINDS), 3):
        more = (wanted >> shift & 7) - (held >> shift & 7)
        gone |= max(0, -more) << shift
        come |= max(0, more) << shift
    return Exchange(gone, come)
