"""The games that are kept on one device, where the application runs in a browser: no database, no other phones.

A game is one JSON object. It lives in the browser's storage (`static/js/offline/games.js`), which is read before a
request and written after it: `load` and `take_changes`.

The links of such games begin with `DEVICE`, so that nobody asks a server for them.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from webapp.store import links
from webapp.store.present import Present
from webapp.store.values import Access, Appended, Conflict, Created, Json, Outcome, Refusal, StoredEvent, StoredGame

#: 15 random characters follow, of 64 each: nobody but this device needs to find them, and nobody guesses them.
DEVICE = "device-"
#: Events that a game may have, as on a server.
MOST_EVENTS = 2000

_Kept = dict[str, Any]


def is_of_device(secret: str) -> bool:
    """Whether a link leads to a game on one device."""
    return secret.startswith(DEVICE)


class DeviceGames:
    """The games of this device, with all that `games.Games` can do for a page."""

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}
        self._changed: set[str] = set()

    # -- between Python and the browser's storage ---------------------------------------------------

    def load(self, texts: Iterable[str]) -> None:
        """Takes the games as they are kept, in the place of what was known."""
        games = map(json.loads, texts)
        self._kept = {game["secret"]: game for game in games}
        self._changed.clear()

    def take_changes(self) -> list[tuple[str, str]]:
        """The secrets of the games that changed, each with what is to be kept: nothing of one that was deleted."""
        changes = [(secret, json.dumps(self._kept[secret]) if secret in self._kept else "") for secret in self._changed]
        self._changed.clear()
        return changes

    def take_copy(self, secret: str, about: Json, events: Iterable[Json]) -> None:
        """Takes a game of a server, in the place of an older copy; it is not kept."""
        self._kept[secret] = game = self._made(secret, about)
        game["is_copy"] = True
        for number, body in enumerate(events, 1):
            self._add(game, f"taken {number}", body)

    def head(self, secret: str) -> int:
        """The number of a game's last event."""
        return len(self._kept[secret]["events"])

    # -- making and finding --------------------------------------------------------------------------

    def create(self, about: Json, events: Sequence[Json] = ()) -> Created | Refusal:
        """A new game of a new evening, with the events that it begins with."""
        if len(events) > MOST_EVENTS:
            return Refusal.FULL
        game = self._new(about)
        for number, body in enumerate(events, 1):
            self._add(game, f"taken {number}", body)
        return _created(game)

    def follow(self, access: Access, about: Json) -> Created | Refusal:
        """The next game of the same evening; where it was made already, that one."""
        former = self._kept.get(access.secret)
        if former is None:
            return Refusal.GONE
        if known := self._kept.get(former["next"] or ""):
            return _created(known, is_new=False)
        game = self._new(about, evening=former["evening"], follows=former["secret"])
        former["next"] = game["secret"]
        self._note(former)
        return _created(game)

    def find(self, secret: str) -> Access | None:
        """The game of a link; None for whatever is no link to a game of this device."""
        game = self._kept.get(secret)
        if game is None:
            return None
        return Access(_stored(game), True, secret, links.onlooker_of(secret), game["next"])

    def evening(self, of: StoredGame) -> tuple[StoredGame, ...]:
        """The games of the same evening, this one too, in the order in which they were made."""
        games = [game for game in self._kept.values() if game["evening"] == of.evening]
        return tuple(map(_stored, sorted(games, key=lambda game: game["made"])))

    def _new(self, about: Json, evening: str = "", follows: str | None = None) -> _Kept:
        secret = DEVICE + links.new_secret()[len(DEVICE) :]
        self._kept[secret] = game = self._made(secret, about) | {"evening": evening or secret, "follows": follows}
        self._note(game)
        return game

    def _made(self, secret: str, about: Json) -> _Kept:
        now = _now()
        game: _Kept = {"secret": secret, "version": 0, "about": dict(about), "evening": secret, "follows": None}
        return game | {"next": None, "made": now, "touched": now, "events": [], "is_copy": False}

    # -- events --------------------------------------------------------------------------------------

    def append(self, access: Access, seen: int, key: str, body: Json) -> Appended | Conflict | Refusal:
        """Adds an event after the event number `seen`; one whose key is known is there already."""
        game = self._kept.get(access.secret)
        if game is None:
            return Refusal.GONE
        events = game["events"]
        known = next((number for number, event in enumerate(events, 1) if event["key"] == key), 0)
        if known:
            return Appended(known, is_new=False)
        if len(events) != seen:
            return Conflict(len(events), self.since(access.secret, seen))
        if len(events) >= MOST_EVENTS:
            return Refusal.FULL
        self._add(game, key, body)
        return Appended(len(events), is_new=True)

    def since(self, game_id: str, number: int = 0) -> tuple[StoredEvent, ...]:
        """The events of a game after the event of this number."""
        events = enumerate(self._kept[game_id]["events"], 1)
        return tuple(StoredEvent(n, _time(event["at"]), event["body"]) for n, event in events if n > number)

    def _add(self, game: _Kept, key: str, body: Json) -> None:
        game["touched"] = _now()
        game["events"].append({"key": key, "at": game["touched"], "body": dict(body)})
        self._note(game)

    # -- the game itself -----------------------------------------------------------------------------

    def describe(self, access: Access, change: Callable[[Json], Json]) -> StoredGame | Refusal:
        """Changes what is said about a game: `change` gets what is said now and returns what to say."""
        game = self._kept.get(access.secret)
        if game is None:
            return Refusal.GONE
        game["about"] = dict(change(game["about"]))
        self._note(game)
        return _stored(game)

    def delete(self, access: Access) -> Refusal | None:
        """Deletes a game with all its events."""
        if self._kept.pop(access.secret, None) is None:
            return Refusal.GONE
        self._changed.add(access.secret)
        return None

    def _note(self, game: _Kept) -> None:
        game["version"] += 1
        if not game["is_copy"]:
            self._changed.add(game["secret"])


class DeviceHub:
    """Nobody else changes a game of this device, so nobody waits for it."""

    def wait(self, game: str, seen: int, seconds: float, is_over: object = None) -> Outcome:
        """Does not wait."""
        return Outcome.REFUSED


class DeviceStore:
    """What `Store` is on a server."""

    def __init__(self) -> None:
        self.games = DeviceGames()
        self.hub = DeviceHub()
        self.present = Present()


def _created(game: _Kept, *, is_new: bool = True) -> Created:
    return Created(_stored(game), game["secret"], links.onlooker_of(game["secret"]), is_new)


def _stored(game: Mapping[str, Any]) -> StoredGame:
    """What is known of a game beside its events; its secret is its id here."""
    return StoredGame(
        game["secret"],
        len(game["events"]),
        game["version"],
        game["about"],
        game["evening"],
        game["follows"],
        _time(game["made"]),
        _time(game["touched"]),
    )


def _now() -> float:
    return datetime.now(UTC).timestamp()


def _time(stamp: float) -> datetime:
    return datetime.fromtimestamp(stamp, UTC)
