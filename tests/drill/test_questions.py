"""Questions: the same for ever, legal, and what their level and topic promise."""

import hashlib
import json
from dataclasses import replace

import pytest

from tests.drill.asked import LEVELS, about, asked
from webapp.drill import questions as module
from webapp.drill.questions import MOST_QUESTIONS, DrillSet, Question, Sort, question, questions
from webapp.drill.topics import FU_TOPICS, TOPICS, WAIT_TOPICS, YAKU_TOPICS, is_asked
from webapp.formats.case import case_json
from webapp.scoring.blocks import KAN
from webapp.scoring.checks import problems
from webapp.scoring.rules import PRESETS, TENHOU, RedFives, Rules
from webapp.scoring.tiles import RED_FIVES

SCORED = [sort for sort in Sort if sort is not Sort.WAITS]
#: SHA-256 of the questions of the day 2026-11-22 of version 1, by kind and level. They never change: what would change
#: them is a new version of the maker.
OF_A_DAY = {
    "points 1": "51d7382ec274",
    "points 2": "2066d760bb75",
    "points 3": "f8cd400e05d1",
    "points 4": "bae3ff3abeaf",
    "han_fu 1": "d6f0d2b35d3d",
    "han_fu 2": "9dad95e1c255",
    "han_fu 3": "156601914b77",
    "han_fu 4": "5cb1a16fb3f7",
    "fu 1": "25801b784e45",
    "fu 2": "c724906b6c7b",
    "fu 3": "154113f56a28",
    "fu 4": "1dd5ba473d12",
    "yaku 1": "f0bfe5cefe3a",
    "yaku 2": "dd4c80fad11f",
    "yaku 3": "0ad2aa4f396c",
    "yaku 4": "08ddb13e2b57",
    "waits 1": "af53299a44c0",
    "waits 2": "6ff14c65e094",
    "waits 3": "00beee8277de",
    "waits 4": "387c91a7aa8c",
}


def digest(made: list[Question]) -> str:
    cases = [{name: value for name, value in case_json(one.hand).items() if name != "rules"} for one in made]
    return hashlib.sha256(json.dumps(cases, sort_keys=True).encode()).hexdigest()[:12]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", Sort)
def test_the_questions_of_a_day_never_change(kind: Sort, level: int) -> None:
    made = questions(DrillSet(kind, level, "2026-11-22", version=1))
    assert digest(made) == OF_A_DAY[f"{kind} {level}"]


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", Sort)
def test_every_hand_is_legal_and_complete(kind: Sort, level: int) -> None:
    for one in asked(kind, level, 60):
        assert problems(one.hand) == ()
        assert one.score.readings
        assert one.score.best or kind in (Sort.YAKU, Sort.WAITS)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("kind", Sort)
def test_every_preset_has_questions(kind: Sort, preset: str) -> None:
    for level in LEVELS:
        for one in asked(kind, level, 10, PRESETS[preset]):
            assert problems(one.hand) == ()
            assert one.score.readings


@pytest.mark.parametrize("kind", Sort)
def test_no_two_hands_of_a_set_are_alike(kind: Sort) -> None:
    made = questions(DrillSet(kind, 1, "long", number=MOST_QUESTIONS))
    assert len({(tuple(sorted(one.hand.tiles)), one.hand.win) for one in made}) == MOST_QUESTIONS


def test_a_longer_set_begins_with_the_shorter_one() -> None:
    short, long = (questions(DrillSet(Sort.FU, 3, "x", number=number)) for number in (5, 12))
    assert [one.hand for one in long[:5]] == [one.hand for one in short]


def test_question_after_question_is_what_the_set_holds() -> None:
    asked_for = DrillSet(Sort.POINTS, 2, "in any order")
    module._question.cache_clear()
    last = question(asked_for, 7).hand
    module._question.cache_clear()
    assert questions(asked_for)[7].hand == last


