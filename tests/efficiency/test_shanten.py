"""Shanten and ukeire: exact, by all three shapes, and as an independent program has them."""

from random import Random

import pytest
from hypothesis import given
from mahjong.shanten import Shanten as Peer

from tests.efficiency import literal
from tests.efficiency.hands import holding, holdings, random_holding, spelled
from tests.examples import law, share
from webapp.efficiency.holding import Holding
from webapp.efficiency.shanten import Nearest, Ukeire, shanten
from webapp.scoring.notation import format_tiles
from webapp.scoring.rules import PRESETS, TENHOU
from webapp.scoring.table import Table
from webapp.scoring.tiles import KIND, KINDS, NAMES, YAOCHUU, Kind, kinds_of

HANDS = 20_000
SANMA = PRESETS["tenhou_sanma"]
POOLS = [list(KINDS), list(KINDS), list(range(27)), list(range(9)), [*range(9), *range(27, 34)], kinds_of(YAOCHUU)]


def kinds(names: tuple[Kind, ...]) -> str:
    return format_tiles(names)


def ukeire(held: Holding) -> Ukeire:
    return Ukeire.of(held, Nearest(held).advancing)


# -- single hands ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("tiles", "expected"),
    [
        ("123m456p789s11222z", -1),
        ("123m456p789s1122z", 0),
        ("123m456p78s11222z", 0),
        ("123m456p79s11223z", 1),
        ("1122m3344p5566s77z", -1),
        ("1122m3344p5566s7z", 0),
        ("1111m3344p5566s77z", 1),
        ("1111m2222p3333s44z", 1),
        ("19m19p19s12345677z", -1),
        ("19m19p19s1234567z", 0),
        ("19m19p19s1112345z", 1),
        ("147m258p369s1234z", 6),
        ("147m258p369s12345z", 6),
    ],
)
def test_the_shanten_of_known_hands(tiles: str, expected: int) -> None:
    assert shanten(holding(tiles)) == expected


@pytest.mark.parametrize(
    ("tiles", "melds", "expected"),
    [
        ("1m", ("pon 222m", "pon 333p", "pon 444s", "pon 555z"), 0),
        ("11m", ("pon 222m", "pon 333p", "pon 444s", "pon 555z"), -1),
        ("1234m", ("chi 123p", "pon 333p", "ankan 4444s"), 0),
        ("147m2z", ("chi 123p", "pon 333p", "pon 444s"), 2),
    ],
)
def test_melds_are_sets_that_are_made(tiles: str, melds: tuple[str, ...], expected: int) -> None:
    assert shanten(holding(tiles, *melds)) == expected


def test_seven_pairs_and_thirteen_orphans_are_for_hands_without_melds() -> None:
    assert shanten(holding("1122m3355p5z", "ankan 9999s")) == 2
    assert shanten(holding("19m19p1s12345z", "ankan 9999s")) == 6


@pytest.mark.parametrize(
    ("tiles", "melds"),
    [
        ("1111m123p123s222z", ()),
        ("345789m1111567s", ()),
        ("1m", ("pon 111m", "pon 333p", "pon 444s", "pon 555z")),
        ("1112m", ("pon 222m", "ankan 1111p", "ankan 3333m")),
    ],
)
def test_a_wait_on_a_fifth_copy_is_none(tiles: str, melds: tuple[str, ...]) -> None:
    held = holding(tiles, *melds)
    assert shanten(held) == literal.shanten(held) == 1


def test_a_wait_on_tiles_that_others_show_is_one() -> None:
    held = holding("123678m123p1388s", seen="2222s")
    assert shanten(held) == 0
    assert ukeire(held).left == ((19, 0),)


def test_ukeire_counts_what_is_left() -> None:
    held = holding("123678m123p3488s", dora="9s", seen="5s2s")
    assert kinds(ukeire(held).kinds) == "25s"
    assert [left for _, left in ukeire(held).left] == [3, 3]
    assert ukeire(held).count == 6


def test_a_red_five_counts_among_the_fives() -> None:
    assert ukeire(holding("123678m123p3488s")).count == 8
    assert ukeire(holding("123678m123p3488s", seen="0s")).count == 7


def test_the_document_has_eighteen_tiles_after_the_discards_of_1s_and_2s() -> None:
    nearest = Nearest(held := holding("06778p1122345s77z", dora="2z"))
    after = {NAMES[kind]: Ukeire.of(held, come) for kind, come in nearest.advancing_after.items()}
    assert {tile: one.count for tile, one in after.items() if one.count == 18} == {"1s": 18, "2s": 18}
    assert kinds(after["2s"].kinds) == "69p136s7z"


def test_with_three_players_nothing_is_waited_for_that_is_not_there() -> None:
    held = holding("19m", "pon 111p", "pon 222p", "pon 333p", "pon 444p", rules=SANMA)
    assert shanten(held) == 0
    held = holding("11m123p123s99m777z", rules=SANMA)
    assert kinds(ukeire(held).kinds) == "19m"
    held = holding("1199m11p22s33s55z7z", rules=SANMA, nuki=3)
    assert 30 not in ukeire(held).kinds


