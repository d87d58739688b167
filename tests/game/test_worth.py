"""The basic points of a win, however it was entered, and what becomes of them when an earlier hand is amended."""

from dataclasses import replace
from typing import Any

import pytest

from tests.game.games import HOUSE, codes, game, ron, rules, state
from tests.scoring.hands import but, meld, win
from webapp.game.events import Amend, Draw, Event, HanFu, LiablePlayer, Points, Riichi, Win, Won, Yakuman
from webapp.game.log import play, replay
from webapp.game.outlook import to_check
from webapp.game.worth import possible_points
from webapp.scoring.hand import WinningHand
from webapp.scoring.rules import TENHOU

#: Riichi, pinfu, all simples.
LINE = "234m 567m 345p 67s 22s +8s riichi"
#: The same with a pair of south.
SOUTHS = "234m 567m 345p 67s 22z +8s riichi"


def hand(line: str = LINE, **facts: Any) -> WinningHand:
    return but(win(line, **facts).hand)


def by_tiles(player: int, dealt_in: int | None, line: str = LINE, **facts: Any) -> Win:
    return Win((Won(player, dealt_in, hand(line, **facts)),))


def only(event: Event) -> Won:
    assert isinstance(event, Win)
    (won,) = event.wins
    return won


def kept(before: list[Event], event: Event) -> Won:
    """A win as it is kept."""
    played = play(game(before), event)
    assert played.problems == ()
    return only(played.event)


@pytest.mark.parametrize(
    ("is_red_open", "line", "chips"),
    [
        (True, "(234m) 067m 345p 67s 22s +8s", 1),
        (False, "(234m) 067m 345p 67s 22s +8s", 0),
        (False, "234m 067m 345p 67s 22s +8s", 1),
    ],
)
def test_red_fives_of_an_open_hand_have_chips_where_the_rules_say_so(is_red_open: bool, line: str, chips: int) -> None:
    played_by = rules(chip_points=2000, chip_red=1, chip_red_open=is_red_open)
    assert state(by_tiles(1, 2, line), played_by=played_by).chips == (0, chips, -chips, 0)


# -- how it was entered ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("entered", "dealt_in", "basic"),
    [
        (HanFu(1, 30), 2, 240),
        (HanFu(4, 40), 2, 2000),
        (HanFu(4, 30), None, 1920),
        (HanFu(13, 30), 2, 8000),
        (Yakuman(2), None, 16000),
        (Points(1000), 2, 240),
        (Points(3900), 2, 960),
        (Points(2700), None, 640),
        (Points(32000), None, 8000),
    ],
)
def test_a_win_is_kept_with_its_basic_points_its_round_and_seat(entered: Any, dealt_in: Any, basic: int) -> None:
    won = kept([], Win((Won(1, dealt_in, entered),)))
    assert (won.basic, won.round, won.seat) == (basic, 0, 1)


def test_basic_points_that_are_all_that_is_known_are_kept() -> None:
    assert kept([], Win((Won(1, 2, basic=2000),))).basic == 2000
    assert state(Win((Won(1, 2, basic=2000),))).points == (25000, 33000, 17000, 25000)


@pytest.mark.parametrize(
    ("entered", "dealt_in", "field"),
    [
        (None, 2, "han"),
        (HanFu(0, 30), 2, "fu"),
        (HanFu(1, 33), 2, "fu"),
        (HanFu(1, 20), None, "fu"),
        (HanFu(2, 20), 3, "fu"),
        (HanFu(1, 25), 2, "fu"),
        (HanFu(1, 120), 2, "fu"),
        (Yakuman(0), 2, "yakuman"),
        (Yakuman(7), 2, "yakuman"),
        (Points(1100), 2, "points"),
        (Points(1000), None, "points"),
    ],
)
def test_what_no_hand_is_worth_is_refused(entered: Any, dealt_in: Any, field: str) -> None:
    assert codes([], Win((Won(1, dealt_in, entered),))) == [(f"wins.0.{field}", "no_such_worth")]


def test_where_the_fu_are_fixed_a_hand_below_five_han_has_these() -> None:
    fixed = rules(scoring=replace(TENHOU, fu_fixed=40))
    assert codes([], ron(1, 2, han=3, fu=30), fixed) == [("wins.0.fu", "no_such_worth")]
    assert state(ron(1, 2, han=3, fu=40), played_by=fixed).points[1] == 25_000 + 5200
    assert state(ron(1, 2, han=5, fu=30), played_by=fixed).points[1] == 25_000 + 8000


