"""A group from its first game on: members, new games, standings, links, deleting."""

import json
import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.formats.test_stored_rules import stored_then
from tests.pages.game.forms import apply, fields_of, hand_at, page, press, sent, sit
from tests.pages.group.forms import NAMES, begin, end, keep, onlookers, play, standings
from tests.pages.markup import Element, problems_of
from webapp.formats.game_file import noon
from webapp.pages.game.game_text import day_text


def names_of(client: FlaskClient, table: str) -> list[str]:
    return list(json.loads(client.get(f"{table}/game.json").text)["names"])


# -- a group begins --------------------------------------------------------------------------------


def test_a_result_becomes_a_group_with_the_games_of_the_evening(client: FlaskClient) -> None:
    first = begin(client)
    second = client.post(f"{first}/next", data={"order": "1032"}).location
    client.get(second)
    end(client, second)
    assert page(client, f"{second}/result").having(data_action="keep-group")
    group = keep(client, second, name="Friday")
    shown = page(client, group)
    assert [chip.text for chip in shown.having("data-member")] == ["Yui", "Aoi", "Martin", "Ken"] or {
        chip.text for chip in shown.having("data-member")
    } == set(NAMES)
    assert {name: games for name, (_, games) in standings(client, group).items()} == dict.fromkeys(NAMES, 2)
    assert sum(points for points, _ in standings(client, group).values()) == pytest.approx(0)
    assert not page(client, f"{second}/result").having(data_action="keep-group")
    assert [link["href"] for link in page(client, "/game").having("data-group")] == [group]


def test_a_new_game_becomes_a_group_before_it_begins(client: FlaskClient) -> None:
    form = {f"name{n}": name for n, name in enumerate(NAMES)} | {"rules": "wrc", "rounds": "1"}
    fields = form | {"key": "k" * 22}
    asked = page(client, f"/game/keep?{urlencode(fields)}")
    assert [member.text for member in asked.tags("bdi")] == list(NAMES)
    (shown,) = (one for one in asked.tags("form") if one.having(data_action="keep-group"))
    fields = dict(fields_of(shown)) | {"name": "Friday"}
    group, again = (client.post(shown["action"], data=fields).location for _ in range(2))
    assert group == again
    assert page(client, group.partition("/new")[0]).tags("h1")[0].text.strip() == "Friday"
    shown = page(client, group)
    assert "“Friday” is made" in shown.one("data-made").text
    assert "Friday" in shown.tags("h1")[0].text
    assert not page(client, group.partition("?")[0]).having("data-made")
    assert [seat.tags("bdi")[0].text for seat in shown.having("data-seat")] == list(NAMES)


def test_a_group_before_its_first_game_is_made_once_and_says_what_is_wrong(client: FlaskClient) -> None:
    form = {f"name{n}": name for n, name in enumerate(NAMES)} | {"rules": "wrc", "rounds": "1", "key": "k" * 22}
    first, again = (client.post("/game/keep", data=form).location for _ in range(2))
    assert first == again
    assert client.post("/game/keep", data=form | {"name0": "Other"}).location != first
    twice = client.post("/game/keep", data=form | {"name1": NAMES[0]})
    shown = page(client, twice.location)
    assert problems_of(shown)
    assert [field["value"] for field in shown.tags("input") if field["name"].startswith("name")][:2] == [NAMES[0]] * 2


def test_a_group_before_its_first_game_needs_the_names_of_its_members(client: FlaskClient) -> None:
    """Else it would have members called "Player 1" for good."""
    button = page(client, "/game").one(data_action="keep-group")
    assert (button["formaction"], button["formmethod"]) == ("/game/keep", "get")
    for answer in (client.get("/game/keep?name0=Aoi"), client.post("/game/keep", data={"name0": "Aoi"})):
        shown = page(client, answer.location + "&lang=en")
        assert problems_of(shown) == {"bad_value": "A member has a name."}
        assert shown.one(name="name0")["value"] == "Aoi"
    assert not page(client, "/group").having("data-group")


def test_players_are_matched_with_members_by_name_and_confirmed(client: FlaskClient, group: str) -> None:
    table = begin(client, "yui", "Nao", "Ken", "Aoi")
    shown = page(client, f"{table}/keep")
    (form,) = [form for form in shown.tags("form") if form.having(data_action="keep-in") and form.having(value="5")][:1]
    chosen = [
        next((option["value"] for option in select.tags("option") if "selected" in option), "")
        for select in form.tags("select")
    ]
    assert chosen == ["2", "", "3", "1"]
    secret = group.rpartition("/")[2]
    keep(client, table, group=secret, **{f"member{n}": number for n, number in enumerate(chosen)})
    assert standings(client, group)["Nao"][1] == 1
    assert standings(client, group)["Yui"][1] == 2


def test_a_group_that_the_phone_knows_is_the_main_choice_and_a_new_one_is_called_otherwise(app: Flask) -> None:
    client = app.test_client()
    table = begin(client)

    def choices() -> list[tuple[str, bool]]:
        buttons = [one for one in page(client, f"{table}/keep?lang=en").tags("button") if "data-action" in one]
        return [(one.text, "main" in one["class"]) for one in buttons if one["data-action"].startswith("keep-")]

    assert choices() == [("Keep this group", True)]
    assert page(client, f"{table}/keep?lang=en").one(name="name")["value"] == "Our table"
    keep(client, begin(client))
    assert choices() == [("Put it into Our table", True), ("Keep this group", False)]
    assert page(client, f"{table}/keep?lang=en").one(name="name")["value"] == "Our table 2"


