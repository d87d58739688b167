"""Takes the pictures of the README again, in a real browser: `python -m tests.tools.screenshots`."""

import logging
import tempfile
import threading
from pathlib import Path
from typing import Any, NamedTuple

from playwright.sync_api import Browser, sync_playwright
from werkzeug.serving import make_server

from tests.e2e.browser import launch_options
from webapp import create_app

FOLDER = Path(__file__).parents[1] / "screenshots"
HAND_A = "?hand=234567m345p22678s&by=tsumo&riichi=1&dora=1s&ura=4p"
HAND_B = "?hand=567m99p23p4p&melds=pon555z-chi234s&by=ron"
TWO_READINGS = "?hand=123m1123344p123s2p&by=ron"


class Picture(NamedTuple):
    """One picture: its name, the address, the window, the language and the scheme of colours; a link as its reader
    sees it, or its hand with the keys."""

    name: str
    address: str
    width: int = 390
    height: int = 664
    locale: str = "en-US"
    dark: bool = False
    is_read: bool = False


PICTURES = [
    Picture("phone-en", HAND_A),
    Picture("phone-ja-dark", HAND_B, locale="ja-JP", dark=True),
    Picture("readings", TWO_READINGS, height=1100, is_read=True),
    Picture("small", HAND_B, width=320, height=568, locale="ja-JP"),
    Picture("desktop", TWO_READINGS, width=1280, height=800, locale="ja-JP"),
    Picture("share", f"share{HAND_A}", height=1100, is_read=True),
    Picture("table", "table?rules=m_league", height=900, locale="ja-JP"),
    Picture("rules", "rules?rules=wrc", height=900),
    Picture("yaku", "yaku", height=900),
]


def main() -> None:
    """Serves the application on a free port and takes every picture."""
    logging.getLogger("werkzeug").setLevel(logging.ERROR)
    server = make_server("127.0.0.1", 0, create_app(), threaded=True)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with sync_playwright() as playwright, tempfile.TemporaryDirectory() as scratch:
        options: dict[str, Any] = launch_options(playwright.chromium, Path(scratch), print)
        browser = playwright.chromium.launch(**options)
        for picture in PICTURES:
            take(browser, f"http://127.0.0.1:{server.server_port}/", picture)
        browser.close()
    server.shutdown()


def take(browser: Browser, base: str, picture: Picture) -> None:
    """Takes one picture."""
    context = browser.new_context(
        viewport={"width": picture.width, "height": picture.height},
        device_scale_factor=1.5 if picture.width < 600 else 1,
        color_scheme="dark" if picture.dark else "light",
        locale=picture.locale,
    )
    page = context.new_page()
    page.goto(base + picture.address, wait_until="networkidle")
    change = page.locator("a.edit")
    if change.is_visible() and not picture.is_read:
        change.click()
    page.screenshot(path=FOLDER / f"{picture.name}.png")
    print(f"{picture.name}.png")
    context.close()


if __name__ == "__main__":
    main()
