"""One line → a hand: the notation of the examples and of the command line, JSON, and all that is wrong at once."""

import json
import re
from collections.abc import Callable
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import law
from tests.scoring.hands import Win, wins
from webapp.entry import Entry
from webapp.entry.entered import entry_of
from webapp.formats.case import case_json, read_case
from webapp.formats.line import LONGEST_LINE, read_hand, read_line
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.notation import format_meld, format_tiles, parse_tile, parse_tiles
from webapp.scoring.rules import PRESETS, TENHOU, PaoYakuman, RedFives
from webapp.scoring.table import Table
from webapp.scoring.tiles import NAMES, Tile


def read(line: str) -> WinningHand:
    """The hand of a line, legal or not."""
    case = read_line(line)
    assert case.hand, [problem.message for problem in case.problems]
    return case.hand


def shown(line: str) -> str:
    """The entry of a line, with melds as an address has them: ``234m +8p pon777z``."""
    entry, problems = read_hand(line, Entry())
    assert not problems, [problem.message for problem in problems]
    held, win = (entry.tiles[:-1], entry.tiles[-1:]) if entry.has_win else (entry.tiles, ())
    parts = [format_tiles(held, ordered=True), "+" * bool(win) + format_tiles(win), *map(format_meld, entry.melds)]
    return " ".join(filter(None, parts))


def wrong(line: str) -> list[str]:
    """The messages of a line that cannot be read as an entry."""
    return [problem.message for problem in read_hand(line, Entry()).problems]


# -- the notation ------------------------------------------------------------------------------------


def test_a_line_spells_a_hand_and_its_situation() -> None:
    hand = read("123m 406p (555z) [9999m] 9s +9s tsumo rinshan round=S seat=W dora=1z0p open_tanyao=no")
    assert hand == WinningHand(
        concealed=parse_tiles("123m406p9s"),
        win=parse_tile("9s"),
        is_tsumo=True,
        melds=(Meld(MeldType.PON, parse_tiles("555z")), Meld(MeldType.ANKAN, parse_tiles("9999m"))),
        table=Table(round=1, seat=2, dora=parse_tiles("1z0p"), rules=replace(TENHOU, open_tanyao=False)),
        flags=frozenset({Flag.RINSHAN}),
    )


def test_without_a_plus_the_last_concealed_tile_wins_by_ron() -> None:
    hand = read("99s 123m (406p) (2222z) 78p9p riichi double_riichi ura=1m red_fives=0")
    assert (hand.concealed, hand.win, hand.is_tsumo) == (parse_tiles("99s123m78p"), parse_tile("9p"), False)
    assert (hand.table.round, hand.table.seat, hand.ura) == (0, 1, parse_tiles("1m"))
    assert [meld.type for meld in hand.melds] == [MeldType.CHI, MeldType.DAIMINKAN]
    assert hand.flags == {Flag.RIICHI, Flag.DOUBLE_RIICHI}


def test_kanji_and_spaces_are_read_as_anywhere() -> None:
    hand = read(" 一二三①②③123東東東白白 ")
    assert (hand.concealed, hand.win) == (parse_tiles("123m123p123s111z5z"), parse_tile("5z"))


def test_fields_of_the_table_have_names() -> None:
    hand = read(
        "(123s) 456p 99p 23p +4p from=2 honba=3 sticks=1 (555z) seat=E rules=m_league nuki=0 nth_ron=2 liable=3"
    )
    table = hand.table
    assert (table.discarder, table.honba, table.sticks, table.seat) == (2, 3, 1, 0)
    assert (hand.nth_ron, hand.liable, hand.rules) == (2, 3, PRESETS["m_league"])
    assert hand.melds == (Meld(MeldType.CHI, parse_tiles("123s")), Meld(MeldType.PON, parse_tiles("555z")))


def test_a_switch_is_on_or_off_a_word_a_number_or_several_words() -> None:
    rules = read("11m ryuuiisou_needs_hatsu=yes ippatsu=no renhou=mangan pao=daisangen,suukantsu red_fives=0").rules
    pao: frozenset[PaoYakuman] = frozenset({"daisangen", "suukantsu"})
    assert rules == replace(
        TENHOU, ryuuiisou_needs_hatsu=True, ippatsu=False, renhou="mangan", pao=pao, red_fives=RedFives(0, 0, 0)
    )
    assert read("11m pao=daisangen.suukantsu red_fives=012").rules == replace(
        TENHOU, pao=pao, red_fives=RedFives(0, 1, 2)
    )


