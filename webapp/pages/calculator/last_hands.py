"""The hands of a day as a page lists them: their tiles, who won, how and when."""

from dataclasses import dataclass

from webapp.efficiency.holding import Holding
from webapp.entry import Entry
from webapp.pages.calculator.advice import Advice
from webapp.pages.calculator.answer import result_of
from webapp.pages.calculator.meld_layout import LaidTile, laid_out
from webapp.pages.calculator.win import WinView
from webapp.scoring.tiles import NAMES, NORTH_KIND, Tile


@dataclass(frozen=True)
class HandLine:
    """A hand of the list, and the time when it was won. `tiles` are its own tiles, `melds` lie as at the table.

    `wins` is empty if the hand is no win. It has a win for each winner who is paid, or the only one's. `is_draw` says
    that three won and the rules make that a draw.
    """

    entry: Entry
    tiles: tuple[Tile, ...]
    melds: list[list[LaidTile]]
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
    melds = [laid_out(meld, entry.rules.players) for meld in entry.melds]
    norths = [[LaidTile(NAMES[NORTH_KIND])] * entry.nuki] if entry.nuki else []
    is_draw = bool(result.wins) and not result.paid
    return HandLine(entry, tuple(entry.shown_tiles), melds + norths, result.paid, is_draw, at)


def _no_advice(_holding: Holding, _turn: int) -> Advice:
    """No advice: the list shows no discards for a hand that wins nothing."""
    return Advice(0)
