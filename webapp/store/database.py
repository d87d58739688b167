"""The connection to the database: finding it, opening it, making its tables, and its errors.

SQLite uses a write-ahead log (WAL) and waits for the disk at every commit, so that acknowledged events survive a crash.
A writing transaction takes its lock at the start, so that it never fails half-way. PostgreSQL does both by itself.

No request waits longer than `PATIENCE` for a locked or silent database, however many requests wait.
"""

import logging
import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import cached_property
from pathlib import Path
from threading import BoundedSemaphore
from time import monotonic, sleep
from typing import cast

from platformdirs import user_data_path
from sqlalchemy import (
    URL,
    Connection,
    Engine,
    QueuePool,
    create_engine,
    func,
    insert,
    inspect,
    make_url,
    select,
    text,
    update,
)
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.exc import TimeoutError as NoConnectionFree

from webapp.store import schema
from webapp.store.values import Reason, UnavailableError

log = logging.getLogger(__name__)
# The pool logs each connection that is lost, with a traceback; the application itself says once that none can be made.
logging.getLogger("sqlalchemy.pool").setLevel(logging.CRITICAL)
#: Connections that are open at the same time; a request holds one only while it reads or writes.
CONNECTIONS = 6
#: Writers at the same time in one process. SQLite lets only one of all processes write; with PostgreSQL the other
#: connections are left to readers.
WRITERS = {"sqlite": 1, "postgresql": CONNECTIONS // 2}
#: Seconds to wait for the database before `UnavailableError`.
PATIENCE = 5
#: With PostgreSQL, seconds to wait for a free connection, and to test whether it works or to make a new one.
TURN, TRYING = 1, 2
#: Seconds between two tries to begin writing while another process writes: about as long as an append takes.
LOOK = 0.002
#: Seconds between two tries to write after a write failed, while somebody asks whether games can be kept.
RETRY = 10
_POOL: dict[str, int] = {"pool_size": CONNECTIONS, "max_overflow": 0}
#: The key of the PostgreSQL lock that lets only one process make the tables. Any number will do.
_MAKING = 41_261_001

_SQLITE_REASONS = {
    "SQLITE_BUSY": Reason.BUSY,
    "SQLITE_LOCKED": Reason.BUSY,
    "SQLITE_CANTOPEN": Reason.FOLDER,
    "SQLITE_READONLY": Reason.READ_ONLY,
    "SQLITE_FULL": Reason.FULL,
    "SQLITE_CORRUPT": Reason.DAMAGED,
    "SQLITE_NOTADB": Reason.DAMAGED,
    "SQLITE_IOERR": Reason.FOLDER,
}
#: By the SQLSTATE of PostgreSQL.
_POSTGRESQL_REASONS = {
    "53100": Reason.FULL,
    "25006": Reason.READ_ONLY,
    "42501": Reason.READ_ONLY,
    "55P03": Reason.BUSY,
}


def address(named: str) -> URL:
    """The address of the database that is named by an address, by the path of a SQLite file, or not at all (a file in
    the user's data folder). Raises `UnavailableError`."""
    if not named:
        return _sqlite(user_data_path("agari", appauthor=False) / "agari.db")
    if "://" not in named:
        return _sqlite(Path(named))
    try:
        url = make_url(named)
    except (ArgumentError, ValueError) as error:
        raise UnavailableError(Reason.ADDRESS, "AGARI_DATABASE is no address of a database") from error
    if url.drivername in {"postgres", "postgresql", "postgresql+psycopg"}:
        return url.set(drivername="postgresql+psycopg")
    if url.drivername == "sqlite" and url.database not in {None, "", ":memory:"}:
        return _sqlite(Path(str(url.database)))
    raise UnavailableError(Reason.ADDRESS, f"no such sort of database: {url.render_as_string(hide_password=True)}")


def _sqlite(path: Path) -> URL:
    return URL.create("sqlite", database=str(path.expanduser().absolute()))


def connect_sqlite(path: Path, mode: str = "rw") -> sqlite3.Connection:
    """A connection in autocommit mode. The `mode` "rwc" makes the file if there is none."""
    connection = sqlite3.connect(
        f"{path.as_uri()}?mode={mode}", uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False
    )
    connection.execute("PRAGMA synchronous = FULL")
    connection.execute("PRAGMA foreign_keys = ON")
    # Overwrites deleted rows in the file.
    connection.execute("PRAGMA secure_delete = ON")
    return connection


def _begin(connection: sqlite3.Connection, deadline: float) -> None:
    """Begins to write as soon as no other process writes. Raises `UnavailableError` at the deadline.

    SQLite itself retries only every 100 ms, and may find the database locked each time.
    """
    connection.execute("PRAGMA busy_timeout = 0")
    try:
        while not _begins(connection):
            if monotonic() > deadline:
                raise UnavailableError(Reason.BUSY, "another process is writing")
            sleep(LOOK)
    finally:
        connection.execute(f"PRAGMA busy_timeout = {round(1000 * PATIENCE)}")


def _begins(connection: sqlite3.Connection) -> bool:
    try:
        connection.execute("BEGIN IMMEDIATE")
    except sqlite3.OperationalError as error:
        if not error.sqlite_errorname.startswith("SQLITE_BUSY"):
            raise
        return False
    return True


class Database:
    """A database, which may not exist yet. Making this object opens no connection."""

    def __init__(self, named: str = "") -> None:
        self._named = named
        self._is_made = False
        #: The device and number of the file of SQLite, once it was opened.
        self._file: tuple[int, int] | None = None
        #: Those of `_log_files`, as long as the file was there.
        self._logs: dict[Path, tuple[int, int] | None] = {}
        self._is_lost = False
        #: Why the last write failed, and when the next one is tried.
        self._failed: UnavailableError | None = None
        self._retry_at = 0.0

    @cached_property
    def url(self) -> URL:
        """Its address. Raises `UnavailableError`."""
        return address(self._named)

    @cached_property
    def path(self) -> Path | None:
        """The file of a SQLite database; None for PostgreSQL."""
        return Path(self.url.database or "") if self.url.drivername == "sqlite" else None

    @cached_property
    def _log_files(self) -> tuple[Path, Path]:
        """The log of the file of SQLite, and the index of the log."""
        return Path(f"{self.path}-wal"), Path(f"{self.path}-shm")

    @cached_property
    def engine(self) -> Engine:
        """SQLAlchemy's engine."""
        if self.path:
            return create_engine(self.url, creator=self.connect, poolclass=QueuePool, pool_timeout=PATIENCE, **_POOL)
        with speaking_plainly():
            from webapp.store.postgresql import be_patient

        options = {"connect_timeout": TRYING}
        # The server may have been restarted: a connection is tried before it is used.
        engine = create_engine(self.url, connect_args=options, pool_pre_ping=True, pool_timeout=TURN, **_POOL)
        be_patient(engine, PATIENCE + TURN, TRYING)
        return engine

    def close(self) -> None:
        """Closes all connections; they are opened again when needed."""
        if "engine" in vars(self):
            self._remove_log_of_lost_file()
            self.engine.dispose()
        self._file, self._is_lost = None, False

    def connect(self) -> sqlite3.Connection:
        """A connection to the file of SQLite; none to a file that has taken its place. Raises `UnavailableError`."""
        assert self.path
        self._check_file()
        return connect_sqlite(self.path)

    # -- reading and writing -----------------------------------------------------------------------

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection on which each statement is a transaction. Raises `UnavailableError` if there are no tables."""
        if not self.is_made():
            raise UnavailableError(Reason.MISSING)
        with speaking_plainly(), self._reader.connect() as connection:
            self._check_file()
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that excludes other writers, committed at the end. Makes the tables first if there are none."""
        if not self.is_made():
            self.make()
        with self.transaction() as connection:
            yield connection

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A transaction that does not need the tables. Most callers want `writing`."""
        deadline = monotonic() + PATIENCE
        if not self._writers.acquire(timeout=PATIENCE):
            self._failed = UnavailableError(Reason.BUSY, "others are writing")
            raise self._failed
        try:
            with speaking_plainly(), self.engine.connect() as connection:
                self._lock(connection, deadline)
                self._check_file()
                yield connection
                connection.commit()
                # What was written into a file that has no name any more is lost: it must not be acknowledged.
                self._check_file()
        except UnavailableError as problem:
            self._failed = problem
            raise
        else:
            self._failed = None
        finally:
            self._writers.release()

    def _check_file(self) -> None:
        """Raises `UnavailableError` if the file of SQLite was deleted or replaced since it was seen first."""
        if not self.path:
            return
        # In this order: another thread may make the file between the two looks.
        known, now = self._file, _identity(self.path)
        if known is None and now:
            self._file = now
        elif known and now != known:
            if not self._is_lost:
                log.error("%s was deleted or replaced while it was in use: start all processes anew", self.path)
            self._is_lost = True
            raise UnavailableError(Reason.LOST, str(self.path))
        self._logs = {log: _identity(log) for log in self._log_files}

    def _remove_log_of_lost_file(self) -> None:
        """Removes the log of a file that was deleted or replaced: SQLite would apply it to the file in its place."""
        try:
            self._check_file()
        except UnavailableError:
            # Every connection is to the lost file: `connect` makes no others. A file that was moved becomes whole.
            with suppress(UnavailableError), speaking_plainly(), self.engine.connect() as connection:
                is_busy, *_ = connection.execute(text("PRAGMA wal_checkpoint(TRUNCATE)")).one()
                for log_file, known in self._logs.items():
                    if not is_busy and known and _identity(log_file) == known:
                        log_file.unlink()

    def _lock(self, connection: Connection, deadline: float) -> None:
        if self.path:
            _begin(cast(sqlite3.Connection, connection.connection.driver_connection), deadline)
        else:
            left = max(1, round(1000 * (deadline - monotonic())))
            connection.execute(text(f"SET LOCAL lock_timeout = {left}"))

    @cached_property
    def _writers(self) -> BoundedSemaphore:
        return BoundedSemaphore(WRITERS["sqlite" if self.path else "postgresql"])

    @cached_property
    def _reader(self) -> Engine:
        return self.engine if self.path else self.engine.execution_options(isolation_level="AUTOCOMMIT")

    # -- making it ---------------------------------------------------------------------------------

    def is_made(self) -> bool:
        """Whether the database has our tables. Raises `UnavailableError` if they have another version."""
        self._is_made = self._is_made or self._has_tables()
        return self._is_made

    def _has_tables(self) -> bool:
        version = self.version()
        if version and version != schema.VERSION:
            reason = Reason.NEW if int(version) > int(schema.VERSION) else Reason.OLD
            raise UnavailableError(reason, f"its tables have version {version}, this program {schema.VERSION}")
        return bool(version)

    def version(self) -> str | None:
        """The version of its tables; None where there are none."""
        with speaking_plainly():
            self._check_file()
            if self.path and not self.path.exists():
                return None
            with self.engine.connect() as connection:
                return version_of(connection)

    def make(self) -> None:
        """Makes the tables, unless another process was faster."""
        self.make_file()
        with self.transaction() as connection:
            if not self.path:
                connection.execute(select(func.pg_advisory_xact_lock(_MAKING)))
            if version_of(connection) is None:
                schema.metadata.create_all(connection)
                schema.version.create(connection)
                connection.execute(insert(schema.version).values(version_num=schema.VERSION))
        self._is_made = True

    def make_file(self) -> None:
        """Makes the file of a SQLite database and its folder. Only their owner can read them."""
        if not self.path:
            return
        with speaking_plainly():
            self._check_file()
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self.path.touch(mode=0o600)
            connection = connect_sqlite(self.path)
            connection.execute("PRAGMA journal_mode = WAL")
            connection.close()

    def problem(self) -> UnavailableError | None:
        """The reason why no game could be made now, as far as it shows without making one; None if one could.

        If the last write failed, that is the reason until one succeeds: one is tried every `RETRY` seconds.
        """
        try:
            if not self._has_tables():
                return self._folder_problem()
            if self._failed and monotonic() >= self._retry_at:
                self._retry_at = monotonic() + RETRY
                with self.transaction() as connection:
                    connection.execute(update(schema.version).values(version_num=schema.VERSION))
        except UnavailableError as problem:
            return problem
        if self.path and not os.access(self.path, os.W_OK):
            return UnavailableError(Reason.READ_ONLY, f"{self.path} cannot be written")
        return self._failed

    def size(self, connection: Connection) -> int:
        """The bytes that the database takes."""
        if self.path:
            pages = connection.execute(text("SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"))
            return int(pages.scalar_one())
        return int(connection.execute(text("SELECT pg_database_size(current_database())")).scalar_one())

    def _folder_problem(self) -> UnavailableError | None:
        """The reason why a SQLite file that does not exist yet could not be made; None if it could."""
        if not self.path:
            return None
        with speaking_plainly():
            folder = next(folder for folder in self.path.parents if folder.exists())
        if folder.is_dir() and os.access(folder, os.W_OK):
            return None
        return UnavailableError(Reason.FOLDER, f"{folder} is no folder that can be written")


def _identity(file: Path) -> tuple[int, int] | None:
    """The device and number of a file; None if there is none."""
    try:
        found = file.stat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return found.st_dev, found.st_ino


def version_of(connection: Connection) -> str | None:
    """The version of the tables; None where there are none."""
    if not inspect(connection).has_table(schema.version.name):
        return None
    return connection.scalar(select(schema.version.c.version_num))


@contextmanager
def speaking_plainly(errors: tuple[type[Exception], ...] = (DBAPIError, sqlite3.Error)) -> Iterator[None]:
    """Turns whatever a database or its driver raises into `UnavailableError`."""
    try:
        yield
    except errors as error:
        raise UnavailableError(_reason(error), _detail(error)) from error
    except NoConnectionFree as error:
        raise UnavailableError(Reason.BUSY, "no connection is free") from error
    except (ModuleNotFoundError, NoSuchModuleError) as error:
        raise UnavailableError(Reason.DRIVER, str(error)) from error
    except OSError as error:
        raise UnavailableError(Reason.FOLDER, str(error)) from error


def _detail(error: Exception) -> str:
    """The driver's message, without the statement and its values."""
    return str(error.orig if isinstance(error, DBAPIError) else error).strip()


def _reason(error: Exception) -> Reason:
    said = error.orig if isinstance(error, DBAPIError) else error
    if isinstance(said, sqlite3.Error):
        name = getattr(said, "sqlite_errorname", "") or ""
        return next((reason for start, reason in _SQLITE_REASONS.items() if name.startswith(start)), Reason.DAMAGED)
    return _POSTGRESQL_REASONS.get(getattr(said, "sqlstate", "") or "", Reason.UNREACHABLE)
