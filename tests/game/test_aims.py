"""The rank that a player aims for, and the wins to name for it."""

from typing import Any

import pytest

from tests.game.games import last_hand, rules
from webapp.game.aims import Aim, DrawnRanks, aim
from webapp.game.needs import NeededWin, needs
from webapp.game.state import State

M_LEAGUE = last_hand(255, 219, 222, 294, played_by=rules("m_league"), honba=1, sticks=1)
HOUSE = last_hand(312, 184, 369, 135)


def aim_of(state: State, player: int) -> Aim:
    return aim(state, needs(state)[player])


def called(win: NeededWin | None) -> Any:
    """A win as it is called out: any, the name of a limit, or points; with a mark if the rank is shared."""
    if win is None:
        return None
    points = "any" if win.is_any else str(win.value.limit or "/".join(map(str, win.value.called)))
    return f"{points} tie" if win.is_tied else points


def line(state: State, player: int) -> tuple[Any, ...]:
    """The rank, what is needed by tsumo, by ron and off some players, what becomes of the game."""
    found = aim_of(state, player)
    off = tuple([(*players, called(win)) for players, win in found.off])
    return found.rank, called(found.tsumo), called(found.ron), off, found.then


@pytest.mark.parametrize(
    ("state", "player", "expected"),
    [
        (M_LEAGUE, 0, (1, "500/1000", "2600 tie", ((3, "1300"),), "over")),
        (M_LEAGUE, 1, (1, "1300/2600", "6400", ((3, "3200"),), "over")),
        (M_LEAGUE, 2, (1, "1000/2000", "6400", ((3, "3200"),), "over")),
        (M_LEAGUE, 3, (1, "any", "any", (), "goes_on")),
        (HOUSE, 0, (1, "1300/2600", "6400", ((2, "3200"),), "over")),
        (HOUSE, 1, (2, "haneman", "baiman", ((2, "haneman"), (0, "7700")), "over")),
        (HOUSE, 2, (1, "any", "any", (), "over")),
        (HOUSE, 3, (3, "1300", "5800", ((1, "2900"),), "goes_on")),
    ],
)
def test_the_line_at_a_seat_names_the_rank_and_the_least_wins(state: State, player: int, expected: Any) -> None:
    assert line(state, player) == expected


def test_where_every_win_brings_a_rank_the_best_one_is_named_too() -> None:
    better = aim_of(last_hand(175, 296, 327, 192, honba=2, sticks=1), 0).better
    assert better
    assert (called(better), better.rank) == ("haneman", 1)
    assert aim_of(HOUSE, 3).better is None
    assert aim_of(last_hand(380, 200, 210, 210), 0).better is None


BELOW_GOAL = last_hand(280, 260, 240, 220, played_by=rules("tenhou"), more=3)


@pytest.mark.parametrize(
    ("state", "player", "expected"),
    [
        (last_hand(380, 200, 210, 210), 0, (1, "any", "any", (), "over")),
        (last_hand(200, 210, 210, 380), 3, (1, "any", "any", (), "may_stop")),
        (last_hand(200, 210, 210, 280), 3, (1, "700", "2000", (), "may_stop")),
        (BELOW_GOAL, 0, (1, "500/1000", "2000", (), "over")),
    ],
    ids=["ends it", "may stop", "the goal lets the dealer stop", "the goal ends the extension"],
)
def test_a_leader_aims_for_the_win_that_ends_the_game(state: State, player: int, expected: Any) -> None:
    assert line(state, player) == expected


def test_who_is_behind_aims_for_the_win_that_also_ends_the_game_as_first() -> None:
    need = needs(BELOW_GOAL)[1].goals[0].ways[0]
    assert (need.usual.value.called, need.usual.then) == ((500, 1000), "goes_on")
    assert line(BELOW_GOAL, 1) == (1, "1000/2000", "5200", (), "over")


def test_the_best_rank_within_a_mangan_by_tsumo_is_aimed_for_or_else_the_one_that_takes_least() -> None:
    assert line(last_hand(260, 250, 240, 250), 2)[:2] == (1, "500/1000")
    assert line(last_hand(340, 310, 240, 110), 2)[:2] == (2, "1600/3200")
    assert line(last_hand(420, 330, 200, 50), 2)[:2] == (2, "haneman")
    assert line(last_hand(339, 300, 240, 121), 2)[:2] == (1, "mangan")


