"""Reads the log of an online game: unpacks it, up to a size, and passes it to the reader of its format.

JSON may stand alone, in an address, or in any other text, also in parts with some hands or a single event each.

A log that cannot be read gives one problem. If its format is known but not supported, the problem names it and says how
to export a supported one.
"""

import json
import re
import zlib
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple
from urllib.parse import unquote

from webapp.formats.record import is_record, read_record
from webapp.records.majiang import is_majiang, read_majiang
from webapp.records.majsoul import is_majsoul, read_majsoul
from webapp.records.mjai import is_mjai, read_mjai
from webapp.records.mjlog import read_mjlog
from webapp.records.record import MAX_LOG, LogError, Reading, broken
from webapp.records.tenhou6 import is_tenhou6, read_tenhou6
from webapp.scoring.problems import Code, Problem, problem

_GZIP = b"\x1f\x8b"
#: The window size by which zlib knows that a file has the header of gzip.
_GZIP_WINDOW = 31
#: The number of characters at the beginning of a text that show its format.
_BEGINNING = 3000
#: Where an address holds a log itself, or a JSON object begins.
_JSON = "#json="
_PART = re.compile(rf"{_JSON}|\{{")
_TOKEN = re.compile(r"\S*")
_LINE = "\n"
_DECODER = json.JSONDecoder()
#: How a JSON object with a name begins.
_OBJECT = re.compile(r'\{\s*"')
#: How much looking for parts of a text may cost: a character read counts 1, each try `_TRY`.
_BUDGET, _TRY = 4 * MAX_LOG, 200
#: What shows that a text has events of mjai.
_MJAI = re.compile(r'"type"\s*:\s*"start_kyoku"')
#: How a part of a log of each format is known, and its reader.
_READERS: tuple[tuple[Callable[[object], bool], Callable[[Sequence[object]], Reading]], ...] = (
    (is_record, read_record),
    (is_tenhou6, read_tenhou6),
    (is_majiang, read_majiang),
    (is_majsoul, read_majsoul),
)
#: What shows that a text that cannot be read has a format, and the name of the format.
_SIGNS = (
    ('"agari":', "Agari"),
    ('"qipai":', "Majiang"),
    ('"log":[', "tenhou.net/6"),
    ("#json=", "tenhou.net/6"),
    (".lq.", "Mahjong Soul"),
)
#: A link to a game of Mahjong Soul, on its sites in China, Japan and elsewhere.
_MAJSOUL_LINK = re.compile(r"(maj-soul|mahjongsoul)\S*paipu=")
_CONTROL = re.compile(r"[\0-\x08\x0e-\x1f]")


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
        return Reading(None, (error.problem(),))


def _too_large() -> LogError:
    return LogError(Code.TOO_LARGE, "A log has at most {most} KiB.", most=MAX_LOG >> 10)


def _read(text: str) -> Reading:
    # A character has one to four bytes, so most texts need not be encoded.
    if len(text) > MAX_LOG or (4 * len(text) > MAX_LOG and len(text.encode("utf-8", "replace")) > MAX_LOG):
        raise _too_large()
    if not text:
        raise LogError(Code.UNKNOWN_FORMAT, "There is no log yet. Paste one, or choose its file.")
    if "<INIT" in text or "<mjloggm" in text[:_BEGINNING]:
        return read_mjlog(text)
    if "start_kyoku" in text and _MJAI.search(text) and any(map(is_mjai, events := _events(text))):
        return read_mjai(events)
    parts = list(_parts(text))
    for is_log, read in _READERS:
        logs = [part for part in parts if isinstance(part, Problem) or is_log(part)]
        if any(not isinstance(log, Problem) for log in logs):
            return read(logs)
    raise _unread(text, parts)


def _events(text: str) -> list[object]:
    """The JSON objects of a text that mostly has one in each line."""
    try:
        events: list[object] = json.loads(f"[{text.replace(_LINE, ',')}]")
    except (ValueError, RecursionError):
        return list(_parts(text))
    [first, *more] = events
    return first if isinstance(first, list) and not more else events


