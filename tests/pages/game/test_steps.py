"""The steps in which the end of a hand is entered: each is read back from its address."""

import json
from typing import Any
from urllib.parse import parse_qsl

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.formats.address import query, read_entry
from webapp.formats.game import event_json, read_event, read_winners, winners_json
from webapp.game.events import Draw, Event, HanFu, LiablePlayer, Points, Win, Won, Yakuman
from webapp.game.rules import GAME_PRESETS
from webapp.pages.game.entry_steps import (
    KINDS,
    STEP,
    DrawStep,
    WinStep,
    read_draw_step,
    read_win_step,
    step_again,
    unprefixed,
)

HOUSE = GAME_PRESETS["house"]
BY_TILES = {
    "player": 2,
    "from": 0,
    "case": {"concealed": "234m45688p23678s", "win": "4s", "flags": ["riichi"], "dora": ["1p"], "ura": ["2p"]},
}
EARLIER = read_winners([BY_TILES, {"player": 3, "from": 0, "yakuman": 1, "pao": [{"player": 1, "basic": 8000}]}], HOUSE)
HAND = "hand=234m45688p23678s4s&dora=1m&riichi=1"

players = st.integers(0, 3)
some_players = st.frozensets(players)
liable = st.lists(st.builds(LiablePlayer, players, st.none() | st.integers(1, 32000)), max_size=2).map(tuple)
entered = st.one_of(
    st.builds(Points, st.integers(1, 10**6)),
    st.builds(HanFu, st.integers(1, 39), st.sampled_from((20, 25, 30, 110, 170))),
    st.builds(Yakuman, st.integers(1, 6)),
)


@st.composite
def begun(draw: st.DrawFn) -> dict[str, Any]:
    amend = draw(st.none() | st.integers(1, 300))
    return {
        "amend": amend,
        "after": draw(st.none() | st.integers(0, 300)),
        "riichi": draw(st.none() | some_players) if amend else None,
    }


@st.composite
def win_steps(draw: st.DrawFn) -> WinStep:
    source = draw(st.none() | players)
    return WinStep(
        earlier=EARLIER[: draw(st.integers(0, 2))],
        player=draw(st.none() | players),
        is_tsumo=draw(st.sampled_from((None, True))) if source is None else False,
        source=source,
        how=draw(st.sampled_from(("points", "han"))),
        entered=draw(st.none() | entered),
        liable=draw(st.none() | liable),
        tiles=draw(st.sampled_from((None, read_entry(dict(parse_qsl(HAND))).entry))),
        **draw(begun()),
    )


@st.composite
def draw_steps(draw: st.DrawFn) -> DrawStep:
    return DrawStep(
        kind=draw(st.sampled_from(KINDS)),
        tenpai=draw(some_players),
        nagashi=draw(some_players),
        player=draw(st.none() | players),
        win=draw(st.none() | win_steps().filter(lambda step: bool(step.fields))),
        **draw(begun()),
    )


def read(address: str) -> dict[str, str]:
    return dict(parse_qsl(address, strict_parsing=bool(address)))


@given(step=win_steps())
def test_the_step_of_a_win_is_read_back_from_its_address(step: WinStep) -> None:
    assert read_win_step(read(step.address), HOUSE) == step


@given(step=draw_steps())
def test_the_step_of_a_draw_is_read_back_from_its_address(step: DrawStep) -> None:
    assert read_draw_step(read(step.address), frozenset(), HOUSE) == step


@pytest.mark.parametrize(
    ("riichi", "rules", "kind"),
    [
        ({0, 1, 2, 3}, "house", "four_riichi"),
        ({0, 1, 2}, "house", "exhaustive"),
        ({0, 1, 2, 3}, "wrc", "exhaustive"),
        ({0, 1, 2}, "tenhou_sanma", "exhaustive"),
    ],
)
def test_a_draw_with_four_riichi_on_the_table_is_that_draw(riichi: set[int], rules: str, kind: str) -> None:
    assert read_draw_step({}, frozenset(riichi), GAME_PRESETS[rules]).kind == kind
    assert read_draw_step({"kind": "exhaustive"}, frozenset(riichi), GAME_PRESETS[rules]).kind == "exhaustive"


@given(step=win_steps())
def test_the_page_of_a_hand_has_the_step_and_the_hand_as_fields_side_by_side(step: WinStep) -> None:
    fields = read(step.hand_address(HAND))
    assert read_win_step(unprefixed(STEP, fields), HOUSE) == step.by_tiles
    assert query(read_entry(fields).entry) == HAND


@given(step=win_steps().map(lambda step: step.changed(earlier=step.earlier[1:])) | draw_steps())
def test_the_event_that_is_offered_is_read_as_what_was_previewed(step: WinStep | DrawStep) -> None:
    if step.event:
        problems: list[Any] = []
        assert read_event("event", json.loads(json.dumps(event_json(step.event))), HOUSE, problems) == step.event
        assert not problems


def test_the_winners_of_an_address_are_read_back() -> None:
    assert winners_json(EARLIER)[0] == BY_TILES
    assert read_winners(winners_json(EARLIER), HOUSE) == EARLIER


@pytest.mark.parametrize(
    "event",
    [Win((Won(1, 0, Points(8000)),)), Win((Won(1, None, HanFu(3, 40)),)), Draw("exhaustive", frozenset({1, 2}))],
)
def test_a_correction_begins_with_what_was_entered(event: Win | Draw) -> None:
    again = step_again(event, 7).event
    assert again is not None
    assert event_json(again) == {"type": "amend", "seq": 7, "event": event_json(event)}


def test_a_draw_that_is_no_exhaustive_one_names_nobody() -> None:
    event: Event | None = DrawStep("four_kans", frozenset({1}), frozenset({2})).event
    assert event == Draw("four_kans")
