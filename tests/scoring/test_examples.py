"""The one-line notation of hands, on which the examples of the yaku and most tests stand."""

from dataclasses import replace

import pytest

from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.examples import parse_example
from webapp.scoring.hand import Flag, WinningHand
from webapp.scoring.notation import NotationError, parse_tiles
from webapp.scoring.rules import TENHOU, PaoYakuman, RedFives
from webapp.scoring.table import Table


def test_a_line_spells_a_hand_and_its_situation() -> None:
    hand = parse_example("123m 406p (555z) [9999m] 9s +9s tsumo rinshan round=S seat=W dora=1z0p open_tanyao=no")
    rules = hand.rules
    assert hand == WinningHand(
        concealed=parse_tiles("123m406p9s"),
        win=parse_tiles("9s")[0],
        is_tsumo=True,
        melds=(Meld(MeldType.PON, parse_tiles("555z")), Meld(MeldType.ANKAN, parse_tiles("9999m"))),
        table=Table(round=1, seat=2, dora=parse_tiles("1z0p"), rules=rules),
        flags=frozenset({Flag.RINSHAN}),
    )
    assert rules == replace(TENHOU, open_tanyao=False)


def test_without_a_plus_the_last_concealed_tile_wins_by_ron() -> None:
    hand = parse_example("99s 123m (406p) (2222z) 78p9p riichi double_riichi ura=1m red_fives=0")
    rules = hand.rules
    assert hand.concealed == parse_tiles("99s123m78p")
    assert hand.win == parse_tiles("9p")[0]
    assert not hand.is_tsumo
    assert (hand.table.round, hand.table.seat) == (0, 1)
    assert [meld.type for meld in hand.melds] == [MeldType.CHI, MeldType.DAIMINKAN]
    assert hand.flags == {Flag.RIICHI, Flag.DOUBLE_RIICHI}
    assert hand.ura == parse_tiles("1m")
    assert rules == replace(TENHOU, red_fives=RedFives(0, 0, 0))


def test_a_switch_is_on_or_off_a_word_or_several() -> None:
    rules = parse_example("1m ryuuiisou_needs_hatsu=yes ippatsu=no renhou=mangan pao=daisangen,suukantsu").rules
    pao: frozenset[PaoYakuman] = frozenset({"daisangen", "suukantsu"})
    assert rules == replace(TENHOU, ryuuiisou_needs_hatsu=True, ippatsu=False, renhou="mangan", pao=pao)


@pytest.mark.parametrize("line", ["123m riichii", "123m X456pX 9s", "123m 4x", "123m seat=X", "123m +12p"])
def test_a_word_that_means_nothing_is_an_error(line: str) -> None:
    with pytest.raises((ValueError, NotationError)):
        parse_example(line)


def test_an_unknown_rule_is_an_error() -> None:
    with pytest.raises((KeyError, TypeError), match="no_such_rule"):
        parse_example("123m 4p no_such_rule=yes")
