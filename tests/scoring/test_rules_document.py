"""The tables of webapp/scoring/RULES.md say what the code does."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import webapp.scoring
from webapp.scoring.awards import YAKU
from webapp.scoring.dora import SORTS
from webapp.scoring.points import Limit, LimitRange, limit_ranges
from webapp.scoring.registry import Yaku
from webapp.scoring.rules import PRESETS, SWITCHES, TENHOU, UNSURE, RedFives, Rules, Switch

DOCUMENT = Path(webapp.scoring.__file__).with_name("RULES.md").read_text(encoding="utf-8")
FOUR_PLAYERS = [name for name, rules in PRESETS.items() if rules.players == 4]


def cells(line: str) -> list[str]:
    return [cell.strip().strip("`") for cell in line.strip().strip("|").split("|")]


def tables(*header: str) -> list[list[list[str]]]:
    """The rows of every table of the document whose header begins with these cells."""
    found: list[list[list[str]]] = []
    lines = DOCUMENT.splitlines()
    for number, line in enumerate(lines):
        if line.startswith("|") and cells(line)[: len(header)] == list(header):
            rows = []
            for row in lines[number + 2 :]:
                if not row.startswith("|"):
                    break
                rows.append(cells(row))
            found.append(rows)
    return found


STANDARD, LOCAL = tables("key", "日本語", "English", "closed")
(DORA,) = tables("key", "日本語", "English", "counts")
(SWITCH_ROWS,) = tables("switch", "values")
(PRESET_ROWS,) = tables("switch", "tenhou")
(LIMITS,) = tables("limit", "han")
(SOURCES,) = tables("preset", "source")
PRESET_CELLS = [
    (preset, switch, *[*cell.replace(" ~", "|~").replace(" ?", "|?").split("|"), ""][:2])
    for switch, *values in PRESET_ROWS
    for preset, cell in zip(FOUR_PLAYERS, values, strict=True)
]


# -- yaku and dora ---------------------------------------------------------------------------------


def worth(yaku: Yaku, han: int) -> str:
    """Its worth, closed or open, as the document writes it."""
    if yaku.is_yakuman:
        return "yakuman"
    return "mangan" if yaku.is_mangan else str(han or "–")


def test_the_yaku_stand_in_the_order_of_an_answer() -> None:
    assert [row[0] for row in (*STANDARD, *LOCAL)] == list(YAKU)


@pytest.mark.parametrize("row", [*STANDARD, *LOCAL], ids=lambda row: row[0])
def test_a_yaku_has_the_names_the_worth_and_the_rule_of_the_document(row: list[str]) -> None:
    yaku = YAKU[row[0]]
    assert row[1:] == [yaku.ja, yaku.en, worth(yaku, yaku.closed), worth(yaku, yaku.open), yaku.rule]


def test_local_yaku_are_those_that_the_usual_rules_leave_out() -> None:
    assert [row[0] for row in LOCAL] == [name for name, yaku in YAKU.items() if not yaku.allowed(TENHOU)]


def test_each_sort_of_dora_has_its_names_and_what_it_counts() -> None:
    assert {key: tuple(words) for key, *words in DORA} == SORTS


# -- limits ----------------------------------------------------------------------------------------


KANJI = {
    Limit.MANGAN: "満貫",
    Limit.HANEMAN: "跳満",
    Limit.BAIMAN: "倍満",
    Limit.SANBAIMAN: "三倍満",
    Limit.COUNTED_YAKUMAN: "数え役満",
}


def han_text(limit: LimitRange) -> str:
    if limit.limit is Limit.MANGAN:
        return "5, or less if the formula gives more than 2,000"
    return f"{limit.first} and more" if limit.last is None else f"{limit.first}–{limit.last}"


def test_the_limits_begin_and_end_at_the_han_of_the_document() -> None:
    *ranges, yakuman = limit_ranges(TENHOU)
    counted = LimitRange(Limit.COUNTED_YAKUMAN, yakuman.first, yakuman.last, yakuman.basic)
    assert LIMITS[:-1] == [
        [f"{found.limit.replace('_', ' ')} ({KANJI[found.limit]})", han_text(found), f"{found.basic:,}"]
        for found in (*ranges, counted)
    ]


# -- switches --------------------------------------------------------------------------------------


def choices(switch: Switch) -> str:
    """The values of a switch as the document lists them."""
    if switch.sort == "red_fives":
        return f"{switch.choices[0]}–{switch.choices[-1]} in each suit"
    listed = ", ".join(map(str, switch.choices))
    return f"any of {listed}" if switch.sort == "set" else listed


def text_of(switch: str, value: object) -> str:
    """A value of a switch as the document writes it."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, RedFives):
        assert value == (value.m,) * 3
        return str(value.m)
    if isinstance(value, frozenset):
        return ", ".join(str(choice) for choice in SWITCHES[switch].choices if choice in value) or "none"
    return str(value)


