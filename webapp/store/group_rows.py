"""The steps of a transaction in `groups`: rows of members, games and summaries."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from sqlalchemy import ColumnElement, Connection, Row, and_, func, insert, select, update

from webapp.store import links, rows
from webapp.store.schema import event, game, group_game, groups, member, season, seat, summary
from webapp.store.values import Created, GroupAccess, GroupGame, Json, StoredGroup, StoredMember, StoredSeason

_Row = Row[Any]
#: The least number of events by which two games are known to be the same.
DISTINCT = 4

#: A join: each summary with the seat of its player and the group's row for the game.
COUNTED = summary.join(seat, and_(seat.c.game == summary.c.game, seat.c.player == summary.c.player)).join(
    group_game, group_game.c.game == summary.c.game
)


def games_of_season(group: StoredGroup, played: StoredSeason | None) -> list[ColumnElement[bool]]:
    """The conditions for the games of a group in a season (None: all seasons), without deleted ones."""
    which = [group_game.c.group == group.id, group_game.c.deleted.is_(None)]
    if played is not None:
        which.append(group_game.c.made >= played.first)
    if played is not None and played.ends is not None:
        which.append(group_game.c.made < played.ends)
    return which


def lock_changes(connection: Connection, group_id: str) -> None:
    """Waits until no other transaction changes the group: what is read then stays so until this one ends.

    This lock comes before those of the games, and those before the one of the group's row, here and everywhere else, so
    that no two transactions wait for each other. An event of a game changes only numbers of the row: it takes no such
    lock.
    """
    rows.lock_name(connection, rows.fingerprint_of(f"group {group_id}"))


def members(connection: Connection, group_id: str) -> tuple[StoredMember, ...]:
    """All members of a group by number, merged ones included."""
    question = select(member).where(member.c.group == group_id).order_by(member.c.number)
    return tuple(StoredMember(row.number, row.about, row.merged) for row in connection.execute(question))


def seasons(connection: Connection, group_id: str) -> tuple[StoredSeason, ...]:
    """The seasons of a group, the last one first."""
    question = select(season).where(season.c.group == group_id).order_by(season.c.first.desc(), season.c.number)
    return tuple(StoredSeason(row.number, row.first, row.ends, row.about) for row in connection.execute(question))


def seats(connection: Connection, game_id: str) -> tuple[int, ...]:
    """The members who play a game, in turn order."""
    return tuple(connection.scalars(select(seat.c.member).where(seat.c.game == game_id).order_by(seat.c.player)))


def same_game(connection: Connection, group_id: str, kept: _Row, members: Sequence[int]) -> str | None:
    """The id of another game of a group that is the same as this one if these members play it; None if there is none.

    Games are the same if the same members play them on the same seats, and every event is the same, whatever their
    dates. Games with fewer than `DISTINCT` events may be alike by chance.
    """
    if kept.head < DISTINCT:
        return None
    which = and_(group_game.c.group == group_id, group_game.c.deleted.is_(None), game.c.head == kept.head)
    others = connection.scalars(select(game.c.id).join(group_game, group_game.c.game == game.c.id).where(which)).all()
    alike = [one for one in others if one != kept.id and seats(connection, one) == tuple(members)]
    own = _events(connection, kept.id) if alike else []
    return next((one for one in alike if _events(connection, one) == own), None)


def _events(connection: Connection, game_id: str) -> Sequence[Json]:
    """The events of a game, without their times."""
    return connection.scalars(select(event.c.body).where(event.c.game == game_id).order_by(event.c.number)).all()


def locked_group_of(connection: Connection, game_id: str) -> str | None:
    """The id of a game's group, locked until this transaction ends. Lock its games before it."""
    whose = select(group_game.c.group).where(group_game.c.game == game_id).scalar_subquery()
    return connection.scalar(select(groups.c.id).where(groups.c.id == whose).with_for_update())


def add_members(connection: Connection, group_id: str, new: Sequence[Json]) -> None:
    """Writes new members, with the numbers that follow the highest one."""
    last = connection.scalar(select(func.max(member.c.number)).where(member.c.group == group_id)) or 0
    if new:
        values = [{"group": group_id, "number": last + n, "about": about} for n, about in enumerate(new, 1)]
        connection.execute(insert(member), values)


def game_with_key(connection: Connection, access: GroupAccess, key: bytes) -> Created | None:
    """The game of the group that was made with this key; None if there is none."""
    question = select(group_game.c.game, group_game.c.player_seal)
    row = connection.execute(
        question.where(group_game.c.group == access.group.id, group_game.c.key == key)
    ).one_or_none()
    if row is None:
        return None
    return rows.created(
        connection, row.game, links.unsealed(access.key, row.game, row.player_seal or b""), is_new=False
    )


