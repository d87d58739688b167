"""The log of an online game on its pages and in the API."""

import gzip
import html
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from math import isclose
from urllib.parse import quote

import pytest
from flask.testing import FlaskClient

from tests.records.logs import Json
from tests.records.played import ended, played_game
from tests.records.small import ONE_WIND, small_log
from tests.records.test_explain import by_other_rules
from tests.records.written import WRITERS, as_mjlog, as_tenhou6
from tests.records.written_events import as_mjai
from webapp.records.check import checked
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
    preset = "mahjong_soul" if source == "majsoul" else "tenhou"
    assert (answer["source"], answer["players"], answer["rules"]["preset"]) == (source, 4, preset)
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
        # After a call kuikae may forbid what is as good.
        if not case["melds"]:
            assert chosen_of_equals(rows, one["tile"], one["points"][1]) == one["best"]
        assert one["points"][0] in (None, rows.get(one["tile"], {"turns": {"points": [None]}})["turns"]["points"][0])
    shown = client.get(one["link"], headers={"Accept-Language": "en", "Referer": "http://localhost/review"}).text
    assert f'data-discard="{one["best"]}"' in shown
    assert re.search(r'<a class="square"\s+href="/review"', shown)
    return 1


def chosen_of_equals(rows: dict[str, Json], tile: str, points: float) -> str:
    """The best discard: of those with as many points the chosen one, else the widest, none that is red."""
    equal = [name for name, row in rows.items() if isclose(row["turns"]["points"][0], points)]
    first = min(equal, key=lambda name: (-rows[name]["ukeire"]["count"], "0" in name, "mpsz".index(name[1]), name))
    return tile if tile in equal else first


def test_every_discard_up_to_three_steps_from_tenpai_has_its_points(client: FlaskClient) -> None:
    """Also where they are not asked for; to ask for them changes nothing."""
    answer = api(client, log=log(), seat=1)["discards"]
    judged = [one for one in answer if one["kind"] in ("free", "threat") and one["shanten"] <= 3 and one["draws"]]
    assert {one["shanten"] for one in judged} == {0, 1, 2, 3}
    assert all(one["points"] and one["win"] for one in judged)
    assert api(client, log=log(), seat=1, points=True)["discards"] == answer


