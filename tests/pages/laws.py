"""What Hypothesis makes up for the tests of the web: entries, JSON, hostile text."""

from typing import Any

from hypothesis import strategies as st

from tests.scoring.hands import random_rules
from webapp.entry import MOST_TILES, SET_SIZE, Entry, meld_of
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.hand import Flag
from webapp.scoring.rules import COPIES, PRESETS, TENHOU, Rules
from webapp.scoring.table import MOST_INDICATORS, MOST_STICKS, Table
from webapp.scoring.tiles import NAMES, Tile, sort_key

# -- entries: whatever can be tapped together, possible or not -------------------------------------

tiles: st.SearchStrategy[Tile] = st.integers(0, len(NAMES) - 1)
#: The presets, and the presets with any switches changed.
any_rules: st.SearchStrategy[Rules] = st.sampled_from(list(PRESETS.values())) | st.randoms(use_true_random=False).map(
    random_rules
)


_MELDS: list[Meld] = [
    meld for kind in MeldType for tile in range(len(NAMES)) if (meld := meld_of(kind, tile, TENHOU)) is not None
]


@st.composite
def regular_melds(draw: st.DrawFn) -> Meld:
    """A meld as the palette or a program may state it: with or without what was called, from whom, what was added."""
    meld = draw(st.sampled_from(_MELDS))
    called = draw(st.none() | st.sampled_from(meld.tiles))
    source = draw(st.none() | st.integers(1, 3))
    is_added = meld.type is MeldType.KAKAN and called is not None and draw(st.booleans())
    return meld._replace(called=called, source=source, added=draw(st.sampled_from(meld.tiles)) if is_added else None)


@st.composite
def irregular_melds(draw: st.DrawFn) -> Meld:
    """A meld that can be read and cannot be: of any tiles, few or many, called and added ones that are none of them."""
    return Meld(
        type=draw(st.sampled_from(MeldType)),
        tiles=tuple(sorted(draw(st.lists(tiles, min_size=1, max_size=4)), key=sort_key)),
        called=draw(st.none() | tiles),
        source=draw(st.none() | st.integers(1, 3)),
        added=draw(st.none() | tiles),
    )


melds = regular_melds() | irregular_melds()


def _has_tiles(entry: Entry) -> bool:
    return bool(entry.tiles)


@st.composite
def entries(draw: st.DrawFn, others: int = 2) -> Entry:
    """Anything between an empty page and a full one, with up to so many other winners; tiles need not go together."""
    called = tuple(draw(st.lists(melds, max_size=4)))
    room = MOST_TILES - SET_SIZE * len(called)
    return Entry(
        tiles=tuple(draw(st.lists(tiles, max_size=room) | st.lists(tiles, min_size=room, max_size=room))),
        melds=called,
        table=Table(
            dora=tuple(draw(st.lists(tiles, max_size=MOST_INDICATORS))),
            round=draw(st.integers(0, 3)),
            seat=draw(st.integers(0, 3)),
            discarder=draw(st.integers(1, 3)),
            honba=draw(st.integers(0, MOST_STICKS)),
            sticks=draw(st.integers(0, MOST_STICKS)),
            rules=draw(any_rules),
        ),
        ura=tuple(draw(st.lists(tiles, max_size=MOST_INDICATORS))),
        by=draw(st.sampled_from((None, "ron", "tsumo"))),
        flags=frozenset(draw(st.lists(st.sampled_from(Flag), max_size=4))),
        nuki=draw(st.integers(0, COPIES)),
        liable=draw(st.none() | st.integers(0, 3)),
        also=tuple(draw(st.lists(_others, max_size=others))) if others else (),
    )


_others = entries(others=0).filter(_has_tiles).map(lambda other: other.own)
full_entries = entries(others=0).filter(lambda entry: entry.is_full)


# -- what nobody should send, and somebody does ----------------------------------------------------

#: Breaks out of text, of an attribute, of a script, of a comment: if it is ever not escaped, an <xss> appears.
INJECTION = """'"`--></script><xss onxss=1>{{ 7 * 7 }}{% raw %}&amp;{0}%s"""

_ALPHABET = st.characters(exclude_categories=["Cs"])
hostile_text: st.SearchStrategy[str] = st.one_of(
    st.text(_ALPHABET, max_size=40),
    st.text(_ALPHABET, max_size=20).map(lambda text: text + INJECTION),
    st.text("0123456789mpsz-. \x00\r\n\t'\"<>&%五赤東①🀄️", max_size=60),
    st.sampled_from(
        [
            "-1",
            "²",
            "٣",
            "1e9",
            "9" * 5000,
            "1m" * 3000,
            "pon555z-" * 500,
            "chi" * 2000,
            "\x00",
            "\u202e",
            "\ufeff",
            INJECTION * 50,
            "1" * 390 + "m",
            "pon" + "1" * 390 + "m",
        ]
    ),
)

#: Any value of JSON.
json_values: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(-2, 5)
    | st.floats()
    | st.text(max_size=12)
    | st.sampled_from(["ron", "tsumo", "E", "N", "riichi", "5m", "0p", "123m", "pon", "kakan", "tenhou", ""]),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=12,
)
