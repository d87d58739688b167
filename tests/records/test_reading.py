"""Every format of a game becomes the record that was written; what cannot be read is one problem with its place."""

import json
import re
from dataclasses import replace

import pytest

from tests.records.logs import read_text
from tests.records.played import ended, played_game
from tests.records.small import ONE_WIND, Row, small
from tests.records.written import FORMATS, WRITERS, as_mjlog, as_tenhou6
from webapp.game.events import Draw, DrawKind
from webapp.records.check import checked
from webapp.records.mjlog import read_mjlog
from webapp.records.record import MAX_HAND_EVENTS, MAX_HANDS, Record, RecordedHand
from webapp.records.tenhou6 import read_tenhou6
from webapp.scoring.problems import Code


def plain(hand: RecordedHand) -> RecordedHand:
    """A hand without what only one of the formats says."""
    assert hand.ending
    wins = tuple(won._replace(points=None, deltas=None) for won in hand.ending.wins)
    return replace(hand, stated=(), ending=replace(hand.ending, tenpai=None, wins=wins))


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(("source", "players"), FORMATS)
def test_a_game_is_read_as_it_was_written(source: str, seed: int, players: int) -> None:
    game = ended(played_game(seed, players))
    read = read_text(source, WRITERS[source](game))
    assert read.problems == ()
    assert read.record
    at_end = (game.final, game.totals) if source != "mjai" else (None, None)
    assert (read.record.names, read.record.final, read.record.totals) == (game.names, *at_end)
    assert tuple(map(plain, read.record.hands)) == tuple(map(plain, game.hands))


def test_names_are_cut_to_a_length_that_a_page_can_show() -> None:
    game = replace(played_game(0), names=("x" * 1000, "", "", ""))
    for source, write in WRITERS.items():
        record = read_text(source, write(game)).record
        assert record
        assert len(record.names[0]) == 40


def test_unknown_tags_are_passed_over_also_entities() -> None:
    text = as_mjlog(played_game(1))
    bomb = '<!DOCTYPE a [<!ENTITY b "bbbb">]><BYE who="1"/><SHUFFLE seed="x" ref=""/>'
    assert read_mjlog(bomb + text.replace("<INIT", '<UN n0="x"/><INIT')) == read_mjlog(text)


def test_rules_and_seats_do_not_change_within_a_game() -> None:
    text = as_mjlog(played_game(1))
    for tag in ('<GO type="26"/>', '<TAIKYOKU oya="1"/>'):
        assert read_mjlog(text.replace("<AGARI", f"{tag}<AGARI").replace("<RYUU", f"{tag}<RYUU")) == read_mjlog(text)


def test_a_draw_or_discard_may_have_attributes() -> None:
    text = as_mjlog(played_game(1))
    assert read_mjlog(re.sub(r"<([TUVWDEFG]\d+)/>", r'<\1 t="8" />', text)) == read_mjlog(text)


@pytest.mark.parametrize("tag", ["W", "W5", "G5", "T136", "D136", "T007"])
def test_a_tile_or_player_that_is_not_there_is_a_problem(tag: str) -> None:
    text = as_mjlog(played_game(1, 3))
    [wrong, *_] = read_mjlog(text.replace("<T", f"<{tag}/><T", 2)).problems
    assert (wrong.field, wrong.code) == ("hands.0.events.0", Code.BROKEN_LOG)


def test_a_player_s_own_log_counts_players_from_the_first_dealer() -> None:
    text = as_mjlog(played_game(2))
    record, own = read_mjlog(text).record, read_mjlog(text.replace('<TAIKYOKU oya="0"/>', '<TAIKYOKU oya="1"/>')).record
    assert record
    assert own
    assert own.names == (*record.names[1:], record.names[0])
    assert own.hands[0].points == (*record.hands[0].points[1:], record.hands[0].points[0])


def hand6(game: Record, hand: int = 0) -> tuple[dict[str, object], list[object]]:
    log = json.loads(as_tenhou6(game))
    return log, log["log"][hand]


def problem_of(log: object) -> tuple[str, str]:
    [wrong] = read_tenhou6([log]).problems
    return wrong.field, wrong.code


@pytest.mark.parametrize(
    ("part", "value"),
    [
        (0, "x"),
        (0, [0, 0]),
        (0, [True, 0, 0]),
        (1, [25000, 25000, 25000]),
        (1, [10**30] * 4),
        (2, []),
        (2, [48]),
        (4, [11] * 12),
        (5, ["c1122"]),
        (5, ["c275226x"]),
        (5, [11.5]),
        (6, ["r99"]),
        (6, {"a": 1}),
        (16, []),
        (16, ["和了", [0, 0, 0, 0]]),
        (16, ["和了", [0, 0, 0, 0], [0, 7]]),
    ],
)
def test_a_part_that_is_none_is_a_problem_of_its_hand_and_the_others_are_read(part: int, value: object) -> None:
    game = played_game(3)
    log, hand = hand6(game, 1)
    hand[part] = value
    assert problem_of(log) == ("hands.1", Code.BROKEN_LOG)
    record = read_tenhou6([log]).record
    assert record
    before, unread, *after = record.hands
    assert [*map(plain, (before, *after))] == [*map(plain, (game.hands[0], *game.hands[2:]))]
    assert unread.points == (() if part < 2 else game.hands[1].points)


