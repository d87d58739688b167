"""The value of every discard: the figures of the document, and the literal recursion of its definition."""

from bisect import bisect_left
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given

from tests.efficiency import literal
from tests.efficiency.hands import holding, holdings, random_holding, spelled
from tests.examples import law, share
from webapp.efficiency.discards import Discards, discards, value
from webapp.efficiency.holding import Holding
from webapp.efficiency.last_draws import Budget, LastDraws
from webapp.efficiency.prospect import Reached, Tenpai, WinningDraw
from webapp.efficiency.shanten import Nearest, shanten
from webapp.scoring.notation import format_tiles, parse_tile, parse_tiles
from webapp.scoring.rules import MAJIANG, PRESETS, TENHOU, Rules
from webapp.scoring.tiles import KIND, NAMES, RED_FIVES, sort_key

SANMA = PRESETS["tenhou_sanma"]

#: The two hands of the document (koba, 麻雀の打牌選択アルゴリズム(4)); by its rules one five of each suit is red.
FIRST = holding("123678m123p13488s", dora="9s", drawn="6m", rules=MAJIANG)
SECOND = holding("06778p1122345s77z", dora="2z", drawn="0p", rules=MAJIANG)


def values(found: Discards) -> dict[str, int | None]:
    return {NAMES[discard.tile]: discard.value for discard in found.discards}


def tile(name: str) -> int:
    return parse_tile(name)


def as_table(waits: tuple[WinningDraw, ...]) -> str:
    """The waits as the document has them: ``6p 3 5200``."""
    return " ".join(f"{NAMES[draw.tile]} {draw.left} {draw.value}" for draw in waits)


# -- the document ----------------------------------------------------------------------------------


def test_the_complete_hand_of_the_document_has_its_points() -> None:
    won = holding("123678m123p12388s", dora="9s", drawn="2s", rules=MAJIANG)
    assert (discards(won).shanten, discards(won).value, discards(won).discards) == (-1, 8000, ())


def test_the_tenpai_of_the_document_has_its_sum() -> None:
    assert value(holding("123678m123p1388s", dora="9s", rules=MAJIANG)) == 32000


def test_the_first_hand_of_the_document() -> None:
    found = discards(FIRST)
    assert values(found) == {"4s": 32000, "1s": 24100}
    assert (found.shanten, found.value) == (0, 32000)
    (of_1s,), (of_4s,) = found.reached(tile("1s")).tenpais, found.reached(tile("4s")).tenpais
    assert as_table(sorted_by_tile(of_1s.waits)) == "2s 4 2700 0s 1 5200 5s 3 2700"
    assert as_table(of_4s.waits) == "2s 4 8000"


def sorted_by_tile(draws: tuple[WinningDraw, ...]) -> tuple[WinningDraw, ...]:
    return tuple(sorted(draws, key=lambda draw: (KIND[draw.tile], -draw.tile)))


def test_the_second_hand_of_the_document() -> None:
    assert values(discards(SECOND)) == {
        "2s": 576000,
        "1s": 559200,
        "5s": 533300,
        "7p": 406600,
        "8p": 406600,
        "4s": 331800,
        "7z": 231200,
        "0p": 224800,
    }


@pytest.mark.parametrize(
    ("discard", "come", "ways", "waits", "worth"),
    [
        ("1s", "6p", 3, "3s 3 4000 6s 4 4000", 28000),
        ("1s", "9p", 4, "3s 3 4000 6s 4 4000", 28000),
        ("1s", "3s", 3, "6p 3 4000 9p 4 4000", 28000),
        ("1s", "6s", 4, "6p 3 4000 9p 4 4000", 28000),
        ("1s", "2s", 2, "6p 3 4000 9p 4 4000", 28000),
        ("1s", "7z", 2, "6p 3 8000 9p 4 7900", 55600),
        ("2s", "1s", 2, "6p 3 5200 9p 4 5200", 36400),
        ("2s", "7z", 2, "6p 3 8000 9p 4 7900", 55600),
    ],
)
def test_the_five_tenpais_of_the_document(discard: str, come: str, ways: int, waits: str, worth: int) -> None:
    tenpais = discards(SECOND).reached(tile(discard)).tenpais
    found = next(tenpai for tenpai in tenpais if tenpai.come == parse_tiles(come))
    assert (found.ways, as_table(found.waits), found.value) == (ways, waits, worth)


