"""What only a database does with games: links for onlookers, old games, several writers at once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from random import Random
from threading import Barrier, Thread

import pytest
from sqlalchemy import text

from tests.store.conftest import ABOUT, Open, begin, confirm, reach
from tests.store.test_games import WIN
from webapp.store import Access, Appended, Conflict, Created, Refusal, UnavailableError, links
from webapp.store import games as games_module
from webapp.store.games import Games
from webapp.store.values import Reason, Sizes


def onlooker(games: Games, access: Access) -> Access:
    return reach(games, access.onlooker_secret)


class Clock:
    """A time that goes on when it is told to."""

    def __init__(self) -> None:
        self.time = datetime(2026, 11, 22, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.time

    def goes_on(self, **how_long: float) -> None:
        self.time += timedelta(**how_long)


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
    for secret in (access.secret, access.onlooker_secret, following.player_secret, following.onlooker_secret):
        assert secret not in kept + shown


# -- links for onlookers ---------------------------------------------------------------------------------


def test_a_new_game_has_a_link_for_onlookers(games: Games, access: Access) -> None:
    watching = onlooker(games, access)
    assert (watching.game, watching.may_write, watching.onlooker_secret) == (access.game, False, access.onlooker_secret)


def test_an_onlooker_reaches_the_next_game_by_its_link_for_onlookers(games: Games, access: Access) -> None:
    following = games.follow(access, ABOUT)
    assert isinstance(following, Created)
    watching = onlooker(games, access)
    assert watching.next == following.onlooker_secret
    assert not reach(games, following.onlooker_secret).may_write


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


# -- what goes by itself ---------------------------------------------------------------------------


@pytest.mark.parametrize("keep_days", [0, 90])
def test_a_deleted_game_goes_for_good_with_its_events_after_14_days(
    address: str, open_games: Open, keep_days: int
) -> None:
    clock = Clock()
    games = open_games(address, keep_days=keep_days, now=clock)
    access, other = begin(games), begin(games)
    for one in (access, other):
        games.append(one, 0, "a", WIN)
    games.delete(access)
    clock.goes_on(days=13)
    games.forget_deleted()
    assert games.find(access.secret, deleted=True)
    clock.goes_on(days=2)
    assert games.find(access.secret, deleted=True) is None
    for _ in range(2):  # looks once an hour for what is to go, and believes a clock that two days confirm
        clock.goes_on(days=1)
        begin(games)
    with games.database.reading() as connection:
        assert connection.scalar(text("SELECT count(*) FROM event")) == 1
    assert games.find(other.secret)


def test_a_game_goes_so_many_days_after_its_last_event(address: str, open_games: Open) -> None:
    clock = Clock()
    games = open_games(address, keep_days=90, now=clock)
    games.tidying.clear()  # `forget_old` is called below
    idle, played = begin(games), begin(games)
    clock.goes_on(days=89)
    games.append(played, 0, "a", WIN)
    clock.goes_on(days=2)
    reach(games, idle.secret)
    assert games.forget_old() == 0
    confirm(games)
    assert games.find(idle.secret) is None
    reach(games, played.secret)
    assert games.forget_old() == 1
    assert games.since(idle.game.id) == ()
    clock.goes_on(days=91)
    confirm(games)
    assert games.find(played.secret) is None


def test_games_that_are_too_old_go_when_another_one_is_played(address: str, open_games: Open) -> None:
    clock = Clock()
    games = open_games(address, keep_days=7, now=clock)
    old, played = begin(games), begin(games)
    clock.goes_on(days=6)
    games.append(played, 0, "a", WIN)
    clock.goes_on(days=6)
    games.append(played, 1, "b", WIN)
    assert [*games.versions([old.game.id, played.game.id]).values()] == [1, 3]
    confirm(games)
    clock.goes_on(hours=2)
    games.append(played, 2, "c", WIN)
    assert [*games.versions([old.game.id, played.game.id]).values()] == [games_module.DELETED, 4]


def test_a_clock_that_jumps_hides_and_deletes_nothing_at_once_and_only_a_share_later(
    address: str, open_games: Open, caplog: pytest.LogCaptureFixture
) -> None:
    clock = Clock()
    games = open_games(address, keep_days=90, now=clock)
    kept = [begin(games) for _ in range(3 * games_module.MOST_SHARE)]
    for days in (91, -91):
        clock.goes_on(days=days)
        begin(games)
    assert all(games.find(one.secret) for one in kept)
    assert not caplog.messages
    clock.goes_on(days=91)
    for _ in range(20):
        begin(games)
        clock.goes_on(hours=1.1)
    assert all(games.find(one.secret) for one in kept)
    assert not caplog.messages
    clock.goes_on(hours=3)
    begin(games)
    left = [version for version in games.versions([one.game.id for one in kept]).values() if version == 1]
    assert len(left) == len(kept) - 3
    assert caplog.messages == ["Games deleted for good: 3 (too old)"]


def test_keeping_for_no_days_is_keeping_for_ever(address: str, open_games: Open) -> None:
    clock = Clock()
    games = open_games(address, keep_days=0, now=clock)
    kept = begin(games)
    clock.goes_on(days=100_000)
    assert games.forget_old() == 0
    reach(games, kept.secret)


# -- several at once -------------------------------------------------------------------------------


def test_a_game_that_is_asked_for_twice_at_once_is_made_once(games: Games) -> None:
    with ThreadPoolExecutor(8) as pool:
        made = [*pool.map(lambda _: games.create(ABOUT, key="one"), range(8))]
    created = [one for one in made if isinstance(one, Created)]
    assert len(created) == len(made)
    assert len({one.player_secret for one in created}) == 1
    assert [one.is_new for one in created].count(True) == 1


def test_writers_at_once_lose_nothing_and_count_nothing_twice(games: Games, access: Access) -> None:
    """Each sends every tap twice, as over a bad network, again while the database is busy, and takes up what the others
    entered."""

    def send(seen: int, name: int, tap: int) -> Appended | Conflict | Refusal:
        for _ in range(60):
            try:
                return games.append(access, seen, f"{name} {tap}", {"by": [name, tap]})
            except UnavailableError as refused:
                if refused.reason is not Reason.BUSY:
                    raise
        raise AssertionError("busy for a minute")

    def play(name: int) -> None:
        random, seen = Random(name), 0
        for tap in range(15):
            for _ in range(2):
                while not isinstance(done := send(seen, name, tap), Appended):
                    assert isinstance(done, Conflict)
                    assert done.since[0].number == seen + 1
                    seen = random.choice(done.since).number if random.random() < 0.3 else done.head

    with ThreadPoolExecutor(6) as pool:
        list(pool.map(play, range(6)))
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


def test_the_sizes_are_those_of_the_database(games: Games) -> None:
    assert games.sizes() == Sizes(0, 0, 0, 0)
    access = begin(games)
    assert isinstance(games.append(access, 0, "k", WIN), Appended)
    sizes = games.sizes()
    assert sizes[:3] == (1, 0, 1)
    assert sizes.database_bytes > 10_000
