"""The places of an evening or a season after this hand: by the sums of all totals, those of earlier games included.

A greater win can cost a place, because it can lift a rival over a third player.
"""

from typing import NamedTuple

from webapp.game.ending import is_last_hand
from webapp.game.events import Player
from webapp.game.hand_values import HandValue, hand_values
from webapp.game.needs import Goal, RankedWin, goal
from webapp.game.outcomes import Way, after_win, outcome, ways
from webapp.game.result import DECIMALS, result
from webapp.game.state import State


class Sums(NamedTuple):
    """The sums of the totals of earlier games, in thousands: of the players of this game, and of all others."""

    players: tuple[float, ...]
    others: tuple[float, ...] = ()


class Place(NamedTuple):
    """A place by the sums of totals, and whether it is shared."""

    place: int
    is_tied: bool


def place(state: State, player: Player, earlier: Sums) -> Place:
    """The player's place if the game ends in this state."""
    totals = [before + own for before, own in zip(earlier.players, result(state).totals, strict=True)]
    behind = [round(total - totals[player], DECIMALS) for total in (*totals, *earlier.others)]
    return Place(1 + sum(by > 0 for by in behind), behind.count(0) > 1)


def place_goals(state: State, player: Player, earlier: Sums) -> tuple[Goal, ...]:
    """What the player needs for each better place that a win brings, best first; for the first place that which keeps
    it. The `rank` of a goal is the place.

    In the last hand only wins that end the game count. Before it all do, as if it ended.
    """
    wins: dict[Player | None, list[RankedWin]] = {}
    for winner, dealt_in in ways(state.rules):
        if winner == player:
            values = hand_values(state.dealer == player, dealt_in is None, state.rules.scoring)
            wins[dealt_in] = [_ranked(state, (player, dealt_in), value, earlier) for value in values]
    now = place(state, player, earlier).place
    reached = {win.rank for found in wins.values() for win in found}
    return tuple(goal(wanted, wins) for wanted in sorted(reached) if wanted < max(now, 2))


def _ranked(state: State, way: Way, value: HandValue, earlier: Sums) -> RankedWin:
    after = after_win(state, way, value)
    reached, then = place(after, way[0], earlier), outcome(after).then
    is_counted = then != "goes_on" or not is_last_hand(state)
    below_all = 1 + len(earlier.players) + len(earlier.others)
    return RankedWin(value, reached.place if is_counted else below_all, then, reached.is_tied)
