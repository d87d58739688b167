"""Logs that have their events in the order of play: Majiang, mjai and Mahjong Soul, with their dialects and faults."""

import json
from dataclasses import replace
from typing import Any

import pytest

from tests.records.played import ended, played_game
from tests.records.test_reading import plain
from tests.records.written import WRITERS
from tests.records.written_events import as_majiang, as_majsoul, as_mjai
from webapp.game.rules import GAME_PRESETS
from webapp.pages.review.log_text import read_log
from webapp.records.check import checked
from webapp.records.record import MAX_HAND_EVENTS, Called, Record
from webapp.records.rules import rules_of
from webapp.scoring.problems import Code

Json = dict[str, Any]
SOURCES = ["majiang", "mjai", "majsoul"]
GAME = ended(played_game(3))


def record_of(text: str) -> Record:
    reading = read_log(text)
    assert reading.problems == ()
    assert reading.record
    return reading.record


def mjai_lines(game: Record = GAME) -> list[Json]:
    return [json.loads(line) for line in as_mjai(game).splitlines()]


def as_text(lines: list[Json]) -> str:
    return "\n".join(map(json.dumps, lines))


def test_a_game_in_all_formats_becomes_the_same_record() -> None:
    for seed in range(3):
        game = ended(played_game(seed))
        records = [record_of(write(game)) for write in WRITERS.values()]
        assert len({tuple(map(repr, map(plain, record.hands))) for record in records}) == 1
        for record in records:  # the totals are those of Tenhou's rules
            differing = {one.what for hand in checked(record).hands for one in hand.differences}
            assert differing <= ({"totals"} if record.source == "majsoul" else set())


def break_hand(source: str, place: int, part: str) -> str:
    """A log one of whose hands is broken at its beginning or in its course."""
    if source == "mjai":
        lines = mjai_lines()
        deals = [n for n, line in enumerate(lines) if line["type"] == "start_kyoku"]
        lines[deals[place] + (part == "course")]["dora_marker" if part == "beginning" else "pai"] = "9z"
        return as_text(lines)
    log = json.loads(WRITERS[source](GAME))
    if source == "majiang":
        deal, first, *_ = log["log"][place]
        (deal["qipai"] if part == "beginning" else first["zimo"])["baopai" if part == "beginning" else "p"] = "z9"
    else:
        actions = log["data"]["data"]["actions"]
        deals = [n for n, action in enumerate(actions) if action.get("result", {}).get("name", "").endswith("NewRound")]
        about = actions[deals[place] + (part == "course")]["result"]["data"]
        about["doras" if part == "beginning" else "tile"] = ["9z"] if part == "beginning" else "9z"
    return json.dumps(log)


@pytest.mark.parametrize("part", ["beginning", "course"])
@pytest.mark.parametrize("source", SOURCES)
def test_after_a_broken_hand_the_next_ones_are_read(source: str, part: str) -> None:
    reading = read_log(break_hand(source, 1, part))
    [wrong] = reading.problems
    assert (wrong.field.split(".events")[0], wrong.code) == ("hands.1", Code.BROKEN_LOG)
    assert wrong.message == "There is no such tile: '9z'".replace("9z", "z9" if source == "majiang" else "9z")
    assert reading.record
    before, unread, *after = reading.record.hands
    assert [*map(plain, (before, *after))] == [*map(plain, (GAME.hands[0], *GAME.hands[2:]))]
    assert unread.points == (() if part == "beginning" else GAME.hands[1].points)


@pytest.mark.parametrize("source", ["majiang", "majsoul"])
def test_the_end_of_the_game_is_read_though_its_last_hand_cannot_be(source: str) -> None:
    record = read_log(break_hand(source, len(GAME.hands) - 1, "course")).record
    assert record
    assert (record.final, record.totals) == (GAME.final, GAME.totals)
    assert [one.what for one in checked(record).unchecked] == ["final"]


@pytest.mark.parametrize("source", SOURCES)
def test_of_two_games_only_the_first_is_read_and_this_is_said(source: str) -> None:
    texts = [WRITERS[source](game) for game in (GAME, played_game(4))]
    for text in ("\n".join(texts), f"[{','.join(texts)}]" if source != "mjai" else "\n\n".join(texts)):
        reading = read_log(text)
        [wrong] = reading.problems
        assert (wrong.field, "more than one game" in wrong.message) == ("log", True)
        assert reading.record
        assert [*map(plain, reading.record.hands)] == [*map(plain, GAME.hands)]


@pytest.mark.parametrize("source", SOURCES)
def test_a_log_may_have_text_around_it(source: str) -> None:
    text = WRITERS[source](GAME)
    for around in (f"My game {{x}}:\n{text}\nthanks", f"var log = {text.replace(chr(10), ',')};", f"﻿{text}\r\n"):
        assert [*map(plain, record_of(around).hands)] == [*map(plain, GAME.hands)]


