"""The form and the address: every field is read, nothing is lost, and what cannot be read is named."""

from collections.abc import Mapping
from dataclasses import replace
from urllib.parse import parse_qsl, unquote

import pytest
from hypothesis import given

from tests.examples import law
from tests.pages import links
from tests.pages.laws import entries
from tests.pages.links import LINKS, Link
from tests.scoring.hands import but, fact
from webapp.entry import MODES, Entry
from webapp.inputs.forms import pressed, read_entry
from webapp.outputs.links import form_fields, format_meld, query
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.hand import Flag
from webapp.scoring.notation import parse_tile, parse_tiles
from webapp.scoring.rules import MAJIANG, TENHOU
from webapp.scoring.table import Table

LONGEST_LINK = 200
LONGEST_LINK_OF_KANS = 400


def form_of(link: str) -> dict[str, str]:
    """The parameters of an address's query."""
    return dict(parse_qsl(link, strict_parsing=bool(link)))


def read(form: Mapping[str, str]) -> Entry:
    """The entry of a form that can be read."""
    entry, problems = read_entry(form)
    assert problems == ()
    return entry


def wrong(form: Mapping[str, str]) -> list[tuple[str, str]]:
    """The field and the code of every problem of a form."""
    return [(problem.field, problem.code) for problem in read_entry(form).problems]


def meaning(entry: Entry) -> Entry:
    """All that an entry says, the order of its tiles and the palette's mode aside. From whom counts only by ron."""
    return but(
        entry,
        tiles=entry.shown_tiles,
        discarder=entry.table.discarder if entry.by == "ron" else 1,
        mode="tile",
        also=tuple(map(meaning, entry.also)),
    )


# -- reading ---------------------------------------------------------------------------------------


def test_an_empty_form_is_an_empty_page() -> None:
    assert read({}) == Entry()


def test_empty_and_blank_fields_are_as_if_not_there() -> None:
    assert read(dict.fromkeys(form_fields(Entry()), "")) == read(dict.fromkeys(form_fields(Entry()), " \t")) == Entry()


def test_an_unknown_field_is_none_of_our_business() -> None:
    assert read({"utm_source": "friend", "fbclid": "<>", "lang": "ja"}) == Entry()


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


