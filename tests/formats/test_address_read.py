"""The form and the address: every field is read, a button does what it says, what cannot be read is named."""

from collections.abc import Mapping
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import law
from tests.formats.forms import form_of, read
from tests.pages.laws import hostile_text
from tests.scoring.hands import fact
from webapp.entry import MODES, Entry
from webapp.formats.address import form_fields, query, read_entry
from webapp.pages.calculator.buttons import BUTTONS, pressed
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.hand import Flag
from webapp.scoring.notation import parse_tile, parse_tiles
from webapp.scoring.rules import MAJIANG, PRESETS
from webapp.scoring.table import Table

#: Nothing has been entered: nobody has said where the winner sits either.
EMPTY = Entry(is_seat_guessed=True)


def wrong(form: Mapping[str, str]) -> list[tuple[str, str]]:
    """The field and the code of every problem of a form, each of which has all values that its message names."""
    problems = read_entry(form).problems
    assert all(problem.message for problem in problems)
    return [(problem.field, problem.code) for problem in problems]


# -- reading ---------------------------------------------------------------------------------------


def test_an_address_from_before_the_answer_to_a_tap_is_settled_as_the_answer_would_be() -> None:
    open_with_riichi = {"hand": "123m", "melds": "pon555p", "riichi": "1"}
    assert read_entry(open_with_riichi).entry.flags == {Flag.RIICHI}
    assert read_entry(open_with_riichi | {"tapped": "1"}).entry == read_entry(open_with_riichi).entry.settled()
    assert not read_entry(open_with_riichi | {"tapped": "1"}).entry.flags


def test_an_empty_form_is_an_empty_page() -> None:
    assert read({}) == EMPTY


@pytest.mark.parametrize(
    ("link", "is_guessed"),
    [
        ("", True),
        ("rules=majiang&dora=1m&honba=2", True),
        ("guessed_seat=W", True),
        ("hand=1m&guessed_seat=S", True),
        ("hand=1m", False),
        ("melds=pon555z", False),
        ("seat=S", False),
        ("seat=S&guessed_seat=S", False),
    ],
)
def test_the_seat_is_a_guess_until_it_is_said(link: str, *, is_guessed: bool) -> None:
    """Older links have a hand and no seat: South."""
    assert read(form_of(link)).is_seat_guessed is is_guessed


def test_empty_and_blank_fields_are_as_if_not_there() -> None:
    assert read(dict.fromkeys(form_fields(Entry()), "")) == read(dict.fromkeys(form_fields(Entry()), " \t")) == EMPTY


def test_of_own_rules_only_rules_are_read() -> None:
    entry, problems = read_entry({"rules": "rules=wrc&rule.ippatsu=no&hand=1z&honba=3", "hand": "123m"})
    assert (entry.rules, problems) == (replace(PRESETS["wrc"], ippatsu=False), ())
    assert (len(entry.tiles), entry.table.honba) == (3, 0)


def test_an_unknown_field_is_none_of_our_business() -> None:
    assert read({"utm_source": "friend", "fbclid": "<>", "lang": "ja"}) == EMPTY


@pytest.mark.parametrize(
    ("field", "text", "attribute", "value"),
    [
        ("hand", "340m11z", "tiles", parse_tiles("340m11z")),
        ("hand", " 11z340m ", "tiles", parse_tiles("11z340m")),
        ("hand", "東東一二三", "tiles", parse_tiles("11z123m")),
        ("dora", "5z1m0s", "dora", parse_tiles("5z1m0s")),
        ("ura", "9p9p", "ura", parse_tiles("99p")),
        ("round", "W", "round", 2),
        ("seat", "E", "seat", 0),
        ("seat", "N", "seat", 3),
        ("by", "ron", "by", "ron"),
        ("by", "tsumo", "by", "tsumo"),
        ("from", "3", "discarder", 3),
        ("honba", "0", "honba", 0),
        ("honba", "99", "honba", 99),
        ("sticks", "12", "sticks", 12),
        ("sticks", "007", "sticks", 7),
        ("rules", "majiang", "rules", MAJIANG),
        *(("mode", mode, "mode", mode) for mode in MODES),
        *((flag.value, "1", "flags", frozenset({flag})) for flag in Flag),
        *((flag.value, "0", "flags", frozenset[Flag]()) for flag in Flag),
        ("melds", "pon555z", "melds", (Meld(MeldType.PON, parse_tiles("555z")),)),
        (
            "melds",
            "chi340m.3.0m-ankan9999m",
            "melds",
            (
                Meld(MeldType.CHI, parse_tiles("340m"), parse_tile("0m"), 3),
                Meld(MeldType.ANKAN, parse_tiles("9999m")),
            ),
        ),
        ("melds", "daiminkan1111s.2", "melds", (Meld(MeldType.DAIMINKAN, parse_tiles("1111s"), source=2),)),
        (
            "melds",
            "kakan0555p.1.5p.0p",
            "melds",
            (Meld(MeldType.KAKAN, parse_tiles("0555p"), parse_tile("5p"), 1, parse_tile("0p")),),
        ),
    ],
)
def test_every_field_is_read(field: str, text: str, attribute: str, value: object) -> None:
    assert fact(read({field: text}), attribute) == value


