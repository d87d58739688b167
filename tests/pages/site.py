"""The whole site for tests that only ask it: one application, a visitor without cookies, a crash is a 500."""

from collections.abc import Mapping
from urllib.parse import urlencode

from werkzeug.test import TestResponse

from tests.pages.markup import Element
from webapp import create_app

APP = create_app()
CLIENT = APP.test_client(use_cookies=False)
HTMX = {"HX-Request": "true"}


def get(address: str, language: str = "en", headers: Mapping[str, str] | None = None) -> Element:
    """The page at an address."""
    response = CLIENT.get(address, headers={"Accept-Language": language, **(headers or {})})
    assert response.status_code == 200
    assert response.mimetype == "text/html"
    return Element.of(response.text)


def post(form: Mapping[str, str], headers: Mapping[str, str] = HTMX) -> TestResponse:
    """The answer to the calculator's form, by default as htmx asks for it."""
    return CLIENT.post("/score", data=form, headers={"Accept-Language": "en", **headers})


def address(form: Mapping[str, str]) -> str:
    """The calculator's address with these fields in it."""
    return f"/?{urlencode(form)}" if form else "/"
