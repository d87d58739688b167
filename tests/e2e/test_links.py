"""The address is the link: it opens the same result for a friend, after a reload, by other rules."""

from playwright.sync_api import Page, expect

from tests.e2e.conftest import NewContext
from tests.e2e.hands import FOUR_KANS, FULL, A
from tests.e2e.page import Calculator


def test_a_link_opens_the_same_result_for_a_friend(page: Page, new_context: NewContext) -> None:
    table = Calculator(page).open(FOUR_KANS)
    shown = table.result.inner_text()
    friend = Calculator(new_context().new_page())
    friend.page.goto(page.url)
    friend.expect_link(FOUR_KANS)
    expect(friend.result).to_have_text(table.result.text_content() or "", use_inner_text=False)
    assert friend.result.inner_text() == shown


def test_the_bare_address_opens_the_hand_that_was_there_last_by_the_same_rules(phone: Calculator) -> None:
    link = f"{FULL}&by=ron&rules=majiang"
    phone.open(FULL).edit().play_by("majiang").ron().expect_link(link)
    phone.page.goto("/")
    phone.expect_hand("234567m345p22678s", win="8s").expect_points(2000).expect_link(link)


def test_the_page_reloaded_is_the_same_page(table: Calculator) -> None:
    table.ankan("9m").tap("234p").declare_riichi().expect_link("hand=234p&melds=ankan9999m&riichi=1")
    table.page.reload()
    table.expect_hand("234p9999m").expect_link("hand=234p&melds=ankan9999m&riichi=1")
    expect(table.switch("riichi")).to_be_checked()


def test_the_hand_goes_along_to_the_other_pages_and_back(table: Calculator) -> None:
    table.tap("19m").pon("5z").honba(2)
    for path in ("/rules", "/table", "/yaku"):
        table.go_to(path)
        table.page.locator(".head .square").first.tap()
        table.expect_hand("19m555z").expect_link("hand=19m&melds=pon555z&honba=2")


def test_the_address_bar_is_the_share_link_from_the_start(phone: Calculator) -> None:
    for address in (f"{A}&lang=xx", f"{A}&utm_source=friend", f"honba=0&{A}"):
        phone.open(address).expect_link(A)
