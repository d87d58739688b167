"""A winning hand as it lies on the table, and everything that can be wrong with it.

Knows which tiles, melds and circumstances go together; it does not know whether the tiles form a hand, nor any yaku.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from webapp.scoring.blocks import KAN, Meld, MeldType, kinds_in
from webapp.scoring.notation import format_tiles
from webapp.scoring.rules import COPIES, NOT_IN_SANMA, RULES_KEPT, SWITCHES, Rules
from webapp.scoring.table import PLAIN_TABLE, Table
from webapp.scoring.tiles import FIRST_WIND, FIVES, KIND, NAMES, NORTH_KIND, RED_FIVES, Kind, Tile

_ANKAN = MeldType.ANKAN
MOST_INDICATORS = 5
MOST_STICKS = 99


class Flag(StrEnum):
    """The circumstances of a win that the tiles do not show."""

    RIICHI = "riichi"
    DOUBLE_RIICHI = "double_riichi"
    IPPATSU = "ippatsu"
    RINSHAN = "rinshan"
    CHANKAN = "chankan"
    HAITEI = "haitei"
    HOUTEI = "houtei"
    TENHOU = "tenhou"
    CHIIHOU = "chiihou"
    RENHOU = "renhou"
    OPEN_RIICHI = "open_riichi"
    TSUBAME_GAESHI = "tsubame_gaeshi"
    KANFURI = "kanfuri"
    PAARENCHAN = "paarenchan"
    ISHI_NO_UE_NIMO_SANNEN = "ishi_no_ue_nimo_sannen"


_RIICHI = frozenset({Flag.RIICHI, Flag.DOUBLE_RIICHI, Flag.OPEN_RIICHI})


@lru_cache(RULES_KEPT)
def flags_of(rules: Rules) -> tuple[Flag, ...]:
    """The flags that mean something by these rules: renhou and those of local yaku only where the rules name them."""
    named = {"renhou"} if rules.renhou != "off" else set()
    optional = {"renhou", *SWITCHES["local_yaku"].choices} - named - rules.local_yaku
    return tuple(flag for flag in Flag if flag.value not in optional)


@dataclass(frozen=True)
class Problem:
    """One thing that is wrong: the field, a stable code, and a message with the values to be put into it."""

    field: str
    code: str
    text: str
    values: dict[str, object]

    @property
    def message(self) -> str:
        """The message in English."""
        return self.text.format(**self.values)


def problem(field: str, code: str, text: str, **values: object) -> Problem:
    """A `Problem`; `text` is a message of the catalogue."""
    return Problem(field, code, text, values)


@dataclass(frozen=True, slots=True)
class WinningHand:
    """A hand that a player declares won: tiles, melds, the table, and how it was won.

    `concealed` is without the winning tile and without melds. `nuki` is the number of norths set aside. `nth_ron` is
    2 or 3 for the second and third winner on one discard. `liable` says who is liable (pao) where the melds do not
    show it: 0 nobody, else a player seen from the winner, as `table.discarder`.
    """

    concealed: tuple[Tile, ...]
    win: Tile
    is_tsumo: bool = True
    melds: tuple[Meld, ...] = ()
    table: Table = PLAIN_TABLE
    flags: frozenset[Flag] = frozenset()
    ura: tuple[Tile, ...] = ()
    nuki: int = 0
    nth_ron: int = 1
    liable: int | None = None

    @property
    def rules(self) -> Rules:
        """The rules of the table."""
        return self.table.rules

    @property
    def is_closed(self) -> bool:
        """Menzen: no meld but concealed kans."""
        return not self.melds or all(meld.type is _ANKAN for meld in self.melds)

    @property
    def is_dealer(self) -> bool:
        """The winner sits East."""
        return self.table.seat == 0

    @property
    def has_riichi(self) -> bool:
        """Riichi of any sort was declared."""
        return not self.flags.isdisjoint(_RIICHI)

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """All tiles of the hand: concealed, the winning tile, the melds."""
        return (*self.concealed, self.win, *(tile for meld in self.melds for tile in meld.tiles))


def problems(hand: WinningHand) -> tuple[Problem, ...]:
    """Everything that cannot be about this hand, whatever the tiles form; empty if all is well.

    Sources: the game's rules on melds and calls, four copies of each tile; red fives by `hand.rules.red_fives`.
    """
    return tuple(found for check in _CHECKS for found in check(hand))


def _tile_number(hand: WinningHand) -> Iterator[Problem]:
    needed = 13 - 3 * len(hand.melds)
    if len(hand.concealed) != needed:
        yield problem(
            "concealed",
            "wrong_count",
            "Beside {melds} melds and the winning tile a hand has {needed} concealed tiles, not {got}.",
            melds=len(hand.melds),
            needed=needed,
            got=len(hand.concealed),
        )


def _places(hand: WinningHand) -> list[tuple[str, tuple[Tile, ...]]]:
    """Every place where a tile of the hand's table can be seen, with the name of the field."""
    melds = [(f"melds.{i}.tiles", meld.tiles) for i, meld in enumerate(hand.melds)]
    norths = (NORTH_KIND,) * hand.nuki
    hands = [("concealed", hand.concealed), ("win", (hand.win,)), *melds, ("nuki", norths)]
    return [*hands, ("dora", hand.table.dora), ("ura", hand.ura)]


