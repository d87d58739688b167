"""Tiles as people type and paste them, and the one way in which they are written."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.notation import LONGEST_TEXT, NotationError, format_tiles, parse_meld, parse_tile, parse_tiles

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
        pytest.param("四赤五六筒", "406p", id="a red five within kanji numerals"),
        pytest.param("一二三萬4赤56筒", "123m406p", id="a red five within digits"),
        pytest.param("四五赤六索", "406s", id="a mark behind a five within kanji numerals"),
        pytest.param("五赤萬", "0m", id="a mark between a kanji and its suit"),
        pytest.param("①r⑤", "10p", id="a red five within circles"),
        pytest.param("r5p 34r5m", "0p340m", id="r before a red five"),
        pytest.param("5r6p 5rs", "06p0s", id="r behind a red five"),
        pytest.param("45pr 5sr5m", "40p0s5m", id="r behind the suit of one red five, before none"),
        pytest.param("5pr5p5p", "505p", id="whichever five is red if the tiles and the last one are the same"),
        pytest.param("pr5 rm5", "0p0m", id="r and the suit first"),
        pytest.param("红5饼 紅五萬", "0p0m", id="red in Chinese"),
        pytest.param("EESWNPFC", "11234567z", id="honours as capitals"),
        pytest.param("123sS", "123s2z", id="a capital behind a suit is an honour"),
        pytest.param("1MSS", "1m22z", id="also among capitals"),
        pytest.param("S789M12", "789s12m", id="a capital before digits is their suit"),
        pytest.param("东南西北白发红中", "1234567z", id="honours in Chinese"),
        pytest.param("白板發財发财紅中", "5667z", id="dragons with both characters"),
        pytest.param("123万456饼78条9條", "123m456p789s", id="suits in Chinese"),
        pytest.param("123m-456p–789s", "123m456p789s", id="hyphens between groups"),
        pytest.param("123m/456p.789s;11z；2z", "123m456p789s112z", id="slashes, dots, semicolons"),
        pytest.param("123m\u200b456p\ufeff", "123m456p", id="characters without a width"),
        pytest.param("123m赤五筒", "123m0p", id="a marked kanji behind a suit that is a letter"),
        pytest.param("345m赤5p67p", "345m067p", id="a mark in kanji belongs to the five behind it"),
        pytest.param("赤\U0001f00b\U0001f014", "0m5s", id="a marked picture"),
        pytest.param("5MR 5pR", "0m0p", id="a capital R"),
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
        ("8Z", "no such tile: '8Z'"),
        ("赤5Z", "no such tile: '赤5Z'"),
        ("Z8", "no such tile: 'Z8'"),
        ("HTTps://TENH", "cannot read 'HTTps://TENH' as tiles"),
        ("ｐp", "cannot read 'ｐp' as tiles"),
        ("r4p", "only a five can be red: 'r4p'"),
        ("赤中", "only a five can be red: '赤中'"),
        ("四赤五六筒四五赤六索", "only a five can be red: '赤六索'"),
        ("4pr", "cannot read 'r' as tiles"),
        ("esw", "cannot read 'esw' as tiles"),
        ("r5pr", "cannot read 'r' as tiles"),
        ("r5p 5pr", "cannot read 'r' as tiles"),
        ("1 2m", "'1' needs a suit: m, p, s or z"),
        ("123 S", "'123' needs a suit: m, p, s or z"),
        ("\ufdd0", "cannot read '\ufdd0' as tiles"),
        ("S123P", "'S123P' can be read as 2z123p or as 123s5z"),
        ("S1p2S", "'S1p2S' can be read as 2z1p2s or as 1s2p2z"),
        ("一1S", "'一1S' can be read as 1m1s or as 1m1s2z"),
        ("5r5p", "'5r5p' can be read as 50p or as 05p"),
        ("345mr5p", "'345mr5p' can be read as 345m0p or as 340m5p"),
        ("一二三萬4赤5六筒", "'一二三萬4赤5六筒' can be read as 123m406p or as 123m40s6p"),
        ("34赤五六筒", "'34赤五六筒' can be read as 3406p or as 34s06p"),
        ("4五6筒", "'4五6筒' can be read as 456p or as 4s56p"),
        ("5pr5p", "'5pr5p' can be read as 50p or as 05p"),
        ("m5rp5", "'m5rp5' can be read as 5m0p or as 0m5p"),
        ("1m" * 200 + " ", "too long to be tiles: '1m1m1m1m1m1m1m1m1m1m'…"),
    ],
)
def test_what_is_no_tile_is_quoted(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=f"^{re.escape(message)}$") as raised:
        parse_tiles(text)
    assert raised.value.text.format(**raised.value.values) == message


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


@pytest.mark.parametrize(
    ("text", "meld"),
    [
        ("(555z)", Meld(MeldType.PON, parse_tiles("555z"))),
        ("(三四赤五索)", Meld(MeldType.CHI, parse_tiles("340s"))),
        ("(5505p)", Meld(MeldType.DAIMINKAN, parse_tiles("5505p"))),
        ("（５55z）", Meld(MeldType.PON, parse_tiles("555z"))),
        ("[9999m]", Meld(MeldType.ANKAN, parse_tiles("9999m"))),
        ("[5m5m5mr5m]", Meld(MeldType.ANKAN, parse_tiles("5550m"))),
        ("s7-89", Meld(MeldType.CHI, parse_tiles("789s"), parse_tile("7s"), 3)),
        ("p340-", Meld(MeldType.CHI, parse_tiles("340p"), parse_tile("0p"), 3)),
        ("z111=", Meld(MeldType.PON, parse_tiles("111z"), parse_tile("1z"), 2)),
        ("m550+", Meld(MeldType.PON, parse_tiles("550m"), parse_tile("0m"), 1)),
        ("s444+4", Meld(MeldType.KAKAN, parse_tiles("4444s"), parse_tile("4s"), 1, parse_tile("4s"))),
        ("p555=0", Meld(MeldType.KAKAN, parse_tiles("5550p"), parse_tile("5p"), 2, parse_tile("0p"))),
        ("m1111-", Meld(MeldType.DAIMINKAN, parse_tiles("1111m"), parse_tile("1m"), 3)),
        ("z7777", Meld(MeldType.ANKAN, parse_tiles("7777z"))),
        ("chi340m.3.0m", Meld(MeldType.CHI, parse_tiles("340m"), parse_tile("0m"), 3)),
    ],
)
def test_a_meld_is_written_in_three_ways(text: str, meld: Meld) -> None:
    assert parse_meld(text) == meld


@pytest.mark.parametrize(
    "text",
    [
        *("", "555z", "pong555z", "()", "[]", "(124m)", "(55z)", "[123m]", "(11111m)"),
        *("z111", "p0-340", "s7+89", "s78=9", "z1-23", "m11-1", "m112+", "m111+11", "m1234-", "s8-9"),
    ],
)
def test_what_is_no_meld_is_quoted(text: str) -> None:
    with pytest.raises(NotationError, match=f"^cannot read '{re.escape(text)}' as a meld$"):
        parse_meld(text)


_SIGNS = "0123456789mpszrESWNPFC赤红一五九萬万筒餅索①⑤⑨東南西北白發発中\U0001f000\U0001f004\U0001f021\ufe0f"
_SIGNS += " ,、５Ｍ伍+-x{}%"


@given(st.one_of(st.text(max_size=30), st.text(_SIGNS, max_size=30)))
def test_any_text_is_tiles_or_a_notation_error(text: str) -> None:
    try:
        found = parse_tiles(text)
    except NotationError as error:
        found = ()
        message = error.text.format(**error.values)
        said = str(error)
    else:
        message = said = ""
    assert said == message
    assert all(0 <= tile <= 36 for tile in found)
