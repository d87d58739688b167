"""Every hand of the shared test data, from real games and made up, is scored as it was there.

The data lies beside the repository (`../shared/data/hands`, described in its FORMAT.md) and is read in place.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from webapp.cases import read_case
from webapp.scoring.score import ScoredReading, score

HANDS = Path(__file__).resolve().parents[3] / "shared" / "data" / "hands"
#: How many hands each file has, as FORMAT.md says.
FILES = {"real-tenhou": 3721, "real-majiang": 6035, "switches": 175, "rare-yaku": 4778}

pytestmark = pytest.mark.skipif(not HANDS.is_dir(), reason=f"the shared test data is not here: {HANDS}")


def cases(name: str) -> list[dict[str, Any]]:
    with (HANDS / f"{name}.jsonl").open(encoding="utf-8") as lines:
        return [json.loads(line) for line in lines if line.strip()]


def answered(best: ScoredReading) -> dict[str, Any]:
    """Yaku and dora of a reading, yakuman with their multiple; fu and han unless it is a yakuman."""
    yaku = [[award.key, award.yakuman or award.han] for award in best.yaku]
    dora = [[bonus.key, bonus.han] for bonus in best.bonuses]
    found: dict[str, Any] = {"yaku": sorted(yaku + dora), "yakuman": best.yakuman}
    return found if best.yakuman else found | {"fu": best.fu, "han": best.han}


def answer(case: dict[str, Any]) -> dict[str, Any]:
    """What the engine says of a case, in the words of `expect`."""
    read = read_case({name: value for name, value in case.items() if name not in ("id", "expect")})
    if read.hand is None or read.problems:
        return {"problem": [found.code for found in read.problems]}
    scored = score(read.hand, read.rules)
    if scored.best is None:
        return {"problem": scored.problems[0].code}
    return answered(scored.best) | {"points": scored.points, "deltas": list(scored.deltas)}


def expected(case: dict[str, Any]) -> dict[str, Any]:
    expect: dict[str, Any] = case["expect"]
    return expect if "problem" in expect else expect | {"yaku": sorted(expect["yaku"])}


def disagreements(name: str) -> Iterator[str]:
    for case in cases(name):
        if (found := answer(case)) != expected(case):
            yield f"{case['id']}: {found} and not {expected(case)}"


def test_there_are_these_four_files_and_no_other() -> None:
    assert {path.stem for path in HANDS.glob("*.jsonl")} == set(FILES)


@pytest.mark.parametrize(("name", "number"), FILES.items())
def test_every_hand_of_a_file_agrees_in_yaku_fu_han_points_and_payments(name: str, number: int) -> None:
    ids = [case["id"] for case in cases(name)]
    assert len(set(ids)) == len(ids) == number
    wrong = list(disagreements(name))
    assert not wrong, f"{len(wrong)} of {number} hands disagree:\n" + "\n".join(wrong[:20])


def test_the_hands_are_of_every_kind() -> None:
    everything = [case for name in FILES for case in cases(name)]
    yaku = {key for case in everything for key, _ in case["expect"].get("yaku", [])}
    assert len(yaku) > 50
    assert {case.get("nth_ron", 1) for case in everything} >= {1, 2}
    assert {len(case["expect"].get("deltas", [])) for case in everything} == {0, 3, 4}
    assert {case["expect"].get("problem") for case in everything} == {None, "no_yaku"}
    assert {meld["type"] for case in everything for meld in case["melds"]} == {
        "chi",
        "pon",
        "daiminkan",
        "kakan",
        "ankan",
    }
