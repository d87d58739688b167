"""Broken forms and hostile values: no crash, and no way into a page."""

import re
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import law
from tests.pages.laws import INJECTION, hostile_text
from tests.pages.markup import Element, problems_of
from tests.pages.site import APP, CLIENT, HTMX, address, get, post
from webapp.entry import Entry
from webapp.formats.address import form_fields
from webapp.serving.request_limits import ADDRESS

PAGES = sorted(rule.rule for rule in APP.url_map.iter_rules() if "GET" in (rule.methods or ()) and not rule.arguments)
"""Every page that needs nothing in its path."""
FIELDS = [*form_fields(Entry())]
BUTTONS = ["tap", "select", "selected", "feeder", "wait", "action", "mode"]


def assert_harmless(html: str) -> None:
    """Nothing that was sent has become an element or an attribute, and the page is well formed."""
    page = Element.of(html)
    assert not page.tags("xss")
    assert not page.having("onxss")
    assert "<xss" not in html
    assert not [name for element in page.all() for name in element.attributes if name.startswith("on")]
    assert all("src" in script for script in page.tags("script"))


OTHERS = ["lang", "rule.red_fives", "rule.pao", "all", INJECTION, f"rule.{INJECTION}", ""]
hostile_forms = st.dictionaries(st.sampled_from([*FIELDS, *BUTTONS, *OTHERS]), hostile_text, max_size=8)
#: Those that an address has room for.
hostile_addresses = hostile_forms.filter(lambda form: len(urlencode(form)) < ADDRESS - len("/preview.svg"))


@pytest.mark.parametrize("path", PAGES)
@given(form=hostile_addresses)
@law(20)
def test_no_address_is_a_crash_or_a_way_in(path: str, form: dict[str, str]) -> None:
    response = CLIENT.get(f"{path}?{urlencode(form)}")
    assert response.status_code < 500 or path == "/healthz"  # which says 503 where no game can be kept
    if response.location:
        assert response.location.startswith("/")  # its body is Werkzeug's, and nobody sees it
    elif response.mimetype == "text/html":
        assert_harmless(response.text)


@given(hostile_addresses)
@law(40)
def test_any_address_of_the_calculator_shows_it(form: dict[str, str]) -> None:
    page = get(address(form))
    assert len(page.having("data-tile")) == 37


@given(hostile_forms)
@law(40)
def test_no_form_is_a_crash_or_a_way_in(form: dict[str, str]) -> None:
    pieces, redirect = post(form), post(form, {})
    assert (pieces.status_code, redirect.status_code) == (200, 303)
    assert_harmless(pieces.text)
    for there in (pieces.headers["HX-Replace-Url"], redirect.location):
        assert re.fullmatch(r"/(\?[a-z_.]+=[A-Za-z0-9.%_~-]+(&[a-z_.]+=[A-Za-z0-9.%_~-]+)*)?", there)


@pytest.mark.parametrize("field", [*FIELDS, *BUTTONS, "lang"])
def test_no_field_gets_into_the_page(field: str) -> None:
    assert_harmless(CLIENT.get(address({field: INJECTION})).text)
    response = post({field: INJECTION})
    assert response.status_code == 200
    assert_harmless(response.text)


@pytest.mark.parametrize(
    "value", ["\x00", "a\r\nSet-Cookie: x=1", "9" * 999, "٣", "\u202e\u200b\ufeff", "{0}{{7*7}}%s"]
)
def test_no_form_gets_into_a_header(value: str) -> None:
    form = dict.fromkeys([*FIELDS, *BUTTONS], value)
    assert_harmless(post(form).text)
    redirect = post(form, {})
    assert redirect.status_code == 303
    assert "Set-Cookie" not in redirect.headers


def test_what_is_quoted_is_quoted_literally() -> None:
    page = get(address({"hand": "<b>{7*7}&amp;"}))
    assert "<b>{7*7}&amp" in problems_of(page)["bad_notation"]


@pytest.mark.parametrize(
    "raw", ["hand=%ff%fe", "hand=%", "hand=%zz", "&&&", "=", "hand", "hand=%00", "%F0%9F=1", ";", "hand[]=1m"]
)
def test_a_broken_query_is_no_crash(raw: str) -> None:
    assert_harmless(CLIENT.get(f"/?{raw}").text)


@pytest.mark.parametrize("separator", ["=", "%3D"])
def test_an_address_within_an_address_within_an_address_ends_somewhere(separator: str) -> None:
    for depth in (3, 300, 2000):
        assert CLIENT.get("/?also=" + f"also{separator}" * depth + "hand=1m").status_code == 200


def test_an_answer_is_not_many_times_larger_than_what_was_sent() -> None:
    plain = len(post({}).data)
    for field, value in [("melds", "x " * 32_000), ("hand", "1m" * 32_000), ("melds", "pon111z-" * 8000)]:
        assert len(post({field: value}).data) < plain + 3 * len(value)


@pytest.mark.parametrize("body", [b"\xff\xfe\x00", b"hand=%ff", b"%", b"{}", b"hand=1m&hand=2m"])
@pytest.mark.parametrize(
    "content_type", ["application/x-www-form-urlencoded", "multipart/form-data", "text/plain", None]
)
def test_a_broken_form_is_no_crash(body: bytes, content_type: str | None) -> None:
    assert CLIENT.post("/score", data=body, content_type=content_type, headers=HTMX).status_code == 200


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
def test_a_hand_is_scored_by_post(client: FlaskClient, method: str) -> None:
    assert client.open("/score", method=method).status_code == 405
