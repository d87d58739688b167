"""麻雀の和了点を計算するプログラム(最終回), koba::blog (`seeds/000…`), by the rules of its 電脳麻将.

Every rule and every number of the document, in its order; the headings and the sentences in the comments are its own.
"""

from dataclasses import replace
from typing import Any

import pytest

from tests.scoring.hands import all_by, best, but, keys, meld, win
from webapp.scoring.blocks import Meld
from webapp.scoring.points import Limit, ron_points, tsumo_shares, worth, yakuman_worth
from webapp.scoring.rules import PRESETS
from webapp.scoring.score import score
from webapp.scoring.settlement import settle

RULES = PRESETS["majiang"]
E, S, W, N = range(4)

#: 1 han 40 fu by ron (30, dragon pair 2), 2 han 30 fu by tsumo (20, pair 2, tsumo 2).
RIICHI = "123m 456p 789s 34s 55z +5s riichi"


def change(line: str, **facts: Any) -> tuple[int, ...]:
    """What E S W N gain or lose; the winner sits South unless the line or `facts` say otherwise."""
    return score(win(line, **facts, rules=RULES).hand).deltas


# -- 基本点の算出 ----------------------------------------------------------------------------------


# 符を4倍する (場ゾロ); 翻数分だけ2倍する
@pytest.mark.parametrize(
    ("han", "fu", "basic"),
    [
        (1, 30, 240),
        (2, 20, 320),
        (2, 25, 400),
        (3, 25, 800),
        (4, 25, 1600),
        (3, 30, 960),
        (4, 20, 1280),
        (4, 30, 1920),
        (3, 60, 1920),
        (1, 110, 880),
        (2, 110, 1760),
    ],
)
def test_basic_points_are_four_times_the_fu_doubled_for_each_han(han: int, fu: int, basic: int) -> None:
    assert basic == fu * 4 * 2**han
    assert worth(han, fu, RULES) == (basic, None)


# 役満の基本点は 8,000点 / 13翻以上の場合は 8,000点 (数え役満) / 11翻以上の場合は 6,000点 (三倍満) /
# 8翻以上の場合は 4,000点 (倍満) / 6翻以上の場合は 3,000点 (跳満)
def test_a_yakuman_has_8000_basic_points() -> None:
    assert yakuman_worth(1) == (8000, Limit.YAKUMAN)


@pytest.mark.parametrize(
    ("han", "basic", "limit"),
    [
        *((han, 8000, Limit.COUNTED_YAKUMAN) for han in (13, 14, 26, 40)),
        *((han, 6000, Limit.SANBAIMAN) for han in (11, 12)),
        *((han, 4000, Limit.BAIMAN) for han in (8, 9, 10)),
        *((han, 3000, Limit.HANEMAN) for han in (6, 7)),
    ],
)
@pytest.mark.parametrize("fu", [20, 25, 30, 110])
def test_from_six_han_on_the_han_alone_count(han: int, fu: int, basic: int, limit: Limit) -> None:
    assert worth(han, fu, RULES) == (basic, limit)


# 2,000点を超える場合は 2,000点で切り捨て (満貫)
@pytest.mark.parametrize(
    ("han", "fu"), [(5, 20), (5, 25), (5, 30), (5, 110), (4, 40), (4, 50), (3, 70), (3, 110), (2, 130), (1, 260)]
)
def test_more_than_2000_is_cut_off_at_a_mangan(han: int, fu: int) -> None:
    assert fu * 4 * 2**han > 2000
    assert worth(han, fu, RULES) == (2000, Limit.MANGAN)


# -- 負担額の決定 ----------------------------------------------------------------------------------


# ロン和了の場合: 放銃者が1人で負担する。親の和了の場合 基本点 x 6、子の和了の場合、基本点 x 4 … 100点未満は切り上げる
@pytest.mark.parametrize(
    ("winner", "discarder", "deltas"),
    [
        # 320 × 4 = 1,280; 320 × 6 = 1,920
        (S, 1, (0, 1300, -1300, 0)),
        (S, 2, (0, 1300, 0, -1300)),
        (S, 3, (-1300, 1300, 0, 0)),
        (N, 2, (0, -1300, 0, 1300)),
        (E, 1, (2000, -2000, 0, 0)),
        (E, 3, (2000, 0, 0, -2000)),
    ],
)
def test_the_discarder_alone_pays_a_ron(winner: int, discarder: int, deltas: tuple[int, ...]) -> None:
    assert change(RIICHI, seat=winner, discarder=discarder) == deltas


