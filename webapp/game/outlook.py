"""Figures of a game beyond its state: distances, the effect of an event, the changes by an amendment."""

from typing import NamedTuple

from webapp.game.events import Event, Player
from webapp.game.log import Game, play
from webapp.game.state import Hand, State, Transfer
from webapp.scoring.problems import Problem


def differences(state: State, player: Player) -> tuple[int, ...]:
    """The points by which each player is ahead of this one; negative if behind."""
    return tuple(points - state.points[player] for points in state.points)


class Change(NamedTuple):
    """A hand that an event makes, changes or takes back: its number in the log, and the hand before and after (None if
    it does not exist then)."""

    seq: int
    before: Hand | None
    after: Hand | None


def changes(before: Game, after: Game) -> tuple[Change, ...]:
    """The hands in which two games differ, in order."""
    lines = before.line, after.line
    shared = min(map(len, lines))
    if lines[0][:shared] != lines[1][:shared]:
        shared = next(n for n, (old, new) in enumerate(zip(*lines, strict=False)) if old != new)
    hands = [{moment.seq: moment.hand for moment in line[shared:] if moment.hand} for line in lines]
    numbers = sorted(hands[0].keys() | hands[1].keys())
    pairs = [Change(seq, hands[0].get(seq), hands[1].get(seq)) for seq in numbers]
    return tuple(pair for pair in pairs if pair.before != pair.after)


class Preview(NamedTuple):
    """The effect of an event: the game after it, the points and the chips that each player gains or loses, who pays
    whom in a hand that it ends, and every hand that it changes; or the problems if it is refused."""

    game: Game
    deltas: tuple[int, ...]
    chips: tuple[int, ...]
    transfers: tuple[Transfer, ...]
    changes: tuple[Change, ...]
    problems: tuple[Problem, ...]


def preview(game: Game, event: Event) -> Preview:
    """The effect that an event would have; `deltas` are the points after it less those now."""
    after, _, problems = play(game, event)
    now, then = game.state, after.state
    ended = next((moment.hand for moment in after.line[-1:] if moment.seq > game.length), None)
    return Preview(
        game=after,
        deltas=_change(now.points, then.points),
        chips=_change(now.chips, then.chips),
        transfers=ended.transfers if ended else (),
        changes=changes(game, after),
        problems=problems,
    )


def _change(before: tuple[int, ...], after: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(new - old for old, new in zip(before, after, strict=True))


def to_check(game: Game) -> tuple[tuple[int, Player], ...]:
    """The wins that were entered for another seat or round than the one in which they count now: the number of the
    event in the log, and the winner."""
    return tuple((moment.seq, player) for moment in game.line if moment.hand for player in sorted(moment.hand.to_check))
