"""The production server, as somebody starts it from a shell."""

import http.client
import re
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from webapp.__main__ import main

SERVE = [sys.executable, "-m", "webapp"]
ROOM_TO_START = 120


@pytest.fixture
def taken_port() -> Iterator[int]:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield listener.getsockname()[1]


@pytest.fixture
def server() -> Iterator[subprocess.Popen[str]]:
    # Where the tests run in the background, they ignore Ctrl-C, and so would a child.
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    with subprocess.Popen(
        [*SERVE, "--port", "0"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        signal.signal(signal.SIGINT, before)
        yield process
        process.kill()


def test_a_taken_port_is_one_clear_line_and_status_1(taken_port: int) -> None:
    result = subprocess.run(
        [*SERVE, "--port", str(taken_port)], capture_output=True, text=True, timeout=ROOM_TO_START, check=False
    )
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr == f"agari: port {taken_port} on 127.0.0.1 is already in use; choose another with --port\n"


def test_a_host_that_is_not_there_is_one_clear_line_and_status_1(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--host", "no-such-host.invalid"]) == 1
    error = capsys.readouterr().err
    assert error.startswith("agari: cannot listen on no-such-host.invalid port 5000: ")
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("argument", "said"),
    [
        *((f"--port={port}", "a port is a number from 0 to 65535") for port in ("65536", "-1", "http")),
        *((f"--workers={number}", "workers are a number from 0 to 64") for number in ("-1", "two", "1000")),
    ],
)
def test_a_number_that_cannot_be_used_is_a_wrong_argument(
    capsys: pytest.CaptureFixture[str], argument: str, said: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main([argument])
    assert ended.value.code == 2
    assert said in capsys.readouterr().err


def test_the_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["--help"])
    said = capsys.readouterr().out.split()
    assert {"score", "export", "upgrade,", "backup", "restore", "copy", "games"} <= {*said}


def test_wrong_settings_are_named_at_the_start_a_line_each(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("AGARI_PROXIES", "one")
    monkeypatch.setenv("AGARI_SITE", "x")
    assert main(["--port", "0"]) == 1
    out, error = capsys.readouterr()
    assert out == ""
    assert [line[:20] for line in error.splitlines()] == ["agari: AGARI_PROXIES", "agari: there is no s"]


def test_a_database_that_cannot_be_used_is_in_the_log_at_the_start(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("AGARI_DATABASE", str(tmp_path / "file" / "agari.db"))
    server: subprocess.Popen[str] = request.getfixturevalue("server")
    assert server.stderr
    assert "Games cannot be used (folder)" in server.stderr.readline()


def test_it_says_where_it_is_serves_and_ends_quietly_on_ctrl_c(server: subprocess.Popen[str]) -> None:
    assert server.stdout is not None
    words = server.stdout.readline().split()
    assert words[:3] == ["Agari", "is", "at"]
    with urllib.request.urlopen(words[3] + "static/vendor/htmx.min.js", timeout=ROOM_TO_START) as response:
        assert "Content-Security-Policy" in response.headers
    server.send_signal(signal.SIGINT)
    out, err = server.communicate(timeout=ROOM_TO_START)
    assert (server.returncode, out, err) == (0, "", "")


def test_a_body_of_any_size_is_not_even_taken_in(server: subprocess.Popen[str]) -> None:
    assert server.stdout is not None
    host = server.stdout.readline().split()[3].removeprefix("http://").rstrip("/")
    connection = http.client.HTTPConnection(host, timeout=ROOM_TO_START)
    connection.putrequest("POST", "/")
    connection.putheader("Content-Length", str(1 << 30))
    connection.endheaders()
    with closing(connection), connection.getresponse() as response:
        assert response.status == 413


def test_a_request_is_not_logged(server: subprocess.Popen[str]) -> None:
    assert server.stdout is not None
    address = server.stdout.readline().split()[3]
    with urllib.request.urlopen(address + "?hand=123m", timeout=ROOM_TO_START) as response:
        assert not re.search(r"\d", response.headers["Server"])
    server.send_signal(signal.SIGINT)
    assert server.communicate(timeout=ROOM_TO_START) == ("", "")


@pytest.mark.parametrize(("proxies", "said"), [("1", "https://agari.example/?hand=123m"), ("0", None)])
def test_a_proxy_is_believed_only_where_it_is_named(
    monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest, proxies: str, said: str | None
) -> None:
    monkeypatch.setenv("AGARI_PROXIES", proxies)
    server: subprocess.Popen[str] = request.getfixturevalue("server")
    assert server.stdout
    address = server.stdout.readline().split()[3]
    headers = {"X-Forwarded-Host": "agari.example", "X-Forwarded-Proto": "https"}
    with urllib.request.urlopen(urllib.request.Request(f"{address}?hand=123m", headers=headers)) as response:
        page = response.read().decode()
    assert f'<link rel="canonical" href="{said or f"{address}?hand=123m"}">' in page
