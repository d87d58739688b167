"""How long taps take while other clients make trouble.

``python -m tests.tools.load [NAME …] [--taps N] [--runs N] [--tree PATH]``. Four people enter hands in the calculator,
tile by tile, each over a connection of their own, next to one kind of trouble at a time (`TROUBLES`). Each run measures
every checkout in turns, so that the speed of the machine counts for little.
"""

import argparse
import http.client
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress
from functools import partial
from pathlib import Path
from random import Random
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from threading import Event, Thread
from time import monotonic, sleep
from urllib.parse import urlencode

from tests.tools import attacks, phones

HOST = "127.0.0.1"
HEADERS = {"HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded"}
ROOT = Path(__file__).resolve().parents[2]
#: A closed hand that wins with its last tile, in any order of the tiles before it.
TILES = ["2m", "3m", "4m", "4m", "5m", "6m", "6p", "7p", "8p", "2s", "3s", "4s", "5z", "5z"]
#: People who tap, mean seconds between an answer and the next tap, and taps before the first that counts: a whole hand
#: each, since the first answer of a new server takes longer.
TAPPERS, PAUSE, WARM = 4, 0.2, 4 * len(TILES)
#: Seconds: until an answer is given up, until a server has started or ended, between two bytes of a slow client.
PATIENCE, START, DRIP = 120, 60, 0.5
#: How many clients are slow, read nothing, or are idle; phones that wait, and those that a server lets wait then.
SLOW, UNREAD, IDLE, WAITING, SLOTS = 300, 300, 950, 600, 640
#: Requests that a client who reads no answers sends at once.
AHEAD = 200


class Server:
    """The production server as a process of its own, of this checkout or of another one."""

    def __init__(
        self,
        tree: Path | None = None,
        *options: str,
        database: Path | str | None = None,
        new_games: str | None = "0",
    ) -> None:
        """Starts it. `new_games` is how many games an address may begin in an hour; None: as many as by default."""
        self.tree, self.options, self.database = tree, options, database
        self.environment = {name: value for name, value in os.environ.items() if name != "AGARI_NEW_GAMES"}
        if new_games:
            self.environment["AGARI_NEW_GAMES"] = new_games
        if database:
            self.environment["AGARI_DATABASE"] = str(database)
        with socket.create_server((HOST, 0)) as free:
            self.port: int = free.getsockname()[1]
        self.start()

    def start(self) -> None:
        """Starts it on its port and waits until it says that it listens."""
        command = [sys.executable, "-m", "webapp", "--port", str(self.port), *self.options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=self.tree, env=self.environment)
        assert self.process.stdout is not None
        if not self.process.stdout.readline().startswith("Agari is at"):
            raise OSError("the server did not start")

    def kill(self) -> None:
        """Ends it at once, whatever it is doing."""
        self.process.kill()
        self._end()

    def stop(self) -> None:
        """Ends it as a machine that shuts down does."""
        self.process.terminate()
        self._end()

    def _end(self) -> None:
        try:
            self.process.wait(START)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise
        assert self.process.stdout is not None
        self.process.stdout.close()


@contextmanager
def served(tree: Path | None = None, *options: str) -> Iterator[Server]:
    """A running server with a database of its own, ended afterwards."""
    with TemporaryDirectory() as folder:
        server = Server(tree, *options, database=Path(folder) / "agari.db")
        try:
            yield server
        finally:
            server.stop()


# -- people who tap --------------------------------------------------------------------------------


