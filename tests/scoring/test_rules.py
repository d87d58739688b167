"""Every switch of the rules is read by the engine; what the presets hold is told by `test_rules_document`."""

from dataclasses import FrozenInstanceError, make_dataclass, replace
from typing import Any

import pytest

from tests.scoring.hands import Win, all_by, but, meld, win
from webapp.scoring.checks import problems
from webapp.scoring.notation import parse_tile, parse_tiles
from webapp.scoring.rules import (
    MAJIANG,
    PRESETS,
    SWITCHES,
    TENHOU,
    UNSURE,
    RedFives,
    Rules,
    copies_of,
)
from webapp.scoring.score import score
from webapp.scoring.settlement import settle
from webapp.scoring.switches import ByRank, BySuit, Choice, ChosenSet, Number, Switch, YesNo, switch, switches_of


def test_a_preset_is_found_by_its_name() -> None:
    assert {name: rules.preset for name, rules in PRESETS.items()} == {name: name for name in PRESETS}
    assert PRESETS["tenhou"] is TENHOU
    assert PRESETS["majiang"] is MAJIANG


def test_rules_are_equal_when_every_switch_is() -> None:
    assert replace(TENHOU) == TENHOU
    assert replace(TENHOU) is not TENHOU
    assert hash(replace(TENHOU)) == hash(TENHOU)
    assert replace(TENHOU, kiriage_mangan=True) != TENHOU
    assert replace(TENHOU, preset="majiang") != TENHOU
    assert TENHOU != "tenhou"


def test_rules_know_whether_renhou_or_a_local_yaku_counts() -> None:
    assert not TENHOU.has_optional_yaku
    assert replace(TENHOU, renhou="mangan").has_optional_yaku
    assert replace(TENHOU, local_yaku=frozenset({"daisharin"})).has_optional_yaku


def test_rules_cannot_be_changed() -> None:
    with pytest.raises(FrozenInstanceError):
        TENHOU.kiriage_mangan = True  # type: ignore[misc]


def test_rules_know_what_differs_from_their_preset() -> None:
    assert replace(MAJIANG, kiriage_mangan=True, honba_tsumo=500).changed == {
        "kiriage_mangan": True,
        "honba_tsumo": 500,
    }
    assert all(rules.changed == {} for rules in PRESETS.values())


@pytest.mark.parametrize(
    ("name", "kind", "choices"),
    [
        ("open_tanyao", YesNo, ("yes", "no")),
        ("double_wind_pair_fu", Choice, (2, 4)),
        ("pinfu_tsumo", Choice, ("twenty_fu", "thirty_fu", "no_pinfu")),
        ("counted_yakuman", Choice, ("yakuman", "sanbaiman", "unlimited")),
        ("renhou", Choice, ("off", "two_han", "five_han", "mangan", "baiman", "yakuman")),
        ("double_yakuman", ChosenSet, ("kokushi_13", "suuankou_tanki", "chuuren_9", "daisuushii")),
        ("pao", ChosenSet, ("daisangen", "daisuushii", "suukantsu")),
        ("red_fives", BySuit, (0, 1, 2, 3, 4)),
    ],
)
def test_a_switch_knows_its_values(name: str, kind: type[Switch], choices: tuple[object, ...]) -> None:
    assert (SWITCHES[name].name, type(SWITCHES[name]), SWITCHES[name].choices) == (name, kind, choices)


#: Which switches are shown together, in order. A game shows its own switch for nagashi mangan.
GROUPS = """
tiles red_fives ura_dora kan_dora
yaku open_tanyao ippatsu renhou local_yaku daisharin_other_suits ryuuiisou_needs_hatsu wait_in_melds
fu double_wind_pair_fu open_pinfu_30 pinfu_tsumo rinshan_tsumo_fu fu_fixed
limits kiriage_mangan counted_yakuman no_limit
yakuman yakuman_stack double_yakuman tenhou_best_wait pao pao_daiminkan pao_scope pao_ron_honba
payments multiple_ron honba_to own_stick_returned honba_ron honba_tsumo
sanma players tsumo_loss sanma_tsumo nuki_dora north_yakuhai
"""


