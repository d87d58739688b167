"""`python -m webapp games`: the operator counts, lists, deletes and revokes games without seeing names or links."""

from collections.abc import Callable

import pytest

from tests.store.conftest import ABOUT, begin, reach
from tests.store.test_games import WIN
from webapp.commands.upkeep import summarise
from webapp.store import Created, GroupAccess, links, upkeep
from webapp.store.games import Games
from webapp.store.groups import Groups
from webapp.store.inventory import SHOWN

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def run(address: str, capsys: pytest.CaptureFixture[str]) -> Run:
    def run(*words: str) -> tuple[int, str, str]:
        return upkeep.main(["games", *words], summarise, address), *capsys.readouterr()

    return run


@pytest.fixture
def group(games: Games) -> GroupAccess:
    made = Groups(games).create({"name": "Friday"}, [{"name": name} for name in "ABCD"])
    assert isinstance(made, GroupAccess)
    return made


def hash_of(secret: str) -> str:
    return links.fingerprint(secret).hex()[:SHOWN]


def test_games_are_counted_and_listed_without_names_and_links(games: Games, group: GroupAccess, run: Run) -> None:
    small, large = begin(games), begin(games)
    for seen in range(3):
        games.append(large, seen, f"{seen}", WIN)
    games.append(small, 0, "a", WIN)
    played = Groups(games).begin(group, ABOUT, (1, 2, 3, 4), "one")
    assert isinstance(played, Created)
    games.delete(small)
    assert run()[1].splitlines()[:3] == [
        "Games: 3, of them in groups: 1, deleted: 1",
        "Events: 4",
        "Groups: 1, of them deleted: 0",
    ]
    status, by_size, _ = run("list", "--by", "size")
    assert status == 0
    rows = [line.split() for line in by_size.splitlines()[1:]]
    secrets = [large.secret, small.secret, played.player_secret]
    assert [row[0] for row in rows] == [hash_of(secret) for secret in secrets]
    assert [row[3] for row in rows] == ["3", "1", "0"]
    assert [row[5:] for row in rows] == [[], ["deleted"], [hash_of(group.secret)]]
    assert not any(text in by_size for text in (*ABOUT["names"], *secrets))
    assert len(run("list", "--most", "1")[1].splitlines()) == 2
    assert Groups(games).delete(group) is None
    assert "deleted: 2" in run()[1].splitlines()[0]
    assert "Groups: 1, of them deleted: 1" in run()[1]
    assert run("list")[1].count("deleted") == 2


@pytest.mark.parametrize("named", [lambda secret: f"https://agari.example/game/{secret}/course", hash_of, str])
def test_a_game_is_deleted_by_its_link_or_its_hash(games: Games, run: Run, named: Callable[[str], str]) -> None:
    one, other, kept = begin(games), begin(games), begin(games)
    assert run("delete", "--", named(one.secret)) == (0, "Games deleted: 1\n", "")
    assert games.find(one.secret) is None
    assert games.find(one.secret, deleted=True)
    assert run("delete", "--for-good", "--", named(other.secret)) == (0, "Games deleted for good: 1\n", "")
    assert games.find(other.secret, deleted=True) is None
    reach(games, kept.secret)


def test_a_group_is_deleted_with_its_games(games: Games, group: GroupAccess, run: Run) -> None:
    groups = Groups(games)
    played = groups.begin(group, ABOUT, (1, 2, 3, 4), "one")
    assert isinstance(played, Created)
    assert run("delete", f"/group/{group.secret}") == (0, "Games deleted: 1\n", "")
    found = groups.find(group.secret)
    assert found
    assert found.group.deleted
    assert games.find(played.player_secret) is None
    assert run("delete", "--for-good", hash_of(group.secret)) == (0, "Games deleted for good: 1\n", "")
    assert groups.find(group.secret) is None


def test_revoked_links_open_nothing_and_the_new_ones_do(games: Games, group: GroupAccess, run: Run) -> None:
    access = begin(games)
    following = games.follow(access, ABOUT)
    assert isinstance(following, Created)
    status, said, _ = run("revoke", hash_of(access.secret))
    player, onlooker = (line.split()[0].removeprefix("/game/") for line in said.splitlines())
    assert status == 0
    assert reach(games, player).may_write
    assert not reach(games, onlooker).may_write
    for old in (access.secret, access.onlooker_secret):
        assert games.find(old) is None
    assert reach(games, following.player_secret).game.follows is None
    groups = Groups(games)
    assert run("revoke", hash_of(group.secret))[0] == 1
    status, said, _ = run("revoke", f"/group/{group.secret}")
    renewed = groups.find(said.split()[0].removeprefix("/group/"))
    assert renewed
    assert renewed.may_write
    assert groups.find(group.secret) is None
    assert groups.renewed(group.secret, group.inside) is None


def test_a_revoked_game_is_still_found_from_its_evening_and_its_group(
    games: Games, group: GroupAccess, run: Run
) -> None:
    groups = Groups(games)
    played = groups.begin(group, ABOUT, (1, 2, 3, 4), "one")
    assert isinstance(played, Created)
    former = reach(games, played.player_secret)
    following = games.follow(former, ABOUT)
    assert isinstance(following, Created)
    assert run("revoke", hash_of(following.player_secret))[0] == 1
    status, said, _ = run("revoke", f"/game/{following.player_secret}")
    player = said.split()[0].removeprefix("/game/")
    assert status == 0
    assert games.find(following.player_secret) is None
    assert reach(games, former.secret).next == groups.link(group, following.game.id) == player
    assert not games.renewed([following.player_secret], [following.game.id])


def test_a_game_that_is_not_there_or_not_named_is_said_in_a_line(games: Games, run: Run) -> None:
    begin(games)
    for secret in (links.new_secret(), "-" + links.new_secret()[1:]):
        assert run("delete", secret) == (1, "", "agari: there is no such game or group\n")
    status, _, said = run("revoke", "abc")
    assert (status, "at least 12 digits of its hash, not 'abc'" in said) == (1, True)
