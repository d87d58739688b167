"""The calculator's page: the entry, its answer, the hand, the switches, and the palette.

Frozen values. Knows the engine and the entry; no request, no form field, no HTML. Words stay keys here: templates
choose them.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from webapp.entry import AFTER, Entry, cleared, sets_norths_aside, without_winner
from webapp.entry.mending import Offers, offers, runs
from webapp.pages.calculator.advice import Ahead, with_values
from webapp.pages.calculator.answer import ResultView, result_of
from webapp.pages.calculator.flag_switches import FlagSwitch, flag_switches
from webapp.pages.calculator.meld_layout import LaidMeld, laid_meld
from webapp.pages.calculator.other_players import Other, others_of
from webapp.pages.calculator.palette import Mode, PaletteKey, keys_of, modes_of
from webapp.scoring.problems import Problem
from webapp.scoring.settlement import is_drawn_by
from webapp.scoring.table import WIND_NAMES
from webapp.scoring.tiles import RED_FIVES


@dataclass(frozen=True)
class Sheet:
    """The whole page. The palette is computed on demand, since the answer to a tap does not need it."""

    entry: Entry
    melds: tuple[LaidMeld, ...]
    flags: tuple[FlagSwitch, ...]
    #: The winds of the seats at this table.
    winds: tuple[str, ...]
    result: ResultView
    #: How the hand ended, and the entry with which the next hand begins.
    ending: str
    next: Entry
    #: The seats of the other winners on the same discard.
    also: tuple[str, ...]
    #: The winds of the players who cannot be this winner.
    taken: tuple[str, ...]
    #: The players who can have discarded the winning tile.
    others: tuple[Other, ...]

    @cached_property
    def keys(self) -> tuple[PaletteKey, ...]:
        """The keys of the palette, without red fives."""
        return keys_of(self.entry.in_mode())

    @cached_property
    def red_keys(self) -> tuple[PaletteKey, ...]:
        """The keys of the red fives."""
        return keys_of(self.entry.in_mode(), RED_FIVES)

    @cached_property
    def modes(self) -> Mapping[str, Mode]:
        """The modes by name; those that enter tiles into the hand come first."""
        return modes_of(self.entry.in_mode())

    @cached_property
    def offers(self) -> Offers | None:
        """The actions on the selected tile or meld; None if none is selected."""
        return offers(self.entry)

    @property
    def last_runs(self) -> dict[str, bool]:
        """The runs that the last meld can be, each with whether it is the present one."""
        last = len(self.entry.melds) - 1
        return {} if last < 0 or self.entry.selected_meld is not None else runs(self.entry, last)

    @property
    def cleared(self) -> Entry:
        """The entry after everything is cleared."""
        return cleared(self.entry)

    @property
    def emptied(self) -> Entry:
        """The entry without the tiles of this hand; the table stays as it is."""
        return AFTER["next"](self.entry)

    @property
    def dropped(self) -> Entry:
        """The entry without this winner, if there are others."""
        return without_winner(self.entry)

    @property
    def is_third(self) -> bool:
        """Whether this hand is that of a third winner, who makes the hand a draw by these rules."""
        return is_drawn_by(len(self.also) + 1, self.entry.rules)

    @property
    def has_norths(self) -> bool:
        """Whether norths can be set aside."""
        return sets_norths_aside(self.entry.rules)


def sheet_of(entry: Entry, unread: tuple[Problem, ...] = (), ahead: Ahead = with_values) -> Sheet:
    """The page for an entry. `unread` are the problems of reading it; `ahead` gives the discards."""
    result = result_of(entry, unread, ahead)
    return Sheet(
        entry=entry,
        melds=tuple(laid_meld(meld, entry.rules.players) for meld in entry.melds),
        flags=flag_switches(entry),
        winds=tuple(WIND_NAMES[: entry.rules.players]),
        result=result,
        ending=result.ending,
        next=AFTER[result.ending](entry),
        also=tuple(WIND_NAMES[other.table.seat] for other in entry.also),
        taken=tuple(wind for seat, wind in enumerate(WIND_NAMES) if seat in entry.taken_seats),
        others=others_of(entry.table, range(1, entry.rules.players)),
    )
