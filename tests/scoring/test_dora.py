"""Dora of every sort, and where they count."""

from dataclasses import replace
from typing import Any

import pytest

from tests.scoring.hands import but, meld, win
from webapp.scoring.dora import bonuses, dora_by_kind, dora_han, indicators, pointed
from webapp.scoring.notation import parse_tiles
from webapp.scoring.rules import PRESETS, TENHOU, RedFives, Rules
from webapp.scoring.tiles import KINDS, NAMES, NORTH_KIND, count, count_of

SANMA = PRESETS["tenhou_sanma"]


def dora(line: str, rules: Rules | None = None, **facts: Any) -> dict[str, int]:
    hand = win(line, **facts).hand
    hand = but(hand, rules=rules or hand.rules)
    found = bonuses(hand)
    assert sum(bonus.han for bonus in found) == dora_han(hand, count(hand.tiles))
    counts = count([*hand.tiles, *[NORTH_KIND] * hand.nuki])
    by_kind = [times * count_of(counts, kind) for kind, times in zip(KINDS, dora_by_kind(hand), strict=True)]
    assert sum(by_kind) == sum(bonus.han for bonus in found if bonus.key == "dora")
    assert [bonus.key for bonus in found] == list(dict.fromkeys(bonus.key for bonus in found))
    return {bonus.key: bonus.han for bonus in found}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("123m 456p 789s 345s 2p +2p", {}, id="none"),
        pytest.param("123m 456p 789s 345s 2p +2p dora=1p", {"dora": 2}, id="the pair"),
        pytest.param("123m 456p 789s 345s 2p +2p dora=1p1p", {"dora": 4}, id="the same indicator twice"),
        pytest.param("123m 456p 789s 345s 2p +2p dora=9m9s2z", {"dora": 1}, id="the next of a nine is the one"),
        pytest.param("123m 456p 789s 345s 1z +1z dora=4z", {"dora": 2}, id="the next of north is east"),
        pytest.param("123m 456p 789s 345s 5z +5z dora=7z", {"dora": 2}, id="the next of red is white"),
        pytest.param("123m 456p 789s 345s 2p +2p dora=2p", {}, id="the indicator itself is none"),
        pytest.param("(123m) [1111p] 789s 345s 2p +2p dora=9p", {"dora": 4}, id="in a kan"),
        pytest.param("123m 406p 789s 345s 2p +2p", {"aka_dora": 1}, id="a red five"),
        pytest.param("123m (406p) 789s 340s 2p +2p", {"aka_dora": 2}, id="red fives, one in a meld"),
        pytest.param("123m 46p 789s 345s 22p +0p", {"aka_dora": 1}, id="won on a red five"),
        pytest.param("123m 406p 789s 345s 2p +2p dora=4p", {"dora": 1, "aka_dora": 1}, id="a red five that is dora"),
        pytest.param("123m 456p 789s 345s 2p +2p dora=0p", {"dora": 1}, id="a red five points to the six"),
        pytest.param("123m 456p 789s 345s 2p +2p riichi dora=1z ura=1p", {"ura_dora": 2}, id="ura"),
        pytest.param("123m 456p 789s 345s 2p +2p riichi dora=1p ura=1p", {"dora": 2, "ura_dora": 2}, id="dora and ura"),
        pytest.param("1122m 3344p 5566s 7z +7z dora=6z1m2p", {"dora": 6}, id="of seven pairs"),
    ],
)
def test_a_hand_has_these_dora(line: str, expected: dict[str, int]) -> None:
    assert dora(line) == expected


def test_dora_are_listed_with_their_names_in_this_order() -> None:
    hand = win("123m 406p 789s 345s 2p +2p riichi dora=1p ura=1p", nuki=1).hand
    found = bonuses(hand)
    assert [bonus.key for bonus in found] == ["dora", "ura_dora", "aka_dora", "nuki_dora"]
    assert [bonus.ja for bonus in found] == ["ドラ", "裏ドラ", "赤ドラ", "抜きドラ"]
    assert [bonus.en for bonus in found] == ["Dora", "Ura dora", "Red five", "North set aside"]
    assert all(bonus.rule.endswith(".") for bonus in found)


LINE = "123m 456p 789s 345s 2p +2p riichi dora=1p1p ura=1z1p"


