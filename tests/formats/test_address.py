"""The address of an entry: it says only what it must, and is read back as the same entry."""

from dataclasses import replace
from urllib.parse import unquote

import pytest
from hypothesis import given

from tests.examples import law
from tests.formats.forms import form_of, read
from tests.pages import links
from tests.pages.laws import entries
from tests.pages.links import LINKS, Link
from tests.scoring.hands import but
from webapp.entry import Entry
from webapp.formats.address import form_fields, query, read_entry
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.hand import Flag
from webapp.scoring.notation import format_meld, parse_tile, parse_tiles
from webapp.scoring.rules import MAJIANG, TENHOU
from webapp.scoring.table import WIND_NAMES, Table

LONGEST_LINK = 200
LONGEST_LINK_OF_KANS = 400


def meaning(entry: Entry) -> Entry:
    """All that an entry says, the order of its tiles and the palette's mode aside. From whom counts only by ron."""
    return but(
        entry,
        tiles=entry.shown_tiles,
        discarder=entry.table.discarder if entry.by == "ron" else 0,
        mode="tile",
        also=tuple(map(meaning, entry.also)),
    )


# -- writing ---------------------------------------------------------------------------------------


@given(entries())
@law(150)
def test_an_entry_read_back_from_its_address_is_the_same(entry: Entry) -> None:
    if not (entry.tiles or entry.melds) and WIND_NAMES[entry.table.seat] == "S":
        entry = but(entry, is_seat_guessed=True)  # without a hand, South is a guess
    assert meaning(read(form_of(query(entry)))) == meaning(entry)


@given(entries())
@law(50)
def test_an_entry_read_back_from_its_form_is_the_very_same(entry: Entry) -> None:
    found = read(form_fields(entry))
    assert replace(found, also=tuple(map(meaning, found.also))) == replace(entry, also=tuple(map(meaning, entry.also)))


@given(entries())
@law(50)
def test_an_address_holds_nothing_that_could_be_left_out(entry: Entry) -> None:
    form = form_of(query(entry))
    for name in form:
        rest = {other: value for other, value in form.items() if other != name}
        assert meaning(read_entry(rest).entry) != meaning(entry), name


@given(entries())
@law(50)
def test_an_address_read_back_has_the_same_address(entry: Entry) -> None:
    assert query(read(form_of(query(entry)))) == query(entry)


@given(entries(others=0))
@law(50)
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
        (Entry(by="ron", table=Table(discarder=0)), "by=ron"),
        (Entry(by="ron", table=Table(discarder=1)), "by=ron&from=1"),
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
    assert {entry.table.discarder for entry in read_links} == {0, 1, 2, 3}
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
