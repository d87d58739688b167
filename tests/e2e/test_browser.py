"""The search for a browser, with browsers and installers that only pretend."""

import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import cast

import pytest
from playwright.sync_api import BrowserType, Error

from tests.e2e import browser

PLAYWRIGHT_S_OWN = "Playwright's own"


class Machine:
    """A machine on which some browsers start. An installation brings one if `brings` says so, and fails otherwise."""

    def __init__(self, starts: set[str], brings: dict[str, str] | None = None, busy: int = 0) -> None:
        """`busy` is how often apt is asked while another process installs."""
        self._starts = starts
        self._brings = brings or {}
        self._busy = busy
        self.said: list[str] = []

    def launch(self, executable_path: object = PLAYWRIGHT_S_OWN, **_: object) -> "Machine":
        """What Playwright's BrowserType does."""
        if str(executable_path) not in self._starts:
            raise Error(f"{executable_path} does not start\nand more")
        return self

    def close(self) -> None:
        """What Playwright's Browser does."""

    def run(self, command: list[str], **_: object) -> None:
        """What subprocess.run does."""
        if command[0] == "apt-get" and self._busy:
            self._busy -= 1
            raise subprocess.CalledProcessError(100, command, stderr="E: Could not get lock /var/lib/apt/lists/lock.")
        brought = next((found for word, found in self._brings.items() if word in command), None)
        if brought is None:
            raise subprocess.CalledProcessError(100, command, stderr="noise\nE: no network\nmore noise")
        self._starts.add(brought)


Search = Callable[[Machine], dict[str, object]]


@pytest.fixture
def search(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Search:
    """Search a machine, as root, that has apt-get and /bin/chromium, which may start or not."""

    def launch_options(machine: Machine) -> dict[str, object]:
        monkeypatch.setattr(browser, "_is_root", lambda: True)
        monkeypatch.setattr("shutil.which", {"chromium": "/bin/chromium", "apt-get": "/bin/apt-get"}.get)
        monkeypatch.setattr("subprocess.run", machine.run)
        return browser.launch_options(cast(BrowserType, machine), tmp_path, machine.said.append)

    monkeypatch.delenv(browser.OVERRIDE, raising=False)
    return launch_options


def executable(options: dict[str, object]) -> str:
    return str(options.get("executable_path", PLAYWRIGHT_S_OWN))


def test_the_environment_s_choice_is_not_questioned(search: Search, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(browser.OVERRIDE, "/opt/mine")
    assert executable(search(Machine(starts={PLAYWRIGHT_S_OWN}))) == "/opt/mine"


def test_playwright_s_own_comes_before_the_system_s(search: Search) -> None:
    assert executable(search(Machine(starts={PLAYWRIGHT_S_OWN, "/bin/chromium"}))) == PLAYWRIGHT_S_OWN


def test_the_system_s_is_taken_before_anything_is_installed(search: Search) -> None:
    machine = Machine(starts={"/bin/chromium"}, brings={"playwright": PLAYWRIGHT_S_OWN})
    assert executable(search(machine)) == "/bin/chromium"
    assert machine.said == []


def test_playwright_s_download_is_tried_first(search: Search) -> None:
    machine = Machine(starts=set(), brings={"playwright": PLAYWRIGHT_S_OWN, "chromium": "/bin/chromium"})
    assert executable(search(machine)) == PLAYWRIGHT_S_OWN
    assert ["playwright install chromium" in line for line in machine.said] == [True]


def test_then_apt_get_and_it_says_so(search: Search) -> None:
    machine = Machine(starts=set(), brings={"update": "the lists", "--no-install-recommends": "/bin/chromium"})
    assert executable(search(machine)) == "/bin/chromium"
    assert [line.partition("running: ")[2].split()[-2:] for line in machine.said] == [
        ["install", "chromium"],
        ["apt-get", "update"],
        ["--no-install-recommends", "chromium-headless-shell"],
    ]


def test_it_waits_while_another_process_installs(search: Search, monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("time.sleep", pauses.append)
    machine = Machine(starts=set(), brings={"update": "the lists", "--no-install-recommends": "/bin/chromium"}, busy=3)
    assert executable(search(machine)) == "/bin/chromium"
    assert len(pauses) == 3


def test_nothing_works_is_explained_and_tried_by_one_process_only(search: Search) -> None:
    first, second = Machine(starts=set()), Machine(starts=set())
    with pytest.raises(browser.NoBrowserError) as failure:
        search(first)
    reason = str(failure.value)
    assert "Playwright's own does not start\n" in reason
    assert "apt-get update: status 100: E: no network\n" in reason
    assert len(first.said) == 4
    with pytest.raises(browser.NoBrowserError) as failure:
        search(second)
    assert str(failure.value) == reason
    assert second.said == []


def test_only_root_goes_without_the_sandbox(search: Search, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "--no-sandbox" in cast(list[str], search(Machine(starts={PLAYWRIGHT_S_OWN}))["args"])
    monkeypatch.setattr(browser, "_is_root", lambda: False)
    options = browser.launch_options(cast(BrowserType, Machine(starts={PLAYWRIGHT_S_OWN})), Path(), print)
    assert "--no-sandbox" not in cast(list[str], options["args"])
