"""Logs that become kept games: the JSON that the pages of games and groups read in, and the day of the game."""

import json
import re
from collections.abc import Sequence
from datetime import UTC, date, datetime
from typing import NamedTuple

from webapp.formats.fields import Json, tidy_name
from webapp.formats.form_key import new_game_key
from webapp.formats.game import event_json
from webapp.formats.rules import game_rules_json
from webapp.pages.review.log_text import read_log, unpacked
from webapp.records.check import Review, checked
from webapp.records.record import LogError
from webapp.scoring.problems import Code, Problem, problem

#: The most logs that are read at once.
MAX_LOGS = 20
#: Characters of a log in which its day is looked for.
_BEGINNING = 3000
#: Tenhou's name of a game begins with its day and hour, Mahjong Soul's with its day; Majiang's title may have one.
_DAYS = re.compile(
    r"(?<!\d)(?:(20\d\d)(\d\d)(\d\d)\d\dgm-|(\d\d)(\d\d)(\d\d)-[0-9a-f]{8}-|(20\d\d)[-/年](\d\d?)[-/月](\d\d?)(?!\d))"
)


class KeptLog(NamedTuple):
    """The file of a log: its name, the game in it (None: it cannot be kept), and why."""

    name: str
    game: Json | None
    problems: tuple[Problem, ...] = ()


def game_json(review: Review, names: Sequence[str]) -> Json:
    """A game as ``/game/import`` takes it."""
    return {
        "names": names,
        "rules": game_rules_json(review.rules),
        "events": [event_json(event) for event in review.events],
    }


def games_json(games: Sequence[Json]) -> str:
    """Games as ``/game/evening`` takes them, those with a day in its order; each is taken once."""
    ordered = sorted(games, key=lambda game: str(game.get("made", "9")))
    return json.dumps([{**game, "key": new_game_key()} for game in ordered], ensure_ascii=False)


def kept_logs(files: Sequence[tuple[str, bytes]]) -> list[KeptLog]:
    """The games of the files of logs, each with its day as far as its name or its text has it."""
    return [_kept_log(name, raw) for name, raw in files[:MAX_LOGS]]


def _kept_log(name: str, raw: bytes) -> KeptLog:
    try:
        text = unpacked(raw)
    except LogError as error:
        return KeptLog(name, None, (error.problem(),))
    record, unread = read_log(text)
    if record is None:
        return KeptLog(name, None, unread)
    review = checked(record)
    problems = (*unread, *review.problems)
    if not review.is_whole:
        part = "Only the log of a whole game that agrees with ours can be kept as a game."
        return KeptLog(name, None, problems or (problem("log", Code.BAD_VALUE, part),))
    day = day_of(name) or day_of(text[:_BEGINNING])
    made: Json = {"made": datetime(day.year, day.month, day.day, 12, tzinfo=UTC).isoformat()} if day else {}
    return KeptLog(name, game_json(review, [tidy_name(one) for one in record.names]) | made, problems)


def day_of(text: str) -> date | None:
    """The day that a name or the beginning of a log has."""
    match = _DAYS.search(text)
    if not match:
        return None
    year, month, day = map(int, filter(None, match.groups()))
    try:
        return date(year + 2000 * (year < 100), month, day)
    except ValueError:
        return None
