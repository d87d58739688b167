"""What a discard cost, judged by what `efficiency` says of the tiles that the player saw.

Counted are the player's own draws that bring the hand closer. Danger, calls, ron and draws that only improve the shape
are not seen, so that nothing is judged where these decide: under a threat and after a step back figures are shown and
not summed. There is no grade: the losses of one game say nothing about strength.
"""

from collections.abc import Callable, Mapping
from typing import Literal, NamedTuple, TypeVar

from webapp.efficiency.discards import Discard, discards
from webapp.efficiency.turns import turns
from webapp.records.replay import Decision
from webapp.scoring.tiles import KIND, Tile

#: `free`: nothing but the own hand decides. `threat`: somebody declared riichi or has three open melds. `back`: the
#: discard went a step back. `early`: four steps or more from tenpai, where useful tiles are all that is counted.
#: `only`: no other discard kept the shanten. `forced`: after the own riichi. `complete`: a hand that could be a win.
Kind = Literal["free", "threat", "back", "early", "only", "forced", "complete"]

#: From so many open melds of one opponent on, the hand is played under a threat.
THREATENING_MELDS = 3
#: How far a hand may be from tenpai for its values and, unless more is asked for, for its points.
FARTHEST_VALUE = 3
FARTHEST_POINTS = 2
#: Discards that cost less are nearly equal.
NEARLY_EQUAL = 200

Figure = TypeVar("Figure", int, float)
#: A figure of the discard that was chosen (None: not comparable), and of the best one.
Pair = tuple[Figure | None, Figure]


class Judged(NamedTuple):
    """A discard with its figures and those of the best one: useful tiles, points to expect and the chance to win by the
    last own draw; `share` is its part of the best value. What is not worked out is None."""

    decision: Decision
    kind: Kind
    best: Tile
    shanten: int | None = None
    ukeire: Pair[int] | None = None
    share: float | None = None
    points: Pair[float] | None = None
    win: Pair[float] | None = None

    @property
    def cost(self) -> float:
        """The points to expect that it cost; 0 where that is not judged."""
        if self.kind != "free" or self.points is None or self.points[0] is None:
            return 0.0
        return self.points[1] - self.points[0]


def judged(decision: Decision, *, far: bool = False) -> Judged:
    """A discard judged; `far`: with points to expect from 3-shanten too."""
    tile = decision.tile
    if decision.is_forced:
        return Judged(decision, "forced", tile)
    quick = discards(decision.holding, 0)
    if quick.shanten < 0:
        return Judged(decision, "complete", tile, quick.shanten)
    options = {one.tile: one for one in quick.discards if not decision.barred >> KIND[one.tile] & 1}
    if not options or (len(options) == 1 and tile in options):
        return Judged(decision, "only", tile, quick.shanten)
    kind = _kind(decision, quick.shanten, tile in options)
    best = max(options, key=lambda one: options[one].ukeire.count)
    if options.get(tile) and options[tile].ukeire.count == options[best].ukeire.count:
        best = tile
    widest = options[best].ukeire.count
    blank = Judged(decision, kind, best, quick.shanten, (_count(options.get(tile)), widest))
    if quick.shanten > FARTHEST_VALUE:
        return blank
    return _with_points(_with_share(blank, options), options, far=far)


def _kind(decision: Decision, shanten: int, is_kept: bool) -> Kind:
    if decision.against or decision.open_melds >= THREATENING_MELDS:
        return "threat"
    if not is_kept:
        return "back"
    return "early" if shanten > FARTHEST_VALUE else "free"


def _count(discard: Discard | None) -> int | None:
    return discard.ukeire.count if discard else None


def _with_share(blank: Judged, options: Mapping[Tile, Discard]) -> Judged:
    """With the share of the best value, where values can be worked out; the best discard is then that of the value."""
    full = discards(blank.decision.holding)
    values = {one.tile: one.value for one in full.discards if one.tile in options and one.value is not None}
    if not values:
        return blank
    best = _best(values.__getitem__, values, blank.decision.tile)
    chosen = values.get(blank.decision.tile)
    share = None if chosen is None or not values[best] else chosen / values[best]
    return _of(blank, best, options)._replace(share=share)


def _with_points(blank: Judged, options: Mapping[Tile, Discard], *, far: bool) -> Judged:
    """With points to expect, by which the best discard is chosen then."""
    decision = blank.decision
    is_near = far or (blank.shanten or 0) <= FARTHEST_POINTS
    courses = turns(decision.holding, draws=decision.draws) if is_near and decision.draws else None
    if not courses:
        return blank
    points = {tile: courses[tile].points[0] for tile in options}
    best = _best(points.__getitem__, points, decision.tile)
    own = courses[decision.tile] if decision.tile in options else None
    return _of(blank, best, options)._replace(
        points=(own.points[0] if own else None, points[best]),
        win=(own.win[0] if own else None, courses[best].win[0]),
    )


def _best(figure: Callable[[Tile], float], tiles: Mapping[Tile, object], chosen: Tile) -> Tile:
    """The tile with the highest figure; the chosen one if it is as good."""
    best = max(tiles, key=figure)
    return chosen if chosen in tiles and figure(chosen) == figure(best) else best


def _of(judgement: Judged, best: Tile, options: Mapping[Tile, Discard]) -> Judged:
    """A judgement with another best discard, and its useful tiles."""
    chosen = judgement.ukeire[0] if judgement.ukeire else None
    return judgement._replace(best=best, ukeire=(chosen, options[best].ukeire.count))
