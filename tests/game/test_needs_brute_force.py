"""What each player needs, compared with every win and every draw, each played through the log."""

from typing import Any, NamedTuple

from hypothesis import given

from tests import examples
from tests.game.games import draw, last_hands
from webapp.game.aims import Aim, aim
from webapp.game.ending import is_last_hand
from webapp.game.events import Adjust, HanFu, Happening, LiablePlayer, Player, Riichi, Win, Won, Yakuman
from webapp.game.log import Game, Moment, play
from webapp.game.needs import Goal, Need, NeededWin, Needs, Range, needs
from webapp.game.outcomes import PossibleDraw, Way
from webapp.game.outlook import preview
from webapp.game.places import Sums, place_goals
from webapp.game.refusals import refusals
from webapp.game.result import ranks, result
from webapp.game.state import State
from webapp.game.worth import FU, MOST_HAN
from webapp.scoring.points import hand_points, worth
from webapp.scoring.rules import Rules


class Played(NamedTuple):
    """What followed when an event was played through the log."""

    ranks: tuple[int, ...]
    then: str
    totals: tuple[float, ...]


def game_at(state: State) -> Game:
    return Game(state.rules, 1, (Moment(1, Adjust((0,) * state.rules.players), state),))


def played(state: State, event: Happening) -> Played | None:
    """What follows an event; None if it is refused."""
    seen = preview(game_at(state), event)
    if seen.problems:
        return None
    after = seen.game.state
    ended = result(after)
    then = "over" if after.over else "may_stop" if after.may_stop else "goes_on"
    assert ended.ranks == ranks(after.points, after.rules)
    return Played(ended.ranks, then, ended.totals)


def most_yakuman(scoring: Rules) -> int:
    return 0 if scoring.no_limit else 6 if scoring.yakuman_stack or scoring.double_yakuman else 1


def every_win(state: State, way: Way) -> tuple[dict[int, Played], set[int]]:
    """By points, what follows each win in a way, the fewest points first; and the points that usual hands have."""
    player, dealt_in = way
    scoring = state.rules.scoring
    found: dict[int, Played] = {}
    usual = set()
    most_han = 13 if scoring.no_limit else MOST_HAN
    hands = [HanFu(han, fu) for han in range(1, most_han + 1) for fu in FU if han < 5 or fu == 30 or scoring.no_limit]
    entries: list[HanFu | Yakuman] = [*hands, *map(Yakuman, range(1, most_yakuman(scoring) + 1))]
    for entered in entries:
        seen = preview(game_at(state), Win((Won(player, dealt_in, entered),)))
        if not seen.problems:
            won = seen.game.state.hands[-1].event
            assert isinstance(won, Win)
            assert won.wins[0].basic
            points = hand_points(won.wins[0].basic, state.dealer == player, dealt_in is None, scoring)
            if isinstance(entered, Yakuman) or entered.fu <= 60 or worth(*entered, scoring).limit is not None:
                usual.add(points)
            if points not in found:
                outcome = played(state, Win((Won(player, dealt_in, entered),)))
                assert outcome
                found[points] = outcome
    return dict(sorted(found.items())), usual


def by_points(win: NeededWin | None) -> tuple[int, str, bool] | None:
    return win and (win.value.points, win.then, win.is_tied)


def points_in(ranges: tuple[Range, ...], wins: dict[int, Any]) -> set[int]:
    return {points for points in wins for some in ranges if some.least.points <= points <= some.most.points}


def check_need(need: Need | None, reached: dict[int, tuple[int, str, bool]], usual: set[int], rank: int) -> None:
    """Compares a need with all wins in its way: for their points the rank, what becomes of the game, whether it is
    tied."""
    reaching = {points: (points, *end[1:]) for points, end in reached.items() if end[0] <= rank}
    ending = {points: end for points, end in reaching.items() if end[1] != "goes_on"}
    if not reaching:
        assert need is None
        return
    assert need
    least = min(reaching)
    assert by_points(need.least) == reaching[least]
    assert by_points(need.usual) == reaching[min(reaching.keys() & usual, default=least)]
    assert by_points(need.final) == (ending[min(ending)] if ending else None)
    assert by_points(need.usual_final) == (ending[min(ending.keys() & usual, default=min(ending))] if ending else None)
    worse = set()
    for points, (got, then, _) in reached.items():
        lesser = {reaching[other][1] for other in reaching if other < points}
        stops = then == "over" and got > 1
        if lesser and (got > rank or (then == "goes_on" and lesser != {"goes_on"}) or (stops and "goes_on" in lesser)):
            worse.add(points)
    assert points_in(need.exceptions, reached) == worse
    assert need.least.is_any == (least == min(reached) and not reaching[least][2] and not worse)


def check_goals(goals: tuple[Goal, ...], dealt_in: Player | None, reached: dict[int, Any], usual: set[int]) -> None:
    for goal in goals:
        need = next((need for need in goal.ways if need.dealt_in == dealt_in), None)
        check_need(need, reached, usual, goal.rank)


