"""A tile or meld is mended where it lies, in two taps; modes are large enough for a finger on every screen."""

from typing import Any

import pytest
from playwright.sync_api import Route, expect

from tests.e2e.hands import FULL, READY, A, B
from tests.e2e.page import SCORE, Calculator, link
from tests.e2e.test_room import SCREENS

# -- mending ---------------------------------------------------------------------------------------


@pytest.mark.ci
@pytest.mark.parametrize(
    ("mode", "key", "reddens", "meld"),
    [
        ("chi", "3p", True, "340p"),
        ("chi", "4p", True, "406p"),
        ("chi", "0p", False, "067p"),
        ("pon", "0p", False, "055p"),
        ("pon", "5p", True, "055p"),
        ("daiminkan", "5p", False, "0555p"),
        ("kakan", "5p", False, "0555p"),
        ("ankan", "5p", False, "0555p"),
    ],
)
def test_a_meld_with_a_red_five_takes_at_most_two_taps_more(
    either: Calculator, mode: str, key: str, reddens: bool, meld: str
) -> None:
    table = either.enter(mode, key)
    if reddens:
        table.select_meld(0).redden()
    expect(table.hand).to_have_count(len(meld) - 1)
    expect(table.page.locator("#hand [data-hand-tile='0p']")).to_have_count(1)
    expect(table.share).to_have_attribute("href", link(f"melds={mode}{meld}"))
    assert table.taps <= 4


def test_a_wrong_third_tile_of_a_full_hand_is_mended_in_two_taps(either: Calculator) -> None:
    table = either.open("hand=239567m345p2267s8s").edit()
    table.select("9m").tap("4m").expect_hand("234567m345p22678s", win="8s").expect_points(2700, ron=2000)
    assert table.taps <= 3  # one of them leads from reading to the keys
    expect(table.choice("mode", "tile")).to_be_checked()


def test_what_is_selected_is_seen_and_a_second_tap_ends_it(either: Calculator) -> None:
    table = either.open("hand=123m&melds=pon555z")
    chosen = table.page.locator("#hand [aria-pressed='true']")
    table.select("2m")
    expect(chosen).to_have_attribute("data-hand-tile", "2m")
    expect(table.choice("action", "remove")).to_be_visible()
    expect(table.choice("action", "winning")).to_be_hidden()
    expect(table.choice("mode", "pon")).to_be_hidden()
    table.select("3m")
    expect(chosen).to_have_attribute("data-hand-tile", "3m")
    table.select("3m")
    expect(chosen).to_have_count(0)
    expect(table.choice("action", "remove")).to_be_hidden()
    expect(table.choice("mode", "pon")).to_be_visible()
    table.select_meld(0)
    expect(chosen).to_have_class("meld size-3")
    table.mode("dora")
    expect(chosen).to_have_count(0 if either.has_javascript else 1)
    table.tap("1s")
    expect(chosen).to_have_count(0)
    expect(table.share).to_have_attribute("href", link("hand=123m&melds=pon555z&dora=1s"))


def test_winning_tile_red_five_and_removal_are_two_taps_each(either: Calculator) -> None:
    table = either.open(f"{FULL}&by=ron").edit()
    taps = table.taps
    table.select("2s").win_on_selected().expect_hand("234567m345p2678s2s", win="2s").expect_points(1300)
    table.select("5m").redden().expect_hand("234067m345p2678s2s", win="2s")
    table.select("0m").whiten().expect_hand("234567m345p2678s2s", win="2s")
    table.select("4m").remove().expect_hand("23567m345p2678s2s", win="2s").expect_no_points()
    assert table.taps == taps + 8
    table.tap("8m").expect_hand("235678m345p2678s2s", win="2s")


