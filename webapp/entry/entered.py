"""The contents of the form: a hand, finished or not, and its situation. A value; edits make another one."""

from dataclasses import dataclass, replace
from typing import Literal

from webapp.efficiency.holding import BY_RON, BY_TSUMO, Holding
from webapp.efficiency.turns import DRAWS
from webapp.entry.modes import has_mode
from webapp.scoring.blocks import Meld
from webapp.scoring.hand import RIICHI_FLAGS, Flag, WinningHand
from webapp.scoring.rules import Rules
from webapp.scoring.table import Table
from webapp.scoring.tiles import NORTH_KIND, Tile, sort_key

By = Literal["ron", "tsumo"]

#: An empty table without a named discarder.
EMPTY_TABLE = Table(discarder=0)
MOST_TILES = 14


@dataclass(frozen=True)
class Entry:
    """The contents of the form; the defaults are those of an empty page. `by` is None until the player chooses."""

    tiles: tuple[Tile, ...] = ()
    melds: tuple[Meld, ...] = ()
    table: Table = EMPTY_TABLE
    ura: tuple[Tile, ...] = ()
    seen: tuple[Tile, ...] = ()
    by: By | None = None
    flags: frozenset[Flag] = frozenset()
    nuki: int = 0
    liable: int | None = None
    #: The number of own draws that are left.
    draws: int = DRAWS
    #: Whether the winner's seat is only a guess: the table still has the seat of the hand before, or of an empty page.
    is_seat_guessed: bool = False
    mode: str = "tile"
    #: Whether the last tile stays the winning tile although another tile or a meld was removed later.
    keeps_win: bool = False
    #: The place that is selected, if any. Places count the tiles as they are shown, then the melds, the dora indicators
    #: and the ura indicators.
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
    def only_way(self) -> By | None:
        """The only way of winning that the flags allow; None if they allow both or neither."""
        if self.flags.isdisjoint(BY_TSUMO) == self.flags.isdisjoint(BY_RON):
            return None
        return "ron" if self.flags.isdisjoint(BY_TSUMO) else "tsumo"

    @property
    def knows_win(self) -> bool:
        """Whether the last tile is the winning tile even before the hand is full, because it is kept or another player
        has won on it. Keys then enter tiles before it."""
        return bool(self.tiles) and (self.keeps_win or self.shares_win)

    @property
    def shares_win(self) -> bool:
        """Whether the last tile is the one that another player has won on."""
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
        """The index of the selected meld; None if no meld is selected."""
        index = -1 if self.selected is None else self.selected - len(self.tiles)
        return index if 0 <= index < len(self.melds) else None

    @property
    def places(self) -> int:
        """The number of places that can be selected: tiles, melds and indicators."""
        return len(self.tiles) + len(self.melds) + len(self.table.dora) + len(self.ura)

    @property
    def selected_indicator(self) -> tuple[Literal["dora", "ura"], int] | None:
        """The sort of the selected indicator and its index; None if no indicator is selected."""
        index = -1 if self.selected is None else self.selected - len(self.tiles) - len(self.melds)
        if index < 0:
            return None
        dora = len(self.table.dora)
        return ("dora", index) if index < dora else ("ura", index - dora)

    @property
    def selected_tiles(self) -> tuple[Tile, ...]:
        """The selected tile or indicator, or the tiles of the selected meld."""
        if self.selected is None:
            return ()
        if indicator := self.selected_indicator:
            name, place = indicator
            return (self.indicators(name)[place],)
        index = self.selected_meld
        return self.shown_tiles[self.selected : self.selected + 1] if index is None else self.melds[index].tiles

    def indicators(self, name: str) -> tuple[Tile, ...]:
        """The dora or the ura indicators."""
        return self.table.dora if name == "dora" else self.ura

    def with_indicators(self, name: str, tiles: tuple[Tile, ...]) -> "Entry":
        """The entry with these dora or ura indicators."""
        return replace(self, table=replace(self.table, dora=tiles)) if name == "dora" else replace(self, ura=tiles)

    @property
    def all_tiles(self) -> tuple[Tile, ...]:
        """Every tile of the entry, wherever it is."""
        melds = tuple(tile for meld in self.melds for tile in meld.tiles)
        return (*self.tiles, *melds, *self.table.dora, *self.ura, *self.seen, *(NORTH_KIND,) * self.nuki)

    def settled(self) -> "Entry":
        """The entry made consistent: everything that the rest of it rules out is dropped.

        A full hand does not need `keeps_win`. An open hand has no riichi. Without riichi there is no ippatsu and no
        ura; with riichi the ura of another winner are taken over. A ron has no flags that only a tsumo can have, and a
        tsumo none that only a ron can have. If no way of winning is chosen, such flags choose it.
        """
        flags = self.flags - RIICHI_FLAGS if self.is_open else self.flags
        by = self.by or self.only_way
        flags = flags - {"ron": BY_TSUMO, "tsumo": BY_RON, None: frozenset()}[by]
        has_riichi = not flags.isdisjoint(RIICHI_FLAGS)
        ura = self.ura or self.known_ura if has_riichi else ()
        flags = flags if has_riichi else flags - {Flag.IPPATSU}
        return replace(self.with_win_if_kept(), by=by, flags=flags, ura=ura).with_selection().in_mode()

    def with_selection(self) -> "Entry":
        """The entry, with the selection cleared if its place is gone."""
        return replace(self, selected=None) if self.selected is not None and self.selected >= self.places else self

    def with_win_if_kept(self) -> "Entry":
        """The entry, with `keeps_win` cleared if the hand has no tiles or is full."""
        return replace(self, keeps_win=False) if self.keeps_win and (not self.tiles or self.is_full) else self

    @property
    def known_ura(self) -> tuple[Tile, ...]:
        """The ura indicators of another winner: all winners with riichi have the same."""
        return next((other.ura for other in self.also if other.ura), ())

    def in_mode(self) -> "Entry":
        """The entry in its mode if that can be chosen, otherwise in the mode for single tiles."""
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
        table = self.table.seen_from(other.table.seat)
        return replace(other, table=table, seen=self.seen, by="ron")

    def led_by(self, other: "Entry") -> "Entry":
        """The entry as another winner of the same discard sees it; `other` is one of `also`."""
        rest = tuple(each for each in self.also if each is not other)
        return replace(self.of_other_winner(other), also=(replace(self, also=()), *rest))

    @property
    def discarders(self) -> tuple[int, ...]:
        """The players who can have dealt in, 1–3 seen from the winner: all who have not won."""
        winners = {other.table.seat for other in self.also}
        return tuple(other for other in range(1, self.rules.players) if self.table.seat_of(other) not in winners)

    def with_only_discarder(self) -> "Entry":
        """The entry, with the discarder named if only one player can have dealt in."""
        if self.by != "ron" or self.table.discarder or len(self.discarders) != 1:
            return self
        return replace(self, table=replace(self.table, discarder=self.discarders[0]))

    @property
    def own(self) -> "Entry":
        """The entry without the parts that `of_other_winner` fills in from another entry."""
        return replace(self, table=replace(EMPTY_TABLE, seat=self.table.seat), seen=(), by=None)

    @property
    def taken_seats(self) -> frozenset[int]:
        """The seats of the players who cannot be this winner: those of the other winners, and if there are any, that
        of the discarder (`UNNAMED` if not named yet)."""
        return self._taken_by(self.also)

    def _taken_by(self, winners: tuple["Entry", ...]) -> frozenset[int]:
        return frozenset({one.table.seat for one in winners} | {self.table.discarder_seat} if winners else ())

    def next_winner(self) -> "Entry | None":
        """An empty entry for one more winner on the same discard; None while this winner's seat is a guess, and if no
        player is left."""
        winners = (replace(self, also=()), *self.also)
        free = sorted({*range(self.rules.players)} - self._taken_by(winners))
        if self.is_seat_guessed or len(free) <= (not self.table.discarder):
            return None
        table = replace(EMPTY_TABLE, seat=free[0])
        return self.of_other_winner(Entry(tiles=self.tiles[-1:], table=table, is_seat_guessed=True, also=winners))


def entry_of(hand: WinningHand, kyoku: int | None = None) -> Entry:
    """The entry of a winning hand. A hand of a game, which is stored without its `kyoku`, is given it."""
    return Entry(
        tiles=(*hand.concealed, hand.win),
        melds=hand.melds,
        table=replace(hand.table, kyoku=kyoku or hand.table.kyoku),
        ura=hand.ura,
        by="tsumo" if hand.is_tsumo else "ron",
        flags=hand.flags,
        nuki=hand.nuki,
        liable=hand.liable,
    )
