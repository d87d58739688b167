"""What the pages to look things up show: the score table and the list of yaku, as frozen values from the engine."""

from dataclasses import dataclass, replace

from webapp.scoring.awards import YAKU
from webapp.scoring.examples import parse_example
from webapp.scoring.points import (
    Limit,
    LimitRange,
    hand_points,
    is_possible,
    limit_ranges,
    ron_points,
    tsumo_shares,
    worth,
)
from webapp.scoring.registry import Yaku
from webapp.scoring.rules import Rules
from webapp.scoring.tiles import NAMES, sort_key

TABLE_FU = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)
TABLE_HAN = (1, 2, 3, 4)


@dataclass(frozen=True)
class Cell:
    """Points of one worth: by ron; by tsumo from each other player and from the dealer (0 if the dealer wins). None:
    cannot be."""

    ron: int | None
    from_other: int | None
    from_dealer: int
    total: int | None
    limit: str | None


@dataclass(frozen=True)
class Row:
    """A row of the table: its fu, or its limit with the han from which it counts."""

    fu: int | None
    limit: str | None
    han: str
    dealer: tuple[Cell, ...]
    other: tuple[Cell, ...]


@dataclass(frozen=True)
class ScoreTable:
    """The score table by some rules with some honba: rows of fu with a cell for each han, then the limits."""

    rules: Rules
    honba: int
    han: tuple[int, ...]
    fu: tuple[Row, ...]
    limits: tuple[Row, ...]


def score_table(rules: Rules, honba: int) -> ScoreTable:
    """The table of all points below and at the limits. Source: 得点仕様, 役表; fu × 2^(han + 2)."""
    fu_rows = tuple(_fu_row(rules, honba, fu) for fu in TABLE_FU)
    limit_rows = tuple(_limit_row(rules, honba, limit) for limit in limit_ranges(rules))
    return ScoreTable(rules, honba, TABLE_HAN, fu_rows, limit_rows)


def _fu_row(rules: Rules, honba: int, fu: int) -> Row:
    dealer, other = (
        tuple(_fu_cell(rules, honba, han, fu, is_dealer) for han in TABLE_HAN) for is_dealer in (True, False)
    )
    return Row(fu, None, "", dealer, other)


def _fu_cell(rules: Rules, honba: int, han: int, fu: int, is_dealer: bool) -> Cell:
    basic, limit = worth(han, fu, rules)
    cell = _cell(rules, honba, basic, is_dealer, limit)
    if not is_possible(han, fu, False, rules):
        cell = replace(cell, ron=None)
    if not is_possible(han, fu, True, rules):
        cell = replace(cell, from_other=None, from_dealer=0, total=None)
    return cell


def _limit_row(rules: Rules, honba: int, limit: LimitRange) -> Row:
    dealer, other = ((_cell(rules, honba, limit.basic, is_dealer, limit.limit),) for is_dealer in (True, False))
    return Row(None, limit.limit, _han_text(limit.first, limit.last), dealer, other)


def _han_text(first: int | None, last: int | None) -> str:
    """From how many han to how many: ``5``, ``6–7``, ``13+``; nothing where no han make the limit."""
    if first is None:
        return ""
    if last is None:
        return f"{first}+"
    return str(first) if first == last else f"{first}–{last}"


def _cell(rules: Rules, honba: int, basic: int, is_dealer: bool, limit: Limit | None) -> Cell:
    each = rules.honba_per_payer * honba
    all_of_it = each * (rules.players - 1)
    from_dealer, from_other = tsumo_shares(basic, is_dealer, rules)
    return Cell(
        ron=ron_points(basic, is_dealer) + all_of_it,
        from_other=from_other + each,
        from_dealer=from_dealer + each if from_dealer else 0,
        total=hand_points(basic, is_dealer, True, rules) + all_of_it,
        limit=limit,
    )


@dataclass(frozen=True)
class YakuEntry:
    """A yaku in the list: names, worth, rule, and an example hand (concealed tiles, melds, winning tile)."""

    anchor: str
    key: str
    ja: str
    en: str
    rule: str
    closed: int
    open: int
    yakuman: int
    is_mangan: bool
    is_in_play: bool
    tiles: tuple[str, ...]
    melds: tuple[tuple[str, ...], ...]
    win: str


def yaku_list(rules: Rules, *, shows_all: bool) -> dict[str, list[YakuEntry]]:
    """The yaku by what they are worth closed: 1, 2, 3, 5 and 6 han, mangan, yakuman; by these rules, or all there
    are."""
    sections: dict[str, list[YakuEntry]] = {}
    for anchor, yaku in sorted(YAKU.items(), key=lambda item: _worth_order(item[1])):
        is_in_play = yaku.allowed(rules)
        if is_in_play or shows_all:
            entry = _yaku_entry(anchor, yaku, rules, is_in_play=is_in_play)
            sections.setdefault(_section(yaku), []).append(entry)
    return sections


def _worth_order(yaku: Yaku) -> tuple[bool, bool, int]:
    return yaku.is_yakuman, yaku.is_mangan, yaku.closed or yaku.open


def _section(yaku: Yaku) -> str:
    if yaku.is_yakuman:
        return "yakuman"
    return "mangan" if yaku.is_mangan else str(yaku.closed or yaku.open)


def _yaku_entry(anchor: str, yaku: Yaku, rules: Rules, *, is_in_play: bool) -> YakuEntry:
    example = next(line.partition(":")[2] for line in yaku.examples if line.startswith("yes:"))
    hand = parse_example(example)
    return YakuEntry(
        anchor=anchor,
        key=yaku.key,
        ja=yaku.ja,
        en=yaku.en,
        rule=yaku.rule,
        closed=yaku.closed,
        open=yaku.han(rules, is_closed=False),
        yakuman=yaku.multiple(rules) if yaku.is_yakuman else 0,
        is_mangan=yaku.is_mangan,
        is_in_play=is_in_play,
        tiles=tuple(NAMES[tile] for tile in sorted(hand.concealed, key=sort_key)),
        melds=tuple(tuple(NAMES[tile] for tile in meld.tiles) for meld in hand.melds),
        win=NAMES[hand.win],
    )