def test_a_case_is_json() -> None:
    found = read_line('{"concealed": "234567m345p2267s", "win": "8s", "flags": ["riichi"]}\n', "ema")
    assert found.hand
    assert found.hand.flags == frozenset({Flag.RIICHI})
    assert found.rules == PRESETS["ema"]
    assert read_line('{"concealed": "234567m345p2267s", "win": "8s", "rules": "wrc"}', "ema").rules == PRESETS["wrc"]


def test_the_rules_of_a_line_go_before_those_of_all() -> None:
    assert read_line("123m +1m", "ema").rules == PRESETS["ema"]
    assert read_line("123m +1m rules=wrc", "ema").rules == PRESETS["wrc"]


# -- what people paste -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "tiles"),
    [
        ("234m67p11z +8p (777z) (345s)", "234m67p11z +8p pon777z chi345s"),
        ("2p +3m", "2p +3m"),
        ("+3m 2p", "2p +3m"),
        ("2p + 3m", "2p +3m"),
        ("2p+3m 4s", "2p4s +3m"),
        ("２ｐ＋３ｍ　（７７７ｚ）", "2p +3m pon777z"),
        ("123m+456p_789s", "123m456p789s"),
        ("123m + 456p + 789s", "123m456p789s"),
        ("Hand: 123m", "123m"),
        ("手牌：一二三", "123m"),
        ("My tiles: EE 5pr", "11z0p"),
        ("東一局: 123m", "123m"),
        ("(123m)(456p)(11z)", "123m456p11z"),
        ("[123m] [789s]", "123m789s"),
        ("(123m456p789s1122z)", "123m456p789s1122z"),
        ("(123m) [1111z]", "chi123m ankan1111z"),
        ("一二 (789) +3", "12m +3s chi789s"),
        ("m123p406z11,s7-89", "123m406p11z chi789s.3.7s"),
        ("m123z11,s444+4,z777=, m5555", "123m1z +1z kakan4444s.1.4s.4s pon777z.2.7z ankan5555m"),
        ("m12345z11,p0-34", "12345m11z chi340p.3.0p"),
        ("m123p456s789z11,z2222", "123m456p789s1z +1z ankan2222z"),
        ("m123z11,s7-89,m5555", "123m11z chi789s.3.7s ankan5555m"),
        ("m123,p456,s789", "123m456p789s"),
        ("m123-p456-s789", "123m456p789s"),
        ("123m pon555z.1.5z", "123m pon555z.1.5z"),
    ],
)
def test_a_hand_is_read_as_people_paste_it(line: str, tiles: str) -> None:
    assert shown(line) == tiles


def test_a_star_of_majiang_is_riichi() -> None:
    entry, problems = read_hand("m123p456s789z1*,z2222", Entry())
    assert problems == ()
    assert entry.flags == {Flag.RIICHI}
    assert entry.melds == (Meld(MeldType.ANKAN, parse_tiles("2222z")),)


