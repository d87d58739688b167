"""麻雀得点計算アルゴリズム編 1 and 2, 気まぐれな戯れ言 (`seeds/001…`), by the rules of that document.

Every rule and every number of it, in its order (it prints part 2 first); the headings and the sentences in the
comments are its own. Where it is mistaken, RULES.md (Mistakes in the documents) says what holds, and the test says so.
"""

from collections import Counter
from dataclasses import replace

import pytest

from tests.scoring.hands import best, but, keys, win
from webapp.scoring.blocks import KANCHAN, RYANMEN, Block
from webapp.scoring.checks import problems
from webapp.scoring.decompose import decompose
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.notation import parse_tiles
from webapp.scoring.points import Limit, ron_points, tsumo_shares, worth
from webapp.scoring.rules import PRESETS
from webapp.scoring.score import score
from webapp.scoring.tiles import KINDS, NAMES, count

RULES = PRESETS["kimagure"]
#: The document's table goes on where there is a limit, 「満貫とかありえないマスも、ひとまず」.
UNLIMITED = replace(RULES, no_limit=True)


def yaku(line: str) -> dict[str, int]:
    """The yaku of a hand with their han, or how often a yakuman counts."""
    return {award.key: award.han or award.yakuman for award in best(line, RULES).yaku}


def is_won(line: str) -> bool:
    return score(win(line, rules=RULES).hand).best is not None


def wrong(line: str) -> list[str]:
    """The codes of what cannot be about a hand."""
    return [found.code for found in problems(win(line, rules=RULES).hand)]


# == part 2: yaku and points ========================================================================


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


# -- 6. 符の計算 -----------------------------------------------------------------------------------


def fu(line: str) -> tuple[dict[str, int], int]:
    """The fu of a hand by what they are for, and in all."""
    scored = best(line, RULES)
    return {item.key: item.fu for item in scored.fu_items}, scored.fu


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


# == part 1: the sets ===============================================================================


def name(block: Block) -> str:
    """The tiles of a block: ``234m``."""
    return "".join(NAMES[kind][0] for kind in block.kinds) + NAMES[block.kind][1]


def splits(text: str) -> list[list[str]]:
    """The splits of concealed tiles, each as its blocks."""
    found = decompose(count(parse_tiles(text)))
    return [sorted(name(block) for part in parts for block in (*part.sets, *part.pair)) for parts in found]


def waits(text: str) -> set[str]:
    """The tiles that make a hand of these thirteen, found by trying every one."""
    concealed = parse_tiles(text)
    possible = (WinningHand(concealed, kind) for kind in KINDS if concealed.count(kind) < 4)
    return {NAMES[hand.win] for hand in possible if score(but(hand, rules=RULES)).readings}


# -- 2. 全体の方針 ---------------------------------------------------------------------------------


# 13牌に対し34種の牌をそれぞれ上がり牌として加えて得点計算を繰り返す … これはテンパイ判定にも使えますね
# (あなたのスキルで飯は食えるか?: 清一色の上がり牌探索)
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("1112345678999m", {f"{rank}m" for rank in range(1, 10)}),
        ("2223456777p111z", {f"{rank}p" for rank in range(1, 9)}),
        ("1122335567799m", {"6m"}),
        ("1133m5577p99s112z", {"2z"}),
        ("1133m5577p9s1122z", {"9s"}),
        ("19m19p19s1234567z", {"1m", "9m", "1p", "9p", "1s", "9s"} | {f"{rank}z" for rank in range(1, 8)}),
        ("1147m2258p369s12z", set()),
    ],
)
def test_every_tile_that_wins_is_found_by_trying_them_all(text: str, found: set[str]) -> None:
    assert waits(text) == found


# -- 3. 面子の分解 ---------------------------------------------------------------------------------


