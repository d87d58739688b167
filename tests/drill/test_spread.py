"""Made hands look like recorded ones: the spread of han, fu, open and closed hands, waits, shapes and yaku.

The distance of two spreads is the share of hands that would have to change for one to become the other (total
variation); of yaku, of which a hand has several, half the differences of their frequencies, added up.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache

import pytest

from tests.drill.asked import LEVELS, asked
from tests.scoring.real_hands import is_there, real_hands
from webapp.drill.dealing import Wish, deal
from webapp.drill.levels import takes
from webapp.drill.questions import Sort
from webapp.drill.stream import Stream
from webapp.scoring.rules import TENHOU
from webapp.scoring.score import Score, ScoredReading, score

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not is_there(), reason="the recorded hands (shared/data/hands beside the repository) are not here"
    ),
]

HANDS = 4000
#: The largest distances of hands as they come from the recorded ones.
AS_THEY_COME = {"han": 0.08, "fu": 0.03, "is_closed": 0.03, "wait": 0.04, "shape": 0.03, "yaku": 0.08}
#: The largest distances of the hands of a level from the recorded ones that it takes: each level but the first has more
#: of what it teaches.
OF_LEVEL = {
    1: {"han": 0.17, "fu": 0.08, "is_closed": 0, "wait": 0.07, "shape": 0, "yaku": 0.16},
    2: {"han": 0.15, "fu": 0.24, "is_closed": 0.05, "wait": 0.13, "shape": 0.14, "yaku": 0.23},
    3: {"han": 0.18, "fu": 0.34, "is_closed": 0.12, "wait": 0.12, "shape": 0.04, "yaku": 0.37},
    4: {"han": 0.31, "fu": 0.28, "is_closed": 0.05, "wait": 0.12, "shape": 0.05, "yaku": 0.36},
}

Won = tuple[Score, ScoredReading]


def won(scores: Iterable[Score]) -> Iterator[Won]:
    for one in scores:
        if one.best:
            yield one, one.best


@cache
def recorded() -> list[Won]:
    hands = [case.hand for file in ("real-tenhou", "real-majiang") for case in real_hands(file) if not case.problems]
    return list(won(score(hand) for hand in hands if hand and hand.rules.players == 4))


@cache
def as_they_come() -> list[Won]:
    hands = [deal(Stream(f"spread {number}"), TENHOU, Wish()) for number in range(HANDS)]
    return list(won(score(hand) for hand in hands if hand))


def spread(hands: list[Won], fact: str) -> dict[object, float]:
    """How often each value of a fact occurs in a hand."""
    seen: Counter[object] = Counter()
    for one, best in hands:
        values: dict[str, list[object]] = {
            "han": [min(best.han, 13) if not best.yakuman else "yakuman"],
            "fu": [best.fu],
            "is_closed": [one.hand.is_closed],
            "wait": [best.reading.wait],
            "shape": [best.reading.shape],
            "yaku": [award.key for award in best.yaku],
        }
        seen.update(values[fact])
    return {value: number / len(hands) for value, number in seen.items()}


def distance(some: list[Won], others: list[Won], fact: str) -> float:
    one, other = spread(some, fact), spread(others, fact)
    return sum(abs(one.get(value, 0) - other.get(value, 0)) for value in {*one, *other}) / 2


@pytest.mark.parametrize("fact", AS_THEY_COME)
def test_hands_as_they_come_are_spread_like_recorded_ones(fact: str) -> None:
    assert distance(as_they_come(), recorded(), fact) <= AS_THEY_COME[fact]


@pytest.mark.parametrize("level", LEVELS)
def test_the_hands_of_a_level_are_near_the_recorded_ones_that_it_takes(level: int) -> None:
    made = list(won(one.score for one in asked(Sort.POINTS, level, HANDS // 4)))
    taken = [(one, best) for one, best in recorded() if takes(level, one, best)]
    far = {fact: round(distance(made, taken, fact), 3) for fact in OF_LEVEL[level]}
    assert far == {fact: pytest.approx(0, abs=most) for fact, most in OF_LEVEL[level].items()}
