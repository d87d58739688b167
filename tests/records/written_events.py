"""A record as a log that has its events in the order of play: of Majiang, mjai and Mahjong Soul."""

import json
from collections.abc import Callable, Iterator, Sequence
from typing import Any, TypeVar

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

Json = dict[str, Any]
_T = TypeVar("_T")


def _ranks(final: Sequence[int]) -> list[int]:
    order = sorted(range(len(final)), key=lambda player: (-final[player], player))
    return [1 + order.index(player) for player in range(len(final))]


def _rest(meld: Meld) -> list[Tile]:
    """The tiles of a meld without the called one."""
    rest = list(meld.tiles)
    if meld.called is not None:
        rest.remove(meld.called)
    return rest


# -- Majiang ---------------------------------------------------------------------------------------


def as_majiang(record: Record) -> str:
    """The JSON of Majiang; the first dealer sits in seat 1 of the game."""
    game: Json = {"title": "x", "player": _moved(record.names), "qijia": 1}
    game["log"] = [[_deal_of_majiang(hand), *_MajiangHand(hand).events()] for hand in record.hands]
    if record.final and record.totals:
        game["defen"] = _moved(record.final)
        game["point"] = [f"{total / 1000}" for total in _moved(record.totals)]
        game["rank"] = _moved(_ranks(record.final))
    return json.dumps(game, ensure_ascii=False)


def _moved(values: Sequence[_T]) -> list[_T]:
    return [*values[-1:], *values[:-1]]


def _named(tiles: Sequence[Tile]) -> str:
    names = [NAMES[tile] for tile in tiles]
    suits = {suit: "".join(name[0] for name in names if name[1] == suit) for suit in "mpsz"}
    return "".join(suit + digits for suit, digits in suits.items() if digits)


def _one(tile: Tile) -> str:
    return NAMES[tile][1] + NAMES[tile][0]


def _by_seat(hand: RecordedHand, values: Sequence[_T]) -> list[_T]:
    dealer = hand.number % 4
    return [*values[dealer:], *values[:dealer]]


