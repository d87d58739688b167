"""Heavy work: which process does it, who may wait for one, and what happens if one is killed."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from io import BytesIO
from pathlib import Path
from time import sleep

import pytest
from flask import Flask
from flask.testing import FlaskClient

from webapp import create_app
from webapp.serving import request_limits, work
from webapp.serving.request_limits import WorkersBusy
from webapp.serving.workers import MAX_OF_SENDER, MAX_REQUESTS, WorkerPool

PATIENCE = 30


def own_process() -> int:
    return os.getpid()


def wait_for(path: Path) -> int:
    """Works until a file is there."""
    while not path.exists():
        sleep(0.01)
    return os.getpid()


def fail() -> None:
    raise LookupError("as it happens")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture
def pool() -> Iterator[WorkerPool]:
    """A pool of two."""
    pool = WorkerPool(2)
    yield pool
    pool.close()


@pytest.fixture
def crowd() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(20) as crowd:
        yield crowd


def until(is_so: Callable[[], bool]) -> None:
    for _ in range(100 * PATIENCE):
        if is_so():
            return
        sleep(0.01)
    pytest.fail("it never comes to that")


def test_another_process_does_the_work(pool: WorkerPool) -> None:
    assert pool.run(own_process, (), "a") != os.getpid()


def test_what_fails_there_fails_here(pool: WorkerPool) -> None:
    with pytest.raises(LookupError, match="as it happens"):
        pool.run(fail, (), "a")
    assert pool.run(own_process, (), "a")


def test_a_killed_worker_costs_one_answer(pool: WorkerPool, crowd: ThreadPoolExecutor, tmp_path: Path) -> None:
    """Neither the one that another worker is at, nor those that wait, nor any later one."""
    go = tmp_path / "go"
    other = crowd.submit(pool.run, wait_for, (go,), "other")
    until(lambda: len(pool._idle) == 1)
    waiting = [crowd.submit(pool.run, own_process, (), sender) for sender in "abc"]
    with pytest.raises(WorkersBusy):
        pool.run(die, (), "killer")
    processes = {each.result(PATIENCE) for each in waiting}
    go.touch()
    processes |= {other.result(PATIENCE), pool.run(own_process, (), "a"), pool.run(own_process, (), "b")}
    assert 2 <= len(processes) <= 3
    assert len(pool._idle) == 2


def test_a_sender_uses_one_worker_at_a_time(pool: WorkerPool, crowd: ThreadPoolExecutor, tmp_path: Path) -> None:
    go = tmp_path / "go"
    greedy = [crowd.submit(pool.run, wait_for, (go,), "greedy") for _ in range(MAX_OF_SENDER)]
    until(lambda: pool._requests["greedy"] == MAX_OF_SENDER)
    with pytest.raises(WorkersBusy):
        pool.run(own_process, (), "greedy")
    assert pool.run(own_process, (), "modest")
    go.touch()
    assert len({each.result(PATIENCE) for each in greedy}) >= 1
    assert not pool._requests


def test_what_one_sender_has_waiting_starves_nobody_else(
    pool: WorkerPool, crowd: ThreadPoolExecutor, tmp_path: Path
) -> None:
    go = tmp_path / "go"
    greedy = [crowd.submit(pool.run, wait_for, (go,), "greedy") for _ in range(MAX_OF_SENDER)]
    until(lambda: pool.queued() == MAX_OF_SENDER)
    others = [crowd.submit(pool.run, own_process, (), str(n)) for n in range(MAX_REQUESTS - MAX_OF_SENDER)]
    assert len({each.result(PATIENCE) for each in others}) == 1  # the other worker does all of it
    assert pool.queued() == MAX_OF_SENDER
    go.touch()
    assert not wait(greedy, PATIENCE).not_done
    assert pool.queued() == 0


def test_only_so_many_wait_in_all(pool: WorkerPool, crowd: ThreadPoolExecutor, tmp_path: Path) -> None:
    go = tmp_path / "go"
    waiting = [crowd.submit(pool.run, wait_for, (go,), str(sender)) for sender in range(MAX_REQUESTS)]
    until(lambda: pool._requests.total() == MAX_REQUESTS)
    with pytest.raises(WorkersBusy):
        pool.run(own_process, (), "one more")
    go.touch()
    assert not wait(waiting, PATIENCE).not_done
    assert pool.run(own_process, (), "one more")


# -- the application -------------------------------------------------------------------------------

HAND = "1236m456p23589s11z"
CASE = {"concealed": "12378m123p13488s6m"}


class FullPool:
    """A pool in which there is never room."""

    def run(self, function: object, arguments: object, sender: str) -> object:
        raise WorkersBusy

    def queued(self) -> int:
        return 0


@pytest.fixture
def full(app: Flask) -> FlaskClient:
    app.extensions[work.EXTENSION] = work.Work(FullPool())
    return app.test_client()


@pytest.mark.parametrize("path", ["/preview.png", "/preview.svg"])
def test_where_workers_are_busy_a_picture_is_refused_for_now(full: FlaskClient, path: str) -> None:
    response = full.get(f"{path}?hand={HAND}")
    assert response.status_code == 503
    assert response.headers["Retry-After"] == str(request_limits.RETRY)


@pytest.mark.parametrize("path", ["/api/waits", "/api/discards"])
def test_so_is_the_api(full: FlaskClient, path: str) -> None:
    case = CASE if path == "/api/discards" else {"concealed": "12378m123p13488s"}
    response = full.post(path, json=case)
    assert response.status_code == 503
    assert response.headers["Retry-After"] == str(request_limits.RETRY)
    assert response.get_json()["problems"][0]["code"] == "refused"


IMPORTS = {
    "/group/import": {"file": (BytesIO(b"{}"), "group.json")},
    "/game/import": {"game": "{}"},
    "/game/evening": {"games": "[]"},
}


@pytest.mark.parametrize("path", IMPORTS)
def test_games_are_read_and_replayed_by_workers_only(full: FlaskClient, path: str) -> None:
    assert full.post(path, data=IMPORTS[path]).status_code == 503
    assert full.post("/api/game", json={"rules": "house", "events": []}).status_code == 503


def test_a_tap_and_a_page_come_without_values_then(full: FlaskClient) -> None:
    tap = full.post("/score", data={"hand": HAND}, headers={"HX-Request": "true"})
    page, later = full.get(f"/?hand={HAND}"), full.get(f"/values?hand={HAND}")
    for response in (tap, page, later, full.get(f"/share?hand={HAND}")):
        assert response.status_code == 200
    for response in (tap, page, later):
        assert "data-discard=" in response.text
        assert "data-value=" not in response.text
    assert "/values?" in tap.text
    assert "/values?" not in page.text + later.text  # it is not asked for again and again


def test_values_follow_a_tap_and_are_in_its_page(client: FlaskClient) -> None:
    tap = client.post("/score", data={"hand": HAND}, headers={"HX-Request": "true"})
    assert "data-discard=" in tap.text
    assert "data-value=" not in tap.text
    later = client.get(f"/values?hand={HAND}", headers={"HX-Request": "true"})
    assert "data-value=" in later.text
    assert later.headers["HX-Replace-Url"] == tap.headers["HX-Replace-Url"]
    assert later.text in client.get(f"/?hand={HAND}").text
    known = client.post("/score", data={"hand": HAND}, headers={"HX-Request": "true"})
    assert "data-value=" in known.text
    assert "/values?" not in known.text


def test_the_same_comes_out_whoever_does_the_work() -> None:
    here, there = create_app().test_client(), create_app({"WORKERS": 1}).test_client()
    for address in (f"/?hand={HAND}", "/preview.png?hand=123m456p789s11122z"):
        assert here.get(address).data == there.get(address).data
    for asked in (CASE, CASE | {"turns": True}):
        assert here.post("/api/discards", json=asked).data == there.post("/api/discards", json=asked).data
