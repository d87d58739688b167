"""A reading line by line: each fu says why, each dora says which indicator found what, a concealed kan lies half
turned, and hand, honba and sticks add up."""

from urllib.parse import parse_qsl

import pytest

from tests.web.test_pages import CLIENT, get
from webapp.answer import Win, result_of
from webapp.breakdown import DoraView, YakuLine
from webapp.forms import read_entry


def won(query: str) -> Win:
    """What the main figure says of a hand."""
    entry, unread = read_entry(dict(parse_qsl(query)))
    return result_of(entry, unread).wins[0]


def dora_line(query: str, key: str) -> YakuLine:
    """The line of one sort of dora."""
    return next(line for line in won(query).best.yaku if line.key == key)


@pytest.mark.parametrize(
    ("query", "name", "about", "fu"),
    [
        ("hand=234p789s5s5s&melds=ankan9999m-pon555z&by=ron", "concealed_kan", ("yaochuu",), 32),
        ("hand=234p789s5s5s&melds=ankan9999m-pon555z&by=ron", "open_triplet", ("yaochuu",), 4),
        ("hand=234p789s5s5s&melds=kakan2222m-pon555z&by=ron", "open_kan", ("chuuchan",), 8),
        ("hand=222m456m789p1s1s&melds=pon555z&by=tsumo", "concealed_triplet", ("chuuchan",), 4),
        ("hand=111m234p567s5z5z6z6z5z&by=ron", "open_triplet", ("yaochuu", "by_ron"), 4),
        ("hand=234m567m99s46p5p&melds=pon555z&by=ron", "wait", ("kanchan",), 2),
        ("hand=234567m345s11z46p5p&by=tsumo", "pair", ("round_wind",), 2),
        ("hand=234567m345p22z78s9s&by=ron&riichi=1", "pair", ("seat_wind",), 2),
        ("hand=234567m345p11z78s9s&by=ron&riichi=1&seat=E", "pair", ("double_wind",), 4),
        ("hand=234567m345p55z78s9s&by=ron&riichi=1", "pair", ("dragon",), 2),
        ("hand=234567m345p2278s9s&by=ron&riichi=1", "closed_ron", (), 10),
    ],
)
def test_a_line_of_fu_says_what_it_is_for(query: str, name: str, about: tuple[str, ...], fu: int) -> None:
    lines = [(line.name, line.about, line.fu) for line in won(query).best.fu_lines]
    assert (name, about, fu) in lines


def test_a_line_of_dora_says_what_each_indicator_finds() -> None:
    line = dora_line("hand=234p789s5s5s&melds=ankan9999m-pon555z&by=ron&dora=8m1p1z", "dora")
    assert line.dora == (DoraView("8m", "9m", 4), DoraView("1p", "2p", 1), DoraView("1z", "2z", 0))
    assert line.han == 5


def test_by_rules_without_kan_dora_the_first_indicator_alone_is_named() -> None:
    query = "hand=234p789s5s5s&melds=ankan9999m-pon555z&by=ron&dora=8m1p&rule.kan_dora=no"
    assert dora_line(query, "dora").dora == (DoraView("8m", "9m", 4),)


def test_ura_red_fives_and_norths_show_their_tiles() -> None:
    riichi = "hand=340m067p2234067s8s&by=ron&riichi=1&dora=9p&ura=7s"
    assert dora_line(riichi, "ura_dora").dora == (DoraView("7s", "8s", 1),)
    assert dora_line(riichi, "aka_dora").blocks == (("0m", "0p", "0s"),)
    norths = "hand=234567p234567s5s5s&by=tsumo&nuki=2&rules=tenhou_sanma&dora=3z"
    assert dora_line(norths, "nuki_dora").blocks == (("4z", "4z"),)
    assert dora_line(norths, "dora").dora == (DoraView("3z", "4z", 2),)


def test_of_a_concealed_kan_the_outer_tiles_lie_face_down() -> None:
    page = get("/?hand=234p789s5s5s&melds=ankan9999m-kakan5555z&by=ron")
    (reading,) = page.having("data-reading")
    shown = [tile["class"].split() for block in reading.tags("li") for tile in block.having(role="img")]
    assert ["back" in classes for classes in shown[-8:]] == [True, False, False, True] + [False] * 4


@pytest.mark.parametrize(
    ("query", "parts"),
    [
        ("hand=234567m345p2267s8s&by=ron&riichi=1&honba=1&sticks=1", (3900, 300, 1000)),
        ("hand=234567m345p2267s8s&by=tsumo&riichi=1&honba=2&sticks=3", (5200, 600, 3000)),
        ("hand=19m19p19s1234567z1z&seat=E&by=tsumo&honba=1", (48_000, 300, 0)),
    ],
)
def test_hand_honba_and_sticks_add_up_to_what_the_winner_gains(query: str, parts: tuple[int, int, int]) -> None:
    win = won(query)
    assert (win.sum.hand, win.sum.honba, win.sum.sticks) == parts
    assert [delta.points for delta in win.deltas if delta.is_winner] == [win.sum.total]
    shown = get(f"/?{query}").one(**{"class": "sum"}).text
    assert all(f"{points:,}" in shown for points in (*parts, sum(parts)) if points)


def test_without_honba_and_sticks_nothing_is_added_up() -> None:
    assert get("/?hand=234567m345p2267s8s&by=ron&riichi=1").having(**{"class": "sum"}) == []


def test_the_answer_names_who_discarded() -> None:
    hand = "hand=234567m345p2267s8s&by=ron&riichi=1"
    assert [won(f"{hand}&from={source}").discarder for source in (1, 2, 3)] == ["W", "N", "E"]
    assert "Ron from North" in get(f"/?{hand}&from=2").text


def test_readings_that_come_to_the_same_say_so() -> None:
    page = get("/?hand=11123m456p789s44z1m&by=ron&riichi=1")
    assert [reading["data-reading-points"] for reading in page.having("data-reading")] == ["1300", "1300"]
    assert "does not matter" in page.one("data-why").text


def test_one_thing_is_counted_in_the_singular() -> None:
    assert "1 kind, 4 tiles" in get("/?hand=12378m123p13488s6m").text
    assert "1 stick" in get("/?sticks=1").one(id="situation").text
    assert "2 sticks" in get("/?sticks=2").one(id="situation").text


def test_a_new_hand_is_played_at_the_same_table() -> None:
    query = "hand=234567m345p2267s8s&dora=1s&by=ron&riichi=1&round=S&seat=W&honba=2&sticks=1&rules=majiang"
    response = CLIENT.post("/score", data=dict(parse_qsl(query)) | {"action": "next"})
    assert response.status_code == 303
    assert response.location == "/?round=S&seat=W&honba=2&sticks=1&rules=majiang"


def test_where_there_is_nothing_neither_a_link_nor_a_new_hand_is_offered() -> None:
    for query, is_hidden in (("", True), ("hand=1m", False)):
        page = get(f"/?{query}")
        assert ("hidden" in page.one("data-share")) is is_hidden
        assert ("hidden" in page.one(**{"data-action": "next"})) is is_hidden
