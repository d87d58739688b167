"""The worked examples of the rules of a game that tables play differently (RULES.md), through the API and the pages."""

import csv
import json
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.pages.game.forms import page
from webapp import create_app
from webapp.formats.rules import game_rules_json, read_game_rules_fields
from webapp.game.rules import GameRules
from webapp.scoring.problems import Problem

Json = dict[str, Any]


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    app = create_app({"TESTING": True, "DATABASE": str(tmp_path_factory.mktemp("games") / "games.db")})
    yield app
    app.extensions["store"].close()


class Example(NamedTuple):
    """A game: the fields of its rules in a form, its events, what holds afterwards, and the result of its end."""

    rules: dict[str, str]
    events: Sequence[Json]
    state: Json
    final: Json | None = None


def riichi(player: int) -> Json:
    return {"type": "riichi", "player": player}


def win(player: int, dealt_in: int | None = None, **worth: Any) -> Json:
    return {"type": "win", "wins": [{"player": player, "from": dealt_in, **worth}]}


def ron(discarder: int, *winners: int, han: int = 3, fu: int = 30) -> Json:
    return {"type": "win", "wins": [{"player": player, "from": discarder, "han": han, "fu": fu} for player in winners]}


def tsumo(player: int, han: int = 3, fu: int = 30) -> Json:
    return win(player, han=han, fu=fu)


def draw(*tenpai: int) -> Json:
    return {"type": "draw", "kind": "exhaustive", "tenpai": list(tenpai)}


def abortive(kind: str) -> Json:
    return {"type": "draw", "kind": kind}


def chombo(player: int) -> Json:
    return {"type": "chombo", "player": player}


def adjust(*points: int) -> Json:
    return {"type": "adjust", "points": list(points)}


END: Json = {"type": "end"}


def to_hand(number: int, players: int = 4) -> list[Json]:
    """Events after which this hand begins, without honba and with the points of the start."""
    won: list[Json] = []
    for hand in range(number):
        winner, discarder = (hand + 1) % players, (hand + 2) % players
        change = [1000 * (player == discarder) - 1000 * (player == winner) for player in range(players)]
        won += [ron(discarder, winner, han=1), adjust(*change)]
    return won


def with_points(*points: int, start: int = 25_000) -> Json:
    """The correction after which players who have the points of the start have these."""
    return adjust(*[has - start for has in points])


