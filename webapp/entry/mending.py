"""Edits of the tile, meld or indicator that is selected.

A key of the palette replaces the selection; that is `keys.tapped`. All other edits are here, and end the selection.
They return a new entry, or the same one if nothing can be done.
"""

from collections import Counter
from dataclasses import dataclass, field, replace

from webapp.entry.entered import Entry
from webapp.entry.modes import called_in, runs_with
from webapp.entry.palette_keys import exchanged
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.notation import format_tiles
from webapp.scoring.rules import copies_of
from webapp.scoring.tiles import FIVES, KIND, RED_OF, Kind, Tile, sort_key

#: The melds that any other player may have fed. A chi comes from the left player.
FED_BY_ANYONE = (MeldType.PON, MeldType.DAIMINKAN, MeldType.KAKAN)


@dataclass(frozen=True)
class Offers:
    """The edits that the selected tile or meld allows, apart from removing it: make it the winning tile (`winning`),
    have one red five more (`redder`) or fewer (`plainer`), name the player who fed it. `feeder` is the one whom the
    meld shows now, 1–3 seen from the winner, on the left if not named; None if nobody can be named. `runs` are those
    that a chi can be with the same called tile, each with whether it is the present one."""

    winning: bool
    redder: bool
    plainer: bool
    feeder: int | None
    runs: dict[str, bool] = field(default_factory=dict)


def offers(entry: Entry) -> Offers | None:
    """The edits that the selection allows; None if nothing is selected."""
    if entry.selected is None:
        return None
    index = entry.selected_meld
    meld = None if index is None else entry.melds[index]
    return Offers(
        winning=winning(entry) is not entry,
        redder=reddened(entry, 1) is not entry,
        plainer=reddened(entry, -1) is not entry,
        feeder=(meld.source or entry.rules.players - 1) if meld and meld.type in FED_BY_ANYONE else None,
        runs={} if index is None else runs(entry, index),
    )


def selecting(entry: Entry, place: int) -> Entry:
    """The entry after a tap on a tile or meld of the hand or an indicator, which selects it, or deselects it if it was
    selected."""
    if place >= entry.places:
        return entry
    return replace(entry, selected=None if place == entry.selected else place, mode="tile")


def removed(entry: Entry) -> Entry:
    """The entry without the selected tile, meld or indicator."""
    return entry if entry.selected is None else exchanged(entry)


def winning(entry: Entry) -> Entry:
    """The entry with the selected tile of a full hand as its winning tile."""
    if not entry.is_full or entry.selected is None or entry.selected >= len(entry.tiles) - 1:
        return entry
    without = exchanged(entry)
    return replace(without, tiles=without.tiles + entry.selected_tiles)


def reddened(entry: Entry, more: int) -> Entry:
    """The entry with one red five `more` (1) or fewer (−1) in the selection, if the rules have it."""
    tiles = entry.selected_tiles
    five = next((five for five in FIVES if five in map(KIND.__getitem__, tiles)), None)
    if five is None:
        return entry
    after = _with_reds(tiles, five, tiles.count(RED_OF[five]) + more)
    elsewhere = Counter(entry.all_tiles) - Counter(tiles)
    is_possible = all(elsewhere[tile] + after.count(tile) <= copies_of(tile, entry.rules) for tile in after)
    return exchanged(entry, after) if is_possible and len(after) == len(tiles) else entry


def _with_reds(tiles: tuple[Tile, ...], five: Kind, reds: int) -> tuple[Tile, ...]:
    """The tiles with this number of these fives red; fewer tiles if there are not enough fives."""
    others = [tile for tile in tiles if KIND[tile] != five]
    fives = len(tiles) - len(others)
    return tuple(sorted([*others, *[RED_OF[five]] * reds, *[five] * (fives - reds)], key=sort_key))


def fed(entry: Entry, source: int) -> Entry:
    """The entry with this player as the one who fed the selected meld; naming them again clears it. It forgets an
    answer to who is liable, because the melds show that from then on."""
    index = entry.selected_meld
    if index is None or entry.melds[index].type not in FED_BY_ANYONE or source >= entry.rules.players:
        return entry
    meld = entry.melds[index]
    meld = meld._replace(source=None if source == meld.source else source)
    return replace(entry, melds=(*entry.melds[:index], meld, *entry.melds[index + 1 :]), liable=None, selected=None)


def in_run(entry: Entry, name: str) -> Entry:
    """The entry with another of the runs that the selected chi can be; if no meld is selected, the last one."""
    if not entry.melds:
        return entry
    index = len(entry.melds) - 1 if entry.selected_meld is None else entry.selected_meld
    run = _runs(entry, entry.melds[index]).get(name)
    return entry if run is None else exchanged(replace(entry, selected=len(entry.tiles) + index), run)


def runs(entry: Entry, index: int) -> dict[str, bool]:
    """The runs that a meld can be with the same called tile, lowest first, each with whether it is the present one.
    Empty if the meld is no chi, or can be no other run."""
    meld = entry.melds[index]
    found = {name: _kinds(run) == _kinds(meld.tiles) for name, run in _runs(entry, meld).items()}
    return {} if all(found.values()) else found


def _runs(entry: Entry, meld: Meld) -> dict[str, tuple[Tile, ...]]:
    """The present run keeps its red five; the others have one only if it was called."""
    if meld.type is not MeldType.CHI:
        return {}
    elsewhere = Counter(entry.all_tiles) - Counter(meld.tiles)
    found = [
        tuple(sorted(meld.tiles, key=sort_key)) if _kinds(run) == _kinds(meld.tiles) else run
        for run in runs_with(called_in(meld), entry.rules)
        if _kinds(run) == _kinds(meld.tiles) or all(elsewhere[tile] < copies_of(tile, entry.rules) for tile in run)
    ]
    return {format_tiles(run): run for run in found}


def _kinds(tiles: tuple[Tile, ...]) -> list[Kind]:
    return sorted(KIND[tile] for tile in tiles)
