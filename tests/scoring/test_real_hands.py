"""Every recorded hand is worth what it was worth: yaku, fu, han, yakuman, points, and what each seat gained."""

from typing import Any

import pytest

from tests.scoring.hands import but
from tests.scoring.real_hands import RealHand, is_there, real_hands
from webapp.scoring.score import Score, score

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        not is_there(), reason="the recorded hands (shared/data/hands beside the repository) are not here"
    ),
]

#: How many cases each file has, and how many of them are of a special kind.
FILES = {
    "real-tenhou": {"hands": 3721, "pao": 3, "further winners": 31, "three players": 4, "not won": 0},
    "real-majiang": {"hands": 6035, "pao": 0, "further winners": 0, "three players": 0, "not won": 0},
    "rare-yaku": {"hands": 4778, "pao": 51, "further winners": 0, "three players": 0, "not won": 158},
    "switches": {"hands": 175, "pao": 10, "further winners": 0, "three players": 0, "not won": 6},
}


def outcome(result: Score) -> dict[str, Any]:
    """A score in the words of the recorded ones."""
    best = result.best
    if best is None:
        return {"problem": result.problems[0].code}
    yaku = [[award.key, award.yakuman or award.han] for award in best.yaku]
    dora = [[bonus.key, bonus.han] for bonus in best.bonuses]
    common = {
        "yaku": sorted(yaku + dora),
        "yakuman": best.yakuman,
        "points": result.points,
        "deltas": list(result.deltas),
    }
    return common if best.yakuman else {**common, "fu": best.fu, "han": best.han}


def recorded(case: RealHand) -> dict[str, Any]:
    expected = dict(case.expected)
    return {**expected, "yaku": sorted(expected["yaku"])} if "yaku" in expected else expected


def answer(case: RealHand) -> dict[str, Any]:
    if case.hand is None or case.problems:
        return {"problems": [(found.field, found.code) for found in case.problems]}
    return outcome(score(case.hand))


@pytest.mark.parametrize("file", FILES)
def test_every_recorded_hand_is_worth_what_it_was(file: str) -> None:
    different = [
        (case.name, found, expected)
        for case in real_hands(file)
        if (found := answer(case)) != (expected := recorded(case))
    ]
    assert different == []


@pytest.mark.parametrize("file", FILES)
def test_the_recorded_hands_are_all_there_and_of_every_kind(file: str) -> None:
    cases = [case for case in real_hands(file) if case.hand is not None]
    hands = [(case.hand, case) for case in cases if case.hand is not None]
    assert {
        "hands": len(cases),
        "pao": sum(bool(score(but(hand, rules=case.rules)).liabilities) for hand, case in hands),
        "further winners": sum(hand.nth_ron > 1 for hand, _ in hands),
        "three players": sum(case.rules.players == 3 for case in cases),
        "not won": sum("problem" in case.expected for case in cases),
    } == FILES[file]
