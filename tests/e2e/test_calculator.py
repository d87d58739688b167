"""A hand is won at the table: tapped in, scored, corrected, shown to a friend; on a phone, on a poor network."""

import re
from collections.abc import Callable
from contextlib import suppress
from itertools import pairwise
from typing import Any, Literal

import pytest
from playwright.sync_api import Error, Page, Request, Route, expect

from tests.e2e.conftest import Complaints, NewContext
from tests.e2e.page import SCORE, Calculator, names
from webapp.language.i18n import LANGUAGES

#: Thirteen tiles that wait for 5s and 8s, and fourteen.
READY = "hand=234567m345p2267s"
FULL = "hand=234567m345p2267s8s"
#: Hands a, b and c as their links, and the taps from a fresh load until their points are seen, without drawing.
A = "hand=234567m345p2267s8s&dora=1s&ura=4p&by=tsumo&riichi=1"
B = "hand=567m2399p4p&melds=pon555z-chi234s&by=ron"
C = "hand=234567p5789s5s&melds=ankan9999m&by=ron&riichi=1"
FOUR_KANS = "hand=5z5z&melds=ankan1111m-daiminkan2222p-kakan3333s-ankan0555p&by=ron"
TAPS = {"a": 12, "b": 11, "c": 11}

MAIN_SCRIPT = "**/js/main.js"
SMALL_PHONE, PHONE, TABLET, DESKTOP = (320, 568), (390, 664), (768, 1024), (1280, 800)
MILLISECONDS_BETWEEN_TAPS = 60
LATENCY = 250


# -- entering and scoring ----------------------------------------------------------------------------


def test_a_plain_hand_is_tapped_in_and_scored(table: Calculator) -> None:
    table.tap("234567m345p2267s8s").expect_hand("234567m345p22678s", win="8s")
    table.expect_points(2700, ron=2000)
    table.tsumo().expect_points(2700)
    table.declare_riichi().expect_points(5200)
    for seat, points in {"E": -2600, "S": 5200, "W": -1300, "N": -1300}.items():
        table.expect_delta(seat, points)
    table.expect_yaku("riichi", "tsumo", "pinfu", "tanyao")
    table.expect_link("hand=234567m345p2267s8s&by=tsumo&riichi=1")


def test_the_answer_comes_without_asking_for_it_after_every_tap(table: Calculator) -> None:
    table.tap("234567m345p2267s").expect_no_points()
    table.tap("8s").expect_points(2700, ron=2000)
    table.touch("8s").expect_no_points()
    table.tap("5s").expect_points(2700, ron=2000)


def test_a_hand_with_a_pon_and_a_chi(table: Calculator) -> None:
    table.pon("5z").chi("2s").tap("567m2399p4p").ron()
    table.expect_hand("567m2399p4p555z234s", win="4p")
    table.expect_points(1000).expect_delta("S", 1000).expect_delta("W", -1000)
    table.expect_link(B)


def test_a_hand_with_a_concealed_kan(table: Calculator) -> None:
    table.ankan("9m").sequence("2p").sequence("5p").sequence("7s").tap("5s5s").ron().declare_riichi()
    table.expect_hand("234567p5789s5s9999m", win="5s")
    table.expect_points(2300).expect_link(C)


def test_dora_and_then_ura_without_asking_for_them(table: Calculator) -> None:
    table.tap("234567m345p2267s8s").tsumo().declare_riichi().mode("dora").tap("1s").tap("4p")
    table.expect_points(12_000).expect_link(A)


def test_after_a_kan_there_are_two_dora_and_two_ura_indicators(table: Calculator) -> None:
    table.ankan("9m").tap("234567p5789s5s").ron().declare_riichi()
    table.mode("dora").tap("8m1z").tap("2z4s")
    table.expect_link("hand=234567p5789s5s&melds=ankan9999m&dora=8m1z&ura=2z4s&by=ron&riichi=1")
    table.expect_points(12_000)
    expect(table.choice("mode", "tile")).to_be_checked()


def test_with_red_fives(table: Calculator) -> None:
    table.tap("340m067p2234067s8s").ron().declare_riichi()
    table.expect_points(12_000).expect_yaku("riichi", "pinfu", "tanyao", "aka_dora")


def test_a_mode_is_good_for_one_key(table: Calculator) -> None:
    table.sequence("2m").tap("9p")
    table.expect_hand("234m9p")
    expect(table.choice("mode", "tile")).to_be_checked()


def test_who_discarded_is_tapped_and_it_is_a_ron(table: Calculator) -> None:
    table.tap("234567m345p2267s8s").expect_points(2700, ron=2000)
    table.blame(1).expect_points(2000).expect_delta("W", -2000)
    table.undo().expect_points(2700, ron=2000)
    table.blame(2).expect_points(2000).expect_delta("N", -2000)
    table.tsumo().expect_points(2700).blame(2).expect_points(2000).expect_delta("N", -2000)


