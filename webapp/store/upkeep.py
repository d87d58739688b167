"""`python -m webapp upgrade`, `backup`, `restore`, `games`: the database that AGARI_DATABASE names; and `copy`, of two.

A backup of SQLite may be made while the server runs; after restoring one, start the server anew. PostgreSQL has its
own programs for both.
"""

import argparse
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Sequence
from contextlib import closing
from functools import partial
from pathlib import Path

from sqlalchemy import Connection, select, update

from webapp.store import inventory, links, rows, schema
from webapp.store.copying import CopyError, copy
from webapp.store.database import Database, connect_sqlite, speaking_plainly, version_of
from webapp.store.inventory import InventoryError
from webapp.store.values import Json, PlayerResults, Reason, UnavailableError

#: The message for the operator of the server, for each reason.
WORDS = {
    Reason.ADDRESS: "AGARI_DATABASE is neither a path nor a URL of SQLite or PostgreSQL",
    Reason.DRIVER: "the driver is missing: pip install 'agari[postgres]'",
    Reason.FOLDER: "the file or its folder cannot be opened",
    Reason.READ_ONLY: "the database cannot be written",
    Reason.FULL: "the disk is full",
    Reason.BUSY: "others hold the database; try again",
    Reason.DAMAGED: "not a database, or damaged",
    Reason.UNREACHABLE: "the database server does not answer as it should",
    Reason.MISSING: "there is no database yet; the first game makes it",
    Reason.LOST: "the file of the database was deleted or replaced under the server; start the server anew",
    Reason.OLD: "the database is of an earlier version: python -m webapp upgrade",
    Reason.NEW: "the database is of a later version of this program",
    Reason.NEWER_RULES: "a game has rules of a later version of this program",
}


class CommandError(Exception):
    """A command cannot be done. The message is one line."""


#: Works out the summaries of a game from its `about` and its events.
Summarise = Callable[[Json, Sequence[Json]], PlayerResults]


def main(arguments: Sequence[str], summarise: Summarise, text: str | None = None) -> int:
    """Runs one command on the database `text` (None: AGARI_DATABASE). Returns the exit status: 0, or 1 after a line
    that says why the command failed.

    `summarise` works out the summaries of a game: the store does not know what its events mean.
    """
    options = _parse(arguments)
    database = Database(os.environ.get("AGARI_DATABASE", "") if text is None else text)
    try:
        _check_owner(database)
        if options.command == "upgrade":
            print(check(database) if options.check else upgrade(database, summarise, rebuild=options.rebuild))
        elif options.command == "backup":
            print(backup(database, options.file))
        elif options.command == "copy":
            print(_copy_site(options.source, options.target, options.group))
        elif options.command == "games":
            print(_games(database, options))
        else:
            print(restore(database, options.file, replace=options.replace))
    except UnavailableError as problem:
        print(f"agari: {WORDS[problem.reason]} ({problem.detail or problem.reason})", file=sys.stderr)
        return 1
    except (CommandError, CopyError, InventoryError) as refused:
        print(f"agari: {refused}", file=sys.stderr)
        return 1
    finally:
        database.close()
    return 0


