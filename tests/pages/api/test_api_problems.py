"""What the JSON API says of a case that is wrong, and of what is no case."""

import json

import pytest
from flask.testing import FlaskClient

from tests.pages.api.asked import A, problems, wrong
from tests.pages.laws import INJECTION
from tests.pages.site import CLIENT
from webapp import create_app
from webapp.scoring.rules import PRESETS, SWITCHES
from webapp.scoring.switches import BySuit, YesNo

LIMIT = 64 * 1024


# -- what is wrong ---------------------------------------------------------------------------------


CHI = {"type": "chi", "tiles": "234m"}
PON = {"type": "pon", "tiles": "222s"}
CHUN = {"type": "pon", "tiles": "777z"}
OPEN = {"concealed": "345m67p99s", "win": "8p", "melds": [PON, CHUN]}


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"concealed": "234567m345p2267"}, "concealed", "bad_notation"),
        ({"concealed": "234567m345p2267s0z"}, "concealed", "bad_notation"),
        ({"concealed": 123}, "concealed", "bad_notation"),
        ({"concealed": None}, "concealed", "bad_notation"),
        ({"win": ""}, "win", "bad_notation"),
        ({"win": "88s"}, "win", "bad_notation"),
        ({"win": None}, "win", "bad_notation"),
        ({"dora": "1s"}, "dora", "bad_notation"),
        ({"dora": ["9z"]}, "dora.0", "bad_notation"),
        ({"ura": ["1m", "2"]}, "ura.1", "bad_notation"),
        ({"concealed": "234567m345p226s"}, "concealed", "wrong_count"),
        ({"concealed": "234567m345p22678s"}, "concealed", "wrong_count"),
        ({"melds": [CHI], "flags": [], "ura": []}, "concealed", "wrong_count"),
        ({"concealed": "234567m345p2222s", "win": "2s"}, "win", "fifth_tile"),
        ({"dora": ["2s", "2s", "2s"]}, "dora", "fifth_tile"),
        ({"concealed": "234067m340p2267s", "dora": ["0m"]}, "dora", "too_many_reds"),
        ({"rules": {"red_fives": 0}, "concealed": "234067m345p2267s"}, "concealed", "too_many_reds"),
        ({"concealed": "555m345p23467s22z", "win": "5m"}, "win", "missing_red"),
        ({"by": "chombo"}, "by", "bad_value"),
        ({"flags": "riichi"}, "flags", "unknown_flag"),
        ({"flags": ["riichi", "tailwind"]}, "flags", "unknown_flag"),
        ({"round": "5"}, "round", "bad_wind"),
        ({"round": None}, "round", "bad_wind"),
        ({"seat": "east"}, "seat", "bad_wind"),
        ({"seat": 1}, "seat", "bad_wind"),
        ({"honba": -1}, "honba", "bad_number"),
        ({"honba": 100}, "honba", "bad_number"),
        ({"honba": 1.5}, "honba", "bad_number"),
        ({"honba": True}, "honba", "bad_number"),
        ({"sticks": "x"}, "sticks", "bad_number"),
        ({"by": "ron", "from": 0}, "from", "bad_number"),
        ({"by": "ron", "from": 4}, "from", "bad_number"),
        ({"flags": ["ippatsu"], "ura": []}, "flags", "needs_riichi"),
        ({"flags": []}, "ura", "needs_riichi"),
        ({"dora": ["1z"] * 3 + ["2z"] * 3}, "dora", "too_many_indicators"),
        ({"ura": ["1z", "2z"]}, "ura", "too_many_indicators"),
        ({"flags": ["riichi", "double_riichi"]}, "flags", "conflicting_flags"),
        ({"flags": ["riichi", "houtei"]}, "flags", "conflicting_flags"),
        ({"flags": ["riichi", "haitei"], "by": "ron"}, "flags", "conflicting_flags"),
        ({"flags": ["riichi", "rinshan"]}, "flags", "conflicting_flags"),
        ({"flags": ["riichi", "chankan"]}, "flags", "conflicting_flags"),
        ({"flags": ["tenhou"], "ura": []}, "flags", "conflicting_flags"),
        ({"flags": ["chiihou"], "ura": [], "seat": "E"}, "flags", "conflicting_flags"),
        ({"win": "9m"}, "concealed", "not_winning"),
        ({"rules": "poker"}, "rules", "unknown_rule"),
        ({"rules": 4}, "rules", "unknown_rule"),
        ({"rules": ["tenhou"]}, "rules", "unknown_rule"),
        ({"rules": {"preset": "poker"}}, "rules", "unknown_rule"),
        ({"rules": {"jokers": True}}, "rules", "unknown_rule"),
    ],
)
def test_what_is_wrong_with_a_closed_hand(change: dict[str, object], field: str, code: str) -> None:
    assert wrong({**A, **change}) == {(field, code)}


