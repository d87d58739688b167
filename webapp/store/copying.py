"""`python -m webapp copy FROM TO`: a whole site, or one group, from one database to another, of either kind."""

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager

from sqlalchemy import ColumnElement, Connection, Select, Table, bindparam, func, insert, or_, select, update

from webapp.store import links
from webapp.store.database import Database, speaking_plainly
from webapp.store.schema import (
    event,
    former_game_link,
    former_link,
    game,
    group_game,
    groups,
    member,
    season,
    seat,
    summary,
)
from webapp.store.values import Reason, UnavailableError

#: The tables, each after those to which it refers.
TABLES = (game, event, former_game_link, groups, former_link, member, season, group_game, seat, summary)
#: The most rows that are read and written at once.
ROWS = 2000
#: A line tells of the progress after so many rows.
REPORTED = 100_000

_Conditions = Mapping[Table, ColumnElement[bool]]


class CopyError(Exception):
    """The databases cannot be copied. The message is one line."""


def copy(source: Database, target: Database, link: str | None, report: Callable[[str], object]) -> str:
    """Copies all games and groups, or the group of a link with its games, in one transaction. Returns a line that says
    so; `report` gets lines on the way. Links stay the same. Raises `CopyError` or `UnavailableError`."""
    if source.url == target.url:
        raise CopyError("both databases are the same")
    if not source.is_made():
        raise UnavailableError(Reason.MISSING, source.url.render_as_string())
    with _at_one_moment(source) as reading, target.writing() as writing:
        which = _of_group(reading, link) if link else {}
        _check_free(reading, writing, which)
        counts = {table: _copied(reading, writing, table, which, report) for table in TABLES}
        _chain(reading, writing, which)
    return f"Games copied: {counts[game]}, with {counts[event]} events; groups: {counts[groups]}"


@contextmanager
def _at_one_moment(database: Database) -> Iterator[Connection]:
    """A connection that sees the database as it is now, whatever others write meanwhile."""
    level = {} if database.path else {"isolation_level": "REPEATABLE READ"}
    with speaking_plainly(), database.engine.connect().execution_options(**level) as connection:
        if database.path:
            connection.exec_driver_sql("BEGIN")
        yield connection
        connection.rollback()


def _of_group(reading: Connection, link: str) -> _Conditions:
    """The rows of the group of a link, or of the secret part of it."""
    secrets = re.findall(r"[\w-]{22}", link, re.ASCII)
    fingerprint = links.fingerprint(secrets[-1]) if secrets and links.is_secret(secrets[-1]) else b""
    which = or_(groups.c.player == fingerprint, groups.c.onlooker == fingerprint)
    group_id = reading.scalar(select(groups.c.id).where(which))
    if group_id is None:
        raise CopyError("no group has this link")
    games = select(group_game.c.game).where(group_game.c.group == group_id)
    return {
        game: game.c.id.in_(games),
        groups: groups.c.id == group_id,
        **{table: table.c.group == group_id for table in (former_link, member, season, group_game)},
        **{table: table.c.game.in_(games) for table in (event, former_game_link, seat, summary)},
    }


def _check_free(reading: Connection, writing: Connection, which: _Conditions) -> None:
    """Raises `CopyError` if the target has what is to be copied."""
    if which:
        group_id = reading.scalar(select(groups.c.id).where(which[groups]))
        if writing.scalar(select(groups.c.id).where(groups.c.id == group_id)):
            raise CopyError("the other database has this group already")
    elif any(writing.scalar(select(table.c.id).limit(1)) for table in (game, groups)):
        raise CopyError("the other database has games or groups already; a whole site is copied to an empty one")


def _chosen(question: Select[*tuple[object, ...]], table: Table, which: _Conditions) -> Select[*tuple[object, ...]]:
    return question.where(which[table]) if table in which else question


def _copied(
    reading: Connection, writing: Connection, table: Table, which: _Conditions, report: Callable[[str], object]
) -> int:
    """Copies the rows of a table, without the column by which games follow one another. Returns their number."""
    total = reading.scalar(_chosen(select(func.count()).select_from(table), table, which)) or 0
    done = 0
    found = reading.execution_options(yield_per=ROWS).execute(_chosen(select(table), table, which))
    for part in found.partitions():
        rows = [{**row._mapping, "follows": None} if table is game else {**row._mapping} for row in part]
        writing.execute(insert(table), rows)
        done += len(rows)
        if done == total or done // REPORTED > (done - len(rows)) // REPORTED:
            report(f"{table.name}: {done:,} of {total:,}")
    return done


def _chain(reading: Connection, writing: Connection, which: _Conditions) -> None:
    """Lets the copied games follow one another."""
    following = _chosen(select(game.c.id, game.c.follows).where(game.c.follows.is_not(None)), game, which)
    if which:
        following = following.where(game.c.follows.in_(select(group_game.c.game).where(which[group_game])))
    change = update(game).where(game.c.id == bindparam("copied")).values(follows=bindparam("former"))
    pairs = [{"copied": row.id, "former": row.follows} for row in reading.execute(following)]
    if pairs:
        writing.execute(change, pairs)