def test_without_a_limit_there_are_no_yakuman() -> None:
    aotenjou = rules(scoring=replace(TENHOU, no_limit=True))
    assert codes([], Win((Won(1, 2, Yakuman(1)),)), aotenjou) == [("wins.0.yakuman", "no_such_worth")]
    assert (
        state(ron(1, 2, han=13), played_by=aotenjou).points[1] == 25000 + 4 * (30 << 15) + 40
    )  # rounded up to a hundred


@pytest.mark.parametrize(
    ("is_dealer", "is_tsumo", "first", "last"),
    [
        (False, False, [1000, 1300, 1600], 192000),
        (True, False, [1500, 2000, 2400], 288000),
        (False, True, [1100, 1500, 1600], 192000),
        (True, True, [1500, 2100, 2400], 288000),
    ],
)
def test_the_points_that_a_hand_can_have_are_known(is_dealer: bool, is_tsumo: bool, first: Any, last: int) -> None:
    points = list(possible_points(is_dealer, is_tsumo, TENHOU))
    assert points == sorted(points)
    assert (points[:3], points[-1]) == (first, last)


@pytest.mark.parametrize(
    ("is_dealer", "is_tsumo", "none", "some"),
    [
        (False, False, {4200, 4800, 5500}, {3600, 4500, 5200}),
        (True, False, {6300, 7200, 8200}, {4800, 5300, 6800}),
        (False, True, {3600}, {3200, 4000}),
    ],
)
def test_points_that_only_too_many_fu_would_bring_are_no_points_of_a_hand(
    is_dealer: bool, is_tsumo: bool, none: set[int], some: set[int]
) -> None:
    found = possible_points(is_dealer, is_tsumo, TENHOU).keys()
    assert not none & found
    assert some <= found


def test_kept_basic_points_outlive_a_mend_of_the_engine() -> None:
    """A win is settled by what is kept in it, whatever its han and fu would be worth today."""
    mended = Win((replace(only(ron(1, 2)), basic=2000, round=0, seat=1),))
    assert state(mended).points == (25000, 33000, 17000, 25000)


# -- by its tiles ----------------------------------------------------------------------------------


THREE_PLAYERS = rules("tenhou_sanma", rounds=4)
#: Nine hands of three players in which the deal passes each time: North 1 follows.
THREE_WINDS: list[Event] = [Draw("exhaustive", frozenset({(number + 1) % 3})) for number in range(9)]


def test_three_players_score_a_triplet_of_north_in_their_fourth_round() -> None:
    north = by_tiles(1, None, "99m 123s 456p 44z 789s +4z")
    played = play(game(THREE_WINDS, THREE_PLAYERS), north)
    assert played.problems == ()
    assert (only(played.event).round, only(played.event).seat) == (3, 1)


def test_a_win_of_three_players_that_was_kept_in_the_fourth_round_as_east_stays_as_it_was() -> None:
    (won,) = by_tiles(1, None, "99m 123s 456p 11z 789s +1z").wins
    before = Win((replace(won, basic=320, round=0, seat=1),))
    after = game([*THREE_WINDS, before], THREE_PLAYERS)
    assert after.line[-1].event == before
    assert to_check(after) == ()


def test_a_hand_is_scored_at_the_table_of_the_game() -> None:
    event = by_tiles(1, 3, round=3, seat=2, honba=7, sticks=9)
    won = kept([Riichi(1)], event)
    assert isinstance(won.entered, WinningHand)
    table = won.entered.table
    assert (table.round, table.seat, table.honba, table.sticks, table.discarder) == (0, 1, 0, 1, 2)
    assert table.rules == HOUSE.scoring
    assert not won.entered.is_tsumo
    assert state(Riichi(1), event).points == (25000, 25000 + 3900, 25000, 25000 - 3900)
    assert won.basic == 960


def test_a_hand_is_scored_by_the_rules_of_the_game() -> None:
    sanma = rules("tenhou_sanma")
    in_sanma = by_tiles(1, None, "234p 567p 345s 67s 22s +8s riichi")
    assert state(Riichi(1), in_sanma, played_by=sanma).points[1] > 35000
    assert codes([Riichi(1)], by_tiles(1, None), sanma)[0] == ("wins.0.case.concealed", "bad_player_tile")


def test_who_is_liable_follows_from_the_melds() -> None:
    melds = tuple(meld("pon", tiles, source) for tiles, source in (("555z", 1), ("666z", 1), ("777z", 3)))
    event = by_tiles(1, None, "23p 55p +4p", melds=melds)
    won = kept([], event)
    assert won.liable == (LiablePlayer(0, 8000),)
    assert state(event, played_by=rules(start_points=40000)).points == (8000, 72000, 40000, 40000)


