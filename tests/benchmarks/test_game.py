"""The benchmark of games replays what it says."""

from random import Random

import pytest

from tests.benchmarks import game
from tests.game import recorded


def test_every_row_is_measured() -> None:
    speeds = game.measure(game.logs(3), rounds=1)
    assert [speed.name for speed in speeds] == list(game.ROWS)
    assert all(speed.events > 0 and 0 < speed.p50 <= speed.p95 for speed in speeds)
    assert game.table(speeds).count("\n") == len(game.ROWS)


def test_without_recorded_games_others_are_made_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recorded, "games", tuple)
    found = game.logs(5)
    assert len(found) == 5
    assert all(len(log.events) > 3 for log in found)


def test_the_rows_do_what_they_are_called() -> None:
    (log,) = game.logs(1)
    for act in game.ROWS.values():
        assert act(log)
    assert game._log(next(game._made_up(Random(7)))).game.state.hands


def test_the_pages_of_a_game_are_timed() -> None:
    found = [log for log in game.logs(20) if log.rules.players == 4]
    rows = game.pages(found, most=2)
    assert all(0 < row.p50 <= row.p95 for row in rows)
    assert len(rows) == 2
