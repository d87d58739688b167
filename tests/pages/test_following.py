"""A phone follows a game by a GET that waits: who is answered when, with what, and who is not kept waiting.

No test sleeps: a request that is asked for has registered before the change that wakes it, or is answered all the same.
"""

import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path

import pytest
from flask import Flask
from werkzeug.test import TestResponse

from webapp import create_app
from webapp.serving.fairness import THREAD, Payer
from webapp.store import Created, Outcome, Store
from webapp.store.live import Hub

LONG = {"Prefer": "wait=9999"}
SHORT = {"Prefer": "wait=0"}


@pytest.fixture
def app(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Flask]:
    app = create_app({"TESTING": True, "DATABASE": str(tmp_path / "games.db"), "WAITERS": 8})
    yield app
    app.extensions["store"].close()


@pytest.fixture
def store(app: Flask) -> Store:
    store: Store = app.extensions["store"]
    return store


@pytest.fixture
def game(store: Store) -> Created:
    made = store.games.create({"names": ["A", "B", "C", "D"], "rules": {"preset": "house"}})
    assert isinstance(made, Created)
    return made


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The seconds for which requests wanted to wait; none of them does."""
    seconds: list[float] = []

    def wait(_self: Hub, _game: str, _seen: int, longest: float, _has_gone: object) -> Outcome:
        seconds.append(longest)
        return Outcome.SAME

    monkeypatch.setattr(Hub, "wait", wait)
    return seconds


def ask(app: Flask, secret: str, version: int | str, page: str = "", **headers: str) -> TestResponse:
    """What a phone asks that shows this version."""
    return app.test_client().get(
        f"/game/{secret}{page}", headers={"If-None-Match": f'W/"{version}"', "HX-Request": "true", **headers}
    )


def append(store: Store, secret: str) -> None:
    access = store.games.find(secret)
    assert access
    store.games.append(access, access.game.head, f"key {access.game.head}", {"type": "riichi", "player": 0})


@pytest.mark.parametrize("page", ["", "/course", "/result", "/news"])
def test_a_page_that_is_not_the_newest_is_answered_at_once(
    app: Flask, game: Created, store: Store, waits: list[float], page: str
) -> None:
    append(store, game.player)
    for secret in (game.player, game.onlooker):
        answer = ask(app, secret, 1, page, **LONG)
        assert (answer.status_code, answer.headers["ETag"]) == (200, 'W/"2"')
        assert answer.headers["HX-Trigger"] == "follow"
        assert r"W/\"2\"" in answer.text
    assert not waits


def test_nothing_new_is_304_after_as_long_as_the_phone_would_wait_but_no_longer_than_may_be(
    app: Flask, game: Created, waits: list[float]
) -> None:
    for wait in ("wait=7", "wait=9999"):
        answer = ask(app, game.player, 1, Prefer=wait)
        assert (answer.status_code, answer.data) == (304, b"")
        assert (answer.headers["ETag"], answer.headers["HX-Trigger"]) == ('W/"1"', "follow")
    assert waits == [7, 25]


@pytest.mark.parametrize("prefer", ["", "wait=", "wait=-1", "wait=x", "wait=1e9", "respond-async", "wait=٣"])
def test_a_phone_that_does_not_say_how_long_does_not_wait(
    app: Flask, game: Created, waits: list[float], prefer: str
) -> None:
    answer = ask(app, game.player, 1, Prefer=prefer)
    assert answer.status_code == 304
    assert "HX-Trigger" not in answer.headers
    assert waits == [0]


@pytest.mark.parametrize("seen", ["", "x", "0", "99", "1:br"])
def test_a_version_that_never_was_is_out_of_date(app: Flask, game: Created, waits: list[float], seen: str) -> None:
    assert ask(app, game.player, seen, **LONG).status_code == 200
    assert not waits


def test_a_browser_that_loads_the_page_does_not_wait(app: Flask, game: Created, waits: list[float]) -> None:
    assert app.test_client().get(f"/game/{game.player}", headers=LONG).status_code == 200
    assert not waits


def test_a_link_to_no_game_is_answered_at_once(app: Flask, game: Created, store: Store, waits: list[float]) -> None:
    access = store.games.find(game.player)
    assert access
    store.games.delete(access)
    for secret in (game.player, game.onlooker, "x" * 22, "x"):
        assert ask(app, secret, 1, **LONG).status_code == 404
    assert not waits


class Asked:
    """Counts those who wait in the hub, and says when one does."""

    def __init__(self, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
        self.semaphore = threading.Semaphore(0)
        versions = type(store.games).versions

        def told(games: object, ids: object) -> dict[str, int]:
            found = versions(games, ids)  # type: ignore[arg-type]
            if threading.current_thread().name != "watch":
                self.semaphore.release()
            return found

        monkeypatch.setattr(type(store.games), "versions", told)

    def wait(self) -> None:
        """Returns once one more waits."""
        assert self.semaphore.acquire(timeout=30)


@pytest.fixture
def asked(store: Store, monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(store, monkeypatch)


def asking(pool: ThreadPoolExecutor, app: Flask, secret: str) -> Future[TestResponse]:
    return pool.submit(ask, app, secret, 1, "", **LONG)


def test_an_event_answers_all_who_wait_for_its_game(app: Flask, game: Created, store: Store, asked: Asked) -> None:
    with ThreadPoolExecutor(4) as pool:
        waiting = [asking(pool, app, secret) for secret in (game.player, game.onlooker) for _ in range(2)]
        for _ in waiting:
            asked.wait()
        append(store, game.player)
        answers = [each.result(30) for each in waiting]
    assert [(answer.status_code, answer.headers["ETag"]) for answer in answers] == [(200, 'W/"2"')] * 4
    assert all('data-points="24000"' in answer.text for answer in answers)


def test_one_more_than_may_wait_is_answered_at_once_and_asks_again_later(
    app: Flask, game: Created, store: Store, asked: Asked
) -> None:
    with ThreadPoolExecutor(8) as pool:
        waiting = [asking(pool, app, game.player) for _ in range(8)]
        for _ in waiting:
            asked.wait()
        refused = ask(app, game.player, 1, **LONG)
        append(store, game.player)
        assert [each.result(30).status_code for each in waiting] == [200] * 8
    assert refused.status_code == 304
    assert "HX-Trigger" not in refused.headers


def test_a_phone_that_has_gone_waits_no_longer(app: Flask, game: Created, store: Store) -> None:
    gone = {"waitress.client_disconnected": lambda: True}
    headers = {"If-None-Match": 'W/"1"', **LONG}
    answer = app.test_client().get(f"/game/{game.player}", headers=headers, environ_overrides=gone)
    assert answer.status_code == 304
    assert store.hub.waiting() == 0


def test_who_waits_lets_others_be_worked_on_and_is_not_charged(
    app: Flask, game: Created, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []

    class Turns:
        def let_in(self, _payer: Payer) -> None:
            told.append("in")

        def go_on(self, _payer: Payer) -> None:
            told.append("on")

    def wait(*_arguments: object) -> Outcome:
        told.append("waits")
        return Outcome.SAME

    monkeypatch.setattr(Hub, "wait", wait)
    monkeypatch.setattr(THREAD, "turns", Turns())
    ask(app, game.player, 1, **LONG)
    assert told == ["in", "waits", "on"]
    assert THREAD.charged == 0
