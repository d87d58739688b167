"""What the pages and the API say of rules that cannot be read."""

import pytest
from flask.testing import FlaskClient

from tests.pages.markup import Element, problems_of

CASE = {"concealed": "123m456p789s3467s", "win": "4s"}


@pytest.mark.parametrize("path", ["/", "/rules", "/table", "/yaku"])
def test_every_page_says_what_is_wrong_with_the_rules_of_its_address(client: FlaskClient, path: str) -> None:
    page = Element.of(client.get(f"{path}?rules=poker&lang=en").text)
    assert problems_of(page).keys() == {"unknown_rule"}
    assert "There is no preset poker; there are:" in problems_of(page)["unknown_rule"]


def test_the_api_says_what_is_wrong_with_the_rules(client: FlaskClient) -> None:
    answer = client.post("/api/score", json={**CASE, "rules": {"pao": ["chombo"], "jokers": 4}})
    assert answer.status_code == 422
    found = {problem["field"]: problem["message"] for problem in answer.get_json()["problems"]}
    assert found.keys() == {"rules.pao", "rules"}
    assert "a list of any of daisangen, daisuushii, suukantsu," in found["rules.pao"]
    table = client.get("/api/table?rule.pao=chombo")
    assert table.status_code == 422
    assert [problem["field"] for problem in table.get_json()["problems"]] == ["rules.pao"]


@pytest.mark.parametrize(
    "flag", ["renhou", "open_riichi", "tsubame_gaeshi", "kanfuri", "paarenchan", "ishi_no_ue_nimo_sannen"]
)
def test_the_api_refuses_a_flag_whose_yaku_the_rules_do_not_name(client: FlaskClient, flag: str) -> None:
    case = {"concealed": "123m456p789s34s55p", "win": "5s", "by": "ron", "flags": ["double_riichi", flag]}
    answer = client.post("/api/score", json=case)
    assert answer.status_code == 422
    messages = [problem["message"] for problem in answer.get_json()["problems"] if problem["code"] == "unknown_flag"]
    assert messages == [f"{flag} is not in the rules in force."]