def test_from_whom_decides_who_pays(table: Calculator) -> None:
    table.open(FULL).ron(from_=2)
    table.expect_delta("S", 2000).expect_delta("N", -2000)
    table.ron(from_=3).expect_delta("S", 2000).expect_delta("E", -2000)
    table.ron(from_=1).expect_delta("S", 2000).expect_delta("W", -2000)


def test_ron_and_tsumo_are_both_shown_until_one_is_chosen(table: Calculator) -> None:
    table.open("hand=234m4556p345678s5p").expect_points(2000, ron=1300)
    table.ron().expect_points(1300)
    table.tsumo().expect_points(2000)


def test_the_seat_the_round_honba_and_sticks_are_folded_in(table: Calculator) -> None:
    table.open(FULL).tsumo().sit("E").round("S").honba(2).sticks(3)
    table.expect_points(3900)
    for seat, points in {"E": 7500, "S": -1500, "W": -1500, "N": -1500}.items():
        table.expect_delta(seat, points)
    table.expect_link("hand=234567m345p2267s8s&round=S&seat=E&by=tsumo&honba=2&sticks=3")


def test_another_tile_of_the_hand_is_tapped_to_win_on_it(table: Calculator) -> None:
    table.open(FULL).ron().expect_points(2000)
    table.touch("2s").expect_hand("234567m345p2678s2s", win="2s").expect_points(1300)
    table.touch("3m").expect_hand("24567m345p22678s3m", win="3m").expect_points(1300)
    table.touch("5p").expect_hand("234567m34p22678s5p", win="5p").expect_points(2000)


def test_a_meld_is_taken_back_with_a_tap_on_it(table: Calculator) -> None:
    table.pon("5z").chi("2s").ankan("9m").take_back_meld(1)
    table.expect_hand("555z9999m")


def test_a_tile_of_an_unfinished_hand_is_taken_back_with_a_tap_on_it(table: Calculator) -> None:
    table.tap("19m5p").touch("9m").expect_hand("1m5p")


# -- taking things back ------------------------------------------------------------------------------


def every_kind_of_step(table: Calculator) -> list[Callable[[], object]]:
    """A hand from the empty page to one that lacks a meld again; each step changes the link."""
    return [
        lambda: table.tap("5m"),
        lambda: table.tap("0m"),
        lambda: table.sequence("6p"),
        lambda: table.triplet("2z"),
        lambda: table.tap("4s"),
        lambda: table.tap("4s"),
        lambda: table.touch("4s"),
        lambda: table.tap("4s"),
        lambda: table.ankan("9m"),
        lambda: table.declare_riichi(),
        lambda: table.flag("ippatsu"),
        lambda: table.tap("3s"),
        lambda: table.touch("4s"),
        lambda: table.mode("dora").tap("1s"),
        lambda: table.tap("2s"),  # as riichi is on, the next key is an ura indicator
        lambda: table.mode("dora").tap("9p"),
        lambda: table.sit("E"),
        lambda: table.round("S"),
        lambda: table.honba(3),
        lambda: table.sticks(1),
        lambda: table.ron(),
        lambda: table.ron(from_=3),
        lambda: table.tsumo(),
        lambda: table.flag("haitei"),
        lambda: table.take_back_meld(0),
    ]


def expect_nothing_chosen(table: Calculator) -> None:
    """The controls stand as on the empty page."""
    for hook, values in {"switch": ["riichi", "ippatsu", "haitei"], "by": ["ron", "tsumo"]}.items():
        for value in values:
            expect(table.choice(hook, value)).not_to_be_checked()
    expect(table.choice("seat-choice", "S")).to_be_checked()
    expect(table.choice("round-choice", "E")).to_be_checked()
    expect(table.choice("field", "honba")).to_have_value("0")
    expect(table.choice("field", "sticks")).to_have_value("0")


def test_everything_is_undone_step_by_step_back_to_the_empty_page(table: Calculator) -> None:
    links = [table.share.get_attribute("href")]
    for step in every_kind_of_step(table):
        with table.answered():
            step()
        links.append(table.share.get_attribute("href"))
    assert all(before != after for before, after in pairwise(links))
    for link in links[-2::-1]:
        with table.answered():
            table.undo()
        assert table.share.get_attribute("href") == link
    table.expect_empty()
    expect_nothing_chosen(table)


def test_undo_of_the_empty_page_does_nothing(table: Calculator) -> None:
    table.undo().expect_empty()
    table.tap("1m").undo().undo().undo().expect_empty()
    table.tap("2m").expect_hand("2m")


def test_undo_of_a_link_takes_its_last_tile_and_then_its_melds(table: Calculator) -> None:
    table.open("hand=12m&melds=pon555z-chi234s")
    table.undo().expect_hand("1m555z234s").undo().undo().expect_hand("555z").undo().expect_empty()


