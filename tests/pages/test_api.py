"""The JSON API as other programs rely on it: webapp/pages/API.md."""

import json
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given
from hypothesis import strategies as st
from werkzeug.test import TestResponse

from tests.examples import law
from tests.pages.laws import INJECTION, json_values
from tests.scoring.hands import Win, but, wins
from webapp import create_app
from webapp.outputs.replies import case_json
from webapp.scoring.rules import PRESETS, SWITCHES

LIMIT = 64 * 1024
APP = create_app()
CLIENT = APP.test_client()
"""For properties: one application answers them all, and a crash is a 500 as for anybody."""
ROUTES = sorted(
    rule.rule for rule in APP.url_map.iter_rules() if rule.rule.startswith("/api/") and "POST" in (rule.methods or ())
)
"""Every address that takes JSON."""

#: Hand a of `links`.
A: dict[str, Any] = {
    "concealed": "234567m345p2267s",
    "win": "8s",
    "by": "tsumo",
    "flags": ["riichi"],
    "dora": ["1s"],
    "ura": ["4p"],
}


def post(body: object) -> TestResponse:
    """Asks for the score of a case."""
    return CLIENT.post("/api/score", data=json.dumps(body), content_type="application/json")


def scored(case: dict[str, Any]) -> dict[str, Any]:
    """The answer for a case that is a win."""
    response = post(case)
    assert response.status_code == 200, response.text
    assert response.mimetype == "application/json"
    answer: dict[str, Any] = response.get_json()
    return answer


def problems(case: object) -> list[dict[str, str]]:
    """The problems of a case that is none; each has a field, a code and a message, all of them text."""
    response = post(case)
    assert response.status_code == 422, response.text
    answer = response.get_json()
    assert answer.keys() == {"problems"}
    for problem in answer["problems"]:
        assert problem.keys() == {"field", "code", "message"}
        assert all(isinstance(text, str) for text in problem.values())
        assert problem["message"]
    found: list[dict[str, str]] = answer["problems"]
    assert found
    return found


def wrong(case: object) -> set[tuple[str, str]]:
    return {(problem["field"], problem["code"]) for problem in problems(case)}


# -- a win -----------------------------------------------------------------------------------------


def test_a_win_is_answered_in_every_detail() -> None:
    answer = scored(A)
    (reading,) = answer.pop("readings")
    assert answer.pop("rules").keys() == {"preset", *SWITCHES}
    assert answer == {
        "points": 12000,
        "deltas": [-6000, 12000, -3000, -3000],
        "payments": [
            {"from": "E", "to": "S", "points": 6000, "for": "tsumo"},
            {"from": "W", "to": "S", "points": 3000, "for": "tsumo"},
            {"from": "N", "to": "S", "points": 3000, "for": "tsumo"},
        ],
        "best": 0,
    }
    assert all(yaku.pop("reason") for yaku in reading["yaku"])
    assert all(yaku.pop("names").keys() == {"ja", "en"} for yaku in reading["yaku"])
    assert reading == {
        "shape": "standard",
        "blocks": [
            {"type": "sequence", "tiles": "234m", "open": False, "meld": False},
            {"type": "sequence", "tiles": "567m", "open": False, "meld": False},
            {"type": "sequence", "tiles": "345p", "open": False, "meld": False},
            {"type": "sequence", "tiles": "678s", "open": False, "meld": False},
            {"type": "pair", "tiles": "22s", "open": False, "meld": False},
        ],
        "wait": "ryanmen",
        "win_block": 3,
        "yaku": [
            {"key": "riichi", "han": 1},
            {"key": "tsumo", "han": 1},
            {"key": "pinfu", "han": 1},
            {"key": "tanyao", "han": 1},
            {"key": "dora", "han": 2},
            {"key": "ura_dora", "han": 1},
        ],
        "fu": 20,
        "fu_items": [{"key": "base", "fu": 20, "block": None}],
        "han": 7,
        "yakuman": 0,
        "limit": "haneman",
        "basic": 3000,
        "points": 12000,
    }


