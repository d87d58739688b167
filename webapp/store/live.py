"""The hub, where requests wait until a game changes, without holding a connection to the database.

`Hub.wait` is all that a page needs. A change by this process wakes the requests at once. A change by another process is
seen by a thread that runs only while games are followed. All followed games share the places to wait. If all are taken,
a request takes one from the game that has the most, unless its own game would then have more. Otherwise it is refused,
and its page asks again later.
"""

import logging
from collections.abc import Callable
from contextlib import closing
from threading import Condition, Event, Lock, Thread
from time import monotonic

from cachetools import LRUCache

from webapp.store.games import Games
from webapp.store.values import Outcome, UnavailableError
from webapp.store.watch import watch

#: Seconds for which the watch goes on after the last request: a page asks again a second after an answer.
LINGER = 30.0
#: Seconds until a database that cannot be watched is tried again.
RETRY = 1.0
#: Seconds between two calls of `is_over` while a request waits: a phone that opens another page does not say so.
GLANCE = 2.0
#: The number of games whose last known versions are remembered.
KNOWN = 1000


def _never() -> bool:
    return False


class _Followed:
    """A game that is followed: the number of requests that wait, the number of those that are to leave, and the last
    known version."""

    def __init__(self, lock: Lock) -> None:
        self.changed = Condition(lock)
        self.waiting = self.leaving = 0
        self.version = 0

    @property
    def staying(self) -> int:
        return self.waiting - self.leaving


class Hub:
    """Wakes requests that wait for a change of a game. At most `slots` wait at a time, besides those that leave."""

    def __init__(self, games: Games, slots: int, linger: float = LINGER) -> None:
        self._games, self._slots, self._linger = games, slots, linger
        self._lock = Lock()
        self._somebody_came = Condition(self._lock)
        self._followed: dict[str, _Followed] = {}
        self._versions = LRUCache[str, int](KNOWN)
        self._last_left = 0.0
        self._thread: Thread | None = None
        self._closed = Event()
        games.listeners.append(self.tell)

    def wait(self, game: str, seen: int, seconds: float, is_over: Callable[[], bool] = _never) -> Outcome:
        """Waits until the version of a game is later than `seen`, for some seconds, or until `is_over`.

        Raises `UnavailableError`.
        """
        with self._lock:
            if not (self._has_place() or self._makes_room(game)):
                return Outcome.REFUSED
            followed = self._enter(game)
        try:
            # The request registers first and asks for the version second, so that it misses no change.
            self.tell(game, self._games.versions([game])[game])
        except BaseException:
            with self._lock:
                self._leave(game, followed)
            raise
        with self._lock:
            try:
                return self._outcome(followed, seen, monotonic() + seconds, is_over)
            finally:
                self._leave(game, followed)

    def _outcome(self, followed: _Followed, seen: int, ends: float, is_over: Callable[[], bool]) -> Outcome:
        while followed.version <= seen and not self._closed.is_set() and not is_over():
            left = ends - monotonic()
            if left <= 0:
                break
            if followed.leaving:
                return Outcome.REFUSED
            followed.changed.wait(min(left, GLANCE))
        return Outcome.CHANGED if followed.version > seen else Outcome.SAME

    def tell(self, game: str, version: int) -> None:
        """Wakes the requests that wait for this version of a game."""
        with self._lock:
            followed = self._followed.get(game)
            if followed and version > followed.version:
                followed.version = self._versions[game] = version
                followed.changed.notify_all()

    def version(self, game: str) -> int:
        """The last version of a game that woke requests, 0 if there is none. The game may have a later one."""
        with self._lock:
            return self._versions.get(game, 0)

    def waiting(self) -> int:
        """The number of requests that wait now."""
        with self._lock:
            return sum(followed.waiting for followed in self._followed.values())

    def close(self) -> None:
        """Ends every waiting request and the watch. A closed hub lets no request wait."""
        self._closed.set()
        with self._lock:
            self._somebody_came.notify_all()
            for followed in self._followed.values():
                followed.changed.notify_all()
        if self._thread:
            self._thread.join()

    def _has_place(self) -> bool:
        return sum(followed.staying for followed in self._followed.values()) < self._slots

    def _makes_room(self, game: str) -> bool:
        """Takes a place from the game with the most, unless this game would then have more. Returns whether it did."""
        own = self._followed.get(game)
        most = max(self._followed.values(), key=lambda followed: followed.staying, default=None)
        if most is None or most.staying < 2 + (own.staying if own else 0):
            return False
        most.leaving += 1
        most.changed.notify()
        return True

    def _enter(self, game: str) -> _Followed:
        followed = self._followed.setdefault(game, _Followed(self._lock))
        followed.waiting += 1
        self._somebody_came.notify()
        if not self._thread and not self._closed.is_set():
            self._thread = Thread(target=self._watch, name="watch", daemon=True)
            self._thread.start()
        return followed

    def _leave(self, game: str, followed: _Followed) -> None:
        followed.waiting -= 1
        followed.leaving = max(0, followed.leaving - 1)
        self._last_left = monotonic()
        if not followed.waiting:
            del self._followed[game]

    # -- the thread that watches -------------------------------------------------------------------

    def _watch(self) -> None:
        while self._somebody_waits():
            try:
                with closing(watch(self._games, self._closed.wait)) as watched:
                    while self._is_needed():
                        for game, version in watched.changes(self._games_followed).items():
                            self.tell(game, version)
            except UnavailableError:
                self._closed.wait(RETRY)
            except Exception:  # after any other error, too, the phones that wait need the watch
                logging.getLogger(__name__).exception("The watch failed and begins again")
                self._closed.wait(RETRY)

    def _somebody_waits(self) -> bool:
        """Sleeps until a request waits. Returns False when the hub is closed."""
        with self._lock:
            self._somebody_came.wait_for(lambda: self._followed or self._closed.is_set())
            return not self._closed.is_set()

    def _is_needed(self) -> bool:
        with self._lock:
            wanted = bool(self._followed) or monotonic() - self._last_left < self._linger
            return wanted and not self._closed.is_set()

    def _games_followed(self) -> list[str]:
        with self._lock:
            return list(self._followed)
