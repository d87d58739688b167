"""Summaries that were written with the events equal, to the byte, those that are rebuilt from all events."""

import json
from collections.abc import Sequence
from typing import Any

import pytest
from flask import Flask
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import text

from tests.game.games import happenings, logs, tsumo
from tests.game.recorded import events_of, games
from webapp.commands.upkeep import summarise
from webapp.formats.game import event_json
from webapp.formats.rules import game_rules_json
from webapp.game.events import Amend, End, Event, Happening, Redo, Undo
from webapp.game.log import Game, replay
from webapp.game.rules import GAME_PRESETS, GameRules
from webapp.store import Created, Json, Store
from webapp.store.upkeep import upgrade


def enter(app: Flask, rules: object, events: Sequence[Json], begun: int) -> None:
    """Keeps a game with so many events, and enters the others one by one, as phones do."""
    store: Store = app.extensions["store"]
    about = {"names": ["", "", "", ""], "rules": rules}
    created = store.games.create(about, events[:begun], summarise(about, events[:begun]))
    assert isinstance(created, Created)
    client = app.test_client()
    for number, body in enumerate(events[begun:], begun):
        tap = {"event": json.dumps(body), "seen": str(number), "key": f"tap {number}"}
        answer = client.post(f"/game/{created.player_secret}/events", data=tap, headers={"Accept": "application/json"})
        assert answer.status_code == 200, answer.text


def kept(store: Store) -> list[tuple[object, ...]]:
    """Every summary as it is kept."""
    with store.games.database.reading() as connection:
        rows = connection.execute(text("SELECT * FROM summary ORDER BY game, player"))
        return [tuple(row) for row in rows]


def expect_the_same_rebuilt(app: Flask) -> None:
    store: Store = app.extensions["store"]
    written = kept(store)
    with store.games.database.writing() as connection:
        connection.execute(text("UPDATE summary SET points = 0, counters = '{}'"))
    upgrade(store.games.database, summarise, rebuild=True)
    assert kept(store) == written


@given(logs(), st.data())
@settings(deadline=None, max_examples=25)
def test_of_random_games_that_are_undone_and_corrected(
    app: Flask, log: tuple[GameRules, list[Happening]], data: st.DataObject
) -> None:
    rules, happened = log
    events: list[Event] = [*happened]
    game = replay(rules, events).game
    events += [] if game.state.over else [End()]
    begun = len(events) - 1
    for _ in range(data.draw(st.integers(0, 5))):
        other = happenings(Game(rules).state)
        change = st.just(Undo()) | st.just(Redo()) | st.builds(Amend, st.integers(1, begun + 1), other)
        tried = [*events, data.draw(change)]
        if not replay(rules, tried).problems:
            events = tried
    bodies = [event_json(event) for event in replay(rules, events).kept]
    enter(app, game_rules_json(rules), bodies, begun)
    expect_the_same_rebuilt(app)


def test_of_an_older_game_of_three_without_tsumo_loss(app: Flask) -> None:
    rules: dict[str, Any] = game_rules_json(GAME_PRESETS["mahjong_soul_sanma"])
    rules["scoring"]["tsumo_loss"] = False
    del rules["scoring"]["sanma_tsumo"]
    enter(app, rules, [event_json(tsumo(1, 2)), event_json(End())], 1)
    expect_the_same_rebuilt(app)


@pytest.mark.ci
def test_of_recorded_games(app: Flask) -> None:
    for recorded in games():
        events = events_of(recorded)
        enter(app, recorded["rules"], events, len(events) - 1)
    expect_the_same_rebuilt(app)
