"""Several phones change a group at the same moment: what was accepted is there. On SQLite and PostgreSQL."""

import os
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from threading import Barrier

import pytest
from flask import Flask
from flask.testing import FlaskClient

from webapp import create_app
from webapp.pages.group import add_game_page
from webapp.store import Access, GroupAccess, Store, TakenGame

#: How often each of these happens. A longer run: `TRIES=200 pytest tests/store/test_at_once.py`.
TRIES = int(os.environ.get("TRIES", "4"))
START = datetime(2026, 11, 1, tzinfo=UTC)
Send = Callable[[FlaskClient, str, int], int]


@pytest.fixture
def server(address: str) -> Iterator[Flask]:
    app = create_app({"TESTING": True, "DATABASE": address})
    yield app
    app.extensions["store"].close()


def new_group(server: Flask) -> GroupAccess:
    store: Store = server.extensions["store"]
    made = store.groups.create({"name": "Friday", "rules": {"preset": "house"}}, [{"name": "A"}, {"name": "B"}])
    assert isinstance(made, GroupAccess)
    return made


def at_once(server: Flask, group: GroupAccess, *sends: Send) -> list[int]:
    """The statuses of four requests that are sent at the same moment, by the phones 0 to 3."""
    begin = Barrier(4)

    def send(phone: int) -> int:
        client = server.test_client()
        client.get(f"/group/{group.secret}")
        begin.wait()
        return sends[phone % len(sends)](client, f"/group/{group.secret}", phone)

    with ThreadPoolExecutor(4) as phones:
        return [*phones.map(send, range(4))]


def add_season(client: FlaskClient, group: str, phone: int) -> int:
    return client.post(f"{group}/seasons", data={"season": f"S{phone}", "first": f"202{phone}-01-01"}).status_code


def add_rin(client: FlaskClient, group: str, _: int) -> int:
    return client.post(f"{group}/members", data={"name": "Rin"}).status_code


def add_another(client: FlaskClient, group: str, phone: int) -> int:
    return client.post(f"{group}/members", data={"name": f"Guest {phone}"}).status_code


def change_settings(client: FlaskClient, group: str, _: int) -> int:
    data = {"name": "Saturday", "order": "mean", "least": "2", "rules": "house"}
    return client.post(f"{group}/settings", data=data).status_code


def put_off_reminder(client: FlaskClient, group: str, _: int) -> int:
    return client.post(f"{group}/copy").status_code


def renew(client: FlaskClient, group: str, _: int) -> int:
    answer = client.post(f"{group}/renew")
    return client.get(str(answer.location)).status_code if answer.status_code == 303 else answer.status_code


def merge(client: FlaskClient, group: str, phone: int) -> int:
    one, other = (1, 2) if phone % 2 else (2, 1)
    return client.post(f"{group}/members/{one}", data={"into": f"{other}"}).status_code


def rename(client: FlaskClient, group: str, phone: int) -> int:
    return client.post(f"{group}/members/{phone % 2 + 1}", data={"name": "Rin"}).status_code


@pytest.fixture(params=range(TRIES))
def group(server: Flask, request: pytest.FixtureRequest) -> GroupAccess:
    return new_group(server)


def now(server: Flask, group: GroupAccess) -> GroupAccess:
    """The group as it is now, behind the present link."""
    groups = server.extensions["store"].groups
    found = groups.find(group.secret) or groups.find(groups.renewed(group.secret, group.inside))
    assert isinstance(found, GroupAccess)
    return found


def names(server: Flask, group: GroupAccess) -> list[str]:
    members = server.extensions["store"].groups.members(group.group)
    return sorted(one.about["name"] for one in members if one.merged is None)


def test_four_seasons_are_four(server: Flask, group: GroupAccess) -> None:
    assert at_once(server, group, add_season) == [303] * 4
    seasons = server.extensions["store"].groups.seasons(group.group)
    assert {one.about.get("name") for one in seasons} >= {f"S{phone}" for phone in range(4)}
    assert len({one.number for one in seasons}) == len(seasons) == 5


def test_a_member_whom_four_phones_add_is_one(server: Flask, group: GroupAccess) -> None:
    assert sorted(at_once(server, group, add_rin)) == [303, 422, 422, 422]
    assert names(server, group) == ["A", "B", "Rin"]


def test_four_members_are_four(server: Flask, group: GroupAccess) -> None:
    assert at_once(server, group, add_another) == [303] * 4
    assert names(server, group) == ["A", "B", *(f"Guest {phone}" for phone in range(4))]


