"""A hand of a game by its tiles."""

import json
from urllib.parse import parse_qsl, urlencode, urlsplit

import pytest
from flask.testing import FlaskClient

from tests.pages.game.forms import apply, hand_at, page, points, press, step_fields, tap
from tests.pages.markup import Element, problems_of
from webapp.entry import Entry
from webapp.formats.address import form_fields, read_entry
from webapp.game.log import replay
from webapp.game.rules import GAME_PRESETS
from webapp.pages.game.entry_steps import read_win_step
from webapp.pages.game.tiles_step import own, read_hand_step
from webapp.scoring.hand import Flag
from webapp.scoring.notation import parse_tiles
from webapp.scoring.rules import MAJIANG
from webapp.scoring.table import Table

TENPAI, RIICHI = "123m456p789s11z23s", "123m456p789s11z23s4s"


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
    assert not [script for script in shown.tags("script") if script["src"].endswith(("/back.js", "/to-table.js"))]
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


@pytest.mark.parametrize(
    ("calculator", "step"),
    [
        ("seat=W&by=ron&from=3", {"player": "2", "from": "1"}),
        ("seat=W&by=tsumo", {"player": "2", "from": "tsumo"}),
        ("seat=W&by=ron", {"player": "2"}),
        ("seat=W", {"player": "2"}),
        ("guessed_seat=W&by=ron&from=3", {}),
        ("seat=W&by=ron&from=3&kyoku=2", {}),
        ("seat=W&by=ron&from=3&honba=1", {}),
    ],
)
def test_a_hand_of_the_calculator_is_taken_over_with_what_it_knows(
    client: FlaskClient, table: str, calculator: str, step: dict[str, str]
) -> None:
    """But the seats of another hand say nothing about this one."""
    at = f"{table}/hand?hand={RIICHI}&riichi=1&dora=4m&rules=tenhou&game=m_league&{calculator}"
    taken = client.get(at, follow_redirects=True)
    shown, address = Element.of(taken.text), taken.request.url
    if len(step) < 2:
        assert {name: taken.request.args[name] for name in ("player", "from") if name in taken.request.args} == step
        assert len(shown.one("data-tiles").having(role="img")) == 14
        whom = shown if step else page(client, shown.one(data_winner="2")["href"])
        address = whom.one(data_from="1")["href"]
    assert dict(parse_qsl(urlsplit(address).query)) == {
        "step.player": "2",
        "step.from": step.get("from", "1"),
        "step.after": "0",
        "hand": "123m456p23789s11z4s",
        "riichi": "1",
        "dora": "4m",
    }


def test_the_points_keep_the_tiles_until_the_tiles_are_shown_again(client: FlaskClient, table: str) -> None:
    hand = {"hand": "123m456p23789s11z4s", "riichi": "1", "dora": "4m"}
    tiles = page(client, table + hand_at("player=2&from=1", how="points", **hand))
    shown = page(client, tiles.one(id="previous")["href"])
    for choice in ({"data_how": "han"}, {"data_fu": "40"}, {"data_how": "points"}, {"data_figure": "2000"}):
        shown = page(client, shown.having(**choice)[0]["href"])
    whom = page(client, shown.one(**{"aria-label": "Back"})["href"])
    shown = page(client, whom.one(data_from="3")["href"])
    again = dict(parse_qsl(urlsplit(shown.one(data_how="tiles")["href"]).query))
    assert again == {"step.player": "2", "step.from": "3", **hand}
    assert not page(client, shown.one(data_figure="2000")["href"]).one(data_action="another")["href"].count("tiles")


@pytest.mark.parametrize(("melds", "flags"), [("", {"riichi"}), ("pon111z", set())])
def test_a_closed_hand_that_is_taken_over_has_the_riichi_of_the_table(
    client: FlaskClient, table: str, melds: str, flags: set[str]
) -> None:
    press(client, table, "", data_action="riichi", data_player="2")
    hand = {"hand": TENPAI[:13] if melds else RIICHI, "melds": melds, "seat": "W", "by": "ron", "from": "1"}
    taken = client.get(f"{table}/hand?{urlencode(hand)}", follow_redirects=True)
    assert {name for name in ("riichi",) if name in taken.request.args} == flags


