"""A game as recorded in a log of any format: its hands, and the moves of each hand.

Players are 0–3 (0–2) in turn order from the first dealer, as in `webapp.game`. Tiles are those of
`webapp.scoring.tiles`; a tile that the log hides is None.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, TypeAlias

from webapp.game.events import DrawKind, Player
from webapp.scoring.blocks import Meld
from webapp.scoring.problems import Code, Problem, problem
from webapp.scoring.tiles import Tile

_WHOLE = re.compile(r"[+-]?\d{1,8}", re.ASCII)
_TOTAL = re.compile(r"[+-]?\d{1,5}(\.\d{1,6})?", re.ASCII)
#: The largest log: bytes, as it is sent and when it is unpacked.
MAX_LOG = 1 << 20
MAX_HANDS = 40
#: The most events of a hand.
MAX_HAND_EVENTS = 400
#: The most points of a player that a log may state; larger numbers are refused.
MAX_POINTS = 1_000_000
#: Characters of a name; the rest is left out.
MAX_NAME = 40
#: The number of tiles in a hand before the first draw.
DEALT = 13
_NAGASHI = ("流し満貫", "nagashi mangan", "nagashi_mangan", "nagashimangan", "mangan at draw")
#: The names of draws: in Japanese, in romaji and in English, as the export scripts of Mahjong Soul and the programs
#: that write mjai have them; in small letters.
_DRAW_NAMES: dict[DrawKind, tuple[str, ...]] = {
    "exhaustive": (
        *("流局", "荒牌平局", "全員聴牌", "全員不聴", "ryuukyoku", "exhaustive draw", "exhaustive_draw", "fanpai"),
        *_NAGASHI,
    ),
    "nine_terminals": ("九種九牌", "kyuushu kyuuhai", "kyushu_kyuhai", "kyushukyuhai", "nine terminal abortion"),
    "four_winds": ("四風連打", "suufon renda", "sufurenta", "sufon_renda", "four wind abortion"),
    "four_riichi": ("四家立直", "suucha riichi", "sucha_riichi", "suchareach", "four riichi abortion"),
    "triple_ron": ("三家和了", "三家和", "sanchahou", "sanchaho", "sanchahora", "three ron abortion"),
    "four_kans": ("四開槓", "四槓散了", "suukaikan", "sukaikan", "sukansanra", "four kan abortion"),
}
_DRAWS_BY_NAME = {name: kind for kind, names in _DRAW_NAMES.items() for name in names}
Json = Mapping[str, object]


class Drawn(NamedTuple):
    """A player draws a tile."""

    player: Player
    tile: Tile | None


class Discarded(NamedTuple):
    """A player discards a tile; `is_drawn`: the one just drawn (tsumogiri); `is_riichi`: riichi is declared with it."""

    player: Player
    tile: Tile
    is_drawn: bool
    is_riichi: bool


class StickPaid(NamedTuple):
    """Nobody won on the discard of a player's riichi, so the stick is paid."""

    player: Player


class Called(NamedTuple):
    """A player makes a meld: chi, pon, an open or a concealed kan."""

    player: Player
    meld: Meld


class Added(NamedTuple):
    """A player adds a tile to their pon (kakan)."""

    player: Player
    tile: Tile


class NorthAside(NamedTuple):
    """A player sets a north aside (three players)."""

    player: Player


class Indicator(NamedTuple):
    """A kan turns up a dora indicator."""

    tile: Tile


Move: TypeAlias = Drawn | Discarded | StickPaid | Called | Added | NorthAside | Indicator


class RecordedWin(NamedTuple):
    """A win as the log has it: the player, the discarder (`dealt_in`; None: tsumo), the points without honba and
    sticks, and what this win alone brought each player (None if the log does not have them)."""

    player: Player
    dealt_in: Player | None
    points: int | None = None
    deltas: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class Ending:
    """How a hand ended: by one to three wins, or by a draw; `draw` is None if the log gives it an `unknown` name.

    `deltas` are the points that the end brought each player: they include the sticks won, but not the player's own
    riichi stick, which was paid before. `tenpai` are the players who showed tenpai; None if the log does not say. A
    nagashi mangan is an exhaustive draw with `is_nagashi`.
    """

    wins: tuple[RecordedWin, ...] = ()
    draw: DrawKind | None = None
    unknown: str = ""
    is_nagashi: bool = False
    deltas: tuple[int, ...] | None = None
    ura: tuple[Tile, ...] = ()
    tenpai: frozenset[Player] | None = None


