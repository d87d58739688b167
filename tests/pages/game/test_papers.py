"""The course and the result of a game, what is taken away, and reading it in again."""

import csv
import io
import json
from datetime import UTC, datetime

import pytest
from flask.testing import FlaskClient

from tests.pages.game.forms import apply, hand_at, page, points, press
from tests.pages.markup import Element, problems_of
from webapp.game.rules import GAME_SWITCHES
from webapp.language.i18n import LANGUAGES
from webapp.limits import MAX_EVENTS
from webapp.store import Refusal
from webapp.store.writing import MAX_GAME_CHARACTERS, encode


def test_the_course_begins_with_the_last_hand_and_the_printed_one_with_the_first(
    client: FlaskClient, table: str
) -> None:
    for hand in ("/win?player=1&from=0&points=8000", "/win?player=2&from=0&points=2000"):
        apply(client, table, hand)
    for place, wanted in (("course", ["2", "1"]), ("result", ["1", "2"])):
        hands = page(client, f"{table}/{place}").one(**{"class": "cards hands"})
        assert ([row["data-hand"] for row in hands.having("data-hand")], "reversed" in hands) == (
            wanted,
            place == "course",
        )


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


def test_the_result_so_far_is_the_result_if_the_game_ends_while_a_riichi_lies_on_the_table(
    client: FlaskClient, table: str
) -> None:
    apply(client, table, "/win?player=1&from=0&points=1000")
    press(client, table, "", data_action="riichi", data_player="1")
    so_far = page(client, f"{table}/result")
    assert "The riichi sticks of the hand in play go back." in so_far.text
    papers = [client.get(f"{table}/game.{kind}").text.splitlines()[-5:] for kind in ("csv", "txt")]
    press(client, table, "/end", data_apply="")
    ended = page(client, f"{table}/result")
    assert "of the hand in play" not in ended.text
    assert [row.text for row in ended.having("data-rank")] == [row.text for row in so_far.having("data-rank")]
    assert [client.get(f"{table}/game.{kind}").text.splitlines()[-5:] for kind in ("csv", "txt")] == papers


def test_before_a_game_is_ended_its_page_asks_and_shows_the_result(client: FlaskClient, table: str) -> None:
    assert "No hand has been played" in page(client, f"{table}/end").text
    apply(client, table, "/draw?tenpai=1")
    press(client, table, "", data_action="riichi", data_player="1")
    asked = page(client, f"{table}/end")
    assert "The riichi sticks of the hand in play go back." in asked.text
    assert not asked.having("data-leftover")
    assert "No hand has been played" not in asked.text
    press(client, table, "/end", data_apply="")
    ended = page(client, f"{table}/result")
    assert [row.text for row in ended.having("data-rank")] == [row.text for row in asked.having("data-rank")]
    assert "The game was ended." in ended.text
    assert client.get(f"{table}/end").location == f"{table}/result"


@pytest.mark.parametrize(("leftover", "said"), [("first", "Yui +1,000"), ("nobody", "nobody gets any")])
def test_a_stick_that_is_left_is_said_where_the_game_is_over(client: FlaskClient, leftover: str, said: str) -> None:
    rules = {"rules": "house", "rounds": "1", "game.leftover_sticks": leftover}
    table = client.post("/game", data={"name1": "Yui", **rules}).location
    press(client, table, "", data_action="riichi", data_player="1")
    apply(client, table, "/draw")
    shown = page(client, f"{table}/end").one("data-leftover").text
    assert shown == f"1 riichi stick is left: {said}"
    press(client, table, "/end", data_apply="")
    for address in (table, f"{table}/result"):
        assert page(client, address).one("data-leftover").text == shown


@pytest.mark.parametrize(
    ("rules", "hand", "says_so"),
    [
        ("house", "/win?player=1&from=0&points=8000", True),
        ("m_league", "/win?player=1&from=0&points=8000", False),
        ("house", "/adjust?as=change&p0=100&p1=200&p2=300&s2=-", False),
    ],
)
def test_the_result_says_who_is_ahead_of_equal_points(
    client: FlaskClient, rules: str, hand: str, says_so: bool
) -> None:
    table = client.post("/game", data={"rules": rules}).location
    apply(client, table, hand)
    assert ("nearer to the first dealer" in page(client, f"{table}/result?lang=en").text) == says_so


