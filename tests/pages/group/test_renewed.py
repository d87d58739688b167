"""The links of a group are renewed: phones that were inside follow, from every page and however often."""

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.pages.game.forms import page
from tests.pages.group.forms import end, onlookers, play
from tests.pages.markup import Element

PAGES = ("", "/games", "/members", "/members/1", "/links", "/settings", "/new", "/board")


def renew(client: FlaskClient, group: str) -> str:
    """Renews the links; the group's new address."""
    return str(client.post(f"{group}/renew").location).removesuffix("/links")


def followed(client: FlaskClient, address: str) -> dict[str, str]:
    """The headers by which a page asks that shows its group already."""
    return {"HX-Request": "true", "If-None-Match": client.get(address).headers["ETag"]}


@pytest.mark.parametrize("below", PAGES)
def test_a_phone_inside_follows_from_every_page_however_often(
    app: Flask, client: FlaskClient, group: str, below: str
) -> None:
    phone = app.test_client()
    phone.get(group)
    for _ in range(2):
        new = renew(client, group)
        for _ in range(3):
            assert phone.get(f"{group}{below}?season=all").location == f"{new}{below}?season=all"
            assert phone.get(f"{new}{below}").status_code == 200
        client.get(group)
        group, old = new, group
        assert phone.get(old).location == new
    assert [link["href"] for link in page(phone, "/game").having("data-group")] == [group]


def test_a_page_that_is_open_goes_to_the_new_address_by_itself(app: Flask, client: FlaskClient, group: str) -> None:
    phone, board = app.test_client(), app.test_client()
    screen = f"{onlookers(client, group)}/board"
    asked, shown = followed(phone, group), followed(board, screen)
    new = renew(client, group)
    answer = phone.get(f"{group}?players=4", headers=asked)
    assert (answer.status_code, answer.headers["HX-Redirect"]) == (200, f"{new}?players=4")
    assert answer.headers["ETag"]
    # The board was only ever opened by the onlooker's link.
    answer = board.get(screen, headers=shown)
    assert answer.headers["HX-Redirect"] == f"{onlookers(client, new)}/board"
    assert board.get(screen).location == answer.headers["HX-Redirect"]
    assert board.get(answer.headers["HX-Redirect"]).status_code == 200


def test_a_phone_inside_follows_from_a_link_that_it_never_opened(app: Flask, client: FlaskClient, group: str) -> None:
    phone = app.test_client()
    phone.get(group)
    phone.post(f"{group}/me", data={"member": "2"})
    between = renew(client, group)
    new = renew(client, between)
    assert phone.get(f"{between}/games").location == f"{new}/games"
    assert [chip["data-me"] for chip in page(phone, new).having("data-me") if "chosen" in chip["class"]] == ["2"]


def test_an_onlooker_is_not_led_to_the_link_to_take_part(app: Flask, client: FlaskClient, group: str) -> None:
    onlooker = app.test_client()
    onlooker.get(onlookers(client, group))
    renew(client, group)
    assert onlooker.get(group).status_code == 404


def test_only_those_who_get_the_new_link_come_in_if_the_renewal_says_so(
    app: Flask, client: FlaskClient, group: str
) -> None:
    phone, board = app.test_client(), app.test_client()
    screen = f"{onlookers(client, group)}/board"
    asked, shown = followed(phone, group), followed(board, screen)
    new = str(client.post(f"{group}/renew", data={"only": "given"}).location).removesuffix("/links")
    assert client.get(new).status_code == 200
    for who, address, headers in ((phone, group, asked), (board, screen, shown)):
        # A page that is open is loaded again, and says why it shows no group.
        answer = who.get(address, headers=headers)
        assert (answer.status_code, answer.headers["HX-Refresh"]) == (404, "true")
        assert "renewed" in who.get(address, headers={"Accept": "text/html", "Accept-Language": "en"}).text
    assert not page(phone, "/game").having("data-group")
    assert [link["href"] for link in page(client, "/game").having("data-group")] == [new]
    renew(client, new)
    assert phone.get(group).status_code == 404
    assert phone.post(f"{group}/members", data={"name": "Nao"}).status_code == 404


def test_the_page_of_the_links_offers_both_ways(client: FlaskClient, group: str) -> None:
    shown = page(client, f"{group}/links")
    forms = [form for form in shown.tags("form") if form["action"] == f"{group}/renew"]
    sent = [{field["name"]: field["value"] for field in form.tags("input")} for form in forms]
    assert sent == [{}, {"only": "given"}]


def test_a_form_that_was_open_goes_on_to_the_new_address(app: Flask, client: FlaskClient, group: str) -> None:
    phone = app.test_client()
    phone.get(f"{group}/members")
    new = renew(client, group)
    answer = phone.post(f"{group}/members", data={"name": "Nao"})
    # A browser sends the form again, to there.
    assert (answer.status_code, answer.location) == (307, f"{new}/members")


def test_a_game_leads_to_the_next_one_of_a_group_whose_links_were_renewed(
    app: Flask, client: FlaskClient, group: str
) -> None:
    phone = app.test_client()
    phone.get(group)
    first = play(client, group, "1.2.3.4")
    phone.post(f"{first}/seat", data={"player": "1"})
    end(client, first)
    second = play(client, renew(client, group), "2.5.1.3")
    assert phone.get(f"{first}/along").location == second


@pytest.mark.parametrize("path", ["/group/{}", "/group/{}/games", "/game/{}", "/game/{}/result"])
def test_a_link_that_opens_nothing_says_why_and_leads_to_what_the_phone_knows(client: FlaskClient, path: str) -> None:
    answer = client.get(path.format("A" * 22), headers={"Accept": "text/html", "Accept-Language": "en"})
    assert answer.status_code == 404
    shown = Element.of(answer.text)
    assert "renewed" in shown.text
    assert shown.one(data_action="games")["href"] == "/game"


def test_another_address_says_nothing_of_links(client: FlaskClient) -> None:
    shown = Element.of(client.get("/groups", headers={"Accept": "text/html"}).text)
    assert not shown.having(data_action="games")
