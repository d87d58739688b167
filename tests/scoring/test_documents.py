"""The numbers of the source documents come out, their known mistakes corrected (RULES section 9)."""

from dataclasses import replace

import pytest

from tests.scoring.hands import best, keys, win
from webapp.scoring.payments import deltas, payments
from webapp.scoring.points import Limit, ron_points, tsumo_shares, worth, yakuman_worth
from webapp.scoring.reading import CHIITOITSU, STANDARD
from webapp.scoring.rules import PRESETS, TENHOU

TOKUTEN = PRESETS["tokuten"]
KIMAGURE = PRESETS["kimagure"]

# -- 001 気まぐれな戯れ言: the table of 20–50 fu and 1–4 han, as if there were no limit --------------

#: fu, han: S, ron, another's share, the dealer's share, for a non-dealer. (At 50 fu 4 han the document says 32000.)
TABLE_001 = """
20 1   160   700  200  400
20 2   320  1300  400  700
20 3   640  2600  700 1300
20 4  1280  5200 1300 2600
30 1   240  1000  300  500
30 2   480  2000  500 1000
30 3   960  3900 1000 2000
30 4  1920  7700 2000 3900
40 1   320  1300  400  700
40 2   640  2600  700 1300
40 3  1280  5200 1300 2600
40 4  2560 10300 2600 5200
50 1   400  1600  400  800
50 2   800  3200  800 1600
50 3  1600  6400 1600 3200
50 4  3200 12800 3200 6400
"""
CELLS_001 = [tuple(map(int, row.split())) for row in TABLE_001.strip().splitlines()]


@pytest.mark.parametrize(("fu", "han", "basic", "ron", "other", "dealer"), CELLS_001)
def test_the_table_of_001_comes_out_cell_by_cell(
    fu: int, han: int, basic: int, ron: int, other: int, dealer: int
) -> None:
    unlimited = replace(KIMAGURE, no_limit=True)
    assert worth(han, fu, unlimited) == (basic, None)
    assert ron_points(basic, False) == ron
    assert tsumo_shares(basic, False, unlimited) == (dealer, other)


@pytest.mark.parametrize(("fu", "han", "basic", "ron", "other", "dealer"), CELLS_001)
def test_above_2000_it_is_in_fact_a_mangan(fu: int, han: int, basic: int, ron: int, other: int, dealer: int) -> None:
    assert worth(han, fu, KIMAGURE) == ((basic, None) if basic <= 2000 else (2000, Limit.MANGAN))
    assert (basic > 2000) is (ron in (10300, 12800))


@pytest.mark.parametrize("times", [1, 2, 3])
def test_an_n_fold_yakuman_of_001_is_n_times_as_dear(times: int) -> None:
    basic = yakuman_worth(times).basic
    assert ron_points(basic, False) == 8000 * 4 * times
    assert ron_points(basic, True) == 8000 * 4 * times * 3 // 2
    # The document says 1.5 for the dealer's share; it is 2.
    assert tsumo_shares(basic, False, KIMAGURE) == (8000 * times * 2, 8000 * times)
    assert tsumo_shares(basic, True, KIMAGURE)[1] == 8000 * times * 2


@pytest.mark.parametrize(
    ("line", "key", "times"),
    [
        ("19m 19p 19s 1234567z +1m", "kokushi_13", 2),
        ("111m 333p 555s 222z 9m +9m", "suuankou_tanki", 2),
        ("1112345678999p +5p", "chuuren_9", 2),
        ("(111z) (222z) (333z) 444z 5p +5p", "daisuushii", 1),
        ("2233445566778p +8p", "daisharin", 1),
    ],
)
def test_001_counts_three_yakuman_twice_and_knows_big_wheels(line: str, key: str, times: int) -> None:
    scored = best(line, KIMAGURE)
    assert (keys(scored), scored.yakuman) == ({key}, times)


def test_in_001_a_pair_of_both_winds_has_four_fu() -> None:
    items = best("111m 456p 789s 34s 11z +2s seat=E riichi", KIMAGURE).fu_items
    assert ("pair", 4) in [(item.key, item.fu) for item in items]


def test_pinfu_of_001_is_two_sided_only_and_a_strange_wind_is_a_pair_without_fu() -> None:
    # The document allows a wait on two pairs, which makes a triplet, and no wind at all as the pair.
    assert "pinfu" not in keys(best("123m 456p 99p 345s 22s +2s riichi", KIMAGURE))
    assert "pinfu" in keys(best("123m 456p 33z 345s 78s +9s", KIMAGURE))


