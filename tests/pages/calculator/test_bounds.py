"""However much is wrong with what comes in, the answer is short and says how much more there is."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.pages.markup import Element
from webapp.formats.fields import MAX_PROBLEMS
from webapp.scoring.hand import Flag
from webapp.scoring.rules import SWITCHES
from webapp.serving import request_limits

#: Bytes of an answer.
LARGEST = 100 * 1024

FLAGS = {"concealed": "123m456p789s1122z", "win": "1z", "flags": ["x"] * 15_000}
RULES = {"concealed": "123m456p789s1122z", "win": "1z", "rules": {f"x{number}": 1 for number in range(4000)}}
MANY_RULES = "&".join(f"rule.{'%27' * 8}{number}=1" for number in range(190))
ADDRESSES = {
    "rules": MANY_RULES,
    "rules of other winners": "hand=1m&also=" + MANY_RULES.replace("&", "%26").replace("=", "%3D"),
    "text": "text=" + "'" * 12_000,
    "tiles": "&".join(f"{field}={'%27' * 390}" for field in ("hand", "dora", "ura", "seen", "rules", "by")),
    "melds": "melds=" + "-".join(["'" * 390] * 5),
    "unknown fields": "&".join(f"{'%27' * 20}{number}={'%27' * 8}" for number in range(100)),
}
PAGES = [
    "/",
    "/rules",
    "/table",
    "/yaku",
    "/yaku?all=1",
    "/hands",
    "/help",
    "/share",
    "/case.json",
    "/preview.svg",
    "/api/table",
]


@pytest.mark.parametrize("address", ADDRESSES.values(), ids=ADDRESSES)
@pytest.mark.parametrize("path", PAGES)
def test_no_address_makes_a_long_answer(client: FlaskClient, path: str, address: str) -> None:
    response = client.get(f"{path}{'&' if '?' in path else '?'}{address}")
    assert response.status_code in (200, 422)
    assert len(response.data) <= LARGEST


@pytest.mark.parametrize("path", ["/", "/rules", "/table", "/yaku", "/share"])
def test_a_page_tells_some_problems_and_how_many_more(client: FlaskClient, path: str) -> None:
    wrong = "&".join(f"rule.x{number}=1" for number in range(len(SWITCHES)))
    page = Element.of(client.get(path, query_string=wrong, headers={"Accept-Language": "en"}).text)
    told = page.having("data-problem")
    assert len(told) == MAX_PROBLEMS + 1
    assert told[-1].text == f"Problems not shown: {len(SWITCHES) - MAX_PROBLEMS}."


@pytest.mark.parametrize("case", [FLAGS, RULES, [FLAGS] * 3, [RULES] * 3], ids=["flags", "rules", "flags×3", "rules×3"])
def test_no_case_makes_a_long_answer(client: FlaskClient, case: Any) -> None:
    body = json.dumps(case)[: request_limits.BODY]
    for path in ("/api/score", "/api/settle", "/api/waits", "/api/discards"):
        response = client.post(path, data=body)
        assert response.status_code in (400, 422)
        assert len(response.data) <= LARGEST / 10


def test_the_api_tells_some_problems_and_how_many_more(client: FlaskClient) -> None:
    wrong = {"concealed": "?", "win": "?", "flags": ["x"] * len(Flag), "dora": ["?"] * 20}
    problems = client.post("/api/score", json=wrong).get_json()["problems"]
    assert len(problems) == MAX_PROBLEMS + 1
    assert problems[-1] == {
        "field": "",
        "code": "more_problems",
        "message": f"Problems not shown: {1 + 1 + len(Flag) + 20 - MAX_PROBLEMS}.",
    }


def test_more_flags_or_rules_than_there_are_is_one_problem(client: FlaskClient) -> None:
    for case, code in ((FLAGS | {"flags": ["x"] * 100}, "unknown_flag"), (RULES, "unknown_rule")):
        problems = client.post("/api/score", json=case).get_json()["problems"]
        assert [problem["code"] for problem in problems] == [code]