@pytest.mark.parametrize(
    ("change", "field", "code"),
    [
        ({"flags": ["riichi"]}, "flags", "needs_closed"),
        ({"flags": ["double_riichi"]}, "flags", "needs_closed"),
        ({"melds": {"type": "pon"}}, "melds", "not_a_meld"),
        ({"melds": [CHUN] * 5}, "melds", "not_a_meld"),
    ],
)
def test_what_is_wrong_with_an_open_hand(change: dict[str, object], field: str, code: str) -> None:
    assert wrong({**OPEN, **change}) == {(field, code)}


@pytest.mark.parametrize(
    ("meld", "field"),
    [
        ("chi", "melds.1"),
        ({"tiles": "777z"}, "melds.1.type"),
        ({"type": "pung", "tiles": "777z"}, "melds.1.type"),
        ({"type": ["pon"], "tiles": "777z"}, "melds.1.type"),
        ({"type": "pon", "tiles": ""}, "melds.1.tiles"),
        ({"type": "pon", "tiles": "77z"}, "melds.1.tiles"),
        ({"type": "pon", "tiles": "7777z"}, "melds.1.tiles"),
        ({"type": "pon", "tiles": "776z"}, "melds.1.tiles"),
        ({"type": "ankan", "tiles": "777z"}, "melds.1.tiles"),
        ({"type": "chi", "tiles": "456z"}, "melds.1.tiles"),
        ({"type": "chi", "tiles": "891m"}, "melds.1.tiles"),
        ({"type": "chi", "tiles": "89m1p"}, "melds.1.tiles"),
        ({"type": "chi", "tiles": "124m"}, "melds.1.tiles"),
        ({"type": "chi", "tiles": "123m", "from": 1}, "melds.1.from"),
        ({"type": "chi", "tiles": "123m", "from": 2}, "melds.1.from"),
        ({"type": "pon", "tiles": "777z", "called": "6z", "from": 1}, "melds.1.called"),
        ({"type": "kakan", "tiles": "7777z", "called": "7z", "from": 1, "added": "6z"}, "melds.1.added"),
        ({"type": "pon", "tiles": "777z", "added": "7z"}, "melds.1.added"),
    ],
)
def test_what_is_no_meld(meld: object, field: str) -> None:
    assert wrong({**OPEN, "melds": [PON, meld]}) >= {(field, "not_a_meld")}


@pytest.mark.parametrize(
    ("meld", "field", "code"),
    [
        ({"type": "pon", "tiles": "888z"}, "melds.1.tiles", "bad_notation"),
        ({"type": "pon", "tiles": None}, "melds.1.tiles", "bad_notation"),
        ({"type": "pon", "tiles": "777z", "from": 4}, "melds.1.from", "bad_number"),
        ({"type": "pon", "tiles": "777z", "from": "left"}, "melds.1.from", "bad_number"),
        ({"type": "pon", "tiles": "777z", "called": "x"}, "melds.1.called", "bad_notation"),
        ({"type": "kakan", "tiles": "7777z", "added": "77z"}, "melds.1.added", "bad_notation"),
    ],
)
def test_what_cannot_be_read_of_a_meld(meld: object, field: str, code: str) -> None:
    assert (field, code) in wrong({**OPEN, "melds": [PON, meld]})


