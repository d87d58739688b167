"""What has been entered so far, and what each key does to it: the palette, its modes, undo.

Knows no form and no page. An entry may be unfinished; with 3n+2 tiles its last one is the winning tile. Edits are
pure: they return a new entry, or the same one where a key cannot do anything.
"""

from collections import Counter
from dataclasses import dataclass, replace
from typing import Literal

from webapp.efficiency.holding import Holding
from webapp.scoring.blocks import Meld, MeldType, is_meld, kinds_of_block
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.rules import COPIES, Rules, copies_of
from webapp.scoring.table import MOST_STICKS, PLAIN_TABLE, Table
from webapp.scoring.tiles import FIVES, KIND, NORTH_KIND, RED_FIVES, Kind, Tile, sort_key

By = Literal["ron", "tsumo"]

MOST_TILES = 14
SET_SIZE = 3
#: What a key of the palette enters.
TILE_MODES = ("tile", "pair", "triplet", "sequence")
MELD_MODES = tuple(MeldType)
INDICATOR_MODES = ("dora", "ura")
NUKI = "nuki"
SEEN = "seen"
#: What lies beside the hand: entering it needs no room in it.
BESIDE_MODES = (*INDICATOR_MODES, NUKI, SEEN)
MODES = (*TILE_MODES, *MELD_MODES, *BESIDE_MODES)


@dataclass(frozen=True)
class Entry:
    """What stands in the form. `by` is None until it is chosen."""

    tiles: tuple[Tile, ...] = ()
    melds: tuple[Meld, ...] = ()
    table: Table = PLAIN_TABLE
    ura: tuple[Tile, ...] = ()
    seen: tuple[Tile, ...] = ()
    by: By | None = None
    flags: frozenset[Flag] = frozenset()
    nuki: int = 0
    liable: int | None = None
    turn: int = 1
    mode: str = "tile"
    #: The other winners on the same discard.
    also: tuple["Entry", ...] = ()

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.table.rules

    @property
    def room(self) -> int:
        """How many more tiles fit into the hand."""
        return MOST_TILES - 3 * len(self.melds) - len(self.tiles)

    @property
    def is_full(self) -> bool:
        """Whether the winning tile is there, or should be."""
        return self.room <= 0

    @property
    def shown_tiles(self) -> tuple[Tile, ...]:
        """The tiles as the hand is held: sorted, the winning tile last."""
        if self.is_full:
            return (*sorted(self.tiles[:-1], key=sort_key), self.tiles[-1])
        return tuple(sorted(self.tiles, key=sort_key))

    @property
    def all_tiles(self) -> tuple[Tile, ...]:
        """Every tile that has been entered anywhere."""
        melds = tuple(tile for meld in self.melds for tile in meld.tiles)
        return (*self.tiles, *melds, *self.table.dora, *self.ura, *self.seen, *(NORTH_KIND,) * self.nuki)

    def hand(self, *, is_tsumo: bool) -> WinningHand:
        """The winning hand; the entry must have tiles."""
        *concealed, win = self.shown_tiles
        return WinningHand(
            concealed=tuple(concealed),
            win=win,
            is_tsumo=is_tsumo,
            melds=self.melds,
            table=self.table,
            flags=self.flags,
            ura=self.ura,
            nuki=self.nuki,
            liable=self.liable,
        )

    def holding(self) -> Holding:
        """The tiles as a hand on its way: 3n + 1, or 3n + 2 of which the last was just drawn."""
        return Holding(
            concealed=self.shown_tiles,
            melds=self.melds,
            table=self.table,
            ura=self.ura,
            seen=self.seen,
            drawn=self.tiles[-1] if self.is_full else None,
            flags=self.flags,
            nuki=self.nuki,
        )

    def of_other_winner(self, other: "Entry") -> "Entry":
        """Another winner's entry at this table: their hand, their seat, this situation."""
        seat = other.table.seat
        discarder = (self.table.discarder_seat - seat) % self.rules.players
        table = replace(self.table, seat=seat, discarder=discarder or 1)
        return replace(other, table=table, seen=self.seen, by="ron")

    @property
    def own(self) -> "Entry":
        """What is this winner's alone: the entry without what `of_other_winner` takes from the table."""
        return replace(self, table=Table(seat=self.table.seat), seen=(), by=None)

    def next_winner(self) -> "Entry | None":
        """An empty entry for one more winner on the same discard; None if everybody has won."""
        taken = {self.table.seat, self.table.discarder_seat, *(other.table.seat for other in self.also)}
        free = [seat for seat in range(self.rules.players) if seat not in taken]
        if not free:
            return None
        empty = Entry(table=Table(seat=free[0]), also=(replace(self, also=()), *self.also))
        return self.of_other_winner(empty)


def tapped(entry: Entry, tile: Tile) -> Entry:
    """The entry after a key of the palette in the entry's mode, which is good for one key. Tiles that there are not
    any more are not entered."""
    before = replace(entry, mode="tile")
    after = _with_key(before, entry.mode, tile)
    entered = Counter(after.all_tiles)
    added = entered - Counter(before.all_tiles)
    return before if any(entered[tile] > copies_of(tile, entry.rules) for tile in added) else after


