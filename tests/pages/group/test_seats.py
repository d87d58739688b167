"""Another name in a game of a group seats that member: the game counts for whoever is named."""

from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from tests.pages.game.forms import page, sent, sit
from tests.pages.group.forms import NAMES, begin, end, play, standings
from tests.pages.markup import Element, problems_of


def call(client: FlaskClient, table: str, *names: str) -> int:
    """Changes the names of a game."""
    return client.post(f"{table}/names", data={f"name{n}": name for n, name in enumerate(names)}).status_code


def ranked(client: FlaskClient, table: str) -> list[str]:
    return [row.tags("bdi")[0].text for row in page(client, f"{table}/result").having("data-rank")]


@pytest.mark.parametrize("is_over", [False, True])
@pytest.mark.parametrize("name", ["Rin", " rin "])
def test_the_name_of_another_member_seats_that_member(
    client: FlaskClient, group: str, name: str, is_over: bool
) -> None:
    before = standings(client, group)
    table = play(client, group, "1.2.3.4", "/win?player=3&from=1&points=12000")
    if is_over:
        end(client, table)
        assert standings(client, group)["Martin"] != before["Martin"]
    assert call(client, table, "Aoi", "Yui", "Ken", name) == 303
    if not is_over:
        end(client, table)
    after = standings(client, group)
    assert after["Rin"][1] == 1
    assert after["Rin"][0] > 0
    assert after["Martin"] == before["Martin"]
    assert {row for row, (_, games) in after.items() if games == 2} == {"Aoi", "Yui", "Ken"}
    assert sorted(ranked(client, table)) == ["Aoi", "Ken", "Rin", "Yui"]


def test_a_name_of_nobody_becomes_a_member_who_is_seated(client: FlaskClient, group: str) -> None:
    table = play(client, group)
    end(client, table)
    assert call(client, table, "Sora", "Yui", "Nao", "") == 303
    after = standings(client, group)
    assert {after[name][1] for name in ("Sora", "Nao")} == {1}
    assert after["Martin"][1] == 2
    assert sorted(ranked(client, table)) == ["Martin", "Nao", "Sora", "Yui"]
    assert [chip.text for chip in page(client, group).having("data-me")] == [*NAMES, "Rin", "Sora", "Nao"]


def test_two_members_change_seats(client: FlaskClient, group: str) -> None:
    table = play(client, group, "1.2.3.4", "/win?player=0&from=1&points=12000")
    end(client, table)
    before = standings(client, group)
    assert call(client, table, "Yui", "Aoi", "Ken", "Martin") == 303
    after = standings(client, group)
    assert after["Yui"][0] - before["Yui"][0] == pytest.approx(before["Aoi"][0] - after["Aoi"][0])
    assert after["Yui"][0] > before["Yui"][0]


@pytest.mark.parametrize("names", [("Aoi", "Yui", "Ken", "aoi"), ("Sora", "Yui", "Ken", "Sora")])
def test_who_would_sit_twice_is_told_and_nothing_is_lost(
    client: FlaskClient, group: str, names: tuple[str, ...]
) -> None:
    table = play(client, group)
    before = client.get(f"{group}/group.json").json
    answer = client.post(f"{table}/names", data={f"name{n}": name for n, name in enumerate(names)})
    assert answer.status_code == 422
    shown = Element.of(answer.text)
    assert problems_of(shown)
    assert [shown.one(name=f"name{n}")["value"] for n in range(4)] == [*names]
    assert client.get(f"{group}/group.json").json == before


def test_only_a_game_of_a_group_says_what_a_name_does(client: FlaskClient, group: str) -> None:
    text = "seats that member"
    assert text in client.get(f"{play(client, group)}/join?lang=en").text
    table = begin(client)
    assert text not in client.get(f"{table}/join?lang=en").text
    assert call(client, table, "Rin", "Rin", "", "x") == 303
    assert ranked(client, table) == ["Rin", "Rin", "P3", "x"]


# -- who sits out ----------------------------------------------------------------------------------


