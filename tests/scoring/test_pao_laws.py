"""Pao: laws that hold for every hand of three dragons, four winds or four kans."""

from dataclasses import replace
from random import Random
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from tests.examples import law
from tests.scoring.hands import Win, but, keys, meld, win
from webapp.scoring.checks import problems
from webapp.scoring.rules import PRESETS, SWITCHES, Rules
from webapp.scoring.score import score

KAN_TYPES = ("daiminkan", "kakan", "ankan")
FAMILIES = [
    (["5z", "6z", "7z", "9p"], ("pon", "pon", *KAN_TYPES)),
    (["5z", "6z", "7z", "1z"], ("pon", "pon", *KAN_TYPES)),
    (["1z", "2z", "3z", "4z"], ("pon", "pon", *KAN_TYPES)),
    (["5z", "6z", "7z", "8s"], KAN_TYPES),
    (["9p", "8s", "1z", "2z"], KAN_TYPES),
    (["1z", "2z", "3z", "4z"], KAN_TYPES),
]


def dealt_for_pao(random: Random, rules: Rules) -> Win:
    """A hand of three dragons, four winds or four kans with melds of every sort in any order, by these rules."""
    family, kinds = random.choice(FAMILIES)
    tiles = random.sample(family, 4)
    sources = [None, *range(1, rules.players)]
    concealed = "" if kinds is KAN_TYPES or random.randrange(4) else tiles.pop()
    melds = []
    for tile in tiles:
        kind = random.choice(kinds)
        copies = 3 if kind == "pon" else 4
        melds.append(meld(kind, tile[0] * copies + tile[1], None if kind == "ankan" else random.choice(sources)))
    pair = random.choice([tile for tile in ("1s", "6p", "5z", "2z") if tile not in family])
    hand = win(f"{concealed * 3} {pair} +{pair}").hand
    return Win(
        but(
            hand,
            melds=tuple(melds),
            seat=random.randrange(rules.players),
            discarder=random.randint(1, rules.players - 1),
            is_tsumo=bool(random.randrange(2)),
            honba=random.choice((0, 1, 3)),
            sticks=random.choice((0, 1, 3)),
            liable=random.choice((None, None, None, *range(rules.players))),
            rules=rules,
        )
    )


def rules_with_pao(random: Random) -> Rules:
    """Any preset, as it is or with other switches of pao and yakuman."""
    rules = random.choice(list(PRESETS.values()))
    if random.randrange(3) == 0:
        return rules
    pao = random.sample(SWITCHES["pao"].choices, random.randint(1, 3))
    double = random.sample(SWITCHES["double_yakuman"].choices, random.randint(0, 2))
    switches: dict[str, Any] = {
        "pao": frozenset(pao),
        "double_yakuman": frozenset(double),
        "pao_scope": random.choice(SWITCHES["pao_scope"].choices),
        "pao_ron_honba": random.choice(SWITCHES["pao_ron_honba"].choices),
        "honba_ron": random.choice((0, 300, 1000)),
        "honba_tsumo": random.choice((0, 100, 500)),
        "yakuman_stack": bool(random.randrange(4)),
        "tsumo_loss": bool(random.randrange(2)),
    }
    return replace(rules, **switches)


PAO_HANDS = (
    st.randoms(use_true_random=False)
    .map(lambda random: dealt_for_pao(random, rules_with_pao(random)))
    .filter(lambda won: not problems(won.hand))
)


@given(PAO_HANDS)
@law(100)
def test_what_all_gain_and_lose_adds_up_to_the_sticks_taken(won: Win) -> None:
    assert won.score.best is not None
    assert sum(won.score.deltas) == 1000 * won.hand.table.sticks


@given(PAO_HANDS)
@law(100)
def test_nobody_pays_but_who_is_named(won: Win) -> None:
    found = won.score
    named = {part.seat for part in found.liabilities}
    others = set(range(won.rules.players)) - {won.hand.table.seat}
    discarder = (won.hand.table.seat + won.hand.table.discarder) % won.rules.players
    is_all_theirs = bool(named) and sum(part.basic for part in found.liabilities) == found.readings[0].basic
    by_tsumo = named if is_all_theirs else others
    payers = {seat for seat, change in enumerate(found.deltas) if change < 0}
    assert payers == (by_tsumo if won.hand.is_tsumo else named | {discarder})
    assert found.deltas[won.hand.table.seat] > 0


@given(PAO_HANDS)
@law(100)
def test_who_is_liable_is_never_paid(won: Win) -> None:
    for part in won.score.liabilities:
        assert part.seat != won.hand.table.seat
        assert won.score.deltas[part.seat] < 0


@given(PAO_HANDS)
@law(100)
def test_the_winner_gets_their_points_honba_and_sticks_whoever_pays(won: Win) -> None:
    rules, hand = won.rules, won.hand
    each = rules.honba_tsumo * (rules.players - 1) if hand.is_tsumo else rules.honba_ron
    honba = each * hand.table.honba
    assert won.score.deltas[hand.table.seat] == won.score.points + honba + 1000 * hand.table.sticks


@given(PAO_HANDS)
@law(100)
def test_without_pao_a_hand_is_worth_the_same(won: Win) -> None:
    without = replace(won.rules, pao=frozenset())
    assert score(but(won.hand, rules=without)).points == won.score.points
    assert score(but(won.hand, rules=without)).liabilities == ()


@given(PAO_HANDS)
@law(100)
def test_no_hand_makes_more_liable_than_the_rules_name(won: Win) -> None:
    assert won.score.best is not None
    named = keys(won.score.best) & won.rules.pao
    found = won.score.liabilities
    if won.rules.pao_scope == "whole_hand":
        assert len(found) <= 1
        assert not found or named
    else:
        assert {key for part in found for key in part.yakuman} <= named


def test_the_hands_of_these_laws_are_of_every_kind() -> None:
    random = Random(7)
    dealt = [dealt_for_pao(random, rules_with_pao(random)) for _ in range(2000)]
    found = [won.score for won in dealt if not problems(won.hand)]
    assert {len(one.liabilities) for one in found} == {0, 1, 2}
    named = {key for one in found for part in one.liabilities for key in part.yakuman}
    assert named >= {"daisangen", "daisuushii", "suukantsu", "tsuuiisou"}
    assert {one.hand.rules.preset for one in found if one.liabilities} == set(PRESETS)
    assert {one.hand.is_tsumo for one in found if len(one.liabilities) == 2} == {True, False}
