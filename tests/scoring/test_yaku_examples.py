"""The example lines in the docstrings of the yaku hold: ``yes: …`` has it, ``no: …`` has not."""

from dataclasses import replace

import pytest

from tests.scoring.hands import Win, but, hand_of
from webapp.scoring.awards import YAKU
from webapp.scoring.checks import problems
from webapp.scoring.reading import CHIITOITSU
from webapp.scoring.registry import Yaku
from webapp.scoring.rules import TENHOU
from webapp.scoring.score import score

KINDS = ("yes", "no")


def example_lines() -> list[tuple[str, str, str]]:
    """(name in the registry, yes or no, hand) of every example."""
    return [
        (name, kind.strip(), hand.strip())
        for name, yaku in YAKU.items()
        for kind, _, hand in (line.partition(":") for line in yaku.examples)
    ]


EXAMPLES = example_lines()


def hands(name: str, kind: str) -> list[Win]:
    return [Win(hand_of(line)) for yaku, of_kind, line in EXAMPLES if (yaku, of_kind) == (name, kind)]


def has(yaku: Yaku, win: Win) -> bool:
    return any(award.key == yaku.key for scored in win.score.readings for award in scored.yaku)


@pytest.mark.parametrize(("name", "kind", "line"), EXAMPLES, ids=lambda value: str(value))
def test_an_example_holds(name: str, kind: str, line: str) -> None:
    assert kind in KINDS
    win = Win(hand_of(line))
    assert problems(win.hand) == ()
    assert has(YAKU[name], win) is (kind == "yes")


@pytest.mark.parametrize(("name", "kind", "line"), [each for each in EXAMPLES if each[1] == "yes"], ids=str)
def test_an_example_is_worth_what_the_yaku_says(name: str, kind: str, line: str) -> None:
    yaku = YAKU[name]
    hand = hand_of(line)
    awards = {award for scored in score(hand).readings for award in scored.yaku if award.key == yaku.key}
    han = 0 if yaku.is_yakuman else yaku.closed if hand.is_closed else yaku.open
    assert {(award.han, award.yakuman) for award in awards} == {(han, int(yaku.is_yakuman))}
    assert han > 0 or yaku.is_yakuman or yaku.limit


@pytest.mark.parametrize("name", YAKU)
def test_every_yaku_has_an_example_and_a_near_miss_that_is_a_hand(name: str) -> None:
    assert hands(name, "yes")
    misses = hands(name, "no")
    assert misses
    # Seven pairs that are none are no hand at all.
    assert any(win.score.readings for win in misses) or name == "chiitoitsu"


@pytest.mark.parametrize("name", [name for name, yaku in YAKU.items() if yaku.open])
def test_every_yaku_of_open_hands_has_an_open_example(name: str) -> None:
    assert any(not win.hand.is_closed for win in hands(name, "yes"))


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, yaku in YAKU.items()
        if yaku.proof and yaku.closed and not yaku.open and CHIITOITSU not in yaku.shapes
    ],
)
def test_every_yaku_of_closed_hands_alone_has_an_open_near_miss(name: str) -> None:
    assert any(not win.hand.is_closed for win in hands(name, "no"))


@pytest.mark.parametrize(
    "name",
    [
        name
        for name, yaku in YAKU.items()
        if yaku.proof and CHIITOITSU in yaku.shapes and yaku.shapes != frozenset(type(CHIITOITSU))
    ],
)
def test_every_yaku_of_seven_pairs_has_such_an_example(name: str) -> None:
    found = [
        scored
        for win in hands(name, "yes")
        for scored in win.score.readings
        if scored.reading.shape is CHIITOITSU and YAKU[name].key in {award.key for award in scored.yaku}
    ]
    assert found


def test_examples_of_one_yaku_are_different_hands() -> None:
    assert len({(name, line) for name, _, line in EXAMPLES}) == len(EXAMPLES)


# -- the registry ----------------------------------------------------------------------------------

#: Han closed and open (webapp/scoring/RULES.md, Yaku); 0: not when open.
HAN = """
riichi 1 0 | double_riichi 2 0 | ippatsu 1 0 | tsumo 1 0 | pinfu 1 0 | tanyao 1 1 | iipeikou 1 0
round_wind_E 1 1 | round_wind_S 1 1 | round_wind_W 1 1 | round_wind_N 1 1
seat_wind_E 1 1 | seat_wind_S 1 1 | seat_wind_W 1 1 | seat_wind_N 1 1
haku 1 1 | hatsu 1 1 | chun 1 1 | rinshan 1 1 | chankan 1 1 | haitei 1 1 | houtei 1 1
sanshoku_doujun 2 1 | ittsuu 2 1 | chanta 2 1 | chiitoitsu 2 0 | toitoi 2 2 | sanankou 2 2 | sankantsu 2 2
sanshoku_doukou 2 2 | honroutou 2 2 | shousangen 2 2 | honitsu 3 2 | junchan 3 2 | ryanpeikou 3 0 | chinitsu 6 5
"""
YAKUMAN = """
kokushi kokushi_13 suuankou suuankou_tanki daisangen shousuushii daisuushii tsuuiisou ryuuiisou chinroutou suukantsu
chuuren chuuren_9 tenhou chiihou
"""


@pytest.mark.parametrize("entry", HAN.replace("|", "\n").strip().splitlines())
def test_a_yaku_is_worth_what_the_rules_say(entry: str) -> None:
    key, closed, opened = entry.split()
    yaku = YAKU[key]
    assert (yaku.key, yaku.closed, yaku.open, yaku.is_yakuman) == (key, int(closed), int(opened), False)


