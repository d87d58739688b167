"""The steps in which a win, a draw or points by hand are entered.

A step is an address. Its query holds all choices so far, so every step works without scripts, can be reloaded and can
be left with Back. The properties `fields` and the functions `read_…` are the only ones that know the names of the
fields. Choices are the values of which the event is made, and `event` is what the page offers to apply.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, NamedTuple, Self, TypeAlias, TypeVar, get_args
from urllib.parse import parse_qsl, urlencode

from webapp.entry import Entry
from webapp.formats.address import query, read_entry
from webapp.formats.fields import json_value, signed
from webapp.formats.game import DRAWS, MOST_PLAYERS, entered_json, read_entered, read_event, read_winners, winners_json
from webapp.formats.settlement import MOST_WINNERS
from webapp.game.events import (
    Amend,
    Chombo,
    Draw,
    DrawKind,
    Entered,
    Event,
    HanFu,
    LiablePlayer,
    Player,
    Win,
    Won,
    Yakuman,
)
from webapp.game.refusals import MOST_WON_CHIPS
from webapp.game.rules import GameRules
from webapp.game.worth import MOST_BASIC
from webapp.pages.game.forms import MAX_EVENT_NUMBER
from webapp.scoring.hand import WinningHand
from webapp.scoring.points import YAKUMAN
from webapp.scoring.problems import Problem

MOST_TYPED = 200
#: Stands for "no players" in an address.
NOBODY = "-"
#: Before the names of the fields of a step in the address of the calculator, of the calculator in that of a win, and of
#: a win in that of a draw.
STEP, TILES, WIN = "step.", "tiles.", "win."
#: The ways in which the worth of a win is entered.
How: TypeAlias = Literal["points", "han", "tiles"]
Liable: TypeAlias = tuple[LiablePlayer, ...]
Ending = TypeVar("Ending", Win, Draw, Chombo)
#: The ways in which a hand ends without a win.
KINDS: tuple[DrawKind | Literal["chombo"], ...] = (*DRAWS, "chombo")


@dataclass(frozen=True)
class _Step:
    """The state of the game when somebody began to enter the end of a hand.

    `amend` is the number of the event to replace, None for a new event. `after` is the number of hands that were over.
    `riichi` are the players whose sticks lay on the table in the replaced hand; None leaves them as recorded.
    """

    amend: int | None = field(default=None, kw_only=True)
    after: int | None = field(default=None, kw_only=True)
    riichi: frozenset[Player] | None = field(default=None, kw_only=True)

    @property
    def begun(self) -> dict[str, str]:
        """The three values as fields of an address."""
        riichi = None if self.riichi is None else _digits(self.riichi)
        given = {"amend": self.amend, "after": self.after, "riichi": riichi}
        return {name: str(value) for name, value in given.items() if value is not None}

    @property
    def fields(self) -> dict[str, str]:
        """The fields of this step's address."""
        return self.begun

    @property
    def address(self) -> str:
        """The query of this step's address."""
        return urlencode(self.fields)

    def changed(self, **choices: Any) -> Self:
        """The step with other choices."""
        return replace(self, **choices)

    def _event(self, ending: Ending) -> Ending | Amend:
        """The end of a hand, or the amendment that replaces an earlier event by it."""
        return Amend(self.amend, ending, self.riichi) if self.amend else ending