@pytest.mark.parametrize("by", ["ron", "tsumo"])
def test_a_hand_full_of_dora_has_no_yaku_by_that(by: str) -> None:
    assert wrong({**OPEN, "melds": [PON, CHI], "by": by, "dora": ["1s", "1s"]}) == {("concealed", "no_yaku")}


def test_no_such_preset_lists_the_presets() -> None:
    (problem,) = problems({**A, "rules": "poker"})
    assert "poker" in problem["message"]
    assert all(preset in problem["message"] for preset in PRESETS)


def test_no_such_rule_lists_the_rules() -> None:
    (problem,) = problems({**A, "rules": {"jokers": 2}})
    assert "jokers" in problem["message"]
    assert all(switch in problem["message"] for switch in SWITCHES)


@pytest.mark.parametrize("name", SWITCHES)
@pytest.mark.parametrize("value", ["perhaps", 17, None, {"x": 1}, [1], ["perhaps"], -1, 2.5])
def test_no_such_value_lists_the_values_and_names_the_rule(name: str, value: object) -> None:
    (problem,) = problems({**A, "rules": {name: value}})
    assert (problem["field"], problem["code"]) == (f"rules.{name}", "unknown_rule")
    switch = SWITCHES[name]
    listed = {YesNo: ("true", "false"), BySuit: ("0", "4", '"m"', '"p"', '"s"')}.get(type(switch), switch.choices)
    assert name in problem["message"]
    assert all(str(choice) in problem["message"] for choice in listed)


@pytest.mark.parametrize("value", [5, -1, True, {"m": 5}, {"z": 1}, {"m": "1"}, {"m": True}, [1, 1, 1], "1"])
def test_red_fives_are_zero_to_four_of_each_suit(value: object) -> None:
    assert wrong({**A, "rules": {"red_fives": value}}) == {("rules.red_fives", "unknown_rule")}


def test_every_unknown_rule_is_told_at_once() -> None:
    case = {**A, "rules": {"preset": "poker", "jokers": 2, "open_tanyao": "maybe"}}
    assert [problem["field"] for problem in problems(case)] == ["rules", "rules", "rules.open_tanyao"]


def test_all_problems_are_told_at_once() -> None:
    case = {
        "concealed": "11111m55p0s0s",
        "win": "0s",
        "by": "tsumo",
        "melds": [{"type": "chi", "tiles": "124m"}, {"type": "chi", "tiles": "123m", "from": 1}],
        "flags": ["riichi", "ippatsu", "double_riichi", "houtei"],
        "dora": ["1z", "1z", "1z", "1z", "2z", "2z"],
    }
    assert wrong(case) == {
        ("concealed", "wrong_count"),
        ("concealed", "fifth_tile"),
        ("melds.0.tiles", "fifth_tile"),
        ("melds.1.tiles", "fifth_tile"),
        ("melds.0.tiles", "not_a_meld"),
        ("melds.1.from", "not_a_meld"),
        ("win", "too_many_reds"),
        ("flags", "conflicting_flags"),
        ("flags", "needs_closed"),
        ("dora", "too_many_indicators"),
    }


def test_messages_say_what_was_sent_but_not_all_of_it() -> None:
    for problem in problems({**A, "rules": INJECTION * 100, "concealed": INJECTION * 100, "honba": INJECTION * 100}):
        assert len(problem["message"]) < 400


# -- errors of other sorts -------------------------------------------------------------------------


@pytest.mark.parametrize("host", ["agari.example", "elsewhere.example", "a b", "[", ""])
@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("POST", "/api/score", 422),
        ("GET", "/api/score", 405),
        ("POST", "/api/no-such-route", 404),
        ("GET", "/api/no-such-route", 404),
    ],
)
def test_every_error_of_the_api_is_json_whatever_the_host(host: str, method: str, path: str, status: int) -> None:
    client = create_app({"TRUSTED_HOSTS": ["agari.example"]}).test_client()
    response = client.open(path, method=method, json={}, headers={"Host": host})
    assert response.status_code == (status if host == "agari.example" else 400)
    assert response.content_type == "application/json"
    assert [set(found) for found in response.get_json()["problems"]] == [{"field", "code", "message"}] * len(
        response.get_json()["problems"]
    )


