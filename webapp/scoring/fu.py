"""Fu: what each part of a reading is worth, item by item, as on a score sheet.

Sets, pair, wait and the way of winning; rounding is part of the total. Knows no yaku but that pinfu by tsumo has 20
fu flat, which it sees from its shape: a closed hand without any fu.
"""

from functools import cache, lru_cache
from typing import NamedTuple

from webapp.scoring.blocks import KAN, KANCHAN, PAIR, PENCHAN, TANKI, TRIPLET, Block
from webapp.scoring.hand import Flag
from webapp.scoring.reading import CHIITOITSU, SITUATIONS, STANDARD, Reading, Situation
from webapp.scoring.tiles import HONOURS, YAOCHUU

BASE = 20
SEVEN_PAIRS = 25
CLOSED_RON = 10
TSUMO = 2
OPEN_PINFU = 10
_WAIT_FU = {KANCHAN: 2, PENCHAN: 2, TANKI: 2}


class FuItem(NamedTuple):
    """One line of the score sheet: what for, how many fu, and the index of the block it belongs to."""

    key: str
    fu: int
    block: int | None = None


_item = cache(FuItem)
_BASE = _item("base", BASE)
_TSUMO = (_item("tsumo", TSUMO),)
_CLOSED_RON = (_item("closed_ron", CLOSED_RON),)
_OPEN_PINFU = (_item("open_pinfu", OPEN_PINFU),)


def fu_items(hand: Reading) -> tuple[FuItem, ...]:
    """The fu of a reading, item by item. (Those of a yakuman matter only where there is no limit.)"""
    if hand.shape is CHIITOITSU:
        return (FuItem("chiitoitsu", SEVEN_PAIRS),)
    items = [_BASE]
    if hand.triplets:
        items += _triplets(hand)
    if hand.pair & HONOURS and (fu := pair_fu(hand)):
        items.append(_item("pair", fu, _pair_index(hand.blocks)))
    if hand.shape is STANDARD and hand.wait in _WAIT_FU:
        items.append(_item("wait", _WAIT_FU[hand.wait], hand.win_block))
    items += _way_of_winning(hand.situation, hand.shape is STANDARD and len(items) == 1)
    return tuple(items)


def _triplets(hand: Reading) -> list[FuItem]:
    """2 × (concealed 2) × (terminal or honour 2) × (kan 4)."""
    items = []
    for index, block in enumerate(hand.blocks):
        if block.type is TRIPLET or block.type is KAN:
            fu = 2 * (2 if hand.ankou & block.tiles else 1) * (2 if block.tiles & YAOCHUU else 1)
            items.append(_item(block.type, fu * 4 if block.type is KAN else fu, index))
    return items


@lru_cache(SITUATIONS)
def _way_of_winning(situation: Situation, is_flat: bool) -> tuple[FuItem, ...]:
    """The fu of ron and tsumo; `is_flat`: neither sets, pair nor wait have any."""
    if situation.is_tsumo:
        if is_flat and situation.is_closed:  # pinfu alone has 20 fu, so without it a replacement tile has its 2 too
            return () if situation.rules.pinfu_tsumo == "twenty_fu" else _TSUMO
        has_fu = situation.rules.rinshan_tsumo_fu or Flag.RINSHAN not in situation.flags
        return _TSUMO if has_fu else ()
    if situation.is_closed:
        return _CLOSED_RON
    return _OPEN_PINFU if is_flat and situation.rules.open_pinfu_30 else ()


def pair_fu(hand: Reading) -> int:
    """2 for a pair of a dragon, the round wind or the seat wind; for a wind that is both as the rules say."""
    if hand.pair & hand.round_wind & hand.seat_wind:
        return hand.rules.double_wind_pair_fu
    return 2 if hand.pair & hand.yakuhai else 0


def _pair_index(blocks: tuple[Block, ...]) -> int:
    return next(index for index, block in enumerate(blocks) if block.type is PAIR)


def total(items: tuple[FuItem, ...]) -> int:
    """The sum, rounded up to tens; the 25 of seven pairs stay."""
    fu = 0
    for item in items:
        fu += item.fu
    return fu if fu == SEVEN_PAIRS else -(-fu // 10) * 10
