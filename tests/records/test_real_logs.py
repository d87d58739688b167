"""Real logs: every win, draw, total and next hand agrees, but for named exceptions."""

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from tests.game.recorded import FOLDER
from tests.records.logs import Json, logs, needs_logs, read, read_text, share_of
from tests.records.test_reading import plain
from tests.records.written import FORMATS, WRITERS
from webapp.game.result import result
from webapp.game.rules import ABORTIVE, BOTH_STOPS, GAME_PRESETS, GameRules
from webapp.pages.review.log_text import read_log
from webapp.records.check import Review, checked
from webapp.records.record import Record
from webapp.records.rules import rules_of
from webapp.scoring.rules import PRESETS, RedFives

pytestmark = needs_logs

#: Logs that do not agree, each with the hands that do not and the reason.
EXCEPTIONS = {
    "mjlog-11ab5728af": ([0], "A room with chips (its type has bit 512), where 30 fu 4 han are a mangan."),
    "mjlog-50e93ec4b5": (
        [2, 3, 5, 6, 7, 9, 10, 11, 14],
        "Written by a bot's own table: sticks of riichi are missing, hands are left out, a game goes on after tobi.",
    ),
    "mjlog-a7a768d415": ([1], "Written by a bot's own table: a winner's riichi stick is missing."),
}

#: Logs with several games, of which the first is read.
SEVERAL = {"majiang-74829cfdd1": 12}

#: Logs that state at their end what cannot be compared, each with the reason.
UNCHECKED = {
    "mjlog-11ab5728af": (["chips"], "A room with chips."),
    "mjlog-650788633c": (["totals"], "A room with teams: the first two share their uma, and the last two."),
}


def record_of(log: Json) -> Record:
    found = read(log)
    problems = [wrong.message for wrong in found.problems]
    expected = ["The log has more than one game. Only the first one is read."] if log.get("id") in SEVERAL else []
    assert problems == expected, log["source"]
    assert found.record
    return found.record


@pytest.mark.parametrize("log", logs(), ids=lambda log: log["id"])
def test_every_win_draw_total_and_next_hand_agrees(log: Json) -> None:
    record = record_of(log)
    for hand, told in zip(record.hands, log["hands"][: SEVERAL.get(log["id"])], strict=True):
        # A hand that was broken off has nothing told of it.
        assert told is None or (hand.number, hand.honba) == (told["number"], told["honba"])
    review = checked(record)
    differing = [place for place, hand in enumerate(review.hands) if hand.differences or hand.problem]
    expected, _reason = EXCEPTIONS.get(log["id"], ([], ""))
    assert differing == expected, [(hand.differences, hand.problem) for hand in review.hands]
    unchecked, _reason = UNCHECKED.get(log["id"], ([], ""))
    assert [one.what for one in review.unchecked] == unchecked
    if record.totals and not expected and not unchecked:
        assert [round(1000 * total) for total in result(review.state).totals] == list(record.totals)
    has_totals = '"sc"' in log["log"] or re.search('owari="[^"]', log["log"]) or '"rank"' in log["log"]
    assert (record.totals is not None) == (log["format"] == "majsoul" or bool(has_totals))
    assert bool(review.is_whole and review.state.over) >= (log["whole"] and not expected)


def test_a_game_that_is_there_in_both_formats_becomes_the_same_record() -> None:
    by_game: dict[str, dict[str, Json]] = defaultdict(dict)
    for log in logs():
        by_game[log["source"].rpartition(".")[0]][log["format"]] = log
    pairs = [both for both in by_game.values() if both.keys() == {"mjlog", "tenhou6"}]
    assert len(pairs) == 17
    for both in pairs:
        hands = [tuple(map(plain, record_of(log).hands)) for log in both.values()]
        # Ura indicators are only seen after a riichi, by one of the two; what the hand brought has them in it.
        one, other = (
            [replace(hand, ending=replace(hand.ending, ura=())) for hand in row if hand.ending] for row in hands
        )
        assert one == other


