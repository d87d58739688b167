"""A log is reviewed on a phone: pasted or dropped, judged hand by hand, the costliest discard first."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Complaints, NewContext
from tests.records.played import played_game
from tests.records.written import as_mjlog, as_tenhou6

pytestmark = pytest.mark.browser_context_args(locale="en")
SEED = 4


def read(page: Page, log: str) -> None:
    page.goto("/")
    page.locator("details.menu summary").click()
    page.get_by_role("link", name="Review a log").click()
    page.get_by_label("Log", exact=True).fill(log)
    page.locator("[data-action=review]").click()
    expect(page.locator("[data-agrees=yes]")).to_be_visible()


def test_the_hands_are_judged_one_by_one_and_the_costliest_stand_first(page: Page) -> None:
    hands = len(played_game(SEED).hands)
    read(page, as_tenhou6(played_game(SEED)))
    page.locator("[data-judge='1']").click()
    judged = page.locator("[data-judged-hand]")
    expect(judged).to_have_count(hands, timeout=60_000)
    worst = [int(item.get_attribute("data-worst") or "") for item in judged.all()]
    assert worst == sorted(worst, reverse=True)
    assert sorted(item.get_attribute("data-judged-hand") or "" for item in judged.all()) == sorted(
        map(str, range(hands))
    )
    expect(page.locator("[data-limits]")).to_contain_text("does not see danger")
    expect(page.locator("[data-to-judge]")).to_have_count(0)


def test_a_dropped_file_is_read_at_once(page: Page) -> None:
    page.goto("/review")
    page.evaluate(
        """(text) => {
          const moved = new DataTransfer();
          moved.items.add(new File([text], "game.mjlog"));
          document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: moved, bubbles: true, cancelable: true }));
        }""",
        as_mjlog(played_game(SEED)),
    )
    expect(page.locator("[data-agrees=yes]")).to_be_visible()


def test_a_hand_that_fails_can_be_tried_again(page: Page, complaints: Complaints) -> None:
    read(page, as_mjlog(played_game(SEED)))
    page.route("**/review/hand", lambda route: route.abort())
    page.locator("[data-judge='0']").click()
    again = page.locator("[data-action=again]")
    expect(again).to_be_visible()
    page.unroute("**/review/hand")
    again.click()
    expect(page.locator("[data-to-judge]")).to_have_count(0, timeout=60_000)
    expect(again).to_be_hidden()
    assert complaints.take("ERR_FAILED.*/review/hand")


def test_a_reviewed_game_is_kept_as_a_game(page: Page) -> None:
    read(page, as_mjlog(played_game(SEED)))
    page.locator("[data-action=keep]").click()
    expect(page).to_have_url(re.compile(r"/game/[\w-]{22}$"))
    expect(page.locator("[data-player]")).to_have_count(4)


def test_without_scripts_each_hand_has_its_button(new_context: NewContext) -> None:
    page = new_context(java_script_enabled=False).new_page()
    read(page, as_mjlog(played_game(SEED)))
    page.locator("[data-judge='2']").click()
    page.locator("[data-to-judge='1'] button").click()
    expect(page.locator("[data-judged-hand='1']")).to_be_visible()
    page.get_by_role("button", name="All hands").click()
    expect(page.locator("[data-to-judge='1']")).to_be_visible()


@pytest.mark.parametrize("has_scripts", [True, False], ids=["scripts", "no scripts"])
def test_back_leads_from_a_hand_to_the_log_that_was_pasted(new_context: NewContext, has_scripts: bool) -> None:
    page = new_context(java_script_enabled=has_scripts).new_page()
    page.goto("/review")
    page.get_by_label("Log", exact=True).fill(as_mjlog(played_game(SEED)))
    page.locator("[data-action=review]").click()
    page.locator("[data-judge='1']").click()
    if not has_scripts:
        page.locator("[data-to-judge] button").first.click()
        expect(page.locator("[data-judged-hand]")).to_have_count(1)
        page.get_by_role("button", name="Back").click()
        expect(page.locator("[data-judge].chosen")).to_have_count(1)
    page.get_by_role("button", name="Back").click()
    expect(page.locator("[data-agrees=yes]")).to_be_visible()
    expect(page.locator("[data-judge].chosen")).to_have_count(0)
