"""Groups in the database: links, games, sums, what is deleted and what goes by itself; on SQLite and PostgreSQL."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta

import pytest
from sqlalchemy import Connection, func, select

from tests.store.conftest import Open, begin, confirm, reach
from webapp.store import (
    Created,
    GroupAccess,
    Json,
    PlayerResult,
    Reason,
    Refusal,
    Seating,
    StoredGroup,
    StoredMember,
    TakenGame,
    TakenGroup,
    UnavailableError,
    importing,
)
from webapp.store.games import Games
from webapp.store.groups import Groups
from webapp.store.schema import game

ABOUT: Json = {"names": list("ABCD"), "rules": "house"}
MEMBERS: list[Json] = [{"name": name} for name in "ABCDE"]
START = datetime(2026, 11, 1, 20, tzinfo=UTC)


class Clock:
    def __init__(self) -> None:
        self.now = START

    def __call__(self) -> datetime:
        return self.now


def unchanged(about: Json, _: int) -> Json:
    return about


def allowed(*_: object) -> bool:
    return True


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def games(address: str, open_games: Open, clock: Clock) -> Games:
    return open_games(address, now=clock)


@pytest.fixture
def groups(games: Games) -> Groups:
    return Groups(games)


@pytest.fixture
def group(groups: Groups) -> GroupAccess:
    made = groups.create({"name": "Friday"}, MEMBERS)
    assert isinstance(made, GroupAccess)
    return made


def play(groups: Groups, group: GroupAccess, *members: int, key: str = "") -> Created:
    created = groups.begin(group, ABOUT, members or (1, 2, 3, 4), key or str(groups._games.now()))
    assert isinstance(created, Created)
    return created


def finish(games: Games, created: Created, *totals: int) -> None:
    summaries = [PlayerResult(12 * n, total, 25_000, {"games": 1}) for n, total in enumerate(totals, 1)]
    access = reach(games, created.player_secret)
    games.append(access, access.game.head, f"end {access.game.head}", {"type": "end"}, summaries)


def test_each_link_opens_its_right_and_its_games(games: Games, groups: Groups, group: GroupAccess) -> None:
    created = play(groups, group)
    player, onlooker = groups.find(group.secret), groups.find(group.onlooker)
    assert player
    assert onlooker
    assert (player.may_write, onlooker.may_write) == (True, False)
    assert groups.link(player, created.game.id) == created.player_secret
    assert groups.link(onlooker, created.game.id) == created.onlooker_secret
    assert groups.link(player, "another") is None
    assert groups.find(created.player_secret) is None
    assert groups.find("A" * 22) is None
    assert isinstance(groups.begin(onlooker, ABOUT, [1, 2, 3, 4], "k"), Refusal)
    assert groups.describe(onlooker, lambda about: about) is Refusal.ONLOOKER


def test_a_game_that_follows_belongs_to_the_group_too(games: Games, groups: Groups, group: GroupAccess) -> None:
    created = play(groups, group)
    followed = games.follow(reach(games, created.player_secret), ABOUT, [3, 2, 1, 0])
    assert isinstance(followed, Created)
    third = games.follow(reach(games, followed.player_secret), ABOUT)
    assert isinstance(third, Created)
    assert groups.seats(followed.game.id) == groups.seats(third.game.id) == (4, 3, 2, 1)
    assert groups.link(group, third.game.id) == third.player_secret


def test_a_new_game_wakes_the_last_games_of_its_members(
    games: Games, groups: Groups, group: GroupAccess, clock: Clock
) -> None:
    first = play(groups, group)
    clock.now += timedelta(hours=1)
    before = games.versions([first.game.id, group.group.id])
    second = play(groups, group, 5, 6, 7, 1)
    after = games.versions([first.game.id, group.group.id])
    assert all(after[name] > before[name] for name in before)
    assert reach(games, first.player_secret).next is None
    clock.now += timedelta(hours=1)
    third = play(groups, group, 3, 5, 7, 6)  # somebody sits in for the first member
    assert reach(games, second.player_secret).next == third.player_secret
    assert reach(games, second.onlooker_secret).next == third.onlooker_secret


def test_an_evening_goes_on_after_a_game_that_was_begun_from_a_table(
    games: Games, groups: Groups, group: GroupAccess, clock: Clock
) -> None:
    begun: list[Created] = []

    def begins(make: Callable[[], Created | Refusal]) -> None:
        """The game before leads to the new one, and all earlier games of the evening learn of it."""
        clock.now += timedelta(hours=1)
        before = games.versions([one.game.id for one in begun])
        made = make()
        assert isinstance(made, Created)
        after = games.versions([one.game.id for one in begun])
        assert all(after[name] > before[name] for name in before)
        if begun:
            assert reach(games, begun[-1].player_secret).next == made.player_secret
            assert made.game.evening == begun[0].game.evening
        begun.append(made)

    begins(lambda: play(groups, group))
    begins(lambda: games.follow(reach(games, begun[-1].player_secret), ABOUT))
    begins(lambda: play(groups, group))
    begins(lambda: games.follow(reach(games, begun[-1].player_secret), ABOUT))
    begins(lambda: play(groups, group))


def test_every_event_of_a_game_is_a_change_of_its_group(games: Games, groups: Groups, group: GroupAccess) -> None:
    created = play(groups, group)
    told: list[tuple[str, int]] = []
    games.listeners.append(lambda name, version: told.append((name, version)))
    games.append(reach(games, created.player_secret), 0, "a", {})
    assert [name for name, _ in told] == [created.game.id, group.group.id]
    assert games.versions([group.group.id]) == {group.group.id: told[-1][1]}


def test_sums_are_those_of_the_summaries(games: Games, groups: Groups, group: GroupAccess, clock: Clock) -> None:
    for totals in ((30, 10, -10, -30), (20, 5, -5, -20)):
        clock.now += timedelta(days=1)
        finish(games, play(groups, group), *totals)
    assert {row.member: (row.games, row.total, row.rank) for row in groups.totals(group.group, 4, None)} == {
        1: (2, 50, 24),
        2: (2, 15, 48),
        3: (2, -15, 72),
        4: (2, -50, 96),
    }
    assert [one.summary.total for one in groups.summaries(group.group, 4, None, [2])] == [10, 5]
    assert not groups.totals(group.group, 3, None)
    (season,) = groups.seasons(group.group)
    assert len(groups.totals(group.group, 4, season._replace(first=clock.now))) == 4
    assert not groups.totals(group.group, 4, season._replace(ends=season.first))
    (later, earlier) = groups.games(group.group, is_over=True)
    assert later.game.made > earlier.game.made
    assert later.points == (25_000,) * 4
    assert not groups.games(group.group, is_over=False)


def now(groups: Groups, group: GroupAccess) -> StoredGroup:
    """The group as it is now."""
    access = groups.find(group.secret)
    assert access
    return access.group


def test_an_undone_end_takes_the_summary_away(games: Games, groups: Groups, group: GroupAccess) -> None:
    created = play(groups, group)
    finish(games, created, 30, 10, -10, -30)
    assert len(groups.totals(now(groups, group), 4, None)) == 4
    games.append(reach(games, created.player_secret), 1, "undo", {"type": "undo"}, ())
    assert not groups.totals(now(groups, group), 4, None)
    assert len(groups.games(group.group, is_over=False)) == 1


def test_what_the_sums_are_made_of_stays_while_games_run(games: Games, groups: Groups, group: GroupAccess) -> None:
    created = play(groups, group)
    games.append(reach(games, created.player_secret), 0, "riichi", {"type": "riichi"})
    games.follow(reach(games, created.player_secret), {})
    assert now(groups, group).version > group.group.version
    assert now(groups, group).counted == group.group.counted
    seen = {now(groups, group).counted}
    changes: tuple[Callable[[], object], ...] = (
        lambda: finish(games, created, 30, 10, -10, -30),
        lambda: groups.delete_game(group, created.game.id),
        lambda: groups.delete_game(group, created.game.id, undo=True),
        lambda: groups.merge(group, 5, 1, unchanged, allowed),
        lambda: games.delete(reach(games, created.player_secret)),
    )
    for change in changes:
        change()
        assert now(groups, group).counted not in seen
        seen.add(now(groups, group).counted)


def test_an_old_link_leads_only_phones_that_were_inside(groups: Groups, group: GroupAccess) -> None:
    once = groups.renew(group)
    assert isinstance(once, GroupAccess)
    twice = groups.renew(once)
    assert isinstance(twice, GroupAccess)
    assert groups.find(group.secret) is groups.find(group.onlooker) is groups.find(once.secret) is None
    assert groups.renewed(group.secret, group.inside) == twice.secret
    assert groups.renewed(group.onlooker, group.inside) == twice.onlooker
    assert groups.renewed(group.secret, "A" * 22) != twice.secret


def test_a_renewal_can_shut_out_all_phones_that_were_inside(groups: Groups, group: GroupAccess) -> None:
    once = groups.renew(group)
    assert isinstance(once, GroupAccess)
    shut = groups.renew(once, leads_on=False)
    assert isinstance(shut, GroupAccess)
    last = groups.renew(shut)
    assert isinstance(last, GroupAccess)
    for old in (group, once):
        for secret in (old.secret, old.onlooker):
            assert groups.find(secret) is None
            assert groups.renewed(secret, group.inside) is None
    assert groups.renewed(shut.secret, group.inside) == last.secret


def test_members_are_merged_unless_they_met(games: Games, groups: Groups, group: GroupAccess) -> None:
    finish(games, play(groups, group, 5, 2, 3, 4), 30, 10, -10, -30)
    assert groups.have_met(group.group, 5, 2)
    assert not groups.have_met(group.group, 5, 1)
    assert 1 not in {row.member for row in groups.totals(now(groups, group), 4, None)}
    groups.merge(group, 5, 1, unchanged, allowed)
    assert 1 in {row.member for row in groups.totals(now(groups, group), 4, None)}
    assert groups.members(group.group)[4].merged == 1


def test_what_is_deleted_goes_for_good_after_14_days(
    games: Games, groups: Groups, group: GroupAccess, clock: Clock
) -> None:
    created, other = play(groups, group, key="a"), play(groups, group, key="b")
    groups.delete_game(group, created.game.id)
    assert games.find(created.player_secret) is None
    groups.forget_deleted()
    groups.delete_game(group, created.game.id, undo=True)
    assert games.find(created.player_secret)
    groups.delete_game(group, created.game.id)
    clock.now += timedelta(days=15)
    confirm(games)
    games.forget_deleted()
    groups.delete_game(group, created.game.id, undo=True)
    assert games.find(created.player_secret) is None
    groups.delete(group)
    assert games.find(other.player_secret) is None
    assert groups.find(group.secret)
    clock.now += timedelta(days=15)
    assert groups.find(group.secret) is None
    confirm(games)
    groups.forget_deleted()
    assert not groups.games(group.group)


def test_the_group_leads_to_a_game_after_the_one_before_it_was_deleted_for_good(
    games: Games, groups: Groups, group: GroupAccess, clock: Clock
) -> None:
    created = play(groups, group)
    finish(games, created, 4, 3, 2, 1)
    followed = games.follow(reach(games, created.player_secret), ABOUT)
    assert isinstance(followed, Created)
    groups.delete_game(group, created.game.id)
    clock.now += timedelta(days=15)
    confirm(games)
    games.forget_deleted()
    assert groups.link(group, followed.game.id) == followed.player_secret
    # Of the deleted one nothing is left but that way.
    assert not groups.games(group.group, deleted=True)
    groups.delete_game(group, created.game.id, undo=True)
    assert games.find(created.player_secret) is None
    assert games.find(created.player_secret, deleted=True) is None
    assert not games.since(created.game.id, 0)
    assert not groups.seats(created.game.id)
    groups.delete_game(group, followed.game.id)
    clock.now += timedelta(days=15)
    confirm(games)
    for _ in range(2):
        games.forget_deleted()
    assert groups.link(group, created.game.id) is None


def test_a_group_s_games_are_kept_as_long_as_it_is_used(
    games: Games, groups: Groups, group: GroupAccess, clock: Clock
) -> None:
    old, alone = play(groups, group), begin(games)
    clock.now += timedelta(days=80)
    play(groups, group, 5, 1, 2, 3)
    clock.now += timedelta(days=80)
    confirm(games)
    games.forget_old()
    assert games.find(old.player_secret)
    assert games.find(alone.secret) is None
    clock.now += timedelta(days=20)
    confirm(games)
    assert games.find(old.player_secret) is None
    while games.forget_old():
        pass
    assert not groups.games(group.group)


@pytest.mark.parametrize(
    "write",
    [
        lambda groups, group: groups.add_members(group, lambda _: []),
        lambda groups, group: groups.rename(group, 1, {}, unchanged, allowed),
        lambda groups, group: groups.merge(group, 1, 2, unchanged, allowed),
        lambda groups, group: groups.renew(group),
        lambda groups, group: groups.delete(group),
        lambda groups, group: groups.delete_game(group, "x"),
    ],
)
def test_an_onlooker_writes_nothing(
    groups: Groups, group: GroupAccess, write: Callable[[Groups, GroupAccess], object]
) -> None:
    onlooker = groups.find(group.onlooker)
    assert onlooker
    assert write(groups, onlooker) is Refusal.ONLOOKER
    assert groups.find(group.secret) == group


def test_who_plays_a_game_is_changed_in_one_transaction(games: Games, groups: Groups, group: GroupAccess) -> None:
    created = play(groups, group)
    access = reach(games, created.player_secret)
    told: list[str] = []
    games.listeners.append(lambda name, _: told.append(name))

    def change(about: Json, members: Sequence[StoredMember], seats: Sequence[int]) -> Seating:
        assert (len(members), seats) == (5, (1, 2, 3, 4))
        return Seating({**about, "names": list("ABEF")}, [1, 2, 5, 6], [{"name": "F"}])

    assert groups.reseat(access, change) is None
    assert groups.seats(created.game.id) == (1, 2, 5, 6)
    assert [one.about["name"] for one in groups.members(group.group)] == list("ABCDEF")
    assert reach(games, created.player_secret).game.about["names"] == list("ABEF")
    assert told == [created.game.id, group.group.id]
    assert groups.reseat(access, lambda *_: None) is None
    assert told == [created.game.id, group.group.id]
    assert groups.reseat(reach(games, created.onlooker_secret), change) is Refusal.ONLOOKER
    assert groups.reseat(begin(games), change) is Refusal.GONE


def test_a_game_is_added_once_unless_other_members_play_it_or_it_is_short(
    games: Games, groups: Groups, group: GroupAccess
) -> None:
    events = [{"type": "draw", "tenpai": [n]} for n in range(4)]
    long, copy, other, short, again = (
        reach(games, made.player_secret)
        for bodies in (events, events, events[::-1], events[:3], events[:3])
        if isinstance(made := games.create(ABOUT, bodies), Created)
    )
    seats = (1, 2, 3, 4)
    assert groups.add(group, [(one, seats) for one in (long, copy, other, short, again)]) == {
        copy.game.id: long.game.id
    }
    assert groups.add(group, [(copy, (2, 1, 3, 4))]) == {}
    assert groups.add(group, [(long, seats)]) == {}
    assert {one.game.id for one in groups.games(group.group)} == {
        one.game.id for one in (long, copy, other, short, again)
    }


def fails_at(nth: int, games: Games, monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Lets a transaction fail. Returns a list that gets an item for each one that begins."""
    begin, begun = games.database.writing, list[int]()

    def fails_later() -> AbstractContextManager[Connection]:
        begun.append(1)
        if len(begun) == nth:
            raise UnavailableError(Reason.BUSY)
        return begin()

    monkeypatch.setattr(games.database, "writing", fails_later)
    return begun


