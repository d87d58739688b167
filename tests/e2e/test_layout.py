"""Everything fits on any screen, is large enough for a finger, and can be read by day and by night."""

import re
from itertools import pairwise, product
from typing import Any, Literal

import pytest
from playwright.sync_api import Page, expect

from tests.e2e.hands import FOUR_KANS, A, B, C
from tests.e2e.layout import Layout, boxes
from tests.e2e.page import DESKTOP, PHONE, SMALL_PHONE, TABLET, Calculator
from webapp.language.i18n import LANGUAGES


def test_however_long_the_answer_the_keys_stay_on_the_screen(phone: Calculator) -> None:
    phone.open(
        "hand=112233m112233p9s9s&riichi=1&ippatsu=1&haitei=1&dora=9m8s&ura=9p8s&honba=9&sticks=9&by=tsumo"
    ).edit()
    phone.expect_on_screen(
        "[data-tile]", "#hand [data-hand-tile]", "[data-delta]", "[data-share]", "[data-switch=riichi]"
    )
    assert phone.overflow() == (0, 0)


ALWAYS_ON_SCREEN = (
    "#situation",
    "[data-seat-choice]",
    "#result [data-points]",
    "#result [data-delta]",
    "[data-share]",
    "#hand [data-hand-tile]",
    "[data-tile]",
    "[data-mode='tile'], [data-mode='pon'], [data-mode='chi'], [data-mode='ankan'], [data-mode='dora']",
    "[data-action='undo']",
    "[data-by]",
    "[data-switch='riichi']",
    "[data-switch='ippatsu']",
)


#: The pixels of the payments, or of the first steps, that are only seen after scrolling.
BELOW_THE_ANSWER = """told => Math.max(0, ...[...told.querySelectorAll(".deltas, .welcome")].map((one) =>
  Math.floor(one.getBoundingClientRect().bottom - told.getBoundingClientRect().bottom)))"""
#: The winds that the label above them covers: each is as high as its letters are large.
COVERED_WINDS = """seats => {
  const label = getComputedStyle(seats, "::before");
  const end = seats.getBoundingClientRect().top + parseFloat(label.top) + parseFloat(label.height);
  return [...seats.querySelectorAll(".choice > span")].filter((wind) => {
    const range = document.createRange();
    range.selectNodeContents(wind);
    const { top, height } = range.getBoundingClientRect();
    return top + height / 2 - parseFloat(getComputedStyle(wind).fontSize) * 0.45 < end;
  }).map((wind) => wind.textContent);
}"""


def test_with_larger_text_the_keys_and_the_answer_are_on_the_screen_and_on_a_small_one_keys_and_who_pays(
    phone: Calculator, base_url: str
) -> None:
    situation = phone.page.locator("#situation > :not(small)")
    for size, language, query in product(("text-125", "text-150"), LANGUAGES, ("", A, B, f"{A}&honba=3")):
        Layout(phone.page, base_url).comfort(size)
        phone.resize(*PHONE).open(with_language(query, language)).edit()
        if query:
            assert (size, language, query, phone.overflow()) == (size, language, query, (0, 0))
            phone.expect_on_screen(*ALWAYS_ON_SCREEN)
            cut = situation.evaluate_all("all => all.some((one) => one.scrollWidth > one.clientWidth)")
            assert (size, language, query, cut) == (size, language, query, False)
        phone.resize(*SMALL_PHONE)
        assert (size, language, query, phone.overflow()) == (size, language, query, (0, 0))
        phone.expect_on_screen("[data-tile]", "[data-action='undo']", "[data-by]", "[data-switch='riichi']")
        phone.expect_on_screen(".switches .more")
        covered = phone.page.locator(".seats").evaluate(COVERED_WINDS)
        assert (size, language, query, covered) == (size, language, query, [])
        below = phone.page.locator(".told").evaluate(BELOW_THE_ANSWER)
        assert (size, language, query, below) == (size, language, query, 0)


