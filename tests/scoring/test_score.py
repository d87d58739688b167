"""The whole of a score: every reading, the best of them by points, and what stands beside them."""

from dataclasses import FrozenInstanceError, replace

import pytest
from hypothesis import given

from tests.scoring.checked import CLOSED, found
from tests.scoring.hands import Win, best, but, keys, win, wins
from webapp.scoring.rules import MAJIANG, TENHOU
from webapp.scoring.score import ScoredReading, score


def outline(scored: ScoredReading) -> tuple[int, int, int, int]:
    return scored.points, scored.yakuman, scored.han, scored.fu


def outlines(line: str) -> list[tuple[int, int, int, int]]:
    return [outline(scored) for scored in win(line).score.readings]


# -- one hand, every figure ------------------------------------------------------------------------


def test_a_score_says_what_everything_is_worth() -> None:
    hand = win("123m 406p 55z 345s 78s +9s riichi ippatsu dora=1z8s ura=7z4z", honba=1, sticks=2, seat=3).hand
    result = score(hand)
    assert result.hand == hand
    scored = result.best
    assert scored is not None
    assert [(award.key, award.han) for award in scored.yaku] == [("riichi", 1), ("ippatsu", 1)]
    assert [(bonus.key, bonus.han) for bonus in scored.bonuses] == [("dora", 1), ("ura_dora", 2), ("aka_dora", 1)]
    assert [(item.key, item.fu) for item in scored.fu_items] == [("base", 20), ("pair", 2), ("closed_ron", 10)]
    assert (scored.fu, scored.han, scored.yakuman) == (40, 6, 0)
    assert (scored.basic, scored.limit, scored.points) == (3000, "haneman", 12000)
    assert result.points == 12000
    assert result.deltas == (-12300, 0, 0, 14300)
    assert result.problems == ()
    assert result.near_misses == ()


def test_a_yakuman_has_no_han_no_fu_and_no_dora() -> None:
    scored = best("19m 19p 19s 1234567z +1m riichi dora=9m")
    assert [(award.key, award.han, award.yakuman) for award in scored.yaku] == [("kokushi_13", 0, 1)]
    assert (scored.han, scored.fu, scored.fu_items, scored.bonuses) == (0, 0, (), ())
    assert (scored.yakuman, scored.basic, scored.limit, scored.points) == (1, 8000, "yakuman", 32000)


def test_tiles_that_are_no_hand_have_no_reading() -> None:
    hand = win("123m 456p 789s 345s 2p +3p").hand
    result = score(hand)
    assert (result.hand, result.readings) == (hand, ())
    assert result.best is None
    assert (result.points, result.payments, result.deltas) == (0, (), (0, 0, 0, 0))
    assert [item.message for item in result.problems] == ["These tiles are not a winning hand."]
    assert result.near_misses == ()


@pytest.mark.parametrize(
    ("more", "basic", "limit"), [(0, 320, None), (1, 640, None), (3, 2000, "mangan"), (5, 3000, "haneman")]
)
def test_with_more_han_it_is_worth_what_the_table_says(more: int, basic: int, limit: str | None) -> None:
    scored = best("123m 456p 789s 345s 5z +5z riichi")
    assert (scored.han, scored.fu) == (1, 40)
    assert scored.with_more_han(more) == (basic, limit)


def test_with_more_han_it_is_by_the_rules_in_force() -> None:
    rules = replace(TENHOU, no_limit=True)
    assert best("123m 456p 789s 345s 5z +5z riichi", rules).with_more_han(9) == (40 << 12, None)


def test_with_more_han_it_keeps_the_limit_of_its_yaku() -> None:
    rules = replace(TENHOU, renhou="mangan")
    scored = best("123m 456p 789s 345s 5z +5z renhou", rules)
    assert (scored.basic, scored.limit) == (2000, "mangan")
    for more, expected in ((1, (2000, "mangan")), (6, (3000, "haneman"))):
        assert scored.with_more_han(more) == expected


def test_dora_are_no_yaku() -> None:
    result = win("(123m) 406p 789s 345s 2p +2p dora=1p1p").score
    assert [item.message for item in result.problems] == ["The hand has no yaku (dora do not count as yaku)."]
    assert result.best is None
    (scored,) = result.readings
    assert len(scored.reading.blocks) == 5
    assert (scored.yaku, scored.yakuman) == ((), 0)
    assert [item.key for item in scored.fu_items] == ["base", "wait"]
    assert (scored.points, scored.han, scored.basic, scored.bonuses, scored.limit) == (0, 0, 0, (), None)
    assert scored.fu == 30
    assert (result.points, result.payments) == (0, ())


