"""``python -m tests.fuzz [requests] [--seconds N] [--seed N]``: a long run of strange requests through the whole app.

Random hands, valid links with something changed, and hostile values, to every page and the JSON API, with and without
htmx; the pages of a game that goes on meanwhile; multipart bodies, odd headers, more of everything than there can be.
No answer may be an error of the server, ill-formed or longer than `LARGEST`, none may take longer than `SLOWEST` of
processor time, and once the bounded caches are full the memory must not grow.
"""

import argparse
import json
import logging
import re
import sys
from array import array
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import monotonic, process_time
from typing import NamedTuple
from xml.etree import ElementTree

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.pages.markup import Element
from tests.strange import GAME, GAME_LENGTH, SEEN, Request, request
from webapp import create_app

SLOWEST = 0.25
#: Bytes that the second half of a run may grow by: what the caches still take, and the noise of the allocator.
GROWTH = 24 << 20
#: Bytes of an answer, but for the files of the site.
LARGEST = 100 << 10
SHOWN = 10

# -- what is answered ------------------------------------------------------------------------------


def fault(asked: Request, answer: TestResponse) -> str:
    """What is wrong with an answer, if anything."""
    if answer.status_code >= 500:
        return f"status {answer.status_code}"
    if len(answer.data) > LARGEST and not asked.address.startswith("/static/"):
        return f"{len(answer.data):,} bytes"
    if answer.mimetype != "application/json" and asked.address.startswith("/api/") and answer.status_code >= 400:
        return "an error of the API that is no JSON"
    if any("\n" in value or "\r" in value for _, value in answer.headers):
        return "a header has two lines"
    if asked.method == "HEAD" or answer.status_code in (204, 304):
        return ""
    if answer.mimetype == "application/json":
        return _json_fault(answer)
    if answer.mimetype == "image/svg+xml":
        return _svg_fault(answer.data)
    if answer.mimetype == "text/html" and answer.status_code == 200:  # the others are werkzeug's one line of HTML
        return _html_fault(answer.text)
    return ""


def _json_fault(answer: TestResponse) -> str:
    try:
        found = json.loads(answer.data)
    except ValueError as error:
        return f"no JSON: {error}"
    return "" if answer.status_code == 200 or found.get("problems") else "refused without a problem"


def _svg_fault(drawn: bytes) -> str:
    try:
        tree = ElementTree.fromstring(drawn)
    except ElementTree.ParseError as error:
        return f"no SVG: {error}"
    return "a script in a picture" if any(element.tag.endswith(("script", "xss")) for element in tree.iter()) else ""


_HANDLER = re.compile(r"<[a-z]+ [^>\"]*\bon[a-z]+=", re.IGNORECASE)


def _html_fault(html: str) -> str:
    try:
        Element.of(html)
    except AssertionError as error:
        return f"no HTML: {error}"
    return "something of the request became markup" if "<xss" in html or _HANDLER.search(html) else ""


# -- the run ---------------------------------------------------------------------------------------


def resident() -> int:
    """Bytes of memory that this process holds."""
    fields = dict(line.split(":", 1) for line in Path("/proc/self/status").read_text().splitlines())
    return int(fields["VmRSS"].split()[0]) * 1024


class Outcome(NamedTuple):
    """What a run came to: seconds of processor time of each request, bytes held when half was done and at the end."""

    taken: Sequence[float]
    half: int
    end: int
    faults: list[str]


class Table:
    """The game that the requests of a run go to. A new one begins when it has been deleted, and now and then."""

    def __init__(self, client: FlaskClient) -> None:
        """No game yet."""
        self._client = client
        self._address = ""
        self._asked = 0
        #: How many events the game has.
        self.seen = 0

    def placed(self, asked: Request) -> Request:
        """The request with the address of the game in it, and the number of its last event."""
        if GAME not in asked.address or not isinstance(asked.body, str | bytes):
            return asked
        if not self._address or self._asked >= GAME_LENGTH:
            self._address = str(self._client.post("/game", data={"rules": "house"}).location)
            self._asked = self.seen = 0
        self._asked += 1
        body = asked.body.replace(SEEN, str(self.seen)) if isinstance(asked.body, str) else asked.body
        return asked._replace(address=asked.address.replace(GAME, self._address), body=body)

    def answered(self, asked: Request, answer: TestResponse) -> None:
        """Follows what an answer says of the game."""
        if answer.status_code != 303 or not self._address or not asked.address.startswith(self._address):
            return
        self.seen += asked.address.endswith("/events")
        if asked.address.endswith("/delete"):
            self._address = ""


def run(number: int, seed: int, until: Callable[[], float] = lambda: 0, slowest: float = SLOWEST) -> Outcome:
    """Sends this many requests, or fewer if `until` (the part of the time that is gone) comes to 1 before.

    A request that takes more than `slowest` seconds of processor time is a fault.
    """
    with TemporaryDirectory() as folder:
        app = create_app({"DATABASE": str(Path(folder) / "games.db")})
        try:
            return _run(app.test_client(), number, Random(seed), until, slowest)
        finally:
            app.extensions["store"].close()


def _run(client: FlaskClient, number: int, random: Random, until: Callable[[], float], slowest: float) -> Outcome:
    table = Table(client)
    taken = array("d")  # a list of a million would be a growth of memory by itself
    faults: list[str] = []
    half = 0
    while len(taken) < number and until() < 1:
        asked = table.placed(request(random))
        seconds, answer = timed(client, asked)
        table.answered(asked, answer)
        if seconds > slowest:  # a collection of garbage or a cold cache is no slow request: asked again, it is quick
            seconds = min(seconds, timed(client, asked)[0])
        taken.append(seconds)
        found = f"{seconds:.3f} s" if seconds > slowest else fault(asked, answer)
        if found:
            faults.append(f"{found}: {str(asked)[:2000]}")
        if not half and max(len(taken) / number, until()) >= 0.5:
            half = resident()
    return Outcome(taken, half, resident(), faults)


def timed(client: FlaskClient, asked: Request) -> tuple[float, TestResponse]:
    """Seconds of processor time of an answer, and the answer."""
    start = process_time()
    answer = client.open(
        asked.address,
        method=asked.method,
        headers=dict(asked.headers),
        data=asked.body,
        content_type=asked.content_type,
    )
    answer.get_data()
    return process_time() - start, answer


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs and reports; the exit status is 1 if anything was wrong."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz", description="Send strange requests through the app.")
    parser.add_argument("requests", nargs="?", type=int, default=1_000_000, help="how many (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=float("inf"), help="stop after so long")
    parser.add_argument("--seed", type=int, default=1, help="other requests (default: %(default)s)")
    options = parser.parse_args(arguments)
    logging.getLogger("webapp").setLevel(logging.CRITICAL)
    begun = monotonic()
    outcome = run(options.requests, options.seed, lambda: (monotonic() - begun) / options.seconds)
    cuts = quantiles(outcome.taken, n=1000)
    grown = outcome.end - outcome.half
    print(f"{len(outcome.taken):,} requests, {len(outcome.faults)} faults")
    print(f"p50 {cuts[499] * 1000:.1f} ms, p99 {cuts[989] * 1000:.1f} ms, p99.9 {cuts[998] * 1000:.1f} ms, ", end="")
    print(f"slowest {max(outcome.taken) * 1000:.0f} ms of processor time")
    print(f"memory {outcome.half >> 20} MiB half-way, {outcome.end >> 20} MiB at the end")
    print(*outcome.faults[:SHOWN], sep="\n")
    return 1 if outcome.faults or grown > GROWTH else 0


if __name__ == "__main__":
    sys.exit(main())
