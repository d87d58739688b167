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
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import MultiSocketServer, TcpWSGIServer
from waitress.task import ErrorTask, ThreadedTaskDispatcher, WSGITask

from webapp.serving import request_limits, security

#: The largest body in bytes that waitress accepts. It is more than the application accepts, so that the application
#: itself answers if a body is too large.
LARGEST_BODY = request_limits.GROUP_BODY + (1 << 20)
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
#: The most requests that a client may send before the first answer. Browsers send fewer.
AHEAD = 2
#: Bytes that are parsed at a time, so that many short requests on one connection keep nobody waiting.
PIECE = 1024


class Request(HTTPRequestParser):
    """A request, and the time at which it began. `path` has a default because waitress logs it if the client is gone,
    even if no path could be read."""

    path = ""

    def __init__(self, settings: Adjustments) -> None:
        super().__init__(settings)
        self.since = time()


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
        when the server ends, so that they stop waiting.

        Raises OSError if it cannot listen, ValueError for a host name that cannot be resolved.
        """
        self._on_close = on_close
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
        listeners = [
            Listener(app, sockets, dispatcher=dispatcher, adj=settings, sockinfo=address) for address in settings.listen
        ]
        self.host, self.port = listeners[0].effective_host, int(listeners[0].effective_port)
        super().__init__(sockets, settings, dispatcher=dispatcher)

    def close(self) -> None:
        """Ends all waiting requests and the server."""
        self._on_close()
        super().close()

    @property
    def address(self) -> str:
        """The address to type; the first one if there are several."""
        return f"http://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}/"
