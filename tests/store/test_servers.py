"""Two servers on one database: an event that one takes reaches the phone that waits at the other."""

import http.client
import json
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import closing
from typing import NamedTuple
from urllib.parse import urlencode

import pytest

from tests.tools.load import HOST, Server

pytestmark = pytest.mark.slow
#: Seconds; longer than a request waits.
PATIENCE = 60
FORM = {"Content-Type": "application/x-www-form-urlencoded", "Accept": "application/json"}


class Answer(NamedTuple):
    """An answer and what the phone has seen with it."""

    status: int
    location: str
    tag: str


@pytest.fixture
def servers(address: str) -> Iterator[tuple[Server, Server]]:
    first, second = Server(database=address), Server(database=address)
    yield first, second
    first.stop()
    second.stop()


def ask(server: Server, method: str, path: str, headers: dict[str, str], **form: object) -> Answer:
    with closing(http.client.HTTPConnection(HOST, server.port, timeout=PATIENCE)) as connection:
        connection.request(method, path, urlencode(form), headers)
        answer = connection.getresponse()
        answer.read()
        return Answer(answer.status, answer.headers.get("Location", ""), answer.headers.get("ETag", ""))


def head(answer: Answer) -> int:
    """The number of the last event that an answer shows."""
    return int(answer.tag.split(".")[1])


@pytest.mark.ci
def test_an_event_reaches_the_phone_that_waits_at_the_other_server(servers: tuple[Server, Server]) -> None:
    table = ask(servers[0], "POST", "/game", FORM, rules="house", rounds=1).location
    seen = ask(servers[1], "GET", table, {})
    with ThreadPoolExecutor(1) as pool:
        for number in range(1, 5):
            here, there = servers if number % 2 else servers[::-1]
            tag = {"If-None-Match": seen.tag, "Prefer": "wait=25"}
            waiting: Future[Answer] = pool.submit(ask, there, "GET", table, tag)
            ask(there, "GET", "/yaku", {})  # once this is answered, the phone waits
            event = {"type": "riichi" if number % 2 else "withdraw", "player": 0}
            sent = {"seen": number - 1, "key": f"tap {number}", "event": json.dumps(event)}
            assert ask(here, "POST", f"{table}/events", FORM, **sent).status == 200
            seen = waiting.result(PATIENCE)
            assert (seen.status, head(seen)) == (200, number)
