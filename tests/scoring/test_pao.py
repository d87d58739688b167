"""Pao: who is liable for a yakuman whose last set was fed, and what that costs them (RULES.md, Pao)."""

from dataclasses import replace
from typing import Any

import pytest

from tests.scoring.hands import Win, but, meld, win
from webapp.scoring.blocks import Meld
from webapp.scoring.pao import Liability
from webapp.scoring.payments import Payment, payments
from webapp.scoring.points import YAKUMAN
from webapp.scoring.rules import MAJIANG, PRESETS, TENHOU, Rules
from webapp.scoring.score import score, winner

EAST, SOUTH, WEST, NORTH = range(4)
#: The discarder pays the honba of a ron.
WHOLE_HAND = replace(TENHOU, pao_ron_honba="discarder")
PER_YAKUMAN = replace(WHOLE_HAND, pao_scope="per_yakuman")
SANMA = PRESETS["tenhou_sanma"]
WHITE, GREEN, RED = meld("pon", "555z", 1), meld("pon", "666z", 2), meld("pon", "777z", 3)
GREEN_KAN = meld("ankan", "6666z")
WINDS = tuple(meld("pon", f"{rank}{rank}{rank}z", source) for rank, source in ((1, 1), (2, 2), (3, 3), (4, 1)))
FOUR_KANS = (
    meld("ankan", "1111m"),
    meld("kakan", "2222p", 3),
    meld("daiminkan", "9999s", 2),
    meld("daiminkan", "8888p", 1),
)


def made(line: str, *melds: Meld, **facts: Any) -> Win:
    return win(line, melds=melds, **facts)


def liable(line: str, *melds: Meld, rules: Rules = WHOLE_HAND, **facts: Any) -> list[tuple[int, tuple[str, ...]]]:
    """Who is liable for what; the winner sits South unless it is said."""
    result = score(but(made(line, *melds, **facts).hand, rules=rules))
    assert result.best is not None
    return [(part.seat, part.yakuman) for part in result.liabilities]


def changes(line: str, *melds: Meld, rules: Rules = WHOLE_HAND, **facts: Any) -> tuple[int, ...]:
    result = score(but(made(line, *melds, **facts).hand, rules=rules))
    assert sum(result.deltas) == 1000 * facts.get("sticks", 0)
    return result.deltas


DAISANGEN = "23m 55m +4m"
DAISUUSHII = "5p +5p"


# -- who is liable ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("melds", "seat"),
    [
        pytest.param((WHITE, GREEN, RED), EAST, id="fed by the left player"),
        pytest.param((WHITE, RED, GREEN), NORTH, id="fed by the player opposite"),
        pytest.param((GREEN, RED, WHITE), WEST, id="fed by the right player"),
        pytest.param((WHITE, GREEN_KAN, RED), EAST, id="a concealed kan before counts as exposed"),
        pytest.param((meld("kakan", "5555z", 1), GREEN, RED), EAST, id="an added kan before"),
        pytest.param((WHITE, GREEN, meld("daiminkan", "7777z", 3)), EAST, id="the last one is an open kan"),
        pytest.param((WHITE, GREEN, meld("kakan", "7777z", 3, added="7z")), EAST, id="the last one became a kan later"),
        pytest.param((WHITE, GREEN, RED, meld("chi", "789p", 3)), EAST, id="another meld after it"),
    ],
)
def test_who_feeds_the_third_dragon_is_liable(melds: tuple[Meld, ...], seat: int) -> None:
    line = DAISANGEN if len(melds) == 3 else "5m +5m"
    assert liable(line, *melds) == [(seat, ("daisangen",))]


@pytest.mark.parametrize(
    ("line", "melds"),
    [
        pytest.param("777z 23m 55m +4m", (WHITE, GREEN), id="the third one is concealed"),
        pytest.param("77z 234m 55m +7z", (WHITE, GREEN), id="the third one is won on"),
        pytest.param(DAISANGEN, (WHITE, RED, GREEN_KAN), id="the last one is a concealed kan"),
        pytest.param(DAISANGEN, (WHITE, GREEN, meld("pon", "777z")), id="nobody knows who fed it"),
    ],
)
def test_nobody_is_liable_where_no_exposed_set_was_fed_last(line: str, melds: tuple[Meld, ...]) -> None:
    assert liable(line, *melds) == []


def test_nobody_fed_a_concealed_kan_whoever_is_noted_at_it() -> None:
    assert liable(DAISANGEN, WHITE, RED, GREEN_KAN._replace(source=2)) == []


def test_who_feeds_the_fourth_wind_is_liable() -> None:
    assert liable(DAISUUSHII, *WINDS) == [(WEST, ("daisuushii",))]
    assert liable(DAISUUSHII, *WINDS[::-1]) == [(WEST, ("daisuushii",))]
    assert liable(DAISUUSHII, WINDS[3], WINDS[0], WINDS[1], WINDS[2]) == [(EAST, ("daisuushii",))]
    assert liable("44z 55p +4z", *WINDS[:3]) == []


