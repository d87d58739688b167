"""What happens on the connections: a loop that does not ask each connection each time.

waitress asks every connection, whenever anything happens on one, whether it wants to read or write. With hundreds of
phones that wait, this takes more of the processor than their answers. Here a connection is asked after something
happened on it, and when a thread says that its state has changed; and once a second all of them are, since then those
that are too slow are closed.
"""

from collections import deque
from collections.abc import MutableMapping
from selectors import EVENT_READ, EVENT_WRITE, DefaultSelector
from time import monotonic
from typing import Any

from waitress import wasyncore

#: Seconds between two looks at all connections.
ROUND = 1.0


class Loop:
    """Waits for connections that can be read or written, and lets waitress do so.

    `connections` are all of them by file number, the listening sockets too, as waitress keeps them. Threads append the
    file numbers of those that have changed to `changed`, before they pull waitress's trigger.
    """

    def __init__(self, connections: MutableMapping[int, Any], changed: deque[int]) -> None:
        """Knows none of them yet."""
        self._connections, self._changed = connections, changed
        self._selector = DefaultSelector()
        self._wanted: dict[int, tuple[Any, int]] = {}
        self._next_round = 0.0

    def run(self) -> None:
        """Goes on until there is no connection any more."""
        while self._connections:
            if monotonic() >= self._next_round:
                self._next_round = monotonic() + ROUND
                self._changed.extend({*self._connections, *self._wanted})
            while self._changed:
                self._ask(self._changed.popleft())
            self._look()
        self._selector.close()

    def _look(self) -> None:
        """Waits until something happens, or until the next round."""
        for key, events in self._selector.select(max(0.0, self._next_round - monotonic())):
            for event, act in ((EVENT_READ, wasyncore.read), (EVENT_WRITE, wasyncore.write)):
                # What happened before may have closed it.
                if events & event and self._connections.get(key.fd) is key.data:
                    act(key.data)
            self._changed.append(key.fd)

    def _ask(self, number: int) -> None:
        """Asks a connection what it wants to do, and waits for that from now on."""
        connection = self._connections.get(number)
        events = _wanted_by(connection) if connection else 0
        before, waited_for = self._wanted.get(number, (None, 0))
        if connection is before and events == waited_for:
            return
        if waited_for:
            self._selector.unregister(number)
        if events:
            self._wanted[number] = connection, events
            self._selector.register(number, events, connection)
        else:
            self._wanted.pop(number, None)


def _wanted_by(connection: Any) -> int:
    reads = EVENT_READ if connection.readable() else 0
    return reads | (EVENT_WRITE if connection.writable() and not connection.accepting else 0)
