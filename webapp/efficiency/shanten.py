"""How many tiles a holding is away from complete (向聴), and which tiles take it a step closer (受け入れ).

Knows the three shapes of a complete hand and how suits join into one; it does not know points. Exact: nothing is
waited for of which one holds all four, and a hand that could only go on with a fifth copy is not one step closer.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import NamedTuple, Protocol, Self

from webapp.efficiency.holding import Holding
from webapp.efficiency.suits import (
    CLASSES,
    HONOUR_RANKS,
    NEVER,
    NUMBER_RANKS,
    Choice,
    Class,
    Exchange,
    copies_in,
    members,
    suit_of,
)
from webapp.scoring.tiles import KINDS, YAOCHUU, Counts, Kind, TileSet, kinds_of

PAIRS = 7

#: The first kind of each suit, and how many ranks it has.
SUITS = [(0, NUMBER_RANKS), (9, NUMBER_RANKS), (18, NUMBER_RANKS), (27, HONOUR_RANKS)]
#: For each class the pairs of classes that make it up: their sets add up, and there is one pair at most.
_SPLITS = [[(part, whole - part) for part in range(whole + 1) if not part & 1 or whole & 1] for whole in CLASSES]

Distances = tuple[int, ...]


class Part(NamedTuple):
    """A part of the kinds, from `first` on so many, and the exchanges among them that are wanted."""

    first: Kind
    ranks: int
    choice: Choice


#: A way to complete the hand: in each part any one exchange of its choice.
Way = tuple[Part, ...]


@dataclass(frozen=True, slots=True)
class Ukeire:
    """The kinds that take a hand a step closer, each with how many are left."""

    left: tuple[tuple[Kind, int], ...]

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds alone, lowest first; also those of which nothing is left."""
        return tuple(kind for kind, _ in self.left)

    @property
    def count(self) -> int:
        """How many tiles."""
        return sum(left for _, left in self.left)

    @classmethod
    def of(cls, holding: Holding, kinds: TileSet) -> Self:
        """These kinds, as a holding has them left."""
        left = holding.left_by_kind
        return cls(tuple([(kind, left[kind]) for kind in members(kinds)]))


class _Whole(Protocol):
    """A shape that is not made of sets, so that it spans all suits."""

    distance: int

    def exchanges(self) -> Iterator[Exchange]:
        """Every exchange of the least distance that gives a hand this shape."""


class Nearest:
    """The complete hands that are nearest to a holding: how far they are, and every way to them."""

    def __init__(self, holding: Holding) -> None:
        """Works out how far; the ways are worked out when asked for."""
        self._suits = [
            suit_of(part_of(holding.counts, first, ranks), part_of(holding.room, first, ranks), ranks)
            for first, ranks in SUITS
        ]
        self._rests = _rests([suit.distances for suit in self._suits])
        self._target: Class = 2 * holding.sets + 1
        self._wholes: list[_Whole] = [] if holding.melds else [_SevenPairs(holding), _ThirteenOrphans(holding)]
        #: How many tiles have to come; 0 if the hand is complete.
        self.distance = min([self._rests[0][self._target], *(whole.distance for whole in self._wholes)])

    @property
    def shanten(self) -> int:
        """How many tiles have to come until one wait is left: 0 tenpai, −1 complete."""
        return self.distance - 1

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        """Every way to a nearest complete hand. Two ways can lead to the same one, by sets and by seven pairs."""
        wholes = [whole.exchanges() for whole in self._wholes if whole.distance == self.distance]
        by_sets = self._by_sets(0, self._target, self.distance)
        return (*by_sets, *[(Part(0, len(KINDS), Choice(exchanges)),) for exchanges in wholes])

    def _by_sets(self, suit: int, class_: Class, distance: int) -> Iterator[Way]:
        """Every way to split a class and a distance among the suits from this one on."""
        (first, ranks), this = SUITS[suit], self._suits[suit]
        if suit == len(SUITS) - 1:
            if this.distances[class_] == distance:
                yield (Part(first, ranks, this.choice(class_)),)
            return
        for own, rest in _SPLITS[class_]:
            needed = this.distances[own]
            if needed + self._rests[suit + 1][rest] == distance:
                part = Part(first, ranks, this.choice(own))
                for others in self._by_sets(suit + 1, rest, distance - needed):
                    yield (part, *others)

    @cached_property
    def advancing(self) -> TileSet:
        """The kinds that take a holding of 3n + 1 tiles a step closer."""
        kinds = 0
        for way in self.ways:
            for first, _, choice in way:
                kinds |= choice.come << first
        return kinds

    @cached_property
    def advancing_after(self) -> dict[Kind, TileSet]:
        """For each kind that a holding of 3n + 2 tiles can give up at no step's cost those that take it closer then."""
        found: dict[Kind, TileSet] = {}
        for way in self.ways:
            for part in way:
                elsewhere = 0
                for other in way:
                    if other is not part:
                        elsewhere |= other.choice.come << other.first
                for kind, come in part.choice.come_by_gone.items():
                    found[part.first + kind] = found.get(part.first + kind, 0) | come << part.first | elsewhere
        return found


