"""和了形の判定 (`seeds/003…`): one hand, several readings, and which of them counts.

The document's hands are pictures, spelled here as far as they are known. Every case and every step in its order; the
headings and the sentences in the comments are its own.
"""

from itertools import combinations

import pytest

from tests.scoring.hands import keys, win
from webapp.scoring.blocks import PAIR, TRIPLET, Block
from webapp.scoring.decompose import decompose
from webapp.scoring.notation import parse_tiles
from webapp.scoring.reading import CHIITOITSU, STANDARD
from webapp.scoring.rules import PRESETS
from webapp.scoring.score import Score, score
from webapp.scoring.tiles import KIND, NAMES, count

RULES = PRESETS["tenhou"]


def scored(line: str) -> Score:
    return score(win(line, rules=RULES).hand)


def readings(line: str) -> list[tuple[set[str], int, int, int]]:
    """Yaku, han, fu and points of every reading, best first."""
    return [(keys(one), one.han, one.fu, one.points) for one in scored(line).readings]


def name(block: Block) -> str:
    return "".join(NAMES[kind][0] for kind in block.kinds) + NAMES[block.kind][1]


def splits(text: str) -> list[list[str]]:
    """The splits of concealed tiles into blocks, the pair last."""
    found = decompose(count(parse_tiles(text)))
    return sorted(
        sorted(name(block) for part in parts for block in part.sets)
        + [name(block) for part in parts for block in part.pair]
        for parts in found
    )


# == 和了形の判定の重要性 ===========================================================================


# 1. 二盃口と七対子: この2つの役が同時につくことはありません。なぜなら、和了の形が異なるからです
@pytest.mark.parametrize(
    "line",
    [
        "112233m 778899p 5s +5s",
        "223344m 223344p 5s +5s tsumo",
        "1122334455667m +7m",
        "112233m 556677p 5s +5s riichi",
    ],
)
def test_seven_pairs_and_twice_twin_sequences_are_two_readings_and_never_one(line: str) -> None:
    found = scored(line).readings
    by_shape = {shape: [keys(one) for one in found if one.reading.shape is shape] for shape in (STANDARD, CHIITOITSU)}
    assert len(by_shape[CHIITOITSU]) == 1
    assert "chiitoitsu" in by_shape[CHIITOITSU][0]
    assert "ryanpeikou" not in by_shape[CHIITOITSU][0]
    assert by_shape[STANDARD]
    assert any("ryanpeikou" in one for one in by_shape[STANDARD])
    assert all("chiitoitsu" not in one for one in by_shape[STANDARD])
    assert found[0].reading.shape is STANDARD


def test_twice_twin_sequences_count_more_than_seven_pairs() -> None:
    assert readings("112233m 778899p 5s +5s") == [
        ({"ryanpeikou"}, 3, 40, 5200),
        ({"chiitoitsu"}, 2, 25, 1600),
    ]


# 2. 三暗刻と一盃口: 刻子3つ、順子1つ、対子1つであり、役として三暗刻(2翻). 順子4つ、対子1つの手とすることもできます。
# 一盃口(1翻)・純全帯么九(3翻)が付き、さらに和了牌によっては平和(1翻)が付く可能性もあります
def test_three_triplets_or_three_sequences() -> None:
    assert readings("11m 777888999p 79m +8m") == [
        ({"iipeikou", "junchan"}, 4, 40, 8000),
        ({"sanankou"}, 2, 50, 3200),
    ]


def test_some_winning_tiles_add_pinfu() -> None:
    assert readings("11m 777888999p 78m +9m") == [
        ({"pinfu", "iipeikou", "junchan"}, 5, 30, 8000),
        ({"sanankou"}, 2, 50, 3200),
    ]
    assert readings("11m 777888999p 78m +9m tsumo")[0] == ({"tsumo", "pinfu", "iipeikou", "junchan"}, 6, 20, 12000)


# 麻雀の点数の付け方は高点法といい、最も高い点数が採用されます
def test_the_reading_with_the_most_points_is_taken() -> None:
    for line in ("11m 777888999p 79m +8m", "11m 777888999p 78m +9m", "112233m 778899p 5s +5s"):
        points = [one.points for one in scored(line).readings]
        assert scored(line).points == points[0] == max(points) > min(points)


