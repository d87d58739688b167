"""The hands of a day as a page lists them: their tiles, who won, how and when."""

from dataclasses import dataclass

from webapp.efficiency.holding import Holding
from webapp.entry import Entry
from webapp.pages.calculator.advice import Advice
from webapp.pages.calculator.answer import result_of
from webapp.pages.calculator.win import WinView
from webapp.scoring.tiles import NORTH_KIND, Tile


@dataclass(frozen=True)
class HandLine:
    """A hand of the list, and the time when it was won. `tiles` are all its tiles, the melds and norths last. `win` is
    None if the hand is no win."""

    entry: Entry
    tiles: tuple[Tile, ...]
    win: WinView | None
    at: str

    @property
    def winning(self) -> int:
        """The index of the winning tile."""
        return len(self.entry.tiles) - 1

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats of all who won on the discard."""
        return tuple(winner.table.seat for winner in (self.entry, *self.entry.also))


def hand_line(entry: Entry, at: str) -> HandLine:
    """The line of a complete hand and the time when it was won."""
    wins = result_of(entry, (), _no_advice).wins
    melds = (tile for meld in entry.melds for tile in meld.tiles)
    tiles = (*entry.shown_tiles, *melds, *(NORTH_KIND,) * entry.nuki)
    return HandLine(entry, tiles, wins[0] if wins else None, at)


def _no_advice(_holding: Holding, _turn: int) -> Advice:
    """No advice: the list shows no discards for a hand that wins nothing."""
    return Advice(0)
