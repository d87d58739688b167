"""The points of a complete hand, whichever tile came last: always those of the score."""

from random import Random

import pytest

from tests.efficiency.hands import random_holding, spelled
from tests.efficiency.literal import points
from tests.scoring.hands import random_rules
from webapp.efficiency.holding import Holding
from webapp.efficiency.shanten import shanten
from webapp.efficiency.worth import CompleteHand, tsumo
from webapp.scoring.notation import parse_tiles
from webapp.scoring.rules import MAJIANG
from webapp.scoring.table import Table
from webapp.scoring.tiles import FIVES, KIND, RED_FIVES, Tile

HANDS = 2500


def complete_hands(number: int) -> list[Holding]:
    random = Random(5)
    many_rules = [random_rules(random) for _ in range(number // 50)]
    return [random_holding(random, 0, random.choice(many_rules)) for _ in range(number)]


@pytest.mark.slow
def test_every_last_tile_has_the_points_of_its_score() -> None:
    for held in complete_hands(HANDS):
        kinds = [KIND[tile] for tile in held.concealed]
        reds = sum(tile in RED_FIVES for tile in held.concealed)
        hand = CompleteHand(held, kinds)
        for last in set(held.concealed):
            assert hand.points(KIND[last], reds) == points(held, last), (spelled(held), last, held.rules.changed)


def test_red_fives_are_dora_whichever_they_are() -> None:
    for held in complete_hands(HANDS // 5):
        kinds = [KIND[tile] for tile in held.concealed]
        hand = CompleteHand(held, kinds)
        for reds in range(sum(kind in FIVES for kind in kinds) + 1):
            tiles = reddened(kinds, reds)
            assert hand.points(KIND[tiles[-1]], reds) == tsumo(held, tiles).points, (spelled(held), reds)


def reddened(kinds: list[Tile], reds: int) -> list[Tile]:
    tiles = list(kinds)
    for index, kind in enumerate(kinds):
        if kind in FIVES and reds:
            tiles[index] = RED_FIVES[FIVES.index(kind)]
            reds -= 1
    return tiles


def test_the_hands_are_complete_and_of_every_shape() -> None:
    hands = complete_hands(500)
    assert {shanten(held) for held in hands} == {-1}
    scores = [tsumo(held, held.concealed) for held in hands]
    assert len({scored.reading.shape for score in scores for scored in score.readings}) == 3


def test_nine_gates_are_true_by_the_tile_that_is_there_once_more() -> None:
    held = Holding(parse_tiles("1112345678999m1m"), table=Table(rules=MAJIANG))
    hand = CompleteHand(held, list(held.concealed))
    assert [hand.points(kind, 0) for kind in (0, 1, 8)] == [64000, 32000, 32000]
