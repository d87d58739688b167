"""An independent program agrees on thousands of hands: yaku, han, fu, and what everybody pays."""

from collections import Counter
from random import Random

from tests.scoring.hands import Win, random_win
from tests.scoring.peer import KEYS, Answer, our_answer, peer_answer, peer_rules

HANDS = 6000
SEED = 20241


def hands() -> list[Win]:
    random = Random(SEED)
    return [random_win(random, peer_rules(random)) for _ in range(HANDS)]


def is_open_tsumo_without_fu(win: Win, ours: Answer | None, theirs: Answer | None) -> bool:
    """The one difference: an open tsumo of four sequences where open hands without fu are not lifted to 30.

    The peer gives it no fu for the tsumo either, so it counts 20. We are right: RULES section 4 takes the 2 fu of a
    tsumo away with pinfu only, and pinfu needs a closed hand ("an open tsumo has 22 → 30").
    """
    return (
        win.hand.is_tsumo
        and not win.hand.is_closed
        and not win.rules.open_pinfu_30
        and ours is not None
        and theirs is not None
        and (ours.fu, theirs.fu) == (30, 20)
        and (ours.yaku, ours.han) == (theirs.yaku, theirs.han)
    )


def test_the_package_mahjong_agrees_on_thousands_of_hands() -> None:
    differences = []
    explained = 0
    for win in hands():
        ours, theirs = our_answer(win), peer_answer(win)
        if ours != theirs:
            explained += is_open_tsumo_without_fu(win, ours, theirs)
            if not is_open_tsumo_without_fu(win, ours, theirs):
                differences.append((win, ours, theirs))
    assert differences == []
    assert 0 < explained < HANDS / 100


def test_every_yaku_that_it_knows_is_among_the_hands() -> None:
    seen = Counter(key for win in hands() if (answer := our_answer(win)) for key, _ in answer.yaku)
    assert set(seen) == set(KEYS.values())
    assert sum(our_answer(win) is None for win in hands()) > HANDS / 100
