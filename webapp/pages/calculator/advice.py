"""The advice that a template shows for an incomplete hand: for 3n + 1 tiles the waits, each with its points, or the
tiles that bring the hand closer to tenpai; for 3n + 2 tiles the discards.

Frozen values, computed from an entry by `efficiency`. No request, no form field, no HTML; words stay keys.
"""

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import NamedTuple

from webapp.efficiency.discards import Discard, Discards, discards
from webapp.efficiency.holding import Holding, holding_problems
from webapp.efficiency.prospect import Reached, Tenpai, WinningDraw
from webapp.efficiency.shanten import Ukeire
from webapp.efficiency.turns import DRAWS, Turns, turns_beside
from webapp.efficiency.waits import WaitTile, waits
from webapp.entry import Entry
from webapp.scoring.problems import Problem
from webapp.scoring.tiles import Kind, Tile, kinds_of

#: The chart: its width, the chances (in per cent) that its upper edge can stand for, and the most lines it has.
CHART_WIDTH = 174
CHART_TOPS = (2, 10, 20, 40, 60, 100)
MOST_LINES = 4


class WinsView(NamedTuple):
    """Waits of a tenpai form that have the same yaku. Each wait has its tile, the number left and its points by
    tsumo."""

    waits: tuple[tuple[Tile, int, int], ...]
    #: The English name of each yaku, with 0, and of each sort of dora, with the number of dora.
    yaku: tuple[tuple[str, int], ...]


class TenpaiView(NamedTuple):
    """A tenpai form that a discard leads to: the tiles drawn by then, the number of ways to draw them, and the
    waits.

    It holds no `Score`: a worker process sends the advice, and a `Score` cannot be pickled.
    """

    come: tuple[Tile, ...]
    ways: int
    wins: tuple[WinsView, ...]


class DiscardView(NamedTuple):
    """A discard, the tenpais it leads to, and its chances with the draws that are left, if they are known."""

    discard: Discard
    #: The usual points, without honba and sticks: at least half of the ways to win bring as many or more.
    usual: int | None
    tenpais: tuple[TenpaiView, ...]
    #: The number of further tenpais, which are not listed.
    more: int
    #: The number of tiles of its ukeire that complete a hand without a yaku.
    without_yaku: int
    turns: Turns | None = None


class ChartView(NamedTuple):
    """The chance to win of the best discards as the draws run out, in a box of `CHART_WIDTH` × 100."""

    #: The chance at the upper edge, in per cent.
    top: int
    #: Numbers of draws left, each with its x.
    ticks: tuple[tuple[int, float], ...]
    #: The discards, each with the points of its line.
    lines: tuple[tuple[Tile, str], ...]


class Advice(NamedTuple):
    """Advice for an incomplete hand: its shanten; for 3n + 1 tiles the waits or the ukeire; for 3n + 2 tiles the
    discards. `others` are the discards that go a step back."""

    shanten: int
    waits: tuple[WaitTile, ...] = ()
    ukeire: Ukeire | None = None
    discards: tuple[DiscardView, ...] = ()
    others: tuple[DiscardView, ...] = ()
    #: The discards whose chances are known, the one with the most points to expect first.
    courses: tuple[tuple[Tile, Turns], ...] = ()
    chart: ChartView | None = None
    #: The number of own draws left.
    draws: int = DRAWS
    most_draws: int = DRAWS
    #: Whether the page still has to ask for the values, and whether they would take too much work.
    follows: bool = False
    is_too_much: bool = False
    #: The kinds that 3n + 1 tiles wait for although their own melds hold the last copies.
    melded: tuple[Kind, ...] = ()

    @property
    def shows_usual(self) -> bool:
        """Whether to show the usual points: only if no chances are known, and the usual points differ between
        discards."""
        usual = {discard.usual for discard in self.discards}
        return not self.courses and None not in usual and len(usual) > 1

    @property
    def is_by_value(self) -> bool:
        """Whether the discards are ordered by their value: only if it is known, and no chances are."""
        return bool(self.discards and self.discards[0].discard.value) and not self.courses

    @property
    def without_yaku(self) -> int:
        """The number of tiles left among the waits that win nothing, for lack of a yaku."""
        return sum(wait.left for wait in self.waits if not wait.has_yaku)


