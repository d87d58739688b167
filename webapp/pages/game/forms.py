"""Reads the forms of a game: the names and rules of a new game, its seats, and the buttons that change a game. A button
sends its event as JSON, which `formats.game` reads."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Literal, NamedTuple

from webapp.formats.fields import json_value, read_number, tidy_name
from webapp.formats.form_key import LONGEST_KEY
from webapp.formats.game import read_event
from webapp.formats.rules import (
    GAME_RULE,
    RULE,
    joined_fields,
    own_rules_text,
    read_game_rules_fields,
    with_own_rules,
)
from webapp.game.events import Event
from webapp.game.rules import GAME_PRESETS, GameRules
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.rules import preset_of
from webapp.scoring.table import WIND_NAMES

LENGTHS: dict[str, Literal[0, 1, 2, 4]] = {"0": 0, "1": 1, "2": 2, "4": 4}
MAX_EVENT_NUMBER = 1 << 20


class NewGame(NamedTuple):
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
    rules = read_game_rules_fields(form, problems)
    rounds = LENGTHS.get(form.get("rounds") or str(rules.rounds))
    if rounds is None:
        problems.append(
            problem("rounds", Code.BAD_NUMBER, "A game has 1, 2 or 4 winds, or 0: one hand, with its repeats.")
        )
        rounds = rules.rounds
    names = tuple(tidy_name(form.get(f"name{n}", "")) for n in range(len(WIND_NAMES)))
    return NewGame(names, form.get("seats") == "drawn", replace(rules, rounds=rounds))


def is_chosen(form: Mapping[str, str]) -> bool:
    """Whether an address comes from the form of a game, where rules are chosen. The calculator's address has rules too,
    but only those of its hand."""
    return any(name in ("rounds", "seats") or name.startswith(("name", GAME_RULE)) for name in form)


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


def read_next_rules(form: Mapping[str, str], usual: GameRules, problems: list[Problem]) -> GameRules:
    """The rules of the next game of the same people: the `usual` ones, unless the form chooses a preset or the user's
    own rules (`rules`); in the length of the form (`rounds`)."""
    given = with_own_rules(form) if form.get("rules") else {"rounds": form.get("rounds") or str(usual.rounds)}
    chosen = read_new_game(given, problems).rules
    rules = chosen if form.get("rules") else replace(usual, rounds=chosen.rounds)
    if rules.players != usual.players:
        problems.append(
            problem("rules", Code.BAD_VALUE, "{n} play this game: choose rules for {n} players.", n=usual.players)
        )
    return rules


def chosen_rules(sent: Iterable[tuple[str, list[str]]], players: int) -> dict[str, Any]:
    """The fields of the rules of the next game, as they were sent, for the address of its form with other seats: the
    switches of the page of all rules as own rules. A preset for another number of players becomes its sister for this
    number, if it has one."""
    form = joined_fields(sent)
    fields: dict[str, Any] = {name: form[name] for name in ("rules", "rounds") if name in form}
    if any(name.startswith((RULE, GAME_RULE)) for name in form):
        rules = read_game_rules_fields(form, [])
        fields = {"rounds": str(rules.rounds)} | fields | {"rules": own_rules_text(rules)}
    preset = fields.get("rules", "")
    if preset in GAME_PRESETS and GAME_PRESETS[preset].players != players:
        sister = preset_of(preset, players)
        fields["rules"] = sister if sister in GAME_PRESETS else ""
    return fields


def presets_for(players: int) -> list[str]:
    """The presets with this number of players."""
    return [name for name, rules in GAME_PRESETS.items() if rules.players == players]


def read_order(form: Mapping[str, str], players: int, problems: list[Problem]) -> tuple[int, ...]:
    """The players of a game in the turn order of the next game, from an `order` like ``2031`` or from the player on
    each seat (`seat0` …); without them the present order."""
    usual = tuple(range(players))
    seats = [form.get(f"seat{place}", "") for place in usual]
    text = "".join(seats) if any(seats) else form.get("order")
    if text is None:
        return usual
    if sorted(text) == [str(player) for player in usual]:
        return tuple(map(int, text))
    problems.append(problem("order", Code.BAD_VALUE, "Each player sits once."))
    return usual
