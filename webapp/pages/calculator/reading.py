"""One reading of a won hand as a template sees it: its blocks as they lie at the table, and the tiles that prove each
of its yaku."""

from collections import Counter
from typing import NamedTuple, TypeAlias

from webapp.pages.calculator.meld_layout import LaidTile, laid_out
from webapp.scoring.awards import Award
from webapp.scoring.blocks import SEQUENCE
from webapp.scoring.dora import Bonus
from webapp.scoring.fu import FuItem
from webapp.scoring.hand import WinningHand
from webapp.scoring.reading import tiles_of_blocks
from webapp.scoring.score import ScoredReading
from webapp.scoring.tiles import Kind, Tile

#: A yaku or a sort of dora.
Line: TypeAlias = Award | Bonus


class BlockView(NamedTuple):
    """A block of a reading with its tiles, its fu, and the index of the winning tile if that completed the block. A
    meld also has its tiles as they lie at the table (`laid`)."""

    tiles: tuple[Tile, ...]
    winning_tile: int | None
    is_open: bool
    fu: int
    laid: tuple[LaidTile, ...]


class ReadingView(NamedTuple):
    """A scored reading and its blocks. `lines` are its yaku, then its dora."""

    scored: ScoredReading
    blocks: tuple[BlockView, ...]
    lines: tuple[Line, ...]
    fu_items: tuple[FuItem, ...]

    @property
    def wait(self) -> str:
        """Its wait. Read as sets, true nine gates wait for one tile."""
        return "nine" if any(award.key == "chuuren_9" for award in self.scored.yaku) else self.scored.reading.wait

    @property
    def fu_sum(self) -> int:
        """The fu before they are rounded up."""
        return sum(item.fu for item in self.fu_items)

    def proof(self, line: Line) -> tuple[tuple[Tile, ...], ...]:
        """The blocks that prove a yaku, or the red fives or norths of a sort of dora; empty if every block proves
        it. A yaku says the lowest kinds of its blocks: one of sequences has as many of each as it asks for, one of
        triplets has no sequence."""
        if isinstance(line, Bonus):
            return (line.tiles,) if line.tiles else ()
        reading, yaku = self.scored.reading, line.yaku
        kinds = line.proof(reading)
        if kinds == reading.kinds:
            return ()
        proving, copies = [], Counter[Kind]()
        for block, view in zip(reading.blocks, self.blocks, strict=True):
            is_other_sort = yaku.triplets if block.type is SEQUENCE else yaku.sequences
            if is_other_sort or not kinds >> block.kind & 1:
                continue
            copies[block.kind] += 1
            if copies[block.kind] * kinds.bit_count() <= yaku.sequences or not yaku.sequences:
                proving.append(view.tiles)
        return tuple(proving)


def reading_view(scored: ScoredReading, hand: WinningHand) -> ReadingView:
    """The view of a scored reading of this hand."""
    fu_items = scored.fu_items
    return ReadingView(scored, _blocks(scored, hand, fu_items), (*scored.yaku, *scored.bonuses), fu_items)


def _blocks(scored: ScoredReading, hand: WinningHand, fu_items: tuple[FuItem, ...]) -> tuple[BlockView, ...]:
    reading = scored.reading
    fu = Counter[int | None]()
    for item in fu_items:
        fu[item.block] += item.fu
    melds, win_block = iter(hand.melds), reading.win_block
    return tuple(
        BlockView(
            tiles=tiles,
            winning_tile=tiles.index(hand.win) if index == win_block else None,
            is_open=block.is_open,
            fu=fu[index],
            laid=tuple(laid_out(next(melds), hand.table.rules.players)) if block.is_meld else (),
        )
        for index, (block, tiles) in enumerate(zip(reading.blocks, tiles_of_blocks(reading, hand), strict=True))
    )
