"""The JSON of Majiang (電脳麻将): a list of events for each hand.

Tiles are a suit and a number, several of a suit together (``m406z12``); 0 is a red five. A seat is counted from the
dealer of the hand. ``m3_*`` discards the tile just drawn with riichi. In a meld a sign follows the called tile: ``-``
left, ``=`` across, ``+`` right. The log does not have the rules of its game.
Source: https://github.com/kobalab/majiang-core; compared with recorded games.
"""

import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import TypeVar

from webapp.game.events import Player
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
    Move,
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
    ranks_of,
    reading_of,
    second_game,
    tile_of,
    totals_of,
)
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.problems import Problem
from webapp.scoring.tiles import KIND, KINDS, NAMES, RED_FIVES, Tile, sort_key

_T = TypeVar("_T")
_PLAYERS = 4
#: The tile of each name, without signs.
_TILES: dict[str, Tile] = {NAMES[tile][1] + NAMES[tile][0]: tile for tile in (*KINDS, *RED_FIVES)}
#: The draws and the discards of each player by their texts. A hidden tile has no name.
_DRAWS = [
    {**{name: Drawn(player, tile) for name, tile in _TILES.items()}, "": Drawn(player, None), "_": Drawn(player, None)}
    for player in range(_PLAYERS)
]
_DISCARDS = [
    {
        name + drawn + riichi: Discarded(player, tile, bool(drawn), bool(riichi))
        for name, tile in _TILES.items()
        for drawn in ("", "_")
        for riichi in ("", "*")
    }
    for player in range(_PLAYERS)
]
#: The events that are most of a log, by their names.
_USUAL: dict[str, Sequence[Mapping[str, Move]]] = {"zimo": _DRAWS, "gangzimo": _DRAWS, "dapai": _DISCARDS}
_GROUPS = re.compile(r"([mpsz])(\d+)", re.ASCII)
_MELD = re.compile(r"([mpsz])(\d{1,4})(?:([-=+])(\d{0,2}))?", re.ASCII)
_SOURCES = {"+": 1, "=": 2, "-": 3}


def is_majiang(value: object) -> bool:
    """Whether a JSON value is a log of this format."""
    hands = value.get("log") if isinstance(value, Mapping) else None
    first = hands[0] if isinstance(hands, list) and hands else None
    return isinstance(first, list) and bool(first) and isinstance(first[0], Mapping)


def read_majiang(logs: Sequence[object]) -> Reading:
    """The record of a game; of several, of the first one. A `Problem` stands for what cannot be read."""
    unread = [log for log in logs if isinstance(log, Problem)]
    games = [log for log in logs if isinstance(log, Mapping)]
    game = games[0]
    hands: list[RecordedHand] = []
    at_end: dict[str, tuple[int, ...]] = {}
    try:
        parts = [hand if isinstance(hand, list) and hand else [None] for hand in list_of(game.get("log"))]
        hands, left_out = read_hands(parts, _PLAYERS, _begin, _play)
        unread += left_out
        first = number(game.get("qijia", 0), 0, _PLAYERS - 1)
        at_end = _at_end(game, first)
    except LogError as error:
        first = 0
        unread.append(error.problem())
    if len(games) > 1:
        unread.append(second_game().problem())
    names = game.get("player")
    names = [*names, *[""] * _PLAYERS][:_PLAYERS] if isinstance(names, list) else []
    record = Record(
        "majiang",
        names_of([*names[first:], *names[:first]], _PLAYERS),
        LogRules("majiang", rounds=None),
        tuple(hands),
        **at_end,
    )
    return reading_of(record, unread)


def _at_end(game: Json, first: int) -> dict[str, tuple[int, ...]]:
    """The fields of a `Record` that a game has at its end, by player from the first dealer."""
    readers = {"final": ("defen", points_of), "totals": ("point", totals_of), "ranks": ("rank", ranks_of)}
    parts = {}
    for name, (field, read) in readers.items():
        if game.get(field) is not None:
            values = read(list_of(game[field]), _PLAYERS)
            parts[name] = (*values[first:], *values[:first])
    return parts


