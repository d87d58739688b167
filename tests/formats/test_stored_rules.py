"""Rules that earlier and newer versions stored: the former play as they did, the latter are refused."""

import json
from dataclasses import fields
from datetime import UTC, datetime
from typing import Any

import pytest

from webapp.formats.game_file import read_game_file
from webapp.formats.group_file import read_group
from webapp.formats.rules import game_rules_json, stored_game_rules
from webapp.game.rules import GAME_SWITCHES, GameRules
from webapp.scoring.problems import Problem
from webapp.scoring.rules import SWITCHES, Rules
from webapp.store import Reason, UnavailableError

NOW = datetime(2026, 11, 26, tzinfo=UTC)
#: The rules that version 1.0 stored for a game by the preset `house`. It stored every switch that it had.
HANDS_THEN: dict[str, Any] = {
    "preset": "tenhou",
    "red_fives": {"m": 1, "p": 1, "s": 1},
    "ura_dora": True,
    "kan_dora": True,
    "open_tanyao": True,
    "ippatsu": True,
    "renhou": "off",
    "local_yaku": [],
    "daisharin_other_suits": False,
    "ryuuiisou_needs_hatsu": False,
    "nagashi_mangan": True,
    "double_wind_pair_fu": 4,
    "open_pinfu_30": True,
    "pinfu_tsumo": "twenty_fu",
    "rinshan_tsumo_fu": True,
    "kiriage_mangan": False,
    "counted_yakuman": "yakuman",
    "no_limit": False,
    "yakuman_stack": True,
    "double_yakuman": [],
    "pao": ["daisangen", "daisuushii"],
    "pao_scope": "whole_hand",
    "pao_ron_honba": "discarder",
    "multiple_ron": 3,
    "honba_to": "first",
    "own_stick_returned": False,
    "honba_per_payer": 100,
    "players": 4,
    "tsumo_loss": True,
    "nuki_dora": False,
}
THEN: dict[str, Any] = {
    "preset": "house",
    "scoring": HANDS_THEN,
    "rounds": 2,
    "start_points": 25000,
    "dealer_repeats": "tenpai",
    "tenpai_payment": 3000,
    "nagashi": "draw",
    "abortive": ["four_kans", "four_riichi", "four_winds", "nine_terminals"],
    "riichi_needs": 1000,
    "tobi": "below_zero",
    "goal_points": 30000,
    "last_dealer_stops": ["tenpai", "win"],
    "stop_is": "chosen",
    "extension": "off",
    "leftover_sticks": "first",
    "return_points": 30000,
    "oka_to": "first",
    "uma": [20000, 10000, -10000, -20000],
    "ties": "seat",
    "rounding": "exact",
    "chombo": "mangan",
    "chombo_points": 20000,
    "chip_points": 0,
    "yakitori_points": 0,
    "tobi_prize": 0,
}
FIVE_DRAWS = [*THEN["abortive"], "triple_ron"]
ALL_DOUBLE = ["chuuren_9", "daisuushii", "kokushi_13", "suuankou_tanki"]
NO_REDS = {"m": 0, "p": 0, "s": 0}
_COMPETITION = {
    "nagashi": "off",
    "abortive": [],
    "riichi_needs": 0,
    "tobi": "off",
    "last_dealer_stops": [],
    "ties": "share",
    "chombo": "after_game",
}
_CLUB = _COMPETITION | {"start_points": 30000, "oka_to": "nobody", "uma": [15000, 5000, -5000, -15000]}
_ONLINE = {"stop_is": "automatic", "extension": "sudden_death"}
_TENHOU = _ONLINE | {"abortive": FIVE_DRAWS, "rounding": "half_up"}
_SOUL = _ONLINE | {"oka_to": "nobody"}
_SANMA = {"start_points": 35000, "tenpai_payment": 2000, "goal_points": 40000}
_COMPETITION_HANDS = {"nagashi_mangan": False, "counted_yakuman": "sanbaiman"}
_M_LEAGUE_HANDS = _COMPETITION_HANDS | {"double_wind_pair_fu": 2, "kiriage_mangan": True, "multiple_ron": 1}
_NO_STACK = {"red_fives": NO_REDS, "renhou": "mangan", "yakuman_stack": False, "pao_scope": "per_yakuman"}
_TENHOU_HANDS = {"pao_ron_honba": "liable", "multiple_ron": 2}
_SOUL_HANDS = {"double_yakuman": ALL_DOUBLE, "pao_scope": "per_yakuman", "pao_ron_honba": "liable"}
_EACH = {"honba_to": "each", "own_stick_returned": True}
_SANMA_HANDS = {"players": 3, "nuki_dora": True}
#: What the other presets had instead: the switches of the game, and those of its hands.
PRESETS_THEN: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "house": ({}, {"preset": "tenhou"}),
    "tenhou": (_TENHOU, _TENHOU_HANDS),
    "mahjong_soul": (_SOUL | {"return_points": 25000, "uma": [15000, 5000, -5000, -15000]}, _SOUL_HANDS),
    "m_league": (
        _COMPETITION | {"leftover_sticks": "share", "uma": [30000, 10000, -10000, -30000]},
        _M_LEAGUE_HANDS | {"pao": ["daisangen", "daisuushii", "suukantsu"]},
    ),
    "wrc": (_CLUB | {"leftover_sticks": "nobody"}, _M_LEAGUE_HANDS | _NO_STACK),
    "ema": (_CLUB, _COMPETITION_HANDS | _NO_STACK | _EACH),
    "tokuten": (
        {"nagashi": "off", "abortive": [], "last_dealer_stops": []},
        {"red_fives": NO_REDS, "nagashi_mangan": False, "double_wind_pair_fu": 2, "kiriage_mangan": True, "pao": []}
        | {"pao_ron_honba": "liable"}
        | _EACH,
    ),
    "tenhou_sanma": (
        _TENHOU | _SANMA | {"return_points": 40000, "uma": [20000, 0, -20000]},
        _TENHOU_HANDS | _SANMA_HANDS,
    ),
    "mahjong_soul_sanma": (
        _SOUL | _SANMA | {"return_points": 35000, "uma": [15000, 0, -15000]},
        _SOUL_HANDS | _SANMA_HANDS,
    ),
}
#: What former names and values are now.
TODAY = {"honba_per_payer": "honba_ron honba_tsumo", "nuki_dora": "nuki_dora"}


