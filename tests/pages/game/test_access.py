"""Two at once, and who may write."""

import sqlite3
from contextlib import closing

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.pages.game.forms import apply, hand_at, page, points, press, tap, tap_apply
from tests.pages.markup import Element


def test_a_tap_that_is_sent_twice_counts_once(client: FlaskClient, table: str) -> None:
    fields = tap_apply(client, f"{table}/win?player=1&from=0&points=8000")
    assert [client.post(f"{table}/events", data=fields).status_code for _ in range(2)] == [303, 303]
    assert points(client, table) == [17000, 33000, 25000, 25000]


def test_whoever_was_slower_sees_the_table_and_keeps_what_they_entered(client: FlaskClient, table: str) -> None:
    slow = tap_apply(client, f"{table}/win?player=2&from=tsumo&points=2000")
    apply(client, table, "/win?player=1&from=0&points=8000")
    answer = client.post(f"{table}/events", data=slow)
    assert answer.status_code == 409
    shown = Element.of(answer.text)
    assert "Somebody else was faster" in shown.text
    again = next(form for form in shown.tags("form") if "Enter it as one more hand" in form.text)
    fields = {field["name"]: field["value"] for field in again.tags("input")}
    # In the next hand another player is the dealer and pays more.
    assert "Aoi −500 · Yui −1,000 · P3 +2,000 · Martin −500" in again.text.replace("\N{NO-BREAK SPACE}", " ")
    assert client.post(f"{table}/events", data=fields).status_code == 303
    assert points(client, table) == [16500, 32000, 27000, 24500]


def test_one_more_hand_is_not_offered_once_the_game_is_over(client: FlaskClient, table: str) -> None:
    slow = tap_apply(client, f"{table}/win?player=2&from=tsumo&points=2000")
    apply(client, table, "/win?player=1&from=0&points=32000&pao=-")
    shown = Element.of(client.post(f"{table}/events", data=slow).text)
    (card,) = (one for one in shown.having("data-card") if "Somebody" in one.text)
    assert card.one("data-no-more").text.strip() == "Enter it as one more hand: The game is over."
    assert [button["data-action"] for button in card.having("data-action")] == ["instead", "drop"]


def test_an_onlooker_sees_everything_and_writes_nothing(client: FlaskClient, table: str) -> None:
    fields = tap(client, table, data_action="riichi", data_player="0")
    link = page(client, f"{table}/join").one(data_action="onlookers")["href"]
    shown = page(client, link)
    assert not [form for form in shown.tags("form") if form["action"].startswith("/game")]
    assert table.rpartition("/")[2] not in client.get(link).text
    assert client.post(f"{link}/events", data=fields).status_code == 403
    assert client.post(f"{link}/next").status_code == 403
    assert points(client, link) == [25000] * 4


def test_an_onlooker_writes_nothing_by_any_route(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    fields = tap(client, table, data_action="riichi", data_player="0") | {
        "step.player": "1",
        "step.from": "0",
        "seats": "drawn",
    }
    link = page(client, f"{table}/join").one(data_action="onlookers")["href"]
    secret, before = link.rpartition("/")[2], kept(client)
    routes = [rule for rule in client.application.url_map.iter_rules() if rule.rule.startswith("/game/<secret>")]
    assert len(routes) > 12
    for rule in routes:
        address = rule.rule.replace("<secret>", secret)
        for method in ("POST", "PUT", "PATCH", "DELETE", "PROPFIND"):
            assert client.open(address, method=method, data=fields).status_code in (403, 405)
        for method in ("GET", "HEAD", "OPTIONS"):
            client.open(address, method=method, query_string=fields)
    assert kept(client) == before


def kept(client: FlaskClient) -> list[str]:
    """Everything that the database holds."""
    with closing(sqlite3.connect(client.application.config["DATABASE"])) as database:
        return list(database.iterdump())


def test_a_link_of_another_length_is_not_looked_up(
    client: FlaskClient, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert client.get(table).status_code == 200
    assert client.get(f"/game/{'A' * 22}").status_code == 404
    monkeypatch.setattr(client.application.extensions["store"].games.database, "reading", None)
    assert client.get(f"/game/{'A' * 23}").status_code == 404


def test_no_page_of_a_game_leaves_its_link_anywhere(client: FlaskClient, table: str) -> None:
    apply(client, table, hand_at("player=1&from=0", hand="234m456p678s88p23s4s"))
    secret = table.rpartition("/")[2]
    routes = [rule.rule for rule in client.application.url_map.iter_rules() if rule.rule.startswith("/game/<secret>")]
    for route in routes:
        answer = client.get(route.replace("<secret>", secret) + "?step.player=1&step.from=0")
        if answer.status_code == 405:
            continue
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert "noindex" in answer.headers["X-Robots-Tag"]
        assert "no-store" in answer.headers["Cache-Control"]
        if answer.status_code == 303:
            continue
        if answer.mimetype != "text/html":
            assert secret not in answer.text if answer.mimetype != "image/png" else secret.encode() not in answer.data
            continue
        shown = Element.of(answer.text)
        for element in shown.all():
            for name, value in element.attributes.items():
                assert secret not in (value or "") or name in ("href", "action", "hx-get", "hx-post", "src", "value"), (
                    route,
                    name,
                )
        assert secret not in shown.text


def test_a_crash_does_not_log_the_link(
    client: FlaskClient, table: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def crash(*_: object) -> None:
        raise RuntimeError("boom")

    app = client.application
    app.config["TESTING"] = app.testing = False
    monkeypatch.setattr(app.extensions["store"].games, "find", crash)
    assert client.get(table).status_code == 500
    assert "boom" in caplog.text
    assert "/game/…" in caplog.text
    assert table not in caplog.text


def test_the_link_is_kept_secret(client: FlaskClient, table: str) -> None:
    headers = client.get(table).headers
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Robots-Tag"] == "noindex"
    assert "no-store" in headers["Cache-Control"]


@pytest.mark.parametrize("secret", ["x", "a" * 22, "%00", "..", "A" * 3000])
def test_there_is_no_game_behind_another_link(client: FlaskClient, table: str, secret: str) -> None:
    assert client.get(f"/game/{secret}").status_code in (404, 414, 308)


def test_the_table_after_a_tap_needs_no_event_from_the_database(
    app: Flask, client: FlaskClient, table: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    press(client, table, "", data_action="riichi", data_player="0")
    store = app.extensions["store"]
    with monkeypatch.context() as patch:
        patch.setattr(store.games, "since", lambda *_: pytest.fail("events are read"))
        assert press(client, table, "", data_action="riichi", data_player="1") == 303
        assert client.get(table).status_code == 200
