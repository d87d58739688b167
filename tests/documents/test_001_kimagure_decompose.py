"""麻雀得点計算アルゴリズム編 1, 気まぐれな戯れ言 (`seeds/001…`), by its own rules: how a hand is taken apart.

Every rule and every number of it, in its order; the headings and the sentences in the comments are its own. Where it is
mistaken, RULES.md (Mistakes in the documents) says what holds, and the test says so.
"""

import pytest

from tests.documents.kimagure import RULES
from tests.scoring.hands import best, but, win
from webapp.scoring.blocks import KANCHAN, RYANMEN, Block
from webapp.scoring.decompose import decompose
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.notation import parse_tiles
from webapp.scoring.score import score
from webapp.scoring.tiles import KINDS, NAMES, count


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
