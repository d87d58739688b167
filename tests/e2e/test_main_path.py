"""The main path: a hand is tapped in, scored, undone and shown to a friend, with scripts and without.

The only browser tests of the quick run (`-m 'not slow'`).
"""

from playwright.sync_api import expect

from tests.e2e.conftest import NewContext
from tests.e2e.hands import A, B
from tests.e2e.page import Calculator


def test_a_plain_hand_is_tapped_in_and_scored(table: Calculator) -> None:
    table.tap("234567m345p2267s8s").expect_hand("234567m345p22678s", win="8s")
    table.expect_points(2700, ron=2000)
    table.tsumo().expect_points(2700)
    table.declare_riichi().expect_points(5200)
    for seat, points in {"E": -2600, "S": 5200, "W": -1300, "N": -1300}.items():
        table.expect_delta(seat, points)
    table.expect_yaku("riichi", "tsumo", "pinfu", "tanyao")
    table.expect_link("hand=234567m345p2267s8s&by=tsumo&riichi=1")


def test_a_hand_with_a_pon_and_a_chi(table: Calculator) -> None:
    table.pon("5z").chi("2s").tap("567m2399p4p").ron()
    table.expect_hand("567m2399p4p555z234s", win="4p")
    table.expect_points(1000).expect_delta("S", 1000).expect_question("from")
    table.expect_link(B)


def test_what_was_tapped_in_is_what_its_link_opens(table: Calculator, new_context: NewContext) -> None:
    table.pon("5z").chi("2s").tap("567m2399p4p").sit("N").ron(from_=2).honba(1)
    table.expect_points(1000).expect_link(f"{B.split('&by')[0]}&seat=N&by=ron&from=2&honba=1")
    friend = Calculator(new_context().new_page())
    friend.page.goto(table.page.url)
    friend.expect_hand("567m2399p4p555z234s", win="4p").expect_points(1000)
    friend.edit().expect_delta("N", 1300).expect_delta("S", -1300)
    expect(friend.result).to_have_text(table.result.inner_text(), use_inner_text=True)


def test_a_whole_hand_without_javascript(plain_table: Calculator) -> None:
    table = plain_table.pon("5z").chi("2s").tap("567m2399p4p")
    table.expect_hand("567m2399p4p555z234s", win="4p")
    table.expect_points(1100, ron=1000).ron().score().expect_points(1000).expect_link(B)
    table.expect_delta("S", 1000).expect_question("from")
    table.ron(from_=3).score().expect_delta("E", -1000)


def test_hand_a_is_tapped_in(table: Calculator) -> None:
    table.tap("22s").sets("sequence", "25m3p6s").declare_riichi().dora("1s").tap("4p")
    table.expect_points(12_000, ron=12_000)
    assert table.taps == 12
    table.tsumo().expect_points(12_000).expect_link(A)