@dataclass(frozen=True)
class WinStep(_Step):
    """A win as far as it has been entered: earlier winners on the same discard, the winner, the discarder and the
    worth.

    `is_tsumo` and `source` are None until they are chosen, `entered` until the worth is. `liable` is None until
    somebody answers who is liable, `chips` until they are entered. `tiles` is a hand that is kept while its winner is
    chosen anew or its points are entered in another way.
    """

    earlier: tuple[Won, ...] = ()
    player: Player | None = None
    is_tsumo: bool | None = None
    source: Player | None = None
    how: How = "points"
    entered: Entered | None = None
    liable: Liable | None = None
    chips: int | None = None
    tiles: Entry | None = None

    @property
    def won(self) -> Won | None:
        """This winner; None if a choice is left."""
        if self.player is None or self.is_tsumo is None or self.entered is None:
            return None
        return Won(self.player, self.source, self.entered, self.liable or (), chips=self.chips)

    @property
    def event(self) -> Win | Amend | None:
        """The event; None if a choice is left. Its winners stand in turn order from the discarder, whoever is entered
        or corrected last."""
        if self.won is None:
            return None
        winners = sorted((*self.earlier, self.won), key=lambda won: (won.player - (self.source or 0)) % MOST_PLAYERS)
        return self._event(Win(tuple(winners)))

    @property
    def taken(self) -> frozenset[Player]:
        """The players who have won on the same discard already."""
        return frozenset(won.player for won in self.earlier)

    def may_be_shared(self, most: int) -> bool:
        """Whether one more player may have won on the same discard, if the rules allow `most` winners."""
        return not self.is_tsumo and len(self.earlier) + 1 < most

    def is_draw_with_one_more(self, most: int) -> bool:
        """Whether this is the last winner that the rules allow, so that a third ron makes the hand a draw."""
        return not self.is_tsumo and len(self.earlier) + 1 == most < MOST_WINNERS

    @property
    def triple_ron(self) -> "DrawStep":
        """The step of the draw that three rons on the same discard make."""
        return DrawStep("triple_ron", win=self, amend=self.amend, after=self.after, riichi=self.riichi)

    @property
    def without_worth(self) -> "WinStep":
        """The step without the worth, which is entered another way then."""
        return replace(self, entered=None, liable=None, chips=None)

    @property
    def by_tiles(self) -> "WinStep":
        """The step as the page of tiles has it: that reads the tiles from its own fields."""
        return replace(self.without_worth, tiles=None, how="points" if self.how == "tiles" else self.how)

    @property
    def another(self) -> "WinStep":
        """The step for one more winner on the same discard. The worth is entered in the same way."""
        earlier = (*self.earlier, self.won) if self.won else self.earlier
        how: How = "tiles" if isinstance(self.entered, WinningHand) else self.how
        return replace(self.without_worth, earlier=earlier, player=None, tiles=None, how=how)

    def with_winner(self, won: Won, earlier: Iterable[Won] = ()) -> "WinStep":
        """The step of this winner as they were entered, after `earlier` ones on the same discard."""
        how: How = "han" if isinstance(won.entered, HanFu | Yakuman) else "points"
        chosen = replace(self, player=won.player, is_tsumo=won.dealt_in is None, source=won.dealt_in, how=how)
        worth = replace(chosen, entered=won.entered, liable=_liable_again(won), chips=won.chips, tiles=None)
        return replace(worth, earlier=tuple(earlier))

    @property
    def others(self) -> "tuple[WinStep, ...]":
        """The steps of the other winners on the same discard, each with all the rest as earlier ones; none before this
        winner is entered."""
        winners = (*self.earlier, self.won) if self.won else ()
        return tuple(self.with_winner(one, [won for won in winners if won is not one]) for one in winners[:-1])

    @property
    def dropped(self) -> "WinStep | None":
        """The step of the winner entered before, without this one; None if nobody else won on the same discard."""
        return self.without_worth.with_winner(self.earlier[-1], self.earlier[:-1]) if self.earlier else None

    @property
    def anew(self) -> "WinStep":
        """The step that asks for the winner anew, and for the discarder too if nobody else won on the same discard. The
        worth is kept."""
        unsaid = replace(self, player=None, liable=None, chips=None)
        return unsaid if self.earlier else replace(unsaid, is_tsumo=None, source=None)

    @property
    def previous(self) -> "WinStep | None":
        """The step before; None at the first. A correction begins with its worth, so it goes straight to the winner."""
        if self.player is None:
            return None if self.amend else self.dropped
        if self.earlier:
            return replace(self.without_worth, player=None)
        player = None if self.is_tsumo is None or self.amend else self.player
        return replace(self.without_worth, player=player, is_tsumo=None, source=None)

    @property
    def fields(self) -> dict[str, str]:
        """The fields of this step's address."""
        earlier = json.dumps(winners_json(self.earlier), separators=(",", ":")) if self.earlier else None
        given = {
            "also": earlier,
            "player": self.player,
            "from": "tsumo" if self.is_tsumo else self.source,
            "how": None if self.how == "points" else self.how,
            **(prefixed(TILES, dict(parse_qsl(query(self.tiles)))) if self.tiles else {}),
            **self.begun,
            **entered_json(self.entered),
            "pao": self._pao,
            "chips": self.chips,
        }
        return {name: str(value) for name, value in given.items() if value is not None}

    @property
    def _pao(self) -> str | None:
        """The liable player as a value of an address: ``2``, ``2.8000`` for 8,000 basic points, ``-`` for nobody."""
        if self.liable is None:
            return None
        return (
            " ".join(f"{part.player}.{part.basic}" if part.basic else f"{part.player}" for part in self.liable)
            or NOBODY
        )

    def hand_address(self, hand: str = "") -> str:
        """The query of the page where the worth is entered by tiles; `hand` is the calculator's own query."""
        return "&".join(filter(None, [urlencode(prefixed(STEP, self.by_tiles.fields)), hand]))


