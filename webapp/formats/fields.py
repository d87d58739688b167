"""Single values that people and programs send: numbers, tiles, winds, flags, names.

The page's form and the JSON API share these readers, so that both report a mistake in the same words. A reader returns
the value. If the value cannot be read, it returns a default and adds a problem to a list.
"""

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import date
from typing import TypeVar
from unicodedata import category

from webapp.scoring.hand import Flag
from webapp.scoring.notation import NotationError, parse_tiles
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.switches import whole_number
from webapp.scoring.table import WIND_NAMES
from webapp.scoring.tiles import Tile

#: The most problems that are shown one by one.
MAX_PROBLEMS = 20
Spelled = TypeVar("Spelled")
#: The flags by their names.
FLAGS = {flag.value: flag for flag in Flag}


def limited(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """The first `MAX_PROBLEMS` problems; if there are more, also a last problem with the number of the others."""
    more = len(problems) - MAX_PROBLEMS
    last = [problem("", Code.MORE_PROBLEMS, "Problems not shown: {more}.", more=more)] if more > 0 else []
    return (*problems[:MAX_PROBLEMS], *last)


def read_tiles(field: str, text: object, problems: list[Problem]) -> tuple[Tile, ...]:
    """The tiles that a text names; empty if it cannot be read."""
    if not isinstance(text, str):
        problems.append(no_tiles(field))
        return ()
    return read_notation(field, parse_tiles, text, problems) or ()


def read_notation(field: str, parse: Callable[[str], Spelled], text: str, problems: list[Problem]) -> Spelled | None:
    """The tile, tiles or meld that a text spells; None if it cannot be read."""
    try:
        return parse(text)
    except NotationError as error:
        problems.append(problem(field, Code.BAD_NOTATION, error.text, **error.values))
        return None


def no_tiles(field: str) -> Problem:
    """The problem of a value that names no tiles."""
    return problem(field, Code.BAD_NOTATION, "Tiles are expected as text, like 123m0p55z.")


def read_wind(field: str, value: object, default: int, problems: list[Problem]) -> int:
    """The seat, 0–3, of a wind: E, S, W or N."""
    if isinstance(value, str) and len(value) == 1 and value in WIND_NAMES:
        return WIND_NAMES.index(value)
    problems.append(problem(field, Code.BAD_WIND, "A wind is one of E, S, W, N."))
    return default


def read_number(field: str, value: object, default: int, least: int, most: int, problems: list[Problem]) -> int:
    """A whole number from `least` to `most`, given as a number or as text."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) <= len(str(most)) + 3:
        value = int(value)
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    problems.append(
        problem(
            field,
            Code.BAD_NUMBER,
            "A whole number from {least} to {most} is expected, not {got}.",
            least=least,
            most=most,
            got=shown(value),
        )
    )
    return default


def read_bool(field: str, value: object, problems: list[Problem]) -> bool:
    """A boolean; False for null."""
    if value is None or isinstance(value, bool):
        return bool(value)
    problems.append(problem(field, Code.BAD_VALUE, "True or false is expected, not {got}.", got=shown(value)))
    return False


def read_flags(field: str, values: object, problems: list[Problem]) -> frozenset[Flag]:
    """The flags of a list of names; empty for null."""
    if values is None:
        return frozenset()
    if not isinstance(values, list | tuple):
        problems.append(problem(field, Code.UNKNOWN_FLAG, "A list of flags is expected."))
        return frozenset()
    known = FLAGS
    if len(values) > len(known):
        problems.append(
            problem(field, Code.UNKNOWN_FLAG, "There are {most} flags, not {got}.", most=len(known), got=len(values))
        )
        return frozenset()
    for value in values:
        if not isinstance(value, str) or value not in known:
            problems.append(
                problem(
                    field,
                    Code.UNKNOWN_FLAG,
                    "There is no flag {got}; there are: {known}.",
                    got=shown(value),
                    known=listed(known),
                )
            )
    return frozenset([known[value] for value in values if isinstance(value, str) and value in known])


def read_day(field: str, text: str, problems: list[Problem]) -> date | None:
    """The day of a text such as ``2026-11-22``; None for an empty one."""
    try:
        return date.fromisoformat(text) if text else None
    except ValueError:
        problems.append(problem(field, Code.BAD_VALUE, "A day is written like 2026-11-22."))
        return None


def listed(names: Iterable[str]) -> str:
    """The names in alphabetical order, separated by commas."""
    return ", ".join(sorted(names))


def shown(value: object) -> str:
    """A sent value, shortened so that a message can quote it."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 24 else text[:24] + "…"


Json = dict[str, object]


MOST_NAME = 20


def tidy_name(text: str) -> str:
    """A name without control and direction characters, in at most `MOST_NAME` characters."""
    printable = "".join(char for char in text if not category(char).startswith("C") or char == "\u200d")
    return " ".join(printable.split())[:MOST_NAME].strip()


def json_value(text: str) -> object:
    """The value of a JSON text; None if it is no JSON, or if it contains half of a surrogate pair, which no page could
    show."""
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return value


def signed(text: str) -> int | str:
    """A whole number, with or without a sign (``-`` or ``−``); the text itself if it is no number."""
    number = whole_number(text)
    return text if number is None else number
