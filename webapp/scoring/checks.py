"""Checks whether a hand is legal: its tiles, melds, circumstances and numbers.

This module does not check whether the tiles form a winning hand, nor whether the hand has a yaku.
"""

from collections import Counter
from collections.abc import Callable, Iterator
from operator import eq
from typing import NamedTuple

from webapp.scoring.blocks import KAN, MeldType, is_meld
from webapp.scoring.hand import Flag, WinningHand, flags_of
from webapp.scoring.notation import format_tiles
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.rules import COPIES, NOT_IN_SANMA
from webapp.scoring.table import MOST_INDICATORS, MOST_STICKS, WIND_NAMES
from webapp.scoring.tiles import FIVES, KIND, NAMES, NORTH_KIND, RED_FIVES, Kind, Tile


def problems(hand: WinningHand) -> tuple[Problem, ...]:
    """Every reason why this hand is illegal; empty if it is legal.

    Sources: the rules on melds and calls; four copies of each tile; `hand.rules.red_fives`.
    """
    return tuple(item for check in _CHECKS for item in check(hand))


def _tile_number(hand: WinningHand) -> Iterator[Problem]:
    needed = 13 - 3 * len(hand.melds)
    if len(hand.concealed) != needed:
        yield problem(
            "concealed",
            Code.WRONG_COUNT,
            "A hand has {needed} concealed tiles besides the winning tile, not {got} (three fewer for each meld).",
            needed=needed,
            got=len(hand.concealed),
        )


def _places(hand: WinningHand) -> list[tuple[str, tuple[Tile, ...]]]:
    """The tiles of the hand and the indicators, each group with the name of its field."""
    melds = [(f"melds.{i}.tiles", meld.tiles) for i, meld in enumerate(hand.melds)]
    norths = (NORTH_KIND,) * hand.nuki
    hands = [("concealed", hand.concealed), ("win", (hand.win,)), *melds, ("nuki", norths)]
    return [*hands, ("dora", hand.table.dora), ("ura", hand.ura)]


def _seen(hand: WinningHand) -> tuple[Tile, ...]:
    """The tiles of all `_places`, without their names."""
    return (*hand.tiles, *(NORTH_KIND,) * hand.nuki, *hand.table.dora, *hand.ura)


def _fifth_tiles(hand: WinningHand) -> Iterator[Problem]:
    kinds_seen = sorted([KIND[tile] for tile in _seen(hand)])
    if not any(map(eq, kinds_seen, kinds_seen[COPIES:])):
        return
    kinds: Counter[Kind] = Counter()
    for place, tiles in _places(hand):
        here = Counter(KIND[tile] for tile in tiles)
        kinds.update(here)
        for kind in here:
            if kinds[kind] > COPIES:
                yield problem(
                    place,
                    Code.FIFTH_TILE,
                    "{tile} appears {got} times, with melds and indicators; there are only four.",
                    tile=NAMES[kind],
                    got=kinds[kind],
                )


def _red_fives(hand: WinningHand) -> Iterator[Problem]:
    seen = _seen(hand)
    for red, five, allowed in zip(RED_FIVES, FIVES, hand.rules.red_fives, strict=True):
        reds, plain = seen.count(red), seen.count(five)
        if reds > allowed:
            yield problem(
                _last_place(hand, {red, five}),
                Code.TOO_MANY_REDS,
                "{tile} appears {got} times; these rules have only {allowed}.",
                tile=NAMES[red],
                got=reds,
                allowed=allowed,
            )
        if COPIES - allowed < plain <= COPIES:
            values = {"tile": NAMES[five], "got": plain, "allowed": allowed, "red": NAMES[red]}
            yield problem(
                _last_place(hand, {red, five}),
                Code.MISSING_RED,
                "{tile} appears {got} times; by these rules {allowed} of the four fives are red: enter {red}.",
                **values,
            )


def _last_place(hand: WinningHand, sought: set[Tile]) -> str:
    return next(place for place, tiles in reversed(_places(hand)) if sought.intersection(tiles))


