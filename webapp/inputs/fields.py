"""Reads single values that people and programs send: numbers, winds, flags, rule switches.

The page's form and the JSON API share these readers, so that both report a mistake in the same words. A reader returns
the value. If the value cannot be read, it returns a default and adds a problem to a list.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from webapp.game.rules import GameRules
from webapp.scoring.hand import Flag
from webapp.scoring.notation import NotationError, parse_tiles
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.rules import SWITCHES, RedFives, Rules, Switch
from webapp.scoring.table import WIND_NAMES
from webapp.scoring.tiles import Tile

NONE = "none"
#: The most problems that are shown one by one.
MAX_PROBLEMS = 20
MOST_RED_FIVES = 4
_FLAGS = {flag.value: flag for flag in Flag}
AnyRules = TypeVar("AnyRules", Rules, GameRules)


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
    try:
        return parse_tiles(text)
    except NotationError as error:
        problems.append(problem(field, Code.BAD_NOTATION, error.text, quoted=error.quoted))
        return ()


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


def read_flags(field: str, values: object, problems: list[Problem]) -> frozenset[Flag]:
    """The flags of a list of names; empty for null."""
    if values is None:
        return frozenset()
    if not isinstance(values, list | tuple):
        problems.append(problem(field, Code.UNKNOWN_FLAG, "A list of flags is expected."))
        return frozenset()
    known = _FLAGS
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


def read_preset(
    field: str, name: object, problems: list[Problem], presets: Mapping[str, AnyRules], default: AnyRules
) -> AnyRules:
    """The rules of a preset, by its name."""
    if isinstance(name, str) and name in presets:
        return presets[name]
    problems.append(
        problem(
            field,
            Code.UNKNOWN_RULE,
            "There is no preset {got}; there are: {known}.",
            got=shown(name),
            known=listed(presets),
        )
    )
    return default


def read_switches(
    field: str,
    rules: AnyRules,
    values: Mapping[str, object],
    problems: list[Problem],
    switches: Mapping[str, Switch] = SWITCHES,
    expected: Callable[[Switch], str] | None = None,
) -> AnyRules:
    """The rules with some switches set to JSON values. `expected` describes the values of a switch in a message; by
    default they are described as JSON."""
    if len(values) > len(switches):
        problems.append(
            problem(field, Code.UNKNOWN_RULE, "There are {most} rules, not {got}.", most=len(switches), got=len(values))
        )
        return rules
    changed: dict[str, Any] = {}
    for name, value in values.items():
        switch = switches.get(name)
        if switch is None:
            problems.append(_no_such_rule(field, name, switches))
        elif (read := switch_value(switch, value)) is None:
            problems.append(_not_a_value(f"{field}.{name}", switch, value, expected))
        else:
            changed[name] = read
    return replace(rules, **changed) if changed else rules


def _no_such_rule(field: str, name: str, switches: Mapping[str, Switch]) -> Problem:
    return problem(
        field,
        Code.UNKNOWN_RULE,
        "There is no rule {got}; there are: {known}.",
        got=shown(name),
        known=listed(switches),
    )


def _not_a_value(field: str, switch: Switch, value: object, expected: Callable[[Switch], str] | None) -> Problem:
    got = "".join(map(str, value.values())) if expected and isinstance(value, dict) else shown(value)
    wanted = (expected or expected_of)(switch)
    return problem(
        field,
        Code.UNKNOWN_RULE,
        "The rule {rule} is {expected}, not {got}.",
        rule=switch.name,
        expected=wanted,
        got=got,
    )


def switch_value(switch: Switch, value: object) -> object | None:
    """The value of a switch from its JSON value; None if the switch does not take it."""
    if switch.sort == "yes_no":
        return value if isinstance(value, bool) else None
    if switch.sort == "set":
        if isinstance(value, list) and all(isinstance(item, str) and item in switch.choices for item in value):
            return frozenset(value)
        return None
    if switch.sort == "red_fives":
        return _red_fives(value)
    if switch.sort == "number":
        return value if _is_within(value, switch.bounds) else None
    if switch.sort == "by_rank":
        return _by_rank(value, switch.bounds)
    is_choice = isinstance(value, str | int) and not isinstance(value, bool) and value in switch.choices
    return value if is_choice else None


def _is_within(value: object, bounds: range) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value in bounds


def _by_rank(value: object, bounds: range) -> tuple[int, ...] | None:
    if isinstance(value, list) and all(_is_within(number, bounds) for number in value):
        return tuple(value)
    return None


def _red_fives(value: object) -> RedFives | None:
    if isinstance(value, int):
        value = dict.fromkeys(RedFives._fields, value)
    if not isinstance(value, Mapping) or not set(value) <= set(RedFives._fields):
        return None
    numbers = [value.get(suit, 0) for suit in RedFives._fields]
    if all(isinstance(n, int) and not isinstance(n, bool) and 0 <= n <= MOST_RED_FIVES for n in numbers):
        return RedFives(*numbers)
    return None


def switch_from_text(switch: Switch, text: str) -> object:
    """The JSON value of a switch from its text in an address; the text itself if it cannot be read."""
    if switch.sort == "yes_no":
        return {"yes": True, "no": False}.get(text, text)
    if switch.sort == "set":
        return [name for name in text.split(".") if name and name != NONE]
    if switch.sort == "red_fives":
        reds = text.replace(".", "")
        is_each = reds.isascii() and reds.isdigit() and len(reds) == len(RedFives._fields)
        return dict(zip(RedFives._fields, map(int, reds), strict=True)) if is_each else text
    return int(text) if text.isascii() and text.isdigit() and len(text) < 9 else text


def expected_of(switch: Switch) -> str:
    """The values that a switch takes in JSON, for a message."""
    if switch.sort == "yes_no":
        return "true / false"
    if switch.sort == "red_fives":
        return f'0–{MOST_RED_FIVES} / {{"m": 1, "p": 1, "s": 1}}'
    if switch.sort in ("number", "by_rank"):
        numbers = f"{switch.bounds[0]}, {switch.bounds[1]} … {switch.bounds[-1]}"
        return f"[{numbers}]" if switch.sort == "by_rank" else numbers
    choices = " / ".join(map(str, switch.choices))
    return f"[{choices}]" if switch.sort == "set" else choices


def expected_text(switch: Switch) -> str:
    """The values that a switch takes in an address, for a message."""
    return "000 … 111 … 444" if switch.sort == "red_fives" else " / ".join(map(str, switch.choices))


def listed(names: Iterable[str]) -> str:
    """The names in alphabetical order, separated by commas."""
    return ", ".join(sorted(names))


def shown(value: object) -> str:
    """A sent value, shortened so that a message can quote it."""
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 24 else text[:24] + "…"