def test_a_hand_that_costs_much_is_judged_in_parts(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = api(client, log=log(), seat=2, hand=0)["discards"]
    page = send(client, "/hand", log=log(), seat="2", hand="0")
    rows = re.compile(r'<li data-kind="(.*?)</li>', re.DOTALL)
    assert "data-rest" not in page
    monkeypatch.setattr("webapp.pages.review.judging.PIECE", 0)
    assert api(client, log=log(), seat=2, hand=0)["discards"] == whole
    begin = "0"
    parts: list[str] = []
    while begin:
        part = send(client, "/hand", log=log(), seat="2", hand=begin)
        rest = re.search(r'data-rest="(0\.\d+)"', part)
        assert ("Rest of the hand" in part) == bool(rest)
        parts, begin = [*parts, *rows.findall(part)], rest[1] if rest else ""
        assert len(parts) < len(whole) or not rest
    assert parts == rows.findall(page)


def test_a_part_of_one_turn_says_it_once(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("webapp.pages.review.judging.PIECE", 0)
    begin, costly = "1", 0
    while begin:
        part = send(client, "/hand", log=log(0), seat="2", hand=begin)
        rest = re.search(r'data-rest="(1\.\d+)"', part)
        begin = rest[1] if rest else ""
        title, _, discards = part[part.index("data-judged-hand=") :].partition("<details>")
        if begin and "data-cost=" in title:
            costly += 1
            assert title.partition(">")[2].count("Turn ") == 1
        elif begin:
            assert "Turn " in discards.partition("</summary>")[0]
    assert costly


def test_one_hand_is_judged_alone(client: FlaskClient) -> None:
    every = api(client, log=log(), seat=1)["discards"]
    for hand in {one["hand"] for one in every}:
        assert api(client, log=log(), seat=1, hand=hand)["discards"] == [one for one in every if one["hand"] == hand]


def test_problems_have_their_codes_and_the_other_hands(client: FlaskClient) -> None:
    broken = json.loads(as_tenhou6(played_game(4)))
    broken["log"][1][4] = [11] * 13
    answer = api(client, log=json.dumps(broken))
    assert codes(answer) == [Code.BROKEN_LOG]
    assert answer["problems"][0]["field"].startswith("hands.1")
    assert [hand["agrees"] for hand in answer["hands"]] == [True, None, *[True] * (len(answer["hands"]) - 2)]


@pytest.mark.parametrize(
    ("text", "code", "said"),
    [
        ("", Code.UNKNOWN_FORMAT, "choose its file"),
        (" \n", Code.UNKNOWN_FORMAT, "choose its file"),
        ("hello", Code.UNKNOWN_FORMAT, "mjai"),
        ("[" * 100_000, Code.UNKNOWN_FORMAT, "tenhou.net/6"),
        ("{" * MAX_LOG, Code.UNKNOWN_FORMAT, "tenhou.net/6"),
        ("{}" * 500_000, Code.UNKNOWN_FORMAT, "tenhou.net/6"),
        ('{"a":' * 100_000, Code.UNKNOWN_FORMAT, "tenhou.net/6"),
        ('{"log":[' * 100_000, Code.BROKEN_LOG, "cut off"),
        ("#json={" * 100_000, Code.BROKEN_LOG, "cut off"),
        ("https://tenhou.net/6/#json=%7B%22log%22%3A", Code.BROKEN_LOG, "cut off"),
        ('{"log": [[1]]}\n{"log": [[2', Code.BROKEN_LOG, "fewer parts"),
        ("https://tenhou.net/0/?log=2020010100gm-00a9-0000-01234567", Code.UNKNOWN_FORMAT, "link"),
        ("https://game.maj-soul.com/1/?paipu=210815-6da08e40-2605", Code.UNKNOWN_FORMAT, "On a computer"),
        ("https://mahjongsoul.game.yo-star.com/?paipu=210815-x_a1", Code.UNKNOWN_FORMAT, "On a computer"),
        ('{"type":"start_game","names":["A"]}\n{"type":"start_kyoku"}', Code.BROKEN_LOG, "where the game stands"),
        ('{"type":"start_game","names":["A"]}', Code.UNKNOWN_FORMAT, "mjai"),
        ('{"title":"","log":[[{"qipai":{}}]]}', Code.BROKEN_LOG, "number"),
        ('{"title":"","log":[[{"qipai":{"jus', Code.BROKEN_LOG, "Majiang, but it is cut off"),
        ('{"head":{},"data":{"name":".lq.GameDetailRecords"}}', Code.BROKEN_LOG, "list"),
        ('{"head":{},"data":{"name":".lq.GameDet', Code.BROKEN_LOG, "Mahjong Soul, but it is cut off"),
        ("\n\x1c.lq.GameDetailRecords\x12\x00", Code.UNKNOWN_FORMAT, "protobuf"),
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


def as_address(log: object) -> str:
    return "https://tenhou.net/6/#json=" + quote(json.dumps(log), safe="")


@pytest.mark.parametrize(
    "written",
    [
        lambda whole, _: "https://tenhou.net/6/#json=" + json.dumps(whole) + "&ts=2",
        lambda whole, _: f"{as_address(whole)}&ts=2&tw=3",
        lambda whole, _: f"Look at East 2 {{sic}} of this game: <{as_address(whole)}>, please!\nThanks {{}}",
        lambda whole, _: f"var log = {json.dumps(whole)};\nshow(log);",
        lambda whole, _: "\ufeff" + json.dumps(whole, indent=2),
        lambda _, parts: json.dumps(parts),
        lambda _, parts: "\n".join(map(json.dumps, parts)),
        lambda _, parts: "\r\n\r\n".join(f"{as_address(part)}&tw=2" for part in parts),
        lambda _, parts: " ".join(map(as_address, parts)),
    ],
)
def test_a_log_may_stand_in_an_address_in_any_text_and_in_parts(
    client: FlaskClient, written: Callable[[Json, list[Json]], str]
) -> None:
    whole = json.loads(as_tenhou6(played_game(4)))
    text = written(whole, [{**whole, "log": [hand]} for hand in whole["log"]])
    answer = api(client, log=text)
    assert "problems" not in answer
    assert answer["hands"] == api(client, log=json.dumps(whole))["hands"]


@pytest.mark.parametrize("as_part", [json.dumps, as_address])
def test_a_line_that_cannot_be_read_is_named_and_the_others_are_read(
    client: FlaskClient, as_part: Callable[[object], str]
) -> None:
    whole = json.loads(as_tenhou6(played_game(4)))
    lines = [as_part({**whole, "log": [hand]}) for hand in whole["log"]]
    every = api(client, log="\n".join(lines))["hands"]
    lines[1] = lines[1][: len(lines[1]) // 2]
    text = "\n".join(lines)
    answer = api(client, log=text)
    [problem] = answer["problems"]
    assert (problem["field"], problem["code"]) == ("log", Code.BROKEN_LOG)
    assert "Line 2" in problem["message"]
    assert answer["hands"][0] == every[0]
    assert answer["hands"][1] | {"link": None} == dict.fromkeys(every[1]) | {"unchecked": [], "known": True}
    assert answer["hands"][2] == every[2] | {"unchecked": ["place", "start"]}
    assert answer["hands"][3:] == every[3:]
    page = send(client, log=text)
    assert page.count("Line 2 cannot be read") == 1
    assert "A part of the log cannot be read or played." in page
    assert page.count("Not compared:") == 1
    assert page.count("data-hand=") == len(every)


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


def test_the_sample_game_agrees_and_has_a_costly_discard(client: FlaskClient) -> None:
    page = send(client, sample="1")
    # The rules that are chosen come along.
    assert re.search(r'form="review"\s+name="sample"', client.get("/review").text)
    assert "begins with 30,000 points" in send(client, sample="1", rules="wrc")
    assert 'data-agrees="yes"' in page
    assert page.count("data-hand=") == 5
    text = re.search(r"<textarea name=\"log\" hidden>(.*?)</textarea>", page, re.DOTALL)
    assert text
    assert "data-cost=" in send(client, "/hand", log=html.unescape(text[1]), seat="1", hand="0")


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


@pytest.mark.parametrize(
    "fields", [{"seat": "9"}, {"hand": "99"}, {"hand": "0."}, {"hand": "0.x"}, {"seat": ""}, {"hand": ""}, {"log": "x"}]
)
def test_a_hand_that_is_not_there_is_no_page(client: FlaskClient, fields: dict[str, str]) -> None:
    data = {"log": log(), "seat": "0", "hand": "0", **fields}
    assert client.post("/review/hand", data=data).status_code == 422


def test_figures_that_are_shown_differ_by_the_cost_that_is_shown(client: FlaskClient) -> None:
    page = "".join(send(client, "/hand", log=log(0), seat="2", hand=str(hand)) for hand in (1, 3))
    articles = re.findall(r'<article class="costly" data-cost="(\d+)">(.*?)</article>', page, re.DOTALL)
    assert articles
    for cost, text in articles:
        chosen, best = [int(points.replace(",", "")) for points in re.findall(r"<b>([\d,]+) points", text)]
        assert best - chosen == int(cost)


def test_a_difference_stands_at_its_hand_with_both_figures(client: FlaskClient) -> None:
    text = log().replace('sc="', 'sc="9', 1)
    page = send(client, log=text)
    assert 'data-agrees="no"' in page
    assert page.count("data-difference=") == 1


def test_totals_that_differ_are_shown_with_both_figures_in_thousands(client: FlaskClient) -> None:
    game = ended(played_game(4))
    assert game.final
    assert game.totals
    points, totals = game.final, [total / 1000 for total in game.totals]
    for changed, agrees in ((game, True), (replace(game, totals=(*game.totals[:3], 999_000)), False)):
        text = as_tenhou6(changed)
        stated = [total / 1000 for total in changed.totals or ()]
        answer = api(client, log=text)
        assert (answer["final"], answer["totals"]) == (list(points), stated)
        differing = {"what": "totals", "log": stated, "ours": totals}
        assert answer["hands"][-1]["agrees"] == (True if agrees else differing)
        page = send(client, log=text)
        assert ('data-agrees="yes"' in page) == agrees
        assert ("<b>+999</b>" in page) != agrees


def test_an_uma_that_is_not_known_is_said_also_of_the_kept_game(client: FlaskClient) -> None:
    for totals, is_known in (((30, 10, -10, -30), True), ((31, 9, -9, -31), False)):
        sc = [part for total in totals for part in (30000, total)]
        log = small_log(*ONE_WIND, end=["四風連打"], disp="大会戦東喰赤", points=30000) | {"sc": sc}
        answer = api(client, log=json.dumps(log))
        assert answer["rules"]["uma_known"] == is_known
        assert answer["unchecked"] == ([] if is_known else [{"what": "totals", "log": list(totals)}])
        page = send(client, log=json.dumps(log))
        assert ("✓" in page) == is_known
        for said in ('data-unchecked="totals"', 'data-uma="unknown"', "the points less 30,000"):
            assert (said in page) != is_known
        table = client.post("/game/import", data={"game": json.dumps(kept_game(page))}).location
        ranks = re.findall(r'data-total="([^"]*)"', client.get(f"{table}/result").text)
        assert ranks == (["30.0", "10.0", "-10.0", "-30.0"] if is_known else ["0.0"] * 4)


def test_a_draw_with_an_unknown_name_is_said_to_have_one(client: FlaskClient) -> None:
    text = as_tenhou6(played_game(4))
    assert "data-unknown" not in send(client, log=text)
    renamed = text.replace("流局", "<b>new</b>")
    assert renamed != text
    assert "“&lt;b&gt;new&lt;/b&gt;”, which is not known" in send(client, log=renamed)
    named = {hand["unknown_draw"] for hand in api(client, log=renamed)["hands"] if hand["draw"]}
    assert named == {"<b>new</b>"}


def test_a_log_that_was_cut_off_is_not_said_to_agree_as_a_whole(client: FlaskClient) -> None:
    assert "data-open" not in send(client, log=log())
    for hand in (1, 2):
        end = [match.start() for match in re.finditer("<INIT", log())][hand]
        page = send(client, log=log()[: end - 100].rpartition("<")[0])
        assert "✓" not in page
        assert page.count("data-open") == 1
        assert page.rindex("data-hand=") < page.index("data-open")


def test_a_part_of_a_game_says_where_it_begins_and_that_it_ends_early(client: FlaskClient) -> None:
    game = played_game(4)
    for first, end in ((0, len(game.hands)), (2, len(game.hands)), (0, 2)):
        page = send(client, log=as_tenhou6(replace(game, hands=game.hands[first:end])))
        assert 'data-agrees="yes"' in page
        assert ("The log begins at East 2." in page) == (first > 0)
        assert ("ends before the end of the game" in page) == (end < len(game.hands))


def test_sticks_that_are_left_are_in_the_points_at_the_end_as_in_the_kept_game(client: FlaskClient) -> None:
    assert "data-leftover" not in send(client, log=log())
    page = send(client, log=log(29))
    assert "data-leftover" in page
    shown = re.search(r'<ul class="legend">.*?</ul>', page, re.DOTALL)
    assert shown
    points = [int(text.replace(",", "")) for text in re.findall(r"</bdi> ([\d,]+)", shown[0])]
    kept = kept_game(page)
    told = client.post("/api/game", json={name: kept[name] for name in ("rules", "events")}).get_json()
    assert told["final"]["points"] == points


def test_a_laid_stick_is_named_beside_what_the_hand_brought(client: FlaskClient) -> None:
    """Both figures of a winner's hand are the same; their stick is not hidden in one of them."""
    page = send(client, log=log())
    rows = re.findall(r"· \S+ (\+[\d,]+) .*?<p class=\"deltas-line\">(.*?)</p>", page, re.DOTALL)
    assert rows
    assert all(f">{points}<" in deltas for points, deltas in rows)
    assert "Riichi −1,000" in page


def test_a_link_to_a_judged_hand_leads_to_the_form_in_the_language_that_it_names(client: FlaskClient) -> None:
    answer = client.get("/review/hand?lang=ja", follow_redirects=True)
    assert answer.status_code == 200
    assert 'lang="ja"' in answer.text


def test_names_are_shown_or_hidden(client: FlaskClient) -> None:
    assert "Béla" in send(client, log=log())
    hidden = send(client, log=log(), hide="1")
    assert "P2" in hidden
    assert "Béla" not in re.sub(r"<textarea name=\"log\".*?</textarea>", "", hidden, flags=re.DOTALL)
    assert kept_game(hidden)["names"] == ["P1", "P2", "P3", "P4"]


def test_a_whole_game_is_kept_with_its_points(client: FlaskClient) -> None:
    game = played_game(4)
    page = send(client, log=as_mjlog(game))
    kept = kept_game(page)
    assert kept["names"] == list(game.names)
    states = client.post("/api/game", json={name: kept[name] for name in ("rules", "events")}).get_json()["states"]
    assert states[-1]["over"]
    assert "data-part" not in page
    part = send(client, log=as_mjlog(replace(game, hands=game.hands[1:])))
    assert 'name="game"' not in part
    assert "Only the log of a whole game" in part


def test_the_key_of_the_kept_game_goes_along_with_the_log(client: FlaskClient) -> None:
    def keys(page: str) -> set[str]:
        return set(re.findall(r'name="key" value="([\w-]+)"', page))

    first = keys(send(client, log=log()))
    [key] = first
    assert keys(send(client, log=log(), seat="1", hide="1", key=key)) == first
    assert keys(send(client, "/hand", log=log(), seat="1", hand="0", key=key)) == first
    for other in ({}, {"key": "<b>"}):
        assert keys(send(client, log=log(), **other)).isdisjoint(first)


def kept_game(page: str) -> Json:
    text = re.search(r'<textarea name="game"[^>]*>(.*?)</textarea>', page, re.DOTALL)
    assert text
    kept: Json = json.loads(html.unescape(text[1]))
    return kept


def test_the_chart_of_a_part_of_a_game_has_each_label_at_its_line(client: FlaskClient) -> None:
    """Nobody has the points of the start any more; its line has them all the same."""
    game = played_game(4)
    for hands in (game.hands, game.hands[-1:]):
        page = send(client, log=as_tenhou6(replace(game, hands=hands)))
        [start, zero] = re.findall(r'<line class="grid[^>]*x2="320"[^>]*y1="([\d.]+)"', page)
        labels = dict(re.findall(r'<text x="324" y="([\d.]+)">([\d,]+)</text>', page))
        most = labels.pop("3", "25,000")
        assert int(most.replace(",", "")) >= 25000
        assert labels == {str(float(start) + 3): "25,000", str(float(zero) + 3): "0"}


def test_rules_without_red_fives_check_a_log_that_has_some_and_say_so(client: FlaskClient) -> None:
    text = WRITERS["majsoul"](played_game(4))
    page = send(client, log=text, rules="ema")
    assert page.count("These rules have no red fives") == 1
    [start] = re.findall(r'<line class="grid" x1="0" x2="320" y1="([^"]*)"', page)
    assert float(start) >= 0
    answer = api(client, log=text, rules="ema")
    assert {one["field"] for one in answer["notices"]} == {"rules"}
    assert "problems" not in answer
    assert answer["rules"]["scoring"]["red_fives"] == {"m": 1, "p": 1, "s": 1}
    [sent] = {*re.findall(r'name="rules" value="([^"]*)"', page)}
    assert "These rules have no red fives" not in send(client, log=text, rules=html.unescape(sent))


@pytest.mark.parametrize(("rules", "uma"), [("wrc", (15_000, 5_000, -5_000, -15_000)), ("m_league", None)])
def test_rules_with_another_start_count_from_that_of_the_log(
    client: FlaskClient, rules: str, uma: tuple[int, ...] | None
) -> None:
    """The totals add up, and no hand begins with points that nobody had."""
    game = played_game(4)
    answer = api(client, log=WRITERS["tenhou6"](game), rules=rules)
    said = " ".join(one["message"] for one in answer.get("notices", []))
    assert ("By these rules a game begins with 30,000 points, and the log begins with 25,000" in said) == bool(uma)
    first = answer["hands"][0]
    assert (first["points"], first["agrees"]) == ([25_000] * 4, True)
    assert sum(answer["result"]["totals"]) == 0
    if uma:
        course = answer["rules"]
        assert (course["start_points"], course["return_points"]) == (25_000, 25_000)
        assert tuple(course["uma"]) == uma


def test_a_log_whose_hands_cannot_be_settled_has_no_chart(client: FlaskClient) -> None:
    """A stick lies on the table, and the points at the end hold it."""
    players = [
        [11, 12, 13, 14, 15, 16, 17, 18, 19, 21, 22, 23, 24],
        [11, 12, 13, 14, 15, 16, 17, 18, 19, 25, 26, 27, 28],
        [21, 22, 23, 24, 25, 26, 27, 28, 29, 31, 32, 33, 34],
        [31, 32, 33, 34, 35, 36, 37, 38, 39, 41, 42, 43, 44],
    ]
    hand: list[object] = [[1, 0, 1], [25000, 25000, 25000, 24000], [11], []]
    hand += [part for tiles in players for part in (tiles, [], [])]
    hand.append(["和了", [8000, -8000, 0, 0], [0, 1, 0, "満貫8000点"]])
    log: Json = {"name": [*"ABCD"], "rule": {"disp": "般南喰赤", "aka": 1}, "log": [hand]}
    log["sc"] = [26000, 0, 25000, 0, 25000, 0, 24000, 0]
    answer = client.post("/review", data={"log": json.dumps(log)})
    assert (answer.status_code, 'class="course"' in answer.text) == (200, False)


# -- rules that are chosen -------------------------------------------------------------------------


def without_ippatsu() -> str:
    """A log that differs by the rules that it names, and agrees without ippatsu."""
    games = (by_other_rules(played_game(seed), scoring={"ippatsu": False}) for seed in range(12))
    return next(as_tenhou6(game) for game in games if not checked(game).agrees)


@pytest.mark.parametrize(
    "rules",
    [
        {"preset": "tenhou", "scoring": {"preset": "tenhou", "ippatsu": False}},
        {"preset": "house", "stop_is": "automatic", "scoring": {"ippatsu": False}, "rounds": 1},
    ],
)
def test_the_api_checks_a_log_by_the_rules_that_it_is_given(client: FlaskClient, rules: Json) -> None:
    text = without_ippatsu()
    differing = api(client, log=text)
    assert differing["rules"]["scoring"]["ippatsu"] is True
    assert any(isinstance(hand["agrees"], dict) for hand in differing["hands"])
    answer = api(client, log=text, rules=rules)
    assert (answer["rules"]["preset"], answer["rules"]["rounds"]) == (rules["preset"], 1)
    assert answer["rules"]["sure"]
    assert all(hand["agrees"] is True for hand in answer["hands"])


def test_a_preset_stands_for_its_version_with_as_many_players_as_the_log_has_and_this_is_said(
    client: FlaskClient,
) -> None:
    four, three = "mahjong_soul", "mahjong_soul_sanma"
    for players, name, other in ((3, three, four), (4, four, three)):
        text = as_mjlog(played_game(2, players))
        said = f"for {7 - players} players, and the log has {players}: their version for {players} is used."
        for asked in (name, {"preset": name}, other):
            answer = api(client, log=text, rules=asked)
            assert answer["rules"]["preset"] == name
            notices = [(one["field"], said in one["message"]) for one in answer.get("notices", ())]
            assert notices == ([("rules", True)] if asked == other else [])
            assert "problems" not in answer
        for asked in (name, other, f"rules={other}"):
            page = send(client, log=text, rules=asked)
            assert ((said in page), page.count('data-agrees="yes"')) == (asked != name, 1)
        assert f'name="rules" value="{name}"' in send(client, log=text, rules=other)


@pytest.mark.parametrize(
    ("rules", "field", "said"),
    [
        ("nobody", "rules", "no preset nobody"),
        (7, "rules", "no preset 7"),
        ({"scoring": {"players": 3}, "uma": [20000, 0, -20000]}, "rules", "for 3 players"),
        ({"ippatsu": True}, "rules", "no rule ippatsu"),
        ({"goal_points": "x"}, "rules.goal_points", "goal_points"),
    ],
)
def test_rules_that_cannot_be_are_a_problem_and_the_log_is_checked_by_its_own(
    client: FlaskClient, rules: object, field: str, said: str
) -> None:
    answer = api(client, log=log(), rules=rules)
    assert field in [problem["field"] for problem in answer["problems"]]
    assert any(said in problem["message"] for problem in answer["problems"])
    assert answer["rules"]["preset"] == "tenhou"


def test_the_api_says_how_the_game_ended(client: FlaskClient) -> None:
    game = ended(played_game(3))
    answer = api(client, log=as_mjlog(game))
    assert game.totals
    totals = [total / 1000 for total in game.totals]
    order = sorted(range(4), key=lambda player: -totals[player])
    ranks = [1 + order.index(player) for player in range(4)]
    assert answer["result"] == {"points": answer["final"], "ranks": ranks, "totals": totals}
    assert api(client, log=as_mjlog(replace(game, hands=game.hands[:1], final=None)))["result"] is None
    of_mjai = api(client, log=as_mjai(game))
    assert (of_mjai["result"]["points"], of_mjai["result"]["totals"]) == (answer["final"], None)
    assert api(client, log=as_mjai(game), rules="tenhou")["result"] == answer["result"]


def test_a_page_that_differs_offers_the_rules_under_which_it_agrees(client: FlaskClient) -> None:
    page = send(client, log=without_ippatsu(), seat="1")
    assert 'data-agrees="no"' in page
    offered = re.findall(r'value="([^"]*)"\s+data-explains="ippatsu">Ippatsu: no</button>', page)
    [rules] = map(html.unescape, offered)
    agreeing = send(client, log=without_ippatsu(), rules=rules, seat="1")
    assert 'data-agrees="yes"' in agreeing
    assert "Tenhou (1 changed)" in agreeing
    assert f'<input type="hidden" name="rules" value="{html.escape(rules)}">' in agreeing
    assert "data-explains" not in agreeing


def test_rules_are_chosen_before_a_log_is_read(client: FlaskClient) -> None:
    text = without_ippatsu()
    assert '<select name="rules"' in client.get("/review").text
    assert "Mahjong Soul" in send(client, log=text, rules="mahjong_soul")
    own = "rules=tenhou&rule.ippatsu=no"
    assert 'data-agrees="yes"' in send(client, log=text, rules=own)
    wrong = client.post(
        "/review",
        data={"log": text, "rules": "rules=tenhou_sanma&game.goal_points=0"},
        content_type="multipart/form-data",
    )
    assert (wrong.status_code, "These rules are for 3 players" in wrong.text) == (422, True)
    assert "&#34;Aoi&#34;" in wrong.text


def test_a_page_says_what_mjai_does_not_have(client: FlaskClient) -> None:
    page = send(client, log=as_mjai(played_game(3)))
    assert 'data-lacks="totals"' in page
    assert "the log does not say its rules" in page
    assert "Every win and draw agrees with ours." in page
