"""The same hand asked of an independent program: the package `mahjong` from PyPI, which scores tenhou's way.

It knows fewer switches than we do; `peer_rules` deals rules that it can be set to. Its answer and ours are brought
into one form, an `Answer`, and compared there.
"""

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Literal, NamedTuple

from mahjong.hand_calculating.hand import HandCalculator
from mahjong.hand_calculating.hand_config import HandConfig, OptionalRules
from mahjong.hand_calculating.hand_response import HandResponse
from mahjong.hand_calculating.scores import ScoresResult
from mahjong.hand_calculating.yaku_config import YakuConfig
from mahjong.meld import Meld as PeerMeld

from tests.scoring.hands import Win
from webapp.scoring.blocks import MeldType
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.rules import MAJIANG, TENHOU, RedFives, Rules
from webapp.scoring.tiles import FIRST_WIND, FIVES, KIND, RED_FIVES, Tile

#: Its name of each yaku, dora and yakuman, and ours.
KEYS = {
    **{
        key: key
        for key in (
            *("tsumo", "riichi", "ippatsu", "chankan", "rinshan", "haitei", "houtei", "pinfu", "tanyao"),
            *("haku", "hatsu", "chun", "toitoi", "sanankou", "sankantsu", "chiitoitsu", "honitsu", "junchan"),
            *("chinitsu", "kokushi", "suuankou", "suuankou_tanki", "daisangen", "suukantsu", "tenhou", "chiihou"),
            *("dora", "ura_dora", "aka_dora"),
        )
    },
    **{
        f"{place}_{wind}": f"{place}_{wind[0].upper()}"
        for place in ("round_wind", "seat_wind")
        for wind in ("east", "south", "west", "north")
    },
    "daburu_riichi": "double_riichi",
    "iipeiko": "iipeikou",
    "ryanpeiko": "ryanpeikou",
    "sanshoku": "sanshoku_doujun",
    "sanshoku_douko": "sanshoku_doukou",
    "ittsu": "ittsuu",
    "chantai": "chanta",
    "honroto": "honroutou",
    "shosangen": "shousangen",
    "chuuren_poutou": "chuuren",
    "daburu_chuuren_poutou": "chuuren_9",
    "daburu_kokushi": "kokushi_13",
    "shosuushi": "shousuushii",
    "daisuushi": "daisuushii",
    "ryuisou": "ryuuiisou",
    "tsuisou": "tsuuiisou",
    "chinroto": "chinroutou",
}
_KEY_OF_ID = {yaku.yaku_id: KEYS[name] for name, yaku in vars(YakuConfig()).items() if name in KEYS}

CountedYakuman = Literal["yakuman", "sanbaiman", "unlimited"]

_MELDS = {
    MeldType.CHI: PeerMeld.CHI,
    MeldType.PON: PeerMeld.PON,
    MeldType.DAIMINKAN: PeerMeld.KAN,
    MeldType.KAKAN: PeerMeld.SHOUMINKAN,
    MeldType.ANKAN: PeerMeld.KAN,
}
_COUNTED: dict[CountedYakuman, int] = {
    "yakuman": HandConfig.KAZOE_LIMITED,
    "sanbaiman": HandConfig.KAZOE_SANBAIMAN,
    "unlimited": HandConfig.KAZOE_NO_LIMIT,
}
_FLAGS = {
    Flag.RIICHI: "is_riichi",
    Flag.DOUBLE_RIICHI: "is_daburu_riichi",
    Flag.IPPATSU: "is_ippatsu",
    Flag.RINSHAN: "is_rinshan",
    Flag.CHANKAN: "is_chankan",
    Flag.HAITEI: "is_haitei",
    Flag.HOUTEI: "is_houtei",
    Flag.TENHOU: "is_tenhou",
    Flag.CHIIHOU: "is_chiihou",
}


def peer_rules(random: Random) -> Rules:
    """Rules that the peer can be set to; it knows no others."""
    return replace(
        TENHOU,
        # It has one red five a suit or none at all.
        red_fives=random.choice((RedFives(1, 1, 1), RedFives(0, 0, 0))),
        open_tanyao=random.choice((True, False)),
        open_pinfu_30=random.choice((True, False)),
        # What it calls `fu_for_pinfu_tsumo` takes the pinfu away as well: it has no `thirty_fu`.
        pinfu_tsumo=random.choice(("twenty_fu", "no_pinfu")),
        kiriage_mangan=random.choice((False, True)),
        counted_yakuman=random.choice(tuple(_COUNTED)),
        # All four yakuman count twice, or none; a double-wind pair has always 4 fu, and yakuman always add up.
        double_yakuman=random.choice((MAJIANG.double_yakuman, frozenset())),
        # Nor does it know pao, or a second winner.
        pao=frozenset(),
        multiple_ron=1,
    )


