"""麻雀得点計算アルゴリズム編 2, 気まぐれな戯れ言 (`seeds/001…`), by its own rules: fu and points.

Its rules, in its order; the headings and the sentences in the comments are its own. The fu of sets,
pairs and waits are in `tests/scoring/test_fu.py`, the points of each han and fu in `test_points.py` there. Where the
document is mistaken, RULES.md (Mistakes in the documents) says what holds, and the test says so.
"""

from dataclasses import replace

import pytest

from tests.documents.kimagure import RULES, fu
from tests.scoring.hands import best, but, keys, win
from webapp.scoring.points import worth
from webapp.scoring.score import score

# -- 6. 符の計算 -----------------------------------------------------------------------------------


# 上がった場合には基本点の副底20符 / メンゼンでロン上がり時は+10符
def test_20_fu_for_winning_and_10_for_a_closed_ron() -> None:
    assert fu("(234m) 567p 345s 68s 55p +7s") == ({"base": 20, "wait": 2}, 30)
    assert fu("234m 567p 345s 67s 55p +8s") == ({"base": 20, "closed_ron": 10}, 30)


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


# ツモ上がり時 1人当たり 8000×N×P. The document's P is 1.5 with a dealer; 2 holds (RULES.md).
@pytest.mark.parametrize(("line", "times"), [("119m 19p 19s 123456z +7z", 1), ("19m 19p 19s 1234567z +7z", 2)])
def test_a_yakuman_counted_n_times_by_tsumo(line: str, times: int) -> None:
    hand = win(line, is_tsumo=True).hand
    assert score(but(hand, rules=RULES)).deltas == tuple(8000 * times * share for share in (-2, 4, -1, -1))
    assert score(but(hand, seat=0, rules=RULES)).deltas == tuple(8000 * times * share for share in (6, -2, -2, -2))


# S = F×(2^(2+F)); the exponent is 2 + han, as in the document's own example: 30符3翻ならS=30×(2^5)=960
def test_the_document_s_example_of_the_formula() -> None:
    assert worth(3, 30, RULES) == (960, None)


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
