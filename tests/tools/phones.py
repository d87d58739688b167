"""Phones that follow games as the page does: a GET that waits, asked anew as soon as it is answered."""

import asyncio
import json
from asyncio import StreamReader, StreamWriter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from random import Random
from threading import Event, Thread
from time import monotonic
from typing import NamedTuple
from urllib.parse import urlencode

HOST = "127.0.0.1"
FORM = {"Content-Type": "application/x-www-form-urlencoded"}
#: Seconds: until an answer is given up, between two questions that may not wait, between two looks.
PATIENCE, PAUSE, LOOK = 120.0, 2.0, 0.05
#: Phones of one game.
OF_GAME = 4


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
            if self._streams is None:
                self._streams = await asyncio.open_connection(HOST, self._port)
            reader, writer = self._streams
            writer.write(text.encode())
            first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
            if headers.get("transfer-encoding") == "chunked":
                while size := int(await reader.readline(), 16):
                    await reader.readexactly(size + 2)
                await reader.readline()
            elif first.split()[1] != "304":
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

    async def __aenter__(self) -> "Connection":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


@dataclass
class Hall:
    """Games and their phones: what each phone saw last, when, and what went wrong."""

    port: int
    paths: list[str] = field(default_factory=list)
    #: By game and phone: the number of the last event, and when it came.
    seen: dict[tuple[int, int], tuple[int, float]] = field(default_factory=dict)
    errors: list[str] = field(default_factory=list)
    refused: int = 0

    async def begin(self, games: int, pause: float = 0.0) -> None:
        """Makes games."""
        async with Connection(self.port) as connection:
            for _ in range(games):
                answer = await connection.ask("POST", "/game", FORM, urlencode({"rules": "house", "rounds": 2}))
                if answer.status == 303:
                    self.paths.append(answer.headers["location"])
                else:
                    self.errors.append(f"{answer.status} for a new game")
                await asyncio.sleep(pause)

    def phones(self, number: int) -> list[asyncio.Task[None]]:
        """Lets so many phones follow each game."""
        games = range(len(self.paths))
        return [asyncio.create_task(self.follow(game, phone)) for game in games for phone in range(number)]

    async def follow(self, game: int, phone: int) -> None:
        """What the page of a phone does, for ever."""
        await asyncio.sleep(Random(f"{game} {phone}").random())
        tag = 'W/"0"'
        async with Connection(self.port) as connection:
            while True:
                tag = await self._look(connection, game, phone, tag)

    async def _look(self, connection: Connection, game: int, phone: int, tag: str) -> str:
        """Asks for what is later than this tag; the tag of the answer."""
        headers = {"HX-Request": "true", "Prefer": "wait=25", "If-None-Match": tag, "Accept-Encoding": "identity"}
        try:
            answer = await connection.ask("GET", self.paths[game], headers)
        except (OSError, asyncio.IncompleteReadError, TimeoutError) as error:
            self.errors.append(repr(error))
            await asyncio.sleep(PAUSE)
            return tag
        if answer.status not in (200, 304):
            self.errors.append(f"{answer.status} for a phone")
        tag = answer.headers.get("etag", tag)
        head = int(tag.split(".")[1]) if "." in tag else 0
        if self.seen.get((game, phone), (-1, 0.0))[0] != head:
            self.seen[game, phone] = head, monotonic()
        if "hx-trigger" not in answer.headers:
            self.refused += 1
            await asyncio.sleep(PAUSE)
        return tag

    async def enter(self, game: int, number: int) -> None:
        """A riichi, or takes it back."""
        event = json.dumps({"type": "riichi" if number % 2 else "withdraw", "player": 0})
        fields = urlencode({"seen": number - 1, "key": f"tap {number}", "event": event})
        headers = FORM | {"Accept": "application/json"}
        async with Connection(self.port) as connection:
            answer = await connection.ask("POST", f"{self.paths[game]}/events", headers, fields)
        if answer.status != 200:
            self.errors.append(f"{answer.status} for event {number}")

    async def everywhere(self, phones: int, number: int) -> None:
        """Waits until every phone of every game has this event. Raises TimeoutError."""
        everybody = {(game, phone) for game in range(len(self.paths)) for phone in range(phones)}
        async with asyncio.timeout(PATIENCE):
            while not all(self.seen.get(one, (-1, 0.0))[0] >= number for one in everybody):
                await asyncio.sleep(LOOK)


async def play(port: int, games: int, phones: int, events: int, pause: float = 0.0) -> tuple[Hall, list[float]]:
    """Lets all phones of all games see so many events; what happened, and the seconds from each event to each phone."""
    hall, late = Hall(port), list[float]()
    await hall.begin(games, pause)
    following = hall.phones(phones)
    try:
        await hall.everywhere(phones, 0)
        for number in range(1, events + 1):
            for game in range(len(hall.paths)):
                begun = monotonic()
                await hall.enter(game, number)
                late += await _seen(hall, game, phones, number, begun)
        await hall.everywhere(phones, events)
    finally:
        for task in following:
            task.cancel()
        await asyncio.gather(*following, return_exceptions=True)
    return hall, late


async def _seen(hall: Hall, game: int, phones: int, number: int, begun: float) -> Sequence[float]:
    async with asyncio.timeout(PATIENCE):
        while not all(hall.seen[game, phone][0] >= number for phone in range(phones)):
            await asyncio.sleep(LOOK / 10)
    return [hall.seen[game, phone][1] - begun for phone in range(phones)]


@contextmanager
def waiting(port: int, number: int) -> Iterator[None]:
    """So many phones, four a game, that wait. Every half minute each game has an event."""
    ready, ended = Event(), Event()

    async def follow() -> None:
        hall = Hall(port)
        await hall.begin(number // OF_GAME)
        tasks = hall.phones(OF_GAME)
        await hall.everywhere(OF_GAME, 0)
        ready.set()
        head = 0
        while not ended.is_set():
            head += 1
            for game in range(len(hall.paths)):
                await hall.enter(game, head)
                await asyncio.sleep(30 / len(hall.paths))
                if ended.is_set():
                    break
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    thread = Thread(target=asyncio.run, args=(follow(),), daemon=True)
    thread.start()
    with suppress(KeyboardInterrupt):
        assert ready.wait(2 * PATIENCE)
    try:
        yield
    finally:
        ended.set()
        thread.join()
