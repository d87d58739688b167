"""The calculator without JavaScript: one walk in the browser. The tests of the pages post the same forms."""

from playwright.sync_api import expect

from tests.e2e.hands import A
from tests.e2e.page import Calculator


def test_a_hand_is_entered_settled_and_mended_without_scripts(plain_table: Calculator) -> None:
    table = plain_table.open("hand=234567m345p22s").tap("67s8s").expect_points(2700, ron=2000)
    table.tsumo().declare_riichi().score().expect_points(5200)
    table.dora("1s")
    expect(table.choice("mode", "ura")).to_be_checked()
    expect(table.key("9p")).to_be_enabled()
    table.tap("4p").expect_points(12_000).expect_link(A)
    expect(table.choice("mode", "tile")).to_be_checked()
    expect(table.key("9p")).to_be_disabled()
    table.sit("E").honba(2).score().expect_points(18_000).expect_delta("N", -6200)
    table.win_on("2s").expect_hand("234567m345p2678s2s", win="2s").undo().expect_hand("234567m345p2678s")
    table.select("4m").remove().clear().expect_empty()


def test_a_mode_stays_until_a_key_has_entered_something_without_scripts_too(plain_table: Calculator) -> None:
    table = plain_table.mode("chi")
    table.key("1z").tap()
    expect(table.choice("mode", "chi")).to_be_checked()
    expect(table.key("1z")).to_be_disabled()
    table.tap("3m").expect_hand("345m").take_run("123m").expect_hand("312m").undo().expect_empty()