def test_undo_takes_back_the_last_tap_and_not_the_highest_tile(table: Calculator) -> None:
    table.tap("9m1m").undo().expect_hand("9m")


def test_clear_empties_everything_but_the_rules_and_can_be_undone(table: Calculator) -> None:
    table.open(f"{A}&honba=2&seat=W&rules=majiang").clear()
    table.expect_hand("").expect_link("rules=majiang")
    table.undo().expect_points(12_000)


def test_the_next_hand_is_played_at_the_same_table(table: Calculator) -> None:
    table.open(f"{FULL}&dora=1s&riichi=1&by=ron&round=S&seat=W&honba=2&sticks=1&rules=majiang").next_hand()
    table.expect_hand("").expect_link("round=S&seat=W&rules=majiang")
    table.undo().expect_points(8000)


def test_after_the_dealer_has_won_there_is_one_more_honba(table: Calculator) -> None:
    table.open(f"{FULL}&by=ron&seat=E&honba=2&sticks=1").next_hand().expect_hand("").expect_link("seat=E&honba=3")
    table.tap("1m").next_hand().expect_hand("").expect_link("seat=E&honba=3")


def test_the_next_hand_without_javascript(plain_table: Calculator) -> None:
    plain_table.open(f"{FULL}&by=ron&seat=E&honba=2").next_hand().expect_hand("").expect_link("seat=E&honba=3")


def test_tsumo_and_ron_are_chosen_by_their_points_too(table: Calculator) -> None:
    table.open(FULL).edit()
    table.result.get_by_role("button", name=re.compile("2,000")).tap()
    table.expect_points(2000).expect_link(f"{FULL}&by=ron")
    table.undo().expect_points(2700, ron=2000)


def test_however_long_the_answer_the_keys_stay_on_the_screen(table: Calculator) -> None:
    table.open(
        "hand=112233m112233p9s9s&riichi=1&ippatsu=1&haitei=1&dora=9m8s&ura=9p8s&honba=9&sticks=9&by=tsumo"
    ).edit()
    table.expect_on_screen(
        "[data-tile]", "#hand [data-hand-tile]", "[data-delta]", "[data-share]", "[data-switch=riichi]"
    )
    assert table.overflow() == (0, 0)


def test_a_key_that_enters_nothing_says_why(table: Calculator) -> None:
    table.open(FULL).edit()
    table.key("1m").tap(force=True)
    expect(table.key("1m")).to_have_class(re.compile("refused"))
    expect(table.key("1m")).not_to_have_class(re.compile("refused"))


def test_ura_waits_for_riichi(table: Calculator) -> None:
    table.open(FULL).edit()
    ura = table.choice("mode", "ura")
    expect(ura).to_have_attribute("aria-disabled", "true")
    ura.tap(force=True)
    expect(ura).not_to_be_checked()
    expect(table.page.locator(".indicators .reason")).to_be_visible()
    table.declare_riichi()
    expect(ura).not_to_have_attribute("aria-disabled", "true")


# -- what cannot be ----------------------------------------------------------------------------------


def test_the_fifth_copy_of_a_tile_is_greyed_out(table: Calculator) -> None:
    key = table.key("9m")
    for _ in range(4):
        expect(key).to_be_enabled()
        table.tap("9m")
    expect(key).to_be_disabled()
    expect(table.key("8m")).to_be_enabled()
    table.mode("sequence")
    expect(table.key("7m")).to_be_disabled()
    expect(table.key("6m")).to_be_enabled()
    table.mode("tile").undo()
    expect(key).to_be_enabled()


def test_red_and_plain_fives_are_counted_apart(table: Calculator) -> None:
    table.tap("0p")
    expect(table.key("0p")).to_be_disabled()
    table.tap("555p")
    expect(table.key("5p")).to_be_disabled()


def test_a_greyed_key_does_nothing(table: Calculator) -> None:
    table.tap("9999m")
    expect(table.key("9m")).to_be_disabled()
    table.key("9m").tap(force=True)
    table.tap("1p").expect_hand("9999m1p")


def test_indicators_and_melds_count_too(table: Calculator) -> None:
    table.pon("5z").dora("5z")
    expect(table.key("5z")).to_be_disabled()
    table.ankan("1m")
    expect(table.key("1m")).to_be_disabled()


def test_a_set_for_which_there_is_no_room_or_no_tile_is_greyed_out(table: Calculator) -> None:
    for mode in ("sequence", "chi"):
        table.mode(mode)
        for tile in ("8m", "9m", "8s", "1z", "7z"):
            expect(table.key(tile)).to_be_disabled()
        for tile in ("1m", "7p", "5s", "0s"):
            expect(table.key(tile)).to_be_enabled()
    table.open("hand=19m19p19s123456z").mode("triplet")
    expect(table.key("5m")).to_be_disabled()
    table.mode("pair")
    expect(table.key("5m")).to_be_enabled()


