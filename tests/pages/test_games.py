"""The pages of a game: a hand by its forms, taps that come twice or too late, onlookers, and hostile input."""

import csv
import io
import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import unquote, urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.pages.markup import Element, problems_of
from webapp import create_app
from webapp.game import GAME_PRESETS, GAME_SWITCHES, UNSURE
from webapp.outputs.replies import switch_json
from webapp.pages.opened import WRONG_LINK
from webapp.scoring.rules import PRESETS, SWITCHES
from webapp.serving.fairness import THREAD

GAMES = Path(__file__).resolve().parents[3] / "shared" / "data" / "games.jsonl"


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = create_app({"TESTING": True, "DATABASE": str(tmp_path_factory.mktemp("games") / "games.db")})
    yield app
    app.extensions["store"].close()


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    return app.test_client()


@pytest.fixture
def table(client: FlaskClient) -> str:
    """The address of a new game of four."""
    form = {"name0": "Aoi", "name1": "Yui", "name2": "", "name3": "Martin", "rules": "house", "rounds": "2"}
    return str(client.post("/game", data=form).location)


def page(client: FlaskClient, address: str) -> Element:
    return Element.of(client.get(address).text)


def points(client: FlaskClient, table: str) -> list[int]:
    """The points by player, as the table shows them."""
    seats = page(client, table).having("data-points", "data-player")
    return [int(seat["data-points"]) for seat in sorted(seats, key=lambda seat: seat["data-player"])]


def tap(client: FlaskClient, address: str, **hook: str) -> dict[str, str]:
    """The fields of the form whose button has this hook."""
    (form,) = (form for form in page(client, address).tags("form") if form.having(**hook))
    return {field["name"]: field["value"] for field in form.tags("input")}


def press(client: FlaskClient, table: str, address: str, **hook: str) -> int:
    return client.post(f"{table}/events", data=tap(client, table + address, **hook)).status_code


def fields_of(form: Element) -> list[tuple[str, str]]:
    """What a browser would send of a form."""
    fields = []
    for field in form.tags("input", "select"):
        if field.tag == "select":
            options = field.tags("option")
            chosen = next((option for option in options if "selected" in option), options[0])
            fields.append((field["name"], chosen["value"]))
        elif field.attributes.get("type") != "checkbox" or "checked" in field:
            fields.append((field["name"], field.attributes.get("value") or ""))
    return fields


def tap_apply(client: FlaskClient, address: str) -> dict[str, str]:
    """The fields of the form that applies what a page shows; the calculator's button stands outside of its form."""
    shown = page(client, address)
    (button,) = shown.having("data-apply")
    (form,) = (form for form in shown.tags("form") if button in form.all()) if "form" not in button else (shown,)
    fields = form.having(form="apply-form") if form is shown else form.all()
    return {field["name"]: field["value"] for field in fields if field.tag == "input"}


def apply(client: FlaskClient, table: str, address: str) -> int:
    return client.post(f"{table}/events", data=tap_apply(client, table + address)).status_code


# -- a hand ----------------------------------------------------------------------------------------


def test_a_game_begins_with_the_names_and_the_start_points(client: FlaskClient, table: str) -> None:
    shown = page(client, table)
    assert [seat["data-seat"] for seat in shown.having("data-points", "data-player")] == ["E", "S", "W", "N"]
    assert points(client, table) == [25000] * 4
    assert "Martin" in shown.text
    board = shown.one("data-round")
    assert (board["data-round"], board["data-honba"], board["data-sticks"]) == ("0", "0", "0")


def test_riichi_is_one_tap_and_can_be_taken_back(client: FlaskClient, table: str) -> None:
    assert press(client, table, "", data_action="riichi", data_player="1") == 303
    assert points(client, table) == [25000, 24000, 25000, 25000]
    assert press(client, table, "", data_action="withdraw", data_player="1") == 303
    assert points(client, table) == [25000] * 4


@pytest.mark.parametrize(
    "address",
    ["win?after=0&player=1&from=0&points=8000", "draw?after=0&tenpai=1", "hand?step=after%3D0%26player%3D1%26from%3D0"],
)
def test_a_step_of_a_hand_that_is_over_leads_to_the_table(client: FlaskClient, table: str, address: str) -> None:
    """So that Back after Apply does not offer the same hand as the next one."""
    assert client.get(f"{table}/{address}").status_code == 200
    press(client, table, "", data_action="riichi", data_player="1")
    assert client.get(f"{table}/{address}").status_code == 200
    apply(client, table, "/draw?tenpai=1")
    away = client.get(f"{table}/{address}")
    assert (away.status_code, away.headers["Location"]) == (303, table)
    press(client, table, "", data_action="undo")
    assert client.get(f"{table}/{address}").status_code == 200


def test_every_step_from_the_table_says_after_how_many_hands_it_was_begun(client: FlaskClient, table: str) -> None:
    apply(client, table, "/draw?tenpai=1")
    for action in ("win", "draw", "chombo"):
        address = page(client, table).one(data_action=action)["href"]
        assert "after=1" in address
        links = [link["href"] for link in page(client, address).tags("a")]
        steps = [link for link in links if link.startswith(f"{table}/") and "?" in link and "lang=" not in link]
        assert steps
        assert all("after=1" in unquote(link) for link in steps)
    another = page(client, f"{table}/win?after=1&player=2&from=0&points=8000").one(data_action="another")
    assert "after=1" in another["href"]


