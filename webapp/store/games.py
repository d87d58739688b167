"""The games of a database. Each method is one transaction and holds a connection only while it runs."""

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

from sqlalchemy import BindParameter, Connection, Row, and_, bindparam, delete, func, insert, or_, select

from webapp.limits import KEEP_DAYS, MAX_EVENTS
from webapp.store import links, renewal, rows, writing
from webapp.store.database import Database
from webapp.store.importing import take_evening
from webapp.store.protocol import StoredGames
from webapp.store.schema import former_game_link, game, group_game, groups
from webapp.store.values import (
    Access,
    Appended,
    Conflict,
    Created,
    Json,
    PlayerResults,
    Refusal,
    Sizes,
    StoredEvent,
    StoredGame,
    TakenGame,
    UnavailableError,
)

#: How often games that are too old are looked for.
TIDYING = timedelta(hours=1)
#: One of this number of games is deleted at a time, at most; at least one.
MOST_SHARE = 50
#: A clock is believed once events that are this far apart confirm it.
CONFIRMED_BY = timedelta(days=1)
LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
#: Stands for the version of a game that was deleted: later than any other.
DELETED = 1 << 62

_NEXT = game.alias("next")
# Built once: every request uses it, and building such a statement takes as long as running it.
_WITH_NEXT = select(
    game,
    _NEXT.c.id.label("next"),
    _NEXT.c.player_seal.label("next_player"),
    _NEXT.c.onlooker_seal.label("next_onlooker"),
    group_game.c.group,
    groups.c.deleted.label("group_deleted"),
    groups.c.touched.label("group_touched"),
).select_from(
    game.outerjoin(_NEXT, and_(_NEXT.c.follows == game.c.id, _NEXT.c.deleted.is_(None)))
    .outerjoin(group_game, group_game.c.game == game.c.id)
    .outerjoin(groups, groups.c.id == group_game.c.group)
)
_FIND = _WITH_NEXT.where(or_(game.c.player == bindparam("fingerprint"), game.c.onlooker == bindparam("fingerprint")))
_ANY: BindParameter[bytes] = bindparam("fingerprints", expanding=True)
_FIND_ALL = _WITH_NEXT.where(or_(game.c.player.in_(_ANY), game.c.onlooker.in_(_ANY))).order_by(game.c.touched.desc())
_IDS: BindParameter[str] = bindparam("ids", expanding=True)
_RENEWED = select(former_game_link.c.fingerprint, former_game_link.c.game).where(
    former_game_link.c.fingerprint.in_(_ANY), former_game_link.c.game.in_(_IDS)
)
_VERSIONS = (
    select(game.c.id, game.c.version)
    .where(game.c.id.in_(_IDS))
    .union_all(select(groups.c.id, groups.c.version).where(groups.c.id.in_(_IDS)))
)


def now_in_utc() -> datetime:
    """The current time."""
    return datetime.now(UTC)


def log_deleted(count: int, why: str) -> None:
    """Tells the operator how many games were deleted for good."""
    if count:
        logging.getLogger(__name__).warning("Games deleted for good: %d (%s)", count, why)


