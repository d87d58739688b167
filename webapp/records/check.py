"""Checks a record: every win, draw and total of the log against our own.

Our engine settles each hand from the beginning that the log gives it, so that a difference stays within its hand. A
difference has both figures; people decide which of them is right.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Literal, NamedTuple

from webapp.game.events import Happening, Player, Win
from webapp.game.log import moment_after
from webapp.game.result import ranks, result
from webapp.game.rules import GameRules
from webapp.game.state import Hand, State, plus, start
from webapp.records.record import Record, RecordedHand, RecordedWin
from webapp.records.replay import Decision, HandError, Played, played
from webapp.records.rules import has_first_hand, knows_uma, rules_of, totals_by
from webapp.scoring.hand import WinningHand
from webapp.scoring.payments import STICK
from webapp.scoring.points import hand_points
from webapp.scoring.problems import Code, Problem, problem

#: What differs: the place of a hand in the game (number, honba, sticks), the points with which it begins, points within
#: it, the worth of a winning hand, the points that the hand brings each player, those of one of several wins, the
#: points at the end of the game, the totals (in points), the ranks.
What = Literal["place", "start", "stated", "worth", "deltas", "share", "final", "totals", "ranks"]

Figures = tuple[int, ...]


class Difference(NamedTuple):
    """A difference between the log and us, with both figures. `ours` is empty if our game is over."""

    what: What
    log: Figures
    ours: Figures


class Unchecked(NamedTuple):
    """Figures of the log at the end of the game that could not be compared: totals of a room whose uma is not known,
    chips, the points at the end if the last hand could not be settled."""

    what: What | Literal["chips"]
    log: Figures


@dataclass(frozen=True)
class CheckedHand:
    """A hand of the record: our settlement (None if the hand has no end or cannot be played), the differences of the
    log, and why the hand cannot be played. `is_known` is False if the log was believed because it hides tiles.
    `unchecked` is what the log states and what could not be compared."""

    recorded: RecordedHand
    rules: GameRules
    settled: Hand | None = None
    events: tuple[Happening, ...] = ()
    differences: tuple[Difference, ...] = ()
    problem: Problem | None = None
    is_known: bool = True
    unchecked: tuple[What, ...] = ()

    def decisions(self, player: Player) -> tuple[Decision, ...]:
        """The discards of a player, each with the tiles it was chosen from; empty if the hand cannot be played."""
        return () if self.problem else played(self.recorded, self.rules, player).decisions

    @property
    def winning_hands(self) -> tuple[WinningHand, ...]:
        """The winners' tiles, as far as they are known."""
        event = self.settled.event if self.settled else None
        wins = event.wins if isinstance(event, Win) else ()
        return tuple(won.entered for won in wins if isinstance(won.entered, WinningHand))


@dataclass(frozen=True)
class Review:
    """A record that was checked by its rules, or by others if `is_chosen`. `state` is the game at its end, with every
    hand that could be settled. `is_whole`: by these rules all its events are one game, from the first hand on.
    `unchecked` is what the log states at the end of the game and what could not be compared."""

    record: Record
    rules: GameRules
    hands: tuple[CheckedHand, ...]
    state: State
    is_whole: bool
    unchecked: tuple[Unchecked, ...] = ()
    is_chosen: bool = False

    @property
    def knows_uma(self) -> bool:
        """Whether the uma of the game is known."""
        return self.is_chosen or knows_uma(self.record, self.rules)

    @property
    def is_compared(self) -> bool:
        """Whether everything that the log states could be compared."""
        return not (self.unchecked or any(hand.unchecked for hand in self.hands))

    @property
    def problems(self) -> tuple[Problem, ...]:
        """Every reason why a hand cannot be read or played."""
        return tuple(hand.problem for hand in self.hands if hand.problem)

    @property
    def differs(self) -> bool:
        """Whether the log differs from our figures anywhere."""
        return any(hand.differences for hand in self.hands)

    @property
    def agrees(self) -> bool:
        """Whether every hand can be played, without any difference."""
        return not (self.differs or self.problems)

    @property
    def breaks_off(self) -> bool:
        """Whether a hand has no end in the log, as in a log that was cut off."""
        return any(hand.recorded.ending is None and not hand.problem for hand in self.hands)

    @property
    def begins_later(self) -> bool:
        """Whether the first hands of the game are missing."""
        return not self.record.hands[0].problem and not has_first_hand(self.record)

    @property
    def ends_early(self) -> bool:
        """Whether the last hands of the game are missing, although the hands in the log are whole."""
        return not (self.state.over or self.record.final or self.breaks_off or self.problems)

    @property
    def points(self) -> tuple[int, ...]:
        """The points at the end. If the game is over, they include the sticks that were left on the table."""
        ours = result(self.state).points
        return ours if self.state.over or ours == self.record.final else self.state.points

    @property
    def leftover(self) -> tuple[int, ...]:
        """The points that each player gains from the sticks that were left on the table."""
        return tuple([has - had for has, had in zip(self.points, self.state.points, strict=True)])

    @property
    def events(self) -> tuple[Happening, ...]:
        """The events of the game."""
        return tuple(event for hand in self.hands for event in hand.events)


