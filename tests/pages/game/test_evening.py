"""Points by hand, the games of an evening, deleting; the rules of a game."""

import json
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from tests.pages.game.forms import apply, fields_of, page, points, press
from tests.pages.markup import Element, problems_of
from webapp import create_app
from webapp.formats.rules import rules_json
from webapp.game.rules import GAME_PRESETS, GAME_SWITCHES, UNSURE
from webapp.scoring.rules import PRESETS, SWITCHES


def test_points_are_corrected_by_hand_as_the_page_asks_for_them(client: FlaskClient, table: str) -> None:
    asked = page(client, f"{table}/adjust")
    assert [field["value"] for field in asked.having("inputmode")] == ["25000"] * 4
    assert apply(client, table, "/adjust?" + urlencode({"p0": "24,000", "p1": "25000", "p3": "-500"})) == 303
    assert points(client, table) == [24000, 25000, 25000, -500]
    assert not page(client, f"{table}/adjust?p0=24000&p3=-500").having("data-apply")


@pytest.mark.parametrize(
    "entered",
    [{"p0": "−1,000", "p1": "+1000", "p3": "-500"}, {"p0": "1000", "s0": "-", "p1": "1000", "p3": "500", "s3": "-"}],
    ids=["typed", "chosen"],
)
def test_a_gain_or_a_loss_is_entered_by_hand(client: FlaskClient, table: str, entered: dict[str, str]) -> None:
    assert apply(client, table, "/adjust?" + urlencode({"as": "change", "note": "late", **entered})) == 303
    assert points(client, table) == [24000, 26000, 25000, 24500]


def test_chips_are_given_where_the_rules_have_them(client: FlaskClient, table: str) -> None:
    assert problems_of(page(client, f"{table}/adjust?giver=0&taker=1&n=2"))
    table = str(client.post("/game", data={"game.chip_points": "2000"}).location)
    assert apply(client, table, "/adjust?giver=0&taker=1&n=2") == 303
    totals = [row["data-total"] for row in page(client, f"{table}/result").having("data-rank")]
    assert totals == ["31.0", "9.0", "-15.0", "-25.0"]


@pytest.mark.parametrize("query", ["p0=x", "p0=50", "p0=99999999999", "n=0&giver=0&taker=1", "n=1&giver=9&taker=x"])
def test_a_correction_that_cannot_be_is_refused(client: FlaskClient, table: str, query: str) -> None:
    shown = page(client, f"{table}/adjust?{query}")
    assert problems_of(shown)
    assert not shown.having("data-apply")


