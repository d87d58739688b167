"""麻雀得点計算アルゴリズム編 2, 気まぐれな戯れ言 (`seeds/001…`), by its own rules: yaku.

Every rule and every number of it, in its order; the headings and the sentences in the comments are its own. Where it is
mistaken, RULES.md (Mistakes in the documents) says what holds, and the test says so.
"""

import pytest

from tests.documents.kimagure import RULES, is_won, wrong, yaku
from tests.scoring.hands import best, keys, win
from webapp.scoring.score import score

# -- 3. 役満の判定 ---------------------------------------------------------------------------------


# 役満では、同時に複数の役満を満たす場合がある
def test_several_yakuman_count_together() -> None:
    assert yaku("111z 222z 333z (444z) 5z +5z") == {"daisuushii": 1, "tsuuiisou": 1}
    assert best("111z 222z 333z (444z) 5z +5z", RULES).points == 64000


# ○○の牌だけで構成される系の役満
@pytest.mark.parametrize(
    ("key", "holds", "fails"),
    [
        # 字一色 字牌だけで構成されれば
        ("tsuuiisou", "(111z) (222z) (555z) 666z 7z +7z", "(111z) (222z) (555z) 666z 9m +9m"),
        # 緑一色 23468s發だけで構成されれば
        ("ryuuiisou", "(234s) (666s) (888s) 666z 2s +2s", "(234s) (666s) (888s) 666z 5s +5s"),
        # 清老頭 19牌だけで構成されれば
        ("chinroutou", "(111m) (999m) (111p) 999s 9p +9p", "(111m) (999m) (111p) 999s 1z +1z"),
    ],
)
def test_a_yakuman_of_certain_tiles_alone(key: str, holds: str, fails: str) -> None:
    assert yaku(holds) == {key: 1}
    assert key not in (keys(scored) if (scored := score(win(fails, rules=RULES).hand).best) else set())


# 特定の構成を含む系の役満: 大三元 白發中を3個以上含めばよい(槓子のパターンもあるので、4個もあり得る)
@pytest.mark.parametrize("line", ["(555z) 666z (777z) 123m 9p +9p", "[5555z] (6666z) (7777z) 123m 9p +9p"])
def test_daisangen_is_three_or_four_of_each_dragon(line: str) -> None:
    assert yaku(line) == {"daisangen": 1}
    assert "daisangen" not in yaku(line.replace("7z)", "7p)"))


# 小四喜 東西南北のうち1つは2個、残りは3個以上含めばよい(同上)
@pytest.mark.parametrize("line", ["(111z) (222z) 333z 123m 4z +4z", "[1111z] (2222z) (3333z) 123m 4z +4z"])
def test_shousuushii_is_three_winds_and_a_pair_of_the_fourth(line: str) -> None:
    assert yaku(line) == {"shousuushii": 1}
    assert "shousuushii" not in yaku(line.replace("4z +4z", "5z +5z"))


# 大四喜 … ただし、大四喜が成り立つ場合は小四喜は同時には成り立たない
@pytest.mark.parametrize("line", ["(111z) (222z) (333z) 444z 5m +5m", "[1111z] (2222z) (3333z) 444z 5m +5m"])
def test_daisuushii_is_four_winds_and_never_shousuushii_too(line: str) -> None:
    assert yaku(line) == {"daisuushii": 1}


# 大車輪 ABCDEFGを2個ずつ含めばよい: in the document's letters 2–8 of circles
def test_daisharin_is_two_of_each_circle_from_two_to_eight() -> None:
    assert yaku("2233445566778p +8p") == {"daisharin": 1}
    assert "daisharin" not in yaku("1122334455667p +7p")
    assert "daisharin" not in yaku("2233445566778s +8s")
    assert "daisharin" not in yaku("3344556677889p +9p")
    assert "daisharin" not in yaku("(678p) 2233445567p +8p")


