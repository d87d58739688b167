"""Reads the log of an online game: unpacks it, up to a size, and passes it to the reader of its format.

A log that cannot be read gives one problem. If its format is known but not supported, the problem names it and says how
to export a supported one.
"""

import json
import re
import zlib
from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import unquote

from webapp.formats.fields import read_number
from webapp.records.mjlog import read_mjlog
from webapp.records.record import MAX_HANDS, MAX_LOG, LogError, Reading, broken
from webapp.records.tenhou6 import read_tenhou6
from webapp.scoring.problems import Code, Problem, problem

_GZIP = b"\x1f\x8b"
#: The window size by which zlib knows that a file has the header of gzip.
_GZIP_WINDOW = 31
#: The number of characters at the beginning of a text that show its format.
_BEGINNING = 3000
#: An address that holds the log itself.
_IN_ADDRESS = re.compile(r"#json=(.*?)(?:&ts=\d+)?$", re.DOTALL)


def unpacked(raw: bytes) -> str:
    """The text of a file, which may be packed with gzip. Raises `LogError`."""
    if raw.startswith(_GZIP):
        unpacking = zlib.decompressobj(_GZIP_WINDOW)
        try:
            raw = unpacking.decompress(raw, MAX_LOG + 1)
        except zlib.error:
            raise broken("This file cannot be unpacked.") from None
    if len(raw) > MAX_LOG:
        raise _too_large()
    return raw.decode("utf-8-sig", "replace")


def read_log(text: str) -> Reading:
    """The record of a log, or why it cannot be read."""
    try:
        return _read(text.strip())
    except LogError as error:
        return Reading(None, error.problem())


def _too_large() -> LogError:
    return LogError(Code.TOO_LARGE, "A log has at most {most} KiB.", most=MAX_LOG >> 10)


def _read(text: str) -> Reading:
    # A character has at least one byte, so a text with too many characters need not be encoded.
    if len(text) > MAX_LOG or len(text.encode("utf-8", "replace")) > MAX_LOG:
        raise _too_large()
    if not text:
        raise LogError(
            Code.UNKNOWN_FORMAT,
            "There is no log yet. Paste one of Tenhou (mjlog) or tenhou.net/6, or choose its file.",
        )
    if "<INIT" in text or "<mjloggm" in text[:_BEGINNING]:
        return read_mjlog(text)
    if text.startswith(("http://", "https://")):
        match = _IN_ADDRESS.search(text)
        if match is None:
            raise LogError(
                Code.UNKNOWN_FORMAT,
                "A link does not hold the game, and nothing is fetched from another site. Open it there and save the "
                "log as a file.",
            )
        text = unquote(match[1])
    values = _values(text)
    if _is_tenhou6(values):
        return read_tenhou6(values)
    raise _unread(text, values)


def _values(text: str) -> list[object]:
    """The JSON value of a text, or of each of its lines; empty if it is no JSON."""
    try:
        return [json.loads(text)]
    except (ValueError, RecursionError):
        lines = [line for line in text.splitlines() if line.strip()]
    try:
        return [json.loads(line) for line in lines[: MAX_HANDS + 1]]
    except (ValueError, RecursionError):
        return []


def _is_tenhou6(values: list[object]) -> bool:
    first = values[0] if values else None
    if not isinstance(first, Mapping) or not isinstance(first.get("log"), list):
        return False
    hands = first["log"]
    return not hands or (isinstance(hands[0], list) and not (hands[0] and isinstance(hands[0][0], Mapping)))


def _unread(text: str, values: list[object]) -> LogError:
    """The error for a text that cannot be read. Its message depends on the format that the text seems to have."""
    beginning = text[:_BEGINNING].replace(" ", "")
    first = values[0] if values else None
    if '"type":"start_' in beginning:
        return LogError(
            Code.UNKNOWN_FORMAT,
            "This is a log of mjai, which is not read yet. Most programs that write it can save tenhou.net/6 too.",
        )
    if '"qipai"' in beginning:
        return LogError(
            Code.UNKNOWN_FORMAT,
            "This is a log of Majiang, which is not read yet. Its log viewer can save tenhou.net/6.",
        )
    if ".lq." in beginning or (isinstance(first, Mapping) and {"head", "data"} <= first.keys()):
        return LogError(
            Code.UNKNOWN_FORMAT,
            "This is Mahjong Soul's own log, which is not read yet. Save it as tenhou.net/6 with a user script.",
        )
    if not values and beginning.startswith("{") and '"log":[' in beginning:
        return broken("This looks like a log of tenhou.net/6, but it is cut off or damaged. Copy all of it again.")
    return LogError(
        Code.UNKNOWN_FORMAT,
        "This is no log that can be read: Tenhou (mjlog) or tenhou.net/6. Known, but not read yet: mjai, Majiang and "
        "Mahjong Soul's own.",
    )


class ReviewCase(NamedTuple):
    """A review that the API is asked for: the log, the `seat` of the player whose discards are judged (None: nobody),
    and the `hand` in which they are judged (None: every hand)."""

    reading: Reading
    seat: int | None
    hand: int | None
    problems: tuple[Problem, ...]


def read_review(body: object) -> ReviewCase:
    """Reads ``{"log": …, "seat": 0, "hand": 3}``."""
    nothing = Reading(None)
    if not isinstance(body, Mapping):
        return ReviewCase(nothing, None, None, (problem("", Code.BAD_JSON, "A JSON object is expected."),))
    log = body.get("log")
    if not isinstance(log, str):
        wrong = problem("log", Code.BAD_VALUE, "The log is expected as text.")
        return ReviewCase(nothing, None, None, (wrong,))
    reading = read_log(log)
    problems = [reading.problem] if reading.problem else []
    record = reading.record
    seat = _number("seat", body.get("seat"), record.players if record else 0, problems)
    hand = _number("hand", body.get("hand"), len(record.hands) if record else 0, problems)
    return ReviewCase(reading, seat, hand, tuple(problems))


def _number(field: str, value: object, number: int, problems: list[Problem]) -> int | None:
    """A value from 0 to `number` - 1; None if there is no value, or if `number` is 0."""
    return None if value is None or not number else read_number(field, value, 0, 0, number - 1, problems)
