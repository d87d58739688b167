"""Judging the discards of a log piece by piece, as a function of plain values, which another process can run."""

from webapp.efficiency.last_draws import TooMuch
from webapp.game.events import Player
from webapp.records.check import CheckedHand
from webapp.records.judge import Judged, judged

#: The most that a piece of judging discards may cost: about as much as 50 scoring taps, a little less than one request
#: may cost. A piece has at least one discard.
PIECE = 300_000


def judged_discards(hand: CheckedHand, player: Player, begin: int = 0) -> tuple[tuple[Judged, ...], int | None]:
    """Judges the discards of a player in one hand of a log, from number `begin` on, until one piece of work has cost
    enough. Returns them, and the number at which the next piece begins (None: there is none)."""
    done: list[Judged] = []
    left = PIECE
    for decision in hand.decisions(player)[begin:]:
        try:
            done.append(judged(decision, left) if done else judged(decision))
        except TooMuch:
            return tuple(done), begin + len(done)
        left = max(left - done[-1].spent, 0)
    return tuple(done), None
