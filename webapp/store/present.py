"""Who has a game open, as far as this process knows: nothing of it is kept.

A phone says which player's it is with each request by which it follows the game. It is there while such a request
waits, and for some seconds after it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic

#: Seconds between two requests of a phone that is still there; one that cannot wait asks every two.
GRACE = 5.0


class Present:
    """The players whose phones are there, by game."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._waiting: dict[tuple[str, int], int] = {}
        self._left: dict[tuple[str, int], float] = {}

    @contextmanager
    def here(self, game: str, player: int | None) -> Iterator[None]:
        """A phone follows a game; `player` is None where nobody said whose it is."""
        if player is None:
            yield
            return
        key = game, player
        with self._lock:
            self._waiting[key] = self._waiting.get(key, 0) + 1
        try:
            yield
        finally:
            with self._lock:
                self._waiting[key] -= 1
                self._left[key] = monotonic()
                self._tidy()

    def players(self, game: str) -> frozenset[int]:
        """The players of a game whose phones are there."""
        with self._lock:
            self._tidy()
            return frozenset(player for of, player in (*self._waiting, *self._left) if of == game)

    def _tidy(self) -> None:
        """Forgets who left too long ago."""
        now = monotonic()
        self._waiting = {key: number for key, number in self._waiting.items() if number}
        self._left = {key: left for key, left in self._left.items() if now - left < GRACE}
