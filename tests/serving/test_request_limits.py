"""What is too large, and what cannot be read as a form or a header, is refused on every route."""

from collections import Counter
from pathlib import Path

import pytest
from cachetools import TTLCache
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from webapp import create_app
from webapp.serving import request_limits

#: Pages, forms, the API, pictures, and what does not exist.
ROUTES = ["/", "/rules", "/yaku", "/api/table", "/preview.svg", "/qr.svg", "/static/css/site.css", "/no-such-page"]
FORMS = ["/score", "/rules", "/api/score", "/no-such-page"]


@pytest.mark.parametrize("path", ROUTES)
def test_an_address_up_to_the_limit_is_read(client: FlaskClient, path: str) -> None:
    long = "text=" + "1" * (request_limits.ADDRESS - len(path) - len("text="))
    assert client.get(path, query_string=long).status_code in (200, 404)
    assert client.get(path, query_string=long + "1").status_code == 414


@pytest.mark.parametrize("path", ROUTES)
def test_so_are_the_fields_of_an_address(client: FlaskClient, path: str) -> None:
    fields = [f"x{number}=1" for number in range(request_limits.FIELDS + 1)]
    assert client.get(path, query_string="&".join(fields[1:])).status_code in (200, 404)
    assert client.get(path, query_string="&".join(fields)).status_code == 414


@pytest.mark.parametrize("path", ROUTES)
def test_headers_that_are_too_long_are_refused(client: FlaskClient, path: str) -> None:
    assert client.get(path, headers={"X-Header": "x" * (request_limits.HEADERS - 200)}).status_code in (200, 404)
    assert client.get(path, headers={"X-Header": "x" * request_limits.HEADERS}).status_code == 431
    many = {f"X-Header-{number}": "x" * 100 for number in range(200)}
    assert client.get(path, headers=many).status_code == 431


@pytest.mark.parametrize("name", ["Accept", "Accept-Language", "Accept-Encoding"])
def test_so_are_preferences_longer_than_any_browser_s(client: FlaskClient, name: str) -> None:
    preferences = ",".join(f"x-{number};q=0.5" for number in range(200))
    assert client.get("/", headers={name: preferences[: request_limits.PREFERENCE - len(name)]}).status_code == 200
    assert client.get("/", headers={name: preferences}).status_code == 431


@pytest.mark.parametrize("path", FORMS)
@pytest.mark.parametrize("content_type", [request_limits.FORM, request_limits.PARTS])
def test_a_form_of_too_many_fields_is_refused(client: FlaskClient, path: str, content_type: str) -> None:
    fields = {f"field{number}": "1" for number in range(request_limits.FIELDS + 1)}
    assert client.post(path, data=fields, content_type=content_type).status_code == 413
    del fields["field0"]
    assert client.post(path, data=fields, content_type=content_type).status_code in (303, 400, 404)


@pytest.mark.parametrize("path", FORMS)
@pytest.mark.parametrize("content_type", [request_limits.FORM, f"{request_limits.PARTS}; boundary=x"])
def test_a_body_that_is_too_long_is_refused(client: FlaskClient, path: str, content_type: str) -> None:
    part = b'--x\r\nContent-Disposition: form-data; name="hand"\r\n\r\n'
    body = (part if "x" in content_type else b"hand=") + b"1" * request_limits.BODY
    assert client.post(path, data=body, content_type=content_type).status_code == 413


@pytest.mark.parametrize("path", ["/review", "/game/import", "/score", "/no-such-page"])
def test_a_browser_is_shown_a_page_that_says_so_in_its_language(client: FlaskClient, path: str) -> None:
    body = b"log=" + b"1" * (request_limits.LARGE_BODY + 1)
    headers = {"Accept": "text/html", "Accept-Language": "ja"}
    answer = client.post(path, data=body, content_type=request_limits.FORM, headers=headers)
    assert answer.status_code == 413
    assert '<html lang="ja"' in answer.text
    assert "1 MiB" in answer.text


@pytest.mark.parametrize("path", [*FORMS, "/", "/share"])
def test_a_part_without_a_name_is_refused(client: FlaskClient, path: str) -> None:
    body = b"--x\r\nContent-Disposition: form-data\r\n\r\n123m\r\n--x--\r\n"
    assert client.post(path, data=body, content_type=f"{request_limits.PARTS}; boundary=x").status_code == 400


