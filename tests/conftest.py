"""What every test may use."""

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests import examples
from webapp import create_app
from webapp.serving import offline, templates

# Tests begin more games in an hour than anybody else, and have nothing to do with the user's own.
os.environ["AGARI_NEW_GAMES"] = "0"
DATA = TemporaryDirectory()
os.environ["XDG_DATA_HOME"] = DATA.name

#: What takes long to prepare or waits a lot. It begins first, in one process: tests that another process takes over at
#: the end of a run would prepare it once more there.
FIRST = (
    "e2e/test_offline.py",
    "e2e/test_export.py",
    "e2e/test_second_engine.py",
    "e2e/test_live_faults.py",
    "e2e/test_live.py",
    "test_load.py",
    "test_hostile.py",
    "store/test_killed.py",
)
#: Its tests take a minute each. Begun at the end, they would leave the other processes with nothing to do.
LONG = "e2e/test_every_layout.py"
TESTS = Path(__file__).parent


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leaves out what is for CI alone, unless it is asked for, and puts the files of `FIRST` before all others. Tests
    of `LONG` are spread, so that each process begins its share with one of them."""
    if "CI" not in os.environ and "ci" not in config.option.markexpr:
        for_ci = [item for item in items if item.get_closest_marker("ci")]
        config.hook.pytest_deselected(items=for_ci)
        items[:] = [item for item in items if item not in for_ci]
    places = {TESTS / name: place for place, name in enumerate(FIRST)}
    items.sort(key=lambda item: places.get(item.path, len(places)))
    long = [item for item in items if item.path == TESTS / LONG]
    for number, item in enumerate(long):
        items.remove(item)
        items.insert(len(items) * number // len(long), item)


def pytest_configure(config: pytest.Config) -> None:
    """Hypothesis tries fewer examples in the quick run, which leaves out what is slow."""
    examples.prepare(quick="not slow" in config.option.markexpr)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """``-n auto``: two processes more than there are processors, as a browser test waits for a third of its time."""
    return (os.cpu_count() or 1) + 2


@pytest.fixture(scope="session", autouse=True)
def _prepared_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Many applications of a run pack the same files for browsers and compile the same templates: once is enough."""
    with pytest.MonkeyPatch.context() as patch:
        for name in ("strip_docstrings", "_packed"):
            patch.setattr(offline, name, cache(getattr(offline, name)))
        patch.setattr(templates, "COMPILED", tmp_path_factory.mktemp("templates"))
        yield


@pytest.fixture
def app() -> Flask:
    """A fresh application; a test may add routes of its own to it."""
    return create_app({"TESTING": True})


@pytest.fixture(scope="session")
def shared_app(tmp_path_factory: pytest.TempPathFactory) -> Flask:
    """One application for all tests that only ask it: it compiles its templates once."""
    return create_app({"TESTING": True, "DATABASE": str(tmp_path_factory.mktemp("games") / "games.db")})


@pytest.fixture
def client(shared_app: Flask) -> FlaskClient:
    """A visitor who brings no cookie."""
    return shared_app.test_client()
