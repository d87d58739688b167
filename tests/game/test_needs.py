"""What each player needs: examples by hand, and the last hands of recorded games."""

from dataclasses import replace

import pytest

from tests.game.games import HOUSE, last_hand, rules
from tests.game.recorded import events_of, games
from webapp.formats.game import read_game
from webapp.game.ending import is_last_hand
from webapp.game.events import Draw, Player, Win
from webapp.game.hand_values import hand_values
from webapp.game.log import replay
from webapp.game.needs import Need, Range, needs
from webapp.game.outcomes import outcome
from webapp.game.state import State
from webapp.scoring.points import hand_points

PLAYS_ON = last_hand(371, 140, 255, 204, played_by=rules("tenhou"), more=3, honba=3, sticks=3)
TOBI = last_hand(402, 226, 176, 176, honba=3, sticks=2)


def need_of(state: State, player: Player, dealt_in: Player | None, rank: int) -> Need:
    (goal,) = (goal for goal in needs(state)[player].goals if goal.rank == rank)
    return next(need for need in goal.ways if need.dealt_in == dealt_in)


def called(ranges: tuple[Range, ...]) -> list[tuple[int, ...]]:
    return [some.least.called + some.most.called for some in ranges]


def test_a_win_that_drops_the_leader_below_the_goal_plays_on() -> None:
    need = need_of(PLAYS_ON, 1, 0, 3)
    assert (need.least.value.called, need.least.then) == ((2600,), "over")
    assert called(need.exceptions) == [(6400, 12000)]


def test_an_extension_goes_on_until_a_win_reaches_the_goal() -> None:
    need = need_of(last_hand(280, 260, 240, 220, played_by=rules("tenhou"), more=3), 1, 3, 1)
    assert (need.least.value.called, need.least.then) == ((2300,), "goes_on")
    assert need.final
    assert need.usual_final
    assert (need.final.value.called, need.usual_final.value.called) == ((4500,), (5200,))
    assert (need.final.then, need.exceptions) == ("over", ())


def test_a_win_that_ends_the_game_by_tobi_with_the_winner_behind_is_an_exception() -> None:
    need = need_of(TOBI, 3, 2, 2)
    assert (need.least.value.called, need.least.then) == ((2400,), "goes_on")
    assert called(need.exceptions) == [(18000, 18000)]
    assert need_of(TOBI, 3, 2, 1).exceptions == ()


def test_many_fu_can_be_enough_where_usual_fu_are_not() -> None:
    need = need_of(TOBI, 1, 0, 1)
    assert (need.least.value.called, need.least.value.hand) == ((7100,), (2, 110))
    assert (need.usual.value.called, need.usual.value.hand) == ((7700,), (4, 30))


def test_fu_of_any_hand_are_named_before_the_25_of_seven_pairs() -> None:
    named = {value.called: value.hand for value in hand_values(False, False, HOUSE.scoring)}
    assert [named[points,] for points in (1600, 3200, 6400)] == [(1, 50), (2, 50), (3, 50)]
    assert [named[points,] for points in (1300, 5200, 7700)] == [(1, 40), (3, 40), (4, 30)]


@pytest.mark.parametrize(("preset", "least", "is_tied"), [("m_league", 2600, True), ("house", 2900, False)])
def test_equal_points_share_a_rank_or_the_seat_decides(preset: str, least: int, is_tied: bool) -> None:
    need = need_of(last_hand(300, 274, 210, 216, played_by=rules(preset)), 1, 2, 1)
    assert (need.least.value.called, need.least.is_tied) == ((least,), is_tied)


@pytest.mark.parametrize(("kiriage", "points", "limit"), [(False, 7700, None), (True, 8000, "mangan")])
def test_four_han_of_thirty_fu_can_be_a_mangan(kiriage: bool, points: int, limit: str | None) -> None:
    found = rules("house", scoring=replace(HOUSE.scoring, kiriage_mangan=kiriage))
    value = need_of(last_hand(300, 226, 237, 237, played_by=found), 1, 2, 1).usual.value
    assert (value.hand, value.points, value.limit) == ((4, 30), points, limit)


@pytest.mark.parametrize(("honba", "sticks", "points"), [(0, 0, 2900), (2, 0, 2300), (0, 1, 2000), (1, 1, 1600)])
def test_honba_and_sticks_are_counted_in(honba: int, sticks: int, points: int) -> None:
    state = last_hand(300, 272, 218, 210, honba=honba, sticks=sticks)
    assert need_of(state, 1, 2, 1).least.value.points == points


def test_every_win_that_keeps_the_lead_is_named_as_any_win() -> None:
    assert all(need.least.is_any for need in needs(last_hand(300, 272, 218, 210))[0].goals[0].ways)


