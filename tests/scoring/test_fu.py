"""Fu, item by item (webapp/scoring/RULES.md, Fu)."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from tests.scoring.hands import Win, but, win, wins
from webapp.scoring.fu import SEVEN_PAIRS, fu_items, fu_of
from webapp.scoring.notation import format_tiles
from webapp.scoring.reading import CHIITOITSU, readings

#: An item as it is shown: what for, how many fu, and of which tiles.
Line = tuple[str, int, str]


def sheets(line: str, switches: dict[str, Any] | None = None, **facts: Any) -> dict[str, list[Line]]:
    """The fu of every reading of a hand, by the block that the winning tile completed."""
    hand = win(line, **facts).hand
    found = {}
    for reading in readings(but(hand, rules=replace(hand.rules, **(switches or {})))):
        tiles = [format_tiles(block.kinds) for block in reading.blocks]
        items = fu_items(reading)
        found[tiles[reading.win_block]] = [
            (item.key, item.fu, "" if item.block is None else tiles[item.block]) for item in items
        ]
    return found


def sheet(line: str, switches: dict[str, Any] | None = None, **facts: Any) -> list[Line]:
    """The fu of a hand that can be read in one way only."""
    (found,) = sheets(line, switches, **facts).values()
    return found


#: Seven pairs, a tsumo, a closed ron, an open hand without other fu.
WAYS = (
    "1122m 3344p 5566s 1z +1z",
    "111m 456p 123s 67s 22p +8s tsumo",
    "123p 456p 123s 67s 22p +8s",
    "(123p) 456p 123s 67s 22p +8s",
)
BASE = ("base", 20, "")
CLOSED_RON = ("closed_ron", 10, "")
TSUMO = ("tsumo", 2, "")

# -- sets ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("block", "key", "fu", "tiles"),
    [
        ("(222m)", "triplet", 2, "222m"),
        ("222m", "triplet", 4, "222m"),
        ("(999m)", "triplet", 4, "999m"),
        ("999m", "triplet", 8, "999m"),
        ("(333z)", "triplet", 4, "333z"),
        ("333z", "triplet", 8, "333z"),
        ("(5550m)", "kan", 8, "5555m"),
        ("[5550m]", "kan", 16, "5555m"),
        ("(1111m)", "kan", 16, "1111m"),
        ("[1111m]", "kan", 32, "1111m"),
        ("(6666z)", "kan", 16, "6666z"),
        ("[6666z]", "kan", 32, "6666z"),
    ],
)
def test_a_set_is_worth_2_twice_concealed_twice_at_the_edge_four_times_as_a_kan(
    block: str, key: str, fu: int, tiles: str
) -> None:
    assert sheet(f"{block} (678p) 345s 22p 67s +8s") == [BASE, (key, fu, tiles)]


@pytest.mark.parametrize("meld", ["kakan", "daiminkan"])
def test_an_added_kan_is_an_open_one(meld: str) -> None:
    hand = win("(2222m) (678p) 345s 22p 67s +8s").hand
    melds = (hand.melds[0]._replace(type=type(hand.melds[0].type)(meld)), hand.melds[1])
    assert sheet("345s 22p 67s +8s", melds=melds) == [BASE, ("kan", 8, "2222m")]


def test_a_triplet_completed_by_ron_is_open_and_by_tsumo_concealed() -> None:
    ron, tsumo = (sheets(f"99m 345p 345s 22z (678s) +9m{by}")["999m"] for by in ("", " tsumo"))
    assert ron == [BASE, ("triplet", 4, "999m"), ("pair", 2, "22z")]
    assert tsumo == [BASE, ("triplet", 8, "999m"), ("pair", 2, "22z"), TSUMO]


def test_sequences_are_worth_nothing() -> None:
    assert sheet("(123m) (456p) 345s 22p 67s +8s", {"open_pinfu_30": False}) == [BASE]


# -- the pair --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pair", "winds", "fu"),
    [
        ("55z", "", 2),
        ("66z", "", 2),
        ("77z", "", 2),
        ("22z", "round=S seat=W", 2),
        ("33z", "round=S seat=W", 2),
        ("11z", "round=S seat=W", 0),
        ("44z", "round=S seat=W", 0),
        ("22z", "round=S seat=S", 4),
        ("11z", "round=E seat=E", 4),
        ("99p", "round=E seat=E", 0),
    ],
)
def test_a_pair_of_dragons_or_of_ones_own_winds_has_fu(pair: str, winds: str, fu: int) -> None:
    expected = [("pair", fu, pair)] if fu else []
    assert sheet(f"(123m) (222m) 345s {pair} 67s +8s {winds}") == [BASE, ("triplet", 2, "222m"), *expected]


def test_a_pair_of_both_winds_may_count_as_of_one() -> None:
    line = "(123m) (222m) 345s 22z 67s +8s round=S seat=S"
    assert sheet(line, {"double_wind_pair_fu": 2})[-1] == ("pair", 2, "22z")
    assert sheet(line.replace("round=S", "round=W"), {"double_wind_pair_fu": 2})[-1] == ("pair", 2, "22z")


# -- the wait --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("concealed", "completed", "fu"),
    [
        ("67s 22p +8s", "678s", 0),
        ("67s 22p +5s", "567s", 0),
        ("68s 22p +7s", "678s", 2),
        ("12s 22p +3s", "123s", 2),
        ("89s 22p +7s", "789s", 2),
        ("789s 2p +2p", "22p", 2),
        ("6789s +6s", "66s", 2),
        ("11s 22p +2p", "222p", 0),
    ],
)
def test_a_middle_an_edge_and_a_pair_wait_have_two_fu(concealed: str, completed: str, fu: int) -> None:
    found = sheets(f"(777z) (123m) 345m {concealed}")[completed]
    assert [line for line in found if line[0] == "wait"] == ([("wait", fu, completed)] if fu else [])


def test_of_several_waits_each_reading_counts_its_own() -> None:
    found = sheets("(777z) (123m) 45567s 22p +6s")
    assert found["456s"] == [BASE, ("triplet", 4, "777z")]
    assert found["567s"] == [BASE, ("triplet", 4, "777z"), ("wait", 2, "567s")]


# -- the way of winning ----------------------------------------------------------------------------

PINFU = "123m 456p 22p 345s 67s +8s"
CLOSED = "123m 456p 22p 345s 68s +7s"
OPEN = "(123m) 456p 22p 345s 68s +7s"
OPEN_FLAT = "(123m) 456p 22p 345s 67s +8s"


@pytest.mark.parametrize(
    ("line", "switches", "expected"),
    [
        pytest.param(CLOSED, {}, [("wait", 2, "678s"), CLOSED_RON], id="closed ron"),
        pytest.param(CLOSED + " tsumo", {}, [("wait", 2, "678s"), TSUMO], id="closed tsumo"),
        pytest.param(OPEN, {}, [("wait", 2, "678s")], id="open ron"),
        pytest.param(OPEN + " tsumo", {}, [("wait", 2, "678s"), TSUMO], id="open tsumo"),
        pytest.param(PINFU, {}, [CLOSED_RON], id="pinfu by ron"),
        pytest.param(PINFU + " tsumo", {}, [], id="pinfu by tsumo"),
        pytest.param(PINFU + " tsumo", {"pinfu_tsumo": "thirty_fu"}, [TSUMO], id="pinfu by tsumo with its fu"),
        pytest.param(PINFU + " tsumo", {"pinfu_tsumo": "no_pinfu"}, [TSUMO], id="a tsumo that is no pinfu"),
        pytest.param(OPEN_FLAT, {}, [("open_pinfu", 10, "")], id="open ron without fu"),
        pytest.param(OPEN_FLAT, {"open_pinfu_30": False}, [], id="open ron without fu, not lifted"),
        pytest.param(OPEN_FLAT + " tsumo", {}, [TSUMO], id="open tsumo without other fu"),
        pytest.param(OPEN_FLAT + " tsumo", {"pinfu_tsumo": "no_pinfu"}, [TSUMO], id="open tsumo is never pinfu"),
    ],
)
def test_the_way_of_winning_has_fu(line: str, switches: dict[str, Any], expected: list[Line]) -> None:
    assert sheet(line, switches) == [BASE, *expected]


def test_a_concealed_kan_keeps_the_hand_closed() -> None:
    kan = ("kan", 32, "1111m")
    assert sheet("[1111m] 456p 22p 345s 67s +8s") == [BASE, kan, CLOSED_RON]
    assert sheet("[1111m] 456p 22p 345s 67s +8s tsumo") == [BASE, kan, TSUMO]


def test_a_tsumo_on_a_replacement_tile_has_its_fu_where_the_rules_say_so() -> None:
    line = "[1111m] 456p 22p 345s 67s +8s tsumo"
    assert sheet(line + " rinshan")[-1] == TSUMO
    assert sheet(line + " rinshan", {"rinshan_tsumo_fu": False})[-1] == ("kan", 32, "1111m")
    assert sheet(line, {"rinshan_tsumo_fu": False})[-1] == TSUMO


@pytest.mark.parametrize(
    ("pinfu_tsumo", "expected"), [("twenty_fu", []), ("thirty_fu", [TSUMO]), ("no_pinfu", [TSUMO])]
)
def test_a_replacement_tile_after_a_north_leaves_no_hand_without_pinfu_at_20_fu(
    pinfu_tsumo: str, expected: list[tuple[str, int, str]]
) -> None:
    switches = {"rinshan_tsumo_fu": False, "pinfu_tsumo": pinfu_tsumo}
    assert sheet("123p 456p 123s 67s 22p +8s tsumo rinshan", switches) == [BASE, *expected]


def test_seven_pairs_have_25_fu_flat() -> None:
    for by in ("", " tsumo", " tsumo seat=E"):
        assert sheet("1122m 3344p 5566s 1z +1z" + by) == [("chiitoitsu", 25, "")]


@given(wins())
def test_an_item_is_named_after_its_key_unless_it_is_a_set(won: Win) -> None:
    for reading in readings(won.hand):
        assert all(item.name == item.key for item in fu_items(reading) if item.key not in ("triplet", "kan"))


def test_the_names_of_seven_pairs_and_of_the_ways_of_winning_are_their_keys() -> None:
    names = {item.name for line in WAYS for reading in readings(win(line).hand) for item in fu_items(reading)}
    assert names >= {"chiitoitsu", "base", "tsumo", "closed_ron", "open_pinfu"}


# -- why -------------------------------------------------------------------------------------------


def test_a_set_a_pair_and_a_wait_say_why_they_have_fu() -> None:
    (reading,) = readings(win("(999m) [2222p] 55z 111s 13m +2m round=S").hand)
    blocks = [format_tiles(block.kinds) for block in reading.blocks]
    lines = {item.name: ("" if item.block is None else blocks[item.block], *item.reasons) for item in fu_items(reading)}
    assert lines == {
        "base": ("",),
        "concealed_triplet": ("111s", "yaochuu"),
        "open_triplet": ("999m", "yaochuu"),
        "concealed_kan": ("2222p", "chuuchan"),
        "pair": ("55z", "dragon"),
        "wait": ("123m", "kanchan"),
    }


def test_a_triplet_that_a_ron_completes_says_so() -> None:
    (reading,) = readings(win("123m 456p 789s 55z 11s +1s").hand)[:1]
    assert [(item.name, item.reasons) for item in fu_items(reading) if item.key == "triplet"] == [
        ("open_triplet", ("yaochuu", "by_ron"))
    ]


@pytest.mark.parametrize(
    ("pair", "table", "reason"),
    [
        ("6z", "round=E seat=S", "dragon"),
        ("1z", "round=E seat=S", "round_wind"),
        ("2z", "round=E seat=S", "seat_wind"),
        ("2z", "round=S seat=S", "double_wind"),
        ("3z", "round=E seat=S", None),
        ("4z", "round=E seat=S rules=tenhou_sanma north_yakuhai=yes", "north"),
    ],
)
def test_a_pair_says_which_honour_it_is(pair: str, table: str, reason: str | None) -> None:
    (reading,) = readings(win(f"123p 456p 789s 23s {pair}{pair} +4s {table}").hand)
    assert [item.reasons for item in fu_items(reading) if item.key == "pair"] == ([(reason,)] if reason else [])


# -- the total -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "fu"),
    [
        ("(1111z) [9999m] [8888p] 345s 2z +2z tsumo round=S", 100),
        ("[1111z] [9999m] 555z 678s 2z +2z round=S seat=S", 110),
        ("123m 456p 11z 345s 68s +7s seat=E", 40),
        ("111m 999p 22z 345s 67s +8s tsumo seat=W round=W", 40),
        ("(111m) (999p) 22z 345s 68s +7s seat=W round=W", 30),
        ("(123m) (456p) 22p 345s 67s +8s", 30),
        ("123m 456p 22p 345s 67s +8s tsumo", 20),
    ],
)
def test_whole_hands_have_so_many_fu(line: str, fu: int) -> None:
    (reading,) = readings(win(line).hand)
    assert fu_of(reading) == fu


@given(wins())
def test_the_items_add_up_to_the_fu_which_are_rounded_up_to_tens(won: Win) -> None:
    for reading in readings(won.hand):
        added = sum(item.fu for item in fu_items(reading))
        assert fu_of(reading) == (added if added == SEVEN_PAIRS else (added + 9) // 10 * 10)


@given(wins())
def test_every_item_has_fu_and_names_its_block(won: Win) -> None:
    for reading in readings(won.hand):
        for item in fu_items(reading):
            assert item.fu > 0
            assert (item.block is not None) == (item.key in {"triplet", "kan", "pair", "wait"})
            if item.key in {"triplet", "kan", "pair"}:
                assert item.block is not None
                assert reading.blocks[item.block].type == item.key
            if item.key == "wait":
                assert item.block == reading.win_block


@given(wins(no_limit=False))
def test_only_tsumo_pinfu_seven_pairs_and_unlifted_open_hands_have_less_than_30_fu(won: Win) -> None:
    for scored in won.score.readings:
        if not scored.yakuman and scored.fu < 30:
            assert scored.fu == (25 if scored.reading.shape is CHIITOITSU else 20)
            has_pinfu = "pinfu" in [award.key for award in scored.yaku]
            is_unlifted = not won.hand.is_closed and not won.rules.open_pinfu_30
            assert scored.fu == 25 or (won.hand.is_tsumo and has_pinfu) or is_unlifted
