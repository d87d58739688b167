"""How long a hand takes us to score, and other programs.

Ours is every reading with its yaku, fu and points; `explained` adds the fu item by item and who pays whom. Theirs is
the best reading: `estimate_hand_value` of PyPI's `mahjong`, `HandEvaluator.calc` of `riichienv` (Rust), `hule` of npm's
majiang-core (with the payments). Each is given the hands in its own form before the clock starts. The last two are
timed where they are installed (extra ``[bench]``; ``npm ci --prefix tests/tools/benchmarks/majiang``).
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib.util import find_spec

from tests.scoring.peer import question
from tests.tools.benchmarks import majiang
from tests.tools.benchmarks.questions import MADE, won_hands
from tests.tools.benchmarks.sides import Side, Sides, Tasks
from webapp.scoring.hand import WinningHand
from webapp.scoring.score import Score, score


def explained(hand: WinningHand) -> Score:
    """The score of a hand, with all that a page can ask it: the fu of each reading item by item, who pays whom."""
    found = score(hand)
    for reading in found.readings:
        _ = reading.fu_items
    _ = found.payments
    return found


@contextmanager
def sides(seed: int, number: int = MADE, ours: Callable[[WinningHand], Score] = score) -> Iterator[Sides]:
    """We and the others, asked about the same hands."""
    hands = won_hands(seed, number)
    found: list[Side] = [
        Tasks("agari", [partial(ours, hand) for hand in hands]),
        Tasks("mahjong 2.1", [question(hand).ask for hand in hands]),
    ]
    if find_spec("riichienv"):
        from tests.tools.benchmarks.riichienv import tasks

        found.append(Tasks("riichienv 0.4 (Rust)", tasks(hands)))
    if not majiang.is_there():
        yield Sides(found, len(hands))
        return
    with majiang.Majiang("hule", hands) as side:
        yield Sides([*found, side], len(hands))
