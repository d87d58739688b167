"""Everything that can be wrong with a hand is found, all of it together, and nothing else.

Each entry says exactly which problems there are; beside what is wrong stand its legal neighbours.
"""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from tests.scoring.checked import ANKAN, CLOSED, CONFLICT, LOCAL, OPEN, SANMA, Found, found
from tests.scoring.hands import Win, but, is_complete, meld, win, wins
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.checks import problems
from webapp.scoring.hand import WinningHand
from webapp.scoring.notation import parse_tiles
from webapp.scoring.rules import TENHOU, RedFives, Rules
from webapp.scoring.table import Table


def test_tiles_are_enough_for_a_hand_and_the_rest_is_as_in_most_hands() -> None:
    hand = WinningHand(parse_tiles("123m456p789s345s2p"), parse_tiles("2p")[0])
    assert hand.is_tsumo
    assert (hand.melds, hand.flags, hand.ura) == ((), frozenset(), ())
    assert (hand.nuki, hand.nth_ron, hand.liable) == (0, 1, None)
    assert hand.table == Table(round=0, seat=1, honba=0, sticks=0, dora=(), discarder=1, rules=TENHOU)
    assert (hand.is_closed, hand.is_dealer, hand.has_riichi) == (True, False, False)


# -- how many tiles --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (CLOSED, []),
        (ANKAN, []),
        ("(123m) (456p) (789s) [3333s] 2p +2p", []),
        ("123m 456p 789s 345s +2p", [("concealed", "wrong_count")]),
        ("123m 456p 789s 345s 22p +2p", [("concealed", "wrong_count")]),
        ("(123m) 456p 789s 345s 22p 1z +2p", [("concealed", "wrong_count")]),
        ("(123m) (456p) (789s) [3333s] 22p +2p", [("concealed", "wrong_count")]),
        ("+2p", [("concealed", "wrong_count")]),
    ],
)
def test_a_hand_has_thirteen_concealed_tiles_three_less_for_each_meld(line: str, expected: Found) -> None:
    assert found(line) == expected


def test_a_wrong_number_is_told_with_the_right_one() -> None:
    (item,) = problems(win("(123m) 456p 789s 345s +2p").hand)
    assert item.message == "A hand has 10 concealed tiles besides the winning tile, not 9 (three fewer for each meld)."


# -- copies ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("1111m 23m 456p 789s 2p +2p", [], id="four are legal"),
        pytest.param("111m 23m 456p 789s 22p +4m dora=1m", [], id="three and an indicator are legal"),
        pytest.param("11111m 456p 789s 2p 3p +2p", [("concealed", "fifth_tile")], id="concealed"),
        pytest.param("1111m 23m 456p 789s 2p +1m", [("win", "fifth_tile")], id="the winning tile"),
        pytest.param("111m 23m 22p 445s (111m) +6s", [("melds.0.tiles", "fifth_tile")], id="a pon of three held"),
        pytest.param("11m 22p 45s 1z (789p) (111m) +6s", [("melds.1.tiles", "fifth_tile")], id="the second meld"),
        pytest.param("22p 45s 55z (111m) 1m (123m) +6s", [("melds.1.tiles", "fifth_tile")], id="two melds"),
        pytest.param("1111m 23m 456p 789s 2p +2p dora=1m", [("dora", "fifth_tile")], id="an indicator"),
        pytest.param("111m 456p 789s 345s 2p +2p riichi dora=1m ura=1m", [("ura", "fifth_tile")], id="ura"),
        pytest.param(
            "1111m 2222m 456p 78s +9s dora=1m2m", [("dora", "fifth_tile")] * 2, id="two kinds in the same place"
        ),
        pytest.param(
            "11111m 456p 789s 2p 3p +1m dora=1m",
            [("concealed", "fifth_tile"), ("win", "fifth_tile"), ("dora", "fifth_tile")],
            id="every place after the fourth",
        ),
    ],
)
def test_there_are_four_of_each_tile_melds_and_indicators_counted(line: str, expected: Found) -> None:
    assert found(line) == expected


