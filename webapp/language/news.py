"""What is new, from `CHANGES.md`: the news of each version, newest first. Each is a message of the catalogues."""

import re
from functools import cache
from pathlib import Path
from typing import NamedTuple

CHANGES = Path(__file__).parents[1] / "CHANGES.md"


_VERSION = re.compile(r"^## (\S+) \((\S+)\)$", re.MULTILINE)


class Version(NamedTuple):
    """A version (``1.0``), the day on which it came out (``2026-11-23``), and its news."""

    number: str
    date: str
    news: tuple[str, ...]


@cache
def versions() -> tuple[Version, ...]:
    """Every version of the list. A version is a heading with its number and date, and a line for each piece of news."""
    _, *parts = _VERSION.split(CHANGES.read_text(encoding="utf-8"))
    return tuple(
        Version(number, date, tuple(re.findall(r"^\* (.+)$", text, re.MULTILINE)))
        for number, date, text in zip(parts[::3], parts[1::3], parts[2::3], strict=True)
    )
