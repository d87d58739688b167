"""Watching for changes that other processes make.

SQLite counts the commits of others (`PRAGMA data_version`), which costs some 10 µs to ask; PostgreSQL sends a
notification with each. Both hold one connection of their own, outside the pool, as long as somebody waits.
"""

import sqlite3
from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import TYPE_CHECKING, Protocol, cast

from webapp.store.database import speaking_plainly
from webapp.store.games import Games
from webapp.store.rows import CHANNEL

if TYPE_CHECKING:
    import psycopg

#: Seconds between two looks at SQLite; seconds to listen to PostgreSQL before checking whether to go on.
LOOK, TURN = 0.05, 0.3

Followed = Callable[[], Collection[str]]


class Watch(Protocol):
    """Something that sees changes by other processes."""

    def changes(self, followed: Followed) -> Mapping[str, int]:
        """Waits for a moment, then returns the versions of the followed games that may have changed; of all of them the
        first time."""

    def close(self) -> None:
        """Closes its connection."""


def watch(games: Games, pause: Callable[[float], object]) -> Watch:
    """A watch for the database of these games; `pause` sleeps for some seconds, or less. Raises `UnavailableError`."""
    with speaking_plainly():
        return SqliteWatch(games, pause) if games.database.path else PostgresqlWatch(games)


class SqliteWatch:
    """Looks for commits of other processes twenty times a second."""

    def __init__(self, games: Games, pause: Callable[[float], object]) -> None:
        self._games, self._pause = games, pause
        self._connection: sqlite3.Connection = games.database.connect()
        self._seen: int | None = None

    def changes(self, followed: Followed) -> Mapping[str, int]:
        """Waits until the next look, and asks for versions only if anything was committed."""
        if self._seen is not None:
            self._pause(LOOK)
        with speaking_plainly():
            (version,) = self._connection.execute("PRAGMA data_version").fetchone()
        if version == self._seen:
            return {}
        self._seen = version
        return self._games.versions(followed())

    def close(self) -> None:
        """Closes its connection."""
        self._connection.close()


class PostgresqlWatch:
    """Listens for the notifications that go with each change."""

    def __init__(self, games: Games) -> None:
        import psycopg

        self._games = games
        self._plainly = partial(speaking_plainly, (psycopg.Error,))
        with self._plainly():
            pooled = games.database.engine.raw_connection()
        self._connection = cast("psycopg.Connection[object]", pooled.driver_connection)
        pooled.detach()
        self._is_listening = False

    def changes(self, followed: Followed) -> Mapping[str, int]:
        """Waits for a notification, but not for long."""
        if not self._is_listening:
            with self._plainly():
                self._connection.autocommit = True
                self._connection.execute(f"LISTEN {CHANNEL}")
            self._is_listening = True
            return self._games.versions(followed())
        with self._plainly():
            payloads = [notice.payload for notice in self._connection.notifies(timeout=TURN, stop_after=1)]
        # Anybody with access to the database can notify, so a notification is only a reason to look.
        games = {payload.partition(" ")[0] for payload in payloads}
        return self._games.versions(games & {*followed()}) if games else {}

    def close(self) -> None:
        """Closes its connection."""
        self._connection.close()
