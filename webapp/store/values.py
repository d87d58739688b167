"""The frozen values that the store takes and returns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta, timezone
from enum import Enum, StrEnum
from typing import Any, NamedTuple, TypeAlias

#: A JSON object.
Json: TypeAlias = Mapping[str, Any]


class StoredEvent(NamedTuple):
    """An event of a game; the first has the number 1, and no number is left out."""

    number: int
    at: datetime
    body: Json


@dataclass(frozen=True)
class StoredGame:
    """A game without its events.

    `head` is the number of its last event, 0 before the first. `version` grows with each change, also with a change of
    `about`. A page compares it to see whether it is up to date. `about` holds the names and rules of the game. Games
    that are played one after the other share an `evening`; `follows` is the id of the game before.
    """

    id: str
    head: int
    version: int
    about: Json
    evening: str
    follows: str | None
    made: datetime
    touched: datetime


@dataclass(frozen=True)
class Access:
    """A game, opened by one of its links.

    `onlooker_secret` is the secret of the link for onlookers. `next` is the secret of the game that follows this one,
    for the same kind of link; None if there is none. `repr` shows no secrets.
    """

    game: StoredGame
    may_write: bool
    secret: str = field(repr=False)
    onlooker_secret: str = field(repr=False)
    next: str | None = field(default=None, repr=False)
    #: The id of the group to which the game belongs.
    group: str | None = None


@dataclass(frozen=True)
class Created:
    """A game and the secrets of both its links. `is_new` is False if the game existed already."""

    game: StoredGame
    player_secret: str = field(repr=False)
    onlooker_secret: str = field(repr=False)
    is_new: bool = True


class Sizes(NamedTuple):
    """How much a database holds."""

    games: int
    groups: int
    events: int
    database_bytes: int


class PlayerResult(NamedTuple):
    """The result of one player in a finished game: rank and total, which are summed over games; points; counters."""

    rank: int
    total: int
    points: int
    counters: Json


#: The summary of each player of a finished game, in turn order; empty for a game that is not over.
PlayerResults: TypeAlias = Sequence[PlayerResult]


class Appended(NamedTuple):
    """The number under which an event is kept. `is_new` is False if its key was known already."""

    number: int
    is_new: bool


class Conflict(NamedTuple):
    """Nothing was written, because others were faster: the number of the last event, and the events not yet seen."""

    head: int
    since: tuple[StoredEvent, ...]


class Refusal(StrEnum):
    """The reason why nothing was written."""

    GONE = "gone"  #: there is no such game any more
    ONLOOKER = "onlooker"  #: the link is one for onlookers
    FULL = "full"  #: the game has as many events as a game may have
    LARGE = "large"  #: the event, or the game's `about`, is too long
    GROUPED = "grouped"  #: the game is in another group already


class Outcome(Enum):
    """The end of waiting for a change."""

    CHANGED = "changed"
    SAME = "same"
    REFUSED = "refused"  #: too many requests wait already


class Reason(StrEnum):
    """The reason why no game can be kept or found."""

    ADDRESS = "address"  #: AGARI_DATABASE names no database that can be used
    DRIVER = "driver"  #: PostgreSQL needs `pip install 'agari[postgres]'`
    FOLDER = "folder"  #: the folder cannot be made, or the file cannot be opened
    READ_ONLY = "read_only"
    FULL = "full"  #: the disk is full
    BUSY = "busy"  #: others held it for too long
    DAMAGED = "damaged"  #: the file is no database, or a broken one
    UNREACHABLE = "unreachable"  #: the database server does not answer
    MISSING = "missing"  #: there is no database, or it has no tables
    LOST = "lost"  #: the file of SQLite was deleted or replaced while the program had it open
    OLD = "old"  #: `python -m webapp upgrade` is needed
    NEW = "new"  #: it was made by a later version of this program
    NEWER_RULES = "newer_rules"  #: a game or a group has rules of a later version of this program


class UnavailableError(Exception):
    """The database, or what it holds, cannot be used: the reason, and the database's own message for the operator."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else str(reason))
        self.reason = reason
        self.detail = detail


# -- groups ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StoredGroup:
    """A group without its members and games. `about` holds its name, its rules and the order of its standings.

    `version` grows with every change, `counted` only with changes of the sums of its games. `deleted` is the time at
    which somebody deleted it; some days later it is deleted for good.
    """

    id: str
    version: int
    counted: int
    about: Json
    made: datetime
    touched: datetime
    deleted: datetime | None


@dataclass(frozen=True)
class GroupAccess:
    """A group, opened by one of its links. `key` opens the links of its games. `inside` is the text that a phone keeps
    to find a renewed link. `repr` shows no secrets."""

    group: StoredGroup
    may_write: bool
    secret: str = field(repr=False)
    onlooker: str = field(repr=False)
    key: str = field(repr=False)
    inside: str = field(repr=False)


class StoredMember(NamedTuple):
    """A member. If this is only another spelling of a member, `merged` is that member's number."""

    number: int
    about: Json
    merged: int | None = None


class StoredSeason(NamedTuple):
    """A season: the first moment of its first day, and the first one after its last day (None: open). `about` has its
    name and the `offset` of its days: the minutes by which they begin before those of UTC."""

    number: int
    first: datetime
    ends: datetime | None
    about: Json

    @property
    def zone(self) -> timezone:
        """The time zone of its days."""
        return timezone(timedelta(minutes=self.about.get("offset", 0)))

    @property
    def first_day(self) -> date:
        """Its first day."""
        return self.first.astimezone(self.zone).date()

    @property
    def last_day(self) -> date | None:
        """Its last day; None if it is open."""
        return (self.ends.astimezone(self.zone) - timedelta(1)).date() if self.ends else None


class GroupGame(NamedTuple):
    """A game of a group, with the members in turn order and, if it is over, their points."""

    game: StoredGame
    members: tuple[int, ...]
    points: tuple[int, ...]
    deleted: datetime | None


class Seating(NamedTuple):
    """The players of a game of a group: the game's `about`, the members in turn order, and the `about` of each new
    member. New members get the numbers after the highest one."""

    about: Json
    members: Sequence[int]
    new: Sequence[Json] = ()


class TakenGame(NamedTuple):
    """A game that was kept elsewhere. `members` are the members of a group who play it, in turn order. `follows` is the
    index, in the list of games, of the game before it in the same evening; None if it is the first."""

    about: Json
    made: datetime
    events: Sequence[Json]
    times: Sequence[datetime]
    summaries: PlayerResults
    members: Sequence[int] = ()
    follows: int | None = None


class TakenGroup(NamedTuple):
    """A group that comes from a file."""

    about: Json
    members: Sequence[StoredMember]
    seasons: Sequence[StoredSeason]
    games: Sequence[TakenGame]


class Totals(NamedTuple):
    """The sums of a member's summaries: the number of games, the totals, the ranks."""

    member: int
    games: int
    total: int
    rank: int


class Seated(NamedTuple):
    """The summary of one player of a finished game, with the game's id, the time it was made, and the member."""

    game: str
    made: datetime
    member: int
    summary: PlayerResult
