"""The hands of a day as a page lists them: their tiles, who won, how and when."""

from typing import NamedTuple

from webapp.efficiency.holding import Holding
from webapp.entry import Entry
from webapp.pages.calculator.advice import Advice
from webapp.pages.calculator.answer import result_of
from webapp.pages.calculator.meld_layout import LaidTile, laid_out
from webapp.pages.calculator.win import WinView
from webapp.scoring.tiles import NAMES, NORTH_KIND, Tile


class HeldTiles(NamedTuple):
    """The tiles in a hand, the winning tile last, and its melds as they lie at the table."""

    tiles: tuple[Tile, ...]
    melds: list[list[LaidTile]]


class HandLine(NamedTuple):
    """A hand of the list, and the time when it was won. `held` has the tiles of each winner who is paid, in the order
    of `wins`; if nobody is, those of all hands.

    `wins` is empty if the hand is no win. It has a win for each winner who is paid, or the only one's. `is_draw` says
    that three won and the rules make that a draw.
    """

    entry: Entry
    held: tuple[HeldTiles, ...]
    wins: tuple[WinView, ...]
    is_draw: bool
    at: str


def hand_line(entry: Entry, at: str) -> HandLine:
    """The line of a complete hand and the time when it was won."""
    result = result_of(entry, (), _no_advice)
    by_seat = {each.table.seat: _held(each) for each in (entry, *entry.also)}
    held = tuple(by_seat[win.seat] for win in result.paid) or tuple(by_seat.values())
    is_draw = bool(result.wins) and not result.paid
    return HandLine(entry, held, result.paid, is_draw, at)


def _held(entry: Entry) -> HeldTiles:
    melds = [laid_out(meld, entry.rules.players) for meld in entry.melds]
    norths = [[LaidTile(NAMES[NORTH_KIND])] * entry.nuki] if entry.nuki else []
    return HeldTiles(entry.shown_tiles, melds + norths)


def _no_advice(_holding: Holding, _turn: int) -> Advice:
    """No advice: the list shows no discards for a hand that wins nothing."""
    return Advice(0)
