"""From han and fu to points: basic points, limits, and who pays how many times the basic points.

Basic points are fu × 2^(han + 2), at most a mangan; from 5 han on they are limits. Results are cached.
"""

from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from webapp.scoring.fu import BASE, SEVEN_PAIRS
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
HANEMAN = 3000
YAKUMAN = 8000
COUNTED_YAKUMAN_HAN = 13
_KIRIAGE = 1920
#: From this number of han on, the fu do not matter.
HAN_OF_MANGAN = 5
#: The fewest han of each limit, its name, its basic points.
_LIMITS = [
    (11, Limit.SANBAIMAN, 6000),
    (8, Limit.BAIMAN, 4000),
    (6, Limit.HANEMAN, HANEMAN),
    (HAN_OF_MANGAN, Limit.MANGAN, MANGAN),
]

#: The size of each cache: several times what one set of rules needs. The caches must stay small, because visitors can
#: make up any number of rules.
TABLE_SIZE = 1 << 11


class Worth(NamedTuple):
    """Basic points, and the name of the limit, if it is one."""

    basic: int
    limit: Limit | None = None


NOTHING = Worth(0)
#: What a hand is worth at least with a yaku of a limit (`Yaku.limit`).
AT_LEAST: dict[str | None, Worth] = {None: NOTHING, **{limit: Worth(basic, limit) for _, limit, basic in _LIMITS}}


@lru_cache(TABLE_SIZE)
def worth(han: int, fu: int, rules: Rules) -> Worth:
    """The basic points of a hand without yakuman."""
    if rules.no_limit:
        return Worth(fu << han + 2)
    if han >= COUNTED_YAKUMAN_HAN and rules.counted_yakuman != "sanbaiman":
        times = han // COUNTED_YAKUMAN_HAN if rules.counted_yakuman == "unlimited" else 1
        return Worth(YAKUMAN * times, Limit.COUNTED_YAKUMAN)
    for least, limit, basic in _LIMITS:
        if han >= least:
            return Worth(basic, limit)
    basic = fu << han + 2
    if basic > MANGAN or is_rounded_up(han, fu, rules):
        return Worth(MANGAN, Limit.MANGAN)
    return Worth(basic)


def is_rounded_up(han: int, fu: int, rules: Rules) -> bool:
    """Whether these han and fu are a mangan because the rules round them up (切り上げ満貫)."""
    return rules.kiriage_mangan and fu << han + 2 == _KIRIAGE


class LimitRange(NamedTuple):
    """A limit, its first and last han, its basic points. `first` is None if no number of han reaches the limit; `last`
    is None if the limit has no upper end."""

    limit: Limit
    first: int | None
    last: int | None
    basic: int


def limit_ranges(rules: Rules) -> tuple[LimitRange, ...]:
    """The limits of these rules, mangan first; empty if there is no limit."""
    if rules.no_limit:
        return ()
    is_counted = rules.counted_yakuman != "sanbaiman"
    ranges = [LimitRange(Limit.YAKUMAN, COUNTED_YAKUMAN_HAN if is_counted else None, None, YAKUMAN)]
    last = COUNTED_YAKUMAN_HAN - 1 if is_counted else None
    for first, limit, basic in _LIMITS:
        ranges.insert(0, LimitRange(limit, first, last, basic))
        last = first - 1
    return tuple(ranges)


def is_possible(han: int, fu: int, is_tsumo: bool, rules: Rules) -> bool:
    """Whether any hand with these han and fu can be won by tsumo, or by ron.

    20 fu are pinfu by tsumo (2 han at least), or under some rules an open ron; 25 fu are seven pairs (2 han at least,
    3 by tsumo). Many fu need several kans, which are a yaku themselves (see `most_fu`). If the fu are fixed, a hand has
    these; below a limit they must be named right.
    """
    if rules.fu_fixed:
        return fu == rules.fu_fixed or (han >= HAN_OF_MANGAN and not rules.no_limit)
    if fu == BASE:
        return han > 1 and rules.pinfu_tsumo == "twenty_fu" if is_tsumo else not rules.open_pinfu_30
    if fu == SEVEN_PAIRS:
        return han > (2 if is_tsumo else 1)
    return fu <= most_fu(han, is_tsumo, rules)


