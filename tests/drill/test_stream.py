"""The stream of numbers is the same for ever."""

from collections import Counter

from webapp.drill.stream import Stream

NUMBERS = [192, 532, 458, 363, 493, 354, 198, 360, 386, 684]
LETTERS = ["d", "f", "e", "g", "b", "a", "c"]


def test_a_text_gives_the_same_numbers_for_ever() -> None:
    stream = Stream("agari")
    assert [stream.below(1000) for _ in range(10)] == NUMBERS
    assert Stream("agari").shuffled("abcdefg") == LETTERS


def test_every_number_is_as_likely_as_the_others() -> None:
    stream = Stream("dice")
    thrown = Counter(stream.below(6) for _ in range(6000))
    assert set(thrown) == set(range(6))
    assert all(850 < times < 1150 for times in thrown.values())


def test_weights_are_kept() -> None:
    stream = Stream("weights")
    drawn = Counter(stream.weighted([("a", 1), ("b", 0), ("c", 3)]) for _ in range(4000))
    assert set(drawn) == {"a", "c"}
    assert 850 < drawn["a"] < 1150


def test_a_shuffled_row_has_the_items_of_the_row() -> None:
    assert sorted(Stream("x").shuffled(range(20))) == list(range(20))