# 九蓮宝燈 一九を3個以上、二〜八を1個以上含めばよい。
# 1牌だけ左記の数を上回り、かつその牌が上がり牌と一致する場合、ダブル役満
@pytest.mark.parametrize("suit", "mps")
def test_nine_gates_count_twice_when_the_tile_too_many_is_the_winning_one(suit: str) -> None:
    assert yaku(f"1112345678999{suit} +5{suit}") == {"chuuren_9": 2}
    assert yaku(f"1112345678999{suit} +1{suit}") == {"chuuren_9": 2}
    assert yaku(f"1112345567899{suit} +9{suit}") == {"chuuren": 1}
    assert yaku(f"1112345567999{suit} +8{suit}") == {"chuuren": 1}
    assert best(f"1112345678999{suit} +5{suit}", RULES).points == 64000
    assert best(f"1112345567899{suit} +9{suit}", RULES).points == 32000


# 四槓子 槓子が4つあればよい
def test_suukantsu_is_four_kans() -> None:
    assert yaku("[1111m] (3333p) (2222s) (7777z) 9m +9m") == {"suukantsu": 1}


# 四暗刻 暗刻または暗槓があわせて4つあればよい。上がり牌が雀頭ならダブル役満
def test_suuankou_counts_twice_when_won_on_the_pair() -> None:
    assert yaku("111m 333p 777s 22z 99m +2z tsumo") == {"suuankou": 1}
    assert yaku("[1111m] 333p 777s 22z 99m +2z tsumo") == {"suuankou": 1}
    assert yaku("111m 333p 777s 222z 9m +9m") == {"suuankou_tanki": 2}
    assert yaku("[1111m] 333p [7777s] 222z 9m +9m tsumo") == {"suuankou_tanki": 2}
    assert "suuankou" not in yaku("111m 333p 777s 22z 99m +2z")


# 国士無双 19字牌をいずれも1個以上含めばよい。上がり牌が2個ある牌と一致するならダブル役満
def test_kokushi_counts_twice_when_won_on_the_tile_that_is_there_twice() -> None:
    assert yaku("119m 19p 19s 123456z +7z") == {"kokushi": 1}
    assert yaku("19m 19p 19s 1234567z +7z") == {"kokushi_13": 2}


# -- 4. 役満以外の役の判定 -------------------------------------------------------------------------


# 役満の役が出た場合、役満以外の判定は行いません
def test_with_a_yakuman_no_other_yaku_is_named() -> None:
    assert yaku("111m 333p 777s 22z 99m +2z tsumo riichi ippatsu dora=9m") == {"suuankou": 1}


# 牌取得時の状態で決まる役
@pytest.mark.parametrize(
    ("key", "han", "line"),
    [
        ("riichi", 1, "123m 456p 789s 345s 5z +5z riichi"),
        ("double_riichi", 2, "123m 456p 789s 345s 5z +5z double_riichi"),
        ("ippatsu", 1, "123m 456p 789s 345s 5z +5z riichi ippatsu"),
        ("tsumo", 1, "123m 456p 789s 345s 5z +5z tsumo"),
        ("rinshan", 1, "(1111m) 456p 789s 345s 5z +5z tsumo rinshan"),
        ("rinshan", 1, "[1111m] 456p 789s 345s 5z +5z tsumo rinshan"),
        ("chankan", 1, "(123m) 456p 79s 345s 55z +8s chankan"),
        ("haitei", 1, "(123m) 456p 789s 345s 5z +5z tsumo haitei"),
        ("houtei", 1, "(123m) 456p 789s 345s 5z +5z houtei"),
    ],
)
def test_a_yaku_of_how_the_tile_came(key: str, han: int, line: str) -> None:
    assert wrong(line) == []
    assert yaku(line)[key] == han


# 一発 (要リーチ), 門前清自摸和 明槓・ポン・チーせず, 嶺上開花 (要明槓or暗槓), 海底でツモ上がり, 河底でロン上がり
def test_what_these_yaku_need() -> None:
    assert wrong("123m 456p 789s 345s 5z +5z ippatsu") == ["needs_riichi"]
    assert "tsumo" in yaku("[1111m] 456p 789s 345s 5z +5z tsumo")
    for opened in ("(123m)", "(111m)", "(1111m)"):
        assert not is_won(f"{opened} 456p 789s 345s 5z +5z tsumo")
    assert wrong("123m 456p 789s 345s 5z +5z tsumo rinshan") == ["conflicting_flags"]
    assert wrong("(123m) 456p 789s 345s 5z +5z haitei") == ["conflicting_flags"]
    assert wrong("(123m) 456p 789s 345s 5z +5z tsumo houtei") == ["conflicting_flags"]