EAST = {"rounds": "1"}
NEAREST = {"game.double_ron_dealer": "first"}
PASSING = {"game.abortive_passes": "four_winds.four_kans"}
ANY_RANK = {"game.stop_rank": "any"}
SOUTH_ALWAYS = {"rules": "tenhou_sanma", "game.dealer_repeats": "south_always"}
#: The player of the second hand wins with a pon of East, which is a yaku in an East round alone.
PON_OF_EAST = {"concealed": "234567p5567s", "win": "8s", "melds": [{"type": "pon", "tiles": "111z"}]}
#: Three players without tsumo loss.
SANMA = {"rules": "tenhou_sanma", "rule.tsumo_loss": "no"}
HONBA_OF_1000 = SANMA | {"rule.honba_ron": "1000", "rule.honba_tsumo": "1000"}
#: A tsumo of 3 han 40 fu after an open kan that the third player fed.
AFTER_KAN = {
    "concealed": "345p678s44s23m",
    "win": "1m",
    "dora": ["3p"],
    "flags": ["rinshan"],
    "melds": [{"type": "daiminkan", "tiles": "5555z", "from": 1}],
}
PAO_DAIMINKAN = {"rule.pao_daiminkan": "yes"}
#: The hand of a player and, of three players, what the dealer and the other player pay for its tsumo.
SHARES: list[tuple[Json, int, dict[str, tuple[int, int]]]] = [
    ({"han": 1, "fu": 30}, 1, {"half": (700, 500), "mixed": (700, 500), "two_to_one": (700, 300)}),
    ({"han": 2, "fu": 30}, 1, {"half": (1300, 800), "mixed": (1300, 800), "two_to_one": (1300, 700)}),
    ({"han": 3, "fu": 30}, 1, {"half": (2500, 1500), "mixed": (2600, 1300), "two_to_one": (2600, 1300)}),
    ({"han": 3, "fu": 30}, 0, {"half": (3000, 3000), "mixed": (2900, 2900), "two_to_one": (2900, 2900)}),
    ({"han": 5}, 1, {"half": (5000, 3000), "mixed": (5000, 3000), "two_to_one": (5300, 2700)}),
    ({"han": 6}, 1, {"half": (7500, 4500), "mixed": (8000, 4000), "two_to_one": (8000, 4000)}),
]
#: A chip for ippatsu, ura dora and red fives; and the yakuman's own.
CHIPS = {"game.chip_points": "2000", "game.chip_ippatsu": "1", "game.chip_ura": "1", "game.chip_red": "1"}
OF_YAKUMAN = {"game.chip_points": "2000", "game.chip_yakuman_ron": "10", "game.chip_yakuman_tsumo": "5"}
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
TWO_WIN = {
    "type": "win",
    "wins": [{"player": 1, "from": 3, "han": 1, "fu": 30, "chips": 2}, {"player": 0, "from": 3, "han": 5, "chips": 1}],
}
CHIPS_OF: dict[str, tuple[dict[str, str], list[Json], list[int]]] = {
    "by tsumo, from each": (CHIPS, [riichi(1), win(1, case=LUCKY)], [-4, 12, -4, -4]),
    "by ron, from the discarder": (CHIPS, [riichi(1), win(1, 2, case=LUCKY)], [0, 4, -4, 0]),
    "of a red five in an open hand": (CHIPS, [win(1, 2, case=OPEN)], [0, 1, -1, 0]),
    "of a red five in an open hand, not counted": (
        CHIPS | {"game.chip_red_open": "no"},
        [win(1, 2, case=OPEN)],
        [0, 0, 0, 0],
    ),
    "of a yakuman by ron": (OF_YAKUMAN, [win(1, 2, yakuman=1)], [0, 10, -10, 0]),
    "of a yakuman by tsumo": (OF_YAKUMAN, [win(1, yakuman=1)], [-5, 15, -5, -5]),
    "of a yakuman besides others": (CHIPS | OF_YAKUMAN, [riichi(1), win(1, 2, case=ORPHANS)], [0, 11, -11, 0]),
    "of a counted yakuman": (OF_YAKUMAN, [win(1, 2, han=13)], [0, 0, 0, 0]),
    "from who is liable for a whole tsumo": (OF_YAKUMAN, [win(1, yakuman=1, pao=[{"player": 2}])], [0, 10, -10, 0]),
    "from the discarder, though another is liable": (
        OF_YAKUMAN,
        [win(1, 3, yakuman=1, pao=[{"player": 2}])],
        [0, 10, 0, -10],
    ),
    "entered": (CHIPS, [win(1, han=3, fu=30, chips=2)], [-2, 6, -2, -2]),
    "of two winners": (CHIPS, [TWO_WIN], [1, 2, 0, -3]),
    "taken back": (CHIPS, [riichi(1), win(1, case=LUCKY), {"type": "undo"}], [0, 0, 0, 0]),
}
JPML = {
    "game.start_points": "30000",
    "game.uma": "8000 4000 -4000 -8000",
    "game.uma_one_above": "12000 -1000 -3000 -8000",
    "game.uma_three_above": "8000 3000 1000 -12000",
}
EXAMPLES = {
    "the dealer among several winners stays": Example(
        {},
        [ron(1, 0, 2)],
        {"points": [30_800, 15_300, 28_900, 25_000], "number": 0, "honba": 1},
    ),
    "the dealer among several winners stays only as the nearest": Example(
        NEAREST,
        [ron(1, 0, 2)],
        {"points": [30_800, 15_300, 28_900, 25_000], "number": 1, "honba": 0},
    ),
    "the dealer among several winners stays, with honba and a stick": Example(
        {},
        [abortive("four_winds"), abortive("four_winds"), riichi(3), ron(1, 0, 2)],
        {"points": [30_800, 14_700, 30_500, 24_000], "number": 0, "honba": 3, "sticks": 0},
    ),
    "the deal passes with honba and a stick": Example(
        NEAREST,
        [abortive("four_winds"), abortive("four_winds"), riichi(3), ron(1, 0, 2)],
        {"points": [30_800, 14_700, 30_500, 24_000], "number": 1, "honba": 0, "sticks": 0},
    ),
    "the dealer stays where the dealer is the nearest winner": Example(
        NEAREST, [ron(3, 0, 1)], {"number": 0, "honba": 1}
    ),
    "a game ends where the last dealer is not the nearest winner": Example(
        EAST | NEAREST, [*to_hand(3), ron(0, 1, 3)], {"number": 3, "over": "last_hand"}
    ),
    "somebody has the points that end the game": Example(
        {"game.ceiling_points": "55000"},
        [tsumo(0, 8), tsumo(0)],
        {"points": [55_300, 14_900, 14_900, 14_900], "number": 0, "over": "ceiling"},
    ),
    "nobody has the points that end the game": Example(
        {"game.ceiling_points": "60000"}, [tsumo(0, 8), tsumo(0)], {"number": 0, "honba": 2, "over": None}
    ),
    "exactly the points end the game": Example(
        {"game.ceiling_points": "55000"},
        [with_points(51_100, 16_300, 16_300, 16_300), tsumo(1, 1), adjust(4_400, -1_500, -1_500, -1_400), draw()],
        {"points": [55_000, 15_900, 14_500, 14_600], "number": 1, "over": "ceiling"},
    ),
    "a stick on the table is nobody's": Example(
        {"game.ceiling_points": "55000"},
        [with_points(55_900, 14_700, 14_700, 14_700), riichi(0), draw(0, 1, 2, 3)],
        {"points": [54_900, 14_700, 14_700, 14_700], "sticks": 1, "over": None},
    ),
    "an abortive draw and a chombo end no game": Example(
        {"game.ceiling_points": "55000", "game.chombo": "after_game"},
        [with_points(55_900, 14_700, 14_700, 14_700), abortive("four_winds"), chombo(1)],
        {"number": 0, "honba": 1, "over": None},
    ),
    "tobi is asked before the points that end the game": Example(
        {"game.ceiling_points": "55000"},
        [with_points(49_000, 17_000, 17_000, 7_000), tsumo(0, 8)],
        {"points": [73_000, 9_000, 9_000, -1_000], "over": "tobi"},
    ),
    "after nine terminals the dealer stays": Example(PASSING, [abortive("nine_terminals")], {"number": 0, "honba": 1}),
    "after four winds the deal passes": Example(PASSING, [abortive("four_winds")], {"number": 1, "honba": 1}),
    "four winds end the last hand": Example(
        EAST | PASSING,
        [*to_hand(3), with_points(26_000, 24_000, 24_000, 26_000), riichi(3), abortive("four_winds")],
        {"points": [26_000, 24_000, 24_000, 25_000], "number": 3, "over": "last_hand"},
        {"points": [27_000, 24_000, 24_000, 25_000]},
    ),
    "four winds lead into the extension": Example(
        EAST | PASSING | {"game.extension": "sudden_death"},
        [*to_hand(3), with_points(26_000, 24_000, 24_000, 26_000), riichi(3), abortive("four_winds")],
        {"number": 4, "honba": 1, "sticks": 1, "over": None},
    ),
    "four winds do not end a game by points": Example(
        PASSING | {"game.ceiling_points": "55000"},
        [with_points(55_900, 14_700, 14_700, 14_700), abortive("four_winds")],
        {"number": 1, "honba": 1, "over": None},
    ),
    "a chombo pays to each": Example(
        {"game.chombo": "each"}, [chombo(2)], {"points": [28_000, 28_000, 16_000, 28_000], "number": 0, "honba": 0}
    ),
    "a chombo pays other points to each, and its stick goes back": Example(
        {"game.chombo": "each", "game.chombo_each": "4000"},
        [riichi(2), chombo(2)],
        {"points": [29_000, 29_000, 13_000, 29_000], "sticks": 0},
    ),
    "a chombo pays a haneman": Example(
        {"game.chombo": "haneman"}, [chombo(2)], {"points": [31_000, 28_000, 13_000, 28_000]}
    ),
    "a chombo of three players pays to each": Example(
        {"rules": "tenhou_sanma", "game.chombo": "each"}, [chombo(1)], {"points": [38_000, 29_000, 38_000]}
    ),
    "a chombo of the dealer passes the deal": Example(
        {"game.chombo": "each", "game.chombo_dealer": "passes"},
        [abortive("four_winds"), abortive("four_winds"), chombo(0)],
        {"points": [16_000, 28_000, 28_000, 28_000], "number": 1, "honba": 2},
    ),
    "a chombo of another player does not pass the deal": Example(
        {"game.chombo": "each", "game.chombo_dealer": "passes"}, [chombo(1)], {"number": 0, "honba": 0}
    ),
    "a chombo of the last dealer does not pass the deal": Example(
        EAST | {"game.chombo": "each", "game.chombo_dealer": "passes"},
        [*to_hand(3), chombo(3)],
        {"points": [28_000, 28_000, 28_000, 16_000], "number": 3, "over": None},
    ),
    "the last dealer stops only as the leader": Example(
        EAST,
        [*to_hand(3), with_points(30_000, 28_000, 22_000, 20_000), ron(2, 3, han=1)],
        {"points": [30_000, 28_000, 20_500, 21_500], "number": 3, "honba": 1, "may_stop": False, "over": None},
    ),
    "the last dealer may stop in any rank": Example(
        EAST | ANY_RANK,
        [*to_hand(3), with_points(30_000, 28_000, 22_000, 20_000), ron(2, 3, han=1)],
        {"points": [30_000, 28_000, 20_500, 21_500], "may_stop": True, "over": None},
    ),
    "the last dealer stops third, also where the leader's stop is automatic": Example(
        EAST | ANY_RANK | {"game.stop_is": "automatic"},
        [*to_hand(3), with_points(30_000, 28_000, 22_000, 20_000), ron(2, 3, han=1), END],
        {"points": [30_000, 28_000, 20_500, 21_500], "over": "dealer_stopped"},
        {"order": [0, 1, 3, 2]},
    ),
    "the last dealer may not stop in any rank where an extension would follow": Example(
        EAST | ANY_RANK | {"game.extension": "sudden_death"},
        [*to_hand(3), with_points(29_000, 28_500, 22_500, 20_000), ron(2, 3, han=1)],
        {"number": 3, "honba": 1, "may_stop": False, "over": None},
    ),
    "the last dealer may stop in any rank where somebody has the goal": Example(
        EAST | ANY_RANK | {"game.extension": "sudden_death"},
        [*to_hand(3), with_points(30_000, 28_000, 22_000, 20_000), ron(2, 3, han=1)],
        {"may_stop": True, "over": None},
    ),
    "a leader's stop stays automatic": Example(
        EAST | ANY_RANK | {"game.stop_is": "automatic"},
        [*to_hand(3), with_points(20_000, 28_000, 22_000, 30_000), ron(2, 3, han=1)],
        {"over": "dealer_stopped"},
    ),
    "in East a dealer without tenpai does not stay": Example(SOUTH_ALWAYS, [draw()], {"number": 1, "honba": 1}),
    "in South the dealer stays after every draw": Example(
        SOUTH_ALWAYS, [*to_hand(3, players=3), draw()], {"number": 3, "honba": 1, "over": None}
    ),
    "a last dealer without tenpai who leads goes on": Example(
        SOUTH_ALWAYS,
        [*to_hand(5, players=3), with_points(32_000, 32_000, 41_000, start=35_000), draw()],
        {"number": 5, "honba": 1, "may_stop": False, "over": None},
    ),
    **{
        f"a dealer stays in the extension: {kind}": Example(
            EAST | {"game.extension": kind},
            [*to_hand(3), draw(), with_points(27_000, 22_000, 29_000, 22_000), draw(0, 2)],
            {"points": [28_500, 20_500, 30_500, 20_500], "number": 4, "over": over},
        )
        for kind, over in (("sudden_death", None), ("full_wind", None), ("first_to_goal", "goal"))
    },
    "before the extension a dealer plays on though another has the goal": Example(
        EAST | {"game.extension": "first_to_goal"},
        [*to_hand(3), with_points(29_000, 23_000, 24_000, 24_000), draw(0, 3)],
        {"points": [30_500, 21_500, 22_500, 25_500], "number": 3, "over": None},
    ),
    "a full wind goes on with the goal": Example(
        EAST | {"game.extension": "full_wind"},
        [*to_hand(3), draw(), draw(), with_points(33_000, 23_000, 22_000, 22_000), draw(), draw()],
        {"number": 7, "over": None},
    ),
    "a full wind ends with its last hand": Example(
        EAST | {"game.extension": "full_wind"},
        [*to_hand(3), draw(), with_points(33_000, 23_000, 22_000, 22_000), draw(), draw(), draw(), draw()],
        {"number": 7, "over": "last_hand"},
    ),
    "in a full wind the dealer does not stop before its last hand": Example(
        EAST | {"game.extension": "full_wind", "game.stop_is": "automatic"},
        [*to_hand(3), draw(), draw(), with_points(20_000, 36_000, 22_000, 22_000), draw(1)],
        {"number": 5, "honba": 3, "over": None},
    ),
    "the extension is East again": Example(
        {"rules": "tenhou_sanma", "game.extension_wind": "east"},
        [*to_hand(5, players=3), draw(), win(1, case=PON_OF_EAST)],
        {"number": 7, "over": None},
    ),
    "one player above the return points": Example(
        JPML,
        [with_points(45_200, 28_300, 27_000, 19_500, start=30_000), END],
        {"over": "ended"},
        {"order": [0, 1, 2, 3], "totals": [27.2, -2.7, -6.0, -18.5]},
    ),
    "three players above the return points": Example(
        JPML,
        [with_points(38_000, 31_000, 30_500, 20_500, start=30_000), END],
        {"over": "ended"},
        {"order": [0, 1, 2, 3], "totals": [16.0, 4.0, 1.5, -21.5]},
    ),
    "two players above the return points": Example(
        JPML | {"game.ties": "share"},
        [with_points(40_000, 32_000, 24_000, 24_000, start=30_000), END],
        {"over": "ended"},
        {"order": [0, 1, 2, 3], "totals": [18.0, 6.0, -12.0, -12.0]},
    ),
    "exactly the return points are above": Example(
        JPML,
        [with_points(38_000, 30_000, 31_500, 20_500, start=30_000), END],
        {"over": "ended"},
        {"order": [0, 2, 1, 3], "totals": [16.0, 1.0, 4.5, -21.5]},
    ),
    "players who share a rank share its floating uma": Example(
        JPML | {"game.ties": "share"},
        [with_points(48_000, 24_000, 24_000, 24_000, start=30_000), END],
        {"over": "ended"},
        {"order": [0, 1, 2, 3], "totals": [30.0, -10.0, -10.0, -10.0]},
    ),
    "three players use the row for one alone": Example(
        {"rules": "tenhou_sanma", "game.uma_one_above": "25000 -10000 -15000", "game.uma_three_above": "1000 0 -1000"},
        [with_points(45_000, 32_000, 28_000, start=35_000), END],
        {"over": "ended"},
        {"order": [0, 1, 2], "totals": [45.0, -18.0, -27.0]},
    ),
    "a stick among three first players": Example(
        {"rules": "m_league"},
        [riichi(3), draw(0, 1, 2, 3), END],
        {"points": [25_000, 25_000, 25_000, 24_000], "sticks": 1},
        {
            "points": [25_400, 25_300, 25_300, 24_000],
            "order": [0, 1, 2, 3],
            "ranks": [1, 1, 1, 4],
            "totals": [12.0667, 11.9667, 11.9667, -36.0],
        },
    ),
    "a stick among two first players of EMA": Example(
        {"rules": "ema"},
        [with_points(31_000, 31_000, 29_000, 29_000, start=30_000), riichi(3), draw(0, 1, 2, 3), END],
        {"points": [31_000, 31_000, 29_000, 28_000], "sticks": 1},
        {"order": [0, 1, 2, 3], "points": [31_500, 31_500, 29_000, 28_000], "totals": [11.5, 11.5, -6.0, -17.0]},
    ),
    "a stick returns to the player who laid it": Example(
        {"game.leftover_sticks": "back"},
        [riichi(1), ron(0, 2, han=1), riichi(3), draw(0, 1, 2, 3), riichi(3), riichi(0), draw(0, 1, 2, 3), END],
        {"points": [23_000, 24_000, 27_000, 23_000], "sticks": 3},
        {"points": [24_000, 24_000, 27_000, 25_000], "order": [2, 1, 0, 3]},
    ),
    "a stick that returns changes no rank": Example(
        {"game.leftover_sticks": "back"},
        [riichi(0), draw(0, 1, 2, 3), END],
        {"points": [24_000, 25_000, 25_000, 25_000], "sticks": 1},
        {"points": [25_000] * 4, "order": [1, 2, 3, 0], "ranks": [4, 1, 2, 3]},
    ),
    **{
        f"totals are rounded: {rounding}": Example(
            {"game.rounding": rounding},
            [with_points(36_700, 29_900, 22_300, 11_100), END],
            {"over": "ended"},
            {"order": [0, 1, 2, 3], "totals": totals},
        )
        for rounding, totals in (
            ("down", [48, 9, -18, -39]),
            ("up", [45, 10, -17, -38]),
            ("half_down", [47, 10, -18, -39]),
        )
    },
    "points below zero are rounded toward zero": Example(
        {"game.rounding": "down"},
        [with_points(60_000, 25_500, 20_000, -5_500), END],
        {"over": "ended"},
        {"order": [0, 1, 2, 3], "totals": [70, 5, -20, -55]},
    ),
    "points below zero are rounded away from zero": Example(
        {"game.rounding": "up"},
        [with_points(60_000, 25_500, 20_000, -5_500), END],
        {"over": "ended"},
        {"order": [0, 1, 2, 3], "totals": [70, 6, -20, -56]},
    ),
    "honba of 1,000 from each of three by tsumo": Example(
        HONBA_OF_1000, [draw(0, 1, 2), win(1, han=5)], {"points": [29_000, 45_000, 31_000]}
    ),
    "honba of 1,000 of three by ron": Example(
        HONBA_OF_1000, [draw(0, 1, 2), win(1, 0, han=5)], {"points": [26_000, 44_000, 35_000]}
    ),
    "no honba are paid": Example(
        {"rule.honba_ron": "0", "rule.honba_tsumo": "0"},
        [*[abortive("four_winds")] * 3, ron(2, 1)],
        {"points": [25_000, 28_900, 21_100, 25_000]},
    ),
    "a mangan of three for which one is liable": Example(
        SANMA, [win(1, han=5, pao=[{"player": 2}])], {"points": [35_000, 43_000, 27_000]}
    ),
    **{
        f"three players share the tsumo {worth} of {winner}: {way}": Example(
            SANMA | {"rule.sanma_tsumo": way},
            [win(winner, **worth)],
            {
                "points": [35_000 - first, 35_000 + first + second, 35_000 - second]
                if winner
                else [35_000 + first + second, 35_000 - first, 35_000 - second]
            },
        )
        for worth, winner, ways in SHARES
        for way, (first, second) in ways.items()
    },
    "liability for an open kan": Example(
        PAO_DAIMINKAN, [win(1, case=AFTER_KAN)], {"points": [25_000, 30_200, 19_800, 25_000]}
    ),
    "liability for an open kan, with a honba": Example(
        PAO_DAIMINKAN,
        [abortive("four_winds"), win(1, case=AFTER_KAN)],
        {"points": [25_000, 30_500, 19_500, 25_000]},
    ),
    "liability for an open kan, by han and fu": Example(
        PAO_DAIMINKAN, [win(1, han=3, fu=40, pao=[{"player": 2}])], {"points": [25_000, 30_200, 19_800, 25_000]}
    ),
    **{f"chips {what}": Example(rules, events, {"chips": chips}) for what, (rules, events, chips) in CHIPS_OF.items()},
}