def checked(record: Record, chosen: GameRules | None = None) -> Review:
    """Plays and settles every hand of a record, by the rules of the log or by others for as many players."""
    rules = chosen or rules_of(record)
    is_whole = has_first_hand(record)
    state = start(rules) if is_whole else _begun_at(record.first, rules)
    hands: list[CheckedHand] = []
    for index, recorded in enumerate(record.hands):
        if recorded.problem:
            hands.append(CheckedHand(recorded, rules, problem=recorded.problem))
            is_whole = False
            continue
        if not recorded.points:
            recorded = replace(recorded, points=state.points)
        begun = _Beginning(hands[-1] if hands else None, state, recorded)
        is_whole = is_whole and not begun.differs and not state.over
        hand, state = _settled(index, recorded, begun, record)
        is_whole = is_whole and hand.settled is not None
        hands.append(hand)
    is_settled, has_uma = hands[-1].settled is not None, bool(chosen) or knows_uma(record, rules)
    at_end = tuple(_at_end(record, state, is_settled=is_settled, has_uma=has_uma))
    hands[-1] = replace(hands[-1], differences=(*hands[-1].differences, *at_end))
    unchecked = tuple(_unchecked_at_end(record, is_settled=is_settled, has_uma=has_uma))
    return Review(record, rules, tuple(hands), state, is_whole, unchecked, bool(chosen))


def _begun_at(first: RecordedHand, rules: GameRules) -> State:
    """The state at the beginning of a log that has only the later hands of a game."""
    points = first.points or start(rules).points
    return replace(start(rules), points=points, number=first.number, honba=first.honba, sticks=first.sticks)


class _Beginning:
    """The beginning of a hand: as the log has it, compared with what follows from the hand before."""

    def __init__(self, before: CheckedHand | None, expected: State, recorded: RecordedHand) -> None:
        place = recorded.number, recorded.honba, recorded.sticks
        ours = () if expected.over else (expected.number, expected.honba, expected.sticks)
        is_known = before is None or before.settled is not None
        self.differences: list[Difference] = []
        if is_known and place != ours:
            self.differences.append(Difference("place", place, ours))
        #: The place and the points cannot be compared after a hand that could not be settled.
        self.unchecked: tuple[What, ...] = () if is_known else ("place", "start")
        self.differs = recorded.points != expected.points
        if is_known and self.differs and recorded.points not in _explained(before):
            self.differences.append(Difference("start", recorded.points, expected.points))
            # The log has a wrong number here: the game goes on with our points.
            points = expected.points
        else:
            points = recorded.points
        self.differs = self.differs or place != ours
        number, honba, sticks = place
        self.state = replace(
            expected, points=points, number=number, honba=honba, sticks=sticks, riichi=frozenset(), over=None
        )


def _explained(before: CheckedHand | None) -> Iterator[Figures]:
    """The points with which a hand can begin if the hand before it differs: the points before that hand, plus what it
    brought by our settlement or by the log."""
    if before is None or before.settled is None:
        return
    changes = [before.settled.deltas]
    ending = before.recorded.ending
    if ending and ending.deltas:
        changes.append(_with_sticks(ending.deltas, before.settled))
    for change in changes:
        yield tuple([points + more for points, more in zip(before.recorded.points, change, strict=True)])


def _with_sticks(deltas: Figures, settled: Hand) -> Figures:
    """The changes of points in a log, less the riichi sticks that were paid in the hand."""
    return plus(deltas, dict.fromkeys(settled.riichi, -STICK))


def _settled(index: int, recorded: RecordedHand, begun: _Beginning, record: Record) -> tuple[CheckedHand, State]:
    """A hand settled from its beginning, and the state after it."""
    rules = begun.state.rules
    blank = CheckedHand(recorded, rules, differences=tuple(begun.differences), unchecked=begun.unchecked)
    unplayed = replace(blank, unchecked=(*begun.unchecked, *_figures_of(recorded)))
    try:
        play = played(recorded, rules)
    except HandError as error:
        return replace(unplayed, problem=error.problem(index)), begun.state
    if recorded.ending is None:
        return replace(blank, is_known=play.is_known), begun.state
    state, events, problems = _after(begun.state, play.events)
    if problems:
        return replace(unplayed, problem=_refused(index, len(recorded.moves), problems[0], record)), begun.state
    settled = state.hands[-1]
    differences = (*begun.differences, *_differences(recorded, settled, play, begun.state))
    hand = replace(blank, settled=settled, events=events, differences=differences, is_known=play.is_known)
    return hand, state


