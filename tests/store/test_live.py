"""Waiting for a change: who is woken, by whom, and what it holds meanwhile.

No test sleeps: a game whose version was asked for has its waiter registered, so a change from then on must wake it.
A wake that is lost shows as SAME after `LONG` seconds.
"""

import multiprocessing
import threading
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import closing, contextmanager
from itertools import islice
from random import Random
from threading import Semaphore, Thread
from time import sleep
from typing import Any

import psycopg
import pytest

from tests.store.cluster import Cluster
from tests.store.conftest import ABOUT, Open, begin, reach
from webapp.store import Access, Appended, Conflict, Outcome, Reason, UnavailableError, live, watch
from webapp.store.database import Database
from webapp.store.games import Games
from webapp.store.live import Hub
from webapp.store.rows import CHANNEL

LONG = 30.0
SLOTS = 20


class Asked(Games):
    """Games that say when a waiting request has asked its question and holds no connection any more."""

    asked: Semaphore

    def versions(self, ids: object) -> dict[str, int]:
        answer = super().versions(ids)  # type: ignore[arg-type]
        if threading.current_thread().name != "watch":
            self.asked.release()
        return answer


@pytest.fixture
def games(address: str) -> Iterator[Asked]:
    games = Asked(Database(address))
    games.asked = Semaphore(0)
    yield games
    games.database.close()


@contextmanager
def hub_of(games: Games, slots: int = SLOTS, linger: float = LONG) -> Iterator[Hub]:
    hub = Hub(games, slots, linger)
    yield hub
    hub.close()


@pytest.fixture
def hub(games: Asked) -> Iterator[Hub]:
    with hub_of(games) as hub:
        yield hub


@pytest.fixture
def pool() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(SLOTS) as pool:
        yield pool


Wait = Callable[[Access], Future[Outcome]]


@pytest.fixture
def wait(hub: Hub, games: Asked, pool: ThreadPoolExecutor) -> Wait:
    """Starts to wait for a game in a thread, and returns once that request is registered and has asked."""

    def wait(access: Access) -> Future[Outcome]:
        waiting = pool.submit(hub.wait, access.game.id, access.game.version, LONG)
        assert games.asked.acquire(timeout=LONG)
        return waiting

    return wait


def append(games: Games, access: Access) -> None:
    """Adds an event after the last one."""
    head = reach(games, access.secret).game.head
    assert isinstance(games.append(access, head, f"key {head}", {}), Appended)


# -- in one process --------------------------------------------------------------------------------


def test_an_event_wakes_all_who_wait_for_its_game_and_nobody_else(games: Asked, hub: Hub, wait: Wait) -> None:
    access, other = begin(games), begin(games)
    waiting = [wait(access) for _ in range(4)]
    elsewhere = wait(other)
    append(games, access)
    assert [each.result(LONG) for each in waiting] == [Outcome.CHANGED] * 4
    assert not elsewhere.done()
    assert hub.waiting() == 1
    append(games, other)
    assert elsewhere.result(LONG) is Outcome.CHANGED


def test_whatever_a_phone_has_to_show_wakes_it(games: Asked, wait: Wait) -> None:
    access = begin(games)
    changes: list[Callable[[], object]] = [
        lambda: games.describe(access, lambda about: {**about, "names": ["A"]}),
        lambda: games.follow(access, ABOUT),
        lambda: games.delete(access),
    ]
    for change in changes:
        waiting = wait(reach(games, access.secret))
        change()
        assert waiting.result(LONG) is Outcome.CHANGED


def test_what_changes_nothing_wakes_nobody(games: Asked, wait: Wait) -> None:
    access = begin(games)
    append(games, access)
    waiting = wait(reach(games, access.secret))
    assert games.append(access, 0, "key 0", {}) == Appended(1, is_new=False)
    assert isinstance(games.append(access, 0, "late", {}), Conflict)
    assert not waiting.done()
    append(games, access)
    assert waiting.result(LONG) is Outcome.CHANGED


def test_whoever_has_not_seen_the_latest_does_not_wait(games: Asked, hub: Hub) -> None:
    access = begin(games)
    append(games, access)
    assert hub.wait(access.game.id, access.game.version, LONG) is Outcome.CHANGED
    seen = reach(games, access.secret).game.version
    games.delete(access)
    assert hub.wait(access.game.id, seen, LONG) is Outcome.CHANGED


def test_waiting_ends_by_itself(games: Asked, hub: Hub) -> None:
    access = begin(games)
    assert hub.wait(access.game.id, access.game.version, 0.0) is Outcome.SAME
    assert hub.wait(access.game.id, access.game.version, 0.001) is Outcome.SAME
    assert hub.waiting() == 0


