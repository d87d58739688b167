"""The games that are kept on one device, where the application runs in a browser: no database, no other phones.

A game is one JSON object. It lives in the browser's storage (`static/js/offline/games.js`), which is read before a
request and written after it: `load` and `take_changes`.

The links of such games begin with `DEVICE`, so that nobody asks a server for them.
"""

import json
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

from webapp.store import links, writing
from webapp.store.present import Present
from webapp.store.protocol import ChangeHub, StoredGames
from webapp.store.values import (
    Access,
    Appended,
    Conflict,
    Created,
    Json,
    Outcome,
    PlayerResults,
    Refusal,
    StoredEvent,
    StoredGame,
)

#: 15 random characters follow, each one of 64: too many to guess, and only this device needs to find them.
DEVICE = "device-"

_Kept = dict[str, Any]


def is_of_device(secret: str) -> bool:
    """Whether a link leads to a game on one device."""
    return secret.startswith(DEVICE)


def _of_device(secret: str) -> str:
    """The secret, changed into one of a game on one device."""
    return DEVICE + secret[len(DEVICE) :]


class DeviceGames(StoredGames):
    """The games of this device."""

    def __init__(self) -> None:
        self._kept: dict[str, _Kept] = {}
        self._changed: set[str] = set()

    # -- between Python and the browser's storage ---------------------------------------------------

    def load(self, texts: Iterable[str]) -> None:
        """Replaces all games by those that the browser has kept, each as JSON."""
        games = [json.loads(text) for text in texts]
        late = {game["secret"] for game in games if _is_deleted(game) and not _comes_back(game)}
        self._kept = {game["secret"]: game for game in games if game["secret"] not in late}
        self._changed = late

    def take_changes(self) -> list[tuple[str, str]]:
        """The games that changed since the last call: the secret of each, and the text to keep (empty: deleted)."""
        changes = [(secret, json.dumps(self._kept[secret]) if secret in self._kept else "") for secret in self._changed]
        self._changed.clear()
        return changes

    def take_copy(self, secret: str, about: Json, events: Iterable[Json]) -> None:
        """Takes a copy of a server's game, in place of an older copy. It is not written to the browser's storage."""
        self._kept[secret] = game = self._made(secret, about)
        game["is_copy"] = True
        for number, body in enumerate(events, 1):
            self.add(game, f"taken {number}", body)

    # -- making and finding --------------------------------------------------------------------------

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
        secret = _of_device(links.secret_of(key) if key else links.new_secret())
        if secret in self._kept:
            return self._created(self._kept[secret], is_new=False)
        game = self._new(secret, about)
        if made:
            game["made"] = made.timestamp()
        for number, body in enumerate(events, 1):
            self.add(game, f"taken {number}", body)
        return self._created(game)

    def follow(self, access: Access, about: Json, came_from: Sequence[int] = ()) -> Created | Refusal:
        if refused := writing.refusal(access, about):
            return refused
        former = self._game(access.secret)
        if former is None:
            return Refusal.GONE
        if known := self._if_kept(former["next"]):
            return self._created(self._kept[known], is_new=False)
        secret = _of_device(links.new_secret())
        game = self._new(secret, about, evening=former["evening"], follows=former["secret"])
        former["next"] = game["secret"]
        self._note(former)
        return self._created(game)

    def find(self, secret: str, *, deleted: bool = False) -> Access | None:
        game = self._game(secret, deleted)
        if game is None or (deleted and not _comes_back(game)):
            return None
        return Access(self._stored(game), True, secret, links.onlooker_of(secret), self._if_kept(game["next"]))

    def find_all(self, secrets: Collection[str], *, deleted: bool = False) -> tuple[Access, ...]:
        own = [game for game in self._kept.values() if not game["is_copy"]]
        newest = (game["secret"] for game in sorted(own, key=lambda game: -game["touched"]))
        accesses = (self.find(secret, deleted=deleted) for secret in newest)
        return tuple(access for access in accesses if access)

    def evening(self, of: StoredGame) -> tuple[StoredGame, ...]:
        games = [game for game in self._kept.values() if game["evening"] == of.evening and not _is_deleted(game)]
        return tuple(map(self._stored, sorted(games, key=lambda game: game["made"])))

    def _new(self, secret: str, about: Json, evening: str = "", follows: str | None = None) -> _Kept:
        self._kept[secret] = game = self._made(secret, about) | {"evening": evening or secret, "follows": follows}
        self._note(game)
        return game

    def _made(self, secret: str, about: Json) -> _Kept:
        now = _now()
        game: _Kept = {"secret": secret, "version": 0, "about": dict(about), "evening": secret, "follows": None}
        return game | {"next": None, "made": now, "touched": now, "events": [], "is_copy": False}

    # -- events --------------------------------------------------------------------------------------

    def append(
        self, access: Access, seen: int, key: str, body: Json, summaries: PlayerResults | None = None
    ) -> Appended | Conflict | Refusal:
        if refused := writing.refusal(access, body):
            return refused
        game = self._game(access.secret)
        return Refusal.GONE if game is None else writing.append(_Log(self, game), seen, key, body)

    def since(self, game_id: str, number: int = 0) -> tuple[StoredEvent, ...]:
        events = enumerate(self._kept[game_id]["events"] if game_id in self._kept else (), 1)
        return tuple(StoredEvent(n, _time(event["at"]), event["body"]) for n, event in events if n > number)

    def add(self, game: _Kept, key: str, body: Json) -> None:
        """Writes an event with the next number."""
        game["touched"] = _now()
        game["events"].append({"key": key, "at": game["touched"], "body": dict(body)})
        self._note(game)

    # -- the game itself -----------------------------------------------------------------------------

    def describe(self, access: Access, change: Callable[[Json], Json]) -> StoredGame | Refusal:
        game = self._game(access.secret)
        if game is None:
            return Refusal.GONE
        about = change(game["about"])
        if refused := writing.refusal(access, about):
            return refused
        game["about"] = dict(about)
        self._note(game)
        return self._stored(game)

    def delete(self, access: Access, *, undo: bool = False) -> Refusal | None:
        game = self._game(access.secret, undo)
        if game is None:
            return Refusal.GONE
        game["deleted"] = None if undo else _now()
        self._note(game)
        return None

    def forget(self, access: Access) -> None:
        """Deletes a game for good: it has moved to a server."""
        if self._kept.pop(access.secret, None):
            self._changed.add(access.secret)

    # -- values --------------------------------------------------------------------------------------

    def _created(self, game: _Kept, *, is_new: bool = True) -> Created:
        return Created(self._stored(game), game["secret"], links.onlooker_of(game["secret"]), is_new)

    def _stored(self, game: Mapping[str, Any]) -> StoredGame:
        """A game without its events. Its secret is its id here."""
        return StoredGame(
            game["secret"],
            len(game["events"]),
            game["version"],
            game["about"],
            game["evening"],
            game["follows"] if game["follows"] in self._kept else None,
            _time(game["made"]),
            _time(game["touched"]),
        )

    def _game(self, secret: str, deleted: bool = False) -> _Kept | None:
        """A game, or a `deleted` one; None if there is no such game."""
        game = self._kept.get(secret)
        return game if game and _is_deleted(game) == deleted else None

    def _if_kept(self, secret: str | None) -> str | None:
        """The link of another game of the evening; None if that was deleted."""
        return secret if self._game(secret or "") else None

    def _note(self, game: _Kept) -> None:
        game["version"] += 1
        if not game["is_copy"]:
            self._changed.add(game["secret"])


