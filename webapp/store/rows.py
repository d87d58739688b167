"""Rows and values: what is written for a game or an event, and what is read. For `games` alone."""

import secrets
from datetime import datetime
from hashlib import sha256
from typing import Any

from sqlalchemy import Connection, Row, func, select, update

from webapp.store import links
from webapp.store.schema import event, game, written
from webapp.store.values import Access, Created, Json, StoredEvent, StoredGame

#: Characters of one event, or of what is said about a game.
MOST_CHARACTERS = 16 << 10
#: What PostgreSQL calls our notifications.
CHANNEL = "agari"

_Row = Row[Any]

# -- what is written -------------------------------------------------------------------------------


def new_id() -> str:
    """An id that no other game ever has, so that nothing kept under it can be mistaken for another game's."""
    return secrets.token_urlsafe(12)


def is_large(body: Json) -> bool:
    """Whether a JSON object is longer than anything that is kept. ValueError where it is none."""
    return len(written(body)) > MOST_CHARACTERS


def _fingerprint(key: str) -> bytes:
    """16 bytes of whatever text a phone sends as its key."""
    return sha256(key.encode("utf-8", "surrogatepass")).digest()[:16]


def game_row(game_id: str, player: str, about: Json, made: datetime, head: int = 0) -> dict[str, object]:
    """A game that begins an evening."""
    return {
        "id": game_id,
        "player": links.fingerprint(player),
        "onlooker": links.fingerprint(links.onlooker_of(player)),
        "head": head,
        "version": 1,
        "about": about,
        "evening": game_id,
        "made": made,
        "touched": made,
    }


def following_row(former: _Row, access: Access, game_id: str, player: str) -> dict[str, object]:
    """What sets the next game of an evening apart from a first one."""
    return {
        "evening": former.evening,
        "follows": former.id,
        "player_seal": links.sealed(access.secret, game_id, player),
        "onlooker_seal": links.sealed(access.onlooker, game_id, links.onlooker_of(player)),
    }


def event_row(game_id: str, number: int, key: str, at: datetime, body: Json) -> dict[str, object]:
    """An event of a game."""
    return {"game": game_id, "number": number, "key": _fingerprint(key), "at": at, "body": body}


def changed(connection: Connection, found: _Row, **values: object) -> int:
    """Writes what changed in a game and says so to other processes; its new version."""
    version: int = found.version + 1
    connection.execute(update(game).where(game.c.id == found.id).values(version=version, **values))
    notify(connection, found.id, version)
    return version


def notify(connection: Connection, game_id: str, version: int) -> None:
    """Tells whoever listens, once this transaction is committed. SQLite has `PRAGMA data_version` for it."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_notify(CHANNEL, f"{game_id} {version}")))


# -- what is read ----------------------------------------------------------------------------------


def locked(connection: Connection, game_id: str) -> _Row | None:
    """A game that nobody else changes until this transaction ends."""
    return connection.execute(select(game).where(game.c.id == game_id).with_for_update()).one_or_none()


def number_of(connection: Connection, game_id: str, key: str) -> int | None:
    """The event that was entered with a key."""
    return connection.scalar(select(event.c.number).where(event.c.game == game_id, event.c.key == _fingerprint(key)))


def events_after(connection: Connection, game_id: str, after: int) -> tuple[StoredEvent, ...]:
    """The events after the event number `after`, which is no larger than the number of an event may be."""
    columns = select(event.c.number, event.c.at, event.c.body)
    question = columns.where(event.c.game == game_id, event.c.number > max(after, 0)).order_by(event.c.number)
    return tuple(StoredEvent(*row) for row in connection.execute(question))


def created(connection: Connection, game_id: str, player: str, *, is_new: bool = True) -> Created:
    """A game that is in the database now, and its links."""
    row = connection.execute(select(game).where(game.c.id == game_id)).one()
    return Created(game_of(row), player, links.onlooker_of(player), is_new)


def game_of(row: _Row) -> StoredGame:
    """The game of a row."""
    return StoredGame(row.id, row.head, row.version, row.about, row.evening, row.follows, row.made, row.touched)


def access_of(row: _Row, secret: str, *, may_write: bool) -> Access:
    """The game of a row that also has `next`, `next_player` and `next_onlooker`, as this secret reaches it."""
    onlooker = links.onlooker_of(secret) if may_write else secret
    seal = row.next_player if may_write else row.next_onlooker
    following = links.unsealed(secret, row.next, seal) if row.next else None
    return Access(game_of(row), may_write, secret, onlooker, following)
