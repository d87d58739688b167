"""Which rules a new game begins with, and where a game says which it has."""

from flask.testing import FlaskClient

from tests.pages.game.forms import apply, page


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
