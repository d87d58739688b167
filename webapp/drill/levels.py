"""Levels: the hands that a level deals, those of them that it takes, and the hand that is dealt for a topic."""

from dataclasses import replace
from typing import Any, NamedTuple

from webapp.drill.dealing import Wish
from webapp.drill.topics import TOPICS
from webapp.scoring.blocks import KAN, Wait
from webapp.scoring.hand import Flag
from webapp.scoring.reading import STANDARD
from webapp.scoring.score import Score, ScoredReading
from webapp.scoring.tiles import DRAGONS, HONOURS, TERMINALS, WINDS, YAOCHUU, tile_set


class Level(NamedTuple):
    """The wishes for the hands of a level, with their weights. The first is for a usual hand, the others are for what
    the level teaches."""

    wishes: tuple[tuple[Wish, int], ...]


_NO_EXTRAS = Wish(has_reds=False, has_sticks=False)
_NO_REDS = Wish(has_reds=False)
_BEGINNER = replace(_NO_EXTRAS, is_closed=True, is_dealer=False)
_YAKUMAN = (
    *("kokushi", "kokushi_13", "suuankou", "daisangen", "shousuushii", "daisuushii", "tsuuiisou"),
    *("ryuuiisou", "chinroutou", "chuuren", "chuuren_9"),
)

LEVELS = {
    1: Level(((_BEGINNER, 1),)),
    2: Level(
        (
            (_NO_EXTRAS, 40),
            (replace(_NO_EXTRAS, is_closed=False), 20),
            (replace(_NO_EXTRAS, is_dealer=True), 16),
            (replace(_NO_EXTRAS, is_closed=True, is_tsumo=True, pattern="pinfu", wait=Wait.RYANMEN), 12),
            (replace(_NO_EXTRAS, pattern="chiitoitsu"), 12),
        )
    ),
    3: Level(
        (
            (_NO_REDS, 40),
            (replace(_NO_REDS, pattern="triplets"), 35),
            (replace(_NO_REDS, pattern="triplets", kans=1), 25),
        )
    ),
    4: Level(
        (
            (Wish(), 60),
            (Wish(pattern="triplets", kans=1), 8),
            (Wish(pattern="honitsu"), 6),
            (Wish(pattern="chinitsu"), 6),
            *((Wish(pattern=name), 1) for name in _YAKUMAN),
            (Wish(pattern="suuankou", is_closed=True, is_tsumo=False, wait=Wait.TANKI), 1),
            (Wish(pattern="daisangen", is_closed=False, melds=3), 6),
            (Wish(pattern="daisuushii", is_closed=False, melds=4), 2),
        )
    ),
}

#: The fu that levels 1 and 2 take in a hand below the limits.
_FU = {1: {30, 40}, 2: {20, 25, 30, 40}}


def takes(level: int, score: Score, scored: ScoredReading) -> bool:
    """Whether a level asks about a hand whose best reading is this one."""
    if level == 4:
        return True
    if scored.yakuman:
        return False
    if level == 3:
        return True
    if any(meld.type.block is KAN for meld in score.hand.melds):
        return False
    if level == 1 and (not score.hand.is_closed or score.hand.is_dealer or scored.reading.shape is not STANDARD):
        return False
    return scored.limit is not None or scored.fu in _FU[level]


def wish_for(topic: str, level: int) -> Wish:
    """The wish for a hand with this topic: what the topic needs, and the rest as usual in the level."""
    base = LEVELS[level].wishes[0][0]
    return replace(base, **_WISHES.get(topic, {})) if topic in TOPICS else base


_SIMPLES = ~YAOCHUU & tile_set("123456789m123456789p123456789s")
_EDGES = TERMINALS | HONOURS
_CLOSED: dict[str, Any] = {"is_closed": True}


def _flag(flag: Flag, *others: Flag, **facts: Any) -> dict[str, Any]:
    return {"flags": frozenset({flag, *others}), **facts}


