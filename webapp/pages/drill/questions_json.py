"""The questions of the practice as JSON for the API."""

from webapp.drill.questions import DrillSet, Question, Sort, questions
from webapp.efficiency.discards import value
from webapp.efficiency.waits import waits
from webapp.formats.answers import answer, answer_json, waits_json
from webapp.formats.case import case_json, read_case, read_holding


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
