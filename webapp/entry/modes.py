"""The tiles that each key of the palette enters in each of its modes: a tile, a set, a meld, an indicator."""

from functools import lru_cache

from webapp.scoring.blocks import SEQUENCE, Meld, MeldType, is_meld, kinds_of_block
from webapp.scoring.rules import COPIES, RULES_KEPT, Rules
from webapp.scoring.tiles import FIVES, KIND, NORTH_KIND, RED_FIVES, TILES, Kind, Tile, sort_key

SET_SIZE = 3
#: The modes whose tiles go into the concealed hand.
TILE_MODES = ("tile", "pair", "triplet", "sequence")
MELD_MODES = tuple(MeldType)
INDICATOR_MODES = ("dora", "ura")
SEEN = "seen"
#: Modes for tiles that are not part of the hand, and so need no room in it.
BESIDE_MODES = (*INDICATOR_MODES, SEEN)
MODES = (*TILE_MODES, *MELD_MODES, *BESIDE_MODES)
#: The modes in which every key enters its own tile and nothing else.
SINGLE_MODES = ("tile", *INDICATOR_MODES, SEEN)
_SET_SHAPES = {"tile": (0,), "pair": (0, 0), "triplet": (0, 0, 0), "sequence": (0, 1, 2)}
#: The room that a key needs in the hand, in tiles, by mode.
ROOM_NEEDED: dict[str, int] = {mode: len(shape) for mode, shape in _SET_SHAPES.items()}
ROOM_NEEDED |= dict.fromkeys(MELD_MODES, SET_SIZE) | dict.fromkeys(BESIDE_MODES, 0)


@lru_cache(RULES_KEPT)
def entered_by_keys(rules: Rules) -> dict[str, tuple[tuple[Tile, ...], ...]]:
    """For each mode, the tiles that the key of each tile enters; no tiles if there is no such set."""
    return {mode: tuple(_entered_by(mode, tile, rules) for tile in TILES.values()) for mode in MODES}


def has_mode(rules: Rules, mode: str) -> bool:
    """Whether any key enters something in this mode that counts. With three players there is no chi."""
    return (mode != "ura" or rules.ura_dora) and any(entered_by_keys(rules)[mode])


def _entered_by(mode: str, tile: Tile, rules: Rules) -> tuple[Tile, ...]:
    if mode in SINGLE_MODES:
        return (tile,)
    if mode in MELD_MODES:
        meld = meld_of(MeldType(mode), tile, rules)
        return meld.tiles if meld else ()
    return set_of(mode, tile, rules)


def sets_norths_aside(rules: Rules) -> bool:
    """Whether a north can be set aside as dora."""
    return rules.has_norths_aside


def set_of(mode: str, tile: Tile, rules: Rules) -> tuple[Tile, ...]:
    """The tiles that a key enters in a mode of `TILE_MODES`; none if the set does not exist."""
    kinds = [KIND[tile] + step for step in _SET_SHAPES[mode]]
    if mode == "sequence" and not is_meld(MeldType.CHI, kinds):
        return ()
    return _with_reds(kinds, tile, rules)


def meld_of(meld: MeldType, tile: Tile, rules: Rules) -> Meld | None:
    """The meld that a key enters; None if the meld does not exist. The key of a chi is the called tile: its lowest one,
    or an 8 or 9."""
    if meld is MeldType.CHI:
        runs = runs_with(tile, rules)
        return chi_of(runs[-1], tile) if runs else None
    kinds = list(kinds_of_block(meld.block, KIND[tile]))
    if sets_norths_aside(rules) and NORTH_KIND in kinds:
        return None
    return Meld(meld, _with_reds(kinds, tile, rules))


def runs_with(tile: Tile, rules: Rules) -> tuple[tuple[Tile, ...], ...]:
    """The runs that can be called with a tile, lowest first."""
    kinds = [list(kinds_of_block(SEQUENCE, KIND[tile] - step)) for step in (2, 1, 0)] if rules.players > 3 else []
    return tuple(_with_reds(run, tile, rules) for run in kinds if is_meld(MeldType.CHI, run))


def called_in(meld: Meld) -> Tile:
    """The called tile of a meld; if it is not named, the lowest one."""
    return meld.called if meld.called in meld.tiles else min(meld.tiles, key=sort_key)


def chi_of(tiles: tuple[Tile, ...], called: Tile, source: int | None = None) -> Meld:
    """The chi of these tiles, lowest first, in which the tile of the kind of `called` was called. The lowest tile is
    not named: without a name it is taken to be the called one."""
    named = next((tile for tile in tiles[1:] if KIND[tile] == KIND[called]), None)
    return Meld(MeldType.CHI, tiles, None if KIND[tiles[0]] == KIND[called] else named, source)


def _with_reds(kinds: list[Kind], tile: Tile, rules: Rules) -> tuple[Tile, ...]:
    """Tiles of these kinds. A five is red for a red key, or if there are not enough plain ones."""
    tiles: list[Tile] = list(kinds)
    for red, five, reds in zip(RED_FIVES, FIVES, rules.red_fives, strict=True):
        needed = max(int(tile == red), kinds.count(five) - (COPIES - reds))
        for _ in range(min(needed, kinds.count(five))):
            tiles[tiles.index(five)] = red
    return tuple(sorted(tiles, key=sort_key))
