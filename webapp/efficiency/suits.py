"""One suit: how far its tiles are from a number of sets, with a pair or without, and which exchanges take them there.

No set spans two suits, so each suit is worked out alone. This module knows no other suit, no tiles left, no points.

A *class* says what a complete suit consists of: 2 × sets + pair, from 0 (nothing) to 9 (four sets and a pair). To
become a member of a class the suit makes an *exchange*: some tiles go, others come. Its *distance* is the number of
tiles that come.

An automaton reads the ranks one after another. Two things matter about the ranks already read: the sequences that are
begun and not ended (the *carry*), and the distances and classes that are possible so far (the *reach*, one bit for each
pair of the two). So one more set is a shift, one more tile to come is a shift, and one more possibility is an `|`. A
*state* of the automaton is the reach of each carry. Many suits share a state: the 64,000 suits of 16,000 random hands
go through 1,577 states. So each step from a state is worked out once, and a new suit costs three look-ups, each of
three ranks.
"""

from collections.abc import Iterable, Iterator
from functools import cache, cached_property, lru_cache, reduce
from itertools import accumulate, product
from typing import NamedTuple

from webapp.scoring.tiles import Counts, Kind, TileSet, kinds_of

Class = int
Carry = int
Reach = int

CLASSES = range(10)
#: No hand is farther than seven tiles from complete: with seven tiles any hand becomes seven pairs or, if it has a
#: meld, three sets and a pair.
FARTHEST = 7
#: A distance that no hand has.
NEVER = 99
NUMBER_RANKS, HONOUR_RANKS = 9, 7

#: The bit of a distance and a class is ``_LANE * distance + class``.
_LANE = 16
_DISTANCES = range(FARTHEST + 1)
_CARRIES = range(9)
_ANY: Reach = sum(0b11_1111_1111 << _LANE * distance for distance in _DISTANCES)
_NO_PAIR: Reach = sum(0b01_0101_0101 << _LANE * distance for distance in _DISTANCES)

#: A mask for three ranks of packed counts. For each group of three ranks, the number of them that can begin a sequence.
_THREE_RANKS: Counts = 0o777
_BEGINNERS = {NUMBER_RANKS: (3, 3, 1), HONOUR_RANKS: (0, 0, 0)}

#: The numbers of states, steps of one rank, steps of three ranks, rooms, and suits of each room that are cached, about
#: 10 MB in all. Thousands of random hands have one room and take up to half of the others.
STATES, STEPS, LEAPS, ROOMS, SUITS_KEPT = 1 << 13, 1 << 14, 1 << 14, 1 << 4, 1 << 13


class Distances(tuple[int, ...]):
    """The distance to each class, of one suit or of several together.

    Equal ones are one instance, so their hash is that of the instance: the key of a cache is then found at once.
    """

    __slots__ = ()
    __hash__ = object.__hash__


class Exchange(NamedTuple):
    """The tiles that go and the tiles that come, as counts."""

    gone: Counts
    come: Counts


_Path = tuple[Counts, Counts]
_Known = dict[tuple[int, Carry, int], dict[_Path, None]]
_NOTHING_EXCHANGED: tuple[_Path] = ((0, 0),)


class Choice:
    """Several exchanges; any one of them is enough."""

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
    held = []
    while counts:
        kind = (counts.bit_length() - 1) // 3
        copies = counts >> 3 * kind
        held.append((kind, copies))
        counts ^= copies << 3 * kind
    return tuple(reversed(held))


def kinds_in(counts: Counts) -> TileSet:
    """The set of the kinds in packed counts."""
    return sum([1 << kind for kind, _ in copies_in(counts)])


@lru_cache(maxsize=1 << 12)
def members(kinds: TileSet) -> tuple[Kind, ...]:
    """The kinds of a set, lowest first."""
    return tuple(kinds_of(kinds))


class _Step(NamedTuple):
    """One way to use a rank: the carries before and after it, the number of tiles it takes, the shift of the reach, and
    whether it makes the pair."""

    before: Carry
    after: Carry
    used: int
    shift: int
    is_pair: bool


def _steps(held: int, room: int, *, may_begin: bool) -> Iterator[_Step]:
    """Every way to use a rank. `held` tiles of it are held; at most `room` tiles of it can be.

    A carry is 3 × (sequences begun two ranks ago) + (sequences begun one rank ago). Each number is at most two, because
    three equal sequences are read as three triplets. Besides there can be a pair or a triplet.
    """
    begun = range(3) if may_begin else (0,)
    for two_ago, one_ago, new, extra in product(range(3), range(3), begun, (0, 2, 3)):
        used = two_ago + one_ago + new + extra
        if used <= room:
            gained = 2 * new + {0: 0, 2: 1, 3: 2}[extra]
            shift = gained + _LANE * max(0, used - held)
            yield _Step(3 * two_ago + one_ago, 3 * one_ago + new, used, shift, extra == 2)


class _Rank:
    """Every way to use a rank, by the carry before it and by the carry after it."""

    __slots__ = ("arriving", "pairing", "setting")

    def __init__(self, held: int, room: int, may_begin: bool) -> None:
        """`setting` and `pairing` are the steps without and with the pair: (carry after, shift) by the carry before."""
        self.setting: list[list[tuple[Carry, int]]] = [[] for _ in _CARRIES]
        self.pairing: list[list[tuple[Carry, int]]] = [[] for _ in _CARRIES]
        self.arriving: list[list[_Step]] = [[] for _ in _CARRIES]
        for step in _steps(held, room, may_begin=may_begin):
            (self.pairing if step.is_pair else self.setting)[step.before].append((step.after, step.shift))
            self.arriving[step.after].append(step)


