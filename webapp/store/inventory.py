"""`python -m webapp games`: what the operator of a site may know of its games and groups, and do with one of them.

It shows no names and no links. A game or group is named by its link, or by the beginning of the hash in the list.
"""

import re
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection, Row, Table, Text, and_, delete, func, or_, select, type_coerce, update

from webapp.store import links, renewal, rows
from webapp.store.database import Database
from webapp.store.games import LONG_AGO, Games
from webapp.store.groups import Groups
from webapp.store.schema import event, game, group_game, groups
from webapp.store.values import Access, GroupAccess, Reason, UnavailableError

#: The hexadecimal digits of a hash that are shown, and the fewest by which a game is found.
SHOWN, FEWEST = 16, 12
_WITH_GROUP = game.outerjoin(group_game, group_game.c.game == game.c.id).outerjoin(
    groups, groups.c.id == group_game.c.group
)
#: When a game was deleted, by itself or with its group.
_GONE = func.coalesce(game.c.deleted, groups.c.deleted)


class InventoryError(Exception):
    """A game or group cannot be found or changed. The message is one line."""


def counts(database: Database) -> str:
    """Lines with the numbers of games, events and groups."""
    with _reading(database) as connection:
        last = game.c.touched
        kinds = select(func.count(), func.count(group_game.c.group), func.count(_GONE), func.min(last), func.max(last))
        games, grouped, deleted, oldest, newest = connection.execute(kinds.select_from(_WITH_GROUP)).one()
        events = connection.scalar(select(func.count()).select_from(event))
        number, gone = connection.execute(select(func.count(), func.count(groups.c.deleted)).select_from(groups)).one()
    span = f"\nLast events: from {_day(oldest)} to {_day(newest)}" if games else ""
    of_groups = f"Groups: {number}, of them deleted: {gone}"
    return f"Games: {games}, of them in groups: {grouped}, deleted: {deleted}\nEvents: {events}\n{of_groups}{span}"


def listed(database: Database, order: str, most: int) -> str:
    """A table of games, the oldest or the largest first, without names."""
    size = func.coalesce(func.sum(func.length(type_coerce(event.c.body, Text))), 0)
    question = (
        select(game.c.player, game.c.made, game.c.touched, _GONE, game.c.head, size, groups.c.player)
        .select_from(_WITH_GROUP)
        .outerjoin(event, event.c.game == game.c.id)
        .group_by(game.c.id, groups.c.id)
        .order_by(size.desc() if order == "size" else game.c.touched, game.c.id)
        .limit(most)
    )
    with _reading(database) as connection:
        lines = [
            f"{_hash(player)}  {_day(made)}  {_day(touched)}  {head:6}  {length:9}"
            f"{f'  {_hash(group)}' if group else ''}{'  deleted' if gone else ''}"
            for player, made, touched, gone, head, length, group in connection.execute(question)
        ]
    return "\n".join([f"{'hash':{SHOWN}}  {'made':10}  {'last event':10}  events      bytes  group", *lines])


def deleted(database: Database, named: str, *, for_good: bool) -> str:
    """Deletes a game, or a group with its games. Players can bring it back for some days, but not if `for_good`."""
    games = Games(database)
    now = None if for_good else games.now()
    with database.writing() as connection:
        table, row = _found(connection, named)
        its = game.c.id.in_(select(group_game.c.game).where(group_game.c.group == row.id))
        which = game.c.id == row.id if table is game else its
        number = connection.scalar(select(func.count()).select_from(game).where(which))
        if table is game:
            rows.set_deleted(connection, row, now or LONG_AGO)
            rows.group_changed(connection, row.id, games.now())
            if for_good:
                rows.forget_deleted(connection, LONG_AGO + timedelta(days=1))
        elif for_good:
            connection.execute(delete(game).where(which))
            connection.execute(delete(groups).where(groups.c.id == row.id))
        else:
            rows.touched_group(connection, groups.c.id == row.id, games.now(), deleted=now)
    return f"Games deleted{' for good' if for_good else ''}: {number}"


def revoked(database: Database, named: str) -> str:
    """Gives a game or group new links; the old ones open nothing any more. Returns the paths of the new ones."""
    games, secret = Games(database, keep_days=0), _secret(named) or ""
    store = Groups(games)
    if (one := games.find(secret)) and one.may_write:
        renewed = games.renew(one, leads_on=False)
        if isinstance(renewed, Access):
            return f"/game/{renewed.secret}\n/game/{renewed.onlooker_secret} (onlookers)"
    elif (group := store.find(secret)) and group.may_write:
        changed = store.renew(group, leads_on=False)
        if isinstance(changed, GroupAccess):
            return f"/group/{changed.secret}\n/group/{changed.onlooker} (onlookers)"
    else:
        return _revoked_by_hash(database, named)
    raise InventoryError("somebody else has renewed these links just now")


def _revoked_by_hash(database: Database, named: str) -> str:
    """Revokes the links of a game that is named by its hash. Other games of its evening no longer lead to it."""
    player = links.new_secret()
    with database.writing() as connection:
        table, row = _found(connection, named)
        if table is not game:
            raise InventoryError("the links of a group are revoked by its link for players; its hash is not enough")
        if connection.scalar(select(group_game.c.group).where(group_game.c.game == row.id)):
            raise InventoryError("a game of a group is revoked by its link for players; its hash is not enough")
        connection.execute(update(game).where(game.c.follows == row.id).values(follows=None))
        renewal.replace(connection, game, row.id, "", player, None)
        alone = {"follows": None, "player_seal": None, "onlooker_seal": None}
        rows.changed(connection, row, **rows.link_columns(player), **alone)
    return f"/game/{player}\n/game/{links.onlooker_of(player)} (onlookers)"


def _reading(database: Database) -> Any:
    if not database.is_made():
        raise UnavailableError(Reason.MISSING, database.url.render_as_string())
    return database.reading()


def _secret(named: str) -> str | None:
    """The secret part of a link."""
    found = re.findall(r"(?:^|/)([\w-]{22})(?![\w-])", named, re.ASCII)
    return found[0] if found and links.is_secret(found[0]) else None


def _found(connection: Connection, named: str) -> tuple[Table, Row[Any]]:
    """The row of the game or group that a link or the beginning of a hash names."""
    secret = _secret(named)
    if secret:
        least = most = links.fingerprint(secret)
    elif re.fullmatch(rf"(?:[0-9a-f]{{2}}){{{FEWEST // 2},32}}", named):
        least, most = (bytes.fromhex(named).ljust(32, end) for end in (b"\0", b"\xff"))
    else:
        raise InventoryError(f"a game is named by its link, or by at least {FEWEST} digits of its hash, not {named!r}")
    for table in (game, groups):
        columns = (table.c.player, table.c.onlooker)
        which = or_(*(and_(column >= least, column <= most) for column in columns))
        found = connection.execute(select(table).where(which)).all()
        if len(found) > 1:
            raise InventoryError("several games have such a hash: give more digits of it")
        if found:
            return table, found[0]
    raise InventoryError("there is no such game or group")


def _hash(fingerprint: Any) -> str:
    return bytes(fingerprint).hex()[:SHOWN]


def _day(at: Any) -> str:
    return f"{at:%Y-%m-%d}"
