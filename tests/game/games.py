"""Games for tests: events in one line each, and random rules, events and logs for Hypothesis."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from hypothesis import assume
from hypothesis import strategies as st

from tests.scoring.hands import random_rules
from tests.scoring.hands import wins as winning_hands
from webapp.game.events import (
    Adjust,
    Amend,
    Chips,
    Chombo,
    Draw,
    End,
    Event,
    HanFu,
    Happening,
    LiablePlayer,
    Points,
    Redo,
    Riichi,
    Undo,
    Win,
    Withdraw,
    Won,
    Yakuman,
)
from webapp.game.log import Game, play, replay
from webapp.game.rules import ABORTIVE, GAME_PRESETS, GAME_SWITCHES, GameRules, rules_problems
from webapp.game.state import State
from webapp.scoring.hand import WinningHand
from webapp.scoring.payments import STICK
from webapp.scoring.switches import ByRank, Choice, ChosenSet, Number, Switch, YesNo

HOUSE = GAME_PRESETS["house"]


# -- by hand ---------------------------------------------------------------------------------------


def ron(player: int, dealt_in: int, han: int = 1, fu: int = 30, **facts: Any) -> Win:
    return Win((Won(player, dealt_in, HanFu(han, fu), **facts),))


def tsumo(player: int, han: int = 1, fu: int = 30, **facts: Any) -> Win:
    return Win((Won(player, None, HanFu(han, fu), **facts),))


def rons(dealt_in: int, *players: int, han: int = 1, fu: int = 30) -> Win:
    return Win(tuple(Won(player, dealt_in, HanFu(han, fu)) for player in players))


def draw(*tenpai: int, nagashi: Sequence[int] = ()) -> Draw:
    return Draw("exhaustive", frozenset(tenpai), frozenset(nagashi))


def rules(preset: str = "house", **switches: Any) -> GameRules:
    return replace(GAME_PRESETS[preset], **switches)


def game(events: Sequence[Event], played_by: GameRules = HOUSE) -> Game:
    """The game of a log of which nothing is refused."""
    found = replay(played_by, events)
    assert found.problems == ()
    return found.game


def state(*events: Event, played_by: GameRules = HOUSE) -> State:
    """The state after events of which none is refused."""
    return game(events, played_by).state


def codes(before: Sequence[Event], event: Event, played_by: GameRules = HOUSE) -> list[tuple[str, str]]:
    """The field and the code of every reason why an event is refused after others, each of which has a message."""
    problems = play(game(before, played_by), event).problems
    assert all(found.message for found in problems)
    return [(found.field, str(found.code)) for found in problems]


# -- at random -------------------------------------------------------------------------------------

#: Numbers of points that decide something in a short game.
_POINTS = (0, 1_000, 3_000, 6_000, 25_000, 30_000, 35_000, 40_000, 55_000)


def _values(switch: Switch, players: int) -> st.SearchStrategy[Any]:
    """Values of a switch of a game."""
    if isinstance(switch, ChosenSet):
        return st.frozensets(st.sampled_from(switch.choices))
    if isinstance(switch, ByRank):
        rows = st.lists(st.integers(-300, 300), min_size=players, max_size=players)
        of_rank = rows.map(lambda row: tuple(100 * number for number in row))
        return of_rank if switch.name == "uma" else st.just(()) | of_rank
    if isinstance(switch, Number):
        numbers = (0, 600, 3_000, 6_000) if switch.name == "tenpai_payment" else (0, 1, *_POINTS)
        return st.sampled_from([number for number in numbers if number in switch.bounds])
    if isinstance(switch, YesNo):
        return st.booleans()
    return st.sampled_from(switch.choices if isinstance(switch, Choice) else [getattr(HOUSE, switch.name)])


@st.composite
def game_rules(draw: st.DrawFn) -> GameRules:
    """A preset with any of its switches set otherwise, those of its hands too."""
    found = GAME_PRESETS[draw(st.sampled_from(sorted(GAME_PRESETS)))]
    if draw(st.booleans()):
        hands = draw(st.randoms(use_true_random=False).map(random_rules))
        found = replace(found, scoring=replace(hands, players=found.scoring.players))
    changed = {
        name: draw(_values(switch, found.players)) for name, switch in GAME_SWITCHES.items() if draw(st.booleans())
    }
    found = replace(found, **changed)
    found = replace(found, abortive_passes=found.abortive_passes & found.abortive)
    if found.ceiling_points <= found.start_points:
        found = replace(found, ceiling_points=0)
    assert [*rules_problems(found)] == []
    return found


_WORTHS = st.one_of(
    st.builds(HanFu, st.integers(1, 13), st.sampled_from([30, 40, 50, 60, 70])),
    st.builds(Yakuman, st.integers(1, 2)),
)


# Hypothesis takes long to make a strategy; each is made once.


@cache
def _players(players: int) -> st.SearchStrategy[int]:
    return st.sampled_from(range(players))


@cache
def _orders(players: tuple[int, ...]) -> st.SearchStrategy[list[int]]:
    return st.permutations(players)


@cache
def _wins(players: int, worths: st.SearchStrategy[Any] = _WORTHS) -> st.SearchStrategy[Win]:
    dealing_in = st.none() | _players(players)
    winning = st.integers(1, players - 1)

    @st.composite
    def win(draw: st.DrawFn) -> Win:
        dealt_in = draw(dealing_in)
        others = tuple(player for player in range(players) if player != dealt_in)
        most = 1 if dealt_in is None else draw(winning)
        winners = draw(_orders(others))[:most]
        won = [Won(player, dealt_in, draw(worths), draw(_liable(others, player))) for player in winners]
        return Win(tuple(won))

    return win()


@cache
def _liable(players: tuple[int, ...], winner: int) -> st.SearchStrategy[tuple[LiablePlayer, ...]]:
    others = [player for player in players if player != winner]
    return st.just(()) | st.just(()) | st.sampled_from([(LiablePlayer(player),) for player in others])


_SORTS = st.sampled_from(["riichi"] * 4 + ["win"] * 4 + ["draw"] * 3 + ["rare"] * 2)


@cache
def _tenpai(players: int) -> st.SearchStrategy[frozenset[int]]:
    return st.frozensets(_players(players))


@cache
def _nagashi(players: int) -> st.SearchStrategy[frozenset[int]]:
    return st.just(frozenset()) | st.frozensets(_players(players), max_size=2)


def _happening(draw: st.DrawFn, now: State) -> Happening:
    players = now.rules.players
    sort = draw(_SORTS)
    if sort == "riichi":
        return Riichi(draw(_players(players)))
    if sort == "win":
        return draw(_wins(players))
    if sort == "draw":
        tenpai = now.riichi | draw(_tenpai(players))
        nagashi = draw(_nagashi(players))
        return Draw("exhaustive", tenpai, nagashi if now.rules.nagashi != "off" else frozenset())
    return draw(_rare(players))


@st.composite
def happenings(draw: st.DrawFn, now: State) -> Happening:
    """Something that may well happen in a state: mostly not refused."""
    return _happening(draw, now)


@cache
def _rare(players: int) -> st.SearchStrategy[Happening]:
    player = _players(players)
    hundreds = st.lists(st.integers(-50, 50), min_size=players, max_size=players)
    return st.one_of(
        st.builds(Chombo, player),
        st.builds(Withdraw, player),
        st.builds(Draw, st.sampled_from(sorted(ABORTIVE))),
        st.builds(Adjust, hundreds.map(lambda points: tuple(100 * n for n in points))),
        st.builds(Chips, player, player, st.integers(1, 3)),
        st.just(End()),
    )


@st.composite
def logs(draw: st.DrawFn, least: int = 1, most: int = 25) -> tuple[GameRules, list[Happening]]:
    """Rules and a log in which every event applies; no `undo`, `redo` or `amend`."""
    game = Game(draw(game_rules()))
    events: list[Happening] = []
    for _ in range(draw(st.integers(least, most))):
        event = _happening(draw, game.state)
        after, _, problems = play(game, event)
        if not problems:
            game = after
            events.append(event)
    return game.rules, events


@st.composite
def corrected_logs(draw: st.DrawFn, most: int = 25) -> tuple[GameRules, list[Event]]:
    """Rules and a log in which every event applies, `undo`, `redo` and `amend` among them."""
    game = Game(draw(game_rules()))
    events: list[Event] = []
    for _ in range(draw(st.integers(1, most))):
        after, event, problems = play(game, draw(_any_event(game)))
        if not problems:
            game = after
            events.append(event)
    return game.rules, events


@st.composite
def _any_event(draw: st.DrawFn, game: Game) -> Event:
    kind = draw(st.sampled_from(["new", "new", "new", "undo", "redo", "amend"]))
    if kind == "undo":
        return Undo()
    if kind == "redo":
        return Redo()
    if kind == "new" or not game.line:
        return _happening(draw, game.state)
    seq = draw(st.sampled_from(game.line)).seq
    return Amend(seq, _happening(draw, game.before(seq)), draw(st.none() | _SOME))


_NUMBERS = st.integers(-2, 5) | st.sampled_from([-(10**20), 99, 10**20])


def _hands() -> st.SearchStrategy[WinningHand]:
    return winning_hands().map(lambda win: win.hand)


_WILD_WON = st.builds(
    Won,
    player=_NUMBERS,
    dealt_in=st.none() | _NUMBERS,
    entered=st.none()
    | st.builds(HanFu, _NUMBERS, _NUMBERS)
    | st.builds(Yakuman, _NUMBERS)
    | st.builds(Points, st.sampled_from([-100, 0, 1000, 1234, 7700, 8000, 12000]) | _NUMBERS)
    | _hands(),
    liable=st.lists(st.builds(LiablePlayer, _NUMBERS, st.none() | _NUMBERS), max_size=2).map(tuple),
    basic=st.none() | _NUMBERS,
    round=st.none() | _NUMBERS,
    seat=st.none() | _NUMBERS,
)
_SOME = st.frozensets(_NUMBERS, max_size=4)
_WILD_HAPPENINGS: st.SearchStrategy[Happening] = st.one_of(
    st.builds(Riichi, _NUMBERS),
    st.builds(Withdraw, _NUMBERS),
    st.builds(Win, st.lists(_WILD_WON, max_size=4).map(tuple)),
    st.builds(Draw, st.sampled_from(["exhaustive", *sorted(ABORTIVE)]), _SOME, _SOME),
    st.builds(Chombo, _NUMBERS),
    st.builds(Adjust, st.lists(_NUMBERS, max_size=5).map(tuple), st.text(max_size=3) | st.just("x" * 300)),
    st.builds(Chips, _NUMBERS, _NUMBERS, _NUMBERS),
    st.just(End()),
)
#: Events of which most cannot be.
wild_events: st.SearchStrategy[Event] = _WILD_HAPPENINGS | st.one_of(
    st.just(Undo()), st.just(Redo()), st.builds(Amend, _NUMBERS, _WILD_HAPPENINGS, st.none() | _SOME)
)


@st.composite
def wins_by_tiles(draw: st.DrawFn, now: State) -> Win:
    """A random hand won by a random player; whether it can be is another question."""
    hand = draw(_hands())
    player = draw(st.sampled_from(sorted(now.riichi) or range(now.rules.players)))
    others = [other for other in range(now.rules.players) if other != player]
    return Win((Won(player, draw(st.sampled_from([None, *others])), hand),))


# -- the last hand ---------------------------------------------------------------------------------


def last_hand(*points: int, played_by: GameRules = HOUSE, more: int = 0, **facts: Any) -> State:
    """The last hand, or one of the extension (`more` hands later), with these points in hundreds."""
    nothing = (0,) * len(points)
    hundreds = tuple(100 * n for n in points)
    return State(played_by, hundreds, nothing, nothing, number=played_by.hands - 1 + more, **facts)


@st.composite
def last_hands(draw: st.DrawFn) -> State:
    """A state in the last hand or the extension, often with equal points, a player who is nearly out, or one who nearly
    has the goal."""
    rules = draw(game_rules())
    players = range(rules.players)
    riichi = draw(st.frozensets(_players(rules.players), max_size=2))
    sticks = len(riichi) + draw(st.integers(0, 3))
    near_goal = st.integers(-30, 30).map(lambda n: rules.goal_points + 100 * n)
    anything = st.integers(-150, 250).map(lambda n: rules.start_points + 100 * n)
    points = [
        draw(st.one_of(anything, anything, near_goal, st.integers(0, 50).map(lambda n: 100 * n))) for _ in players
    ]
    if draw(st.booleans()):
        points[draw(_players(rules.players))] = points[draw(_players(rules.players))]
    points[draw(_players(rules.players))] += rules.start_points * len(players) - STICK * sticks - sum(points)
    limit = 0 if rules.tobi_limit is None else rules.tobi_limit
    assume(rules.tobi_limit is None or all(has + STICK * (n in riichi) >= limit for n, has in enumerate(points)))
    more = draw(st.integers(0, rules.players)) if rules.extension != "off" else 0
    hundreds = [has // 100 for has in points]
    honba = draw(st.integers(0, 3))
    return last_hand(*hundreds, played_by=rules, more=more, honba=honba, sticks=sticks, riichi=riichi)
