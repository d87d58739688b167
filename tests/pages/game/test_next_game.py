"""The list of a phone's games, and everybody's way to the next game of an evening."""

import json
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.pages.game.forms import apply, fields_of, page, press, sent, sit
from tests.pages.group.forms import begin, keep
from tests.pages.markup import Element, problems_of


def phone(app: Flask, table: str, seat: int | None = None) -> FlaskClient:
    """A phone that shows a table and, where a seat is given, is that player's."""
    client = app.test_client()
    client.get(table)
    if seat is not None:
        client.post(f"{table}/seat", data={"player": str(seat)})
    return client


def listed(client: FlaskClient) -> list[Element]:
    return page(client, "/game?lang=en").having("data-game")


def onlookers(client: FlaskClient, table: str) -> str:
    return str(page(client, f"{table}/join").one(data_action="onlookers")["href"])


def below(client: FlaskClient, table: str) -> str:
    """The name of the player who sits below on a phone's table."""
    (seat,) = (seat for seat in page(client, table).having("data-player", "data-seat") if "side-0" in seat["class"])
    return next(tag.text for tag in seat.tags("bdi"))


# -- the list --------------------------------------------------------------------------------------


def test_a_phone_lists_the_games_that_it_opened_with_the_one_that_changed_last_first(app: Flask) -> None:
    client = app.test_client()
    assert not listed(client)
    tables = [client.post("/game", data={"name0": name}).location for name in ("Aoi", "Yui")]
    for table in tables:
        client.get(table)
    apply(client, tables[0], "/win?player=0&from=1&points=12000")
    first, second = listed(client)
    assert "Aoi 37,000" in " ".join(first.text.split())
    assert "Yui 25,000" in " ".join(second.text.split())
    assert [row.tags("a")[0]["href"] for row in (first, second)] == tables
    assert not listed(app.test_client())


def test_a_game_that_is_over_opens_its_result(client: FlaskClient, table: str) -> None:
    client.get(table)
    press(client, table, "/end", data_apply="")
    (row,) = listed(client)
    assert row.tags("a")[0]["href"] == f"{table}/result"
    assert client.get(row.tags("a")[0]["href"]).status_code == 200


def test_a_game_is_listed_once_by_its_better_link_and_not_any_more_when_it_is_deleted(
    client: FlaskClient, table: str
) -> None:
    client.get(table)
    client.get(onlookers(client, table))
    assert [row.tags("a")[0]["href"] for row in listed(client)] == [table]
    client.post(f"{table}/delete")
    assert not listed(client)
    (back,) = [form for form in page(client, "/game").tags("form") if form.having(data_action="undelete")]
    assert client.post(back["action"], data={"undo": "1"}).location == table
    assert [row.tags("a")[0]["href"] for row in listed(client)] == [table]


@pytest.mark.parametrize("rubbish", ["x", "." * 500, "A" * 22, "A" * 3000, "\u3042", "'; DROP TABLE game"])
def test_a_list_of_rubbish_is_an_empty_list(client: FlaskClient, rubbish: str) -> None:
    client.set_cookie("games", rubbish, path="/game")
    assert not listed(client)


# -- who sits where --------------------------------------------------------------------------------


def test_the_next_game_shows_who_sits_where_before_it_begins(client: FlaskClient, table: str) -> None:
    press(client, table, "/end", data_apply="")
    link = page(client, f"{table}/result").one(data_action="next-game")["href"]
    shown = page(client, link)
    assert [row.tags("bdi")[0].text for row in shown.having("data-seat")] == ["Aoi", "Yui", "P3", "Martin"]
    assert "data-next-game" not in client.get(table).text


def test_drawn_seats_are_those_that_were_shown(client: FlaskClient, table: str) -> None:
    orders = set()
    for _ in range(20):
        address = client.get(f"{table}/next?seats=drawn").location
        shown = page(client, address)
        orders.add(tuple(row.tags("bdi")[0].text for row in shown.having("data-seat")))
    assert len(orders) > 3
    fields = {field["name"]: field["value"] for field in shown.tags("input") if "name" in field}
    following = client.post(f"{table}/next", data=fields).location
    kept = json.loads(client.get(f"{following}/game.json").text)["names"]
    # Who has no name and keeps the seat has none in the next game either.
    names = [name or f"P{n}" for n, name in enumerate(kept, 1)]
    assert names == [row.tags("bdi")[0].text for row in shown.having("data-seat")]


