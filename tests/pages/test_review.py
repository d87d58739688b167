"""The log of an online game on its pages and in the API."""

import gzip
import io
import json
import re
from dataclasses import replace
from functools import cache

import pytest
from flask.testing import FlaskClient

from tests.records.logs import Json
from tests.records.played import played_game
from tests.records.written import WRITERS, as_mjlog, as_tenhou6
from webapp.records.record import MAX_LOG
from webapp.scoring.problems import Code


@cache
def log(seed: int = 4) -> str:
    return as_mjlog(played_game(seed))


def api(client: FlaskClient, **body: object) -> Json:
    answer: Json = client.post("/api/review", json=body).get_json()
    return answer


def codes(answer: Json) -> list[str]:
    return [problem["code"] for problem in answer["problems"]]


@pytest.mark.parametrize("source", WRITERS)
def test_the_api_says_how_each_hand_ended_and_that_it_agrees(client: FlaskClient, source: str) -> None:
    game = played_game(4)
    answer = api(client, log=WRITERS[source](game))
    assert (answer["source"], answer["players"], answer["rules"]["preset"]) == (source, 4, "tenhou")
    assert all(hand["agrees"] is True for hand in answer["hands"])
    for hand, following in zip(answer["hands"], answer["hands"][1:], strict=False):
        now = [points + change for points, change in zip(hand["points"], hand["deltas"], strict=True)]
        assert now == following["points"]
    assert "discards" not in answer
    won = next(hand["link"] for hand in answer["hands"] if hand["link"])
    assert "data-receives" in client.get(won).text


def test_every_judged_discard_says_what_api_discards_says_and_so_does_its_link(client: FlaskClient) -> None:
    """The same tiles, seen tiles and draws: the same useful tiles, values and points."""
    compared = 0
    for seed in range(4):
        for one in api(client, log=log(seed), seat=seed, points=True)["discards"]:
            if one["kind"] in ("free", "threat") and one["share"] is not None and compared < 60:
                compared += compare(client, one)
    assert compared == 60


def compare(client: FlaskClient, one: Json) -> int:
    fields = dict(part.split("=", 1) for part in one["link"].removeprefix("/?").split("&"))
    case = client.get(one["link"].replace("/?", "/case.json?")).get_json()
    assert case, fields
    body = {**{name: case[name] for name in ("rules", "melds", "round", "seat", "dora", "nuki")}, "drawn": case["win"]}
    body |= {"concealed": case["concealed"] + case["win"], "turns": True, "draws": one["draws"]}
    body["seen"] = [rank + part[-1] for part in re.findall(r"\d+[mpsz]", fields.get("seen", "")) for rank in part[:-1]]
    told = client.post("/api/discards", json=body).get_json()
    rows = {row["tile"]: row for row in told["discards"]}
    best = rows[one["best"]]
    assert told["shanten"] == one["shanten"]
    assert best["ukeire"]["count"] == one["ukeire"][1]
    if one["ukeire"][0] is not None:
        assert rows[one["tile"]]["ukeire"]["count"] == one["ukeire"][0]
        barred = one["share"] * max(row["value"] for row in told["discards"]) / (rows[one["tile"]]["value"] or 1)
        assert barred >= 1 - 1e-9
    if one["points"]:
        assert best["turns"]["points"][0] == one["points"][1]
        assert one["points"][0] in (None, rows.get(one["tile"], {"turns": {"points": [None]}})["turns"]["points"][0])
    shown = client.get(one["link"], headers={"Accept-Language": "en"}).text
    assert f'data-discard="{one["best"]}"' in shown
    return 1


def test_one_hand_is_judged_alone(client: FlaskClient) -> None:
    every = api(client, log=log(), seat=1)["discards"]
    for hand in {one["hand"] for one in every}:
        assert api(client, log=log(), seat=1, hand=hand)["discards"] == [one for one in every if one["hand"] == hand]


