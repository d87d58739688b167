"""The preview of an event: the points of every player after it, and the later hands that a correction changes."""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from webapp.game.ending import is_last_hand
from webapp.game.events import Amend, Event, Player
from webapp.game.log import Game
from webapp.game.outlook import Preview, preview
from webapp.game.places import Sums, place
from webapp.game.result import DECIMALS, ranks, result
from webapp.game.state import State
from webapp.pages.game.event_summary import EventSummary, event_summary, hand_summary
from webapp.scoring.problems import Code, Problem


class Later(NamedTuple):
    """A later hand that an amendment changes: its new summary, and the gain of each player before (`was`) and after."""

    summary: EventSummary
    was: tuple[int, ...]
    gains: tuple[int, ...]


class Outcome(NamedTuple):
    """The preview of an event, as it was played.

    `before` is the state before it, or before the event that it corrects. `points` are those that the table shows now:
    the ranks after it are compared with the ranks by them. `later` are the later hands that an amendment
    changes, as they will be. `prevented` is the later hand that could not have happened after it. `earlier` are the
    sums of the earlier games of the evening, if they are to be shown.
    """

    look: Preview
    before: State
    points: tuple[int, ...]
    later: tuple[Later, ...]
    prevented: EventSummary | None
    earlier: Sums | None

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The reasons why the event is refused."""
        return self.look.problems

    @property
    def after(self) -> State:
        """The state after the event."""
        return self.look.game.state

    @property
    def changed(self) -> tuple[Player, ...]:
        """The players who gain or lose points."""
        return tuple(player for player, delta in enumerate(self.look.deltas) if delta)

    @property
    def ranks(self) -> tuple[tuple[int, int], ...]:
        """Each player's rank before and after the event; none unless the event belongs to the last hand."""
        if not is_last_hand(self.before):
            return ()
        rules = self.after.rules
        return tuple(zip(ranks(self.points, rules), ranks(self.after.points, rules), strict=True))

    @property
    def evening(self) -> tuple[tuple[float, int], ...]:
        """Each player's sum and place of the evening, if the game ends with the event; none for the first game."""
        if not self.earlier or not (self.after.over or self.after.may_stop):
            return ()
        sums = zip(self.earlier.players, result(self.after).totals, strict=True)
        return tuple(
            (round(before + own, DECIMALS), place(self.after, player, self.earlier).place)
            for player, (before, own) in enumerate(sums)
        )


def outcome_of(game: Game, event: Event, names: tuple[str, ...], earlier: Sums | None = None) -> Outcome:
    """The preview of an event; `earlier` as in `Outcome`."""
    look = preview(game, event)
    before = game.before(event.seq if isinstance(event, Amend) else None)
    return Outcome(
        look, before, game.state.points, tuple(_later(look, event, names)), _prevented(game, look, names), earlier
    )


def _prevented(game: Game, look: Preview, names: tuple[str, ...]) -> EventSummary | None:
    """The hand with the event that could not have happened."""
    seq = next((dict(item.values)["seq"] for item in look.problems if item.code == Code.LATER_EVENT), None)
    if seq is None:
        return None
    following = game.line[next((n for n, moment in enumerate(game.line) if moment.seq == seq), len(game.line)) :]
    return next((summary for moment in following if (summary := event_summary(moment, names))), None)


def _later(look: Preview, event: Event, names: tuple[str, ...]) -> Iterator[Later]:
    if not isinstance(event, Amend):
        return
    for seq, before, after in look.changes:
        # The points after a hand also change with earlier hands. That alone does not change the hand.
        if seq > event.seq and before and after and replace(before, points=()) != replace(after, points=()):
            yield Later(hand_summary(after, names), before.gains, after.gains)