def test_the_tenpais_of_the_document_add_up() -> None:
    found = discards(SECOND)
    assert 7 * 28000 + 7 * 28000 + 2 * 28000 + 2 * 55600 == sum_of(found.reached(tile("1s")).tenpais) == 559200
    assert 7 * 28000 + 7 * 28000 + 2 * 36400 + 2 * 55600 == sum_of(found.reached(tile("2s")).tenpais) == 576000


def sum_of(tenpais: tuple[Tenpai, ...]) -> int:
    return sum(tenpai.ways * tenpai.value for tenpai in tenpais)


def test_the_usual_points_are_those_that_half_of_the_wins_bring() -> None:
    found = discards(SECOND)
    usual = {NAMES[discard.tile]: found.reached(discard.tile).usual for discard in found.discards}
    assert usual == {"2s": 4000, "1s": 4000, "5s": 7900, "7p": 7900, "8p": 7900, "4s": 7900, "7z": 4000, "0p": 4000}
    assert discards(FIRST).reached(tile("1s")).usual == 2700


def test_wins_of_different_points_add_up_to_the_half_that_brings_the_usual_points() -> None:
    """405 of 981 ways bring 6,400, and 96 more 5,200."""
    found = discards(holding("155m99m4556p3378s6z", dora="3z"))
    assert found.reached(tile("1m")).usual == 5200


SEEN = "1112234440556677888999m1122234466677888999p111122333344055666777888899s44556666777z"


@pytest.mark.parametrize(
    ("held", "discard", "usual"),
    [
        # Two ways bring 36,000 and two 24,000: half of them is enough.
        (
            holding("055s11446z", "daiminkan 6666s", "kakan 3333z", dora="2z", seat="E", seen="789p347s25z"),
            "6z",
            36000,
        ),
        # Two ways bring 12,000, four 8,000.
        (holding("2340567788p888s6z", dora="6p", seat="W"), "6z", 8000),
        # Four ways bring 64,000 and more, 16 in all. The tenpais of other discards do not count.
        (holding("11199m111899p11s1z", seen="223305667788m234067799p2345679s111233556z"), "1z", 64000),
        # There is a single way to win.
        (
            holding("1p7z", "ankan 3333z", "ankan 0555p", "ankan 2222z", "daiminkan 1111z", dora="6s", seen=SEEN),
            "7z",
            32000,
        ),
    ],
)
def test_half_of_the_ways_to_win_reach_the_usual_points(held: Holding, discard: str, usual: int) -> None:
    assert discards(held).reached(tile(discard)).usual == usual


def test_of_two_discards_that_are_worth_the_same_the_lower_tile_goes() -> None:
    """The points of a yakuman do not depend on the red five, which is sorted among the fives."""
    tenpais = discards(holding("13m0p7p9s555666777z")).reached(tile("9s")).tenpais
    assert [format_tiles(each.gone) for each in tenpais if each.come == parse_tiles("2m")] == ["0p9s"]


@pytest.mark.parametrize(
    ("tiles", "first"),
    [("13m455688p23468s7z", "7z 5p"), ("1234567m1368s99p3z", "3z 1m 7m 4m"), ("345778m349p2346s7s", "9p 8m")],
)
def test_of_equal_discards_the_tile_that_stands_alone_comes_first(tiles: str, first: str) -> None:
    ranked = discards(holding(tiles)).discards
    equal = [one for one in ranked if (one.value, one.ukeire.count) == (ranked[0].value, ranked[0].ukeire.count)]
    assert " ".join(NAMES[one.tile] for one in equal) == first


def test_tenpais_without_yaku_are_listed_too() -> None:
    seen = "13405567899m1240566689p1233444056678s1223345667z"
    held = holding("79p238s", "chi 789s", "chi 789p", "chi 789p", dora="8m37p8s5z", seat="N", seen=seen)
    assert [tenpai.value for tenpai in discards(held).reached(tile("8s"), most=9).tenpais] == [0, 0, 0]


def test_the_waits_of_a_tenpai_are_sorted_with_the_red_five_among_the_fives() -> None:
    tenpais = discards(holding("123m67p123s55577z9s")).reached(tile("9s")).tenpais
    assert as_table(tenpais[0].waits).split()[::3] == ["0p", "5p", "8p"]


def test_a_discard_without_ways_to_win_lists_nothing() -> None:
    found = discards(FIRST)
    assert found.reached(tile("1z"), most=0) == Reached()


