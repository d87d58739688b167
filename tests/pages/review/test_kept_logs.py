"""Logs that are kept as games of a group, several at once."""

import gzip
import html
import io
import json
import re
from datetime import date

import pytest
from flask.testing import FlaskClient

from tests.records.played import ended, played_game
from tests.records.written import as_mjlog, as_tenhou6
from tests.records.written_events import as_majiang
from webapp.pages.review.kept_logs import MAX_LOGS, day_of


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
    sent = re.search(r'<textarea name="games" hidden>(.*?)</textarea>', page, re.DOTALL)
    assert sent
    games = html.unescape(sent[1])
    assert [str(game.get("made", ""))[:10] for game in json.loads(games)] == ["2019-03-04", "2021-08-15", ""]
    asked = client.post("/game/evening", data={"games": games})
    assert asked.location.endswith("/keep")
    assert client.post("/game/evening", data={"games": games}).location == asked.location
    group = client.post(asked.location, data={"name": "Club"}).location
    kept = client.get(f"{group}/group.json").get_json()
    today = date.today().isoformat()
    assert sorted(game["made"][:10] for game in kept["games"])[:2] == ["2019-03-04", "2021-08-15"]
    assert len(kept["games"]) == 3
    assert today >= max(game["made"][:10] for game in kept["games"])
    assert [member["name"] for member in kept["members"]] == ["Aoi", "Béla", "陳", "Dana"]
    assert client.get(group).status_code == 200


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
