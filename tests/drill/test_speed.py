"""Making a question takes at most as long as two scoring taps."""

from collections.abc import Callable
from functools import partial
from time import thread_time_ns

import pytest

from tests.drill.asked import LEVELS
from tests.pages.site import post
from webapp.drill.questions import DrillSet, Sort, question

pytestmark = pytest.mark.slow

NUMBER = 60
TAP = {"hand": "234567m345p2267s8s", "by": "tsumo", "riichi": "1", "dora": "1s", "ura": "4p"}


def p95(times: list[int]) -> int:
    return sorted(times)[len(times) * 95 // 100]


def timed(do: Callable[[], object]) -> int:
    """The processor's nanoseconds."""
    start = thread_time_ns()
    do()
    return thread_time_ns() - start


def test_a_question_is_made_within_two_scoring_taps() -> None:
    post(TAP)
    taps: list[int] = []
    made: list[int] = []
    for number in range(NUMBER):
        taps.append(timed(lambda: post(TAP)))
        for kind in Sort:
            for level in LEVELS:
                asked = DrillSet(kind, level, f"speed {number}")
                made.append(timed(partial(question, asked, 0)))
    assert p95(made) <= 2 * p95(taps), (p95(made), p95(taps))