def rules_of(form: dict[str, str]) -> GameRules:
    problems: list[Problem] = []
    rules = read_game_rules_fields({name: text for name, text in form.items() if name != "rounds"}, problems)
    assert problems == []
    return rules


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
def test_an_example_through_the_api(client: FlaskClient, example: Example) -> None:
    of_game = game_rules_json(rules_of(example.rules)) | {"rounds": int(example.rules.get("rounds", 2))}
    answer = client.post("/api/game", json={"rules": of_game, "events": example.events})
    assert answer.status_code == 200, answer.text
    found = answer.get_json()
    assert {name: found["states"][-1][name] for name in example.state} == example.state
    if example.final:
        assert {name: found["final"][name] for name in example.final} == example.final


@pytest.mark.parametrize("example", EXAMPLES.values(), ids=EXAMPLES)
def test_an_example_through_the_pages(client: FlaskClient, example: Example) -> None:
    table = client.post("/game", data={"rules": "house", **example.rules}).location
    for seen, event in enumerate(example.events):
        form = {"event": json.dumps(event), "seen": str(seen), "key": str(seen)}
        assert client.post(f"{table}/events", data=form).status_code == 303
    shown = page(client, table)
    (board,) = shown.having("data-round")
    seats = sorted(shown.having("data-points", "data-player"), key=lambda seat: seat["data-player"])
    seen_state = {
        "points": [int(seat["data-points"]) for seat in seats],
        "number": int(board["data-round"]),
        "honba": int(board["data-honba"]),
        "sticks": int(board["data-sticks"]),
        "may_stop": bool(shown.having(**{"class": "card again"})),
        "over": bool(shown.having(**{"class": "over card"})),
    }
    if "chips" in example.state:
        client.post(f"{table}/events", data={"event": json.dumps(END), "seen": str(len(example.events)), "key": "end"})
        of_result = client.get(f"{table}/game.csv").text.split("\r\n\r\n")[1].splitlines()
        points = {row["name"]: float(row["chips"]) for row in csv.DictReader(of_result)}
        seen_state["chips"] = [points[name] * 1000 / rules_of(example.rules).chip_points for name in sorted(points)]
    expected = example.state | ({"over": bool(example.state["over"])} if "over" in example.state else {})
    assert {name: seen_state[name] for name in expected} == expected
    if example.final and "totals" in example.final:
        ranked = page(client, f"{table}/result").having("data-total")
        totals = [example.final["totals"][player] for player in example.final["order"]]
        assert [float(one["data-total"]) for one in ranked] == totals
