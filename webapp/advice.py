"""What a template sees of a hand that is not complete: the waits of 3n + 1 tiles, each with its points, or what helps.

Frozen values, worked out from an entry by `efficiency`. No request, no form field, no HTML; words stay keys.
"""

from dataclasses import dataclass

from webapp.efficiency.holding import Holding, holding_problems
from webapp.efficiency.shanten import Ukeire
from webapp.efficiency.waits import Wait, waits
from webapp.entry import Entry
from webapp.scoring.hand import Problem
from webapp.scoring.score import Score
from webapp.scoring.tiles import NAMES


@dataclass(frozen=True)
class WonView:
    """What a wait brings one way: points, limit, han and fu, the names of the yaku."""

    points: int
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
class Advice:
    """What a hand on its way is: its shanten, its waits if it is tenpai, otherwise what takes it closer."""

    shanten: int
    waits: tuple[WaitView, ...]
    ukeire: UkeireView


def advice_of(entry: Entry) -> tuple[Advice | None, tuple[Problem, ...]]:
    """The advice for an entry of 3n + 1 tiles, or what is wrong with it."""
    holding = entry.holding()
    if wrong := holding_problems(holding):
        return None, wrong
    return _of_waits(holding), ()


def _of_waits(holding: Holding) -> Advice:
    found = waits(holding)
    return Advice(found.shanten, tuple(map(_wait, found.waits)), ukeire_view(found.ukeire))


def ukeire_view(ukeire: Ukeire) -> UkeireView:
    """An ukeire with the names of its tiles."""
    return UkeireView(tuple((NAMES[kind], left) for kind, left in ukeire.left), ukeire.count)


def _wait(wait: Wait) -> WaitView:
    return WaitView(NAMES[wait.tile], wait.left, _won(wait.ron), _won(wait.tsumo))


def _won(score: Score) -> WonView | None:
    best = score.best
    if not best:
        return None
    names = (*(award.yaku.en for award in best.yaku), *(bonus.en for bonus in best.bonuses))
    return WonView(best.points, best.limit, best.han, best.fu, best.yakuman, names)