@pytest.mark.parametrize("source", SOURCES)
def test_a_hand_has_a_limit_of_events(source: str) -> None:
    first, *_ = GAME.hands
    long = replace(GAME, hands=(replace(first, moves=first.moves[:2] * MAX_HAND_EVENTS),))
    [wrong] = read_log(WRITERS[source](long)).problems
    assert wrong.code == Code.TOO_LARGE


# -- Majiang ---------------------------------------------------------------------------------------


def test_totals_and_ranks_of_majiang_are_compared() -> None:
    assert checked(record_of(as_majiang(GAME))).is_compared
    log = json.loads(as_majiang(GAME))
    log["rank"] = [*log["rank"][1:], log["rank"][0]]
    review = checked(record_of(json.dumps(log)))
    assert [one.what for one in review.hands[-1].differences] == ["ranks"]
    del log["defen"]
    assert [one.what for one in checked(record_of(json.dumps(log))).unchecked] == ["totals", "ranks"]


# -- mjai ------------------------------------------------------------------------------------------


def test_the_events_of_mjai_may_be_a_list() -> None:
    for text in (json.dumps(mjai_lines()), json.dumps(mjai_lines(), indent=1)):
        assert [*map(plain, record_of(text).hands)] == [*map(plain, GAME.hands)]


def test_points_that_mjai_leaves_out_follow_from_the_events() -> None:
    lines = mjai_lines()
    for line in lines:
        line.pop("scores", None)
    record = record_of(as_text(lines))
    assert {hand.points for hand in record.hands} == {()}
    review = checked(record)
    assert review.agrees
    assert [hand.recorded.points for hand in review.hands] == [hand.points for hand in GAME.hands]


def test_what_a_hand_brought_follows_from_the_points_after_it() -> None:
    lines, points = mjai_lines(), [0] * 4
    for line in lines:
        if line["type"] == "start_kyoku":
            points = list(line["scores"])
        elif line["type"] == "reach_accepted":
            points[line["actor"]] -= 1000
            line["scores"] = list(points)
        elif line["type"] in ("hora", "ryukyoku"):
            points = [old + new for old, new in zip(points, line.pop("deltas"), strict=True)]
            line["scores"] = list(points)
    record = record_of(as_text(lines))
    assert [*map(plain, record.hands)] == [*map(plain, GAME.hands)]
    review = checked(record)
    assert review.agrees
    line = next(line for line in lines if line["type"] == "reach_accepted")
    line["scores"][0] += 100
    review = checked(record_of(as_text(lines)))
    assert {one.what for hand in review.hands for one in hand.differences} == {"stated"}


@pytest.mark.parametrize("players", [4, 3])
def test_a_game_of_mjai_without_deltas_and_tiles_is_read_and_believed(players: int) -> None:
    game = played_game(2, players)
    lines = mjai_lines(game)
    for line in lines:
        for name in ("scores", "deltas", "tehais", "reason", "names", "hora_points"):
            line.pop(name, None)
    record = record_of(as_text(lines))
    norths = any(line["type"] == "kita" for line in lines)
    assert record.players == (3 if norths else 4)
    assert [hand.moves for hand in record.hands] == [hand.moves for hand in game.hands]
    assert {hand.tiles for hand in record.hands} == {(None,) * players}


def test_a_stick_of_mjai_is_paid_also_where_the_log_does_not_say_it() -> None:
    lines = [line for line in mjai_lines() if line["type"] != "reach_accepted"]
    assert [*map(plain, record_of(as_text(lines)).hands)] == [*map(plain, GAME.hands)]


def test_players_of_mjai_count_from_the_first_dealer() -> None:
    lines = mjai_lines()
    for line in lines:
        for name in ("actor", "target", "oya"):
            if name in line:
                line[name] = (line[name] + 1) % 4
        for name in ("names", "scores", "deltas", "tehais"):
            if name in line:
                line[name] = [*line[name][-1:], *line[name][:-1]]
    record = record_of(as_text(lines))
    assert record.names == GAME.names
    assert [*map(plain, record.hands)] == [*map(plain, GAME.hands)]


def test_a_damaged_line_of_mjai_costs_its_hand_and_no_other() -> None:
    text = as_mjai(GAME).splitlines()
    deals = [n for n, line in enumerate(text) if '"start_kyoku"' in line]
    for place in (deals[1], deals[1] + 3):
        broken = [*text[:place], text[place][:20], *text[place + 1 :]]
        reading = read_log("\n".join(broken))
        assert [wrong.values.get("n") for wrong in reading.problems] == [place + 1]
        assert reading.record
        before, _unread, *after = reading.record.hands
        assert [*map(plain, (before, *after))] == [*map(plain, (GAME.hands[0], *GAME.hands[2:]))]


