"""A wrong answer names what was missed: every item of fu, every yaku, and who pays."""

import pytest

from tests.drill.asked import LEVELS, about, asked
from webapp.drill.choices import (
    LINE_FU,
    NONE,
    POINTS_OFFERED,
    Miss,
    offered_points,
    offered_yaku,
    right_answer,
    right_fu,
    wrong_points,
)
from webapp.drill.judgement import judge
from webapp.drill.questions import DrillSet, Sort, question
from webapp.drill.topics import FU_TOPICS, WAIT_TOPICS, YAKU_TOPICS, fu_lines
from webapp.pages.drill.question import judged_view
from webapp.scoring.awards import YAKU
from webapp.scoring.rules import PRESETS, TENHOU

ITEMS = [topic for topic in FU_TOPICS if topic not in ("rounding", "chiitoitsu_fu")]


@pytest.mark.parametrize("kind", Sort)
def test_the_right_answer_is_right(kind: Sort) -> None:
    for level in LEVELS:
        for one in asked(kind, level, 30):
            assert judge(one, right_answer(one)) == (True, right_answer(one), ())


@pytest.mark.parametrize("topic", ITEMS)
def test_a_wrong_line_of_fu_names_its_item(topic: str) -> None:
    one = about(topic, Sort.FU)
    best = one.score.best
    assert best
    lines = fu_lines(best)
    place = next(i for i, line in enumerate(lines) if line.topic == topic)
    given = right_answer(one).split(".")
    given[place] = str(next(fu for fu in LINE_FU[lines[place].of] if fu != lines[place].fu))
    (miss,) = judge(one, ".".join(given)).misses
    assert (miss.what, miss.topic, miss.right, miss.block) == ("fu_item", topic, lines[place].fu, lines[place].block)


def test_a_wrong_total_names_the_rounding_and_seven_pairs_their_25() -> None:
    one = about("rounding", Sort.FU)
    *lines, total = right_answer(one).split(".")
    (miss,) = judge(one, ".".join([*lines, str(int(total) + 10)])).misses
    assert (miss.what, miss.topic) == ("fu", "rounding")
    assert judge(about("chiitoitsu_fu", Sort.FU), "30").missed == {"chiitoitsu_fu"}


def test_a_total_that_several_mistakes_explain_names_them_all() -> None:
    """20 + 10 + 16 fu, answered as 40: without the closed ron, with an open kan, or rounded down."""
    one = next(
        one
        for one in (about("concealed_kan", Sort.HAN_FU, str(seed), level=3) for seed in range(200))
        if one.score.best and sorted(item.fu for item in one.score.best.fu_items) == [10, 16, 20]
    )
    han, fu = right_answer(one).split(".")
    assert fu == "50"
    judged = judge(one, f"{han}.40")
    assert judged.missed == {"closed_ron", "concealed_kan", "rounding"}
    assert {miss.given for miss in judged.misses} == {0, 8, 40}


def test_a_wrong_sum_is_of_no_topic_where_nothing_is_rounded() -> None:
    one = about("pinfu", Sort.HAN_FU, level=1)
    assert one.score.best
    assert sum(item.fu for item in one.score.best.fu_items) == 30
    assert judge(one, f"{right_answer(one).split('.')[0]}.40").missed == set()


def test_an_item_is_named_once_however_it_was_miscounted() -> None:
    for one in asked(Sort.HAN_FU, 3, 60):
        best = one.score.best
        for fu in (best.fu - 10, best.fu + 10) if best and best.fu else ():
            misses = judge(one, f"{right_answer(one).split('.')[0]}.{fu}").misses
            named = [(miss.topic, miss.block) for miss in misses]
            assert len(named) == len(set(named))


def test_more_than_twenty_fu_for_a_pinfu_by_tsumo_miss_just_that() -> None:
    one = about("pinfu_tsumo", Sort.HAN_FU)
    han, _ = right_answer(one).split(".")
    assert judge(one, f"{han}.30").missed == {"pinfu_tsumo"}
    one = about("pinfu_tsumo", Sort.POINTS, level=1)
    misses = [choice.misses for choice in wrong_points(one).values()]
    assert [miss for each in misses for miss in each if miss.what == "fu"] == [Miss("fu", "pinfu_tsumo", 20, 30)]


