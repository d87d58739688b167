"""What a player aims for in a hand that can be the last, short enough for a line or two at their seat.

The rank named is the best one within a mangan by tsumo, or else the one that takes least. The wins are the least with
usual fu; for the first rank those that also end the game, because before that the game goes on.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from webapp.game.events import Player
from webapp.game.needs import Goal, Need, NeededWin, Needs
from webapp.game.outcomes import PossibleDraw, Then
from webapp.game.state import State
from webapp.scoring.points import MANGAN

#: Nobody plans for three yakuman.
MOST_YAKUMAN_NAMED = 2


class DrawnRanks(NamedTuple):
    """The best and the worst rank after exhaustive draws that end the game, and whether it can also go on. The ranks
    are None if it always goes on.

    `is_tenpai` says whether the player is tenpai; None if it makes no difference or they are in riichi. That the game
    goes on where another player is dealer and tenpai is left out if there are other draws: everybody expects it.
    """

    is_tenpai: bool | None
    best: int | None
    worst: int | None
    may_go_on: bool


class Aim(NamedTuple):
    """The rank that a player aims for, and the wins that bring it; for a leader those that keep the first rank.

    `rank` is the one after each of these wins, or after the worst of them; None if no win up to a double yakuman brings
    a better one. `ron` is the win that is enough off every other player, with the rank that it brings off all of them,
    None if there is none. `off` are the players off whom less is enough, in the order of seats, and that win; what
    takes most comes first. `is_any`: every win does it. `then` is what becomes of the game after the least of these
    wins: `goes_on` after all of them, `over` if all end it, `may_stop` if none goes on but not all end it, None if only
    some go on. `plays_on` are then the ways in which it goes on: None for `tsumo`, or a player off whom `ron` is won.
    `less_plays_on`: a lesser win brings the first rank, too, but the game goes on after it, unless its fu are rare
    where `less_may_end`. `better` is the tsumo that brings the best rank and ends the game, where every win ends it
    with a lesser rank. `draw` is what a draw does; None for those who are behind and have a rank to aim for.
    """

    rank: int | None
    tsumo: NeededWin | None = None
    ron: NeededWin | None = None
    off: tuple[tuple[tuple[Player, ...], NeededWin], ...] = ()
    is_any: bool = False
    then: Then | None = None
    plays_on: tuple[Player | None, ...] = ()
    less_plays_on: bool = False
    less_may_end: bool = False
    better: NeededWin | None = None
    draw: DrawnRanks | None = None


def aim(state: State, needed: Needs) -> Aim:
    """What a player aims for; `needed` is what they need in this state."""
    goals = [(goal, wins) for goal in needed.goals if (wins := _named(goal))]
    if not goals:
        return Aim(None, draw=_ranks_after(state, needed, is_tenpai=True))
    near = (pair for pair in goals if _is_near(pair[0].tsumo))
    goal, wins = next(near, goals[-1])
    draw = _draw(state, needed) if needed.rank == 1 else None
    aimed = _aim(state, needed, goal, wins)
    best, best_wins = goals[0]
    better = best_wins.get(None) if aimed.is_any and aimed.then == "over" and best.rank < goal.rank else None
    return aimed._replace(better=better if better and better.then != "goes_on" else None, draw=draw)


def named_win(need: Need, rank: int) -> NeededWin | None:
    """The win to name for a rank: the least with usual fu, for the first rank one that also ends the game if any does.
    None if it takes more than a double yakuman."""
    ending = need.usual_final if rank == 1 else None
    return next((win for win in (ending, need.usual) if win and win.value.yakuman <= MOST_YAKUMAN_NAMED), None)


def _named(goal: Goal) -> dict[Player | None, NeededWin]:
    """The win to name in each way."""
    return {need.dealt_in: win for need in goal.ways if (win := named_win(need, goal.rank))}


def _is_near(need: Need | None) -> bool:
    return need is not None and need.usual.value.basic <= MANGAN


def _aim(state: State, needed: Needs, goal: Goal, wins: Mapping[Player | None, NeededWin]) -> Aim:
    rons = {dealt_in: win for dealt_in, win in wins.items() if dealt_in is not None}
    has_all_rons = len(rons) == state.rules.players - 1
    # Of several with the same points the one of which most has to be said.
    said = max(rons.values(), key=lambda win: (_points(win), *_to_say(win)), default=None)
    ron = said if has_all_rons else None
    less = {player: win for player, win in rons.items() if not ron or _points(win) < _points(ron)}
    if ron and less:
        ron = ron._replace(rank=_rank_off_all(needed, goal, ron))
    then = _then(wins.values())
    named = [need for need in goal.ways if need.dealt_in in wins]
    return Aim(
        rank=max(win.rank for win in wins.values()),
        tsumo=wins.get(None),
        ron=ron,
        off=tuple(_off(state, less)),
        is_any=len(wins) == state.rules.players and all(win.is_any for win in wins.values()),
        then=then,
        plays_on=() if then else tuple(_playing_on(goal, wins.get(None), ron)),
        less_plays_on=any(_points(need.usual) < _points(wins[need.dealt_in]) for need in named),
        less_may_end=any(need.final and _points(need.final) < _points(wins[need.dealt_in]) for need in named),
    )


def _rank_off_all(needed: Needs, goal: Goal, ron: NeededWin) -> int:
    """The rank that these points bring off every other player, at worst: that of the goal, or a better one."""

    def is_enough(need: Need, rank: int) -> bool:
        win = named_win(need, rank)
        return win is not None and win.then != "goes_on" and _points(win) <= _points(ron) and not need.exceptions

    better = (one for one in needed.goals if one.rank < goal.rank and len(one.rons) == len(goal.rons))
    return next((one.rank for one in better if all(is_enough(need, one.rank) for need in one.rons)), goal.rank)


def _off(state: State, rons: Mapping[Player, NeededWin]) -> Iterator[tuple[tuple[Player, ...], NeededWin]]:
    """The players off whom a ron of the same points is enough, the most points first."""
    by_seat = sorted(rons, key=state.seat)
    for points in sorted({_points(win) for win in rons.values()}, reverse=True):
        players = tuple(player for player in by_seat if _points(rons[player]) == points)
        yield players, max((rons[player] for player in players), key=_to_say)


def _playing_on(goal: Goal, tsumo: NeededWin | None, ron: NeededWin | None) -> Iterator[Player | None]:
    """The ways in which the game goes on after these wins."""
    for need in goal.ways:
        win = tsumo if need.dealt_in is None else ron
        if win and (need.usual_final is None or _points(need.usual_final) > _points(win)):
            yield need.dealt_in


def _to_say(win: NeededWin) -> tuple[int, bool, bool]:
    """How much has to be said of a win: one that brings less than others, a shared rank, not every win."""
    return win.rank, win.is_tied, not win.is_any


def _points(win: NeededWin) -> int:
    return win.value.points


def _then(wins: Iterable[NeededWin]) -> Then | None:
    found = {win.then for win in wins}
    if len(found) == 1:
        return found.pop()
    return None if "goes_on" in found else "may_stop"


# -- draws -----------------------------------------------------------------------------------------


def _draw(state: State, needed: Needs) -> DrawnRanks:
    """What a draw does to a leader: without tenpai, unless they are in riichi or it makes no difference."""
    tenpai, noten = (_ranks_after(state, needed, is_tenpai=is_tenpai) for is_tenpai in (True, False))
    if needed.player in state.riichi or tenpai[1:] == noten[1:]:
        return tenpai._replace(is_tenpai=None)
    return noten


def _ranks_after(state: State, needed: Needs, *, is_tenpai: bool) -> DrawnRanks:
    draws = [draw for draw in needed.draws if (needed.player in draw.tenpai) == is_tenpai]
    others = [draw for draw in draws if not _is_repeat(state, needed.player, draw)]
    own = [draw.outcome for draw in others or draws]
    found = [outcome.ranks[needed.player] for outcome in own if outcome.then != "goes_on"]
    may_go_on = any(outcome.then == "goes_on" for outcome in own)
    return DrawnRanks(is_tenpai, min(found, default=None), max(found, default=None), may_go_on)


def _is_repeat(state: State, player: Player, draw: PossibleDraw) -> bool:
    """Whether the game goes on because another player deals again."""
    return draw.outcome.then == "goes_on" and state.dealer in draw.tenpai and state.dealer != player
