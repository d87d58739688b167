"""The forms of a game: names and rules of a new one, and the steps by which a win or a draw is entered.

A step is an address: what has been chosen so far stands in its query, so every step works without scripts, can be
reloaded and gone back from. The event that a page offers to apply is sent as its JSON, in the words of `inputs.game`.
"""

import json
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, Self, get_args
from unicodedata import category
from urllib.parse import parse_qsl, urlencode

from webapp.game import (
    GAME_PRESETS,
    Chombo,
    Draw,
    Event,
    GameRules,
    HanFu,
    Points,
    Win,
    Won,
    Yakuman,
)
from webapp.game.events import DrawKind
from webapp.game.rules import GAME_SWITCHES, rules_problems
from webapp.inputs.fields import (
    expected_of,
    expected_text,
    read_number,
    read_preset,
    read_switches,
    switch_from_text,
)
from webapp.inputs.forms import MOST_FIELDS, RULE
from webapp.inputs.game import HOUSE, GameCase, read_event, read_game
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.rules import PRESETS, SWITCHES, Switch
from webapp.scoring.table import WIND_NAMES

MOST_NAME = 20
#: What stands before the name of a switch of a game in a form.
GAME_RULE = "game."
LENGTHS: dict[str, Literal[0, 1, 2, 4]] = {"0": 0, "1": 1, "2": 2, "4": 4}
MOST_SEEN = 1 << 20
LONGEST_KEY = 64
MOST_TYPED = 200
#: In the place of players in an address, where there are none.
NOBODY = "-"
#: The kinds of draws in the order of the page.
KINDS: tuple[str, ...] = tuple(kind for part in get_args(DrawKind) for kind in (get_args(part) or (part,)))


@dataclass(frozen=True)
class NewGame:
    """A game that is about to begin: the names in turn order from the first dealer, whether the seats are drawn, and
    the rules."""

    names: tuple[str, ...]
    is_drawn: bool
    rules: GameRules

    @property
    def players(self) -> tuple[str, ...]:
        """The names at the table; who gave none has an empty one."""
        return self.names[: self.rules.players]


def read_new_game(form: Mapping[str, str], found: list[Problem]) -> NewGame:
    """Reads the form of a new game, or an address with some of its fields."""
    rules = read_rules_form(form, found)
    rounds = LENGTHS.get(form.get("rounds") or str(rules.rounds))
    if rounds is None:
        found.append(problem("rounds", Code.BAD_NUMBER, "A game has one hand, or 1, 2 or 4 winds."))
        rounds = rules.rounds
    names = tuple(tidy_name(form.get(f"name{n}", "")) for n in range(len(WIND_NAMES)))
    return NewGame(names, form.get("seats") == "drawn", replace(rules, rounds=rounds))


class KeptGame(NamedTuple):
    """A game that was taken away: the names in turn order, and what `inputs.game` read of it."""

    names: tuple[str, ...]
    case: GameCase


def read_kept_game(text: str) -> KeptGame:
    """Reads the JSON of a game; names that cannot be read are empty."""
    body = _json(text)
    case = read_game(body)
    listed = body.get("names") if isinstance(body, dict) else None
    names = [tidy_name(name) if isinstance(name, str) else "" for name in listed] if isinstance(listed, list) else []
    return KeptGame(tuple([*names, "", "", "", ""][: case.rules.players]), case)


def read_rules_form(form: Mapping[str, str], found: list[Problem]) -> GameRules:
    """The rules of a game from a form or an address: ``rules=wrc``, ``game.goal_points=0`` and, of the rules of the
    hands, ``rule.kiriage_mangan=yes`` for what differs from that preset."""
    rules = _preset(form.get("rules") or HOUSE.preset, found)
    values = _switches(form, GAME_RULE, GAME_SWITCHES)
    rules = read_switches("rules", rules, values, found, GAME_SWITCHES, expected_of)
    hands = read_switches("rules", rules.scoring, _switches(form, RULE, SWITCHES), found, expected=expected_text)
    rules = replace(rules, scoring=hands)
    found += rules_problems(rules)
    return rules


