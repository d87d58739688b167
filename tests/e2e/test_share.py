"""Sharing in a browser: the system's sheet, the clipboard, the QR code, a link opened, paper."""

import io
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit
from urllib.request import urlopen

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import BrowserContext, Locator, Page, expect

from tests.e2e.layout import boxes
from tests.e2e.page import SCORE, Calculator, Held
from tests.pages.links import A

pytestmark = pytest.mark.browser_context_args(locale="en")
TSUMO = "hand=234567m345p2267s8s&by=tsumo"
ROOT = Path(__file__).resolve().parents[2]

SYSTEM_SHEET = """
navigator.share = (shared) => { window.shared = shared; return Promise.resolve(); };
"""
NO_SHEET = "delete Navigator.prototype.share; navigator.share = undefined;"
NO_CLIPBOARD = NO_SHEET + "Object.defineProperty(navigator, 'clipboard', { value: undefined });"


def opened(page: Page, query: str = A.query) -> Locator:
    """The dialog that the share button opens."""
    Calculator(page).open(query)
    page.locator("[data-share]").click()
    dialog = page.locator("dialog#share")
    expect(dialog.locator(".qr")).to_be_visible()
    expect(dialog.locator(".qr")).to_have_js_property("complete", True)
    return dialog


def way(dialog: Locator, name: str) -> Locator:
    return dialog.locator(f"[data-share-by='{name}']")


def test_on_a_small_screen_close_covers_nothing_that_is_shared(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    dialog = opened(page)
    text, close = boxes(dialog.locator("[data-shared-text], form"))
    assert text["bottom"] <= close["top"]


def test_with_the_systems_sheet_it_is_offered_first(page: Page) -> None:
    page.add_init_script(SYSTEM_SHEET)
    dialog = opened(page)
    way(dialog, "system").click()
    shared = page.evaluate("window.shared")
    assert shared["url"] == page.url
    assert shared["title"] == "Haneman 12,000 · East 1 · South · Tsumo · 7 han 20 fu · Tenhou"


def test_without_the_sheet_link_text_and_picture_are_copied(page: Page, context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.add_init_script(NO_SHEET)
    dialog = opened(page)
    expect(way(dialog, "system")).to_be_hidden()
    for name, starts in (("link", page.url), ("text", "Haneman 12,000 · East 1 · South · Tsumo · 7 han 20 fu")):
        way(dialog, name).click()
        expect(dialog.locator(".said")).to_have_text(f"The {name} is copied.")
        assert page.evaluate("navigator.clipboard.readText()").startswith(starts)
    way(dialog, "picture").click()
    expect(dialog.locator(".said")).to_have_text("The picture is copied.")
    assert page.evaluate("navigator.clipboard.read().then(([item]) => item.types)") == ["image/png"]


def test_the_dialog_has_a_title_and_the_picture_and_its_page_prints(page: Page, context: BrowserContext) -> None:
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    dialog = opened(page)
    expect(dialog).to_have_accessible_name("Share")
    expect(dialog.locator(".picture")).to_be_visible()
    before = dialog.locator(".picture").bounding_box()
    way(dialog, "link").click()
    expect(dialog.locator(".said")).to_have_text("The link is copied.")
    assert dialog.locator(".picture").bounding_box() == before
    page.add_init_script("window.print = () => { window.printed = true; }")
    dialog.get_by_role("link", name="To print").click()
    # On a phone the picture and its text fill the screen: the button is at the top.
    print_ = page.get_by_role("button", name="Print")
    expect(print_).to_be_in_viewport()
    print_.click()
    assert page.evaluate("window.printed")


def test_without_a_clipboard_there_is_a_field_to_select(page: Page) -> None:
    page.add_init_script(NO_CLIPBOARD)
    dialog = opened(page)
    for name in ("system", "link", "text", "picture"):
        expect(way(dialog, name)).to_be_hidden()
    field = dialog.locator("[data-shared-link]")
    expect(field).to_have_value(page.url)
    field.focus()
    assert page.evaluate("document.activeElement.selectionEnd") == len(page.url)


def test_what_can_be_neither_copied_nor_saved_is_said(page: Page) -> None:
    page.add_init_script(NO_SHEET)
    dialog = opened(page)
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('no')); }")
    way(dialog, "link").click()
    expect(dialog.locator(".said")).to_contain_text("yourself")
    page.evaluate("() => { navigator.clipboard.write = () => Promise.reject(new Error('no')); }")
    with page.expect_download() as download:
        way(dialog, "picture").click()
    assert download.value.suggested_filename == "agari.png"
    expect(dialog.locator(".said")).to_contain_text("saved as a file")
    page.evaluate("() => { URL.createObjectURL = () => { throw new Error('no'); }; }")
    way(dialog, "picture").press("Enter")  # a second tap at the same place is ignored for a moment
    expect(dialog.locator(".said")).to_contain_text("yourself")


def test_the_qr_code_on_the_screen_is_the_link(page: Page) -> None:
    dialog = opened(page)
    code = dialog.locator(".qr")
    box = code.bounding_box()
    assert box
    assert box["width"] >= 240
    (found,) = zxingcpp.read_barcodes(Image.open(io.BytesIO(code.screenshot())))
    assert found.text == page.url


