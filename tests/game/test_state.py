"""How a game goes on: sticks, honba, the next dealer, draws, chombo, the end."""

from typing import Any

import pytest

from tests.game.games import HOUSE, codes, draw, game, ron, rons, rules, state, tsumo
from webapp.game.events import (
    Adjust,
    Chips,
    Chombo,
    Draw,
    End,
    Event,
    LiablePlayer,
    Player,
    Riichi,
    Win,
    Withdraw,
    Won,
    Yakuman,
)
from webapp.game.refusals import MOST_ADJUSTED, MOST_CHIPS, MOST_NOTE
from webapp.game.state import Place, State
from webapp.game.worth import MOST_BASIC
from webapp.scoring.table import WIND_NAMES

EAST_1, EAST_2 = 0, 1


def where(now: State) -> tuple[int, int, int]:
    """The number of the hand, honba and sticks."""
    return now.number, now.honba, now.sticks


# -- sticks ----------------------------------------------------------------------------------------


def test_a_riichi_costs_a_stick_and_taking_it_back_costs_nothing() -> None:
    laid = state(Riichi(2))
    assert laid.points == (25000, 25000, 24000, 25000)
    assert (laid.sticks, laid.riichi) == (1, frozenset({2}))
    assert state(Riichi(2), Withdraw(2)) == state()


def test_sticks_stay_through_draws_and_go_to_the_next_winner() -> None:
    now = state(Riichi(1), draw(1), Riichi(0), ron(0, 3, han=2))
    assert now.points == (25000 - 1000 - 1000 + 2000 + 300 + 2000, 25000 - 1000 + 3000, 24000, 24000 - 2300)
    assert where(now) == (2, 0, 0)


def test_of_several_winners_the_nearest_to_the_discarder_takes_honba_and_sticks() -> None:
    before: list[Event] = [draw(0, 1, 2, 3), Riichi(0)]
    now = state(*before, rons(3, 2, 1), played_by=rules("tenhou"))
    assert now.points == (24000, 25000 + 1000 + 300 + 1000, 26000, 25000 - 2300)


@pytest.mark.parametrize("dealt_in", range(4))
def test_turns_go_around_the_table_from_the_discarder(dealt_in: int) -> None:
    near, across, far = ((dealt_in + n) % 4 for n in (1, 2, 3))
    for order in ((near, far), (far, near), (far, across, near)):
        taken = state(Draw("four_kans"), rons(dealt_in, *order)).hands[-1].transfers
        assert [payment.receiver for payment in taken if payment.reason == "honba"] == [near]


def test_each_of_several_winners_may_take_the_own_stick_back() -> None:
    now = state(Riichi(0), Riichi(1), Riichi(2), rons(3, 2, 1), played_by=rules("tokuten"))
    assert now.points == (24000, 24000 + 1000 + 2000, 24000 + 1000 + 1000, 23000)


# -- honba and the dealer --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("dealer_repeats", "event", "number", "honba"),
    [
        ("tenpai", tsumo(0), EAST_1, 1),
        ("tenpai", tsumo(1), EAST_2, 0),
        ("tenpai", rons(3, 0, 1), EAST_1, 1),
        ("tenpai", draw(0, 1), EAST_1, 1),
        ("tenpai", draw(1), EAST_2, 1),
        ("tenpai", draw(), EAST_2, 1),
        ("win", tsumo(0), EAST_1, 1),
        ("win", draw(0), EAST_2, 1),
        ("always", draw(1), EAST_1, 1),
        ("always", ron(1, 0), EAST_2, 0),
        ("never", tsumo(0), EAST_2, 0),
        ("never", draw(0), EAST_2, 1),
    ],
)
def test_the_dealer_repeats_as_the_rules_say(dealer_repeats: Any, event: Any, number: int, honba: int) -> None:
    now = state(event, played_by=rules(dealer_repeats=dealer_repeats))
    assert where(now) == (number, honba, 0)


@pytest.mark.parametrize("kind", ["nine_terminals", "four_winds", "four_kans"])
def test_after_an_abortive_draw_the_dealer_stays_and_a_honba_is_added(kind: Any) -> None:
    now = state(Riichi(3), Draw(kind))
    assert where(now) == (EAST_1, 1, 1)
    assert now.points == (25000, 25000, 25000, 24000)


