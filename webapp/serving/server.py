"""The production server: waitress, with limits on how long a client may take.

waitress reads requests and sends answers without a thread, so a slow client holds a connection but no thread. The proxy
in front of the server limits how often a sender may ask.
"""

import logging
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from time import time
from typing import Any

from flask import Flask
from waitress import wasyncore
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import MultiSocketServer, TcpWSGIServer
from waitress.task import ErrorTask, ThreadedTaskDispatcher, WSGITask
from waitress.utilities import RequestEntityTooLarge

from webapp.serving import request_limits, security

#: The largest body in bytes that waitress accepts. It is more than the application accepts, so that the application
#: itself answers if a body is too large.
LARGEST_BODY = request_limits.GROUP_BODY + (1 << 20)
#: Bodies from this size on are not even read. Smaller ones that are too large are read and dropped, so that a browser,
#: which sends its whole request before it reads an answer, shows the application's page.
UNREAD_BODY = 64 << 20
#: The most connections at once: fewer than the files that a process may open.
MAX_CONNECTIONS = 900
#: The number of phones that can wait for the next event at once, each in a thread: the default, and the most.
PHONES, MAX_PHONES = 224, 800
#: The beginnings of paths whose requests may wait: for an event, for the database, for the archive for browsers.
SLOW = ("/game", "/group", "/offline/", "/healthz", "/metrics")
#: Threads for quick requests. Slow requests have the same number, and one more for each phone that may wait.
THREADS = 32
#: The most seconds from the first byte of a request to its last.
REQUEST = 15
#: Seconds within which a client must read some of an answer.
UNREAD = 15
#: The most seconds between two requests on one connection.
IDLE = 60
#: A server that ends answers what it has accepted: until nobody has sent or got anything for QUIET seconds, and for
#: ENDING seconds at most.
ENDING, QUIET = 5, 0.5
#: The most requests that a client may send before the first answer. Browsers send fewer.
AHEAD = 2
#: Bytes that are parsed at a time, so that many short requests on one connection keep nobody waiting.
PIECE = 1024


class Request(HTTPRequestParser):
    """A request, and the time at which it began. `path` has a default because waitress logs it if the client is gone,
    even if no path could be read."""

    path = ""
    error: Any = None
    #: The bytes of a body that are still to be read and dropped.
    dropping = 0

    def __init__(self, settings: Adjustments) -> None:
        super().__init__(settings)
        self.since = time()

    def received(self, data: bytes) -> int:
        """Reads some bytes, and returns the number of those that belong to this request. The application gets no body
        that is too large; it refuses the request for the length in its header."""
        if self.dropping:
            dropped = min(len(data), self.dropping)
            self.dropping -= dropped
            self.completed = not self.dropping
            return dropped
        consumed = int(super().received(data))
        if isinstance(self.error, RequestEntityTooLarge) and LARGEST_BODY <= self.content_length < UNREAD_BODY:
            self.error, self.body_rcv, self.completed = None, None, False
            self.dropping = self.content_length
        return consumed


class Answer(WSGITask):
    """The answer to a request. An answer without a body (304) leaves the connection open."""

    def set_close_on_finish(self) -> None:
        """Marks the connection to be closed after this answer, if that is needed."""
        if self.has_body or self.version != "1.1" or self.request.headers.get("CONNECTION", "").lower() == "close":
            super().set_close_on_finish()


class Unreadable(ErrorTask):
    """The answer to bytes that are not a request. It does not quote them, and has the headers of every answer."""

    def execute(self) -> None:
        """Sends the answer and closes the connection."""
        error = self.request.error
        self.status = f"{error.code} {error.reason}"
        self.response_headers += [*security.HEADERS.items(), ("Content-Type", "text/plain; charset=utf-8")]
        self.set_close_on_finish()
        body = f"{error.reason}\n".encode()
        self.content_length = len(body)
        self.write(body)


class Channel(HTTPChannel):
    """The connection of a client."""

    parser_class, task_class, error_task_class = Request, Answer, Unreadable
    #: Whether requests are still being read. Until then none is answered.
    is_held_back = False

    def received(self, data: bytes) -> bool:
        """Reads some bytes. If they hold too many requests, answers none, closes the connection and returns False."""
        self.is_held_back = not self.requests
        for start in range(0, len(data), PIECE):
            super().received(data[start : start + PIECE])
            if len(self.requests) > AHEAD:
                self.handle_close()
                return False
        is_new, self.is_held_back = self.is_held_back, False
        if is_new and self.requests:
            self.server.add_task(self)
        return True

    def is_busy(self, now: float) -> bool:
        """Whether there is something to answer, or may be: a connection that was just made brings a request."""
        is_asked = self.requests or self.request is not None
        return bool(is_asked or self.total_outbufs_len or now - self.last_activity < QUIET)

    def write_soon(self, data: Any) -> int:
        """Sends a part of an answer. The client's time to read it begins now, however long the answer took."""
        self.last_activity = time()
        return int(super().write_soon(data))

    def is_late(self, now: float) -> bool:
        """Whether its client takes too long to send a request or to read an answer."""
        is_slow = self.request is not None and now - self.request.since > REQUEST
        is_unread = self.total_outbufs_len and now - self.last_activity > UNREAD
        return bool(is_slow or is_unread)

    def handle_close(self) -> None:
        """Closes the connection. Reads the bytes that are left first: if a socket is closed with unread bytes, the
        system drops the answer that is on its way."""
        if self.socket is not None:
            with suppress(OSError):
                self.socket.recv(LARGEST_BODY)
        super().handle_close()


