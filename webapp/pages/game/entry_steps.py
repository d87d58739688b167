"""The steps in which a win, a draw or points by hand are entered.

A step is an address. Its query holds all choices so far, so every step works without scripts, can be reloaded and can
be left with Back. The event that a page offers to apply is sent as JSON, which `formats.game` reads.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, Self, TypeAlias, get_args
from urllib.parse import parse_qsl, urlencode

from webapp.formats.address import MOST_FIELDS
from webapp.formats.fields import json_value, signed
from webapp.formats.settlement import MOST_WINNERS
from webapp.game.events import Chombo, Draw, DrawKind, HanFu, Points, Win, Won, Yakuman
from webapp.pages.game.forms import MAX_EVENT_NUMBER
from webapp.scoring.points import YAKUMAN

MOST_TYPED = 200
#: Stands for "no players" in an address.
NOBODY = "-"
#: The liable players (pao), each with the basic points they pay, None for all.
Liable: TypeAlias = tuple[tuple[int, int | None], ...]
#: The kinds of draws in the order of the page.
KINDS: tuple[str, ...] = tuple(kind for part in get_args(DrawKind) for kind in (get_args(part) or (part,)))


@dataclass(frozen=True)
class _Step:
    """The state of the game when somebody began to enter the end of a hand.

    `amend` is the number of the event to replace, None for a new event. `after` is the number of hands that were over.
    `riichi` are the players whose sticks lay on the table in the replaced hand; None leaves them as recorded.
    """

    amend: int | None = field(default=None, kw_only=True)
    after: int | None = field(default=None, kw_only=True)
    riichi: tuple[int, ...] | None = field(default=None, kw_only=True)

    @property
    def begun(self) -> dict[str, str]:
        """The three values as fields of an address."""
        sticks = None if self.riichi is None else "".join(map(str, self.riichi)) or NOBODY
        given = {"amend": self.amend or None, "after": self.after, "riichi": sticks}
        return {name: str(value) for name, value in given.items() if value is not None}

    def with_riichi(self, riichi: Iterable[int]) -> Self:
        """The step with the riichi sticks of these players."""
        return replace(self, riichi=tuple(sorted(riichi)))

    def _event(self, happening: dict[str, Any]) -> dict[str, Any]:
        """The event as JSON, or the amendment that replaces an earlier event by it."""
        sticks = {} if self.riichi is None else {"riichi": list(self.riichi)}
        return {"type": "amend", "seq": self.amend, "event": happening, **sticks} if self.amend else happening


@dataclass(frozen=True)
class WinStep(_Step):
    """A win as far as it has been entered: earlier winners on the same discard (as JSON), the winner, the discarder and
    the worth.

    `is_tsumo` and `source` are None until they are chosen. `worth` is empty until it is chosen, then one of the forms
    in JSON (a case, points, yakuman, or han and fu). `liable` is None until somebody answers who is liable. `tiles` is
    the query of a hand that is kept while its winner is chosen anew.
    """

    earlier: tuple[dict[str, Any], ...] = ()
    player: int | None = None
    is_tsumo: bool | None = None
    source: int | None = None
    how: str = "points"
    han: int | None = None
    worth: tuple[tuple[str, object], ...] = ()
    liable: Liable | None = None
    tiles: str = ""

    @property
    def is_complete(self) -> bool:
        """Whether nothing is left to choose."""
        return self.player is not None and self.is_tsumo is not None and bool(self.worth)

    @property
    def won(self) -> dict[str, Any]:
        """This winner as JSON."""
        liable = [{"player": player, **({"basic": basic} if basic else {})} for player, basic in self.liable or ()]
        return {"player": self.player, "from": self.source, **dict(self.worth), **({"pao": liable} if liable else {})}

    @property
    def event(self) -> dict[str, Any]:
        """The event as JSON."""
        return self._event({"type": "win", "wins": [*self.earlier, self.won]})

    def may_be_shared(self, most: int) -> bool:
        """Whether one more player may have won on the same discard, if the rules allow `most` winners."""
        return not self.is_tsumo and len(self.earlier) + 1 < most

    def is_draw_with_one_more(self, most: int) -> bool:
        """Whether this is the last winner that the rules allow, so that a third ron makes the hand a draw."""
        return not self.is_tsumo and len(self.earlier) + 1 == most < MOST_WINNERS

    @property
    def triple_ron(self) -> "DrawStep":
        """The step of the draw that three rons on the same discard make."""
        return DrawStep("triple_ron", win=self.address, amend=self.amend, after=self.after, riichi=self.riichi)

    @property
    def another(self) -> "WinStep":
        """The step for one more winner on the same discard."""
        earlier = (*self.earlier, self.won)
        return replace(self, earlier=earlier, player=None, how="points", han=None, worth=(), liable=None, tiles="")

    @property
    def anew(self) -> "WinStep":
        """The step that asks for the winner anew, and for the discarder too if nobody else won on the same discard. The
        worth is kept."""
        unsaid = replace(self, player=None, liable=None)
        return unsaid if self.earlier else replace(unsaid, is_tsumo=None, source=None)

    @property
    def fields(self) -> dict[str, str]:
        """The query of this step's address, without the worth."""
        way = {"from": "tsumo"} if self.is_tsumo else {} if self.source is None else {"from": str(self.source)}
        return {
            **({"also": json.dumps(self.earlier, separators=(",", ":"))} if self.earlier else {}),
            **({} if self.player is None else {"player": str(self.player)}),
            **way,
            **({"how": self.how} if self.how != "points" else {}),
            **({"tiles": self.tiles} if self.tiles else {}),
            **self.begun,
        }

    @property
    def with_worth(self) -> dict[str, object]:
        """The fields of this step's address, with the worth."""
        return self.fields | dict(self.worth)

    @property
    def address(self) -> str:
        """The query of this step's address, with the worth and the liable players."""
        return urlencode(self.with_worth | self._pao)

    @property
    def _pao(self) -> dict[str, str]:
        """The liable player as a value of an address: ``2``, ``2.8000`` for 8,000 basic points, ``-`` for nobody."""
        if self.liable is None:
            return {}
        return {
            "pao": " ".join(f"{player}.{basic}" if basic else str(player) for player, basic in self.liable) or NOBODY
        }

    def with_liable(self, liable: Liable) -> "WinStep":
        """The step with these players liable."""
        return replace(self, liable=liable)

    @property
    def previous(self) -> "WinStep | None":
        """The step before; None at the first. A correction begins with its worth, so it goes straight to the winner."""
        if self.player is None:
            return None
        unsaid = replace(self, worth=(), liable=None, how="points", tiles="")
        if self.earlier:
            return replace(unsaid, player=None)
        player = None if self.is_tsumo is None or self.amend else self.player
        return replace(unsaid, player=player, is_tsumo=None, source=None)

    @property
    def query(self) -> str:
        """The query of this step's address, without the worth, to send as one field of another form."""
        return urlencode(self.fields)


