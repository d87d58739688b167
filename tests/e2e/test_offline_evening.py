"""An evening on a device without a network goes into a group when the server is there again."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.e2e.conftest import PATIENCE
from tests.e2e.device import Server, keep, serving
from tests.e2e.test_evening import NAMES, begin
from tests.e2e.test_game import tap
from tests.e2e.test_group import finish, win

pytestmark = pytest.mark.ci


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with serving(tmp_path) as server:
        yield server


@pytest.fixture
def phone(browser: Browser, browser_context_args: dict[str, Any], server: Server) -> Iterator[BrowserContext]:
    context = browser.new_context(**{**browser_context_args, "base_url": server.origin})
    context.set_default_timeout(PATIENCE)
    keep(context)
    yield context
    context.close()


def group_of_four(page: Page) -> str:
    """A group of the four with a game; its address."""
    begin(page)
    tap(page, "[data-action=more]", "[data-action=end]", "[data-apply]")
    tap(page, "[data-action=result]", "[data-action=keep-group]")
    page.locator("[data-action=keep-group]").tap()
    expect(page.locator("[data-member]")).to_have_count(4)
    return page.url


def ask_the_server(page: Page) -> None:
    """From now on the device does not answer in place of a server that was slow a moment ago."""
    tools = page.context.new_cdp_session(page)
    tools.send("Network.enable")
    tools.send("Network.setBypassServiceWorker", {"bypass": True})


def test_an_evening_without_a_network_goes_into_its_group(phone: BrowserContext, server: Server) -> None:
    page = phone.new_page()
    group = group_of_four(page)

    # Groups need the server; the page says so, and games go on here.
    server.stop()
    page.goto(group)
    expect(page.locator("[data-waiting=server]")).to_be_visible()
    begin(page)
    expect(page).to_have_url(re.compile("/game/device-"))
    win(page, 1, 0)
    finish(page)
    tap(page, "[data-action=next-game]", "[data-action=new-game]")
    win(page, 2, 3, 12000)
    finish(page)
    last = page.url
    tap(page, "[data-action=keep-evening]")
    expect(page.locator("[data-failed]")).to_be_visible()

    # The network is back: the page of the group by itself, the evening by one tap, and its members confirmed.
    other = phone.new_page()
    other.goto(group)
    expect(other.locator("[data-waiting=server]")).to_be_visible()
    server.start()
    expect(other.locator("[data-standing]")).to_have_count(4)
    ask_the_server(other)
    other.goto("/game")
    expect(other.locator("[data-device-game]")).to_have_count(2)
    expect(other.locator("[data-device-game]").first).to_contain_text(" · ".join(NAMES))
    other.close()
    tap(page, "[data-action=keep-evening]")
    expect(page).to_have_url(re.compile("/game/(?!device-)[^/]{22}/keep$"))
    form = page.locator("form", has=page.locator("[data-action=keep-in]"))
    for number, name in enumerate(NAMES):
        expect(form.locator(f"[name=member{number}] :checked")).to_have_text(name)
    tap(page, "[data-action=keep-in]")
    expect(page).to_have_url(group)
    expect(page.locator('[data-games="3"]')).to_have_count(4)
    expect(page.locator("[data-standing]").first).to_contain_text("Ken")
    page.goto("/game")
    expect(page.locator("[data-on-device]")).to_be_hidden()
    page.goto(last)
    expect(page).to_have_title(re.compile("This page does not exist"))
