"""The answer for a case in one line: JSON as in the API, a row of CSV, or a few words of English."""

import csv
import json
from collections.abc import Callable
from typing import NamedTuple

from webapp.formats.answers import Answer, answer_json
from webapp.formats.result_summary import SEPARATOR, ResultSummary
from webapp.language.words import LIMITS, SEATS, WAYS
from webapp.scoring.problems import Problem
from webapp.scoring.score import Score, ScoredReading
from webapp.scoring.table import WIND_NAMES

#: The columns of CSV. Yaku, dora and what each seat gains or loses are separated by spaces within their column.
COLUMNS = ("points", "han", "fu", "yakuman", "limit", "yaku", "dora", "deltas", "problem")


class OutputFormat(NamedTuple):
    """A form of output: its first line, empty if it has none, and the function that writes an answer as a line."""

    head: str
    line: Callable[[Answer], str]


def _json_line(result: Answer) -> str:
    return json.dumps(answer_json(result), ensure_ascii=False, separators=(",", ":"))


def _csv_row(result: Answer) -> str:
    if not isinstance(result, Score):
        return _row(*[""] * (len(COLUMNS) - 1), _joined(result))
    best = result.readings[0]
    return _row(
        result.points,
        best.han or "",
        best.fu or "",
        best.yakuman,
        best.limit or "",
        " ".join(award.key for award in best.yaku),
        sum(bonus.han for bonus in best.bonuses),
        " ".join(map(str, result.deltas)),
        "",
    )


def _joined(problems: tuple[Problem, ...]) -> str:
    return " ".join([wrong.message for wrong in problems])


class _Row:
    """A file that returns what is written to it. `writerow` then returns it too."""

    def write(self, row: str) -> str:
        return row


_ROWS = csv.writer(_Row(), lineterminator="")


def _row(*values: object) -> str:
    return str(_ROWS.writerow(values))


def _in_words(result: Answer) -> str:
    if not isinstance(result, Score):
        return _joined(result)
    best = result.readings[0]
    summary = ResultSummary(
        name=LIMITS[best.limit] if best.limit else "",
        points=result.points,
        way=WAYS["tsumo" if result.hand.is_tsumo else "ron"],
        worth=f"{best.yakuman} × yakuman" if best.yakuman else f"{best.han} han {best.fu} fu",
        yaku=_named(best),
        payments=tuple((SEATS[WIND_NAMES[seat]], points) for seat, points in enumerate(result.deltas) if points),
    )
    return SEPARATOR.join((summary.headline, summary.description))


def _named(best: ScoredReading) -> tuple[str, ...]:
    return (*(award.yaku.en for award in best.yaku), *(f"{bonus.en} {bonus.han}" for bonus in best.bonuses))


FORMS = {
    "json": OutputFormat("", _json_line),
    "csv": OutputFormat(_row(*COLUMNS), _csv_row),
    "words": OutputFormat("", _in_words),
}
