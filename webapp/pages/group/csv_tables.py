"""Writes the games and the standings of a group as CSV tables for spreadsheets."""

import csv
import io
from collections.abc import Iterable, Sequence

from webapp.formats.player_results import count_of
from webapp.groups import Row
from webapp.pages.game.csv_table import cell
from webapp.store import Seated

#: The mark at the beginning of a file by which spreadsheets know that it is UTF-8.
MARK = "\ufeff"


def standings_csv(rows: Sequence[Row], names: dict[int, str]) -> str:
    """The standings, a row for each member; totals in thousands."""
    return _csv(
        ("place", "name", "games", "sum", "mean", "mean_rank"),
        (
            (
                row.place or "",
                cell(names[row.member]),
                row.games,
                row.total,
                f"{row.mean_total:.4f}",
                f"{row.mean_rank:.4f}",
            )
            for row in rows
        ),
    )


def games_csv(seated: Sequence[Seated], names: dict[int, str]) -> str:
    """Every finished game, a row for each player; totals in thousands. A shared rank is the better one."""
    return _csv(
        ("game", "made", "name", "rank", "points", "total"),
        (
            (
                one.game,
                one.made.isoformat(timespec="minutes"),
                cell(names.get(one.member, "")),
                count_of(one.summary).place,
                one.summary.points,
                one.summary.total / 10_000,
            )
            for one in seated
        ),
    )


def _csv(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(head)
    writer.writerows(rows)
    return MARK + out.getvalue()
