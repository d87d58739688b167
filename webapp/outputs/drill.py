"""Writes the addresses of the practice, its questions as JSON for the API, and a result as text."""

from urllib.parse import urlencode

from webapp.drill.questions import DrillSet, Question, Sort, questions
from webapp.efficiency.discards import value
from webapp.efficiency.waits import waits
from webapp.inputs.cases import read_case, read_holding
from webapp.inputs.drill import Asked, Progress
from webapp.inputs.forms import RULE
from webapp.outputs.lines import answer, answer_json
from webapp.outputs.links import switch_text
from webapp.outputs.replies import case_json, waits_json

RIGHT, WRONG = "🟩", "🟥"


def set_fields(asked: Asked) -> dict[str, str]:
    """The fields of a set's address."""
    drill = asked.drill
    fields = {"kind": drill.kind.value, "level": str(drill.level)}
    if asked.day is None:
        changed = {RULE + name: switch_text(value) for name, value in drill.rules.changed.items()}
        fields |= {"seed": asked.seed, "n": str(drill.number), "rules": drill.rules.preset, **changed}
        fields |= {"topics": ".".join(drill.topics)} if drill.topics else {}
    return fields | {"v": str(drill.version)}


def set_address(asked: Asked, progress: Progress | None = None) -> str:
    """The address of a set, with the progress in it."""
    fields = set_fields(asked)
    if progress and progress.done:
        fields["done"] = done_text(progress)
    if progress and progress.answer is not None:
        fields["answer"] = progress.answer
    return f"/drill{f'/{asked.day}' if asked.day else ''}?{urlencode(fields)}"


def done_text(progress: Progress) -> str:
    """The answered questions in an address, each right (1) or wrong (0), with its seconds: ``1.12-0.30``."""
    return "-".join(f"{int(is_right)}.{seconds}" for is_right, seconds in progress.done)


def squares(progress: Progress) -> str:
    """A square for each answer, green if it was right and red if it was wrong."""
    return "".join(RIGHT if is_right else WRONG for is_right, _ in progress.done)


def drill_json(drill: DrillSet) -> dict[str, object]:
    """The questions of a set with their answers."""
    return {
        "version": drill.version,
        "kind": drill.kind,
        "level": drill.level,
        "questions": [_question_json(question) for question in questions(drill)],
    }


def _question_json(question: Question) -> dict[str, object]:
    case = case_json(question.hand)
    if question.kind is not Sort.WAITS:
        return {"case": case, "answer": answer_json(answer(read_case(case)))}
    case = {name: value for name, value in case.items() if name not in ("win", "by", "from")}
    holding = read_holding(case, is_full=False).holding
    assert holding
    return {"case": case, "answer": waits_json(waits(holding), value(holding))}
