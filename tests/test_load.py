"""The production server for a moment beside each kind of trouble, and behind the proxy of SERVING.md."""

import asyncio
import os
import re
import shutil
import socket
import ssl
import subprocess
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from http.client import HTTPConnection, RemoteDisconnected
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


def free_ports(number: int) -> list[int]:
    with ExitStack() as opened:
        free = [opened.enter_context(socket.create_server((HOST, 0))) for _ in range(number)]
        return [one.getsockname()[1] for one in free]


def certify(folder: Path) -> None:
    """Makes a certificate, where the printed lines have the one of a certificate authority."""
    command = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=agari.example", "-days", "2"]
    command += ["-keyout", str(folder / "privkey.pem"), "-out", str(folder / "fullchain.pem")]
    subprocess.run(command, check=True, capture_output=True)


# -- behind a proxy --------------------------------------------------------------------------------


@contextmanager
def proxy(folder: Path, ports: list[int], *, is_printed: bool = False) -> Iterator[int]:
    """nginx with the lines of SERVING.md, but for the ports and files; `is_printed`: with HTTPS and its hosts too."""
    program = shutil.which("nginx")
    if not program:
        absent = pytest.fail if os.environ.get("CI") else pytest.skip
        absent("nginx is not installed (apt-get install nginx-light)")
    (lines,) = PRINTED.findall((load.ROOT / ".github/SERVING.md").read_text())
    own, plain = free_ports(2)
    changes = {
        "listen 443 ": f"listen {HOST}:{own} ",
        "listen 80 ": f"listen {HOST}:{plain} ",
        "listen 80;": f"listen {HOST}:{plain};",
        "listen [::]:443 ": f"listen [::1]:{own} ",
        "listen [::]:80": f"listen [::1]:{plain}",
        "/etc/letsencrypt/live/agari.example": str(folder),
        "/var/log/nginx": str(folder),
        **{f"127.0.0.1:{before} ": f"{HOST}:{port} " for before, port in zip(("5001", "5002"), ports, strict=True)},
    }
    certify(folder)
    if not is_printed:
        changes |= {f"listen {one}:{own} ssl default_server;": "" for one in (HOST, "[::1]")}
        changes |= {"ssl_reject_handshake on;": "", " ssl;": ";"}
    for before, after in changes.items():
        assert before in lines
        lines = lines.replace(before, after)
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; worker_rlimit_nofile 8192; events {{ worker_connections 4096; }}"
        f" error_log {folder}/main-errors.log; http {{ client_body_temp_path {folder}/body;"
        f" access_log {folder}/access.log;"
        f" client_body_buffer_size 16m;\n{lines}\n}}\n"
    )
    if is_printed:
        checked = subprocess.run([program, "-t", "-c", str(folder / "nginx.conf")], capture_output=True, text=True)
        assert checked.returncode == 0, checked.stderr
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


# -- behind the proxy as it is printed, with HTTPS -------------------------------------------------

GAME = "/game/" + "A" * 22


@contextmanager
def secured(port: int, host: str = "agari.example") -> Iterator[HTTPConnection]:
    """A connection by HTTPS to a host at this port."""
    context = ssl.create_default_context()
    context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
    connection = HTTPConnection(host)
    with (
        socket.create_connection((HOST, port), timeout=load.PATIENCE) as plain,
        context.wrap_socket(plain, server_hostname=host) as connection.sock,
    ):
        yield connection


def statuses(port: int, number: int, method: str, path: str, body: str = "", seconds: float = 0.0) -> Counter[int]:
    """The answers to requests that come from one address, evenly over some seconds."""

    def ask(place: int) -> int:
        sleep(seconds * place / number)
        with secured(port) as connection:
            connection.request(method, path, body, {"Content-Type": request_limits.FORM} if body else {})
            answer = connection.getresponse()
            answer.read()
            return answer.status

    with ThreadPoolExecutor(number) as crowd:
        return Counter(crowd.map(ask, range(number)))


@pytest.mark.slow
def test_the_printed_proxy_keeps_links_out_of_its_logs_and_answers_one_host(tmp_path: Path) -> None:
    with load.served() as server, proxy(tmp_path, [server.port, server.port], is_printed=True) as port:
        assert statuses(port, 1, "GET", "/") == {200: 1}
        assert statuses(port, 1, "GET", f"{GAME}/join") == {404: 1}
        with pytest.raises(ssl.SSLError), secured(port, "elsewhere.example"):
            pass
        with secured(port) as connection:
            connection.request("GET", GAME, headers={"Host": "elsewhere.example"})
            with pytest.raises(RemoteDisconnected):
                connection.getresponse()
    assert "GET /game/.../join" in (tmp_path / "agari.log").read_text()
    assert "A" * 22 not in "".join(log.read_text() for log in tmp_path.glob("*log"))


@pytest.mark.slow
def test_the_printed_proxy_refuses_nobody_in_a_hall(tmp_path: Path) -> None:
    """60 calculators with a tap every 2 s, and 300 people who open a board at the same moment, at one address."""
    with load.served() as server, proxy(tmp_path, [server.port, server.port], is_printed=True) as port:
        assert statuses(port, 60, "GET", "/") == {200: 60}
        assert statuses(port, 120, "POST", "/score", "hand=234567m345p2267s8s", seconds=4) == {303: 120}
        assert statuses(port, 300, "GET", "/group/" + "A" * 22 + "/board") == {404: 300}


@pytest.mark.slow
def test_a_rolling_restart_behind_the_printed_proxy_answers_everybody(tmp_path: Path) -> None:
    """While both processes are away, visitors read that the site is being updated."""
    first, second = (Server(None, database=tmp_path / "agari.db") for _ in range(2))
    with proxy(tmp_path, [first.port, second.port], is_printed=True) as port, ThreadPoolExecutor(2) as crowds:
        taps = crowds.submit(statuses, port, 150, "POST", f"{GAME}/events", "seen=0", seconds=10)
        hands = crowds.submit(statuses, port, 250, "POST", "/score", "hand=234567m345p2267s8s", seconds=10)
        while not (taps.done() and hands.done()):
            for server in (first, second):
                server.stop()
                server.start()
        assert (taps.result(), hands.result()) == ({404: 150}, {303: 250})
        first.stop()
        second.stop()
        assert statuses(port, 1, "GET", "/") == {503: 1}
        with secured(port) as connection:
            connection.request("GET", "/")
            assert "Updating" in connection.getresponse().read().decode()
