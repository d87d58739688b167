"""The forms of a game: names and rules of a new one, and the steps by which a win or a draw is entered.

A step is an address: what has been chosen so far stands in its query, so every step works without scripts, can be
reloaded and gone back from. The event that a page offers to apply is sent as its JSON, in the words of `inputs.game`.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, NamedTuple, get_args
from unicodedata import category
from urllib.parse import parse_qsl, urlencode

from webapp.game import GAME_PRESETS, Event, GameRules
from webapp.game.events import DrawKind
from webapp.inputs.fields import read_number
from webapp.inputs.forms import MOST_FIELDS
from webapp.inputs.game import read_event
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.table import WIND_NAMES

MOST_NAME = 20
LENGTHS: dict[str, Literal[0, 1, 2, 4]] = {"0": 0, "1": 1, "2": 2, "4": 4}
MOST_SEEN = 1 << 20
LONGEST_KEY = 64
#: The kinds of draws in the order of the page.
KINDS: tuple[str, ...] = tuple(kind for part in get_args(DrawKind) for kind in (get_args(part) or (part,)))


@dataclass(frozen=True)
class NewGame:
    """A game that is about to begin: the names in turn order from the first dealer, and the rules."""

    names: tuple[str, ...]
    rules: GameRules


def read_new_game(form: Mapping[str, str]) -> NewGame | Problem:
    """Reads the form of a new game. Empty names become the winds."""
    rules = GAME_PRESETS.get(form.get("rules", "house"))
    if rules is None:
        return problem("rules", Code.UNKNOWN_RULE, "There are no such rules of a game.")
    rounds = LENGTHS.get(form.get("rounds", str(rules.rounds)))
    if rounds is None:
        return problem("rounds", Code.BAD_NUMBER, "A game has one hand, or 1, 2 or 4 winds.")
    names = tuple(tidy_name(form.get(f"name{n}", "")) or WIND_NAMES[n] for n in range(rules.players))
    return NewGame(names, replace(rules, rounds=rounds))


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
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


@dataclass(frozen=True)
class WinStep:
    """How far a win has been entered: earlier winners on the same discard (as JSON), who wins, from whom, its worth.

    `is_tsumo` and `source` are None until it is chosen; `worth` is empty until then, else one of the ways of JSON
    (a case, points, yakuman, or han and fu). `amend` is the number of the event that it takes the place of.
    """

    earlier: tuple[dict[str, Any], ...] = ()
    player: int | None = None
    is_tsumo: bool | None = None
    source: int | None = None
    how: str = "points"
    han: int | None = None
    worth: tuple[tuple[str, object], ...] = ()
    amend: int | None = None

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
        return amended({"type": "win", "wins": [*self.earlier, self.won]}, self.amend)

    @property
    def another(self) -> "WinStep":
        """The step for one more winner on the same discard."""
        return WinStep(earlier=(*self.earlier, self.won), is_tsumo=False, source=self.source)

    @property
    def fields(self) -> dict[str, str]:
        """What stands in the address of this step, without the worth."""
        way = {"from": "tsumo"} if self.is_tsumo else {} if self.source is None else {"from": str(self.source)}
        return {
            **({"also": json.dumps(self.earlier, separators=(",", ":"))} if self.earlier else {}),
            **({} if self.player is None else {"player": str(self.player)}),
            **way,
            **({"how": self.how} if self.how != "points" else {}),
            **({"amend": str(self.amend)} if self.amend else {}),
        }

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
        amend=_number(query.get("amend"), MOST_SEEN) or None,
    )
    return replace(step, worth=_worth(query))


def _worth(query: Mapping[str, str]) -> tuple[tuple[str, object], ...]:
    for names in (("points",), ("yakuman",), ("han", "fu")):
        values = [_number(query.get(name), 10**7) for name in names]
        if all(values):
            return tuple((name, value) for name, value in zip(names, values, strict=True) if value)
    return ()


def amended(event: dict[str, Any], seq: int | None) -> dict[str, Any]:
    """The event, or the amendment that puts it in the place of an earlier one."""
    return {"type": "amend", "seq": seq, "event": event} if seq else event


def _number(text: str | None, most: int) -> int | None:
    is_number = text is not None and text.isascii() and text.isdigit() and len(text) < 9
    return int(text) if is_number and text is not None and int(text) <= most else None


@dataclass(frozen=True)
class DrawStep:
    """How far a draw has been entered: its kind, who is tenpai, who has a nagashi mangan, or whose chombo it is."""

    kind: str = "exhaustive"
    tenpai: tuple[int, ...] = ()
    nagashi: tuple[int, ...] = ()
    player: int | None = None
    amend: int | None = None

    @property
    def event(self) -> dict[str, Any] | None:
        """The event as JSON; None while nobody's chombo is chosen."""
        if self.kind == "chombo":
            found: dict[str, Any] = {"type": "chombo", "player": self.player}
            return amended(found, self.amend) if self.player is not None else None
        if self.kind == "exhaustive":
            found = {"type": "draw", "kind": self.kind, "tenpai": list(self.tenpai), "nagashi": list(self.nagashi)}
            return amended(found, self.amend)
        return amended({"type": "draw", "kind": self.kind}, self.amend)

    @property
    def fields(self) -> dict[str, str]:
        """What stands in the address of this step."""
        return {
            "kind": self.kind,
            "tenpai": "".join(map(str, self.tenpai)),
            "nagashi": "".join(map(str, self.nagashi)),
            **({"amend": str(self.amend)} if self.amend else {}),
        }

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
        amend=_number(query.get("amend"), MOST_SEEN) or None,
    )


def _players(text: str, players: int) -> tuple[int, ...]:
    return tuple(player for player in range(players) if str(player) in text[:8])
