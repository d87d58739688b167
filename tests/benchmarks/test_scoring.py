"""The benchmark runs, and its two sides score the same hands alike; how fast they are is no test."""

import subprocess
import sys
from pathlib import Path

from tests.benchmarks.scoring import Speed, hands, measure, sides, table
from tests.scoring.peer import our_answer, peer_answer
from webapp.scoring.hand import problems

ROOT = Path(__file__).resolve().parents[2]


def test_both_sides_say_the_same_of_the_hands_that_are_timed() -> None:
    for win in hands(300):
        assert problems(*win) == ()
        assert our_answer(win) == peer_answer(win)


def test_both_sides_are_asked_about_every_hand() -> None:
    few = hands(5)
    ours, theirs = sides(few)
    assert len(ours.tasks) == len(theirs.tasks) == 5
    assert [task() for task in ours.tasks] == [win.score.payments for win in few]


def test_the_measurement_has_a_speed_for_each_side() -> None:
    speeds = measure(hands(5), rounds=3)
    assert [speed.name for speed in speeds] == ["agari", "mahjong 2.1"]
    for speed in speeds:
        assert min(speed.first, speed.per_second) > 0
        assert 0 < speed.p50 <= speed.p99


def test_the_table_shows_how_many_times_as_fast_each_side_is() -> None:
    shown = table([Speed("one", 40000, 60000, 15, 40), Speed("other", 4000, 5000, 190.26, 600)])
    assert [line.split() for line in shown.splitlines()] == [
        ["new", "hands/s", "hands/s", "p50", "µs", "p99", "µs", "ratio"],
        ["one", "40,000", "60,000", "15.0", "40.0", "12.0"],
        ["other", "4,000", "5,000", "190.3", "600.0", "1.0"],
    ]


def test_it_is_a_program() -> None:
    code = "import tests.benchmarks.scoring as s; print(s.table(s.measure(s.hands(3), rounds=1)))"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[1].startswith("agari")
