"""The JSON of a game, for the API and for the store: read into rules and events, and written.

Only this module knows the names of its fields. All problems are returned together, each with the path of its field
(`events.7.player`); no error is raised.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import NamedTuple, get_args
from unicodedata import category

from webapp.formats.case import case_json, read_hand
from webapp.formats.fields import Json, read_number, read_wind, shown
from webapp.formats.rules import HOUSE, game_rules_json, read_game_rules, read_stored_game_rules, stored_game_rules
from webapp.game.events import (
    Adjust,
    Amend,
    Chips,
    Chombo,
    Draw,
    DrawKind,
    End,
    Entered,
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
from webapp.game.log import Replay
from webapp.game.refusals import MOST_ADJUSTED, MOST_CHIPS, MOST_NOTE, MOST_WON_CHIPS
from webapp.game.result import Result, result
from webapp.game.rules import Abortive, GameRules
from webapp.game.state import State
from webapp.game.worth import MOST_BASIC, MOST_HAN, MOST_YAKUMAN
from webapp.limits import MAX_EVENTS
from webapp.scoring.hand import WinningHand
from webapp.scoring.points import HAN_OF_MANGAN
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.table import WIND_NAMES

MOST_PLAYERS = 4
MAX_WIN_POINTS = 10**9
DRAWS: tuple[DrawKind, ...] = ("exhaustive", *get_args(Abortive))


class GameCase(NamedTuple):
    """The body of a request as read: the rules, the events before the first unreadable one, and all problems."""

    rules: GameRules
    events: tuple[Event, ...]
    problems: tuple[Problem, ...]


def read_game(body: object, *, is_exported: bool = False) -> GameCase:
    """Reads ``{"rules": …, "events": […]}``. If the rules cannot be read, there are no events.

    `is_exported`: the game was exported, maybe by an earlier version of this program.
    """
    if not isinstance(body, Mapping):
        return GameCase(HOUSE, (), (problem("", Code.BAD_JSON, "A JSON object is expected."),))
    problems: list[Problem] = []
    rules_of = read_stored_game_rules if is_exported else read_game_rules
    rules = rules_of("rules", body.get("rules"), problems)
    readable = not problems
    events = _events(body.get("events"), rules, problems)
    return GameCase(rules, events if readable else (), tuple(problems))


def read_stored_game(rules: object, events: object) -> GameCase:
    """Reads a game of a store, maybe kept by an earlier version of this program. Raises `UnavailableError` if a newer
    version wrote its rules."""
    problems: list[Problem] = []
    in_force = stored_game_rules(rules)
    return GameCase(in_force, _events(events, in_force, problems), tuple(problems))


def _events(value: object, rules: GameRules, problems: list[Problem]) -> tuple[Event, ...]:
    if not isinstance(value, list) or len(value) > MAX_EVENTS:
        problems.append(
            problem("events", Code.BAD_JSON, "A list of at most {most} events is expected.", most=MAX_EVENTS)
        )
        return ()
    read = [read_event(f"events.{i}", item, rules, problems) for i, item in enumerate(value)]
    unread = read.index(None) if None in read else len(read)
    return tuple(event for event in read[:unread] if event is not None)


# -- one event -------------------------------------------------------------------------------------


class _Fields(NamedTuple):
    """The fields of a JSON object, the path to it, and the problems of the fields that were read."""

    place: str
    values: Mapping[str, object]
    rules: GameRules
    problems: list[Problem]

    def at(self, name: str) -> str:
        return f"{self.place}.{name}"

    def wrong(self, name: str, code: Code, text: str, **values: object) -> None:
        self.problems.append(problem(self.at(name), code, text, **values))

    def number(self, name: str, least: int, most: int) -> int:
        return read_number(self.at(name), self.values.get(name), least, least, most, self.problems)

    def player(self, name: str = "player") -> int:
        return self.number(name, 0, self.rules.players - 1)

    def players(self, name: str) -> frozenset[int]:
        items = self.values.get(name) or []
        if not isinstance(items, list) or len(items) > MOST_PLAYERS:
            self.wrong(name, Code.BAD_VALUE, "A list of players is expected.")
            return frozenset()
        most = self.rules.players - 1
        return frozenset(read_number(self.at(f"{name}.{i}"), n, 0, 0, most, self.problems) for i, n in enumerate(items))

    def part(self, name: str, values: object) -> "_Fields | None":
        """The fields of an object inside this one."""
        if isinstance(values, Mapping):
            return self._replace(place=self.at(name), values=values)
        self.wrong(name, Code.BAD_JSON, "A JSON object is expected.")
        return None


def read_event(place: str, value: object, rules: GameRules, problems: list[Problem]) -> Event | None:
    """The event of a JSON value; None if a part of it could not be read."""
    fields = _fields(place, value, rules, problems)
    if fields is None:
        return None
    if fields.values.get("type") == "amend":
        event: Event | None = _amend(fields)
    elif fields.values.get("type") == "undo":
        event = Undo(None if fields.values.get("of") is None else fields.number("of", 1, MAX_EVENTS))
    elif fields.values.get("type") == "redo":
        event = Redo()
    else:
        event = _happening(fields, (*_READERS, "undo", "redo", "amend"))
    problems += fields.problems
    return None if fields.problems else event


def _fields(place: str, value: object, rules: GameRules, problems: list[Problem]) -> _Fields | None:
    if isinstance(value, Mapping):
        return _Fields(place, value, rules, [])
    problems.append(problem(place, Code.BAD_JSON, "A JSON object is expected."))
    return None


def _amend(fields: _Fields) -> Amend | None:
    """An amendment. It replaces an event of the table: not an undo, a redo or another amendment."""
    part = fields.part("event", fields.values.get("event"))
    event = _happening(part, tuple(_READERS)) if part else None
    seq = fields.number("seq", 1, MAX_EVENTS)
    riichi = None if fields.values.get("riichi") is None else fields.players("riichi")
    return Amend(seq, event, riichi) if event else None


def _happening(fields: _Fields, known: tuple[str, ...]) -> Happening | None:
    name = fields.values.get("type")
    if isinstance(name, str) and name in _READERS:
        return _READERS[name](fields)
    there_are = ", ".join(known)
    fields.wrong(
        "type", Code.UNKNOWN_EVENT, "There is no event {got}; there are: {known}.", got=shown(name), known=there_are
    )
    return None


def _draw(fields: _Fields) -> Draw:
    kind = _kind(fields)
    return Draw(kind, fields.players("tenpai"), fields.players("nagashi"))


def _kind(fields: _Fields) -> DrawKind:
    got = fields.values.get("kind", "exhaustive")
    for kind in DRAWS:
        if kind == got:
            return kind
    known = ", ".join(DRAWS)
    fields.wrong("kind", Code.BAD_VALUE, "There is no draw {got}; there are: {known}.", got=shown(got), known=known)
    return "exhaustive"


def _adjust(fields: _Fields) -> Adjust:
    points = fields.values.get("points")
    if not isinstance(points, list) or len(points) > MOST_PLAYERS:
        fields.wrong("points", Code.BAD_VALUE, "A list of points is expected.")
        return Adjust(())
    numbers = [
        read_number(fields.at(f"points.{i}"), n, 0, -MOST_ADJUSTED, MOST_ADJUSTED, fields.problems)
        for i, n in enumerate(points)
    ]
    return Adjust(tuple(numbers), _note(fields))


def _note(fields: _Fields) -> str:
    note = fields.values.get("note") or ""
    if not isinstance(note, str) or len(note) > MOST_NOTE:
        fields.wrong("note", Code.BAD_VALUE, "A note of at most {most} characters is expected.", most=MOST_NOTE)
    elif any(category(char) in ("Cc", "Cs") for char in note):
        fields.wrong("note", Code.BAD_VALUE, "A note has no control characters.")
    return note if isinstance(note, str) else ""


_READERS: dict[str, Callable[[_Fields], Happening]] = {
    "riichi": lambda fields: Riichi(fields.player()),
    "withdraw": lambda fields: Withdraw(fields.player()),
    "win": lambda fields: Win(_wins(fields)),
    "draw": _draw,
    "chombo": lambda fields: Chombo(fields.player()),
    "adjust": _adjust,
    "chips": lambda fields: Chips(fields.player("from"), fields.player("to"), fields.number("n", 1, MOST_CHIPS)),
    "end": lambda _: End(),
}


# -- a win -----------------------------------------------------------------------------------------


def _wins(fields: _Fields) -> tuple[Won, ...]:
    wins = fields.values.get("wins")
    if not isinstance(wins, list) or not 1 <= len(wins) < MOST_PLAYERS:
        fields.wrong("wins", Code.BAD_VALUE, "A list of one to three winners is expected.")
        return ()
    parts = [fields.part(f"wins.{i}", won) for i, won in enumerate(wins)]
    return tuple(_won(part) for part in parts if part)


def _won(fields: _Fields) -> Won:
    won = Won(
        player=fields.player(),
        dealt_in=None if fields.values.get("from") is None else fields.player("from"),
        entered=_entered(fields),
        liable=_liable(fields),
        chips=None if fields.values.get("chips") is None else fields.number("chips", 0, MOST_WON_CHIPS),
    )
    return _kept(won, fields) if fields.values.get("basic") is not None else won


def read_winners(value: object, rules: GameRules) -> tuple[Won, ...]:
    """The winners of a JSON list; empty if a part of it cannot be read."""
    fields = _Fields("", {"wins": value}, rules, [])
    wins = _wins(fields)
    return () if fields.problems else wins


def read_entered(values: Mapping[str, object], rules: GameRules) -> Entered | None:
    """The worth of a win from its fields; None if it cannot be read."""
    fields = _Fields("", values, rules, [])
    entered = _entered(fields)
    return None if fields.problems else entered


def _kept(won: Won, fields: _Fields) -> Won:
    """The win with its basic points, and with the round and seat for which they hold if those were kept."""
    won = replace(won, basic=fields.number("basic", 1, MOST_BASIC))
    if fields.values.get("round") is None and fields.values.get("seat") is None:
        return won
    round_, seat = (
        read_wind(fields.at(name), fields.values.get(name), 0, fields.problems) for name in ("round", "seat")
    )
    return replace(won, round=round_, seat=seat)


_WAYS = ("case", "points", "yakuman", "han")


def _entered(fields: _Fields) -> Entered | None:
    """The worth of a win as it was entered, in one of the `_WAYS`; None if only the basic points are known."""
    ways = [way for way in _WAYS if fields.values.get(way)]
    if len(ways) > 1:
        fields.wrong(ways[1], Code.BAD_VALUE, "A win has a case, points, yakuman, or han and fu, not several of them.")
    match ways:
        case ["case"]:
            return _hand(fields)
        case ["points"]:
            return Points(fields.number("points", 1, MAX_WIN_POINTS))
        case ["yakuman"]:
            return Yakuman(fields.number("yakuman", 1, MOST_YAKUMAN))
        case ["han"]:
            return _han_fu(fields)
    return None


def _han_fu(fields: _Fields) -> HanFu:
    han = fields.number("han", 1, MOST_HAN)
    is_without = fields.values.get("fu") is None and han >= HAN_OF_MANGAN and not fields.rules.scoring.no_limit
    return HanFu(han, 30 if is_without else fields.number("fu", 20, 170))


def _hand(fields: _Fields) -> WinningHand | None:
    """The hand of a case as in the API; its situation comes from the game."""
    part = fields.part("case", fields.values["case"])
    if part is None:
        return None
    problems: list[Problem] = []
    hand = read_hand(part.values, fields.rules.scoring, problems)
    fields.problems.extend(replace(item, field=part.at(item.field)) for item in problems)
    return hand


def _liable(fields: _Fields) -> tuple[LiablePlayer, ...]:
    items = fields.values.get("pao") or []
    if not isinstance(items, list) or len(items) >= MOST_PLAYERS:
        fields.wrong("pao", Code.BAD_VALUE, "A list of liable players is expected.")
        return ()
    parts = [fields.part(f"pao.{i}", item) for i, item in enumerate(items)]
    return tuple(_liable_player(part) for part in parts if part)


def _liable_player(fields: _Fields) -> LiablePlayer:
    basic = None if fields.values.get("basic") is None else fields.number("basic", 1, MOST_BASIC)
    return LiablePlayer(fields.player(), basic)


def replay_json(replayed: Replay) -> Json:
    """The answer for a log that could be played: the state after each event, and the result of a game that is over."""
    state = replayed.game.state
    return {
        "rules": game_rules_json(replayed.game.rules),
        "states": states_json(replayed),
        "final": result_json(result(state)) if state.over else None,
    }


def states_json(replayed: Replay) -> list[Json]:
    """The state after each event."""
    return [state_json(state) for state in replayed.states]


def state_json(state: State) -> Json:
    """The state of a table."""
    return {
        "number": state.number,
        "dealer": state.dealer,
        "honba": state.honba,
        "sticks": state.sticks,
        "points": list(state.points),
        "riichi": sorted(state.riichi),
        **({"chips": list(state.chips)} if state.rules.chip_points else {}),
        "may_stop": state.may_stop,
        "over": state.over,
    }


def result_json(ended: Result) -> Json:
    """The end of a game; totals in thousands."""
    return {
        "points": list(ended.points),
        "order": list(ended.order),
        "ranks": list(ended.ranks),
        "totals": list(ended.totals),
    }


# -- events ----------------------------------------------------------------------------------------


def event_json(event: Event) -> Json:
    """An event; a win with its basic points where they are known."""
    match event:
        case Riichi(player) | Withdraw(player) | Chombo(player):
            return {"type": _name(event), "player": player}
        case Win(wins):
            return {"type": "win", "wins": winners_json(wins)}
        case Draw():
            return _draw_json(event)
        case Adjust(points, note):
            return {"type": "adjust", "points": list(points), **({"note": note} if note else {})}
        case Chips(giver, taker, number):
            return {"type": "chips", "from": giver, "to": taker, "n": number}
        case Amend(seq, amended, riichi):
            sticks = {} if riichi is None else {"riichi": sorted(riichi)}
            return {"type": "amend", "seq": seq, "event": event_json(amended), **sticks}
        case End() | Undo() | Redo():
            return {"type": _name(event)}


def _name(event: Event) -> str:
    return type(event).__name__.lower()


def _draw_json(draw: Draw) -> Json:
    if draw.kind != "exhaustive":
        return {"type": "draw", "kind": draw.kind}
    nagashi = {"nagashi": sorted(draw.nagashi)} if draw.nagashi else {}
    return {"type": "draw", "kind": draw.kind, "tenpai": sorted(draw.tenpai), **nagashi}


def winners_json(wins: Iterable[Won]) -> list[Json]:
    """The winners of a win, as `read_winners` reads them."""
    return [_won_json(won) for won in wins]


def _won_json(won: Won) -> Json:
    pao = [{"player": part.player, **({"basic": part.basic} if part.basic else {})} for part in won.liable]
    return {
        "player": won.player,
        "from": won.dealt_in,
        **entered_json(won.entered),
        **({"case": _case_json(won.entered, won)} if isinstance(won.entered, WinningHand) else {}),
        **({"pao": pao} if pao else {}),
        **({"chips": won.chips} if won.chips is not None else {}),
        **({"basic": won.basic} if won.basic is not None else {}),
        **({name: WIND_NAMES[wind] for name, wind in (("round", won.round), ("seat", won.seat)) if wind is not None}),
    }


def entered_json(entered: Entered | None) -> Json:
    """The fields that `read_entered` reads; none for a hand by its tiles, or if only the basic points are known."""
    match entered:
        case HanFu(han, fu):
            return {"han": han, "fu": fu}
        case Yakuman(times):
            return {"yakuman": times}
        case Points(points):
            return {"points": points}
    return {}


#: The fields of a case that a game does not know.
_OWN = ("concealed", "win", "melds", "flags", "dora", "ura", "nuki", "liable")


def _case_json(hand: WinningHand, won: Won) -> Json:
    """The case of a hand. Before the game has scored it, it has only the fields that the game does not know."""
    case = case_json(hand)
    if won.basic is None:
        return {name: case[name] for name in _OWN if case[name] or (name == "liable" and case[name] is not None)}
    return {name: value for name, value in case.items() if name != "rules"}
