"""Databases for the tests: each test of games runs on SQLite, and on PostgreSQL where it is installed."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.store import cluster as postgresql
from webapp.store import Access, Created, Json, StoredGames
from webapp.store.database import Database
from webapp.store.games import CONFIRMED_BY, Games

ABOUT: Json = {"names": ["東風", "Nan", "🀄", "</script>"], "rules": {"length": 2}}


@pytest.fixture(scope="session")
def cluster() -> Iterator[postgresql.Cluster]:
    """A PostgreSQL server for all tests."""
    programs = postgresql.binaries()
    if not programs:
        pytest.skip("PostgreSQL is not installed (apt-get install postgresql)")
    server = postgresql.Cluster(programs)
    yield server
    server.remove()


@pytest.fixture(params=["sqlite", "postgresql"])
def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a database may be made that is not there yet."""
    return address_of(request.param, request, tmp_path)


def address_of(kind: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a database of this kind may be made."""
    if kind == "sqlite":
        return str(tmp_path / "kept" / "agari.db")
    cluster: postgresql.Cluster = request.getfixturevalue("cluster")
    return cluster.database()


Open = Callable[..., Games]


@pytest.fixture
def open_games() -> Iterator[Open]:
    """Opens the games at an address, as a process of its own would."""
    opened: list[Database] = []

    def open_at(address: str, **options: object) -> Games:
        opened.append(Database(address))
        return Games(opened[-1], **options)  # type: ignore[arg-type]

    yield open_at
    for database in opened:
        database.close()


@pytest.fixture
def games(address: str, open_games: Open) -> Games:
    return open_games(address)


@pytest.fixture
def access(games: StoredGames) -> Access:
    """A new game, by its players' link."""
    return begin(games)


def begin(games: StoredGames) -> Access:
    """A new game, by its players' link."""
    created = games.create(ABOUT)
    assert isinstance(created, Created)
    return reach(games, created.player_secret)


def confirm(games: Games) -> None:
    """Begins a game now and one a day later: then what the clock says now deletes games."""
    now = games.now
    begin(games)
    games.now = lambda: now() + CONFIRMED_BY
    begin(games)
    games.now = now


def reach(games: StoredGames, secret: str) -> Access:
    """A game by one of its links."""
    access = games.find(secret)
    assert access
    return access
