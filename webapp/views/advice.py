"""What a template sees of a hand that is not complete: the waits of 3n + 1 tiles, each with its
points, what takes them closer, and what to discard of 3n + 2.

Frozen values, worked out from an entry by `efficiency`. No request, no form field, no HTML; words stay keys.
"""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby

from webapp.efficiency.discards import Discard, Discards, Tenpai, WinningDraw, discards
from webapp.efficiency.holding import Holding, holding_problems
from webapp.efficiency.shanten import Ukeire
from webapp.efficiency.turns import DRAWS, turns
from webapp.efficiency.waits import WaitTile, waits
from webapp.entry import Entry
from webapp.scoring.payments import on_table
from webapp.scoring.problems import Problem
from webapp.scoring.score import Score
from webapp.scoring.tiles import NAMES

#: How many incomplete hands are examined at most for the chances by turn, so that a tap is answered at once: about a
#: tenth of a second of work.
TURNS_BUDGET = 3500


@dataclass(frozen=True)
class WonView:
    """What a wait brings one way: points, all that the winner receives with honba and sticks, limit, han and fu, the
    names of the yaku."""

    points: int
    receives: int
    limit: str | None
    han: int
    fu: int
    yakuman: int
    yaku: tuple[str, ...]


@dataclass(frozen=True)
class WaitView:
    """A wait: the tile, how many are left, and what it brings by ron and by tsumo (None: no yaku)."""

    tile: str
    left: int
    ron: WonView | None
    tsumo: WonView | None


@dataclass(frozen=True)
class UkeireView:
    """The tiles that take a hand a step closer, each with how many are left, and how many in all."""

    tiles: tuple[tuple[str, int], ...]
    count: int


@dataclass(frozen=True)
class WinsView:
    """Waits of a tenpai form with the same yaku: of each the tile, how many are left, and the points of its tsumo."""

    waits: tuple[tuple[str, int, int], ...]
    #: The English name of each yaku and, of dora, how many there are.
    yaku: tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class TenpaiView:
    """A tenpai form that a discard leads to: the tiles drawn by then, in how many ways that can be, and its waits."""

    come: tuple[str, ...]
    ways: int
    wins: tuple[WinsView, ...]


@dataclass(frozen=True)
class DiscardView:
    """A discard: its value (None: too much to work out, or a step back), its ukeire, and the tenpais it leads to."""

    tile: str
    shanten: int
    value: int | None
    #: What at least half of the ways to win bring, with honba and sticks.
    usual: int | None
    ukeire: UkeireView
    tenpais: tuple[TenpaiView, ...]
    #: How many more tenpais it leads to.
    more: int
    #: How many tiles of its ukeire complete a hand without yaku.
    without_yaku: int


@dataclass(frozen=True)
class CourseView:
    """A discard from one turn on: the chances of tenpai and of a win in per cent, the points to expect; its chart."""

    tile: str
    tenpai: float
    win: float
    points: int
    #: The chance to win from each turn on, as the points of a line in a box of 180 × 100.
    line: str


@dataclass(frozen=True)
class Advice:
    """Advice for a hand that is not complete: its shanten; the waits of 3n + 1 tiles, or what takes them closer; or
    what to discard."""

    shanten: int
    waits: tuple[WaitView, ...] = ()
    ukeire: UkeireView | None = None
    discards: tuple[DiscardView, ...] = ()
    others: tuple[DiscardView, ...] = ()
    courses: tuple[CourseView, ...] = ()
    turn: int = 1
    last_turn: int = DRAWS
    #: Whether the values are still to be asked for.
    follows: bool = False

    @property
    def without_yaku(self) -> int:
        """How many of the tiles left that it waits for win nothing."""
        return sum(wait.left for wait in self.waits if not wait.ron and not wait.tsumo)


#: What to discard of 3n + 2 tiles from a turn on.
Ahead = Callable[[Holding, int], Advice]


