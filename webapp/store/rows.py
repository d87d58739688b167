"""Rows and values, for `games` and `groups`: the rows that are written, and the values made from rows that are read."""

import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime
from hashlib import sha256
from itertools import repeat
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Row,
    Table,
    Text,
    bindparam,
    delete,
    exists,
    func,
    insert,
    select,
    type_coerce,
    update,
)

from webapp.store import links
from webapp.store.schema import event, game, group_game, groups, seat, summary
from webapp.store.values import Access, Created, GroupAccess, Json, PlayerResults, StoredEvent, StoredGame, StoredGroup

#: The channel of our notifications in PostgreSQL.
CHANNEL = "agari"

_Row = Row[Any]

# What each tap of a game asks. SQLAlchemy takes as long to put a statement together as to run it.
_CHANGED = update(game).where(game.c.id == bindparam("changed"))
_KEPT = select(game).where(game.c.id == bindparam("game"), game.c.deleted.is_(None)).with_for_update()
_NUMBER_OF = select(event.c.number).where(event.c.game == bindparam("game"), event.c.key == bindparam("key"))
# Takes the column as plain text, to get the length of that.
_LENGTH = func.sum(func.length(type_coerce(event.c.body, Text)))
_CHARACTERS = select(_LENGTH).where(event.c.game == bindparam("game"))
_ADDED = insert(event)

# -- what is written -------------------------------------------------------------------------------


def new_id() -> str:
    """An id that no other game ever has, so that nothing kept under it can be mistaken for another game's."""
    return secrets.token_urlsafe(12)


def fingerprint_of(key: str) -> bytes:
    """The hash, 16 bytes, of the text that a phone sends as its key."""
    return sha256(key.encode("utf-8", "surrogatepass")).digest()[:16]


def game_row(game_id: str, player: str, about: Json, made: datetime, head: int = 0) -> dict[str, object]:
    """The row of a game that begins an evening; `player` is the secret of its link for players."""
    return link_columns(player) | {
        "id": game_id,
        "head": head,
        "version": 1,
        "about": about,
        "evening": game_id,
        "made": made,
        "touched": made,
    }


def link_columns(player: str) -> dict[str, object]:
    """The columns with the two links of a game or group; `player` is the secret of the one for players."""
    return {"player": links.fingerprint(player), "onlooker": links.fingerprint(links.onlooker_of(player))}


def following_row(evening: str, former_id: str, former: str, game_id: str, player: str) -> dict[str, object]:
    """The columns of a game that follows another one in its evening; `former` is the secret of that one."""
    return {
        "evening": evening,
        "follows": former_id,
        "player_seal": links.sealed(former, game_id, player),
        "onlooker_seal": links.sealed(links.onlooker_of(former), game_id, links.onlooker_of(player)),
    }


def event_row(game_id: str, number: int, key: str, at: datetime, body: Json) -> dict[str, object]:
    """The row of an event."""
    return {"game": game_id, "number": number, "key": fingerprint_of(key), "at": at, "body": body}


def group_row(player: str, about: Json, now: datetime) -> dict[str, object]:
    """The row of a new group; `player` is the secret of its link for players."""
    group_id = new_id()
    return group_link_columns(group_id, player, links.new_secret()) | {
        "id": group_id,
        "version": 1,
        "counted": 1,
        "about": about,
        "made": now,
        "touched": now,
    }


def group_link_columns(group_id: str, player: str, key: str) -> dict[str, object]:
    """The columns of a group with its two links and with its keys, which they open."""
    onlooker = links.onlooker_of(player)
    return link_columns(player) | {
        "player_seal": links.sealed(player, group_id, key),
        "onlooker_seal": links.sealed(onlooker, group_id, links.onlooker_of(key)),
    }


def sealed_row(access: GroupAccess, game_id: str, player: str, made: datetime) -> dict[str, object]:
    """The row of a game in a group, with its links sealed under the group's keys."""
    onlooker_key = links.onlooker_of(access.key)
    return {
        "game": game_id,
        "group": access.group.id,
        "player_seal": links.sealed(access.key, game_id, player),
        "onlooker_seal": links.sealed(onlooker_key, game_id, links.onlooker_of(player)),
        "made": made,
    }


def taken_rows(game_id: str, times: Iterable[datetime], events: Iterable[Json]) -> list[dict[str, object]]:
    """The rows of an imported game's events."""
    timed = enumerate(zip(times, events, strict=False), 1)
    return [event_row(game_id, n, f"taken {n}", at, body) for n, (at, body) in timed]


def seat_rows(group: str, game_id: str, members: Sequence[int]) -> list[dict[str, object]]:
    """The rows with the member for each player of a game; `members` are in turn order."""
    return [{"game": game_id, "player": player, "group": group, "member": who} for player, who in enumerate(members)]


