"""Whose turn it is: those who pause go before those who ask without a pause.

Each account counts the seconds of work, and also the seconds in which a request waited for its turn. Work alone does
not tell those who pause from the others: if sixty senders ask without a pause, each gets less time than the taps of one
person need. Who pauses has nothing waiting most of the time.

A few requests are worked on at a time: more would share the same interpreter, and all of them be late. A request that
waits for something else (another process, an event) lets others in meanwhile: ``with waiting(): …``.

This module knows no server. If the server does not ask for turns, nothing here has an effect.
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

#: Seconds after which half of what somebody has used is forgotten: what they do now counts, not what they did.
HALF_LIFE = 2.0
#: How many senders are remembered.
MOST_SENDERS = 4096


class Account:
    """The seconds that somebody has waited for or used lately. Changed by one thread at a time."""

    def __init__(self, seconds: float = 0.0) -> None:
        """Begins with so many seconds."""
        #: The value by which accounts are compared. All accounts forget at the same pace, so the comparison does not
        #: depend on the time.
        self.level = -math.inf
        self._waiting = 0
        self._since = 0.0
        self.use(seconds)

    @property
    def used(self) -> float:
        """The seconds that are not forgotten."""
        return math.exp2(self.level - monotonic() / HALF_LIFE)

    def use(self, seconds: float) -> None:
        """Adds to them."""
        total = self.used + seconds
        self.level = math.log2(total) + monotonic() / HALF_LIFE if total else -math.inf

    def wait(self, requests: int) -> None:
        """Changes the number of requests that wait: 1 for one more, -1 for one fewer. Time counts once, however many
        wait."""
        now = monotonic()
        if self._waiting:
            self.use(now - self._since)
        self._waiting += requests
        self._since = now


class Payer(NamedTuple):
    """Who is charged for a request: its sender, and the connection that it came on."""

    sender: Account
    connection: Account

    @property
    def rank(self) -> tuple[float, float]:
        """The lowest rank goes first: the sender who has used less; for one sender, the connection that has used
        less."""
        return self.sender.level, self.connection.level

    @property
    def used(self) -> float:
        """The seconds of both."""
        return self.sender.used + self.connection.used

    def use(self, seconds: float) -> None:
        """Charges both."""
        for account in self:
            account.use(seconds)

    def wait(self, requests: int) -> None:
        """So many more requests wait from now on."""
        for account in self:
            account.wait(requests)


class Sent(Protocol):
    """Something that waits for its turn."""

    @property
    def payer(self) -> Payer:
        """Who is charged for it."""


class Gate(Protocol):
    """Who gives the turns out."""

    def let_in(self, payer: Payer) -> None:
        """The server stops counting this request as worked on, so that another one may begin."""

    def go_on(self, payer: Payer) -> None:
        """A request that has waited is worked on again, even if it is one too many for a moment."""

    def go_on_in_turn(self, payer: Payer) -> None:
        """The same, when fewer requests are worked on than may be, and none of them has come so."""


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
        self._waiting: dict[Account, list[tuple[float, int, Payer, Sent]]] = {}
        self._number = count()

    def append(self, sent: Sent) -> None:
        """Takes one in."""
        payer = sent.payer
        entry = payer.connection.level, next(self._number), payer, sent
        heappush(self._waiting.setdefault(payer.sender, []), entry)
        payer.wait(1)

    def first(self) -> Payer:
        """Who is charged for the one whose turn it is."""
        return self._waiting[self._sender()][0][2]

    def popleft(self) -> Any:
        """The one whose turn it is, which waits no longer."""
        return self.take()[1]

    def take(self) -> tuple[Payer, Any]:
        """The same, and who is charged for it."""
        sender = self._sender()
        _, _, payer, sent = heappop(self._waiting[sender])
        if not self._waiting[sender]:
            del self._waiting[sender]
        payer.wait(-1)
        return payer, sent

    def _sender(self) -> Account:
        return min(self._waiting, key=lambda account: account.level)

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))


class _Thread(threading.local):
    """What a thread knows of the request that it works on."""

    turns: Gate | None = None
    payer = Payer(Account(), Account())
    charged = 0.0


THREAD = _Thread()


@contextmanager
def waiting(*, in_turn: bool = False) -> Iterator[None]:
    """While this request waits for something, others are worked on.

    Those that wait for the same, many at once, go on one after the other (`in_turn`), so that others get in between.
    """
    turns = THREAD.turns
    if turns is None:
        yield
        return
    payer = THREAD.payer
    turns.let_in(payer)
    try:
        yield
    finally:
        (turns.go_on_in_turn if in_turn else turns.go_on)(payer)


def charge(seconds: float) -> None:
    """Adds work that was done elsewhere for this request to what its sender has used."""
    THREAD.charged += seconds
