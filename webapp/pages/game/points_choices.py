"""The choices on the page of a win: points, or han and fu, that a hand can have by the rules of the game."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from webapp.game.events import Player
from webapp.game.state import State
from webapp.game.worth import possible_points
from webapp.scoring.points import YAKUMAN, Limit, is_possible, tsumo_shares, worth
from webapp.scoring.rules import Rules

GRID_HAN, GRID_FU = (1, 2, 3, 4), (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)
LIMIT_HAN = (5, 6, 8, 11, 13)
#: The fu that stand for all fu from five han on, where the fu do not matter.
ANY_FU = 30
#: The numbers of yakuman that are offered.
YAKUMAN_TIMES = (1, 2, 3)


@dataclass(frozen=True)
class PointsCell:
    """A choice of points: the number, its limit if it is one, and by tsumo what each payer pays, the dealer last."""

    points: int
    limit: str | None
    shares: tuple[int, ...] = ()


@dataclass(frozen=True)
class LimitCell:
    """A number of han and fu, and its limit; empty if it has none."""

    han: int
    fu: int
    limit: str


def figures_of(state: State, player: Player, *, is_tsumo: bool) -> tuple[PointsCell, ...]:
    """The points that a hand of this player can have, without honba and sticks, up to a double yakuman."""
    rules = state.rules.scoring
    limits = {basic: limit for limit, basic in _basics(state).items()}
    basic_of = possible_points(state.seat(player) == 0, is_tsumo, rules)
    most = max(_basics(state).values())
    is_dealer = state.seat(player) == 0
    return tuple(
        PointsCell(points, limits.get(basic), shares_of(basic, is_dealer, rules) if is_tsumo else ())
        for points, basic in basic_of.items()
        if basic <= 2 * most
    )


def shares_of(basic: int, is_dealer: bool, rules: Rules) -> tuple[int, ...]:
    """The points of a tsumo as they are called out: those of each other player and of the dealer, or of all."""
    from_dealer, from_other = tsumo_shares(basic, is_dealer, rules)
    return (from_other,) if is_dealer else (from_other, from_dealer)


def _basics(state: State) -> Mapping[str, int]:
    """The basic points of each limit."""
    rules = state.rules.scoring
    basics = {str(limit): basic for han in LIMIT_HAN for basic, limit in [worth(han, ANY_FU, rules)] if limit}
    return basics | {str(Limit.YAKUMAN): YAKUMAN}


def can_have(worth: Mapping[str, object], state: State, player: Player, *, is_tsumo: bool) -> bool:
    """Whether a hand of this player can be worth this: points, yakuman, or han and fu."""
    rules = state.rules.scoring
    points, han, fu = (worth.get(name) for name in ("points", "han", "fu"))
    if points:
        return points in possible_points(state.seat(player) == 0, is_tsumo, rules)
    return not (isinstance(han, int) and isinstance(fu, int)) or is_possible(han, fu, is_tsumo, rules)


def han_fu_of(state: State, *, is_tsumo: bool) -> dict[int, tuple[LimitCell, ...]]:
    """For each of one to four han, the fu that a hand can have. The first fu that make a mangan stand for all above."""
    rules = state.rules.scoring
    grid = {han: tuple(fu for fu in GRID_FU if is_possible(han, fu, is_tsumo, rules)) for han in GRID_HAN}
    return {han: _up_to_limit([_limit_cell(han, fu, rules) for fu in fus]) for han, fus in grid.items() if fus}


def _up_to_limit(cells: Sequence[LimitCell]) -> tuple[LimitCell, ...]:
    below = [cell for cell in cells if not cell.limit]
    return (*below, *cells[len(below) :][:1])


def _limit_cell(han: int, fu: int, rules: Rules) -> LimitCell:
    return LimitCell(han, fu, str(worth(han, fu, rules).limit or ""))


def limits_of(state: State) -> tuple[LimitCell, ...]:
    """The choices from five han on, where the fu do not matter."""
    return tuple(_limit_cell(han, ANY_FU, state.rules.scoring) for han in LIMIT_HAN)
