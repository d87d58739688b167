"""The rules a table plays by: one frozen `Rules`, and the presets, as data.

Every switch is a positive boolean or a named choice, and is read by exactly one place in the engine. Who plays by
which is written in the presets; what each switch does stands beside it.
"""

from dataclasses import dataclass, fields, replace
from functools import cached_property
from typing import Literal, NamedTuple, get_args, get_origin, get_type_hints

from webapp.scoring.tiles import FIVES, RED_FIVES, Tile

COPIES = 4

DoubleYakuman = Literal["kokushi_13", "suuankou_tanki", "chuuren_9", "daisuushii"]
PinfuTsumo = Literal["twenty_fu", "thirty_fu", "no_pinfu"]
CountedYakuman = Literal["yakuman", "sanbaiman", "unlimited"]

#: Every yakuman that may count twice.
DOUBLE_YAKUMAN: frozenset[DoubleYakuman] = frozenset(get_args(DoubleYakuman))


class RedFives(NamedTuple):
    """How many red fives there are in characters, circles and bamboos, 0–4 each."""

    m: int
    p: int
    s: int


_ONE_OF_EACH = RedFives(1, 1, 1)


@dataclass(frozen=True, eq=False)
class Rules:
    """Every rule switch of the engine; the defaults are those of tenhou."""

    preset: str = "tenhou"
    #: How many red fives there are in characters, circles and bamboos.
    red_fives: RedFives = _ONE_OF_EACH
    #: 喰い断: all simples counts for an open hand too.
    open_tanyao: bool = True
    #: Fu for a pair of a wind that is both round and seat wind: 2 or 4.
    double_wind_pair_fu: Literal[2, 4] = 4
    #: An open hand without any fu, won by ron, counts 30 fu instead of 20.
    open_pinfu_30: bool = True
    #: Pinfu by tsumo: at 20 fu, with the 2 fu of the tsumo (30), or not at all.
    pinfu_tsumo: PinfuTsumo = "twenty_fu"
    #: 30 fu 4 han and 60 fu 3 han are a mangan.
    kiriage_mangan: bool = False
    #: What 13 han and more count without a yakuman.
    counted_yakuman: CountedYakuman = "yakuman"
    #: Several yakuman in one hand add up.
    yakuman_stack: bool = True
    #: The yakuman that count twice.
    double_yakuman: frozenset[DoubleYakuman] = frozenset()

    @cached_property
    def values(self) -> tuple[object, ...]:
        """Every switch, in order."""
        return tuple([getattr(self, switch.name) for switch in fields(self)])

    @cached_property
    def _hash(self) -> int:
        return hash(self.values)

    def __hash__(self) -> int:
        """Worked out once: rules are part of the key of several tables."""
        return self._hash

    def __eq__(self, other: object) -> bool:
        """Rules are the same when every switch is."""
        return self is other or (isinstance(other, Rules) and self.values == other.values)


TENHOU = Rules()
MAJIANG = replace(TENHOU, preset="majiang", double_yakuman=DOUBLE_YAKUMAN)

PRESETS: dict[str, Rules] = {rules.preset: rules for rules in (TENHOU, MAJIANG)}


class Switch(NamedTuple):
    """A field of `Rules`: what sort of value it takes, and which ones."""

    name: str
    sort: Literal["yes_no", "choice", "set", "red_fives"]
    choices: tuple[str | int, ...] = ()


def _switch(name: str, hint: type) -> Switch:
    if hint is bool:
        return Switch(name, "yes_no", ("yes", "no"))
    if hint is RedFives:
        return Switch(name, "red_fives", tuple(range(5)))
    if get_origin(hint) is frozenset:
        return Switch(name, "set", get_args(get_args(hint)[0]))
    return Switch(name, "choice", get_args(hint))


#: Every switch by its name, as `Rules` declares it.
SWITCHES: dict[str, Switch] = {
    name: _switch(name, hint)
    for name, hint in get_type_hints(Rules).items()
    if name in {field.name for field in fields(Rules)} - {"preset"}
}


def copies_of(tile: Tile, rules: Rules) -> int:
    """How many copies of a tile there are: four of a kind, of which some fives are red."""
    if tile in RED_FIVES:
        return rules.red_fives[RED_FIVES.index(tile)]
    return COPIES - (rules.red_fives[FIVES.index(tile)] if tile in FIVES else 0)