def _preset(name: str, found: list[Problem]) -> GameRules:
    """The rules of a preset. If the preset is for hands only, they are the house rules with its scoring."""
    if name in PRESETS and name not in GAME_PRESETS:
        return replace(HOUSE, scoring=PRESETS[name])
    return read_preset("rules", name, found, GAME_PRESETS, HOUSE)


def _switches(form: Mapping[str, str], prefix: str, switches: Mapping[str, Switch]) -> dict[str, object]:
    named = {name.removeprefix(prefix): text for name, text in form.items() if name.startswith(prefix)}
    return {name: _switch(switches[name], text) if name in switches else text for name, text in named.items()}


def _switch(switch: Switch, text: str) -> object:
    """The JSON value of a switch's text; points may have a comma at the thousands."""
    if switch.sort == "number":
        return _signed(text)
    if switch.sort == "by_rank":
        return [_signed(part) for part in (text.split() if " " in text.strip() else text.split(","))]
    return switch_from_text(switch, text)


def tidy_name(text: str) -> str:
    """A name without control and direction characters, in at most `MOST_NAME` characters."""
    printable = "".join(char for char in text if not category(char).startswith("C") or char == "\u200d")
    return " ".join(printable.split())[:MOST_NAME].strip()


class Tap(NamedTuple):
    """What somebody sends: an event as JSON, the number of the last event that they saw, and the key of the tap."""

    event: Event | None
    seen: int
    key: str
    problems: tuple[Problem, ...]


def read_tap(form: Mapping[str, str], rules: GameRules) -> Tap:
    """Reads the form of a button that changes the game."""
    found: list[Problem] = []
    event = read_event("event", _json(form.get("event", "")), rules, found)
    seen = read_number("seen", form.get("seen", ""), 0, 0, MOST_SEEN, found)
    key = form.get("key", "")
    if not 0 < len(key) <= LONGEST_KEY or not key.isascii():
        found.append(problem("key", Code.BAD_VALUE, "The key of a tap is a short text."))
    return Tap(event, seen, key, tuple(found))


