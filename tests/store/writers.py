"""Processes that enter events as fast as they can, to be killed at any moment; and what they were told until then."""

import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count
from multiprocessing.connection import Connection, wait
from multiprocessing.process import BaseProcess
from random import Random
from time import sleep
from typing import NamedTuple, TypeVar

from sqlalchemy import select

from tests.store.cluster import Cluster
from webapp.store import Access, Appended, Conflict, Created, GroupAccess, Json, PlayerResult, UnavailableError
from webapp.store.database import Database
from webapp.store.games import Games
from webapp.store.groups import Groups
from webapp.store.schema import summary

#: Forks new processes from one that has imported all this.
_FORKING = multiprocessing.get_context("forkserver")
_FORKING.set_forkserver_preload([__name__])
#: Seconds that an append takes, at most, as a rule.
LONGEST = 0.004
#: Seconds until a process that says nothing counts as hung; between two tries while the database is away.
PATIENCE, PAUSE = 60, 0.02

_T = TypeVar("_T")


class Told(NamedTuple):
    """What a writer says: that it sends a tap, or, with a number, that it was told the tap is kept."""

    key: str
    number: int | None = None


def body(key: str) -> Json:
    """The event that a tap enters."""
    return {"event": "adjust", "note": key}


def summary_of(number: int) -> list[PlayerResult]:
    """What is summed up after the event of this number."""
    return [PlayerResult(12, 0, number, {"events": number})]


def send(games: Games, access: Access, seen: int, key: str) -> Appended:
    """Sends a tap until it is kept, also where others are faster."""
    while True:
        done = games.append(access, seen, key, body(key), summary_of(seen + 1))
        if isinstance(done, Appended):
            return done
        assert isinstance(done, Conflict), done
        seen = done.head


def until_there(ask: Callable[[], _T]) -> _T:
    """Asks until the database is there, as a phone does."""
    while True:
        try:
            return ask()
        except UnavailableError:
            sleep(PAUSE)


def write(address: str, secret: str, name: str, say: Connection) -> None:
    """A writer: enters one event after the other, and says before and after what it does."""
    games = Games(Database(address))
    access = until_there(partial(games.find, secret))
    assert access
    seen = access.game.head
    for tap in count():
        key = f"{name} {tap}"
        say.send(Told(key))
        seen = until_there(partial(send, games, access, seen, key)).number
        say.send(Told(key, seen))


class Writer:
    """A running writer and what it has said so far."""

    def __init__(self, address: str, secret: str, name: str) -> None:
        self.hear, say = _FORKING.Pipe(duplex=False)
        self.process: BaseProcess = _FORKING.Process(target=write, args=(address, secret, name, say), daemon=True)
        self.process.start()
        say.close()
        self.told: list[Told] = []

    def listen(self) -> bool:
        """Takes in one more thing that it says; False when it is dead and has said all."""
        try:
            self.told.append(self.hear.recv())
        except EOFError:
            return False
        return True

    def kill(self) -> None:
        """Ends it as a power cut would, and hears what it said before."""
        self.process.kill()
        while self.listen():
            pass
        self.process.join()
        self.process.close()
        self.hear.close()

    def kept(self) -> Iterator[Told]:
        """The taps that it was told are kept."""
        return (told for told in self.told if told.number is not None)

    def open(self) -> str | None:
        """The tap that it had sent and was told nothing of."""
        return self.told[-1].key if self.told and self.told[-1].number is None else None


class Outcome(NamedTuple):
    """What a run came to: taps whose writers were told a number, and taps that were kept though nobody was told."""

    kept: dict[str, int]
    found: int


class Faults(NamedTuple):
    """Acknowledged taps that are not kept under their number, taps that are kept twice, numbers that are left out, and
    what does not say the same as the events: the summary of the game, or the version of its group."""

    lost: int
    twice: int
    gaps: int
    differ: int


def faults(games: Games, access: Access, outcome: Outcome) -> Faults:
    """What is wrong with a game after a run."""
    found = games.find(access.secret)
    assert found
    kept = games.since(found.game.id)
    numbers = {event.number: event.body["note"] for event in kept}
    times = Counter(event.body["note"] for event in kept)
    return Faults(
        lost=sum(numbers.get(number) != key for key, number in outcome.kept.items()),
        twice=sum(many - 1 for many in times.values()),
        gaps=len(set(range(1, found.game.head + 1)) ^ set(numbers)),
        differ=differences(games, found),
    )


def begin(games: Games) -> Access:
    """A new game of a group, by its players' link."""
    groups = Groups(games)
    group = groups.create({}, [{}] * 4)
    assert isinstance(group, GroupAccess)
    created = groups.begin(group, {"names": list("ABCD")}, [1, 2, 3, 4], "first")
    assert isinstance(created, Created)
    access = games.find(created.player_secret)
    assert access
    return access


def differences(games: Games, access: Access) -> int:
    """Whether the summary of a game is that of its last event, and its group has changed once for each event and once
    for the game itself."""
    head, group = access.game.head, access.group
    with games.database.reading() as connection:
        points = connection.scalar(select(summary.c.points).where(summary.c.game == access.game.id))
    is_other = group is not None and games.versions([group])[group] != 2 + head
    return (points != (head or None)) + is_other


def run(games: Games, access: Access, address: str, *, writers: int, kills: int, seed: int) -> Outcome:
    """Lets so many writers play, kills one so often, and sends again what it was not told about, as a phone does."""
    random, names = Random(seed), count()
    outcome = Outcome({}, 0)
    playing = [Writer(address, access.secret, f"writer {next(names)}") for _ in range(writers)]
    for _ in range(kills):
        _hear(playing, random.randint(1, 40))
        victim = playing.pop(random.randrange(writers))
        # At any moment of what it does next, not only just after it was answered.
        wait([victim.hear], random.uniform(0, LONGEST))
        outcome = _killed(victim, games, access, outcome)
        playing.append(Writer(address, access.secret, f"writer {next(names)}"))
    for writer in playing:
        outcome = _killed(writer, games, access, outcome)
    return outcome


def crash(
    games: Games, access: Access, cluster: Cluster, address: str, *, writers: int, kills: int, seed: int
) -> Outcome:
    """Lets so many writers play, and kills PostgreSQL's server so often; they go on when it is there again."""
    random = Random(seed)
    playing = [Writer(address, access.secret, f"writer {number}") for number in range(writers)]
    for _ in range(kills):
        _hear(playing, random.randint(4, 40))
        wait([playing[0].hear], random.uniform(0, LONGEST))
        cluster.kill()
        cluster.start()
    _hear(playing, 4 * writers)
    outcome = Outcome({}, 0)
    for writer in playing:
        outcome = _killed(writer, games, access, outcome)
    return outcome


def _killed(victim: Writer, games: Games, access: Access, outcome: Outcome) -> Outcome:
    """Kills a writer; what it was told, and what it was not told about and is sent again."""
    victim.kill()
    kept = outcome.kept | {told.key: told.number for told in victim.kept() if told.number}
    key = victim.open()
    if key is None:
        return Outcome(kept, outcome.found)
    done = until_there(partial(send, games, access, 0, key))
    return Outcome(kept | {key: done.number}, outcome.found + (not done.is_new))


def _hear(playing: list[Writer], lines: int) -> None:
    """Listens until so much more was said, whoever says it."""
    heard = 0
    while heard < lines:
        ready = wait([writer.hear for writer in playing], PATIENCE)
        assert ready, "no writer says anything any more"
        for writer in playing:
            if writer.hear in ready:
                assert writer.listen(), "a writer ended by itself"
                heard += 1
