"""The next hand: where it stands in the game, and what stays of the table."""

from dataclasses import replace

import pytest

from tests.formats.forms import form_of, read
from webapp.entry import AFTER, Entry, without_winner
from webapp.formats.address import form_fields
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.hand import Flag
from webapp.scoring.notation import parse_tiles
from webapp.scoring.rules import PRESETS
from webapp.scoring.table import Table


@pytest.mark.parametrize(
    ("ending", "rules", "before", "after"),
    [
        ("won", "tenhou", (0, 1), (0, 2)),
        ("won", "tenhou", (0, 4), (1, 1)),
        ("won", "tenhou", (3, 4), (3, 4)),
        ("won", "tenhou_sanma", (0, 3), (1, 1)),
        ("won", "tenhou_sanma", (3, 3), (3, 3)),
        ("dealer_won", "tenhou", (1, 4), (1, 4)),
        ("next", "tenhou", (1, 4), (1, 4)),
    ],
)
def test_which_hand_of_the_game_follows(
    ending: str, rules: str, before: tuple[int, int], after: tuple[int, int]
) -> None:
    table = Table(round=before[0], kyoku=before[1], rules=PRESETS[rules])
    found = AFTER[ending](Entry(table=table)).table
    assert (found.round, found.kyoku) == after


@pytest.mark.parametrize(
    ("ending", "honba", "sticks"), [("won", 0, 0), ("dealer_won", 3, 0), ("next", 2, 1), ("drawn", 3, 1)]
)
def test_the_winner_takes_the_sticks_and_the_dealer_adds_a_honba(ending: str, honba: int, sticks: int) -> None:
    table = Table(seat=2, honba=2, sticks=1, dora=(4,), discarder=3)
    after = AFTER[ending](Entry(table=table, tiles=(1, 2)))
    found = after.table
    assert after.is_seat_guessed
    assert found == replace(table, honba=honba, sticks=sticks, dora=(), discarder=0, kyoku=found.kyoku)


WON = "hand=234567m345p2267s8s&seat=W&from=3&riichi=1&by=ron&honba=1&sticks=1&dora=1p"


def test_the_tiles_of_one_more_winner_are_cleared_at_the_same_table_and_that_winner_goes_at_any_time() -> None:
    winner = read(form_of(WON)).settled()
    another = winner.next_winner()
    assert another
    another = read(form_fields(another))
    begun = replace(another, tiles=(*parse_tiles("123m"), *another.tiles), flags=frozenset({Flag.RIICHI}))
    for entry in (begun, replace(begun, melds=(Meld(MeldType.PON, parse_tiles("111z")),))):
        assert form_fields(AFTER["next"](entry)) == form_fields(another)
        assert form_fields(without_winner(entry)) == form_fields(winner)
    assert without_winner(winner) is winner


def test_the_tiles_of_a_third_winner_are_cleared_and_that_winner_goes_too() -> None:
    first = read(form_of(WON)).settled()
    another = first.next_winner()
    assert another
    second = replace(another, tiles=first.tiles, table=another.table.seen_from(0), is_seat_guessed=False)
    third = second.next_winner()
    assert third
    for entry in (third, read(form_fields(third))):
        begun = replace(entry, tiles=(*parse_tiles("123m"), *entry.tiles))
        assert form_fields(AFTER["next"](begun)) == form_fields(third)
        assert form_fields(without_winner(begun)) == form_fields(second)
