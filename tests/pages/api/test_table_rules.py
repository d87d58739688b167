"""The rules of a hand and of its payments that parlours, leagues and other programs play: hands with known points, each
asked by the API and by an address of the calculator, and wins in a game."""

from typing import Any, NamedTuple

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


# -- in a game -------------------------------------------------------------------------------------

Json = dict[str, Any]


class Played(NamedTuple):
    """A game as the API takes it: its rules, the switches of its hands, its events; and the points at its end."""

    rules: Json
    hands: Json
    events: list[Json]
    points: list[int]


def win(player: int, dealt_in: int | None = None, **worth: Any) -> Json:
    return {"type": "win", "wins": [{"player": player, "from": dealt_in, **worth}]}


SHARED = {"preset": "tenhou_sanma", "tsumo_loss": False, "honba_ron": 1000, "honba_tsumo": 1000}
ALL_TENPAI = {"type": "draw", "tenpai": [0, 1, 2]}
AFTER_KAN = {
    "concealed": "345p678s44s23m",
    "win": "1m",
    "dora": ["3p"],
    "flags": ["rinshan"],
    "melds": [{"type": "daiminkan", "tiles": "5555z", "from": 1}],
}
GAMES = {
    "honba of 1,000 from each of three by tsumo": Played(
        {"preset": "tenhou_sanma"}, SHARED, [ALL_TENPAI, win(1, han=5)], [29_000, 45_000, 31_000]
    ),
    "honba of 1,000 of three by ron": Played(
        {"preset": "tenhou_sanma"}, SHARED, [ALL_TENPAI, win(1, 0, han=5)], [26_000, 44_000, 35_000]
    ),
    "a mangan of three without tsumo loss": Played(
        {"preset": "tenhou_sanma"},
        {"preset": "tenhou_sanma", "tsumo_loss": False},
        [win(1, han=5)],
        [30_000, 43_000, 32_000],
    ),
    "a mangan of three for which one is liable": Played(
        {"preset": "tenhou_sanma"},
        {"preset": "tenhou_sanma", "tsumo_loss": False},
        [win(1, han=5, pao=[{"player": 2}])],
        [35_000, 43_000, 27_000],
    ),
    "liability for an open kan": Played(
        {}, {"pao_daiminkan": True}, [win(1, case=AFTER_KAN)], [25_000, 30_200, 19_800, 25_000]
    ),
    "liability for an open kan, by han and fu": Played(
        {}, {"pao_daiminkan": True}, [win(1, han=3, fu=40, pao=[{"player": 2}])], [25_000, 30_200, 19_800, 25_000]
    ),
    "the honba of a request of an older program": Played(
        {},
        {"preset": "tenhou", "honba_per_payer": 500},
        [{"type": "draw", "tenpai": [0, 1, 2, 3]}, win(1, 2, han=5)],
        [25_000, 34_500, 15_500, 25_000],
    ),
}


#: What the dealer and the other player pay for a tsumo of three players without tsumo loss; both the dealer alike.
SHARES: list[tuple[Json, int, dict[str, tuple[int, int]]]] = [
    ({"han": 1, "fu": 30}, 1, {"half": (700, 500), "mixed": (700, 500), "two_to_one": (700, 300)}),
    ({"han": 2, "fu": 30}, 1, {"half": (1300, 800), "mixed": (1300, 800), "two_to_one": (1300, 700)}),
    ({"han": 3, "fu": 30}, 1, {"half": (2500, 1500), "mixed": (2600, 1300), "two_to_one": (2600, 1300)}),
    ({"han": 3, "fu": 30}, 0, {"half": (3000, 3000), "mixed": (2900, 2900), "two_to_one": (2900, 2900)}),
    ({"han": 5}, 1, {"half": (5000, 3000), "mixed": (5000, 3000), "two_to_one": (5300, 2700)}),
    ({"han": 6}, 1, {"half": (7500, 4500), "mixed": (8000, 4000), "two_to_one": (8000, 4000)}),
]


@pytest.mark.parametrize(("worth", "winner", "ways"), SHARES)
def test_two_players_share_the_payment_of_north(worth: Json, winner: int, ways: dict[str, tuple[int, int]]) -> None:
    for way, (first, second) in ways.items():
        hands = {"preset": "tenhou_sanma", "tsumo_loss": False, "sanma_tsumo": way}
        body = {"rules": {"preset": "tenhou_sanma", "scoring": hands}, "events": [win(winner, **worth)]}
        points = CLIENT.post("/api/game", json=body).get_json()["states"][-1]["points"]
        payers = [player for player in (0, 1, 2) if player != winner]
        assert [35_000 - points[player] for player in payers] == [first, second]


