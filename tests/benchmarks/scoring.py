"""How many hands a second we score, and how many other programs do, on the same hands.

Ours is every reading with its yaku, fu item by item and points, alone and with who pays whom. Theirs is the best
reading: `estimate_hand_value` of PyPI's `mahjong`, `HandEvaluator.calc` of `riichienv` (Rust), `hule` of npm's
majiang-core (with the payments); each is given the hands in its own form before the clock starts. The last two are
timed where they are installed (the extra ``[bench]``; ``npm ci --prefix tests/benchmarks/majiang``).
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from importlib.util import find_spec
from random import Random

from tests.benchmarks import majiang
from tests.benchmarks.sides import Side, Tasks
from tests.scoring.hands import Win, but, random_win
from tests.scoring.peer import question
from tests.scoring.real_hands import is_there, real_hands
from webapp.scoring.payments import Payment
from webapp.scoring.rules import TENHOU
from webapp.scoring.score import score

HANDS = 4000
ROUNDS = 5


def hands(number: int) -> list[Win]:
    """So many hands as they are played, by tenhou's rules; dealt at random where no recorded ones are."""
    rules = replace(TENHOU, pao=frozenset(), multiple_ron=1)
    if is_there():
        cases = [case for file in ("real-tenhou", "real-majiang") for case in real_hands(file)]
        played = [case.hand for case in cases if case.hand and case.rules.players == 4 and not case.problems]
        return [Win(but(hand, nth_ron=1, rules=rules)) for hand in Random(1).sample(played, min(number, len(played)))]
    random = Random(1)
    return [random_win(random, rules) for _ in range(number)]


def _payments(win: Win) -> tuple[Payment, ...]:
    return score(win.hand).payments


@contextmanager
def sides(wins: Sequence[Win]) -> Iterator[list[Side]]:
    """We and they, asked about the same hands."""
    found: list[Side] = [
        Tasks("agari", [partial(score, *win) for win in wins]),
        Tasks("agari with payments", [partial(_payments, win) for win in wins]),
        Tasks("mahjong 2.1", [question(win.hand).ask for win in wins]),
    ]
    if find_spec("riichienv"):
        from tests.benchmarks.riichienv import tasks

        found.append(Tasks("riichienv (Rust)", tasks(wins)))
    if not majiang.is_there():
        yield found
        return
    with majiang.Majiang("hule", [win.hand for win in wins]) as side:
        yield [*found, side]
