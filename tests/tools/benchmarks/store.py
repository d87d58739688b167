"""How fast games are kept: appends and reads by the clock, since the disk is part of it; how soon a waiting request
is woken; and the memory that a process needs for all this.

On SQLite, and on PostgreSQL where it is installed. PostgreSQL waits for the disk here too.
"""

import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from statistics import quantiles
from time import perf_counter
from typing import NamedTuple

from tests.store import cluster
from tests.store.writers import send
from webapp.store import Access, Created, Json, Store
from webapp.store.games import Games

EVENTS, ROUNDS, WRITERS = 150, 5, 4
#: As long as the events of a game are.
WIN: Json = {"event": "win", "wins": [{"player": 0, "from": 2, "han": 3, "fu": 40, "link": "?hand=234m456p567s88m22z"}]}
ABOUT: Json = {"names": ["東", "南", "西", "北"], "rules": {"start_points": 25000, "uma": [20, 10, -10, -20]}}
#: What a process says of its memory, in KiB, after each line of Python.
STEPS = {
    "the calculator, one page answered": "import webapp; webapp.create_app().test_client().get('/?hand=123m')",
    "the store, not used": "from webapp.store import Store; store = Store(sys.argv[1], waiters=248)",
    "the first game": "access = store.games.find(store.games.create({'names': ['A'] * 4}).player_secret)",
    "1,000 events": "for n in range(1000): store.games.append(access, n, str(n), {'event': 'riichi', 'player': 1})",
    "10,000 reads": "for n in range(10000): store.games.find(access.secret)",
    "a request waits": "store.hub.wait(access.game.id, 9999, 0.0)",
    "1,000 events more": "for n in range(1000, 2000): store.games.append(access, n, str(n), {'event': 'undo'})",
}
_SAY = "print(next(line.split()[1] for line in open('/proc/self/status') if line.startswith('VmRSS')))"


class Speed(NamedTuple):
    """A row: how often a second, and the milliseconds of one."""

    name: str
    a_second: float
    p50: float
    p95: float


def _speed(name: str, times: list[float], whole: float | None = None) -> Speed:
    percentiles = quantiles(times, n=20, method="inclusive")
    return Speed(name, len(times) / (whole or sum(times)), 1000 * percentiles[9], 1000 * percentiles[18])


def _timed(act: Callable[[], object]) -> float:
    start = perf_counter()
    act()
    return perf_counter() - start


def _begin(games: Games) -> Access:
    created = games.create(ABOUT)
    assert isinstance(created, Created)
    access = games.find(created.player_secret)
    assert access
    return access


def _append(games: Games, access: Access, number: int) -> None:
    games.append(access, number, f"key {number}", WIN)


def _play(games: Games, access: Access, events: int) -> list[float]:
    return [_timed(partial(_append, games, access, number)) for number in range(events)]


def _at_once(name: str, games: Games, played: list[Access], act: Callable[[int], list[float]]) -> Speed:
    """So many threads as there are games to play."""
    with ThreadPoolExecutor(len(played)) as pool:
        start = perf_counter()
        times = [time for each in pool.map(act, range(len(played))) for time in each]
        return _speed(name, times, perf_counter() - start)


def writing(games: Games, events: int) -> Iterator[Speed]:
    """Appends: one writer, several on games of their own, several on one game."""
    yield _speed("append, one writer", [time for _ in range(ROUNDS) for time in _play(games, _begin(games), events)])
    played = [_begin(games) for _ in range(WRITERS)]
    name = f"append, {WRITERS} writers"
    yield _at_once(f"{name}, a game each", games, played, lambda n: _play(games, played[n], events))
    shared = [_begin(games)] * WRITERS

    def compete(writer: int) -> list[float]:
        seen, times = 0, []
        for number in range(events):
            start = perf_counter()
            seen = send(games, shared[0], seen, f"{writer} {number}").number
            times.append(perf_counter() - start)
        return times

    yield _at_once(f"{name} of one game", games, shared, compete)


def reading(games: Games, events: int) -> Iterator[Speed]:
    """Reads of a game that has so many events."""
    access = _begin(games)
    _play(games, access, events)
    reads: dict[str, Callable[[], object]] = {
        "a tap sent again": lambda: _append(games, access, 0),
        "find by a link": lambda: games.find(access.secret),
        "find nothing": lambda: games.find("A" * 22),
        "the last event": lambda: games.since(access.game.id, events - 1),
        f"all {events} events": lambda: games.since(access.game.id),
    }
    for name, read in reads.items():
        yield _speed(name, [_timed(read) for _ in range(ROUNDS * events)])


def waking(store: Store, other: Store, events: int) -> Iterator[Speed]:
    """From an append to the end of a request that waits: in the same process, and as from another one."""
    for name, games in (("append → awake", store.games), ("append elsewhere → awake", other.games)):
        access = _begin(store.games)
        with ThreadPoolExecutor(1) as pool:
            yield _speed(name, [_woken(pool, store, games, access, number) for number in range(events)])


def _woken(pool: ThreadPoolExecutor, store: Store, games: Games, access: Access, number: int) -> float:
    def wait() -> float:
        store.hub.wait(access.game.id, number + 1, 10)
        return perf_counter()

    waiting = pool.submit(wait)
    start = perf_counter()
    _append(games, access, number)
    return waiting.result() - start


def measure(address: str, events: int = EVENTS) -> list[Speed]:
    """All rows for one database."""
    store, other = Store(address, waiters=8), Store(address)
    try:
        return [*writing(store.games, events), *reading(store.games, events), *waking(store, other, events)]
    finally:
        store.close()
        other.close()


def memory() -> dict[str, int]:
    """KiB that a process holds after each step."""
    code = "\n".join(("import sys", *(f"{line}\n{_SAY}" for line in STEPS.values()), "store.close()"))
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", code, f"{folder}/agari.db"]
        said = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout
    return dict(zip(STEPS, map(int, said.split()), strict=True))


@contextmanager
def databases() -> Iterator[dict[str, str]]:
    """The addresses of those that there are."""
    programs = cluster.binaries()
    server = cluster.Cluster(programs, "-c fsync=on") if programs else None
    with tempfile.TemporaryDirectory() as folder:
        found = {"SQLite": str(Path(folder, "agari.db"))}
        try:
            yield found | ({"PostgreSQL": server.database()} if server else {})
        finally:
            if server:
                server.remove()


def table(speeds: list[Speed]) -> str:
    """The speeds as a table."""
    rows = [f"{name:<34}{a_second:>10,.0f}{p50:>10.2f}{p95:>10.2f}" for name, a_second, p50, p95 in speeds]
    return "\n".join([f"{'':<34}{'a second':>10}{'p50 ms':>10}{'p95 ms':>10}", *rows])


def report() -> None:
    """Prints everything."""
    with databases() as found:
        for name, address in found.items():
            print(f"\nGames kept in {name}, by the clock\n\n{table(measure(address))}")
    print("\nMemory of a process that keeps games in SQLite, MiB\n")
    for step, kib in memory().items():
        print(f"{step:<34}{kib / 1024:>10.1f}")


if __name__ == "__main__":
    report()
