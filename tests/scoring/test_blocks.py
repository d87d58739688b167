"""Blocks, melds, and the wait that a tile completed."""

import pytest

from webapp.scoring.blocks import (
    ALL_SUITS,
    HAS_EDGE,
    HAS_HONOURS,
    HAS_INNER,
    HONOUR_TRIPLETS,
    KAN,
    PAIR,
    SEQUENCE,
    SINGLE,
    TRIPLET,
    BlockType,
    Meld,
    MeldType,
    Wait,
    block_of,
    wait_of,
)
from webapp.scoring.notation import format_tiles, parse_tile, parse_tiles
from webapp.scoring.tiles import tile_set


@pytest.mark.parametrize(
    ("block", "first", "tiles"),
    [
        (SEQUENCE, "7s", "789s"),
        (TRIPLET, "5p", "555p"),
        (KAN, "1z", "1111z"),
        (PAIR, "9m", "99m"),
        (SINGLE, "7z", "7z"),
    ],
)
def test_a_block_has_the_tiles_of_its_type(block: BlockType, first: str, tiles: str) -> None:
    made = block_of(block, parse_tile(first))
    assert format_tiles(made.kinds) == tiles
    assert made.tiles == tile_set(tiles)
    assert not made.is_open
    assert not made.is_meld


def test_equal_blocks_are_one_instance_and_open_ones_are_others() -> None:
    assert block_of(TRIPLET, 4) is block_of(TRIPLET, 4)
    assert block_of(TRIPLET, 4) is not block_of(TRIPLET, 4, is_open=True, is_meld=True)


@pytest.mark.parametrize(
    ("block", "first", "tile", "wait"),
    [
        (SEQUENCE, "1m", "1m", "ryanmen"),
        (SEQUENCE, "1m", "2m", "kanchan"),
        (SEQUENCE, "1m", "3m", "penchan"),
        (SEQUENCE, "2p", "2p", "ryanmen"),
        (SEQUENCE, "2p", "3p", "kanchan"),
        (SEQUENCE, "2p", "4p", "ryanmen"),
        (SEQUENCE, "6p", "6p", "ryanmen"),
        (SEQUENCE, "6p", "8p", "ryanmen"),
        (SEQUENCE, "7s", "7s", "penchan"),
        (SEQUENCE, "7s", "8s", "kanchan"),
        (SEQUENCE, "7s", "9s", "ryanmen"),
        (TRIPLET, "5z", "5z", "shanpon"),
        (PAIR, "5z", "5z", "tanki"),
    ],
)
def test_the_wait_follows_from_the_block_and_the_tile(block: BlockType, first: str, tile: str, wait: str) -> None:
    assert wait_of(block_of(block, parse_tile(first)), parse_tile(tile)) == wait


@pytest.mark.parametrize(
    ("meld", "tiles", "block", "first", "is_open"),
    [
        (MeldType.CHI, "312m", SEQUENCE, "1m", True),
        (MeldType.CHI, "640p", SEQUENCE, "4p", True),
        (MeldType.PON, "055s", TRIPLET, "5s", True),
        (MeldType.DAIMINKAN, "7777z", KAN, "7z", True),
        (MeldType.KAKAN, "5550m", KAN, "5m", True),
        (MeldType.ANKAN, "0555s", KAN, "5s", False),
    ],
)
def test_a_meld_is_the_block_of_its_tiles_whatever_their_order_and_colour(
    meld: MeldType, tiles: str, block: BlockType, first: str, is_open: bool
) -> None:
    made = Meld(meld, parse_tiles(tiles)).block
    assert made is block_of(block, parse_tile(first), is_open=is_open, is_meld=True)
    assert meld.is_open is is_open


def test_blocks_waits_and_melds_have_these_keys() -> None:
    assert list(BlockType) == ["sequence", "triplet", "kan", "pair", "single"]
    assert list(Wait) == ["ryanmen", "kanchan", "penchan", "shanpon", "tanki", "thirteen"]
    assert list(MeldType) == ["chi", "pon", "daiminkan", "kakan", "ankan"]


def test_every_trait_has_a_bit_of_its_own() -> None:
    traits = [ALL_SUITS, HAS_HONOURS, HAS_EDGE, HAS_INNER, 0b1111111 << HONOUR_TRIPLETS]
    assert sum(traits).bit_count() == sum(trait.bit_count() for trait in traits) == 3 + 1 + 1 + 1 + 7