def test_offline_the_link_is_still_there(page: Page, context: BrowserContext, complaints: list[str]) -> None:
    Calculator(page).open(A.query)
    page.evaluate("import(document.querySelector('script[type=module]').src.replace('main', 'share'))")
    context.set_offline(True)
    page.locator("[data-share]").click()
    expect(page.locator("dialog#share input")).to_have_value(page.url)
    context.set_offline(False)
    complaints.clear()


def test_before_the_answer_has_come_the_hand_as_it_stands_is_shared(page: Page) -> None:
    calculator = Calculator(page).open(f"{TSUMO}&lang=en").expect_points(2700)
    held = Held(page, SCORE)
    calculator.declare_riichi()
    with page.expect_request(re.compile(r"/share\?")) as asked:
        calculator.share.click()
    query = urlsplit(asked.value.url).query
    assert {("riichi", "1"), ("lang", "en")} <= set(parse_qsl(query))
    expect(calculator.share).to_have_attribute("href", f"/?{query}")
    shared = page.locator("[data-shared-link]")
    expect(shared).to_have_value(re.compile(re.escape(f"/?{TSUMO}&riichi=1&lang=en")))
    page.keyboard.press("Escape")
    held.let_go()
    calculator.expect_points(5200).expect_link(f"{TSUMO}&riichi=1&lang=en")


# -- for the reader --------------------------------------------------------------------------------


def test_an_opened_link_leads_with_hand_and_answer_and_every_reading(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 664})
    calculator = Calculator(page).open(A.query)
    expect(page.locator("[data-reading]").first).to_be_visible()
    hand, answer = page.locator("#hand").bounding_box(), page.locator("[data-points]").bounding_box()
    assert hand
    assert answer
    assert hand["y"] < answer["y"] < 300
    page.locator("a.edit").click()
    expect(calculator.key("1m")).to_be_in_viewport()


def test_details_are_read_with_the_keys_a_tap_away(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 664})
    calculator = Calculator(page).open().tap("234567m345p22678s")
    page.locator(".readings > summary").click()
    page.locator("[data-what-if]").last.scroll_into_view_if_needed()
    change = page.locator("a.edit")
    expect(change).to_be_in_viewport()
    change.click()
    expect(page.locator("[data-reading]").first).to_be_hidden()
    calculator.expect_on_screen("[data-tile]", "#hand [data-hand-tile]", "[data-delta]")


def test_ones_own_hand_opened_again_has_the_keys_at_hand(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 664})
    calculator = Calculator(page).open().tap("234567m345p22678s")
    expect(page).to_have_url(re.compile("67s8s"))
    expect(page.locator("[data-points]")).to_be_visible()
    page.reload()
    expect(page.locator("form.reader")).to_have_count(0)
    expect(calculator.key("1m")).to_be_in_viewport()


@pytest.mark.parametrize("path", ["/", "/share"])
def test_a_result_prints_on_one_page(page: Page, path: str) -> None:
    page.goto(f"{path}?{A.query}")
    if path == "/":
        page.locator(".edit").click()  # the details are folded again
        expect(page.locator("form.reader")).to_have_count(0)
    paper = page.pdf(format="A4")
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
    page.emulate_media(media="print")
    for control in ("#keys", "#switches", ".edit", "[data-share]", ".ways", "[data-action=print]"):
        for found in page.locator(control).all():
            expect(found).to_be_hidden()
    for shown in ("#hand", "[data-points]", ".deltas") if path == "/" else (".picture",):
        expect(page.locator(shown)).to_be_visible()
        assert page.locator(shown).evaluate("one => !one.closest('.told') || one.closest('.told').offsetHeight > 50")
    expect(page.locator("[data-reading]").first).to_be_visible()


# -- the phones in the room ------------------------------------------------------------------------


@pytest.fixture
def lan(tmp_path: Path) -> Iterator[list[str]]:
    """What the server for the room says until it listens; it runs until the test ends."""
    command = [sys.executable, "-m", "webapp", "--lan", "--port", "0"]
    environment = os.environ | {"AGARI_DATABASE": str(tmp_path / "games.db")}
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout
        said = []
        for line in server.stdout:  # until it says where it is, or has ended
            said.append(line)
            if line.startswith("Agari is at"):
                break
        yield said
        server.terminate()


def test_lan_shows_the_qr_codes_of_its_address_and_of_a_new_game(lan: list[str]) -> None:
    found = re.match(r"Agari is at (http://\d+\.\d+\.\d+\.\d+:\d+/)", lan[-1])
    assert found, lan
    begins = [number for number, line in enumerate(lan) if found[1] in line]
    codes = [scanned("".join(lan[first + 1 : end])) for first, end in pairwise(begins)]
    assert codes[0] == found[1]
    assert codes[1] in lan[begins[1]]
    with urlopen(codes[1]) as table:
        assert table.read().count(b"data-points") == 4


def scanned(drawn: str) -> str:
    """What a QR code of half blocks says; the terminal is taken to be dark, its ink light."""
    rows = [line for line in drawn.splitlines() if line.strip()]
    width = max(map(len, rows))
    image = Image.new("L", (width + 8, 2 * len(rows) + 8), 255)
    upper, lower = "▀█", "▄█"
    for y, row in enumerate(rows):
        for x, char in enumerate(row.ljust(width)):
            for half, blocks in enumerate((upper, lower)):
                image.putpixel((x + 4, 2 * y + half + 4), 255 if char in blocks else 0)
    (found,) = zxingcpp.read_barcodes(image.resize((image.width * 8, image.height * 8), Image.Resampling.NEAREST))
    return str(found.text)
