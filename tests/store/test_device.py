"""Games on one device: what changed is kept. test_games.py has what every store does."""

import json

import pytest

from webapp.store import Access, Appended, Created, Outcome, Refusal
from webapp.store import device as module
from webapp.store.device import DeviceGames, DeviceStore, is_of_device
from webapp.store.writing import UNDONE_WITHIN

ABOUT = {"names": ["あおい", "", "", ""], "rules": {}}


@pytest.fixture
def device() -> DeviceGames:
    return DeviceGames()


def made(games: DeviceGames) -> Access:
    created = games.create(ABOUT)
    assert isinstance(created, Created)
    access = games.find(created.player_secret)
    assert access
    return access


def test_what_changed_is_kept_and_comes_back(device: DeviceGames) -> None:
    access = made(device)
    device.append(access, 0, "one", {"type": "draw"})
    [(secret, text)] = device.take_changes()
    assert secret == access.secret
    assert device.take_changes() == []
    other = DeviceGames()
    other.load([text])
    assert [event.body for event in other.since(access.game.id)] == [{"type": "draw"}]
    assert other.append(access, 0, "one", {"type": "draw"}) == Appended(1, is_new=False)
    assert other.take_changes() == []


def test_a_deleted_game_leaves_the_device_after_14_days(device: DeviceGames, monkeypatch: pytest.MonkeyPatch) -> None:
    access = made(device)
    device.delete(access)
    [(secret, text)] = device.take_changes()
    assert (secret, json.loads(text)["secret"]) == (access.secret, access.secret)
    device.load([text])
    assert device.take_changes() == []
    assert device.find(access.secret, deleted=True)
    later = module._now() + UNDONE_WITHIN.total_seconds() + 1
    monkeypatch.setattr(module, "_now", lambda: later)
    assert device.find(access.secret, deleted=True) is None
    device.load([text])
    assert device.take_changes() == [(access.secret, "")]


def test_a_game_that_has_moved_leaves_the_device_at_once(device: DeviceGames) -> None:
    access = made(device)
    device.take_changes()
    device.forget(access)
    assert device.take_changes() == [(access.secret, "")]
    assert device.find(access.secret, deleted=True) is None


def test_a_game_that_an_earlier_version_kept_is_not_deleted(device: DeviceGames) -> None:
    access = made(device)
    [(_, text)] = device.take_changes()
    assert "deleted" not in json.loads(text)
    device.load([text])
    assert device.find(access.secret)


def test_what_another_tab_deleted_is_gone(device: DeviceGames) -> None:
    access = made(device)
    device.load([])
    assert device.find(access.secret) is None
    assert device.append(access, 0, "one", {}) is Refusal.GONE
    assert device.describe(access, lambda about: about) is Refusal.GONE
    assert device.follow(access, ABOUT) is Refusal.GONE


def test_its_links_say_what_they_are_and_are_as_long_as_any(device: DeviceGames) -> None:
    secret = made(device).secret
    assert is_of_device(secret)
    assert len(secret) == 22
    assert secret != made(device).secret


def test_nobody_waits_for_it() -> None:
    assert DeviceStore().hub.wait("game", 1, 25.0) is Outcome.REFUSED
