"""Rule switches are written and read back, in JSON and in the address, and what cannot be read is named."""

import json
import re
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import law
from tests.scoring.hands import random_rules, values_of
from webapp.entry import Entry
from webapp.formats.address import query, read_entry
from webapp.formats.case import read_case
from webapp.formats.line import read_line
from webapp.formats.rules import read_game_rules, read_game_rules_fields, read_rules, rules_json
from webapp.game.rules import GAME_SWITCHES
from webapp.scoring.problems import Problem
from webapp.scoring.rules import PRESETS, SWITCHES, RedFives, Rules
from webapp.scoring.switches import Choice, ChosenSet
from webapp.scoring.table import Table

# -- written and read back -------------------------------------------------------------------------


ALL_SWITCHES = SWITCHES | GAME_SWITCHES
ALL_VALUES = [(switch.name, value) for switch in ALL_SWITCHES.values() for value in values_of(switch)]


@pytest.mark.parametrize(("name", "value"), ALL_VALUES)
def test_a_value_is_read_back_from_its_text_and_from_its_json(name: str, value: Any) -> None:
    switch = ALL_SWITCHES[name]
    assert switch.from_text(switch.to_text(value)) == value
    assert switch.from_json(json.loads(json.dumps(switch.to_json(value)))) == value


@pytest.mark.parametrize(
    ("name", "value", "text", "as_json"),
    [
        ("open_tanyao", True, "yes", True),
        ("open_tanyao", False, "no", False),
        ("honba_ron", 1500, "1500", 1500),
        ("pao_scope", "whole_hand", "whole_hand", "whole_hand"),
        ("double_yakuman", frozenset(), "none", []),
        ("double_yakuman", frozenset({"daisuushii"}), "daisuushii", ["daisuushii"]),
        (
            "double_yakuman",
            frozenset({"daisuushii", "chuuren_9"}),
            "chuuren_9.daisuushii",
            ["chuuren_9", "daisuushii"],
        ),
        ("red_fives", RedFives(0, 1, 2), "012", {"m": 0, "p": 1, "s": 2}),
        ("start_points", 25_000, "25000", 25_000),
        ("uma", (15_000, -15_000), "15000 -15000", [15_000, -15_000]),
    ],
)
def test_how_a_value_is_written(name: str, value: object, text: str, as_json: object) -> None:
    assert ALL_SWITCHES[name].to_text(value) == text
    assert ALL_SWITCHES[name].to_json(value) == as_json


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        # As the boxes of a form send a set: "none" for no box, and the boxes that are ticked.
        ("pao", "none.daisangen.suukantsu", frozenset({"daisangen", "suukantsu"})),
        ("pao", "none", frozenset()),
        ("pao", "suukantsu.daisangen", frozenset({"daisangen", "suukantsu"})),
        # As the examples of the yaku have them.
        ("pao", "suukantsu,daisangen", frozenset({"daisangen", "suukantsu"})),
        ("red_fives", "0", RedFives(0, 0, 0)),
        ("multiple_ron", "1", 1),
        ("red_fives", "040", RedFives(0, 4, 0)),
        ("red_fives", "0.4.0", RedFives(0, 4, 0)),
    ],
)
def test_how_a_text_is_read(name: str, text: str, value: object) -> None:
    entry, wrong = read_entry({f"rule.{name}": text})
    assert wrong == ()
    assert getattr(entry.rules, name) == value
    assert read_line(f"55z +5z {name}={text}").rules == entry.rules


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("start_points", "25,000", 25_000),
        ("uma", "15,000 5,000 −5,000 -15,000", (15_000, 5_000, -5_000, -15_000)),
        ("uma", "15000,-15000", (15_000, -15_000)),
        ("uma", "15000 -15000 ", (15_000, -15_000)),
        ("last_dealer_stops", "tenpai,win", frozenset({"win", "tenpai"})),
    ],
)
def test_how_a_text_is_read_for_a_game(name: str, text: str, value: object) -> None:
    assert GAME_SWITCHES[name].from_text(text) == value


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


def test_an_unknown_preset_lists_the_presets_and_says_to_update() -> None:
    for (found,) in (in_json("poker"), in_json({"preset": "poker"}), in_address(rules="poker")):
        assert (found.field, found.code) == ("rules", "unknown_rule")
        assert "poker" in found.message
        assert found.message.endswith("then update this one.")
        assert set(PRESETS) <= set(re.findall(r"\w+", found.message))