def _melds(hand: WinningHand) -> Iterator[Problem]:
    for i, meld in enumerate(hand.melds):
        kinds = sorted(KIND[tile] for tile in meld.tiles)
        if not is_meld(meld.type, kinds):
            tiles = format_tiles(meld.tiles)
            yield problem(
                f"melds.{i}.tiles", Code.NOT_A_MELD, "{tiles} cannot be a {meld}.", tiles=tiles, meld=meld.type.value
            )
        if meld.called is not None and meld.called not in meld.tiles:
            values = {"tile": NAMES[meld.called], "tiles": format_tiles(meld.tiles)}
            yield problem(
                f"melds.{i}.called", Code.NOT_A_MELD, "The called tile {tile} is not in the meld {tiles}.", **values
            )
        if meld.added is not None and (meld.added not in meld.tiles or meld.type is not MeldType.KAKAN):
            values = {"tile": NAMES[meld.added], "meld": meld.type.value, "tiles": format_tiles(meld.tiles)}
            yield problem(
                f"melds.{i}.added",
                Code.NOT_A_MELD,
                "The added tile {tile} does not belong to the {meld} {tiles}.",
                **values,
            )
        if meld.type is MeldType.CHI and meld.source not in (None, 3) and hand.rules.players == 4:
            yield problem(f"melds.{i}.from", Code.NOT_A_MELD, "A chi is called from the left player only (from 3).")


Condition = Callable[[WinningHand], bool]


class _Conflict(NamedTuple):
    """A flag, the condition that it conflicts with, and the problem."""

    flag: Flag
    clashes: Condition
    code: Code
    text: str


def _has_kan(hand: WinningHand) -> bool:
    return any(meld.type.block is KAN for meld in hand.melds)


def _with(flag: Flag) -> Condition:
    return lambda hand: flag in hand.flags


def _is_ron(hand: WinningHand) -> bool:
    return not hand.is_tsumo


def _has_laid_tiles(hand: WinningHand) -> bool:
    return bool(hand.melds) or hand.nuki > 0


def _is_open(hand: WinningHand) -> bool:
    return not hand.is_closed


def _after_a_kan(hand: WinningHand) -> bool:
    return not hand.flags.isdisjoint({Flag.CHANKAN, Flag.KANFURI})


def _conflict(flag: Flag, clashes: Condition, text: str, code: Code = Code.CONFLICTING_FLAGS) -> _Conflict:
    return _Conflict(flag, clashes, code, text)


#: The conflicts of flags with each other and with the rest of the hand.
_CONFLICTS: list[_Conflict] = [
    _conflict(Flag.RIICHI, _with(Flag.DOUBLE_RIICHI), "Riichi or double riichi, not both."),
    _conflict(Flag.OPEN_RIICHI, _with(Flag.RIICHI), "Riichi or open riichi, not both."),
    _conflict(Flag.OPEN_RIICHI, _is_open, "Open riichi needs a closed hand.", Code.NEEDS_CLOSED),
    _conflict(Flag.RIICHI, _is_open, "Riichi needs a closed hand.", Code.NEEDS_CLOSED),
    _conflict(Flag.DOUBLE_RIICHI, _is_open, "Double riichi needs a closed hand.", Code.NEEDS_CLOSED),
    _conflict(Flag.IPPATSU, lambda hand: not hand.has_riichi, "Ippatsu needs riichi.", Code.NEEDS_RIICHI),
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
    _conflict(Flag.TENHOU, lambda hand: not hand.is_dealer, "Only the dealer can have tenhou."),
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
    _conflict(Flag.TSUBAME_GAESHI, _with(Flag.CHANKAN), "Riichi cannot be declared with a tile added to a kan."),
    _conflict(Flag.KANFURI, lambda hand: hand.is_tsumo, "Kanfuri is won by ron."),
    _conflict(Flag.KANFURI, _with(Flag.CHANKAN), "A tile added to a kan is not a discard after a kan."),
    _conflict(Flag.PAARENCHAN, lambda hand: not hand.is_dealer, "Paarenchan is the dealer's."),
    _conflict(
        Flag.ISHI_NO_UE_NIMO_SANNEN,
        lambda hand: Flag.DOUBLE_RIICHI not in hand.flags,
        "Three years on a stone needs double riichi.",
        Code.NEEDS_RIICHI,
    ),
]


def flag_problems(hand: WinningHand) -> Iterator[Problem]:
    """The problems of the flags: a flag is not in the rules, or conflicts with the hand or with another flag."""
    for flag in sorted(hand.flags.difference(flags_of(hand.rules))):
        yield problem("flags", Code.UNKNOWN_FLAG, "{flag} is not in the rules in force.", flag=flag.value)
    for flag, clashes, code, text in _CONFLICTS if hand.flags else ():
        if flag in hand.flags and clashes(hand):
            yield problem("flags", code, text)


