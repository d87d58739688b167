"""A short run of bytes that are nearly requests, and that a fault would be seen."""

import pytest

from tests import sockets
from webapp.serving import security

HEADERS = "".join(f"{name}: x\r\n" for name in security.HEADERS)


@pytest.mark.slow
def test_bytes_that_are_nearly_requests_are_answered_or_not_and_harm_nothing() -> None:
    outcome = sockets.run(120, seed=3)
    assert outcome.faults == []
    assert outcome.answers.total() == 120
    assert outcome.answers[200] > 10
    assert outcome.answers[400] > 10


@pytest.mark.parametrize(
    ("answer", "code", "wrong"),
    [
        ("", 0, ""),
        (f"HTTP/1.1 200 OK\r\n{HEADERS}\r\n<p>", 200, ""),
        (f"HTTP/1.1 503 Service Unavailable\r\n{HEADERS}\r\n", 503, ""),
        (f"HTTP/1.1 500 Internal Server Error\r\n{HEADERS}\r\n", 500, "status 500"),
        ("HTTP/1.1 400 Bad Request\r\nServer: x\r\n\r\n", 400, "without"),
        ("HTTP/1.1 200 OK\r\nServer: x", -1, "no HTTP"),
        ("<p>", -1, "no HTTP"),
    ],
)
def test_a_fault_is_seen(answer: str, code: int, wrong: str) -> None:
    found, fault = sockets.fault(answer.encode())
    assert found == code
    assert fault.startswith(wrong)
    assert bool(fault) == bool(wrong)
