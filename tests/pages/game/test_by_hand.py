"""Points and chips by hand: the course, the papers, the table and the phones tell them."""

import csv

import pytest
from flask.testing import FlaskClient

from tests.pages.game.forms import apply, hand_at, page, press
from tests.pages.game.test_told import news

LATE = "/adjust?as=change&p0=1000&s0=-&p2=500&note=late"


def rows_of(client: FlaskClient, table: str) -> list[list[str]]:
    return list(csv.reader(client.get(f"{table}/game.csv").text.removeprefix("\ufeff").splitlines()))


@pytest.fixture
def adjusted(client: FlaskClient, table: str) -> str:
    """A game with a win, a stick on the table, then points by hand."""
    apply(client, table, "/win?player=1&from=0&points=8000")
    press(client, table, "", data_action="riichi", data_player="3")
    apply(client, table, LATE)
    return table


SAID = "East 2 · Points adjusted: late · Aoi −1,000 · P3 +500"


def test_the_course_has_a_row_for_points_by_hand(client: FlaskClient, adjusted: str) -> None:
    row = page(client, f"{adjusted}/course").one(data_hand="3")
    assert SAID in row.text
    totals = row.one(**{"class": "deltas-line totals"}).tags("span")[::2]
    assert [has.text.split()[-1] for has in totals] == ["16,000", "33,000", "25,500", "25,000"]
    assert not row.having(**{"class": "correct"})


def test_the_chart_and_the_text_have_points_by_hand(client: FlaskClient, adjusted: str) -> None:
    lines = [line["points"].split() for line in page(client, f"{adjusted}/course").tags("polyline")]
    assert {len(line) for line in lines} == {3}
    assert SAID in client.get(f"{adjusted}/game.txt").text.splitlines()


def test_points_by_hand_add_up_in_the_table_for_a_spreadsheet(client: FlaskClient, adjusted: str) -> None:
    rows = rows_of(client, adjusted)
    assert rows[2][:9] == ["E2", "0", "1", "adjust", "", "", "", "", "late"]
    assert rows[2][9:] == ["-1000", "0", "500", "0", "16000", "33000", "25500", "25000"]


def test_the_phones_are_told_of_points_by_hand_and_what_was_undone(client: FlaskClient, adjusted: str) -> None:
    assert SAID in news(client, adjusted)
    shown = page(client, adjusted)
    assert SAID in shown.text
    assert shown.one(data_action="undo").tags("small")[0].text == "Points adjusted"
    press(client, adjusted, "", data_action="undo")
    assert "Undone Points adjusted" in " ".join(news(client, adjusted).split())
    press(client, adjusted, "", data_action="redo")
    assert "Redone Points adjusted" in " ".join(news(client, adjusted).split())


def test_chips_are_told_everywhere(client: FlaskClient) -> None:
    names = {f"name{n}": name for n, name in enumerate(("Aoi", "Yui", "Rin", "Martin"))}
    table = client.post("/game", data=names | {"rules": "house", "game.chip_points": "2000"}).location
    apply(client, table, "/adjust?giver=0&taker=2&n=3")
    said = "East 1 · Chips · Aoi −3 · Rin +3"
    assert said in page(client, f"{table}/course").one(data_hand="1").text
    assert said in client.get(f"{table}/game.txt").text
    assert said in page(client, table).text
    assert said in news(client, table)
    assert rows_of(client, table)[1][3:9] == ["chips", "", "", "", "", "Aoi -3 / Rin +3"]


@pytest.mark.parametrize(
    ("step", "ended_by", "players"),
    [
        ("/draw?tenpai=13", "exhaustive", "Yui / Martin"),
        ("/draw?nagashi=2", "nagashi", "P3"),
        ("/draw?kind=chombo&player=3", "chombo", "Martin"),
    ],
)
def test_only_winners_are_called_winners_in_a_spreadsheet(
    client: FlaskClient, table: str, step: str, ended_by: str, players: str
) -> None:
    apply(client, table, step)
    head, row = rows_of(client, table)[:2]
    found = dict(zip(head, row, strict=True))
    assert (found["ended_by"], found["winners"], found["players"]) == (ended_by, "", players)


# -- corrections -----------------------------------------------------------------------------------