def test_both_winners_of_the_calculator_are_taken_over(client: FlaskClient, table: str) -> None:
    also = urlencode({"also": "hand=345m567p222m66p23s4s&seat=S"})
    taken = client.get(f"{table}/hand?hand=234m456p678s88p23s4s&seat=W&by=ron&from=2&{also}", follow_redirects=True)
    assert apply(client, table, f"/hand?{urlsplit(taken.request.url).query}") == 303
    assert points(client, table) == [21700, 26300, 27000, 25000]


def test_of_two_winners_of_the_calculator_each_has_the_riichi_of_their_own_stick(
    client: FlaskClient, table: str
) -> None:
    hand = f"{table}/hand?hand=234m456p678s88p23s4s&seat=W&by=ron&from=2&"
    without_stick = client.get(f"{hand}{urlencode({'also': f'hand={RIICHI}&riichi=1&seat=S'})}", follow_redirects=True)
    shown = Element.of(without_stick.text)
    assert not shown.having("data-apply")
    assert "Lay the stick" not in shown.text  # it would be that of West
    press(client, table, "", data_action="riichi", data_player="1")
    taken = client.get(f"{hand}{urlencode({'also': f'hand={RIICHI}&seat=S'})}", follow_redirects=True)
    assert apply(client, table, f"/hand?{urlsplit(taken.request.url).query}") == 303
    assert points(client, table) == [21700, 26300, 27000, 25000]


def test_the_rules_of_the_game_score_its_hands(client: FlaskClient) -> None:
    table = str(client.post("/game", data={"rules": "wrc"}).location)
    address = hand_at("player=0&from=tsumo", hand="234m406p678s88p23s4s", rules="tenhou")
    assert problems_of(page(client, table + address))
    assert not page(client, table + address).having("data-apply")


def test_a_key_clears_the_tiles_and_keeps_what_the_table_knows(client: FlaskClient, table: str) -> None:
    press(client, table, "", data_action="riichi", data_player="2")
    assert not page(client, table + hand_at("player=2&from=1")).having(data_action="clear-tiles")
    key = page(client, table + hand_at("player=2&from=1", hand=TENPAI, riichi="")).one(data_action="clear-tiles")
    state = dict(parse_qsl(key["data-state"]))
    assert (state["riichi"], state["seat"], state["by"], state["from"]) == ("1", "W", "ron", "3")
    assert "hand" not in state
    assert {name: value for name, value in state.items() if name.startswith("step.")} == {
        name: value for name, value in step_fields("player=2&from=1").items() if name.startswith("step.")
    }
    begun = page(client, key["href"])
    assert not begun.one(id="hand").having("data-hand-tile")
    assert "checked" in begun.one(data_switch="riichi")


def test_the_key_that_clears_the_tiles_keeps_the_indicators(client: FlaskClient, table: str) -> None:
    press(client, table, "", data_action="riichi", data_player="2")
    entered = {"hand": TENPAI, "riichi": "1", "dora": "4m", "ura": "1p"}
    key = page(client, table + hand_at("player=2&from=1", **entered)).one(data_action="clear-tiles")
    cleared = page(client, key["href"])
    assert [cleared.one(id="table").one(type="hidden", name=name)["value"] for name in ("hand", "dora", "ura")] == [
        "",
        "4m",
        "1p",
    ]
    assert not cleared.having(data_action="clear-tiles")
    state = dict(parse_qsl(key["data-state"]))
    assert ("hand" in state, state["dora"], state["ura"]) == (False, "4m", "1p")


def test_the_tiles_of_a_second_winner_are_cleared_but_for_the_winning_tile_and_the_indicators(
    client: FlaskClient, table: str
) -> None:
    first = page(client, table + hand_at("player=2&from=0", hand="234m456p678s88p23s4s"))
    step = first.one(data_action="another-ron")["href"].partition("?")[2] + "&player=1"
    assert not page(client, table + hand_at(step)).having(data_action="clear-tiles")
    second = page(client, table + hand_at(step, hand="234m456p678m88p23s4s", dora="1p"))
    cleared = page(client, second.one(data_action="clear-tiles")["href"])
    assert [cleared.one(id="table").one(type="hidden", name=name)["value"] for name in ("hand", "kept", "dora")] == [
        "4s",
        "1",
        "1p",
    ]


def test_without_scripts_each_key_leads_back_to_the_hand(client: FlaskClient, table: str) -> None:
    fields = {**step_fields("player=1&from=0"), "hand": TENPAI, "riichi": "", "tap": "4s"}
    answer = client.post(f"{table}/hand", data=fields)
    assert answer.status_code == 303
    shown = page(client, answer.location)
    assert len(shown.one(id="hand").having("data-hand-tile")) == 14
    assert [found["data-problem"] for found in shown.having("data-problem")] == ["no_yaku"]


