"""The JSON of tenhou.net/6: lists of the deal, draws and discards of each player. Usual exports of Mahjong Soul have
this format too.

Tiles are 11–19 21–29 31–39 41–47, red fives 51 52 53; 60 is the tile just drawn. ``"r45"`` is riichi, ``"c275226"`` a
chi. A letter inside a text is a pon or kan; its position shows from whom. The log does not say when the indicator of a
kan is turned up: this follows from the rules. Texts for people (yaku, points) are never read: the tiles are scored.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count

from webapp.game.events import Player
from webapp.records.course import is_ron
from webapp.records.order import MAX_STEPS, PASS, Again, Give, Take, in_order
from webapp.records.record import (
    DEALT,
    MAX_HAND_EVENTS,
    MAX_HANDS,
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
    StickPaid,
    at_end,
    broken,
    draw_of,
    list_of,
    names_of,
    number,
    object_of,
    points_of,
    reading_of,
    relative_source,
    second_game,
    tile_of,
    too_many_events,
    too_many_hands,
    unread_hand,
)
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.problems import Problem
from webapp.scoring.tiles import KINDS, RED_FIVES, Tile, sort_key

#: The number of parts of a hand before those of the players, and of parts for each player: deal, draws, discards.
_BEFORE, _OF_PLAYER = 4, 3
_DRAWN = 60
_NUMBERS = [*range(11, 20), *range(21, 30), *range(31, 40), *range(41, 48)]
_NUMBERED: dict[int | str, Tile] = dict(zip((*_NUMBERS, 51, 52, 53), (*KINDS, *RED_FIVES), strict=True))
#: The tile of each number, also as text.
_TILES = _NUMBERED | {str(number): tile for number, tile in _NUMBERED.items()}
#: The draws and the discards of each player, by number.
_DRAWS = [{number: Drawn(player, tile) for number, tile in _NUMBERED.items()} for player in range(4)]
_DISCARDS: list[dict[int | str, Give]] = [
    {_DRAWN: Again(False), **{number: Discarded(player, tile, False, False) for number, tile in _NUMBERED.items()}}
    for player in range(4)
]
_CALL = re.compile(r"((?:\d\d)*)([cpmkaf])((?:\d\d)+)", re.ASCII)
_CALLS = {
    "c": (MeldType.CHI, 3),
    "p": (MeldType.PON, 3),
    "m": (MeldType.DAIMINKAN, 4),
    "a": (MeldType.ANKAN, 4),
}
#: The names of a win, in small letters.
_WON = ("和了", "agari")
#: Words for a game of Mahjong Soul in the rules' name, and for a room with rules of its own; in small letters.
_ROOMS = ("友人", "大会", "大會", "friend", "tournament", "tounament")
_MAHJONG_SOUL = ("の間", "雀魂", "room", *_ROOMS)
_NO_REDS = ("aka nashi", "no red")
_TENHOU_TABLES = "般上特鳳"
_THREE_PLAYERS = ("三", "3-player", "3p")


def is_tenhou6(value: object) -> bool:
    """Whether a JSON value is a log of this format."""
    hands = value.get("log") if isinstance(value, Mapping) else None
    if not isinstance(hands, list):
        return False
    return not hands or (isinstance(hands[0], list) and not (hands[0] and isinstance(hands[0][0], Mapping)))


def read_tenhou6(logs: Sequence[object]) -> Reading:
    """The record of one JSON value, or of several with some hands each; a `Problem` stands for one that cannot be read.
    A hand that cannot be read has a problem."""
    unread = []
    hands: list[RecordedHand] = []
    try:
        about = _About(logs)
    except LogError as error:
        return Reading(None, (error.problem(),))
    steps = iter(range(MAX_STEPS))
    try:
        for hand in about.hands:
            if len(hands) >= MAX_HANDS:
                raise too_many_hands()
            hands.append(_read_hand(hand, hands, about.players, steps))
        about.read_end()
    except LogError as error:
        unread.append(error.problem())
    if about.has_second_game:
        unread.append(second_game().problem())
    return reading_of(about.record(hands), unread)


def _read_hand(hand: object, before: Sequence[RecordedHand], players: int, steps: Iterator[int]) -> RecordedHand:
    """A hand; if it cannot be read, its place and the problem."""
    if isinstance(hand, Problem):
        return unread_hand(before, players, hand)
    try:
        return _hand(hand, players, steps)
    except LogError as error:
        why = error.problem(len(before))
    try:
        place, honba, sticks, points = _stands(list_of(hand), players)
    except LogError:
        return unread_hand(before, players, why)
    return RecordedHand(place, honba, sticks, points, 0, (None,) * players, problem=why)


class _About:
    """The data of a log apart from its hands: names, rules, the points at the end. Raises `LogError`."""

    def __init__(self, logs: Sequence[object]) -> None:
        game = list(_first_game(logs))
        self.has_second_game = len(game) < len(logs)
        parts = [object_of(log) for log in game if not isinstance(log, Problem)]
        self._first = parts[0]
        self._last = parts[-1]
        self.hands: list[object] = []
        for log in game:
            self.hands += [log] if isinstance(log, Problem) else list_of(object_of(log).get("log"))
        self._rule = self._first.get("rule") if isinstance(self._first.get("rule"), Mapping) else {}
        self._name = str(self._rule.get("disp", ""))[:100] if isinstance(self._rule, Mapping) else ""
        names = list_of(self._first.get("name")) if "name" in self._first else []
        self._names = names
        self.players = 3 if self._has_three_players() else 4
        self._at_end: dict[str, tuple[int, ...]] = {}

    def _has_three_players(self) -> bool:
        if any(word in self._name.casefold() for word in _THREE_PLAYERS) or len(self._names) == 3:
            return True
        fourth = _BEFORE + 3 * _OF_PLAYER
        hands = [hand for hand in self.hands if isinstance(hand, list)]
        return bool(hands) and all(len(hand) > fourth and hand[fourth] == [] for hand in hands)

    def read_end(self) -> None:
        """Reads the points at the end, if the log has them: each player's points and total in turn. Chips follow."""
        if "sc" in self._last:
            self._at_end = at_end(list_of(self._last["sc"]), self.players)

    def record(self, hands: Sequence[RecordedHand]) -> Record:
        """The record of these hands."""
        names = names_of(self._names, self.players)
        return Record("tenhou6", names, self._rules(), tuple(hands), **self._at_end)

    def _rules(self) -> LogRules:
        name, folded = self._name, self._name.casefold()
        is_soul = any(word in folded for word in _MAHJONG_SOUL)
        is_tenhou = not is_soul and any(table in name for table in _TENHOU_TABLES)
        return LogRules(
            platform="mahjong_soul" if is_soul else "tenhou",
            red_fives=self._red_fives(),
            open_tanyao="喰" in name or not is_tenhou,
            rounds=1 if "東" in name or "east" in folded else 2,
            other=name if any(word in folded for word in _ROOMS) else "",
        )

    def _red_fives(self) -> tuple[int, int, int] | None:
        """The number of red fives in each suit; None: as in the rules of the platform."""
        rule = self._rule
        assert isinstance(rule, Mapping)
        single = [rule.get(name) for name in ("aka51", "aka52", "aka53")]
        if any(value is not None for value in single):
            m, p, s = [number(value or 0, 0, 4) for value in single]
            return m, p, s
        if "aka" in rule:
            return None if rule["aka"] else (0, 0, 0)
        folded = self._name.casefold()
        has_reds = "赤" in folded or ("red" in folded and not any(word in folded for word in _NO_REDS))
        return None if has_reds or not self._name else (0, 0, 0)