def test_switches_stand_in_these_groups() -> None:
    expected = {group: names for group, *names in map(str.split, GROUPS.strip().splitlines())}
    found: dict[str, list[str]] = {}
    for each in SWITCHES.values():
        found.setdefault(each.group, []).append(each.name)
    assert found.pop("") == ["nagashi_mangan"]
    assert found == expected
    assert list(found) == list(expected)


def test_what_a_switch_does_is_said_in_a_sentence() -> None:
    assert all(switch.does.endswith(".") for switch in SWITCHES.values())


def test_a_preset_is_unsure_of_switches_that_there_are() -> None:
    assert set(UNSURE) <= set(PRESETS)
    assert all(switches and switches <= set(SWITCHES) for switches in UNSURE.values())


def test_red_fives_are_named_by_their_suits() -> None:
    assert TENHOU.red_fives._asdict() == {"m": 1, "p": 1, "s": 1}


@pytest.mark.parametrize(
    ("tile", "copies"), [("5m", 3), ("0m", 1), ("5p", 2), ("0p", 2), ("5s", 4), ("0s", 0), ("4p", 4)]
)
def test_there_are_four_of_each_kind_red_ones_counted(tile: str, copies: int) -> None:
    assert copies_of(parse_tile(tile), replace(TENHOU, red_fives=RedFives(1, 2, 0))) == copies


@pytest.mark.parametrize(
    ("tile", "copies"), [("1m", 4), ("2m", 0), ("0m", 0), ("8m", 0), ("9m", 4), ("5p", 3), ("1z", 4)]
)
def test_with_three_players_two_to_eight_of_characters_are_left_out(tile: str, copies: int) -> None:
    assert copies_of(parse_tile(tile), PRESETS["tenhou_sanma"]) == copies


# -- every switch decides something ----------------------------------------------------------------

THREE_DRAGONS = (meld("pon", "555z", 1), meld("pon", "666z", 2), meld("pon", "777z", 3))
SANMA: dict[str, Any] = {"players": 3}


def won(line: str, switches: dict[str, Any] | None = None, **facts: Any) -> Win:
    hand = win(line, **facts).hand
    return Win(but(hand, rules=replace(hand.rules, **(switches or {}))))


