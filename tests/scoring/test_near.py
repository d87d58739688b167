"""Why a hand has no yaku: those that it nearly has, each with the one thing it lacks."""

import pytest

from tests.examples import share
from tests.scoring.hands import dealt, win
from webapp.scoring.blocks import RYANMEN
from webapp.scoring.notation import format_tiles


def near(line: str) -> dict[str, str]:
    result = win(line).score
    assert [item.code for item in result.problems] == ["no_yaku"]
    found = result.near_misses
    assert len({miss.yaku.key for miss in found}) == len(found)
    return {miss.yaku.key: miss.message for miss in found}


CLOSED = {"riichi": "was not declared", "tsumo": "needs a tsumo"}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param("123m 456p 99p 345s 11z +9p round=S", CLOSED, id="a closed ron of two pairs"),
        pytest.param("123m 456p 55s 345s 89s +7s", {**CLOSED, "pinfu": "needs a two-sided wait"}, id="at the edge"),
        pytest.param("123m 456p 55s 345s 79s +8s", {**CLOSED, "pinfu": "needs a two-sided wait"}, id="in the middle"),
        pytest.param("123m 456p 789s 345s 2p +2p", CLOSED, id="on the pair"),
        pytest.param(
            "123m 456p 55z 345s 78s +9s", {**CLOSED, "pinfu": "needs a pair without fu, not 5z"}, id="a pair of dragons"
        ),
        pytest.param(
            "123m 456p 22z 345s 78s +9s seat=S",
            {**CLOSED, "pinfu": "needs a pair without fu, not 2z"},
            id="a pair of one's wind",
        ),
        pytest.param("123m 456p 55z 345s 79s +8s", CLOSED, id="two things at once are not near"),
        pytest.param("(123m) 456p 55s 345s 78s +9s", {"pinfu": "needs a closed hand"}, id="open pinfu"),
        pytest.param(
            "(123m) 456p 55s 345s 78s +9s tsumo",
            {"tsumo": "needs a closed hand", "pinfu": "needs a closed hand"},
            id="open tsumo",
        ),
        pytest.param("123m 123m (456p) 789s 5s +5s", {"iipeikou": "needs a closed hand"}, id="open twin sequences"),
        pytest.param("(123m) 12m 456p 789s 55s +3m", {"iipeikou": "needs a closed hand"}, id="one of the twins called"),
        pytest.param(
            "223344m 567p (567p) 9s +9s",
            {"ryanpeikou": "needs a closed hand", "tanyao": "without 99s"},
            id="open twice twin sequences",
        ),
        pytest.param(
            "(234m) 567p 345s 678s 2p +2p open_tanyao=no", {"tanyao": "needs a closed hand"}, id="closed tanyao only"
        ),
        pytest.param("(234m) 567p 345s 678s 9p +9p", {"tanyao": "without 99p"}, id="but for the pair"),
        pytest.param("(123m) (234p) 567s 678s 5p +5p", {"tanyao": "without 123m"}, id="but for a set"),
        pytest.param(
            "(123m) (789p) 123s 456s 9s +9s",
            {"junchan": "without 456s"},
            id="but for a set without a terminal",
        ),
        pytest.param("(123m) (789p) 123s 456s 4z +4z", {"chanta": "without 456s"}, id="but for a set inside"),
        pytest.param(
            "(123m) (456m) 222z 567p 9m +9m round=E seat=W",
            {"seat_wind_S": "2z is neither round wind nor seat wind", "honitsu": "without 567p"},
            id="but for a suit, and a strange wind",
        ),
        pytest.param(
            "(333z) 123m 456p 789s 5s +5s",
            {"seat_wind_W": "3z is neither round wind nor seat wind"},
            id="a strange wind",
        ),
        pytest.param("(123m) 345m 789m 567m 5p +5p", {"chinitsu": "without 55p"}, id="but for a pair of another suit"),
    ],
)
def test_what_nearly_holds_is_told_with_what_it_lacks(line: str, expected: dict[str, str]) -> None:
    assert near(line) == expected


