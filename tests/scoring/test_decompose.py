"""Every split into four sets and a pair is found, and each once.

Checked against the other way round: all sets and pairs of a suit put together, and sorted by the tiles they need.
"""

from collections import Counter, defaultdict
from itertools import combinations_with_replacement

import pytest

from tests.examples import share
from tests.scoring.hands import dealt
from webapp.scoring.blocks import (
    HAS_EDGE,
    HAS_HONOURS,
    HAS_INNER,
    HONOUR_TRIPLETS,
    PAIR,
    SEQUENCE,
    TRIPLET,
    BlockType,
    Meld,
    MeldType,
    block_of,
    kinds_of_block,
)
from webapp.scoring.decompose import Part, SuitParts, decompose, meld_part
from webapp.scoring.notation import parse_tiles
from webapp.scoring.tiles import KIND, ONES, Counts, Kind, count, kinds_of, tile_set

Blocks = tuple[tuple[BlockType, Kind], ...]
COPIES = 4


def built(has_pair: bool, has_sequences: bool, kinds: int) -> dict[Counts, set[Blocks]]:
    """For the tiles of a suit (counts from its first kind on) every way to build them of up to four sets."""
    triplets = [(TRIPLET, kind) for kind in range(kinds)]
    sequences = [(SEQUENCE, kind) for kind in range(kinds - 2)] if has_sequences else []
    pairs: list[Blocks] = [((PAIR, kind),) for kind in range(kinds)] if has_pair else [()]
    ways: dict[Counts, set[Blocks]] = defaultdict(set)
    for number in range(5):
        for sets in combinations_with_replacement(sequences + triplets, number):
            for pair in pairs:
                tiles = Counter(kind for block in sets + pair for kind in kinds_of_block(*block))
                if max(tiles.values(), default=0) <= COPIES:
                    counts = sum(copies << 3 * kind for kind, copies in tiles.items())
                    ways[counts].add(tuple(sorted(sets + pair)))
    return ways


def blocks_of(parts: tuple[Part, ...]) -> Blocks:
    return tuple(sorted((block.type, block.kind) for part in parts for block in part.sets + part.pair))


@pytest.mark.parametrize(
    ("suit", "has_pair", "hands"),
    [
        pytest.param(1, True, 18874, id="a suit with a pair"),
        pytest.param(1, False, 2869, id="a suit without a pair"),
        pytest.param(3, True, 399, id="honours with a pair"),
        pytest.param(3, False, 99, id="honours without a pair"),
    ],
)
def test_all_tiles_of_one_suit_are_split_in_exactly_the_ways_they_can_be_built(
    suit: int, has_pair: bool, hands: int
) -> None:
    ways = built(has_pair, has_sequences=suit < 3, kinds=9 if suit < 3 else 7)
    assert len(ways) == hands
    for counts, expected in ways.items():
        found = [blocks_of((part,)) for part in SuitParts()[counts << 27 * suit]]
        shifted = {tuple(sorted((block, kind + 9 * suit) for block, kind in blocks)) for blocks in expected}
        assert set(found) == shifted
        assert len(found) == len(shifted)


@pytest.mark.parametrize(
    ("tiles", "splits"),
    [
        pytest.param("11m 777888999p 123s", 2, id="three triplets or three sequences"),
        pytest.param("123m 11223344p 123s", 2, id="either of two pairs"),
        pytest.param("222233334444m 88s", 2, id="three triplets and a sequence, or four sequences"),
        pytest.param("11123456789999m", 1, id="nine gates won on the nine"),
        pytest.param("11123455678999m", 1, id="nine gates won on the five"),
        pytest.param("111222333m 44p 789s", 2, id="three in a row"),
        pytest.param("11122233344455m", 4, id="four in a row"),
        pytest.param("1122334455667m 7m", 3, id="twice twin sequences in three ways"),
        pytest.param("111222333444z 55z", 1, id="honours make no sequences"),
        pytest.param("55z", 1, id="a pair alone"),
        pytest.param("123m 456p 789s 123z 55z", 0, id="winds make no sequence"),
        pytest.param("123m 456p 789s 11p 22s", 0, id="two pairs"),
        pytest.param("123m 456p 789s 111s", 0, id="no pair"),
        pytest.param("123m 456p 789s 12s 55z", 0, id="a pair too few tiles"),
        pytest.param("891m 456p 789s 123s 55z", 0, id="no sequence around the corner"),
        pytest.param("89m 1p 456p 789s 123s 55z", 0, id="no sequence across suits"),
    ],
)
def test_hands_are_split_in_so_many_ways(tiles: str, splits: int) -> None:
    assert len(decompose(count(parse_tiles(tiles)))) == splits


