"""The addresses and forms of the practice: the set, the progress in it and an answer.

Only this module knows their fields. Links must work for ever: fields may be added, never renamed.
"""

import re
from collections.abc import Mapping
from datetime import date
from typing import NamedTuple
from urllib.parse import urlencode

from webapp.drill.choices import LINE_FU
from webapp.drill.questions import MOST_QUESTIONS, QUESTIONS, VERSION, DrillSet, Sort
from webapp.drill.topics import TOPICS
from webapp.formats.fields import listed, read_number, shown
from webapp.formats.rules import read_rules_fields, rules_fields
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.rules import TENHOU

LEVELS = (1, 4)
MOST_TOPICS = 10
#: The most seconds that are counted for a question.
MOST_SECONDS = 999
#: The most characters of an answer that are read. The answer for a hand with every yaku is shorter.
LONGEST_ANSWER = 200
_SEED = re.compile(r"[\w-]{1,40}", re.ASCII)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_DONE = re.compile(r"([01])\.(\d{1,3})", re.ASCII)
#: The text between two answers in an address. No answer has it.
_BETWEEN = "~"
_LINES = 2 + max(map(len, LINE_FU))


#: For each answered question whether the answer was right, and the seconds it took.
Done = tuple[tuple[bool, int], ...]


class Progress(NamedTuple):
    """The progress in a set: the answered questions.

    `answer` is the answer to the last question while its judgement is shown, else None. `given` are the wrong answers,
    in order; empty if the address does not have them. `end` is `done` of the whole set if a mistake is looked at from
    its end.
    """

    done: Done = ()
    answer: str | None = None
    given: tuple[str, ...] = ()
    end: Done = ()

    @property
    def mistakes(self) -> list[int]:
        """The indexes of the questions with a wrong answer."""
        return [index for index, (is_right, _) in enumerate(self.done) if not is_right]

    def answered(self, answer: str, seconds: int, *, is_right: bool) -> "Progress":
        """The progress after one more answer."""
        given = self.given if is_right or len(self.given) < len(self.mistakes) else (*self.given, answer)
        return Progress((*self.done, (is_right, seconds)), answer, given)

    def looked_at(self, index: int, answer: str) -> "Progress":
        """A mistake, seen from the end of the set."""
        return Progress(self.done[: index + 1], answer, self.given, self.done)


class Asked(NamedTuple):
    """The set that an address asks for, and all problems. `day` is the day of a daily set, else None. `number` is that
    of the questions of the whole set, also where the mistakes alone are asked again."""

    drill: DrillSet
    problems: tuple[Problem, ...]
    day: str | None = None
    seed: str = ""
    has_version: bool = True
    number: int = QUESTIONS


def read_drill(given: Mapping[str, str], day: str | None = None) -> Asked:
    """The set of an address: the set of a `day`, or one with the seed, rules and number of questions in the address."""
    problems: list[Problem] = []
    version = read_number("v", given["v"], VERSION, 1, VERSION, problems) if given.get("v") else VERSION
    kind = _kind(given.get("kind") or Sort.POINTS, problems)
    level = read_number("level", given.get("level") or "1", 1, *LEVELS, problems)
    seed = given.get("seed", "")
    if day is None:
        if not _SEED.fullmatch(seed):
            problems.append(
                problem(
                    "seed", Code.BAD_VALUE, "A seed has from 1 to 40 letters and digits, not {got}.", got=shown(seed)
                )
            )
        rules = read_rules_fields(given, problems)
        number = read_number("n", given.get("n") or str(QUESTIONS), QUESTIONS, 1, MOST_QUESTIONS, problems)
        source = f"seed {seed}"
    else:
        _check_day(day, problems)
        rules, number, source = TENHOU, QUESTIONS, day
    topics = _topics(given.get("topics", ""), problems) if day is None else ()
    only = _only(given.get("only", ""), QUESTIONS if day else MOST_QUESTIONS, problems)
    drill = DrillSet(kind, level, source, rules, len(only) or number, topics, version, only)
    return Asked(drill, tuple(problems), day, seed, bool(given.get("v")), number)


def _kind(value: str, problems: list[Problem]) -> Sort:
    if value in set(Sort):
        return Sort(value)
    known = listed(Sort)
    problems.append(
        problem(
            "kind", Code.BAD_VALUE, "There are no questions {got}; there are: {known}.", got=shown(value), known=known
        )
    )
    return Sort.POINTS


def _check_day(day: str, problems: list[Problem]) -> None:
    try:
        if _DAY.fullmatch(day) and date.fromisoformat(day) is not None:
            return
    except ValueError:
        pass
    problems.append(problem("day", Code.BAD_VALUE, "A day is written like 2026-11-22, not {got}.", got=shown(day)))