def robbed_problem(hand: WinningHand) -> Problem | None:
    """The problem of a robbed kan whose tile is also elsewhere in the hand or an indicator; None if it is not.

    Such a hand is scored anyway, because made-up collections of hands contain some.
    """
    if [KIND[tile] for tile in _seen(hand)].count(KIND[hand.win]) == 1:
        return None
    return problem(
        "flags",
        Code.CONFLICTING_FLAGS,
        "The other three {tile} would lie in the robbed kan, but one is in the hand or an indicator.",
        tile=NAMES[KIND[hand.win]],
    )


def _indicators(hand: WinningHand) -> Iterator[Problem]:
    for place, tiles in (("dora", hand.table.dora), ("ura", hand.ura)):
        if len(tiles) > MOST_INDICATORS:
            yield problem(
                place,
                Code.TOO_MANY_INDICATORS,
                "There are at most {most} indicators, not {got}.",
                most=MOST_INDICATORS,
                got=len(tiles),
            )
    if len(hand.ura) > len(hand.table.dora):
        yield problem(
            "ura",
            Code.TOO_MANY_INDICATORS,
            "There cannot be more ura indicators ({got}) than dora indicators ({dora}).",
            got=len(hand.ura),
            dora=len(hand.table.dora),
        )
    if hand.ura and not hand.has_riichi:
        yield problem("ura", Code.NEEDS_RIICHI, "Ura dora need riichi.")


def _three_players(hand: WinningHand) -> Iterator[Problem]:
    if hand.nuki and not hand.rules.has_norths_aside:
        yield problem(
            "nuki", Code.BAD_NUMBER, "Norths are set aside only with three players, and only where the rules allow it."
        )
    if hand.rules.players == 4:
        return
    for place, tiles in _places(hand):
        if unused := sorted({KIND[tile] for tile in tiles}.intersection(NOT_IN_SANMA)):
            named = "".join(NAMES[kind] for kind in unused)
            yield problem(place, Code.BAD_PLAYER_TILE, "With three players there is no {tiles}.", tiles=named)
    for i, meld in enumerate(hand.melds):
        if meld.type is MeldType.CHI:
            yield problem(f"melds.{i}.type", Code.NOT_A_MELD, "With three players nobody calls chi.")
        if hand.rules.has_norths_aside and NORTH_KIND in meld.tiles:
            yield problem(f"melds.{i}.tiles", Code.BAD_PLAYER_TILE, "A north is set aside, not melded.")


def _numbers(hand: WinningHand) -> Iterator[Problem]:
    others = hand.rules.players - 1
    for place, number, least, most in (
        ("honba", hand.table.honba, 0, MOST_STICKS),
        ("sticks", hand.table.sticks, 0, MOST_STICKS),
        ("from", 1 if hand.is_tsumo else hand.table.discarder or 1, 1, others),
        ("nuki", hand.nuki, 0, COPIES),
        ("nth_ron", hand.nth_ron, 1, others),
        ("liable", hand.liable or 0, 0, others),
        *((f"melds.{i}.from", meld.source, 1, others) for i, meld in enumerate(hand.melds) if meld.source is not None),
    ):
        if not least <= number <= most:
            yield problem(
                place,
                Code.BAD_NUMBER,
                "A whole number from {least} to {most} is expected, not {got}.",
                least=least,
                most=most,
                got=number,
            )
    if hand.nth_ron > 1 and hand.is_tsumo:
        yield problem("nth_ron", Code.CONFLICTING_FLAGS, "Several players can win by ron only.")
    # Three players can play four winds, but nobody sits North.
    for place, wind, winds in (
        ("round", hand.table.round, WIND_NAMES),
        ("seat", hand.table.seat, WIND_NAMES[: hand.rules.players]),
    ):
        if not 0 <= wind < len(winds):
            yield problem(place, Code.BAD_WIND, "A wind is one of {winds}.", winds=", ".join(winds))


_CHECKS: list[Callable[[WinningHand], Iterator[Problem]]] = [
    _tile_number,
    _fifth_tiles,
    _red_fives,
    _melds,
    flag_problems,
    _indicators,
    _three_players,
    _numbers,
]