def test_little_winds_and_little_dragons_have_no_pao() -> None:
    assert liable("44z 78p +9p", *WINDS[:3]) == []
    result = made("77z 234m 55p +5p", WHITE, GREEN).score
    assert result.best is not None
    assert result.best.yakuman == 0
    assert result.liabilities == ()


def test_nobody_is_liable_for_a_hand_that_is_not_won() -> None:
    assert made("23m 55m +9p", WHITE, GREEN, RED).score.liabilities == ()


def test_without_any_limit_nobody_is_liable() -> None:
    no_limit = replace(TENHOU, no_limit=True)
    assert liable(DAISANGEN, WHITE, GREEN, RED, rules=no_limit) == []
    assert changes(DAISANGEN, WHITE, GREEN, RED, rules=no_limit, discarder=1)[EAST] == 0


def test_four_kans_have_pao_by_switch_and_only_for_an_open_kan_as_the_fourth() -> None:
    with_kans = replace(TENHOU, pao=frozenset({"suukantsu"}))
    assert liable("5p +5p", *FOUR_KANS) == []
    assert liable("5p +5p", *FOUR_KANS, rules=with_kans) == [(WEST, ("suukantsu",))]
    assert liable("5p +5p", *FOUR_KANS[1:], FOUR_KANS[0], rules=with_kans) == []
    assert liable("5p +5p", FOUR_KANS[0], *FOUR_KANS[2:], FOUR_KANS[1], rules=with_kans) == []


@pytest.mark.parametrize("name", ["tokuten", "kimagure"])
def test_some_rules_have_no_pao(name: str) -> None:
    assert liable(DAISANGEN, WHITE, GREEN, RED, rules=PRESETS[name]) == []


def test_who_is_liable_can_be_said_by_hand() -> None:
    assert liable(DAISANGEN, WHITE, GREEN, RED, liable=0) == []
    assert liable(DAISANGEN, WHITE, GREEN, RED, liable=1) == [(WEST, ("daisangen",))]
    unknown = meld("pon", "777z")
    assert liable(DAISANGEN, WHITE, GREEN, unknown, liable=2) == [(NORTH, ("daisangen",))]


def test_by_whole_hand_the_later_one_is_liable_for_every_yakuman() -> None:
    assert liable("1z +1z", WHITE, GREEN, RED, meld("pon", "222z", 1)) == [(EAST, ("daisangen", "tsuuiisou"))]


def test_two_liabilities_are_each_for_its_own_yakuman_or_by_whole_hand_the_later_alone() -> None:
    both = replace(PER_YAKUMAN, pao=frozenset({"daisangen", "suukantsu"}))
    melds = (
        *(meld("daiminkan", tiles, source) for tiles, source in (("5555z", 1), ("6666z", 2), ("7777z", 3))),
        meld("daiminkan", "9999s", 2),
    )
    assert liable("5p +5p", *melds, rules=both) == [(EAST, ("daisangen",)), (NORTH, ("suukantsu",))]
    whole = replace(both, pao_scope="whole_hand")
    assert liable("5p +5p", *melds, rules=whole) == [(NORTH, ("daisangen", "suukantsu"))]


# -- what he pays ----------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [WHOLE_HAND, PER_YAKUMAN], ids=["whole_hand", "per_yakuman"])
@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        pytest.param({"is_tsumo": True}, (-32000, 32000, 0, 0), id="tsumo"),
        pytest.param({"is_tsumo": True, "honba": 2, "sticks": 1}, (-32600, 33600, 0, 0), id="tsumo with honba"),
        pytest.param({"seat": EAST, "is_tsumo": True}, (48000, 0, 0, -48000), id="the dealer's tsumo"),
        pytest.param({"discarder": 1}, (-16000, 32000, -16000, 0), id="ron"),
        pytest.param({"discarder": 3}, (-32000, 32000, 0, 0), id="ron on the liable player"),
        pytest.param({"discarder": 1, "honba": 2, "sticks": 1}, (-16000, 33600, -16600, 0), id="ron with honba"),
        pytest.param({"seat": EAST, "discarder": 1}, (48000, -24000, 0, -24000), id="the dealer's ron"),
    ],
)
def test_alone_by_tsumo_and_half_by_ron(rules: Rules, facts: dict[str, Any], expected: tuple[int, ...]) -> None:
    assert changes(DAISANGEN, WHITE, GREEN, RED, rules=rules, **facts) == expected


def test_the_honba_of_a_ron_may_be_the_liable_players() -> None:
    rules = replace(PER_YAKUMAN, pao_ron_honba="liable")
    melds = (WHITE, GREEN, RED)
    assert changes(DAISANGEN, *melds, rules=rules, discarder=1, honba=2) == (-16600, 32600, -16000, 0)
    assert changes("1z +1z", *melds, WINDS[1], rules=rules, discarder=1, honba=2) == (-16600, 64600, -48000, 0)
    assert changes("555z 23m 55m +4m", GREEN, RED, rules=rules, discarder=1, honba=2) == (0, 32600, -32600, 0)


