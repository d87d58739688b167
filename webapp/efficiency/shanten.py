"""Shanten (向聴), the steps from a holding to tenpai, and ukeire (受け入れ), the tiles that take it a step closer.

This module knows the three shapes of a complete hand and how suits join into one; it knows no points. The numbers are
exact: a hand never waits for a kind of which it has every copy, and one that needs a fifth copy does not count as
closer.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from operator import add
from typing import NamedTuple, Self

from webapp.efficiency.holding import Holding
from webapp.efficiency.special_hands import SPECIAL_HANDS, orphans_distance, pairs_distance
from webapp.efficiency.suits import (
    CLASSES,
    HONOUR_RANKS,
    NUMBER_RANKS,
    ROOMS,
    Choice,
    Class,
    Distances,
    SuitDistances,
    distances_in,
    interned,
    members,
    suit_of,
)
from webapp.scoring.blocks import SETS
from webapp.scoring.tiles import KINDS, Counts, Kind, TileSet

#: The first kind of each suit, and its number of ranks.
SUITS = [(0, NUMBER_RANKS), (9, NUMBER_RANKS), (18, NUMBER_RANKS), (27, HONOUR_RANKS)]
#: The place of the counts of each suit behind the first, and a mask for those of nine ranks, in bits.
_PIN, _SOU, _HONOURS = (3 * first for first, _ in SUITS[1:])
_NUMBERS: Counts = (1 << 3 * NUMBER_RANKS) - 1
#: For each class, every pair of classes that together make it. Their sets add up, and at most one of the two has the
#: pair.
_SPLITS = [[(part, whole - part) for part in range(whole + 1) if not part & 1 or whole & 1] for whole in CLASSES]
#: The number of joins of two lists of distances that are cached. There are few: 16,000 random hands have 3,000 joins.
JOINS = 1 << 13


class Segment(NamedTuple):
    """One suit, or all kinds: `ranks` kinds from `first` on, and the exchanges among them that are wanted."""

    first: Kind
    ranks: int
    choice: Choice


#: A way to complete the hand: in each segment any one exchange of its choice.
Way = tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class Ukeire:
    """The kinds that take a hand a step closer, each with the number of tiles left."""

    left: tuple[tuple[Kind, int], ...]

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kinds alone, lowest first; also those of which nothing is left."""
        return tuple(kind for kind, _ in self.left)

    @property
    def count(self) -> int:
        """The number of tiles left, of all kinds together."""
        return sum(left for _, left in self.left)

    @classmethod
    def of(cls, holding: Holding, kinds: TileSet) -> Self:
        """The ukeire of these kinds, with the tiles that are left for a holding."""
        return cls(tuple([(kind, holding.left_of(kind)) for kind in members(kinds)]))