def test_nobody_aims_for_what_takes_more_than_a_double_yakuman() -> None:
    found = aim_of(last_hand(9000, 0, 0, 0), 1)
    assert (found.rank, found.tsumo, found.draw) == (None, None, DrawnRanks(True, 2, 2, False))


def test_a_player_off_whom_alone_a_ron_is_enough_is_named() -> None:
    assert line(last_hand(350, 300, 200, 1000), 0) == (1, "yakuman", None, ((3, "yakuman"),), "over")


def test_all_are_named_off_whom_less_is_enough_in_the_order_of_seats() -> None:
    assert line(last_hand(100, 220, 560, 220), 0) == (3, "mangan", "haneman", ((3, 1, "6400"),), "over")


def test_what_is_needed_off_one_player_can_bring_a_better_rank_off_them_all() -> None:
    """A haneman off the dealer is first at once; off the others, who are nearer, less is second."""
    aimed = aim_of(last_hand(262, 182, 297, 259), 1)
    assert (aimed.rank, called(aimed.ron), aimed.ron and aimed.ron.rank) == (2, "haneman", 1)
    assert [(players, called(win)) for players, win in aimed.off] == [((0, 2), "7700")]


def test_a_ron_that_shares_the_rank_off_one_player_says_so() -> None:
    assert line(last_hand(270, 260, 230, 240, played_by=rules("m_league")), 1)[2] == "1000 tie"


def test_wins_of_which_only_some_end_the_game_have_no_common_end() -> None:
    assert line(last_hand(9000, 0, 0, 0), 3) == (2, "any", "any", (), None)


def playing_on(state: State, player: int) -> tuple[Any, ...]:
    """The ways of the named wins after which the game goes on, and whether it does after a lesser win."""
    found = aim_of(state, player)
    return found.then, found.plays_on, found.less_plays_on


def test_who_overtakes_below_the_goal_knows_that_a_lesser_win_plays_on() -> None:
    """2,600 off the leader makes 27,400 and 26,700: ahead, but nobody has 30,000."""
    state = last_hand(248, 293, 227, 232, played_by=rules("tenhou"))
    assert line(state, 0)[:3] == (1, "1300/2600", "5200")
    assert playing_on(state, 0) == ("over", (), True)
    assert not aim_of(M_LEAGUE, 1).less_plays_on


@pytest.mark.parametrize(
    ("state", "player", "expected"),
    [
        (last_hand(263, 324, 198, 215, played_by=rules("tenhou")), 2, (None, (1,), False)),
        (last_hand(331, 186, 202, 281, played_by=rules("tenhou")), 2, (None, (0,), False)),
        (last_hand(9000, 0, 0, 0), 3, (None, (0,), False)),
    ],
    ids=["a ron off the leader", "of the first dealer", "who is not out"],
)
def test_the_players_off_whom_a_win_plays_on_are_named(state: State, player: int, expected: Any) -> None:
    assert playing_on(state, player) == expected


# -- draws -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "player", "expected"),
    [
        (M_LEAGUE, 3, DrawnRanks(False, 1, 2, False)),
        (HOUSE, 2, DrawnRanks(None, 1, 1, False)),
        (HOUSE, 0, None),
        (BELOW_GOAL, 0, DrawnRanks(False, None, None, True)),
        (last_hand(255, 250, 247, 248), 0, DrawnRanks(False, 1, 3, False)),
        (last_hand(300, 290, 200, 210, riichi=frozenset({0}), sticks=1), 0, DrawnRanks(None, 1, 1, False)),
        (last_hand(300, 290, 200, 210, riichi=frozenset({3}), sticks=1), 0, DrawnRanks(None, None, None, True)),
        (last_hand(250, 250, 220, 280, riichi=frozenset({3}), sticks=1), 3, DrawnRanks(None, 1, 1, True)),
    ],
    ids=["noten", "no matter", "behind", "goes on", "third", "in riichi", "the dealer repeats", "as the dealer"],
)
def test_a_leader_knows_what_a_draw_does(state: State, player: int, expected: DrawnRanks | None) -> None:
    assert aim_of(state, player).draw == expected
