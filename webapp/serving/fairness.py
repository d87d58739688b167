"""Whose turn it is: who has used much time lately waits behind those who have used little.

A few requests are worked on at a time: more would share the same interpreter, and all of them be late. A request that
waits for something else (another process, an event) lets others in meanwhile: ``with waiting(): …``.

Knows no server; under one that does not ask for turns, nothing here does anything.
"""

import math
import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from heapq import heappop, heappush
from itertools import count
from time import monotonic
from typing import Protocol

#: Seconds after which half of what somebody has used is forgotten.
HALF_LIFE = 10.0
#: How many senders are remembered.
MOST_SENDERS = 4096


class Sent(Protocol):
    """Something that waits for its turn."""

    @property
    def used(self) -> float:
        """The seconds of work that its sender has used lately."""


class Turns(Protocol):
    """Who gives the turns out."""

    def let_in(self) -> None:
        """One request less is worked on."""

    def go_on(self) -> None:
        """A request that has waited is worked on again, even if it is one too many for a moment."""


class Account:
    """The seconds of work that somebody has used lately."""

    def __init__(self, seconds: float = 0.0) -> None:
        """Begins with so many seconds."""
        self._seconds = seconds
        self._at = monotonic()

    @property
    def used(self) -> float:
        """What is not forgotten of them."""
        return self._seconds * math.exp2((self._at - monotonic()) / HALF_LIFE)

    def use(self, seconds: float) -> None:
        """Adds to them."""
        self._seconds, self._at = self.used + seconds, monotonic()


class Accounts:
    """The accounts of the senders who were there last."""

    def __init__(self) -> None:
        """Nobody has used anything yet."""
        self._accounts: OrderedDict[str, Account] = OrderedDict()
        self._lock = threading.Lock()

    def of(self, sender: str) -> Account:
        """The account of a sender."""
        with self._lock:
            account = self._accounts.setdefault(sender, Account())
            self._accounts.move_to_end(sender)
            if len(self._accounts) > MOST_SENDERS:
                self._accounts.popitem(last=False)
            return account


class FairQueue:
    """What waits, in order as if each had come later by the time that its sender has used."""

    def __init__(self) -> None:
        """Empty."""
        self._waiting: list[tuple[float, int, Sent]] = []
        self._number = count()

    def append(self, sent: Sent) -> None:
        """Takes one in."""
        heappush(self._waiting, (monotonic() + sent.used, next(self._number), sent))

    def popleft(self) -> Sent:
        """The one whose turn it is."""
        return heappop(self._waiting)[2]

    def __len__(self) -> int:
        return len(self._waiting)


class _Thread(threading.local):
    """What a thread knows of the request that it works on."""

    turns: Turns | None = None
    used = 0.0
    charged = 0.0


THREAD = _Thread()


@contextmanager
def waiting() -> Iterator[None]:
    """While this request waits for something, others are worked on."""
    turns = THREAD.turns
    if turns is None:
        yield
        return
    turns.let_in()
    try:
        yield
    finally:
        turns.go_on()


def charge(seconds: float) -> None:
    """Adds work that was done elsewhere for this request to what its sender has used."""
    THREAD.charged += seconds
