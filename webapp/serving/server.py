"""The production server: waitress, told what to take in, and to refuse in the application's manner."""

import logging
from contextlib import suppress
from typing import Any

from flask import Flask
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import MultiSocketServer, TcpWSGIServer
from waitress.task import ErrorTask, ThreadedTaskDispatcher

from webapp.serving import limits, security

#: Bytes that waitress takes in: more than the application accepts, so that it can refuse in its own words.
LARGEST_BODY = 1 << 20
#: A browser holds up to six, and a hundred (waitress's own limit) slow clients would lock everybody else out.
MOST_CONNECTIONS = 1000
#: Seconds after which a connection that says nothing is closed.
IDLE = 60


class Refusal(ErrorTask):
    """The answer to what waitress cannot read: it repeats nothing of that, and has the headers of every answer."""

    def execute(self) -> None:
        """Sends it, and closes the connection."""
        error = self.request.error
        self.status = f"{error.code} {error.reason}"
        self.response_headers += [*security.HEADERS.items(), ("Content-Type", "text/plain; charset=utf-8")]
        self.set_close_on_finish()
        body = f"{error.reason}\n".encode()
        self.content_length = len(body)
        self.write(body)


class Channel(HTTPChannel):
    """A connection."""

    error_task_class = Refusal

    def handle_close(self) -> None:
        """Closes it. A socket that is closed with bytes unread takes back the answer that is on its way, so they are
        read first."""
        if self.socket is not None:
            with suppress(OSError):
                self.socket.recv(LARGEST_BODY)
        super().handle_close()


class Listener(TcpWSGIServer):
    """A socket that listens, and its connections."""

    channel_class = Channel


class Server(MultiSocketServer):
    """Serves an application on every address of a host name."""

    def __init__(self, app: Flask, host: str, port: int) -> None:
        """Listens. Raises OSError where it cannot, ValueError for a host name that cannot be resolved."""
        settings = Adjustments(
            host=host,
            port=port,
            max_request_header_size=limits.HEADERS,
            max_request_body_size=LARGEST_BODY,
            connection_limit=MOST_CONNECTIONS,
            asyncore_use_poll=True,
            channel_timeout=IDLE,
            # What a proxy says reaches the application, which believes it only where PROXIES says so.
            clear_untrusted_proxy_headers=False,
        )
        # A queue of one is no news: the threads take it up at once.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        dispatcher = ThreadedTaskDispatcher()
        dispatcher.set_thread_count(settings.threads)
        sockets: dict[int, Any] = {}
        listeners = [
            Listener(app, sockets, dispatcher=dispatcher, adj=settings, sockinfo=address) for address in settings.listen
        ]
        self.host, self.port = listeners[0].effective_host, int(listeners[0].effective_port)
        super().__init__(sockets, settings, dispatcher=dispatcher)

    @property
    def address(self) -> str:
        """Where it listens, as one types it; of several addresses the first one."""
        return f"http://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}/"
