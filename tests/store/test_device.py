"""Games on one device: a page notices no difference, and what changed is kept."""

from pathlib import Path

import pytest

from webapp.store import Access, Appended, Conflict, Created, Outcome, Refusal, Store
from webapp.store.device import MOST_EVENTS, DeviceGames, DeviceStore, is_of_device

ABOUT = {"names": ["あおい", "", "", ""], "rules": {}}


@pytest.fixture
def device() -> DeviceGames:
    return DeviceGames()


def made(games: DeviceGames) -> Access:
    created = games.create(ABOUT)
    assert isinstance(created, Created)
    access = games.find(created.player)
    assert access
    return access


def test_a_page_gets_the_same_answers_as_from_a_database(device: DeviceGames, tmp_path: Path) -> None:
    def play(store: Store | DeviceStore) -> list[object]:
        games = store.games
        created = games.create(ABOUT, [{"type": "riichi"}])
        assert isinstance(created, Created)
        access = games.find(created.player)
        assert access
        answers: list[object] = [access.may_write, access.next, access.game.head, access.game.about]
        answers.append(games.append(access, 1, "one", {"type": "draw"}))
        answers.append(games.append(access, 1, "one", {"type": "draw"}))
        late = games.append(access, 1, "two", {"type": "undo"})
        assert isinstance(late, Conflict)
        answers += [late.head, [(event.number, event.body) for event in late.since]]
        answers.append([event.body for event in games.since(access.game.id)])
        renamed = games.describe(access, lambda about: {**about, "names": ["b"]})
        assert not isinstance(renamed, Refusal)
        answers.append(renamed.about)
        following = [games.follow(access, ABOUT) for _ in range(2)]
        assert all(isinstance(game, Created) for game in following)
        answers.append([game.is_new for game in following if isinstance(game, Created)])
        again = games.find(created.player)
        assert again
        answers += [again.next == getattr(following[0], "player", None), len(games.evening(again.game))]
        answers.append(games.delete(again))
        answers += [games.find(created.player), games.append(again, 2, "x", {}), games.delete(again)]
        return answers

    database = Store(str(tmp_path / "games.db"))
    try:
        assert play(DeviceStore()) == play(database)
    finally:
        database.close()


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


def test_it_holds_no_more_than_a_server(device: DeviceGames) -> None:
    assert device.create(ABOUT, [{}] * (MOST_EVENTS + 1)) is Refusal.FULL
    created = device.create(ABOUT, [{}] * MOST_EVENTS)
    assert isinstance(created, Created)
    access = device.find(created.player)
    assert access
    assert device.append(access, MOST_EVENTS, "more", {}) is Refusal.FULL


def test_nobody_waits_for_it() -> None:
    assert DeviceStore().hub.wait("game", 1, 25.0) is Outcome.REFUSED
