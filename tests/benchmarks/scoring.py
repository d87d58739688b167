"""How many hands a second we score, and how many the package `mahjong` from PyPI does, on the same hands.

Ours is the whole answer: every reading with its yaku, fu item by item and points, and who pays whom. Theirs is
`estimate_hand_value`, of hands already in its own tiles. The sides take turns for several rounds, so that a busy
machine slows both; of the rounds the median counts.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from random import Random
from statistics import median, quantiles
from time import perf_counter_ns
from typing import NamedTuple

from tests.scoring.hands import Win, random_win
from tests.scoring.peer import question
from tests.scoring.real_hands import is_there, real_hands
from webapp.scoring.payments import Payment
from webapp.scoring.rules import TENHOU
from webapp.scoring.score import score

HANDS = 4000
ROUNDS = 5
NANOSECONDS = 1_000_000_000


class Side(NamedTuple):
    """One of the two programs: its name, and for every hand a way to score it."""

    name: str
    tasks: Sequence[Callable[[], object]]


class Speed(NamedTuple):
    """What was measured of a side: hands a second when they are new and later on (median), microseconds a hand."""

    name: str
    first: float
    per_second: float
    p50: float
    p99: float


def hands(number: int) -> list[Win]:
    """So many hands as they are played, by tenhou's rules; dealt at random where no recorded ones are."""
    rules = replace(TENHOU, pao=frozenset(), multiple_ron=1)
    if is_there():
        cases = [case for file in ("real-tenhou", "real-majiang") for case in real_hands(file)]
        played = [case.hand for case in cases if case.hand and case.rules.players == 4 and not case.problems]
        return [Win(replace(hand, nth_ron=1), rules) for hand in Random(1).sample(played, min(number, len(played)))]
    random = Random(1)
    return [random_win(random, rules) for _ in range(number)]


def _payments(win: Win) -> tuple[Payment, ...]:
    return score(*win).payments


def sides(wins: Sequence[Win]) -> tuple[Side, Side]:
    """We and they, asked about the same hands."""
    questions = [question(*win) for win in wins]
    return Side("agari", [partial(_payments, win) for win in wins]), Side(
        "mahjong 2.1", [question.ask for question in questions]
    )


def timed(side: Side) -> list[int]:
    """Nanoseconds for each hand."""
    clock = perf_counter_ns
    taken = []
    for task in side.tasks:
        start = clock()
        task()
        taken.append(clock() - start)
    return taken


def measure(wins: Sequence[Win], rounds: int = ROUNDS) -> list[Speed]:
    """How fast each side is: in the first round, before either has kept anything, and in the rounds after it."""
    both = sides(wins)
    measured: dict[str, list[list[int]]] = {side.name: [] for side in both}
    for _ in range(1 + rounds):
        for side in both:
            measured[side.name].append(timed(side))
    return [_speed(name, *runs) for name, runs in measured.items()]


def _speed(name: str, first: list[int], *runs: list[int]) -> Speed:
    each = sorted(median(times) / 1000 for times in zip(*runs, strict=True))
    percentiles = quantiles(each, n=100, method="inclusive")
    return Speed(name, _per_second(first), median(map(_per_second, runs)), percentiles[49], percentiles[98])


def _per_second(run: list[int]) -> float:
    return NANOSECONDS * len(run) / sum(run)


def table(speeds: Sequence[Speed]) -> str:
    """The speeds as a table; how many times as fast as the last side each is."""
    last = speeds[-1].per_second
    rows = [f"{'':<12} {'new hands/s':>12} {'hands/s':>9} {'p50 µs':>8} {'p99 µs':>8} {'ratio':>6}"]
    for name, first, per_second, p50, p99 in speeds:
        rows.append(f"{name:<12} {first:>12,.0f} {per_second:>9,.0f} {p50:>8.1f} {p99:>8.1f} {per_second / last:>6.1f}")
    return "\n".join(rows)