@pytest.mark.parametrize(
    ("names", "members"),
    [
        (("A", "A", "B", "C"), {}),
        (("A", "B", "C", "D"), {"member0": "1", "member1": "1"}),
        (("Rin", "B", "C", "D"), {}),
    ],
)
def test_one_name_twice_or_one_member_twice_is_told(
    client: FlaskClient, group: str, names: tuple[str, ...], members: dict[str, str]
) -> None:
    table = begin(client, *names)
    fields = members | ({"group": group.rpartition("/")[2]} if names[0] != "A" or members else {})
    answer = client.post(f"{table}/keep", data=fields)
    assert answer.status_code == 422
    assert problems_of(Element.of(answer.text))


def test_a_member_who_is_chosen_twice_is_named_and_stays_chosen(client: FlaskClient, group: str) -> None:
    table = begin(client, *"ABCD")
    (member,) = page(client, f"{table}/keep").one(name="member0").having(value="2")
    number, name = member["value"], member.text
    fields = {"group": group.rpartition("/")[2], "member0": number, "member1": number, "member2": ""}
    shown = Element.of(client.post(f"{table}/keep?lang=en", data=fields).text)
    assert [one.text.strip() for one in shown.having("data-problem")] == [f"{name} sits at this table twice."]
    chosen = [shown.one(name=f"member{n}").having("selected") for n in range(4)]
    assert [[one["value"] for one in options] for options in chosen] == [[number], [number], [], []]


def test_a_game_of_a_group_goes_into_no_other_one(client: FlaskClient, group: str) -> None:
    table = play(client, group)
    answer = client.post(f"{table}/keep", data={"name": "Other"})
    assert answer.status_code == 422
    other = keep(client, begin(client, "A", "B", "C", "D"))
    assert client.post(f"{begin(client)}/keep", data={"group": "A" * 22}).status_code == 422
    assert client.get(f"{other}/games/{'x' * 16}").status_code == 404


# -- a new game ------------------------------------------------------------------------------------


def test_a_new_game_offers_who_played_last_as_they_sat_but_for_those_in_turn_to_sit_out(
    client: FlaskClient, group: str
) -> None:
    end(client, play(client, group, "5.3.1.2"))
    shown = page(client, f"{group}/new")
    (out,) = (name.text for name in shown.one("data-turn").tags("bdi"))
    last = ["Rin", "Ken", "Aoi", "Yui"]
    last[last.index(out)] = "Martin"
    assert [seat.tags("bdi")[0].text for seat in shown.having("data-seat")] == last
    assert [chip.text for chip in shown.having("data-member")] == [out]
    assert not shown.having(data_action="seats-in-turn")


def test_a_seat_that_was_freed_is_taken_by_whoever_is_tapped_next(client: FlaskClient, group: str) -> None:
    shown = page(client, f"{group}/new?seats=1.2.3.4")
    freed = sit(client, shown, data_sits="2")
    assert [chip["data-sits"] for chip in freed.having("data-sits")] == ["1", "3", "4"]
    assert "disabled" in freed.having(data_action="begin")[0]
    filled = sit(client, freed, data_member="5")
    assert [seat.tags("bdi")[0].text for seat in filled.having("data-seat")] == ["Aoi", "Rin", "Ken", "Martin"]


@pytest.mark.parametrize(("seats", "players"), [("1.2.3.4.5", 4), ("1.2.3.4", 3), ("1.2.3.4.5", 3)])
def test_who_is_one_too_many_is_shown_and_freed_by_a_tap(
    client: FlaskClient, group: str, seats: str, players: int
) -> None:
    shown = page(client, f"{group}/new?seats={seats}&players={players}&lang=en")
    many = seats.split(".")
    assert [chip["data-sits"] for chip in shown.having("data-sits")] == many
    assert [seat["data-seat"] for seat in shown.having("data-seat")] == [*"ESWN"[:players]]
    (told,) = shown.having("data-too-many")
    assert told.text.strip().startswith(str(len(many) - players) if len(many) - players > 1 else "One too many")
    assert "a tap on a seat frees it" in shown.text
    assert "disabled" in shown.one(data_action="begin")
    fewer = sit(client, shown, data_sits="2")
    assert "2" not in [chip["data-sits"] for chip in fewer.having("data-sits")]
    assert bool(fewer.having("data-too-many")) == (len(many) - players > 1)


def test_drawn_seats_are_shown_before_they_count(client: FlaskClient, group: str) -> None:
    drawn = {client.get(f"{group}/new?draw=1.2.3.4").location for _ in range(20)}
    assert len(drawn) > 3
    shown = page(client, drawn.pop())
    names = [seat.tags("bdi")[0].text for seat in shown.having("data-seat")]
    address, fields = sent(shown, data_action="begin")
    assert names_of(client, client.post(address, data=fields).location) == names


@pytest.mark.parametrize("seats", ["1.1.2.3", "1.2.3.4.5", "1.2.3", "1.2.3.99", "", "x", "1.2.3.-4", "9" * 50])
def test_seats_that_cannot_be_begin_no_game_and_say_why(client: FlaskClient, group: str, seats: str) -> None:
    answer = client.post(f"{group}/new", data={"seats": seats})
    assert answer.status_code == 422
    assert problems_of(Element.of(answer.text))
    assert not page(client, group).having("data-table")


