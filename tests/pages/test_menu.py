"""The menu of every page: where it leads, in which language, with which hand."""

import pytest
from flask.testing import FlaskClient

from tests.pages.markup import Element
from tests.pages.site import get
from webapp.language.i18n import LANGUAGES

PAGES = ["/", "/rules", "/table", "/yaku", "/hands", "/help", "/changes", "/api", "/documents/rules", "/share", "/game"]


def languages_of(page: Element) -> dict[str, str]:
    return {link["hreflang"]: link["href"] for link in page.having("hreflang")}


@pytest.mark.parametrize("path", PAGES)
def test_a_page_is_marked_in_the_menu_and_changes_its_language_where_it_is(path: str) -> None:
    page = get(f"{path}?lang=ko")
    (menu,) = page.having(**{"class": "menu"})
    assert languages_of(page) == {code: f"{path}?lang={code}" for code in LANGUAGES}
    marked = [link["href"].split("?")[0] for link in menu.having(**{"aria-current": "page"})]
    assert marked == ([path] if not path.startswith(("/documents", "/api")) else [])


def test_the_hand_and_the_rules_go_with_every_entry() -> None:
    query = "hand=123m&rules=m_league"
    (menu,) = get(f"/table?{query}").having(**{"class": "places elsewhere"})
    assert {link["href"].split("?", 1)[1] for link in menu.tags("a")} == {query}


def test_without_a_hand_the_entries_have_no_query() -> None:
    (menu,) = get("/yaku").having(**{"class": "places elsewhere"})
    assert [link["href"] for link in menu.tags("a") if "?" in link["href"]] == []


def test_share_in_the_menu_of_a_game_leads_to_its_codes(client: FlaskClient) -> None:
    table = client.post("/game", data={"rules": "house"}).location
    for path in ("", "/course", "/end"):
        (menu,) = Element.of(client.get(f"{table}{path}").text).having(**{"class": "places elsewhere"})
        assert [link["href"] for link in menu.tags("a") if link["href"].endswith(("/join", "/share"))] == [
            f"{table}/join"
        ]


@pytest.mark.parametrize("path", ["/nothing-here", "/game/" + "'" * 3000, "/" + "%27" * 4000])
def test_a_page_that_does_not_exist_has_the_menu_too(client: FlaskClient, path: str) -> None:
    response = client.get(path, headers={"Accept": "text/html"})
    assert response.status_code == 404
    assert len(response.data) <= 20_000
    assert languages_of(Element.of(response.text))["ko"] == "/?lang=ko"
