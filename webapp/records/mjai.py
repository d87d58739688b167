"""The events of mjai, a JSON object for each, as programs that play mahjong send and store them.

Tiles are ``1m`` to ``9s``, red fives ``5mr``, honours ``E S W N P F C``; ``?`` is hidden. Dialects leave out
``scores``, ``deltas`` or ``tehais``: then the points follow from the events, or the tiles are not known. The log has
neither the rules of its game nor the totals.
Source: https://mjai.app/docs/mjai-protocol and the programs that write it; compared with recorded games.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import pairwise
from typing import TypeVar

from webapp.game.events import Player
from webapp.records.course import Course, read_hands
from webapp.records.record import (
    DEALT,
    MAX_POINTS,
    Added,
    Called,
    Discarded,
    Drawn,
    Json,
    LogError,
    LogRules,
    Move,
    NorthAside,
    Reading,
    Record,
    RecordedHand,
    RecordedWin,
    broken,
    draw_of,
    list_of,
    names_of,
    no_tile,
    number,
    object_of,
    points_of,
    reading_of,
    second_game,
    tile_of,
)
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.problems import Problem
from webapp.scoring.tiles import KINDS, NAMES, RED_FIVES, RED_OF, Tile, sort_key

_T = TypeVar("_T")
_Draws = dict[int, dict[str, Drawn]]
_Discards = dict[int, dict[str, dict[bool, Discarded]]]
_WINDS = ("E", "S", "W", "N")
_HIDDEN = "?"
#: The events that set a north aside.
_NORTHS = ("kita", "nukidora")
_ENDS = ("hora", "ryukyoku", "end_kyoku")
#: The tile of each name: as mjai has them, and as most other programs do.
_TILES: dict[str, Tile] = {
    **{NAMES[tile]: tile for tile in (*KINDS, *RED_FIVES)},
    **dict(zip("ESWNPFC", KINDS[-7:], strict=True)),
    **{f"{NAMES[five]}r": red for five, red in RED_OF.items()},
}
_MELDS = {
    "chi": (MeldType.CHI, 3),
    "pon": (MeldType.PON, 3),
    "daiminkan": (MeldType.DAIMINKAN, 4),
    "ankan": (MeldType.ANKAN, 4),
}


def is_mjai(event: object) -> bool:
    """Whether a JSON value is an event that begins a game or a hand."""
    return isinstance(event, Mapping) and event.get("type") in ("start_game", "start_kyoku")


def _is_end(event: object) -> bool:
    return isinstance(event, Mapping) and event.get("type") in _ENDS


def read_mjai(events: Sequence[object]) -> Reading:
    """The record of a game; of several, of the first one. A `Problem` stands for a line that cannot be read."""
    reader = _Reader(events)
    hands, unread = read_hands(reader.parts(), reader.players, reader.begin, reader.play)
    if reader.has_second_game and not unread:
        unread.append(second_game().problem())
    names = names_of(reader.turned([*reader.names, *[""] * reader.players][: reader.players]), reader.players)
    return reading_of(Record("mjai", names, LogRules(rounds=None), tuple(hands)), unread)


@cache
def _tile_moves(players: int, first: int) -> tuple[_Draws, _Discards]:
    """The draws and discards of each seat by the name of the tile; a discard also by whether it is of the tile just
    drawn."""
    draws: _Draws = {}
    discards: _Discards = {}
    for seat in range(players):
        player = (seat - first) % players
        draws[seat] = {_HIDDEN: Drawn(player, None), **{name: Drawn(player, tile) for name, tile in _TILES.items()}}
        discards[seat] = {
            name: {is_drawn: Discarded(player, tile, is_drawn, False) for is_drawn in (False, True)}
            for name, tile in _TILES.items()
        }
    return draws, discards


class _Reader:
    """The parts of a log, and the readers of the events of a hand."""

    def __init__(self, events: Sequence[object]) -> None:
        kinds = [event.get("type") if isinstance(event, dict) else None for event in events]
        self.deals = [place for place, kind in enumerate(kinds) if kind == "start_kyoku"]
        games = [place for place, kind in enumerate(kinds) if kind == "start_game"]
        after = [place for place in games if self.deals and place > self.deals[0]]
        #: Whether another game begins, and the events before it.
        self.has_second_game = bool(after)
        self.events = events[: after[0]] if after else events
        self.deals = [place for place in self.deals if place < len(self.events)]
        self.names = self._names(games)
        self.players = 3 if self._has_three_players(kinds) else 4
        self.first = _first_dealer(object_of(events[self.deals[0]]), self.players) if self.deals else 0
        self.draws, self.discards = _tile_moves(self.players, self.first)
        #: The player who declares riichi with the next discard.
        self.declaring: Player | None = None

    def _names(self, games: Sequence[int]) -> list[object]:
        """The names of the players, where the first game begins."""
        names = object_of(self.events[games[0]]).get("names") if games and games[0] < len(self.events) else None
        return names if isinstance(names, list) else []

    def _has_three_players(self, kinds: Sequence[object]) -> bool:
        """Whether three play: by the number of names, points or hands, a fourth hand that is empty, or a north that is
        set aside."""
        if len(self.names) == 3:
            return True
        if self.deals:
            deal = object_of(self.events[self.deals[0]])
            scores, tiles = deal.get("scores"), deal.get("tehais")
            for row in (scores, tiles):
                if isinstance(row, list) and len(row) == 3:
                    return True
            fourth = tiles[3] if isinstance(tiles, list) and len(tiles) == 4 else None
            if isinstance(fourth, list) and set(map(str, fourth)) <= {_HIDDEN} and isinstance(scores, list):
                return scores[3:] == [0]
        return any(kind in _NORTHS for kind in kinds)

    def parts(self) -> Iterator[Sequence[object] | Problem]:
        """The events of each hand. A line that cannot be read stands for a hand of its own after the end of a hand."""
        for begin, end in pairwise([*self.deals, len(self.events)]):
            part = self.events[begin:end]
            unread = [place for place, event in enumerate(part) if isinstance(event, Problem)]
            after = next((place for place in unread if _is_end(part[place - 1])), None)
            yield part[:after]
            if after is not None:
                why = part[after]
                assert isinstance(why, Problem)
                yield why

    # -- a hand

    def begin(self, event: object) -> Course:
        """A hand at its beginning."""
        deal = object_of(event)
        self.declaring = None
        wind = deal.get("bakaze")
        if wind not in _WINDS:
            raise broken("A hand does not say where the game stands.")
        hand = number(deal.get("kyoku"), 1, self.players) - 1
        scores, tiles = deal.get("scores"), deal.get("tehais")
        return Course(
            partial(
                RecordedHand,
                number=_WINDS.index(wind) * self.players + hand,
                honba=number(deal.get("honba", 0), 0, 99),
                sticks=number(deal.get("kyotaku", 0), 0, 99),
                points=() if scores is None else self._points(scores),
                indicator=tile_of(_TILES, deal.get("dora_marker")),
                tiles=(None,) * self.players if tiles is None else self._dealt(tiles),
            )
        )

    def play(self, course: Course, events: Sequence[object]) -> None:
        """Reads the events after the deal."""
        draws, discards = self.draws, self.discards
        for event in events:
            try:
                kind = event["type"]  # type: ignore[index]
                if kind == "tsumo":
                    move: Move = draws[event["actor"]][event["pai"]]  # type: ignore[index]
                elif kind == "dahai" and self.declaring is None:
                    move = discards[event["actor"]][event["pai"]][event["tsumogiri"]]  # type: ignore[index]
                else:
                    self._read_other(course, event)
                    continue
            except (KeyError, TypeError):
                self._read_other(course, event)
            else:
                course.add(move)

    def _read_other(self, course: Course, event: object) -> None:
        """Reads an event other than a usual draw or discard."""
        if isinstance(event, Problem):
            raise LogError(event.code, event.text, **event.values)
        about = object_of(event)
        kind = str(about.get("type"))
        if kind == "tsumo":
            self._player(about.get("actor"))
            raise no_tile(about.get("pai"))
        if kind == "dahai":
            self._discard(course, about)
        elif kind in _MELDS:
            self._call(course, kind, about)
        elif kind == "kakan":
            course.add(Added(self._player(about.get("actor")), tile_of(_TILES, about.get("pai"))))
        elif kind in _NORTHS:
            course.add(NorthAside(self._player(about.get("actor"))))
        elif kind == "dora":
            course.turn_up(tile_of(_TILES, about.get("dora_marker")))
        elif kind == "reach":
            self.declaring = self._player(about.get("actor"))
        elif kind == "reach_accepted":
            course.pay()
            self._state(course, about)
        elif kind == "hora":
            self._win(course, about)
        elif kind == "ryukyoku":
            self._drawn(course, about)

    def _discard(self, course: Course, about: Json) -> None:
        player, is_drawn = self._player(about.get("actor")), bool(about.get("tsumogiri"))
        course.add(Discarded(player, tile_of(_TILES, about.get("pai")), is_drawn, self.declaring == player))
        self.declaring = None

    def _call(self, course: Course, kind: str, about: Json) -> None:
        player = self._player(about.get("actor"))
        meld, size = _MELDS[kind]
        tiles = [tile_of(_TILES, tile) for tile in list_of(about.get("consumed"))]
        called = source = None
        if meld is not MeldType.ANKAN:
            called = tile_of(_TILES, about.get("pai"))
            tiles.append(called)
            source = (self._player(about.get("target")) - player) % self.players
        if len(tiles) != size:
            raise broken("There is no such meld.")
        course.add(Called(player, Meld(meld, tuple(sorted(tiles, key=sort_key)), called, source)))

    def _win(self, course: Course, about: Json) -> None:
        player = self._player(about.get("actor"))
        source = self._player(about.get("target", about.get("actor")))
        points = about.get("hora_points")
        ura = about.get("ura_markers", about.get("uradora_markers"))
        won = RecordedWin(
            player,
            None if source == player else source,
            None if points is None else number(points, 0, MAX_POINTS),
            self._deltas(course, about),
        )
        course.win(won, [] if ura is None else [tile_of(_TILES, tile) for tile in list_of(ura)])
        self._state(course, about)

    def _drawn(self, course: Course, about: Json) -> None:
        shown, reason = about.get("tenpais"), about.get("reason")
        tenpai = None
        if shown is not None:
            seats = enumerate(list_of(shown)[: self.players])
            tenpai = frozenset(self._player(seat) for seat, is_tenpai in seats if is_tenpai)
        named = draw_of(reason) if isinstance(reason, str) else (None, "", False)
        course.draw(named, self._deltas(course, about), tenpai)
        self._state(course, about)

    def _deltas(self, course: Course, about: Json) -> tuple[int, ...] | None:
        """What the end of a hand brings each player; if an event has only the points after it, what follows from
        them."""
        if about.get("deltas") is not None:
            return self._points(about["deltas"])
        if about.get("scores") is None or not course.points:
            return None
        return tuple([has - had for has, had in zip(self._points(about["scores"]), course.now(), strict=True)])

    def _state(self, course: Course, about: Json) -> None:
        """Reads the points of all players, if an event has them."""
        if about.get("scores") is not None and course.points:
            course.state(self._points(about["scores"]))

    # -- parts

    def _dealt(self, value: object) -> tuple[tuple[Tile, ...] | None, ...]:
        hands: list[tuple[Tile, ...] | None] = []
        for tiles in list_of(value)[: self.players]:
            row = list_of(tiles)
            if len(row) != DEALT:
                raise broken("A player is dealt {most} tiles, not {got}.", most=DEALT, got=len(row))
            hands.append(
                None if _HIDDEN in row else tuple(sorted([tile_of(_TILES, name) for name in row], key=sort_key))
            )
        if len(hands) != self.players:
            raise broken("A hand has fewer parts than it should.")
        return self.turned(hands)

    def _points(self, value: object) -> tuple[int, ...]:
        return self.turned(list(points_of(list_of(value), self.players)))

    def _player(self, seat: object) -> Player:
        return (number(seat, 0, self.players - 1) - self.first) % self.players

    def turned(self, values: list[_T]) -> tuple[_T, ...]:
        """Values by seat as values by player."""
        return (*values[self.first :], *values[: self.first])


def _first_dealer(deal: Json, players: int) -> int:
    """The seat of the first dealer of the game."""
    try:
        return (number(deal.get("oya", 0), 0, players - 1) - number(deal.get("kyoku"), 1, players) + 1) % players
    except LogError:
        return 0