def test_a_tap_that_is_sent_twice_begins_one_game(client: FlaskClient, group: str) -> None:
    assert play(client, group, key="tap") == play(client, group, key="tap")
    assert len(page(client, group).having("data-table")) == 1


def test_three_play_by_rules_for_three_and_are_ranked_apart(client: FlaskClient, group: str) -> None:
    end(client, play(client, group, "1.2.5", players="3"))
    assert {name: games for name, (_, games) in standings(client, f"{group}?players=3").items()} == {
        "Aoi": 1,
        "Yui": 1,
        "Rin": 1,
    }
    assert standings(client, group)["Aoi"][1] == 1
    for players, said in {"3": "Three players", "4": "Four players"}.items():
        chosen = page(client, f"{group}?players={players}&season=all").having(aria_current="true")
        assert {"All seasons", said} <= {link.text for link in chosen}
        assert not {"Three players", "Four players"} - {said} & {link.text for link in chosen}


def test_everybody_comes_along_also_to_a_table_with_others(app: Flask, client: FlaskClient, group: str) -> None:
    phones = {number: app.test_client() for number in (1, 5)}
    for number, phone in phones.items():
        phone.get(group)
        phone.post(f"{group}/me", data={"member": str(number)})
    first = play(client, group, "1.2.3.4")
    (along,) = page(phones[1], group).having("data-next-game")
    assert phones[1].get(along["href"], follow_redirects=True).request.path == first
    assert not page(phones[5], group).having("data-next-game")
    end(client, first)
    second = play(client, group, "5.1.2.3")
    (along,) = page(phones[1], f"{first}/result?lang=en").having("data-next-game")
    assert "Aoi" in along.text
    assert phones[1].get(along["href"]).location == second
    seats = page(phones[1], second).having("data-player", "data-seat")
    assert next(seat.tags("bdi")[0].text for seat in seats if "side-0" in seat["class"]) == "Aoi"


def test_a_game_s_link_opens_neither_the_group_nor_another_game(app: Flask, client: FlaskClient, group: str) -> None:
    table = play(client, group, "1.2.3.4")
    end(client, table)
    for name in ("Nao", "Mei", "Sho"):
        client.post(f"{group}/members", data={"name": name})
    other = play(client, group, "5.6.7.8")
    stranger = app.test_client()
    assert other.rpartition("/")[2] not in stranger.get(table).text
    assert not page(stranger, table).having("data-next-game")
    assert stranger.get(f"/group/{table.rpartition('/')[2]}").status_code == 404
    assert group.rpartition("/")[2] not in stranger.get(f"{table}/result").text


def test_the_same_members_go_on_with_their_evening(client: FlaskClient, group: str) -> None:
    first = play(client, group, "1.2.3.4")
    end(client, first)
    second = play(client, group, "4.3.2.1")
    end(client, second)
    assert len(page(client, f"{second}/result").having("data-evening")) == 4
    assert client.get(f"{first}/along").location == second


def test_the_phone_that_kept_the_group_sits_at_its_member_s_seat(client: FlaskClient) -> None:
    table = begin(client)
    client.post(f"{table}/seat", data={"player": "2"})
    group = keep(client, table)
    second = play(client, group, "4.3.2.1")
    (along,) = page(client, group).having("data-next-game")
    assert client.get(along["href"]).location == second
    seats = page(client, second).having("data-player", "data-seat")
    assert next(seat.tags("bdi")[0].text for seat in seats if "side-0" in seat["class"]) == NAMES[2]


def test_with_a_substitute_the_others_come_along_from_the_table_s_link(
    app: Flask, client: FlaskClient, group: str
) -> None:
    first = play(client, group, "1.2.3.4")
    phone = app.test_client()
    phone.get(f"{first}?below=2")
    phone.post(f"{first}/seat", data={"player": "2"})
    end(client, first)
    second = play(client, group, "1.2.5.3")
    assert phone.get(f"{first}/along").location == second
    end(client, second)
    rows = page(client, f"{second}/result").having("data-evening")
    cells = {row.tags("bdi")[0].text: [cell.text.strip() for cell in row.tags("td")[1:]] for row in rows}
    assert len(cells) == 5
    assert {name for name, totals in cells.items() if "–" in totals} == {"Rin", "Martin"}
    assert cells["Rin"][0] == cells["Martin"][-1] == "–"


def test_six_who_take_turns_have_one_evening(client: FlaskClient, group: str) -> None:
    client.post(f"{group}/members", data={"name": "Nao"})
    for seats in ("1.2.3.4", "5.6.3.4", "1.2.5.6"):
        table = play(client, group, seats, key=seats)
        end(client, table)
    rows = page(client, f"{table}/result").having("data-evening")
    # The game that the group began with is of the evening, too.
    games_of = {row.tags("bdi")[0].text: sum("–" not in cell.text for cell in row.tags("td")[1:]) for row in rows}
    assert sorted(games_of.values()) == [2, 2, 3, 3, 3, 3]