def test_four_riichi_end_a_hand_once_all_four_are_laid() -> None:
    riichi = [Riichi(player) for player in range(4)]
    assert where(state(*riichi, Draw("four_riichi"))) == (EAST_1, 1, 4)
    assert codes(riichi[:3], Draw("four_riichi")) == [("kind", "no_riichi")]


def test_seats_turn_with_the_dealer_and_players_stay() -> None:
    now = state(ron(1, 2), ron(2, 3), ron(3, 0), ron(0, 1), ron(1, 0))
    assert (now.number, now.dealer, now.round) == (5, 1, 1)
    assert [now.seat(player) for player in range(4)] == [3, 0, 1, 2]
    assert [now.player(seat) for seat in range(4)] == [1, 2, 3, 0]


@pytest.mark.parametrize(
    ("players", "hands"),
    [(4, "E1 E2 E3 E4 S1 S2 S3 S4 W1 W2 W3 W4 N1 N2 N3 N4 E1"), (3, "E1 E2 E3 S1 S2 S3 W1 W2 W3 N1 N2 N3 E1")],
)
def test_each_player_deals_once_in_a_round_and_the_fourth_round_is_north(players: int, hands: str) -> None:
    places = [Place(number, players, 0, 0) for number in range(4 * players + 1)]
    assert [f"{WIND_NAMES[place.round]}{place.hand}" for place in places] == hands.split()


def test_a_dealer_pays_and_wins_as_dealer() -> None:
    assert state(ron(1, 2), tsumo(1, han=5)).points == (21000, 38000, 20000, 21000)


def test_a_liable_player_pays_alone_by_tsumo_and_half_by_ron() -> None:
    by_tsumo = Win((Won(1, None, Yakuman(1), (LiablePlayer(2),)),))
    by_ron = Win((Won(1, 3, Yakuman(1), (LiablePlayer(2, 8000),)),))
    rich = rules(start_points=50000)
    assert state(by_tsumo, played_by=rich).points == (50000, 82000, 18000, 50000)
    assert state(by_ron, played_by=rich).points == (50000, 82000, 34000, 34000)
    one_of_two = Win((Won(1, None, Yakuman(2), (LiablePlayer(2, 8000),)),))
    assert state(one_of_two, played_by=rich).points == (34000, 114000, 50000 - 32000 - 8000, 42000)


# -- draws -----------------------------------------------------------------------------------------


def test_players_without_tenpai_pay_those_in_tenpai() -> None:
    assert state(draw(0, 2)).points == (26500, 23500, 26500, 23500)
    assert state(draw()).points == state(draw(0, 1, 2, 3)).points == (25000,) * 4
    assert state(draw(1), played_by=rules("tenhou_sanma")).points == (34000, 37000, 34000)


def test_nagashi_mangan_takes_the_place_of_the_payments() -> None:
    now = state(Riichi(3), draw(3, nagashi=[2]))
    assert now.points == (21000, 23000, 33000, 22000)
    assert where(now) == (EAST_2, 1, 1)


def test_several_nagashi_mangan_are_paid_one_after_the_other() -> None:
    assert state(draw(0, nagashi=[1, 2])).points == (25000 - 8000, 25000 + 8000 - 2000, 31000, 25000 - 4000)


def test_nagashi_mangan_as_a_win_takes_sticks_and_honba_and_only_its_dealer_repeats() -> None:
    as_win = rules(nagashi="win")
    events: list[Event] = [Draw("four_kans"), Riichi(3), draw(0, 3, nagashi=[2])]
    assert where(state(*events, played_by=as_win)) == (EAST_2, 0, 0)
    assert state(*events, played_by=as_win).points == (20900, 22900, 34300, 21900)
    assert where(state(draw(nagashi=[0, 1]), played_by=as_win)) == (EAST_1, 1, 0)


def test_only_tenpai_players_may_have_riichi_at_a_draw() -> None:
    assert codes([Riichi(1)], draw(0)) == [("tenpai", "riichi_is_tenpai")]


