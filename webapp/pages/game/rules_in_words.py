"""The rules of a game in a line, in the reader's language: the preset, and what differs from it."""

from collections.abc import Mapping
from typing import Any

from webapp.formats.result_summary import SEPARATOR
from webapp.game.rules import GAME_PRESETS, GAME_SWITCHES, GameRules
from webapp.language import words
from webapp.language.i18n import translate
from webapp.language.numbers import points, signed
from webapp.language.words import N_
from webapp.pages.calculator.result_text import COMMA
from webapp.scoring.rules import SWITCHES
from webapp.scoring.switches import ByRank, ChosenSet, Number, Switch

#: A list of names without one.
NONE = N_("none")


def rules_in_words(rules: GameRules, *, with_length: bool = True) -> str:
    """What differs from the preset, the length first: ``East only · Tenhou, but: Goal: 35,000 · Red fives: 0``. A form
    with a field for the length leaves it out.

    Empty if nothing does.
    """
    preset = GAME_PRESETS[rules.preset]
    is_other_length = with_length and rules.rounds != preset.rounds
    length = [translate(words.LENGTHS[rules.rounds])] if is_other_length else []
    hands = rules.scoring.changed_from(preset.scoring)
    changes = [
        *(_changed(GAME_SWITCHES[name], value, words.GAME_SWITCHES) for name, value in rules.changed.items()),
        *(_changed(SWITCHES[name], value, words.SWITCHES) for name, value in hands.items()),
    ]
    if not changes:
        return "".join(length)
    line = translate(N_("{rules}, but: {changes}"))
    name = translate(words.GAME_PRESETS[rules.preset])
    return SEPARATOR.join([*length, line.format(rules=name, changes=SEPARATOR.join(changes))])


def _changed(switch: Switch, value: Any, names: Mapping[str, str]) -> str:
    """A switch and its value: ``Goal: 35,000``."""
    field = translate(N_("{field}:")).format(field=translate(names[switch.name]))
    return f"{field} {_value(switch, value) or translate(NONE)}"


def _value(switch: Switch, value: Any) -> str:
    """A value in words; empty if it has none."""
    own = words.GAME_CHOICES.get(switch.name, words.CHOICES)
    match switch:
        case Number():
            return points(value)
        case ByRank():
            return " ".join(map(signed, value))
        case ChosenSet():
            return translate(COMMA).join(translate(own[one]) for one in switch.choices if one in value)
        case _:
            return translate(own.get(switch.to_text(value)) or own.get(value) or switch.to_document(value))