class StatedPoints(NamedTuple):
    """The points of all players that a log states within a hand. By then the players in `sticks` have paid their riichi
    sticks, and earlier wins of the hand have brought each player `won` (None: there was none)."""

    points: tuple[int, ...]
    sticks: frozenset[Player] = frozenset()
    won: tuple[int, ...] | None = None


@dataclass(frozen=True, slots=True)
class RecordedHand:
    """A hand. `number` 0 is East 1, 4 (with three players 3) South 1; `points` are those before the deal, empty if the
    log does not have them; `tiles` are the 13 tiles of each player, None if the log hides them. `ending` is None if the
    log breaks off.

    A hand that cannot be read has a `problem`. If its place cannot be read either, it has no `points`, and its number
    is that of the hand before.
    """

    number: int
    honba: int
    sticks: int
    points: tuple[int, ...]
    indicator: Tile
    tiles: tuple[tuple[Tile, ...] | None, ...]
    moves: tuple[Move, ...] = ()
    ending: Ending | None = None
    stated: tuple[StatedPoints, ...] = ()
    problem: Problem | None = None


@dataclass(frozen=True, slots=True)
class LogRules:
    """The rules that a log states: those of its platform, with the changes that it names. `red_fives` is None if they
    are the platform's, `rounds` if the log does not name any rules. `game` and `hands` are further switches of a game
    and of its hands. `other` is the part of the log that names rules of its own, such as chips or those of a private
    room; empty if there is none."""

    platform: Literal["tenhou", "mahjong_soul", "majiang"] = "tenhou"
    red_fives: tuple[int, int, int] | None = None
    open_tanyao: bool = True
    rounds: Literal[1, 2] | None = 2
    other: str = ""
    game: Mapping[str, Any] = field(default_factory=dict)
    hands: Mapping[str, Any] = field(default_factory=dict)

    @property
    def are_sure(self) -> bool:
        """Whether the log says by which rules the game was played."""
        return self.rounds is not None and not self.other


@dataclass(frozen=True, slots=True)
class Record:
    """A game: the format of its log, the names, the rules, the hands, and of each player at the end the points, the
    total in points (49.8 is 49,800), the chips and the rank; None if the log does not have them."""

    source: str
    names: tuple[str, ...]
    rules: LogRules
    hands: tuple[RecordedHand, ...]
    final: tuple[int, ...] | None = None
    totals: tuple[int, ...] | None = None
    chips: tuple[int, ...] | None = None
    ranks: tuple[int, ...] | None = None

    @property
    def players(self) -> int:
        """The number of players, 3 or 4."""
        return len(self.names)

    @property
    def first(self) -> RecordedHand:
        """The first hand that could be read."""
        return next(hand for hand in self.hands if not hand.problem)


class Reading(NamedTuple):
    """A log as far as it could be read, and the problems of what could not be, apart from those of its hands. Without
    a record there is a problem; a record has a hand that could be read."""

    record: Record | None
    unread: tuple[Problem, ...] = ()

    @property
    def problems(self) -> tuple[Problem, ...]:
        """The problems of the log and of its hands."""
        hands = self.record.hands if self.record else ()
        return (*self.unread, *(hand.problem for hand in hands if hand.problem))


def reading_of(record: Record, unread: Sequence[Problem]) -> Reading:
    """A record with the problems of what could not be read; only the first problem if no hand could be."""
    reading = Reading(record, tuple(unread))
    is_read = any(not hand.problem for hand in record.hands)
    return reading if is_read else Reading(None, (*reading.problems, broken("The log has no hand.").problem())[:1])


def unread_hand(before: Sequence[RecordedHand], players: int, why: Problem) -> RecordedHand:
    """A hand that cannot be read, after those `before`, at a place that cannot be read either."""
    number = before[-1].number if before else 0
    return RecordedHand(number, 0, 0, (), 0, (None,) * players, problem=why)


class LogError(ValueError):
    """A log cannot be read or played here: a code, a message of the catalogue and its values."""

    def __init__(self, code: Code, text: str, **values: object) -> None:
        super().__init__(text)
        self.code, self.text, self.values = code, text, values

    def problem(self, hand: int | None = None, event: int | None = None) -> Problem:
        """The problem with its place: `log`, `hands.2` or `hands.2.events.31`."""
        place = "log" if hand is None else f"hands.{hand}" + ("" if event is None else f".events.{event}")
        return problem(place, self.code, self.text, **self.values)


