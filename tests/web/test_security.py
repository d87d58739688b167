"""Headers, foreign posts and oversized bodies."""

import pytest
from flask import Flask, request
from flask.testing import FlaskClient

from webapp import create_app, security

LIMIT = 64 * 1024


@pytest.fixture
def echo(app: Flask) -> FlaskClient:
    """A client of an application with routes that read their bodies: /form and /json."""
    app.add_url_rule("/form", "form", lambda: request.form.get("hand", ""), methods=["GET", "POST"])
    app.add_url_rule("/json", "json", lambda: {"got": request.get_json()}, methods=["POST"])
    return app.test_client()


def test_the_policy_allows_nothing_inline_and_nothing_foreign(echo: FlaskClient) -> None:
    policy = echo.get("/form").headers["Content-Security-Policy"]
    assert (
        policy == "default-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'"
    )


@pytest.mark.parametrize("path", ["/form", "/static/vendor/htmx.min.js", "/no-such-page"])
def test_every_response_carries_every_header(echo: FlaskClient, path: str) -> None:
    headers = echo.get(path).headers
    assert {name: headers.get(name) for name in security.HEADERS} == security.HEADERS


def test_a_refusal_and_a_crash_carry_them_too() -> None:
    app = create_app()
    app.add_url_rule("/crash", "crash", lambda: f"{1 // 0}")
    client = app.test_client()
    refused = client.post("/crash", headers={"Sec-Fetch-Site": "cross-site"})
    crashed = client.get("/crash")
    assert (refused.status_code, crashed.status_code) == (403, 500)
    for name, value in security.HEADERS.items():
        assert refused.headers[name] == crashed.headers[name] == value


def test_a_view_may_set_its_own_header(app: Flask) -> None:
    app.add_url_rule("/own", "own", lambda: ("", {"Referrer-Policy": "no-referrer"}))
    assert app.test_client().get("/own").headers.getlist("Referrer-Policy") == ["no-referrer"]


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
@pytest.mark.parametrize("path", ["/form", "/json", "/static/vendor/htmx.min.js", "/no-such-page"])
def test_a_post_from_another_site_is_refused_on_every_route(echo: FlaskClient, path: str, site: str) -> None:
    assert echo.post(path, headers={"Sec-Fetch-Site": site}).status_code == 403


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE"])
def test_so_is_everything_else_that_writes(echo: FlaskClient, method: str) -> None:
    assert echo.open("/form", method=method, headers={"Sec-Fetch-Site": "cross-site"}).status_code == 403


@pytest.mark.parametrize("headers", [{}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}])
def test_a_post_of_our_own_page_or_of_a_program_is_answered(echo: FlaskClient, headers: dict[str, str]) -> None:
    assert echo.post("/form", data={"hand": "123m"}, headers=headers).text == "123m"


def test_a_link_on_another_site_may_lead_here(echo: FlaskClient) -> None:
    assert echo.get("/form", headers={"Sec-Fetch-Site": "cross-site"}).status_code == 200


def test_a_body_up_to_the_limit_is_read(echo: FlaskClient) -> None:
    hand = "1" * (LIMIT - len("hand="))
    assert echo.post("/form", data={"hand": hand}).text == hand


@pytest.mark.parametrize(
    ("path", "content_type", "body"),
    [
        ("/form", "application/x-www-form-urlencoded", b"hand=" + b"1" * LIMIT),
        ("/json", "application/json", b'"' + b"1" * LIMIT + b'"'),
    ],
)
def test_a_larger_body_is_not(echo: FlaskClient, path: str, content_type: str, body: bytes) -> None:
    assert echo.post(path, data=body, content_type=content_type).status_code == 413


def test_a_form_of_too_many_parts_is_not_read(echo: FlaskClient) -> None:
    many = {f"field{number}": "1" for number in range(201)}
    assert echo.post("/form", data=many, content_type="multipart/form-data").status_code == 413
