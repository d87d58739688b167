"""Games played from their events. The last ones asked for stay in memory, so that a request plays only what is new.

An event never changes once it is kept. So a game's id and the number of its last event determine its state, and several
processes need not tell one another anything.
"""

from collections.abc import Callable, Iterable, Iterator
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache

from webapp.formats.game import read_event, read_game
from webapp.game.events import Event
from webapp.game.log import Game, play, replay
from webapp.store import Json, StoredEvent, StoredGame

#: Games in memory, and the most events of one: an evening's long game has two hundred, and holds half a megabyte.
MAX_GAMES, MAX_GAME_EVENTS = 100, 300

Since = Callable[[str, int], tuple[StoredEvent, ...]]


class Replayed(NamedTuple):
    """A game, and the event that was added last."""

    game: Game
    last: Event | None


class GameCache:
    """The games that were asked for last."""

    def __init__(self) -> None:
        self._known: LRUCache[str, Replayed] = LRUCache(MAX_GAMES)
        self._lock = Lock()

    def now(self, kept: StoredGame, since: Since) -> Replayed:
        """A game with all events up to its head. `since` reads the events of a game after one of them."""
        with self._lock:
            known = self._known.get(kept.id)
        # A request that read its game before the last event may find a later state here.
        is_older = known is not None and known.game.length <= kept.head
        further = _further(known, _bodies(kept, since, known.game.length)) if known and is_older else None
        return self._remembered(kept, further or _played(kept.about, _bodies(kept, since, 0)))

    def forget(self) -> None:
        """Forgets all games: on a device a game may lose an event that could not be kept."""
        with self._lock:
            self._known.clear()

    def _remembered(self, kept: StoredGame, replayed: Replayed) -> Replayed:
        if replayed.game.length != kept.head or kept.head > MAX_GAME_EVENTS:
            return replayed
        with self._lock:
            if kept.id in self._known and self._known[kept.id].game.length > kept.head:
                return replayed
            self._known[kept.id] = replayed
        return replayed


def games_from(kept: StoredGame, since: Since, number: int) -> Iterator[Game]:
    """A game as it was when the event of this number was its last one, and as it was after each later event."""
    case = read_game({"rules": kept.about["rules"], "events": _bodies(kept, since, 0)}, is_stored=True)
    game = replay(case.rules, case.events[:number]).game
    yield game
    for event in case.events[number:]:
        game = play(game, event).game
        yield game


def _bodies(kept: StoredGame, since: Since, number: int) -> list[Json]:
    """The events after the one of this number, up to the head that the request has seen."""
    if number == kept.head:
        return []
    return [event.body for event in since(kept.id, number) if event.number <= kept.head]


def _played(about: Json, bodies: list[Json]) -> Replayed:
    case = read_game({"rules": about["rules"], "events": bodies}, is_stored=True)
    played = replay(case.rules, case.events)
    return Replayed(played.game, played.kept[-1] if played.kept else None)


def _further(known: Replayed, bodies: Iterable[Json]) -> Replayed | None:
    """The game with more events; None if one cannot be read or played. Then the whole log has to be replayed."""
    game, last = known
    for body in bodies:
        event = read_event("", body, game.rules, [])
        played = play(game, event) if event else None
        if played is None or played.problems:
            return None
        game, last = played.game, played.event
    return Replayed(game, last)