def _copies(hand: WinningHand) -> Iterator[Problem]:
    seen: Counter[Tile] = Counter()
    kinds: Counter[Kind] = Counter()
    for place, tiles in _places(hand):
        seen.update(tiles)
        here = Counter(KIND[tile] for tile in tiles)
        kinds.update(here)
        for kind in here:
            if kinds[kind] > COPIES:
                yield problem(
                    place,
                    "fifth_tile",
                    "{tile} is here {got} times, melds and indicators counted; there are four.",
                    tile=NAMES[kind],
                    got=kinds[kind],
                )
    for red, five, allowed in zip(RED_FIVES, FIVES, hand.rules.red_fives, strict=True):
        where = next((place for place, tiles in reversed(_places(hand)) if {red, five} & set(tiles)), "concealed")
        if seen[red] > allowed:
            yield problem(
                where,
                "too_many_reds",
                "{tile} is here {got} times; by the rules in force there are {allowed}.",
                tile=NAMES[red],
                got=seen[red],
                allowed=allowed,
            )
        if COPIES - allowed < seen[five] <= COPIES:
            values = {"tile": NAMES[five], "got": seen[five], "allowed": allowed, "red": NAMES[red]}
            yield problem(
                where,
                "missing_red",
                "{tile} is here {got} times; by the rules in force {allowed} of the four fives are red: enter {red}.",
                **values,
            )


def _melds(hand: WinningHand) -> Iterator[Problem]:
    for i, meld in enumerate(hand.melds):
        kinds = sorted(KIND[tile] for tile in meld.tiles)
        if not is_meld(meld.type, kinds):
            tiles = format_tiles(meld.tiles)
            yield problem(f"melds.{i}.tiles", "not_a_meld", "{tiles} is no {meld}.", tiles=tiles, meld=meld.type.value)
        if meld.called is not None and meld.called not in meld.tiles:
            values = {"tile": NAMES[meld.called], "tiles": format_tiles(meld.tiles)}
            yield problem(
                f"melds.{i}.called", "not_a_meld", "The called tile {tile} is not in the meld {tiles}.", **values
            )
        if meld.added is not None and (meld.added not in meld.tiles or meld.type is not MeldType.KAKAN):
            values = {"tile": NAMES[meld.added], "meld": meld.type.value, "tiles": format_tiles(meld.tiles)}
            yield problem(
                f"melds.{i}.added",
                "not_a_meld",
                "The added tile {tile} does not belong to the {meld} {tiles}.",
                **values,
            )
        if meld.type is MeldType.CHI and meld.source not in (None, 3) and hand.rules.players == 4:
            yield problem(f"melds.{i}.from", "not_a_meld", "A chi is called from the left player only (from 3).")


def is_meld(meld: MeldType, kinds: list[Kind]) -> bool:
    """Whether tiles of these kinds, lowest first, can be such a meld."""
    if not kinds or kinds != list(kinds_in(meld.block, kinds[0])):
        return False
    return meld is not MeldType.CHI or (kinds[0] < FIRST_WIND and kinds[0] % 9 < 7)


Circumstance = Callable[[WinningHand], bool]


class _Conflict(NamedTuple):
    """A flag, what it clashes with, and what is said then."""

    flag: Flag
    clashes: Circumstance
    code: str
    text: str


def _has_kan(hand: WinningHand) -> bool:
    return any(meld.type.block is KAN for meld in hand.melds)


def _with(flag: Flag) -> Circumstance:
    return lambda hand: flag in hand.flags


def _is_ron(hand: WinningHand) -> bool:
    return not hand.is_tsumo


