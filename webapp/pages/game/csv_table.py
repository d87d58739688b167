"""A game as a CSV table for spreadsheets: every hand, and every part of each total."""

import csv
import io
from collections.abc import Sequence
from datetime import date
from fractions import Fraction

from webapp.game.result import DECIMALS, Standing
from webapp.language.words import EXTRAS
from webapp.pages.game.course import CourseRow
from webapp.pages.game.event_summary import EventSummary
from webapp.scoring.table import WIND_NAMES

#: The characters with which a formula begins in a spreadsheet.
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def game_table(rows: Sequence[CourseRow], names: Sequence[str], standings: Sequence[Standing], day: date) -> str:
    """A game as CSV: a row for each hand and for points and chips by hand, with the gain and the points of each player;
    below it the ranking with every part of each total, and the day. The column `players` has those in tenpai, those
    with nagashi mangan, or the one of a chombo.
    """
    out = io.StringIO()
    write = csv.writer(out).writerow
    people = _unique_names(names)
    heads = ["hand", "honba", "sticks", "ended_by", "winners", "dealt_in", "liable", "players", "note"]
    write(map(cell, [*heads, *(f"{name} {what}" for what in ("change", "points") for name in people)]))
    for row in reversed(rows):
        write([*map(cell, _cells(row.summary)), *row.deltas, *row.points])
    write([])
    write(["rank", "name", "points", "base", "uma", "oka", *EXTRAS, "total"])
    for one in standings:
        parts: list[Fraction | int] = [one.base, one.uma, one.oka, *(one.extras.get(extra, 0) for extra in EXTRAS)]
        thousands = [round(float(part) / 1000, DECIMALS) for part in parts]
        write([one.rank, cell(people[one.player]), one.points, *thousands, one.total])
    write([])
    write(["date", day.isoformat()])
    return out.getvalue()


def _cells(summary: EventSummary) -> list[object]:
    """The cells of a row before the points. The note of chips says how many each player gained or lost."""
    place = summary.place
    chips = " / ".join(f"{name} {number:+}" for name, number in summary.gains)
    note = chips if summary.how == "chips" else summary.note
    people = ([name for name, _ in summary.winners], [summary.dealt_in or ""], summary.liable, summary.players)
    hand = f"{WIND_NAMES[place.round]}{place.hand}"
    return [hand, place.honba, place.sticks, summary.how, *map(" / ".join, people), note]


def _unique_names(names: Sequence[str]) -> list[str]:
    """The names, made unique: a name that occurs twice is followed by the number of its player."""
    return [f"{name} ({n})" if names.count(name) > 1 else name for n, name in enumerate(names, 1)]


def cell(value: object) -> object:
    """A value for a cell. Text that a spreadsheet would calculate begins with an apostrophe."""
    return f"'{value}" if isinstance(value, str) and value.startswith(_FORMULA) else value