class Nearest:
    """The complete hands that are nearest to a holding: their distance, and every way to them."""

    def __init__(self, holding: Holding) -> None:
        """Works out the distance; the ways are worked out when first used."""
        self._counts = counts = holding.counts
        self._room = room = holding.room
        self._target: Class = 2 * holding.sets + 1
        self._specials = () if holding.melds else SPECIAL_HANDS
        #: The number of tiles that have to come; 0 if the hand is complete.
        self.distance = shanten_of(counts, room, holding.sets) + 1

    @property
    def shanten(self) -> int:
        """The number of tiles that have to come until the hand is tenpai: 0 is tenpai, −1 complete."""
        return self.distance - 1

    @cached_property
    def ways(self) -> tuple[Way, ...]:
        """Every way to a nearest complete hand. Two ways can lead to the same one, by sets and by seven pairs."""
        held = self._counts, self._room
        nearest = [special for special in self._specials if special.distance(*held) == self.distance]
        by_sets = self._by_sets(0, self._target, self.distance)
        return (*by_sets, *[(Segment(0, len(KINDS), Choice(special.exchanges(*held))),) for special in nearest])

    def _by_sets(self, suit: int, class_: Class, distance: int) -> Iterator[Way]:
        """Every way to split a class and a distance among the suits from this one on."""
        this = self._distances[suit]
        if suit == len(SUITS) - 1:
            if this[class_] == distance:
                yield (self._segment(suit, class_),)
            return
        for own, rest in _SPLITS[class_]:
            if this[own] + self._rests[suit + 1][rest] == distance:
                segment = self._segment(suit, own)
                for others in self._by_sets(suit + 1, rest, distance - this[own]):
                    yield (segment, *others)

    @cached_property
    def _distances(self) -> list[Distances]:
        """The distances of each suit."""
        return [
            suit[part_of(self._counts, first, ranks)]
            for suit, (first, ranks) in zip(_suits_in(self._room), SUITS, strict=True)
        ]

    @cached_property
    def _rests(self) -> list[Distances]:
        """The distances of each suit joined with all that come after it."""
        man, pin, sou, honours = self._distances
        last_two = _joined(sou, honours)
        last_three = _joined(pin, last_two)
        return [_joined(man, last_three), last_three, last_two, honours]

    def _segment(self, suit: int, class_: Class) -> Segment:
        """The exchanges by which one suit becomes a member of a class."""
        first, ranks = SUITS[suit]
        this = suit_of(part_of(self._counts, first, ranks), part_of(self._room, first, ranks), ranks)
        return Segment(first, ranks, this.choice(class_))

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
        """For each kind that 3n + 2 tiles can discard without a step back, the kinds that then take the hand closer."""
        after: dict[Kind, TileSet] = {}
        for way in self.ways:
            for segment in way:
                elsewhere = 0
                for other in way:
                    if other is not segment:
                        elsewhere |= other.choice.come << other.first
                for kind, come in segment.choice.come_by_gone.items():
                    gone = segment.first + kind
                    after[gone] = after.get(gone, 0) | come << segment.first | elsewhere
        return after


def shanten(holding: Holding) -> int:
    """The number of steps from a holding to tenpai; −1 if it is complete."""
    return shanten_of(holding.counts, holding.room, holding.sets)


def shanten_of(counts: Counts, room: Counts, sets: int) -> int:
    """The number of steps from concealed tiles to tenpai. They have to make this number of sets; `room` as in
    `Holding`."""
    man, pin, sou, honours = _suits_in(room)
    numbers = _joined(man[counts & _NUMBERS], pin[counts >> _PIN & _NUMBERS])
    others = _joined(sou[counts >> _SOU & _NUMBERS], honours[counts >> _HONOURS])
    distance = _least(numbers, others, 2 * sets + 1)
    if sets == SETS:
        distance = min(distance, pairs_distance(counts, room), orphans_distance(counts, room))
    return distance - 1


@lru_cache(ROOMS)
def _suits_in(room: Counts) -> tuple[SuitDistances, SuitDistances, SuitDistances, SuitDistances]:
    """The distances of each suit in this room."""
    return (
        distances_in(room & _NUMBERS, NUMBER_RANKS),
        distances_in(room >> _PIN & _NUMBERS, NUMBER_RANKS),
        distances_in(room >> _SOU & _NUMBERS, NUMBER_RANKS),
        distances_in(room >> _HONOURS, HONOUR_RANKS),
    )


def part_of(counts: Counts, first: Kind, ranks: int) -> Counts:
    """The counts of `ranks` kinds from `first` on."""
    return counts >> 3 * first & (1 << 3 * ranks) - 1


@lru_cache(JOINS)
def _least(one: Distances, other: Distances, whole: Class) -> int:
    """The distance of two suits together to a class with a pair."""
    least: int = min(map(add, one, other[whole::-1]))
    return least


@lru_cache(JOINS)
def _joined(one: Distances, other: Distances) -> Distances:
    """The distances of two suits together."""
    # Of two classes that make one without a pair neither has one: every second class counts.
    return interned(tuple([min(map(add, one[:: 2 - whole % 2], other[whole :: whole % 2 - 2])) for whole in CLASSES]))
