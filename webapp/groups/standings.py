"""The standings of a season: members ordered by the sum of their totals, by its mean, or by their mean rank."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple

from webapp.groups.counts import TENTHS, TWELFTHS

#: How standings can be ordered.
ORDERS = ("sum", "mean", "rank")


class Sums(NamedTuple):
    """The sums of a member's games in a season, in the units of `Count`."""

    member: int
    games: int
    total: int
    rank: int


@dataclass(frozen=True)
class Row:
    """A member in the standings. Members with too few games have no `place` and come last. Totals are in thousands."""

    place: int | None
    member: int
    games: int
    total: float
    mean_total: float
    mean_rank: float


def standings(sums: Iterable[Sums], order: str, least_games: int = 1) -> tuple[Row, ...]:
    """The standings. Members with the same value share a place."""
    rows = sorted(sums, key=lambda row: (row.games < least_games, _value(row, order), row.member))
    places: list[int | None] = []
    for number, row in enumerate(rows):
        if row.games < least_games:
            places.append(None)
        elif number and _value(row, order) == _value(rows[number - 1], order):
            places.append(places[-1])
        else:
            places.append(number + 1)
    return tuple(map(_row, places, rows))


def _value(row: Sums, order: str) -> float:
    """The value that decides the place; smaller is better."""
    return {"sum": -row.total, "mean": -row.total / row.games, "rank": row.rank / row.games}[order]


def _row(place: int | None, row: Sums) -> Row:
    total = row.total / TENTHS
    return Row(place, row.member, row.games, total, total / row.games, row.rank / TWELFTHS / row.games)
