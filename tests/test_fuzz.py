"""A short fuzzing run, and that a fault would be seen."""

from math import inf

import pytest
from flask import Response
from werkzeug.test import TestResponse

from tests import fuzz

REQUESTS = 400


# Werkzeug leaves the files of a multipart body that ends too soon to the interpreter; they lie in memory.
@pytest.mark.filterwarnings("ignore:Unclosed file:ResourceWarning")
@pytest.mark.slow
def test_strange_requests_are_answered_well() -> None:
    outcome = fuzz.run(REQUESTS, seed=7, slowest=inf)  # how soon depends on the machine
    assert outcome.faults == []
    assert len(outcome.taken) == REQUESTS
    assert outcome.end - outcome.half < fuzz.GROWTH


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
    asked = fuzz.Request("GET", "/")
    made = Response(text, status, mimetype=mimetype)
    answer = TestResponse(made.response, made.status, made.headers, None)  # type: ignore[arg-type]
    found = fuzz.fault(asked, answer)
    assert fault in found
    assert bool(fault) == bool(found)


def test_so_are_an_answer_that_is_too_long_and_an_error_of_the_api_that_is_no_json() -> None:
    made = Response("<p>" + "7" * fuzz.LARGEST + "</p>")
    assert fuzz.fault(fuzz.Request("GET", "/"), TestResponse(made.response, made.status, made.headers, None)) != ""  # type: ignore[arg-type]
    made = Response("<p>7</p>", 414)
    assert fuzz.fault(fuzz.Request("GET", "/api/table"), TestResponse(made.response, made.status, made.headers, None))  # type: ignore[arg-type]