@pytest.mark.parametrize(
    ("facts", "whole", "per_yakuman"),
    [
        pytest.param({"is_tsumo": True}, (-64000, 64000, 0, 0), (-48000, 64000, -8000, -8000), id="tsumo"),
        pytest.param(
            {"is_tsumo": True, "honba": 1}, (-64300, 64300, 0, 0), (-48100, 64300, -8100, -8100), id="tsumo with honba"
        ),
        pytest.param({"discarder": 1}, (-32000, 64000, -32000, 0), (-16000, 64000, -48000, 0), id="ron"),
        pytest.param({"discarder": 2, "honba": 1}, (-32000, 64300, 0, -32300), (-16000, 64300, 0, -48300), id="honba"),
        pytest.param(
            {"seat": EAST, "is_tsumo": True}, (96000, 0, 0, -96000), (96000, -16000, -16000, -64000), id="dealer"
        ),
    ],
)
def test_for_his_yakuman_alone_or_for_the_whole_hand(
    facts: dict[str, Any], whole: tuple[int, ...], per_yakuman: tuple[int, ...]
) -> None:
    melds = (WHITE, GREEN, RED, WINDS[1])
    assert changes("3z +3z", *melds, **facts) == whole
    assert changes("3z +3z", *melds, rules=PER_YAKUMAN, **facts) == per_yakuman


def test_a_double_yakuman_is_paid_twice() -> None:
    assert changes(DAISUUSHII, *WINDS, rules=MAJIANG, is_tsumo=True) == (0, 64000, -64000, 0)
    assert changes(DAISUUSHII, *WINDS, rules=MAJIANG, discarder=3) == (-32000, 64000, -32000, 0)


def test_yakuman_that_do_not_add_up_are_paid_once() -> None:
    once = replace(PER_YAKUMAN, yakuman_stack=False)
    assert changes("3z +3z", WHITE, GREEN, RED, WINDS[1], rules=once, is_tsumo=True) == (-32000, 32000, 0, 0)


def test_two_liable_players_pay_each_his_own() -> None:
    both = replace(PER_YAKUMAN, pao=frozenset({"daisangen", "suukantsu"}))
    melds = (
        *(meld("daiminkan", tiles, source) for tiles, source in (("5555z", 1), ("6666z", 2), ("7777z", 3))),
        meld("daiminkan", "9999s", 2),
    )
    assert changes("5p +5p", *melds, rules=both, is_tsumo=True) == (-32000, 64000, 0, -32000)
    assert changes("5p +5p", *melds, rules=both, discarder=1) == (-16000, 64000, -32000, -16000)


def test_where_yakuman_do_not_add_up_the_later_one_alone_is_liable() -> None:
    once = replace(PER_YAKUMAN, pao=frozenset({"daisangen", "suukantsu"}), yakuman_stack=False)
    melds = (
        *(meld("daiminkan", tiles, source) for tiles, source in (("5555z", 1), ("6666z", 2), ("7777z", 3))),
        meld("daiminkan", "9999s", 2),
    )
    assert liable("5p +5p", *melds, rules=once) == [(NORTH, ("suukantsu",))]
    assert changes("5p +5p", *melds, rules=once, is_tsumo=True) == (0, 32000, 0, -32000)


def test_payments_for_pao_are_named() -> None:
    result = made(DAISANGEN, WHITE, GREEN, RED, discarder=1, honba=1, sticks=1).score
    assert result.payments == (
        Payment(EAST, SOUTH, 16000, "pao", 4000, 4),
        Payment(WEST, SOUTH, 16000, "ron"),
        Payment(EAST, SOUTH, 300, "honba", 300, 1),
        Payment(None, SOUTH, 1000, "sticks", 1000, 1),
    )
    assert made(DAISANGEN, WHITE, GREEN, RED, is_tsumo=True, honba=1).score.payments == (
        Payment(EAST, SOUTH, 32000, "pao"),
        Payment(EAST, SOUTH, 300, "honba", 300, 1),
    )


def test_half_of_a_yakuman_is_a_whole_number() -> None:
    hand, basic = win("123m 456p 789s 345s 2p +2p", discarder=1).hand, 7 * YAKUMAN
    for payment in payments(winner(hand, basic, (Liability(EAST, ("daisangen",), basic),)), TENHOU):
        assert isinstance(payment.points, int)
        assert payment.points == 7 * 16000


def test_with_three_players_he_pays_what_the_tsumo_would_have_brought() -> None:
    melds = (WHITE, GREEN, meld("pon", "777z", 2))
    facts: dict[str, Any] = {"is_tsumo": True, "honba": 1}
    line = "23p 55p +4p"
    assert changes(line, *melds, rules=SANMA, **facts) == (-24200, 24200, 0)
    assert changes(line, *melds, rules=SANMA, seat=EAST, **facts) == (32200, 0, -32200)
    shared = replace(SANMA, tsumo_loss=False)
    assert changes(line, *melds, rules=shared, **facts) == (-32200, 32200, 0)
