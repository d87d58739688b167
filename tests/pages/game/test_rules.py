"""Which rules a new game begins with, and where a game says which it has."""

import json
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.pages.game.forms import apply, fields_of, page, points, press
from tests.pages.markup import Element
from webapp.formats.rules import game_rules_json
from webapp.game.rules import GAME_PRESETS


def chosen(client: FlaskClient, address: str) -> tuple[str, str]:
    """The rules that the form of a new game has chosen, and whose they are."""
    shown = page(client, address)
    (rules,) = (field for field in shown.tags("select") if field["name"] == "rules")
    (option,) = (option["value"] for option in rules.tags("option") if "selected" in option)
    return option, "".join(hint["data-rules-of"] for hint in shown.having("data-rules-of"))


def to_a_new_game(client: FlaskClient, address: str) -> str:
    """Where the menu of a page leads."""
    menu = page(client, address).one(**{"class": "places elsewhere"})
    return str(next(link["href"] for link in menu.tags("a") if link["href"].partition("?")[0] == "/game"))


def test_a_new_game_has_the_rules_of_the_last_one_else_those_of_the_calculator(client: FlaskClient) -> None:
    assert chosen(client, "/game") == ("house", "")
    offered = to_a_new_game(client, "/?rules=wrc&hand=123m")
    assert chosen(client, offered) == ("wrc", "calculator")
    for rules in ("ema", "m_league"):
        page(client, client.post("/game", data={"rules": rules, "rounds": "1"}).location)
    assert chosen(client, offered) == chosen(client, "/game") == ("m_league", "game")
    lengths = page(client, "/game").one(name="rounds").tags("option")
    assert [length["value"] for length in lengths if "selected" in length] == ["1"]
    assert chosen(client, "/game?rules=tenhou&rounds=2") == ("tenhou", "")


def test_a_new_game_from_a_table_has_the_rules_of_that_game_where_no_game_is_known(client: FlaskClient) -> None:
    """As on a device without a network, which knows no games of the server."""
    table = client.post("/game", data={"rules": "house"}).location
    offered = next(link["href"] for link in page(client, table).tags("a") if link["href"].startswith("/game?"))
    assert "rule" in offered
    assert chosen(client.application.test_client(), offered) == ("house", "game")
    table = client.post("/game", data={"rules": "tenhou", "rule.ura_dora": "no"}).location
    offered = next(link["href"] for link in page(client, table).tags("a") if link["href"].startswith("/game?"))
    shown = page(client.application.test_client(), offered)
    assert [shown.one(name=name)["value"] for name in ("rules", "rule.ura_dora")] == ["tenhou", "no"]


def test_a_new_game_after_one_of_three_players_has_a_place_for_three_names(client: FlaskClient) -> None:
    for number, changed in enumerate([{}, {"game.start_points": "40000"}]):
        rules = {"rules": "tenhou_sanma", "rounds": "2", **changed}
        page(client, client.post("/game", data=rules).location)
        shown = page(client, "/game")
        assert ("hidden" in shown.one(**{"class": "fourth"})) == bool(number)
        assert not shown.having(name="rules", type="hidden") or number


def test_the_table_names_its_rules_and_they_lead_back_to_it(client: FlaskClient) -> None:
    table = str(client.post("/game", data={"rules": "m_league", "game.start_points": "30000"}).location)
    onlooker = page(client, f"{table}/join").one(data_action="onlookers")["href"]
    for address in (table, onlooker):
        link = page(client, address).one(data_action="rules")
        assert "M-League (1 changed)" in " ".join(link.text.split())
        rules = page(client, link["href"])
        assert "M-League" in rules.tags("h1")[0].text
        assert rules.one(id="to-table")["href"] == address


def test_running_games_stand_above_those_that_are_over(client: FlaskClient, table: str) -> None:
    over = str(client.post("/game", data={"name0": "Rin"}).location)
    apply(client, over, "/win?player=1&from=0&yakuman=1&how=han&pao=-")
    page(client, table)
    page(client, over)
    games = [game.tags("a")[0]["href"] for game in page(client, "/game").having("data-game")]
    assert games == [table, f"{over}/result"]


def test_the_calculator_s_rules_begin_with_its_preset(client: FlaskClient) -> None:
    """Its address leaves out the preset of its empty page, which is not that of a new game."""
    for address in ("/game", "/game/rules"):
        shown = page(client, f"{address}?hand=1m&rule.kiriage_mangan=yes")
        assert shown.one("data-in-force")["data-in-force"] == "rules=tenhou&rule.kiriage_mangan=yes"
    chosen = page(client, "/game?name0=A&rule.kiriage_mangan=yes").one("data-in-force")
    assert chosen["data-in-force"].startswith("rules=house&")


def test_nagashi_mangan_is_one_rule_and_it_is_of_the_game(client: FlaskClient) -> None:
    """The API's request that settles a draw has a switch of its own, which no page shows."""
    rows = page(client, "/game/rules").having("data-rule")
    assert [row["data-rule"] for row in rows if "nagashi" in row["data-rule"]] == ["nagashi"]
    assert not page(client, "/rules").having(data_rule="nagashi_mangan")


