"""Joining a game: its QR codes, the seat that a phone remembers, and names that players change."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.pages.game.forms import press, tap
from tests.pages.markup import Element

READER = {"Accept": "text/html"}


@pytest.fixture
def onlooker(client: FlaskClient, table: str) -> str:
    """The address of the same game for onlookers."""
    return page(client, f"{table}/join").one(data_action="onlookers")["href"]


def page(client: FlaskClient, address: str) -> Element:
    return Element.of(client.get(address).text)


def below(client: FlaskClient, table: str) -> str:
    """The player who sits below on this phone's table."""
    (seat,) = (seat for seat in page(client, table).having("data-points") if "side-0" in seat["class"].split())
    return seat["data-player"]


def test_there_is_a_qr_code_for_players_and_another_one_for_onlookers(
    client: FlaskClient, table: str, onlooker: str
) -> None:
    codes = [image["src"] for image in page(client, f"{table}/join").having(**{"class": "qr"})]
    assert codes == [f"{table}/qr.svg", f"{onlooker}/qr.svg"]
    drawn = [client.get(code) for code in codes]
    assert [answer.mimetype for answer in drawn] == ["image/svg+xml"] * 2
    assert drawn[0].data != drawn[1].data


def test_an_empty_table_invites_with_its_code_until_something_is_entered(
    client: FlaskClient, table: str, onlooker: str
) -> None:
    code = page(client, table).one(data_action="invite").tags("img")[0]["src"]
    assert client.get(code).mimetype == "image/svg+xml"
    assert code == f"{table}/qr.svg"
    assert not page(client, onlooker).having(data_action="invite")
    press(client, table, "", data_action="riichi", data_player="1")
    assert not page(client, table).having(data_action="invite")


def test_a_phone_that_is_nobody_s_sees_what_an_onlooker_sees_until_it_takes_a_seat(
    client: FlaskClient, table: str, onlooker: str
) -> None:
    fields = tap(client, table, data_action="riichi", data_player="0")
    client.post(f"{table}/seat", data={"player": ""})
    pages = ("", "/course", "/result", "/join")
    for address in pages:
        shown, seen = page(client, table + address), page(client, onlooker + address)
        ours, theirs = ({one.attributes.get("data-action") for one in each.all()} for each in (shown, seen))
        assert ours - theirs <= {"take-seat"}, address
        asked = [form["action"] for form in shown.tags("form") if form["action"].startswith("/game")]
        assert asked == ([f"{table}/seat"] if address == "/join" else []), address
    for address in ("win", "draw", "adjust", "hand?step=player%3D1", "delete", "next"):
        assert client.get(f"{table}/{address}").status_code == 403
    own, other = (Element.of(client.get(f"{link}/win", headers=READER).text) for link in (table, onlooker))
    assert own.one(data_action="players")["href"] == f"{table}/join"
    assert not other.having(data_action="players")
    for address in ("events", "waiting", "names", "next", "delete"):
        assert client.post(f"{table}/{address}", data=fields).status_code == 403
    assert page(client, table).one(data_action="take-seat")["href"] == f"{table}/join"
    assert page(client, f"{table}/join").one(data_sit="")["aria-pressed"] == "true"
    client.post(f"{table}/seat", data={"player": "2"})
    assert below(client, table) == "2"
    assert client.post(f"{table}/events", data=fields).status_code == 303
    assert client.post(f"{onlooker}/seat", data={"player": "2"}).status_code == 403


def test_a_phone_that_is_nobody_s_looks_on_at_the_next_game_too(client: FlaskClient, table: str) -> None:
    following = client.post(f"{table}/next").location
    client.post(f"{table}/seat", data={"player": ""})
    assert client.get(f"{table}/along").location == following
    assert page(client, following).having(data_action="take-seat")


def test_a_phone_that_is_nobody_s_is_not_offered_to_bring_a_game_back_and_is_led_on_if_it_tries(
    app: Flask, client: FlaskClient, table: str
) -> None:
    assert page(client, table).having("data-action")
    client.post(f"{table}/seat", data={"player": ""})
    page(client, table)
    app.test_client().post(f"{table}/delete")
    assert not page(client, "/game").having(action=f"{table}/delete")
    refused = client.post(f"{table}/delete?lang=en", data={"undo": "1"}, headers=READER)
    assert refused.status_code == 403
    assert "This phone only looks on." in refused.text
    assert Element.of(refused.text).one(data_action="back")["href"] == table


def test_an_onlooker_can_hand_on_only_their_own_link(client: FlaskClient, table: str, onlooker: str) -> None:
    shown = client.get(f"{onlooker}/join").text
    assert table.rpartition("/")[2] not in shown
    assert [image["src"] for image in Element.of(shown).having(**{"class": "qr"})] == [f"{onlooker}/qr.svg"]
    assert not [form for form in Element.of(shown).tags("form") if "/game/" in form["action"]]
    assert client.post(f"{onlooker}/seat", data={"player": "1"}).status_code == 403


def test_a_phone_remembers_its_owner_s_seat_for_this_game(app: Flask, client: FlaskClient, table: str) -> None:
    assert below(client, table) == "0"
    assert client.post(f"{table}/seat", data={"player": "2"}).location == table
    assert below(client, table) == "2"
    assert below(app.test_client(), table) == "0"
    assert page(client, f"{table}/join").one(data_sit="2")["aria-pressed"] == "true"
    other = str(client.post("/game", data={"rules": "house", "rounds": "1"}).location)
    assert below(client, other) == "0"
    client.post(f"{table}/seat", data={"player": ""})
    assert below(client, table) == "0"


@pytest.mark.parametrize("player", ["4", "-1", "x", "٢", "00"])
def test_a_seat_that_is_none_is_nobody_s(client: FlaskClient, table: str, player: str) -> None:
    assert client.post(f"{table}/seat", data={"player": player}).status_code == 303
    assert below(client, table) == "0"
    client.set_cookie("seat", player, path=table)
    assert client.get(table).status_code == 200


def test_a_player_changes_the_names_and_an_onlooker_does_not(client: FlaskClient, table: str, onlooker: str) -> None:
    names = {"name0": "Aoi", "name1": "  Rin\u202e ", "name2": "Kei", "name3": ""}
    assert client.post(f"{onlooker}/names", data=names).status_code == 403
    assert client.post(f"{table}/names", data=names).status_code == 303
    shown = page(client, onlooker)
    names_shown = [seat["aria-label"].partition(", ")[2] for seat in shown.having("data-points", "data-player")]
    assert sorted(names_shown) == ["Aoi", "Kei", "P4", "Rin"]


@pytest.mark.parametrize(("days", "seconds"), [(90, 90 * 86400), (7, 7 * 86400), (0.5, 43200), (0, 400 * 86400)])
def test_a_seat_is_remembered_as_long_as_the_game_is_kept(
    app: Flask, client: FlaskClient, table: str, days: float, seconds: int
) -> None:
    app.config["KEEP_DAYS"] = days
    cookie = client.post(f"{table}/seat", data={"player": "2"}).headers["Set-Cookie"]
    assert f"Max-Age={seconds};" in cookie


@pytest.mark.parametrize(("days", "said"), [(30, "for 30 days after"), (0, "until a player deletes it")])
def test_the_page_says_how_long_a_game_is_kept(app: Flask, client: FlaskClient, days: float, said: str) -> None:
    app.config["KEEP_DAYS"] = days
    assert said in client.get("/game").text
