"""麻雀プログラム 得点仕様 (`seeds/002…`), by the rules of that document.

Its rules, in its order; the headings and the sentences in the comments are its own. The fu of sets, pairs and waits are
in `tests/scoring/test_fu.py`, the points of each han and fu in `test_points.py` there. Where the document is mistaken,
RULES.md (Mistakes in the documents) says what holds, and the test says so. What it says of a game that goes on (the
points of all players always shown, the end when somebody falls below zero) belongs to the game at the table, not here.
"""

from typing import Any

import pytest

from tests.scoring.hands import all_by, best, but, win
from webapp.scoring.hand import WinningHand
from webapp.scoring.points import Limit, ron_points, tsumo_shares, worth
from webapp.scoring.rules import PRESETS
from webapp.scoring.score import score
from webapp.scoring.settlement import settle

RULES = PRESETS["tokuten"]
E, S, W, N = range(4)


def change(line: str, **facts: Any) -> tuple[int, ...]:
    """What E S W N gain or lose."""
    return score(win(line, **facts, rules=RULES).hand).deltas


def fu(line: str, **facts: Any) -> list[tuple[str, int]]:
    """The fu of a hand, item by item."""
    return [(item.key, item.fu) for item in best(line, RULES, **facts).fu_items]


# システムは和了形をその得点が最大であるように解釈するものとする
def test_a_hand_is_read_so_that_its_points_are_the_most() -> None:
    scored = score(win("123m 1122334p 123s +4p", rules=RULES).hand)
    assert [reading.points for reading in scored.readings] == [5200, 2000]
    assert scored.points == 5200


# 手役から定まる飜数を確定する。この値はゼロではないはずだ
def test_without_yaku_a_hand_is_no_win_however_many_dora_it_has() -> None:
    scored = score(win("(123m) 456p 789s 34s 55p +5s dora=4p4p", rules=RULES).hand)
    assert (scored.best, scored.points) == (None, 0)
    assert [problem.code for problem in scored.problems] == ["no_yaku"]


# 手牌に含まれるドラ、カンドラ、裏ドラの和を取る。これらの総和を総飜数とする
@pytest.mark.parametrize(
    ("indicators", "han"),
    [
        ("", 2),
        ("dora=9m", 3),
        ("dora=9m8s", 4),
        ("dora=9m9m", 4),
        ("dora=4p", 5),
        ("dora=1z ura=4p", 5),
        ("dora=9m8s ura=2s3s", 6),
    ],
)
def test_dora_kan_dora_and_ura_dora_are_han_beside_the_yaku(indicators: str, han: int) -> None:
    assert best(f"123m 456p 789s 34s 55p +5s riichi {indicators}", RULES).han == han


# 一の位は十の位に繰り上げるものとする。例：32 符は 40 符とする
def test_32_fu_are_40() -> None:
    scored = best("123m 456p 789s 34s 55z +5s riichi", RULES)
    assert (sum(item.fu for item in scored.fu_items), scored.fu) == (32, 40)


# 七対子の場合には例外的に 25 符とする（繰り上げはしない）
@pytest.mark.parametrize(("way", "han", "points"), [("", 2, 1600), ("tsumo", 3, 3200), ("riichi", 3, 3200)])
def test_seven_pairs_have_25_fu(way: str, han: int, points: int) -> None:
    scored = best(f"1144m 2277p 3388s 4z +4z {way}", RULES)
    assert (scored.fu, scored.han, scored.points) == (25, han, points)
    assert fu(f"1144m 2277p 3388s 4z +4z {way}") == [("chiitoitsu", 25)]


# ツモアガリの場合にはここに 100 点を加えることになるかもしれない
def test_a_cheap_hand_is_1000_by_ron_and_1100_by_tsumo() -> None:
    cheap = win("(555z) 123m 456p 34s 88s +5s").hand
    assert score(but(cheap, rules=RULES)).points == 1000
    assert score(but(cheap, is_tsumo=True, rules=RULES)).points == 1100
    assert score(but(cheap, is_tsumo=True, rules=RULES)).deltas == (-500, 1100, -300, -300)


# 卓上のリー棒と本場点を加算する
def test_sticks_and_honba_are_added() -> None:
    assert change("(555z) 123m 456p 34s 88s +5s", honba=2, sticks=1) == (0, 2600, -1600, 0)
    assert change("(555z) 123m 456p 34s 88s +5s", honba=2, sticks=1, is_tsumo=True) == (-700, 2700, -500, -500)


