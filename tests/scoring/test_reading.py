"""How a hand can be read: its shape, where the winning tile sits, and the facts that follow."""

from collections import Counter

import pytest
from hypothesis import given

from tests.scoring.hands import Win, win, wins
from webapp.scoring.blocks import Block
from webapp.scoring.notation import format_tiles
from webapp.scoring.reading import CHIITOITSU, KOKUSHI, STANDARD, Reading, Shape, readings, tiles_of_blocks
from webapp.scoring.tiles import KIND, YAOCHUU, Kind, TileSet, count, sort_key, tile_set


def read(line: str) -> list[Reading]:
    return readings(win(line).hand)


def placements(line: str) -> set[tuple[str, str]]:
    """Where the winning tile can sit: the block it completes and the wait."""
    return {(shown(reading.blocks[reading.win_block]), reading.wait.value) for reading in read(line)}


def shown(block: Block) -> str:
    """``123m``, ``(111z)`` when open, ``[1111z]`` when a concealed kan."""
    tiles = format_tiles(block.kinds)
    return f"({tiles})" if block.is_open else f"[{tiles}]" if block.is_meld else tiles


# -- shapes ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "shapes"),
    [
        ("123m 456p 789s 345s 5p +5p", {STANDARD}),
        ("1122m 3344p 5566s 7z +7z", {CHIITOITSU}),
        ("112233m 445566p 7z +7z", {STANDARD, CHIITOITSU}),
        ("19m 19p 19s 1234567z +1m", {KOKUSHI}),
        ("0055m 3344p 5566s 7z +7z red_fives=0", set()),
        ("1122m 3344p 6666s 7z +7z", set()),
        ("111122m 3344p 55s 6s +7s", set()),
        ("1122m 3344p 55s (777z) 6s +6s", set()),
        ("19m 19p 19s 123456z 2z +1m", set()),
        ("19m 19p 19s 1234567z +2m", set()),
        ("123m 456p 789s 345s 5p +6p", set()),
    ],
)
def test_a_hand_has_these_shapes(line: str, shapes: set[str]) -> None:
    assert {reading.shape for reading in read(line)} == shapes


def test_seven_pairs_and_four_sets_are_different_readings_of_one_hand() -> None:
    sets, pairs = sorted(read("112233m 445566p 7z +7z"), key=lambda reading: len(reading.blocks))
    assert [shown(block) for block in sets.blocks] == ["123m", "123m", "456p", "456p", "77z"]
    assert [shown(block) for block in pairs.blocks] == ["11m", "22m", "33m", "44p", "55p", "66p", "77z"]
    assert (pairs.sequences, pairs.triplets, pairs.pair, pairs.twins) == (0, 0, 0, 0)
    assert pairs.kinds == sets.kinds == tile_set("123m456p7z")
    assert (pairs.win_block, pairs.wait.value) == (6, "tanki")


@pytest.mark.parametrize(("tile", "wait"), [("9p", "tanki"), ("1m", "thirteen")])
def test_thirteen_orphans_won_on_the_twin_waited_on_all_thirteen(tile: str, wait: str) -> None:
    concealed = {"9p": "119m 1p 19s 1234567z", "1m": "19m 19p 19s 1234567z"}[tile]
    (reading,) = read(f"{concealed} +{tile}")
    assert reading.wait == wait
    assert reading.kinds == YAOCHUU
    assert len(reading.blocks) == 13
    assert [shown(block) for block in reading.blocks[:3]] == ["11m", "9m", "1p"]
    assert shown(reading.blocks[reading.win_block]).startswith(tile[0])


