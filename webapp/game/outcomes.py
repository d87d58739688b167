"""How a game stands after each win and each exhaustive draw that is possible in a hand.

No rule is known here: `hands.applied` plays each of them, and decides ties, sticks, honba, tobi, the extension and the
dealer. Ranks are those of the points in hand after it, whether the game ends or goes on.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import Literal, NamedTuple, TypeAlias

from webapp.game.events import Draw, LiablePlayer, Player, Win, Won, Yakuman
from webapp.game.hand_values import HandValue, hand_values
from webapp.game.hands import applied
from webapp.game.result import ranks
from webapp.game.rules import GameRules
from webapp.game.state import Over, State
from webapp.game.worth import chips_of

#: What becomes of the game: it is over, the last dealer may stop it, or it goes on.
Then = Literal["over", "may_stop", "goes_on"]
#: A way to win: the winner, and who dealt in (None: tsumo).
Way: TypeAlias = tuple[Player, Player | None]


class Outcome(NamedTuple):
    """How a game stands after an event: each player's rank, what becomes of the game, and why it is over."""

    ranks: tuple[int, ...]
    then: Then
    over: Over | None

    def is_tied(self, player: Player) -> bool:
        """Whether the player shares the rank."""
        return self.ranks.count(self.ranks[player]) > 1


def outcome(after: State) -> Outcome:
    """How a game stands in a state."""
    then: Then = "over" if after.over else "may_stop" if after.may_stop else "goes_on"
    return Outcome(ranks(after.points, after.rules), then, after.over)


# -- wins ------------------------------------------------------------------------------------------


class PossibleWin(NamedTuple):
    """A payment that a hand can bring, and how the game stands after it."""

    value: HandValue
    outcome: Outcome


def ways(rules: GameRules) -> Iterator[Way]:
    """Every way in which one player wins."""
    players = range(rules.players)
    for winner in players:
        yield winner, None
        yield from ((winner, other) for other in players if other != winner)


def after_win(state: State, way: Way, value: HandValue, liable: tuple[LiablePlayer, ...] = ()) -> State:
    """The state after a win that brings this payment. Of its chips only those of a yakuman are known; where a counted
    one brings the same, there are none."""
    winner, dealt_in = way
    yakuman = Yakuman(value.yakuman) if value.yakuman and not value.hands else None
    won = Won(winner, dealt_in, yakuman, liable, value.basic, state.round, state.seat(winner))
    if yakuman and state.rules.has_chips_of_wins:
        won = replace(won, chips=chips_of(won, state.rules))
    return applied(state, Win((won,)))


def possible_wins(state: State, way: Way) -> tuple[PossibleWin, ...]:
    """Every win in one way, the least first."""
    winner, dealt_in = way
    values = hand_values(state.dealer == winner, dealt_in is None, state.rules.scoring)
    return tuple([PossibleWin(value, outcome(after_win(state, way, value))) for value in values])


# -- draws -----------------------------------------------------------------------------------------


class PossibleDraw(NamedTuple):
    """An exhaustive draw: who is tenpai, and how the game stands after it."""

    tenpai: frozenset[Player]
    outcome: Outcome


def possible_draws(state: State) -> tuple[PossibleDraw, ...]:
    """Every exhaustive draw that is possible: players with riichi are tenpai."""
    players = range(state.rules.players)
    sets = (frozenset(player for player in players if bits >> player & 1) for bits in range(1 << len(players)))
    return tuple(
        PossibleDraw(tenpai, outcome(applied(state, Draw("exhaustive", tenpai))))
        for tenpai in sets
        if state.riichi <= tenpai
    )