@pytest.mark.parametrize("source", WRITERS)
def test_logs_written_in_another_format_become_the_same_records(source: str) -> None:
    records = [(log, record_of(log)) for log in logs()]
    written = [(log["id"], record) for log, record in records if can_be_written(log["format"], record, source)]
    assert len(written) > 5
    for name, record in written:
        other = read_text(source, WRITERS[source](record))
        assert other.record, name
        assert list(map(plain, other.record.hands)) == list(map(plain, record.hands)), name


def can_be_written(found_in: str, record: Record, source: str) -> bool:
    """Whether a record of one format can be written by the tests' writer of another one."""
    if source == found_in or (source, record.players) not in FORMATS:
        return False
    endings = [hand.ending for hand in record.hands]
    # A hand without an end, or with a draw of no kind, is written by none.
    if any(None in hand.tiles for hand in record.hands) or not all(end and (end.wins or end.draw) for end in endings):
        return False
    if source not in ("mjlog", "tenhou6"):
        return True
    has_several = any(end and len(end.wins) > 1 for end in endings)
    # Mahjong Soul deals the dealer fourteen tiles in order; mjlog says which of them is drawn.
    is_out_of_order = (found_in, source) == ("majsoul", "mjlog")
    return not (has_several or is_out_of_order or record.rules.other or record.rules.red_fives)


#: Small logs that were once read wrongly: the preset, and the number of hands.
CASES = {
    "mahjongsoul_english_round_ends.json": ("mahjong_soul", 8),
    "mahjongsoul_friendly_en_double_yakuman.json": ("mahjong_soul", 1),
    "mahjongsoul_tournament_30000_start.json": ("mahjong_soul", 9),
    "tenhou6_one_url_a_hand.txt": ("tenhou", 3),
    "tenhou6_triple_ron_on_riichi_tile.json": ("tenhou", 2),
}


@pytest.mark.parametrize("name", CASES)
def test_a_log_that_was_once_read_wrongly_agrees(name: str) -> None:
    reading = read_log((FOLDER / "cases" / name).read_text(encoding="utf-8"))
    assert reading.problems == ()
    assert reading.record
    review = checked(reading.record)
    assert review.agrees
    assert review.is_compared
    assert (review.rules.preset, len(review.hands)) == CASES[name]
    assert sum(result(review.state).totals) == pytest.approx(0)


# -- whole games that other programs played --------------------------------------------------------

#: The switches of majiang-core's rules and what they are here. Three things have no switch: with 場数 0 a draw is dealt
#: again, whoever is the dealer; with 連荘方式 3 オーラス止め ends a game after a draw without tenpai; half a point
#: below zero is rounded up.
_OF_HANDS: dict[str, tuple[str, Callable[[Any], object]]] = {
    "連風牌は2符": ("double_wind_pair_fu", lambda value: 2 if value else 4),
    "赤牌": ("red_fives", lambda value: RedFives(*value.values())),
    "クイタンあり": ("open_tanyao", bool),
    "最大同時和了数": ("multiple_ron", int),
    "一発あり": ("ippatsu", bool),
    "裏ドラあり": ("ura_dora", bool),
    "カンドラあり": ("kan_dora", bool),
    "役満の複合あり": ("yakuman_stack", bool),
    "ダブル役満あり": ("double_yakuman", lambda value: PRESETS["majiang"].double_yakuman if value else frozenset()),
    "数え役満あり": ("counted_yakuman", lambda value: "yakuman" if value else "sanbaiman"),
    "役満パオあり": ("pao", lambda value: PRESETS["majiang"].pao if value else frozenset()),
    "切り上げ満貫あり": ("kiriage_mangan", bool),
}
_OF_GAME: dict[str, tuple[str, Callable[[Any], object]]] = {
    "配給原点": ("start_points", int),
    "順位点": ("uma", lambda value: tuple(round(1000 * float(points)) for points in value)),
    "場数": ("rounds", int),
    "流し満貫あり": ("nagashi", lambda value: "draw" if value else "off"),
    "ノーテン罰あり": ("tenpai_payment", lambda value: 3000 if value else 0),
    "連荘方式": ("dealer_repeats", ["never", "win", "tenpai", "always"].__getitem__),
    "オーラス止めあり": ("last_dealer_stops", lambda value: BOTH_STOPS if value else frozenset()),
    "延長戦方式": ("extension", ["off", "first_to_goal", "sudden_death", "full_wind"].__getitem__),
}
#: What a game's log shows by itself: kuikae, riichi without a draw left, kan after riichi, noten by choice, and which
#: indicators were turned up when.
_SHOWN = {
    "喰い替え許可レベル",
    "ツモ番なしリーチあり",
    "リーチ後暗槓許可レベル",
    "ノーテン宣言あり",
    "カン裏あり",
    "カンドラ後乗せ",
}


