"""The raw record of Mahjong Soul (``.lq.GameDetailRecords``) as JSON, as the usual scripts save it.

A `head` has the players, the mode and the result; the events are a list of ``{"name": ".lq.RecordDiscardTile", "data":
{…}}``, either `records` or the `result` of each of the `actions`. Protobuf leaves out zeros: seat 0, type 0 or round 0
may be missing. Tiles are as here, red fives 0.
Source: the client's protocol (liqi.json), and a recorded game.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache, partial
from itertools import pairwise
from typing import Any, Literal

from webapp.game.events import DrawKind, Player
from webapp.records.course import Course, read_hands
from webapp.records.record import (
    DEALT,
    MAX_HANDS,
    MAX_POINTS,
    Added,
    Called,
    Discarded,
    Drawn,
    Json,
    LogError,
    LogRules,
    NorthAside,
    Reading,
    Record,
    RecordedHand,
    RecordedWin,
    broken,
    list_of,
    names_of,
    number,
    object_of,
    points_of,
    reading_of,
    second_game,
    tile_of,
)
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.problems import Problem
from webapp.scoring.tiles import FIVES, KIND, KINDS, NAMES, RED_FIVES, RED_OF, Tile, sort_key

_TILES: dict[str, Tile] = {NAMES[tile]: tile for tile in (*KINDS, *RED_FIVES)}
_Discards = dict[str, list[list[Discarded]]]
_NAME = ".lq.Record"
_NEW_ROUND, _DRAW, _DISCARD = f"{_NAME}NewRound", f"{_NAME}DealTile", f"{_NAME}DiscardTile"
_CALLS = (MeldType.CHI, MeldType.PON, MeldType.DAIMINKAN)
_ADDED, _CONCEALED = 2, 3
_DRAWS: dict[int, DrawKind] = {
    1: "nine_terminals",
    2: "four_winds",
    3: "four_riichi",
    4: "four_kans",
    5: "triple_ron",
}
#: The number of winds by the last digit of the mode; modes from 11 on are for three players.
_ROUNDS: dict[int, Literal[1, 2]] = {1: 1, 2: 2}
_THREE_PLAYERS = 11
#: The category of games against players of one's own rank; others are rooms and tournaments.
_RANKED = 2
#: The red fives by the number that the rules of a room have.
_REDS = {0: (0, 0, 0), 2: (0, 1, 1), 3: (1, 1, 1), 4: (1, 2, 1)}
#: The switches of a room that have a switch here: of a game, and of its hands. A switch that is missing is not known,
#: since protobuf leaves out what is off.
_POINTS = {"init_point": "start_points", "fandian": "goal_points", "jingsuanyuandian": "return_points"}
_SWITCHES = {"have_yifa": "ippatsu", "have_li_dora": "ura_dora", "have_qieshangmanguan": "kiriage_mangan"}


def is_majsoul(value: object) -> bool:
    """Whether a JSON value is a raw record, or one of its events."""
    if not isinstance(value, Mapping):
        return False
    return {"head", "data"} <= value.keys() or str(value.get("name", "")).startswith(".lq.")


def read_majsoul(logs: Sequence[object]) -> Reading:
    """The record of a game, from one JSON value or from a list of its events. A `Problem` stands for what cannot be
    read."""
    unread = [log for log in logs if isinstance(log, Problem)]
    try:
        values = [object_of(log) for log in logs if not isinstance(log, Problem)]
        reader = _Reader(values)
    except LogError as error:
        return Reading(None, (*unread, error.problem())[:1])
    hands, left_out = read_hands(reader.parts(), reader.players, reader.begin, reader.play)
    unread += left_out
    if len(values) > 1 and not is_event(values[0]):
        unread.append(second_game().problem())
    at_end: dict[str, tuple[int, ...]] = {}
    try:
        at_end = reader.at_end()
    except LogError as error:
        unread.append(error.problem())
    return reading_of(Record("majsoul", reader.names, reader.rules, tuple(hands), **at_end), unread)


@cache
def _tile_moves(players: int) -> tuple[dict[int, dict[str, Drawn]], dict[int, _Discards]]:
    """The draws and discards of each seat by the name of the tile: a discard by whether the tile was drawn, and whether
    it declares riichi."""
    draws: dict[int, dict[str, Drawn]] = {}
    discards: dict[int, _Discards] = {}
    for seat in range(players):
        draws[seat] = {name: Drawn(seat, tile) for name, tile in _TILES.items()}
        row: _Discards = {}
        for name, tile in _TILES.items():
            held, drawn = (Discarded(seat, tile, is_drawn, False) for is_drawn in (False, True))
            row[name] = [[held, held._replace(is_riichi=True)], [drawn, drawn._replace(is_riichi=True)]]
        discards[seat] = row
    return draws, discards


class _Reader:
    """The parts of a record, and the readers of its events. Seats count from the first dealer."""

    def __init__(self, values: Sequence[Json]) -> None:
        whole = values[0]
        self.head = object_of(whole.get("head", {}))
        self.events = values if is_event(whole) else _events_of(whole)
        self.mode = object_of(object_of(self.head.get("config", {})).get("mode", {}))
        self.players = 3 if self._has_three_players() else 4
        self.names = self._names()
        self.rules = self._rules()
        self.draws, self.discards = _tile_moves(self.players)
        #: The number of indicators that lie open.
        self.shown = 1

    def _has_three_players(self) -> bool:
        mode = self.mode.get("mode")
        if type(mode) is int:
            return mode >= _THREE_PLAYERS
        first = next((event for event in self.events if event.get("name") == _NEW_ROUND), None)
        scores = _data(first).get("scores") if first else None
        return isinstance(scores, list) and len(scores) == 3

    def _names(self) -> tuple[str, ...]:
        names: list[object] = [""] * self.players
        for account in list_of(self.head.get("accounts", [])):
            about = object_of(account)
            names[self._seat(about)] = about.get("nickname")
        return names_of(names, self.players)

    def _rules(self) -> LogRules:
        room = object_of(self.mode.get("detail_rule") or {})
        mode = self.mode.get("mode")
        category = object_of(self.head.get("config", {})).get("category", _RANKED)
        rounds = _ROUNDS.get(mode % 10) if type(mode) is int else None
        reds = room.get("dora_count")
        other = ""
        if category != _RANKED or (rounds is None and mode is not None):
            other = f"category {number(category, 0, 99)}, mode {str(mode)[:9]}"
        game: dict[str, Any] = {}
        for name, switch in _POINTS.items():
            if type(room.get(name)) is int:
                game[switch] = 100 * (number(room[name], 0, MAX_POINTS) // 100)
        hands = {switch: room[name] for name, switch in _SWITCHES.items() if type(room.get(name)) is bool}
        return LogRules(
            "mahjong_soul",
            red_fives=_REDS.get(reds) if type(reds) is int else None,
            open_tanyao=room.get("shiduan", 1) not in (0, False),
            rounds=rounds,
            other=other,
            game=game,
            hands=hands,
        )

    def parts(self) -> Iterator[Sequence[object]]:
        """The events of each hand."""
        deals = [place for place, event in enumerate(self.events) if event.get("name") == _NEW_ROUND]
        for begin, end in pairwise([*deals, len(self.events)]):
            yield self.events[begin:end]

    def at_end(self) -> dict[str, tuple[int, ...]]:
        """The fields of a `Record` that a game has at its end; its players are in the order of their ranks."""
        rows = [object_of(row) for row in list_of(object_of(self.head.get("result") or {}).get("players", []))]
        if len(rows) != self.players:
            return {}
        seats = [self._seat(row) for row in rows]
        if len(set(seats)) < self.players:
            raise broken("There is a number for each of {players} players.", players=self.players)
        final, totals, ranks = ([0] * self.players for _ in range(3))
        for rank, (seat, row) in enumerate(zip(seats, rows, strict=True)):
            final[seat] = number(row.get("part_point_1", 0), -MAX_POINTS, MAX_POINTS)
            totals[seat] = number(row.get("total_point", 0), -MAX_POINTS, MAX_POINTS)
            ranks[seat] = rank + 1
        return {"final": tuple(final), "totals": tuple(totals), "ranks": tuple(ranks)}

    # -- a hand

    def begin(self, event: object) -> Course:
        """A hand at its beginning; the dealer has drawn already."""
        about = _data(event)
        dealer = number(about.get("ju", 0), 0, self.players - 1)
        tiles = [self._tiles(about.get(f"tiles{seat}")) for seat in range(self.players)]
        drawn = tiles[dealer].pop() if len(tiles[dealer]) == DEALT + 1 else None
        if drawn is None or any(len(row) != DEALT for row in tiles):
            got = next(len(row) for row in tiles if drawn is None or len(row) != DEALT)
            raise broken("A player is dealt {most} tiles, not {got}.", most=DEALT, got=got)
        doras = about.get("doras") or [about.get("dora")]
        course = Course(
            partial(
                RecordedHand,
                number=number(about.get("chang", 0), 0, MAX_HANDS // self.players) * self.players + dealer,
                honba=number(about.get("ben", 0), 0, 99),
                sticks=number(about.get("liqibang", 0), 0, 99),
                points=self._points(about.get("scores")),
                indicator=tile_of(_TILES, list_of(doras)[0]),
                tiles=tuple([tuple(sorted(row, key=sort_key)) for row in tiles]),
            )
        )
        self.shown = 1
        course.add(Drawn(dealer, drawn))
        return course

    def play(self, course: Course, events: Sequence[object]) -> None:
        """Reads the events after the deal."""
        draws, discards = self.draws, self.discards
        for event in events:
            try:
                name, about = event["name"], event["data"]  # type: ignore[index]
                if name == _DISCARD:
                    is_riichi = about.get("is_liqi") or about.get("is_wliqi")
                    held_or_drawn = discards[about.get("seat", 0)][about["tile"]]
                    course.add(held_or_drawn[bool(about.get("moqie"))][bool(is_riichi)])
                    if "doras" in about:
                        self._turn_up(course, about)
                elif name == _DRAW and "doras" not in about and "liqi" not in about:
                    course.add(draws[about.get("seat", 0)][about["tile"]])
                else:
                    self._read_other(course, event)
            except (AttributeError, KeyError, TypeError):
                self._read_other(course, event)

    def _read_other(self, course: Course, event: object) -> None:
        """Reads an event other than a usual draw or discard."""
        kind, about = _kind(event), _data(event)
        if "liqi" in about and kind in _AFTER_RIICHI:
            self._accept(course, about["liqi"])
        if kind in ("DealTile", "DiscardTile"):
            player, tile = self._seat(about), tile_of(_TILES, about.get("tile"))
            if "doras" in about:
                self._turn_up(course, about)
            course.add(Drawn(player, tile))
            return
        if kind == "ChiPengGang":
            self._call(course, about)
        elif kind == "AnGangAddGang":
            self._kan(course, about)
        elif kind == "BaBei":
            course.add(NorthAside(self._seat(about)))
        elif kind == "Hule":
            self._win(course, about)
        elif kind == "NoTile":
            self._exhausted(course, about)
        elif kind == "LiuJu":
            course.draw((_DRAWS.get(number(about.get("type", 0), 0, 99)), "", False), (0,) * self.players)
        if "doras" in about:
            self._turn_up(course, about)

    def _turn_up(self, course: Course, about: Json) -> None:
        """Reads the indicators that lie open, and adds the new ones."""
        for tile in list_of(about["doras"] or [])[self.shown :]:
            course.turn_up(tile_of(_TILES, tile))
            self.shown += 1

    def _accept(self, course: Course, value: object) -> None:
        """Reads that a riichi stick was paid, and the points that the player has now."""
        course.pay()
        if isinstance(value, Mapping) and "score" in value:
            points = course.now()
            points[self._seat(value)] = number(value["score"], -MAX_POINTS, MAX_POINTS)
            course.state(tuple(points))

    def _call(self, course: Course, about: Json) -> None:
        player, kind = self._seat(about), _CALLS[number(about.get("type", 0), 0, 2)]
        tiles, seats = self._tiles(about.get("tiles")), list_of(about.get("froms"))
        size = 4 if kind is MeldType.DAIMINKAN else 3
        if len(tiles) != size or len(seats) != size:
            raise broken("There is no such meld.")
        source = (number(seats[-1], 0, self.players - 1) - player) % self.players
        course.add(Called(player, Meld(kind, tuple(sorted(tiles, key=sort_key)), tiles[-1], source)))

    def _kan(self, course: Course, about: Json) -> None:
        player, tile = self._seat(about), tile_of(_TILES, about.get("tiles"))
        if number(about.get("type", 0), _ADDED, _CONCEALED) == _ADDED:
            course.add(Added(player, tile))
            return
        kind = KIND[tile]
        reds = (self.rules.red_fives or _REDS[3])[FIVES.index(kind)] if kind in FIVES else 0
        tiles = [RED_OF[kind]] * reds + [kind] * (4 - reds) if reds else [kind] * 4
        course.add(Called(player, Meld(MeldType.ANKAN, tuple(sorted(tiles, key=sort_key)))))

    # -- how it ends

    def _win(self, course: Course, about: Json) -> None:
        """Reads all winners, who share one event. It has what all of them bring together."""
        wins = [object_of(won) for won in list_of(about.get("hules"))]
        if not wins:
            raise broken("A hand does not say how it ended.")
        last = next((move.player for move in reversed(course.moves) if isinstance(move, _WON_ON)), None)
        stated = about.get("old_scores")
        if wins[0].get("zimo"):
            course.pay()
        if stated is not None:
            course.state(self._points(stated))
        for won in wins:
            ura = self._tiles(won.get("li_doras") or [])
            source = None if won.get("zimo") else last
            course.win(RecordedWin(self._seat(won), source, self._worth(won)), ura)
        course.bring(self._points(about.get("delta_scores")))
        if about.get("scores") is not None:
            course.state(self._points(about["scores"]))

    def _worth(self, won: Json) -> int | None:
        """The points of a winning hand without honba and sticks; None if the record does not have them."""
        ron, dealer, other = (won.get(name, 0) for name in ("point_rong", "point_zimo_qin", "point_zimo_xian"))
        if not ron and not other:
            return None
        if not won.get("zimo"):
            return number(ron, 0, MAX_POINTS)
        others = self.players - 1 if won.get("qinjia") else self.players - 2
        of_dealer = 0 if won.get("qinjia") else number(dealer, 0, MAX_POINTS)
        return others * number(other, 0, MAX_POINTS) + of_dealer

    def _exhausted(self, course: Course, about: Json) -> None:
        rows = [object_of(row) for row in list_of(about.get("scores") or [])]
        deltas = [0] * self.players
        for row in rows:
            for player, change in enumerate(self._points(row.get("delta_scores") or [0] * self.players)):
                deltas[player] += change
        shown = list_of(about.get("players") or [])[: self.players]
        tenpai = frozenset(seat for seat, row in enumerate(shown) if object_of(row).get("tingpai"))
        if rows and rows[0].get("old_scores") is not None:
            course.pay()
            course.state(self._points(rows[0]["old_scores"]))
        course.draw(("exhaustive", "", bool(about.get("liujumanguan"))), tuple(deltas), tenpai if shown else None)

    # -- parts

    def _seat(self, about: Json) -> Player:
        return number(about.get("seat", 0), 0, self.players - 1)

    def _points(self, value: object) -> tuple[int, ...]:
        return points_of(list_of(value), self.players)

    def _tiles(self, value: object) -> list[Tile]:
        return [tile_of(_TILES, tile) for tile in list_of(value)]


_WON_ON = (Discarded, Added, NorthAside, Called)
#: The events that say whether the riichi before them was paid.
_AFTER_RIICHI = ("DealTile", "ChiPengGang", "LiuJu")


def is_event(value: Json) -> bool:
    """Whether a JSON value is a single event."""
    return str(value.get("name", "")).startswith(_NAME)


def _events_of(whole: Json) -> list[Json]:
    """The events of a record."""
    inner: object = whole.get("data", whole)
    if isinstance(inner, Mapping) and "data" in inner:
        inner = inner["data"]
    about = object_of(inner)
    if not about.get("actions"):
        return [object_of(event) for event in list_of(about.get("records"))]
    results = [action.get("result") if isinstance(action, dict) else None for action in list_of(about["actions"])]
    return [result for result in results if isinstance(result, dict)]


def _kind(event: object) -> str:
    """The kind of an event: its name without the prefix."""
    name = event.get("name") if isinstance(event, Mapping) else None
    return name[len(_NAME) :] if isinstance(name, str) and name.startswith(_NAME) else ""


def _data(event: object) -> Json:
    return object_of(object_of(event).get("data"))
