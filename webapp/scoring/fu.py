"""Fu: the lines of the score sheet, each with its fu and the reason, and their total.

Sets, the pair, the wait and the way of winning have fu. This module knows no yaku. Pinfu by tsumo has 20 fu; here it is
a closed hand in which nothing has fu.
"""

from enum import StrEnum
from functools import cache, lru_cache
from typing import NamedTuple

from webapp.scoring.blocks import KAN, KANCHAN, PAIR, PENCHAN, TANKI, TRIPLET, Block, Wait
from webapp.scoring.hand import Flag
from webapp.scoring.reading import CHIITOITSU, SITUATIONS, STANDARD, Reading, Situation
from webapp.scoring.tiles import DRAGONS, YAOCHUU

BASE = 20
SEVEN_PAIRS = 25
CLOSED_RON = 10
TSUMO = 2
OPEN_PINFU = 10
PAIR_FU = 2
WAIT_FU = 2
_WAITS_WITH_FU = {KANCHAN, PENCHAN, TANKI}


class FuReason(StrEnum):
    """Why a set or a pair has so many fu; a wait's reason is the `Wait`."""

    YAOCHUU = "yaochuu"
    CHUUCHAN = "chuuchan"
    BY_RON = "by_ron"
    DRAGON = "dragon"
    ROUND_WIND = "round_wind"
    SEAT_WIND = "seat_wind"
    DOUBLE_WIND = "double_wind"


class FuItem(NamedTuple):
    """One line of the score sheet: what for, how many fu, the index of the block whose tiles it is for, and why.

    `name` is the key, or for a triplet or kan whether it counts as concealed, too: ``concealed_kan``.
    """

    key: str
    name: str
    fu: int
    block: int | None = None
    reasons: tuple[FuReason | Wait, ...] = ()


_BASE = FuItem("base", "base", BASE)
_SEVEN_PAIRS = (FuItem("chiitoitsu", "chiitoitsu", SEVEN_PAIRS),)
_TSUMO = (FuItem("tsumo", "tsumo", TSUMO),)
_CLOSED_RON = (FuItem("closed_ron", "closed_ron", CLOSED_RON),)
_OPEN_PINFU = (FuItem("open_pinfu", "open_pinfu", OPEN_PINFU),)


def fu_items(hand: Reading) -> tuple[FuItem, ...]:
    """The fu of a reading, line by line. (Without limits a yakuman needs them too.)"""
    if hand.shape is CHIITOITSU:
        return _SEVEN_PAIRS
    items = [_BASE]
    if hand.triplets:
        items += _triplets(hand)
    if hand.pair & hand.yakuhai:
        items.append(_pair(hand))
    if hand.shape is STANDARD and hand.wait in _WAITS_WITH_FU:
        items.append(_wait(hand.wait, hand.win_block))
    items += _way_of_winning(hand.situation, hand.shape is STANDARD and len(items) == 1)
    return tuple(items)


def _triplets(hand: Reading) -> list[FuItem]:
    return [
        _triplet(block, index, bool(hand.ankou & block.tiles))
        for index, block in enumerate(hand.blocks)
        if block.type is TRIPLET or block.type is KAN
    ]


@cache
def _triplet(block: Block, index: int, is_concealed: bool) -> FuItem:
    """2 × (concealed 2) × (terminal or honour 2) × (kan 4)."""
    is_yaochuu = bool(block.tiles & YAOCHUU)
    fu = 2 * (2 if is_concealed else 1) * (2 if is_yaochuu else 1) * (4 if block.type is KAN else 1)
    reasons = [FuReason.YAOCHUU if is_yaochuu else FuReason.CHUUCHAN]
    if not is_concealed and not block.is_open:
        reasons.append(FuReason.BY_RON)
    name = f"{'concealed' if is_concealed else 'open'}_{block.type}"
    return FuItem(block.type, name, fu, index, tuple(reasons))


@lru_cache(SITUATIONS)
def _way_of_winning(situation: Situation, is_flat: bool) -> tuple[FuItem, ...]:
    """The fu of ron and tsumo; `is_flat`: no set, pair or wait has fu."""
    if situation.is_tsumo:
        if is_flat and situation.is_closed:  # 20 fu are for pinfu alone; without it a rinshan has its 2 fu too
            return () if situation.rules.pinfu_tsumo == "twenty_fu" else _TSUMO
        has_fu = situation.rules.rinshan_tsumo_fu or Flag.RINSHAN not in situation.flags
        return _TSUMO if has_fu else ()
    if situation.is_closed:
        return _CLOSED_RON
    return _OPEN_PINFU if is_flat and situation.rules.open_pinfu_30 else ()


def _pair(hand: Reading) -> FuItem:
    """2 for a pair of a dragon, the round wind or the seat wind; for a wind that is both as the rules say."""
    fu = PAIR_FU
    if hand.pair & DRAGONS:
        reason = FuReason.DRAGON
    elif hand.round_wind == hand.seat_wind:
        reason, fu = FuReason.DOUBLE_WIND, hand.rules.double_wind_pair_fu
    else:
        reason = FuReason.ROUND_WIND if hand.pair & hand.round_wind else FuReason.SEAT_WIND
    index = next(index for index, block in enumerate(hand.blocks) if block.type is PAIR)
    return FuItem("pair", "pair", fu, index, (reason,))


@cache
def _wait(wait: Wait, block: int) -> FuItem:
    return FuItem("wait", "wait", WAIT_FU, block, (wait,))


def total(items: tuple[FuItem, ...]) -> int:
    """The sum, rounded up to tens; seven pairs stay at 25."""
    fu = 0
    for item in items:
        fu += item.fu
    return fu if fu == SEVEN_PAIRS else -(-fu // 10) * 10
