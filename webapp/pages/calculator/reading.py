"""One reading of a won hand as a template sees it: its blocks, its yaku and dora with the tiles that prove them, and
each line of its fu with its reasons.

Frozen values, worked out from a scored reading. No request, no form field, no HTML; words stay keys.
"""

from collections import Counter
from dataclasses import dataclass

from webapp.pages.calculator.meld_layout import LaidTile, laid_out
from webapp.scoring.awards import Award
from webapp.scoring.dora import Bonus
from webapp.scoring.fu import FuItem
from webapp.scoring.hand import WinningHand
from webapp.scoring.reading import Reading, tiles_of_blocks
from webapp.scoring.score import ScoredReading
from webapp.scoring.tiles import NAMES


@dataclass(frozen=True)
class BlockView:
    """A block of a reading with the tiles it is made of, its fu, and whether the winning tile completed it. A meld also
    has its tiles as they lie at the table (`laid`)."""

    type: str
    tiles: tuple[str, ...]
    winning_tile: int | None
    is_open: bool
    fu: int
    laid: tuple[LaidTile, ...]


@dataclass(frozen=True)
class DoraView:
    """An indicator, the tile that it points to, and the number of these in the hand."""

    indicator: str
    tile: str
    held: int


@dataclass(frozen=True)
class YakuLine:
    """A yaku or a sort of dora on the score sheet. `blocks` are the blocks that prove it; empty if all blocks do."""

    key: str
    en: str
    rule: str
    han: int
    yakuman: int
    blocks: tuple[tuple[str, ...], ...] = ()
    dora: tuple[DoraView, ...] = ()
    is_dora: bool = False


@dataclass(frozen=True)
class FuLine:
    """A line of the fu: its name (a triplet's says whether it is concealed), its reasons, its fu, and its tiles."""

    key: str
    name: str
    reasons: tuple[str, ...]
    fu: int
    tiles: tuple[str, ...]


@dataclass(frozen=True)
class ReadingView:
    """One reading: its blocks, wait, yaku, fu and points."""

    blocks: tuple[BlockView, ...]
    wait: str
    yaku: tuple[YakuLine, ...]
    fu_lines: tuple[FuLine, ...]
    fu_sum: int
    fu: int
    han: int
    yakuman: int
    limit: str | None
    is_rounded_up: bool
    points: int
    is_best: bool


def reading_view(scored: ScoredReading, hand: WinningHand, *, is_best: bool) -> ReadingView:
    """The view of a scored reading of this hand."""
    reading = scored.reading
    blocks = _blocks(scored, hand)
    yaku = [_yaku_line(award, reading, blocks) for award in scored.yaku]
    dora = [_dora_line(bonus) for bonus in scored.bonuses]
    return ReadingView(
        blocks=blocks,
        # Read as sets, true nine gates wait for one tile.
        wait="nine" if any(award.key == "chuuren_9" for award in scored.yaku) else reading.wait,
        yaku=(*yaku, *dora),
        fu_lines=tuple(_fu_line(item, blocks) for item in scored.fu_items),
        fu_sum=sum(item.fu for item in scored.fu_items),
        fu=scored.fu,
        han=scored.han,
        yakuman=scored.yakuman,
        limit=scored.limit,
        is_rounded_up=scored.is_rounded_up,
        points=scored.points,
        is_best=is_best,
    )


# -- yaku and dora ---------------------------------------------------------------------------------


def _yaku_line(award: Award, reading: Reading, blocks: tuple[BlockView, ...]) -> YakuLine:
    tiles = award.proof(reading)
    proving = tuple(view.tiles for block, view in zip(reading.blocks, blocks, strict=True) if tiles >> block.kind & 1)
    shown = proving if len(proving) < len(blocks) else ()
    yaku = award.yaku
    return YakuLine(award.key, yaku.en, yaku.rule, award.han, award.yakuman, shown)


def _dora_line(bonus: Bonus) -> YakuLine:
    pointers = tuple(DoraView(NAMES[one.indicator], NAMES[one.kind], one.held) for one in bonus.pointed)
    shown = (tuple(NAMES[tile] for tile in bonus.tiles),) if bonus.tiles else ()
    return YakuLine(bonus.key, bonus.en, bonus.rule, bonus.han, 0, shown, pointers, is_dora=True)


# -- fu --------------------------------------------------------------------------------------------


def _fu_line(item: FuItem, blocks: tuple[BlockView, ...]) -> FuLine:
    tiles = () if item.block is None else blocks[item.block].tiles
    return FuLine(item.key, item.name, item.reasons, item.fu, tiles)


# -- blocks ----------------------------------------------------------------------------------------


def _blocks(scored: ScoredReading, hand: WinningHand) -> tuple[BlockView, ...]:
    reading = scored.reading
    fu = Counter[int | None]()
    for item in scored.fu_items:
        fu[item.block] += item.fu
    melds = iter(hand.melds)
    return tuple(
        BlockView(
            type=block.type,
            tiles=tuple(NAMES[tile] for tile in tiles),
            winning_tile=tiles.index(hand.win) if index == reading.win_block else None,
            is_open=block.is_open,
            fu=fu[index],
            laid=tuple(laid_out(next(melds), hand.table.rules.players)) if block.is_meld else (),
        )
        for index, (block, tiles) in enumerate(zip(reading.blocks, tiles_of_blocks(reading, hand), strict=True))
    )
