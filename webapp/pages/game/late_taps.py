"""The values shown to players whose taps were not counted: the event of the other phone, their own event, and the
result of each tap that still waits on their phone."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from webapp.game.events import Amend, Chombo, Event, Riichi, Withdraw
from webapp.game.late import rival
from webapp.game.log import Game, Moment, play
from webapp.game.outlook import preview
from webapp.game.state import Place
from webapp.pages.game.event_summary import EventSummary, hand_summary
from webapp.pages.game.outcome import OutcomeRow, OutcomeView, outcome_of
from webapp.scoring.problems import Problem


@dataclass(frozen=True)
class Entered:
    """An entered event: its type, the player whom it names with the place of the game for which it was entered, and the
    hand that it ends or corrects, if any."""

    what: str
    name: str = ""
    place: Place | None = None
    summary: EventSummary | None = None
    corrected: EventSummary | None = None


@dataclass(frozen=True)
class Late:
    """The hand that another phone entered, and the player's own event, which was not counted.

    `again` is the own event as JSON, empty if it cannot be entered again: the game no longer allows it, or by now it
    would be another hand, in which other players pay, than the one that was shown to the player. `place` is the place
    of the game where it would count now; None if that is the one for which it was entered. `instead` is the amendment
    as JSON that replaces the other hand by it, empty if there is nothing to replace. `rows` are the players who gain or
    lose points if the own event, which ends a hand, is entered again. `problems` say why the game does not allow it.
    """

    other: EventSummary | None = None
    own: Entered | None = None
    again: str = ""
    place: Place | None = None
    instead: str = ""
    rows: tuple[OutcomeRow, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(frozen=True)
class Ended:
    """The hand that ended while somebody was still entering it; None if the hand before was undone."""

    summary: EventSummary | None


@dataclass(frozen=True)
class Waiting:
    """A tap that waits on a phone: its key and its result."""

    key: str
    entered: Entered
    rows: tuple[OutcomeRow, ...]
    problems: tuple[Problem, ...]


def late_of(then: Game, now: Game, event: Event, names: tuple[str, ...], body: Mapping[str, object]) -> Late:
    """An `event` (as JSON its `body`) that was entered for the game as it was `then`, and comes too late for the game
    as it is `now`."""
    other = rival(then, now)
    own = entered_of(then, event, names)
    instead = {"type": "amend", "seq": other.seq, "event": body} if other and own.summary else None
    place = now.state.place
    outcome = outcome_of(now, event, names)
    is_its_hand = other or not own.summary or _is_same_hand(own.summary.place, place)
    may_again = is_its_hand and not outcome.problems
    return Late(
        _summary(other, names),
        own,
        json.dumps(body) if may_again else "",
        None if own.place in (None, place) else place,
        json.dumps(instead) if instead else "",
        _changed(outcome) if may_again and own.summary else (),
        outcome.problems if is_its_hand else (),
    )


def _is_same_hand(one: Place, other: Place) -> bool:
    return (one.number, one.honba) == (other.number, other.honba)


def entered_of(game: Game, event: Event, names: tuple[str, ...]) -> Entered:
    """An event as it was entered in this state of the game."""
    after = play(game, event).game
    hand = next((_summary(moment, names) for moment in after.line[-1:] if moment.seq > game.length), None)
    what = type(event).__name__.lower()
    if isinstance(event, Riichi | Withdraw | Chombo):
        return Entered(what, names[event.player], game.state.place, hand)
    if isinstance(event, Amend):
        corrected = next((_summary(moment, names) for moment in after.line if moment.seq == event.seq), None)
        return Entered(what, corrected=corrected)
    return Entered(what, summary=hand)


def waiting_of(game: Game, events: Sequence[tuple[str, Event]], names: tuple[str, ...]) -> Iterator[Waiting]:
    """The waiting taps, given with their keys, with the results that they would have now, one after the other."""
    for key, event in events:
        outcome = outcome_of(game, event, names)
        yield Waiting(key, entered_of(game, event, names), _changed(outcome), outcome.problems)
        game = preview(game, event).game


def _changed(outcome: OutcomeView) -> tuple[OutcomeRow, ...]:
    """The players who gain or lose points."""
    return tuple(row for row in outcome.rows if row.delta)


def _summary(moment: Moment | None, names: tuple[str, ...]) -> EventSummary | None:
    return hand_summary(moment.hand, names) if moment and moment.hand else None
