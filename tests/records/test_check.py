"""Every hand is settled anew; what the log says otherwise is found at its hand, with both figures."""

import re
from dataclasses import replace
from typing import Any

import pytest

from tests.records.logs import read_text
from tests.records.played import ended, played_game
from tests.records.small import ONE_WIND, TWO_WAIT, Row, small, small_log
from tests.records.written import FORMATS, WRITERS, as_mjlog
from webapp.game.log import replay
from webapp.game.result import result
from webapp.game.rules import GAME_PRESETS
from webapp.game.state import plus
from webapp.records.check import Review, Unchecked, checked
from webapp.records.mjlog import read_mjlog
from webapp.records.record import Added, Discarded, Drawn, Ending, Record, RecordedWin, StickPaid
from webapp.records.tenhou6 import read_tenhou6
from webapp.scoring.problems import Code


def review_of(text: str, source: str = "mjlog") -> Review:
    read = read_text(source, text)
    assert read.record
    return checked(read.record)


def differing(review: Review) -> list[int]:
    return [place for place, hand in enumerate(review.hands) if hand.differences or hand.problem]


@pytest.mark.parametrize(("source", "players"), FORMATS)
def test_a_game_that_was_played_by_the_rules_agrees_and_is_whole(source: str, players: int) -> None:
    review = review_of(WRITERS[source](played_game(4, players)), source)
    assert review.agrees
    assert review.is_whole
    assert replay(review.rules, review.events).game.state.points == review.state.points


@pytest.mark.parametrize("attribute", ["ten", "sc"])
def test_a_changed_digit_in_any_total_is_reported_at_its_hand(attribute: str) -> None:
    """Points before the deal, after a riichi, at the end, and what the hand brought."""
    text = as_mjlog(played_game(5))
    changed = 0
    for match in re.finditer(rf'(?<!AGARI )\b{attribute}="([^"]*)"', text):
        for digit in re.finditer(r"\d(?=,|$)", match[1]):
            place = match.start(1) + digit.start()
            other = str((int(digit[0]) + 3) % 10)
            hand = text.count("<INIT", 0, match.start()) - 1
            reported = differing(review_of(text[:place] + other + text[place + 1 :]))
            assert reported == [hand], (text[match.start() - 30 : match.end()], digit)
            changed += 1
    assert changed > 20


def test_a_difference_has_both_figures_and_does_not_go_on() -> None:
    game = played_game(4)
    ending = game.hands[0].ending
    assert ending
    assert ending.deltas
    other = (ending.deltas[0] + 300, *ending.deltas[1:])
    record = replace(game, hands=(replace(game.hands[0], ending=replace(ending, deltas=other)), *game.hands[1:]))
    review = checked(record)
    assert differing(review) == [0]
    [difference] = review.hands[0].differences
    assert difference.what == "deltas"
    assert difference.log[0] - difference.ours[0] == 300


@pytest.mark.parametrize("changed", [1, -1])
def test_a_wrong_beginning_is_one_difference_whatever_the_hand_states_later(changed: int) -> None:
    """A player's total is another where a hand with a riichi begins; with -1 also in all that the hand states later."""
    text = as_mjlog(played_game(5))
    hand = next(part for part in text.split("<INIT")[2:] if "<REACH" in part)
    begins = re.search(r'ten="(\d+),', hand)
    assert begins
    other = hand.replace(f'="{begins[1]},', f'="{int(begins[1]) + 1},', changed)
    assert other != hand
    review = review_of(text.replace(hand, other))
    [difference] = [one for each in review.hands for one in each.differences]
    assert difference.what == "start"
    assert difference.log[0] - difference.ours[0] == 100


def test_a_wrong_next_hand_is_reported_where_it_begins() -> None:
    game = played_game(4)
    record = replace(game, hands=(game.hands[0], replace(game.hands[1], honba=7), *game.hands[2:]))
    first = next(hand.differences[0] for hand in checked(record).hands if hand.differences)
    assert (first.what, first.log[1]) == ("place", 7)


def test_the_points_at_the_end_are_checked() -> None:
    game = played_game(4)
    right = checked(game)
    final = replace(game, final=tuple(points + 100 for points in right.state.points))
    assert [one.what for one in checked(final).hands[-1].differences] == ["final"]


