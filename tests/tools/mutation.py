"""Small changes to the modules of `webapp`, each of which a test must notice.

``python -m tests.tools.mutation [package or module …] [--sample N] [--seed N] [--jobs N] [--killers FILE]``

The changes are those of mutmut: another operator, another number, an argument less … It makes them in functions without
decorators only, and here every rule has one; so its operators are applied to whole modules, and each changed module
(a *mutant*) is run against the tests in a process of its own: first what killed mutants of the same function before and
the tests of the module, then all others of its package. The engine is run without the web and the folder of real hands,
other packages without slow tests and PostgreSQL. Texts for people, annotations and imports are left as they are. As
long as mutmut skips such functions, it cannot take the place of this runner.

A mutant that survives is printed, and the exit status is 1. One that cannot be killed, as it means the same, is listed
with its reason in `mutation_equivalent.txt`, by its function and its changed lines, and is not run.
"""

import argparse
import difflib
import gc
import importlib.abc
import importlib.util
import os
import re
import resource
import signal
import sys
from collections import Counter, deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import libcst
import pytest
from hypothesis import HealthCheck, Phase, settings
from mutmut.mutation.mutators import mutation_operators

ROOT = Path(__file__).parents[2]
WEBAPP = ROOT / "webapp"
EQUIVALENT = Path(__file__).parent / "mutation_equivalent.txt"
#: The packages of the engine with the folders of their tests. Every other package is tested by the folder of its name.
FOLDERS = {"scoring": ("scoring", "formats", "documents"), "efficiency": ("efficiency",)}
#: All modules of packages that have tests of their own: ``scoring/fu``, ``pages/game/forms``.
MODULES = sorted(
    path.relative_to(WEBAPP).with_suffix("").as_posix()
    for path in WEBAPP.rglob("[!_]*.py")
    if path.parent != WEBAPP and (ROOT / "tests" / path.parent.relative_to(WEBAPP)).is_dir()
)
#: The tests that look after a module first, where they are not named after it.
FIRST = {"levels": "discards", "prospect": "discards", "last_draws": "discards"}
#: Those that need a browser's page or the folder of real hands, and those that take long and so come last.
LEFT_OUT = {"tests/scoring/test_real_hands.py", "tests/efficiency/test_expected_values.py"}
SLOW = ("test_decompose.py", "test_laws.py", "test_peer.py", "test_near.py", "test_yaku_hints.py")
#: What the names of single tests that take long have in common.
LONG = "literal_recursion"
#: Seconds of processor time, seconds, and bytes: what only an endless loop uses up.
SOON, LATE, WAITING, MEMORY = 60, 240, 600, 4 << 30
_PLUGINS = "cacheprovider debugging doctest faulthandler junitxml logging pastebin threadexception unraisableexception"
#: Without the options of the project: they speak of plugins, which are not loaded here.
_OWN = ["-oaddopts=", "--import-mode=importlib"]
_BRIEF = [*_OWN, "-x", "-q", "--tb=no", "--assert=plain"]
OF_ENGINE = [*_BRIEF, "--noconftest", *(f"-pno:{name}" for name in _PLUGINS.split())]
OF_OTHERS = [*_BRIEF, "-m", "not slow", "-pno:cacheprovider"]
#: How many tests are remembered that killed mutants of a function.
REMEMBERED = 3

KILLED, TIMED_OUT, SURVIVED, EXPLAINED = "killed", "timed out", "survived", "explained"


# -- the mutants -----------------------------------------------------------------------------------


