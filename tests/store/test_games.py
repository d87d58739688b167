"""What can be done with a game, in each database and on a device."""

from pathlib import Path
from time import sleep

import pytest

from tests.store.conftest import ABOUT, Open, address_of, begin, reach
from webapp.store import Access, Appended, Conflict, Created, Json, Refusal, StoredGame, StoredGames, writing
from webapp.store.device import DeviceGames

WIN = {"event": "win", "wins": [{"player": 0, "from": 2, "han": 3, "fu": 40}]}


@pytest.fixture(params=["sqlite", "postgresql", "device"])
def games(request: pytest.FixtureRequest, tmp_path: Path, open_games: Open) -> StoredGames:
    """The games of each kind of store."""
    return DeviceGames() if request.param == "device" else open_games(address_of(request.param, request, tmp_path))


# -- making and finding ----------------------------------------------------------------------------


def test_a_new_game_has_no_events_and_a_link_to_write(games: StoredGames) -> None:
    created = games.create(ABOUT)
    assert isinstance(created, Created)
    assert created.is_new
    player = reach(games, created.player_secret)
    assert (player.game, player.may_write, player.onlooker_secret) == (created.game, True, created.onlooker_secret)
    assert (created.game.head, created.game.about, created.game.follows) == (0, ABOUT, None)
    assert games.since(created.game.id) == ()


@pytest.mark.parametrize("secret", ["", "A" * 22, "A" * 10_000, "' OR 1=1 --", "\x00" * 22, "\ud800" * 22])
@pytest.mark.usefixtures("access")
def test_what_is_no_link_finds_nothing(games: StoredGames, secret: str) -> None:
    assert games.find(secret) is None


@pytest.mark.parametrize("name", ["🀄" * 10_000, "\x00", "\ud800", "\u202e", "<script>", "'; DROP TABLE game; --"])
def test_any_text_is_kept_as_it_is_or_refused_as_too_long(games: StoredGames, name: str) -> None:
    created = games.create({"names": [name]})
    if len(name) > 1000:
        assert created is Refusal.LARGE
    else:
        assert isinstance(created, Created)
        assert reach(games, created.player_secret).game.about == {"names": [name]}


def test_games_of_several_links_are_found_together_the_last_changed_first(games: StoredGames) -> None:
    older, newer = begin(games), begin(games)
    sleep(0.002)  # a database keeps milliseconds
    games.append(older, 0, "a", WIN)
    found = games.find_all([older.secret, older.onlooker_secret, newer.secret, "A" * 22])
    assert [(access.secret, access.may_write) for access in found] == [(older.secret, True), (newer.secret, True)]


def test_a_game_with_a_key_is_made_once(games: StoredGames) -> None:
    first, again, other = (games.create(ABOUT, [WIN], key=key) for key in ("one", "one", "other"))
    assert isinstance(first, Created)
    assert isinstance(again, Created)
    assert isinstance(other, Created)
    assert (first.is_new, again.is_new, other.is_new) == (True, False, True)
    assert (again.game.id, again.player_secret, again.onlooker_secret) == (
        first.game.id,
        first.player_secret,
        first.onlooker_secret,
    )
    assert other.player_secret != first.player_secret
    assert [kept.body for kept in games.since(first.game.id)] == [WIN]


# -- events ----------------------------------------------------------------------------------------


def test_events_are_numbered_from_one_and_come_back_as_they_were(games: StoredGames, access: Access) -> None:
    bodies: list[Json] = [
        WIN,
        {"event": "riichi", "player": 1},
        {"name": "\x00\ud800🀄", "deep": [[{"a": None, "b": 0.5}]]},
    ]
    for seen, body in enumerate(bodies):
        assert games.append(access, seen, f"key {seen}", body) == Appended(seen + 1, is_new=True)
    kept = games.since(access.game.id)
    assert [event.number for event in kept] == [1, 2, 3]
    assert [event.body for event in kept] == bodies
    assert games.since(access.game.id, 2) == kept[2:]
    assert reach(games, access.secret).game.head == 3


def test_a_tap_that_is_sent_again_is_told_its_number_whatever_it_has_seen(games: StoredGames, access: Access) -> None:
    games.append(access, 0, "a", WIN)
    games.append(access, 1, "b", WIN)
    for seen in (0, 1, 2, 99):
        assert games.append(access, seen, "a", WIN) == Appended(1, is_new=False)
    assert reach(games, access.secret).game.head == 2


