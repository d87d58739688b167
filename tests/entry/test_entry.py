"""What each key does to the hand: one tile, a set, a meld, an indicator, or nothing where it can do nothing."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from tests.examples import law
from tests.formats.forms import form_of, read
from tests.pages.laws import entries, tiles
from tests.scoring.hands import fact
from webapp.entry import (
    INDICATOR_MODES,
    MELD_MODES,
    MODES,
    MOST_TILES,
    TILE_MODES,
    Entry,
    Obstacle,
    lacks_indicator,
    meld_of,
    obstacle,
    tapped,
    with_north_aside,
    without_last,
)
from webapp.formats.address import query
from webapp.scoring.blocks import Meld, MeldType, is_meld
from webapp.scoring.checks import flag_problems
from webapp.scoring.hand import Flag
from webapp.scoring.notation import format_tiles, parse_meld, parse_tile, parse_tiles
from webapp.scoring.rules import PRESETS, TENHOU, RedFives, copies_of
from webapp.scoring.table import Table
from webapp.scoring.tiles import KIND, NAMES, Tile

#: How many red fives the rules may have of a suit, 0–4.
REDS = {number: replace(TENHOU, red_fives=RedFives(number, number, number)) for number in range(5)}


def entered(key: str, mode: str = "tile", *, reds: int = 1, hand: str = "") -> Entry:
    """An entry of these tiles after a key in this mode."""
    return tapped(Entry(tiles=parse_tiles(hand), mode=mode, table=Table(rules=REDS[reds])), parse_tile(key))


def meld_tiles(entry: Entry) -> str:
    (meld,) = entry.melds
    return format_tiles(meld.tiles)


# -- tiles and sets of tiles -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("link", "lacking"),
    [
        ("hand=1m", ["dora"]),
        ("hand=1m&dora=1p&riichi=1&ura=1s", []),
        ("melds=ankan9999s&dora=1p&riichi=1&ura=1s", ["dora"]),
        ("melds=ankan9999s&dora=12p&riichi=1&ura=12s", []),
        ("melds=kakan9999s-daiminkan1111z&dora=12p", ["dora", "ura"]),
        ("hand=1m&dora=1p&riichi=1", ["ura"]),
    ],
)
def test_a_hand_has_one_indicator_and_one_more_for_each_kan(link: str, lacking: list[str]) -> None:
    entry = read(form_of(link))
    assert [name for name in ("dora", "ura") if lacks_indicator(entry, name)] == lacking


@pytest.mark.parametrize(
    ("mode", "key", "hand"),
    [
        ("tile", "5m", "5m"),
        ("tile", "0m", "0m"),
        ("tile", "7z", "7z"),
        ("pair", "9s", "99s"),
        ("pair", "0p", "05p"),
        ("triplet", "1z", "111z"),
        ("triplet", "5s", "555s"),
        ("triplet", "0s", "055s"),
        ("sequence", "1m", "123m"),
        ("sequence", "7p", "789p"),
        ("sequence", "0s", "067s"),
        ("sequence", "5s", "567s"),
        ("sequence", "4s", "456s"),
        ("sequence", "3s", "345s"),
    ],
)
def test_a_key_enters_a_tile_or_a_set_that_starts_with_it(mode: str, key: str, hand: str) -> None:
    assert entered(key, mode) == Entry(tiles=parse_tiles(hand), table=Table(rules=REDS[1]))


def test_tiles_are_kept_in_the_order_of_the_taps() -> None:
    assert entered("2s", hand="9m1z5p").tiles == parse_tiles("9m1z5p2s")


@pytest.mark.parametrize("key", ["8m", "9m", "8p", "9p", "8s", "9s", *(f"{rank}z" for rank in range(1, 8))])
def test_there_is_no_sequence_beyond_the_nine_and_none_of_honours(key: str) -> None:
    assert entered(key, "sequence") == Entry(table=Table(rules=REDS[1]), mode="sequence")
    if key.endswith("z"):
        assert entered(key, "chi") == Entry(table=Table(rules=REDS[1]), mode="chi")


@pytest.mark.parametrize(
    ("reds", "pair", "triplet", "kan"),
    [
        (0, "55m", "555m", "5555m"),
        (1, "55m", "555m", "0555m"),
        (2, "55m", "055m", "0055m"),
        (3, "05m", "005m", "0005m"),
    ],
)
def test_there_are_as_many_red_fives_in_a_set_as_there_must_be(reds: int, pair: str, triplet: str, kan: str) -> None:
    assert entered("5m", "pair", reds=reds).tiles == parse_tiles(pair)
    assert entered("5m", "triplet", reds=reds).tiles == parse_tiles(triplet)
    assert meld_tiles(entered("5m", "pon", reds=reds)) == triplet
    for mode in ("daiminkan", "kakan", "ankan"):
        assert meld_tiles(entered("5m", mode, reds=reds)) == kan


def test_where_every_five_is_red_the_red_key_enters_them_and_the_plain_one_nothing() -> None:
    assert entered("0m", "triplet", reds=4).tiles == parse_tiles("000m")
    assert meld_tiles(entered("0m", "ankan", reds=4)) == "0000m"
    assert obstacle(Entry(table=Table(rules=REDS[4])), parse_tile("5m")) is Obstacle.ABSENT


# -- melds -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "key", "meld"),
    [
        ("chi", "1s", "123s"),
        ("chi", "7m", "789m"),
        ("chi", "8m", "789m.8m"),
        ("chi", "9s", "789s.9s"),
        ("chi", "0p", "067p"),
        ("chi", "4p", "456p"),
        ("pon", "7z", "777z"),
        ("pon", "0m", "055m"),
        ("daiminkan", "9p", "9999p"),
        ("daiminkan", "0s", "0555s"),
        ("kakan", "5s", "0555s"),
        ("kakan", "1z", "1111z"),
        ("ankan", "5p", "0555p"),
        ("ankan", "3m", "3333m"),
    ],
)
def test_a_key_makes_a_meld(mode: str, key: str, meld: str) -> None:
    assert entered(key, mode, hand="1m") == Entry(
        tiles=parse_tiles("1m"),
        melds=(parse_meld(mode + meld),),
        table=Table(rules=REDS[1]),
    )


@pytest.mark.parametrize(
    ("pon", "key", "kan"),
    [
        ("pon999p.2", "9p", "kakan9999p.2.a9p"),
        ("pon555p.1.5p", "5p", "kakan0555p.1.5p.0p"),
        ("pon055p", "0p", "kakan0555p.a5p"),
        ("pon111z", "9p", "pon111z-kakan9999p"),
        ("daiminkan1111z-pon999p-chi123m", "9p", "daiminkan1111z-kakan9999p.a9p-chi123m"),
    ],
)
def test_an_added_kan_takes_the_place_of_its_pon(pon: str, key: str, kan: str) -> None:
    entry = read(form_of(f"melds={pon}&mode=kakan"))
    assert query(tapped(entry, parse_tile(key))) == f"melds={kan}"


def test_the_fourth_tile_of_a_pon_needs_no_room_but_must_be_left() -> None:
    full = read(form_of("hand=12344m567p678s&melds=pon999p.2&mode=kakan"))
    assert (obstacle(full, parse_tile("9p")), obstacle(full, parse_tile("1z"))) == (None, Obstacle.ROOM)
    after = tapped(full, parse_tile("9p"))
    assert (query(after), after.mode) == ("hand=12344m567p67s8s&melds=kakan9999p.2.a9p", "tile")
    used = read(form_of("hand=12344m567p678s&melds=pon999p.2&dora=9p&mode=kakan"))
    assert obstacle(used, parse_tile("9p")) is Obstacle.COPIES
    selected = read(form_of("melds=kakan1111z-pon999p&selected=0"))
    assert obstacle(selected, parse_tile("9p")) is Obstacle.COPIES


def test_melds_are_kept_in_the_order_they_were_made() -> None:
    entry = tapped(replace(entered("9s", "pon"), mode="chi"), parse_tile("1m"))
    assert [meld.type for meld in entry.melds] == ["pon", "chi"]


@pytest.mark.parametrize("mode", MELD_MODES)
@pytest.mark.parametrize("key", NAMES)
def test_every_meld_of_a_key_is_one_and_has_that_key_in_it(mode: MeldType, key: str) -> None:
    tile = parse_tile(key)
    meld = meld_of(mode, tile, TENHOU)
    is_possible = mode is not MeldType.CHI or not key.endswith("z")
    assert (meld is not None) is is_possible
    if meld:
        assert tile in meld.tiles
        assert is_meld(mode, sorted(KIND[other] for other in meld.tiles))
        assert all(number <= copies_of(other, TENHOU) for other, number in Counter(meld.tiles).items())


# -- indicators ------------------------------------------------------------------------------------


@pytest.mark.parametrize("mode", INDICATOR_MODES)
def test_a_key_adds_an_indicator_also_to_a_full_hand(mode: str) -> None:
    dora = parse_tiles("5p5p") if mode == "ura" else ()
    full = Entry(tiles=parse_tiles("19m19p19s1234567z1z"), table=Table(dora=dora), mode=mode)
    once = tapped(full, parse_tile("0s"))
    assert fact(once, mode) == parse_tiles("0s")
    assert fact(tapped(replace(once, mode=mode), parse_tile("1m")), mode) == parse_tiles("0s1m")
    assert once.tiles == full.tiles


# -- the modes and a full hand ---------------------------------------------------------------------


@pytest.mark.parametrize("mode", [mode for mode in MODES if mode != "seen"])
@pytest.mark.parametrize("key", ["5m", "0m", "4p", "0s"])
@pytest.mark.parametrize("hand", ["", "123m"])
def test_a_mode_is_good_for_one_key(mode: str, key: str, hand: str) -> None:
    table = Table(rules=REDS[1], dora=parse_tiles("9p"))
    assert tapped(Entry(tiles=parse_tiles(hand), mode=mode, table=table), parse_tile(key)).mode == "tile"


@pytest.mark.parametrize("mode", [*TILE_MODES, *MELD_MODES])
def test_a_key_that_can_enter_nothing_changes_nothing(mode: str) -> None:
    full = Entry(tiles=parse_tiles("123456789m12344p"), mode=mode)
    assert tapped(full, parse_tile("5s")) == full


@pytest.mark.parametrize(
    ("mode", "hand", "fits"),
    [
        ("tile", "123456789m1234p", True),
        ("pair", "123456789m1234p", False),
        ("pair", "123456789m123p", True),
        ("triplet", "123456789m123p", False),
        ("triplet", "123456789m12p", True),
        ("sequence", "123456789m123p", False),
        ("sequence", "123456789m12p", True),
        ("pon", "123456789m123p", False),
        ("pon", "123456789m12p", True),
        ("ankan", "123456789m12p", True),
        ("ankan", "123456789m123p", False),
    ],
)
def test_a_set_fits_only_where_there_is_room_for_it(mode: str, hand: str, fits: bool) -> None:
    entry = entered("5s", mode, hand=hand)
    assert (entry.tiles != parse_tiles(hand) or bool(entry.melds)) is fits


def test_four_melds_leave_room_for_the_pair_and_no_fifth_meld() -> None:
    entry = Entry(melds=(Meld(MeldType.ANKAN, parse_tiles("1111z")),) * 4, mode="chi")
    assert entry.room == 2
    assert tapped(entry, parse_tile("1m")) == entry


# -- taking things back ----------------------------------------------------------------------------


def test_undo_takes_the_tiles_back_then_melds_then_indicators_until_nothing_is_left() -> None:
    entry = Entry(
        tiles=parse_tiles("1m2m"),
        melds=(Meld(MeldType.PON, parse_tiles("555z")), Meld(MeldType.CHI, parse_tiles("123s"))),
        table=Table(dora=parse_tiles("1z2z"), discarder=0),
        ura=parse_tiles("3z"),
    )
    seen = []
    while entry != Entry():
        entry = without_last(entry)
        seen.append((len(entry.tiles), len(entry.melds), len(entry.ura), len(entry.table.dora)))
    assert seen == [(1, 2, 1, 2), (0, 2, 1, 2), (0, 1, 1, 2), (0, 0, 1, 2), (0, 0, 0, 2), (0, 0, 0, 1), (0, 0, 0, 0)]
    assert without_last(entry) == Entry()


@pytest.mark.parametrize(
    ("hand", "mode", "key"),
    [
        ("1111m", "tile", "1m"),
        ("111m", "pair", "1m"),
        ("0p", "tile", "0p"),
        ("555p", "pair", "5p"),
        ("1111m", "dora", "1m"),
    ],
)
def test_what_there_is_not_any_more_is_not_entered(hand: str, mode: str, key: str) -> None:
    assert entered(key, mode, hand=hand) == Entry(tiles=parse_tiles(hand), table=Table(rules=REDS[1]), mode=mode)


def test_a_hand_that_has_too_many_already_can_still_be_changed() -> None:
    assert format_tiles(entered("2m", hand="11111m").tiles) == "111112m"


# -- what is in the way of a key -------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "key", "hand", "found"),
    [
        ("tile", "1m", "", None),
        ("chi", "1z", "", Obstacle.SHAPE),
        ("sequence", "1z", "", Obstacle.SHAPE),
        ("tile", "9s", "123456789m12344p", Obstacle.ROOM),
        ("pair", "9s", "123456789m1234p", Obstacle.ROOM),
        ("dora", "9s", "123456789m12344p", None),
        ("seen", "9s", "123456789m12344p", None),
        ("tile", "4p", "4444p", Obstacle.COPIES),
        ("sequence", "3p", "4444p", Obstacle.COPIES),
        ("dora", "4p", "4444p", Obstacle.COPIES),
    ],
)
def test_what_is_in_the_way_of_a_key(mode: str, key: str, hand: str, found: Obstacle | None) -> None:
    assert obstacle(Entry(tiles=parse_tiles(hand), mode=mode), parse_tile(key)) is found


@pytest.mark.parametrize("mode", INDICATOR_MODES)
def test_there_are_at_most_five_indicators(mode: str) -> None:
    indicators = parse_tiles("12345m")
    full = Entry(table=Table(dora=indicators), ura=indicators, mode=mode)
    assert obstacle(full, parse_tile("9s")) is Obstacle.MOST
    four = replace(full, table=Table(dora=indicators[1:]), ura=indicators[2:])
    assert obstacle(four, parse_tile("9s")) is None


def test_an_ura_indicator_lies_below_a_dora_indicator() -> None:
    entry = Entry(table=Table(dora=parse_tiles("1m")), flags=frozenset({Flag.RIICHI}), mode="ura")
    assert obstacle(replace(entry, table=Table()), parse_tile("9s")) is Obstacle.FIRST
    assert obstacle(entry, parse_tile("9s")) is None
    one = tapped(entry, parse_tile("9s"))
    assert one.ura == parse_tiles("9s")
    assert obstacle(replace(one, mode="ura"), parse_tile("9s")) is Obstacle.FIRST
    # Another one can replace it.
    assert obstacle(replace(one, selected=1), parse_tile("8s")) is None


def test_three_players_do_without_some_tiles() -> None:
    entry = Entry(table=Table(rules=PRESETS["tenhou_sanma"]))
    assert obstacle(entry, parse_tile("5m")) is Obstacle.ABSENT
    assert obstacle(entry, parse_tile("4z")) is None
    assert obstacle(replace(entry, nuki=4), parse_tile("4z")) is Obstacle.COPIES


# -- what goes with what ---------------------------------------------------------------------------

PON = Meld(MeldType.PON, parse_tiles("555z"))
ANKAN = Meld(MeldType.ANKAN, parse_tiles("5555z"))
DECLARED = Entry(flags=frozenset({Flag.RIICHI, Flag.IPPATSU}), ura=parse_tiles("1m"))


def test_an_open_hand_has_no_riichi_no_ippatsu_and_no_ura() -> None:
    assert replace(DECLARED, melds=(PON,)).settled() == Entry(melds=(PON,))
    assert replace(DECLARED, melds=(ANKAN,)).settled() == replace(DECLARED, melds=(ANKAN,))


@pytest.mark.parametrize("riichi", [Flag.RIICHI, Flag.DOUBLE_RIICHI, Flag.OPEN_RIICHI])
def test_ippatsu_and_ura_need_riichi_of_any_sort(riichi: Flag) -> None:
    declared = replace(DECLARED, flags=frozenset({riichi, Flag.IPPATSU}), mode="ura")
    assert declared.settled() == declared
    assert replace(declared, flags=frozenset({Flag.IPPATSU})).settled() == Entry()


def test_what_only_the_other_way_of_winning_has_goes() -> None:
    flags = frozenset({Flag.HAITEI, Flag.RINSHAN, Flag.HOUTEI, Flag.CHANKAN})
    assert Entry(flags=flags, by="tsumo").settled().flags == {Flag.HAITEI, Flag.RINSHAN}
    assert Entry(flags=flags, by="ron").settled().flags == {Flag.HOUTEI, Flag.CHANKAN}
    assert Entry(flags=flags).settled().flags == flags


@pytest.mark.parametrize(
    ("flag", "way"), [(Flag.RINSHAN, "tsumo"), (Flag.CHANKAN, "ron"), (Flag.HOUTEI, "ron"), (Flag.RIICHI, None)]
)
def test_what_only_one_way_of_winning_has_chooses_it(flag: Flag, way: str | None) -> None:
    entry = Entry(flags=frozenset({flag})).settled()
    assert (entry.by, entry.flags) == (way, frozenset({flag}))


def test_what_settling_takes_away_is_a_problem_while_it_is_there() -> None:
    """So that both say the same: what is in the way of a flag here, and what is illegal in a hand."""
    for entry in (replace(DECLARED, melds=(PON,)), replace(DECLARED, flags=frozenset({Flag.IPPATSU}))):
        hand = replace(entry, tiles=parse_tiles("1z")).hand(is_tsumo=True)
        assert {found.code for found in flag_problems(hand)} <= {"needs_closed", "needs_riichi"}
        assert list(flag_problems(hand))
        assert not list(flag_problems(replace(entry.settled(), tiles=parse_tiles("1z")).hand(is_tsumo=True)))


def test_three_players_have_no_mode_for_chi() -> None:
    three = Entry(table=Table(rules=PRESETS["tenhou_sanma"]), mode="chi")
    assert three.settled().mode == "tile"
    assert replace(three, table=Table()).settled().mode == "chi"


@pytest.mark.parametrize(
    ("mode", "riichi", "kans", "dora", "ura", "after"),
    [
        ("dora", False, 0, "", "", "tile"),
        ("dora", False, 1, "", "", "dora"),
        ("dora", True, 0, "", "", "ura"),
        ("dora", True, 1, "1m", "", "ura"),
        ("dora", True, 0, "", "1m", "tile"),
        ("dora", True, 1, "1m", "1m", "ura"),
        ("ura", True, 1, "12m", "", "ura"),
        ("ura", True, 1, "12m", "1m", "tile"),
        ("seen", False, 0, "", "", "seen"),
    ],
)
def test_indicators_follow_a_full_hand_by_themselves(
    mode: str, riichi: bool, kans: int, dora: str, ura: str, after: str
) -> None:
    full = Entry(
        tiles=parse_tiles("123456789m12344p")[: 14 - 3 * kans],
        melds=(ANKAN,) * kans,
        table=Table(dora=parse_tiles(dora)),
        ura=parse_tiles(ura),
        flags=frozenset({Flag.RIICHI}) if riichi else frozenset(),
        mode=mode,
    )
    assert tapped(full, parse_tile("9s")).mode == after
    waiting = replace(full, tiles=full.tiles[:-1])
    assert tapped(waiting, parse_tile("9s")).mode == ("seen" if mode == "seen" else "tile")
    without_ura = replace(full, table=replace(full.table, rules=replace(TENHOU, ura_dora=False)))
    if mode != "ura":
        assert tapped(without_ura, parse_tile("9s")).mode == after.replace("ura", "tile")


# -- laws ------------------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.sampled_from(MODES), tiles), max_size=40), st.integers(0, 4))
@law(50)
def test_whatever_is_tapped_there_is_never_more_than_a_hand(taps: list[tuple[str, Tile]], reds: int) -> None:
    entry = Entry(table=Table(rules=REDS[reds]))
    for mode, tile in taps:
        before = entry
        entry = tapped(replace(entry, mode=mode), tile)
        assert len(entry.tiles) + 3 * len(entry.melds) <= MOST_TILES
        assert entry.tiles[: len(before.tiles)] == before.tiles
        changed = [meld for meld, was in zip(entry.melds, before.melds, strict=False) if meld != was]
        assert [meld.type for meld in changed] in ([], ["kakan"])
        for meld in entry.melds:
            assert is_meld(meld.type, sorted(KIND[tile] for tile in meld.tiles))
        assert all(count <= copies_of(each, entry.rules) for each, count in Counter(entry.all_tiles).items())


@given(entries(), tiles)
@law(50)
def test_undo_takes_back_the_tile_that_was_tapped(entry: Entry, tile: Tile) -> None:
    entry = replace(entry, mode="tile")
    after = tapped(entry, tile)
    # A link may lack the tile that another player has won on. Once tapped, it is known, whenever that was.
    assume(after.knows_win == entry.knows_win)
    assert (without_last(after) if after != entry else after) == entry


@given(entries(), tiles, st.lists(tiles, max_size=20))
@law(50)
def test_beside_another_winner_undo_takes_back_every_tile_but_the_winning_one(
    winner: Entry, win: Tile, taps: list[Tile]
) -> None:
    winner = replace(winner, tiles=(*parse_tiles("1122334455667m"), win), melds=(), also=())
    table = replace(winner.table, seat=0, discarder=0)
    start = replace(winner, table=table).next_winner()
    assert start
    assert start.tiles == (win,)
    assert without_last(start).tiles == (win,)
    entry = start
    for tile in taps:
        after = tapped(entry, tile)
        assert after.tiles[-1] == win
        assert (without_last(after) if after != entry else after) == entry
        entry = after


def test_one_more_winner_follows_only_a_winner_whose_seat_is_known() -> None:
    """The seat would be taken from the other winners without a word."""
    entry = Entry(tiles=parse_tiles("234567m345p2267s8s"), table=Table(seat=2, discarder=3), by="ron")
    assert replace(entry, is_seat_guessed=True).next_winner() is None
    another = entry.next_winner()
    assert another
    assert another.table.seat == 0
    assert another.taken_seats == {1, 2}


@given(entries())
@law(50)
def test_the_hand_is_shown_with_all_its_tiles_the_winning_one_last(entry: Entry) -> None:
    assert Counter(entry.shown_tiles) == Counter(entry.tiles)
    if entry.is_full:
        assert entry.shown_tiles[-1] == entry.tiles[-1]


def test_norths_are_set_aside_one_by_one_and_taken_back_when_none_is_left() -> None:
    entry = Entry(tiles=parse_tiles("44z"), table=Table(rules=PRESETS["tenhou_sanma"]))
    counts = [entry.nuki] + [(entry := with_north_aside(entry)).nuki for _ in range(4)]
    assert counts == [0, 1, 2, 0, 1]
    assert entry.tiles == parse_tiles("44z")
    full = replace(entry, tiles=parse_tiles("4444z"), nuki=0)
    assert with_north_aside(full) is full
    four_players = Entry()
    assert with_north_aside(four_players) is four_players
