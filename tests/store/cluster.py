"""A PostgreSQL server of the tests' own: made anew, reached by a socket in its folder, gone with the tests.

Debian's package `postgresql` is enough. PostgreSQL does not run as root; there it runs as the package's user.
"""

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from contextlib import suppress
from itertools import count
from pathlib import Path
from time import sleep
from urllib.parse import quote

import psycopg

#: Reached by a socket in its folder alone.
SETTINGS = "-c listen_addresses= -c max_connections=60"
#: Seconds between two looks whether it has ended.
LOOK = 0.01


def binaries() -> Path | None:
    """The folder of `initdb` and `pg_ctl`; the latest where there are several."""
    found = shutil.which("initdb")
    packaged = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return Path(found).parent if found else packaged[-1].parent if packaged else None


def owner() -> str | None:
    """Who may run it: None for whoever runs the tests, another user for root."""
    if os.getuid() != 0:
        return None
    names = {user.pw_name for user in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in names)


class Cluster:
    """A server, with room for the games of each test."""

    def __init__(self, programs: Path, settings: str = "-c fsync=off") -> None:
        # Nothing but the tests reads it, so it need not outlive the machine; a killed server it does outlive.
        self._programs, self._owner, self._settings = programs, owner(), f"{SETTINGS} {settings}"
        self.folder = Path(tempfile.mkdtemp(prefix="agari-", dir="/tmp"))
        if self._owner:
            shutil.chown(self.folder, self._owner)
        self._numbers = count(1)
        self._run("initdb", "--username=agari", "--auth=trust", "--encoding=UTF8", "--locale=C", "--no-sync")
        self.start()

    def start(self) -> None:
        """Starts it, and waits until it answers."""
        log = str(self.folder / "log")
        self._run("pg_ctl", "start", "--wait", "--silent", f"--log={log}", "-o", f"{self._settings} -k {self.folder}")

    def ask_for_passwords(self, *, ask: bool = True) -> None:
        """Asks new connections for a password, or trusts them again."""
        (self.folder / "data" / "pg_hba.conf").write_text(f"local all all {'scram-sha-256' if ask else 'trust'}\n")
        self._run("pg_ctl", "reload", "--silent")

    def kill(self) -> None:
        """Ends its processes at once (kill -9), whatever they are doing."""
        family = self.processes()
        for member in family:
            with suppress(ProcessLookupError):
                os.kill(member, signal.SIGKILL)
        while any(Path(f"/proc/{member}").exists() for member in family):
            sleep(LOOK)

    def processes(self) -> list[int]:
        """The numbers of its processes."""
        pid = int((self.folder / "data" / "postmaster.pid").read_text().split("\n", 1)[0])
        return [pid, *map(int, Path(f"/proc/{pid}/task/{pid}/children").read_text().split())]

    def stop(self) -> None:
        """Ends it as a crash would: connections are cut, nothing is written down any more."""
        self._run("pg_ctl", "stop", "--mode=immediate", "--silent")

    def remove(self) -> None:
        """Ends it for good."""
        self.stop()
        shutil.rmtree(self.folder)

    def database(self) -> str:
        """An address under which no table was made yet: a schema of its own, which costs less than a database."""
        name = f"games{next(self._numbers)}"
        address = f"postgresql://agari@/postgres?host={quote(str(self.folder), safe='')}"
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute(f"CREATE SCHEMA {name}".encode())
        return f"{address}&options=-csearch_path%3D{name}"

    def _run(self, program: str, *arguments: str) -> None:
        command = [str(self._programs / program), f"--pgdata={self.folder / 'data'}", *arguments]
        # A server that keeps our pipe open would let us wait for ever.
        with tempfile.TemporaryFile("w+") as said:
            done = subprocess.run(
                command,
                stdout=said,
                stderr=said,
                user=self._owner,
                group=self._owner and _group(self._owner),
                extra_groups=[] if self._owner else None,
                cwd="/",
                check=False,
            )
            said.seek(0)
            assert done.returncode == 0, said.read()


def _group(user: str) -> int:
    return pwd.getpwnam(user).pw_gid
