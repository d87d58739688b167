"""The table as its page shows it: ranks and differences, the last event, and what can be done."""

from typing import NamedTuple

from webapp.game.events import Adjust, Chips, Chombo, Draw, End, Player, Riichi, Win, Withdraw
from webapp.game.log import Game, Line
from webapp.game.outlook import differences
from webapp.game.refusals import refusals
from webapp.game.result import leftover, ranks
from webapp.game.state import Place
from webapp.pages.game.event_summary import EventSummary, event_summary


class TableView(NamedTuple):
    """What the page of a table shows in addition to the state.

    `ranks` are the ranks of the players, empty while all have the same points. `differences` are the points by which
    each is ahead of the chosen player, empty if none was chosen. `last` is what happened last: a hand, or points or
    chips by hand. `undoes` and `redoes` are what undo would take back and redo would bring back. `leftover` are the
    points that players of a finished game get of the sticks that are left.
    """

    ranks: tuple[int, ...]
    differences: tuple[int, ...]
    may_riichi: frozenset[Player]
    last: EventSummary | None
    undoes: "Undoable | None"
    redoes: "Undoable | None"
    leftover: dict[Player, int]


class Undoable(NamedTuple):
    """The event that undo removes: its kind, and the hand that it ended or the player whose stick or chombo it is."""

    kind: str
    place: Place | None = None
    name: str = ""


def table_of(game: Game, names: tuple[str, ...], chosen: Player | None = None) -> TableView:
    """The view of the table, with the difference of each player to the `chosen` player."""
    state = game.state
    return TableView(
        ranks=ranks(state.points, state.rules) if len(set(state.points)) > 1 else (),
        differences=() if chosen is None else differences(state, chosen),
        may_riichi=frozenset(player for player in range(len(names)) if not refusals(state, Riichi(player))),
        last=last_summary(game, names),
        undoes=undoable(game.line, game.former, names) if game.can_undo else None,
        redoes=undoable(game.undone, game.line, names) if game.can_redo else None,
        leftover=leftover(state) if state.over else {},
    )


def last_summary(game: Game, names: tuple[str, ...]) -> EventSummary | None:
    """The last hand, or points or chips by hand; None if there is none yet."""
    return next(filter(None, (event_summary(moment, names) for moment in reversed(game.line))), None)


def undoable(line: Line, before: Line, names: tuple[str, ...]) -> Undoable:
    """The event by which `line` differs from the line `before`: an amendment of an earlier event, or a new event."""
    if not line or line[:-1] != before:
        return Undoable("amend")
    moment = line[-1]
    match moment.event:
        case Riichi(player):
            return Undoable("riichi", name=names[player])
        case Withdraw(player):
            return Undoable("withdraw", name=names[player])
        case Chombo(player):
            return Undoable("chombo", name=names[player])
        case Win() | Draw():
            return Undoable("hand", place=moment.state.hands[-1].place)
        case Adjust() | Chips() | End():
            return Undoable(type(moment.event).__name__.lower())


def sides(below: Player, players: int) -> list[int]:
    """The side of each player on a phone: 0 is `below`, then to the right, across, left."""
    return [(player - below) % players for player in range(players)]