def test_every_switch_is_there_in_the_order_of_the_rules_page() -> None:
    assert [row[0] for row in SWITCH_ROWS] == list(SWITCHES)


@pytest.mark.parametrize("row", SWITCH_ROWS, ids=lambda row: row[0])
def test_a_switch_has_the_values_the_default_and_the_meaning_of_the_document(row: list[str]) -> None:
    switch = SWITCHES[row[0]]
    assert row[1:] == [choices(switch), text_of(switch.name, getattr(Rules(), switch.name)), switch.does]


# -- presets ---------------------------------------------------------------------------------------


def test_every_preset_of_four_players_has_a_column_and_every_preset_a_source() -> None:
    assert tables("switch", *FOUR_PLAYERS) == [PRESET_ROWS]
    assert [row[0] for row in SOURCES] == FOUR_PLAYERS


@pytest.mark.parametrize(("preset", "switch", "value"), [cell[:3] for cell in PRESET_CELLS if cell[2] != "–"], ids=str)
def test_a_preset_plays_as_the_document_says(preset: str, switch: str, value: str) -> None:
    assert text_of(switch, getattr(PRESETS[preset], switch)) == value


@pytest.mark.parametrize("preset", FOUR_PLAYERS)
def test_a_switch_without_a_row_has_its_default_in_every_preset(preset: str) -> None:
    others = set(SWITCHES) - {row[0] for row in PRESET_ROWS}
    assert [name for name in others if getattr(PRESETS[preset], name) != getattr(Rules(), name)] == []


def decides_nothing(switch: str, rules: Rules) -> bool:
    """Whether another value of the switch changes nothing by these rules."""
    if switch in ("pao_scope", "pao_ron_honba"):
        return not rules.pao
    return switch in ("honba_to", "own_stick_returned") and rules.multiple_ron == 1


def test_a_dash_marks_what_decides_nothing() -> None:
    dashes = {(preset, switch) for preset, switch, value, _ in PRESET_CELLS if value == "–"}
    assert dashes == {
        (preset, row[0]) for preset in FOUR_PLAYERS for row in PRESET_ROWS if decides_nothing(row[0], PRESETS[preset])
    }


@pytest.mark.parametrize("preset", PRESETS)
def test_a_mark_says_what_is_not_known_for_certain(preset: str) -> None:
    sister = preset.removesuffix("_sanma")
    assert UNSURE.get(preset, frozenset()) == {
        switch for name, switch, _, mark in PRESET_CELLS if name == sister and mark
    }


@pytest.mark.parametrize("sister", ["tenhou", "mahjong_soul"])
def test_three_players_play_as_their_four_player_sister_but_for_this(sister: str) -> None:
    changed: dict[str, Any] = {"preset": f"{sister}_sanma", "players": 3, "tsumo_loss": True, "nuki_dora": True}
    assert PRESETS[f"{sister}_sanma"] == replace(PRESETS[sister], **changed)
    assert set(PRESETS) == {*FOUR_PLAYERS, "tenhou_sanma", "mahjong_soul_sanma"}
