"""The optional yaku beyond the examples in their docstrings: what they replace, add to, refuse, and lift to a
mangan."""

from dataclasses import replace
from typing import Any, get_args

import pytest

from tests.scoring.hands import but, win
from webapp.scoring.checks import problems
from webapp.scoring.hand import flags_of
from webapp.scoring.points import Limit
from webapp.scoring.rules import PRESETS, TENHOU, LocalYaku, Rules
from webapp.scoring.score import ScoredReading, score

LOCAL = frozenset(get_args(LocalYaku))


def by(*local: LocalYaku, **switches: Any) -> Rules:
    """The rules of tenhou with these local yaku and switches."""
    return replace(TENHOU, local_yaku=frozenset(local), **switches)


def best(line: str, rules: Rules, **facts: Any) -> ScoredReading:
    """The reading that counts of a hand in which nothing is wrong."""
    won = win(line, **facts).hand
    assert problems(but(won, rules=rules)) == ()
    found = score(but(won, rules=rules)).best
    assert found is not None, f"no win: {line}"
    return found


def awarded(scored: ScoredReading) -> dict[str, int]:
    """The yaku of a reading with their han, or how often a yakuman counts."""
    return {award.key: award.han or award.yakuman for award in scored.yaku}


def yaku(line: str, rules: Rules, **facts: Any) -> dict[str, int]:
    return awarded(best(line, rules, **facts))


def readings(line: str, rules: Rules) -> list[dict[str, int]]:
    """The yaku of every reading, best first."""
    return [awarded(scored) for scored in score(win(line, rules=rules).hand).readings]


def wrong(line: str, rules: Rules, **facts: Any) -> list[str]:
    """The codes of what cannot be about the flags of a hand."""
    return [found.code for found in problems(win(line, **facts, rules=rules).hand) if found.field == "flags"]


# -- which are in play -----------------------------------------------------------------------------


def test_there_are_the_yaku_that_online_games_offer() -> None:
    assert set(LOCAL) == {
        "daisharin",
        "open_riichi",
        "sanrenkou",
        "isshoku_sanjun",
        "uumensai",
        "tsubame_gaeshi",
        "kanfuri",
        "shiiaru_raotai",
        "iipin_mooyue",
        "chuupin_raoyui",
        "suurenkou",
        "daichisei",
        "paarenchan",
        "ishi_no_ue_nimo_sannen",
    }


#: Flags of the optional yaku, each with a hand and a seat that it suits.
FLAGGED = {
    "renhou": ("123m 456p 789s 34s 55p +5s renhou", 1),
    "open_riichi": ("123m 456p 789s 34s 55p +5s open_riichi", 1),
    "tsubame_gaeshi": ("(123m) 456p 789s 34s 55p +5s tsubame_gaeshi", 1),
    "kanfuri": ("(123m) 456p 789s 34s 55p +5s kanfuri", 1),
    "paarenchan": ("(123m) 456p 789s 34s 55p +5s paarenchan", 0),
    "ishi_no_ue_nimo_sannen": ("123m 456p 789s 34s 55p +5s double_riichi ishi_no_ue_nimo_sannen", 1),
}


@pytest.mark.parametrize("flag", FLAGGED)
def test_a_flag_is_refused_unless_the_rules_name_its_yaku(flag: str) -> None:
    line, seat = FLAGGED[flag]
    local = LOCAL & {flag}
    named = replace(TENHOU, renhou="five_han") if flag == "renhou" else replace(TENHOU, local_yaku=local)
    others = replace(TENHOU, local_yaku=LOCAL - local)
    assert wrong(line, named, seat=seat) == []
    assert wrong(line, others, seat=seat) == ["unknown_flag"]
    assert flag in [name.value for name in flags_of(named)]
    assert flag not in [name.value for name in flags_of(others)]


@pytest.mark.parametrize("preset", PRESETS)
def test_no_preset_has_a_flag_of_a_local_yaku_and_only_wrc_and_ema_have_renhou(preset: str) -> None:
    flags = {flag.value for flag in flags_of(PRESETS[preset])}
    assert flags & set(FLAGGED) == ({"renhou"} if preset in ("wrc", "ema") else set())


# -- renhou ----------------------------------------------------------------------------------------

