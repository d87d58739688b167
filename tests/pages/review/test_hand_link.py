"""The link to a judged hand, and the file of a whole review."""

import html
import io
import json
import re

import pytest
from flask.testing import FlaskClient

from tests.pages.review.test_review import api, kept_game, log, send, without_ippatsu
from tests.records.played import ended, played_game
from tests.records.written import as_mjlog

#: Characters of an address that every phone opens.
LONGEST = 2_000


def linked(page: str) -> str:
    found = re.search(r'href="(/review/hand\?[^"]*)"\s+data-hand-link', page)
    assert found
    return html.unescape(found[1])


def rows(page: str) -> list[str]:
    return re.findall(r'<li data-kind="(.*?)</li>', page, re.DOTALL)


@pytest.mark.parametrize("players", [3, 4])
def test_a_judged_hand_has_a_link_that_opens_it_without_the_log(client: FlaskClient, players: int) -> None:
    text = as_mjlog(played_game(5, players))
    for hand in range(2):
        page = send(client, "/hand", log=text, seat="1", hand=str(hand))
        link = linked(page)
        assert len(f"https://agari.example{link}") <= LONGEST
        shown = client.get(link)
        assert shown.status_code == 200
        assert rows(shown.text) == rows(page) != []
        assert f"http://localhost{html.escape(link)}" in shown.text
        assert "All hands" in page
        assert "All hands" not in shown.text
        assert "Béla" not in shown.text


def test_the_link_keeps_the_rules_that_were_chosen(client: FlaskClient) -> None:
    rules = "rules=mahjong_soul&rule.ippatsu=no"
    link = linked(send(client, "/hand", log=log(), seat="1", hand="0", rules=rules))
    assert "rule.ippatsu=no" in link
    log_of_link = re.search(r'<textarea name="log" hidden>(.*?)</textarea>', client.get(link).text, re.DOTALL)
    assert log_of_link
    told = api(client, log=html.unescape(log_of_link[1]))["rules"]
    assert (told["preset"], told["scoring"]["ippatsu"], told["sure"]) == ("mahjong_soul", False, True)


def test_the_rest_of_a_linked_hand_and_its_review_open_from_its_page(client: FlaskClient) -> None:
    page = client.get(linked(send(client, "/hand", log=log(), seat="1", hand="1"))).text
    text = re.search(r'<textarea name="log" hidden>(.*?)</textarea>', page, re.DOTALL)
    assert text
    answer = api(client, log=html.unescape(text[1]))
    assert (answer["source"], [hand["agrees"] for hand in answer["hands"]]) == ("agari", [True])
    assert "data-judged-hand" in send(client, "/hand", log=html.unescape(text[1]), seat="1", hand="0.1")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (r"hand=.*", "hand=", "cut off or damaged"),
        (r"~[^~]*$", "", "cut off or damaged"),
        (r"seat=1", "seat=4", "from 0 to 3"),
        (r"rules=tenhou", "rules=nobody", "no preset nobody"),
        (r"~\dd..", "~9d1m", "from 0 to 3"),
        (r"~\dd..", "~1d9z", "no such tile"),
        (r"~\dd..", "~1y1m", "no such move"),
        (r"~\dd..", "~1cpon123m.1.1m", "no such move"),
        (r"~\dd..", "~1cpon111m.1.2m", "no such move"),
        (r"~\dd..", "~1cchi", "as a meld"),
        (r"\.[0-9mpsz]{13,}_", "_", "from 0 to 2"),
        (r"(\.[0-9mpsz]{13,}){2}_", "_", "tiles of 3–4 players"),
        (r"\.[0-9mpsz]{13,}_", ".1m_", "13 tiles"),
        (r"exhaustive", "nothing", "no such draw"),
        (r"hand=0\.0\.0", "hand=x.0.0", "number"),
    ],
)
def test_a_link_that_was_damaged_says_what_is_wrong(client: FlaskClient, old: str, new: str, said: str) -> None:
    link = linked(send(client, "/hand", log=log(), seat="1", hand="0"))
    damaged = re.sub(old, new, link, count=1)
    assert damaged != link
    answer = client.get(damaged)
    assert (answer.status_code, said in html.unescape(answer.text)) == (422, True)


def test_a_review_is_saved_as_a_file_that_is_read_again(client: FlaskClient) -> None:
    text = as_mjlog(ended(played_game(3)))
    answer = client.post("/review/file", data={"log": text}, content_type="multipart/form-data")
    assert "agari-review.json" in answer.headers["Content-Disposition"]
    saved = answer.text
    assert "Aoi" not in saved
    assert {**api(client, log=saved, seat=2), "source": "mjlog"} == api(client, log=text, seat=2)
    assert client.post("/review/file", data={"log": saved}).text == saved
    page = send(client, file=(io.BytesIO(answer.data), "agari-review.json"))
    assert "✓ Every win, draw and total agrees" in page
    assert kept_game(page)["names"] == ["P1", "P2", "P3", "P4"]
    named = client.post("/review/file", data={"log": text, "names": "1"}).text
    assert kept_game(send(client, log=named))["names"] == ["Aoi", "Béla", "陳", "Dana"]


def test_a_saved_review_has_the_rules_by_which_it_was_checked(client: FlaskClient) -> None:
    rules = "rules=tenhou&rule.ippatsu=no&game.rounds=1"
    saved = client.post("/review/file", data={"log": without_ippatsu(), "rules": rules}).text
    assert 'data-agrees="yes"' in send(client, log=saved)


def test_a_saved_review_that_was_damaged_says_where(client: FlaskClient) -> None:
    saved = json.loads(client.post("/review/file", data={"log": log()}).text)
    for changed, said in (
        ({"hands": [*saved["hands"][:1], "x", *saved["hands"][2:]]}, "cut off or damaged"),
        ({"hands": [*saved["hands"][:1], 3]}, "cut off or damaged"),
        ({"hands": [*saved["hands"][:1], ""]}, "could not be read"),
        ({"hands": saved["hands"] * 9}, "at most 40 hands"),
        ({"hands": []}, "no hand"),
        ({"rules": 3}, "no preset"),
        ({"rules": "tenhou_sanma"}, "tiles of 3 players"),
        ({"final": 3}, "list"),
    ):
        answer = client.post("/api/review", json={"log": json.dumps(saved | changed)})
        assert said in answer.get_json()["problems"][0]["message"]
    cut = client.post("/api/review", json={"log": json.dumps(saved)[:-30]})
    assert "Agari, but it is cut off" in cut.get_json()["problems"][0]["message"]