def why_not(line: str) -> dict[str, str]:
    return {", ".join(reason.names): reason.message for reason in win(line).score.reasons}


HONOURS = "no triplet of 12567z"


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param(
            "(123m) (999p) 678p 345s 3z +3z seat=S",
            {"Riichi, Pinfu": "the hand is open", "All simples": "holds 1m9p3z", "Value tiles": HONOURS},
            id="an open hand",
        ),
        pytest.param(
            "123m 456p 999s 345s 2p +2p seat=S",
            {
                "Riichi": "was not declared",
                "All simples": "holds 1m9s",
                "Value tiles": HONOURS,
                "Pinfu": "has triplets: 9s",
                "Fully concealed hand": "needs a tsumo",
            },
            id="a closed hand with a triplet",
        ),
        pytest.param(
            "123m 456p 55z 345s 79s +8s seat=S",
            {
                "Riichi": "was not declared",
                "All simples": "holds 1m9s5z",
                "Value tiles": "5z is only a pair",
                "Pinfu": "the wait is not two-sided",
                "Fully concealed hand": "needs a tsumo",
            },
            id="a pair of dragons and a closed wait",
        ),
        pytest.param(
            "(333z) 123m 456p 789s 5s +5s seat=S",
            {
                "Riichi, Pinfu": "the hand is open",
                "All simples": "holds 1m9s3z",
                "Value tiles": "3z is neither round wind nor seat wind",
            },
            id="a foreign wind",
        ),
        pytest.param(
            "(234m) 567p 345s 678s 2p +2p open_tanyao=no seat=S",
            {"Riichi, Pinfu": "the hand is open", "All simples": "needs a closed hand", "Value tiles": HONOURS},
            id="closed all simples alone",
        ),
        pytest.param(
            "(123m) 456p 55s 345s 78s +9s", {"Riichi": "the hand is open", "Pinfu": "needs a closed hand"}, id="near"
        ),
    ],
)
def test_it_is_said_why_the_common_yaku_are_missing(line: str, expected: dict[str, str]) -> None:
    found = why_not(line)
    assert {name: found[name] for name in expected} == expected


def test_a_won_hand_and_no_hand_lack_nothing() -> None:
    assert win("123m 456p 789s 345s 2p +2p riichi").score.reasons == ()
    assert win("123m 456p 789s 346s 2p +2p").score.reasons == ()


def test_a_won_hand_has_no_near_misses() -> None:
    assert win("123m 456p 789s 345s 2p +2p riichi").score.near_misses == ()


@pytest.mark.slow
def test_reasons_are_true_of_the_hand() -> None:
    told = set()
    for won in dealt(share(8000), seed=5):
        result = won.score
        if result.best is None:
            blocks = {format_tiles(block.kinds) for scored in result.readings for block in scored.reading.blocks}
            for yaku, text, tiles in result.near_misses:
                told.add(text)
                assert yaku.key not in {"riichi", "tsumo"} or won.hand.is_closed or text == "needs a closed hand"
                assert (text == "needs a closed hand") <= (not won.hand.is_closed)
                assert (text == "needs a tsumo") <= (won.hand.is_closed and not won.hand.is_tsumo)
                assert (text == "without {tiles}") <= (format_tiles(tiles) in blocks)
            assert won.hand.is_closed == any(miss.yaku.key == "riichi" for miss in result.near_misses)
            names = [name for reason in result.reasons for name in reason.names]
            assert len(set(names)) == len(names)
            for _, text, tiles in result.reasons:
                assert (text == "the hand is open") <= (not won.hand.is_closed)
                assert (text == "the wait is not two-sided") <= (result.readings[0].reading.wait is not RYANMEN)
                assert bool(tiles) == ("{tiles}" in text)
    assert told >= {"was not declared", "needs a tsumo", "needs a closed hand", "without {tiles}"}