def test_yakuhai_of_001_are_dragons_and_ones_own_winds_only() -> None:
    # The document counts a triplet of any honour.
    assert win("(333z) 123m 456p 789s 5s +5s").score.best is None


# -- 002 得点仕様: the limits, fu by blocks ---------------------------------------------------------


@pytest.mark.parametrize(
    ("limit", "hans", "tsumo", "ron"),
    [
        (Limit.MANGAN, (5,), 4000, 12000),
        (Limit.HANEMAN, (6, 7), 6000, 18000),
        (Limit.BAIMAN, (8, 9, 10), 8000, 24000),
        (Limit.SANBAIMAN, (11, 12), 12000, 36000),
        (Limit.COUNTED_YAKUMAN, (13, 14, 20), 16000, 48000),
    ],
)
def test_the_dealers_limits_of_002(limit: Limit, hans: tuple[int, ...], tsumo: int, ron: int) -> None:
    for han in hans:
        basic, named = worth(han, 30, TOKUTEN)
        assert named is limit
        assert (tsumo_shares(basic, True, TOKUTEN)[1], ron_points(basic, True)) == (tsumo, ron)


@pytest.mark.parametrize(
    ("limit", "hans", "tsumo", "ron"),
    [
        (Limit.MANGAN, (5,), (2000, 4000), 8000),
        (Limit.HANEMAN, (6, 7), (3000, 6000), 12000),
        (Limit.BAIMAN, (8, 9, 10), (4000, 8000), 16000),
        (Limit.SANBAIMAN, (11, 12), (6000, 12000), 24000),
        # The document says 36000; it is 8,000 × 4.
        (Limit.COUNTED_YAKUMAN, (13, 14, 20), (8000, 16000), 32000),
    ],
)
def test_the_other_players_limits_of_002(limit: Limit, hans: tuple[int, ...], tsumo: tuple[int, int], ron: int) -> None:
    for han in hans:
        basic, named = worth(han, 30, TOKUTEN)
        assert named is limit
        assert tsumo_shares(basic, False, TOKUTEN) == tsumo[::-1]
        assert ron_points(basic, False) == ron


def test_002_lifts_30_fu_4_han_and_60_fu_3_han_to_a_mangan() -> None:
    assert worth(4, 30, TOKUTEN) == worth(3, 60, TOKUTEN) == worth(3, 70, TOKUTEN) == (2000, Limit.MANGAN)
    assert worth(3, 50, TOKUTEN).limit is None


@pytest.mark.parametrize(
    ("block", "fu"),
    [
        ("(333m)", 2),
        ("333m", 4),
        ("(111m)", 4),
        ("111m", 8),
        ("(3333m)", 8),
        ("[3333m]", 16),
        ("(1111m)", 16),
        ("[1111m]", 32),
        ("(444z)", 4),
        ("444z", 8),
        ("(4444z)", 16),
        ("[4444z]", 32),
    ],
)
def test_the_fu_of_triplets_and_kans_of_002(block: str, fu: int) -> None:
    items = best(f"{block} (777z) 345s 22p 67s +8s", TOKUTEN).fu_items
    sets = [item.fu for item in items if item.key in ("triplet", "kan")]
    assert sorted(sets) == sorted([fu, 4])


@pytest.mark.parametrize(
    ("line", "fu"),
    [
        pytest.param("123m 456p 22p 345s 67s +8s riichi", 30, id="a closed ron starts at 30"),
        pytest.param("1122m 3344p 5566s 7z +7z", 25, id="seven pairs are not rounded"),
        pytest.param("123m 456p 22p 345s 67s +8s tsumo", 20, id="no fu for the tsumo of a pinfu"),
        pytest.param("123m 456p 22p 345s 68s +7s tsumo", 30, id="2 for the tsumo and 2 for the wait"),
        pytest.param("(777z) 456p 22p 345s 67s +8s", 30, id="an open hand starts at 20"),
        pytest.param("(234m) 456p 22p 345s 67s +8s", 30, id="an open hand without fu comes to 30"),
        pytest.param("111m 456p 789s 34s 11z +2s seat=E riichi", 40, id="the pair of a double wind has 2"),
        pytest.param("111m 456p 789s 34s 55z +2s riichi", 40, id="a pair of dragons has 2"),
    ],
)
def test_the_fu_of_whole_hands_of_002(line: str, fu: int) -> None:
    assert best(line, TOKUTEN).fu == fu


def test_in_002_a_triplet_is_concealed_by_tsumo_and_open_by_ron() -> None:
    ron, tsumo = (best(f"99m 345p 22z 345s 678s +9m riichi{by} seat=S", TOKUTEN) for by in ("", " tsumo"))
    assert [item.fu for item in ron.fu_items if item.key == "triplet"] == [4]
    assert [item.fu for item in tsumo.fu_items if item.key == "triplet"] == [8]


