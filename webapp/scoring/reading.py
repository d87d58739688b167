"""Readings: the ways to divide a winning hand into blocks, each with the facts that yaku and fu ask for.

The same tiles can be divided in several ways, and the winning tile can complete different blocks. Every fact is found
here, once per reading. Only this module decides that a triplet completed by ron is open.
"""

from collections import Counter
from dataclasses import dataclass, field, fields
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
from webapp.scoring.keys import Key
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


class Shape(Key):
    """The three shapes of a winning hand."""

    STANDARD = "standard"
    CHIITOITSU = "chiitoitsu"
    KOKUSHI = "kokushi"


STANDARD, CHIITOITSU, KOKUSHI = Shape
#: How many situations are kept: enough for several busy tables.
SITUATIONS = 1 << 9


@dataclass(frozen=True, slots=True, eq=False)
class Situation:
    """What all readings of a hand share: how it was won, the winds (as sets), the rules. `situation_of` makes them."""

    rules: Rules
    is_closed: bool
    is_tsumo: bool
    flags: frozenset[Flag]
    round_wind: TileSet
    seat_wind: TileSet
    #: The honours of which a triplet is a yaku and a pair has fu.
    yakuhai: TileSet = field(init=False)

    def __post_init__(self) -> None:
        """Works out what is asked of every reading."""
        object.__setattr__(self, "yakuhai", DRAGONS | self.round_wind | self.seat_wind)

    def but(self, **facts: Any) -> "Situation":
        """The same situation with some facts changed."""
        return situation_of(*[facts.get(fact.name, getattr(self, fact.name)) for fact in fields(self) if fact.init])


#: Equal facts give the same instance, so a situation can be the key of a cache by its identity.
situation_of = lru_cache(SITUATIONS)(Situation)


class Reading:
    """One reading of a hand, with its facts. It is shared: never change one.

    `win` is the kind of the winning tile, `win_block` the index of the block it completed. `blocks` are the concealed
    sets, then the pair, then the melds. `kinds` and `counts` are those of all tiles. These are sets of lowest kinds:
    `sequences`, `triplets` (with kans), `ankou` (the concealed triplets), `kans`, `pair`. `twins` is the number of
    pairs of identical sequences.
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
        """Holds the facts as `readings` finds them."""
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
        """The sequences that occur exactly this often; for two, those that occur three times as well."""
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
    """Every reading of a hand: each split with each block that the winning tile can have completed; none if the tiles
    are not a winning hand."""
    melds = meld_part(hand.melds) if hand.melds else NO_MELDS
    table = hand.table
    winds = WIND_SETS[table.round], WIND_SETS[table.seat]
    situation = situation_of(table.rules, melds.is_closed, hand.is_tsumo, hand.flags, *winds)
    concealed = count(hand.concealed) + ONE[hand.win]
    found = _standard(situation, concealed, melds, KIND[hand.win])
    if hand.melds or (found and found[0].twins < 2):
        return found
    # Four sets and a pair are also seven pairs only with two pairs of identical sequences. They are never thirteen
    # orphans.
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
    """The tiles of a concealed block: the winning tile if it completed this block, the others from `left`, red fives
    first."""
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
    """Four sets and a pair. The facts of a reading are those of its parts together. This is the engine's inner loop."""
    found = []
    counts = concealed + melds.counts
    is_ron = not situation.is_tsumo
    suit = win // 9
    for split in decompose(concealed):
        man, pin, sou, honours = split
        pair = man.pair + pin.pair + sou.pair + honours.pair
        blocks = man.sets + pin.sets + sou.sets + honours.sets + pair + melds.sets
        kinds = man.kinds | pin.kinds | sou.kinds | honours.kinds | melds.kinds
        traits = man.traits | pin.traits | sou.traits | honours.traits | melds.traits
        sequences = man.sequences | pin.sequences | sou.sequences | melds.sequences
        twins = man.twins + pin.twins + sou.twins + melds.twins
        ankou = man.ankou | pin.ankou | sou.ankou | honours.ankou | melds.ankou
        for completed, wait, opened in split[suit].placements[win]:
            reading = Reading(
                situation,
                counts,
                win,
                STANDARD,
                blocks,
                blocks.index(completed),
                wait,
                kinds,
                traits,
                sequences,
                twins,
                ankou | melds.triplets,
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
    """One of every terminal and honour, one of them twice. If the winning tile is the one held twice, the hand waited
    on all thirteen."""
    if counts - _ORPHANS not in _FOURTEENTH:
        return []
    orphans = kinds_of(YAOCHUU)
    twin = {1: SINGLE, 2: PAIR}
    blocks = tuple(block_of(twin[count_of(counts, kind)], kind) for kind in orphans)
    wait = THIRTEEN if count_of(counts, win) == 2 else TANKI
    return [Reading(situation, counts, win, KOKUSHI, blocks, orphans.index(win), wait, YAOCHUU, traits_of(blocks))]
