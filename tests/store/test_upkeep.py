"""`python -m webapp upgrade`, `backup` and `restore`."""

import os
import re
import subprocess
import sys
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import insert, inspect, text, update

from tests.store import version_1
from tests.store.conftest import Open, begin, reach
from webapp.commands.upkeep import summarise
from webapp.store import (
    Access,
    Appended,
    Conflict,
    GroupAccess,
    Json,
    Reason,
    UnavailableError,
    links,
    rows,
    schema,
    upkeep,
)
from webapp.store.database import Database
from webapp.store.games import Games
from webapp.store.groups import Groups

MIGRATIONS = Path(upkeep.__file__).parent / "migrations"

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(address: str, capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command on the database: the exit status, what it printed, and where it complained."""

    def run(*arguments: object, at: str = address) -> tuple[int, str, str]:
        status = upkeep.main([str(argument) for argument in arguments], summarise, at)
        return status, *capsys.readouterr()

    return run


sqlite_only = pytest.mark.parametrize("address", ["sqlite"], indirect=True)


def test_the_version_is_the_last_step_of_the_migrations() -> None:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.set_main_option("path_separator", "os")
    assert ScriptDirectory.from_config(config).get_current_head() == schema.VERSION


def described(games: Games) -> object:
    """The tables of a database with all that makes them up."""
    with games.database.reading() as connection:
        inspector = inspect(connection)
        return {
            table: (
                [{**column, "type": str(column["type"])} for column in inspector.get_columns(table)],
                inspector.get_pk_constraint(table),
                sorted(map(str, inspector.get_foreign_keys(table))),
                sorted(map(str, inspector.get_unique_constraints(table))),
                sorted(map(str, inspector.get_indexes(table))),
            )
            for table in sorted(inspector.get_table_names())
        }


def test_the_migrations_make_the_same_tables_as_the_first_game(address: str, run: Run, open_games: Open) -> None:
    assert run("upgrade") == (0, f"The database has version {schema.VERSION} now.\n", "")
    games = open_games(address)
    with games.database.reading() as connection:
        context = MigrationContext.configure(connection, opts={"version_table": schema.version.name})
        assert compare_metadata(context, schema.metadata) == []
    upgraded = described(games)
    with games.database.writing() as connection:
        schema.metadata.drop_all(connection)
        schema.version.drop(connection)
    made = open_games(address)
    begin(made)
    assert described(made) == upgraded


@sqlite_only
def test_sqlite_keeps_events_in_one_tree_either_way(address: str, run: Run, open_games: Open, tmp_path: Path) -> None:
    run("upgrade")
    other = str(tmp_path / "other.db")
    begin(open_games(other))
    tables = []
    for each in (address, other):
        with open_games(each).database.reading() as connection:
            tables.append(connection.scalar(text("SELECT sql FROM sqlite_master WHERE name = 'event'")))
    assert all("WITHOUT ROWID" in table for table in tables)


def test_a_database_of_the_first_version_goes_on_with_all_its_games(address: str, run: Run, open_games: Open) -> None:
    """Evenings stay, and the games that are over get their summaries."""
    games = open_games(address)
    games.database.make_file()
    with games.database.transaction() as connection:
        upkeep.migrate(connection, "1")
    secrets = version_1.fill(open_games, address)
    with pytest.raises(UnavailableError):
        games.find(secrets["over"])
    needed = f"agari: the database has version 1, this program needs {schema.VERSION}: an upgrade is needed\n"
    assert run("upgrade", "--check") == (1, "", needed)
    assert run("upgrade") == (0, f"The database has version {schema.VERSION} now.\n", "")
    assert run("upgrade", "--check") == (0, f"The database has version {schema.VERSION}: no upgrade is needed.\n", "")
    games = open_games(address, keep_days=0)
    over = reach(games, secrets["over"])
    assert over.next == secrets["chained"]
    assert [one.id for one in games.evening(over.game)] == ["chained", "over"]
    assert {game: len(rows) for game, rows in summaries(games).items()} == {"over": 4}
    assert [row["rank"] for row in summaries(games)["over"]] == [48, 12, 24, 36]
    assert isinstance(games.append(reach(games, secrets["running"]), 1, "a", {}), Appended)


def test_a_game_of_a_group_that_was_deleted_before_the_third_version_can_be_brought_back(
    address: str, run: Run, open_games: Open
) -> None:
    games = open_games(address)
    games.database.make_file()
    with games.database.transaction() as connection:
        upkeep.migrate(connection, "2")
    secrets = version_1.fill(open_games, address)
    now = datetime.now(UTC)
    row = rows.group_row(links.new_secret(), {}, now)
    with games.database.transaction() as connection:
        connection.execute(insert(schema.groups).values(row))
        in_group = {"game": "running", "group": row["id"], "made": now, "deleted": now}
        connection.execute(insert(schema.group_game).values(in_group))
    assert run("upgrade")[0] == 0
    games = open_games(address, keep_days=0)
    assert games.find(secrets["running"]) is None
    assert games.find(secrets["over"])
    deleted = games.find(secrets["running"], deleted=True)
    assert deleted
    assert games.delete(deleted, undo=True) is None
    assert games.find(secrets["running"])


def test_summaries_rebuilt_are_those_that_were_written(address: str, run: Run, open_games: Open) -> None:
    games = open_games(address)
    access = begin(games)
    ended: list[Json] = [{"type": "riichi", "player": 2}, version_1.WIN, {"type": "end"}]
    about = {"names": [""] * 4, "rules": "m_league"}
    games.describe(access, lambda _: about)
    for number, body in enumerate(ended):
        games.append(access, number, str(number), body, summarise(about, ended[: number + 1]))
    written = summaries(games)
    assert len(written[access.game.id]) == 4
    group = Groups(games).create({}, [])
    assert isinstance(group, GroupAccess)
    with games.database.writing() as connection:
        connection.execute(text("UPDATE summary SET points = 0"))
    assert run("upgrade", "--rebuild") == (0, f"The database has version {schema.VERSION} already.\n", "")
    assert summaries(games) == written
    rebuilt = Groups(games).find(group.secret)
    assert rebuilt
    assert rebuilt.group.version > group.group.version
    assert rebuilt.group.counted > group.group.counted


def summaries(games: Games) -> dict[str, list[dict[str, object]]]:
    """Every row of the summaries as it is kept, by game."""
    found: dict[str, list[dict[str, object]]] = {}
    with games.database.reading() as connection:
        for row in connection.execute(text("SELECT * FROM summary ORDER BY game, player")).mappings():
            found.setdefault(row["game"], []).append(dict(row))
    return found


def test_games_are_played_after_an_upgrade_as_before(address: str, run: Run, open_games: Open) -> None:
    run("upgrade")
    games = open_games(address)
    access = begin(games)
    games.append(access, 0, "a", {})
    assert run("upgrade") == (0, f"The database has version {schema.VERSION} already.\n", "")
    assert reach(games, access.secret).game.head == 1


def test_the_page_for_operators_says_which_version_the_tables_have() -> None:
    serving = Path(__file__).parents[2] / ".github" / "SERVING.md"
    assert re.findall(r"version (\d+) of the tables", serving.read_text()) == [schema.VERSION]


@sqlite_only
def test_root_makes_nothing_in_the_folder_of_another_user(
    address: str, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    if os.getuid() == 0:
        os.chown(tmp_path, 12345, -1)
    owner = tmp_path.stat().st_uid
    said = f"agari: {tmp_path} is of another user (id {owner}): run this command as that user, not as root\n"
    assert run("upgrade") == run("games") == (1, "", said)
    assert run("copy", tmp_path / "other.db", address, at="postgresql://agari@localhost/agari") == (1, "", said)
    assert not [*tmp_path.iterdir()]


def test_a_database_of_a_later_program_is_left_alone(games: Games, access: Access, run: Run) -> None:
    with games.database.writing() as connection:
        connection.execute(update(schema.version).values(version_num="7"))
    for command in (["upgrade"], ["upgrade", "--check"]):
        status, _, said = run(*command)
        assert (status, said) == (1, "agari: the database is of a later version of this program (version 7)\n")
    assert len(games.evening(access.game)) == 1


def test_an_upgrade_that_fails_leaves_everything_as_it_was(
    address: str, run: Run, open_games: Open, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = open_games(address)
    with games.database.writing() as connection:
        # The first step finds one of its tables in its way, after it has made the other.
        for table in reversed(schema.metadata.sorted_tables):
            if table.name != "game":
                table.drop(connection)
        connection.execute(text("DROP TABLE agari_version"))
        connection.execute(text("ALTER TABLE game RENAME TO event"))
    status, printed, said = run("upgrade")
    assert (status, printed) == (1, "")
    assert "already exists" in said
    with games.database.engine.connect() as connection:
        assert sorted(inspect(connection).get_table_names()) == ["event"]


def test_a_problem_is_one_line_and_status_1(run: Run) -> None:
    status, printed, said = run("upgrade", at="mysql://a:hidden@b/c")
    assert (status, printed, said.count("\n")) == (1, "", 1)
    assert "hidden" not in said


def test_every_reason_has_its_words() -> None:
    assert set(upkeep.WORDS) == set(Reason)


@pytest.mark.parametrize("address", ["postgresql"], indirect=True)
def test_for_postgresql_its_own_programs_are_named(run: Run, games: Games, tmp_path: Path) -> None:
    begin(games)
    for command in ("backup", "restore"):
        assert run(command, tmp_path / "copy.db") == (1, "", "agari: for PostgreSQL use pg_dump and pg_restore\n")


@sqlite_only
class TestBackup:
    """SQLite alone."""

    def test_it_is_whole_while_the_server_plays_on(
        self, games: Games, access: Access, run: Run, tmp_path: Path, open_games: Open
    ) -> None:
        games.append(access, 0, "a", {"n": 1})
        copy = tmp_path / "copy.db"
        assert run("backup", copy) == (0, f"Games in {copy}: 1\n", "")
        games.append(access, 1, "b", {"n": 2})
        kept = open_games(str(copy))
        assert [event.body for event in kept.since(access.game.id)] == [{"n": 1}]
        assert reach(kept, access.secret).may_write
        assert [path.name for path in tmp_path.glob("copy*")] == ["copy.db"]

    def test_restoring_it_brings_back_what_was_there_once_no_server_runs(
        self, games: Games, access: Access, run: Run, tmp_path: Path
    ) -> None:
        games.append(access, 0, "a", {"n": 1})
        copy = tmp_path / "copy.db"
        run("backup", copy)
        games.append(access, 1, "b", {"n": 2})
        later = begin(games)
        status, _, said = run("restore", copy)
        assert (status, said) == (
            1,
            f"agari: {games.database.path} exists already; --replace puts the backup in its place\n",
        )
        assert run("restore", copy, "--replace") == (
            1,
            "",
            f"agari: a server or another program has {games.database.path} open; stop it first\n",
        )
        assert games.find(later.secret)
        games.database.close()
        assert run("restore", copy, "--replace") == (0, f"Games in {games.database.path}: 1\n", "")
        assert [event.body for event in games.since(access.game.id)] == [{"n": 1}]
        assert games.find(later.secret) is None
        assert isinstance(games.append(access, 2, "c", {}), Conflict)
        games.append(access, 1, "c", {"n": 3})
        with games.database.reading() as connection:
            assert connection.scalar(text("PRAGMA journal_mode")) == "wal"
            assert connection.scalar(text("PRAGMA integrity_check")) == "ok"

    def test_restoring_makes_a_database_where_there_is_none(
        self, games: Games, access: Access, run: Run, tmp_path: Path, open_games: Open
    ) -> None:
        run("backup", tmp_path / "copy.db")
        elsewhere = str(tmp_path / "new" / "agari.db")
        assert run("restore", tmp_path / "copy.db", at=elsewhere)[0] == 0
        assert reach(open_games(elsewhere), access.secret).game == reach(games, access.secret).game

    def test_what_is_no_backup_replaces_nothing(self, games: Games, access: Access, run: Run, tmp_path: Path) -> None:
        file = tmp_path / "copy.db"
        assert run("restore", file, "--replace") == (1, "", f"agari: there is no {file}\n")
        file.write_bytes(b"no database" * 1000)
        assert run("restore", file, "--replace")[0] == 1
        file.unlink()
        assert run("backup", file)[0] == 0
        with file.open("r+b") as copied:
            copied.seek(3 * 4096)
            copied.write(b"\xff" * 4096)
        status, _, said = run("restore", file, "--replace")
        assert (status, "damaged" in said) == (1, True)
        file.unlink()
        Database(str(file)).make_file()
        assert run("restore", file, "--replace") == (1, "", f"agari: {file} is no backup of Agari\n")
        reach(games, access.secret)

    def test_it_overwrites_nothing_and_needs_something(self, games: Games, run: Run, tmp_path: Path) -> None:
        copy = tmp_path / "copy.db"
        assert run("backup", copy)[0] == 1
        assert not copy.exists()
        begin(games)
        copy.write_text("precious")
        assert run("backup", copy) == (1, "", f"agari: {copy} exists already\n")
        assert copy.read_text() == "precious"


@sqlite_only
def test_the_server_program_runs_them(address: str, open_games: Open) -> None:
    command = [sys.executable, "-m", "webapp", "upgrade"]
    environment = {**os.environ, "AGARI_DATABASE": address}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, f"The database has version {schema.VERSION} now.\n", "")
    games = open_games(address)
    assert games.database.version() == schema.VERSION
    begin(games)
    read, write = os.pipe()
    os.close(read)  # as `head` does
    listing = [*command[:-1], "games", "list"]
    done = subprocess.run(listing, env=environment, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    assert (done.returncode, done.stderr) == (0, "")


@sqlite_only
@pytest.mark.parametrize("mode", [0o600, 0o640])
def test_who_cannot_read_the_database_cannot_read_its_backup(
    address: str, run: Run, open_games: Open, tmp_path: Path, mode: int
) -> None:
    begin(open_games(address))
    Path(address).chmod(mode)
    assert run("backup", tmp_path / "backup.db")[0] == 0
    assert (tmp_path / "backup.db").stat().st_mode & 0o777 == mode