def test_a_deleted_game_is_out_of_the_evening_until_it_is_brought_back(client: FlaskClient, group: str) -> None:
    tables = [play(client, group, "1.2.3.4", key=key) for key in ("first", "second", "third")]
    for table in tables:
        apply(client, table, "/win?player=0&from=1&points=12000")
        end(client, table)
    of_first = f"{tables[0]}/result"
    # The game that the group began with is of the evening, too: 35.
    assert page(client, of_first).having("data-evening")[0]["data-evening"] == "176.0"
    newest = page(client, f"{group}/games").having(data_action="delete")[0]["href"].removesuffix("/delete")
    client.post(f"{newest}/delete")
    assert page(client, of_first).having("data-evening")[0]["data-evening"] == "129.0"
    client.post(f"{newest}/delete", data={"undo": "1"})
    assert page(client, of_first).having("data-evening")[0]["data-evening"] == "176.0"


def test_a_merged_member_is_one_player_of_the_evening(client: FlaskClient, group: str) -> None:
    first = play(client, group, "1.2.3.4", key="first")
    end(client, first)
    second = play(client, group, "5.2.3.4", key="second")
    end(client, second)
    assert len(page(client, f"{second}/result").having("data-evening")) == 5
    client.post(f"{group}/members/5", data={"into": "1"})
    rows = page(client, f"{second}/result").having("data-evening")
    assert {row.tags("bdi")[0].text for row in rows} == set(NAMES)


def test_two_tables_at_once_are_two_evenings(client: FlaskClient, group: str) -> None:
    for name in ("Nao", "Mei", "Sho"):
        client.post(f"{group}/members", data={"name": name})
    tables = [play(client, group, seats) for seats in ("1.2.3.4", "5.6.7.8")]
    mixed = play(client, group, "1.2.5.6")
    end(client, mixed)
    assert len(page(client, f"{mixed}/result").having("data-evening")) == 0
    assert all(client.get(f"{table}/along").location != mixed for table in tables)


# -- sums ------------------------------------------------------------------------------------------


def test_a_correction_changes_the_standings_in_the_same_moment(client: FlaskClient, group: str) -> None:
    before = standings(client, group)
    table = play(client, group, "1.2.3.4", "/win?player=0&from=1&points=12000")
    end(client, table)
    ended = standings(client, group)
    assert ended["Aoi"][0] == before["Aoi"][0] + 47.0 - 0
    press(client, table, "", data_action="undo")
    assert standings(client, group) == before
    press(client, table, "", data_action="redo")
    assert standings(client, group) == ended


def test_a_member_s_page_says_from_how_many(client: FlaskClient, group: str) -> None:
    end(client, play(client, group, "1.2.3.4", "/win?player=0&from=1&points=12000", "/draw?tenpai=0"))
    shown = page(client, f"{group}/members/1?lang=en")
    (won,) = shown.having(data_rate="won")
    assert "1 of 2" in won.text
    assert "12,000" in shown.having(data_mean="won")[0].text
    assert client.get(f"{group}/members/99").status_code == 404


def test_each_win_entered_by_its_tiles_leads_to_the_calculator(client: FlaskClient, group: str) -> None:
    tiles = hand_at("player=1&from=0", hand="234m456p678s88p23s4s")
    table = play(client, group, "3.2.1.4", tiles, "/win?player=1&from=0&points=12000")
    end(client, table)
    shown = page(client, f"{group}/members/2")
    (hand,) = shown.having("data-hand")
    link = str(client.get(hand["href"]).location)
    assert link in client.get(f"{table}/course").text.replace("&amp;", "&")
    assert link.startswith("/?")
    assert "hand=" in link
    wrong = [
        hand["href"].replace("/members/2/", "/members/1/"),
        f"{hand['href']}9",
        hand["href"].replace("/hands/", "/hands/x"),
    ]
    assert [client.get(address).status_code for address in wrong] == [404] * 3


def test_riichi_and_wins_are_drawn_to_one_scale(client: FlaskClient, group: str) -> None:
    table = play(client, group, "1.2.3.4")
    press(client, table, "", data_action="riichi", data_player="0")
    apply(client, table, "/win?player=0&from=1&points=12000")
    apply(client, table, "/win?player=0&from=1&points=12000")
    end(client, table)
    parts = {
        part["class"].split()[1]: part
        for part in page(client, f"{group}/members/1").tags("rect")
        if "y" in part and "part" in part["class"]
    }
    assert sorted(parts) == ["riichi_won", "with_riichi", "without_riichi"]
    assert parts["riichi_won"]["width"] == parts["with_riichi"]["width"] == parts["without_riichi"]["width"]


def test_settings_keep_switches_until_they_are_reset(client: FlaskClient) -> None:
    form = {f"name{n}": name for n, name in enumerate(NAMES)}
    rules = {"rules": "wrc", "rounds": "1", "game.goal_points": "35000", "rule.kiriage_mangan": "no"}
    table = str(client.post("/game", data=form | rules).location)
    press(client, table, "/end", data_apply="")
    group = keep(client, table)

    def changed() -> list[str]:
        return [box["value"] for box in page(client, f"{group}/settings").having(name="reset")]

    settings = {"name": "Friday", "rules": "wrc", "rounds": "1", "order": "sum", "least": "1"}
    assert sorted(changed()) == ["game.goal_points", "rule.kiriage_mangan"]
    client.post(f"{group}/settings", data=settings)
    assert sorted(changed()) == ["game.goal_points", "rule.kiriage_mangan"]
    client.post(f"{group}/settings", data=settings | {"reset": "game.goal_points"})
    assert changed() == ["rule.kiriage_mangan"]
    client.post(f"{group}/settings", data=settings | {"rules": "ema"})
    assert not changed()


