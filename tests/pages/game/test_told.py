"""What people at the table are told: the news on every phone, the code that they scan, what their rules know."""

import re

import pytest
from flask.testing import FlaskClient

from tests.pages.game.forms import apply, hand_at, page
from tests.pages.markup import Element


def news(client: FlaskClient, table: str) -> str:
    """What a phone that has seen nothing yet is told."""
    return Element.of(news_page(client, table)).text


def news_page(client: FlaskClient, table: str) -> str:
    tag = client.get(table).headers["ETag"]
    version, _, rest = tag.removeprefix('W/"').partition(".")
    before = f'W/"{version}.0.{rest.partition(".")[2]}'
    return client.get(f"{table}/news", headers={"If-None-Match": before}).text


@pytest.mark.parametrize(
    ("step", "said"),
    [
        ("/win?player=0&from=tsumo&points=6000", "2,000 all"),
        ("/win?player=1&from=tsumo&points=2700", "700/1,300"),
        ("/win?player=1&from=0&points=8000", "8,000"),
    ],
)
def test_a_win_is_told_as_it_is_called_out_and_by_names(client: FlaskClient, table: str, step: str, said: str) -> None:
    apply(client, table, step)
    told = news(client, table)
    assert said in told
    assert ("Aoi" if "player=0" in step else "Yui") in told
    assert not [seat for seat in ("East", "South", "West", "North") if seat in told]


def test_a_tsumo_for_which_one_player_is_liable_is_told_without_the_shares_of_others(
    client: FlaskClient, table: str
) -> None:
    apply(client, table, "/win?player=1&from=tsumo&yakuman=1&how=han&pao=2")
    told = news(client, table)
    assert "Yakuman 32,000" in told
    assert "Pao: P3" in told
    assert "16,000" not in told


def test_a_red_five_lies_beside_the_fives_in_the_news(client: FlaskClient, table: str) -> None:
    apply(client, table, hand_at("player=1&from=0", hand="123345m046p5578s9s"))
    tiles = re.findall(r"#t(\w\w)", news_page(client, table))
    assert tiles == ["1m", "2m", "3m", "3m", "4m", "5m", "4p", "0p", "6p", "5s", "5s", "7s", "8s", "9s"]


def test_the_code_for_onlookers_leads_to_the_table(client: FlaskClient, table: str) -> None:
    """And that for players to where they say who they are."""
    onlooker = page(client, f"{table}/join").one(data_action="onlookers")["href"]
    with pytest.MonkeyPatch.context() as patched:
        patched.setattr("webapp.pages.game.join_page.qr_svg", str)
        coded = [client.get(f"{link}/qr.svg").text for link in (table, onlooker)]
    assert coded == [f"http://localhost{table}/join", f"http://localhost{onlooker}"]


@pytest.mark.parametrize(("most", "offered"), [("1", [0, 0]), ("2", [1, 0]), ("3", [1, 1])])
def test_one_more_ron_is_offered_where_the_rules_know_one_more(
    client: FlaskClient, most: str, offered: list[int]
) -> None:
    table = str(client.post("/game", data={"rules": "house", "rule.multiple_ron": most}).location)
    also = '[{"player":1,"from":0,"points":1000}]'
    steps = ("player=1&from=0&points=1000", f"also={also}&player=2&from=0&points=1000")
    for step, number in zip(steps, offered, strict=True):
        assert len(page(client, f"{table}/win?{step}").having("data-action", data_action="another")) == number


@pytest.mark.parametrize("step", ["/win", "/draw", "/win?player=1&from=0&points=8000", "/adjust", "/hand"])
def test_onlookers_see_no_page_on_which_something_is_entered(client: FlaskClient, table: str, step: str) -> None:
    onlooker = page(client, f"{table}/join").one(data_action="onlookers")["href"]
    assert client.get(onlooker + step).status_code == 403


def test_ranks_are_shown_as_soon_as_the_points_differ(client: FlaskClient, table: str) -> None:
    """While all have 25,000, #1 to #4 would be read as the numbers of the players."""
    assert not page(client, table).having(**{"class": "rank"})
    apply(client, table, "/win?player=1&from=0&points=8000")
    assert [rank.text for rank in page(client, table).having(**{"class": "rank"})] == ["#4", "#1", "#2", "#3"]


def test_no_two_controls_of_players_and_phones_have_the_same_name(client: FlaskClient, table: str) -> None:
    links = page(client, f"{table}/join").one(**{"class": "links"})
    names = [" ".join(each.text.split()) for each in links.tags("summary", "a")]
    assert len(set(names)) == len(names)
