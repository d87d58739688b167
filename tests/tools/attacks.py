"""Clients that send the requests that cost the server most: `python -m tests.tools.attacks PORT RATE KIND …`.

`tests.tools.load` runs them next to people who tap.
"""

import http.client
import json
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from random import Random
from threading import Thread
from time import sleep
from types import MappingProxyType
from typing import NamedTuple
from urllib.parse import urlencode

from webapp.scoring.rules import SWITCHES

#: Clients of each kind, and seconds until an answer is given up.
ATTACKERS, PATIENCE = 10, 60
#: Names of local yaku in one set of rules: the more there are, the more a score costs.
LOCAL = {"rules": {"preset": "tenhou", "local_yaku": list(SWITCHES["local_yaku"].choices)}}
#: The costliest tiles that a search found, by rules with all local yaku: 40 to 59 taps each.
WAITS = ["2p1m9m9s5s3s4p1s2s7m7p1s2p", "2p1m8s9s5s3s4p1s2s7m7p1s2p", "2p2m8s9s5s3s4p1s2s7m7p1s2p"]
DISCARDS = ["8p6s4m3p6p1m8m7s9p2m9m7p1p8p", "8p6s4m3p6p1m8m7s9p2m9m7p1p1s", "6m4m6p1p5m3m3p8s8p3s2m2s4p9s"]
#: An address as long as waitress takes by itself, and a case with as many unknown flags as fit.
LONG = "/?" + "&".join(f"rule.x{number / 7}=1" for number in range(9000))
FLAGS = json.dumps({"concealed": "123m456p789s1122z", "win": "1z", "flags": ["x"] * 12_000})


class Asked(NamedTuple):
    """What an attacker sends."""

    method: str
    address: str
    body: str = ""
    headers: Mapping[str, str] = MappingProxyType({})


def _tiles(random: Random, number: int = 14) -> str:
    wall = [f"{rank}{suit}" for suit in "mps" for rank in range(1, 10) for _ in range(4)]
    return "".join(random.sample(wall, number))


def _costly(random: Random, address: str, hands: Sequence[str]) -> Asked:
    """One of these hands, with numbers that make the question a new one."""
    case = {"concealed": random.choice(hands), "honba": random.randrange(100), "sticks": random.randrange(100), **LOCAL}
    return Asked("POST", address, json.dumps(case))


def _tap(random: Random) -> Asked:
    headers = {"HX-Request": "true", "Content-Type": "application/x-www-form-urlencoded"}
    return Asked("POST", "/score", urlencode({"hand": _tiles(random)}), headers)


KINDS: Mapping[str, Callable[[Random], Asked]] = {
    "taps": _tap,
    "waits": lambda random: _costly(random, "/api/waits", WAITS),
    "discards": lambda random: _costly(random, "/api/discards", DISCARDS),
    "pictures": lambda random: Asked("GET", f"/preview.png?hand={_tiles(random, 13)}&honba={random.randrange(100)}"),
    "addresses": lambda _: Asked("GET", LONG),
    "flags": lambda _: Asked("POST", "/api/score", FLAGS),
    "pages": lambda random: Asked("GET", f"/?hand={_tiles(random)}"),
}


def attack(port: int, kind: str, seed: int, pause: float) -> None:
    """Asks for ever, with a pause between two requests, from the address of its kind."""
    random, address = Random(f"{kind} {seed}"), f"127.0.1.{1 + list(KINDS).index(kind)}"
    sleep(pause * random.random())
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE, source_address=(address, 0))
        with suppress(OSError, http.client.HTTPException):
            while True:
                asked = KINDS[kind](random)
                connection.request(asked.method, asked.address, asked.body or None, dict(asked.headers))
                connection.getresponse().read()
                sleep(pause)
        connection.close()


if __name__ == "__main__":
    rate = float(sys.argv[2])
    os.nice(19)  # they stand for other machines
    for kind in sys.argv[3:]:
        for seed in range(ATTACKERS):
            pause = ATTACKERS / rate if rate else 0.0
            Thread(target=attack, args=(int(sys.argv[1]), kind, seed, pause), daemon=True).start()
    print("begun", flush=True)
    sys.stdin.read()