def test_after_a_broken_hand_of_an_mjlog_the_next_ones_are_read() -> None:
    game = played_game(3)
    text = as_mjlog(game)
    parts = text.split("<INIT")
    broken_ones = {"hands.1.events.0": parts[2].replace("/>", "/><T136/>", 1), "hands.1": ' seed="0,1"/><T1/><D1/>'}
    for field, broken_one in broken_ones.items():
        reading = read_mjlog("<INIT".join([*parts[:2], broken_one, *parts[3:]]))
        assert [wrong.field for wrong in reading.problems] == [field]
        assert reading.record
        before, unread, *after = reading.record.hands
        assert [*map(plain, (before, *after))] == [*map(plain, (game.hands[0], *game.hands[2:]))]
        assert bool(unread.points) == (field != "hands.1")
        assert checked(reading.record).hands[2].unchecked == ("place", "start")


@pytest.mark.parametrize("source", ["mjlog", "tenhou6"])
def test_the_end_of_the_game_is_read_though_its_last_hand_cannot_be(source: str) -> None:
    game = ended(played_game(3))
    if source == "mjlog":
        before, mark, last = as_mjlog(game).rpartition("<INIT")
        reading = read_mjlog(before + mark + last.replace("/>", "/><T136/>", 1))
    else:
        log, hand = hand6(game, -1)
        hand[4] = [99]
        reading = read_tenhou6([log])
    assert reading.record
    assert (reading.record.final, reading.record.totals) == (game.final, game.totals)
    review = checked(reading.record)
    assert [hand.problem is None for hand in review.hands] == [*[True] * (len(game.hands) - 1), False]
    assert [one.what for one in review.unchecked] == ["final"]


@pytest.mark.parametrize("source", ["mjlog", "tenhou6"])
def test_of_two_games_only_the_first_is_read_and_this_is_said(source: str) -> None:
    one, other = played_game(3), played_game(4)
    if source == "mjlog":
        reading = read_mjlog(as_mjlog(one) + as_mjlog(other))
    else:
        reading = read_tenhou6([json.loads(as_tenhou6(game)) for game in (one, other)])
    [wrong] = reading.problems
    assert (wrong.field, "more than one game" in wrong.message) == ("log", True)
    assert reading.record
    assert [*map(plain, reading.record.hands)] == [*map(plain, one.hands)]


def test_moves_that_do_not_fit_together_are_a_problem() -> None:
    log, hand = hand6(played_game(3))
    taken = hand[5]
    assert isinstance(taken, list)
    taken += [11, 11]
    assert problem_of(log) == ("hands.0", Code.BROKEN_LOG)


def test_a_hand_with_too_many_moves_is_refused() -> None:
    log, hand = hand6(played_game(3))
    hand[5] = [11] * (MAX_HAND_EVENTS + 1)
    assert problem_of(log)[1] == Code.TOO_LARGE
    draws = "<INIT".join(as_mjlog(played_game(3)).split("<INIT")[:2]).split("/>")[0]
    text = as_mjlog(played_game(3))
    start = text[: text.index("/>", text.index("<INIT")) + 2]
    assert draws in start
    [wrong] = read_mjlog(start + "<T1/><D1/>" * MAX_HAND_EVENTS).problems
    assert wrong.code == Code.TOO_LARGE


def test_a_log_with_too_many_hands_is_refused() -> None:
    game = played_game(3)
    hands = (game.hands[0], *game.hands[1:] * MAX_HANDS)
    long = replace(game, hands=hands[: MAX_HANDS + 1])
    for source, write in WRITERS.items():
        read = read_text(source, write(long))
        assert [problem.code for problem in read.problems] == [Code.TOO_LARGE]
        assert read.record
        assert len(read.record.hands) == MAX_HANDS


def test_a_log_in_which_every_order_has_to_be_tried_comes_to_an_end() -> None:
    """Everybody discards the same tile again and again, and a call fits everywhere but leads nowhere."""
    log, hand = hand6(played_game(3))
    for player in range(4):
        hand[4 + 3 * player : 7 + 3 * player] = [[11] * 13, [11] * 60 + ["p111111"], [60] * 60]
    assert problem_of(log)[0] == "hands.0"