@pytest.mark.parametrize(
    ("switches", "expected"),
    [
        ({}, {"dora": 4, "ura_dora": 2}),
        ({"ura_dora": False}, {"dora": 4}),
        ({"kan_dora": False}, {"dora": 2}),
    ],
)
def test_the_rules_may_leave_some_out(switches: dict[str, Any], expected: dict[str, int]) -> None:
    assert dora(LINE, replace(TENHOU, **switches)) == expected


def test_more_red_fives_count_each() -> None:
    assert dora("123m 406p 789s 555s 0p +5p", replace(TENHOU, red_fives=RedFives(1, 2, 0))) == {"aka_dora": 2}


@pytest.mark.parametrize(
    ("line", "nuki", "expected"),
    [
        ("123p 456p 789s 345s 2p +2p dora=1z", 2, {"nuki_dora": 2}),
        ("123p 456p 789s 345s 2p +2p dora=3z", 2, {"dora": 2, "nuki_dora": 2}),
        ("123p 456p 789s 345s 2p +2p dora=3z3z", 1, {"dora": 2, "nuki_dora": 1}),
        ("123p 456p 789s 345s 2p +2p riichi dora=1z ura=3z", 3, {"ura_dora": 3, "nuki_dora": 3}),
        ("999m 456p 789s 345s 2p +2p dora=1m", 0, {"dora": 3}),
        ("111m 456p 789s 345s 2p +2p dora=9m", 0, {"dora": 3}),
        ("123p 456p 789s 345s 4z +4z dora=3z", 1, {"dora": 3, "nuki_dora": 1}),
    ],
)
def test_with_three_players_norths_are_set_aside_and_one_of_characters_points_to_nine(
    line: str, nuki: int, expected: dict[str, int]
) -> None:
    assert dora(line, SANMA, nuki=nuki) == expected


def test_a_hand_of_dora_alone_has_no_yaku() -> None:
    hand = win("789s 345s 2p +2p dora=1p4p", melds=(meld("chi", "123m"), meld("chi", "406p")))
    assert hand.score.best is None
    assert [problem.code for problem in hand.score.problems] == ["no_yaku"]


def shown(line: str, rules: Rules | None = None, **facts: Any) -> list[tuple[str, str, int]]:
    """What each dora indicator of a hand finds."""
    hand = win(line, **facts).hand
    found = pointed(hand.table.dora, but(hand, rules=rules or hand.rules))
    return [(NAMES[one.indicator], NAMES[one.kind], one.held) for one in found]


def test_each_indicator_names_the_tile_it_points_to_and_how_many_there_are() -> None:
    assert shown("123m 406p 789s 345s 2p +2p dora=1p0p7z") == [("1p", "2p", 2), ("0p", "6p", 1), ("7z", "5z", 0)]


def test_with_three_players_an_indicator_skips_what_is_left_out_and_finds_norths() -> None:
    norths = "111m 456p 789s 345s 2p +2p dora=9m1m3z"
    assert shown(norths, SANMA, nuki=2) == [("9m", "1m", 3), ("1m", "9m", 0), ("3z", "4z", 2)]


@pytest.mark.parametrize(
    ("facts", "dora", "ura"),
    [({}, "1p2p", "3p4p"), ({"kan_dora": False}, "1p", "3p"), ({"ura_dora": False}, "1p2p", "")],
)
def test_the_rules_say_which_indicators_count(facts: dict[str, Any], dora: str, ura: str) -> None:
    hand = win("123m 456p 789s 345s 2p +2p riichi dora=1p2p ura=3p4p").hand
    assert indicators(but(hand, rules=replace(TENHOU, **facts))) == (parse_tiles(dora), parse_tiles(ura))


def test_a_bonus_shows_what_its_indicators_find_or_its_own_tiles() -> None:
    hand = win("340m 067p 034s 22z 45s +6s riichi dora=1z1m ura=5p", nuki=2).hand
    dora, ura, red, north = bonuses(hand)
    assert [(NAMES[one.indicator], NAMES[one.kind], one.held) for one in dora.pointed] == [
        ("1z", "2z", 2),
        ("1m", "2m", 0),
    ]
    assert [(NAMES[one.kind], one.held) for one in ura.pointed] == [("6p", 1)]
    assert (dora.tiles, ura.tiles, red.pointed, north.pointed) == ((), (), (), ())
    assert red.tiles == parse_tiles("0m0p0s")
    assert north.tiles == parse_tiles("44z")
