"""Late events, entered without knowledge of the last events of the game.

Two phones often enter the same, and it counts once. Two riichi of the same hand both count. If two hands differ, the
later one can replace the hand that the other phone entered. A riichi stick can be laid in its own hand, although that
is over.
"""

from collections.abc import Sequence
from dataclasses import replace
from operator import is_

from webapp.game.events import Amend, Draw, End, Event, Redo, Riichi, Undo, Withdraw
from webapp.game.log import Game, Line, Moment, play


def rival(then: Game, now: Game) -> Moment | None:
    """The first hand that ended after `then`, the game as the author of an event knew it; None if none has."""
    return next((moment for moment in now.line if moment.seq > then.length and moment.hand), None)


def twin(then: Game, after: Game, later: Sequence[Game], event: Event) -> int | None:
    """The number of the later event with the same effect as `event` would have had in `then`; None if there is none, or
    if it no longer counts. `after` is the game `then` with the event played, `later` the game after each later
    event."""
    now = later[-1] if later else then
    if isinstance(event, Undo) and event.of is not None:
        is_undone = event.of <= now.length and now.around(event.of) is None
        return now.length if is_undone else None
    if not later or after.length == then.length:
        return None
    match event:
        case Undo():
            lines = [not _is_line(game, len(then.past), then.line) for game in later]
        case Redo():
            lines = [_is_line(game, len(after.past), after.line) for game in later]
        case Amend(seq):
            lines = [_effect(game, seq) == _effect(after, seq) for game in later]
        case Riichi() | Withdraw() | End():
            # A correction may have laid the player's stick in another hand. A stick can be laid again.
            hands = len(then.state.hands)
            since = [moment for moment in now.line if moment.seq > then.length and len(moment.state.hands) == hands]
            opposite = _opposite(event)
            last = next((moment for moment in reversed(since) if moment.event in (event, opposite)), None)
            return last.seq if last and last.event == event else None
        case _:
            other = rival(then, now)
            own = after.line[-1]
            is_same = other and own.hand and _effect(now, other.seq) == _effect(after, own.seq)
            return other.seq if other and is_same else None
    return later[lines.index(True)].length if lines[-1] else None


def is_unaffected(then: Game, now: Game, event: Event) -> bool:
    """Whether an event that was entered in `then` means the same in `now`: a stick that is laid or taken back in the
    hand that is still played."""
    before, after = then.state, now.state
    is_same_hand = len(before.hands) == len(after.hands) and before.place.is_same_hand(after.place)
    return isinstance(event, Riichi | Withdraw) and is_same_hand and not play(now, event).problems


def _opposite(event: Riichi | Withdraw | End) -> Event | None:
    """The event that takes a stick back, or lays it again."""
    match event:
        case Riichi(player):
            return Withdraw(player)
        case Withdraw(player):
            return Riichi(player)
    return None


def _is_line(game: Game, place: int, line: Line) -> bool:
    """Whether this is the line at a place among those that undo goes through. Lines share their moments."""
    if place > len(game.past):
        return False
    here = game.line
    for other in reversed(game.past[place:]):
        here = other.beside(here)
    return len(here) == len(line) and all(map(is_, here, line))


def _effect(game: Game, seq: int) -> object:
    """What the event of this number does: two hands with the same payments are the same, however they were entered."""
    moment = next((moment for moment in game.line if moment.seq == seq), None)
    if not moment or not moment.hand:
        return moment and moment.event
    hand = moment.hand
    return type(hand.event), hand.place.number, hand.place.honba, hand.deltas


def in_its_hand(then: Game, now: Game, event: Riichi | Withdraw) -> Amend | None:
    """The correction that lays a stick, or takes it back, in the hand that was played `then`; None if that is not
    over. Whoever is in riichi is tenpai."""
    other = rival(then, now)
    if not other or not other.hand or len(other.state.hands) != len(then.state.hands) + 1:
        return None
    own = {event.player}
    riichi = other.hand.riichi | own if isinstance(event, Riichi) else other.hand.riichi - own
    ended = other.hand.event
    if isinstance(ended, Draw) and ended.kind == "exhaustive":
        ended = replace(ended, tenpai=ended.tenpai | riichi)
    return Amend(other.seq, ended, riichi)
