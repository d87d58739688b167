"""Pao (責任払い): who is liable, for what, and what they pay (webapp/scoring/RULES.md, Pao).

The winner sits South unless a test says otherwise, so the players from whom he called are W (1, right), N (2, across)
and E (3, left).
"""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.examples import law
from tests.scoring.hands import Win, but, keys, meld, win
from webapp.scoring.blocks import Meld
from webapp.scoring.checks import problems
from webapp.scoring.rules import PRESETS, SWITCHES, TENHOU, Rules
from webapp.scoring.score import score

#: The discarder pays the honba of a ron; the tests of `pao_ron_honba` say where the liable player does.
PER_YAKUMAN = replace(TENHOU, pao_scope="per_yakuman", pao_ron_honba="discarder")
WHOLE_HAND = replace(PER_YAKUMAN, pao_scope="whole_hand")
FOUR_KANS = replace(PER_YAKUMAN, pao=frozenset({"daisangen", "daisuushii", "suukantsu"}))
SEATS = "ESWN"


def liable(line: str, *melds: Meld, rules: Rules = PER_YAKUMAN, **facts: Any) -> dict[str, str]:
    """Who is liable for which yakuman: the seat's wind by the yakuman's key."""
    found = score(win(line, melds=melds, **facts, rules=rules).hand).liabilities
    return {key: SEATS[part.seat] for part in found for key in part.yakuman}


def change(line: str, *melds: Meld, rules: Rules = PER_YAKUMAN, **facts: Any) -> tuple[int, ...]:
    """What E S W N gain or lose."""
    return score(win(line, melds=melds, **facts, rules=rules).hand).deltas


def pon(tile: str, source: int | None) -> Meld:
    return meld("pon", tile[0] * 3 + tile[1], source)


def kan(tile: str, source: int | None = None, *, kind: str = "daiminkan") -> Meld:
    return meld(kind, tile[0] * 4 + tile[1], source)


def ankan(tile: str) -> Meld:
    return kan(tile, kind="ankan")


def kakan(tile: str, source: int) -> Meld:
    """A pon from this player, to which the fourth tile was added."""
    return meld("kakan", tile[0] * 4 + tile[1], source, called=tile, added=tile)


# -- who is liable ---------------------------------------------------------------------------------

#: What stands beside three melds of dragons: a sequence and a pair; beside four melds: the pair.
REST = "23m 55m +4m"
PAIR = "9m +9m"


@pytest.mark.parametrize(("source", "seat"), [(1, "W"), (2, "N"), (3, "E")])
def test_who_feeds_the_third_dragon_is_liable(source: int, seat: str) -> None:
    others = [other for other in (1, 2, 3) if other != source]
    for first in others:
        for second in others:
            assert liable(REST, pon("5z", first), pon("6z", second), pon("7z", source)) == {"daisangen": seat}


@pytest.mark.parametrize("order", ["567", "576", "657", "675", "756", "765"])
def test_it_is_the_dragon_called_last_whichever_it_is(order: str) -> None:
    first, second, last = (f"{rank}z" for rank in order)
    assert liable(REST, pon(first, 1), pon(second, 3), pon(last, 2)) == {"daisangen": "N"}


@pytest.mark.parametrize("place", range(4))
def test_another_meld_before_or_after_it_changes_nothing(place: int) -> None:
    melds = [pon("5z", 1), pon("6z", 1), pon("7z", 2)]
    for other in (pon("3s", 3), meld("chi", "345s", 3), kan("3s", 3), ankan("3s")):
        assert liable(PAIR, *melds[:place], other, *melds[place:]) == {"daisangen": "N"}


@pytest.mark.parametrize(
    ("last", "seat"),
    [
        (kan("7z", 2), "N"),
        (kakan("7z", 2), "N"),
        (kakan("7z", 3), "E"),
        (pon("7z", 2), "N"),
    ],
)
def test_a_called_kan_feeds_as_a_pon_and_an_added_one_by_its_pon(last: Meld, seat: str) -> None:
    assert liable(REST, pon("5z", 1), pon("6z", 1), last) == {"daisangen": seat}
    assert liable(REST, kan("5z", 1), kakan("6z", 1), last) == {"daisangen": seat}


