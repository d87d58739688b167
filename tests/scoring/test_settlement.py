"""Several winners on one discard: who wins, who gets what, and what is wrong with them (RULES.md)."""

from dataclasses import replace
from itertools import permutations
from typing import Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import law
from tests.scoring.hands import all_by, but, is_complete, meld, random_win, win
from tests.scoring.winners import ONE, POINTS, THREE, TWO, E, N, S, W, left_out, settled, winner, won
from webapp.scoring.checks import problems
from webapp.scoring.hand import WinningHand
from webapp.scoring.notation import parse_tile, parse_tiles
from webapp.scoring.rules import PRESETS, TENHOU, Rules
from webapp.scoring.score import score
from webapp.scoring.settlement import settle, settlement_problems

# -- how many win ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [ONE, TWO, THREE])
def test_one_winner_wins_by_any_rules(rules: Rules) -> None:
    for seat, points in POINTS.items():
        found = settled(seat, rules=rules, honba=1, sticks=2)
        assert (found.outcome, won(found), left_out(found)) == ("wins", [seat], [])
        assert found.deltas == score(but(winner(seat, honba=1, sticks=2), rules=rules)).deltas
        assert found.deltas[seat] == points + 2300


@pytest.mark.parametrize(
    ("rules", "outcome", "winners", "bumped", "change"),
    [
        (ONE, "wins", [N], [S], (0, 0, -1000, 1000)),
        (TWO, "wins", [N, S], [], (0, 2000, -3000, 1000)),
        (THREE, "wins", [N, S], [], (0, 2000, -3000, 1000)),
    ],
)
def test_two_winners(
    rules: Rules, outcome: str, winners: list[int], bumped: list[int], change: tuple[int, ...]
) -> None:
    found = settled(S, N, rules=rules)
    assert (found.outcome, won(found), left_out(found), found.deltas) == (outcome, winners, bumped, change)


@pytest.mark.parametrize(
    ("rules", "outcome", "winners", "bumped", "change"),
    [
        (ONE, "wins", [N], [E, S], (0, 0, -1000, 1000)),
        (TWO, "abortive_draw", [], [N, E, S], (0, 0, 0, 0)),
        (THREE, "wins", [N, E, S], [], (5800, 2000, -8800, 1000)),
    ],
)
def test_three_winners(
    rules: Rules, outcome: str, winners: list[int], bumped: list[int], change: tuple[int, ...]
) -> None:
    found = settled(E, S, N, rules=rules)
    assert (found.outcome, won(found), left_out(found), found.deltas) == (outcome, winners, bumped, change)
    assert [payment.points for payment in found.payments] == [POINTS[seat] for seat in winners]


def test_at_a_draw_honba_and_sticks_stay_on_the_table() -> None:
    found = settled(E, S, N, rules=TWO, honba=3, sticks=4)
    assert found.payments == ()
    assert found.deltas == (0, 0, 0, 0)


@pytest.mark.parametrize("order", list(permutations([E, S, N])))
def test_the_order_in_which_they_are_named_does_not_matter(order: tuple[int, ...]) -> None:
    for rules, winners in ((THREE, [N, E, S]), (ONE, [N])):
        assert won(settled(*order, rules=rules)) == winners


@pytest.mark.parametrize(
    ("discarder", "seats", "order"),
    [(E, [N, S], [S, N]), (S, [E, N], [N, E]), (N, [S, E], [E, S]), (W, [S, E, N], [N, E, S])],
)
def test_the_next_after_the_discarder_is_the_first(discarder: int, seats: list[int], order: list[int]) -> None:
    found = settled(*seats, rules=THREE, discarder=discarder, sticks=2, honba=1)
    assert won(found) == order
    first = order[0]
    assert found.deltas[first] == POINTS[first] + 2000 + 300
    assert all(found.deltas[seat] == POINTS[seat] for seat in order[1:])
    assert found.deltas[discarder] == -sum(POINTS[seat] for seat in seats) - 300


