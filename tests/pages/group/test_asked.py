"""What pages of a group ask, and what they say was done."""

from urllib.parse import parse_qs, urlsplit

import pytest
from flask.testing import FlaskClient

from tests.pages.game.forms import page, sit
from tests.pages.group.forms import begin, end, onlookers, play, standings
from tests.pages.markup import Element, problems_of

SETTINGS = {"name": "Friday", "rules": "wrc", "rounds": "1", "order": "sum", "least": "1"}


def test_two_members_are_merged_after_a_question_and_nobody_is_chosen_before(client: FlaskClient, group: str) -> None:
    end(client, play(client, group, "5.2.3.4"))
    shown = page(client, f"{group}/members")
    form = next(one for one in shown.tags("form") if one["action"].endswith("/members/5/merge"))
    (field,) = form.tags("input")
    assert "value" not in field
    offered = shown.one(id=field["list"]).tags("option")
    assert [option["value"] for option in offered] == ["Aoi", "Yui", "Ken", "Martin", "Rin"]
    before = standings(client, group)
    asked = page(client, f"{form['action']}?{field['name']}=aoi&lang=en")
    assert "Merge Rin with Aoi?" in asked.text
    assert standings(client, group) == before
    (sure,) = [one for one in asked.tags("form") if one.having(data_action="merge")]
    fields = {field["name"]: field["value"] for field in sure.tags("input")}
    assert client.post(sure["action"], data=fields).status_code == 303
    assert standings(client, group)["Aoi"][1] == 2


@pytest.mark.parametrize("into", ["", "5", "99", "2"])
def test_who_cannot_be_merged_is_told_before_the_question(client: FlaskClient, group: str, into: str) -> None:
    play(client, group, "5.2.3.4")
    answer = client.get(f"{group}/members/5/merge?into={into}")
    assert answer.status_code == 422
    assert problems_of(Element.of(answer.text))


def test_saved_settings_and_seasons_say_so(client: FlaskClient, group: str) -> None:
    assert not page(client, f"{group}/settings").having("data-saved")
    for path, form in (("settings", SETTINGS), ("seasons", {"season": "Spring", "first": "2026-04-01"})):
        assert page(client, client.post(f"{group}/{path}", data=form).location).having("data-saved")
    answer = client.post(f"{group}/settings?saved=1", data=SETTINGS | {"name": ""})
    assert answer.status_code == 422
    assert not Element.of(answer.text).having("data-saved")


def test_a_season_may_last_for_ever(client: FlaskClient, group: str) -> None:
    """The day after its last one is not in the calendar."""
    form = {"season": "All", "first": "0001-01-01", "last": "9999-12-31"}
    assert client.post(f"{group}/seasons", data=form).status_code == 303
    assert client.get(f"{group}/settings").status_code == 200


def test_a_number_of_games_that_nobody_plays_is_a_problem(client: FlaskClient, group: str) -> None:
    answer = client.post(f"{group}/settings", data=SETTINGS | {"least": "9" * 5000})
    assert answer.status_code == 422
    assert problems_of(Element.of(answer.text)) == {"bad_number": "The least number of games is from 1 to 999."}


