"""The product reads what it writes: each writer of a hand, of a game and of a group, held against its reader.

Copied text needs the reader's language: `tests/pages/calculator/test_share.py` reads that of a hand back, and
`tests/pages/game/test_papers.py` shows what the text of a game is answered by.
"""

import json
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given

from tests.examples import law
from tests.game.games import logs
from tests.scoring.hands import Win, but, spelled, wins
from webapp.entry.entered import entry_of
from webapp.formats.address import form_fields, query, read_entry
from webapp.formats.answers import score_json
from webapp.formats.case import case_json, read_case
from webapp.formats.fields import Json
from webapp.formats.game import event_json, read_game
from webapp.formats.game_file import (
    MAX_EVENING_GAMES,
    MAX_FILE_EVENTS,
    MAX_FILE_PARTS,
    kept_game_json,
    read_evening,
    read_kept_game,
)
from webapp.formats.group_file import group_json, read_group
from webapp.formats.line import read_line
from webapp.formats.player_results import player_results
from webapp.formats.rules import game_rules_json
from webapp.game.events import Happening
from webapp.game.log import Replay, replay
from webapp.game.rules import GameRules
from webapp.limits import MAX_EVENTS
from webapp.scoring.hand import WinningHand
from webapp.scoring.problems import Code, Problem
from webapp.scoring.score import score
from webapp.store import GroupGame, StoredEvent, StoredGame, StoredGroup, StoredMember, StoredSeason

NOW = datetime(2026, 11, 22, 20, 30, tzinfo=UTC)


def through_json(value: object) -> object:
    return json.loads(json.dumps(value))


# -- hands -----------------------------------------------------------------------------------------


def by_address(hand: WinningHand) -> WinningHand:
    entry, problems = read_entry(dict(pair.split("=") for pair in query(entry_of(hand)).split("&")))
    assert problems == ()
    return entry.hand(is_tsumo=hand.is_tsumo)


def by_form(hand: WinningHand) -> WinningHand:
    entry, problems = read_entry(form_fields(entry_of(hand)))
    assert problems == ()
    return entry.hand(is_tsumo=hand.is_tsumo)


def by_case(hand: WinningHand) -> WinningHand:
    case = read_case(through_json(case_json(hand)))
    assert case.problems == ()
    assert case.hand
    return case.hand


def by_line_of_json(hand: WinningHand) -> WinningHand:
    case = read_line(json.dumps(case_json(hand)))
    assert case.problems == ()
    assert case.hand
    return case.hand


@pytest.mark.parametrize("read_back", [by_address, by_form, by_case, by_line_of_json])
@given(win=wins())
@law(60)
def test_a_hand_that_is_written_and_read_back_is_worth_the_same(
    win: Win, read_back: Callable[[WinningHand], WinningHand]
) -> None:
    # An address holds the other winners, not which of them this one is.
    hand = but(win.hand, nth_ron=1) if read_back in (by_address, by_form) else win.hand
    assert score_json(score(read_back(hand))) == score_json(score(hand)), spelled(hand)


# -- games and groups ------------------------------------------------------------------------------


def stored(number: int, rules: GameRules, played: Replay) -> tuple[StoredGame, list[StoredEvent]]:
    """A game as the store has it: begun an hour before the next one, an event a minute."""
    made = NOW - timedelta(days=1, hours=number)
    events = [StoredEvent(n, made + timedelta(minutes=n), event_json(e)) for n, e in enumerate(played.kept, 1)]
    about: Json = {"names": [f"Player {n}" for n in range(rules.players)], "rules": game_rules_json(rules)}
    return StoredGame(f"game{number}", len(events), len(events), about, "evening", None, made, made), events


@given(log=logs())
@law(60)
def test_a_game_that_is_written_and_read_back_has_the_same_states(log: tuple[GameRules, list[Happening]]) -> None:
    played = replay(*log)
    body = {"rules": game_rules_json(log[0]), "events": [event_json(event) for event in played.kept]}
    case = read_game(through_json(body))
    assert case.problems == ()
    assert replay(case.rules, case.events).states == played.states


@given(log=logs())
@law(60)
def test_an_exported_game_is_imported_with_its_names_and_times(log: tuple[GameRules, list[Happening]]) -> None:
    played = replay(*log)
    game, events = stored(1, log[0], played)
    problems: list[Problem] = []
    kept = read_kept_game("", through_json(kept_game_json(game, events)), NOW, problems)
    assert problems == []
    assert (kept.about, kept.made) == (game.about, game.made)
    assert (kept.events, kept.summaries) == ([event.body for event in events], player_results(played.game))
    assert kept.times == tuple(event.at for event in events)


@given(log=logs())
@law(40)
def test_an_exported_group_is_imported_with_its_members_seasons_and_games(
    log: tuple[GameRules, list[Happening]],
) -> None:
    rules, played = log[0], replay(*log)
    about: Json = {"name": "Club", "rules": game_rules_json(rules), "order": "mean", "least": 3}
    group = StoredGroup("group", 1, 1, about, NOW, NOW, None)
    members = [StoredMember(n, {"name": f"Member {n}"}) for n in range(1, 5)] + [StoredMember(5, {}, 1)]
    seasons = [StoredSeason(1, NOW - timedelta(days=9), NOW, {"name": "Autumn"}), StoredSeason(2, NOW, None, {})]
    games = []
    for number in (2, 1):
        game, events = stored(number, rules, played)
        games.append((GroupGame(game, tuple(range(1, rules.players + 1)), (), None), events))
    problems: list[Problem] = []
    read = read_group(json.dumps(group_json(group, members, seasons, games)), NOW, problems)
    assert problems == []
    assert read is not None
    assert read.about == about
    assert [member.number for member in read.members] == [1, 2, 3, 4, 5]
    assert [(season.first, season.ends) for season in read.seasons] == [(one.first, one.ends) for one in seasons]
    assert [one.events for one in read.games] == [[event.body for event in events] for _, events in games]
    assert [one.summaries for one in read.games] == [player_results(played.game)] * 2
    assert [one.members for one in read.games] == [kept.members for kept, _ in games]


# -- how much a file may hold ----------------------------------------------------------------------


def test_the_events_of_a_file_are_counted_before_one_is_read() -> None:
    games = [{"events": [None] * MAX_EVENTS} for _ in range(MAX_FILE_EVENTS // MAX_EVENTS)]
    few, many = list[Problem](), list[Problem]()
    texts = [
        json.dumps({"about": {}, "members": [], "seasons": [], "games": more}) for more in (games, [*games, *games])
    ]
    read_group(texts[0], NOW, few)
    read_group(texts[1], NOW, many)
    assert Code.TOO_MANY_EVENTS not in {one.code for one in few}
    assert [one.field for one in many if one.code == Code.TOO_MANY_EVENTS] == ["games"]
    assert not any(one.field.startswith("games.") for one in many)
    evening = list[Problem]()
    assert read_evening(json.dumps((games * 2)[:MAX_EVENING_GAMES]), NOW, evening) == []
    assert [one.code for one in evening] == [Code.TOO_MANY_EVENTS]


@pytest.mark.parametrize("read", [read_group, read_evening])
@pytest.mark.parametrize("part", ["[],", "{},"])
def test_a_text_of_too_many_parts_is_not_parsed(read: Callable[..., object], part: str) -> None:
    problems: list[Problem] = []
    read(f"[{part * MAX_FILE_PARTS}0]", NOW, problems)
    assert [one.code for one in problems] == [Code.TOO_MANY_EVENTS]
