"""The log of a game: `undo`, `redo` and `amend` resolved, and every event applied or refused.

A log only grows. The events that count make up the `line`, a row of moments; a moment is an event with the state after
it. After riichi, win and undo, for example, the line is (riichi). Every event makes a new line, and `undo` goes back to
the line before. So an amendment is undone like everything else. Of the other lines only what differs is kept: a game
takes memory in proportion to its events.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from webapp.game.events import Amend, Event, Happening, Player, Redo, Undo, Win
from webapp.game.hands import applied, sticks_for
from webapp.game.refusals import refusals
from webapp.game.rules import GameRules
from webapp.game.state import Hand, State, start
from webapp.game.worth import weighed
from webapp.limits import MAX_EVENTS
from webapp.scoring.problems import Code, Problem, problem

#: The most events of a game that may be replayed because earlier events were amended.
MOST_REPLAYED = 4_000


class Moment(NamedTuple):
    """An event that counts, its number in the log (the first is 1), and the state after it.

    A win holds the basic points with which it was applied.
    """

    seq: int
    event: Happening
    state: State

    @property
    def hand(self) -> Hand | None:
        """The hand that this event ended, if it did."""
        return self.state.hands[-1] if self.state.hands and self.state.hands[-1].event is self.event else None


Line: TypeAlias = tuple[Moment, ...]


class OtherLine(NamedTuple):
    """A line, as it differs from the one next to it: the number of moments that both have, and its own after them. `by`
    is the number of the event that made one of them from the other."""

    shared: int
    own: Line
    by: int

    def beside(self, line: Line) -> Line:
        """The whole line; `line` is the one next to it."""
        return (*line[: self.shared], *self.own)


@dataclass(frozen=True)
class Game:
    """A game after the events of its log: the line that counts, the lines before it (for `undo`) and those that were
    undone (for `redo`), the nearest last."""

    rules: GameRules
    #: The number of events in the log.
    length: int = 0
    line: Line = ()
    past: tuple[OtherLine, ...] = ()
    future: tuple[OtherLine, ...] = ()
    #: The number of events that were replayed because an earlier one was amended.
    replayed: int = 0

    @property
    def state(self) -> State:
        """The state now."""
        return self.line[-1].state if self.line else start(self.rules)

    def before(self, seq: int | None) -> State:
        """The state before the event of this number; the state now if the number is None or its event does not
        count."""
        if seq is None:
            return self.state
        states = [start(self.rules), *[moment.state for moment in self.line]]
        place = next((i for i, moment in enumerate(self.line) if moment.seq == seq), len(self.line))
        return states[place]

    @property
    def former(self) -> Line:
        """The line to which `undo` goes back. There must be one (`can_undo`)."""
        return self.past[-1].beside(self.line)

    @property
    def undone(self) -> Line:
        """The line that `redo` brings back. There must be one (`can_redo`)."""
        return self.future[-1].beside(self.line)

    @property
    def can_undo(self) -> bool:
        """Whether an event is left that can be taken back."""
        return bool(self.past)

    @property
    def undoes(self) -> int | None:
        """The number of the event that `undo` takes back; None if none is left."""
        return self.past[-1].by if self.past else None

    def around(self, number: int) -> tuple[Line, Line] | None:
        """The lines before and after the event of this number; None if undo does not lead there (any more)."""
        after = self.line
        for other in reversed(self.past):
            before = other.beside(after)
            if other.by == number:
                return before, after
            after = before
        return None

    @property
    def can_redo(self) -> bool:
        """Whether an event was taken back that can happen again."""
        return bool(self.future)


class Played(NamedTuple):
    """The game after an event, and the event as it is to be kept; or the game as it was, and why it was refused."""

    game: Game
    event: Event
    problems: tuple[Problem, ...] = ()


def play(game: Game, event: Event) -> Played:
    """Adds an event to the game, or refuses it."""
    if game.length >= MAX_EVENTS:
        return Played(
            game, event, (problem("type", Code.TOO_MANY_EVENTS, "A game has at most {most} events.", most=MAX_EVENTS),)
        )
    match event:
        case Undo():
            return _undo(game, event)
        case Redo():
            return _redo(game)
        case Amend():
            return _amend(game, event)
    moment, problems = moment_after(game.state, game.length + 1, event)
    if problems:
        return Played(game, event, problems)
    return Played(_with_line(game, len(game.line), (moment,)), moment.event)


def moment_after(state: State, seq: int, event: Happening) -> tuple[Moment, tuple[Problem, ...]]:
    """The moment of an event in any state, and the problems of a refused event; its state is the one before it."""
    problems = refusals(state, event)
    if isinstance(event, Win) and not problems:
        event, problems = weighed(event, state)
        problems = problems or refusals(state, event)
    return Moment(seq, event, state if problems else applied(state, event)), problems


def _with_line(game: Game, shared: int, further: Line, replayed: int = 0) -> Game:
    """The game with a new line: the first moments of the present one, as many as `shared`, and further ones."""
    line, past = (*game.line[:shared], *further), (*game.past, OtherLine(shared, game.line[shared:], game.length + 1))
    return Game(game.rules, game.length + 1, line, past, replayed=game.replayed + replayed)


def _undo(game: Game, event: Undo) -> Played:
    if not game.past:
        return Played(game, event, (problem("type", Code.NOTHING_TO_UNDO, "There is nothing to undo."),))
    if event.of not in (None, game.undoes):
        return Played(game, event, (problem("of", Code.NOT_LAST, "Event {of} is not the last one.", of=event.of),))
    shared, _, by = game.past[-1]
    past, future = game.past[:-1], (*game.future, OtherLine(shared, game.line[shared:], by))
    return Played(replace(game, length=game.length + 1, line=game.former, past=past, future=future), Undo())


def _redo(game: Game) -> Played:
    if not game.future:
        return Played(game, Redo(), (problem("type", Code.NOTHING_TO_REDO, "There is nothing to redo."),))
    shared, _, by = game.future[-1]
    past, future = (*game.past, OtherLine(shared, game.line[shared:], by)), game.future[:-1]
    return Played(replace(game, length=game.length + 1, line=game.undone, past=past, future=future), Redo())


# -- another event in the place of an earlier one ---------------------------------------------------


def _amend(game: Game, event: Amend) -> Played:
    """Replays everything from the amended event on. If an event can no longer happen, nothing is changed."""
    place = next((i for i, moment in enumerate(game.line) if moment.seq == event.seq), None)
    if place is None:
        return Played(
            game, event, (problem("seq", Code.NO_SUCH_EVENT, "There is no event {seq} to amend.", seq=event.seq),)
        )
    before, problems = _with_riichi(game, game.line[:place], event.riichi)
    if problems:
        return Played(game, event, tuple(replace(item, field="riichi") for item in problems))
    after = game.line[place + 1 :]
    if game.replayed + len(after) > MOST_REPLAYED:
        return Played(game, event, (problem("seq", Code.TOO_MANY_EVENTS, "This game was amended too often."),))
    moment, problems = moment_after(before[-1].state if before else start(game.rules), event.seq, event.event)
    if problems:
        return Played(game, event, tuple(replace(item, field=f"event.{item.field}") for item in problems))
    return _replayed(game, replace(event, event=moment.event), place, (*before[place:], moment), after)


def _with_riichi(game: Game, line: Line, riichi: frozenset[Player] | None) -> tuple[Line, tuple[Problem, ...]]:
    """The line with sticks laid or taken back at its end, so that exactly these players have riichi. The added moments
    have the number of the amendment."""
    state = line[-1].state if line else start(game.rules)
    for event in sticks_for(state, riichi):
        moment, problems = moment_after(state, game.length + 1, event)
        if problems:
            return line, problems
        line, state = (*line, moment), moment.state
    return line, ()


def _replayed(game: Game, amend: Amend, shared: int, amended: Line, later: Line) -> Played:
    """The game whose line has other moments after the `shared` ones: the amended ones, and the later events again."""
    problems: tuple[Problem, ...] = ()
    moments = list(amended)
    for seq, event, _ in later:
        moment, problems = moment_after(moments[-1].state, seq, event)
        if problems:
            why = [replace(item, field="seq") for item in problems]
            return Played(game, amend, (_stands_in_the_way(seq), *why))
        moments.append(moment)
    return Played(_with_line(game, shared, tuple(moments), len(later)), amend)


def _stands_in_the_way(seq: int) -> Problem:
    return problem("seq", Code.LATER_EVENT, "After this change event {seq} could not have happened.", seq=seq)


# -- a whole log -----------------------------------------------------------------------------------


class Replay(NamedTuple):
    """A log played from its beginning: the game, the state after each event, and why the next event was refused."""

    game: Game
    states: tuple[State, ...]
    #: The log with the basic points of each win, as it is to be kept.
    kept: tuple[Event, ...]
    problems: tuple[Problem, ...] = ()


def replay(rules: GameRules, log: Iterable[Event]) -> Replay:
    """Plays a log up to its end or to the first event that is refused. Its problems have fields like
    `events.7.player`."""
    game = Game(rules)
    states: list[State] = []
    kept: list[Event] = []
    for index, event in enumerate(log):
        game, event, wrong = play(game, event)
        if wrong:
            problems = tuple(replace(item, field=f"events.{index}.{item.field}") for item in wrong)
            return Replay(game, tuple(states), tuple(kept), problems)
        states.append(game.state)
        kept.append(event)
    return Replay(game, tuple(states), tuple(kept))
