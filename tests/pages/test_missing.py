"""The page for an address that does not exist."""

import pytest

from tests.pages.markup import Element
from tests.pages.site import CLIENT
from webapp import create_app
from webapp.language.i18n import LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_asks_for_a_page_that_there_is_not_finds_those_that_there_are(language: str) -> None:
    answer = CLIENT.get("/yakus", headers={"Accept": "text/html", "Accept-Language": language})
    assert answer.status_code == 404
    page = Element.of(answer.text)
    assert {link["href"].rstrip("?") for link in page.tags("a")} >= {"/", "/rules", "/table", "/yaku"}
    assert len(page.tags("h1")) == 1


@pytest.mark.parametrize(("path", "accept"), [("/static/no.css", "text/html"), ("/api/no", "application/json")])
def test_programs_are_told_in_a_line(path: str, accept: str) -> None:
    answer = CLIENT.get(path, headers={"Accept": accept})
    assert answer.status_code == 404
    assert "<nav" not in answer.text


@pytest.mark.parametrize(("method", "path", "status"), [("POST", "/yaku", 405), ("GET", "/broken", 500)])
def test_an_error_is_a_page_with_the_ways_on(method: str, path: str, status: int) -> None:
    app = create_app()
    app.add_url_rule("/broken", view_func=lambda: str(1 // 0), endpoint="broken")
    answer = app.test_client().open(path, method=method, headers={"Accept": "text/html", "Accept-Language": "en"})
    assert answer.status_code == status
    page = Element.of(answer.text)
    assert len(page.tags("h1")) == 1
    assert {link["href"] for link in page.one(**{"class": "choices"}).tags("a")} == {"/", "/game"}
    assert app.test_client().open(path, method=method).text.count("<nav") == 0
