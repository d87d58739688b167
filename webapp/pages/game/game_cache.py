"""Games played from their events. The last ones asked for stay in memory, so that a request plays only what is new.

An event never changes once it is kept. So a game's id and the number of its last event determine its state, and several
processes need not tell one another anything: one that has an older state plays what follows.
"""

from collections.abc import Callable, Iterable, Iterator
from threading import Lock
from typing import NamedTuple

from cachetools import LRUCache

from webapp.formats.game import read_event, read_stored_game
from webapp.game.events import Event
from webapp.game.log import Game, play, replay
from webapp.store import Json, StoredEvent, StoredGame

#: The bytes of all games in memory, about. A game of 200 events has half a megabyte, one of 2,000 hands 20. One that
#: was amended as often as possible has 93, so there is a place for any game.
MAX_BYTES = 100_000_000
#: The bytes of an event with its hand and the state after it, and of a hand in the list that a state has of them.
EVENT_BYTES, POINTER_BYTES = 2_200, 8
#: How many earlier states of a game stay in memory, for taps that were entered without the last events.
MAX_EARLIER = 8

Since = Callable[[str, int], tuple[StoredEvent, ...]]


class Replayed(NamedTuple):
    """A game, the event that was added last, and the game as it was before the last events, the newest last."""

    game: Game
    last: Event | None
    earlier: tuple[Game, ...] = ()

    def after(self, game: Game, event: Event) -> "Replayed":
        """The game with one more event."""
        return Replayed(game, event, (*self.earlier, self.game)[-MAX_EARLIER:])


def size_of(replayed: Replayed) -> int:
    """The bytes that a game takes in memory, about."""
    game, hands = replayed.game, POINTER_BYTES * len(replayed.game.state.hands)
    # The states of the line have half of the hands on average; those that were replayed may have all.
    return (game.length + 1) * (EVENT_BYTES + hands // 2) + game.replayed * (EVENT_BYTES + hands)


class GameCache:
    """The games that were asked for last."""

    def __init__(self, most: int = MAX_BYTES) -> None:
        self._known: LRUCache[str, Replayed] = LRUCache(most, size_of)
        self._lock = Lock()

    def now(self, kept: StoredGame, since: Since) -> Replayed:
        """A game with all events up to its head. `since` reads the events of a game after one of them."""
        return self._remembered(kept.id, self._at(kept, since, kept.head))

    def games_from(self, kept: StoredGame, since: Since, number: int) -> Iterator[Game]:
        """A game as it was when the event of this number was its last one, and as it was after each later event."""
        replayed = self._at(kept, since, min(number, kept.head))
        yield replayed.game
        for body in _bodies(kept, since, number, kept.head):
            further = _further(replayed, [body])
            if further is None:
                return
            replayed = further
            yield replayed.game

    def add(self, game_id: str, game: Game, event: Event) -> None:
        """Remembers a game after an event that was played and kept, so that the next request need not play it again."""
        with self._lock:
            known = self._known.get(game_id)
        if known and known.game.length == game.length - 1:
            self._remembered(game_id, known.after(game, event))

    def _at(self, kept: StoredGame, since: Since, number: int) -> Replayed:
        with self._lock:
            known = self._known.get(kept.id)
        if known and known.game.length > number:
            # Somebody has not seen the last events. The last one that they have seen is read and played, to be known.
            earlier = next((game for game in reversed(known.earlier) if game.length < number), None)
            known = Replayed(earlier, None) if earlier else None
        if known and known.game.length == number:
            return known
        further = _further(known, _bodies(kept, since, known.game.length, number)) if known else None
        return further or _played(kept.about, _bodies(kept, since, 0, number))

    def forget(self) -> None:
        """Forgets all games: on a device a game may lose an event that could not be kept."""
        with self._lock:
            self._known.clear()

    def _remembered(self, game_id: str, replayed: Replayed) -> Replayed:
        with self._lock:
            known = self._known.get(game_id)
            is_newest = known is None or known.game.length <= replayed.game.length
            if is_newest and size_of(replayed) <= self._known.maxsize:
                self._known[game_id] = replayed
        return replayed


def _bodies(kept: StoredGame, since: Since, after: int, number: int) -> list[Json]:
    """The events after one of them, up to the one of this number."""
    return [event.body for event in since(kept.id, after) if event.number <= number] if after < number else []


def _played(about: Json, bodies: list[Json]) -> Replayed:
    case = read_stored_game(about["rules"], bodies)
    played = replay(case.rules, case.events)
    return Replayed(played.game, played.kept[-1] if played.kept else None)


def _further(known: Replayed, bodies: Iterable[Json]) -> Replayed | None:
    """The game with more events; None if one cannot be read or played. Then the whole log has to be replayed."""
    for body in bodies:
        event = read_event("", body, known.game.rules, [])
        played = play(known.game, event) if event else None
        if played is None or played.problems:
            return None
        known = known.after(played.game, played.event)
    return known