@pytest.mark.parametrize(
    "melds",
    [
        (ankan("5z"), pon("6z", 1), pon("7z", 2)),
        (pon("5z", 1), ankan("6z"), pon("7z", 2)),
        (ankan("5z"), ankan("6z"), pon("7z", 2)),
        (ankan("5z"), ankan("6z"), kan("7z", 2)),
    ],
)
def test_a_concealed_kan_before_the_last_set_is_exposed_as_any_other(melds: tuple[Meld, ...]) -> None:
    assert liable(REST, *melds) == {"daisangen": "N"}


@pytest.mark.parametrize(
    ("line", "melds"),
    [
        # A concealed kan as the last set: nobody fed it.
        (REST, (pon("5z", 1), pon("6z", 2), ankan("7z"))),
        (REST, (ankan("5z"), ankan("6z"), ankan("7z"))),
        # One of the three is a concealed triplet in the hand, drawn or completed by the winning tile.
        (f"777z {REST}", (pon("5z", 1), pon("6z", 2))),
        (f"777z {REST} tsumo", (pon("5z", 1), pon("6z", 2))),
        ("77z 234m 55m +7z", (pon("5z", 1), pon("6z", 2))),
        ("77z 234m 55m +7z tsumo", (pon("5z", 1), pon("6z", 2))),
        (f"666z 777z {REST}", (pon("5z", 1),)),
        # It is not known from whom.
        (REST, (pon("5z", 1), pon("6z", 2), pon("7z", None))),
    ],
)
def test_nobody_is_liable_for_dragons_that_nobody_fed_last(line: str, melds: tuple[Meld, ...]) -> None:
    found = score(win(line, melds=melds, rules=PER_YAKUMAN).hand)
    assert found.best is not None
    assert keys(found.best) == {"daisangen"}
    assert found.liabilities == ()
    assert {payment.reason for payment in found.payments} <= {"ron", "tsumo"}


@pytest.mark.parametrize(
    ("melds", "seat"),
    [
        ((pon("1z", 1), pon("2z", 1), pon("3z", 2), pon("4z", 3)), "E"),
        ((pon("4z", 3), pon("3z", 3), pon("2z", 3), pon("1z", 1)), "W"),
        ((kan("1z", 1), kakan("2z", 1), ankan("3z"), pon("4z", 2)), "N"),
        ((pon("1z", 1), pon("2z", 1), pon("3z", 2), kakan("4z", 3)), "E"),
        ((pon("1z", 1), pon("2z", 1), pon("3z", 2), ankan("4z")), None),
    ],
)
def test_who_feeds_the_fourth_wind_is_liable(melds: tuple[Meld, ...], seat: str | None) -> None:
    assert liable("5m +5m", *melds) == ({"daisuushii": seat} if seat else {})


@pytest.mark.parametrize(
    ("line", "yakuman"),
    [
        ("444z 5m +5m", "daisuushii"),
        ("44z 55m +4z", "daisuushii"),
        ("44z 23m +4m", "shousuushii"),
    ],
)
def test_three_fed_winds_make_nobody_liable(line: str, yakuman: str) -> None:
    melds = (pon("1z", 1), pon("2z", 1), pon("3z", 2))
    found = score(win(line, melds=melds, rules=PER_YAKUMAN).hand)
    assert found.best is not None
    assert keys(found.best) == {yakuman}
    assert found.liabilities == ()


def test_two_fed_dragons_and_a_pair_of_the_third_make_nobody_liable() -> None:
    assert score(win("77z 23m 99p +4m", melds=(pon("5z", 1), pon("6z", 2)), rules=PER_YAKUMAN).hand).liabilities == ()


