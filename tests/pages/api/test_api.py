"""The JSON API as other programs rely on it: webapp/pages/api/API.md."""

import pytest
from flask.testing import FlaskClient

from tests.pages.api.asked import A, scored
from webapp.pages.api.endpoints import MOST_CASES
from webapp.pages.api.worker_tasks import score_reply
from webapp.scoring.rules import SWITCHES


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
    assert all(yaku.pop("names").keys() == {"ja", "en", "romaji"} for yaku in reading["yaku"])
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
    assert riichi["names"] == {"ja": "立直", "en": "Riichi", "romaji": "Riichi"}
    assert riichi["reason"].endswith(".")


def test_only_the_tiles_are_required() -> None:
    answer = scored({"concealed": "234567m345p2267s", "win": "8s"})
    assert answer["rules"]["preset"] == "tenhou"
    assert answer["deltas"] == [-1300, 2700, -700, -700]
    assert [yaku["key"] for yaku in answer["readings"][0]["yaku"]] == ["tsumo", "pinfu", "tanyao"]


def test_a_ron_without_from_is_on_the_next_player() -> None:
    answer = scored({"concealed": "234567m345p2267s", "win": "8s", "by": "ron", "seat": "W"})
    assert answer["payments"] == [{"from": "N", "to": "W", "points": 2000, "for": "ron"}]


@pytest.mark.parametrize("last", ["4s", "5s"])
def test_mahjong_soul_counts_a_dealt_hand_as_won_on_its_best_wait(last: str) -> None:
    tiles = "111m222p333s4445s" if last == "5s" else "111m222p333s4455s"
    case = {"concealed": tiles, "win": last, "seat": "E", "flags": ["tenhou"]}
    assert scored(case | {"rules": "mahjong_soul"})["deltas"] == [144_000, -48_000, -48_000, -48_000]
    assert scored(case)["points"] == 96_000


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


# -- lists -----------------------------------------------------------------------------------------


def test_a_list_is_answered_by_a_list(client: FlaskClient) -> None:
    cases: list[object] = [A, {"concealed": "9x"}, {**A, "honba": 2}, [], None]
    response = client.post("/api/score", json=cases)
    assert response.status_code == 200
    assert response.get_json() == [client.post("/api/score", json=case).get_json() for case in cases[:3]] + [
        score_reply([]),
        score_reply(None),
    ]


def test_a_list_has_from_one_to_a_thousand_cases(client: FlaskClient) -> None:
    assert len(client.post("/api/score", json=[{}] * MOST_CASES).get_json()) == MOST_CASES
    for number in (0, MOST_CASES + 1):
        refused = client.post("/api/score", json=[{}] * number)
        assert refused.status_code == 422
        assert [found["code"] for found in refused.get_json()["problems"]] == ["bad_number"]
        assert f"not {number}" in refused.get_json()["problems"][0]["message"]