@pytest.mark.parametrize("name", ["jokers", "preset", "Kiriage_mangan", "kiriage", ""])
def test_an_unknown_switch_lists_the_switches_and_says_to_update(name: str) -> None:
    found = in_address(**{f"rule__{name}": "yes"})
    if name != "preset":  # in JSON the preset stands among the switches
        found += in_json({name: True})
    assert len(found) == (1 if name == "preset" else 2)
    for one in found:
        assert (one.field, one.code) == ("rules", "unknown_rule")
        assert f"no rule {name};" in one.message
        assert one.message.endswith("then update this one.")
        assert set(SWITCHES) <= set(re.findall(r"\w+", one.message))


def test_a_switch_that_a_newer_version_lists_with_all_others_is_named() -> None:
    (found,) = in_json(rules_json(PRESETS["tenhou"]) | {"jokers": True})
    assert "no rule jokers;" in found.message


@pytest.mark.parametrize("name", SWITCHES)
def test_an_unknown_value_names_the_switch_and_lists_its_values(name: str) -> None:
    switch = SWITCHES[name]
    for (found,) in (in_json({name: "perhaps"}), in_address(**{f"rule__{name}": "perhaps"})):
        assert (found.field, found.code) == (f"rules.{name}", "unknown_rule")
        assert f"rule {name} " in found.message
        assert "perhaps" in found.message
        if isinstance(switch, Choice | ChosenSet):
            assert {str(choice) for choice in switch.choices} <= set(re.findall(r"\w+", found.message))


#: What is wrong with a value, in JSON and as text.
WRONG = [
    ("open_tanyao", "true or false", "yes or no"),
    ("multiple_ron", "one of 1, 2, 3", "one of 1, 2, 3"),
    (
        "pao",
        "a list of any of daisangen, daisuushii, suukantsu",
        "none, or any of daisangen, daisuushii, suukantsu with commas between them",
    ),
    (
        "red_fives",
        'a number from 0 to 4, or an object with one for "m", "p", "s"',
        "a digit from 0 to 4, or three, one for each suit",
    ),
    *[
        (
            name,
            f"{numbers} from {least} to 1000000 in steps of 100",
            f"{numbers.removeprefix('a list of ')} from {least} to 1000000 in steps of 100{between}",
        )
        for name, numbers, least, between in (
            ("start_points", "a number", 0, ""),
            ("uma", "a list of numbers", -1000000, " with spaces between them"),
        )
    ],
]


@pytest.mark.parametrize(("name", "as_json", "as_text"), WRONG)
def test_a_message_says_what_is_right_in_the_form_of_the_value(name: str, as_json: str, as_text: str) -> None:
    read = read_game_rules if name in GAME_SWITCHES else read_rules
    wrong: list[Problem] = []
    read("rules", {name: {"x": 1}}, wrong)
    read_game_rules_fields({("game." if name in GAME_SWITCHES else "rule.") + name: "1x1"}, wrong)
    assert [found.message for found in wrong] == [
        f"The rule {name} is {as_json}, not {{'x': 1}}.",
        f"The rule {name} is {as_text}, not 1x1.",
    ]


@pytest.mark.parametrize(
    ("word", "got"),
    [
        ("open_tanyao=true", "yes or no, not true."),
        ("red_fives=555", "one for each suit, not 555."),
        ("red_fives=0.1", "one for each suit, not 0.1."),
        ("pao=chombo,daisangen", "commas between them, not chombo,daisangen."),
        ("renhou=7", "yakuman, not 7."),
    ],
)
def test_a_message_quotes_the_text_as_it_was_typed(word: str, got: str) -> None:
    name, _, text = word.partition("=")
    for problems in (in_address(**{f"rule__{name}": text}), read_line(f"55z +5z {word}").problems):
        assert problems[0].message.endswith(got)
        assert problems[0].field == f"rules.{name}"


def test_what_is_wrong_with_the_rules_is_told_together_and_the_rest_holds() -> None:
    read = read_entry({"rules": "m_league", "rule.jokers": "4", "rule.pao": "chombo", "rule.multiple_ron": "2"})
    assert [found.field for found in read.problems] == ["rules", "rules.pao"]
    assert read.entry.rules == replace(PRESETS["m_league"], multiple_ron=2)


def test_rules_that_are_read_again_are_the_same_ones_and_keep_what_was_worked_out() -> None:
    first, again = (read_entry({"rules": "tenhou", "rule.kiriage_mangan": "yes"}).entry.rules for _ in range(2))
    assert first is again