# -- four kans -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fourth", "seat"),
    [
        (kan("8p", 1), "W"),
        (kan("8p", 2), "N"),
        (kan("8p", 3), "E"),
        (kakan("8p", 2), None),
        (ankan("8p"), None),
        (kan("8p", None), None),
    ],
)
@pytest.mark.parametrize(
    "before",
    [
        (kan("1m", 1), kan("2s", 1), kan("3z", 1)),
        (ankan("1m"), ankan("2s"), ankan("3z")),
        (kakan("1m", 3), ankan("2s"), kan("3z", 1)),
    ],
)
def test_for_four_kans_only_a_called_kan_as_the_fourth_makes_liable(
    before: tuple[Meld, ...], fourth: Meld, seat: str | None
) -> None:
    assert liable("6p +6p", *before, fourth, rules=FOUR_KANS) == ({"suukantsu": seat} if seat else {})


@pytest.mark.parametrize("preset", PRESETS)
def test_four_kans_make_somebody_liable_by_the_rules_of_the_m_league_alone(preset: str) -> None:
    melds = (kan("1s", 1), kan("2s", 1), kan("3z", 1), kan("8p", 1))
    assert bool(liable("6p +6p", *melds, rules=PRESETS[preset])) is (preset == "m_league")


# -- by which rules --------------------------------------------------------------------------------

DRAGONS = (pon("5z", 1), pon("6z", 1), pon("7z", 2))
WINDS = (pon("1z", 1), pon("2z", 1), pon("3z", 1), pon("4z", 2))


@pytest.mark.parametrize(
    ("pao", "dragons", "winds"),
    [
        ({"daisangen", "daisuushii"}, {"daisangen": "N"}, {"daisuushii": "N"}),
        ({"daisangen"}, {"daisangen": "N"}, {}),
        ({"daisuushii"}, {}, {"daisuushii": "N"}),
        ({"suukantsu"}, {}, {}),
        (set(), {}, {}),
    ],
)
def test_only_the_yakuman_that_the_rules_name_make_liable(
    pao: set[str], dragons: dict[str, str], winds: dict[str, str]
) -> None:
    rules = replace(PER_YAKUMAN, pao=frozenset(pao))  # type: ignore[arg-type]
    assert liable(REST, *DRAGONS, rules=rules) == dragons
    assert liable("5m +5m", *WINDS, rules=rules) == winds


# -- set by hand -----------------------------------------------------------------------------------

UNKNOWN = (pon("5z", None), pon("6z", None), pon("7z", None))


@pytest.mark.parametrize("melds", [UNKNOWN, DRAGONS])
@pytest.mark.parametrize(("by_hand", "found"), [(0, {}), (1, {"daisangen": "W"}), (3, {"daisangen": "E"})])
def test_who_is_liable_may_be_set_by_hand_whatever_the_melds_say(
    melds: tuple[Meld, ...], by_hand: int, found: dict[str, str]
) -> None:
    assert liable(REST, *melds, liable=by_hand) == found


def test_set_by_hand_it_holds_for_a_set_that_the_melds_do_not_show() -> None:
    assert liable(f"777z {REST}", pon("5z", 1), pon("6z", 2), liable=2) == {"daisangen": "N"}


@pytest.mark.parametrize("line", ["19m 19p 19s 1234567z +1z", "123m 456p 789s 34s 55p +5s riichi"])
def test_set_by_hand_it_makes_nobody_liable_for_another_hand(line: str) -> None:
    plain = change(line)
    assert liable(line, liable=2) == {}
    assert change(line, liable=2) == plain


def test_it_is_counted_from_the_winner_s_seat() -> None:
    for seat in range(4):
        found = liable(REST, *DRAGONS, seat=seat)
        assert found == {"daisangen": SEATS[(seat + 2) % 4]}
        assert liable(REST, *UNKNOWN, seat=seat, liable=3) == {"daisangen": SEATS[(seat + 3) % 4]}


# -- what he pays: his yakuman alone in the hand ---------------------------------------------------

SCOPES = pytest.mark.parametrize("rules", [PER_YAKUMAN, WHOLE_HAND], ids=["per_yakuman", "whole_hand"])