def _parse(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m webapp", description="Look after the database of the games.")
    commands = parser.add_subparsers(dest="command", required=True)
    upgrading = commands.add_parser("upgrade", help="bring its tables up to date, or make them")
    upgrading.add_argument("--check", action="store_true", help="only say whether that is needed, by the status 1 too")
    upgrading.add_argument("--rebuild", action="store_true", help="also work out the summaries of all games anew")
    commands.add_parser("backup", help="copy a SQLite database, also while it is in use").add_argument(
        "file", type=Path
    )
    restoring = commands.add_parser("restore", help="put a backup in the place of the SQLite database")
    restoring.add_argument("file", type=Path)
    restoring.add_argument("--replace", action="store_true", help="also where there is a database: its games are lost")
    copying = commands.add_parser("copy", help="copy all games and groups to an empty database of either kind")
    copying.add_argument("source", metavar="FROM", help="a path of a SQLite file, or an address of PostgreSQL")
    copying.add_argument("target", metavar="TO")
    copying.add_argument("--group", metavar="LINK", help="only this group with its games; TO may have others")
    _add_games(
        commands.add_parser("games", help="count games and groups, list, delete or revoke them").add_subparsers(
            dest="do"
        )
    )
    # One link in 64 begins with a dash, like an option.
    return parser.parse_args([f"/{word}" if links.is_secret(word) else word for word in arguments])


def _add_games(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    listing = commands.add_parser("list", help="list games without names")
    listing.add_argument("--by", choices=("age", "size"), default="age", help="the oldest or the largest first")
    listing.add_argument("--most", type=int, default=50, help="how many (default: %(default)s)")
    deleting = commands.add_parser("delete", help="delete a game, or a group with its games")
    deleting.add_argument("--for-good", action="store_true", help="at once, so that nobody can bring it back")
    revoking = commands.add_parser("revoke", help="give a game or a group new links; the old ones open nothing")
    for command in (deleting, revoking):
        command.add_argument("which", metavar="LINK", help="its link, or its hash from the list")


def check(database: Database) -> str:
    """Returns a line that says that the tables need no upgrade. Raises an error if they do."""
    found = database.version()
    if found and int(found) > int(schema.VERSION):
        raise UnavailableError(Reason.NEW, f"version {found}")
    if found and found != schema.VERSION:
        raise CommandError(
            f"the database has version {found}, this program needs {schema.VERSION}: an upgrade is needed"
        )
    return f"The database has version {found}: no upgrade is needed." if found else "There is no database yet."


def upgrade(database: Database, summarise: Summarise, *, rebuild: bool = False) -> str:
    """Brings the tables to this program's version, in one transaction. Returns a line that says what was done.

    The summaries of the games are worked out if the version changes, or if a `rebuild` is asked for.
    """
    database.make_file()
    with speaking_plainly(), database.transaction() as connection:
        before = version_of(connection)
        if before and int(before) > int(schema.VERSION):
            raise UnavailableError(Reason.NEW, f"version {before}")
        if before != schema.VERSION:
            migrate(connection)
        if rebuild or before != schema.VERSION:
            _rebuild(connection, summarise)
    if before == schema.VERSION:
        return f"The database has version {before} already."
    return f"The database has version {schema.VERSION} now."


def _rebuild(connection: Connection, summarise: Summarise) -> None:
    """Recomputes the summaries of all games from their events. Running servers learn that their sums are old."""
    for game_id, about in connection.execute(select(schema.game.c.id, schema.game.c.about)).all():
        events = [event.body for event in rows.events_after(connection, game_id, 0)]
        rows.summarised(connection, game_id, summarise(about, events))
    connection.execute(
        update(schema.groups).values(version=schema.groups.c.version + 1, counted=schema.groups.c.counted + 1)
    )


def migrate(connection: object, to: str = "head") -> None:
    """Takes the steps of the migrations up to a version."""
    # Half a second to import, and needed only here.
    from alembic import command
    from alembic.config import Config

    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations").replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    command.upgrade(config, to)


def backup(database: Database, file: Path) -> str:
    """Copies the database, as it is at one moment, to a new file. Returns a line that says so."""
    path = _file_of(database)
    if not database.is_made():
        raise UnavailableError(Reason.MISSING, str(path))
    if file.exists():
        raise CommandError(f"{file} exists already")
    # Written under another name first, so that a file with the right name is a whole backup.
    unfinished = file.with_name(f"{file.name}.part")
    unfinished.unlink(missing_ok=True)
    # The backup can be read by the same users as the database.
    unfinished.touch(mode=0o600)
    shutil.copymode(path, unfinished)
    _copy(path, unfinished)
    with closing(connect_sqlite(unfinished.absolute())) as copied:
        # Makes the backup a single file, which can be read even in a folder where nothing may be written.
        copied.execute("PRAGMA journal_mode = DELETE")
    unfinished.rename(file)
    return f"Games in {file}: {_games_in(file)}"


def restore(database: Database, file: Path, *, replace: bool) -> str:
    """Replaces the database by a backup, in one transaction. Returns a line that says so."""
    path = _file_of(database)
    if not file.exists():
        raise CommandError(f"there is no {file}")
    _check(file)
    if database.version() is not None and not replace:
        raise CommandError(f"{path} exists already; --replace puts the backup in its place")
    database.make_file()
    database.close()
    _check_unused(path)
    _copy(file, path)
    database.make_file()
    return f"Games in {path}: {_games_in(path)}"


def _games(database: Database, options: argparse.Namespace) -> str:
    match options.do:
        case "list":
            return inventory.listed(database, options.by, max(0, options.most))
        case "delete":
            return inventory.deleted(database, options.which, for_good=options.for_good)
        case "revoke":
            return inventory.revoked(database, options.which)
    return inventory.counts(database)


def _copy_site(source: str, target: str, link: str | None) -> str:
    """Copies a site or a group from one named database to another, with lines of progress."""
    databases = Database(source), Database(target)
    try:
        _check_owner(databases[1])
        return copy(*databases, link, partial(print, file=sys.stderr, flush=True))
    finally:
        for database in databases:
            database.close()


def _file_of(database: Database) -> Path:
    if not database.path:
        raise CommandError("for PostgreSQL use pg_dump and pg_restore")
    return database.path


def _check_owner(database: Database) -> None:
    """Raises an error if root runs a command on a file or in a folder of another user: the server could not write what
    root makes there."""
    if not database.path or not hasattr(os, "geteuid") or os.geteuid():
        return
    with speaking_plainly():
        found = next(each for each in (database.path, *database.path.parents) if each.exists())
        owner = found.stat().st_uid
    if owner:
        raise CommandError(f"{found} is of another user (id {owner}): run this command as that user, not as root")


def _check_unused(path: Path) -> None:
    """Raises an error if another program has the database open: only a connection that is alone can end its log."""
    with speaking_plainly(), closing(connect_sqlite(path)) as connection:
        connection.execute("PRAGMA busy_timeout = 0")
        try:
            connection.execute("PRAGMA journal_mode = DELETE")
        except sqlite3.OperationalError as error:
            if not error.sqlite_errorname.startswith("SQLITE_BUSY"):
                raise
            raise CommandError(f"a server or another program has {path} open; stop it first") from error


def _check(file: Path) -> None:
    """Raises an error if a file is not a whole backup."""
    with speaking_plainly(), closing(connect_sqlite(file.absolute(), "ro")) as copied:
        if copied.execute("PRAGMA integrity_check").fetchone() != ("ok",):
            raise UnavailableError(Reason.DAMAGED, str(file))
        names = {name for (name,) in copied.execute("SELECT name FROM sqlite_master")}
        if schema.version.name not in names:
            raise CommandError(f"{file} is no backup of Agari")


def _copy(source: Path, target: Path) -> None:
    with (
        speaking_plainly(),
        closing(connect_sqlite(source.absolute(), "ro")) as reading,
        closing(connect_sqlite(target.absolute(), "rwc")) as writing,
    ):
        reading.backup(writing)


def _games_in(file: Path) -> int:
    with speaking_plainly(), closing(sqlite3.connect(file)) as connection:
        count: int = connection.execute("SELECT count(*) FROM game").fetchone()[0]
    return count
