"""``python -m tests.mixture [--taps N] [--runs N] [--kind KIND] [--tree PATH]``: two people tap beside attackers.

The tappers enter hands tile by tile, each over a connection of their own. Ten attackers of each kind ask without a
pause for the costliest thing of that kind that is known. What is measured is a ratio: the 99th percentile of the taps
beside the attackers, by the one of the taps alone a moment before, so that the machine and its other work count for
little. The attackers stand for other machines, so their own work has the lowest priority.

Everybody has the same address here, as in a club: the server tells them apart by their connections alone.
"""

import argparse
import http.client
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random
from statistics import median, quantiles
from threading import Thread
from time import monotonic, sleep
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlencode

from tests.load import HEADERS, HOST, TILES, Server
from webapp.scoring.rules import SWITCHES

ROOT = Path(__file__).resolve().parents[1]
TAPPERS, ATTACKERS = 2, 10
#: Mean seconds between an answer and the next tap: quick for a hand at a table.
PAUSE = 0.3
#: Seconds until an answer is given up.
PATIENCE = 60
#: Taps before the first that counts: they fill the caches.
WARM = 10
#: How many times as long the slowest hundredth of the taps may take beside attackers.
BOUND = 5
#: Names of local yaku in one set of rules: the more there are, the more a score costs.
LOCAL = {"rules": {"preset": "tenhou", "local_yaku": list(SWITCHES["local_yaku"].choices)}}


class Request(NamedTuple):
    """What an attacker sends."""

    method: str
    address: str
    body: str = ""
    headers: Mapping[str, str] = MappingProxyType({})


# -- attackers -------------------------------------------------------------------------------------


def _tiles(random: Random, number: int = 14) -> str:
    wall = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10) for _ in range(4)]
    return "".join(random.sample(wall, number))


def _tap(random: Random) -> Request:
    """A tap that leaves 14 tiles to choose a discard from."""
    return Request("POST", "/score", urlencode({"hand": _tiles(random)}), HEADERS)


#: The costliest tiles that a search found, by rules with all local yaku: 40 to 59 taps each.
_COSTLY_WAITS = ["2p1m9m9s5s3s4p1s2s7m7p1s2p", "2p1m8s9s5s3s4p1s2s7m7p1s2p", "2p2m8s9s5s3s4p1s2s7m7p1s2p"]
_COSTLY_DISCARDS = ["8p6s4m3p6p1m8m7s9p2m9m7p1p8p", "8p6s4m3p6p1m8m7s9p2m9m7p1p1s", "6m4m6p1p5m3m3p8s8p3s2m2s4p9s"]


def _waits(random: Random) -> Request:
    """13 tiles far from complete, of which the value is costly, in any situation."""
    return _costly(random, "/api/waits", _COSTLY_WAITS)


def _discards(random: Random) -> Request:
    """14 such tiles."""
    return _costly(random, "/api/discards", _COSTLY_DISCARDS)


def _costly(random: Random, address: str, hands: Sequence[str]) -> Request:
    """One of these hands, with a number that makes the question a new one."""
    case = {"concealed": random.choice(hands), "honba": random.randrange(100), "sticks": random.randrange(100), **LOCAL}
    return Request("POST", address, json.dumps(case))


def _picture(random: Random) -> Request:
    """A picture that nobody has asked for before."""
    return Request("GET", f"/preview.png?hand={_tiles(random, 13)}&honba={random.randrange(100)}")


_LONG = "/?" + "&".join(f"rule.x{number / 7}=1" for number in range(9000))
_FLAGS = json.dumps({"concealed": "123m456p789s1122z", "win": "1z", "flags": ["x"] * 12_000})


def _address(random: Random) -> Request:
    """An address as long as waitress takes by itself, with nothing but rules that do not exist."""
    return Request("GET", _LONG)


def _flags(random: Random) -> Request:
    """A case with as many unknown flags as fit."""
    return Request("POST", "/api/score", _FLAGS)


def _page(random: Random) -> Request:
    """The page for 14 tiles, with the values that a page without scripts has."""
    return Request("GET", f"/?hand={_tiles(random)}")


KINDS = {
    "taps": _tap,
    "waits": _waits,
    "discards": _discards,
    "pictures": _picture,
    "addresses": _address,
    "flags": _flags,
    "pages": _page,
}


def attack(port: int, kind: str, seed: int) -> None:
    """Asks without a pause, for ever. Opens the connection again when the server closes it."""
    random = Random(f"{kind} {seed}")
    while True:
        connection = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)
        with suppress(OSError, http.client.HTTPException):
            while True:
                asked = KINDS[kind](random)
                connection.request(asked.method, asked.address, asked.body or None, dict(asked.headers))
                connection.getresponse().read()
        connection.close()


def attack_until_killed(port: int, kinds: Sequence[str]) -> None:
    """Ten attackers of each kind; says when they have begun. They end with the process that began them."""
    os.nice(19)
    for kind in kinds:
        for seed in range(ATTACKERS):
            Thread(target=attack, args=(port, kind, seed), daemon=True).start()
    print("begun", flush=True)
    sys.stdin.read()


