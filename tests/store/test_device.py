"""Games on one device: what changed is kept. test_games.py has what every store does."""

import pytest

from webapp.store import Access, Appended, Created, Outcome, Refusal
from webapp.store.device import DeviceGames, DeviceStore, is_of_device

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
    other.delete(access)
    assert other.take_changes() == [(access.secret, "")]


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
