"""What is always so, whatever happens in a game; hundreds of random games by ``-m slow``."""

import json
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from tests import examples
from tests.game.games import corrected_logs, happenings, logs, wild_events, wins_by_tiles
from webapp.formats.game import event_json, read_event
from webapp.formats.rules import game_rules_json, stored_game_rules
from webapp.game.events import Adjust, Amend, Chombo, Draw, Event, Happening, Redo, Riichi, Undo, Win, Withdraw
from webapp.game.log import Game, Line, play, replay
from webapp.game.result import result
from webapp.game.rules import GameRules
from webapp.game.state import State
from webapp.scoring.payments import STICK
from webapp.scoring.problems import Problem

Log = tuple[GameRules, list[Happening]]
Law = Callable[[Log], None]

LAWS: list[Law] = []


def law(check: Law) -> Law:
    """A law of a log; its docstring is the law."""
    LAWS.append(check)
    return check


def final(log: Log) -> State:
    return replay(*log).game.state


def total(state: State) -> int:
    return sum(state.points) + STICK * state.sticks


@law
def points_and_sticks(log: Log) -> None:
    """Points and sticks together change by what is adjusted, and by nothing else; points are whole hundreds."""
    rules, events = log
    before = rules.start_points * rules.players
    for event, state in zip(events, replay(rules, events).states, strict=True):
        before += sum(event.points) if isinstance(event, Adjust) else 0
        assert total(state) == before
        assert all(points % 100 == 0 for points in state.points)
        assert state.sticks >= len(state.riichi)
        assert sum(state.chips) == 0


@law
def a_hand_adds_up(log: Log) -> None:
    """What the players gain in a hand is what they take from the table; its transfers are its deltas but for riichi."""
    players = log[0].players
    for hand in final(log).hands:
        change = [0] * players
        for payer, receiver, points, _ in hand.transfers:
            assert points > 0
            assert payer != receiver
            change[receiver] += points
            if payer is not None:
                change[payer] -= points
        own = [STICK * (player in hand.riichi) for player in range(players)]
        assert [gained - stick for gained, stick in zip(change, own, strict=True)] == list(hand.deltas)


@law
def hands_go_on(log: Log) -> None:
    """The number of the hand never goes back and grows by one at most; after a hand nobody has riichi."""
    rules, events = log
    states = replay(rules, events).states
    for event, before, after in zip(events[1:], states, states[1:], strict=False):
        if isinstance(event, Win | Draw):
            assert after.riichi == frozenset()
            assert 0 <= after.number - before.number <= 1
            assert after.honba == 0 or after.honba - before.honba in (0, 1)
        else:
            passes = isinstance(event, Chombo) and event.player == before.dealer and rules.chombo_dealer == "passes"
            assert after.number - before.number in {0, int(passes)}
            assert after.honba == before.honba
        if isinstance(event, Riichi | Withdraw):
            assert len(after.riichi ^ before.riichi) == 1


@law
def undo_is_the_shorter_log(log: Log) -> None:
    """The state after undo is that of the log without its last event, and redo takes it back."""
    rules, events = log
    assume(events)
    whole = replay(rules, events).game.state
    assert replay(rules, [*events, Undo()]).game.state == replay(rules, events[:-1]).game.state
    assert replay(rules, [*events, Undo(), Redo()]).game.state == whole
    back = replay(rules, [*events, *[Undo()] * len(events)])
    assert back.game.state == replay(rules, []).game.state
    assert not back.game.can_undo


@law
def as_it_is(log: Log) -> None:
    """To amend an event by itself changes nothing."""
    rules, events = log
    whole = replay(rules, events)
    for seq, event in enumerate(events, 1):
        assert play(whole.game, Amend(seq, event)).game.state == whole.game.state


@law
def kept_and_read_again(log: Log) -> None:
    """What is kept of a game brings back the same rules, events and states."""
    rules, events = log
    played = replay(rules, events)
    found: list[Problem] = []
    stored = json.loads(json.dumps([game_rules_json(rules), *map(event_json, played.kept)]))
    rules_read = stored_game_rules(stored[0])
    events_read = [read_event("event", event, rules_read, found) for event in stored[1:]]
    assert found == []
    assert rules_read == rules
    assert events_read == list(played.kept)
    again = replay(rules_read, [event for event in events_read if event])
    assert again.states == played.states
    assert again.kept == played.kept


