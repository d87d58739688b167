"""Processes that think: who may wait for one, in which order, and what happens to a thought that nobody wants."""

import os
import signal
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from time import sleep

import pytest
from flask import Flask
from flask.testing import FlaskClient

from webapp import create_app
from webapp.serving import thinkers, thinking
from webapp.serving.thinkers import MOST_WAITING, Busy, Thinkers

PATIENCE = 30


def own_process() -> int:
    return os.getpid()


def wait_for(path: Path) -> str:
    """Thinks until a file is there."""
    while not path.exists():
        sleep(0.01)
    return path.read_text()


def note(path: Path, name: str) -> None:
    with path.open("a") as file:
        file.write(f"{name} ")


def fail() -> None:
    raise LookupError("as it happens")


def die() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


@pytest.fixture
def one() -> Iterator[Thinkers]:
    """A single process."""
    found = Thinkers(1)
    yield found
    found.end()


@pytest.fixture
def crowd() -> Iterator[ThreadPoolExecutor]:
    with ThreadPoolExecutor(20) as found:
        yield found


def until(is_so: Callable[[], bool]) -> None:
    for _ in range(100 * PATIENCE):
        if is_so():
            return
        sleep(0.01)
    pytest.fail("it never comes to that")


def test_a_thought_is_thought_elsewhere(one: Thinkers) -> None:
    process, seconds = one.think(own_process, ())
    assert process != os.getpid()
    assert 0 <= seconds < PATIENCE
    assert one.think(own_process, ())[0] == process


def test_what_fails_there_fails_here(one: Thinkers) -> None:
    with pytest.raises(LookupError, match="as it happens"):
        one.think(fail, ())
    assert one.think(own_process, ())


def test_a_process_that_dies_is_replaced(one: Thinkers) -> None:
    before = one.think(own_process, ())[0]
    with pytest.raises(Busy):
        one.think(die, ())
    assert one.think(own_process, ())[0] != before


def test_a_thought_that_nobody_wants_any_more_is_dropped(
    one: Thinkers, crowd: ThreadPoolExecutor, tmp_path: Path
) -> None:
    has_gone: list[bool] = []
    before = one.think(own_process, ())[0]
    thought = crowd.submit(one.think, wait_for, (tmp_path / "never",), 0.0, lambda: not has_gone)
    has_gone.append(True)
    with pytest.raises(Busy):
        thought.result(PATIENCE)
    assert one.think(own_process, ())[0] == before


def test_so_is_one_that_takes_too_long(one: Thinkers, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(thinkers, "LONGEST", 0.1)
    with pytest.raises(Busy):
        one.think(wait_for, (tmp_path / "never",))


def test_who_has_used_little_goes_first_and_too_many_are_refused(
    one: Thinkers, crowd: ThreadPoolExecutor, tmp_path: Path
) -> None:
    thought = crowd.submit(one.think, wait_for, (tmp_path / "go",))
    until(lambda: not one._free)
    noted = tmp_path / "noted"

    def ask(used: float) -> Future[tuple[object, float]]:
        """A question that waits already, unless too many do."""
        before = len(one._waiting)
        asked = crowd.submit(one.think, note, (noted, f"{used:g}"), 1000.0 * used)
        until(lambda: len(one._waiting) > min(before, MOST_WAITING - 1))
        return asked

    # As many as may wait, and one more who has used less.
    asked = {used: ask(used) for used in [*range(2, MOST_WAITING + 2), 1]}
    with pytest.raises(Busy):
        asked[MOST_WAITING + 1].result(PATIENCE)
    with pytest.raises(Busy):
        one.think(note, (noted, "too late"), 10_000.0)
    (tmp_path / "go").touch()
    assert thought.result(PATIENCE)
    for used in range(1, MOST_WAITING + 1):
        asked[used].result(PATIENCE)
    assert noted.read_text().split() == [str(used) for used in range(1, MOST_WAITING + 1)]


# -- the application -------------------------------------------------------------------------------

HAND = "1236m456p23589s11z"
CASE = {"concealed": "12378m123p13488s6m"}


class FullMind(thinking.Mind):
    """One in which there is never room."""

    def think(self, function: object, arguments: object) -> object:
        raise thinking.Full


@pytest.fixture
def full(app: Flask) -> FlaskClient:
    app.extensions[thinking.EXTENSION] = FullMind(0)
    return app.test_client()


@pytest.mark.parametrize("path", ["/preview.png", "/preview.svg"])
def test_where_too_many_think_a_picture_is_refused_for_now(full: FlaskClient, path: str) -> None:
    response = full.get(f"{path}?hand={HAND}")
    assert response.status_code == 503
    assert response.headers["Retry-After"] == str(thinking.RETRY)


@pytest.mark.parametrize("path", ["/api/waits", "/api/discards"])
def test_so_is_the_api(full: FlaskClient, path: str) -> None:
    case = CASE if path == "/api/discards" else {"concealed": "12378m123p13488s"}
    response = full.post(path, json=case)
    assert response.status_code == 503
    assert response.headers["Retry-After"] == str(thinking.RETRY)
    assert response.get_json()["problems"][0]["code"] == "refused"


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


def test_the_same_comes_out_whoever_thinks() -> None:
    here, there = create_app().test_client(), create_app({"THINKERS": 1}).test_client()
    for address in (f"/?hand={HAND}", "/preview.png?hand=123m456p789s11122z"):
        assert here.get(address).data == there.get(address).data
    for asked in (CASE, CASE | {"turns": True}):
        assert here.post("/api/discards", json=asked).data == there.post("/api/discards", json=asked).data
