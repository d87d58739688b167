"""Tenhou's own log (mjlog): XML tags in a row, one for each draw and discard.

The tags are read one by one with a regular expression, never by an XML parser: a log is text from anywhere, and
entities could grow without end. Unknown tags are skipped. Tiles are 0–135; the kind is the number // 4.
Source: https://tenhou.net/ (the viewer's own script); every rule here was compared with recorded games.
"""

import re
from collections.abc import Callable, Iterable
from functools import cache, partial
from typing import ClassVar, TypeVar
from urllib.parse import unquote

from webapp.game.events import DrawKind, Player
from webapp.records.record import (
    DEALT,
    MAX_HAND_EVENTS,
    MAX_HANDS,
    MAX_NAME,
    MAX_POINTS,
    Added,
    Called,
    Discarded,
    Drawn,
    Ending,
    Indicator,
    LogError,
    LogRules,
    Move,
    NorthAside,
    Reading,
    Record,
    RecordedHand,
    RecordedWin,
    StatedPoints,
    StickPaid,
    at_end,
    broken,
    number,
    points_of,
    reading_of,
    relative_source,
    second_game,
    too_many_events,
    too_many_hands,
    unread_hand,
)
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.problems import Code
from webapp.scoring.tiles import FIVES, RED_OF, Tile, sort_key