def test_a_full_hand_takes_no_more_tiles_but_indicators(table: Calculator) -> None:
    table.open(FULL)
    expect(table.key("1z")).to_be_disabled()
    table.mode("dora")
    expect(table.key("1z")).to_be_enabled()
    table.tap("1z")
    expect(table.key("2z")).to_be_disabled()


def test_ippatsu_is_greyed_out_without_riichi(table: Calculator) -> None:
    expect(table.switch("ippatsu")).to_be_disabled()
    table.declare_riichi()
    expect(table.switch("ippatsu")).to_be_enabled()
    table.flag("ippatsu")
    expect(table.switch("ippatsu")).to_be_checked()


def test_ippatsu_goes_with_riichi(table: Calculator) -> None:
    table.declare_riichi()
    expect(table.switch("ippatsu")).to_be_enabled()
    table.flag("ippatsu").declare_riichi()
    expect(table.switch("ippatsu")).not_to_be_checked()
    expect(table.switch("ippatsu")).to_be_disabled()
    table.expect_link("")


def test_riichi_is_greyed_out_with_an_open_hand(table: Calculator) -> None:
    table.pon("5z")
    expect(table.switch("riichi")).to_be_disabled()
    table.undo()
    expect(table.switch("riichi")).to_be_enabled()
    table.ankan("5z").declare_riichi()
    expect(table.switch("riichi")).to_be_checked()


def test_riichi_goes_when_the_hand_is_opened(table: Calculator) -> None:
    """What is impossible cannot be entered."""
    table.declare_riichi()
    expect(table.switch("ippatsu")).to_be_enabled()
    table.pon("5z")
    expect(table.switch("riichi")).to_be_disabled()
    expect(table.switch("riichi")).not_to_be_checked()
    table.expect_link("melds=pon555z")


def test_no_yaku_says_why_and_what_would_give_one(table: Calculator) -> None:
    table.open("hand=123m456p23789s11z4s").ron().expect_no_points()
    expect(table.result.locator("[data-problem='no_yaku']")).to_be_visible()
    expect(table.result).to_contain_text("立直")
    table.declare_riichi()
    expect(table.result.locator("[data-problem]")).to_have_count(0)


# -- the link ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("query", [A, B, C, FOUR_KANS])
def test_a_link_opens_the_same_result_for_a_friend(page: Page, new_context: NewContext, query: str) -> None:
    table = Calculator(page).open(query)
    shown = table.result.inner_text()
    friend = Calculator(new_context().new_page())
    friend.page.goto(page.url)
    friend.expect_link(query)
    expect(friend.result).to_have_text(table.result.text_content() or "", use_inner_text=False)
    assert friend.result.inner_text() == shown


def test_what_was_tapped_in_is_what_its_link_opens(table: Calculator, new_context: NewContext) -> None:
    table.pon("5z").chi("2s").tap("567m2399p4p").ron(from_=2).sit("N").honba(1)
    table.expect_points(1000).expect_link(f"{B.split('&by')[0]}&seat=N&by=ron&from=2&honba=1")
    friend = Calculator(new_context().new_page())
    friend.page.goto(table.page.url)
    friend.expect_hand("567m2399p4p555z234s", win="4p").expect_points(1000)
    friend.edit().expect_delta("N", 1300).expect_delta("S", -1300)
    expect(friend.result).to_have_text(table.result.inner_text(), use_inner_text=True)


def test_a_link_opens_the_same_result_without_javascript(page: Page, plain_table: Calculator) -> None:
    table = Calculator(page).open(A)
    plain_table.open(A).expect_points(12_000).expect_link(A)
    assert plain_table.result.inner_text() == table.result.inner_text()


def test_the_bare_address_opens_the_hand_that_was_there_last_by_the_same_rules(table: Calculator) -> None:
    link = f"{FULL}&by=ron&rules=majiang&rule.kiriage_mangan=yes"
    table.open(f"{FULL}&rules=majiang&rule.kiriage_mangan=yes").ron().expect_link(link)
    table.page.goto("/")
    table.expect_hand("234567m345p22678s", win="8s").expect_points(2000).expect_link(link)


def test_the_page_reloaded_is_the_same_page(table: Calculator) -> None:
    table.ankan("9m").tap("234p").declare_riichi().expect_link("hand=234p&melds=ankan9999m&riichi=1")
    table.page.reload()
    table.expect_hand("234p9999m").expect_link("hand=234p&melds=ankan9999m&riichi=1")
    expect(table.switch("riichi")).to_be_checked()


def test_with_other_rules_the_address_is_still_the_share_link(table: Calculator) -> None:
    table.open("hand=19m19p19s1234567z1z&by=ron").expect_points(32_000)
    table.play_by("majiang").expect_points(64_000).expect_link("hand=19m19p19s1234567z1z&by=ron&rules=majiang")


