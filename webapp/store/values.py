"""What the store takes and gives: frozen values that know no SQL."""

from collections.abc import Mapping
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
    """A game, as somebody reaches it by a link.

    `onlooker` is the secret of the link for onlookers, `next` that of the game that follows this one, for whoever has
    this link; None as long as there is none. No secret is shown by `repr`.
    """

    game: StoredGame
    may_write: bool
    secret: str = field(repr=False)
    onlooker: str = field(repr=False)
    next: str | None = field(default=None, repr=False)


@dataclass(frozen=True)
class Created:
    """A game and the secrets of both its links; `is_new` is False where somebody else had made it already."""

    game: StoredGame
    player: str = field(repr=False)
    onlooker: str = field(repr=False)
    is_new: bool = True


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
    """The database cannot be used: the reason, and what it said itself, for whoever runs the server."""

    def __init__(self, reason: Reason, detail: str = "") -> None:
        super().__init__(f"{reason}: {detail}" if detail else str(reason))
        self.reason = reason
        self.detail = detail
