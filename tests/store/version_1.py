"""A database as version 1 of the tables left it: running, finished and chained games, as it would be today."""

import json

from sqlalchemy import text

from tests.store.conftest import Open
from webapp.store import Json, links

HOUSE = {"names": ["Aoi", "Yui", "Ken", ""], "rules": "house"}
WIN: Json = {"type": "win", "wins": [{"player": 1, "from": 0, "han": 3, "fu": 40}]}
#: The events of each game, and the game that it follows: one that runs, one that is over, and the one after that.
GAMES: dict[str, tuple[list[Json], str | None]] = {
    "running": ([WIN], None),
    "over": ([WIN, {"type": "end"}], None),
    "chained": ([], "over"),
}


def fill(open_games: Open, address: str) -> dict[str, str]:
    """Writes the games into tables that the first migration made; their players' links by name."""
    secrets = {name: links.new_secret() for name in GAMES}
    with open_games(address).database.transaction() as connection:
        for name, (events, former) in GAMES.items():
            player = secrets[name]
            onlooker = links.onlooker_of(player)
            row = {
                "id": name,
                "player": links.fingerprint(player),
                "onlooker": links.fingerprint(onlooker),
                "head": len(events),
                "version": 1,
                "about": json.dumps(HOUSE),
                "evening": former or name,
                "follows": former,
                "player_seal": links.sealed(secrets[former], name, player) if former else None,
                "onlooker_seal": links.sealed(links.onlooker_of(secrets[former]), name, onlooker) if former else None,
                "made": 1_790_000_000_000,
                "touched": 1_790_000_000_000,
            }
            names, values = ", ".join(row), ", ".join(f":{name}" for name in row)
            connection.execute(text(f"INSERT INTO game ({names}) VALUES ({values})"), row)
            for number, body in enumerate(events, 1):
                connection.execute(
                    text("INSERT INTO event (game, number, key, at, body) VALUES (:game, :n, :key, :at, :body)"),
                    {"game": name, "n": number, "key": bytes([number] * 16), "at": 0, "body": json.dumps(body)},
                )
    return secrets
