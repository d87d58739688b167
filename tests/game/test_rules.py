"""The switches of a game: each has its words, every preset can be played, and what cannot be shared is told."""

import json
from dataclasses import FrozenInstanceError, replace
from typing import Any

import pytest

from tests.game.games import rules
from webapp.formats.rules import game_rules_json, read_game_rules, read_stored_game_rules
from webapp.game.rules import GAME_PRESETS, GAME_SWITCHES, UNSURE, GameRules, rules_problems
from webapp.language.words import GAME_CHOICES, GAME_GROUPS
from webapp.language.words import GAME_PRESETS as PRESET_NAMES
from webapp.language.words import GAME_SWITCHES as NAMES
from webapp.scoring.problems import Problem
from webapp.scoring.rules import PRESETS, TENHOU
from webapp.scoring.switches import ByRank, Choice, ChosenSet, Number, Switch


def test_a_preset_is_found_by_its_name_and_changes_nothing() -> None:
    assert {name: found.preset for name, found in GAME_PRESETS.items()} == {name: name for name in GAME_PRESETS}
    assert all(found.changed == {} for found in GAME_PRESETS.values())


def test_rules_know_what_differs_from_their_preset() -> None:
    assert rules("m_league", tobi="at_zero", chip_points=2000).changed == {"tobi": "at_zero", "chip_points": 2000}


def test_rules_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        GAME_PRESETS["house"].tobi = "off"  # type: ignore[misc]


def test_every_preset_can_be_played() -> None:
    assert [list(rules_problems(found)) for found in GAME_PRESETS.values()] == [[]] * len(GAME_PRESETS)


@pytest.mark.parametrize(
    ("name", "kind", "choices"),
    [
        ("rounds", Choice, (0, 1, 2, 4)),
        ("tobi", Choice, ("below_zero", "at_zero", "off")),
        ("last_dealer_stops", ChosenSet, ("win", "tenpai")),
        ("start_points", Number, ()),
        ("uma", ByRank, ()),
    ],
)
def test_a_switch_knows_its_values(name: str, kind: type[Switch], choices: tuple[object, ...]) -> None:
    switch = GAME_SWITCHES[name]
    assert (switch.name, type(switch), switch.choices) == (name, kind, choices)


def test_every_switch_has_its_words() -> None:
    assert list(NAMES) == list(GAME_SWITCHES)
    assert list(dict.fromkeys(switch.group for switch in GAME_SWITCHES.values())) == list(GAME_GROUPS)
    assert next(iter(PRESET_NAMES)) == "house"
    assert PRESET_NAMES.keys() >= GAME_PRESETS.keys()
    chosen = {name: switch.choices for name, switch in GAME_SWITCHES.items() if switch.choices}
    assert {name: tuple(words) for name, words in GAME_CHOICES.items()} == chosen
    assert all(switch.does.endswith(".") for switch in GAME_SWITCHES.values())


def test_a_preset_is_unsure_of_switches_that_there_are() -> None:
    assert UNSURE.keys() <= GAME_PRESETS.keys()
    assert all(names <= GAME_SWITCHES.keys() for names in UNSURE.values())


@pytest.mark.parametrize(
    ("preset", "players", "hands", "draws"),
    [("house", 4, 8, 4), ("tenhou", 4, 8, 5), ("m_league", 4, 8, 0), ("tenhou_sanma", 3, 6, 2)],
)
def test_rules_know_how_many_play_and_how_long(preset: str, players: int, hands: int, draws: int) -> None:
    found = GAME_PRESETS[preset]
    assert (found.players, found.hands, len(found.abortive_draws)) == (players, hands, draws)


@pytest.mark.parametrize(("length", "hands"), [(0, 1), (1, 4), (2, 8), (4, 16)])
def test_a_game_is_as_long_as_its_rounds(length: Any, hands: int) -> None:
    assert rules(rounds=length).hands == hands


# -- read from JSON --------------------------------------------------------------------------------


def read(value: object) -> tuple[GameRules, list[tuple[str, str]]]:
    found: list[Problem] = []
    return read_game_rules("rules", value, found), [(problem.field, str(problem.code)) for problem in found]


def test_without_rules_those_of_the_house_hold() -> None:
    assert read(None) == (GAME_PRESETS["house"], [])
    assert read({}) == (GAME_PRESETS["house"], [])


def test_rules_are_a_preset_or_its_switches() -> None:
    assert read("wrc") == (GAME_PRESETS["wrc"], [])
    assert read({"preset": "wrc", "uma": [100, 0, 0, -100], "abortive": ["four_kans"]})[0] == rules(
        "wrc", uma=(100, 0, 0, -100), abortive=frozenset({"four_kans"})
    )


