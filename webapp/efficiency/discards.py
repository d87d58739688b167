"""The value of a hand (牌姿の評価値), and of every discard that keeps the shanten.

`prospect` defines the values and works them out. This module limits the work that is spent on them, and ranks the
discards.
"""

from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import NamedTuple

from webapp.efficiency.holding import Holding
from webapp.efficiency.last_draws import Budget, TooMuch
from webapp.efficiency.prospect import Prospect, Reached
from webapp.efficiency.shanten import Nearest, Ukeire
from webapp.efficiency.worth import tsumo
from webapp.scoring.tiles import KIND, NAMES, NUMBERS, Tile, sort_key

#: The default budget for values: about 40 scoring taps, of the 60 that a request may cost (tests/MEASURED.md).
BUDGET = 250_000
#: Explaining every discard doubles the cost. If the values cost more than this, only the best discard is explained.
MAX_EXPLAINED_SIZE = 60_000
#: The most tenpais that are listed for a discard if tenpai is one draw away: all of them, one for each tile.
MOST_TENPAIS = len(NAMES)
#: The most tenpais that are listed if tenpai is farther away: for all discards together, and for one discard.
FEW_TENPAIS, FEW_OF_ONE = 24, 6


def prospect(holding: Holding, nearest: Nearest, budget: int = BUDGET) -> Prospect | None:
    """Every hand on the shortest ways to a complete one; None if working them out would exceed the budget."""
    try:
        return Prospect(holding, nearest, Budget(budget))
    except TooMuch:
        return None


class Discard(NamedTuple):
    """A discard: the shanten and the ukeire after it, and its value.

    The value is None if it would take more than the budget, or if the discard goes a step back.
    """

    tile: Tile
    shanten: int
    ukeire: Ukeire
    value: int | None = None


@dataclass(frozen=True, eq=False)
class Discards:
    """The discards of 3n + 2 tiles that keep the shanten, best first; empty for a complete hand."""

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
        return tuple(sorted([_step_back(self.holding, tile) for tile in tiles], key=partial(_rank, self.holding)))

    @property
    def listed(self) -> int:
        """The most tenpais that are listed for each discard."""
        if self.shanten < 2:
            return MOST_TENPAIS
        return min(FEW_TENPAIS // max(len(self.discards), 1), FEW_OF_ONE)

    @property
    def spent(self) -> int:
        """The cost of the values and of the discards that are explained, in the unit of a budget."""
        size = self.prospect.size if self.prospect else 0
        return size + size * len(self.explained) // max(len(self.discards), 1)

    @property
    def explained(self) -> tuple[Discard, ...]:
        """The discards that are shown with a list of their tenpais: all, or only the best one if the values cost
        much."""
        return self.discards if self.prospect and self.prospect.size <= MAX_EXPLAINED_SIZE else self.discards[:1]

    def reached(self, tile: Tile, most: int | None = None) -> Reached:
        """The tenpais that a discard leads to if the best discards follow; empty if the values are not known.

        Lists at most `most` tenpais, by default `listed`.
        """
        if not self.prospect:
            return Reached()
        return self.prospect.reached(1 << 3 * tile, self.listed if most is None else most)


def discards(holding: Holding, budget: int = BUDGET) -> Discards:
    """Every discard of 3n + 2 tiles that keeps the shanten, with its value if it takes at most the budget.

    With a budget of 0 no values are worked out.
    """
    nearest = Nearest(holding)
    if not nearest.distance:
        return Discards(holding, nearest.shanten, _won(holding))
    ahead = prospect(holding, nearest, budget) if budget else None
    kept = [tile for tile in set(holding.concealed) if KIND[tile] in nearest.advancing_after]
    values = {tile: ahead.value(1 << 3 * tile) for tile in kept} if ahead else {}
    best = max(values.values()) if ahead else None
    ranked = []
    for tile in kept:
        ukeire = Ukeire.of(holding, nearest.advancing_after[KIND[tile]])
        ranked.append(Discard(tile, nearest.shanten, ukeire, values.get(tile)))
    return Discards(holding, nearest.shanten, best, tuple(sorted(ranked, key=partial(_rank, holding))), ahead)


def value(holding: Holding, budget: int = BUDGET) -> int | None:
    """The value of any holding; None if working it out would take more than the budget."""
    if holding.is_full:
        return discards(holding, budget).value
    ahead = prospect(holding, Nearest(holding), budget)
    return ahead.value() if ahead else None


def _won(holding: Holding) -> int:
    """The points of a complete hand won on the tile just drawn, or on the best tile if that is not known."""
    lasts = set(holding.concealed) if holding.drawn is None else {holding.drawn}
    return max(tsumo(holding, _with_last(holding.concealed, last)).points for last in lasts)


def _with_last(tiles: tuple[Tile, ...], last: Tile) -> tuple[Tile, ...]:
    index = tiles.index(last)
    return (*tiles[:index], *tiles[index + 1 :], last)


def _rank(holding: Holding, discard: Discard) -> tuple[int, ...]:
    """The key that sorts the best discard first. Of equal ones the tile that stands alone comes first: it has the
    fewest other tiles within two ranks, then the fewest kinds there, so an honour comes before a terminal."""
    kind = KIND[discard.tile]
    suit = kind // 9 * 9
    near = range(max(kind - 2, suit), min(kind + 3, suit + 9)) if NUMBERS >> kind & 1 else (kind,)
    others = sum(KIND[tile] in near for tile in holding.concealed)
    return -(discard.value or 0), -discard.ukeire.count, others, len(near), sort_key(discard.tile)


def _step_back(holding: Holding, tile: Tile) -> Discard:
    nearest = Nearest(holding.after((tile,), ()))
    return Discard(tile, nearest.shanten, Ukeire.of(holding, nearest.advancing))
