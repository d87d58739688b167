"""A hand is entered at the table: tiles, melds, dora, who discarded; and how many taps it takes."""

import re

from playwright.sync_api import expect

from tests.e2e.hands import FULL, A, B, C
from tests.e2e.page import Calculator


def test_the_answer_comes_without_asking_for_it_after_every_tap(table: Calculator) -> None:
    table.tap("234567m345p2267s").expect_no_points()
    table.tap("8s").expect_points(2700, ron=2000)
    table.take_out("8s").expect_no_points()
    table.tap("5s").expect_points(2700, ron=2000)


def test_a_hand_with_a_concealed_kan(table: Calculator) -> None:
    table.ankan("9m").sequence("2p").sequence("5p").sequence("7s").tap("5s5s").ron().declare_riichi()
    table.expect_hand("234567p5789s5s9999m", win="5s")
    table.expect_points(2300).expect_link(C)


def test_dora_and_then_ura_without_asking_for_them(table: Calculator) -> None:
    table.tap("234567m345p2267s8s").tsumo().declare_riichi().mode("dora").tap("1s").tap("4p")
    table.expect_points(12_000).expect_link(A)


def test_no_more_ura_than_dora_are_asked_for(table: Calculator) -> None:
    table.open("hand=234567m345p2267s8s&by=ron&riichi=1&ura=4p").edit().mode("dora").tap("1s")
    expect(table.choice("mode", "tile")).to_be_checked()


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


def test_another_tile_of_the_hand_becomes_the_winning_tile(table: Calculator) -> None:
    table.open(FULL).ron().expect_points(2000)
    table.win_on("2s").expect_hand("234567m345p2678s2s", win="2s").expect_points(1300)
    table.win_on("3m").expect_hand("24567m345p22678s3m", win="3m").expect_points(1300)
    table.win_on("5p").expect_hand("234567m34p22678s5p", win="5p").expect_points(2000)


def test_a_meld_is_taken_back(table: Calculator) -> None:
    table.pon("5z").chi("2s").ankan("9m").take_back_meld(1)
    table.expect_hand("555z9999m")


def test_a_tile_of_an_unfinished_hand_is_taken_back(table: Calculator) -> None:
    table.tap("19m5p").take_out("9m").expect_hand("1m5p")


def test_tsumo_and_ron_are_chosen_by_their_points_too(table: Calculator) -> None:
    table.open(FULL).edit()
    table.result.get_by_role("button", name=re.compile("2,000")).tap()
    table.expect_points(2000).expect_link(f"{FULL}&by=ron")
    table.undo().expect_points(2700, ron=2000)


def test_a_pasted_hand_takes_the_place_of_the_hand_that_has_been_tapped(table: Calculator) -> None:
    table.tap("19p").declare_riichi().paste("234567m345p22678s")
    table.expect_points(2700, ron=2000).expect_link(FULL)


def test_hand_b_is_tapped_in(table: Calculator) -> None:
    table.pon("5z").chi("2s").tap("99p").sequence("5m").sequence("2p").ron()
    table.expect_points(1000).expect_link(B)
    assert table.taps == 11


def test_hand_c_is_tapped_in(table: Calculator) -> None:
    table.ankan("9m").sets("sequence", "25p7s").pair("5s").declare_riichi().ron()
    table.expect_points(2300).expect_link(C)
    assert table.taps == 11


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