#: More tags than any game has.
MAX_TAGS = 20_000
_TAG = re.compile(r"<([A-Za-z]+\d*(?:\s+[A-Za-z0-9]+=\"[^\"]*\")*+)\s*+/?>")
_TILE = re.compile(r"[TUVW]\d*|[DEFGdefg]\d+")
_ATTRIBUTE = re.compile(r"([A-Za-z0-9]+)=\"([^\"]*)\"")
#: The seat of each letter of a draw or a discard. Small letters discard the tile just drawn, in a log that hides draws.
_SEATS = {letter: seat for letters in ("TUVW", "DEFG", "defg") for seat, letter in enumerate(letters)}
#: Bits of the type of a game.
_NO_REDS, _NO_OPEN_TANYAO, _EAST_AND_SOUTH, _THREE_PLAYERS = 2, 4, 8, 16
_KNOWN_BITS = 0xFF
_RED_IDS = {4 * five: RED_OF[five] for five in FIVES}
#: The tile of each number, in a game with red fives (True) or without.
_TILES: dict[bool, dict[str, Tile]] = {
    reds: {str(n): _RED_IDS[n] if reds and n in _RED_IDS else n // 4 for n in range(136)} for reds in (False, True)
}
_ENDINGS: dict[str, DrawKind] = {
    "": "exhaustive",
    "nm": "exhaustive",
    "yao9": "nine_terminals",
    "kaze4": "four_winds",
    "reach4": "four_riichi",
    "ron3": "triple_ron",
    "kan4": "four_kans",
}

Attributes = dict[str, str]
_Tiles = Drawn | Discarded
_T = TypeVar("_T")


def read_mjlog(text: str) -> Reading:
    """The record of a log. A hand that cannot be read has a problem, and the reader goes on with the next one."""
    reader = _Reader()
    unread = []
    try:
        if text.count("<") > MAX_TAGS:
            raise LogError(Code.TOO_LARGE, "The log has more entries than a game can have.")
        for tag in _TAG.findall(text):
            try:
                reader.read(tag)
            except LogError as error:
                reader.leave_hand(tag, error)
        reader.close()
        reader.read_end()
    except LogError as error:
        reader.close()
        unread.append(error.problem())
    return reading_of(reader.record(), unread)


def _attributes(text: str) -> Attributes:
    return dict(_ATTRIBUTE.findall(text))


@cache
def _tile_tags(has_reds: bool, players: int, first: int) -> dict[str, tuple[Player, tuple[_Tiles, _Tiles], str]]:
    """The tags of draws and discards, which most tags are. Each has its player, its move (for a tile held before, and
    for the tile just drawn), and for a draw the tag that would discard the same tile."""
    tags: dict[str, tuple[Player, tuple[_Tiles, _Tiles], str]] = {}
    for seat in range(players):
        player = (seat - first) % players
        hidden = Drawn(player, None)
        tags["TUVW"[seat]] = player, (hidden, hidden), ""
        for digits, tile in _TILES[has_reds].items():
            taken = Drawn(player, tile)
            held, drawn = [Discarded(player, tile, is_drawn, False) for is_drawn in (False, True)]
            tags["TUVW"[seat] + digits] = player, (taken, taken), "DEFG"[seat] + digits
            tags["DEFG"[seat] + digits] = player, (held, drawn), ""
            tags["defg"[seat] + digits] = player, (drawn, drawn), ""
    return tags


class _Reader:
    """Reads tag by tag; `hand` is the hand in progress, with `moves` so far."""

    def __init__(self) -> None:
        self.rules = LogRules()
        self.players = 4
        self.names: list[str] = []
        #: The seat of the first dealer: a player's own log counts seats from that player.
        self.first = 0
        self._look_up_tiles()
        self.hands: list[RecordedHand] = []
        self.hand: Callable[..., RecordedHand] | None = None
        #: Whether another game begins.
        self.is_over = False
        #: Whether a hand is in progress that has not ended.
        self.is_open = False
        self.moves: list[Move] = []
        self.stated: list[StatedPoints] = []
        self.ending: Ending | None = None
        #: The players whose riichi stick is paid.
        self.sticks: frozenset[Player] = frozenset()
        #: The tag by which each player would discard the tile just drawn.
        self.drawn = [""] * 4
        #: Indicators of open kans, until the next discard or kan.
        self.turned: list[Indicator] = []
        self.declaring: Player | None = None
        self.owari = ""
        self.at_end: dict[str, tuple[int, ...]] = {}

    def record(self) -> Record:
        """The record of everything read so far."""
        names = [unquote(name)[:MAX_NAME] for name in self.names[: self.players]]
        names += [""] * (self.players - len(names))
        turned = tuple(self._turned(names))
        return Record("mjlog", turned, self.rules, tuple(self.hands), **self.at_end)

    def read_end(self) -> None:
        """Reads the points and totals at the end, if the log has them. Raises `LogError`."""
        if self.owari:
            parts = at_end(self.owari.split(","), self.players, 100)
            self.at_end = {name: self._turned(list(values)) for name, values in parts.items()}

    def leave_hand(self, tag: str, error: LogError) -> None:
        """Ends a hand that cannot be read from this tag on; what follows up to the next hand is skipped. Raises the
        error if it belongs to no hand."""
        if self.hand is None and not (tag.startswith("INIT") and self._may_begin_hand):
            raise error
        why = error.problem(len(self.hands), None if self.hand is None else len(self.moves))
        unread = self.hand(problem=why) if self.hand else unread_hand(self.hands, self.players, why)
        self.hand = None
        self.close()
        self.hands.append(unread)

    def read(self, tag: str) -> None:
        """Reads a tag. Most tags are draws and discards, so every call in here costs time."""
        if tag not in self.tags:
            self._read_other(tag)
            return
        player, moves, following = self.tags[tag]
        move = moves[self.drawn[player] == tag]
        self.drawn[player] = following
        if type(move) is Discarded and self.declaring is not None:
            move = move._replace(is_riichi=self.declaring == player)
            self.declaring = None
        self._add(move)
        if self.turned and type(move) is Discarded:
            self._show_turned()

    def _read_other(self, tag: str) -> None:
        name = tag.split(None, 1)[0]
        readers = self._WITHIN if self.hand else self._BETWEEN if self.hands else self._BEFORE
        if name in readers:
            readers[name](self, _attributes(tag))
        elif name != tag:
            self.read(name)
        elif self.is_open and _TILE.fullmatch(name):  # the player or the tile does not exist: raises `LogError`
            self._player(_SEATS[name[0]])
            self._tile(name[1:])

    # -- before and between hands

    def _game(self, attributes: Attributes) -> None:
        bits = number(attributes.get("type", "9"), 0, 1 << 24)
        self.players = 3 if bits & _THREE_PLAYERS else 4
        other = f"type {bits}" if bits & ~_KNOWN_BITS else ""
        self.rules = LogRules(
            red_fives=(0, 0, 0) if bits & _NO_REDS else None,
            open_tanyao=not bits & _NO_OPEN_TANYAO,
            rounds=2 if bits & _EAST_AND_SOUTH else 1,
            other=other,
        )
        self._look_up_tiles()

    def _players(self, attributes: Attributes) -> None:
        if "dan" in attributes:
            self.names = [attributes.get(f"n{seat}", "") for seat in range(4)]

    def _seats(self, attributes: Attributes) -> None:
        self.first = number(attributes.get("oya", "0"), 0, self.players - 1)
        self._look_up_tiles()

    def _look_up_tiles(self) -> None:
        """Chooses the tables for the rules and the players that are known so far."""
        has_reds = self.rules.red_fives is None
        self.tiles = _TILES[has_reds]
        self.tags = _tile_tags(has_reds, self.players, self.first)

    @property
    def _may_begin_hand(self) -> bool:
        return len(self.hands) < MAX_HANDS and not self.is_over

    def _deal(self, attributes: Attributes) -> None:
        self.close()
        if len(self.hands) >= MAX_HANDS:
            raise too_many_hands()
        seed = attributes.get("seed", "").split(",")
        if len(seed) != 6:
            raise broken("A hand does not say where the game stands.")
        if self.hands and seed[:2] == ["0", "0"]:
            self.is_over = True
            raise second_game()
        wind, kyoku = divmod(number(seed[0], 0, MAX_HANDS), 4)  # four hands a round with three players too
        self.hand = partial(
            RecordedHand,
            number=wind * self.players + kyoku,
            honba=number(seed[1], 0, 99),
            sticks=number(seed[2], 0, 99),
            points=self._points(attributes.get("ten", "")),
            indicator=self._tile(seed[5]),
            tiles=self._turned([self._dealt(attributes, seat) for seat in range(self.players)]),
        )
        self.is_open = True

    def _dealt(self, attributes: Attributes, seat: int) -> tuple[Tile, ...] | None:
        own = attributes.get("hai", "") if seat == 0 else ""  # a player's own log
        text = attributes.get(f"hai{seat}", "") or own
        if not text:
            return None
        tiles = self._tiles(text.split(","))
        if len(tiles) != DEALT:
            raise broken("A player is dealt {most} tiles, not {got}.", most=DEALT, got=len(tiles))
        return tuple(sorted(tiles, key=sort_key))

    def close(self) -> None:
        """Ends the hand in progress."""
        if self.hand is not None:
            self.hands.append(self.hand(moves=tuple(self.moves), ending=self.ending, stated=tuple(self.stated)))
        self.hand, self.ending, self.declaring, self.is_open = None, None, None, False
        self.moves, self.stated, self.sticks, self.turned, self.drawn = [], [], frozenset(), [], [""] * 4

    # -- within a hand

    def _riichi(self, attributes: Attributes) -> None:
        player = self._player(number(attributes.get("who"), 0, self.players - 1))
        if attributes.get("step") == "1":
            self.declaring = player
            return
        self._add(StickPaid(player))
        if self.is_open:
            self.sticks |= {player}
        if "ten" in attributes:
            self.stated.append(StatedPoints(self._points(attributes["ten"]), self.sticks))

    def _turn_up(self, attributes: Attributes) -> None:
        """Reads an indicator. That of an open kan comes before the discard with which it is turned up, so it waits."""
        self.turned.append(Indicator(self._tile(attributes.get("hai", ""))))
        if not self.moves or type(self.moves[-1]) is not Drawn:
            self._show_turned()

    def _show_turned(self) -> None:
        for indicator in self.turned:
            self._add(indicator)
        self.turned = []

    def _call(self, attributes: Attributes) -> None:
        seat = number(attributes.get("who"), 0, self.players - 1)
        player = self._player(seat)
        bits = number(attributes.get("m"), 0, 0xFFFF)
        self.drawn[player] = ""
        self._show_turned()
        if bits & 0x3C == 0x20:
            self._add(NorthAside(player))
        elif bits & 0x1C == 0x10:
            self._add(Added(player, self._added(bits)))
        else:
            self._add(Called(player, self._meld(bits, seat)))

    def _meld(self, bits: int, seat: int) -> Meld:
        source: int | None = bits & 3
        source = source and relative_source(source, seat, self.players)
        if bits & 4:
            base, called = divmod(bits >> 10, 3)
            if base >= 21:
                raise broken("There is no such meld.")
            first = (base // 7 * 9 + base % 7) * 4
            ids = [first + 4 * i + (bits >> 3 + 2 * i & 3) for i in range(3)]
            return self._melded(MeldType.CHI, ids, ids[called], source)
        if bits & 8:
            base, called = divmod(bits >> 9, 3)
            ids = [4 * base + copy for copy in range(4) if copy != bits >> 5 & 3]
            return self._melded(MeldType.PON, ids, ids[called], source)
        tile = bits >> 8
        ids = [tile // 4 * 4 + copy for copy in range(4)]
        if source:
            return self._melded(MeldType.DAIMINKAN, ids, tile, source)
        return self._melded(MeldType.ANKAN, ids, None, None)

    def _melded(self, meld: MeldType, ids: list[int], called: int | None, source: int | None) -> Meld:
        tiles = tuple(sorted(self._tiles(map(str, ids)), key=sort_key))
        return Meld(meld, tiles, None if called is None else self._tile_of(called), source)

    def _added(self, bits: int) -> Tile:
        return self._tile_of(4 * ((bits >> 9) // 3) + (bits >> 5 & 3))

    # -- how it ends

    def _win(self, attributes: Attributes) -> None:
        """Reads one winner. Each has a tag of their own, which states the points before that win."""
        before = self.ending
        if before and (not before.wins or len(before.wins) >= self.players - 1):
            raise broken("The hand has ended already.")
        who = self._player(number(attributes.get("who"), 0, self.players - 1))
        source = self._player(number(attributes.get("fromWho"), 0, self.players - 1))
        value = attributes.get("ten", "").split(",")
        points = number(value[1], 0, MAX_POINTS) if len(value) > 1 else None
        deltas = self._ended(attributes, before.deltas if before else None)
        earlier = (before.deltas if before else None) or (0,) * self.players
        share = tuple([now - had for now, had in zip(deltas, earlier, strict=True)])
        won = RecordedWin(who, None if who == source else source, points, share)
        wins = (*before.wins, won) if before else (won,)
        ura = attributes.get("doraHaiUra")
        tiles = self._tiles(ura.split(",")) if ura else before.ura if before else ()
        self.ending = Ending(wins=wins, deltas=deltas, ura=tiles)

    def _draw(self, attributes: Attributes) -> None:
        if "sc" not in attributes:  # the game was broken off
            return
        if self.ending:
            raise broken("The hand has ended already.")
        how = attributes.get("type", "")
        shown = frozenset(self._player(seat) for seat in range(self.players) if f"hai{seat}" in attributes)
        kind = _ENDINGS.get(how)
        deltas = self._ended(attributes, None)
        self.ending = Ending(
            draw=kind,
            unknown="" if kind else how[:MAX_NAME],
            is_nagashi=how == "nm",
            deltas=deltas,
            tenpai=shown or None,
        )

    def _ended(self, attributes: Attributes, won: tuple[int, ...] | None) -> tuple[int, ...]:
        """The points that the hand has brought each player so far. Stores the points that the tag states."""
        self.is_open = False
        pairs = attributes.get("sc", "").split(",")
        self.stated.append(StatedPoints(self._points_of(pairs[0::2]), self.sticks, won))
        deltas = self._points_of(pairs[1::2])
        self._end_game(attributes)
        return tuple([old + new for old, new in zip(won, deltas, strict=True)]) if won else deltas

    def _end_game(self, attributes: Attributes) -> None:
        """Stores the points at the end of the game, which the last hand has."""
        self.owari = attributes.get("owari", self.owari)

    # -- parts

    def _add(self, move: Move) -> None:
        if self.is_open:
            if len(self.moves) >= MAX_HAND_EVENTS:
                raise too_many_events()
            self.moves.append(move)

    def _player(self, seat: int) -> Player:
        if seat >= self.players:
            raise broken("There is no player {got}.", got=seat + 1)
        return (seat - self.first) % self.players

    def _turned(self, values: list[_T]) -> tuple[_T, ...]:
        """Values by seat as values by player."""
        return (*values[self.first :], *values[: self.first])

    def _points(self, text: str) -> tuple[int, ...]:
        return self._points_of(text.split(","))

    def _points_of(self, values: list[str]) -> tuple[int, ...]:
        """Hundreds of points by seat as points by player."""
        return self._turned(list(points_of(values, self.players, 100)))

    def _tiles(self, names: Iterable[str]) -> tuple[Tile, ...]:
        try:
            return tuple(map(self.tiles.__getitem__, names))
        except KeyError as wrong:
            raise broken("There is no such tile: {got}", got=wrong.args[0][:20]) from None

    def _tile(self, name: str) -> Tile:
        return self._tiles((name,))[0]

    def _tile_of(self, tile: int) -> Tile:
        return self._tile(str(tile))

    #: The readers of tags before the first hand, after a hand that was left, and within a hand: rules and seats do not
    #: change within a game.
    _BEFORE: ClassVar[dict[str, Callable[["_Reader", Attributes], None]]] = {
        "GO": _game,
        "UN": _players,
        "TAIKYOKU": _seats,
        "INIT": _deal,
    }
    _BETWEEN: ClassVar[dict[str, Callable[["_Reader", Attributes], None]]] = {
        "UN": _players,
        "INIT": _deal,
        "AGARI": _end_game,
        "RYUUKYOKU": _end_game,
    }
    _WITHIN: ClassVar[dict[str, Callable[["_Reader", Attributes], None]]] = {
        "UN": _players,
        "INIT": _deal,
        "N": _call,
        "REACH": _riichi,
        "DORA": _turn_up,
        "AGARI": _win,
        "RYUUKYOKU": _draw,
    }
