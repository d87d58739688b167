"""All that can be done with games. Each method is one transaction, and holds a connection only meanwhile."""

from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta

from sqlalchemy import bindparam, delete, insert, or_, select

from webapp.store import links, rows
from webapp.store.database import Database
from webapp.store.schema import event, game
from webapp.store.values import (
    Access,
    Appended,
    Conflict,
    Created,
    Json,
    Refusal,
    StoredEvent,
    StoredGame,
    UnavailableError,
)

#: Events that a game may have; a long evening's game has some two hundred.
MOST_EVENTS = 2000
#: How often games that are too old are looked for.
TIDYING = timedelta(hours=1)
#: Stands for the version of a game that was deleted: later than any other.
DELETED = 1 << 62

_NEXT = game.alias("next")
# Asked with each request. To put such a question together takes as long as the answer.
_FIND = (
    select(
        game,
        _NEXT.c.id.label("next"),
        _NEXT.c.player_seal.label("next_player"),
        _NEXT.c.onlooker_seal.label("next_onlooker"),
    )
    .outerjoin(_NEXT, _NEXT.c.follows == game.c.id)
    .where(or_(game.c.player == bindparam("fingerprint"), game.c.onlooker == bindparam("fingerprint")))
)
_VERSIONS = select(game.c.id, game.c.version).where(game.c.id.in_(bindparam("ids", expanding=True)))


def now_in_utc() -> datetime:
    """The time."""
    return datetime.now(UTC)


