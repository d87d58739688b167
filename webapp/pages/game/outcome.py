"""The preview of an event: the points of every player after it, and the later hands that a correction changes."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from webapp.game.events import Amend, Event
from webapp.game.log import Game
from webapp.game.outlook import Preview, preview
from webapp.game.state import Place
from webapp.pages.game.event_summary import EventSummary, event_summary, hand_summary
from webapp.scoring.problems import Code, Problem
from webapp.scoring.table import WIND_NAMES


@dataclass(frozen=True)
class OutcomeRow:
    """A player in an outcome: what they gain or lose, and their points afterwards."""

    name: str
    seat: str
    delta: int
    points: int


@dataclass(frozen=True)
class OutcomeView:
    """The preview of an event: every player and the place of the game after it, and the problems of the event."""

    rows: tuple[OutcomeRow, ...]
    after: Place
    over: str | None
    problems: tuple[Problem, ...]
    #: The later hands that an amendment changes, as they will be.
    later: tuple["Later", ...]
    #: The later hand that could not have happened after an amendment.
    prevented: EventSummary | None


@dataclass(frozen=True)
class Later:
    """A later hand that an amendment changes: its new summary, and the gain of each player before (`was`) and after."""

    summary: EventSummary
    was: tuple[int, ...]
    gains: tuple[int, ...]


def outcome_of(game: Game, event: Event, names: tuple[str, ...]) -> OutcomeView:
    """The preview of an event. The seats are those of the hand that it ends or corrects."""
    look = preview(game, event)
    state = look.game.state
    before = game.before(event.seq if isinstance(event, Amend) else None)
    rows = tuple(
        OutcomeRow(name, WIND_NAMES[before.seat(player)], look.deltas[player], state.points[player])
        for player, name in enumerate(names)
    )
    later = tuple(_later(look, event, names))
    return OutcomeView(rows, state.place, state.over, look.problems, later, _prevented(game, look, names))


def _prevented(game: Game, look: Preview, names: tuple[str, ...]) -> EventSummary | None:
    """The hand with the event that could not have happened."""
    seq = next((dict(item.values)["seq"] for item in look.problems if item.code == Code.LATER_EVENT), None)
    following = game.line[next((n for n, moment in enumerate(game.line) if moment.seq == seq), len(game.line)) :]
    return next((summary for moment in following if (summary := event_summary(moment, names))), None)


def _later(look: Preview, event: Event, names: tuple[str, ...]) -> Iterator[Later]:
    if not isinstance(event, Amend):
        return
    for seq, before, after in look.changes:
        # The points after a hand also change with earlier hands. That alone does not change the hand.
        if seq > event.seq and before and after and replace(before, points=()) != replace(after, points=()):
            yield Later(hand_summary(after, names), before.gains, after.gains)