def test_pasted_tiles_join_what_has_been_tapped(table: Calculator) -> None:
    table.tap("19p").declare_riichi().paste("234567m345p22678s")
    table.expect_points(5200, ron=3900).expect_link(f"{FULL}&riichi=1")


@pytest.mark.parametrize("page_of", ["/rules", "/table", "/yaku"])
def test_the_hand_goes_along_to_the_other_pages_and_back(table: Calculator, page_of: str) -> None:
    table.tap("19m").pon("5z").honba(2).go_to(page_of)
    table.page.locator(".crumbs a").first.tap()
    table.expect_hand("19m555z").expect_link("hand=19m&melds=pon555z&honba=2")


# -- without JavaScript ------------------------------------------------------------------------------


def test_a_whole_hand_without_javascript(plain_table: Calculator) -> None:
    table = plain_table.pon("5z").chi("2s").tap("567m2399p4p")
    table.expect_hand("567m2399p4p555z234s", win="4p")
    table.expect_points(1100, ron=1000).ron().score().expect_points(1000).expect_link(B)
    table.expect_delta("S", 1000).expect_delta("W", -1000)
    table.ron(from_=3).score().expect_delta("E", -1000)


def test_riichi_dora_and_ura_without_javascript(plain_table: Calculator) -> None:
    table = plain_table.tap("234567m345p2267s8s").expect_points(2700, ron=2000)
    table.tsumo().declare_riichi().score().expect_points(5200)
    table.dora("1s").ura("4p").expect_points(12_000).expect_link(A)


def test_seat_honba_and_circumstances_without_javascript(plain_table: Calculator) -> None:
    table = plain_table.tap("234567m345p2267s8s").tsumo().sit("E").honba(2).flag("haitei").score()
    table.expect_points(7800).expect_delta("E", 8400).expect_delta("N", -2800)


def test_taking_things_back_without_javascript(plain_table: Calculator) -> None:
    table = plain_table.tap("234567m345p2267s8s").touch("2s")
    table.expect_hand("234567m345p2678s2s", win="2s").undo().expect_hand("234567m345p2678s")
    table.ankan("9m").expect_hand("234567m345p2678s")  # there is no room for it
    table.touch("3m").touch("4m").touch("2m").ankan("9m").take_back_meld(0).clear().expect_empty()


def test_undo_takes_back_the_last_tap_without_javascript_too(plain_table: Calculator) -> None:
    plain_table.tap("9m1m5p").undo().expect_hand("19m").undo().expect_hand("9m")


# -- a poor network ----------------------------------------------------------------------------------


def test_fourteen_quick_taps_on_a_slow_network_all_arrive_in_order(table: Calculator) -> None:
    tiles = names("9s2m7p3m1z4m5p6p2s3s4s1z9s9s")
    asked: list[Request] = []
    answered: list[Request] = []
    page = table.page
    page.on("request", lambda request: asked.append(request) if SCORE.search(request.url) else None)
    page.on("requestfinished", lambda request: answered.append(request) if SCORE.search(request.url) else None)
    table.slow(LATENCY)
    middles = [table.middle(tile) for tile in tiles]
    for x, y in middles:
        page.touchscreen.tap(x, y)
        page.wait_for_timeout(MILLISECONDS_BETWEEN_TAPS)  # the pace of the fingers, not a wait for the page
    table.expect_hand("234m567p23499s11z9s", win="9s")
    expect(page.locator("input[name='hand']").first).to_have_value("9s2m7p3m1z4m56p234s1z99s")
    table.expect_points(1500).expect_link("hand=234m567p23499s11z9s")
    assert len(asked) == len(tiles)
    assert len(answered) < len(tiles)
    assert answered[-1] == asked[-1]


def let_go(route: Route) -> None:
    """Lets a request go on, unless the page has given it up for a newer one."""
    with suppress(Error):
        route.continue_()


def test_the_tile_is_in_the_hand_before_the_server_knows(table: Calculator) -> None:
    held: list[Route] = []
    table.page.route(SCORE, lambda route: held.append(route))
    table.tap("19m").expect_hand("19m")
    table.pon("5z").expect_hand("19m555z")
    for route in held:
        let_go(route)
    table.expect_link("hand=19m&melds=pon555z")


def test_answers_that_come_in_the_wrong_order_do_no_harm(table: Calculator) -> None:
    held: list[Route] = []
    table.open(READY).page.route(SCORE, lambda route: held.append(route))
    table.tap("8s").expect_hand("234567m345p22678s", win="8s")
    table.tsumo()
    expect(table.choice("by", "tsumo")).to_be_checked()
    for route in reversed(held):
        let_go(route)
    table.expect_points(2700).expect_link("hand=234567m345p2267s8s&by=tsumo")