def test_the_last_dealer_may_stop_with_a_win_that_takes_the_lead() -> None:
    need = need_of(last_hand(300, 290, 115, 295), 3, 0, 1)
    assert (need.least.value.called, need.least.then) == ((1500,), "may_stop")


def test_a_rank_that_one_yakuman_does_not_bring_names_who_would_have_to_be_liable() -> None:
    state = last_hand(650, 150, 100, 100, played_by=rules("house", tobi="off"))
    (goal,) = needs(state)[1].goals
    assert goal.tsumo
    assert (goal.tsumo.least.value.yakuman, goal.pao) == (2, (0,))
    nobody = replace(HOUSE, tobi="off", scoring=replace(HOUSE.scoring, pao=frozenset()))
    assert needs(replace(state, rules=nobody))[1].goals[0].pao == ()


def test_a_rank_that_no_win_brings_has_no_way() -> None:
    assert needs(last_hand(9000, 0, 0, 0))[3].goals[0].ways == ()


def test_the_wins_of_another_player_can_cost_a_rank_and_give_it_back() -> None:
    threats = needs(last_hand(305, 19, 201, 465, honba=1, sticks=1))[0].threats
    spans = {(threat.winner, threat.dealt_in): threat.spans for threat in threats}
    assert [(span.least.called, span.rank) for span in spans[1, None]] == [
        ((300, 500), 2),
        ((6000, 12000), 3),
        ((16000, 32000), 2),
    ]
    assert [(span.least.called, span.rank, span.then) for span in spans[3, 0]] == [
        ((1500,), 2, "may_stop"),
        ((10600,), 3, "may_stop"),
        ((36000,), 4, "over"),
    ]


def test_a_riichi_stick_can_cost_a_rank_at_a_draw() -> None:
    first = needs(last_hand(270, 262, 230, 238))[0]
    tenpai = frozenset({0, 1})
    before, after = (
        next(found.outcome.ranks[0] for found in draws if found.tenpai == tenpai)
        for draws in (first.draws, first.draws_after_riichi)
    )
    assert (before, after) == (1, 2)


def test_who_is_in_riichi_is_tenpai_and_declares_no_other() -> None:
    needed = needs(last_hand(270, 262, 230, 228, riichi=frozenset({1}), sticks=1))[1]
    assert all(1 in found.tenpai for found in needed.draws)
    assert needed.draws_after_riichi == ()


def test_hands_before_the_last_go_on() -> None:
    state = replace(last_hand(300, 272, 218, 210), number=2)
    assert need_of(state, 1, 0, 1).least[1:] == (1, "goes_on", False, False)


def test_all_phones_of_a_game_share_one_computation() -> None:
    state = last_hand(300, 272, 218, 210)
    assert needs(state) is needs(replace(state))
    assert needs(state) is not needs(replace(state, honba=1))


def test_nobody_needs_anything_after_the_game() -> None:
    assert needs(replace(TOBI, over="ended")) == ()


# -- recorded games --------------------------------------------------------------------------------


@pytest.mark.ci
def test_the_last_hands_of_recorded_games_end_as_foretold() -> None:
    """Each win of one player and each draw, with what was said before it of every player."""
    compared = 0
    for game in games():
        case = read_game({"rules": game["rules"], "events": events_of(game)})
        states = replay(case.rules, case.events).states
        for before, event, after in zip(states, case.events[1:], states[1:], strict=False):
            if is_last_hand(before) and isinstance(event, Win | Draw):
                compared += as_foretold(before, after)
    assert compared > len(games()) * 0.9


def as_foretold(before: State, after: State) -> bool:
    """Whether a hand ended with a win or a draw of which something was said; then it is compared."""
    end, ended = outcome(after), after.hands[-1].event
    found = needs(before)
    if isinstance(ended, Draw) and ended.kind == "exhaustive" and not ended.nagashi:
        assert [drawn.outcome for drawn in found[0].draws if drawn.tenpai == ended.tenpai] == [end]
        return True
    if not isinstance(ended, Win) or len(ended.wins) > 1 or ended.wins[0].liable:
        return False
    (won,) = ended.wins
    points = hand_points(won.basic or 0, before.dealer == won.player, won.dealt_in is None, before.rules.scoring)
    for needed in found:
        if needed.player == won.player:
            for goal in needed.goals:
                need = next((need for need in goal.ways if need.dealt_in == won.dealt_in), None)
                is_enough = need is not None and need.least.value.points <= points
                assert is_enough == (end.ranks[won.player] <= goal.rank)
        else:
            spans = next(some.spans for some in needed.threats if some[:2] == (won.player, won.dealt_in))
            (span,) = (span for span in spans if span.least.points <= points <= span.most.points)
            assert (span.rank, span.then) == (end.ranks[needed.player], end.then)
    return True
