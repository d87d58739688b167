"""``python -m tests.tools.board [DATABASE] [--servers N]``: how soon 300 onlookers of a board with 50 tables see an
event.

The group is that of `tests.tools.group_pages`. Each onlooker holds a connection and asks as the page does. The time is
measured from sending an event until the whole answer has arrived. DATABASE must not exist yet. With several servers the
onlookers are divided among them, as by a proxy.
"""

import argparse
import asyncio
import json
import os
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import monotonic
from urllib.parse import urlencode

from tests.tools import group_pages
from tests.tools.load import Server
from tests.tools.phones import FORM, PATIENCE, Connection
from webapp import create_app
from webapp.store import Store

ONLOOKERS, EVENTS, TABLES = 300, 40, 50
#: Seconds between two events: 50 tables that enter one each half a minute have 1.7 a second.
PAUSE = 0.6


@dataclass
class Board:
    """The onlookers: which version each has seen, and when. `ports` are those of the servers."""

    ports: list[int]
    path: str
    seen: dict[int, tuple[int, float]] = field(default_factory=dict)
    refused: int = 0

    async def follow(self, onlooker: int) -> None:
        """What the page of an onlooker does, for ever."""
        await asyncio.sleep(Random(onlooker).random())
        tag = 'W/"0"'
        async with Connection(self.ports[onlooker % len(self.ports)]) as connection:
            while True:
                headers = {
                    "HX-Request": "true",
                    "Prefer": "wait=25",
                    "If-None-Match": tag,
                    "Accept-Encoding": "gzip, br",
                }
                answer = await connection.ask("GET", self.path, headers)
                tag = answer.headers.get("etag", tag)
                self.seen[onlooker] = int(tag.split('"')[1].split(".")[0]), monotonic()
                if "hx-trigger" not in answer.headers:
                    self.refused += 1
                    await asyncio.sleep(2)

    async def everybody(self, version: int) -> None:
        """Waits until all have seen this version. Raises TimeoutError."""
        async with asyncio.timeout(PATIENCE):
            while any(self.seen.get(one, (0, 0.0))[0] < version for one in range(ONLOOKERS)):
                await asyncio.sleep(0.005)


async def enter(port: int, table: str, seen: int, key: str) -> None:
    """A riichi at a table."""
    event = json.dumps({"type": "riichi", "player": seen % 4})
    async with Connection(port) as connection:
        fields = urlencode({"seen": seen, "key": key, "event": event})
        answer = await connection.ask("POST", f"/game/{table}/events", FORM | {"Accept": "application/json"}, fields)
        assert answer.status == 200, answer


async def play(board: Board, tables: list[str], heads: list[int], version: int) -> list[float]:
    """The seconds from each event to each onlooker."""
    following = [asyncio.create_task(board.follow(one)) for one in range(ONLOOKERS)]
    late: list[float] = []
    try:
        await board.everybody(version)
        for number in range(EVENTS):
            await asyncio.sleep(PAUSE)
            begun = monotonic()
            port = board.ports[number % len(board.ports)]
            await enter(port, tables[number % TABLES], heads[number % TABLES], f"tap {number}")
            version += 1
            await board.everybody(version)
            late += [at - begun for _, at in board.seen.values()]
    finally:
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
    return late


def main() -> None:
    """Fills a database, serves it, and prints a line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("database", nargs="?")
    parser.add_argument("--servers", type=int, default=1)
    chosen = parser.parse_args()
    with TemporaryDirectory() as folder:
        database = chosen.database or str(Path(folder) / "games.db")
        group_pages.TABLES = TABLES
        store: Store = create_app({"DATABASE": database}).extensions["store"]
        access, _ = group_pages.fill(store)
        running = store.groups.games(access.group, TABLES, is_over=False)
        links = [store.groups.link(access, one.game.id) or "" for one in running]
        group = store.groups.find(access.secret)
        store.close()
        servers = [Server(None, "--phones", "400", database=database) for _ in range(chosen.servers)]
        try:
            assert group
            board = Board([server.port for server in servers], f"/group/{access.onlooker}/board")
            late = asyncio.run(play(board, links, [one.game.head for one in running], group.group.version))
        finally:
            for server in servers:
                server.stop()
    cut = quantiles(late, n=100)
    print(f"{len(running)} tables, {ONLOOKERS} onlookers, {EVENTS} events, {chosen.servers} servers,", end=" ")
    print(f"load {os.getloadavg()[0]:.1f}:", end=" ")
    print(f"p50 {1000 * cut[49]:.0f}, p95 {1000 * cut[94]:.0f}, p99 {1000 * cut[98]:.0f} ms; {board.refused} refused")


if __name__ == "__main__":
    main()
