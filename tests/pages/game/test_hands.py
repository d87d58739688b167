"""A hand of a game by its forms: riichi, wins and draws, undo, and the correction of an earlier one."""

from urllib.parse import unquote

import pytest
from flask.testing import FlaskClient

from tests.pages.game.forms import apply, hand_at, page, points, press, tap_apply
from tests.pages.markup import Element


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
    ["win?after=0&player=1&from=0&points=8000", "draw?after=0&tenpai=1", "hand?step.after=0&step.player=1&step.from=0"],
)
def test_a_step_of_a_hand_that_is_over_leads_to_the_table_and_says_so(
    client: FlaskClient, table: str, address: str
) -> None:
    """So that Back after Apply does not offer the same hand as the next one, and whoever was slower is told."""
    assert client.get(f"{table}/{address}").status_code == 200
    press(client, table, "", data_action="riichi", data_player="1")
    assert client.get(f"{table}/{address}").status_code == 200
    apply(client, table, "/draw?tenpai=1")
    away = client.get(f"{table}/{address}")
    assert (away.status_code, away.headers["Location"]) == (303, f"{table}?ended=0")
    assert "East 1" in page(client, away.headers["Location"]).one("data-ended").text
    press(client, table, "", data_action="undo")
    assert "East 1" not in page(client, away.headers["Location"]).one("data-ended").text
    assert client.get(f"{table}/{address}").status_code == 200


@pytest.mark.parametrize("step", ["win?", "draw?tenpai=1&", "hand?step.player=1&step.from=0&step."])
def test_an_open_step_learns_that_its_hand_is_over(client: FlaskClient, table: str, step: str) -> None:
    def told() -> list[Element]:
        live = page(client, follow).one(id="live")
        assert live["hx-get"] == follow
        return live.having("data-overtaken")

    apply(client, table, "/draw?tenpai=1")
    follow = page(client, f"{table}/{step}after=1").one(id="live")["hx-get"]
    assert not told()
    apply(client, table, "/draw?tenpai=1")
    (link,) = told()
    assert "East 2 · 1 honba" in " ".join(page(client, link["href"]).one("data-ended").text.split())
    press(client, table, "", data_action="undo")
    assert not told()
    press(client, table, "", data_action="undo")
    (link,) = told()
    assert "taken back" in link.text


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
        assert links["/table"] == "/table?rules=m_league&game=m_league"
        assert links["/yaku"] == "/yaku?rules=m_league&game=m_league"
    assert "M-League" in page(client, links["/table"] + "&lang=en").text


def test_the_menu_of_a_table_leads_to_the_calculator_at_its_hand(client: FlaskClient) -> None:
    table = client.post("/game", data={"rules": "m_league"}).location
    apply(client, table, "/draw?tenpai=1")
    apply(client, table, "/draw?tenpai=3")
    press(client, table, "", data_action="riichi", data_player="1")
    menu = page(client, table).one(**{"class": "places elsewhere"})
    link = next(link["href"] for link in menu.tags("a") if link["href"].startswith("/?"))
    shown = page(client, f"{link}&lang=en").one(id="situation").text
    for part in ("East 3", "2 honba", "1 stick", "Game: M-League"):
        assert part in shown


def test_undo_and_redo_say_what_they_take_back_and_bring_back(client: FlaskClient, table: str) -> None:
    def said(action: str = "undo") -> str:
        return page(client, table).one(data_action=action).tags("small")[0].text

    press(client, table, "", data_action="riichi", data_player="1")
    assert said() == "Riichi Yui"
    apply(client, table, "/win?player=1&from=0&points=8000")
    assert said() == "East 1"
    apply(client, table, "/win?amend=2&player=1&from=0&points=3900")
    assert said() == "Correction"
    press(client, table, "", data_action="undo")
    assert (said(), said("redo")) == ("East 1", "Correction")
    press(client, table, "", data_action="undo")
    assert (said(), said("redo")) == ("Riichi Yui", "East 1")
    press(client, table, "", data_action="redo")
    assert (said(), said("redo")) == ("East 1", "Correction")
    apply(client, table, "/draw?kind=chombo&player=1")
    assert said() == "Chombo Yui"


def test_points_by_tsumo_are_called_out_by_who_pays(client: FlaskClient, table: str) -> None:
    def called(player: int, points: int) -> str:
        shown = page(client, f"{table}/win?player={player}&from=tsumo")
        return shown.one(data_figure=str(points)).text

    assert called(1, 4000) == "1,000/2,000"
    assert called(0, 6000) == "2,000 all"
    assert called(1, 32000) == "8,000/16,000 Yakuman"
    assert called(0, 96000) == "32,000 all Double yakuman"


def test_one_more_ron_says_who_has_won_already(client: FlaskClient, table: str) -> None:
    another = page(client, f"{table}/win?player=1&from=0&points=8000").one(data_action="another")["href"]
    assert page(client, another).tags("h1")[0].text.endswith("Yui ← Aoi")


def test_a_second_winner_is_entered_by_han_and_fu_as_the_first(client: FlaskClient, table: str) -> None:
    first = page(client, f"{table}/win?player=1&from=0&how=han&han=3&fu=30")
    who = page(client, first.one(data_action="another")["href"])
    second = page(client, who.one(data_winner="2")["href"])
    assert second.one(data_how="han")["aria-current"] == "true"


def test_the_way_to_the_other_winner_keeps_its_place_before_it_can_be_taken(client: FlaskClient, table: str) -> None:
    another = page(client, f"{table}/win?player=1&from=0&points=8000").one(data_action="another")["href"]
    second = page(client, another).one(data_winner="2")["href"]
    before, after = (page(client, second + worth) for worth in ("", "&points=1000"))
    (mark,) = before.having(aria_disabled="true")
    assert not before.having("data-other-winner")
    assert after.one("data-other-winner").text == mark.text


