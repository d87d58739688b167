"""What the button that sent the page's form does to the entry."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from webapp.entry import AFTER, Entry, cleared, discarded, moved, tapped, with_north_aside, without_last, without_winner
from webapp.entry.mending import fed, in_run, reddened, removed, selecting, winning
from webapp.formats.address import PLACES
from webapp.scoring.table import WIND_NAMES
from webapp.scoring.tiles import NAMES, Tile

BUTTONS = frozenset({"action", "tap", "wait", "discard", "select", "feeder", "run", "fed"})
SOURCES = {"1": 1, "2": 2, "3": 3}


def pressed(entry: Entry, form: Mapping[str, str]) -> Entry:
    """The entry after the button that sent the form: a key of the palette, a tile of the hand, an action on the
    selected tile, undo, clear or next.

    An entry that the button changes is settled (`Entry.settled`). Without a button, or if its key can enter nothing,
    the entry stays as it was filled in.
    """
    entry = _seated(entry, form.get("seat_before", ""))
    after = _after_button(entry, form)
    return entry if after is entry else after.settled()


def is_pressed(form: Mapping[str, str]) -> bool:
    """Whether a button that does something sent the form."""
    return not BUTTONS.isdisjoint(form)


def _seated(entry: Entry, before: str) -> Entry:
    """The entry after its player moved from the seat `before` to the seat in the form."""
    if len(before) != 1 or before not in WIND_NAMES:
        return entry
    seat = WIND_NAMES.index(before)
    return moved(replace(entry, table=replace(entry.table, seat=seat)), entry.table.seat)


def _after_button(entry: Entry, form: Mapping[str, str]) -> Entry:
    if (action := _ACTIONS.get(form.get("action", ""))) is not None:
        return action(entry)
    if (tap := form.get("tap")) in NAMES:
        return tapped(entry, NAMES.index(tap))
    if (wait := form.get("wait")) in NAMES:
        return _with_drawn(entry, NAMES.index(wait))
    if (gone := form.get("discard")) in NAMES:
        return discarded(entry, NAMES.index(gone))
    if (place := form.get("select", "")) in PLACES:
        return selecting(entry, PLACES[place])
    if (feeder := form.get("feeder", "")) in SOURCES:
        return fed(entry, SOURCES[feeder])
    if (run := form.get("run")) is not None:
        return in_run(entry, run)
    if (source := form.get("fed", "")) in SOURCES:
        return replace(entry, liable=SOURCES[source])
    return entry


def _with_drawn(entry: Entry, tile: Tile) -> Entry:
    """The entry after a tap on a wait. The tile is the winning tile; it does not replace a selected tile."""
    unselected = replace(entry, selected=None, keeps_win=False)
    after = tapped(unselected, tile)
    return entry if after is unselected else after


_ACTIONS: dict[str, Callable[[Entry], Entry]] = {
    **AFTER,
    "undo": without_last,
    "clear": cleared,
    "drop": without_winner,
    "nuki": with_north_aside,
    "who_is_liable": lambda entry: replace(entry, liable=None),
    "no_norths": lambda entry: replace(entry, nuki=0),
    "remove": removed,
    "winning": winning,
    "red": lambda entry: reddened(entry, 1),
    "plain": lambda entry: reddened(entry, -1),
}
