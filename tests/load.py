"""``python -m tests.load [--phones N] [--seconds N] [--pause N]``: many phones at the production server at once.

Each phone enters a hand tile by tile, as the page does: a POST of the whole form with the headers of htmx, over one
connection that stays open, with a pause between taps (`--pause 0`: none). Beside them a client sends its request a
byte at a time. With `--restart` the server is ended and started anew on the same port half-way; a phone then repeats
its tap, and since the hand is in the form, it goes on where it was.
"""

import argparse
import http.client
import os
import socket
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from math import inf
from pathlib import Path
from random import Random
from statistics import median, quantiles
from threading import Condition, Event, Thread
from time import monotonic, sleep
from typing import NamedTuple
from urllib.parse import urlencode

HOST = "127.0.0.1"
TILES = ["1m", "2m", "3m", "4p", "5p", "6p", "7s", "8s", "9s", "2z", "2z", "2z", "5m", "5m"]
HEADERS = {"HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded"}
#: Seconds: until an answer is given up, until the server has started, between the bytes of the slow client.
PATIENCE, START, DRIP = 30, 30, 0.5
#: How often a phone repeats a tap that no server took.
REPEATS = 300


class Outcome(NamedTuple):
    """What a run came to: seconds of every answer, what went wrong, repeated taps, and bytes the server held."""

    taken: list[float]
    seconds: float
    errors: list[str]
    repeated: int
    before: int
    after: int


class Server:
    """The production server as a process of its own, of this checkout or of another one."""

    def __init__(self, tree: Path | None = None, *options: str, database: Path | str | None = None) -> None:
        self.tree, self.options = tree, options
        self.environment = os.environ | ({"AGARI_DATABASE": str(database)} if database else {})
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
        self.process.wait(START)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def stop(self) -> None:
        """Ends it as a machine that shuts down does."""
        self.process.terminate()
        self.process.wait(START)
        assert self.process.stdout is not None
        self.process.stdout.close()

    def used(self) -> float:
        """Seconds of the processor that it has used."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def resident(self) -> int:
        """Bytes of memory that it holds."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text().splitlines()
        return 1024 * next(int(line.split()[1]) for line in lines if line.startswith("VmRSS"))


@contextmanager
def served() -> Iterator[Server]:
    """A running server, ended afterwards."""
    server = Server()
    try:
        yield server
    finally:
        server.stop()


class Phones:
    """Phones that tap until they are told to stop, and what they saw."""

    def __init__(self, port: int, number: int, pause: float) -> None:
        self.port, self.pause = port, pause
        self.ended = Event()
        self.answered = Condition()
        self.taken: list[float] = []
        self.errors: list[str] = []
        self.repeated = 0
        self.threads = [Thread(target=self._play, args=(seed,)) for seed in range(number)]

    def start(self) -> None:
        """Lets them begin to tap."""
        for thread in self.threads:
            thread.start()

    def wait(self, taps: float, seconds: float) -> None:
        """Waits until this many taps are answered in all, but no longer than this."""
        with self.answered:
            self.answered.wait_for(lambda: len(self.taken) >= taps, seconds)

    def end(self) -> None:
        """Waits until each has had its last answer."""
        self.ended.set()
        for thread in self.threads:
            thread.join()

    def _play(self, seed: int) -> None:
        random, connection = Random(seed), self._connection()
        sleep(random.random() * self.pause)
        while not self.ended.is_set():
            hand = random.sample(TILES, len(TILES))
            for number in range(1, len(hand) + 1):
                form = {"hand": "".join(hand[:number]), "seat": random.choice("ESWN"), "by": "tsumo"}
                connection = self._tap(connection, form, is_won=number == len(hand))
                if self.ended.wait(self.pause * random.uniform(0.5, 1.5)):
                    break
        connection.close()

    def _connection(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection(HOST, self.port, timeout=PATIENCE)

    def _tap(
        self, connection: http.client.HTTPConnection, form: dict[str, str], *, is_won: bool
    ) -> http.client.HTTPConnection:
        """Sends the form until it is answered; the connection to go on with."""
        for _ in range(REPEATS):
            start = monotonic()
            try:
                connection.request("POST", "/score", urlencode(form), HEADERS)
                answer = connection.getresponse()
                text = answer.read().decode()
            except (OSError, http.client.HTTPException):
                connection.close()
                connection = self._connection()
                with self.answered:
                    self.repeated += 1
                sleep(0.1)
                continue
            with self.answered:
                self.taken.append(monotonic() - start)
                self.answered.notify()
                if answer.status != 200 or ("data-points=" in text) != is_won:
                    self.errors.append(f"{answer.status} for {form}")
            return connection
        with self.answered:
            self.errors.append(f"no answer to {form}")
        return connection


def drip(port: int, ended: Event) -> None:
    """A client that sends its request a byte at a time, and never ends it."""
    with suppress(OSError), socket.create_connection((HOST, port)) as slow:
        slow.sendall(b"POST /score HTTP/1.1\r\nHost: slow\r\nContent-Length: 60000\r\n\r\n")
        while not ended.wait(DRIP):
            slow.sendall(b"h")


def run(
    phones: int, pause: float, *, seconds: float, taps: float = inf, slow: int = 8, restarts: bool = False
) -> Outcome:
    """Lets phones tap, beside slow clients, until `taps` are answered or `seconds` are over."""
    with served() as server:
        crowd = Phones(server.port, phones, pause)
        slows = [Thread(target=drip, args=(server.port, crowd.ended)) for _ in range(slow)]
        for thread in slows:
            thread.start()
        begun = monotonic()
        crowd.start()
        crowd.wait(taps / 2, seconds / 2)
        before = server.resident()
        if restarts:
            server.stop()
            server.start()
        crowd.wait(taps, seconds / 2)
        crowd.end()
        lasted = monotonic() - begun
        for thread in slows:
            thread.join()
        return Outcome(crowd.taken, lasted, crowd.errors, crowd.repeated, before, server.resident())


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs and reports; the exit status is 1 if a tap was not answered."""
    parser = argparse.ArgumentParser(prog="python -m tests.load", description="Load the production server.")
    parser.add_argument("--phones", type=int, default=50, help="how many at once (default: %(default)s)")
    parser.add_argument("--seconds", type=float, default=60, help="how long (default: %(default)s)")
    parser.add_argument("--pause", type=float, default=0.5, help="mean seconds between taps (default: %(default)s)")
    parser.add_argument("--restart", action="store_true", help="restart the server half-way")
    options = parser.parse_args(arguments)
    outcome = run(options.phones, options.pause, seconds=options.seconds, restarts=options.restart)
    print(f"{len(outcome.taken):,} taps, {len(outcome.errors)} errors, {outcome.repeated} repeated, ", end="")
    print(f"{len(outcome.taken) / outcome.seconds:.0f} a second")
    print(f"p50 {median(outcome.taken) * 1000:.0f} ms, p99 {quantiles(outcome.taken, n=100)[98] * 1000:.0f} ms")
    print(f"memory {outcome.before >> 20} MiB half-way, {outcome.after >> 20} MiB at the end")
    print(*outcome.errors[:10], sep="\n")
    return 1 if outcome.errors else 0


if __name__ == "__main__":
    sys.exit(main())