def stored_then(preset: str) -> dict[str, Any]:
    """The rules of a preset as version 1.0 stored them."""
    of_game, of_hands = PRESETS_THEN[preset]
    return THEN | {"preset": preset} | of_game | {"scoring": HANDS_THEN | {"preset": preset} | of_hands}


def defaults(rules: type) -> dict[str, Any]:
    """The default of each switch: what held before the switch existed."""
    return {field.name: field.default for field in fields(rules)}


@pytest.mark.parametrize("preset", PRESETS_THEN)
def test_rules_that_version_1_0_stored_play_as_they_did(preset: str) -> None:
    stored = stored_then(preset)
    now = stored_game_rules(json.loads(json.dumps(stored)))
    written = json.loads(json.dumps(game_rules_json(now)))
    for as_then, as_now, defaults_of, switches in (
        (stored["scoring"], written["scoring"], defaults(Rules), SWITCHES),
        (stored, written, defaults(GameRules), GAME_SWITCHES),
    ):
        kept = as_then.keys() - {"scoring"} - TODAY.keys()
        assert {name: as_now[name] for name in kept} == {name: as_then[name] for name in kept}
        later = switches.keys() - as_then.keys() - {new for names in TODAY.values() for new in names.split()}
        later -= {"wait_in_melds"}  # decides no payment: it is as the preset has it
        of_rules = now.scoring if switches is SWITCHES else now
        assert {name: getattr(of_rules, name) for name in later} == {name: defaults_of[name] for name in later}


# -- rules of a newer version ----------------------------------------------------------------------

NEWER = [
    {"bonus": 300},
    {"tobi": "at_midnight"},
    {"preset": "of_tomorrow"},
    {"scoring": HANDS_THEN | {"bonus_han": 1}},
    {"scoring": HANDS_THEN | {"renhou": "twice"}},
    {"scoring": "of_tomorrow"},
]


@pytest.mark.parametrize("newer", NEWER)
def test_stored_rules_of_a_newer_version_are_refused_and_say_to_update(newer: dict[str, Any]) -> None:
    with pytest.raises(UnavailableError) as refused:
        stored_game_rules(THEN | newer)
    assert refused.value.reason is Reason.NEWER_RULES


@pytest.mark.parametrize("newer", NEWER)
def test_a_file_with_rules_of_a_newer_version_says_to_update(newer: dict[str, Any]) -> None:
    game = {"rules": THEN | newer, "events": [], "names": []}
    group = {"about": {"name": "Club", "rules": THEN | newer}, "members": [], "seasons": [], "games": []}
    of_game: list[Problem] = []
    of_group: list[Problem] = []
    read_game_file(json.dumps(game), NOW, of_game)
    read_group(json.dumps(group), NOW, of_group)
    for problems in (of_game, of_group):
        assert [str(found.code) for found in problems] == ["unknown_rule", "needs_update"]
