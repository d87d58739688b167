"""The rules of a hand and of its payments that parlours, leagues and other programs play: hands with known points, each
asked by the API and by an address of the calculator, and wins in a game."""

from typing import NamedTuple

import pytest

from tests.formats.forms import form_of, read
from tests.pages.api.asked import scored
from tests.pages.markup import deltas_of, points_of
from tests.pages.site import CLIENT, get
from webapp.formats.case import case_json


class Example(NamedTuple):
    """A hand by some rules, as the query of an address, and its points without honba and sticks; where it matters also
    what seats gain and lose."""

    query: str
    points: int
    deltas: dict[str, int] | None = None


RENHOU = "&by=ron&from=1&renhou=1&rule.renhou=baiman"
HEAVEN = "&seat=E&by=tsumo&tenhou=1&rules=mahjong_soul"
SEVEN_PAIRS = "hand=1155m3388p44667s7s&by=ron&from=1&riichi=1"
#: 3 han 30 fu by ron.
CHEAP = "hand=123m456p34789s55p5s&by=ron&from=1&riichi=1&ippatsu=1"
#: A mangan of South with three players, who share North's payment, by tsumo and by ron from East.
SANMA = "hand=123456p34789s99m5s&riichi=1&ippatsu=1&honba=1&rules=tenhou_sanma&rule.tsumo_loss=no"
OF_THREE = (f"{SANMA}&dora=9p&by=tsumo", f"{SANMA}&dora=9p1p&by=ron&from=2")
#: A tsumo of 3 han 40 fu after a daiminkan that West fed.
KAN = "hand=345p678s44s23m1m&melds=daiminkan5555z.1&dora=3p&by=tsumo&rinshan=1&rule.pao_daiminkan=yes"
EXAMPLES = {
    # At least 8 han, which other han do not add to: 11 han without it are a sanbaiman.
    "blessing of man alone": Example(f"hand=123m456p789s35s55p4s{RENHOU}", 16_000),
    "blessing of man with 9 han": Example(f"hand=12345678934m55m2m{RENHOU}", 16_000),
    "blessing of man with 11 han": Example(f"hand=12345678934m55m2m&dora=9m9m{RENHOU}", 24_000),
    # By the best wait three yakuman, whatever came last.
    "heaven with four triplets": Example(f"hand=111m222p333s4455s4s{HEAVEN}", 144_000),
    "heaven with thirteen orphans": Example(f"hand=19m19p19s1234566z7z{HEAVEN}", 144_000),
    "heaven with nine gates": Example(f"hand=1123456788999m1m{HEAVEN}", 144_000),
    "heaven by Tenhou": Example(f"hand=111m222p333s4455s4s{HEAVEN}&rule.tenhou_best_wait=no", 96_000),
    "3 han, 30 fu for all": Example(f"{SEVEN_PAIRS}&rule.fu_fixed=30", 3900),
    "3 han, 40 fu for all": Example(f"{SEVEN_PAIRS}&rule.fu_fixed=40", 5200),
    "4 han, 30 fu for all": Example(f"{SEVEN_PAIRS}&ippatsu=1&rule.fu_fixed=30", 7700),
    "4 han, 30 fu for all, rounded up": Example(
        f"{SEVEN_PAIRS}&ippatsu=1&rule.fu_fixed=30&rule.kiriage_mangan=yes", 8000
    ),
    "no honba": Example(f"{CHEAP}&honba=3&rule.honba_ron=0&rule.honba_tsumo=0", 3900, {"S": 3900, "W": -3900}),
    "honba of 1,500": Example(f"{CHEAP}&honba=1&rule.honba_ron=1500", 3900, {"S": 5400, "W": -5400}),
    "honba of 1,500 in an old address": Example(
        f"{CHEAP}&honba=1&rule.honba_per_payer=500", 3900, {"S": 5400, "W": -5400}
    ),
    "honba of 1,000 from each of three by tsumo": Example(
        f"{OF_THREE[0]}&rule.honba_ron=1000&rule.honba_tsumo=1000", 8000, {"E": -6000, "S": 10_000, "W": -4000}
    ),
    "honba of 1,000 of three by ron": Example(
        f"{OF_THREE[1]}&rule.honba_ron=1000&rule.honba_tsumo=1000", 8000, {"E": -9000, "S": 9000}
    ),
    "honba of three by ron": Example(OF_THREE[1], 8000, {"E": -8200, "S": 8200}),
    "honba of three in an old address": Example(
        f"{OF_THREE[1]}&rule.honba_per_payer=500", 8000, {"E": -9000, "S": 9000}
    ),
    "liability for an open kan": Example(KAN, 5200, {"S": 5200, "W": -5200}),
    "liability for an open kan, with a honba": Example(f"{KAN}&honba=1", 5200, {"S": 5500, "W": -5500}),
    "liability for an open kan, said by hand": Example(f"{KAN}&liable=3", 5200, {"E": -5200, "S": 5200}),
    "nobody fed the last kan": Example(
        KAN.replace("345p", "").replace("3p", "7s").replace(".1&", ".1-ankan2222p&"),
        7900,
        {"E": -3900, "S": 7900, "W": -2000, "N": -2000},
    ),
    "a triplet of north": Example(
        "hand=111p234p678s5s5s&melds=pon444z&by=ron&from=1&rules=tenhou_sanma&rule.nuki_dora=no&rule.north_yakuhai=yes",
        1300,
    ),
    "a pair of north": Example(
        "hand=123p456p789s34s44z5s&by=ron&from=1&riichi=1&rules=tenhou_sanma&rule.north_yakuhai=yes", 1300
    ),
    "a north set aside in an old address": Example(
        f"{OF_THREE[0].replace('tenhou_sanma', 'tenhou')}&rule.players=3&rule.nuki_dora=yes&nuki=2", 12_000
    ),
    "honba where the number of players alone is changed": Example(
        f"{OF_THREE[1].replace('tenhou_sanma', 'tenhou')}&rule.players=3", 8000, {"E": -8200, "S": 8200}
    ),
}


