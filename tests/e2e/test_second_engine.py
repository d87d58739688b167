"""The main path in WebKitGTK, where this machine has it: `.ci/run` installs webkit2gtk-driver and xvfb."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e import webkitgtk
from tests.e2e.device import serving
from tests.e2e.hands import A

pytestmark = pytest.mark.ci

#: Seconds that Python may take to start on a busy machine.
LONG = 420
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
    # Nobody has tapped the winner: the seat is a guess, and the address says so.
    window.wait_for("location.search.replace('&guessed_seat=S', '')", f"?{A}&lang=en")
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