@pytest.mark.parametrize(
    ("line", "messages"),
    [
        ("m123p456s789z1,z2222", ["'z2222' can be read as 2222z or as [2222z]"]),
        ("123m S123P", ["'S123P' can be read as 2z123p or as 123s5z"]),
        ("Dora: 3m 123m", ["cannot read 'Dora:' as tiles"]),
        ("裏ドラ：3m", ["cannot read '裏ドラ：3m' as tiles"]),
        ("123m +4m +5m", ["one winning tile is expected, not '+4m +5m'"]),
        ("123m +45m", ["one tile is expected, not '45m'"]),
        ("123m (124p) [123s]", ["cannot read '(124p)' as a meld", "cannot read '[123s]' as a meld"]),
        ("123m (555z", ["cannot read '(' as tiles"]),
        ("123m,p0-340", ["cannot read 'p0-340' as a meld"]),
        ("12x HTTps://TENH", ["'12' needs a suit: m, p, s or z", "cannot read 'HTTps://TENH' as tiles"]),
        ("東一局: 123", ["'123' needs a suit: m, p, s or z"]),
        ("123m Riichi", ["cannot read 'Riichi' as tiles"]),
        ("東: 123m", ["cannot read ':' as tiles"]),
        ("123m riichii", [f"There is no flag riichii; there are: {', '.join(sorted(Flag))}."]),
        ("123m tsumo ron", ["The way of winning is ron or tsumo."]),
        ("123m seat=", ["A wind is one of E, S, W, N."]),
        ("()", ["Tiles are expected as text, like 123m0p55z."]),
        ("riichi", ["Tiles are expected as text, like 123m0p55z."]),
        ("1m" * LONGEST_LINE, ["too long to be tiles: '1m1m1m1m1m1m1m1m1m1m'…"]),
    ],
)
def test_what_cannot_be_read_is_quoted_as_it_was_typed(line: str, messages: list[str]) -> None:
    assert wrong(line) == messages


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("garbage 12x 9s", {("hand", "bad_notation"), ("flags", "unknown_flag")}),
        ("123m", {("concealed", "wrong_count")}),
        ("(1x) (123m) 99s +9s seat=Q", {("melds", "bad_notation"), ("seat", "bad_wind")}),
        (
            "11m +1m honba=x dora=9x nope=1",
            {("honba", "bad_number"), ("dora", "bad_notation"), ("rules", "unknown_rule")},
        ),
        ("11m +1m riichi (555z) honba=x", {("honba", "bad_number"), ("flags", "needs_closed")}),
        ("11m +1m rules=nope", {("rules", "unknown_rule")}),
        ("11m +1m nth_ron=4", {("nth_ron", "bad_number")}),
        ("1m () [] +", {("hand", "bad_notation"), ("melds", "bad_notation")}),
        ("= =1 a= +=", {("hand", "bad_notation"), ("rules", "unknown_rule")}),
        ('{"concealed": ', {("", "bad_json")}),
        ("[" * 100_000, {("hand", "bad_notation")}),
        ("{" * 100_000, {("", "bad_json")}),
        ('"123m"', {("", "bad_json")}),
        ("", {("hand", "bad_notation")}),
    ],
)
def test_everything_that_is_wrong_is_said_at_once(line: str, found: set[tuple[str, str]]) -> None:
    assert found <= {(item.field, item.code.value) for item in read_line(line).problems}


# -- every notation, read back -----------------------------------------------------------------------

KANJI = "〇一二三四五六七八九"
HONOURS = {"kanji": "東南西北白發中", "chinese": "东南西北白发中", "capitals": "ESWNPFC"}


def _kanji(tile: Tile, suits: str, honours: str, red: str) -> str:
    rank, suit = tuple(NAMES[tile])
    if suit == "z":
        return honours[int(rank) - 1]
    return (red if rank == "0" else "") + KANJI[int(rank) or 5] + suits["mps".index(suit)]


def _bare(tile: Tile) -> str:
    """As in 気まぐれな戯れ言: 一 ① 1 東."""
    rank, suit = tuple(NAMES[tile])
    if suit == "z":
        return HONOURS["kanji"][int(rank) - 1]
    number = int(rank) or 5
    return ("赤" if rank == "0" else "") + {"m": KANJI[number], "p": chr(ord("①") + number - 1), "s": str(number)}[suit]


def _letters(tile: Tile, before: str = "", behind: str = "") -> str:
    rank, suit = tuple(NAMES[tile])
    if suit == "z":
        return HONOURS["capitals"][int(rank) - 1]
    return f"{before}5{suit}{behind}" if rank == "0" else rank + suit


def _picture(tile: Tile) -> str:
    """There is no picture of a red five."""
    order = (*range(7, 16), *range(25, 34), *range(16, 25), 0, 1, 2, 3, 6, 5, 4)
    return chr(0x1F000 + order[tile]) if tile < len(order) else NAMES[tile]


#: How a tile is written, by the name of the notation.
WRITERS: dict[str, Callable[[Tile], str]] = {
    "mpsz": lambda tile: NAMES[tile],
    "full width": lambda tile: "".join(chr(ord(sign) + 0xFEE0) for sign in NAMES[tile]),
    "r before": lambda tile: _letters(tile, before="r"),
    "r behind": lambda tile: _letters(tile, behind="r"),
    "kanji": lambda tile: _kanji(tile, "萬筒索", HONOURS["kanji"], "赤"),
    "chinese": lambda tile: _kanji(tile, "万饼条", HONOURS["chinese"], "红"),
    "bare digits": _bare,
    "pictures": _picture,
}
BETWEEN = [" ", "-", "/", ".", ";", ",", "\u200b", "、", " - "]


