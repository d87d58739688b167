"""A database that somebody else holds, or that does not answer: writers wait at most the patience, readers go on."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import psycopg
import pytest

from tests.store.cluster import Cluster
from tests.store.conftest import ABOUT, Open, begin, reach
from webapp.store import Access, Reason, UnavailableError
from webapp.store import database as database_module
from webapp.store.database import connect_sqlite
from webapp.store.games import Games

PATIENCE = 1.5
#: Longer than any of these tests, also on a busy machine.
LONG = 60


@pytest.fixture(autouse=True)
def _less_patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_module, "PATIENCE", PATIENCE)
    monkeypatch.setattr(database_module, "TURN", 0.5)


@contextmanager
def held(address: str) -> Iterator[None]:
    """Another process writes and does not end."""
    if "://" not in address:
        other = connect_sqlite(Path(address))
        other.execute("BEGIN IMMEDIATE")
        yield
        other.close()
        return
    with psycopg.connect(address) as connection:
        connection.execute("LOCK TABLE game IN EXCLUSIVE MODE")
        yield
        connection.rollback()


def refused(act: Callable[[], object]) -> tuple[Reason, float]:
    """Why something cannot be done, and after how many seconds that is known."""
    begun = monotonic()
    with pytest.raises(UnavailableError) as caught:
        act()
    return caught.value.reason, monotonic() - begun


def writes(games: Games, access: Access) -> list[Callable[[], object]]:
    """All that writes."""
    return [
        lambda: games.append(access, 0, "key", {}),
        lambda: games.create(ABOUT),
        lambda: games.describe(access, lambda about: about),
        lambda: games.follow(access, ABOUT),
        lambda: games.delete(access),
    ]


def test_writers_of_a_held_database_wait_together_and_not_one_after_the_other(games: Games, address: str) -> None:
    access = begin(games)
    acts = writes(games, access) * 3
    with held(address), ThreadPoolExecutor(len(acts)) as pool:
        outcomes = [each.result() for each in [pool.submit(refused, act) for act in acts]]
    assert {reason for reason, _ in outcomes} == {Reason.BUSY}
    assert max(seconds for _, seconds in outcomes) < len(acts) / 2 * PATIENCE
    assert reach(games, access.secret).game.version == 1


def test_who_reads_a_held_database_does_not_wait_and_who_writes_waits_for_a_turn(
    open_games: Open, address: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "PATIENCE", LONG)
    monkeypatch.setattr(database_module, "TURN", 0.01)
    games = open_games(address)
    access = begin(games)
    with ThreadPoolExecutor(15) as pool:
        with held(address):
            waiting = [pool.submit(games.create, ABOUT) for _ in range(15)]
            for _ in range(20):
                reach(games, access.secret)
                games.since(access.game.id)
            assert not any(each.done() for each in waiting)
        assert all(each.result(LONG) for each in waiting)


def test_a_writer_goes_on_when_the_database_is_free(games: Games, address: str) -> None:
    access = begin(games)
    with ThreadPoolExecutor(1) as pool:
        with held(address):
            waiting = pool.submit(games.append, access, 0, "key", {})
        waiting.result(30)
    assert reach(games, access.secret).game.head == 1


def test_a_server_that_stands_still_is_given_up(
    cluster: Cluster, open_games: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its connections are open and nobody answers, as when its machine is cut off."""
    monkeypatch.setattr(database_module, "TRYING", 1)
    games = open_games(cluster.database())
    access = begin(games)
    with stopped(cluster), ThreadPoolExecutor(12) as pool:
        acts: list[Callable[[], object]] = [lambda: games.find(access.secret), *writes(games, access)]
        outcomes = [each.result() for each in [pool.submit(refused, act) for act in acts * 2]]
    assert {reason for reason, _ in outcomes} <= {Reason.UNREACHABLE, Reason.BUSY}
    assert max(seconds for _, seconds in outcomes) < LONG / 3
    assert reach(games, access.secret).game.head == 0


@contextmanager
def stopped(cluster: Cluster) -> Iterator[None]:
    """All processes of a server stand still."""
    family = cluster.processes()
    for member in family:
        os.kill(member, signal.SIGSTOP)
    try:
        yield
    finally:
        for member in family:
            os.kill(member, signal.SIGCONT)
