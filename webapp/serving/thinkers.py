"""Processes that think: what takes long is done by one of them, and the server answers others meanwhile.

Who has used little goes first. Only a few may wait. If one more comes, the one who has used most gets `Busy`; that can
be the new one. A thought is dropped when nobody wants it any more, or when it takes too long. Processes have no place
in a browser: there this module is not imported.
"""

import os
import signal
from bisect import insort
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from multiprocessing import get_all_start_methods, get_context
from multiprocessing.connection import Connection
from threading import Condition
from time import monotonic, process_time
from typing import Any, NamedTuple

#: How many wait for each process.
MOST_WAITING = 4
#: Seconds until a thought is given up, and between two looks whether it is still wanted.
LONGEST, LOOK = 3.0, 0.1
#: How much less urgent thinking is than answering, as the operating system counts it.
NICENESS = 5
#: Forked by a server of its own, a process starts in milliseconds, and shares the memory of the imported modules.
METHOD = "forkserver" if "forkserver" in get_all_start_methods() else "spawn"


class Busy(Exception):  # noqa: N818 - nothing is wrong
    """Too many wait, or the thought was dropped."""


class Thought(NamedTuple):
    """What came out, or the exception, and the seconds of work."""

    result: Any
    error: Exception | None
    seconds: float


class Thinker:
    """One process."""

    def __init__(self) -> None:
        """Starts it."""
        context = get_context(METHOD)
        if METHOD == "forkserver":
            context.set_forkserver_preload(["webapp"])
        self._connection, other = context.Pipe()
        self._process = context.Process(target=_think, args=(other,), daemon=True)  # type: ignore[attr-defined]
        self._process.start()
        other.close()

    def think(self, function: Callable[..., Any], arguments: tuple[Any, ...], is_wanted: Callable[[], bool]) -> Thought:
        """Lets it think; EOFError if it died."""
        self._connection.send((function, arguments))
        until = monotonic() + LONGEST
        while not self._connection.poll(LOOK):
            if not is_wanted() or monotonic() > until:
                self._drop()
        thought: Thought = self._connection.recv()
        return thought

    def _drop(self) -> None:
        if hasattr(signal, "SIGUSR1"):
            os.kill(self._process.pid, signal.SIGUSR1)
        else:
            self.end()

    def end(self) -> None:
        """Ends it, whatever it does."""
        self._process.kill()
        self._process.join()


class Thinkers:
    """So many processes, and those who wait for one."""

    def __init__(self, number: int) -> None:
        """Starts them."""
        self._free = [Thinker() for _ in range(number)]
        self._most = MOST_WAITING * number
        self._waiting: list[tuple[float, int]] = []
        self._number = count()
        self._changed = Condition()

    def think(
        self,
        function: Callable[..., Any],
        arguments: tuple[Any, ...],
        used: float = 0.0,
        is_wanted: Callable[[], bool] = lambda: True,
    ) -> tuple[Any, float]:
        """What `function` makes of its arguments, and the seconds that it took. Both can be pickled.

        `used` is what the asker has used lately. Raises `Busy`, or what the function raises.
        """
        thinker = self._take(monotonic() + used, is_wanted)
        try:
            result, error, seconds = thinker.think(function, arguments, is_wanted)
        except (EOFError, OSError):  # it was killed
            thinker = Thinker()
            raise Busy from None
        finally:
            self._give_back(thinker)
        if error is not None:
            raise error
        return result, seconds

    def end(self) -> None:
        """Ends the processes that are free."""
        for thinker in self._free:
            thinker.end()

    def _take(self, rank: float, is_wanted: Callable[[], bool]) -> Thinker:
        """A process, when it is this one's turn."""
        place = rank, next(self._number)
        with self._changed:
            insort(self._waiting, place)
            if len(self._waiting) > self._most + len(self._free):
                self._waiting.pop()
                self._changed.notify_all()
            while not (self._free and self._waiting[:1] == [place]):
                if place not in self._waiting:
                    raise Busy
                if not is_wanted():
                    self._waiting.remove(place)
                    raise Busy
                self._changed.wait(LOOK)
            self._waiting.remove(place)
            return self._free.pop()

    def _give_back(self, thinker: Thinker) -> None:
        with self._changed:
            self._free.append(thinker)
            self._changed.notify_all()


class _Dropped(BaseException):
    """Nobody wants the thought any more. It is a `BaseException`, so that no `except Exception` in a function catches
    it."""


class _Work:
    """What a process does: one thought after the other, until its server has gone."""

    def __init__(self, connection: Connection) -> None:
        self._connection = connection
        self._is_thinking = False

    def drop(self, *_: object) -> None:
        """Ends the present thought; a signal that comes too late does nothing."""
        if self._is_thinking:
            self._is_thinking = False
            raise _Dropped

    def run(self) -> None:
        """Thinks until there is nobody to ask."""
        with suppress(EOFError, OSError):
            while True:
                function, arguments = self._connection.recv()
                self._connection.send(self._thought(function, arguments))

    def _thought(self, function: Callable[..., Any], arguments: tuple[Any, ...]) -> Thought:
        begun = process_time()
        result: Any = None
        error: Exception | None = None
        try:
            self._is_thinking = True
            result = function(*arguments)
            self._is_thinking = False
        except _Dropped:
            error = Busy()
        except Exception as raised:
            self._is_thinking = False
            error = raised
        return Thought(result, error, process_time() - begun)


def _think(connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C ends the server, and with it this process
    work = _Work(connection)
    if hasattr(signal, "SIGUSR1"):
        signal.signal(signal.SIGUSR1, work.drop)
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    work.run()
