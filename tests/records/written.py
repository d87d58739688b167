"""A record as the log that a platform would write: the other way round than `webapp.records` reads, to test it."""

import json
from collections.abc import Callable, Sequence

from tests.records import written_events
from webapp.formats.record import record_json
from webapp.records.check import checked
from webapp.records.record import (
    Added,
    Called,
    Discarded,
    Drawn,
    Ending,
    Indicator,
    Move,
    NorthAside,
    Record,
    RecordedHand,
    StickPaid,
)
from webapp.scoring.blocks import Meld, MeldType
from webapp.scoring.tiles import KIND, NAMES, RED_FIVES, Tile

_DRAWS = {
    "triple_ron": "ron3",
    "nine_terminals": "yao9",
    "four_winds": "kaze4",
    "four_riichi": "reach4",
    "four_kans": "kan4",
}
_IN_JAPANESE = {
    "exhaustive": "流局",
    "triple_ron": "三家和了",
    "nine_terminals": "九種九牌",
    "four_winds": "四風連打",
    "four_riichi": "四家立直",
    "four_kans": "四開槓",
}


# -- mjlog -----------------------------------------------------------------------------------------


def as_mjlog(record: Record) -> str:
    """The XML of Tenhou."""
    bits = 1 | 8 * (record.rules.rounds == 2) | 16 * (record.players == 3)
    names = " ".join(f'n{n}="{name}"' for n, name in enumerate(record.names))
    head = f'<mjloggm ver="2.3"><GO type="{bits}" lobby="0"/><UN {names} dan="1,1,1,1"/><TAIKYOKU oya="0"/>'
    hands = "".join(_MjlogHand(hand, record.players).text() for hand in record.hands)
    if record.final and record.totals:
        values = (f"{has // 100},{total / 1000}" for has, total in zip(record.final, record.totals, strict=True))
        hands = f'{hands[: -len("/>")]}owari="{",".join(values)}" />'
    return f"{head}{hands}</mjloggm>"


