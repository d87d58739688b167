"""The rule book: every standard yaku, in the order of a score sheet.

`registry` explains how a function becomes a yaku. No other module of the engine names a yaku. Source: the Japanese
standard rules, written down in `RULES.md`. Related yaku exclude each other by exact conditions (`== 3`, `== 4`).
"""

from webapp.scoring.blocks import RYANMEN, TANKI, THIRTEEN
from webapp.scoring.hand import Flag
from webapp.scoring.reading import Reading, Situation
from webapp.scoring.registry import ORPHANS_ONLY, PAIRS_ONLY, PAIRS_TOO, circumstance, yaku
from webapp.scoring.tiles import (
    CHUN,
    DRAGONS,
    EAST,
    GREENS,
    HAKU,
    HATSU,
    HONOURS,
    MAN,
    NORTH,
    ONES,
    PIN,
    SOU,
    SOUTH,
    TERMINALS,
    WEST,
    WINDS,
    YAOCHUU,
    TileSet,
    count_of,
)

# -- circumstances ---------------------------------------------------------------------------------


@circumstance("立直", "Riichi", closed=1)
def riichi(won: Situation) -> bool:
    """Riichi was declared on a closed hand.

    yes: 123m 456p 789s 345s 55p riichi
    no:  123m 456p 789s 345s 55p
    """
    return Flag.RIICHI in won.flags


@circumstance("ダブル立直", "Double riichi", closed=2)
def double_riichi(won: Situation) -> bool:
    """Riichi was declared in the first uninterrupted go-around.

    yes: 123m 456p 789s 345s 55p double_riichi
    no:  123m 456p 789s 345s 55p riichi
    """
    return Flag.DOUBLE_RIICHI in won.flags and Flag.OPEN_RIICHI not in won.flags


@circumstance("一発", "Ippatsu", closed=1, allowed=lambda rules: rules.ippatsu)
def ippatsu(won: Situation) -> bool:
    """Won within one go-around after riichi, without any call.

    yes: 123m 456p 789s 345s 55p riichi ippatsu
    yes: 1122m 3344p 5566s 77z riichi ippatsu
    no:  123m 456p 789s 345s 55p riichi
    """
    return Flag.IPPATSU in won.flags


@circumstance("門前清自摸和", "Fully concealed hand", closed=1)
def tsumo(won: Situation) -> bool:
    """A closed hand, won by tsumo.

    yes: 123m 456p 789s 345s 55p tsumo
    yes: [1111m] 456p 789s 345s 55p tsumo
    no:  123m 456p 789s 345s 55p riichi
    no:  (111m) 456p 789s 345s 55p tsumo
    """
    return won.is_closed and won.is_tsumo


@circumstance("嶺上開花", "After a kan", closed=1, open=1)
def rinshan(won: Situation) -> bool:
    """Won by tsumo on the replacement tile after a kan.

    yes: [1111m] 456p 789s 345s 55p tsumo rinshan
    yes: (1111m) 456p 789s 345s 55p tsumo rinshan
    no:  [1111m] 456p 789s 345s 55p tsumo
    """
    return Flag.RINSHAN in won.flags


@circumstance("槍槓", "Robbing a kan", closed=1, open=1)
def chankan(won: Situation) -> bool:
    """Ron on a tile that another player adds to a pon.

    yes: 123m 456p 55p 345s 78s +9s chankan
    yes: (123m) 456p 55p 345s 78s +9s chankan
    no:  123m 456p 55p 345s 78s +9s
    """
    return Flag.CHANKAN in won.flags


@circumstance("海底摸月", "Last tile of the wall", closed=1, open=1)
def haitei(won: Situation) -> bool:
    """Won by tsumo on the last tile of the wall.

    yes: (123m) 456p 55p 345s 78s +9s tsumo haitei
    no:  (123m) 456p 55p 345s 78s +9s tsumo
    """
    return Flag.HAITEI in won.flags


@circumstance("河底撈魚", "Last discard", closed=1, open=1)
def houtei(won: Situation) -> bool:
    """Ron on the last discard.

    yes: (123m) 456p 55p 345s 78s +9s houtei
    no:  (123m) 456p 55p 345s 78s +9s
    """
    return Flag.HOUTEI in won.flags


# -- one han ---------------------------------------------------------------------------------------