def test_the_value_of_a_tenpai_is_a_whole_number() -> None:
    tenpais = discards(FIRST).reached(tile("1s")).tenpais
    assert tenpais
    assert all(isinstance(each.value, int) for each in tenpais)


def test_wins_that_nobody_can_draw_have_no_usual_points() -> None:
    held = holding("123678m123p13488s", drawn="6m", rules=MAJIANG, seen="2s2s2s2s")
    assert discards(held).reached(tile("4s"))[::2] == (None, 0)


def test_far_from_tenpai_few_forms_are_listed_of_all_discards_together() -> None:
    found = discards(holding("147m258p369s11234z"), budget=10**6)
    listed = [len(found.reached(discard.tile).tenpais) for discard in found.discards]
    assert found.shanten > 1
    assert 18 <= sum(listed) <= 24
    assert max(listed) <= 6


def test_the_tenpais_that_add_most_are_listed_however_low_their_tiles() -> None:
    found = discards(holding("12334m123p245668s", dora="3z")).reached(tile("1m"), most=2)
    listed = [(NAMES[each.gone[1]], NAMES[each.come[0]], each.ways * each.value) for each in found.tenpais]
    assert listed == [("3m", "2s", 24_000), ("3m", "7s", 24_000)]
    assert found.more == 1


def test_what_is_not_listed_is_counted() -> None:
    found = discards(SECOND)
    listed = found.reached(tile("2s"), most=2)
    assert (len(listed.tenpais), listed.more) == (2, 4)
    assert listed.usual == found.reached(tile("2s")).usual
    assert found.reached(tile("2s")).more == 0


def test_a_dealer_has_other_values() -> None:
    dealer = discards(holding("123678m123p13488s", dora="9s", seat="E", rules=MAJIANG))
    assert values(dealer) == {"4s": 48000, "1s": 4 * 3900 + 7800 + 3 * 3900}


def test_with_rounded_mangan_the_wait_for_9p_is_worth_8000_too() -> None:
    rules = replace(MAJIANG, kiriage_mangan=True)
    found = discards(holding("06778p1122345s77z", dora="2z", rules=rules)).reached(tile("1s")).tenpais
    assert "6p 3 8000 9p 4 8000" in {as_table(tenpai.waits) for tenpai in found}


def test_a_wait_on_a_fifth_copy_is_none() -> None:
    assert value(holding("1111m123p123s222z", dora="7z", rules=MAJIANG)) == 2829600
    assert values(discards(holding("1111m123p123s2223z", dora="7z", rules=MAJIANG))) == {"1m": 24000}


# -- the definition --------------------------------------------------------------------------------


def literal_values(held: Holding) -> dict[int, int]:
    known = literal.Values()
    return {tile: known.of(after) for tile, after in literal.discards(held)}


def check(held: Holding) -> None:
    """Values, the discards that are kept, and their ukeire, as the definition has them."""
    found = discards(held, budget=10**9)
    assert found.shanten == literal.shanten(held), spelled(held)
    if found.shanten < 0:
        assert found.value == max(literal.points(held, last) for last in set(held.concealed))
        return
    assert {discard.tile: discard.value for discard in found.discards} == literal_values(held), spelled(held)
    for discard in found.discards:
        draws = list(literal.draws(held.after((discard.tile,), ())))
        assert set(discard.ukeire.kinds) == {KIND[tile] for tile, _, _ in draws}
        assert discard.ukeire.count == sum(left for _, left, _ in draws)


@pytest.mark.slow
@pytest.mark.parametrize(
    "rules",
    [TENHOU, *(pytest.param(rules, marks=pytest.mark.ci) for rules in (MAJIANG, SANMA, PRESETS["m_league"]))],
    ids=lambda rules: rules.preset,
)
def test_the_literal_recursion_agrees_up_to_one_step_from_tenpai(rules: Rules) -> None:
    random = Random(rules.preset)
    for _ in range(share(20)):
        check(random_holding(random, random.randint(1, 2), rules, seen=random.choice((0, 0, 30, 60))))


@pytest.mark.ci
@pytest.mark.slow
def test_the_literal_recursion_agrees_two_steps_from_tenpai() -> None:
    random = Random(3)
    done = 0
    while done < 4:
        held = random_holding(random, 3, random.choice((TENHOU, SANMA)), seen=random.choice((0, 30)))
        if shanten(held) == 2:
            check(held)
            done += 1