SHARES = [-2000, 2000, 0, 0], [-2000, 0, 2000, 0]


@pytest.mark.parametrize(
    ("shares", "what"),
    [
        (SHARES, None),
        (([-4000, 2000, 2000, 0], [0, 0, 0, 0]), "share"),
        (([-2000, 2000, 0, 0], [-1000, 0, 1000, 0]), "deltas"),
    ],
)
def test_what_each_of_two_winners_is_paid_is_compared(shares: tuple[list[int], list[int]], what: str | None) -> None:
    end = ["和了", shares[0], [1, 0, 1, ""], shares[1], [2, 0, 2, ""]]
    review = checked(small(([33], [60]), end=end, dealt=TWO_WAIT))
    assert review.problems == ()
    assert {one.what for one in review.hands[0].differences} == ({what} if what else set())
    if what == "share":
        logged = [(one.log, one.ours) for one in review.hands[0].differences]
        assert logged == [(tuple(log), tuple(ours)) for log, ours in zip(shares, SHARES, strict=True)]


# -- the end of the game ---------------------------------------------------------------------------


def with_change(game: Record, player: int, change: int) -> Record:
    """The game with another total of a player."""
    assert game.totals
    return replace(game, totals=plus(game.totals, {player: change}))


@pytest.mark.parametrize("rounded", [False, True])
@pytest.mark.parametrize("players", [4, 3])
def test_the_totals_of_a_log_are_compared_as_they_are_or_rounded(players: int, rounded: bool) -> None:
    game = played_game(4, players)
    game = ended(game, is_rounded=rounded)
    review = checked(game)
    assert review.agrees
    assert review.is_compared
    assert review.rules.rounding == ("half_up" if rounded else "exact")
    assert [round(1000 * total) for total in result(review.state).totals] == list(game.totals or ())
    for add in (999_000, -1000, 1000):
        for player in range(players):
            changed = checked(with_change(game, player, add))
            [difference] = [one for hand in changed.hands for one in hand.differences]
            assert difference.what == "totals"
            assert [log - ours for log, ours in zip(difference.log, difference.ours, strict=True)] == [
                add * (other == player) for other in range(players)
            ]


def test_the_totals_are_compared_although_the_last_hand_cannot_be_played() -> None:
    game = with_change(ended(played_game(4)), 1, 1000)
    broken = replace(game, hands=(*game.hands[:-1], replace(game.hands[-1], moves=game.hands[-1].moves[:-1])))
    review = checked(broken)
    assert review.problems
    assert [one.what for one in review.hands[-1].differences] == ["totals"]
    assert [one.what for one in review.unchecked] == ["final"]
    assert "deltas" in review.hands[-1].unchecked


def test_after_a_hand_that_cannot_be_played_the_next_beginning_is_not_compared() -> None:
    game = played_game(4)
    hand = replace(game.hands[0], moves=game.hands[0].moves[:-1])
    review = checked(replace(game, hands=(hand, *game.hands[1:])))
    assert review.problems
    assert [hand.unchecked for hand in review.hands[1:3]] == [("place", "start"), ()]
    assert not review.is_compared


ROOM = "大会戦南喰"


@pytest.mark.parametrize("disp", ["玉の間南喰赤", ROOM, "Friendly South Red"])
def test_games_of_mahjong_soul_return_the_points_that_they_start_with(disp: str) -> None:
    rules = checked(small(*ONE_WIND, disp=disp, points=30000)).rules
    assert (rules.start_points, rules.return_points) == (30000, 30000)


@pytest.mark.parametrize("uma", [(15, 5, -5, -15), (30, 10, -10, -30), (10, 5, -5, -10), (0, 0, 0, 0)])
def test_the_uma_of_a_room_follows_from_the_totals_of_the_log(uma: tuple[int, ...]) -> None:
    sc = [part for total in uma for part in (30000, total)]
    review = checked(small(*ONE_WIND, disp=ROOM, points=30000, sc=sc))
    assert review.rules.uma == tuple(1000 * total for total in uma)
    assert review.agrees
    assert review.knows_uma
    assert review.is_compared
    assert sum(result(review.state).totals) == 0


