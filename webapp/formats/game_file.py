"""Games that are exported as JSON, with names, events and times: written, and read back."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime
from typing import NamedTuple

from webapp.formats.fields import Json, json_value, tidy_name
from webapp.formats.form_key import read_game_key
from webapp.formats.game import read_game
from webapp.game.events import Event
from webapp.game.log import Game
from webapp.game.log import replay as replayed
from webapp.scoring.problems import Code, Problem, problem
from webapp.store import StoredEvent, StoredGame

#: The earliest time of a game or a season.
EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
#: The most games of an evening that are read at once.
MAX_EVENING_GAMES = 60


class KeptGame(NamedTuple):
    """An exported game: the names in turn order, each of which may be empty; the time when it was made; the game after
    its last event; the events to store, and the time of each."""

    names: tuple[str, ...]
    made: datetime
    game: Game
    events: tuple[Event, ...]
    times: tuple[datetime, ...]


def read_kept_game(at: str, item: object, now: datetime, problems: list[Problem]) -> KeptGame:
    """Reads an exported game. `at` is its path in the file, empty if the file holds only this game.

    Files of earlier versions have no times of events: each event then has the time of the game. A game without a time
    was made `now`. A time after `now`, from another clock, is replaced by `now`.
    """
    case = read_game(item, is_stored=True)
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
    """The UTC time of a text in ISO format, which is UTC if it names no zone. It is never before `EARLIEST`."""
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
    """The games that a device sends, oldest first, each with its key. A game that is sent again has the same key,
    unless something was entered since."""
    items = json_value(text)
    if not isinstance(items, list) or not 0 < len(items) <= MAX_EVENING_GAMES:
        problems.append(
            problem("games", Code.BAD_JSON, "A list of 1 to {most} games is expected.", most=MAX_EVENING_GAMES)
        )
        return []
    return [(read_kept_game(f"games.{n}", item, now, problems), _key(item)) for n, item in enumerate(items)]


def _key(item: object) -> str:
    values = item if isinstance(item, Mapping) else {}
    key = values.get("key")
    return read_game_key({"key": key} if isinstance(key, str) else {}, values.get("events"))


def kept_game_json(kept: StoredGame, events: Sequence[StoredEvent]) -> Json:
    """Names, rules and events, with the times."""
    return {
        "made": kept.made.isoformat(),
        "names": kept.about["names"],
        "rules": kept.about["rules"],
        "events": [event.body for event in events],
        "times": [event.at.isoformat() for event in events],
    }