def test_settings_reminder_season_and_renewal_lose_nothing(server: Flask, group: GroupAccess) -> None:
    def led(send: Send) -> Send:
        """A phone that comes after the renewal is led to the new link, with its form."""

        def sent(client: FlaskClient, address: str, phone: int) -> int:
            status = send(client, address, phone)
            return send(client, f"/group/{now(server, group).secret}", phone) if status == 307 else status

        return sent

    done = at_once(server, group, led(change_settings), led(put_off_reminder), led(add_season), renew)
    assert {*done} <= {200, 303}
    about = now(server, group).group.about
    assert (about["name"], about["order"], about["reminded"]) == ("Saturday", "mean", True)
    seasons = server.extensions["store"].groups.seasons(group.group)
    assert "S2" in {one.about.get("name") for one in seasons}


def test_four_renewals_leave_everybody_a_link(server: Flask, group: GroupAccess) -> None:
    done = at_once(server, group, renew)
    assert {*done} <= {200, 307}
    old = server.test_client()
    assert now(server, group).secret != group.secret
    assert old.get(f"/group/{group.secret}").status_code == 404


def test_two_members_are_not_merged_into_each_other(server: Flask, group: GroupAccess) -> None:
    done = at_once(server, group, merge)
    assert done.count(303) == 1
    assert {*done} <= {303, 404, 422}  # a member who is merged is no longer there
    assert len(names(server, group)) == 1


def test_two_members_do_not_get_the_same_name(server: Flask, group: GroupAccess) -> None:
    assert {*at_once(server, group, rename)} == {303, 422}
    assert names(server, group) in (["A", "Rin"], ["B", "Rin"])


def test_an_evening_that_four_phones_send_is_taken_once(server: Flask) -> None:
    store: Store = server.extensions["store"]
    played = TakenGame({"names": list("ABCD")}, START, [{"type": "riichi"}], [START], [])
    with ThreadPoolExecutor(4) as phones:
        sent = [phones.submit(store.games.take_evening, [played, played], ["a", "b"]) for _ in range(4)]
        first, *others = [one.result() for one in sent]
    assert others == [first] * 3
    assert store.games.sizes()[:3] == (2, 0, 2)


def test_of_four_phones_that_put_a_game_into_groups_one_wins_and_the_others_are_told(server: Flask) -> None:
    table = str(server.test_client().post("/game", data={"rules": "house", "name0": "Aoi"}).location)
    begin = Barrier(4)

    def keep(phone: int) -> tuple[int, str]:
        client = server.test_client()
        client.get(table)
        begin.wait()
        answer = client.post(f"{table}/keep", data={"name": f"Group {phone}"}, headers={"Accept-Language": "en"})
        return answer.status_code, answer.text if answer.status_code == 422 else str(answer.location)

    with ThreadPoolExecutor(4) as phones:
        done = sorted(phones.map(keep, range(4)))
    assert [status for status, _ in done] == [303, 422, 422, 422]
    assert all("This game is in a group already." in text for _, text in done[1:])
    store: Store = server.extensions["store"]
    group = store.groups.find(done[0][1].removeprefix("/group/"))
    assert group
    (kept,) = store.groups.games(group.group)
    assert store.groups.link(group, kept.game.id) == table.removeprefix("/game/")


def test_the_same_game_is_put_into_one_group_by_four_phones_once(server: Flask, group: GroupAccess) -> None:
    store: Store = server.extensions["store"]
    table = str(server.test_client().post("/game", data={"rules": "house"}).location)
    names = {f"member{n}": f"{n + 1}" for n in range(2)}

    def keep(client: FlaskClient, address: str, _: int) -> int:
        client.get(table)
        return client.post(f"{table}/keep", data={"group": group.secret, **names}).status_code

    assert {*at_once(server, group, keep)} <= {303, 422}
    assert len(store.groups.games(group.group)) == 1


def test_a_game_that_another_phone_puts_into_the_group_while_it_is_read_is_said_to_be_there(
    server: Flask, group: GroupAccess, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = str(server.test_client().post("/game", data={"rules": "house"}).location)
    names = {f"member{n}": f"{n + 1}" for n in range(2)}
    evening_of = add_game_page._evening

    def keep() -> int:
        client = server.test_client()
        client.get(f"/group/{group.secret}")
        client.get(table)
        return client.post(f"{table}/keep", data={"group": group.secret, **names}).status_code

    def late(access: Access) -> list[Access]:
        monkeypatch.undo()
        assert keep() == 303
        return evening_of(access)

    monkeypatch.setattr(add_game_page, "_evening", late)
    assert keep() == 422