def test_the_evening_adds_up_the_games_of_the_same_players(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&yakuman=1&how=han&pao=-")
    assert not page(client, f"{table}/result").having("data-evening")
    again = client.post(f"{table}/next", data={"seats": "drawn"}).location
    names = json.loads(client.get(f"{again}/game.json").text)["names"]
    # Where everybody drew their own seat again, nobody without a name is given one.
    assert sorted(name or "P3" for name in names) == ["Aoi", "Martin", "P3", "Yui"]
    press(client, again, "/end", data_apply="")
    rows = page(client, f"{again}/result").having("data-evening")
    assert len(rows) == 4
    assert all(len(row.tags("td")) == 3 for row in rows)
    assert sum(float(row["data-evening"]) for row in rows) == 0


def test_the_page_says_how_long_a_game_is_kept() -> None:
    client = create_app({"KEEP_DAYS": 7}).test_client()
    assert "kept for 7 days" in client.get("/game?lang=en").text
    assert "kept for 90 days" in create_app().test_client().get("/game?lang=en").text


def test_a_deleted_game_says_so_and_comes_back_by_a_tap_of_a_player(client: FlaskClient, table: str) -> None:
    onlooker = page(client, table + "/join").one(data_action="onlookers")["href"]
    apply(client, table, "/win?player=1&from=0&points=8000")
    assert client.post(f"{onlooker}/delete").status_code == 403
    question = page(client, f"{table}/delete")
    assert "14 days" in question.one(id="game").text
    assert question.one(data_action="keep")["href"] == table
    assert client.post(f"{table}/delete").location == table
    assert client.post(f"{table}/delete").status_code == 410
    for link in (table, onlooker, f"{table}/course", f"{table}/win", f"{table}/game.json"):
        answer = client.get(link)
        assert answer.status_code == 410
        assert "This game was deleted" in answer.text
        assert bool(Element.of(answer.text).having(data_action="undelete")) is not link.startswith(onlooker)
    assert client.post(f"{onlooker}/delete", data={"undo": "1"}).status_code == 403
    for _ in range(2):  # two phones at once
        assert client.post(f"{table}/delete", data={"undo": "1"}).location == table
    assert points(client, table) == [17000, 33000, 25000, 25000]
    client.post(f"{table}/seat", data={"player": ""})
    other = client.application.test_client()
    other.post(f"{table}/delete")
    assert not Element.of(client.get(table).text).having(data_action="undelete")
    assert client.post(f"{table}/delete", data={"undo": "1"}).status_code == 403


def test_a_phone_that_enters_something_learns_that_its_game_was_deleted(client: FlaskClient, table: str) -> None:
    seen = {"If-None-Match": client.get(table).headers["ETag"], "HX-Request": "true"}
    client.post(f"{table}/delete")
    news = client.get(f"{table}/news", headers=seen)
    assert news.status_code == 410
    shown = Element.of(news.text)
    assert [link["href"] for link in shown.having("data-deleted")] == [table]
    assert not shown.having(id="game")
    seen["If-None-Match"] = news.headers["ETag"]
    assert client.get(f"{table}/news", headers=seen).status_code == 304
    client.post(f"{table}/delete", data={"undo": "1"})
    back = client.get(f"{table}/news", headers=seen)
    assert back.status_code == 200
    assert not Element.of(back.text).having("data-deleted")


def test_the_footer_of_a_result_has_plain_addresses(client: FlaskClient, table: str) -> None:
    footer = page(client, f"{table}/result").tags("footer")[0]
    assert [link["href"] for link in footer.tags("a")] == ["/documents/rules", "/api", "/changes"]


def test_what_was_undone_can_be_done_again(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    press(client, table, "", data_action="undo")
    assert press(client, table, "", data_action="redo") == 303
    assert points(client, table) == [17000, 33000, 25000, 25000]


# -- the rules of a game ---------------------------------------------------------------------------


def test_every_switch_of_a_game_and_of_its_hands_is_in_the_panel(client: FlaskClient) -> None:
    shown = page(client, "/game/rules?rules=ema")
    of_hands = [name for name, switch in SWITCHES.items() if switch.group]
    assert [row["data-rule"] for row in shown.having("data-rule")] == [*GAME_SWITCHES, *of_hands]
    unsure = {row["data-rule"] for row in shown.having("data-rule") if "not known for certain" in row.text}
    assert unsure == UNSURE["ema"]


@pytest.mark.parametrize("preset", GAME_PRESETS)
def test_the_panel_gives_back_the_preset_that_it_shows(client: FlaskClient, preset: str) -> None:
    form = page(client, f"/game/rules?rules={preset}").one(id="rules")
    shown = page(client, "/game?" + urlencode(fields_of(form)))
    assert not problems_of(shown)
    assert not [field for field in shown.tags("input") if field["name"].startswith(("game.", "rule."))]


def test_changed_rules_reach_the_table(client: FlaskClient) -> None:
    form = page(client, "/game/rules?rules=house&name0=Aoi").one(id="rules")
    chosen = {"game.uma": "30,000 10,000 -10,000 -30,000", "game.start_points": "27000", "rule.red_fives": "0"}
    fields = [(name, chosen.get(name, value)) for name, value in fields_of(form)]
    shown = page(client, "/game?" + urlencode(fields))
    assert "3 changed" in shown.text
    table = str(client.post("/game", data=dict(fields_of(shown.one(id="new-game")))).location)
    rules = json.loads(client.get(f"{table}/game.json").text)["rules"]
    assert (rules["uma"], rules["start_points"]) == ([30000, 10000, -10000, -30000], 27000)
    assert rules["scoring"]["red_fives"] == {"m": 0, "p": 0, "s": 0}
    assert points(client, table) == [27000] * 4


def test_the_rules_of_the_calculator_come_along(client: FlaskClient) -> None:
    for rules, hands in [("majiang", PRESETS["majiang"]), ("wrc", PRESETS["wrc"])]:
        shown = page(client, f"/game?rules={rules}&honba=3&hand=123m")
        table = str(client.post("/game", data=dict(fields_of(shown.one(id="new-game")))).location)
        kept = json.loads(client.get(f"{table}/game.json").text)["rules"]["scoring"]
        assert {name: kept[name] for name in SWITCHES} == {name: rules_json(hands)[name] for name in SWITCHES}


@pytest.mark.parametrize(
    "form",
    [
        {"game.uma": "1 2 3"},
        {"game.uma": "a"},
        {"game.start_points": "-5"},
        {"game.tenpai_payment": "1000"},
        {"game.nothing": "1"},
        {"rule.players": "3"},
        {"game.abortive": "x"},
    ],
)
def test_rules_that_cannot_be_begin_no_game(client: FlaskClient, form: dict[str, str]) -> None:
    answer = client.post("/game", data=form)
    assert answer.status_code == 422
    assert problems_of(Element.of(answer.text))


def test_names_stay_while_the_rules_are_chosen_and_seats_are_drawn(client: FlaskClient) -> None:
    form = {"name0": "Aoi", "name1": "Yui", "seats": "drawn", "rules": "wrc", "rounds": "1"}
    shown = dict(fields_of(page(client, "/game/rules?" + urlencode(form)).one(id="rules")))
    assert (shown["name0"], shown["seats"], shown["game.rounds"]) == ("Aoi", "drawn", "1")
    names = set()
    for _ in range(40):
        table = str(client.post("/game", data=form).location)
        names.add(tuple(json.loads(client.get(f"{table}/game.json").text)["names"]))
    assert len(names) > 4
    assert {tuple(sorted(drawn)) for drawn in names} == {("", "", "Aoi", "Yui")}
