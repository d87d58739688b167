"""The page in the reader's language."""

import re

import pytest
from playwright.sync_api import expect

from tests.e2e.hands import FULL, READY, A, B
from tests.e2e.page import Calculator


@pytest.mark.parametrize(
    ("words", "red_five"),
    [
        pytest.param(
            ["跳満", "立直", "平和", "東"], re.compile("赤"), marks=pytest.mark.browser_context_args(locale="ja-JP")
        ),
        pytest.param(
            ["Haneman", "Riichi", "Pinfu", "East"],
            "red 5 of characters",
            marks=pytest.mark.browser_context_args(locale="en-GB"),
        ),
    ],
    ids=["ja", "en"],
)
def test_the_page_speaks_the_browser_s_language(
    phone: Calculator, words: list[str], red_five: str | re.Pattern[str]
) -> None:
    phone.open(A).expect_points(12_000)
    for word in words:
        expect(phone.result).to_contain_text(word)
    expect(phone.key("0m")).to_have_accessible_name(red_five)


def test_a_chosen_language_stays(phone: Calculator) -> None:
    phone.open(B)
    expect(phone.page.locator("html")).to_have_attribute("lang", "ja")
    phone.speak("en")
    expect(phone.page.locator("html")).to_have_attribute("lang", "en")
    expect(phone.result).to_contain_text("White dragon")
    phone.page.goto("/")
    expect(phone.page.locator("html")).to_have_attribute("lang", "en")


def test_a_language_that_the_reader_chose_goes_with_the_link(phone: Calculator) -> None:
    phone.open(READY).speak("ko").expect_link(f"{READY}&lang=ko")
    phone.tap("8s").expect_points(2700, ron=2000).expect_link(f"{FULL}&lang=ko")
    expect(phone.result).to_contain_text("쯔모")
    phone.clear().expect_link("lang=ko").undo().expect_link(f"{FULL}&lang=ko")
    phone.speak("zh").expect_link(f"{FULL}&lang=zh")
    phone.page.goto("/")
    phone.expect_points(2700, ron=2000).expect_link(FULL)
    expect(phone.page.locator("html")).to_have_attribute("lang", "zh")