@pytest.mark.parametrize("address", ["/rules", "/game/rules"])
def test_the_rules_that_a_page_begins_with_are_those_that_its_filter_compares_with(
    client: FlaskClient, address: str
) -> None:
    rows = page(client, address).having("data-usual")
    assert rows
    assert all(row["data-usual"] == row["data-plain"] for row in rows)


def test_an_older_game_without_tsumo_loss_goes_on_as_it_was_and_the_next_one_is_paid_as_today(
    app: Flask, client: FlaskClient
) -> None:
    rules: dict[str, Any] = game_rules_json(GAME_PRESETS["mahjong_soul_sanma"])
    rules["scoring"]["tsumo_loss"] = False
    del rules["scoring"]["sanma_tsumo"]
    created = app.extensions["store"].games.create({"names": ["Aoi", "Yui", "Rin"], "rules": rules})
    table, win = f"/game/{created.player_secret}", "/win?player=1&from=tsumo&how=han&han=2&fu=30"
    apply(client, table, win)
    assert points(client, table) == [33_800, 37_000, 34_200]
    taken_away = client.get(f"{table}/game.json").get_json()
    for stored in (rules, taken_away["rules"]):
        again = client.post("/game/import", data={"game": json.dumps(taken_away | {"rules": stored})}).location
        assert points(client, again) == points(client, table)
    following = str(client.post(f"{table}/next").location)
    apply(client, following, win)
    assert points(client, following) == [33_700, 37_100, 34_200]


def test_a_game_with_rules_of_a_newer_version_says_to_update_and_lists_leave_it_out(
    app: Flask, client: FlaskClient
) -> None:
    """Not as an empty game: two versions may share a database, and a page that is kept offline may be older."""
    store = app.extensions["store"]
    known = client.post("/game", data={"rules": "wrc", "name0": "Aoi"}).location
    page(client, known)
    rules: dict[str, Any] = game_rules_json(GAME_PRESETS["house"])
    newer = f"/game/{store.games.create({'names': ['Yui'], 'rules': rules}).player_secret}"
    page(client, newer)
    store.games.describe(store.games.find(newer.split("/")[2]), lambda about: about | {"rules": rules | {"bonus": 300}})
    app.extensions["game_cache"].forget()
    for address in (newer, f"{newer}/course", f"{newer}/game.json"):
        answer = client.get(address, headers={"Accept-Language": "ja"})
        assert answer.status_code == 503
        assert Element.of(answer.text).one("data-reason")["data-reason"] == "newer_rules"
    assert [link["href"] for link in page(client, "/game").tags("a") if link.attributes.get("href") == newer] == []
    assert chosen(client, "/game") == ("wrc", "game")


@pytest.mark.parametrize(
    ("changed", "lang", "line"),
    [
        ({}, "en", []),
        (
            {"game.double_ron_dealer": "first", "game.ceiling_points": "55000", "rounds": "1"},
            "en",
            [
                "East only · Tenhou, but: The dealer wins with others: stays only as the nearest"
                " · Points that end the game: 55,000"
            ],
        ),
        (
            {"game.abortive": "four_kans.four_winds", "game.uma": "5000 1000 -1000 -5000", "rule.pao": "none"},
            "en",
            [
                "Tenhou, but: Abortive draws: Four winds, Four kans at the table · Uma: +5,000 +1,000 −1,000 −5,000"
                " · Liability (pao): none"
            ],
        ),
        (
            {"game.ceiling_points": "55000", "rule.red_fives": "012", "rule.kiriage_mangan": "yes"},
            "ja",
            ["天鳳、ただし コールド点： 55,000 · 赤ドラ： 012 · 切り上げ満貫： あり"],
        ),
    ],
)
def test_a_game_says_in_a_line_what_differs_from_its_preset(
    client: FlaskClient, changed: dict[str, str], lang: str, line: list[str]
) -> None:
    table = client.post("/game", data={"rules": "tenhou"} | changed).location
    shown = page(client, f"{table}?lang={lang}")
    assert [found.text for found in shown.having("data-rules-line")] == line


@pytest.mark.parametrize(
    ("rules", "name"),
    [
        ({"rules": "house"}, "Usual rules"),
        ({"rules": "wrc", "rule.kiriage_mangan": "no"}, "WRC (world championship) (1 changed)"),
        ({"rules": "m_league", "rule.red_fives": "011", "game.nagashi": "draw"}, "M-League (2 changed)"),
    ],
)
def test_the_calculator_that_a_table_opens_names_the_rules_of_the_game(
    client: FlaskClient, rules: dict[str, str], name: str
) -> None:
    table = client.post("/game", data=rules).location
    shown = page(client, f"{table}?lang=en")
    assert shown.one(data_action="rules").text.endswith(name)
    places = {link["href"].partition("?")[0]: link["href"] for link in shown.tags("a") if "game=" in link["href"]}
    assert f"Game: {name}" in page(client, places["/"]).one(id="situation").text
    for path in ("/table", "/yaku"):
        assert f"Game: {name}" in page(client, places[path]).text
    assert "Game:" not in page(client, places["/"].replace("game=", "")).one(id="situation").text