class Question(NamedTuple):
    """A hand in the peer's own terms, ready to be asked as often as one likes."""

    tiles: list[int]
    win_tile: int
    melds: list[PeerMeld]
    dora: list[int]
    ura: list[int]
    config: HandConfig

    def ask(self) -> HandResponse:
        """Asks it. It writes into the configuration, but of one hand always the same."""
        return HandCalculator.estimate_hand_value(
            self.tiles, self.win_tile, self.melds, self.dora, self.config, ura_dora_indicators=self.ura
        )


class _Tiles:
    """Numbers tiles as the peer does: four of each kind, the first of the fives being the red one."""

    def __init__(self) -> None:
        self.used: set[int] = set()

    def numbers(self, tiles: Iterable[Tile]) -> list[int]:
        return [self._number(tile) for tile in tiles]

    def _number(self, tile: Tile) -> int:
        first = 4 * KIND[tile]
        order = (0,) if tile in RED_FIVES else (1, 2, 3, 0) if tile in FIVES else (0, 1, 2, 3)
        number = next(first + copy for copy in order if first + copy not in self.used)
        self.used.add(number)
        return number


def question(hand: WinningHand) -> Question:
    """A hand in the peer's terms."""
    tiles = _Tiles()
    concealed = tiles.numbers(hand.concealed)
    (win_tile,) = tiles.numbers([hand.win])
    melds = [
        PeerMeld(_MELDS[meld.type], tiles.numbers(sorted(meld.tiles, key=KIND.__getitem__)), meld.type.is_open)
        for meld in hand.melds
    ]
    rules = hand.rules
    options = OptionalRules(
        has_open_tanyao=rules.open_tanyao,
        has_aka_dora=rules.red_fives == RedFives(1, 1, 1),
        has_double_yakuman=rules.double_yakuman == MAJIANG.double_yakuman,
        kazoe_limit=_COUNTED[rules.counted_yakuman],
        kiriage=rules.kiriage_mangan,
        fu_for_open_pinfu=rules.open_pinfu_30,
        fu_for_pinfu_tsumo=rules.pinfu_tsumo == "no_pinfu",
    )
    config = HandConfig(
        is_tsumo=hand.is_tsumo,
        round_wind=FIRST_WIND + hand.table.round,
        player_wind=FIRST_WIND + hand.table.seat,
        kyoutaku_number=hand.table.sticks,
        tsumi_number=hand.table.honba,
        options=options,
        **{_FLAGS[flag]: True for flag in hand.flags},
    )
    return Question(
        [*concealed, win_tile, *(number for meld in melds for number in meld.tiles)],
        win_tile,
        melds,
        [4 * KIND[tile] for tile in hand.table.dora],
        [4 * KIND[tile] for tile in hand.ura],
        config,
    )


class Answer(NamedTuple):
    """What a hand is worth: its yaku and dora with their han (yakuman: multiples), and what each seat gains."""

    yaku: frozenset[tuple[str, int]]
    han: int
    fu: int
    yakuman: int
    deltas: tuple[int, ...]


def peer_answer(win: Win) -> Answer | None:
    """What the peer says; None: no yaku."""
    response = question(win.hand).ask()
    if response.error == HandCalculator.ERR_NO_YAKU:
        return None
    assert response.error is None, f"{response.error}: {win}"
    assert response.yaku is not None
    assert response.cost is not None
    is_yakuman = any(yaku.is_yakuman for yaku in response.yaku)
    unit = 13 if is_yakuman else 1
    yaku = {
        (_KEY_OF_ID[yaku.yaku_id], (yaku.han_open or yaku.han_closed if response.is_open_hand else yaku.han_closed))
        for yaku in response.yaku
    }
    han, fu = response.han or 0, response.fu or 0
    return Answer(
        frozenset((key, worth // unit) for key, worth in yaku),
        0 if is_yakuman else han,
        0 if is_yakuman else fu,
        han // unit if is_yakuman else 0,
        _deltas(win.hand, response.cost),
    )


def _deltas(hand: WinningHand, cost: ScoresResult) -> tuple[int, ...]:
    """Who pays what of the peer's costs."""
    change = [0, 0, 0, 0]
    if hand.is_tsumo:
        for seat in {0, 1, 2, 3} - {hand.table.seat}:
            is_main = 0 in (seat, hand.table.seat)
            main, additional = cost["main"] + cost["main_bonus"], cost["additional"] + cost["additional_bonus"]
            change[seat] = -(main if is_main else additional)
    else:
        change[(hand.table.seat + hand.table.discarder) % 4] = -(cost["main"] + cost["main_bonus"])
    change[hand.table.seat] = cost["total"]
    return tuple(change)


def our_answer(win: Win) -> Answer | None:
    """What we say; None: no yaku."""
    score = win.score
    best = score.best
    if best is None:
        return None
    yaku = [(award.key, award.yakuman or award.han) for award in best.yaku]
    dora = [(bonus.key, bonus.han) for bonus in best.bonuses]
    return Answer(frozenset(yaku + dora), best.han, 0 if best.yakuman else best.fu, best.yakuman, score.deltas)
