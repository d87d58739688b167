"""Games that were taken away as JSON → names, events and times. `outputs.kept_game` writes them."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

from webapp.game import Event, Game
from webapp.game import replay as replayed
from webapp.inputs.game import read_game
from webapp.inputs.game_form import json_value, read_game_key, tidy_name
from webapp.scoring.problems import Code, Problem, problem

#: No game and no season is older.
EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
#: The most games of an evening that are taken together.
MOST_GAMES = 60


class KeptGame(NamedTuple):
    """A game that was taken away: the names in turn order, which may be empty; when it was made; the game as it ended;
    its events as they are to be kept, and the time of each."""

    names: tuple[str, ...]
    made: datetime
    game: Game
    events: tuple[Event, ...]
    times: tuple[datetime, ...]


def read_kept_game(at: str, item: object, now: datetime, problems: list[Problem]) -> KeptGame:
    """Reads a game; `at` is its place in the file, empty if the file is nothing else.

    The times of an earlier version's file are those of the game; without any the game was made `now`. What another
    clock says to be later than that was now.
    """
    case = read_game(item)
    played = replayed(case.rules, case.events)
    problems += [replace(one, field=_place(at, one.field)) for one in (*case.problems, *played.problems)]
    values = item if isinstance(item, Mapping) else {}
    listed = values.get("names")
    names = [tidy_name(name) if isinstance(name, str) else "" for name in listed] if isinstance(listed, list) else []
    made = min(read_time(_place(at, "made"), values["made"], problems), now) if "made" in values else now
    events = values.get("events")
    number = len(events) if isinstance(events, list) else 0
    times = _times(_place(at, "times"), values.get("times"), number, made, now, problems)
    return KeptGame(tuple([*names, "", "", "", ""][: case.rules.players]), made, played.game, played.kept, times)


def _times(
    at: str, value: object, number: int, made: datetime, now: datetime, problems: list[Problem]
) -> tuple[datetime, ...]:
    """The time of each event."""
    if value is None:
        return (made,) * number
    if not isinstance(value, list) or len(value) != number:
        problems.append(problem(at, Code.BAD_VALUE, "Each event has a time: {n} are expected.", n=number))
        return (made,) * number
    return tuple(min(read_time(f"{at}.{n}", one, problems), now) for n, one in enumerate(value))


def read_time(field: str, value: object, problems: list[Problem]) -> datetime:
    """A time as a file has it; without a zone it is UTC."""
    try:
        at = datetime.fromisoformat(value if isinstance(value, str) else "")
        at = at.astimezone(UTC) if at.tzinfo else at.replace(tzinfo=UTC)
    except (ValueError, OverflowError):
        at = datetime.min.replace(tzinfo=UTC)
    if at < EARLIEST:
        problems.append(problem(field, Code.BAD_VALUE, "A time is written like 2026-11-22T20:30:00+00:00."))
    return max(at, EARLIEST)


def _place(at: str, field: str) -> str:
    return ".".join(filter(None, (at, field)))


# -- an evening ------------------------------------------------------------------------------------


def read_evening(text: str, now: datetime, problems: list[Problem]) -> list[tuple[KeptGame, str]]:
    """The games that a device sends, the first one first, each with its key: sent again it is the same game, unless
    something was entered since then."""
    items = json_value(text)
    if not isinstance(items, list) or not 0 < len(items) <= MOST_GAMES:
        problems.append(problem("games", Code.BAD_JSON, "A list of 1 to {most} games is expected.", most=MOST_GAMES))
        return []
    return [(read_kept_game(f"games.{n}", item, now, problems), _key(item)) for n, item in enumerate(items)]


def _key(item: object) -> str:
    values = item if isinstance(item, Mapping) else {}
    key = values.get("key")
    return read_game_key({"key": key} if isinstance(key, str) else {}, values.get("events"))
