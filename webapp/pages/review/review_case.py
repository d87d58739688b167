"""Reads what `POST /api/review` is asked for."""

from collections.abc import Mapping
from typing import NamedTuple

from webapp.formats.fields import read_number
from webapp.game.rules import GameRules
from webapp.pages.review.chosen_rules import read_chosen
from webapp.pages.review.log_text import read_log
from webapp.records.record import Reading
from webapp.scoring.problems import Code, Problem, problem


class ReviewCase(NamedTuple):
    """A review that the API is asked for: the log, the rules that were chosen (None: those of the log), the `seat` of
    the player whose discards are judged (None: nobody), and the `hand` in which they are judged (None: every hand).
    Notices say where the rules are not used as they were sent."""

    reading: Reading
    rules: GameRules | None
    seat: int | None
    hand: int | None
    problems: tuple[Problem, ...]
    notices: tuple[Problem, ...] = ()


def read_review(body: object) -> ReviewCase:
    """Reads ``{"log": …, "rules": "tenhou", "seat": 0, "hand": 3}``."""
    nothing = Reading(None)
    if not isinstance(body, Mapping):
        return ReviewCase(nothing, None, None, None, (problem("", Code.BAD_JSON, "A JSON object is expected."),))
    log = body.get("log")
    if not isinstance(log, str):
        wrong = problem("log", Code.BAD_VALUE, "The log is expected as text.")
        return ReviewCase(nothing, None, None, None, (wrong,))
    reading = read_log(log)
    problems, notices = [*reading.unread], list[Problem]()
    record = reading.record
    rules = read_chosen(body.get("rules"), record, problems, notices) if record else None
    seat = _number("seat", body.get("seat"), record.players if record else 0, problems)
    hand = _number("hand", body.get("hand"), len(record.hands) if record else 0, problems)
    return ReviewCase(reading, rules, seat, hand, tuple(problems), tuple(notices))


def _number(field: str, value: object, number: int, problems: list[Problem]) -> int | None:
    """A value from 0 to `number` - 1; None if there is no value, or if `number` is 0."""
    return None if value is None or not number else read_number(field, value, 0, 0, number - 1, problems)