#: What a hand needs for each topic. A hand may still come without the topic; then another one is dealt.
_WISHES: dict[str, dict[str, Any]] = {
    **{name: {"pattern": name} for name in (*_YAKUMAN, "tanyao", "chiitoitsu", "sanshoku_doujun", "ittsuu", "honitsu")},
    **{name: {"pattern": name} for name in ("chinitsu", "toitoi", "chanta", "junchan", "shousangen", "honroutou")},
    **{name: {"pattern": name} for name in ("sanshoku_doukou",)},
    "suuankou": {"pattern": "suuankou", "is_closed": True, "is_tsumo": True, "wait": Wait.SHANPON},
    "suuankou_tanki": {"pattern": "suuankou", "is_closed": True, "wait": Wait.TANKI},
    "ryanpeikou": {"pattern": "ryanpeikou", **_CLOSED},
    "iipeikou": {"pattern": "iipeikou", **_CLOSED},
    "sanankou": {"pattern": "sanankou", "is_closed": True, "is_tsumo": True},
    "pinfu": {"pattern": "pinfu", "is_closed": True, "wait": Wait.RYANMEN},
    "sankantsu": {"pattern": "kans", "kans": 3, "melds": 2, "is_closed": False},
    "suukantsu": {"pattern": "kans", "kans": 4, "melds": 4, "is_closed": False, "wait": Wait.TANKI},
    "riichi": {"is_closed": True, "has_riichi": True},
    "double_riichi": _flag(Flag.DOUBLE_RIICHI, **_CLOSED),
    "ippatsu": _flag(Flag.RIICHI, Flag.IPPATSU, **_CLOSED),
    "tsumo": {"is_closed": True, "is_tsumo": True},
    "rinshan": _flag(Flag.RINSHAN, is_tsumo=True, kans=1, pattern="triplets"),
    "chankan": _flag(Flag.CHANKAN, is_tsumo=False, wait=Wait.KANCHAN),
    "haitei": _flag(Flag.HAITEI, is_tsumo=True),
    "houtei": _flag(Flag.HOUTEI, is_tsumo=False),
    "tenhou": _flag(Flag.TENHOU, is_closed=True, is_tsumo=True, is_dealer=True),
    "chiihou": _flag(Flag.CHIIHOU, is_closed=True, is_tsumo=True, is_dealer=False),
    **{name: {"triplet": tile_set(tile)} for name, tile in (("haku", "5z"), ("hatsu", "6z"), ("chun", "7z"))},
    **{f"round_wind_{wind}": {"triplet": tile_set(f"{i + 1}z"), "round": i} for i, wind in enumerate("ESWN")},
    **{f"seat_wind_{wind}": {"triplet": tile_set(f"{i + 1}z"), "is_dealer": not i} for i, wind in enumerate("ESWN")},
    "open_triplet": {"is_closed": False, "triplet": _SIMPLES},
    "open_triplet_yaochuu": {"is_closed": False, "triplet": _EDGES},
    "concealed_triplet": {"is_closed": True, "triplet": _SIMPLES},
    "concealed_triplet_yaochuu": {"is_closed": True, "triplet": _EDGES},
    "open_kan": {"is_closed": False, "triplet": _SIMPLES, "kans": 1, "melds": 2},
    "open_kan_yaochuu": {"is_closed": False, "triplet": _EDGES, "kans": 1, "melds": 2},
    "concealed_kan": {"is_closed": True, "triplet": _SIMPLES, "kans": 1},
    "concealed_kan_yaochuu": {"is_closed": True, "triplet": _EDGES, "kans": 1},
    "pair_dragon": {"pair": DRAGONS},
    "pair_round_wind": {"pair": WINDS},
    "pair_seat_wind": {"pair": WINDS},
    "pair_double_wind": {"pair": WINDS, "double_wind": True},
    "pair_plain": {"pair": WINDS},
    **{f"wait_{wait}": {"wait": wait} for wait in (Wait.RYANMEN, Wait.SHANPON, Wait.KANCHAN, Wait.PENCHAN, Wait.TANKI)},
    "closed_ron": {"is_closed": True, "is_tsumo": False},
    "open_ron": {"is_closed": False, "is_tsumo": False},
    "open_pinfu": {"is_closed": False, "is_tsumo": False, "pattern": "tanyao", "wait": Wait.RYANMEN},
    "tsumo_fu": {"is_tsumo": True},
    "pinfu_tsumo": {"pattern": "pinfu", "is_closed": True, "is_tsumo": True, "wait": Wait.RYANMEN},
    "chiitoitsu_fu": {"pattern": "chiitoitsu"},
    "dealer": {"is_dealer": True},
    "sticks": {"has_sticks": True},
    "honba": {"has_sticks": True},
    "aka_dora": {"has_reds": True},
    "ura_dora": {"is_closed": True, "has_riichi": True},
    "pao": {"pattern": "daisangen", "is_closed": False, "melds": 3},
    **{f"limit_{limit}": {"pattern": "chinitsu"} for limit in ("baiman", "sanbaiman")},
    "limit_haneman": {"pattern": "honitsu", "is_closed": True, "has_riichi": True},
    "limit_mangan": {"pattern": "honitsu"},
    "limit_yakuman": {"pattern": "daisangen"},
    "limit_counted_yakuman": {"pattern": "chinitsu", "is_closed": True, "has_riichi": True},
    "waits_flush": {"pattern": "chinitsu"},
    "waits_many": {"pattern": "honitsu"},
}
