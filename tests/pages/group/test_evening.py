"""An evening that was played on a device without a network goes to the server, and into a group."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.pages.game.forms import page
from tests.pages.group.forms import NAMES, keep, play, standings
from tests.pages.group.test_import import taken_away
from tests.pages.markup import Element, problems_of
from webapp import create_app
from webapp.serving.site import Place, Site
from webapp.store.device import DeviceGames

Json = dict[str, Any]
END, RIICHI = {"type": "end"}, {"type": "riichi", "player": 0}
BEGUN = datetime(2026, 11, 21, 20, tzinfo=UTC)


def game(number: int, *names: str, of: str = "a", **fields: object) -> Json:
    """A game as a device has kept it, of the hour with this number; each evening is `of` another device."""
    at = (BEGUN + timedelta(hours=number)).isoformat()
    kept = {"key": f"device-abcdefghijkl{of}{number:02}", "made": at, "names": names or NAMES, "rules": "house"}
    return kept | {"events": [RIICHI, END], "times": [at, at], **fields}


def send(client: FlaskClient, *games: Json) -> str:
    answer = client.post("/game/evening", data={"games": json.dumps(games)})
    assert answer.status_code == 303, answer.text
    return str(answer.location)


def test_all_games_go_into_a_group_in_order_and_once(client: FlaskClient, group: str) -> None:
    before = standings(client, group)["Aoi"][1]
    games = [game(1), game(2, "Aoi", "Rin", "Ken", "Sora"), game(3, "Martin", "Yui", "Ken", "aoi")]
    asked = send(client, *games)
    assert send(client, *games) == asked
    shown = page(client, asked)
    assert not shown.having("data-next-game")
    form = next(one for one in shown.tags("form") if one.having(data_action="keep-in"))
    chosen = [[one["value"] for one in field.tags("option") if "selected" in one] for field in form.tags("select")]
    # Aoi, Yui, Ken, Martin, Rin are members; Sora is none, and "aoi" is Aoi.
    assert chosen == [["1"], ["2"], ["3"], ["4"], ["5"], [], ["1"]]
    members = {f"member{n}": "".join(value[:1]) for n, value in enumerate(chosen)}
    keep(client, asked.removesuffix("/keep"), group=group.rpartition("/")[2], **members)
    kept = taken_away(client, group)["games"]
    assert [one["members"] for one in kept[:3]] == [[1, 2, 3, 4], [1, 5, 3, 6], [4, 2, 3, 1]]
    assert [one["follows"] for one in kept[:3]] == [None, kept[0]["key"], kept[1]["key"]]
    assert [one["times"] for one in kept[:3]] == [one["times"] for one in games]
    assert [one["made"] for one in kept[:3]] == [one["made"] for one in games]
    assert standings(client, group + "?season=all")["Aoi"][1] == before + 3
    # Sent once more, as where the answer was lost, it adds nothing.
    assert not send(client, *games).endswith("/keep")
    assert len(taken_away(client, group)["games"]) == len(kept)


def test_the_first_season_of_a_group_has_the_game_from_which_it_is_made(client: FlaskClient) -> None:
    asked = send(client, game(1, of="x"), game(2, of="x"))
    group = keep(client, asked.removesuffix("/keep"), name="Old")
    assert standings(client, group)["Aoi"][1] == 2
    day = BEGUN.date().isoformat()
    assert page(client, f"{group}/settings").having(name="first", value=day)


def test_a_game_that_is_added_from_another_season_is_shown_there(client: FlaskClient, group: str) -> None:
    secret, members = group.rpartition("/")[2], {f"member{n}": str(n + 1) for n in range(4)}
    for of, season in (("y", "all"), ("z", "2")):
        asked = send(client, game(1, of=of, rules="m_league" if of == "z" else "house"))
        added = keep(client, asked.removesuffix("/keep"), group=secret, **members)
        shown = page(client, added)
        assert f"season={season}&" in added
        assert shown.one("data-added").having(href=f"{group}/settings") or season != "all"
        assert standings(client, added)["Aoi"][1] > 0
        day = BEGUN.date().isoformat()
        client.post(f"{group}/seasons", data={"season": "Past", "first": day, "last": day})
    assert not page(client, group).having("data-added")


def test_a_game_that_went_on_after_it_was_sent_is_not_lost(client: FlaskClient) -> None:
    running = game(2, of="b", events=[RIICHI], times=[BEGUN.isoformat()])
    send(client, game(1, of="b"), running)
    asked = send(client, game(1, of="b"), game(2, of="b"))
    group = keep(client, asked.removesuffix("/keep"), name="Train")
    assert sorted(len(one["events"]) for one in taken_away(client, group)["games"]) == [1, 2, 2]


def test_games_of_a_clock_that_is_fast_stay_in_their_order(client: FlaskClient) -> None:
    late = (datetime.now(UTC) + timedelta(days=9)).isoformat()
    games = [game(n, of="c", made=late, times=[late] * n, events=[RIICHI, END][-n:]) for n in (1, 2)]
    group = keep(client, send(client, *games).removesuffix("/keep"), name="Fast")
    kept = taken_away(client, group)["games"]
    assert [len(one["events"]) for one in kept] == [1, 2]
    assert kept[0]["made"] < kept[1]["made"] < (datetime.now(UTC) + timedelta(seconds=1)).isoformat()


def test_two_names_are_not_one_member_at_the_same_table(client: FlaskClient, group: str) -> None:
    asked = send(client, game(1, of="d"), game(2, "Aoi", "Aoyi", "Ken", "Martin", of="d"))
    fields = {"group": group.rpartition("/")[2], **{f"member{n}": str(min(n, 4) % 4 + 1) for n in range(5)}}
    answer = client.post(asked, data=fields)
    assert answer.status_code == 422
    assert problems_of(Element.of(answer.text))


@pytest.mark.parametrize(
    "games",
    ["", "[]", "{}", "x", "[1]", json.dumps([game(1)] * 61), json.dumps([game(1, made="soon")])]
    + [json.dumps([game(1, times=times)]) for times in ([], "x", [1, 2], ["2026-11-21", None])]
    + [json.dumps([game(1, events=[END, END])]), json.dumps([game(1, rules="mine")])],
)
def test_what_is_no_evening_is_told_and_keeps_nothing(client: FlaskClient, games: str) -> None:
    answer = client.post("/game/evening", data={"games": games})
    assert answer.status_code == 422
    assert problems_of(Element.of(answer.text))


def test_the_device_sends_what_it_has_kept(app: Flask) -> None:
    """What the result of a game on a device gives to the server is what the server reads."""
    device = create_app({"TESTING": True, "SITE": Site(Place.DEVICE)})
    client, store = device.test_client(), device.extensions["store"]
    table = str(client.post("/game", data={f"name{n}": name for n, name in enumerate(NAMES)}).location)
    assert isinstance(store.games, DeviceGames)
    end = {"event": json.dumps(END), "seen": "0", "key": "end"}
    client.post(f"{table}/events", data=end)
    following = str(client.post(f"{table}/next", data={"order": "1032"}).location)
    client.post(f"{following}/events", data=end)
    (form,) = page(client, f"{following}/result").having("data-then")
    assert form["action"] == "/game/evening"
    assert form["data-move"].split() == [address.rpartition("/")[2] for address in (table, following)]
    server = app.test_client()
    answer = server.post("/game/evening", data={"games": form.tags("textarea")[0].text})
    group = keep(server, str(answer.location).removesuffix("/keep"))
    assert [one["names"] for one in taken_away(server, group)["games"]] == [[*NAMES], ["Yui", "Aoi", "Martin", "Ken"]]
    assert standings(server, group)["Aoi"][1] == 2


def test_what_is_needed_counts_the_season_where_its_sum_decides(client: FlaskClient) -> None:
    """The game of four others belongs to the season only."""
    now = datetime.now(UTC).isoformat()
    names = (), ("Rin", "Sora", "Mio", "Nao")
    games = [game(n, *who, of="e", made=now, times=[now] * 2) for n, who in enumerate(names)]
    group = keep(client, send(client, *games).removesuffix("/keep"), name="League")
    needed = f"{play(client, group, rounds='0')}/needed?player=3&lang=en"
    places = [row.tags("th")[0].text for row in page(client, needed).tags("tr") if row.having(scope="row")]
    assert [place for place in places if "season" in place] == ["season 1st", "season 2nd", "season 3rd"]
    assert client.post(f"{group}/settings", data={"name": "League", "order": "mean"}).status_code == 303
    assert "season 1st" not in page(client, needed).text