def broken(text: str, **values: object) -> LogError:
    """The error of a log that contradicts itself; `text` is a message of the catalogue."""
    return LogError(Code.BROKEN_LOG, text, **values)


def number(value: object, least: int, most: int) -> int:
    """A value of a log, a number or its text, as a whole number within bounds. Raises `LogError`."""
    if isinstance(value, str) and _WHOLE.fullmatch(value):
        value = int(value)
    if type(value) is int and least <= value <= most:
        return value
    got = repr(value)[:20]
    raise broken("A number from {least} to {most} is expected, not {got}.", least=least, most=most, got=got)


def points_of(values: Sequence[object], players: int, unit: int = 1) -> tuple[int, ...]:
    """The points of each player; `unit` is the number of points in one unit of the log. Raises `LogError`."""
    if len(values) < players:
        raise broken("There is a number for each of {players} players.", players=players)
    most = MAX_POINTS // unit
    return tuple([unit * number(value, -most, most) for value in values[:players]])


def totals_of(values: Sequence[object], players: int) -> tuple[int, ...]:
    """The totals of each player, numbers of thousands or their texts, as points. Raises `LogError`."""
    if len(values) < players:
        raise broken("There is a number for each of {players} players.", players=players)
    return tuple([_total(value) for value in values[:players]])


def at_end(values: Sequence[object], players: int, unit: int = 1) -> dict[str, tuple[int, ...]]:
    """The fields of a `Record` that a log has at its end: points and totals in turn for up to four players; if there
    are chips, they follow in the same way. Raises `LogError`."""
    parts = {"final": points_of(values[:8:2], players, unit), "totals": totals_of(values[1:8:2], players)}
    return parts | ({"chips": points_of(values[8::2], players)} if len(values) > 8 else {})


def ranks_of(values: Sequence[object], players: int) -> tuple[int, ...]:
    """The rank of each player. Raises `LogError`."""
    if len(values) < players:
        raise broken("There is a number for each of {players} players.", players=players)
    return tuple([number(value, 1, players) for value in values[:players]])


def _total(value: object) -> int:
    text = str(value) if type(value) in (int, float, str) else ""
    if not _TOTAL.fullmatch(text):
        raise broken("A total is a number like -12.3, not {got}.", got=repr(value)[:20])
    return round(1000 * float(text))


def relative_source(source: int, seat: int, players: int) -> int:
    """From whom a tile was called, 1–3 seats to the right. Logs count on a table of four, with three players too."""
    return source if players == 4 else ((seat + source) % 4 - seat) % 3


def draw_of(name: str) -> tuple[DrawKind | None, str, bool]:
    """The kind of a draw by its name in a log, the name if it is not known, and whether it is nagashi mangan."""
    plain = name.strip().casefold()
    kind = _DRAWS_BY_NAME.get(plain)
    return kind, "" if kind else name[:MAX_NAME], plain in _NAGASHI


def tile_of(tiles: Mapping[Any, Tile], name: object) -> Tile:
    """The tile of a name or number, by those of a format. Raises `LogError`."""
    tile = tiles.get(name) if isinstance(name, int | str) else None
    if tile is None:
        raise no_tile(name)
    return tile


def no_tile(name: object) -> LogError:
    """The error of a name that no tile has."""
    return broken("There is no such tile: {got}", got=repr(name)[:20])


def names_of(values: Iterable[object], players: int) -> tuple[str, ...]:
    """The names of the players, cut to a length; empty where the log has none."""
    names = [value[:MAX_NAME] if isinstance(value, str) else "" for value in values]
    return tuple([*names, *[""] * players][:players])


def object_of(value: object) -> Json:
    """A JSON object. Raises `LogError`."""
    if not isinstance(value, Mapping):
        raise broken("A JSON object is expected.")
    return value


def list_of(value: object) -> list[object]:
    """A JSON list. Raises `LogError`."""
    if not isinstance(value, list):
        raise broken("A list is expected.")
    return value


def too_many_events() -> LogError:
    """The error of a hand with more events than any hand can have."""
    return LogError(Code.TOO_LARGE, "A hand of a log has at most {most} events.", most=MAX_HAND_EVENTS)


def too_many_hands() -> LogError:
    """The error of a log with more hands than any game can have."""
    return LogError(Code.TOO_LARGE, "A log has at most {most} hands.", most=MAX_HANDS)


def second_game() -> LogError:
    """The error of a log that begins again with the first hand."""
    return LogError(Code.BROKEN_LOG, "The log has more than one game. Only the first one is read.")