def test_a_game_older_than_those_listed_can_be_deleted(
    client: FlaskClient, group: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    end(client, play(client, group, "1.2.3.4", "/win?player=0&from=1&points=12000"))
    link = page(client, f"{group}/games").having(data_action="delete")[0]["href"]
    end(client, play(client, group, "1.2.3.4"))
    monkeypatch.setattr("webapp.pages.group.games_page.LISTED_GAMES", 1)
    question = page(client, f"{link}?lang=en")
    assert "Aoi 37,000" in " ".join(question.text.split())
    assert question.one(data_action="keep")["href"] == f"{group}/games"
    assert client.get(link.replace("/games/", "/games/0")).status_code == 404


def test_the_list_of_games_goes_on_to_the_older_ones(
    client: FlaskClient, group: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    end(client, play(client, group, "1.2.3.4", "/win?player=0&from=1&points=12000"))
    monkeypatch.setattr("webapp.pages.group.games_page.LISTED_GAMES", 1)
    newest = page(client, f"{group}/games")
    (older,) = newest.having(data_action="older")
    oldest = page(client, older["href"])
    assert not oldest.having(data_action="older")
    links = [shown.having(data_action="delete")[0]["href"] for shown in (newest, oldest)]
    assert len(set(links)) == 2
    assert problems_of(page(client, f"{group}/games?after=x"))


def test_an_older_game_is_added_by_its_link(client: FlaskClient, group: str) -> None:
    table = begin(client)
    answer = client.post(f"{group}/games", data={"link": f"https://there.example{table}/result?lang=ja"})
    assert answer.location == f"{table}/keep"
    watched = page(client, table).having(data_action="onlookers")
    for wrong in ("", "x", "https://there.example/game/" + "A" * 22, *(link["href"] for link in watched)):
        answer = client.post(f"{group}/games", data={"link": wrong})
        assert answer.status_code == 422
        assert problems_of(Element.of(answer.text))
        assert Element.of(answer.text).one(name="link")["value"] == wrong
    link = onlookers(client, group)
    assert client.post(f"{link}/games", data={"link": table}).status_code == 403
    assert "This link is only to look on." in client.get(f"{link}?lang=en").text


def test_each_link_can_be_copied_and_sent(client: FlaskClient, group: str) -> None:
    shown = page(client, f"{group}/links?lang=en")
    links = [
        field["value"] for field in shown.tags("input") if (field.attributes.get("id") or "").startswith("link-for")
    ]
    assert links == [f"http://localhost{group}", f"http://localhost{onlookers(client, group)}"]


def test_names_of_deleted_games_are_set_apart(client: FlaskClient, group: str) -> None:
    end(client, play(client, group, "1.2.3.4", "/win?player=0&from=1&points=12000"))
    link = page(client, f"{group}/games").having(data_action="delete")[0]["href"]
    assert "Aoi 37,000, Ken 25,000" in " ".join(page(client, f"{link}?lang=en").text.split())
    client.post(link)
    (button,) = page(client, f"{group}/games?lang=en").having(data_action="undelete")
    assert "Aoi , Ken , Martin , Yui ·" in button.text


def test_a_game_deleted_at_its_own_table_can_be_brought_back_in_its_group(client: FlaskClient, group: str) -> None:
    table = play(client, group, "1.2.3.4", "/win?player=0&from=1&points=12000")
    end(client, table)
    before = standings(client, group)
    assert "14 days" in page(client, f"{table}/delete?lang=en").text
    assert client.post(f"{table}/delete").location == f"{group}/games"
    assert client.get(table).status_code == 410
    assert standings(client, group) != before
    shown = page(client, f"{group}/games")
    (form,) = [one for one in shown.tags("form") if one.having(data_action="undelete")]
    button = form.one(data_action="undelete")
    assert client.post(form["action"], data={button["name"]: button.attributes.get("value", "")}).status_code == 303
    assert standings(client, group) == before
    assert client.get(table).status_code == 200


def test_a_member_who_is_added_for_a_new_game_leads_back_to_its_seats(client: FlaskClient, group: str) -> None:
    asked = page(client, f"{group}/new?seats=2.1.0.4&players=4&rules=wrc&rounds=1")
    shown = sit(client, asked, data_action="new-member")
    begun = f"{group}/new?seats=2.1.0.4&players=4&rules=wrc&rounds=1"
    assert begun in [link["href"] for link in shown.having(**{"class": "square"})]
    (form,) = (form for form in shown.tags("form") if form.having(data_action="add-member"))
    fields = {field["name"]: field.attributes.get("value", "") for field in form.tags("input")}
    twice = client.post(f"{group}/members", data=fields | {"name": "Yui"})
    assert twice.status_code == 422
    assert 'value="2.1.0.4"' in twice.text
    answer = client.post(f"{group}/members", data=fields | {"name": "Nao"})
    assert parse_qs(urlsplit(answer.location).query) == parse_qs(urlsplit(begun).query) | {"added": ["6"]}
    seats = page(client, answer.location)
    assert "“Nao” is a member now." in seats.one("data-added").text
    assert not page(client, begun).having("data-added")
    assert [seat["data-sits"] for seat in seats.having("data-sits")] == ["2", "1", "4"]
    assert "Nao" in seats.text
