"""The games that a phone has opened, as the page of a new game lists them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from webapp.game.result import ranking, result
from webapp.game.state import Place, State


@dataclass(frozen=True)
class ListedGame:
    """A game in the list of those that a phone has opened: its link, the time of its last event, the players with their
    points, the highest first, its place, and whether it is over."""

    secret: str
    at: datetime
    players: tuple[tuple[str, int], ...]
    place: Place
    over: bool


def listed_game(secret: str, at: datetime, names: Sequence[str], state: State) -> ListedGame:
    """A game for the list."""
    points = result(state).points if state.over else state.points
    players = tuple((names[player], points[player]) for player in ranking(points))
    return ListedGame(secret, at, players, state.place, bool(state.over))
