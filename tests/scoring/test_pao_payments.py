"""Pao: what liable players pay (RULES.md, Pao)."""

from dataclasses import replace
from typing import Any

import pytest

from tests.scoring.hands import but, win
from tests.scoring.pao import BOTH, DRAGONS, FOUR_KANS, PAIR, PER_YAKUMAN, REST, WHOLE_HAND, WINDS, change, kan, pon
from webapp.scoring.hand import Flag
from webapp.scoring.pao import Liability
from webapp.scoring.payments import Payment, payments
from webapp.scoring.points import YAKUMAN
from webapp.scoring.rules import PRESETS, Rules
from webapp.scoring.score import score, winner

EAST, SOUTH, WEST, NORTH = range(4)

# -- one yakuman, one liable player ---------------------------------------------------------------

SCOPES = pytest.mark.parametrize("rules", [PER_YAKUMAN, WHOLE_HAND], ids=["per_yakuman", "whole_hand"])


@SCOPES
@pytest.mark.parametrize(
    ("facts", "deltas"),
    [
        # N is liable. By tsumo they pay all of it, the honba too; the stick is the table's.
        ({"is_tsumo": True}, (0, 32000, 0, -32000)),
        ({"is_tsumo": True, "honba": 2, "sticks": 1}, (0, 33600, 0, -32600)),
        # By ron on W: half each, the honba from the discarder.
        ({"discarder": 1}, (0, 32000, -16000, -16000)),
        ({"discarder": 1, "honba": 2, "sticks": 1}, (0, 33600, -16600, -16000)),
        ({"discarder": 3, "honba": 2}, (-16600, 32600, 0, -16000)),
        # By ron on N: both halves.
        ({"discarder": 2, "honba": 2, "sticks": 1}, (0, 33600, 0, -32600)),
    ],
)
def test_a_non_dealer_is_paid_by_who_is_liable(rules: Rules, facts: dict[str, Any], deltas: tuple[int, ...]) -> None:
    assert change(REST, *DRAGONS, rules=rules, **facts) == deltas


@SCOPES
@pytest.mark.parametrize(
    ("facts", "deltas"),
    [
        # The dealer's across is W.
        ({"is_tsumo": True, "honba": 1}, (48300, 0, -48300, 0)),
        ({"discarder": 1, "honba": 1}, (48300, -24300, -24000, 0)),
        ({"discarder": 2, "honba": 1}, (48300, 0, -48300, 0)),
        ({"discarder": 3, "sticks": 2}, (50000, 0, -24000, -24000)),
    ],
)
def test_the_dealer_is_paid_by_who_is_liable(rules: Rules, facts: dict[str, Any], deltas: tuple[int, ...]) -> None:
    assert change(REST, *DRAGONS, rules=rules, seat=0, **facts) == deltas


@SCOPES
def test_a_liable_dealer_pays_no_more_than_another(rules: Rules) -> None:
    assert change(REST, *DRAGONS, rules=rules, seat=2, is_tsumo=True) == (-32000, 0, 32000, 0)
    assert change(REST, *DRAGONS, rules=rules, seat=2, discarder=1) == (-16000, 0, 32000, -16000)


@SCOPES
@pytest.mark.parametrize(
    ("facts", "deltas"),
    [
        ({"discarder": 1}, (0, 32600, -16000, -16600)),
        ({"discarder": 2}, (0, 32600, 0, -32600)),
        ({"is_tsumo": True}, (0, 32600, 0, -32600)),
        # Nobody is liable: the honba is the discarder's as ever.
        ({"discarder": 1, "liable": 0}, (0, 32600, -32600, 0)),
    ],
)
def test_the_honba_of_a_ron_may_be_the_liable_player_s(
    rules: Rules, facts: dict[str, Any], deltas: tuple[int, ...]
) -> None:
    assert change(REST, *DRAGONS, rules=replace(rules, pao_ron_honba="liable"), honba=2, **facts) == deltas


