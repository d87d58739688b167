"""The links of a game are renewed: old ones lead phones that were inside, or nobody; its evening and group lead on."""

from collections.abc import Callable, Sequence

import pytest

from tests.store.conftest import ABOUT, begin, confirm, reach
from tests.store.test_games import WIN
from webapp.store import Access, Created, GroupAccess, Refusal, links
from webapp.store.games import Games
from webapp.store.groups import Groups


def renewed(games: Games, access: Access, *, leads_on: bool = True) -> Access:
    done = games.renew(access, leads_on=leads_on)
    assert isinstance(done, Access)
    return done


def led(games: Games, secret: str, opened: Sequence[str]) -> str | None:
    return games.renewed([secret, links.new_secret()], opened).get(secret)


def followed(games: Games, access: Access) -> Access:
    created = games.follow(access, ABOUT)
    assert isinstance(created, Created)
    return reach(games, created.player_secret)


def opens_nothing(games: Games, *secrets: str) -> bool:
    return not any(games.find(secret) or games.find(secret, deleted=True) for secret in secrets)


@pytest.mark.parametrize("leads_on", [True, False])
def test_new_links_open_the_same_game_and_the_old_ones_nothing(games: Games, access: Access, leads_on: bool) -> None:
    games.append(access, 0, "a", WIN)
    told: list[tuple[str, int]] = []
    games.listeners.append(lambda *change: told.append(change))
    new = renewed(games, access, leads_on=leads_on)
    assert new.game.id == access.game.id
    assert [event.body for event in games.since(new.game.id)] == [WIN]
    assert new.may_write
    assert not reach(games, new.onlooker_secret).may_write
    assert opens_nothing(games, access.secret, access.onlooker_secret)
    assert told == [(new.game.id, new.game.version)]
    assert games.append(new, 1, "b", WIN)


def test_old_links_lead_phones_that_were_inside_however_often(games: Games, access: Access) -> None:
    opened, once = ["another", access.game.id], renewed(games, access)
    twice = renewed(games, once)
    for old in (access, once):
        assert led(games, old.secret, opened) == twice.secret
        assert led(games, old.onlooker_secret, opened) == twice.onlooker_secret
        assert led(games, old.secret, ["another"]) is None
    assert led(games, twice.secret, opened) is led(games, links.new_secret(), opened) is None


def test_a_renewal_can_shut_out_everybody_with_an_earlier_link(games: Games, access: Access) -> None:
    once = renewed(games, access)
    shut = renewed(games, once, leads_on=False)
    last = renewed(games, shut)
    for old in (access, once):
        for secret in (old.secret, old.onlooker_secret):
            assert led(games, secret, [access.game.id]) is None
    assert led(games, shut.secret, [access.game.id]) == last.secret


@pytest.mark.parametrize("leads_on", [True, False])
def test_the_game_before_leads_to_it_and_it_leads_to_the_one_that_follows(
    games: Games, access: Access, leads_on: bool
) -> None:
    middle = followed(games, access)
    last = followed(games, middle)
    new = renewed(games, middle, leads_on=leads_on)
    first = reach(games, access.secret)
    assert (first.next, reach(games, first.onlooker_secret).next) == (new.secret, new.onlooker_secret)
    assert (new.next, reach(games, new.onlooker_secret).next) == (last.secret, last.onlooker_secret)
    assert [one.id for one in games.evening(new.game)] == [first.game.id, new.game.id, last.game.id]
    again = games.follow(new, ABOUT)
    assert isinstance(again, Created)
    assert (again.is_new, again.player_secret) == (False, last.secret)
    assert followed(games, renewed(games, last, leads_on=leads_on)).game.evening == first.game.id


def in_group(games: Games, group: GroupAccess) -> Sequence[Access]:
    """Three games of the group: two that were begun there or added, the last one begun from the second."""
    begun = Groups(games).begin(group, ABOUT, (1, 2, 3, 4), "one")
    assert isinstance(begun, Created)
    added = begin(games)
    Groups(games).add(group, [(added, (1, 2, 3, 4))])
    added = reach(games, added.secret)
    return reach(games, begun.player_secret), added, followed(games, added)


@pytest.fixture
def group(games: Games) -> GroupAccess:
    made = Groups(games).create({"name": "Friday"}, [{"name": name} for name in "ABCD"])
    assert isinstance(made, GroupAccess)
    return made


@pytest.mark.parametrize("leads_on", [True, False])
def test_the_group_leads_to_it_by_both_links(games: Games, group: GroupAccess, leads_on: bool) -> None:
    groups = Groups(games)
    onlooker = groups.find(group.onlooker)
    assert onlooker
    kept = {one.game.id: one for one in in_group(games, group)}
    for game_id in kept:
        before = groups.find(group.secret)
        new = renewed(games, kept[game_id], leads_on=leads_on)
        kept[game_id] = new
        after = groups.find(group.secret)
        assert before
        assert after
        assert before.group.version < after.group.version
        for each, access in kept.items():
            assert groups.link(group, each) == access.secret
            assert groups.link(onlooker, each) == access.onlooker_secret


def test_of_two_phones_that_renew_the_second_gets_the_links_of_the_first(games: Games, access: Access) -> None:
    first = renewed(games, access)
    assert renewed(games, access).secret == first.secret
    shut = renewed(games, access, leads_on=False)
    assert opens_nothing(games, first.secret)
    assert games.renew(access) is Refusal.GONE
    assert games.renew(reach(games, shut.onlooker_secret)) is Refusal.ONLOOKER


def write_next(games: Games, access: Access) -> object:
    return games.follow(access, ABOUT)


def write_group(games: Games, access: Access) -> object:
    group = Groups(games).create({}, [{"name": name} for name in "ABCD"])
    assert isinstance(group, GroupAccess)
    refused = Groups(games).add(group, [(access, (1, 2, 3, 4))])
    assert Groups(games).games(group.group) == ()
    return refused


@pytest.mark.parametrize("write", [write_next, write_group])
def test_what_would_be_sealed_with_an_old_link_is_refused(
    games: Games, access: Access, write: Callable[[Games, Access], object]
) -> None:
    renewed(games, access)
    assert write(games, access) is Refusal.GONE


def test_a_deleted_game_keeps_its_links(games: Games, access: Access) -> None:
    new = renewed(games, access)
    games.delete(new)
    assert games.renew(new) is Refusal.GONE
    assert led(games, access.secret, [access.game.id]) == new.secret


def test_a_game_goes_for_good_with_its_old_links(games: Games, access: Access) -> None:
    renewed(games, access)
    games.now = lambda: access.game.made.replace(year=access.game.made.year + 1)
    confirm(games)
    games.forget_old()
    assert led(games, access.secret, [access.game.id]) is None