def test_one_more_than_may_wait_is_refused_at_once_and_the_next_free_place_is_taken(games: Asked) -> None:
    access = begin(games)
    with hub_of(games, slots=2) as hub, ThreadPoolExecutor(2) as pool:
        waiting = [pool.submit(hub.wait, access.game.id, access.game.version, LONG) for _ in range(2)]
        assert all(games.asked.acquire(timeout=LONG) for _ in waiting)
        assert hub.wait(access.game.id, access.game.version, LONG) is Outcome.REFUSED
        append(games, access)
        assert [each.result(LONG) for each in waiting] == [Outcome.CHANGED] * 2
        assert hub.wait(access.game.id, access.game.version, LONG) is Outcome.CHANGED


def test_places_are_shared_by_the_games_that_are_followed(games: Asked) -> None:
    """A game with many phones gives places up to others, one by one, until it has as many as they."""
    crowded, other = begin(games), begin(games)
    with hub_of(games, slots=4) as hub, ThreadPoolExecutor(8) as pool:

        def wait(access: Access) -> Future[Outcome]:
            waiting = pool.submit(hub.wait, access.game.id, access.game.version, LONG)
            assert games.asked.acquire(timeout=LONG)
            return waiting

        crowd = [wait(crowded) for _ in range(4)]
        waiting = [wait(other), wait(other)]
        left = list(islice(as_completed(crowd, timeout=LONG), 2))
        assert [each.result() for each in left] == [Outcome.REFUSED] * 2
        assert hub.wait(other.game.id, other.game.version, LONG) is Outcome.REFUSED
        assert hub.waiting() == 4
        append(games, other)
        append(games, crowded)
        assert {each.result(LONG) for each in (*crowd, *waiting) if each not in left} == {Outcome.CHANGED}


def is_watched(others: set[Thread]) -> bool:
    """Whether a thread that is none of the others watches."""
    return "watch" in {thread.name for thread in threading.enumerate() if thread not in others}


def test_where_nobody_may_wait_nobody_does_and_no_thread_is_started(games: Asked) -> None:
    access = begin(games)
    others = set(threading.enumerate())
    with hub_of(games, slots=0) as hub:
        assert hub.wait(access.game.id, access.game.version, LONG) is Outcome.REFUSED
        assert not is_watched(others)


def test_the_thread_starts_when_a_game_is_first_followed(games: Asked, hub: Hub) -> None:
    access = begin(games)
    others = set(threading.enumerate())
    append(games, access)
    assert not is_watched(others)
    hub.wait(access.game.id, access.game.version, LONG)
    assert is_watched(others)
    hub.close()
    assert not is_watched(others)


def test_a_waiting_request_holds_no_connection(games: Asked, wait: Wait) -> None:
    access = begin(games)
    waiting = [wait(access) for _ in range(SLOTS)]
    pool = games.database.engine.pool
    # The watch may be asking just now.
    assert pool.checkedout() <= 1 < pool.size() < len(waiting)  # type: ignore[attr-defined]
    append(games, access)
    assert {each.result(LONG) for each in waiting} == {Outcome.CHANGED}


def test_a_closed_hub_lets_everybody_go(games: Asked, hub: Hub, wait: Wait) -> None:
    access = begin(games)
    waiting = [wait(access) for _ in range(3)]
    hub.close()
    assert [each.result(LONG) for each in waiting] == [Outcome.SAME] * 3
    assert hub.wait(access.game.id, access.game.version, LONG) is Outcome.SAME


def test_a_request_that_cannot_ask_gives_its_place_back(games: Asked, monkeypatch: pytest.MonkeyPatch) -> None:
    access = begin(games)

    def broken(ids: object) -> dict[str, int]:
        raise UnavailableError(Reason.UNREACHABLE)

    with hub_of(games, slots=1) as hub:
        with monkeypatch.context() as patch:
            patch.setattr(games, "versions", broken)
            for _ in range(2):
                with pytest.raises(UnavailableError):
                    hub.wait(access.game.id, access.game.version, LONG)
        assert hub.wait(access.game.id, access.game.version, 0.0) is Outcome.SAME


def test_no_wake_is_lost_among_many_who_write_and_wait(games: Asked, hub: Hub, pool: ThreadPoolExecutor) -> None:
    """Each follower asks again from where it is, as a phone does, until it has seen all."""
    played = [begin(games) for _ in range(3)]
    events = 20

    def follow(access: Access) -> None:
        seen = access.game.version
        while seen < events + 1:
            assert hub.wait(access.game.id, seen, LONG) is Outcome.CHANGED
            seen = reach(games, access.secret).game.version

    def play(access: Access) -> None:
        for _ in range(events):
            append(games, access)

    followers = [pool.submit(follow, access) for access in played for _ in range(4)]
    players = [pool.submit(play, access) for access in played]
    for done in (*followers, *players):
        done.result(10 * LONG)


# -- across processes ------------------------------------------------------------------------------


def test_an_event_of_another_process_wakes(games: Asked, wait: Wait, address: str, open_games: Open) -> None:
    access = begin(games)
    elsewhere = open_games(address)
    for change in (append, append, lambda games, access: games.delete(access)):
        waiting = wait(reach(games, access.secret))
        change(elsewhere, access)
        assert waiting.result(LONG) is Outcome.CHANGED