def shanten(holding: Holding) -> int:
    """How many steps a holding is from tenpai; −1 if it is complete."""
    return Nearest(holding).shanten


def part_of(counts: Counts, first: Kind, ranks: int) -> Counts:
    """The counts of so many kinds from the first one on."""
    return counts >> 3 * first & (1 << 3 * ranks) - 1


def _rests(suits: list[Distances]) -> list[Distances]:
    """The distances of each suit joined with all that come after it."""
    rests = suits[-1:]
    for distances in reversed(suits[:-1]):
        rests.insert(0, _joined(distances, rests[0]))
    return rests


def _joined(one: Distances, other: Distances) -> Distances:
    return tuple([min([one[part] + other[rest] for part, rest in splits]) for splits in _SPLITS])


class _SevenPairs:
    """The distance to seven different pairs, and the exchanges of that distance."""

    def __init__(self, holding: Holding) -> None:
        held = dict(copies_in(holding.counts))
        possible = {kind for kind, room in copies_in(holding.room) if room >= 2}
        self._holding = holding
        self._pairs = [kind for kind in possible if held.get(kind, 0) >= 2]
        self._singles = [kind for kind in possible if held.get(kind) == 1]
        self._absent = [kind for kind in possible if kind not in held]
        missing = max(0, PAIRS - len(self._pairs))
        self._from_singles = min(missing, len(self._singles))
        self._from_nothing = missing - self._from_singles
        is_possible = self._from_nothing <= len(self._absent)
        self.distance = self._from_singles + 2 * self._from_nothing if is_possible else NEVER

    def exchanges(self) -> Iterator[Exchange]:
        """One for every choice of further pairs."""
        kept = sum(2 << 3 * kind for kind in self._pairs)
        for singles in combinations(self._singles, self._from_singles):
            completed = sum(1 << 3 * kind for kind in singles)
            for pairs in combinations(self._absent, self._from_nothing):
                come = completed + sum(2 << 3 * kind for kind in pairs)
                yield Exchange(self._holding.counts - kept - completed, come)


class _ThirteenOrphans:
    """The distance to thirteen orphans, and the exchanges of that distance."""

    def __init__(self, holding: Holding) -> None:
        held = dict(copies_in(holding.counts))
        room = dict(copies_in(holding.room))
        orphans = kinds_of(YAOCHUU)
        self._holding = holding
        self._missing = [kind for kind in orphans if kind not in held]
        twins = [kind for kind in orphans if held.get(kind, 0) >= 2]
        self._twins = twins or [kind for kind in orphans if room.get(kind, 0) >= 2]
        is_possible = self._twins and all(room.get(kind, 0) for kind in orphans)
        self.distance = len(self._missing) + (0 if twins else 1) if is_possible else NEVER

    def exchanges(self) -> Iterator[Exchange]:
        """One for every choice of the twin."""
        for twin in self._twins:
            wanted = sum(1 << 3 * kind for kind in kinds_of(YAOCHUU)) + (1 << 3 * twin)
            yield _exchange(self._holding.counts, wanted)


def _exchange(held: Counts, wanted: Counts) -> Exchange:
    """What makes the one hand of the other."""
    gone = come = 0
    for shift in range(0, 3 * len(KINDS), 3):
        more = (wanted >> shift & 7) - (held >> shift & 7)
        gone |= max(0, -more) << shift
        come |= max(0, more) << shift
    return Exchange(gone, come)
