"""A second engine by the W3C's WebDriver protocol: WebKitGTK, from Debian's package `webkit2gtk-driver`.

Playwright drives only its own builds of WebKit and Firefox. This is as much of the protocol as the main path needs.
"""

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from os import environ
from urllib.error import URLError
from urllib.request import Request, urlopen

DRIVER = "WebKitWebDriver"
DISPLAY = "Xvfb"
PATIENCE = 20  # seconds
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
"""The name of an element's id, fixed by the protocol."""


class Session:
    """One browser window."""

    def __init__(self, address: str) -> None:
        self._address = f"{address}/session"
        created = self._call("POST", "", {"capabilities": {}})
        self._address += f"/{created['sessionId']}"

    def open(self, url: str) -> None:
        """Goes to an address."""
        self._call("POST", "/url", {"url": url})

    def click(self, selector: str) -> None:
        """Clicks the element that the selector finds."""
        element = self._call("POST", "/element", {"using": "css selector", "value": selector})
        self._call("POST", f"/element/{element[ELEMENT]}/click", {})

    def evaluate(self, expression: str) -> object:
        """The value of an expression in the page."""
        return self._call("POST", "/execute/sync", {"script": f"return {expression}", "args": []})

    def wait_for(self, expression: str, value: object) -> None:
        """Waits until an expression has a value; fails with what it has in the end."""
        deadline = time.monotonic() + PATIENCE
        while (found := self.evaluate(expression)) != value and time.monotonic() < deadline:
            time.sleep(0.05)
        assert found == value, f"{expression} is {found!r}"

    def close(self) -> None:
        """Closes the window."""
        self._call("DELETE", "")

    def _call(self, method: str, path: str, body: object = None) -> dict[str, str]:
        sent = None if body is None else json.dumps(body).encode()
        with urlopen(Request(self._address + path, method=method, data=sent), timeout=PATIENCE) as answer:
            value: dict[str, str] = json.load(answer)["value"]
        return value


def what_is_missing() -> list[str]:
    """The programs that a session needs and that are not on this machine."""
    needed = [DRIVER] if "DISPLAY" in environ else [DRIVER, DISPLAY]
    return [program for program in needed if shutil.which(program) is None]


@contextmanager
def session() -> Iterator[Session]:
    """A browser window of WebKitGTK, on a display of its own where there is none."""
    with ExitStack() as stack:
        display = environ.get("DISPLAY") or stack.enter_context(_display())
        address = stack.enter_context(_driver(display))
        window = Session(address)
        stack.callback(window.close)
        yield window


@contextmanager
def _display() -> Iterator[str]:
    command = [DISPLAY, "-displayfd", "1", "-screen", "0", "1280x800x24"]
    with _running(command, environ) as server:
        assert server.stdout is not None
        yield f":{server.stdout.readline().decode().strip()}"


@contextmanager
def _driver(display: str) -> Iterator[str]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    with _running([DRIVER, f"--port={port}"], {**environ, "DISPLAY": display, "GDK_BACKEND": "x11"}):
        address = f"http://127.0.0.1:{port}"
        deadline = time.monotonic() + PATIENCE
        while not _answers(f"{address}/status") and time.monotonic() < deadline:
            time.sleep(0.05)
        yield address


@contextmanager
def _running(command: list[str], environment: Mapping[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)
    try:
        yield process
    finally:
        process.terminate()
        process.communicate()


def _answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=PATIENCE):
            return True
    except URLError:
        return False