# 3. 三色同順と平和: 1筒を雀頭とすると … 両面待ち … 平和(1翻)・一盃口(1翻)
# 4筒を雀頭とすると … 三色同順(2翻)・一盃口(1翻) (この場合は嵌張待ちとなるため、平和は付きません)
def test_another_pair_is_another_hand() -> None:
    found = scored("123m 1123344p 123s +2p").readings
    assert [(name_of_pair(one.reading.blocks), one.reading.wait, keys(one), one.han, one.fu) for one in found] == [
        ("44p", "kanchan", {"sanshoku_doujun", "iipeikou"}, 3, 40),
        ("11p", "ryanmen", {"pinfu", "iipeikou"}, 2, 30),
    ]
    assert [one.points for one in found] == [5200, 2000]


def name_of_pair(blocks: tuple[Block, ...]) -> str:
    (pair,) = (block for block in blocks if block.type is PAIR)
    return name(pair)


# == 和了形の判定 ===================================================================================

#: 先程のこの手: the hand of case 2.
HAND = "11m777888999p789m"


# 1. 雀頭を抜き出す: 雀頭候補は4つです … 最後に残る牌がないのは1萬が雀頭のときのみ
def test_of_four_candidates_for_the_pair_only_one_makes_a_hand() -> None:
    tiles = [KIND[tile] for tile in parse_tiles(HAND)]
    candidates = {NAMES[kind] for kind in tiles if tiles.count(kind) >= 2}
    assert candidates == {"1m", "7p", "8p", "9p"}
    assert {split[-1] for split in splits(HAND)} == {"11m"}


# 2. 刻子を抜き出す: 刻子候補は3つあり、全8通り … 最後に残る牌がないのは 1, 8 の場合のみ
def test_of_eight_choices_of_triplets_none_and_all_make_a_hand() -> None:
    candidates = ["777p", "888p", "999p"]
    choices = [set(choice) for size in range(4) for choice in combinations(candidates, size)]
    assert len(choices) == 8
    taken = [{block for block in split if block in candidates} for split in splits(HAND)]
    assert sorted(taken, key=len) == [set(), set(candidates)]
    assert [choice for choice in choices if choice in taken] == [choices[0], choices[-1]]


# 3. 順子を抜き出す: 抜き出せた順子は以下の4つ / 1つ
# 4. 残った牌が0であれば和了形である … この手の和了形は2つあるということになります
def test_the_hand_has_two_shapes_of_four_sequences_and_of_one() -> None:
    assert splits(HAND) == [
        ["777p", "789m", "888p", "999p", "11m"],
        ["789m", "789p", "789p", "789p", "11m"],
    ]


# n個の刻子 … 2ⁿ通り … 刻子は最大でも4つなため、2⁴ = 16通り
def test_any_of_the_triplets_may_be_one_or_not() -> None:
    found = splits("111222333444m99p")
    assert found == [
        ["111m", "222m", "333m", "444m", "99p"],
        ["111m", "234m", "234m", "234m", "99p"],
        ["123m", "123m", "123m", "444m", "99p"],
    ]
    decomposed = decompose(count(parse_tiles("111222333444m99p")))
    assert {sum(block.type is TRIPLET for part in parts for block in part.sets) for parts in decomposed} == {4, 1}


# == 適切な和了形を求めるには =======================================================================


# 極稀に翻数が同一で符数が異なる和了形が存在することがあります … 一番高い点数の和了形を求めるしかない
@pytest.mark.parametrize(
    ("line", "found"),
    [
        # The same sets, the winning tile in another one: 456 or 567.
        ("45567m 999m 234s 55z +6m riichi", [(1, 50, 1600), (1, 40, 1300)]),
        # Another pair: 22 and 345 345, or 234 234 and 55.
        ("2334455m 999p 678s +2m tsumo", [(2, 40, 2700), (2, 30, 2000)]),
        # Other sets: 444 won by ron is not concealed, and an open hand has no twin sequences.
        ("(678p) 22233344m 55z +4m houtei", [(1, 40, 1300), (1, 30, 1000)]),
    ],
)
def test_readings_of_the_same_han_may_differ_in_fu(line: str, found: list[tuple[int, int, int]]) -> None:
    assert [(han, fu, points) for _, han, fu, points in readings(line)] == found
    assert len({frozenset(one) for one, *_ in readings(line)}) == 1
    assert scored(line).points == found[0][2]
