"""The points of complete hands, looked up by their facts: always those of the score."""

from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from tests.efficiency import literal
from tests.efficiency.hands import holding, random_holding, spelled
from tests.examples import share
from tests.scoring.hands import random_rules
from tests.scoring.test_facts import MELDS, asked_of, by_tsumo, hands_of, questions
from webapp.efficiency.discards import value
from webapp.efficiency.holding import Holding
from webapp.efficiency.shanten import shanten
from webapp.efficiency.worth import Question, Worth, tsumo, won_by_tsumo
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.notation import parse_tiles
from webapp.scoring.reading import STANDARD, readings
from webapp.scoring.rules import MAJIANG, PRESETS, TENHOU, Rules
from webapp.scoring.table import Table
from webapp.scoring.tiles import FIVES, KIND, RED_FIVES, Kind, Tile, count

HANDS = 2500


def question_of(hand: WinningHand) -> Question:
    has_local = bool(hand.rules.local_yaku)
    first = readings(hand)[0]
    if first.shape is STANDARD:
        keys, does = zip(*questions(hand, has_local=has_local), strict=True)
        return keys, does
    key, last = asked_of(hand, first, has_local=has_local)
    return (key,), (last,)


def looked_up(worth: Worth, held: Holding, last: Tile) -> int:
    """The points of the concealed tiles of a holding, of which this one came last."""
    tiles = list(held.concealed)
    tiles.remove(last)
    question = question_of(won_by_tsumo(held, [KIND[tile] for tile in (*tiles, last)]))
    counts = count(KIND[tile] for tile in held.concealed)
    tsumos = worth.get(question) or worth.ask(question, counts, KIND[last])
    reds = sum(tile in RED_FIVES for tile in held.concealed)
    return tsumos[worth.other_dora + sum(worth.dora[KIND[tile]] for tile in held.concealed) + reds]


def complete_hands(number: int) -> list[Holding]:
    random = Random(5)
    many_rules = [random_rules(random) for _ in range(number // 50)]
    return [random_holding(random, 0, random.choice(many_rules)) for _ in range(number)]


def plain(held: Holding) -> Holding:
    """Without red fives among the concealed tiles: these are counted with the tiles."""
    return held.after(held.concealed, [KIND[tile] for tile in held.concealed])


@pytest.mark.slow
def test_every_last_tile_has_the_points_of_its_score() -> None:
    for held in complete_hands(share(HANDS)):
        worth = Worth(plain(held))
        for last in set(held.concealed):
            others = list(held.concealed)
            others.remove(last)
            points = tsumo(held, (*others, last)).points
            assert looked_up(worth, held, last) == points, (spelled(held), last, held.rules.changed)


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
def test_hands_that_share_a_score_have_its_points(preset: str) -> None:
    """Many hands beside the same melds, any of their fives red, with indicators that point to them."""
    random, rules = Random(preset), PRESETS[preset]
    for melds in MELDS:
        if rules.players == 3 and any(KIND[tile] in range(1, 8) for each in melds for tile in each.tiles):
            continue
        table = Table(random.randrange(2), random.randrange(rules.players), rules=rules, dora=(0, 11, 23, 27))
        worth = Worth(Holding((0, 0), melds, table))
        for _ in range(share(10)):
            made = hands_of(random, melds, rules)
            for tiles in (next(made) for _ in range(20)):
                held = Holding(reddened(random, tiles, rules), melds, table)
                last = random.choice(held.concealed)
                drawn = list(held.concealed)
                drawn.remove(last)
                points = tsumo(held, (*drawn, last)).points
                assert looked_up(worth, held, last) == points, (spelled(held), last)


def reddened(random: Random, tiles: list[Kind], rules: Rules) -> tuple[Tile, ...]:
    """The tiles with some of their fives red, as many as there can be of each suit."""
    room = Counter(dict(zip(FIVES, rules.red_fives, strict=True)))
    made = []
    for kind in tiles:
        is_red = room[kind] > 0 and random.random() < 0.5
        room[kind] -= is_red
        made.append(RED_FIVES[FIVES.index(kind)] if is_red else kind)
    return tuple(made)


def test_the_hands_are_complete_and_of_every_shape() -> None:
    hands = complete_hands(500)
    assert {shanten(held) for held in hands} == {-1}
    scores = [tsumo(held, held.concealed) for held in hands]
    assert len({scored.reading.shape for score in scores for scored in score.readings}) == 3


def test_nine_gates_are_true_by_the_tile_that_is_there_once_more() -> None:
    held = Holding(parse_tiles("1112345678999m1m"), table=Table(rules=MAJIANG))
    worth = Worth(held)
    assert [looked_up(worth, held, kind) for kind in (0, 1, 8)] == [64000, 32000, 32000]


def test_hands_with_equal_facts_are_scored_once() -> None:
    worth, table = Worth(Holding((0, 0))), Table()
    for first in (0, 1, 9, 10, 18):
        tiles = [first + rank for rank in (1, 2, 3)] + [*range(3, 6), *range(14, 17), *range(22, 25), 27, 27]
        question = question_of(by_tsumo(tiles, 3, (), table))
        worth.get(question) or worth.ask(question, count(tiles), 3)
    assert worth.scored < 5


@pytest.mark.parametrize("other", [{"round": "S"}, {"seat": "E"}, {"rules": replace(TENHOU, kiriage_mangan=True)}])
def test_points_kept_for_one_table_are_not_those_of_another(other: dict[str, Any]) -> None:
    """A triplet of the wind of the round is worth a han, and the dealer gets more."""
    tables: tuple[dict[str, Any], ...] = ({"round": "E", "seat": "S"}, {"round": "E", "seat": "S", **other})
    helds = [holding("34m456p789s11122z", **{"rules": TENHOU, **table}) for table in tables]
    values = [value(held) for held in helds]
    assert values == [literal.Values().of(held) for held in helds]


def test_only_a_closed_hand_has_riichi() -> None:
    for held, flags in (
        (holding("123456m789p11122z"), {Flag.RIICHI}),
        (holding("123456m22z", "chi 789p", "pon 111z"), set()),
    ):
        assert won_by_tsumo(held, held.concealed).flags == flags
