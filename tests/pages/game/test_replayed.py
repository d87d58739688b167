"""Games in memory: however the requests come, they show what a replay of the whole log shows."""

import json
import tracemalloc
from datetime import UTC, datetime
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.game.games import HOUSE, corrected_logs, ron
from webapp.formats.game import event_json
from webapp.formats.rules import game_rules_json
from webapp.game.events import Amend, Draw, Event, Riichi, Undo
from webapp.game.log import play, replay
from webapp.game.rules import GameRules
from webapp.pages.game.game_cache import MAX_EARLIER, GameCache, Replayed, size_of
from webapp.store import StoredEvent, StoredGame

NOW = datetime(2026, 1, 1, tzinfo=UTC)
#: A hand after which the dealer repeats, so that a game never ends.
DRAWN = Draw(tenpai=frozenset(range(4)))


class Kept:
    """A log as the store keeps it, and how many events were read."""

    def __init__(self, rules: GameRules, log: list[Event]) -> None:
        self.rules, self.log = rules, list(replay(rules, log).kept)
        self.read = 0

    def at(self, head: int) -> StoredGame:
        about = written({"rules": game_rules_json(self.rules)})
        return StoredGame("game", head, head + 1, about, "game", None, NOW, NOW)

    def since(self, _game: str, number: int) -> tuple[StoredEvent, ...]:
        found = [StoredEvent(n, NOW, written(event_json(event))) for n, event in enumerate(self.log, 1) if n > number]
        self.read += len(found)
        return tuple(found)


def written(value: object) -> Any:
    """A value as JSON gives it back."""
    return json.loads(json.dumps(value))


@given(log=corrected_logs(), data=st.data())
def test_a_game_in_memory_is_the_whole_log_played(log: tuple[GameRules, list[Event]], data: st.DataObject) -> None:
    kept, cache = Kept(*log), GameCache()
    for head in data.draw(st.lists(st.integers(0, len(kept.log)), min_size=1, max_size=6)):
        whole = replay(kept.rules, kept.log[:head])
        found = cache.now(kept.at(head), kept.since)
        assert found.game == whole.game
        assert found.last == (whole.kept[-1] if whole.kept else None)
        wanted = [replay(kept.rules, kept.log[:number]).game for number in range(head // 2, head + 1)]
        assert list(cache.games_from(kept.at(head), kept.since, head // 2)) == wanted
        number = data.draw(st.integers(0, head))
        assert next(cache.games_from(kept.at(head), kept.since, number)) == replay(kept.rules, kept.log[:number]).game
        if head < len(kept.log) and data.draw(st.booleans()):
            cache.add("game", *play(found.game, kept.log[head])[:2])


def test_only_new_events_are_read() -> None:
    kept, cache = Kept(HOUSE, [Riichi(0), ron(0, 1), Undo(), ron(2, 1)]), GameCache()
    cache.now(kept.at(3), kept.since)
    assert kept.read == 4
    for _ in range(3):
        cache.now(kept.at(4), kept.since)
    assert kept.read == 5


def test_an_event_that_cannot_be_played_ends_the_game_there() -> None:
    kept, cache = Kept(HOUSE, [Riichi(0), Riichi(1)]), GameCache()
    cache.now(kept.at(1), kept.since)
    kept.log.insert(1, Riichi(0))
    for _ in range(2):
        assert cache.now(kept.at(3), kept.since).game == replay(HOUSE, [Riichi(0)]).game


def test_the_phone_that_enters_an_event_and_those_that_missed_a_few_read_none_or_one() -> None:
    kept, cache = Kept(HOUSE, [DRAWN] * 20), GameCache()
    game = cache.now(kept.at(10), kept.since).game
    for head in range(10, 20):
        played = play(game, kept.log[head])
        cache.add("game", played.game, played.event)
        game = played.game
    kept.read = 0
    assert cache.now(kept.at(20), kept.since).game is game
    assert kept.read == 0
    assert next(cache.games_from(kept.at(20), kept.since, 20 - MAX_EARLIER + 1)) == replay(HOUSE, kept.log[:13]).game
    assert kept.read == MAX_EARLIER  # the database gives all that follow; one is played
    assert next(cache.games_from(kept.at(20), kept.since, 3)) == replay(HOUSE, kept.log[:3]).game


def test_games_that_nobody_asks_for_are_forgotten() -> None:
    kept = Kept(HOUSE, [Riichi(0)] * 1)
    first = kept.at(1)
    cache = GameCache(3 * size_of(GameCache().now(first, kept.since)))
    cache.now(first, kept.since)
    for number in range(3):
        cache.now(StoredGame(str(number), *list(vars(first).values())[1:]), kept.since)
    kept.read = 0
    cache.now(first, kept.since)
    assert kept.read == 1


def test_the_size_of_a_game_is_known_however_it_was_amended() -> None:
    hands: list[Event] = [DRAWN] * 400
    amended = Amend(300, Draw(tenpai=frozenset({0, 1})))
    for log in (hands, [*hands, *[amended] * 20]):
        events = replay(HOUSE, log).kept  # what all states share is there before
        tracemalloc.start()
        game = replay(HOUSE, events).game
        taken = tracemalloc.get_traced_memory()[0]
        tracemalloc.stop()
        assert taken < size_of(Replayed(game, None)) < 2 * taken


def test_a_game_that_is_larger_than_the_memory_is_played_each_time() -> None:
    kept, cache = Kept(HOUSE, [Riichi(0)]), GameCache(1)
    for _ in range(2):
        assert cache.now(kept.at(1), kept.since).game.length == 1
    assert kept.read == 2