def _deal_of_majiang(hand: RecordedHand) -> Json:
    about: Json = {"zhuangfeng": hand.number // 4, "jushu": hand.number % 4, "changbang": hand.honba}
    about |= {"lizhibang": hand.sticks, "defen": _by_seat(hand, hand.points), "baopai": _one(hand.indicator)}
    return {"qipai": about | {"shoupai": [_named(tiles or ()) for tiles in _by_seat(hand, hand.tiles)]}}


class _MajiangHand:
    def __init__(self, hand: RecordedHand) -> None:
        self.hand = hand
        self.pons: dict[tuple[int, int], str] = {}
        self.is_after_kan = False

    def events(self) -> Iterator[Json]:
        for move in self.hand.moves:
            if type(move) is not StickPaid:
                yield self._event(move)
        if self.hand.ending:
            yield from self._end(self.hand.ending)

    def _seat(self, player: int) -> int:
        return (player - self.hand.number) % 4

    def _event(self, move: Move) -> Json:
        match move:
            case Drawn(player, tile):
                name = "gangzimo" if self.is_after_kan else "zimo"
                self.is_after_kan = False
                return {name: {"l": self._seat(player), "p": "" if tile is None else _one(tile)}}
            case Discarded(player, tile, is_drawn, is_riichi):
                signs = "_" * is_drawn + "*" * is_riichi
                return {"dapai": {"l": self._seat(player), "p": _one(tile) + signs}}
            case Indicator(tile):
                return {"kaigang": {"baopai": _one(tile)}}
            case Added(player, tile):
                self.is_after_kan = True
                return {"gang": {"l": self._seat(player), "m": self.pons[player, KIND[tile]] + NAMES[tile][0]}}
            case Called(player, meld):
                self.is_after_kan = len(meld.tiles) == 4
                name = "gang" if meld.type is MeldType.ANKAN else "fulou"
                return {name: {"l": self._seat(player), "m": self._meld(player, meld)}}
            case _:
                raise AssertionError(move)

    def _meld(self, player: int, meld: Meld) -> str:
        if meld.called is None:
            return _named(meld.tiles)
        sign = {1: "+", 2: "=", 3: "-"}[meld.source or 0]
        suit = NAMES[meld.called][1]
        if meld.type is MeldType.CHI:
            tiles = [NAMES[tile][0] + sign * (tile == meld.called) for tile in meld.tiles]
            return suit + "".join(tiles)
        text = suit + "".join(NAMES[tile][0] for tile in (*_rest(meld), meld.called)) + sign
        self.pons[player, KIND[meld.called]] = text
        return text

    def _end(self, ending: Ending) -> Iterator[Json]:
        if not ending.wins:
            names = {"exhaustive": "荒牌平局", "nine_terminals": "九種九牌", "four_winds": "四風連打"}
            names |= {"four_riichi": "四家立直", "triple_ron": "三家和", "four_kans": "四開槓"}
            name = "流し満貫" if ending.is_nagashi else names[ending.draw or "exhaustive"]
            changes = None if ending.deltas is None else _by_seat(self.hand, ending.deltas)
            yield {"pingju": {"name": name, "fenpei": changes}}
        for won in ending.wins:
            about: Json = {"l": self._seat(won.player), "defen": won.points}
            about["baojia"] = None if won.dealt_in is None else self._seat(won.dealt_in)
            about["fubaopai"] = [_one(tile) for tile in ending.ura] or None
            yield {"hule": about | {"fenpei": _by_seat(self.hand, won.deltas or ending.deltas or ())}}


# -- mjai ------------------------------------------------------------------------------------------


def as_mjai(record: Record) -> str:
    """The lines of mjai, in the dialect with deltas and without points after the end of a hand."""
    events: list[Json] = [{"type": "start_game", "names": list(record.names)}]
    for hand in record.hands:
        events += _mjai_hand(hand, record.players)
    return "\n".join(json.dumps(event, ensure_ascii=False) for event in [*events, {"type": "end_game"}])


def _mjai(tile: Tile | None) -> str:
    if tile is None:
        return "?"
    if tile in RED_FIVES:
        return f"{NAMES[KIND[tile]]}r"
    return "ESWNPFC"[tile - 27] if tile >= 27 else NAMES[tile]


def _mjai_hand(hand: RecordedHand, players: int) -> Iterator[Json]:
    deal: Json = {"type": "start_kyoku", "bakaze": "ESWN"[hand.number // players], "kyoku": hand.number % players + 1}
    deal |= {"honba": hand.honba, "kyotaku": hand.sticks, "oya": hand.number % players}
    deal |= {"dora_marker": _mjai(hand.indicator), "scores": list(hand.points)}
    yield deal | {"tehais": [[_mjai(tile) for tile in tiles or [None] * 13] for tiles in hand.tiles]}
    pons: dict[tuple[int, int], list[str]] = {}
    for move in hand.moves:
        match move:
            case Drawn(player, tile):
                yield {"type": "tsumo", "actor": player, "pai": _mjai(tile)}
            case Discarded(player, tile, is_drawn, is_riichi):
                if is_riichi:
                    yield {"type": "reach", "actor": player}
                yield {"type": "dahai", "actor": player, "pai": _mjai(tile), "tsumogiri": is_drawn}
            case StickPaid(player):
                yield {"type": "reach_accepted", "actor": player}
            case NorthAside(player):
                yield {"type": "kita", "actor": player, "pai": "N"}
            case Added(player, tile):
                consumed = pons[player, KIND[tile]]
                yield {"type": "kakan", "actor": player, "pai": _mjai(tile), "consumed": consumed}
            case Called(player, meld):
                pons[player, KIND[meld.tiles[0]]] = [_mjai(tile) for tile in meld.tiles]
                event = {"type": str(meld.type), "actor": player, "consumed": [_mjai(tile) for tile in _rest(meld)]}
                if meld.called is not None:
                    event |= {"pai": _mjai(meld.called), "target": (player + (meld.source or 0)) % players}
                yield event
            case Indicator(tile):
                yield {"type": "dora", "dora_marker": _mjai(tile)}
    if hand.ending:
        yield from _mjai_end(hand.ending)
    yield {"type": "end_kyoku"}


def _mjai_end(ending: Ending) -> Iterator[Json]:
    for won in ending.wins:
        event: Json = {"type": "hora", "actor": won.player, "deltas": won.deltas or ending.deltas}
        event["target"] = won.player if won.dealt_in is None else won.dealt_in
        yield event | {"ura_markers": [_mjai(tile) for tile in ending.ura], "hora_points": won.points}
    if not ending.wins:
        reason = "nagashimangan" if ending.is_nagashi else _REASONS.get(ending.draw or "", ending.draw)
        yield {"type": "ryukyoku", "reason": reason, "deltas": ending.deltas}


_REASONS = {
    "exhaustive": "fanpai",
    "nine_terminals": "kyushukyuhai",
    "four_winds": "sufonrenta",
    "four_riichi": "suchareach",
    "triple_ron": "sanchaho",
    "four_kans": "sukaikan",
}


# -- Mahjong Soul ----------------------------------------------------------------------------------


def as_majsoul(record: Record) -> str:
    """The raw record of Mahjong Soul as JSON. Zeros are left out, as protobuf does."""
    room = {} if record.rules.red_fives is None else {"dora_count": sum(record.rules.red_fives)}
    mode = (10 if record.players == 3 else 0) + (record.rules.rounds or 2)
    head: Json = {"config": {"category": 2, "mode": {"mode": mode, "detail_rule": room}}}
    head["accounts"] = [_some(seat=seat, nickname=name) for seat, name in enumerate(record.names)]
    if record.final and record.totals:
        ends = zip(_ranks(record.final), range(record.players), record.final, record.totals, strict=True)
        rows = [_some(seat=seat, part_point_1=has, total_point=total) for _, seat, has, total in sorted(ends)]
        head["result"] = {"players": rows}
    events = [event for hand in record.hands for event in _MajsoulHand(hand, record.players).events()]
    actions = [{"passed": place, "type": 1, "result": event} for place, event in enumerate(events)]
    data = {"name": ".lq.GameDetailRecords", "data": {"version": 210715, "actions": [{"type": 2}, *actions]}}
    return json.dumps({"head": head, "data": data}, ensure_ascii=False)


def _some(**values: Any) -> Json:
    """The values that are not zero."""
    return {name: value for name, value in values.items() if value not in (0, False, None)}


class _MajsoulHand:
    def __init__(self, hand: RecordedHand, players: int) -> None:
        self.hand, self.players = hand, players
        self.shown = [NAMES[hand.indicator]]
        self.sticks: list[int] = []
        #: Whether the next event says that the last stick was paid.
        self.is_paid = False
        self.row: list[Json] = []
        #: Whether the next draw shows a new indicator.
        self.is_new = False

    def events(self) -> list[Json]:
        hand = self.hand
        first, *moves = hand.moves
        assert type(first) is Drawn
        tiles = [[NAMES[tile] for tile in row or ()] for row in hand.tiles]
        tiles[first.player].append(NAMES[first.tile or 0])
        about = _some(chang=hand.number // self.players, ju=hand.number % self.players, ben=hand.honba)
        about |= _some(liqibang=hand.sticks, scores=list(hand.points), doras=list(self.shown))
        self._add("NewRound", about | {f"tiles{seat}": row for seat, row in enumerate(tiles)})
        for move in moves:
            self._move(move)
        if hand.ending:
            self._end(hand.ending)
        return self.row

    def _add(self, name: str, about: Json) -> None:
        if self.is_new and name == "DealTile":
            about["doras"], self.is_new = list(self.shown), False
        if self.is_paid and name in ("DealTile", "ChiPengGang", "LiuJu"):
            about["liqi"] = _some(seat=self.sticks[-1], score=self.hand.points[self.sticks[-1]] - 1000)
            self.is_paid = False
        self.row.append({"name": f".lq.Record{name}", "data": about})

    def _move(self, move: Move) -> None:
        match move:
            case Drawn(player, tile):
                self._add("DealTile", _some(seat=player, tile=NAMES[tile or 0]))
            case Discarded(player, tile, is_drawn, is_riichi):
                self._add("DiscardTile", _some(seat=player, tile=NAMES[tile], moqie=is_drawn, is_liqi=is_riichi))
            case StickPaid(player):
                self.sticks.append(player)
                self.is_paid = True
            case NorthAside(player):
                self._add("BaBei", _some(seat=player))
            case Added(player, tile):
                self._add("AnGangAddGang", _some(seat=player, type=2, tiles=NAMES[tile]))
            case Called(player, meld) if meld.called is None:
                self._add("AnGangAddGang", _some(seat=player, type=3, tiles=NAMES[meld.tiles[-1]]))
            case Called(player, meld):
                assert meld.called is not None
                kind = [MeldType.CHI, MeldType.PON, MeldType.DAIMINKAN].index(meld.type)
                tiles = [NAMES[tile] for tile in (*_rest(meld), meld.called)]
                froms = [*[player] * (len(tiles) - 1), (player + (meld.source or 0)) % self.players]
                self._add("ChiPengGang", _some(seat=player, type=kind, tiles=tiles) | {"froms": froms})
            case Indicator(tile):
                self.shown.append(NAMES[tile])
                last = self.row[-1]
                if last["data"].get("type") == 3:
                    self.is_new = True
                else:
                    last["data"]["doras"] = list(self.shown)

    def _points(self) -> list[int]:
        return [points - 1000 * (player in self.sticks) for player, points in enumerate(self.hand.points)]

    def _end(self, ending: Ending) -> None:
        before, changes = self._points(), list(ending.deltas or [0] * self.players)
        after = [old + new for old, new in zip(before, changes, strict=True)]
        if ending.wins:
            dealer = self.hand.number % self.players
            hules = []
            for won in ending.wins:
                about = _some(seat=won.player, zimo=won.dealt_in is None, qinjia=won.player == dealer)
                about["li_doras"] = [NAMES[tile] for tile in ending.ura]
                if won.dealt_in is not None:
                    about |= _some(point_rong=won.points)
                hules.append(about)
            self._add("Hule", {"hules": hules, "old_scores": before, "delta_scores": changes, "scores": after})
        elif ending.draw == "exhaustive":
            scores = [{"old_scores": before, "delta_scores": changes}]
            self._add("NoTile", _some(liujumanguan=ending.is_nagashi) | {"scores": scores})
        else:
            kinds = ["nine_terminals", "four_winds", "four_riichi", "four_kans", "triple_ron"]
            self._add("LiuJu", {"type": 1 + kinds.index(ending.draw or "")})


WRITERS: dict[str, Callable[[Record], str]] = {"majiang": as_majiang, "mjai": as_mjai, "majsoul": as_majsoul}
