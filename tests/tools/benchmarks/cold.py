"""What the first hands of a process take: nothing is known of any hand yet, and nothing is warm.

The processor's time from the start of the interpreter until the program is loaded, and then microseconds a hand of the
first hand, of the next 9, the next 90 and the next 900.
"""

import subprocess
import sys
from collections.abc import Sequence
from itertools import pairwise
from statistics import median
from typing import NamedTuple

from tests.tools.benchmarks import majiang
from tests.tools.benchmarks.scoring import sides
from tests.tools.benchmarks.sides import PROCESSES, fresh

UNTIL = (0, 1, 10, 100, 1000)
_MODULES = {
    "agari": "webapp.scoring.score",
    "mahjong": "mahjong.hand_calculating.hand",
    "riichienv": "riichienv",
}


class Cold(NamedTuple):
    """A row of the table: seconds to load a program, and microseconds a hand up to each of `UNTIL`."""

    name: str
    start: float
    hands: list[float]


def seconds_to_start(name: str) -> float:
    """The processor's time until the side of this name is loaded."""
    if name.startswith(majiang.NAME):
        return majiang.seconds_to_start()
    code = f"import time, {_MODULES[name.split()[0].strip(',')]}; print(time.process_time())"
    return float(subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout)


def first_hands(seed: int) -> dict[str, list[float]]:
    """Microseconds a hand, side by side, in a process that has scored nothing."""
    with sides(seed, UNTIL[-1]) as found:
        return {
            side.name: [side.run(first, last) / (last - first) / 1000 for first, last in pairwise(UNTIL)]
            for side in found.sides
        }


def measure(processes: int = PROCESSES) -> list[Cold]:
    """The medians over some processes."""
    runs = [fresh(first_hands, seed) for seed in range(processes)]
    return [
        Cold(
            name,
            median([seconds_to_start(name) for _ in range(processes)]),
            [median(each) for each in zip(*[run[name] for run in runs], strict=True)],
        )
        for name in runs[0]
    ]


def table(rows: Sequence[Cold]) -> str:
    """The rows as a table."""
    heads = ["1st hand", *[f"next {last - first}" for first, last in list(pairwise(UNTIL))[1:]]]
    lines = [f"{'':<34}{'start ms':>10}" + "".join(f"{head:>12}" for head in heads)]
    for name, start, hands in rows:
        lines.append(f"{name:<34}{1000 * start:>10.0f}" + "".join(f"{each:>9.1f} µs" for each in hands))
    return "\n".join(lines)