def test_who_fed_a_meld_is_named_in_two_taps(either: Calculator) -> None:
    table = either.open("hand=123m99s&melds=pon555z-pon666z-pon777z&by=tsumo").edit()
    table.expect_delta("E", -16_000).expect_delta("N", -8000)
    table.select_meld(2).fed_by(2).expect_delta("N", -32_000)
    expect(table.share).to_have_attribute("href", link("hand=123m9s9s&melds=pon555z-pon666z-pon777z.2&by=tsumo"))
    table.select_meld(2)
    expect(table.choice("feeder", 2)).to_have_attribute("aria-pressed", "true")
    table.fed_by(2).expect_delta("E", -16_000)


def test_a_feeder_named_later_takes_the_place_of_the_liable_player_of_the_answer(either: Calculator) -> None:
    query = "hand=123m99s&melds=pon555z-pon666z-pon777z{}&by=tsumo{}"
    table = either.open(query.format("", "&liable=1")).edit().expect_delta("W", -32_000)
    table.select_meld(2).fed_by(2).expect_delta("N", -32_000)
    expect(table.share).to_have_attribute("href", link(query.format(".2", "").replace("99s", "9s9s")))


@pytest.mark.ci
@pytest.mark.parametrize(
    ("meld", "lies"),
    [
        ("chi340m.3.4m", "_4m 3m 0m"),
        ("chi340m", "_3m 4m 0m"),
        ("pon055p.1.0p", "5p 5p _0p"),
        ("pon777z.2", "7z _7z 7z"),
        ("pon777z.2&rules=tenhou_sanma", "_7z 7z 7z"),
        ("pon777z.1&rules=tenhou_sanma", "7z 7z _7z"),
        ("daiminkan0555p.1", "5p 5p 5p _0p"),
        ("daiminkan7777z.2", "7z _7z 7z 7z"),
        ("kakan0555p.1", "5p 5p _0p _5p"),
        ("kakan0555p.1.5p.0p", "5p 5p _5p _0p"),
        ("kakan0555p.a0p", "_5p _0p 5p 5p"),
        ("kakan0555p.2.0p", "5p _0p _5p 5p"),
        ("ankan0555p", "#5p 0p 5p #5p"),
    ],
)
def test_a_meld_lies_as_at_the_table(either: Calculator, meld: str, lies: str) -> None:
    """A called tile (`_`) lies on its side, at the side of the player who fed it; an added one is named after it."""
    table = either.open(f"hand=123s&melds={meld}")
    read = """meld => [...meld.querySelectorAll(".tile")].map(({ classList, dataset }) =>
        (classList.contains("lying") ? "_" : classList.contains("back") ? "#" : "") + dataset.handTile).join(" ")"""
    assert table.page.locator("#hand .meld").evaluate(read) == lies
    expect(table.tap("9s").page.locator("#hand [data-hand-tile='9s']")).to_have_count(1)
    assert table.page.locator("#hand .meld").evaluate(read) == lies


def test_a_meld_says_from_whom_it_was_called(either: Calculator) -> None:
    table = either.open("hand=123s&melds=pon777z&lang=en").edit()
    meld = table.page.locator("#hand .meld")
    expect(meld).to_have_accessible_name("Pon: Red dragon, Red dragon, Red dragon")
    table.select_meld(0).fed_by(2)
    expect(meld).to_have_accessible_name("Pon: Red dragon, Red dragon, Red dragon, across")


def test_a_pon_becomes_an_added_kan_also_in_a_full_hand(either: Calculator) -> None:
    table = either.open("hand=12344m567p678s&melds=pon999p.2&by=ron&mode=kakan")
    expect(table.key("1z")).to_be_disabled()
    expect(table.key("9p")).to_be_enabled()
    table.edit().mode("kakan").tap("9p")
    expect(table.page.locator("#hand .meld")).to_have_class("meld size-4")
    expect(table.share).to_have_attribute("href", link("hand=12344m567p67s8s&melds=kakan9999p.2.a9p&by=ron"))


def test_a_chi_and_a_concealed_kan_ask_for_no_feeder(table: Calculator) -> None:
    for query in ("melds=chi123m", "melds=ankan1111m", "hand=1m"):
        table.open(query).page.locator("#hand button").first.tap()
        expect(table.choice("action", "remove")).to_be_visible()
        expect(table.choice("feeder", 1)).to_be_hidden()


