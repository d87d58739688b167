"""Local and old yaku (古役・ローカル役). Each counts only if the rules name it.

Sources: the common description of each; if descriptions differ, riichi.wiki's "Local yaku". If values differ, the value
of the online games that have the yaku.
"""

from typing import Any

from webapp.scoring.blocks import SETS
from webapp.scoring.hand import Flag
from webapp.scoring.reading import Reading, Situation
from webapp.scoring.registry import ANY_SHAPE, PAIRS_ONLY, PAIRS_TOO, Allowed, circumstance, register, yaku
from webapp.scoring.rules import LocalYaku
from webapp.scoring.tiles import (
    ALL_KINDS,
    DRAGONS,
    HONOURS,
    MAN,
    NORTH,
    ONES,
    PIN,
    SOU,
    TERMINALS,
    WINDS,
    TileSet,
    count,
    kinds_of,
    tile_set,
)


def _local(key: LocalYaku) -> Allowed:
    return lambda rules: key in rules.local_yaku


@yaku(
    "翻牌 北",
    "Value tile North",
    closed=1,
    open=1,
    triplets=1,
    honours=NORTH,
    allowed=lambda rules: rules.has_north_yakuhai,
)
def pei(hand: Reading) -> TileSet:
    """With three players, where north is a value tile for everybody: a triplet or kan of it.

    yes: 111p 234p 678s 55s 444z players=3 north_yakuhai=yes
    yes: (444z) 111p 234p 678s 55s players=3 north_yakuhai=yes
    no:  111p 234p 678s 555s 44z players=3 north_yakuhai=yes
    no:  (444z) 111p 234p 678s 55s players=3
    """
    return hand.triplets & NORTH


_RENHOU_WORTH: dict[str, dict[str, Any]] = {
    "two_han": {"closed": 2},
    "five_han": {"closed": 5},
    "mangan": {"limit": "mangan"},
    "baiman": {"limit": "baiman"},
    "yakuman": {"is_yakuman": True},
}


def renhou(won: Situation) -> bool:
    """A non-dealer wins by ron before the first own draw, before any call.

    yes: 123m 456p 789s 345s 55p renhou renhou={value}
    no:  123m 456p 789s 345s 55p renhou={value}
    """
    return Flag.RENHOU in won.flags


def _is_worth(value: str) -> Allowed:
    return lambda rules: rules.renhou == value


# Five yaku with one key; the rules have at most one of them.
for _value, _worth in _RENHOU_WORTH.items():
    register(
        f"renhou_{_value}",
        (renhou.__doc__ or "").replace("{value}", _value),
        "人和",
        "Blessing of man",
        key="renhou",
        allowed=_is_worth(_value),
        shapes=ANY_SHAPE,
        circumstance=renhou,
        **_worth,
    )


@circumstance("オープン立直", "Open riichi", closed=2, allowed=_local("open_riichi"))
def open_riichi(won: Situation) -> bool:
    """Riichi with the hand laid open.

    yes: 123m 456p 789s 345s 55p open_riichi local_yaku=open_riichi
    no:  123m 456p 789s 345s 55p riichi local_yaku=open_riichi
    """
    return Flag.OPEN_RIICHI in won.flags and Flag.DOUBLE_RIICHI not in won.flags


@circumstance("オープンダブル立直", "Open double riichi", closed=3, allowed=_local("open_riichi"))
def open_double_riichi(won: Situation) -> bool:
    """Double riichi with the hand laid open.

    yes: 123m 456p 789s 345s 55p double_riichi open_riichi local_yaku=open_riichi
    no:  123m 456p 789s 345s 55p double_riichi local_yaku=open_riichi
    """
    return Flag.OPEN_RIICHI in won.flags and Flag.DOUBLE_RIICHI in won.flags


@circumstance("燕返し", "Swallow's return", closed=1, open=1, allowed=_local("tsubame_gaeshi"))
def tsubame_gaeshi(won: Situation) -> bool:
    """Ron on the tile with which another player declares riichi.

    yes: (123m) 456p 789s 345s 55p tsubame_gaeshi local_yaku=tsubame_gaeshi
    no:  (123m) 456p 789s 345s 55p local_yaku=tsubame_gaeshi
    """
    return Flag.TSUBAME_GAESHI in won.flags