# -- names of tenhou.net/6 -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("names", "kind"),
    [
        (("流局", "Ryuukyoku", "Exhaustive Draw"), "exhaustive"),
        (("流し満貫", "Nagashi Mangan", "Mangan at Draw"), "exhaustive"),
        (("九種九牌", "Kyuushu Kyuuhai", "Nine Terminal Abortion"), "nine_terminals"),
        (("四風連打", "Suufon Renda", "Four Wind Abortion"), "four_winds"),
        (("四家立直", "Suucha Riichi", "Four Riichi Abortion"), "four_riichi"),
        (("三家和", "Sanchahou", "Three Ron Abortion"), "triple_ron"),
        (("四開槓", "Suukaikan", "Four Kan Abortion"), "four_kans"),
    ],
)
def test_the_end_of_a_hand_has_a_name_in_three_languages(names: tuple[str, ...], kind: str) -> None:
    for name in (*names, names[2].upper(), f" {names[1]} "):
        [hand] = small(end=[name]).hands
        assert hand.ending
        assert (hand.ending.draw, hand.ending.unknown) == (kind, "")
        assert hand.ending.is_nagashi == ("angan" in names[1])


@pytest.mark.parametrize(
    ("moves", "kind"),
    [
        (ONE_WIND, "four_winds"),
        ([([41], []), ([], []), ([], []), ([], [])], "nine_terminals"),
        ([([n], ["r60"]) for n in (41, 46, 47, 29)], "four_riichi"),
        ([([41], ["r60"])], "triple_ron"),
    ],
)
def test_a_draw_with_an_unknown_name_is_what_the_table_allows(moves: list[Row], kind: DrawKind) -> None:
    record = small(*moves, end=["Abbruch"])
    review = checked(record)
    [hand] = review.hands
    assert (hand.recorded.ending and hand.recorded.ending.unknown) == "Abbruch"
    assert review.agrees
    assert hand.settled
    assert hand.settled.event == Draw(kind)
    assert review.state.sticks == 4 * (kind == "four_riichi")


@pytest.mark.parametrize(
    ("end", "deltas"), [(["Abbruch"], None), (["Abbruch", [0] * 4], (0,) * 4), (["流局"], (0,) * 4)]
)
def test_only_a_draw_that_is_known_moves_no_points_unless_the_log_says_so(
    end: list[object], deltas: tuple[int, ...] | None
) -> None:
    [hand] = small(end=end).hands
    assert hand.ending
    assert hand.ending.deltas == deltas


@pytest.mark.parametrize(
    ("source", "name", "other"),
    [
        ("mjlog", "<RYUUKYOKU sc", '<RYUUKYOKU type="new" sc'),
        ("tenhou6", "流局", "new"),
        ("majiang", "荒牌平局", "new"),
        ("mjai", "fanpai", "new"),
    ],
)
def test_an_exhaustive_draw_with_an_unknown_name_is_settled_by_its_tiles(source: str, name: str, other: str) -> None:
    game = played_game(4)
    text = WRITERS[source](game).replace(name, other)
    record = read_text(source, text).record
    assert record
    review = checked(record)
    assert review.agrees
    named = {hand.ending.unknown for hand in record.hands if hand.ending and not hand.ending.wins}
    assert named == {"new"}


def test_nobody_pays_a_stick_for_a_riichi_on_which_three_call_ron() -> None:
    for name in ("三家和了", "三家和", "Three Ron Abortion"):
        review = checked(small(([41], ["r60"]), end=[name]))
        assert review.agrees
        assert (review.state.sticks, review.state.points) == (0, (25000,) * 4)


@pytest.mark.parametrize(
    ("disp", "is_soul", "other", "reds"),
    [
        ("般南喰赤", False, False, None),
        ("玉の間南喰赤", True, False, None),
        ("Jade Room South Red", True, False, None),
        ("友人戦南喰赤", True, True, None),
        ("大会戦南喰", True, True, (0, 0, 0)),
        ("Friendly South Red", True, True, None),
        ("Friendly South Aka Nashi", True, True, (0, 0, 0)),
        ("Tournament East No Red Fives", True, True, (0, 0, 0)),
        ("Tounament East Red", True, True, None),
        ("friendly south red", True, True, None),
        ("大會戰南喰赤", True, True, None),
    ],
)
def test_the_name_of_a_room_says_whose_rules_it_has(
    disp: str, is_soul: bool, other: bool, reds: tuple[int, int, int] | None
) -> None:
    rules = small(end=["流局"], disp=disp).rules
    assert (rules.platform == "mahjong_soul", bool(rules.other), rules.red_fives) == (is_soul, other, reds)
    assert rules.rounds == (1 if "East" in disp else 2)
