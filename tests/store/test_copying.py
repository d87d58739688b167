"""`python -m webapp copy`: a site or a group moves from one kind of database to another, and goes on there."""

from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import select

from tests.store.conftest import ABOUT, Open, address_of, begin, reach
from tests.store.test_games import WIN
from webapp.commands.upkeep import summarise
from webapp.store import Created, GroupAccess, PlayerResult, copying, links, upkeep
from webapp.store.games import Games
from webapp.store.groups import Groups
from webapp.store.schema import metadata

RESULTS = [PlayerResult(12 * n, total, 25_000, {"games": 1}) for n, total in enumerate((30, 10, -10, -30), 1)]
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*words: str) -> tuple[int, str, str]:
        return upkeep.main(["copy", *words], summarise), *capsys.readouterr()

    return run


@pytest.fixture
def other(address: str, request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a database of the other kind may be made."""
    return address_of("sqlite" if "://" in address else "postgresql", request, tmp_path)


def played(games: Games) -> tuple[GroupAccess, GroupAccess]:
    """Two groups, the first with an evening of two games, a season, and renewed links, its own and those of its first
    game; and a game without a group."""
    groups = Groups(games)
    alone = begin(games)
    games.append(alone, 0, "a", WIN)
    made = [groups.create({"name": name}, [{"name": who} for who in "ABCD"]) for name in ("Friday", "Sunday")]
    first, second = (one for one in made if isinstance(one, GroupAccess))
    created = groups.begin(first, ABOUT, (1, 2, 3, 4), "one")
    assert isinstance(created, Created)
    games.append(reach(games, created.player_secret), 0, "end", {"type": "end"}, RESULTS)
    games.follow(reach(games, created.player_secret), ABOUT)
    games.renew(reach(games, created.player_secret))
    groups.begin(second, ABOUT, (1, 2, 3, 4), "two")
    renewed = groups.renew(first)
    assert isinstance(renewed, GroupAccess)
    return renewed, second


def contents(games: Games) -> dict[str, list[tuple[object, ...]]]:
    with games.database.reading() as connection:
        return {
            table.name: sorted(map(tuple, connection.execute(select(table))), key=repr)
            for table in metadata.sorted_tables
        }


def test_a_site_moves_to_the_other_kind_of_database_as_it_is(
    address: str, other: str, open_games: Open, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copying, "ROWS", 2)
    games = open_games(address)
    group, _ = played(games)
    status, said, progress = run(address, other)
    assert (status, said) == (0, "Games copied: 4, with 2 events; groups: 2\n")
    assert "member: 8 of 8" in progress
    moved = open_games(other)
    assert contents(moved) == contents(games)
    access = Groups(moved).find(group.secret)
    assert access
    (running,) = Groups(moved).games(access.group, is_over=False)
    assert moved.find(Groups(moved).link(access, running.game.id) or "")
    assert run(address, other)[::2] == (
        1,
        "agari: the other database has games or groups already; a whole site is copied to an empty one\n",
    )


def test_one_group_moves_to_a_site_that_has_others(address: str, other: str, open_games: Open, run: Run) -> None:
    games, there = open_games(address), open_games(other)
    group, second = played(games)
    mine = begin(there)
    link = f"https://agari.example/group/{group.secret}"
    assert run(address, other, "--group", link)[:2] == (0, "Games copied: 2, with 1 events; groups: 1\n")
    groups = Groups(there)
    access = groups.find(group.secret)
    assert access
    assert [one.members for one in groups.games(access.group)] == [(1, 2, 3, 4)] * 2
    assert len(groups.totals(access.group, 4, None)) == 4
    assert groups.find(second.secret) is None
    assert there.find(mine.secret)
    assert run(address, other, "--group", link)[::2] == (1, "agari: the other database has this group already\n")
    unknown = run(address, other, "--group", links.new_secret())
    assert unknown[::2] == (1, "agari: no group has this link\n")


def test_what_cannot_be_copied_is_said_in_a_line(address: str, other: str, open_games: Open, run: Run) -> None:
    assert run(address, other)[0] == 1
    begin(open_games(address))
    assert run(address, address)[::2] == (1, "agari: both databases are the same\n")
    status, _, said = run(address, "mysql://agari@localhost/agari")
    assert status == 1
    assert said.startswith("agari: AGARI_DATABASE is neither")