def test_a_household_is_one_sender() -> None:
    assert request_limits.sender_of("192.0.2.7") == "192.0.2.7"
    assert request_limits.sender_of("2001:db8:1:2:3:4:5:6") == request_limits.sender_of("2001:db8:1:2::9")
    assert request_limits.sender_of("2001:db8:1:2::9") != request_limits.sender_of("2001:db8:1:3::9")
    assert request_limits.sender_of("what a proxy may say") == "what a proxy may say"


# -- new games -------------------------------------------------------------------------------------


def begin(app: Flask, address: str = "192.0.2.1", path: str = "/game") -> TestResponse:
    return app.test_client().post(path, environ_base={"REMOTE_ADDR": address})


@pytest.fixture
def hours(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """The time in seconds, to be changed."""
    now = [0.0]
    monkeypatch.setattr(request_limits, "monotonic", lambda: now[0])
    return now


@pytest.fixture
def strict(tmp_path: Path, hours: list[float]) -> Flask:
    """An application where an address may begin three games in an hour."""
    app = create_app({"DATABASE": str(tmp_path / "agari.db"), "NEW_GAMES": 3})
    games: request_limits.NewGames = app.extensions[request_limits.NEW_GAMES]
    games._begun = TTLCache(request_limits.MAX_SENDERS, request_limits.HOUR, lambda: hours[0])
    return app


def test_an_address_begins_only_so_many_games_in_an_hour(strict: Flask, hours: list[float]) -> None:
    assert [begin(strict).status_code for _ in range(3)] == [303] * 3
    hours[0] += 600
    refused = begin(strict)
    assert (refused.status_code, refused.headers["Retry-After"]) == (429, "3000")
    assert "in 50 minutes" in refused.text
    assert begin(strict, path="/game/import?game={}").status_code in (422, 429)
    assert begin(strict, "192.0.2.2").status_code == 303
    hours[0] += 3001
    assert begin(strict).status_code == 303


def test_nor_is_the_next_game_a_way_around(strict: Flask) -> None:
    """The games of one evening are counted by themselves: they need no new game each."""
    address = begin(strict).headers["Location"]
    for left in (2, 1, 0):
        following = begin(strict, path=f"{address}/next")
        assert following.status_code == 303, left
        address = following.headers["Location"]
    assert begin(strict, "192.0.2.7", f"{address}/next").status_code == 429
    assert begin(strict).status_code == 303


def test_sixty_games_an_hour_are_allowed_where_nothing_else_is_said(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("AGARI_NEW_GAMES")
    app = create_app({"DATABASE": str(tmp_path / "agari.db")})
    answers = Counter(begin(app).status_code for _ in range(61))
    assert answers == {303: 60, 429: 1}


# -- a whole game ----------------------------------------------------------------------------------


def sent(client: FlaskClient, path: str, length: int) -> int:
    """The status of the answer to a form of this many bytes."""
    before, after = b'--x\r\nContent-Disposition: form-data; name="game"\r\n\r\n', b"\r\n--x--\r\n"
    body = before + b"x" * (length - len(before) - len(after)) + after
    return client.post(path, data=body, content_type=f"{request_limits.PARTS}; boundary=x").status_code


def test_only_where_a_game_is_read_in_a_body_may_be_large(client: FlaskClient) -> None:
    assert sent(client, "/game/import", request_limits.LARGE_BODY) == 422
    assert sent(client, "/group/import", request_limits.GROUP_BODY) == 422
    assert sent(client, "/game/import", request_limits.LARGE_BODY + 1) == 413
    assert sent(client, "/group/import", request_limits.GROUP_BODY + 1) == 413
    for path in ("/game", "/score", "/api/score", "/no-such-page"):
        assert sent(client, path, request_limits.BODY + 1) == 413, path


@pytest.mark.parametrize("path", ["/game/import", "/game/evening", "/group/import"])
def test_the_limit_of_new_games_is_asked_before_a_file_is_read(tmp_path: Path, path: str) -> None:
    app = create_app({"DATABASE": str(tmp_path / "agari.db"), "NEW_GAMES": 1})
    client = app.test_client()
    unread = {"game": "x", "games": "x"}
    assert client.post(path, data=unread).status_code == 422
    assert client.post("/game").status_code == 303
    assert client.post(path, data=unread).status_code == 429
