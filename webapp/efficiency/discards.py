"""The value of a hand (牌姿の評価値), and of every discard that keeps the shanten.

By definition: a complete hand has the points of its tsumo; before a draw a hand has the sum over every tile that
takes it closer of `tiles left × value then`; before a discard it has the best of the values after it. There is no
probability in it, so it is no expectation: those are in `turns`.

It is worked out backwards, from the last draws of all ways (`finishes`). The hands on the way are told by their
piles: rows by what has gone, in each the values by what has come.
"""

from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from webapp.efficiency.finishes import Finishes, Pile, tsumo_points
from webapp.efficiency.holding import Holding
from webapp.efficiency.shanten import Nearest, Ukeire
from webapp.efficiency.suits import copies_in
from webapp.efficiency.waits import completing
from webapp.scoring.tiles import FIVES, KIND, RED_FIVES, Tile, kinds_of, sort_key

Rows = dict[Pile, dict[Pile, int]]

#: How many hands on the way are looked at unless more are asked for.
BUDGET = 400_000


class Draw(NamedTuple):
    """A tile that takes a hand closer: how many are left, the value then, and the discard that keeps it (none: won)."""

    tile: Tile
    left: int
    value: int
    discard: Tile | None = None


class Tenpai(NamedTuple):
    """A tenpai that the best discards lead to: what has gone and come by then, and its waits.

    `ways` is in how many ways it can come about, the product of the tiles left at each draw; `value` is its own, the
    sum over its waits. The value of a hand is the sum of `ways × value` over the tenpais that it leads to.
    """

    gone: tuple[Tile, ...]
    come: tuple[Tile, ...]
    ways: int
    value: int
    waits: tuple[Draw, ...]


class Discard(NamedTuple):
    """A discard: the shanten and the ukeire after it, its value, and by how much the best one's is higher.

    There is no value where too much would have to be looked at, and where the discard goes a step back.
    """

    tile: Tile
    shanten: int
    ukeire: Ukeire
    value: int | None = None
    cost: int | None = None


class Prospect:
    """Every hand that a holding can become on its shortest ways, with its value."""

    def __init__(self, holding: Holding, finishes: Finishes) -> None:
        """Begins with the tenpais; `go_back` goes on from there."""
        self._holding = holding
        self._wall = finishes.wall
        tenpais: Rows = {}
        for gone, come, left, points in finishes:
            row = tenpais.setdefault(gone, {})
            row[come] = row.get(come, 0) + left * points
        #: The rows before a draw, and those before a discard: of the hands of the same number of draws.
        self._undrawn = [tenpais]
        self._drawn: list[Rows] = []

    @property
    def size(self) -> int:
        """How many hands it holds."""
        return sum([len(row) for rows in (*self._undrawn, *self._drawn) for row in rows.values()])

    def go_back(self) -> None:
        """Adds the hands of one draw less."""
        self._drawn.insert(0, _before_discard(self._undrawn[0]))
        self._undrawn.insert(0, self._before_draw(self._drawn[0]))

    def _before_draw(self, drawn: Rows) -> Rows:
        last_draws = self._wall.last_draws
        rows: Rows = {}
        for gone, row in drawn.items():
            sums = rows[gone] = {}
            for come, value in row.items():
                for before, _, left in last_draws(come):
                    sums[before] = sums.get(before, 0) + left * value
        return rows

    def value(self, gone: Pile = 0) -> int:
        """The value of the holding before its first draw, after discarding."""
        return self._undrawn[0].get(gone, {}).get(0, 0)

    def draws(self, gone: Pile = 0) -> tuple[Draw, ...]:
        """Every tile that takes the holding closer after discarding, those that add most to its value first."""
        if not self._drawn:
            return winning_draws(self._holding.after(_tiles_in(gone), ()))
        draws = []
        for come, value in self._drawn[0].get(gone, {}).items():
            for _, tile, left in self._wall.last_draws(come):
                draws.append(Draw(tile, left, value, self._best_discard(1, gone, come)))
        return tuple(sorted(draws, key=_by_weight))

    def tenpais(self, gone: Pile = 0) -> list[Tenpai]:
        """The tenpais that the best discards lead to, those that add most to the value first; without their waits."""
        ways: Rows = {gone: {0: 1}}
        for draw in range(1, len(self._undrawn)):
            ways = self._one_draw_on(draw, ways)
        tenpais = [
            Tenpai(_tiles_in(gone), _tiles_in(come), number, self._undrawn[-1][gone][come], ())
            for gone, row in ways.items()
            for come, number in row.items()
        ]
        return sorted(tenpais, key=lambda tenpai: -tenpai.ways * tenpai.value)