def summary_rows(game_id: str, summaries: PlayerResults) -> list[dict[str, object]]:
    """The rows of a game's summaries."""
    return [
        {"game": game_id, "player": player, "players": len(summaries), **one._asdict()}
        for player, one in enumerate(summaries)
    ]


def changed(connection: Connection, row: _Row, **values: object) -> int:
    """Writes these values to a game and notifies other processes. Returns the game's new version."""
    version: int = row.version + 1
    connection.execute(_CHANGED, {"changed": row.id, "version": version, **values})
    notify(connection, row.id, version)
    return version


def unchain_deleted(connection: Connection, former: str) -> None:
    """Lets another game follow this one if the game that follows it is deleted. In a group that one may be reached only
    by the way of the game before; then it stays."""
    has_own_link = ~exists().where(group_game.c.game == game.c.id, group_game.c.player_seal.is_(None))
    which = (game.c.follows == former, game.c.deleted.is_not(None), has_own_link)
    connection.execute(update(game).where(*which).values(follows=None, player_seal=None, onlooker_seal=None))


def set_deleted(connection: Connection, row: _Row, at: datetime | None) -> int:
    """Deletes a game at this time, or brings it back (None), and notifies other processes. Returns its new version."""
    connection.execute(update(group_game).where(group_game.c.game == row.id).values(deleted=at))
    return changed(connection, row, deleted=at)


def forget_deleted(connection: Connection, before: datetime) -> int:
    """Deletes for good the games that were deleted before this time, and returns their number. If only the link of such
    a game leads from its group to the next one, the game stays without events, players and results."""
    is_late, following = game.c.deleted < before, game.alias()
    only_way = select(following.c.follows).join(group_game, group_game.c.game == following.c.id)
    needed = only_way.where(following.c.follows == game.c.id, group_game.c.player_seal.is_(None)).exists()
    count = connection.execute(delete(game).where(is_late, ~needed)).rowcount
    for row in connection.execute(select(game.c.id, game.c.about).where(is_late)).all():
        for table in (event, seat, summary):
            connection.execute(delete(table).where(table.c.game == row.id))
        about = {**row.about, "names": [""] * len(row.about["names"])}
        connection.execute(update(game).where(game.c.id == row.id).values(about=about))
    return count


def group_changed(connection: Connection, game_id: str, at: datetime, *, counts: bool = True) -> tuple[str, int] | None:
    """Raises the version of a game's group and notifies other processes. Returns the group's id and version, or None.

    `counts` is false if the sums of its games stay the same.
    """
    whose = select(group_game.c.group).where(group_game.c.game == game_id).scalar_subquery()
    return touched_group(connection, groups.c.id == whose, at, counts)


def touched_group(
    connection: Connection, which: ColumnElement[bool], at: datetime, counts: bool = True, /, **values: object
) -> tuple[str, int] | None:
    """Raises the version of a group and writes further columns. Returns its id and version; None: no such group."""
    counted = groups.c.counted + int(counts)
    change = update(groups).where(which).values(version=groups.c.version + 1, counted=counted, touched=at, **values)
    row = connection.execute(change.returning(groups.c.id, groups.c.version)).one_or_none()
    if row is None:
        return None
    notify(connection, row.id, row.version)
    return row.id, row.version


def join_group_of(
    connection: Connection, former: str, game_id: str, made: object, came_from: Sequence[int] = ()
) -> None:
    """Puts a game into the group of the game before, if that has one. `came_from` says which players they were there
    (`StoredGames.follow`)."""
    group = connection.scalar(select(group_game.c.group).where(group_game.c.game == former))
    if group is None:
        return
    connection.execute(insert(group_game).values(game=game_id, group=group, made=made))
    seats = select(seat.c.player, seat.c.member).where(seat.c.game == former).order_by(seat.c.player)
    members = {row.player: row.member for row in connection.execute(seats)}
    sit_down(connection, group, game_id, [members[player] for player in came_from or members])


def sit_down(connection: Connection, group: str, game_id: str, members: Sequence[int]) -> None:
    """Replaces the members who play a game; `members` are in turn order."""
    connection.execute(delete(seat).where(seat.c.game == game_id))
    connection.execute(insert(seat), seat_rows(group, game_id, members))


def played_before(
    connection: Connection, game_id: str, made: datetime, events: Sequence[Json], summaries: PlayerResults
) -> None:
    """Adds the events and summaries of a new game that was played before it was made."""
    if events:
        connection.execute(insert(event), taken_rows(game_id, repeat(made), events))
    summarised(connection, game_id, summaries)