def in_turn(shown: Element) -> set[str]:
    """Who is proposed to sit out the next game."""
    return {name.text for name in shown.one("data-turn").tags("bdi")}


def test_who_sat_out_longest_ago_is_proposed_to_sit_out(client: FlaskClient, group: str) -> None:
    client.post(f"{group}/members", data={"name": "Sora"})
    for n, seats in enumerate(("1.2.3.4", "1.5.3.6", "5.2.6.4")):
        end(client, play(client, group, seats, key=f"game {n}"))
    shown = page(client, f"{group}/new")
    assert in_turn(shown) == {"Rin", "Sora"}
    assert [seat.tags("bdi")[0].text for seat in shown.having("data-seat")] == ["Aoi", "Yui", "Ken", "Martin"]
    (drawn,) = in_turn(page(client, f"{group}/new?seats=1.2.4.5.6"))
    assert drawn in {"Rin", "Sora"}


def test_nobody_who_was_seated_by_hand_is_proposed_to_sit_out(client: FlaskClient, group: str) -> None:
    client.post(f"{group}/members", data={"name": "Sora"})
    names = dict(zip("123456", ("Aoi", "Yui", "Ken", "Martin", "Rin", "Sora"), strict=True))
    for number, name in names.items():
        shown = page(client, f"{group}/new?seats={number}")
        assert name not in in_turn(shown)
        assert number in shown.one(data_action="seats-in-turn")["value"].split(".")
    assert not page(client, f"{group}/new?seats=1.2.3.6").having("data-turn")


def test_before_the_first_game_nobody_who_has_a_seat_is_proposed_to_sit_out(client: FlaskClient, group: str) -> None:
    shown = page(client, f"{group}/new?players=3")
    seated = [seat["data-sits"] for seat in shown.having("data-sits")]
    assert (len(seated), "5" in seated) == (3, True)  # Rin has not played yet
    assert in_turn(shown) == {"Aoi", "Yui", "Ken", "Martin"} - {seat.text for seat in shown.having("data-sits")}


def test_whose_turn_it_is_to_sit_out_is_drawn_before_the_first_game(client: FlaskClient, group: str) -> None:
    names = {f"name{n}": name for n, name in enumerate(("Aoi", "Yui", "Ken", "Mio"))}
    made = client.post("/game/keep", data={**names, "name": "Before", "key": "g"}).location.partition("/new")[0]
    client.post(f"{made}/members", data={"name": "Sora"})
    said = [page(client, f"{at}/new?seats=1.2.3.4.5").one("data-turn").text for at in (made, group)]
    assert [text.partition(" to sit out")[0].strip() for text in said] == ["Drawn", "In turn"]


def test_the_result_of_a_group_s_game_leads_to_the_next_one_with_other_players(client: FlaskClient, group: str) -> None:
    table = play(client, group)
    end(client, table)
    ways = page(client, f"{table}/result").one(**{"class": "apply halves"}).tags("a")
    assert [way["href"] for way in ways] == [f"{table}/next", f"{group}/new?players=4"]
    assert page(client, ways[1]["href"]).having("data-turn")


def test_a_proposal_needs_more_members_than_seats_and_few_of_them(client: FlaskClient, group: str) -> None:
    assert page(client, f"{group}/new?seats=1.1.2.3").having("data-turn")  # five members, and a seat named twice
    for name in ("Sora", "Mio", "Ken 2", "Umi"):
        client.post(f"{group}/members", data={"name": name})
    assert not page(client, f"{group}/new").having("data-turn")
    assert page(client, f"{group}/new?seats=1.2.3.4.9").having("data-turn")


def test_a_game_of_a_group_can_have_another_length_and_other_rules(client: FlaskClient, group: str) -> None:
    form = {"seats": "1.2.3.4", "key": "rules"}
    table = client.post(f"{group}/new", data=form | {"rules": "wrc", "rounds": "1"}).location
    rules = client.get(f"{table}/game.json").get_json()["rules"]
    assert (rules["preset"], rules["rounds"]) == ("wrc", 1)
    refused = client.post(f"{group}/new", data=form | {"rules": "tenhou_sanma"})
    assert refused.status_code == 422