def prefixed(prefix: str, fields: Mapping[str, str]) -> dict[str, str]:
    """The fields with a prefix before each name, for the address of another page."""
    return {prefix + name: value for name, value in fields.items()}


def unprefixed(prefix: str, fields: Mapping[str, str]) -> dict[str, str]:
    """The fields with this prefix, and without it."""
    return {name.removeprefix(prefix): value for name, value in fields.items() if name.startswith(prefix)}


def read_win_step(fields: Mapping[str, str], rules: GameRules) -> WinStep:
    """Reads the address of the step of a win; a field that cannot be read counts as not chosen yet."""
    source = _number(fields.get("from"), rules.players - 1)
    tiles = unprefixed(TILES, fields)
    return WinStep(
        earlier=read_winners(json_value(fields.get("also", "")), rules)[: MOST_WINNERS - 1],
        player=_number(fields.get("player"), rules.players - 1),
        is_tsumo=True if fields.get("from") == "tsumo" else None if source is None else False,
        source=source,
        how=next((how for how in get_args(How) if how == fields.get("how")), "points"),
        entered=read_entered(fields, rules),
        liable=_read_pao(fields.get("pao", ""), rules.players),
        chips=_number(fields.get("chips"), MOST_WON_CHIPS) if rules.has_chips_of_wins else None,
        tiles=read_entry(tiles).entry if tiles else None,
        **_read_begun(fields, rules.players),
    )


def _read_begun(fields: Mapping[str, str], players: int) -> dict[str, Any]:
    """Reads the fields that `_Step.begun` wrote."""
    amend = _number(fields.get("amend"), MAX_EVENT_NUMBER) or None
    riichi = _players(fields["riichi"], players) if amend and fields.get("riichi") else None
    return {"amend": amend, "after": _number(fields.get("after"), MAX_EVENT_NUMBER), "riichi": riichi}


def _read_pao(text: str, players: int) -> Liable | None:
    """Reads the text that `WinStep._pao` wrote; None for any other text."""
    if text == NOBODY:
        return ()
    liable = []
    for part in text.split(" ", players):
        player, dot, points = part.partition(".")
        number, basic = _number(player, players - 1), _number(points, MOST_BASIC)
        if number is None or (dot and basic is None):
            return None
        liable.append(LiablePlayer(number, basic))
    return tuple(liable)


def _number(text: str | None, most: int) -> int | None:
    is_number = text is not None and text.isascii() and text.isdigit() and len(text) < 9
    return int(text) if is_number and text is not None and int(text) <= most else None


def _players(text: str, players: int) -> frozenset[Player]:
    return frozenset(player for player in range(players) if str(player) in text[:8])


def _digits(players: frozenset[Player]) -> str:
    """The text that `_players` reads; `NOBODY` for an empty set."""
    return "".join(map(str, sorted(players))) or NOBODY


@dataclass(frozen=True)
class DrawStep(_Step):
    """A draw as far as it has been entered: its kind, the players in tenpai and those with nagashi mangan; or the
    player of a chombo.

    `win` is the win that was being entered when a third ron made the hand a draw; None if there was none.
    """

    kind: DrawKind | Literal["chombo"] = "exhaustive"
    tenpai: frozenset[Player] = frozenset()
    nagashi: frozenset[Player] = frozenset()
    player: Player | None = None
    win: WinStep | None = None

    @property
    def event(self) -> Draw | Chombo | Amend | None:
        """The event; None while nobody's chombo is chosen."""
        if self.kind == "chombo":
            return None if self.player is None else self._event(Chombo(self.player))
        return self._event(Draw(self.kind, self.tenpai, self.nagashi) if self.kind == "exhaustive" else Draw(self.kind))

    @property
    def fields(self) -> dict[str, str]:
        """The fields of this step's address."""
        return {
            "kind": self.kind,
            "tenpai": _digits(self.tenpai),
            "nagashi": _digits(self.nagashi),
            **({} if self.player is None else {"player": str(self.player)}),
            **(prefixed(WIN, self.win.fields) if self.win else {}),
            **self.begun,
        }

    def toggled(self, field: Literal["tenpai", "nagashi"], player: Player) -> "DrawStep":
        """The step with a player added to a list or removed from it."""
        return self.changed(**{field: (self.tenpai if field == "tenpai" else self.nagashi) ^ {player}})