def test_in_002_the_wait_with_more_fu_counts() -> None:
    readings = win("12345m 999p 55p 789s +3m riichi tsumo").score.readings
    assert [(scored.reading.wait, scored.fu) for scored in readings] == [("penchan", 40), ("ryanmen", 30)]


def test_a_ron_of_002_is_rounded_once_and_does_not_ask_who_threw() -> None:
    # The document multiplies a rounded value, and doubles it when the discarder is the dealer.
    for discarder in (1, 2, 3):
        hand = win("123m 456p 22p 345s 67s +8s riichi", discarder=discarder).hand
        assert max(deltas(payments(hand, TOKUTEN, 240), TOKUTEN)) == 1000


def test_002_pays_honba_to_every_winner_and_gives_sticks_back() -> None:
    second = win("123m 456p 22p 345s 67s +8s riichi", nth_ron=2, honba=1, sticks=2, discarder=1).hand
    assert deltas(payments(second, TOKUTEN, 240), TOKUTEN) == (0, 2300, -1300, 0)


# -- 003: readings ---------------------------------------------------------------------------------


def test_003_seven_pairs_that_are_also_twice_twin_sequences_never_have_both() -> None:
    result = win("112233m 778899p 5s +5s").score
    by_shape = {scored.reading.shape: keys(scored) for scored in result.readings}
    assert by_shape == {STANDARD: {"ryanpeikou"}, CHIITOITSU: {"chiitoitsu"}}
    assert result.best is not None
    assert keys(result.best) == {"ryanpeikou"}


@pytest.mark.parametrize(("sequence", "two_sided"), [("23s +1s", True), ("12s +3s", False), ("13s +2s", False)])
def test_003_three_triplets_in_a_row_are_also_three_sequences(sequence: str, two_sided: bool) -> None:
    triplets, sequences = sorted(
        win(f"11m 777888999p {sequence}").score.readings, key=lambda scored: scored.reading.sequences.bit_count()
    )
    assert keys(triplets) == {"sanankou"}
    assert keys(sequences) == {"iipeikou", "junchan"} | ({"pinfu"} if two_sided else set())
    assert sequences.points > triplets.points


@pytest.mark.parametrize("sequence", ["12s +3s", "23s +1s", "45s +6s", "78m +9m"])
def test_003_eleven_characters_and_three_circles_each_are_read_in_two_ways(sequence: str) -> None:
    assert len(win(f"11m 777888999p {sequence} riichi").score.readings) == 2


def test_003_the_pair_decides_between_pinfu_and_three_colours() -> None:
    of_four, of_one = win("123m 1123344p 123s +2p").score.readings
    assert keys(of_one) == {"pinfu", "iipeikou"}
    assert of_one.reading.wait == "ryanmen"
    assert keys(of_four) == {"sanshoku_doujun", "iipeikou"}
    assert of_four.reading.wait == "kanchan"
    assert (of_four.points, of_one.points) == (5200, 2000)


# -- 000 koba: from basic points to payments -------------------------------------------------------


@pytest.mark.parametrize(
    ("han", "basic"), [(5, 2000), (6, 3000), (7, 3000), (8, 4000), (10, 4000), (11, 6000), (12, 6000), (13, 8000)]
)
def test_000_fu_times_four_doubled_for_each_han_and_cut_off(han: int, basic: int) -> None:
    assert worth(han, 20, TENHOU).basic == basic
    assert worth(4, 40, TENHOU).basic == 2000
    assert worth(3, 40, TENHOU).basic == 40 * 4 * 2 * 2 * 2


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"discarder": 2, "honba": 2, "sticks": 1}, (0, 2600 + 600 + 1000, 0, -3200)),
        ({"seat": 0, "discarder": 1, "honba": 2}, (3900 + 600, -4500, 0, 0)),
        ({"is_tsumo": True, "honba": 2, "sticks": 1}, (-1300 - 200, 2700 + 600 + 1000, -700 - 200, -700 - 200)),
        ({"seat": 0, "is_tsumo": True, "honba": 1}, (3900 + 300, -1400, -1400, -1400)),
    ],
)
def test_000_six_or_four_times_by_ron_two_or_one_by_tsumo_each_rounded_up(
    facts: dict[str, int], expected: tuple[int, ...]
) -> None:
    hand = win("123m 456p 22p 345s 67s +8s riichi", **facts).hand
    assert deltas(payments(hand, TENHOU, 640), TENHOU) == expected
