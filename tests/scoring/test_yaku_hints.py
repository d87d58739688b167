"""The hints beside a yaku (sequences, triplets, honours, one suit) only save asking in vain.

Its shapes are no hint but part of the rule: without them seven pairs, thirteen orphans, terminals and honours, and
all five sorts would hold of other shapes too.
"""

from random import Random

import pytest

from tests.examples import share
from tests.scoring.hands import dealt, random_win, win
from webapp.scoring.awards import YAKU, awards
from webapp.scoring.reading import CHIITOITSU, KOKUSHI, Reading, Shape, readings
from webapp.scoring.registry import Form
from webapp.scoring.rules import PRESETS
from webapp.scoring.tiles import DRAGONS, WINDS

#: key, han, yakuman, proving tiles
Asked = tuple[str, int, int, int]


def awards_of_everything(hand: Reading) -> list[Asked]:
    """What every yaku says of a reading when all are asked."""
    won = hand.situation
    found = []
    for yaku in YAKU.values():
        if yaku.counts(won.rules, is_closed=won.is_closed) and hand.shape in yaku.shapes:
            tiles = int(yaku.proof(hand)) if yaku.proof else 0
            if tiles or (yaku.circumstance and yaku.circumstance(won)):
                han = yaku.closed if hand.is_closed else yaku.open
                multiple = yaku.multiple(hand.rules) if yaku.is_yakuman else 0
                found.append((yaku, (yaku.key, han, multiple, tiles)))
    yakuman = [asked for yaku, asked in found if yaku.is_yakuman]
    if yakuman and not hand.rules.no_limit:
        return yakuman
    replaced = {key for yaku, _ in found for key in yaku.replaces}
    return [asked for _, asked in found if asked[0] not in replaced]


def awards_by_hints(hand: Reading) -> list[Asked]:
    return [(award.key, award.han, award.yakuman, int(award.proof(hand))) for award in awards(hand)]


@pytest.mark.slow
def test_all_yaku_asked_of_every_reading_say_what_the_fitting_ones_say() -> None:
    seen = set()
    for won in dealt(share(6000), seed=7):
        for reading in readings(won.hand):
            expected = awards_of_everything(reading)
            assert sorted(awards_by_hints(reading)) == sorted(expected)
            seen |= {key for key, *_ in expected}
    assert len(seen) > 60


@pytest.mark.parametrize(
    ("line", "dragons", "winds"),
    [
        ("(555z) 666z 222z 123m 9p +9p", 2, 1),
        ("111z (2222z) 333z 44z 7z +7z", 0, 3),
        ("111m 333p 555s 77z 99m +7z", 1, 0),
        ("123m 456p 789s 345s 7z +7z", 0, 0),
    ],
)
def test_a_form_knows_how_many_triplets_of_dragons_and_winds_there_are(line: str, dragons: int, winds: int) -> None:
    for hand in readings(win(line).hand):
        form = Form(hand.shape, hand.traits, hand.triplets.bit_count(), hand.twins)
        assert (form.triplets_of(DRAGONS), form.triplets_of(WINDS)) == (dragons, winds)


def fitting(shape: Shape) -> set[str]:
    """The yaku of tiles that can be had in a shape."""
    return {name for name, yaku in YAKU.items() if yaku.proof and shape in yaku.shapes}


def test_seven_pairs_and_thirteen_orphans_can_have_these_yaku_of_tiles() -> None:
    of_any_shape = {"iipin_mooyue", "chuupin_raoyui"}
    assert fitting(KOKUSHI) == {"kokushi", "kokushi_13"} | of_any_shape
    assert fitting(CHIITOITSU) == of_any_shape | {
        *("chiitoitsu", "tanyao", "honroutou", "honitsu", "chinitsu", "tsuuiisou", "daisharin", "daichisei"),
    }


def test_a_circumstance_can_be_had_in_any_shape() -> None:
    assert all(yaku.shapes == frozenset(Shape) for yaku in YAKU.values() if yaku.circumstance)


def test_yaku_are_listed_in_the_order_of_the_registry() -> None:
    order = {yaku.key: place for place, yaku in enumerate(YAKU.values())}
    random = Random(8)
    for won in (random_win(random, PRESETS["tenhou"]) for _ in range(2000)):
        for reading in readings(won.hand):
            places = [order[award.key] for award in awards(reading)]
            assert places == sorted(places)