def test_the_score_table_of_a_game_is_by_its_rules(client: FlaskClient) -> None:
    table = client.post("/game", data={"rules": "m_league"}).location
    for place in ("", "/win", "/draw", "/course", "/result"):
        menu = page(client, table + place).one(**{"class": "places elsewhere"})
        links = {link["href"].partition("?")[0]: link["href"] for link in menu.tags("a")}
        assert links["/table"] == "/table?rules=m_league"
        assert links["/yaku"] == "/yaku?rules=m_league"
    assert "M-League" in page(client, links["/table"] + "&lang=en").text


def test_undo_says_what_it_takes_back(client: FlaskClient, table: str) -> None:
    def said() -> str:
        return page(client, table).one(data_action="undo").tags("small")[0].text

    press(client, table, "", data_action="riichi", data_player="1")
    assert said() == "Riichi Yui"
    apply(client, table, "/win?player=1&from=0&points=8000")
    assert said() == "East 1"
    apply(client, table, "/win?amend=2&player=1&from=0&points=3900")
    assert said() == "Correction"
    press(client, table, "", data_action="undo")
    assert said() == "East 1"
    press(client, table, "", data_action="redo")
    assert said() == "Correction"


def test_points_by_tsumo_are_called_out_by_who_pays(client: FlaskClient, table: str) -> None:
    def called(player: int, points: int) -> str:
        shown = page(client, f"{table}/win?player={player}&from=tsumo")
        return shown.one(data_figure=str(points)).text

    assert called(1, 4000) == "1,000/2,000"
    assert called(0, 6000) == "2,000 all"


def test_one_more_ron_says_who_has_won_already(client: FlaskClient, table: str) -> None:
    another = page(client, f"{table}/win?player=1&from=0&points=8000").one(data_action="another")["href"]
    assert page(client, another).tags("h1")[0].text.endswith("Yui ← Aoi")


def test_a_win_by_points_is_applied_as_it_was_shown(client: FlaskClient, table: str) -> None:
    address = "/win?player=1&from=0&points=8000"
    rows = page(client, table + address).having("data-outcome")
    assert [row.text.split()[-3:] for row in rows][:2] == [["−8,000", "→", "17,000"], ["+8,000", "→", "33,000"]]
    assert apply(client, table, address) == 303
    assert points(client, table) == [17000, 33000, 25000, 25000]
    assert page(client, table).one("data-round")["data-round"] == "1"


@pytest.mark.parametrize(
    ("address", "after"),
    [
        ("/win?player=0&from=tsumo&han=3&fu=30&how=han", [31000, 23000, 23000, 23000]),
        ("/win?player=2&from=3&yakuman=1&how=han", [25000, 25000, 57000, -7000]),
        ("/draw?tenpai=02", [26500, 23500, 26500, 23500]),
        ("/draw?kind=nine_terminals", [25000] * 4),
        ("/draw?nagashi=3", [21000, 23000, 23000, 33000]),
        ("/draw?kind=chombo&player=1", [29000, 17000, 27000, 27000]),
    ],
)
def test_every_way_a_hand_can_end(client: FlaskClient, table: str, address: str, after: list[int]) -> None:
    assert apply(client, table, address) == 303
    assert points(client, table) == after


def test_two_rons_are_entered_one_after_the_other(client: FlaskClient, table: str) -> None:
    first = page(client, f"{table}/win?player=1&from=0&points=8000").one(data_action="another")["href"]
    who = [link["data-winner"] for link in page(client, first).having("data-winner")]
    assert who == ["2", "3"]
    assert apply(client, table, first.removeprefix(table) + "&player=3&points=1000") == 303
    assert points(client, table) == [16000, 33000, 25000, 26000]


# -- a hand by its tiles ---------------------------------------------------------------------------

TENPAI, RIICHI = "123m456p789s11z23s", "123m456p789s11z23s4s"


def hand_at(step: str, **fields: str) -> str:
    return "/hand?" + urlencode({"step": step, **fields})


def test_a_hand_by_its_tiles_opens_with_the_situation_of_the_game(client: FlaskClient, table: str) -> None:
    apply(client, table, "/draw?tenpai=0")
    press(client, table, "", data_action="riichi", data_player="2")
    shown = page(client, table + hand_at("player=2&from=3"))
    chosen = {field["name"]: field["value"] for field in shown.tags("input") if "checked" in field}
    assert {name: chosen[name] for name in ("by", "from", "round", "seat")} == {
        "by": "ron",
        "from": "1",
        "round": "E",
        "seat": "W",
    }
    assert "checked" in shown.one(data_switch="riichi")
    assert "East 1 · 1 honba · 1 stick" in shown.text
    (header,) = (header for header in shown.tags("header") if header.having("data-field", name="rules"))
    assert "hidden" in header


