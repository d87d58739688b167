"""Three players: what the API answers, what the page offers and shows."""

import pytest
from flask.testing import FlaskClient

from tests.pages.markup import Element, deltas_of, points_of, problems_of
from webapp.scoring.notation import parse_tile
from webapp.scoring.rules import PRESETS, copies_of
from webapp.scoring.tiles import NAMES

LOSS = PRESETS["tenhou_sanma"]
MISSING = ["2m", "3m", "4m", "5m", "0m", "6m", "7m", "8m"]


def test_the_api_answers_for_three_seats(client: FlaskClient) -> None:
    case = {"concealed": "123p456p789s34s99m", "win": "5s", "flags": ["riichi"], "nuki": 2, "rules": "tenhou_sanma"}
    answer = client.post("/api/score", json=case).get_json()
    assert answer["deltas"] == [-4000, 6000, -2000]
    assert answer["points"] == 6000
    assert answer["readings"][0]["yaku"][-1]["key"] == "nuki_dora"
    refused = client.post("/api/score", json={**case, "concealed": "234m456p789s34s99m", "seat": "N"})
    assert refused.status_code == 422
    assert {(found["field"], found["code"]) for found in refused.get_json()["problems"]} == {
        ("concealed", "bad_player_tile"),
        ("seat", "bad_wind"),
    }


def page_of(client: FlaskClient, query: str) -> Element:
    return Element.of(client.get(f"/?{query}&lang=en").text)


def test_the_palette_has_no_two_to_eight_of_characters(client: FlaskClient) -> None:
    page = page_of(client, "rules=tenhou_sanma")
    copies = {key["data-tile"]: int(key["data-copies"]) for key in page.having("data-tile")}
    assert {tile for tile, number in copies.items() if number == 0} == set(MISSING)
    assert copies == {tile: copies_of(parse_tile(tile), LOSS) for tile in NAMES}
    disabled = {key["data-tile"] for key in page.having("data-tile", "aria-disabled")}
    assert disabled == set(MISSING)
    assert not page_of(client, "rules=tenhou").having("data-tile", "aria-disabled")


@pytest.mark.parametrize(
    ("query", "has_nuki", "seats", "others"),
    [
        ("rules=tenhou_sanma", True, ["E", "S", "W"], ["2", "1"]),
        ("rules=mahjong_soul_sanma", True, ["E", "S", "W"], ["2", "1"]),
        ("rules=tenhou_sanma&rule.nuki_dora=no", False, ["E", "S", "W"], ["2", "1"]),
        ("rules=tenhou", False, ["E", "S", "W", "N"], ["3", "2", "1"]),
        ("rules=tenhou&rule.players=3", False, ["E", "S", "W"], ["2", "1"]),
        ("rules=tenhou&rule.nuki_dora=yes", False, ["E", "S", "W", "N"], ["3", "2", "1"]),
    ],
)
def test_the_page_offers_the_seats_and_the_norths_there_are(
    client: FlaskClient, query: str, has_nuki: bool, seats: list[str], others: list[str]
) -> None:
    page = page_of(client, query)
    assert [choice["data-seat-choice"] for choice in page.having("data-seat-choice")] == seats
    assert [choice["data-round-choice"] for choice in page.having("data-round-choice")] == ["E", "S", "W", "N"]
    assert [choice["data-from"] for choice in page.having("data-from")] == others
    assert bool(page.having(data_mode="nuki")) is has_nuki


@pytest.mark.parametrize(("rules", "is_possible"), [("tenhou_sanma", False), ("tenhou", True)])
def test_no_key_enters_what_three_players_cannot_call(client: FlaskClient, rules: str, is_possible: bool) -> None:
    """What is impossible cannot be entered: no chi, and no meld of norths where they are set aside."""
    page = page_of(client, f"rules={rules}")
    assert bool(page.having("data-chi", "data-tile")) is is_possible
    north = page.one(data_tile="4z")
    for mode in ("data-pon", "data-daiminkan", "data-kakan", "data-ankan"):
        assert (mode in north) is is_possible


def test_the_page_answers_for_three_seats(client: FlaskClient) -> None:
    page = page_of(client, "hand=123p456p789s34s99m5s&by=tsumo&riichi=1&nuki=2&rules=tenhou_sanma")
    assert problems_of(page) == {}
    assert points_of(page) == 6000
    assert deltas_of(page) == {"E": -4000, "S": 6000, "W": -2000}


def test_a_fifth_north_is_said_to_be_one(client: FlaskClient) -> None:
    page = page_of(client, "hand=123p456p789s34s44z5s&by=ron&riichi=1&nuki=3&rules=tenhou_sanma")
    assert problems_of(page).keys() == {"fifth_tile"}


def test_the_link_of_a_hand_of_three_players_opens_it_again(client: FlaskClient) -> None:
    query = "hand=123p456p789s34s99m5s&dora=3z&by=ron&from=2&riichi=1&nuki=2&rules=tenhou_sanma"
    page = page_of(client, query)
    share = page.one("data-share")["href"]
    again = Element.of(client.get(share).text)
    assert "nuki=2" in share
    assert points_of(again) == points_of(page) == 12000
    assert deltas_of(again) == {"E": -12000, "S": 12000}


def test_the_flags_are_those_of_four_players(client: FlaskClient) -> None:
    three, four = (page_of(client, f"rules={rules}") for rules in ("tenhou_sanma", "tenhou"))
    switches = [[switch["data-switch"] for switch in page.having("data-switch")] for page in (three, four)]
    assert switches[0] == switches[1]
    assert "riichi" in switches[0]
