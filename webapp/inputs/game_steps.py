"""The steps by which a win, a draw or points by hand are entered.

A step is an address: what has been chosen so far stands in its query, so every step works without scripts, can be
reloaded and gone back from. The event that a page offers to apply is sent as its JSON, in the words of `inputs.game`.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, Self, get_args
from urllib.parse import parse_qsl, urlencode

from webapp.game import Chombo, Draw, HanFu, Points, Win, Won, Yakuman
from webapp.game.events import DrawKind
from webapp.inputs.forms import MOST_FIELDS
from webapp.inputs.game_form import MOST_SEEN, json_value, signed

MOST_TYPED = 200
#: In the place of players in an address, where there are none.
NOBODY = "-"
#: The kinds of draws in the order of the page.
KINDS: tuple[str, ...] = tuple(kind for part in get_args(DrawKind) for kind in (get_args(part) or (part,)))


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
    earlier = json_value(query.get("also", "[]"))
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
        return AdjustStep(fields, {"type": "chips", **{name: signed(text) for name, text in chips.items()}})
    if any(fields[name] for name in names):
        points = [signed(fields[name] or "0") for name in names]
        return AdjustStep(fields, {"type": "adjust", "points": points, "note": fields["note"]})
    return AdjustStep(fields, None)


def _players(text: str, players: int) -> tuple[int, ...]:
    return tuple(player for player in range(players) if str(player) in text[:8])
