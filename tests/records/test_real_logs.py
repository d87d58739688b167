"""Real logs: every win, draw, total and next hand agrees, but for named exceptions."""

import re
from collections import defaultdict
from dataclasses import replace

import pytest

from tests.game.recorded import FOLDER
from tests.records.logs import Json, logs, needs_logs, read, read_text
from tests.records.test_reading import plain
from tests.records.written import as_mjlog, as_tenhou6
from webapp.game.result import result
from webapp.pages.review.log_text import read_log
from webapp.records.check import checked
from webapp.records.record import Record

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

#: Logs that state at their end what cannot be compared, each with the reason.
UNCHECKED = {
    "mjlog-11ab5728af": (["chips"], "A room with chips."),
    "mjlog-650788633c": (["totals"], "A room with teams: the first two share their uma, and the last two."),
}


def record_of(log: Json) -> Record:
    found = read(log)
    assert found.problems == (), (log["source"], found.problems)
    assert found.record
    return found.record


@pytest.mark.parametrize("log", logs(), ids=lambda log: log["id"])
def test_every_win_draw_total_and_next_hand_agrees(log: Json) -> None:
    record = record_of(log)
    for hand, told in zip(record.hands, log["hands"], strict=True):
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
    assert (record.totals is not None) == ('"sc"' in log["log"] or re.search('owari="[^"]', log["log"]) is not None)
    assert bool(review.is_whole and review.state.over) >= (log["whole"] and not expected)


def test_a_game_that_is_there_in_both_formats_becomes_the_same_record() -> None:
    by_game: dict[str, dict[str, Json]] = defaultdict(dict)
    for log in logs():
        by_game[log["source"].rpartition(".")[0]][log["format"]] = log
    pairs = [both for both in by_game.values() if len(both) == 2]
    assert len(pairs) == 17
    for both in pairs:
        hands = [tuple(map(plain, record_of(log).hands)) for log in both.values()]
        # Ura indicators are only seen after a riichi, by one of the two; what the hand brought has them in it.
        one, other = (
            [replace(hand, ending=replace(hand.ending, ura=())) for hand in row if hand.ending] for row in hands
        )
        assert one == other


@pytest.mark.parametrize("log", logs(), ids=lambda log: log["id"])
def test_a_log_written_in_the_other_format_becomes_the_same_record(log: Json) -> None:
    record = record_of(log)
    if any(None in hand.tiles or hand.ending is None or len(hand.ending.wins) > 1 for hand in record.hands):
        pytest.skip("a hand without an end, or with several winners, is not written here")
    if record.rules.other or record.rules.red_fives:
        pytest.skip("rules that are not written here")
    other = (
        read_text("tenhou6", as_tenhou6(record)) if log["format"] == "mjlog" else read_text("mjlog", as_mjlog(record))
    )
    assert other.record
    assert list(map(plain, other.record.hands)) == list(map(plain, record.hands))


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