def test_a_correction_shows_the_winds_of_the_hand_that_is_corrected(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    apply(client, table, "/draw?tenpai=2")
    shown = page(client, f"{table}/win?amend=1&player=1&from=0&points=2000")
    assert [row["data-outcome"] for row in shown.having("data-outcome")] == ["E", "S", "W", "N"]


def test_the_totals_that_a_correction_leads_to_are_those_of_now_without_winds_of_then(
    client: FlaskClient, table: str
) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    shown = page(client, f"{table}/win?amend=1&player=1&from=0&points=2000")
    shown.one(data_totals="now")
    assert " ".join(shown.one(data_outcome="S").text.split()) == "Yui −6,000 → 27,000"
    assert not page(client, f"{table}/win?player=1&from=0&points=2000").having("data-totals")


def test_a_correction_says_beside_the_totals_how_many_later_hands_it_changes(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=0&from=1&points=12000")
    apply(client, table, "/win?player=1&from=2&points=8000")
    same = page(client, f"{table}/win?amend=1&player=0&from=1&points=7700&lang=en")
    assert "later hand" not in same.one(data_totals="now").text
    other = page(client, f"{table}/win?amend=1&player=2&from=1&points=8000&lang=en")
    assert "1 later hand changes too." in other.one(data_totals="now").text


def test_a_correction_names_the_later_hand_that_could_not_have_happened(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    press(client, table, "", data_action="riichi", data_player="0")
    apply(client, table, "/win?player=2&from=3&points=5200")
    shown = page(client, f"{table}/win?amend=1&player=1&from=0&yakuman=1&pao=-&lang=en")
    (problem, *_) = shown.having(data_problem="later_event")
    said = "After this change there could be no East 2 · P3 +6,200 ← Martin. Take it back or correct it first."
    assert " ".join(problem.text.split()) == said
    assert not shown.having("data-apply")


def test_a_winner_can_be_added_to_a_correction_that_is_possible_only_with_both(client: FlaskClient) -> None:
    """The dealer of the last hand must win too, or the game would have ended before the hand after it."""
    table = str(client.post("/game", data={"rules": "house", "rounds": "1"}).location)
    for draw in ("", "", "", "3", "3"):
        apply(client, table, f"/draw?tenpai={draw}")
    dealt_in = "amend=4&player=1&from=2&points=12000"
    alone = page(client, f"{table}/win?{dealt_in}")
    assert alone.having(data_problem="later_event")
    assert alone.one(data_problem="game_is_over").text.strip() == "The game would be over before it."
    assert not alone.having("data-apply")
    address = alone.one(data_action="another")["href"] + "&player=3&points=2000"
    assert page(client, address).having("data-apply")
    not_a_worth = page(client, f"{table}/win?player=1&from=2&points=12300")
    assert not not_a_worth.having(data_action="another")


def test_where_one_player_wins_off_a_discard_the_page_says_who(client: FlaskClient) -> None:
    for rules, said in (("m_league", True), ("house", False)):
        table = str(client.post("/game", data={"rules": rules}).location)
        assert bool(page(client, f"{table}/win").having("data-head-bump")) is said
        assert not page(client, f"{table}/win?player=1").having("data-head-bump")


def test_the_news_of_a_correction_compare_like_with_like(client: FlaskClient, table: str) -> None:
    """Both with honba: 5,200 and 5,800 of the same hand cannot be compared."""
    apply(client, table, "/draw?tenpai=0")
    apply(client, table, "/win?player=0&from=2&points=5800")
    apply(client, table, "/win?amend=2&player=0&from=1&points=7700")
    told = news(client, table)
    assert "East 1 · 1 honba · Aoi +8,000 ← Yui" in told
    assert "Before: East 1 · 1 honba · Aoi +6,100 ← P3" in told
    assert "7,700" not in told


def test_a_win_asks_for_chips_only_where_the_rules_have_them_and_shows_them_before_it_is_applied(
    client: FlaskClient, table: str
) -> None:
    step = "/win?after=0&player=1&from=tsumo&points=8000"
    assert not page(client, table + step).having("data-chips")
    form = {"rules": "house", "game.chip_points": "2000", "game.chip_ura": "1", "game.chip_yakuman_tsumo": "5"}
    table = str(client.post("/game", data=form).location)
    asked = page(client, table + step)
    assert [key["data-chips"] for key in asked.having("data-chips", "href")] == [str(number) for number in range(11)]
    assert asked.one("href", data_chips="0")["aria-current"] == "true"
    chosen = asked.one("href", data_chips="2")["href"].removeprefix(table)
    shown = page(client, table + chosen)
    assert [one["data-chips"] for one in shown.having("data-chips") if "href" not in one] == ["-2", "6", "-2", "-2"]
    apply(client, table, chosen)
    again = page(client, f"{table}/win?after=1&player=1&from=tsumo&how=han&yakuman=1")
    assert not again.having("data-apply")  # who is liable is asked first
    nobody = again.one(data_liable="-")["href"]
    assert page(client, nobody).one("href", data_chips="5")["aria-current"] == "true"


def test_the_chips_of_a_win_by_its_tiles_are_shown_before_it_is_applied(client: FlaskClient) -> None:
    form = {"rules": "house", "game.chip_points": "2000", "game.chip_red": "1"}
    table = str(client.post("/game", data=form).location)
    step = hand_at("after=0&player=1&from=2", hand="234m406p67s88s8s", melds="chi345s.3")
    shown = page(client, table + step)
    assert [one["data-chips"] for one in shown.having("data-chips")] == ["1", "-1"]
