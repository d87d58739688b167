"""One reading of a won hand as a template sees it: its blocks, its yaku and dora with the tiles that prove them, its fu
line by line with what each is for.

Frozen values, worked out from a scored reading. No request, no form field, no HTML; words stay keys.
"""

from collections import Counter
from dataclasses import dataclass

from webapp.scoring.awards import Award
from webapp.scoring.blocks import KAN, Block
from webapp.scoring.dora import Bonus, Pointed, indicators, pointed
from webapp.scoring.fu import FuItem
from webapp.scoring.hand import WinningHand
from webapp.scoring.reading import Reading
from webapp.scoring.score import ScoredReading
from webapp.scoring.tiles import DRAGONS, KIND, NAMES, NORTH_KIND, RED_FIVES, YAOCHUU, Tile, sort_key
from webapp.views.melds import concealed_kan


@dataclass(frozen=True)
class BlockView:
    """A block of a reading with the tiles it is made of, its fu, and whether the winning tile completed it."""

    type: str
    tiles: tuple[str, ...]
    winning_tile: int | None
    is_open: bool
    fu: int

    @property
    def turned(self) -> tuple[int, ...]:
        """Which of its tiles lie face down: the outer ones of a concealed kan."""
        return (0, 3) if self.type == KAN and not self.is_open else ()


@dataclass(frozen=True)
class DoraView:
    """An indicator, the tile that it points to, and how many of these the hand has."""

    indicator: str
    tile: str
    held: int


@dataclass(frozen=True)
class YakuLine:
    """A yaku or a sort of dora on the score sheet; `blocks` are those that prove it, where these are not all."""

    key: str
    en: str
    rule: str
    han: int
    yakuman: int
    blocks: tuple[tuple[str, ...], ...] = ()
    dora: tuple[DoraView, ...] = ()


@dataclass(frozen=True)
class FuLine:
    """A line of the fu: its name (a triplet's says whether it is concealed), what it is about, the tiles it is for."""

    key: str
    name: str
    about: tuple[str, ...]
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
    points: int
    is_best: bool


def reading_view(scored: ScoredReading, hand: WinningHand, *, is_best: bool) -> ReadingView:
    """The view of a scored reading of this hand."""
    reading = scored.reading
    blocks = _blocks(scored, hand)
    yaku = [_yaku_line(award, reading, blocks) for award in scored.yaku]
    dora = [_dora_line(bonus, hand, reading) for bonus in scored.bonuses]
    return ReadingView(
        blocks=blocks,
        wait=reading.wait,
        yaku=(*yaku, *dora),
        fu_lines=tuple(_fu_line(item, reading, blocks) for item in scored.fu_items),
        fu_sum=sum(item.fu for item in scored.fu_items),
        fu=scored.fu,
        han=scored.han,
        yakuman=scored.yakuman,
        limit=scored.limit,
        points=scored.points,
        is_best=is_best,
    )


# -- yaku and dora ---------------------------------------------------------------------------------


def _yaku_line(award: Award, reading: Reading, blocks: tuple[BlockView, ...]) -> YakuLine:
    proving = tuple(
        view.tiles for block, view in zip(reading.blocks, blocks, strict=True) if award.tiles >> block.kind & 1
    )
    shown = proving if len(proving) < len(blocks) else ()
    yaku = award.yaku
    return YakuLine(award.key, yaku.en, yaku.rule, award.han, award.yakuman, shown)


def _dora_line(bonus: Bonus, hand: WinningHand, reading: Reading) -> YakuLine:
    dora, ura = indicators(hand)
    asked = {"dora": dora, "ura_dora": ura}.get(bonus.key, ())
    found = tuple(map(_dora_view, pointed(asked, hand, reading.counts)))
    tiles = {
        "aka_dora": tuple(tile for tile in hand.tiles if tile in RED_FIVES),
        "nuki_dora": (NORTH_KIND,) * hand.nuki,
    }.get(bonus.key)
    shown = (tuple(NAMES[tile] for tile in tiles),) if tiles else ()
    return YakuLine(bonus.key, bonus.en, bonus.rule, bonus.han, 0, shown, found)


def _dora_view(one: Pointed) -> DoraView:
    return DoraView(NAMES[one.indicator], NAMES[one.kind], one.held)


# -- fu --------------------------------------------------------------------------------------------


def _fu_line(item: FuItem, reading: Reading, blocks: tuple[BlockView, ...]) -> FuLine:
    if item.block is None:
        return FuLine(item.key, item.key, (), item.fu, ())
    block, tiles = reading.blocks[item.block], blocks[item.block].tiles
    if item.key == "wait":
        return FuLine(item.key, item.key, (reading.wait,), item.fu, tiles)
    if item.key == "pair":
        return FuLine(item.key, item.key, (_honour(block, reading),), item.fu, tiles)
    is_concealed = bool(reading.ankou & block.tiles)
    about = ["yaochuu" if block.tiles & YAOCHUU else "chuuchan"]
    if not is_concealed and not block.is_open:
        about.append("by_ron")
    return FuLine(item.key, f"{'concealed' if is_concealed else 'open'}_{item.key}", tuple(about), item.fu, tiles)


def _honour(block: Block, reading: Reading) -> str:
    """Why a pair has fu."""
    if block.tiles & DRAGONS:
        return "dragon"
    if reading.round_wind == reading.seat_wind:
        return "double_wind"
    return "round_wind" if block.tiles & reading.round_wind else "seat_wind"


# -- blocks ----------------------------------------------------------------------------------------


def _blocks(scored: ScoredReading, hand: WinningHand) -> tuple[BlockView, ...]:
    reading = scored.reading
    fu = Counter[int | None]()
    for item in scored.fu_items:
        fu[item.block] += item.fu
    return tuple(
        BlockView(
            type=block.type,
            tiles=tuple(NAMES[tile] for tile in tiles),
            winning_tile=tiles.index(hand.win) if index == reading.win_block else None,
            is_open=block.is_open,
            fu=fu[index],
        )
        for index, (block, tiles) in enumerate(zip(reading.blocks, laid_out(reading, hand), strict=True))
    )


def laid_out(reading: Reading, hand: WinningHand) -> list[tuple[Tile, ...]]:
    """The very tiles of each block, red fives among them; the winning tile in the block that it completed."""
    left = Counter(hand.concealed)
    blocks: list[tuple[Tile, ...]] = []
    melds = iter(hand.melds)
    for index, block in enumerate(reading.blocks):
        if block.is_meld:
            melded = next(melds).tiles
            blocks.append(tuple(sorted(melded, key=sort_key)) if block.is_open else concealed_kan(melded))
            continue
        kinds = list(block.kinds)
        tiles = []
        if index == reading.win_block:
            kinds.remove(KIND[hand.win])
            tiles.append(hand.win)
        for kind in kinds:
            tile = next(tile for tile in (*RED_FIVES, kind) if KIND[tile] == kind and left[tile])
            left[tile] -= 1
            tiles.append(tile)
        blocks.append(tuple(sorted(tiles, key=sort_key)))
    return blocks
