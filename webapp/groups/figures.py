"""The statistics of a member: sums, means and rates, each rate with its count and its 95 % interval."""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import sqrt
from typing import NamedTuple

from webapp.groups.counts import TENTHS, TWELFTHS, Count

#: The quantile of the normal distribution for 95 %.
_Z = 1.959964


class Rate(NamedTuple):
    """A count and the whole of which it is a part: 12 wins of 58 hands."""

    number: int
    of: int

    @property
    def share(self) -> float:
        """The rate, from 0 to 1."""
        return self.number / self.of

    @property
    def interval(self) -> tuple[float, float]:
        """The ends of the 95 % interval after Wilson, from 0 to 1; 0 of 5 gives 0 to 0.43, not 0 to 0."""
        share, n, square = self.share, self.of, _Z * _Z
        middle = share + square / (2 * n)
        spread = _Z * sqrt(share * (1 - share) / n + square / (4 * n * n))
        return max(0.0, (middle - spread) / (1 + square / n)), min(1.0, (middle + spread) / (1 + square / n))


class Figures(NamedTuple):
    """The statistics of a member's games. Totals are in thousands. A rate or mean over nothing is left out."""

    games: int
    hands: int
    total: float
    mean_total: float
    mean_rank: float
    #: By name, in the order in which they are shown.
    rates: Mapping[str, Rate]
    #: The mean points of a win and of dealing in.
    means: Mapping[str, int]
    best: int
    #: The number of times that they won with each yaku.
    yaku: Mapping[str, int]
    #: The number of wins that were entered by tiles; only these have yaku.
    by_tiles: int


#: For each rate the counter of its parts and the counter of the whole.
_RATES = {
    "first": ("rank_1", "games"),
    "second": ("rank_2", "games"),
    "third": ("rank_3", "games"),
    "fourth": ("rank_4", "games"),
    "top_two": ("top_two", "games"),
    "not_last": ("not_last", "games"),
    "busted": ("busted", "knows_tobi"),
    "won": ("wins", "hands"),
    "tsumo": ("tsumo", "wins"),
    "dealt_in": ("dealt_in", "hands"),
    "riichi": ("riichi", "hands"),
    "riichi_won": ("riichi_won", "riichi"),
    "riichi_dealt_in": ("riichi_dealt_in", "riichi"),
    "riichi_lost": ("riichi_lost", "riichi"),
    "riichi_drawn": ("riichi_drawn", "riichi"),
    "tenpai": ("tenpai", "draws"),
    "repeats": ("repeats", "dealer"),
}
_MEANS = {"won": ("won_points", "wins"), "dealt_in": ("lost_points", "dealt_in")}


def figures_of(counts: Iterable[Count], players: int) -> Figures | None:
    """The statistics of games with this number of players; None if there are no games."""
    counts = list(counts)
    if not counts:
        return None
    sums: Counter[str] = Counter()
    yaku: Counter[str] = Counter()
    for count in counts:
        sums.update(count.counters)
        yaku.update(count.yaku)
    total, n = sum(count.total for count in counts), len(counts)
    left_out = () if players == 4 else ("fourth",)
    return Figures(
        games=n,
        hands=sums["hands"],
        total=total / TENTHS,
        mean_total=total / TENTHS / n,
        mean_rank=sum(count.rank for count in counts) / TWELFTHS / n,
        rates={
            name: Rate(sums[part], sums[whole])
            for name, (part, whole) in _RATES.items()
            if sums[whole] and name not in left_out
        },
        means={name: round(sums[part] / sums[whole]) for name, (part, whole) in _MEANS.items() if sums[whole]},
        best=max(count.counters.get("best", 0) for count in counts),
        yaku=dict(sorted(yaku.items(), key=lambda item: (-item[1], item[0]))),
        by_tiles=sum(len(count.hands) for count in counts),
    )
