"""The other players as the winner sees them: the wind of each one's seat, and the side they sit on."""

from collections.abc import Iterable
from typing import NamedTuple

from webapp.pages.calculator.meld_layout import Side, side_of
from webapp.scoring.table import WIND_NAMES, Table


class Other(NamedTuple):
    """Another player: 1–3 seen from the winner, the wind of their seat, and the side they sit on."""

    source: int
    wind: str
    side: Side


def others_of(table: Table, sources: Iterable[int]) -> tuple[Other, ...]:
    """These players, 1–3 seen from the winner, as the winner sees them: left, across, right."""
    players = table.rules.players
    return tuple(
        Other(source, WIND_NAMES[table.seat_of(source)], side_of(source, players))
        for source in sorted(sources, reverse=True)
    )