class _Part(NamedTuple):
    """A part of a text that looks like JSON, up to `end`: its value (None if it cannot be read), whether it seems to be
    a log, and the number of characters that were read for it."""

    value: object
    end: int
    cost: int
    is_log: bool = True


def _parts(text: str) -> Iterator[object]:
    """The JSON objects in a text, also those in addresses, one after the other. What is between them is skipped. A
    `Problem` stands for what cannot be read, once in each line."""
    place = spent = counted = line = told = 0
    while match := _PART.search(text, place):
        begin = match.start()
        part = _Part(None, len(text), 0)
        if spent < _BUDGET:
            part = _object_at(text, begin) if match[0] == "{" else _in_address(text, match.end())
        place, spent = part.end, spent + part.cost + _TRY
        line, counted = line + text.count("\n", counted, begin), begin
        if part.value is not None:
            yield part.value
        elif part.is_log and told <= line:
            told = line + 1
            yield problem(
                "log", Code.BROKEN_LOG, "Line {n} cannot be read: it is cut off or damaged. Copy it again.", n=line + 1
            )


def _object_at(text: str, begin: int) -> _Part:
    """The JSON object that begins at a brace."""
    try:
        value, end = _DECODER.raw_decode(text, begin)
        return _Part(value, end, end - begin)
    except json.JSONDecodeError as error:
        cost = error.pos - begin
    except (ValueError, RecursionError):
        cost = len(text) - begin
    is_log = _OBJECT.match(text, begin) is not None or text.endswith(_JSON, 0, begin)
    return _Part(None, begin + 1, cost, is_log)


def _in_address(text: str, begin: int) -> _Part:
    """The JSON in an address, from ``#json=`` up to the next blank; other parameters may follow it. It may stand there
    as it is, with blanks in it: then it is read as an object."""
    token = _TOKEN.match(text, begin)[0]  # type: ignore[index]  # it always matches
    encoded = token[: max(token.rfind("%7D") + 3, token.rfind("%7d") + 3, token.rfind("}") + 1)]
    try:
        return _Part(json.loads(unquote(encoded)), begin + len(token), len(token))
    except (ValueError, RecursionError):
        is_object = text.startswith("{", begin)
        return _Part(None, begin if is_object else begin + len(token), len(token), not is_object)


def _unread(text: str, parts: list[object]) -> LogError:
    """The error for a text that cannot be read. Its message depends on the format that the text seems to have."""
    beginning = text[:_BEGINNING].replace(" ", "")
    if ".lq." in beginning and _CONTROL.search(beginning):
        return LogError(
            Code.UNKNOWN_FORMAT,
            "This is Mahjong Soul's own file (protobuf), which is not read. Save the game as JSON or as tenhou.net/6 "
            "with a user script.",
        )
    if parts and isinstance(parts[0], Problem):
        for sign, name in _SIGNS:
            if sign in beginning:
                return broken(
                    "This looks like a log of {format}, but it is cut off or damaged. Copy all of it again.",
                    format=name,
                )
    if _MAJSOUL_LINK.search(beginning) and not parts:
        return LogError(
            Code.UNKNOWN_FORMAT,
            "A link of Mahjong Soul does not hold the game. On a computer, open it in a browser and save the log with "
            "a user script. A phone cannot save it: send the link to a computer, and the saved file back to the phone.",
        )
    if "://" in beginning and not parts:
        return LogError(
            Code.UNKNOWN_FORMAT,
            "A link does not hold the game, and nothing is fetched from another site. Open it there and save the log "
            "as a file.",
        )
    return LogError(
        Code.UNKNOWN_FORMAT,
        "This is no log that can be read: Tenhou (mjlog), tenhou.net/6, Mahjong Soul (JSON), Majiang or mjai.",
    )
