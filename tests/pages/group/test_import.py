"""A group that was taken away goes on elsewhere, with the figures that it had; a bad file is told."""

import io
import json
from collections.abc import Callable
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.pages.game.forms import page
from tests.pages.group.forms import begin, end, keep, onlookers, play, standings
from tests.pages.markup import Element, problems_of
from webapp.pages.group import games_page
from webapp.serving.request_limits import BODY

Json = dict[str, Any]


def sent(client: FlaskClient, text: str, **fields: str) -> Any:
    return client.post("/group/import", data={"file": (io.BytesIO(text.encode()), "agari-group.json"), **fields})


def taken_away(client: FlaskClient, group: str) -> Json:
    body: Json = json.loads(client.get(f"{group}/group.json").text)
    return body


def without_ids(body: Json) -> Json:
    """The file with the places of its games instead of their keys."""
    places = {game["key"]: n for n, game in enumerate(body["games"])}
    games = [game | {"key": n, "follows": places.get(game["follows"])} for n, game in enumerate(body["games"])]
    return body | {"games": games}


def tables(client: FlaskClient, group: str) -> list[str]:
    """The table of the games without their ids, the standings, and each member's figures without the links."""
    games = [line.partition(",")[2] for line in client.get(f"{group}/games.csv").text.splitlines()]
    members = [client.get(f"{group}/members/{number}?lang=en") for number in (1, 2, 3, 4)]
    figures = [json.dumps([row.text for row in Element.of(one.text).tags("tr")]) for one in members]
    return [*games, client.get(f"{group}/standings.csv").text, *figures]


def evenings(client: FlaskClient, group: str) -> list[list[str]]:
    """The sums of each game's evening."""
    kept = [str(client.get(row.tags("a")[0]["href"]).location) for row in page(client, f"{group}/games").tags("li")]
    return [[row["data-evening"] for row in page(client, f"{table}/result").having("data-evening")] for table in kept]


@pytest.fixture(scope="module")
def played(app: Flask) -> str:
    """A group with a season, games of four and of three, one that runs, a spelling merged, a member without name."""
    client = app.test_client()
    client.set_cookie("offset", "540")
    group = keep(client, begin(client))
    client.post(f"{group}/members", data={"name": "Rin"})
    client.post(f"{group}/members", data={"name": "Rinn"})
    client.post(f"{group}/members", data={"name": "Nao"})
    client.post(f"{group}/seasons", data={"season": "Autumn", "first": "2020-09-01", "last": "2099-11-30"})
    client.post(f"{group}/settings", data={"name": "Friday", "order": "mean", "least": "2", "rules": "wrc"})
    end(client, play(client, group, "1.2.3.4", "/win?player=0&from=1&points=12000"))
    end(client, play(client, group, "6.2.3.4", "/win?player=2&from=3&points=8000", "/draw?tenpai=0"))
    end(client, play(client, group, "1.2.7", players="3"))
    end(client, play(client, group, "1.2.7", "/draw?tenpai=0", players="3"))
    play(client, group, "4.3.2.1", "/win?player=1&from=0&points=8000")
    client.post(f"{group}/members/6", data={"into": "5"})
    client.post(f"{group}/members/7", data={"anonymous": "1"})
    return group


def test_a_group_taken_away_and_read_in_again_has_the_same_figures(client: FlaskClient, played: str) -> None:
    body = taken_away(client, played)
    answer = sent(client, json.dumps(body))
    assert answer.status_code == 303, answer.text
    again = str(answer.location)
    assert again != played
    assert without_ids(taken_away(client, again)) == without_ids(body)
    assert any(evenings(client, played))
    assert evenings(client, again) == evenings(client, played)
    assert tables(client, again) == tables(client, played)
    assert standings(client, again) == standings(client, played)
    assert len(page(client, again).having("data-table")) == 1


def test_a_group_that_was_read_in_goes_on(app: Flask, client: FlaskClient, played: str) -> None:
    stranger = app.test_client()
    group = str(sent(stranger, json.dumps(taken_away(client, played))).location)
    (running,) = page(stranger, group).having("data-table")
    table = str(stranger.get(running["href"]).location)
    before = standings(stranger, group)["Aoi"][1]
    end(stranger, table)
    assert standings(stranger, group)["Aoi"][1] == before + 1
    assert app.test_client().get(onlookers(stranger, group)).status_code == 200
    assert play(stranger, group, "1.2.3.5") != table
    assert standings(client, played)["Aoi"][1] == before


def test_a_file_that_is_sent_twice_makes_one_group(client: FlaskClient, played: str) -> None:
    text = json.dumps(taken_away(client, played))
    key = page(client, "/group/import").one(data_action="import")["value"]
    assert sent(client, text, key=key).location == sent(client, text, key=key).location
    assert sent(client, text).location != sent(client, text, key=key).location


