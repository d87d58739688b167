"""What each player needs in a hand, as in the last one (オーラスの条件): the least win for each rank, what a draw does,
and what the wins of others do.

No rule is known here: this is read from the outcomes of all wins and draws. One winner is assumed, and nobody who is
liable (except in `Goal.pao`).
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from webapp.game.events import LiablePlayer, Player, Riichi
from webapp.game.hand_values import HandValue
from webapp.game.hands import applied
from webapp.game.outcomes import (
    PossibleDraw,
    PossibleWin,
    Then,
    Way,
    after_win,
    outcome,
    possible_draws,
    possible_wins,
    ways,
)
from webapp.game.refusals import refusals
from webapp.game.state import State

#: How many states are kept with what is needed in them, so that all phones of a game share it.
STATES_KEPT = 128


class RankedWin(NamedTuple):
    """A payment that a hand of a player can bring, the rank after it, whether it is shared, and what becomes of the
    game."""

    value: HandValue
    rank: int
    then: Then
    is_tied: bool

    @property
    def ends(self) -> bool:
        """Whether the game ends with it, or may."""
        return self.then != "goes_on"


class Range(NamedTuple):
    """Wins from one value to another, both included."""

    least: HandValue
    most: HandValue


class NeededWin(NamedTuple):
    """A win that does something: the rank after it, which may be better than the one that is asked for, what becomes of
    the game then, and whether the player shares the rank.

    `is_any`: every win in the same way does it, and the least shares no rank."""

    value: HandValue
    rank: int
    then: Then
    is_tied: bool
    is_any: bool


class Need(NamedTuple):
    """The wins off one player (`dealt_in`; None: by tsumo) that bring a rank or a better one.

    `least` is the least of all, `usual` the least with usual fu, if any has. `final` is the least that also ends the
    game, at once or because the dealer may stop it, and `usual_final` the least of those with usual fu; None if none
    does. `exceptions` are wins greater than `least` that do worse than a lesser one: they miss the rank, the game goes
    on though a lesser win ends it, or it ends with the player behind though it would go on after a lesser win.
    """

    dealt_in: Player | None
    least: NeededWin
    usual: NeededWin
    final: NeededWin | None
    usual_final: NeededWin | None
    exceptions: tuple[Range, ...]


@dataclass(frozen=True)
class Goal:
    """A rank and each way to win it or a better one. A way in which no win brings it is left out.

    `pao`: where one yakuman by tsumo is not enough, the players with whom it is if they are liable for it.
    """

    rank: int
    ways: tuple[Need, ...]
    pao: tuple[Player, ...] = ()

    @property
    def tsumo(self) -> Need | None:
        """The need by tsumo."""
        return next((need for need in self.ways if need.dealt_in is None), None)

    @property
    def rons(self) -> tuple[Need, ...]:
        """The needs by ron."""
        return tuple(need for need in self.ways if need.dealt_in is not None)


class Span(NamedTuple):
    """Wins from one value to another after which a player has the same rank, shared or not, and the same becomes of
    the game."""

    least: HandValue
    most: HandValue
    rank: int
    is_tied: bool
    then: Then


class Threat(NamedTuple):
    """What the wins of another player in one way do to a player, the least first."""

    winner: Player
    dealt_in: Player | None
    spans: tuple[Span, ...]


@dataclass(frozen=True)
class Needs:
    """What a player needs: the rank now, and the wins for each better rank, best first; for a leader those that keep
    the first.

    `draws` are all exhaustive draws that are possible, `draws_after_riichi` those if the player declares riichi now;
    none if they cannot. The own wins are the same after it: the stick comes back.
    """

    player: Player
    rank: int
    is_tied: bool
    goals: tuple[Goal, ...]
    threats: tuple[Threat, ...]
    draws: tuple[PossibleDraw, ...]
    draws_after_riichi: tuple[PossibleDraw, ...]


def needs(state: State) -> tuple[Needs, ...]:
    """What each player needs in this hand, by player; none if the game is over.

    Any hand is taken as if the ranks after it were the last. `ending.is_last_hand` says whether it can end the game.
    """
    # The hands before change no rank.
    return () if state.over else _needs(replace(state, hands=()))


@lru_cache(STATES_KEPT)
def _needs(state: State) -> tuple[Needs, ...]:
    wins = {way: possible_wins(state, way) for way in ways(state.rules)}
    draws = possible_draws(state)
    return tuple(_of_player(state, player, wins, draws) for player in range(state.rules.players))


def _of_player(
    state: State,
    player: Player,
    wins: dict[Way, tuple[PossibleWin, ...]],
    draws: tuple[PossibleDraw, ...],
) -> Needs:
    now = outcome(state)
    rank = now.ranks[player]
    own = {
        dealt_in: [_ranked(win, player) for win in found]
        for (winner, dealt_in), found in wins.items()
        if winner == player
    }
    return Needs(
        player=player,
        rank=rank,
        is_tied=now.is_tied(player),
        goals=tuple(goal(wanted, own, _pao(state, player, wanted, own[None])) for wanted in range(1, max(rank, 2))),
        threats=tuple(Threat(*way, _spans(found, player)) for way, found in wins.items() if way[0] != player),
        draws=draws,
        draws_after_riichi=_after_riichi(state, player),
    )


# -- wins ------------------------------------------------------------------------------------------


def _ranked(win: PossibleWin, player: Player) -> RankedWin:
    return RankedWin(win.value, win.outcome.ranks[player], win.outcome.then, win.outcome.is_tied(player))


def goal(rank: int, wins: Mapping[Player | None, Sequence[RankedWin]], pao: tuple[Player, ...] = ()) -> Goal:
    """What brings a rank; `wins` are all wins of a player in each way, the least first."""
    return Goal(rank, tuple([need for dealt_in, found in wins.items() if (need := _need(dealt_in, found, rank))]), pao)


def _need(dealt_in: Player | None, wins: Sequence[RankedWin], rank: int) -> Need | None:
    first = next((place for place, win in enumerate(wins) if win.rank <= rank), None)
    if first is None:
        return None
    above = wins[first:]
    exceptions = tuple(_ranges(zip([win.value for win in above[1:]], _are_worse(above, rank), strict=True)))

    def least_of(some: Iterable[RankedWin]) -> NeededWin | None:
        win = next(iter(some), None)
        is_any = win is wins[0] and not win.is_tied and not exceptions
        return win and NeededWin(win.value, win.rank, win.then, win.is_tied, is_any)

    reaching = [win for win in above if win.rank <= rank]
    ending = [win for win in reaching if win.ends]
    least, final = least_of(reaching), least_of(ending)
    assert least
    return Need(
        dealt_in=dealt_in,
        least=least,
        usual=least_of(win for win in reaching if win.value.is_usual) or least,
        final=final,
        usual_final=least_of(win for win in ending if win.value.is_usual) or final,
        exceptions=exceptions,
    )


def _are_worse(wins: Sequence[RankedWin], rank: int) -> Iterator[bool]:
    """For each win after the first, whether it does worse than a lesser one; the first brings the rank."""
    could_end, could_go_on = wins[0].ends, not wins[0].ends
    for win in wins[1:]:
        ends_behind = win.then == "over" and win.rank > 1
        yield win.rank > rank or (could_end and not win.ends) or (could_go_on and ends_behind)
        if win.rank <= rank:
            could_end, could_go_on = could_end or win.ends, could_go_on or not win.ends


def _ranges(wins: Iterable[tuple[HandValue, bool]]) -> Iterator[Range]:
    """The ranges of neighbouring wins that are marked."""
    for is_marked, some in groupby(wins, key=lambda win: win[1]):
        if is_marked:
            values = [value for value, _ in some]
            yield Range(values[0], values[-1])


def _pao(state: State, player: Player, rank: int, by_tsumo: Sequence[RankedWin]) -> tuple[Player, ...]:
    """Where one yakuman by tsumo does not bring the rank, the players who bring it if they are liable for the hand."""
    yakuman = next((win for win in by_tsumo if win.value.yakuman == 1), None)
    if not state.rules.scoring.pao or not yakuman or yakuman.rank <= rank:
        return ()

    def brings(other: Player) -> bool:
        liable = LiablePlayer(other, yakuman.value.basic)
        after = after_win(state, (player, None), yakuman.value, (liable,))
        return outcome(after).ranks[player] <= rank

    return tuple(other for other in range(state.rules.players) if other != player and brings(other))


def _spans(wins: Iterable[PossibleWin], player: Player) -> tuple[Span, ...]:
    found = []
    ranked = (_ranked(win, player) for win in wins)
    for after, some in groupby(ranked, key=lambda win: (win.rank, win.is_tied, win.then)):
        values = [win.value for win in some]
        found.append(Span(values[0], values[-1], *after))
    return tuple(found)


# -- draws -----------------------------------------------------------------------------------------


def _after_riichi(state: State, player: Player) -> tuple[PossibleDraw, ...]:
    return () if refusals(state, Riichi(player)) else possible_draws(applied(state, Riichi(player)))
