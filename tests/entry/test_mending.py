"""A tile or meld is mended where it lies: replaced, removed, made the winning one, red or plain, fed by somebody."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.examples import law
from tests.formats.forms import form_of, read
from tests.pages.laws import entries, tiles
from webapp.entry import Entry, Obstacle, obstacle, tapped
from webapp.entry.mending import Offers, fed, offers, reddened, removed, selecting, winning
from webapp.formats.address import form_fields, query, query_as_tapped
from webapp.pages.calculator.buttons import pressed
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.notation import parse_tile
from webapp.scoring.rules import copies_of

FULL = "hand=234567m345p2267s8s"
MELDS = "hand=567m2399p4p&melds=pon555z-chi234s"


def at(link: str, place: int) -> Entry:
    """The hand of a link with the tile or meld at this place selected."""
    return selecting(read(form_of(link)), place)


def result(entry: Entry) -> str:
    """The link of an entry in which nothing is selected any more."""
    assert entry.selected is None
    return query(entry.settled())


# -- selecting -------------------------------------------------------------------------------------


@pytest.mark.parametrize("link", [FULL, MELDS, "hand=1m"])
def test_a_second_tap_on_it_ends_the_selection_and_one_elsewhere_moves_it(link: str) -> None:
    entry = read(form_of(link))
    first, other = selecting(entry, 0), selecting(selecting(entry, 0), len(entry.tiles) - 1)
    assert first.selected == 0
    assert selecting(first, 0) == entry
    assert other == entry if link == "hand=1m" else other.selected == len(entry.tiles) - 1


def test_there_is_nothing_to_select_beyond_the_melds() -> None:
    entry = read(form_of(MELDS))
    assert selecting(entry, 9).selected_meld == 1
    assert selecting(entry, 10) is entry


def test_a_selection_ends_the_mode_and_a_mode_the_selection() -> None:
    assert selecting(read(form_of(f"{MELDS}&mode=chi")), 0).mode == "tile"
    assert read(form_of(f"{MELDS}&mode=chi&selected=0")).selected is None
    assert read(form_of(f"{MELDS}&mode=tile&selected=0")).selected == 0


@pytest.mark.parametrize("wrong", ["-1", "14", "10", "x", "²"])
def test_what_is_no_place_selects_nothing(wrong: str) -> None:
    assert read(form_of(f"{MELDS}&selected={wrong}")).selected is None


def test_the_selection_is_no_part_of_the_link() -> None:
    assert query(at(MELDS, 0)) == MELDS
    assert query_as_tapped(at(MELDS, 0)) == f"{MELDS}&selected=0"


@pytest.mark.parametrize(
    "button", [{"action": "undo"}, {"discard": "2s"}, {"action": "clear"}, {"tap": "9m"}, {"action": "remove"}]
)
def test_whatever_changes_the_hand_ends_the_selection(button: dict[str, str]) -> None:
    form = form_of(f"{FULL}&selected=3") | button
    assert pressed(read(form), form).selected is None


def test_a_wait_is_added_and_replaces_nothing() -> None:
    form = form_of("hand=234567m345p2267s&selected=3") | {"wait": "8s"}
    assert query(pressed(read(form), form)) == FULL
    full = form_of(f"{FULL}&selected=3") | {"wait": "8s"}
    assert pressed(read(full), full) == read(full)


# -- replacing -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("link", "place", "key", "after"),
    [
        (FULL, 2, "9p", "hand=23567m3459p2267s8s"),
        (FULL, 13, "5s", "hand=234567m345p2267s5s"),
        (FULL, 9, "0p", "hand=234567m3405p267s8s"),
        ("hand=9m1m5p1m", 0, "2z", "hand=19m5p2z"),
        (MELDS, 8, "0m", "hand=567m2399p4p&melds=pon055m-chi234s"),
        (MELDS, 9, "4s", "hand=567m2399p4p&melds=pon555z-chi456s"),
        # A red five reddens the run that has it plain, and else begins a run of its own.
        ("melds=chi456s.3.4s", 0, "0s", "melds=chi406s.3"),
        ("melds=pon555p.2", 0, "0p", "melds=pon055p.2"),
        ("melds=chi345s", 0, "0s", "melds=chi340s"),
        ("melds=chi234s", 0, "0s", "melds=chi067s"),
        ("melds=chi456s", 0, "0m", "melds=chi067m"),
        ("melds=chi456s.3.6s", 0, "9m", "melds=chi789m.3.9m"),
        ("melds=chi456s.3.6s", 0, "0s", "melds=chi406s.3.6s"),
        ("melds=kakan0555s.1.5s.0s-pon1s11s.2.1s", 0, "9m", "melds=kakan9999m.1-pon111s.2.1s"),
    ],
)
def test_the_next_key_replaces_what_is_selected(link: str, place: int, key: str, after: str) -> None:
    entry = tapped(at(link, place), parse_tile(key))
    assert result(entry) == after
    assert entry.melds == read(form_of(after)).melds, "the tiles of a meld lie in another order than in its link"


def test_of_two_tiles_alike_the_winning_one_stays_unless_it_is_meant() -> None:
    link = "hand=234m456p345678s5p5p"
    assert result(tapped(at(link, 4), parse_tile("1m"))) == "hand=1234m456p345678s5p"
    assert result(tapped(at(link, 13), parse_tile("1m"))) == "hand=234m4556p345678s1m"


def test_a_key_is_refused_as_if_the_selected_tile_were_not_there() -> None:
    four = at("hand=9999m111p", 0)
    assert obstacle(four, parse_tile("9m")) is None
    assert obstacle(replace(four, selected=4), parse_tile("9m")) is Obstacle.COPIES
    assert obstacle(at(FULL, 0), parse_tile("1z")) is None
    chi = at(MELDS, 9)
    assert obstacle(chi, parse_tile("1z")) is Obstacle.SHAPE
    assert tapped(chi, parse_tile("1z")) is chi


# -- removing, winning, red fives, feeders ---------------------------------------------------------


@pytest.mark.parametrize(
    ("link", "place", "after"),
    [
        (FULL, 0, "hand=34567m345p2267s8s&kept=1"),
        (FULL, 13, "hand=234567m345p2267s"),
        (MELDS, 8, "hand=567m2399p4p&melds=chi234s&kept=1"),
        (MELDS, 9, "hand=567m2399p4p&melds=pon555z&kept=1"),
        ("hand=23567m345p2267s8s&kept=1", 12, "hand=23567m345p2267s"),
        ("hand=23567m345p2267s8s", 0, "hand=3567m345p22678s"),
    ],
)
def test_what_is_selected_is_removed(link: str, place: int, after: str) -> None:
    assert result(removed(at(link, place))) == after


def test_the_winning_tile_stays_the_winning_one_while_others_go_and_come() -> None:
    entry = read(form_of("hand=124m45699p34678s2s&by=ron"))
    for button in ({"select": "2"}, {"action": "remove"}, {"select": "0"}, {"action": "remove"}):
        entry = pressed(entry, button)
    assert entry.shown_tiles[-1] == parse_tile("2s")
    for key in ("1m", "3m"):
        entry = pressed(entry, {"tap": key})
    assert query(entry) == "hand=123m45699p34678s2s&by=ron"


def test_a_tile_chosen_from_the_waits_wins_and_undo_takes_the_last_tile_all_the_same() -> None:
    kept = "hand=23m45699p34678s2s&kept=1"
    assert query(pressed(read(form_of(kept)), {"wait": "1m"})) == "hand=23m45699p234678s1m"
    assert query(pressed(read(form_of(kept)), {"action": "undo"})) == "hand=23m45699p34678s"


def test_nothing_is_kept_in_a_full_hand_and_without_tiles() -> None:
    assert query(read(form_of(f"{FULL}&kept=1"))) == FULL
    assert query(read(form_of("kept=1"))) == ""


def test_a_tile_of_a_full_hand_becomes_the_winning_tile() -> None:
    assert result(winning(at(FULL, 1))) == "hand=24567m345p22678s3m"
    for link, place in ((FULL, 13), (MELDS, 8), ("hand=123m", 0)):
        entry = at(link, place)
        assert winning(entry) is entry


@pytest.mark.parametrize(
    ("link", "place", "red", "plain"),
    [
        ("hand=5m", 0, "hand=0m", None),
        ("hand=0m", 0, None, "hand=5m"),
        ("hand=0m5m", 0, None, "hand=55m"),
        ("hand=0m5m", 1, None, None),
        ("melds=chi345m", 0, "melds=chi340m", None),
        ("melds=chi456m.3.5m", 0, "melds=chi406m.3.0m", None),
        ("melds=chi067m", 0, None, "melds=chi567m"),
        ("melds=pon555p.2", 0, "melds=pon055p.2", None),
        ("melds=ankan0555p", 0, None, None),
        ("melds=ankan9999p", 0, None, None),
        ("hand=5z", 0, None, None),
        ("hand=5m&rule.red_fives=000", 0, None, None),
        ("melds=pon055p&rule.red_fives=020", 0, "melds=pon005p&rule.red_fives=020", None),
        ("melds=pon005p&rule.red_fives=020", 0, None, "melds=pon055p&rule.red_fives=020"),
    ],
)
def test_a_five_becomes_red_or_plain_where_the_rules_have_such_a_tile(
    link: str, place: int, red: str | None, plain: str | None
) -> None:
    entry = at(link, place)
    for more, after in ((1, red), (-1, plain)):
        mended = reddened(entry, more)
        if after is None:
            assert mended is entry
        else:
            assert result(mended) == after


@pytest.mark.parametrize("meld", ["pon555z", "daiminkan5555z", "kakan5555z"])
def test_the_feeder_of_a_meld_is_named_and_taken_back(meld: str) -> None:
    named = fed(at(f"melds={meld}", 0), 2)
    assert result(named) == f"melds={meld}.2"
    assert result(fed(selecting(named, 0), 3)) == f"melds={meld}.3"
    assert result(fed(selecting(named, 0), 2)) == f"melds={meld}"


def test_the_feeder_of_a_meld_takes_the_place_of_who_was_said_to_be_liable() -> None:
    assert result(fed(at("melds=pon555z-pon666z-pon777z&liable=3", 2), 2)) == "melds=pon555z-pon666z-pon777z.2"


def test_the_called_tile_stays_when_the_feeder_changes() -> None:
    assert result(fed(at("melds=kakan0555s.1.5s.0s", 0), 3)) == "melds=kakan0555s.3.5s.0s"


@pytest.mark.parametrize("link", ["melds=chi123m", "melds=ankan1111m", "hand=1m"])
def test_a_chi_a_concealed_kan_and_a_tile_have_no_feeder_to_choose(link: str) -> None:
    entry = at(link, 0)
    assert fed(entry, 2) is entry


def test_with_three_players_nobody_sits_on_the_third_seat() -> None:
    entry = at("melds=pon555z&rules=tenhou_sanma", 0)
    assert fed(entry, 3) is entry
    assert fed(entry, 2) is not entry


def test_what_is_offered() -> None:
    assert offers(read(form_of(FULL))) is None
    assert offers(at(FULL, 3)) == Offers(winning=True, redder=True, plainer=False, feeder=None)
    assert offers(at(FULL, 13)) == Offers(winning=False, redder=False, plainer=False, feeder=None)
    pon = at("melds=pon055p.2", 0)
    assert offers(pon) == Offers(winning=False, redder=False, plainer=True, feeder=2)


@pytest.mark.parametrize(("rules", "left"), [("tenhou", 3), ("tenhou_sanma", 2)])
def test_a_meld_that_nobody_is_said_to_have_fed_shows_the_player_on_the_left(rules: str, left: int) -> None:
    pon = at(f"melds=pon555z&rules={rules}", 0)
    offered = offers(pon)
    assert offered
    assert offered.feeder == left
    assert fed(pon, left).melds[0].source == left


# -- the runs of a chi -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("link", "runs", "present"),
    [
        ("melds=chi567s", ["345s", "456s", "567s"], "567s"),
        ("melds=chi067s", ["340s", "406s", "067s"], "067s"),
        ("melds=chi406s.5s", ["234s", "345s", "406s"], "406s"),
        ("melds=chi340s.4s", ["234s", "340s", "456s"], "340s"),
        ("melds=chi789m.8m", ["678m", "789m"], "789m"),
        ("melds=chi789m.9m", [], None),
        ("melds=chi123m", [], None),
        ("melds=chi234m&hand=1111m", [], None),
        ("melds=chi340p&rule.red_fives=040", ["123p", "234p", "340p"], "340p"),
        ("melds=pon555s", [], None),
        ("melds=chi246s", ["123s", "234s"], None),
        ("melds=chi234s&rules=tenhou_sanma", [], None),
    ],
)
def test_a_chi_can_be_any_run_with_the_called_tile(link: str, runs: list[str], present: str | None) -> None:
    offered = offers(at(link, 0 if "hand" not in link else 4))
    assert offered is not None
    assert list(offered.runs) == runs
    assert [name for name, is_present in offered.runs.items() if is_present] == [present] * bool(present)


@pytest.mark.parametrize(
    ("link", "run", "after"),
    [
        ("melds=chi067s&selected=0", "406s", "melds=chi406s.0s"),
        ("melds=chi067s.3&selected=0", "340s", "melds=chi340s.3.0s"),
        ("melds=chi406s.0s&selected=0", "067s", "melds=chi067s"),
        ("melds=chi567s-pon555z&selected=0", "456s", "melds=chi456s.5s-pon555z"),
        # No meld is selected: the last one.
        ("melds=chi234m-chi567s&mode=pair", "456s", "melds=chi234m-chi456s.5s"),
        ("melds=chi234m-chi567s", "123m", None),
        ("melds=pon555z-chi567s", "678s", None),
        ("hand=1m", "123m", None),
        (FULL, "", None),
    ],
)
def test_another_run_is_chosen_for_a_chi(link: str, run: str, after: str | None) -> None:
    form = form_of(link) | {"run": run}
    entry = read(form)
    chosen = pressed(entry, form)
    assert (chosen is entry) if after is None else (result(chosen) == after)


def test_the_full_hand_keeps_its_winning_tile_when_a_chi_becomes_another_run() -> None:
    form = form_of("hand=567m2399p4p&melds=pon555z-chi234s&selected=9") | {"run": "123s"}
    assert result(pressed(read(form), form)) == "hand=567m2399p4p&melds=pon555z-chi123s.2s"


# -- laws ------------------------------------------------------------------------------------------


@given(entries(), st.integers(0, 17), tiles)
@law(50)
def test_a_key_replaces_only_what_is_selected(entry: Entry, place: int, tile: int) -> None:
    entry = selecting(replace(entry, selected=None), place)
    assume(entry.selected is not None)
    after = tapped(entry, tile)
    if after is entry:
        return
    assert after.selected is None
    assert len(after.tiles) == len(entry.tiles)
    assert [meld.type for meld in after.melds] == [meld.type for meld in entry.melds]
    rest = removed(entry)
    assert not Counter(rest.all_tiles) - Counter(after.all_tiles)
    new = Counter(after.all_tiles) - Counter(rest.all_tiles)
    assert all(Counter(after.all_tiles)[each] <= copies_of(each, entry.rules) for each in new)
    if entry.selected_meld is None and entry.is_full and entry.selected != len(entry.tiles) - 1:
        assert after.tiles[-1] == entry.tiles[-1]


@given(entries(), st.integers(0, 17))
@law(50)
def test_a_mended_hand_has_as_many_tiles_and_its_fields_can_be_read(entry: Entry, place: int) -> None:
    entry = selecting(replace(entry, selected=None), place)
    for after in (winning(entry), reddened(entry, 1), reddened(entry, -1), *(fed(entry, n) for n in (1, 2, 3))):
        assert len(after.all_tiles) == len(entry.all_tiles)
        if after is not entry:
            assert after.selected is None
            assert form_fields(after) != form_fields(entry) or winning(entry) == after


def test_a_meld_keeps_its_type_and_feeder_when_its_tiles_change() -> None:
    pon = Meld(MeldType.PON, (parse_tile("1z"),) * 3, called=parse_tile("1z"), source=2)
    after = tapped(Entry(melds=(pon,), selected=0), parse_tile("2z"))
    assert after.melds == (Meld(MeldType.PON, (parse_tile("2z"),) * 3, source=2),)
