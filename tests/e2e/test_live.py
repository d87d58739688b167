"""Everybody at the table sees the same points: four phones follow one game, and each of them enters something."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.conftest import Complaints, NewContext
from tests.e2e.page import Calculator
from tests.e2e.test_game import expect_points, tap
from webapp.pages.game import long_polling

RIICHI = '[data-action=riichi][data-player="{}"]'


@pytest.fixture
def phones(page: Page, new_context: NewContext) -> list[Page]:
    """Four phones that show the table of a new game; the last one has the link for onlookers."""
    table = page.request.post("/game", form={"rules": "house"}).url
    (onlooker,) = re.findall('href="([^"]+)" data-action="onlookers"', page.request.get(f"{table}/join").text())
    others = [new_context().new_page() for _ in range(3)]
    for other, address in zip([page, *others], (table, table, table, onlooker), strict=True):
        other.goto(address)
    return [page, *others]


def expect_points_everywhere(phones: list[Page], *points: int) -> None:
    for phone in phones:
        expect_points(phone, *points)


def test_four_phones_show_each_event_wherever_it_was_entered(phones: list[Page]) -> None:
    east, south, west, _ = phones
    tap(south, RIICHI.format(1))
    expect_points_everywhere(phones, 25000, 24000, 25000, 25000)
    tap(east, "[data-action=win]", '[data-winner="1"]', '[data-from="3"]', '[data-figure="8000"]', "[data-apply]")
    expect_points_everywhere(phones, 25000, 33000, 25000, 17000)
    tap(west, "[data-action=draw]", '[data-tenpai="2"]', "[data-apply]")
    expect_points_everywhere(phones, 24000, 32000, 28000, 16000)
    tap(south, "[data-action=undo]")
    expect_points_everywhere(phones, 25000, 33000, 25000, 17000)


def test_what_just_happened_is_said_on_every_phone_also_where_something_is_entered(phones: list[Page]) -> None:
    east, south, west, onlooker = phones
    tap(west, "[data-action=win]", '[data-winner="2"]')
    tap(east, "[data-action=win]", '[data-winner="1"]', '[data-from="3"]', "[data-how=tiles]")
    Calculator(east).tap("234m456p678s88p23s4s")
    tap(east, "[data-apply]")
    for phone in phones:
        expect(phone.locator("[role=status] .news .worth")).to_have_text("2,000")
        expect(phone.locator(".news .tile")).to_have_count(14)
    expect(west.locator("[data-by=tsumo]")).to_be_visible()
    for phone in (east, south, onlooker):
        expect(phone.locator(".news")).to_be_hidden()
    south.reload()
    expect_points(south, 25000, 27000, 25000, 23000)
    expect(south.locator(".news")).to_have_count(0)


def test_two_phones_that_enter_the_same_hand_count_it_once(phones: list[Page]) -> None:
    east, south, west, _ = phones
    for phone in (east, south):
        tap(phone, "[data-action=win]", '[data-winner="1"]', '[data-from="3"]', '[data-figure="8000"]')
    tap(east, "[data-apply]")
    expect_points(west, 25000, 33000, 25000, 17000)
    tap(south, "[data-apply]")
    expect_points_everywhere(phones, 25000, 33000, 25000, 17000)
    expect(west.locator("[data-round]")).to_have_attribute("data-round", "1")


def test_the_news_cover_no_button_that_applies(phones: list[Page]) -> None:
    east, south, _, _ = phones
    tap(south, "[data-action=win]", '[data-winner="1"]', '[data-from="3"]', '[data-figure="3900"]')
    tap(east, RIICHI.format(0))
    expect(south.locator(".news .who")).to_be_visible()
    news, button = south.locator(".news").bounding_box(), south.locator(".apply").bounding_box()
    assert news is not None
    assert button is not None
    assert news["y"] + news["height"] <= button["y"]


def test_a_later_entry_is_kept_in_hand_until_it_corrects_the_first(phones: list[Page], complaints: Complaints) -> None:
    east, south, west, _ = phones
    tap(south, "[data-action=win]", '[data-winner="1"]', '[data-from="3"]', '[data-figure="3900"]')
    tap(east, "[data-action=win]", '[data-winner="1"]', '[data-from="3"]', '[data-figure="8000"]', "[data-apply]")
    expect_points(west, 25000, 33000, 25000, 17000)
    tap(south, "[data-apply]")
    expect(south.locator("[data-late=other]")).to_contain_text("8,000")
    expect(south.locator("[data-late=own]")).to_contain_text("3,900")
    assert complaints.take("status of 409")
    tap(west, RIICHI.format(0))
    expect(south.locator("[data-late=own]")).to_be_visible()
    tap(south, "[data-action=instead]")  # the stick lies there now: once more
    expect(south.locator("[data-action=instead]")).to_have_count(0)
    tap(south, "[data-action=all-the-same]")
    expect_points_everywhere(phones, 24000, 28900, 25000, 21100)
    expect(south.locator(".late")).to_have_count(0)
    assert complaints.take("status of 409")


def test_each_phone_remembers_its_owner_and_shows_who_is_there(
    monkeypatch: pytest.MonkeyPatch, phones: list[Page]
) -> None:
    # The server of these tests does not notice that a phone has gone before its request ends.
    monkeypatch.setattr(long_polling, "LONGEST", 2.0)
    _, south, west, onlooker = phones
    for phone, player in ((south, 1), (west, 2)):
        phone.goto(f"{phone.url}/join")
        tap(phone, f'[data-sit="{player}"]')
        expect(phone.locator(f'.side-0[data-player="{player}"]')).to_be_visible()
    for player in (1, 2):
        expect(onlooker.locator(f'[data-player="{player}"] .dot')).to_be_visible()
    expect(onlooker.locator(".dot")).to_have_count(2)
    west.goto("about:blank")
    expect(onlooker.locator(".dot")).to_have_count(1)
    tap(south, RIICHI.format(1))
    expect_points(onlooker, 25000, 24000, 25000, 25000)
    expect(south.locator('.side-0[data-player="1"]')).to_be_visible()


def test_a_name_that_somebody_changes_changes_everywhere(phones: list[Page]) -> None:
    east, south, west, onlooker = phones
    south.goto(f"{south.url}/join")
    south.locator("[name=name2]").fill("Rin")
    tap(south, "[data-action=rename]")
    for phone in (east, west, onlooker):
        expect(phone.locator('[data-player="2"] .name')).to_have_text("Rin")


def test_an_open_menu_and_the_chosen_player_stay_while_others_enter(phones: list[Page]) -> None:
    east, south, west, _ = phones
    tap(east, "[data-action=more]")
    tap(south, '[data-player="2"] a')
    expect(south.locator('[data-player="2"] a')).to_have_attribute("aria-current", "true")
    tap(west, RIICHI.format(3))
    expect_points_everywhere([east, west], 25000, 25000, 25000, 24000)
    expect(east.locator("[data-action=chombo]")).to_be_visible()
    expect(south.locator('[data-player="3"] .change')).to_have_text("−1,000")


def test_an_open_menu_leads_to_the_calculator_at_the_hand_that_is_played_now(phones: list[Page]) -> None:
    east, south, west, _ = phones
    tap(east, ".menu > summary")
    tap(south, "[data-action=draw]", '[data-tenpai="0"]', "[data-apply]")
    expect_points(west, 28000, 24000, 24000, 24000)
    tap(west, RIICHI.format(3))
    expect_points(east, 28000, 24000, 24000, 23000)
    for way in (".menu a[href^='/?']", ".menu a[href^='/table']"):
        tap(east, way)
        expect(east).to_have_url(re.compile("honba=1&sticks=1&.*game=rules%3Dhouse%26riichi%3DN"))
        east.go_back()
        expect_points(east, 28000, 24000, 24000, 23000)
        tap(east, ".menu > summary")


def test_the_course_and_the_result_follow_too(phones: list[Page]) -> None:
    east, south, west, north = phones
    south.goto(f"{south.url}/course")
    north.goto(f"{north.url}/result")
    tap(east, "[data-action=win]", '[data-winner="1"]', "[data-by=tsumo]", '[data-figure="4000"]', "[data-apply]")
    expect(south.locator("[data-hand]")).to_have_count(1)
    expect(north.locator("[data-rank='1']")).to_contain_text("29,000")
    expect_points(west, 23000, 29000, 24000, 24000)


def test_a_tap_that_waits_keeps_its_mark_when_another_phone_enters_something(
    phones: list[Page], complaints: Complaints
) -> None:
    east, south, _, _ = phones
    south.context.route("**/events", lambda route: route.abort())
    tap(south, RIICHI.format(1))
    expect(south.locator("#sending")).to_be_visible()
    tap(east, RIICHI.format(0))
    expect_points(south, 24000, 25000, 25000, 25000)
    waiting = south.locator(RIICHI.format(1))
    expect(waiting).to_have_attribute("aria-busy", "true")
    expect(waiting).to_have_attribute("aria-pressed", "true")
    waiting.click()  # it waits already
    expect(south.locator(RIICHI.format(2))).not_to_have_attribute("aria-busy", "true")
    south.context.unroute_all()
    expect_points_everywhere(phones, 24000, 24000, 25000, 25000)
    assert complaints.take("ERR_FAILED")


def test_an_undo_that_waits_keeps_its_mark_and_the_event_that_it_named(
    phones: list[Page], complaints: Complaints
) -> None:
    east, south, _, _ = phones
    tap(south, RIICHI.format(1))
    expect_points_everywhere(phones, 25000, 24000, 25000, 25000)
    south.context.route("**/events", lambda route: route.abort())
    undo = south.locator("[data-action=undo]")
    named = undo.inner_text()
    undo.click()
    tap(east, RIICHI.format(0))
    expect_points(south, 24000, 24000, 25000, 25000)
    expect(undo).to_have_attribute("aria-busy", "true")
    expect(undo).to_have_text(re.compile(r"\s+".join(named.split())))
    south.context.unroute_all()
    expect(south.locator("[data-late=own]")).to_contain_text(named.split()[-1])
    tap(south, "[data-action=drop]")
    expect_points_everywhere(phones, 24000, 24000, 25000, 25000)
    assert complaints.take("ERR_FAILED|status of 409")


def test_three_phones_that_undo_at_about_the_same_time_undo_one_event(
    phones: list[Page], complaints: Complaints
) -> None:
    east, south, west, _ = phones
    tap(south, RIICHI.format(1))
    tap(west, RIICHI.format(2))
    expect_points_everywhere(phones, 25000, 24000, 24000, 25000)
    expect(west.locator("[data-action=undo]")).not_to_have_attribute("aria-disabled", "true")
    west.route("**/game/*", lambda route: route.abort())  # it shows the table as it was
    tap(east, "[data-action=undo]")
    expect_points(south, 25000, 24000, 25000, 25000)
    for phone in (south, west):  # fingers that were on their way do not wait for a button
        phone.locator("[data-action=undo]").dispatch_event("click")
    expect(south.locator("[data-action=undo]")).to_have_attribute("aria-disabled", "true")
    west.unroute_all()
    expect_points_everywhere(phones, 25000, 24000, 25000, 25000)
    tap(south, "[data-action=undo]")  # which it can take after a moment
    expect_points_everywhere(phones, 25000, 25000, 25000, 25000)
    complaints.take("ERR_FAILED|htmx:error")


def test_a_phone_that_was_offline_says_so_and_comes_back(phones: list[Page], complaints: Complaints) -> None:
    east, south, _, _ = phones
    east.context.set_offline(True)
    expect(east.locator("#sending")).to_be_visible()
    expect_points(east, 25000, 25000, 25000, 25000)
    tap(south, RIICHI.format(1))
    expect_points_everywhere(phones[1:], 25000, 24000, 25000, 25000)
    east.context.set_offline(False)
    expect_points(east, 25000, 24000, 25000, 25000)
    expect(east.locator("#sending")).to_be_hidden()
    assert complaints.take("ERR_INTERNET_DISCONNECTED|htmx:error|fetching the script")


def test_a_deleted_game_says_so_on_every_phone_and_comes_back_on_all_of_them(
    phones: list[Page], complaints: Complaints
) -> None:
    east, south, west, onlooker = phones
    tap(south, RIICHI.format(1))
    expect_points_everywhere(phones, 25000, 24000, 25000, 25000)
    tap(west, "[data-action=win]", '[data-winner="2"]')
    east.goto(f"{east.url}/delete")
    tap(east, "form [data-action=delete]")
    for phone in (east, south):
        expect(phone.locator("[data-action=undelete]")).to_be_visible()
    expect(onlooker.locator("form[data-deleted]")).to_be_visible()
    expect(onlooker.locator("[data-action=undelete]")).to_have_count(0)
    expect(west.locator("a[data-deleted]")).to_be_visible()  # what is entered stays
    expect(west.locator("[data-by=tsumo]")).to_be_visible()
    tap(south, "[data-action=undelete]")
    expect_points_everywhere([east, south, onlooker], 25000, 24000, 25000, 25000)
    expect(west.locator("a[data-deleted]")).to_have_count(0)
    tap(west, "[data-by=tsumo]", '[data-figure="4000"]', "[data-apply]")
    expect_points_everywhere(phones, 23000, 23000, 30000, 24000)
    assert complaints.take("status of 410")
