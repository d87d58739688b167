"""Scoring without any limit (aotenjou)."""

from dataclasses import replace

import pytest

from tests.scoring.hands import but, win
from tests.scoring.test_local_yaku import MOON, best, by, readings
from webapp.scoring.score import score

NO_LIMIT = by(no_limit=True)
FLUSH = "2233445566778p +8p riichi ippatsu"


@pytest.mark.parametrize(
    ("line", "han", "fu", "to_other", "to_dealer"),
    [
        # 30 × 2^4 = 480; × 4 and × 6, rounded up once
        ("123m 456p 789s 34s 55p +5s riichi", 2, 30, 2_000, 2_900),
        # 30 × 2^7 = 3,840
        ("123m 456p 789s 34s 55p +5s riichi dora=9m8s3s", 5, 30, 15_400, 23_100),
        # 40 × 2^6 = 2,560, the document's 10,300
        ("123m 456p 789s 35s 55p +4s riichi dora=9m8s4s", 4, 40, 10_300, 15_400),
        # 30 × 2^15 = 983,040
        (FLUSH, 13, 30, 3_932_200, 5_898_300),
        # A yakuman is 13 han; beside it every other yaku and the dora count.
        ("119m 19p 19s 123456z +7z", 13, 30, 3_932_200, 5_898_300),
        ("119m 19p 19s 123456z +7z riichi dora=9m", 16, 30, 31_457_300, 47_186_000),
        # 60 × 2^18 = 15,728,640 (suuankou 13, toitoi 2, White dragon 1; 20 + 10 + 8 + 4 + 4 + 8 + 2 fu)
        ("111m 333p 777s 555z 9m +9m", 16, 60, 62_914_600, 94_371_900),
        # 25 × 2^15 = 819,200 (tsuuiisou 13 and seven pairs 2 make 15: 25 × 2^17 = 3,276,800)
        ("1122334455667z +7z", 15, 25, 13_107_200, 19_660_800),
    ],
)
def test_without_a_limit_the_formula_alone_counts(line: str, han: int, fu: int, to_other: int, to_dealer: int) -> None:
    scored = best(line, NO_LIMIT, seat=2)
    assert (scored.han, scored.fu, scored.limit, scored.yakuman) == (han, fu, None, 0)
    assert scored.points == to_other
    assert best(line, NO_LIMIT, seat=0).points == to_dealer


def test_without_a_limit_a_double_yakuman_is_26_han() -> None:
    doubled = replace(NO_LIMIT, double_yakuman=frozenset({"kokushi_13"}))
    scored = best("19m 19p 19s 1234567z +1z", doubled)
    # 30 × 2^28 × 4 = 32,212,254,720
    assert (scored.han, scored.points) == (26, 32_212_254_800)
    assert best("19m 19p 19s 1234567z +1z", NO_LIMIT).han == 13


def test_without_a_limit_two_yakuman_are_26_han() -> None:
    scored = best("1122334455667z +7z", by("daichisei", no_limit=True))
    # 25 × 2^30 × 4
    assert (scored.han, scored.fu, scored.points) == (28, 25, 107_374_182_400)


def test_without_a_limit_a_tsumo_is_shared_as_ever() -> None:
    hand = win("123m 456p 789s 34s 55p +5s riichi tsumo dora=9m8s3s1m").hand
    # 7 han 20 fu: 20 × 2^9 = 10,240
    assert score(but(hand, rules=NO_LIMIT)).deltas == (-20_500, 41_100, -10_300, -10_300)
    assert score(but(hand, seat=0, rules=NO_LIMIT)).deltas == (61_500, -20_500, -20_500, -20_500)
    # A yakuman, 13 han and the tsumo 1; 20 fu and 2 for the tsumo: 30 × 2^16 = 1,966,080
    orphans = best("119m 19p 19s 123456z +7z tsumo", NO_LIMIT)
    assert (orphans.han, orphans.fu, orphans.points) == (14, 30, 3_932_200 + 2 * 1_966_100)


def test_without_a_limit_no_mangan_is_rounded_up_to_and_a_mangan_at_least_stays_one() -> None:
    rounded = replace(NO_LIMIT, kiriage_mangan=True, counted_yakuman="sanbaiman")
    assert best("123m 456p 789s 34s 55p +5s riichi dora=9m8s", rounded).points == 7700
    assert best(FLUSH, rounded).points == 3_932_200
    assert best(MOON, by("iipin_mooyue", no_limit=True)).points == 8000
    assert best(f"{MOON} dora=9m1m2m", by("iipin_mooyue", no_limit=True)).points > 8000


def test_without_a_limit_a_replaced_yaku_is_replaced_all_the_same() -> None:
    found = readings("123m 123m 123m 789s 5p +5p", by("isshoku_sanjun", no_limit=True))
    assert {"isshoku_sanjun": 3} in found
    assert all("iipeikou" not in one for one in found)
