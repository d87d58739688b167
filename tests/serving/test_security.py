"""Headers, foreign posts and oversized bodies."""

import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from flask import Flask, request
from flask.testing import FlaskClient

from webapp import create_app
from webapp.serving import security

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


def test_the_other_headers_trust_nobody_and_tell_other_sites_nothing(echo: FlaskClient) -> None:
    headers = echo.get("/form").headers
    assert headers["Referrer-Policy"] == "same-origin"  # our own pages ask where somebody came from
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert "camera=()" in headers["Permissions-Policy"]


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


@pytest.mark.parametrize("origin", ["http://elsewhere.example", "http://localhost:8080", "null"])
def test_so_is_one_of_a_browser_that_names_only_the_origin(echo: FlaskClient, origin: str) -> None:
    """As Chromium does for a plain http address of a local network."""
    assert echo.post("/form", headers={"Origin": origin}).status_code == 403
    assert echo.get("/form", headers={"Origin": origin}).status_code == 200


@pytest.mark.parametrize(
    "headers",
    [{}, {"Sec-Fetch-Site": "same-origin"}, {"Sec-Fetch-Site": "none"}, {"Origin": "http://localhost"}],
)
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


@pytest.mark.parametrize(
    "address",
    ["/?hand=%00", "/?text=%00", "/table?honba=%00", "/rules?rule.%00=1", "/share?ura=%00"],
)
def test_a_nul_is_not_echoed(client: FlaskClient, address: str) -> None:
    response = client.get(address)
    assert response.status_code == 200
    assert "\0" not in response.text
    assert "\ufffd" in response.text


PAGES = ["/", "/table", "/yaku", "/rules", "/api", "/documents/rules", "/changes"]
ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("path", ["//elsewhere.example/", "/\\elsewhere.example", "/rules/", "//elsewhere.example//.."])
def test_no_address_redirects_elsewhere(client: FlaskClient, path: str) -> None:
    response = client.get("/", environ_overrides={"PATH_INFO": path})
    assert urlsplit(response.headers.get("Location", "")).netloc in ("", "localhost")


ELSEWHERE = (
    "https://elsewhere.example/\r\nLocation: //elsewhere.example",
    "//elsewhere.example",
    "/\\elsewhere.example",
)
RULES = [
    (method, str(rule))
    for rule in create_app().url_map.iter_rules()
    for method in sorted((rule.methods or set()) & {"GET", "POST"})
]


def fields_of_the_site() -> list[str]:
    """The name of every field of every form."""
    texts = [path.read_text() for path in (ROOT / "templates").rglob("*.html")]
    return sorted({name for text in texts for name in re.findall(r'name="([\w.]+)"', text)} | {"lang", "next", "url"})


@pytest.mark.ci
@pytest.mark.parametrize(("method", "rule"), RULES)
def test_no_field_of_any_page_redirects_elsewhere(client: FlaskClient, method: str, rule: str) -> None:
    game = str(client.post("/game", data={"rules": "house"}).location)
    path = re.sub(r"<[^>]+>", "elsewhere.example", rule.replace("/game/<secret>", game))
    alone = [{name: ELSEWHERE[0]} for name in fields_of_the_site()]
    together = [dict.fromkeys(fields_of_the_site(), text) for text in ELSEWHERE]
    for fields in (*alone, *together):
        query, form = (fields, None) if method == "GET" else (None, fields)
        referrer = {"Referer": "https://elsewhere.example/"}
        response = client.open(path, method=method, headers=referrer, query_string=query, data=form)
        assert response.status_code < 500, fields
        location = response.headers.get("Location", "/")
        assert urlsplit(location).netloc in ("", "localhost"), (fields, location)
        assert not location.startswith(("//", "/\\")), (fields, location)