def most_fu(han: int, is_tsumo: bool, rules: Rules) -> int:
    """The most fu that a hand with this many han can have.

    With 1 han it has at most two kans and no third concealed triplet, each of which is a yaku of 2 han. By ron it has
    20 fu, 10 for a concealed hand, 64 for two concealed kans, 4 for the triplet that the ron completes, and its pair:
    110 with a pair of 4 fu, else 100. Three concealed kans are 4 han; a fourth kan is a yakuman, which counts as 13 han
    where there is no limit.
    """
    if han == 1:
        return 110 if not is_tsumo and rules.double_wind_pair_fu == 4 else 100
    return 110 if han < 4 else 140 if han < COUNTED_YAKUMAN_HAN else 170


def yakuman_worth(times: int) -> Worth:
    """The basic points of a yakuman, counted this many times."""
    return Worth(YAKUMAN * times, Limit.YAKUMAN)


def round_up(points: int) -> int:
    """The points, rounded up to the next hundred."""
    return -(-points // 100) * 100


def ron_times(is_dealer: bool) -> int:
    """How many times the basic points the discarder pays: six if the dealer wins, else four."""
    return 6 if is_dealer else 4


@lru_cache(TABLE_SIZE)
def ron_points(basic: int, is_dealer: bool) -> int:
    """The points that the discarder pays."""
    return round_up(basic * ron_times(is_dealer))


class Share(NamedTuple):
    """What a player pays by tsumo. The points are basic points × `times`, rounded up, plus this player's half of
    North's payment (`north`), rounded up again. `times` is 0 if the points are a part of those of a ron."""

    points: int
    times: float = 0
    north: int = 0


@lru_cache(TABLE_SIZE)
def shares(basic: int, is_dealer: bool, rules: Rules) -> tuple[Share, Share]:
    """The shares of the dealer and of each other player in a tsumo: two times the basic points if the dealer wins or
    pays, else once. The dealer's share has no points if the dealer wins.

    With three players the share of the missing player is lost; without `tsumo_loss` the two payers share it.
    """
    of_dealer, of_other = (0, 2) if is_dealer else (2, 1)
    if rules.players == 4 or rules.tsumo_loss:
        return _share(basic, of_dealer), _share(basic, of_other)
    ron = ron_points(basic, is_dealer)
    is_halved = rules.sanma_tsumo == "half" or (rules.sanma_tsumo == "mixed" and not is_dealer and ron % 300)
    if is_halved:
        north = round_up(basic * of_other) // 2
        return _share(basic, of_dealer, north if of_dealer else 0), _share(basic, of_other, north)
    if is_dealer or rules.sanma_tsumo == "rounded_once":
        # Half of a dealer's ron, rounded up, is three times the basic points, rounded up.
        return _share(basic, of_dealer and 2.5), _share(basic, 3 if is_dealer else 1.5)
    return Share(_nearest(ron * 2 // 3)), Share(_nearest(ron // 3))


def _share(basic: int, times: float, north: int = 0) -> Share:
    return Share(round_up(round_up(int(basic * times)) + north), times, north)


def _nearest(points: int) -> int:
    """The points, rounded to the nearest hundred."""
    return (points + 50) // 100 * 100


def tsumo_shares(basic: int, is_dealer: bool, rules: Rules) -> tuple[int, int]:
    """The points that the dealer and each other player pay by tsumo; the dealer's are 0 if the dealer wins."""
    from_dealer, from_other = shares(basic, is_dealer, rules)
    return from_dealer.points, from_other.points


@lru_cache(TABLE_SIZE)
def hand_points(basic: int, is_dealer: bool, is_tsumo: bool, rules: Rules) -> int:
    """The points of a hand without honba and sticks; by tsumo all shares together."""
    if not is_tsumo:
        return ron_points(basic, is_dealer)
    from_dealer, from_other = tsumo_shares(basic, is_dealer, rules)
    others = rules.players - (1 if is_dealer else 2)
    return from_dealer + others * from_other


class TableEntry(NamedTuple):
    """An entry of the score table: basic points, the limit, the points of the hand."""

    basic: int
    limit: Limit | None
    points: int


@lru_cache(TABLE_SIZE)
def table_entry(han: int, fu: int, is_dealer: bool, is_tsumo: bool, rules: Rules) -> TableEntry:
    """The entry of the score table for these han and fu."""
    basic, limit = worth(han, fu, rules)
    return TableEntry(basic, limit, hand_points(basic, is_dealer, is_tsumo, rules))