@pytest.mark.parametrize("order", ["", "012", "0012", "01234", "0129", "abcd", "０123"])
def test_an_order_in_which_somebody_sits_twice_is_refused(client: FlaskClient, table: str, order: str) -> None:
    answer = client.post(f"{table}/next", data={"order": order})
    assert answer.status_code == 422
    assert "Each player sits once" in Element.of(answer.text).text
    assert not page(client, table).having("data-next-game")


def test_winds_drawn_with_tiles_are_entered_and_shown_before_the_game_begins(client: FlaskClient, table: str) -> None:
    seats = {f"seat{place}": str(player) for place, player in enumerate((2, 0, 3, 1))}
    assert page(client, f"{table}/next").one(name="seat3").tags("option")[3].text == "Martin"
    shown = page(client, f"{table}/next?{urlencode(seats)}")
    assert [row.tags("bdi")[0].text for row in shown.having("data-seat")] == ["P3", "Aoi", "Martin", "Yui"]
    assert shown.one(name="order")["value"] == "2031"
    assert not shown.having("open", **{"class": "drawn-winds"})
    twice = page(client, f"{table}/next?{urlencode(seats | {'seat0': '1'})}&lang=en")
    assert "Each player sits once." in twice.text
    assert twice.having("open", **{"class": "drawn-winds"})
    chosen = [twice.one(name=f"seat{place}").having("selected") for place in range(4)]
    assert [[option["value"] for option in options] for options in chosen] == [["1"], ["0"], ["3"], ["1"]]


def test_the_rules_that_were_chosen_stay_while_the_seats_are_drawn(client: FlaskClient, table: str) -> None:
    shown = page(client, f"{table}/next?order=1230&rules=wrc&rounds=1")
    assert sit(client, shown, data_action="seats-same").one(name="order")["value"] == "0123"
    for hook in ("seats-same", "seats-drawn", "seats-drawn"):
        shown = sit(client, shown, data_action=hook)
        _, fields = sent(shown, data_action="seats-drawn")
        assert (fields["rules"], fields["rounds"]) == ("wrc", "1")


def test_the_next_game_can_have_another_length_and_other_rules(client: FlaskClient, table: str) -> None:
    fields = {field["name"] for field in page(client, f"{table}/next").tags("select")}
    assert {"rules", "rounds"} <= fields
    short = client.post(f"{table}/next", data={"order": "0123", "rules": "", "rounds": "1"}).location
    before, after = (client.get(f"{one}/game.json").get_json()["rules"] for one in (table, short))
    assert after == before | {"rounds": 1}
    own = "rules=wrc&rule.kiriage_mangan=no"
    wrc = client.post(f"{short}/next", data={"order": "0123", "rules": own, "rounds": "2"}).location
    rules = client.get(f"{wrc}/game.json").get_json()["rules"]
    assert (rules["preset"], rules["rounds"], rules["scoring"]["kiriage_mangan"]) == ("wrc", 2, False)


@pytest.mark.parametrize(
    ("form", "said"),
    [
        ({"rules": "tenhou_sanma", "rounds": "1"}, "4 play this game: choose rules for 4 players."),
        ({"rules": "x", "rounds": "1"}, "x"),
        ({"rules": "", "rounds": "9"}, "A game has 1, 2 or 4 winds"),
        ({"rules": "tenhou", "game.tenpai_payment": "4000"}, "a multiple of 600, not 4000"),
    ],
)
def test_rules_that_the_next_game_cannot_have_are_refused(
    client: FlaskClient, table: str, form: dict[str, str], said: str
) -> None:
    answer = client.post(f"{table}/next?lang=en", data=form)
    assert answer.status_code == 422
    assert said in " ".join(problems_of(Element.of(answer.text)).values())
    assert not page(client, table).having("data-next-game")


@pytest.mark.parametrize("is_group", [False, True])
def test_rules_that_cannot_be_are_refused_when_they_are_chosen(
    client: FlaskClient, table: str, *, is_group: bool
) -> None:
    form = f"{keep(client, table)}/new" if is_group else f"{table}/next"
    asked = page(client, f"{form}?lang=en&rules=tenhou&game.tenpai_payment=4000")
    assert "a multiple of 600, not 4000" in " ".join(problems_of(asked).values())


# -- everybody comes along -------------------------------------------------------------------------


def test_every_phone_is_led_to_its_own_seat_at_the_newest_table(app: Flask, client: FlaskClient, table: str) -> None:
    phones = [phone(app, table, seat) for seat in range(4)]
    second = client.post(f"{table}/next", data={"order": "2301"}).location
    third = client.post(f"{second}/next", data={"order": "1032"}).location
    for one, name in zip(phones, ["Aoi", "Yui", "P3", "Martin"], strict=True):
        (link,) = page(one, f"{table}/result?lang=en").having("data-next-game")
        assert link.text.strip() == f"{name}: to the new table"
        assert one.get(link["href"]).location == third
        assert below(one, third) == name
        assert not page(one, third).having("data-next-game")


