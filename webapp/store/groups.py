"""Groups in the database: members, seasons, games, and sums over the games' summaries.

A group has two links, as a game has: one for players, one for onlookers. The database keeps only their hashes. Each
link opens a key of the group, and the links of the group's games are encrypted with that key. So a new link needs no
change of the games: it opens the same key. The old link stays as a hash, with the new link encrypted for phones that
have opened the group before.

Methods that write refuse an onlooker's link. Each method is one transaction.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import UTC, datetime, timedelta, timezone
from threading import Condition
from typing import Any

from cachetools import LRUCache, cachedmethod
from sqlalchemy import Connection, Row, Text, and_, bindparam, delete, func, insert, or_, select, type_coerce, update

from webapp.store import group_rows, links, renewal, rows, writing
from webapp.store.games import Games, log_deleted
from webapp.store.importing import refusal_of, take
from webapp.store.schema import event, former_link, game, group_game, groups, member, season, seat, summary
from webapp.store.values import (
    Access,
    Created,
    GroupAccess,
    GroupGame,
    Json,
    PlayerResult,
    PlayerResults,
    Refusal,
    Seated,
    Seating,
    StoredGroup,
    StoredMember,
    StoredSeason,
    TakenGroup,
    Totals,
)

#: The number of season sums that stay in memory. While games run, pages ask for the same sums all the time.
KEPT_TOTALS = 200
#: The bytes in the file of a group of each game without its names, rules and events, and of the time of each event.
GAME_BYTES, TIME_BYTES = 160, 36
#: A game belongs to the evening of half of its members if it begins within this time after their last event.
EVENING = timedelta(hours=18)

_Row = Row[Any]
# Built once: every request uses it, and building such a statement takes as long as running it.
_FIND = select(groups).where(
    or_(groups.c.player == bindparam("fingerprint"), groups.c.onlooker == bindparam("fingerprint"))
)


def _counted(_: "Groups", group: StoredGroup, players: int, within: StoredSeason | None) -> tuple[object, ...]:
    """The cache key of `Groups.totals`: everything on which the sums depend."""
    return group.id, group.counted, players, within and (within.first, within.ends)


class Groups:
    """The groups of a database."""

    def __init__(self, games: Games) -> None:
        self._games, self._database = games, games.database
        self._totals, self._summing = LRUCache[object, tuple[Totals, ...]](KEPT_TOTALS), Condition()
        games.tidying.append(self.forget_deleted)

    # -- making and finding ------------------------------------------------------------------------

    def create(
        self, about: Json, members: Sequence[Json], key: str = "", offset: int = 0, played: datetime | None = None
    ) -> GroupAccess | Refusal:
        """Makes a group with its first members, numbered 1, 2 …, and its first season, which begins today, or on the
        day when its first game was `played`; days begin `offset` minutes before those of UTC.

        A group with a `key` is made once, as a game is (`StoredGames.create`).
        """
        if writing.is_large(about, *members):
            return Refusal.LARGE
        now, player = self._games.now(), _secret(key)
        row = rows.group_row(player, about, now)
        with self._database.writing() as connection:
            if known := rows.made_with(connection, player, groups):
                made = connection.execute(select(groups).where(groups.c.id == known)).one()
                return rows.group_access(made, player, may_write=True)
            connection.execute(insert(groups).values(row))
            group_rows.add_members(connection, str(row["id"]), members)
            day = min(played or now, now).astimezone(timezone(timedelta(minutes=offset)))
            first = day.replace(hour=0, minute=0, second=0, microsecond=0).astimezone(UTC)
            begun = StoredSeason(1, first, None, {"offset": offset})
            connection.execute(insert(season).values(group=row["id"], **begun._asdict()))
            made = connection.execute(select(groups).where(groups.c.id == row["id"])).one()
        return rows.group_access(made, player, may_write=True)

    def take(self, taken: TakenGroup, key: str = "", form: str = "") -> GroupAccess | Refusal:
        """Makes a group with the members, seasons and games of a file, all or nothing.

        A group with a `key` is made once, as a game is (`StoredGames.create`). Who knows the key of the `form` finds it
        by `taken_by`.
        """
        player = _secret(key)
        if refused := refusal_of(taken):
            return refused
        access = take(self._database.writing, taken, player, self._games.now())
        if form:
            begun = _secret(f"form {form}")
            seal = links.sealed(begun + begun, access.group.id, player)
            row = {"fingerprint": links.fingerprint(begun), "group": access.group.id, "seal": seal}
            with self._database.writing() as connection:
                connection.execute(delete(former_link).where(former_link.c.fingerprint == row["fingerprint"]))
                connection.execute(insert(former_link).values(row))
        return access

    def taken_by(self, form: str) -> GroupAccess | None:
        """The group that was made last from the form with this key, until its links are renewed."""
        begun = _secret(f"form {form}")
        return self.find(self.renewed(begun, begun) or "")

    def find(self, secret: str) -> GroupAccess | None:
        """The group of a link, even a deleted one that can be brought back; None if the link opens no group."""
        if not links.is_secret(secret) or not self._database.is_made():
            return None
        fingerprint = links.fingerprint(secret)
        with self._database.reading() as connection:
            row = connection.execute(_FIND, {"fingerprint": fingerprint}).one_or_none()
        if row is None or self._is_gone(row.touched, row.deleted):
            return None
        return rows.group_access(row, secret, may_write=row.player == fingerprint)

    def renewed(self, secret: str, inside: str) -> str | None:
        """The link that replaced an old one; None unless `inside` shows that the phone has opened the group before."""
        if not links.is_secret(secret) or not links.is_secret(inside) or not self._database.is_made():
            return None
        with self._database.reading() as connection:
            return renewal.replacement(connection, groups, secret, inside)

    def renew(self, access: GroupAccess, *, leads_on: bool = True) -> GroupAccess | Refusal:
        """Replaces both links. With `leads_on`, the old ones lead phones that have opened the group before to the new
        ones; otherwise they, and all links before them, open nothing any more."""
        player = links.new_secret()

        def write(connection: Connection) -> bool:
            valid = select(groups.c.id).where(groups.c.player == links.fingerprint(access.secret))
            if connection.execute(valid).one_or_none() is None:
                return False
            inside = access.inside if leads_on else None
            renewal.replace(connection, groups, access.group.id, access.secret, player, inside)
            return True

        if refusal := self._change(access, write, **rows.group_link_columns(access.group.id, player, access.key)):
            return refusal
        if renewed := self.find(player):
            return renewed
        # Another phone was faster. Its new links are good for this one too, but shut nobody out.
        theirs = self.find(self.renewed(access.secret, access.inside) or "")
        if theirs is None:
            return Refusal.GONE
        return theirs if leads_on else self.renew(theirs, leads_on=False)

    def _is_gone(self, touched: datetime, deleted: datetime | None) -> bool:
        return self._games.is_old(touched) or bool(deleted and deleted < self._games.deleted_since)

    # -- the group itself --------------------------------------------------------------------------

    def describe(self, access: GroupAccess, change: Callable[[Json], Json]) -> Refusal | None:
        """Changes the name, rules and order of a group: `change` takes the present values and returns the new ones."""

        def write(connection: Connection) -> Refusal | None:
            about = change(connection.scalar(select(groups.c.about).where(groups.c.id == access.group.id)) or {})
            if writing.is_large(about):
                return Refusal.LARGE
            connection.execute(update(groups).where(groups.c.id == access.group.id).values(about=about))
            return None

        return self._change(access, write)

    def delete(self, access: GroupAccess, *, undo: bool = False) -> Refusal | None:
        """Deletes a group with its games, or brings it back; after some days it is gone for good."""
        return self._change(access, deleted=None if undo else self._games.now())

    def _change(
        self, access: GroupAccess, write: Callable[[Connection], object] = lambda _: None, **values: object
    ) -> Refusal | None:
        """Changes a group in one transaction, which no other change of the group interrupts: calls `write`, then sets
        `values`. Nothing is changed if `write` returns a refusal, which is the answer, or False, before it writes.
        Refuses an onlooker."""
        if not access.may_write:
            return Refusal.ONLOOKER
        with self._database.writing() as connection:
            group_rows.lock_changes(connection, access.group.id)
            done = write(connection)
            if isinstance(done, Refusal):
                return done
            if done is False:
                return None
            changed = rows.touched_group(connection, groups.c.id == access.group.id, self._games.now(), **values)
            if changed is None:
                return Refusal.GONE
        self._games.tell(changed)
        return None

    # -- members and seasons -----------------------------------------------------------------------

    def members(self, group: StoredGroup) -> tuple[StoredMember, ...]:
        """All members by number, merged ones included."""
        with self._database.reading() as connection:
            return group_rows.members(connection, group.id)

    def add_members(
        self, access: GroupAccess, new: Callable[[Sequence[StoredMember]], Sequence[Json]]
    ) -> tuple[StoredMember, ...] | Refusal:
        """Adds members, with the next numbers: `new` takes all members and returns the `about` of each new one. Returns
        all members."""
        members: tuple[StoredMember, ...] = ()

        def write(connection: Connection) -> bool:
            nonlocal members
            members = group_rows.members(connection, access.group.id)
            added = new(members)
            group_rows.add_members(connection, access.group.id, added)
            members = group_rows.members(connection, access.group.id)
            return bool(added)

        return self._change(access, write) or members

    def rename(
        self,
        access: GroupAccess,
        number: int,
        about: Json,
        in_game: Callable[[Json, int], Json],
        may: Callable[[Sequence[StoredMember]], bool],
    ) -> Refusal | None:
        """Changes a member's name, with `in_game` also in the games that they play (`group_rows.rename_in_games`).
        `may` takes all members and says whether the name is free."""
        of_group = member.c.group == access.group.id
        which = member.c.number == number
        if not about:  # an anonymous member has no other spellings either
            which |= member.c.merged == number

        def write(connection: Connection) -> bool:
            if not may(group_rows.members(connection, access.group.id)):
                return False
            group_rows.rename_in_games(connection, access.group.id, number, in_game)
            connection.execute(update(member).where(of_group, which).values(about=about))
            return True

        return self._change(access, write)

    def merge(
        self,
        access: GroupAccess,
        number: int,
        into: int,
        in_game: Callable[[Json, int], Json],
        may: Callable[[Sequence[StoredMember], bool], bool],
    ) -> Refusal | None:
        """Merges a member into another one, who gets all their games; `number` becomes another spelling of `into`.
        `in_game` gives them the other name there, as in `rename`. `may` takes all members, and whether the two sit in
        the same game, and says whether they may be one."""
        of_group = member.c.group == access.group.id

        def write(connection: Connection) -> bool:
            met = group_rows.have_met(connection, access.group.id, number, into)
            if not may(group_rows.members(connection, access.group.id), met):
                return False
            group_rows.rename_in_games(connection, access.group.id, number, in_game)
            both = or_(member.c.number == number, member.c.merged == number)
            connection.execute(update(member).where(of_group, both).values(merged=into))
            seats = update(seat).where(seat.c.group == access.group.id, seat.c.member == number)
            connection.execute(seats.values(member=into))
            return True

        return self._change(access, write)

    def have_met(self, group: StoredGroup, one: int, other: int) -> bool:
        """Whether two members sit in the same game."""
        with self._database.reading() as connection:
            return group_rows.have_met(connection, group.id, one, other)

    def seasons(self, group: StoredGroup) -> tuple[StoredSeason, ...]:
        """The seasons, the last one first."""
        with self._database.reading() as connection:
            return group_rows.seasons(connection, group.id)

    def keep_seasons(
        self, access: GroupAccess, change: Callable[[Sequence[StoredSeason]], Sequence[StoredSeason] | None]
    ) -> Refusal | None:
        """Puts the seasons that `change` makes of the present ones in their place; None keeps them."""

        def write(connection: Connection) -> bool:
            kept = change(group_rows.seasons(connection, access.group.id))
            if kept is None:
                return False
            connection.execute(delete(season).where(season.c.group == access.group.id))
            for one in kept:
                connection.execute(insert(season).values(group=access.group.id, **one._asdict()))
            return True

        return self._change(access, write)

    # -- games -------------------------------------------------------------------------------------

    def begin(
        self,
        access: GroupAccess,
        about: Json,
        members: Sequence[int],
        key: str,
        events: Sequence[Json] = (),
        summaries: PlayerResults = (),
        made: datetime | None = None,
    ) -> Created | Refusal:
        """Makes a new game of these members; one that was played already has events and summaries, and `made` if that
        was not now. If at least half of them come from games of one evening, it belongs to that: some may have paused.
        If two evenings have given half of them each, or it was played at another time, it begins a new one.

        Their last games and the others of the same evenings get a new version too, so that pages which show one learn
        of the new game. A tap that is sent twice has the same `key` and makes one game.
        """
        if not access.may_write:
            return Refusal.ONLOOKER
        if refused := writing.refusal_of_new(about, events):
            return refused
        now, fingerprint = self._games.now(), rows.fingerprint_of(key)
        at = made or now
        with self._database.writing() as connection:
            group_rows.lock_changes(connection, access.group.id)
            played = group_rows.last_games(connection, access.group.id, members)
            former = group_rows.locked_evenings(connection, played)
            changed = rows.touched_group(connection, groups.c.id == access.group.id, now, bool(summaries))
            if changed is None:
                return Refusal.GONE
            if known := group_rows.game_with_key(connection, access, fingerprint):
                return known
            game_id, player = rows.new_id(), links.new_secret()
            values = rows.game_row(game_id, player, about, at, len(events))
            recent = [row for row in former if row.id in played and row.touched > now - EVENING and not made]
            if last := group_rows.last_of_evening(recent, played, len(members)):
                values |= group_rows.following(connection, last, access, game_id, player)
            connection.execute(insert(game).values(values))
            connection.execute(
                insert(group_game).values(rows.sealed_row(access, game_id, player, at) | {"key": fingerprint})
            )
            rows.sit_down(connection, access.group.id, game_id, members)
            rows.played_before(connection, game_id, at, events, summaries)
            versions = [(other.id, rows.changed(connection, other)) for other in former]
            created = rows.created(connection, game_id, player)
        self._games.tell(changed, *versions)
        return created

    def add(self, access: GroupAccess, added: Sequence[tuple[Access, Sequence[int]]]) -> Mapping[str, str] | Refusal:
        """Puts existing games into the group, all or none. `added` has each game with the members who play it, in turn
        order. Refuses games that are in another group already.

        A game that the group has already, such as one from another log, is not added. Returns the ids of such games,
        each with the id of the game that is there.
        """
        if not all(one.may_write for one, _ in added):
            return Refusal.ONLOOKER

        versions: list[tuple[str, int]] = []
        known: dict[str, str] = {}

        def write(connection: Connection) -> Refusal | None:
            there = {}
            for one, _ in sorted(added, key=lambda pair: pair[0].game.id):
                row = rows.locked(connection, one.game.id)
                if row is None:
                    continue
                if row.player != links.fingerprint(one.secret):
                    return Refusal.GONE  # its links have been renewed: the group would not find it
                group = connection.scalar(select(group_game.c.group).where(group_game.c.game == row.id))
                if group not in (None, access.group.id):
                    return Refusal.GROUPED
                there[row.id] = row
            for one, members in added:
                row = there.get(one.game.id)
                if row is None:
                    continue
                if same := group_rows.same_game(connection, access.group.id, row, members):
                    known[row.id] = same
                    continue
                values = rows.sealed_row(access, row.id, one.secret, row.made)
                connection.execute(delete(group_game).where(group_game.c.game == row.id))
                connection.execute(insert(group_game).values(values))
                rows.sit_down(connection, access.group.id, row.id, members)
                # The phones at the table learn that the game is in a group.
                versions.append((row.id, rows.changed(connection, row)))
            return None

        refusal = self._change(access, write)
        if refusal is None:
            self._games.tell(*versions)
        return refusal or known

    def link(self, access: GroupAccess, game_id: str) -> str | None:
        """The link of a game of the group, for writing if `access` may write, else for onlookers; None if the group has
        no such game."""
        with self._database.reading() as connection:
            return group_rows.link(connection, access, game_id)

    def games(
        self,
        group: StoredGroup,
        most: int = 10,
        *,
        after: int = 0,
        is_over: bool | None = None,
        deleted: bool = False,
        only: str | None = None,
    ) -> tuple[GroupGame, ...]:
        """The last games of a group, newest first, at most `most`, without the `after` newest ones. `is_over` selects
        finished (True) or running (False) ones, `deleted` those that can be brought back, `only` the game with this
        id."""
        which = [group_game.c.group == group.id]
        if only is not None:
            which.append(group_game.c.game == only)
        since = self._games.deleted_since
        which.append(group_game.c.deleted >= since if deleted else group_game.c.deleted.is_(None))
        if is_over is not None:
            is_counted = select(summary.c.game).where(summary.c.game == group_game.c.game).exists()
            which.append(is_counted if is_over else ~is_counted)
        order = (group_game.c.made.desc(), group_game.c.game)
        # Selects the ids first: the rows of games are in another table, and most of them are not needed.
        ids = select(group_game.c.game).where(*which).order_by(*order).limit(most).offset(after)
        question = select(game, group_game.c.deleted).join(group_game, group_game.c.game == game.c.id)
        question = question.where(game.c.id.in_(ids.scalar_subquery())).order_by(*order)
        with self._database.reading() as connection:
            return group_rows.group_games(connection, connection.execute(question).all())

    def seats(self, game_id: str) -> tuple[int, ...]:
        """The members who play a game, in turn order; empty for a game without a group."""
        with self._database.reading() as connection:
            return group_rows.seats(connection, game_id)

    def reseat(
        self, access: Access, change: Callable[[Json, Sequence[StoredMember], Sequence[int]], Seating | None]
    ) -> Refusal | None:
        """Changes the members who play a game of a group. `change` takes the game's `about`, all members, and the
        members who play now. It returns the new seating, or None if nothing is to change."""
        if refused := writing.refusal(access):
            return refused
        with self._database.writing() as connection:
            group_rows.lock_changes(connection, access.group or "")
            row = rows.locked(connection, access.game.id)
            group_id = group_rows.locked_group_of(connection, access.game.id)
            if row is None or group_id is None:
                return Refusal.GONE
            members = group_rows.members(connection, group_id)
            seating = change(row.about, members, group_rows.seats(connection, row.id))
            if seating is None:
                return None
            if writing.is_large(seating.about, *seating.new):
                return Refusal.LARGE
            group_rows.add_members(connection, group_id, seating.new)
            rows.sit_down(connection, group_id, row.id, seating.members)
            version = rows.changed(connection, row, about=seating.about)
            group = rows.group_changed(connection, row.id, self._games.now())
        self._games.tell((row.id, version), group)
        return None

    def member_at(self, group: StoredGroup, game_id: str, player: int) -> int | None:
        """The member who is this player of a game of the group; None if it has no such game."""
        which = and_(seat.c.group == group.id, seat.c.game == game_id, seat.c.player == player)
        with self._database.reading() as connection:
            return connection.scalar(select(seat.c.member).where(which))

    def delete_game(self, access: GroupAccess, game_id: str, *, undo: bool = False) -> Refusal | None:
        """Deletes a game of the group, or brings it back."""
        versions: list[tuple[str, int]] = []

        def write(connection: Connection) -> None:
            row = rows.locked(connection, game_id, deleted_since=self._games.deleted_since if undo else None)
            if row and group_rows.locked_group_of(connection, game_id) == access.group.id:
                versions.append((game_id, rows.set_deleted(connection, row, None if undo else self._games.now())))

        refusal = self._change(access, write)
        if refusal is None:
            self._games.tell(*versions)
        return refusal

    # -- sums --------------------------------------------------------------------------------------

    @cachedmethod(lambda self: self._totals, key=_counted, condition=lambda self: self._summing)
    def totals(self, group: StoredGroup, players: int, within: StoredSeason | None) -> tuple[Totals, ...]:
        """The sums of each member's games with `players` players in a season."""
        question = (
            select(seat.c.member, func.count(), func.sum(summary.c.total), func.sum(summary.c.rank))
            .select_from(group_rows.COUNTED)
            .where(*group_rows.games_of_season(group, within), summary.c.players == players)
            .group_by(seat.c.member)
        )
        with self._database.reading() as connection:
            return tuple(Totals(*map(int, row)) for row in connection.execute(question))

    def summaries(
        self, group: StoredGroup, players: int, within: StoredSeason | None, members: Collection[int] = ()
    ) -> tuple[Seated, ...]:
        """The summaries of a season's games with `players` players, oldest first; of `members`, if any are given."""
        columns = (summary.c.rank, summary.c.total, summary.c.points, summary.c.counters)
        question = (
            select(summary.c.game, group_game.c.made, seat.c.member, *columns)
            .select_from(group_rows.COUNTED)
            .where(*group_rows.games_of_season(group, within), summary.c.players == players)
            .order_by(group_game.c.made, summary.c.game, summary.c.player)
        )
        if members:
            # Names the group too, so that the index of seats is used. Otherwise all games of the group are read.
            question = question.where(seat.c.group == group.id, seat.c.member.in_(members))
        with self._database.reading() as connection:
            return tuple(Seated(row[0], row[1], row[2], PlayerResult(*row[3:])) for row in connection.execute(question))

    def size_of_file(self, group: StoredGroup) -> tuple[int, int]:
        """About how many events and bytes the file of a group has, with all games that are not deleted."""
        its = and_(group_game.c.group == group.id, group_game.c.deleted.is_(None))
        of_games = select(func.count(), func.sum(func.length(type_coerce(game.c.about, Text))))
        of_events = select(func.count(), func.sum(func.length(type_coerce(event.c.body, Text))))
        with self._database.reading() as connection:
            games, about = connection.execute(of_games.join(group_game).where(its)).one()
            events, bodies = connection.execute(
                of_events.join(group_game, group_game.c.game == event.c.game).where(its)
            ).one()
        return events, GAME_BYTES * games + int(about or 0) + TIME_BYTES * events + int(bodies or 0)

    # -- tidying -----------------------------------------------------------------------------------

    def forget_deleted(self) -> None:
        """Deletes for good the groups that can no longer be brought back, with their games."""
        with self._database.writing() as connection:
            limit = self._games.confirmed_time(connection) - writing.UNDONE_WITHIN
            late = select(groups.c.id).where(groups.c.deleted < limit)
            gone = select(group_game.c.game).where(group_game.c.group.in_(late))
            count = connection.execute(delete(game).where(game.c.id.in_(gone))).rowcount
            connection.execute(delete(groups).where(groups.c.deleted < limit))
        log_deleted(count, "with their group")


def _secret(key: str) -> str:
    """The secret of the players' link of a group that is made with this key; a new secret without a key."""
    return links.secret_of(f"group {key}") if key else links.new_secret()