def test_nothing_that_a_score_is_made_of_can_be_changed() -> None:
    hand = win("123m 456p 789s 345s 2p +2p riichi").hand
    (scored,) = score(hand).readings
    for value, field in (
        (hand, "win"),
        (hand.rules, "players"),
        (scored.reading.situation, "is_tsumo"),
        (scored.reading.blocks[0], "kind"),
        (scored.yaku[0].yaku, "closed"),
    ):
        with pytest.raises(FrozenInstanceError):
            setattr(value, field, 0)


# -- which reading counts --------------------------------------------------------------------------


def test_won_on_six_455667_has_two_placements_and_the_better_one_counts() -> None:
    result = win("45567s 123m 789p 22p +6s tsumo").score
    found = {(scored.reading.wait.value, outline(scored)) for scored in result.readings}
    assert found == {("ryanmen", (1500, 0, 2, 20)), ("kanchan", (1100, 0, 1, 30))}
    assert result.best is not None
    assert keys(result.best) == {"tsumo", "pinfu"}


def test_the_placement_with_more_fu_counts_where_pinfu_is_out_of_reach() -> None:
    result = win("45567s 111m 789p 22p +6s tsumo").score
    assert [(scored.reading.wait.value, outline(scored)) for scored in result.readings] == [
        ("kanchan", (1500, 0, 1, 40)),
        ("ryanmen", (1100, 0, 1, 30)),
    ]


def test_more_points_count_not_more_han() -> None:
    line = "111222333m 777m 9m +9m tsumo riichi dora=8m8m"
    yakuman, counted = win(line).score.readings
    assert (keys(yakuman), outline(yakuman)) == ({"suuankou_tanki"}, (32000, 1, 0, 0))
    assert (counted.points, counted.han, counted.limit) == (32000, 13, "counted_yakuman")
    hand = win(line).hand
    sanbaiman = score(but(hand, rules=replace(TENHOU, counted_yakuman="sanbaiman"))).readings
    assert [outline(scored)[:3] for scored in sanbaiman] == [(32000, 1, 0), (24000, 0, 13)]


def test_counted_han_may_be_worth_more_than_a_yakuman() -> None:
    hand = win("111222333m 777m 9m +9m tsumo riichi ippatsu dora=8m8m8m8m6m ura=6m2m2m2m2m").hand
    unlimited = score(but(hand, rules=replace(TENHOU, counted_yakuman="unlimited"))).readings
    assert [(scored.points, scored.yakuman) for scored in unlimited] == [(64000, 0), (32000, 1)]
    assert unlimited[0].han >= 26


def test_of_equal_points_a_yakuman_counts_before_a_counted_one() -> None:
    readings = win("111222333m 777m 9m +9m tsumo riichi dora=8m8m").score.readings
    assert [(scored.points, scored.yakuman) for scored in readings] == [(32000, 1), (32000, 0)]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param(
            "22233334444m 66z +2m tsumo riichi haitei seat=E",
            [(24000, 0, 9, 30), (24000, 0, 8, 40), (24000, 0, 8, 40)],
            id="more han before more fu",
        ),
        pytest.param(
            "22m 789p 77788899s +9s tsumo riichi ippatsu",
            [(8000, 0, 5, 40), (8000, 0, 5, 20)],
            id="of equal han more fu",
        ),
        pytest.param(
            "2334455778899m +2m tsumo double_riichi ippatsu haitei",
            [(32000, 0, 15, 20), (32000, 0, 14, 30), (32000, 0, 13, 25)],
            id="seven pairs last",
        ),
        pytest.param(
            "1122334455667p +7p",
            [(16000, 0, 10, 30), (16000, 0, 10, 30), (16000, 0, 9, 40), (16000, 0, 8, 25)],
            id="twice twin sequences in three ways and seven pairs",
        ),
    ],
)
def test_readings_are_ranked_by_points_then_han_then_fu(line: str, expected: list[tuple[int, ...]]) -> None:
    assert outlines(line) == expected


def test_a_reading_without_yaku_comes_after_one_with_yaku() -> None:
    readings = win("(456p) 111222333s 9m +9m").score.readings
    assert [keys(scored) for scored in readings] == [{"sanankou"}, set()]
    assert [scored.points for scored in readings] == [2600, 0]


