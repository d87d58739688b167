"""The links of a game are renewed: phones that were inside follow with their seats, or only those with the new link."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.pages.game.forms import page, points, press, tap

PAGES = ("", "/join", "/course", "/result", "/rules", "/win?player=1", "/draw", "/next", "/game.json")
READER = {"Accept": "text/html", "Accept-Language": "en"}


def renew(client: FlaskClient, game: str, **how: str) -> str:
    """Renews the links; the game's new address."""
    return str(client.post(f"{game}/renew", data=how).location).removesuffix("/join")


def onlookers(client: FlaskClient, game: str) -> str:
    """The address of the game for onlookers."""
    return str(page(client, f"{game}/join").one(data_action="onlookers")["href"])


def followed(client: FlaskClient, address: str) -> dict[str, str]:
    """The headers by which a page asks that shows its game already."""
    return {"HX-Request": "true", "If-None-Match": client.get(address).headers["ETag"]}


def sit(client: FlaskClient, game: str, player: str) -> None:
    client.post(f"{game}/seat", data={"player": player})


def seat(client: FlaskClient, game: str) -> list[str]:
    """The seat that the phone says is its own; "" if it only looks on."""
    shown = page(client, f"{game}/join").having("data-sit")
    return [button["data-sit"] for button in shown if button["aria-pressed"] == "true"]


def listed(client: FlaskClient) -> list[str]:
    return [game.tags("a")[0]["href"] for game in page(client, "/game").having("data-game")]


@pytest.mark.parametrize("below", PAGES)
def test_a_phone_inside_follows_from_every_page_however_often(
    app: Flask, client: FlaskClient, table: str, below: str
) -> None:
    phone = app.test_client()
    phone.get(table)
    for _ in range(2):
        new = renew(client, table)
        for _ in range(3):
            assert phone.get(f"{table}{below}").location == f"{new}{below}"
            assert phone.get(f"{new}{below}").status_code == 200
        table, old = new, table
        assert phone.get(old).location == new
    assert listed(phone) == [table]


@pytest.mark.parametrize("how", [{}, {"only": "given"}])
def test_the_phone_that_renews_goes_on_with_its_seat(client: FlaskClient, table: str, how: dict[str, str]) -> None:
    sit(client, table, "2")
    new = renew(client, table, **how)
    assert seat(client, new) == ["2"]
    assert press(client, new, "", data_action="riichi", data_player="2") == 303
    assert listed(client) == [new]


@pytest.mark.parametrize("player", ["1", ""])
def test_a_phone_that_follows_keeps_its_seat(app: Flask, client: FlaskClient, table: str, player: str) -> None:
    phone = app.test_client()
    sit(phone, table, player)
    phone.get(table)
    new = renew(client, renew(client, table))
    assert phone.get(table).location == new
    assert seat(phone, new) == [player]


def test_a_page_that_is_open_goes_to_the_new_address_by_itself(app: Flask, client: FlaskClient, table: str) -> None:
    phone, onlooker = app.test_client(), app.test_client()
    old = onlookers(client, table)
    asked, shown = followed(phone, table), followed(onlooker, f"{old}/course")
    new = renew(client, table)
    answer = phone.get(f"{table}?below=2", headers=asked)
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (200, f"{new}?below=2")
    assert answer.headers["ETag"]
    answer = onlooker.get(f"{old}/course", headers=shown)
    assert answer.headers["HX-Redirect"] == f"{onlookers(client, new)}/course"


def test_a_tap_that_waited_arrives(app: Flask, client: FlaskClient, table: str) -> None:
    phone = app.test_client()
    phone.get(table)
    fields = tap(phone, table, data_action="riichi", data_player="1")
    new = renew(client, table)
    answer = phone.post(f"{table}/events", data=fields)
    # A browser sends the form again, to there.
    assert (answer.status_code, answer.location) == (307, f"{new}/events")
    assert phone.post(answer.location, data=fields, headers={"Accept": "application/json"}).json == {"number": 1}
    assert points(client, new) == [25000, 24000, 25000, 25000]


def test_whoever_has_only_the_old_link_does_not_follow(app: Flask, client: FlaskClient, table: str) -> None:
    old, stranger = onlookers(client, table), app.test_client()
    renew(client, table)
    for address in (table, old):
        assert stranger.get(address).status_code == 404
        assert stranger.post(f"{address}/events").status_code == 404


def test_an_onlooker_is_not_led_to_the_link_for_players(app: Flask, client: FlaskClient, table: str) -> None:
    onlooker = app.test_client()
    onlooker.get(onlookers(client, table))
    renew(client, table)
    assert onlooker.get(table).status_code == 404


def test_only_those_who_get_the_new_link_come_in_if_the_renewal_says_so(
    app: Flask, client: FlaskClient, table: str
) -> None:
    phone, onlooker = app.test_client(), app.test_client()
    old = onlookers(client, table)
    asked, shown = followed(phone, table), followed(onlooker, old)
    new = renew(client, table, only="given")
    for who, address, headers in ((phone, table, asked), (onlooker, old, shown)):
        # A page that is open is loaded again, and says why it shows no game.
        answer = who.get(address, headers=headers)
        assert (answer.status_code, answer.headers["HX-Refresh"]) == (404, "true")
        assert "renewed" in who.get(address, headers=READER).text
        assert listed(who) == []
    renew(client, new)
    assert phone.get(table).status_code == 404


def test_a_deleted_game_is_brought_back_behind_its_new_link(app: Flask, client: FlaskClient, table: str) -> None:
    phone = app.test_client()
    phone.get(table)
    new = renew(client, table)
    client.post(f"{new}/delete")
    assert phone.get(table).location == new
    assert phone.get(new).status_code == 410
    assert phone.post(f"{new}/delete", data={"undo": "1"}).status_code == 303
    assert client.get(new).status_code == 200


def test_only_a_player_can_renew_and_is_offered_both_ways(client: FlaskClient, table: str) -> None:
    onlooker = onlookers(client, table)
    forms = [
        [form for form in page(client, f"{address}/join").tags("form") if form["action"].endswith("/renew")]
        for address in (table, onlooker)
    ]
    assert [{field["name"]: field["value"] for field in form.tags("input")} for form in forms[0]] == [
        {},
        {"only": "given"},
    ]
    assert forms[1] == []
    assert client.post(f"{onlooker}/renew").status_code == 403


def test_a_phone_of_an_earlier_version_opens_its_games_and_then_follows(
    app: Flask, client: FlaskClient, table: str
) -> None:
    phone = app.test_client()
    phone.set_cookie("games", f"{'A' * 22}.{table.rpartition('/')[2]}", path="/game")
    assert listed(phone) == [table]
    phone.get(table)
    new = renew(client, table)
    assert phone.get(table).location == new
    assert listed(phone) == [new]


def test_games_before_and_after_lead_on_and_the_evening_stays_one(app: Flask, client: FlaskClient, table: str) -> None:
    phone = app.test_client()
    sit(phone, table, "3")
    second = str(client.post(f"{table}/next", data={"order": "0123"}).location)
    new = renew(client, second, only="given")
    assert phone.get(f"{table}/along").location == new
    assert seat(phone, new) == ["3"]
    third = str(client.post(f"{new}/next", data={"order": "0123"}).location)
    last = renew(client, new)
    assert phone.get(f"{last}/along").location == third
    assert phone.get(f"{table}/along").location == third