RENHOU = "123m 456p 789s 34s 55p +5s renhou"


def renhou(value: Any) -> Rules:
    return replace(TENHOU, renhou=value)


@pytest.mark.parametrize(
    ("value", "found", "han", "points", "limit"),
    [
        ("two_han", {"renhou": 2, "pinfu": 1}, 3, 3900, None),
        ("five_han", {"renhou": 5, "pinfu": 1}, 6, 12000, Limit.HANEMAN),
        ("mangan", {"renhou": 0, "pinfu": 1}, 1, 8000, Limit.MANGAN),
        ("baiman", {"renhou": 0, "pinfu": 1}, 1, 16000, Limit.BAIMAN),
        ("yakuman", {"renhou": 1}, 0, 32000, Limit.YAKUMAN),
    ],
)
def test_what_renhou_is_worth(value: str, found: dict[str, int], han: int, points: int, limit: Limit | None) -> None:
    scored = best(RENHOU, renhou(value))
    assert awarded(scored) == found
    assert (scored.han, scored.points, scored.limit) == (han, points, limit)


@pytest.mark.parametrize(
    ("value", "points"),
    [("two_han", 2600), ("five_han", 8000), ("mangan", 8000), ("baiman", 16000), ("yakuman", 32000)],
)
def test_renhou_is_a_yaku_by_itself(value: str, points: int) -> None:
    line = "123m 456p 789s 35s 55p +4s renhou"
    assert yaku(line, renhou(value)).keys() == {"renhou"}
    assert best(line, renhou(value)).points == points


@pytest.mark.parametrize(("value", "han"), [("two_han", 5), ("five_han", 8), ("mangan", 3)])
def test_renhou_counts_dora_where_it_is_no_yakuman(value: str, han: int) -> None:
    assert best(f"{RENHOU} dora=9m8s", renhou(value)).han == han


@pytest.mark.parametrize(
    ("value", "found", "points"),
    [
        ("yakuman", {"kokushi": 1, "renhou": 1}, 64000),
        ("five_han", {"kokushi": 1}, 32000),
        ("mangan", {"kokushi": 1}, 32000),
    ],
)
def test_renhou_beside_another_yakuman(value: str, found: dict[str, int], points: int) -> None:
    line = "119m 19p 19s 123456z +7z renhou"
    assert yaku(line, renhou(value)) == found
    assert best(line, renhou(value)).points == points


@pytest.mark.parametrize(
    ("line", "seat"),
    [
        (RENHOU, 0),
        (f"{RENHOU} tsumo", 1),
        ("[1111m] 456p 789s 34s 55p +5s renhou", 1),
        ("(123m) 456p 789s 34s 55p +5s renhou", 1),
        (f"{RENHOU} riichi", 1),
        (f"{RENHOU} houtei", 1),
    ],
)
def test_renhou_is_a_non_dealer_s_first_ron_before_any_meld(line: str, seat: int) -> None:
    assert wrong(line, renhou("five_han"), seat=seat) == ["conflicting_flags"]
    assert wrong(RENHOU, renhou("five_han")) == []


# -- a mangan at least -----------------------------------------------------------------------------

MOON = "123m 456p 55s 345s 23p +1p tsumo haitei"
FISH = "123m 456p 55s 345s 78p +9p houtei"
LAST_TILES = by("iipin_mooyue", "chuupin_raoyui")


@pytest.mark.parametrize(
    ("line", "rules", "key", "han", "fu"),
    [
        (MOON, by("iipin_mooyue"), "iipin_mooyue", 3, 20),
        (FISH, by("chuupin_raoyui"), "chuupin_raoyui", 2, 30),
        (RENHOU, renhou("mangan"), "renhou", 1, 30),
    ],
)
def test_a_cheap_hand_is_lifted_to_a_mangan_and_keeps_its_han_and_fu(
    line: str, rules: Rules, key: str, han: int, fu: int
) -> None:
    lifted = best(line, rules)
    assert (lifted.basic, lifted.limit, lifted.points) == (2000, Limit.MANGAN, 8000)
    assert (lifted.han, lifted.fu) == (han, fu)
    assert awarded(lifted)[key] == 0


