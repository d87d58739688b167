"""A case of JSON becomes a hand, and a hand a case; what is wrong is told together and never raised."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import law
from tests.pages.laws import full_entries, json_values
from tests.scoring.hands import Win, but, fact, wins
from webapp.entry import Entry
from webapp.formats.case import case_json, read_case, read_holding
from webapp.formats.rules import rules_json
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.notation import parse_tile, parse_tiles
from webapp.scoring.rules import MAJIANG, SWITCHES, TENHOU, RedFives, Rules
from webapp.scoring.table import Table

WIN = {"concealed": "234m567p345678s5s", "win": "5s"}
NO_FIVES = {"concealed": "123m789p123789s1z", "win": "1z"}


def hand(**fields: object) -> WinningHand:
    """The hand of a case with these fields, in which nothing is wrong."""
    case = read_case({**WIN, **fields})
    assert case.problems == ()
    assert case.hand is not None
    return case.hand


def rules(value: object) -> Rules:
    """The rules of a case."""
    case = read_case({**NO_FIVES, "rules": value})
    assert case.problems == ()
    return case.rules


def wrong(case: object) -> set[tuple[str, str]]:
    """The field and the code of every problem of a case."""
    return {(problem.field, problem.code) for problem in read_case(case).problems}


# -- reading ---------------------------------------------------------------------------------------


def test_only_the_tiles_are_required() -> None:
    case = read_case(WIN)
    assert case.problems == ()
    assert case.rules == TENHOU
    assert case.hand == WinningHand(
        concealed=parse_tiles("234m567p345678s5s"),
        win=parse_tile("5s"),
        is_tsumo=True,
        table=Table(round=0, seat=1, honba=0, sticks=0, dora=(), discarder=1, rules=TENHOU),
        melds=(),
        flags=frozenset(),
        ura=(),
    )


def test_by_ron_the_discarder_is_the_next_player_unless_it_is_said() -> None:
    assert (hand(by="ron").table.discarder, hand(by="ron").is_tsumo) == (1, False)
    assert hand(by="ron", **{"from": None}).table.discarder == 1
    assert hand(by="ron", **{"from": 3}).table.discarder == 3


def test_by_tsumo_it_does_not_matter_from_whom() -> None:
    assert hand(**{"from": 3}) == hand(by="tsumo", **{"from": None}) == hand()


@pytest.mark.parametrize("field", ["rules", "by", "from", "melds", "flags", "dora", "ura"])
def test_null_is_as_if_the_field_were_not_there(field: str) -> None:
    assert hand(**{field: None}) == hand()


def test_an_unknown_field_is_passed_over() -> None:
    assert hand(id="tenhou-1", expect={"points": 1}) == hand()


@pytest.mark.parametrize(
    ("fields", "attribute", "value"),
    [
        ({"round": "N"}, "round", 3),
        ({"seat": "E"}, "seat", 0),
        ({"honba": 99, "sticks": 3}, "honba", 99),
        ({"sticks": 99}, "sticks", 99),
        ({"flags": ["riichi", "ippatsu"]}, "flags", {Flag.RIICHI, Flag.IPPATSU}),
        ({"dora": ["1m", "0p"]}, "dora", parse_tiles("1m0p")),
        ({"dora": ["1m"], "ura": ["7z"], "flags": ["riichi"]}, "ura", parse_tiles("7z")),
    ],
)
def test_every_field_is_read(fields: dict[str, object], attribute: str, value: object) -> None:
    assert fact(hand(**fields), attribute) == value


@pytest.mark.parametrize(
    ("meld", "read"),
    [
        ({"type": "pon", "tiles": "111z"}, Meld(MeldType.PON, parse_tiles("111z"))),
        (
            {"type": "chi", "tiles": "340m", "called": "0m", "from": 3},
            Meld(MeldType.CHI, parse_tiles("340m"), parse_tile("0m"), 3),
        ),
        (
            {"type": "daiminkan", "tiles": "9999p", "called": "9p", "from": 2},
            Meld(MeldType.DAIMINKAN, parse_tiles("9999p"), parse_tile("9p"), 2),
        ),
        (
            {"type": "kakan", "tiles": "0555p", "called": "5p", "from": 1, "added": "0p"},
            Meld(MeldType.KAKAN, parse_tiles("0555p"), parse_tile("5p"), 1, parse_tile("0p")),
        ),
        (
            {"type": "kakan", "tiles": "2222s", "called": None, "from": None, "added": "2s"},
            Meld(MeldType.KAKAN, parse_tiles("2222s"), added=parse_tile("2s")),
        ),
        ({"type": "ankan", "tiles": "7777z"}, Meld(MeldType.ANKAN, parse_tiles("7777z"))),
    ],
)
def test_every_meld_is_read(meld: dict[str, object], read: Meld) -> None:
    assert hand(concealed="234m678p345s8s", win="8s", melds=[meld]).melds == (read,)


# -- rules -----------------------------------------------------------------------------------------


def test_rules_are_a_name_or_a_name_and_switches_or_switches_of_the_default() -> None:
    assert rules("majiang") == rules({"preset": "majiang"}) == MAJIANG
    assert rules({"preset": "majiang", "open_tanyao": False}) == replace(MAJIANG, open_tanyao=False)
    assert rules({"open_tanyao": False}) == replace(TENHOU, open_tanyao=False)
    assert rules({}) == TENHOU


def test_red_fives_are_one_number_or_one_a_suit() -> None:
    assert rules({"red_fives": 2}).red_fives == RedFives(2, 2, 2)
    assert rules({"red_fives": {"m": 1, "p": 2, "s": 0}}).red_fives == RedFives(1, 2, 0)


def test_a_set_is_a_list() -> None:
    assert rules({"double_yakuman": ["chuuren_9"]}).double_yakuman == {"chuuren_9"}
    assert rules({"preset": "majiang", "double_yakuman": []}).double_yakuman == frozenset()
    assert rules({"double_yakuman": list(SWITCHES["double_yakuman"].choices)}).double_yakuman == MAJIANG.double_yakuman


@pytest.mark.parametrize("preset", [TENHOU, MAJIANG], ids=lambda preset: preset.preset)
def test_rules_are_written_with_every_switch_and_read_back(preset: Rules) -> None:
    written = json.loads(json.dumps(rules_json(preset)))
    assert written.keys() == {"preset", *SWITCHES}
    assert rules(written) == preset


# -- problems --------------------------------------------------------------------------------------


@pytest.mark.parametrize("case", [None, 1, "hand", [], [WIN], True])
def test_a_case_is_an_object(case: object) -> None:
    found = read_case(case)
    assert found.hand is None
    assert [problem.code for problem in found.problems] == ["bad_json"]


def test_everything_that_cannot_be_read_is_told_at_once() -> None:
    case = {
        "rules": {"preset": "poker", "open_tanyao": "maybe", "jokers": 2},
        "concealed": "hello",
        "win": "12m",
        "by": "theft",
        "melds": [{"type": "pon", "tiles": "?"}, {"type": "pong", "tiles": "111m"}, "chi"],
        "round": "X",
        "seat": 1,
        "flags": ["riichi", "lucky"],
        "dora": ["1m", "9z"],
        "ura": "1m",
        "honba": -1,
        "sticks": "many",
    }
    assert wrong(case) == {
        ("rules", "unknown_rule"),
        ("rules.open_tanyao", "unknown_rule"),
        ("concealed", "bad_notation"),
        ("win", "bad_notation"),
        ("by", "bad_value"),
        ("melds.0.tiles", "bad_notation"),
        ("melds.0.tiles", "not_a_meld"),
        ("melds.1.type", "not_a_meld"),
        ("melds.2", "not_a_meld"),
        ("round", "bad_wind"),
        ("seat", "bad_wind"),
        ("flags", "unknown_flag"),
        ("dora.1", "bad_notation"),
        ("ura", "bad_notation"),
        ("honba", "bad_number"),
        ("sticks", "bad_number"),
    }


def test_everything_that_cannot_be_on_a_table_is_told_at_once() -> None:
    case = {
        "concealed": "11111m55p0s0s",
        "win": "0s",
        "melds": [{"type": "chi", "tiles": "124m"}],
        "flags": ["ippatsu", "houtei"],
        "dora": ["1z", "1z", "1z", "1z", "2z", "2z"],
        "ura": ["3z"],
    }
    assert {code for _, code in wrong(case)} == {
        "wrong_count",
        "fifth_tile",
        "too_many_reds",
        "not_a_meld",
        "needs_riichi",
        "conflicting_flags",
        "too_many_indicators",
    }


@pytest.mark.parametrize(
    ("unreadable", "code"),
    [
        ({"honba": -1}, "bad_number"),
        ({"seat": "X"}, "bad_wind"),
        ({"rules": "poker"}, "unknown_rule"),
        ({"flags": ["ippatsu", "lucky"]}, "unknown_flag"),
    ],
)
def test_what_cannot_be_read_does_not_hide_what_cannot_be(unreadable: dict[str, object], code: str) -> None:
    """All problems at once (webapp/pages/api/API.md)."""
    case = {"concealed": "11111m234567p99s", "win": "9s", "flags": ["ippatsu"], **unreadable}
    assert {code for _, code in wrong(case)} == {code, "fifth_tile", "needs_riichi"}


# -- there and back --------------------------------------------------------------------------------


@st.composite
def told(draw: st.DrawFn) -> Win:
    """A won hand whose melds are told with or without what was called, from whom, what was added."""
    win = draw(wins())
    melds = [
        meld._replace(
            called=draw(st.sampled_from((meld.called, None))),
            source=draw(st.sampled_from((meld.source, None))),
            added=draw(st.sampled_from((meld.added, None))),
        )
        for meld in win.hand.melds
    ]
    return win._replace(hand=replace(win.hand, melds=tuple(melds)))


@given(told())
@law(150)
def test_a_hand_written_as_a_case_and_read_back_is_the_same(win: Win) -> None:
    case = read_case(json.loads(json.dumps(case_json(win.hand))))
    assert case.problems == ()
    assert case.rules == win.rules
    assert case.hand is not None
    # From whom counts only by ron; a case says tiles in the order in which they are held.
    expected = win.hand if not win.hand.is_tsumo else but(win.hand, discarder=1)
    assert case_json(case.hand) == case_json(but(expected, rules=win.rules))
    assert sorted(case.hand.concealed) == sorted(expected.concealed)
    assert replace(case.hand, concealed=(), melds=()) == replace(expected, concealed=(), melds=())


@given(full_entries, st.booleans())
@law(50)
def test_even_an_impossible_hand_is_written_and_read_back(entry: Entry, is_tsumo: bool) -> None:
    written = case_json(but(entry.hand(is_tsumo=is_tsumo), rules=entry.rules))
    read = read_case(json.loads(json.dumps(written)))
    assert read.hand is not None
    assert case_json(read.hand) == written


@given(json_values)
@law(150)
def test_any_json_is_read_or_refused_but_never_raises(value: Any) -> None:
    found = read_case(value)
    assert found.problems
    assert found.hand is None


FIELDS = [
    "rules",
    "concealed",
    "win",
    "by",
    "from",
    "melds",
    "round",
    "seat",
    "flags",
    "dora",
    "ura",
    "honba",
    "sticks",
    "nuki",
    "nth_ron",
    "liable",
]
#: Of a case without a winning tile too.
OF_HOLDING = ["seen", "drawn", "draws"]


@given(st.fixed_dictionaries({}, optional=dict.fromkeys(FIELDS + OF_HOLDING, json_values)), st.booleans())
@law(150)
def test_any_field_may_be_anything(case: dict[str, Any], is_full: bool) -> None:
    hand = read_case({**WIN, **case})
    assert hand.hand is not None or hand.problems
    holding = read_holding({**WIN, **case}, is_full=is_full)
    assert holding.holding is not None or holding.problems
    for problem in hand.problems + holding.problems:
        assert problem.field.split(".")[0] in FIELDS + OF_HOLDING
        assert problem.message