def test_the_calculator_of_a_table_knows_who_is_in_riichi_there(client: FlaskClient) -> None:
    table = client.post("/game", data={"rules": "m_league"}).location
    press(client, table, "", data_action="riichi", data_player="2")
    places = [link["href"] for link in page(client, f"{table}?lang=en").tags("a") if link["href"].startswith("/?")]
    (calculator,) = (link for link in places if "game=" in link)
    hand = "&hand=234m456p678s88p23s4s&by=ron&from=1&seat="
    for seat, flags, is_missing in (("W", "", True), ("W", "&riichi=1", False), ("S", "", False)):
        shown = page(client, calculator + hand + seat + flags)
        assert bool(shown.having("data-misses-riichi")) == is_missing
        assert "Game: M-League" in shown.one(id="situation").text
    for won in (hand, hand.replace("23s4s", "23s")):
        assert "At the table West is in riichi" in page(client, f"{calculator}{won}W").text
    assert not page(client, f"{calculator}{hand.replace('&seat=', '&guessed_seat=')}W").having("data-misses-riichi")


def test_the_game_is_kept_from_page_to_page_and_shared_with_nobody(client: FlaskClient) -> None:
    table = client.post("/game", data={"rules": "house"}).location
    shown = page(client, f"{table}?lang=en")
    for path in ("/table", "/yaku", "/rules", "/help", "/"):
        link = next(link["href"] for link in shown.tags("a") if link["href"].startswith(f"{path}?"))
        assert "game=house" in link
        shown = page(client, link)
        if path in ("/table", "/yaku"):
            assert "Game: Usual rules" in shown.text
    chosen = next(one for one in shown.one(data_field="rules").tags("option") if "selected" in one.attributes)
    assert chosen.text == "Game: Usual rules"
    assert "game=" not in page(client, link.replace("/?", "/share?")).one("data-shared-link")["value"]


def test_practice_by_the_rules_of_a_table_names_them_as_the_table_does(client: FlaskClient) -> None:
    table = client.post("/game", data={"rules": "house"}).location
    shown = page(client, f"{table}?lang=en")
    link = next(link["href"] for link in shown.tags("a") if link["href"].startswith("/drill?"))
    start = page(client, link)
    chosen = next(one for one in start.one(id="rules").tags("option") if "selected" in one.attributes)
    assert chosen.text == "Usual rules"
    begun = client.post("/drill", data={"go": "own", "rules": chosen["value"], "lang": "en"})
    assert "Rules of the hands: Usual rules" in page(client, begun.location).text
    judged = page(client, f"{begun.location}&done=0.1&answer=1")
    link = next(link["href"] for link in judged.tags("a") if link.text == "Open in the calculator")
    assert "Game: Usual rules" in page(client, link).one(id="situation").text


def test_another_preset_looked_at_from_a_table_leads_back_to_the_table(client: FlaskClient) -> None:
    table = client.post("/game", data={"rules": "house"}).location
    listed = page(client, f"{table}/rules?lang=en")
    fields = dict(fields_of(listed.one(**{"class": "presets"}))) | {"rules": "ema"}
    shown = Element.of(client.get("/game/rules", query_string=fields).text)
    assert shown.one(id="rules").one(name="rules")["value"] == "ema"
    assert shown.one(aria_label="Back")["href"] == listed.one(aria_label="Back")["href"] == table
    assert "Use these rules for a new game" in shown.text
    assert ["hidden" in one.one(id="rules-note").attributes for one in (listed, shown)] == [True, False]
    elsewhere = page(client, "/game/rules?table=https://elsewhere.example")
    assert elsewhere.one(aria_label="Back")["href"].startswith("/game?")


def test_a_page_that_does_not_keep_the_rules_of_the_hands_does_not_name_their_game(client: FlaskClient) -> None:
    shown = page(client, "/drill?rules=m_league&game=m_league&lang=en")
    menu = shown.one(**{"class": "places elsewhere"})
    assert {link["href"].partition("?")[2] for link in menu.tags("a")} == {"lang=en"}


def test_the_line_of_a_new_game_s_rules_leaves_the_length_to_its_field(client: FlaskClient) -> None:
    shown = page(client, "/game?rules=tenhou&rounds=1&game.ceiling_points=55000&lang=en")
    (line,) = shown.having("data-rules-line")
    assert line.text == "Tenhou, but: Points that end the game: 55,000"
    chosen = next(one for one in shown.one(name="rounds").tags("option") if "selected" in one.attributes)
    assert chosen.text == "East only"


@pytest.mark.parametrize("game", ["majiang", "rules%3Dno", "game.goal_points%3D0", "%26%3D"])
def test_a_name_that_is_no_game_s_is_no_game(client: FlaskClient, game: str) -> None:
    assert "Game:" not in page(client, f"/?game={game}&lang=en").one(id="situation").text
