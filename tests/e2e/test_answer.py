"""The answer: what changes hands is the largest figure, nobody is made to pay, nothing is cut."""

import re
from itertools import product
from urllib.parse import quote

import pytest
from playwright.sync_api import expect

from tests.e2e.conftest import Complaints
from tests.e2e.hands import FULL
from tests.e2e.layout import Layout, boxes
from tests.e2e.page import PHONE, SCORE, SMALL_PHONE, Calculator, Held
from webapp.language.i18n import LANGUAGES

RICHES = "riichi=1&honba=9&sticks=9&dora=1m&ura=6p"
#: Six yaku, dora, ura and a red five, by tsumo of the dealer; before ron or tsumo is chosen; by ron, from nobody named.
SIX_YAKU = f"hand=22334405m66778p8p&ippatsu=1&{RICHES}&seat=E"
PAO = "hand=23m99p4m&melds=pon555z-pon666z-pon777z.1&honba=9&sticks=9"
#: Three yakuman, two of them fed.
YAKUMAN = "hand=11z&melds=pon555z-pon666z-ankan7777z.1-daiminkan2222z.1&honba=9&sticks=9"
ALSO = quote("hand=22334405m66778p8p&ippatsu=1&riichi=1&ura=6p&seat=W")
TWO = f"hand=22334405m66778p8p&ippatsu=1&{RICHES}&seat=N&by=ron&also={ALSO}"
LONGEST = {
    "tsumo": f"{SIX_YAKU}&by=tsumo",
    "not chosen": SIX_YAKU,
    "ron": f"{SIX_YAKU}&by=ron&from=2",
    "from whom?": f"{SIX_YAKU}&by=ron",
    "pao by tsumo": f"{PAO}&by=tsumo",
    "pao by ron": f"{PAO}&by=ron&from=2",
    "pao, from whom?": f"{PAO}&by=ron",
    "pao, by whom?": f"{PAO.replace('.1', '')}&by=ron&from=2",
    "pao, by whom and to whom?": f"{PAO.replace('.1', '')}&by=tsumo&guessed_seat=S",
    "yakuman": f"{YAKUMAN}&by=tsumo",
    "two winners": f"{TWO}&from=2",
    "two winners, from whom?": TWO,
    "the rules pay one of two": f"{TWO}&from=2&rules=m_league",
}
#: What of the answer is cut: wider or higher than its place, or beyond the answer's edges; words alone. The script
#: folds the yaku in the first frame of a new size.
CUT = """async () => {
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  const told = document.querySelector("#result .told");
  const edge = told.getBoundingClientRect();
  const found = [];
  if (told.scrollHeight > told.clientHeight) found.push(`${told.scrollHeight - told.clientHeight} px hidden below`);
  for (const element of told.querySelectorAll("*")) {
    if (!element.checkVisibility() || !element.textContent.trim()) continue;
    const box = element.getBoundingClientRect();
    if (box.left < edge.left - 1 || box.right > edge.right + 1 || box.bottom > edge.bottom + 1) {
      found.push(`outside: ${element.outerHTML.slice(0, 80)}`);
    }
    if (getComputedStyle(element).display !== "inline" && element.scrollWidth > element.clientWidth + 1) {
      found.push(`cut: ${element.outerHTML.slice(0, 80)}`);
    }
  }
  return found;
}"""


@pytest.mark.ci
@pytest.mark.parametrize(("text", "sizes"), [("text-100", [PHONE, SMALL_PHONE]), ("text-125", [PHONE])])
def test_the_longest_answers_are_whole(
    phone: Calculator, base_url: str, text: str, sizes: list[tuple[int, int]]
) -> None:
    Layout(phone.page, base_url).comfort(text)
    cut = []
    for language, (name, query) in product(LANGUAGES, LONGEST.items()):
        phone.resize(*PHONE).open(f"{query}&lang={language}").edit()
        for size in sizes:
            cut += [f"{language}, {name} {size}: {each}" for each in phone.resize(*size).page.evaluate(CUT)]
    assert not cut, "\n".join(cut)


# -- who pays --------------------------------------------------------------------------------------


