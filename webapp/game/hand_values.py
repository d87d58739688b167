"""What a hand can be worth if it is won in some way: every payment that is possible, with the han and fu that bring
it."""

from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from webapp.game.events import HanFu
from webapp.game.worth import MOST_YAKUMAN, possible_hands
from webapp.scoring.points import (
    COUNTED_YAKUMAN_HAN,
    Limit,
    hand_points,
    ron_points,
    tsumo_shares,
    worth,
    yakuman_worth,
)
from webapp.scoring.rules import RULES_KEPT, Rules

#: Hands with more fu need kans. Nobody plans for them.
MOST_USUAL_FU = 60
#: Which fu are named first, where several bring the same: those of most hands, then the fewest. 25 fu come after 50,
#: which bring as much with a han less: only seven pairs have 25, and they read as if nothing else were enough.
_ORDER_OF_FU = {30: 0, 40: 0, 25: 51}


class HandValue(NamedTuple):
    """A payment that a hand can bring, without honba and sticks.

    `points` are all shares together, `called` the points as they are called out (`called_points`). `basic` are the
    fewest basic points that bring it, `hands` all han and fu that do, `yakuman` how many yakuman, 0 for none.
    """

    basic: int
    points: int
    called: tuple[int, ...]
    hands: tuple[HanFu, ...]
    limit: Limit | None
    yakuman: int

    @property
    def is_usual(self) -> bool:
        """Whether a hand of usual fu brings it, or a limit."""
        return self.limit is not None or any(hand.fu <= MOST_USUAL_FU for hand in self.hands)

    @property
    def hand(self) -> HanFu | None:
        """The most common han and fu that bring it; None if it is a yakuman."""
        if self.yakuman:
            return None
        return min(self.hands, key=lambda hand: (_ORDER_OF_FU.get(hand.fu, hand.fu), hand.han))


@lru_cache(RULES_KEPT)
def hand_values(is_dealer: bool, is_tsumo: bool, rules: Rules) -> tuple[HandValue, ...]:
    """Every payment that a hand can bring, the least first."""
    hands = {basic: pairs for basic, pairs in possible_hands(is_tsumo, rules).items() if _is_counted(pairs[0], rules)}
    yakuman = {yakuman_worth(times).basic: times for times in range(1, _most_yakuman(rules) + 1)}
    found = []
    for called, same in groupby(
        sorted(hands.keys() | yakuman), key=lambda basic: called_points(basic, is_dealer, is_tsumo, rules)
    ):
        basics = list(same)
        pairs = tuple(pair for basic in basics for pair in hands.get(basic, ()))
        times = yakuman.get(basics[0], 0)
        limit = Limit.YAKUMAN if times else worth(*pairs[0], rules).limit
        points = hand_points(basics[0], is_dealer, is_tsumo, rules)
        found.append(HandValue(basics[0], points, called, pairs, limit, times))
    return tuple(found)


def _is_counted(hand: HanFu, rules: Rules) -> bool:
    """Without limits, 13 han are millions of points already: what is more makes no difference."""
    return not rules.no_limit or hand.han <= COUNTED_YAKUMAN_HAN


def _most_yakuman(rules: Rules) -> int:
    """The most yakuman of a hand: one, unless they add up or some count twice."""
    if rules.no_limit:
        return 0
    return MOST_YAKUMAN if rules.yakuman_stack or rules.double_yakuman else 1


def called_points(basic: int, is_dealer: bool, is_tsumo: bool, rules: Rules) -> tuple[int, ...]:
    """The points of a win as they are called out: one number for a ron or for a tsumo of the dealer, which all pay;
    else what each other player and what the dealer pays."""
    if not is_tsumo:
        return (ron_points(basic, is_dealer),)
    from_dealer, from_other = tsumo_shares(basic, is_dealer, rules)
    return (from_other,) if is_dealer else (from_other, from_dealer)