def test_a_yaku_has_its_names_and_a_reason() -> None:
    riichi = scored(A)["readings"][0]["yaku"][0]
    assert riichi["names"] == {"ja": "立直", "en": "Riichi"}
    assert riichi["reason"].endswith(".")


def test_only_the_tiles_are_required() -> None:
    answer = scored({"concealed": "234567m345p2267s", "win": "8s"})
    assert answer["rules"]["preset"] == "tenhou"
    assert answer["deltas"] == [-1300, 2700, -700, -700]
    assert [yaku["key"] for yaku in answer["readings"][0]["yaku"]] == ["tsumo", "pinfu", "tanyao"]


def test_a_ron_without_from_is_on_the_next_player() -> None:
    answer = scored({"concealed": "234567m345p2267s", "win": "8s", "by": "ron", "seat": "W"})
    assert answer["payments"] == [{"from": "N", "to": "W", "points": 2000, "for": "ron"}]


def test_the_rules_in_force_are_answered_with_every_switch() -> None:
    answer = scored({**A, "rules": {"preset": "majiang", "open_tanyao": False}})
    assert answer["rules"].keys() == {"preset", *SWITCHES}
    assert answer["rules"]["preset"] == "majiang"
    assert answer["rules"]["open_tanyao"] is False
    assert answer["rules"]["red_fives"] == {"m": 1, "p": 1, "s": 1}
    assert answer["rules"]["double_yakuman"] == ["chuuren_9", "daisuushii", "kokushi_13", "suuankou_tanki"]


def test_the_rules_of_an_answer_are_the_rules_of_a_case() -> None:
    rules = scored({**A, "rules": "majiang"})["rules"]
    assert scored({**A, "rules": rules})["rules"] == rules


def test_honba_and_sticks_are_payments_and_in_the_deltas_but_not_in_the_points() -> None:
    answer = scored({**A, "by": "ron", "from": 3, "honba": 2, "sticks": 3})
    assert answer["points"] == 12000
    assert answer["payments"] == [
        {"from": "E", "to": "S", "points": 12000, "for": "ron"},
        {"from": "E", "to": "S", "points": 600, "for": "honba"},
        {"from": None, "to": "S", "points": 3000, "for": "sticks"},
    ]
    assert answer["deltas"] == [-12600, 15600, 0, 0]


def test_melds_are_blocks_and_their_fu_say_which() -> None:
    case = {
        "concealed": "234m2s",
        "win": "2s",
        "by": "ron",
        "melds": [
            {"type": "kakan", "tiles": "5555z", "called": "5z", "from": 2, "added": "5z"},
            {"type": "ankan", "tiles": "9999m"},
            {"type": "chi", "tiles": "340p", "called": "0p", "from": 3},
        ],
    }
    answer = scored(case)
    (reading,) = answer["readings"]
    blocks = {block["tiles"]: block for block in reading["blocks"]}
    assert blocks["5555z"] == {"type": "kan", "tiles": "5555z", "open": True, "meld": True}
    assert blocks["9999m"] == {"type": "kan", "tiles": "9999m", "open": False, "meld": True}
    assert blocks["345p"] == {"type": "sequence", "tiles": "345p", "open": True, "meld": True}
    assert reading["wait"] == "tanki"
    assert reading["blocks"][reading["win_block"]] == {"type": "pair", "tiles": "22s", "open": False, "meld": False}
    fu = {item["key"] + str(item["block"]): item["fu"] for item in reading["fu_items"]}
    number = {block["tiles"]: str(index) for index, block in enumerate(reading["blocks"])}
    assert fu == {
        "baseNone": 20,
        "kan" + number["5555z"]: 16,
        "kan" + number["9999m"]: 32,
        "wait" + str(reading["win_block"]): 2,
    }
    assert (reading["fu"], reading["han"], answer["points"]) == (70, 2, 4500)


