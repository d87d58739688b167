"""`python -m webapp score`: reads hands from arguments or standard input, and writes a line for each.

A few hands are scored in this process, many by one process for each core. The lines keep their order, and only some
thousands are held in memory at a time.
"""

import argparse
import os
import stat
import sys
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from itertools import chain, islice
from time import monotonic
from typing import NamedTuple

from webapp.commands.answer_lines import FORMS
from webapp.formats.answers import answer
from webapp.formats.line import read_line
from webapp.scoring.rules import PRESETS, TENHOU
from webapp.scoring.score import Score

#: The most processes.
MOST_JOBS = 64
#: The lines of a batch (a heap), and the number of heaps that wait for each process.
HEAP, AHEAD = 250, 4
#: Seconds between two states of the progress bar, and the characters of the bar.
TICK, WIDTH = 0.2, 30


class Written(NamedTuple):
    """The answers for some hands: their lines as one text, the length of the input in characters, the number of hands,
    and the number of those that are not won."""

    text: str
    size: int
    hands: int
    refused: int


def written(lines: Sequence[str], form: str, preset: str) -> Written:
    """The answers for some lines."""
    answers = [answer(read_line(line, preset)) for line in lines]
    text = "".join([FORMS[form].line(one) + "\n" for one in answers])
    return Written(text, sum(map(len, lines)), len(answers), sum(not isinstance(one, Score) for one in answers))


def main(words: Sequence[str]) -> int:
    """The command. Returns the exit status: 0, or 1 if any hand is not won or cannot be read."""
    options = _parse(words)
    refused = 0
    try:
        if head := FORMS[options.format].head:
            print(head, flush=True)
        for part in _shown(_answers(options), options):
            sys.stdout.write(part.text)
            sys.stdout.flush()
            refused += part.refused
    except KeyboardInterrupt:
        return 130
    return 1 if refused else 0


def _parse(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m webapp score",
        description="Score hands, one a line: a case of the API as JSON, or '123m 456p (555z) 99s 78s +9s dora=1z'.",
    )
    parser.add_argument("hands", nargs="*", help="the hands (default: the lines of standard input)")
    parser.add_argument("--format", choices=FORMS, default="words", help="what is written (default: %(default)s)")
    parser.add_argument("--rules", choices=PRESETS, default=TENHOU.preset, help="where a hand names none: %(default)s")
    parser.add_argument("--jobs", type=_jobs, default=os.cpu_count() or 1, help="processes; with 1 each line at once")
    parser.add_argument(
        "--progress", action="store_true", default=sys.stderr.isatty(), help="show progress though nobody may watch"
    )
    return parser.parse_args(words)


def _jobs(text: str) -> int:
    if not (text.isdecimal() and 1 <= int(text) <= MOST_JOBS):
        raise argparse.ArgumentTypeError(f"jobs are a number from 1 to {MOST_JOBS}")
    return int(text)


# -- over all cores --------------------------------------------------------------------------------


def _answers(options: argparse.Namespace) -> Iterator[Written]:
    """The answers in the order of the lines, some at a time."""
    lines = filter(str.strip, options.hands or sys.stdin)
    heaps = _heaps(lines, HEAP if options.jobs > 1 else 1)
    first, second = next(heaps, []), next(heaps, [])
    if not second or options.jobs == 1:
        for heap in chain((first, second), heaps):
            yield written(heap, options.format, options.rules)
        return
    with ProcessPoolExecutor(options.jobs) as pool:
        waiting: deque[Future[Written]] = deque()
        for heap in chain((first, second), heaps):
            waiting.append(pool.submit(written, heap, options.format, options.rules))
            if len(waiting) > AHEAD * options.jobs:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()


def _heaps(lines: Iterable[str], size: int) -> Iterator[list[str]]:
    lines = iter(lines)
    while heap := list(islice(lines, size)):
        yield heap


# -- progress --------------------------------------------------------------------------------------


def _shown(parts: Iterator[Written], options: argparse.Namespace) -> Iterator[Written]:
    """Passes the parts on. Shows a progress bar on standard error if there is more than one batch."""
    size, begin = _size(options.hands), monotonic()
    shown, done = begin, Written("", 0, 0, 0)
    for part in parts:
        yield part
        done = Written("", done.size + part.size, done.hands + part.hands, done.refused + part.refused)
        if options.progress and done.hands > HEAP and monotonic() - shown > TICK:
            shown = monotonic()
            print(f"\r{bar(done, size, shown - begin)}", end="", file=sys.stderr, flush=True)
    if options.progress and done.hands > HEAP:
        print(f"\r{bar(done, done.size, monotonic() - begin)}", file=sys.stderr)


def _size(hands: Sequence[str]) -> int:
    """The approximate length of the input in characters; 0 if it is not known, as for a pipe."""
    if hands:
        return sum(map(len, hands))
    try:
        status = os.fstat(sys.stdin.fileno())
    except (OSError, ValueError):
        return 0
    return status.st_size if stat.S_ISREG(status.st_mode) else 0


def bar(done: Written, size: int, seconds: float) -> str:
    """The progress bar, if the size of the input is known, and the figures after it."""
    part = min(1.0, done.size / size) if size else 0.0
    drawn = f"[{'#' * round(WIDTH * part):-<{WIDTH}}] {part:4.0%}  " if size else ""
    refused = f", {done.refused:,} not won" if done.refused else ""
    return f"{drawn}{done.hands:,} hands{refused}, {done.hands / max(seconds, 0.001):,.0f} a second"