def test_whoever_was_slower_is_told_what_they_have_not_seen_and_nothing_is_written(
    games: StoredGames, access: Access
) -> None:
    for seen in range(3):
        games.append(access, seen, f"{seen}", {"n": seen})
    refused = games.append(access, 1, "late", WIN)
    assert isinstance(refused, Conflict)
    assert refused.head == 3
    assert refused.since == games.since(access.game.id, 1)
    assert len(games.since(access.game.id)) == 3
    assert games.append(access, 3, "late", WIN) == Appended(4, is_new=True)


@pytest.mark.parametrize(("seen", "told"), [(-1, 2), (-(10**30), 2), (3, 0), (10**30, 0)])
def test_a_forged_number_is_a_conflict(games: StoredGames, access: Access, seen: int, told: int) -> None:
    games.append(access, 0, "a", WIN)
    games.append(access, 1, "b", WIN)
    answer = games.append(access, seen, "forged", WIN)
    assert isinstance(answer, Conflict)
    assert (answer.head, len(answer.since)) == (2, told)


@pytest.mark.parametrize("number", [10**30, 2])
def test_after_the_last_event_there_is_none(games: StoredGames, access: Access, number: int) -> None:
    games.append(access, 0, "a", WIN)
    assert games.since(access.game.id, number) == ()


@pytest.mark.parametrize("key", ["", "k" * 10_000, "\x00", "\ud800", "🀄"])
def test_any_text_is_a_key(games: StoredGames, access: Access, key: str) -> None:
    assert games.append(access, 0, key, WIN) == Appended(1, is_new=True)
    assert games.append(access, 1, key, WIN) == Appended(1, is_new=False)


def test_a_key_belongs_to_one_game(games: StoredGames, access: Access) -> None:
    other = begin(games)
    assert games.append(access, 0, "same", WIN) == games.append(other, 0, "same", WIN) == Appended(1, is_new=True)


def test_an_event_and_a_game_have_an_end(games: StoredGames, access: Access, monkeypatch: pytest.MonkeyPatch) -> None:
    assert games.append(access, 0, "a", {"note": "x" * 20_000}) is Refusal.LARGE
    monkeypatch.setattr(writing, "MAX_EVENTS", 2)
    games.append(access, 0, "a", WIN)
    games.append(access, 1, "b", WIN)
    assert games.append(access, 2, "c", WIN) is Refusal.FULL
    assert games.append(access, 2, "b", WIN) == Appended(2, is_new=False)
    assert games.create(ABOUT, [WIN] * 3) is Refusal.FULL
    assert games.create(ABOUT, [{"note": "x" * 20_000}]) is Refusal.LARGE
    assert games.follow(access, {"names": ["x" * 20_000]}) is Refusal.LARGE


def test_what_json_does_not_know_is_the_callers_mistake(games: StoredGames, access: Access) -> None:
    with pytest.raises(ValueError, match="JSON"):
        games.append(access, 0, "a", {"points": float("nan")})
    assert games.since(access.game.id) == ()


# -- the game itself -------------------------------------------------------------------------------


def test_a_change_of_names_is_a_new_version_and_no_event(games: StoredGames, access: Access) -> None:
    described = games.describe(access, lambda about: {**about, "names": ["A", "B", "C", "D"]})
    assert isinstance(described, StoredGame)
    assert described == reach(games, access.secret).game
    assert described.about == {**ABOUT, "names": ["A", "B", "C", "D"]}
    assert (described.head, described.version) == (0, access.game.version + 1)
    assert games.describe(access, lambda _: {"x": "x" * 20_000}) is Refusal.LARGE
    assert reach(games, access.secret).game == described


def test_every_change_is_a_later_version(games: StoredGames, access: Access) -> None:
    versions = [access.game.version]
    games.append(access, 0, "a", WIN)
    versions.append(reach(games, access.secret).game.version)
    games.describe(access, dict)
    versions.append(reach(games, access.secret).game.version)
    games.follow(access, ABOUT)
    versions.append(reach(games, access.secret).game.version)
    assert versions == sorted(set(versions))
    games.append(access, 0, "a", WIN)
    games.append(access, 0, "late", WIN)
    games.follow(access, ABOUT)
    assert reach(games, access.secret).game.version == versions[-1]


