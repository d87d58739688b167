"""The main path in engines other than Chromium, as far as they are on this machine.

Playwright's own Firefox and WebKit (`playwright install firefox webkit`), and WebKitGTK (`apt install
webkit2gtk-driver xvfb`), which selenium drives.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Error, Playwright

from tests.e2e import webkitgtk
from tests.e2e.device import serving
from tests.e2e.hands import A
from tests.e2e.page import Calculator


@pytest.mark.parametrize("engine", ["firefox", "webkit"])
def test_a_hand_is_tapped_in_and_scored(playwright: Playwright, base_url: str, engine: str) -> None:
    try:
        browser = getattr(playwright, engine).launch()
    except Error:
        pytest.skip(f"Playwright's {engine} is not on this machine; `playwright install {engine}` fetches it")
    table = Calculator(browser.new_page(base_url=base_url), has_touch=False).open()
    table.tap("22s").sets("sequence", "25m3p6s").declare_riichi().dora("1s").tap("4p").tsumo()
    table.expect_points(12_000).expect_link(A)
    browser.close()


#: Seconds that Python may take to start on a busy machine.
LONG = 180
TAPS = "tile=2s tile=2s mode=sequence mode=sequence tile=2m tile=5m tile=3p tile=6s switch=riichi"
TAPS += " mode=dora tile=1s tile=4p by=tsumo"


@pytest.fixture
def window() -> Iterator[webkitgtk.Window]:
    if missing := webkitgtk.what_is_missing():
        pytest.skip(f"not on this machine: {', '.join(missing)}; `apt install webkit2gtk-driver xvfb`")
    with webkitgtk.window() as window:
        yield window


@pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")  # selenium's own driver does it
def test_a_hand_is_tapped_in_and_scored_in_webkitgtk(window: webkitgtk.Window, base_url: str) -> None:
    window.get(f"{base_url}/?lang=en")
    window.press(TAPS)
    window.wait_for("document.querySelector('[data-points]')?.dataset.points", "12000")
    window.wait_for("document.querySelector('[data-points] .limit').textContent", "Haneman")
    window.wait_for("location.search", f"?{A}&lang=en")
    window.wait_for("document.documentElement.scrollWidth <= innerWidth", True)


@pytest.mark.filterwarnings("ignore:setting remote_server_addr:DeprecationWarning")
def test_the_device_answers_without_a_server_in_webkitgtk(window: webkitgtk.Window, tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        window.get(f"{server.origin}/offline?lang=en")
        window.wait_for("document.querySelector('[data-offline=keep]').checkVisibility()", True)
        window.click("[data-offline=keep]")
        window.wait_for("document.querySelector('[data-offline=kept]').checkVisibility()", True, LONG)
        window.get(f"{server.origin}/?lang=en")
    window.press(TAPS)
    window.wait_for("document.querySelector('[data-points]')?.dataset.points", "12000", LONG)
    window.wait_for("document.documentElement.dataset.answeredBy", "device")
    window.get(f"{server.origin}/table?lang=ja")
    window.wait_for("document.title", "点数早見表 – Agari", LONG)