def test_with_scripts_a_tap_is_answered_by_fragments_with_the_button(client: FlaskClient, table: str) -> None:
    fields = {**step_fields("player=1&from=tsumo"), "hand": RIICHI}
    answer = client.post(f"{table}/hand", data=fields, headers={"HX-Request": "true"})
    assert answer.headers["HX-Replace-Url"].startswith(f"{table}/hand?step.player=1&step.from=tsumo&hand=")
    shown = Element.of(answer.text)
    assert shown.one("data-apply")["form"] == "apply-form"
    assert [hidden["class"] for hidden in shown.having("hidden") if hidden.having(data_action="next")] == ["doing"]


def test_the_answer_to_a_tap_turns_off_what_the_hand_rules_out(client: FlaskClient, table: str) -> None:
    hand = {"hand": "123m456p789s11z", "melds": "pon555z", "riichi": "1", "ura": "1m"}
    fields = step_fields("player=1&from=tsumo") | hand
    answer = client.post(f"{table}/hand", data=fields, headers={"HX-Request": "true"})
    shown = Element.of(answer.text)
    assert "checked" not in shown.one(data_switch="riichi")
    assert shown.one(name="ura")["value"] == ""
    assert shown.having("data-apply")


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
    step = who.partition("?")[2] + "&player=1"
    second = page(client, table + hand_at(step)).one(id="table")
    assert second.one(type="hidden", name="dora")["value"] == "1p"
    assert [tile["data-hand-tile"] for tile in second.having("data-hand-tile")] == ["4s"]
    other = page(client, table + hand_at(step, hand="234m456p678m88p23s1s"))
    assert other.having(data_problem="conflicting_event")
    assert apply(client, table, who.removeprefix(table) + "&player=1&points=8000") == 303
    assert points(client, table) == [17700, 32300, 26000, 24000]


def test_all_winners_of_a_hand_have_the_indicators_of_the_one_entered_last(client: FlaskClient, table: str) -> None:
    press(client, table, "", data_action="riichi", data_player="1")
    press(client, table, "", data_action="riichi", data_player="2")
    first = page(client, table + hand_at("player=0&from=3", hand="234m555p678p88s23s4s", dora="9s"))
    step = first.one(data_action="another-ron")["href"].partition("?")[2] + "&player=1"
    second = {"hand": "234m456m678s22p23s4s", "riichi": "1"}
    step = page(client, table + hand_at(step, **second, dora="4p")).one(data_action="another-ron")["href"]
    third = hand_at(step.partition("?")[2] + "&player=2", **second, dora="4p", ura="1p")
    shown = page(client, table + third)
    assert {one["data-outcome"]: one["data-delta"] for one in shown.having("data-outcome", "data-delta")} == {
        "E": "14000",
        "S": "8000",
        "W": "8000",
        "N": "-28000",
    }
    assert apply(client, table, third) == 303
    wins = json.loads(client.get(f"{table}/game.json").text)["events"][-1]["wins"]
    assert [won["case"]["dora"] + won["case"]["ura"] for won in wins] == [["4p"], ["4p", "1p"], ["4p", "1p"]]


def test_a_second_winner_is_entered_by_tiles_as_the_first(client: FlaskClient, table: str) -> None:
    first = page(client, table + hand_at("player=2&from=0", hand="234m456p678s88p23s4s"))
    who = page(client, first.one(data_action="another-ron")["href"])
    assert [one["data-winner"] for one in who.having("data-winner")] == ["1", "3"]
    address = who.one(data_winner="1")["href"]
    assert address.startswith(f"{table}/hand?")
    assert [tile["data-hand-tile"] for tile in page(client, address).having("data-hand-tile")] == ["4s"]


def test_who_dealt_in_is_changed_with_one_tap_that_keeps_the_tiles(client: FlaskClient, table: str) -> None:
    hand = hand_at("player=1&from=0&after=0", hand="234m456p678s88p23s4s", dora="1z")
    shown = page(client, table + hand)
    assert [one["data-dealt-in"] for one in shown.having("data-dealt-in")] == ["tsumo", "0", "3", "2"]
    assert shown.one(data_dealt_in="0")["aria-current"] == "true"
    other = shown.one(data_dealt_in="3")["href"]
    by_tsumo = page(client, other).one(data_dealt_in="tsumo")["href"]
    assert page(client, by_tsumo).one(data_dealt_in="tsumo")["aria-current"] == "true"
    assert apply(client, table, other.removeprefix(table)) == 303
    assert points(client, table) == [25000, 27000, 25000, 23000]