def read_draw_step(fields: Mapping[str, str], riichi: frozenset[Player], rules: GameRules) -> DrawStep:
    """Reads the address of a draw: players as digits, ``tenpai=02``. Those in riichi are tenpai in any case. If
    all four are, it is the draw of four riichi unless another one was chosen."""
    win = unprefixed(WIN, fields)
    is_four_riichi = len(riichi) == rules.players and "four_riichi" in rules.abortive_draws
    usual: DrawKind = "four_riichi" if is_four_riichi else "exhaustive"
    return DrawStep(
        kind=next((kind for kind in KINDS if kind == fields.get("kind")), usual),
        tenpai=riichi | _players(fields.get("tenpai", ""), rules.players),
        nagashi=_players(fields.get("nagashi", ""), rules.players),
        player=_number(fields.get("player"), rules.players - 1),
        win=read_win_step(win, rules) if win else None,
        **_read_begun(fields, rules.players),
    )


def step_again(event: Win | Draw | Chombo, seq: int) -> WinStep | DrawStep:
    """The step that corrects a hand entered before, with everything as it was entered."""
    match event:
        case Win(wins):
            return WinStep(amend=seq).with_winner(wins[-1], map(_entered_again, wins[:-1]))
        case Draw(kind, tenpai, nagashi):
            return DrawStep(kind, tenpai, nagashi, amend=seq)
        case Chombo(player):
            return DrawStep("chombo", player=player, amend=seq)


def _entered_again(won: Won) -> Won:
    """The winner as they were entered, without what was worked out; if only that is known, as they are."""
    if won.entered is None:
        return won
    return replace(won, liable=_liable_again(won) or (), basic=None, round=None, seat=None)


def _liable_again(won: Won) -> Liable | None:
    """The liable players as they were entered; None for a hand below a yakuman for which nobody is."""
    if not won.liable and (won.basic or 0) < YAKUMAN and not isinstance(won.entered, Yakuman):
        return None
    return tuple(part._replace(basic=None) if part.basic == won.basic else part for part in won.liable)


# -- points and chips by hand ----------------------------------------------------------------------


class AdjustStep(NamedTuple):
    """A correction by hand as far as it has been entered: the new points of each player, or with `is_change` their
    gains or losses, and a note; or chips that one player gives another. `event` is None while nothing changes, and if
    there are `problems` with what was entered."""

    fields: dict[str, str]
    is_change: bool
    event: Event | None = None
    problems: tuple[Problem, ...] = ()


def read_adjust_step(query: Mapping[str, str], points: Sequence[int], rules: GameRules) -> AdjustStep:
    """Reads ``p0=24000``, the new points of a player who has `points`; ``as=change&p0=1000&s0=-``, a loss of 1,000; or
    ``giver=0&taker=2&n=1``. An empty field changes nothing."""
    is_change = query.get("as") == "change"
    players = range(len(points))
    names = [f"{letter}{player}" for player in players for letter in "ps"]
    fields = {name: query.get(name, "")[:MOST_TYPED] for name in (*names, "note", "giver", "taker", "n")}
    typed = _adjustment(fields, points, is_change=is_change)
    problems: list[Problem] = []
    event = read_event("event", typed, rules, problems) if typed else None
    return AdjustStep(fields, is_change, event, tuple(problems))


def _adjustment(fields: Mapping[str, str], points: Sequence[int], *, is_change: bool) -> dict[str, object] | None:
    """The fields as an event that is still to be read; None if they change nothing."""
    if fields["n"]:
        chips = {"from": fields["giver"], "to": fields["taker"], "n": fields["n"]}
        return {"type": "chips", **{name: signed(text) for name, text in chips.items()}}
    read = _change if is_change else _difference
    changes = [read(fields, player, has) for player, has in enumerate(points)]
    return {"type": "adjust", "points": changes, "note": fields["note"]} if any(changes) else None


def _change(fields: Mapping[str, str], player: int, has: int) -> int | str:
    """The gain or loss of a player. A typed sign overrides the chosen one."""
    typed = signed(fields[f"p{player}"] or "0")
    return -typed if isinstance(typed, int) and typed > 0 and fields[f"s{player}"] == "-" else typed


def _difference(fields: Mapping[str, str], player: int, has: int) -> int | str:
    """The gain or loss that brings a player to the typed points."""
    typed = signed(fields[f"p{player}"] or str(has))
    return typed - has if isinstance(typed, int) else typed
