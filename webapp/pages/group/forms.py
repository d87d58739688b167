"""Reads the forms of a group: the seats at a table, the days of a season, the order of the standings."""

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from webapp.formats.fields import read_day, tidy_name
from webapp.formats.group_file import MOST_LEAST
from webapp.groups import ORDERS
from webapp.scoring.problems import Code, Problem, problem


class Season(NamedTuple):
    """A season of a form: its name, the first moment of its first day, the first one after its last day, and the
    minutes by which its days begin before those of UTC."""

    name: str
    first: datetime
    ends: datetime | None
    offset: int


def read_seats(text: str) -> tuple[int, ...]:
    """The numbers of members in turn order, from an address: ``3.1.4.2``. 0 is a free seat; a part that is no number is
    left out."""
    return tuple(int(part) for part in text.split(".")[:9] if part.isascii() and part.isdecimal() and len(part) < 5)


def read_season(form: Mapping[str, str], offset: int, problems: list[Problem]) -> Season | None:
    """The season of a form with the fields `season` (its name), `first` and `last` (``2026-11-22``; `last` may be
    empty); None without a first day. Its days begin `offset` minutes before those of UTC."""
    first, last = (read_day(name, form.get(name, ""), problems) for name in ("first", "last"))
    if first is None:
        if not problems:
            problems.append(problem("first", Code.BAD_VALUE, "A season has a first day."))
        return None
    if last is not None and last < first:
        problems.append(problem("last", Code.BAD_VALUE, "A season does not end before it begins."))
    if first == date.min or last == date.max:
        offset = 0  # the calendar has no moment before its first day or after its last one
    ends = _begin(last + timedelta(1), offset) if last and last < date.max else None
    return Season(tidy_name(form.get("season", "")), _begin(first, offset), ends, offset)


def _begin(day: date, offset: int) -> datetime:
    return datetime(day.year, day.month, day.day, tzinfo=UTC) - timedelta(minutes=offset)


def read_order(form: Mapping[str, str], problems: list[Problem]) -> tuple[str, int]:
    """The order of the standings, and the least number of games that a member needs for a place."""
    order, least = form.get("order", ORDERS[0]), form.get("least", "1")
    if order not in ORDERS:
        problems.append(problem("order", Code.BAD_VALUE, "Standings are by sum, mean or rank."))
    if not (least.isascii() and least.isdecimal() and len(least) < 5 and 1 <= int(least) <= MOST_LEAST):
        problems.append(
            problem("least", Code.BAD_NUMBER, "The least number of games is from 1 to {most}.", most=MOST_LEAST)
        )
        least = "1"
    return order, int(least)