def test_who_stays_nobody_comes_along_as_nobody(app: Flask, client: FlaskClient, table: str) -> None:
    following = client.post(f"{table}/next").location
    (link,) = page(client, f"{table}/course?lang=en").having("data-next-game")
    assert link.text.strip() == "To the new table"
    answer = client.get(link["href"])
    assert answer.location == following
    assert not [cookie for cookie in answer.headers.getlist("Set-Cookie") if cookie.startswith("seat=")]


def test_an_onlooker_comes_along_as_an_onlooker(app: Flask, client: FlaskClient, table: str) -> None:
    link = onlookers(client, table)
    onlooker = phone(app, link)
    following = client.post(f"{table}/next").location
    (along,) = page(onlooker, link).having("data-next-game")
    reached = onlooker.get(along["href"]).location
    assert reached == onlookers(client, following)
    assert onlooker.post(f"{reached}/next").status_code == 403
    assert onlooker.get(f"{reached}/next").status_code == 403


def test_a_game_of_an_earlier_version_leads_along_by_names(app: Flask, client: FlaskClient, table: str) -> None:
    one = phone(app, table, 3)
    store = app.extensions["store"]
    access = store.games.find(table.rpartition("/")[2])
    names = ["Martin", "Yui", "Aoi", ""]
    made = store.games.follow(access, {**access.game.about, "names": names})
    assert one.get(f"{table}/along").location == f"/game/{made.player_secret}"
    assert below(one, f"/game/{made.player_secret}") == "Martin"


def test_the_way_along_ends_where_a_game_was_deleted(client: FlaskClient, table: str) -> None:
    following = client.post(f"{table}/next").location
    client.post(f"{following}/delete")
    assert not page(client, table).having("data-next-game")
    assert client.get(f"{table}/along").location == table


def test_a_phone_that_follows_learns_of_the_next_game(client: FlaskClient, table: str) -> None:
    tag = client.get(table).headers["ETag"]
    client.post(f"{table}/next")
    answer = client.get(f"{table}/news", headers={"If-None-Match": tag, "HX-Request": "true"})
    assert answer.status_code == 200
    assert Element.of(answer.text).having("data-next-game")


@pytest.mark.parametrize("is_group", [False, True])
def test_the_page_of_all_rules_leads_back_to_the_form_of_the_next_game(client: FlaskClient, *, is_group: bool) -> None:
    table = begin(client)
    seats = "3.1.4.2" if is_group else "2031"
    form = f"{keep(client, table)}/new?seats={seats}" if is_group else f"{table}/next?order={seats}"
    chosen = {"game.tobi": "below_zero", "game.rounds": "2"}
    for other in ({"game.tobi": "off", "game.rounds": "1"}, {"game.tobi": "at_zero", "game.rounds": "4"}):
        listed = sit(client, page(client, form), data_action="all-rules")
        rules = listed.one(id="rules")
        assert chosen.items() <= dict(fields_of(rules)).items()
        back = page(client, listed.one(aria_label="Back")["href"])
        assert [one["value"] for one in back.one(name="rounds").having("selected")] == [chosen["game.rounds"]]
        assert back.one("data-in-force") == page(client, form).one("data-in-force")
        fields = dict(fields_of(listed.one(**{"class": "presets"}))) | {"rules": "ema"}
        looked_at = Element.of(client.get("/game/rules", query_string=fields).text)
        assert looked_at.one(id="rules").one(name="rules")["value"] == "ema"
        assert looked_at.one(aria_label="Back")["href"] == listed.one(aria_label="Back")["href"]
        chosen = other
        form = f"{rules['action']}?{urlencode([(name, other.get(name, value)) for name, value in fields_of(rules)])}"
        shown = dict(fields_of(page(client, form).tags("form")[0]))
        assert other["game.tobi"] in shown["rules"]
        assert shown["rounds"] == other["game.rounds"]
        assert seats in form
    address, fields = sent(page(client, form), data_action="all-rules")
    fields |= {"rules": "wrc", "rounds": "2"}
    listed = Element.of(client.get(address, query_string=fields).text)
    assert dict(fields_of(listed.one(id="rules"))).items() >= {"rules": "wrc", "game.rounds": "2"}.items()
    elsewhere = page(client, "/game/rules?for=https://elsewhere.example/game/x/next")
    assert elsewhere.one(id="rules")["action"].startswith("/game#")
