"""The choices on the page of a win: points, or han and fu, that a hand can have by the rules of the game."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from webapp.game.events import HanFu, Player, Points, Won, Yakuman
from webapp.game.hand_values import called_points
from webapp.game.rules import GameRules
from webapp.game.state import State
from webapp.game.worth import chips_of, possible_points
from webapp.scoring.points import YAKUMAN, Limit, is_possible, worth
from webapp.scoring.rules import Rules

GRID_HAN, GRID_FU = (1, 2, 3, 4), (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)
LIMIT_HAN = (5, 6, 8, 11, 13)
#: The fu that stand for all fu from five han on, where the fu do not matter.
ANY_FU = 30


class Choice(NamedTuple):
    """A worth that can be chosen, its limit if it is one and how many `times`, and for points by tsumo what each payer
    pays, the dealer last."""

    entered: Points | HanFu | Yakuman
    limit: str | None = None
    shares: tuple[int, ...] = ()
    times: int = 1


MOST_OFFERED_CHIPS = 10
#: The numbers of yakuman that are offered.
YAKUMAN_CHOICES = tuple(Choice(Yakuman(times)) for times in (1, 2, 3))


def figures_of(state: State, player: Player, *, is_tsumo: bool) -> tuple[Choice, ...]:
    """The points that a hand of this player can have, without honba and sticks, up to a double yakuman."""
    rules = state.rules.scoring
    limits = {basic: limit for limit, basic in _basics(state).items()}
    basic_of = possible_points(state.seat(player) == 0, is_tsumo, rules)
    is_dealer = state.seat(player) == 0

    def figure(points: int, basic: int) -> Choice:
        times = max(basic // YAKUMAN, 1)
        shares = called_points(basic, is_dealer, is_tsumo, rules) if is_tsumo else ()
        return Choice(Points(points), limits.get(basic // times), shares, times)

    return tuple(figure(points, basic) for points, basic in basic_of.items() if basic <= 2 * YAKUMAN)


class ChipChoices(NamedTuple):
    """The numbers of chips that are offered for a win, and the one that holds."""

    choices: tuple[int, ...]
    chosen: int


def chip_choices(won: Won | None, rules: GameRules) -> ChipChoices | None:
    """The chips that each payer of a win may give; None where the rules have none, or work them out from the tiles."""
    if won is None or not rules.has_chips_of_wins:
        return None
    usual, chosen = chips_of(replace(won, chips=None), rules), chips_of(won, rules)
    return ChipChoices(tuple(sorted({*range(MOST_OFFERED_CHIPS + 1), usual, chosen})), chosen)


def _basics(state: State) -> Mapping[str, int]:
    """The basic points of each limit."""
    rules = state.rules.scoring
    basics = {str(limit): basic for han in LIMIT_HAN for basic, limit in [worth(han, ANY_FU, rules)] if limit}
    return basics | {str(Limit.YAKUMAN): YAKUMAN}


def han_fu_of(state: State, *, is_tsumo: bool) -> dict[int, tuple[Choice, ...]]:
    """For each of one to four han, the fu that a hand can have. The first fu that make a mangan stand for all above."""
    rules = state.rules.scoring
    grid = {han: tuple(fu for fu in GRID_FU if is_possible(han, fu, is_tsumo, rules)) for han in GRID_HAN}
    return {han: _up_to_limit([_han_fu(han, fu, rules) for fu in fus]) for han, fus in grid.items() if fus}


def _up_to_limit(choices: Sequence[Choice]) -> tuple[Choice, ...]:
    below = [choice for choice in choices if not choice.limit]
    return (*below, *choices[len(below) :][:1])


def _han_fu(han: int, fu: int, rules: Rules) -> Choice:
    limit = worth(han, fu, rules).limit
    return Choice(HanFu(han, fu), str(limit) if limit else None)


def limits_of(state: State) -> tuple[Choice, ...]:
    """The choices from five han on, where the fu do not matter."""
    return tuple(_han_fu(han, ANY_FU, state.rules.scoring) for han in LIMIT_HAN)
