"""What is acknowledged survives: writers are killed (kill -9) while they write; nothing is lost or counted twice."""

import pytest

from tests.store import writers
from tests.store.cluster import Cluster
from tests.store.conftest import Open, reach
from webapp.store import Access, UnavailableError
from webapp.store.games import Games

pytestmark = pytest.mark.ci


def check(games: Games, access: Access, outcome: writers.Outcome) -> None:
    """Each acknowledged tap is kept under its number, once; no number is left out; the sums are of all events."""
    assert writers.faults(games, access, outcome) == (0, 0, 0, 0)
    assert outcome.kept


@pytest.mark.parametrize("writing", [1, 3])
def test_a_killed_writer_loses_nothing_and_counts_nothing_twice(games: Games, address: str, writing: int) -> None:
    access = writers.begin(games)
    check(games, access, writers.run(games, access, address, writers=writing, kills=4, seed=writing))


@pytest.mark.slow
@pytest.mark.parametrize("writing", [1, 4])
def test_nor_do_ten(games: Games, address: str, writing: int) -> None:
    """Hundreds are killed by `python -m tests.tools.killed`."""
    for seed in range(2):
        access = writers.begin(games)
        check(games, access, writers.run(games, access, address, writers=writing, kills=5, seed=seed))


def test_a_server_of_the_database_that_crashes_loses_nothing(cluster: Cluster, open_games: Open) -> None:
    games = open_games(cluster.database())
    access = writers.begin(games)
    stored: dict[str, int] = {}
    for crash in range(3):
        for tap in range(20):
            key = f"{crash} {tap}"
            stored[key] = writers.send(games, access, reach(games, access.secret).game.head, key).number
        cluster.stop()
        with pytest.raises(UnavailableError):
            games.find(access.secret)
        cluster.start()
    check(games, access, writers.Outcome(stored, 0))


def test_nor_do_writers_whose_database_is_killed(cluster: Cluster, open_games: Open) -> None:
    address = cluster.database()
    games = open_games(address)
    access = writers.begin(games)
    check(games, access, writers.crash(games, access, cluster, address, writers=3, kills=2, seed=1))