def test_problems_have_their_codes_and_the_hands_before_them(client: FlaskClient) -> None:
    broken = json.loads(as_tenhou6(played_game(4)))
    broken["log"][1][4] = [11] * 13
    answer = api(client, log=json.dumps(broken))
    assert codes(answer) == [Code.BROKEN_LOG]
    assert answer["problems"][0]["field"].startswith("hands.1")
    assert answer["hands"][0]["agrees"] is True


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("", Code.UNKNOWN_FORMAT, "tenhou.net/6"),
        (" \n", Code.UNKNOWN_FORMAT, "choose its file"),
        ("hello", Code.UNKNOWN_FORMAT, "mjai"),
        ("[" * 100_000, Code.UNKNOWN_FORMAT, "tenhou.net/6"),
        ("https://tenhou.net/0/?log=2020010100gm-00a9-0000-01234567", Code.UNKNOWN_FORMAT, "link"),
        ('{"type":"start_game","names":["A"]}\n{"type":"start_kyoku"}', Code.UNKNOWN_FORMAT, "mjai"),
        ('{"title":"","log":[[{"qipai":{}}]]}', Code.UNKNOWN_FORMAT, "Majiang"),
        ('{"head":{},"data":{"name":".lq.GameDetailRecords"}}', Code.UNKNOWN_FORMAT, "Mahjong Soul"),
        ("x" * (MAX_LOG + 1), Code.TOO_LARGE, "1024"),
        ("<mjloggm></mjloggm>", Code.BROKEN_LOG, "no hand"),
        ('{"log": []}', Code.BROKEN_LOG, "no hand"),
        ('{"title":["",""],"name":["A","B","C","D"],"log":[[[0,0,0],[250', Code.BROKEN_LOG, "cut off"),
    ],
)
def test_what_is_no_log_is_told_apart(client: FlaskClient, text: str, code: Code, said: str) -> None:
    answer = client.post("/api/review", json={"log": text})
    assert answer.status_code == 422
    [problem] = answer.get_json()["problems"]
    assert problem["code"] == code
    assert said in problem["message"]


def test_a_log_can_be_given_as_an_address_that_holds_it_or_a_hand_a_line(client: FlaskClient) -> None:
    whole = json.loads(as_tenhou6(played_game(4)))
    expected = api(client, log=json.dumps(whole))["hands"]
    address = "https://tenhou.net/6/#json=" + json.dumps(whole) + "&ts=2"
    lines = "\n".join(json.dumps({**whole, "log": [hand]}) for hand in whole["log"])
    assert api(client, log=address)["hands"] == expected
    assert api(client, log=lines)["hands"] == expected


@pytest.mark.parametrize("body", [[], {}, {"log": 3}, {"log": ["x"]}])
def test_a_body_without_a_log_is_a_problem(client: FlaskClient, body: object) -> None:
    assert client.post("/api/review", json=body).status_code == 422


@pytest.mark.parametrize("field", ["seat", "hand"])
@pytest.mark.parametrize("value", [-1, 99, "x", 1.5])
def test_a_seat_or_hand_that_is_not_there_is_a_problem(client: FlaskClient, field: str, value: object) -> None:
    answer = api(client, **{"log": log(), "seat": 0, field: value})
    assert [problem["field"] for problem in answer["problems"]] == [field]


def test_a_seat_whose_tiles_are_hidden_is_not_judged(client: FlaskClient) -> None:
    own = re.sub(r' hai[123]="[^"]*"(?=[^<]*oya|[^<]*/>)', "", log())
    own = re.sub(r"<([UVW])\d+/>", r"<\1/>", own)
    assert codes(api(client, log=own, seat=2)) == [Code.HIDDEN_TILES]
    assert api(client, log=own, seat=0)["discards"]


def test_only_these_routes_take_more_than_a_case(client: FlaskClient) -> None:
    long = "x" * (200 << 10)
    assert client.post("/api/review", json={"log": long}).status_code == 422
    assert client.post("/review", data={"log": long}).status_code == 422
    assert client.post("/api/game", json={"log": long}).status_code == 413
    assert client.post("/score", data={"log": long}).status_code == 413
    assert client.post("/api/review", json={"log": "x" * (3 << 20)}).status_code == 413


# -- the pages


def send(client: FlaskClient, path: str = "", **fields: object) -> str:
    answer = client.post(f"/review{path}", data=fields, content_type="multipart/form-data")
    assert answer.status_code == 200, answer.text
    return answer.text


