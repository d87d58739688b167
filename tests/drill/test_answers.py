"""Every answer is computed a second way: points, han, fu and yaku by another program, waits by trying all tiles."""

import json
from collections import Counter
from dataclasses import replace

import pytest

from tests.drill.asked import LEVELS, asked
from tests.scoring.hands import Win, but
from tests.scoring.peer import our_answer, peer_answer
from tests.scoring.real_hands import is_there, real_hands
from webapp.drill.choices import right_answer, right_shares, shares_of
from webapp.drill.questions import Question, Sort
from webapp.scoring.reading import readings
from webapp.scoring.rules import COPIES, TENHOU
from webapp.scoring.score import score, winner
from webapp.scoring.tiles import KIND, KINDS, NAMES

HANDS = 200
#: Rules that both programs know.
SHARED = replace(TENHOU, pao=frozenset())


def differs(one: Question) -> bool:
    """Whether the package `mahjong` says something else of the hand."""
    win = Win(one.hand)
    return our_answer(win) != peer_answer(win)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("kind", [Sort.POINTS, Sort.HAN_FU, Sort.FU, Sort.YAKU])
def test_another_program_gives_the_same_answer(kind: Sort, level: int) -> None:
    assert [one for one in asked(kind, level, HANDS // 4, SHARED) if differs(one)] == []


def tried(one: Question) -> str:
    """The tiles that complete a hand, each of the 34 tried."""
    hand = one.hand
    held = Counter(KIND[tile] for tile in (*hand.concealed, *(tile for meld in hand.melds for tile in meld.tiles)))
    kinds = [kind for kind in KINDS if held[kind] < COPIES and readings(replace(hand, win=kind))]
    return "".join(NAMES[kind] for kind in kinds)


@pytest.mark.parametrize("level", LEVELS)
def test_the_waits_are_those_of_trying_all_tiles(level: int) -> None:
    for one in asked(Sort.WAITS, level, HANDS):
        assert tried(one) == right_answer(one)


@pytest.mark.parametrize("level", LEVELS)
def test_the_shares_are_what_the_deltas_say(level: int) -> None:
    for one in asked(Sort.POINTS, level, HANDS):
        deltas = one.score.deltas
        paid = sorted({-points for seat, points in enumerate(deltas) if points < 0})
        assert sorted({points for _, points in right_shares(one)}) == paid


@pytest.mark.slow
@pytest.mark.skipif(not is_there(), reason="the recorded hands (shared/data/hands beside the repository) are not here")
def test_the_shares_of_recorded_hands_with_pao_are_what_was_paid() -> None:
    number = 0
    for file in ("real-tenhou", "rare-yaku", "switches"):
        for case in real_hands(file):
            if case.hand is None or case.problems or not case.expected.get("deltas"):
                continue
            hand = but(case.hand, rules=case.rules)
            found = score(hand)
            if found.best and found.liabilities:
                number += 1
                shares = shares_of(winner(hand, found.best.basic, found.liabilities), hand.rules)
                paid = {-points for points in case.expected["deltas"] if points < 0}
                assert {points for _, points in shares} == paid, json.dumps(case.expected)
    assert number > 30
