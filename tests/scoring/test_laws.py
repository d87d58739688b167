"""Laws that hold for every win; each test's name is the law."""

import copy
import dataclasses
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import permutations
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.scoring.hands import Win, but, dealt, wins
from webapp.scoring.blocks import Meld
from webapp.scoring.hand import RIICHI_FLAGS, WinningHand
from webapp.scoring.reading import Reading
from webapp.scoring.rules import RedFives
from webapp.scoring.score import Score, score, score_both_ways
from webapp.scoring.tiles import Tile

NO_LOCAL_YAKU: frozenset[str] = frozenset()


def outline(found: Score) -> list[tuple[object, ...]]:
    """What every reading is worth, best first, without its tiles."""
    return [
        (
            [(award.key, award.han, award.yakuman) for award in scored.yaku],
            [(bonus.key, bonus.han) for bonus in scored.bonuses],
            *(scored.fu, scored.han, scored.yakuman, scored.basic, scored.limit, scored.points),
        )
        for scored in found.readings
    ]


def ranking(found: Score) -> list[tuple[object, ...]]:
    """The same where the order of equal readings may differ."""
    return sorted(outline(found), key=repr)


# -- payments --------------------------------------------------------------------------------------


@given(wins())
def test_what_the_seats_gain_and_lose_adds_up_to_the_sticks_taken_from_the_table(won: Win) -> None:
    result = won.score
    from_table = sum(payment.points for payment in result.payments if payment.payer is None)
    assert sum(result.deltas) == from_table
    assert len(result.deltas) == won.rules.players
    if result.best and won.hand.nth_ron == 1:
        assert from_table == 1000 * won.hand.table.sticks
    else:
        assert from_table in (0, 1000 * won.rules.own_stick_returned)


@given(wins())
def test_only_those_pay_who_are_named_and_the_winner_never(won: Win) -> None:
    hand = won.hand
    rules = hand.rules
    result = won.score
    others = set(range(rules.players)) - {hand.table.seat}
    payers = {payment.payer for payment in result.payments if payment.payer is not None}
    liable = {part.seat for part in result.liabilities}
    discarder = (hand.table.seat + hand.table.discarder) % rules.players
    assert liable <= others
    assert payers <= (others if hand.is_tsumo else {discarder} | liable)
    for seat, change in enumerate(result.deltas):
        assert (change < 0) == (seat in payers)
        assert (change > 0) == (seat == hand.table.seat and result.best is not None)


@given(wins())
def test_every_payment_but_the_sticks_is_in_hundreds(won: Win) -> None:
    assert all(payment.points % 100 == 0 for payment in won.score.payments)


@given(wins(), st.integers(0, 99), st.integers(0, 99))
def test_honba_and_sticks_change_no_points(won: Win, honba: int, sticks: int) -> None:
    hand = won.hand
    assert outline(score(but(hand, honba=honba, sticks=sticks))) == outline(won.score)


@given(wins())
def test_who_threw_the_tile_changes_no_points(won: Win) -> None:
    hand = won.hand
    rules = hand.rules
    for discarder in range(1, rules.players):
        assert outline(score(but(hand, discarder=discarder))) == outline(won.score)


# -- tiles -----------------------------------------------------------------------------------------


@given(wins(), st.randoms(use_true_random=False))
def test_the_order_of_entry_never_matters(won: Win, random: Random) -> None:
    hand = won.hand
    shuffled = list(hand.concealed)
    random.shuffle(shuffled)
    other = score(but(hand, concealed=tuple(shuffled)))
    assert outline(other) == outline(won.score)
    assert other.payments == won.score.payments


@given(wins())
def test_the_order_of_melds_and_indicators_never_matters(won: Win) -> None:
    hand = won.hand
    rules = hand.rules
    turned = but(hand, melds=hand.melds[::-1], dora=hand.table.dora[::-1], ura=hand.ura[::-1])
    all_kan_dora = replace(rules, kan_dora=True)
    assert ranking(score(but(turned, rules=all_kan_dora))) == ranking(score(but(hand, rules=all_kan_dora)))


def mapped(hand: WinningHand, of: Callable[[Tile], Tile]) -> WinningHand:
    """The hand with every tile changed into another."""

    def each(tiles: Sequence[Tile]) -> tuple[Tile, ...]:
        return tuple(of(tile) for tile in tiles)

    def meld(made: Meld) -> Meld:
        called = None if made.called is None else of(made.called)
        added = None if made.added is None else of(made.added)
        return made._replace(tiles=each(made.tiles), called=called, added=added)

    return but(
        hand,
        concealed=each(hand.concealed),
        win=of(hand.win),
        melds=tuple(meld(made) for made in hand.melds),
        dora=each(hand.table.dora),
        ura=each(hand.ura),
    )


