"""Finding a Chromium that starts, and getting one where there is none.

Whether a browser is any good is found out by starting it: an executable may be there without its libraries.
"""

import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from filelock import FileLock
from playwright.sync_api import BrowserType, Error

OVERRIDE = "BROWSER_EXECUTABLE"
#: The headless shell first: it is the same engine without windows, and opens a page in a quarter of the time.
SYSTEM_NAMES = (
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "microsoft-edge",
)
MINUTE = 60
#: What apt says while another process installs something.
IS_LOCKED = ("Could not get lock", "Unable to acquire the dpkg frontend lock")

ARGUMENTS = [
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-gpu",
    "--disable-quic",
    "--disable-sync",
    "--no-first-run",
    # Otherwise each page has a second process made ready for it, which it does not need.
    "--renderer-process-limit=1",
    # Whatever a page or the browser itself asks for, only the tests' own server can be reached.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]

Say = Callable[[str], None]
"""Tells the person who waits what takes so long."""


class NoBrowserError(Exception):
    """No Chromium starts and none could be had; the message lists what was tried."""


def launch_options(browser_type: BrowserType, shared: Path, say: Say) -> dict[str, object]:
    """What to launch Chromium with. Installs one if it must; raises NoBrowserError if it cannot.

    In this order: $BROWSER_EXECUTABLE and nothing else; Playwright's own; the system's; `playwright install`; as root,
    `apt-get install`. `shared` is a folder common to all processes of this test run: only one of them installs.
    """
    if chosen := os.environ.get(OVERRIDE):
        return _options(Path(chosen))
    return Search(browser_type, say).options(shared)


class Search:
    """The search for a browser, and what went wrong so far."""

    def __init__(self, browser_type: BrowserType, say: Say) -> None:
        self._browser_type = browser_type
        self._say = say
        self._failures: list[str] = []

    def options(self, shared: Path) -> dict[str, object]:
        found = self._first_that_starts()
        return found if found is not None else self._install(shared)

    def _install(self, shared: Path) -> dict[str, object]:
        gave_up = shared / "no-browser.txt"
        with FileLock(shared / "browser.lock"):
            if gave_up.exists():
                raise NoBrowserError(gave_up.read_text(encoding="utf-8"))
            # First without installing: another process may just have done so.
            for command in ([], *_installations()):
                self._run(command)
                found = self._first_that_starts()
                if found is not None:
                    return found
            gave_up.write_text(message := self._message(), encoding="utf-8")
        raise NoBrowserError(message)

    def _first_that_starts(self) -> dict[str, object] | None:
        return next(filter(self._starts, map(_options, _executables())), None)

    def _starts(self, options: dict[str, object]) -> bool:
        try:
            self._browser_type.launch(**options).close()  # type: ignore[arg-type]
        except Error as error:
            self._note(error.message.splitlines()[0])
            return False
        return True

    def _run(self, command: list[str]) -> None:
        if not command:
            return
        line = " ".join(command)
        self._say(f"no browser for the tests yet; running: {line}")
        try:
            _run_when_free(command)
        except subprocess.CalledProcessError as error:
            self._note(f"{line}: status {error.returncode}: {_gist(error.stderr)}")
        except subprocess.TimeoutExpired:
            self._note(f"{line}: not done after ten minutes")

    def _note(self, failure: str) -> None:
        if failure not in self._failures:
            self._failures.append(failure)

    def _message(self) -> str:
        tried = "\n".join(f"  {failure}" for failure in self._failures)
        return f"no Chromium for the browser tests; install one or name it in ${OVERRIDE}. Tried:\n{tried}"


def _run_when_free(command: list[str]) -> None:
    """Runs an installation. While another one holds apt's lock, it waits, for ten minutes at most."""
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    deadline = time.monotonic() + 10 * MINUTE
    while True:
        try:
            subprocess.run(command, env=environment, capture_output=True, text=True, timeout=10 * MINUTE, check=True)
        except subprocess.CalledProcessError as error:
            if time.monotonic() > deadline or not any(text in error.stderr for text in IS_LOCKED):
                raise
            time.sleep(2)
        else:
            return


def _executables() -> Iterator[Path | None]:
    yield None  # Playwright's own
    for name in SYSTEM_NAMES:
        if found := shutil.which(name):
            yield Path(found)


def _options(executable: Path | None) -> dict[str, object]:
    # Chromium's sandbox refuses to run as root.
    args = [*ARGUMENTS, "--no-sandbox"] if _is_root() else ARGUMENTS
    return {"args": args} if executable is None else {"args": args, "executable_path": executable}


def _installations() -> Iterator[list[str]]:
    yield [sys.executable, "-m", "playwright", "install", "chromium"]
    if _is_root() and shutil.which("apt-get"):
        yield ["apt-get", "update"]
        for package in ("chromium-headless-shell", "chromium"):
            yield ["apt-get", "install", "-y", "--no-install-recommends", package]


def _gist(stderr: str) -> str:
    lines = stderr.strip().splitlines() or ["(no message)"]
    return next((line for line in lines if line.startswith(("E:", "Error:"))), lines[-1])


def _is_root() -> bool:
    return hasattr(os, "geteuid") and os.geteuid() == 0