def chosen_rules(shown: Element) -> dict[str, str]:
    """The rules and the length that the form of a new game shows."""
    lists = {one["name"]: one.tags("option") for one in shown.tags("select")}
    return {name: next((one["value"] for one in of if "selected" in one), "") for name, of in lists.items()}


@pytest.mark.parametrize(("seats", "other"), [("1.2.3.4", "1"), ("1.2.3", "0")])
def test_the_next_game_of_a_group_has_the_length_of_the_last_one_until_the_settings_change_it(
    client: FlaskClient, group: str, seats: str, other: str
) -> None:
    """The length of a game of three is not in the settings of a group of four."""
    new = f"{group}/new?players={(len(seats) + 1) // 2}"
    assert chosen_rules(page(client, new))["rounds"] == "2"
    form = {"players": new[-1], "rules": "", "rounds": "0"}
    end(client, play(client, group, seats, **form))
    shown = page(client, new)
    assert chosen_rules(shown) == {"rules": "", "rounds": "0"}
    assert "open" not in shown.one(**{"class": "next-rules"})
    address, fields = sent(shown, data_action="begin")
    table = str(client.post(address, data=fields).location)
    assert client.get(f"{table}/game.json").get_json()["rules"]["rounds"] == 0
    end(client, table)
    again = page(client, f"{table}/result").one(data_action="next-game-of-group")["href"]
    assert chosen_rules(page(client, again)) == {"rules": "", "rounds": "0"}
    client.post(f"{group}/settings", data={"name": "Friday", "rules": "house", "rounds": "1", "order": "sum"})
    assert chosen_rules(page(client, new))["rounds"] == other


def test_the_rules_of_the_next_game_of_a_group_are_looked_up_in_the_list_of_all_rules(
    client: FlaskClient, group: str
) -> None:
    own = "rules=ema&game.start_points=27000&rule.kiriage_mangan=no"
    client.post(f"{group}/settings", data={"name": "Friday", "rules": own, "rounds": "1", "order": "sum"})
    rules = sit(client, page(client, f"{group}/new"), data_action="all-rules")
    assert rules.one(name="game.start_points")["value"] == "27000"
    assert "checked" not in rules.one(name="rule.kiriage_mangan", value="yes")


@pytest.mark.parametrize(
    ("rules", "chosen"),
    [("wrc", {"preset": "wrc"}), ("rules=wrc&game.start_points=27000", {"preset": "wrc", "start_points": 27000})],
)
def test_the_rules_that_were_chosen_stay_while_members_are_seated(
    client: FlaskClient, group: str, rules: str, chosen: dict[str, object]
) -> None:
    shown = page(client, f"{group}/new?seats=1.2.3.4&rules={quote(rules)}&rounds=1")
    for hook in ({"data_sits": "2"}, {"data_member": "5"}, {"data_action": "seats-drawn"}):
        shown = sit(client, shown, **hook)
        assert shown.one("data-in-force")["data-in-force"] == (rules if "=" in rules else f"rules={rules}")
    address, fields = sent(shown, data_action="begin")
    table, again = (client.post(address, data=fields).location for _ in range(2))
    assert table == again
    assert client.get(f"{table}/game.json").get_json()["rules"].items() >= (chosen | {"rounds": 1}).items()


@pytest.mark.parametrize(("rules", "of_three"), [("tenhou", "tenhou_sanma"), ("wrc", "")])
def test_the_rules_that_were_chosen_stay_for_another_number_of_players_if_they_have_a_preset_for_it(
    client: FlaskClient, group: str, rules: str, of_three: str
) -> None:
    shown = sit(client, page(client, f"{group}/new?rules={rules}&rounds=1"), data_action="other-players")
    assert len(shown.having("data-seat")) == 3
    assert chosen_rules(shown) == {"rules": of_three, "rounds": "1"}
    again = sit(client, shown, data_action="other-players")
    assert len(again.having("data-seat")) == 4
    assert chosen_rules(again) == {"rules": rules if of_three else "", "rounds": "1"}


