"""Everything has room: nothing lies over something else, nothing is cut off, on any phone and with larger text.

A page that is opened once is looked at in many sizes, as by somebody who turns the phone.
"""

from itertools import product

import pytest

from tests.e2e.hands import FOUR_KANS, READY, A, B
from tests.e2e.page import Calculator

pytestmark = pytest.mark.ci

SCREENS = {"phone": (390, 664), "small": (320, 568), "lying": (740, 360)}


def enlarge(phone: Calculator, percent: int) -> None:
    """Text of this size."""
    phone.page.evaluate(f"document.documentElement.style.fontSize = '{percent}%'")


#: The parts of the page of which one lies over another, and what is cut at the right.
COVERED = """() => {
  const parts = [...document.querySelectorAll("#table > :is(header, section)")]
    .filter((part) => part.checkVisibility());
  const boxes = parts.map((part) => {
    const inner = [part, ...part.querySelectorAll(".tile, .word, .choice > span")]
      .filter((one) => one.checkVisibility() && !one.closest(".popover, .told"))
      .map((one) => one.getBoundingClientRect());
    return { name: part.className, left: Math.min(...inner.map((box) => box.left)),
      right: Math.max(...inner.map((box) => box.right)), top: Math.min(...inner.map((box) => box.top)),
      bottom: Math.max(...inner.map((box) => box.bottom)) };
  });
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  const pairs = boxes.flatMap((a, i) => boxes.slice(i + 1).filter((b) => over(a, b)).map((b) => [a.name, b.name]));
  return [...pairs, ...boxes.filter((box) => box.right > innerWidth + 1).map((box) => box.name)];
}"""

#: Pairs of parts that lie over each other, and figures that reach beyond what holds them.
OVERLAPPING = """() => {
  const box = (part) => document.querySelector(part).getBoundingClientRect();
  const parts = [".situation", "#result", "#hand", ".keys fieldset:not([hidden])", ".palette", "#switches"];
  const tiles = [...document.querySelectorAll("#hand .tile")].map((tile) => tile.getBoundingClientRect());
  const found = [];
  const over = (a, b) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1;
  for (const [i, one] of parts.entries()) {
    for (const other of parts.slice(i + 1)) if (over(box(one), box(other))) found.push([one, other]);
    if (one !== "#hand" && tiles.some((tile) => over(tile, box(one)))) found.push(["a tile", one]);
  }
  for (const figure of document.querySelectorAll("#result [data-points], #result [data-delta]")) {
    if (!figure.checkVisibility()) continue;
    const { left, right } = figure.getBoundingClientRect();
    if (left < box("#result").left || right > box("#result").right || right > innerWidth) found.push(figure.outerHTML);
  }
  return found;
}"""

#: Texts of which a part is cut off or lies beside the screen.
CUT = """() => [...document.querySelectorAll("body *")].filter((element) => {
  const says = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
  if (!says || !element.checkVisibility() || getComputedStyle(element).clipPath !== "none") return false;
  const box = element.getBoundingClientRect();
  const clipped = element.closest(".choice > span, .word, .sticks, summary");
  const isCut = clipped && getComputedStyle(clipped).overflow !== "visible"
    && (clipped.scrollWidth > clipped.clientWidth + 1 || clipped.scrollHeight > clipped.clientHeight + 1);
  return isCut || box.left < -1 || box.right > innerWidth + 1;
}).map((element) => element.textContent.trim())"""


def test_nothing_lies_over_anything_else(phone: Calculator) -> None:
    hands = ("", A, B, FOUR_KANS, "rules=tenhou_sanma&hand=99m123456p34789s5s&nuki=2")
    for query, language in product(hands, ("ja", "en")):
        phone.resize(*SCREENS["phone"]).open(f"{query}&lang={language}".lstrip("&")).edit()
        for screen, percent in product(SCREENS, (100, 150)):
            phone.resize(*SCREENS[screen])
            enlarge(phone, percent)
            found = [*phone.page.evaluate(COVERED), *phone.page.evaluate(OVERLAPPING), *phone.page.evaluate(CUT)]
            state = (query, language, screen, percent)
            assert (state, found, phone.overflow()[0]) == (state, [], 0)


def test_text_of_twice_the_size_is_read_without_scrolling_sideways(phone: Calculator) -> None:
    for query, language in product(("", A, B, READY), ("ja", "en", "zh", "ko")):
        phone.open(f"{query}&lang={language}".lstrip("&"))
        enlarge(phone, 200)
        assert (query, language, phone.overflow()[0], phone.page.evaluate(CUT)) == (query, language, 0, [])


@pytest.mark.parametrize("language", ["ja", "en"])
def test_the_answer_has_room_for_larger_text(phone: Calculator, language: str) -> None:
    phone.open(f"{A}&lang={language}").edit()
    for percent in (130, 150, 175, 200):
        enlarge(phone, percent)
        told = phone.page.locator(".told").bounding_box()
        below = phone.page.locator(".doing, .readings > summary")
        payments = [payment.bounding_box() for payment in phone.page.locator("[data-delta]").all()]
        assert told
        assert len(payments) == 4
        assert all(box and box["y"] + box["height"] <= told["y"] + told["height"] for box in payments)
        doing, details = (place.bounding_box() for place in below.all())
        assert doing
        assert details
        apart = details["x"] + details["width"] <= doing["x"] or doing["y"] + doing["height"] <= details["y"]
        assert (percent, apart) == (percent, True)