def test_a_fifth_tile_is_named_and_counted() -> None:
    (item,) = problems(win("1111m 23m 456p 789s 2p +2p dora=1m").hand)
    assert item.values == {"tile": "1m", "got": 5}
    assert item.message == "1m appears 5 times, with melds and indicators; there are only four."


@pytest.mark.parametrize(
    ("line", "switches", "expected"),
    [
        pytest.param("055m 456p 789s 34s 22p +5s", {}, [], id="one red five"),
        pytest.param("0555m 456p 789s 3s 22p +3s", {}, [], id="one red and three plain ones"),
        pytest.param("00m 456p 789s 345s 22p +2p", {"red_fives": RedFives(2, 2, 2)}, [], id="two, by the rules"),
        pytest.param("00m 5m 456p 789s 345s 2p +2p", {}, [("concealed", "too_many_reds")], id="two"),
        pytest.param("055m 456p 789s 345s 2p +0m", {}, [("win", "too_many_reds")], id="won on the second"),
        pytest.param("34m (340m) 456p 789s 22p +0m", {}, [("melds.0.tiles", "too_many_reds")], id="one in a meld"),
        pytest.param("055m 456p 789s 34s 22p +2s dora=0m", {}, [("dora", "too_many_reds")], id="an indicator"),
        pytest.param("340m 456p 789s 34s 22p +2s red_fives=0", {}, [("concealed", "too_many_reds")], id="none allowed"),
        pytest.param(
            "340m 450p 789s 34s 22p +2s",
            {"red_fives": RedFives(0, 1, 0)},
            [("concealed", "too_many_reds")],
            id="only of that suit",
        ),
    ],
)
def test_there_are_as_many_red_fives_as_the_rules_have(line: str, switches: dict[str, Any], expected: Found) -> None:
    assert found(line, replace(win(line).rules, **switches)) == expected


@pytest.mark.parametrize(
    ("line", "switches", "expected"),
    [
        pytest.param("555m 456p 789s 34s 22p +2s", {}, [], id="three plain fives"),
        pytest.param("5555m 46m 789s 34s 22p +2s red_fives=0", {}, [], id="four, without red ones"),
        pytest.param("5555m 46m 789s 34s 22p +2s", {}, [("concealed", "missing_red")], id="four"),
        pytest.param("555p 46m 789s 34s 222p +5p", {}, [("win", "missing_red")], id="won on the fourth"),
        pytest.param(
            "5s 46s 789s (555s) +5m",
            {},
            [("concealed", "wrong_count"), ("melds.0.tiles", "missing_red")],
            id="in a pon",
        ),
        pytest.param("(5555s) 46s 789s 34m 222p +2m", {}, [("melds.0.tiles", "missing_red")], id="a kan"),
        pytest.param("555m 456p 789s 34s 22p +2s dora=5m", {}, [("dora", "missing_red")], id="the fourth indicates"),
        pytest.param(
            "555m 456p 789s 34s 22p +2s",
            {"red_fives": RedFives(2, 1, 1)},
            [("concealed", "missing_red")],
            id="of two red",
        ),
        pytest.param(
            "345m 456p 789s 34s 22p +2s",
            {"red_fives": RedFives(4, 1, 1)},
            [("concealed", "missing_red")],
            id="all are red",
        ),
    ],
)
def test_four_plain_fives_cannot_be_where_one_of_them_is_red(
    line: str, switches: dict[str, Any], expected: Found
) -> None:
    assert found(line, replace(win(line).rules, **switches)) == expected


def test_a_red_five_counts_among_the_four() -> None:
    line = "0555m 456p 789s 34s 2p +2p dora=5m"
    assert sorted(found(line)) == [("dora", "fifth_tile"), ("dora", "missing_red")]
    (five, red) = problems(win(line).hand)
    assert (five.values["tile"], five.values["got"]) == ("5m", 5)
    assert (red.values["red"], red.values["got"]) == ("0m", 4)


# -- melds -----------------------------------------------------------------------------------------


def found_of(made: Meld, rules: Rules = TENHOU) -> Found:
    """The problems of an otherwise legal hand with this meld as its second one."""
    return found("789p 234p 4s +4s", rules, melds=(meld("pon", "222z"), made))


