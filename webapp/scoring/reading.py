"""A reading: one way to see a winning hand, its blocks and where the winning tile sits, and every fact about it.

The same tiles may be read in several ways, and the same split with the winning tile in another block. Whatever a yaku
or a fu item may ask is worked out here, once a reading. That a ron completes an *open* triplet is decided here and
nowhere else.
"""

from collections import Counter
from dataclasses import dataclass, fields
from enum import StrEnum
from functools import lru_cache
from typing import Any, Self

from webapp.scoring.blocks import (
    HAS_INNER,
    PAIR,
    SEQUENCE,
    SINGLE,
    TANKI,
    THIRTEEN,
    Block,
    Traits,
    Wait,
    block_of,
    traits_of,
)
from webapp.scoring.decompose import NO_MELDS, Part, decompose, meld_part
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.rules import Rules
from webapp.scoring.tiles import (
    ALL_KINDS,
    DRAGONS,
    KIND,
    KINDS,
    ONE,
    RED_FIVES,
    WIND_SETS,
    YAOCHUU,
    Counts,
    Kind,
    Tile,
    TileSet,
    count,
    count_of,
    kinds_of,
    sort_key,
)


class Shape(StrEnum):
    """The three shapes of a winning hand."""

    STANDARD = "standard"
    CHIITOITSU = "chiitoitsu"
    KOKUSHI = "kokushi"


STANDARD, CHIITOITSU, KOKUSHI = Shape
#: How many situations are kept: as many as some busy tables see, and still bounded.
SITUATIONS = 1 << 9


@dataclass(frozen=True, slots=True, eq=False)
class Situation:
    """What is the same for every reading of a hand: the way it was won, the winds, and the rules. Made by
    `situation_of`."""

    rules: Rules
    is_closed: bool
    is_tsumo: bool
    flags: frozenset[Flag]
    round_wind: TileSet
    seat_wind: TileSet

    @property
    def yakuhai(self) -> TileSet:
        """The honours of which a triplet is a yaku and a pair has fu."""
        return DRAGONS | self.round_wind | self.seat_wind

    def but(self, **facts: Any) -> "Situation":
        """The same situation with some facts changed."""
        return situation_of(*[facts.get(field.name, getattr(self, field.name)) for field in fields(self)])


#: One instance for equal facts, so that what is known of a situation is found by its identity.
situation_of = lru_cache(SITUATIONS)(Situation)


class Reading:
    """One reading of a hand, with its facts. Sets of blocks are sets of their lowest kinds.

    The situation, and the `win` tile's kind. How it is read: its shape, its blocks (concealed sets first, then the
    pair, then the melds), the `win_block` (an index) and the `wait`. Its tiles: `kinds`, `counts`. Its blocks:
    `sequences`, `twins` (pairs of identical sequences), `triplets` (kans too), `ankou` (the concealed ones of these),
    `kans`, `pair`, and the blocks' `traits`.
    """

    __slots__ = (
        "ankou",
        "blocks",
        "counts",
        "kans",
        "kinds",
        "pair",
        "sequences",
        "shape",
        "situation",
        "traits",
        "triplets",
        "twins",
        "wait",
        "win",
        "win_block",
    )

    def __init__(
        self,
        situation: Situation,
        counts: Counts,
        win: Kind,
        shape: Shape,
        blocks: tuple[Block, ...],
        win_block: int,
        wait: Wait,
        kinds: TileSet,
        traits: Traits,
        sequences: TileSet = 0,
        twins: int = 0,
        triplets: TileSet = 0,
        ankou: TileSet = 0,
        kans: TileSet = 0,
        pair: TileSet = 0,
    ) -> None:
        """All facts, as `readings` finds them."""
        self.situation = situation
        self.counts = counts
        self.win = win
        self.shape = shape
        self.blocks = blocks
        self.win_block = win_block
        self.wait = wait
        self.kinds = kinds
        self.sequences = sequences
        self.twins = twins
        self.triplets = triplets
        self.ankou = ankou
        self.kans = kans
        self.pair = pair
        self.traits = traits

    @property
    def rules(self) -> Rules:
        """The rules in force."""
        return self.situation.rules

    @property
    def is_closed(self) -> bool:
        """Menzen: nothing was called but the winning tile."""
        return self.situation.is_closed

    @property
    def is_tsumo(self) -> bool:
        """Won by self-draw."""
        return self.situation.is_tsumo

    @property
    def round_wind(self) -> TileSet:
        """The round wind, as a set."""
        return self.situation.round_wind

    @property
    def seat_wind(self) -> TileSet:
        """The winner's wind, as a set."""
        return self.situation.seat_wind

    @property
    def yakuhai(self) -> TileSet:
        """The honours of which a triplet is a yaku and a pair has fu."""
        return self.situation.yakuhai

    @property
    def is_outside(self) -> bool:
        """Every block holds a terminal or an honour."""
        return not self.traits & HAS_INNER

    @property
    def called(self) -> int:
        """How many of its blocks were called from another player."""
        return sum(block.is_open for block in self.blocks)

    def repeated(self, times: int) -> TileSet:
        """The sequences that are there exactly so many times (two: or three)."""
        kinds = [block.kind for block in self.blocks if block.type is SEQUENCE]
        most = max(times, 3)
        return sum(1 << kind for kind in set(kinds) if times <= kinds.count(kind) <= most)

    def but(self, **facts: object) -> Self:
        """The same reading with some facts changed."""
        other = object.__new__(type(self))
        for name in Reading.__slots__:
            setattr(other, name, facts[name] if name in facts else getattr(self, name))
        return other