# ○○の牌で構成される系の役: 断ヤオ九1飜, 混老頭2飜
def test_tanyao_has_no_terminal_and_no_honour() -> None:
    assert yaku("(234m) 567p 345s 678s 5p +5p") == {"tanyao": 1}
    assert not is_won("(123m) 567p 345s 678s 5p +5p")
    assert not is_won("(234m) 567p 345s 678s 5z +5z")


def test_honroutou_is_terminals_and_honours_alone() -> None:
    assert yaku("(111m) (999p) 111s 333z 9m +9m") == {"toitoi": 2, "honroutou": 2}
    assert yaku("1199m 1199p 1199s 2z +2z") == {"chiitoitsu": 2, "honroutou": 2}


# 混全帯2飜(食い下がり1飜), 純全帯3飜(食い下がり2飜)。純全帯・混老頭・清老頭成立時はそちら優先
@pytest.mark.parametrize(
    ("line", "worth_of"),
    [
        ("123m 789p 111s 333z 9m +9m", {"chanta": 2}),
        ("(123m) 789p 111s 333z 9m +9m", {"chanta": 1}),
        ("123m 789p 111s 999s 9m +9m", {"junchan": 3}),
        ("(123m) 789p 111s 999s 9m +9m", {"junchan": 2}),
        ("(111m) (789p) 111s 777s 9m +9m", {}),
        ("(111m) (999p) 111s 333z 9m +9m", {"toitoi": 2, "honroutou": 2}),
        ("(111m) (999p) 111s 999s 9m +9m", {"chinroutou": 1}),
    ],
)
def test_chanta_gives_way_to_junchan_to_honroutou_and_to_chinroutou(line: str, worth_of: dict[str, int]) -> None:
    found = score(win(line, rules=RULES).hand).best
    assert ({award.key: award.han or award.yakuman for award in found.yaku} if found else {}) == worth_of


# 順子系の役. 平和: すべて順子で鳴いておらず、雀頭に符が付かず, 符が付かない上がり.
# The document says 両面・シャボ and no wind at all: two-sided alone holds (a shanpon makes a triplet), and a guest wind
# is a pair without fu (RULES.md).
@pytest.mark.parametrize(
    ("line", "holds"),
    [
        ("123m 456p 789s 34s 55p +5s", True),
        ("123m 456p 789s 34s 33z +5s", True),
        ("123m 456p 789s 34s 44z +5s", True),
        ("123m 456p 789s 34s 11z +5s", False),
        ("123m 456p 789s 34s 22z +5s", False),
        *((f"123m 456p 789s 34s {dragon * 2}z +5s", False) for dragon in "567"),
        ("(123m) 456p 789s 34s 55p +5s", False),
        ("123m 456p 789s 35s 55p +4s", False),
        ("123m 456p 78s 345s 55p +9s", True),
        ("123m 456p 12s 678s 55p +3s", False),
        ("123m 456p 789s 345s 5p +5p", False),
        ("123m 456p 789s 55s 11p +5s", False),
        ("111m 456p 789s 34s 55p +5s", False),
    ],
)
def test_pinfu_is_sequences_a_pair_without_fu_and_a_two_sided_wait(line: str, holds: bool) -> None:
    found = score(win(line, rules=RULES).hand).best
    assert (found is not None and keys(found) == {"pinfu"}) is holds
    assert holds or found is None


# 一盃口1飜 鳴いておらず。二盃口とは同時に成立しない。
# The document gives 二盃口 2 han; the table of yaku in RULES.md gives 3, as everywhere.
@pytest.mark.parametrize(
    ("line", "worth_of"),
    [
        ("123m 123m 456p 79s 55p +8s", {"iipeikou": 1}),
        ("(123m) 123m 456p 79s 55p +8s", {}),
        ("123m 123m 789p 79p 55s +8p", {"ryanpeikou": 3}),
        ("123m 123m 789p 79s 55s +8s", {"iipeikou": 1}),
        ("123m 123m 789p (789p) 5s +5s", {}),
    ],
)
def test_iipeikou_and_ryanpeikou_need_a_closed_hand_and_are_never_together(line: str, worth_of: dict[str, int]) -> None:
    found = score(win(line, rules=RULES).hand).best
    assert ({award.key: award.han for award in found.yaku} if found else {}) == worth_of