def test_several_yakuman_add_up_where_the_rules_let_them() -> None:
    hand = win("(111z) (222z) (333z) 444z 5z +5z", liable=0).hand
    added = score(hand).best
    doubled = score(but(hand, rules=MAJIANG)).best
    once = score(but(hand, rules=replace(MAJIANG, yakuman_stack=False))).best
    assert added is not None
    assert doubled is not None
    assert once is not None
    assert keys(added) == keys(doubled) == keys(once) == {"daisuushii", "tsuuiisou"}
    assert (added.yakuman, added.points) == (2, 64000)
    assert (doubled.yakuman, doubled.points) == (3, 96000)
    assert (once.yakuman, once.points) == (1, 32000)


@pytest.mark.parametrize(
    ("line", "key"),
    [
        ("19m 19p 19s 1234567z +1m", "kokushi_13"),
        ("111m 333p 555s 222z 9m +9m", "suuankou_tanki"),
        ("1112345678999p +5p", "chuuren_9"),
        ("(111z) (222z) (333z) 444z 5p +5p", "daisuushii"),
    ],
)
def test_four_yakuman_count_twice_each_by_its_own_switch(line: str, key: str) -> None:
    hand = win(line, liable=0).hand
    for doubled in MAJIANG.double_yakuman:
        scored = score(but(hand, rules=replace(TENHOU, double_yakuman=frozenset({doubled})))).best
        assert scored is not None
        assert (scored.yakuman, scored.points) == ((2, 64000) if doubled == key else (1, 32000))


# -- laws of every score ---------------------------------------------------------------------------


@given(wins())
def test_a_score_adds_up(won: Win) -> None:
    for scored in won.score.readings:
        if not scored.yaku:
            assert (scored.points, scored.basic, scored.han, scored.yakuman) == (0, 0, 0, 0)
        elif scored.yakuman:
            multiples = [award.yakuman for award in scored.yaku]
            assert min(multiples) > 0
            assert scored.yakuman == (sum(multiples) if won.rules.yakuman_stack else 1)
            assert scored.basic == 8000 * scored.yakuman
            assert (scored.han, scored.fu, scored.fu_items, scored.bonuses) == (0, 0, (), ())
        else:
            awarded = sum(award.han + 13 * award.yakuman for award in scored.yaku)
            assert scored.han == awarded + sum(bonus.han for bonus in scored.bonuses)
            fu = sum(item.fu for item in scored.fu_items)
            assert scored.fu == (25 if fu == 25 else -(-fu // 10) * 10)
            assert scored.points > 0


@given(wins())
def test_the_best_reading_has_the_most_points(won: Win) -> None:
    result = won.score
    points = [scored.points for scored in result.readings]
    assert points == sorted(points, reverse=True)
    assert result.points == max(points)
    assert (result.best is None) == (max(points) == 0) == (result.problems != ())


# -- not won ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("123m 456p 789s 345s 2p +3p", "not_winning"),
        ("123m 456p 789s 34s 22p +6s", "not_winning"),
        ("1122m 3344p 6666s 7z +7z", "not_winning"),
        ("19m 19p 19s 1234567z +2m", "not_winning"),
        ("(123m) 456p 789s 345s 2p +2p", "no_yaku"),
        ("(123m) 456p 789s 345s 2p +2p dora=1p", "no_yaku"),
        ("123m 456p 789s 345s 2p +2p", "no_yaku"),
    ],
)
def test_tiles_that_are_no_win_are_told_by_the_score(line: str, code: str) -> None:
    assert found(line) == []
    assert [(item.field, item.code) for item in score(win(line).hand).problems] == [("concealed", code)]


def test_a_win_has_no_problem() -> None:
    assert score(win(CLOSED + " tsumo").hand).problems == ()


@pytest.mark.parametrize(
    ("line", "is_rounded_up"),
    [
        ("234m 456p 678s 345s 2p +2p riichi ippatsu tsumo kiriage_mangan=yes", True),
        ("234m 456p 678s 345s 2p +2p riichi ippatsu tsumo", False),
        ("234m 456p 678s 345s 2p +2p riichi ippatsu tsumo dora=1m kiriage_mangan=yes", False),
        ("(234m) 456p 678s 345s 2p +2p dora=1m kiriage_mangan=yes", False),
    ],
)
def test_a_mangan_knows_whether_the_rules_rounded_it_up(line: str, is_rounded_up: bool) -> None:
    assert best(line).is_rounded_up == is_rounded_up


def test_without_a_yaku_nobody_is_asked_who_fed_it_and_readings_know_their_hand() -> None:
    found = win("(123m) 456p 789s 345s 2p +2p").score
    assert found.unfed == ()
    assert [scored.hand for scored in found.readings] == [found.hand]


@given(wins())
def test_every_reading_knows_its_hand(won: Win) -> None:
    assert all(scored.hand is won.hand for scored in score(won.hand).readings)
