"""What has been entered so far, and what each key does to it: the palette, its modes, undo.

Forms and pages are not known here. An entry may be unfinished; if it is full (14 tiles, a meld counting three), the
last tile entered is the winning tile. A tile or meld of the hand may be selected: then the next key replaces it, and
`mending` says what else can be done with it. Edits return a new entry, or the same one if the key can enter nothing;
`inputs.forms.pressed` calls `settled` after each.

The page's script (`static/js/calculator/entry.js`) does the same at once, so that no tap waits for the server;
`tests/e2e/test_replay.py` plays both side by side.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Literal

from webapp.efficiency.holding import BY_RON, BY_TSUMO, Holding
from webapp.scoring.blocks import KAN, Meld, MeldType, is_meld, kinds_of_block
from webapp.scoring.hand import RIICHI_FLAGS, Flag, WinningHand
from webapp.scoring.rules import COPIES, RULES_KEPT, Rules, copies_of
from webapp.scoring.table import MOST_INDICATORS, MOST_STICKS, Table
from webapp.scoring.tiles import FIVES, KIND, NORTH_KIND, RED_FIVES, TILES, Kind, Tile, sort_key

By = Literal["ron", "tsumo"]

#: An empty table where nobody has said who deals in.
EMPTY_TABLE = Table(discarder=0)
MOST_TILES = 14
SET_SIZE = 3
#: The modes whose tiles go into the concealed hand.
TILE_MODES = ("tile", "pair", "triplet", "sequence")
MELD_MODES = tuple(MeldType)
INDICATOR_MODES = ("dora", "ura")
SEEN = "seen"
#: Modes for tiles that are not part of the hand, and so need no room in it.
BESIDE_MODES = (*INDICATOR_MODES, SEEN)
MODES = (*TILE_MODES, *MELD_MODES, *BESIDE_MODES)
#: Where every key enters its own tile and nothing else.
SINGLE_MODES = ("tile", *INDICATOR_MODES, SEEN)
_SET_SHAPES = {"tile": (0,), "pair": (0, 0), "triplet": (0, 0, 0), "sequence": (0, 1, 2)}
#: How much room in the hand a key needs, in each mode.
ROOM_NEEDED: dict[str, int] = {mode: len(shape) for mode, shape in _SET_SHAPES.items()}
ROOM_NEEDED |= dict.fromkeys(MELD_MODES, SET_SIZE) | dict.fromkeys(BESIDE_MODES, 0)


class Obstacle(StrEnum):
    """Why a key can enter nothing."""

    ABSENT = "absent"  #: The rules do without this tile.
    SHAPE = "shape"  #: There is no such set.
    ROOM = "room"  #: The hand has no room for it.
    MOST = "most"  #: There are five indicators already.
    COPIES = "copies"  #: Too few copies are left.


@dataclass(frozen=True)
class Entry:
    """The contents of the form. `by` is None until the player chooses; the rest has the values of an empty page."""

    tiles: tuple[Tile, ...] = ()
    melds: tuple[Meld, ...] = ()
    table: Table = EMPTY_TABLE
    ura: tuple[Tile, ...] = ()
    seen: tuple[Tile, ...] = ()
    by: By | None = None
    flags: frozenset[Flag] = frozenset()
    nuki: int = 0
    liable: int | None = None
    turn: int = 1
    mode: str = "tile"
    #: The place of the selected tile or meld: the tiles are counted as they are shown, the melds after them.
    selected: int | None = None
    #: The other winners on the same discard.
    also: tuple["Entry", ...] = ()

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.table.rules

    @property
    def room(self) -> int:
        """The number of tiles that still fit into the hand."""
        return MOST_TILES - 3 * len(self.melds) - len(self.tiles)

    @property
    def is_full(self) -> bool:
        """Whether no more tiles fit; then the last one is the winning tile."""
        return self.room <= 0

    @property
    def is_open(self) -> bool:
        """Whether a tile of the hand was called."""
        return any(meld.type.is_open for meld in self.melds)

    @property
    def has_riichi(self) -> bool:
        """Whether riichi of any sort was declared."""
        return not self.flags.isdisjoint(RIICHI_FLAGS)

    @property
    def knows_win(self) -> bool:
        """Whether the last tile is the one that another player has won on. Keys enter the tiles before it."""
        return bool(self.tiles and self.also) and self.also[0].is_full and self.tiles[-1] == self.also[0].tiles[-1]

    @property
    def has_win(self) -> bool:
        """Whether the last tile is the winning tile."""
        return self.is_full or self.knows_win

    @property
    def shown_tiles(self) -> tuple[Tile, ...]:
        """The tiles as a player holds them: sorted, the winning tile last."""
        if self.has_win:
            return (*sorted(self.tiles[:-1], key=sort_key), self.tiles[-1])
        return tuple(sorted(self.tiles, key=sort_key))

    @property
    def selected_meld(self) -> int | None:
        """Which of the melds is selected, if one is."""
        if self.selected is None or self.selected < len(self.tiles):
            return None
        return self.selected - len(self.tiles)

    @property
    def selected_tiles(self) -> tuple[Tile, ...]:
        """The selected tile, or the tiles of the selected meld."""
        if self.selected is None:
            return ()
        index = self.selected_meld
        return self.shown_tiles[self.selected : self.selected + 1] if index is None else self.melds[index].tiles

    @property
    def all_tiles(self) -> tuple[Tile, ...]:
        """Every tile of the entry, wherever it is."""
        melds = tuple(tile for meld in self.melds for tile in meld.tiles)
        return (*self.tiles, *melds, *self.table.dora, *self.ura, *self.seen, *(NORTH_KIND,) * self.nuki)

    def settled(self) -> "Entry":
        """The entry without what the rest of it rules out.

        An open hand has no riichi; without riichi there is no ippatsu and no ura; after a ron nothing is left that only
        a tsumo can have, and the other way round.
        """
        flags = self.flags - RIICHI_FLAGS if self.is_open else self.flags
        flags = flags - {"ron": BY_TSUMO, "tsumo": BY_RON, None: frozenset()}[self.by]
        if not flags & RIICHI_FLAGS:
            return replace(self, flags=flags - {Flag.IPPATSU}, ura=()).in_mode()
        return replace(self, flags=flags).in_mode()

    def in_mode(self) -> "Entry":
        """The entry in its mode where that can be chosen, otherwise in the mode for single tiles."""
        is_waiting = self.mode == "ura" and not self.has_riichi
        return self if has_mode(self.rules, self.mode) and not is_waiting else replace(self, mode="tile")

    def hand(self, *, is_tsumo: bool) -> WinningHand:
        """The winning hand; there must be tiles."""
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
        """The tiles as a hand before it is won: 3n + 1, or 3n + 2 of which the last was just drawn."""
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
        table = _seated(self.table, other.table.seat)
        return replace(other, table=table, seen=self.seen, by="ron")

    @property
    def discarders(self) -> tuple[int, ...]:
        """Who can have dealt in, 1–3 seen from the winner: everybody who has not won."""
        winners = {other.table.seat for other in self.also}
        return tuple(other for other in range(1, self.rules.players) if self.table.seat_of(other) not in winners)

    def with_only_discarder(self) -> "Entry":
        """The entry with the discarder named where only one player can have dealt in."""
        if self.by != "ron" or self.table.discarder or len(self.discarders) != 1:
            return self
        return replace(self, table=replace(self.table, discarder=self.discarders[0]))

    @property
    def own(self) -> "Entry":
        """The entry without what `of_other_winner` takes over from another one."""
        return replace(self, table=replace(EMPTY_TABLE, seat=self.table.seat), seen=(), by=None)

    def next_winner(self) -> "Entry | None":
        """An empty entry for one more winner on the same discard; None if no player is left."""
        taken = {self.table.seat, self.table.discarder_seat, *(other.table.seat for other in self.also)}
        free = [seat for seat in range(self.rules.players) if seat not in taken]
        if len(free) <= (not self.table.discarder):
            return None
        table = replace(EMPTY_TABLE, seat=free[0])
        empty = Entry(tiles=self.tiles[-1:], table=table, also=(replace(self, also=()), *self.also))
        return self.of_other_winner(empty)


def obstacle(entry: Entry, tile: Tile) -> Obstacle | None:
    """Why a key can enter nothing in the entry's mode; None if it can."""
    return obstacles(entry, (tile,))[0]


