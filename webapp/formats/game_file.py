"""Games that are exported as JSON, with names, events and times: written, and read back."""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta, timezone
from typing import TypeVar

from webapp.formats.fields import Json, json_value, limited, read_day, tidy_name
from webapp.formats.form_key import read_game_key
from webapp.formats.game import event_json, read_game
from webapp.formats.player_results import player_results
from webapp.formats.rules import game_rules_json
from webapp.game.log import replay
from webapp.scoring.problems import Code, Problem, problem
from webapp.store import StoredEvent, StoredGame, TakenGame

#: The earliest time of a game or a season.
EARLIEST = datetime(1970, 1, 1, tzinfo=UTC)
#: In seconds: clocks of all places differ by multiples of it.
QUARTER = 15 * 60
#: Marks a game that was kept from a log of another site. New games do not begin with its rules.
IS_LOG = "is_log"
#: The most games of an evening that are read at once.
MAX_EVENING_GAMES = 60
#: The most events of all games of a file. The largest file of a club (`request_limits.GROUP_BODY`) has half of it.
MAX_FILE_EVENTS = 100_000
#: The most JSON objects and lists in the text of a file, which are counted before it is parsed. An event has about 3.
MAX_FILE_PARTS = 5 * MAX_FILE_EVENTS
#: The first two ranks in the text of a game: ``1. Aoi 39,000 (+49.0)``.
_COPIED = re.compile(r"1\. .{1,80}? -?[−\d.,]+ \([^()]{1,12}\)\s*[12]\. .{1,80}? [−\d.,]+ \([^()]{1,12}\)")


def read_made(form: Mapping[str, str], offset: int, problems: list[Problem]) -> datetime | None:
    """The time of games that have none: noon of the `day` of a form, where clocks are `offset` minutes ahead of UTC;
    None without a day."""
    day = read_day("day", form.get("day", ""), problems)
    return None if day is None else noon(day, offset)


def noon(day: date, offset: int) -> datetime:
    """Noon of a day where clocks are `offset` minutes ahead of UTC; of the nearest day that a game can have."""
    day = min(max(day, EARLIEST.date() + timedelta(1)), date.max - timedelta(1))
    return datetime.combine(day, time(12), timezone(timedelta(minutes=offset)))


def is_only_a_day(made: datetime) -> bool:
    """Whether only the day of this time is known: it is noon where the game was kept, so wherever it is read a quarter
    of an hour to the microsecond, which no game begins at."""
    return made.timestamp() % QUARTER == 0


def read_kept_game(
    at: str, item: object, now: datetime, problems: list[Problem], made: datetime | None = None
) -> TakenGame:
    """Reads an exported game: its events and its result, not its states. `at` is its path in the file, empty if the
    file holds only this game. It has as many names as players, each of which may be empty.

    Files of earlier versions have no times of events: each event then has the time of the game. A game without a time
    was `made` then, or `now`. A time after `now`, from another clock, is replaced by `now`.
    """
    case = read_game(item, is_exported=True)
    played = replay(case.rules, case.events)
    problems += [replace(one, field=_place(at, one.field)) for one in (*case.problems, *played.problems)]
    values = item if isinstance(item, Mapping) else {}
    listed = values.get("names")
    names = [tidy_name(name) if isinstance(name, str) else "" for name in listed] if isinstance(listed, list) else []
    if "made" in values:
        made = read_time(_place(at, "made"), values["made"], problems)
    made = min(made or now, now)
    events = values.get("events")
    number = len(events) if isinstance(events, list) else 0
    times = _times(_place(at, "times"), values.get("times"), number, made, now, problems)
    about: Json = {"names": [*names, "", "", "", ""][: case.rules.players], "rules": game_rules_json(case.rules)}
    if values.get(IS_LOG) is True:
        about[IS_LOG] = True
    return TakenGame(about, made, [*map(event_json, played.kept)], times, player_results(played.game))


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


# -- whole files -----------------------------------------------------------------------------------


def file_json(text: str, problems: list[Problem]) -> object:
    """The value of a file with several games; None if it is not JSON. A file with too much in it is not parsed."""
    if text.count("{") + text.count("[") > MAX_FILE_PARTS:
        problems.append(_too_many_events())
        return None
    return json_value(text)


def check_events(items: Sequence[object], problems: list[Problem]) -> bool:
    """Whether all games of a file together have few enough events to be replayed."""
    logs = [item.get("events") for item in items if isinstance(item, Mapping)]
    is_short = sum(len(log) for log in logs if isinstance(log, list)) <= MAX_FILE_EVENTS
    if not is_short:
        problems.append(_too_many_events())
    return is_short


def _too_many_events() -> Problem:
    return problem(
        "games", Code.TOO_MANY_EVENTS, "All games of a file have at most {most} events.", most=MAX_FILE_EVENTS
    )


def copied_game(text: str) -> Problem | None:
    """What to paste instead, for the text of a game that is copied from its result; None for any other text."""
    if not _COPIED.search(text):
        return None
    return problem(
        "game",
        Code.BAD_VALUE,
        "This is the text of a game, for people to read. Its link opens the game; its JSON (Result) can be imported.",
    )


def read_game_file(text: str, now: datetime, problems: list[Problem], made: datetime | None = None) -> TakenGame:
    """The game of a file that holds only this game, `made` then if it has no time."""
    taken = read_kept_game("", json_value(text), now, problems, made)
    if problems and (copied := copied_game(text)):
        problems[:] = [copied]
    return taken


def read_evening(
    text: str, now: datetime, problems: list[Problem], made: datetime | None = None
) -> list[tuple[TakenGame, str]]:
    """The games that a device sends, or those of several logs, oldest first, each with its key. Those without a time
    were `made` then. A game that is sent again has the same key, unless something was entered since."""
    items = file_json(text, problems)
    if problems:
        return []
    if not isinstance(items, list) or not 0 < len(items) <= MAX_EVENING_GAMES:
        problems.append(
            problem("games", Code.BAD_JSON, "A list of 1 to {most} games is expected.", most=MAX_EVENING_GAMES)
        )
        return []
    if not check_events(items, problems):
        return []
    games = [(read_kept_game(f"games.{n}", one, now, problems, made), _key(one, made)) for n, one in enumerate(items)]
    return sorted(games, key=lambda pair: pair[0].made)


Read = TypeVar("Read")


def read_file(
    read: Callable[[str, datetime, list[Problem]], Read], text: str, now: datetime
) -> tuple[Read | None, tuple[Problem, ...]]:
    """What a reader of files finds in a text, or the problems to show. Another process can do this work."""
    problems: list[Problem] = []
    found = read(text, now, problems)
    return (None if problems else found), limited(problems)


def _key(item: object, made: datetime | None) -> str:
    values = item if isinstance(item, Mapping) else {}
    key, entered = values.get("key"), values.get("events")
    if made and "made" not in values:
        entered = [entered, made.isoformat()]
    return read_game_key({"key": key} if isinstance(key, str) else {}, entered)


def kept_game_json(kept: StoredGame, events: Sequence[StoredEvent]) -> Json:
    """Names, rules and events, with the times."""
    return {
        "made": kept.made.isoformat(),
        "names": kept.about["names"],
        "rules": kept.about["rules"],
        "events": [event.body for event in events],
        "times": [event.at.isoformat() for event in events],
        **({IS_LOG: True} if IS_LOG in kept.about else {}),
    }
