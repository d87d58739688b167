"""``python -m tests.slowest [--seconds N] [--seed N]``: a search for the costliest request and longest answer.

Hill climbing: a strange request as the fuzz makes them, or a hand of 13 or 14 tiles with costly rules, is changed in
one place; what costs more is kept and changed again. When nothing more is found for a while, the search starts anew.
Costs are processor time in scoring taps, measured in the same run, so that the machine counts for little. Each tap
scores a hand that was not seen before, as at a table.
"""

import argparse
import gc
import json
import logging
import sys
from collections.abc import Sequence
from random import Random
from statistics import median
from time import monotonic
from typing import Any, NamedTuple
from urllib.parse import parse_qsl, urlencode

from flask.testing import FlaskClient

from tests.fuzz import timed
from tests.scoring.hands import random_win
from tests.strange import FIELDS, HOSTILE, HTMX, Request, form, odd_headers, request
from webapp import create_app
from webapp.inputs.paste import entry_of
from webapp.outputs.links import form_fields
from webapp.scoring.rules import SWITCHES, TENHOU
from webapp.scoring.tiles import NAMES
from webapp.serving.thinking import EXTENSION, Mind

#: How many taps a request may cost.
BOUND = 60
#: Changes without success after which the search starts anew, and requests from which it starts at the costliest.
PATIENCE, STARTS = 60, 30
LOCAL = SWITCHES["local_yaku"].choices
FORM = "application/x-www-form-urlencoded"


class Cost(NamedTuple):
    """What a request costs in taps, and the bytes of its answer."""

    taps: float
    size: int


class Meter:
    """Measures requests."""

    def __init__(self, client: FlaskClient) -> None:
        self._client = client
        self._random = Random(1)
        self._taps: list[float] = []
        for _ in range(50):
            self._tap()

    def cost(self, asked: Request) -> Cost:
        """Measured once: asked again, a request finds what is kept of the first time."""
        self._tap()
        self._client.application.extensions[EXTENSION] = Mind(0)
        seconds, answer = timed(self._client, asked)
        return Cost(seconds / median(self._taps[-200:]), len(answer.data))

    def _tap(self) -> None:
        won = entry_of(random_win(self._random, TENHOU).hand)
        self._taps.append(timed(self._client, Request("POST", "/score", HTMX, urlencode(form_fields(won)), FORM))[0])


def holding(random: Random) -> Request:
    """Thirteen or fourteen tiles, most often of few suits, by rules with some local yaku."""
    wall = [tile for tile in random.choice((NAMES[:10], NAMES[:20], NAMES)) for _ in range(4) if tile[0] != "0"]
    route, number = random.choice((("waits", 13), ("discards", 14)))
    rules = {"preset": "tenhou", "local_yaku": random.sample(LOCAL, random.randrange(len(LOCAL) + 1))}
    asked = {"concealed": "".join(random.sample(wall, number)), "rules": rules, "turns": bool(random.randrange(2))}
    return Request("POST", f"/api/{route}", {}, json.dumps(asked))


def changed(asked: Request, random: Random) -> Request:
    """The same with one thing changed."""
    if not random.randrange(8):
        return asked._replace(headers={**asked.headers, **odd_headers(random)})
    if asked.address.startswith("/api/") and isinstance(asked.body, str):
        return asked._replace(body=_changed_json(asked.body, random))
    if isinstance(asked.body, str) and asked.body:
        return asked._replace(body=_changed_form(asked.body, random))
    path, _, query = asked.address.partition("?")
    return asked._replace(address=f"{path}?{_changed_form(query, random)}")


def _changed_json(body: str, random: Random) -> str:
    found: Any = json.loads(body)
    case = random.choice(found) if isinstance(found, list) and found else found
    if not isinstance(case, dict):
        return body
    tiles = case.get("concealed")
    if isinstance(tiles, str) and len(tiles) >= 26 and random.randrange(4):
        place = 2 * random.randrange(len(tiles) // 2)
        case["concealed"] = tiles[:place] + random.choice(NAMES) + tiles[place + 2 :]
    else:
        field = random.choice(("honba", "dora", "seat", "round", "rules", "turns", "drawn", "flags", *case))
        case[field] = random.choice(
            (
                random.randrange(100),
                random.sample(NAMES, 5),
                random.choice("ESWN"),
                {"preset": "tenhou", "local_yaku": random.sample(LOCAL, random.randrange(len(LOCAL) + 1))},
                True,
                random.choice(NAMES),
            )
        )
    return json.dumps(found)


def _changed_form(text: str, random: Random) -> str:
    fields = dict(parse_qsl(text, keep_blank_values=True))
    hand = fields.get("hand", "")
    if len(hand) >= 26 and random.randrange(2):
        place = 2 * random.randrange(len(hand) // 2)
        fields["hand"] = hand[:place] + random.choice(NAMES) + hand[place + 2 :]
    else:
        fields[random.choice(FIELDS)] = random.choice((*form(random).values(), *HOSTILE))
    return urlencode(fields)


def search(client: FlaskClient, random: Random, seconds: float) -> tuple[list[tuple[Cost, Request]], int]:
    """The summits that were found, and how many requests were measured."""
    meter, until = Meter(client), monotonic() + seconds
    summits: list[tuple[Cost, Request]] = []
    longest = (Cost(0, 0), holding(random))
    number = 0
    while monotonic() < until:
        gc.collect()
        start = random.choice((request, holding))
        best = max(((meter.cost(asked), asked) for asked in (start(random) for _ in range(STARTS))), key=_taps)
        tries = 0
        while tries < PATIENCE and monotonic() < until:
            asked = changed(best[1], random)
            cost = meter.cost(asked)
            number += 1
            tries = 0 if cost.taps > best[0].taps else tries + 1
            best = max(best, (cost, asked), key=_taps)
            longest = max(longest, (cost, asked), key=lambda found: found[0].size)
        summits.append(best)
    return [*sorted(summits, key=_taps, reverse=True), longest], number


def _taps(found: tuple[Cost, Request]) -> float:
    return found[0].taps


def main(arguments: Sequence[str] | None = None) -> int:
    """Searches and reports; the exit status is 1 if a request costs more than `BOUND` taps."""
    parser = argparse.ArgumentParser(prog="python -m tests.slowest", description="Search the costliest request.")
    parser.add_argument("--seconds", type=float, default=3600, help="how long (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="another search (default: %(default)s)")
    options = parser.parse_args(arguments)
    logging.getLogger("webapp").setLevel(logging.CRITICAL)
    client = create_app().test_client()
    gc.disable()  # its pauses fall on any request; it is done between the searches
    (*summits, longest), number = search(client, Random(options.seed), options.seconds)
    print(f"{number:,} requests, {len(summits)} summits")
    for cost, asked in summits[:5]:
        print(f"{cost.taps:5.1f} taps, {cost.size:,} bytes: {str(asked)[:400]}")
    print(f"longest answer: {longest[0].size:,} bytes, {longest[0].taps:.1f} taps: {str(longest[1])[:400]}")
    return int(summits[0][0].taps > BOUND)


if __name__ == "__main__":
    sys.exit(main())
