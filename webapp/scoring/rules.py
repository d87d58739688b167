"""The rules of scoring, as one frozen `Rules`, and the presets.

Every switch is a positive boolean, a named choice, a set or a number. Its `does` describes it. `RULES.md` has the
sources of the presets, and `UNSURE` lists what is uncertain about them.
"""

from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Literal, NamedTuple, get_args

from webapp.scoring.switches import switch, switches_of
from webapp.scoring.tiles import FIVES, KIND, RED_FIVES, Kind, Tile

COPIES = 4
#: The kinds that three players do not use: 2–8 of characters.
NOT_IN_SANMA = range(1, 8)
#: The size of a cache by rules: enough for the presets and for what visitors change.
RULES_KEPT = 1 << 8

DoubleYakuman = Literal["kokushi_13", "suuankou_tanki", "chuuren_9", "daisuushii"]
PaoYakuman = Literal["daisangen", "daisuushii", "suukantsu"]
LocalYaku = Literal[
    "daisharin",
    "open_riichi",
    "sanrenkou",
    "isshoku_sanjun",
    "uumensai",
    "suurenkou",
    "daichisei",
    "iipin_mooyue",
    "chuupin_raoyui",
    "tsubame_gaeshi",
    "kanfuri",
    "shiiaru_raotai",
    "paarenchan",
    "ishi_no_ue_nimo_sannen",
]


class RedFives(NamedTuple):
    """The number of red fives in characters, circles and bamboos, 0–4 each."""

    m: int
    p: int
    s: int


_ONE_OF_EACH = RedFives(1, 1, 1)
_HONBA = range(0, 10_001, 100)


