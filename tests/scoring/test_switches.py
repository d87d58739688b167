"""Every value of every rule switch decides a hand or a settlement."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from tests.scoring.hands import all_by, but, meld, values_of, win
from webapp.efficiency.holding import Holding
from webapp.efficiency.waits import waits
from webapp.formats.rules import rules_json
from webapp.formats.settlement import read_settlement
from webapp.scoring.checks import problems
from webapp.scoring.notation import parse_tiles
from webapp.scoring.payments import deltas, nagashi_mangan
from webapp.scoring.rules import SWITCHES, TENHOU, RedFives, Rules
from webapp.scoring.score import score
from webapp.scoring.settlement import settle
from webapp.scoring.switches import BySuit, ChosenSet
from webapp.scoring.table import Table

Outcome = int | str | tuple[int, ...]
Asked = Callable[[Rules], Outcome]


class Decided(NamedTuple):
    """A question to the engine, and its answer by each value of a switch: points, what is wrong, or changes."""

    asked: Asked
    answers: dict[Any, Outcome]


def hand(line: str, *, as_deltas: bool = False, **given: Any) -> Asked:
    """The points of a hand, or what E S W N gain and lose, or what is wrong; `given`: switches, fields of the hand."""
    switches = {name: value for name, value in given.items() if name in SWITCHES}
    won = win(line, **{name: value for name, value in given.items() if name not in SWITCHES}).hand

    def asked(rules: Rules) -> Outcome:
        in_force = replace(rules, **switches)
        scored = score(but(won, rules=in_force))
        if wrong := problems(but(won, rules=in_force)) or scored.problems:
            return wrong[0].code
        return scored.deltas if as_deltas else scored.points

    return asked


#: 2 han 30 fu by ron: 2,000, or 2,900 to the dealer.
PINFU = "123m 456p 789s 34s 55p +5s riichi"


def settled(*seats: int, **given: Any) -> Asked:
    """What E S W N gain and lose when these win on West's discard (first North, then East, then South)."""
    switches = {name: value for name, value in given.items() if name in SWITCHES}
    facts = {name: value for name, value in given.items() if name not in SWITCHES}
    hands = [win(PINFU, seat=seat, discarder=(2 - seat) % 4, **facts).hand for seat in seats]
    return lambda rules: settle(all_by(replace(rules, **switches), hands)).deltas


def nagashi_of_west(rules: Rules) -> Outcome:
    request = read_settlement({"nagashi_mangan": "W", "rules": rules_json(rules)})
    return request.problems[0].code if request.problems else deltas(nagashi_mangan(2, rules), rules)


def shanten_of_held_wait(rules: Rules) -> Outcome:
    """The shanten of a hand that waits for the tile of its own kan."""
    melds = (meld("ankan", "7777m"), meld("pon", "111p", 1), meld("pon", "222p", 1))
    return waits(Holding(parse_tiles("68m11z"), melds, Table(rules=rules))).shanten


def one_of(name: str, asked: Asked, *, without: Outcome, with_it: Outcome) -> Decided:
    """What a name in a set decides."""
    return Decided(asked, {frozenset(): without, frozenset({name}): with_it})


def local(name: str, line: str, without: Outcome, with_it: Outcome, **given: Any) -> Decided:
    return one_of(name, hand(line, **given), without=without, with_it=with_it)


