"""The board for a large screen: what it tells of each table, and by what the standings are ordered."""

import pytest
from flask.testing import FlaskClient

from tests.pages.game.forms import apply, page, press
from tests.pages.group.forms import onlookers, play
from webapp.views.group import board_columns

FORM = {"name": "Friday", "rules": "wrc", "rounds": "1", "least": "1"}


def test_each_table_shows_winds_dealer_riichi_leader_and_its_last_hand(client: FlaskClient, group: str) -> None:
    board = f"{onlookers(client, group)}/board?lang=en"
    table = play(client, group, "1.2.3.4")
    (card,) = page(client, board).having("data-table")
    assert not card.having("data-last")
    assert "#1" not in card.text
    apply(client, table, "/win?player=2&from=1&points=3900")
    press(client, table, "", data_action="riichi", data_player="3")
    (card,) = page(client, board).having("data-table")
    rows = {row["data-at"]: row for row in card.having("data-at")}
    assert {wind: row.tags("bdi")[0].text for wind, row in rows.items()} == {
        "N": "Aoi",
        "E": "Yui",
        "S": "Ken",
        "W": "Martin",
    }
    dealers = [wind for wind, row in rows.items() if any("dealer" in part["class"] for part in row.having("title"))]
    assert dealers == ["E"]
    assert [wind for wind, row in rows.items() if "Riichi" in row.text] == ["W"]
    assert [wind for wind, row in rows.items() if "#1" in row.text] == ["S"]
    assert card.one("data-last").text.strip() == "East 1 · Ken +3,900 ← Yui"


def test_the_board_has_the_link_to_look_on_whoever_opens_it(client: FlaskClient, group: str) -> None:
    """A television shows its address to everybody."""
    link = page(client, group).one(data_action="board")["href"]
    assert link == f"{onlookers(client, group)}/board"


@pytest.mark.parametrize("order", ["sum", "mean", "rank"])
def test_the_board_says_by_what_it_ranks(client: FlaskClient, group: str, order: str) -> None:
    client.post(f"{group}/settings", data=FORM | {"order": order})
    assert page(client, f"{group}/board").one("data-board")["data-order"] == order


def test_tables_fill_the_screen_in_as_few_columns_as_letters_are_large() -> None:
    assert [board_columns(tables) for tables in (0, 1, 2, 3, 4, 6, 9, 16, 50)] == [1, 1, 1, 1, 2, 2, 3, 3, 4]
