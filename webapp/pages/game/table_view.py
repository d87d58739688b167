"""The table as its page shows it: the players as seen from one seat, the last event, and what can be done."""

from collections.abc import Iterator
from dataclasses import dataclass

from webapp.game.events import Adjust, Chips, Chombo, Draw, End, Player, Riichi, Win, Withdraw
from webapp.game.log import Game, Line
from webapp.game.outlook import differences
from webapp.game.refusals import refusals
from webapp.game.result import ranks
from webapp.game.state import Place, State
from webapp.pages.game.event_summary import EventSummary, event_summary
from webapp.scoring.table import WIND_NAMES


@dataclass(frozen=True)
class PlayerView:
    """A player at the table. `side` counts from the player who sits below: 0 below, then to the right, across, left.
    `rank` is None while all have the same points."""

    index: Player
    name: str
    seat: str
    side: int
    points: int
    rank: int | None
    is_dealer: bool
    is_riichi: bool
    may_riichi: bool
    #: The points ahead of the chosen player; None for that player, and if no player was chosen.
    difference: int | None


@dataclass(frozen=True)
class TableView:
    """The table. `last` is what happened last: a hand, or points or chips by hand."""

    place: Place
    players: tuple[PlayerView, ...]
    last: EventSummary | None
    #: The number of hands that are over.
    hands: int
    undoes: "Undoable | None"
    can_redo: bool
    may_stop: bool
    over: str | None


@dataclass(frozen=True)
class Undoable:
    """The event that undo removes: its kind, and the hand that it ended or the player whose stick it is."""

    kind: str
    place: Place | None = None
    name: str = ""


def table_of(game: Game, names: tuple[str, ...], below: Player = 0, chosen: Player | None = None) -> TableView:
    """The table as the player `below` sees it, with the difference of each player to the `chosen` player."""
    state = game.state
    return TableView(
        place=state.place,
        players=tuple(_players(state, names, below, chosen)),
        last=last_summary(game, names),
        hands=len(state.hands),
        undoes=undoable(game.line, game.past[-1], names) if game.can_undo else None,
        can_redo=game.can_redo,
        may_stop=state.may_stop,
        over=state.over,
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
        case Win() | Draw() | Chombo():
            return Undoable("hand", place=moment.state.hands[-1].place)
        case Adjust() | Chips() | End():
            return Undoable(type(moment.event).__name__.lower())


def sides(below: Player, players: int) -> list[int]:
    """The side of each player on a phone: 0 is `below`, then to the right, across, left."""
    return [(player - below) % players for player in range(players)]


def _players(state: State, names: tuple[str, ...], below: Player, chosen: Player | None) -> Iterator[PlayerView]:
    has_ranks = len(set(state.points)) > 1
    all_ranks = ranks(state.points, state.rules)
    places = sides(below, len(names))
    distances: tuple[int | None, ...] = (None,) * len(names) if chosen is None else differences(state, chosen)
    for index, name in enumerate(names):
        yield PlayerView(
            index=index,
            name=name,
            seat=WIND_NAMES[state.seat(index)],
            side=places[index],
            points=state.points[index],
            rank=all_ranks[index] if has_ranks else None,
            is_dealer=state.seat(index) == 0,
            is_riichi=index in state.riichi,
            may_riichi=not refusals(state, Riichi(index)),
            difference=None if index == chosen else distances[index],
        )
