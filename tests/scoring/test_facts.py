"""Hands with the same facts have the same yaku and fu by tsumo, whichever yaku there are."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import groupby, product
from operator import attrgetter
from random import Random
from typing import get_args

import pytest

from tests.examples import share
from tests.scoring.hands import hand_of, keys, meld, spelled
from webapp.scoring.awards import YAKU
from webapp.scoring.blocks import Meld
from webapp.scoring.decompose import SUIT_MASKS, SUIT_PARTS, meld_part
from webapp.scoring.facts import OF_ORPHANS, Facts, facts_of, facts_of_pairs, last_of
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.reading import CHIITOITSU, KOKUSHI, STANDARD, Reading, readings
from webapp.scoring.rules import PRESETS, TENHOU, LocalYaku, Rules, copies_of_kind
from webapp.scoring.score import score_reading
from webapp.scoring.table import Table
from webapp.scoring.tiles import KIND, KINDS, Kind, count, count_of

EVERY_LOCAL: frozenset[LocalYaku] = frozenset(get_args(LocalYaku))
#: Yaku that no tsumo of four players without circumstances has: by ron, with the last tile of the wall or the last
#: discard, and a value tile of three players.
NEVER_HERE = {"pei", "shiiaru_raotai", "iipin_mooyue", "chuupin_raoyui"}
MELDS: list[tuple[Meld, ...]] = [
    (),
    (meld("ankan", "1111z"),),
    (meld("ankan", "9999m"), meld("ankan", "5555p")),
    (meld("pon", "555z", 1),),
    (meld("chi", "234s", 3),),
    (meld("chi", "123m", 3), meld("pon", "222z", 2)),
    (meld("pon", "222s", 1), meld("daiminkan", "3333s", 2), meld("pon", "666z", 1)),
    (meld("kakan", "1111p", 1, added="1p"), meld("ankan", "2222z"), meld("pon", "999p", 1)),
    (meld("pon", "111z", 1), meld("pon", "333z", 1)),
    (meld("chi", "456m", 3), meld("chi", "456m", 3)),
]
Answer = frozenset[tuple[frozenset[str], int]]


def suits_of(hand: WinningHand) -> list[int]:
    counts = count([*hand.concealed, hand.win])
    return [counts & mask for mask in SUIT_MASKS]


def questions(hand: WinningHand, *, has_local: bool) -> list[tuple[int, int]]:
    """The facts of each split of a hand of sets, and what the last tile does in it; in the order of its readings."""
    melds, last = meld_part(hand.melds), KIND[hand.win]
    splits = product(*[SUIT_PARTS[counts] for counts in suits_of(hand)])
    asked = []
    for split in splits:
        facts = [facts_of(part, suit, melds, has_local=has_local) for suit, part in enumerate(split)]
        asked.append((key_of(facts), last_of(split[last // 9], last // 9, last)))
    return asked


def key_of(facts: list[Facts]) -> int:
    joined = 0
    for each in facts:
        joined |= each.joined
    return sum(each.added for each in facts) | joined


def asked_of(hand: WinningHand, reading: Reading, *, has_local: bool) -> tuple[int, int]:
    """The same for a hand of pairs or orphans."""
    if reading.shape is CHIITOITSU:
        return key_of([facts_of_pairs(reading.kinds & 0x1FF << 9 * suit) for suit in range(4)]), 0
    assert reading.shape is KOKUSHI
    return OF_ORPHANS.joined, count_of(reading.counts, KIND[hand.win])


def answers(hand: WinningHand, *, has_local: bool) -> Iterator[tuple[tuple[int, int], Answer]]:
    """Each question of a hand with the yaku and fu of its readings."""
    read = readings(hand)
    by_sets = [reading for reading in read if reading.shape is STANDARD]
    by_split = [list(each) for _, each in groupby(by_sets, key=attrgetter("laid"))]
    if by_sets:
        yield from zip(questions(hand, has_local=has_local), [answer(hand, each) for each in by_split], strict=True)
    for reading in read:
        if reading.shape is not STANDARD:
            yield asked_of(hand, reading, has_local=has_local), answer(hand, [reading])


def answer(hand: WinningHand, split: list[Reading]) -> Answer:
    scored = [score_reading(hand, reading, 0) for reading in split]
    return frozenset((frozenset(keys(each)), each.fu) for each in scored)


def hands_of(random: Random, melds: tuple[Meld, ...], rules: Rules) -> Iterator[list[Kind]]:
    """Concealed tiles of complete hands beside these melds, most often of few kinds, so that many have the same
    facts."""
    melded = [KIND[tile] for each in melds for tile in each.tiles]
    kinds = random.choice((range(9), range(9, 18), range(18, 27), range(27, 34), KINDS, KINDS, [0, 8, 9, 17, 18, 26]))
    while True:
        tiles: list[Kind] = []
        for _ in range(4 - len(melds)):
            first = random.choice(kinds if random.random() < 0.8 else KINDS)
            is_run = first < 27 and first % 9 < 7 and random.random() < 0.7
            tiles += [first, first + 1, first + 2] if is_run else [first] * 3
        tiles += [random.choice(kinds if random.random() < 0.7 else KINDS)] * 2
        if not melds and random.random() < 0.1:
            tiles = sorted(random.sample([kind for kind in KINDS if random.random() < 0.5], 7) * 2)
        held = [*tiles, *melded]
        if all(held.count(kind) <= copies_of_kind(kind, rules.players) for kind in held):
            yield tiles


def by_examples(melds: int) -> Iterator[WinningHand]:
    """The hands of the examples of every yaku with so many melds."""
    for yaku in YAKU.values():
        for line in yaku.examples:
            hand = hand_of(line.partition(": ")[2].strip())
            if len(hand.melds) == melds:
                yield hand


def with_other_pairs(random: Random, hand: WinningHand) -> Iterator[list[Kind]]:
    """The tiles of a hand, and its neighbours with two equal tiles exchanged for two others; not all are complete."""
    tiles = [KIND[tile] for tile in (*hand.concealed, hand.win)]
    yield tiles
    for kind in {kind for kind in tiles if tiles.count(kind) > 1}:
        others = list(tiles)
        others.remove(kind)
        others.remove(kind)
        yield from ([*others, new, new] for new in random.sample(KINDS, 8) if others.count(new) <= 2)


def by_tsumo(tiles: list[Kind], last: Kind, melds: tuple[Meld, ...], table: Table) -> WinningHand:
    others = list(tiles)
    others.remove(last)
    is_closed = not any(each.type.is_open for each in melds)
    flags = frozenset({Flag.RIICHI} if is_closed else ())
    return WinningHand(tuple(others), last, True, melds, table, flags)


def differing(melds: tuple[Meld, ...], rules: Rules, number: int, *, has_local: bool, seen: set[str]) -> str:
    """Two hands with the same facts and another answer, as a text; empty if there are none. `seen` takes in the yaku of
    all hands."""
    random = Random(f"{rules.preset} {len(melds)}")
    known: dict[tuple[int, int], tuple[Answer, WinningHand]] = {}
    table = Table(round=random.randrange(2), seat=random.randrange(rules.players), rules=rules)
    made = hands_of(random, melds, rules)
    tiles_of = [next(made) if index % 40 else next(made := hands_of(random, melds, rules)) for index in range(number)]
    if not melds:
        tiles_of += [tiles for hand in by_examples(0) for tiles in with_other_pairs(random, hand)]
    for tiles in tiles_of:
        for last in set(tiles):
            hand = by_tsumo(tiles, last, melds, table)
            for question, answered in answers(hand, has_local=has_local):
                seen.update(key for yaku, _ in answered for key in yaku)
                before, other = known.setdefault(question, (answered, hand))
                if before != answered:
                    return f"{spelled(hand)}: {answered}; {spelled(other)}: {before}"
    return ""


@pytest.mark.slow
@pytest.mark.parametrize(
    "preset", [pytest.param(name, marks=[pytest.mark.ci] * (name != TENHOU.preset)) for name in PRESETS]
)
def test_hands_with_the_same_facts_have_the_same_yaku_and_fu(preset: str) -> None:
    rules = PRESETS[preset]
    for melds in MELDS:
        if rules.players == 3 and any(tile % 34 in range(1, 8) for each in melds for tile in each.tiles):
            continue
        assert not differing(melds, rules, share(250), has_local=bool(rules.local_yaku), seen=set())


def test_so_it_is_for_every_yaku_there_is() -> None:
    seen: set[str] = set()
    for melds in MELDS:
        everything = replace(TENHOU, local_yaku=EVERY_LOCAL, daisharin_other_suits=True)
        assert not differing(melds, everything, share(150), has_local=True, seen=seen)
    for hand in (hand for melds in range(5) for hand in by_examples(melds)):
        drawn = replace(hand, is_tsumo=True, flags=frozenset(), table=replace(hand.table, rules=everything))
        seen.update(key for _, answered in answers(drawn, has_local=True) for yaku, _ in answered for key in yaku)
    assert {yaku.key for yaku in YAKU.values() if yaku.proof} - seen == NEVER_HERE


@pytest.mark.parametrize("key", ["sanrenkou", "isshoku_sanjun", "suurenkou", "daisharin"])
def test_a_yaku_that_looks_at_something_else_is_noticed(key: LocalYaku) -> None:
    """Local yaku are such: without the facts that are theirs, hands of equal facts differ."""
    rules = replace(TENHOU, local_yaku=frozenset({key}))
    assert any(differing(melds, rules, 3000, has_local=False, seen=set()) for melds in MELDS[:1])