def test_the_usual_rules_of_a_group_are_offered_once(client: FlaskClient, group: str) -> None:
    choice = page(client, f"{group}/new?lang=en").one(data_own="games")
    names = [option.text for option in choice.tags("option")]
    assert names[0].endswith("· Group")
    assert names[0].removesuffix("· Group").strip() not in names
    assert len(names) == len(set(names))


# -- only the final points --------------------------------------------------------------------------


def test_the_final_points_of_a_game_that_was_played_elsewhere_count_in_the_group(
    client: FlaskClient, group: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are stored with the game, all or nothing."""
    monkeypatch.delattr("webapp.store.games.Games.append")
    shown = sit(client, page(client, f"{group}/new?seats=1.2.3.4&rules=tenhou&rounds=1"), data_action="only-points")
    form = {field["name"]: field["value"] for field in shown.tags("input", "button") if "name" in field}
    assert form.items() >= {"seats": "1.2.3.4", "rules": "tenhou", "rounds": "1"}.items()
    before = standings(client, group)
    wrong = client.post(f"{group}/points", data=form)
    assert wrong.status_code == 422
    typed = {"p0": "25000", "p1": "50000", "p2": "20000", "p3": "5000", "sticks": "0"}
    first, again = (client.post(f"{group}/points", data=form | typed) for _ in range(2))
    assert first.status_code == 303
    assert first.location == again.location
    assert page(client, first.location).having("data-rank")[0]["data-rank"] == "1"
    game = client.get(f"{first.location.removesuffix('/result')}/game.json").get_json()
    assert (game["rules"]["preset"], game["rules"]["rounds"]) == ("tenhou", 1)
    after = standings(client, group)
    assert {name: games for name, (_, games) in after.items()} == {
        name: before.get(name, (0.0, 0))[1] + 1 for name in after
    }
    assert client.post(f"{group}/points", data=form | typed | {"seats": "1.2.3"}).status_code == 422


def test_final_points_count_on_the_day_that_was_chosen(client: FlaskClient) -> None:
    """A game of an earlier day belongs neither to the evening of today nor to a season that began later."""
    names = {f"name{n}": name for n, name in enumerate(("Aoi", "Yui", "Ken", "Martin"))}
    begun = str(client.post("/game/keep", data=names | {"rules": "house", "rounds": "2"}).location)
    group = begun.partition("/new")[0]
    form = {"seats": "1.2.3.4", "p0": "25000", "p1": "50000", "p2": "20000", "p3": "5000"}

    def made(day: str, key: str) -> str:
        return str(client.post(f"{group}/points", data=form | {"day": day, "key": key}).location)

    def day_of(result: str) -> str:
        return str(client.get(f"{result.removesuffix('/result')}/game.json").get_json()["made"])[:10]

    def games_of_the_evening(result: str) -> int:
        return max([1, *(int(head.text) for head in page(client, result).having(scope="col") if head.text.isdigit())])

    def played(season: str) -> int:
        return standings(client, f"{group}?season={season}").get("Aoi", (0, 0))[1]

    (shown,) = page(client, f"{group}/points?seats=1.2.3.4").having(name="day")
    assert shown["value"] == shown["max"]
    earlier = made("2026-01-05", "a")
    assert day_of(earlier) == "2026-01-05"
    assert (played(""), played("all")) == (0, 1)
    first = made("", "b")
    assert games_of_the_evening(first) == 1
    assert games_of_the_evening(made("2026-01-06", "c")) == 1
    second = made("2999-01-01", "d")
    assert day_of(first) == day_of(second) == shown["value"]
    assert games_of_the_evening(second) == 2
    assert (played(""), played("all")) == (2, 4)
    wrong = client.post(f"{group}/points", data=form | {"day": "5 January", "key": "e"})
    assert wrong.status_code == 422
    assert "A day is written like 2026-11-22." in wrong.text
