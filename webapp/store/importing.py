"""Imported games: a whole group from a file, or an evening that was played on a device."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime, timedelta
from itertools import chain, islice
from time import sleep
from types import SimpleNamespace
from typing import Any

from sqlalchemy import Connection, Table, bindparam, delete, insert, select, update

from webapp.store import links, rows, writing
from webapp.store.schema import event, game, group_game, groups, member, season, seat, summary
from webapp.store.values import GroupAccess, Refusal, TakenGame, TakenGroup

_Rows = dict[str, Any]
#: Begins a transaction.
Begin = Callable[[], AbstractContextManager[Connection]]
#: The least time between two games of an evening: games are listed in the order in which they were made.
_MOMENT = timedelta(milliseconds=1)
#: The most rows of events that are made at once.
MOST_ROWS = 2000
#: Seconds after each part in which others write: who waits has no turn by itself before who has just written.
PAUSE = 0.01
#: The most games that are deleted at once, after an import that failed.
MOST_IDS = 100


def refusal_of(taken: TakenGroup) -> Refusal | None:
    """The reason why such a group cannot be kept; None if it can."""
    if writing.is_large(taken.about, *(one.about for one in taken.members)):
        return Refusal.LARGE
    return next(filter(None, (writing.refusal_of_new(one.about, one.events) for one in taken.games)), None)


def take(begin: Begin, taken: TakenGroup, player: str, now: datetime) -> GroupAccess:
    """Writes a group whose link for players has the secret `player`. If that group exists already, returns it. `begin`
    begins a transaction. Nobody can reach the games before the last one makes the group."""
    group = rows.group_row(player, taken.about, now)
    access = rows.group_access(SimpleNamespace(**group, deleted=None), player, may_write=True)
    of_table = _rows(access, taken)
    written = of_table.pop(game)
    with begin() as connection:
        if known := rows.made_with(connection, player, groups):
            return _access(connection, known, player)
    # Not too old until they are in the group.
    with _written(begin, [row | {"touched": now} for row in written], taken.games) as kept:
        with begin() as connection:
            if known := rows.made_with(connection, player, groups):
                return _access(connection, known, player)
            _insert(connection, groups, [group])
            if written:
                touched = update(game).where(game.c.id == bindparam("taken")).values(touched=bindparam("at"))
                connection.execute(touched, [{"taken": row["id"], "at": row["touched"]} for row in written])
            for table, values in of_table.items():
                _insert(connection, table, values)
        kept.update(row["id"] for row in written)
    return access


@contextmanager
def _written(begin: Begin, written: Sequence[_Rows], games: Sequence[TakenGame]) -> Iterator[set[str]]:
    """Writes games, some events at a time, so that nobody at a table waits long. At the end those are deleted whose ids
    are not in the set that it yields."""
    ids, kept = [str(row["id"]) for row in written], set[str]()
    try:
        with begin() as connection:
            _insert(connection, game, written)
        events = chain.from_iterable(map(_event_rows, ids, games))
        while part := [*islice(events, MOST_ROWS)]:
            with begin() as connection:
                connection.execute(insert(event), part)
            sleep(PAUSE)
        yield kept
    finally:
        _delete(begin, [one for one in ids if one not in kept])


def _insert(connection: Connection, table: Table, values: Sequence[_Rows]) -> None:
    if values:
        connection.execute(insert(table), values)


def _delete(begin: Begin, ids: Sequence[str]) -> None:
    for first in range(0, len(ids), MOST_IDS):
        with begin() as connection:
            connection.execute(delete(game).where(game.c.id.in_(ids[first : first + MOST_IDS])))


def _event_rows(game_id: str, one: TakenGame) -> Iterable[_Rows]:
    return rows.taken_rows(game_id, one.times, one.events)


def _rows(access: GroupAccess, taken: TakenGroup) -> dict[Table, list[_Rows]]:
    """The rows for each table but that of events."""
    group_id = access.group.id
    of_table: dict[Table, list[_Rows]] = {
        member: [{"group": group_id, **one._asdict()} for one in taken.members],
        season: [{"group": group_id, **one._asdict()} for one in taken.seasons],
        **{table: [] for table in (game, group_game, seat, summary)},
    }
    players: list[str] = []
    for one in taken.games:
        player = links.new_secret()
        row = _game_row(one, player, max([one.made, *one.times]))
        if one.follows is not None:
            row |= _following(of_table[game][one.follows], players[one.follows], row, player)
        game_id = str(row["id"])
        players.append(player)
        of_table[game].append(row)
        of_table[group_game].append(rows.sealed_row(access, game_id, player, one.made))
        of_table[seat] += rows.seat_rows(group_id, game_id, one.members)
        of_table[summary] += rows.summary_rows(game_id, one.summaries)
    return of_table


def _game_row(one: TakenGame, player: str, touched: datetime) -> _Rows:
    """The row of a game as the first of an evening. It has the columns of a following game too, since one statement
    writes all games."""
    row = rows.game_row(rows.new_id(), player, one.about, one.made, len(one.events))
    return {**row, "touched": touched, "follows": None, "player_seal": None, "onlooker_seal": None}


def _following(former: _Rows, secret: str, row: _Rows, player: str) -> _Rows:
    return rows.following_row(str(former["evening"]), str(former["id"]), secret, str(row["id"]), player)


def _access(connection: Connection, group_id: str, player: str) -> GroupAccess:
    row = connection.execute(select(groups).where(groups.c.id == group_id)).one()
    return rows.group_access(row, player, may_write=True)


# -- an evening ------------------------------------------------------------------------------------


def take_evening(begin: Begin, games: Sequence[TakenGame], players: Sequence[str], now: datetime) -> None:
    """Writes the games that do not exist yet. Each follows the game before it, unless another game already does.

    `begin` begins a transaction. Nobody can reach the games before the last one gives them their links, whose secrets
    are `players`.
    """
    with begin() as connection:
        known = [rows.made_with(connection, player) for player in players]
    new = {player: one for one, player, made in zip(games, players, known, strict=True) if made is None}
    written = {player: _game_row(one, links.new_secret(), now) for player, one in new.items()}
    with _written(begin, [*written.values()], [*new.values()]) as kept:
        with begin() as connection:
            used = _linked(connection, games, players, written)
        kept.update(used)


def _linked(
    connection: Connection, games: Sequence[TakenGame], players: Sequence[str], written: Mapping[str, _Rows]
) -> list[str]:
    """Makes the games that were written an evening, behind their links. Returns their ids, without those that another
    request has made meanwhile."""
    former: _Rows | None = None
    used: list[str] = []
    for nth, (one, player) in enumerate(zip(games, players, strict=True)):
        known = rows.made_with(connection, player)
        if known is None and player in written:
            row = written[player] | rows.link_columns(player)
            if former:
                row |= {"evening": former["evening"], "made": max(one.made, former["made"] + _MOMENT)}
            if former and not _is_followed(connection, former):
                row |= _following(former, players[nth - 1], row, player)
            known = str(row["id"])
            connection.execute(update(game).where(game.c.id == known).values(row))
            rows.summarised(connection, known, one.summaries)
            used.append(known)
        columns = (game.c.id, game.c.evening, game.c.made)
        former = connection.execute(select(*columns).where(game.c.id == known)).one()._asdict() if known else None
    return used


def _is_followed(connection: Connection, former: _Rows) -> bool:
    return connection.execute(select(game.c.id).where(game.c.follows == former["id"])).one_or_none() is not None