def play(address: str, secret: str, events: int) -> None:
    """What another process does: adds events that a follower has to see."""
    games = Games(Database(address))
    access = reach(games, secret)
    for _ in range(events):
        append(games, access)
    games.database.close()


def test_a_process_of_its_own_is_followed_to_its_last_event(games: Asked, hub: Hub, address: str) -> None:
    access = begin(games)
    events = 10
    other = multiprocessing.get_context("spawn").Process(target=play, args=(address, access.secret, events))
    other.start()
    seen = access.game.version
    while seen < events + 1:
        assert hub.wait(access.game.id, seen, LONG) is Outcome.CHANGED
        seen = reach(games, access.secret).game.version
    other.join(LONG)
    assert other.exitcode == 0


def test_the_watch_goes_when_nobody_waits_and_comes_back(
    games: Asked, address: str, open_games: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened, closed = Semaphore(0), Semaphore(0)
    for kind in (watch.SqliteWatch, watch.PostgresqlWatch):
        begins, close = kind.__init__, kind.close

        def opening(self: watch.SqliteWatch, *given: Any, begins: Callable[..., None] = begins) -> None:
            begins(self, *given)
            opened.release()

        def closing(self: watch.SqliteWatch, close: Callable[..., None] = close) -> None:
            close(self)
            closed.release()

        monkeypatch.setattr(kind, "__init__", opening)
        monkeypatch.setattr(kind, "close", closing)
    access = begin(games)
    elsewhere = open_games(address)

    def write() -> None:
        opened.acquire(timeout=LONG)  # an earlier change would be seen without a watch
        append(elsewhere, access)

    with hub_of(games, linger=0) as hub:
        for _ in range(2):
            seen = reach(games, access.secret).game.version
            writer = Thread(target=write)
            writer.start()
            assert hub.wait(access.game.id, seen, LONG) is Outcome.CHANGED
            writer.join()
            assert closed.acquire(timeout=LONG)


class BreaksDown:
    """A watch that works for some looks, then loses its database."""

    def __init__(self, watched: watch.Watch, looks: int) -> None:
        self.watched, self.looks = watched, looks

    def changes(self, followed: watch.Followed) -> Mapping[str, int]:
        self.looks -= 1
        if self.looks < 0:
            raise UnavailableError(Reason.UNREACHABLE)
        return self.watched.changes(followed)

    def close(self) -> None:
        self.watched.close()


def test_a_watch_that_breaks_down_misses_nothing(
    games: Asked, hub: Hub, address: str, open_games: Open, pool: ThreadPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    random, whole = Random(1), watch.watch

    def fragile(games: Games, pause: Callable[[float], object]) -> watch.Watch:
        if random.random() < 0.3:
            raise UnavailableError(Reason.UNREACHABLE)
        return BreaksDown(whole(games, pause), random.randrange(3))

    monkeypatch.setattr(live, "watch", fragile)
    monkeypatch.setattr(live, "RETRY", 0.0)
    access = begin(games)
    elsewhere = open_games(address)
    for _ in range(8):
        seen = reach(games, access.secret).game.version
        writing = pool.submit(append, elsewhere, access)
        assert hub.wait(access.game.id, seen, LONG) is Outcome.CHANGED
        writing.result(LONG)


def test_a_watch_that_fails_in_any_way_begins_again(
    games: Asked, wait: Wait, address: str, open_games: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole, failures = watch.watch, [KeyError("a fault of ours"), UnicodeDecodeError("utf-8", b"\xff", 0, 1, "theirs")]

    def faulty(games: Games, pause: Callable[[float], object]) -> watch.Watch:
        if failures:
            raise failures.pop()
        return whole(games, pause)

    monkeypatch.setattr(live, "watch", faulty)
    monkeypatch.setattr(live, "RETRY", 0.0)
    access = begin(games)
    waiting = wait(access)
    append(open_games(address), access)
    assert waiting.result(LONG) is Outcome.CHANGED
    assert not failures


@pytest.mark.parametrize(
    "payload", ["", " ", "no-version", "{game} x", "{game} -1", "{game} 1 2", "{game} 9" + "9" * 30]
)
def test_no_notification_ends_the_watch_or_makes_it_wrong(cluster: Cluster, open_games: Open, payload: str) -> None:
    """Whoever reaches the database can notify."""
    address = cluster.database()
    games = open_games(address)
    access = begin(games)
    watched = watch.watch(games, sleep)
    followed = [access.game.id]
    with closing(watched), psycopg.connect(address, autocommit=True) as stranger:
        assert watched.changes(lambda: followed) == {access.game.id: 1}
        stranger.execute("SELECT pg_notify(%s, %s)", [CHANNEL, payload.format(game=access.game.id)])
        assert watched.changes(lambda: followed) in ({}, {access.game.id: 1})
        append(games, access)
        assert watched.changes(lambda: followed) == {access.game.id: 2}
