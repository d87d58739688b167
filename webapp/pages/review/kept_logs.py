"""Logs that become kept games: the JSON that the pages of games and groups read in, and the day of the game.

A log that would agree by another rule can be kept by that rule.
"""

import re
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from webapp.formats.fields import Json, tidy_name
from webapp.formats.form_key import new_game_key
from webapp.formats.game import event_json
from webapp.formats.game_file import IS_LOG, noon
from webapp.formats.rules import game_rules_json
from webapp.pages.review.log_text import read_log, unpacked
from webapp.records.check import Review, checked
from webapp.records.explain import Explanation, explanations
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
    """The file of a log: its name, the game in it (None: it cannot be kept), why, and the games that it is by one other
    rule each, by which it agrees."""

    name: str
    game: Json | None
    problems: tuple[Problem, ...] = ()
    others: tuple[tuple[Explanation, Json], ...] = ()

    @property
    def kept(self) -> Json | None:
        """The game that can be kept, by the rules of the log or by another one."""
        return self.game or (self.others[0][1] if self.others else None)


def game_json(review: Review, names: Sequence[str]) -> Json:
    """A game as ``/game/import`` takes it."""
    return {
        "names": names,
        "rules": game_rules_json(review.rules),
        "events": [event_json(event) for event in review.events],
        IS_LOG: True,
    }


def kept_logs(files: Sequence[tuple[str, bytes]], offset: int) -> list[KeptLog]:
    """The games of the files of logs, each with its day as far as its name or its text has it, where clocks are
    `offset` minutes ahead of UTC."""
    return [_kept_log(name, raw, offset) for name, raw in files[:MAX_LOGS]]


def _kept_log(name: str, raw: bytes, offset: int) -> KeptLog:
    try:
        text = unpacked(raw)
    except LogError as error:
        return KeptLog(name, None, (error.problem(),))
    record, unread = read_log(text)
    if record is None:
        return KeptLog(name, None, unread)
    review = checked(record)
    day = day_of(name, text)
    kept: Json = {"key": new_game_key(), **({"made": noon(day, offset).isoformat()} if day else {})}
    names = [tidy_name(one) for one in record.names]
    game = game_json(review, names) | kept if review.is_whole else None
    problems = (*unread, *review.problems)
    explained = () if unread or review.agrees else explanations(review)
    by_other_rules = [(one, checked(record, one.rules)) for one in explained]
    others = tuple([(one, game_json(other, names) | kept) for one, other in by_other_rules if other.is_whole])
    if not (game or others or problems):
        part = "Only the log of a whole game that agrees with ours can be kept as a game."
        problems = (problem("log", Code.BAD_VALUE, part),)
    return KeptLog(name, game, problems, others)


def day_of(*texts: str) -> date | None:
    """The day that the first of these names and logs has at its beginning."""
    return next(filter(None, map(_day_of, texts)), None)


def _day_of(text: str) -> date | None:
    match = _DAYS.search(text, 0, _BEGINNING)
    if not match:
        return None
    year, month, day = map(int, filter(None, match.groups()))
    try:
        return date(year + 2000 * (year < 100), month, day)
    except ValueError:
        return None
