"""麻雀得点計算アルゴリズム編 2, 気まぐれな戯れ言 (`seeds/001…`), by its own rules: fu and points.

Every rule and every number of it, in its order; the headings and the sentences in the comments are its own. Where it is
mistaken, RULES.md (Mistakes in the documents) says what holds, and the test says so.
"""

from collections import Counter
from dataclasses import replace

import pytest

from tests.documents.kimagure import RULES, UNLIMITED, fu
from tests.scoring.hands import best, but, keys, win
from webapp.scoring.points import Limit, ron_points, tsumo_shares, worth
from webapp.scoring.score import score

# -- 6. 符の計算 -----------------------------------------------------------------------------------


# 上がった場合には基本点の副底20符 / メンゼンでロン上がり時は+10符
def test_20_fu_for_winning_and_10_for_a_closed_ron() -> None:
    assert fu("(234m) 567p 345s 68s 55p +7s") == ({"base": 20, "wait": 2}, 30)
    assert fu("234m 567p 345s 67s 55p +8s") == ({"base": 20, "closed_ron": 10}, 30)


# 刻子・槓子に符が付く。明刻・暗刻・明槓・暗槓で順に2符・4符・8符・16符で、一九字牌ならさらに倍
@pytest.mark.parametrize(
    ("block", "key", "expected"),
    [
        ("(222m)", "triplet", 2),
        ("222m", "triplet", 4),
        ("(2222m)", "kan", 8),
        ("[2222m]", "kan", 16),
        ("(999m)", "triplet", 4),
        ("999m", "triplet", 8),
        ("(9999m)", "kan", 16),
        ("[9999m]", "kan", 32),
        ("(333z)", "triplet", 4),
        ("333z", "triplet", 8),
        ("(3333z)", "kan", 16),
        ("[3333z]", "kan", 32),
    ],
)
def test_the_fu_of_a_triplet_or_kan(block: str, key: str, expected: int) -> None:
    items = best(f"{block} (555z) 234p 345s 8s +8s", RULES).fu_items
    of_sets = Counter((item.key, item.fu) for item in items if item.key in ("triplet", "kan"))
    assert of_sets == Counter([(key, expected), ("triplet", 4)])


# ツモ上がりなら+2符。ただし平和の場合はつかないルールもある
def test_2_fu_for_a_tsumo_and_with_pinfu_by_the_rules() -> None:
    assert fu("123m 456p 789s 35s 55p +4s tsumo") == ({"base": 20, "wait": 2, "tsumo": 2}, 30)
    pinfu = win("123m 456p 789s 34s 55p +5s tsumo").hand
    without, with_it = (
        score(but(pinfu, rules=replace(RULES, pinfu_tsumo=rule))).best for rule in ("twenty_fu", "thirty_fu")
    )
    assert without is not None
    assert with_it is not None
    assert keys(without) == keys(with_it) == {"tsumo", "pinfu"}
    assert (without.fu, without.points) == (20, 1500)
    assert (with_it.fu, with_it.points) == (30, 2000)


# カンチャン・ペンチャン・単騎待ちなら+2符。両面・シャボ待ちにはつかない
@pytest.mark.parametrize(
    ("waiting", "expected"),
    [
        ("35s 88s +4s", 2),
        ("12s 88s +3s", 2),
        ("89s 88p +7s", 2),
        ("345s 8s +8s", 2),
        ("34s 88s +5s", 0),
        ("34s 88s +2s", 0),
        ("33s 88s +3s", 0),
    ],
)
def test_2_fu_for_a_wait_in_between_at_the_edge_or_on_the_pair(waiting: str, expected: int) -> None:
    scored = best(f"(555z) 123m 456p {waiting}", RULES)
    assert sum(item.fu for item in scored.fu_items if item.key == "wait") == expected


# 雀頭が役牌の場合+2符。連風牌なら+4符
@pytest.mark.parametrize(
    ("pair", "winds", "expected"),
    [
        ("5z", "", 2),
        ("6z", "", 2),
        ("7z", "", 2),
        ("1z", "round=E seat=S", 2),
        ("2z", "round=E seat=S", 2),
        ("3z", "round=E seat=S", 0),
        ("1z", "round=E seat=E", 4),
        ("2z", "round=S seat=S", 4),
        ("9m", "", 0),
    ],
)
def test_2_fu_for_a_pair_that_counts_and_4_where_it_counts_twice(pair: str, winds: str, expected: int) -> None:
    scored = best(f"123m 456p 789s 345s {pair} +{pair} riichi {winds}", RULES)
    assert sum(item.fu for item in scored.fu_items if item.key == "pair") == expected


# 最後に10の位で切り上げる
@pytest.mark.parametrize(
    ("line", "added", "rounded"),
    [
        ("123m 456p 789s 34s 55p +5s", 30, 30),
        ("123m 456p 789s 345s 3p +3p riichi", 32, 40),
        ("(555z) 123m 456p 34s 88s +5s", 24, 30),
        ("999m 333z (555z) 456p 8s +8s", 42, 50),
    ],
)
def test_the_sum_is_rounded_up_to_tens(line: str, added: int, rounded: int) -> None:
    scored = best(line, RULES)
    assert (sum(item.fu for item in scored.fu_items), scored.fu) == (added, rounded)


