"""A reading: one way to see a winning hand, its blocks and where the winning tile sits, and every fact about it.

The same tiles may be read in several ways, and the same split with the winning tile in another block. Whatever a yaku
or a fu item may ask is worked out here, once a reading. That a ron completes an *open* triplet is decided here and
nowhere else.
"""

from enum import StrEnum
from typing import NamedTuple, Self

from webapp.scoring.blocks import PAIR, SEQUENCE, SINGLE, TANKI, THIRTEEN, TRIPLET, Block, block_of, wait_of
from webapp.scoring.decompose import NO_MELDS, Part, decompose, meld_part
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.rules import Rules
from webapp.scoring.tiles import (
    ALL_KINDS,
    DRAGONS,
    KIND,
    KINDS,
    ONE,
    WIND_SETS,
    YAOCHUU,
    Counts,
    Kind,
    TileSet,
    count,
    count_of,
    kinds_of,
)


class Shape(StrEnum):
    """The three shapes of a winning hand."""

    STANDARD = "standard"
    CHIITOITSU = "chiitoitsu"
    KOKUSHI = "kokushi"


STANDARD, CHIITOITSU, KOKUSHI = Shape


class Situation(NamedTuple):
    """What is the same for every reading of a hand: the way it was won, the winds, and the rules."""

    rules: Rules
    is_closed: bool
    is_tsumo: bool
    flags: frozenset[Flag]
    round_wind: TileSet
    seat_wind: TileSet
    #: The honours of which a triplet is a yaku and a pair has fu.
    yakuhai: TileSet


def situation_of(hand: WinningHand, rules: Rules, *, is_closed: bool) -> Situation:
    """The situation of a hand by these rules."""
    round_wind, seat_wind = WIND_SETS[hand.round], WIND_SETS[hand.seat]
    yakuhai = DRAGONS | round_wind | seat_wind
    return Situation(rules, is_closed, hand.is_tsumo, hand.flags, round_wind, seat_wind, yakuhai)


class Reading:
    """One reading of a hand, with its facts. Sets of blocks are sets of their lowest kinds.

    The situation, and the `win` tile's kind. How it is read: its shape, its blocks (concealed sets first, then the
    pair, then the melds), the `win_block` (an index) and the `wait`. Its tiles: `kinds`, `counts`. Its blocks:
    `sequences`, `twins` (pairs of identical sequences), `triplets` (kans too), `ankou` (the concealed ones of these),
    `kans`, `pair`, `is_outside` (every block holds a terminal or an honour).
    """

    __slots__ = (
        "ankou",
        "blocks",
        "counts",
        "is_outside",
        "kans",
        "kinds",
        "pair",
        "sequences",
        "shape",
        "situation",
        "triplets",
        "twins",
        "wait",
        "win",
        "win_block",
    )

    def __init__(self, situation: Situation, counts: Counts, win: Kind, shape: Shape = STANDARD) -> None:
        """A reading without blocks; `readings` gives it what it needs."""
        self.situation = situation
        self.counts = counts
        self.win = win
        self.shape = shape
        self.wait = TANKI
        self.sequences: TileSet = 0
        self.triplets: TileSet = 0
        self.ankou: TileSet = 0
        self.kans: TileSet = 0
        self.pair: TileSet = 0
        self.twins = 0
        self.is_outside = False
        self.kinds: TileSet = 0
        self.blocks: tuple[Block, ...] = ()
        self.win_block = 0

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

    def _take_sets(self, parts: tuple[Part, ...], melds: Part) -> tuple[Block, ...]:
        """Takes the blocks and facts of a split and of the melds; returns the concealed blocks."""
        kinds, sequences, twins, is_outside = melds.kinds, melds.sequences, melds.twins, melds.is_outside
        triplets, ankou, kans = melds.triplets, melds.ankou, melds.kans
        sets: tuple[Block, ...] = ()
        for part in parts:
            sets += part.sets
            kinds |= part.kinds
            sequences |= part.sequences
            twins += part.twins
            triplets |= part.triplets
            ankou |= part.ankou
            is_outside = is_outside and part.is_outside
            if part.pairs:
                pair = part.pairs
        self.kinds, self.sequences, self.twins, self.is_outside = kinds, sequences, twins, is_outside
        self.triplets, self.ankou, self.kans, self.pair = triplets, ankou, kans, pair[0].tiles
        concealed = sets + pair
        self.blocks = concealed + melds.sets
        return concealed

    def _win_on(self, index: int) -> None:
        """Puts the winning tile into the block of this index."""
        block = self.blocks[index]
        self.win_block = index
        self.wait = wait_of(block, self.win)
        if block.type is TRIPLET and not self.situation.is_tsumo:
            self.ankou ^= block.tiles


def readings(hand: WinningHand, rules: Rules) -> list[Reading]:
    """Every reading of the hand: each split, with each placement of the winning tile; empty if the tiles are no
    hand."""
    melds = meld_part(hand.melds) if hand.melds else NO_MELDS
    situation = situation_of(hand, rules, is_closed=melds.is_closed)
    concealed = count(hand.concealed) + ONE[hand.win]
    found = _standard(situation, concealed, melds, KIND[hand.win])
    if not hand.melds:
        found += _seven_pairs(situation, concealed, KIND[hand.win])
        found += _thirteen_orphans(situation, concealed, KIND[hand.win])
    return found


def _standard(situation: Situation, concealed: Counts, melds: Part, win: Kind) -> list[Reading]:
    """Four sets and a pair."""
    found = []
    for parts in decompose(concealed):
        split = Reading(situation, concealed + melds.counts, win)
        placements = _placements(split._take_sets(parts, melds), win)
        for index in placements:
            reading = split if index == placements[-1] else split.but()
            reading._win_on(index)
            found.append(reading)
    return found


def _placements(blocks: tuple[Block, ...], win: Kind) -> list[int]:
    """The indices of the different blocks that a tile of this kind can have completed."""
    found = []
    previous = None
    for index, block in enumerate(blocks):
        if block.tiles >> win & 1 and block is not previous:
            found.append(index)
            previous = block
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
    reading = Reading(situation, counts, win, CHIITOITSU)
    reading.blocks = tuple(block_of(PAIR, kind) for kind in pairs)
    reading.win_block = pairs.index(win)
    reading.kinds = sum(1 << kind for kind in pairs)
    return [reading]


def _thirteen_orphans(situation: Situation, counts: Counts, win: Kind) -> list[Reading]:
    """One of every terminal and honour, and one of them twice. Won on the twin, it waited on all thirteen."""
    if counts - _ORPHANS not in _FOURTEENTH:
        return []
    orphans = kinds_of(YAOCHUU)
    twin = {1: SINGLE, 2: PAIR}
    reading = Reading(situation, counts, win, KOKUSHI)
    reading.blocks = tuple(block_of(twin[count_of(counts, kind)], kind) for kind in orphans)
    reading.win_block = orphans.index(win)
    reading.kinds = YAOCHUU
    if count_of(counts, win) == 2:
        reading.wait = THIRTEEN
    return [reading]
