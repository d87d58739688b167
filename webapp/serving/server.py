"""The production server is waitress. It refuses requests as the application does, and every wait has a limit.

A request must be complete soon after its first byte, and an answer read soon after it was made, however slowly the
bytes come or go. Where no connection is left, the one that has been quiet for longest makes room for a new one: first
among those of the same sender, so that nobody can take them all.
"""

import logging
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from ipaddress import ip_address, ip_network
from statistics import fmean
from threading import Condition, local
from time import thread_time, time
from typing import Any

from flask import Flask
from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.parser import HTTPRequestParser
from waitress.server import MultiSocketServer, TcpWSGIServer
from waitress.task import ErrorTask, ThreadedTaskDispatcher, WSGITask

from webapp.serving import limits, security
from webapp.serving.fairness import THREAD, Account, Accounts, FairQueue, Payer
from webapp.serving.loop import ROUND, Loop

#: Bytes that waitress takes in: more than the application accepts, so that it can refuse in its own words.
LARGEST_BODY = 1 << 20
#: Fewer than the files that a process may open. A browser holds up to six; behind one address can be a whole club.
MOST_CONNECTIONS = 900
MOST_OF_ONE = 800
#: Threads beside those in which phones wait that follow a game: enough for what is worked on, and for what waits for
#: processes that think.
OTHERS = 32
#: Phones that follow games at the same time, each in a thread of its own, and the most that can be asked for: there
#: are as many connections, and more.
PHONES, MOST_PHONES = 224, 800
#: Requests that are worked on at a time. The second one's sender has used less than the first one's.
WORKING = 2
#: Seconds: until the first request begins, and from the first byte of a request to its last.
REQUEST = 15
#: Seconds from an answer until the next request begins; by then the answer must have been read.
IDLE = 60
#: Requests sent before the first of them is answered. No browser sends so many ahead. If the client reads no answers, a
#: thread would wait for ever to write the next one.
AHEAD = 8


class Request(HTTPRequestParser):
    """A request. waitress names its path when the client has gone away, also where none could be read."""

    path = ""


class Answer(WSGITask):
    """An answer. Where it has no body (304), its end is known all the same: the connection stays open."""

    def set_close_on_finish(self) -> None:
        """Says that the connection ends with this answer, where it must."""
        if self.has_body or self.version != "1.1" or self.request.headers.get("CONNECTION", "").lower() == "close":
            super().set_close_on_finish()


class Unreadable(ErrorTask):
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


class _AtWork(local):
    """The connection for which a thread works."""

    channel: "Channel | None" = None


_AT_WORK = _AtWork()


class Channel(HTTPChannel):
    """A connection. `since` is when its last answer was made, or the first byte of its present request came."""

    parser_class, task_class, error_task_class = Request, Answer, Unreadable

    def __init__(self, server: "Listener", sock: Any, addr: Any, *settings: Any, **more: Any) -> None:
        """Opened, with no request yet."""
        self.sender = sender_of(str(addr[0]))
        self._account = server.new_account(self.sender)
        self.since, self.limit = time(), REQUEST
        super().__init__(server, sock, addr, *settings, **more)
        #: Of its file.
        self.number: int = self._fileno
        server.changed.append(self.number)

    def received(self, data: bytes) -> bool:
        """Takes in some bytes."""
        before = self.request
        taken = super().received(data)
        if self.request is not None and self.request is not before:
            self.since, self.limit = time(), REQUEST
        if len(self.requests) > AHEAD:
            self.handle_close()
        return bool(taken)

    def handle_read(self) -> None:
        """Takes in what has come, which costs its sender too."""
        begun = thread_time()
        super().handle_read()
        Payer(self.server.accounts.of(self.sender), self._account).use(thread_time() - begun)

    def service(self) -> None:
        """Answers one request."""
        _AT_WORK.channel = self
        super().service()
        self.since, self.limit = time(), IDLE

    @property
    def is_quiet(self) -> bool:
        """Whether no request of it is being answered."""
        return not self.requests

    @property
    def used(self) -> float:
        """Seconds that this connection has used lately."""
        return self._account.used

    @property
    def payer(self) -> Payer:
        """Who is charged for the present request. Behind proxies, the sender is the address that the outermost trusted
        proxy names."""
        return Payer(self.server.accounts.of(self._sender_of_request()), self._account)

    def _sender_of_request(self) -> str:
        hops = self.server.hops
        if not hops or not self.requests:
            return self.sender
        named = self.requests[0].headers.get("X_FORWARDED_FOR", "").split(",")
        return sender_of(named[-hops].strip() if len(named) >= hops else self.sender)

    def handle_close(self) -> None:
        """Closes it. Unread bytes are read first: if a socket is closed with unread bytes, the answer on its way is
        lost."""
        if self.socket is not None:
            with suppress(OSError):
                self.socket.recv(LARGEST_BODY)
        super().handle_close()