def test_every_problem_is_told_at_once_and_the_rest_is_read() -> None:
    form = {"hand": "123m", "melds": "pon555z-nonsense", "seat": "X", "honba": "x", "riichi": "1", "sticks": "2"}
    entry, problems = read_entry(form)
    assert {problem.field for problem in problems} == {"melds", "seat", "honba"}
    assert entry == Entry(
        tiles=parse_tiles("123m"),
        melds=(Meld(MeldType.PON, parse_tiles("555z")),),
        flags=frozenset({Flag.RIICHI}),
        table=Table(sticks=2),
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


# -- writing ---------------------------------------------------------------------------------------


@given(entries())
@law(300)
def test_an_entry_read_back_from_its_address_is_the_same(entry: Entry) -> None:
    assert meaning(read(form_of(query(entry)))) == meaning(entry)


@given(entries())
@law(100)
def test_an_entry_read_back_from_its_form_is_the_very_same(entry: Entry) -> None:
    assert read(form_fields(entry)) == replace(entry, also=tuple(map(meaning, entry.also)))


@given(entries())
@law(100)
def test_an_address_holds_nothing_that_could_be_left_out(entry: Entry) -> None:
    form = form_of(query(entry))
    for name in form:
        rest = {other: value for other, value in form.items() if other != name}
        assert meaning(read_entry(rest).entry) != meaning(entry), name


@given(entries())
@law(100)
def test_an_address_read_back_has_the_same_address(entry: Entry) -> None:
    assert query(read(form_of(query(entry)))) == query(entry)


@given(entries(others=0))
@law(100)
def test_an_address_is_readable_no_percent_signs(entry: Entry) -> None:
    assert unquote(query(entry)) == query(entry)
    assert query(entry).isascii()
    assert " " not in query(entry)


def test_an_empty_page_has_an_empty_query() -> None:
    assert query(Entry()) == ""


@pytest.mark.parametrize(
    ("entry", "link"),
    [
        (Entry(tiles=parse_tiles("9m1z1m")), "hand=19m1z"),
        (Entry(tiles=parse_tiles("0p5p4p")), "hand=405p"),
        (Entry(table=Table(seat=0)), "seat=E"),
        (Entry(by="ron", table=Table(discarder=1)), "by=ron"),
        (Entry(by="ron", table=Table(discarder=2)), "by=ron&from=2"),
        (Entry(by="tsumo", table=Table(discarder=2)), "by=tsumo"),
        (Entry(flags=frozenset({Flag.IPPATSU, Flag.RIICHI})), "riichi=1&ippatsu=1"),
        (Entry(table=Table(rules=MAJIANG)), "rules=majiang"),
        (Entry(table=Table(rules=TENHOU)), ""),
        (Entry(table=Table(dora=parse_tiles("9p1m"), honba=3)), "dora=9p1m&honba=3"),
    ],
)
def test_the_address_says_only_what_differs_from_an_empty_page(entry: Entry, link: str) -> None:
    assert query(entry) == link


def test_the_winning_tile_stands_last_in_the_address_and_the_others_are_sorted() -> None:
    entry = Entry(tiles=parse_tiles("876s543m22p987p111z"))
    assert query(entry) == "hand=345m22789p678s11z1z"


@pytest.mark.parametrize(
    ("meld", "text"),
    [
        (Meld(MeldType.PON, parse_tiles("555z")), "pon555z"),
        (Meld(MeldType.CHI, parse_tiles("340m"), parse_tile("0m"), 3), "chi340m.3.0m"),
        (Meld(MeldType.DAIMINKAN, parse_tiles("1111s"), source=1), "daiminkan1111s.1"),
        (Meld(MeldType.PON, parse_tiles("055p"), called=parse_tile("0p")), "pon055p.0p"),
        (
            Meld(MeldType.KAKAN, parse_tiles("0555p"), parse_tile("5p"), 2, parse_tile("0p")),
            "kakan0555p.2.5p.0p",
        ),
    ],
)
def test_a_meld_is_written_as_it_is_read(meld: Meld, text: str) -> None:
    assert format_meld(meld) == text
    assert read({"melds": text}).melds == (meld,)


def test_a_tile_added_to_a_kan_stays_one_though_nobody_knows_what_was_called() -> None:
    meld = Meld(MeldType.KAKAN, parse_tiles("0555p"), source=1, added=parse_tile("0p"))
    assert read({"melds": format_meld(meld)}).melds == (meld,)


# -- buttons of a form sent without JavaScript -----------------------------------------------------


@pytest.mark.parametrize(
    ("button", "link"),
    [
        ({"tap": "9p"}, "hand=123m9p&melds=pon555z-chi234s&dora=1z&by=tsumo&rules=majiang"),
        ({"tap": "9p", "mode": "ankan"}, "hand=123m&melds=pon555z-chi234s-ankan9999p&dora=1z&by=tsumo&rules=majiang"),
        ({"tap": "9p", "mode": "dora"}, "hand=123m&melds=pon555z-chi234s&dora=1z9p&by=tsumo&rules=majiang"),
        ({"touch": "2m"}, "hand=13m&melds=pon555z-chi234s&dora=1z&by=tsumo&rules=majiang"),
        ({"drop": "0"}, "hand=123m&melds=chi234s&dora=1z&by=tsumo&rules=majiang"),
        ({"drop": "1"}, "hand=123m&melds=pon555z&dora=1z&by=tsumo&rules=majiang"),
        ({"action": "undo"}, "hand=12m&melds=pon555z-chi234s&dora=1z&by=tsumo&rules=majiang"),
        ({"action": "clear"}, "rules=majiang"),
        ({"action": "next"}, "rules=majiang"),
        ({"action": "won"}, "rules=majiang"),
        ({}, "hand=123m&melds=pon555z-chi234s&dora=1z&by=tsumo&rules=majiang"),
    ],
)
def test_every_button_does_what_it_says(button: dict[str, str], link: str) -> None:
    form = form_of("hand=123m&melds=pon555z-chi234s&dora=1z&by=tsumo&rules=majiang")
    assert query(pressed(read(form | button), form | button)) == link


def test_a_called_tile_ends_riichi_without_scripts_too() -> None:
    form = form_of("hand=123m456p78s&riichi=1&ippatsu=1&ura=1z") | {"tap": "5z", "mode": "pon"}
    assert query(pressed(read(form), form)) == "hand=123m456p78s&melds=pon555z"


def test_a_form_without_a_button_stays_as_it_was_filled_in() -> None:
    form = form_of("hand=123m456p78s&ippatsu=1")
    assert pressed(read(form), form) == read(form)


def test_the_winner_takes_another_seat_and_of_several_winners_the_discarder_stays() -> None:
    form = form_of("hand=123m&by=ron&from=1&seat=E&also=hand%3D456m%26seat%3DN") | {"seat_before": "S"}
    assert pressed(read(form), form).table.discarder_seat == 2
    assert pressed(read(form | {"also": ""}), form).table.discarder_seat == 1
    for wrong in ("", "ES", "X"):
        assert pressed(read(form), form | {"seat_before": wrong}) == read(form)


@pytest.mark.parametrize(
    "button",
    [
        {"tap": "8z"},
        {"tap": ""},
        {"touch": "9s"},
        {"touch": "rubbish"},
        {"drop": "2"},
        {"drop": "-1"},
        {"drop": "²"},
        {"drop": "9" * 5000},
        {"action": "explode"},
    ],
)
def test_a_button_that_is_not_there_does_nothing(button: dict[str, str]) -> None:
    form = form_of("hand=123m&melds=pon555z-chi234s")
    assert pressed(read(form), form | button) == read(form)


# -- links made today open for ever ----------------------------------------------------------------


def test_the_links_that_must_open_for_ever_are_of_every_kind() -> None:
    read_links = [read(form_of(link.query)) for link in LINKS]
    melds = [meld for entry in read_links for meld in entry.melds]
    assert {flag for entry in read_links for flag in entry.flags} >= {
        Flag(name)
        for name in [
            "riichi",
            "double_riichi",
            "ippatsu",
            "rinshan",
            "chankan",
            "haitei",
            "houtei",
            "tenhou",
            "chiihou",
        ]
    }
    assert {meld.type for meld in melds} == set(MeldType)
    assert {meld.source for meld in melds} == {None, 1, 2, 3}
    assert {entry.table.discarder for entry in read_links} == {1, 2, 3}
    assert {entry.rules.preset for entry in read_links} >= {"tenhou", "majiang"}


@pytest.mark.parametrize("link", [links.A, links.B, links.C], ids=lambda link: link.query)
def test_the_link_of_a_usual_hand_is_short(link: Link) -> None:
    assert query(read(form_of(link.query))) == link.query
    assert len(f"https://agari.example/?{link.query}") <= LONGEST_LINK


def test_the_link_of_four_kans_with_ten_indicators_is_not_long() -> None:
    melds = "kakan0555m.3.5m.0m-daiminkan0555p.2.5p-kakan0555s.1.5s.0s-ankan1111z"
    link = f"hand=2z2z&melds={melds}&dora=1m29p4z6s&ura=1p3s72z6m&by=tsumo&rinshan=1&honba=12&sticks=3&round=S&seat=W"
    entry = read(form_of(link))
    assert (len(entry.melds), len(entry.table.dora), len(entry.ura)) == (4, 5, 5)
    assert read(form_of(query(entry))) == entry
    assert len(f"https://agari.example/?{query(entry)}") <= LONGEST_LINK_OF_KANS
