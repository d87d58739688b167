"""From han and fu to points: basic points, limits, and the table of what they come to.

fu × 2^(han + 2), at most a mangan; from 5 han on the limits. Points are looked up in tables made once from these
formulas.
"""

from enum import StrEnum
from functools import cache
from typing import NamedTuple

from webapp.scoring.rules import Rules


class Limit(StrEnum):
    """The names of the limits."""

    MANGAN = "mangan"
    HANEMAN = "haneman"
    BAIMAN = "baiman"
    SANBAIMAN = "sanbaiman"
    COUNTED_YAKUMAN = "counted_yakuman"
    YAKUMAN = "yakuman"


MANGAN = 2000
YAKUMAN = 8000
COUNTED_YAKUMAN_HAN = 13
_KIRIAGE = 1920
#: From how many han, which limit, how many basic points.
_LIMITS = [(11, Limit.SANBAIMAN, 6000), (8, Limit.BAIMAN, 4000), (6, Limit.HANEMAN, 3000), (5, Limit.MANGAN, MANGAN)]


class Worth(NamedTuple):
    """Basic points, and the limit that they stand for, if any."""

    basic: int
    limit: Limit | None = None


@cache
def worth(han: int, fu: int, rules: Rules) -> Worth:
    """What so many han and fu are worth (RULES: fu × 2^(han + 2) up to 2,000, then the limits)."""
    if han >= COUNTED_YAKUMAN_HAN and rules.counted_yakuman != "sanbaiman":
        times = han // COUNTED_YAKUMAN_HAN if rules.counted_yakuman == "unlimited" else 1
        return Worth(YAKUMAN * times, Limit.COUNTED_YAKUMAN)
    for least, limit, basic in _LIMITS:
        if han >= least:
            return Worth(basic, limit)
    basic = fu << han + 2
    if basic > MANGAN or (rules.kiriage_mangan and basic == _KIRIAGE):
        return Worth(MANGAN, Limit.MANGAN)
    return Worth(basic)


def yakuman_worth(times: int) -> Worth:
    """What a yakuman counted so many times is worth."""
    return Worth(YAKUMAN * times, Limit.YAKUMAN)


def round_up(points: int) -> int:
    """Up to the next hundred."""
    return -(-points // 100) * 100


@cache
def ron_points(basic: int, is_dealer: bool) -> int:
    """What the discarder pays: six times the basic points to a dealer, else four times."""
    return round_up(basic * (6 if is_dealer else 4))


@cache
def tsumo_share(basic: int, is_dealer_involved: bool) -> int:
    """What one player pays by tsumo: double if the winner or the payer is the dealer."""
    return round_up(basic * (2 if is_dealer_involved else 1))


@cache
def tsumo_points(basic: int, is_dealer: bool) -> int:
    """What a tsumo brings: the shares of the three others together."""
    return tsumo_share(basic, True) + 2 * tsumo_share(basic, is_dealer)


@cache
def hand_points(basic: int, is_dealer: bool, is_tsumo: bool) -> int:
    """The points of a hand, without honba and sticks."""
    return tsumo_points(basic, is_dealer) if is_tsumo else ron_points(basic, is_dealer)
