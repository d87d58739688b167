"""Which circumstances of a win go together, and with which hands."""

import pytest

from tests.scoring.checked import ANKAN, CLOSED, CONFLICT, KAN, LOCAL, OPEN, PON, Found, found
from webapp.scoring.hand import IN_PLACE_OF, RIICHI_FLAGS, Flag

NEEDS_CLOSED = [("flags", "needs_closed")]
NEEDS_RIICHI = [("flags", "needs_riichi")]


@pytest.mark.parametrize(
    "line",
    [
        CLOSED + " riichi",
        CLOSED + " double_riichi ippatsu",
        CLOSED + " riichi ippatsu tsumo haitei",
        CLOSED + " riichi ippatsu houtei",
        CLOSED + " riichi ippatsu chankan",
        ANKAN + " riichi ippatsu",
        ANKAN + " riichi tsumo rinshan",
        KAN + " tsumo rinshan",
        KAN + " chankan",
        OPEN + " tsumo haitei",
        OPEN + " houtei",
        CLOSED + " tsumo tenhou seat=E",
        CLOSED + " tsumo chiihou seat=S",
        CLOSED + " tsumo chiihou seat=N",
    ],
)
def test_circumstances_that_go_together_are_no_problem(line: str) -> None:
    assert found(line) == []


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param(CLOSED + " riichi double_riichi", CONFLICT, id="riichi with double riichi"),
        pytest.param(OPEN + " riichi", NEEDS_CLOSED, id="riichi with an open hand"),
        pytest.param(KAN + " double_riichi", NEEDS_CLOSED, id="double riichi with an open hand"),
        pytest.param(CLOSED + " ippatsu", NEEDS_RIICHI, id="ippatsu without riichi"),
        pytest.param(ANKAN + " riichi ippatsu tsumo rinshan", CONFLICT, id="rinshan with ippatsu"),
        pytest.param(ANKAN + " rinshan", CONFLICT, id="rinshan by ron"),
        pytest.param(CLOSED + " tsumo rinshan", CONFLICT, id="rinshan without a kan"),
        pytest.param(PON + " tsumo rinshan", CONFLICT, id="rinshan with a pon"),
        pytest.param(ANKAN + " tsumo rinshan haitei", CONFLICT, id="rinshan with haitei"),
        pytest.param(CLOSED + " tsumo chankan", CONFLICT, id="chankan by tsumo"),
        pytest.param(CLOSED + " chankan houtei", CONFLICT, id="chankan with houtei"),
        pytest.param(CLOSED + " haitei", CONFLICT, id="haitei by ron"),
        pytest.param(CLOSED + " tsumo houtei", CONFLICT, id="houtei by tsumo"),
        pytest.param(CLOSED + " tsumo tenhou seat=S", CONFLICT, id="tenhou of a non-dealer"),
        pytest.param(CLOSED + " tenhou seat=E", CONFLICT, id="tenhou by ron"),
        pytest.param(ANKAN + " tsumo tenhou seat=E", CONFLICT, id="tenhou with a concealed kan"),
        pytest.param(CLOSED + " tsumo tenhou riichi seat=E", CONFLICT, id="tenhou with riichi"),
        pytest.param(CLOSED + " tsumo tenhou haitei seat=E", CONFLICT, id="tenhou with haitei"),
        pytest.param(CLOSED + " tsumo chiihou seat=E", CONFLICT, id="chiihou of the dealer"),
        pytest.param(CLOSED + " chiihou", CONFLICT, id="chiihou by ron"),
        pytest.param(OPEN + " tsumo chiihou", CONFLICT, id="chiihou with a meld"),
        pytest.param(CLOSED + " tsumo chiihou double_riichi", CONFLICT, id="chiihou with riichi"),
        pytest.param(CLOSED + " tsumo chiihou haitei", CONFLICT, id="chiihou with haitei"),
        pytest.param(CLOSED + " tsumo tenhou chiihou seat=E", CONFLICT, id="tenhou with chiihou"),
        pytest.param(OPEN + " riichi ippatsu", NEEDS_CLOSED, id="ippatsu with an impossible riichi"),
        pytest.param(OPEN + " tenhou", CONFLICT * 3, id="tenhou, wrong in every way"),
    ],
)
def test_circumstances_that_exclude_each_other_are_told(line: str, expected: Found) -> None:
    assert found(line) == expected


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        pytest.param(CLOSED + " open_riichi ippatsu", [], id="open riichi"),
        pytest.param(CLOSED + " double_riichi open_riichi", [], id="open double riichi"),
        pytest.param(CLOSED + " renhou", [], id="renhou"),
        pytest.param(OPEN + " tsubame_gaeshi kanfuri", [], id="ron after a riichi and a kan"),
        pytest.param(OPEN + " paarenchan seat=E", [], id="paarenchan"),
        pytest.param(CLOSED + " double_riichi ishi_no_ue_nimo_sannen", [], id="three years on a stone"),
        pytest.param(CLOSED + " riichi open_riichi", CONFLICT, id="open riichi with riichi"),
        pytest.param(OPEN + " open_riichi", NEEDS_CLOSED, id="open riichi with an open hand"),
        pytest.param(CLOSED + " renhou seat=E", CONFLICT, id="renhou of the dealer"),
        pytest.param(CLOSED + " renhou tsumo", CONFLICT, id="renhou by tsumo"),
        pytest.param(ANKAN + " renhou", CONFLICT, id="renhou with a meld"),
        pytest.param(CLOSED + " renhou riichi", CONFLICT, id="renhou with riichi"),
        pytest.param(CLOSED + " renhou houtei", CONFLICT, id="renhou with houtei"),
        pytest.param(CLOSED + " renhou chankan", CONFLICT, id="renhou with chankan"),
        pytest.param(CLOSED + " renhou kanfuri", CONFLICT, id="renhou with kanfuri"),
        pytest.param(CLOSED + " riichi ippatsu kanfuri", CONFLICT, id="ippatsu with kanfuri"),
        pytest.param(CLOSED + " riichi kanfuri", [], id="kanfuri after riichi"),
        pytest.param(OPEN + " tsubame_gaeshi tsumo", CONFLICT, id="tsubame-gaeshi by tsumo"),
        pytest.param(OPEN + " tsubame_gaeshi chankan", CONFLICT, id="tsubame-gaeshi with chankan"),
        pytest.param(OPEN + " kanfuri tsumo", CONFLICT, id="kanfuri by tsumo"),
        pytest.param(OPEN + " kanfuri chankan", CONFLICT, id="kanfuri with chankan"),
        pytest.param(OPEN + " paarenchan", CONFLICT, id="paarenchan of a non-dealer"),
        pytest.param(CLOSED + " riichi ishi_no_ue_nimo_sannen", NEEDS_RIICHI, id="three years without double riichi"),
    ],
)
def test_the_circumstances_of_local_yaku_have_their_conditions(line: str, expected: Found) -> None:
    assert found(f"{line} {LOCAL}") == expected


@pytest.mark.parametrize(
    "line",
    [
        CLOSED + " renhou",
        CLOSED + " open_riichi",
        OPEN + " tsubame_gaeshi",
        OPEN + " kanfuri",
        OPEN + " paarenchan seat=E",
        CLOSED + " double_riichi ishi_no_ue_nimo_sannen",
    ],
)
def test_a_circumstance_that_the_rules_do_not_name_is_told(line: str) -> None:
    assert found(line) == [("flags", "unknown_flag")]


def test_what_takes_the_place_of_another_circumstance_does_not_go_together_with_it() -> None:
    pairs = [(flag, other) for flag, others in IN_PLACE_OF.items() for other in others]
    assert {(other, flag) for flag, other in pairs} == set(pairs)
    assert set().union(*pairs) == RIICHI_FLAGS | {Flag.TENHOU, Flag.CHIIHOU}
    for flag, other in pairs:
        assert set(found(f"{CLOSED} {flag} {other} {LOCAL}")) == set(CONFLICT)
