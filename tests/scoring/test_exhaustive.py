"""A slice of the exhaustive run, and that its shapes are all there are."""

from itertools import islice

import pytest

from tests.scoring.hands import win
from tests.tools import exhaustive
from webapp.scoring.decompose import decompose
from webapp.scoring.score import score as score_of

SLICE = 400


def test_as_many_shapes_are_built_as_others_count() -> None:
    assert exhaustive.built_number() == exhaustive.STANDARD_SHAPES
    assert exhaustive.every_shape() == 16_873_619


@pytest.mark.slow
def test_units_share_nothing_and_hold_only_hands() -> None:
    first, second = (list(islice(exhaustive.shapes(unit), 5000)) for unit in (7, 8))
    assert len({shape.counts for shape in first + second}) == 10_000
    assert all(len(decompose(shape.counts)) == shape.splits for shape in first)


@pytest.mark.slow
@pytest.mark.parametrize("unit", [0, 1])
def test_a_slice_of_all_shapes_keeps_every_law(unit: int) -> None:
    result = exhaustive.checked(unit, step=SLICE)
    assert result["faults"] == []
    assert result["standard"] > 200 < 10 * result["seven_pairs"]
    assert result["compared"] * exhaustive.COMPARED >= result["shapes"] > 300


def test_a_broken_law_is_seen() -> None:
    score = score_of(win("123m 456p 789s 222z 55m").hand)
    shape = exhaustive.Shape(score.readings[0].reading.counts, 1)
    assert exhaustive.broken(shape, score) == ""
    assert exhaustive.broken(shape._replace(splits=2), score) == "splits are missing or twice"
    assert exhaustive.broken(shape._replace(counts=shape.counts + 1), score) == "a reading does not rebuild the hand"
    lower = score._replace(readings=(score.readings[0]._replace(points=score.points + 100),))
    assert exhaustive.broken(shape, lower) == "the score table says otherwise"
    assert exhaustive.broken(shape, score._replace(readings=())) == "no reading"