@yaku("平和", "Pinfu", closed=1, sequences=4)
def pinfu(hand: Reading) -> TileSet:
    """Closed, four sequences, a pair without fu, a two-sided wait.

    yes: 123m 456p 55p 345s 78s +9s
    yes: 123m 456p 33z 345s 78s +9s
    yes: 123m 456p 55p 345s 78s +6s tsumo
    no:  123m 456p 55p 345s 89s +7s
    no:  123m 456p 55z 345s 78s +9s
    no:  123m 456p 22z 345s 78s +9s
    no:  (123m) 456p 55p 345s 78s +9s
    no:  123m 456p 11z 55p 345s +1z
    no:  123m 456p 55p 345s 78s +6s tsumo pinfu_tsumo=no_pinfu
    """
    if hand.triplets or hand.pair & hand.yakuhai or hand.wait is not RYANMEN:
        return 0
    return not (hand.is_tsumo and hand.rules.pinfu_tsumo == "no_pinfu") and hand.kinds


@yaku(
    "断幺九",
    "All simples",
    closed=1,
    open=1,
    shapes=PAIRS_TOO,
    open_allowed=lambda rules: rules.open_tanyao,
    has_edge=False,
)
def tanyao(hand: Reading) -> TileSet:
    """No terminal and no honour anywhere.

    yes: 234m 567p 345s 678s 55p
    yes: (234m) 567p 345s 678s 55p
    yes: 2233m 4455p 6677s 88s
    no:  123m 567p 345s 678s 55p
    no:  234m 567p 345s 678s 55z
    no:  (234m) 567p 345s 678s 55p open_tanyao=no
    """
    return not hand.kinds & YAOCHUU and hand.kinds


@yaku("一盃口", "Twin sequences", closed=1, sequences=2, twins=1)
def iipeikou(hand: Reading) -> TileSet:
    """Closed, the same sequence twice in one suit.

    yes: 123m 123m 456p 789s 55p
    yes: 123m 123m 123m 789s 55p
    no:  123m 123p 456p 789s 55p
    no:  123m 123m 456p 456p 55s
    no:  123m 123m (456p) 789s 55p
    """
    return hand.twins == 1 and hand.repeated(2)


# -- yakuhai ---------------------------------------------------------------------------------------


def _register_wind(prefix: str, ja: str, en: str, wind: TileSet, sign: str, name: str) -> None:
    """Registers the yaku of one wind, as round wind or as seat wind."""
    is_round = prefix == "round_wind"

    def triplet(hand: Reading) -> TileSet:
        return hand.triplets & wind & (hand.round_wind if is_round else hand.seat_wind)

    letter, rank = name[0], str("ESWN".index(name[0]) + 1)
    situation, other = ("round", "seat") if is_round else ("seat", "round")
    foreign = "S" if letter != "S" else "W"
    triplet.__name__ = f"{prefix}_{letter}"
    triplet.__doc__ = f"""A triplet or kan of the {situation} wind, {name}.

    yes: {rank * 3}z 123m 456p 789s 55p {situation}={letter}
    yes: ({rank * 4}z) 123m 456p 789s 55p {situation}={letter}
    no:  {rank * 3}z 123m 456p 789s 55p {situation}={foreign} {other}={letter}
    no:  {rank * 2}z 123m 456p 789s 333p {situation}={letter}
    """
    yaku(f"{ja} {sign}", f"{en} {name}", closed=1, open=1, triplets=1, honours=wind)(triplet)


for _prefix, _ja, _en in (("round_wind", "場風", "Round wind"), ("seat_wind", "自風", "Seat wind")):
    for _wind, _sign, _name in (
        (EAST, "東", "East"),
        (SOUTH, "南", "South"),
        (WEST, "西", "West"),
        (NORTH, "北", "North"),
    ):
        _register_wind(_prefix, _ja, _en, _wind, _sign, _name)


@yaku("翻牌 白", "White dragon", closed=1, open=1, triplets=1, honours=HAKU)
def haku(hand: Reading) -> TileSet:
    """A triplet or kan of white dragons.

    yes: 123m 456p 789s 55p 555z
    yes: (555z) 123m 456p 789s 55p
    no:  123m 456p 789s 333p 55z
    """
    return hand.triplets & HAKU


