"""Blocks, the parts of a hand: sequence, triplet, kan, pair; open or concealed. And melds, blocks on the table.

A block knows its kinds and whether it is open. It does not know what it is worth.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, reduce
from operator import or_
from typing import NamedTuple

from webapp.scoring.key_enum import Key
from webapp.scoring.tiles import FIRST_WIND, HONOURS, KIND, YAOCHUU, Kind, Tile, TileSet

#: The number of sets in a hand, beside its pair. A hand has at most this many melds.
SETS = 4


class BlockType(Key):
    """The types of blocks. Only thirteen orphans have singles."""

    SEQUENCE = "sequence"
    TRIPLET = "triplet"
    KAN = "kan"
    PAIR = "pair"
    SINGLE = "single"


SEQUENCE, TRIPLET, KAN, PAIR, SINGLE = BlockType


class Wait(Key):
    """What the winning tile completed (待ち)."""

    RYANMEN = "ryanmen"
    KANCHAN = "kanchan"
    PENCHAN = "penchan"
    SHANPON = "shanpon"
    TANKI = "tanki"
    THIRTEEN = "thirteen"


RYANMEN, KANCHAN, PENCHAN, SHANPON, TANKI, THIRTEEN = Wait


#: Facts about some blocks, one bit each; `|` joins the traits of several blocks. The first three bits are the suits,
#: then: some block is an honour, some block has a terminal or honour (`HAS_EDGE`), some block has none (`HAS_INNER`).
#: From `HONOUR_TRIPLETS` on there is one bit for each honour with a triplet or kan.
Traits = int
ALL_SUITS: Traits = 0b111
HAS_HONOURS: Traits = 1 << 3
HAS_EDGE: Traits = 1 << 4
HAS_INNER: Traits = 1 << 5
HONOUR_TRIPLETS = 6


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """A block: its type, its lowest kind, the set of its kinds. `block_of` makes them, one instance of each.

    `is_open`: called from another player; `is_meld`: on the table.
    """

    type: BlockType
    kind: Kind
    tiles: TileSet
    is_open: bool
    is_meld: bool
    traits: Traits

    @property
    def kinds(self) -> tuple[Kind, ...]:
        """The kind of each of its tiles, in order."""
        return kinds_of_block(self.type, self.kind)


@cache
def block_of(block: BlockType, kind: Kind, *, is_open: bool = False, is_meld: bool = False) -> Block:
    """The block of this type whose lowest kind is `kind`."""
    tiles = 0b111 << kind if block is SEQUENCE else 1 << kind
    traits = 1 << kind // 9 | (HAS_EDGE if tiles & YAOCHUU else HAS_INNER)
    if tiles & HONOURS and block in (TRIPLET, KAN):
        traits |= 1 << HONOUR_TRIPLETS + kind - FIRST_WIND
    return Block(block, kind, tiles, is_open, is_meld, traits)


def traits_of(blocks: Iterable[Block]) -> Traits:
    """The traits of all these blocks together."""
    return reduce(or_, (block.traits for block in blocks), 0)


_COPIES = {TRIPLET: 3, KAN: 4, PAIR: 2, SINGLE: 1}


@cache
def kinds_of_block(block: BlockType, kind: Kind) -> tuple[Kind, ...]:
    """The kinds of the tiles of a block of this type whose lowest kind is `kind`."""
    if block is SEQUENCE:
        return kind, kind + 1, kind + 2
    return (kind,) * _COPIES[block]


def wait_of(block: Block, kind: Kind) -> Wait:
    """The wait of a hand in which a tile of this kind completed this concealed block."""
    if block.type is PAIR:
        return TANKI
    if block.type is TRIPLET:
        return SHANPON
    if kind == block.kind + 1:
        return KANCHAN
    is_edge = block.kind % 9 == 6 if kind == block.kind else block.kind % 9 == 0
    return PENCHAN if is_edge else RYANMEN


class MeldType(Key):
    """The types of melds: chi, pon, open kan, added kan, concealed kan."""

    CHI = "chi"
    PON = "pon"
    DAIMINKAN = "daiminkan"
    KAKAN = "kakan"
    ANKAN = "ankan"

    @property
    def is_open(self) -> bool:
        """Whether it opens the hand."""
        return self is not MeldType.ANKAN

    @property
    def block(self) -> BlockType:
        """The type of its block."""
        return _MELD_BLOCKS.get(self, KAN)


_MELD_BLOCKS = {MeldType.CHI: SEQUENCE, MeldType.PON: TRIPLET}


def is_meld(meld: MeldType, kinds: list[Kind]) -> bool:
    """Whether tiles of these kinds, lowest first, can be such a meld."""
    if not kinds or kinds != list(kinds_of_block(meld.block, kinds[0])):
        return False
    return meld is not MeldType.CHI or (kinds[0] < FIRST_WIND and kinds[0] % 9 < 7)


class Meld(NamedTuple):
    """A meld: its tiles, the called tile, the player it was called from (1 right, 2 across, 3 left), and the tile added
    to a pon. The last three are None where they are not known."""

    type: MeldType
    tiles: tuple[Tile, ...]
    called: Tile | None = None
    source: int | None = None
    added: Tile | None = None

    @property
    def block(self) -> Block:
        """Its block; red fives are fives."""
        lowest = min(map(KIND.__getitem__, self.tiles))
        return block_of(self.type.block, lowest, is_open=self.type.is_open, is_meld=True)
