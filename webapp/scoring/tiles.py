"""Tiles: kinds, red fives, sets of kinds, counts, and which kind an indicator makes dora.

A *kind* is an integer 0–33: 1m…9m, 1p…9p, 1s…9s, then 東南西北白發中. A *tile* is a kind, or one of the three red fives
34 (0m), 35 (0p), 36 (0s). A *TileSet* is an integer with one bit per kind: `a & b` are the kinds in both sets, `a & ~b`
those in `a` alone.
*Counts* are one integer that holds the number of tiles of each kind, three bits per kind, and above these the number of
red fives; `+` adds two hands.

For the type checker all four are integers: operations on a `NewType` give `int` again, so nearly every expression would
need a wrapper. Names tell them apart instead.
"""

from collections.abc import Iterable

Kind = int
Tile = int
TileSet = int
Counts = int

KINDS = range(34)
RED_FIVES: tuple[Tile, Tile, Tile] = (34, 35, 36)
FIVES: tuple[Kind, Kind, Kind] = (4, 13, 22)
#: The red five of each suit's five.
RED_OF: dict[Kind, Tile] = dict(zip(FIVES, RED_FIVES, strict=True))

#: The kind of every tile; a red five is a five.
KIND: tuple[Kind, ...] = (*KINDS, *FIVES)

_SUITS = "mpsz"
#: The name of every tile in MPSZ notation, a red five with 0.
NAMES: tuple[str, ...] = (*(f"{kind % 9 + 1}{_SUITS[kind // 9]}" for kind in KINDS), "0m", "0p", "0s")
TILES: dict[str, Tile] = {name: tile for tile, name in enumerate(NAMES)}


def tile_set(names: str) -> TileSet:
    """The set of the kinds in an MPSZ text: ``tile_set("23468s6z")``."""
    tiles, ranks = 0, ""
    for char in names:
        if char.isdigit():
            ranks += char
        else:
            for rank in ranks:
                tiles |= 1 << TILES[rank + char]
            ranks = ""
    return tiles


MAN, PIN, SOU = (tile_set("123456789" + suit) for suit in "mps")
NUMBERS = MAN | PIN | SOU
ONES = tile_set("1m1p1s")
TERMINALS = tile_set("19m19p19s")
WINDS, DRAGONS = tile_set("1234z"), tile_set("567z")
HONOURS = WINDS | DRAGONS
YAOCHUU = TERMINALS | HONOURS
GREENS = tile_set("23468s6z")
EAST, SOUTH, WEST, NORTH, HAKU, HATSU, CHUN = (1 << kind for kind in range(27, 34))
#: The wind of each seat, as a set.
WIND_SETS = (EAST, SOUTH, WEST, NORTH)
FIRST_WIND: Kind = 27
NORTH_KIND: Kind = 30

#: The position of each tile's kind in counts, in bits.
SHIFT: tuple[int, ...] = tuple(3 * KIND[tile] for tile in range(37))
_REDS_SHIFT = 3 * len(KINDS)
#: The counts of one tile. A red five counts twice: as a tile of its kind and as a red five.
ONE: tuple[Counts, ...] = tuple(1 << SHIFT[tile] | (1 << _REDS_SHIFT if tile in RED_FIVES else 0) for tile in range(37))
#: The part of counts that holds the kinds.
ALL_KINDS: Counts = (1 << _REDS_SHIFT) - 1


def count(tiles: Iterable[Tile]) -> Counts:
    """The counts of some tiles, at most seven of a kind."""
    counts = 0
    for tile in tiles:
        counts += ONE[tile]
    return counts


def count_of(counts: Counts, kind: Kind) -> int:
    """The number of tiles of this kind."""
    return counts >> 3 * kind & 7


def reds_of(counts: Counts) -> int:
    """The number of red fives."""
    return counts >> _REDS_SHIFT


def kinds_of(tiles: TileSet) -> list[Kind]:
    """The kinds in a set, lowest first."""
    return [kind for kind in KINDS if tiles >> kind & 1]


def _successors(cycles: Iterable[Iterable[Kind]]) -> tuple[Kind, ...]:
    """For every tile, the next kind in its cycle."""
    after = {
        kind: following
        for cycle in map(list, cycles)
        for kind, following in zip(cycle, cycle[1:] + cycle[:1], strict=True)
    }
    return tuple(after.get(KIND[tile], KIND[tile]) for tile in range(37))


_HONOUR_CYCLES = [range(27, 31), range(31, 34)]
#: The dora of each indicator, by the number of players.
DORA_OF = {
    4: _successors([range(9), range(9, 18), range(18, 27), *_HONOUR_CYCLES]),
    3: _successors([[0, 8], range(9, 18), range(18, 27), *_HONOUR_CYCLES]),
}


def dora_of(indicator: Tile, players: int = 4) -> Kind:
    """The kind that an indicator makes dora: 1→2 … 9→1, 東→南→西→北→東, 白→發→中→白; with three players 1m→9m."""
    return DORA_OF[players][indicator]


#: Sorts tiles as a player holds them: by kind, a red five before the plain fives.
sort_key = tuple([2 * KIND[tile] - (tile in RED_FIVES) for tile in range(37)]).__getitem__