@yaku("翻牌 發", "Green dragon", closed=1, open=1, triplets=1, honours=HATSU)
def hatsu(hand: Reading) -> TileSet:
    """A triplet or kan of green dragons.

    yes: 123m 456p 789s 55p 666z
    yes: (666z) 123m 456p 789s 55p
    yes: [6666z] 123m 456p 789s 55p
    no:  123m 456p 789s 333p 66z
    """
    return hand.triplets & HATSU


@yaku("翻牌 中", "Red dragon", closed=1, open=1, triplets=1, honours=CHUN)
def chun(hand: Reading) -> TileSet:
    """A triplet or kan of red dragons.

    yes: 123m 456p 789s 55p 777z
    yes: (7777z) 123m 456p 789s 55p
    no:  123m 456p 789s 333p 77z
    """
    return hand.triplets & CHUN


# -- two han ---------------------------------------------------------------------------------------


@yaku("三色同順", "Mixed triple sequence", closed=2, open=1, sequences=3, least_suits=3)
def sanshoku_doujun(hand: Reading) -> TileSet:
    """The same sequence in all three suits.

    yes: 234m 234p 234s 789m 55z
    yes: (234m) 234p 234s 789m 55z
    no:  234m 234p 345s 789m 55z
    no:  234m 234p 222s 789m 55z
    """
    return in_all_suits(hand.sequences)


@yaku("一気通貫", "Pure straight", closed=2, open=1, sequences=3, has_inner=True, has_edge=True)
def ittsuu(hand: Reading) -> TileSet:
    """123, 456 and 789 of one suit.

    yes: 123m 456m 789m 234p 55z
    yes: 123s (456s) 789s 234p 55z
    no:  123m 456m 789p 234p 55z
    no:  123m 345m 789m 234p 55z
    """
    low = hand.sequences & hand.sequences >> 3 & hand.sequences >> 6 & ONES
    return low | low << 3 | low << 6


@yaku("混全帯幺九", "Half outside hand", closed=2, open=1, sequences=1, has_inner=False, has_honours=True)
def chanta(hand: Reading) -> TileSet:
    """A terminal or honour in every block, with a sequence and an honour.

    yes: 123m 789p 111s 222z 99m
    yes: (123m) 789p 111s 999s 22z
    no:  123m 789p 111s 999s 99m
    no:  123m 789p 234s 222z 99m
    no:  111m 999p 111s 222z 99m
    """
    return hand.is_outside and hand.sequences and hand.kinds & HONOURS and hand.kinds


@yaku("七対子", "Seven pairs", closed=2, shapes=PAIRS_ONLY)
def chiitoitsu(hand: Reading) -> TileSet:
    """Seven different pairs.

    yes: 1122m 3344p 5566s 77z
    no:  1122m 3344p 6666s 77z
    """
    return hand.kinds


@yaku("対々和", "All triplets", closed=2, open=2, triplets=4)
def toitoi(hand: Reading) -> TileSet:
    """Four triplets or kans.

    yes: (111m) 333p 555s 222z 99m
    yes: (1111m) [3333p] 555s 222z 99m
    no:  (111m) 333p 456s 222z 99m
    """
    return hand.triplets.bit_count() == 4 and hand.triplets


@yaku("三暗刻", "Three concealed triplets", closed=2, open=2, triplets=3)
def sanankou(hand: Reading) -> TileSet:
    """Exactly three concealed triplets or kans.

    yes: 111m 333p 555s 123s 99m
    yes: [1111m] 333p 555s (123s) 99m
    yes: 111m 333p 55s 22z 99m 9m +5s
    no:  111m 333p 55s 123s 99m +5s
    no:  111m (333p) 555s 123s 99m
    no:  111m 333p 555s 222z 99m
    """
    return hand.ankou.bit_count() == 3 and hand.ankou


@yaku("三槓子", "Three kans", closed=2, open=2, triplets=3)
def sankantsu(hand: Reading) -> TileSet:
    """Exactly three kans.

    yes: [1111m] (3333p) [5555s] 123s 99m red_fives=0
    no:  [1111m] (3333p) 555s 123s 99m
    no:  [1111m] (3333p) [2222s] [7777s] 99m
    """
    return hand.kans.bit_count() == 3 and hand.kans


@yaku("三色同刻", "Triple triplets", closed=2, open=2, triplets=3, least_suits=3)
def sanshoku_doukou(hand: Reading) -> TileSet:
    """The same triplet in all three suits.

    yes: 333m (333p) 333s 789m 55z
    yes: [3333m] 333p (3333s) 789m 55z
    no:  333m 333p 444s 789m 55z
    """
    return in_all_suits(hand.triplets)


