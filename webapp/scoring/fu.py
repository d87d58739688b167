"""Fu: their total, and the lines of the score sheet, each with its fu and the reason.

Sets, the pair, the wait and the way of winning have fu. The total is worked out for every reading, the lines only when
they are shown. This module knows no yaku: it treats a closed hand won by tsumo as a pinfu if its sets, pair and wait
have no fu. The rules say how many fu such a hand gets (`pinfu_tsumo`).
"""

from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from webapp.scoring.blocks import KAN, KANCHAN, PAIR, PENCHAN, RYANMEN, SHANPON, TANKI, TRIPLET, Block, Wait
from webapp.scoring.hand import Flag
from webapp.scoring.reading import CHIITOITSU, SITUATIONS, STANDARD, Reading, Situation
from webapp.scoring.tiles import DRAGONS, YAOCHUU, TileSet

BASE = 20
SEVEN_PAIRS = 25
CLOSED_RON = 10
TSUMO = 2
OPEN_PINFU = 10
PAIR_FU = 2
WAIT_FU = {RYANMEN: 0, SHANPON: 0, KANCHAN: 2, PENCHAN: 2, TANKI: 2}


class FuReason(StrEnum):
    """The reasons for the fu of a set or a pair. The reason for the fu of a wait is the `Wait`."""

    YAOCHUU = "yaochuu"
    CHUUCHAN = "chuuchan"
    BY_RON = "by_ron"
    DRAGON = "dragon"
    ROUND_WIND = "round_wind"
    SEAT_WIND = "seat_wind"
    DOUBLE_WIND = "double_wind"
    NORTH = "north"


class FuItem(NamedTuple):
    """One line of the score sheet: what it is for, its fu, the index of its block, and the reasons.

    `name` is the key. For a triplet or kan it also says whether the set counts as concealed: ``concealed_kan``.
    """

    key: str
    name: str
    fu: int
    block: int | None = None
    reasons: tuple[FuReason | Wait, ...] = ()


def fu_of(hand: Reading) -> int:
    """The fu of a reading, rounded up to tens; the 25 of seven pairs stay."""
    return SEVEN_PAIRS if hand.shape is CHIITOITSU else -(-(BASE + sum(_sums(hand))) // 10) * 10


def fu_items(hand: Reading) -> tuple[FuItem, ...]:
    """The fu of a reading, line by line. (If the rules have no limit, fu are needed for a yakuman too.)"""
    if hand.shape is CHIITOITSU:
        return (FuItem("chiitoitsu", "chiitoitsu", SEVEN_PAIRS),)
    _, pair, wait, way = _sums(hand)
    items = [FuItem("base", "base", BASE), *_set_items(hand)]
    if pair:
        items.append(FuItem("pair", "pair", pair, _pair_index(hand.blocks), (_pair_reason(hand),)))
    if wait:
        items.append(FuItem("wait", "wait", wait, hand.win_block, (hand.wait,)))
    if way:
        key = "tsumo" if hand.is_tsumo else "closed_ron" if hand.is_closed else "open_pinfu"
        items.append(FuItem(key, key, way))
    return tuple(items)


def _sums(hand: Reading) -> tuple[int, int, int, int]:
    """The fu of the sets, of the pair, of the wait and of the way of winning."""
    sets = _sets_fu(hand.triplets, hand.ankou, hand.kans) if hand.triplets else 0
    pair = _pair_fu(hand) if hand.pair & hand.situation.yakuhai else 0
    if hand.shape is not STANDARD:
        return sets, pair, 0, _way_of_winning(hand.situation, False)
    wait = WAIT_FU[hand.wait]
    return sets, pair, wait, _way_of_winning(hand.situation, not (sets or pair or wait))


def _sets_fu(triplets: TileSet, ankou: TileSet, kans: TileSet) -> int:
    """The fu of all triplets and kans: each has 2, times 2 if concealed, times 2 for terminals or honours, times 4 for
    a kan."""
    fu = _triplets_fu(triplets, ankou)
    return fu + 3 * _triplets_fu(kans, ankou & kans) if kans else fu


def _triplets_fu(triplets: TileSet, ankou: TileSet) -> int:
    """2 for each triplet, times 2 if concealed, times 2 for terminals or honours."""
    outer = triplets & YAOCHUU
    return 2 * (triplets.bit_count() + ankou.bit_count() + outer.bit_count() + (ankou & outer).bit_count())


def _set_items(hand: Reading) -> Iterator[FuItem]:
    for index, block in enumerate(hand.blocks):
        if block.type is TRIPLET or block.type is KAN:
            ankou = hand.ankou & block.tiles
            reasons = [FuReason.YAOCHUU if block.tiles & YAOCHUU else FuReason.CHUUCHAN]
            if not ankou and not block.is_open:
                reasons.append(FuReason.BY_RON)
            fu = _sets_fu(block.tiles, ankou, hand.kans & block.tiles)
            yield FuItem(block.type, f"{'concealed' if ankou else 'open'}_{block.type}", fu, index, tuple(reasons))


def _pair_fu(hand: Reading) -> int:
    """2 for a pair of a dragon, the round wind, the seat wind or a north that is a value tile; for a wind that is both
    round and seat wind as the rules say."""
    return hand.rules.double_wind_pair_fu if hand.pair & hand.round_wind & hand.seat_wind else PAIR_FU


def _pair_reason(hand: Reading) -> FuReason:
    if hand.pair & DRAGONS:
        return FuReason.DRAGON
    if hand.pair & hand.round_wind & hand.seat_wind:
        return FuReason.DOUBLE_WIND
    if hand.pair & hand.round_wind:
        return FuReason.ROUND_WIND
    return FuReason.SEAT_WIND if hand.pair & hand.seat_wind else FuReason.NORTH


def _pair_index(blocks: tuple[Block, ...]) -> int:
    return next(index for index, block in enumerate(blocks) if block.type is PAIR)


@lru_cache(SITUATIONS)
def _way_of_winning(situation: Situation, is_flat: bool) -> int:
    """The fu of ron and tsumo; `is_flat`: no set, pair or wait has fu."""
    if situation.is_tsumo:
        if is_flat and situation.is_closed:  # pinfu: 20 fu, or the 2 fu of a tsumo, after a kan too
            return 0 if situation.rules.pinfu_tsumo == "twenty_fu" else TSUMO
        has_fu = situation.rules.rinshan_tsumo_fu or Flag.RINSHAN not in situation.flags
        return TSUMO if has_fu else 0
    if situation.is_closed:
        return CLOSED_RON
    return OPEN_PINFU if is_flat and situation.rules.open_pinfu_30 else 0