def rename_in_games(connection: Connection, group_id: str, number: int, in_game: Callable[[Json, int], Json]) -> None:
    """Changes the name of a member in the games that they play: `in_game` takes the names and rules of a game and the
    number of the player there, and returns the new ones."""
    sits = and_(seat.c.group == group_id, seat.c.member == number)
    question = select(game.c.id, game.c.about, seat.c.player).join(seat, seat.c.game == game.c.id).where(sits)
    for row in connection.execute(question.order_by(game.c.id)).all():
        change = update(game).where(game.c.id == row.id)
        connection.execute(change.values(about=in_game(row.about, row.player), version=game.c.version + 1))


def have_met(connection: Connection, group_id: str, one: int, other: int) -> bool:
    """Whether two members sit in the same game."""
    theirs = seat.alias()
    question = (
        select(seat.c.game)
        .join(theirs, theirs.c.game == seat.c.game)
        .where(seat.c.group == group_id, seat.c.member == one, theirs.c.member == other)
    )
    return connection.execute(question.limit(1)).one_or_none() is not None


def last_games(connection: Connection, group_id: str, who: Sequence[int]) -> Counter[str]:
    """The last game of each of these members: the ids, each with the number of members whose last game it is."""
    last: Counter[str] = Counter()
    for number in who:
        question = (
            select(seat.c.game)
            .join(group_game, group_game.c.game == seat.c.game)
            .where(seat.c.group == group_id, seat.c.member == number, group_game.c.deleted.is_(None))
            .order_by(group_game.c.made.desc())
            .limit(1)
        )
        if game_id := connection.scalar(question):
            last[game_id] += 1
    return last


def locked_evenings(connection: Connection, game_ids: Iterable[str]) -> list[_Row]:
    """The rows of these games and of all others of the same evenings, locked in a fixed order."""
    evenings = select(game.c.evening).where(game.c.id.in_([*game_ids]))
    ids = connection.scalars(select(game.c.id).where(game.c.evening.in_(evenings)).order_by(game.c.id)).all()
    return [row for game_id in ids if (row := rows.locked(connection, game_id))]


def last_of_evening(recent: Sequence[_Row], played: Counter[str], players: int) -> _Row | None:
    """The last game of the evening that at least half of the players come from; None if there is none, or two of them.
    `recent` are games, and `played` says for how many of the players each was the last one."""
    came = Counter(row.evening for row in recent for _ in range(played[row.id]))
    halves = [evening for evening, number in came.items() if 2 * number >= players]
    of_it = [row for row in recent if [row.evening] == halves]
    return max(of_it, key=lambda row: row.made) if of_it else None


def following(
    connection: Connection, former: _Row, access: GroupAccess, game_id: str, player: str
) -> dict[str, object]:
    """The columns by which a game follows `former`; empty if another game follows it already, or if the group does not
    have its link."""
    rows.unchain_deleted(connection, former.id)
    is_followed = connection.execute(select(game.c.id).where(game.c.follows == former.id)).one_or_none()
    secret = None if is_followed else link(connection, access, former.id)
    return rows.following_row(former.evening, former.id, secret, game_id, player) if secret else {}


def link(connection: Connection, access: GroupAccess, game_id: str) -> str | None:
    """The link of a game of the group, for writing if `access` may write, else for onlookers; None if the group has no
    such game. A game that was begun from the table of the one before is reached by that one's link."""
    columns = select(group_game, game.c.follows, game.c.player_seal.label("p"), game.c.onlooker_seal.label("o"))
    question = columns.join(game, game.c.id == group_game.c.game)
    steps: list[_Row] = []
    while True:
        which = and_(group_game.c.game == game_id, group_game.c.group == access.group.id)
        row = connection.execute(question.where(which)).one_or_none()
        if row is None:
            return None
        steps.append(row)
        seal = row.player_seal if access.may_write else row.onlooker_seal
        if seal is not None:
            break
        game_id = row.follows or ""
    secret = links.unsealed(access.key, game_id, seal)
    for row in reversed(steps[:-1]):
        secret = links.unsealed(secret, row.game, row.p if access.may_write else row.o)
    return secret


def group_games(connection: Connection, kept: Sequence[_Row]) -> tuple[GroupGame, ...]:
    """Games with their members, and with the points of those that are over."""
    ids = [row.id for row in kept]
    seated: dict[str, list[int]] = {game_id: [] for game_id in ids}
    points: dict[str, list[int]] = {game_id: [] for game_id in ids}
    for row in connection.execute(select(seat).where(seat.c.game.in_(ids)).order_by(seat.c.game, seat.c.player)):
        seated[row.game].append(row.member)
    question = select(summary.c.game, summary.c.points).where(summary.c.game.in_(ids))
    for row in connection.execute(question.order_by(summary.c.game, summary.c.player)):
        points[row.game].append(row.points)
    return tuple(
        GroupGame(rows.game_of(row), tuple(seated[row.id]), tuple(points[row.id]), row.deleted) for row in kept
    )
