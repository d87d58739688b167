"""A sample of the mutation run, and that it tells a mutant that is noticed from one that is not."""

import multiprocessing
import subprocess
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

import pytest

from tests import mutation

pytestmark = pytest.mark.ci

#: What is most at stake: what a hand is worth, and who pays it.
MODULES = ("fu", "points", "payments", "yaku")
SAMPLE = 6


@pytest.mark.slow
def test_small_changes_to_what_a_hand_is_worth_are_noticed() -> None:
    command = [sys.executable, "-m", "tests.mutation", *MODULES, "--sample", str(SAMPLE), "--jobs", "1"]
    done = subprocess.run(command, cwd=mutation.ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert f"{SAMPLE}" in done.stdout.splitlines()[-1]


def outcomes(module: str, line: str, changed: str) -> list[str]:
    """What becomes of a mutant that is made by hand; in a process without threads, as it forks."""
    mutation.prepare()
    found = [mutant for mutant in mutation.mutants(module) if mutant.diff == (f"-{line}", f"+{changed}")]
    return [outcome for _, outcome in mutation.run(found)]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("module", "line", "changed", "outcome"),
    [
        pytest.param("fu", "BASE = 20", "BASE = 21", mutation.KILLED, id="another number"),
        pytest.param("points", "TABLE_SIZE = 1 << 11", "TABLE_SIZE = 1 << 12", mutation.EXPLAINED, id="equivalent"),
    ],
)
def test_a_mutant_is_noticed_or_explained(module: str, line: str, changed: str, outcome: str) -> None:
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(outcomes, module, line, changed).result() == [outcome]


def test_one_survivor_is_enough_to_fail() -> None:
    assert mutation.report({"fu": Counter({mutation.KILLED: 99})}) == 0
    assert mutation.report({"fu": Counter({mutation.KILLED: 99, mutation.SURVIVED: 1})}) == 1


# -- the mutants -----------------------------------------------------------------------------------


def changed_lines(text: str) -> list[str]:
    return [mutant.diff[-1][1:].strip() for mutant in mutation.changes("some", text) if mutant.is_module]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        pytest.param("a = b + 3\n", {"a = None", "a = b - 3", "a = b + 4"}, id="operators and numbers"),
        pytest.param("f(a, b=c)\n", {"f(None, b=c)", "f(a, )"}, id="an argument less"),
        pytest.param("@f(1)\ndef g() -> None: ...\n", {"@f(2)", "@f(None)"}, id="decorators too"),
        pytest.param("x: int\n", set(), id="no annotations"),
        pytest.param(
            "'word', 'two words', '立直', 'Riichi'\n", {"'XXwordXX', 'two words', '立直', 'Riichi'"}, id="no texts"
        ),
    ],
)
def test_a_module_is_changed_in_these_ways(text: str, expected: set[str]) -> None:
    assert set(changed_lines(text)) == expected


def test_a_mutant_is_called_by_its_function_and_its_line() -> None:
    text = "class A:\n    def f(self):\n        return g(1, key=h) and 3\n"
    names = {mutant.name for mutant in mutation.changes("some", text)}
    assert {"some.A.f: return g(1, key=h) or 3", "some.A.f: without key=h"} <= names