def tap(port: int, number: int) -> list[float]:
    """The seconds of each answer to people who tap so often in all. Raises RuntimeError if a tap has a wrong answer."""
    taken: list[float] = []
    wrong: list[str] = []
    threads = [Thread(target=_enter, args=(port, seed, number // TAPPERS, taken, wrong)) for seed in range(TAPPERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    if wrong:
        raise RuntimeError(wrong[0])
    return taken


def _enter(port: int, seed: int, number: int, taken: list[float], wrong: list[str]) -> None:
    random = Random(seed)
    connection = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)
    try:
        for place in range(number):
            sleep(PAUSE * random.uniform(0.5, 1.5))
            if place % len(TILES) == 0:
                hand = random.sample(TILES, len(TILES))
            form = {"hand": "".join(hand[: place % len(TILES) + 1]), "seat": random.choice("ESWN"), "by": "tsumo"}
            begun = monotonic()
            connection.request("POST", "/score", urlencode(form), HEADERS)
            answer = connection.getresponse()
            text = answer.read()
            taken.append(monotonic() - begun)
            if answer.status != 200 or b"data-hand-tile" not in text:
                wrong.append(f"{answer.status} for {form}")
    except (OSError, http.client.HTTPException) as error:
        wrong.append(repr(error))
    finally:
        connection.close()


# -- trouble ---------------------------------------------------------------------------------------


@contextmanager
def attackers(server: Server, *kinds: str, rate: float = 0) -> Iterator[None]:
    """Ten clients of each kind, at one address, that ask for what costs most: without a pause, or so often a second."""
    command = [sys.executable, "-m", "tests.tools.attacks", str(server.port), str(rate), *kinds]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == b"begun\n"
            sleep(1)
            yield
        finally:
            process.kill()


@contextmanager
def sockets(server: Server, number: int, sent: bytes = b"") -> Iterator[list[socket.socket]]:
    """Connections on which this is sent, and from which nothing is read."""
    with ExitStack() as opened:
        found = [opened.enter_context(socket.socket()) for _ in range(number)]
        for one in found:
            one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            with suppress(OSError):
                one.connect((HOST, server.port))
                one.sendall(sent)
        yield found


@contextmanager
def slow(server: Server) -> Iterator[None]:
    """Clients that send a request a byte at a time and never end it."""
    ended = Event()

    def drip(clients: Sequence[socket.socket]) -> None:
        while not ended.wait(DRIP):
            for client in clients:
                with suppress(OSError):
                    client.sendall(b"h")

    head = b"POST /score HTTP/1.1\r\nHost: slow\r\nContent-Length: 60000\r\n\r\n"
    with sockets(server, SLOW, head) as clients:
        thread = Thread(target=drip, args=(clients,))
        thread.start()
        try:
            yield
        finally:
            ended.set()
            thread.join()


@contextmanager
def held(server: Server) -> Iterator[None]:
    """Another process holds the database, and four people want to begin a game all the time."""
    ended = Event()

    def write() -> None:
        while not ended.wait(0.1):
            connection = http.client.HTTPConnection(HOST, server.port, timeout=PATIENCE)
            with suppress(OSError, http.client.HTTPException):
                connection.request("POST", "/game", "", HEADERS)
                connection.getresponse().read()
            connection.close()

    connection = http.client.HTTPConnection(HOST, server.port, timeout=PATIENCE)
    connection.request("POST", "/game", "", HEADERS)
    connection.getresponse().read()
    threads = [Thread(target=write) for _ in range(4)]
    other = sqlite3.connect(str(server.database), isolation_level=None)
    other.execute("BEGIN IMMEDIATE")
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        other.close()
        connection.close()
        for thread in threads:
            thread.join()


Trouble = Callable[[Server], AbstractContextManager[object]]


def _of_kind(kind: str, server: Server) -> AbstractContextManager[object]:
    return attackers(server, kind)


TROUBLES: Mapping[str, Trouble] = {
    "alone": lambda _: nullcontext(),
    **{f"ten {kind}": partial(_of_kind, kind) for kind in attacks.KINDS},
    "seventy": lambda server: attackers(server, *attacks.KINDS),
    "seventy behind a proxy": lambda server: attackers(server, *attacks.KINDS, rate=10),
    "held database": held,
    "slow": slow,
    "unread": lambda server: sockets(server, UNREAD, b"GET /yaku HTTP/1.1\r\nHost: x\r\n\r\n" * AHEAD),
    "idle": lambda server: sockets(server, IDLE),
    "waiting phones": lambda server: phones.waiting(server.port, WAITING),
}


def measure(trouble: str, taps: int, tree: Path | None = None) -> list[float]:
    """The seconds of this many taps beside a kind of trouble."""
    with served(tree, "--phones", str(SLOTS)) as server:
        tap(server.port, WARM)
        with TROUBLES[trouble](server):
            return tap(server.port, taps)


def cuts(taken: Sequence[float]) -> tuple[float, float, float]:
    """p50, p95 and p99 in milliseconds."""
    hundredths = quantiles(taken, n=100)
    return 1000 * median(taken), 1000 * hundredths[94], 1000 * hundredths[98]


def main(arguments: Sequence[str] | None = None) -> int:
    """Measures and prints."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.load", description="Measure taps beside trouble.")
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which: {', '.join(TROUBLES)} (default: all)")
    parser.add_argument("--taps", type=int, default=500, help="taps of each (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=3, help="how often (default: %(default)s)")
    parser.add_argument("--tree", type=Path, help="another checkout to be measured in turns")
    options = parser.parse_args(arguments)
    trees = [None, options.tree] if options.tree else [None]
    for name in options.names or TROUBLES:
        for _ in range(options.runs):
            for tree in trees:
                try:
                    shown = "p50 {:.1f}, p95 {:.0f}, p99 {:.0f} ms".format(*cuts(measure(name, options.taps, tree)))
                except RuntimeError as error:
                    shown = f"taps lost: {error}"
                print(f"{name:24} {tree or 'here'}: {shown}; load {os.getloadavg()[0]:.1f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
