"""What can be done with a game, on each database."""

from datetime import UTC, datetime, timedelta
from random import Random
from threading import Barrier, Thread

import pytest
from sqlalchemy import text

from tests.store.conftest import ABOUT, Open, begin, reach
from webapp.store import Access, Appended, Conflict, Created, Json, Refusal, StoredGame, UnavailableError, links
from webapp.store import games as games_module
from webapp.store.games import Games

WIN = {"event": "win", "wins": [{"player": 0, "from": 2, "han": 3, "fu": 40}]}


def onlooker(games: Games, access: Access) -> Access:
    return reach(games, access.onlooker)


class Clock:
    """A time that goes on when it is told to."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 22, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def goes_on(self, **how_long: float) -> None:
        self.time += timedelta(**how_long)


# -- making and finding ----------------------------------------------------------------------------


def test_a_new_game_has_no_events_and_two_links(games: Games) -> None:
    created = games.create(ABOUT)
    assert isinstance(created, Created)
    assert created.is_new
    player, watching = reach(games, created.player), reach(games, created.onlooker)
    assert player.game == watching.game == created.game
    assert (player.may_write, watching.may_write) == (True, False)
    assert player.onlooker == watching.onlooker == created.onlooker
    assert (created.game.head, created.game.about, created.game.follows) == (0, ABOUT, None)
    assert games.since(created.game.id) == ()


@pytest.mark.parametrize("secret", ["", "A" * 22, "A" * 10_000, "' OR 1=1 --", "\x00" * 22, "\ud800" * 22])
@pytest.mark.usefixtures("access")
def test_what_is_no_link_finds_nothing(games: Games, secret: str) -> None:
    assert games.find(secret) is None


def test_before_the_first_game_nothing_is_found_and_nothing_is_made(games: Games) -> None:
    assert games.find(links.new_secret()) is None
    assert games.forget_old() == 0
    assert not games.database.is_made()
    assert games.problem() is None


def test_only_hashes_of_the_links_are_kept_and_no_value_shows_them(games: Games, access: Access) -> None:
    following = games.follow(access, ABOUT)
    assert isinstance(following, Created)
    with games.database.reading() as connection:
        kept = repr([tuple(row) for row in connection.execute(text("SELECT * FROM game"))])
    shown = repr((reach(games, access.secret), following))
    for secret in (access.secret, access.onlooker, following.player, following.onlooker):
        assert secret not in kept + shown


@pytest.mark.parametrize("name", ["🀄" * 10_000, "\x00", "\ud800", "\u202e", "<script>", "'; DROP TABLE game; --"])
def test_any_text_is_kept_as_it_is_or_refused_as_too_long(games: Games, name: str) -> None:
    created = games.create({"names": [name]})
    if len(name) > 1000:
        assert created is Refusal.LARGE
    else:
        assert isinstance(created, Created)
        assert reach(games, created.player).game.about == {"names": [name]}


# -- events ----------------------------------------------------------------------------------------


def test_events_are_numbered_from_one_and_come_back_as_they_were(games: Games, access: Access) -> None:
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


def test_a_tap_that_is_sent_again_is_told_its_number_whatever_it_has_seen(games: Games, access: Access) -> None:
    games.append(access, 0, "a", WIN)
    games.append(access, 1, "b", WIN)
    for seen in (0, 1, 2, 99):
        assert games.append(access, seen, "a", WIN) == Appended(1, is_new=False)
    assert reach(games, access.secret).game.head == 2


def test_whoever_was_slower_is_told_what_they_have_not_seen_and_nothing_is_written(
    games: Games, access: Access
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
def test_a_forged_number_is_a_conflict(games: Games, access: Access, seen: int, told: int) -> None:
    games.append(access, 0, "a", WIN)
    games.append(access, 1, "b", WIN)
    answer = games.append(access, seen, "forged", WIN)
    assert isinstance(answer, Conflict)
    assert (answer.head, len(answer.since)) == (2, told)


@pytest.mark.parametrize("number", [10**30, 2])
def test_after_the_last_event_there_is_none(games: Games, access: Access, number: int) -> None:
    games.append(access, 0, "a", WIN)
    assert games.since(access.game.id, number) == ()


@pytest.mark.parametrize("key", ["", "k" * 10_000, "\x00", "\ud800", "🀄"])
def test_any_text_is_a_key(games: Games, access: Access, key: str) -> None:
    assert games.append(access, 0, key, WIN) == Appended(1, is_new=True)
    assert games.append(access, 1, key, WIN) == Appended(1, is_new=False)


def test_a_key_belongs_to_one_game(games: Games, access: Access) -> None:
    other = begin(games)
    assert games.append(access, 0, "same", WIN) == games.append(other, 0, "same", WIN) == Appended(1, is_new=True)


def test_an_event_and_a_game_have_an_end(games: Games, access: Access, monkeypatch: pytest.MonkeyPatch) -> None:
    assert games.append(access, 0, "a", {"note": "x" * 20_000}) is Refusal.LARGE
    monkeypatch.setattr(games_module, "MOST_EVENTS", 2)
    games.append(access, 0, "a", WIN)
    games.append(access, 1, "b", WIN)
    assert games.append(access, 2, "c", WIN) is Refusal.FULL
    assert games.append(access, 2, "b", WIN) == Appended(2, is_new=False)
    assert games.create(ABOUT, [WIN] * 3) is Refusal.FULL
    assert games.create(ABOUT, [{"note": "x" * 20_000}]) is Refusal.LARGE
    assert games.follow(access, {"names": ["x" * 20_000]}) is Refusal.LARGE


def test_what_json_does_not_know_is_the_callers_mistake(games: Games, access: Access) -> None:
    with pytest.raises(ValueError, match="JSON"):
        games.append(access, 0, "a", {"points": float("nan")})
    assert games.since(access.game.id) == ()


# -- who may write ---------------------------------------------------------------------------------


def test_no_way_of_writing_is_open_to_onlookers(games: Games, access: Access) -> None:
    games.append(access, 0, "a", WIN)
    before = reach(games, access.secret)
    watching = onlooker(games, access)
    assert games.append(watching, 1, "b", WIN) is Refusal.ONLOOKER
    assert games.append(watching, 0, "a", WIN) is Refusal.ONLOOKER
    assert games.describe(watching, lambda about: {**about, "names": []}) is Refusal.ONLOOKER
    assert games.follow(watching, ABOUT) is Refusal.ONLOOKER
    assert games.delete(watching) is Refusal.ONLOOKER
    assert reach(games, access.secret) == before


# -- the game itself -------------------------------------------------------------------------------


def test_a_change_of_names_is_a_new_version_and_no_event(games: Games, access: Access) -> None:
    described = games.describe(access, lambda about: {**about, "names": ["A", "B", "C", "D"]})
    assert isinstance(described, StoredGame)
    assert described == reach(games, access.onlooker).game
    assert described.about == {**ABOUT, "names": ["A", "B", "C", "D"]}
    assert (described.head, described.version) == (0, access.game.version + 1)
    assert games.describe(access, lambda _: {"x": "x" * 20_000}) is Refusal.LARGE
    assert reach(games, access.secret).game == described


def test_every_change_is_a_later_version(games: Games, access: Access) -> None:
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
    assert games.versions([access.game.id]) == {access.game.id: versions[-1]}


def test_two_who_change_names_at_the_same_time_both_have_their_way(games: Games, access: Access) -> None:
    start = Barrier(4)

    def rename(player: int) -> None:
        start.wait()
        games.describe(access, lambda about: {**about, f"player {player}": "renamed"})

    threads = [Thread(target=rename, args=(player,)) for player in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert reach(games, access.secret).game.about == {**ABOUT, **{f"player {player}": "renamed" for player in range(4)}}


def test_a_deleted_game_is_gone_with_its_events_and_its_links(games: Games, access: Access) -> None:
    other = begin(games)
    games.append(access, 0, "a", WIN)
    games.append(other, 0, "a", WIN)
    assert games.delete(access) is None
    assert games.find(access.secret) is None
    assert games.find(access.onlooker) is None
    assert games.since(access.game.id) == ()
    assert games.delete(access) is games.append(access, 1, "b", WIN) is games.follow(access, ABOUT) is Refusal.GONE
    assert games.describe(access, dict) is Refusal.GONE
    assert len(games.since(other.game.id)) == 1
    with games.database.reading() as connection:
        assert connection.scalar(text("SELECT count(*) FROM event")) == 1


def test_an_exported_game_is_the_same_when_it_is_taken_in(games: Games, access: Access) -> None:
    bodies: list[Json] = [WIN, {"event": "undo"}, {"event": "chombo", "player": 3}]
    for seen, body in enumerate(bodies):
        games.append(access, seen, f"{seen}", body)
    exported = games.export(reach(games, access.onlooker))
    assert access.secret not in repr(exported)
    taken = games.create(exported["about"], [kept["event"] for kept in exported["events"]])
    assert isinstance(taken, Created)
    assert (taken.game.about, taken.game.head) == (ABOUT, 3)
    assert [(kept.number, kept.body) for kept in games.since(taken.game.id)] == [*enumerate(bodies, 1)]
    assert games.append(reach(games, taken.player), 3, "next", WIN) == Appended(4, is_new=True)


# -- an evening ------------------------------------------------------------------------------------


def test_the_next_game_is_reached_from_every_phone_with_the_link_of_its_own_kind(games: Games, access: Access) -> None:
    assert access.next is None
    following = games.follow(access, {"names": ["again"]})
    assert isinstance(following, Created)
    player, watching = reach(games, access.secret), reach(games, access.onlooker)
    assert (player.next, watching.next) == (following.player, following.onlooker)
    assert player.next
    assert watching.next
    assert reach(games, player.next).may_write
    assert not reach(games, watching.next).may_write
    assert reach(games, player.next).game.about == {"names": ["again"]}


def test_whoever_asks_second_for_the_next_game_gets_the_same_one(games: Games, access: Access) -> None:
    first, second = games.follow(access, {"by": "first"}), games.follow(access, {"by": "second"})
    assert isinstance(first, Created)
    assert isinstance(second, Created)
    assert (first.is_new, second.is_new) == (True, False)
    assert (second.game, second.player, second.onlooker) == (first.game, first.player, first.onlooker)


def test_an_evening_is_all_its_games_in_order_also_without_the_deleted_ones(games: Games, access: Access) -> None:
    begin(games)
    played = [access]
    for _ in range(3):
        following = games.follow(played[-1], ABOUT)
        assert isinstance(following, Created)
        played.append(reach(games, following.player))
    assert [game.id for game in games.evening(played[2].game)] == [each.game.id for each in played]
    assert [each.game.follows for each in played] == [None, *(each.game.id for each in played[:-1])]
    games.delete(access)
    assert [game.id for game in games.evening(played[3].game)] == [each.game.id for each in played[1:]]
    assert reach(games, played[1].secret).game.follows is None


def test_after_a_next_game_was_deleted_another_one_may_follow(games: Games, access: Access) -> None:
    first = games.follow(access, ABOUT)
    assert isinstance(first, Created)
    games.delete(reach(games, first.player))
    assert reach(games, access.secret).next is None
    second = games.follow(access, ABOUT)
    assert isinstance(second, Created)
    assert second.player != first.player
    assert games.find(first.player) is None


# -- what goes by itself ---------------------------------------------------------------------------


def test_a_game_goes_so_many_days_after_its_last_event(address: str, open_games: Open) -> None:
    clock = Clock()
    games = open_games(address, keep_days=90, now=clock)
    idle, played = begin(games), begin(games)
    clock.goes_on(days=89)
    games.append(played, 0, "a", WIN)
    clock.goes_on(days=2)
    assert games.find(idle.secret) is None
    reach(games, played.secret)
    assert games.forget_old() == 1
    assert games.since(idle.game.id) == ()
    clock.goes_on(days=89)
    assert games.find(played.secret) is None


def test_games_that_are_too_old_go_when_another_one_is_played(address: str, open_games: Open) -> None:
    clock = Clock()
    games = open_games(address, keep_days=7, now=clock)
    old, played = begin(games), begin(games)
    clock.goes_on(days=6)
    games.append(played, 0, "a", WIN)
    clock.goes_on(days=6)
    games.append(played, 1, "b", WIN)
    assert list(games.versions([old.game.id, played.game.id]).values()) == [games_module.DELETED, 3]


def test_keeping_for_no_days_is_keeping_for_ever(address: str, open_games: Open) -> None:
    clock = Clock()
    games = open_games(address, keep_days=0, now=clock)
    kept = begin(games)
    clock.goes_on(days=100_000)
    assert games.forget_old() == 0
    reach(games, kept.secret)


# -- several at once -------------------------------------------------------------------------------


def test_writers_at_once_lose_nothing_and_count_nothing_twice(games: Games, access: Access) -> None:
    """Each sends every tap twice, as over a bad network, and takes up what the others entered."""

    def play(name: int) -> None:
        random, seen = Random(name), 0
        for tap in range(15):
            for _ in range(2):
                while not isinstance(
                    done := games.append(access, seen, f"{name} {tap}", {"by": [name, tap]}), Appended
                ):
                    assert isinstance(done, Conflict)
                    assert done.since[0].number == seen + 1
                    seen = random.choice(done.since).number if random.random() < 0.3 else done.head

    threads = [Thread(target=play, args=(name,)) for name in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    kept = games.since(access.game.id)
    assert [event.number for event in kept] == list(range(1, 91))
    assert sorted(event.body["by"] for event in kept) == [[name, tap] for name in range(6) for tap in range(15)]


def test_a_request_holds_no_connection_afterwards(games: Games, access: Access) -> None:
    games.append(access, 0, "a", WIN)
    games.append(access, 0, "b", WIN)
    games.follow(access, ABOUT)
    pool = games.database.engine.pool
    assert pool.checkedout() == 0  # type: ignore[attr-defined]
    with pytest.raises(UnavailableError):
        open_elsewhere(games)
    assert pool.checkedout() == 0  # type: ignore[attr-defined]


def open_elsewhere(games: Games) -> None:
    """Fails inside a transaction."""
    with games.database.writing() as connection:
        connection.execute(text("SELECT * FROM no_such_table"))