# ツモ和了の場合: 3人で分担する。親の和了の場合、基本点 x 2、子の和了の場合、親の負担: 基本点 x 2、子の負担: 基本点 x 1
@pytest.mark.parametrize(
    ("winner", "deltas"),
    [
        # 480 × 2 = 960 and 480
        (E, (3000, -1000, -1000, -1000)),
        (S, (-1000, 2000, -500, -500)),
        (W, (-1000, -500, 2000, -500)),
        (N, (-1000, -500, -500, 2000)),
    ],
)
def test_three_share_a_tsumo(winner: int, deltas: tuple[int, ...]) -> None:
    assert change(RIICHI, is_tsumo=True, seat=winner) == deltas


# 負担額の100点未満は切り上げる
def test_each_payment_is_rounded_up_to_a_hundred_by_itself() -> None:
    basic = worth(1, 40, RULES).basic  # 320
    assert (ron_points(basic, False), ron_points(basic, True)) == (1300, 2000)
    assert tsumo_shares(basic, False, RULES) == (700, 400)
    assert tsumo_shares(basic, True, RULES)[1] == 700


# -- 供託の扱い ------------------------------------------------------------------------------------


# 立直棒は和了者の収入となる。積み棒は、ロン和了の場合放銃者が負担(本数 x 300点)
def test_by_ron_the_sticks_are_the_winners_and_the_discarder_pays_300_a_honba() -> None:
    assert change(RIICHI, sticks=2) == (0, 3300, -1300, 0)
    assert change(RIICHI, honba=2) == (0, 1900, -1900, 0)
    assert change(RIICHI, honba=2, sticks=3) == (0, 4900, -1900, 0)


# ツモ和了の場合3人で分担(各自 本数 x 100点)する
def test_by_tsumo_each_pays_100_a_honba() -> None:
    assert change(RIICHI, is_tsumo=True, honba=2) == (-1200, 2600, -700, -700)
    assert change(RIICHI, is_tsumo=True, honba=2, sticks=3) == (-1200, 5600, -700, -700)
    assert change(RIICHI, is_tsumo=True, seat=E, honba=1) == (3300, -1100, -1100, -1100)


# ダブロンの場合は供託収入は頭ハネとする
def test_of_two_winners_the_nearer_one_takes_sticks_and_honba() -> None:
    # West discards: North is next, South comes last.
    south = win(RIICHI, seat=S, discarder=1, honba=1, sticks=3).hand
    north = but(south, seat=N, discarder=3)
    settled = settle(all_by(RULES, [south, north]))
    assert [won.hand.table.seat for won in settled.wins] == [N, S]
    assert settled.deltas == (0, 1300, -2900, 4600)


# -- 役満パオの扱い --------------------------------------------------------------------------------


def dragons(third_from: int) -> tuple[Meld, ...]:
    """The three dragons, the last of them called from this player."""
    return meld("pon", "555z", 1), meld("pon", "666z", 1), meld("pon", "777z", third_from)


#: 大三元, and with a fourth triplet of honours 字一色 too.
DAISANGEN = "23m 55m +4m"
WITH_TSUUIISOU = "222z 1z +1z"


def test_what_the_document_calls_several_yakuman_is_daisangen_and_tsuuiisou() -> None:
    scored = best(WITH_TSUUIISOU, RULES, melds=dragons(2))
    assert keys(scored) == {"daisangen", "tsuuiisou"}
    assert scored.points == 64000


# パオ対象者が全役満に責任がある場合 / ロン和了の場合 / 負担額は放銃者と折半、供託は放銃者が負担
@pytest.mark.parametrize(
    ("winner", "deltas"),
    [
        # The third dragon from across, the ron on the player to the right, two honba and a stick.
        (S, (0, 33600, -16600, -16000)),
        (E, (49600, -24600, -24000, 0)),
    ],
)
def test_liable_for_everything_by_ron_he_and_the_discarder_pay_half_each(winner: int, deltas: tuple[int, ...]) -> None:
    assert change(DAISANGEN, melds=dragons(2), seat=winner, discarder=1, honba=2, sticks=1) == deltas


# ツモ和了の場合 / 供託も含めパオ対象者の全額負担
@pytest.mark.parametrize(("winner", "deltas"), [(S, (0, 33600, 0, -32600)), (E, (49600, 0, -48600, 0))])
def test_liable_for_everything_by_tsumo_he_pays_all_of_it_and_the_honba(winner: int, deltas: tuple[int, ...]) -> None:
    assert change(DAISANGEN, melds=dragons(2), seat=winner, is_tsumo=True, honba=2, sticks=1) == deltas