@pytest.mark.parametrize(
    ("event", "played_by", "expected"),
    [
        (Draw("triple_ron"), HOUSE, [("kind", "unknown_rule")]),
        (Draw("nine_terminals"), rules("m_league"), [("kind", "unknown_rule")]),
        (Draw("four_winds"), rules("tenhou_sanma"), [("kind", "unknown_rule")]),
        (Draw("four_kans", frozenset({1})), HOUSE, [("tenpai", "conflicting_event")]),
        (draw(nagashi=[1]), rules("m_league"), [("nagashi", "unknown_rule")]),
        (Chips(0, 1, 1), HOUSE, [("type", "unknown_rule")]),
        (Chips(1, 1, 0), rules(chip_points=100), [("to", "bad_player"), ("n", "bad_number")]),
        (Riichi(4), HOUSE, [("player", "bad_player")]),
        (Riichi(3), rules("tenhou_sanma"), [("player", "bad_player")]),
        (Withdraw(1), HOUSE, [("player", "no_riichi")]),
        (Adjust((100, 0, 0)), HOUSE, [("points", "bad_number")]),
        (Adjust((50, 0, 0, 0)), HOUSE, [("points", "bad_number")]),
        (Adjust((0,) * 4, "x" * 201), HOUSE, [("note", "bad_value")]),
        (Win(()), HOUSE, [("wins", "bad_number")]),
        (ron(1, 1), HOUSE, [("wins.0.from", "bad_player")]),
        (rons(3, 1, 1), HOUSE, [("wins", "bad_player")]),
        (rons(3, 0, 1, 2), rules("tenhou"), [("wins", "bad_number")]),
        (rons(3, 0, 1), rules("m_league"), [("wins", "bad_number")]),
        (Win(ron(1, 3).wins + ron(2, 0).wins), HOUSE, [("wins", "conflicting_event")]),
        (Win(tsumo(1).wins + tsumo(2).wins), HOUSE, [("wins", "bad_number")]),
        (tsumo(1, liable=(LiablePlayer(1),)), HOUSE, [("wins.0.pao", "bad_player")]),
        (tsumo(1, liable=(LiablePlayer(2), LiablePlayer(3))), HOUSE, [("wins.0.pao", "bad_number")]),
    ],
)
def test_what_cannot_be_is_refused(event: Any, played_by: Any, expected: list[tuple[str, str]]) -> None:
    assert codes([], event, played_by) == expected


@pytest.mark.parametrize(
    "event",
    [
        Adjust((MOST_ADJUSTED, -MOST_ADJUSTED, 0, 0), "x" * MOST_NOTE),
        Chips(0, 1, 1),
        Chips(0, 1, MOST_CHIPS),
        Win((Won(1, 2, basic=1),)),
        Win((Won(1, 2, basic=MOST_BASIC),)),
        Win((Won(1, None, basic=2, liable=(LiablePlayer(2, 1), LiablePlayer(3, 1))),)),
    ],
)
def test_what_is_just_within_bounds_happens(event: Any) -> None:
    assert codes([], event, rules(chip_points=100)) == []


@pytest.mark.parametrize(
    ("event", "field"),
    [
        (Adjust((MOST_ADJUSTED + 100, 0, 0, 0)), "points"),
        (Chips(0, 1, MOST_CHIPS + 1), "n"),
        (Win((Won(1, 2, basic=0),)), "wins.0.basic"),
        (Win((Won(1, 2, basic=MOST_BASIC + 1),)), "wins.0.basic"),
        (Win((Won(1, None, basic=2, liable=(LiablePlayer(2, 0),)),)), "wins.0.pao"),
    ],
)
def test_what_is_just_out_of_bounds_is_refused(event: Any, field: str) -> None:
    assert codes([], event, rules(chip_points=100)) == [(field, "bad_number")]


# -- riichi ----------------------------------------------------------------------------------------


def test_riichi_is_declared_once_and_needs_its_points() -> None:
    assert codes([Riichi(1)], Riichi(1)) == [("player", "already_riichi")]
    poor = rules(start_points=900)
    assert codes([], Riichi(1), poor) == [("player", "too_few_points")]
    assert state(Riichi(1), played_by=rules(start_points=1000)).points[1] == 0


def test_where_riichi_needs_no_points_those_below_zero_may_declare_it_too() -> None:
    league = rules("m_league", start_points=900)
    now = state(Riichi(1), draw(1, 2, 3), played_by=league)
    assert now.points == (-2100, 900, 1900, 1900)
    assert state(Riichi(1), draw(1, 2, 3), Riichi(0), played_by=league).points[0] == -3100


# -- chombo, corrections, chips ---------------------------------------------------------------------


@pytest.mark.parametrize("player", range(4))
def test_after_a_chombo_the_hand_is_dealt_again_and_its_sticks_go_back(player: Player) -> None:
    before: list[Event] = [draw(1), Riichi(2)]
    now = state(*before, Riichi(3), Chombo(player))
    assert where(now) == (1, 1, 0)
    assert sum(now.points) == 100_000
    assert now.chombos[player] == 1
    assert now.riichi == frozenset()


