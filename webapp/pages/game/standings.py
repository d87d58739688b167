"""The result of an evening: the totals of each player."""

from collections.abc import Sequence
from typing import NamedTuple

from webapp.game.result import DECIMALS, Result, result
from webapp.game.state import State


class EveningRow(NamedTuple):
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
