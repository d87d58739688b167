"""The store, which keeps games and groups: the only package that knows SQL.

A game is kept as its events, in the order in which they were entered, each a JSON object. This package knows no rule of
mahjong, no page and no request.

    values       what goes in and what comes out, frozen
    links        the secrets in the addresses of a game
    schema       the tables
    database     the connection: SQLite or PostgreSQL, making the tables, what can go wrong
    protocol     what a page may do with a store: create, find, append, describe, follow, delete
    writing      what every store checks and decides before it writes
    games, rows  the games of a database
    renewal      links of games and groups that are replaced
    groups       groups: members, seasons, games, and the sums over their summaries
    taking       a whole group that comes from a file
    device       the games of a browser
    watch, live  how a waiting request learns of a change, in this process or in another one
    present      who has a game open
    copying      a site or a group, from one database to another
    inventory    games counted, listed, deleted and revoked by the operator
    upkeep       python -m webapp upgrade, backup, restore, copy, games (migrations/ holds the steps of `upgrade`)

Importing this package and making a `Store` costs nothing: SQLAlchemy is imported at the first use of `games` or `hub`,
and the database is made at the first game. An application sets it up like this::

    app.config.from_mapping(DATABASE="", KEEP_DAYS=90, WAITERS=0)   # AGARI_DATABASE, AGARI_KEEP_DAYS, --phones
    app.extensions["store"] = Store(config["DATABASE"], keep_days=config["KEEP_DAYS"], waiters=config["WAITERS"])

A page uses it in its view function::

    store = current_app.extensions["store"]
    access = store.games.find(secret)                  # None: 404
    done = store.games.append(access, seen, key, body)  # Appended, Conflict or Refusal
    store.hub.wait(access.game.id, version, seconds)    # Outcome

Every use of `games` and `hub` may raise `UnavailableError`. One error handler shows its reason as a page.
"""

from functools import cached_property
from threading import RLock
from typing import TYPE_CHECKING

from webapp.limits import KEEP_DAYS
from webapp.store.present import Present
from webapp.store.protocol import ChangeHub, GameStore, StoredGames
from webapp.store.values import (
    Access,
    Appended,
    Conflict,
    Created,
    GroupAccess,
    GroupGame,
    Json,
    Outcome,
    PlayerResult,
    PlayerResults,
    Reason,
    Refusal,
    Seated,
    Seating,
    StoredEvent,
    StoredGame,
    StoredGroup,
    StoredMember,
    StoredSeason,
    TakenGame,
    TakenGroup,
    Totals,
    UnavailableError,
)

if TYPE_CHECKING:
    from webapp.store.database import Database
    from webapp.store.games import Games
    from webapp.store.groups import Groups
    from webapp.store.live import Hub

__all__ = [
    "Access",
    "Appended",
    "ChangeHub",
    "Conflict",
    "Created",
    "GameStore",
    "GroupAccess",
    "GroupGame",
    "Json",
    "Outcome",
    "PlayerResult",
    "PlayerResults",
    "Reason",
    "Refusal",
    "Seated",
    "Seating",
    "Store",
    "StoredEvent",
    "StoredGame",
    "StoredGames",
    "StoredGroup",
    "StoredMember",
    "StoredSeason",
    "TakenGame",
    "TakenGroup",
    "Totals",
    "UnavailableError",
]

#: What a server of PostgreSQL says while it refuses everybody.
_SHORT = ("starting up", "shutting down", "too many")


class Store:
    """The `GameStore` of a server: a database, opened when it is first asked for.

    `url` is a path of a SQLite file, or an address (``sqlite:///…``, ``postgresql://…``); empty: ``agari.db`` in the
    user's data folder. A game is deleted `keep_days` after its last event, 0: never. `waiters` requests may wait for
    a change at the same time. Making a store opens no connection.
    """

    def __init__(self, url: str = "", *, keep_days: float = KEEP_DAYS, waiters: int = 0) -> None:
        self._url, self._keep_days, self._waiters = url, keep_days, waiters
        self._opening = RLock()
        #: The players who have a game open.
        self.present = Present()

    @property
    def games(self) -> "Games":
        """The games themselves."""
        with self._opening:
            return self._games

    @property
    def groups(self) -> "Groups":
        """The groups, and the sums over their games."""
        with self._opening:
            return self._groups

    @property
    def hub(self) -> "Hub":
        """The hub, where requests wait until a game changes."""
        with self._opening:
            return self._hub

    def close(self) -> None:
        """Ends every waiting request and closes all connections."""
        with self._opening:
            opened = vars(self)
            if "_hub" in opened:
                self._hub.close()
            if "_database" in opened:
                self._database.close()

    @cached_property
    def _database(self) -> "Database":
        from webapp.store.database import Database

        return Database(self._url)

    @cached_property
    def _games(self) -> "Games":
        from webapp.store.games import Games

        return Games(self._database, self._keep_days)

    @cached_property
    def _groups(self) -> "Groups":
        from webapp.store.groups import Groups

        return Groups(self._games)

    @cached_property
    def _hub(self) -> "Hub":
        from webapp.store.live import Hub

        return Hub(self._games, self._waiters)


def access_refused(problem: UnavailableError) -> str:
    """What the server of a database said to refuse this user, such as for a wrong or missing password. Empty if it did
    not refuse, or does not answer; a server that starts or stops refuses nobody for long.
    """
    if "no password supplied" in problem.detail:
        return "no password supplied"
    is_refused = "FATAL:" in problem.detail and not any(why in problem.detail for why in _SHORT)
    return problem.detail.partition("FATAL:")[2].strip().splitlines()[0] if is_refused else ""