def test_the_key_of_another_meld_of_its_type_replaces_it(table: Calculator) -> None:
    table.chi("2s").pon("5z").select_meld(0)
    expect(table.key("8s")).to_be_disabled()
    expect(table.key("5z")).to_be_disabled()
    table.tap("6s").expect_hand("678s555z").expect_link("melds=chi678s-pon555z")


def test_a_key_that_can_replace_nothing_leaves_the_selection(table: Calculator) -> None:
    table.tap("1111m2m").select("2m")
    table.key("1m").tap(force=True)
    expect(table.page.locator("#hand [aria-pressed='true']")).to_have_attribute("data-hand-tile", "2m")
    table.select("2m").select("1m").tap("1m").expect_hand("11112m")


def test_mending_is_undone_like_every_step(table: Calculator) -> None:
    table.open(FULL).edit().select("3m").tap("9p").expect_hand("24567m3459p22678s", win="8s")
    table.undo().expect_hand("234567m345p22678s", win="8s").expect_link(FULL)
    table.select("3m").undo()
    expect(table.page.locator("#hand [aria-pressed='true']")).to_have_count(0)


def test_a_selection_outlives_an_answer_that_was_asked_for_before(table: Calculator) -> None:
    asked: list[Route] = []
    table.page.route(SCORE, lambda route: asked.append(route))
    table.tap("123m")
    table.select("2m")
    with table.page.expect_response(SCORE):
        asked[-1].continue_()
    expect(table.page.locator("[data-share]")).to_have_attribute("href", link("hand=123m"))
    expect(table.page.locator("#result")).not_to_have_attribute("aria-busy", "true")
    expect(table.page.locator("#hand [aria-pressed='true']")).to_have_attribute("data-hand-tile", "2m")
    table.page.unroute(SCORE)
    table.tap("9m").expect_hand("139m")


def test_a_wait_is_drawn_though_a_tile_is_selected(table: Calculator) -> None:
    table.open(READY).edit().select("3m").choice("wait", "8s").tap()
    table.expect_hand("234567m345p22678s", win="8s")


@pytest.mark.browser_context_args(has_touch=False, is_mobile=False)
def test_a_hand_is_mended_by_the_keyboard_alone(table: Calculator) -> None:
    table.open(FULL).edit()
    keyboard = table.page.keyboard
    tile = table.page.locator("#hand [data-hand-tile='3m']")
    tile.focus()
    keyboard.press("Enter")
    expect(tile).to_be_focused()
    expect(tile).to_have_attribute("aria-pressed", "true")
    keyboard.press("Escape")
    expect(tile).to_have_attribute("aria-pressed", "false")
    keyboard.press("Enter")
    keyboard.type("9p")
    table.expect_hand("24567m3459p22678s", win="8s")
    table.page.locator("#hand [data-hand-tile='9p']").focus()
    keyboard.press("Enter")
    keyboard.press("Delete")
    table.expect_hand("24567m345p2267s8s", win="8s")


# -- three players ---------------------------------------------------------------------------------


def test_each_tap_on_north_sets_one_aside(either: Calculator) -> None:
    table = either.open("rules=tenhou_sanma&hand=99m123456p34789s5s&by=tsumo&riichi=1").edit().expect_points(2000)
    table.set_north_aside().expect_points(3900).set_north_aside().expect_points(6000)
    expect(table.page.locator("#nuki-count")).to_have_text("2")
    expect(table.choice("mode", "tile")).to_be_checked()
    expect(table.choice("mode", "chi")).to_be_hidden()
    table.select("9m").tap("1m").expect_hand("19m123456p34789s5s", win="5s")


def test_norths_that_four_players_do_not_have_are_removed_with_one_tap(either: Calculator) -> None:
    hand = "99m123456p34789s5s"
    table = either.open(f"hand={hand}&nuki=2&by=tsumo&riichi=1").edit()
    expect(table.result.locator("[data-problem]")).to_have_attribute("data-problem", "bad_number")
    table.remove_norths()
    expect(table.result.locator("[data-problem]")).to_have_count(0)
    table.expect_link(f"hand={hand}&by=tsumo&riichi=1")