BROKEN: dict[str, Callable[[Json], object]] = {
    "members": lambda body: body["members"].append(body["members"][0]),
    "members.0.number": lambda body: body["members"][0].update(number=0),
    "members.5.merged": lambda body: body["members"][5].update(merged="x"),
    "seasons.0.ends": lambda body: body["seasons"][0].update(ends="1999-01-01"),
    "seasons.1.first": lambda body: body["seasons"][1].update(first="0001-01-01T00:00:00+14:00"),
    "about.rules": lambda body: body["about"].update(rules="mine"),
    "about.order": lambda body: body["about"].update(order=[]),
    "about.least": lambda body: body["about"].update(least=0),
    "games": lambda body: body.update(games={}),
    "games.0.made": lambda body: body["games"][0].update(made=None),
    "games.0.times": lambda body: body["games"][0].update(times=[]),
    "games.0.times.0": lambda body: body["games"][0].update(times=["yesterday"]),
    "games.0.follows": lambda body: body["games"][0].update(follows=body["games"][1]["key"]),
    "games.3.follows": lambda body: [one.update(follows=body["games"][0]["key"]) for one in body["games"][2:]],
    "games.1.follows": lambda body: body["games"][1].update(follows=1),
    "games.0.rules": lambda body: body["games"][0].update(rules="mine"),
    "games.0.members": lambda body: body["games"][0].update(members=[1, 1, 2, 3]),
    "games.1.members": lambda body: body["games"][1].update(members=[1, 2, 3, 99]),
    "games.2.members": lambda body: body["games"][2].update(members=None),
    "games.1.events.0.type": lambda body: body["games"][1]["events"][0].update(type="pon"),
    "games.0.events.1.type": lambda body: body["games"][0]["events"].extend([{"type": "end"}] * 9),
}


@pytest.mark.parametrize("field", BROKEN)
def test_what_is_wrong_in_a_file_is_told_with_its_place(client: FlaskClient, played: str, field: str) -> None:
    body = taken_away(client, played)
    BROKEN[field](body)
    answer = sent(client, json.dumps(body))
    assert answer.status_code == 422
    shown = Element.of(answer.text)
    assert problems_of(shown)
    assert field in [place.text for place in shown.tags("code")]


@pytest.mark.parametrize(
    "text", ["", "x", "[]", "{}", "null", '{"about": 1}', '{"about": {}}', "[" * 100_000, "\ud83c"]
)
def test_what_is_no_group_is_told(client: FlaskClient, text: str) -> None:
    answer = sent(client, text) if text != "\ud83c" else client.post("/group/import")
    assert answer.status_code == 422
    assert problems_of(Element.of(answer.text))


def test_a_group_of_ten_games_is_reminded_once_to_save_a_copy(app: Flask, client: FlaskClient, group: str) -> None:
    link = onlookers(client, group)

    def reminds(address: str = group) -> bool:
        return bool(page(app.test_client(), address).having("data-copy-due"))

    for number in range(8):  # the group begins with one
        end(client, play(client, group, key=f"{number}"))
    assert not reminds()
    end(client, play(client, group, key="9"))
    assert reminds()
    assert not reminds(link)
    assert client.post(f"{link}/copy").status_code == 403
    saved = client.post(f"{group}/copy", data={"save": "1"}, follow_redirects=True)
    assert saved.headers["Content-Disposition"] == 'attachment; filename="agari-group.json"'
    assert len(json.loads(saved.text)["games"]) == 10
    assert not reminds()


def test_the_reminder_to_save_a_copy_can_be_put_off_for_good(app: Flask, client: FlaskClient, group: str) -> None:
    for number in range(9):
        end(client, play(client, group, key=f"{number}"))
    answer = client.post(f"{group}/copy")
    assert (answer.status_code, answer.location) == (303, group)
    assert not page(client, group).having("data-copy-due")


def test_a_group_whose_import_was_not_answered_is_found_on_the_phone_that_began_it(
    app: Flask, client: FlaskClient, played: str
) -> None:
    phone, text = app.test_client(), json.dumps(taken_away(client, played))
    shown = page(phone, "/group/import")
    assert not shown.having("data-begun")
    key = shown.one(data_action="import")["value"]
    assert page(phone, "/group/import").one(data_action="import")["value"] == key
    made = sent(app.test_client(), text, key=key).location  # the answer reaches nobody
    again = page(phone, "/group/import")
    assert again.having("data-begun")[0]["href"] == made
    assert again.one(data_action="import")["value"] != key
    assert not page(app.test_client(), "/group/import").having("data-begun")
    phone.post(f"{made}/renew")
    assert not page(phone, "/group/import").having("data-begun")


def test_a_file_that_is_too_large_to_be_read_back_is_said_to_be(
    client: FlaskClient, played: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    size = len(client.get(f"{played}/group.json").data)
    for most, is_told in ((2 * size, False), (size // 2, True)):
        monkeypatch.setattr(games_page, "GROUP_BODY", most + BODY)
        shown = page(client, f"{played}/games").having("data-too-large")
        assert bool(shown) is is_told
    assert "python -m webapp copy" in shown[0].text
