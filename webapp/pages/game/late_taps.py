"""The values shown to players whose taps were not counted: the event of the other phone, their own event, and the
result of each tap that still waits on their phone."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from webapp.game.events import Amend, Chombo, Draw, Event, Redo, Riichi, Undo, Win, Withdraw
from webapp.game.late import in_its_hand, rival
from webapp.game.log import Game, Moment
from webapp.game.state import Place
from webapp.pages.game.event_summary import EventSummary, hand_summary
from webapp.pages.game.outcome import Outcome, outcome_of
from webapp.pages.game.table_view import Undoable, undoable
from webapp.scoring.problems import Problem


class Entered(NamedTuple):
    """An entered event: its type, the player whom it names with the place of the game for which it was entered, and the
    hand that it ends or corrects or the event that it takes back, if any."""

    what: str
    name: str = ""
    place: Place | None = None
    summary: EventSummary | None = None
    corrected: EventSummary | None = None
    undone: Undoable | None = None


class Late(NamedTuple):
    """The hand that another phone entered, and the player's own event, which was not counted.

    `again` is the own event, None if it cannot be entered again: the game no longer allows it, or by now it would be
    another hand, in which other players pay, than the one that was shown to the player, or it would take back something
    else. `place` is the place of the game where it would count now; None if that is the one for which it was entered.
    `outcome` is what it would do then, if it ends a hand. `instead` is the amendment that replaces the other hand by
    it; None if there is nothing to replace. `correction` lays the player's stick in its own hand, which is over;
    `corrected` is what that does. `last` is what undo would take back now, if the own event takes back something else.
    `problems` say why the game does not allow the own event. `is_taken_back`: it corrects a hand that was taken back
    meanwhile, so it is entered as a hand of its own.
    """

    other: EventSummary | None = None
    own: Entered | None = None
    again: Event | None = None
    place: Place | None = None
    outcome: Outcome | None = None
    instead: Amend | None = None
    correction: Amend | None = None
    corrected: Outcome | None = None
    last: Undoable | None = None
    problems: tuple[Problem, ...] = ()
    is_taken_back: bool = False


class Ended(NamedTuple):
    """The hand that ended while somebody was still entering it; None if the hand before was undone."""

    summary: EventSummary | None


class Waiting(NamedTuple):
    """A tap that waits on a phone: its key and its result. `last` is what undo would take back, if that is not the one
    that the player meant."""

    key: str
    entered: Entered
    outcome: Outcome
    last: Undoable | None


def late_of(then: Game, after: Game, now: Game, event: Event, names: tuple[str, ...]) -> Late:
    """An `event` that was entered for the game as it was `then`, and comes too late for the game as it is `now`.
    `after` is the game `then` with the event played."""
    other = rival(then, now)
    own = entered_of(then, after, event, names)
    is_taken_back, riichi = False, None
    if isinstance(event, Amend) and own.corrected and all(moment.seq != event.seq for moment in now.line):
        is_taken_back, riichi, event = True, event.riichi, event.event
        if other and other.hand and not other.hand.place.is_same_hand(own.corrected.place):
            other = None
        own = own._replace(summary=own.corrected)
    place = now.state.place
    outcome = outcome_of(now, event, names)
    is_its_hand = other or not own.summary or own.summary.place.is_same_hand(place)
    # One event cannot both end a hand and lay its sticks.
    is_possible = not outcome.problems and riichi in (None, now.state.riichi)
    may_again = is_its_hand and is_possible and not isinstance(event, Undo | Redo)
    correction = in_its_hand(then, now, event) if isinstance(event, Riichi | Withdraw) else None
    instead = None
    if other and own.summary and isinstance(event, Win | Draw | Chombo):
        instead = Amend(other.seq, event, riichi)
    return Late(
        other=_summary(other, names),
        own=own,
        again=event if may_again else None,
        place=None if own.place in (None, place) else place,
        outcome=outcome if may_again and own.summary else None,
        instead=instead,
        correction=correction,
        corrected=outcome_of(now, correction, names) if correction else None,
        last=undoable(now.line, now.former, names) if own.undone and now.can_undo else None,
        problems=outcome.problems if is_its_hand else (),
        is_taken_back=is_taken_back,
    )


def entered_of(game: Game, after: Game, event: Event, names: tuple[str, ...]) -> Entered:
    """An event as it was entered in this state of the game. `after` is the game with the event played."""
    hand = next((_summary(moment, names) for moment in after.line[-1:] if moment.seq > game.length), None)
    what = type(event).__name__.lower()
    if isinstance(event, Riichi | Withdraw | Chombo):
        return Entered(what, names[event.player], game.state.place, hand)
    if isinstance(event, Amend):
        corrected = next((_summary(moment, names) for moment in after.line if moment.seq == event.seq), None)
        return Entered(what, corrected=corrected)
    if isinstance(event, Undo):
        lines = game.around(event.of or game.undoes or 0)
        return Entered(what, undone=undoable(lines[1], lines[0], names) if lines else None)
    return Entered(what, summary=hand)


def waiting_of(game: Game, events: Sequence[tuple[str, Event]], names: tuple[str, ...]) -> Iterator[Waiting]:
    """The waiting taps, given with their keys, with the results that they would have now, one after the other."""
    for key, event in events:
        outcome = outcome_of(game, event, names)
        after = outcome.look.game
        entered = entered_of(game, after, event, names)
        is_other = entered.undone and outcome.problems
        yield Waiting(key, entered, outcome, undoable(game.line, game.former, names) if is_other else None)
        game = after


def _summary(moment: Moment | None, names: tuple[str, ...]) -> EventSummary | None:
    return hand_summary(moment.hand, names) if moment and moment.hand else None