@contextmanager
def attackers(port: int, kinds: Sequence[str]) -> Iterator[None]:
    """Attackers of these kinds, in a process of their own so that they do not slow the tappers' clocks."""
    command = [sys.executable, "-m", "tests.mixture", "--attack", str(port)]
    for kind in kinds:
        command += ["--kind", kind]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdout is not None
        try:
            assert process.stdout.readline() == b"begun\n"
            yield
        finally:
            process.kill()


# -- tappers ---------------------------------------------------------------------------------------


def tap(port: int, number: int) -> list[float]:
    """Seconds of each answer to two people who tap so often in all."""
    taken: list[float] = []
    threads = [Thread(target=_enter, args=(port, seed, number // TAPPERS, taken)) for seed in range(TAPPERS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(taken) == number // TAPPERS * TAPPERS, "a tap was not answered"
    return taken


def _enter(port: int, seed: int, number: int, taken: list[float]) -> None:
    random = Random(seed)
    connection = http.client.HTTPConnection(HOST, port, timeout=PATIENCE)
    for place in range(number):
        sleep(PAUSE * random.uniform(0.5, 1.5))
        if place % len(TILES) == 0:
            hand = random.sample(TILES, len(TILES))
        form = {"hand": "".join(hand[: place % len(TILES) + 1]), "seat": random.choice("ESWN"), "by": "tsumo"}
        start = monotonic()
        connection.request("POST", "/score", urlencode(form), HEADERS)
        answer = connection.getresponse()
        if b"data-hand-tile" in answer.read() and answer.status == 200:
            taken.append(monotonic() - start)
    connection.close()


# -- figures ---------------------------------------------------------------------------------------


class Figures(NamedTuple):
    """The taps' p50 and p99 in seconds, alone and beside attackers."""

    alone: tuple[float, float]
    beside: tuple[float, float]

    @property
    def usual(self) -> float:
        """How many times as long the tap in the middle takes beside the attackers."""
        return self.beside[0] / self.alone[0]

    @property
    def ratio(self) -> float:
        """How many times as long the slowest hundredth takes beside the attackers."""
        return self.beside[1] / self.alone[1]


def cuts(taken: Sequence[float]) -> tuple[float, float]:
    """p50 and p99."""
    found = quantiles(taken, n=100, method="inclusive")
    return found[49], found[98]


def measure(server: Server, kinds: Sequence[str], number: int) -> Figures:
    """So many taps alone, and then as many beside attackers of these kinds."""
    alone = tap(server.port, number)
    with attackers(server.port, kinds):
        tap(server.port, WARM)
        beside = tap(server.port, number)
    return Figures(cuts(alone), cuts(beside))


def run(tree: Path, kinds: Sequence[str], number: int) -> Figures:
    """The same at a new server of a checkout."""
    server = Server(tree)
    try:
        tap(server.port, WARM)
        return measure(server, kinds, number)
    finally:
        server.stop()


def report(tree: Path, name: str, figures: Sequence[Figures]) -> float:
    """Prints the run in the middle; its ratio."""
    middle = sorted(figures, key=lambda one: one.ratio)[len(figures) // 2]
    (p50, p99), (beside50, beside99) = middle
    print(f"{name:>10} {tree.name:>10}  ", end="")
    print(f"alone p50 {p50 * 1000:6.1f} p99 {p99 * 1000:6.1f} ms  ", end="")
    print(f"beside p50 {beside50 * 1000:6.1f} p99 {beside99 * 1000:6.1f} ms  {middle.ratio:5.1f} times", flush=True)
    return median(one.ratio for one in figures)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs and reports; the exit status is 1 if a ratio of this checkout is above `BOUND`."""
    parser = argparse.ArgumentParser(prog="python -m tests.mixture", description="Tap beside those who ask for much.")
    parser.add_argument("--taps", type=int, default=100, help="in each part of a run (default: %(default)s)")
    parser.add_argument("--runs", type=int, default=3, help="the median of how many (default: %(default)s)")
    parser.add_argument("--tree", type=Path, action="append", default=[], help="another checkout, measured in turns")
    parser.add_argument("--kind", action="append", choices=[*KINDS, "all"], help="only these attackers")
    parser.add_argument("--attack", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args(arguments)
    if options.attack:
        attack_until_killed(options.attack, options.kind)
        return 0
    ratios = []
    for kind in options.kind or [*KINDS, "all"]:
        kinds = list(KINDS) if kind == "all" else [kind]
        trees = [*options.tree, ROOT]
        found = [[run(tree, kinds, options.taps) for tree in trees] for _ in range(options.runs)]
        ratios += [report(tree, kind, figures) for tree, figures in zip(trees, zip(*found, strict=True), strict=True)][
            -1:
        ]
    return int(max(ratios) > BOUND)


if __name__ == "__main__":
    sys.exit(main())
