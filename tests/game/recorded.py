"""Recorded games, one JSON object a line: those of this folder, and those of the project's folder of data, or another
one by ``RECORDED_GAMES``, which is not part of the repository.

A game has rules, steps (an event and the state after it) and its final points; a case has events and the state at the
end. The games of this folder were played by majiang-core 1.4 with random rules, to end in as many ways as there are.
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


def _lines(names: str, folder: Path = FOLDER) -> Iterator[Json]:
    for path in sorted(folder.glob(names)):
        with path.open(encoding="utf-8") as file:
            yield from map(json.loads, file)


@cache
def games() -> tuple[Json, ...]:
    """Every whole game."""
    found = [*_lines("majiang-games.jsonl", Path(__file__).parent), *_lines("*games*.jsonl")]
    return tuple(game for game in found if "steps" in game)


@cache
def cases() -> tuple[Json, ...]:
    """The rare cases."""
    return tuple(_lines("game-cases.jsonl"))


needs_cases = pytest.mark.skipif(not cases(), reason=f"no cases in {FOLDER}")


def events_of(game: Json) -> list[Json]:
    """The events of a game."""
    return [step["event"] for step in game["steps"]]


def states_of(game: Json) -> list[Json]:
    """The state after each event, as it was recorded: `over` says only whether."""
    return [step["state"] for step in game["steps"]]