def obstacles(entry: Entry, keys: Sequence[Tile]) -> tuple[Obstacle | None, ...]:
    """The same for each of these keys."""
    entry = _before_key(entry)
    entered = Counter(entry.all_tiles)
    return tuple(_obstacle(entry, tile, entered) for tile in keys)


def _before_key(entry: Entry) -> Entry:
    """What the next key adds to: the entry, but without the selected tile or meld, in the mode that entered it."""
    if entry.selected is None:
        return entry
    index = entry.selected_meld
    return replace(exchanged(entry), mode="tile" if index is None else entry.melds[index].type.value)


def _obstacle(entry: Entry, tile: Tile, entered: Counter[Tile]) -> Obstacle | None:
    tiles = entered_by_keys(entry.rules)[entry.mode][tile]
    if not copies_of(tile, entry.rules):
        return Obstacle.ABSENT
    if not tiles:
        return Obstacle.SHAPE
    if 0 < ROOM_NEEDED[entry.mode] > entry.room:
        return Obstacle.ROOM
    if entry.mode in INDICATOR_MODES and len(_indicators(entry)) >= MOST_INDICATORS:
        return Obstacle.MOST
    if any(entered[each] + tiles.count(each) > copies_of(each, entry.rules) for each in tiles):
        return Obstacle.COPIES
    return None


