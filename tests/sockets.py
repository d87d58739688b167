"""``python -m tests.sockets [requests] [--seed N]``: bytes that are nearly requests, to the production server.

What a browser sends, with bytes changed, left out, doubled or put in, cut off, and several requests one after the
other. The server may answer or close. An answer begins as HTTP does, has the headers that every answer has, and is no
error of the server. Nothing raises, and afterwards a plain request is answered as before.
"""

import argparse
import asyncio
import logging
import re
import sys
from collections import Counter
from collections.abc import Sequence
from random import Random
from tempfile import TemporaryDirectory
from typing import NamedTuple

from tests.fuzz import resident
from tests.loop import run_apart
from tests.serving.test_server import serving
from tests.strange import ODD_HEADERS, ODD_VALUES, Request, request
from webapp import create_app
from webapp.serving import security

#: Connections at the same time, and the seconds without a byte after which no more is expected: what came so far may
#: be the beginning of a request, of which the server waits for the rest.
AT_ONCE, PATIENCE = 24, 1.0
#: Refusals that are the server's number and no error of it: a body in an unknown coding, too much to think about.
REFUSALS = (501, 503, 505)
SHOWN = 10
_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3}) [^\r\n]*$")
_PIECES = [
    *(b"\r\n", b"\n", b"\r", b"\r\n\r\n", b"\0", b":", b" ", b"\t", b"\xff\xfe", b"%00", b"HTTP/1.1", b"HTTP/9.9"),
    *(b"Content-Length: 0\r\n", b"Content-Length: -1\r\n", b"Content-Length: 99999999\r\n", b"Content-Length: +7\r\n"),
    *(b"Transfer-Encoding: chunked\r\n", b"Transfer-Encoding: gzip, chunked\r\n", b"Expect: 100-continue\r\n"),
    *(b"ffffffffffffffff\r\n", b"0\r\n\r\n", b"5;x=y\r\nhello\r\n", b"Connection: close\r\n", b"Host: [::1\r\n"),
    *(b"GET / HTTP/1.1\r\n\r\n", b"A" * 20_000, b"x: y\r\n" * 900),
]


class Outcome(NamedTuple):
    """How often each status was answered (0: closed, or nothing), bytes held half-way and at the end, and faults."""

    answers: Counter[int]
    half: int
    end: int
    faults: list[str]


def written(asked: Request) -> bytes:
    """A request as it goes over the wire."""
    body = asked.body if isinstance(asked.body, bytes) else asked.body.encode(errors="surrogateescape")
    headers = {"Host": "localhost", **asked.headers}
    if body or asked.method == "POST":
        headers["Content-Length"] = str(len(body))
    if asked.content_type is not None:
        headers["Content-Type"] = asked.content_type
    lines = [f"{asked.method} {asked.address} HTTP/1.1", *(f"{name}: {value}" for name, value in headers.items())]
    return "\r\n".join([*lines, "", ""]).encode(errors="replace") + body


def changed(sent: bytes, random: Random) -> bytes:
    """The bytes with up to four changes, most of them before the body."""
    data = bytearray(sent)
    for _ in range(random.randrange(5)):
        end = len(data) if not random.randrange(4) else data.find(b"\r\n\r\n") + 4
        first = random.randrange(max(end, 1))
        last = min(len(data), first + random.choice((1, 1, 4, 40)))
        sort = random.randrange(6)
        if sort == 0:
            data[first:last] = random.randbytes(last - first)
        elif sort == 1:
            del data[first:last]
        elif sort == 2:
            data[first:first] = data[first:last] * random.choice((1, 1, 100))
        elif sort == 3:
            del data[first:]
        else:
            data[first:first] = random.choice(_PIECES) if sort == 4 else _odd_header(random)
    return bytes(data)


def _odd_header(random: Random) -> bytes:
    return f"\r\n{random.choice(ODD_HEADERS)}: {random.choice(ODD_VALUES)}\r\n".encode("latin-1")


def message(random: Random) -> bytes:
    """One to three requests, changed."""
    return b"".join([changed(written(request(random)), random) for _ in range(random.choice((1, 1, 1, 2, 3)))])


def fault(answer: bytes) -> tuple[int, str]:
    """The status of the first answer, 0 if there is none, and what is wrong with it."""
    if not answer:
        return 0, ""
    head, end, _ = answer.partition(b"\r\n\r\n")
    status, *lines = head.split(b"\r\n")
    found = _STATUS.match(status)
    if not found or not end:
        return -1, f"no HTTP: {answer[:200]!r}"
    code = int(found[1])
    names = {line.partition(b":")[0].decode("latin-1").title() for line in lines}
    if code >= 500 and code not in REFUSALS:
        return code, f"status {code}"
    lacking = [name for name in security.HEADERS if name not in names]
    return code, f"without {lacking}" if lacking and code != 100 else ""


async def _ask(port: int, sent: bytes, pieces: int) -> bytes:
    """What the server answers to these bytes, sent in so many pieces, until it closes or says no more."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    answer = bytearray()
    try:
        size = len(sent) // pieces + 1
        for first in range(0, len(sent), size):
            writer.write(sent[first : first + size])
            await writer.drain()
        while part := await asyncio.wait_for(reader.read(1 << 20), PATIENCE):
            answer += part
    except (ConnectionError, TimeoutError):
        pass
    finally:
        writer.close()
    return bytes(answer)


async def _all(port: int, number: int, random: Random) -> Outcome:
    answers, faults, half = Counter[int](), list[str](), 0
    for first in range(0, number, AT_ONCE):
        messages = [message(random) for _ in range(min(AT_ONCE, number - first))]
        found = await asyncio.gather(*(_ask(port, sent, random.choice((1, 1, 2, 5))) for sent in messages))
        for sent, answer in zip(messages, found, strict=True):
            code, wrong = fault(answer)
            answers[code] += 1
            if wrong:
                faults.append(f"{wrong}: {sent[:2000]!r}")
        half = half or (resident() if 2 * first >= number else 0)
    plain = await _ask(port, b"GET /table HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n", 1)
    if fault(plain) != (200, ""):
        faults.append(f"a plain request afterwards: {plain[:200]!r}")
    return Outcome(answers, half, resident(), faults)


class _Errors(logging.Handler):
    """Keeps what is logged as an error."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.found: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """One more."""
        self.found.append(self.format(record)[-2000:])


def run(number: int, seed: int) -> Outcome:
    """Sends this many messages. What the server or the application logs as an error is a fault too."""
    errors = _Errors()
    logging.getLogger().addHandler(errors)
    try:
        with TemporaryDirectory() as folder:
            app = create_app({"DATABASE": f"{folder}/games.db"})
            with serving(app) as server:
                outcome = run_apart(_all(int(server.port), number, Random(seed)))
            app.extensions["store"].close()
    finally:
        logging.getLogger().removeHandler(errors)
    return outcome._replace(faults=outcome.faults + errors.found)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs and reports; the exit status is 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.sockets", description="Send bytes that are no requests.")
    parser.add_argument("requests", nargs="?", type=int, default=20_000, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="other requests (default: %(default)s)")
    options = parser.parse_args(arguments)
    outcome = run(options.requests, options.seed)
    print(f"{outcome.answers.total():,} messages, {len(outcome.faults)} faults")
    print("answered (0: closed, or waiting for more):", dict(sorted(outcome.answers.items())))
    print(f"memory {outcome.half >> 20} MiB half-way, {outcome.end >> 20} MiB at the end")
    print(*outcome.faults[:SHOWN], sep="\n")
    return 1 if outcome.faults else 0


if __name__ == "__main__":
    sys.exit(main())
