"""The production server, in this process, as raw sockets see it."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from select import select
from threading import Condition, Event, Thread
from time import monotonic, sleep, time
from types import SimpleNamespace

import pytest
from flask import Flask
from waitress.buffers import OverflowableBuffer
from waitress.channel import ClientDisconnected

from tests.store.test_held import held
from webapp import create_app
from webapp.formats.rules import HOUSE, game_rules_json
from webapp.serving import request_limits, security
from webapp.serving import server as production
from webapp.serving.server import AHEAD, THREADS, UNREAD_BODY, Channel, Listener, Server, Unreadable
from webapp.store import Created, GroupAccess
from webapp.store import database as database_module

PATIENCE = 30


@contextmanager
def serving(app: Flask) -> Iterator[Server]:
    """A server that runs in a thread."""
    server = Server(app, "127.0.0.1", 0)
    thread = Thread(target=server.run)
    thread.start()
    try:
        yield server
    finally:
        server.end()
        thread.join()


@pytest.fixture
def server(app: Flask) -> Iterator[Server]:
    with serving(app) as server:
        yield server


def answer_to(server: Server, sent: bytes) -> tuple[bytes, dict[str, str], bytes]:
    """The status line, the headers and the body of the answer to what is sent, until the server closes."""
    with socket.create_connection((server.host, server.port), timeout=PATIENCE) as connection:
        connection.sendall(sent)
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
        b"POST /score HTTP/1.1\r\nContent-Length: %d\r\n\r\n" % UNREAD_BODY,
        b"413 Request Entity Too Large",
    ),
    "a long address": (
        b"GET /?%s HTTP/1.1\r\n\r\n" % (b"<xss>" * (request_limits.HEADERS // 5)),
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


def test_a_browser_that_sends_too_much_gets_the_page_that_says_so(server: Server) -> None:
    """As at a proxy, another request may follow on the same connection."""
    head = b"POST /review HTTP/1.1\r\nAccept: text/html\r\nContent-Type: multipart/form-data; boundary=x\r\n"
    body = b"x" * (12 << 20)
    with connected(server) as connection, connection.makefile("rb") as answers:
        connection.sendall(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)
        connection.sendall(b"GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n")
        told = answers.read()
    first, _, second = told.partition(b"HTTP/1.1 200 OK")
    assert first.startswith(b"HTTP/1.1 413 ")
    assert b"A log or a game has at most 1 MiB" in first
    assert second


def test_nobody_who_sends_rubbish_and_goes_away_harms_the_server(
    server: Server, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def gone(_: Unreadable) -> None:
        raise ClientDisconnected

    monkeypatch.setattr(Unreadable, "execute", gone)
    with connected(server) as connection:
        connection.sendall(b"\0\r\n\r\n")
        assert connection.recv(1) == b""
    assert not caplog.records


def test_a_request_is_answered_by_the_application(server: Server) -> None:
    line, _, body = answer_to(server, b"GET /?hand=123m HTTP/1.0\r\nHost: agari.example\r\n\r\n")
    assert line.endswith(b"200 OK")
    assert b'href="http://agari.example/?hand=123m"' in body


def test_an_answer_without_a_body_leaves_the_connection_open(app: Flask) -> None:
    app.add_url_rule("/same", "same", lambda: ("", 304))
    with serving(app) as server, connected(server) as connection, connection.makefile("rb") as answers:
        for _ in range(2):
            connection.sendall(b"GET /same HTTP/1.1\r\n\r\n")
            assert answers.readline() == b"HTTP/1.1 304 NOT MODIFIED\r\n"
            assert b"Connection: close\r\n" not in iter(answers.readline, b"\r\n")
        connection.sendall(b"GET /same HTTP/1.1\r\nConnection: close\r\n\r\n")
        assert b"Connection: close" in answers.read()


# -- slow and silent clients -----------------------------------------------------------------------


def connected(server: Server) -> socket.socket:
    return socket.create_connection((server.host, server.port), timeout=PATIENCE)


def is_closed(connection: socket.socket) -> bool:
    """Whether the server closes a connection on which nothing more is sent."""
    with suppress(ConnectionResetError):
        return connection.recv(1) == b""
    return True


def is_closed_under(connection: socket.socket, bytes_sent: bytes) -> bool:
    """Whether the server closes a connection on which the same bytes are sent again and again."""
    connection.settimeout(0.05)
    for _ in range(20 * PATIENCE):
        try:
            connection.sendall(bytes_sent)
            if connection.recv(65536) == b"":
                return True
        except TimeoutError:
            continue
        except (BrokenPipeError, ConnectionResetError):
            return True
    return False


def test_a_connection_without_a_request_is_closed(app: Flask, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(production, "IDLE", 1)
    with serving(app) as server, connected(server) as connection:
        assert is_closed(connection)


@pytest.mark.parametrize(
    "begun", [b"GET / HT", b"POST /score HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhand=1"]
)
def test_a_request_that_is_not_complete_in_time_is_closed(
    server: Server, monkeypatch: pytest.MonkeyPatch, begun: bytes
) -> None:
    monkeypatch.setattr(production, "REQUEST", 1)
    with connected(server) as connection:
        connection.sendall(begun)
        assert is_closed(connection)


@pytest.mark.parametrize(
    "begun",
    [
        b"GET /?hand=",
        b"GET / HTTP/1.1\r\nX: ",
        b"POST /score HTTP/1.1\r\nContent-Length: 60000\r\n\r\n",
        b"POST /score HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n2710\r\n",
    ],
)
def test_bytes_that_come_one_by_one_win_no_time(server: Server, monkeypatch: pytest.MonkeyPatch, begun: bytes) -> None:
    monkeypatch.setattr(production, "REQUEST", 1)
    with connected(server) as connection:
        connection.sendall(begun)
        assert is_closed_under(connection, b"1")


@pytest.mark.parametrize("size", [1 << 20, 64 << 20], ids=["small", "more than waitress keeps"])
def test_an_answer_that_is_not_read_is_not_kept(app: Flask, monkeypatch: pytest.MonkeyPatch, size: int) -> None:
    monkeypatch.setattr(production, "UNREAD", 1)
    monkeypatch.setattr(production, "IDLE", 1)
    app.add_url_rule("/large", "large", lambda: b"x" * size)
    with serving(app) as server, unread(server) as connection:
        connection.sendall(b"GET /large HTTP/1.1\r\n\r\n")
        assert connection.recv(1) == b"H"
        listener = listener_of(server)
        for _ in range(20 * PATIENCE):
            if not listener.active_channels:
                return
            Event().wait(0.05)
        pytest.fail("it is kept")


def test_more_requests_sent_ahead_than_any_browser_sends_close_the_connection(server: Server) -> None:
    with connected(server) as connection:
        connection.sendall(b"GET /no HTTP/1.1\r\nHost: x\r\n\r\n" * 200)
        answers = b""
        with suppress(ConnectionError):
            while more := connection.recv(65536):
                answers += more
    assert answers.count(b"HTTP/1.1 404") < 200


def unread(server: Server) -> socket.socket:
    """A connection on whose side hardly anything fits that is not read."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    connection.connect((server.host, server.port))
    return connection