def test_the_result_says_whose_points_are_rounded(client: FlaskClient) -> None:
    for rounding, rounded in (("exact", []), ("half_up", ["1", "4"])):
        table = client.post("/game", data={"rules": "house", "game.rounding": rounding}).location
        apply(client, table, "/win?player=1&from=0&points=3900")
        ranks = page(client, f"{table}/result").having("data-rank")
        assert [row["data-rank"] for row in ranks if "rounded" in row.text] == rounded


def test_the_result_names_what_is_settled_outside_the_points(client: FlaskClient) -> None:
    """The parts of each line add up to its total."""
    table = client.post("/game", data={"rules": "house", "game.chombo": "after_game"}).location
    shown = page(client, f"{table}/draw?kind=chombo&player=2&lang=en")
    assert "20,000" in shown.one("data-off-result").text
    apply(client, table, "/draw?kind=chombo&player=2")
    ranks = page(client, f"{table}/result?lang=en").having("data-rank")
    (named,) = [row for row in ranks if row.having("data-extra")]
    assert (named["data-rank"], named.one("data-extra").text) == ("3", "Chombo −20")
    assert "25,000 − 30,000" in named.text
    assert "uma −10" in named.text
    assert named["data-total"] == "-35.0"


def test_undo_names_a_riichi_that_was_taken_back(client: FlaskClient, table: str) -> None:
    press(client, table, "", data_action="riichi", data_player="1")
    assert "Riichi Yui" in page(client, f"{table}?lang=en").one(data_action="undo").text
    press(client, table, "", data_action="withdraw", data_player="1")
    assert "Riichi off Yui" in page(client, f"{table}?lang=en").one(data_action="undo").text


def test_the_game_is_over_when_somebody_is_below_zero_and_the_same_players_go_on(
    client: FlaskClient, table: str
) -> None:
    apply(client, table, "/win?player=1&from=0&yakuman=1&how=han&pao=-")
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


def test_the_fourth_wind_of_three_players_is_north_wherever_it_is_named(client: FlaskClient) -> None:
    names = {f"name{n}": name for n, name in enumerate(("Aoi", "Yui", "Rin"))}
    table = client.post("/game", data=names | {"rules": "tenhou_sanma", "rounds": "4"}).location
    for number in range(10):
        apply(client, table, f"/draw?tenpai={(number + 1) % 3}")
    shown = page(client, f"{table}?lang=en")
    assert "North 2" in shown.one("data-round").text
    course = page(client, f"{table}/course")
    assert [text.text.strip() for text in course.tags("text")][:4] == ["E", "S", "W", "N"]
    assert "North 1 · " in course.text
    *_, last = [row for row in csv.reader(io.StringIO(client.get(f"{table}/game.csv").text)) if "exhaustive" in row]
    assert last[0] == "N1"


# -- to take away, and to read in again ------------------------------------------------------------