def test_a_hand_by_its_tiles_is_scored_at_the_table_and_applied(client: FlaskClient, table: str) -> None:
    apply(client, table, "/draw?tenpai=0")
    press(client, table, "", data_action="riichi", data_player="2")
    address = hand_at("player=2&from=1", hand=RIICHI, riichi="1", dora="4m")
    assert page(client, table + address).one("data-points")["data-points"] == "1300"
    assert apply(client, table, address) == 303
    assert points(client, table) == [28000, 22400, 25600, 24000]
    log = json.loads(client.get(f"{table}/game.json").text)
    (kept,) = (event for event in log["events"] if event["type"] == "win")
    (won,) = kept["wins"]
    assert (won["basic"], won["case"]["concealed"], won["case"]["honba"]) == (320, "123m456p23789s11z", 1)


def test_the_rules_of_the_game_score_its_hands(client: FlaskClient) -> None:
    table = str(client.post("/game", data={"rules": "wrc"}).location)
    address = hand_at("player=0&from=tsumo", hand="234m406p678s88p23s4s", rules="tenhou")
    assert problems_of(page(client, table + address))
    assert not page(client, table + address).having("data-apply")


def test_without_scripts_each_key_leads_back_to_the_hand(client: FlaskClient, table: str) -> None:
    fields = {"step": "player=1&from=0", "hand": TENPAI, "riichi": "", "tap": "4s"}
    answer = client.post(f"{table}/hand", data=fields)
    assert answer.status_code == 303
    shown = page(client, answer.location)
    assert len(shown.one(id="hand").having("data-hand-tile")) == 14
    assert [found["data-problem"] for found in shown.having("data-problem")] == ["no_yaku"]


def test_with_scripts_a_tap_is_answered_by_fragments_with_the_button(client: FlaskClient, table: str) -> None:
    fields = {"step": "player=1&from=tsumo", "hand": RIICHI}
    answer = client.post(f"{table}/hand", data=fields, headers={"HX-Request": "true"})
    assert answer.headers["HX-Replace-Url"].startswith(f"{table}/hand?step=player%3D1%26from%3Dtsumo&hand=")
    shown = Element.of(answer.text)
    assert shown.one("data-apply")["form"] == "apply-form"
    assert [hidden["class"] for hidden in shown.having("hidden") if hidden.having(data_action="next")] == ["doing"]


def test_riichi_without_a_stick_offers_to_lay_it_and_comes_back_to_the_hand(client: FlaskClient, table: str) -> None:
    address = hand_at("player=1&from=0", hand=RIICHI, riichi="1")
    shown = page(client, table + address)
    assert [found["data-problem"] for found in shown.having("data-problem")] == ["riichi_differs"]
    assert not shown.having("data-apply")
    fields = {field["name"]: field["value"] for field in shown.having(form="apply-form") if field.tag == "input"}
    answer = client.post(f"{table}/events", data=fields)
    assert answer.location.startswith(f"{table}/hand?")
    assert points(client, table)[1] == 24000
    assert apply(client, table, answer.location.removeprefix(table)) == 303
    assert points(client, table) == [23700, 26300, 25000, 25000]


def test_two_rons_by_tiles_and_by_points_are_one_win(client: FlaskClient, table: str) -> None:
    apply(client, table, "/draw?tenpai=0")
    first = page(client, table + hand_at("player=2&from=0", hand="234m456p678s88p23s4s", dora="1p"))
    who = first.one(data_action="another-ron")["href"]
    step = urlencode({"step": who.partition("?")[2] + "&player=1"})
    second = page(client, f"{table}/hand?{step}").one(id="table")
    assert second.one(type="hidden", name="dora")["value"] == "1p"
    assert apply(client, table, who.removeprefix(table) + "&player=1&points=8000") == 303
    assert points(client, table) == [17700, 32300, 26000, 24000]