def listener_of(server: Server) -> Listener:
    (listener,) = (one for one in server.map.values() if isinstance(one, Listener))
    return listener


def test_many_requests_at_once_whose_answers_are_not_read_stop_nobody(server: Server) -> None:
    greedy = [unread(server) for _ in range(2 * THREADS)]
    for connection in greedy:
        connection.sendall(b"GET /yaku HTTP/1.1\r\nHost: x\r\n\r\n" * AHEAD)
    line, _, _ = answer_to(server, b"GET /api/table HTTP/1.0\r\n\r\n")
    assert line.endswith(b"200 OK")
    for connection in greedy:
        connection.close()


def test_somebody_who_takes_all_connections_loses_those_that_are_quiet(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(production, "MAX_CONNECTIONS", 5)
    with ExitStack() as opened:
        quiet = [opened.enter_context(connected(server)) for _ in range(5)]
        for connection in quiet:
            connection.sendall(b"GET / HTTP/1.1\r\nX: ")
            sleep(0.02)
        line, _, _ = answer_to(server, b"GET /api/table HTTP/1.0\r\n\r\n")
        assert line.endswith(b"200 OK")
        assert is_closed(quiet[0])
        for connection in quiet[1:]:
            connection.sendall(b"x\r\nConnection: close\r\n\r\n")
            assert connection.recv(15) == b"HTTP/1.1 200 OK"


def test_nobody_else_loses_a_connection_to_somebody_who_takes_them_all(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However quiet the others are."""
    monkeypatch.setattr(production, "MAX_CONNECTIONS", 5)
    with ExitStack() as opened:
        other = socket.create_connection((server.host, server.port), PATIENCE, source_address=("127.0.0.2", 0))
        opened.enter_context(other)
        many = [opened.enter_context(connected(server)) for _ in range(8)]
        assert is_closed(many[0])
        other.sendall(b"GET /api/table HTTP/1.0\r\n\r\n")
        assert other.recv(15) == b"HTTP/1.0 200 OK"


# -- what is slow keeps nobody waiting ---------------------------------------------------------------------


@pytest.mark.parametrize("slow", production.SLOW)
def test_slow_requests_keep_nobody_else_waiting(app: Flask, slow: str) -> None:
    """However many they are."""
    is_over = Event()
    app.add_url_rule(f"{slow}wait", "wait", lambda: str(is_over.wait(PATIENCE)))
    with serving(app) as server, ExitStack() as opened:
        for _ in range(2 * THREADS):
            opened.enter_context(connected(server)).sendall(b"GET %swait HTTP/1.1\r\n\r\n" % slow.encode())
        line, _, _ = answer_to(server, b"GET /api/table HTTP/1.0\r\n\r\n")
        is_over.set()
    assert line.endswith(b"200 OK")


def test_phones_that_follow_a_group_keep_nobody_else_waiting(tmp_path: Path) -> None:
    """However many look at its board."""
    app = create_app({"DATABASE": str(tmp_path / "agari.db"), "WAITERS": 3 * THREADS})
    group = app.extensions["store"].groups.create({"name": "Friday"}, [{"name": name} for name in "ABCD"])
    assert isinstance(group, GroupAccess)
    board = f"/group/{group.onlooker}/board".encode()
    with serving(app) as server, ExitStack() as opened:
        _, headers, _ = answer_to(server, b"GET %s HTTP/1.0\r\n\r\n" % board)
        waiting = b"GET %s HTTP/1.1\r\nPrefer: wait=25\r\nIf-None-Match: %s\r\n\r\n" % (board, headers["Etag"].encode())
        for _ in range(2 * THREADS):
            opened.enter_context(connected(server)).sendall(waiting)
        begun = monotonic()
        line, _, _ = answer_to(server, b"GET /api/table HTTP/1.0\r\n\r\n")
        assert monotonic() - begun < 20
        app.extensions["store"].close()
    assert line.endswith(b"200 OK")


def test_a_held_database_stops_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tap on the calculator is answered before the lock is released, and so is the page of a game."""
    monkeypatch.setattr(database_module, "PATIENCE", 2 * PATIENCE)
    path = str(tmp_path / "agari.db")
    app = create_app({"DATABASE": path})
    created = app.extensions["store"].games.create({"names": ["", "", "", ""], "rules": game_rules_json(HOUSE)})
    assert isinstance(created, Created)
    new_game = b"POST /game HTTP/1.0\r\nContent-Length: 0\r\n\r\n"
    with serving(app) as server, ExitStack() as opened:
        writers = [opened.enter_context(connected(server)) for _ in range(THREADS // 2)]
        with held(path):
            for writer in writers:
                writer.sendall(new_game)
            for asked in (b"/?hand=123m456p789s11122z", b"/game/" + created.player_secret.encode()) * 5:
                line, _, _ = answer_to(server, b"GET %s HTTP/1.0\r\n\r\n" % asked)
                assert line.endswith(b"200 OK"), asked
            assert select(writers, [], [], 0)[0] == []
        assert {writer.recv(12)[-3:] for writer in writers} == {b"303"}


def test_an_answer_after_a_long_wait_is_not_taken_for_one_that_nobody_reads() -> None:
    """The server looks for late clients at any moment, also before the first byte of an answer has gone out."""
    channel = object.__new__(Channel)
    settings = SimpleNamespace(send_bytes=100, outbuf_high_watermark=100)
    channel.__dict__.update(request=None, connected=True, last_activity=time() - 2 * production.UNREAD)
    channel.__dict__.update(adj=settings, outbuf_lock=Condition(), outbufs=[OverflowableBuffer(100)])
    channel.write_soon(b"an event")
    assert channel.total_outbufs_len
    assert not channel.is_late(time())


def test_a_server_that_ends_answers_those_whom_it_has_accepted_and_nobody_else(app: Flask) -> None:
    with serving(app) as server, connected(server) as early:
        early.sendall(b"GET /api/table HTTP/1.0\r\n")
        server.end()
        while not _refuses(server):
            pass
        early.sendall(b"\r\n")
        assert b"".join(iter(lambda: early.recv(65536), b"")).startswith(b"HTTP/1.0 200 OK")


def _refuses(server: Server) -> bool:
    with socket.socket() as late:
        return bool(late.connect_ex((server.host, server.port)))
