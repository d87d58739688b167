"""What monitors, crawlers and other programs find at fixed addresses."""

from datetime import UTC, datetime
from ipaddress import ip_network
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from webapp import create_app


def served(tmp_path: Path, **config: object) -> FlaskClient:
    return create_app({"DATABASE": str(tmp_path / "games.db"), **config}).test_client()


def test_a_healthy_server_says_so_in_words_and_in_json(tmp_path: Path) -> None:
    client = served(tmp_path)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.mimetype, answer.text) == (200, "text/plain", "ok\n")
    assert client.get("/healthz", headers={"Accept": "application/json"}).get_json() == {"status": "ok"}


def test_a_server_whose_database_cannot_be_used_says_why(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_text("no database")
    client = served(tmp_path)
    answer = client.get("/healthz")
    assert (answer.status_code, answer.text) == (503, "unavailable: damaged\n")
    assert client.get("/healthz", headers={"Accept": "application/json"}).get_json()["reason"] == "damaged"


def test_a_line_for_the_operator_says_so_too(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "games.db").write_text("no database")
    served(tmp_path).get("/healthz")
    assert caplog.messages == ["Games cannot be used (damaged): file is not a database"]


@pytest.mark.parametrize("path", ["/healthz", "/metrics"])
@pytest.mark.parametrize(("host", "status"), [("127.0.0.1:5001", 200), ("localhost", 200), ("elsewhere.example", 400)])
def test_a_monitor_on_the_same_machine_needs_no_name_of_the_site(
    tmp_path: Path, path: str, host: str, status: int
) -> None:
    client = served(tmp_path, TRUSTED_HOSTS=["agari.example"], MONITORS=[ip_network("127.0.0.1")])
    assert client.get(path, headers={"Host": host}).status_code == status


def test_crawlers_are_kept_from_the_links_of_games_and_groups(client: FlaskClient) -> None:
    answer = client.get("/robots.txt")
    assert answer.mimetype == "text/plain"
    assert {"Disallow: /game/", "Disallow: /group/"} <= {*answer.text.splitlines()}


def test_security_txt_has_what_the_operator_says_and_a_date_to_come(tmp_path: Path) -> None:
    answer = served(tmp_path, CONTACT="mailto:me@agari.example").get("/.well-known/security.txt")
    contact, expires = answer.text.splitlines()
    assert contact == "Contact: mailto:me@agari.example"
    assert datetime.fromisoformat(expires.removeprefix("Expires: ")) > datetime.now(UTC)
    assert served(tmp_path).get("/.well-known/security.txt").status_code == 404


def test_a_monitor_that_the_operator_names_reads_figures(tmp_path: Path) -> None:
    client = served(tmp_path, MONITORS=[ip_network("127.0.0.0/8")])
    assert figures(client)["agari_games"] == 0
    client.post("/game", data={"rules": "house"})
    client.get("/nothing")
    after = figures(client)
    assert (after["agari_games"], after["agari_database_up"], after["agari_waiting_phones"]) == (1, 1, 0)
    assert after['agari_refused_total{status="404"}'] == 1
    assert after["agari_database_bytes"] > 10_000


def test_figures_say_that_the_database_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "games.db").write_text("no database")
    assert figures(served(tmp_path, MONITORS=[ip_network("127.0.0.1")]))["agari_database_up"] == 0


@pytest.mark.parametrize("address", ["192.0.2.1", "::1", "unknown", ""])
def test_nobody_else_reads_them(tmp_path: Path, address: str) -> None:
    client = served(tmp_path, MONITORS=[ip_network("127.0.0.0/8")])
    answer = client.get("/metrics", environ_overrides={"REMOTE_ADDR": address})
    assert (answer.status_code, answer.text) == (404, "not found\n")


def figures(client: FlaskClient) -> dict[str, float]:
    lines = client.get("/metrics").text.splitlines()
    return {name: float(number) for name, number in (line.rsplit(" ", 1) for line in lines if line[0] != "#")}


@pytest.mark.parametrize("path", ["/favicon.ico", "/robots.txt", "/healthz"])
def test_no_answer_for_programs_sets_a_cookie(client: FlaskClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    assert "Set-Cookie" not in answer.headers
