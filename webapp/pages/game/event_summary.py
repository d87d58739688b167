"""An event of a game in short: how a hand ended, who won, who dealt in; points and chips entered by hand."""

from typing import NamedTuple

from webapp.game.events import Adjust, Chips, Chombo, Draw, Win
from webapp.game.log import Moment
from webapp.game.state import Hand, Place


class EventSummary(NamedTuple):
    """A finished hand in short: how it ended, the winners with their points, and the player who dealt in. `players` are
    those in tenpai, those with nagashi mangan, or the player of a chombo. `liable` pay for a yakuman they fed (pao).

    It can also be points (`how` is "adjust") or chips ("chips") by hand: `gains` is then what players gained or lost.
    """

    how: str
    place: Place
    winners: tuple[tuple[str, int], ...] = ()
    dealt_in: str | None = None
    players: tuple[str, ...] = ()
    has_check: bool = False
    liable: tuple[str, ...] = ()
    gains: tuple[tuple[str, int], ...] = ()
    note: str = ""


def hand_summary(hand: Hand, names: tuple[str, ...]) -> EventSummary:
    """The summary of a finished hand."""
    at = hand.place
    match hand.event:
        case Win(wins):
            dealt_in = wins[0].dealt_in
            winners = tuple((names[won.player], hand.gains[won.player]) for won in wins)
            payer = None if dealt_in is None else names[dealt_in]
            fed = dict.fromkeys(names[part.player] for won in wins for part in won.liable if part.player != dealt_in)
            how = "tsumo" if payer is None else "ron"
            return EventSummary(how, at, winners, payer, has_check=bool(hand.to_check), liable=tuple(fed))
        case Draw(kind, tenpai, nagashi):
            named = nagashi or tenpai
            how = "nagashi" if nagashi else kind
            return EventSummary(how, at, players=tuple(names[player] for player in sorted(named)))
        case Chombo(player):
            return EventSummary("chombo", at, players=(names[player],))


def event_summary(moment: Moment, names: tuple[str, ...]) -> EventSummary | None:
    """The summary of the hand that a moment ended, or of points or chips by hand; None for anything else."""
    at = moment.state.place
    match moment.event:
        case Adjust(points, note):
            gains = tuple((name, gain) for name, gain in zip(names, points, strict=True) if gain)
            return EventSummary("adjust", at, gains=gains, note=note)
        case Chips(giver, taker, number):
            return EventSummary("chips", at, gains=((names[giver], -number), (names[taker], number)))
    return hand_summary(moment.hand, names) if moment.hand else None
