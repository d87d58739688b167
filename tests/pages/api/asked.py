"""Questions to the JSON API, and what comes back."""

import json
from typing import Any

from werkzeug.test import TestResponse

from tests.pages.site import CLIENT

#: Hand a of `links`.
A: dict[str, Any] = {
    "concealed": "234567m345p2267s",
    "win": "8s",
    "by": "tsumo",
    "flags": ["riichi"],
    "dora": ["1s"],
    "ura": ["4p"],
}


def post(body: object) -> TestResponse:
    """Asks for the score of a case."""
    return CLIENT.post("/api/score", data=json.dumps(body), content_type="application/json")


def scored(case: dict[str, Any]) -> dict[str, Any]:
    """The answer for a case that is a win."""
    response = post(case)
    assert response.status_code == 200, response.text
    assert response.mimetype == "application/json"
    answer: dict[str, Any] = response.get_json()
    return answer


def problems(case: object) -> list[dict[str, str]]:
    """The problems of a case that is none; each has a field, a code and a message, all of them text."""
    response = post(case)
    assert response.status_code == 422, response.text
    answer = response.get_json()
    assert answer.keys() == {"problems"}
    for problem in answer["problems"]:
        assert problem.keys() == {"field", "code", "message"}
        assert all(isinstance(text, str) for text in problem.values())
        assert problem["message"]
    found: list[dict[str, str]] = answer["problems"]
    assert found
    return found


def wrong(case: object) -> set[tuple[str, str]]:
    return {(problem["field"], problem["code"]) for problem in problems(case)}
