"""What can be seen and what is left, and what cannot be about a holding."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from tests.efficiency.hands import holding, holdings
from tests.scoring.hands import but
from webapp.efficiency.holding import Holding, holding_problems
from webapp.scoring.hand import Flag
from webapp.scoring.notation import parse_tile, parse_tiles
from webapp.scoring.rules import PRESETS, TENHOU, RedFives
from webapp.scoring.tiles import KINDS, count_of

SANMA = PRESETS["tenhou_sanma"]
NO_REDS = PRESETS["wrc"]


def left(held: Holding, tile: str) -> int:
    return held.left[parse_tile(tile)]


def room(held: Holding, tile: str) -> int:
    return count_of(held.room, parse_tile(tile))


def codes(held: Holding) -> list[tuple[str, str]]:
    return [(found.field, found.code) for found in holding_problems(held)]


# -- what is left ----------------------------------------------------------------------------------


def test_every_place_where_a_tile_shows_takes_one_away() -> None:
    held = holding("1m123p1288s", "pon 111z", "chi 234m", dora="1m", ura="1s", seen="1m1s")
    assert [left(held, tile) for tile in ("1m", "1s", "8s", "1z", "2m", "9m")] == [1, 1, 2, 1, 3, 4]


def test_one_five_of_each_suit_is_red() -> None:
    held = holding("0m5p5s123m")
    assert [left(held, tile) for tile in ("0m", "5m", "0p", "5p", "0s", "5s")] == [0, 3, 1, 2, 1, 2]
    assert [held.left_of(parse_tile(tile)) for tile in ("5m", "5p", "5s")] == [3, 3, 3]


@pytest.mark.parametrize(("reds", "red", "plain"), [((0, 0, 0), 0, 4), ((1, 2, 1), 2, 2), ((4, 4, 4), 4, 0)])
def test_the_rules_say_how_many_fives_are_red(reds: tuple[int, int, int], red: int, plain: int) -> None:
    held = holding("123m", rules=replace(TENHOU, red_fives=RedFives(*reds)))
    assert (left(held, "0p"), left(held, "5p")) == (red, plain)
    assert held.left_of(parse_tile("5p")) == 4


def test_with_three_players_there_are_neither_2m_nor_8m_and_norths_are_set_aside() -> None:
    held = holding("19m44z", rules=SANMA, nuki=1)
    assert [left(held, tile) for tile in ("1m", "2m", "0m", "8m", "9m", "4z")] == [3, 0, 0, 0, 3, 1]
    assert sum(holding("", rules=SANMA).left) == 108


def test_room_is_what_ones_own_melds_leave_whatever_others_show() -> None:
    held = holding("1m", "pon 111m", "ankan 2222m", dora="3m", seen="3m3m")
    assert [room(held, tile) for tile in ("1m", "2m", "3m")] == [1, 0, 4]
    assert room(holding("", rules=SANMA, nuki=2), "4z") == 2
    assert room(holding("", rules=SANMA), "5m") == 0


def test_what_was_discarded_stays_seen() -> None:
    held = holding("11m0p", seen="9s", drawn="1m").after(parse_tiles("1m0p"), parse_tiles("2s"))
    assert sorted(held.concealed) == sorted(parse_tiles("1m2s"))
    assert sorted(held.seen) == sorted(parse_tiles("9s1m0p"))
    assert held.drawn is None
    assert [left(held, tile) for tile in ("1m", "0p", "2s")] == [2, 0, 3]


@given(holdings(5, seen=40))
def test_all_tiles_are_somewhere(held: Holding) -> None:
    melded = sum(len(meld.tiles) for meld in held.melds)
    visible = len(held.concealed) + melded + len(held.table.dora) + len(held.seen)
    assert sum(held.left) == 136 - visible == sum(map(held.left_of, KINDS))


@pytest.mark.parametrize(("meld", "is_closed"), [("ankan 9999s", True), ("kakan 9999s", False), ("chi 123s", False)])
def test_only_concealed_kans_keep_a_hand_closed(meld: str, is_closed: bool) -> None:
    assert holding("123m456p789s1z", meld).is_closed is is_closed
    assert holding("123m456p789s1z", meld).sets == 3


def test_flags_of_the_other_way_of_winning_do_not_count() -> None:
    flags = frozenset({Flag.RIICHI, Flag.HAITEI, Flag.HOUTEI})
    held = holding("123m456p789s1122z", flags=flags)
    assert held.won_with(27, is_tsumo=True).flags == {Flag.RIICHI, Flag.HAITEI}
    assert held.won_with(27, is_tsumo=False).flags == {Flag.RIICHI, Flag.HOUTEI}


# -- problems --------------------------------------------------------------------------------------


@pytest.mark.parametrize("tiles", ["123m456p789s1122z", "123m456p789s11223z"])
def test_a_holding_has_thirteen_or_fourteen_tiles(tiles: str) -> None:
    assert codes(holding(tiles)) == []


@pytest.mark.parametrize(
    ("tiles", "melds"),
    [("123m456p789s112z", ()), ("123m456p789s112233z", ()), ("123m456p789s1122z", ("pon 333z",)), ("", ())],
)
def test_another_number_of_tiles_is_a_problem(tiles: str, melds: tuple[str, ...]) -> None:
    assert codes(holding(tiles, *melds)) == [("concealed", "wrong_count")]


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"dora": "1m"}, ("dora", "fifth_tile")),
        ({"seen": "1m"}, ("seen", "fifth_tile")),
        ({"seen": "00p"}, ("seen", "fifth_tile")),
        ({"seen": "5555p"}, ("seen", "fifth_tile")),
        ({"seen": "0p", "rules": NO_REDS}, ("seen", "fifth_tile")),
        ({"seen": "2m", "rules": SANMA}, ("seen", "fifth_tile")),
        ({"dora": "123456p"}, ("dora", "too_many_indicators")),
        ({"round": 5}, ("round", "bad_wind")),
        ({"nuki": 1}, ("nuki", "bad_number")),
        ({"flags": frozenset({Flag.IPPATSU})}, ("flags", "needs_riichi")),
        ({"ura": "1s", "dora": "2s"}, ("ura", "needs_riichi")),
    ],
)
def test_what_cannot_be_is_said(facts: dict[str, object], expected: tuple[str, str]) -> None:
    assert codes(but(holding("1111m234p789s222z"), **_parsed(facts))) == [expected]


def _parsed(facts: dict[str, object]) -> dict[str, Any]:
    return {name: parse_tiles(value) if isinstance(value, str) else value for name, value in facts.items()}


def test_a_fifth_copy_in_the_hand_is_said_once() -> None:
    assert codes(holding("11111m234p789s22z")) == [("concealed", "fifth_tile")]


def test_all_problems_are_said_at_once() -> None:
    held = holding("11111m234p789s2z", "chi 246s", dora="9p9p9p9p9p")
    assert {code for _, code in codes(held)} == {"wrong_count", "fifth_tile", "not_a_meld"}


def test_a_message_names_the_tile() -> None:
    (found,) = holding_problems(holding("1111m234p789s222z", seen="1m"))
    assert found.message == "1m appears 5 times, with melds, indicators and seen tiles; there are only 4."