# 三色同順2飜(食い下がり1飜), 一気通貫2飜(食い下がり1飜)
@pytest.mark.parametrize(
    ("line", "worth_of"),
    [
        ("234m 234p 234s 789m 5z +5z", {"sanshoku_doujun": 2}),
        ("(234m) 234p 234s 789m 5z +5z", {"sanshoku_doujun": 1}),
        ("123p 456p 789p 234m 5z +5z", {"ittsuu": 2}),
        ("123p 456p (789p) 234m 5z +5z", {"ittsuu": 1}),
        # 同じ色の順子で1・4・7で始まる
        ("123p 456p 789s 234m 5z +5z", {}),
        ("234p 345p 789p 234m 5z +5z", {}),
    ],
)
def test_three_sequences_of_three_suits_or_three_parts_of_one(line: str, worth_of: dict[str, int]) -> None:
    found = score(win(line, rules=RULES).hand).best
    assert ({award.key: award.han for award in found.yaku} if found else {}) == worth_of


# 刻子系の役: 対々和, 三暗刻, 三色同刻, 三槓子, 小三元 (2飜 each)
@pytest.mark.parametrize(
    ("line", "worth_of"),
    [
        ("(111m) (333p) 444s 333z 9m +9m", {"toitoi": 2}),
        ("(1111m) [3333p] (444s) 333z 9m +9m", {"toitoi": 2}),
        ("111m 333p 444s (678s) 9m +9m", {"sanankou": 2}),
        ("[1111m] 333p 444s (678s) 9m +9m", {"sanankou": 2}),
        ("333m (333p) 333s (789m) 5z +5z", {"sanshoku_doukou": 2}),
        ("[1111m] (3333p) (4444s) 678s 9m +9m", {"sankantsu": 2}),
        # 白發中のうち2つが刻子/槓子で、あと1つが雀頭
        ("(555z) 666z 123m 456p 7z +7z", {"haku": 1, "hatsu": 1, "shousangen": 2}),
        ("(5555z) [6666z] 123m 456p 7z +7z", {"haku": 1, "hatsu": 1, "shousangen": 2}),
    ],
)
def test_the_yaku_of_triplets_are_two_han_each(line: str, worth_of: dict[str, int]) -> None:
    assert yaku(line) == worth_of


# その他の役: 七対子2飜, 清一色6飜(食い下がり5飜), 混一色3飜(食い下がり2飜)
@pytest.mark.parametrize(
    ("line", "worth_of"),
    [
        # 7つの牌が2つずつある
        ("1144m 2277p 3388s 4z +4z", {"chiitoitsu": 2}),
        ("1144m 2277p 3333s 4z +4z", {}),
        ("123m 345m 789m 999m 5m +5m", {"chinitsu": 6}),
        ("(123m) 345m 789m 999m 5m +5m", {"chinitsu": 5}),
        ("123m 345m 789m 999m 3z +3z", {"honitsu": 3}),
        ("(123m) 345m 789m 999m 3z +3z", {"honitsu": 2}),
    ],
)
def test_seven_pairs_and_the_flushes(line: str, worth_of: dict[str, int]) -> None:
    found = score(win(line, rules=RULES).hand).best
    assert ({award.key: award.han for award in found.yaku} if found else {}) == worth_of


# 役牌1飜 字牌の刻子・槓子がある. The document takes any honour; dragons, round wind and seat wind hold (section 9).
@pytest.mark.parametrize(
    ("honour", "found"),
    [
        ("1", {"round_wind_E": 1}),
        ("2", {"seat_wind_S": 1}),
        ("3", {}),
        ("4", {}),
        ("5", {"haku": 1}),
        ("6", {"hatsu": 1}),
        ("7", {"chun": 1}),
    ],
)
@pytest.mark.parametrize("copies", [3, 4])
def test_a_triplet_or_kan_of_an_honour_that_counts_is_a_han(honour: str, found: dict[str, int], copies: int) -> None:
    scored = score(win(f"({honour * copies}z) 123m 456p 789s 3p +3p round=E seat=S", rules=RULES).hand).best
    assert ({award.key: award.han for award in scored.yaku} if scored else {}) == found