def with_values(holding: Holding, turn: int) -> Advice:
    """The discards with their values, those that go a step back, and the chances from this turn on."""
    found = discards(holding)
    return Advice(
        found.shanten,
        discards=tuple(_discard(found, discard) for discard in found.discards),
        others=tuple(_discard(found, other) for other in found.others),
        courses=_courses(holding, turn),
        turn=turn,
    )


def without_values(holding: Holding, turn: int, *, follows: bool = False) -> Advice:
    """The discards that keep the shanten, with their ukeire alone: what can be said at once."""
    found = discards(holding, 0)
    shown = tuple(_discard(found, discard) for discard in found.discards)
    return Advice(found.shanten, discards=shown, turn=turn, follows=follows)


def advice_of(entry: Entry, ahead: Ahead = with_values) -> tuple[Advice | None, tuple[Problem, ...]]:
    """The advice for an entry of 3n + 1 tiles, or of 3n + 2 that are not complete; or what is wrong with it."""
    holding = entry.holding()
    if wrong := holding_problems(holding):
        return None, wrong
    return ahead(holding, entry.turn) if holding.is_full else _of_waits(holding), ()


def _courses(holding: Holding, turn: int) -> tuple[CourseView, ...]:
    """The discards from this turn on, the most points to expect first; none where it would take too long."""
    found = turns(holding, TURNS_BUDGET) or {}
    courses = [
        CourseView(
            NAMES[tile],
            round(100 * course.tenpai[turn - 1], 1),
            round(100 * course.win[turn - 1], 1),
            round(course.points[turn - 1]),
            " ".join(f"{10 * x},{100 - 100 * chance:.1f}" for x, chance in enumerate(course.win)),
        )
        for tile, course in found.items()
    ]
    return tuple(sorted(courses, key=lambda course: -course.points))


def _discard(found: Discards, discard: Discard) -> DiscardView:
    reached = found.reached(discard.tile)
    return DiscardView(
        NAMES[discard.tile],
        discard.shanten,
        discard.value,
        None if reached.usual is None else reached.usual + on_table(found.holding.table),
        ukeire_view(discard.ukeire),
        tuple(_tenpai(tenpai) for tenpai in reached.tenpais),
        reached.more,
        sum(draw.left for tenpai in reached.tenpais if not tenpai.come for draw in tenpai.waits if not draw.tsumo.best),
    )


def _tenpai(tenpai: Tenpai) -> TenpaiView:
    wins = tuple(
        WinsView(tuple((NAMES[draw.tile], draw.left, draw.value) for draw in draws), yaku)
        for yaku, draws in groupby(tenpai.waits, _yaku)
    )
    return TenpaiView(tuple(NAMES[tile] for tile in tenpai.come), tenpai.ways, wins)


def _yaku(draw: WinningDraw) -> tuple[tuple[str, int], ...]:
    best = draw.tsumo.best
    if not best:
        return ()
    return (*((award.yaku.en, 0) for award in best.yaku), *((bonus.en, bonus.han) for bonus in best.bonuses))


def _of_waits(holding: Holding) -> Advice:
    found = waits(holding)
    return Advice(found.shanten, tuple(map(_wait, found.waits)), ukeire_view(found.ukeire))


def ukeire_view(ukeire: Ukeire) -> UkeireView:
    """An ukeire with the names of its tiles."""
    return UkeireView(tuple((NAMES[kind], left) for kind, left in ukeire.left), ukeire.count)


def _wait(wait: WaitTile) -> WaitView:
    return WaitView(NAMES[wait.tile], wait.left, _won(wait.ron), _won(wait.tsumo))


def _won(score: Score) -> WonView | None:
    best = score.best
    if not best:
        return None
    names = (*(award.yaku.en for award in best.yaku), *(bonus.en for bonus in best.bonuses))
    return WonView(best.points, score.receives, best.limit, best.han, best.fu, best.yakuman, names)
