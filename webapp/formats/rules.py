"""The rules of a hand and of a game: as JSON, and as the fields of an address or a form.

`rules_json` and `rules_fields` write the rules of a hand, `read_rules` and `read_rules_fields` read them back;
`game_rules_json`, `game_rules_fields`, `read_game_rules` and `read_game_rules_fields` do the same for those of a game.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Any, TypeVar
from urllib.parse import parse_qsl

from webapp.formats.fields import Json, listed, shown, signed
from webapp.game.rules import GAME_PRESETS, GAME_SWITCHES, GameRules, rules_problems
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.rules import PRESETS, RULES_KEPT, SWITCHES, TENHOU, RedFives, Rules, Switch

NONE = "none"
MOST_RED_FIVES = 4
AnyRules = TypeVar("AnyRules", Rules, GameRules)


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
    """The JSON value of a switch from its text in an address or a form; the text itself if it cannot be read. Points
    may have commas between thousands."""
    if switch.sort == "yes_no":
        return {"yes": True, "no": False}.get(text, text)
    if switch.sort == "set":
        return [name for name in text.split(".") if name and name != NONE]
    if switch.sort == "number":
        return signed(text)
    if switch.sort == "by_rank":
        return [signed(part) for part in (text.split() if " " in text.strip() else text.split(","))]
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


def read_rules(field: str, value: object, problems: list[Problem]) -> Rules:
    """The rules of a hand, from a preset's name or an object with preset and switches; Tenhou's rules for null."""
    if value is None:
        return TENHOU
    if not isinstance(value, dict):
        return read_preset(field, value, problems, PRESETS, TENHOU)
    rules = read_preset(field, value.get("preset", TENHOU.preset), problems, PRESETS, TENHOU)
    switches = {str(name): switch for name, switch in value.items() if name != "preset"}
    return read_switches(field, rules, switches, problems)


RULE = "rule."


def with_own_rules(form: Mapping[str, str]) -> dict[str, str]:
    """A form's fields with the fields of the user's own rules, if such rules are chosen: then the field ``rules`` holds
    the part of an address that stands for them, such as ``rules=wrc&rule.kiriage_mangan=no``."""
    return {**form, **dict(parse_qsl(form.get("rules", "")))}


def read_rules_fields(given: Mapping[str, str], problems: list[Problem]) -> Rules:
    """The rules of a form or an address: ``rules=tenhou``, and ``rule.kiriage_mangan=yes`` for each changed switch."""
    rules = read_preset("rules", given.get("rules") or TENHOU.preset, problems, PRESETS, TENHOU)
    return read_switches("rules", rules, _switches(given, RULE, SWITCHES), problems, expected=expected_text)


def rules_fields(rules: Rules) -> dict[str, str]:
    """The fields of rules in an address: the preset, and each switch that differs from it."""
    return {"rules": rules.preset, **{RULE + name: switch_text(value) for name, value in rules.changed.items()}}


def switch_text(value: object) -> str:
    """The value of a switch as an address has it: yes or no, a name or number, names with dots between, three digits
    for red fives; numbers by rank are separated by spaces."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, frozenset):
        return ".".join(sorted(value)) or NONE
    if isinstance(value, tuple):
        return ("" if isinstance(value, RedFives) else " ").join(map(str, value))
    return str(value)


def rules_json(rules: Rules) -> dict[str, object]:
    """Every switch of the rules in force."""
    return dict(_rules_json(rules))


@lru_cache(RULES_KEPT)
def _rules_json(rules: Rules) -> dict[str, object]:
    switches = {name: switch_json(getattr(rules, name)) for name in SWITCHES}
    return {"preset": rules.preset, **switches}


def switch_json(value: object) -> object:
    """The value of a switch as JSON has it."""
    if isinstance(value, frozenset):
        return sorted(value)
    return value._asdict() if isinstance(value, RedFives) else value


HOUSE = GAME_PRESETS["house"]


def read_game_rules(field: str, value: object, problems: list[Problem]) -> GameRules:
    """The rules of a game, from a preset's name or an object with preset, scoring and switches; house rules for
    null."""
    if not isinstance(value, Mapping):
        return HOUSE if value is None else read_preset(field, value, problems, GAME_PRESETS, HOUSE)
    rules = read_preset(field, value.get("preset", HOUSE.preset), problems, GAME_PRESETS, HOUSE)
    if value.get("scoring") is not None:
        rules = replace(rules, scoring=read_rules(f"{field}.scoring", value["scoring"], problems))
    switches = {str(name): switch for name, switch in value.items() if name not in ("preset", "scoring")}
    rules = read_switches(field, rules, switches, problems, GAME_SWITCHES)
    problems += [replace(item, field=f"{field}.{item.field}") for item in rules_problems(rules)]
    return rules


def game_rules_json(rules: GameRules) -> Json:
    """Every switch of a game."""
    switches = {name: switch_json(getattr(rules, name)) for name in GAME_SWITCHES}
    return {"preset": rules.preset, "scoring": rules_json(rules.scoring), **switches}


def game_rules_fields(rules: GameRules) -> dict[str, str]:
    """The switches that differ from the preset, as the fields of a new game's form."""
    hands = GAME_PRESETS[rules.preset].scoring
    named = {RULE + name: getattr(rules.scoring, name) for name in SWITCHES}
    return {
        **{GAME_RULE + name: switch_text(value) for name, value in rules.changed.items() if name != "rounds"},
        **{name: switch_text(value) for name, value in named.items() if value != getattr(hands, name[len(RULE) :])},
    }


#: The prefix of the name of a game switch in a form.
GAME_RULE = "game."


def read_game_rules_fields(form: Mapping[str, str], problems: list[Problem]) -> GameRules:
    """The rules of a game from a form or an address: ``rules=wrc``, ``game.goal_points=0`` for each changed switch of
    the game, and ``rule.kiriage_mangan=yes`` for each changed switch of its hands."""
    rules = _preset(form.get("rules") or HOUSE.preset, problems)
    values = _switches(form, GAME_RULE, GAME_SWITCHES)
    rules = read_switches("rules", rules, values, problems, GAME_SWITCHES, expected_of)
    hands = read_switches("rules", rules.scoring, _switches(form, RULE, SWITCHES), problems, expected=expected_text)
    rules = replace(rules, scoring=hands)
    problems += rules_problems(rules)
    return rules


def _preset(name: str, problems: list[Problem]) -> GameRules:
    """The rules of a preset; for a preset of hands only, the house rules with its scoring."""
    if name in PRESETS and name not in GAME_PRESETS:
        return replace(HOUSE, scoring=PRESETS[name])
    return read_preset("rules", name, problems, GAME_PRESETS, HOUSE)


def _switches(form: Mapping[str, str], prefix: str, switches: Mapping[str, Switch]) -> dict[str, object]:
    named = {name.removeprefix(prefix): text for name, text in form.items() if name.startswith(prefix)}
    return {name: switch_from_text(switches[name], text) if name in switches else text for name, text in named.items()}
