"""The value of a hand (牌姿の評価値), and of every discard that keeps the shanten.

By definition, the value of a complete hand is the points of its tsumo. Before a draw, the value is a sum over the tiles
that take the hand closer: `tiles left × value after the draw`. Before a discard, it is the best value after a discard.
There is no probability in it, so it is no expectation: those are in `turns`.

It is worked out backwards, from the last draws of all ways (`finishes`). A hand on the way is identified by two piles:
the tiles gone and the tiles come. There is a row for each pile of tiles gone; it holds a value for each pile of tiles
come.
"""

from collections import Counter
from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from webapp.efficiency.finishes import Budget, Finish, Finishes, Pile, TooMuch, Wall
from webapp.efficiency.holding import Holding
from webapp.efficiency.shanten import Nearest, Ukeire
from webapp.efficiency.suits import copies_in
from webapp.efficiency.waits import completing
from webapp.efficiency.worth import tsumo
from webapp.scoring.score import Score
from webapp.scoring.tiles import KIND, NAMES, Kind, Tile, sort_key

ValueRow = dict[Pile, int]
ValueRows = dict[Pile, ValueRow]

#: How many hands on the way are looked at unless more are asked for: so that a request costs at most
#: about 60 scoring taps (tests/MEASURED.md).
BUDGET = 45_000
#: To tell of each discard what it leads to takes as long again. With more hands than this the best one is told alone.
MOST_TOLD = 20_000
#: How many tenpais of a discard are listed one draw away from tenpai. That is all of them: one for each tile.
MOST_TENPAIS = len(NAMES)
#: How many tenpais are listed farther away: of all discards together, and of one discard.
FEW_TENPAIS, FEW_OF_ONE = 24, 6


class WinningDraw(NamedTuple):
    """A draw that wins: the tile, how many are left, and the hand that it makes by tsumo."""

    tile: Tile
    left: int
    tsumo: Score

    @property
    def value(self) -> int:
        """The points of its tsumo."""
        return self.tsumo.points


class Tenpai(NamedTuple):
    """A tenpai that the best discards lead to: what has gone and come by then, and its waits.

    `ways` is in how many ways it comes about: the product of the tiles left at each draw. `value` is its own, the sum
    over its waits. The value of a hand is the sum of `ways × value` over all tenpais that it leads to.
    """

    gone: tuple[Tile, ...]
    come: tuple[Tile, ...]
    ways: int
    value: int
    waits: tuple[WinningDraw, ...]


class Reached(NamedTuple):
    """What a discard leads to, if the best discards follow.

    `usual` are the points that at least half of the ways to win bring, without honba; None if no way to win is known.
    `tenpais` are listed from the one that adds most to the value on; so many `more` are not listed.
    """

    usual: int | None = None
    tenpais: tuple[Tenpai, ...] = ()
    more: int = 0