LEGAL_MELDS = [
    meld("chi", "123m", 3, called="2m"),
    meld("chi", "312s", 3, called="3s"),
    meld("chi", "406m", 3, called="0m"),
    meld("chi", "789s"),
    meld("pon", "055m", 1, called="5m"),
    meld("pon", "777z", 2),
    meld("pon", "777z", 3),
    meld("daiminkan", "0555m", 2, called="0m"),
    meld("kakan", "1111z", 1, called="1z", added="1z"),
    meld("kakan", "0555m", 1, called="5m", added="0m"),
    meld("ankan", "9999m"),
]


@pytest.mark.parametrize("made", LEGAL_MELDS, ids=lambda made: f"{made.type} {made.source}")
def test_melds_that_can_be_made_are_no_problem(made: Meld) -> None:
    assert found_of(made) == []


@pytest.mark.parametrize(
    ("kind", "tiles"),
    [
        ("chi", "124m"),
        ("chi", "112m"),
        ("chi", "111m"),
        ("chi", "12m"),
        ("chi", "1234m"),
        ("chi", "123z"),
        ("chi", "567z"),
        ("chi", "89m1p"),
        ("chi", "9m12p"),
        ("chi", "891m"),
        ("chi", "12m3s"),
        ("pon", "112m"),
        ("pon", "11m"),
        ("pon", "1111m"),
        ("pon", "1m1p1s"),
        ("pon", "123m"),
        ("daiminkan", "111m"),
        ("daiminkan", "1112m"),
        ("kakan", "11111m"),
        ("kakan", "1234m"),
        ("ankan", "777z"),
        ("ankan", "7776z"),
        ("ankan", ""),
    ],
)
def test_a_meld_must_be_what_it_is_called(kind: str, tiles: str) -> None:
    wrong = [item for item in found_of(meld(kind, tiles)) if item[1] != "fifth_tile"]
    assert wrong == [("melds.1.tiles", "not_a_meld")]


@pytest.mark.parametrize(
    ("made", "expected"),
    [
        pytest.param(meld("chi", "123m", 1), [("melds.1.from", "not_a_meld")], id="chi from the right"),
        pytest.param(meld("chi", "123m", 2), [("melds.1.from", "not_a_meld")], id="chi from opposite"),
        pytest.param(meld("chi", "123m", 3, called="4m"), [("melds.1.called", "not_a_meld")], id="called another tile"),
        pytest.param(meld("pon", "555m", 1, called="0m"), [("melds.1.called", "not_a_meld")], id="called a red five"),
        pytest.param(meld("kakan", "1111z", 1, added="2z"), [("melds.1.added", "not_a_meld")], id="added another tile"),
        pytest.param(meld("pon", "111z", 1, added="1z"), [("melds.1.added", "not_a_meld")], id="added to a mere pon"),
        pytest.param(
            meld("daiminkan", "1111z", 1, added="1z"), [("melds.1.added", "not_a_meld")], id="added to an open kan"
        ),
        pytest.param(meld("pon", "111z", 4), [("melds.1.from", "bad_number")], id="from nobody's seat"),
        pytest.param(meld("pon", "111z", -1), [("melds.1.from", "bad_number")], id="from a negative seat"),
        pytest.param(
            meld("pon", "111z", 0),
            [("melds.1.from", "bad_number")],
            id="from oneself",
        ),
        pytest.param(
            meld("chi", "124m", 2, called="3m"),
            [("melds.1.tiles", "not_a_meld"), ("melds.1.called", "not_a_meld"), ("melds.1.from", "not_a_meld")],
            id="all of it",
        ),
    ],
)
def test_what_is_told_about_a_meld_must_fit_it(made: Meld, expected: Found) -> None:
    assert found_of(made) == expected


