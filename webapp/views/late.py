"""What a player is told whose entry arrived after another phone's: what the other one entered, and what can be done
with one's own."""

import json
from collections.abc import Mapping
from dataclasses import dataclass

from webapp.game import Event, Game, play, rival
from webapp.game.log import Moment
from webapp.views.game import Told, told


@dataclass(frozen=True)
class Late:
    """The hand that the other phone entered and one's own, where they are hands.

    `again` is one's own event as JSON, `instead` the event that puts it in the place of the other one; empty where
    there is nothing to replace.
    """

    other: Told | None
    own: Told | None
    again: str
    instead: str


def late_of(then: Game, now: Game, event: Event, names: tuple[str, ...], body: Mapping[str, object]) -> Late:
    """An `event`, as JSON its `body`, whose author knew the game as it was `then`."""
    other = rival(then, now)
    played = play(then, event).game
    own = played.line[-1] if played.length > then.length and played.line else None
    can_replace = other is not None and own is not None and own.hand is not None
    return Late(
        other=_told(other, now, names),
        own=_told(own, played, names),
        again=json.dumps(body),
        instead=json.dumps({"type": "amend", "seq": other.seq, "event": body}) if other and can_replace else "",
    )


def _told(moment: Moment | None, game: Game, names: tuple[str, ...]) -> Told | None:
    return told(moment.hand, game.state, names) if moment and moment.hand else None