def test_seven_pairs() -> None:
    (reading,) = scored({"concealed": "2255m3388p44667s", "win": "7s", "by": "ron"})["readings"]
    assert (reading["shape"], reading["wait"], reading["fu"], reading["points"]) == ("chiitoitsu", "tanki", 25, 3200)
    assert [block["type"] for block in reading["blocks"]] == ["pair"] * 7
    assert reading["fu_items"] == [{"key": "chiitoitsu", "fu": 25, "block": None}]


def test_a_yakuman_has_multiples_for_han_and_no_fu() -> None:
    case = {"concealed": "19m19p19s1234567z", "win": "1z", "rules": "majiang", "by": "ron"}
    answer = scored(case)
    (reading,) = answer["readings"]
    assert (reading["shape"], reading["wait"]) == ("kokushi", "thirteen")
    assert (reading["han"], reading["fu"], reading["fu_items"]) == (None, None, [])
    assert (reading["yakuman"], reading["limit"], reading["basic"]) == (2, "yakuman", 16000)
    assert [(yaku["key"], yaku["yakuman"]) for yaku in reading["yaku"]] == [("kokushi_13", 2)]
    assert "han" not in reading["yaku"][0]
    assert answer["points"] == reading["points"] == 64000


def test_every_reading_is_there_the_best_one_first() -> None:
    answer = scored({"concealed": "112233m112233p9s", "win": "9s", "by": "ron"})
    assert [reading["shape"] for reading in answer["readings"]] == ["standard", "chiitoitsu"]
    points = [reading["points"] for reading in answer["readings"]]
    assert points == sorted(points, reverse=True)
    assert answer["points"] == points[answer["best"]] == points[0]


@pytest.mark.parametrize(
    ("case", "limit"),
    [
        ({"flags": [], "dora": [], "ura": []}, None),
        ({"ura": []}, "haneman"),
        ({"dora": ["1s"], "ura": [], "by": "ron"}, "mangan"),
        ({"dora": ["1s", "1s"], "ura": ["4p", "4p"], "flags": ["double_riichi"]}, "sanbaiman"),
        ({"dora": ["1s"] * 2 + ["3m"] * 2, "flags": ["riichi", "ippatsu"]}, "sanbaiman"),
        ({"dora": ["1s", "1s", "7s", "7s", "3m"], "ura": ["3m", "4m", "5m"]}, "counted_yakuman"),
    ],
)
def test_the_names_of_the_limits(case: dict[str, object], limit: str | None) -> None:
    assert scored({**A, **case})["readings"][0]["limit"] == limit


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
    listed = {"yes_no": ("true", "false"), "red_fives": ("0", "4", '"m"', '"p"', '"s"')}.get(
        switch.sort, switch.choices
    )
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


@pytest.mark.parametrize("body", [None, 0, "hand", [], [A], True, 1.5])
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


# -- laws ------------------------------------------------------------------------------------------

KNOWN_CODES = {
    "bad_json",
    "bad_notation",
    "bad_number",
    "bad_player_tile",
    "bad_value",
    "bad_wind",
    "conflicting_flags",
    "fifth_tile",
    "missing_red",
    "needs_closed",
    "needs_riichi",
    "no_yaku",
    "not_a_meld",
    "not_winning",
    "too_many_indicators",
    "too_many_reds",
    "unknown_flag",
    "unknown_rule",
    "wrong_count",
}