# -- indicators ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param(CLOSED + " dora=11223z", [], id="five indicators"),
        pytest.param(CLOSED + " riichi dora=11223z ura=44556z", [], id="five and five"),
        pytest.param(CLOSED + " double_riichi dora=12z ura=4z", [], id="fewer ura"),
        pytest.param(CLOSED + " dora=112233z", [("dora", "too_many_indicators")], id="six indicators"),
        pytest.param(
            CLOSED + " riichi dora=112233z ura=445566z",
            [("dora", "too_many_indicators"), ("ura", "too_many_indicators")],
            id="six and six",
        ),
        pytest.param(CLOSED + " riichi dora=1z ura=45z", [("ura", "too_many_indicators")], id="more ura than dora"),
        pytest.param(CLOSED + " riichi ura=4z", [("ura", "too_many_indicators")], id="ura without dora"),
        pytest.param(CLOSED + " dora=1z ura=4z", [("ura", "needs_riichi")], id="ura without riichi"),
        pytest.param(
            OPEN + " ura=4z", [("ura", "too_many_indicators"), ("ura", "needs_riichi")], id="ura without either"
        ),
        pytest.param(f"{CLOSED} open_riichi dora=1z ura=4z {LOCAL}", [], id="ura with open riichi"),
    ],
)
def test_indicators_are_at_most_five_and_ura_need_riichi(line: str, expected: Found) -> None:
    assert found(line) == expected


# -- numbers and winds -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"honba": 99, "sticks": 99}, []),
        ({"honba": -1}, [("honba", "bad_number")]),
        ({"honba": 100}, [("honba", "bad_number")]),
        ({"sticks": -1}, [("sticks", "bad_number")]),
        ({"sticks": 100}, [("sticks", "bad_number")]),
        ({"discarder": 3}, []),
        ({"discarder": 0}, []),  # nobody has said who dealt in
        ({"discarder": 4}, [("from", "bad_number")]),
        ({"round": 3, "seat": 3}, []),
        ({"round": -1}, [("round", "bad_wind")]),
        ({"round": 4}, [("round", "bad_wind")]),
        ({"seat": -1}, [("seat", "bad_wind")]),
        ({"seat": 4}, [("seat", "bad_wind")]),
        ({"nth_ron": 3}, []),
        ({"nth_ron": 0}, [("nth_ron", "bad_number")]),
        ({"nth_ron": 4}, [("nth_ron", "bad_number")]),
        ({"liable": 0}, []),
        ({"liable": 3}, []),
        ({"liable": -1}, [("liable", "bad_number")]),
        ({"liable": 4}, [("liable", "bad_number")]),
    ],
)
def test_numbers_and_winds_have_their_bounds(facts: dict[str, Any], expected: Found) -> None:
    assert found(CLOSED, **facts) == expected


def test_by_tsumo_it_does_not_matter_whose_discard_was_named() -> None:
    assert found(f"{CLOSED} tsumo", discarder=0) == []
    assert found(f"{CLOSED} tsumo", discarder=9) == []


def test_a_tsumo_is_no_second_win_on_one_discard() -> None:
    assert found(CLOSED, is_tsumo=True, nth_ron=2) == [("nth_ron", "conflicting_flags")]


# -- three players ---------------------------------------------------------------------------------

THREE = "123p 456p 789s 345s 9m +9m"


@pytest.mark.parametrize(
    ("line", "facts", "expected"),
    [
        pytest.param(THREE, {}, [], id="a legal hand"),
        pytest.param(THREE, {"nuki": 4}, [], id="four norths set aside"),
        pytest.param("123p 456p 789s 345s 4z +4z", {"nuki": 2}, [], id="norths in the hand and aside"),
        pytest.param(THREE + " tsumo rinshan", {"nuki": 1}, [], id="a replacement tile after a north"),
        pytest.param(THREE + " tsumo tenhou seat=E", {}, [], id="tenhou"),
        pytest.param(THREE + " tsumo tenhou seat=E", {"nuki": 1}, CONFLICT, id="tenhou after a north"),
        pytest.param(THREE + " tsumo chiihou", {"nuki": 1}, CONFLICT, id="chiihou after a north"),
        pytest.param(THREE, {"discarder": 2}, [], id="from the left player"),
        pytest.param("123p 456p 789s 345s 2m +9m", {}, [("concealed", "bad_player_tile")], id="2–8 concealed"),
        pytest.param("123p 456p 789s 345s 9m +8m", {}, [("win", "bad_player_tile")], id="2–8 won"),
        pytest.param(THREE + " dora=0m", {}, [("dora", "bad_player_tile")], id="2–8 indicating"),
        pytest.param("(555m) 456p 789s 345s 9m +9m", {}, [("melds.0.tiles", "bad_player_tile")], id="2–8 melded"),
        pytest.param("(444z) 456p 789s 345s 9m +9m", {}, [("melds.0.tiles", "bad_player_tile")], id="norths melded"),
        pytest.param("(123p) 456p 789s 345s 9m +9m", {}, [("melds.0.type", "not_a_meld")], id="chi"),
        pytest.param("123p 456p 789s 34s 44z +5s", {"nuki": 3}, [("nuki", "fifth_tile")], id="a fifth north"),
        pytest.param(THREE, {"nuki": 5}, [("nuki", "fifth_tile"), ("nuki", "bad_number")], id="five norths aside"),
        pytest.param(THREE, {"discarder": 3}, [("from", "bad_number")], id="from a fourth player"),
        pytest.param(THREE, {"seat": 3}, [("seat", "bad_wind")], id="a fourth seat"),
        pytest.param(THREE, {"nth_ron": 3}, [("nth_ron", "bad_number")], id="a third winner"),
    ],
)
def test_three_players_play_without_some_tiles_and_without_chi(
    line: str, facts: dict[str, Any], expected: Found
) -> None:
    assert found(line, SANMA, **facts) == expected