_rank_of = cache(_Rank)


@lru_cache(STATES)
def _nearest(reach: Reach) -> Distances:
    """The least distance of each class. Equal ones are one instance."""
    lanes = [(distance, reach >> _LANE * distance) for distance in _DISTANCES]
    return interned(
        tuple([next((distance for distance, lane in lanes if lane >> class_ & 1), NEVER) for class_ in CLASSES])
    )


interned = lru_cache(STATES)(Distances)


class _State(tuple[Reach, ...]):
    """A state of the automaton: the reach of each carry. Equal ones are one instance, as with `Distances`."""

    __slots__ = ()
    __hash__ = object.__hash__


_state_of = lru_cache(STATES)(_State)
_START = _state_of((1, *[0] * (len(_CARRIES) - 1)))


@lru_cache(STEPS)
def _after_rank(state: _State, rank: _Rank) -> _State:
    """The state after one more rank."""
    reached = [0] * len(_CARRIES)
    for reach, setting, pairing in zip(state, rank.setting, rank.pairing, strict=True):
        if reach:
            for after, shift in setting:
                reached[after] |= reach << shift
            unpaired = reach & _NO_PAIR
            for after, shift in pairing:
                reached[after] |= unpaired << shift
    return _state_of(tuple([reach & _ANY for reach in reached]))


@lru_cache(LEAPS)
def _after_three(state: _State, ranks: tuple[_Rank, ...]) -> _State:
    """The state after three more ranks."""
    return reduce(_after_rank, ranks, state)


class _Threes(dict[Counts, tuple[_Rank, ...]]):
    """The counts of three ranks → how these ranks can be used. Sequences can begin in the first `beginners` of them."""

    def __init__(self, room: Counts, beginners: int) -> None:
        """Starts empty."""
        super().__init__()
        self._ranks = [(room >> 3 * number & 7, number < beginners) for number in range(3)]

    def __missing__(self, counts: Counts) -> tuple[_Rank, ...]:
        ranks = [(counts >> 3 * number & 7, *rank) for number, rank in enumerate(self._ranks)]
        self[counts] = three = tuple([_rank_of(*rank) for rank in ranks])
        return three


_threes_in = cache(_Threes)


class SuitDistances(dict[Counts, Distances]):
    """Counts of a suit → its distance to each class, worked out when first looked up.

    `room` is the most tiles of each rank that can be concealed. A suit of nine ranks has sequences.
    """

    def __init__(self, room: Counts, ranks: int) -> None:
        """Starts empty."""
        super().__init__()
        rooms = [room & _THREE_RANKS, room >> 9 & _THREE_RANKS, room >> 18]
        self._low, self._middle, self._high = map(_threes_in, rooms, _BEGINNERS[ranks])

    def __missing__(self, counts: Counts) -> Distances:
        state = _after_three(_START, self._low[counts & _THREE_RANKS])
        state = _after_three(state, self._middle[counts >> 9 & _THREE_RANKS])
        state = _after_three(state, self._high[counts >> 18])
        if len(self) >= SUITS_KEPT:
            self.clear()
        self[counts] = distances = _nearest(state[0])
        return distances


distances_in = lru_cache(ROOMS)(SuitDistances)


class Suit:
    """One suit of a hand: the exchanges of the least distance to each class."""

    def __init__(self, counts: Counts, room: Counts, ranks: int) -> None:
        """`room` and `ranks` as in `SuitDistances`."""
        self.distances = distances_in(room, ranks)[counts]
        self._counts = counts
        self._choices: dict[Class, Choice] = {}
        may_begin = [rank < beginners for beginners in _BEGINNERS[ranks] for rank in range(3)]
        self._ranks = [_rank_of(counts >> 3 * rank & 7, room >> 3 * rank & 7, may_begin[rank]) for rank in range(ranks)]
        self._states = list(accumulate(self._ranks, _after_rank, initial=_START))

    def choice(self, class_: Class) -> Choice:
        """Every exchange of the least distance that makes the suit a member of a class."""
        if class_ not in self._choices:
            bit = _LANE * self.distances[class_] + class_
            self._choices[class_] = Choice(Exchange(*paths) for paths in self._paths(len(self._ranks), 0, bit, {}))
        return self._choices[class_]

    def _paths(self, rank: int, carry: Carry, bit: int, known: _Known) -> Iterable[_Path]:
        """Every exchange among the ranks before this one that leads to this carry and this bit of its reach."""
        if rank == 0:
            return _NOTHING_EXCHANGED
        key = rank, carry, bit
        if key not in known:
            # Several splits of the same tiles may give one exchange.
            known[key] = dict.fromkeys(self._longer_paths(rank - 1, carry, bit, known))
        return known[key]

    def _longer_paths(self, rank: int, carry: Carry, bit: int, known: _Known) -> Iterator[_Path]:
        """The exchanges of `_paths`, with this rank included: for each step that can lead here, every exchange before
        it, extended by the step."""
        held = self._counts >> 3 * rank & 7
        state = self._states[rank]
        for before, _, used, shift, is_pair in self._ranks[rank].arriving[carry]:
            reach = state[before] & (_NO_PAIR if is_pair else _ANY)
            if bit >= shift and reach >> bit - shift & 1:
                more_gone, more_come = max(0, held - used) << 3 * rank, max(0, used - held) << 3 * rank
                for gone, come in self._paths(rank, before, bit - shift, known):
                    yield gone | more_gone, come | more_come


@lru_cache(maxsize=1 << 11)
def suit_of(counts: Counts, room: Counts, ranks: int) -> Suit:
    """The suit of these counts. Cached."""
    return Suit(counts, room, ranks)