@yaku("混老頭", "All terminals and honours", closed=2, open=2, shapes=PAIRS_TOO, triplets=4, has_inner=False)
def honroutou(hand: Reading) -> TileSet:
    """Nothing but terminals and honours, and both of them.

    yes: (111m) 999p 111s 222z 99m
    yes: 1199m 1199p 1199s 22z
    no:  (111m) 999p 123s 222z 99m
    no:  (111m) 999p 111s 999s 99m
    """
    return not hand.kinds & ~YAOCHUU and hand.kinds & TERMINALS and hand.kinds & HONOURS and hand.kinds


@yaku("小三元", "Little three dragons", closed=2, open=2, triplets=2, honours=DRAGONS)
def shousangen(hand: Reading) -> TileSet:
    """Two triplets of dragons and a pair of the third.

    yes: 555z (666z) 77z 123m 456p
    no:  555z (666z) 123m 456p 77p
    no:  555z (666z) 777z 456p 77p
    """
    return (hand.triplets | hand.pair) & DRAGONS == DRAGONS and hand.pair & DRAGONS and DRAGONS


# -- three han and six -----------------------------------------------------------------------------


@yaku("混一色", "Half flush", closed=3, open=2, shapes=PAIRS_TOO, has_honours=True, most_suits=1)
def honitsu(hand: Reading) -> TileSet:
    """One suit, with honours.

    yes: 123m 345m 789m 222z 55m
    yes: (123m) 345m 789m 999m 55z
    yes: 1122m 3344m 5588m 77z
    no:  123m 345m 789p 222z 55m
    no:  123m 345m 789m 999m 55m
    """
    return hand.kinds & HONOURS and is_one_suit(hand.kinds & ~HONOURS) and hand.kinds


@yaku("純全帯幺九", "Fully outside hand", closed=3, open=2, sequences=1, has_inner=False, has_honours=False)
def junchan(hand: Reading) -> TileSet:
    """A terminal in every block, with a sequence and without honours.

    yes: 123m 789p 111s 999s 99m
    yes: (123m) 789p 123s 789s 11p
    no:  123m 789p 111s 222z 99m
    no:  123m 789p 111s 456s 99m
    no:  111m 999p 111s 999s 99m
    """
    return hand.is_outside and hand.sequences and not hand.kinds & HONOURS and hand.kinds


@yaku("二盃口", "Twice twin sequences", closed=3, sequences=4, twins=2)
def ryanpeikou(hand: Reading) -> TileSet:
    """Closed, two sequences, each of them twice.

    yes: 112233m 556677p 88s
    yes: 222233334444m 88s
    no:  112233m 567p (567p) 88s
    no:  112233m 567p 678p 88s
    """
    return hand.twins == 2 and hand.sequences


@yaku("清一色", "Full flush", closed=6, open=5, shapes=PAIRS_TOO, has_honours=False, most_suits=1)
def chinitsu(hand: Reading) -> TileSet:
    """One suit and no honour.

    yes: 123m 345m 678m 999m 55m
    yes: (123p) 345p 678p 999p 22p
    yes: 1122m 3344m 5588m 99m
    no:  123m 345m 678m 999p 55m
    no:  123m 345m 678m 999m 55z
    """
    return is_one_suit(hand.kinds) and hand.kinds


# -- yakuman ---------------------------------------------------------------------------------------


@yaku("国士無双", "Thirteen orphans", is_yakuman=True, shapes=ORPHANS_ONLY)
def kokushi(hand: Reading) -> TileSet:
    """One of every terminal and honour and one of them twice, not waiting on all thirteen.

    yes: 119m 19p 19s 123456z +7z
    no:  19m 19p 19s 1234567z +1m
    no:  119m 19p 19s 123456z +7z tsumo tenhou seat=E tenhou_best_wait=yes
    """
    return not waits_on_thirteen(hand) and hand.kinds