def test_a_group_takes_rules_of_one_s_own(client: FlaskClient, group: str) -> None:
    own = "rules=ema&game.start_points=27000&rule.kiriage_mangan=no"
    settings = {"name": "Friday", "rules": own, "rounds": "1", "order": "sum", "least": "1"}
    assert client.post(f"{group}/settings", data=settings).status_code == 303
    (choice,) = page(client, f"{group}/settings").having(name="rules")
    assert choice["data-present"] == own
    assert [named["data-in-force"] for named in page(client, f"{group}/new").having("data-in-force")] == [own]
    bad = client.post(f"{group}/settings", data=settings | {"rules": "ema=1"})
    assert bad.status_code == 422
    assert "ema=1" in bad.text


def test_a_group_with_rules_of_a_newer_version_says_to_update(app: Flask, client: FlaskClient, group: str) -> None:
    groups = app.extensions["store"].groups
    access = groups.find(group.split("/")[2])
    groups.describe(access, lambda about: about | {"rules": about["rules"] | {"bonus": 300}})
    for address in (group, f"{group}/settings", f"{group}/new"):
        answer = client.get(address)
        assert answer.status_code == 503
        assert Element.of(answer.text).one("data-reason")["data-reason"] == "newer_rules"


def test_a_group_keeps_the_rules_that_a_preset_had(app: Flask, client: FlaskClient, group: str) -> None:
    groups = app.extensions["store"].groups
    access = groups.find(group.split("/")[2])
    groups.describe(access, lambda about: about | {"rules": stored_then("ema")})
    table = play(client, group)
    rules = client.get(f"{table}/game.json").get_json()["rules"]["scoring"]
    assert (rules["kiriage_mangan"], rules["double_wind_pair_fu"]) == (False, 4)


def test_seasons_part_the_games(client: FlaskClient, group: str) -> None:
    form = {"season": "Past", "first": "2001-01-01", "last": "2001-12-31"}
    assert client.post(f"{group}/seasons", data=form).status_code == 303
    assert not standings(client, f"{group}?season=2")
    assert standings(client, f"{group}?season=all") == standings(client, group)


def test_the_title_of_a_season_s_page_names_the_season(client: FlaskClient, group: str) -> None:
    client.post(f"{group}/settings", data={"name": "Club & <Co>", "rules": "house", "rounds": "2"})
    client.post(f"{group}/seasons", data={"season": "Past", "first": "2001-01-01", "last": "2001-12-31"})
    titles = {"": "", "?season=2": " · Past", "?season=all": " · All seasons", "/members/1?season=2": " · Past"}
    for address, named in titles.items():
        (title,) = page(client, f"{group}{address}").tags("title")
        name = "Aoi" if "members" in address else "Club & <Co>"
        assert " ".join(title.text.split()) == f"{name}{named} – Agari"


def test_a_new_season_ends_the_open_one_on_the_day_before(client: FlaskClient, group: str) -> None:
    client.post(f"{group}/seasons", data={"season": "Past", "first": "2001-01-01", "last": "2001-12-31"})
    client.post(f"{group}/seasons", data={"season": "Autumn", "first": "2002-09-01"})
    client.post(f"{group}/seasons", data={"season": "Winter", "first": "2003-11-25"})
    forms = page(client, f"{group}/settings").tags("form")
    fields = [{field["name"]: field.attributes.get("value") for field in form.tags("input")} for form in forms]
    days = {one["season"]: (one["first"], one["last"]) for one in fields if one.get("season")}
    assert days["Past"] == ("2001-01-01", "2001-12-31")
    assert days["Autumn"] == ("2002-09-01", "2003-11-24")
    assert days["Winter"] == ("2003-11-25", "")
    twice = client.post(f"{group}/seasons", data={"season": "Twice", "first": "2003-11-25"})
    assert twice.status_code == 422
    assert "A season begins on this day already." in twice.text


@pytest.mark.parametrize("ahead", [14 * 60, -12 * 60])
def test_the_days_of_a_season_are_those_of_its_players(client: FlaskClient, ahead: int) -> None:
    client.set_cookie("offset", str(ahead))
    group = keep(client, begin(client))
    today = (datetime.now(UTC) + timedelta(minutes=ahead)).date()
    days = {"number": "1", "first": today.isoformat()}
    assert page(client, f"{group}/settings").having(name="first", value=days["first"])
    assert client.post(f"{group}/seasons", data=days | {"last": days["first"]}).status_code == 303
    assert standings(client, f"{group}?season=1")
    client.delete_cookie("offset")
    assert len(page(client, f"{group}/settings").having(value=days["first"], type="date")) == 2
    one_day = page(client, f"{group}?lang=en").one(**{"class": "chips seasons"}).tags("a")[0].text
    assert one_day == f"{today:%b} {today.day}, {today.year}"
    yesterday = (today - timedelta(1)).isoformat()
    client.post(f"{group}/seasons", data=days | {"first": yesterday, "last": yesterday})
    assert not standings(client, f"{group}?season=1")


