"""Three players: payments, norths set aside, and the tiles there are (RULES.md)."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import law
from tests.scoring.hands import Win, but, meld, random_win, win
from webapp.scoring.checks import problems
from webapp.scoring.notation import parse_tile
from webapp.scoring.rules import PRESETS, Rules
from webapp.scoring.score import score
from webapp.scoring.tiles import NAMES, dora_of

E, S, W = range(3)
LOSS = PRESETS["tenhou_sanma"]
SHARED = replace(LOSS, tsumo_loss=False)
NO_NUKI = replace(LOSS, nuki_dora="no")
FOUR = PRESETS["tenhou"]


def change(line: str, rules: Rules = LOSS, **facts: Any) -> tuple[int, ...]:
    """What E S W gain or lose by a hand in which nothing is wrong."""
    won = win(line, **facts).hand
    assert problems(but(won, rules=rules)) == ()
    return score(but(won, rules=rules)).deltas


def han(line: str, rules: Rules = LOSS, **facts: Any) -> dict[str, int]:
    """The dora of a hand by their sorts."""
    won = win(line, **facts).hand
    assert problems(but(won, rules=rules)) == ()
    found = score(but(won, rules=rules)).best
    assert found is not None
    return {bonus.key: bonus.han for bonus in found.bonuses}


def wrong(line: str, rules: Rules = LOSS, **facts: Any) -> set[tuple[str, str]]:
    return {(found.field, found.code) for found in problems(win(line, **facts, rules=rules).hand)}


# -- payments --------------------------------------------------------------------------------------


#: 2 han 30 fu by ron, 3 han 20 fu by tsumo (basic points 480 and 640).
PINFU = "123p 456p 789s 34s 99m +5s riichi"
#: 5 han by tsumo.
MANGAN = f"{PINFU} dora=9p1p"


@pytest.mark.parametrize("rules", [LOSS, SHARED], ids=["lost", "shared"])
@pytest.mark.parametrize(
    ("line", "seat", "discarder", "deltas"),
    [
        (PINFU, S, 1, (0, 2000, -2000)),
        (PINFU, S, 2, (-2000, 2000, 0)),
        (PINFU, W, 1, (-2000, 0, 2000)),
        (PINFU, W, 2, (0, -2000, 2000)),
        (PINFU, E, 1, (2900, -2900, 0)),
        (PINFU, E, 2, (2900, 0, -2900)),
        (f"{PINFU} ippatsu dora=9p1p", S, 1, (0, 8000, -8000)),
    ],
)
def test_a_ron_is_paid_as_with_four(
    rules: Rules, line: str, seat: int, discarder: int, deltas: tuple[int, ...]
) -> None:
    assert change(line, rules, seat=seat, discarder=discarder) == deltas


@pytest.mark.parametrize(
    ("line", "seat", "lost", "shared"),
    [
        # 1,300 and 700, North's 700 lost; or half of it, 350, from each.
        (PINFU, S, (-1300, 2000, -700), (-1700, 2800, -1100)),
        (PINFU, W, (-1300, -700, 2000), (-1700, -1100, 2800)),
        # To the dealer 1,300 each, and half of the missing 1,300.
        (PINFU, E, (2600, -1300, -1300), (4000, -2000, -2000)),
        (MANGAN, S, (-4000, 6000, -2000), (-5000, 8000, -3000)),
        (MANGAN, E, (8000, -4000, -4000), (12000, -6000, -6000)),
        ("119m 19p 19s 123456z +7z", S, (-16000, 24000, -8000), (-20000, 32000, -12000)),
        ("119m 19p 19s 123456z +7z", E, (32000, -16000, -16000), (48000, -24000, -24000)),
    ],
)
def test_of_a_tsumo_the_missing_share_is_lost_or_borne_half_and_half(
    line: str, seat: int, lost: tuple[int, ...], shared: tuple[int, ...]
) -> None:
    assert change(line, LOSS, seat=seat, is_tsumo=True) == lost
    assert change(line, SHARED, seat=seat, is_tsumo=True) == shared


@pytest.mark.parametrize(
    ("rules", "facts", "deltas"),
    [
        # 100 from each other player: 200 a honba, by ron from the discarder alone.
        (LOSS, {"honba": 1}, (0, 2200, -2200)),
        (LOSS, {"honba": 3, "sticks": 2}, (0, 4600, -2600)),
        (LOSS, {"honba": 1, "is_tsumo": True}, (-1400, 2200, -800)),
        (LOSS, {"honba": 3, "sticks": 2, "is_tsumo": True}, (-1600, 4600, -1000)),
        (SHARED, {"honba": 1, "is_tsumo": True}, (-1800, 3000, -1200)),
        (LOSS, {"honba": 1, "is_tsumo": True, "seat": E}, (2800, -1400, -1400)),
        # 500 from each where the rules say so.
        (replace(LOSS, honba_ron=1000, honba_tsumo=500), {"honba": 1}, (0, 3000, -3000)),
        (replace(LOSS, honba_ron=1000, honba_tsumo=500), {"honba": 1, "is_tsumo": True}, (-1800, 3000, -1200)),
    ],
)
def test_honba_and_sticks(rules: Rules, facts: dict[str, Any], deltas: tuple[int, ...]) -> None:
    assert change(PINFU, rules, **facts) == deltas


SANMA_PRESETS = [rules for rules in PRESETS.values() if rules.players == 3]


@st.composite
def sanma_wins(draw: st.DrawFn) -> Win:
    """Won hands of three players, with or without tsumo loss and norths set aside."""
    rules = draw(st.sampled_from([*SANMA_PRESETS, SHARED, NO_NUKI]))
    return random_win(draw(st.randoms(use_true_random=False)), rules)


@given(sanma_wins().filter(lambda won: won.score.best is not None))
@law(100)
def test_three_seats_gain_and_lose_together_the_sticks_taken(won: Win) -> None:
    found = won.score
    taken = sum(payment.points for payment in found.payments if payment.payer is None)
    assert len(found.deltas) == 3
    assert sum(found.deltas) == taken
    assert {payment.payer for payment in found.payments} <= {None, E, S, W}


# -- norths set aside ------------------------------------------------------------------------------


@pytest.mark.parametrize("nuki", range(5))
def test_each_north_set_aside_is_one_dora(nuki: int) -> None:
    assert han(PINFU, nuki=nuki) == ({"nuki_dora": nuki} if nuki else {})


@pytest.mark.parametrize(
    ("indicators", "nuki", "found"),
    [
        # A west indicator points to the norths: each is worth two.
        ("dora=3z", 1, {"dora": 1, "nuki_dora": 1}),
        ("dora=3z", 3, {"dora": 3, "nuki_dora": 3}),
        ("dora=3z3z", 2, {"dora": 4, "nuki_dora": 2}),
        ("dora=1p ura=3z", 2, {"dora": 1, "ura_dora": 2, "nuki_dora": 2}),
        ("dora=3z ura=3z", 4, {"dora": 4, "ura_dora": 4, "nuki_dora": 4}),
        # A north indicator points to east.
        ("dora=4z", 2, {"nuki_dora": 2}),
        ("dora=2z", 2, {"nuki_dora": 2}),
    ],
)
def test_indicators_find_the_norths_set_aside(indicators: str, nuki: int, found: dict[str, int]) -> None:
    assert han(f"{PINFU} {indicators}", nuki=nuki) == found


def test_norths_set_aside_are_dora_and_no_yaku() -> None:
    line = "(777p) 123p 456p 78s 99m +9s"
    assert score(win(line, nuki=3, rules=LOSS).hand).best is None
    found = score(win(f"{line} houtei", nuki=3, rules=LOSS).hand).best
    assert found is not None
    assert (found.han, {award.key for award in found.yaku}, found.points) == (4, {"houtei"}, 7700)


def test_a_triplet_or_pair_of_norths_in_the_hand_is_a_guest_wind() -> None:
    triplet = score(win("444z 123p 456p 78s 99m +9s riichi", rules=LOSS).hand).best
    assert triplet is not None
    assert {award.key for award in triplet.yaku} == {"riichi"}
    pair = score(win("123p 456p 789s 34s 44z +5s riichi", rules=LOSS).hand).best
    assert pair is not None
    assert {award.key for award in pair.yaku} == {"riichi", "pinfu"}


def test_a_replacement_tile_after_a_north_is_a_yaku() -> None:
    line = "123p 456p 789s 35s 99m +4s tsumo rinshan"
    assert wrong(line) == {("flags", "conflicting_flags")}
    assert wrong(line, nuki=1) == set()
    found = score(win(line, nuki=1, rules=LOSS).hand).best
    assert found is not None
    assert {award.key for award in found.yaku} == {"tsumo", "rinshan"}


def test_norths_set_aside_count_towards_the_four() -> None:
    pair = "123p 456p 789s 34s 44z +5s riichi"
    assert wrong(pair, nuki=2) == set()
    assert wrong(pair, nuki=3) == {("nuki", "fifth_tile")}
    assert wrong(f"{pair} dora=4z", nuki=2) == {("dora", "fifth_tile")}
    assert wrong(f"{PINFU} dora=4z", nuki=4) == {("dora", "fifth_tile")}


@pytest.mark.parametrize(
    ("rules", "nuki", "found"),
    [
        (LOSS, 5, {("nuki", "bad_number"), ("nuki", "fifth_tile")}),
        (NO_NUKI, 1, {("nuki", "bad_number")}),
        (FOUR, 1, {("nuki", "bad_number")}),
        (replace(FOUR, nuki_dora="north"), 1, {("nuki", "bad_number")}),
        (NO_NUKI, 0, set()),
    ],
)
def test_norths_are_set_aside_only_by_three_players_and_that_rule(
    rules: Rules, nuki: int, found: set[tuple[str, str]]
) -> None:
    assert wrong(PINFU, rules, nuki=nuki) == found


# -- the tiles there are ---------------------------------------------------------------------------


MISSING = ["2m", "3m", "4m", "5m", "0m", "6m", "7m", "8m"]


@pytest.mark.parametrize("tile", MISSING)
def test_there_is_no_two_to_eight_of_characters_anywhere(tile: str) -> None:
    line = "123p 456p 789s 1z +1z riichi"
    pair = f"123p 456p 789s 345s {tile}"
    assert wrong(f"{pair} +1z") >= {("concealed", "bad_player_tile")}
    assert wrong(f"123p 456p 789s 345s 1z +{tile}") >= {("win", "bad_player_tile")}
    assert wrong(f"123p 456p 789s 345s 1z +1z dora={tile}") == {("dora", "bad_player_tile")}
    assert wrong(f"123p 456p 789s 345s 1z +1z riichi dora=1z ura={tile}") == {("ura", "bad_player_tile")}
    if tile != "0m":
        pon = (meld("pon", tile[0] * 3 + "m", 1),)
        assert wrong(line.replace(" riichi", ""), melds=pon) >= {("melds.0.tiles", "bad_player_tile")}
    assert wrong(f"123p 456p 789s 345s 1z +1z dora={tile}", FOUR) == set()


@pytest.mark.parametrize("tile", ["1m", "9m", "1p", "5p", "0p", "9s", "4z", "7z"])
def test_all_other_tiles_are_there(tile: str) -> None:
    assert wrong(f"123p 456p 789s 345s 1z +1z dora={tile}") == set()


def test_the_message_names_the_tile() -> None:
    (found,) = problems(win("123p 456p 789s 345s 1z +1z dora=5m", rules=LOSS).hand)
    assert found.message == "With three players there is no 5m."


@pytest.mark.parametrize(
    "kind", [meld("pon", "444z", 1), meld("daiminkan", "4444z", 1), meld("kakan", "4444z", 1), meld("ankan", "4444z")]
)
def test_a_north_is_no_meld_where_it_is_set_aside(kind: Any) -> None:
    line = "123p 789s 345s 1z +1z"
    assert wrong(line, melds=(kind,)) == {("melds.0.tiles", "bad_player_tile")}
    assert wrong(line, NO_NUKI, melds=(kind,)) == set()
    assert wrong(line, FOUR, melds=(kind,)) == set()


def test_nobody_calls_chi() -> None:
    for source in (1, 2):
        found = wrong("123p 789s 345s 1z +1z", melds=(meld("chi", "345p", source),))
        assert found == {("melds.0.type", "not_a_meld")}


@pytest.mark.parametrize(
    ("facts", "found"),
    [
        ({"seat": 3}, {("seat", "bad_wind")}),
        ({"discarder": 3}, {("from", "bad_number")}),
        ({"nth_ron": 3}, {("nth_ron", "bad_number")}),
        ({"liable": 3}, {("liable", "bad_number")}),
        ({"seat": 2, "round": 3, "discarder": 2, "nth_ron": 2, "liable": 2}, set()),
    ],
)
def test_nobody_sits_north_and_two_others_play(facts: dict[str, Any], found: set[tuple[str, str]]) -> None:
    assert wrong(PINFU, **facts) == found
    assert wrong(PINFU, FOUR, **facts) == set()


def test_a_meld_is_called_from_one_of_two() -> None:
    line = "123p 789s 345s 1z +1z"
    assert wrong(line, melds=(meld("pon", "555z", 2),)) == set()
    assert wrong(line, melds=(meld("pon", "555z", 3),)) == {("melds.0.from", "bad_number")}


# -- dora ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("indicator", "three", "four"),
    [
        ("1m", "9m", "2m"),
        ("9m", "1m", "1m"),
        ("1p", "2p", "2p"),
        ("9s", "1s", "1s"),
        ("3z", "4z", "4z"),
        ("4z", "1z", "1z"),
    ],
)
def test_one_of_characters_points_to_nine(indicator: str, three: str, four: str) -> None:
    assert NAMES[dora_of(parse_tile(indicator), 3)] == three
    assert NAMES[dora_of(parse_tile(indicator), 4)] == four


def test_a_one_of_characters_as_indicator_counts_the_nines() -> None:
    assert han(f"{PINFU} dora=1m") == {"dora": 2}
    assert han(f"{PINFU} dora=9m") == {}
    assert han(f"{PINFU} dora=1m ura=1m") == {"dora": 2, "ura_dora": 2}
    assert han(f"{PINFU} dora=1m", FOUR) == {}