# -- 7. 翻と符からの得点計算 -----------------------------------------------------------------------


# ロン上がり時 (8000×4)×N×P, Pは自分が親なら1.5、子なら1
@pytest.mark.parametrize(
    ("line", "times"),
    [("119m 19p 19s 123456z +7z", 1), ("19m 19p 19s 1234567z +7z", 2), ("111z 222z 333z 444z 5z +5z", 4)],
)
def test_a_yakuman_counted_n_times_by_ron(line: str, times: int) -> None:
    assert best(line, RULES).points == 8000 * 4 * times
    assert best(line, RULES, seat=0).points == 8000 * 4 * times * 3 // 2


# ツモ上がり時 1人当たり 8000×N×P. The document's P is 1.5 with a dealer; 2 holds (RULES.md).
@pytest.mark.parametrize(("line", "times"), [("119m 19p 19s 123456z +7z", 1), ("19m 19p 19s 1234567z +7z", 2)])
def test_a_yakuman_counted_n_times_by_tsumo(line: str, times: int) -> None:
    hand = win(line, is_tsumo=True).hand
    assert score(but(hand, rules=RULES)).deltas == tuple(8000 * times * share for share in (-2, 4, -1, -1))
    assert score(but(hand, seat=0, rules=RULES)).deltas == tuple(8000 * times * share for share in (6, -2, -2, -2))


# S = F×(2^(2+F)); the exponent is 2 + han, as in the document's own example: 30符3翻ならS=30×(2^5)=960
def test_the_document_s_example_of_the_formula() -> None:
    assert worth(3, 30, RULES) == (960, None)


# [数式]は100単位の繰り上げになります … ロン上がり時 [S×4×P] … ツモ上がり時 [S×P], P 2 with a dealer
@pytest.mark.parametrize("han", [1, 2, 3, 4])
@pytest.mark.parametrize("fu", [20, 25, 30, 40, 50, 60, 110])
def test_the_points_follow_from_the_formula(han: int, fu: int) -> None:
    basic = worth(han, fu, UNLIMITED).basic
    assert basic == fu * 2 ** (2 + han)

    def up(points: float) -> int:
        return int(-(-points // 100) * 100)

    assert ron_points(basic, False) == up(basic * 4)
    assert ron_points(basic, True) == up(basic * 4 * 1.5)
    assert tsumo_shares(basic, False, RULES) == (up(basic * 2), up(basic))
    assert tsumo_shares(basic, True, RULES)[1] == up(basic * 2)


# Sが2000を超える場合は満貫になります
def test_more_than_2000_is_a_mangan() -> None:
    assert worth(4, 30, RULES) == (1920, None)
    assert worth(4, 40, RULES) == (2000, Limit.MANGAN)


#: The document's table, これは子の場合: fu and han: S, ロン, ツモ 子・親. 「S = 32000」 at 50 fu 4 han reads 3,200.
TABLE = """
20 1    160    700   200  400
20 2    320   1300   400  700
20 3    640   2600   700 1300
20 4   1280   5200  1300 2600
30 1    240   1000   300  500
30 2    480   2000   500 1000
30 3    960   3900  1000 2000
30 4   1920   7700  2000 3900
40 1    320   1300   400  700
40 2    640   2600   700 1300
40 3   1280   5200  1300 2600
40 4   2560  10300  2600 5200
50 1    400   1600   400  800
50 2    800   3200   800 1600
50 3   1600   6400  1600 3200
50 4   3200  12800  3200 6400
"""
CELLS = [tuple(map(int, row.split())) for row in TABLE.strip().splitlines()]


@pytest.mark.parametrize(("fu", "han", "basic", "ron", "from_other", "from_dealer"), CELLS)
def test_the_sixteen_cells_of_the_table(
    fu: int, han: int, basic: int, ron: int, from_other: int, from_dealer: int
) -> None:
    assert worth(han, fu, UNLIMITED) == (basic, None)
    assert ron_points(basic, False) == ron
    assert tsumo_shares(basic, False, RULES) == (from_dealer, from_other)


# (実際は満貫)
@pytest.mark.parametrize(("fu", "han"), [(fu, han) for fu, han, *_ in CELLS])
def test_two_of_the_cells_are_a_mangan_in_truth(fu: int, han: int) -> None:
    assert (worth(han, fu, RULES).limit is Limit.MANGAN) is ((fu, han) in {(40, 4), (50, 4)})


# 最後に、リーチ棒やツミ棒に関する得点を合わせて終了です
def test_sticks_and_honba_are_added_last() -> None:
    hand = win("123m 456p 789s 34s 55p +5s riichi", honba=2, sticks=3).hand
    assert score(but(hand, rules=RULES)).points == 2000
    assert score(but(hand, rules=RULES)).deltas == (0, 2000 + 600 + 3000, -2600, 0)


# 複数の上がり方がある場合は、もっとも高い上がりを取ればよいでしょう
def test_of_several_readings_the_dearest_counts() -> None:
    scored = score(win("123m 1122334p 123s +4p", rules=RULES).hand)
    assert [reading.points for reading in scored.readings] == [5200, 2000]
    assert scored.points == 5200
