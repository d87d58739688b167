"""What values and chances by turn cost for hands far from tenpai, and how many hands have them.

``python -m tests.tools.benchmarks.values [--tree PATH] [--search SECONDS]``. `--tree` is another checkout, which is
measured in turns on the same hands, without a budget. `--search` looks for the costliest request instead: it changes
one tile of a hand, and keeps and changes again whatever costs more.

Each checkout answers in a process of its own. Times are processor time; a *tap* is the scoring of a hand not seen
before, timed between the questions, so that the speed of the machine counts for little.
"""

import argparse
import gc
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from statistics import median, quantiles
from time import monotonic, process_time
from typing import IO, Any, NamedTuple

from werkzeug.test import run_wsgi_app

ROOT = Path(__file__).parents[3]
SEED = 77
UNLIMITED = 10**9
#: How many taps a request may cost.
BOUND = 60
#: The first hands warm the processes and are not counted.
WARM = 10
#: Changes without success after which the search begins with another hand, and hands that it chooses the costliest of.
PATIENCE, STARTS = 25, 12

#: Tiles, an indicator last.
Deal = tuple[int, ...]


class Question(NamedTuple):
    """A row of the table: what is asked, of which shanten, of how many hands; `both`: of the other checkout too."""

    what: str
    shanten: int
    hands: int
    both: bool = False


QUESTIONS = (
    Question("values", 3, 150, True),
    Question("values", 4, 120, True),
    Question("values within the budget", 4, 300),
    Question("chances", 3, 100, True),
    Question("page", 3, 100),
    Question("page", 4, 60),
    Question("page", 5, 15),
)


# -- the process that answers ----------------------------------------------------------------------


def _holding(deal: Any) -> Any:
    from webapp.efficiency.holding import Holding
    from webapp.scoring.table import Table

    return deal if isinstance(deal, Holding) else Holding(deal[:14], table=Table(dora=deal[14:]))


def _values(deal: Deal, budget: int = UNLIMITED) -> bool:
    from webapp.efficiency.discards import discards

    return discards(_holding(deal), budget).value is not None


def _within_budget(deal: Deal) -> bool:
    from webapp.efficiency.discards import BUDGET

    return _values(deal, BUDGET)


def _chances(deal: Deal) -> bool:
    from webapp.efficiency.turns import turns

    return bool(turns(_holding(deal), UNLIMITED))


def _page(deal: Deal) -> bool:
    """What the page asks for: values, tenpais and chances, as far as they are worth it."""
    from webapp.pages.calculator.advice import with_values

    return bool(with_values(_holding(deal), 18).courses)


def _reply(deal: Deal) -> bool:
    """What the API answers, with chances."""
    from webapp.pages.api.worker_tasks import discards_reply

    return bool(discards_reply(_holding(deal), 18))


ANSWERS: dict[str, Callable[[Any], bool]] = {
    "values": _values,
    "values within the budget": _within_budget,
    "chances": _chances,
    "page": _page,
    "reply": _reply,
}


def answer(asked: IO[bytes], answers: IO[bytes]) -> None:
    """Answers what is asked: the name of a question and a hand; the seconds that it took, and whether it is known."""
    for what in ("values", "chances"):  # imports what they need
        ANSWERS[what]((*range(14), 30))
    gc.collect()
    gc.freeze()
    while True:
        try:
            what, deal = pickle.load(asked)
        except EOFError:
            return
        start = process_time()
        known = ANSWERS[what](deal)
        pickle.dump((process_time() - start, known), answers)
        answers.flush()


class Answer(NamedTuple):
    """How long an answer took, and whether there was one."""

    seconds: float
    known: bool


class Checkout:
    """A checkout in a process of its own."""

    def __init__(self, tree: Path) -> None:
        """Starts it; this file runs there, with the application of that checkout."""
        environ = {**os.environ, "PYTHONPATH": str(tree), "PYTHONHASHSEED": "0"}
        command = [sys.executable, "-P", __file__, "--answer"]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=tree, env=environ)

    def ask(self, what: str, deal: object) -> Answer:
        """The answer to one question."""
        asked, answers = self.process.stdin, self.process.stdout
        assert asked
        assert answers
        pickle.dump((what, deal), asked)
        asked.flush()
        return Answer(*pickle.load(answers))

    def end(self) -> None:
        """Ends its process."""
        with self.process:
            pass  # closes its pipes and waits


@contextmanager
def checkouts(*trees: Path) -> Iterator[list[Checkout]]:
    """Some checkouts that answer as long as this lasts."""
    made = [Checkout(tree) for tree in trees]
    try:
        yield made
    finally:
        for each in made:
            each.end()


# -- taps ------------------------------------------------------------------------------------------


class Taps:
    """Times scoring taps in this process, each of a new hand."""

    def __init__(self) -> None:
        """Warms the application."""
        from webapp import create_app

        self._app, self._random = create_app().wsgi_app, Random(1)
        self._seconds: list[float] = []
        for _ in range(50):
            self.tap()
        self._seconds.clear()

    def tap(self) -> None:
        """Times one."""
        from tests.scoring.hands import random_win
        from tests.tools.benchmarks.server import WIN, entered, tap
        from webapp.scoring.rules import TENHOU

        environ = tap(WIN, list(entered(random_win(self._random, TENHOU).hand))[-1]).environ
        start = process_time()
        b"".join(run_wsgi_app(self._app, environ)[0])
        self._seconds.append(process_time() - start)

    @property
    def seconds(self) -> float:
        """The median of the last ones."""
        return median(self._seconds[-200:])


