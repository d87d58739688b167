"""What a chat shows of a link: the result in the reader's language, and nothing that the link's writer put there."""

import pytest
from flask.testing import FlaskClient

from tests.pages import links
from tests.pages.markup import Element
from webapp.language.i18n import LANGUAGES, LOCALES

HOSTILE = [
    "<script>alert(1)</script>",
    "\"'><img src=x onerror=alert(1)>",
    "a\r\nSet-Cookie: x=1",
    "\0",
    "\u202e",
    "9" * 5000,
]
FIELDS = ["hand", "melds", "dora", "ura", "seen", "round", "seat", "by", "from", "riichi", "honba", "sticks", "nuki"]
FIELDS += ["liable", "turn", "draws", "rules", "rule.kiriage_mangan", "rule.<b>", "also", "lang", "mode", "nonsense"]


def said(client: FlaskClient, query: str) -> dict[str, str]:
    """The tags of the page that an unfurler reads."""
    metas = Element.of(client.get(f"/?{query}").text).tags("meta")
    named = [(str(meta.attributes.get("property") or meta.attributes.get("name")), meta) for meta in metas]
    return {name: meta["content"] for name, meta in named if name.startswith(("og:", "twitter:", "description"))}


def test_a_link_says_its_result(client: FlaskClient) -> None:
    tags = said(client, links.A.query)
    assert tags["og:title"] == "Haneman 12,000 · 7 han 20 fu"
    assert tags["og:description"] == tags["description"]
    assert tags["description"].startswith("South · Tsumo · Riichi, ")
    assert tags["description"].endswith(" · East −6,000 · South +12,000 · West −3,000 · North −3,000")


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_does_so_in_the_language_of_the_link(client: FlaskClient, language: str) -> None:
    tags = said(client, f"{links.A.query}&lang={language}")
    assert "12,000" in tags["og:title"]
    assert tags["og:locale"] == LOCALES[language]
    assert ("Haneman" in tags["og:title"]) == (language == "en")
    assert tags["og:url"] == f"http://localhost/?{links.A.query}&lang={language}"


@pytest.mark.parametrize(
    ("query", "title"),
    [
        ("", "Agari – riichi mahjong calculator"),
        ("hand=123m5z", "Agari – riichi mahjong calculator"),
        ("hand=234567m345p2267s", "Tenpai"),
        ("hand=12378m123p13488s6m&dora=9s", "Discard 4 of bamboos · 1 kind, 4 tiles"),
        ("hand=nonsense", "No win"),
    ],
)
def test_what_is_no_win_says_what_it_is(client: FlaskClient, query: str, title: str) -> None:
    assert said(client, query)["og:title"] == title


def test_the_picture_goes_with_it(client: FlaskClient) -> None:
    tags = said(client, links.A.query)
    assert tags["og:image"] == f"http://localhost/preview.png?{links.A.query}&lang=en"
    assert tags["twitter:card"] == "summary_large_image"
    assert client.get(tags["og:image"]).mimetype == "image/png"


@pytest.mark.parametrize("value", HOSTILE, ids=range(len(HOSTILE)))
@pytest.mark.parametrize("field", FIELDS)
def test_nothing_of_a_link_gets_out_of_its_place(client: FlaskClient, field: str, value: str) -> None:
    answer = client.get("/", query_string={"hand": "234567m345p2267s8s", "by": "tsumo"} | {field: value})
    page = Element.of(answer.text)
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers
    assert [tag for tag in page.tags("script") if "src" not in tag] == []
    assert all(picture["src"].startswith("/static/") for picture in page.tags("img"))


def test_neither_does_the_name_that_the_server_is_called_by(client: FlaskClient) -> None:
    answer = client.get("/", headers={"Host": "\"'><script>alert(1)</script>"})
    assert "<script>" not in answer.text