REFUSED = "unknown_flag"
DRAGONS = (meld("pon", "555z", 1), meld("pon", "666z", 1), meld("pon", "777z", 2))
WINDS = (*(meld("pon", f"{rank}{rank}{rank}z", 1) for rank in (1, 2, 3)), meld("pon", "444z", 2))
KANS = (*(meld("daiminkan", f"{rank * 4}s", 1) for rank in "123"), meld("daiminkan", "8888p", 2))
BY_TSUMO = {"as_deltas": True, "is_tsumo": True}
YAKUMAN_TSUMO = (-16000, 32000, -8000, -8000)
LIABLE_N = (0, 32000, 0, -32000)
SANMA_TSUMO = "123p 456p 789s 34s 55p +5s riichi tsumo"
DOUBLED = frozenset({"kokushi_13", "suuankou_tanki", "chuuren_9"})
DECIDED: dict[str, list[Decided]] = {
    "red_fives": [
        Decided(
            hand("123m 456p 789s [0055s] 1z +1z riichi"),
            {
                RedFives(1, 1, 0): "too_many_reds",
                RedFives(1, 1, 1): "too_many_reds",
                RedFives(1, 1, 2): 6400,
                RedFives(1, 1, 3): "missing_red",
                RedFives(1, 1, 4): "missing_red",
            },
        )
    ],
    "ura_dora": [Decided(hand(f"{PINFU} dora=1z ura=8s"), {True: 3900, False: 2000})],
    "kan_dora": [
        Decided(hand(f"{PINFU} dora=1z8s"), {True: 3900, False: 2000}),
        # The first indicator and the first ura count all the same.
        Decided(hand(f"{PINFU} dora=8s9m ura=9m8s"), {True: 12000, False: 7700}),
    ],
    "open_tanyao": [
        Decided(hand("(234m) 567p 345s 68s 55p +7s"), {True: 1000, False: "no_yaku"}),
    ],
    "ippatsu": [Decided(hand(f"{PINFU} ippatsu"), {True: 3900, False: 2000})],
    "renhou": [
        Decided(
            hand("123m 456p 789s 34s 55p +5s renhou"),
            {"off": REFUSED, "two_han": 3900, "five_han": 12000, "mangan": 8000, "baiman": 16000, "yakuman": 32000},
        )
    ],
    "local_yaku": [
        local("daisharin", "2233445566778p +8p", 24000, 32000),
        local("open_riichi", PINFU.replace("riichi", "open_riichi"), REFUSED, 3900),
        local("sanrenkou", "(222m) (333m) (444m) 567p 9s +9s", "no_yaku", 2000),
        local("isshoku_sanjun", "(123m) 123m 123m 789s 5p +5p", "no_yaku", 2000),
        local("uumensai", "123m (456p) 789s 333z 5z +5z", "no_yaku", 2600),
        local("suurenkou", "(222m) (333m) (444m) 555m 9s +9s", 2600, 32000),
        local("daichisei", "1122334455667z +7z", 32000, 64000),
        local("iipin_mooyue", "123m 456p 55s 345s 23p +1p tsumo haitei", 2700, 8000),
        local("chuupin_raoyui", "123m 456p 55s 345s 78p +9p houtei", 2000, 8000),
        local("tsubame_gaeshi", "(123m) 456p 789s 34s 55p +5s tsubame_gaeshi", REFUSED, 1000),
        local("kanfuri", "(123m) 456p 789s 34s 55p +5s kanfuri", REFUSED, 1000),
        local("shiiaru_raotai", "(123m) (456p) (777s) (888s) 5p +5p", "no_yaku", 1000),
        local("paarenchan", "(123m) 456p 789s 34s 55p +5s paarenchan", REFUSED, 48000, seat=0),
        local("ishi_no_ue_nimo_sannen", "123m 456p 789s 34s 55p +5s double_riichi houtei", 7700, 32000),
    ],
    "daisharin_other_suits": [
        Decided(hand("2233445566778s +8s", local_yaku=frozenset({"daisharin"})), {False: 24000, True: 32000}),
        Decided(hand("2233445566778m +8m", local_yaku=frozenset({"daisharin"})), {False: 24000, True: 32000}),
    ],
    "ryuuiisou_needs_hatsu": [
        Decided(hand("(222s) (333s) (444s) 666s 8s +8s"), {False: 32000, True: 16000}),
    ],
    "nagashi_mangan": [Decided(nagashi_of_west, {True: (-4000, -2000, 8000, -2000), False: "unknown_rule"})],
    "wait_in_melds": [Decided(shanten_of_held_wait, {True: 0, False: 1})],
    "double_wind_pair_fu": [Decided(hand("999m 456p 789s 34s 11z +5s riichi seat=E"), {2: 2000, 4: 2400})],
    "open_pinfu_30": [Decided(hand("(234m) 567p 345s 67s 55p +8s"), {True: 1000, False: 700})],
    "pinfu_tsumo": [
        Decided(hand("123m 456p 789s 34s 55p +5s tsumo"), {"twenty_fu": 1500, "thirty_fu": 2000, "no_pinfu": 1100})
    ],
    "rinshan_tsumo_fu": [
        Decided(hand("(2222m) 567p 345s 68s 55s +7s tsumo rinshan"), {True: 2700, False: 2000}),
    ],
    "fu_fixed": [
        Decided(hand("1155m 3388p 44667s +7s riichi"), {0: 3200, 30: 3900, 40: 5200}),
    ],
    "kiriage_mangan": [
        Decided(hand(f"{PINFU} dora=9m8s"), {False: 7700, True: 8000}),
        # 60 fu 3 han
        Decided(hand("[2222m] 999p 789s 34s 55p +5s riichi dora=3s8s"), {False: 7700, True: 8000}),
    ],
    "counted_yakuman": [
        Decided(
            hand("2233445566778p +8p riichi ippatsu dora=1p1p1p1p ura=2p2p7p"),
            {"yakuman": 32000, "sanbaiman": 24000, "unlimited": 64000},
        )
    ],
    "no_limit": [Decided(hand(f"{PINFU} dora=9m8s3s"), {False: 8000, True: 15400})],
    "yakuman_stack": [
        Decided(hand("(111z) (222z) (333z) 444z 5z +5z"), {True: 64000, False: 32000}),
        # One yakuman at most, though it be a double one.
        Decided(
            hand("19m 19p 19s 1234567z +1z", double_yakuman=frozenset({"kokushi_13"})), {True: 64000, False: 32000}
        ),
    ],
    "double_yakuman": [
        one_of("kokushi_13", hand("19m 19p 19s 1234567z +1z"), without=32000, with_it=64000),
        one_of("suuankou_tanki", hand("111m 333p 777s 222z 9m +9m"), without=32000, with_it=64000),
        one_of("chuuren_9", hand("1112345678999m +5m"), without=32000, with_it=64000),
        one_of("daisuushii", hand("(111z) (222z) (333z) 444z 5m +5m"), without=32000, with_it=64000),
    ],
    "tenhou_best_wait": [
        Decided(hand(f"{line} tsumo tenhou", seat=0, double_yakuman=DOUBLED), {False: 96000, True: 144000})
        for line in ("119m 19p 19s 123456z +7z", "111m 222p 333s 44s 55s +4s", "1112234567899m +9m")
    ],
    "pao": [
        one_of("daisangen", hand("23m 55m +4m", melds=DRAGONS, **BY_TSUMO), without=YAKUMAN_TSUMO, with_it=LIABLE_N),
        one_of("daisuushii", hand("5m +5m", melds=WINDS, **BY_TSUMO), without=YAKUMAN_TSUMO, with_it=LIABLE_N),
        one_of("suukantsu", hand("5m +5m", melds=KANS, **BY_TSUMO), without=YAKUMAN_TSUMO, with_it=LIABLE_N),
    ],
    "pao_daiminkan": [
        Decided(
            hand("345p 678p 34s 55s +5s tsumo rinshan", melds=(meld("daiminkan", "1111m", 1),), as_deltas=True),
            {False: (-700, 1500, -400, -400), True: (0, 1500, -1500, 0)},
        ),
    ],
    "pao_scope": [
        Decided(
            hand("222z 1z +1z", melds=DRAGONS, **BY_TSUMO),
            {"whole_hand": (0, 64000, 0, -64000), "per_yakuman": (-16000, 64000, -8000, -40000)},
        )
    ],
    "pao_ron_honba": [
        Decided(
            hand("23m 55m +4m", melds=DRAGONS, honba=1, as_deltas=True),
            {"discarder": (0, 32300, -16300, -16000), "liable": (0, 32300, -16000, -16300)},
        )
    ],
    "multiple_ron": [
        Decided(settled(3, 0, 1), {1: (0, 0, -2000, 2000), 2: (0, 0, 0, 0), 3: (2900, 2000, -6900, 2000)}),
    ],
    "honba_to": [
        Decided(settled(3, 1, honba=1), {"first": (0, 2000, -4300, 2300), "each": (0, 2300, -4600, 2300)}),
    ],
    "own_stick_returned": [
        Decided(settled(3, 1, sticks=2), {False: (0, 2000, -4000, 4000), True: (0, 3000, -4000, 3000)}),
    ],
    "honba_ron": [
        Decided(hand(PINFU, honba=1, as_deltas=True), {0: (0, 2000, -2000, 0), 100: (0, 2100, -2100, 0)}),
    ],
    "honba_tsumo": [
        Decided(hand(PINFU, honba=1, **BY_TSUMO), {0: (-1300, 2700, -700, -700), 100: (-1400, 3000, -800, -800)}),
    ],
    "players": [
        Decided(hand(SANMA_TSUMO, as_deltas=True), {4: (-1300, 2700, -700, -700), 3: (-1300, 2000, -700)}),
    ],
    "tsumo_loss": [
        Decided(hand(SANMA_TSUMO, players=3, as_deltas=True), {True: (-1300, 2000, -700), False: (-1700, 2800, -1100)}),
    ],
    "sanma_tsumo": [
        # 3 han 30 fu: a ron of 3,900, which divides by 300.
        Decided(
            hand("123p 456p 789s 35s 55p +4s riichi tsumo dora=3s", players=3, tsumo_loss=False, as_deltas=True),
            {"half": (-2500, 4000, -1500), "mixed": (-2600, 3900, -1300), "rounded_once": (-2400, 3900, -1500)},
        ),
        # 3 han 20 fu: a ron of 2,600, which does not divide by 300.
        Decided(
            hand(SANMA_TSUMO, players=3, tsumo_loss=False, as_deltas=True),
            {"mixed": (-1700, 2800, -1100), "two_to_one": (-1700, 2600, -900), "rounded_once": (-1600, 2600, -1000)},
        ),
    ],
    "nuki_dora": [Decided(hand(SANMA_TSUMO, players=3, nuki=1), {"north": 3900, "no": "bad_number"})],
    "north_yakuhai": [
        Decided(hand("(444z) 111p 234p 678s 5s +5s", players=3), {False: "no_yaku", True: 1300}),
        Decided(hand("123p 456p 789s 34s 44z +5s riichi", players=3), {False: 2000, True: 1300}),
    ],
}
ANSWERS = [
    pytest.param(name, decided.asked, value, answer, id=f"{name}={SWITCHES[name].to_text(value)}-{answer}")
    for name, several in DECIDED.items()
    for decided in several
    for value, answer in decided.answers.items()
]


@pytest.mark.parametrize(("name", "asked", "value", "answer"), ANSWERS)
def test_each_value_of_each_switch_has_its_answer(name: str, asked: Asked, value: Any, answer: Outcome) -> None:
    assert asked(replace(TENHOU, **{name: value})) == answer


@pytest.mark.parametrize("name", [name for name in DECIDED if name != "red_fives"])
def test_no_two_values_of_a_switch_have_the_same_answer(name: str) -> None:
    for decided in DECIDED[name]:
        assert len(set(decided.answers.values())) == len(decided.answers) > 1


def test_no_switch_is_missing() -> None:
    assert set(DECIDED) == set(SWITCHES)


@pytest.mark.parametrize("name", DECIDED)
def test_no_value_of_a_switch_is_missing(name: str) -> None:
    switch = SWITCHES[name]
    values: list[Any] = [value for decided in DECIDED[name] for value in decided.answers]
    if isinstance(switch, ChosenSet):
        assert {chosen for value in values for chosen in value} == set(switch.choices)
    elif isinstance(switch, BySuit):
        assert {value.s for value in values} == set(switch.choices)
    else:
        assert set(values) == set(values_of(switch))
