"""The list of yaku as its page shows it: by han or by group, each with an example laid out as a picture."""

from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import cache
from typing import NamedTuple

from webapp.entry import Entry
from webapp.formats.line import read_hand
from webapp.scoring.awards import YAKU
from webapp.scoring.points import AT_LEAST
from webapp.scoring.reading import STANDARD
from webapp.scoring.registry import Yaku
from webapp.scoring.rules import TENHOU, Rules
from webapp.scoring.tiles import NAMES

#: The width of a tile of a picture with the gap behind it, and the gap before a meld and the winning tile.
STEP, GAP = 31, 9


class Order(StrEnum):
    """The order of the list."""

    HAN = "han"
    GROUP = "group"


class Group(StrEnum):
    """A group of yaku, by what they are about."""

    CIRCUMSTANCE = "circumstance"  #: How the hand was won.
    SEQUENCES = "sequences"
    TRIPLETS = "triplets"  #: Triplets and kans.
    ENDS = "ends"  #: Terminals and honours: everywhere, or nowhere.
    HONOURS = "honours"  #: Dragons and winds.
    SUIT = "suit"  #: One suit or colour.
    SHAPES = "shapes"  #: Hands that are not four sets and a pair.
    OTHER = "other"


class Laid(NamedTuple):
    """A tile of a picture, and its distance from the left edge."""

    name: str
    x: int


class LaidTiles(NamedTuple):
    """Tiles side by side, melds apart, the winning one last."""

    tiles: tuple[Laid, ...]
    win: Laid
    width: int

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tiles without the winning one."""
        return tuple(tile.name for tile in self.tiles)


class YakuEntry(NamedTuple):
    """A yaku in the list: its worth by the rules, and an example hand. Several yaku can have the same key, so each has
    an anchor of its own."""

    anchor: str
    yaku: Yaku
    group: Group
    #: Its part of the list by han.
    worth: str
    open: int
    yakuman: int
    is_in_play: bool
    is_local: bool
    example: LaidTiles


def yaku_list(
    rules: Rules, *, shows_all: bool, order: Order = Order.HAN, is_sought: Callable[[Yaku], bool] = lambda yaku: True
) -> dict[str, list[YakuEntry]]:
    """The list of yaku in parts: by what they are worth closed, or by group. It holds the sought yaku that count by
    these rules, or with `shows_all` all sought yaku."""
    entries = [
        _entry(anchor, yaku, rules)
        for anchor, yaku in sorted(YAKU.items(), key=lambda item: _worth_order(item[1]))
        if (shows_all or yaku.allowed(rules)) and is_sought(yaku)
    ]
    parts: dict[str, list[YakuEntry]] = {}
    if order is Order.GROUP:
        entries.sort(key=lambda entry: list(Group).index(entry.group))
    for entry in entries:
        parts.setdefault(entry.group if order is Order.GROUP else entry.worth, []).append(entry)
    return parts


def _worth_order(yaku: Yaku) -> tuple[bool, int, int]:
    return yaku.is_yakuman, AT_LEAST[yaku.limit].basic, yaku.closed or yaku.open


def _worth(yaku: Yaku) -> str:
    if yaku.is_yakuman:
        return "yakuman"
    return yaku.limit or str(yaku.closed or yaku.open)


def _group(yaku: Yaku) -> Group:
    """The group of a yaku: the first one whose condition it fulfils."""
    asks = {
        Group.CIRCUMSTANCE: yaku.circumstance is not None,
        Group.HONOURS: bool(yaku.honours) or yaku.most_suits == 0,
        Group.SHAPES: STANDARD not in yaku.shapes,
        Group.SUIT: yaku.most_suits == 1,
        Group.ENDS: yaku.has_inner is False or yaku.has_edge is False,
        Group.TRIPLETS: bool(yaku.triplets),
        Group.SEQUENCES: bool(yaku.sequences),
    }
    return next((group for group, holds in asks.items() if holds), Group.OTHER)


def _entry(anchor: str, yaku: Yaku, rules: Rules) -> YakuEntry:
    return YakuEntry(
        anchor=anchor,
        yaku=yaku,
        group=_group(yaku),
        worth=_worth(yaku),
        open=yaku.han(rules, is_closed=False),
        yakuman=yaku.multiple(rules) if yaku.is_yakuman else 0,
        is_in_play=yaku.allowed(rules),
        is_local=not yaku.allowed(TENHOU),
        example=_example(yaku),
    )


@cache
def _example(yaku: Yaku) -> LaidTiles:
    line = next(line.partition(":")[2] for line in yaku.examples if line.startswith("yes:"))
    entry = read_hand(line, Entry()).entry
    *concealed, win = (NAMES[tile] for tile in entry.shown_tiles)
    return picture_of(concealed, [[NAMES[tile] for tile in meld.tiles] for meld in entry.melds], win)


def picture_of(concealed: Sequence[str], melds: Sequence[Sequence[str]], win: str) -> LaidTiles:
    """The picture of a hand: its concealed tiles, then each meld, then the winning tile."""
    laid: list[Laid] = []
    x = 0
    for part in (concealed, *melds):
        laid += [Laid(name, x + i * STEP) for i, name in enumerate(part)]
        x += len(part) * STEP + GAP * bool(part)
    return LaidTiles(tuple(laid), Laid(win, x), x + STEP)
