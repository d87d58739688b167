"""How fast games are replayed: whole recorded games, or made-up ones where there are none; the processor's time.

A page of a game does this at each request: it reads the events that are kept and plays them from the first deal.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from random import Random
from statistics import quantiles
from tempfile import TemporaryDirectory
from time import thread_time_ns
from typing import NamedTuple

from tests.game import recorded
from webapp import create_app
from webapp.formats.game import event_json, read_game, replay_json
from webapp.formats.rules import game_rules_json
from webapp.game.events import Amend, Event, Happening
from webapp.game.log import Game, play, replay
from webapp.game.result import result
from webapp.game.rules import GAME_PRESETS, GameRules
from webapp.store import Created

Json = dict[str, object]

#: How many games are made up, and how many hands each has at most.
GAMES, HANDS = 200, 40
ROUNDS = 5


class Log(NamedTuple):
    """A game as it is kept, as JSON and as values."""

    text: str
    rules: GameRules
    events: tuple[Event, ...]
    game: Game


class Speed(NamedTuple):
    """A row: events a second, and the milliseconds of a whole game."""

    name: str
    events: float
    p50: float
    p95: float


def logs(most: int = 10_000) -> list[Log]:
    """The recorded games, or made-up ones."""
    bodies = [{"rules": game["rules"], "events": recorded.events_of(game)} for game in recorded.games()]
    return [_log(body) for body in (bodies or [*_made_up(Random(1))])[:most]]


def _log(body: Json) -> Log:
    """Kept as a page keeps it: each win with its basic points."""
    case = read_game(body)
    played = replay(case.rules, case.events)
    assert not played.problems
    text = json.dumps({"rules": game_rules_json(case.rules), "events": [*map(event_json, played.kept)]})
    return Log(text, case.rules, played.kept, played.game)


def _made_up(random: Random) -> Iterator[Json]:
    for _ in range(GAMES):
        game, events = Game(GAME_PRESETS["house"]), list[Json]()
        while not game.state.over and len(events) < HANDS:
            body = _event(random)
            case = read_game({"events": [body]})
            played = play(game, case.events[0])
            if not played.problems:
                game = played.game
                events.append(body)
        yield {"rules": "house", "events": events}


def _event(random: Random) -> Json:
    first, second = random.sample(range(4), 2)
    return random.choice(
        [
            {"type": "riichi", "player": first},
            {"type": "win", "wins": [{"player": first, "from": second, "han": random.randint(1, 6), "fu": 30}]},
            {"type": "draw", "tenpai": [first, second]},
        ]
    )


def _read(log: Log) -> object:
    return read_game(json.loads(log.text))


def _replayed(log: Log) -> object:
    return result(replay(log.rules, log.events).game.state)


def _answered(log: Log) -> object:
    case = read_game(json.loads(log.text))
    return json.dumps(replay_json(replay(case.rules, case.events)))


def _amended(log: Log) -> object:
    """The first event by itself: everything after it happens again."""
    first = log.game.line[0]
    assert isinstance(first.event, Happening)
    return play(log.game, Amend(first.seq, first.event))


ROWS: dict[str, Callable[[Log], object]] = {
    "events → states and result": _replayed,
    "JSON → events": _read,
    "JSON → events → states → JSON": _answered,
    "the first event amended": _amended,
}


def measure(found: list[Log], rounds: int = ROUNDS) -> list[Speed]:
    """Every row, the quickest of some rounds for each game."""
    return [_speed(name, act, found, rounds) for name, act in ROWS.items()]


def _speed(name: str, act: Callable[[Log], object], found: list[Log], rounds: int) -> Speed:
    quickest = [min(_timed(act, log) for _ in range(rounds)) / 1e6 for log in found]
    percentiles = quantiles(quickest, n=20, method="inclusive")
    events = sum(len(log.events) for log in found)
    return Speed(name, 1000 * events / sum(quickest), percentiles[9], percentiles[18])


def _timed(act: Callable[[Log], object], log: Log) -> int:
    start = thread_time_ns()
    act(log)
    return thread_time_ns() - start


def table(speeds: list[Speed]) -> str:
    """The speeds as a table."""
    rows = [f"{name:<34}{events:>10,.0f}{p50:>10.2f}{p95:>10.2f}" for name, events, p50, p95 in speeds]
    return "\n".join([f"{'':<34}{'events/s':>10}{'game ms':>10}{'p95 ms':>10}", *rows])


class Page(NamedTuple):
    """What the server does for a phone: its name, and the milliseconds of the processor at the median and at p95."""

    name: str
    p50: float
    p95: float


def pages(found: list[Log], most: int = 60) -> list[Page]:
    """The table of games in the middle and at the end of their log, and a riichi laid and taken back, each asked of the
    whole application with a database of its own."""
    shown, tapped = list[float](), list[float]()
    with TemporaryDirectory() as folder:
        app = create_app({"DATABASE": str(Path(folder) / "games.db")})
        client = app.test_client()
        for log in found[:most]:
            body = json.loads(log.text)
            for events in (body["events"][: len(body["events"]) // 2], body["events"]):
                about = {"names": list("abcd")[: log.rules.players], "rules": body["rules"]}
                created = app.extensions["store"].games.create(about, events)
                assert isinstance(created, Created)
                address = f"/game/{created.player_secret}"
                shown.append(_timed_request(partial(client.get, address)))
                tap = {"event": '{"type": "adjust", "points": [0, 0, 0, 0]}', "seen": str(len(events)), "key": "k"}
                tapped.append(_timed_request(partial(client.post, f"{address}/events", data=tap)))
        app.extensions["store"].close()
    return [_page("GET /game/…, the table", shown), _page("POST /game/…/events, a tap", tapped)]


def pages_by_length(hands: Sequence[int] = (20, 1900), rounds: int = 20) -> list[Page]:
    """The pages of a game with so many hands, once it is in memory."""
    drawn = {"type": "draw", "tenpai": [0, 1, 2, 3]}
    found = list[Page]()
    with TemporaryDirectory() as folder:
        app = create_app({"DATABASE": str(Path(folder) / "games.db")})
        client = app.test_client()
        for length in hands:
            about = {"names": list("abcd"), "rules": game_rules_json(GAME_PRESETS["house"])}
            created = app.extensions["store"].games.create(about, [drawn] * length)
            assert isinstance(created, Created)
            address = f"/game/{created.player_secret}"
            client.get(address)
            taps = {"event": [json.dumps(drawn)] * 99, "key": [f"w{n}" for n in range(99)]}
            times: dict[str, list[float]] = {}
            for n in range(length, length + rounds):
                tap = {"event": json.dumps(drawn), "seen": str(n), "key": f"k{n}"}
                acts = {
                    "a tap": partial(client.post, f"{address}/events", data=tap),
                    "the table": partial(client.get, address),
                    "a preview": partial(client.get, f"{address}/draw?tenpai=0"),
                    "99 waiting taps": partial(client.post, f"{address}/waiting", data=taps),
                }
                for name, act in acts.items():
                    times.setdefault(f"{length} hands: {name}", []).append(_timed_request(act))
            found += [_page(name, each) for name, each in times.items()]
        app.extensions["store"].close()
    return found


def _timed_request(ask: Callable[[], object]) -> float:
    start = thread_time_ns()
    ask()
    return (thread_time_ns() - start) / 1e6


def _page(name: str, times: list[float]) -> Page:
    percentiles = quantiles(times, n=20, method="inclusive")
    return Page(name, percentiles[9], percentiles[18])


def report() -> None:
    """Prints everything."""
    found = logs()
    origin = "recorded" if recorded.games() else "made-up"
    print(f"\n{len(found)} {origin} games, {sum(len(log.events) for log in found):,} events, replayed\n")
    print(table(measure(found)))
    print(f"\n{'':<34}{'p50 ms':>20}{'p95 ms':>10}")
    for name, p50, p95 in [*pages([log for log in found if log.rules.players == 4]), *pages_by_length()]:
        print(f"{name:<34}{p50:>20.2f}{p95:>10.2f}")


if __name__ == "__main__":
    report()
