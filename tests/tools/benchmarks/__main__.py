"""``python -m tests.tools.benchmarks``: a table for each thing that is timed, all programs in one run.

``python -m tests.tools.benchmarks scoring shanten`` prints only these.
"""

import sys
from collections.abc import Callable
from functools import partial

from tests.tools.benchmarks import cold, game, majiang, scoring, server, shanten, stages, store, values
from tests.tools.benchmarks.questions import origin, won_hands
from tests.tools.benchmarks.sides import Subject, in_fresh_processes, speeds, table

HEAD = (
    "New: not asked before in a process that has answered as many others. Again: the same questions once more.\n"
    "Microseconds of the processor for one question; the ratios with their range over several fresh processes."
)


def _sides(title: str, subject: Subject, batch: int = 500) -> None:
    print(f"\n{title}\n\n{table(speeds(in_fresh_processes(subject, batch=batch)))}")


def _cold() -> None:
    print(f"\nThe first hands of a process\n\n{cold.table(cold.measure())}")


def _stages() -> None:
    wins = won_hands(1, stages.HANDS)
    print("\nWhere the time of a score goes, hands asked again, the quickest of a few rounds\n")
    print(stages.table(stages.measure(wins), stages.peer(wins)))


def _server() -> None:
    print(f"\nThe server, in this process, the processor's time; {server.ROUNDS} rounds\n")
    print(server.table(server.measure()))


PARTS: dict[str, Callable[[], None]] = {
    "scoring": partial(_sides, f"The score of {origin()} hands", scoring.sides),
    "explained": partial(
        _sides,
        "The same, ours with the fu item by item and the payments",
        partial(scoring.sides, ours=scoring.explained),
    ),
    "cold": _cold,
    "shanten": partial(_sides, "The shanten of random hands of 14 tiles", shanten.shanten_sides),
    "waits": partial(_sides, f"All waits of {origin()} tenpais, scored by ron and by tsumo", shanten.waits_sides),
    "discards": partial(
        _sides, "The ukeire after every discard of 14 tiles, from 1 to 4-shanten", shanten.discards_sides, 4
    ),
    "values": values.report,
    "stages": _stages,
    "server": _server,
    "game": game.report,
    "store": store.report,
}

if __name__ == "__main__":
    print(HEAD)
    if not majiang.is_there():
        print(f"majiang-core is left out: it is not installed ({majiang.INSTALL}).")
    for part in sys.argv[1:] or PARTS:
        PARTS[part]()
