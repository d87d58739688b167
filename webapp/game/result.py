"""The end of a game: the ranking, and each player's total with uma, oka and everything settled outside the game.

Totals are counted in points, exactly (a shared uma may be a fraction); only their sum is given in thousands.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from webapp.game.events import Player, Win, in_turn
from webapp.game.rules import GameRules
from webapp.game.state import State, plus
from webapp.scoring.payments import STICK

#: The number of decimals of a total, which is in thousands.
DECIMALS = 4


class Standing(NamedTuple):
    """A player at the end: the rank (1 is the first), the points in hand, and each part of the total, in points.

    `base` are the points less the return points, rounded if the rules say so; `extras` are chips, yakitori, the prize
    of a tobi and chombo.
    """

    player: Player
    rank: int
    points: int
    base: int
    uma: Fraction
    oka: Fraction
    extras: dict[str, int]

    @property
    def total(self) -> float:
        """All parts together, in thousands."""
        return round(float((self.base + self.uma + self.oka + sum(self.extras.values())) / 1000), DECIMALS)


class Result(NamedTuple):
    """The end of a game: the standings, the first player first; the other values are in the order of the players."""

    standings: tuple[Standing, ...]

    @property
    def order(self) -> tuple[Player, ...]:
        """The players, the first one first."""
        return tuple(standing.player for standing in self.standings)

    @property
    def _by_player(self) -> list[Standing]:
        return sorted(self.standings)

    @property
    def points(self) -> tuple[int, ...]:
        """Each player's points, with the sticks that were left."""
        return tuple(standing.points for standing in self._by_player)

    @property
    def ranks(self) -> tuple[int, ...]:
        """Each player's rank."""
        return tuple(standing.rank for standing in self._by_player)

    @property
    def totals(self) -> tuple[float, ...]:
        """Each player's total, in thousands."""
        return tuple(standing.total for standing in self._by_player)


def ranking(points: Sequence[int]) -> tuple[Player, ...]:
    """The players from first to last; of equal ones the player nearer to the first dealer is ahead."""
    return tuple(sorted(range(len(points)), key=lambda player: (-points[player], player)))


def ranks(points: Sequence[int], rules: GameRules) -> tuple[int, ...]:
    """The rank of each player with these points, from 1. By some rules players with equal points share one."""
    order = ranking(points)
    of_player = {order[place]: group[0] + 1 for group in _ranks(points, order, rules) for place in group}
    return tuple(of_player[player] for player in range(len(points)))


def result(state: State) -> Result:
    """The result if the game ends in this state. The sticks that are left change points and totals, but no rank."""
    order, points = ranking(state.points), _with_leftover(state)
    base = _base(points, order, state)
    bonuses = list(_bonuses(order, points, state))
    extras = _extras(state)
    return Result(
        tuple(
            Standing(player, bonus.rank, points[player], base[player], bonus.uma, bonus.oka, _of(player, extras))
            for player, bonus in zip(order, bonuses, strict=True)
        )
    )


def leftover(state: State) -> dict[Player, int]:
    """The points that players get of the sticks that are left when the game ends in this state."""
    before, after = state.points, _with_leftover(state)
    return {player: after[player] - before[player] for player in ranking(before) if after[player] != before[player]}


def _with_leftover(state: State) -> tuple[int, ...]:
    """The points with the sticks that are left on the table; the first player takes what cannot be shared in
    hundreds."""
    left, order, points = STICK * state.sticks, ranking(state.points), list(state.points)
    leaders = [player for player in order if points[player] == points[order[0]]]
    if state.rules.leftover_sticks == "nobody":
        return state.points
    if state.rules.leftover_sticks == "back":
        return plus(state.points, {player: STICK * laid for player, laid in _laid(state).items()})
    takers = leaders if state.rules.leftover_sticks == "share" else leaders[:1]
    for player, share in zip(takers, _shared(left, len(takers)), strict=True):
        points[player] += share
    return tuple(points)


def _laid(state: State) -> Counter[Player]:
    """The number of sticks on the table that each player has laid: those since the last hand that took all."""
    laid = Counter(state.riichi)
    for hand in reversed(state.hands):
        if any(moved.payer is None for moved in hand.transfers):
            break
        laid.update(hand.riichi)
    return laid


def _shared(points: int, among: int) -> list[int]:
    """Points in hundreds for each of some players; the first takes the rest."""
    each = points // among // 100 * 100
    return [points - each * (among - 1), *[each] * (among - 1)]


# -- the base: points less the return points -------------------------------------------------------