def test_who_fed_a_kan_pays_what_a_yakuman_s_liable_player_does_not() -> None:
    rules = replace(PER_YAKUMAN, pao_daiminkan=True)
    after_kan = {"is_tsumo": True, "flags": frozenset({Flag.RINSHAN}), "honba": 1}
    # Daisangen and tsuuiisou: 32,000 by N; the rest and all honba by E, who fed the kan.
    melds = (*DRAGONS, kan("1z", 3))
    assert change("2z +2z", *melds, rules=rules, **after_kan) == (-32300, 64300, 0, -32000)
    whole = replace(rules, pao_scope="whole_hand")
    assert change("2z +2z", *melds, rules=whole, **after_kan) == (0, 64300, 0, -64300)


def test_a_liable_player_pays_the_honba_of_every_payer_of_a_tsumo() -> None:
    rules = replace(PER_YAKUMAN, honba_ron=1000, honba_tsumo=500)
    assert change(REST, *DRAGONS, rules=rules, is_tsumo=True, honba=1) == (0, 33500, 0, -33500)
    assert change(REST, *DRAGONS, rules=rules, discarder=1, honba=1) == (0, 33000, -17000, -16000)


# -- with other yakuman ---------------------------------------------------------------------------

#: Daisangen and tsuuiisou; N is liable for daisangen.
TWO_YAKUMAN = "222z 1z +1z"


@pytest.mark.parametrize(
    ("facts", "per_yakuman", "whole_hand"),
    [
        # Tsumo: 32,000 of their own and their share of the other yakuman and of the honba; or everything.
        ({"is_tsumo": True, "honba": 1}, (-16100, 64300, -8100, -40100), (0, 64300, 0, -64300)),
        # Ron on W: half of their own, or half of everything.
        ({"discarder": 1, "honba": 1}, (0, 64300, -48300, -16000), (0, 64300, -32300, -32000)),
        ({"discarder": 2, "honba": 1}, (0, 64300, 0, -64300), (0, 64300, 0, -64300)),
        # To the dealer, whose across is W.
        ({"seat": 0, "is_tsumo": True, "honba": 1}, (96300, -16100, -64100, -16100), (96300, 0, -96300, 0)),
        ({"seat": 0, "discarder": 1, "honba": 1}, (96300, -72300, -24000, 0), (96300, -48300, -48000, 0)),
        # From a liable dealer: their share of the other yakuman is the dealer's.
        ({"seat": 2, "is_tsumo": True}, (-48000, -8000, 64000, -8000), (-64000, 0, 64000, 0)),
        ({"seat": 2, "discarder": 1}, (-16000, 0, 64000, -48000), (-32000, 0, 64000, -32000)),
    ],
)
def test_beside_another_yakuman(
    facts: dict[str, Any], per_yakuman: tuple[int, ...], whole_hand: tuple[int, ...]
) -> None:
    assert change(TWO_YAKUMAN, *DRAGONS, rules=PER_YAKUMAN, **facts) == per_yakuman
    assert change(TWO_YAKUMAN, *DRAGONS, rules=WHOLE_HAND, **facts) == whole_hand


def test_beside_another_yakuman_too_the_honba_may_be_theirs() -> None:
    for rules, deltas in (
        (PER_YAKUMAN, (0, 64600, -48000, -16600)),
        (WHOLE_HAND, (0, 64600, -32000, -32600)),
    ):
        liable_pays = replace(rules, pao_ron_honba="liable")
        assert change(TWO_YAKUMAN, *DRAGONS, rules=liable_pays, discarder=1, honba=2) == deltas


@pytest.mark.parametrize(
    ("line", "facts", "per_yakuman", "whole_hand"),
    [
        # Daisuushii counts twice; alone, and with tsuuiisou three times.
        ("5m +5m", {"is_tsumo": True}, (0, 64000, 0, -64000), (0, 64000, 0, -64000)),
        ("5m +5m", {"discarder": 1}, (0, 64000, -32000, -32000), (0, 64000, -32000, -32000)),
        ("5z +5z", {"is_tsumo": True, "honba": 1}, (-16100, 96300, -8100, -72100), (0, 96300, 0, -96300)),
        ("5z +5z", {"discarder": 1, "honba": 1}, (0, 96300, -64300, -32000), (0, 96300, -48300, -48000)),
        ("5z +5z", {"seat": 0, "is_tsumo": True}, (144000, -16000, -112000, -16000), (144000, 0, -144000, 0)),
        ("5z +5z", {"seat": 0, "discarder": 1}, (144000, -96000, -48000, 0), (144000, -72000, -72000, 0)),
    ],
)
def test_a_doubled_yakuman_is_paid_double(
    line: str, facts: dict[str, Any], per_yakuman: tuple[int, ...], whole_hand: tuple[int, ...]
) -> None:
    for rules, deltas in ((PER_YAKUMAN, per_yakuman), (WHOLE_HAND, whole_hand)):
        doubled = replace(rules, double_yakuman=frozenset({"daisuushii"}))
        assert change(line, *WINDS, rules=doubled, **facts) == deltas