@pytest.mark.parametrize("totals", [(17, 3, -3, -17), (5, 15, -5, -15), (15, 5, -5, 999), None])
def test_an_uma_that_no_totals_tell_is_not_known(totals: tuple[int, ...] | None) -> None:
    sc = None if totals is None else [part for total in totals for part in (30000, total)]
    review = checked(small(*ONE_WIND, disp=ROOM, points=30000, sc=sc))
    assert not review.knows_uma
    assert review.rules.uma == (0, 0, 0, 0)
    assert review.unchecked == ((Unchecked("totals", tuple(1000 * n for n in totals)),) if totals else ())
    assert sum(result(review.state).totals) == 0


def test_in_a_ranked_room_the_uma_is_known_and_other_totals_differ() -> None:
    sc = [part for total in (30, 10, -10, -30) for part in (25000, total)]
    review = checked(small(*ONE_WIND, disp="玉の間南喰赤", sc=sc))
    assert review.rules.uma == (15000, 5000, -5000, -15000)
    [difference] = review.hands[-1].differences
    assert (difference.what, difference.ours) == ("totals", (15000, 5000, -5000, -15000))


def test_chips_of_a_log_are_said_not_to_be_compared() -> None:
    sc = [25000, 35.0, 25000, 5.0, 25000, -15.0, 25000, -25.0, 3, 0, -1, 0, -1, 0, -1, 0]
    review = checked(small(*ONE_WIND, sc=sc))
    assert review.agrees
    assert review.unchecked == (Unchecked("chips", (3, -1, -1, -1)),)


@pytest.mark.parametrize("total", ["x", None, True, "1e9", float("nan"), 10**40, [], "٣"])
def test_a_total_that_is_no_number_is_a_problem_of_the_log(total: object) -> None:
    log = small_log(*ONE_WIND, end=["四風連打"], disp="般南喰赤")
    reading = read_tenhou6([log | {"sc": [25000, total, 25000, 5, 25000, -15, 25000, -25]}])
    assert [(wrong.field, wrong.code) for wrong in reading.problems] == [("log", Code.BROKEN_LOG)]
    assert reading.record
    assert reading.record.final is None


def test_sticks_that_are_left_at_the_end_go_where_the_rules_say() -> None:
    """The points at the end are those of the game that is made of the log."""
    review = checked(played_game(4))
    left = replace(review, state=replace(review.state, sticks=3))
    assert left.leftover == (0, 0, 3000, 0)
    assert left.points == result(left.state).points
    going_on = replace(left, state=replace(left.state, over=None))
    assert going_on.points == going_on.state.points
    assert replace(going_on, record=replace(left.record, final=left.points)).points == left.points


def test_a_player_who_discards_what_they_do_not_have_is_named_with_hand_and_event() -> None:
    game = played_game(4)
    hand = game.hands[1]
    place = next(n for n, move in enumerate(hand.moves) if type(move) is Discarded)
    move = hand.moves[place]
    assert isinstance(move, Discarded)
    held = {*(hand.tiles[move.player] or ()), *[m.tile for m in hand.moves[:place] if isinstance(m, Drawn)]}
    other = next(tile for tile in range(34) if tile not in held)
    moves = (*hand.moves[:place], move._replace(tile=other, is_drawn=False), *hand.moves[place + 1 :])
    review = checked(replace(game, hands=(game.hands[0], replace(hand, moves=moves), *game.hands[2:])))
    assert [(wrong.field, wrong.code) for wrong in review.problems] == [(f"hands.1.events.{place}", Code.BROKEN_LOG)]
    assert differing(review) == [1]
    assert not review.is_whole


#: The first dealer calls a kan of 7p and waits for 7p alone; nobody else is near.
IN_VAIN = (
    [27, 27, 27, 27, 28, 29, 38, 38, 13, 14, 15, 33, 34],
    *[[11, 14, 17, 21, 24, 26, 31, 34, 37, *range(41, 45)]] * 3,
)