#: For every switch a hand that it decides, and a value other than the one which the hand's rules have.
DECIDED: dict[str, tuple[Win, Any]] = {
    "red_fives": (won("123m 456p 0s 34s 789s 55z +5z"), RedFives(0, 0, 0)),
    "ura_dora": (won("123m 456p 789s 345s 5p +5p riichi dora=1z ura=4p"), False),
    "kan_dora": (won("123m 456p 789s 345s 5p +5p riichi dora=1z4p"), False),
    "open_tanyao": (won("(234m) 567p 345s 678s 5p +5p"), False),
    "ippatsu": (won("123m 456p 789s 345s 5p +5p riichi ippatsu"), False),
    "renhou": (won("123m 456p 789s 345s 5p +5p renhou", {"renhou": "two_han"}), "five_han"),
    "local_yaku": (won("(222m) (333m) (444m) 567p 9s +9s", {"local_yaku": frozenset({"sanrenkou"})}), frozenset()),
    "daisharin_other_suits": (won("2233445566778s +8s", {"local_yaku": frozenset({"daisharin"})}), True),
    "ryuuiisou_needs_hatsu": (won("(222s) (333s) (444s) 666s 8s +8s"), True),
    "double_wind_pair_fu": (won("111m 456p 789s 34s 11z +2s seat=E riichi"), 2),
    "open_pinfu_30": (won("(234m) 567p 345s 67s 55p +8s"), False),
    "pinfu_tsumo": (won("123m 456p 55p 345s 78s +6s tsumo"), "thirty_fu"),
    "rinshan_tsumo_fu": (won("(2222m) 567p 345s 68s 55s +7s tsumo rinshan"), False),
    "fu_fixed": (won("123m 456p 789s 345s 5p +5p riichi"), 30),
    "kiriage_mangan": (won("123m 456p 55p 345s 78s +9s riichi ippatsu dora=9m"), True),
    "counted_yakuman": (won("1199m 1199p 1199s 2z +2z riichi ippatsu dora=9m9p9s8m"), "sanbaiman"),
    "no_limit": (won("123m 456p 789s 345s 5p +5p riichi ippatsu dora=4p4p4p"), True),
    "yakuman_stack": (won("(111z) (222z) (333z) 444z 5z +5z"), False),
    "tenhou_best_wait": (
        won("1112234567899m +9m tsumo tenhou", {"double_yakuman": frozenset({"chuuren_9"})}, seat=0),
        True,
    ),
    "double_yakuman": (won("19m 19p 19s 1234567z +1m"), frozenset({"kokushi_13"})),
    "pao": (won("23m 55m +4m", melds=THREE_DRAGONS), frozenset()),
    "pao_daiminkan": (won("234p 567p 34s 55s +5s tsumo rinshan", melds=(meld("daiminkan", "1111z", 1),)), True),
    "pao_scope": (
        won("1z +1z", melds=(*THREE_DRAGONS, meld("pon", "222z", 1))),
        "per_yakuman",
    ),
    "pao_ron_honba": (won("23m 55m +4m", melds=THREE_DRAGONS, honba=2), "discarder"),
    "honba_to": (won("123m 456p 789s 345s 5p +5p riichi", honba=2, nth_ron=2), "each"),
    "own_stick_returned": (won("123m 456p 789s 345s 5p +5p riichi", sticks=2, nth_ron=2), True),
    "honba_ron": (won("123m 456p 789s 345s 5p +5p riichi", honba=2), 500),
    "honba_tsumo": (won("123m 456p 789s 345s 5p +5p tsumo", honba=2), 500),
    "players": (won("123p 456p 789s 345s 5p +5p tsumo"), 3),
    "tsumo_loss": (won("123p 456p 789s 345s 5p +5p tsumo", SANMA), False),
    "sanma_tsumo": (won("123p 456p 789s 345s 5p +5p tsumo", {**SANMA, "tsumo_loss": False}), "rounded_once"),
    "nuki_dora": (won("123p 456p 789s 345s 5p +5p tsumo", SANMA, nuki=1), "north"),
    "north_yakuhai": (won("123p 456p 789s 34s 44z +5s riichi", SANMA), True),
}


def verdict(hand: Win, rules: Rules) -> tuple[object, ...]:
    result = score(but(hand.hand, rules=rules))
    found = {problem.code for problem in problems(but(hand.hand, rules=rules))}
    return found, result.points, result.deltas, result.best and (result.best.fu, result.best.han)


#: Read where several win on one discard (below), where a draw is settled, and for waits, outside the engine.
ELSEWHERE = {"multiple_ron", "nagashi_mangan", "wait_in_melds"}


@pytest.mark.parametrize("name", sorted(set(SWITCHES) - ELSEWHERE))
def test_every_switch_decides_something(name: str) -> None:
    decided, other = DECIDED[name]
    assert verdict(decided, decided.rules) != verdict(decided, replace(decided.rules, **{name: other}))


def test_how_many_may_win_decides_who_does() -> None:
    right = win("123m 456p 789s 345s 5p +5p riichi", seat=1, discarder=1).hand
    left = but(right, seat=3, discarder=3, concealed=parse_tiles("678m456p789s345s5p"))
    both, one = (settle(all_by(replace(TENHOU, multiple_ron=most), [right, left])) for most in (2, 1))
    assert ([score.hand.table.seat for score in both.wins], both.bumped) == ([3, 1], ())
    assert ([score.hand.table.seat for score in one.wins], [score.hand.table.seat for score in one.bumped]) == (
        [3],
        [1],
    )


def test_a_switch_can_be_a_number_or_numbers_by_rank_with_bounds() -> None:
    """As games have them."""
    goal = switch(30_000, "end", "Points that end a game.", bounds=range(0, 60_001, 100))
    uma = switch((10, 5, -5, -10), "points", "Points by rank.", bounds=range(-50, 51))
    made = make_dataclass("made", [("goal", int, goal), ("uma", tuple[int, ...], uma), ("name", str, "")], frozen=True)
    assert switches_of(made) == {
        "goal": Number("goal", "end", "Points that end a game.", int, range(0, 60_001, 100)),
        "uma": ByRank("uma", "points", "Points by rank.", tuple[int, ...], range(-50, 51)),
    }