def test_of_a_second_ron_the_discarder_stays(client: FlaskClient, table: str) -> None:
    first = page(client, table + hand_at("player=2&from=0", hand="234m456p678s88p23s4s"))
    step = first.one(data_action="another-ron")["href"].partition("?")[2] + "&player=1"
    assert not page(client, table + hand_at(step)).having("data-dealt-in")


def test_an_earlier_hand_is_corrected_by_its_tiles(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    apply(client, table, "/draw?tenpai=1")
    assert apply(client, table, hand_at("player=1&from=0&amend=1", hand="234m456p678s88p23s4s")) == 303
    assert points(client, table) == [22000, 30000, 24000, 24000]


def test_a_correction_by_tiles_says_that_it_is_one(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    shown = page(client, table + hand_at("player=1&from=0&amend=1", hand="234m456p678s88p23s4s"))
    assert "Correction: East 1" in shown.one(**{"class": "who-wins"}).text


def test_a_double_ron_is_corrected_as_it_was_entered(client: FlaskClient, table: str) -> None:
    also = json.dumps([{"player": 1, "from": 0, "points": 2000}])
    apply(client, table, "/win?" + urlencode({"also": also, "player": 2, "from": 0, "points": 3900}))
    again = page(client, f"{table}/course").one(**{"class": "correct"})["href"]
    assert page(client, table).one(data_action="correct-last")["href"] == again
    assert "Points of Yui&nbsp;›" in client.get(again).text
    first = page(client, again).one(data_other_winner="1")["href"]
    assert page(client, first).having(data_other_winner="2")
    who = page(client, page(client, again).one(data_action="anew")["href"])
    assert [one for one in ("Yui", "2,000", "3,900") if one not in who.one("data-was").text] == []
    anew = page(client, who.one(data_action="all-anew")["href"])
    assert len(anew.having("data-winner")) == 4
    assert not page(client, f"{table}/win").having("data-was")
    assert apply(client, table, first.removeprefix(table).replace("points=2000", "points=8000")) == 303
    assert points(client, table) == [25000 - 11900, 33000, 28900, 25000]
    wins = json.loads(client.get(f"{table}/game.json").text)["events"][-1]["event"]["wins"]
    assert [won["player"] for won in wins] == [1, 2]


def test_a_double_ron_by_tiles_is_corrected_as_it_was_entered(client: FlaskClient, table: str) -> None:
    """The dora that was forgotten is added on the page of one of the winners."""
    first = page(client, table + hand_at("player=0&from=3", hand="234m555p678p88s23s4s"))
    step = first.one(data_action="another-ron")["href"].partition("?")[2] + "&player=1"
    apply(client, table, hand_at(step, hand="234m456m678s22p23s4s"))
    assert points(client, table) == [27000, 27000, 25000, 21000]
    again = page(client, f"{table}/course").one(**{"class": "correct"})["href"]
    said = "".join(page(client, again).one(**{"class": "who-wins"}).text.split())
    assert said.startswith("Yui,Aoi←Martin")
    other = page(client, again).one(data_other_winner="0")["href"]
    assert apply(client, table, other.removeprefix(table) + "&dora=4p") == 303
    assert points(client, table) == [37000, 27000, 25000, 11000]
    wins = json.loads(client.get(f"{table}/game.json").text)["events"][-1]["event"]["wins"]
    assert [won["case"]["dora"] for won in wins] == [["4p"], ["4p"]]
    third = page(client, page(client, again).one(data_action="anew")["href"]).one(data_winner="2")["href"]
    assert len(page(client, third).one(id="hand").having("data-hand-tile")) == 14


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
    assert "changes too" in page(client, table + "/win?player=0&from=1&amend=1&points=12000").text
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
        "step.player=%00",
        "step.player=9",
        "step.=1&step.x=2&step.tiles.hand=9z",
        "step.player=1&step.from=0&hand=" + "1m" * 3000,
        "step.player=1&step.from=0&hand=9z&riichi=2&liable=7&mode=x&nuki=9",
        "step.player=1&step.from=0&step.also=%5B%7B%22case%22%3A%7B%22dora%22%3A%5B%5B%5D%5D%7D%7D%5D",
        "step.player=1&step.from=1&hand=" + RIICHI,
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


def without_scripts(client: FlaskClient, table: str, address: str, **button: str) -> str:
    """The address to which a button of the hand's form leads."""
    shown = page(client, table + address)
    (form,) = (form for form in shown.tags("form") if form.having(id="keys"))
    boxes = ("radio", "checkbox")
    sent = {
        field["name"]: field["value"]
        for field in form.tags("input")
        if "name" in field and (field.attributes.get("type") not in boxes or "checked" in field)
    }
    return str(client.post(f"{table}/hand", data=sent | button).location).removeprefix(table)


def test_without_scripts_a_tile_is_selected_and_removed(client: FlaskClient, table: str) -> None:
    selected = without_scripts(client, table, hand_at("player=1&from=0", hand=RIICHI), select="0")
    removed = without_scripts(client, table, selected, action="remove")
    tiles = page(client, table + removed).one(id="hand").having("data-hand-tile")
    assert "".join(tile["data-hand-tile"] for tile in tiles) == "2m3m4p5p6p2s3s7s8s9s1z1z4s"


def test_the_winning_tile_stays_while_a_tile_of_a_full_hand_is_exchanged(client: FlaskClient, table: str) -> None:
    selected = without_scripts(client, table, hand_at("player=1&from=0", hand=RIICHI), select="0")
    removed = without_scripts(client, table, selected, action="remove")
    entered = without_scripts(client, table, removed, tap="4m")
    *others, last = page(client, table + entered).one(id="hand").having("data-hand-tile")
    assert "4m" in [tile["data-hand-tile"] for tile in others]
    assert (last["data-hand-tile"], "data-winning" in last) == ("4s", True)


def test_without_scripts_a_meld_says_who_discarded_the_called_tile(client: FlaskClient, table: str) -> None:
    address = hand_at("player=1&from=0", hand="123m456p11z23s", melds="pon555z")
    selected = without_scripts(client, table, address, select="10")
    assert "melds=pon555z.3" in without_scripts(client, table, selected, feeder="3")


FILLED = Entry(
    tiles=parse_tiles("2340m456p678s88p23s"),
    table=Table(dora=parse_tiles("1m"), honba=2, sticks=1, round=1, seat=3, kyoku=2, discarder=1, rules=MAJIANG),
    ura=parse_tiles("2p"),
    seen=parse_tiles("77z"),
    by="ron",
    flags=frozenset({Flag.RIICHI, Flag.IPPATSU}),
    nuki=1,
    liable=2,
    draws=7,
    keeps_win=True,
)


@pytest.mark.parametrize(
    ("name", "value"), sorted((form_fields(FILLED) | {"selected": "3", "mode": "dora", "melds": "pon555z.3"}).items())
)
def test_a_game_reads_every_field_of_the_calculator_but_those_it_knows_itself(name: str, value: str) -> None:
    form = {"hand": "2340m456p6788p", "riichi": "1", "mode": "tile", name: value}
    step = read_win_step({"player": "1", "from": "0"}, GAME_PRESETS["house"])
    at_table = read_hand_step(form, step, replay(GAME_PRESETS["house"], ()).game.state).entry
    assert own(at_table) == own(read_entry(form).entry)


def test_who_dealt_in_is_asked_in_the_order_in_which_the_players_sit(client: FlaskClient, table: str) -> None:
    """Seen from the winner: left, across, right."""
    step = urlencode({"player": 1, "from": 0, "after": 0})
    asked = page(client, table + hand_at(step)).having("data-dealt-in")
    assert [one["data-dealt-in"] for one in asked] == ["tsumo", "0", "3", "2"]
    assert [one.text.split()[0] for one in asked] == ["Tsumo", "←", "↑", "→"]


def test_another_way_of_winning_drops_the_flags_of_the_first(client: FlaskClient, table: str) -> None:
    hand = hand_at("player=1&from=tsumo&after=0", hand="234m456p678s88p23s4s", haitei="1")
    shown = page(client, table + hand)
    by_ron = page(client, shown.one(data_dealt_in="0")["href"])
    assert not by_ron.having("data-problem")
    assert "haitei=1" not in by_ron.one(data_dealt_in="tsumo")["href"]
