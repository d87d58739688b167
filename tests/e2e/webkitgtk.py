"""A second engine: WebKitGTK, from Debian's package `webkit2gtk-driver`, driven by selenium.

Playwright drives only its own builds of WebKit.
"""

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from os import environ

from selenium.webdriver import WebKitGTK
from selenium.webdriver.support.ui import WebDriverWait
from selenium.webdriver.webkitgtk.service import Service

DRIVER = "WebKitWebDriver"
DISPLAY = "Xvfb"
PATIENCE = 20  # seconds


class Window(WebKitGTK):
    """A browser window."""

    def click(self, selector: str) -> None:
        """Clicks the element that the selector finds."""
        self.find_element("css selector", selector).click()

    def press(self, hooks: str) -> None:
        """Clicks what has these hooks, one after the other: ``tile=2s by=ron``."""
        for hook in hooks.split():
            name, value = hook.split("=")
            self.click(f"[data-{name}='{value}']")

    def wait_for(self, expression: str, value: object, seconds: int = PATIENCE) -> None:
        """Waits until an expression in the page has a value."""
        WebDriverWait(self, seconds).until(
            lambda _: self.execute_script(f"return {expression}") == value, f"{expression} is not {value!r}"
        )


def what_is_missing() -> list[str]:
    """The programs that a window needs and that are not on this machine."""
    needed = [DRIVER] if "DISPLAY" in environ else [DRIVER, DISPLAY]
    return [program for program in needed if shutil.which(program) is None]


@contextmanager
def window() -> Iterator[Window]:
    """A window of WebKitGTK, on a display of its own where there is none."""
    with ExitStack() as stack:
        display = environ.get("DISPLAY") or stack.enter_context(_display())
        service = Service(env={**environ, "DISPLAY": display, "GDK_BACKEND": "x11"})
        yield stack.enter_context(Window(service=service))


@contextmanager
def _display() -> Iterator[str]:
    command = [DISPLAY, "-displayfd", "1", "-screen", "0", "1280x800x24"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as server:
        assert server.stdout is not None
        try:
            yield f":{server.stdout.readline().strip()}"
        finally:
            server.terminate()
