"""Readings: the ways to divide a winning hand into blocks, each with the facts that yaku and fu ask for.

The same tiles can be divided in several ways, and the winning tile can complete different blocks. Every fact is found
here, once per reading. Only this module decides that a triplet completed by ron is open.
"""

from dataclasses import dataclass, field, fields
from functools import cache, lru_cache
from itertools import chain
from typing import Any, Self

from webapp.scoring.blocks import (
    HAS_INNER,
    PAIR,
    SEQUENCE,
    SHANPON,
    SINGLE,
    TANKI,
    THIRTEEN,
    Block,
    Traits,
    Wait,
    block_of,
)
from webapp.scoring.decompose import NOTHING, SUIT_MASKS, Part, Placement, Split, decompose, meld_part
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.key_enum import Key
from webapp.scoring.rules import Rules
from webapp.scoring.tiles import (
    ALL_KINDS,
    DRAGONS,
    KIND,
    KINDS,
    NORTH,
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


class Shape(Key):
    """The three shapes of a winning hand."""

    STANDARD = "standard"
    CHIITOITSU = "chiitoitsu"
    KOKUSHI = "kokushi"


STANDARD, CHIITOITSU, KOKUSHI = Shape
#: The number of situations that are cached: enough for several busy tables.
SITUATIONS = 1 << 9


@dataclass(frozen=True, slots=True, eq=False)
class Situation:
    """The facts that all readings of a hand share: how it was won, the winds (as sets), the rules. Made by
    `situation_of`."""

    rules: Rules
    is_closed: bool
    is_tsumo: bool
    flags: frozenset[Flag]
    round_wind: TileSet
    seat_wind: TileSet
    #: The honours of which a triplet is a yaku and a pair has fu.
    yakuhai: TileSet = field(init=False)

    def __post_init__(self) -> None:
        """Works out the facts that every reading needs."""
        north = NORTH if self.rules.has_north_yakuhai else 0
        object.__setattr__(self, "yakuhai", DRAGONS | self.round_wind | self.seat_wind | north)

    @property
    def has_best_wait(self) -> bool:
        """Whether the hand counts as won on its best wait, whatever tile came last: none did in a dealt hand."""
        return self.rules.tenhou_best_wait and Flag.TENHOU in self.flags

    def but(self, **facts: Any) -> "Situation":
        """A copy with some facts changed."""
        return situation_of(*[facts.get(fact.name, getattr(self, fact.name)) for fact in fields(self) if fact.init])


#: Equal facts give the same instance, so a situation can be the key of a cache by its identity.
situation_of = lru_cache(SITUATIONS)(Situation)


@lru_cache(SITUATIONS)
def tsumo_instead(ron: Situation, flags: frozenset[Flag]) -> Situation:
    """The situation of a tsumo with these flags instead of a ron."""
    return ron.but(is_tsumo=True, flags=flags)


class Reading:
    """One reading of a hand, with its facts. Made by `readings`. Readings are shared, so never change one.

    `win` is the kind of the winning tile, `completed` the block that it completed. `laid` are the concealed sets, the
    pair and the melds, as tuples of blocks. `kinds` and `counts` are those of all tiles. These are sets of lowest
    kinds: `sequences`, `triplets` (with kans), `ankou` (the concealed triplets), `kans`, `pair`. `twins` is the number
    of pairs of identical concealed sequences.
    """

    __slots__ = (
        "ankou",
        "completed",
        "counts",
        "kans",
        "kinds",
        "laid",
        "pair",
        "sequences",
        "shape",
        "situation",
        "traits",
        "triplets",
        "twins",
        "wait",
        "win",
    )

    situation: Situation
    counts: Counts
    win: Kind
    shape: Shape
    laid: tuple[tuple[Block, ...], ...]
    completed: Block
    wait: Wait
    kinds: TileSet
    traits: Traits
    sequences: TileSet
    twins: int
    triplets: TileSet
    ankou: TileSet
    kans: TileSet
    pair: TileSet

    @property
    def blocks(self) -> tuple[Block, ...]:
        """The concealed sets, then the pair, then the melds. They are put together at each access."""
        return tuple(chain.from_iterable(self.laid))

    @property
    def win_block(self) -> int:
        """The index of the block that the winning tile completed."""
        return self.blocks.index(self.completed)

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.situation.rules

    @property
    def is_closed(self) -> bool:
        """Menzen (門前): only the winning tile may come from another player."""
        return self.situation.is_closed

    @property
    def is_tsumo(self) -> bool:
        """Whether it was won by tsumo."""
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
        """The honours whose triplet is a yaku and whose pair has fu."""
        return self.situation.yakuhai

    @property
    def is_outside(self) -> bool:
        """Whether every block has a terminal or an honour."""
        return not self.traits & HAS_INNER

    @property
    def called(self) -> int:
        """The number of blocks called from another player."""
        return sum(block.is_open for block in self.blocks)

    def repeated(self, times: int) -> TileSet:
        """The sequences that occur `times` times. A sequence that occurs three times counts for fewer `times` too."""
        kinds = [block.kind for block in self.blocks if block.type is SEQUENCE]
        most = max(times, 3)
        return sum(1 << kind for kind in set(kinds) if times <= kinds.count(kind) <= most)

    def but(self, **facts: object) -> Self:
        """A copy with some facts changed."""
        other = object.__new__(type(self))
        for name in Reading.__slots__:
            setattr(other, name, facts[name] if name in facts else getattr(self, name))
        return other

    def by_tsumo(self, situation: Situation) -> "Reading":
        """This reading of a hand won by ron, as if the same tile were drawn in this situation. The triplet that it
        completes is concealed then. Copying the other facts is quicker than finding them again."""
        drawn = object.__new__(Reading)
        drawn.situation, drawn.shape, drawn.laid = situation, self.shape, self.laid
        drawn.counts, drawn.win, drawn.completed, drawn.wait = self.counts, self.win, self.completed, self.wait
        drawn.kinds, drawn.traits, drawn.pair = self.kinds, self.traits, self.pair
        drawn.sequences, drawn.twins = self.sequences, self.twins
        drawn.triplets, drawn.kans = self.triplets, self.kans
        drawn.ankou = self.ankou | self.completed.tiles if self.wait is SHANPON else self.ankou
        return drawn


def readings(hand: WinningHand) -> list[Reading]:
    """Every reading of a hand: each split with each block that the winning tile can have completed; none if the tiles
    are not a winning hand."""
    melds = meld_part(hand.melds) if hand.melds else NOTHING
    table, win = hand.table, KIND[hand.win]
    round_wind, seat_wind = WIND_SETS[table.round], WIND_SETS[table.seat]
    situation = situation_of(table.rules, melds.is_closed, hand.is_tsumo, hand.flags, round_wind, seat_wind)
    concealed = count(hand.concealed) + ONE[hand.win]
    counts, suit = concealed + melds.counts, win // 9
    read = []
    for split in decompose(concealed):
        for placement in split[suit].placements(win):
            read.append(_joined(situation, counts, win, split, melds, placement))
    if hand.melds or (read and read[0].twins < 2):
        return read
    # Four sets and a pair are also seven pairs only with two pairs of identical sequences. They are never thirteen
    # orphans.
    read += _seven_pairs(situation, concealed, win)
    return read or _thirteen_orphans(situation, concealed, win)


def tiles_of_blocks(reading: Reading, hand: WinningHand) -> list[tuple[Tile, ...]]:
    """The tiles of each block, sorted, red fives among them; the winning tile is in the block that it completed."""
    left, melds, win_block = list(hand.concealed), iter(hand.melds), reading.win_block
    of_blocks = []
    for index, block in enumerate(reading.blocks):
        if block.is_meld:
            tiles = list(next(melds).tiles)
        else:
            tiles = _taken(block, left, hand.win if index == win_block else None)
        of_blocks.append(tuple(sorted(tiles, key=sort_key)))
    return of_blocks


#: The tiles of each kind, its red five first.
_TILES_OF = {kind: tuple([tile for tile in (*RED_FIVES, kind) if KIND[tile] == kind]) for kind in KINDS}


def _taken(block: Block, left: list[Tile], win: Tile | None) -> list[Tile]:
    """The tiles of a concealed block: the winning tile if it completed this block, the others from `left`, red fives
    first."""
    kinds, tiles = list(block.kinds), []
    if win is not None:
        kinds.remove(KIND[win])
        tiles.append(win)
    for kind in kinds:
        tile = next(tile for tile in _TILES_OF[kind] if tile in left)
        left.remove(tile)
        tiles.append(tile)
    return tiles


def _joined(
    situation: Situation, counts: Counts, win: Kind, split: Split, melds: Part, placement: Placement
) -> Reading:
    """A reading of four sets and a pair, with the facts of its parts together. This is the engine's inner loop: a
    constructor that is passed all these facts takes twice the time."""
    man, pin, sou, honours = split
    reading = object.__new__(Reading)
    reading.situation, reading.shape = situation, STANDARD
    reading.counts, reading.win = counts, win
    reading.completed, reading.wait, opened = placement
    pair = man.pair or pin.pair or sou.pair or honours.pair
    reading.laid = man.sets, pin.sets, sou.sets, honours.sets, pair, melds.sets
    reading.kinds = man.kinds | pin.kinds | sou.kinds | honours.kinds | melds.kinds
    reading.traits = man.traits | pin.traits | sou.traits | honours.traits | melds.traits
    reading.sequences = man.sequences | pin.sequences | sou.sequences | melds.sequences
    reading.twins = man.twins + pin.twins + sou.twins
    ankou = man.ankou | pin.ankou | sou.ankou | honours.ankou | melds.ankou
    reading.triplets = ankou | melds.triplets
    reading.ankou = ankou if situation.is_tsumo else ankou & ~opened
    reading.kans = melds.kans
    reading.pair = pair[0].tiles
    return reading


def _without_sets(
    situation: Situation, counts: Counts, win: Kind, shape: Shape, split: Split, completed: Block, wait: Wait
) -> Reading:
    """A reading of seven pairs or thirteen orphans."""
    reading = _joined(situation, counts, win, split, NOTHING, (completed, wait, 0))
    reading.shape, reading.pair = shape, 0
    reading.laid = tuple([part.pair for part in split])
    return reading


_TWO_OF_EACH: Counts = int("2" * 34, 8)


def _seven_pairs(situation: Situation, counts: Counts, win: Kind) -> list[Reading]:
    """The reading as seven different pairs, if there is one. Four tiles of a kind are not two pairs."""
    plain = counts & ALL_KINDS
    if plain & ~_TWO_OF_EACH or plain.bit_count() != 7:
        return []
    man, pin, sou, honours = SUIT_MASKS
    split = _pairs(plain & man), _pairs(plain & pin), _pairs(plain & sou), _pairs(plain & honours)
    return [_without_sets(situation, counts, win, CHIITOITSU, split, block_of(PAIR, win), TANKI)]


@cache
def _pairs(counts: Counts) -> Part:
    """The pairs of one suit, of which there are at most 512 choices."""
    return Part(tuple([block_of(PAIR, kind) for kind in KINDS if counts >> 3 * kind & 7]), counts)


_ORPHANS: Counts = sum(1 << 3 * kind for kind in kinds_of(YAOCHUU))
_FOURTEENTH: frozenset[Counts] = frozenset(1 << 3 * kind for kind in kinds_of(YAOCHUU))
_BY_COPIES = {1: SINGLE, 2: PAIR}


def _thirteen_orphans(situation: Situation, counts: Counts, win: Kind) -> list[Reading]:
    """The reading as thirteen orphans, if there is one: one of every terminal and honour, one of them twice. If the
    winning tile is the one held twice, the hand waited on all thirteen."""
    if counts - _ORPHANS not in _FOURTEENTH:
        return []
    split = _orphans(counts), NOTHING, NOTHING, NOTHING
    completed = block_of(_BY_COPIES[count_of(counts, win)], win)
    wait = THIRTEEN if completed.type is PAIR else TANKI
    return [_without_sets(situation, counts, win, KOKUSHI, split, completed, wait)]


@cache
def _orphans(counts: Counts) -> Part:
    """The blocks of thirteen orphans, in a hand with these counts."""
    return Part(tuple([block_of(_BY_COPIES[count_of(counts, kind)], kind) for kind in kinds_of(YAOCHUU)]), counts)
