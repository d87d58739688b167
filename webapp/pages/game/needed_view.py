"""The page of what one player needs: tables of wins, of draws, and of what the wins of others cost, in words."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, groupby
from typing import NamedTuple

from webapp.game.aims import named_win
from webapp.game.ending import is_last_hand
from webapp.game.events import Player
from webapp.game.hand_values import hand_values
from webapp.game.needs import Goal, Need, NeededWin, Needs, Span, Threat
from webapp.game.outcomes import Outcome, PossibleDraw
from webapp.game.places import Sums, place_goals
from webapp.game.state import State
from webapp.language.i18n import translate
from webapp.language.numbers import points
from webapp.language.words import N_
from webapp.pages.game.needed_text import rank_text, value_text, wind_text
from webapp.scoring.payments import STICK

_THEN = {"goes_on": N_("plays on"), "may_stop": N_("may stop")}


class Cell(NamedTuple):
    """A cell of a table: its lines, what is added in small type, and whether it is better or worse than the rank now
    (1, −1, else 0)."""

    lines: tuple[str, ...]
    notes: tuple[str, ...] = ()
    change: int = 0


class Row(NamedTuple):
    """A row of a table."""

    head: str
    cells: tuple[Cell, ...]


class Table(NamedTuple):
    """A table with the heads of its columns, the sentences below it, and what all columns are about, above their heads
    ("" if they say it)."""

    heads: tuple[str, ...]
    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()
    above: str = ""


class NeededView(NamedTuple):
    """What one player needs: by the own wins, at a draw, and what the wins of others do."""

    player: Player
    wins: Table
    draws: Table
    threats: Table


def needed_view(state: State, needed: Needs, evening: Sums | None = None, season: Sums | None = None) -> NeededView:
    """The tables of a player. `evening` and `season` are the sums of their earlier games, None if there are none."""
    player = needed.player
    others = sorted((one for one in range(state.rules.players) if one != player), key=state.seat)
    return NeededView(
        player,
        _wins(state, needed, others, evening, season if season != evening else None),
        _draws(state, needed, others),
        _threats(state, needed, others),
    )


# -- the own wins ----------------------------------------------------------------------------------


def _wins(state: State, needed: Needs, others: Sequence[Player], evening: Sums | None, season: Sums | None) -> Table:
    off = [translate(N_("ron off {seat}")).format(seat=wind_text(state, other)) for other in others]
    goals = [goal for goal in needed.goals if goal.ways]
    rows = [Row(rank_text(goal.rank), _cells(state, needed.player, goal, others)) for goal in goals]
    notes = [*_notes(state, goals, needed)]
    for name, told, earlier in (
        (N_("today {rank}"), N_("Today: with the totals of this day’s earlier games."), evening),
        (N_("season {rank}"), N_("Season: with the totals of its earlier games."), season),
    ):
        if earlier and (places := place_goals(state, needed.player, earlier)):
            heads = [translate(name).format(rank=rank_text(goal.rank)) for goal in places]
            rows += map(Row, heads, [_cells(state, needed.player, goal, others) for goal in places])
            notes.append(translate(told))
    return Table((translate(N_("tsumo")), *off), tuple(rows), tuple(notes))


def _cells(state: State, player: Player, goal: Goal, others: Sequence[Player]) -> tuple[Cell, ...]:
    ways = {need.dealt_in: need for need in goal.ways}
    return tuple(_cell(state, player, goal.rank, ways.get(dealt_in)) for dealt_in in (None, *others))


def _cell(state: State, player: Player, rank: int, need: Need | None) -> Cell:
    if need is None:
        return Cell(("–",))
    is_tsumo, is_last = need.dealt_in is None, is_last_hand(state)
    win = (named_win(need, rank) if is_last else None) or need.usual
    least = need.final if is_last and rank == 1 and need.final else need.least
    notes = []
    if win.value.hand and not win.value.limit and not win.is_any:
        notes.append(translate(N_("{han} han {fu} fu")).format(han=win.value.hand.han, fu=win.value.hand.fu))
    if is_last and win.rank < rank:
        notes.append(rank_text(win.rank))
    if win.is_tied:
        notes.append(translate(N_("shares it")))
    if is_last and win.then in _THEN:
        notes.append(translate(_THEN[win.then]))
    if is_last and rank == 1 and need.final and need.least.value.points < need.final.value.points:
        less = value_text(need.least.value, is_tsumo=is_tsumo)
        notes.append(translate(N_("from {least}: plays on")).format(least=less))
    if is_last:
        notes += _exceptions(state, player, need, win)
    if least.value.points < win.value.points and least.value.hand:
        value = value_text(least.value, is_tsumo=is_tsumo)
        if least.is_tied and not win.is_tied:
            value = translate(N_("{points}: tie")).format(points=value)
        hand = least.value.hand
        notes.append(translate(N_("with {han} han {fu} fu {points}")).format(han=hand.han, fu=hand.fu, points=value))
    line = translate(N_("any win")) if win.is_any else value_text(win.value, is_tsumo=is_tsumo)
    return Cell((line,), tuple(notes))


def _exceptions(state: State, player: Player, need: Need, named: NeededWin) -> Iterator[str]:
    """The wins that do worse than the named one: ``but not 3,900–Sanbaiman``, ``but not from Haneman up``."""
    is_tsumo = need.dealt_in is None
    greatest = hand_values(state.dealer == player, is_tsumo, state.rules.scoring)[-1]
    for least, most in need.exceptions:
        low, high = (value_text(value, is_tsumo=is_tsumo) for value in (least, most))
        if most == greatest:
            yield translate(N_("but not from {least} up")).format(least=low)
        elif most.basic > named.value.basic:
            yield translate(N_("but not {values}")).format(values=low if least == most else f"{low}–{high}")


def _notes(state: State, goals: Sequence[Goal], needed: Needs) -> Iterator[str]:
    if not goals:
        yield translate(N_("No win lifts it."))
    for goal in needed.goals:
        if goal.pao:
            seats = " ".join(wind_text(state, player) for player in goal.pao)
            text = translate(N_("{rank}: a yakuman is enough by tsumo if {seats} is liable for it (pao)."))
            yield text.format(rank=rank_text(goal.rank), seats=seats)
    rules, sticks = state.rules.scoring, STICK * state.sticks
    by_ron = rules.honba_ron * state.honba + sticks
    by_tsumo = rules.honba_tsumo * (rules.players - 1) * state.honba + sticks
    if by_ron == by_tsumo:
        if by_ron:
            yield translate(N_("Honba and sticks are counted in: +{points}.")).format(points=points(by_ron))
    else:
        text = translate(N_("Honba and sticks are counted in: +{tsumo} by tsumo, +{ron} by ron."))
        yield text.format(tsumo=points(by_tsumo), ron=points(by_ron))
    if needed.draws_after_riichi:
        yield translate(N_("After a riichi the same wins are enough: the stick comes back."))


# -- draws -----------------------------------------------------------------------------------------


def _draws(state: State, needed: Needs, others: Sequence[Player]) -> Table:
    player = needed.player
    in_riichi = player in state.riichi
    kinds = [
        (N_("tenpai"), needed.draws, True),
        *([] if in_riichi else [(N_("noten"), needed.draws, False)]),
        *([(N_("riichi"), needed.draws_after_riichi, True)] if needed.draws_after_riichi else []),
    ]
    tenpai_sets = [frozenset(some) for number in range(len(others) + 1) for some in combinations(others, number)]
    repeats = state.dealer != player and _goes_on(needed.draws, state.dealer)
    columns = [
        some for some in tenpai_sets if state.riichi - {player} <= some and not (repeats and state.dealer in some)
    ]
    rows = []
    for head, draws, is_tenpai in kinds:
        found = {draw.tenpai: draw.outcome for draw in draws}
        cells = [found[some | {player} if is_tenpai else some] for some in columns]
        rows.append(Row(translate(head), tuple(_drawn(state, needed, one) for one in cells)))
    heads = tuple("".join(wind_text(state, one) for one in sorted(some, key=state.seat)) for some in columns)
    nobody = translate(N_("nobody else"))
    notes = [translate(N_("{seat} deals again if tenpai: the game goes on."))] if repeats else []
    dealer = wind_text(state, state.dealer)
    return Table(
        tuple(head or nobody for head in heads),
        tuple(rows),
        tuple(note.format(seat=dealer) for note in notes),
        above=translate(N_("others in tenpai")),
    )


def _goes_on(draws: Sequence[PossibleDraw], dealer: Player) -> bool:
    """Whether the game goes on after each draw with the dealer in tenpai, though not after every draw."""
    with_dealer = [draw.outcome.then == "goes_on" for draw in draws if dealer in draw.tenpai]
    others = [draw for draw in draws if dealer not in draw.tenpai]
    return bool(with_dealer) and all(with_dealer) and bool(others)


def _drawn(state: State, needed: Needs, after: Outcome) -> Cell:
    rank, is_tied = after.ranks[needed.player], after.is_tied(needed.player)
    more = [translate(N_("shares it"))] if is_tied else []
    if after.then in _THEN and is_last_hand(state):
        more.append(translate(_THEN[after.then]))
    return Cell((rank_text(rank),), tuple(more), _compared(_rank_of(needed), (rank, is_tied)))


def _compared(now: tuple[int, bool], then: tuple[int, bool]) -> int:
    """Whether a rank is better or worse than now (1, −1, else 0). A rank is worse if it is shared."""
    return (then < now) - (then > now)


# -- the wins of others ----------------------------------------------------------------------------


def _threats(state: State, needed: Needs, others: Sequence[Player]) -> Table:
    heads = translate(N_("off {seat}")).format(seat=wind_text(state, needed.player)), translate(N_("tsumo"))
    ways = {(threat.winner, threat.dealt_in): threat for threat in needed.threats}
    rows = [
        Row(
            wind_text(state, winner),
            tuple(_threat(state, needed, ways[winner, way]) for way in (needed.player, None)),
        )
        for winner in others
    ]
    return Table(heads, tuple(rows), tuple(note for one in others for note in _off_others(state, needed, one, ways)))


def _off_others(
    state: State, needed: Needs, winner: Player, ways: Mapping[tuple[Player, Player | None], Threat]
) -> Iterator[str]:
    """What the wins of a player off the others do, if they change the rank: ``S off W/N: from Haneman → 2nd``."""
    found: dict[tuple[str, ...], list[str]] = {}
    for (one, way), threat in ways.items():
        if one == winner and way not in (None, needed.player):
            cell = _threat(state, needed, threat)
            if cell.change:
                found.setdefault((*cell.lines, *cell.notes), []).append(wind_text(state, way))
    for lines, seats in found.items():
        text = translate(N_("{winner} off {seats}: {wins}"))
        wins, off = translate(N_(", ")).join(lines), translate("/").join(seats)
        yield text.format(winner=wind_text(state, winner), seats=off, wins=wins)


def _threat(state: State, needed: Needs, threat: Threat) -> Cell:
    is_tsumo = threat.dealt_in is None
    spans = [next(some) for _, some in groupby(threat.spans, key=_rank_of)]
    if len(spans) == 1 and _rank_of(spans[0]) == _rank_of(needed):
        lines = [translate(N_("stays {rank}")).format(rank=_rank_text(needed))]
    else:
        lines = []
        for number, span in enumerate(spans):
            if not number and _rank_of(span) == _rank_of(needed):
                continue
            value = value_text(span.least, is_tsumo=is_tsumo)
            said = translate(N_("any win")) if not number else translate(N_("from {points}")).format(points=value)
            lines.append(f"{said} → {_rank_text(span)}")
    notes = (_on_text(threat),) if is_last_hand(state) and any(map(_goes_on_after, threat.spans)) else ()
    now, ranks = _rank_of(needed), [_rank_of(span) for span in spans]
    worst = max(ranks)
    return Cell(tuple(lines), notes, _compared(now, worst if worst > now else min(ranks)))


def _rank_of(one: Span | Needs) -> tuple[int, bool]:
    return one.rank, one.is_tied


def _rank_text(one: Span | Needs) -> str:
    text = rank_text(one.rank)
    return translate(N_("{rank} (shared)")).format(rank=text) if one.is_tied else text


def _goes_on_after(span: Span) -> bool:
    return span.then == "goes_on"


def _on_text(threat: Threat) -> str:
    """After which of a player's wins the game goes on; there are some."""
    ending = [span for span in threat.spans if not _goes_on_after(span)]
    if not ending:
        return translate(_THEN["goes_on"])
    if any(map(_goes_on_after, threat.spans[threat.spans.index(ending[0]) :])):
        return translate(N_("some play on"))
    least = value_text(ending[0].least, is_tsumo=threat.dealt_in is None)
    return translate(N_("below {points}: plays on")).format(points=least)
