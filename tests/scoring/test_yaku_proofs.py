"""The tiles that prove a yaku: what the page shows when somebody asks why."""

import pytest
from hypothesis import given

from tests.scoring.hands import Win, win, wins
from webapp.scoring.blocks import Block
from webapp.scoring.notation import format_tiles
from webapp.scoring.tiles import kinds_of


def proving(line: str, key: str) -> set[str]:
    """The tiles that prove a yaku, by each reading that has it."""
    return {
        format_tiles(kinds_of(award.proof(scored.reading)))
        for scored in win(line).score.readings
        for award in scored.yaku
        if award.key == key
    }


@pytest.mark.parametrize(
    ("key", "line", "tiles"),
    [
        pytest.param("riichi", "123m 456p 789s 345s 2p +2p riichi", "", id="a circumstance is proved by no tiles"),
        pytest.param("tsumo", "123m 456p 789s 345s 2p +2p tsumo", "", id="nor is the way of winning"),
        pytest.param("pinfu", "123m 456p 22p 345s 78s +9s", "123m2456p345789s", id="pinfu by all"),
        pytest.param("tanyao", "(234m) 567p 345s 678s 2p +2p", "234m2567p345678s", id="tanyao by all"),
        pytest.param("iipeikou", "123m 123m 456p 789s 2p +2p", "1m", id="twins by the lowest of them alone"),
        pytest.param("ryanpeikou", "112233m 556677p 8s +8s", "1m5p", id="twice twins by both"),
        pytest.param("round_wind_S", "(222z) 123m 456p 789s 2p +2p round=S", "2z", id="a wind by its triplet"),
        pytest.param("seat_wind_W", "(3333z) 123m 456p 789s 2p +2p seat=W", "3z", id="or kan"),
        pytest.param("haku", "(555z) 111m 456p 789s 2p +2p", "5z", id="a dragon by its triplet"),
        pytest.param("hatsu", "(666z) 111m 456p 789s 2p +2p", "6z", id="not by another triplet"),
        pytest.param("chun", "(777z) 111m 456p 789s 2p +2p", "7z", id="nor by all"),
        pytest.param("sanshoku_doujun", "(234m) 234p 234s 789m 55z", "2m2p2s", id="three colours by their sequences"),
        pytest.param("ittsuu", "123s (456s) 789s 234p 55z", "147s", id="a straight by its sequences"),
        pytest.param("sanshoku_doukou", "333m (333p) 333s 789m 55z", "3m3p3s", id="three colours by their triplets"),
        pytest.param("toitoi", "(111m) 333p 555s 222z 9m +9m", "1m3p5s2z", id="all triplets by them, not the pair"),
        pytest.param("sanankou", "[1111m] 333p 555s (123s) 9m +9m", "1m3p5s", id="the concealed triplets"),
        pytest.param("sankantsu", "[1111m] (3333p) [9999s] 123s 9m +9m", "1m3p9s", id="the kans"),
        pytest.param("shousangen", "555z (666z) 7z 123m 456p +7z", "567z", id="the dragons"),
        pytest.param("chiitoitsu", "1122m 3344p 5566s 7z +7z", "12m34p56s7z", id="seven pairs by all"),
        pytest.param("honitsu", "(123m) 345m 789m 999m 5z +5z", "12345789m5z", id="a flush by all"),
        pytest.param("suuankou", "111m 333p 555s 22z 99m +2z tsumo", "1m3p5s2z", id="four concealed triplets"),
        pytest.param("suuankou_tanki", "111m 333p 555s 222z 9m +9m", "19m3p5s2z", id="with the pair waited on"),
        pytest.param("daisangen", "555z (666z) 777z 123m 9p +9p", "567z", id="big dragons"),
        pytest.param("daisuushii", "111z (222z) 333z 444z 9m +9m", "1234z", id="big winds"),
        pytest.param("suukantsu", "[1111m] (3333p) [2222s] (7777z) 9m +9m", "1m3p2s7z", id="four kans"),
        pytest.param("chuuren_9", "1112345678999p +5p", "123456789p", id="nine gates by all"),
        pytest.param(
            "sanrenkou", "222m (333m) 444m 567p 9s +9s local_yaku=sanrenkou", "234m", id="three triplets in a row"
        ),
        pytest.param("suurenkou", "222m (333m) 444m 555m 9s +9s local_yaku=suurenkou red_fives=0", "2345m", id="four"),
        pytest.param(
            "isshoku_sanjun", "123m (123m) (123m) 789s 5p +5p local_yaku=isshoku_sanjun", "1m", id="the sequence"
        ),
        pytest.param(
            "iipin_mooyue", "123m 456p 55s 345s 23p +1p tsumo haitei local_yaku=iipin_mooyue", "1p", id="the tile"
        ),
    ],
)
def test_a_yaku_is_proved_by_these_tiles(key: str, line: str, tiles: str) -> None:
    assert proving(line, key) == {tiles}


def lowest(blocks: tuple[Block, ...]) -> int:
    return sum({1 << block.kind for block in blocks})


@given(wins())
def test_what_proves_a_yaku_is_in_the_hand(won: Win) -> None:
    for scored in won.score.readings:
        for award in scored.yaku:
            tiles = award.proof(scored.reading)
            assert bool(tiles) == (award.yaku.proof is not None)
            assert tiles & ~scored.reading.kinds == 0
            # All kinds of the hand, or lowest kinds of blocks.
            assert tiles in (scored.reading.kinds, tiles & lowest(scored.reading.blocks))