@given(wins(), st.sampled_from(list(WRITERS)), st.sampled_from(BETWEEN), st.booleans())
@law(300)
def test_a_hand_in_any_notation_is_read_back_or_refused_never_misread(
    win: Win, notation: str, between: str, has_plus: bool
) -> None:
    hand, write = win.hand, WRITERS[notation]
    if notation == "bare digits" and not re.search(r"[一二三四五六七八九①-⑨]", "".join(map(write, hand.tiles))):
        write = WRITERS["mpsz"]  # nothing says that digits are bamboo
    ends = "+" if has_plus else between
    melds = ["[]" if meld.type is MeldType.ANKAN else "()" for meld in hand.melds]
    laid = [pair[0] + "".join(map(write, meld.tiles)) + pair[1] for pair, meld in zip(melds, hand.melds, strict=True)]
    groups = between.join(map(write, hand.concealed))
    line = " ".join([f"{groups}{' ' * has_plus}{ends}{write(hand.win)}", *laid])
    entry, problems = read_hand(line, Entry())
    assert problems == (), line
    assert entry.tiles == (*hand.concealed, hand.win)
    assert [(sorted(meld.tiles), meld.type) for meld in entry.melds] == [
        (sorted(meld.tiles), MeldType.DAIMINKAN if meld.type is MeldType.KAKAN else meld.type) for meld in hand.melds
    ]


def _majiang(meld: Meld) -> str:
    """A meld in majiang's notation. The called tile of a chi stays in its place, else it is the last one."""
    names = [NAMES[tile] for tile in meld.tiles]
    sign = "" if meld.source is None else "+=-"[meld.source - 1]
    if meld.type is MeldType.ANKAN:
        return names[0][1] + "".join(name[0] for name in names)
    assert meld.called is not None
    called = NAMES[meld.called]
    if meld.type is MeldType.CHI:
        return called[1] + "".join(name[0] + sign * (name == called) for name in names)
    names.remove(called)
    added = "" if meld.added is None else NAMES[meld.added]
    if added:
        names.remove(added)
    return called[1] + "".join(name[0] for name in [*names, called]) + sign + added[:1]


def _as_called(meld: Meld) -> Meld:
    """The meld with all that majiang's notation says of it, made up where it is not known."""
    if meld.type is MeldType.ANKAN:
        return meld
    *_, before, last = meld.tiles
    called = meld._replace(called=last, source=3 if meld.type is MeldType.CHI else meld.source or 2)
    return called._replace(added=before) if meld.type is MeldType.KAKAN else called


@given(wins())
@law(200)
def test_a_hand_in_the_notation_of_majiang_is_read_back_with_its_melds(win: Win) -> None:
    hand = win.hand
    melds = [
        meld
        if meld.type is MeldType.ANKAN or (meld.called is not None and meld.source)
        else meld._replace(
            called=meld.tiles[-1], source=3, added=meld.tiles[0] if meld.type is MeldType.KAKAN else None
        )
        for meld in hand.melds
    ]
    melds = [meld._replace(source=3) if meld.type is MeldType.CHI else meld for meld in melds]
    concealed = "".join(NAMES[tile][::-1] for tile in (*hand.concealed, hand.win))
    line = ",".join([concealed + "*" * hand.has_riichi, *map(_majiang, melds)])
    entry, problems = read_hand(line, Entry())
    assert problems == (), line
    assert entry.tiles == (*hand.concealed, hand.win)
    assert entry.flags == ({Flag.RIICHI} if hand.has_riichi else frozenset())
    assert [(meld.type, sorted(meld.tiles), meld.called, meld.source, meld.added) for meld in entry.melds] == [
        (meld.type, sorted(meld.tiles), meld.called, meld.source, meld.added) for meld in melds
    ]


@given(wins())
@law(100)
def test_a_hand_that_the_product_writes_is_read_back_by_the_line(win: Win) -> None:
    """As the JSON of a case, and as its tiles with melds as an address has them."""
    hand = win.hand
    written = case_json(hand)
    assert read_line(json.dumps(written)).hand == read_case(written).hand
    melds = " ".join(map(format_meld, hand.melds))
    entry, problems = read_hand(f"{format_tiles(hand.concealed)} +{NAMES[hand.win]} {melds}", Entry())
    assert problems == ()
    assert entry.shown_tiles == entry_of(hand).shown_tiles
    assert list(map(format_meld, entry.melds)) == list(map(format_meld, hand.melds))


@given(st.text("0123456789mpszESWNPFCr赤红一五九万饼条东中①+-=,.()[]* :riichi", max_size=40))
@law(300)
def test_any_text_is_read_or_refused_but_never_raises(text: str) -> None:
    case = read_line(text)
    assert case.problems or case.hand
    entry, problems = read_hand(text, Entry())
    assert problems or entry.all_tiles
    assert all(problem.message for problem in problems)
