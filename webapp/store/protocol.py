"""The methods of a store that pages use. `Store` keeps games in a database, `DeviceStore` in a browser."""

from collections.abc import Callable, Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from webapp.store.present import Present
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
    UnavailableError,
)


class StoredGames(Protocol):
    """Games, each the list of its events. Any method but `problem` may raise `UnavailableError`."""

    def problem(self) -> UnavailableError | None:
        """The reason why no game could be made now; None if one could, as on a device."""
        return None

    def create(
        self,
        about: Json,
        events: Sequence[Json] = (),
        summaries: PlayerResults = (),
        key: str = "",
        made: datetime | None = None,
    ) -> Created | Refusal:
        """Makes the first game of an evening. `about` holds its names and rules, `events` what an imported game has,
        which was `made` then (None: now).

        A game with a `key` is made once: if the key is sent again, the existing game is returned. The game's links are
        derived from the key, so it must be one that nobody can guess.
        """

    def follow(self, access: Access, about: Json, came_from: Sequence[int] = ()) -> Created | Refusal:
        """Makes the next game of the same evening. If somebody made it already, returns that one.

        `came_from` says for each player of the new game, in turn order, which player they were in the game before;
        empty: all keep their seats. In a group this decides which member sits where.
        """

    def find(self, secret: str, *, deleted: bool = False) -> Access | None:
        """The game of a link; None if the text is not a link to a game that is still kept. With `deleted`, the game of
        a link that was deleted and can be brought back."""

    def find_all(self, secrets: Collection[str], *, deleted: bool = False) -> tuple[Access, ...]:
        """The games of these links, or the `deleted` ones that can be brought back, the last changed first. If both
        links of a game are given, it is listed once, by the link that may write.

        A device returns all of its own games instead, since it knows all their links.
        """

    def evening(self, of: StoredGame) -> tuple[StoredGame, ...]:
        """All games of the same evening, this one included, in the order in which they were made. Others that were
        deleted from their group are left out."""

    def append(
        self, access: Access, seen: int, key: str, body: Json, summaries: PlayerResults | None = None
    ) -> Appended | Conflict | Refusal:
        """Adds an event after the event number `seen`, the last one that the sender knows.

        `key` is any text that the sender uses for this one tap, so that a tap sent twice counts once. `summaries` are
        those of the game with this event; None: they stay as they are. A device keeps none. Raises ValueError if
        `body` holds what JSON cannot hold.
        """

    def since(self, game_id: str, number: int = 0) -> tuple[StoredEvent, ...]:
        """The events of a game after the event of this number."""

    def describe(self, access: Access, change: Callable[[Json], Json]) -> StoredGame | Refusal:
        """Changes the names or rules of a game: `change` takes the present ones and returns the new ones."""

    def delete(self, access: Access, *, undo: bool = False) -> Refusal | None:
        """Deletes a game, or brings it back; `UNDONE_WITHIN` later it is deleted for good."""

    def renew(self, access: Access, *, leads_on: bool = True) -> Access | Refusal:
        """Replaces both links of a game. The game before, the group and the game that follows stay linked with it.

        With `leads_on`, the old links lead phones that have opened the game before to the new ones (`renewed`).
        Otherwise they, and all links before them, open nothing any more. A device refuses: nobody else has its links.
        """
        return Refusal.GONE

    def renewed(self, secrets: Collection[str], opened: Collection[str]) -> Mapping[str, str]:
        """The new link for each of these old ones that leads to one, for a phone that has `opened` the games with these
        ids."""
        return {}


class ChangeHub(Protocol):
    """Lets requests wait until a game changes."""

    def wait(self, game: str, seen: int, seconds: float, is_over: Callable[[], bool] = ...) -> Outcome:
        """Waits until the version of a game is later than `seen`, for some seconds, or until `is_over`."""


class GameStore(Protocol):
    """The games of one application."""

    @property
    def games(self) -> StoredGames:
        """The games themselves."""

    @property
    def hub(self) -> ChangeHub:
        """The hub, where requests wait until a game changes."""

    @property
    def present(self) -> Present:
        """The players whose phones have a game open."""
