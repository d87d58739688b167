"""The production server, in this process, as raw sockets see it."""

import socket
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from queue import Queue
from threading import Event, Thread
from time import monotonic
from typing import NamedTuple

import pytest
from flask import Flask
from waitress import wasyncore
from waitress.channel import ClientDisconnected

from webapp import create_app
from webapp.serving import fairness, limits, loop, security
from webapp.serving import server as production
from webapp.serving.server import (
    AHEAD,
    LARGEST_BODY,
    WORKING,
    Dispatcher,
    Listener,
    Server,
    Unreadable,
    sender_of,
)

PATIENCE = 30


@pytest.fixture(autouse=True)
def _short_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Connections that wait are looked at more often than in earnest."""
    monkeypatch.setattr(loop, "ROUND", 0.1)


@contextmanager
def serving(app: Flask) -> Iterator[Server]:
    """A server that runs in a thread."""
    server = Server(app, "127.0.0.1", 0)
    thread = Thread(target=_serve, args=(server,))
    thread.start()
    try:
        yield server
    finally:
        wasyncore.close_all(server.map)  # the loop ends when nothing is left to watch
        thread.join()
        server.task_dispatcher.shutdown()


@pytest.fixture
def server(app: Flask) -> Iterator[Server]:
    with serving(app) as server:
        yield server


def _serve(server: Server) -> None:
    try:
        server.run()
    except OSError:  # it was waiting for a socket that is closed now
        assert not server.map


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


def test_a_connection_on_which_nothing_happens_is_asked_once_a_round(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[object] = []
    readable = production.Channel.readable

    def noted(channel: production.Channel) -> bool:
        asked.append(channel)
        return bool(readable(channel))

    with ExitStack() as opened:
        for _ in range(30):
            opened.enter_context(connected(server))
        answer_to(server, b"GET /api/table HTTP/1.0\r\n\r\n")  # all of them are accepted by now
        (listener,) = (one for one in server.map.values() if isinstance(one, Listener))
        quiet = {*listener.active_channels.values()}
        monkeypatch.setattr(production.Channel, "readable", noted)
        begun = monotonic()
        for _ in range(20):
            answer_to(server, b"GET /api/table HTTP/1.0\r\n\r\n")
        rounds = (monotonic() - begun) / loop.ROUND + 2
    assert 30 <= len(quiet) <= 31
    assert sum(channel in quiet for channel in asked) <= rounds * len(quiet)


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


@pytest.mark.parametrize(
    "begun", [b"", b"GET / HT", b"POST /score HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhand=1"]
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


def test_empty_lines_keep_no_connection_open(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(production, "IDLE", 1)
    with connected(server) as connection:
        connection.sendall(b"GET /no HTTP/1.1\r\nHost: x\r\n\r\n")
        assert is_closed_under(connection, b"\r\n\r\n")


def test_an_answer_that_is_not_read_is_not_kept(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(production, "IDLE", 1)
    with connected(server) as connection:
        connection.sendall(b"GET /yaku HTTP/1.1\r\nHost: x\r\n\r\n" * AHEAD)
        (listener,) = (one for one in server.map.values() if isinstance(one, Listener))
        for _ in range(20 * PATIENCE):
            if not listener.active_channels:
                return
            Event().wait(0.05)
        pytest.fail("it is kept")


def test_many_requests_at_once_whose_answers_are_not_read_stop_nobody(server: Server) -> None:
    greedy = [connected(server) for _ in range(WORKING + 1)]
    for connection in greedy:
        connection.sendall(b"GET /yaku HTTP/1.1\r\nHost: x\r\n\r\n" * 200)
    line, _, _ = answer_to(server, b"GET /api/table HTTP/1.0\r\n\r\n")
    assert line.endswith(b"200 OK")
    for connection in greedy:
        connection.close()


def test_somebody_who_takes_all_connections_loses_those_that_are_quiet(
    server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(production, "MOST_OF_ONE", 5)
    quiet = []
    for _ in range(5):
        quiet.append(connected(server))
        quiet[-1].sendall(b"GET / HTTP/1.1\r\nX: ")
    line, _, _ = answer_to(server, b"GET /api/table HTTP/1.0\r\n\r\n")
    assert line.endswith(b"200 OK")
    assert is_closed(quiet[0])
    for connection in quiet[1:]:
        connection.sendall(b"x\r\nConnection: close\r\n\r\n")
        assert connection.recv(15) == b"HTTP/1.1 200 OK"
    for connection in quiet:
        connection.close()


def test_a_household_is_one_sender() -> None:
    assert sender_of("192.0.2.7") == "192.0.2.7"
    assert sender_of("2001:db8:1:2:3:4:5:6") == sender_of("2001:db8:1:2::9") != sender_of("2001:db8:1:3::9")
    assert sender_of("what a proxy may say") == "what a proxy may say"


# -- whose turn it is ------------------------------------------------------------------------------


def test_a_request_that_waits_lets_others_in(app: Flask) -> None:
    is_over, answers = Event(), []

    def wait() -> str:
        with fairness.waiting():
            assert is_over.wait(PATIENCE)
        return "done"

    app.add_url_rule("/wait", "wait", wait)
    ask = b"GET /wait HTTP/1.0\r\n\r\n"
    with serving(app) as server:
        threads = [Thread(target=lambda: answers.append(answer_to(server, ask)[2])) for _ in range(3 * WORKING)]
        for thread in threads:
            thread.start()
        line, _, _ = answer_to(server, b"GET /api/table HTTP/1.0\r\n\r\n")
        assert line.endswith(b"200 OK")
        assert answers == []
        is_over.set()
        for thread in threads:
            thread.join()
    assert answers == [b"done"] * 3 * WORKING


class Channel(NamedTuple):
    """Something that waits in a dispatcher."""

    payer: fairness.Payer


def test_a_request_joins_another_only_if_its_sender_has_used_less() -> None:
    much, more, little = (
        Channel(fairness.Payer(fairness.Account(seconds), fairness.Account())) for seconds in (5, 7, 1)
    )
    dispatcher = Dispatcher(0)
    for channel in (much, more):
        dispatcher.queue.append(channel)
    assert dispatcher._next(0) == (much.payer, much)
    assert not dispatcher._may_begin()
    dispatcher.queue.append(little)
    assert dispatcher._may_begin()
    assert dispatcher._next(0) == (little.payer, little)
    dispatcher.queue.append(Channel(fairness.Payer(fairness.Account(), fairness.Account())))
    assert not dispatcher._may_begin()  # two are worked on
    dispatcher.let_in(much.payer)
    assert dispatcher._may_begin()


def test_those_who_are_woken_together_go_on_one_after_the_other() -> None:
    """At most one of them is worked on, and none while as many requests are worked on as may be."""
    dispatcher = Dispatcher(0)
    tap, second = payers = [fairness.Payer(fairness.Account(), fairness.Account()) for _ in range(2)]
    woken = [fairness.Payer(fairness.Account(), fairness.Account()) for _ in range(3)]
    for payer in payers:
        dispatcher.go_on(payer)
    gone_on: Queue[fairness.Payer] = Queue()

    def go_on(payer: fairness.Payer) -> None:
        dispatcher.go_on_in_turn(payer)
        gone_on.put(payer)

    threads = [Thread(target=go_on, args=(payer,)) for payer in woken]
    for thread in threads:
        thread.start()
    dispatcher.let_in(second)
    first = gone_on.get(timeout=PATIENCE)
    dispatcher.let_in(tap)
    assert gone_on.empty()
    dispatcher.let_in(first)
    dispatcher.let_in(gone_on.get(timeout=PATIENCE))
    dispatcher.let_in(gone_on.get(timeout=PATIENCE))
    for thread in threads:
        thread.join()


def test_the_place_beside_the_first_one_is_kept_for_those_who_are_woken() -> None:
    """Else they would wait as long as others come."""
    much, little = (Channel(fairness.Payer(fairness.Account(used), fairness.Account())) for used in (5, 1))
    dispatcher = Dispatcher(0)
    dispatcher.go_on(much.payer)
    dispatcher.queue.append(little)
    assert dispatcher._may_begin()
    dispatcher._woken = 1
    assert not dispatcher._may_begin()
    dispatcher.let_in(much.payer)
    assert dispatcher._may_begin()


def test_a_new_connection_is_no_way_to_the_front(server: Server) -> None:
    """It begins with what the others of its sender have used on average."""
    (listener,) = (one for one in server.map.values() if isinstance(one, Listener))
    with connected(server), connected(server):
        for _ in range(20 * PATIENCE):
            if len(listener.active_channels) == 2:
                break
            Event().wait(0.05)
        one, other = listener.active_channels.values()
        one.payer.connection.use(4)
        other.payer.connection.use(2)
        assert listener.new_account(one.sender).used == pytest.approx(3, rel=0.5)
        assert listener.new_account("192.0.2.1").used == 0


@pytest.mark.parametrize(
    ("hops", "named", "charged"),
    [(0, "192.0.2.1", "127.0.0.1"), (1, "192.0.2.1", "192.0.2.1"), (1, "192.0.2.9, 192.0.2.1", "192.0.2.1")],
)
def test_work_is_charged_to_its_sender(hops: int, named: str, charged: str) -> None:
    with serving(create_app({"PROXIES": hops})) as server:
        answer_to(server, b"GET /yaku HTTP/1.0\r\nX-Forwarded-For: %s\r\n\r\n" % named.encode())
        (listener,) = (one for one in server.map.values() if isinstance(one, Listener))
    senders = "127.0.0.1", "192.0.2.1", "192.0.2.9"
    assert max(senders, key=lambda sender: listener.accounts.of(sender).used) == charged