def test_a_season_is_deleted_and_its_games_stay(client: FlaskClient, group: str) -> None:
    before = standings(client, f"{group}?season=all")
    client.post(f"{group}/seasons", data={"season": "Past", "first": "2001-01-01", "last": "2001-12-31"})
    for number in ("2", "1"):
        assert client.post(f"{group}/seasons", data={"number": number, "delete": "1"}).status_code == 303
    assert "Past" not in page(client, f"{group}/settings").text
    assert standings(client, group) == before


def test_games_of_an_evening_have_times_by_the_clock_of_the_phone(client: FlaskClient, group: str) -> None:
    at = page(client, f"{group}/games?lang=en").tags("time")[0]
    made = datetime.fromisoformat(at["datetime"])
    assert at.text == f"{made:%b} {made.day}, {made.year}"
    for ahead in (9 * 60, -210):
        client.set_cookie("offset", str(ahead))
        local = made + timedelta(minutes=ahead)
        for path in ("", "/games"):
            said = page(client, f"{group}{path}?lang=en").tags("time")[0].text
            assert said == f"{local:%b} {local.day}, {local.year}, {local:%H:%M}"


@pytest.mark.parametrize(("kept", "read"), [(540, 540), (120, 60), (345, 540)])
def test_a_game_of_which_only_the_day_is_known_has_no_time(client: FlaskClient, kept: int, read: int) -> None:
    """Not on a phone of another place either, nor when summer time is over."""
    made = noon(date(2026, 11, 22), kept).astimezone(UTC)
    with client.application.test_request_context("/?lang=en", headers={"Cookie": f"offset={read}"}):
        assert day_text(made) == "Nov 22, 2026"
        assert day_text(made + timedelta(minutes=1)).startswith("Nov 22, 2026, ")


@pytest.mark.parametrize(
    "form", [{}, {"first": "x"}, {"first": "2026-02-30"}, {"first": "2026-02-02", "last": "2026-02-01"}]
)
def test_a_season_that_cannot_be_is_told(client: FlaskClient, group: str, form: dict[str, str]) -> None:
    answer = client.post(f"{group}/seasons", data={"season": "Winter", **form})
    assert answer.status_code == 422
    shown = Element.of(answer.text)
    assert problems_of(shown)
    (entered,) = [part for part in shown.tags("details") if "open" in part]
    fields = {field["name"]: field["value"] for field in entered.tags("input")}
    assert fields == {"season": "Winter", "first": "", "last": ""} | form


def test_standings_are_ordered_as_the_group_wants(client: FlaskClient, group: str) -> None:
    form = {"name": "Friday", "rules": "wrc", "rounds": "1", "order": "rank", "least": "2"}
    assert client.post(f"{group}/settings", data=form).status_code == 303
    rows = page(client, group).having("data-standing")
    assert {row.tags("td")[0].text for row in rows} == {"–"}
    bad = client.post(f"{group}/settings", data=form | {"order": "luck", "least": "0", "name": " "})
    assert bad.status_code == 422
    assert len(Element.of(bad.text).having("data-problem")) == 3


# -- members ---------------------------------------------------------------------------------------


def test_members_are_renamed_merged_and_made_anonymous_and_figures_stay(client: FlaskClient, group: str) -> None:
    table = play(client, group, "5.2.3.4")
    end(client, table)
    client.post(f"{group}/members/5", data={"into": "1"})
    assert standings(client, group)["Aoi"][1] == 2
    assert "Aoi" in names_of(client, table)
    client.post(f"{group}/members/1", data={"name": "Aoi K"})
    assert standings(client, group)["Aoi K"][1] == 2
    assert "Aoi K" in names_of(client, table)
    client.post(f"{group}/members/1", data={"anonymous": "1"})
    client.post(f"{group}/members/2", data={"anonymous": "1"})
    # The file has no other spelling of an anonymous member either.
    for name in ("Aoi", "Rin", "Yui"):
        assert name not in client.get(group).text
        assert name not in client.get(f"{group}/group.json").text
    assert "Yui" not in names_of(client, table)
    assert standings(client, f"{group}?lang=en")["Member 2"][1] == 2
    for language, name in (("ja", "メンバー 2"), ("en", "Member 2")):
        assert name in page(client, f"{table}/result?lang={language}").text


def test_a_member_has_a_list_of_their_games_the_newest_first(client: FlaskClient, group: str) -> None:
    table = play(client, group, "1.2.3.4")
    apply(client, table, "/win?player=0&from=1&points=12000")
    end(client, table)
    played = page(client, f"{group}/members/1?lang=en").having("data-game")
    assert played[0].tags("b")[0].text == "+47.0"
    assert played[0].tags("small")[0].text.split(" · ")[:2] == ["#1", "37,000"]
    assert len(played) == standings(client, group)["Aoi"][1]
    assert client.get(played[0]["href"]).status_code == 303
    assert not page(client, f"{group}/members/5?lang=en").having("data-game")


def test_a_member_without_a_win_has_no_largest_hand(client: FlaskClient, group: str) -> None:
    end(client, play(client, group, "1.2.3.4"))
    figures = page(client, f"{group}/members/1?lang=en").tags("dl")[0].text
    assert figures.endswith("Largest hand –")


def test_what_cannot_be_taken_back_takes_two_taps(client: FlaskClient, group: str) -> None:
    for place, action in (("members", "anonymous"), ("links", "renew")):
        all_details = page(client, f"{group}/{place}").tags("details")
        folded = [details for details in all_details if not details.tags("details")]
        assert any(details.having(data_action=action) for details in folded), action


