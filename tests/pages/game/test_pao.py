"""Pao where the tiles are not known: it is asked by name, and nothing is applied before it is answered."""

import csv
import io

import pytest
from flask.testing import FlaskClient

from tests.pages.game.forms import apply, page, points


def keys(client: FlaskClient, address: str) -> list[tuple[str, str | None]]:
    """The answers that a page offers: the player, and for how many yakuman."""
    return [
        (key["data-liable"], key.attributes.get("data-times")) for key in page(client, address).having("data-liable")
    ]


def answer(client: FlaskClient, table: str, step: str, liable: str, times: str | None = None) -> str:
    """The address below the table to which an answer leads."""
    offered = page(client, table + step).having("data-liable", data_liable=liable)
    key = next(key for key in offered if key.attributes.get("data-times") == times)
    return key["href"].removeprefix(table)


@pytest.mark.parametrize("worth", ["points=32000", "how=han&yakuman=1"])
def test_nothing_is_applied_before_it_is_said_who_is_liable(client: FlaskClient, table: str, worth: str) -> None:
    step = f"/win?after=0&player=1&from=3&{worth}"
    asked = page(client, table + step)
    assert not asked.having("data-apply")
    assert not asked.having("data-outcome")
    assert keys(client, table + step) == [("-", None), ("0", None), ("2", None)]
    assert asked.one(data_liable="2").text == "W P3"
    apply(client, table, answer(client, table, step, "2"))
    assert points(client, table) == [25000, 57000, 9000, 9000]


def test_the_answer_stands_with_its_totals_where_nothing_covers_it(client: FlaskClient, table: str) -> None:
    step = "/win?after=0&player=1&from=tsumo&points=32000"
    shown = page(client, table + answer(client, table, step, "2"))
    (card,) = (card for card in shown.tags("div") if card.attributes.get("class") == "outcome card")
    assert len(card.having("data-liable")) == len(shown.having("data-liable")) == 4
    assert card.having("data-outcome")


def test_nobody_may_be_liable(client: FlaskClient, table: str) -> None:
    apply(client, table, answer(client, table, "/win?after=0&player=1&from=tsumo&points=32000", "-"))
    assert points(client, table) == [9000, 57000, 17000, 17000]


def test_of_two_yakuman_somebody_may_be_liable_for_one(client: FlaskClient) -> None:
    form = {"rules": "house", "rule.pao_scope": "per_yakuman"}
    table = str(client.post("/game", data=form).location)
    step = "/win?after=0&player=1&from=tsumo&how=han&yakuman=2"
    assert keys(client, table + step) == [("-", None), *((one, n) for one in "023" for n in "12")]
    apply(client, table, answer(client, table, step, "2", "1"))
    assert points(client, table) == [25000 - 16000, 25000 + 64000, 25000 - 8000 - 32000, 25000 - 8000]


@pytest.mark.parametrize("worth", ["points=24000", "how=han&han=13&fu=30", "points=8000"])
def test_what_is_no_yakuman_asks_nothing(client: FlaskClient, table: str, worth: str) -> None:
    shown = page(client, f"{table}/win?after=0&player=1&from=3&{worth}")
    assert not shown.having("data-liable")
    assert shown.having("data-apply")


def test_after_an_open_kan_somebody_may_be_liable_for_any_tsumo(client: FlaskClient) -> None:
    table = str(client.post("/game", data={"rules": "house", "rule.pao_daiminkan": "yes"}).location)
    step = "/win?after=0&player=1&from=tsumo&how=han&han=3&fu=40"
    assert page(client, table + step).one(data_liable="-")["aria-current"] == "true"
    assert not page(client, f"{table}/win?after=0&player=1&from=3&points=8000").having("data-liable")
    apply(client, table, answer(client, table, step, "2"))
    assert points(client, table) == [25000, 30200, 19800, 25000]
    (again,) = [link for link in page(client, f"{table}/course").tags("a") if "amend=1" in link["href"]]
    assert page(client, again["href"]).one(data_liable="2")["aria-current"] == "true"


def test_by_rules_without_pao_nothing_is_asked(client: FlaskClient) -> None:
    table = str(client.post("/game", data={"rules": "tokuten"}).location)
    shown = page(client, f"{table}/win?after=0&player=1&from=3&points=32000")
    assert not shown.having("data-liable")
    assert shown.having("data-apply")


def test_both_payers_are_named_wherever_the_hand_is_told(client: FlaskClient, table: str) -> None:
    apply(client, table, answer(client, table, "/win?after=0&player=1&from=3&points=32000", "0"))
    for told in (page(client, table).text, page(client, f"{table}/course").text, client.get(f"{table}/game.txt").text):
        assert "Yui +32,000 ← Martin · Pao: Aoi" in told
    row, *_ = csv.DictReader(io.StringIO(client.get(f"{table}/game.csv").text.removeprefix("\ufeff")))
    assert (row["dealt_in"], row["liable"]) == ("Martin", "Aoi")


def test_a_correction_keeps_who_is_liable(client: FlaskClient, table: str) -> None:
    apply(client, table, answer(client, table, "/win?after=0&player=1&from=3&points=32000", "2"))
    (again,) = [link["href"] for link in page(client, f"{table}/course").tags("a") if "/win?" in link["href"]]
    shown = page(client, again)
    assert shown.one("data-liable", data_liable="2")["aria-current"] == "true"
    assert shown.having("data-apply")


@pytest.mark.parametrize("pao", ["x", "9", "2.x", "2.99999999", "1", " ", "2 2 2 2 2"])
def test_an_address_that_says_nonsense_applies_nothing_wrong(client: FlaskClient, table: str, pao: str) -> None:
    shown = client.get(f"{table}/win?after=0&player=1&from=3&points=32000&pao={pao}")
    assert shown.status_code == 200
    assert "data-apply" not in shown.text


def test_by_tiles_the_game_asks_by_name_who_fed_the_last_set(client: FlaskClient, table: str) -> None:
    """Three pon of dragons, of which nothing says who discarded them."""
    hand = "hand=234m9p9p&melds=pon555z-pon666z-pon777z&by=tsumo"
    step = "/hand?step.after=0&step.player=1&step.from=tsumo&"
    asked = page(client, f"{table}{step}{hand}")
    assert not asked.having("data-apply")
    question = asked.one("data-question", data_question="fed")
    assert [name for name in ("Aoi", "Yui", "Martin") if name in question.text] == ["Aoi", "Martin"]