def with_language(query: str, language: str) -> str:
    """A link that also says the language."""
    return f"{query}&lang={language}".lstrip("&")


#: What takes the most room above the payments: the longest name of a limit, honba called out, and a sum.
COUNTED = "hand=22334455m66778p8p&riichi=1&ippatsu=1&by=tsumo&dora=1m6p&ura=1m6p&seat=E&honba=9&sticks=9"


@pytest.mark.parametrize(
    "queries",
    [
        (FOUR_KANS, COUNTED, "hand=234m4556p345678s5p"),
        pytest.param((A, B, C, "hand=2255m3388p44667s7s&by=ron"), marks=pytest.mark.ci),
    ],
)
def test_everything_fits_on_a_phone_without_scrolling(phone: Calculator, queries: tuple[str, ...]) -> None:
    for query, language in product(queries, LANGUAGES):
        phone.open(with_language(query, language)).edit()
        assert (query, language, phone.overflow()) == (query, language, (0, 0))
        phone.expect_on_screen(*ALWAYS_ON_SCREEN)


#: Unfolds one part of the page after the other, and says which of them make it wider than the screen.
WIDE_WHEN_OPEN = """() => [...document.querySelectorAll("details")].filter((part) => {
  const wasOpen = part.open;
  part.open = true;
  const isWide = document.documentElement.scrollWidth > innerWidth;
  part.open = wasOpen;
  return isWide;
}).map((part) => part.className)"""


@pytest.mark.ci
def test_nothing_is_wider_than_the_screen(phone: Calculator) -> None:
    rubbish = "hand=123m&melds=rubbish&seat=X&honba=many&rules=poker"
    for language, query in product(("ja", "en"), ("", A, FOUR_KANS, rubbish)):
        phone.open(with_language(query, language))
        for size in (TABLET, DESKTOP, SMALL_PHONE, PHONE):
            phone.resize(*size)
            assert (language, query, size, phone.overflow()[0]) == (language, query, size, 0)
            assert (language, query, size, phone.page.evaluate(WIDE_WHEN_OPEN)) == (language, query, size, [])


def test_keys_are_large_enough_for_a_finger(phone: Calculator) -> None:
    phone.open(A).edit()
    controls = phone.page.locator("[data-by], [data-switch], [data-mode], [data-seat-choice], [data-action]")
    for size, width, height in ((SMALL_PHONE, 24, 24), (PHONE, 40, 54)):
        keys = boxes(phone.resize(*size).page.locator("[data-tile]"))
        assert len(keys) == 37
        assert all(box["width"] >= width and box["height"] >= height for box in keys), size
        assert all(min(box["width"], box["height"]) >= 24 for box in boxes(controls)), size


def test_tiles_of_the_hand_are_large_enough_for_a_finger(phone: Calculator) -> None:
    with_a_kan, with_melds = "hand=234567m34522p8p&melds=ankan0555s", "hand=55m7s7s&melds=pon111p-chi234s-chi567s"
    for hand, buttons in (("hand=234567m345p2267s8s", 14), (with_a_kan, 12), (with_melds, 7), (FOUR_KANS, 6)):
        phone.open(hand).edit()
        for size in (SMALL_PHONE, PHONE):
            tiles = boxes(phone.resize(*size).page.locator("#hand button"))
            assert len(tiles) == buttons
            assert all(min(box["width"], box["height"]) >= 24 for box in tiles), (hand, size)


def test_on_a_small_phone_fourteen_tiles_lie_in_two_equal_rows_with_a_distance(phone: Calculator) -> None:
    phone.resize(*SMALL_PHONE).open("hand=234567m345p2267s8s").edit()
    tiles = boxes(phone.page.locator("#hand .tile"))
    first, second = tiles[:7], tiles[7:]
    for row in (first, second):
        assert len({tile["top"] for tile in row}) == 1
        assert all(after["left"] - tile["right"] >= 2 for tile, after in pairwise(row))
    assert second[0]["top"] - first[0]["bottom"] >= 2