@SCOPES
@pytest.mark.parametrize(
    ("facts", "deltas"),
    [
        # N is liable. By tsumo he pays all of it, the honba too; the stick is the table's.
        ({"is_tsumo": True}, (0, 32000, 0, -32000)),
        ({"is_tsumo": True, "honba": 2, "sticks": 1}, (0, 33600, 0, -32600)),
        # By ron on W: half each, the honba from the discarder.
        ({"discarder": 1}, (0, 32000, -16000, -16000)),
        ({"discarder": 1, "honba": 2, "sticks": 1}, (0, 33600, -16600, -16000)),
        ({"discarder": 3, "honba": 2}, (-16600, 32600, 0, -16000)),
        # By ron on N himself: both halves.
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


def test_honba_of_500_for_each_payer_are_1500_from_who_is_liable() -> None:
    rules = replace(PER_YAKUMAN, honba_per_payer=500)
    assert change(REST, *DRAGONS, rules=rules, is_tsumo=True, honba=1) == (0, 33500, 0, -33500)
    assert change(REST, *DRAGONS, rules=rules, discarder=1, honba=1) == (0, 33500, -17500, -16000)


# -- what he pays: with other yakuman --------------------------------------------------------------

#: Daisangen and tsuuiisou; N is liable for daisangen.
TWO_YAKUMAN = "222z 1z +1z"


@pytest.mark.parametrize(
    ("facts", "per_yakuman", "whole_hand"),
    [
        # Tsumo: 32,000 of his own and his share of the other yakuman and of the honba; or everything.
        ({"is_tsumo": True, "honba": 1}, (-16100, 64300, -8100, -40100), (0, 64300, 0, -64300)),
        # Ron on W: half of his own, or half of everything.
        ({"discarder": 1, "honba": 1}, (0, 64300, -48300, -16000), (0, 64300, -32300, -32000)),
        ({"discarder": 2, "honba": 1}, (0, 64300, 0, -64300), (0, 64300, 0, -64300)),
        # To the dealer, whose across is W.
        ({"seat": 0, "is_tsumo": True, "honba": 1}, (96300, -16100, -64100, -16100), (96300, 0, -96300, 0)),
        ({"seat": 0, "discarder": 1, "honba": 1}, (96300, -72300, -24000, 0), (96300, -48300, -48000, 0)),
        # From a liable dealer: his share of the other yakuman is the dealer's.
        ({"seat": 2, "is_tsumo": True}, (-48000, -8000, 64000, -8000), (-64000, 0, 64000, 0)),
        ({"seat": 2, "discarder": 1}, (-16000, 0, 64000, -48000), (-32000, 0, 64000, -32000)),
    ],
)
def test_beside_another_yakuman(
    facts: dict[str, Any], per_yakuman: tuple[int, ...], whole_hand: tuple[int, ...]
) -> None:
    assert change(TWO_YAKUMAN, *DRAGONS, rules=PER_YAKUMAN, **facts) == per_yakuman
    assert change(TWO_YAKUMAN, *DRAGONS, rules=WHOLE_HAND, **facts) == whole_hand


def test_beside_another_yakuman_too_the_honba_may_be_his() -> None:
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
def test_where_yakuman_do_not_add_up_he_pays_a_single_one(rules: Rules, line: str) -> None:
    single = replace(rules, yakuman_stack=False, double_yakuman=frozenset({"daisuushii"}))
    assert change(line, *WINDS, rules=single, is_tsumo=True, honba=1) == (0, 32300, 0, -32300)
    assert change(line, *WINDS, rules=single, discarder=1, honba=1) == (0, 32300, -16300, -16000)


# -- two liabilities -------------------------------------------------------------------------------

#: The third dragon from N, then the fourth kan from E: daisangen and four kans.
BOTH = (kan("5z", 1), kan("6z", 1), kan("7z", 2), kan("2s", 3))


def test_each_is_liable_for_his_own_yakuman() -> None:
    assert liable(PAIR, *BOTH, rules=FOUR_KANS) == {"daisangen": "N", "suukantsu": "E"}


def test_for_the_whole_hand_the_later_one_alone_is_liable() -> None:
    rules = replace(FOUR_KANS, pao_scope="whole_hand")
    assert liable(PAIR, *BOTH, rules=rules) == {"daisangen": "E", "suukantsu": "E"}
    # The dragon may be the later one: a set of a dragon called as the fourth kan feeds both.
    assert liable(PAIR, BOTH[3], *BOTH[:3], rules=rules) == {"daisangen": "N", "suukantsu": "N"}


@pytest.mark.parametrize(
    ("facts", "per_yakuman", "whole_hand"),
    [
        # Tsumo: each pays his own; the honba, with nothing else left, is the later one's.
        ({"is_tsumo": True, "honba": 1}, (-32300, 64300, 0, -32000), (-64300, 64300, 0, 0)),
        # Ron on W: he pays both other halves.
        ({"discarder": 1, "honba": 1}, (-16000, 64300, -32300, -16000), (-32000, 64300, -32300, 0)),
        # Ron on N, liable for the dragons.
        ({"discarder": 2, "honba": 1}, (-16000, 64300, 0, -48300), (-32000, 64300, 0, -32300)),
        # Ron on E, liable for the kans.
        ({"discarder": 3, "honba": 1}, (-48300, 64300, 0, -16000), (-64300, 64300, 0, 0)),
    ],
)
def test_two_liable_players_pay_each_his_own_or_the_later_one_all(
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
        # Tsumo loss: he pays what the tsumo would have brought, 16,000 + 8,000, or 2 × 16,000 to the dealer.
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
    assert [(payment.payer, payment.points, payment.reason) for payment in found] == [
        (3, 32000, "pao"),
        (0, 16000, "tsumo"),
        (0, 100, "honba"),
        (2, 8000, "tsumo"),
        (2, 100, "honba"),
        (3, 8000, "tsumo"),
        (3, 100, "honba"),
        (None, 1000, "sticks"),
    ]
    assert {payment.receiver for payment in found} == {1}
    by_ron = score(but(hand, is_tsumo=False, rules=PER_YAKUMAN)).payments
    assert [(payment.payer, payment.points, payment.reason) for payment in by_ron] == [
        (3, 16000, "pao"),
        (2, 48000, "ron"),
        (2, 300, "honba"),
        (None, 1000, "sticks"),
    ]


# -- laws ------------------------------------------------------------------------------------------


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
            but(
                hand,
                melds=tuple(melds),
                seat=random.randrange(rules.players),
                discarder=random.randint(1, rules.players - 1),
                is_tsumo=bool(random.randrange(2)),
                honba=random.choice((0, 1, 3)),
                sticks=random.choice((0, 1, 3)),
                liable=random.choice((None, None, None, *range(rules.players))),
            ),
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
        "honba_per_payer": random.choice(SWITCHES["honba_per_payer"].choices),
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
@law(200)
def test_what_all_gain_and_lose_adds_up_to_the_sticks_taken(won: Win) -> None:
    assert won.score.best is not None
    assert sum(won.score.deltas) == 1000 * won.hand.table.sticks


@given(PAO_HANDS)
@law(200)
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
@law(200)
def test_who_is_liable_is_never_paid(won: Win) -> None:
    for part in won.score.liabilities:
        assert part.seat != won.hand.table.seat
        assert won.score.deltas[part.seat] < 0


@given(PAO_HANDS)
@law(200)
def test_the_winner_gets_his_points_honba_and_sticks_whoever_pays(won: Win) -> None:
    rules, hand = won.rules, won.hand
    honba = rules.honba_per_payer * (rules.players - 1) * hand.table.honba
    assert won.score.deltas[hand.table.seat] == won.score.points + honba + 1000 * hand.table.sticks


@given(PAO_HANDS)
@law(200)
def test_without_pao_a_hand_is_worth_the_same(won: Win) -> None:
    without = replace(won.rules, pao=frozenset())
    assert score(but(won.hand, rules=without)).points == won.score.points
    assert score(but(won.hand, rules=without)).liabilities == ()


@given(PAO_HANDS)
@law(200)
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