@pytest.mark.parametrize("times", [1, 2])
def test_a_failed_request_keeps_the_hand_and_is_repeated(table: Calculator, complaints: Complaints, times: int) -> None:
    table.open(READY)
    table.page.route(SCORE, lambda route: route.abort(), times=times)
    table.tap("8s").expect_hand("234567m345p22678s", win="8s")
    expect(table.notice).to_be_visible()
    table.expect_hand("234567m345p22678s", win="8s")
    table.expect_points(2700, ron=2000)
    expect(table.notice).to_be_hidden()
    complaints.take("ERR_FAILED|Failed to fetch")
    table.expect_link(FULL)


@pytest.mark.parametrize("status", [500, 503, 429])
def test_so_is_one_that_a_server_in_trouble_answers(table: Calculator, complaints: Complaints, status: int) -> None:
    table.open(READY)
    table.page.route(
        SCORE, lambda route: route.fulfill(status=status, content_type="text/html", body="<h1>Trouble</h1>"), times=1
    )
    table.tap("8s")
    expect(table.notice).to_be_visible()
    table.expect_hand("234567m345p22678s", win="8s").expect_points(2700, ron=2000)
    expect(table.page.get_by_role("heading", name="Trouble")).to_have_count(0)
    expect(table.notice).to_be_hidden()
    complaints.take(str(status))


def test_what_is_tapped_without_a_network_is_there_when_it_comes_back(
    table: Calculator, complaints: Complaints
) -> None:
    table.page.context.set_offline(True)
    table.tap("234567m345p2267s8s").ron().expect_hand("234567m345p22678s", win="8s")
    expect(table.notice).to_be_visible()
    table.page.context.set_offline(False)
    table.expect_points(2000).expect_link("hand=234567m345p2267s8s&by=ron")
    complaints.take("ERR_INTERNET_DISCONNECTED|Failed to fetch")


def test_a_switch_tapped_before_the_scripts_have_come_is_not_lost(page: Page) -> None:
    table, held = Calculator(page), list[Route]()
    page.route(MAIN_SCRIPT, lambda route: held.append(route))
    page.goto(f"/?{B}", wait_until="commit")
    table.tsumo()
    expect(table.choice("by", "tsumo")).to_be_checked()
    for route in held:
        route.continue_()
    table.expect_points(1100).expect_link(B.replace("ron", "tsumo"))


def test_a_key_tapped_before_the_scripts_have_come_is_not_lost(page: Page) -> None:
    table, held = Calculator(page), list[Route]()
    page.route(MAIN_SCRIPT, lambda route: held.append(route), times=1)
    page.goto(f"/?{READY}", wait_until="commit")
    table.tap("8s").expect_hand("234567m345p22678s", win="8s").expect_points(2700, ron=2000).expect_link(FULL)


# -- fingers, keyboards, screens ---------------------------------------------------------------------


def test_a_finger_drawn_over_three_keys_enters_a_run(table: Calculator) -> None:
    table.draw("234m").expect_hand("234m").expect_link("hand=234m")


@pytest.mark.parametrize(("drawn", "hand"), [("876s", "9p678s"), ("34p", "9p"), ("123z", "9p"), ("456m", "456m9p")])
def test_it_may_be_drawn_either_way_but_over_three_of_a_suit(table: Calculator, drawn: str, hand: str) -> None:
    table.draw(drawn).tap("9p").expect_hand(hand)


def test_drawn_in_chi_mode_it_is_a_chi(table: Calculator) -> None:
    table.mode("chi").draw("234s").tap("9p").expect_hand("9p234s").expect_link("hand=9p&melds=chi234s")


def test_a_key_keeps_the_keyboard_s_focus_while_answers_come(table: Calculator) -> None:
    table.key("9m").focus()
    for count in (1, 2, 3):
        with table.answered():
            table.page.keyboard.press("Enter")
        expect(table.key("9m")).to_be_focused()
        table.expect_hand("9m" * count)
    table.switch("riichi").focus()
    with table.answered():
        table.page.keyboard.press("Space")
    expect(table.switch("riichi")).to_be_focused()
    expect(table.switch("riichi")).to_be_checked()


def test_every_control_is_reached_by_the_keyboard(table: Calculator) -> None:
    reached = set()
    table.page.locator("body").press("Tab")
    for _ in range(120):
        hooks = table.page.evaluate(
            "() => [...(document.activeElement?.attributes ?? [])]"
            ".filter(({ name }) => name.startsWith('data-')).map(({ name, value }) => `${name}=${value}`)"
        )
        reached |= set(hooks)
        table.page.keyboard.press("Tab")
    for tile in (f"{rank}{suit}" for suit in "mps" for rank in range(10)):
        assert f"data-tile={tile}" in reached
    assert {"data-action=undo", "data-switch=riichi", "data-mode=tile"} <= reached
    assert any(hook.startswith("data-by") for hook in reached)


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