# -- where the winning tile sits -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("45567s 111m 789p 22z +6s", {("456s", "ryanmen"), ("567s", "kanchan")}, id="455667 won on 6"),
        pytest.param("123m 456p 789s 45s 55p +6s", {("456s", "ryanmen")}, id="two-sided"),
        pytest.param("123m 456p 789s 46s 55p +5s", {("456s", "kanchan")}, id="in the middle"),
        pytest.param("123m 456p 789s 12s 55p +3s", {("123s", "penchan")}, id="at the edge"),
        pytest.param("123m 456p 789s 11s 55p +1s", {("111s", "shanpon")}, id="of two pairs"),
        pytest.param("123m 456p 789s 111s 2p +2p", {("22p", "tanki")}, id="on the pair"),
        pytest.param("123m 456p 789s 2223s +3s", {("33s", "tanki")}, id="on the other side of a triplet"),
        pytest.param("123m 456p 789s 2223s +4s", {("234s", "ryanmen")}, id="on the other side of a sequence"),
        pytest.param(
            "123m 789p 11123s 99s +1s", {("111s", "shanpon"), ("123s", "ryanmen")}, id="in a triplet or a sequence"
        ),
        pytest.param("123m 789p 3344556s +3s", {("33s", "tanki"), ("345s", "ryanmen")}, id="in the pair or a sequence"),
        pytest.param("123m 123m 456p 78s 55p +9s", {("789s", "ryanmen")}, id="beside identical sequences"),
        pytest.param("12m 123m 456p 789s 55p +3m", {("123m", "penchan")}, id="in either of two identical sequences"),
        pytest.param("(123m) 12m 456p 789s 55p +3m", {("123m", "penchan")}, id="in the concealed one of two"),
        pytest.param("(333m) 12m 456p 789s 55p +3m", {("123m", "penchan")}, id="not in the meld"),
        pytest.param("(1111m) [2222m] 456p 55p 34s +5s", {("345s", "ryanmen")}, id="beside kans"),
        pytest.param("123m 46p 789s 345s 22p +0p", {("456p", "kanchan")}, id="a red five"),
    ],
)
def test_the_winning_tile_can_sit_in_these_blocks(line: str, expected: set[tuple[str, str]]) -> None:
    assert placements(line) == expected


def test_two_placements_of_one_split_are_two_readings_and_equal_blocks_are_one() -> None:
    assert len(read("45567s 111m 789p 22z +6s")) == 2
    assert len(read("12m 123m 456p 789s 55p +3m")) == 1


def test_blocks_are_listed_concealed_sets_first_then_the_pair_then_the_melds() -> None:
    (reading,) = read("(777z) [1111m] 99p 345s 67s +8s")
    assert [shown(block) for block in reading.blocks] == ["345s", "678s", "99p", "(777z)", "[1111m]"]


# -- facts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "ankou"),
    [
        ("111m 333p 55s 22z 789m +5s", "1m3p"),
        ("111m 333p 55s 22z 789m +5s tsumo", "1m3p5s"),
        ("111m 333p 555s 2z 789m +2z", "1m3p5s"),
        ("111m 333p 555s 22z 78m +9m", "1m3p5s"),
        ("(111m) 333p 555s 22z 78m +9m", "3p5s"),
        ("[1111m] (3333p) 555s 22z 78m +9m", "1m5s"),
    ],
)
def test_a_ron_completes_an_open_triplet_and_a_tsumo_a_concealed_one(line: str, ankou: str) -> None:
    (reading,) = read(line)
    assert reading.ankou == tile_set(ankou)
    assert reading.ankou & ~reading.triplets == 0


def test_where_the_tile_completes_a_sequence_the_triplet_stays_concealed() -> None:
    by_wait = {reading.wait.value: reading for reading in read("123m 789p 11123s 99s +1s")}
    assert by_wait["shanpon"].ankou == 0
    assert by_wait["ryanmen"].ankou == tile_set("1s")


def test_a_reading_knows_its_situation() -> None:
    (reading,) = read("(123m) 456p 789s 345s 2p +2p tsumo haitei round=S seat=N")
    assert not reading.is_closed
    assert reading.is_tsumo
    assert reading.round_wind == tile_set("2z")
    assert reading.seat_wind == tile_set("4z")
    assert reading.yakuhai == tile_set("24567z")
    assert reading.situation.flags == {"haitei"}


def test_called_blocks_are_counted() -> None:
    (reading,) = read("(123m) [1111p] (777z) 12m 55s +3m")
    assert reading.called == 2