# 手牌の中で、2つ以上ある牌を探し、それを雀頭として抜き出した時、残り12牌から4面子を構成できるかチェック.
# なぜ最小の牌でのみ: 同一内容で並びが異なるだけのMが出てしまいます
@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("123m456p789s11122z", ["123m 456p 789s 111z 22z"]),
        ("111222333m456p99s", ["111m 222m 333m 456p 99s", "123m 123m 123m 456p 99s"]),
        (
            "22223333444455m",
            ["22m 234m 234m 345m 345m", "222m 234m 333m 444m 55m", "234m 234m 234m 234m 55m"],
        ),
        ("11223344p123m123s", ["11p 234p 234p 123m 123s", "123p 123p 44p 123m 123s"]),
        ("11123444m456p789s", ["11m 123m 444m 456p 789s", "111m 234m 44m 456p 789s"]),
        ("1112345678999m5m", ["111m 234m 55m 678m 999m"]),
        ("123m456p789s1122z", []),
        ("113355779m1133p9p", []),
    ],
)
def test_every_split_is_found_and_each_once(text: str, found: list[str]) -> None:
    assert sorted(splits(text)) == sorted(sorted(split.split()) for split in found)


# -- 4. 鳴き牌・上がり牌の処理 ---------------------------------------------------------------------


# 最初に面子Mのうち鳴き牌分が確定した状態で、残りの牌に対し … 列挙
def test_melds_stay_as_they_are() -> None:
    called = score(win("(123m) 123m 123m 789p 5z +5z", rules=RULES).hand)
    assert called.readings[0].reading.blocks[-1].is_meld
    pon = score(win("(222m) 1133m 456p 78s 55z +9s", rules=RULES).hand)
    assert pon.readings == ()


# 例えば、6が上がり牌で手牌が455667の場合、456と567どちらの一部かによって得点が変わります
def test_the_winning_tile_may_belong_to_either_of_two_sets() -> None:
    scored = score(win("45567m 999m 234s 55z +6m riichi", rules=RULES).hand)
    found = {
        (name(one.reading.blocks[one.reading.win_block]), one.reading.wait, one.fu, one.points)
        for one in scored.readings
    }
    assert found == {("456m", RYANMEN, 40, 1300), ("567m", KANCHAN, 50, 1600)}
    assert scored.points == 1600


# -- 5. 麻雀の得点決定要素一覧 ---------------------------------------------------------------------


# 自風と場風 / リーチの有無 / ツモかロンか / 海底・一発・嶺上牌・槍槓 / 表ドラおよび裏ドラ / 積み棒の数
@pytest.mark.parametrize(
    ("situation", "points"),
    [
        ("", 1300),
        ("seat=W riichi", 1300),
        ("riichi", 2600),
        ("round=S", 2600),
        ("tsumo", 2000),
        ("riichi ippatsu", 5200),
        ("houtei", 2600),
        ("chankan", 2600),
        ("tsumo haitei", 4000),
        ("dora=8m", 5200),
        ("riichi dora=4z ura=8m", 8000),
    ],
)
def test_whatever_decides_the_points_does(situation: str, points: int) -> None:
    assert best(f"123m 456p 99m 222z 78s +9s {situation}", RULES).points == points


def test_the_number_of_honba_decides_the_payment() -> None:
    hand = win("123m 456p 99m 222z 78s +9s").hand
    assert [score(but(hand, honba=honba, rules=RULES)).deltas[1] for honba in (0, 1, 4)] == [1300, 1600, 2500]


# 1巡目上がりは無条件役満でわざわざ得点計算をする必要がない
def test_a_win_in_the_first_go_around_is_a_yakuman_whatever_the_hand() -> None:
    hand = win("123m 456p 789s 345s 5z +5z tsumo").hand
    heaven = score(but(hand, seat=0, flags=frozenset({Flag.TENHOU}), rules=RULES))
    earth = score(but(hand, flags=frozenset({Flag.CHIIHOU}), rules=RULES))
    assert (heaven.points, earth.points) == (48000, 32000)
