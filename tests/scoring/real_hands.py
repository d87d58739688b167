"""The real hands of the folder beside the repository, with what they were worth; read in place, and not needed."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from webapp.formats.case import read_case
from webapp.scoring.hand import WinningHand
from webapp.scoring.problems import Problem
from webapp.scoring.rules import Rules

FOLDER = Path(__file__).resolve().parents[3] / "shared" / "data" / "hands"


class RealHand(NamedTuple):
    """A case of the folder: how it was won, and what it was worth by those who recorded it."""

    name: str
    hand: WinningHand | None
    rules: Rules
    problems: tuple[Problem, ...]
    expected: dict[str, Any]


def is_there() -> bool:
    """Whether the folder is there."""
    return FOLDER.is_dir()


@cache
def real_hands(file: str) -> tuple[RealHand, ...]:
    """The cases of a file."""
    return tuple(_read(file))


def _read(file: str) -> Iterator[RealHand]:
    for line in (FOLDER / f"{file}.jsonl").read_text(encoding="utf-8").splitlines():
        recorded = json.loads(line)
        case = read_case({name: value for name, value in recorded.items() if name not in ("id", "expect")})
        yield RealHand(recorded["id"], case.hand, case.rules, case.problems, recorded["expect"])