class Prospect:
    """Every hand that a holding becomes on its shortest ways, with its value."""

    def __init__(self, holding: Holding, nearest: Nearest, budget: Budget) -> None:
        """Begins with the tenpais and goes back from there; raises `TooMuch` beyond the budget."""
        finishes = Finishes(holding, nearest, budget)
        self._holding = holding
        self._wall = finishes.wall
        self._tiles = sorted(set(holding.concealed), key=sort_key)
        #: The hands before each draw, first draw first; below, the hands before the discard between two draws.
        self._finishes = tuple(finishes)
        self._to_draw = [_tenpais(self._finishes, budget)]
        self._to_discard: list[ValueRows] = []
        for _ in range(nearest.distance - 1):
            self._to_discard.insert(0, _before_discard(self._to_draw[0], budget))
            self._to_draw.insert(0, _before_draw(self._to_discard[0], self._wall, budget))
        #: How many hands on the way were looked at.
        self.size = budget.spent

    def value(self, gone: Pile = 0) -> int:
        """The value before the first draw, after the tiles `gone` are discarded."""
        return self._to_draw[0].get(gone, {}).get(0, 0)

    def reached(self, gone: Pile, most: int) -> Reached:
        """What follows after `gone` is discarded, with the best discards from then on. At most `most` tenpais are
        listed."""
        ways: ValueRows = {gone: {0: 1}} if gone in self._to_draw[0] else {}
        for draw in range(1, len(self._to_draw)):
            ways = self._one_draw_on(draw, ways)
        values = self._to_draw[-1]
        found = [(number, gone, come) for gone, row in ways.items() for come, number in row.items()]
        found.sort(key=lambda tenpai: -tenpai[0] * values[tenpai[1]][tenpai[2]])
        tenpais = tuple([self._tenpai(*tenpai) for tenpai in found[:most]])
        return Reached(self._usual(ways), tenpais, len(found) - len(tenpais))

    def _usual(self, ways: ValueRows) -> int | None:
        """The points that at least half of the ways to win bring. A draw without yaku is no win."""
        numbers = Counter[int]()
        for gone, come, left, points in self._finishes:
            row = ways.get(gone)
            if row and points:
                numbers[points] += row.get(come, 0) * left
        half, reached = numbers.total() / 2, 0
        for points in sorted(numbers, reverse=True):
            reached += numbers[points]
            if reached >= half > 0:
                return points
        return None

    def _tenpai(self, ways: int, gone: Pile, come: Pile) -> Tenpai:
        gone_tiles, come_tiles = tiles_in(gone), tiles_in(come)
        waits = winning_draws(self._holding.after(gone_tiles, come_tiles))
        return Tenpai(gone_tiles, come_tiles, ways, self._to_draw[-1][gone][come], waits)

    def _one_draw_on(self, draw: int, ways: ValueRows) -> ValueRows:
        """In how many ways the best discards lead to each hand, one draw and one discard later."""
        found: ValueRows = {}
        for gone, row in ways.items():
            drawn = self._ways_to_draw(row, self._to_discard[draw - 1].get(gone, {}))
            for come, number in drawn.items():
                then = found.setdefault(gone + (1 << 3 * self._best_discard(draw, gone, come)), {})
                then[come] = then.get(come, 0) + number
        return found

    def _ways_to_draw(self, row: dict[Pile, int], possible: Container[Pile]) -> dict[Pile, int]:
        """In how many ways one more draw leads from these piles to the possible ones."""
        found: dict[Pile, int] = {}
        for come, number in row.items():
            for tile in self._coming:
                if (more := come + (1 << 3 * tile)) in possible:
                    left = self._holding.left[tile] - (come >> 3 * tile & 7)
                    found[more] = found.get(more, 0) + number * left
        return found

    @cached_property
    def _coming(self) -> tuple[Tile, ...]:
        """Every tile that comes on some way."""
        coming = 0
        for row in self._to_draw[-1].values():
            for come in row:
                coming |= come
        return tuple([tile for tile, _ in copies_in(coming)])

    def _best_discard(self, draw: int, gone: Pile, come: Pile) -> Tile:
        """The discard that keeps the value of a hand after so many draws."""
        value = self._to_discard[draw - 1][gone][come]
        rows = self._to_draw[draw]
        return next(tile for tile in self._tiles if rows.get(gone + (1 << 3 * tile), {}).get(come) == value)


def _tenpais(finishes: Iterable[Finish], budget: Budget) -> ValueRows:
    """The hands before the last draw."""
    rows: ValueRows = {}
    for gone, come, left, points in finishes:
        row = rows.setdefault(gone, {})
        row[come] = row.get(come, 0) + left * points
    budget.spend(sum(map(len, rows.values())))
    return rows


def _before_discard(hands: ValueRows, budget: Budget) -> ValueRows:
    """The hands one discard before these. The value of each is the best value after its discards."""
    following: dict[Pile, list[ValueRow]] = {}
    for gone, row in hands.items():
        for tile, _ in copies_in(gone):
            following.setdefault(gone - (1 << 3 * tile), []).append(row)
    rows: ValueRows = {}
    for gone, options in following.items():
        rows[gone] = _best(options)
        budget.spend(len(rows[gone]))
    return rows


def _best(rows: list[ValueRow]) -> ValueRow:
    """The best of the values in any row. No row is changed later on, so that an only one can be taken as it is."""
    if len(rows) == 1:
        return rows[0]
    best = max(rows, key=len).copy()
    for row in rows:
        for come, value in row.items():
            if value > best.get(come, -1):
                best[come] = value
    return best


def _before_draw(hands: ValueRows, wall: Wall, budget: Budget) -> ValueRows:
    """The hands one draw before these. The value of each is the sum of the values after its draws, each times the tiles
    left."""
    rows: ValueRows = {}
    for gone, row in hands.items():
        sums = rows[gone] = {}
        for come, value in row.items():
            for before, left in wall[come]:
                sums[before] = sums.get(before, 0) + left * value
        budget.spend(len(sums))
    return rows


def tiles_in(pile: Pile) -> tuple[Tile, ...]:
    """The tiles of a pile."""
    return tuple([tile for tile, copies in copies_in(pile) for _ in range(copies)])


