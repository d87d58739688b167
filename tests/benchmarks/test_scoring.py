"""The benchmark runs, and its sides score the same hands alike; how fast they are is no test."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks import majiang, shanten, stages
from tests.benchmarks.scoring import hands, sides
from tests.benchmarks.sides import Side, Speed, Tasks, measure, table
from tests.scoring.peer import our_answer, peer_answer
from webapp.scoring.hand import problems
from webapp.scoring.score import score
from webapp.scoring.tiles import TILES

ROOT = Path(__file__).resolve().parents[2]
OURS = ["agari", "agari with payments", "mahjong 2.1"]


def test_we_and_mahjong_say_the_same_of_the_hands_that_are_timed() -> None:
    for win in hands(300):
        assert problems(win.hand) == ()
        assert our_answer(win) == peer_answer(win)


def test_we_and_majiang_core_say_the_same_of_the_hands_that_are_timed() -> None:
    if not majiang.is_there():
        pytest.skip(f"majiang-core is not installed; `{majiang.INSTALL}` does it")
    wins = hands(300)
    with majiang.Majiang("hule", [win.hand for win in wins]) as side:
        for win, theirs in zip(wins, side.answers(), strict=True):
            # It knows pao, which the rules of the benchmark leave out: what the winner gets is the same.
            ours = win.score.deltas[win.hand.table.seat] if win.score.best else None
            assert (theirs[win.hand.table.seat] if theirs else None) == ours


def test_riichienv_says_the_same_of_the_hands_that_are_timed() -> None:
    pytest.importorskip("riichienv", reason="needs the extra [bench]")
    from tests.benchmarks.riichienv import tasks

    wins = [win for win in hands(300) if win.score.best and not win.score.best.yakuman]
    for win, task in zip(wins, tasks(wins), strict=True):
        theirs, best = task(), win.score.best
        assert best
        assert (theirs.han, theirs.fu) == (best.han, best.fu)


def test_all_sides_are_asked_about_every_hand() -> None:
    few = hands(5)
    with sides(few) as found:
        assert [side.name for side in found][:3] == OURS
        alone, paid = found[:2]
        assert isinstance(alone, Tasks)
        assert isinstance(paid, Tasks)
        assert [task() for task in paid.tasks] == [win.score.payments for win in few]
        assert len(alone.tasks) == 5
        assert [len(side.round()) for side in found] == [5] * len(found)


def test_the_measurement_has_a_speed_for_each_side() -> None:
    with sides(hands(5)) as found:
        speeds = measure(found, rounds=3)
        assert [speed.name for speed in speeds] == [side.name for side in found]
    for speed in speeds:
        assert min(speed.first, speed.per_second) > 0
        assert 0 < speed.p50 <= speed.p99


def test_the_table_shows_how_many_times_as_fast_we_are() -> None:
    shown = table([Speed("one", 40000, 60000, 15, 40), Speed("other", 4000, 5000, 190.26, 600)])
    assert [line.split() for line in shown.splitlines()] == [
        ["new", "hands/s", "hands/s", "p50", "µs", "p99", "µs", "we", "are"],
        ["one", "40,000", "60,000", "15.0", "40.0", "1.00×"],
        ["other", "4,000", "5,000", "190.3", "600.0", "12.68×"],
    ]


def test_all_find_the_same_shanten() -> None:
    with shanten.shanten_sides(shanten.hands(200)) as found:
        said = [_said(side) for side in found]
    assert said == [said[0]] * len(found)


def test_all_name_the_same_discards_and_the_same_tiles_after_each() -> None:
    with shanten.discards_sides(5) as found:
        said = [[_in_kinds(answer) for answer in _said(side)] for side in found]
    assert said == [said[0]] * len(found)


def _said(side: Side) -> list[Any]:
    """What a side says of each hand."""
    if isinstance(side, majiang.Majiang):
        return side.answers()
    assert isinstance(side, Tasks)
    return [task() for task in side.tasks]


def _in_kinds(answer: dict[Any, list[Any]]) -> dict[int, list[int]]:
    """What is said of each discard, in kinds; majiang-core says it in its names (``m1``)."""
    return {_kind(gone): [_kind(tile) for tile in come] for gone, come in answer.items()}


def _kind(tile: int | str) -> int:
    return tile if isinstance(tile, int) else TILES[tile[1] + tile[0]]


def test_waits_are_timed_for_every_tenpai() -> None:
    with shanten.waits_sides(4) as found:
        assert found[0].name == "agari, ron and tsumo"
        assert [len(side.round()) for side in found] == [4] * len(found)


def test_it_is_a_program() -> None:
    code = "import tests.benchmarks.scoring as s, tests.benchmarks.sides as t\n"
    code += "with s.sides(s.hands(3)) as found: print(t.table(t.measure(found, 1)))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[1].startswith("agari")


def test_the_stages_are_in_the_table_and_the_last_before_the_payments_is_the_score() -> None:
    sample = hands(5)
    found = stages.measure(sample, rounds=1)
    assert [stage.name for stage in found] == list(stages.STAGES)[1:]
    assert stages.STAGES["points, order, result"] is score
    lines = stages.table([stages.Stage("one", 1.5), stages.Stage("two", 0.5), stages.Stage("payments", 1)], 10).split(
        "\n"
    )
    assert [line.split()[-1] for line in lines] == ["share", "75%", "25%", "2.00", "50%", "5.0×"]