def _json(text: str) -> object:
    """The value of a JSON text; None for what is none, or holds half a character that no page could show."""
    try:
        value = json.loads(text)
        json.dumps(value, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        return None
    return value


@dataclass(frozen=True)
class _Step:
    """Where in the game the end of a hand was begun to be entered.

    `amend` is the number of the event that it takes the place of, `riichi` the players whose sticks lay then (None: as
    they were laid), `after` the number of hands that were over.
    """

    amend: int | None = field(default=None, kw_only=True)
    after: int | None = field(default=None, kw_only=True)
    riichi: tuple[int, ...] | None = field(default=None, kw_only=True)

    @property
    def begun(self) -> dict[str, str]:
        """The same as fields of an address."""
        sticks = None if self.riichi is None else "".join(map(str, self.riichi)) or NOBODY
        found = {"amend": self.amend or None, "after": self.after, "riichi": sticks}
        return {name: str(value) for name, value in found.items() if value is not None}

    def with_riichi(self, riichi: Iterable[int]) -> Self:
        """The step with the sticks of these players."""
        return replace(self, riichi=tuple(sorted(riichi)))

    def _event(self, happening: dict[str, Any]) -> dict[str, Any]:
        """What happens as JSON, or the amendment that puts it in the place of an earlier event."""
        sticks = {} if self.riichi is None else {"riichi": list(self.riichi)}
        return {"type": "amend", "seq": self.amend, "event": happening, **sticks} if self.amend else happening


@dataclass(frozen=True)
class WinStep(_Step):
    """How far a win has been entered: earlier winners on the same discard (as JSON), who wins, from whom, its worth.

    `is_tsumo` and `source` are None until it is chosen; `worth` is empty until then, else one of the ways of JSON
    (a case, points, yakuman, or han and fu).
    """

    earlier: tuple[dict[str, Any], ...] = ()
    player: int | None = None
    is_tsumo: bool | None = None
    source: int | None = None
    how: str = "points"
    han: int | None = None
    worth: tuple[tuple[str, object], ...] = ()

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to choose."""
        return self.player is not None and self.is_tsumo is not None and bool(self.worth)

    @property
    def won(self) -> dict[str, Any]:
        """This winner as JSON."""
        return {"player": self.player, "from": self.source, **dict(self.worth)}

    @property
    def event(self) -> dict[str, Any]:
        """The event as JSON."""
        return self._event({"type": "win", "wins": [*self.earlier, self.won]})

    @property
    def another(self) -> "WinStep":
        """The step for one more winner on the same discard."""
        return WinStep(earlier=(*self.earlier, self.won), is_tsumo=False, source=self.source, after=self.after)

    @property
    def fields(self) -> dict[str, str]:
        """What stands in the address of this step, without the worth."""
        way = {"from": "tsumo"} if self.is_tsumo else {} if self.source is None else {"from": str(self.source)}
        return {
            **({"also": json.dumps(self.earlier, separators=(",", ":"))} if self.earlier else {}),
            **({} if self.player is None else {"player": str(self.player)}),
            **way,
            **({"how": self.how} if self.how != "points" else {}),
            **self.begun,
        }

    @property
    def address(self) -> str:
        """The query of its address, with the worth."""
        return urlencode(self.fields | dict(self.worth))

    @property
    def previous(self) -> "WinStep | None":
        """The step before; None at the first."""
        if self.player is None:
            return None
        if self.is_tsumo is None or self.earlier:
            return replace(self, player=None, worth=(), how="points")
        return replace(self, is_tsumo=None, source=None, worth=(), how="points")

    @property
    def query(self) -> str:
        """The address of this step as one field of another form."""
        return urlencode(self.fields)


def read_fields(text: str) -> dict[str, str]:
    """The fields of an address within a form; none if it is no address of ours."""
    try:
        return dict(parse_qsl(text, max_num_fields=MOST_FIELDS))
    except ValueError:
        return {}


def read_win_step(query: Mapping[str, str], players: int) -> WinStep:
    """Reads the address of a step; what cannot be read is not chosen yet."""
    earlier = _json(query.get("also", "[]"))
    source = query.get("from", "")
    step = WinStep(
        earlier=tuple(earlier)[:2] if isinstance(earlier, list) and all(isinstance(o, dict) for o in earlier) else (),
        player=_number(query.get("player"), players - 1),
        is_tsumo=True if source == "tsumo" else None if _number(source, players - 1) is None else False,
        source=_number(source, players - 1),
        how="han" if query.get("how") == "han" else "points",
        han=_number(query.get("han"), 13),
        **_read_begun(query, players),
    )
    return replace(step, worth=_worth(query))


def _read_begun(query: Mapping[str, str], players: int) -> dict[str, Any]:
    """What `_Step.begun` wrote."""
    amend = _number(query.get("amend"), MOST_SEEN) or None
    riichi = _players(query["riichi"], players) if amend and query.get("riichi") else None
    return {"amend": amend, "after": _number(query.get("after"), MOST_SEEN), "riichi": riichi}


def _worth(query: Mapping[str, str]) -> tuple[tuple[str, object], ...]:
    for names in (("points",), ("yakuman",), ("han", "fu")):
        values = [_number(query.get(name), 10**7) for name in names]
        if all(values):
            return tuple((name, value) for name, value in zip(names, values, strict=True) if value)
    return ()


def _number(text: str | None, most: int) -> int | None:
    is_number = text is not None and text.isascii() and text.isdigit() and len(text) < 9
    return int(text) if is_number and text is not None and int(text) <= most else None


@dataclass(frozen=True)
class DrawStep(_Step):
    """How far a draw has been entered: its kind, who is tenpai, who has a nagashi mangan, or whose chombo it is."""

    kind: str = "exhaustive"
    tenpai: tuple[int, ...] = ()
    nagashi: tuple[int, ...] = ()
    player: int | None = None

    @property
    def event(self) -> dict[str, Any] | None:
        """The event as JSON; None while nobody's chombo is chosen."""
        if self.kind == "chombo":
            return None if self.player is None else self._event({"type": "chombo", "player": self.player})
        listed = {"tenpai": list(self.tenpai), "nagashi": list(self.nagashi)} if self.kind == "exhaustive" else {}
        return self._event({"type": "draw", "kind": self.kind, **listed})

    @property
    def fields(self) -> dict[str, str]:
        """What stands in the address of this step."""
        return {
            "kind": self.kind,
            "tenpai": "".join(map(str, self.tenpai)),
            "nagashi": "".join(map(str, self.nagashi)),
            **({} if self.player is None else {"player": str(self.player)}),
            **self.begun,
        }

    @property
    def address(self) -> str:
        """The query of its address."""
        return urlencode(self.fields)

    def toggled(self, field: Literal["tenpai", "nagashi"], player: int) -> dict[str, str]:
        """The address of this step with a player added to a list, or taken out of it."""
        listed = set(self.tenpai if field == "tenpai" else self.nagashi) ^ {player}
        return self.fields | {field: "".join(map(str, sorted(listed)))}


def read_draw_step(query: Mapping[str, str], riichi: frozenset[int], players: int) -> DrawStep:
    """Reads the address of a draw: players as digits, ``tenpai=02``. Those in riichi are tenpai in any case."""
    kind = query.get("kind", "exhaustive")
    return DrawStep(
        kind=kind if kind in (*KINDS, "chombo") else "exhaustive",
        tenpai=tuple(sorted(riichi | set(_players(query.get("tenpai", ""), players)))),
        nagashi=_players(query.get("nagashi", ""), players),
        player=_number(query.get("player"), players - 1),
        **_read_begun(query, players),
    )


def step_again(event: Win | Draw | Chombo, seq: int) -> WinStep | DrawStep:
    """The step of a hand that was entered before, to correct it; several winners are entered anew."""
    match event:
        case Win((won,)):
            return _win_again(won, seq)
        case Win():
            return WinStep(amend=seq)
        case Draw(kind, tenpai, nagashi):
            return DrawStep(kind, tuple(sorted(tenpai)), tuple(sorted(nagashi)), amend=seq)
        case Chombo(player):
            return DrawStep("chombo", player=player, amend=seq)


def _win_again(won: Won, seq: int) -> WinStep:
    how = "points"
    worth: tuple[tuple[str, object], ...] = ()
    match won.entered:
        case HanFu(han, fu):
            how, worth = "han", (("han", han), ("fu", fu))
        case Yakuman(times):
            how, worth = "han", (("yakuman", times),)
        case Points(points):
            worth = (("points", points),)
    return WinStep((), won.player, won.dealt_in is None, won.dealt_in, how, None, worth, amend=seq)


# -- points and chips by hand ----------------------------------------------------------------------


class AdjustStep(NamedTuple):
    """What has been entered of a correction by hand: points and note, or who gives how many chips to whom; the event
    as JSON, None while nothing is entered."""

    fields: dict[str, str]
    event: dict[str, Any] | None


def read_adjust_step(query: Mapping[str, str], players: int) -> AdjustStep:
    """Reads ``p0=-1000&p1=1000&note=…`` or ``giver=0&taker=2&n=1``; what is empty is 0."""
    names = [f"p{player}" for player in range(players)]
    fields = {name: query.get(name, "")[:MOST_TYPED] for name in (*names, "note", "giver", "taker", "n")}
    if fields["n"]:
        chips = {"from": fields["giver"], "to": fields["taker"], "n": fields["n"]}
        return AdjustStep(fields, {"type": "chips", **{name: _signed(text) for name, text in chips.items()}})
    if any(fields[name] for name in names):
        points = [_signed(fields[name] or "0") for name in names]
        return AdjustStep(fields, {"type": "adjust", "points": points, "note": fields["note"]})
    return AdjustStep(fields, None)


def _signed(text: str) -> int | str:
    """A whole number with its sign, however that was typed; the text itself if it is none."""
    found = re.fullmatch(r"([+\-−]?)([0-9]{1,9})", text.replace(",", "").replace(" ", ""), re.ASCII)
    return text if found is None else int(found[2]) * (-1 if found[1] in ("-", "−") and found[1] else 1)


def _players(text: str, players: int) -> tuple[int, ...]:
    return tuple(player for player in range(players) if str(player) in text[:8])