def test_hands_are_scored_by_rules_of_their_own() -> None:
    assert read({"preset": "m_league"})[0].scoring == PRESETS["m_league"]
    assert read({"preset": "m_league", "scoring": "tenhou"})[0].scoring == TENHOU
    found, _ = read({"preset": "m_league", "scoring": {"preset": "tenhou", "kiriage_mangan": True}})
    assert found.scoring.changed == {"kiriage_mangan": True}


@pytest.mark.parametrize(
    ("value", "problems"),
    [
        (7, [("rules", "unknown_rule")]),
        ("nobody", [("rules", "unknown_rule")]),
        ({"preset": "nobody", "nothing": 1}, [("rules", "unknown_rule")] * 2),
        ({"tobi": "sometimes"}, [("rules.tobi", "unknown_rule")]),
        ({"start_points": 25050}, [("rules.start_points", "unknown_rule")]),
        ({"start_points": True}, [("rules.start_points", "unknown_rule")]),
        ({"start_points": "25000"}, [("rules.start_points", "unknown_rule")]),
        ({"start_points": 10**9}, [("rules.start_points", "unknown_rule")]),
        ({"uma": [1, 2, 3, 4]}, [("rules.uma", "unknown_rule")]),
        ({"uma": 0}, [("rules.uma", "unknown_rule")]),
        ({"uma": [100, 0, -100]}, [("rules.uma", "bad_number")]),
        ({"tenpai_payment": 1000}, [("rules.tenpai_payment", "bad_number")]),
        ({"uma_one_above": [100, 0, -100]}, [("rules.uma_one_above", "bad_number")]),
        ({"uma": [], "uma_three_above": [0]}, [("rules.uma", "bad_number"), ("rules.uma_three_above", "bad_number")]),
        ({"preset": "tenhou_sanma", "uma_three_above": [100, 0, 0, -100]}, []),
        ({"abortive": ["four_winds"], "abortive_passes": ["four_kans"]}, [("rules.abortive_passes", "unknown_rule")]),
        ({"ceiling_points": 25000}, [("rules.ceiling_points", "bad_number")]),
        ({"ceiling_points": 25100}, []),
        ({"scoring": {"preset": "nobody"}}, [("rules.scoring", "unknown_rule")]),
        ({"scoring": {"kiriage_mangan": 1}}, [("rules.scoring.kiriage_mangan", "unknown_rule")]),
        ({"scoring": "tenhou_sanma"}, [("rules.uma", "bad_number")]),
    ],
)
def test_rules_that_nobody_can_play_by_are_told(value: object, problems: list[tuple[str, str]]) -> None:
    assert read(value)[1] == problems


# -- stored games ----------------------------------------------------------------------------------


def as_json(stored: GameRules) -> dict[str, Any]:
    written: dict[str, Any] = json.loads(json.dumps(game_rules_json(stored)))
    return written


def without_switch(stored: GameRules) -> dict[str, Any]:
    """The rules as a version before `sanma_tsumo` stored them."""
    written = as_json(stored)
    return written | {"scoring": {name: value for name, value in written["scoring"].items() if name != "sanma_tsumo"}}


def test_a_game_stored_before_the_switch_keeps_its_payments_and_a_new_one_does_not_take_them_over() -> None:
    sanma = GAME_PRESETS["tenhou_sanma"]
    shared = replace(sanma, scoring=replace(sanma.scoring, tsumo_loss=False))
    as_before = replace(shared, scoring=replace(shared.scoring, sanma_tsumo="rounded_once"))
    assert read_stored_game_rules("rules", without_switch(shared), []) == as_before
    assert read(without_switch(shared)) == (shared, [])
    assert read_stored_game_rules("rules", as_json(shared), []) == shared
    assert read_stored_game_rules("rules", as_json(as_before), []) == as_before
    assert (as_before.for_new_game, shared.for_new_game) == (shared, shared)


@pytest.mark.parametrize("preset", GAME_PRESETS)
def test_a_stored_game_in_which_the_switch_decides_nothing_has_its_preset_unchanged(preset: str) -> None:
    stored = GAME_PRESETS[preset]
    shared = replace(stored, scoring=replace(stored.scoring, tsumo_loss=stored.players == 3))
    assert read_stored_game_rules("rules", without_switch(shared), []) == shared
    assert read_stored_game_rules("rules", preset, []) == stored