@pytest.mark.parametrize("line", [MOON, FISH])
def test_the_dealer_s_mangan_is_12000(line: str) -> None:
    assert best(line, LAST_TILES, seat=0).points == 12000
    assert best(line, TENHOU, seat=0).points < 12000


@pytest.mark.parametrize(
    ("line", "dora", "limit", "points"),
    [
        (MOON, "9m1m", Limit.MANGAN, 8000),
        (MOON, "9m1m2m", Limit.HANEMAN, 12000),
        (MOON, "9m1m2m3p9p", Limit.BAIMAN, 16000),
        (FISH, "9m1m2m3p", Limit.HANEMAN, 12000),
        (RENHOU, "9m1m2m3p", Limit.MANGAN, 8000),
        (RENHOU, "9m1m2m3p8s", Limit.HANEMAN, 12000),
    ],
)
def test_a_dear_hand_is_not_lowered_to_a_mangan(line: str, dora: str, limit: Limit, points: int) -> None:
    scored = best(f"{line} dora={dora}", replace(LAST_TILES, renhou="mangan"))
    assert (scored.limit, scored.points) == (limit, points)


@pytest.mark.parametrize("line", ["119m 9p 19s 1234567z +1p tsumo haitei", "119m 1p 19s 1234567z +9p houtei"])
def test_a_yakuman_is_not_lowered_to_a_mangan(line: str) -> None:
    assert yaku(line, LAST_TILES) == {"kokushi": 1}
    assert best(line, LAST_TILES).points == 32000


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        (MOON, True),
        ("(123m) (456p) 55s 345s 23p +1p tsumo haitei", True),
        ("2255m 1p 3388s 4466z +1p tsumo haitei", True),
        ("123m 456p 55s 345s 23p +1p tsumo", False),
        ("123m 456p 55s 345s 23p +4p tsumo haitei", False),
        ("123m 456p 55s 345p 23s +1s tsumo haitei", False),
        ("123m 456p 55s 345s 23p +1p houtei", False),
    ],
)
def test_the_moon_is_the_one_of_circles_from_the_bottom_of_the_wall(line: str, holds: bool) -> None:
    assert ("iipin_mooyue" in yaku(line, LAST_TILES)) is holds


@pytest.mark.parametrize(
    ("line", "holds"),
    [
        (FISH, True),
        ("(123m) (456p) 55s 345s 78p +9p houtei", True),
        ("2255m 9p 3388s 4466z +9p houtei", True),
        ("123m 456p 55s 345s 78p +9p riichi", False),
        ("123m 456p 55s 345s 78p +6p houtei", False),
        ("123m 456p 55s 345p 78s +9s houtei", False),
        ("123m 456p 55s 345s 78p +9p tsumo haitei", False),
    ],
)
def test_the_fish_is_the_nine_of_circles_as_the_last_discard(line: str, holds: bool) -> None:
    assert ("chuupin_raoyui" in yaku(line, LAST_TILES)) is holds


# -- sequences and triplets ------------------------------------------------------------------------

THRICE = by("isshoku_sanjun")


def test_the_same_sequence_three_times_takes_the_place_of_twin_sequences() -> None:
    line = "123m 123m 123m 789s 5p +5p"
    assert readings(line, THRICE) == [{"isshoku_sanjun": 3}, {"sanankou": 2}]
    assert readings(line, TENHOU) == [{"sanankou": 2}, {"iipeikou": 1}]
    assert best(line, THRICE).points == 5200


@pytest.mark.parametrize(
    ("line", "found", "points"),
    [
        ("123m 123m 123m 78s 55p +9s", {"pinfu": 1, "isshoku_sanjun": 3}, 7700),
        ("(123m) 123m 123m 789s 5p +5p", {"isshoku_sanjun": 2}, 2000),
        ("(123m) (123m) (123m) 789s 5p +5p", {"isshoku_sanjun": 2}, 2000),
        ("123m 123m 123m 789p 9m +9m", {"junchan": 3, "isshoku_sanjun": 3}, 12000),
    ],
)
def test_the_same_sequence_three_times_beside_others(line: str, found: dict[str, int], points: int) -> None:
    assert yaku(line, THRICE) == found
    assert best(line, THRICE).points == points