def _first_game(logs: Sequence[object]) -> Iterator[object]:
    """The logs up to one that begins with the first hand again."""
    is_begun = False
    for log in logs:
        hands = log.get("log") if isinstance(log, Mapping) else None
        hand = hands[0] if isinstance(hands, list) and hands else None
        stands = hand[0] if isinstance(hand, list) and hand else None
        if is_begun and isinstance(stands, list) and stands[:2] == [0, 0]:
            return
        is_begun = is_begun or bool(hands)
        yield log


def _hand(hand: object, players: int, steps: Iterator[int]) -> RecordedHand:
    parts = list_of(hand)
    if len(parts) < _BEFORE + _OF_PLAYER * players + 1:
        raise broken("A hand has fewer parts than it should.")
    place, honba, sticks, points = _stands(parts, players)
    indicators = [tile_of(_TILES, tile) for tile in list_of(parts[2])]
    if not indicators:
        raise broken("A hand has no dora indicator.")
    ending = _ending(parts[_BEFORE + 4 * _OF_PLAYER] if len(parts) > _BEFORE + 4 * _OF_PLAYER else parts[-1], players)
    ura = tuple([tile_of(_TILES, tile) for tile in list_of(parts[3])])
    rows = [parts[_BEFORE + _OF_PLAYER * player :][:_OF_PLAYER] for player in range(players)]
    takes = [_takes(list_of(row[1]), player, players) for player, row in enumerate(rows)]
    gives = [_gives(list_of(row[2]), player) for player, row in enumerate(rows)]
    moves = in_order(takes, gives, place % players, steps)
    return RecordedHand(
        number=place,
        honba=honba,
        sticks=sticks,
        points=points,
        indicator=indicators[0],
        tiles=tuple([_dealt(row[0]) for row in rows]),
        moves=_with_sticks_and_indicators(moves, indicators[1:], ending),
        ending=replace(ending, ura=ura),
    )


