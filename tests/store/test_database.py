"""How a database is opened and made, and that whatever is wrong with it is said in one word."""

import os
import socket
import sqlite3
import stat
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from threading import Barrier, Thread
from time import sleep

import pytest
from sqlalchemy import text, update

from tests.store.cluster import Cluster
from tests.store.conftest import ABOUT, Open, begin, confirm, reach
from tests.store.test_database_games import Clock
from webapp.store import Access, Created, Reason, Store, UnavailableError, access_refused, links, schema, upkeep
from webapp.store import database as database_module
from webapp.store.database import Database, connect_sqlite
from webapp.store.games import Games
from webapp.store.watch import watch


def reason(act: Callable[[], object]) -> Reason:
    """Why something cannot be done."""
    with pytest.raises(UnavailableError) as caught:
        act()
    return caught.value.reason


def health(games: Games) -> Reason | None:
    """What a monitor reads."""
    problem = games.problem()
    return problem.reason if problem else None


def make(games: Games) -> Callable[[], object]:
    return lambda: games.create(ABOUT)


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "agari.db"


# -- where it is -----------------------------------------------------------------------------------


def test_it_is_in_the_users_data_folder_where_nothing_else_is_said(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert Database().path == tmp_path / "agari" / "agari.db"


def test_a_path_and_an_address_name_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert Database("games.db").path == tmp_path / "games.db"
    assert Database("sqlite:///games.db").path == tmp_path / "games.db"
    assert Database(f"sqlite:///{tmp_path}/a b?.db").path == tmp_path / "a b"
    assert Database("~/games.db").path == Path.home() / "games.db"


@pytest.mark.parametrize("scheme", ["postgres", "postgresql", "postgresql+psycopg"])
def test_postgresql_is_reached_through_psycopg(scheme: str) -> None:
    assert Database(f"{scheme}://agari@host/games").url.drivername == "postgresql+psycopg"


@pytest.mark.parametrize(
    "address",
    ["sqlite://", "sqlite:///:memory:", "mysql://a:hidden@host/b", "https://x", "://", "postgresql://a:b:c:d/e"],
)
def test_another_address_is_refused_without_saying_its_password(address: str) -> None:
    games = Games(Database(address))
    problem = games.problem()
    assert problem
    assert problem.reason is Reason.ADDRESS
    assert "hidden" not in str(problem)
    assert reason(make(games)) is Reason.ADDRESS


def test_a_name_with_any_character_is_a_file(tmp_path: Path, open_games: Open) -> None:
    path = tmp_path / "a %20#? 牌.db"
    begin(open_games(str(path)))
    assert path.exists()


# -- how it is made --------------------------------------------------------------------------------


def test_the_first_game_makes_it_and_nothing_before(address: str, open_games: Open) -> None:
    games = open_games(address)
    assert games.problem() is None
    assert games.find(links.new_secret()) is None
    if games.database.path:
        assert not games.database.path.parent.exists()
    begin(games)
    assert games.database.version() == schema.VERSION
    assert games.problem() is None


def test_only_its_owner_can_read_it(tmp_path: Path, open_games: Open) -> None:
    path = tmp_path / "deep" / "er" / "agari.db"
    begin(open_games(str(path)))
    assert [stat.S_IMODE(each.stat().st_mode) for each in (path, path.parent)] == [0o600, 0o700]


def test_many_at_once_make_it_once(address: str, open_games: Open) -> None:
    start = Barrier(8)
    made: list[Access] = []

    def first_game() -> None:
        games = open_games(address)
        start.wait()
        made.append(begin(games))

    threads = [Thread(target=first_game) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    games = open_games(address)
    assert len({reach(games, access.secret).game.id for access in made}) == 8


def test_a_file_that_another_request_makes_while_one_looks_for_it_is_not_lost(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    made = Database(str(path))
    look = database_module._identity

    def look_too_early(file: Path) -> tuple[int, int] | None:
        monkeypatch.setattr(database_module, "_identity", look)
        found = look(file)
        made.make()
        return found

    monkeypatch.setattr(database_module, "_identity", look_too_early)
    assert made.version() == schema.VERSION
    made.close()


def test_a_file_that_is_empty_is_made_a_database(path: Path, open_games: Open) -> None:
    path.touch()
    games = open_games(str(path))
    assert games.find(links.new_secret()) is None
    begin(games)


def test_sqlite_waits_for_the_disk_and_never_for_readers(path: Path, open_games: Open) -> None:
    games = open_games(str(path))
    begin(games)
    with games.database.reading() as connection:
        asked = [
            connection.scalar(text(f"PRAGMA {name}"))
            for name in ("journal_mode", "synchronous", "foreign_keys", "secure_delete", "busy_timeout")
        ]
    assert asked == ["wal", 2, 1, 1, 1000 * database_module.PATIENCE]


def test_what_is_deleted_is_not_in_the_file_any_more(path: Path, open_games: Open) -> None:
    clock = Clock()
    games = open_games(str(path), now=clock)
    created = games.create({"names": ["Unforgettable"]})
    assert isinstance(created, Created)
    games.database.close()
    assert b"Unforgettable" in path.read_bytes()
    games.delete(reach(games, created.player_secret))
    clock.goes_on(days=15)
    confirm(games)
    games.forget_deleted()
    games.database.close()
    assert b"Unforgettable" not in path.read_bytes()


# -- what is wrong with it -------------------------------------------------------------------------


def test_a_folder_that_cannot_be_made_is_a_reason(tmp_path: Path, open_games: Open) -> None:
    (tmp_path / "file").touch()
    games = open_games(str(tmp_path / "file" / "agari.db"))
    assert games.find(links.new_secret()) is None
    problem = games.problem()
    assert problem
    assert problem.reason is reason(make(games)) is Reason.FOLDER


@pytest.mark.skipif(os.getuid() == 0, reason="root may write everywhere")
def test_a_folder_that_may_not_be_written_is_a_reason(tmp_path: Path, open_games: Open) -> None:
    tmp_path.chmod(0o500)
    games = open_games(str(tmp_path / "agari.db"))
    problem = games.problem()
    assert problem
    assert problem.reason is reason(make(games)) is Reason.FOLDER


def test_a_database_that_may_not_be_written_is_a_reason(
    path: Path, open_games: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin(open_games(str(path)))
    games = open_games(str(path))
    monkeypatch.setattr(database_module, "connect_sqlite", lambda path: connect_sqlite(path, "ro"))
    assert reason(make(games)) is Reason.READ_ONLY
    monkeypatch.setattr(os, "access", lambda *_: False)
    problem = games.problem()
    assert problem
    assert problem.reason is Reason.READ_ONLY


def test_a_full_disk_is_a_reason_and_nothing_is_stored_half(
    path: Path, open_games: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    access = begin(open_games(str(path)))

    def small(path: Path) -> sqlite3.Connection:
        connection = connect_sqlite(path)
        connection.execute("PRAGMA max_page_count = 1")
        return connection

    monkeypatch.setattr(database_module, "connect_sqlite", small)
    games = open_games(str(path))
    stored: list[int] = []

    def fill() -> None:
        for seen in range(1000):
            games.append(access, seen, f"{seen}", {"note": "x" * 1000})
            stored.append(seen + 1)

    assert health(games) is None
    assert reason(fill) is Reason.FULL
    assert reach(games, access.secret).game.head == len(stored) == len(games.since(access.game.id))


def test_a_write_that_failed_is_what_a_monitor_reads_until_one_succeeds(
    path: Path, open_games: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = open_games(str(path))
    access = begin(games)
    monkeypatch.setattr(database_module, "PATIENCE", 0.1)
    monkeypatch.setattr(database_module, "RETRY", 0)
    other = connect_sqlite(path)
    other.execute("BEGIN IMMEDIATE")
    assert health(games) is None
    assert reason(lambda: games.append(access, 0, "a", {})) is Reason.BUSY
    assert health(games) is health(games) is Reason.BUSY
    other.close()
    assert health(games) is None
    assert reach(games, access.secret).game.version == 1  # what was tried wrote nothing


def test_another_writer_is_waited_for_and_then_a_reason(
    path: Path, open_games: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    access = begin(open_games(str(path)))
    monkeypatch.setattr(database_module, "PATIENCE", 0.01)
    games = open_games(str(path))
    other = connect_sqlite(path)
    other.execute("BEGIN IMMEDIATE")
    assert reason(lambda: games.append(access, 0, "a", {})) is Reason.BUSY
    assert reach(games, access.secret).game.head == 0
    other.close()
    games.append(access, 0, "a", {})
    assert reach(games, access.secret).game.head == 1


def test_a_turn_comes_as_soon_as_another_process_has_written(
    path: Path, open_games: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = open_games(str(path))
    access = begin(games)
    other = connect_sqlite(path)
    other.execute("BEGIN IMMEDIATE")
    waited: list[float] = []

    def sleep(seconds: float) -> None:
        waited.append(seconds)
        other.close()

    monkeypatch.setattr(database_module, "sleep", sleep)
    games.append(access, 0, "a", {})
    assert waited == [database_module.LOOK]
    with games.database.reading() as connection:
        assert connection.scalar(text("PRAGMA busy_timeout")) == 1000 * database_module.PATIENCE


def test_a_file_that_is_no_database_is_a_reason(path: Path, open_games: Open) -> None:
    path.write_bytes(b"not a database at all" * 1000)
    games = open_games(str(path))
    assert reason(make(games)) is reason(lambda: games.find(links.new_secret())) is Reason.DAMAGED
    assert path.read_bytes() == b"not a database at all" * 1000


def test_nothing_is_acknowledged_that_went_into_a_file_which_was_deleted(
    path: Path, open_games: Open, caplog: pytest.LogCaptureFixture
) -> None:
    games = open_games(str(path))
    access = begin(games)
    games.append(access, 0, "a", {})
    whole = path.read_bytes()
    path.unlink()
    assert reason(lambda: games.append(access, 1, "b", {})) is Reason.LOST
    assert reason(lambda: games.find(access.secret)) is Reason.LOST
    assert health(games) is Reason.LOST
    path.write_bytes(whole)  # another file
    assert health(games) is Reason.LOST
    assert reason(lambda: games.append(access, 1, "b", {})) is Reason.LOST
    assert [message.partition(" ")[0] for message in caplog.messages] == [str(path)]


def test_what_is_written_while_the_file_is_deleted_is_not_acknowledged(path: Path, open_games: Open) -> None:
    games = open_games(str(path))
    access = begin(games)

    def delete() -> None:
        with games.database.writing():
            path.unlink()

    assert reason(delete) is Reason.LOST
    assert reason(lambda: games.find(access.secret)) is Reason.LOST


def test_a_server_that_has_served_nothing_refuses_when_the_file_that_it_saw_is_gone(
    path: Path, open_games: Open
) -> None:
    begin(open_games(str(path)))
    games = open_games(str(path))
    assert health(games) is None  # as at the start of the server
    path.rename(path.with_name("moved.db"))
    assert reason(make(games)) is reason(lambda: games.find(links.new_secret())) is health(games) is Reason.LOST
    assert not path.exists()


@pytest.mark.parametrize("is_deleted", [True, False])
def test_servers_that_end_after_their_file_was_replaced_leave_the_new_one_alone(
    path: Path, open_games: Open, is_deleted: bool
) -> None:
    """The log of the old file has its name, and SQLite applies it to any file that has it."""
    backup, moved = path.with_name("backup.db"), path.with_name("moved.db")
    first, second = open_games(str(path)), open_games(str(path))
    kept = begin(first)
    upkeep.backup(first.database, backup)
    late = begin(second)
    for number in range(50):
        first.append(late, number, f"{number}", {"note": "x" * 1000})
    path.unlink() if is_deleted else path.rename(moved)
    backup.rename(path)
    assert health(first) is health(second) is Reason.LOST
    first.database.close()
    anew = open_games(str(path))
    anew.append(reach(anew, kept.secret), 0, "new", {})
    second.database.close()
    anew.append(kept, 1, "newer", {})
    anew.database.close()
    assert not [*path.parent.glob(f"{path.name}-*")]
    for file, secret, head in [(path, kept.secret, 2)] + [(moved, late.secret, 50)] * (not is_deleted):
        with closing(connect_sqlite(file)) as connection:
            assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert reach(open_games(str(file)), secret).game.head == head


def test_a_broken_database_is_a_reason(path: Path, open_games: Open) -> None:
    games = open_games(str(path))
    access = begin(games)
    games.database.close()
    with path.open("r+b") as file:
        file.seek(4096)
        file.write(b"\xff" * (path.stat().st_size - 4096))
    assert reason(lambda: games.find(access.secret)) is Reason.DAMAGED


def test_a_server_that_does_not_answer_is_a_reason(open_games: Open) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    games = open_games(f"postgresql://agari:hidden@127.0.0.1:{port}/games")
    problem = games.problem()
    assert problem
    assert problem.reason is reason(make(games)) is Reason.UNREACHABLE
    assert "hidden" not in str(problem)


def test_a_missing_driver_is_a_reason(open_games: Open, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "psycopg", None)
    assert reason(make(open_games("postgresql://agari@127.0.0.1/games"))) is Reason.DRIVER


@pytest.mark.parametrize(("version", "why"), [("0", Reason.OLD), ("1000", Reason.NEW)])
def test_tables_of_another_version_are_a_reason(address: str, open_games: Open, version: str, why: Reason) -> None:
    games = open_games(address)
    begin(games)
    with games.database.writing() as connection:
        connection.execute(update(schema.version).values(version_num=version))
    later = open_games(address)
    problem = later.problem()
    assert problem
    assert problem.detail == f"its tables have version {version}, this program {schema.VERSION}"
    assert problem.reason is why is reason(make(later)) is reason(lambda: later.find(links.new_secret()))
    with games.database.writing() as connection:
        connection.execute(update(schema.version).values(version_num=schema.VERSION))
    begin(later)


def test_a_database_that_is_not_made_has_no_events(games: Games) -> None:
    assert reason(lambda: games.since("anything")) is Reason.MISSING


def test_as_many_as_there_are_connections_read_at_once_and_one_more_is_told(
    games: Games, access: Access, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(games.database.engine.pool, "_timeout", 0)
    taken = [games.database.engine.connect() for _ in range(database_module.CONNECTIONS)]
    assert reason(lambda: games.find(access.secret)) is Reason.BUSY
    for connection in taken:
        connection.close()
    reach(games, access.secret)


def test_a_server_that_was_killed_and_started_again_is_found_again(cluster: Cluster, open_games: Open) -> None:
    games = open_games(cluster.database())
    access = begin(games)
    games.append(access, 0, "a", {})
    cluster.stop()
    assert reason(lambda: games.find(access.secret)) is Reason.UNREACHABLE
    assert reason(lambda: games.append(access, 1, "b", {})) is Reason.UNREACHABLE
    cluster.start()
    assert reach(games, access.secret).game.head == 1
    games.append(access, 1, "b", {})


def test_a_server_that_ends_is_a_reason_and_no_traceback(
    cluster: Cluster, open_games: Open, caplog: pytest.LogCaptureFixture
) -> None:
    games = open_games(cluster.database())
    access = begin(games)
    watched = watch(games, sleep)
    watched.changes(list)
    with games.database.reading():
        cluster.stop()
        assert reason(lambda: watched.changes(list)) is Reason.UNREACHABLE
        watched.close()
    assert reason(lambda: watch(games, sleep)) is reason(lambda: games.find(access.secret)) is Reason.UNREACHABLE
    cluster.start()
    assert not caplog.records


# -- the store -------------------------------------------------------------------------------------


def test_a_store_opens_once_and_closes(path: Path) -> None:
    store = Store(str(path), keep_days=1, waiters=1)
    assert store.games is store.games
    assert store.hub is store.hub
    begin(store.games)
    store.close()
    begin(store.games)
    store.close()


def test_a_server_that_refuses_the_user_says_so_at_the_start(cluster: Cluster) -> None:
    def refused(address: str) -> str:
        store = Store(address)
        problem = store.games.problem()
        store.close()
        return access_refused(problem) if problem else ""

    address = cluster.database()
    assert refused(address) == ""
    assert refused(address.replace("/postgres?", "/missing?")) == 'database "missing" does not exist'
    assert refused("postgresql://agari@127.0.0.1:1/agari") == ""
    cluster.ask_for_passwords()
    try:
        assert refused(address) == "no password supplied"
    finally:
        cluster.ask_for_passwords(ask=False)
