"""The players who have a game open, as far as this process knows. The database does not keep them.

Each request by which a phone follows a game says which player's phone it is. The phone counts as there while such a
request waits, and for some seconds after it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock
from time import monotonic

#: Seconds after a request for which its phone still counts as there. A phone that cannot wait asks every two seconds.
GRACE = 5.0


class _Phones:
    """The phones of a game's players: for each player, the number of phones that follow the game now, and the time of
    the last answer."""

    def __init__(self) -> None:
        self.following: dict[int, int] = {}
        self.answered: dict[int, float] = {}

    def players(self) -> frozenset[int]:
        self._forget()
        return frozenset((*self.following, *self.answered))

    def _forget(self) -> None:
        """Forgets the players whose phones left too long ago."""
        now = monotonic()
        for player in [player for player, at in self.answered.items() if now - at >= GRACE]:
            del self.answered[player]


class Present:
    """The players whose phones are there, by game."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._games: dict[str, _Phones] = {}
        self._tidied = monotonic()

    @contextmanager
    def here(self, game: str, player: int | None) -> Iterator[None]:
        """Counts a phone as following a game during the block. `player` is None if the phone is nobody's so far."""
        if player is None:
            yield
            return
        with self._lock:
            self._tidy()
            phones = self._games.setdefault(game, _Phones())
            phones.following[player] = phones.following.get(player, 0) + 1
        try:
            yield
        finally:
            with self._lock:
                # Below 0 if the player has left meanwhile.
                others = phones.following.pop(player, 0) - 1
                if others > 0:
                    phones.following[player] = others
                if others >= 0:
                    phones.answered[player] = monotonic()

    def left(self, game: str, player: int) -> None:
        """Says that a phone is no longer this player's. Another phone of the same player counts again from its next
        request on."""
        with self._lock:
            if phones := self._games.get(game):
                phones.following.pop(player, None)
                phones.answered.pop(player, None)

    def players(self, game: str) -> frozenset[int]:
        """The players of a game whose phones are there."""
        with self._lock:
            phones = self._games.get(game)
            return phones.players() if phones else frozenset()

    def _tidy(self) -> None:
        """Forgets the games that nobody has open."""
        if monotonic() - self._tidied < GRACE:
            return
        self._tidied = monotonic()
        self._games = {game: phones for game, phones in self._games.items() if phones.players()}
