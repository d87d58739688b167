"""What somebody without scripts does with a group."""

from flask.testing import FlaskClient

from tests.pages.game.forms import apply, page, press

NAMES = ("Aoi", "Yui", "Ken", "Martin")


def begin(client: FlaskClient, *names: str) -> str:
    """A game of four that has ended; its address."""
    form = {f"name{n}": name for n, name in enumerate(names or NAMES)} | {"rules": "house", "rounds": "2"}
    table = str(client.post("/game", data=form).location)
    client.get(table)
    press(client, table, "/end", data_apply="")
    return table


def keep(client: FlaskClient, table: str, **fields: str) -> str:
    """Puts a game into a group; the group's address."""
    answer = client.post(f"{table}/keep", data=fields)
    assert answer.status_code == 303, answer.text
    return str(answer.location)


def play(client: FlaskClient, group: str, seats: str = "1.2.3.4", *hands: str, **fields: str) -> str:
    """A new game of members with some hands, its address."""
    answer = client.post(f"{group}/new", data={"seats": seats, "key": f"{group}{seats}{len(hands)}", **fields})
    assert answer.status_code == 303, answer.text
    table = str(answer.location)
    for hand in hands:
        assert apply(client, table, hand) == 303
    return table


def end(client: FlaskClient, table: str) -> None:
    press(client, table, "/end", data_apply="")


def standings(client: FlaskClient, group: str) -> dict[str, tuple[float, int]]:
    """Sum and number of games by name."""
    rows = page(client, group).having("data-standing")
    return {row.tags("bdi")[0].text: (float(row["data-points"]), int(row["data-games"])) for row in rows}


def onlookers(client: FlaskClient, group: str) -> str:
    return str(page(client, f"{group}/links").one(data_action="onlookers")["href"])