def _begin(event: object) -> Course:
    """A hand at its beginning."""
    deal = object_of(object_of(event).get("qipai"))
    dealer = number(deal.get("jushu"), 0, _PLAYERS - 1)
    place = number(deal.get("zhuangfeng"), 0, MAX_HANDS // _PLAYERS) * _PLAYERS + dealer
    tiles = [_dealt(text) for text in list_of(deal.get("shoupai"))]
    if len(tiles) != _PLAYERS:
        raise broken("A hand has fewer parts than it should.")
    return Course(
        partial(
            RecordedHand,
            number=place,
            honba=number(deal.get("changbang"), 0, 99),
            sticks=number(deal.get("lizhibang"), 0, 99),
            points=_by_player(points_of(list_of(deal.get("defen")), _PLAYERS), dealer),
            indicator=tile_of(_TILES, deal.get("baopai")),
            tiles=_by_player(tuple(tiles), dealer),
        )
    )


def _play(course: Course, events: Sequence[object]) -> None:
    """Reads the events after the deal."""
    dealer = course.begun.keywords["number"] % _PLAYERS
    seats = {seat: (dealer + seat) % _PLAYERS for seat in range(_PLAYERS)}
    usual = {name: {seat: rows[player] for seat, player in seats.items()} for name, rows in _USUAL.items()}
    for event in events:
        try:
            [(name, about)] = event.items()  # type: ignore[attr-defined]
            move = usual[name][about["l"]][about["p"]]
        except (AttributeError, KeyError, TypeError, ValueError):
            _read_other(course, event, seats)
        else:
            course.add(move)


def _read_other(course: Course, event: object, seats: dict[int, Player]) -> None:
    """Reads an event other than a usual draw or discard."""
    name, about = _named(event)
    if name in _USUAL:
        _player(about, seats)
        raise no_tile(about.get("p"))
    reader = _EVENTS.get(name)
    if reader:
        reader(course, about, seats)


def _named(event: object) -> tuple[str, Json]:
    """The name of an event and its data."""
    if not isinstance(event, dict) or len(event) != 1:
        raise broken("A JSON object is expected.")
    [(name, about)] = event.items()
    return name, object_of(about)


def _call(course: Course, about: Json, seats: dict[int, Player]) -> None:
    """Reads a call or a kan."""
    player, text = _player(about, seats), about.get("m")
    match = _MELD.fullmatch(text) if isinstance(text, str) else None
    if match is None:
        raise broken("There is no such meld.")
    suit, before, sign, after = match.groups("")
    names = [suit + digit for digit in before + after]
    tiles = [tile_of(_TILES, name) for name in names]
    ordered = tuple(sorted(tiles, key=sort_key))
    is_same = len({KIND[tile] for tile in tiles}) == 1
    called = tiles[len(before) - 1]
    if not sign and is_same and len(tiles) == 4:
        course.add(Called(player, Meld(MeldType.ANKAN, ordered)))
    elif sign and is_same and len(tiles) == 4 and after and len(before) == 3:
        course.add(Added(player, tiles[3]))
    elif sign and len(tiles) in (3, 4) and (is_same or len(tiles) == 3):
        kind = MeldType.CHI if not is_same else MeldType.PON if len(tiles) == 3 else MeldType.DAIMINKAN
        course.add(Called(player, Meld(kind, ordered, called, _SOURCES[sign])))
    else:
        raise broken("There is no such meld.")


def _turn_up(course: Course, about: Json, seats: dict[int, Player]) -> None:
    course.turn_up(tile_of(_TILES, about.get("baopai")))


def _win(course: Course, about: Json, seats: dict[int, Player]) -> None:
    player, source = _player(about, seats), about.get("baojia")
    ura = about.get("fubaopai")
    won = RecordedWin(
        player,
        None if source is None else seats[number(source, 0, _PLAYERS - 1)],
        None if about.get("defen") is None else number(about["defen"], 0, MAX_POINTS),
        _deltas(about, seats),
    )
    course.win(won, [] if ura is None else [tile_of(_TILES, tile) for tile in list_of(ura)])


def _drawn(course: Course, about: Json, seats: dict[int, Player]) -> None:
    shown = about.get("shoupai")
    tenpai = None
    if shown is not None:
        tenpai = frozenset(seats[seat] for seat, tiles in enumerate(list_of(shown)[:_PLAYERS]) if tiles)
    course.draw(draw_of(str(about.get("name", ""))), _deltas(about, seats), tenpai)


_EVENTS = {
    "fulou": _call,
    "gang": _call,
    "kaigang": _turn_up,
    "hule": _win,
    "pingju": _drawn,
}


def _deltas(about: Json, seats: dict[int, Player]) -> tuple[int, ...] | None:
    changes = about.get("fenpei")
    return None if changes is None else _by_player(points_of(list_of(changes), _PLAYERS), seats[0])


def _by_player(values: tuple[_T, ...], dealer: Player) -> tuple[_T, ...]:
    """Values by seat from the dealer as values by player."""
    return (*values[_PLAYERS - dealer :], *values[: _PLAYERS - dealer])


def _player(about: Json, seats: dict[int, Player]) -> Player:
    return seats[number(about.get("l"), 0, _PLAYERS - 1)]


def _dealt(text: object) -> tuple[Tile, ...] | None:
    """The tiles of a player; None if the log hides them."""
    if not isinstance(text, str):
        raise no_tile(text)
    tiles = sorted(
        [tile_of(_TILES, suit + digit) for suit, digits in _GROUPS.findall(text) for digit in digits], key=sort_key
    )
    if tiles and len(tiles) != DEALT:
        raise broken("A player is dealt {most} tiles, not {got}.", most=DEALT, got=len(tiles))
    return tuple(tiles) or None
