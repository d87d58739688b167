"""Real logs of online games, with what each says of its own hands, in the project's folder of data."""

import gzip
import json
from functools import cache
from typing import Any

import pytest

from tests.examples import share
from tests.game.recorded import FOLDER
from webapp.pages.review.log_text import read_log
from webapp.records.mjlog import read_mjlog
from webapp.records.record import Reading
from webapp.records.tenhou6 import read_tenhou6

Json = dict[str, Any]

FILE = FOLDER / "records" / "records.jsonl.gz"


@cache
def logs(name: str = FILE.name) -> tuple[Json, ...]:
    """Every log of a file."""
    file = FILE.with_name(name)
    if not file.exists():
        return ()
    with gzip.open(file, "rt", encoding="utf-8") as lines:
        return tuple(map(json.loads, lines))


def share_of(games: tuple[Json, ...]) -> tuple[Json, ...]:
    """Every game in CI, else a fifth of them."""
    return games[:: len(games) // max(1, share(len(games)))] if games else ()


needs_logs = pytest.mark.skipif(not FILE.exists(), reason=f"no recorded logs in {FOLDER}")


def read(log: Json) -> Reading:
    """A log read, by its own format."""
    return read_text(log["format"], log["log"])


def read_text(source: str, text: str) -> Reading:
    """A text of a format read; one of tenhou.net/6 may have a hand a line."""
    if source == "mjlog":
        return read_mjlog(text)
    if source != "tenhou6":
        return read_log(text)
    try:
        return read_tenhou6([json.loads(text)])
    except json.JSONDecodeError:
        return read_tenhou6([json.loads(line) for line in text.splitlines() if line.strip()])
