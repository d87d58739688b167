"""A short fuzzing run, and that a fault would be seen."""

import json
from collections import Counter
from math import inf
from random import Random
from urllib.parse import urlencode

import pytest
from flask import Response
from flask.testing import FlaskClient
from werkzeug.test import Client

from tests import fuzz, strange

REQUESTS = 400


def fault_of(address: str, text: str, status: int = 200, mimetype: str = "text/html") -> str:
    """What is wrong with such an answer of that address."""
    answer = Client(Response(text, status, mimetype=mimetype)).get(address)
    return fuzz.fault(strange.Request("GET", address), answer)


# Werkzeug leaves the files of a multipart body that ends too soon to the interpreter; they lie in memory.
@pytest.mark.filterwarnings("ignore:Unclosed file:ResourceWarning")
@pytest.mark.slow
def test_strange_requests_are_answered_well() -> None:
    outcome = fuzz.run(REQUESTS, seed=7, slowest=inf)  # how soon depends on the machine
    assert outcome.faults == []
    assert len(outcome.taken) == REQUESTS
    assert outcome.end - outcome.half < fuzz.GROWTH


def test_a_game_goes_on_while_its_pages_are_asked_for(client: FlaskClient) -> None:
    random, table, answers = Random(3), fuzz.Table(client), Counter[int]()

    def send(request: strange.Request) -> None:
        asked = table.placed(request)
        answer = fuzz.timed(client, asked)[1]
        table.answered(asked, answer)
        assert fuzz.fault(asked, answer) == ""
        answers[answer.status_code] += 1

    for player in range(2):
        tap = {"event": json.dumps({"type": "riichi", "player": player}), "seen": strange.SEEN, "key": f"k{player}"}
        send(strange.Request("POST", strange.GAME + "/events", {}, urlencode(tap), strange.CONTENT_TYPES[0]))
    assert table.seen == answers[303] == 2
    for _ in range(60):
        send(strange.game_page(random))
    assert answers[200] > 10


@pytest.mark.parametrize(
    ("status", "mimetype", "text", "fault"),
    [
        (200, "text/html", "<p>7</p>", ""),
        (500, "text/html", "<p>7</p>", "status 500"),
        (200, "text/html", "<p><b>7</p>", "no HTML"),
        (200, "text/html", "<p><xss></xss></p>", "became markup"),
        (200, "text/html", '<p onclick="x"></p>', "became markup"),
        (200, "application/json", "{", "no JSON"),
        (200, "image/svg+xml", "<svg/>", ""),
        (200, "image/svg+xml", "<svg>", "no SVG"),
        (200, "image/svg+xml", "<svg><script/></svg>", "script"),
        (422, "application/json", "{}", "refused without a problem"),
        (422, "application/json", '{"problems": [1]}', ""),
    ],
)
def test_a_fault_is_seen(status: int, mimetype: str, text: str, fault: str) -> None:
    found = fault_of("/", text, status, mimetype)
    assert fault in found
    assert bool(fault) == bool(found)


def test_so_are_an_answer_that_is_too_long_and_an_error_of_the_api_that_is_no_json() -> None:
    assert fault_of("/", "<p>" + "7" * fuzz.LARGEST + "</p>")
    assert fault_of("/api/table", "<p>7</p>", 414)
