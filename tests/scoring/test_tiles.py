"""Kinds, names, sets, counts, and the dora that an indicator points to."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.scoring.tiles import (
    ALL_KINDS,
    CHUN,
    DRAGONS,
    EAST,
    FIVES,
    GREENS,
    HAKU,
    HATSU,
    HONOURS,
    KIND,
    KINDS,
    MAN,
    NAMES,
    NORTH,
    NUMBERS,
    ONES,
    PIN,
    RED_FIVES,
    SOU,
    SOUTH,
    TERMINALS,
    TILES,
    WEST,
    WINDS,
    YAOCHUU,
    Tile,
    count,
    count_of,
    dora_of,
    kinds_of,
    reds_of,
    sort_key,
    tile_set,
)

tiles = st.integers(0, 36)


def named(names: str) -> list[Tile]:
    """Tiles by their names: ``1m 0p 7z``."""
    return [TILES[name] for name in names.split()]


def test_the_kinds_are_three_suits_winds_and_dragons_in_this_order() -> None:
    assert NAMES[:9] == ("1m", "2m", "3m", "4m", "5m", "6m", "7m", "8m", "9m")
    assert (NAMES[9], NAMES[17], NAMES[18], NAMES[26]) == ("1p", "9p", "1s", "9s")
    assert NAMES[27:34] == ("1z", "2z", "3z", "4z", "5z", "6z", "7z")


def test_a_red_five_is_a_tile_of_its_own_and_of_the_kind_of_the_plain_five() -> None:
    assert [NAMES[tile] for tile in RED_FIVES] == ["0m", "0p", "0s"]
    assert [NAMES[KIND[tile]] for tile in RED_FIVES] == ["5m", "5p", "5s"]
    assert [KIND[tile] for tile in RED_FIVES] == list(FIVES)
    assert [KIND[kind] for kind in KINDS] == list(KINDS)


@pytest.mark.parametrize(
    ("found", "names"),
    [
        (MAN, "1m 2m 3m 4m 5m 6m 7m 8m 9m"),
        (PIN, "1p 2p 3p 4p 5p 6p 7p 8p 9p"),
        (SOU, "1s 2s 3s 4s 5s 6s 7s 8s 9s"),
        (ONES, "1m 1p 1s"),
        (TERMINALS, "1m 9m 1p 9p 1s 9s"),
        (WINDS, "1z 2z 3z 4z"),
        (DRAGONS, "5z 6z 7z"),
        (HONOURS, "1z 2z 3z 4z 5z 6z 7z"),
        (YAOCHUU, "1m 9m 1p 9p 1s 9s 1z 2z 3z 4z 5z 6z 7z"),
        (GREENS, "2s 3s 4s 6s 8s 6z"),
        (EAST | WEST | HAKU | CHUN, "1z 3z 5z 7z"),
        (SOUTH | NORTH | HATSU, "2z 4z 6z"),
        (tile_set("19m5p7z"), "1m 9m 5p 7z"),
    ],
)
def test_a_set_holds_exactly_these_kinds(found: int, names: str) -> None:
    assert kinds_of(found) == named(names)


def test_numbers_and_honours_are_all_kinds() -> None:
    assert kinds_of(NUMBERS) == list(range(27))
    assert kinds_of(NUMBERS | HONOURS) == list(KINDS)


def most_of_a_kind(hand: list[Tile]) -> int:
    return max(Counter(KIND[tile] for tile in hand).values(), default=0)


@given(st.lists(tiles, max_size=18).filter(lambda hand: most_of_a_kind(hand) < 8))
def test_counts_tell_how_many_of_each_kind_and_how_many_reds_there_are(hand: list[Tile]) -> None:
    counts = count(hand)
    assert [count_of(counts, kind) for kind in KINDS] == [sum(KIND[tile] == kind for tile in hand) for kind in KINDS]
    assert reds_of(counts) == sum(tile in RED_FIVES for tile in hand)


@given(st.lists(tiles, max_size=7), st.lists(tiles, max_size=7))
def test_counts_of_two_parts_add_up(one: list[Tile], other: list[Tile]) -> None:
    if most_of_a_kind(one + other) < 8:
        assert count(one) + count(other) == count(one + other)


FOUR_PLAYERS = {
    **{f"{rank}{suit}": f"{rank % 9 + 1}{suit}" for rank in range(1, 10) for suit in "mps"},
    "0m": "6m",
    "0p": "6p",
    "0s": "6s",
    "1z": "2z",
    "2z": "3z",
    "3z": "4z",
    "4z": "1z",
    "5z": "6z",
    "6z": "7z",
    "7z": "5z",
}


@pytest.mark.parametrize(("indicator", "dora"), FOUR_PLAYERS.items())
def test_an_indicator_points_to_the_next_tile(indicator: str, dora: str) -> None:
    assert NAMES[dora_of(TILES[indicator])] == dora
    assert FOUR_PLAYERS.keys() == set(NAMES)


@pytest.mark.parametrize(
    ("indicator", "dora"), [("1m", "9m"), ("9m", "1m"), ("1p", "2p"), ("9p", "1p"), ("0s", "6s"), ("4z", "1z")]
)
def test_with_three_players_there_is_nothing_between_one_and_nine_of_characters(indicator: str, dora: str) -> None:
    assert NAMES[dora_of(TILES[indicator], players=3)] == dora


def test_a_hand_is_held_by_suits_a_red_five_before_the_plain_ones() -> None:
    shuffled = named("7z 5p 0s 1z 6m 0m 4m 5m 9s 1p 5m 0p")
    assert sorted(shuffled, key=sort_key) == named("4m 0m 5m 5m 6m 1p 0p 5p 0s 9s 1z 7z")


def test_three_bits_of_every_kind_are_its_count() -> None:
    assert sum(7 << 3 * kind for kind in KINDS) == ALL_KINDS