def test_the_red_fives_of_a_log_that_does_not_name_its_rules_are_those_that_are_seen() -> None:
    text = as_mjai(GAME)
    assert rules_of(record_of(text)).scoring.red_fives == (1, 1, 1)
    without = record_of(text.replace("5mr", "5m").replace("5pr", "5p").replace("5sr", "5s"))
    assert rules_of(without).scoring.red_fives == (0, 0, 0)
    assert checked(without).problems == ()


def test_the_length_of_a_game_that_is_not_named_follows_from_its_hands() -> None:
    for rounds, hands in ((1, GAME.hands), (2, (*GAME.hands, replace(GAME.hands[0], number=7)))):
        record = record_of(as_mjai(replace(GAME, hands=hands)))
        assert rules_of(record).rounds == rounds


# -- Mahjong Soul ----------------------------------------------------------------------------------


def majsoul_log(game: Record = GAME) -> Json:
    log: Json = json.loads(as_majsoul(game))
    return log


def test_a_record_of_mahjong_soul_may_be_a_list_of_its_events() -> None:
    events = [action["result"] for action in majsoul_log()["data"]["data"]["actions"] if "result" in action]
    head = majsoul_log()["head"]
    plain_events = {"name": ".lq.GameDetailRecords", "data": {"records": events}}
    for log in (events, {"head": head, "data": plain_events}, plain_events):
        assert [*map(plain, record_of(json.dumps(log)).hands)] == [*map(plain, GAME.hands)]


def test_the_rules_of_a_room_are_those_that_its_record_names() -> None:
    log = majsoul_log()
    config = log["head"]["config"]
    assert rules_of(record_of(json.dumps(log))) == replace(GAME_PRESETS["mahjong_soul"], rounds=1)
    config["category"] = 1
    config["mode"]["detail_rule"] = {"dora_count": 4, "shiduan": 0, "fandian": 32000, "have_yifa": False}
    config["mode"]["detail_rule"]["jingsuanyuandian"] = 30000
    record = record_of(json.dumps(log))
    rules = rules_of(record)
    assert record.rules.other
    assert (rules.scoring.red_fives, rules.scoring.open_tanyao, rules.scoring.ippatsu) == ((1, 2, 1), False, False)
    assert (rules.goal_points, record.rules.game["return_points"]) == (32000, 30000)


def test_what_mahjong_soul_states_within_a_hand_is_compared() -> None:
    log = majsoul_log()
    events = [action["result"]["data"] for action in log["data"]["data"]["actions"] if "result" in action]
    paid = next(about for about in events if "liqi" in about)
    paid["liqi"]["score"] += 100
    review = checked(record_of(json.dumps(log)))
    assert "stated" in {one.what for hand in review.hands for one in hand.differences}


def test_the_players_in_tenpai_are_those_that_mahjong_soul_names() -> None:
    log = majsoul_log()
    events = [action["result"] for action in log["data"]["data"]["actions"] if "result" in action]
    draw = next(event["data"] for event in events if event["name"].endswith("NoTile"))
    draw["players"] = [{"tingpai": True}, {"tingpai": False}, {"tingpai": True}, {}]
    endings = [hand.ending for hand in record_of(json.dumps(log)).hands if hand.ending]
    assert next(ending.tenpai for ending in endings if ending.draw == "exhaustive") == frozenset({0, 2})


def test_a_concealed_kan_of_fives_has_the_red_ones_of_its_game() -> None:
    log = majsoul_log()
    actions = log["data"]["data"]["actions"]
    actions[2]["result"] = {"name": ".lq.RecordAnGangAddGang", "data": {"type": 3, "tiles": "5p"}}
    for reds, tiles in ((None, 1), (0, 0), (4, 2)):
        log["head"]["config"]["mode"]["detail_rule"] = {} if reds is None else {"dora_count": reds}
        reading = read_log(json.dumps(log))
        assert reading.record
        [meld] = [move.meld for move in reading.record.hands[0].moves[:2] if isinstance(move, Called)]
        assert meld.tiles.count(35) == tiles


@pytest.mark.parametrize("text", ["\n\x1c.lq.GameDetailRecords\x12\x00\x08", "\n\x10.lq.ResGameRecord\x12\xfd"])
def test_a_protobuf_file_is_named(text: str) -> None:
    [wrong] = read_log(text).problems
    assert (wrong.code, "protobuf" in wrong.message, "JSON" in wrong.message) == (Code.UNKNOWN_FORMAT, True, True)