@pytest.mark.parametrize("no", ["0", "no", "off", "false", ""])
@pytest.mark.parametrize("yes", ["1", "on", "yes", "true"])
def test_a_flag_may_be_said_in_several_ways(yes: str, no: str) -> None:
    assert read({"riichi": yes, "ippatsu": no}).flags == {Flag.RIICHI}


@pytest.mark.parametrize(
    ("field", "text", "code"),
    [
        ("hand", "123", "bad_notation"),
        ("hand", "0z", "bad_notation"),
        ("hand", "8z", "bad_notation"),
        ("hand", "hello", "bad_notation"),
        ("hand", "1" * 401 + "m", "bad_notation"),
        ("hand", "123456789m123456p", "wrong_count"),
        ("melds", "pon", "bad_notation"),
        ("melds", "pong555z", "bad_notation"),
        ("melds", "pon555z.4", "bad_notation"),
        ("melds", "pon555", "bad_notation"),
        ("melds", "pon888z", "bad_notation"),
        ("melds", "-".join(["pon111z"] * 5), "wrong_count"),
        ("dora", "9z", "bad_notation"),
        ("dora", "123456m", "too_many_indicators"),
        ("ura", "m", "bad_notation"),
        ("ura", "111111z", "too_many_indicators"),
        ("round", "X", "bad_wind"),
        ("seat", "east", "bad_wind"),
        ("seat", "ES", "bad_wind"),
        ("by", "theft", "bad_value"),
        ("from", "0", "bad_number"),
        ("from", "4", "bad_number"),
        ("honba", "-1", "bad_number"),
        ("honba", "100", "bad_number"),
        ("honba", "1.5", "bad_number"),
        ("honba", "²", "bad_number"),
        ("honba", "٣", "bad_number"),
        ("honba", "9" * 5000, "bad_number"),
        ("sticks", "many", "bad_number"),
        ("rules", "poker", "unknown_rule"),
    ],
    ids=lambda text: text[:24],
)
def test_what_cannot_be_read_is_named_by_its_field(field: str, text: str, code: str) -> None:
    assert wrong({field: text}) == [(field, code)]


@given(st.dictionaries(st.sampled_from([*form_fields(Entry()), *BUTTONS]), hostile_text, max_size=6))
@law(500)
def test_any_text_in_any_field_is_read_or_named_as_a_problem(form: dict[str, str]) -> None:
    entry, problems = read_entry(form)
    assert {problem.field for problem in problems} <= form_fields(Entry()).keys()
    assert query(pressed(entry, form)).isascii()


def test_every_problem_is_told_at_once_and_the_rest_is_read() -> None:
    form = {"hand": "123m", "melds": "pon555z-nonsense", "seat": "X", "honba": "x", "riichi": "1", "sticks": "2"}
    entry, problems = read_entry(form)
    assert {problem.field for problem in problems} == {"melds", "seat", "honba"}
    assert entry == Entry(
        tiles=parse_tiles("123m"),
        melds=(Meld(MeldType.PON, parse_tiles("555z")),),
        flags=frozenset({Flag.RIICHI}),
        table=Table(sticks=2, discarder=0),
    )


def test_what_is_too_much_is_cut_off_so_that_the_rest_can_be_shown() -> None:
    entry, _ = read_entry({"hand": "123456789m123456p", "melds": "pon555z", "dora": "1234567z", "ura": "1234567s"})
    assert entry.tiles == parse_tiles("123456789m12p")
    assert (entry.table.dora, entry.ura) == (parse_tiles("12345z"), parse_tiles("12345s"))


def test_a_fifth_meld_is_cut_off() -> None:
    assert (
        read_entry({"melds": "-".join(["chi123m"] * 6)}).entry.melds == (Meld(MeldType.CHI, parse_tiles("123m")),) * 4
    )


def test_a_message_quotes_what_it_could_not_read_but_not_all_of_it() -> None:
    (problem,) = read_entry({"melds": "x" * 5000}).problems
    assert "xxxxxxxx" in problem.message
    assert len(problem.message) < 100


# -- buttons of a form sent without JavaScript -----------------------------------------------------


