"""A group with as many members as a group may have: its pages list some, and find the others."""

import json
from io import BytesIO
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from tests.pages.game.forms import page, sit
from tests.pages.group.forms import end, play
from tests.pages.markup import Element, problems_of
from webapp.groups.members import MOST_MEMBERS
from webapp.pages.group.opened_group import LISTED


def taken(client: FlaskClient, members: int) -> str:
    """A group with so many members; its address, or the answer to its refusal."""
    named = [{"number": n, "name": f"Name {n}"} for n in range(1, members + 1)]
    about = {"name": "Hall", "rules": "house"}
    file = {"about": about, "members": named, "seasons": [], "games": []}
    answer = client.post("/group/import", data={"file": (BytesIO(json.dumps(file).encode()), "group.json")})
    return str(answer.location or answer.text)


@pytest.fixture
def hall(client: FlaskClient) -> str:
    """The address of a full group."""
    return taken(client, MOST_MEMBERS)


def test_one_member_too_many_is_refused_by_the_form_and_in_a_file(client: FlaskClient, hall: str) -> None:
    answer = client.post(f"{hall}/members?lang=en", data={"name": "Nao"})
    assert answer.status_code == 422
    assert problems_of(Element.of(answer.text)) == {"bad_value": "A group has at most 2000 members."}
    assert "2000" in taken(client, MOST_MEMBERS + 1)


@pytest.mark.parametrize("below", ["/members", "/new?seats=1.2.3.4&players=4"])
def test_a_page_lists_some_members_and_finds_the_others(client: FlaskClient, hall: str, below: str) -> None:
    shown = page(client, f"{hall}{below}")
    assert len(shown.having("data-member")) == LISTED
    assert shown.having("data-found")
    (form,) = [form for form in shown.tags("form") if form.having(data_action="find")]
    fields = "&".join(f"{field['name']}={quote(field['value'])}" for field in form.tags("input") if field["value"])
    found = page(client, f"{hall}{below.partition('?')[0]}?{fields}&find=NAME 1999")
    (member,) = found.having("data-member")
    assert member.text == "Name 1999"
    assert not found.having("data-found")
    if "/new" in below:
        assert [
            seat["data-sits"] for seat in sit(client, found, data_member=member["data-member"]).having("data-sits")
        ][:3] == ["1", "2", "3"]


def test_the_page_of_the_group_has_every_member_once_and_the_first_ones_unfolded(
    client: FlaskClient, hall: str
) -> None:
    shown = page(client, hall)
    assert len(shown.having("data-member")) == MOST_MEMBERS
    assert len(shown.having("data-me")) == LISTED
    found = page(client, f"{hall}?find=1999")
    assert [one.text for one in found.having("data-me")] == [one.text for one in found.having("data-member")]
    assert "Name 1999" in found.having("data-me")[0].text


def test_no_page_of_a_full_group_is_heavy(client: FlaskClient, hall: str) -> None:
    end(client, play(client, hall, "1.2.3.1999"))
    for below in ("", "/members", "/members/1999", "/new", "/games", "/settings", "/links", "/board"):
        assert len(client.get(f"{hall}{below}").data) < 500_000, below


def test_a_small_group_has_no_field_to_find_members(client: FlaskClient, group: str) -> None:
    for below in ("", "/members", "/new"):
        assert not page(client, f"{group}{below}").having(data_action="find")


def test_a_name_that_nobody_has_says_so(client: FlaskClient, hall: str) -> None:
    shown = page(client, f"{hall}/members?find=nobody")
    assert not shown.having("data-member")
    assert shown.one("data-found").text == "No member has this in the name."