# -- honba and sticks ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("honba_to", "seats", "change"),
    [
        ("first", [S, N], (0, 2000, -3600, 1600)),
        ("each", [S, N], (0, 2600, -4200, 1600)),
        ("first", [E, S, N], (5800, 2000, -9400, 1600)),
        ("each", [E, S, N], (6400, 2600, -10600, 1600)),
    ],
)
def test_the_honba_are_paid_to_the_first_or_to_each(honba_to: Any, seats: list[int], change: tuple[int, ...]) -> None:
    assert settled(*seats, rules=replace(THREE, honba_to=honba_to), honba=2).deltas == change


@pytest.mark.parametrize(
    ("returned", "seats", "sticks", "change"),
    [
        # South and East have a stick of this hand on the table, North has none.
        (False, [S, N], 1, (0, 2000, -3000, 2000)),
        (True, [S, N], 1, (0, 3000, -3000, 1000)),
        (True, [S, N], 3, (0, 3000, -3000, 3000)),
        (False, [E, S, N], 2, (5800, 2000, -8800, 3000)),
        (True, [E, S, N], 2, (6800, 3000, -8800, 1000)),
        (True, [E, S, N], 5, (6800, 3000, -8800, 4000)),
        # The first has his own among those he takes.
        (True, [E, S], 2, (6800, 3000, -7800, 0)),
        (False, [E, S], 2, (7800, 2000, -7800, 0)),
        # What stands there is not known: a riichi without a stick is none to be returned.
        (True, [S, N], 0, (0, 2000, -3000, 1000)),
    ],
)
def test_a_winner_s_own_stick_goes_back_to_him_where_the_rules_say_so(
    returned: bool, seats: list[int], sticks: int, change: tuple[int, ...]
) -> None:
    assert settled(*seats, rules=replace(THREE, own_stick_returned=returned), sticks=sticks).deltas == change


def test_no_more_sticks_are_paid_out_than_lie_on_the_table() -> None:
    """A single stick cannot go back to two winners."""
    found = settled(E, S, N, rules=replace(THREE, own_stick_returned=True), sticks=1)
    assert sum(payment.points for payment in found.payments if payment.payer is None) == 1000
    assert sum(found.deltas) == 1000


def test_by_head_bump_the_first_takes_the_sticks_of_those_left_out() -> None:
    rules = replace(ONE, own_stick_returned=True, honba_to="each")
    assert settled(E, S, N, rules=rules, sticks=3, honba=1).deltas == (0, 0, -1300, 4300)


# -- with pao --------------------------------------------------------------------------------------


def test_a_liable_player_shares_his_winner_s_ron_alone() -> None:
    # North's dragons were fed by East, on his right; West discards to him and to South.
    dragons = tuple(meld("pon", f"{rank * 3}z", 1) for rank in "567")
    north = win("34s 88s +5s", seat=N, discarder=3, melds=dragons).hand
    found = settle(all_by(TWO, [winner(S), north]))
    assert won(found) == [N, S]
    assert found.deltas == (-16000, 2000, -18000, 32000)


# -- three players ---------------------------------------------------------------------------------

SANMA = PRESETS["mahjong_soul_sanma"]
#: East 5,800 and South 2,000 on West's discard.
SANMA_WINNERS = [
    win("234p 456p 678s 34s 66p +5s riichi", seat=E, discarder=2, honba=1, sticks=2).hand,
    win("123p 456p 789s 34s 99m +5s riichi", seat=S, discarder=1, honba=1, sticks=2).hand,
]


@pytest.mark.parametrize(
    ("switches", "winners", "change"),
    [
        ({}, [E, S], (5800 + 200 + 2000, 2000, -8000)),
        ({"honba_to": "each"}, [E, S], (8000, 2200, -8200)),
        ({"own_stick_returned": True}, [E, S], (7000, 3000, -8000)),
        ({"multiple_ron": 2}, [E, S], (8000, 2000, -8000)),
        ({"multiple_ron": 1}, [E], (8000, 0, -6000)),
    ],
)
def test_two_of_three_players_win(switches: dict[str, Any], winners: list[int], change: tuple[int, ...]) -> None:
    rules = replace(SANMA, **switches)
    assert settlement_problems(all_by(rules, SANMA_WINNERS)) == ()
    for hands in (SANMA_WINNERS, SANMA_WINNERS[::-1]):
        found = settle(all_by(rules, hands))
        assert (found.outcome, won(found), found.deltas) == ("wins", winners, change)


