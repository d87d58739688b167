"""Recorded games, one JSON object a line: the project's own folder of data, or another one by ``RECORDED_GAMES``.

A game has rules, steps (an event and the state after it) and its final points; a case has events and the state at the
end. Neither is part of the repository.
"""

import json
import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

Json = dict[str, Any]

DATA = Path(__file__).resolve().parents[3] / "shared" / "data"
FOLDER = Path(os.environ.get("RECORDED_GAMES", DATA))


def _lines(names: str) -> Iterator[Json]:
    for path in sorted(FOLDER.glob(names)):
        with path.open(encoding="utf-8") as file:
            yield from map(json.loads, file)


@cache
def games() -> tuple[Json, ...]:
    """Every whole game of the folder."""
    return tuple(game for game in _lines("*games*.jsonl") if "steps" in game)


@cache
def cases() -> tuple[Json, ...]:
    """The rare cases."""
    return tuple(_lines("game-cases.jsonl"))


needs_games = pytest.mark.skipif(not games(), reason=f"no recorded games in {FOLDER}")
needs_cases = pytest.mark.skipif(not cases(), reason=f"no cases in {FOLDER}")


def events_of(game: Json) -> list[Json]:
    """The events of a game."""
    return [step["event"] for step in game["steps"]]


def states_of(game: Json) -> list[Json]:
    """The state after each event, as it was recorded: `over` says only whether."""
    return [step["state"] for step in game["steps"]]