class Listener(TcpWSGIServer):
    """A listening socket, and its connections."""

    channel_class = Channel

    def handle_accept(self) -> None:
        """Accepts a connection. If there are too many, closes an idle one (or any) of the sender with the most."""
        super().handle_accept()
        channels = list(self.active_channels.values())
        if len(channels) <= MAX_CONNECTIONS:
            return
        of_sender = Counter(channel.addr[0] for channel in channels)
        quiet = [channel for channel in channels[:-1] if not channel.requests] or channels[-1:]
        min(quiet, key=lambda channel: (-of_sender[channel.addr[0]], channel.last_activity)).handle_close()

    def stop_listening(self) -> None:
        """Accepts the connections that clients have made, and no more. A proxy then asks another process."""
        made = []
        with suppress(OSError):
            while True:
                made.append(self.socket.accept())
        self.socket.close()  # at once: the system drops connections that are made in between
        for connection, address in made:
            self.set_socket_options(connection)
            self.channel_class(self, connection, self.fix_addr(address), self.adj, map=self._map)
        wasyncore.dispatcher.close(self)

    def add_task(self, task: Channel) -> None:
        """Queues the next request of a connection, unless it is held back."""
        if not task.is_held_back:
            super().add_task(task)

    def maintenance(self, now: float) -> None:
        """Closes idle and slow connections. Called once a second."""
        super().maintenance(now)
        for channel in list(self.active_channels.values()):
            if channel.is_late(now):
                channel.handle_close()


class Dispatcher(ThreadedTaskDispatcher):
    """The threads that work on requests. Slow requests have threads of their own and keep nobody else waiting."""

    def __init__(self, waiters: int) -> None:
        """`waiters` is the number of phones that may wait for an event at once."""
        super().__init__()
        self.slow = ThreadedTaskDispatcher()
        self.set_thread_count(THREADS)
        self.slow.set_thread_count(THREADS + waiters)

    def add_task(self, task: Channel) -> None:
        """Queues the next request of a connection."""
        if task.requests[0].path.startswith(SLOW):
            self.slow.add_task(task)
        else:
            super().add_task(task)

    def shutdown(self, cancel_pending: bool = True, timeout: float = 5) -> bool:
        """Ends the threads."""
        self.slow.shutdown(cancel_pending, timeout)
        return bool(super().shutdown(cancel_pending, timeout))


class Server(MultiSocketServer):
    """Serves an application on every address of a host name."""

    def __init__(self, app: Flask, host: str, port: int, on_close: Callable[[], None] = lambda: None) -> None:
        """Begins to listen. The setting WAITERS is the number of phones that may wait at once. `on_close` is called
        when the server ends, so that they stop waiting, and once more after the last answer.

        Raises OSError if it cannot listen, ValueError for a host name that cannot be resolved.
        """
        self._on_close, self._is_ending = on_close, False
        settings = Adjustments(
            host=host,
            port=port,
            max_request_header_size=request_limits.HEADERS,
            max_request_body_size=LARGEST_BODY,
            # At its own limit waitress would accept nobody else. `Listener` makes room before that.
            connection_limit=2 * MAX_CONNECTIONS,
            channel_timeout=IDLE,
            cleanup_interval=1,
            asyncore_use_poll=True,
            # Reads on while a request is answered, to learn whether its client is gone.
            channel_request_lookahead=1,
            # The headers of a proxy reach the application, which trusts them only if PROXIES says so.
            clear_untrusted_proxy_headers=False,
        )
        # Do not log that requests queue: that is normal.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        dispatcher = Dispatcher(app.config["WAITERS"])
        sockets: dict[int, Any] = {}
        self._listeners = [
            Listener(app, sockets, dispatcher=dispatcher, adj=settings, sockinfo=address) for address in settings.listen
        ]
        first, *_ = self._listeners
        self.host, self.port = first.effective_host, int(first.effective_port)
        super().__init__(sockets, settings, dispatcher=dispatcher)

    def run(self) -> None:
        """Serves until `end` or Ctrl-C."""
        with suppress(KeyboardInterrupt):
            while not self._is_ending:
                self._look(self.adj.asyncore_loop_timeout)
        self.close()

    def end(self) -> None:
        """Lets `run` return. May be called by a signal or another thread."""
        self._is_ending = True
        self._listeners[0].pull_trigger()

    def close(self) -> None:
        """Stops listening, ends all waiting requests, answers the others, and ends the server."""
        for listener in self._listeners:
            listener.stop_listening()
        self._on_close()
        ends = time() + ENDING
        while time() < ends and any(channel.is_busy(time()) for channel in self._channels()):
            self._look(QUIET / 5)
        super().close()
        self._on_close()

    def _channels(self) -> list[Channel]:
        return [channel for listener in self._listeners for channel in listener.active_channels.values()]

    def _look(self, seconds: float) -> None:
        """Waits for something to read or to send, and does it."""
        self.asyncore.loop(seconds, self.adj.asyncore_use_poll, self.map, 1)

    @property
    def address(self) -> str:
        """The address to type; the first one if there are several."""
        return f"http://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}/"