# 和了者が複数いる場合は. West discards: North is next, then East, then South.
RIICHI = "123m 456p 789s 34s 55p +5s riichi"
SILENT = "123m 456p 789s 34s 55p +5s"


def winners(lines: dict[int, str], **facts: Any) -> list[WinningHand]:
    """The hands of those who win on a discard of West."""
    return [win(line, seat=seat, discarder=(W - seat) % 4, **facts).hand for seat, line in lines.items()]


# リー棒は上家取りとする
def test_the_next_after_the_discarder_takes_the_sticks() -> None:
    settled = settle(all_by(RULES, winners({S: SILENT, N: SILENT}, sticks=2)))
    assert settled.deltas == (0, 1000, -2000, 3000)


# リーチ宣言者が和了すると彼のリー棒は点棒箱にどんな場合でも戻る
def test_a_winner_s_own_stick_comes_back_to_him_in_any_case() -> None:
    both = settle(all_by(RULES, winners({S: RIICHI, N: RIICHI}, sticks=2)))
    assert both.deltas == (0, 3000, -4000, 3000)
    # A third stick, of somebody who did not win, goes to the next one.
    assert settle(all_by(RULES, winners({S: RIICHI, N: RIICHI}, sticks=3))).deltas == (
        0,
        3000,
        -4000,
        4000,
    )
    assert settle(all_by(RULES, winners({S: RIICHI, N: SILENT}, sticks=1))).deltas == (
        0,
        3000,
        -3000,
        1000,
    )
    assert settle(all_by(RULES, winners({S: SILENT, N: RIICHI}, sticks=1))).deltas == (
        0,
        1000,
        -3000,
        3000,
    )


# 放銃者は各和了者に個別に手牌から決まる獲得点を支払う。本場点も加える。一本場 300 点とする
def test_the_discarder_pays_each_winner_his_points_and_300_for_each_honba() -> None:
    settled = settle(all_by(RULES, winners({E: SILENT, S: SILENT, N: SILENT}, honba=2)))
    assert [won.hand.table.seat for won in settled.wins] == [N, E, S]
    assert settled.deltas == (2100, 1600, -5300, 1600)


# == 符計算 =========================================================================================


# 副底: 門前 30, 七対子 25, その他 20 (ツモアガリまたは副露手)
def test_the_base_is_30_for_a_closed_ron_and_20_otherwise() -> None:
    assert fu(SILENT) == [("base", 20), ("closed_ron", 10)]
    assert fu("[2222m] 567p 345s 67s 55p +8s riichi") == [("base", 20), ("kan", 16), ("closed_ron", 10)]
    assert fu("234m 567p 345s 68s 55p +7s tsumo") == [("base", 20), ("wait", 2), ("tsumo", 2)]
    assert fu("(234m) 567p 345s 68s 55p +7s") == [("base", 20), ("wait", 2)]


# 東場で親が雀頭が東である和了形は 2 符しか加算しない
def test_the_pair_of_a_double_wind_has_2_fu_only() -> None:
    assert fu("123m 456p 789s 34s 11z +5s riichi round=E seat=E") == [("base", 20), ("pair", 2), ("closed_ron", 10)]


# （平和でない）ツモアガリである; ツモアガリの場合には役に平和がないときに限り 2 符を加えるものとする
def test_2_fu_for_a_tsumo_without_pinfu() -> None:
    assert fu("123m 456p 789s 34s 55z +5s tsumo") == [("base", 20), ("pair", 2), ("tsumo", 2)]
    assert fu("(555z) 123m 456p 34s 88s +5s tsumo") == [("base", 20), ("triplet", 4), ("tsumo", 2)]
    pinfu = best(f"{SILENT} tsumo", RULES)
    assert [(item.key, item.fu) for item in pinfu.fu_items] == [("base", 20)]
    assert (pinfu.fu, pinfu.han, pinfu.points) == (20, 2, 1500)


# 門前でない平和である; 門前手ではないが平和形のアガリに対しては 2 符を加えるものとする（結果的に 30 符になる）
@pytest.mark.parametrize("way", ["", "tsumo"])
def test_an_open_hand_of_the_shape_of_pinfu_has_30_fu(way: str) -> None:
    scored = best(f"(234m) 567p 345s 67s 55p +8s {way}", RULES)
    assert (scored.fu, scored.han) == (30, 1)