class _MjlogHand:
    """A hand; every tile has its own number, so that one of two equal tiles can be named."""

    def __init__(self, hand: RecordedHand, players: int) -> None:
        self.hand, self.players = hand, players
        self.free = {tile: _numbers(tile) for tile in range(37)}
        self.held: list[list[int]] = []
        self.drawn: dict[int, int] = {}
        self.sticks: list[int] = []
        self.melds: dict[tuple[int, int], int] = {}

    def text(self) -> str:
        hand = self.hand
        first = self._new(hand.indicator)
        self.held = [[self._new(tile) for tile in tiles or ()] for tiles in hand.tiles]
        number = hand.number // self.players * 4 + hand.number % self.players
        ten = _hundreds(hand.points)
        deals = " ".join(f'hai{n}="{",".join(map(str, tiles))}"' for n, tiles in enumerate(self.held))
        seed = f"{number},{hand.honba},{hand.sticks},1,1,{first}"
        init = f'<INIT seed="{seed}" ten="{ten}" oya="{hand.number % self.players}" {deals}/>'
        return init + "".join(map(self._tag, self._as_sent())) + self._end()

    def _as_sent(self) -> list[Move]:
        """An indicator that is turned up with a discard stands before it."""
        moves = list(self.hand.moves)
        for place in range(1, len(moves)):
            if type(moves[place]) is Indicator and type(moves[place - 1]) is Discarded:
                moves[place - 1], moves[place] = moves[place], moves[place - 1]
        return moves

    def _new(self, tile: Tile) -> int:
        return self.free[tile].pop()

    def _tag(self, move: Move) -> str:
        match move:
            case Drawn(player, tile):
                assert tile is not None
                self.drawn[player] = self._new(tile)
                self.held[player].append(self.drawn[player])
                return f"<{'TUVW'[player]}{self.drawn[player]}/>"
            case Discarded(player, tile, is_drawn, is_riichi):
                number = self._gone(player, tile, is_drawn)
                declared = f'<REACH who="{player}" step="1"/>' if is_riichi else ""
                self.last = number
                return f"{declared}<{'DEFG'[player]}{number}/>"
            case StickPaid(player):
                self.sticks.append(player)
                return f'<REACH who="{player}" ten="{_hundreds(self._points())}" step="2"/>'
            case Indicator(tile):
                return f'<DORA hai="{self._new(tile)}" />'
            case NorthAside(player):
                return f'<N who="{player}" m="{self._gone(player, 30, False) << 8 | 0x20}" />'
            case Added(player, tile):
                number = self._gone(player, tile, False)
                bits = self.melds[player, KIND[tile]] & ~0x78 | 0x10 | (number % 4) << 5
                return f'<N who="{player}" m="{bits}" />'
            case Called(player, meld):
                return f'<N who="{player}" m="{self._bits(player, meld)}" />'

    def _gone(self, player: int, tile: Tile, is_drawn: bool) -> int:
        drawn = self.drawn.pop(player, None)
        held = [number for number in self.held[player] if _tile_of(number) == tile]
        number = drawn if is_drawn else next((n for n in held if n != drawn), held[0])
        assert number is not None
        self.held[player].remove(number)
        return number

    def _bits(self, player: int, meld: Meld) -> int:
        called = self.last if meld.called is not None else None
        rest = list(meld.tiles)
        if meld.called is not None:
            rest.remove(meld.called)
        numbers = [self._gone(player, tile, False) for tile in rest]
        source = meld.source or 0
        if source and self.players == 3:
            source = ((player + source) % 3 - player) % 4
        every = sorted([*numbers, *([called] if called is not None else [])])
        if meld.type is MeldType.CHI:
            assert called is not None
            base = (every[0] // 4 // 9 * 7 + every[0] // 4 % 9) * 3 + every.index(called)
            copies = sum((number % 4) << 3 + 2 * i for i, number in enumerate(every))
            return base << 10 | copies | 4 | source
        if meld.type is MeldType.PON:
            assert called is not None
            unused = ({0, 1, 2, 3} - {number % 4 for number in every}).pop()
            bits = (every[0] // 4 * 3 + every.index(called)) << 9 | unused << 5 | 8 | source
            self.melds[player, every[0] // 4] = bits
            return bits
        return (called if called is not None else every[0]) << 8 | source

    def _points(self) -> list[int]:
        return [points - 1000 * (player in self.sticks) for player, points in enumerate(self.hand.points)]

    def _end(self) -> str:
        ending = self.hand.ending
        assert ending
        assert ending.deltas is not None
        sc = ",".join(f"{had // 100},{delta // 100}" for had, delta in zip(self._points(), ending.deltas, strict=True))
        if not ending.wins:
            name = "nm" if ending.is_nagashi else _DRAWS.get(ending.draw or "")
            kind = f'type="{name}" ' if name else ""
            return f'<RYUUKYOKU {kind}sc="{sc}" />'
        won = ending.wins[0]
        source = won.player if won.dealt_in is None else won.dealt_in
        ura = ",".join(str(self._new(tile)) for tile in ending.ura)
        ten = f'ten="30,{won.points},0" ' if won.points else ""
        return f'<AGARI {ten}doraHaiUra="{ura}" who="{won.player}" fromWho="{source}" sc="{sc}" />'


def _numbers(tile: Tile) -> list[int]:
    if tile in RED_FIVES:
        return [4 * KIND[tile]]
    return [4 * tile + copy for copy in range(4) if 4 * tile + copy not in (16, 52, 88)]


def _tile_of(number: int) -> Tile:
    return {16: 34, 52: 35, 88: 36}.get(number, number // 4)


def _hundreds(points: Sequence[int]) -> str:
    return ",".join(str(has // 100) for has in points)


# -- tenhou.net/6 ----------------------------------------------------------------------------------


def as_tenhou6(record: Record) -> str:
    """The JSON of tenhou.net/6."""
    disp = ("三" if record.players == 3 else "") + "般" + ("南" if record.rules.rounds == 2 else "東") + "喰赤"
    log = [_hand6(hand, record.players) for hand in record.hands]
    whole: dict[str, object] = {"name": list(record.names), "rule": {"disp": disp, "aka": 1}, "log": log}
    if record.final and record.totals:
        ends = zip(record.final, record.totals, strict=True)
        whole["sc"] = [value for points, total in ends for value in (points, total / 1000)]
    return json.dumps(whole, ensure_ascii=False)


def _hand6(hand: RecordedHand, players: int) -> list[object]:
    takes: list[list[object]] = [[] for _ in range(players)]
    gives: list[list[object]] = [[] for _ in range(players)]
    pons: dict[tuple[int, int], str] = {}
    for move in hand.moves:
        match move:
            case Drawn(player, tile):
                assert tile is not None
                takes[player].append(_code(tile))
            case Discarded(player, tile, is_drawn, is_riichi):
                code = 60 if is_drawn else _code(tile)
                gives[player].append(f"r{code}" if is_riichi else code)
            case NorthAside(player):
                gives[player].append("f44")
            case Added(player, tile):
                before = pons[player, KIND[tile]]
                place = before.index("p")
                gives[player].append(f"{before[:place]}k{_code(tile)}{before[place + 1 :]}")
            case Called(player, meld):
                text = _call6(player, meld, players)
                (gives if meld.type is MeldType.ANKAN else takes)[player].append(text)
                pons[player, KIND[meld.tiles[0]]] = text
                if meld.type is MeldType.DAIMINKAN:
                    gives[player].append(0)
    indicators = [hand.indicator, *[move.tile for move in hand.moves if type(move) is Indicator]]
    number = hand.number // players * 4 + hand.number % players
    rows: list[object] = []
    for n in range(players):
        rows += [[_code(tile) for tile in hand.tiles[n] or ()], takes[n], gives[n]]
    empty: list[object] = [[], [], []] if players == 3 else []
    assert hand.ending is not None
    ura = [_code(tile) for tile in hand.ending.ura]
    points = [*hand.points, *([0] if players == 3 else [])]
    stands = [number, hand.honba, hand.sticks]
    return [stands, points, [_code(tile) for tile in indicators], ura, *rows, *empty, _end6(hand.ending)]


def _call6(player: int, meld: Meld, players: int) -> str:
    rest = list(meld.tiles)
    letter = {MeldType.CHI: "c", MeldType.PON: "p", MeldType.DAIMINKAN: "m", MeldType.ANKAN: "a"}[meld.type]
    called = rest[-1] if meld.called is None else meld.called
    rest.remove(called)
    source = meld.source or 0
    if players == 3:
        source = ((player + source) % 3 - player) % 4
    place = {3: 0, 2: 1, 1: len(rest), 0: len(rest)}[source] if letter != "c" else 0
    parts = [str(_code(tile)) for tile in rest]
    parts.insert(place, f"{letter}{_code(called)}")
    return "".join(parts)


def _code(tile: Tile) -> int:
    if tile in RED_FIVES:
        return 51 + RED_FIVES.index(tile)
    return int(NAMES[tile][0]) + 10 * (1 + "mpsz".index(NAMES[tile][1]))


def _end6(ending: Ending) -> list[object]:
    deltas = list(ending.deltas or ())
    if not ending.wins:
        return ["流し満貫" if ending.is_nagashi else _IN_JAPANESE[ending.draw or "exhaustive"], deltas]
    won = ending.wins[0]
    source = won.player if won.dealt_in is None else won.dealt_in
    return ["和了", deltas, [won.player, source, won.player, "1飜"]]


# -- the file of a review --------------------------------------------------------------------------


def as_agari(record: Record) -> str:
    """The JSON that the page of a review saves."""
    return json.dumps(record_json(checked(record), record.names))


WRITERS: dict[str, Callable[[Record], str]] = {
    "mjlog": as_mjlog,
    "tenhou6": as_tenhou6,
    "agari": as_agari,
    **written_events.WRITERS,
}
#: The formats and the numbers of players that each can have.
FORMATS = [(source, players) for source in WRITERS for players in (4, 3) if (source, players) != ("majiang", 3)]