def _with_key(entry: Entry, mode: str, tile: Tile) -> Entry:
    if mode == "dora":
        return _with_dora(entry, (*entry.table.dora, tile))
    if mode == "ura":
        return replace(entry, ura=(*entry.ura, tile))
    if mode == SEEN:
        return replace(entry, seen=(*entry.seen, tile))
    if mode == NUKI:
        return replace(entry, nuki=entry.nuki + 1) if tile == NORTH_KIND and entry.nuki < COPIES else entry
    if mode in MELD_MODES:
        meld = meld_of(MeldType(mode), tile, entry.rules)
        return replace(entry, melds=(*entry.melds, meld)) if meld and entry.room >= SET_SIZE else entry
    tiles = set_of(mode, tile, entry.rules)
    return replace(entry, tiles=entry.tiles + tiles) if tiles and len(tiles) <= entry.room else entry


def _with_dora(entry: Entry, dora: tuple[Tile, ...]) -> Entry:
    return replace(entry, table=replace(entry.table, dora=dora))


_SET_SHAPES = {"tile": (0,), "pair": (0, 0), "triplet": (0, 0, 0), "sequence": (0, 1, 2)}


def set_of(mode: str, tile: Tile, rules: Rules) -> tuple[Tile, ...]:
    """The tiles that a key enters in a mode for single tiles and sets: none if there is no such set."""
    kinds = [KIND[tile] + step for step in _SET_SHAPES[mode]]
    if mode == "sequence" and not is_meld(MeldType.CHI, kinds):
        return ()
    return _with_reds(kinds, tile, rules)


def meld_of(meld: MeldType, tile: Tile, rules: Rules) -> Meld | None:
    """The meld that a key enters: a chi from its lowest tile; None if there is no such meld."""
    kinds = list(kinds_of_block(meld.block, KIND[tile]))
    if rules.players == 3 and (meld is MeldType.CHI or (rules.nuki_dora and NORTH_KIND in kinds)):
        return None
    return Meld(meld, _with_reds(kinds, tile, rules)) if is_meld(meld, kinds) else None


def _with_reds(kinds: list[Kind], tile: Tile, rules: Rules) -> tuple[Tile, ...]:
    """Tiles of these kinds: a red five for a red key, and as many as there must be among four fives."""
    tiles: list[Tile] = list(kinds)
    for red, five, reds in zip(RED_FIVES, FIVES, rules.red_fives, strict=True):
        needed = max(int(tile == red), kinds.count(five) - (COPIES - reds))
        for _ in range(min(needed, kinds.count(five))):
            tiles[tiles.index(five)] = red
    return tuple(sorted(tiles, key=sort_key))


def touched(entry: Entry, tile: Tile) -> Entry:
    """The entry after a tap on a tile of the hand: of a full hand it becomes the winning tile, otherwise it goes.

    The winning tile itself goes too, so that another one can be entered.
    """
    if tile not in entry.tiles:
        return entry
    others = list(entry.tiles)
    if entry.is_full and tile != entry.tiles[-1]:
        others.remove(tile)
        return replace(entry, tiles=(*others, tile))
    index = len(others) - 1 - others[::-1].index(tile)
    return replace(entry, tiles=(*others[:index], *others[index + 1 :]))


def discarded(entry: Entry, tile: Tile) -> Entry:
    """The entry after this tile of a full hand is discarded; it stays seen."""
    if tile not in entry.tiles:
        return entry
    tiles = list(entry.shown_tiles)
    tiles.remove(tile)
    return replace(entry, tiles=tuple(tiles), seen=(*entry.seen, tile))


def next_hand(entry: Entry) -> Entry:
    """An empty entry at the same table: its rules, round, seat, honba and sticks."""
    return Entry(table=replace(entry.table, dora=(), discarder=1))


def after_win(entry: Entry) -> Entry:
    """The next hand when only other players than the dealer won: the sticks are taken, no honba is left."""
    return Entry(table=replace(entry.table, dora=(), discarder=1, sticks=0, honba=0))


def after_dealer_win(entry: Entry) -> Entry:
    """The next hand when the dealer is among the winners: the sticks are taken, there is one more honba."""
    honba = min(entry.table.honba + 1, MOST_STICKS)
    return Entry(table=replace(entry.table, dora=(), discarder=1, sticks=0, honba=honba))


#: What follows a hand, by how it ended.
AFTER = {"next": next_hand, "won": after_win, "dealer_won": after_dealer_win}


def without_last(entry: Entry) -> Entry:
    """The entry without its last tile, or else its last meld or indicator."""
    if entry.tiles:
        return replace(entry, tiles=entry.tiles[:-1])
    if entry.melds:
        return replace(entry, melds=entry.melds[:-1])
    if entry.ura:
        return replace(entry, ura=entry.ura[:-1])
    if entry.nuki:
        return replace(entry, nuki=entry.nuki - 1)
    if entry.seen:
        return replace(entry, seen=entry.seen[:-1])
    return _with_dora(entry, entry.table.dora[:-1])


def without_meld(entry: Entry, index: int) -> Entry:
    """The entry without one of its melds."""
    return replace(entry, melds=entry.melds[:index] + entry.melds[index + 1 :])