def test_red_fives_are_split_as_fives() -> None:
    red, plain = (decompose(count(parse_tiles(tiles))) for tiles in ("340m 055p 66s", "345m 555p 66s"))
    assert red == plain
    assert len(red) == 1


def test_every_split_of_a_hand_rebuilds_it_and_none_is_listed_twice() -> None:
    hands = 0
    for hand in (won.hand for won in dealt(share(3000), seed=1)):
        concealed = (*hand.concealed, hand.win)
        splits = decompose(count(concealed))
        hands += bool(splits)
        for parts in splits:
            tiles = [kind for part in parts for block in part.sets + part.pair for kind in block.kinds]
            assert sorted(tiles) == sorted(KIND[tile] for tile in concealed)
            assert sum(part.counts for part in parts) == count(tiles)
        assert len({blocks_of(parts) for parts in splits}) == len(splits)
    assert hands > share(2000)


def test_a_part_holds_the_facts_of_its_blocks() -> None:
    tiles = parse_tiles("123m 123m 999m 55m")
    sequence, triplet, pair = block_of(SEQUENCE, 0), block_of(TRIPLET, 8), block_of(PAIR, 4)
    part = Part((sequence, sequence, pair, triplet), count(tiles))
    assert part.sets == (sequence, sequence, triplet)
    assert part.pair == (pair,)
    assert part.kinds == tile_set("12359m")
    assert part.sequences == tile_set("1m")
    assert part.twins == 1
    assert part.triplets == part.ankou == tile_set("9m")
    assert part.kans == 0
    assert part.traits & HAS_INNER
    assert part.counts == count(tiles)


@pytest.mark.parametrize(("sequences", "twins"), [(1, 0), (2, 1), (3, 1), (4, 2)])
def test_equal_sequences_are_counted_in_pairs(sequences: int, twins: int) -> None:
    blocks = (block_of(SEQUENCE, 9),) * sequences
    assert Part(blocks, count([9, 10, 11] * sequences)).twins == twins


def test_melds_keep_what_is_open_and_what_is_not() -> None:
    melds = [("123p", "CHI"), ("111s", "PON"), ("2222s", "DAIMINKAN"), ("3333s", "KAKAN"), ("4444s", "ANKAN")]
    part = meld_part(tuple(Meld(MeldType[name], parse_tiles(tiles)) for tiles, name in melds))
    assert part.pair == ()
    assert [block.is_open for block in part.sets] == [True, True, True, True, False]
    assert all(block.is_meld for block in part.sets)
    assert kinds_of(part.sequences) == kinds_of(ONES & tile_set("1p"))
    assert part.triplets == tile_set("1234s")
    assert part.ankou == tile_set("4s")
    assert part.kans == tile_set("234s")
    assert part.counts == count(parse_tiles("123p111s2222s3333s4444s"))


def test_melds_have_the_traits_of_their_blocks() -> None:
    assert meld_part(()).traits == 0
    assert meld_part((Meld(MeldType.CHI, parse_tiles("789p")),)).traits == 0b010 | HAS_EDGE
    assert meld_part((Meld(MeldType.CHI, parse_tiles("678s")),)).traits == 0b100 | HAS_INNER
    winds = Meld(MeldType.PON, parse_tiles("222z")), Meld(MeldType.ANKAN, parse_tiles("7777z"))
    assert meld_part(winds).traits == HAS_HONOURS | HAS_EDGE | (1 << 1 | 1 << 6) << HONOUR_TRIPLETS


def test_no_more_counts_are_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.scoring.decompose.MOST_COUNTS", 3)
    bounded, free = SuitParts(), [SuitParts()[0o111 << 3 * rank] for rank in range(7)]
    sizes = []
    for rank, parts in enumerate(free):
        assert [part.sets for part in bounded[0o111 << 3 * rank]] == [part.sets for part in parts]
        sizes.append(len(bounded))
    assert sizes == [2, 3, 1, 3, 1, 3, 1]
