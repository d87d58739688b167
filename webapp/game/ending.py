"""After a hand: the next one, or the end of the game.

Programs differ in three things; this is how they are here (RULES.md). Tobi and the goal depend on the points in hand,
without the sticks on the table. The last dealer leads by rank, so in a tie the player nearer to the first dealer is
ahead. An abortive draw after which the dealer stays and a chombo never end a game.
"""

from dataclasses import replace
from typing import Literal

from webapp.game.result import ranking
from webapp.game.state import Over, State

#: What the dealer did in a hand that is over.
DealerDid = Literal["win", "tenpai", "neither"]


def dealt_again(state: State, honba: int) -> State:
    """The state before the same hand is dealt again. The game never ends here."""
    return replace(state, honba=honba, riichi=frozenset(), may_stop=False)


def next_hand(state: State, dealer: DealerDid, *, repeats: bool, honba: int, has_ceiling: bool = True) -> State:
    """The state before the next hand, or the state of a game that this hand has ended.

    `has_ceiling`: `ceiling_points` can end it.
    """
    over = _over(state, dealer, repeats, has_ceiling)
    may_stop = over == "dealer_stopped" and (state.rules.stop_is == "chosen" or not _dealer_has_won_it(state))
    if over and not may_stop:
        return replace(state, riichi=frozenset(), may_stop=False, over=over)
    number = state.number + (not repeats)
    return replace(state, number=number, honba=honba, riichi=frozenset(), may_stop=may_stop)


def _over(state: State, dealer: DealerDid, repeats: bool, has_ceiling: bool) -> Over | None:
    if is_tobi(state):
        return "tobi"
    if has_ceiling and 0 < state.rules.ceiling_points <= max(state.points):
        return "ceiling"
    rules, last = state.rules, state.rules.hands - 1
    is_extended, has_goal = state.number > last, max(state.points) >= rules.goal_points
    if rules.extension == "first_to_goal" and is_extended and has_goal:
        return "goal"
    if not is_last_hand(state):
        return None
    can_end = rules.extension == "off" or has_goal
    if repeats:
        can_stop = _dealer_has_won_it(state) or (rules.stop_rank == "any" and can_end)
        return "dealer_stopped" if dealer in rules.last_dealer_stops and can_stop else None
    if is_extended and has_goal and rules.extension != "full_wind":
        return "goal"
    return "last_hand" if can_end or state.number >= last + rules.players else None


def is_last_hand(state: State) -> bool:
    """Whether the game can end by the place of this hand: the last one before an extension, or any one of the extension
    (of a full wind only the last one)."""
    last = state.rules.hands - 1
    if state.rules.extension == "full_wind" and last < state.number < last + state.rules.players:
        return False
    return state.number >= last


def who_needs_goal(state: State) -> Literal["anybody", "dealer"] | None:
    """Who needs the goal's points for this hand to end the game. "dealer": if the dealer stays, who then has to be
    first too. None if the game can end without these points, or cannot end with this hand."""
    rules = state.rules
    if not is_last_hand(state) or state.number >= rules.hands - 1 + rules.players:
        return None
    if rules.extension != "off":
        return "anybody"
    return "dealer" if rules.last_dealer_stops and rules.stop_rank != "any" else None


def is_tobi(state: State) -> bool:
    """Whether a player has too few points to go on."""
    limit = state.rules.tobi_limit
    return limit is not None and min(state.points) < limit


def _dealer_has_won_it(state: State) -> bool:
    """Whether the dealer of the last hand leads and has the goal."""
    return ranking(state.points)[0] == state.dealer and state.points[state.dealer] >= state.rules.goal_points
