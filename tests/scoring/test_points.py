"""From han and fu to points, against the tables that players know by heart."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given

from tests.scoring.hands import Win, best, win, wins
from webapp.scoring.points import (
    Limit,
    hand_points,
    is_possible,
    limit_ranges,
    most_fu,
    ron_points,
    tsumo_shares,
    worth,
    yakuman_worth,
)
from webapp.scoring.rules import PRESETS, TENHOU, Rules

KIRIAGE = replace(TENHOU, kiriage_mangan=True)
SANBAIMAN = replace(TENHOU, counted_yakuman="sanbaiman")
UNLIMITED = replace(TENHOU, counted_yakuman="unlimited")
NO_LIMIT = replace(TENHOU, no_limit=True)
SANMA = PRESETS["tenhou_sanma"]
SHARED = replace(SANMA, tsumo_loss=False)
#: What the dealer and another player pay.
Pair = tuple[int, int]

#: fu: (ron, the dealer's share, another's share) for 1–4 han of a non-dealer; a mangan from where it stops.
NON_DEALER = {
    20: "700 400 200 | 1300 700 400 | 2600 1300 700 | 5200 2600 1300",
    25: "800 400 200 | 1600 800 400 | 3200 1600 800 | 6400 3200 1600",
    30: "1000 500 300 | 2000 1000 500 | 3900 2000 1000 | 7700 3900 2000",
    40: "1300 700 400 | 2600 1300 700 | 5200 2600 1300",
    50: "1600 800 400 | 3200 1600 800 | 6400 3200 1600",
    60: "2000 1000 500 | 3900 2000 1000 | 7700 3900 2000",
    70: "2300 1200 600 | 4500 2300 1200",
    80: "2600 1300 700 | 5200 2600 1300",
    90: "2900 1500 800 | 5800 2900 1500",
    100: "3200 1600 800 | 6400 3200 1600",
    110: "3600 1800 900 | 7100 3600 1800",
}
#: fu: (ron, each other's share) for 1–4 han of the dealer.
DEALER = {
    20: "1000 400 | 2000 700 | 3900 1300 | 7700 2600",
    25: "1200 400 | 2400 800 | 4800 1600 | 9600 3200",
    30: "1500 500 | 2900 1000 | 5800 2000 | 11600 3900",
    40: "2000 700 | 3900 1300 | 7700 2600",
    50: "2400 800 | 4800 1600 | 9600 3200",
    60: "2900 1000 | 5800 2000 | 11600 3900",
    70: "3400 1200 | 6800 2300",
    80: "3900 1300 | 7700 2600",
    90: "4400 1500 | 8700 2900",
    100: "4800 1600 | 9600 3200",
    110: "5300 1800 | 10600 3600",
}


def cells(table: dict[int, str]) -> list[tuple[int, int, list[int]]]:
    return [
        (fu, han, [int(number) for number in cell.split()])
        for fu, row in table.items()
        for han, cell in enumerate(row.split("|"), 1)
    ]


@pytest.mark.parametrize(("fu", "han", "points"), cells(NON_DEALER))
def test_a_non_dealer_is_paid_what_the_table_says(fu: int, han: int, points: list[int]) -> None:
    basic, limit = worth(han, fu, TENHOU)
    assert limit is None
    assert [ron_points(basic, False), *tsumo_shares(basic, False, TENHOU)] == points
    assert hand_points(basic, False, False, TENHOU) == points[0]
    assert hand_points(basic, False, True, TENHOU) == points[1] + 2 * points[2]


@pytest.mark.parametrize(("fu", "han", "points"), cells(DEALER))
def test_the_dealer_is_paid_what_the_table_says(fu: int, han: int, points: list[int]) -> None:
    basic, limit = worth(han, fu, TENHOU)
    assert limit is None
    assert [ron_points(basic, True), tsumo_shares(basic, True, TENHOU)[1]] == points
    assert hand_points(basic, True, False, TENHOU) == points[0]
    assert hand_points(basic, True, True, TENHOU) == 3 * points[1]


def test_what_the_table_leaves_out_is_a_mangan() -> None:
    listed = {(han, fu) for fu, han, _ in cells(NON_DEALER)}
    left_out = {(han, fu) for fu in NON_DEALER for han in range(1, 5)} - listed
    assert len(left_out) == 13
    assert {worth(han, fu, TENHOU) for han, fu in left_out} == {(2000, Limit.MANGAN)}


def test_three_han_70_fu_and_four_han_40_fu_are_the_first_mangan() -> None:
    assert worth(3, 70, TENHOU) == worth(4, 40, TENHOU) == (2000, Limit.MANGAN)


@pytest.mark.parametrize(
    ("han", "basic", "limit"),
    [
        (5, 2000, Limit.MANGAN),
        (6, 3000, Limit.HANEMAN),
        (7, 3000, Limit.HANEMAN),
        (8, 4000, Limit.BAIMAN),
        (10, 4000, Limit.BAIMAN),
        (11, 6000, Limit.SANBAIMAN),
        (12, 6000, Limit.SANBAIMAN),
        (13, 8000, Limit.COUNTED_YAKUMAN),
        (26, 8000, Limit.COUNTED_YAKUMAN),
        (40, 8000, Limit.COUNTED_YAKUMAN),
    ],
)
@pytest.mark.parametrize("fu", [20, 25, 110])
def test_from_five_han_on_the_limits_count_whatever_the_fu(han: int, fu: int, basic: int, limit: Limit) -> None:
    assert worth(han, fu, TENHOU) == (basic, limit)


@pytest.mark.parametrize(
    ("han", "fu", "lifted"),
    [(4, 30, True), (3, 60, True), (4, 25, False), (3, 50, False), (2, 110, False), (4, 20, False)],
)
def test_the_lifted_mangan_lifts_these_two_alone(han: int, fu: int, lifted: bool) -> None:
    plain = worth(han, fu, TENHOU)
    assert plain.limit is None
    assert worth(han, fu, KIRIAGE) == ((2000, Limit.MANGAN) if lifted else plain)


@pytest.mark.parametrize(("han", "times"), [(13, 1), (25, 1), (26, 2), (38, 2), (39, 3)])
def test_without_a_limit_of_their_own_each_13_han_count_a_yakuman(han: int, times: int) -> None:
    assert worth(han, 30, UNLIMITED) == (8000 * times, Limit.COUNTED_YAKUMAN)


@pytest.mark.parametrize("han", [13, 26, 39])
def test_counted_yakuman_may_stay_a_sanbaiman(han: int) -> None:
    assert worth(han, 30, SANBAIMAN) == (6000, Limit.SANBAIMAN)


@pytest.mark.parametrize(("han", "fu", "basic"), [(1, 30, 240), (5, 30, 3840), (13, 40, 1310720)])
def test_without_any_limit_the_formula_alone_counts(han: int, fu: int, basic: int) -> None:
    assert worth(han, fu, NO_LIMIT) == (basic, None)


@pytest.mark.parametrize("rules", [TENHOU, KIRIAGE, SANBAIMAN, UNLIMITED, NO_LIMIT])
def test_more_han_or_fu_are_never_worth_less(rules: Rules) -> None:
    steps = [20, 25, *range(30, 150, 10)]
    for han in range(1, 40):
        for fu, more in pairwise(steps):
            assert worth(han, fu, rules).basic <= worth(han, more, rules).basic
            assert worth(han, fu, rules).basic <= worth(han + 1, fu, rules).basic


@pytest.mark.parametrize("rules", [TENHOU, KIRIAGE, UNLIMITED])
def test_every_limit_has_the_han_that_players_know(rules: Rules) -> None:
    assert limit_ranges(rules) == (
        (Limit.MANGAN, 5, 5, 2000),
        (Limit.HANEMAN, 6, 7, 3000),
        (Limit.BAIMAN, 8, 10, 4000),
        (Limit.SANBAIMAN, 11, 12, 6000),
        (Limit.YAKUMAN, 13, None, 8000),
    )


def test_where_no_han_make_a_yakuman_those_of_a_sanbaiman_have_no_end() -> None:
    assert limit_ranges(SANBAIMAN)[:3] == limit_ranges(TENHOU)[:3]
    assert limit_ranges(SANBAIMAN)[3:] == ((Limit.SANBAIMAN, 11, None, 6000), (Limit.YAKUMAN, None, None, 8000))


def test_without_any_limit_there_are_none_to_list() -> None:
    assert limit_ranges(NO_LIMIT) == ()


@pytest.mark.parametrize("rules", [TENHOU, SANBAIMAN])
def test_a_limit_counts_from_its_first_han_to_its_last(rules: Rules) -> None:
    for limit, first, last, basic in limit_ranges(rules):
        for han in range(first or 40, (last or 39) + 1):
            assert worth(han, 30, rules).basic == basic
            assert limit is Limit.YAKUMAN or worth(han, 30, rules).limit is limit


@pytest.mark.parametrize(
    ("fu", "by_ron", "by_tsumo"),
    [
        (20, [], [2, 3, 4]),
        (25, [2, 3, 4], [3, 4]),
        (30, [1, 2, 3, 4], [1, 2, 3, 4]),
        (110, [1, 2, 3, 4], [2, 3, 4]),
    ],
)
def test_pinfu_seven_pairs_and_two_kans_leave_some_places_of_the_table_empty(
    fu: int, by_ron: list[int], by_tsumo: list[int]
) -> None:
    assert [han for han in range(1, 5) if is_possible(han, fu, False, TENHOU)] == by_ron
    assert [han for han in range(1, 5) if is_possible(han, fu, True, TENHOU)] == by_tsumo


def test_the_rules_say_what_has_20_fu() -> None:
    assert is_possible(1, 20, False, replace(TENHOU, open_pinfu_30=False))
    assert not is_possible(4, 20, True, replace(TENHOU, pinfu_tsumo="thirty_fu"))
    assert not is_possible(4, 20, True, replace(TENHOU, pinfu_tsumo="no_pinfu"))


def test_where_the_fu_are_fixed_others_can_be_named_with_a_limit_only() -> None:
    fixed = replace(TENHOU, fu_fixed=30)
    assert [han for han in (1, 4, 5, 13) if is_possible(han, 40, False, fixed)] == [5, 13]
    assert [han for han in (1, 4, 5, 13) if is_possible(han, 40, False, replace(fixed, no_limit=True))] == []
    assert is_possible(1, 30, False, fixed)


@given(wins())
def test_no_hand_is_worth_what_has_no_place_in_the_table(won: Win) -> None:
    for scored in won.score.readings:
        assert scored.yakuman or is_possible(scored.han, scored.fu, won.hand.is_tsumo, won.rules)


@pytest.mark.parametrize(
    ("line", "han", "fu"),
    [
        ("234p 11z 99s +9s [1111m] [9999p] riichi round=E seat=E", 1, 110),
        ("234p 1z +1z [5555z] [9999m] (999s) tsumo round=E seat=E", 1, 100),
        ("234p 2z 999s +2z [1111m] [9999p] round=E seat=E", 2, 110),
        ("234p 2z 999s +2z [1111m] [9999p] riichi round=E seat=E", 3, 110),
        ("234p 1z +1z [1111m] [9999p] [9999s] round=E seat=E", 4, 140),
        ("1z +1z [1111m] [9999p] [9999s] [9999m] round=E seat=E no_limit=yes", 32, 170),
    ],
)
def test_hands_have_as_many_fu_as_their_han_allow(line: str, han: int, fu: int) -> None:
    scored = best(line)
    assert (scored.han, scored.fu) == (han, fu)
    assert fu == most_fu(han, scored.hand.is_tsumo, scored.hand.rules)


def test_a_fourth_kan_is_a_yakuman_and_so_13_han() -> None:
    assert [most_fu(han, False, TENHOU) for han in (12, 13)] == [140, 170]


def test_a_pair_of_both_winds_has_4_fu_only_where_the_rules_say_so() -> None:
    line, rules = "234p 11z 99s +9s [1111m] [9999p] riichi round=E seat=E", replace(TENHOU, double_wind_pair_fu=2)
    assert best(line, rules).fu == most_fu(1, False, rules) == 100


@given(wins())
def test_no_hand_has_more_fu_than_its_han_allow(won: Win) -> None:
    for scored in won.score.readings:
        assert scored.yakuman or scored.fu <= most_fu(scored.han, won.hand.is_tsumo, won.rules)


@pytest.mark.parametrize(("times", "ron", "dealer_ron"), [(1, 32000, 48000), (2, 64000, 96000), (6, 192000, 288000)])
def test_a_yakuman_counts_as_often_as_it_is_made(times: int, ron: int, dealer_ron: int) -> None:
    basic, limit = yakuman_worth(times)
    assert limit is Limit.YAKUMAN
    assert (ron_points(basic, False), ron_points(basic, True)) == (ron, dealer_ron)
    assert tsumo_shares(basic, False, TENHOU) == (16000 * times, 8000 * times)
    assert tsumo_shares(basic, True, TENHOU)[1] == 16000 * times


def test_the_shares_of_a_tsumo_may_be_more_than_the_ron() -> None:
    basic = worth(1, 30, TENHOU).basic
    assert (ron_points(basic, False), hand_points(basic, False, True, TENHOU)) == (1000, 1100)


# -- three players ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("han", "fu", "dealer", "lost", "shared"),
    [
        # The two shares that are paid, and with the third one borne half and half.
        (1, 30, False, (500, 300), (700, 500)),
        (3, 30, False, (2000, 1000), (2500, 1500)),
        (5, 30, False, (4000, 2000), (5000, 3000)),
        (5, 30, True, (0, 4000), (0, 6000)),
        (3, 40, True, (0, 2600), (0, 3900)),
    ],
)
def test_with_three_players_the_missing_share_is_lost_or_borne_half_and_half(
    han: int, fu: int, dealer: bool, lost: tuple[int, int], shared: tuple[int, int]
) -> None:
    basic = worth(han, fu, SANMA).basic
    assert tsumo_shares(basic, dealer, SANMA) == lost
    assert tsumo_shares(basic, dealer, SHARED) == shared
    others = 2 if dealer else 1
    assert hand_points(basic, dealer, True, SANMA) == lost[0] + others * lost[1]
    assert hand_points(basic, dealer, True, SHARED) == shared[0] + others * shared[1]


@pytest.mark.parametrize(
    ("basic", "is_dealer", "half", "mixed", "two_to_one", "rounded_once"),
    [
        # Ron 1,000 and 2,000, which do not divide by 300; 3,900, which does; 8,000, which does not; 12,000.
        (240, False, (700, 500), (700, 500), (700, 300), (600, 400)),
        (480, False, (1300, 800), (1300, 800), (1300, 700), (1200, 800)),
        (960, False, (2500, 1500), (2600, 1300), (2600, 1300), (2400, 1500)),
        (2000, False, (5000, 3000), (5000, 3000), (5300, 2700), (5000, 3000)),
        (3000, False, (7500, 4500), (8000, 4000), (8000, 4000), (7500, 4500)),
        # To the dealer: half of 1,500, of 5,800 and of 12,000, where the shares are not rounded first.
        (240, True, (0, 800), (0, 800), (0, 800), (0, 800)),
        (960, True, (0, 3000), (0, 2900), (0, 2900), (0, 2900)),
        (2000, True, (0, 6000), (0, 6000), (0, 6000), (0, 6000)),
    ],
)
def test_norths_payment_is_shared_as_the_rules_say(
    basic: int, is_dealer: bool, half: Pair, mixed: Pair, two_to_one: Pair, rounded_once: Pair
) -> None:
    named: dict[str, Pair] = {"half": half, "mixed": mixed, "two_to_one": two_to_one, "rounded_once": rounded_once}
    switch: Any
    for switch, paid in named.items():
        assert tsumo_shares(basic, is_dealer, replace(SHARED, sanma_tsumo=switch)) == paid
        assert tsumo_shares(basic, is_dealer, replace(SANMA, sanma_tsumo=switch)) == tsumo_shares(
            basic, is_dealer, SANMA
        )


def test_half_of_a_missing_share_is_a_whole_number() -> None:
    for is_dealer in (False, True):
        assert all(isinstance(share, int) for share in tsumo_shares(240, is_dealer, SHARED))


def test_with_four_players_no_share_is_missing() -> None:
    assert tsumo_shares(2000, False, replace(TENHOU, tsumo_loss=False)) == (4000, 2000)


def test_a_ron_is_the_same_with_three_players() -> None:
    assert hand_points(2000, False, False, SANMA) == hand_points(2000, False, False, TENHOU) == 8000


# -- hands -----------------------------------------------------------------------------------------


def test_a_yaku_that_is_a_mangan_at_least_lifts_a_cheap_hand_and_no_dear_one() -> None:
    line = "(123m) 456p 55s 345s 23p +1p tsumo haitei local_yaku=iipin_mooyue"
    cheap, dear = best(line), best(line, dora=win("4p 1p dora=9p9p9p3p4p5p").hand.table.dora)
    assert (cheap.han, cheap.basic, cheap.limit) == (1, 2000, Limit.MANGAN)
    assert (dear.han, dear.basic, dear.limit) == (7, 3000, Limit.HANEMAN)
    assert best(line.replace(" local_yaku=iipin_mooyue", "")).basic == 240


def test_such_a_mangan_by_tsumo_lacks_a_share_with_three_players() -> None:
    line = "123p 456p 55s 345s 23p +1p tsumo haitei local_yaku=iipin_mooyue"
    four, three = best(line), best(line, replace(SANMA, local_yaku=frozenset({"iipin_mooyue"})))
    assert (four.points, three.points) == (8000, 6000)


def test_without_any_limit_a_yakuman_counts_13_han_beside_all_other_yaku_and_dora() -> None:
    scored = best("19m 19p 19s 1234567z +1m tsumo riichi dora=9m", replace(TENHOU, no_limit=True))
    assert {award.key for award in scored.yaku} == {"kokushi_13", "tsumo", "riichi"}
    assert scored.han == 13 + 1 + 1 + 2
    assert scored.fu == 30
    assert scored.basic == 30 << 19
    assert scored.yakuman == 0
    assert scored.limit is None