def tapped(entry: Entry, tile: Tile) -> Entry:
    """The entry after a key of the palette in the entry's mode, with the mode for the next key. What is selected is
    replaced; nothing is selected then.
    """
    if obstacle(entry, tile):
        return entry
    if entry.selected is not None:
        return exchanged(entry, entered_by_keys(entry.rules)[_before_key(entry).mode][tile])
    after = _with_key(entry, entered_by_keys(entry.rules)[entry.mode][tile])
    return replace(after, mode=_mode_after(after))


def _with_key(entry: Entry, tiles: tuple[Tile, ...]) -> Entry:
    mode = entry.mode
    if mode == "dora":
        return _with_dora(entry, entry.table.dora + tiles)
    if mode == "ura":
        return replace(entry, ura=entry.ura + tiles)
    if mode == SEEN:
        return replace(entry, seen=entry.seen + tiles)
    if mode in MELD_MODES:
        return replace(entry, melds=(*entry.melds, Meld(MeldType(mode), tiles)))
    place = len(entry.tiles) - entry.knows_win
    return replace(entry, tiles=entry.tiles[:place] + tiles + entry.tiles[place:])


def _mode_after(entry: Entry) -> str:
    """The mode after a key in the entry's mode.

    Seen stays. A full hand is followed by its indicators: one, and one more for each kan; with riichi by as many ura.
    """
    kans = sum(meld.type.block is KAN for meld in entry.melds)
    if entry.mode == "dora" and entry.is_full and len(entry.table.dora) <= kans:
        return "dora"
    if entry.mode == "dora" and entry.has_riichi:
        return "ura"
    if entry.mode == "ura" and entry.is_full and len(entry.ura) < len(entry.table.dora):
        return "ura"
    return SEEN if entry.mode == SEEN else "tile"


def _indicators(entry: Entry) -> tuple[Tile, ...]:
    return entry.table.dora if entry.mode == "dora" else entry.ura


def _with_dora(entry: Entry, dora: tuple[Tile, ...]) -> Entry:
    return replace(entry, table=replace(entry.table, dora=dora))


@lru_cache(RULES_KEPT)
def entered_by_keys(rules: Rules) -> dict[str, tuple[tuple[Tile, ...], ...]]:
    """What the key of each tile enters in each mode: the tiles, none where there is no such set."""
    return {mode: tuple(_entered_by(mode, tile, rules) for tile in TILES.values()) for mode in MODES}


def has_mode(rules: Rules, mode: str) -> bool:
    """Whether any key enters something in this mode: three players call no chi."""
    return any(entered_by_keys(rules)[mode])


def _entered_by(mode: str, tile: Tile, rules: Rules) -> tuple[Tile, ...]:
    if mode in SINGLE_MODES:
        return (tile,)
    if mode in MELD_MODES:
        meld = meld_of(MeldType(mode), tile, rules)
        return meld.tiles if meld else ()
    return set_of(mode, tile, rules)


def sets_norths_aside(rules: Rules) -> bool:
    """Whether a north can be set aside as dora."""
    return rules.players == 3 and rules.nuki_dora


def set_of(mode: str, tile: Tile, rules: Rules) -> tuple[Tile, ...]:
    """The tiles that a key enters in a mode of `TILE_MODES`; none if the set does not exist."""
    kinds = [KIND[tile] + step for step in _SET_SHAPES[mode]]
    if mode == "sequence" and not is_meld(MeldType.CHI, kinds):
        return ()
    return _with_reds(kinds, tile, rules)


def meld_of(meld: MeldType, tile: Tile, rules: Rules) -> Meld | None:
    """The meld that a key enters; the key of a chi is its lowest tile. None if the meld does not exist."""
    kinds = list(kinds_of_block(meld.block, KIND[tile]))
    if (rules.players == 3 and meld is MeldType.CHI) or (sets_norths_aside(rules) and NORTH_KIND in kinds):
        return None
    return Meld(meld, _with_reds(kinds, tile, rules)) if is_meld(meld, kinds) else None


def _with_reds(kinds: list[Kind], tile: Tile, rules: Rules) -> tuple[Tile, ...]:
    """Tiles of these kinds, with a red five for a red key, and with as many as four fives must have."""
    tiles: list[Tile] = list(kinds)
    for red, five, reds in zip(RED_FIVES, FIVES, rules.red_fives, strict=True):
        needed = max(int(tile == red), kinds.count(five) - (COPIES - reds))
        for _ in range(min(needed, kinds.count(five))):
            tiles[tiles.index(five)] = red
    return tuple(sorted(tiles, key=sort_key))