@pytest.mark.slow
@pytest.mark.parametrize(
    "held",
    [
        holding("1122m3344p5567s12z", dora="1m"),
        holding("1122m3344p5568s11z", dora="1m"),
        holding("0055m3344p6678s12z", dora="4m"),
        holding("19m19p129s1234557z"),
        holding("19m119p125s123457z"),
        holding("0555m05p123s11789s"),
        holding("0555m0555p111239s"),
        holding("11233345678889s"),
        holding("1m123p45s33z", "pon 555z", "pon 333p", dora="7z"),
        holding("23m556p346s", "chi 234p", "pon 666s", dora="7z"),
        holding("0567m5p123s78s1z", "ankan 9999p", dora="4m"),
    ],
    ids=spelled,
)
def test_the_literal_recursion_agrees_on_hands_of_every_shape(held: Holding) -> None:
    check(held)


@pytest.mark.slow
def test_the_literal_recursion_agrees_on_holdings_of_thirteen_tiles() -> None:
    random = Random(4)
    for _ in range(share(15)):
        held = random_holding(random, 2, is_full=False, seen=random.choice((0, 30)))
        assert value(held) == literal.Values().of(held), spelled(held)


# -- laws ------------------------------------------------------------------------------------------


@law(30)
@given(holdings(4, seen=20))
def test_the_tenpais_explain_the_value(held: Holding) -> None:
    found = discards(held)
    for discard in found.discards:
        tenpais = found.reached(discard.tile, most=10**6).tenpais
        assert sum_of(tenpais) == discard.value
        for tenpai in tenpais[:20]:
            assert tenpai.value == sum(draw.left * draw.value for draw in tenpai.waits)
            after = held.after(tenpai.gone, tenpai.come)
            assert shanten(after) == 0
            assert value(after) == tenpai.value


@law(30)
@given(holdings(4, seen=20))
def test_half_of_the_winning_draws_bring_the_usual_points(held: Holding) -> None:
    found = discards(held)
    for discard in found.discards:
        reached = found.reached(discard.tile, most=10**6)
        wins = [(draw.value, tenpai.ways * draw.left) for tenpai in reached.tenpais for draw in tenpai.waits]
        paid = {points: sum(ways for each, ways in wins if each >= points) for points, ways in wins if points and ways}
        if reached.usual is None:
            assert not paid
        else:
            assert reached.usual == max(points for points in paid if 2 * paid[points] >= max(paid.values()))


@law(30)
@given(holdings(2, seen=20))
def test_a_draw_from_tenpai_every_form_is_listed(held: Holding) -> None:
    found = discards(held)
    if found.shanten < 2:
        assert all(found.reached(discard.tile).more == 0 for discard in found.discards)