def _topics(text: str, problems: list[Problem]) -> tuple[str, ...]:
    names = tuple(filter(None, text.split(".")))[:MOST_TOPICS]
    for name in names:
        if name not in TOPICS:
            problems.append(problem("topics", Code.BAD_VALUE, "There is no topic {got}.", got=shown(name)))
    return tuple([name for name in names if name in TOPICS])


def _only(text: str, most: int, problems: list[Problem]) -> tuple[int, ...]:
    """The indexes of the questions that are asked again, from their numbers: ``2.5``."""
    numbers = text.split(".") if text else []
    if len(numbers) <= most and all(re.fullmatch(r"[1-9]\d?", one, re.ASCII) and int(one) <= most for one in numbers):
        return tuple([int(one) - 1 for one in numbers])
    problems.append(
        problem(
            "only",
            Code.BAD_VALUE,
            "The questions to ask again are numbers from 1 to {most} with dots between, not {got}.",
            most=most,
            got=shown(text),
        )
    )
    return ()


def read_progress(given: Mapping[str, str], number: int) -> Progress:
    """The progress in a set of `number` questions; none if the text cannot be read."""
    done, end = (_read_done(given.get(name, ""), number) for name in ("done", "end"))
    progress = Progress(done or (), end=end or ())
    answers = [answer[:LONGEST_ANSWER] for answer in given.get("given", "").split(_BETWEEN)]
    if len(answers) == len(Progress(progress.end or progress.done).mistakes):
        progress = progress._replace(given=tuple(answers))
    answer = given.get("answer")
    return progress._replace(answer=answer[:LONGEST_ANSWER]) if done and answer is not None else progress


def _read_done(text: str, number: int) -> Done | None:
    matches = [_DONE.fullmatch(part) for part in text.split("-") if part]
    if None in matches or len(matches) > number:
        return None
    return tuple([(match[1] == "1", int(match[2])) for match in matches if match])


def read_answer(kind: Sort, form: Mapping[str, str], several: list[str]) -> str:
    """The answer of a form as text, in the notation of `webapp.drill.choices`. `several` are the values of the keys of
    which more than one can be chosen."""
    if kind is Sort.POINTS:
        return form.get("answer", "")[:LONGEST_ANSWER]
    if kind is Sort.HAN_FU:
        han = form.get("han", "")
        return han if han.startswith("y") else f"{han}.{form.get('fu', '')}"
    if kind is Sort.FU:
        lines = [form[f"line{i}"] for i in range(_LINES) if f"line{i}" in form]
        return ".".join([*lines, form.get("fu", "")])
    return "".join(several) if kind is Sort.WAITS else ".".join(several) or "none"


def set_fields(asked: Asked) -> dict[str, str]:
    """The fields of a set's address."""
    drill = asked.drill
    fields = {"kind": drill.kind.value, "level": str(drill.level)}
    if asked.day is None:
        fields |= {"seed": asked.seed, "n": str(asked.number), **rules_fields(drill.rules)}
        fields |= {"topics": ".".join(drill.topics)} if drill.topics else {}
    fields |= {"only": ".".join(str(index + 1) for index in drill.only)} if drill.only else {}
    return fields | {"v": str(drill.version)}


def set_address(asked: Asked, progress: Progress | None = None) -> str:
    """The address of a set, with the progress in it."""
    fields = set_fields(asked)
    if progress:
        fields |= progress_fields(progress)
    if progress and progress.answer is not None:
        fields["answer"] = progress.answer
    return f"/drill{f'/{asked.day}' if asked.day else ''}?{urlencode(fields)}"


def start_address(asked: Asked) -> str:
    """The address of the page where a set begins, with what was chosen for this one."""
    chosen = {name: text for name, text in set_fields(asked).items() if name not in ("seed", "topics", "only", "v")}
    return f"/drill?{urlencode(chosen)}"


def topics_address(asked: Asked) -> str:
    """The address of the page of all topics, by the rules of this set."""
    return f"/drill/topics?{urlencode(rules_fields(asked.drill.rules))}"


def progress_fields(progress: Progress) -> dict[str, str]:
    """The fields of the progress in an address: the answered questions, each right (1) or wrong (0), with its seconds
    (``1.12-0.30``), and the wrong answers."""
    fields = {
        name: "-".join(f"{int(is_right)}.{seconds}" for is_right, seconds in done)
        for name, done in (("done", progress.done), ("end", progress.end))
    }
    return {name: text for name, text in {**fields, "given": _BETWEEN.join(progress.given)}.items() if text}