def test_a_game_is_told_as_text(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    apply(client, table, "/draw?tenpai=13")
    lines = client.get(f"{table}/game.txt").text.splitlines()
    onlooker = page(client, f"{table}/join").one(data_action="onlookers")["href"]
    assert lines[0] == "East 2 · East and south · Usual rules"
    assert lines[1] == "1. Yui 34,500 (+44.5)"
    assert lines[6:8] == ["East 1 · Yui +8,000 ← Aoi", "East 2 · Exhaustive draw · Tenpai: Yui, Martin"]
    assert lines[-1] == f"http://localhost{onlooker}/result"


def test_a_game_is_a_table_for_a_spreadsheet_without_formulas(client: FlaskClient) -> None:
    table = str(client.post("/game", data={"name0": "=1+1", "name1": 'a","b'}).location)
    apply(client, table, "/win?player=1&from=0&points=8000")
    rows = list(csv.reader(client.get(f"{table}/game.csv").text.removeprefix("\ufeff").splitlines()))
    assert rows[0][9:11] == ["'=1+1 change", 'a","b change']
    assert rows[1][:6] == ["E1", "0", "0", "ron", 'a","b', "'=1+1"]
    assert rows[1][6:] == ["", "", "", "-8000", "8000", "0", "0", "17000", "33000", "25000", "25000"]


def test_the_table_ends_with_the_ranking_and_the_day_and_no_two_heads_are_equal(client: FlaskClient) -> None:
    table = str(client.post("/game", data={"name0": "Aoi", "name1": "Aoi", "name2": "Yui"}).location)
    apply(client, table, "/win?player=1&from=0&points=8000")
    rows = list(csv.reader(client.get(f"{table}/game.csv").text.removeprefix("\ufeff").splitlines()))
    assert len(set(rows[0])) == len(rows[0])
    assert rows[3:6] == [
        ["rank", "name", "points", "base", "uma", "oka", "chips", "yakitori", "tobi_prize", "chombo", "total"],
        ["1", "Aoi (2)", "33000", "3.0", "20.0", "20.0", *["0.0"] * 4, "43.0"],
        ["2", "Yui", "25000", "-5.0", "10.0", "0.0", *["0.0"] * 4, "5.0"],
    ]
    assert rows[-1] == ["date", datetime.now(UTC).date().isoformat()]


def test_every_part_of_a_total_has_its_column_in_the_table(client: FlaskClient) -> None:
    """The parts of each row add up to its total."""
    extras = {"game.chip_points": "2000", "game.yakitori_points": "10000", "game.tobi_prize": "5000"}
    rules = {"rules": "m_league", "game.chombo": "after_game", "game.tobi": "below_zero"} | extras
    table = client.post("/game", data=rules).location
    for entered in ("/adjust?giver=0&taker=2&n=3", "/draw?kind=chombo&player=2"):
        apply(client, table, entered)
    apply(client, table, "/win?player=1&from=0&yakuman=1&how=han&pao=-")
    heads, *rest = list(csv.reader(client.get(f"{table}/game.csv").text.splitlines()))[-7:-2]
    rows = [dict(zip(heads, row, strict=True)) for row in rest]
    parts = ("base", "uma", "oka", "chips", "yakitori", "tobi_prize", "chombo")
    for row in rows:
        assert sum(float(row[part]) for part in parts) == pytest.approx(float(row["total"]), abs=0.0001)
    for part in parts:
        assert any(float(row[part]) for row in rows), part


def test_a_correction_goes_back_to_the_winner_at_once(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    apply(client, table, hand_at("player=1&from=0", hand="234m456p678s88p23s4s"))
    for link in page(client, f"{table}/course").having(**{"class": "correct"}):
        back = page(client, link["href"]).one(**{"class": "square"})["href"]
        who = page(client, back).having("data-winner")
        assert [one["data-winner"] for one in who] == ["0", "1", "2", "3"]
        assert page(client, who[0]["href"]).having("data-from")


def test_the_course_shows_what_everybody_had(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    row = page(client, f"{table}/course").one(data_hand="1")
    assert [has.text.split()[-1] for has in row.one(**{"class": "deltas-line totals"}).tags("span")[::2]] == [
        "17,000",
        "33,000",
        "25,000",
        "25,000",
    ]


def test_the_winners_own_stick_counts_in_the_same_way_everywhere(client: FlaskClient, table: str) -> None:
    """The preview, the line of the table, and the course, which adds up: 25,000 − 1,000 + 9,000 = 33,000."""
    press(client, table, "", data_action="riichi", data_player="1")
    step = page(client, f"{table}/win?player=1&from=0&points=8000")
    assert [row["data-delta"] for row in step.having("data-outcome")] == ["-8000", "9000", "0", "0"]
    apply(client, table, "/win?player=1&from=0&points=8000")
    assert "+9,000 ← " in page(client, table).text
    row = page(client, f"{table}/course").one(data_hand="2")
    assert "+9,000 ← " in row.text
    gains, points = row.having(**{"class": "deltas-line"})[0], row.having(**{"class": "deltas-line totals"})[0]
    assert "+9,000" in gains.text
    assert "−1,000" in gains.one(**{"class": "laid-stick"}).text
    assert "33,000" in points.text


def test_the_picture_of_a_game_has_everybody(client: FlaskClient) -> None:
    table = str(client.post("/game", data={"name0": "<Aoi>", "name1": "🀄", "name2": "مرحبا"}).location)
    apply(client, table, "/win?player=1&from=0&points=8000")
    drawn = Element.of(client.get(f"{table}/game.svg").text)
    assert {"<Aoi>", "P2", "P3"} <= {text["data-text"] for text in drawn.having("data-text")}
    assert [text["data-total"] for text in drawn.having("data-total")] == ["43.0", "5.0", "-15.0", "-33.0"]
    assert client.get(f"{table}/game.png").data.startswith(b"\x89PNG")


def test_the_picture_of_a_result_has_another_address_after_each_event(client: FlaskClient, table: str) -> None:
    """A page that is open is brought up to date in place: the browser fetches no picture again that has its address."""
    before = page(client, f"{table}/result").one(**{"class": "picture"})["src"]
    apply(client, table, "/win?player=1&from=0&points=8000")
    after = page(client, f"{table}/result").one(**{"class": "picture"})["src"]
    assert before != after
    assert "8,000" in page(client, f"{table}/result").text
    assert client.get(after).status_code == 200


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


def test_a_game_that_was_kept_when_tenhou_rounded_keeps_its_totals(client: FlaskClient) -> None:
    table = client.post("/game", data={"rules": "tenhou"}).location
    apply(client, table, "/win?player=1&from=0&points=3900")
    kept = client.get(f"{table}/game.json").get_json()
    assert set(kept["rules"]) == {"preset", "scoring", *GAME_SWITCHES}
    totals = []
    for rounding in ("half_up", "exact"):
        game = json.dumps({**kept, "rules": {**kept["rules"], "rounding": rounding}})
        again = client.post("/game/import", data={"game": game}).location
        ranks = page(client, f"{again}/result").having("data-rank")
        totals.append([row["data-total"] for row in ranks])
    assert totals == [["39.0", "5.0", "-15.0", "-29.0"], ["38.9", "5.0", "-15.0", "-28.9"]]


def test_the_longest_game_goes_out_and_comes_back(client: FlaskClient, table: str) -> None:
    """A hand that was entered by tiles is corrected until the game is full."""
    apply(client, table, hand_at("player=1&from=0", hand="234m456p678s88p23s4s"))
    games = client.application.extensions["store"].games
    access = games.find(table.rpartition("/")[2])
    (win,) = (kept.body for kept in games.since(access.game.id))
    amend = {"type": "amend", "seq": 1, "event": win}
    most = min((MAX_GAME_CHARACTERS - len(encode(win))) // len(encode(amend)), MAX_EVENTS - 1)
    created = games.create(access.game.about, [win] + [amend] * most)
    full = games.find(created.player_secret)
    assert games.append(full, 1 + most, "one more", amend) is Refusal.FULL
    assert games.create(access.game.about, [win] + [amend] * (most + 1)) is Refusal.FULL
    table = f"/game/{created.player_secret}"
    kept = client.get(f"{table}/game.json").data
    again = client.post("/game/import", data=multipart(kept), content_type="multipart/form-data; boundary=x")
    assert again.status_code == 303
    assert client.get(f"{again.location}/game.json").data == kept


def multipart(game: bytes) -> bytes:
    return b'--x\r\nContent-Disposition: form-data; name="game"\r\n\r\n' + game + b"\r\n--x--\r\n"


def test_a_form_that_is_sent_again_makes_no_second_game(client: FlaskClient, table: str) -> None:
    """But where something else is entered, as on a page that the browser had kept, it does."""
    kept = client.get(f"{table}/game.json").text
    for address, entered in (("/game", {"name0": "Aoi", "seats": "drawn"}), ("/game/import", {"game": kept})):
        button = page(client, address).having("data-action", name="key")[-1]
        other = {name: value.replace("Aoi", "Rin") for name, value in entered.items()}
        made = [
            client.post(address, data=each | {"key": button["value"]}).location for each in (entered, entered, other)
        ]
        assert made[0] == made[1] != made[2]
        assert client.post(address, data=entered).location not in made
        assert (
            client.post(address, data=entered | {"key": "short"}).location
            != client.post(address, data=entered | {"key": "short"}).location
        )


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


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_text_of_a_game_says_what_can_be_pasted_instead(client: FlaskClient, table: str, language: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    text = client.get(f"{table}/game.txt?lang={language}").text
    for answer in (
        client.get("/", query_string={"lang": "en", "text": " ".join(text.split("\n"))}),
        client.post("/game/import?lang=en", data={"game": text}),
    ):
        said = [problem.text for problem in Element.of(answer.text).having("data-problem")]
        assert len(said) == 1
        assert "Its link opens the game; its JSON (Result) can be imported." in said[0]
