"""Where the time of one score goes: the engine's stages, each timed with all that come before it.

``python -m tests.tools.benchmarks.stages``. The time of a stage is the difference to the stage before, on the same
hands in the same rounds, in processor time; of several rounds the quickest counts. A stage called alone, again and
again, would look quicker than it is, since the processor then has nothing else in its caches.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from time import thread_time_ns
from typing import NamedTuple

from tests.scoring.peer import question
from tests.tools.benchmarks.questions import won_hands
from webapp.scoring.awards import awards
from webapp.scoring.decompose import decompose
from webapp.scoring.dora import dora_han
from webapp.scoring.fu import fu_of
from webapp.scoring.hand import WinningHand
from webapp.scoring.reading import Reading, readings
from webapp.scoring.score import score
from webapp.scoring.tiles import KIND, ONE, count

HANDS = 2000
ROUNDS = 25


class Stage(NamedTuple):
    """A stage and the microseconds of a hand that it takes."""

    name: str
    microseconds: float


def _split(hand: WinningHand) -> object:
    return decompose(count(hand.concealed) + ONE[KIND[hand.win]])


def _with_dora(hand: WinningHand) -> list[Reading]:
    found = readings(hand)
    dora_han(hand, found[0].counts)
    return found


def _with_yaku(hand: WinningHand) -> list[Reading]:
    found = _with_dora(hand)
    for reading in found:
        awards(reading)
    return found


def _with_fu(hand: WinningHand) -> list[Reading]:
    found = _with_dora(hand)
    for reading in found:
        awards(reading)
        fu_of(reading)
    return found


def _with_payments(hand: WinningHand) -> object:
    return score(hand).payments


#: Each does what the one before does, and more.
STAGES: dict[str, Callable[[WinningHand], object]] = {
    "nothing but the call": lambda hand: None,
    "count, split the suits": _split,
    "readings and their facts": readings,
    "dora": _with_dora,
    "yaku": _with_yaku,
    "fu": _with_fu,
    "points, order, result": score,
    "payments": _with_payments,
}


def measure(hands: Sequence[WinningHand], rounds: int = ROUNDS) -> list[Stage]:
    """What each stage takes."""
    quickest = dict.fromkeys(STAGES, 10**12)
    for _ in range(rounds):
        for name, stage in STAGES.items():
            start = thread_time_ns()
            for hand in hands:
                stage(hand)
            quickest[name] = min(quickest[name], thread_time_ns() - start)
    until = {name: nanoseconds / len(hands) / 1000 for name, nanoseconds in quickest.items()}
    return [Stage(name, until[name] - until[before]) for before, name in pairwise(STAGES)]


def peer(hands: Sequence[WinningHand], rounds: int = 5) -> float:
    """The microseconds of a hand that `mahjong` takes, for its one reading."""
    asked = [question(hand).ask for hand in hands]
    quickest = 10**12
    for _ in range(rounds):
        start = thread_time_ns()
        for ask in asked:
            ask()
        quickest = min(quickest, thread_time_ns() - start)
    return quickest / len(hands) / 1000


def table(stages: Sequence[Stage], theirs: float) -> str:
    """The stages as a table, and what `mahjong` takes beside a score."""
    whole = sum(stage.microseconds for stage in stages[:-1])
    rows = [f"{stage.name:<26} {stage.microseconds:>6.2f} {stage.microseconds / whole:>6.0%}" for stage in stages]
    rows.insert(-1, f"{'a score':<26} {whole:>6.2f}")
    return "\n".join(
        [f"{'':<26} {'µs':>6} {'share':>6}", *rows, f"{'mahjong':<26} {theirs:>6.2f} {theirs / whole:>5.1f}×"]
    )


if __name__ == "__main__":
    sample = won_hands(1, HANDS)
    print(table(measure(sample), peer(sample)))
