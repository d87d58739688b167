"""Logs that are kept as games of a group, several at once."""

import gzip
import html
import io
import json
import re
from dataclasses import replace
from datetime import UTC, date, datetime

import pytest
from flask.testing import FlaskClient

from tests.pages.review.test_hand_link import linked
from tests.pages.review.test_review import kept_game, without_ippatsu
from tests.pages.review.test_review import send as review
from tests.records.played import ended, played_game
from tests.records.written import as_mjlog, as_tenhou6
from tests.records.written_events import as_majiang
from webapp.game.result import result
from webapp.pages.review.kept_logs import MAX_LOGS, day_of
from webapp.records.check import checked
from webapp.records.rules import rules_of


def send(client: FlaskClient, *files: tuple[str, bytes]) -> tuple[int, str]:
    data = {"files": [(io.BytesIO(raw), name) for name, raw in files]}
    answer = client.post("/review/games", data=data, content_type="multipart/form-data")
    return answer.status_code, answer.text


def test_games_of_several_logs_go_into_a_new_group_with_their_dates(client: FlaskClient) -> None:
    files = [
        ("2021081522gm-00a9-0000-01234567.mjlog", gzip.compress(as_mjlog(ended(played_game(1))).encode())),
        ("late.json", as_tenhou6(ended(played_game(2))).encode()),
        ("2019-03-04.txt", as_majiang(ended(played_game(3))).encode()),
        ("broken.txt", b"x"),
        ("part.mjlog", as_mjlog(played_game(1)).encode()[:4000]),
    ]
    status, page = send(client, *files)
    assert (status, page.count('data-log="kept"'), page.count('data-log="left"')) == (200, 3, 2)
    sent = re.findall(r'<textarea name="game" hidden>(.*?)</textarea>', page, re.DOTALL)
    games = [html.unescape(text) for text in sent]
    assert [str(json.loads(game).get("made", ""))[:10] for game in games] == ["2021-08-15", "", "2019-03-04"]
    assert page.count('type="date"') == 1
    asked = client.post("/game/evening", data={"game": games, "day": "2020-02-29"})
    assert asked.location.endswith("/keep")
    assert client.post("/game/evening", data={"game": games, "day": "2020-02-29"}).location == asked.location
    group = client.post(asked.location, data={"name": "Club"}).location
    kept = client.get(f"{group}/group.json").get_json()
    assert [game["made"][:10] for game in kept["games"]] == ["2019-03-04", "2020-02-29", "2021-08-15"]
    assert client.post("/game/evening", data={"game": games, "day": "2020-03-01"}).location != asked.location
    assert [member["name"] for member in kept["members"]] == ["Aoi", "Béla", "陳", "Dana"]
    assert client.get(group).status_code == 200


def kept_day(client: FlaskClient, page: str, **fields: str) -> str:
    """The day of the game that a page keeps; `fields` stand for those of its form."""
    [day] = re.findall(r'<input type="date" name="day" value="([^"]*)">', page)
    data = {"game": json.dumps(kept_game(page)), "day": day} | fields
    table = client.post("/game/import", data=data).location
    return str(client.get(f"{table}/game.json").get_json()["made"])[:10]


def test_a_game_is_kept_with_the_day_of_its_log_that_may_be_corrected(client: FlaskClient) -> None:
    name, log = "2021081522gm-00a9-0000-01234567.mjlog", as_mjlog(ended(played_game(1)))
    page = review(client, file=(io.BytesIO(log.encode()), name))
    assert kept_day(client, page) == "2021-08-15"
    assert kept_day(client, page, day="2020-02-29") == "2020-02-29"
    today = datetime.now(UTC).date().isoformat()
    assert kept_day(client, page, day="9999-12-31") == kept_day(client, review(client, log=log)) == today
    assert kept_day(client, page, day="0001-01-01") == "1970-01-02"
    [*days] = re.findall(r'<input type="hidden" name="day" value="([^"]*)">', page)
    assert len(days) == page.count('name="log" hidden')
    assert {*days} == {"2021-08-15"}


def test_the_day_of_a_log_is_in_its_saved_review_and_in_the_link_to_a_hand(client: FlaskClient) -> None:
    log, day = as_mjlog(ended(played_game(1))), "2021-08-15"
    saved = client.post("/review/file", data={"log": log, "day": day}).text
    assert client.post("/review/file", data={"log": saved}).text == saved
    assert kept_day(client, review(client, log=saved)) == day
    assert "day" not in json.loads(client.post("/review/file", data={"log": log}).text)
    link = linked(review(client, "/hand", log=log, seat="1", hand="0", day=day))
    assert f'value="{day}"' in client.get(link).text
    for damaged, status in ((link.replace(f"&day={day}", ""), 200), (link.replace(day, "2021-13-01"), 422)):
        answer = client.get(damaged)
        assert (answer.status_code, "A day is written like" in answer.text) == (status, status == 422)


def test_a_day_that_is_none_is_a_problem_and_nothing_is_kept(client: FlaskClient) -> None:
    game = json.dumps(kept_game(review(client, log=as_mjlog(ended(played_game(1))))))
    for path in ("import", "evening"):
        answer = client.post(f"/game/{path}", data={"game": game, "day": "yesterday"})
        assert (answer.status_code, "A day is written like 2026-11-22." in answer.text) == (422, True)


