"""Whole recorded games and rare cases: the state after each event and the final totals, exactly."""

from typing import Any

import pytest

from tests.game.recorded import Json, cases, events_of, games, needs_cases, states_of
from webapp.formats.game import read_game
from webapp.game.log import Replay, replay
from webapp.game.result import result
from webapp.game.state import State


def replayed(rules: Json, events: list[Json]) -> Replay:
    case = read_game({"rules": rules, "events": events})
    assert case.problems == ()
    found = replay(case.rules, case.events)
    assert found.problems == ()
    assert len(found.states) == len(events)
    return found


def seen(state: State, expected: Json) -> Json:
    """What of a state was recorded; of some games whether it is over, not why."""
    over = (
        state.over if isinstance(expected["over"], str) else bool(state.over) if expected["over"] is not None else None
    )
    found: Json = {name: getattr(state, name) for name in ("number", "honba", "sticks")}
    return {**found, "points": list(state.points), "over": over}


def differing(game: Json) -> list[Any]:
    """Where a replayed game differs from what was recorded."""
    found = replayed(game["rules"], events_of(game))
    pairs = [(seen(state, told), told) for state, told in zip(found.states, states_of(game), strict=True)]
    ended = result(found.game.state)
    final = {name: list(getattr(ended, name)) for name in ("points", "totals", "order")}
    pairs.append((final, game["final"]))
    return [(game["id"], *pair) for pair in pairs if pair[0] != pair[1]]


def test_every_recorded_game_replays_exactly() -> None:
    assert [difference for game in games() for difference in differing(game)] == []


@needs_cases
@pytest.mark.parametrize("case", cases(), ids=lambda case: case["id"])
def test_a_rare_case_ends_as_worked_out_by_hand(case: Json) -> None:
    state = replayed(case["rules"], case["events"]).game.state
    assert seen(state, case["state"]) == case["state"]
    if "final" in case:
        ended = result(state)
        assert {name: list(getattr(ended, name)) for name in case["final"]} == case["final"]


def test_a_recorded_game_is_over_with_its_last_event_and_not_before() -> None:
    for game in games():
        *before, last = replayed(game["rules"], events_of(game)).states
        assert last.over
        assert not any(state.over for state in before)