@pytest.mark.parametrize("key", YAKUMAN.split())
def test_a_yakuman_counts_once_or_by_the_rules_twice(key: str) -> None:
    yaku = YAKU[key]
    assert yaku.is_yakuman
    assert yaku.multiple(TENHOU) == 1
    can_be_double = {"kokushi_13", "suuankou_tanki", "chuuren_9", "daisuushii"}
    assert yaku.multiple(replace(TENHOU, double_yakuman=frozenset(can_be_double))) == (2 if key in can_be_double else 1)  # type: ignore[arg-type]


def test_all_other_yaku_count_only_where_the_rules_name_them() -> None:
    listed = {entry.split()[0] for entry in HAN.replace("|", "\n").strip().splitlines()} | set(YAKUMAN.split())
    for name, yaku in YAKU.items():
        if name not in listed:
            for win in hands(name, "yes"):
                assert not has(yaku, Win(but(win.hand, rules=TENHOU)))


def test_every_yaku_has_its_names_and_its_rule_in_one_sentence() -> None:
    for yaku in YAKU.values():
        assert yaku.ja
        assert yaku.en
        assert yaku.rule.endswith(".")
        assert "\n" not in yaku.rule
        assert (yaku.proof is None) != (yaku.circumstance is None)


@pytest.mark.parametrize(
    ("letter", "sign", "name"), [("E", "東", "East"), ("S", "南", "South"), ("W", "西", "West"), ("N", "北", "North")]
)
def test_a_wind_is_named_after_the_round_or_the_seat(letter: str, sign: str, name: str) -> None:
    of_round, of_seat = YAKU[f"round_wind_{letter}"], YAKU[f"seat_wind_{letter}"]
    assert (of_round.ja, of_round.en) == (f"場風 {sign}", f"Round wind {name}")
    assert (of_seat.ja, of_seat.en) == (f"自風 {sign}", f"Seat wind {name}")
    assert of_round.rule == f"A triplet or kan of the round wind, {name}."
    assert of_seat.rule == f"A triplet or kan of the seat wind, {name}."


@pytest.mark.parametrize(
    ("key", "line"),
    [
        ("chanta", "123m 999p 111s 222z 9m +9m"),
        ("chanta", "(789s) (999p) (111s) 222z 9m +9m"),
        ("junchan", "123m 999p 111s 999s 1p +1p"),
        ("junchan", "(789s) (999p) (111s) 999m 1p +1p"),
    ],
)
def test_one_sequence_is_enough_for_an_outside_hand(key: str, line: str) -> None:
    assert has(YAKU[key], Win(hand_of(line)))


@pytest.mark.parametrize(
    ("key", "sibling", "line"),
    [
        ("chinroutou", "honroutou", "(111m) 999p 111s 999s 9m +9m"),
        ("daisangen", "shousangen", "555z (666z) 777z 456p 7p +7p"),
        ("suuankou_tanki", "sanankou", "111m 333p 555s 222z 9m +9m"),
        ("suukantsu", "sankantsu", "[1111m] (3333p) [2222s] [7777s] 9m +9m"),
        ("daisuushii", "shousuushii", "(111z) 222z 333z 444z 9m +9m"),
        ("chuuren_9", "chuuren", "1112345678999p +5p"),
    ],
)
def test_siblings_exclude_each_other_where_a_yakuman_leaves_other_yaku_to_count(
    key: str, sibling: str, line: str
) -> None:
    found = Win(hand_of(f"{line} no_limit=yes"))
    assert has(YAKU[key], found)
    assert not has(YAKU[sibling], found)


@pytest.mark.parametrize("line", ["[1111m] 2345678999m +8m", "[1111m] 234567899m 8m +9m", "111m 2345678m [9999m] +8m"])
def test_nine_gates_have_no_kan_though_it_is_concealed(line: str) -> None:
    found = Win(hand_of(f"{line} riichi"))
    assert has(YAKU["chinitsu"], found)
    assert not has(YAKU["chuuren"], found)
    assert not has(YAKU["chuuren_9"], found)


#: Han closed and open of the local yaku.
LOCAL_HAN = """
open_riichi 2 0 | open_double_riichi 3 0 | tsubame_gaeshi 1 1 | kanfuri 1 1 | shiiaru_raotai 0 1 | uumensai 2 2
sanrenkou 2 2 | isshoku_sanjun 3 2 | iipin_mooyue 0 0 | chuupin_raoyui 0 0 | renhou_two_han 2 0 | renhou_five_han 5 0
pei 1 1 | renhou_mangan 0 0 | renhou_baiman 0 0
"""


@pytest.mark.parametrize("entry", LOCAL_HAN.replace("|", "\n").strip().splitlines())
def test_a_local_yaku_is_worth_so_many_han(entry: str) -> None:
    name, closed, opened = entry.split()
    yaku = YAKU[name]
    assert (yaku.closed, yaku.open, yaku.is_yakuman) == (int(closed), int(opened), False)
    limits = dict.fromkeys(("iipin_mooyue", "chuupin_raoyui", "renhou_mangan"), "mangan") | {"renhou_baiman": "baiman"}
    assert yaku.limit == limits.get(name)


def test_every_other_local_yaku_is_a_yakuman() -> None:
    listed = {entry.split()[0] for entry in (HAN + "|" + LOCAL_HAN).replace("|", "\n").strip().splitlines() if entry}
    others = {name for name, yaku in YAKU.items() if name not in listed | set(YAKUMAN.split())}
    assert all(YAKU[name].is_yakuman and not YAKU[name].limit for name in others)