@pytest.mark.parametrize(
    "first",
    [
        "/win?player=1&from=0&points=8000",
        "/win?player=1&from=0&how=han&han=3&fu=30",
        hand_at("player=1&from=0", hand="234m456p678s88p23s4s"),
    ],
)
def test_one_more_winner_is_taken_back(client: FlaskClient, table: str, first: str) -> None:
    shown = page(client, table + first)
    assert not shown.having(data_action="drop-winner")
    (another,) = shown.having(data_action="another") or shown.having(data_action="another-ron")
    who = page(client, another["href"])
    second = who.one(data_winner="2")["href"]
    drop = page(client, second).one(data_action="drop-winner")
    assert drop.text == "− P3"
    ways_back = [who.one(**{"class": "square"}), drop]
    if "hand=" not in first:
        ways_back.append(page(client, second + "&points=1000&han=1&fu=30").one(data_action="drop-winner"))
    for back in ways_back:
        assert tap_apply(client, back["href"])["event"] == tap_apply(client, table + first)["event"]
        assert not page(client, back["href"]).having(data_action="drop-winner")


def test_a_third_ron_that_is_a_draw_leads_to_the_draw_and_back(client: FlaskClient) -> None:
    names = {f"name{n}": name for n, name in enumerate(("Aoi", "Yui", "Rin", "Martin"))}
    table = client.post("/game", data=names | {"rules": "tenhou"}).location
    press(client, table, "", data_action="riichi", data_player="3")
    first = f"{table}/win?player=1&from=0&points=8000"
    assert not page(client, first).having(data_action="triple-ron")
    second = page(client, first).one(data_action="another")["href"] + "&player=2&points=1000"
    draw = page(client, second).one(data_action="triple-ron")["href"]
    shown = page(client, draw)
    assert shown.tags("h1")[0].text.endswith("Yui , Rin , Martin ← Aoi")
    assert shown.one(data_kind="triple_ron")["aria-current"] == "true"
    back = shown.one(**{"class": "square"})["href"]
    assert page(client, back).one(data_figure="1000")["aria-current"] == "true"
    assert apply(client, table, draw.removeprefix(table)) == 303
    assert points(client, table) == [25000, 25000, 25000, 24000]
    assert page(client, table).one("data-round")["data-round"] == "0"


def test_a_third_ron_is_no_draw_where_the_rules_know_none(client: FlaskClient) -> None:
    table = client.post("/game", data={"rules": "m_league"}).location
    shown = page(client, f"{table}/win?player=1&from=0&points=8000")
    assert not shown.having(data_action="triple-ron")
    assert not shown.having(data_action="another")


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
        ("/win?player=2&from=3&yakuman=1&how=han&pao=-", [25000, 25000, 57000, -7000]),
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


def test_who_wins_and_from_whom_shows_who_is_in_riichi(client: FlaskClient, table: str) -> None:
    press(client, table, "", data_action="riichi", data_player="2")
    for step in ("", "?player=2", "?player=1"):
        (riichi,) = page(client, f"{table}/win{step}").having("data-in-riichi")
        assert riichi.text == "Riichi"


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
    assert "East 1 · 1 honba · Exhaustive draw · Tenpai: Yui" in shown.text
    assert apply(client, table, "/win?amend=1&player=0&from=1&points=2000") == 303
    assert points(client, table) == [26000, 26000, 24000, 24000]


@pytest.mark.parametrize(
    "address",
    [
        "/win?player=1&from=0&points=8000",
        "/win?player=2&from=tsumo&han=3&fu=40&how=han",
        "/win?player=3&from=1&yakuman=1&how=han&pao=-",
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
    apply(client, table, "/draw?tenpai=0")
    apply(client, table, "/win?player=2&from=0&points=1000")
    apply(client, table, hand_at("player=1&from=0", hand="234m456p678s88p23s4s"))
    link = page(client, f"{table}/course").one("data-scored")["href"]
    scored = page(client, link)
    assert scored.one("data-points")["data-points"] == "2900"
    # It is East 2 there too.
    (kyoku,) = (one["value"] for one in scored.having(name="kyoku") if "checked" in one)
    assert kyoku == "2"


@pytest.mark.parametrize(
    ("rules", "by", "grid"),
    [
        ({"rules": "tenhou"}, "0", {1: "30-110", 2: "25 30-110", 3: "25 30-60 70+", 4: "25 30 40+"}),
        ({"rules": "m_league"}, "0", {1: "30-100", 2: "25 30-110", 3: "25 30-50 60+", 4: "25 30+"}),
        ({"rule.fu_fixed": "40"}, "0", {1: "40", 2: "40", 3: "40", 4: "40+"}),
        ({"rules": "tenhou"}, "tsumo", {1: "30-100", 2: "20 30-110", 3: "20 25 30-60 70+", 4: "20 25 30 40+"}),
    ],
)
def test_the_fu_of_a_win_go_up_to_the_first_that_make_a_mangan(
    client: FlaskClient, rules: dict[str, str], by: str, grid: dict[int, str]
) -> None:
    table = client.post("/game", data=rules).location
    shown = page(client, f"{table}/win?player=1&from={by}&how=han")

    def offered(han: int) -> list[str]:
        return [cell.text.strip() for cell in shown.having("data-fu", data_han=str(han))]

    def spelled(text: str) -> list[str]:
        spans = [part.split("-") for part in text.split()]
        return [str(fu) for low, high in spans for fu in range(int(low), int(high) + 1, 10)]

    for han, said in grid.items():
        below = " ".join(part if "-" in part else f"{part}-{part}" for part in said.split() if "+" not in part)
        assert offered(han) == [*spelled(below), *(part for part in said.split() if "+" in part)]