def exchanged(entry: Entry, tiles: tuple[Tile, ...] = ()) -> Entry:
    """The entry with these tiles in place of the selected tile or meld, or without it; nothing is selected then.

    The winning tile stays the winning one. A meld stays of its type, called from the same player.
    """
    before = replace(entry, mode="tile", selected=None)
    index = entry.selected_meld
    if index is not None:
        meld = entry.melds[index]
        melds = (Meld(meld.type, tiles, source=meld.source),) if tiles else ()
        return replace(before, melds=(*entry.melds[:index], *melds, *entry.melds[index + 1 :]))
    index = _index_of_selected(entry)
    return replace(before, tiles=entry.tiles[:index] + tiles + entry.tiles[index + 1 :])


def _index_of_selected(entry: Entry) -> int:
    """The index of the selected tile in the order of the taps."""
    last = len(entry.tiles) - 1
    if entry.has_win and entry.selected == last:
        return last
    (tile,) = entry.selected_tiles
    return _last_index(entry.tiles[:last] if entry.has_win else entry.tiles, tile)


def with_north_aside(entry: Entry) -> Entry:
    """The entry with one more north set aside; with none if no more are left, so that a mistake can be mended."""
    is_left = Counter(entry.all_tiles)[NORTH_KIND] < copies_of(NORTH_KIND, entry.rules)
    if not sets_norths_aside(entry.rules) or not (is_left or entry.nuki):
        return entry
    return replace(entry, nuki=entry.nuki + 1 if is_left else 0, mode="tile", selected=None)


def discarded(entry: Entry, tile: Tile) -> Entry:
    """The entry after a discard from a full hand; the tile is seen from now on."""
    if tile not in entry.tiles:
        return entry
    index = _last_index(entry.tiles, tile)
    tiles = entry.tiles[:index] + entry.tiles[index + 1 :]
    return replace(entry, tiles=tiles, seen=(*entry.seen, tile), selected=None)


def _last_index(tiles: tuple[Tile, ...], tile: Tile) -> int:
    return len(tiles) - 1 - tiles[::-1].index(tile)


def moved(entry: Entry, seat: int) -> Entry:
    """The entry after the winner takes another seat.

    The discarder is counted from the winner. Of several winners everybody sits somewhere: the discarder stays there.
    """
    table = _seated(entry.table, seat) if entry.also else replace(entry.table, seat=seat)
    return replace(entry, table=table)


def _seated(table: Table, seat: int) -> Table:
    """The table seen from another seat: the discarder stays where they sit."""
    discarder = (table.discarder_seat - seat) % table.rules.players or 1 if table.discarder else 0
    return replace(table, seat=seat, discarder=discarder)


def next_hand(entry: Entry) -> Entry:
    """An empty entry at the same table: its rules, round, hand of the round, seat, honba and sticks."""
    return Entry(table=replace(entry.table, dora=(), discarder=0))


def after_win(entry: Entry) -> Entry:
    """The next hand when only other players than the dealer won: the sticks are taken, no honba is left, the next
    player deals. Whether another round follows is not known here: after the last hand of a round comes the same."""
    kyoku = min(entry.table.kyoku + 1, entry.rules.players)
    return Entry(table=replace(entry.table, dora=(), discarder=0, sticks=0, honba=0, kyoku=kyoku))


def after_dealer_win(entry: Entry) -> Entry:
    """The next hand when the dealer is among the winners: the sticks are taken, there is one more honba."""
    honba = min(entry.table.honba + 1, MOST_STICKS)
    return Entry(table=replace(entry.table, dora=(), discarder=0, sticks=0, honba=honba))


#: The next entry, by how the hand ended.
AFTER = {"next": next_hand, "won": after_win, "dealer_won": after_dealer_win}


def without_last(entry: Entry) -> Entry:
    """The entry without its last tile, or else its last meld, ura indicator, north, seen tile or dora indicator."""
    before = replace(entry, mode="tile", selected=None)
    if entry.tiles:
        place = len(entry.tiles) - 1
        place -= entry.knows_win and place > 0
        return replace(before, tiles=entry.tiles[:place] + entry.tiles[place + 1 :])
    if entry.melds:
        return replace(before, melds=entry.melds[:-1])
    if entry.ura:
        return replace(before, ura=entry.ura[:-1])
    if entry.nuki:
        return replace(before, nuki=entry.nuki - 1)
    if entry.seen:
        return replace(before, seen=entry.seen[:-1])
    return _with_dora(before, entry.table.dora[:-1])