def test_norths_are_set_aside_only_with_three_players_and_that_rule() -> None:
    assert found(THREE, nuki=1) == [("nuki", "bad_number")]
    assert found(THREE, replace(SANMA, nuki_dora="no"), nuki=1) == [("nuki", "bad_number")]
    assert found("(444z) 456p 789s 345s 9m +9m", replace(SANMA, nuki_dora="no")) == []


def test_renhou_is_won_before_a_north_is_set_aside() -> None:
    assert found(THREE + " renhou", replace(SANMA, renhou="mangan")) == []
    assert found(THREE + " renhou", replace(SANMA, renhou="mangan"), nuki=1) == CONFLICT


# -- all together ----------------------------------------------------------------------------------


def test_everything_wrong_is_told_at_once() -> None:
    melds = (meld("chi", "124m", 1), meld("pon", "999p", 5))
    line = "1111m 00s 555p +5p tsumo riichi houtei dora=1m ura=12z"
    assert found(line, melds=melds, honba=-1, seat=7) == [
        ("concealed", "wrong_count"),
        ("melds.0.tiles", "fifth_tile"),
        ("dora", "fifth_tile"),
        ("win", "missing_red"),
        ("concealed", "too_many_reds"),
        ("melds.0.tiles", "not_a_meld"),
        ("melds.0.from", "not_a_meld"),
        ("flags", "needs_closed"),
        ("flags", "conflicting_flags"),
        ("ura", "too_many_indicators"),
        ("honba", "bad_number"),
        ("melds.1.from", "bad_number"),
        ("seat", "bad_wind"),
    ]


@pytest.mark.parametrize("line", [CLOSED, OPEN, "+1m", "5555m 00p 11111s 99m 5p +5p riichi ippatsu rinshan ura=1z"])
def test_every_message_is_complete(line: str) -> None:
    hand = win(line, honba=-1, sticks=100, discarder=9, round=9, liable=9, nuki=9, nth_ron=9).hand
    melds = (meld("chi", "124m", 1, called="9m"), meld("pon", "12m", 9, added="3m"))
    found = problems(but(hand, melds=melds)) + problems(but(hand, rules=SANMA))
    assert len(found) > 10
    for item in found:
        assert item.field
        assert is_complete(item.message)
        assert item.message[0].isupper() or item.message[0].isdigit()


@given(wins())
def test_a_legal_hand_has_no_problem(won: Win) -> None:
    assert problems(won.hand) == ()


@given(wins())
def test_a_meld_called_a_different_one_is_always_told(won: Win) -> None:
    hand = won.hand
    for index, made in enumerate(hand.melds):
        other = MeldType.PON if made.type is MeldType.CHI else MeldType.CHI
        melds = (*hand.melds[:index], made._replace(type=other), *hand.melds[index + 1 :])
        codes = {(item.field, item.code) for item in problems(but(hand, melds=melds))}
        assert (f"melds.{index}.tiles", "not_a_meld") in codes