@dataclass(frozen=True, eq=False)
class Rules:
    """Every switch of scoring; the defaults are tenhou's."""

    preset: str = "tenhou"
    red_fives: RedFives = switch(
        _ONE_OF_EACH, "tiles", "How many of the four fives of each suit are red.", range(COPIES + 1)
    )
    ura_dora: bool = switch(True, "tiles", "Ura dora count for a hand with riichi.")
    kan_dora: bool = switch(
        True,
        "tiles",
        "Each kan turns up one more dora indicator: those that lie open at the win count, at whatever moment they are"
        " turned; off: only the first counts.",
    )
    open_tanyao: bool = switch(True, "yaku", "All simples counts for an open hand too.")
    ippatsu: bool = switch(True, "yaku", "Ippatsu is a yaku.")
    renhou: Literal["off", "two_han", "five_han", "mangan", "baiman", "yakuman"] = switch(
        "off", "yaku", "What the blessing of man (ron before the winner's first draw) is worth."
    )
    local_yaku: frozenset[LocalYaku] = switch(frozenset(), "yaku", "Which local and old yaku count.")
    daisharin_other_suits: bool = switch(False, "yaku", "Big wheels counts in every suit, not in circles alone.")
    ryuuiisou_needs_hatsu: bool = switch(False, "yaku", "All green needs green dragons.")
    #: A game has its own switch, so the pages do not show this one.
    nagashi_mangan: bool = switch(
        True, "", "A player who discarded only terminals and honours is paid a mangan at a draw."
    )
    wait_in_melds: bool = switch(
        True, "yaku", "A hand is tenpai even if its own melds hold the last copies of every tile that it waits for."
    )
    double_wind_pair_fu: Literal[2, 4] = switch(4, "fu", "Fu of a pair that is both round and seat wind.")
    open_pinfu_30: bool = switch(True, "fu", "An open ron without any fu counts 30 fu, not 20.")
    pinfu_tsumo: Literal["twenty_fu", "thirty_fu", "no_pinfu"] = switch(
        "twenty_fu", "fu", "Pinfu by tsumo: 20 fu; 30 fu, with the 2 fu of the tsumo; or no pinfu."
    )
    rinshan_tsumo_fu: bool = switch(True, "fu", "A tsumo on a replacement tile has its 2 fu.")
    fu_fixed: Literal[0, 30, 40] = switch(0, "fu", "Every hand has 30 or 40 fu, seven pairs too; 0: fu are counted.")
    kiriage_mangan: bool = switch(False, "limits", "30 fu 4 han and 60 fu 3 han are a mangan.")
    counted_yakuman: Literal["yakuman", "sanbaiman", "unlimited"] = switch(
        "yakuman", "limits", "What 13 han and more count: a yakuman, a sanbaiman, or a yakuman for each 13 han."
    )
    no_limit: bool = switch(
        False, "limits", "No limit at all (aotenjou): a yakuman counts 13 han, and nobody is liable for it."
    )
    yakuman_stack: bool = switch(True, "yakuman", "Several yakuman add up; off: a hand is one yakuman at most.")
    double_yakuman: frozenset[DoubleYakuman] = switch(frozenset(), "yakuman", "The yakuman that count twice.")
    tenhou_best_wait: bool = switch(
        False,
        "yakuman",
        "With the blessing of heaven thirteen orphans, four concealed triplets and nine gates count as won on their"
        " best wait.",
    )
    pao: frozenset[PaoYakuman] = switch(
        frozenset({"daisangen", "daisuushii"}),
        "yakuman",
        "The yakuman for which the player who feeds the last set is liable.",
    )
    pao_daiminkan: bool = switch(
        False, "yakuman", "The player who fed a daiminkan pays the whole tsumo on its replacement tile."
    )
    pao_scope: Literal["per_yakuman", "whole_hand"] = switch(
        "whole_hand", "yakuman", "The liable player pays for that yakuman alone or for the whole hand."
    )
    pao_ron_honba: Literal["discarder", "liable"] = switch(
        "liable", "yakuman", "Who pays the honba when the discarder and the liable player share a ron."
    )
    multiple_ron: Literal[1, 2, 3] = switch(
        2,
        "payments",
        "How many players can win on one discard: one (the next in turn), two (three are a draw), or three.",
    )
    honba_to: Literal["first", "each"] = switch("first", "payments", "Which of several winners is paid the honba.")
    own_stick_returned: bool = switch(
        False, "payments", "Each of several winners takes their own riichi stick back; the rest go to the first."
    )
    honba_ron: int = switch(
        300, "payments", "What the discarder pays for a honba; usual is 300, with three players 200.", _HONBA
    )
    honba_tsumo: int = switch(100, "payments", "What each player pays for a honba by tsumo.", _HONBA)
    players: Literal[4, 3] = switch(4, "sanma", "How many play.")
    tsumo_loss: bool = switch(True, "sanma", "With three players nobody pays the missing player's share of a tsumo.")
    sanma_tsumo: Literal["half", "mixed", "two_to_one", "rounded_once"] = switch(
        "half",
        "sanma",
        "How two players share North's payment without tsumo loss: half each; 2 to 1 if the points of a ron divide by"
        " 300, else half each; always 2 to 1; or half each, rounded once, as in older games.",
    )
    nuki_dora: Literal["no", "north"] = switch("no", "sanma", "With three players a north can be set aside as dora.")
    north_yakuhai: bool = switch(
        False, "sanma", "With three players a triplet of north is a yaku for everybody, and a pair has 2 fu."
    )

    @cached_property
    def values(self) -> tuple[object, ...]:
        """Every switch, in order."""
        return tuple([getattr(self, switch.name) for switch in fields(self)])

    @cached_property
    def _hash(self) -> int:
        return hash(self.values)

    def __hash__(self) -> int:
        """The hash, worked out once: rules are part of the key of several caches."""
        return self._hash

    def __eq__(self, other: object) -> bool:
        """Whether every switch is equal."""
        return self is other or (isinstance(other, Rules) and self.values == other.values)

    @property
    def has_norths_aside(self) -> bool:
        """Whether a north can be set aside."""
        return self.players == 3 and self.nuki_dora == "north"

    @property
    def has_north_yakuhai(self) -> bool:
        """Whether north is a value tile for everybody."""
        return self.players == 3 and self.north_yakuhai

    @cached_property
    def has_optional_yaku(self) -> bool:
        """Whether renhou or a local yaku counts."""
        return self.renhou != "off" or bool(self.local_yaku)

    @cached_property
    def changed(self) -> dict[str, object]:
        """The switches that differ from the preset, with their values."""
        return self.changed_from(PRESETS[self.preset])

    def changed_from(self, other: "Rules") -> dict[str, object]:
        """The switches that differ from other rules, with their values. What a discarder pays for a honba differs if it
        is not usual for as many players."""
        usual = other.with_honba_of(self.players)
        return {name: getattr(self, name) for name in SWITCHES if getattr(self, name) != getattr(usual, name)}

    def with_honba_of(self, players: int) -> "Rules":
        """These rules, but a discarder pays the honba of as many payers as this number of players has."""
        if players == self.players:
            return self
        return replace(self, honba_ron=self.honba_ron // (self.players - 1) * (players - 1))


#: Every switch by its name, in the order of `Rules`.
SWITCHES = switches_of(Rules)

_ALL_DOUBLE: frozenset[DoubleYakuman] = frozenset(get_args(DoubleYakuman))
_NO_REDS = RedFives(0, 0, 0)

TENHOU = Rules()
MAHJONG_SOUL = replace(
    TENHOU,
    preset="mahjong_soul",
    double_yakuman=_ALL_DOUBLE,
    tenhou_best_wait=True,
    pao_scope="per_yakuman",
    multiple_ron=3,
)
#: What m_league, wrc and ema have in common; ema changes the number of winners on one discard.
_COMPETITION = replace(
    TENHOU,
    kiriage_mangan=True,
    counted_yakuman="sanbaiman",
    pao_ron_honba="discarder",
    nagashi_mangan=False,
    multiple_ron=1,
    double_wind_pair_fu=2,
)
MAJIANG = replace(
    TENHOU, preset="majiang", double_yakuman=_ALL_DOUBLE, pao_scope="per_yakuman", pao_ron_honba="discarder"
)


def preset_of(name: str, players: int) -> str:
    """The name of a preset's version for 3 or 4 players. Not every preset has both."""
    return name.removesuffix("_sanma") + ("_sanma" if players == 3 else "")


def _sanma(rules: Rules) -> Rules:
    """The preset for three players."""
    preset = preset_of(rules.preset, 3)
    return replace(rules.with_honba_of(3), preset=preset, players=3, tsumo_loss=True, nuki_dora="north")


PRESETS: dict[str, Rules] = {
    rules.preset: rules
    for rules in (
        TENHOU,
        MAHJONG_SOUL,
        replace(_COMPETITION, preset="m_league", pao=frozenset(get_args(PaoYakuman)), wait_in_melds=False),
        replace(
            _COMPETITION,
            preset="wrc",
            red_fives=_NO_REDS,
            yakuman_stack=False,
            pao_scope="per_yakuman",
            renhou="mangan",
        ),
        replace(
            _COMPETITION,
            preset="ema",
            red_fives=_NO_REDS,
            yakuman_stack=False,
            pao_scope="per_yakuman",
            multiple_ron=3,
            honba_to="each",
            own_stick_returned=True,
            renhou="mangan",
        ),
        MAJIANG,
        replace(
            TENHOU,
            preset="tokuten",
            red_fives=_NO_REDS,
            double_wind_pair_fu=2,
            kiriage_mangan=True,
            pao=frozenset(),
            multiple_ron=3,
            honba_to="each",
            own_stick_returned=True,
            nagashi_mangan=False,
        ),
        replace(
            TENHOU,
            preset="kimagure",
            red_fives=_NO_REDS,
            open_pinfu_30=False,
            pinfu_tsumo="thirty_fu",
            double_yakuman=_ALL_DOUBLE - {"daisuushii"},
            pao=frozenset(),
            multiple_ron=1,
            nagashi_mangan=False,
            local_yaku=frozenset({"daisharin"}),
        ),
        replace(TENHOU, preset="parlour", multiple_ron=3, pao_ron_honba="discarder"),
        _sanma(TENHOU),
        _sanma(MAHJONG_SOUL),
    )
}

#: Switches of a preset for which there is one source or none. They have the usual value, and the page says so.
UNSURE: dict[str, frozenset[str]] = {
    "mahjong_soul": frozenset({"tenhou_best_wait"}),
    "mahjong_soul_sanma": frozenset({"tenhou_best_wait"}),
    "m_league": frozenset({"counted_yakuman", "pao_scope", "pao_ron_honba"}),
    "wrc": frozenset({"double_wind_pair_fu", "renhou", "wait_in_melds"}),
    "ema": frozenset(
        {"double_wind_pair_fu", "kiriage_mangan", "pao_ron_honba", "honba_to", "own_stick_returned", "wait_in_melds"}
    ),
    "tokuten": frozenset({"red_fives", "yakuman_stack", "double_yakuman", "multiple_ron", "wait_in_melds"}),
    "kimagure": frozenset({"open_pinfu_30", "pinfu_tsumo", "counted_yakuman", "multiple_ron", "wait_in_melds"}),
    "parlour": frozenset(
        {"renhou", "local_yaku", "double_wind_pair_fu", "kiriage_mangan", "counted_yakuman", "double_yakuman", "pao"}
        | {"pao_scope", "pao_ron_honba", "multiple_ron", "honba_ron", "honba_tsumo", "wait_in_melds"}
    ),
}


def copies_of_kind(kind: Kind, players: int) -> int:
    """The number of tiles of a kind: four; with three players no 2–8m."""
    return 0 if players == 3 and kind in NOT_IN_SANMA else COPIES


def copies_of(tile: Tile, rules: Rules) -> int:
    """The number of copies of a tile; red fives are apart from the plain ones."""
    copies = copies_of_kind(KIND[tile], rules.players)
    if not copies:
        return 0
    if tile in RED_FIVES:
        return rules.red_fives[RED_FIVES.index(tile)]
    return copies - (rules.red_fives[FIVES.index(tile)] if tile in FIVES else 0)
