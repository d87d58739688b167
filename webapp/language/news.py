"""What is new, from `CHANGES.md`: the news of each day, newest first. Each is a message of the catalogues."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

CHANGES = Path(__file__).parents[1] / "CHANGES.md"


class Day(NamedTuple):
    """A day as ``2026-11-22``, and its news."""

    date: str
    news: tuple[str, ...]


@cache
def days() -> tuple[Day, ...]:
    """Every day of the list: a heading with its date, below it a line for each piece of news."""
    _, *parts = re.split(r"^## ", CHANGES.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return tuple(Day(part.splitlines()[0], tuple(re.findall(r"^\* (.+)$", part, re.MULTILINE))) for part in parts)
