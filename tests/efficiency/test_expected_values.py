"""The expected values of the folder beside the repository; read in place, and not needed."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.efficiency.hands import holding
from webapp.efficiency.discards import discards, value
from webapp.efficiency.holding import Holding, holding_problems
from webapp.efficiency.shanten import Nearest, Ukeire
from webapp.efficiency.turns import turns
from webapp.efficiency.waits import waits
from webapp.scoring.rules import PRESETS
from webapp.scoring.tiles import NAMES

FILE = Path(__file__).resolve().parents[3] / "shared" / "data" / "discards.json"
pytestmark = pytest.mark.skipif(not FILE.is_file(), reason=f"there is no {FILE}")


@cache
def recorded() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def vectors() -> list[dict[str, Any]]:
    return list(recorded()["vectors"]) if FILE.is_file() else []


def read(vector: dict[str, Any]) -> Holding:
    melds = [f"{meld['type']} {meld['tiles']}" for meld in vector.get("melds", ())]
    facts = {name: "".join(vector[name]) for name in ("dora", "seen") if vector.get(name)}
    seats = {name: vector[name] for name in ("round", "seat", "drawn") if vector.get(name)}
    return holding(vector["hand"], *melds, rules=PRESETS[recorded()["rules"]], **facts, **seats)


def ukeire_of(found: Ukeire) -> tuple[list[str], int]:
    return [NAMES[kind] for kind in found.kinds], found.count


@pytest.mark.parametrize("vector", vectors(), ids=lambda vector: f"{vector['group']}-{vector['hand']}")
def test_shanten_values_and_ukeire_are_the_recorded_ones(vector: dict[str, Any]) -> None:
    held = read(vector)
    assert holding_problems(held) == ()
    assert Nearest(held).shanten == vector["shanten"]
    assert value(held) == vector["value"]
    if held.is_full:
        found = {NAMES[one.tile]: (one.value, *ukeire_of(one.ukeire)) for one in discards(held).discards}
        expected = {
            tile: (one["value"], one["ukeire"], one["ukeire_count"])
            for tile, one in vector.get("discards", {}).items()
            if not is_wait_on_a_fifth_copy(one)
        }
        assert found == expected
    elif "ukeire" in vector:
        assert ukeire_of(waits(held).ukeire) == (vector["ukeire"]["tiles"], vector["ukeire"]["count"])


def is_wait_on_a_fifth_copy(discard: dict[str, Any]) -> bool:
    """A recorded discard after which nothing at all is waited for: it does not keep the shanten.

    One hand has such a one, 345789m7p1111567s without 7p; for 1111m123p123s2223z the same file leaves 3z out, and
    says why.
    """
    return not discard["ukeire"]


def test_one_recorded_discard_waits_on_a_fifth_copy() -> None:
    odd = [
        (vector["hand"], tile)
        for vector in vectors()
        for tile, one in vector.get("discards", {}).items()
        if is_wait_on_a_fifth_copy(one)
    ]
    assert odd == [("345789m7p1111567s", "7p")]


def test_the_chances_to_win_are_the_recorded_ones() -> None:
    """The table counts the turn of the discard: of 18 turns 17 draws are left at the first, none at the last."""
    for table in recorded()["turns"]:
        found = turns(read({**table, "melds": []}), budget=10**6, draws=17)
        assert found is not None
        chances = {NAMES[tile]: [round(chance, 4) for chance in (*course.win, 0.0)] for tile, course in found.items()}
        assert chances == table["win_prob"]
