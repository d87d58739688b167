"""What is too large, and what cannot be read as a form or a header, is refused on every route."""

import pytest
from flask.testing import FlaskClient

from webapp.serving import limits

#: Pages, forms, the API, pictures, and what does not exist.
ROUTES = ["/", "/rules", "/yaku", "/api/table", "/preview.svg", "/qr.svg", "/static/css/site.css", "/no-such-page"]
FORMS = ["/score", "/rules", "/api/score", "/no-such-page"]


@pytest.mark.parametrize("path", ROUTES)
def test_an_address_up_to_the_limit_is_read(client: FlaskClient, path: str) -> None:
    long = "text=" + "1" * (limits.ADDRESS - len(path) - len("text="))
    assert client.get(path, query_string=long).status_code in (200, 404)
    assert client.get(path, query_string=long + "1").status_code == 414


@pytest.mark.parametrize("path", ROUTES)
def test_so_are_the_fields_of_an_address(client: FlaskClient, path: str) -> None:
    fields = [f"x{number}=1" for number in range(limits.FIELDS + 1)]
    assert client.get(path, query_string="&".join(fields[1:])).status_code in (200, 404)
    assert client.get(path, query_string="&".join(fields)).status_code == 414


@pytest.mark.parametrize("path", ROUTES)
def test_headers_that_are_too_long_are_refused(client: FlaskClient, path: str) -> None:
    assert client.get(path, headers={"X-Header": "x" * (limits.HEADERS - 200)}).status_code in (200, 404)
    assert client.get(path, headers={"X-Header": "x" * limits.HEADERS}).status_code == 431
    many = {f"X-Header-{number}": "x" * 100 for number in range(200)}
    assert client.get(path, headers=many).status_code == 431


@pytest.mark.parametrize("name", ["Accept", "Accept-Language", "Accept-Encoding"])
def test_so_are_preferences_longer_than_any_browser_s(client: FlaskClient, name: str) -> None:
    preferences = ",".join(f"x-{number};q=0.5" for number in range(200))
    assert client.get("/", headers={name: preferences[: limits.PREFERENCE - len(name)]}).status_code == 200
    assert client.get("/", headers={name: preferences}).status_code == 431


@pytest.mark.parametrize("path", FORMS)
@pytest.mark.parametrize("content_type", [limits.FORM, limits.PARTS])
def test_a_form_of_too_many_fields_is_refused(client: FlaskClient, path: str, content_type: str) -> None:
    fields = {f"field{number}": "1" for number in range(limits.FIELDS + 1)}
    assert client.post(path, data=fields, content_type=content_type).status_code == 413
    del fields["field0"]
    assert client.post(path, data=fields, content_type=content_type).status_code in (303, 400, 404)


@pytest.mark.parametrize("path", FORMS)
@pytest.mark.parametrize("content_type", [limits.FORM, f"{limits.PARTS}; boundary=x"])
def test_a_body_that_is_too_long_is_refused(client: FlaskClient, path: str, content_type: str) -> None:
    part = b'--x\r\nContent-Disposition: form-data; name="hand"\r\n\r\n'
    body = (part if "x" in content_type else b"hand=") + b"1" * limits.BODY
    assert client.post(path, data=body, content_type=content_type).status_code == 413


@pytest.mark.parametrize("path", [*FORMS, "/", "/share"])
def test_a_part_without_a_name_is_refused(client: FlaskClient, path: str) -> None:
    body = b"--x\r\nContent-Disposition: form-data\r\n\r\n123m\r\n--x--\r\n"
    assert client.post(path, data=body, content_type=f"{limits.PARTS}; boundary=x").status_code == 400