@pytest.mark.parametrize(
    ("button", "link"),
    [
        ({"tap": "9p"}, "hand=123m9p&melds=pon555z-chi234s&dora=1z&by=tsumo&rules=majiang"),
        ({"tap": "9p", "mode": "ankan"}, "hand=123m&melds=pon555z-chi234s-ankan9999p&dora=1z&by=tsumo&rules=majiang"),
        ({"tap": "9p", "mode": "dora"}, "hand=123m&melds=pon555z-chi234s&dora=1z9p&by=tsumo&rules=majiang"),
        ({"wait": "9p"}, "hand=123m9p&melds=pon555z-chi234s&dora=1z&by=tsumo&rules=majiang"),
        ({"selected": "1", "tap": "9p"}, "hand=13m9p&melds=pon555z-chi234s&dora=1z&by=tsumo&rules=majiang"),
        ({"selected": "1", "action": "remove"}, "hand=13m&melds=pon555z-chi234s&dora=1z&by=tsumo&rules=majiang"),
        ({"selected": "3", "action": "remove"}, "hand=123m&melds=chi234s&dora=1z&by=tsumo&rules=majiang"),
        ({"selected": "3", "feeder": "2"}, "hand=123m&melds=pon555z.2-chi234s&dora=1z&by=tsumo&rules=majiang"),
        ({"discard": "2m"}, "hand=13m&melds=pon555z-chi234s&dora=1z&seen=2m&by=tsumo&rules=majiang"),
        ({"action": "undo"}, "hand=12m&melds=pon555z-chi234s&dora=1z&by=tsumo&rules=majiang"),
        ({"action": "clear"}, "rules=majiang"),
        ({"action": "next"}, "rules=majiang"),
        ({"action": "won"}, "kyoku=2&rules=majiang"),
        ({}, "hand=123m&melds=pon555z-chi234s&dora=1z&by=tsumo&rules=majiang"),
    ],
)
def test_every_button_does_what_it_says(button: dict[str, str], link: str) -> None:
    form = form_of("hand=123m&melds=pon555z-chi234s&dora=1z&by=tsumo&rules=majiang")
    assert query(pressed(read(form | button), form | button)) == link


def test_three_players_have_three_hands_a_round() -> None:
    assert query(read(form_of("kyoku=4"))) == "kyoku=4"
    assert query(read(form_of("kyoku=4&rules=tenhou_sanma"))) == "kyoku=3&rules=tenhou_sanma"


def test_a_called_tile_ends_riichi_without_scripts_too() -> None:
    form = form_of("hand=123m456p78s&riichi=1&ippatsu=1&ura=1z") | {"tap": "5z", "mode": "pon"}
    assert query(pressed(read(form), form)) == "hand=123m456p78s&melds=pon555z"


def test_a_form_without_a_button_stays_as_it_was_filled_in() -> None:
    form = form_of("hand=123m456p78s&ippatsu=1")
    assert pressed(read(form), form) == read(form)


def test_the_winner_takes_another_seat_and_whoever_was_named_stays() -> None:
    form = form_of("hand=123m&by=ron&from=1&seat=E&liable=2&also=hand%3D456m%26seat%3DN") | {"seat_before": "S"}
    for several in ({}, {"also": ""}):
        after = pressed(read(form | several), form)
        assert (after.table.discarder_seat, after.liable) == (2, 3)


@pytest.mark.parametrize(("named", "after"), [("from=1&liable=0", (0, 0)), ("from=1&liable=1", (0, None))])
def test_nobody_is_named_any_more_who_sits_in_the_winners_new_seat(named: str, after: tuple[int, int | None]) -> None:
    form = form_of(f"hand=123m&by=ron&seat=W&{named}") | {"seat_before": "S"}
    entry = pressed(read(form), form)
    assert (entry.table.discarder, entry.liable) == after


def test_a_seat_before_that_is_none_changes_nothing() -> None:
    form = form_of("hand=123m&by=ron&from=1&seat=E")
    for wrong in ("", "ES", "X"):
        assert pressed(read(form), form | {"seat_before": wrong}) == read(form)


@pytest.mark.parametrize(
    "button",
    [
        {"tap": "8z"},
        {"tap": ""},
        {"wait": "rubbish"},
        {"select": "5"},
        {"select": "-1"},
        {"select": "²"},
        {"select": "9" * 5000},
        {"selected": "3", "feeder": "4"},
        {"selected": "4", "feeder": "1"},
        {"action": "remove"},
        {"action": "winning"},
        {"action": "nuki"},
        {"action": "explode"},
    ],
)
def test_a_button_that_is_not_there_does_nothing(button: dict[str, str]) -> None:
    form = form_of("hand=123m&melds=pon555z-chi234s")
    assert pressed(read(form), form | button) == read(form)