def test_a_log_is_read_from_a_packed_file_and_a_bomb_is_not_unpacked(client: FlaskClient) -> None:
    file = io.BytesIO(gzip.compress(log().encode()))
    assert 'data-agrees="yes"' in send(client, file=(file, "game.mjlog"))
    for packed, said in ((gzip.compress(b"\0" * (64 << 20)), "1024"), (b"\x1f\x8bxx", "unpacked")):
        data = {"file": (io.BytesIO(packed), "game.mjlog")}
        answer = client.post("/review", data=data, content_type="multipart/form-data")
        assert answer.status_code == 422
        assert said in answer.text


def test_every_hand_has_a_button_without_scripts_and_can_be_judged(client: FlaskClient) -> None:
    hands = len(played_game(4).hands)
    page = send(client, log=log(), seat="2")
    assert page.count("data-to-judge=") == hands
    for hand in range(hands):
        whole = send(client, "/hand", log=log(), seat="2", hand=str(hand))
        assert f'data-judged-hand="{hand}"' in whole
        assert ("Next hand" in whole) == (hand < hands - 1)


def test_a_hand_in_which_nothing_is_judged_is_not_said_to_have_cost_nothing(client: FlaskClient) -> None:
    dealt = log()[: log().index("/>", log().index("<INIT")) + 2]
    texts = [(log(), hand) for hand in range(len(played_game(4).hands))]
    judged = set()
    for text, hand in [*texts, (dealt, 0)]:
        discards = api(client, log=text, seat=0, hand=hand)["discards"]
        has_costs = any(one["kind"] == "free" and one["points"] for one in discards)
        part = send(client, "/hand", log=text, seat="0", hand=str(hand))
        assert ("200 points or more" in part or "data-cost=" in part) == has_costs
        judged.add(has_costs)
    assert judged == {True, False}


def test_the_script_gets_the_hand_alone_and_it_is_in_the_page(client: FlaskClient) -> None:
    data = {"log": log(), "seat": "2", "hand": "0"}
    part = client.post("/review/hand", data=data, headers={"HX-Request": "true"}).text
    assert part.lstrip().startswith("<li")
    assert part.strip() in send(client, "/hand", **data)


@pytest.mark.parametrize("fields", [{"seat": "9"}, {"hand": "99"}, {"seat": ""}, {"hand": ""}, {"log": "x"}])
def test_a_hand_that_is_not_there_is_no_page(client: FlaskClient, fields: dict[str, str]) -> None:
    data = {"log": log(), "seat": "0", "hand": "0", **fields}
    assert client.post("/review/hand", data=data).status_code == 422


def test_a_difference_stands_at_its_hand_with_both_figures(client: FlaskClient) -> None:
    text = log().replace('sc="', 'sc="9', 1)
    page = send(client, log=text)
    assert 'data-agrees="no"' in page
    assert page.count("data-difference=") == 1


def test_a_log_that_was_cut_off_is_not_said_to_agree_as_a_whole(client: FlaskClient) -> None:
    assert "data-open" not in send(client, log=log())
    for hand in (1, 2):
        end = [match.start() for match in re.finditer("<INIT", log())][hand]
        page = send(client, log=log()[: end - 100].rpartition("<")[0])
        assert "✓" not in page
        assert page.count("data-open") == 1
        assert page.rindex("data-hand=") < page.index("data-open")


def test_names_are_shown_or_hidden(client: FlaskClient) -> None:
    assert "Béla" in send(client, log=log())
    hidden = send(client, log=log(), hide="1")
    assert "Player 2" in hidden
    assert "Béla" not in re.sub(r"<textarea.*?</textarea>", "", hidden, flags=re.DOTALL)


def test_a_whole_game_is_kept_with_its_points(client: FlaskClient) -> None:
    game = played_game(4)
    page = send(client, log=as_mjlog(game))
    text = re.search(r'<textarea name="game"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    assert text
    kept = json.loads(text[1].replace("&#34;", '"').replace("&amp;", "&").replace("&#39;", "'"))
    states = client.post("/api/game", json={name: kept[name] for name in ("rules", "events")}).get_json()["states"]
    assert states[-1]["over"]
    part = replace(game, hands=game.hands[1:])
    assert 'name="game"' not in send(client, log=as_mjlog(part))
