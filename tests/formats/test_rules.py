"""Rule switches are written and read back, in JSON and in the address, and what cannot be read is named."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import law
from tests.scoring.hands import random_rules
from webapp.entry import Entry
from webapp.formats.address import query, read_entry
from webapp.formats.case import read_case
from webapp.formats.rules import read_switches, rules_json, switch_from_text, switch_json, switch_text
from webapp.scoring.problems import Problem
from webapp.scoring.rules import PRESETS, SWITCHES, TENHOU, RedFives, Rules, Switch
from webapp.scoring.table import Table

# -- written and read back -------------------------------------------------------------------------


def values_of(switch: Switch) -> list[Any]:
    """Every value of a switch; of a set none, each and all, of red fives some."""
    if switch.sort == "yes_no":
        return [True, False]
    if switch.sort == "choice":
        return list(switch.choices)
    if switch.sort == "set":
        return [frozenset(), *(frozenset({one}) for one in switch.choices), frozenset(switch.choices)]
    return [RedFives(m, p, s) for m in (0, 1, 4) for p in (0, 2) for s in (3, 1)]


ALL_VALUES = [(switch.name, value) for switch in SWITCHES.values() for value in values_of(switch)]


@pytest.mark.parametrize(("name", "value"), ALL_VALUES)
def test_a_value_is_read_back_from_its_text_and_from_its_json(name: str, value: Any) -> None:
    wrong: list[Problem] = []
    from_text = read_switches("rules", TENHOU, {name: switch_from_text(SWITCHES[name], switch_text(value))}, wrong)
    as_json = json.loads(json.dumps(switch_json(value)))
    from_json = read_switches("rules", TENHOU, {name: as_json}, wrong)
    assert wrong == []
    assert from_text == from_json == replace(TENHOU, **{name: value})


@pytest.mark.parametrize(
    ("value", "text", "as_json"),
    [
        (True, "yes", True),
        (False, "no", False),
        (500, "500", 500),
        ("whole_hand", "whole_hand", "whole_hand"),
        (frozenset[str](), "none", []),
        (frozenset({"daisuushii"}), "daisuushii", ["daisuushii"]),
        (frozenset({"daisuushii", "chuuren_9"}), "chuuren_9.daisuushii", ["chuuren_9", "daisuushii"]),
        (RedFives(0, 1, 2), "012", {"m": 0, "p": 1, "s": 2}),
    ],
)
def test_how_a_value_is_written(value: object, text: str, as_json: object) -> None:
    assert switch_text(value) == text
    assert switch_json(value) == as_json


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        # As the boxes of a form send a set: "none" for no box, and the boxes that are ticked.
        ("pao", "none.daisangen.suukantsu", frozenset({"daisangen", "suukantsu"})),
        ("pao", "none", frozenset()),
        ("pao", "suukantsu.daisangen", frozenset({"daisangen", "suukantsu"})),
        ("multiple_ron", "1", 1),
        ("red_fives", "040", RedFives(0, 4, 0)),
    ],
)
def test_how_a_text_is_read(name: str, text: str, value: object) -> None:
    entry, wrong = read_entry({f"rule.{name}": text})
    assert wrong == ()
    assert getattr(entry.rules, name) == value


@pytest.mark.parametrize(
    ("sent", "value"),
    [
        (2, RedFives(2, 2, 2)),
        (0, RedFives(0, 0, 0)),
        ({"m": 1, "p": 2, "s": 1}, RedFives(1, 2, 1)),
        ({"p": 3}, RedFives(0, 3, 0)),
    ],
)
def test_red_fives_are_one_number_or_one_for_each_suit(sent: object, value: RedFives) -> None:
    case = read_case({"concealed": "123m456p789s3467s", "win": "4s", "rules": {"red_fives": sent}})
    assert case.problems == ()
    assert case.rules.red_fives == value


ANY_RULES = st.randoms(use_true_random=False).map(random_rules)


@given(ANY_RULES)
@law(100)
def test_any_rules_are_read_back_from_json(rules: Rules) -> None:
    case = {"concealed": "123m789p123789s1z", "win": "1z", "rules": json.loads(json.dumps(rules_json(rules)))}
    assert read_case(case).rules == rules


@given(ANY_RULES)
@law(100)
def test_any_rules_are_read_back_from_the_address(rules: Rules) -> None:
    link = query(Entry(table=Table(rules=rules)))
    read = read_entry(dict(pair.split("=") for pair in link.split("&") if pair))
    assert read.problems == ()
    assert read.entry.rules == rules
    assert link.count("rule.") == len(rules.changed)


# -- what cannot be read ---------------------------------------------------------------------------


CASE = {"concealed": "123m456p789s3467s", "win": "4s"}


def in_json(rules: object) -> list[Problem]:
    return [found for found in read_case({**CASE, "rules": rules}).problems if found.code == "unknown_rule"]


def in_address(**given: str) -> list[Problem]:
    return list(read_entry({name.replace("__", "."): value for name, value in given.items()}).problems)


def test_an_unknown_preset_lists_the_presets() -> None:
    for (found,) in (in_json("poker"), in_json({"preset": "poker"}), in_address(rules="poker")):
        assert (found.field, found.code) == ("rules", "unknown_rule")
        assert "poker" in found.message
        assert set(PRESETS) <= set(re.findall(r"\w+", found.message))


@pytest.mark.parametrize("name", ["jokers", "preset", "Kiriage_mangan", "kiriage", ""])
def test_an_unknown_switch_lists_the_switches(name: str) -> None:
    found = in_address(**{f"rule__{name}": "yes"})
    if name != "preset":  # in JSON the preset stands among the switches
        found += in_json({name: True})
    assert len(found) == (1 if name == "preset" else 2)
    for one in found:
        assert (one.field, one.code) == ("rules", "unknown_rule")
        assert f"no rule {name};" in one.message
        assert set(SWITCHES) <= set(re.findall(r"\w+", one.message))


@pytest.mark.parametrize("name", SWITCHES)
def test_an_unknown_value_names_the_switch_and_lists_its_values(name: str) -> None:
    switch = SWITCHES[name]
    for (found,) in (in_json({name: "perhaps"}), in_address(**{f"rule__{name}": "perhaps"})):
        assert (found.field, found.code) == (f"rules.{name}", "unknown_rule")
        assert f"rule {name} " in found.message
        assert "perhaps" in found.message
        if switch.sort in ("choice", "set"):
            assert {str(choice) for choice in switch.choices} <= set(re.findall(r"\w+", found.message))


def test_in_json_the_values_listed_are_taken() -> None:
    for name, switch in SWITCHES.items():
        (found,) = in_json({name: "perhaps"})
        listed = str(found.values["expected"]).strip("[]").split(" / ")
        if switch.sort == "red_fives":
            assert in_json({name: json.loads(listed[1])}) == []
            continue
        for text in listed:
            value = json.loads(text) if text in ("true", "false") or text.isdigit() else text
            assert in_json({name: [value] if switch.sort == "set" else value}) == [], (name, text)


def test_in_the_address_the_values_listed_are_taken() -> None:
    refused = []
    for name, switch in SWITCHES.items():
        (found,) = in_address(**{f"rule__{name}": "perhaps"})
        expected = str(found.values["expected"]).strip("[]")
        listed = re.findall(r"\b[0-4]{3}\b", expected) if switch.sort == "red_fives" else expected.split(" / ")
        if not listed or any(in_address(**{f"rule__{name}": text}) for text in listed):
            refused.append(name)
    assert refused == []


def test_what_is_wrong_with_the_rules_is_told_together_and_the_rest_holds() -> None:
    read = read_entry({"rules": "m_league", "rule.jokers": "4", "rule.pao": "chombo", "rule.multiple_ron": "2"})
    assert [found.field for found in read.problems] == ["rules", "rules.pao"]
    assert read.entry.rules == replace(PRESETS["m_league"], multiple_ron=2)