def is_green(found: Score) -> bool:
    return any(award.key == "ryuuiisou" for scored in found.readings for award in scored.yaku)


@given(wins(players=4, local_yaku=NO_LOCAL_YAKU), st.sampled_from(list(permutations(range(3)))))
def test_permuting_suits_never_changes_the_points_all_green_aside(won: Win, suits: tuple[int, ...]) -> None:
    hand = won.hand
    rules = hand.rules

    def permuted(tile: Tile) -> Tile:
        if tile >= 34:
            return 34 + suits[tile - 34]
        return tile if tile >= 27 else 9 * suits[tile // 9] + tile % 9

    reds = sorted(zip(suits, rules.red_fives, strict=True))
    other = score(
        but(mapped(hand, permuted), rules=replace(rules, red_fives=RedFives(*(number for _, number in reds))))
    )
    if not is_green(won.score) and not is_green(other):
        assert ranking(other) == ranking(won.score)
        assert other.deltas == won.score.deltas


@given(wins(local_yaku=NO_LOCAL_YAKU))
def test_turning_numbers_around_never_changes_the_points_all_green_and_indicators_aside(won: Win) -> None:
    def turned(tile: Tile) -> Tile:
        return tile if tile >= 27 else 9 * (tile // 9) + 8 - tile % 9

    hand = but(won.hand, dora=(), ura=())
    here, there = score(but(hand, rules=won.rules)), score(but(mapped(hand, turned), rules=won.rules))
    if not is_green(here) and not is_green(there):
        assert ranking(there) == ranking(here)


@given(wins(), st.permutations(range(31, 34)))
def test_permuting_dragons_never_changes_the_points_all_green_and_indicators_aside(
    won: Win, dragons: list[Tile]
) -> None:
    def permuted(tile: Tile) -> Tile:
        return dragons[tile - 31] if 31 <= tile < 34 else tile

    hand = but(won.hand, dora=(), ura=())
    here, there = score(but(hand, rules=won.rules)), score(but(mapped(hand, permuted), rules=won.rules))
    if not is_green(here) and not is_green(there):
        # The key of a triplet of dragons is another one.
        assert sorted(scored.points for scored in there.readings) == sorted(scored.points for scored in here.readings)


@given(wins(no_limit=False))
def test_one_more_dora_never_costs_points(won: Win) -> None:
    hand = won.hand
    rules = hand.rules
    result = won.score
    if hand.table.dora and rules.kan_dora:
        fewer = score(but(hand, dora=hand.table.dora[1:]))
        assert fewer.points <= result.points
        assert (fewer.best is None) == (result.best is None)


@given(wins())
def test_among_the_readings_is_the_one_by_which_the_melds_were_made(won: Win) -> None:
    melds = [meld.block for meld in won.hand.melds]
    for scored in won.score.readings:
        laid = [block for block in scored.reading.blocks if block.is_meld]
        assert laid == melds


# -- values ----------------------------------------------------------------------------------------


def shown(found: Score) -> list[object]:
    """Everything that is in a score, the slots of its readings too."""
    slots = Reading.__slots__
    readings = [[repr(getattr(scored.reading, name)) for name in slots] for scored in found.readings]
    return [readings, outline(found), found.payments, found.deltas, found.problems, found.near_misses]


@given(wins())
def test_frozen_values_are_unchanged_by_being_scored(won: Win) -> None:
    before = copy.deepcopy(won)
    score(won.hand)
    assert won == before
    assert hash(won) == hash(before)


def test_a_score_is_unchanged_by_the_scores_after_it() -> None:
    hands = list(dealt(400, seed=3))
    first = [won.score for won in hands]
    before = [shown(found) for found in first]
    for won in dealt(400, seed=4):
        shown(won.score)
    assert [shown(found) for found in first] == before
    assert [shown(won.score) for won in hands] == before


def test_a_hand_scored_both_ways_has_the_score_of_each_way_alone() -> None:
    for won in dealt(600, seed=5):
        flags = won.hand.flags & RIICHI_FLAGS
        ron, tsumo = (but(won.hand, is_tsumo=is_tsumo, flags=flags, nth_ron=1) for is_tsumo in (False, True))
        by_ron, by_tsumo = score_both_ways(ron, tsumo)
        assert (by_ron.hand, by_tsumo.hand) == (ron, tsumo)
        assert (shown(by_ron), shown(by_tsumo)) == (shown(score(ron)), shown(score(tsumo)))


@pytest.mark.parametrize("name", [field.name for field in dataclasses.fields(WinningHand)])
def test_a_hand_cannot_be_changed(name: str) -> None:
    (won,) = dealt(1, seed=1)
    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(won.hand, name, getattr(won.hand, name))
