"""The hands of a day as a page lists them: their tiles, who won, how and when."""

from dataclasses import dataclass

from webapp.efficiency.holding import Holding
from webapp.entry import Entry
from webapp.pages.calculator.advice import Advice
from webapp.pages.calculator.answer import result_of
from webapp.pages.calculator.win import WinView
from webapp.scoring.table import WIND_NAMES
from webapp.scoring.tiles import NAMES, NORTH_KIND


@dataclass(frozen=True)
class HandLine:
    """A hand of the list; `winning` is the index of its winning tile, `winners` are the seats of all who won on the
    discard. `win` is None if the hand is no win; `is_chosen` is whether ron or tsumo was chosen."""

    entry: Entry
    tiles: tuple[str, ...]
    winning: int
    win: WinView | None
    winners: tuple[str, ...]
    is_chosen: bool
    at: str


def hand_line(entry: Entry, at: str) -> HandLine:
    """The line of a complete hand and the time when it was won."""
    wins = result_of(entry, (), _no_advice).wins
    melds = tuple(tile for meld in entry.melds for tile in meld.tiles)
    norths = (NORTH_KIND,) * entry.nuki
    tiles = tuple(NAMES[tile] for tile in (*entry.shown_tiles, *melds, *norths))
    winners = tuple(WIND_NAMES[winner.table.seat] for winner in (entry, *entry.also))
    winning = len(entry.tiles) - 1
    return HandLine(entry, tiles, winning, wins[0] if wins else None, winners, entry.by is not None, at)


def _no_advice(_holding: Holding, _turn: int) -> Advice:
    """No advice: the list shows no discards for a hand that wins nothing."""
    return Advice(0)
