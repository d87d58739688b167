"""The checks that every store makes before it writes: sizes, links for onlookers, two taps at the same time."""

import json
from collections.abc import Sequence
from datetime import timedelta
from typing import Protocol

from webapp.limits import MAX_EVENTS
from webapp.store.values import Access, Appended, Conflict, Json, Refusal, StoredEvent

#: How long a deleted game or group can be brought back.
UNDONE_WITHIN = timedelta(days=14)
#: The most characters of one event, or of the names and rules of a game, as JSON.
MAX_CHARACTERS = 16 << 10
#: The most characters of all events of a game together. With its names and rules they fit into the form by which a game
#: is read in (`serving.limits.LARGE_BODY`).
MAX_GAME_CHARACTERS = 1_000_000


def encode(body: Json) -> str:
    """A JSON object as it is kept. Raises ValueError if it holds what JSON cannot hold, such as NaN."""
    return json.dumps(body, separators=(",", ":"), allow_nan=False)


def is_large(*bodies: Json) -> bool:
    """Whether one of these JSON objects is too long to be kept. Raises ValueError if one is not JSON."""
    return any(len(encode(body)) > MAX_CHARACTERS for body in bodies)


def refusal(access: Access, *bodies: Json) -> Refusal | None:
    """The reason why this link may not write these JSON objects to a game; None if it may."""
    if not access.may_write:
        return Refusal.ONLOOKER
    return Refusal.LARGE if is_large(*bodies) else None


def refusal_of_new(about: Json, events: Sequence[Json]) -> Refusal | None:
    """The reason why a game cannot begin with these events; None if it can."""
    if len(events) > MAX_EVENTS or sum(len(encode(event)) for event in events) > MAX_GAME_CHARACTERS:
        return Refusal.FULL
    return Refusal.LARGE if is_large(about, *events) else None


class EventLog(Protocol):
    """The events of one game while nobody else can write to it."""

    @property
    def head(self) -> int:
        """The number of the last event; 0 if there is none."""

    @property
    def characters(self) -> int:
        """The characters of all events together, as JSON."""

    def number_of(self, key: str) -> int | None:
        """The number of the event that was sent with this key."""

    def after(self, number: int) -> tuple[StoredEvent, ...]:
        """The events after the one of this number."""

    def add(self, key: str, body: Json) -> None:
        """Writes an event with the next number."""


def append(log: EventLog, seen: int, key: str, body: Json) -> Appended | Conflict | Refusal:
    """Adds an event if `seen` is the number of the last event; otherwise a `Conflict` tells the sender what is new.

    A known `key` means that the event was sent before: nothing is written, and its number is the answer.
    """
    if known := log.number_of(key):
        return Appended(known, is_new=False)
    if log.head != seen:
        return Conflict(log.head, log.after(min(seen, log.head)))
    if log.head >= MAX_EVENTS or log.characters + len(encode(body)) > MAX_GAME_CHARACTERS:
        return Refusal.FULL
    log.add(key, body)
    return Appended(seen + 1, is_new=True)