@pytest.mark.parametrize("what", EXAMPLES)
def test_the_api_and_the_page_count_by_the_rules_of_the_table(what: str) -> None:
    query, points, deltas = EXAMPLES[what]
    entry = read(form_of(query))
    answer = scored(case_json(entry.hand(is_tsumo="by=tsumo" in query)))
    page = get(f"/?{query}")
    assert (answer["points"], points_of(page)) == (points, points)
    paid = {seat: change for seat, change in zip("ESWN", answer["deltas"], strict=False) if change}
    assert paid == deltas_of(page)
    assert deltas in (None, paid)


def test_the_page_asks_who_fed_an_open_kan_and_says_that_they_pay() -> None:
    asked = get(f"/?{KAN.replace('.1&', '&')}")
    assert asked.one(data_question="fed").one(data_side="right")["value"] == "1"
    assert "West fed the kan and pays for all" in get(f"/?{KAN}").text


def test_the_game_of_a_request_of_an_older_program_has_its_honba() -> None:
    events = [
        {"type": "draw", "tenpai": [0, 1, 2, 3]},
        {"type": "win", "wins": [{"player": 1, "from": 2, "han": 5}]},
    ]
    body = {"rules": {"scoring": {"preset": "tenhou", "honba_per_payer": 500}}, "events": events}
    assert CLIENT.post("/api/game", json=body).get_json()["states"][-1]["points"] == [25_000, 34_500, 15_500, 25_000]


def test_chips_of_a_win_that_the_rules_do_not_have_are_refused() -> None:
    win = {"player": 1, "from": 2, "han": 3, "fu": 30, "chips": 2}
    answer = CLIENT.post("/api/game", json={"events": [{"type": "win", "wins": [win]}]})
    assert answer.status_code == 422
    assert [problem["field"] for problem in answer.get_json()["problems"]] == ["events.0.wins.0.chips"]