def with_language(query: str, language: str) -> str:
    """A link that also says the language."""
    return f"{query}&lang={language}".lstrip("&")


#: What takes the most room above the payments: the longest name of a limit, honba called out, and a sum.
COUNTED = "hand=22334455m66778p8p&riichi=1&ippatsu=1&by=tsumo&dora=1m6p&ura=1m6p&seat=E&honba=9&sticks=9"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    "query", [A, B, C, FOUR_KANS, COUNTED, "hand=234m4556p345678s5p", "hand=2255m3388p44667s7s&by=ron"]
)
def test_everything_fits_on_a_phone_without_scrolling(table: Calculator, language: str, query: str) -> None:
    table.open(with_language(query, language)).edit()
    assert table.overflow() == (0, 0)
    table.expect_on_screen(*ALWAYS_ON_SCREEN)


@pytest.mark.parametrize("language", ["ja", "en"])
@pytest.mark.parametrize("size", [SMALL_PHONE, PHONE, TABLET, DESKTOP])
@pytest.mark.parametrize("query", ["", A, FOUR_KANS, "hand=123m&melds=rubbish&seat=X&honba=many&rules=poker"])
def test_nothing_is_wider_than_the_screen(table: Calculator, language: str, size: tuple[int, int], query: str) -> None:
    table.resize(*size).open(with_language(query, language))
    assert table.overflow()[0] == 0
    for fold in table.page.locator("details > summary").all():
        if fold.is_visible():
            fold.tap()
            assert table.overflow()[0] == 0
            fold.tap()


@pytest.mark.parametrize(("size", "width", "height"), [(SMALL_PHONE, 24, 24), (PHONE, 40, 54)])
def test_keys_are_large_enough_for_a_finger(table: Calculator, size: tuple[int, int], width: int, height: int) -> None:
    table.resize(*size).open(A)
    for key in table.page.locator("[data-tile]").all():
        box = key.bounding_box()
        assert box is not None
        assert box["width"] >= width
        assert box["height"] >= height
    for control in table.page.locator("[data-by], [data-switch], [data-mode], [data-seat-choice], [data-action]").all():
        box = control.bounding_box() if control.is_visible() else None
        assert box is None or min(box["width"], box["height"]) >= 24


@pytest.mark.parametrize("size", [SMALL_PHONE, PHONE])
@pytest.mark.parametrize(
    "hand",
    ["hand=234567m345p2267s8s", "hand=234567m34522p8p&melds=ankan0555s", "hand=55m7s7s&melds=pon111p-chi234s-chi567s"],
)
def test_tiles_of_the_hand_are_large_enough_for_a_finger(table: Calculator, size: tuple[int, int], hand: str) -> None:
    table.resize(*size).open(hand).edit()
    for button in [*table.page.locator("#hand button").all()]:
        box = button.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24


def test_four_kans_are_large_enough_for_a_finger(table: Calculator) -> None:
    table.resize(*SMALL_PHONE).open(FOUR_KANS).edit()
    boxes = [button.bounding_box() for button in table.page.locator("#hand button").all()]
    assert len(boxes) == 6
    assert all(box and min(box["width"], box["height"]) >= 24 for box in boxes)


def test_the_red_five_of_a_concealed_kan_lies_open(table: Calculator) -> None:
    table.mode("ankan").tap("0p")
    tiles = table.hand
    expect(tiles.nth(1)).to_have_attribute("data-hand-tile", "0p")
    expect(tiles.nth(1)).not_to_have_class(re.compile("back"))
    table.page.reload()
    expect(tiles.nth(1)).to_have_attribute("data-hand-tile", "0p")


@pytest.mark.parametrize("shown_by", ["table", "plain_table"])
def test_the_winning_tile_and_a_meld_say_what_they_are(shown_by: str, request: pytest.FixtureRequest) -> None:
    table: Calculator = request.getfixturevalue(shown_by)
    table.open("hand=234567m2267s&melds=pon555z&lang=en").edit().tap("8s")
    expect(table.page.locator("[data-winning]")).to_have_accessible_name("8 of bamboos, winning tile")
    expect(table.page.locator("#hand .meld")).to_have_accessible_name(re.compile("^Pon: White dragon"))
    expect(table.hand.first).to_have_accessible_name("2 of characters")


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