#: A chip for ippatsu, ura dora and red fives, and the yakuman's own.
CHIPS = {"chip_points": 2000, "chip_ippatsu": 1, "chip_ura": 1, "chip_red": 1}
OF_YAKUMAN = {"chip_points": 2000, "chip_yakuman_ron": 10, "chip_yakuman_tsumo": 5}
#: Ippatsu, two ura dora and a red five.
LUCKY = {
    "concealed": "123m406p789s34s99m",
    "win": "5s",
    "flags": ["riichi", "ippatsu"],
    "dora": ["1z"],
    "ura": ["8m"],
}
#: An open hand with a red five.
OPEN = {"concealed": "234m406p67s88s", "win": "8s", "melds": [{"type": "chi", "tiles": "345s", "from": 3}]}
#: A yakuman with ippatsu.
ORPHANS = {"concealed": "19m19p19s1234567z", "win": "1m", "flags": ["riichi", "ippatsu"]}
RIICHI = {"type": "riichi", "player": 1}
TWO_WIN = {
    "type": "win",
    "wins": [{"player": 1, "from": 3, "han": 1, "fu": 30, "chips": 2}, {"player": 0, "from": 3, "han": 5, "chips": 1}],
}
CHIPS_OF: dict[str, tuple[Json, list[Json], list[int]]] = {
    "by tsumo, from each": (CHIPS, [RIICHI, win(1, case=LUCKY)], [-4, 12, -4, -4]),
    "by ron, from the discarder": (CHIPS, [RIICHI, win(1, 2, case=LUCKY)], [0, 4, -4, 0]),
    "of a red five in an open hand": (CHIPS, [win(1, 2, case=OPEN)], [0, 1, -1, 0]),
    "of a red five in an open hand, not counted": (CHIPS | {"chip_red_open": False}, [win(1, 2, case=OPEN)], [0] * 4),
    "of a yakuman by ron": (OF_YAKUMAN, [win(1, 2, yakuman=1)], [0, 10, -10, 0]),
    "of a yakuman by tsumo": (OF_YAKUMAN, [win(1, yakuman=1)], [-5, 15, -5, -5]),
    "of a yakuman besides others": (CHIPS | OF_YAKUMAN, [RIICHI, win(1, 2, case=ORPHANS)], [0, 11, -11, 0]),
    "of a counted yakuman": (OF_YAKUMAN, [win(1, 2, han=13)], [0, 0, 0, 0]),
    "from who is liable for a whole tsumo": (OF_YAKUMAN, [win(1, yakuman=1, pao=[{"player": 2}])], [0, 10, -10, 0]),
    "from the discarder, though another is liable": (
        OF_YAKUMAN,
        [win(1, 3, yakuman=1, pao=[{"player": 2}])],
        [0, 10, 0, -10],
    ),
    "entered": (CHIPS, [win(1, han=3, fu=30, chips=2)], [-2, 6, -2, -2]),
    "of two winners": (CHIPS, [TWO_WIN], [1, 2, 0, -3]),
    "taken back": (CHIPS, [RIICHI, win(1, case=LUCKY), {"type": "undo"}], [0, 0, 0, 0]),
}


@pytest.mark.parametrize("what", CHIPS_OF)
def test_the_chips_of_a_win(what: str) -> None:
    rules, events, chips = CHIPS_OF[what]
    answer = CLIENT.post("/api/game", json={"rules": rules, "events": events}).get_json()
    assert answer["states"][-1]["chips"] == chips


def test_the_chips_of_a_win_count_in_the_result() -> None:
    by_rules = [
        CLIENT.post("/api/game", json={"rules": rules, "events": [RIICHI, win(1, case=LUCKY), {"type": "end"}]})
        for rules in (CHIPS, {})
    ]
    totals = [answer.get_json()["final"]["totals"] for answer in by_rules]
    assert [round(one - other, 1) for one, other in zip(*totals, strict=True)] == [-8, 24, -8, -8]


def test_chips_of_a_win_that_the_rules_do_not_have_are_refused() -> None:
    answer = CLIENT.post("/api/game", json={"events": [win(1, 2, han=3, fu=30, chips=2)]})
    assert answer.status_code == 422
    assert [problem["field"] for problem in answer.get_json()["problems"]] == ["events.0.wins.0.chips"]


@pytest.mark.parametrize("what", GAMES)
def test_a_game_is_paid_by_the_rules_of_the_table(what: str) -> None:
    rules, hands, events, points = GAMES[what]
    answer = CLIENT.post("/api/game", json={"rules": {**rules, "scoring": hands}, "events": events}).get_json()
    assert answer["states"][-1]["points"] == points