# -- the second and the third winner by himself ----------------------------------------------------


@pytest.mark.parametrize("honba_to", ["first", "each"])
@pytest.mark.parametrize("returned", [True, False])
def test_the_nth_ron_of_one_hand_is_his_part_of_the_settlement(honba_to: Any, returned: bool) -> None:
    rules = replace(THREE, honba_to=honba_to, own_stick_returned=returned)
    found = settled(E, S, N, rules=rules, honba=2, sticks=3)
    for place, one in enumerate(found.wins, 1):
        assert one.hand.nth_ron == place
        alone = score(
            but(winner(one.hand.table.seat, honba=2, sticks=one.hand.table.sticks, nth_ron=place), rules=rules)
        )
        assert alone.payments == one.payments
    assert found.payments == tuple(payment for one in found.wins for payment in one.payments)
    sums = [sum(changes) for changes in zip(*(one.deltas for one in found.wins), strict=True)]
    assert tuple(sums) == found.deltas


@pytest.mark.parametrize(
    ("seat", "switches", "change"),
    [
        (S, {}, (0, 2000, -2000, 0)),
        (S, {"honba_to": "each"}, (0, 2600, -2600, 0)),
        (S, {"own_stick_returned": True}, (0, 3000, -2000, 0)),
        (N, {"honba_to": "each", "own_stick_returned": True}, (0, 0, -1600, 1600)),
        (E, {"honba_to": "each", "own_stick_returned": True}, (7400, 0, -6400, 0)),
    ],
)
@pytest.mark.parametrize("place", [2, 3])
def test_what_a_later_winner_is_paid(seat: int, switches: dict[str, Any], change: tuple[int, ...], place: int) -> None:
    hand = winner(seat, honba=2, sticks=3, nth_ron=place)
    assert score(but(hand, rules=replace(THREE, **switches))).deltas == change


# -- what cannot be --------------------------------------------------------------------------------

LINE = "123m 456p 789s 345s 2p +2p riichi"
#: The same without the tiles that three players lack.
SANMA_LINE = "123p 456p 789s 345s 2p +2p riichi"
#: What changes when the hand of `LINE` is won on another tile.
ANOTHER_TILE = {"concealed": parse_tiles("123m456p789s345s1m"), "win": parse_tile("1m")}


def table(*seats: int, **facts: Any) -> list[WinningHand]:
    """Winners with the same hand on a discard of East."""
    return [win(LINE, seat=seat, discarder=-seat % 4, **facts).hand for seat in seats]


def codes(hands: list[WinningHand], rules: Rules = TENHOU) -> list[tuple[str, str]]:
    return [(found.field, found.code) for found in settlement_problems(all_by(rules, hands))]


@pytest.mark.parametrize("number", [1, 2, 3])
def test_one_to_three_winners_on_one_discard_are_possible(number: int) -> None:
    assert codes(table(S, W, N)[:number]) == []


def test_a_single_tsumo_is_possible() -> None:
    assert codes(table(S, is_tsumo=True)) == []


def test_more_than_the_other_players_cannot_win() -> None:
    assert ("cases", "bad_number") in codes([*table(S, W, N), *table(S)])
    sanma = win(SANMA_LINE, rules=replace(TENHOU, players=3)).hand
    assert ("cases", "bad_number") in [(found.field, found.code) for found in settlement_problems([sanma] * 3)]


@pytest.mark.parametrize(("players", "most"), [(4, 3), (3, 2)])
def test_a_wrong_number_of_winners_is_told_with_the_right_one(players: Literal[4, 3], most: int) -> None:
    hands = [win(SANMA_LINE, rules=replace(TENHOU, players=players)).hand] * (most + 1)
    assert f"From 1 to {most} hands can win, not {most + 1}." in [found.message for found in settlement_problems(hands)]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"is_tsumo": True}, "conflicting_flags"),
        ({"seat": S, "discarder": 3}, "bad_wind"),
        ({"discarder": 1}, "conflicting_flags"),
        (ANOTHER_TILE, "conflicting_flags"),
        ({"round": 1}, "conflicting_flags"),
        ({"honba": 1}, "conflicting_flags"),
        ({"sticks": 1}, "conflicting_flags"),
        ({"dora": (0,)}, "conflicting_flags"),
    ],
)
def test_winners_must_agree_about_the_discard(change: dict[str, Any], code: str) -> None:
    one, other = table(S, W)
    found = settlement_problems([one, but(other, **change)])
    assert [(problem.field, problem.code) for problem in found] == [("cases", code)]
    assert all(is_complete(problem.message) for problem in found)


