"""The benchmark runs; how fast anything is, is no test."""

from tests.benchmarks.efficiency import LIMITS, deal, measure, table
from webapp.efficiency.holding import holding_problems
from webapp.efficiency.shanten import shanten


def test_the_hands_are_legal_and_of_every_shanten() -> None:
    dealt = deal(3)
    assert set(dealt) == set(LIMITS)
    for steps, hands in dealt.items():
        assert len(hands) == 3
        assert all(holding_problems(held) == () and shanten(held) == steps for held in hands)


def test_the_table_has_a_line_for_all_that_is_measured() -> None:
    speeds = measure(2, rounds=1)
    assert len(table(speeds).splitlines()) == len(speeds) + 2 == 2 * len(LIMITS) + 4
    assert all(0 < each.p50 <= each.p95 for each in speeds)