# -- laws ------------------------------------------------------------------------------------------


@law(30)
@given(holdings(5, is_full=False, seen=30))
def test_the_ukeire_are_the_tiles_that_lower_the_shanten(held: Holding) -> None:
    lowering = {KIND[tile] for tile, _, _ in literal.draws(held)}
    assert set(ukeire(held).kinds) == lowering


@law(15)
@given(holdings(4, seen=30))
def test_a_discard_is_kept_by_what_it_leaves(held: Holding) -> None:
    found = Nearest(held)
    if found.distance:
        expected = {}
        for tile, after in literal.discards(held):
            expected[KIND[tile]] = {KIND[drawn] for drawn, _, _ in literal.draws(after)}
        assert {kind: set(kinds_of(come)) for kind, come in found.advancing_after.items()} == expected


@law(50)
@given(holdings(8, is_full=False))
def test_a_tile_more_lowers_the_shanten_by_one_at_most_and_never_raises_it(held: Holding) -> None:
    for kind in KINDS:
        if held.left[kind]:
            assert shanten(held) - shanten(held.after((), (kind,))) in (0, 1)


@law(50)
@given(holdings(8))
def test_a_tile_less_raises_the_shanten_by_one_at_most_and_never_lowers_it(held: Holding) -> None:
    for tile in set(held.concealed):
        assert shanten(held.after((tile,), ())) - shanten(held) in (0, 1)


@given(holdings(7))
def test_suits_can_be_exchanged(held: Holding) -> None:
    if not held.melds:
        exchanged = [(kind + 9) % 27 if kind < 27 else kind for kind in map(KIND.__getitem__, held.concealed)]
        assert shanten(Holding(tuple(exchanged))) == shanten(Holding(held.concealed))


def test_no_hand_is_farther_away_than_six_steps() -> None:
    random = Random(1)
    wall = [kind for kind in KINDS for _ in range(4)]
    found = {shanten(Holding(tuple(random.sample(wall, 13)))) for _ in range(2000)}
    assert max(found) == 6


# -- others ----------------------------------------------------------------------------------------


def dealt(number: int, seed: int) -> list[list[Kind]]:
    """Tiles as a hand can have them, many of few kinds, and many with all four of a kind."""
    random = Random(seed)
    found = []
    for _ in range(number):
        pool = random.choice(POOLS)
        length = random.choice((13, 14))
        fours = random.sample(pool, random.choice((0, 0, 0, 1, 2, 3)))
        others = [kind for kind in pool for _ in range(4) if kind not in fours]
        tiles = [kind for kind in fours for _ in range(4)]
        found.append(tiles + random.sample(others, length - len(tiles)))
    return found


def counts34(tiles: list[Kind]) -> list[int]:
    return [tiles.count(kind) for kind in KINDS]


@pytest.mark.slow
def test_the_package_mahjong_agrees_on_tens_of_thousands_of_hands() -> None:
    """Since its version 2 it knows of fifth copies too: no hand has to be put aside."""
    differences = [
        (format_tiles(tiles), ours, theirs)
        for tiles in dealt(share(HANDS), 2024)
        if (ours := shanten(Holding(tuple(tiles)))) != (theirs := Peer.calculate_shanten(counts34(tiles)))
    ]
    assert differences == []


@pytest.mark.slow
def test_the_package_mahjong_agrees_with_three_players() -> None:
    for tiles in dealt(3000, 2025):
        if not any(kind in range(1, 8) for kind in tiles):
            theirs = Peer.calculate_shanten(counts34(tiles), is_three_player=True)
            assert shanten(Holding(tuple(tiles), table=Table(rules=SANMA))) == theirs, format_tiles(tiles)


@pytest.mark.slow
def test_beside_melds_the_package_mahjong_differs_only_where_a_meld_has_the_copies() -> None:
    """It is not told the melds, so it waits for tiles that are all in one's own."""
    random = Random(2026)
    explained = 0
    for _ in range(share(4000)):
        held = random_holding(random, random.randint(1, 5))
        if not held.melds:
            continue
        tiles = [KIND[tile] for tile in held.concealed]
        theirs = Peer.calculate_shanten(counts34(tiles), use_chiitoitsu=False, use_kokushi=False)
        if shanten(held) != theirs:
            assert shanten(held) == literal.shanten(held) > theirs, spelled(held)
            explained += 1
    assert explained < 100


@pytest.mark.slow
def test_every_complete_hand_looked_at_one_by_one_says_the_same() -> None:
    random = Random(2027)
    for rules in (TENHOU, SANMA):
        for _ in range(share(250)):
            held = random_holding(random, random.randint(1, 9), rules, is_full=bool(random.randrange(2)))
            assert shanten(held) == literal.shanten(held), spelled(held)
