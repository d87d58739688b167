"""The score table as its page shows it: frozen values from the engine."""

from typing import NamedTuple

from webapp.formats.rules import rules_json
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
from webapp.scoring.rules import Rules

TABLE_FU = (20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110)
TABLE_HAN = (1, 2, 3, 4)


class Cell(NamedTuple):
    """The points of one worth: by ron; by tsumo from each other player, and from the dealer (0 if the dealer wins).
    None if no hand can be worth this."""

    ron: int | None
    from_other: int | None
    from_dealer: int
    total: int | None
    limit: str | None


class Row(NamedTuple):
    """A row of the table: its fu, or its limit with the han for which it counts: ``5``, ``6–7``, ``13`` `and_more`. A
    limit that is not counted in han has none."""

    fu: int | None
    limit: str | None
    han: str
    and_more: bool
    dealer: tuple[Cell, ...]
    other: tuple[Cell, ...]


class ScoreTable(NamedTuple):
    """The score table by some rules with some honba: rows of fu with a cell for each han, then the limits."""

    rules: Rules
    honba: int
    han: tuple[int, ...]
    fu: tuple[Row, ...]
    limits: tuple[Row, ...]


def score_table(rules: Rules, honba: int) -> ScoreTable:
    """The table of all points below and at the limits. Source: 得点仕様, 役表; fu × 2^(han + 2)."""
    fu_rows = tuple(_fu_row(rules, honba, fu) for fu in ([rules.fu_fixed] if rules.fu_fixed else TABLE_FU))
    limit_rows = tuple(_limit_row(rules, honba, limit) for limit in limit_ranges(rules))
    return ScoreTable(rules, honba, TABLE_HAN, fu_rows, limit_rows)


def _fu_row(rules: Rules, honba: int, fu: int) -> Row:
    dealer, other = (
        tuple(_fu_cell(rules, honba, han, fu, is_dealer) for han in TABLE_HAN) for is_dealer in (True, False)
    )
    return Row(fu, None, "", False, dealer, other)


def _fu_cell(rules: Rules, honba: int, han: int, fu: int, is_dealer: bool) -> Cell:
    basic, limit = worth(han, fu, rules)
    cell = _cell(rules, honba, basic, is_dealer, limit)
    if not is_possible(han, fu, False, rules):
        cell = cell._replace(ron=None)
    if not is_possible(han, fu, True, rules):
        cell = cell._replace(from_other=None, from_dealer=0, total=None)
    return cell


def _limit_row(rules: Rules, honba: int, limit: LimitRange) -> Row:
    dealer, other = ((_cell(rules, honba, limit.basic, is_dealer, limit.limit),) for is_dealer in (True, False))
    first, last = limit.first, limit.last
    han = "" if first is None else str(first) if last in (None, first) else f"{first}–{last}"
    return Row(None, limit.limit, han, first is not None and last is None, dealer, other)


def _cell(rules: Rules, honba: int, basic: int, is_dealer: bool, limit: Limit | None) -> Cell:
    each = rules.honba_tsumo * honba
    from_dealer, from_other = tsumo_shares(basic, is_dealer, rules)
    return Cell(
        ron=ron_points(basic, is_dealer) + rules.honba_ron * honba,
        from_other=from_other + each,
        from_dealer=from_dealer + each if from_dealer else 0,
        total=hand_points(basic, is_dealer, True, rules) + each * (rules.players - 1),
        limit=limit,
    )


def table_json(table: ScoreTable) -> dict[str, object]:
    """The score table."""
    return {
        "rules": rules_json(table.rules),
        "honba": table.honba,
        "han": list(table.han),
        "fu": [{"fu": row.fu, **_cells_json(row)} for row in table.fu],
        "limits": [
            {"limit": row.limit, "han": row.han + "+" * row.and_more, **_cells_json(row)} for row in table.limits
        ],
    }


def _cells_json(row: Row) -> dict[str, object]:
    return {"dealer": [cell._asdict() for cell in row.dealer], "non_dealer": [cell._asdict() for cell in row.other]}