def read_fields(text: str) -> dict[str, str]:
    """The fields of a query that a form holds; empty if it cannot be read."""
    try:
        return dict(parse_qsl(text, max_num_fields=MOST_FIELDS))
    except ValueError:
        return {}


def read_win_step(query: Mapping[str, str], players: int) -> WinStep:
    """Reads the address of the step of a win; a field that cannot be read counts as not chosen yet."""
    earlier = json_value(query.get("also", "[]"))
    source = query.get("from", "")
    step = WinStep(
        earlier=_objects(earlier)[: MOST_WINNERS - 1],
        player=_number(query.get("player"), players - 1),
        is_tsumo=True if source == "tsumo" else None if _number(source, players - 1) is None else False,
        source=_number(source, players - 1),
        how="han" if query.get("how") == "han" else "points",
        han=_number(query.get("han"), 13),
        tiles=urlencode(read_fields(query.get("tiles", ""))),
        **_read_begun(query, players),
    )
    return replace(step, worth=_worth(query), liable=_liable(query.get("pao", ""), players))


def _objects(value: object) -> tuple[dict[str, Any], ...]:
    """A list of JSON objects; empty if it is anything else."""
    return tuple(value) if isinstance(value, list) and all(isinstance(item, dict) for item in value) else ()


def _read_begun(query: Mapping[str, str], players: int) -> dict[str, Any]:
    """Reads the fields that `_Step.begun` wrote."""
    amend = _number(query.get("amend"), MAX_EVENT_NUMBER) or None
    riichi = _players(query["riichi"], players) if amend and query.get("riichi") else None
    return {"amend": amend, "after": _number(query.get("after"), MAX_EVENT_NUMBER), "riichi": riichi}


