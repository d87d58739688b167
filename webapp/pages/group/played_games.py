"""The games of a group, as lists show them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True)
class PlayedGame:
    """A game in a list: its players with their points, the first one first. The points of a running game are 0."""

    id: str
    at: datetime
    players: tuple[tuple[str, int], ...]
    is_over: bool = True


def played_game(
    game_id: str, at: datetime, names: Sequence[str], points: Sequence[int], *, is_over: bool
) -> PlayedGame:
    """A game for a list. `points` are not read if the game is running."""
    paired = sorted(zip(names, points, strict=False), key=lambda pair: -pair[1]) if is_over else [(n, 0) for n in names]
    return PlayedGame(game_id, at, tuple(paired), is_over)