def test_twin_sequences_stay_where_they_are_not_three() -> None:
    assert readings("123m 123m 456p 79s 55p +8s", THRICE) == [{"iipeikou": 1}]
    assert yaku("123m 123m 789p 79p 55s +8p", THRICE) == {"ryanpeikou": 3}
    assert all("isshoku_sanjun" not in found for found in readings("222233334444m 8s +8s", THRICE))
    assert {"ryanpeikou": 3} in [
        {key: han for key, han in found.items() if key.endswith("peikou")}
        for found in readings("222233334444m 8s +8s", THRICE)
    ]


@pytest.mark.parametrize(
    ("line", "found"),
    [
        ("(222m) (333m) (444m) 999p 8s +8s", {"toitoi": 2, "sanrenkou": 2}),
        ("[2222m] (3333m) 444m 567p 9s +9s", {"sanrenkou": 2}),
        # Four in a row are no three, whether or not the rules know four.
        ("(222m) (333m) (444m) 555m 9s +9s", {"toitoi": 2}),
        ("(777m) (888m) (999m) 567p 1s +1s", {"sanrenkou": 2}),
    ],
)
def test_three_consecutive_triplets_beside_others(line: str, found: dict[str, int]) -> None:
    assert yaku(line, by("sanrenkou")) == found


def test_four_consecutive_triplets_are_a_yakuman_beside_others() -> None:
    rules = by("suurenkou", "sanrenkou")
    assert yaku("222m 333m 444m 555m 9s +9s", rules) == {"suuankou_tanki": 1, "suurenkou": 1}
    assert best("222m 333m 444m 555m 9s +9s", rules).points == 64000
    assert yaku("(222m) [3333m] 444m (555m) 9s +9s", rules) == {"suurenkou": 1}


def test_twelve_tiles_down_beside_others_needs_four_called_sets_and_a_ron() -> None:
    rules = by("shiiaru_raotai")
    assert yaku("(111m) (333p) (777s) (8888s) 5p +5p", rules) == {"toitoi": 2, "shiiaru_raotai": 1}
    assert yaku("(111m) (333p) (777s) (8888s) 5p +5p tsumo", rules) == {"toitoi": 2}
    assert yaku("(111m) (333p) (777s) [8888s] 5p +5p", rules) == {"toitoi": 2}


def test_all_five_sorts_beside_others_but_not_in_seven_pairs() -> None:
    rules = by("uumensai")
    assert yaku("123m (456p) 789s 111z 5z +5z", rules) == {"round_wind_E": 1, "uumensai": 2}
    assert yaku("123m 789p 123s 555z 3z +3z", rules) == {"haku": 1, "chanta": 2, "uumensai": 2}
    assert yaku("1144m 22p 3388s 44z 5z +5z", rules) == {"chiitoitsu": 2}


# -- pairs -----------------------------------------------------------------------------------------


def test_seven_stars_count_besides_all_honours() -> None:
    line = "1122334455667z +7z"
    assert yaku(line, by("daichisei")) == {"tsuuiisou": 1, "daichisei": 1}
    assert best(line, by("daichisei")).points == 64000
    assert best(line, by("daichisei"), is_tsumo=True, seat=0).points == 96000
    assert best(line, by("daichisei", yakuman_stack=False)).points == 32000
    assert best(line, TENHOU).points == 32000


@pytest.mark.parametrize("line", ["2233445566778p +8p", "2334455667788p +2p", "2233440566778p +8p"])
def test_big_wheels_are_a_yakuman_however_they_are_read(line: str) -> None:
    wheels = by("daisharin")
    assert {frozenset(found) for found in readings(line, wheels)} == {frozenset({"daisharin"})}
    assert len(readings(line, wheels)) > 1
    assert best(line, wheels).points == 32000


def test_big_wheels_count_besides_the_blessing_of_heaven() -> None:
    found = yaku("2233445566778p +8p tsumo tenhou", by("daisharin"), seat=0)
    assert found == {"daisharin": 1, "tenhou": 1}


# -- riichi ----------------------------------------------------------------------------------------

OPEN = by("open_riichi")