def wait_in_vain() -> Record:
    """A game of one hand, a draw, in which every tile is discarded at once. The log says that the dealer is tenpai."""
    wall = [tile for tile in [*range(11, 20), *range(21, 30), *range(31, 40), *range(41, 48)] for _ in range(4)]
    for tile in (35, 37, 46, *(tile for tiles in IN_VAIN for tile in tiles)):
        wall.remove(tile)
    for five, red in ((15, 51), (25, 52), (35, 53)):
        wall[wall.index(five)] = red
    draws = [35, *wall][:70]
    takes = [[*draws[:2], *draws[5::4]], *(draws[2 + n :: 4] for n in range(3))]
    rows: list[Row] = [(drawn, [60] * len(drawn)) for drawn in takes]
    rows[0][1][0] = "272727a27"
    log: Any = small_log(*rows, end=["流局", [3000, -1000, -1000, -1000]], disp="般東喰赤", dealt=IN_VAIN)
    log["log"][0][2].append(46)
    reading = read_tenhou6([log])
    assert reading.problems == ()
    assert reading.record
    return reading.record


def test_the_rules_say_whether_a_wait_that_the_own_melds_hold_is_paid() -> None:
    by_tenhou = checked(wait_in_vain())
    assert by_tenhou.agrees
    by_m_league = checked(wait_in_vain(), GAME_PRESETS["m_league"])
    assert by_m_league.hands[0].differences == (("deltas", (3000, -1000, -1000, -1000), (0, 0, 0, 0)),)


def test_a_player_in_tenpai_may_have_shown_no_tiles() -> None:
    """Noten by choice (ノーテン宣言), as in the log: no difference."""
    game = wait_in_vain()
    (hand,) = game.hands
    assert hand.ending
    silent = replace(hand.ending, tenpai=frozenset(), deltas=(0, 0, 0, 0))
    assert checked(replace(game, hands=(replace(hand, ending=silent),))).agrees


def test_nobody_wins_by_tsumo_between_a_kan_and_its_draw() -> None:
    game, place, end = next(
        (game, place, end)
        for seed in range(20)
        for game in [played_game(seed)]
        for place, hand in enumerate(game.hands)
        for end, move in enumerate(hand.moves)
        if isinstance(move, Added)
    )
    hand = game.hands[place]
    added = hand.moves[end]
    assert isinstance(added, Added)
    won = Ending(wins=(RecordedWin(added.player, None),), deltas=(0, 0, 0, 0))
    review = checked(replace(game, hands=(replace(hand, moves=hand.moves[: end + 1], ending=won),)))
    assert [wrong.code for wrong in review.problems] == [Code.BROKEN_LOG]


def test_hidden_tiles_are_believed_and_said_to_be() -> None:
    """A player's own log has neither the tiles nor the draws of the others."""
    text = as_mjlog(played_game(4))
    own = re.sub(r' hai[123]="[^"]*"(?=[^<]*oya|[^<]*/>)', "", text)
    own = re.sub(r"<([UVW])\d+/>", r"<\1/>", own)
    assert own != text
    whole = read_mjlog(text).record
    assert whole
    assert all(hand.is_known for hand in checked(whole).hands)
    record = read_mjlog(own).record
    assert record
    review = checked(record)
    assert all(hand.decisions(1) == () for hand in review.hands)
    assert review.hands[0].decisions(0)
    assert not all(hand.is_known for hand in review.hands)


def test_other_rules_are_named_only_where_the_log_names_them() -> None:
    """A win without a yaku is broken, unless the log is that of a room with rules of its own."""
    wins = [
        (game, hand) for game in map(played_game, range(8)) for hand in game.hands if hand.ending and hand.ending.wins
    ]
    game, hand = next((game, hand) for game, hand in wins if any(isinstance(move, StickPaid) for move in hand.moves))
    moves = tuple(move for move in hand.moves if not isinstance(move, StickPaid))
    broken = replace(game, hands=(replace(hand, moves=moves),))
    named = replace(broken, rules=replace(game.rules, other="type 553"))
    assert {wrong.code for wrong in checked(broken).problems} <= {Code.BROKEN_LOG}
    assert {wrong.code for wrong in checked(named).problems} <= {Code.OTHER_RULES}
    assert len(checked(broken).problems) == len(checked(named).problems)
