"""Logs that are broken at random, and what becomes of them: `python -m tests.records.broken 100000`.

Nothing may raise, nothing may take long: a log is text from anywhere.
"""

import json
import sys
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from random import Random
from typing import Any
from urllib.parse import quote

from tests.records.played import ended, played_game
from tests.records.written import FORMATS, WRITERS
from webapp.pages.review.judging import judged_discards
from webapp.pages.review.log_text import read_log
from webapp.pages.review.review_json import review_json
from webapp.records.check import checked
from webapp.records.explain import explanations
from webapp.scoring.problems import Code

#: One hand in so many is judged too, which takes a hundred times as long.
JUDGED = 200


@cache
def sound_logs() -> tuple[str, ...]:
    """Short logs without faults: a hand or two of a game each."""
    texts = []
    for seed in range(12):
        game = played_game(seed, 3 if seed % 3 == 2 else 4)
        for place in range(0, len(game.hands), 2):
            part = replace(game, hands=game.hands[place : place + 1 + seed % 2])
            for source, players in FORMATS:
                if players == game.players:
                    has_end = seed % 4 and source != "majsoul"  # whose totals are by other rules
                    texts.append(WRITERS[source](ended(part) if has_end else part))
    return tuple(texts)


def broken_log(random: Random) -> str:
    """A log with one to four faults."""
    text = random.choice(sound_logs())
    for _ in range(random.randint(1, 4)):
        text = random.choice(FAULTS)(text, random)
    return text


def _cut(text: str, random: Random) -> str:
    place = random.randrange(len(text) + 1)
    return text[:place] + text[place + random.randint(0, 40) :]


def _end(text: str, random: Random) -> str:
    return text[: random.randrange(len(text) + 1)]


def _twice(text: str, random: Random) -> str:
    place = random.randrange(len(text) + 1)
    part = text[place : place + random.randint(1, 300)]
    return text[:place] + part * random.choice((2, 3, 50)) + text[place:]


def _digit(text: str, random: Random) -> str:
    digits = [place for place, char in enumerate(text) if char.isdigit()]
    if not digits:
        return text
    place = random.choice(digits)
    return text[:place] + random.choice(("", "0", "1", "9", "-1", "99999999999", "1.5", "٣")) + text[place + 1 :]


def _swap(text: str, random: Random) -> str:
    """Two tags, lines or values, in each other's place."""
    mark = ">" if "<" in text else random.choice("\n,") if "\n" in text else ","
    parts = text.split(mark)
    one, other = random.randrange(len(parts)), random.randrange(len(parts))
    parts[one], parts[other] = parts[other], parts[one]
    return mark.join(parts)


def _char(text: str, random: Random) -> str:
    place = random.randrange(len(text) + 1)
    return text[:place] + random.choice('<>/"=,[]{}:\\\0\ud800é中 r60cpmkaf?_*+-') + text[place + 1 :]


def _in_parts(text: str, random: Random) -> str:
    """The JSON with a hand in each line, as it is or in an address, or the whole in another text."""
    try:
        whole = json.loads(text)
        parts = [json.dumps(whole | {"log": [hand]}) for hand in whole["log"]]
    except (ValueError, RecursionError, LookupError, TypeError):
        return f"var log = {text};"
    return "\n".join(random.choice((part, f"{{x}} https://x/#json={quote(part)}&tw=2")) for part in parts)


def _value(text: str, random: Random) -> str:
    """Another value in the place of one of the JSON, or of one of its lines."""
    lines = text.splitlines() or [""]
    place = random.randrange(len(lines))
    try:
        whole = json.loads(lines[place])
    except (ValueError, RecursionError):
        return _swap(text, random)
    node = whole
    while isinstance(node, dict | list) and node:
        keys: list[str | int] = list(node) if isinstance(node, dict) else list(range(len(node)))
        branch: Any = node
        key = random.choice(keys)
        if not isinstance(branch[key], dict | list) or not branch[key] or random.random() < 0.2:
            branch[key] = random.choice(VALUES)
            break
        node = branch[key]
    lines[place] = json.dumps(whole, ensure_ascii=False)
    return "\n".join(lines)


#: Values of other types and other places, for every format.
VALUES: tuple[Any, ...] = (
    *(None, True, -1, 0, 3, 60, 10**40, 1.5, "", "r60", "c111213", "和了", [], {}, [[]], ["流局"], [1] * 500),
    *("?", "5mr", "9z", "m0_*", "p111+1", "z11", [["?"] * 13] * 4, {"l": 0}, {"seat": 3, "score": 0}, "hora", "dora"),
    *("start_kyoku", ".lq.RecordHule", {"zimo": {"l": 9, "p": "m1"}}, [{"qipai": {}}], [{"type": "x"}]),
)

FAULTS: tuple[Callable[[str, Random], str], ...] = (
    _cut,
    _end,
    _twice,
    _digit,
    _digit,
    _swap,
    _swap,
    _char,
    _in_parts,
    _value,
    _value,
)


def answered(text: str, *, judges: bool = False) -> str:
    """What becomes of a log: the code of its first problem, or whether it agrees. Its answer can be written as JSON."""
    reading = read_log(text)
    if reading.record is None:
        [problem] = reading.problems
        assert problem.message
        return str(problem.code)
    review = checked(reading.record)
    discards = [(0, one) for one in judged_discards(review.hands[0], 0)[0]] if judges else None
    json.dumps(review_json(review, discards))
    explanations(review)
    problems = [*reading.unread, *review.problems]
    assert all(problem.message and problem.code in set(Code) for problem in problems)
    return str(problems[0].code) if problems else "agrees" if review.agrees else "differs"


def main(number: int, seed: int) -> None:
    """Breaks so many logs, and prints what became of them and which took longest."""
    random = Random(seed)
    results: Counter[str] = Counter()
    longest = 0.0
    for count in range(number):
        text = broken_log(random)
        begun = time.process_time()
        try:
            results[answered(text, judges=not count % JUDGED)] += 1
        except Exception:
            print(json.dumps(text))
            raise
        took = time.process_time() - begun
        if took > longest and count % JUDGED:
            longest = took
            print(f"{count}: {1000 * took:.1f} ms", flush=True)
        if count % 50_000 == 49_999:
            print(count + 1, dict(results), flush=True)
    print(number, dict(results), f"longest {1000 * longest:.1f} ms")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0)