def test_a_log_that_differs_is_kept_by_the_rule_that_explains_it(client: FlaskClient) -> None:
    log = without_ippatsu()
    status, page = send(client, ("2021-08-15.json", log.encode()))
    assert (status, page.count("data-explained")) == (200, 1)
    choices = re.findall(r'<option value="([^"]*)">([^<]*)</option>', page)
    assert [said for _, said in choices] == ["leave it out", "Ippatsu: no"]
    assert client.post("/game/evening", data={"game": [""]}).status_code == 422
    table = client.post("/game/evening", data={"game": [html.unescape(value) for value, _ in choices]}).location
    kept = client.get(table.replace("/keep", "/game.json")).get_json()
    assert (kept["made"][:10], kept["rules"]["scoring"]["ippatsu"]) == ("2021-08-15", False)


def test_totals_that_one_rule_explains_leave_the_choice(client: FlaskClient) -> None:
    game = ended(played_game(3))
    rules = replace(rules_of(game), uma=(30_000, 10_000, -10_000, -30_000))
    totals = result(replace(checked(game).state, rules=rules)).totals
    changed = replace(game, totals=tuple(round(1000 * total) for total in totals))
    _, page = send(client, ("x.json", as_tenhou6(changed).encode()))
    choices = re.findall(r'<option value="([^"]*)">([^<]*)</option>', page)
    umas = [json.loads(html.unescape(value))["rules"]["uma"] for value, _ in choices]
    assert umas[0] != umas[1] == [30_000, 10_000, -10_000, -30_000]


def test_the_same_game_is_in_a_group_once_whatever_way_it_came(client: FlaskClient) -> None:
    """From several logs in two formats, from a single review with another day, and from a saved review."""
    game = ended(played_game(1))
    _, page = send(client, ("a.mjlog", as_mjlog(game).encode()), ("2020-02-29.json", as_tenhou6(game).encode()))
    sent = re.findall(r'<textarea name="game" hidden>(.*?)</textarea>', page, re.DOTALL)
    asked = client.post("/game/evening", data={"game": [*map(html.unescape, sent)], "day": "2019-03-04"}).location
    told = client.post(asked, data={"name": "Club"}).location
    assert client.get(told).text.count("data-known") == 1
    group = told.partition("/games?")[0]
    saved = client.post("/review/file", data={"log": as_mjlog(game), "names": "1"}).text
    for log in (as_mjlog(game), saved):
        kept = json.dumps(kept_game(review(client, log=log)))
        table = client.post("/game/import", data={"game": kept, "day": "2021-08-15"}).location
        seats = {f"member{n}": str(n + 1) for n in range(4)} | {"group": group.rpartition("/")[2]}
        told = client.post(f"{table}/keep", data=seats).location
        [there] = re.findall(r'data-known>.*?href="([^"]*)"', client.get(told).text, re.DOTALL)
        assert client.get(table).status_code == 410
        assert client.get(there, follow_redirects=True).status_code == 200
        assert [one["made"][:10] for one in client.get(f"{group}/group.json").get_json()["games"]] == ["2019-03-04"]
    # The same hands of other players are another game.
    table = client.post("/game/import", data={"game": kept}).location
    assert "known" not in client.post(f"{table}/keep", data=seats | {"member0": "2", "member1": "1"}).location


def test_a_new_game_does_not_begin_with_the_rules_of_a_kept_log(client: FlaskClient) -> None:
    """A game that follows it, or one begun at a table, counts again."""

    def offered() -> str:
        (rules,) = re.findall(r'<select name="rules">.*?</select>', client.get("/game").text, re.DOTALL)
        return str(re.findall(r'value="(\w+)" selected', rules)[0])

    before = offered()
    kept = kept_game(review(client, log=as_mjlog(ended(played_game(1)))))
    table = client.post("/game/import", data={"game": json.dumps(kept)}).location
    assert client.get(table).status_code == 200
    assert offered() == before != kept["rules"]["preset"]
    following = client.post(f"{table}/next", data={"rules": "tenhou"}).location
    assert client.get(following).status_code == 200
    assert offered() == "tenhou"


@pytest.mark.parametrize("number", [0, MAX_LOGS + 1])
def test_no_file_or_too_many_are_a_problem(client: FlaskClient, number: int) -> None:
    status, page = send(client, *[("x.txt", b"x")] * number)
    assert (status, f"Choose 1 to {MAX_LOGS} files" in page) == (422, True)


def test_files_without_a_whole_game_cannot_be_kept(client: FlaskClient) -> None:
    status, page = send(client, ("x.txt", b"x"), ("y.gz", b"\x1f\x8bxx"))
    assert (status, page.count('data-log="left"'), "data-action" in page.split("</ol>")[1].split("</form>")[0]) == (
        200,
        2,
        False,
    )


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("2021081522gm-00a9-0000-01234567.mjlog", date(2021, 8, 15)),
        ('"uuid":"210815-6da08e40-2605"', date(2021, 8, 15)),
        ("title\n2024/1/31 20:00", date(2024, 1, 31)),
        ("2024年1月31日", date(2024, 1, 31)),
        ("2024-13-31", None),
        ("120240131", None),
        ("", None),
    ],
)
def test_the_day_of_a_game_is_found_in_names_and_logs(text: str, day: date | None) -> None:
    assert day_of(text) == day