def _figures_of(recorded: RecordedHand) -> Iterator[What]:
    """The figures that the log states within a hand."""
    if recorded.stated:
        yield "stated"
    if recorded.ending and any(won.points is not None for won in recorded.ending.wins):
        yield "worth"
    if recorded.ending and recorded.ending.deltas is not None:
        yield "deltas"


def _after(state: State, events: Iterable[Happening]) -> tuple[State, tuple[Happening, ...], tuple[Problem, ...]]:
    done: list[Happening] = []
    for event in events:
        moment, problems = moment_after(state, 1, event)
        if problems:
            return state, (), problems
        state = moment.state
        done.append(moment.event)
    return state, tuple(done), ()


def _refused(index: int, event: int, why: Problem, record: Record) -> Problem:
    """The problem of an event that our game refuses. It mentions rules of its own only if the log names some."""
    if record.rules.other:
        return problem(
            f"hands.{index}.events.{event}",
            Code.OTHER_RULES,
            "By our rules this cannot happen. The log names rules of its own: {name}",
            name=record.rules.other,
        )
    return replace(why, field=f"hands.{index}.events.{event}", code=Code.BROKEN_LOG)


def _differences(recorded: RecordedHand, settled: Hand, play: Played, before: State) -> Iterator[Difference]:
    assert recorded.ending
    yield from _stated(recorded, before)
    yield from _worth(recorded, settled, before)
    if recorded.ending.deltas is not None:
        theirs = _with_sticks(recorded.ending.deltas, settled)
        if theirs != settled.deltas:
            yield Difference("deltas", theirs, settled.deltas)
        else:
            yield from _shares(recorded.ending.wins, settled)


def _shares(wins: Iterable[RecordedWin], settled: Hand) -> Iterator[Difference]:
    """The differences in what each of several wins brought, though all together bring the same."""
    for won in wins:
        ours = (0,) * len(settled.deltas)
        for payer, receiver, points, _ in settled.transfers:
            if receiver == won.player:
                ours = plus(ours, {receiver: points} | ({} if payer is None else {payer: -points}))
        if won.deltas not in (None, ours):
            yield Difference("share", won.deltas or (), ours)


def _stated(recorded: RecordedHand, before: State) -> Iterator[Difference]:
    """The differences in the points that the log states within the hand. If the points at its beginning differ already,
    the log may go on with either."""
    for points, sticks, won in recorded.stated:
        changes = dict.fromkeys(sticks, -STICK)
        theirs, ours = [
            plus(plus(begun, changes), dict(enumerate(won or ()))) for begun in (recorded.points, before.points)
        ]
        if points not in (theirs, ours):
            yield Difference("stated", points, ours)


def _worth(recorded: RecordedHand, settled: Hand, before: State) -> Iterator[Difference]:
    """The differences in the points of each winning hand, without honba and sticks."""
    event = settled.event
    if not isinstance(event, Win) or not recorded.ending:
        return
    rules = before.rules.scoring
    for theirs, won in zip(recorded.ending.wins, event.wins, strict=True):
        if theirs.points is None or won.basic is None:
            continue
        ours = hand_points(won.basic, before.seat(won.player) == 0, won.dealt_in is None, rules)
        if theirs.points != ours:
            yield Difference("worth", (theirs.points,), (ours,))


def _at_end(record: Record, state: State, *, is_settled: bool, has_uma: bool) -> Iterator[Difference]:
    """What differs at the end of the game. The totals and ranks are compared with those that follow from the points of
    the log."""
    if record.final is None:
        return
    ours = result(state).points
    if is_settled and record.final not in (ours, state.points):
        yield Difference("final", record.final, ours)
    if record.totals and has_uma:
        totals = totals_by(state.rules, record.final)
        if record.totals != totals:
            yield Difference("totals", record.totals, totals)
    if record.ranks and record.ranks != (places := ranks(record.final, state.rules)):
        yield Difference("ranks", record.ranks, places)


def _unchecked_at_end(record: Record, *, is_settled: bool, has_uma: bool) -> Iterator[Unchecked]:
    if record.final and not is_settled:
        yield Unchecked("final", record.final)
    if record.totals and not (has_uma and record.final):
        yield Unchecked("totals", record.totals)
    if record.ranks and not record.final:
        yield Unchecked("ranks", record.ranks)
    if record.chips:
        yield Unchecked("chips", record.chips)
