"""riichienv from PyPI as a side of the benchmark: a hand evaluator in Rust. Needs the extra ``[bench]``."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import riichienv

from tests.scoring.peer import question
from tests.tools.benchmarks.questions import waits_of
from webapp.scoring.blocks import MeldType
from webapp.scoring.hand import Flag, WinningHand

_MELDS = {
    MeldType.CHI: riichienv.MeldType.Chi,
    MeldType.PON: riichienv.MeldType.Pon,
    MeldType.DAIMINKAN: riichienv.MeldType.Daiminkan,
    MeldType.KAKAN: riichienv.MeldType.Kakan,
    MeldType.ANKAN: riichienv.MeldType.Ankan,
}
_FLAGS = {
    Flag.RIICHI: "riichi",
    Flag.DOUBLE_RIICHI: "double_riichi",
    Flag.IPPATSU: "ippatsu",
    Flag.RINSHAN: "rinshan",
    Flag.CHANKAN: "chankan",
    Flag.HAITEI: "haitei",
    Flag.HOUTEI: "houtei",
    Flag.TENHOU: "tsumo_first_turn",
    Flag.CHIIHOU: "tsumo_first_turn",
}


def tasks(hands: Sequence[WinningHand]) -> list[Callable[[], Any]]:
    """For every hand a call that scores it."""
    return [partial(_calc, *_asked(hand)) for hand in hands]


def shanten_tasks(dealt: Sequence[list[int]]) -> list[Callable[[], Any]]:
    """For so many tiles of each kind a call that finds the shanten."""
    return [partial(riichienv.calculate_shanten, _numbers(counts)) for counts in dealt]


def shanten_of(counts: list[int]) -> int:
    """The shanten of so many tiles of each kind."""
    return int(riichienv.calculate_shanten(_numbers(counts)))


def _numbers(counts: list[int]) -> list[int]:
    return [4 * kind + copy for kind, held in enumerate(counts) for copy in range(held)]


def waits_tasks(hands: Sequence[WinningHand]) -> list[Callable[[], Any]]:
    """For every tenpai a call that finds its waits and scores each by ron and by tsumo."""
    return [_waits_task(hand) for hand in hands]


def _waits_task(hand: WinningHand) -> Callable[[], Any]:
    asked = {
        kind: [_asked(replace(hand, win=kind, is_tsumo=is_tsumo)) for is_tsumo in (False, True)]
        for kind in waits_of(hand)
    }
    tiles, melds, last, *_ = next(iter(asked.values()))[0]
    return partial(_waits, [tile for tile in tiles if tile != last], melds, asked)


def _waits(tiles: list[int], melds: list[Any], asked: dict[int, list[Any]]) -> Any:
    found = riichienv.HandEvaluator(tiles, melds)
    return {kind: [found.calc(*rest) for _, _, *rest in asked[kind]] for kind in found.get_waits() if kind in asked}


def _calc(tiles: list[int], melds: list[Any], *rest: Any) -> Any:
    return riichienv.HandEvaluator(tiles, melds).calc(*rest)


def _asked(hand: WinningHand) -> tuple[list[int], list[Any], int, list[int], Any, list[int]]:
    """Concealed tiles, melds, winning tile, indicators, conditions and ura indicators, as riichienv takes them."""
    asked = question(hand)
    melds = [
        riichienv.Meld(_MELDS[meld.type], numbers.tiles, meld.type.is_open)
        for meld, numbers in zip(hand.melds, asked.melds, strict=True)
    ]
    in_melds = {number for meld in melds for number in meld.tiles}
    tiles = sorted(number for number in asked.tiles if number not in in_melds)
    return tiles, melds, asked.win_tile, asked.dora, _conditions(hand), asked.ura


def _conditions(hand: WinningHand) -> Any:
    return riichienv.Conditions(
        tsumo=hand.is_tsumo,
        player_wind=hand.table.seat,
        round_wind=hand.table.round,
        riichi_sticks=hand.table.sticks,
        honba=hand.table.honba,
        **{_FLAGS[flag]: True for flag in hand.flags},
    )