def test_a_wait_that_makes_no_difference_after_rounding_is_right_either_way() -> None:
    """456m 567m 345p 444s 33p, won with 5m by tsumo: 26 or 28 fu, by the block that takes the 5m."""
    one = question(DrillSet(Sort.FU, 1, "seed fresh1"), 4)
    for wait in ("0", "2"):
        lines = ["0", "0", "0", "4", "0", wait, "2"]
        judged = judged_view(one, ".".join([*lines, "30"]))
        assert judged.judgement.is_right
        assert judged.is_read_otherwise == (wait == "0"), "the explanation has the wait of 2 fu"
        assert [miss.what for miss in judge(one, ".".join([*lines, "40"])).misses] == ["fu"]


def test_a_wait_that_changes_the_total_is_right_in_one_way() -> None:
    worse = [
        (one, scored)
        for one in asked(Sort.FU, 2, 60)
        for best, *others in [one.score.readings]
        for scored in others
        if scored.yaku and scored.reading.blocks == best.reading.blocks and scored.fu != best.fu
    ]
    assert worse
    for one, scored in worse:
        assert not judge(one, right_fu(scored)).is_right


@pytest.mark.parametrize("topic", [topic for topic in ITEMS if "plain" not in topic])
def test_fu_without_an_item_name_the_item(topic: str) -> None:
    """Whoever leaves out an item gives fewer fu, if these are not rounded to the right ones."""
    for seed in range(40):
        one = about(topic, Sort.HAN_FU, str(seed))
        best = one.score.best
        assert best
        if best.yakuman:
            continue
        lines = [line for line in fu_lines(best) if line.topic == topic]
        total = sum(item.fu for item in best.fu_items)
        fewer = -(-(total - lines[0].fu) // 10) * 10
        least = 20 if best.reading.is_closed or best.reading.is_tsumo or topic == "open_pinfu" else 30
        if not lines[0].fu or max(fewer, least) == best.fu:
            continue
        han, _ = right_answer(one).split(".")
        assert topic in judge(one, f"{han}.{fewer}").missed
        return
    assert topic in ("sequence", "wait_ryanmen", "wait_shanpon", "open_ron", "pinfu_tsumo")


@pytest.mark.parametrize("topic", YAKU_TOPICS)
def test_a_yaku_that_is_left_out_and_one_too_many_are_named(topic: str) -> None:
    one = about(topic, Sort.YAKU, rules=PRESETS["m_league"] if topic == "suukantsu" else TENHOU)
    right = right_answer(one).split(".")
    left = [key for key in right if key != topic]
    assert judge(one, ".".join(left) or NONE).missed == {topic}
    assert topic in offered_yaku(one)
    others = [key for key in offered_yaku(one) if key not in right]
    assert len(others) >= 3
    (miss,) = judge(one, ".".join([*right, others[0]])).misses
    is_beside = YAKU[topic].is_yakuman and not YAKU[others[0]].is_yakuman
    assert (miss.what, miss.topic) == ("beside_yakuman" if is_beside else "no_such_yaku", others[0])


@pytest.mark.parametrize("topic", YAKU_TOPICS)
def test_han_without_a_yaku_name_it(topic: str) -> None:
    one = about(topic, Sort.HAN_FU, rules=PRESETS["m_league"] if topic == "suukantsu" else TENHOU)
    best = one.score.best
    assert best
    if best.yakuman:
        assert topic in judge(one, "4.30").missed
        return
    award = next(award for award in best.yaku if award.key == topic)
    if best.han - award.han < 13:
        assert topic in judge(one, f"{best.han - award.han}.{best.fu}").missed


@pytest.mark.parametrize("level", LEVELS)
def test_every_answer_offered_for_points_is_different_and_a_wrong_one_says_why(level: int) -> None:
    for one in asked(Sort.POINTS, level, 60):
        offered = offered_points(one)
        assert len({choice.text for choice in offered}) == len(offered)
        assert 4 <= len(offered) <= POINTS_OFFERED
        assert [choice.text for choice in offered if judge(one, choice.text).is_right] == [right_answer(one)]
        assert all(judge(one, choice.text).misses for choice in offered if choice.text != right_answer(one))


def test_a_tsumo_without_pinfu_has_the_fu_of_tsumo() -> None:
    """Menzen tsumo, pinfu and one dora of the dealer: 1300 all; without pinfu 2 han and 30 fu."""
    one = question(DrillSet(Sort.POINTS, 2, "43"), 0)
    assert right_answer(one) == "each1300"
    assert judge(one, "each1000").missed == {"pinfu"}
    assert judge(one, "each700").missed == {"tsumo", "dora"}


def test_an_open_ron_without_an_item_has_at_least_30_fu() -> None:
    number = 0
    for one in asked(Sort.POINTS, 3, 60):
        best = one.score.best
        if best and best.fu == 30 and not best.yakuman and not (best.reading.is_closed or best.reading.is_tsumo):
            number += 1
            misses = [miss for choice in wrong_points(one).values() for miss in choice.misses]
            assert {miss.topic for miss in misses if miss.what == "fu_item" and not miss.given} <= {"open_pinfu"}
    assert number > 3


@pytest.mark.parametrize("topic", ["dealer", "honba", "pao"])
def test_points_name_who_pays(topic: str) -> None:
    made = [about(topic, Sort.POINTS, seed) for seed in "12345"]
    assert any(topic in judge(one, text).missed for one in made for text in wrong_points(one))


def test_who_forgets_the_liable_player_is_told_of_pao_and_nothing_else() -> None:
    made = [about("pao", Sort.POINTS, seed) for seed in "12345"]
    answers = [(one, text) for one in made for text in wrong_points(one) if "liable" in right_answer(one)]
    forgotten = [judge(one, text).misses for one, text in answers if "liable" not in text]
    assert len(forgotten) > 4
    assert set(forgotten) == {(Miss("pao", "pao"),)}


@pytest.mark.parametrize("topic", WAIT_TOPICS)
def test_a_tile_that_is_left_out_or_too_many_is_named(topic: str) -> None:
    one = about(topic, Sort.WAITS)
    right = right_answer(one)
    assert [miss.what for miss in judge(one, right[2:]).misses] == ["wait"]
    other = next(f"{rank}z" for rank in range(1, 8) if f"{rank}z" not in right)
    assert [miss.what for miss in judge(one, right + other).misses] == ["no_wait"]


@pytest.mark.parametrize("kind", Sort)
@pytest.mark.parametrize(
    "answer", ["", ".", "none", "x", "y", "99999999999999", "1.2.3", "0m", "😀", "y2", "riichi.riichi"]
)
def test_nonsense_is_wrong_and_nothing_else(kind: Sort, answer: str) -> None:
    for level in LEVELS:
        for one in asked(kind, level, 10):
            assert judge(one, answer).right == right_answer(one)


def test_han_or_fu_that_one_item_explains_are_said_to_leave_one_out() -> None:
    seen = set()
    for one in asked(Sort.HAN_FU, 2, 40):
        best = one.score.best
        assert best
        for han, fu in ((best.han - 1, best.fu), (best.han + 1, best.fu), (best.han - 1, best.fu + 10)):
            view = judged_view(one, f"{han}.{fu}")
            worth = {award.han for award in best.yaku} | {bonus.han for bonus in best.bonuses}
            assert view.has_left_out is (han < best.han and fu == best.fu and 1 in worth)
            seen.add(view.has_left_out)
    assert seen == {True, False}


def test_a_rule_is_said_once_of_a_wrong_number_of_han() -> None:
    one = about("tanyao", Sort.HAN_FU, level=1)
    best = one.score.best
    assert best
    misses = judged_view(one, f"{best.han + 1}.{best.fu}").misses
    rules = [view.rule for view in misses if view.rule]
    assert "han" not in {view.miss.what for view in misses}, "the verdict says it"
    assert YAKU["tanyao"].rule in rules
    assert len(rules) == len(set(rules))


def test_points_without_the_only_yaku_are_points_without_one_of_the_dora() -> None:
    number = 0
    for one in asked(Sort.POINTS, 4, 80):
        best = one.score.best
        if best and len(best.yaku) == 1 and not best.yakuman:
            misses = {miss for choice in wrong_points(one).values() for miss in choice.misses}
            assert "yaku" not in {miss.what for miss in misses}
            several = {bonus.key: bonus.han for bonus in best.bonuses if bonus.han > 1 and best.han < 5}
            assert {Miss("dora", key, han, han - 1) for key, han in several.items()} <= misses
            number += len(several)
    assert number > 3


def test_points_that_the_dealer_or_more_han_would_have_name_both() -> None:
    made = [(one, text) for one in asked(Sort.POINTS, 4, 80) for text in wrong_points(one)]
    both = [
        judge(one, text).misses
        for one, text in made
        if {"no_dealer", "han"} <= {miss.what for miss in wrong_points(one)[text].misses}
    ]
    named = [{miss.what for miss in misses} for misses in both if not any(miss.is_left_out for miss in misses)]
    assert named
    assert all(whats == {"no_dealer", "han"} for whats in named)
