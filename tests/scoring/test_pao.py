"""Pao (責任払い): who is liable for which yakuman (RULES.md, Pao)."""

from dataclasses import replace

import pytest

from tests.scoring.hands import keys, meld, win
from tests.scoring.pao import (
    BOTH,
    DRAGONS,
    FOUR_KANS,
    PAIR,
    PER_YAKUMAN,
    REST,
    SEATS,
    WINDS,
    ankan,
    change,
    kakan,
    kan,
    liable,
    pon,
)
from webapp.scoring.blocks import Meld
from webapp.scoring.rules import PRESETS
from webapp.scoring.score import score


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


# -- nobody ----------------------------------------------------------------------------------------


def test_nobody_fed_a_concealed_kan_whoever_is_noted_at_it() -> None:
    assert liable(REST, pon("5z", 1), pon("7z", 3), ankan("6z")._replace(source=2)) == {}


def test_nobody_is_liable_for_a_hand_that_is_not_won() -> None:
    assert liable("23m 55m +9p", *DRAGONS) == {}


def test_without_any_limit_nobody_is_liable() -> None:
    no_limit = replace(PER_YAKUMAN, no_limit=True)
    assert liable(REST, *DRAGONS, rules=no_limit) == {}
    assert change(REST, *DRAGONS, rules=no_limit, discarder=1)[3] == 0


@pytest.mark.parametrize("preset", ["tokuten", "kimagure"])
def test_some_rules_have_no_pao(preset: str) -> None:
    assert liable(REST, *DRAGONS, rules=PRESETS[preset]) == {}


# -- several yakuman -------------------------------------------------------------------------------


def test_for_the_whole_hand_one_player_is_liable_for_every_yakuman() -> None:
    whole = replace(PER_YAKUMAN, pao_scope="whole_hand")
    assert liable("1z +1z", *DRAGONS, pon("2z", 1), rules=whole) == {"daisangen": "N", "tsuuiisou": "N"}


def test_each_is_liable_for_their_own_yakuman() -> None:
    assert liable(PAIR, *BOTH, rules=FOUR_KANS) == {"daisangen": "N", "suukantsu": "E"}


def test_for_the_whole_hand_the_later_one_alone_is_liable() -> None:
    rules = replace(FOUR_KANS, pao_scope="whole_hand")
    assert liable(PAIR, *BOTH, rules=rules) == {"daisangen": "E", "suukantsu": "E"}
    # The dragon may be the later one: a set of a dragon called as the fourth kan feeds both.
    assert liable(PAIR, BOTH[3], *BOTH[:3], rules=rules) == {"daisangen": "N", "suukantsu": "N"}


def test_where_yakuman_do_not_add_up_the_later_one_alone_is_liable() -> None:
    assert liable(PAIR, *BOTH, rules=replace(FOUR_KANS, yakuman_stack=False)) == {"suukantsu": "E"}


# -- where nothing says who --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "melds", "asked"),
    [
        (REST, (pon("5z", 1), pon("6z", 1), pon("7z", None)), (("daisangen", 2),)),
        (REST, (pon("7z", None), pon("5z", None), pon("6z", None)), (("daisangen", 2),)),
        (REST, (pon("5z", None), pon("6z", None), pon("7z", 2)), ()),
        (PAIR, (pon("1z", 1), pon("2z", 1), pon("3z", 1), pon("4z", None)), (("daisuushii", 3),)),
        ("555z 23m 55m +4m", (pon("6z", None), pon("7z", None)), ()),
        (REST, (pon("5z", 1), pon("6z", 1), ankan("7z")), ()),
        ("55z 23m +4m", (pon("6z", None), pon("7z", None), pon("1s", None)), ()),
    ],
)
def test_it_is_asked_for_where_somebody_fed_the_last_set_and_nobody_is_named(
    line: str, melds: tuple[Meld, ...], asked: tuple[tuple[str, int], ...]
) -> None:
    assert score(win(line, melds=melds, rules=PER_YAKUMAN).hand).unfed == asked


def test_it_is_not_asked_for_once_somebody_is_set_by_hand() -> None:
    melds = (pon("5z", 1), pon("6z", 1), pon("7z", None))
    assert score(win(REST, melds=melds, liable=2, rules=PER_YAKUMAN).hand).unfed == ()


def test_it_is_not_asked_for_where_the_rules_make_nobody_liable() -> None:
    melds = (pon("5z", 1), pon("6z", 1), pon("7z", None))
    for rules in (replace(PER_YAKUMAN, pao=frozenset()), replace(PER_YAKUMAN, pao=frozenset({"daisuushii"}))):
        assert score(win(REST, melds=melds, rules=rules).hand).unfed == ()
    kans = (kan("1s"), kan("2s"), kan("3s"), kan("4s"))
    assert score(win(PAIR, melds=kans, rules=PER_YAKUMAN).hand).unfed == ()
    assert score(win(PAIR, melds=kans, rules=FOUR_KANS).hand).unfed == (("suukantsu", 3),)