#: The words whose contrast with what is behind them is below AA, as text and ratio.
FAINT = """() => {
  const parse = (color) => color.match(/[\\d.]+/g).map(Number);
  const light = (rgb) => rgb.slice(0, 3).map((c) => c / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
  const over = (top, under) => top.slice(0, 3).map((c, i) => c * (top[3] ?? 1) + under[i] * (1 - (top[3] ?? 1)));
  const behind = (element) => {
    if (!element) return [255, 255, 255];
    const color = parse(getComputedStyle(element).backgroundColor);
    return (color[3] ?? 1) === 1 ? color : over(color, behind(element.parentElement));
  };
  const faint = [];
  for (const element of document.body.querySelectorAll("*")) {
    const says = [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    const style = getComputedStyle(element);
    const isOff = element.closest("[aria-disabled=true], :disabled")
      || element.previousElementSibling?.matches("[aria-disabled=true], :disabled");
    const box = element.getBoundingClientRect();
    if (!says || isOff || !element.checkVisibility() || style.clipPath !== "none" || box.width < 2) continue;
    const back = behind(element);
    const [a, b] = [light(over(parse(style.color), back)), light(back)];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    if (ratio < (isLarge ? 3 : 4.5)) faint.push([element.textContent.trim().slice(0, 20), ratio]);
  }
  return faint;
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("query", ["", A, B, "hand=123m456p789s11z23s4s&by=ron", "seat=X&honba=many"])
def test_every_word_stands_out_from_what_is_behind_it(
    table: Calculator, scheme: Literal["light", "dark"], query: str
) -> None:
    table.page.emulate_media(color_scheme=scheme)
    table.open(query)
    for fold in table.page.locator("#result details > summary").all():
        fold.tap()
    assert table.page.evaluate(FAINT) == []


def brightness(table: Calculator, selector: str) -> float:
    """How light the background of an element is, 0–255."""
    color = table.page.locator(selector).first.evaluate("(element) => getComputedStyle(element).backgroundColor")
    red, green, blue = (float(part) for part in re.findall(r"[\d.]+", color)[:3])
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_by_night_the_page_is_dark_and_the_tiles_are_light(table: Calculator) -> None:
    table.open(A)
    for scheme, darkest, lightest in (("light", 192, 255), ("dark", 0, 64)):
        table.page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        for place in ("body", "#result"):
            assert darkest <= brightness(table, place) <= lightest
        for place in ("[data-tile='1m']", "#hand [data-hand-tile]"):
            assert brightness(table, place) > 192


# -- languages ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "red_five"),
    [
        pytest.param(
            ["跳満", "立直", "平和", "東"], re.compile("赤"), marks=pytest.mark.browser_context_args(locale="ja-JP")
        ),
        pytest.param(
            ["Haneman", "Riichi", "Pinfu", "East"],
            "5 of characters, red",
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


def test_the_address_bar_is_the_share_link_from_the_start(table: Calculator) -> None:
    for address in (f"{A}&lang=xx", f"{A}&utm_source=friend", f"honba=0&{A}"):
        table.open(address).expect_link(A)


def test_a_language_that_the_reader_chose_goes_with_the_link(table: Calculator) -> None:
    table.open(READY).speak("ko").expect_link(f"{READY}&lang=ko")
    table.tap("8s").expect_points(2700, ron=2000).expect_link(f"{FULL}&lang=ko")
    expect(table.result).to_contain_text("쯔모")
    table.clear().expect_link("lang=ko").undo().expect_link(f"{FULL}&lang=ko")
    table.speak("zh").expect_link(f"{FULL}&lang=zh")
    table.page.goto("/")
    table.expect_points(2700, ron=2000).expect_link(FULL)
    expect(table.page.locator("html")).to_have_attribute("lang", "zh")


# -- how many taps -----------------------------------------------------------------------------------


def test_hand_a_is_tapped_in(table: Calculator) -> None:
    table.tap("22s").sets("sequence", "25m3p6s").declare_riichi().dora("1s").tap("4p")
    table.expect_points(12_000, ron=12_000)
    assert table.taps == TAPS["a"]
    table.tsumo().expect_points(12_000).expect_link(A)


def test_hand_b_is_tapped_in(table: Calculator) -> None:
    table.pon("5z").chi("2s").tap("99p").sequence("5m").sequence("2p").ron()
    table.expect_points(1000).expect_link(B)
    assert table.taps == TAPS["b"]


def test_hand_c_is_tapped_in(table: Calculator) -> None:
    table.ankan("9m").sets("sequence", "25p7s").pair("5s").declare_riichi().ron()
    table.expect_points(2300).expect_link(C)
    assert table.taps == TAPS["c"]


def test_honba_and_sticks_are_counted_by_tapping(table: Calculator) -> None:
    table.open(A).edit()
    table.page.locator(".situation .more > summary").tap()
    more, fewer = (table.page.locator(f".counter:has(#honba) [data-step='{step}']") for step in (1, -1))
    more.tap()
    more.tap()
    fewer.tap()
    expect(table.page.locator("#honba")).to_have_value("1")
    expect(table.page).to_have_url(re.compile("honba=1"))
    fewer.tap()
    fewer.tap()
    expect(table.page.locator("#honba")).to_have_value("0")
