"""``python -m tests.live [--games N] [--phones N] [--seconds N] [--slots N]``: many games on the production server.

Each game has some phones that follow it as the page does: a GET that waits, asked anew as soon as it is answered, or
every two seconds where it was not let wait. Every 5 to 15 seconds one of them enters an event. Measured is how long
after the tap each phone has it, how long the last of a game's phones waits for it, and how long two people wait who
tap tiles in the calculator meanwhile.
"""

import argparse
import asyncio
import json
import sys
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import NamedTuple
from urllib.parse import urlencode

from tests.load import HOST, Phones, Server
from tests.loop import run_apart

#: Seconds: until an answer is given up, between two questions that may not wait, for all phones to show that all are
#: there and for the last event to arrive, between two looks whether that is so.
PATIENCE, PAUSE, REST, LOOK = 40.0, 2.0, 30.0, 0.1
FORM = {"Content-Type": "application/x-www-form-urlencoded"}


class Answer(NamedTuple):
    """An answer: its status, and its headers in lower case."""

    status: int
    headers: dict[str, str]


class Connection:
    """A connection that stays open between questions, as long as the server lets it."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._streams: tuple[StreamReader, StreamWriter] | None = None

    async def ask(self, method: str, path: str, headers: dict[str, str], body: str = "") -> Answer:
        """Sends a request and reads its answer; once more where the server had closed the connection."""
        lines = [f"{method} {path} HTTP/1.1", "Host: load", f"Content-Length: {len(body)}"]
        text = "\r\n".join([*lines, *(f"{name}: {value}" for name, value in headers.items()), "", body])
        is_new = self._streams is None
        try:
            return await self._exchange(text)
        except (ConnectionError, asyncio.IncompleteReadError):
            await self.close()
            if is_new:
                raise
            return await self._exchange(text)

    async def _exchange(self, text: str) -> Answer:
        async with asyncio.timeout(PATIENCE):
            return await self._exchanged(text)

    async def _exchanged(self, text: str) -> Answer:
        if self._streams is None:
            self._streams = await asyncio.open_connection(HOST, self._port)
        reader, writer = self._streams
        writer.write(text.encode())
        first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        await reader.readexactly(int(headers.get("content-length") or 0))
        if headers.get("connection") == "close":
            await self.close()
        return Answer(int(first.split()[1]), headers)

    async def close(self) -> None:
        """Ends it."""
        streams, self._streams = self._streams, None
        if streams:
            streams[1].close()
            with suppress(OSError):
                await streams[1].wait_closed()


@dataclass
class Outcome:
    """What a run came to: seconds from each tap to each phone, and to the last one of its game; the seconds of taps on
    the calculator; what went wrong; events entered and events that some phone never had; bytes the server held, and the
    seconds of the processor that it used while the games were played."""

    each: list[float] = field(default_factory=list)
    last: list[float] = field(default_factory=list)
    taps: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    events: int = 0
    missing: int = 0
    refused: int = 0
    before: int = 0
    after: int = 0
    processor: float = 0.0


class Game:
    """A game and its phones."""

    def __init__(self, port: int, phones: int, random: Random, outcome: Outcome) -> None:
        self._port, self._phones, self._random, self._outcome = port, phones, random, outcome
        self._sent: dict[int, float] = {}
        self._seen: dict[int, dict[int, float]] = {}
        self._complete: set[int] = set()
        self._path = ""

    async def begin(self) -> None:
        """Makes it."""
        connection = Connection(self._port)
        answer = await connection.ask("POST", "/game", FORM, urlencode({"rules": "house", "rounds": 2}))
        self._path = answer.headers["location"]
        await connection.close()

    async def follow(self, phone: int) -> None:
        """What the page does."""
        connection = Connection(self._port)
        try:
            await self._follow(phone, connection)
        finally:
            await connection.close()

    async def _follow(self, phone: int, connection: Connection) -> None:
        tag = 'W/"0"'
        await asyncio.sleep(self._random.random())
        while True:
            headers = {"HX-Request": "true", "Prefer": "wait=25", "Accept-Encoding": "br", "Cookie": f"seat={phone}"}
            try:
                answer = await connection.ask("GET", self._path, headers | {"If-None-Match": tag})
            except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
                self._outcome.errors.append(repr(error))
                await asyncio.sleep(PAUSE)
                continue
            if answer.status not in (200, 304):
                self._outcome.errors.append(f"{answer.status} for {self._path}")
            tag = answer.headers.get("etag", tag)
            _, head, there, *_ = tag.split(".")
            self._has(phone, int(head))
            if len(there) == self._phones:
                self._complete.add(phone)
            if "hx-trigger" not in answer.headers:
                self._outcome.refused += 1
                await asyncio.sleep(PAUSE)

    def _has(self, phone: int, head: int) -> None:
        now = perf_counter()
        for number in range(1, head + 1):
            self._seen.setdefault(number, {}).setdefault(phone, now)

    async def enter(self, every: float, events: float, ended: asyncio.Event) -> None:
        """A riichi, and taken back again, by one phone after the other, until all are entered or it is `ended`."""
        connection = Connection(self._port)
        try:
            await self._enter(connection, every, events, ended)
        finally:
            await connection.close()

    async def _enter(self, connection: Connection, every: float, events: float, ended: asyncio.Event) -> None:
        for number in count(1):
            with suppress(TimeoutError):
                await asyncio.wait_for(ended.wait(), every * self._random.uniform(0.5, 1.5))
            if number > events or ended.is_set():
                return
            event = {"type": "riichi" if number % 2 else "withdraw", "player": 0}
            fields = {"seen": number - 1, "key": f"tap {number}", "event": json.dumps(event)}
            self._sent[number] = perf_counter()
            answer = await connection.ask(
                "POST", f"{self._path}/events", FORM | {"Accept": "application/json"}, urlencode(fields)
            )
            if answer.status != 200:
                self._outcome.errors.append(f"{answer.status} for event {number}")

    def is_complete(self) -> bool:
        """Whether each phone shows that all are there."""
        return len(self._complete) == self._phones

    def is_everywhere(self) -> bool:
        """Whether each phone has all events."""
        return all(len(self._seen.get(number, ())) == self._phones for number in self._sent)

    def report(self) -> None:
        """Adds what the phones had of this game."""
        for number, sent in self._sent.items():
            had = [at - sent for at in self._seen.get(number, {}).values()]
            self._outcome.events += 1
            self._outcome.missing += len(had) < self._phones
            self._outcome.each += had
            self._outcome.last += [max(had)] if had else []


async def play(
    server: Server,
    tapping: Phones,
    games: int,
    phones: int,
    *,
    every: float,
    seconds: float,
    events: float,
    outcome: Outcome,
) -> None:
    """Lets all games be played for some seconds, or until each has had so many events, once all phones are there."""
    random, ended = Random(1), asyncio.Event()
    tables = [Game(server.port, phones, random, outcome) for _ in range(games)]
    for table in tables:
        await table.begin()
    following = [asyncio.create_task(table.follow(phone)) for table in tables for phone in range(phones)]
    await _until(Game.is_complete, tables)
    begun = server.used()
    tapping.start()
    entering = [asyncio.create_task(table.enter(every, events, ended)) for table in tables]
    await asyncio.wait(entering, timeout=seconds)
    ended.set()
    await asyncio.gather(*entering)
    outcome.processor = server.used() - begun
    await _until(Game.is_everywhere, tables)
    for task in following:
        task.cancel()
    await asyncio.gather(*following, return_exceptions=True)
    for table in tables:
        table.report()


async def _until(is_so: Callable[[Game], bool], tables: Sequence[Game]) -> None:
    """Waits until something is so at all tables, but not for ever."""
    until = perf_counter() + REST
    while not all(map(is_so, tables)) and perf_counter() < until:
        await asyncio.sleep(LOOK)


def run(
    games: int,
    phones: int = 4,
    *,
    seconds: float,
    every: float = 10,
    events: float = 2000,
    slots: int | None = None,
    tappers: int = 2,
) -> Outcome:
    """Plays on a server of its own with a database of its own."""
    outcome = Outcome()
    slots = games * phones + 24 if slots is None else slots
    with TemporaryDirectory() as folder:
        server = Server(None, "--phones", str(slots), database=Path(folder, "games.db"))
        tapping = Phones(server.port, tappers, 0.5)
        try:
            outcome.before = server.resident()
            playing = play(server, tapping, games, phones, every=every, seconds=seconds, events=events, outcome=outcome)
            run_apart(playing)
            tapping.end()
            outcome.after = server.resident()
        finally:
            tapping.ended.set()
            server.stop()
    outcome.taps, outcome.errors = tapping.taken, [*outcome.errors, *tapping.errors]
    return outcome


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs and reports; the exit status is 1 if an event did not reach a phone."""
    parser = argparse.ArgumentParser(prog="python -m tests.live", description="Play many games on the server.")
    parser.add_argument("--games", type=int, default=50, help="how many at once (default: %(default)s)")
    parser.add_argument("--phones", type=int, default=4, help="of each game (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=120, help="how long (default: %(default)s)")
    parser.add_argument("--tappers", type=int, default=2, help="who use the calculator (default: %(default)s)")
    parser.add_argument("--slots", type=int, help="phones that may wait at once (default: all, and some more)")
    options = parser.parse_args(arguments)
    outcome = run(options.games, options.phones, seconds=options.seconds, slots=options.slots, tappers=options.tappers)
    print(f"{outcome.events} events, {outcome.missing} not on all phones, {len(outcome.errors)} errors", end="")
    print(f", {outcome.refused} answers without waiting")
    for name, taken in (("each phone", outcome.each), ("all of a game", outcome.last), ("a tap", outcome.taps)):
        cuts = [1000 * cut for cut in quantiles(taken, n=100)]
        print(f"{name}: p50 {1000 * median(taken):.0f} ms, p95 {cuts[94]:.0f}, p99 {cuts[98]:.0f}")
    print(f"processor {outcome.processor:.1f} s, {1000 * outcome.processor / outcome.events:.1f} ms an event")
    print(f"memory {outcome.before >> 20} MiB at first, {outcome.after >> 20} MiB at the end")
    print(*outcome.errors[:10], sep="\n")
    return 1 if outcome.missing or outcome.errors else 0


if __name__ == "__main__":
    sys.exit(main())
