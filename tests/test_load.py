"""The production server for a moment beside each kind of trouble, and behind the proxy of SERVING.md."""

import asyncio
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from statistics import median
from time import sleep

import pytest

from tests.tools import attacks, load, phones
from tests.tools.load import HOST, Server, cuts, measure
from webapp.serving import request_limits
from webapp.store import database

pytestmark = pytest.mark.ci
TAPS = 60
#: Enough of each to take every thread of a server in which they could. `python -m tests.tools.load` takes more.
SIZES = {"SLOW": 100, "UNREAD": 60, "IDLE": 300, "WAITING": 100}
#: How many times as long as alone the tap in the middle may take beside attackers behind a proxy's limit. The slowest
#: of so few taps says more of the other work on the machine: `python -m tests.tools.load` measures that.
BOUND = 10
PRINTED = re.compile(r"```nginx\n(.*?)```", re.DOTALL)


@pytest.mark.slow
@pytest.mark.parametrize("trouble", ["held database", "slow", "unread", "idle", "waiting phones"])
def test_no_trouble_keeps_a_tap(trouble: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The trouble lasts until every tap has its answer. Who wants to write to a held database waits; a tap does not."""
    for name, size in SIZES.items():
        monkeypatch.setattr(load, name, size)
    taken = measure(trouble, TAPS)
    assert len(taken) == TAPS
    assert median(taken) < database.PATIENCE / 2


@pytest.mark.slow
def test_attackers_of_every_kind_behind_the_limit_of_a_proxy_slow_nobody_s_taps_much() -> None:
    """Without a proxy they do: how often somebody may ask is not for the server."""
    with load.served() as server:
        load.tap(server.port, load.WARM)
        alone, *_ = cuts(load.tap(server.port, TAPS))
        with load.attackers(server, *attacks.KINDS, rate=10):
            beside, *_ = cuts(load.tap(server.port, TAPS))
    assert beside < BOUND * alone


@pytest.mark.slow
@pytest.mark.parametrize("slots", [None, "6"], ids=["", "few may wait"])
def test_every_event_reaches_every_phone_of_its_game(slots: str | None) -> None:
    with load.served(None, *(("--phones", slots) if slots else ())) as server:
        hall, late = apart(server.port, games=5, number=4, events=3)
    assert hall.errors == []
    assert len(late) == 5 * 4 * 3
    assert bool(hall.refused) == bool(slots)


def apart(port: int, games: int, number: int, events: int, pause: float = 0.0) -> tuple[phones.Hall, list[float]]:
    """Phones in a loop of their own: Playwright keeps one running in this thread."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, phones.play(port, games, number, events, pause)).result()


# -- behind a proxy --------------------------------------------------------------------------------


@contextmanager
def proxy(folder: Path, ports: list[int]) -> Iterator[int]:
    """nginx with the lines of SERVING.md, but for the ports and HTTPS."""
    program = shutil.which("nginx")
    if not program:
        pytest.skip("nginx is not installed (apt-get install nginx-light)")
    (printed,) = PRINTED.findall((load.ROOT / ".github/SERVING.md").read_text())
    with socket.create_server((HOST, 0)) as free:
        own = free.getsockname()[1]
    lines = printed.replace("listen 443 ssl", f"listen {HOST}:{own}")
    for before, port in zip(("5001", "5002"), ports, strict=True):
        assert f"127.0.0.1:{before}" in lines
        lines = lines.replace(f"127.0.0.1:{before}", f"{HOST}:{port}")
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; worker_rlimit_nofile 8192; events {{ worker_connections 4096; }}"
        f" error_log {folder}/errors; http {{ access_log off; client_body_temp_path {folder}/body;"
        f" client_body_buffer_size 16m;\n{lines}\n}}\n"
    )
    with subprocess.Popen([program, "-c", str(folder / "nginx.conf")]) as process:
        try:
            for _ in range(100):
                with socket.socket() as tried:
                    if not tried.connect_ex((HOST, own)):
                        break
                sleep(0.05)
            yield own
        finally:
            process.terminate()


@pytest.mark.slow
def test_the_proxy_lets_the_largest_file_through_that_a_page_takes(tmp_path: Path) -> None:
    with load.served() as server, proxy(tmp_path, [server.port, server.port]) as port:
        connection = HTTPConnection(HOST, port, timeout=load.PATIENCE)
        body = "text=" + "x" * (request_limits.GROUP_BODY - len("text="))
        connection.request("POST", "/group/import", body, {"Content-Type": request_limits.FORM})
        assert connection.getresponse().status == 422
        connection.close()


@pytest.mark.slow
def test_a_club_hall_behind_one_address_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """50 new games and 250 phones, all from one address, through the proxy of SERVING.md. More phones would need the
    machine for themselves."""
    monkeypatch.setenv("AGARI_PROXIES", "1")
    with ExitStack() as opened:
        servers = [Server(None, "--phones", "400", database=tmp_path / "agari.db", new_games=None) for _ in range(2)]
        for server in servers:
            opened.callback(server.stop)
        port = opened.enter_context(proxy(tmp_path, [server.port for server in servers]))
        hall, late = apart(port, games=50, number=5, events=1, pause=0.05)
    assert hall.errors == []
    assert len(late) == 250