@dataclass(frozen=True, eq=False)
class Mutant:
    """A module with one change: where, and which node of its tree became which."""

    module: str
    function: str
    tree: libcst.Module
    node: libcst.CSTNode
    changed: libcst.CSTNode

    @cached_property
    def source(self) -> str:
        """The whole text of the changed module."""
        whole = self.tree.deep_replace(self.node, self.changed)
        assert isinstance(whole, libcst.Module)
        return whole.code

    @cached_property
    def diff(self) -> tuple[str, ...]:
        """The lines that went (``-``) and came (``+``)."""
        lines = difflib.unified_diff(self.tree.code.splitlines(), self.source.splitlines(), n=0, lineterm="")
        return tuple(line for line in list(lines)[2:] if line[0] in "+-")

    @property
    def name(self) -> str:
        """What it is called in the list of equivalent ones: the argument that went, or the line that came."""
        if isinstance(self.node, libcst.Call) and isinstance(self.changed, libcst.Call):
            went = [argument for argument in self.node.args if argument not in self.changed.args]
            if len(self.changed.args) < len(self.node.args):
                return f"{self.function}: without {' '.join(self.tree.code_for_node(went[0]).split()).rstrip(',')}"
        came = [line[1:].strip() for line in self.diff if line[0] == "+"]
        return f"{self.function}: {' '.join(came)}"

    @property
    def is_module(self) -> bool:
        """Whether it is a change at all, and still Python."""
        try:
            compile(self.source, self.module, "exec")
        except SyntaxError:
            return False
        return bool(self.diff)


def mutants(module: str) -> list[Mutant]:
    """Every change to a module."""
    return changes(module, (WEBAPP / f"{module}.py").read_text(encoding="utf-8"))


def changes(module: str, text: str) -> list[Mutant]:
    """Every change to the text of a module."""
    tree = libcst.parse_module(text)
    found = _changed(tree, Path(module).name)
    return [Mutant(module, name, tree, node, changed) for name, node, changed in found]


def _changed(node: libcst.CSTNode, name: str) -> Iterator[tuple[str, libcst.CSTNode, libcst.CSTNode]]:
    if isinstance(node, libcst.Annotation | libcst.Import | libcst.ImportFrom) or _is_for_people(node):
        return
    if isinstance(node, libcst.FunctionDef | libcst.ClassDef):
        name = f"{name}.{node.name.value}"
    for sort, operator in mutation_operators:
        if isinstance(node, sort):
            yield from ((name, node, changed) for changed in operator(node) if _tells(node, changed))
    for child in node.children:
        yield from _changed(child, name)


def _tells(node: libcst.CSTNode, changed: libcst.CSTNode) -> bool:
    """Not a call without a positional argument, one with None for a named one, a text in capitals: the first and the
    last always break, the second is mostly the default."""
    if isinstance(node, libcst.SimpleString) and isinstance(changed, libcst.SimpleString):
        return "XX" in changed.value
    if not (isinstance(node, libcst.Call) and isinstance(changed, libcst.Call)):
        return True
    if len(changed.args) == len(node.args):
        pairs = zip(node.args, changed.args, strict=True)
        return not any(old.keyword and old.value is not new.value for old, new in pairs)
    return sum(argument.keyword is None for argument in changed.args) == sum(
        argument.keyword is None for argument in node.args
    )


def _is_for_people(node: libcst.CSTNode) -> bool:
    """A text of several words or in Japanese, or the English name of a yaku: the catalogues' tests look after these."""
    return isinstance(node, libcst.SimpleString) and (
        " " in node.value or not node.value.isascii() or node.value[1:2].isupper()
    )


def equivalent() -> list[re.Pattern[str]]:
    """The names of the mutants that mean the same; a ``*`` in the list stands for anything."""
    lines = EQUIVALENT.read_text(encoding="utf-8").splitlines()
    names = [line for line in lines if line and not line.startswith("#")]
    return [re.compile(re.escape(name).replace(r"\*", ".*")) for name in names]


# -- one of them against the tests -----------------------------------------------------------------


class _Mutated(importlib.abc.MetaPathFinder, importlib.abc.InspectLoader):
    """Imports the mutant in place of its module."""

    def __init__(self, name: str, source: str) -> None:
        self._name, self._source = name, source

    def find_spec(self, fullname: str, path: Any, target: Any = None) -> Any:
        if fullname != self._name:
            return None
        place = ROOT / f"{fullname.replace('.', '/')}.py"  # some modules find their files by __file__
        return importlib.util.spec_from_file_location(fullname, place, loader=self)

    def get_source(self, fullname: str) -> str:
        return self._source