def _has_laid_tiles(hand: WinningHand) -> bool:
    return bool(hand.melds) or hand.nuki > 0


def _is_open(hand: WinningHand) -> bool:
    return not hand.is_closed


def _after_a_kan(hand: WinningHand) -> bool:
    return not hand.flags.isdisjoint({Flag.CHANKAN, Flag.KANFURI})


def _conflict(flag: Flag, clashes: Circumstance, text: str, code: str = "conflicting_flags") -> _Conflict:
    return _Conflict(flag, clashes, code, text)


#: What cannot be together with a flag.
_CONFLICTS: list[_Conflict] = [
    _conflict(Flag.RIICHI, _with(Flag.DOUBLE_RIICHI), "Riichi or double riichi, not both."),
    _conflict(Flag.OPEN_RIICHI, _with(Flag.RIICHI), "Riichi or open riichi, not both."),
    _conflict(Flag.OPEN_RIICHI, _is_open, "Open riichi needs a closed hand.", "needs_closed"),
    _conflict(Flag.RIICHI, _is_open, "Riichi needs a closed hand.", "needs_closed"),
    _conflict(Flag.DOUBLE_RIICHI, _is_open, "Double riichi needs a closed hand.", "needs_closed"),
    _conflict(Flag.IPPATSU, lambda hand: not hand.has_riichi, "Ippatsu needs riichi.", "needs_riichi"),
    _conflict(Flag.IPPATSU, _with(Flag.RINSHAN), "A kan ends ippatsu: not with a replacement tile."),
    _conflict(Flag.IPPATSU, _with(Flag.KANFURI), "A kan ends ippatsu: not with kanfuri."),
    _conflict(Flag.RINSHAN, _is_ron, "A replacement tile is won by tsumo."),
    _conflict(
        Flag.RINSHAN, lambda hand: not _has_kan(hand) and not hand.nuki, "A replacement tile needs a kan of one's own."
    ),
    _conflict(Flag.RINSHAN, _with(Flag.HAITEI), "A replacement tile is not the last tile of the wall."),
    _conflict(Flag.CHANKAN, lambda hand: hand.is_tsumo, "Robbing a kan is won by ron."),
    _conflict(Flag.CHANKAN, _with(Flag.HOUTEI), "A tile added to a kan is not the last discard."),
    _conflict(Flag.HAITEI, _is_ron, "The last tile of the wall is won by tsumo."),
    _conflict(Flag.HOUTEI, lambda hand: hand.is_tsumo, "The last discard is won by ron."),
    _conflict(Flag.TENHOU, lambda hand: not hand.is_dealer, "Tenhou is the dealer's."),
    _conflict(Flag.TENHOU, _is_ron, "Tenhou is won by tsumo."),
    _conflict(Flag.TENHOU, _has_laid_tiles, "Tenhou is won before a meld or a north is laid down."),
    _conflict(Flag.TENHOU, lambda hand: hand.has_riichi, "Tenhou is won before riichi can be declared."),
    _conflict(Flag.TENHOU, _with(Flag.HAITEI), "Tenhou is not the last tile of the wall."),
    _conflict(Flag.CHIIHOU, lambda hand: hand.is_dealer, "Chiihou is not the dealer's."),
    _conflict(Flag.CHIIHOU, _is_ron, "Chiihou is won by tsumo."),
    _conflict(Flag.CHIIHOU, _has_laid_tiles, "Chiihou is won before a meld or a north is laid down."),
    _conflict(Flag.CHIIHOU, lambda hand: hand.has_riichi, "Chiihou is won before riichi can be declared."),
    _conflict(Flag.CHIIHOU, _with(Flag.HAITEI), "Chiihou is not the last tile of the wall."),
    _conflict(Flag.RENHOU, lambda hand: hand.is_dealer, "Renhou is not the dealer's."),
    _conflict(Flag.RENHOU, lambda hand: hand.is_tsumo, "Renhou is won by ron."),
    _conflict(Flag.RENHOU, _has_laid_tiles, "Renhou is won before a meld or a north is laid down."),
    _conflict(Flag.RENHOU, lambda hand: hand.has_riichi, "Renhou is won before riichi can be declared."),
    _conflict(Flag.RENHOU, _with(Flag.HOUTEI), "Renhou is not the last discard."),
    _conflict(Flag.RENHOU, _after_a_kan, "A kan ends renhou: not with a robbed kan or with kanfuri."),
    _conflict(Flag.TSUBAME_GAESHI, lambda hand: hand.is_tsumo, "Tsubame-gaeshi is won by ron."),
    _conflict(Flag.TSUBAME_GAESHI, _with(Flag.CHANKAN), "A tile added to a kan declares no riichi."),
    _conflict(Flag.KANFURI, lambda hand: hand.is_tsumo, "Kanfuri is won by ron."),
    _conflict(Flag.KANFURI, _with(Flag.CHANKAN), "A tile added to a kan is not discarded after one."),
    _conflict(Flag.PAARENCHAN, lambda hand: not hand.is_dealer, "Paarenchan is the dealer's."),
    _conflict(
        Flag.ISHI_NO_UE_NIMO_SANNEN,
        lambda hand: Flag.DOUBLE_RIICHI not in hand.flags,
        "Three years on a stone needs double riichi.",
        "needs_riichi",
    ),
]