def _liable(text: str, players: int) -> Liable | None:
    """Reads the text that `WinStep._pao` wrote; None for any other text."""
    if text == NOBODY:
        return ()
    liable = []
    for part in text.split(" ", players):
        player, dot, points = part.partition(".")
        number, basic = _number(player, players - 1), _number(points, 10**7)
        if number is None or (dot and basic is None):
            return None
        liable.append((number, basic))
    return tuple(liable)


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
    """A draw as far as it has been entered: its kind, the players in tenpai and those with nagashi mangan; or the
    player of a chombo.

    `win` is the query of the win that was being entered when a third ron made the hand a draw; empty if there was none.
    """

    kind: str = "exhaustive"
    tenpai: tuple[int, ...] = ()
    nagashi: tuple[int, ...] = ()
    player: int | None = None
    win: str = ""

    @property
    def event(self) -> dict[str, Any] | None:
        """The event as JSON; None while nobody's chombo is chosen."""
        if self.kind == "chombo":
            return None if self.player is None else self._event({"type": "chombo", "player": self.player})
        listed = {"tenpai": list(self.tenpai), "nagashi": list(self.nagashi)} if self.kind == "exhaustive" else {}
        return self._event({"type": "draw", "kind": self.kind, **listed})

    @property
    def fields(self) -> dict[str, str]:
        """The query of this step's address."""
        return {
            "kind": self.kind,
            "tenpai": "".join(map(str, self.tenpai)),
            "nagashi": "".join(map(str, self.nagashi)),
            **({} if self.player is None else {"player": str(self.player)}),
            **({"win": self.win} if self.win else {}),
            **self.begun,
        }

    @property
    def address(self) -> str:
        """The query of its address."""
        return urlencode(self.fields)

    def toggled(self, field: Literal["tenpai", "nagashi"], player: int) -> dict[str, str]:
        """The fields of this step's address, with a player added to a list or removed from it."""
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
        win=read_win_step(read_fields(query.get("win", "")), players).address,
        **_read_begun(query, players),
    )


def step_again(event: Win | Draw | Chombo, seq: int) -> WinStep | DrawStep:
    """The step that corrects a hand entered before. If several players won, the winners have to be entered again."""
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
    return WinStep((), won.player, won.dealt_in is None, won.dealt_in, how, None, worth, _liable_again(won), amend=seq)


def _liable_again(won: Won) -> Liable | None:
    """The liable players as they were entered; None for a hand below a yakuman, where nobody was asked."""
    if (won.basic or 0) < YAKUMAN:
        return None
    return tuple((part.player, None if part.basic == won.basic else part.basic) for part in won.liable)


# -- points and chips by hand ----------------------------------------------------------------------


class AdjustStep(NamedTuple):
    """A correction by hand as far as it has been entered: the new points of each player, or with `is_change` their
    gains or losses, and a note; or chips that one player gives another. `event` is its JSON, None while nothing
    changes."""

    fields: dict[str, str]
    event: dict[str, Any] | None
    is_change: bool


def read_adjust_step(query: Mapping[str, str], points: Sequence[int]) -> AdjustStep:
    """Reads ``p0=24000``, the new points of a player who has `points`; ``as=change&p0=1000&s0=-``, a loss of 1,000; or
    ``giver=0&taker=2&n=1``. An empty field changes nothing."""
    is_change = query.get("as") == "change"
    players = range(len(points))
    names = [f"{letter}{player}" for player in players for letter in "ps"]
    fields = {name: query.get(name, "")[:MOST_TYPED] for name in (*names, "note", "giver", "taker", "n")}
    if fields["n"]:
        chips = {"from": fields["giver"], "to": fields["taker"], "n": fields["n"]}
        return AdjustStep(fields, {"type": "chips", **{name: signed(text) for name, text in chips.items()}}, is_change)
    if not any(fields[f"p{player}"] for player in players):
        return AdjustStep(fields, None, is_change)
    read = _change if is_change else _difference
    changes = [read(fields, player, has) for player, has in enumerate(points)]
    is_same = all(change == 0 for change in changes)
    event = {"type": "adjust", "points": changes, "note": fields["note"]}
    return AdjustStep(fields, None if is_same else event, is_change)


def _change(fields: Mapping[str, str], player: int, has: int) -> int | str:
    """The gain or loss of a player. A typed sign overrides the chosen one."""
    typed = signed(fields[f"p{player}"] or "0")
    return -typed if isinstance(typed, int) and typed > 0 and fields[f"s{player}"] == "-" else typed


def _difference(fields: Mapping[str, str], player: int, has: int) -> int | str:
    """The gain or loss that brings a player to the typed points."""
    typed = signed(fields[f"p{player}"] or str(has))
    return typed - has if isinstance(typed, int) else typed


def _players(text: str, players: int) -> tuple[int, ...]:
    return tuple(player for player in range(players) if str(player) in text[:8])
