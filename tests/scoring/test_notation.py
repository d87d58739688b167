"""Tiles as people type and paste them, and the one way in which they are written."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.scoring.notation import LONGEST_TEXT, NotationError, format_tiles, parse_tile, parse_tiles

tiles = st.integers(0, 36)


def read(text: str) -> str:
    """What a text spells, in its own order, in MPSZ."""
    return format_tiles(parse_tiles(text), ordered=True)


@pytest.mark.parametrize(
    ("text", "mpsz"),
    [
        pytest.param("", "", id="nothing"),
        pytest.param(" \t\n", "", id="only blanks"),
        pytest.param("123m0p11z", "123m0p11z", id="MPSZ"),
        pytest.param("1m2m3m", "123m", id="a suit after each tile"),
        pytest.param("123m 456p, 789s、11z", "123m456p789s11z", id="with gaps"),
        pytest.param("123m・456p_789s+1z|2z", "123m456p789s12z", id="with other gaps"),
        pytest.param("321m", "321m", id="in its own order"),
        pytest.param("m123p406", "123m406p", id="the suit first"),
        pytest.param("m1m2m3z7", "123m7z", id="the suit before each tile"),
        pytest.param("一二三", "123m", id="kanji numerals alone are characters"),
        pytest.param("一二三萬七万", "1237m", id="kanji numerals with their suit"),
        pytest.param("三索四五筒六餅", "3s456p", id="kanji numerals in the other suits"),
        pytest.param("123萬456筒789索5餅6万", "123m456p789s5p6m", id="digits with a kanji suit"),
        pytest.param("①②③⑨", "1239p", id="circled digits"),
        pytest.param("東南西北白發中", "1234567z", id="honours"),
        pytest.param("一二三①②③123東東東白", "123m123p123s1115z", id="bare digits beside kanji and circles are bamboo"),
        pytest.param("789一二三12p", "789s123m12p", id="digits keep a suit that is written"),
        pytest.param("発", "6z", id="the short form of the green dragon"),
        pytest.param("赤5p", "0p", id="a red five"),
        pytest.param("赤五萬赤五索", "0m0s", id="red fives in kanji"),
        pytest.param("赤⑤", "0p", id="a circled red five"),
        pytest.param("赤56p", "06p", id="only the first tile is red"),
        pytest.param("赤m5", "0m", id="a red five with its suit first"),
        pytest.param("伍萬", "5m", id="the five as it is engraved"),
        pytest.param("１２３Ｍ０Ｐ　７Ｚ", "123m0p7z", id="full-width"),
        pytest.param("１２３ｍ０ｐ　７ｚ", "123m0p7z", id="full-width, as a Japanese keyboard types them"),
        pytest.param("12M3P4S5Z", "12m3p4s5z", id="capitals"),
        pytest.param("\U0001f000\U0001f001\U0001f002\U0001f003", "1234z", id="pictures of winds"),
        pytest.param("\U0001f004\U0001f005\U0001f006", "765z", id="pictures of dragons"),
        pytest.param("\U0001f007\U0001f00f", "19m", id="pictures of characters"),
        pytest.param("\U0001f010\U0001f018", "19s", id="pictures of bamboos"),
        pytest.param("\U0001f019\U0001f021", "19p", id="pictures of circles"),
        pytest.param("\U0001f004\ufe0f\U0001f004\ufe0e", "77z", id="pictures with their variation selectors"),
        pytest.param("123m\U0001f000東①一z7", "123m11z1p1m7z", id="all mixed"),
    ],
)
def test_people_write_tiles_in_many_ways(text: str, mpsz: str) -> None:
    assert read(text) == mpsz


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("8z", "no such tile: '8z'"),
        ("9z", "no such tile: '9z'"),
        ("0z", "no such tile: '0z'"),
        ("123m08z", "no such tile: '0z'"),
        ("123", "'123' needs a suit: m, p, s or z"),
        ("123m4", "'4' needs a suit: m, p, s or z"),
        ("m", "cannot read 'm' as tiles"),
        ("1m?", "cannot read '?' as tiles"),
        ("1m riichi tsumo now", "cannot read 'riichi tsumo' as tiles"),
        ("1x", "'1' needs a suit: m, p, s or z"),
        ("①1X", "cannot read 'X' as tiles"),
        ("1X", "'1' needs a suit: m, p, s or z"),
        ("赤", "cannot read '赤' as tiles"),
        ("赤4p", "only a five can be red: '赤4p'"),
        ("赤東", "only a five can be red: '赤東'"),
        ("〇萬", "cannot read '〇萬' as tiles"),
        ("\U0001f022", "cannot read '\U0001f022' as tiles"),
        ("{quoted}", "cannot read '{quoted}' as tiles"),
        ("1m" * 200 + " ", "too long to be tiles: '1m1m1m1m1m1m1m1m1m1m'…"),
    ],
)
def test_what_is_no_tile_is_quoted(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=f"^{re.escape(message)}$") as raised:
        parse_tiles(text)
    assert raised.value.text.format(quoted=raised.value.quoted) == message


def test_the_longest_text_is_read() -> None:
    assert len(parse_tiles("1m" * (LONGEST_TEXT // 2))) == LONGEST_TEXT // 2
    assert LONGEST_TEXT >= 14 * 4 * 3


def test_one_tile_is_read_alone() -> None:
    assert format_tiles([parse_tile(" 0s ")]) == "0s"


@pytest.mark.parametrize("text", ["", "12m", "1m2m", "赤56p"])
def test_no_tile_and_several_tiles_are_not_one(text: str) -> None:
    with pytest.raises(NotationError, match=f"^one tile is expected, not '{text}'$"):
        parse_tile(text)


def test_of_a_long_text_the_beginning_is_quoted() -> None:
    with pytest.raises(NotationError, match=f"^one tile is expected, not '{'1m' * 10}'$"):
        parse_tile("1m" * 11)


def test_tiles_are_written_as_a_hand_is_held() -> None:
    assert format_tiles(parse_tiles("7z5p0s1z6m0m4m5m9s1p5m0p")) == "40556m105p09s17z"
    assert format_tiles([]) == ""


@given(st.lists(tiles, max_size=40))
def test_what_is_written_reads_back_in_the_same_order(hand: list[int]) -> None:
    assert list(parse_tiles(format_tiles(hand, ordered=True))) == hand


@given(st.lists(tiles, max_size=40))
def test_what_is_written_in_order_has_each_suit_once_and_the_same_tiles(hand: list[int]) -> None:
    written = format_tiles(hand)
    assert sorted(parse_tiles(written)) == sorted(hand)
    assert re.fullmatch(r"(\d+m)?(\d+p)?(\d+s)?(\d+z)?", written)
    for ranks in re.findall(r"\d+", written):
        assert list(ranks) == sorted(ranks, key=lambda rank: (rank.replace("0", "5"), rank))


_SIGNS = "0123456789mpsz赤一五九萬万筒餅索①⑤⑨東南西北白發発中\U0001f000\U0001f004\U0001f021\ufe0f ,、５Ｍ伍+-x{}%"


@given(st.one_of(st.text(max_size=30), st.text(_SIGNS, max_size=30)))
def test_any_text_is_tiles_or_a_notation_error(text: str) -> None:
    try:
        found = parse_tiles(text)
    except NotationError as error:
        found = ()
        message = error.text.format(quoted=error.quoted)
        said = str(error)
    else:
        message = said = ""
    assert said == message
    assert all(0 <= tile <= 36 for tile in found)
