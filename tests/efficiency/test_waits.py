"""The waits of 3n + 1 tiles: which they are, how many are left, and what they are worth."""

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from tests.efficiency import literal
from tests.efficiency.hands import holding, holdings, random_holding, spelled
from tests.scoring.hands import but, random_rules
from webapp.efficiency.holding import Holding
from webapp.efficiency.shanten import Nearest
from webapp.efficiency.waits import Waits, WaitTile, completing, is_tenpai, waits
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.notation import format_tiles, parse_tile
from webapp.scoring.rules import PRESETS, TENHOU
from webapp.scoring.score import score
from webapp.scoring.tiles import KIND, kinds_of

NO_REDS, M_LEAGUE = PRESETS["wrc"], PRESETS["m_league"]
RIICHI = frozenset({Flag.RIICHI})
THREE_PONS = ("pon 111p", "pon 222p", "pon 333p")


def tiles(found: Waits) -> str:
    return format_tiles((wait.tile for wait in found.waits), ordered=True)


def on(found: Waits, tile: str) -> WaitTile:
    return next(wait for wait in found.waits if wait.tile == parse_tile(tile))


@pytest.mark.parametrize(
    ("concealed", "melds", "expected"),
    [
        ("123678m123p1388s", (), "2s"),
        ("123678m123p3488s", (), "25s"),
        ("1112345678999m", (), "123456789m"),
        ("19m19p19s1234567z", (), "19m19p19s1234567z"),
        ("19m19p19s1123456z", (), "7z"),
        ("1122m3344p5566s7z", (), "7z"),
        ("2233445566778p", (), "258p"),
        ("2345m", THREE_PONS, "25m"),
        ("11m22z", THREE_PONS, "1m2z"),
        ("1m", (*THREE_PONS, "chi 789s"), "1m"),
        ("3334567m", THREE_PONS[:2], "24578m"),
    ],
)
def test_the_waits_of_known_hands(concealed: str, melds: tuple[str, ...], expected: str) -> None:
    assert tiles(waits(holding(concealed, *melds, rules=NO_REDS))) == expected


@pytest.mark.parametrize(
    ("concealed", "melds", "expected"),
    [
        ("1113m", ("pon 333m", *THREE_PONS[:2]), "2m"),
        ("1111m123p123s222z", (), ""),
        ("1m", (*THREE_PONS, "pon 111m"), ""),
        ("2333m", ("chi 123m", *THREE_PONS[:2]), "124m"),
    ],
)
def test_a_fifth_copy_is_no_wait(concealed: str, melds: tuple[str, ...], expected: str) -> None:
    assert tiles(waits(holding(concealed, *melds, rules=M_LEAGUE))) == expected


@pytest.mark.parametrize(
    ("concealed", "melds", "in_vain"),
    [
        # All four in a meld, and three in a meld with the last one concealed.
        ("46m11z", ("ankan 0555m", *THREE_PONS[:2]), "5m"),
        ("1m", (*THREE_PONS, "pon 111m"), "1m"),
    ],
)
def test_the_rules_say_whether_a_wait_that_the_own_melds_hold_is_tenpai(
    concealed: str, melds: tuple[str, ...], in_vain: str
) -> None:
    by_tenhou = waits(holding(concealed, *melds))
    assert (by_tenhou.shanten, tiles(by_tenhou), by_tenhou.ukeire.count) == (0, in_vain, 0)
    by_m_league = waits(holding(concealed, *melds, rules=M_LEAGUE))
    assert (by_m_league.shanten, by_m_league.waits) == (1, ())
    assert by_m_league.melded == by_tenhou.melded == 1 << parse_tile(in_vain)
    assert [is_tenpai(holding(concealed, *melds, rules=rules)) for rules in (TENHOU, M_LEAGUE)] == [True, False]


@pytest.mark.parametrize(
    ("concealed", "melds", "left"),
    [
        # The hand waits for 3m too, or holds all four 1m itself, concealed.
        ("45m11z", ("ankan 6666m", *THREE_PONS[:2]), 4),
        ("1111m123p123s222z", (), None),
    ],
)
def test_other_waits_are_tenpai_or_not_by_all_rules(concealed: str, melds: tuple[str, ...], left: int | None) -> None:
    for rules in (TENHOU, M_LEAGUE):
        found = waits(holding(concealed, *melds, rules=rules))
        assert found.melded == 0
        assert (found.ukeire.count if found.waits else None) == left


def test_a_wait_says_what_is_left_and_what_it_is_worth() -> None:
    found = waits(holding("123678m123p3488s", dora="9s", seen="2s", flags=RIICHI))
    assert found.shanten == 0
    wait = on(found, "2s")
    assert wait.left == 3
    assert wait.worth == (2000, 2700)
    assert wait.ron.best
    assert [award.key for award in wait.ron.best.yaku] == ["riichi", "pinfu"]
    assert wait.tsumo.best
    assert (wait.tsumo.best.han, wait.tsumo.best.fu) == (3, 20)