# -- the table -------------------------------------------------------------------------------------


def _spread(seconds: Sequence[float]) -> tuple[float, float, float]:
    return median(seconds), quantiles(seconds, n=20, method="inclusive")[-1], max(seconds)


def _row(name: str, answers: Sequence[Answer], tap: float) -> str:
    times = _spread([each.seconds for each in answers])
    shown = "".join(f"{1000 * each:9.1f}" for each in times) + "".join(f"{each / tap:8.1f}" for each in times)
    return f"{name:<44}{shown}{sum(each.known for each in answers):7} of {len(answers)}"


def report(tree: Path | None = None, seed: int = SEED, questions: Sequence[Question] = QUESTIONS) -> None:
    """Prints the table; with another checkout two rows of a question, and our times divided by its."""
    from tests.tools.benchmarks.questions import dealt_by_shanten

    taps = Taps()
    heads = "".join(f"{each:>9}" for each in ("p50 ms", "p95", "most")) + "".join(
        f"{each:>8}" for each in ("p50 taps", "p95", "most")
    )
    print(f"{'':<44}{heads}  known")
    for question in questions:
        deals = dealt_by_shanten(seed, question.hands + WARM, [question.shanten])
        with checkouts(ROOT, *[tree] * question.both if tree else ()) as asked:
            answers = _in_turns(asked, question.what, deals, taps)
        name = f"{question.what}, {question.shanten}-shanten"
        for label, each in zip((name, f"{name}, before"), answers, strict=False):
            print(_row(label, each, taps.seconds), flush=True)
        if len(answers) > 1:
            ours, theirs = (_spread([each.seconds for each in one]) for one in answers)
            ratios = " / ".join(f"{our / their:.2f}" for our, their in zip(ours, theirs, strict=True))
            print(f"{'':<44}{ratios} of before", flush=True)
    print(f"a tap {1000 * taps.seconds:.2f} ms; load {os.getloadavg()[0]:.1f}")


def _in_turns(asked: Sequence[Checkout], what: str, deals: Sequence[Deal], taps: Taps) -> list[list[Answer]]:
    """The answers of each checkout, hand by hand."""
    answers: list[list[Answer]] = [[] for _ in asked]
    for number, deal in enumerate(deals):
        for index in range(len(asked)):
            turn = (index + number) % len(asked)
            answers[turn].append(asked[turn].ask(what, deal))
        taps.tap()
    return [each[WARM:] for each in answers]


# -- the search ------------------------------------------------------------------------------------


def search(seconds: float, seed: int) -> None:
    """Looks for the costliest page or reply, and prints what costs more than all before."""
    from tests.efficiency.hands import spelled

    random, taps, most, tried, over = Random(seed), Taps(), 0.0, 0, 0
    end = monotonic() + seconds
    with checkouts(ROOT) as (here,):

        def cost(held: Any) -> float:
            nonlocal most, tried, over
            taps.tap()
            taken = _taken(here, held) / taps.seconds
            if taken > BOUND:  # what others do can double a single time
                with checkouts(ROOT) as (fresh,):
                    taken = min(taken, _taken(fresh, held) / taps.seconds)
            tried, over = tried + 1, over + (taken > BOUND)
            if taken > most:
                most = taken
                print(f"{taken:6.1f} taps: {spelled(held)}", flush=True)
            return taken

        while monotonic() < end:
            _climb(random, cost, end)
    print(f"{tried} hands, {over} over {BOUND} taps; a tap {1000 * taps.seconds:.2f} ms; load {os.getloadavg()[0]:.1f}")


def _taken(checkout: Checkout, held: Any) -> float:
    """The seconds of the page or the reply, whichever takes longer."""
    return max(checkout.ask(what, held).seconds for what in ("page", "reply"))


def _climb(random: Random, cost: Callable[[Any], float], end: float) -> None:
    """Changes the costliest of some hands until nothing more is gained."""
    best = max([(cost(held), number, held) for number, held in enumerate(_starts(random))])
    known, held, failed = best[0], best[2], 0
    while failed < PATIENCE and monotonic() < end:
        other = _changed(held, random)
        taken = cost(other)
        known, held, failed = (taken, other, 0) if taken > known else (known, held, failed + 1)


def _starts(random: Random) -> list[Any]:
    from tests.efficiency.hands import random_holding
    from webapp.scoring.rules import PRESETS

    return [random_holding(random, random.randint(3, 6), random.choice(list(PRESETS.values()))) for _ in range(STARTS)]


def _changed(held: Any, random: Random) -> Any:
    """One tile exchanged for one that is left."""
    from webapp.scoring.tiles import Tile

    wall: list[Tile] = [tile for tile, left in enumerate(held.left) for _ in range(left)]
    index = random.randrange(len(held.concealed))
    tiles = (*held.concealed[:index], random.choice(wall), *held.concealed[index + 1 :])
    return replace(held, concealed=tiles)


def main(arguments: Sequence[str] | None = None) -> None:
    """Measures, or searches."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.benchmarks.values", description=__doc__)
    parser.add_argument("--tree", type=Path, help="another checkout to be measured in turns")
    parser.add_argument("--search", type=float, metavar="SECONDS", help="look for the costliest request")
    parser.add_argument("--seed", type=int, default=SEED, help="other hands (default: %(default)s)")
    parser.add_argument("--answer", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.answer:
        answer(sys.stdin.buffer, sys.stdout.buffer)
    elif options.search:
        search(options.search, options.seed)
    else:
        report(options.tree.resolve() if options.tree else None, options.seed)


if __name__ == "__main__":
    main()