@yaku("国士無双十三面", "Thirteen orphans, 13-sided wait", is_yakuman=True, shapes=ORPHANS_ONLY)
def kokushi_13(hand: Reading) -> TileSet:
    """Thirteen orphans, waiting on all thirteen.

    yes: 19m 19p 19s 1234567z +1m
    yes: 119m 19p 19s 123456z +7z tsumo tenhou seat=E tenhou_best_wait=yes
    no:  119m 19p 19s 123456z +7z
    no:  119m 19p 19s 123456z +7z tsumo tenhou seat=E
    no:  119m 19p 19s 123456z +7z tsumo tenhou_best_wait=yes
    """
    return waits_on_thirteen(hand) and hand.kinds


@yaku("四暗刻", "Four concealed triplets", is_yakuman=True, triplets=4)
def suuankou(hand: Reading) -> TileSet:
    """Four concealed triplets or kans, not won on the pair.

    yes: 111m 333p 555s 22z 99m +2z tsumo
    yes: [1111m] 333p 555s 22z 99m +2z tsumo
    no:  111m 333p 555s 22z 99m +2z
    no:  111m 333p 555s 222z 9m +9m
    no:  111m 333p 555s 22z 99m +2z tsumo tenhou seat=E tenhou_best_wait=yes
    """
    return hand.ankou.bit_count() == 4 and not waits_on_pair(hand) and hand.ankou


@yaku("四暗刻単騎", "Four concealed triplets, pair wait", is_yakuman=True, triplets=4)
def suuankou_tanki(hand: Reading) -> TileSet:
    """Four concealed triplets or kans, won on the pair.

    yes: 111m 333p 555s 222z 9m +9m
    yes: [1111m] 333p 555s 222z 9m +9m tsumo
    yes: 111m 333p 555s 22z 99m +2z tsumo tenhou seat=E tenhou_best_wait=yes
    no:  111m 333p 555s 22z 99m +2z tsumo
    no:  111m 333p 555s 22z 99m +2z tsumo tenhou seat=E
    """
    return hand.ankou.bit_count() == 4 and waits_on_pair(hand) and hand.kinds


@yaku("大三元", "Big three dragons", is_yakuman=True, triplets=3, honours=DRAGONS)
def daisangen(hand: Reading) -> TileSet:
    """Triplets or kans of all three dragons.

    yes: 555z (666z) 777z 123m 99p
    yes: [5555z] (6666z) 777z 123m 99p
    no:  555z (666z) 77z 123m 999p
    """
    return hand.triplets & DRAGONS == DRAGONS and DRAGONS


@yaku("小四喜", "Little four winds", is_yakuman=True, triplets=3, honours=WINDS)
def shousuushii(hand: Reading) -> TileSet:
    """Triplets or kans of three winds and a pair of the fourth.

    yes: 111z (222z) 333z 44z 123m
    no:  111z (222z) 333z 444z 99m
    no:  111z (222z) 333z 123m 99m
    """
    return (hand.triplets | hand.pair) & WINDS == WINDS and hand.pair & WINDS and WINDS


@yaku("大四喜", "Big four winds", is_yakuman=True, triplets=4, honours=WINDS)
def daisuushii(hand: Reading) -> TileSet:
    """Triplets or kans of all four winds.

    yes: 111z (222z) 333z 444z 99m
    yes: [1111z] (2222z) 333z 444z 55z
    no:  111z (222z) 333z 44z 123m
    """
    return hand.triplets & WINDS == WINDS and WINDS


@yaku("字一色", "All honours", is_yakuman=True, shapes=PAIRS_TOO, triplets=4, most_suits=0)
def tsuuiisou(hand: Reading) -> TileSet:
    """Nothing but honours.

    yes: 111z (222z) 333z 555z 66z
    yes: 1122334455667z +7z
    no:  111z (222z) 333z 555z 99m
    """
    return not hand.kinds & ~HONOURS and hand.kinds


@yaku("緑一色", "All green", is_yakuman=True, most_suits=1)
def ryuuiisou(hand: Reading) -> TileSet:
    """Nothing but 2 3 4 6 8 of bamboos and green dragons.

    yes: 234s (234s) 666s 888s 66z
    yes: 222s 333s 444s 666s 88s
    no:  234s 345s 666s 888s 66z
    no:  234s 234s 666s 888s 55z
    no:  222s 333s 444s 666s 88s ryuuiisou_needs_hatsu=yes
    """
    has_hatsu = hand.kinds & HATSU or not hand.rules.ryuuiisou_needs_hatsu
    return has_hatsu and not hand.kinds & ~GREENS and hand.kinds


