"""Every way in which a holding can be won by the fewest draws: what goes, what comes, and the points of the last tile.

With draws that all lead closer, no kind is both drawn and discarded, and nothing depends on the order. So a hand on
its way is told by two *piles*, the tiles gone and the tiles come, and all ways together are a flat list of their last
steps. Knows which tiles are red and how many are left; it does not choose between discards.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from math import prod
from typing import NamedTuple

from webapp.efficiency.holding import Holding
from webapp.efficiency.shanten import Nearest, Part, part_of
from webapp.efficiency.suits import Choice, copies_in
from webapp.efficiency.worth import CompleteHand
from webapp.scoring.tiles import FIVES, KIND, RED_FIVES, Counts, Kind, Tile

#: Tiles packed three bits each, as counts are, but a red five apart from the plain ones.
Pile = int


class Finish(NamedTuple):
    """A draw that wins: what was gone and come before, how many of the tile are left, the points that it brings."""

    gone: Pile
    come: Pile
    left: int
    points: int


class LastDraw(NamedTuple):
    """One of the tiles of a pile as the last that came: the pile before, the tile, how many of it were left then."""

    before: Pile
    tile: Tile
    left: int


class Wall:
    """The tiles that are left to be drawn."""

    def __init__(self, left: tuple[int, ...]) -> None:
        """`left` is how many of each tile."""
        self._left = left
        self._last_draws: dict[Pile, list[LastDraw]] = {}

    def last_draws(self, come: Pile) -> list[LastDraw]:
        """Every tile of a pile as the last that came."""
        draws = self._last_draws.get(come)
        if draws is None:
            draws = self._last_draws[come] = [
                LastDraw(come - (1 << 3 * tile), tile, self._left[tile] - copies + 1)
                for tile, copies in copies_in(come)
            ]
        return draws


class _Sort(NamedTuple):
    """A pile that certain kinds can be, and how many red fives are in it."""

    pile: Pile
    reds: int


class _Member(NamedTuple):
    """A part of a complete hand: its tiles by kind, what went and came for it, and which tiles these can be."""

    kinds: tuple[Kind, ...]
    gone: Counts
    come: Counts
    goes: list[_Sort]
    comes: list[_Sort]


class Finishes:
    """Every finish of a holding, by the nearest complete hands for which there are tiles left."""

    def __init__(self, holding: Holding, nearest: Nearest) -> None:
        """Finds the members of the complete hands; the hands themselves are put together and scored one by one."""
        self.wall = Wall(holding.left)
        self._holding = holding
        self._reds = sum(holding.held[red] for red in RED_FIVES)
        self._known: dict[tuple[Kind, Choice], list[_Member]] = {}
        self._ways = [[self._members(part) for part in way] for way in nearest.ways]

    @property
    def hands(self) -> int:
        """How many complete hands there are."""
        return sum([prod(map(len, members)) for members in self._ways])

    def __iter__(self) -> Iterator[Finish]:
        """The finishes, hand by hand. What two ways lead to, by sets and by seven pairs, counts once."""
        done = set()
        for way in self._ways:
            for members in product(*way):
                hand = sum([member.gone for member in members]), sum([member.come for member in members])
                if hand not in done:
                    done.add(hand)
                    yield from self._of_hand(members)

    def _of_hand(self, members: tuple[_Member, ...]) -> Iterator[Finish]:
        """The finishes of one complete hand: each tile that came may be the last, and be red or not."""
        hand = CompleteHand(self._holding, [kind for member in members for kind in member.kinds])
        goes = _joined([member.goes for member in members])
        points: dict[tuple[Kind, int], int] = {}
        for come, reds_come in _joined([member.comes for member in members]):
            for gone, reds_gone in goes:
                reds = self._reds + reds_come - reds_gone
                for before, tile, left in self.wall.last_draws(come):
                    key = KIND[tile], reds
                    if key not in points:
                        points[key] = hand.points(*key)
                    yield Finish(gone, before, left, points[key])

    def _members(self, part: Part) -> list[_Member]:
        """The members that the exchanges of a part make, if the tiles that have to come are left."""
        key = part.first, part.choice
        if key not in self._known:
            self._known[key] = list(self._found_members(part))
        return self._known[key]

    def _found_members(self, part: Part) -> Iterator[_Member]:
        held = part_of(self._holding.counts, part.first, part.ranks)
        for gone, come in part.choice.exchanges:
            comes = _sorts(come << 3 * part.first, self._holding.left)
            if comes:
                kinds = [part.first + kind for kind, copies in copies_in(held - gone + come) for _ in range(copies)]
                gone, come = gone << 3 * part.first, come << 3 * part.first
                yield _Member(tuple(kinds), gone, come, _sorts(gone, self._holding.held), comes)


def _sorts(counts: Counts, available: tuple[int, ...]) -> list[_Sort]:
    """Every pile that these kinds can be if so many of each tile are available."""
    if any(copies > available[kind] for kind, copies in copies_in(counts) if kind not in FIVES):
        return []
    found = [_Sort(counts, 0)]
    for five, red in zip(FIVES, RED_FIVES, strict=True):
        if copies := counts >> 3 * five & 7:
            reds = range(max(0, copies - available[five]), min(copies, available[red]) + 1)
            swap = (1 << 3 * red) - (1 << 3 * five)
            found = [_Sort(pile + number * swap, others + number) for pile, others in found for number in reds]
    return found


def _joined(parts: Iterable[list[_Sort]]) -> list[_Sort]:
    """Every pile of one sort of each part."""
    found = [_Sort(0, 0)]
    for sorts in parts:
        found = [_Sort(pile + more, reds + more_reds) for pile, reds in found for more, more_reds in sorts]
    return found
