"""The calculator without JavaScript."""

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
    table = plain_table.tap("234567m345p2267s8s").touch("2s")
    table.expect_hand("234567m345p2678s2s", win="2s").undo().expect_hand("234567m345p2678s")
    table.ankan("9m").expect_hand("234567m345p2678s")  # there is no room for it
    table.touch("3m").touch("4m").touch("2m").ankan("9m").take_back_meld(0).clear().expect_empty()


def test_undo_takes_back_the_last_tap_without_javascript_too(plain_table: Calculator) -> None:
    plain_table.tap("9m1m5p").undo().expect_hand("19m").undo().expect_hand("9m")
