"""The documents as pages, what is new, and that the document of the JSON API says what the API does."""

import json
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.pages.markup import Element
from webapp.language.i18n import LANGUAGES
from webapp.language.news import versions
from webapp.pages.reference.documents_page import DOCUMENTS
from webapp.scoring.problems import Code
from webapp.serving.routes import fixed_addresses

PACKAGE = Path(__file__).resolve().parents[3] / "webapp"
PYPROJECT = PACKAGE.parent / "pyproject.toml"
API = (PACKAGE / DOCUMENTS["api"]).read_text(encoding="utf-8")


def page(client: FlaskClient, address: str) -> Element:
    response = client.get(address)
    assert response.status_code == 200
    return Element.of(response.text)


# -- documents -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", DOCUMENTS)
def test_every_line_of_a_document_is_on_its_page(client: FlaskClient, name: str) -> None:
    shown = "".join(page(client, f"/documents/{name}").text.split())
    text = (PACKAGE / DOCUMENTS[name]).read_text(encoding="utf-8")
    for line in text.splitlines():
        for part in re.split(r"\*\*?|`+|^#+|^```\w*|(?:^\||\|)\s*(?:-{3,})?|\[|\]\([^)]*\)", line):
            assert "".join(part.split()) in shown


def test_the_chapters_lead_to_their_headings(client: FlaskClient) -> None:
    shown = page(client, "/documents/rules")
    links = [link["href"] for link in shown.one(**{"class": "more-links chapters"}).tags("a")]
    assert "#fu" in links
    assert "#rule-switches" in links
    assert links == [f"#{heading['id']}" for heading in shown.one(**{"class": "document"}).tags("h2")]


def test_tables_and_code_are_tables_and_code(client: FlaskClient) -> None:
    rules, api = page(client, "/documents/rules"), page(client, "/documents/api")
    row = next(row for row in rules.tags("tr") if row.tags("td") and row.tags("td")[0].text == "pinfu")
    assert [cell.text for cell in row.tags("td")][1:4] == ["平和", "Pinfu", "1"]
    assert '{"draw": "exhaustive", "tenpai": ["E", "W"], "rules": "tenhou"}' in [
        code.tags("code")[0].text for code in api.tags("pre")
    ]


def test_only_readers_of_other_languages_are_told_that_it_is_in_english(client: FlaskClient) -> None:
    for language, hints in (("en", 0), ("ja", 1), ("zh", 1), ("ko", 1)):
        shown = page(client, f"/documents/rules?lang={language}")
        assert len(shown.having(**{"class": "hint"})) == hints


def test_there_is_no_other_document(client: FlaskClient) -> None:
    assert client.get("/documents/nothing").status_code == 404
    assert client.get("/documents/../SECURITY").status_code == 404


@pytest.mark.parametrize("address", ["/rules", "/table", "/yaku", "/api", "/changes"])
def test_the_documents_are_found_from_every_page_and_the_hand_goes_along(client: FlaskClient, address: str) -> None:
    links = [link["href"] for link in page(client, f"{address}?hand=123m").tags("a")]
    hand = "" if address == "/api" else "?hand=123m"
    assert f"/documents/rules{hand}" in links
    assert f"/changes{hand}" in links


# -- what is new -----------------------------------------------------------------------------------


