"""How long the pages of a large group take: ``TABLES=50 python -m tests.tools.group_pages [DATABASE]``.

DATABASE must not exist yet. Times are processor time, in milliseconds and in scoring taps, which are timed in turns
with them: of the first request after an event of a running game, of the first after the sums of the season have
changed, and of those that follow.
"""

import os
import random
import sys
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from functools import partial
from itertools import count, product
from pathlib import Path
from statistics import median
from time import process_time

from flask.testing import FlaskClient

from tests.tools.benchmarks.values import Taps
from webapp import create_app
from webapp.formats.game import event_json
from webapp.formats.player_results import player_results
from webapp.formats.rules import game_rules_json
from webapp.game.events import End, Event, HanFu, Riichi, Win, Won
from webapp.game.log import replay
from webapp.game.rules import GAME_PRESETS
from webapp.store import Access, Created, GroupAccess, Store

#: Finished games, members, games that run, and how often each page is asked for.
GAMES, MEMBERS, TABLES, TIMES = 2000, 100, int(os.environ.get("TABLES", "1")), 15


def _at(start: datetime, number: int) -> datetime:
    return start + timedelta(seconds=number)


def events(chance: random.Random, hands: int) -> list[Event]:
    """A game of so many hands; of eight it may be over by itself."""
    played: list[Event] = []
    for _ in range(hands):
        player, other = chance.sample(range(4), 2)
        played += [Riichi(player), Win((Won(player, chance.choice([None, other]), HanFu(chance.randint(2, 5), 30)),))]
    return played


def fill(store: Store) -> tuple[GroupAccess, Access]:
    """A group with so many games and members, and with tables that run; and one of these."""
    chance, rules = random.Random(7), GAME_PRESETS["m_league"]
    members = [{"name": f"M{n}"} for n in range(MEMBERS)]
    made = store.groups.create({"name": "Club", "rules": game_rules_json(rules)}, members)
    assert isinstance(made, GroupAccess)
    table, start = None, datetime.now(UTC) - timedelta(hours=1)
    for number in range(GAMES + TABLES):
        store.games.now = partial(_at, start, number)
        seats = chance.sample(range(1, MEMBERS + 1), 4)
        about = {"names": [f"M{seat - 1}" for seat in seats], "rules": game_rules_json(rules)}
        log = [*events(chance, 8), End()] if number < GAMES else events(chance, 3)
        played = replay(rules, log)
        bodies = [event_json(event) for event in played.kept]
        created = store.games.create(about, bodies, player_results(played.game))
        assert isinstance(created, Created)
        table = store.games.find(created.player_secret)
        assert table
        store.groups.add(made, [(table, seats)])
    assert table
    return made, table


def timed(client: FlaskClient, address: str) -> float:
    """Milliseconds."""
    began = process_time()
    assert client.get(address).status_code == 200, address
    return 1000 * (process_time() - began)


def goes_on(store: Store, table: Access, number: int) -> None:
    """A player declares riichi at a table that runs, or takes it back."""
    kind = "withdraw" if number % 2 else "riichi"
    store.games.append(table, table.game.head + number, str(number), {"type": kind, "player": 0})


def main() -> None:
    """Prints a line for each page: the first who asks after an event, the first after sums have changed, the others."""
    with tempfile.TemporaryDirectory() as folder:
        database = sys.argv[1] if sys.argv[1:] else str(Path(folder) / "games.db")
        app = create_app({"DATABASE": database, "COMPRESS": False})
        store: Store = app.extensions["store"]
        access, table = fill(store)
        client, taps, numbers = app.test_client(), Taps(), count()
        group = f"/group/{access.secret}"
        pages = [group, f"{group}/members/1", f"{group}/board", f"{group}/new", f"{group}/games"]
        changes: dict[str, Callable[[str], object]] = {
            "event": lambda _: goes_on(store, table, next(numbers)),
            "sums": lambda _: store.groups.delete_game(access, table.game.id, undo=True),
            "then": client.get,
        }
        times: dict[tuple[str, str], list[float]] = {(page, name): [] for page in pages for name in changes}
        for _, name, page in product(range(TIMES), changes, pages):
            changes[name](page)
            times[page, name].append(timed(client, page))
            taps.tap()
        tap = 1000 * taps.seconds
        print(f"{'tap':>12} {tap:.1f} ms")
        for page in pages:
            print(f"{page.removeprefix(group) or '/':>12}", end="")
            for name in changes:
                middle = median(times[page, name])
                print(f"  {name} {middle:6.1f} ms {middle / tap:5.1f} taps", end="")
            print()
        store.close()


if __name__ == "__main__":
    main()
