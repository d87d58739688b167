"""Seven pairs and thirteen orphans: how far a hand is, and that every exchange leads there."""

from collections.abc import Callable
from math import comb
from random import Random

import pytest

from webapp.efficiency.special_hands import ONE_OF_EACH, ORPHANS, PAIRS, SEVEN_PAIRS, THIRTEEN_ORPHANS, SpecialHand
from webapp.efficiency.suits import FARTHEST, NEVER, Exchange, copies_in
from webapp.scoring.tiles import KINDS, YAOCHUU, Counts, Kind, count, kinds_of

ALL: Counts = 4 * ONE_OF_EACH


def dealt(random: Random, kinds: list[Kind], tiles: int = 13) -> Counts:
    return count(random.sample([kind for kind in kinds for _ in range(4)], tiles))


def is_seven_pairs(counts: Counts) -> bool:
    return [copies for _, copies in copies_in(counts)] == [2] * PAIRS


def is_orphans(counts: Counts) -> bool:
    copies = dict(copies_in(counts))
    return set(copies) == set(kinds_of(YAOCHUU)) and sorted(copies.values()) == [1] * 12 + [2]


def number(counts: Counts) -> int:
    return sum(copies for _, copies in copies_in(counts))


@pytest.mark.parametrize(("whole", "is_whole"), [(SEVEN_PAIRS, is_seven_pairs), (THIRTEEN_ORPHANS, is_orphans)])
@pytest.mark.parametrize("kinds", [list(KINDS), list(range(9)), kinds_of(YAOCHUU)])
def test_each_exchange_leads_to_the_shape_by_as_many_tiles_as_the_distance(
    whole: SpecialHand, is_whole: Callable[[Counts], bool], kinds: list[Kind]
) -> None:
    random = Random(1)
    for _ in range(60):
        held = dealt(random, kinds)
        distance = whole.distance(held, ALL)
        if distance > FARTHEST:
            continue
        found = list(whole.exchanges(held, ALL))
        assert len(set(found)) == len(found) > 0
        for gone, come in found:
            assert is_whole(held - gone + come)
            assert number(come) == distance
            assert not any(dict(copies_in(gone)).get(kind) for kind, _ in copies_in(come))


def test_seven_pairs_that_are_complete_lack_nothing() -> None:
    held = count([kind for kind in range(7) for _ in range(2)])
    assert SEVEN_PAIRS.distance(held, ALL) == 0
    assert list(SEVEN_PAIRS.exchanges(held, ALL)) == [Exchange(0, 0)]


def test_the_nearest_seven_pairs_keep_every_pair_and_complete_single_tiles_first() -> None:
    held = count([0, 0, 1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9])
    assert SEVEN_PAIRS.distance(held, ALL) == 5
    assert len(list(SEVEN_PAIRS.exchanges(held, ALL))) == comb(8, 5)
    held = count([0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3])
    assert SEVEN_PAIRS.distance(held, ALL) == 6
    assert len(list(SEVEN_PAIRS.exchanges(held, ALL))) == comb(30, 3)


def test_a_kind_of_which_only_one_can_be_concealed_is_no_pair() -> None:
    held = count([0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6])
    assert SEVEN_PAIRS.distance(held, ALL) == 1
    assert SEVEN_PAIRS.distance(held, ALL - (3 << 3 * 6)) == 2


def test_the_twin_is_one_that_is_held_or_any_orphan() -> None:
    held = count([*kinds_of(YAOCHUU)[:-1], 0])
    assert list(THIRTEEN_ORPHANS.exchanges(held, ALL)) == [Exchange(0, 1 << 3 * 33)]
    held = count(kinds_of(YAOCHUU))
    assert THIRTEEN_ORPHANS.distance(held, ALL) == 1
    assert len(list(THIRTEEN_ORPHANS.exchanges(held, ALL))) == 13


def test_without_room_for_one_of_them_there_are_no_thirteen_orphans() -> None:
    assert THIRTEEN_ORPHANS.distance(ORPHANS, ALL - (4 << 3 * 30)) == NEVER