class _Log:
    """The events of a game: what `writing.append` reads and writes."""

    def __init__(self, games: DeviceGames, game: _Kept) -> None:
        self._games, self._game = games, game

    @property
    def head(self) -> int:
        return len(self._game["events"])

    @property
    def characters(self) -> int:
        return sum(len(writing.encode(event["body"])) for event in self._game["events"])

    def number_of(self, key: str) -> int | None:
        return next((number for number, event in enumerate(self._game["events"], 1) if event["key"] == key), None)

    def after(self, number: int) -> tuple[StoredEvent, ...]:
        return self._games.since(self._game["secret"], number)

    def add(self, key: str, body: Json) -> None:
        self._games.add(self._game, key, body)


class DeviceHub(ChangeHub):
    """The hub of a device. No other phone changes a game here, so no request waits."""

    def wait(self, game: str, seen: int, seconds: float, is_over: Callable[[], bool] | None = None) -> Outcome:
        return Outcome.REFUSED


class DeviceStore:
    """The `GameStore` of a browser."""

    def __init__(self) -> None:
        self.games, self.hub, self.present = DeviceGames(), DeviceHub(), Present()


def _is_deleted(game: Mapping[str, Any]) -> bool:
    return game.get("deleted") is not None  # a game of an earlier version has no such value


def _comes_back(game: Mapping[str, Any]) -> bool:
    """Whether a deleted game can still be brought back."""
    return _now() - float(game["deleted"]) <= writing.UNDONE_WITHIN.total_seconds()


def _now() -> float:
    return datetime.now(UTC).timestamp()


def _time(stamp: float) -> datetime:
    return datetime.fromtimestamp(stamp, UTC)