def rules_of_majiang(rule: Json) -> GameRules:
    """The rules of a game of majiang-core."""
    assert rule.keys() == _OF_HANDS.keys() | _OF_GAME.keys() | _SHOWN | {"途中流局あり", "トビ終了あり"}
    hands: dict[str, Any] = {switch: read(rule[name]) for name, (switch, read) in _OF_HANDS.items()}
    game: dict[str, Any] = {switch: read(rule[name]) for name, (switch, read) in _OF_GAME.items()}
    # Where two may win on a discard a third ron is a draw, although no other draw may be.
    game["abortive"] = ABORTIVE - {"triple_ron"} if rule["途中流局あり"] else frozenset()
    game["abortive"] |= {"triple_ron"} if rule["最大同時和了数"] == 2 else set()
    game |= {"tobi": "below_zero"} if rule["トビ終了あり"] else {"tobi": "off", "riichi_needs": 0}
    if rule["場数"] == 4:
        game["extension"] = "off"  # there is no fifth wind
    game["rounding"] = "exact" if "." in rule["順位点"][0] else "half_up"
    scoring = replace(PRESETS["majiang"], **hands)
    return replace(GAME_PRESETS["tenhou"], scoring=scoring, **game)


@pytest.mark.parametrize("log", share_of(logs("majiang.jsonl.gz")))
def test_a_whole_game_of_majiang_agrees_by_its_rules(log: Json) -> None:
    review = checked(record_of(log), rules_of_majiang(log["rule"]))
    assert [(hand.differences, hand.problem) for hand in review.hands if hand.differences or hand.problem] == []
    assert_ends(review, log)
    assert list(result(review.state).totals) == log["final"]["totals"]
    assert review.is_compared


@pytest.mark.parametrize("log", share_of(logs("mjai.jsonl.gz")))
def test_a_whole_game_of_mjai_agrees_by_its_rules(log: Json) -> None:
    preset = GAME_PRESETS[log["rule"] + ("_sanma" if log["players"] == 3 else "")]
    record = record_of(log)
    review = checked(record, replace(preset, rounds=log["rounds"]))
    assert [(hand.differences, hand.problem) for hand in review.hands if hand.differences or hand.problem] == []
    assert_ends(review, log)
    assert record.totals is None
    found = rules_of(record)
    assert found.players == log["players"]
    # A game that ends below zero in its first wind does not show how many there were to be.
    if review.state.over != "tobi" or record.hands[-1].number >= found.players:
        assert found.rounds == log["rounds"]


def assert_ends(review: Review, log: Json) -> None:
    """The game is whole and over, with the points and places that its log is known to have."""
    assert review.is_whole
    assert review.state.over
    end = result(review.state)
    assert (list(end.points), list(end.ranks)) == (log["final"]["points"], log["final"]["ranks"])