def test_groups_of_one_name_are_told_apart_by_their_members(client: FlaskClient, group: str) -> None:
    for place in ("/group", "/game"):
        (line,) = page(client, place).having("data-group")
        assert line["href"] == group
        assert all(name in line.text for name in NAMES)


def test_a_phone_without_a_group_learns_how_to_begin_one(client: FlaskClient) -> None:
    assert page(client, "/group").one(data_action="new-group")["href"] == "/game"


def test_two_who_played_against_each_other_are_not_one(client: FlaskClient, group: str) -> None:
    answer = client.post(f"{group}/members/1", data={"into": "2"})
    assert answer.status_code == 422
    assert (
        "played against each other"
        in Element.of(client.post(f"{group}/members/1?lang=en", data={"into": "2"}).text).text
    )


@pytest.mark.parametrize("name", ["", "  ", "aoi", "Ken"])
def test_a_name_that_is_empty_or_used_is_refused(client: FlaskClient, group: str, name: str) -> None:
    assert client.post(f"{group}/members", data={"name": name}).status_code == 422
    assert client.post(f"{group}/members/5", data={"name": name}).status_code == 422


# -- links -----------------------------------------------------------------------------------------


def kept(client: FlaskClient) -> list[str]:
    """Everything that the database holds."""
    with closing(sqlite3.connect(client.application.config["DATABASE"])) as database:
        return list(database.iterdump())


def test_an_onlooker_writes_nothing_by_any_route(client: FlaskClient, group: str) -> None:
    play(client, group)
    secret, before = onlookers(client, group).rpartition("/")[2], kept(client)
    fields = {"seats": "1.2.3.4", "name": "x", "member": "1", "first": "2026-01-01", "undo": "1", "order": "sum"}
    routes = [rule for rule in client.application.url_map.iter_rules() if rule.rule.startswith("/group/<")]
    assert len(routes) > 15
    for rule in routes:
        address = rule.rule.replace("<secret>", secret).replace("<int:number>", "1").replace("<game>", "x" * 16)
        address = address.replace("<int:seq>", "1")
        for method in ("POST", "PUT", "DELETE"):
            assert client.open(address, method=method, data=fields).status_code in (403, 405), address
        client.get(address, query_string=fields)
    assert kept(client) == before


def test_an_onlooker_opens_every_game_as_an_onlooker(app: Flask, client: FlaskClient, group: str) -> None:
    table = play(client, group)
    link = onlookers(client, group)
    onlooker = app.test_client()
    (card,) = page(onlooker, link).having("data-table")
    reached = onlooker.get(card["href"]).location
    assert reached != table
    assert onlooker.post(f"{reached}/events", data={}).status_code == 403
    assert group.rpartition("/")[2] not in onlooker.get(link).text


def test_a_game_begun_by_the_former_game_s_link_is_opened_by_the_group(
    app: Flask, client: FlaskClient, group: str
) -> None:
    table = play(client, group)
    end(client, table)
    stranger = app.test_client()
    following = stranger.post(f"{table}/next").location
    (card,) = page(client, group).having("data-table")
    assert client.get(card["href"]).location == following


def test_a_renewed_link_kills_the_old_one_but_phones_inside_follow(app: Flask, client: FlaskClient, group: str) -> None:
    inside, onlooker, stranger = (app.test_client() for _ in range(3))
    inside.get(group)
    inside.post(f"{group}/me", data={"member": "2"})
    old_onlooker = onlookers(client, group)
    onlooker.get(old_onlooker)
    table = play(client, group)
    once = client.post(f"{group}/renew").location.removesuffix("/links")
    twice = client.post(f"{once}/renew").location.removesuffix("/links")
    assert len({group, once, twice}) == 3
    assert stranger.get(group).status_code == stranger.get(old_onlooker).status_code == 404
    answer = inside.get(group)
    assert answer.location == twice
    assert "Yui" in page(inside, twice).having("data-next-game")[0].text
    assert inside.get(page(inside, twice).having("data-next-game")[0]["href"]).location == table
    assert onlooker.get(onlooker.get(old_onlooker).location).status_code == 200
    assert [link["href"] for link in page(inside, "/game").having("data-group")] == [twice]


def test_a_preview_shows_no_names_and_no_points(client: FlaskClient, group: str) -> None:
    answer = client.get(onlookers(client, group))
    head = answer.text.partition("<body")[0]
    assert "noindex" in answer.headers["X-Robots-Tag"]
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert not any(name in head for name in NAMES)


# -- deleting --------------------------------------------------------------------------------------


def test_a_deleted_game_leaves_the_standings_and_comes_back(client: FlaskClient, group: str) -> None:
    before = standings(client, group)
    table = play(client, group)
    end(client, table)
    with_it = standings(client, group)
    (link, *_) = page(client, f"{group}/games").having(data_action="delete")
    assert page(client, link["href"]).one(**{"class": "square"})["href"] == f"{group}/games"
    assert "14" in page(client, link["href"]).text
    assert client.post(link["href"]).status_code == 303
    assert standings(client, group) == before
    assert client.get(table).status_code == 410
    client.post(link["href"], data={"undo": "1"})
    assert standings(client, group) == with_it
    assert client.get(table).status_code == 200


