"""Programs that are timed side by side, and how: in turns, on the same hands, in one run.

Each side does the same work round after round. The sides take turns, so that a busy machine slows all of them; of the
rounds the median counts. The first round is told apart: before it nothing has been kept.
"""

from collections.abc import Callable, Sequence
from statistics import median, quantiles
from time import perf_counter_ns
from typing import NamedTuple, Protocol

NANOSECONDS = 1_000_000_000


class Side(Protocol):
    """A program under its name, and one round of its work: nanoseconds for each hand."""

    @property
    def name(self) -> str:
        """How the table calls it."""

    def round(self) -> list[int]:
        """Does the work once for every hand."""


class Tasks(NamedTuple):
    """A side of Python: for every hand a call that does the work."""

    name: str
    tasks: Sequence[Callable[[], object]]

    def round(self) -> list[int]:
        """Calls them all."""
        clock = perf_counter_ns
        taken = []
        for task in self.tasks:
            start = clock()
            task()
            taken.append(clock() - start)
        return taken


class Speed(NamedTuple):
    """What was measured of a side: hands a second when they are new and later on (median), microseconds a hand."""

    name: str
    first: float
    per_second: float
    p50: float
    p99: float


def measure(sides: Sequence[Side], rounds: int) -> list[Speed]:
    """How fast each side is, after a first round that is told apart."""
    measured: dict[str, list[list[int]]] = {side.name: [] for side in sides}
    for _ in range(1 + rounds):
        for side in sides:
            measured[side.name].append(side.round())
    return [_speed(name, *runs) for name, runs in measured.items()]


def _speed(name: str, first: list[int], *runs: list[int]) -> Speed:
    each = sorted(median(times) / 1000 for times in zip(*runs, strict=True))
    percentiles = quantiles(each, n=100, method="inclusive")
    return Speed(name, _per_second(first), median(map(_per_second, runs)), percentiles[49], percentiles[98])


def _per_second(run: list[int]) -> float:
    return NANOSECONDS * len(run) / sum(run)


def table(speeds: Sequence[Speed]) -> str:
    """The speeds as a table; how many times as fast as each side the first one is, by the medians of a hand."""
    ours = speeds[0].p50
    rows = [f"{'':<22} {'new hands/s':>12} {'hands/s':>9} {'p50 µs':>8} {'p99 µs':>8} {'we are':>7}"]
    for name, first, per_second, p50, p99 in speeds:
        rows.append(f"{name:<22} {first:>12,.0f} {per_second:>9,.0f} {p50:>8.1f} {p99:>8.1f} {p50 / ours:>6.2f}×")
    return "\n".join(rows)