def readings(hand: WinningHand) -> list[Reading]:
    """Every reading of the hand: each split, with each placement of the winning tile; empty if the tiles are no
    hand."""
    melds = meld_part(hand.melds) if hand.melds else NO_MELDS
    table = hand.table
    winds = WIND_SETS[table.round], WIND_SETS[table.seat]
    situation = situation_of(table.rules, melds.is_closed, hand.is_tsumo, hand.flags, *winds)
    concealed = count(hand.concealed) + ONE[hand.win]
    found = _standard(situation, concealed, melds, KIND[hand.win])
    if hand.melds or (found and found[0].twins < 2):
        return found
    # Of four sets and a pair only twice twin sequences are seven pairs too; none are thirteen orphans.
    found += _seven_pairs(situation, concealed, KIND[hand.win])
    return found or _thirteen_orphans(situation, concealed, KIND[hand.win])


def tiles_of_blocks(reading: Reading, hand: WinningHand) -> list[tuple[Tile, ...]]:
    """The tiles of each block, sorted, red fives among them; the winning tile is in the block that it completed."""
    left = Counter(hand.concealed)
    melds = iter(hand.melds)
    found = []
    for index, block in enumerate(reading.blocks):
        if block.is_meld:
            tiles = list(next(melds).tiles)
        else:
            tiles = _taken(block, left, hand.win if index == reading.win_block else None)
        found.append(tuple(sorted(tiles, key=sort_key)))
    return found


def _taken(block: Block, left: "Counter[Tile]", win: Tile | None) -> list[Tile]:
    """The tiles of a concealed block, `win` among them, the others taken from those that are left; red fives first."""
    kinds, tiles = list(block.kinds), []
    if win is not None:
        kinds.remove(KIND[win])
        tiles.append(win)
    for kind in kinds:
        tile = next(tile for tile in (*RED_FIVES, kind) if KIND[tile] == kind and left[tile])
        left[tile] -= 1
        tiles.append(tile)
    return tiles


def _standard(situation: Situation, concealed: Counts, melds: Part, win: Kind) -> list[Reading]:
    """Four sets and a pair. The engine's inner loop: the facts of a reading are those of its parts, put together."""
    found = []
    counts = concealed + melds.counts
    is_ron = not situation.is_tsumo
    for parts in decompose(concealed):
        sets: tuple[Block, ...] = ()
        kinds, traits, sequences, twins = melds.kinds, melds.traits, melds.sequences, melds.twins
        ankou = melds.ankou
        for part in parts:
            if part.kinds >> win & 1:
                placements, before = part.placements(win), len(sets)
            if part.pair:
                pair = part.pair
            sets += part.sets
            kinds |= part.kinds
            traits |= part.traits
            sequences |= part.sequences
            twins += part.twins
            ankou |= part.ankou
        triplets = melds.triplets | ankou
        blocks = sets + pair + melds.sets
        for index, wait, opened in placements:
            reading = Reading(
                situation,
                counts,
                win,
                STANDARD,
                blocks,
                len(sets) if index is None else before + index,
                wait,
                kinds,
                traits,
                sequences,
                twins,
                triplets,
                ankou & ~opened if is_ron else ankou,
                melds.kans,
                pair[0].tiles,
            )
            found.append(reading)
    return found


_TWO_OF_EACH: Counts = int("2" * 34, 8)
_ORPHANS: Counts = sum(1 << 3 * kind for kind in kinds_of(YAOCHUU))
_FOURTEENTH: frozenset[Counts] = frozenset(1 << 3 * kind for kind in kinds_of(YAOCHUU))


def _seven_pairs(situation: Situation, counts: Counts, win: Kind) -> list[Reading]:
    """Seven different pairs; four of a kind are not two."""
    plain = counts & ALL_KINDS
    if plain & ~_TWO_OF_EACH or plain.bit_count() != 7:
        return []
    pairs = [kind for kind in KINDS if count_of(plain, kind)]
    blocks = tuple(block_of(PAIR, kind) for kind in pairs)
    kinds = sum(1 << kind for kind in pairs)
    return [Reading(situation, counts, win, CHIITOITSU, blocks, pairs.index(win), TANKI, kinds, traits_of(blocks))]


def _thirteen_orphans(situation: Situation, counts: Counts, win: Kind) -> list[Reading]:
    """One of every terminal and honour, and one of them twice. Won on the twin, it waited on all thirteen."""
    if counts - _ORPHANS not in _FOURTEENTH:
        return []
    orphans = kinds_of(YAOCHUU)
    twin = {1: SINGLE, 2: PAIR}
    blocks = tuple(block_of(twin[count_of(counts, kind)], kind) for kind in orphans)
    wait = THIRTEEN if count_of(counts, win) == 2 else TANKI
    return [Reading(situation, counts, win, KOKUSHI, blocks, orphans.index(win), wait, YAOCHUU, traits_of(blocks))]
