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
    table: Calculator, words: list[str], red_five: str | re.Pattern[str]
) -> None:
    table.open(A).expect_points(12_000)
    for word in words:
        expect(table.result).to_contain_text(word)
    expect(table.key("0m")).to_have_accessible_name(red_five)


def test_a_chosen_language_stays(table: Calculator) -> None:
    table.open(B)
    expect(table.page.locator("html")).to_have_attribute("lang", "ja")
    table.speak("en")
    expect(table.page.locator("html")).to_have_attribute("lang", "en")
    expect(table.result).to_contain_text("White dragon")
    table.page.goto("/")
    expect(table.page.locator("html")).to_have_attribute("lang", "en")


def test_a_language_that_the_reader_chose_goes_with_the_link(table: Calculator) -> None:
    table.open(READY).speak("ko").expect_link(f"{READY}&lang=ko")
    table.tap("8s").expect_points(2700, ron=2000).expect_link(f"{FULL}&lang=ko")
    expect(table.result).to_contain_text("쯔모")
    table.clear().expect_link("lang=ko").undo().expect_link(f"{FULL}&lang=ko")
    table.speak("zh").expect_link(f"{FULL}&lang=zh")
    table.page.goto("/")
    table.expect_points(2700, ron=2000).expect_link(FULL)
    expect(table.page.locator("html")).to_have_attribute("lang", "zh")
