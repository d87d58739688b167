"""One suit: its distances and exchanges are those of all complete suits, looked at one by one."""

from random import Random

import pytest

from tests.efficiency.literal import NEVER, Copies, complete_suits, missing
from tests.examples import share
from webapp.efficiency.suits import (
    CLASSES,
    FARTHEST,
    Choice,
    Exchange,
    Suit,
    SuitDistances,
    copies_in,
    kinds_in,
    members,
    suit_of,
)
from webapp.scoring.tiles import Counts

ALL_ROOM = (4,) * 9


def packed(copies: Copies) -> Counts:
    return sum(number << 3 * rank for rank, number in enumerate(copies))


def suit(copies: Copies, room: Copies | None = None) -> Suit:
    return suit_of(packed(copies), packed(room or (4,) * len(copies)), len(copies))


def random_copies(random: Random, ranks: int, most: int = 14) -> Copies:
    tiles = random.sample([rank for rank in range(ranks) for _ in range(4)], random.randint(0, most))
    return tuple(tiles.count(rank) for rank in range(ranks))


def random_room(random: Random, copies: Copies) -> Copies:
    return tuple(random.randint(number, 4) for number in copies)


def expected_distance(copies: Copies, room: Copies, class_: int) -> int:
    sets, pairs = divmod(class_, 2)
    distance = missing(copies, room, sets, pairs)
    return distance if distance <= FARTHEST else 99


@pytest.mark.parametrize("ranks", [9, 7])
def test_the_distances_are_the_least_over_all_complete_suits(ranks: int) -> None:
    random = Random(ranks)
    for _ in range(150):
        copies = random_copies(random, ranks)
        room = random_room(random, copies) if random.randrange(2) else (4,) * ranks
        found = suit(copies, room).distances
        assert list(found) == [expected_distance(copies, room, class_) for class_ in CLASSES], (copies, room)


@pytest.mark.parametrize("ranks", [9, 7])
def test_a_choice_has_every_exchange_of_the_least_distance_once(ranks: int) -> None:
    random = Random(10 + ranks)
    for _ in range(share(40)):
        copies = random_copies(random, ranks, 9)
        room = random_room(random, copies) if random.randrange(2) else (4,) * ranks
        this = suit(copies, room)
        for class_ in CLASSES:
            if this.distances[class_] <= FARTHEST:
                found = this.choice(class_).exchanges
                assert len(set(found)) == len(found)
                assert set(found) == nearest(copies, room, class_), (copies, room, class_)


def nearest(copies: Copies, room: Copies, class_: int) -> set[Exchange]:
    by_distance: dict[int, set[Exchange]] = {}
    for wanted in complete_suits(*divmod(class_, 2), len(copies)):
        if all(number <= most for number, most in zip(wanted, room, strict=True)):
            gone = [max(0, number - other) for number, other in zip(copies, wanted, strict=True)]
            come = [max(0, other - number) for number, other in zip(copies, wanted, strict=True)]
            by_distance.setdefault(sum(come), set()).add(Exchange(packed(tuple(gone)), packed(tuple(come))))
    return by_distance[min(by_distance)]


def test_a_suit_without_tiles_lacks_three_for_a_set_and_two_for_a_pair() -> None:
    assert suit((0,) * 9).distances == (0, 2, 3, 5, 6, 99, 99, 99, 99, 99)


def test_a_complete_suit_lacks_nothing_and_gives_nothing() -> None:
    one_to_nine_and_a_pair = (3, 1, 1, 1, 1, 1, 1, 1, 1)
    this = suit(one_to_nine_and_a_pair)
    assert this.distances[7] == 0
    assert this.choice(7).exchanges == (Exchange(0, 0),)


def test_what_is_not_wanted_goes() -> None:
    this = suit((1, 0, 0, 0, 1, 0, 0, 0, 1))
    assert this.choice(0).exchanges == (Exchange(packed((1, 0, 0, 0, 1, 0, 0, 0, 1)), 0),)


def test_without_room_there_is_no_triplet() -> None:
    assert suit((0, 0, 1, 0, 0, 0, 0), (4, 4, 1, 0, 0, 0, 0)).distances[2] == 3
    assert suit((0, 0, 1, 0, 0, 0, 0), (0, 0, 1, 0, 0, 0, 0)).distances[2] == NEVER


def test_what_comes_along_with_a_kind_that_goes() -> None:
    choice = Choice([Exchange(0o1, 0o10), Exchange(0o1, 0o100), Exchange(0o1000, 0o100)])
    assert choice.come == 0b110
    assert choice.come_by_gone == {0: 0b110, 3: 0b100}


def test_packed_counts_are_read_kind_by_kind() -> None:
    assert copies_in(0o4003) == ((0, 3), (3, 4))
    assert kinds_in(0o4003) == 0b1001
    assert members(0b1001) == (0, 3)
    assert copies_in(0) == ()


def test_no_more_suits_are_kept_than_there_is_room_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.efficiency.suits.SUITS_KEPT", 2)
    bounded = SuitDistances(packed(ALL_ROOM), 9)
    sizes = []
    for rank in range(5):
        copies = tuple(int(rank == other) for other in range(9))
        assert bounded[packed(copies)] == suit(copies).distances
        sizes.append(len(bounded))
    assert sizes == [1, 2, 1, 2, 1]