@given(wins())
@law(300)
def test_an_answer_adds_up(win: Win) -> None:
    response = post(case_json(win.hand))
    answer = response.get_json()
    if response.status_code == 422:
        assert [problem["code"] for problem in answer["problems"]] == ["no_yaku"]
        return
    assert response.status_code == 200
    deltas, payments, readings = answer["deltas"], answer["payments"], answer["readings"]
    assert len(deltas) == win.rules.players
    change = dict.fromkeys("ESWN"[: win.rules.players], 0)
    for payment in payments:
        assert payment["points"] > 0
        change[payment["to"]] += payment["points"]
        if payment["for"] == "sticks":
            assert payment["from"] is None
        else:
            change[payment["from"]] -= payment["points"]
    assert list(change.values()) == deltas
    assert sum(deltas) == sum(payment["points"] for payment in payments if payment["for"] == "sticks")
    assert answer["points"] == readings[answer["best"]]["points"] == max(reading["points"] for reading in readings)
    assert [reading["points"] for reading in readings] == sorted((r["points"] for r in readings), reverse=True)
    for reading in readings:
        assert 0 <= reading["win_block"] < len(reading["blocks"])
        if reading["yakuman"]:
            assert (reading["han"], reading["fu"], reading["fu_items"]) == (None, None, [])
            multiples = [yaku["yakuman"] for yaku in reading["yaku"]]
            assert reading["yakuman"] == (sum(multiples) if win.rules.yakuman_stack else 1)
        else:
            # Where there is no limit, a yakuman counts 13 han.
            han = [yaku["han"] if "han" in yaku else 13 * yaku["yakuman"] for yaku in reading["yaku"]]
            assert reading["han"] == sum(han)
            assert win.rules.no_limit or not any("yakuman" in yaku for yaku in reading["yaku"])
            added = sum(item["fu"] for item in reading["fu_items"])
            assert reading["fu"] == (25 if added == 25 else -(-added // 10) * 10)


@pytest.mark.parametrize("route", ROUTES)
@given(body=json_values)
@law(200)
def test_any_json_is_answered_with_problems(route: str, body: Any) -> None:
    response = CLIENT.post(route, data=json.dumps(body))
    assert response.status_code == 422
    assert {problem["code"] for problem in response.get_json()["problems"]} <= KNOWN_CODES


@pytest.mark.parametrize("route", ROUTES)
@given(body=st.binary(max_size=200))
@law(200)
def test_any_bytes_are_answered(route: str, body: bytes) -> None:
    assert CLIENT.post(route, data=body).status_code in (400, 422)


@st.composite
def mutated(draw: st.DrawFn) -> object:
    """A case with one to three of its values, anywhere inside, replaced by anything or taken away."""
    win = draw(wins())
    case: Any = json.loads(json.dumps(case_json(win.hand)))
    for _ in range(draw(st.integers(1, 3))):
        place, key = case, draw(st.sampled_from(sorted(case)))
        while isinstance(place[key], dict | list) and place[key] and draw(st.booleans()):
            place = place[key]
            key = draw(st.sampled_from(sorted(place)) if isinstance(place, dict) else st.integers(0, len(place) - 1))
        if draw(st.booleans()) or isinstance(place, list) or (place is case and len(case) < 3):
            place[key] = draw(json_values)
        else:
            del place[key]
    return case


@pytest.mark.parametrize("route", ROUTES)
@given(body=mutated() | st.lists(mutated(), min_size=1, max_size=3))
@law(150)
def test_a_spoiled_case_is_scored_or_refused_with_known_codes(route: str, body: object) -> None:
    response = CLIENT.post(route, data=json.dumps(body))
    assert response.status_code in (200, 422)
    if response.status_code == 422:
        assert {problem["code"] for problem in response.get_json()["problems"]} <= KNOWN_CODES


def test_no_field_at_all_is_named_for_each_that_is_required() -> None:
    assert wrong({}) == {("concealed", "bad_notation"), ("win", "bad_notation")}


@given(wins())
@law(100)
def test_the_order_of_the_tiles_does_not_matter(win: Win) -> None:
    case = case_json(win.hand)
    turned = case_json(but(win.hand, concealed=win.hand.concealed[::-1], rules=win.rules))
    assert post(case).get_json() == post(turned).get_json()