@SCOPES
@pytest.mark.parametrize("line", ["5z +5z", "5m +5m"])
def test_where_yakuman_do_not_add_up_they_pay_a_single_one(rules: Rules, line: str) -> None:
    single = replace(rules, yakuman_stack=False, double_yakuman=frozenset({"daisuushii"}))
    assert change(line, *WINDS, rules=single, is_tsumo=True, honba=1) == (0, 32300, 0, -32300)
    assert change(line, *WINDS, rules=single, discarder=1, honba=1) == (0, 32300, -16300, -16000)


# -- two liable players -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("facts", "per_yakuman", "whole_hand"),
    [
        # Tsumo: each pays their own; the honba, with nothing else left, is the later one's.
        ({"is_tsumo": True, "honba": 1}, (-32300, 64300, 0, -32000), (-64300, 64300, 0, 0)),
        # Ron on W: they pay both other halves.
        ({"discarder": 1, "honba": 1}, (-16000, 64300, -32300, -16000), (-32000, 64300, -32300, 0)),
        # Ron on N, liable for the dragons.
        ({"discarder": 2, "honba": 1}, (-16000, 64300, 0, -48300), (-32000, 64300, 0, -32300)),
        # Ron on E, liable for the kans.
        ({"discarder": 3, "honba": 1}, (-48300, 64300, 0, -16000), (-64300, 64300, 0, 0)),
    ],
)
def test_two_liable_players_pay_each_their_own_or_the_later_one_all(
    facts: dict[str, Any], per_yakuman: tuple[int, ...], whole_hand: tuple[int, ...]
) -> None:
    assert change(PAIR, *BOTH, rules=FOUR_KANS, **facts) == per_yakuman
    assert change(PAIR, *BOTH, rules=replace(FOUR_KANS, pao_scope="whole_hand"), **facts) == whole_hand


def test_the_honba_of_a_ron_may_be_the_later_liable_player_s() -> None:
    rules = replace(FOUR_KANS, pao_ron_honba="liable")
    assert change(PAIR, *BOTH, rules=rules, discarder=1, honba=1) == (-16300, 64300, -32000, -16000)


def test_one_player_may_be_liable_for_two_yakuman() -> None:
    melds = (*BOTH[:3], kan("2s", 2))
    assert change(PAIR, *melds, rules=FOUR_KANS, is_tsumo=True, honba=1) == (0, 64300, 0, -64300)
    assert change(PAIR, *melds, rules=FOUR_KANS, discarder=1) == (0, 64000, -32000, -32000)


@pytest.mark.parametrize("is_tsumo", [True, False])
def test_two_liable_players_pay_together_no_more_than_a_hand_of_one_yakuman(is_tsumo: bool) -> None:
    """Where yakuman do not add up the hand is worth 32,000, whoever pays them; by ron the discarder pays half."""
    rules = replace(FOUR_KANS, yakuman_stack=False)
    found = score(win(PAIR, melds=BOTH, is_tsumo=is_tsumo, discarder=1, rules=rules).hand)
    assert found.points == 32000
    assert found.deltas[1] == 32000
    assert found.deltas[2] == (0 if is_tsumo else -16000)


# -- three players ---------------------------------------------------------------------------------

LOSS = replace(PRESETS["tenhou_sanma"], pao_scope="per_yakuman", pao_ron_honba="discarder")
SHARED = replace(LOSS, tsumo_loss=False)
#: With three players 2 is the player on the left: to South E.
SANMA_DRAGONS = (pon("5z", 1), pon("6z", 1), pon("7z", 2))