# -- modes are large enough ------------------------------------------------------------------------

#: Modes and buttons for what is selected that are too small, or whose words are too small or cut. On narrow and low
#: screens the two kans beside the indicators lie one above the other.
TOO_SMALL = """() => [...document.querySelectorAll("[data-mode], .mending button")]
  .filter((control) => control.checkVisibility())
  .map((control) => [control, control.matches("input") ? control.nextElementSibling : control])
  .filter(([control, drawn]) => {
    const [box, shown] = [control.getBoundingClientRect(), drawn.getBoundingClientRect()];
    const isNarrow = matchMedia("(max-width: 24rem), (max-height: 30rem)").matches;
    const isHalf = isNarrow && control.matches(".beside > .choice > *");
    return Math.min(box.width, shown.width) < 43.9 || Math.min(box.height, shown.height) < (isHalf ? 24 : 40)
      || parseFloat(getComputedStyle(drawn).fontSize) < 11
      || drawn.scrollWidth > drawn.clientWidth + 1 || drawn.scrollHeight > drawn.clientHeight + 1;
  }).map(([, drawn]) => drawn.textContent.trim())"""


@pytest.mark.parametrize("language", ["ja", "en", "zh", "ko"])
def test_every_mode_is_large_enough_for_a_finger(phone: Calculator, language: str) -> None:
    def expect_large() -> None:
        for screen, size in SCREENS.items():
            assert (screen, phone.resize(*size).page.evaluate(TOO_SMALL)) == (screen, [])

    for query in (A, "rules=tenhou_sanma&hand=9m", "dora=12345m&ura=12345p&riichi=1"):
        phone.open(f"{query}&lang={language}").edit()
        expect_large()
    phone.open(f"hand=5m&melds=pon555p&lang={language}").edit()
    for index in (0, 1):
        phone.page.locator("#hand button").nth(index).tap()
        expect_large()


@pytest.mark.parametrize("language", ["ja", "en"])
def test_a_phone_that_lies_on_its_side_shows_the_answer_beside_the_keys(phone: Calculator, language: str) -> None:
    phone.resize(*SCREENS["lying"]).open(f"{A}&lang={language}").edit()
    phone.expect_on_screen(
        "[data-tile]", "#hand [data-hand-tile]", "[data-points]", "[data-delta]", "[data-by]", "[data-action='undo']"
    )
    assert phone.overflow() == (0, 0)


def test_selecting_moves_nothing(table: Calculator) -> None:
    def places() -> list[Any]:
        hooks = (("tile", "1m"), ("mode", "dora"), ("switch", "riichi"), ("by", "ron"))
        return [table.choice(*hook).bounding_box() for hook in hooks]

    table.open(B).edit()
    before = places()
    for index in (0, 8):
        table.page.locator("#hand button").nth(index).tap()
        assert places() == before


# -- indicators ------------------------------------------------------------------------------------


def test_an_indicator_is_replaced_and_removed_like_a_tile_of_the_hand(either: Calculator) -> None:
    either.open(f"{FULL}&dora=12s&ura=4p&by=tsumo&riichi=1").edit()
    either.select_indicator("dora", 1).tap("3s").expect_link(f"{FULL}&dora=13s&ura=4p&by=tsumo&riichi=1")
    either.select_indicator("ura", 0).remove().expect_link(f"{FULL}&dora=13s&by=tsumo&riichi=1")
    either.select_indicator("dora", 0).select_indicator("dora", 0)
    expect(either.page.locator(".mending")).to_be_hidden()


def test_the_last_of_five_indicators_can_be_replaced(table: Calculator) -> None:
    table.open("hand=1m&dora=12345s").select_indicator("dora", 4).tap("9s").expect_link("hand=1m&dora=12349s")