def test_a_ron_makes_nobody_pay_until_the_discarder_is_named(phone: Calculator) -> None:
    phone.open(f"{FULL}&by=ron&honba=1&sticks=1").edit()
    phone.expect_received(3300).expect_question("from")
    expect(phone.result.locator("[data-owed]")).to_have_attribute("data-owed", "2300")
    expect(phone.result.locator("[data-delta]")).to_have_count(1)  # the winner's
    phone.reply(2).expect_question(None).expect_delta("N", -2300).expect_received(3300)
    phone.expect_link(f"{FULL}&by=ron&from=2&honba=1&sticks=1")


def test_the_yaku_have_room_beside_all_that_is_asked(phone: Calculator) -> None:
    """Own rules make the line above the answer higher."""
    phone.open(f"{FULL}&by=ron&honba=1&sticks=1&guessed_seat=S&rule.multiple_ron=3").edit().expect_question("from")
    expect(phone.result.locator(".yaku-line > *").first).to_be_visible()


def test_the_keys_of_the_discarder_name_their_winds_at_once(phone: Calculator) -> None:
    """A tap on a wind names that wind, even before the answer to a new seat has come."""
    held = Held(phone.page, SCORE)
    phone.open(f"{FULL}&by=ron").edit().sit("W")
    labels = phone.page.locator(".discarders label")
    expect(labels).to_have_text([re.compile(wind) for wind in "南東北"])
    expect(phone.page.get_by_role("radio", name="北家, 下家")).to_have_attribute("value", "1")
    held.let_go()


def test_the_question_of_pao_names_it_and_its_meld_and_can_be_asked_again(phone: Calculator) -> None:
    dragons = "hand=23m99p4m&melds=pon555z-pon777z-pon666z&lang=en"
    phone.open(f"{dragons}&by=tsumo").edit()
    asked = phone.result.locator("#question")
    expect(asked).to_have_text(re.compile(r"^\s*Pao: who fed\s*\?\s*$"))
    expect(asked.get_by_label("Green dragon")).to_have_count(3)
    phone.reply(1).expect_delta("W", -32_000).ask_who_is_liable().expect_question("fed")
    phone.reply(2).expect_delta("N", -32_000)


def test_by_ron_the_discarder_is_asked_first_then_who_is_liable(phone: Calculator) -> None:
    phone.open("hand=23m99p4m&melds=pon555z-pon666z-pon777z&by=ron").edit()
    phone.expect_question("from").reply(2).expect_question("fed").reply(1).expect_question(None)
    phone.expect_delta("N", -16_000).expect_delta("W", -16_000)


def test_before_ron_or_tsumo_is_chosen_both_are_shown_alike(phone: Calculator) -> None:
    phone.open(FULL).edit().expect_points(2700, ron=2000)
    boxes = [phone.result.locator(f"button[name=by][value={way}] strong").bounding_box() for way in ("tsumo", "ron")]
    assert all(boxes)
    assert len({(box["y"], box["height"]) for box in boxes if box}) == 1


# -- what is shown answers what is entered ---------------------------------------------------------

OPACITY = "element => Number(getComputedStyle(element).opacity)"


def test_an_old_answer_is_dimmed_and_says_why(phone: Calculator, complaints: Complaints) -> None:
    phone.open(f"{FULL}&by=tsumo").edit().expect_points(2700)
    told = phone.result.locator(".told")
    assert told.evaluate(OPACITY) == 1

    def expect_dimmed(reason: str, said: str) -> None:
        phone.declare_riichi()
        expect(phone.result).to_have_attribute("data-stale", reason)
        expect(phone.notice).to_contain_text(said)
        expect(told).to_have_css("opacity", "0.4")

    def expect_answered(points: int) -> None:
        phone.expect_points(points)
        expect(phone.notice).to_be_hidden()
        expect(told).to_have_css("opacity", "1")

    held = Held(phone.page, SCORE)
    expect_dimmed("slow", "変更前")
    held.let_go()
    expect_answered(5200)
    phone.page.unroute(SCORE)
    phone.page.route(SCORE, lambda route: route.abort())
    expect_dimmed("failed", "サーバー")
    phone.page.unroute(SCORE)
    expect_answered(2700)
    phone.page.context.set_offline(True)
    expect_dimmed("offline", "通信")
    phone.page.context.set_offline(False)
    expect_answered(5200)
    complaints.take("ERR_|Failed to fetch")