def _base(points: Sequence[int], order: Sequence[Player], state: State) -> list[int]:
    """The base of each player. If points are rounded, the first player's base is chosen so that all bases and the oka
    add up to zero."""
    rules = state.rules
    if rules.rounding == "exact":
        return [has - rules.return_points for has in points]
    base = [_to_thousands(has, rules.rounding) - rules.return_points for has in points]
    base[order[0]] = 0
    base[order[0]] = -sum(base) - (rules.return_points - rules.start_points) * rules.players
    return base


def _to_thousands(points: int, rounding: str) -> int:
    """The points rounded to thousands: half a thousand counts as one (四捨五入) or as none (五捨六入), a part of one as
    none (切り捨て) or as one (切り上げ). Negative points are rounded as positive ones are."""
    extra = {"half_up": 500, "half_down": 499, "down": 0, "up": 999}[rounding]
    thousands = (abs(points) + extra) // 1000 * 1000
    return thousands if points >= 0 else -thousands


# -- uma and oka -----------------------------------------------------------------------------------


class _Bonus(NamedTuple):
    rank: int
    uma: Fraction
    oka: Fraction


def _bonuses(order: Sequence[Player], points: Sequence[int], state: State) -> Iterator[_Bonus]:
    """Rank, uma and oka of each player, the first one first; players who share a rank share both. The sticks that were
    left are in `points`."""
    rules, of_rank = state.rules, _uma(points, state.rules)
    oka = (rules.return_points - rules.start_points) * rules.players if rules.oka_to == "first" else 0
    okas = (oka, *[0] * (rules.players - 1))
    for group in _ranks(state.points, order, rules):
        uma, share = (Fraction(sum(worth[rank] for rank in group), len(group)) for worth in (of_rank, okas))
        for _ in group:
            yield _Bonus(group[0] + 1, uma, share)


def _uma(points: Sequence[int], rules: GameRules) -> tuple[int, ...]:
    """The uma of each rank, which can depend on how many players have the return points."""
    above = sum(has >= rules.return_points for has in points)
    if above == 1 and rules.uma_one_above:
        return rules.uma_one_above
    if above == 3 and rules.players == 4 and rules.uma_three_above:
        return rules.uma_three_above
    return rules.uma


def _ranks(points: Sequence[int], order: Sequence[Player], rules: GameRules) -> list[list[int]]:
    """The ranks from 0, in groups of those that are shared."""
    places = range(rules.players)
    if rules.ties == "seat":
        return [[place] for place in places]
    return [list(together) for _, together in groupby(places, key=lambda place: points[order[place]])]


# -- outside the game ------------------------------------------------------------------------------


def _extras(state: State) -> dict[str, list[int]]:
    """The points of each player that are settled outside the game, by their reason. Only reasons that the rules
    have."""
    rules = state.rules
    extras = {}
    if rules.chip_points:
        extras["chips"] = [rules.chip_points * chips for chips in state.chips]
    if rules.yakitori_points:
        extras["yakitori"] = _yakitori(state)
    if rules.tobi_prize:
        extras["tobi_prize"] = _tobi_prize(state)
    if rules.chombo == "after_game":
        extras["chombo"] = [-rules.chombo_points * chombos for chombos in state.chombos]
    return extras


def _of(player: Player, extras: dict[str, list[int]]) -> dict[str, int]:
    return {name: points[player] for name, points in extras.items()}


def _yakitori(state: State) -> list[int]:
    """Each player who has won no hand pays; those who have won share it, the first in rank takes the rest."""
    won = {won.player for hand in state.hands if isinstance(hand.event, Win) for won in hand.event.wins}
    winners = [player for player in ranking(state.points) if player in won]
    birds = [player for player in range(state.rules.players) if player not in won]
    return _paid_to(winners, birds, state.rules.yakitori_points, state)


def _tobi_prize(state: State) -> list[int]:
    """Each player below the limit pays the winner of the last hand. If several won it, the first in turn order is
    paid."""
    last = state.hands[-1].event if state.hands else None
    if state.over != "tobi" or not isinstance(last, Win):
        return [0] * state.rules.players
    limit = state.rules.tobi_limit or 0
    busted = [player for player, points in enumerate(state.hands[-1].points) if points < limit]
    return _paid_to([in_turn(last.wins, state.rules.players)[0].player], busted, state.rules.tobi_prize, state)


def _paid_to(takers: Sequence[Player], payers: Sequence[Player], points: int, state: State) -> list[int]:
    change = [0] * state.rules.players
    if takers and payers:
        for payer in payers:
            change[payer] -= points
        for taker, share in zip(takers, _shared(points * len(payers), len(takers)), strict=True):
            change[taker] += share
    return change
