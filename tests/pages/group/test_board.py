"""The board for a large screen: what it tells of each table, and by what the standings are ordered."""

from concurrent.futures import ThreadPoolExecutor
from time import sleep

import pytest
from flask import Flask, request
from flask.testing import FlaskClient

from tests.pages.game.forms import apply, page, press
from tests.pages.group.forms import onlookers, play
from webapp.pages.group.running_tables import board_columns
from webapp.store import GroupAccess, Store
from webapp.store.groups import Groups

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


def test_an_event_has_the_group_read_once_for_all_screens_that_wait(
    app: Flask, client: FlaskClient, group: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, table, screens = f"{onlookers(client, group)}/board", play(client, group, "1.2.3.4"), 8
    store: Store = app.extensions["store"]
    seen = client.get(board).headers["ETag"]
    press(client, table, "", data_action="riichi", data_player="3")
    seen, old = client.get(board).headers["ETag"], seen
    assert seen != old
    found: list[str] = []
    find = Groups.find

    def noted(groups: Groups, secret: str) -> GroupAccess | None:
        if request.path == board:
            found.append(secret)
        return find(groups, secret)

    monkeypatch.setattr(Groups, "find", noted)
    monkeypatch.setattr(store.hub, "_slots", screens)
    with ThreadPoolExecutor(screens) as pool:
        headers = {"If-None-Match": seen, "Prefer": "wait=25", "HX-Request": "true"}
        answers = [pool.submit(app.test_client().get, board, headers=headers) for _ in range(screens)]
        while store.hub.waiting() < screens and not any(answer.done() for answer in answers):
            sleep(0.01)
        assert len(found) == screens
        press(client, table, "", data_action="riichi", data_player="2")
        updates = [answer.result() for answer in answers]
    assert len(found) == screens + 1
    now = client.get(board).headers["ETag"]
    assert {answer.headers["ETag"] for answer in updates} == {now}
    assert all(answer.status_code == 200 and answer.text.count("Riichi") >= 2 for answer in updates)
