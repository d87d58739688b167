"""The production server, in this process, as raw sockets see it."""

import socket
from collections.abc import Iterator
from threading import Thread

import pytest
from flask import Flask
from waitress import wasyncore

from webapp.serving import limits, security
from webapp.serving.server import LARGEST_BODY, Server

PATIENCE = 30


@pytest.fixture
def server(app: Flask) -> Iterator[Server]:
    server = Server(app, "127.0.0.1", 0)
    thread = Thread(target=_serve, args=(server,))
    thread.start()
    yield server
    wasyncore.close_all(server.map)  # the loop ends when nothing is left to watch
    thread.join()
    server.task_dispatcher.shutdown()


def _serve(server: Server) -> None:
    try:
        server.run()
    except OSError:  # it was waiting for a socket that is closed now
        assert not server.map


def answer_to(server: Server, sent: bytes) -> tuple[bytes, dict[str, str], bytes]:
    """The status line, the headers and the body of the answer to what is sent, until the server closes."""
    with socket.create_connection((server.host, server.port), timeout=PATIENCE) as connection:
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    status, *lines = head.split(b"\r\n")
    return status, dict(line.decode().split(": ", 1) for line in lines), body


REFUSED = {
    "no request": (b"\0\xff<xss>\r\n\r\n", b"400 Bad Request"),
    "a bare line feed": (b"GET / HTTP/1.1\r\nHost: <xss>\n\0\r\n\r\n", b"400 Bad Request"),
    "a length that is no number": (b"POST /score HTTP/1.1\r\nContent-Length: <xss>\r\n\r\n", b"400 Bad Request"),
    "a body in an unknown coding": (
        b"POST /score HTTP/1.1\r\nTransfer-Encoding: <xss>\r\n\r\n",
        b"501 Not Implemented",
    ),
    "a body of any size": (
        b"POST /score HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % LARGEST_BODY,
        b"413 Request Entity Too Large",
    ),
    "a long address": (
        b"GET /?%s HTTP/1.1\r\n\r\n" % (b"<xss>" * (limits.HEADERS // 5)),
        b"431 Request Header Fields Too Large",
    ),
}


@pytest.mark.parametrize(("sent", "status"), REFUSED.values(), ids=REFUSED)
def test_the_server_s_own_refusals_are_like_the_application_s(server: Server, sent: bytes, status: bytes) -> None:
    line, headers, body = answer_to(server, sent)
    assert line.partition(b" ")[2] == status
    assert {name: headers.get(name) for name in security.HEADERS} == security.HEADERS
    assert headers["Content-Type"] == "text/plain; charset=utf-8"
    assert b"xss" not in body
    assert b"waitress" not in body


def test_a_request_is_answered_by_the_application(server: Server) -> None:
    line, _, body = answer_to(server, b"GET /?hand=123m HTTP/1.0\r\nHost: agari.example\r\n\r\n")
    assert line.endswith(b"200 OK")
    assert b'href="http://agari.example/?hand=123m"' in body