def check_threats(state: State, found: tuple[Needs, ...], way: Way, wins: dict[int, Played]) -> None:
    for needed in found:
        if needed.player != way[0]:
            (threat,) = (threat for threat in needed.threats if (threat.winner, threat.dealt_in) == way)
            spans = [
                (points, span.rank, span.is_tied, span.then)
                for span in threat.spans
                for points in wins
                if span.least.points <= points <= span.most.points
            ]
            ranked = [(points, end.ranks, end.ranks[needed.player], end.then) for points, end in wins.items()]
            assert spans == [(points, rank, ranks.count(rank) > 1, then) for points, ranks, rank, then in ranked]
            assert all(a[2:] != b[2:] for a, b in zip(threat.spans, threat.spans[1:], strict=False))


def check_pao(state: State, needed: Needs) -> None:
    def rank_after(liable: tuple[LiablePlayer, ...]) -> int:
        outcome = played(state, Win((Won(needed.player, None, Yakuman(1), liable),)))
        assert outcome
        return outcome.ranks[needed.player]

    others = [other for other in range(state.rules.players) if other != needed.player]
    has_pao = state.rules.scoring.pao and not state.rules.scoring.no_limit
    for goal in needed.goals:
        is_short = has_pao and rank_after(()) > goal.rank
        enough = tuple(other for other in others if is_short and rank_after((LiablePlayer(other),)) <= goal.rank)
        assert goal.pao == enough


def check_draws(state: State, draws: tuple[PossibleDraw, ...]) -> None:
    got = {drawn.tenpai: (drawn.outcome.ranks, drawn.outcome.then) for drawn in draws}
    sets = [[n for n in range(state.rules.players) if bits >> n & 1] for bits in range(1 << state.rules.players)]
    outcomes = {frozenset(tenpai): played(state, draw(*tenpai)) for tenpai in sets}
    assert got == {tenpai: (end.ranks, end.then) for tenpai, end in outcomes.items() if end}


SUMS = Sums((12.5, -30.0, 4.1, 13.4), (0.0, 20.2, 47.0))


def places(totals: tuple[float, ...], player: Player) -> tuple[int, bool]:
    sums = [*(before + own for before, own in zip(SUMS.players, totals, strict=False)), *SUMS.others]
    own = sums.pop(player)
    return 1 + sum(round(total - own, 4) > 0 for total in sums), any(round(total - own, 4) == 0 for total in sums)


def check_places(state: State, player: Player, wins: dict[Player | None, tuple[dict[int, Played], set[int]]]) -> None:
    """In the last hand only wins that end the game have a place."""
    earlier = Sums(SUMS.players[: state.rules.players], SUMS.others)
    goals = place_goals(state, player, earlier)
    now = places(result(state).totals, player)[0]
    best = set()
    for dealt_in, (found, usual) in wins.items():
        reached = {
            points: (99 if is_last_hand(state) and end.then == "goes_on" else place, end.then, is_tied)
            for points, end in found.items()
            for place, is_tied in [places(end.totals, player)]
        }
        best |= {end[0] for end in reached.values() if end[0] < max(now, 2)}
        check_goals(goals, dealt_in, reached, usual)
    assert [goal.rank for goal in goals] == sorted(best)


def check_ron_off_all(aimed: Aim, needed: Needs, own: dict[Player | None, tuple[dict[int, Played], set[int]]]) -> None:
    """A ron that is enough off every other player is not said to bring more than it does off any."""
    if not (aimed.ron and aimed.off):
        return
    ends = [wins[aimed.ron.value.points] for dealt_in, (wins, _) in own.items() if dealt_in is not None]
    worst = max(end.ranks[needed.player] for end in ends)
    assert aimed.ron.rank >= worst
    has_exceptions = any(need.exceptions for goal in needed.goals for need in goal.rons)
    if not has_exceptions and all(end.then != "goes_on" for end in ends):
        assert aimed.ron.rank == worst


def check(state: State) -> None:
    """Plays every win in every way and every draw, and compares what follows with what is needed."""
    found = needs(state)
    now = ranks(state.points, state.rules)
    for player, needed in enumerate(found):
        assert (needed.player, needed.rank) == (player, now[player])
        assert needed.is_tied == (now.count(now[player]) > 1)
        assert [goal.rank for goal in needed.goals] == list(range(1, max(now[player], 2)))
        check_pao(state, needed)
        check_draws(state, needed.draws)
        own = {}
        for dealt_in in (None, *(other for other in range(state.rules.players) if other != player)):
            wins, usual = own[dealt_in] = every_win(state, (player, dealt_in))
            reached = {
                points: (end.ranks[player], end.then, end.ranks.count(end.ranks[player]) > 1)
                for points, end in wins.items()
            }
            check_goals(needed.goals, dealt_in, reached, usual)
            check_threats(state, found, (player, dealt_in), wins)
        check_places(state, player, own)
        check_ron_off_all(aim(state, needed), needed, own)
        if refusals(state, Riichi(player)):
            assert needed.draws_after_riichi == ()
        else:
            in_riichi = play(game_at(state), Riichi(player)).game.state
            check_draws(in_riichi, needed.draws_after_riichi)
            again = needs(in_riichi)[player].goals
            assert again[: len(needed.goals)] == needed.goals, "the stick comes back with a win"


@given(state=last_hands())
@examples.law(60)
def test_every_win_and_every_draw_of_a_last_hand_does_what_is_said(state: State) -> None:
    check(state)
