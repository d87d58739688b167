"""Judges the discards of a player: the cost of each, by the figures of `efficiency` for the tiles that the player saw.

The figures count only the player's own draws that bring the hand closer. They ignore danger, calls, ron and draws that
only improve the shape. If these decide, under a threat or after a step back, figures are shown but not added up. There
is no grade: the losses of one game say nothing about strength.
"""

from collections.abc import Callable, Mapping
from math import isclose
from typing import Literal, NamedTuple, TypeVar

from webapp.efficiency.discards import BUDGET, Discard, discards
from webapp.efficiency.last_draws import TooMuch
from webapp.efficiency.turns import cost, turns_beside
from webapp.records.replay import Decision
from webapp.scoring.tiles import KIND, RED_FIVES, Tile, sort_key

#: `free`: only the player's own hand decides. `threat`: an opponent declared riichi or has three open melds. `back`:
#: the discard went a step back. `early`: four steps or more from tenpai, where only useful tiles are counted. `only`:
#: no other discard kept the shanten. `forced`: after the player's own riichi. `complete`: the hand could be a win.
Kind = Literal["free", "threat", "back", "early", "only", "forced", "complete"]

#: The number of open melds of one opponent that is a threat.
THREATENING_MELDS = 3
#: The highest shanten for which values and points are worked out.
FARTHEST = 3
#: More than any discard costs.
UNLIMITED = 10**9
#: Discards that cost less are nearly equal.
NEARLY_EQUAL = 200

Figure = TypeVar("Figure", int, float)
#: A figure of the discard that was chosen (None: not comparable), and of the best one.
Pair = tuple[Figure | None, Figure]


class Judged(NamedTuple):
    """A discard with its figures and those of the best one: useful tiles, points to expect and the chance to win by the
    last own draw; `share` is its value divided by the best one. A figure that is not worked out is None."""

    decision: Decision
    kind: Kind
    best: Tile
    shanten: int | None = None
    ukeire: Pair[int] | None = None
    share: float | None = None
    points: Pair[float] | None = None
    win: Pair[float] | None = None
    #: The other discards with as many points to expect as the best one, when rounded.
    equal: tuple[Tile, ...] = ()
    #: What it took to work out, in the unit of a budget.
    spent: int = 0

    @property
    def cost(self) -> float:
        """The points to expect that it lost against the best discard; 0 if that is not judged."""
        if self.kind != "free" or self.points is None or self.points[0] is None:
            return 0.0
        return self.points[1] - self.points[0]


def judged(decision: Decision, budget: int = UNLIMITED) -> Judged:
    """A discard judged by the figures that the calculator shows for it; raises `TooMuch` if they cost more."""
    tile = decision.tile
    if decision.is_forced:
        return Judged(decision, "forced", tile)
    quick = discards(decision.holding, 0)
    if quick.shanten < 0:
        return Judged(decision, "complete", tile, quick.shanten)
    options = {option.tile: option for option in quick.discards if not decision.barred >> KIND[option.tile] & 1}
    if not options or (len(options) == 1 and tile in options):
        return Judged(decision, "only", tile, quick.shanten)
    kind = _kind(decision, quick.shanten, tile in options)
    best = _best(lambda kept: options[kept].ukeire.count, options, tile)
    widest = options[best].ukeire.count
    blank = Judged(decision, kind, best, quick.shanten, (_count(options.get(tile)), widest))
    return blank if quick.shanten > FARTHEST else _with_figures(blank, options, budget)


def _kind(decision: Decision, shanten: int, is_kept: bool) -> Kind:
    if decision.against or decision.open_melds >= THREATENING_MELDS:
        return "threat"
    if not is_kept:
        return "back"
    return "early" if shanten > FARTHEST else "free"


def _count(discard: Discard | None) -> int | None:
    return discard.ukeire.count if discard else None


def _with_figures(blank: Judged, options: Mapping[Tile, Discard], budget: int) -> Judged:
    """The judgement with the share of the best value and the points to expect. The best discard is the one with the
    most points to expect; if there are none, as after the last own draw, the one with the highest value."""
    decision = blank.decision
    full = discards(decision.holding, min(budget, BUDGET))
    if full.prospect is None:
        if budget < BUDGET:
            raise TooMuch
        return blank._replace(spent=BUDGET)
    spent = full.prospect.size + cost(full.shanten + 1) * full.prospect.hands
    if spent > budget:
        raise TooMuch
    values = {option.tile: option.value or 0 for option in full.discards if option.tile in options}
    best = _best(values.__getitem__, options, decision.tile)
    chosen = values.get(decision.tile)
    share = None if chosen is None or not values[best] else chosen / values[best]
    known = _of(blank, best, options)._replace(share=share, spent=spent)
    courses = turns_beside(full, decision.draws) if decision.draws else None
    if not courses:
        return known
    points = {tile: courses[tile].points[0] for tile in options}
    best = _best(points.__getitem__, options, decision.tile)
    own = courses[decision.tile] if decision.tile in options else None
    equal = {tile for tile in points if round(points[tile]) == round(points[best])}
    return _of(known, best, options)._replace(
        equal=tuple(sorted(equal - {best, decision.tile}, key=sort_key)),
        points=(own.points[0] if own else None, points[best]),
        win=(own.win[0] if own else None, courses[best].win[0]),
    )


def _best(figure: Callable[[Tile], float], options: Mapping[Tile, Discard], chosen: Tile) -> Tile:
    """The tile with the highest figure. If several are equal: the chosen one, else the one with the most useful tiles,
    then a plain five before a red one, then the first."""
    highest = max(map(figure, options))
    equal = [tile for tile in options if isclose(figure(tile), highest)]
    if chosen in equal:
        return chosen
    return min(equal, key=lambda tile: (-options[tile].ukeire.count, tile in RED_FIVES, sort_key(tile)))


def _of(judgement: Judged, best: Tile, options: Mapping[Tile, Discard]) -> Judged:
    """A judgement with another best discard, and its useful tiles."""
    chosen = judgement.ukeire[0] if judgement.ukeire else None
    return judgement._replace(best=best, ukeire=(chosen, options[best].ukeire.count))
