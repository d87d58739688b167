"""``python -m tests.tools.killed [--kills N] [--writers N]``: writers that are killed (kill -9) while they write.

On SQLite and on PostgreSQL; and writers who go on while PostgreSQL's own server is killed. What was acknowledged must
be kept under its number, once, and no number be left out. The games are those of a group: the summary of each must be
that of its last event.
"""

import argparse
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from tests.store.cluster import Cluster, binaries
from tests.store.writers import Faults, Outcome, begin, crash, faults, run
from webapp.store import Access
from webapp.store.database import Database
from webapp.store.games import Games

#: Kills in each game, which has room for 2,000 events.
IN_ONE = 10

Play = Callable[[Games, Access, int, int], Outcome]


def report(name: str, address: str, kills: int, play: Play) -> bool:
    """Plays until there were so many kills, and says what came of it; whether nothing is wrong."""
    with closing(Database(address)) as database:
        games = Games(database)
        found = list(_games(games, kills, play))
    total = Faults(*(sum(column) for column in zip(*(wrong for _, wrong in found), strict=True)))
    acknowledged = sum(len(outcome.kept) for outcome, _ in found)
    again = sum(outcome.found for outcome, _ in found)
    print(
        f"{name}: {kills} kills, {acknowledged:,} events acknowledged, {total.lost} lost, {total.twice} twice,", end=" "
    )
    print(f"{total.gaps} gaps, {total.differ} other sums; {again} taps were kept though nobody was told", flush=True)
    return not any(total)


def _games(games: Games, kills: int, play: Play) -> Iterator[tuple[Outcome, Faults]]:
    for seed, done in enumerate(range(0, kills, IN_ONE)):
        access = begin(games)
        outcome = play(games, access, min(IN_ONE, kills - done), seed)
        yield outcome, faults(games, access, outcome)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs and reports; the exit status is 1 if anything was lost, kept twice or left out."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.killed", description="Kill writers while they write.")
    parser.add_argument("--kills", type=int, default=200, help="on each database (default: %(default)s)")
    parser.add_argument("--writers", type=int, default=4, help="at once (default: %(default)s)")
    options = parser.parse_args(arguments)
    with TemporaryDirectory() as folder:
        right = [_writers("SQLite", str(Path(folder, "games.db")), options)]
    programs = binaries()
    if programs:
        right += _postgresql(Cluster(programs), options)
    else:
        print("PostgreSQL is not installed")
    return 0 if all(right) else 1


def _postgresql(cluster: Cluster, options: argparse.Namespace) -> list[bool]:
    def crashing(games: Games, access: Access, kills: int, seed: int) -> Outcome:
        return crash(games, access, cluster, address, writers=options.writers, kills=kills, seed=seed)

    try:
        address = cluster.database()
        right = _writers("PostgreSQL", address, options)
        return [right, report("PostgreSQL, its server killed", address, options.kills, crashing)]
    finally:
        cluster.remove()


def _writers(name: str, address: str, options: argparse.Namespace) -> bool:
    def play(games: Games, access: Access, kills: int, seed: int) -> Outcome:
        return run(games, access, address, writers=options.writers, kills=kills, seed=seed)

    return report(name, address, options.kills, play)


if __name__ == "__main__":
    sys.exit(main())
