"""The calculator without JavaScript."""

from playwright.sync_api import expect

from tests.e2e.hands import A
from tests.e2e.page import Calculator


def test_riichi_dora_and_ura_without_javascript(plain_table: Calculator) -> None:
    table = plain_table.tap("234567m345p2267s8s").expect_points(2700, ron=2000)
    table.tsumo().declare_riichi().score().expect_points(5200)
    table.dora("1s").ura("4p").expect_points(12_000).expect_link(A)


def test_seat_honba_and_circumstances_without_javascript(plain_table: Calculator) -> None:
    table = plain_table.tap("234567m345p2267s8s").tsumo().sit("E").honba(2).flag("haitei").score()
    table.expect_points(7800).expect_delta("E", 8400).expect_delta("N", -2800)


def test_taking_things_back_without_javascript(plain_table: Calculator) -> None:
    table = plain_table.tap("234567m345p2267s8s").win_on("2s")
    table.expect_hand("234567m345p2678s2s", win="2s").undo().expect_hand("234567m345p2678s")
    table.ankan("9m").expect_hand("234567m345p2678s")  # there is no room for it
    table.take_out("3m").take_out("4m").take_out("2m").ankan("9m").take_back_meld(0).clear().expect_empty()


def test_undo_takes_back_the_last_tap_without_javascript_too(plain_table: Calculator) -> None:
    plain_table.tap("9m1m5p").undo().expect_hand("19m").undo().expect_hand("9m")


def test_a_called_tile_ends_riichi_with_scripts_and_without(either: Calculator) -> None:
    table = either.open("hand=123m456p78s&riichi=1").pon("5z").expect_hand("123m456p78s555z")
    expect(table.switch("riichi")).not_to_be_checked()
    expect(table.share).to_have_attribute("href", "/?hand=123m456p78s&melds=pon555z")


def test_ura_follow_the_dora_and_keys_say_what_is_in_their_way_without_javascript_too(plain_table: Calculator) -> None:
    table = plain_table.open("hand=234567m345p2267s8s&riichi=1").dora("1s")
    expect(table.choice("mode", "ura")).to_be_checked()
    expect(table.key("9p")).to_be_enabled()
    table.tap("4p")
    expect(table.choice("mode", "tile")).to_be_checked()
    expect(table.key("9p")).to_be_disabled()
    expect(table.share).to_have_attribute("href", "/?hand=234567m345p2267s8s&dora=1s&ura=4p&riichi=1")


def test_a_mode_stays_until_a_key_has_entered_something_without_javascript_too(plain_table: Calculator) -> None:
    table = plain_table.mode("chi")
    table.key("9m").tap()
    expect(table.choice("mode", "chi")).to_be_checked()
    expect(table.key("9m")).to_be_disabled()
    table.tap("1m").expect_hand("123m")
    expect(table.choice("mode", "tile")).to_be_checked()
