"""The calculator in the reader's language: which one, and how it stays."""

from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.pages.links import LINKS, A, Link
from tests.pages.markup import Element, deltas_of, hand_of, points_of
from tests.pages.site import CLIENT, HTMX, get
from webapp.language.i18n import LANGUAGES
from webapp.limits import TRANSLATED


def language_of(response: TestResponse) -> str:
    """The language that a page says it is in."""
    (html,) = Element.of(response.text).tags("html")
    return html["lang"]


@pytest.mark.parametrize(
    ("header", "language"),
    [
        ("ja", "ja"),
        ("en", "en"),
        ("ja-JP,ja;q=0.9,en;q=0.5", "ja"),
        ("en-GB,en;q=0.9,ja;q=0.5", "en"),
        ("fr", "en"),
        ("fr,ja;q=0.2", "ja"),
        ("", "en"),
        (";;;q=x,,", "en"),
    ],
)
def test_the_browser_s_language_is_spoken_where_it_is_known(header: str, language: str) -> None:
    assert language_of(CLIENT.get("/", headers={"Accept-Language": header})) == language


def test_the_page_is_in_the_language_of_its_address_and_stays_in_it(client: FlaskClient) -> None:
    english = {"Accept-Language": "en"}
    assert language_of(client.get("/", headers=english)) == "en"
    assert language_of(client.get("/?lang=ja", headers=english)) == "ja"
    assert language_of(client.get("/", headers=english)) == "ja"
    assert "ロン" in client.post("/score", headers={**english, **HTMX}).text
    assert language_of(client.get("/?lang=en", headers=english)) == "en"
    assert language_of(client.get("/", headers={"Accept-Language": "ja"})) == "en"


def test_the_cookie_is_the_site_s_own_and_no_script_s(client: FlaskClient) -> None:
    cookie = client.get("/?lang=ja").headers["Set-Cookie"]
    assert "lang=ja" in cookie
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    assert "Max-Age=31536000" in cookie
    assert "Set-Cookie" not in client.get("/").headers


@pytest.mark.parametrize("unknown", ["xx", "EN", "ja_JP", "../../etc/passwd", "<script>", "", "e n", "\x00"])
def test_an_unknown_language_is_as_if_none_were_named(client: FlaskClient, unknown: str) -> None:
    english = {"Accept-Language": "en"}
    response = client.get(f"/?{urlencode({'lang': unknown})}", headers=english)
    assert language_of(response) == "en"
    assert "Set-Cookie" not in response.headers
    client.get("/?lang=ja")
    assert language_of(client.get(f"/?{urlencode({'lang': unknown})}", headers=english)) == "ja"


def test_an_unknown_language_in_the_cookie_is_ignored(client: FlaskClient) -> None:
    client.set_cookie("lang", "<b>xx")
    assert language_of(client.get("/", headers={"Accept-Language": "ja"})) == "ja"


def test_the_languages_lead_to_the_same_hand() -> None:
    page = get(f"/?{A.query}")
    links = {link["hreflang"]: link["href"] for link in page.having("hreflang")}
    assert links.keys() == LANGUAGES.keys() >= {"ja", "en"}
    for language, href in links.items():
        there = get(href)
        assert there.tags("html")[0]["lang"] == language
        assert points_of(there) == A.points
        assert there.one("data-share")["href"] == f"/?{A.query}&lang={language}"


@pytest.mark.parametrize("link", LINKS, ids=lambda link: link.query)
def test_both_languages_say_the_same_with_other_words(link: Link) -> None:
    english, japanese = (get(f"/?{link.query}", language) for language in ("en", "ja"))
    for page in (english, japanese):
        assert (points_of(page), deltas_of(page)) == (link.points, link.deltas)
    assert hand_of(english) == hand_of(japanese)
    assert english.one(id="result").text != japanese.one(id="result").text
    assert shape_of(english) == shape_of(japanese)


def shape_of(page: Element) -> list[tuple[str, list[str]]]:
    """The elements of a page, without what a language says beside the name of a yaku: English says its translation,
    where it is another word, and has a switch for it in the menu; Japanese says the reading."""
    return [
        (element.tag, sorted(element.attributes))
        for element in page.all()
        if element.attributes.get("value") != TRANSLATED
        and (element.tag, element.attributes.get("class")) not in {("small", "romaji"), ("small", "said")}
    ]