def test_sticks_of_earlier_hands_stay_on_the_table_at_a_chombo() -> None:
    assert where(state(Riichi(1), draw(1), Riichi(2), Chombo(0))) == (1, 1, 1)


def test_a_chombo_never_ends_a_game() -> None:
    poor = rules(start_points=5000)
    broke = state(Chombo(0), played_by=poor)
    assert broke.points == (-7000, 9000, 9000, 9000)
    assert broke.over is None
    assert state(Chombo(0), draw(1), played_by=poor).over == "tobi"


def test_a_chombo_may_cost_points_of_the_result_alone() -> None:
    now = state(Riichi(1), Chombo(2), played_by=rules("m_league"))
    assert now.points == (25000,) * 4
    assert now.chombos == (0, 0, 1, 0)


def test_points_are_corrected_also_in_the_middle_of_a_hand_and_after_the_end() -> None:
    now = state(Riichi(1), Adjust((0, -2000, 0, 0), "late"), draw(1))
    assert now.points == (24000, 25000, 24000, 24000)
    assert now.hands[-1].deltas == (-1000, 2000, -1000, -1000)
    assert state(End(), Adjust((0, 0, 0, 100))).points[3] == 25100


def test_chips_go_from_one_player_to_another() -> None:
    assert state(Chips(0, 2, 3), Chips(2, 1, 1), played_by=rules(chip_points=500)).chips == (-3, 1, 2, 0)


# -- the record of a hand ---------------------------------------------------------------------------


def test_a_hand_is_recorded_where_it_was_played() -> None:
    now = state(Riichi(1), draw(1), Riichi(2), ron(2, 0, han=2))
    first, second = now.hands
    assert (first.place, first.deltas) == (Place(0, 4, 0, 1), (-1000, 2000, -1000, -1000))
    assert (second.place, second.riichi) == (Place(1, 4, 1, 2), frozenset({2}))
    assert second.transfers == ((0, 2, 2000, "ron"), (0, 2, 300, "honba"), (None, 2, 2000, "sticks"))
    assert second.deltas == (-2300, 0, 3300, 0)
    assert second.points == now.points
    assert not second.to_check


def test_every_event_of_a_game_is_a_moment_of_its_line() -> None:
    line = game([Riichi(1), draw(1), Chombo(2)]).line
    assert [moment.seq for moment in line] == [1, 2, 3]
    assert [bool(moment.hand) for moment in line] == [False, True, True]


# -- the end ---------------------------------------------------------------------------------------

MANGAN = {"han": 5, "fu": 30}
PASSED = [ron(1, 2, han=1), ron(2, 1, han=1), ron(3, 0, han=1), ron(0, 3, han=1)]


@pytest.mark.parametrize(
    ("tobi", "start_points", "over"),
    [("below_zero", 8000, None), ("below_zero", 7900, "tobi"), ("at_zero", 8000, "tobi"), ("off", 7900, None)],
)
def test_a_game_ends_when_a_player_is_out_of_points(tobi: Any, start_points: int, over: str | None) -> None:
    now = state(ron(1, 2, **MANGAN), played_by=rules(tobi=tobi, start_points=start_points))
    assert now.over == over
    assert now.number == (EAST_1 if over else EAST_2)


def test_a_stick_from_the_last_thousand_is_no_tobi_and_sticks_are_not_counted() -> None:
    poor = rules(start_points=1000, tobi="at_zero")
    assert state(Riichi(1), played_by=poor).over is None
    assert state(Riichi(1), Draw("four_kans"), played_by=poor).over is None
    assert state(Riichi(1), draw(1, 2, 3, 0), played_by=poor).over == "tobi"


def test_a_tobi_in_a_double_ron_comes_after_the_whole_settlement() -> None:
    now = state(rons(3, 1, 2, **MANGAN), played_by=rules(start_points=8000))
    assert now.over == "tobi"
    assert now.points == (8000, 16000, 16000, -8000)


@pytest.mark.parametrize(("length", "hands"), [(0, [draw()]), (1, PASSED), (2, PASSED * 2), (4, PASSED * 4)])
def test_a_game_ends_after_its_last_hand(length: Any, hands: list[Any]) -> None:
    short = rules(rounds=length, tobi="off")
    assert state(*hands, played_by=short).over == "last_hand"
    assert state(*hands[:-1], played_by=short).over is None
    assert codes(hands, Riichi(0), short) == [("type", "game_is_over")]


