"""The benchmark of the store measures what it says, if only a little of it."""

from pathlib import Path

import pytest

from tests.benchmarks import store


def test_every_row_is_measured(tmp_path: Path) -> None:
    speeds = store.measure(str(tmp_path / "agari.db"), events=4)
    assert len({speed.name for speed in speeds}) == 10
    assert all(0 < speed.p50 <= speed.p95 for speed in speeds)
    assert store.table(speeds).count("\n") == 10


@pytest.mark.ci
def test_every_step_says_its_memory() -> None:
    assert list(store.memory()) == list(store.STEPS)