class _Selection:
    """The tests that can be run here, quick ones first; tells which one failed."""

    def __init__(self, told: int, *, is_engine: bool) -> None:
        self._told = told
        self._is_engine = is_engine

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        left_out = {"client", "app"} if self._is_engine else {"postgresql"}
        items[:] = [item for item in items if not left_out & {*getattr(item, "fixturenames", ()), item.name[-11:-1]}]
        items.sort(key=lambda item: item.path.name in SLOW or LONG in item.name)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            os.write(self._told, report.nodeid.partition("[")[0].encode())


def package_of(module: str) -> str:
    """The package of a module: ``pages/game`` of ``pages/game/forms``."""
    return Path(module).parent.as_posix()


def all_tests(module: str) -> list[str]:
    """The files of all tests that a mutant of a module is run against."""
    package = package_of(module)
    folders = FOLDERS.get(package, (package,))
    files = (path.relative_to(ROOT).as_posix() for folder in folders for path in _tests_in(folder))
    return [file for file in files if file not in LEFT_OUT]


def _tests_in(folder: str) -> list[Path]:
    return sorted((ROOT / "tests" / folder).glob("test_*.py"))


def first_tests(module: str) -> list[str]:
    """The files of the tests that are named after a module."""
    stem = Path(module).name
    name = f"test_{FIRST.get(stem, stem)}"
    return [file for file in all_tests(module) if Path(file).stem.startswith(name)]


def _attempt(mutant: Mutant, killers: Sequence[str], told: int) -> int:
    """In a process of its own: the exit status of the tests; 0 if all passed."""
    silence = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silence, 1)
    os.dup2(silence, 2)
    os.chdir(ROOT)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for name in [name for name in sys.modules if name.partition(".")[0] in ("webapp", "tests")]:
        del sys.modules[name]
    is_engine = package_of(mutant.module) in FOLDERS
    if is_engine:
        package = ModuleType("webapp")  # without what it imports: the whole of the web
        package.__path__ = [str(ROOT / "webapp")]
        sys.modules["webapp"] = package
    sys.meta_path.insert(0, _Mutated(f"webapp.{mutant.module.replace('/', '.')}", mutant.source))
    options = OF_ENGINE if is_engine else OF_OTHERS
    for seconds, tests in ((SOON, [*killers, *first_tests(mutant.module)]), (LATE, all_tests(mutant.module))):
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, resource.RLIM_INFINITY))
        status = pytest.main([*options, *tests], [_Selection(told, is_engine=is_engine)]) if tests else 0
        if status not in (pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED):
            return int(status)
    return 0


class Attempt:
    """A mutant that is being run against the tests."""

    def __init__(self, mutant: Mutant, killers: Sequence[str]) -> None:
        """Starts it."""
        self.mutant = mutant
        self._reads, told = os.pipe()
        self._process = os.fork()
        if not self._process:
            status = 1
            os.setsid()  # so that it ends with every process that its tests have started
            signal.alarm(WAITING)
            try:
                status = _attempt(mutant, killers, told)
            finally:
                os._exit(status)
        os.close(told)

    def ended(self) -> tuple[str, str]:
        """Waits for it: what became of the mutant, and the test that killed it."""
        status = os.waitstatus_to_exitcode(os.waitpid(self._process, 0)[1])
        with suppress(ProcessLookupError):
            os.killpg(self._process, signal.SIGKILL)
        with os.fdopen(self._reads) as told:
            killer = told.read()
        return {0: SURVIVED, -signal.SIGXCPU: TIMED_OUT, -signal.SIGALRM: TIMED_OUT}.get(status, KILLED), killer


def prepare() -> None:
    """Imports what every attempt needs but the engine; Hypothesis tries the same few examples each time."""
    os.environ |= {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", "CI": "1"}
    settings.register_profile(
        "mutants",
        deadline=None,
        database=None,
        derandomize=True,
        max_examples=30,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate),
    )
    settings.load_profile("mutants")
    for name in ("babel", "flask", "hypothesis.strategies", "hypothesis.core", "mahjong.hand_calculating.hand"):
        importlib.import_module(name)