def test_a_crash_is_json_too() -> None:
    app = create_app()
    app.add_url_rule("/api/crash", "crash", lambda: f"{1 // 0}")
    response = app.test_client().get("/api/crash")
    assert response.status_code == 500
    assert response.get_json()["problems"][0]["code"] == "refused"
    assert "Zero" not in response.text


# -- what is not a case at all ---------------------------------------------------------------------


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"hand=123m",
        b"{",
        b'{"concealed": "1m"',
        b"{'concealed': '1m'}",
        b"\xff\xfe\x00",
        b'{"concealed": "\xff"}',
        b'{"concealed": "\xe6\x9d"}',
        b"\x00",
        b"[" * 60_000,
        b"[" * 30_000 + b"]" * 30_000,
        b'{"rules":' * 6000 + b"1" + b"}" * 6000,
        b'{"honba": ' + b"9" * 5000 + b"}",
    ],
    ids=lambda body: repr(body[:24]),
)
@pytest.mark.parametrize("content_type", ["application/json", "text/plain", None])
def test_what_is_no_json_is_400(body: bytes, content_type: str | None) -> None:
    response = CLIENT.post("/api/score", data=body, content_type=content_type)
    assert response.status_code == 400
    assert [problem["code"] for problem in response.get_json()["problems"]] == ["bad_json"]


def test_json_is_read_whatever_its_content_type_says() -> None:
    response = CLIENT.post("/api/score", data=json.dumps(A), content_type="text/plain")
    assert response.get_json()["points"] == 12000


@pytest.mark.parametrize("body", [None, 0, "hand", True, 1.5])
def test_json_that_is_no_object_is_422(body: object) -> None:
    assert wrong(body) == {("", "bad_json")}


@pytest.mark.parametrize("depth", range(900, 1000, 7))
@pytest.mark.parametrize("field", ["rules", "win", "by", "melds", "flags", "dora", "seat", "honba", "from"])
def test_what_is_nested_as_deeply_as_json_can_be_is_refused(field: str, depth: int) -> None:
    for nested in ("[" * depth + "]" * depth, '{"a":' * depth + "1" + "}" * depth):
        body = json.dumps({**A, "by": "ron"})[:-1] + f', "{field}": {nested}}}'
        assert CLIENT.post("/api/score", data=body).status_code in (400, 422)


def test_a_body_of_64_kib_is_read_and_a_larger_one_is_413() -> None:
    case = json.dumps(A)
    full, over = case + " " * (LIMIT - len(case)), case + " " * (LIMIT + 1 - len(case))
    assert CLIENT.post("/api/score", data=full).status_code == 200
    answer = CLIENT.post("/api/score", data=over)
    assert answer.status_code == 413
    assert answer.json is not None
    assert answer.json["problems"] == [{"field": "", "code": "bad_json", "message": "The body is too long."}]


def test_all_problems_of_tiles_without_a_winning_tile_are_told_at_once() -> None:
    tiles = {
        "concealed": "234567m345p2267s1z",
        "seat": "Q",
        "drawn": "9m",
        "seen": ["2m"] * 4,
        "flags": ["riichi", "double_riichi"],
    }
    answer = CLIENT.post("/api/discards", json=tiles)
    assert answer.json is not None
    assert {(found["field"], found["code"]) for found in answer.json["problems"]} == {
        ("seat", "bad_wind"),
        ("drawn", "bad_notation"),
        ("seen", "fifth_tile"),
        ("flags", "conflicting_flags"),
    }


@pytest.mark.parametrize("route", ["waits", "discards"])
def test_what_only_follows_from_tiles_that_cannot_be_read_is_not_told(route: str) -> None:
    answer = CLIENT.post(f"/api/{route}", json={"concealed": "zz", "drawn": "1m"})
    assert answer.json is not None
    assert [found["field"] for found in answer.json["problems"]] == ["concealed"]


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE", "PATCH"])
def test_a_score_is_asked_for_by_post(client: FlaskClient, method: str) -> None:
    assert client.open("/api/score", method=method).status_code == 405
