"""riichienv from PyPI as a side of the benchmark: a hand evaluator in Rust. Needs the extra ``[bench]``."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import riichienv

from tests.scoring.hands import Win
from tests.scoring.peer import question
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


def tasks(wins: Sequence[Win]) -> list[Callable[[], Any]]:
    """For every hand a call that scores it."""
    return [_task(win) for win in wins]


def shanten_tasks(dealt: Sequence[list[int]]) -> list[Callable[[], Any]]:
    """For so many tiles of each kind a call that finds the shanten."""
    return [partial(riichienv.calculate_shanten, _numbers(counts)) for counts in dealt]


def shanten_of(counts: list[int]) -> int:
    """The shanten of so many tiles of each kind."""
    return int(riichienv.calculate_shanten(_numbers(counts)))


def _numbers(counts: list[int]) -> list[int]:
    return [4 * kind + copy for kind, held in enumerate(counts) for copy in range(held)]


def _task(win: Win) -> Callable[[], Any]:
    asked = question(win.hand)
    melds = [
        riichienv.Meld(_MELDS[meld.type], numbers.tiles, meld.type.is_open)
        for meld, numbers in zip(win.hand.melds, asked.melds, strict=True)
    ]
    in_melds = {number for meld in melds for number in meld.tiles}
    tiles = sorted(number for number in asked.tiles if number not in in_melds)
    return partial(_calc, tiles, melds, asked.win_tile, asked.dora, _conditions(win.hand), asked.ura)


def _calc(tiles: list[int], melds: list[Any], win_tile: int, dora: list[int], conditions: Any, ura: list[int]) -> Any:
    return riichienv.HandEvaluator(tiles, melds).calc(win_tile, dora, conditions, ura)


def _conditions(hand: WinningHand) -> Any:
    return riichienv.Conditions(
        tsumo=hand.is_tsumo,
        player_wind=hand.table.seat,
        round_wind=hand.table.round,
        riichi_sticks=hand.table.sticks,
        honba=hand.table.honba,
        **{_FLAGS[flag]: True for flag in hand.flags},
    )