def test_a_deleted_game_is_gone_until_it_is_brought_back_with_its_events_and_its_links(
    games: StoredGames, access: Access
) -> None:
    begin(games)
    games.append(access, 0, "a", WIN)
    assert games.find(access.secret, deleted=True) is None
    assert games.delete(access, undo=True) is Refusal.GONE
    assert games.delete(access) is None
    assert games.find(access.secret) is None
    assert games.find(access.onlooker_secret) is None
    assert access.game.id not in [one.game.id for one in games.find_all([access.secret])]
    assert [one.game.id for one in games.find_all([access.secret], deleted=True)] == [access.game.id]
    assert games.delete(access) is games.append(access, 1, "b", WIN) is games.follow(access, ABOUT) is Refusal.GONE
    assert games.describe(access, dict) is Refusal.GONE
    deleted = games.find(access.secret, deleted=True)
    assert deleted
    assert games.delete(deleted, undo=True) is None
    assert games.delete(deleted, undo=True) is Refusal.GONE
    back = reach(games, access.secret)
    assert (back.game.head, back.onlooker_secret) == (1, access.onlooker_secret)
    assert back.game.version > deleted.game.version > access.game.version
    assert isinstance(games.append(back, 1, "b", WIN), Appended)


def test_a_game_can_begin_with_events(games: StoredGames) -> None:
    bodies: list[Json] = [WIN, {"event": "undo"}, {"event": "chombo", "player": 3}]
    taken = games.create(ABOUT, bodies)
    assert isinstance(taken, Created)
    assert (taken.game.about, taken.game.head) == (ABOUT, 3)
    assert [(kept.number, kept.body) for kept in games.since(taken.game.id)] == [*enumerate(bodies, 1)]
    assert games.append(reach(games, taken.player_secret), 3, "next", WIN) == Appended(4, is_new=True)


# -- an evening ------------------------------------------------------------------------------------


def test_the_next_game_is_reached_from_the_one_before(games: StoredGames, access: Access) -> None:
    assert access.next is None
    following = games.follow(access, {"names": ["again"]})
    assert isinstance(following, Created)
    assert reach(games, access.secret).next == following.player_secret
    next_game = reach(games, following.player_secret)
    assert (next_game.may_write, next_game.game.about) == (True, {"names": ["again"]})


def test_whoever_asks_second_for_the_next_game_gets_the_same_one(games: StoredGames, access: Access) -> None:
    first, second = games.follow(access, {"by": "first"}), games.follow(access, {"by": "second"})
    assert isinstance(first, Created)
    assert isinstance(second, Created)
    assert (first.is_new, second.is_new) == (True, False)
    assert (second.game, second.player_secret, second.onlooker_secret) == (
        first.game,
        first.player_secret,
        first.onlooker_secret,
    )


def test_an_evening_is_all_its_games_in_order_also_without_the_deleted_ones(games: StoredGames, access: Access) -> None:
    begin(games)
    played = [access]
    for _ in range(3):
        following = games.follow(played[-1], ABOUT)
        assert isinstance(following, Created)
        played.append(reach(games, following.player_secret))
    assert [game.id for game in games.evening(played[2].game)] == [each.game.id for each in played]
    assert [each.game.follows for each in played] == [None, *(each.game.id for each in played[:-1])]
    games.delete(access)
    assert [game.id for game in games.evening(played[3].game)] == [each.game.id for each in played[1:]]
    assert reach(games, played[1].secret).game.follows == access.game.id
    games.delete(access, undo=True)
    assert [game.id for game in games.evening(played[3].game)] == [each.game.id for each in played]


def test_after_a_next_game_was_deleted_another_one_may_follow(games: StoredGames, access: Access) -> None:
    first = games.follow(access, ABOUT)
    assert isinstance(first, Created)
    games.delete(reach(games, first.player_secret))
    assert reach(games, access.secret).next is None
    second = games.follow(access, ABOUT)
    assert isinstance(second, Created)
    assert second.player_secret != first.player_secret
    assert games.find(first.player_secret) is None
    deleted = games.find(first.player_secret, deleted=True)
    assert deleted
    games.delete(deleted, undo=True)
    assert reach(games, access.secret).next == second.player_secret
    assert len(games.evening(access.game)) == 3