@yaku("清老頭", "All terminals", is_yakuman=True, triplets=4, has_honours=False, has_inner=False)
def chinroutou(hand: Reading) -> TileSet:
    """Nothing but terminals.

    yes: 111m (999m) 111p 999p 11s
    no:  111m (999m) 111p 999p 11z
    no:  111m (999m) 111p 789p 11s
    """
    return not hand.kinds & ~TERMINALS and hand.kinds


@yaku("四槓子", "Four kans", is_yakuman=True, triplets=4)
def suukantsu(hand: Reading) -> TileSet:
    """Four kans.

    yes: [1111m] (3333p) [2222s] (7777z) 99m
    no:  [1111m] (3333p) [2222s] 777z 99m
    """
    return hand.kans.bit_count() == 4 and hand.kans


@yaku("九蓮宝燈", "Nine gates", is_yakuman=True, sequences=2, triplets=1, has_honours=False, most_suits=1)
def chuuren(hand: Reading) -> TileSet:
    """Closed 1112345678999 of one suit and one more of it, without a kan.

    yes: 1112234567899m +9m
    yes: 1113456789999s +2s tsumo
    no:  1112345678999m +5m
    no:  1122345678999m +2m
    no:  1112234567899m +9m tsumo tenhou seat=E tenhou_best_wait=yes
    """
    return is_nine_gates(hand) and not waits_on_nine(hand) and hand.kinds


@yaku("純正九蓮宝燈", "True nine gates", is_yakuman=True, sequences=2, triplets=1, has_honours=False, most_suits=1)
def chuuren_9(hand: Reading) -> TileSet:
    """Nine gates, waiting on all nine.

    yes: 1112345678999p +5p
    yes: 1112345678999p +9p tsumo
    yes: 1112234567899p +9p tsumo tenhou seat=E tenhou_best_wait=yes
    no:  1112234567899p +9p
    no:  1112234567899p +9p tsumo tenhou seat=E
    """
    return is_nine_gates(hand) and waits_on_nine(hand) and hand.kinds


_FULL_SUITS = frozenset({MAN, PIN, SOU})


def is_nine_gates(hand: Reading) -> bool:
    """Whether the hand is closed and has 1112345678999 of one suit and one more tile of it."""
    if hand.kinds not in _FULL_SUITS or hand.kans or not hand.is_closed:
        return False
    first = (hand.kinds & -hand.kinds).bit_length() - 1
    return count_of(hand.counts, first) >= 3 and count_of(hand.counts, first + 8) >= 3


@circumstance("天和", "Blessing of heaven", is_yakuman=True)
def tenhou(won: Situation) -> bool:
    """The dealer wins with the dealt tiles.

    yes: 123m 456p 789s 345s 55p tsumo tenhou seat=E
    no:  123m 456p 789s 345s 55p tsumo seat=E
    """
    return Flag.TENHOU in won.flags


@circumstance("地和", "Blessing of earth", is_yakuman=True)
def chiihou(won: Situation) -> bool:
    """A non-dealer wins by tsumo on the first draw, before any call.

    yes: 123m 456p 789s 345s 55p tsumo chiihou
    yes: 1122m 3344p 5566s 77z tsumo chiihou
    no:  123m 456p 789s 345s 55p tsumo
    """
    return Flag.CHIIHOU in won.flags


# -- conditions that several yaku share ----------------------------------------------------------


def waits_on_thirteen(hand: Reading) -> bool:
    """Whether thirteen orphans count as won on all thirteen."""
    return hand.wait is THIRTEEN or hand.situation.has_best_wait


def waits_on_pair(hand: Reading) -> bool:
    """Whether four concealed triplets count as won on the pair."""
    return hand.wait is TANKI or hand.situation.has_best_wait


def waits_on_nine(hand: Reading) -> bool:
    """Whether nine gates count as won on all nine: the winning tile is the one held two or four times."""
    return not count_of(hand.counts, hand.win) & 1 or hand.situation.has_best_wait


def in_all_suits(numbers: TileSet) -> TileSet:
    """The numbers that are in all three suits."""
    man = numbers & numbers >> 9 & numbers >> 18 & MAN
    return man | man << 9 | man << 18


def is_one_suit(kinds: TileSet) -> bool:
    """Whether all kinds are of one suit, without honours."""
    return bool(kinds) and not (kinds & ~MAN and kinds & ~PIN and kinds & ~SOU)