def sender_of(address: str) -> str:
    """Who an address stands for: itself, or the network of an IPv6 address, which is one household's."""
    try:
        version = ip_address(address).version
    except ValueError:
        return address
    return address if version == 4 else str(ip_network((address, 64), strict=False))


class Listener(TcpWSGIServer):
    """A socket that listens, and its connections."""

    channel_class = Channel

    def __init__(self, *arguments: Any, hops: int, changed: deque[int], **settings: Any) -> None:
        """`hops` is how many proxies stand before it: then all connections are theirs. `changed` gets the file numbers
        of connections that may want something else than before."""
        self.hops, self.changed = hops, changed
        self.accounts = Accounts()
        super().__init__(*arguments, **settings)

    def new_account(self, sender: str) -> Account:
        """The account of a new connection begins with the mean of its sender's other connections. So nobody gets to the
        front with a new connection for each request."""
        used = [channel.used for channel in self.active_channels.values() if channel.sender == sender]
        return Account(fmean(used) if used else 0.0)

    def pull_trigger(self) -> None:
        """Wakes the loop, since a thread has changed the connection for which it works."""
        if _AT_WORK.channel:
            self.changed.append(_AT_WORK.channel.number)
        super().pull_trigger()

    def handle_accept(self) -> None:
        """Takes a connection in, if need be in the place of a quiet one."""
        super().handle_accept()
        channels = list(self.active_channels.values())
        if not channels:
            return
        newest = channels[-1]
        own = [channel for channel in channels if channel.sender == newest.sender]
        if not self.hops and len(own) > MOST_OF_ONE:
            _close_one(own)
        elif len(channels) > MOST_CONNECTIONS:
            _close_one(channels)

    def maintenance(self, now: float) -> None:
        """Closes the connections that are over their limit of time, also where nobody takes what was sent."""
        for channel in list(self.active_channels.values()):
            if channel.is_quiet and now - channel.since > channel.limit:
                channel.handle_close()


def _close_one(channels: list[Channel]) -> None:
    """Closes the connection that has been quiet for longest; the newest, where all the others are being answered."""
    quiet = [channel for channel in channels[:-1] if channel.is_quiet]
    (min(quiet, key=lambda channel: channel.since) if quiet else channels[-1]).handle_close()


