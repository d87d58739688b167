"""Late events, entered without knowledge of the last events of the game.

Two phones often enter the same hand, and it counts once. If the two differ, the later one can replace the hand that the
other phone entered.
"""

from webapp.game.events import Event, Riichi
from webapp.game.log import Game, Moment


def rival(then: Game, now: Game) -> Moment | None:
    """The first hand that ended after `then`, the game as the author of an event knew it; None if none has."""
    return next((moment for moment in now.line if moment.seq > then.length and moment.hand), None)


def twin(then: Game, after: Game, now: Game, event: Event) -> int | None:
    """The number of the event in `now` with the same effect as `event` would have had in `then`; None if none has.
    `after` is the game `then` with the event played."""
    if isinstance(event, Riichi):
        # A correction may have laid the player's stick in an earlier hand.
        hands = len(then.state.hands)
        later = (moment for moment in now.line if moment.seq > then.length and len(moment.state.hands) >= hands)
        return next((moment.seq for moment in later if moment.event == event), None)
    other = rival(then, now)
    own = after.line[-1].hand if after.length > then.length and after.line else None
    if not other or not own or not other.hand:
        return None
    is_same = type(own.event) is type(other.event) and (own.number, own.honba, own.deltas) == (
        other.hand.number,
        other.hand.honba,
        other.hand.deltas,
    )
    return other.seq if is_same else None