class Games(StoredGames):
    """The games of a database."""

    def __init__(
        self, database: Database, keep_days: float = KEEP_DAYS, now: Callable[[], datetime] = now_in_utc
    ) -> None:
        self.database = database
        #: Called with a game's id and version after each change by this process.
        self.listeners: list[Callable[[str, int], None]] = []
        #: Functions that are called once an hour.
        self.tidying: list[Callable[[], object]] = [self.forget_old, self.forget_deleted]
        self._keep = timedelta(days=keep_days)
        self.now = now
        #: When old games were looked for last.
        self._tidied: datetime | None = None

    def problem(self) -> UnavailableError | None:
        """The reason why no game could be made now; None if one could."""
        return self.database.problem()

    def sizes(self) -> Sizes:
        """The number of games, groups and events, and the size of the database. Raises `UnavailableError`."""
        if not self.database.is_made():
            return Sizes(0, 0, 0, 0)
        counts = select(
            select(func.count()).select_from(game).scalar_subquery(),
            select(func.count()).select_from(groups).scalar_subquery(),
            select(func.coalesce(func.sum(game.c.head), 0)).scalar_subquery(),
        )
        with self.database.reading() as connection:
            games, of_groups, events = map(int, connection.execute(counts).one())
            return Sizes(games, of_groups, events, self.database.size(connection))

    # -- making and finding ------------------------------------------------------------------------

    def create(
        self,
        about: Json,
        events: Sequence[Json] = (),
        summaries: PlayerResults = (),
        key: str = "",
        made: datetime | None = None,
    ) -> Created | Refusal:
        if refused := writing.refusal_of_new(about, events):
            return refused
        now = self.now()
        made = made or now
        game_id, player = rows.new_id(), links.secret_of(key) if key else links.new_secret()
        with self.database.writing() as connection:
            if known := rows.made_with(connection, player):
                return rows.created(connection, known, player, is_new=False)
            row = rows.game_row(game_id, player, about, made, len(events)) | {"touched": now}
            connection.execute(insert(game).values(row))
            rows.played_before(connection, game_id, made, events, summaries)
            created = rows.created(connection, game_id, player)
        self._tidy()
        return created

    def follow(self, access: Access, about: Json, came_from: Sequence[int] = ()) -> Created | Refusal:
        if refused := writing.refusal(access, about):
            return refused
        with self.database.writing() as connection:
            evening = rows.locked_evening(connection, access.game.evening)
            former = rows.locked(connection, access.game.id)
            if former is None or former.player != links.fingerprint(access.secret):
                return Refusal.GONE  # or its links have been renewed: with the old one the next game could not be found
            rows.unchain_deleted(connection, former.id)
            known = connection.execute(select(game).where(game.c.follows == former.id)).one_or_none()
            if known:
                player = links.unsealed(access.secret, known.id, known.player_seal)
                return rows.created(connection, known.id, player, is_new=False)
            game_id, player, made = rows.new_id(), links.new_secret(), self.now()
            row = rows.game_row(game_id, player, about, made)
            row |= rows.following_row(former.evening, former.id, access.secret, game_id, player)
            connection.execute(insert(game).values(row))
            rows.join_group_of(connection, former.id, game_id, made, came_from)
            # A phone may still show an earlier game of the evening.
            versions = [(one.id, rows.changed(connection, one)) for one in evening]
            group = rows.group_changed(connection, game_id, made, counts=False)
            created = rows.created(connection, game_id, player)
        self.tell(group, *versions)
        return created

    def take_evening(self, games: Sequence[TakenGame], keys: Sequence[str]) -> Sequence[str] | Refusal:
        """Takes games that were kept elsewhere as one evening, in their order, all or nothing. Returns the secrets of
        the players' links. `keys` has one key for each game. A game whose key is not empty is taken once, as with
        `create`."""
        refusals = (writing.refusal_of_new(one.about, one.events) for one in games)
        if refused := next(filter(None, refusals), None):
            return refused
        players = [links.secret_of(key) if key else links.new_secret() for key in keys]
        take_evening(self.database.writing, games, players, self.now())
        self._tidy()
        return players

    def find(self, secret: str, *, deleted: bool = False) -> Access | None:
        if not links.is_secret(secret) or not self.database.is_made():
            return None
        fingerprint = links.fingerprint(secret)
        with self.database.reading() as connection:
            row = connection.execute(_FIND, {"fingerprint": fingerprint}).one_or_none()
        if row is None or not self._is_kept(row, deleted):
            return None
        return rows.access_of(row, secret, may_write=row.player == fingerprint)

    def find_all(self, secrets: Collection[str], *, deleted: bool = False) -> tuple[Access, ...]:
        by_print = {links.fingerprint(secret): secret for secret in secrets if links.is_secret(secret)}
        if not by_print or not self.database.is_made():
            return ()
        with self.database.reading() as connection:
            question = {"fingerprints": [*by_print]}
            found = connection.execute(_FIND_ALL, question).all()
        return tuple(_best_access(row, by_print) for row in found if self._is_kept(row, deleted))

    def evening(self, of: StoredGame) -> tuple[StoredGame, ...]:
        which = and_(game.c.evening == of.evening, or_(game.c.id == of.id, game.c.deleted.is_(None)))
        question = select(game).where(which).order_by(game.c.made, game.c.id)
        with self.database.reading() as connection:
            return tuple(rows.game_of(row) for row in connection.execute(question))

    def versions(self, ids: Collection[str]) -> dict[str, int]:
        """The version of each of these games or groups; `DELETED` for one that is not kept any more."""
        with self.database.reading() as connection:
            newer = connection.execute(_VERSIONS, {"ids": [*ids]})
            return dict.fromkeys(ids, DELETED) | {row.id: row.version for row in newer}

    # -- events ------------------------------------------------------------------------------------

    def append(
        self, access: Access, seen: int, key: str, body: Json, summaries: PlayerResults | None = None
    ) -> Appended | Conflict | Refusal:
        if refused := writing.refusal(access, body):
            return refused
        counts = summaries is not None
        with self.database.writing() as connection:
            others = rows.locked_evening(connection, access.game.evening) if counts else ()
            row = rows.locked(connection, access.game.id)
            if row is None:
                return Refusal.GONE
            log = rows.LockedLog(connection, row, self.now())
            done = writing.append(log, seen, key, body)
            is_new = isinstance(done, Appended) and done.is_new
            if is_new and summaries is not None:
                rows.summarised(connection, row.id, summaries)
            group = rows.group_changed(connection, row.id, self.now(), counts=counts) if is_new else None
            # The other games of the evening show the sums of all its games, and lead to this one while it runs.
            changed = [(one.id, rows.changed(connection, one)) for one in others if is_new and one.id != row.id]
        if is_new:
            self.tell((row.id, log.version), group, *changed)
            self._tidy()
        return done

    def since(self, game_id: str, number: int = 0) -> tuple[StoredEvent, ...]:
        with self.database.reading() as connection:
            return rows.events_after(connection, game_id, min(number, MAX_EVENTS))

    # -- the game itself ---------------------------------------------------------------------------

    def describe(self, access: Access, change: Callable[[Json], Json]) -> StoredGame | Refusal:
        if refused := writing.refusal(access):
            return refused
        with self.database.writing() as connection:
            row = rows.locked(connection, access.game.id)
            if row is None:
                return Refusal.GONE
            about = change(row.about)
            if writing.is_large(about):
                return Refusal.LARGE
            version = rows.changed(connection, row, about=about)
            group = rows.group_changed(connection, row.id, self.now())
            described = rows.game_of(connection.execute(select(game).where(game.c.id == row.id)).one())
        self.tell((row.id, version), group)
        return described

    def delete(self, access: Access, *, undo: bool = False) -> Refusal | None:
        if refused := writing.refusal(access):
            return refused
        with self.database.writing() as connection:
            row = rows.locked(connection, access.game.id, deleted_since=self.deleted_since if undo else None)
            if row is None:
                return Refusal.GONE
            version = rows.set_deleted(connection, row, None if undo else self.now())
            group = rows.group_changed(connection, row.id, self.now())
        self.tell((row.id, version), group)
        return None

    # -- its links ---------------------------------------------------------------------------------

    def renew(self, access: Access, *, leads_on: bool = True) -> Access | Refusal:
        if refused := writing.refusal(access):
            return refused
        player, game_id = links.new_secret(), access.game.id
        with self.database.writing() as connection:
            # The game that follows is written too.
            rows.locked_evening(connection, access.game.evening)
            row = rows.locked(connection, game_id)
            if row is None:
                return Refusal.GONE
            is_first = row.player == links.fingerprint(access.secret)
            if is_first:
                renewal.replace(connection, game, game_id, access.secret, player, game_id if leads_on else None)
                renewal.reseal(connection, row, access.secret, player)
                version = rows.changed(connection, row, **rows.link_columns(player))
                group = rows.group_changed(connection, game_id, self.now(), counts=False)
        if is_first:
            self.tell((game_id, version), group)
            return self.find(player) or Refusal.GONE
        # Another phone was faster. Its new links are good for this one too, but shut nobody out.
        theirs = self.find(self.renewed([access.secret], [game_id]).get(access.secret, ""))
        if theirs is None:
            return Refusal.GONE
        return theirs if leads_on else self.renew(theirs, leads_on=False)

    def renewed(self, secrets: Collection[str], opened: Collection[str]) -> dict[str, str]:
        by_print = {links.fingerprint(secret): secret for secret in secrets if links.is_secret(secret)}
        if not by_print or not opened or not self.database.is_made():
            return {}
        question = {"fingerprints": [*by_print], "ids": [*opened]}
        with self.database.reading() as connection:
            pairs = [
                (old, renewal.replacement(connection, game, old, row.game))
                for row in connection.execute(_RENEWED, question).all()
                for old in [by_print[row.fingerprint]]
            ]
        return {old: new for old, new in pairs if new}

    # -- tidying -----------------------------------------------------------------------------------

    def forget_old(self) -> int:
        """Deletes games and groups whose last change is too long ago, at most a share of all games (`MOST_SHARE`).
        Returns the number of games. The games of a group stay as long as anything in the group is younger.
        """
        if not self._keep or not self.database.is_made():
            return 0
        with self.database.writing() as connection:
            limit = self.confirmed_time(connection) - self._keep
            most = max(1, (connection.scalar(select(func.count()).select_from(game)) or 0) // MOST_SHARE)
            used = (
                select(group_game.c.game)
                .join(groups, groups.c.id == group_game.c.group)
                .where(group_game.c.game == game.c.id, groups.c.touched >= limit)
            )
            old = select(game.c.id).where(game.c.touched < limit, ~used.exists()).order_by(game.c.touched).limit(most)
            count = connection.execute(delete(game).where(game.c.id.in_(old.scalar_subquery()))).rowcount
            left = select(group_game.c.game).where(group_game.c.group == groups.c.id).exists()
            connection.execute(delete(groups).where(groups.c.touched < limit, ~left))
        log_deleted(count, "too old")
        return count

    def forget_deleted(self) -> None:
        """Deletes for good the games that can no longer be brought back."""
        if self.database.is_made():
            with self.database.writing() as connection:
                limit = self.confirmed_time(connection) - writing.UNDONE_WITHIN
                count = rows.forget_deleted(connection, limit)
            log_deleted(count, "deleted by players")

    def confirmed_time(self, connection: Connection) -> datetime:
        """The time of the newest event that is at least a day older than the newest of all; long ago if there is none.

        The clock may be wrong. What it says now deletes and hides nothing before a game was changed a day later.
        """
        last = select(func.max(game.c.touched))
        newest = connection.scalar(last)
        before = connection.scalar(last.where(game.c.touched <= newest - CONFIRMED_BY)) if newest else None
        return min(self.now(), before or LONG_AGO)

    def _tidy(self) -> None:
        """Calls the functions of `tidying`, once an hour. To be called after something was written."""
        now, before = self.now(), self._tidied
        if before is None:
            self._tidied = now
        elif abs(now - before) > TIDYING:
            self._tidied = now
            # The request itself is done already, so a failure here is no error. The next hour tries again.
            with suppress(UnavailableError):
                for tidy in self.tidying:
                    tidy()

    def _is_kept(self, row: Row[Any], deleted: bool) -> bool:
        """Whether a game is neither deleted nor too old; with `deleted`, whether it can be brought back. `row` has the
        columns of its group, too."""
        if row.group_deleted or self.is_old(max(row.touched, row.group_touched or row.touched)):
            return False
        return bool(row.deleted and row.deleted >= self.deleted_since) if deleted else not row.deleted

    @property
    def deleted_since(self) -> datetime:
        """What was deleted at this time or later can be brought back."""
        return self.now() - writing.UNDONE_WITHIN

    def is_old(self, touched: datetime) -> bool:
        """Whether something that was last changed at this time is too old to be kept."""
        if not self._keep or touched >= self.now() - self._keep:
            return False
        with self.database.reading() as connection:
            return touched < self.confirmed_time(connection) - self._keep

    def tell(self, *changes: tuple[str, int] | None) -> None:
        """Tells this process what changed: ids of games and groups with their versions."""
        for changed in filter(None, changes):
            for listener in self.listeners:
                listener(*changed)


def _best_access(row: Row[Any], by_print: Mapping[bytes, str]) -> Access:
    """The game of a row, opened by the players' link if that is among the links, else by the onlookers'."""
    may_write = row.player in by_print
    return rows.access_of(row, by_print[row.player if may_write else row.onlooker], may_write=may_write)