#: A function that gives the advice for 3n + 2 tiles with a number of own draws left.
Ahead = Callable[[Holding, int], Advice]


def with_values(holding: Holding, draws: int) -> Advice:
    """The discards with their values, the discards that go a step back, and the chances with this number of draws left.
    If the chances are known, the discards with the most points to expect come first."""
    result = discards(holding)
    turns = turns_beside(result, draws) or {}
    listed = [_discard(result, discard, turns.get(discard.tile)) for discard in result.discards]
    shown = sorted(listed, key=lambda one: -round(one.turns.points[0]) if one.turns else 0)
    courses = [(one.discard.tile, one.turns) for one in shown if one.turns]
    return Advice(
        result.shanten,
        discards=tuple(shown),
        others=tuple(_discard(result, other) for other in result.others),
        courses=tuple(courses),
        chart=_chart(courses, draws) if courses and draws > 1 else None,
        draws=draws,
        is_too_much=result.value is None,
    )


def without_values(holding: Holding, draws: int, *, follows: bool = False) -> Advice:
    """The discards that keep the shanten, with their ukeire only. This takes little time."""
    result = discards(holding, 0)
    shown = tuple(_discard(result, discard) for discard in result.discards)
    return Advice(result.shanten, discards=shown, draws=draws, follows=follows)


def advice_of(entry: Entry, ahead: Ahead = with_values) -> tuple[Advice | None, tuple[Problem, ...]]:
    """The advice for an entry of 3n + 1 tiles, or of 3n + 2 tiles that are no complete hand; or its problems."""
    holding = entry.holding()
    if wrong := holding_problems(holding):
        return None, wrong
    return ahead(holding, entry.draws) if holding.is_full else _of_waits(holding), ()


def _chart(courses: Sequence[tuple[Tile, Turns]], draws: int) -> ChartView:
    """The chart of the first discards; there are at least two draws."""
    shown = courses[:MOST_LINES]
    highest = max([100 * course.win[0] for _, course in shown])
    top = next(top for top in CHART_TOPS if highest <= top)
    step = CHART_WIDTH / (draws - 1)
    ticks = [(left, step * (draws - left)) for left in range(draws, 0, -1) if left == draws or left % 3 == 0]
    lines = [(tile, _line([100 * chance / top for chance in course.win], step)) for tile, course in shown]
    return ChartView(top, tuple(ticks), tuple(lines))


def _line(heights: Sequence[float], step: float) -> str:
    """The points of a line through these heights (0 to 1), one every `step` from the left."""
    return " ".join(f"{step * index:.1f},{100 - 100 * height:.1f}" for index, height in enumerate(heights))


def _discard(result: Discards, discard: Discard, turns: Turns | None = None) -> DiscardView:
    reached = result.reached(discard.tile) if discard in result.explained else Reached()
    return DiscardView(
        discard,
        reached.usual,
        tuple(_tenpai(tenpai) for tenpai in reached.tenpais),
        reached.more,
        sum(draw.left for tenpai in reached.tenpais if not tenpai.come for draw in tenpai.waits if not draw.tsumo.best),
        turns,
    )


def _tenpai(tenpai: Tenpai) -> TenpaiView:
    wins = tuple(
        WinsView(tuple((draw.tile, draw.left, draw.value) for draw in draws), yaku)
        for yaku, draws in groupby(tenpai.waits, _yaku)
    )
    return TenpaiView(tenpai.come, tenpai.ways, wins)


def _yaku(draw: WinningDraw) -> tuple[tuple[str, int], ...]:
    best = draw.tsumo.best
    if not best:
        return ()
    return (*((award.yaku.en, 0) for award in best.yaku), *((bonus.en, bonus.han) for bonus in best.bonuses))


def _of_waits(holding: Holding) -> Advice:
    result = waits(holding)
    return Advice(result.shanten, result.waits, result.ukeire, melded=tuple(kinds_of(result.melded)))
