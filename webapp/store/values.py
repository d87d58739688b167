"""The frozen values that the store takes and returns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
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
    """What is known of a game beside its events.

    `head` is the number of its last event, 0 before the first. `version` grows with each change, also with a change of
    `about`. A page compares it to see whether it is up to date. `about` holds what whoever made the game wrote there
    (names, rules). The games that the same players play one after the other have one `evening`; `follows` is the id of
    the one before.
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

    `onlooker_secret` is that of the link for onlookers, `next` the secret of the game that follows this one, for the
    same kind of link; None if there is none. No secret is shown by `repr`.
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
    """A game and the secrets of both its links; `is_new` is False where somebody else had made it already."""

    game: StoredGame
    player_secret: str = field(repr=False)
    onlooker_secret: str = field(repr=False)
    is_new: bool = True


class Summary(NamedTuple):
    """The result of one player in a finished game, for sums over many games: two numbers that are summed, the points,
    and counters."""

    rank: int
    total: int
    points: int
    counters: Json


#: Of a finished game the summary of each player in turn order; empty of one that is not over.
Summaries: TypeAlias = Sequence[Summary]


class Appended(NamedTuple):
    """The number under which an event is kept; `is_new` is False where its key was known."""

    number: int
    is_new: bool


class Conflict(NamedTuple):
    """Nothing was written, since others were faster: the number of the last event, and the events not yet seen."""

    head: int
    since: tuple[StoredEvent, ...]


class Refusal(StrEnum):
    """Why nothing was written."""

    GONE = "gone"  #: there is no such game any more
    ONLOOKER = "onlooker"  #: the link is one for onlookers
    FULL = "full"  #: the game has as many events as a game may have
    LARGE = "large"  #: the event, or what is said about the game, is too long


class Outcome(Enum):
    """How waiting for a change ended."""

    CHANGED = "changed"
    SAME = "same"
    REFUSED = "refused"  #: at once, since as many wait as may


class Reason(StrEnum):
    """Why no game can be kept or found."""

    ADDRESS = "address"  #: AGARI_DATABASE names no database that can be used
    DRIVER = "driver"  #: PostgreSQL needs `pip install 'agari[postgres]'`
    FOLDER = "folder"  #: the folder cannot be made, or the file cannot be opened
    READ_ONLY = "read_only"
    FULL = "full"  #: the disk is full
    BUSY = "busy"  #: others held it for too long
    DAMAGED = "damaged"  #: the file is no database, or a broken one
    UNREACHABLE = "unreachable"  #: the database server does not answer
    MISSING = "missing"  #: it was there and is not any more
    OLD = "old"  #: `python -m webapp upgrade` is needed
    NEW = "new"  #: it was made by a later version of this program


class UnavailableError(Exception):
    """The database cannot be used: the reason, and the database's own message for the operator."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else str(reason))
        self.reason = reason
        self.detail = detail


# -- groups ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class StoredGroup:
    """What is known of a group beside its members and games. `about` holds its name, rules and how it ranks.

    `version` changes with everything in it, `counted` only with what the sums of its games are made of. `deleted` is
    when somebody deleted it; it goes for good some days later.
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
    """A group, as somebody reaches it by a link. `key` opens the links of its games; `inside` is what a phone keeps to
    follow a link that is renewed. No secret is shown by `repr`."""

    group: StoredGroup
    may_write: bool
    secret: str = field(repr=False)
    onlooker: str = field(repr=False)
    key: str = field(repr=False)
    inside: str = field(repr=False)


class StoredMember(NamedTuple):
    """A member; `merged` is the number of the member of whom this is another spelling."""

    number: int
    about: Json
    merged: int | None = None


class StoredSeason(NamedTuple):
    """A season: the first moment of its first day, and the first one after its last day (None: open)."""

    number: int
    first: datetime
    ends: datetime | None
    about: Json


class GroupGame(NamedTuple):
    """A game of a group, with the members in turn order, and their points where it is over."""

    game: StoredGame
    members: tuple[int, ...]
    points: tuple[int, ...]
    deleted: datetime | None


class Seating(NamedTuple):
    """Who plays a game of a group: what is said about the game, the members in turn order, and what is said about
    those who are new; new members get the numbers that follow the highest one."""

    about: Json
    members: Sequence[int]
    new: Sequence[Json] = ()


class TakenGame(NamedTuple):
    """A game that was kept elsewhere: what is said about it, when it was made, its events with their times, and its
    summaries. In a group also the members who sit there in turn order. `follows` is the place in the list of the
    earlier game that it follows in the same evening; None if it is the first one."""

    about: Json
    made: datetime
    events: Sequence[Json]
    times: Sequence[datetime]
    summaries: Summaries
    members: Sequence[int] = ()
    follows: int | None = None


class TakenGroup(NamedTuple):
    """What comes from a file."""

    about: Json
    members: Sequence[StoredMember]
    seasons: Sequence[StoredSeason]
    games: Sequence[TakenGame]


class Totals(NamedTuple):
    """The sums of a member's summaries."""

    member: int
    games: int
    total: int
    rank: int


class Seated(NamedTuple):
    """A finished game for one of its players: which game, when it was made, which member, and the summary."""

    game: str
    made: datetime
    member: int
    summary: Summary