def test_a_changed_reading_leaves_the_first_as_it_was() -> None:
    (reading,) = read("123m 456p 789s 345s 2p +2p")
    changed = reading.but(pair=0, twins=7)
    assert (changed.pair, changed.twins) == (0, 7)
    assert (reading.pair, reading.twins) == (tile_set("2p"), 0)
    others = set(Reading.__slots__) - {"pair", "twins"}
    assert all(getattr(changed, name) is getattr(reading, name) for name in others)


def lowest(blocks: list[Block], *types: str) -> TileSet:
    return sum({1 << block.kind for block in blocks if block.type.value in types})


def has_edge(kinds: tuple[Kind, ...]) -> bool:
    return any(kind >= 27 or kind % 9 in (0, 8) for kind in kinds)


@given(wins())
def test_the_facts_of_a_reading_are_those_of_its_blocks(won: Win) -> None:
    hand = won.hand
    for reading in readings(hand):
        blocks = list(reading.blocks)
        tiles = [kind for block in blocks for kind in block.kinds]
        completed = blocks[reading.win_block]
        assert Counter(tiles) == Counter(KIND[tile] for tile in hand.tiles)
        assert reading.counts == count(hand.tiles)
        assert reading.kinds == sum(1 << kind for kind in set(tiles))
        assert KIND[hand.win] in completed.kinds
        assert not completed.is_meld
        if reading.shape is not STANDARD:
            continue
        sequences = Counter(block.kind for block in blocks if block.type == "sequence")
        opened = {completed.kind} if completed.type == "triplet" and not hand.is_tsumo else set()
        ankou = [block for block in blocks if not block.is_open and block.kind not in opened]
        assert reading.sequences == lowest(blocks, "sequence")
        # Of an open hand nobody asks for them (but see test_near).
        assert reading.twins == sum(copies // 2 for copies in sequences.values()) or not hand.is_closed
        assert reading.triplets == lowest(blocks, "triplet", "kan")
        assert reading.ankou == lowest(ankou, "triplet", "kan")
        assert reading.kans == lowest(blocks, "kan")
        assert reading.pair == lowest(blocks, "pair")
        assert reading.is_outside == all(has_edge(block.kinds) for block in blocks)
        assert [block for block in blocks if block.is_meld] == [meld.block for meld in hand.melds]


@given(wins())
def test_every_reading_is_another_one(won: Win) -> None:
    found = readings(won.hand)
    assert found
    different = {(reading.blocks, reading.win_block, reading.shape) for reading in found}
    assert len(different) == len(found)


def test_shapes_have_these_keys() -> None:
    assert list(Shape) == ["standard", "chiitoitsu", "kokushi"]


@pytest.mark.parametrize("line", ["1122m 3344p 5566s 7z +7z", "19m 19p 19s 1234567z +1m"])
def test_seven_pairs_and_thirteen_orphans_have_no_sets(line: str) -> None:
    (hand,) = read(line)
    assert (hand.sequences, hand.twins, hand.triplets, hand.ankou, hand.kans, hand.pair) == (0, 0, 0, 0, 0, 0)


# -- tiles of blocks -------------------------------------------------------------------------------


def test_a_red_five_lies_in_the_first_block_with_a_five_and_the_winning_tile_in_its_own() -> None:
    hand = win("55m 340m 345m 678s 99p +0m red_fives=200").hand
    told = {" ".join(format_tiles(tiles) for tiles in tiles_of_blocks(reading, hand)) for reading in readings(hand)}
    assert told == {"340m 345m 055m 678s 99p", "340m 340m 555m 678s 99p"}


@given(wins())
def test_the_tiles_of_the_blocks_are_those_of_the_hand(won: Win) -> None:
    hand = won.hand
    for reading in readings(hand):
        blocks = tiles_of_blocks(reading, hand)
        assert [[KIND[tile] for tile in tiles] for tiles in blocks] == [list(block.kinds) for block in reading.blocks]
        assert Counter(tile for tiles in blocks for tile in tiles) == Counter(hand.tiles)
        assert hand.win in blocks[reading.win_block]
        assert all(list(tiles) == sorted(tiles, key=sort_key) for tiles in blocks)
        called = [tiles for tiles, block in zip(blocks, reading.blocks, strict=True) if block.is_meld]
        assert [sorted(tiles) for tiles in called] == [sorted(meld.tiles) for meld in hand.melds]