def test_the_points_of_the_example_are_not_shown_for_tiles_without_an_answer(
    phone: Calculator, complaints: Complaints
) -> None:
    phone.open("")
    expect(phone.result.locator(".welcome")).to_be_visible()
    phone.page.context.set_offline(True)
    phone.tap("1m")
    expect(phone.notice).to_contain_text("通信")
    expect(phone.result.locator(".welcome")).to_be_hidden()
    phone.page.context.set_offline(False)
    expect(phone.notice).to_be_hidden()
    complaints.take("ERR_|Failed to fetch")


# -- reading ---------------------------------------------------------------------------------------


def test_a_tap_on_a_yaku_opens_its_rule(phone: Calculator) -> None:
    phone.open(f"{FULL}&by=tsumo&riichi=1").edit()
    phone.result.locator("[data-rule=pinfu]").tap()
    sheet = phone.page.locator("dialog#rule")
    expect(sheet).to_be_visible()
    expect(sheet.locator("h2")).to_contain_text("平和")
    expect(sheet.locator(".rule")).to_have_text(phone.result.locator("[data-yaku=pinfu] .rule").text_content() or "?")
    sheet.get_by_role("link").tap()
    expect(phone.page.locator("#pinfu")).to_be_visible()


@pytest.mark.parametrize(("name", "size"), [("tsumo", (390, 520)), ("two winners", (390, 540))])
def test_folded_yaku_open_as_a_whole_and_close(phone: Calculator, name: str, size: tuple[int, int]) -> None:
    phone.open(f"{LONGEST[name]}&lang=en").edit()
    for each_size in (size, SMALL_PHONE):
        rest = phone.resize(*each_size).result.locator(".rest:visible").first
        names = rest.locator("span")
        expect(names.last).to_be_hidden()
        rest.locator("summary").tap()
        for each in names.all():
            expect(each).to_be_in_viewport(ratio=1)
        rest.locator("summary").tap()
        expect(names.last).to_be_hidden()


def test_details_that_a_link_has_opened_stay_closed_for_whoever_comes_back(phone: Calculator) -> None:
    phone.open("hand=234567m345p22678s&riichi=1&by=tsumo")
    readings = phone.page.locator(".readings").first
    expect(readings).to_have_attribute("open", "")
    phone.page.reload()
    expect(readings).not_to_have_attribute("open", "")


# -- buttons that go -------------------------------------------------------------------------------


def test_a_second_tap_on_a_button_that_disappears_reaches_nothing_else(phone: Calculator) -> None:
    link = f"{FULL}&by=tsumo&riichi=1"
    for x in (30, 200, 360):
        phone.open(link)
        box = phone.page.locator("a.edit").bounding_box()
        assert box
        for _ in range(2):
            phone.page.touchscreen.tap(x, box["y"] + box["height"] / 2)
        expect(phone.key("1m")).to_be_in_viewport()
        phone.expect_link(link)


def test_the_button_to_the_keys_lies_where_no_key_appears(phone: Calculator) -> None:
    keys = ".palette button, .modes label, .switches input, .seats input, .situation summary"
    phone.open(f"{FULL}&by=tsumo&riichi=1")
    edit = phone.page.locator("a.edit")
    screens = (SMALL_PHONE, PHONE, (568, 320), (740, 360), (768, 1024))
    left_by: dict[tuple[int, int], list[dict[str, float]]] = {}
    for size in screens:
        phone.resize(*size)
        for scrolled in (0, 9999):
            phone.page.evaluate(f"scrollTo(0, {scrolled})")
            left_by.setdefault(size, []).extend(boxes(edit))
    assert left_by[PHONE]
    phone.resize(*PHONE).edit()
    for size, places in left_by.items():
        for key, place in product(boxes(phone.resize(*size).page.locator(keys)), places):
            apart = key["right"] <= place["left"] or key["left"] >= place["right"]
            assert apart or key["bottom"] <= place["top"] or key["top"] >= place["bottom"], size