class Dispatcher(ThreadedTaskDispatcher):
    """Threads that work on requests, a few at a time.

    One request is worked on; another joins it only if its sender has used less. So a tap does not wait for earlier
    requests or for the one under way. It shares the interpreter with at most one other request.
    """

    def __init__(self, threads: int) -> None:
        """With so many threads: as many requests can be worked on or wait for something."""
        super().__init__()
        self.queue = FairQueue()
        self._working: list[Payer] = []
        self._turn = Condition(self.lock)
        #: Who waited and goes on, one at a time, and how many more would.
        self._back: Payer | None = None
        self._woken = 0
        self.set_thread_count(threads)

    def handler_thread(self, thread_no: int) -> None:
        """What each thread does until it is to end."""
        while found := self._next(thread_no):
            payer, channel = found
            THREAD.turns, THREAD.payer, THREAD.charged = self, payer, 0.0
            begun = thread_time()
            try:
                channel.service()
            except BaseException:
                self.logger.exception("A request failed")
            finally:
                payer.use(thread_time() - begun + THREAD.charged)
                self.let_in(payer)

    def _next(self, thread_no: int) -> tuple[Payer, Any] | None:
        """The next channel and who is charged, when there is one and it may begin; None when the thread is to end."""
        with self.lock:
            while not self.stop_count and not self._may_begin():
                self.active_count -= 1
                self.queue_cv.wait()
                self.active_count += 1
            if not self.stop_count:
                payer, channel = self.queue.take()
                self._working.append(payer)
                return payer, channel
            self.active_count -= 1
            self.stop_count -= 1
            self.threads.discard(thread_no)
            self.thread_exit_cv.notify()
            return None

    def _may_begin(self) -> bool:
        """Whether there is a request, and it is its turn."""
        if not self.queue or not self._working:
            return bool(self.queue)
        if self._woken and not self._back:
            return False  # the place beside the first one is theirs
        least = min(payer.rank for payer in self._working)
        return len(self._working) < WORKING and self.queue.first().rank < least

    def let_in(self, payer: Payer) -> None:
        """One request less is worked on."""
        with self.lock:
            self._working.remove(payer)
            if self._back is payer:
                self._back = None
            self.queue_cv.notify()
            self._turn.notify()

    def go_on(self, payer: Payer) -> None:
        """A request that has waited is worked on again, even if it is one too many for a moment."""
        with self.lock:
            self._working.append(payer)

    def go_on_in_turn(self, payer: Payer) -> None:
        """The same, when fewer requests are worked on than may be, and none of them has come so."""
        with self.lock:
            self._woken += 1
            self._turn.wait_for(lambda: self._back is None and len(self._working) < WORKING)
            self._woken -= 1
            self._back = payer
            self._working.append(payer)


class Server(MultiSocketServer):
    """Serves an application on every address of a host name."""

    def __init__(self, app: Flask, host: str, port: int, on_close: Callable[[], None] = lambda: None) -> None:
        """Listens. WAITERS says how many requests wait at the same time; `on_close` is called when the server ends, so
        that they do not.

        Raises OSError where it cannot listen, ValueError for a host name that cannot be resolved.
        """
        self._on_close = on_close
        settings = Adjustments(
            host=host,
            port=port,
            max_request_header_size=limits.HEADERS,
            max_request_body_size=LARGEST_BODY,
            recv_bytes=limits.BODY,
            # At its own limit waitress would accept nobody else. `Listener` makes room before that.
            connection_limit=2 * MOST_CONNECTIONS,
            cleanup_interval=round(ROUND),
            # Reading on while a request is answered tells whether its sender has gone.
            channel_request_lookahead=1,
            # What a proxy says reaches the application, which believes it only where PROXIES says so.
            clear_untrusted_proxy_headers=False,
        )
        # Do not log that requests queue: that is normal.
        logging.getLogger("waitress.queue").setLevel(logging.ERROR)
        dispatcher = Dispatcher(app.config["WAITERS"] + OTHERS)
        sockets: dict[int, Any] = {}
        changed: deque[int] = deque()
        listeners = [
            Listener(
                app,
                sockets,
                dispatcher=dispatcher,
                adj=settings,
                sockinfo=address,
                hops=app.config["PROXIES"],
                changed=changed,
            )
            for address in settings.listen
        ]
        self.host, self.port = listeners[0].effective_host, int(listeners[0].effective_port)
        super().__init__(sockets, settings, dispatcher=dispatcher)
        self._loop = Loop(sockets, changed)

    def run(self) -> None:
        """Serves until Ctrl-C."""
        try:
            self._loop.run()
        except (SystemExit, KeyboardInterrupt):
            self.close()

    def close(self) -> None:
        """Lets those go who wait, and ends."""
        self._on_close()
        super().close()

    @property
    def address(self) -> str:
        """Where it listens, as one types it; of several addresses the first one."""
        return f"http://{f'[{self.host}]' if ':' in self.host else self.host}:{self.port}/"
