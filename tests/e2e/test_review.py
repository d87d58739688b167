"""A log is reviewed on a phone: pasted or dropped, judged hand by hand, the costliest discard first."""

import re
from collections import Counter

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Complaints, NewContext
from tests.pages.review.test_review import without_ippatsu
from tests.records.played import played_game
from tests.records.written import as_mjlog, as_tenhou6
from tests.records.written_events import as_majiang

pytestmark = pytest.mark.browser_context_args(locale="en")
SEED = 4
#: A game with a hand that is judged in two parts.
IN_PARTS = 0


def read(page: Page, log: str) -> None:
    page.goto("/review")
    send(page, log)


def send(page: Page, log: str) -> None:
    page.get_by_label("Log", exact=True).fill(log)
    page.locator("[data-action=review]").click()
    expect(page.locator("[data-agrees=yes]")).to_be_visible()


def judge(page: Page, seat: int) -> None:
    """Waits until all hands of a player are judged."""
    page.locator(f"[data-judge='{seat}']").click()
    expect(page.locator(f".chosen[data-judge='{seat}']")).to_be_attached()
    expect(page.locator("#judging[data-done]")).to_be_attached(timeout=60_000)


def expect_the_sample_reviewed(page: Page, root: str = "") -> None:
    """The sample game is read and judged, ‹ leads back to it from the calculator, its saved file is read again, and the
    link to a hand opens."""
    page.goto(f"{root}/review")
    page.locator("[data-action=sample]").click()
    page.locator("[data-agrees=yes]").wait_for()
    page.locator("[data-judge='1']").click()
    link = page.locator("[data-hand-link]").first.get_attribute("href")
    page.locator("#judging[data-done]").wait_for(state="attached", timeout=60_000)
    page.locator("[data-why]").first.click()
    page.locator("header a.square").click()
    page.locator("#judging[data-done]").wait_for(state="attached", timeout=60_000)
    with page.expect_download() as download:
        page.locator("[data-action=save]").click()
    page.goto(f"{root}/review")
    page.locator("[name=file]").set_input_files(download.value.path())
    expect(page.locator("[data-agrees=yes]")).to_be_visible()
    expect(page.locator("[data-judge='1']")).not_to_have_text("Ben")
    page.goto(str(link))
    expect(page.locator("[data-judged-hand]")).to_be_visible()


def test_the_hands_are_judged_one_by_one_and_the_costliest_stand_first(page: Page) -> None:
    """One of the hands costs so much that it is judged in two parts."""
    hands = len(played_game(IN_PARTS).hands)
    read(page, as_tenhou6(played_game(IN_PARTS)))
    judge(page, 2)
    expect(page.locator("[data-to-judge]")).to_have_count(0)
    judged = page.locator("[data-judged-hand]").all()
    worst = [int(item.get_attribute("data-worst") or "") for item in judged]
    costly = [points for points in worst if points > 0]
    assert worst[: len(costly)] == sorted(costly, reverse=True)
    others = page.locator("[data-others] [data-judged-hand]").all()
    assert len(others) == len(worst) - len(costly)
    played = [[int(item.get_attribute(name) or "") for name in ("data-judged-hand", "data-turn")] for item in others]
    assert played == sorted(played)
    found = Counter(int(item.get_attribute("data-judged-hand") or "") for item in judged)
    assert sorted(found.elements()) == sorted([*range(hands), 2])
    part = page.locator("[data-judged-hand='2'][data-rest]")
    expect(part).to_contain_text("turns 1 to")
    expect(part).to_contain_text("All discards of these turns")
    expect(part).not_to_contain_text("this hand")
    expect(page.locator("[data-judged-hand='1']").first).to_contain_text("this hand")
    expect(page.locator("[data-limits]")).to_contain_text("does not see danger")
    expect(page.locator("[data-none]")).to_be_hidden()


def test_a_game_without_a_costly_discard_says_so(page: Page) -> None:
    read(page, as_mjlog(played_game(SEED)))
    judge(page, 2)
    none = page.locator("[data-none]")
    expect(none).to_contain_text("No discard cost 200 points or more.")
    largest = none.get_by_role("button", name=re.compile(r"The costliest: −\d+, (East|South) \d .*· Turn \d+"))
    expect(page.locator("[data-others] .every").first).to_be_hidden()
    largest.click()
    expect(page.locator("[data-others] .judged-hand:has(.every:visible) summary")).to_be_focused()
    costs = page.locator("[data-others] .every .cost:visible")
    shown = [int((cost.text_content() or "").strip("−")) for cost in costs.all()]
    assert f"−{max(shown)}," in (largest.text_content() or "")


def elsewhere(page: Page, name: str) -> None:
    page.locator("details.menu summary").click()
    page.locator("details.menu").get_by_role("link", name=name, exact=True).click()


