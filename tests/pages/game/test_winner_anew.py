"""A correction in which another player wins, or several do."""

from flask.testing import FlaskClient

from tests.pages.game.forms import apply, hand_at, page, points, step_fields
from tests.pages.markup import Element


def chosen_anew(client: FlaskClient, address: str, winner: str, source: str) -> str:
    """The address of the page after another winner and discarder are chosen on the page at `address`."""
    who = page(client, page(client, address).one(data_action="anew")["href"])
    whom = page(client, who.one(data_winner=winner)["href"])
    return str((whom.one(data_by="tsumo") if source == "tsumo" else whom.one(data_from=source))["href"])


def corrected(client: FlaskClient, table: str) -> str:
    return str(page(client, f"{table}/course").having(**{"class": "correct"})[0]["href"])


def test_another_winner_keeps_the_amount_that_was_entered(client: FlaskClient, table: str) -> None:
    for step in ("points=8000", "how=han&han=3&fu=40"):
        apply(client, table, f"/win?player=1&from=0&{step}")
        again = chosen_anew(client, corrected(client, table), "3", "2")
        assert apply(client, table, again.removeprefix(table)) == 303
    assert points(client, table) == [25000, 25000, 25000 - 8000 - 5200, 25000 + 8000 + 5200]


def test_an_amount_that_the_new_winner_cannot_have_is_asked_again(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=3900")
    shown = page(client, chosen_anew(client, corrected(client, table), "1", "tsumo"))
    assert shown.having("data-figure")
    assert not shown.having("data-apply")
    assert not shown.having("data-problem")


def test_the_tiles_are_kept_while_another_winner_is_chosen(client: FlaskClient, table: str) -> None:
    apply(client, table, hand_at("player=1&from=0", hand="234m456p678s88p23s4s"))
    again = chosen_anew(client, corrected(client, table), "2", "3")
    assert apply(client, table, again.removeprefix(table)) == 303
    assert points(client, table) == [25000, 25000, 27000, 23000]


def test_a_correction_adds_one_more_ron(client: FlaskClient, table: str) -> None:
    apply(client, table, "/win?player=1&from=0&points=8000")
    apply(client, table, "/draw?tenpai=")
    first = page(client, f"{table}/course").having(**{"class": "correct"})[-1]["href"]
    another = page(client, page(client, first).one(data_action="another")["href"])
    second = another.one(data_winner="3")["href"] + "&points=1000"
    assert apply(client, table, second.removeprefix(table)) == 303
    assert points(client, table) == [16000, 33000, 25000, 26000]
    assert len(page(client, f"{table}/course").having("data-hand")) == 2


def test_the_calculator_adds_one_more_ron_to_the_hand_that_is_corrected(client: FlaskClient, table: str) -> None:
    apply(client, table, hand_at("player=1&from=0", hand="234m456p678s88p23s4s"))
    another = page(client, corrected(client, table)).one(data_action="another-ron")["href"]
    assert "amend=1" in another


def test_a_tap_keeps_the_tiles_in_the_way_to_another_winner(client: FlaskClient, table: str) -> None:
    apply(client, table, hand_at("player=1&from=0", hand="234m456p678s88p23s4s"))
    form = {**step_fields("player=1&from=0&amend=1"), "hand": "234m456p678s88p23s", "tile": "1s"}
    answer = client.post(f"{table}/hand", data=form, headers={"HX-Request": "true"})
    assert "tiles.hand=" in Element.of(answer.text).one(data_action="anew")["href"]