def test_no_template_switches_escaping_off() -> None:
    texts = {path: path.read_text() for folder in ("templates", "webapp") for path in (ROOT / folder).rglob("*.*ml")}
    code = {path: path.read_text() for path in (ROOT / "webapp").rglob("*.py")}
    unsafe = re.compile(r"\|\s*safe\b|autoescape\s+false|\bMarkup\(|render_template_string")
    assert len(texts) > 10 < len(code)
    assert [path.name for path, text in (texts | code).items() if unsafe.search(text)] == []


def test_no_script_writes_html_or_runs_text() -> None:
    scripts = {path.name: path.read_text() for path in (ROOT / "static" / "js").rglob("*.js")}
    unsafe = re.compile(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|\beval\(|new Function")
    assert {"main.js", "game.js", "service.js", "taps.js"} <= scripts.keys()
    assert [name for name, text in scripts.items() if unsafe.search(text)] == []


def test_nothing_is_remembered_of_a_reader(client: FlaskClient) -> None:
    for path in PAGES:
        assert "Set-Cookie" not in client.get(f"{path}?hand=123m").headers
    assert client.get("/?hand=123m&lang=ja").headers["Set-Cookie"].startswith("lang=ja;")


def test_a_crash_tells_nothing_of_the_inside() -> None:
    app = create_app()
    app.add_url_rule("/crash", "crash", lambda: f"{1 // 0}")
    response = app.test_client().get("/crash")
    assert response.status_code == 500
    assert not re.search(r"ZeroDivision|Traceback|File|\.py|Flask|Werkzeug", response.text)
    assert not app.debug


@pytest.mark.parametrize("path", PAGES)
def test_an_answer_says_all_that_it_depends_on(client: FlaskClient, path: str) -> None:
    response = client.get(path, headers={"Accept-Encoding": "br"})
    assert response.headers["Content-Encoding"] == "br"
    assert {"accept-language", "cookie", "accept-encoding"} <= {name.lower() for name in response.vary}
    assert "public" not in response.headers.get("Cache-Control", "")


@pytest.mark.parametrize("route", ["/api/score", "/api/settle", "/api/waits", "/api/discards"])
def test_the_api_answers_no_other_site(client: FlaskClient, route: str) -> None:
    foreign = {"Origin": "https://elsewhere.example"}
    for response in (client.post(route, json={}, headers=foreign), client.options(route, headers=foreign)):
        assert not [name for name, _ in response.headers if name.lower().startswith("access-control-")]
    assert client.post(route, json={}).content_type == "application/json"


def test_no_header_names_a_version(client: FlaskClient) -> None:
    for path in [*PAGES, "/static/vendor/htmx.min.js", "/no-such-page"]:
        headers = client.get(path).headers
        assert "X-Powered-By" not in headers
        assert not re.search(r"\d", headers.get("Server", ""))


def test_every_text_names_its_charset(client: FlaskClient) -> None:
    for path in [*PAGES, "/no-such-page"]:
        assert client.get(path).content_type == "text/html; charset=utf-8"


@pytest.mark.parametrize("method", ["PUT", "PATCH", "DELETE", "TRACE"])
@pytest.mark.parametrize("path", [*PAGES, "/score", "/api/score"])
def test_a_method_that_a_route_does_not_have_is_refused(client: FlaskClient, path: str, method: str) -> None:
    assert client.open(path, method=method).status_code == 405


def test_there_is_no_secret(app: Flask) -> None:
    assert app.secret_key is None


def test_every_test_that_the_review_names_is_there() -> None:
    review = (ROOT / "webapp" / "SECURITY.md").read_text()
    tests = {path.relative_to(ROOT).as_posix(): path.read_text() for path in (ROOT / "tests").rglob("test_*.py")}
    named = set(re.findall(r"`((?:[\w/]+/)?test_\w+(?:\.py)?)`", review))
    functions = {name for text in tests.values() for name in re.findall(r"def (test_\w+)", text)}
    assert len(named) > 30
    assert named <= functions | tests.keys()
