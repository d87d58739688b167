"""The JSON API."""

from flask import Blueprint, Response, jsonify, request
from werkzeug.exceptions import BadRequest

from webapp.cases import problems_json, read_case, score_json
from webapp.scoring.hand import Problem, problem
from webapp.scoring.score import score

blueprint = Blueprint("api", __name__, url_prefix="/api")


@blueprint.post("/score")
def score_case() -> tuple[Response, int]:
    """Scores a case, or says everything that is wrong with it."""
    try:
        body = request.get_json(force=True)
    except (BadRequest, RecursionError):
        return _refused((problem("", "bad_json", "The body is no JSON."),), 400)
    case = read_case(body)
    if case.hand is None or case.problems:
        return _refused(case.problems, 422)
    result = score(case.hand, case.rules)
    return _refused(result.problems, 422) if result.problems else (jsonify(score_json(result)), 200)


def _refused(found: tuple[Problem, ...], status: int) -> tuple[Response, int]:
    return jsonify(problems_json(found)), status
