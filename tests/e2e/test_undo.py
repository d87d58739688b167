"""Taking things back: undo, clear, the next hand."""

import re
from collections.abc import Callable
from itertools import pairwise

from playwright.sync_api import expect

from tests.e2e.hands import FULL, A
from tests.e2e.page import Calculator


def every_kind_of_step(table: Calculator) -> list[Callable[[], object]]:
    """A hand from the empty page to one that lacks a meld again; each step changes the link."""
    return [
        lambda: table.tap("5m"),
        lambda: table.tap("0m"),
        lambda: table.sequence("6p"),
        lambda: table.triplet("2z"),
        lambda: table.tap("4s"),
        lambda: table.tap("4s"),
        lambda: table.take_out("4s"),
        lambda: table.tap("4s"),
        lambda: table.select("2z").tap("3z"),
        lambda: table.ankan("9m"),
        lambda: table.declare_riichi(),
        lambda: table.flag("ippatsu"),
        lambda: table.tap("3s"),
        lambda: table.win_on("4s"),
        lambda: table.select_meld(0).tap("1p"),
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
    expect(table.page.locator("[data-seat-choice]:checked")).to_have_count(0)
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


def test_clear_empties_everything_but_the_rules_and_can_be_undone(table: Calculator) -> None:
    table.open(f"{A}&honba=2&seat=W&rules=majiang").clear()
    table.expect_hand("").expect_link("rules=majiang")
    table.undo().expect_points(12_000)


def test_the_next_hand_is_played_at_the_same_table(table: Calculator) -> None:
    table.open(f"{FULL}&dora=1s&riichi=1&by=ron&round=S&seat=W&honba=2&sticks=1&rules=majiang").next_hand()
    table.expect_hand("").expect_link("round=S&kyoku=2&guessed_seat=W&rules=majiang")
    table.undo().expect_points(8000)


def test_after_the_dealer_has_won_there_is_one_more_honba(table: Calculator) -> None:
    table.open(f"{FULL}&by=ron&seat=E&honba=2&sticks=1").next_hand().expect_hand("").expect_link(
        "guessed_seat=E&honba=3"
    )
    table.tap("1m").next_hand().expect_hand("").expect_link("guessed_seat=E&honba=3")


def test_after_another_player_s_win_the_next_one_deals(table: Calculator) -> None:
    table.open(f"{FULL}&by=ron&round=S&kyoku=3&lang=en").next_hand().expect_hand("")
    table.expect_link("round=S&kyoku=4&lang=en")
    expect(table.page.locator("#situation b")).to_have_text("South 4")
    table.undo().expect_link(f"{FULL}&round=S&kyoku=3&by=ron&lang=en")


def test_on_an_empty_page_nobody_has_said_who_wins(either: Calculator) -> None:
    """The answer is given all the same, and the link says what is only a guess."""
    either.open("lang=en").tap("234567m345p2267s8s").expect_points(2700, ron=2000)
    taps = either.taps
    expect(either.result.locator("[data-guessed]")).to_have_text(re.compile("Winner: South?"))
    expect(either.choice("seat-choice", "S")).to_have_attribute("data-guessed", "")
    either.expect_link(f"{FULL}&guessed_seat=S&lang=en").sit("S")
    if not either.has_javascript:
        either.score()
    expect(either.result.locator("[data-guessed]")).to_have_count(0)
    either.expect_link(f"{FULL}&lang=en")
    assert taps == len("23456734522678")
    either.clear()
    expect(either.page.locator("[data-seat-choice]:checked")).to_have_count(0)
    expect(either.choice("seat-choice", "S")).to_have_attribute("data-guessed", "")


def test_after_a_new_hand_nobody_wins_until_the_winner_is_tapped(either: Calculator) -> None:
    either.open(f"{FULL}&by=ron&seat=W&lang=en").edit().next_hand()
    expect(either.page.locator("[data-seat-choice]:checked")).to_have_count(0)
    either.open(f"{FULL}&by=ron&guessed_seat=W&from=1&lang=en").edit().expect_delta("N", -2000)
    expect(either.result.locator("[data-guessed]")).to_have_text(re.compile("Winner: West?"))
    either.sit("W")
    if not either.has_javascript:
        either.score()
    expect(either.result.locator("[data-guessed]")).to_have_count(0)
    either.expect_delta("N", -2000).expect_link(f"{FULL}&seat=W&by=ron&from=1&lang=en")


def test_what_only_tsumo_or_ron_can_have_chooses_it(table: Calculator) -> None:
    table.tap("234567m345p2267s8s").flag("houtei").expect_points(3900)
    expect(table.choice("by", "ron")).to_be_checked()
    table.undo()
    expect(table.page.locator("[data-by]:checked")).to_have_count(0)
    table.flag("haitei").expect_points(5200)
    expect(table.choice("by", "tsumo")).to_be_checked()


def test_the_next_hand_without_javascript(plain_table: Calculator) -> None:
    plain_table.open(f"{FULL}&by=ron&seat=E&honba=2").next_hand().expect_hand("").expect_link("guessed_seat=E&honba=3")