@circumstance("槓振り", "Discard after a kan", closed=1, open=1, allowed=_local("kanfuri"))
def kanfuri(won: Situation) -> bool:
    """Ron on the tile that another player discards right after a kan.

    yes: (123m) 456p 789s 345s 55p kanfuri local_yaku=kanfuri
    no:  (123m) 456p 789s 345s 55p local_yaku=kanfuri
    """
    return Flag.KANFURI in won.flags


@yaku("十二落抬", "Twelve tiles down", open=1, allowed=_local("shiiaru_raotai"))
def shiiaru_raotai(hand: Reading) -> TileSet:
    """Four called sets, ron on the last single tile (concealed kans do not count as called).

    yes: (123m) (456p) (777s) (8888s) 5p +5p local_yaku=shiiaru_raotai
    no:  (123m) (456p) (777s) [8888s] 5p +5p local_yaku=shiiaru_raotai
    no:  (123m) (456p) (777s) (8888s) 5p +5p tsumo local_yaku=shiiaru_raotai
    no:  (123m) (456p) (777s) 888s 5p +5p local_yaku=shiiaru_raotai
    """
    return not hand.is_tsumo and hand.called == SETS and hand.kinds


@yaku("五門斉", "All five sorts", closed=2, open=2, allowed=_local("uumensai"))
def uumensai(hand: Reading) -> TileSet:
    """Characters, circles, bamboos, winds and dragons, each in one set or the pair.

    yes: 123m (456p) 789s 111z 55z local_yaku=uumensai
    no:  123m (456p) 789s 111z 22z local_yaku=uumensai
    no:  123m (456p) 789m 111z 55z local_yaku=uumensai
    """
    sorts = (MAN, PIN, SOU, WINDS, DRAGONS)
    return all(hand.kinds & sort for sort in sorts) and hand.kinds


@yaku("三連刻", "Three consecutive triplets", closed=2, open=2, triplets=3, allowed=_local("sanrenkou"))
def sanrenkou(hand: Reading) -> TileSet:
    """Triplets or kans of three consecutive numbers of one suit, not of four.

    yes: 222m (333m) 444m 567p 99s local_yaku=sanrenkou
    no:  222m (333m) 555m 567p 99s local_yaku=sanrenkou
    no:  888m (999m) 111p 567p 99s local_yaku=sanrenkou
    no:  222m (333m) 444m 555m 99s local_yaku=sanrenkou
    """
    low = consecutive(hand.triplets, 3)
    return not consecutive(hand.triplets, 4) and (low | low << 1 | low << 2)


@yaku(
    "一色三順",
    "Pure triple sequence",
    closed=3,
    open=2,
    sequences=3,
    replaces=frozenset({"iipeikou"}),
    allowed=_local("isshoku_sanjun"),
)
def isshoku_sanjun(hand: Reading) -> TileSet:
    """The same sequence exactly three times in one suit; takes the place of twin sequences.

    yes: 123m 123m 123m 789s 55p local_yaku=isshoku_sanjun
    yes: 123m (123m) (123m) 789s 55p local_yaku=isshoku_sanjun
    no:  123m 123m 123p 789s 55p local_yaku=isshoku_sanjun
    no:  222233334444m 88s local_yaku=isshoku_sanjun
    """
    return hand.repeated(3)


@yaku("一筒摸月", "Moon from the bottom of the sea", limit="mangan", allowed=_local("iipin_mooyue"), shapes=ANY_SHAPE)
def iipin_mooyue(hand: Reading) -> TileSet:
    """Won by tsumo with the one of circles as the last tile of the wall: a mangan at least.

    yes: 123m 456p 55s 345s 23p +1p tsumo haitei local_yaku=iipin_mooyue
    no:  123m 456p 55s 345s 23p +4p tsumo haitei local_yaku=iipin_mooyue
    no:  123m 456p 55s 345s 23p +1p tsumo local_yaku=iipin_mooyue
    """
    return Flag.HAITEI in hand.situation.flags and (1 << hand.win) & PIN & ONES


