"""The text of a hand of a log and the file of a review: what is written is read back, anything else is refused."""

import json
import re
from dataclasses import replace

from hypothesis import assume, given
from hypothesis import strategies as st

from tests.examples import law
from tests.records.played import ended, played_game
from webapp.formats.record import hand_text, is_record, read_hand, read_record, record_json
from webapp.game.events import DrawKind
from webapp.game.rules import ABORTIVE
from webapp.records.check import checked
from webapp.records.record import (
    DEALT,
    MAX_NAME,
    MAX_POINTS,
    Added,
    Called,
    Discarded,
    Drawn,
    Ending,
    Indicator,
    LogError,
    Move,
    NorthAside,
    RecordedHand,
    RecordedWin,
    StatedPoints,
    StickPaid,
)
from webapp.scoring.notation import parse_meld
from webapp.scoring.tiles import TILES, sort_key

TILE = st.sampled_from(sorted(TILES.values()))
MELD = st.sampled_from(
    ["chi340m.3.0m", "chi123s.3.2s", "pon555z.1.5z", "pon055p.2.0p", "daiminkan1111m.2.1m", "ankan0555s", "ankan7777z"]
).map(parse_meld)
DRAWS: tuple[DrawKind, ...] = ("exhaustive", *sorted(ABORTIVE))
#: The characters of the text of a hand, and some others.
CHARACTERS = "_.~:x0123456789mpszdortqscanine-%z é中\0\ud800"


def figures(players: int) -> st.SearchStrategy[tuple[int, ...]]:
    return st.tuples(*[st.integers(-MAX_POINTS, MAX_POINTS)] * players)


def moves(player: st.SearchStrategy[int]) -> st.SearchStrategy[Move]:
    return st.one_of(
        st.builds(Drawn, player, st.none() | TILE),
        st.builds(Discarded, player, TILE, st.booleans(), st.booleans()),
        st.builds(StickPaid, player),
        st.builds(Called, player, MELD),
        st.builds(Added, player, TILE),
        st.builds(NorthAside, player),
        st.builds(Indicator, TILE),
    )


@st.composite
def hands(draw: st.DrawFn) -> RecordedHand:
    """Hands that need not be possible."""
    players = draw(st.sampled_from([3, 4]))
    player, points = st.integers(0, players - 1), figures(players)
    players_of = st.frozensets(player)
    small = st.integers(0, 99)
    dealt = st.lists(TILE, min_size=DEALT, max_size=DEALT).map(lambda tiles: tuple(sorted(tiles, key=sort_key)))
    win = st.builds(RecordedWin, player, st.none() | player, st.none() | st.integers(0, MAX_POINTS), st.none() | points)
    name = st.text(st.characters(exclude_categories=["Cs"]), max_size=MAX_NAME)
    ending = st.builds(
        Ending,
        st.lists(win, max_size=players - 1).map(tuple),
        st.none() | st.sampled_from(DRAWS),
        name,
        st.booleans(),
        st.none() | points,
        st.lists(TILE, max_size=5).map(tuple),
        st.none() | players_of,
    )
    stated = st.builds(StatedPoints, points, players_of, st.none() | points)
    return RecordedHand(
        *(draw(small), draw(small), draw(small)),
        draw(st.just(()) | points),
        draw(TILE),
        draw(st.tuples(*[st.none() | dealt] * players)),
        tuple(draw(st.lists(moves(player), max_size=12))),
        draw(st.none() | ending),
        tuple(draw(st.lists(stated, max_size=3))),
    )


@law(150)
@given(hands())
def test_a_hand_is_read_back_as_it_was_written(hand: RecordedHand) -> None:
    text = hand_text(hand)
    assert read_hand(text) == hand
    assert re.fullmatch(r"[\w.~:%-]*", text, re.ASCII), "each character stands for itself in an address"


def test_the_tiles_that_a_player_is_dealt_have_no_order() -> None:
    dealt = ((*[0] * (DEALT - 1), 9), None, None)
    hand = RecordedHand(0, 0, 0, (), indicator=0, tiles=dealt, moves=(), ending=None, stated=())
    text = hand_text(hand)
    assert "111111111111m1p" in text
    assert read_hand(text.replace("111111111111m1p", "1p111111111111m")) == hand


@law(150)
@given(hands(), st.data())
def test_any_text_is_a_hand_or_refused_with_a_message(hand: RecordedHand, data: st.DataObject) -> None:
    text = hand_text(hand)
    begin, end = sorted(data.draw(st.tuples(*[st.integers(0, len(text))] * 2)))
    damaged = (
        text[:begin] + data.draw(st.text(CHARACTERS, max_size=12)) + text[data.draw(st.sampled_from([begin, end])) :]
    )
    message = ""
    try:
        read = read_hand(damaged)
    except LogError as error:
        message = error.problem().message
    assert message or read_hand(hand_text(read)) == read


@law(60)
@given(hands(), st.data())
def test_any_file_is_a_review_or_refused_with_a_message(hand: RecordedHand, data: st.DataObject) -> None:
    game = ended(played_game(3))
    saved = json.loads(json.dumps(record_json(checked(game), game.names)))
    assert replace(read_record([saved]).record or game, rules=game.rules, source=game.source) == game
    values = st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5) | st.just(hand_text(hand)),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from([*saved, "x"]), inner, max_size=3),
    )
    changed = saved | data.draw(st.dictionaries(st.sampled_from([*saved]), values, min_size=1, max_size=3))
    assume(is_record(changed))
    reading = read_record([changed])
    assert reading.record or reading.problems
    assert all(problem.message for problem in reading.problems)