@pytest.mark.parametrize(
    ("before", "event", "code"),
    [
        ([], by_tiles(1, 3), ("wins.0.case.flags", "riichi_differs")),
        ([Riichi(1)], by_tiles(1, 3, "234m 567m 345p 67s 22s +8s"), ("wins.0.case.flags", "riichi_differs")),
        ([], by_tiles(1, 3, "123m 456p 789s 35s 55p +4s"), ("wins.0.case.concealed", "no_yaku")),
        ([], by_tiles(1, 3, "123m 456p 789s 35s 55p +9s"), ("wins.0.case.concealed", "not_winning")),
        ([], by_tiles(1, None, "234m 567m 345p 67s 22s +8s tenhou"), ("wins.0.case.flags", "conflicting_flags")),
    ],
)
def test_a_hand_that_is_no_win_is_refused_with_its_own_problems(before: Any, event: Win, code: Any) -> None:
    assert code in codes(before, event)


@pytest.mark.parametrize(
    ("one", "other", "differs"),
    [
        ("234m 567m 345p 67s 22m +8s", "234m 678m 345p 67s 55p +8s", False),
        ("234m 567m 345p 67s 22m +8s", "234m 678m 345p 67s 55p +5s", True),
        ("23m 567m 345p 678s 22s +1m", "234m 678m 345p 67s 55p +5s", True),  # the first tile of all has the number 0
    ],
)
def test_two_rons_by_their_tiles_are_on_the_same_tile(one: str, other: str, differs: bool) -> None:
    """Once it was applied such a win stays."""
    first = only(by_tiles(1, 3, one))
    second = only(by_tiles(2, 3, other))
    found = codes([], Win((first, second)))
    assert found == ([("wins.1.case.win", "conflicting_event")] if differs else [])
    applied = Win((replace(first, basic=240, round=0, seat=1), replace(second, basic=240, round=0, seat=2)))
    assert codes([], applied) == []


# -- an earlier hand was amended --------------------------------------------------------------------


def amended(second: list[Event]) -> Any:
    """A game whose first hand moves the deal on, amended to one that the dealer wins."""
    whole = game([ron(1, 2), *second])
    found = play(whole, Amend(1, ron(0, 2)))
    assert found.problems == ()
    return found.game


def test_a_hand_whose_seat_has_changed_is_scored_again_from_its_tiles() -> None:
    """A pair of south is a seat wind for South; the same hand is a pinfu when the player sits West."""
    whole = game([ron(1, 2), Riichi(2), by_tiles(2, None, SOUTHS)])
    before = only(whole.line[-1].event)
    after = play(whole, Amend(1, ron(0, 2))).game
    again = only(after.line[-1].event)
    assert (before.seat, again.seat) == (1, 2)
    assert (before.basic, again.basic) == (480, 640)
    assert to_check(after) == ()
    assert after.state == replay(HOUSE, [ron(0, 2), Riichi(2), by_tiles(2, None, SOUTHS)]).game.state


def test_a_win_whose_tiles_are_not_known_keeps_its_points_and_is_marked() -> None:
    after = amended([ron(1, 3, han=3)])
    assert to_check(after) == ((2, 1),)
    won = only(after.line[-1].event)
    assert (won.basic, won.seat) == (960, 0)
    assert after.state.hands[-1].to_check == {1}
    assert after.state.hands[-1].deltas == (0, 3900 + 300, 0, -4200)


def test_a_win_in_the_same_seat_and_round_is_not_marked() -> None:
    whole = game([ron(1, 2), ron(2, 3)])
    after = play(whole, Amend(1, ron(1, 3, han=2))).game
    assert to_check(after) == ()


def test_a_mark_goes_when_the_win_is_entered_again() -> None:
    after = amended([ron(1, 3, han=3)])
    checked = play(after, Amend(2, ron(1, 3, han=3)))
    assert to_check(checked.game) == ()
    assert only(checked.game.line[-1].event).seat == 1


def test_a_hand_that_cannot_be_in_its_new_seat_keeps_its_points_and_is_marked() -> None:
    """Heaven is the dealer's; after the amendment the player is not the dealer any more."""
    heaven = by_tiles(1, None, "234m 567m 345p 67s 22s +8s tenhou")
    after = amended([heaven])
    assert to_check(after) == ((2, 1),)
    assert only(after.line[-1].event).basic == 8000
