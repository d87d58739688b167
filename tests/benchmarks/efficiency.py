"""How long the value of every discard takes, by shanten, and all scored waits beside a single score.

``python -m tests.benchmarks.efficiency``. The hands are dealt at random, 14 tiles and an indicator, by tenhou's
rules. Each is looked at with cold caches, as if it were the first hand ever; of several rounds the quickest counts,
in processor time, so that what else the machine does is left out.
"""

from collections.abc import Callable, Sequence
from random import Random
from statistics import median, quantiles
from time import thread_time_ns
from typing import NamedTuple

from tests.scoring.hands import but, random_win
from webapp.efficiency import suits, waits
from webapp.efficiency.discards import discards
from webapp.efficiency.holding import Holding
from webapp.efficiency.shanten import Nearest, shanten
from webapp.scoring import decompose
from webapp.scoring.rules import TENHOU
from webapp.scoring.score import score
from webapp.scoring.table import Table
from webapp.scoring.tiles import FIVES, KINDS, RED_FIVES, Tile

HANDS = 100
ROUNDS = 3
UNLIMITED = 10**9
#: The milliseconds that the median hand may take at each shanten.
LIMITS = {1: 2, 2: 2, 3: 6, 4: 40}
CACHES = [suits.suit_of, suits.copies_in, suits.members, waits._shape, decompose.meld_part]


class Speed(NamedTuple):
    """What was measured: what was asked, of how many hands, and milliseconds a hand."""

    name: str
    hands: int
    p50: float
    p95: float


def wall() -> list[Tile]:
    """All tiles, one five of each suit red."""
    red = dict(zip(FIVES, RED_FIVES, strict=True))
    return [red[kind] if copy == 0 and kind in red else kind for kind in KINDS for copy in range(4)]


def deal(number: int, seed: int = 1) -> dict[int, list[Holding]]:
    """So many random holdings of 14 tiles of each shanten that has a limit."""
    random = Random(seed)
    found: dict[int, list[Holding]] = {steps: [] for steps in LIMITS}
    while any(len(hands) < number for hands in found.values()):
        *tiles, indicator = random.sample(wall(), 15)
        held = Holding(tuple(tiles), table=Table(dora=(indicator,)))
        hands = found.get(shanten(held), [])
        if len(hands) < number:
            hands.append(held)
    return found


def tenpais(number: int, seed: int = 1) -> list[tuple[Holding, Tile]]:
    """So many random tenpais with a tile that each waits for."""
    random = Random(seed)
    won = [random_win(random, TENHOU).hand for _ in range(number)]
    return [(Holding(hand.concealed, hand.melds, hand.table), hand.win) for hand in won]


def fresh(held: Holding) -> Holding:
    """The same holding, with nothing known about it yet, nor about any of its suits."""
    for cached in CACHES:
        cached.cache_clear()
    for parts in decompose.SUIT_PARTS:
        parts.clear()
    return Holding(held.concealed, held.melds, held.table)


def timed(task: Callable[[Holding], object], hands: Sequence[Holding], rounds: int = ROUNDS) -> list[float]:
    """The milliseconds that each hand takes."""
    return [min(_once(task, fresh(held)) for _ in range(rounds)) for held in hands]


def _once(task: Callable[[Holding], object], held: Holding) -> float:
    start = thread_time_ns()
    task(held)
    return (thread_time_ns() - start) / 1e6


def speed(name: str, times: Sequence[float]) -> Speed:
    """The median and the slowest twentieth."""
    return Speed(name, len(times), median(times), quantiles(times, n=20)[-1])


def measure(number: int = HANDS, rounds: int = ROUNDS) -> list[Speed]:
    """All that is measured."""
    found = []
    for steps, hands in deal(number).items():
        found.append(
            speed(f"{steps}-shanten: ukeire", timed(lambda held: Nearest(held).advancing_after, hands, rounds))
        )
        found.append(speed(f"{steps}-shanten: values", timed(lambda held: discards(held, UNLIMITED), hands, rounds)))
    waiting = tenpais(number)
    last = dict(waiting)
    holdings = [held for held, _ in waiting]
    found.append(
        speed("one score", timed(lambda held: score(but(held.won_with(last[held]), rules=TENHOU)), holdings, rounds))
    )
    found.append(speed("all waits, scored", timed(waits.waits, holdings, rounds)))
    return found


def table(speeds: Sequence[Speed]) -> str:
    """The measurements as a table; the last line says how many scores all waits take."""
    lines = [f"{'':24}{'hands':>6}{'p50 ms':>10}{'p95 ms':>10}"]
    lines += [f"{each.name:24}{each.hands:6}{each.p50:10.3f}{each.p95:10.3f}" for each in speeds]
    return "\n".join([*lines, f"{'waits / score':24}{speeds[-1].p50 / speeds[-2].p50:16.2f}"])


if __name__ == "__main__":
    discards(deal(1)[1][0])
    print(table(measure()))
