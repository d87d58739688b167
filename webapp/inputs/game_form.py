"""Reads the forms of a game: the names and rules of a new game, and the buttons that change a game. A button sends its
event as JSON, which `inputs.game` reads."""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from secrets import token_urlsafe
from typing import Literal, NamedTuple
from unicodedata import category

from webapp.game import GAME_PRESETS, Event, GameRules
from webapp.game.rules import GAME_SWITCHES, rules_problems
from webapp.inputs.fields import (
    expected_of,
    expected_text,
    read_number,
    read_preset,
    read_switches,
    switch_from_text,
)
from webapp.inputs.forms import RULE
from webapp.inputs.game import HOUSE, read_event
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.rules import PRESETS, SWITCHES, Switch
from webapp.scoring.table import WIND_NAMES

MOST_NAME = 20
#: The prefix of the name of a game switch in a form.
GAME_RULE = "game."
LENGTHS: dict[str, Literal[0, 1, 2, 4]] = {"0": 0, "1": 1, "2": 2, "4": 4}
MAX_EVENT_NUMBER = 1 << 20
LONGEST_KEY = 64


#: The number of random bytes in the key of a new game, and the pattern of the key.
KEY_BYTES = 16
_KEY = re.compile(r"[A-Za-z0-9_-]{22}", re.ASCII)


@dataclass(frozen=True)
class NewGame:
    """A game that is about to begin: the names in turn order from the first dealer, whether the seats are drawn, and
    the rules."""

    names: tuple[str, ...]
    is_drawn: bool
    rules: GameRules

    @property
    def players(self) -> tuple[str, ...]:
        """The names at the table; empty for a player without a name."""
        return self.names[: self.rules.players]


def read_new_game(form: Mapping[str, str], problems: list[Problem]) -> NewGame:
    """Reads the form of a new game, or an address with some of its fields."""
    rules = read_rules_form(form, problems)
    rounds = LENGTHS.get(form.get("rounds") or str(rules.rounds))
    if rounds is None:
        problems.append(problem("rounds", Code.BAD_NUMBER, "A game has one hand, or 1, 2 or 4 winds."))
        rounds = rules.rounds
    names = tuple(tidy_name(form.get(f"name{n}", "")) for n in range(len(WIND_NAMES)))
    return NewGame(names, form.get("seats") == "drawn", replace(rules, rounds=rounds))


def is_chosen(form: Mapping[str, str]) -> bool:
    """Whether an address comes from the form of a game, where rules are chosen. The calculator's address has rules too,
    but only those of its hand."""
    return any(name in ("rounds", "seats") or name.startswith(("name", GAME_RULE)) for name in form)


def new_game_key() -> str:
    """A new key for a form that makes a game. Sending the form again makes no second game."""
    return token_urlsafe(KEY_BYTES)


def game_key_of(form: Mapping[str, str]) -> str:
    """The key in a form for a game that may be made later; a new key if it has none."""
    key = form.get("key", "")
    return key if _KEY.fullmatch(key) else new_game_key()


def read_game_key(form: Mapping[str, str], entered: object) -> str:
    """The key of the game that a form makes: the form's key and `entered`, a JSON value; empty if the form has no key.

    So a form that the browser brings back and that is changed then makes another game.
    """
    key = form.get("key", "")
    return f"{key} {json.dumps(entered, sort_keys=True)}" if _KEY.fullmatch(key) else ""


def read_rules_form(form: Mapping[str, str], problems: list[Problem]) -> GameRules:
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
    return {name: _switch(switches[name], text) if name in switches else text for name, text in named.items()}


def _switch(switch: Switch, text: str) -> object:
    """The JSON value of a switch's text; points may have commas between thousands."""
    if switch.sort == "number":
        return signed(text)
    if switch.sort == "by_rank":
        return [signed(part) for part in (text.split() if " " in text.strip() else text.split(","))]
    return switch_from_text(switch, text)


def tidy_name(text: str) -> str:
    """A name without control and direction characters, in at most `MOST_NAME` characters."""
    printable = "".join(char for char in text if not category(char).startswith("C") or char == "\u200d")
    return " ".join(printable.split())[:MOST_NAME].strip()


class Tap(NamedTuple):
    """A tap as a form sends it: the event, the number of the last event that the page knew, and a key."""

    event: Event | None
    seen: int
    key: str
    problems: tuple[Problem, ...]


def read_tap(form: Mapping[str, str], rules: GameRules) -> Tap:
    """Reads the form of a button that changes the game."""
    problems: list[Problem] = []
    event = read_event("event", json_value(form.get("event", "")), rules, problems)
    seen = read_number("seen", form.get("seen", ""), 0, 0, MAX_EVENT_NUMBER, problems)
    key = form.get("key", "")
    if not 0 < len(key) <= LONGEST_KEY or not key.isascii():
        problems.append(problem("key", Code.BAD_VALUE, "The key of a tap is a short text."))
    return Tap(event, seen, key, tuple(problems))


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
    match = re.fullmatch(r"([+\-−]?)([0-9]{1,9})", text.replace(",", "").replace(" ", ""), re.ASCII)
    return text if match is None else int(match[2]) * (-1 if match[1] in ("-", "−") else 1)