def test_the_first_level_has_closed_hands_of_30_and_40_fu_and_limits() -> None:
    for kind in (Sort.POINTS, Sort.HAN_FU, Sort.FU):
        for one in asked(kind, 1, 60):
            best = one.score.best
            assert best
            assert one.hand.is_closed
            assert not one.hand.is_dealer
            assert best.limit or best.fu in (30, 40)
            assert not best.yakuman


def test_the_second_level_adds_open_hands_20_and_25_fu_and_the_dealer() -> None:
    made = list(asked(Sort.POINTS, 2, 200))
    best = [one.score.best for one in made if one.score.best]
    assert {20, 25} < {one.fu for one in best}
    assert all(one.limit or one.fu in (20, 25, 30, 40) for one in best)
    assert 60 < sum(not one.hand.is_closed for one in made) < 150
    assert 40 < sum(one.hand.is_dealer for one in made) < 120
    assert not any(one.hand.table.honba for one in made)


def test_the_third_level_teaches_50_fu_and_more_kans_honba_and_sticks() -> None:
    made = list(asked(Sort.POINTS, 3, 200))
    fu = [one.score.best.fu for one in made if one.score.best]
    assert sum(number >= 50 for number in fu) > 50
    assert max(fu) >= 80
    assert sum(meld.type.block is KAN for one in made for meld in one.hand.melds) > 30
    assert sum(one.hand.table.honba > 0 for one in made) > 30
    assert sum(one.hand.table.sticks > 1 for one in made) > 10


def test_the_fourth_level_has_everything() -> None:
    made = list(asked(Sort.POINTS, 4, 400, replace(PRESETS["mahjong_soul"])))
    scores = [one.score for one in made]
    assert sum(bool(one.liabilities) for one in scores) > 5
    assert any(one.best and one.best.yakuman > 1 for one in scores)
    assert sum(bool(set(one.hand.tiles) & set(RED_FIVES)) for one in made) > 80


def test_some_questions_for_yaku_show_a_hand_without_any() -> None:
    for level in LEVELS:
        without = sum(one.score.best is None for one in asked(Sort.YAKU, level, 100))
        assert 1 <= without <= 20


def test_waits_grow_with_the_level() -> None:
    waits = {level: [len(one.waits) for one in asked(Sort.WAITS, level, 60)] for level in LEVELS}
    assert max(waits[1]) == 2
    assert min(waits[3]) == 2
    assert min(waits[4]) == 3


def kind_of(topic: str) -> Sort:
    kinds = {Sort.FU: FU_TOPICS, Sort.YAKU: YAKU_TOPICS, Sort.WAITS: WAIT_TOPICS}
    return next((kind for kind, topics in kinds.items() if topic in topics), Sort.POINTS)


@pytest.mark.parametrize("topic", sorted(TOPICS))
def test_a_topic_that_is_asked_for_is_dealt(topic: str) -> None:
    for seed in "123":
        about(topic, kind_of(topic), seed, rules=PRESETS["m_league"] if topic == "suukantsu" else TENHOU)


@pytest.mark.parametrize(
    "rules",
    [
        *PRESETS.values(),
        replace(TENHOU, no_limit=True, ura_dora=False, ippatsu=False),
        replace(TENHOU, pinfu_tsumo="thirty_fu", counted_yakuman="unlimited"),
        replace(TENHOU, pinfu_tsumo="no_pinfu", red_fives=RedFives(0, 0, 4)),
        replace(PRESETS["tenhou_sanma"], nuki_dora="no"),
    ],
)
def test_rules_have_the_topics_that_can_be_dealt(rules: Rules) -> None:
    def is_dealt(topic: str) -> bool:
        sets = (DrillSet(kind_of(topic), 4, seed, rules, topics=(topic,)) for seed in "123")
        return any(topic in question(one, 0).topics for one in sets)

    assert {topic for topic in TOPICS if is_asked(topic, rules)} == {topic for topic in TOPICS if is_dealt(topic)}


def test_fixed_fu_are_no_topic() -> None:
    assert not [topic for topic in FU_TOPICS if is_asked(topic, replace(TENHOU, fu_fixed=30))]