class Games:
    """The games of a database."""

    def __init__(self, database: Database, keep_days: float = 90, now: Callable[[], datetime] = now_in_utc) -> None:
        self.database = database
        #: Called with a game's id and version after each change by this process.
        self.listeners: list[Callable[[str, int], None]] = []
        self._keep = timedelta(days=keep_days)
        self._now = now
        self._tidied = datetime.min.replace(tzinfo=UTC)

    def problem(self) -> UnavailableError | None:
        """Why no game could be made now; None where it could."""
        return self.database.problem()

    # -- making and finding ------------------------------------------------------------------------

    def create(self, about: Json, events: Sequence[Json] = ()) -> Created | Refusal:
        """A new game of a new evening, with the events that it begins with (of a game that was exported)."""
        if len(events) > MOST_EVENTS:
            return Refusal.FULL
        if any(rows.is_large(body) for body in (about, *events)):
            return Refusal.LARGE
        made = self._now()
        game_id, player = rows.new_id(), links.new_secret()
        with self.database.writing() as connection:
            connection.execute(insert(game).values(rows.game_row(game_id, player, about, made, len(events))))
            if events:
                taken = [rows.event_row(game_id, n, f"taken {n}", made, body) for n, body in enumerate(events, 1)]
                connection.execute(insert(event), taken)
            created = rows.created(connection, game_id, player)
        self._tidy()
        return created

    def follow(self, access: Access, about: Json) -> Created | Refusal:
        """The next game of the same evening; where somebody made it already, that one."""
        if not access.may_write:
            return Refusal.ONLOOKER
        if rows.is_large(about):
            return Refusal.LARGE
        with self.database.writing() as connection:
            former = rows.locked(connection, access.game.id)
            if former is None:
                return Refusal.GONE
            known = connection.execute(select(game).where(game.c.follows == former.id)).one_or_none()
            if known:
                player = links.unsealed(access.secret, known.id, known.player_seal)
                return rows.created(connection, known.id, player, is_new=False)
            game_id, player = rows.new_id(), links.new_secret()
            row = rows.game_row(game_id, player, about, self._now())
            row |= rows.following_row(former, access, game_id, player)
            connection.execute(insert(game).values(row))
            version = rows.changed(connection, former)
            created = rows.created(connection, game_id, player)
        self._tell(former.id, version)
        return created

    def find(self, secret: str) -> Access | None:
        """The game of a link; None for whatever is no link to a game that is still kept."""
        if not links.is_secret(secret) or not self.database.is_made():
            return None
        fingerprint = links.fingerprint(secret)
        with self.database.reading() as connection:
            row = connection.execute(_FIND, {"fingerprint": fingerprint}).one_or_none()
        if row is None or self._is_old(row.touched):
            return None
        return rows.access_of(row, secret, may_write=row.player == fingerprint)

    def evening(self, of: StoredGame) -> tuple[StoredGame, ...]:
        """The games of the same evening, this one too, in the order in which they were made."""
        question = select(game).where(game.c.evening == of.evening).order_by(game.c.made, game.c.id)
        with self.database.reading() as connection:
            return tuple(rows.game_of(row) for row in connection.execute(question))

    def versions(self, ids: Collection[str]) -> dict[str, int]:
        """The version of each of these games; `DELETED` for one that is not kept any more."""
        with self.database.reading() as connection:
            found = connection.execute(_VERSIONS, {"ids": [*ids]})
            return dict.fromkeys(ids, DELETED) | {row.id: row.version for row in found}

    # -- events ------------------------------------------------------------------------------------

    def append(self, access: Access, seen: int, key: str, body: Json) -> Appended | Conflict | Refusal:
        """Adds an event after the event number `seen`, the last one that its author knows.

        `key` is any text that the author uses for this one tap: where it is known already, nothing is written, and
        the answer is the number that the event has. ValueError where `body` holds what JSON does not know.
        """
        if not access.may_write:
            return Refusal.ONLOOKER
        if rows.is_large(body):
            return Refusal.LARGE
        with self.database.writing() as connection:
            found = rows.locked(connection, access.game.id)
            if found is None:
                return Refusal.GONE
            if known := rows.number_of(connection, found.id, key):
                return Appended(known, is_new=False)
            if found.head != seen:
                return Conflict(found.head, rows.events_after(connection, found.id, min(seen, found.head)))
            if found.head >= MOST_EVENTS:
                return Refusal.FULL
            number, at = found.head + 1, self._now()
            connection.execute(insert(event).values(rows.event_row(found.id, number, key, at, body)))
            version = rows.changed(connection, found, head=number, touched=at)
        self._tell(found.id, version)
        self._tidy()
        return Appended(number, is_new=True)

    def since(self, game_id: str, number: int = 0) -> tuple[StoredEvent, ...]:
        """The events of a game after the event of this number."""
        with self.database.reading() as connection:
            return rows.events_after(connection, game_id, min(number, MOST_EVENTS))

    # -- the game itself ---------------------------------------------------------------------------

    def describe(self, access: Access, change: Callable[[Json], Json]) -> StoredGame | Refusal:
        """Changes what is said about a game (a name): `change` gets what is said now and returns what to say."""
        if not access.may_write:
            return Refusal.ONLOOKER
        with self.database.writing() as connection:
            found = rows.locked(connection, access.game.id)
            if found is None:
                return Refusal.GONE
            about = change(found.about)
            if rows.is_large(about):
                return Refusal.LARGE
            version = rows.changed(connection, found, about=about)
            described = rows.game_of(connection.execute(select(game).where(game.c.id == found.id)).one())
        self._tell(found.id, version)
        return described

    def delete(self, access: Access) -> Refusal | None:
        """Deletes a game with all its events, at once and for good."""
        if not access.may_write:
            return Refusal.ONLOOKER
        with self.database.writing() as connection:
            found = rows.locked(connection, access.game.id)
            if found is None:
                return Refusal.GONE
            rows.notify(connection, found.id, DELETED)
            connection.execute(delete(game).where(game.c.id == found.id))
        self._tell(found.id, DELETED)
        return None

    def export(self, access: Access) -> Json:
        """A game to take away as JSON, without secrets: what is said about it, and its events; `create` takes both."""
        return {
            "made": access.game.made.isoformat(),
            "about": access.game.about,
            "events": [
                {"number": kept.number, "at": kept.at.isoformat(), "event": kept.body}
                for kept in self.since(access.game.id)
            ],
        }

    # -- what goes by itself -----------------------------------------------------------------------

    def forget_old(self) -> int:
        """Deletes the games whose last event is too long ago, and says how many."""
        if not self._keep or not self.database.is_made():
            return 0
        with self.database.writing() as connection:
            return connection.execute(delete(game).where(game.c.touched < self._now() - self._keep)).rowcount

    def _tidy(self) -> None:
        """Forgets old games, once an hour, after something was written."""
        if self._now() - self._tidied > TIDYING:
            self._tidied = self._now()
            # What was asked for is done already; the next hour tries again.
            with suppress(UnavailableError):
                self.forget_old()

    def _is_old(self, touched: datetime) -> bool:
        return bool(self._keep) and touched < self._now() - self._keep

    def _tell(self, game_id: str, version: int) -> None:
        for listener in self.listeners:
            listener(game_id, version)