def winning_draws(holding: Holding) -> tuple[WinningDraw, ...]:
    """The waits of a tenpai as draws, each tile with the points of its tsumo."""
    kinds = completing(holding)
    tiles = [tile for tile, left in enumerate(holding.left) if left and kinds >> KIND[tile] & 1]
    return tuple(
        [
            WinningDraw(tile, holding.left[tile], tsumo(holding, (*holding.concealed, tile)))
            for tile in sorted(tiles, key=sort_key)
        ]
    )


def prospect(holding: Holding, nearest: Nearest, budget: int = BUDGET) -> Prospect | None:
    """Every hand on the shortest ways; None if these are more than the budget."""
    try:
        return Prospect(holding, nearest, Budget(budget))
    except TooMuch:
        return None


class Discard(NamedTuple):
    """A discard: the shanten and the ukeire after it, and its value.

    There is no value where too much would have to be looked at, and where the discard goes a step back.
    """

    tile: Tile
    shanten: int
    ukeire: Ukeire
    value: int | None = None


@dataclass(frozen=True, eq=False)
class Discards:
    """The discards of 3n + 2 tiles that keep the shanten, best first; none of a complete hand."""

    holding: Holding
    shanten: int
    value: int | None
    discards: tuple[Discard, ...] = ()
    prospect: Prospect | None = field(default=None, repr=False)

    @cached_property
    def others(self) -> tuple[Discard, ...]:
        """The discards that go a step back, the widest ukeire first."""
        kept = {discard.tile for discard in self.discards}
        tiles = sorted(set(self.holding.concealed) - kept, key=sort_key)
        return tuple(sorted([_step_back(self.holding, tile) for tile in tiles], key=_rank))

    @property
    def listed(self) -> int:
        """How many tenpais of each discard are listed."""
        if self.shanten < 2:
            return MOST_TENPAIS
        return min(FEW_TENPAIS // max(len(self.discards), 1), FEW_OF_ONE)

    @property
    def told(self) -> tuple[Discard, ...]:
        """The discards of which a list tells what they lead to: all, or the best one where the ways are many."""
        return self.discards if self.prospect and self.prospect.size <= MOST_TOLD else self.discards[:1]

    def reached(self, tile: Tile, most: int | None = None) -> Reached:
        """What a discard leads to, if the best discards follow; nothing where the values are not known."""
        return (
            self.prospect.reached(1 << 3 * tile, self.listed if most is None else most) if self.prospect else Reached()
        )


def discards(holding: Holding, budget: int = BUDGET) -> Discards:
    """Every discard of a holding of 3n + 2 tiles that keeps its shanten, with its value if there is a budget."""
    nearest = Nearest(holding)
    if not nearest.distance:
        return Discards(holding, nearest.shanten, _won(holding))
    found = prospect(holding, nearest, budget) if budget else None
    kept = [tile for tile in set(holding.concealed) if KIND[tile] in nearest.advancing_after]
    values = {tile: found.value(1 << 3 * tile) for tile in kept} if found else {}
    best = max(values.values()) if found else None
    ranked = []
    for tile in kept:
        ukeire = Ukeire.of(holding, nearest.advancing_after[KIND[tile]])
        ranked.append(Discard(tile, nearest.shanten, ukeire, values.get(tile)))
    return Discards(holding, nearest.shanten, best, tuple(sorted(ranked, key=_rank)), found)


def value(holding: Holding, budget: int = BUDGET) -> int | None:
    """The value of any holding; None if working it out would take more than the budget."""
    if holding.is_full:
        return discards(holding, budget).value
    found = prospect(holding, Nearest(holding), budget)
    return found.value() if found else None


def _won(holding: Holding) -> int:
    """The points of a complete hand for the tile just drawn; where that is not known, for the best one."""
    lasts = set(holding.concealed) if holding.drawn is None else {holding.drawn}
    return max(tsumo(holding, _with_last(holding.concealed, last)).points for last in lasts)


def _with_last(tiles: tuple[Tile, ...], last: Tile) -> tuple[Tile, ...]:
    index = tiles.index(last)
    return (*tiles[:index], *tiles[index + 1 :], last)


def _rank(discard: Discard) -> tuple[int, int, tuple[Kind, int]]:
    """Sorts the best discard first."""
    return -(discard.value or 0), -discard.ukeire.count, sort_key(discard.tile)


def _step_back(holding: Holding, tile: Tile) -> Discard:
    nearest = Nearest(holding.after((tile,), ()))
    return Discard(tile, nearest.shanten, Ukeire.of(holding, nearest.advancing))