def summarised(connection: Connection, game_id: str, summaries: PlayerResults) -> None:
    """Replaces the summaries of a game."""
    connection.execute(delete(summary).where(summary.c.game == game_id))
    if summaries:
        connection.execute(insert(summary), summary_rows(game_id, summaries))


def notify(connection: Connection, game_id: str, version: int) -> None:
    """Notifies other processes when this transaction is committed. On SQLite they ask `PRAGMA data_version`."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_notify(CHANNEL, f"{game_id} {version}")))


# -- what is read ----------------------------------------------------------------------------------


def made_with(connection: Connection, player: str, table: Table = game) -> str | None:
    """The id of the game or group whose link for players has this secret, or None. Then no other transaction can make
    it before this one ends."""
    fingerprint = links.fingerprint(player)
    lock_name(connection, fingerprint)
    known: str | None = connection.scalar(select(table.c.id).where(table.c.player == fingerprint))
    return known


def lock_name(connection: Connection, name: bytes) -> None:
    """Waits until no other transaction holds this name. SQLite has only one writing transaction anyway."""
    if connection.dialect.name == "postgresql":
        connection.execute(select(func.pg_advisory_xact_lock(int.from_bytes(name[:8], signed=True))))


def locked(connection: Connection, game_id: str, *, deleted_since: datetime | None = None) -> _Row | None:
    """The row of a game, or of one that was deleted at this time or later, locked until this transaction ends; None if
    there is no such game."""
    if deleted_since is None:
        return connection.execute(_KEPT, {"game": game_id}).one_or_none()
    question = select(game).where(game.c.id == game_id, game.c.deleted >= deleted_since).with_for_update()
    return connection.execute(question).one_or_none()


def locked_evening(connection: Connection, evening: str) -> Sequence[_Row]:
    """The rows of an evening's games, locked in a fixed order so that no two transactions wait for each other."""
    question = select(game).where(game.c.evening == evening).order_by(game.c.id)
    return connection.execute(question.with_for_update()).all()


def events_after(connection: Connection, game_id: str, after: int) -> tuple[StoredEvent, ...]:
    """The events after the event number `after`, which must fit into the column of numbers."""
    columns = select(event.c.number, event.c.at, event.c.body)
    question = columns.where(event.c.game == game_id, event.c.number > max(after, 0)).order_by(event.c.number)
    return tuple(StoredEvent(*row) for row in connection.execute(question))


def created(connection: Connection, game_id: str, player: str, *, is_new: bool = True) -> Created:
    """The result of making a game that is in the database now: the game and its links."""
    row = connection.execute(select(game).where(game.c.id == game_id)).one()
    return Created(game_of(row), player, links.onlooker_of(player), is_new)


def game_of(row: _Row) -> StoredGame:
    """The game of a row."""
    return StoredGame(row.id, row.head, row.version, row.about, row.evening, row.follows, row.made, row.touched)


def access_of(row: _Row, secret: str, *, may_write: bool) -> Access:
    """The game of a row, as this secret opens it. The row also has the columns `next`, `next_player`, `next_onlooker`
    and `group`."""
    onlooker = links.onlooker_of(secret) if may_write else secret
    seal = row.next_player if may_write else row.next_onlooker
    following = links.unsealed(secret, row.next, seal) if row.next else None
    return Access(game_of(row), may_write, secret, onlooker, following, row.group)


def group_access(row: Any, secret: str, *, may_write: bool) -> GroupAccess:
    """The group of a row, as this secret opens it."""
    key = links.unsealed(secret, row.id, row.player_seal if may_write else row.onlooker_seal)
    group = StoredGroup(row.id, row.version, row.counted, row.about, row.made, row.touched, row.deleted)
    onlooker = links.onlooker_of(secret) if may_write else secret
    inside = links.inside_of(links.onlooker_of(key) if may_write else key)
    return GroupAccess(group, may_write, secret, onlooker, key, inside)


class LockedLog:
    """The events of a game while this transaction holds it: what `writing.append` reads and writes."""

    def __init__(self, connection: Connection, row: _Row, now: datetime) -> None:
        self._connection, self._row, self._now = connection, row, now
        self.head: int = row.head
        self.version: int = row.version

    @property
    def characters(self) -> int:
        return self._connection.scalar(_CHARACTERS, {"game": self._row.id}) or 0

    def number_of(self, key: str) -> int | None:
        return self._connection.scalar(_NUMBER_OF, {"game": self._row.id, "key": fingerprint_of(key)})

    def after(self, number: int) -> tuple[StoredEvent, ...]:
        return events_after(self._connection, self._row.id, number)

    def add(self, key: str, body: Json) -> None:
        self.head += 1
        self._connection.execute(_ADDED, event_row(self._row.id, self.head, key, self._now, body))
        self.version = changed(self._connection, self._row, head=self.head, touched=self._now)
