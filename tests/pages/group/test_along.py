"""What the phones of a table learn of the group that keeps their game, and of its other games."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.pages.game.forms import page
from tests.pages.group.forms import NAMES, begin, end, keep, play


def test_a_phone_that_knows_no_group_is_told_that_the_game_is_kept_in_one(app: Flask, client: FlaskClient) -> None:
    table = begin(client)
    phone = app.test_client()
    tag = phone.get(f"{table}/result").headers["ETag"]
    assert not page(phone, table).having("data-in-group")
    group = keep(client, table)
    # The page that is open learns of it by itself.
    shown = phone.get(f"{table}/result?lang=en", headers={"HX-Request": "true", "If-None-Match": tag})
    assert "Ask whoever began or added it" in shown.text
    for address in (table, f"{table}/result"):
        assert page(phone, address).having("data-in-group")
        assert group.rpartition("/")[2] not in phone.get(address).text
        assert page(client, address).one("data-own-group")["href"] == group


def test_a_game_without_a_group_says_nothing_of_one(client: FlaskClient) -> None:
    shown = page(client, f"{begin(client)}/result")
    assert not shown.having("data-in-group")
    assert not shown.having("data-own-group")


def test_an_onlooker_of_the_game_who_knows_the_group_gets_there_by_their_own_link(
    client: FlaskClient, group: str
) -> None:
    table = play(client, group)
    link = page(client, f"{table}/join").one(data_action="onlookers")["href"]
    assert page(client, link).one("data-own-group")["href"] == group


def test_the_list_of_games_shows_where_the_group_s_member_plays(app: Flask, client: FlaskClient, group: str) -> None:
    phone = app.test_client()
    phone.get(group)
    running = play(client, group, "1.2.3.4", "/win?player=0&from=1&points=12000")
    assert not page(phone, "/game").having("data-own-table")
    phone.post(f"{group}/me", data={"member": "5"})
    assert not page(phone, "/game").having("data-own-table")
    phone.post(f"{group}/me", data={"member": "2"})
    shown = page(phone, "/game?lang=en")
    assert "Groups" in [heading.text.strip() for heading in shown.tags("h2")]
    (row,) = shown.having("data-own-table")
    assert [name.text for name in row.tags("bdi")] == [*NAMES]
    assert phone.get(row.tags("a")[0]["href"]).location == running
    end(client, running)
    assert not page(phone, "/game").having("data-own-table")


def test_a_member_s_phone_sits_at_their_seat_also_from_the_link_of_a_game(
    app: Flask, client: FlaskClient, group: str
) -> None:
    table = play(client, group, "4.3.2.1")
    phone = app.test_client()
    phone.get(group)
    phone.post(f"{group}/me", data={"member": "2"})

    def bottom() -> str:
        seats = page(phone, table).having("data-player", "data-seat")
        return next(seat.tags("bdi")[0].text for seat in seats if "side-0" in seat["class"])

    assert [bottom(), bottom()] == [NAMES[1]] * 2
    kept = phone.get_cookie("seat", path=table)
    assert kept
    assert kept.value == "2"
    # It is somebody else's phone for this game, then nobody's.
    phone.post(f"{table}/seat", data={"player": "1"})
    assert bottom() == NAMES[2]
    phone.post(f"{table}/seat", data={"player": ""})
    assert bottom() == NAMES[3]


def test_a_phone_that_only_looks_on_still_does_when_it_enters_from_the_group(
    app: Flask, client: FlaskClient, group: str
) -> None:
    table = play(client, group)
    phone = app.test_client()
    phone.get(group)
    phone.post(f"{group}/me", data={"member": "2"})
    entrance = page(phone, group).one("data-table")
    assert phone.get(entrance["href"]).location == table
    assert page(phone, table).having(data_action="win")
    phone.post(f"{table}/seat", data={"player": ""})
    assert phone.get(entrance["href"]).location == table
    shown = page(phone, table)
    assert shown.having(data_action="take-seat")
    assert not shown.having(data_action="win")


def test_a_new_phone_in_a_group_is_asked_first_whose_it_is(app: Flask, client: FlaskClient, group: str) -> None:
    phone = app.test_client()

    def asked() -> list[bool]:
        """Whether each question stands above all else, and is open."""
        shown = page(phone, group)
        first = shown.one(**{"class": "step of-group"}).tags("details", "section", "a")[0]
        return [one is first and "open" in one for one in shown.tags("details") if one.having("data-me")]

    assert asked() == [True]
    phone.post(f"{group}/me", data={"member": "2"})
    assert asked() == [False]


def test_a_table_that_the_phone_has_opened_is_not_offered_as_new(app: Flask, client: FlaskClient, group: str) -> None:
    phone = app.test_client()
    phone.get(group)
    phone.post(f"{group}/me", data={"member": "2"})
    table = play(client, group)
    (along,) = page(phone, group).having("data-next-game")
    phone.get(phone.get(along["href"]).location)
    assert not page(phone, group).having("data-next-game")
    assert page(phone, group).having("data-table")
    end(client, table)
    play(client, group, "4.3.2.1")
    assert page(phone, group).having("data-next-game")


@pytest.mark.parametrize("looks_on", [True, False])
@pytest.mark.parametrize("knows_group", [True, False])
def test_a_player_who_sat_out_a_game_is_led_to_the_one_after_it(
    app: Flask, client: FlaskClient, group: str, *, knows_group: bool, looks_on: bool
) -> None:
    """Also from the table of the game that they sit out, where they are known, too."""
    store, first = app.extensions["store"], play(client, group)
    phone = app.test_client()
    if knows_group:
        phone.get(group)
    phone.get(first)
    phone.post(f"{first}/seat", data={"player": "0"})
    end(client, first)
    second = play(client, group, "5.2.3.4", key="without")
    if looks_on:
        assert phone.get(page(phone, f"{first}/result").one("data-next-game")["href"]).location == second
        with store.present.here(store.games.find(second.rpartition("/")[2]).game.id, 1):
            assert not page(phone, second).having("data-asks-whose")
        assert [bool(page(phone, table).having("data-sits-out")) for table in (first, second)] == [False, True]
    end(client, second)
    left = second if looks_on else first
    assert not page(phone, f"{left}/result").having("data-next-game")
    third = play(client, group, "2.1.3.5", key="again")
    (way,) = page(phone, f"{left}/result").having("data-next-game")
    assert NAMES[0] in way.text
    led = phone.get(way["href"])
    assert led.location == third
    kept = phone.get_cookie("seat", path=third)
    assert kept
    assert kept.value == "1"


def test_the_phone_of_a_member_who_sits_out_is_not_asked_whose_it_is(
    app: Flask, client: FlaskClient, group: str
) -> None:
    store, table = app.extensions["store"], play(client, group)
    phone = app.test_client()
    phone.get(group)
    with store.present.here(store.games.find(table.rpartition("/")[2]).game.id, 0):
        assert page(phone, table).having("data-asks-whose")
        phone.post(f"{group}/me", data={"member": "5"})
        assert not page(phone, table).having("data-asks-whose")
        assert page(phone, table).having("data-sits-out")


def test_a_game_that_has_ended_is_not_offered_as_the_new_table(app: Flask, client: FlaskClient) -> None:
    first = begin(client)
    phone = app.test_client()
    second = str(client.post(f"{first}/next").location)
    shown = phone.get(f"{first}/result")
    assert page(phone, f"{first}/result").having("data-next-game")
    end(client, second)
    # The page that is open learns of it, and leads there by a plain link.
    asked = {"HX-Request": "true", "If-None-Match": shown.headers["ETag"]}
    assert "data-next-game" not in phone.get(f"{first}/result", headers=asked).text
    after = page(phone, f"{first}/result")
    assert not after.having("data-next-game")
    assert not after.having(data_action="next-game")
    assert phone.get(after.one(data_action="along")["href"]).location == second
    third = str(client.post(f"{second}/next").location)
    assert phone.get(page(phone, first).having("data-next-game")[0]["href"]).location == third


def test_a_phone_that_sat_down_at_a_table_is_that_member_s(app: Flask, client: FlaskClient) -> None:
    table = begin(client)
    phone = app.test_client()
    phone.post(f"{table}/seat", data={"player": "2"})
    phone.get(table)
    group = keep(client, table)
    for _ in range(2):
        shown = page(phone, group)
        assert [chip.text for chip in shown.having("data-me") if "chosen" in chip["class"]] == ["Ken"]
    phone.post(f"{group}/me", data={"member": "1"})
    assert [chip.text for chip in page(phone, group).having("data-me") if "chosen" in chip["class"]] == ["Aoi"]
    other = keep(client, begin(client, "A", "B", "C", "D"))
    assert not [chip for chip in page(phone, other).having("data-me") if "chosen" in chip["class"]]
