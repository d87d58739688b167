"""麻雀の打牌選択アルゴリズム(4), koba::blog (`seeds/004…`): the points of every win it names.

Only those here: what the discards are worth follows from them elsewhere. By its corrections (DISCARDS.md):
under the discard of s1 the second line reads s2, the tile behind ドラ is the indicator, the winner is no dealer, one
five of each suit is red, 7,900 stays 7,900. The headings and the sentences in the comments are the document's.
"""

from typing import NamedTuple

import pytest

from tests.scoring.hands import keys, win
from webapp.scoring.rules import MAJIANG, RedFives
from webapp.scoring.score import ScoredReading, score

RULES = MAJIANG


def won(line: str) -> ScoredReading:
    found = score(win(line, rules=RULES).hand).best
    assert found is not None
    return found


def drawn(thirteen: str, tile: str, dora: str) -> ScoredReading:
    """ツモ和了; 門前テンパイ時は立直を和了役に加える(一発・裏ドラは考慮しない)."""
    return won(f"{thirteen} +{tile} tsumo riichi dora={dora}")


def test_the_rules_are_those_of_the_corrections() -> None:
    assert RULES.red_fives == RedFives(1, 1, 1)
    assert not RULES.kiriage_mangan


# ドラ __s9____  m1m2m3m7m8p1p2p3s1s3s4s8s8 m6
CLOSED = "123m 678m 123p"


# s1 : s2 s5 待ち(両面8枚)の平和 (30符1翻)
@pytest.mark.parametrize("tile", ["2s", "5s"])
def test_after_s1_a_ron_is_pinfu_alone(tile: str) -> None:
    scored = won(f"{CLOSED} 34s 88s +{tile} dora=9s")
    assert (keys(scored), scored.fu, scored.han) == ({"pinfu"}, 30, 1)


# s4 : s2 待ち(嵌張4枚)の三色、ドラ1 (40符3翻)
def test_after_s4_a_ron_is_sanshoku_and_a_dora() -> None:
    scored = won(f"{CLOSED} 13s 88s +2s dora=9s")
    assert (keys(scored), scored.fu, scored.han) == ({"sanshoku_doujun"}, 40, 3)
    assert [(bonus.key, bonus.han) for bonus in scored.bonuses] == [("dora", 1)]


# s2 (the document: s1) 2700 x 4 (20符3翻: 立直、門前清自摸和、平和)
# s0 : 5200 x 1 (20符4翻: 立直、門前清自摸和、平和、赤ドラ x 1)
# s5 : 2700 x 3 (20符3翻: 立直、門前清自摸和、平和)
@pytest.mark.parametrize(
    ("tile", "points", "fu", "han", "reds"), [("2s", 2700, 20, 3, 0), ("0s", 5200, 20, 4, 1), ("5s", 2700, 20, 3, 0)]
)
def test_after_s1_each_tsumo(tile: str, points: int, fu: int, han: int, reds: int) -> None:
    scored = drawn(f"{CLOSED} 34s 88s", tile, "9s")
    assert (scored.points, scored.fu, scored.han) == (points, fu, han)
    assert keys(scored) == {"riichi", "tsumo", "pinfu"}
    assert {bonus.key: bonus.han for bonus in scored.bonuses} == ({"aka_dora": reds} if reds else {})


# → 合計 24,100 点
def test_the_wins_after_s1_add_up() -> None:
    of = {tile: drawn(f"{CLOSED} 34s 88s", tile, "9s").points for tile in ("2s", "0s", "5s")}
    assert of["2s"] * 4 + of["0s"] * 1 + of["5s"] * 3 == 24_100


# 1. 牌姿が和了形: m1m2m3m6m7m8p1p2p3s1s3s8s8 s2, 30符5翻(立直、門前清自摸和、三色同順、ドラ x 1)で 8000点
# 2. 打点は8000点なので、評価値は 8000 x 4 = 32,000
def test_after_s4_the_tsumo_is_a_mangan() -> None:
    scored = drawn(f"{CLOSED} 13s 88s", "2s", "9s")
    assert (scored.points, scored.fu, scored.han) == (8000, 30, 5)
    assert keys(scored) == {"riichi", "tsumo", "sanshoku_doujun"}
    assert {bonus.key: bonus.han for bonus in scored.bonuses} == {"dora": 1}
    assert scored.points * 4 == 32_000


class Form(NamedTuple):
    """A row of the document's table: its hands, each wait with its 打点 (three tiles of the first), 評価値."""

    hands: tuple[str, ...]
    wins: dict[str, int]
    value: int


# ドラ __z2____
FORMS = {
    1: Form(
        ("p0p6p6p7p7p8s1s2s3s4s5z7z7", "p0p6p7p7p8p9s1s2s3s4s5z7z7"),
        {"3s": 4000, "6s": 4000},
        28_000,
    ),
    2: Form(
        ("p0p6p7p7p8s1s2s3s3s4s5z7z7", "p0p6p7p7p8s1s2s3s4s5s6z7z7"),
        {"6p": 4000, "9p": 4000},
        28_000,
    ),
    3: Form(("p0p6p7p7p8s2s2s2s3s4s5z7z7",), {"6p": 4000, "9p": 4000}, 28_000),
    4: Form(("p0p6p7p7p8s1s1s1s3s4s5z7z7",), {"6p": 5200, "9p": 5200}, 36_400),
    5: Form(
        ("p0p6p7p7p8s1s1s3s4s5z7z7z7", "p0p6p7p7p8s2s2s3s4s5z7z7z7"),
        {"6p": 8000, "9p": 7900},
        55_600,
    ),
}
HANDS = [(number, hand) for number, form in FORMS.items() for hand in form.hands]


@pytest.mark.parametrize(("number", "hand"), HANDS)
def test_each_form_is_worth_by_tsumo_what_the_table_says(number: int, hand: str) -> None:
    wins = FORMS[number].wins
    assert {tile: drawn(hand, tile, "2z").points for tile in wins} == wins


# 枚数 3 and 4
@pytest.mark.parametrize(("number", "hand"), HANDS)
def test_the_wins_of_each_form_add_up(number: int, hand: str) -> None:
    first, second = (drawn(hand, tile, "2z").points for tile in FORMS[number].wins)
    assert first * 3 + second * 4 == FORMS[number].value


# No.4 は幺九牌が暗刻になっているためテンパネし、No.3 と比べ打点が高い
@pytest.mark.parametrize("tile", ["6p", "9p"])
def test_a_triplet_of_terminals_lifts_the_fu(tile: str) -> None:
    simples, terminals = (drawn(FORMS[number].hands[0], tile, "2z") for number in (3, 4))
    assert (simples.han, simples.fu) == (3, 30)
    assert (terminals.han, terminals.fu) == (3, 40)


# No.5 で p6 をツモしたパターンも嵌張待ちにとれるためテンパネする
@pytest.mark.parametrize("hand", FORMS[5].hands)
def test_a_wait_that_may_be_seen_as_a_gap_lifts_the_fu(hand: str) -> None:
    six, nine = (drawn(hand, tile, "2z") for tile in ("6p", "9p"))
    assert (six.han, six.fu, six.reading.wait) == (4, 40, "kanchan")
    assert (nine.han, nine.fu, nine.reading.wait) == (4, 30, "ryanmen")