# 待ちの解釈が複数成り立つならば、最大点原則に従う。例えば両面待ちにも辺張待ちにもとれるならば、2 符が付く後者を採用する
def test_of_a_two_sided_wait_and_an_edge_the_edge_counts() -> None:
    scored = score(win("12345m 999p 456s 55z +3m riichi", rules=RULES).hand)
    assert [(one.reading.wait, one.fu, one.points) for one in scored.readings] == [
        ("penchan", 50, 1600),
        ("ryanmen", 40, 1300),
    ]


# == 計算仕様 =======================================================================================


# ロンアガリの場合、放銃者は和了者に点棒をすべて支払い: 和了者が子であれば *= 4, 親であれば *= 3 (of the doubled value).
# The document multiplies what is already rounded, and doubles when the discarder is the dealer: neither holds
# (RULES.md). 1 han 40 fu: 320 × 4 = 1,280; of the rounded 400 it would be 1,600, from a dealer 2,600.
def test_what_the_discarder_pays_is_rounded_once_and_the_same_whoever_he_is() -> None:
    line = "123m 456p 789s 34s 55z +5s riichi"
    assert change(line, discarder=1) == (0, 1300, -1300, 0)
    assert change(line, discarder=3) == (-1300, 1300, 0, 0)
    assert change(line, seat=E, discarder=3) == (2000, 0, 0, -2000)


# n 本場の局のアガリでは 300 * n 点を非和了者全員で分配して和了者に支払う
@pytest.mark.parametrize("n", [1, 2, 5])
def test_300_points_a_honba_are_shared_by_those_who_pay(n: int) -> None:
    plain, more = (change("(555z) 123m 456p 34s 88s +5s tsumo", honba=honba) for honba in (0, n))
    assert [after - before for before, after in zip(plain, more, strict=True)] == [
        -100 * n,
        300 * n,
        -100 * n,
        -100 * n,
    ]


# -- 切り上げ満貫 ----------------------------------------------------------------------------------


# 60 符 3 飜および 30 符 4 飜の和了を満貫の和了として扱う。つまり 60 符以上 3 飜および 30 符以上 4 飜を満貫とする
def test_a_hand_of_4_han_30_fu_is_paid_as_a_mangan() -> None:
    scored = best("123m 456p 789s 34s 55p +5s riichi dora=9m8s", RULES)
    assert (scored.han, scored.fu, scored.limit, scored.points) == (4, 30, Limit.MANGAN, 8000)


# == 役表 ===========================================================================================


#: アガリが 5 飜以上: the limit, its han, ツモ and ロン of the dealer, ツモ（子・親）and ロン of the others.
#: 役満 of the others by ron reads 36000 in the document: 32,000 holds (RULES.md).
LIMITS = """
mangan    5         4000  12000   2000  4000   8000
haneman   6,7       6000  18000   3000  6000  12000
baiman    8,9,10    8000  24000   4000  8000  16000
sanbaiman 11,12    12000  36000   6000 12000  24000
yakuman   13,14,26 16000  48000   8000 16000  32000
"""
ROWS = [
    (name, int(han), *map(int, points))
    for name, hans, *points in map(str.split, LIMITS.strip().splitlines())
    for han in hans.split(",")
]


@pytest.mark.parametrize(("name", "han", "dealer_tsumo", "dealer_ron", "other", "dealer", "ron"), ROWS)
def test_both_tables_of_limits(
    name: str, han: int, dealer_tsumo: int, dealer_ron: int, other: int, dealer: int, ron: int
) -> None:
    basic, limit = worth(han, 30, RULES)
    assert limit is not None
    assert limit.removeprefix("counted_") == name
    assert tsumo_shares(basic, True, RULES)[1] == dealer_tsumo
    assert ron_points(basic, True) == dealer_ron
    assert tsumo_shares(basic, False, RULES) == (dealer, other)
    assert ron_points(basic, False) == ron


# リー棒および本場棒は別途発生する
def test_sticks_and_honba_come_besides_the_limits_too() -> None:
    assert change("119m 19p 19s 123456z +7z", honba=1, sticks=2) == (0, 34300, -32300, 0)