def test_versions_are_dated_and_the_newest_is_first() -> None:
    dates = [version.date for version in versions()]
    assert dates == sorted(dates, reverse=True)
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\d", date) for date in dates)
    assert versions()[0].number == tomllib.loads(PYPROJECT.read_text(encoding="utf-8"))["project"]["version"]
    assert all(version.news for version in versions())


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_new_is_told_in_the_readers_language(client: FlaskClient, language: str) -> None:
    shown = page(client, f"/changes?lang={language}")
    told = [item.text for item in shown.having(**{"class": "news"})[0].tags("li")]
    assert len(told) == len(versions()[0].news)
    assert (told == list(versions()[0].news)) is (language == "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_news_has_words_of_its_own(client: FlaskClient, language: str) -> None:
    news = [
        item.text
        for one in page(client, f"/changes?lang={language}").having(**{"class": "news"})
        for item in one.tags("li")
    ]
    assert len(news) == sum(len(version.news) for version in versions())
    assert len(set(news)) == len(news)


# -- the JSON API ----------------------------------------------------------------------------------


def examples() -> list[tuple[str, Any, Any]]:
    """Each address of the document with the body of its example, and the answer where one is given."""
    found = []
    for chapter in API.split("\n## POST ")[1:]:
        body, *answer = [json.loads(text) for text in re.findall(r"```json\n(.*?)```", chapter, re.DOTALL)]
        found.append((chapter.splitlines()[0], body, answer[0] if answer else None))
    return found


def holds(expected: Any, got: Any) -> bool:
    """Whether an answer has everything of an example, which leaves some fields and most of the yaku out."""
    if isinstance(expected, dict):
        return all(
            name in got and holds(value, got[name][: len(value)] if name == "yaku" else got[name])
            for name, value in expected.items()
        )
    if isinstance(expected, list):
        return len(expected) == len(got) and all(map(holds, expected, got))
    return bool(expected == got)


@pytest.mark.parametrize(("address", "body", "answer"), examples(), ids=lambda value: str(value)[:20])
def test_an_example_is_answered_as_the_document_says(client: FlaskClient, address: str, body: Any, answer: Any) -> None:
    response = client.post(address, json=body)
    assert response.status_code == 200
    assert answer is None or holds(answer, response.get_json())


def test_the_example_of_needs_is_answered_as_the_document_says(client: FlaskClient) -> None:
    *_, shown = re.findall(r"```json\n(.*?)```", API.split("\n## POST /api/game")[1].split("\n## ")[0], re.DOTALL)
    rules, event = {"preset": "m_league", "rounds": 0}, {"type": "adjust", "points": [4400, 500, -3100, -2800]}
    answer = client.post("/api/game", json={"rules": rules, "events": [event], "needs": True}).get_json()
    got, example = answer["needs"][2], json.loads(shown)
    assert (len(got["wins"]), len(got["draws"])) == (1 + 11, 1 + 23)
    assert {**got, "wins": got["wins"][:1], "draws": got["draws"][:1]} == example


def test_the_document_lists_every_code_of_a_problem() -> None:
    listed = API.split("## Codes of problems")[1].split("\n## ")[0]
    assert set(re.findall(r"^\| `(\w+)` \|", listed, re.MULTILINE)) == set(Code)


def test_the_document_names_every_address_of_the_api(client: FlaskClient) -> None:
    rules = [rule for rule in client.application.url_map.iter_rules() if rule.rule.startswith("/api/")]
    addresses = {f"{method} {rule.rule}" for rule in rules for method in (rule.methods or set()) & {"GET", "POST"}}
    assert set(re.findall(r"^## ((?:GET|POST) \S+)$", API, re.MULTILINE)) == addresses


def test_the_page_of_parts_is_linked_from_nowhere_and_not_exported(client: FlaskClient) -> None:
    answer = client.get("/parts")
    assert answer.status_code == 200
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert "/parts" not in fixed_addresses(client.application)
    for path in ("/", "/rules", "/game", "/help"):
        links = [link["href"] for link in page(client, path).tags("a") if "href" in link]
        assert not [link for link in links if link.startswith("/parts")]


def test_help_leads_to_what_the_product_does(client: FlaskClient) -> None:
    shown = Element.of(client.get("/help?lang=en").text)
    sections = {one.tags("h2")[0].text: one.tags("a")[0]["href"] for one in shown.tags("section")}
    assert sections == {
        "What is needed": "/game?lang=en",
        "Groups": "/game?lang=en",
        "Review a log": "/review?lang=en",
        "Practice": "/drill?lang=en",
        "Rules": "/rules?lang=en",
    }