@yaku(
    "九筒撈魚", "Fish from the bottom of the river", limit="mangan", allowed=_local("chuupin_raoyui"), shapes=ANY_SHAPE
)
def chuupin_raoyui(hand: Reading) -> TileSet:
    """Ron on the nine of circles as the last discard: a mangan at least.

    yes: 123m 456p 55s 345s 78p +9p houtei local_yaku=chuupin_raoyui
    no:  123m 456p 55s 345s 78p +6p houtei local_yaku=chuupin_raoyui
    no:  123m 456p 55s 345s 78p +9p local_yaku=chuupin_raoyui
    """
    return Flag.HOUTEI in hand.situation.flags and (1 << hand.win) & tile_set("9p")


@yaku("四連刻", "Four consecutive triplets", is_yakuman=True, triplets=4, allowed=_local("suurenkou"))
def suurenkou(hand: Reading) -> TileSet:
    """Triplets or kans of four consecutive numbers of one suit.

    yes: 222m (333m) 444m 555m 99s local_yaku=suurenkou
    no:  222m (333m) 444m 666m 99s local_yaku=suurenkou
    """
    low = consecutive(hand.triplets, 4)
    return low | low << 1 | low << 2 | low << 3


@yaku("大車輪", "Big wheels", is_yakuman=True, shapes=PAIRS_TOO, allowed=_local("daisharin"), most_suits=1)
def daisharin(hand: Reading) -> TileSet:
    """Closed 22334455667788 of circles (of any suit, where the rules say so).

    yes: 2233445566778p +8p local_yaku=daisharin
    yes: 2233445566778s +8s local_yaku=daisharin daisharin_other_suits=yes
    no:  2233445566778s +8s local_yaku=daisharin
    no:  3344556677889p +9p local_yaku=daisharin
    """
    suits = (PIN, MAN, SOU) if hand.rules.daisharin_other_suits else (PIN,)
    is_simple_suit = any(hand.kinds == suit & ~TERMINALS for suit in suits)
    return (
        is_simple_suit and hand.is_closed and hand.counts & ALL_KINDS == count(2 * kinds_of(hand.kinds)) and hand.kinds
    )


@yaku("大七星", "Seven stars", is_yakuman=True, shapes=PAIRS_ONLY, has_honours=True, allowed=_local("daichisei"))
def daichisei(hand: Reading) -> TileSet:
    """A pair of each of the seven honours; counts besides all honours.

    yes: 112233445566z 7z +7z local_yaku=daichisei
    no:  1122334455z 99m 6z +6z local_yaku=daichisei
    """
    return hand.kinds == HONOURS and HONOURS


@circumstance("八連荘", "Eight wins in a row", is_yakuman=True, allowed=_local("paarenchan"))
def paarenchan(won: Situation) -> bool:
    """The dealer wins for the eighth time in a row.

    yes: (123m) 456p 789s 345s 55p paarenchan seat=E local_yaku=paarenchan
    no:  (123m) 456p 789s 345s 55p seat=E local_yaku=paarenchan
    """
    return Flag.PAARENCHAN in won.flags


@circumstance("石の上にも三年", "Three years on a stone", is_yakuman=True, allowed=_local("ishi_no_ue_nimo_sannen"))
def ishi_no_ue_nimo_sannen(won: Situation) -> bool:
    """Double riichi, and won with the last tile of the wall or the last discard.

    yes: 123m 456p 789s 345s 55p double_riichi tsumo haitei local_yaku=ishi_no_ue_nimo_sannen
    yes: 123m 456p 789s 345s 55p double_riichi houtei local_yaku=ishi_no_ue_nimo_sannen
    no:  123m 456p 789s 345s 55p riichi houtei local_yaku=ishi_no_ue_nimo_sannen
    no:  123m 456p 789s 345s 55p double_riichi local_yaku=ishi_no_ue_nimo_sannen
    """
    is_last = Flag.HAITEI in won.flags or Flag.HOUTEI in won.flags or Flag.ISHI_NO_UE_NIMO_SANNEN in won.flags
    return is_last and Flag.DOUBLE_RIICHI in won.flags


def consecutive(kinds: TileSet, length: int) -> TileSet:
    """The first kind of every run of this many consecutive numbers in one suit."""
    low = 0
    for suit in (MAN, PIN, SOU):
        run = kinds & suit
        for step in range(1, length):
            run &= (kinds & suit) >> step
        low |= run
    return low
