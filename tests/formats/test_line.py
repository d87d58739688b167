"""One line → a case: the notation of the examples, JSON, and everything that is wrong with a line at once."""

import pytest

from webapp.formats.line import read_line
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.examples import parse_example
from webapp.scoring.hand import Flag
from webapp.scoring.notation import parse_tiles
from webapp.scoring.rules import PRESETS


@pytest.mark.parametrize(
    "line",
    [
        "123m 456p 55p 345s 78s +9s",
        "123m 456p 789s 345s 55p tsumo riichi ippatsu",
        "(123m) 406p (777z) [9999m] 99s +9s rinshan tsumo round=S seat=W dora=1z5p",
        "123m 456p (3333p) 78s9s 55z double_riichi ura=1m dora=2p",
        "123m 456p 789s 345s 55p open_tanyao=no renhou=mangan red_fives=0",
    ],
)
def test_a_line_means_what_it_means_as_an_example(line: str) -> None:
    assert read_line(line).hand == parse_example(line)


def test_kanji_and_spaces_are_read_as_anywhere() -> None:
    found = read_line(" 一二三①②③123東東東白白 ").hand
    assert found
    assert (found.concealed, found.win) == (parse_tiles("123m123p123s111z5z"), parse_tiles("5z")[0])


def test_fields_of_the_table_have_names() -> None:
    found = read_line("(123s) 456p 99p 23p +4p from=2 honba=3 sticks=1 (555z) seat=E rules=m_league nuki=0").hand
    assert found
    assert (found.table.discarder, found.table.honba, found.table.sticks, found.table.seat) == (2, 3, 1, 0)
    assert found.rules == PRESETS["m_league"]
    assert found.melds == (Meld(MeldType.CHI, parse_tiles("123s")), Meld(MeldType.PON, parse_tiles("555z")))


def test_a_case_is_json() -> None:
    found = read_line('{"concealed": "234567m345p2267s", "win": "8s", "flags": ["riichi"]}\n', "ema")
    assert found.hand
    assert found.hand.flags == frozenset({Flag.RIICHI})
    assert found.rules == PRESETS["ema"]
    assert read_line('{"concealed": "234567m345p2267s", "win": "8s", "rules": "wrc"}', "ema").rules == PRESETS["wrc"]


def test_the_rules_of_a_line_go_before_those_of_all() -> None:
    assert read_line("123m +1m", "ema").rules == PRESETS["ema"]
    assert read_line("123m +1m rules=wrc", "ema").rules == PRESETS["wrc"]


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("garbage 12x 9s", {("concealed", "bad_notation"), ("win", "bad_notation"), ("flags", "unknown_flag")}),
        ("123m", {("concealed", "wrong_count")}),
        ("(1x) (123m) 99s +9s seat=Q", {("melds.0.tiles", "bad_notation"), ("seat", "bad_wind")}),
        (
            "11m +1m honba=x dora=9x nope=1",
            {("honba", "bad_number"), ("dora.0", "bad_notation"), ("rules", "unknown_rule")},
        ),
        ("11m +1m rules=nope", {("rules", "unknown_rule")}),
        ("() [] +", {("melds.0.tiles", "not_a_meld"), ("win", "bad_notation")}),
        ("= =1 a= +=", {("rules", "unknown_rule")}),
        ('{"concealed": ', {("", "bad_json")}),
        ("[" * 100_000, {("melds.0.tiles", "not_a_meld")}),
        ("{" * 100_000, {("", "bad_json")}),
        ('"123m"', {("", "bad_json")}),
        ("", {("win", "bad_notation")}),
    ],
)
def test_everything_that_is_wrong_is_said_at_once(line: str, wrong: set[tuple[str, str]]) -> None:
    assert wrong <= {(found.field, found.code.value) for found in read_line(line).problems}