# パオ対象者に責任のない役満がある場合 / ロン和了の場合 /
# パオ対象の役満の負担額は放銃者と折半、それ以外の役満と供託は放銃者が負担
@pytest.mark.parametrize(("winner", "deltas"), [(S, (0, 65600, -48600, -16000)), (E, (97600, -72600, -24000, 0))])
def test_beside_another_yakuman_by_ron_he_pays_half_of_his_own(winner: int, deltas: tuple[int, ...]) -> None:
    assert change(WITH_TSUUIISOU, melds=dragons(2), seat=winner, discarder=1, honba=2, sticks=1) == deltas


# ツモ和了の場合 / パオ対象の役満はパオ対象者が負担、それ以外の役満と供託は通常ルールに従う
@pytest.mark.parametrize(
    ("winner", "deltas"),
    [
        # Daisangen: all from him. Tsuuiisou and 200 for two honba: from everybody.
        (S, (-16200, 65600, -8200, -40200)),
        (E, (97600, -16200, -64200, -16200)),
    ],
)
def test_beside_another_yakuman_by_tsumo_he_pays_all_of_his_own_and_his_share(
    winner: int, deltas: tuple[int, ...]
) -> None:
    assert change(WITH_TSUUIISOU, melds=dragons(2), seat=winner, is_tsumo=True, honba=2, sticks=1) == deltas


# *1: 天鳳では役満が複合した場合でもパオ対象者は全役満に責任を負わされている
def test_by_the_rules_of_tenhou_he_pays_for_every_yakuman() -> None:
    by_ron = win(WITH_TSUUIISOU, melds=dragons(2), discarder=1, honba=2).hand
    by_tsumo = replace(by_ron, is_tsumo=True)
    tenhou = PRESETS["tenhou"]
    assert score(but(by_ron, rules=tenhou)).deltas == (0, 64600, -32000, -32600)  # the liable player pays the honba
    assert score(but(by_tsumo, rules=tenhou)).deltas == (0, 64600, 0, -64600)


# -- the program ------------------------------------------------------------------------------------


# if (hupai.length == 0) continue: a reading without yaku is none
def test_a_hand_without_yaku_is_worth_nothing_however_many_dora_it_has() -> None:
    scored = score(win("(123m) 456p 789s 34s 55p +5s dora=4p4p", rules=RULES).hand)
    assert scored.best is None
    assert (scored.points, scored.deltas) == (0, (0, 0, 0, 0))


# 複合する役満すべてについて … 役満複合数を加算
@pytest.mark.parametrize(
    ("line", "times"),
    [
        ("19m 19p 19s 1234567z +1z", 2),
        ("111m 333p 777s 111z 3m +3m", 2),
        ("1112345678999m +5m", 2),
        ("111z 222z 333z (444z) 5z +5z", 3),
        ("111z 222z 333z 444z 5z +5z", 5),
    ],
)
def test_all_yakuman_of_a_hand_add_up_doubled_ones_twice(line: str, times: int) -> None:
    scored = best(line, RULES)
    assert (scored.yakuman, scored.basic, scored.points) == (times, 8000 * times, 32000 * times)


# パオ対象の基本点を求める: 8000 * …: a doubled yakuman's liability is doubled too
def test_who_feeds_the_fourth_wind_is_liable_for_a_doubled_yakuman() -> None:
    winds = (*(meld("pon", f"{rank}{rank}{rank}z", 1) for rank in (1, 2, 3)), meld("pon", "444z", 2))
    assert change("5m +5m", melds=winds, is_tsumo=True, seat=W) == (-64000, 0, 64000, 0)
    assert change("5m +5m", melds=winds, seat=W, discarder=1) == (-32000, 0, 64000, -32000)


# 役満以外の場合 … 懸賞役を加える: dora count beside yaku, and not beside a yakuman
def test_dora_count_beside_yaku_and_not_beside_a_yakuman() -> None:
    with_dora = best(f"{RIICHI} dora=7z ura=2m", RULES)
    assert [(bonus.key, bonus.han) for bonus in with_dora.bonuses] == [("dora", 2), ("ura_dora", 1)]
    assert (with_dora.han, with_dora.points) == (4, 8000)
    yakuman = best("19m 19p 19s 1234567z +1z dora=9m", RULES)
    assert (yakuman.bonuses, yakuman.points) == ((), 64000)


# 得られた和了点の最大値を解とする
def test_the_reading_with_the_most_points_is_the_answer() -> None:
    scored = score(win("2234455m 234p 234s +3m", rules=RULES).hand)
    points = [reading.points for reading in scored.readings]
    assert points == sorted(points, reverse=True)
    assert len(set(points)) > 1
    assert scored.points == max(points) == 8000
