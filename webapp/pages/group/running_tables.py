"""The running games of a group, as its page and the board show them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import ceil

from webapp.game.log import Game
from webapp.game.result import ranking
from webapp.game.state import Place, State
from webapp.pages.game.event_summary import EventSummary
from webapp.pages.game.table_view import last_summary
from webapp.scoring.table import WIND_NAMES

#: For tables on a large screen: the most columns, and the weight of the width against the height (`board_columns`).
MOST_COLUMNS, LINE = 4, 1.65


@dataclass(frozen=True)
class RunningPlayer:
    """A player in a running game. Nobody `leads` while all have the same points."""

    name: str
    points: int
    seat: str
    is_dealer: bool
    is_riichi: bool
    leads: bool


@dataclass(frozen=True)
class RunningTable:
    """A running game: its round, its players in turn order, and its last hand."""

    id: str
    place: Place
    members: tuple[int, ...]
    players: tuple[RunningPlayer, ...]
    last: EventSummary | None


def running_table(game_id: str, members: tuple[int, ...], names: tuple[str, ...], game: Game) -> RunningTable:
    """The view of a running game."""
    players = tuple(_running_players(game.state, names))
    return RunningTable(game_id, game.state.place, members, players, last_summary(game, names))


def _running_players(state: State, names: Sequence[str]) -> Iterator[RunningPlayer]:
    first = ranking(state.points)[0] if len({*state.points}) > 1 else None
    for player, name in enumerate(names):
        points, seat = state.points[player], state.seat(player)
        yield RunningPlayer(name, points, WIND_NAMES[seat], seat == 0, player in state.riichi, player == first)


def board_columns(tables: int) -> int:
    """The number of columns in which a large screen shows this many tables in the largest letters.

    More columns leave a line less width; more rows leave it less height. `LINE` is how much sooner the width is too
    small.
    """
    return min(range(1, MOST_COLUMNS + 1), key=lambda columns: max(LINE * columns, ceil(tables / columns)))
