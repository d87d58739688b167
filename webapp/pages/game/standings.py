"""The result of a game and of an evening: ranks, points, uma, oka and totals."""

from collections.abc import Sequence
from dataclasses import dataclass

from webapp.game.events import Player
from webapp.game.result import DECIMALS, Result, result
from webapp.game.state import State


@dataclass(frozen=True)
class StandingView:
    """A player in the result; `base` (the points less the return points), `uma`, `oka`, `extras` (chips, chombo …; none
    that are 0) and `total` in thousands. `is_rounded`: the base is rounded."""

    rank: int
    player: Player
    name: str
    points: int
    is_rounded: bool
    base: float
    uma: float
    oka: float
    extras: dict[str, float]
    total: float


def standings_of(state: State, names: tuple[str, ...]) -> tuple[StandingView, ...]:
    """The ranking with uma and oka, the first one first."""
    return tuple(
        StandingView(
            one.rank,
            one.player,
            names[one.player],
            one.points,
            one.base != one.points - state.rules.return_points,
            one.base / 1000,
            float(one.uma) / 1000,
            float(one.oka) / 1000,
            {name: points / 1000 for name, points in one.extras.items() if points},
            one.total,
        )
        for one in result(state).standings
    )


@dataclass(frozen=True)
class EveningRow:
    """A player's totals of an evening in thousands, one for each game; None for a game that they did not play."""

    name: str
    totals: tuple[float | None, ...]

    @property
    def sum(self) -> float:
        """All games together."""
        return round(sum(filter(None, self.totals)), DECIMALS)


def evening_of(games: Sequence[tuple[tuple[str, ...], State]]) -> tuple[EveningRow, ...]:
    """The totals of each player in the finished games, with the highest sum first. Players are known by their names, so
    their seats may change."""
    ended = [(names, result(state)) for names, state in games if state.over]
    players = dict.fromkeys(name for names, _ in ended for name in names)
    rows = [EveningRow(name, tuple(_total_of(name, names, one) for names, one in ended)) for name in players]
    return tuple(sorted(rows, key=lambda row: -row.sum))


def _total_of(name: str, names: tuple[str, ...], ended: Result) -> float | None:
    """A player's total; None if they did not play. Players of the same name count as one."""
    totals = [total for other, total in zip(names, ended.totals, strict=True) if other == name]
    return round(sum(totals), DECIMALS) if totals else None