def flag_problems(hand: WinningHand) -> Iterator[Problem]:
    """What cannot be about the flags alone: the rules lack one, or it clashes with the hand or with another."""
    for flag in sorted(hand.flags.difference(flags_of(hand.rules))):
        yield problem("flags", "unknown_flag", "{flag} is not in the rules in force.", flag=flag.value)
    for flag, clashes, code, text in _CONFLICTS:
        if flag in hand.flags and clashes(hand):
            yield problem("flags", code, text)


def _indicators(hand: WinningHand) -> Iterator[Problem]:
    for place, tiles in (("dora", hand.table.dora), ("ura", hand.ura)):
        if len(tiles) > MOST_INDICATORS:
            yield problem(
                place,
                "too_many_indicators",
                "There are at most {most} indicators, not {got}.",
                most=MOST_INDICATORS,
                got=len(tiles),
            )
    if len(hand.ura) > len(hand.table.dora):
        yield problem(
            "ura",
            "too_many_indicators",
            "There are as many ura indicators as dora indicators: {got} ura beside {dora} dora.",
            got=len(hand.ura),
            dora=len(hand.table.dora),
        )
    if hand.ura and not hand.has_riichi:
        yield problem("ura", "needs_riichi", "Ura dora need riichi.")


def _three_players(hand: WinningHand) -> Iterator[Problem]:
    if hand.nuki and not (hand.rules.players == 3 and hand.rules.nuki_dora):
        yield problem("nuki", "bad_number", "Norths are set aside only with three players and that rule.")
    if hand.rules.players == 4:
        return
    for place, tiles in _places(hand):
        for tile in sorted({tile for tile in tiles if KIND[tile] in NOT_IN_SANMA}):
            yield problem(place, "bad_player_tile", "With three players there is no {tile}.", tile=NAMES[tile])
    for i, meld in enumerate(hand.melds):
        if meld.type is MeldType.CHI:
            yield problem(f"melds.{i}.type", "not_a_meld", "With three players nobody calls chi.")
        if hand.rules.nuki_dora and NORTH_KIND in meld.tiles:
            yield problem(f"melds.{i}.tiles", "bad_player_tile", "A north is set aside, not melded.")


def _numbers(hand: WinningHand) -> Iterator[Problem]:
    others = hand.rules.players - 1
    for place, number, least, most in (
        ("honba", hand.table.honba, 0, MOST_STICKS),
        ("sticks", hand.table.sticks, 0, MOST_STICKS),
        ("from", 1 if hand.is_tsumo else hand.table.discarder, 1, others),
        ("nuki", hand.nuki, 0, COPIES),
        ("nth_ron", hand.nth_ron, 1, others),
        ("liable", hand.liable or 0, 0, others),
        *((f"melds.{i}.from", meld.source, 1, others) for i, meld in enumerate(hand.melds) if meld.source is not None),
    ):
        if not least <= number <= most:
            yield problem(
                place,
                "bad_number",
                "A whole number from {least} to {most} is expected, not {got}.",
                least=least,
                most=most,
                got=number,
            )
    if hand.nth_ron > 1 and hand.is_tsumo:
        yield problem("nth_ron", "conflicting_flags", "Only by ron can there be several winners.")
    for place, wind in (("round", hand.table.round), ("seat", hand.table.seat)):
        if not 0 <= wind < hand.rules.players:
            winds = ", ".join("ESWN"[: hand.rules.players])
            yield problem(place, "bad_wind", "A wind is one of {winds}.", winds=winds)


_CHECKS: list[Callable[[WinningHand], Iterator[Problem]]] = [
    _tile_number,
    _copies,
    _melds,
    flag_problems,
    _indicators,
    _three_players,
    _numbers,
]
