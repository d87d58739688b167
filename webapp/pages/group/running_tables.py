"""The running games of a group, as its page and the board show them."""

from math import ceil
from typing import NamedTuple

from webapp.game.events import Player
from webapp.game.log import Game
from webapp.game.result import ranking
from webapp.game.state import Place, State
from webapp.pages.game.event_summary import EventSummary
from webapp.pages.game.table_view import last_summary

#: For tables on a large screen: the most columns, and the weight of the width against the height (`board_columns`).
MOST_COLUMNS, LINE = 4, 1.65


class RunningTable(NamedTuple):
    """A running game: its members and their names in turn order, its state, and its last hand."""

    id: str
    members: tuple[int, ...]
    names: tuple[str, ...]
    state: State
    last: EventSummary | None

    @property
    def place(self) -> Place:
        """The place of its present hand."""
        return self.state.place

    @property
    def leader(self) -> Player | None:
        """The player who leads; None while all have the same points."""
        points = self.state.points
        return ranking(points)[0] if len({*points}) > 1 else None


def running_table(game_id: str, members: tuple[int, ...], names: tuple[str, ...], game: Game) -> RunningTable:
    """The view of a running game."""
    return RunningTable(game_id, members, names, game.state, last_summary(game, names))


def board_columns(tables: int) -> int:
    """The number of columns in which a large screen shows this many tables in the largest letters.

    More columns leave a line less width; more rows leave it less height. `LINE` is how much sooner the width is too
    small.
    """
    return min(range(1, MOST_COLUMNS + 1), key=lambda columns: max(LINE * columns, ceil(tables / columns)))