def _stands(parts: Sequence[object], players: int) -> tuple[int, int, int, tuple[int, ...]]:
    """Where the game stands before a hand: the number of the hand, honba, sticks, and the points of each player."""
    place = list_of(parts[0]) if parts else []
    if len(place) < 3:
        raise broken("A hand does not say where the game stands.")
    wind, kyoku = divmod(number(place[0], 0, MAX_HANDS), 4)
    if kyoku >= players:
        raise broken("A round of {players} players has no hand {got}.", players=players, got=kyoku + 1)
    points = points_of(list_of(parts[1] if len(parts) > 1 else None), players)
    return wind * players + kyoku, number(place[1], 0, 99), number(place[2], 0, 99), points


def _dealt(value: object) -> tuple[Tile, ...]:
    tiles = tuple(sorted([tile_of(_TILES, tile) for tile in list_of(value)], key=sort_key))
    if len(tiles) != DEALT:
        raise broken("A player is dealt {most} tiles, not {got}.", most=DEALT, got=len(tiles))
    return tiles


def _takes(values: Sequence[object], player: Player, players: int) -> list[Take]:
    _check_length(values)
    draws = _DRAWS[player]
    return [
        draws[value] if type(value) is int and value in draws else _take(value, player, players) for value in values
    ]


def _gives(values: Sequence[object], player: Player) -> list[Give]:
    _check_length(values)
    discards = _DISCARDS[player]
    return [discards[value] if type(value) is int and value in discards else _give(value, player) for value in values]


def _check_length(values: Sequence[object]) -> None:
    if len(values) > MAX_HAND_EVENTS:
        raise too_many_events()


def _take(value: object, player: Player, players: int) -> Take:
    return _call(value, player, players) if isinstance(value, str) else Drawn(player, tile_of(_TILES, value))


def _give(value: object, player: Player) -> Give:
    if value == 0 and not isinstance(value, bool):
        return PASS
    is_riichi = isinstance(value, str) and value.startswith("r")
    if not isinstance(value, str) or is_riichi:
        tile = value[1:] if isinstance(value, str) else value
        if tile in (_DRAWN, str(_DRAWN)):
            return Again(is_riichi)
        return Discarded(player, tile_of(_TILES, tile), False, is_riichi)
    letter, _, tiles = _parts_of_call(value)
    if letter == "f":
        return NorthAside(player)
    if letter == "k":
        return Added(player, tiles[_place_of_letter(value)])
    if letter == "a":
        return Called(player, Meld(MeldType.ANKAN, tuple(sorted(tiles, key=sort_key))))
    raise broken("There is no such meld.")


