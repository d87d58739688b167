"""Programs that are timed beside each other, and how: in turns, on the same questions, in one process.

A question is *new* when the process has not been asked it before. That is what a user meets: a table scores each hand
once. The process is warm by then: every side has answered as many other questions. After that the same questions are
asked again. The sides take turns batch by batch, so that a busy machine slows all of them. Only the processor's time
counts, not what other programs use of it.

A question can be new only once in a process, so several fresh processes measure, one after another, each with
another half of the questions for the warming. Of their figures the median counts; the range of the ratios is shown.
"""

import gc
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor
from contextlib import AbstractContextManager
from multiprocessing import get_context
from statistics import median
from time import thread_time_ns
from typing import NamedTuple, ParamSpec, Protocol, TypeVar

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

#: How many fresh processes measure, and how often each asks again.
PROCESSES, ROUNDS = 5, 3
#: How many questions one side answers before it is the next one's turn.
BATCH = 500


class Side(Protocol):
    """A program under its name, and a list of questions that are ready for it."""

    @property
    def name(self) -> str:
        """What the table calls it."""

    def run(self, first: int, last: int) -> int:
        """Answers the questions from `first` to before `last`; the nanoseconds of the processor that it took."""


class Tasks(NamedTuple):
    """A side in this process: for every question a call that answers it."""

    name: str
    tasks: Sequence[Callable[[], object]]

    def run(self, first: int, last: int) -> int:
        """Calls them one after another."""
        tasks = self.tasks[first:last]
        start = thread_time_ns()
        for task in tasks:
            task()
        return thread_time_ns() - start


class Sides(NamedTuple):
    """Programs that are asked the same questions, and how many questions there are."""

    sides: Sequence[Side]
    questions: int


#: Makes the sides ready, given a seed that shuffles the questions. Pickled by its name, so that another process has it.
Subject = Callable[[int], AbstractContextManager[Sides]]


class Times(NamedTuple):
    """What one process measured of a side: the nanoseconds of each batch, new and asked again (a median)."""

    name: str
    new: list[int]
    again: list[float]
    questions: int


def measure(found: Sides, rounds: int = ROUNDS, batch: int = BATCH) -> list[Times]:
    """Warms every side with the first half of the questions and times it with the other half."""
    half = found.questions // 2
    # What was prepared is not searched for garbage over and over, which would slow whoever's turn it is then.
    gc.collect()
    gc.freeze()
    _turns(found.sides, _batches(0, half, batch))
    timed = _batches(half, found.questions, batch)
    new, *again = [_turns(found.sides, timed) for _ in range(1 + rounds)]
    gc.unfreeze()
    return [
        Times(
            side.name,
            new[side.name],
            [median(times) for times in zip(*[run[side.name] for run in again], strict=True)],
            found.questions - half,
        )
        for side in found.sides
    ]


def _batches(first: int, last: int, size: int) -> list[tuple[int, int]]:
    return [(start, min(start + size, last)) for start in range(first, last, size)]


def _turns(sides: Sequence[Side], batches: Sequence[tuple[int, int]]) -> dict[str, list[int]]:
    """The time of every batch, by the side that answered it."""
    taken: dict[str, list[int]] = {side.name: [] for side in sides}
    for batch in batches:
        for side in sides:
            taken[side.name].append(side.run(*batch))
    return taken


def in_fresh_processes(subject: Subject, processes: int = PROCESSES, batch: int = BATCH) -> list[list[Times]]:
    """The times of every side as each of several new processes measures them, one process after another."""
    return [fresh(measured, subject, seed, batch) for seed in range(processes)]


def fresh(call: Callable[Arguments, Answer], *arguments: Arguments.args, **named: Arguments.kwargs) -> Answer:
    """What a call answers in a process that has done nothing else."""
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        return pool.submit(call, *arguments, **named).result()


def measured(subject: Subject, seed: int, batch: int) -> list[Times]:
    """The times of every side in this process."""
    with subject(seed) as found:
        return measure(found, batch=batch)


class Speed(NamedTuple):
    """A row of the table: microseconds a question new and again, and how many times as fast the first row is."""

    name: str
    new: float
    again: float
    times_new: list[float]
    times_again: list[float]


def speeds(runs: Sequence[Sequence[Times]]) -> list[Speed]:
    """The medians over some processes; the ratios are those of each process."""
    rows = []
    for same in zip(*runs, strict=True):
        new, again = ([_a_question(times, kind) for times in same] for kind in ("new", "again"))
        rows.append((same[0].name, new, again))
    _, our_new, our_again = rows[0]
    return [
        Speed(name, median(new), median(again), _ratios(new, our_new), _ratios(again, our_again))
        for name, new, again in rows
    ]


def _a_question(times: Times, kind: str) -> float:
    """Microseconds."""
    return float(sum(getattr(times, kind))) / times.questions / 1000


def _ratios(theirs: list[float], ours: list[float]) -> list[float]:
    return sorted(their / our for their, our in zip(theirs, ours, strict=True))


def table(rows: Sequence[Speed]) -> str:
    """The speeds as a table; with each ratio the lowest and the highest that any process measured."""
    lines = [f"{'':<34}{'new µs':>10}{'again µs':>10}   {'we are, new':<22}{'we are, again'}"]
    for name, new, again, times_new, times_again in rows:
        lines.append(f"{name:<34}{new:>10.2f}{again:>10.2f}   {_times(times_new):<22}{_times(times_again)}".rstrip())
    return "\n".join(lines)


def _times(ratios: list[float]) -> str:
    return f"{median(ratios):5.2f}× ({ratios[0]:.2f}-{ratios[-1]:.2f})"