def kept_games(games: Games) -> int:
    """The number of games in the database, reached by a link or not."""
    with games.database.reading() as connection:
        return connection.scalar(select(func.count()).select_from(game)) or 0


def test_a_group_from_a_file_is_there_with_all_its_games_or_not_at_all(
    games: Games, groups: Groups, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(importing, "MOST_ROWS", 3)
    played = TakenGame(ABOUT, START, [{"type": "riichi"}] * 5, [START] * 5, [PlayerResult(12, 0, 0, {})], (1,))
    taken = TakenGroup({"name": "Friday"}, [StoredMember(1, {"name": "A"})], [], [played, played._replace(follows=0)])
    begun = fails_at(4, games, monkeypatch)
    with pytest.raises(UnavailableError):
        groups.take(taken, "key")
    assert kept_games(games) == 0
    made = groups.take(taken, "key")
    assert isinstance(made, GroupAccess)
    assert len(begun) == 4 + 1 + 1 + 1 + 4 + 1  # one deletes; then a look, games, 10 events by 3, the group
    assert [len(games.since(one.game.id)) for one in groups.games(made.group)] == [5, 5]
    assert groups.find(made.secret) == made
    assert groups.take(taken, "key") == made
    assert len(groups.games(made.group)) == 2


@pytest.mark.parametrize("nth", range(2, 8))
def test_an_evening_is_there_with_all_its_games_or_not_at_all(
    games: Games, monkeypatch: pytest.MonkeyPatch, nth: int
) -> None:
    monkeypatch.setattr(importing, "MOST_ROWS", 3)
    played = TakenGame(ABOUT, START, [{"type": "riichi"}] * 5, [START] * 5, [PlayerResult(12, 0, 0, {})])
    keys = ["first", "second"]
    fails_at(nth, games, monkeypatch)
    with pytest.raises(UnavailableError):  # the games, four parts of their events, their links
        games.take_evening([played, played], keys)
    assert kept_games(games) == 0
    links = games.take_evening([played, played], keys)
    assert not isinstance(links, Refusal)
    first, second = (reach(games, link) for link in links)
    assert (first.next, second.game.evening) == (second.secret, first.game.id)
    assert [len(games.since(one.game.id)) for one in (first, second)] == [5, 5]
    # What is sent again is taken once.
    assert games.take_evening([played, played, played], [*keys, "third"])[:2] == links
    assert kept_games(games) == 3
