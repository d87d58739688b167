"""One suit: how far its tiles are from so many sets, with a pair or without, and which exchanges take them there.

Suits do not touch each other, so each is looked at for itself, once (the answers are kept). Knows no other suit, no
tile that is left or gone, no points.

A *class* is what a suit can be complete as: 2 × sets + pair, from 0 (nothing) to 9 (four sets and a pair). To become
a member of a class the suit makes an *exchange*: some tiles go, others come. Its distance is how many come.

The ranks are read one after the other. All that matters of those already read is which sequences are begun and not
ended, the *carry*, and what the suit can be so far, its *reach*: one bit for each pair of distance and class. So
another set, another tile to come and another possibility are a shift, a shift and an `|`.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property, lru_cache
from itertools import product
from typing import NamedTuple

from webapp.scoring.tiles import Counts, Kind, TileSet, kinds_of

Class = int
Carry = int
Reach = int

CLASSES = range(10)
#: No hand is farther away than seven tiles: seven pairs are not, nor are three sets and a pair.
FARTHEST = 7
#: A distance that no hand has.
NEVER = 99
NUMBER_RANKS, HONOUR_RANKS = 9, 7

#: The bit of a distance and a class is ``_LANE * distance + class``.
_LANE = 16
_DISTANCES = range(FARTHEST + 1)
_ANY: Reach = sum(0b11_1111_1111 << _LANE * distance for distance in _DISTANCES)
_NO_PAIR: Reach = sum(0b01_0101_0101 << _LANE * distance for distance in _DISTANCES)
_NOTHING_YET: dict[Carry, Reach] = {0: 1}


class Exchange(NamedTuple):
    """The tiles that go and the tiles that come, as counts."""

    gone: Counts
    come: Counts


_Path = tuple[Counts, Counts]
_Known = dict[tuple[int, Carry, int], dict[_Path, None]]
_NOTHING_EXCHANGED: tuple[_Path] = ((0, 0),)


class Choice:
    """Exchanges any one of which will do."""

    def __init__(self, exchanges: Iterable[Exchange]) -> None:
        self.exchanges = tuple(exchanges)

    @cached_property
    def come(self) -> TileSet:
        """Every kind that comes in any of them."""
        come = 0
        for exchange in self.exchanges:
            come |= exchange.come
        return kinds_in(come)

    @cached_property
    def come_by_gone(self) -> dict[Kind, TileSet]:
        """For each kind that goes in any of them the kinds that come along with it."""
        packed: dict[Kind, Counts] = {}
        for exchange in self.exchanges:
            for kind, _ in copies_in(exchange.gone):
                packed[kind] = packed.get(kind, 0) | exchange.come
        return {kind: kinds_in(come) for kind, come in packed.items()}


@lru_cache(maxsize=1 << 14)
def copies_in(counts: Counts) -> tuple[tuple[Kind, int], ...]:
    """Every kind (or tile) in packed counts, lowest first, with its number of copies."""
    found = []
    while counts:
        kind = (counts.bit_length() - 1) // 3
        copies = counts >> 3 * kind
        found.append((kind, copies))
        counts ^= copies << 3 * kind
    return tuple(reversed(found))


def kinds_in(counts: Counts) -> TileSet:
    """The set of the kinds in packed counts."""
    return sum([1 << kind for kind, _ in copies_in(counts)])


@lru_cache(maxsize=1 << 12)
def members(kinds: TileSet) -> tuple[Kind, ...]:
    """The kinds of a set, lowest first."""
    return tuple(kinds_of(kinds))


class _Step(NamedTuple):
    """One way to use a rank: from carry to carry, how many tiles it takes, and what it does to the reach."""

    before: Carry
    after: Carry
    used: int
    allowed: Reach
    shift: int


def _steps(held: int, *, may_begin: bool) -> Iterator[_Step]:
    """Every way to use a rank of which so many tiles are held.

    A carry is 3 × (sequences begun two ranks ago) + (one rank ago), at most two each: three equal sequences are
    three triplets. Besides there may be a pair or a triplet.
    """
    begun = range(3) if may_begin else (0,)
    for two_ago, one_ago, new, extra in product(range(3), range(3), begun, (0, 2, 3)):
        used = two_ago + one_ago + new + extra
        if used <= 4:
            gained = 2 * new + {0: 0, 2: 1, 3: 2}[extra]
            shift = gained + _LANE * max(0, used - held)
            yield _Step(3 * two_ago + one_ago, 3 * one_ago + new, used, _NO_PAIR if extra == 2 else _ANY, shift)


def _by_carry(steps: Iterable[_Step], end: str) -> dict[Carry, list[_Step]]:
    found: dict[Carry, list[_Step]] = {}
    for step in steps:
        found.setdefault(getattr(step, end), []).append(step)
    return found


#: The steps from and to each carry, by whether a sequence may begin and by how many tiles of the rank are held.
_FROM, _TO = (
    [[_by_carry(_steps(held, may_begin=may_begin), end) for held in range(8)] for may_begin in (False, True)]
    for end in ("before", "after")
)


class Suit:
    """One suit of a hand: its distance to each class, and the exchanges of that distance."""

    def __init__(self, counts: Counts, room: Counts, ranks: int) -> None:
        """Reads the ranks. `room` is how many of each may be concealed at all; only numbers make sequences."""
        self._ranks = ranks
        self._room = room
        self._counts = counts
        self._reaches = [_NOTHING_YET]
        self._choices: dict[Class, Choice] = {}
        for rank in range(ranks):
            self._reaches.append(self._read(rank, self._reaches[rank]))
        self.distances = _nearest(self._reaches[ranks].get(0, 0))

    def _held(self, rank: int) -> int:
        return self._counts >> 3 * rank & 7

    def _may_begin(self, rank: int) -> bool:
        return self._ranks == NUMBER_RANKS and rank < NUMBER_RANKS - 2

    def _read(self, rank: int, reaches: dict[Carry, Reach]) -> dict[Carry, Reach]:
        """What the carries and their reaches are after a further rank."""
        steps = _FROM[self._may_begin(rank)][self._held(rank)]
        room = self._room >> 3 * rank & 7
        found: dict[Carry, Reach] = {}
        for carry, reach in reaches.items():
            for _, after, used, allowed, shift in steps[carry]:
                if used <= room and (moved := (reach & allowed) << shift & _ANY):
                    found[after] = found.get(after, 0) | moved
        return found

    def choice(self, class_: Class) -> Choice:
        """Every exchange of the least distance that makes the suit a member of a class."""
        if class_ not in self._choices:
            bit = _LANE * self.distances[class_] + class_
            self._choices[class_] = Choice(Exchange(*paths) for paths in self._paths(self._ranks, 0, bit, {}))
        return self._choices[class_]

    def _paths(self, rank: int, carry: Carry, bit: int, known: _Known) -> Iterable[_Path]:
        """Every exchange among the ranks before this one that leads to this carry and this bit of its reach."""
        if rank == 0:
            return _NOTHING_EXCHANGED
        key = rank, carry, bit
        if key not in known:
            # One exchange may come of several splits of the same tiles.
            known[key] = dict.fromkeys(self._longer_paths(rank - 1, carry, bit, known))
        return known[key]

    def _longer_paths(self, rank: int, carry: Carry, bit: int, known: _Known) -> Iterator[_Path]:
        """The same, for each step that this rank can have been used by."""
        held, room = self._held(rank), self._room >> 3 * rank & 7
        reaches = self._reaches[rank]
        for before, _, used, allowed, shift in _TO[self._may_begin(rank)][held].get(carry, ()):
            if used <= room and bit >= shift and (reaches.get(before, 0) & allowed) >> bit - shift & 1:
                more_gone, more_come = max(0, held - used) << 3 * rank, max(0, used - held) << 3 * rank
                for gone, come in self._paths(rank, before, bit - shift, known):
                    yield gone | more_gone, come | more_come


def _nearest(reach: Reach) -> tuple[int, ...]:
    """The least distance of each class."""
    distances = [NEVER] * len(CLASSES)
    for distance in reversed(_DISTANCES):
        lane = reach >> _LANE * distance
        for class_ in CLASSES:
            if lane >> class_ & 1:
                distances[class_] = distance
    return tuple(distances)


@lru_cache(maxsize=1 << 11)
def suit_of(counts: Counts, room: Counts, ranks: int) -> Suit:
    """The suit of these counts, one instance each."""
    return Suit(counts, room, ranks)