def test_a_judged_player_is_not_judged_again_with_hidden_names_or_on_the_way_back(page: Page) -> None:
    log = as_mjlog(played_game(SEED))
    page.goto("/")
    elsewhere(page, "Review a log")
    send(page, log)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url) if request.url.endswith("/review/hand") else None)
    judged, waiting = page.locator("[data-judged-hand]"), page.locator("[data-to-judge]")
    judge(page, 1)
    before = len(asked)
    assert before == judged.count() > 0
    page.locator("[data-action=names]").scroll_into_view_if_needed()
    top = page.evaluate("scrollY")
    assert top > 0
    page.locator("[data-action=names]").click()
    expect(page.get_by_role("heading", name="Discards of P2")).to_be_visible()
    # With shorter names the page can be shorter.
    as_far = "Math.min(top, document.documentElement.scrollHeight - innerHeight)"
    page.wait_for_function(f"top => Math.abs(scrollY - {as_far}) < 2", arg=top)
    expect(waiting).to_have_count(0)
    expect(judged).to_have_count(before)
    link = page.locator("[data-scored]").first.bounding_box()
    assert link
    assert (link["width"] >= 40, link["height"] >= 24) == (True, True)
    page.locator("[data-scored]").first.click()
    expect(page.locator("#result")).to_be_visible()
    page.go_back()
    expect(judged).to_have_count(before)
    elsewhere(page, "Help")
    expect(page.locator("#judging")).to_have_count(0)
    page.go_back()
    expect(page.locator("#judging[data-done]")).to_be_attached()
    expect(judged).to_have_count(before)
    page.reload()
    expect(judged).to_have_count(before)
    assert len(asked) == before
    page.get_by_role("button", name="Back").click()
    expect(page.locator("#judging")).to_have_count(0)
    page.get_by_role("link", name="Back").click()
    expect(page.locator("#log")).to_have_value(log)


@pytest.mark.ci
def test_another_language_shows_the_same_review(page: Page) -> None:
    read(page, as_mjlog(played_game(SEED)))
    judge(page, 1)
    page.locator("[data-action=names]").click()
    expect(page.get_by_role("heading", name="Discards of P2")).to_be_visible()
    expect(page.locator("[data-judged-hand]").first).to_contain_text("Turn")
    elsewhere(page, "日本語")
    for player in ("P2", "P3"):
        expect(page.locator("h1")).to_contain_text(f"{player}の打牌")
        expect(page.locator("h1")).not_to_contain_text("Béla")
        expect(page.locator("#judging[data-done]")).to_be_attached(timeout=60_000)
        judged = page.locator("[data-judged-hand]").first
        expect(judged).to_contain_text("巡目")
        expect(judged).not_to_contain_text("Turn")
        page.locator("[data-judge='2']").click()


def test_a_dropped_file_is_read_and_a_hand_that_fails_can_be_tried_again(page: Page, complaints: Complaints) -> None:
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
    page.route("**/review/hand", lambda route: route.abort())
    page.locator("[data-judge='0']").click()
    again = page.locator("[data-action=again]")
    expect(again).to_be_visible()
    page.unroute("**/review/hand")
    again.click()
    expect(page.locator("#judging[data-done]")).to_be_attached(timeout=60_000)
    expect(page.locator("[data-to-judge]")).to_have_count(0)
    expect(again).to_be_hidden()
    assert complaints.take("ERR_FAILED.*/review/hand")


@pytest.mark.parametrize("has_scripts", [True, False], ids=["scripts", "no scripts"])
def test_back_leads_from_a_hand_and_from_the_kept_game_to_the_review(
    new_context: NewContext, has_scripts: bool
) -> None:
    page = new_context(java_script_enabled=has_scripts).new_page()
    read(page, as_mjlog(played_game(SEED)))
    page.locator("[data-judge='1']").click()
    if not has_scripts:
        page.locator("[data-to-judge='1'] button").click()
        expect(page.locator("[data-judged-hand='1']")).to_be_visible()
        page.get_by_role("button", name="All hands").click()
        expect(page.locator("[data-to-judge='1']")).to_be_visible()
    expect(page.locator("[data-judge].chosen")).to_have_count(1)
    if has_scripts:
        page.locator("[data-why]").first.click()
        page.wait_for_load_state()  # before its script is there, the link leads to an empty review
        page.get_by_role("link", name="Back").click()
        expect(page.locator("[data-judge].chosen")).to_have_count(1)
    page.get_by_role("button", name="Back").click()
    expect(page.locator("[data-agrees=yes]")).to_be_visible()
    expect(page.locator("[data-judge].chosen")).to_have_count(0)
    page.locator("[data-action=keep]").click()
    expect(page).to_have_url(re.compile(r"/game/[\w-]{22}$"))
    expect(page.locator("[data-player]")).to_have_count(4)
    table = page.url
    page.go_back()
    expect(page.locator("[data-agrees=yes]")).to_be_visible()
    page.locator("[data-action=keep]").click()
    expect(page).to_have_url(table)
    page.go_back()
    page.get_by_role("link", name="Another log").click()
    expect(page.locator("#log")).to_have_value("")


def test_a_review_with_open_folds_begins_at_its_top(page: Page) -> None:
    page.set_viewport_size({"width": 320, "height": 568})
    page.goto("/review")
    page.get_by_label("Log", exact=True).fill(without_ippatsu())
    page.locator("[data-action=review]").click()
    expect(page.locator("#by-rules")).to_be_visible()
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    assert page.evaluate("scrollY") == 0


def test_own_rules_are_offered_and_stay_on_the_way_back(page: Page) -> None:
    page.goto("/game/rules?rules=tenhou&rule.ippatsu=no")
    page.locator("#save-rules > summary").click()
    page.locator("#own-name").fill("Club")
    page.locator("#own-save").click()
    page.goto("/review")
    page.locator("#review select").select_option(label="Club")
    send(page, as_majiang(played_game(SEED)))
    chosen = page.locator("#by-rules select")
    expect(chosen.locator("option:checked")).to_have_text("Club")
    page.goto("/yaku")
    page.go_back()
    expect(chosen.locator("option:checked")).to_have_text("Club")
    chosen.select_option(label="as the log says")
    page.locator("[data-action=rules]").click()
    expect(page.locator("#by-rules select option:checked")).to_have_text("as the log says")