def test_a_phone_that_only_looks_on_neither_deletes_the_game_from_the_group_nor_brings_it_back(
    app: Flask, client: FlaskClient, group: str
) -> None:
    table, other = play(client, group), play(client, group, "2.1.3.4")
    watching, reader = app.test_client(), {"Accept": "text/html"}
    watching.get(group)
    watching.post(f"{table}/seat", data={"player": ""})
    for link in (table, page(watching, f"{table}/join").one(data_action="onlookers")["href"], other):
        watching.get(link)
    links = [link["href"] for link in page(client, f"{group}/games").having(data_action="delete")]
    assert [link["href"] for link in page(watching, f"{group}/games").having(data_action="delete")] == [
        links[0],
        *links[2:],
    ]
    refused = watching.post(f"{links[1]}?lang=en", headers=reader)
    assert refused.status_code == watching.get(links[1], headers=reader).status_code == 403
    assert "This phone only looks on." in refused.text
    assert watching.get(Element.of(refused.text).one(data_action="players")["href"]).location == table
    client.post(links[1])
    assert not page(watching, f"{group}/games").having(data_action="undelete")
    assert watching.post(links[1], data={"undo": "1"}).status_code == 403
    assert page(client, f"{group}/games").having(data_action="undelete")


def test_a_deleted_group_comes_back_with_its_games(client: FlaskClient, group: str) -> None:
    table = play(client, group)
    assert client.post(f"{group}/delete").status_code == 303
    assert client.get(group).status_code == 410
    assert client.get(table).status_code == 404
    assert client.post(f"{group}/new", data={"seats": "1.2.3.4"}).status_code == 410
    client.post(f"{group}/delete", data={"undo": "1"})
    assert client.get(table).status_code == 200
    assert standings(client, group)


def test_a_group_is_taken_away_as_json_and_as_tables(client: FlaskClient, group: str) -> None:
    body = client.get(f"{group}/group.json").json
    assert body
    assert [one["name"] for one in body["members"]] == [*NAMES, "Rin"]
    assert body["games"][0]["events"] == [{"type": "end"}]
    assert client.get(f"{group}/standings.csv").text.splitlines()[1].startswith("1,Aoi,1,35.0")
    rows = [line.split(",") for line in client.get(f"{group}/games.csv").text.splitlines()]
    assert [row[2:4] for row in rows[1:]] == [[name, str(rank)] for rank, name in enumerate(NAMES, 1)]


def test_a_member_who_sits_out_is_led_along_without_being_called(app: Flask, client: FlaskClient, group: str) -> None:
    table = play(client, group, "1.2.3.4")
    end(client, table)
    phones = [app.test_client(), app.test_client()]
    for player, one in enumerate(phones):
        one.get(group)
        one.post(f"{table}/seat", data={"player": str(player)})
    play(client, group, "5.2.3.4", key="the next game")
    links = [page(one, f"{table}?lang=en").having("data-next-game")[0].text.strip() for one in phones]
    assert links == ["To the new table", "Yui: to the new table"]


@pytest.mark.parametrize("place", ["new", "settings", "delete"])
def test_an_onlooker_learns_what_the_link_is_for(client: FlaskClient, group: str, place: str) -> None:
    link = onlookers(client, group)
    answer = client.get(f"{link}/{place}?lang=en", headers={"Accept": "text/html"})
    assert answer.status_code == 403
    shown = Element.of(answer.text)
    assert "This link is only to look on." in shown.text
    assert shown.one(data_action="back")["href"] == link


# -- the picture of a member -----------------------------------------------------------------------


def drawn(client: FlaskClient, address: str) -> list[str]:
    answer = client.get(address)
    assert answer.mimetype == "image/svg+xml"
    return [text["data-text"] for text in Element.of(answer.text).having("data-text")]


def test_the_picture_of_a_member_has_the_figures_of_the_page(client: FlaskClient, group: str) -> None:
    table = play(client, group, "1.2.3.4")
    press(client, table, "", data_action="riichi", data_player="0")
    apply(client, table, "/win?player=0&from=1&points=12000")
    end(client, table)
    texts = drawn(client, f"{group}/members/1.svg?lang=en")
    assert {"Aoi", "Games", "2", "Mean rank", "1.00", "Riichi 1", "riichi: won 1", "won with riichi 1"} <= set(texts)
    assert "2 · 100 %" in texts
    assert texts.count("0 · 0 %") == 3
    assert client.get(f"{group}/members/1.png").data.startswith(b"\x89PNG")
    shown = page(client, f"{group}/members/1?season=all&players=4")
    (picture,) = shown.having("data-shared-picture")
    assert client.get(picture["href"]).mimetype == "image/png"
    assert "Games" in drawn(client, f"{onlookers(client, group)}/members/1.svg?lang=en")


def test_a_member_whose_name_cannot_be_drawn_has_a_number_on_the_picture(client: FlaskClient, group: str) -> None:
    client.post(f"{group}/members/2", data={"name": "مرحبا"})
    assert drawn(client, f"{group}/members/2.svg?lang=en")[1] == "Member 2"


def test_there_is_no_picture_without_games_or_without_a_member(client: FlaskClient, group: str) -> None:
    for number in (5, 99):
        assert client.get(f"{group}/members/{number}.svg").status_code == 404
        assert client.get(f"{group}/members/{number}.png").status_code == 404