@pytest.mark.parametrize(
    ("rules", "facts", "deltas"),
    [
        # Tsumo loss: they pay what the tsumo would have brought, 16,000 + 8,000, or 2 × 16,000 to the dealer.
        (LOSS, {"is_tsumo": True, "honba": 1}, (-24200, 24200, 0)),
        (LOSS, {"seat": 0, "is_tsumo": True, "honba": 1}, (32200, 0, -32200)),
        (SHARED, {"is_tsumo": True, "honba": 1}, (-32200, 32200, 0)),
        (SHARED, {"seat": 0, "is_tsumo": True, "honba": 1}, (48200, 0, -48200)),
        # A ron is the same as ever.
        (LOSS, {"discarder": 1, "honba": 1}, (-16000, 32200, -16200)),
        (LOSS, {"discarder": 2, "honba": 1}, (-32200, 32200, 0)),
        (LOSS, {"seat": 0, "discarder": 1, "honba": 1}, (48200, -24200, -24000)),
        (SHARED, {"discarder": 1, "honba": 1}, (-16000, 32200, -16200)),
    ],
)
def test_three_players(rules: Rules, facts: dict[str, Any], deltas: tuple[int, ...]) -> None:
    assert change("23p 55p +4p", *SANMA_DRAGONS, rules=rules, **facts) == deltas
    whole = replace(rules, pao_scope="whole_hand")
    assert change("23p 55p +4p", *SANMA_DRAGONS, rules=whole, **facts) == deltas


@pytest.mark.parametrize(
    ("rules", "per_yakuman", "whole_hand"),
    [
        (LOSS, (-40100, 48200, -8100), (-48200, 48200, 0)),
        (SHARED, (-52100, 64200, -12100), (-64200, 64200, 0)),
    ],
)
def test_three_players_beside_another_yakuman(
    rules: Rules, per_yakuman: tuple[int, ...], whole_hand: tuple[int, ...]
) -> None:
    whole = replace(rules, pao_scope="whole_hand")
    assert change(TWO_YAKUMAN, *SANMA_DRAGONS, rules=rules, is_tsumo=True, honba=1) == per_yakuman
    assert change(TWO_YAKUMAN, *SANMA_DRAGONS, rules=whole, is_tsumo=True, honba=1) == whole_hand


# -- how it is named -------------------------------------------------------------------------------


def test_each_payment_says_what_it_is_for() -> None:
    hand = win(TWO_YAKUMAN, melds=DRAGONS, is_tsumo=True, honba=1, sticks=1).hand
    found = score(but(hand, rules=PER_YAKUMAN)).payments
    assert found == (
        Payment(NORTH, SOUTH, 32000, "pao", 0, 0),
        Payment(EAST, SOUTH, 16000, "tsumo", YAKUMAN, 2),
        Payment(EAST, SOUTH, 100, "honba", 100, 1),
        Payment(WEST, SOUTH, 8000, "tsumo", YAKUMAN, 1),
        Payment(WEST, SOUTH, 100, "honba", 100, 1),
        Payment(NORTH, SOUTH, 8000, "tsumo", YAKUMAN, 1),
        Payment(NORTH, SOUTH, 100, "honba", 100, 1),
        Payment(None, SOUTH, 1000, "sticks", 1000, 1),
    )
    by_ron = score(but(hand, is_tsumo=False, rules=PER_YAKUMAN)).payments
    assert by_ron == (
        Payment(NORTH, SOUTH, 16000, "pao", YAKUMAN // 2, 4),
        Payment(WEST, SOUTH, 48000, "ron", 0, 0),
        Payment(WEST, SOUTH, 300, "honba", 300, 1),
        Payment(None, SOUTH, 1000, "sticks", 1000, 1),
    )


def test_half_of_a_dealer_s_ron_is_six_times_half_the_basic_points() -> None:
    hand = win(TWO_YAKUMAN, melds=DRAGONS, seat=EAST, discarder=1).hand
    found = score(but(hand, rules=PER_YAKUMAN)).payments
    assert [payment for payment in found if payment.reason == "pao"] == [
        Payment(WEST, EAST, 24000, "pao", YAKUMAN // 2, 6)
    ]


def test_half_of_a_yakuman_is_a_whole_number() -> None:
    hand, basic = win("123m 456p 789s 345s 2p +2p", discarder=1).hand, 7 * YAKUMAN
    for payment in payments(winner(hand, basic, (Liability(EAST, ("daisangen",), basic),)), PER_YAKUMAN):
        assert isinstance(payment.points, int)
        assert payment.points == 7 * 16000