@pytest.mark.parametrize(
    ("what", "change"),
    [
        ("win", ANOTHER_TILE),
        ("round", {"round": 1}),
        ("honba", {"honba": 1}),
        ("sticks", {"sticks": 1}),
        ("dora", {"dora": (0,)}),
    ],
)
def test_what_winners_must_have_alike_is_named(what: str, change: dict[str, Any]) -> None:
    one, other = table(S, W)
    (found,) = settlement_problems([one, but(other, **change)])
    assert found.message == f"All winners have the same {what}."


@pytest.mark.parametrize(("places", "named"), [((), "02"), ((1, 3, 5), "15")])
def test_what_is_wrong_with_a_hand_names_its_place(places: tuple[int, ...], named: str) -> None:
    no_hand = win("123m 456p 789s 34s 56p +5s", seat=E, discarder=2).hand
    too_many_ura = but(winner(N), ura=parse_tiles("1m"))
    found = {problem.field for problem in settlement_problems([no_hand, winner(S), too_many_ura], places)}
    assert found == {f"cases.{named[0]}.concealed", f"cases.{named[1]}.ura"}


def test_a_single_winner_is_paid_as_the_first_whatever_was_entered() -> None:
    hand = win(LINE, seat=W, discarder=2, honba=1, sticks=2, nth_ron=2).hand
    assert settle(all_by(TENHOU, [hand])).deltas == (-1600, 0, 3600, 0)


# -- laws ------------------------------------------------------------------------------------------


@st.composite
def winners_of_one_discard(draw: st.DrawFn) -> tuple[list[WinningHand], Rules]:
    """One to three winners with hands of their own, by any preset; the tiles need not be possible together."""
    random = draw(st.randoms(use_true_random=False))
    rules = draw(st.sampled_from(list(PRESETS.values())))
    discarder = random.randrange(rules.players)
    seats = random.sample(
        [seat for seat in range(rules.players) if seat != discarder], random.randint(1, rules.players - 1)
    )
    honba, sticks = random.choice((0, 1, 3)), random.choice((3, 4))
    hands = []
    for seat in seats:
        for _ in range(20):
            dealt = random_win(random, rules).hand
            hand = but(
                dealt,
                is_tsumo=False,
                seat=seat,
                discarder=(discarder - seat) % rules.players,
                round=0,
                honba=honba,
                sticks=sticks,
                dora=(),
                ura=(),
                nth_ron=1,
            )
            if not problems(but(hand, rules=rules)) and score(but(hand, rules=rules)).best:
                hands.append(hand)
                break
    return hands, rules


@given(winners_of_one_discard().filter(lambda dealt: bool(dealt[0])))
@law(75)
def test_a_settlement_adds_up(dealt: tuple[list[WinningHand], Rules]) -> None:
    hands, rules = dealt
    found = settle(hands)
    taken = sum(payment.points for payment in found.payments if payment.payer is None)
    assert sum(found.deltas) == taken
    assert taken == (1000 * hands[0].table.sticks if found.wins else 0)
    assert sorted(won(found) + left_out(found)) == sorted(hand.table.seat for hand in hands)
    assert len(found.wins) <= rules.multiple_ron
    for seat in won(found):
        received = sum(payment.points for payment in found.payments if payment.receiver == seat)
        paid = sum(payment.points for payment in found.payments if payment.payer == seat)
        assert received > 0
        assert found.deltas[seat] == received - paid
        assert paid == 0 or any(seat == part.seat for win in found.wins for part in win.liabilities)
    for seat in left_out(found):
        assert found.deltas[seat] <= 0  # never paid; he pays only if he is liable
