"""What each key does to the hand: one tile, a set, a meld, an indicator, or nothing where it can do nothing."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import law
from tests.pages.laws import entries, tiles
from tests.scoring.hands import fact
from webapp.entry import (
    INDICATOR_MODES,
    MELD_MODES,
    MODES,
    MOST_TILES,
    TILE_MODES,
    Entry,
    meld_of,
    tapped,
    touched,
    without_last,
    without_meld,
)
from webapp.scoring.blocks import Meld, MeldType, is_meld
from webapp.scoring.notation import format_tiles, parse_tile, parse_tiles
from webapp.scoring.rules import TENHOU, RedFives, copies_of
from webapp.scoring.table import Table
from webapp.scoring.tiles import KIND, NAMES, Tile

#: How many red fives the rules may have of a suit, 0–4.
REDS = {number: replace(TENHOU, red_fives=RedFives(number, number, number)) for number in range(5)}


def entered(key: str, mode: str = "tile", *, reds: int = 1, hand: str = "") -> Entry:
    """An entry of these tiles after a key in this mode."""
    return tapped(Entry(tiles=parse_tiles(hand), mode=mode, table=Table(rules=REDS[reds])), parse_tile(key))


def meld_tiles(entry: Entry) -> str:
    (meld,) = entry.melds
    return format_tiles(meld.tiles)


# -- tiles and sets of tiles -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "key", "hand"),
    [
        ("tile", "5m", "5m"),
        ("tile", "0m", "0m"),
        ("tile", "7z", "7z"),
        ("pair", "9s", "99s"),
        ("pair", "0p", "05p"),
        ("triplet", "1z", "111z"),
        ("triplet", "5s", "555s"),
        ("triplet", "0s", "055s"),
        ("sequence", "1m", "123m"),
        ("sequence", "7p", "789p"),
        ("sequence", "0s", "067s"),
        ("sequence", "5s", "567s"),
        ("sequence", "4s", "456s"),
        ("sequence", "3s", "345s"),
    ],
)
def test_a_key_enters_a_tile_or_a_set_that_starts_with_it(mode: str, key: str, hand: str) -> None:
    assert entered(key, mode) == Entry(tiles=parse_tiles(hand), table=Table(rules=REDS[1]))


def test_tiles_are_kept_in_the_order_of_the_taps() -> None:
    assert entered("2s", hand="9m1z5p").tiles == parse_tiles("9m1z5p2s")


@pytest.mark.parametrize("key", ["8m", "9m", "8p", "9p", "8s", "9s", *(f"{rank}z" for rank in range(1, 8))])
@pytest.mark.parametrize("mode", ["sequence", "chi"])
def test_there_is_no_sequence_beyond_the_nine_and_none_of_honours(mode: str, key: str) -> None:
    assert entered(key, mode) == Entry(table=Table(rules=REDS[1]))


@pytest.mark.parametrize(
    ("reds", "pair", "triplet", "kan"),
    [
        (0, "55m", "555m", "5555m"),
        (1, "55m", "555m", "0555m"),
        (2, "55m", "055m", "0055m"),
        (3, "05m", "005m", "0005m"),
        (4, "00m", "000m", "0000m"),
    ],
)
def test_there_are_as_many_red_fives_in_a_set_as_there_must_be(reds: int, pair: str, triplet: str, kan: str) -> None:
    assert entered("5m", "pair", reds=reds).tiles == parse_tiles(pair)
    assert entered("5m", "triplet", reds=reds).tiles == parse_tiles(triplet)
    assert meld_tiles(entered("5m", "pon", reds=reds)) == triplet
    for mode in ("daiminkan", "kakan", "ankan"):
        assert meld_tiles(entered("5m", mode, reds=reds)) == kan


# -- melds -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "key", "meld"),
    [
        ("chi", "1s", "123s"),
        ("chi", "7m", "789m"),
        ("chi", "0p", "067p"),
        ("chi", "4p", "456p"),
        ("pon", "7z", "777z"),
        ("pon", "0m", "055m"),
        ("daiminkan", "9p", "9999p"),
        ("daiminkan", "0s", "0555s"),
        ("kakan", "5s", "0555s"),
        ("kakan", "1z", "1111z"),
        ("ankan", "5p", "0555p"),
        ("ankan", "3m", "3333m"),
    ],
)
def test_a_key_makes_a_meld(mode: str, key: str, meld: str) -> None:
    assert entered(key, mode, hand="1m") == Entry(
        tiles=parse_tiles("1m"),
        melds=(Meld(MeldType(mode), parse_tiles(meld)),),
        table=Table(rules=REDS[1]),
    )


def test_melds_are_kept_in_the_order_they_were_made() -> None:
    entry = tapped(replace(entered("9s", "pon"), mode="chi"), parse_tile("1m"))
    assert [meld.type for meld in entry.melds] == ["pon", "chi"]


@pytest.mark.parametrize("mode", MELD_MODES)
@pytest.mark.parametrize("key", NAMES)
def test_every_meld_of_a_key_is_one_and_has_that_key_in_it(mode: MeldType, key: str) -> None:
    tile = parse_tile(key)
    meld = meld_of(mode, tile, TENHOU)
    is_possible = mode is not MeldType.CHI or key in {f"{rank}{suit}" for suit in "mps" for rank in "01234567"}
    assert (meld is not None) is is_possible
    if meld:
        assert tile in meld.tiles
        assert is_meld(mode, sorted(KIND[other] for other in meld.tiles))
        assert all(number <= copies_of(other, TENHOU) for other, number in Counter(meld.tiles).items())


# -- indicators ------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", INDICATOR_MODES)
def test_a_key_adds_an_indicator_also_to_a_full_hand(mode: str) -> None:
    full = Entry(tiles=parse_tiles("19m19p19s1234567z1z"), mode=mode)
    once = tapped(full, parse_tile("0s"))
    assert fact(once, mode) == parse_tiles("0s")
    assert fact(tapped(replace(once, mode=mode), parse_tile("1m")), mode) == parse_tiles("0s1m")
    assert once.tiles == full.tiles


# -- the modes and a full hand ---------------------------------------------------------------------


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("key", ["5m", "0m", "9p", "1z"])
@pytest.mark.parametrize("hand", ["", "123m", "19m19p19s1234567z1z"])
def test_a_mode_is_good_for_one_key_even_one_that_does_nothing(mode: str, key: str, hand: str) -> None:
    assert entered(key, mode, hand=hand).mode == "tile"


@pytest.mark.parametrize("mode", [*TILE_MODES, *MELD_MODES])
def test_nothing_more_fits_into_a_full_hand(mode: str) -> None:
    full = Entry(tiles=parse_tiles("123456789m12344p"), mode=mode)
    assert tapped(full, parse_tile("5s")) == replace(full, mode="tile")


@pytest.mark.parametrize(
    ("mode", "hand", "fits"),
    [
        ("tile", "123456789m1234p", True),
        ("pair", "123456789m1234p", False),
        ("pair", "123456789m123p", True),
        ("triplet", "123456789m123p", False),
        ("triplet", "123456789m12p", True),
        ("sequence", "123456789m123p", False),
        ("sequence", "123456789m12p", True),
        ("pon", "123456789m123p", False),
        ("pon", "123456789m12p", True),
        ("ankan", "123456789m12p", True),
        ("ankan", "123456789m123p", False),
    ],
)
def test_a_set_fits_only_where_there_is_room_for_it(mode: str, hand: str, fits: bool) -> None:
    entry = entered("5s", mode, hand=hand)
    assert (entry.tiles != parse_tiles(hand) or bool(entry.melds)) is fits


def test_four_melds_leave_room_for_the_pair_and_no_fifth_meld() -> None:
    entry = Entry(melds=(Meld(MeldType.ANKAN, parse_tiles("1111z")),) * 4, mode="chi")
    assert entry.room == 2
    assert tapped(entry, parse_tile("1m")) == replace(entry, mode="tile")


# -- taking things back ----------------------------------------------------------------------------


def test_a_touched_tile_of_an_unfinished_hand_goes_the_last_of_its_kind_first() -> None:
    entry = Entry(tiles=parse_tiles("5m1z5m9p"))
    assert touched(entry, parse_tile("5m")).tiles == parse_tiles("5m1z9p")
    assert touched(entry, parse_tile("1z")).tiles == parse_tiles("55m9p")


def test_a_touched_tile_of_a_full_hand_becomes_the_winning_tile() -> None:
    full = Entry(tiles=parse_tiles("234m456p345678s55p"))
    assert touched(full, parse_tile("3s")).tiles == parse_tiles("234m456p45678s55p3s")
    assert touched(full, parse_tile("3s")).shown_tiles[-1] == parse_tile("3s")


def test_the_touched_winning_tile_goes_so_that_another_can_be_entered() -> None:
    full = Entry(tiles=parse_tiles("234m456p345678s55p"))
    assert touched(full, parse_tile("5p")).tiles == parse_tiles("234m456p345678s5p")


def test_a_red_five_is_another_tile_than_a_plain_one() -> None:
    full = Entry(tiles=parse_tiles("234m406p345678s55p"))
    assert touched(full, parse_tile("0p")).tiles == parse_tiles("234m46p345678s55p0p")


def test_a_touched_tile_that_is_not_in_the_hand_changes_nothing() -> None:
    entry = Entry(tiles=parse_tiles("123m"))
    assert touched(entry, parse_tile("4m")) is entry


def test_undo_takes_the_tiles_back_then_melds_then_indicators_until_nothing_is_left() -> None:
    entry = Entry(
        tiles=parse_tiles("1m2m"),
        melds=(Meld(MeldType.PON, parse_tiles("555z")), Meld(MeldType.CHI, parse_tiles("123s"))),
        table=Table(dora=parse_tiles("1z2z")),
        ura=parse_tiles("3z"),
    )
    seen = []
    while entry != Entry():
        entry = without_last(entry)
        seen.append((len(entry.tiles), len(entry.melds), len(entry.ura), len(entry.table.dora)))
    assert seen == [(1, 2, 1, 2), (0, 2, 1, 2), (0, 1, 1, 2), (0, 0, 1, 2), (0, 0, 0, 2), (0, 0, 0, 1), (0, 0, 0, 0)]
    assert without_last(entry) == Entry()


@pytest.mark.parametrize(("index", "left"), [(0, ["chi", "ankan"]), (1, ["pon", "ankan"]), (2, ["pon", "chi"])])
def test_any_meld_can_be_dropped(index: int, left: list[str]) -> None:
    melds = (
        Meld(MeldType.PON, parse_tiles("555z")),
        Meld(MeldType.CHI, parse_tiles("123s")),
        Meld(MeldType.ANKAN, parse_tiles("9999m")),
    )
    entry = Entry(tiles=parse_tiles("1m"), melds=melds)
    assert [meld.type for meld in without_meld(entry, index).melds] == left
    assert without_meld(entry, index).tiles == entry.tiles
    assert without_meld(entry, 3) == entry


@pytest.mark.parametrize(
    ("hand", "mode", "key"),
    [
        ("1111m", "tile", "1m"),
        ("111m", "pair", "1m"),
        ("0p", "tile", "0p"),
        ("555p", "pair", "5p"),
        ("1111m", "dora", "1m"),
    ],
)
def test_what_there_is_not_any_more_is_not_entered(hand: str, mode: str, key: str) -> None:
    assert entered(key, mode, hand=hand) == Entry(tiles=parse_tiles(hand), table=Table(rules=REDS[1]))


def test_a_hand_that_has_too_many_already_can_still_be_changed() -> None:
    assert format_tiles(entered("2m", hand="11111m").tiles) == "111112m"


# -- laws ------------------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.sampled_from(MODES), tiles), max_size=40), st.integers(0, 4))
@law(100)
def test_whatever_is_tapped_there_is_never_more_than_a_hand(taps: list[tuple[str, Tile]], reds: int) -> None:
    entry = Entry(table=Table(rules=REDS[reds]))
    for mode, tile in taps:
        before = entry
        entry = tapped(replace(entry, mode=mode), tile)
        assert len(entry.tiles) + 3 * len(entry.melds) <= MOST_TILES
        assert entry.tiles[: len(before.tiles)] == before.tiles
        assert entry.melds[: len(before.melds)] == before.melds
        for meld in entry.melds:
            assert is_meld(meld.type, sorted(KIND[tile] for tile in meld.tiles))
        assert all(count <= copies_of(each, entry.rules) for each, count in Counter(entry.all_tiles).items())


@given(entries(), tiles)
@law(100)
def test_a_touch_never_adds_a_tile(entry: Entry, tile: Tile) -> None:
    after = touched(entry, tile)
    assert Counter(after.tiles) <= Counter(entry.tiles)
    assert len(entry.tiles) - len(after.tiles) in (0, 1)
    assert replace(after, tiles=entry.tiles) == entry


@given(entries(), tiles)
@law(100)
def test_undo_takes_back_the_tile_that_was_tapped(entry: Entry, tile: Tile) -> None:
    entry = replace(entry, mode="tile")
    after = tapped(entry, tile)
    assert (without_last(after) if after != entry else after) == entry


@given(entries())
@law(100)
def test_the_hand_is_shown_with_all_its_tiles_the_winning_one_last(entry: Entry) -> None:
    assert Counter(entry.shown_tiles) == Counter(entry.tiles)
    if entry.is_full:
        assert entry.shown_tiles[-1] == entry.tiles[-1]