def test_a_red_five_stands_apart_where_it_is_worth_more() -> None:
    found = waits(holding("123678m123p3488s", dora="9s", flags=RIICHI))
    assert tiles(found) == "250s"
    assert [(wait.left, wait.worth) for wait in found.waits] == [
        (4, (2000, 2700)),
        (3, (2000, 2700)),
        (1, (3900, 5200)),
    ]


def test_a_red_five_that_is_worth_the_same_is_counted_among_the_plain_ones() -> None:
    found = waits(holding("5m", "pon 666m", "pon 777p", "pon 888s", "pon 999s"))
    assert [(wait.tile, wait.left, wait.has_yaku) for wait in found.waits] == [(4, 2, True), (34, 1, True)]
    found = waits(holding("5m", "chi 123m", "pon 777p", "pon 888s", "pon 999s"))
    assert [(wait.tile, wait.left, wait.has_yaku) for wait in found.waits] == [(4, 3, False)]


def test_where_only_the_red_five_is_left_it_stands_alone() -> None:
    found = waits(holding("123678m123p3488s", seen="555s", flags=RIICHI))
    assert tiles(found) == "20s"


def test_a_wait_of_which_nothing_is_left_is_shown_with_none() -> None:
    found = waits(holding("123678m123p1388s", seen="2222s"))
    assert (found.waits[0].left, found.ukeire.count) == (0, 0)


def test_a_hand_without_yaku_is_told_so_by_each_way() -> None:
    dama = waits(holding("123678m123p3588s")).waits[0]
    assert (dama.ron.best, dama.has_yaku) == (None, True)
    assert dama.tsumo.points > 0
    open_ = waits(holding("678m123p3588s", "chi 123m")).waits[0]
    assert (open_.has_yaku, open_.worth) == (False, (0, 0))
    assert open_.ron.problems[0].code == "no_yaku"


def test_flags_count_where_they_belong() -> None:
    found = waits(holding("123678m123p3588s", flags=frozenset({Flag.HAITEI, Flag.HOUTEI}))).waits[0]
    assert found.ron.best
    assert found.tsumo.best
    assert [award.key for award in found.ron.best.yaku] == ["houtei"]
    assert [award.key for award in found.tsumo.best.yaku] == ["tsumo", "haitei"]


def test_a_hand_that_is_not_tenpai_has_its_ukeire() -> None:
    found = waits(holding("0667p1122345s77z", dora="2z", seen="1s"))
    assert (found.shanten, found.waits) == (1, ())
    assert [left for _, left in found.ukeire.left] == [1, 2, 3, 4, 2]
    assert format_tiles(found.ukeire.kinds) == "1236s7z"


# -- laws ------------------------------------------------------------------------------------------


@given(holdings(2, is_full=False, seen=30))
def test_the_tiles_that_complete_a_hand_are_the_ukeire_of_a_tenpai(held: Holding) -> None:
    nearest = Nearest(held)
    assert completing(held) == (nearest.advancing if nearest.distance == 1 else 0)


@given(holdings(3, is_full=False))
def test_the_answer_is_the_same_by_waits_and_by_shanten(held: Holding) -> None:
    found, nearest = waits(but(held, rules=replace(held.rules, wait_in_melds=False))), Nearest(held)
    assert found.shanten == nearest.shanten
    assert list(found.ukeire.kinds) == kinds_of(nearest.advancing)
    assert bool(found.waits) == (found.shanten == 0)


@pytest.mark.slow
@pytest.mark.ci
def test_every_wait_has_the_score_of_the_hand_that_it_makes() -> None:
    random = Random(7)
    many_rules = [random_rules(random) for _ in range(10)]
    for _ in range(200):
        held = random_holding(random, 1, random.choice(many_rules), is_full=False, seen=20)
        held = replace(held, flags=RIICHI if held.is_closed and random.randrange(2) else frozenset())
        found = waits(held)
        for wait in found.waits:
            for found_score, is_tsumo in ((wait.ron, False), (wait.tsumo, True)):
                hand = won(held, wait.tile, is_tsumo=is_tsumo)
                assert found_score.hand == hand, spelled(held)
                assert found_score.points == score(but(hand, rules=held.rules)).points, spelled(held)
        assert sum(wait.left for wait in found.waits) == found.ukeire.count
        assert {KIND[wait.tile] for wait in found.waits} == {KIND[tile] for tile, _, _ in literal.draws(held)}


def won(held: Holding, tile: int, *, is_tsumo: bool) -> WinningHand:
    return WinningHand(
        concealed=held.concealed,
        win=tile,
        is_tsumo=is_tsumo,
        melds=held.melds,
        table=held.table,
        flags=held.flags,
        nuki=held.nuki,
    )