@law
def totals_add_up(log: Log) -> None:
    """All totals together are the uma of the ranks, less what nobody was given and what chombo cost."""
    rules, _ = log
    state = final(log)
    ended = result(state)
    lost = STICK * state.sticks if rules.leftover_sticks == "nobody" else 0
    assert sum(ended.points) + lost == total(state)
    assert sorted(ended.order) == list(range(rules.players))
    assert [state.points[player] for player in ended.order] == sorted(state.points, reverse=True)
    parts = [standing.base + standing.uma + standing.oka for standing in ended.standings]
    oka = (rules.return_points - rules.start_points) * rules.players if rules.oka_to == "first" else 0
    if rules.rounding == "exact":
        base = sum(ended.points) - rules.return_points * rules.players
    else:
        base = -(rules.return_points - rules.start_points) * rules.players
    above = sum(points >= rules.return_points for points in ended.points)
    floating = {(1, 3): rules.uma_one_above, (1, 4): rules.uma_one_above, (3, 4): rules.uma_three_above}
    assert sum(parts) == sum(floating.get((above, rules.players)) or rules.uma) + oka + base
    for name in ("chips", "yakitori", "tobi_prize"):
        assert sum(standing.extras.get(name, 0) for standing in ended.standings) == 0
    chombos = sum(standing.extras.get("chombo", 0) for standing in ended.standings)
    assert chombos == (-rules.chombo_points * sum(state.chombos) if rules.chombo == "after_game" else 0)
    assert sum(ended.totals) * 1000 == pytest.approx(float(sum(parts) + chombos), abs=1)


@given(log=logs(most=80))
@settings(examples.law(400), suppress_health_check=list(HealthCheck))
def test_all_laws_hold_in_any_game(log: Log) -> None:
    for check in LAWS:
        check(log)


# -- an earlier event is amended -------------------------------------------------------------------


def without_marks(state: State) -> tuple[Any, ...]:
    """A state apart from what a win says of where it was entered."""
    hands = [(hand.place, hand.transfers, hand.deltas, hand.points) for hand in state.hands]
    return replace(state, hands=()), hands


@given(log=logs(least=10, most=40), data=st.data())
@settings(examples.law(200), suppress_health_check=list(HealthCheck))
def test_to_amend_a_hand_is_to_have_played_it_right(log: Log, data: st.DataObject) -> None:
    """The game is the one in which the other event happened; if that game could not have been, it is refused."""
    rules, events = log
    assume(events)
    place = data.draw(st.integers(0, len(events) - 1))
    before = replay(rules, events[:place]).game.state
    other = data.draw(happenings(before))
    right = replay(rules, [*events[:place], other, *events[place + 1 :]])
    game = replay(rules, events).game
    amended = play(game, Amend(place + 1, other))
    assert bool(amended.problems) == bool(right.problems)
    if amended.problems:
        assert amended.game is game
    else:
        assert without_marks(amended.game.state) == without_marks(right.game.state)
        assert play(amended.game, Undo()).game.state == game.state


@given(log=corrected_logs(most=40))
def test_undo_and_redo_go_back_to_whole_lines(log: tuple[GameRules, list[Event]]) -> None:
    rules, events = log
    game = Game(rules)
    past: list[Line] = []
    future: list[Line] = []
    for event in events:
        line, game = game.line, play(game, event).game
        match event:
            case Undo():
                assert game.line == past.pop()
                future.append(line)
            case Redo():
                assert game.line == future.pop()
                past.append(line)
            case _:
                past.append(line)
                future.clear()
        assert (game.can_undo, game.can_redo) == (bool(past), bool(future))
        assert not past or game.former == past[-1]
        assert not future or game.undone == future[-1]


# -- anything at all -------------------------------------------------------------------------------


@given(log=logs(most=30), events=st.lists(wild_events, max_size=20))
@settings(examples.law(200), suppress_health_check=list(HealthCheck))
def test_every_event_applies_or_is_refused_with_a_problem(log: Log, events: list[Event]) -> None:
    game: Game = replay(*log).game
    for event in events:
        after, kept, problems = play(game, event)
        if problems:
            assert after is game
            assert all(problem.code and problem.message.endswith(".") for problem in problems)
        else:
            assert after.length == game.length + 1
            assert play(game, kept).game.state == after.state
        game = after


@given(log=logs(most=8), data=st.data())
@settings(examples.law(200), suppress_health_check=list(HealthCheck))
def test_a_hand_won_by_its_tiles_applies_or_is_refused_and_is_read_again(log: Log, data: st.DataObject) -> None:
    game = replay(*log).game
    after, kept, problems = play(game, data.draw(wins_by_tiles(game.state)))
    if problems:
        assert after is game
        return
    found: list[Problem] = []
    read = read_event("event", json.loads(json.dumps(event_json(kept))), game.rules, found)
    assert found == []
    assert read is not None
    assert event_json(read) == event_json(kept)
    again = play(game, read)
    assert event_json(again.event) == event_json(kept)
    assert without_marks(again.game.state) == without_marks(after.state)


def test_the_random_games_hold_what_mostly_happens() -> None:
    """A strategy that lost a sort of event would prove less."""
    seen: set[type] = set()

    @given(log=logs(most=40))
    @settings(max_examples=150, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
    def collect(log: Log) -> None:
        seen.update(map(type, log[1]))

    collect()
    assert seen >= {Riichi, Win, Draw, Chombo, Adjust}