def test_the_red_five_of_a_concealed_kan_lies_open(table: Calculator) -> None:
    table.mode("ankan").tap("0p")
    tiles = table.hand
    expect(tiles.nth(1)).to_have_attribute("data-hand-tile", "0p")
    expect(tiles.nth(1)).not_to_have_class(re.compile("back"))
    table.page.reload()
    expect(tiles.nth(1)).to_have_attribute("data-hand-tile", "0p")


def test_nothing_jumps_when_the_answer_arrives(table: Calculator) -> None:
    def places() -> list[Any]:
        return [table.choice(*hook).bounding_box() for hook in (("tile", "1m"), ("mode", "pon"), ("switch", "riichi"))]

    before = places()
    for step in ("234567m345p2267s", "8s"):
        table.tap(step)
        assert places() == before
    table.expect_points(2700, ron=2000)
    assert places() == before
    table.tsumo().declare_riichi().mode("dora").tap("1s4p").expect_points(12_000)
    assert places() == before


def test_the_actions_below_the_answer_stay_where_they_are_as_others_appear(phone: Calculator) -> None:
    for size in (PHONE, SMALL_PHONE, DESKTOP):
        phone.resize(*size)
        edges = set()
        for query in ("hand=234567m345p", f"{A}&by=tsumo", f"{A}&by=ron"):
            phone.open(query).edit()
            share, next_hand = boxes(phone.share)[0], boxes(phone.choice("action", "next"))[0]
            # On a wide screen the answer is as high as what it says.
            edges.add((share["left"], share["right"], next_hand["right"], size == DESKTOP or share["bottom"]))
        assert (size, len(edges)) == (size, 1)


def brightness(table: Calculator, selector: str) -> float:
    """How light the background of an element is, 0–255."""
    color = table.page.locator(selector).first.evaluate("(element) => getComputedStyle(element).backgroundColor")
    red, green, blue = (float(part) for part in re.findall(r"[\d.]+", color)[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_by_night_the_page_is_dark_and_the_tiles_are_light(phone: Calculator) -> None:
    phone.open(A)
    schemes: list[tuple[Literal["light", "dark"], int, int]] = [("light", 192, 255), ("dark", 0, 64)]
    for scheme, darkest, lightest in schemes:
        phone.page.emulate_media(color_scheme=scheme)
        for place in ("body", "#result"):
            assert darkest <= brightness(phone, place) <= lightest
        for place in ("[data-tile='1m']", "#hand [data-hand-tile]"):
            assert brightness(phone, place) > 192


#: A hand before ron or tsumo is chosen, the biggest one, one that asks who wins and who dealt in, waits, discards.
BIGGEST = "hand=223344m234p2348s8s&dora=1s3s&ura=7s1p&riichi=1&ippatsu=1&honba=3&sticks=2"
STATES = {
    "empty": "",
    "not chosen": BIGGEST,
    "biggest": f"{BIGGEST}&by=tsumo&haitei=1",
    "asking": "hand=22334405m66778p8p&ippatsu=1&riichi=1&honba=9&sticks=9&dora=1m&ura=6p&guessed_seat=E&by=ron",
    "waits": "hand=234567m345p2267s",
    "discards": "hand=234567m345p1267s9m",
}


def test_no_word_is_small_or_cut_and_no_button_covered(page: Page, base_url: str) -> None:
    layout = Layout(page, base_url)
    faults = []
    for language, comfort, width, height in (
        ("en", "text-100", 390, 664),
        ("en", "text-150", 390, 664),
        ("ja", "text-125.dark", 320, 568),
        ("zh", "", 568, 320),
    ):
        layout.comfort(comfort)
        for name, state in STATES.items():
            found = layout.faults(f"/?{with_language(state, language)}", width, height)
            faults += [f"{name}, {language} {comfort}: {fault}" for fault in found]
    assert not faults, "\n".join(faults)