def last(**switches: Any) -> Any:
    """Rules of the last hand only: player 0 is the last dealer."""
    return rules(rounds=0, **switches)


def test_the_last_hand_is_played_again_after_an_abortive_draw_and_a_chombo() -> None:
    assert where(state(Draw("four_kans"), played_by=last())) == (0, 1, 0)
    assert state(Draw("four_kans"), played_by=last()).over is None
    assert state(Chombo(1), played_by=last()).over is None


def test_the_last_dealer_in_the_lead_may_stop() -> None:
    won = state(tsumo(0, **MANGAN), played_by=last())
    assert (won.may_stop, won.over) == (True, None)
    assert state(tsumo(0, **MANGAN), End(), played_by=last()).over == "dealer_stopped"
    assert state(tsumo(0, **MANGAN), played_by=last(stop_is="automatic")).over == "dealer_stopped"


@pytest.mark.parametrize("event", [Riichi(1), draw(1), Draw("four_kans"), Chombo(1)])
def test_the_choice_to_stop_ends_with_the_next_hand(event: Any) -> None:
    now = state(tsumo(0, **MANGAN), event, played_by=last())
    assert not now.may_stop


def test_the_last_dealer_stops_by_what_the_rules_name() -> None:
    tenpai: list[Event] = [Adjust((6000, 0, 0, 0)), draw(0)]
    assert state(*tenpai, played_by=last()).may_stop
    assert not state(*tenpai, played_by=last(last_dealer_stops=frozenset({"win"}))).may_stop
    assert not state(tsumo(0, **MANGAN), played_by=last(last_dealer_stops=frozenset())).may_stop


def test_the_last_dealer_needs_the_goal_and_must_lead() -> None:
    assert not state(tsumo(0), played_by=last()).may_stop  # 28,000 points
    assert not state(Adjust((0, 30000, 0, 0)), tsumo(0, **MANGAN), played_by=last()).may_stop


@pytest.mark.parametrize(("ahead", "may_stop"), [(0, False), (100, True)])
def test_north_must_be_strictly_ahead_to_stop(ahead: int, may_stop: bool) -> None:
    """By rank: of equal points those of the player nearer to the first dealer are ahead."""
    north = rules(tobi="off", goal_points=25000)
    to_south_4: list[Event] = [draw() for _ in range(7)]
    now = state(*to_south_4, Adjust((0, -ahead, 0, ahead)), draw(0, 1, 2, 3), played_by=north)
    assert (now.number, now.dealer) == (7, 3)
    assert now.may_stop is may_stop


def test_the_end_in_the_middle_of_a_hand_gives_its_sticks_back() -> None:
    now = state(Riichi(1), draw(1), Riichi(2), End())
    assert now.over == "ended"
    assert (now.sticks, now.riichi) == (1, frozenset())
    assert now.points == (24000, 25000 - 1000 + 3000, 24000, 24000)


# -- extension -------------------------------------------------------------------------------------


def west(*events: Any) -> State:
    """A hand alone, then an extension of up to one wind until somebody has 30,000 points."""
    return state(*events, played_by=last(extension="sudden_death", tobi="off"))


def test_while_nobody_has_the_goal_one_more_wind_is_played() -> None:
    assert west(draw()).over is None
    assert where(west(draw())) == (1, 1, 0)
    assert west(ron(1, 2, **MANGAN)).over == "last_hand"


def test_the_first_hand_that_brings_the_goal_ends_the_extension() -> None:
    assert west(draw(), ron(2, 3, **MANGAN)).over == "goal"
    assert west(draw(), draw(), draw(), draw()).over is None
    assert west(draw(), draw(), draw(), draw(), draw()).over == "last_hand"


@pytest.mark.parametrize(("points", "over"), [(4900, None), (5000, "goal")])
def test_exactly_the_goal_is_the_goal(points: int, over: str | None) -> None:
    assert west(draw(), Adjust((points, 0, 0, 0)), draw()).over == over
    ahead = Adjust((points, 0, 0, 0))
    assert state(ahead, draw(0, 1, 2, 3), played_by=last()).may_stop is bool(over)


def test_a_dealer_who_repeats_goes_on_in_the_extension_unless_in_the_lead_with_the_goal() -> None:
    ahead = Adjust((0, 0, 6000, 0))
    assert west(draw(), ahead, draw(1, 2)).over is None
    assert west(draw(), Adjust((0, 6000, 0, 0)), draw(1)).may_stop