def run(chosen: Sequence[Mutant], jobs: int = 1) -> Iterator[tuple[Mutant, str, str]]:
    """What became of each mutant and the test that killed it, in order."""
    explained = equivalent()
    killers: dict[str, deque[str]] = {}
    running: deque[Attempt | Mutant] = deque()

    def ended() -> tuple[Mutant, str, str]:
        attempt = running.popleft()
        if isinstance(attempt, Mutant):
            return attempt, EXPLAINED, ""
        outcome, killer = attempt.ended()
        known = killers.setdefault(attempt.mutant.function, deque(maxlen=REMEMBERED))
        if killer and killer not in known:
            known.appendleft(killer)
        return attempt.mutant, outcome, killer

    for mutant in chosen:
        if len(running) >= jobs:
            yield ended()
        is_explained = any(name.fullmatch(mutant.name) for name in explained)
        running.append(mutant if is_explained else Attempt(mutant, killers.get(mutant.function, ())))
    while running:
        yield ended()


def passes_unchanged(mutant: Mutant) -> bool:
    """Whether all tests pass with nothing changed: else each mutant would seem to be killed."""
    tree = mutant.tree
    return Attempt(Mutant(mutant.module, "", tree, tree, tree), ()).ended()[0] == SURVIVED


# -- the run ---------------------------------------------------------------------------------------


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs and reports; the exit status is 1 if a mutant survived that is not explained."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.mutation", description="Change a module, see a test fail."
    )
    parser.add_argument("names", nargs="*", metavar="name", help="scoring, scoring/fu, pages/game … (default: all)")
    parser.add_argument("--sample", type=int, help="only so many mutants, chosen at random")
    parser.add_argument("--seed", type=int, default=1, help="another choice (default: %(default)s)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="processes at a time (default: %(default)s)")
    parser.add_argument("--killers", type=Path, help="a file for the outcome and the killer of each mutant, by lines")
    options = parser.parse_args(arguments)
    prepare()
    modules = [one for one in MODULES if not options.names or {one, package_of(one)} & {*options.names}]
    chosen = [mutant for module in modules for mutant in mutants(module)]
    if options.sample:
        chosen = sorted(Random(options.seed).sample(chosen, options.sample), key=chosen.index)
    chosen = [mutant for mutant in chosen if mutant.is_module]
    if not options.sample and not passes_unchanged(chosen[0]):
        print("The tests fail without any change.")
        return 1
    gc.freeze()  # what a process inherits it need not look through
    tally: dict[str, Counter[str]] = {mutant.module: Counter() for mutant in chosen}
    for number, (mutant, outcome, killer) in enumerate(run(chosen, options.jobs), 1):
        tally[mutant.module][outcome] += 1
        if options.killers:
            with options.killers.open("a", encoding="utf-8") as file:
                print(mutant.module, mutant.name, outcome, killer, sep="\t", file=file)
        if outcome == SURVIVED:
            print(f"\n{mutant.name}", *mutant.diff, sep="\n", flush=True)
        print(f"\r{number}/{len(chosen)}", end="", file=sys.stderr, flush=True)
    print(file=sys.stderr)
    return report(tally)


def report(tally: dict[str, Counter[str]]) -> int:
    """Prints what became of all mutants, module by module."""
    print(f"{'':<28}", *(f"{title:>10}" for title in ("mutants", KILLED, TIMED_OUT, SURVIVED, EXPLAINED, "score")))
    total: Counter[str] = sum(tally.values(), Counter())
    for module, of_module in [*tally.items(), ("all", total)]:
        counted = of_module.total() - of_module[EXPLAINED]
        score = 1 - of_module[SURVIVED] / counted if counted else 1
        numbers = [of_module.total(), *(of_module[outcome] for outcome in (KILLED, TIMED_OUT, SURVIVED, EXPLAINED))]
        print(f"{module:<28}", *(f"{number:>10,}" for number in numbers), f"{score:>10.1%}")
    return 1 if total[SURVIVED] else 0


if __name__ == "__main__":
    sys.exit(main())
