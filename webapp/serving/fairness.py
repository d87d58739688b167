"""Whose turn it is: those who have used little time lately go before those who have used much.

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
from typing import Any, NamedTuple, Protocol

#: Seconds after which half of what somebody has used is forgotten.
HALF_LIFE = 10.0
#: How many senders are remembered.
MOST_SENDERS = 4096


class Account:
    """The seconds of work that somebody has used lately."""

    def __init__(self, seconds: float = 0.0) -> None:
        """Begins with so many seconds."""
        #: What compares accounts, at any time alike: all of them forget at the same pace.
        self.level = -math.inf
        self.use(seconds)

    @property
    def used(self) -> float:
        """The seconds that are not forgotten."""
        return math.exp2(self.level - monotonic() / HALF_LIFE)

    def use(self, seconds: float) -> None:
        """Adds to them."""
        total = self.used + seconds
        self.level = math.log2(total) + monotonic() / HALF_LIFE if total else -math.inf


class Payer(NamedTuple):
    """Who is charged for a request: its sender, and the connection that it came on."""

    sender: Account
    connection: Account

    @property
    def rank(self) -> tuple[float, float]:
        """Lower is sooner: the sender who has used less, and of one sender the connection that has."""
        return self.sender.level, self.connection.level

    @property
    def used(self) -> float:
        """The seconds of both."""
        return self.sender.used + self.connection.used

    def use(self, seconds: float) -> None:
        """Charges both."""
        self.sender.use(seconds)
        self.connection.use(seconds)


class Sent(Protocol):
    """Something that waits for its turn."""

    @property
    def payer(self) -> Payer:
        """Who is charged for it."""


class Turns(Protocol):
    """Who gives the turns out."""

    def let_in(self, payer: Payer) -> None:
        """One request less is worked on."""

    def go_on(self, payer: Payer) -> None:
        """A request that has waited is worked on again, even if it is one too many for a moment."""


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
    """What waits for its turn. Who has used how much counts when a turn is given out, not when the request came."""

    def __init__(self) -> None:
        """Empty."""
        self._waiting: dict[Account, list[tuple[float, int, Sent]]] = {}
        self._number = count()

    def append(self, sent: Sent) -> None:
        """Takes one in."""
        payer = sent.payer
        heappush(self._waiting.setdefault(payer.sender, []), (payer.connection.level, next(self._number), sent))

    def first(self) -> Sent:
        """The one whose turn it is."""
        return self._waiting[self._sender()][0][2]

    def popleft(self) -> Any:
        """The same, which waits no longer."""
        sender = self._sender()
        sent = heappop(self._waiting[sender])[2]
        if not self._waiting[sender]:
            del self._waiting[sender]
        return sent

    def _sender(self) -> Account:
        return min(self._waiting, key=lambda account: account.level)

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))


class _Thread(threading.local):
    """What a thread knows of the request that it works on."""

    turns: Turns | None = None
    payer = Payer(Account(), Account())
    charged = 0.0


THREAD = _Thread()


@contextmanager
def waiting() -> Iterator[None]:
    """While this request waits for something, others are worked on."""
    turns = THREAD.turns
    if turns is None:
        yield
        return
    payer = THREAD.payer
    turns.let_in(payer)
    try:
        yield
    finally:
        turns.go_on(payer)


def charge(seconds: float) -> None:
    """Adds work that was done elsewhere for this request to what its sender has used."""
    THREAD.charged += seconds