@law(30)
@given(holdings(3, seen=20))
def test_the_tenpais_that_add_most_are_listed_first(held: Holding) -> None:
    """Where two add the same, the lower tiles come decide, then the lower tiles gone."""

    def rank(tenpai: Tenpai) -> tuple[object, ...]:
        return -tenpai.ways * tenpai.value, *[sorted(map(sort_key, tiles)) for tiles in (tenpai.come, tenpai.gone)]

    valued = discards(held)
    for discard in valued.discards[:2]:
        every = valued.reached(discard.tile, most=10**6).tenpais
        assert list(every) == sorted(every, key=rank)
        for most in {0, 1, 2, len(every) // 2, max(len(every) - 1, 0), len(every)}:
            some = valued.reached(discard.tile, most)
            shown = min(most, len(every))
            assert [each[:4] for each in some.tenpais] == [each[:4] for each in every[:shown]]
            assert some.more == len(every) - shown


@law(15)
@given(holdings(3, seen=20))
def test_a_value_is_the_sum_over_the_draws_of_the_best_values_then(held: Holding) -> None:
    for discard in discards(held).discards[:2]:
        total = 0
        for drawn, left, after in literal.draws(held.after((discard.tile,), ())):
            total += left * (discards(replace(after, drawn=drawn)).value or 0) if left else 0
        assert total == discard.value


@law(30)
@given(holdings(4))
def test_the_best_discard_comes_first_and_has_the_value_of_the_hand(held: Holding) -> None:
    found = discards(held)
    if found.discards:
        assert found.value == found.discards[0].value == value(held)
        assert found.value is not None
        assert [discard.value for discard in found.discards] == sorted(
            [each.value or 0 for each in found.discards], reverse=True
        )


@law(15)
@given(holdings(4))
def test_the_others_go_one_step_back(held: Holding) -> None:
    found = discards(held)
    if found.shanten >= 0:
        assert {each.tile for each in (*found.discards, *found.others)} == set(held.concealed)
        for other in found.others:
            assert (other.shanten, other.value) == (found.shanten + 1, None)
            after = held.after((other.tile,), ())
            assert other.shanten == shanten(after)
            assert set(other.ukeire.kinds) == {KIND[tile] for tile, _, _ in literal.draws(after)}
        counts = [other.ukeire.count for other in found.others]
        assert counts == sorted(counts, reverse=True)


@law(30)
@given(holdings(3))
def test_a_suit_can_be_exchanged_for_another(held: Holding) -> None:
    """But for all green, which the hands here hardly are."""
    if not held.melds and not held.table.dora:
        exchanged = Holding(tuple(turned(tile) for tile in held.concealed), table=held.table)
        assert discards(exchanged).value == discards(Holding(held.concealed, table=held.table)).value


def turned(tile: int) -> int:
    """The same tile of the next suit."""
    if tile in RED_FIVES:
        return RED_FIVES[(RED_FIVES.index(tile) + 1) % 3]
    return (tile + 9) % 27 if tile < 27 else tile


# -- what is too much ------------------------------------------------------------------------------

FAR = "147m258p369s12345z"


def test_beyond_the_budget_there_are_shanten_and_ukeire_but_no_values() -> None:
    found = discards(holding(FAR), budget=1000)
    assert (found.shanten, found.value) == (6, None)
    assert {discard.value for discard in found.discards} == {None}
    assert all(discard.ukeire.count for discard in found.discards)
    assert found.reached(tile("1m")) == Reached() == (None, (), 0)
    assert value(holding("147m258p369s1234z"), budget=1000) is None


def test_a_list_tells_what_each_discard_leads_to_and_where_the_ways_are_many_the_best_one_alone() -> None:
    near, far = discards(SECOND), discards(holding("4567m155p688s3567z", dora="1m"))
    assert near.explained == near.discards
    assert far.value is not None
    assert len(far.discards) > 1
    assert far.explained == far.discards[:1]


def test_the_budget_is_the_same_on_every_machine() -> None:
    def needed() -> int:
        return bisect_left(range(100_000), True, key=lambda budget: discards(SECOND, budget).value is not None)

    assert needed() == needed() < 100_000


def test_the_budget_is_the_same_whatever_hands_came_before() -> None:
    """Points are kept from hand to hand."""
    held = holding("06778p1122345s77z", round="W", seat="N")
    first, again = discards(held).prospect, discards(held).prospect
    assert first
    assert again
    assert first.size == again.size


def test_every_hand_on_the_way_is_counted() -> None:
    for held in (FIRST, SECOND, holding("123m45p1122345s77z")):
        valued = discards(held)
        assert valued.prospect
        before, after = hands_on_the_way([held.after((each.tile,), ()) for each in valued.discards])
        assert valued.prospect.hands == before + after
        budget = Budget(10**7)
        LastDraws(held, Nearest(held), budget)
        assert valued.prospect.size == budget.spent + valued.prospect.hands


def hands_on_the_way(holdings: list[Holding]) -> tuple[int, int]:
    """How many different hands there are before a draw, these among them, and how many after it that have to discard
    to get closer."""
    before, after = len(set(map(seen_as, holdings))), 0
    waiting = [each for each in holdings if shanten(each) > 0]
    if waiting:
        drawn = {seen_as(then): then for each in waiting for _, _, then in literal.draws(each)}
        kept = {seen_as(left): left for then in drawn.values() for _, left in literal.discards(then)}
        more = hands_on_the_way(list(kept.values()))
        return before + more[0], after + len(drawn) + more[1]
    return before, after


def seen_as(held: Holding) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """What two hands on the way differ by: their tiles, and those discarded."""
    return tuple(sorted(held.concealed)), tuple(sorted(held.seen))


def test_a_greater_budget_changes_no_value() -> None:
    assert values(discards(SECOND, budget=20_000)) == values(discards(SECOND, budget=10**6))


def test_without_the_drawn_tile_a_complete_hand_has_the_points_of_its_best_one() -> None:
    won = holding("123678m123p12388s", dora="9s", rules=MAJIANG)
    assert value(won) == max(literal.points(won, last) for last in won.concealed)
    assert format_tiles(won.concealed) == "123678m123p12388s"