@pytest.mark.parametrize(
    ("flags", "found"),
    [
        ("open_riichi", {"open_riichi": 2}),
        ("double_riichi open_riichi", {"open_double_riichi": 3}),
        ("open_riichi ippatsu", {"open_riichi": 2, "ippatsu": 1}),
        ("double_riichi open_riichi ippatsu", {"open_double_riichi": 3, "ippatsu": 1}),
        ("riichi", {"riichi": 1}),
        ("double_riichi", {"double_riichi": 2}),
    ],
)
def test_riichi_of_every_sort_is_one_yaku(flags: str, found: dict[str, int]) -> None:
    assert yaku(f"123m 456p 789s 34s 55p +5s {flags}", OPEN) == {**found, "pinfu": 1}


def test_ura_dora_count_with_open_riichi() -> None:
    assert best("123m 456p 789s 34s 55p +5s open_riichi dora=1z ura=9m", OPEN).han == 4


def test_open_riichi_may_have_a_concealed_kan_and_no_other_meld_nor_another_riichi() -> None:
    assert wrong("[1111m] 456p 789s 34s 55p +5s open_riichi", OPEN) == []
    assert wrong("(123m) 456p 789s 34s 55p +5s open_riichi", OPEN) == ["needs_closed"]
    assert wrong("123m 456p 789s 34s 55p +5s riichi open_riichi", OPEN) == ["conflicting_flags"]


def test_an_open_riichi_has_a_stick_to_take_back() -> None:
    rules = replace(OPEN, own_stick_returned=True)
    second = win("123m 456p 789s 34s 55p +5s open_riichi", nth_ron=2, sticks=1).hand
    assert score(but(second, rules=rules)).deltas == (0, 4900, -3900, 0)


# -- the last moment -------------------------------------------------------------------------------


@pytest.mark.parametrize("flag", ["tsubame_gaeshi", "kanfuri"])
def test_a_yaku_of_another_s_discard_is_won_by_ron_and_not_on_an_added_tile(flag: LocalYaku) -> None:
    line = f"123m 456p 789s 34s 55p +5s riichi {flag}"
    assert yaku(line, by(flag)) == {"riichi": 1, "pinfu": 1, flag: 1}
    assert wrong(f"{line} tsumo", by(flag)) == ["conflicting_flags"]
    assert wrong(f"{line} chankan", by(flag)) == ["conflicting_flags"]


def test_a_riichi_declared_with_the_discard_after_a_kan_is_both() -> None:
    found = yaku("(123m) 456p 789s 34s 55p +5s tsubame_gaeshi kanfuri", by("tsubame_gaeshi", "kanfuri"))
    assert found == {"tsubame_gaeshi": 1, "kanfuri": 1}


# -- yakuman of circumstance -----------------------------------------------------------------------


def test_eight_wins_in_a_row_are_the_dealer_s_and_add_to_other_yakuman() -> None:
    rules = by("paarenchan")
    assert wrong("(123m) 456p 789s 34s 55p +5s paarenchan", rules, seat=1) == ["conflicting_flags"]
    assert best("(123m) 456p 789s 34s 55p +5s paarenchan tsumo", rules, seat=0).points == 48000
    assert best("119m 19p 19s 123456z +7z paarenchan", rules, seat=0).points == 96000


@pytest.mark.parametrize(
    ("flags", "holds"),
    [
        ("double_riichi tsumo haitei", True),
        ("double_riichi houtei", True),
        ("double_riichi ishi_no_ue_nimo_sannen", True),
        ("double_riichi open_riichi houtei", True),
        ("double_riichi", False),
        ("riichi houtei", False),
        ("open_riichi houtei", False),
    ],
)
def test_three_years_on_a_stone_are_double_riichi_and_the_last_tile(flags: str, holds: bool) -> None:
    found = yaku(f"123m 456p 789s 34s 55p +5s {flags}", by("ishi_no_ue_nimo_sannen", "open_riichi"))
    assert (found == {"ishi_no_ue_nimo_sannen": 1}) is holds
    assert ("ishi_no_ue_nimo_sannen" in found) is holds


def test_three_years_on_a_stone_need_double_riichi() -> None:
    rules = by("ishi_no_ue_nimo_sannen")
    assert wrong("123m 456p 789s 34s 55p +5s riichi ishi_no_ue_nimo_sannen", rules) == ["needs_riichi"]
