"""What each player needs in the last hand, in words: short lines at the seats, and the parts of the page."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from flask import Flask

from webapp.game.aims import Aim, DrawnRanks, aim
from webapp.game.ending import is_last_hand
from webapp.game.events import Player
from webapp.game.hand_values import HandValue
from webapp.game.needs import NeededWin, Needs, needs
from webapp.game.state import State
from webapp.language.i18n import translate
from webapp.language.numbers import points
from webapp.language.words import LIMITS, N_, WINDS
from webapp.pages.calculator.result_text import yakuman_text
from webapp.scoring.table import WIND_NAMES

#: Ranks by their last digit.
_RANKS = {1: N_("{n}st"), 2: N_("{n}nd"), 3: N_("{n}rd")}
#: What becomes of a game that a leader's wins end, or not.
_LEADER_THEN = {
    "over": N_("any win ends it"),
    "may_stop": N_("any win: may stop"),
    "goes_on": N_("a win plays on"),
}
_DRAWS = {True: N_("tenpai: {result}"), False: N_("noten: {result}"), None: N_("draw: {result}")}


class NeededLines(NamedTuple):
    """The lines at a player's seat: the rank, and the one to reach; and short parts."""

    head: str
    parts: tuple[str, ...]


def needed_lines(state: State) -> tuple[NeededLines, ...]:
    """The lines of all players; none in a hand that is not the last, and while all have the same points."""
    if state.over or not is_last_hand(state) or len(set(state.points)) == 1:
        return ()
    return tuple(_lines(state, needed, aim(state, needed)) for needed in needs(state))


def _lines(state: State, needed: Needs, aimed: Aim) -> NeededLines:
    now = rank_text(needed.rank)
    is_rising = aimed.rank is not None and aimed.rank < needed.rank
    head = rising_text(needed.rank, aimed.rank) if is_rising and aimed.rank else now
    return NeededLines(head, tuple(_parts(state, needed, aimed)))


def _parts(state: State, needed: Needs, aimed: Aim) -> Iterator[str]:
    is_leader = needed.rank == 1
    if aimed.rank is None:
        can_rise = any(goal.ways for goal in needed.goals)
        yield translate(N_("takes more than a double yakuman") if can_rise else N_("no win lifts it"))
    elif is_leader and aimed.then and (aimed.is_any or aimed.then == "goes_on"):
        yield translate(_LEADER_THEN[aimed.then])
    elif aimed.is_any:
        yield translate(N_("any win does it")) + (_comma() if aimed.better else "")
        if win := aimed.better:
            yield translate(N_("tsumo {points}")).format(points=_short(win, aimed.rank, is_tsumo=True))
    else:
        yield from _wins(state, aimed)
    if not is_leader and aimed.then == "goes_on":
        yield translate(N_("then plays on"))
    elif aimed.less_plays_on and not aimed.off:
        yield translate(N_("less mostly plays on") if aimed.less_may_end else N_("less plays on"))
    elif aimed.plays_on:
        yield _plays_on(state, aimed.plays_on)
    if aimed.draw and (is_leader or (aimed.draw.best or needed.rank) < needed.rank):
        yield _draw_text(aimed.draw)


def _wins(state: State, aimed: Aim) -> Iterator[str]:
    if win := aimed.tsumo:
        any_tsumo = translate(N_("any tsumo")) + (_comma() if aimed.ron or aimed.off else "")
        short = _short(win, aimed.rank, is_tsumo=True)
        yield any_tsumo if win.is_any else translate(N_("tsumo {points}")).format(points=short)
    if win := aimed.ron:
        is_followed = aimed.off or aimed.less_plays_on or aimed.plays_on
        text = N_("any ron") if win.is_any else N_("ron {points},") if is_followed else N_("ron {points}")
        yield translate(text).format(points=_short(win, aimed.rank))
    for place, (players, win) in enumerate(aimed.off):
        if aimed.ron or place:
            text = N_("any off {seat}") if win.is_any else N_("{points} off {seat}")
        else:
            text = N_("any ron off {seat}") if win.is_any else N_("ron {points} off {seat}")
        seats = translate("/").join(wind_text(state, player) for player in players)
        is_last = place == len(aimed.off) - 1
        yield translate(text).format(points=_short(win, aimed.rank), seat=seats) + ("" if is_last else _comma())


def _comma() -> str:
    return translate(N_(", ")).rstrip()


def _plays_on(state: State, ways: Sequence[Player | None]) -> str:
    seats = [state.seat(player) for player in ways if player is not None]
    if len(seats) < len(ways):
        return translate(N_("some play on") if seats else N_("a tsumo plays on"))
    if len(seats) == state.rules.players - 1:
        return translate(N_("a ron plays on"))
    winds = translate("/").join(translate(WINDS[WIND_NAMES[seat]]) for seat in sorted(seats))
    return translate(N_("off {seat} plays on")).format(seat=winds)


def _short(win: NeededWin, rank: int | None, *, is_tsumo: bool = False) -> str:
    """The points of a win, without the comma of thousands; with its rank if that is better than this one."""
    text = _called(win.value, [str(share) for share in win.value.called], is_tsumo=is_tsumo).lower()
    if rank and win.rank < rank:
        text = translate(N_("{points}: {rank}")).format(points=text, rank=rank_text(win.rank))
    return translate(N_("{points}: tie")).format(points=text) if win.is_tied else text


def _draw_text(drawn: DrawnRanks) -> str:
    if drawn.best is None or drawn.worst is None:
        result = translate(N_("plays on"))
    else:
        best, worst = rank_text(drawn.best), rank_text(drawn.worst)
        result = best if best == worst else translate(N_("{best}–{worst}")).format(best=best, worst=worst)
        result = translate(N_("{ranks} or on")).format(ranks=result) if drawn.may_go_on else result
    return translate(_DRAWS[drawn.is_tenpai]).format(result=result)


# -- for the page, too -----------------------------------------------------------------------------


def rank_text(rank: int) -> str:
    """A rank: ``2nd``, 11th, 2位."""
    ending = None if rank // 10 % 10 == 1 else _RANKS.get(rank % 10)
    return translate(ending or N_("{n}th")).format(n=rank)


def rising_text(before: int, after: int) -> str:
    """A change of ranks: ``4th → 1st``."""
    return f"{rank_text(before)} → {rank_text(after)}"


def wind_text(state: State, player: Player) -> str:
    """The wind of a player's seat, in one letter."""
    return translate(WINDS[WIND_NAMES[state.seat(player)]])


def value_text(value: HandValue, *, is_tsumo: bool) -> str:
    """The points of a hand as they are called: ``1,300/2,600``, ``2,600 all``, ``Haneman``."""
    return _called(value, [points(share) for share in value.called], is_tsumo=is_tsumo)


def _called(value: HandValue, shares: Sequence[str], *, is_tsumo: bool) -> str:
    if value.yakuman:
        return yakuman_text(value.yakuman)
    if value.limit:
        return translate(LIMITS[value.limit])
    is_all = is_tsumo and len(shares) == 1
    return (translate(N_("{points} all")) if is_all else "{points}").format(points=translate("/").join(shares))


def init_app(app: Flask) -> None:
    """Gives the templates the words for ranks."""
    app.jinja_env.globals.update(rank_text=rank_text, rising_text=rising_text)