def _call(text: str, player: Player, players: int) -> Called:
    """A chi, a pon or an open kan."""
    letter, place, tiles = _parts_of_call(text)
    if letter not in "cpm":
        raise broken("There is no such meld.")
    source = relative_source({0: 3, 1: 2}.get(place, 1), player, players)
    return Called(player, Meld(_CALLS[letter][0], tuple(sorted(tiles, key=sort_key)), tiles[place], source))


def _place_of_letter(text: str) -> int:
    return next(place for place in count() if text[2 * place].isalpha())


def _parts_of_call(text: str) -> tuple[str, int, list[Tile]]:
    """The letter, the number of tiles before it, and all tiles."""
    match = _CALL.fullmatch(text) if len(text) <= 9 else None
    if match is None:
        raise broken("There is no such meld.")
    before, letter, after = match.groups()
    digits = before + after
    tiles = [tile_of(_TILES, digits[i : i + 2]) for i in range(0, len(digits), 2)]
    expected = _CALLS[letter][1] if letter in _CALLS else 4 if letter == "k" else 1
    if len(tiles) != expected or (letter == "c" and before):
        raise broken("There is no such meld.")
    return letter, len(before) // 2, tiles


def _with_sticks_and_indicators(moves: Sequence[Move], indicators: Sequence[Tile], ending: Ending) -> tuple[Move, ...]:
    """The moves, with riichi sticks and indicators added. A stick is paid if nobody calls ron on the discard. A
    concealed kan turns its indicator up at once, an open or added one with the next discard or kan."""
    row: list[Move] = []
    to_come = iter(indicators)
    owed = 0

    def turn_up(kans: int) -> None:
        row.extend(Indicator(tile) for _, tile in zip(range(kans), to_come, strict=False))

    for move in moves:
        row.append(move)
        if type(move) is Drawn:
            continue
        is_kan = type(move) is Added or (type(move) is Called and move.meld.type in _KANS)
        if owed and (is_kan or type(move) is Discarded):
            turn_up(owed)
            owed = 0
        if type(move) is Discarded:
            if move.is_riichi:
                row.append(StickPaid(move.player))
        elif type(move) is Called and move.meld.type is MeldType.ANKAN:
            turn_up(1)
        elif is_kan:
            owed = 1
    if row and type(row[-1]) is StickPaid and is_ron(ending, sum(type(move) is StickPaid for move in row)):
        row.pop()
    return tuple(row)


_KANS = (MeldType.ANKAN, MeldType.DAIMINKAN)


def _ending(value: object, players: int) -> Ending:
    parts = list_of(value)
    if not parts or not isinstance(parts[0], str):
        raise broken("A hand does not say how it ended.")
    kind, unknown, is_nagashi = draw_of(parts[0])
    if parts[0].strip().casefold() in _WON or (kind is None and len(parts) > 2):
        return _won(parts[1:], players)
    # Without payments a known draw moves no points; of an unknown one the log says nothing.
    unpaid = (0,) * players if kind else None
    deltas = points_of(list_of(parts[1]), players) if len(parts) > 1 else unpaid
    return Ending(draw=kind, unknown=unknown, is_nagashi=is_nagashi, deltas=deltas)


def _won(parts: Sequence[object], players: int) -> Ending:
    """The end of a hand with wins. `parts` are deltas and details in turn, a pair for each winner."""
    if not 2 <= len(parts) <= 2 * players or len(parts) % 2:
        raise broken("A hand does not say how it ended.")
    wins = []
    deltas = (0,) * players
    for change, detail in zip(parts[0::2], parts[1::2], strict=True):
        won = points_of(list_of(change), players)
        deltas = tuple([old + new for old, new in zip(deltas, won, strict=True)])
        who = list_of(detail)
        if len(who) < 2:
            raise broken("A hand does not say how it ended.")
        player, source = (number(value, 0, players - 1) for value in who[:2])
        wins.append(RecordedWin(player, None if player == source else source, deltas=won))
    return Ending(wins=tuple(wins), deltas=deltas)
