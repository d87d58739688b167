"""The contents of the form: what is entered so far, what each key does to it, and what can be done with the selection.

Nothing here knows about forms and pages. An entry may be unfinished; if it is full (14 tiles, a meld counting three),
the last tile entered is the winning tile. A tile or meld of the hand may be selected: then the next key replaces it,
and `mending` has all other edits of it. Edits return a new entry, or the same one if nothing can be done;
`pages.calculator.buttons.pressed` calls `settled` after each. The modules build on one another in this order::

    modes → entered → palette_keys, next_hand → mending

The page's script (`static/js/calculator/entry.js`) has the keys and the edits too, so that no tap waits for the server;
`tests/e2e/test_replay.py` plays both side by side. What follows from a tap (`Entry.settled`, the next hand) comes with
the answer.
"""

from webapp.entry.entered import EMPTY_TABLE, MOST_TILES, By, Entry
from webapp.entry.modes import (
    INDICATOR_MODES,
    MELD_MODES,
    MODES,
    ROOM_NEEDED,
    SEEN,
    SET_SIZE,
    SINGLE_MODES,
    TILE_MODES,
    entered_by_keys,
    has_mode,
    meld_of,
    sets_norths_aside,
)
from webapp.entry.next_hand import AFTER, cleared, without_winner
from webapp.entry.palette_keys import (
    Obstacle,
    discarded,
    lacks_indicator,
    moved,
    obstacle,
    obstacles,
    tapped,
    with_north_aside,
    without_last,
)

__all__ = [
    "AFTER",
    "EMPTY_TABLE",
    "INDICATOR_MODES",
    "MELD_MODES",
    "MODES",
    "MOST_TILES",
    "ROOM_NEEDED",
    "SEEN",
    "SET_SIZE",
    "SINGLE_MODES",
    "TILE_MODES",
    "By",
    "Entry",
    "Obstacle",
    "cleared",
    "discarded",
    "entered_by_keys",
    "has_mode",
    "lacks_indicator",
    "meld_of",
    "moved",
    "obstacle",
    "obstacles",
    "sets_norths_aside",
    "tapped",
    "with_north_aside",
    "without_last",
    "without_winner",
]