def test_an_earlier_hand_is_corrected_by_its_tiles(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    apply(client, table, "/draw?tenpai=1")
    assert apply(client, table, hand_at("player=1&from=0&amend=1", hand="234m456p678s88p23s4s")) == 303
    assert points(client, table) == [22000, 30000, 24000, 24000]


def test_a_forgotten_riichi_of_an_earlier_hand_is_laid_by_its_correction(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    apply(client, table, "/draw?tenpai=1")
    again = "/win?player=1&from=0&amend=1&points=8000"
    corrected = page(client, table + again).one(data_stick="2")
    assert corrected["aria-current"] == "false"
    assert corrected["href"] == "?player=1&from=0&amend=1&riichi=2&points=8000"
    shown = page(client, table + "/win" + corrected["href"])
    assert shown.one(data_stick="2")["aria-current"] == "true"
    assert "changes too" not in shown.text  # what everybody has before the draw is no change of it
    assert apply(client, table, "/win" + corrected["href"]) == 303
    # South wins 8,000 and West's stick; then South alone is tenpai.
    assert points(client, table) == [16000, 37000, 23000, 24000]
    assert "Correction" in page(client, table).one(data_action="undo").text
    back = page(client, f"{table}/win?player=1&from=0&amend=1&riichi=2&points=8000").one(data_stick="2")["href"]
    assert apply(client, table, "/win" + back) == 303
    assert points(client, table) == [16000, 36000, 24000, 24000]


def test_the_riichi_of_a_draw_are_corrected(client: FlaskClient, table: str) -> None:
    press(client, table, "", data_action="riichi", data_player="3")
    apply(client, table, "/draw?tenpai=3")
    again = page(client, f"{table}/course").one(**{"class": "correct"})["href"]
    shown = page(client, again)
    assert shown.one(data_stick="3")["aria-current"] == "true"
    both = page(client, f"{table}/draw{shown.one(data_stick='0')['href']}")
    assert apply(client, table, f"/draw{shown.one(data_stick='0')['href']}") == 303
    assert both.one(data_tenpai="0").tag == "span"
    assert points(client, table) == [25500, 23500, 23500, 25500]


def test_the_stick_of_a_corrected_hand_is_laid_from_its_tiles(client: FlaskClient, table: str) -> None:
    apply(client, table, hand_at("player=1&from=0", hand="234m456p678s88p23s4s"))
    apply(client, table, "/draw")
    again = page(client, f"{table}/course").tags("li")[-1].one(**{"class": "correct"})["href"]
    shown = page(client, again + "&riichi=1")
    assert [found["data-problem"] for found in shown.having("data-problem")] == ["riichi_differs"]
    assert apply(client, table, shown.one(data_action="lay")["href"].removeprefix(table)) == 303
    assert points(client, table) == [21100, 28900, 25000, 25000]


@pytest.mark.parametrize(
    "query",
    [
        "",
        "step=%00",
        "step=player%3D9",
        "step=" + "a%26" * 300,
        "step=player%3D1%26from%3D0&hand=" + "1m" * 3000,
        "step=player%3D1%26from%3D0&hand=9z&riichi=2&liable=7&mode=x&nuki=9",
        "step=player%3D1%26from%3D0%26also%3D%5B%7B%22case%22%3A%7B%22dora%22%3A%5B%5B%5D%5D%7D%7D%5D",
        "step=player%3D1%26from%3D1&hand=" + RIICHI,
    ],
)
def test_no_address_of_a_hand_is_an_error(client: FlaskClient, table: str, query: str) -> None:
    assert client.get(f"{table}/hand?{query}").status_code in (200, 303)
    assert client.post(f"{table}/hand?", data=query, content_type="application/x-www-form-urlencoded").status_code in (
        303,
        400,
        413,
    )
    assert points(client, table) == [25000] * 4


def test_the_way_back_to_a_hand_leads_nowhere_else(client: FlaskClient, table: str) -> None:
    fields = tap(client, table, data_action="riichi", data_player="0") | {"hand": "_scheme=evil&_anchor=x&secret=y"}
    assert client.post(f"{table}/events", data=fields).location.startswith(f"{table}/hand?")


def test_the_players_sit_on_every_page_as_on_the_table_of_this_phone(client: FlaskClient, table: str) -> None:
    client.set_cookie("seat", "2", path=table)
    for address, hook in (("", "data-player"), ("/win", "data-winner"), ("/win?player=0", "data-from")):
        seats = [found for found in page(client, table + address).having(hook) if "side-" in found["class"]]
        sides = {found[hook]: next(name for name in found["class"].split() if "side-" in name) for found in seats}
        assert sides.items() <= {"2": "side-0", "3": "side-1", "0": "side-2", "1": "side-3"}.items()
        assert len(sides) >= 3


@pytest.mark.parametrize("seats", ["", "drawn"])
def test_the_phone_of_a_player_is_theirs_in_the_next_game_too(client: FlaskClient, table: str, seats: str) -> None:
    def sitting_below(address: str) -> str:
        below = next(seat for seat in page(client, address).tags("section") if "side-0" in seat["class"])
        return below.tags("bdi")[0].text

    client.set_cookie("seat", "2", path=table)
    name = sitting_below(table)
    assert sitting_below(client.post(f"{table}/next", data={"seats": seats}).location) == name


def test_who_is_in_riichi_is_tenpai(client: FlaskClient, table: str) -> None:
    press(client, table, "", data_action="riichi", data_player="3")
    assert apply(client, table, "/draw") == 303
    assert points(client, table) == [24000, 24000, 24000, 27000]


def test_undo_takes_back_whatever_was_last(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    assert press(client, table, "", data_action="undo") == 303
    assert points(client, table) == [25000] * 4


def test_an_earlier_hand_is_corrected_and_what_follows_is_worked_out_again(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    apply(client, table, "/draw?tenpai=1")
    address = page(client, f"{table}/course").tags("li")[-1].tags("a")[0]["href"].removeprefix(table)
    assert address == "/win?player=1&from=0&amend=1&points=8000"
    shown = page(client, f"{table}/win?amend=1&player=0&from=1&points=2000")
    assert "1 later hand changes too" in shown.text
    assert "East 1 · 1 honba · Exhaustive draw: Yui" in shown.text
    assert apply(client, table, "/win?amend=1&player=0&from=1&points=2000") == 303
    assert points(client, table) == [26000, 26000, 24000, 24000]


@pytest.mark.parametrize(
    "address",
    [
        "/win?player=1&from=0&points=8000",
        "/win?player=2&from=tsumo&han=3&fu=40&how=han",
        "/win?player=3&from=1&yakuman=1&how=han",
        "/draw?tenpai=02&kind=exhaustive",
        "/draw?kind=nine_terminals",
        "/draw?kind=chombo&player=2",
        hand_at("player=0&from=tsumo", hand="234m456p678s88p23s4s", dora="1p"),
        hand_at("player=0&from=2", hand="234m456p88p23s4s", melds="ankan5555z"),
    ],
)
def test_a_hand_is_corrected_beginning_with_what_was_entered(client: FlaskClient, table: str, address: str) -> None:
    apply(client, table, address)
    before = points(client, table)
    again = page(client, f"{table}/course").one("data-hand").having(**{"class": "correct"})[0]["href"]
    assert apply(client, table, again.removeprefix(table)) == 303
    assert points(client, table) == before


def test_each_step_of_a_win_leads_back_to_the_one_before(client: FlaskClient, table: str) -> None:
    address = f"{table}/win?player=1&from=0&points=8000"
    back = []
    for _ in range(3):
        address = page(client, address).having(**{"class": "square"})[0]["href"]
        back.append(address.removeprefix(table))
    assert back == ["/win?player=1", "/win?", ""]


def test_a_hand_entered_by_its_tiles_is_linked_from_the_course(client: FlaskClient, table: str) -> None:
    apply(client, table, hand_at("player=1&from=0", hand="234m456p678s88p23s4s"))
    link = page(client, f"{table}/course").one("data-scored")["href"]
    assert page(client, link).one("data-points")["data-points"] == "2000"


# -- points by hand, the evening, deleting ---------------------------------------------------------


def test_points_are_corrected_by_hand(client: FlaskClient, table: str) -> None:
    address = "/adjust?" + urlencode({"p0": "−1,000", "p1": "+1000", "p3": "-500", "note": "late"})
    assert apply(client, table, address) == 303
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
    apply(client, table, "/win?player=1&from=0&yakuman=1&how=han")
    assert not page(client, f"{table}/result").having("data-evening")
    again = client.post(f"{table}/next", data={"seats": "drawn"}).location
    names = json.loads(client.get(f"{again}/game.json").text)["names"]
    assert sorted(names) == ["Aoi", "Martin", "Player 3", "Yui"]
    press(client, again, "", data_action="end")
    rows = page(client, f"{again}/result").having("data-evening")
    assert len(rows) == 4
    assert all(len(row.tags("td")) == 3 for row in rows)
    assert sum(float(row["data-evening"]) for row in rows) == 0


def test_the_page_says_how_long_a_game_is_kept() -> None:
    client = create_app({"KEEP_DAYS": 7}).test_client()
    assert "kept for 7 days" in client.get("/game?lang=en").text
    assert "kept for 90 days" in create_app().test_client().get("/game?lang=en").text


def test_a_game_is_deleted_for_good(client: FlaskClient, table: str) -> None:
    assert (
        client.post(f"{page(client, table + '/join').one(data_action='onlookers')['href']}/delete").status_code == 403
    )
    assert "Delete this game?" in client.get(f"{table}/delete").text
    assert client.post(f"{table}/delete").location == "/game"
    assert client.get(table).status_code == 404


def test_what_was_undone_can_be_done_again(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    press(client, table, "", data_action="undo")
    assert press(client, table, "", data_action="redo") == 303
    assert points(client, table) == [17000, 33000, 25000, 25000]


# -- the rules of a game ---------------------------------------------------------------------------


def test_every_switch_of_a_game_and_of_its_hands_is_in_the_panel(client: FlaskClient) -> None:
    shown = page(client, "/game/rules?rules=ema")
    assert [row["data-rule"] for row in shown.having("data-rule")] == [*GAME_SWITCHES, *SWITCHES]
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
        assert {name: kept[name] for name in SWITCHES} == {name: switch_json(getattr(hands, name)) for name in SWITCHES}


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


def test_the_course_and_the_result_name_everybody(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    assert "East 1 · Yui +8,000 ← Aoi" in page(client, f"{table}/course").text
    ranks = page(client, f"{table}/result").having("data-rank")
    assert [(row["data-rank"], row["data-total"]) for row in ranks] == [
        ("1", "43.0"),
        ("2", "5.0"),
        ("3", "-15.0"),
        ("4", "-33.0"),
    ]


def test_the_game_is_over_when_somebody_is_below_zero_and_the_same_players_go_on(
    client: FlaskClient, table: str
) -> None:
    apply(client, table, "/win?player=1&from=0&yakuman=1&how=han")
    shown = page(client, table)
    assert "somebody is below zero" in shown.text
    assert not shown.having(data_action="win")
    again = client.post(f"{table}/next").location
    assert again != table
    assert points(client, again) == [25000] * 4
    assert client.post(f"{table}/next").location == again


def test_the_differences_to_a_player_are_shown(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    seats = page(client, f"{table}?look=1").having("data-points", "data-player")
    assert any("−16,000" in seat.text for seat in seats if seat["data-player"] == "0")


def test_what_is_exported_can_be_played_again(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    found = client.get(f"{table}/game.json").json
    assert found is not None
    answer = client.post("/api/game", json={"rules": found["rules"], "events": found["events"]}).json
    assert answer is not None
    assert answer["states"][-1]["points"] == [17000, 33000, 25000, 25000]


# -- to take away, and to read in again ------------------------------------------------------------


def test_a_game_is_told_as_text(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    apply(client, table, "/draw?tenpai=13")
    lines = client.get(f"{table}/game.txt").text.splitlines()
    onlooker = page(client, f"{table}/join").one(data_action="onlookers")["href"]
    assert lines[0] == "East 2 · East and south · House rules"
    assert lines[1] == "1. Yui 34,500 (+44.5)"
    assert lines[6:8] == ["East 1 · Yui +8,000 ← Aoi", "East 2 · Exhaustive draw: Yui, Martin"]
    assert lines[-1] == f"http://localhost{onlooker}/result"


def test_a_game_is_a_table_for_a_spreadsheet_without_formulas(client: FlaskClient) -> None:
    table = str(client.post("/game", data={"name0": "=1+1", "name1": 'a","b'}).location)
    apply(client, table, "/win?player=1&from=0&points=8000")
    rows = list(csv.reader(client.get(f"{table}/game.csv").text.removeprefix("\ufeff").splitlines()))
    assert rows[0][6:8] == ["'=1+1", 'a","b']
    assert rows[1][:6] == ["E1", "0", "0", "ron", 'a","b', "'=1+1"]
    assert rows[1][6:] == ["-8000", "8000", "0", "0", "17000", "33000", "25000", "25000"]


def test_the_picture_of_a_game_has_everybody(client: FlaskClient) -> None:
    table = str(client.post("/game", data={"name0": "<Aoi>", "name1": "🀄", "name2": "مرحبا"}).location)
    apply(client, table, "/win?player=1&from=0&points=8000")
    drawn = Element.of(client.get(f"{table}/game.svg").text)
    assert {"<Aoi>", "Player 2", "Player 3"} <= {text["data-text"] for text in drawn.having("data-text")}
    assert [text["data-total"] for text in drawn.having("data-total")] == ["43.0", "5.0", "-15.0", "-33.0"]
    assert client.get(f"{table}/game.png").data.startswith(b"\x89PNG")


def test_a_preview_of_a_link_for_players_shows_no_points(client: FlaskClient, table: str) -> None:
    onlooker = page(client, f"{table}/join").one(data_action="onlookers")["href"]
    for address, is_shown in ((table, False), (f"{table}/result", False), (f"{onlooker}/result", True)):
        metas = [meta for meta in page(client, address).tags("meta") if "property" in meta]
        assert bool(metas) == is_shown
        assert table.rpartition("/")[2] not in str(metas)


def test_a_game_is_read_in_again_and_goes_on(client: FlaskClient, table: str) -> None:
    press(client, table, "", data_action="riichi", data_player="3")
    apply(client, table, hand_at("player=1&from=0", hand="234m456p678s88p23s4s"))
    apply(client, table, "/draw?tenpai=1")
    kept = client.get(f"{table}/game.json").text
    for data in ({"game": kept}, {"file": (io.BytesIO(kept.encode()), "game.json")}):
        again = client.post("/game/import", data=data).location
        assert again != table
        assert client.get(f"{again}/game.json").json == json.loads(kept)
        assert points(client, again) == points(client, table)
        assert apply(client, again, "/draw") == 303


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{",
        "[]",
        '{"events": 7}',
        '{"rules": "nobody", "events": []}',
        '{"events": [{"type": "riichi", "player": 7}]}',
        '{"events": [{"type": "undo"}]}',
        "[" * 9000,
        '{"names": ["\\ud800"], "events": []}',
        "\u202e",
    ],
)
def test_what_is_no_game_is_not_read_in(client: FlaskClient, text: str) -> None:
    answer = client.post("/game/import", data={"game": text})
    assert answer.status_code == 422
    assert problems_of(Element.of(answer.text))


def test_strange_names_are_read_in_tidied(client: FlaskClient) -> None:
    body = json.dumps({"names": ["a\u202eb", 7, None, "x" * 99, "five"], "events": []})
    table = client.post("/game/import", data={"game": body}).location
    assert json.loads(client.get(f"{table}/game.json").text)["names"] == ["ab", "", "", "x" * 20]


# -- two at once, and who may write ----------------------------------------------------------------


def test_a_tap_that_is_sent_twice_counts_once(client: FlaskClient, table: str) -> None:
    fields = tap_apply(client, f"{table}/win?player=1&from=0&points=8000")
    assert [client.post(f"{table}/events", data=fields).status_code for _ in range(2)] == [303, 303]
    assert points(client, table) == [17000, 33000, 25000, 25000]


def test_whoever_was_slower_sees_the_table_and_keeps_what_they_entered(client: FlaskClient, table: str) -> None:
    slow = tap_apply(client, f"{table}/win?player=2&from=0&points=1000")
    apply(client, table, "/win?player=1&from=0&points=8000")
    answer = client.post(f"{table}/events", data=slow)
    assert answer.status_code == 409
    shown = Element.of(answer.text)
    assert "Somebody else was faster" in shown.text
    again = next(form for form in shown.tags("form") if "Enter it all the same" in form.text)
    fields = {field["name"]: field["value"] for field in again.tags("input")}
    assert client.post(f"{table}/events", data=fields).status_code == 303
    assert points(client, table) == [16000, 33000, 26000, 25000]


def test_an_onlooker_sees_everything_and_writes_nothing(client: FlaskClient, table: str) -> None:
    fields = tap(client, table, data_action="riichi", data_player="0")
    link = page(client, f"{table}/join").one(data_action="onlookers")["href"]
    shown = page(client, link)
    assert not [form for form in shown.tags("form") if form["action"].startswith("/game")]
    assert table.rpartition("/")[2] not in client.get(link).text
    assert client.post(f"{link}/events", data=fields).status_code == 403
    assert client.post(f"{link}/next").status_code == 403
    assert points(client, link) == [25000] * 4


def test_an_onlooker_writes_nothing_by_any_route(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    fields = tap(client, table, data_action="riichi", data_player="0") | {"step": "player=1&from=0", "seats": "drawn"}
    link = page(client, f"{table}/join").one(data_action="onlookers")["href"]
    secret, before = link.rpartition("/")[2], kept(client)
    routes = [rule for rule in client.application.url_map.iter_rules() if "secret" in rule.arguments]
    assert len(routes) > 12
    for rule in routes:
        address = rule.rule.replace("<secret>", secret)
        for method in ("POST", "PUT", "PATCH", "DELETE", "PROPFIND"):
            assert client.open(address, method=method, data=fields).status_code in (403, 405)
        for method in ("GET", "HEAD", "OPTIONS"):
            client.open(address, method=method, query_string=fields)
    assert kept(client) == before


def kept(client: FlaskClient) -> list[str]:
    """Everything that the database holds."""
    with closing(sqlite3.connect(client.application.config["DATABASE"])) as database:
        return list(database.iterdump())


def test_a_wrong_link_costs_its_sender_turns(client: FlaskClient, table: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever tries many comes after everybody else; a link of another length is not even looked up."""
    monkeypatch.setattr(THREAD, "charged", 0.0)
    assert client.get(table).status_code == 200
    assert THREAD.charged == 0
    assert client.get(f"/game/{'A' * 22}").status_code == 404
    assert THREAD.charged == WRONG_LINK
    monkeypatch.setattr(client.application.extensions["store"].games.database, "reading", None)
    assert client.get(f"/game/{'A' * 23}").status_code == 404


def test_no_page_of_a_game_leaves_its_link_anywhere(client: FlaskClient, table: str) -> None:
    apply(client, table, hand_at("player=1&from=0", hand="234m456p678s88p23s4s"))
    secret = table.rpartition("/")[2]
    routes = [rule.rule for rule in client.application.url_map.iter_rules() if rule.rule.startswith("/game/<secret>")]
    for route in routes:
        answer = client.get(route.replace("<secret>", secret) + "?step=player%3D1%26from%3D0")
        if answer.status_code == 405:
            continue
        assert answer.headers["Referrer-Policy"] == "no-referrer"
        assert "noindex" in answer.headers["X-Robots-Tag"]
        assert "no-store" in answer.headers["Cache-Control"]
        if answer.mimetype != "text/html":
            assert secret not in answer.text if answer.mimetype != "image/png" else secret.encode() not in answer.data
            continue
        shown = Element.of(answer.text)
        for element in shown.all():
            for name, value in element.attributes.items():
                assert secret not in (value or "") or name in ("href", "action", "hx-get", "hx-post", "src", "value"), (
                    route,
                    name,
                )
        assert secret not in shown.text


def test_a_crash_does_not_log_the_link(
    client: FlaskClient, table: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def crash(*_: object) -> None:
        raise RuntimeError("boom")

    app = client.application
    app.config["TESTING"] = app.testing = False
    monkeypatch.setattr(app.extensions["store"].games, "find", crash)
    assert client.get(table).status_code == 500
    assert "boom" in caplog.text
    assert "/game/…" in caplog.text
    assert table not in caplog.text


def test_the_link_is_kept_secret(client: FlaskClient, table: str) -> None:
    headers = client.get(table).headers
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Robots-Tag"] == "noindex"
    assert "no-store" in headers["Cache-Control"]


@pytest.mark.parametrize("secret", ["x", "a" * 22, "%00", "..", "A" * 3000])
def test_there_is_no_game_behind_another_link(client: FlaskClient, table: str, secret: str) -> None:
    assert client.get(f"/game/{secret}").status_code in (404, 414, 308)


# -- hostile input ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "event",
    [
        "{",
        "[]",
        "null",
        "7",
        '{"type": "win"}',
        '{"type": "win", "wins": [{"player": 9, "points": 8000}]}',
        '{"type": "win", "wins": [{"player": 1, "from": 1, "points": 8000}]}',
        '{"type": "win", "wins": [{"player": 1, "from": 0, "points": 8001}]}',
        '{"type": "riichi", "player": "<script>"}',
        '{"type": "amend", "seq": 99, "event": {"type": "end"}}',
        '{"type": "undo"}',
        '{"type": "win", "wins": [{"player": 1, "from": 0, "han": 1e400, "fu": 30}]}',
        '{"type": "win", "wins": [{"player": 1, "from": 0, "points": 8000, "basic": -1}]}',
        '{"type": "win", "wins": [{"player": 1, "from": 0, "case": {"concealed": "19z", "win": "\\ud800"}}]}',
        '{"type": "adjust", "points": [1e99, 0, 0, 0]}',
        '{"type": "adjust", "points": [100, 0, 0, 0], "note": "\\ud800"}',
        '{"type": "chips", "from": 0, "to": 0, "n": -1}',
        '{"type": "draw", "tenpai": [0, 0, 9], "nagashi": "x"}',
        '{"type": "draw", "kind": {"a": []}}',
        "[" * 5000,
        "\x00",
    ],
)
def test_an_event_that_cannot_be_is_refused_with_a_problem(client: FlaskClient, table: str, event: str) -> None:
    answer = client.post(f"{table}/events", data={"event": event, "seen": "0", "key": "k"})
    assert answer.status_code == 422
    assert problems_of(Element.of(answer.text))
    assert points(client, table) == [25000] * 4


@pytest.mark.parametrize(
    "fields",
    [
        {"seen": "-1"},
        {"seen": "x"},
        {"seen": "9" * 400},
        {"seen": "٣"},
        {"key": ""},
        {"key": "é" * 9},
        {"key": "k" * 65},
        {"key": "\ud800".encode("utf-8", "surrogatepass").decode("latin-1")},
    ],
)
def test_numbers_and_keys_are_checked(client: FlaskClient, table: str, fields: dict[str, str]) -> None:
    answer = client.post(f"{table}/events", data=tap(client, table, data_action="riichi", data_player="0") | fields)
    assert answer.status_code == 422
    assert points(client, table) == [25000] * 4


@pytest.mark.parametrize(
    "query",
    [
        "player=9",
        "player=x",
        "from=tsumo",
        "also=[[]]",
        "also=[{}]",
        "also={",
        "points=99999999999",
        "amend=77&player=1",
    ],
)
def test_no_address_of_a_step_is_an_error(client: FlaskClient, table: str, query: str) -> None:
    for step in ("win", "draw"):
        assert client.get(f"{table}/{step}?{query}&player=1&from=0&points=8000").status_code == 200
        assert client.get(f"{table}/{step}?{query}").status_code == 200


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("<b>x</b>", "<b>x</b>"),
        ("  a \u202e\u0007 b  ", "a b"),
        ("🀄" * 30, "🀄" * 20),
        ("x" * 10_000, "x" * 20),
        ("שלום עולם", "שלום עולם"),
        ("👨‍👩‍👧", "👨‍👩‍👧"),
        ("a\x00b\x1bc", "abc"),
        ("{{ 7 * 7 }} ${x}", "{{ 7 * 7 }} ${x}"),
    ],
)
def test_names_are_tidied_and_shown_as_they_are(client: FlaskClient, name: str, shown: str) -> None:
    table = client.post("/game", data={"name0": name}).location
    assert page(client, table).one("data-player", "data-points", data_player="0").tags("bdi")[0].text == shown


@pytest.mark.parametrize("form", [{"rules": "nobody"}, {"rounds": "3"}, {"rounds": "x"}])
def test_a_game_by_unknown_rules_does_not_begin(client: FlaskClient, form: dict[str, str]) -> None:
    answer = client.post("/game", data=form)
    assert answer.status_code == 422
    assert problems_of(Element.of(answer.text))


def test_a_server_without_a_database_says_so_and_still_scores(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    client = create_app({"TESTING": True, "DATABASE": str(tmp_path / "file" / "games.db")}).test_client()
    answer = client.post("/game", data={})
    assert answer.status_code == 503
    assert "No game can be kept here." in answer.text
    assert client.get("/?hand=123m").status_code == 200


# -- a recorded game -------------------------------------------------------------------------------


@pytest.mark.skipif(not GAMES.exists(), reason=f"the recorded games are not here: {GAMES}")
@pytest.mark.parametrize("number", [0, 100, 300])
def test_a_recorded_game_is_played_through_the_pages(client: FlaskClient, number: int) -> None:
    with GAMES.open(encoding="utf-8") as lines:
        game = json.loads(lines.readlines()[number])
    created = client.application.extensions["store"].games.create({"names": list("abcd"), "rules": game["rules"]})
    table = f"/game/{created.player}"
    for seen, step in enumerate(game["steps"]):
        fields = {"event": json.dumps(step["event"]), "seen": str(seen), "key": str(seen)}
        assert client.post(f"{table}/events", data=fields).status_code == 303
        assert points(client, table) == step["state"]["points"]
