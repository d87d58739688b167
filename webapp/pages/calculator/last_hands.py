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
    """A hand of the list, and the time when it was won. `tiles` are all its tiles, the melds and norths last.

    `wins` is empty if the hand is no win. It has a win for each winner who is paid, or the only one's. `is_draw` says
    that three won and the rules make that a draw.
    """

    entry: Entry
    tiles: tuple[Tile, ...]
    wins: tuple[WinView, ...]
    is_draw: bool
    at: str

    @property
    def winning(self) -> int:
        """The index of the winning tile."""
        return len(self.entry.tiles) - 1


def hand_line(entry: Entry, at: str) -> HandLine:
    """The line of a complete hand and the time when it was won."""
    result = result_of(entry, (), _no_advice)
    melds = (tile for meld in entry.melds for tile in meld.tiles)
    tiles = (*entry.shown_tiles, *melds, *(NORTH_KIND,) * entry.nuki)
    return HandLine(entry, tiles, result.paid, bool(result.wins) and not result.paid, at)


def _no_advice(_holding: Holding, _turn: int) -> Advice:
    """No advice: the list shows no discards for a hand that wins nothing."""
    return Advice(0)
